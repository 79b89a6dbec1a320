//! What a notice costs, given what the offender did before; and what changes when an earlier notice falls.

use std::collections::BTreeMap;

use jiff::civil::Date;
use law::condition::Outcome;
use law::penalty::{PenaltyKind, PenaltyQuestion, Prior};
use law::{Facts, Law, Value};

use super::Desk;
use super::credentials::{driver_title, unmet};
use crate::act::enforcement::{ImposedPenalty, Offender, PenaltyRecomputed, PenaltyTag};
use crate::act::holders::FactValues;
use crate::act::{Act, ActKind};
use crate::id::{NoticeId, Subject};
use crate::refusal::{Reason, Why};
use crate::state::{Notice, Registry};
use crate::vocabulary::fact;

impl Offender {
    /// The offender as a subject of the register, when it is in it.
    #[must_use]
    pub fn subject(&self) -> Option<Subject> {
        match self {
            Offender::Driver(id) => Some(Subject::Driver(id.clone())),
            Offender::Operator(id) => Some(Subject::Operator(id.clone())),
            Offender::Person { .. } => None,
        }
    }
}

/// The facts of an occurrence: what the register knows of the offender on that day, what it can tell by itself, and what the
/// inspector said, which prevails.
pub(crate) fn occurrence_facts(
    reg: &Registry,
    law: &Law,
    offender: &Offender,
    has_vehicle: bool,
    said: &FactValues,
    on: Date,
) -> Facts {
    let subject = offender.subject();
    let mut facts = subject.as_ref().map(|s| reg.facts_of(law, s, on)).unwrap_or_default();
    let mut know = |id: &str, value: Value| {
        if law.fact(id).is_some() {
            facts.set(id, value);
        }
    };
    know(fact::HAS_VEHICLE, Value::Bool(has_vehicle));
    let suspension = match subject.as_ref().and_then(|s| reg.suspension_on(s, on)) {
        Some(s) if s.preventive => "preventiva",
        Some(_) => "penalidade",
        None => "nenhuma",
    };
    know(fact::SUSPENDED, Value::Text(suspension.into()));
    match offender {
        Offender::Driver(id) => {
            let held = reg.drivers.get(id).is_some_and(|d| {
                d.credentials
                    .iter()
                    .filter_map(|c| reg.credentials.get(c))
                    .any(|c| c.covers(on) && c.revoked.as_ref().is_none_or(|r| on < r.on))
            });
            let reasons = driver_title(law)
                .map(|t| unmet(law, t, &reg.facts_of(law, &Subject::Driver(id.clone()), on), on));
            match reasons {
                _ if !held => know(fact::REGULAR, Value::Bool(false)),
                Some(r) if r.iter().any(|r| r.why == Why::Unmet) => know(fact::REGULAR, Value::Bool(false)),
                // what is not known is left for the inspector to say
                Some(r) if !r.is_empty() => {}
                _ => know(fact::REGULAR, Value::Bool(true)),
            }
        }
        Offender::Person { .. } => know(fact::REGULAR, Value::Bool(false)),
        Offender::Operator(_) => {}
    }
    for (id, value) in said {
        facts.set(id.as_str(), value.into());
    }
    facts
}

/// Every other notice against the same offender.
fn others<'r>(reg: &'r Registry, notice: &'r Notice) -> Vec<&'r Notice> {
    let ids: &[NoticeId] = match &notice.drawn.offender {
        Offender::Driver(id) => reg.drivers.get(id).map_or(&[], |d| d.notices.as_slice()),
        Offender::Operator(id) => reg.operators.get(id).map_or(&[], |o| o.notices.as_slice()),
        Offender::Person { document: Some(d), .. } => {
            reg.index.person_notices.get(d).map_or(&[], Vec::as_slice)
        }
        Offender::Person { document: None, .. } => &[],
    };
    ids.iter().filter(|id| **id != notice.drawn.id).filter_map(|id| reg.notices.get(id)).collect()
}

fn kind_of(tag: PenaltyTag) -> PenaltyKind {
    match tag {
        PenaltyTag::Warning => PenaltyKind::Warning,
        PenaltyTag::Fine => PenaltyKind::Fine,
        PenaltyTag::FineWithoutAmount => PenaltyKind::FineWithoutAmount,
        PenaltyTag::Nothing => PenaltyKind::None,
    }
}

fn prior(notice: &Notice, imposed: Option<&ImposedPenalty>, annulled: bool) -> Prior {
    Prior {
        code: notice.drawn.offence.as_str().into(),
        booked: notice.booked(),
        fact: Some(notice.drawn.fact_at.date()),
        punished: imposed.and(notice.decision.as_ref()).filter(|d| d.upheld).map(|d| d.on),
        annulled,
        penalty: imposed.map(|p| kind_of(p.kind)),
    }
}

/// The offender's other notices, as the law asks for a history.
pub(crate) fn priors(reg: &Registry, notice: &Notice) -> Vec<Prior> {
    others(reg, notice).iter().map(|n| prior(n, n.penalty.as_ref(), n.annulled.is_some())).collect()
}

/// The penalty of the law for a notice decided on a day. A missing unit value leaves the sum open when `may_lack_value`.
pub(super) fn penalty(
    desk: &Desk<'_>,
    notice: &Notice,
    decided: Date,
    may_lack_value: bool,
) -> Result<ImposedPenalty, Reason> {
    assess(desk.reg, desk.law, notice, &priors(desk.reg, notice), decided, may_lack_value)
}

fn assess(
    reg: &Registry,
    law: &Law,
    notice: &Notice,
    history: &[Prior],
    decided: Date,
    may_lack_value: bool,
) -> Result<ImposedPenalty, Reason> {
    let d = &notice.drawn;
    let on = d.fact_at.date();
    let facts = occurrence_facts(reg, law, &d.offender, d.vehicle.is_some(), &d.facts, on);
    let question = PenaltyQuestion {
        code: &d.offence,
        offender: Some(d.offender.role()),
        fact: on,
        decided: Some(decided),
        history,
        facts: &facts,
        chosen: None,
    };
    let answer = law.penalty(&question);
    if answer.outcome == Outcome::No {
        let why = answer.why_not.clone().unwrap_or_else(|| "a norma não dá penalidade a este fato".into());
        return Err(Reason::new(Why::Law, why).at("notice").on(&answer.grounds.provisions));
    }
    if !answer.missing.is_empty() && !may_lack_value {
        let words: Vec<&str> = answer.missing.iter().map(|(_, w)| w.as_str()).collect();
        let ids: Vec<law::Id> = answer.missing.iter().map(|(id, _)| id.clone()).collect();
        return Err(Reason::new(Why::Undetermined, words.join("; "))
            .at("notice")
            .on(&answer.grounds.provisions)
            .lacking(&ids));
    }
    let relied_on = answer.repeat_of.as_ref().map_or_else(Vec::new, |r| {
        others(reg, notice)
            .iter()
            .filter(|n| n.annulled.is_none() && n.booked() == r.booked && n.punished() == r.punished)
            .map(|n| n.drawn.id.clone())
            .collect()
    });
    Ok(ImposedPenalty {
        kind: match answer.kind {
            PenaltyKind::Warning => PenaltyTag::Warning,
            PenaltyKind::Fine => PenaltyTag::Fine,
            PenaltyKind::FineWithoutAmount => PenaltyTag::FineWithoutAmount,
            PenaltyKind::None | PenaltyKind::Referral => PenaltyTag::Nothing,
        },
        quantity: answer.amount.as_ref().map(|a| a.quantity.normalize()),
        unit: answer.amount.as_ref().map(|a| a.unit.to_string()),
        times: answer.times,
        centavos: answer.value.map(brasil::money::Brl::centavos),
        measures: answer.measures.iter().map(ToString::to_string).collect(),
        revokes: answer.revokes,
        relied_on,
        words: answer.words(law),
        readings: answer.grounds.readings.iter().map(|(id, a)| format!("{id}={a}")).collect(),
    })
}

/// Whether two penalties weigh the same.
fn same(a: &ImposedPenalty, b: &ImposedPenalty) -> bool {
    a.kind == b.kind
        && a.quantity == b.quantity
        && a.unit == b.unit
        && a.times == b.times
        && a.centavos == b.centavos
        && a.relied_on == b.relied_on
}

/// The penalties that change when a notice falls, each later one computed on the ones before it as they then are.
pub(super) fn recomputed(desk: &Desk<'_>, fallen: &Notice) -> Vec<Act> {
    let mut standing: Vec<&Notice> = others(desk.reg, fallen);
    standing.sort_by_key(|n| (n.drawn.drawn_at, n.drawn.id.clone()));
    let mut now: BTreeMap<NoticeId, ImposedPenalty> = BTreeMap::new();
    let mut acts = Vec::new();
    for notice in &standing {
        let (Some(before), Some(decision)) = (&notice.penalty, &notice.decision) else { continue };
        if notice.annulled.is_some() {
            continue;
        }
        let history: Vec<Prior> = others(desk.reg, notice)
            .iter()
            .map(|n| {
                let imposed = now.get(&n.drawn.id).or(n.penalty.as_ref());
                prior(n, imposed, n.annulled.is_some() || n.drawn.id == fallen.drawn.id)
            })
            .collect();
        let Ok(mut after) = assess(desk.reg, desk.law, notice, &history, decision.on, true) else { continue };
        after.relied_on.retain(|id| *id != fallen.drawn.id);
        if same(before, &after) {
            continue;
        }
        now.insert(notice.drawn.id.clone(), after.clone());
        let payload = PenaltyRecomputed {
            notice: notice.drawn.id.clone(),
            because: Some(fallen.drawn.id.clone()),
            before: before.clone(),
            after,
        };
        let base =
            desk.law.offences.get(notice.drawn.offence.as_str()).map(|o| o.base.clone()).unwrap_or_default();
        acts.push(desk.act(ActKind::PenaltyRecomputed(Box::new(payload)), desk.today(), &base));
    }
    acts
}
