//! What the municipality lays over its rulebook.

use jiff::civil::date;
use registry::act::enforcement::Offender;
use registry::act::matters::ClosureKind;
use registry::command as c;
use registry::queries::notice_now;
use registry::refusal::Why;
use registry::{Command, FactValue, Role};

use crate::town::{Town, draw, grant, serve};

#[test]
fn a_ruling_and_a_closure_move_a_last_day() {
    let mut town = Town::on(date(2026, 3, 2));
    let d = town.driver();
    let n = town.notice(Offender::Driver(d), "I-01", &[]);
    town.ok(Role::Clerk, serve(&n, registry::act::enforcement::ServedPaper::Notice, date(2026, 3, 2)));
    let due = |town: &Town| notice_now(&town.law, &town.reg.notices[&n], town.today()).and_then(|s| s.due);
    assert_eq!(due(&town), Some(date(2026, 3, 17)));
    let closure = Command::AddClosureDay(c::AddClosureDay {
        on: date(2026, 3, 17),
        kind: ClosureKind::Closure,
        name: "ponto facultativo fictício".into(),
        source: "decreto fictício".into(),
    });
    town.ok(Role::Manager, closure.clone());
    assert!(town.no(Role::Manager, closure).has(Why::Duplicate));
    assert_eq!(due(&town), Some(date(2026, 3, 18)));
    let rule = |answer: &str| {
        Command::RuleReading(c::RuleReading {
            reading: "CAR-G06".into(),
            answer: answer.into(),
            since: date(2026, 1, 1),
            by: "portaria fictícia".into(),
        })
    };
    let refusal = town.no(Role::Authority, rule("talvez"));
    assert!(refusal.pt_br().contains("trinta_dias"), "the closed list is told: {refusal}");
    town.ok(Role::Authority, rule("trinta_dias"));
    assert_eq!(due(&town), Some(date(2026, 4, 1)));
}

#[test]
fn a_provision_that_a_court_suspends_neither_blocks_nor_charges() {
    let mut town = Town::on(date(2026, 3, 2));
    let d = town.driver();
    let before = town.no(Role::Clerk, grant(&d));
    assert!(before.pt_br().contains("art. 9º, VIII"));
    let court = |provision: &str| {
        Command::SuspendProvision(c::SuspendProvision {
            provision: provision.into(),
            since: date(2026, 1, 1),
            by: "processo fictício".into(),
        })
    };
    assert!(town.no(Role::Manager, court("art999")).has(Why::Invalid));
    town.ok(Role::Manager, court("art9.inc8"));
    assert!(!town.no(Role::Clerk, grant(&d)).pt_br().contains("art. 9º, VIII"));
    town.ok(Role::Manager, court("anexo1.I-01"));
    let line = draw(town.now, Offender::Driver(d.clone()), "I-01", &[]);
    assert!(town.no(Role::Inspector, Command::DrawNotice(Box::new(line.clone()))).has(Why::Law));
    let fell = c::RestoreProvision {
        provision: "anexo1.I-01".into(),
        last: date(2026, 3, 1),
        by: "acórdão fictício".into(),
    };
    town.ok(Role::Manager, Command::RestoreProvision(fell.clone()));
    assert!(town.no(Role::Manager, Command::RestoreProvision(fell)).has(Why::State));
    town.ok(Role::Inspector, Command::DrawNotice(Box::new(line)));
}

#[test]
fn a_value_must_be_a_number_above_zero_with_a_source() {
    let mut town = Town::on(date(2026, 3, 2));
    let set = |parameter: &str, value| {
        Command::SetParameter(c::SetParameter {
            parameter: parameter.into(),
            value,
            since: date(2026, 1, 1),
            until: None,
            source: "decreto fictício".into(),
        })
    };
    assert!(town.no(Role::Manager, set("URM", FactValue::Int(5))).has(Why::NotFound));
    assert!(town.no(Role::Manager, set("VRM", FactValue::Int(0))).has(Why::Invalid));
    assert!(town.no(Role::Manager, set("VRM", FactValue::Bool(true))).has(Why::Invalid));
    town.ok(Role::Manager, set("VRM", FactValue::Int(5)));
    assert!(town.law.number("VRM", date(2026, 6, 1)).is_some());
}
