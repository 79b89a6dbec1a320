//! Slips of the keyboard: values that nobody can have meant, whatever the law would say of them.

use jiff::civil::{Date, date};
use registry::act::holders::{Contact, FactValues};
use registry::command as c;
use registry::id::Subject;
use registry::refusal::Why;
use registry::{Command, FactValue, Role, describe};

use crate::town::{Town, cpf};

fn vehicle(fact: &str, value: FactValue) -> Command {
    Command::RegisterVehicle(c::RegisterVehicle {
        plate: "FIC9Z99".into(),
        facts: FactValues::from([(fact.to_string(), value)]),
        ..c::RegisterVehicle::default()
    })
}

#[test]
fn a_year_that_is_none_and_a_count_below_zero_are_refused_and_the_next_model_year_is_not() {
    let mut town = Town::on(date(2026, 3, 2));
    let slips = [
        ("veiculo.ano_fabricacao", 9999),
        ("veiculo.ano_fabricacao", 202),
        ("veiculo.ano_fabricacao", -5),
        ("veiculo.ano_modelo", 2028),
        ("veiculo.lugares", -3),
        ("veiculo.lugares", 0),
        ("veiculo.lugares", 99_999_999_999),
    ];
    for (fact, n) in slips {
        let refusal = town.no(Role::Clerk, vehicle(fact, FactValue::Int(n)));
        assert!(refusal.has(Why::Invalid), "{fact} = {n}: {refusal}");
        assert!(
            refusal.reasons.iter().any(|r| r.missing.iter().any(|m| m.as_ref() == fact)),
            "beside its field"
        );
    }
    town.ok(Role::Clerk, vehicle("veiculo.ano_modelo", FactValue::Int(2027)));
}

#[test]
fn a_day_in_a_year_that_nobody_meant_is_refused() {
    let mut town = Town::on(date(2026, 3, 2));
    let driver = Subject::Driver(town.driver());
    let fact = |day| {
        Command::RecordFact(c::RecordFact {
            subject: driver.clone(),
            fact: "condutor.residencia.desde".into(),
            value: Some(FactValue::Date(day)),
            since: date(2026, 3, 2),
            reason: "conta de luz fictícia".into(),
        })
    };
    let paper = |expires: Date| {
        Command::ReceiveDocument(c::ReceiveDocument {
            subject: driver.clone(),
            kind: "cnh".into(),
            number: Some("0000".into()),
            issued: None,
            expires: Some(expires),
            note: None,
        })
    };
    for day in [date(1, 1, 1), date(202, 6, 1), date(9999, 12, 31)] {
        assert!(town.no(Role::Clerk, fact(day)).has(Why::Invalid), "{day}");
        assert!(town.no(Role::Clerk, paper(day)).has(Why::Invalid), "{day}");
    }
    let acts = town.ok(Role::Clerk, fact(date(1998, 6, 1)));
    assert!(describe(&acts[0], &town.law).contains("01/06/1998"));
    let acts = town.ok(Role::Clerk, paper(date(2036, 3, 2)));
    let words = describe(&acts[0], &town.law);
    assert!(
        words.contains("Carteira Nacional de Habilitação"),
        "in words, not by its name in the rulebook: {words}"
    );
}

#[test]
fn an_e_mail_to_which_nothing_can_be_sent_is_refused() {
    let mut town = Town::on(date(2026, 3, 2));
    let with = |email: &str| {
        Command::RegisterDriver(c::RegisterDriver {
            cpf: cpf(333_333_331),
            name: "Correio Fictício".into(),
            contact: Contact { email: Some(email.into()), ..Contact::default() },
            ..c::RegisterDriver::default()
        })
    };
    for wrong in ["nada", "@exemplo.example", "a b@exemplo.example", "alguem@exemplo"] {
        assert!(town.no(Role::Clerk, with(wrong)).has(Why::Invalid), "{wrong}");
    }
    town.ok(Role::Clerk, with("alguem@exemplo.example"));
}
