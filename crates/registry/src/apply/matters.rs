//! Acts about suspensions, complaints, processes, reports, orders and the setting of the law.

use super::{Numbered, touch};
use crate::act::matters as m;
use crate::id::Subject;
use crate::state::{
    Breach, Case, CaseDecision, CaseEvent, Complaint, FiledReport, Order, Registry, Revocation, Suspension,
    number,
};
use crate::vocabulary as v;

pub(super) fn suspended(r: &mut Registry, n: &Numbered<'_>, p: &m::Suspended) -> bool {
    let suspensions = match &p.subject {
        Subject::Driver(id) => r.drivers.get_mut(id).map(|d| &mut d.suspensions),
        Subject::Operator(id) => r.operators.get_mut(id).map(|o| &mut o.suspensions),
        Subject::Vehicle(_) => None,
    };
    let Some(suspensions) = suspensions else { return false };
    suspensions.push(p.id.clone());
    let suspension = Suspension {
        subject: p.subject.clone(),
        measure: p.measure.clone(),
        preventive: p.preventive,
        first: p.first,
        last: p.last,
        reason: p.reason.clone(),
        notice: p.notice.clone(),
        case: p.case.clone(),
        free_from: None,
    };
    r.suspensions.insert(p.id.clone(), suspension);
    touch(r, &p.subject, n.number)
}

pub(super) fn suspension_renewed(r: &mut Registry, n: &Numbered<'_>, p: &m::SuspensionRenewed) -> bool {
    let Some(s) = r.suspensions.get_mut(&p.suspension) else { return false };
    s.last = p.last;
    touch(r, &p.subject, n.number)
}

pub(super) fn suspension_lifted(r: &mut Registry, n: &Numbered<'_>, p: &m::SuspensionLifted) -> bool {
    let Some(s) = r.suspensions.get_mut(&p.suspension) else { return false };
    s.free_from = Some(p.free_from);
    touch(r, &p.subject, n.number)
}

pub(super) fn complaint_received(r: &mut Registry, n: &Numbered<'_>, p: &m::ComplaintReceived) -> bool {
    let complaint = Complaint {
        subject: p.subject.clone(),
        channel: p.channel.clone(),
        text: p.text.clone(),
        complainant: p.complainant.clone(),
        grave: p.grave,
        received_on: n.act.effective_on,
        case: None,
    };
    r.complaints.insert(p.id.clone(), complaint);
    touch(r, &p.subject, n.number)
}

pub(super) fn case_opened(r: &mut Registry, n: &Numbered<'_>, p: &m::CaseOpened) -> bool {
    let event = |event: &str| CaseEvent { event: event.to_string(), on: n.act.effective_on, act: n.number };
    let mut events = Vec::new();
    if p.complaint.is_some() {
        events.push(event(v::COMPLAINT));
    }
    events.push(event(v::OPENED));
    let case = Case {
        kind: p.kind,
        number: number(p.year, p.sequence),
        subject: p.subject.clone(),
        reason: p.reason.clone(),
        complaint: p.complaint.clone(),
        notice: p.notice.clone(),
        opened_on: n.act.effective_on,
        events,
        decision: None,
        executed: false,
        acts: vec![n.number],
    };
    let counters = r.counters.entry(p.year).or_default();
    counters.cases = counters.cases.max(p.sequence);
    if let Some(complaint) = p.complaint.as_ref().and_then(|c| r.complaints.get_mut(c)) {
        complaint.case = Some(p.id.clone());
    }
    r.cases.insert(p.id.clone(), case);
    r.index.open_cases.insert(p.id.clone());
    touch(r, &p.subject, n.number)
}

pub(super) fn case_step_taken(r: &mut Registry, n: &Numbered<'_>, p: &m::CaseStepTaken) -> bool {
    let Some(case) = r.cases.get_mut(&p.case) else { return false };
    case.events.push(CaseEvent { event: p.step.event().to_string(), on: p.on, act: n.number });
    case.acts.push(n.number);
    if p.step == m::CaseStep::AppealGranted {
        r.index.open_cases.remove(&p.case);
    }
    touch(r, &p.subject, n.number)
}

pub(super) fn case_decided(r: &mut Registry, n: &Numbered<'_>, p: &m::CaseDecided) -> bool {
    let Some(case) = r.cases.get_mut(&p.case) else { return false };
    let event = if p.upheld { v::DECIDED } else { v::CLOSED };
    case.events.push(CaseEvent { event: event.to_string(), on: n.act.effective_on, act: n.number });
    case.decision =
        Some(CaseDecision { upheld: p.upheld, on: n.act.effective_on, reasoning: p.reasoning.clone() });
    case.acts.push(n.number);
    // an inquiry ends with its decision; a revocation that was upheld waits for the published act
    if !p.upheld || case.kind == m::CaseKind::Inquiry {
        r.index.open_cases.remove(&p.case);
    }
    touch(r, &p.subject, n.number)
}

pub(super) fn revoked(r: &mut Registry, n: &Numbered<'_>, p: &m::Revoked) -> bool {
    let Some(case) = r.cases.get_mut(&p.case) else { return false };
    case.events.push(CaseEvent { event: v::PUBLISHED.to_string(), on: p.published, act: n.number });
    case.executed = true;
    case.acts.push(n.number);
    r.index.open_cases.remove(&p.case);
    match &p.subject {
        Subject::Driver(id) => {
            let credentials = r.drivers.get(id).map(|d| d.credentials.clone()).unwrap_or_default();
            for credential in credentials {
                if let Some(c) = r.credentials.get_mut(&credential)
                    && c.revoked.is_none()
                {
                    c.revoked = Some(Revocation {
                        on: p.published,
                        ordinance: p.ordinance.clone(),
                        case: p.case.clone(),
                    });
                }
            }
        }
        Subject::Operator(id) => {
            if let Some(o) = r.operators.get_mut(id) {
                o.revoked = Some(p.published);
            }
        }
        Subject::Vehicle(_) => {}
    }
    touch(r, &p.subject, n.number)
}

pub(super) fn filing_received(r: &mut Registry, n: &Numbered<'_>, p: &m::FilingReceived) -> bool {
    let report = FiledReport {
        operator: p.operator.clone(),
        filing: p.filing.clone(),
        anchor: p.anchor,
        filed_on: p.filed_on,
        due: p.due,
        late: p.late,
        plates: p.plates.clone(),
        nil: p.nil,
        note: p.note.clone(),
    };
    r.filings.insert(p.id.clone(), report);
    touch(r, &Subject::Operator(p.operator.clone()), n.number)
}

pub(super) fn breach_marked(r: &mut Registry, n: &Numbered<'_>, p: &m::BreachMarked) -> bool {
    r.breaches.push(Breach {
        operator: p.operator.clone(),
        filing: p.filing.clone(),
        anchor: p.anchor,
        due: p.due,
        offence: p.offence.clone(),
        marked_on: n.act.effective_on,
        act: n.number,
    });
    touch(r, &Subject::Operator(p.operator.clone()), n.number)
}

pub(super) fn order_issued(r: &mut Registry, n: &Numbered<'_>, p: &m::OrderIssued) -> bool {
    let order = Order {
        subject: p.subject.clone(),
        text: p.text.clone(),
        issued_on: n.act.effective_on,
        due: p.due,
        filing: p.filing.clone(),
        answer: None,
    };
    r.orders.insert(p.id.clone(), order);
    r.index.open_orders.insert(p.id.clone());
    touch(r, &p.subject, n.number)
}

pub(super) fn order_answered(r: &mut Registry, n: &Numbered<'_>, p: &m::OrderAnswered) -> bool {
    let Some(order) = r.orders.get_mut(&p.order) else { return false };
    order.answer = Some((p.on, p.text.clone()));
    r.index.open_orders.remove(&p.order);
    touch(r, &p.subject, n.number)
}

pub(super) fn provision_restored(r: &mut Registry, p: &m::ProvisionRestored) -> bool {
    let open = r
        .laid_over
        .suspensions
        .iter_mut()
        .rev()
        .find(|(s, until)| s.provision == p.provision && until.is_none());
    match open {
        Some((_, until)) => {
            *until = Some(p.last);
            true
        }
        None => false,
    }
}
