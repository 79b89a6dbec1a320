//! Suspensions: as a penalty, preventive, longer, lifted.

use jiff::civil::Date;
use law::grounds::Trace;
use law::measure::{Measure, MeasureFault, MeasureSpan};
use law::value::date_pt;

use super::{Desk, Reasons, not_found, refuse};
use crate::act::matters as m;
use crate::act::{Act, ActKind};
use crate::command as c;
use crate::id::{Subject, SuspensionId};
use crate::refusal::{Reason, Refusal, Why};
use crate::state::Suspension;
use crate::vocabulary as v;

fn measure<'l>(desk: &Desk<'l>, id: &str) -> Result<&'l Measure, Refusal> {
    desk.law
        .measures
        .get(id)
        .ok_or_else(|| Refusal::one(Reason::new(Why::Law, format!("a norma não prevê a medida “{id}”"))))
}

/// Whom a suspension may reach: a driver or an operator, in the register and not revoked.
fn holder(desk: &Desk<'_>, subject: &Subject) -> Result<(), Refusal> {
    if matches!(subject, Subject::Vehicle(_)) {
        return refuse(
            Why::Invalid,
            "subject",
            "suspende-se a atividade de motorista ou de operadora, não um veículo",
        );
    }
    if !desk.knows(subject) {
        return Err(not_found("quem se quer suspender", "subject"));
    }
    if let Some(on) = desk.reg.revoked_on(subject) {
        return refuse(Why::State, "subject", format!("a atividade já está cassada desde {}", date_pt(on)));
    }
    Ok(())
}

fn fault(e: &MeasureFault, measure: &Measure, field: &'static str) -> Reason {
    let why = match e {
        MeasureFault::NoLength => Why::Missing,
        MeasureFault::OutOfRange => Why::Time,
        // too long, or not in force
        _ => Why::Law,
    };
    Reason::new(why, e.to_string()).at(field).on(&measure.base)
}

/// The span of a measure and its last day: a suspension in the register has one.
fn dated(
    desk: &Desk<'_>,
    measure: &Measure,
    ordered: Date,
    days: Option<u32>,
) -> Result<(MeasureSpan, Date), MeasureFault> {
    let span = desk.law.measure_span(measure, ordered, days)?;
    let last = span.last_day()?;
    Ok((span, last))
}

pub(super) fn suspend(desk: &Desk<'_>, c: &c::Suspend) -> Result<Vec<Act>, Refusal> {
    let measure = measure(desk, v::SUSPENSION)?;
    holder(desk, &c.subject)?;
    let mut no = Reasons::default();
    no.not_future(c.told_on, desk.today(), "told_on");
    let span = no.take(dated(desk, measure, c.told_on, Some(c.days)).map_err(|e| fault(&e, measure, "days")));
    let reason = no.demand(
        &c.reason,
        "reason",
        "a gravidade da conduta e os antecedentes, que a norma manda considerar",
    );
    if let Some(id) = &c.notice {
        match desk.reg.notices.get(id) {
            None => no.field(Why::NotFound, "notice", "o auto não consta do cadastro"),
            Some(n) if n.punished().is_none() => {
                no.field(Why::State, "notice", "o auto ainda não tem penalidade imposta");
            }
            Some(n) if n.drawn.offender.subject().as_ref() != Some(&c.subject) => {
                no.field(Why::Invalid, "notice", "o auto é contra outra pessoa");
            }
            Some(_) => {}
        }
    }
    let Some((span, last)) = span else { return Err(no.refusal()) };
    no.refuse()?;
    let payload = m::Suspended {
        id: SuspensionId::fresh(&desk.cx.fresh_text(0)),
        subject: c.subject.clone(),
        measure: measure.id.to_string(),
        preventive: false,
        first: span.first,
        last,
        reason: reason.unwrap_or_default(),
        notice: c.notice.clone(),
        case: None,
    };
    Ok(vec![desk.act(ActKind::Suspended(payload), span.first, &span.grounds.provisions)])
}

pub(super) fn suspend_preventively(desk: &Desk<'_>, c: &c::SuspendPreventively) -> Result<Vec<Act>, Refusal> {
    let measure = measure(desk, v::PREVENTIVE)?;
    holder(desk, &c.subject)?;
    let today = desk.today();
    let mut no = Reasons::default();
    let open =
        |s: &&Suspension| s.preventive && s.subject == c.subject && s.last >= today && s.free_from.is_none();
    if let Some(s) = desk.reg.suspensions.values().find(open) {
        no.field(
            Why::Duplicate,
            "subject",
            format!("já há suspensão preventiva até {}; prorrogue-a por ato motivado", date_pt(s.last)),
        );
    }
    if let Some(id) = &c.case {
        match desk.reg.cases.get(id) {
            None => no.field(Why::NotFound, "case", "o processo não consta do cadastro"),
            Some(case) if case.subject != c.subject => {
                no.field(Why::Invalid, "case", "o processo é de outra pessoa");
            }
            Some(_) => {}
        }
    }
    let reason = no.demand(&c.reason, "reason", "o motivo da suspensão");
    let span = no.take(dated(desk, measure, today, None).map_err(|e| fault(&e, measure, "subject")));
    let Some((span, last)) = span else { return Err(no.refusal()) };
    no.refuse()?;
    let payload = m::Suspended {
        id: SuspensionId::fresh(&desk.cx.fresh_text(0)),
        subject: c.subject.clone(),
        measure: measure.id.to_string(),
        preventive: true,
        first: span.first,
        last,
        reason: reason.unwrap_or_default(),
        notice: None,
        case: c.case.clone(),
    };
    Ok(vec![desk.act(ActKind::Suspended(payload), span.first, &span.grounds.provisions)])
}

/// Last day of a further period that begins the day after a last day.
fn further(desk: &Desk<'_>, measure: &Measure, last: Date) -> Result<Date, MeasureFault> {
    let next = last.tomorrow().map_err(|_| MeasureFault::OutOfRange)?;
    let span = desk.law.measure_span(measure, next, None)?;
    if span.first == next {
        span.last_day()
    } else {
        desk.law.measure_span(measure, last, None).and_then(|s| s.last_day())
    }
}

pub(super) fn renew(desk: &Desk<'_>, c: &c::RenewSuspension) -> Result<Vec<Act>, Refusal> {
    let Some(s) = desk.reg.suspensions.get(&c.suspension) else {
        return Err(not_found("a suspensão", "suspension"));
    };
    let measure = measure(desk, &s.measure)?;
    let today = desk.today();
    let mut trace = Trace::default();
    trace.cite(&measure.base);
    let mut no = Reasons::default();
    if !measure.renewable.on(desk.law, today, &mut trace).copied().unwrap_or(false) {
        no.say(
            Reason::new(Why::Law, format!("{} não se prorroga", measure.says))
                .at("suspension")
                .on(&measure.base),
        );
    }
    if s.free_from.is_some() || s.last < today {
        no.field(Why::State, "suspension", "a suspensão já terminou; se for o caso, ordene outra");
    }
    let reason = no.demand(&c.reason, "reason", "o motivo da prorrogação");
    let last = no.take(further(desk, measure, s.last).map_err(|e| fault(&e, measure, "suspension")));
    let Some(last) = last else { return Err(no.refusal()) };
    no.refuse()?;
    let payload = m::SuspensionRenewed {
        suspension: c.suspension.clone(),
        subject: s.subject.clone(),
        last,
        reason: reason.unwrap_or_default(),
    };
    Ok(desk.act_today(ActKind::SuspensionRenewed(payload), &trace.grounds().provisions))
}

pub(super) fn lift(desk: &Desk<'_>, c: &c::LiftSuspension) -> Result<Vec<Act>, Refusal> {
    let Some(s) = desk.reg.suspensions.get(&c.suspension) else {
        return Err(not_found("a suspensão", "suspension"));
    };
    let mut no = Reasons::default();
    if s.free_from.is_some() || s.last < desk.today() {
        no.field(Why::State, "suspension", "a suspensão já terminou");
    }
    let reason = no.demand(&c.reason, "reason", "o motivo de levantar a suspensão");
    no.refuse()?;
    let payload = m::SuspensionLifted {
        suspension: c.suspension.clone(),
        subject: s.subject.clone(),
        free_from: desk.today(),
        reason: reason.unwrap_or_default(),
    };
    let base = desk.law.measures.get(s.measure.as_str()).map(|m| m.base.clone()).unwrap_or_default();
    Ok(desk.act_today(ActKind::SuspensionLifted(payload), &base))
}
