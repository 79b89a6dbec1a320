//! Suspensions, complaints and revocation.

use jiff::civil::date;
use registry::act::matters::{CaseKind, CaseStep};
use registry::command as c;
use registry::id::{CaseId, Subject};
use registry::queries::{PublicStatus, status};
use registry::refusal::Why;
use registry::{Command, Role};

use crate::town::{Town, grant};

#[test]
fn a_suspension_runs_from_the_day_after_and_no_longer_than_the_law() {
    let mut town = Town::on(date(2026, 3, 2));
    let (d, ..) = town.credentialed();
    let suspend = |days| {
        Command::Suspend(c::Suspend {
            subject: Subject::Driver(d.clone()),
            days,
            told_on: date(2026, 3, 2),
            reason: "gravidade e antecedentes fictícios".into(),
            notice: None,
        })
    };
    assert!(town.no(Role::Clerk, suspend(10)).has(Why::NotAllowed));
    let refusal = town.no(Role::Authority, suspend(91));
    assert!(refusal.has(Why::Law) && refusal.about("days").count() == 1, "{refusal}");
    assert!(refusal.pt_br().contains("art. 17, III"), "{refusal}");
    town.ok(Role::Authority, suspend(90));
    let id = town.reg.drivers[&d].credentials[0].clone();
    let on = |town: &Town, day| status(&town.reg, &town.law, &id, day);
    assert!(on(&town, date(2026, 3, 2)).good());
    let suspended = PublicStatus::Suspended { since: date(2026, 3, 3), until: date(2026, 5, 31) };
    assert_eq!(on(&town, date(2026, 3, 3)), suspended);
    assert_eq!(on(&town, date(2026, 5, 31)), suspended);
    assert!(on(&town, date(2026, 6, 1)).good());
}

#[test]
fn a_grave_complaint_opens_a_process_the_same_day_and_a_preventive_suspension_can_be_renewed() {
    let mut town = Town::on(date(2026, 3, 2));
    let (d, ..) = town.credentialed();
    let complain = |grave| {
        Command::ReceiveComplaint(c::ReceiveComplaint {
            subject: Subject::Driver(d.clone()),
            channel: "telefone".into(),
            text: "relato fictício".into(),
            complainant: None,
            grave,
        })
    };
    assert_eq!(town.ok(Role::Clerk, complain(false)).len(), 1);
    assert_eq!(town.ok(Role::Clerk, complain(true)).len(), 2);
    let (case_id, case) = town.reg.cases.iter().next().map(|(i, c)| (i.clone(), c.clone())).expect("opened");
    assert_eq!((case.kind, case.opened_on), (CaseKind::Inquiry, date(2026, 3, 2)));
    let order = Command::SuspendPreventively(c::SuspendPreventively {
        subject: Subject::Driver(d.clone()),
        reason: "risco aos passageiros".into(),
        case: Some(case_id),
    });
    town.ok(Role::Authority, order.clone());
    let s = town.reg.drivers[&d].suspensions[0].clone();
    assert_eq!(
        (town.reg.suspensions[&s].first, town.reg.suspensions[&s].last),
        (date(2026, 3, 2), date(2026, 3, 31))
    );
    assert!(town.no(Role::Authority, order).has(Why::Duplicate));
    town.go(date(2026, 3, 30));
    let renew = Command::RenewSuspension(c::RenewSuspension {
        suspension: s.clone(),
        reason: "apuração em curso".into(),
    });
    town.ok(Role::Authority, renew.clone());
    assert_eq!(town.reg.suspensions[&s].last, date(2026, 4, 30));
    town.go(date(2026, 5, 1));
    assert!(town.no(Role::Authority, renew).has(Why::State));
}

fn step(town: &mut Town, role: Role, case: &CaseId, step: CaseStep) {
    let on = town.today();
    town.ok(
        role,
        Command::TakeCaseStep(c::TakeCaseStep {
            case: case.clone(),
            step,
            on,
            text: "texto fictício".into(),
        }),
    );
}

#[test]
fn a_title_is_revoked_only_at_the_end_of_its_process_and_by_a_published_act() {
    let mut town = Town::on(date(2026, 3, 2));
    let (d, ..) = town.credentialed();
    let credential = town.reg.drivers[&d].credentials[0].clone();
    let open = c::OpenRevocation {
        subject: Subject::Driver(d.clone()),
        reason: "trabalhou suspenso".into(),
        notice: None,
    };
    town.ok(Role::Authority, Command::OpenRevocation(open.clone()));
    assert!(town.no(Role::Authority, Command::OpenRevocation(open)).has(Why::Duplicate));
    let case = town.reg.cases.keys().next().cloned().expect("opened");
    let revoke = |published| {
        Command::Revoke(c::Revoke {
            case: case.clone(),
            ordinance: "Portaria fictícia 1/2026".into(),
            published,
        })
    };
    let decide =
        Command::DecideCase(c::DecideCase { case: case.clone(), upheld: true, reasoning: "razões".into() });
    assert!(town.no(Role::Authority, revoke(date(2026, 3, 2))).has(Why::State));
    assert!(town.no(Role::Authority, decide.clone()).has(Why::State), "the person was not told yet");
    step(&mut town, Role::Clerk, &case, CaseStep::Served);
    town.go(date(2026, 3, 10));
    step(&mut town, Role::Clerk, &case, CaseStep::Defence);
    town.ok(Role::Authority, decide);
    assert!(town.no(Role::Authority, revoke(date(2026, 3, 10))).has(Why::State), "an appeal is still open");
    step(&mut town, Role::Clerk, &case, CaseStep::DecisionServed);
    town.go(date(2026, 4, 1));
    assert!(status(&town.reg, &town.law, &credential, town.today()).good(), "the effects wait for the act");
    town.ok(Role::Authority, revoke(date(2026, 4, 1)));
    assert_eq!(
        status(&town.reg, &town.law, &credential, town.today()),
        PublicStatus::Revoked { since: date(2026, 4, 1) }
    );
    let refusal = town.no(Role::Clerk, grant(&d));
    assert!(refusal.has(Why::State), "{refusal}");
    let again = c::OpenRevocation { subject: Subject::Driver(d), reason: "de novo".into(), notice: None };
    assert!(town.no(Role::Authority, Command::OpenRevocation(again)).has(Why::State));
}

#[test]
fn an_appeal_that_is_granted_ends_the_process() {
    let mut town = Town::on(date(2026, 3, 2));
    let (d, ..) = town.credentialed();
    let open = c::OpenRevocation {
        subject: Subject::Driver(d.clone()),
        reason: "motivo fictício".into(),
        notice: None,
    };
    town.ok(Role::Authority, Command::OpenRevocation(open));
    let case = town.reg.cases.keys().next().cloned().expect("opened");
    step(&mut town, Role::Clerk, &case, CaseStep::Served);
    step(&mut town, Role::Clerk, &case, CaseStep::Defence);
    let decide = c::DecideCase { case: case.clone(), upheld: true, reasoning: "razões".into() };
    town.ok(Role::Authority, Command::DecideCase(decide));
    step(&mut town, Role::Clerk, &case, CaseStep::DecisionServed);
    step(&mut town, Role::Clerk, &case, CaseStep::Appeal);
    step(&mut town, Role::AppealBoard, &case, CaseStep::AppealGranted);
    assert!(town.reg.index.open_cases.is_empty());
    let revoke = c::Revoke { case, ordinance: "Portaria fictícia".into(), published: town.today() };
    assert!(town.no(Role::Authority, Command::Revoke(revoke)).has(Why::State));
}

/// Working while suspended: the line fits because the register knows of the suspension, and the day's work asks for the process.
#[test]
fn working_while_suspended_leads_to_a_process() {
    let mut town = Town::on(date(2026, 3, 2));
    let (d, ..) = town.credentialed();
    let offender = registry::act::enforcement::Offender::Driver(d.clone());
    let early = crate::town::draw(town.now, offender.clone(), "art24", &[]);
    assert!(
        town.no(Role::Inspector, Command::DrawNotice(Box::new(early))).has(Why::Law),
        "nobody is suspended yet"
    );
    let suspend = c::Suspend {
        subject: Subject::Driver(d),
        days: 30,
        told_on: date(2026, 3, 2),
        reason: "gravidade fictícia".into(),
        notice: None,
    };
    town.ok(Role::Authority, Command::Suspend(suspend));
    town.go(date(2026, 3, 5));
    let n = town.notice(offender, "art24", &[]);
    town.punish(&n, date(2026, 3, 20));
    assert!(town.reg.notices[&n].penalty.as_ref().is_some_and(|p| p.revokes && p.centavos.is_none()));
    let work = registry::queries::day(&town.reg, &town.law, town.today());
    assert!(work.pendencies.iter().any(|p| p.what.contains("abrir o processo de cassação")));
}
