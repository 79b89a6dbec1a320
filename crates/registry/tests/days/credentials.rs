//! Credentials: what is demanded, until when, and what the public is told.

use brasil::plate::Plate;
use jiff::civil::date;
use registry::act::holders::Holding;
use registry::command as c;
use registry::id::Subject;
use registry::queries::{PublicStatus, checklist, public_by_code, public_by_plate};
use registry::refusal::Why;
use registry::{Command, FactValue, Role};

use crate::town::{Town, grant};

#[test]
fn an_old_car_is_refused_with_its_article_and_a_younger_one_is_granted() {
    let mut town = Town::on(date(2026, 3, 2));
    let (o, d) = (town.operator(), town.driver());
    town.link(&d, &o);
    town.driver_papers(&d);
    let old = town.vehicle("AAA1A11");
    town.assign(&d, &old, Holding::Own);
    town.vehicle_papers(&old, 2015);
    let refusal = town.no(Role::Clerk, grant(&d));
    assert_eq!(refusal.reasons.len(), 1, "{refusal}");
    assert!(refusal.has(Why::Unmet) && refusal.pt_br().contains("art. 9º, VI"), "{refusal}");
    // the car is put right
    let correct = c::RecordFact {
        subject: Subject::Vehicle(old),
        fact: "veiculo.ano_fabricacao".into(),
        value: Some(FactValue::Int(2016)),
        since: town.today(),
        reason: "documento relido".into(),
    };
    town.ok(Role::Clerk, Command::RecordFact(correct));
    town.ok(Role::Clerk, grant(&d));
    let credential = town.reg.credentials.values().next().expect("granted");
    assert_eq!(credential.number, "2026/000001");
    let list = checklist(&town.reg, &town.law, &Subject::Driver(d.clone()), town.today());
    assert_eq!(list.outcome, law::Outcome::Yes);
    assert_eq!(credential.current().and_then(|p| p.last), list.until);
    // the same driver does not get a second one
    assert!(town.no(Role::Clerk, grant(&d)).has(Why::Duplicate));
}

#[test]
fn nothing_known_is_undetermined_and_every_article_is_named() {
    let mut town = Town::on(date(2026, 3, 2));
    let d = town.driver();
    let refusal = town.no(Role::Clerk, grant(&d));
    assert!(refusal.has(Why::Undetermined) && refusal.has(Why::Missing), "{refusal}");
    let text = refusal.pt_br();
    for article in ["art. 9º, I", "art. 9º, III", "art. 9º, VI", "art. 9º, VII", "art. 9º, VIII"] {
        assert!(text.contains(article), "{article}: {text}");
    }
    assert!(refusal.reasons.iter().any(|r| r.missing.iter().any(|m| m.as_ref() == "condutor.cnh.validade")));
}

/// BL-24: the new period begins the day after the old one ends.
#[test]
fn a_renewal_in_time_loses_no_day() {
    let mut town = Town::on(date(2026, 3, 2));
    // under the reading that gives a credential one year
    let rule = c::RuleReading {
        reading: "CAR-G22".into(),
        answer: "um_ano".into(),
        since: date(2026, 1, 1),
        by: "portaria fictícia".into(),
    };
    town.ok(Role::Authority, Command::RuleReading(rule));
    let (d, ..) = town.credentialed();
    let id = town.reg.drivers[&d].credentials[0].clone();
    let old = town.reg.credentials[&id].current().and_then(|p| p.last).expect("a last day");
    assert_eq!(old, date(2027, 3, 2));
    town.go(date(2027, 2, 20));
    town.driver_papers(&d);
    let renew = c::RenewCredential { credential: id.clone(), last: None, confirmation: None };
    town.ok(Role::Clerk, Command::RenewCredential(renew));
    let period = town.reg.credentials[&id].current().cloned().expect("a period");
    assert_eq!((period.first, period.last), (date(2027, 3, 3), Some(date(2028, 3, 2))));
    let status = registry::queries::status(&town.reg, &town.law, &id, town.today());
    assert_eq!(status, PublicStatus::Valid { until: Some(date(2028, 3, 2)) });
}

/// BL-27: a period that ends before it begins is refused, one that ends at once is confirmed in writing.
#[test]
fn a_credential_is_not_born_expired() {
    let mut town = Town::on(date(2026, 3, 2));
    let (o, d, v) = (town.operator(), town.driver(), town.vehicle("FUM0B05"));
    town.link(&d, &o);
    town.assign(&d, &v, Holding::Own);
    town.driver_papers(&d);
    town.vehicle_papers(&v, 2024);
    let until = |last, confirmation: Option<&str>| {
        Command::GrantCredential(c::GrantCredential {
            driver: d.clone(),
            last: Some(last),
            confirmation: confirmation.map(Into::into),
        })
    };
    assert!(town.no(Role::Clerk, until(date(2025, 12, 12), None)).has(Why::Invalid));
    assert!(town.no(Role::Clerk, until(date(2026, 3, 20), None)).has(Why::Unconfirmed));
    town.ok(Role::Clerk, until(date(2026, 3, 20), Some("experiência combinada")));
}

#[test]
fn the_public_gets_five_different_answers() {
    let mut town = Town::on(date(2026, 3, 2));
    let (d, v, _) = town.credentialed();
    let id = town.reg.drivers[&d].credentials[0].clone();
    let code = town.reg.credentials[&id].code.clone();
    let ask = |town: &Town| public_by_code(&town.reg, &town.law, &code, town.today()).expect("there is one");
    let good = ask(&town);
    assert!(matches!(good.status, PublicStatus::Valid { until: Some(_) }));
    assert_eq!(good.holder, "José Á. F.");
    let cpf = &town.reg.drivers[&d].cpf;
    assert!(!format!("{good:?}").contains(cpf.as_str()));
    let plate = Plate::parse("FUM0B05").expect("a plate");
    assert_eq!(public_by_plate(&town.reg, &town.law, &plate, town.today()), vec![good]);
    assert_eq!(public_by_code(&town.reg, &town.law, "nenhum", town.today()), None);
    // typed by hand
    assert!(public_by_code(&town.reg, &town.law, &code.to_lowercase(), town.today()).is_some());

    // a preventive suspension shows at once
    let suspend = c::SuspendPreventively {
        subject: Subject::Driver(d.clone()),
        reason: "denúncia grave".into(),
        case: None,
    };
    town.ok(Role::Authority, Command::SuspendPreventively(suspend));
    let status = ask(&town).status;
    assert_eq!(status, PublicStatus::Suspended { since: date(2026, 3, 2), until: date(2026, 3, 31) });
    // and its end too
    let suspension = town.reg.drivers[&d].suspensions[0].clone();
    let lift = c::LiftSuspension { suspension, reason: "apurado".into() };
    town.ok(Role::Authority, Command::LiftSuspension(lift));
    assert!(ask(&town).status.good());

    // a vehicle taken away blocks it, time ends it
    let end =
        c::EndAssignment { driver: d.clone(), vehicle: v, last: date(2026, 3, 2), reason: "vendido".into() };
    town.ok(Role::Clerk, Command::EndAssignment(end));
    town.go(date(2026, 3, 3));
    assert_eq!(ask(&town).status, PublicStatus::Blocked);
    let last = town.reg.credentials[&id].current().and_then(|p| p.last).expect("a last day");
    town.go(last.tomorrow().expect("a date"));
    assert_eq!(ask(&town).status, PublicStatus::Expired { since: town.today() });
}

/// BL-26: what becomes of an operator does not make a credential expire while another stands behind the driver.
#[test]
fn a_credential_does_not_follow_its_operator() {
    let mut town = Town::on(date(2026, 3, 2));
    let (d, _, first) = town.credentialed();
    let second = c::RegisterOperator {
        cnpj: "11444777000161".into(),
        name: "Vai Ltda. (fictícia)".into(),
        ..Default::default()
    };
    town.ok(Role::Clerk, Command::RegisterOperator(second));
    let other = town.reg.operators.keys().find(|o| **o != first).cloned().expect("two of them");
    town.link(&d, &other);
    town.go(date(2026, 5, 5));
    let end = c::EndLink {
        driver: d.clone(),
        operator: first,
        last: date(2026, 5, 5),
        reason: "não opera mais".into(),
    };
    town.ok(Role::Clerk, Command::EndLink(end));
    town.go(date(2026, 5, 6));
    let id = &town.reg.drivers[&d].credentials[0];
    assert!(registry::queries::status(&town.reg, &town.law, id, town.today()).good());
}
