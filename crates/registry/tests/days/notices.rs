//! Notices: what is drawn up, who is told, what it costs, and what falls with what.

use jiff::civil::date;
use registry::act::enforcement::{Offender, PenaltyTag, ServedPaper};
use registry::command as c;
use registry::queries::{find_offences, notice_now, pay_by, penalty_preview};
use registry::refusal::Why;
use registry::{ActKind, Command, FactValue, Role};

use crate::town::{Town, cpf, defend, draw, serve, uphold};

fn mechanical() -> Vec<(&'static str, FactValue)> {
    vec![("ocorrencia.aspecto", FactValue::Text("mecanica".into()))]
}

/// The boundary of the six months: on the last day the fine doubles, on the day after it does not.
#[test]
fn a_fine_doubles_up_to_the_last_day_of_the_window() {
    for (second, times, centavos) in [(date(2025, 9, 10), 2, 57_600), (date(2025, 9, 11), 1, 28_800)] {
        let mut town = Town::on(date(2025, 3, 10));
        town.set_unit("VRM", "4.80");
        let d = town.driver();
        let first = town.notice(Offender::Driver(d.clone()), "III-02", &mechanical());
        town.punish(&first, date(2025, 4, 14));
        assert_eq!(town.reg.notices[&first].penalty.as_ref().and_then(|p| p.centavos), Some(28_800));
        town.go(second);
        let again = town.notice(Offender::Driver(d), "III-02", &mechanical());
        town.punish(&again, date(2025, 10, 20));
        let penalty = town.reg.notices[&again].penalty.clone().expect("imposed");
        assert_eq!((penalty.times, penalty.centavos), (times, Some(centavos)), "{second}");
        assert_eq!(penalty.relied_on, if times == 2 { vec![first] } else { Vec::new() });
    }
}

/// A fallen notice takes with it what relied on it, down the ladder.
#[test]
fn annulling_a_notice_recomputes_every_later_one_that_relied_on_it() {
    let mut town = Town::on(date(2025, 3, 10));
    town.set_unit("VRM", "4.80");
    let d = town.driver();
    let mut notices = Vec::new();
    for (booked, decided) in [
        (date(2025, 3, 10), date(2025, 4, 14)),
        (date(2025, 6, 2), date(2025, 7, 10)),
        (date(2025, 8, 1), date(2025, 9, 5)),
    ] {
        town.go(booked);
        let n = town.notice(Offender::Driver(d.clone()), "I-01", &[]);
        town.punish(&n, decided);
        notices.push(n);
    }
    let penalties = |town: &Town| -> Vec<(PenaltyTag, u32, Option<i64>)> {
        notices
            .iter()
            .filter_map(|n| town.reg.notices[n].penalty.as_ref())
            .map(|p| (p.kind, p.times, p.centavos))
            .collect()
    };
    assert_eq!(
        penalties(&town),
        vec![
            (PenaltyTag::Warning, 1, None),
            (PenaltyTag::Fine, 1, Some(19_200)),
            (PenaltyTag::Fine, 2, Some(38_400))
        ]
    );
    let annul = c::AnnulNotice { notice: notices[0].clone(), reasoning: "vício fictício".into() };
    let acts = town.ok(Role::Authority, Command::AnnulNotice(annul));
    assert_eq!(acts.iter().filter(|a| matches!(a.kind, ActKind::PenaltyRecomputed(_))).count(), 2);
    assert_eq!(penalties(&town), vec![(PenaltyTag::Warning, 1, None), (PenaltyTag::Fine, 1, Some(19_200))]);
    assert_eq!(town.reg.notices[&notices[1]].earlier_penalties.len(), 1);
}

/// The specific line beats the residual one, and a line that does not fit the fact is refused with the reason.
#[test]
fn a_line_that_gives_way_is_refused_and_the_right_one_named() {
    let mut town = Town::on(date(2026, 3, 2));
    let d = town.driver();
    let mut command = draw(town.now, Offender::Driver(d.clone()), "III-01", &[]);
    command.also_considered = vec!["III-03".into()];
    let refusal = town.no(Role::Inspector, Command::DrawNotice(Box::new(command.clone())));
    assert!(refusal.has(Why::Law) && refusal.pt_br().contains("III-03"), "{refusal}");
    // one fine per fact and offender
    command.offence = "III-03".into();
    town.ok(Role::Inspector, Command::DrawNotice(Box::new(command.clone())));
    assert!(town.no(Role::Inspector, Command::DrawNotice(Box::new(command))).has(Why::Duplicate));
    let wrong = [("ocorrencia.aspecto", FactValue::Text("higiene".into()))];
    let unfit = draw(town.now, Offender::Driver(d.clone()), "III-02", &wrong);
    assert!(town.no(Role::Inspector, Command::DrawNotice(Box::new(unfit))).has(Why::Law));
    // a line of operators does not reach drivers
    let other = draw(town.now, Offender::Driver(d), "IV-04", &[]);
    assert!(town.no(Role::Inspector, Command::DrawNotice(Box::new(other))).has(Why::Law));
    assert!(find_offences(&town.law, "cigarro").iter().any(|c| c.as_ref() == "I-01"));
}

/// The orphan line: its duty was revoked, so it only reaches facts of the weeks in which the duty was in force.
#[test]
fn the_code_in_force_on_the_day_of_the_fact_governs() {
    let mut town = Town::on(date(2026, 3, 2));
    let d = town.driver();
    let today = draw(town.now, Offender::Driver(d.clone()), "III-06", &[]);
    let refusal = town.no(Role::Inspector, Command::DrawNotice(Box::new(today)));
    assert!(refusal.has(Why::Law), "{refusal}");
    let mut old = draw(town.now, Offender::Driver(d), "III-06", &[]);
    old.fact_at = date(2020, 8, 5).at(9, 0, 0, 0);
    town.ok(Role::Inspector, Command::DrawNotice(Box::new(old)));
}

/// BL-57: the time of the fact is one, and the time of drafting is another.
#[test]
fn the_time_of_the_fact_is_kept_apart_from_the_time_of_drafting() {
    let mut town = Town::on(date(2026, 11, 13));
    town.now = date(2026, 11, 13).at(0, 5, 0, 0);
    let d = town.driver();
    let mut command = draw(town.now, Offender::Driver(d), "I-01", &[]);
    command.fact_at = date(2026, 11, 12).at(23, 50, 0, 0);
    town.ok(Role::Inspector, Command::DrawNotice(Box::new(command.clone())));
    let n = town.reg.notices.values().next().expect("drawn");
    assert_eq!(n.drawn.fact_at, date(2026, 11, 12).at(23, 50, 0, 0));
    assert_eq!(n.drawn.drawn_at, date(2026, 11, 13).at(0, 5, 0, 0));
    command.fact_at = date(2026, 11, 13).at(0, 6, 0, 0);
    assert!(town.no(Role::Inspector, Command::DrawNotice(Box::new(command))).has(Why::Time));
}

#[test]
fn what_the_paper_must_show_is_demanded_and_can_be_excused_in_writing() {
    let mut town = Town::on(date(2026, 3, 2));
    let d = town.driver();
    let mut command = draw(town.now, Offender::Driver(d), "I-01", &[]);
    command.place = " ".into();
    command.description = String::new();
    let refusal = town.no(Role::Inspector, Command::DrawNotice(Box::new(command.clone())));
    assert_eq!((refusal.about("place").count(), refusal.about("description").count()), (1, 1), "{refusal}");
    assert!(refusal.pt_br().contains("art. 27, IV"), "{refusal}");
    command.confirmation = Some("o croqui anexo descreve o fato".into());
    town.ok(Role::Inspector, Command::DrawNotice(Box::new(command)));
    assert_eq!(town.reg.notices.values().next().expect("drawn").drawn.lacking.len(), 2);
}

#[test]
fn a_certified_refusal_serves_on_the_spot_and_an_edict_only_after_a_failure() {
    let mut town = Town::on(date(2026, 3, 2));
    let d = town.driver();
    let mut command = draw(town.now, Offender::Driver(d.clone()), "I-01", &[]);
    command.refusal_certified = true;
    town.ok(Role::Inspector, Command::DrawNotice(Box::new(command)));
    let first = town.reg.notices.keys().next().cloned().expect("drawn");
    assert_eq!(town.reg.notices[&first].served(ServedPaper::Notice), Some(date(2026, 3, 2)));
    let second = town.notice(Offender::Driver(d), "I-04", &[]);
    let edict = Command::Serve(c::Serve {
        notice: second.clone(),
        paper: ServedPaper::Notice,
        mode: "edital".into(),
        on: date(2026, 3, 2),
        proof: Some("jornal fictício, p. 4".into()),
    });
    assert!(town.no(Role::Clerk, edict.clone()).about("mode").count() == 1);
    let attempt = c::RecordServiceAttempt {
        notice: second.clone(),
        paper: ServedPaper::Notice,
        mode: "postal_ar".into(),
        on: date(2026, 3, 2),
        note: "mudou-se".into(),
        whereabouts_unknown: false,
    };
    town.ok(Role::Clerk, Command::RecordServiceAttempt(attempt));
    town.ok(Role::Clerk, edict);
    assert_eq!(town.reg.notices[&second].served(ServedPaper::Notice), Some(date(2026, 3, 2)));
}

#[test]
fn no_fine_before_its_decision_and_the_whole_way_to_the_appeal() {
    let mut town = Town::on(date(2026, 3, 2));
    town.set_unit("VRM", "5.00");
    let d = town.driver();
    let n = town.notice(Offender::Driver(d), "III-03", &[]);
    assert!(town.no(Role::Authority, uphold(&n)).has(Why::State), "nobody was told yet");
    assert_eq!(town.reg.notices[&n].penalty, None);
    town.ok(Role::Clerk, serve(&n, ServedPaper::Notice, date(2026, 3, 2)));
    let now = notice_now(&town.law, &town.reg.notices[&n], town.today()).expect("a process");
    assert_eq!((now.stage.as_deref(), now.due), (Some("defesa"), Some(date(2026, 3, 17))));
    town.go(date(2026, 3, 17));
    town.ok(Role::Clerk, defend(&n, date(2026, 3, 17)));
    assert!(town.no(Role::Clerk, uphold(&n)).has(Why::NotAllowed), "only the authority decides");
    let preview = penalty_preview(&town.reg, &town.law, &town.reg.notices[&n], town.today());
    assert_eq!(preview.value.map(brasil::money::Brl::centavos), Some(30_000));
    town.ok(Role::Authority, uphold(&n));
    assert_eq!(town.reg.notices[&n].penalty.as_ref().and_then(|p| p.centavos), Some(30_000));
    assert_eq!(pay_by(&town.law, &town.reg.notices[&n]).map(|d| d.due.date), None, "nobody was told yet");
    town.go(date(2026, 4, 6));
    town.ok(Role::Clerk, serve(&n, ServedPaper::Decision, date(2026, 4, 6)));
    assert_eq!(pay_by(&town.law, &town.reg.notices[&n]).map(|d| d.due.date), Some(date(2026, 5, 6)));
    town.go(date(2026, 4, 22));
    // the fifteenth day is the 21st, a holiday: it rolls to the 22nd
    let appeal = c::FileAppeal { notice: n.clone(), on: date(2026, 4, 22), text: "recurso fictício".into() };
    town.ok(Role::Clerk, Command::FileAppeal(appeal));
    let grant = Command::DecideAppeal(c::DecideAppeal {
        notice: n.clone(),
        grant: true,
        reasoning: "fundamentos fictícios".into(),
    });
    assert!(town.no(Role::Authority, grant.clone()).has(Why::NotAllowed), "only the board decides appeals");
    town.ok(Role::AppealBoard, grant);
    let notice = &town.reg.notices[&n];
    assert!(notice.penalty.is_none() && notice.annulled.is_some() && notice.settled());
}

#[test]
fn a_late_appeal_is_recorded_and_not_admitted() {
    let mut town = Town::on(date(2026, 3, 2));
    town.set_unit("VRM", "5.00");
    let d = town.driver();
    let n = town.notice(Offender::Driver(d), "III-03", &[]);
    town.punish(&n, date(2026, 3, 20));
    town.ok(Role::Clerk, serve(&n, ServedPaper::Decision, date(2026, 3, 20)));
    town.go(date(2026, 4, 7));
    let appeal = c::FileAppeal { notice: n.clone(), on: date(2026, 4, 7), text: "recurso fictício".into() };
    town.ok(Role::Clerk, Command::FileAppeal(appeal));
    let notice = &town.reg.notices[&n];
    assert_eq!(notice.appeals.iter().map(|a| a.admitted).collect::<Vec<_>>(), vec![false]);
    assert!(notice.penalty.is_some() && notice.ended.is_some());
}

/// Silence imposes the penalty where the law goes straight on to telling it; the daily routine does it once.
#[test]
fn silence_imposes_the_penalty_once() {
    let mut town = Town::on(date(2026, 3, 2));
    town.set_unit("VRM", "5.00");
    let d = town.driver();
    let n = town.notice(Offender::Driver(d), "III-03", &[]);
    town.ok(Role::Clerk, serve(&n, ServedPaper::Notice, date(2026, 3, 2)));
    town.go(date(2026, 3, 17));
    assert_eq!(town.ok(Role::System, Command::Tick).len(), 0, "the last day is still the offender's");
    town.go(date(2026, 3, 18));
    assert_eq!(town.ok(Role::System, Command::Tick).len(), 1);
    assert_eq!(town.ok(Role::System, Command::Tick).len(), 0, "a second run does nothing");
    let notice = &town.reg.notices[&n];
    assert!(notice.decision.as_ref().is_some_and(|d| d.by_default && d.on == date(2026, 3, 18)));
    assert_eq!(notice.penalty.as_ref().and_then(|p| p.centavos), Some(30_000));
    // a defence after that is recorded as late
    town.ok(Role::Clerk, defend(&n, date(2026, 3, 18)));
    assert_eq!(town.reg.notices[&n].defences, vec![(date(2026, 3, 18), true)]);
}

/// A defence that came on the last day and is recorded the day after strikes the silence that the night recorded.
#[test]
fn a_defence_in_time_recorded_late_strikes_the_silence() {
    let mut town = Town::on(date(2026, 3, 2));
    town.set_unit("VRM", "5.00");
    let d = town.driver();
    let n = town.notice(Offender::Driver(d), "III-03", &[]);
    town.ok(Role::Clerk, serve(&n, ServedPaper::Notice, date(2026, 3, 2)));
    town.go(date(2026, 3, 18));
    town.ok(Role::System, Command::Tick);
    assert!(town.reg.notices[&n].penalty.is_some());
    town.ok(Role::Clerk, defend(&n, date(2026, 3, 17)));
    let notice = &town.reg.notices[&n];
    assert_eq!((notice.penalty.clone(), notice.decision.clone()), (None, None));
    assert_eq!(town.ok(Role::System, Command::Tick).len(), 0);
    town.ok(Role::Authority, uphold(&n));
    assert_eq!(town.reg.notices[&n].decision.as_ref().map(|d| d.by_default), Some(false));
}

/// A missing unit value refuses to charge; it never becomes zero.
#[test]
fn a_fine_without_a_known_unit_value_waits() {
    let mut town = Town::on(date(2026, 3, 2));
    let d = town.driver();
    let n = town.notice(Offender::Driver(d.clone()), "III-03", &[]);
    town.ok(Role::Clerk, serve(&n, ServedPaper::Notice, date(2026, 3, 2)));
    town.ok(Role::Clerk, defend(&n, date(2026, 3, 2)));
    let refusal = town.no(Role::Authority, uphold(&n));
    assert!(refusal.has(Why::Undetermined), "{refusal}");
    assert!(refusal.reasons.iter().any(|r| r.missing.iter().any(|m| m.as_ref() == "VRM")));
    // silence does not wait, but its sum does
    let other = town.notice(Offender::Driver(d), "I-04", &[]);
    town.ok(Role::Clerk, serve(&other, ServedPaper::Notice, date(2026, 3, 2)));
    let fine =
        town.notice(Offender::Person { name: "Beltrana Fictícia".into(), document: None }, "art36", &[]);
    town.ok(Role::Clerk, serve(&fine, ServedPaper::Notice, date(2026, 3, 2)));
    town.go(date(2026, 3, 18));
    town.ok(Role::System, Command::Tick);
    let imposed = |town: &Town| town.reg.notices[&fine].penalty.clone().expect("imposed by silence");
    assert_eq!((imposed(&town).kind, imposed(&town).centavos), (PenaltyTag::Fine, None));
    town.set_unit("TARIFA", "5.00");
    town.ok(Role::System, Command::Tick);
    assert_eq!(imposed(&town).centavos, Some(250_000));
    assert_eq!(town.ok(Role::System, Command::Tick).len(), 0);
}

/// BL-58: one notice that cannot be dealt with does not stop the others.
#[test]
fn one_bad_notice_does_not_stop_the_daily_routine() {
    let mut town = Town::on(date(2026, 3, 2));
    town.set_unit("VRM", "5.00");
    let d = town.driver();
    let mut notices = Vec::new();
    for (i, code) in ["I-01", "I-04", "III-03"].into_iter().enumerate() {
        town.now = date(2026, 3, 2).at(10, i8::try_from(i).expect("few"), 0, 0);
        let n = town.notice(Offender::Driver(d.clone()), code, &[]);
        town.ok(Role::Clerk, serve(&n, ServedPaper::Notice, date(2026, 3, 2)));
        notices.push(n);
    }
    // a court keeps the line of one of them without effect
    let court = c::SuspendProvision {
        provision: "anexo1.I-04".into(),
        since: date(2026, 1, 1),
        by: "processo fictício".into(),
    };
    town.ok(Role::Manager, Command::SuspendProvision(court));
    town.go(date(2026, 3, 18));
    assert_eq!(town.ok(Role::System, Command::Tick).len(), 2);
    let faults = registry::queries::overdue_faults(&town.reg, &town.law, town.today());
    assert_eq!(faults.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>(), vec![notices[1].clone()]);
    assert_eq!(town.ok(Role::System, Command::Tick).len(), 0);
}

#[test]
fn a_payment_closes_a_fine_and_more_than_is_due_is_refused() {
    let mut town = Town::on(date(2026, 3, 2));
    town.set_unit("VRM", "5.00");
    let d = town.driver();
    let n = town.notice(Offender::Driver(d), "III-03", &[]);
    let pay = |centavos, on| {
        Command::RegisterPayment(c::RegisterPayment {
            notice: n.clone(),
            centavos,
            on,
            reference: format!("guia fictícia {centavos}"),
        })
    };
    assert!(
        town.no(Role::Clerk, pay(100, date(2026, 3, 2))).has(Why::State),
        "nothing is due before the decision"
    );
    town.punish(&n, date(2026, 3, 20));
    assert!(town.no(Role::Clerk, pay(30_001, date(2026, 3, 20))).has(Why::Invalid));
    town.ok(Role::Clerk, pay(10_000, date(2026, 3, 20)));
    assert_eq!(town.reg.notices[&n].balance(), 20_000);
    assert!(town.no(Role::Clerk, pay(10_000, date(2026, 3, 20))).has(Why::Duplicate), "a slip is paid once");
    town.ok(Role::Clerk, pay(20_000, date(2026, 3, 20)));
    assert_eq!(town.reg.notices[&n].balance(), 0);
}

/// What was paid on a notice that fell is given back, no more than that, and then the case is settled.
#[test]
fn what_was_paid_on_a_notice_that_fell_is_given_back() {
    let mut town = Town::on(date(2026, 3, 2));
    town.set_unit("VRM", "5.00");
    let d = town.driver();
    let n = town.notice(Offender::Driver(d), "III-03", &[]);
    let refund = |centavos, on, reference: &str| {
        let reference = reference.to_string();
        Command::RefundPayment(c::RefundPayment { notice: n.clone(), centavos, on, reference })
    };
    town.punish(&n, date(2026, 3, 20));
    let pay = c::RegisterPayment {
        notice: n.clone(),
        centavos: 30_000,
        on: date(2026, 3, 20),
        reference: "guia fictícia".into(),
    };
    town.ok(Role::Clerk, Command::RegisterPayment(pay));
    assert!(
        town.no(Role::Authority, refund(100, date(2026, 3, 20), "OP 1")).has(Why::State),
        "nothing is owed"
    );
    let annul = c::AnnulNotice { notice: n.clone(), reasoning: "vício fictício".into() };
    town.ok(Role::Authority, Command::AnnulNotice(annul));
    assert!(!town.reg.notices[&n].settled() && town.reg.index.open_notices.contains(&n));
    assert!(town.no(Role::Clerk, refund(30_000, date(2026, 3, 20), "OP 1")).has(Why::NotAllowed));
    assert!(town.no(Role::Manager, refund(30_001, date(2026, 3, 20), "OP 1")).has(Why::Invalid));
    assert!(town.no(Role::Manager, refund(0, date(2026, 3, 20), "OP 1")).has(Why::Invalid));
    assert!(
        town.no(Role::Manager, refund(1, date(2026, 3, 19), "OP 1")).has(Why::Time),
        "before it was paid"
    );
    assert!(town.no(Role::Manager, refund(1, date(2026, 3, 21), "OP 1")).has(Why::Time), "tomorrow");
    let acts = town.ok(Role::Manager, refund(10_000, date(2026, 3, 20), "OP 1"));
    assert!(registry::describe(&acts[0], &town.law).contains("Devolução de"));
    assert_eq!(town.reg.notices[&n].balance(), -20_000);
    assert!(town.no(Role::Manager, refund(10_000, date(2026, 3, 20), "OP 1")).has(Why::Duplicate));
    town.ok(Role::Authority, refund(20_000, date(2026, 3, 20), "OP 2"));
    assert!(town.reg.notices[&n].settled() && !town.reg.index.open_notices.contains(&n));
}

/// Of somebody without a document only the name tells: the same name, moment and line are one notice.
#[test]
fn one_fact_of_somebody_without_a_document_is_booked_once() {
    let mut town = Town::on(date(2026, 3, 2));
    let person = |name: &str| Offender::Person { name: name.into(), document: None };
    let paid = [("ocorrencia.viagem_sem_aplicativo", FactValue::Bool(true))];
    town.notice(person("Zé da Silva Fictício"), "art36", &paid);
    let again = draw(town.now, person("ZE DA SILVA FICTICIO"), "art36", &paid);
    assert!(town.no(Role::Inspector, Command::DrawNotice(Box::new(again))).has(Why::Duplicate));
    let other = draw(town.now, person("Outro Fictício"), "art36", &paid);
    town.ok(Role::Inspector, Command::DrawNotice(Box::new(other)));
}

/// Somebody unregistered is known again by the document, and a registered one is taken from the register.
#[test]
fn an_unregistered_offender_is_known_by_the_document() {
    let mut town = Town::on(date(2025, 4, 12));
    town.set_unit("TARIFA", "5.00");
    let person = |nine| Offender::Person { name: "Fulano Fictício".into(), document: Some(cpf(nine)) };
    let paid = [("ocorrencia.viagem_sem_aplicativo", FactValue::Bool(true))];
    let n = town.notice(person(222_222_223), "art36", &paid);
    assert_eq!(town.reg.notices[&n].drawn.measures, vec!["apreensao".to_string()]);
    town.punish(&n, date(2025, 5, 20));
    assert_eq!(town.reg.notices[&n].penalty.as_ref().and_then(|p| p.centavos), Some(250_000));
    town.go(date(2025, 6, 12));
    let again = town.notice(person(222_222_223), "art36", &paid);
    assert_eq!(registry::queries::history(&town.reg, &town.reg.notices[&again]).len(), 1);
    let d = town.driver();
    let as_person = draw(town.now, person(100_000_001), "art36", &paid);
    assert!(town.no(Role::Inspector, Command::DrawNotice(Box::new(as_person))).has(Why::Duplicate));
    assert!(town.reg.drivers.contains_key(&d));
}
