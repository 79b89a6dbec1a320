//! Reports owed, and orders.

use jiff::civil::date;
use law::filing::Standing;
use registry::command as c;
use registry::id::{OperatorId, Subject};
use registry::queries::{Target, day, owed};
use registry::refusal::Why;
use registry::{Command, FactValue, Role};

use crate::town::Town;

fn list(
    operator: &OperatorId,
    month: jiff::civil::Date,
    plates: &[&str],
    expected: Option<&[&str]>,
) -> Command {
    Command::FileReport(c::FileReport {
        operator: operator.clone(),
        filing: "relacao_veiculos".into(),
        anchor: month,
        plates: plates.iter().map(ToString::to_string).collect(),
        expected: expected.map(|e| e.iter().map(ToString::to_string).collect()),
        nil: false,
        note: None,
    })
}

/// BL-15: the list is a set of plates, not a number of lines.
#[test]
fn a_list_with_a_plate_twice_and_another_missing_is_refused_by_name() {
    let mut town = Town::on(date(2026, 1, 5));
    let o = town.operator();
    town.go(date(2026, 2, 3));
    let expected = ["AAA1A11", "BBB2B22"];
    let refusal = town.no(Role::Clerk, list(&o, date(2026, 1, 1), &["aaa1a11", "AAA-1A11"], Some(&expected)));
    let text = refusal.pt_br();
    assert!(text.contains("AAA1A11 repetida (linhas 1, 2)"), "{text}");
    assert!(text.contains("falta BBB2B22"), "{text}");
    assert!(town.no(Role::Clerk, list(&o, date(2026, 1, 1), &[], None)).has(Why::Missing));
    assert!(
        town.no(Role::Clerk, list(&o, date(2026, 2, 1), &["AAA1A11"], None)).has(Why::Time),
        "February goes on"
    );
    town.ok(Role::Clerk, list(&o, date(2026, 1, 1), &["aaa1a11", "BBB-2B22"], Some(&expected)));
    assert!(!town.reg.filings.values().next().expect("filed").late);
    assert!(town.no(Role::Clerk, list(&o, date(2026, 1, 1), &["AAA1A11"], None)).has(Why::Duplicate));
}

#[test]
fn a_missing_list_is_seen_and_marked_once_with_its_offence() {
    let mut town = Town::on(date(2026, 1, 5));
    let o = town.operator();
    // the fifth business day of February 2026 is the 6th
    town.go(date(2026, 2, 6));
    let mark = Command::MarkBreach(c::MarkBreach {
        operator: o.clone(),
        filing: "relacao_veiculos".into(),
        anchor: date(2026, 1, 1),
    });
    assert!(town.no(Role::Inspector, mark.clone()).has(Why::State));
    town.go(date(2026, 2, 9));
    let line = owed(&town.reg, &town.law, &o, town.today());
    let line = line.iter().find(|x| x.filing.as_ref() == "relacao_veiculos").expect("owed");
    assert_eq!((line.standing, line.due), (Standing::Missing, date(2026, 2, 6)));
    let work = day(&town.reg, &town.law, town.today());
    let target = Target::Filing(o.clone(), "relacao_veiculos".into(), date(2026, 1, 1));
    assert!(work.pendencies.iter().any(|p| p.target == target && p.what.contains("IV-04")));
    town.ok(Role::Inspector, mark.clone());
    assert_eq!(town.reg.breaches[0].offence.as_deref(), Some("IV-04"));
    assert!(town.no(Role::Inspector, mark).has(Why::Duplicate));
    // handed in late, it is late
    town.ok(Role::Clerk, list(&o, date(2026, 1, 1), &["AAA1A11"], None));
    assert!(town.reg.filings.values().next().expect("filed").late);
}

#[test]
fn the_yearly_proof_is_accepted_only_when_every_requirement_is_proven() {
    let mut town = Town::on(date(2026, 1, 5));
    let o = town.operator();
    let proof = Command::FileReport(c::FileReport {
        operator: o.clone(),
        filing: "prova_anual".into(),
        anchor: date(2026, 1, 5),
        plates: Vec::new(),
        expected: None,
        nil: false,
        note: None,
    });
    let refusal = town.no(Role::Clerk, proof.clone());
    assert!(refusal.has(Why::Undetermined) && refusal.pt_br().contains("art. 6º"), "{refusal}");
    let s = Subject::Operator(o.clone());
    let yes = || FactValue::Bool(true);
    town.paper(
        &s,
        "atos_constitutivos",
        None,
        &[
            ("operadora.objeto_social", yes()),
            ("operadora.atos.registrados", yes()),
            ("operadora.atos.alteracoes_registradas", yes()),
        ],
    );
    town.paper(&s, "cartao_cnpj", None, &[("operadora.cnpj_regular", yes())]);
    town.paper(&s, "inscricao_mobiliaria", None, &[("operadora.cadastro_mobiliario", yes())]);
    for kind in [
        "certidao_federal",
        "certidao_estadual",
        "certidao_municipal",
        "certidao_trabalhista",
        "certificado_fgts",
        "quitacao_tributos",
    ] {
        town.paper(&s, kind, Some(date(2026, 6, 30)), &[]);
    }
    town.ok(Role::Clerk, proof);
    let facts = town.reg.facts_of(&town.law, &s, town.today());
    assert_eq!(facts.get("operadora.prova_anual.aceita_em"), Some(&law::Value::Date(date(2026, 1, 5))));
    let lines = owed(&town.reg, &town.law, &o, town.today());
    let line = lines.iter().find(|x| x.filing.as_ref() == "prova_anual").expect("owed again");
    assert_eq!((line.due, line.anchor), (date(2027, 1, 5), date(2026, 1, 5)));
}

#[test]
fn an_order_has_the_term_of_the_law_and_a_late_answer_is_late() {
    let mut town = Town::on(date(2026, 3, 2));
    let o = town.operator();
    let order = |due| {
        Command::IssueOrder(c::IssueOrder {
            subject: Subject::Operator(o.clone()),
            text: "informar os prestadores (fictício)".into(),
            filing: Some("resposta_da_operadora".into()),
            due,
        })
    };
    assert!(
        town.no(Role::Authority, order(Some(date(2026, 3, 5)))).has(Why::Law),
        "the law gives ten business days"
    );
    town.ok(Role::Authority, order(None));
    let (id, due) = town.reg.orders.iter().next().map(|(i, x)| (i.clone(), x.due)).expect("issued");
    assert_eq!(due, date(2026, 3, 16));
    town.go(date(2026, 3, 17));
    assert!(
        day(&town.reg, &town.law, town.today())
            .pendencies
            .iter()
            .any(|p| p.target == Target::Order(id.clone()))
    );
    let answer =
        c::AnswerOrder { order: id.clone(), on: date(2026, 3, 17), text: "resposta fictícia".into() };
    let acts = town.ok(Role::Clerk, Command::AnswerOrder(answer));
    assert!(registry::describe(&acts[0], &town.law).contains("fora do prazo"));
    assert!(town.reg.index.open_orders.is_empty());
}
