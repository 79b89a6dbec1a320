//! Acts about infraction notices and seizures.

use super::{Numbered, touch};
use crate::act::enforcement::{self as e, Offender, ServedPaper};
use crate::act::{Act, ActKind};
use crate::id::{NoticeId, Subject};
use crate::state::{
    Appeal, CaseEvent, Condition, Decision, FailedService, Notice, Payment, Registry, Release, Seizure,
    Service,
};
use crate::vocabulary as v;

pub(super) fn notice_drawn(r: &mut Registry, n: &Numbered<'_>, p: &e::NoticeDrawn) -> bool {
    let mut notice = Notice::new(p.clone());
    notice.events.push(CaseEvent { event: v::DRAWN.to_string(), on: p.drawn_at.date(), act: n.number });
    notice.acts.push(n.number);
    let counters = r.counters.entry(p.year).or_default();
    counters.notices = counters.notices.max(p.sequence);
    r.index.notice_numbers.insert(notice.number(), p.id.clone());
    r.index.notice_codes.insert(p.code.clone(), p.id.clone());
    r.index.open_notices.insert(p.id.clone());
    r.notices.insert(p.id.clone(), notice);
    if let Some(vehicle) = p.vehicle.as_ref().and_then(|x| x.vehicle.clone()) {
        touch(r, &Subject::Vehicle(vehicle), n.number);
    }
    match &p.offender {
        Offender::Driver(id) => {
            if let Some(d) = r.drivers.get_mut(id) {
                d.notices.push(p.id.clone());
            }
            touch(r, &Subject::Driver(id.clone()), n.number)
        }
        Offender::Operator(id) => {
            if let Some(o) = r.operators.get_mut(id) {
                o.notices.push(p.id.clone());
            }
            touch(r, &Subject::Operator(id.clone()), n.number)
        }
        Offender::Person { document, .. } => {
            if let Some(document) = document {
                r.index.person_notices.entry(document.clone()).or_default().push(p.id.clone());
            }
            true
        }
    }
}

pub(super) fn notice_act(r: &mut Registry, n: &Numbered<'_>, id: &NoticeId) -> bool {
    let Some(notice) = r.notices.get_mut(id) else { return false };
    take_notice_act(notice, n.number, n.act);
    let (settled, offender) = (notice.settled(), notice.drawn.offender.clone());
    if settled {
        r.index.open_notices.remove(id);
    } else {
        // a fine that was paid and computed anew may be open again
        r.index.open_notices.insert(id.clone());
    }
    match offender {
        Offender::Driver(id) => touch(r, &Subject::Driver(id), n.number),
        Offender::Operator(id) => touch(r, &Subject::Operator(id), n.number),
        Offender::Person { .. } => true,
    }
}

/// What an act about a notice does to it. Also used by `decide` to see where a case would stand.
pub(crate) fn take_notice_act(notice: &mut Notice, number: u64, act: &Act) {
    let on = act.effective_on;
    notice.acts.push(number);
    let mut happened = |event: &str, on| {
        notice.events.push(CaseEvent { event: event.to_string(), on, act: number });
    };
    match &act.kind {
        ActKind::ServiceFailed(p) => notice.failed_services.push(FailedService {
            paper: p.paper,
            mode: p.mode.clone(),
            on: p.on,
            note: p.note.clone(),
            whereabouts_unknown: p.whereabouts_unknown,
        }),
        ActKind::Served(p) => {
            match p.paper {
                ServedPaper::Notice => happened(v::SERVED, p.on),
                ServedPaper::Decision => happened(v::DECISION_SERVED, p.on),
                ServedPaper::AppealDecision => {}
            }
            notice.services.push(Service {
                paper: p.paper,
                mode: p.mode.clone(),
                on: p.on,
                proof: p.proof.clone(),
            });
            if p.ends && notice.ended.is_none() {
                notice.ended = Some(on);
            }
        }
        ActKind::DefenceFiled(p) => {
            if !p.late {
                happened(v::DEFENCE, p.on);
            }
            if let Some(silence) = &p.undoes {
                notice.events.retain(|e| e.event != *silence);
                if notice.decision.as_ref().is_some_and(|d| d.by_default) {
                    notice.decision = None;
                    notice.penalty = None;
                    notice.ended = None;
                }
            }
            notice.defences.push((p.on, p.late));
        }
        ActKind::NoticeDecided(p) => {
            happened(if p.penalty.is_some() { v::DECIDED } else { v::CLOSED }, on);
            notice.decision = Some(Decision {
                on,
                upheld: p.penalty.is_some(),
                by_default: false,
                reasoning: p.reasoning.clone(),
            });
            notice.penalty.clone_from(&p.penalty);
            if p.penalty.is_none() {
                notice.annulled = Some((on, p.reasoning.clone()));
                notice.ended = Some(on);
            }
        }
        ActKind::AppealFiled(p) => {
            if p.admitted {
                happened(v::APPEAL, p.on);
                // an appeal that came in time and is recorded late opens again what silence had closed
                notice.ended = None;
            }
            notice.appeals.push(Appeal {
                on: p.on,
                admitted: p.admitted,
                text: p.text.clone(),
                decision: None,
            });
        }
        ActKind::AppealDecided(p) => {
            happened(if p.granted { v::CLOSED } else { v::APPEAL_DECIDED }, on);
            if let Some(appeal) = notice.appeals.iter_mut().rev().find(|a| a.admitted && a.decision.is_none())
            {
                appeal.decision = Some((on, p.granted, p.reasoning.clone()));
            }
            if p.granted {
                notice.annulled = Some((on, p.reasoning.clone()));
                notice.penalty = None;
            }
            notice.ended = Some(on);
        }
        ActKind::StageLapsed(p) => {
            happened(&p.event, p.on);
            if let Some(penalty) = &p.penalty {
                notice.decision =
                    Some(Decision { on: p.on, upheld: true, by_default: true, reasoning: String::new() });
                notice.penalty = Some(penalty.clone());
            }
            if p.ends {
                notice.ended = Some(p.on);
            }
        }
        ActKind::NoticeAnnulled(p) => {
            happened(v::CLOSED, on);
            notice.annulled = Some((on, p.reasoning.clone()));
            notice.penalty = None;
            notice.ended = Some(on);
        }
        ActKind::PenaltyRecomputed(p) => {
            notice.earlier_penalties.push((p.because.clone(), p.before.clone()));
            notice.penalty = Some(p.after.clone());
        }
        ActKind::PaymentRegistered(p) => {
            notice.payments.push(Payment { centavos: p.centavos, on: p.on, reference: p.reference.clone() });
        }
        ActKind::PaymentRefunded(p) => {
            let centavos = p.centavos.saturating_neg();
            notice.payments.push(Payment { centavos, on: p.on, reference: p.reference.clone() });
        }
        _ => {}
    }
}

pub(super) fn vehicle_seized(r: &mut Registry, n: &Numbered<'_>, p: &e::VehicleSeized) -> bool {
    let seizure = Seizure { taken: p.clone(), conditions: Vec::new(), release: None, acts: vec![n.number] };
    let counters = r.counters.entry(p.year).or_default();
    counters.seizures = counters.seizures.max(p.sequence);
    r.seizures.insert(p.id.clone(), seizure);
    r.index.open_seizures.insert(p.id.clone());
    match &p.vehicle.vehicle {
        Some(vehicle) => touch(r, &Subject::Vehicle(vehicle.clone()), n.number),
        None => true,
    }
}

fn touch_seizure(r: &mut Registry, n: &Numbered<'_>, id: &crate::id::SeizureId) {
    let vehicle = r.seizures.get_mut(id).and_then(|s| {
        s.acts.push(n.number);
        s.taken.vehicle.vehicle.clone()
    });
    if let Some(vehicle) = vehicle {
        touch(r, &Subject::Vehicle(vehicle), n.number);
    }
}

pub(super) fn release_condition_met(r: &mut Registry, n: &Numbered<'_>, p: &e::ReleaseConditionMet) -> bool {
    let Some(s) = r.seizures.get_mut(&p.seizure) else { return false };
    s.conditions.push(Condition { condition: p.condition.clone(), on: p.on, proof: p.proof.clone() });
    touch_seizure(r, n, &p.seizure);
    true
}

pub(super) fn vehicle_released(r: &mut Registry, n: &Numbered<'_>, p: &e::VehicleReleased) -> bool {
    let Some(s) = r.seizures.get_mut(&p.seizure) else { return false };
    s.release = Some(Release {
        on: p.on,
        received_by: p.received_by.clone(),
        bill: p.bill.clone(),
        centavos: p.centavos,
    });
    r.index.open_seizures.remove(&p.seizure);
    touch_seizure(r, n, &p.seizure);
    true
}
