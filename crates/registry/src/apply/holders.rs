//! Acts about operators, drivers, vehicles, documents and credentials.

use std::sync::Arc;

use super::{Numbered, touch};
use crate::act::holders as h;
use crate::fact_value::FactValue;
use crate::id::{DocumentId, Subject};
use crate::state::{
    Assignment, Credential, Document, DocumentStatus, Driver, FactEntry, Link, Look, Operator, Period,
    Registry, Said, Timeline, Vehicle, Words, fold, number,
};

/// Adds what an act says about facts to a timeline.
fn say<'f>(
    words: &mut Words,
    timeline: &mut Timeline,
    n: &Numbered<'_>,
    since: jiff::civil::Date,
    document: Option<&DocumentId>,
    facts: impl ExactSizeIterator<Item = (&'f String, Option<&'f FactValue>)>,
) {
    let by = words.keep(&n.act.by.name);
    let said = Arc::new(Said { act: n.number, document: document.cloned(), by, at: n.act.by.time });
    timeline.say(facts.map(|(fact, value)| FactEntry {
        fact: words.keep(fact),
        value: value.cloned(),
        since,
        said: Arc::clone(&said),
    }));
}

fn first_facts(r: &mut Registry, n: &Numbered<'_>, facts: &h::FactValues) -> Timeline {
    let mut timeline = Timeline::default();
    let facts = facts.iter().map(|(fact, value)| (fact, Some(value)));
    say(&mut r.words, &mut timeline, n, n.act.effective_on, None, facts);
    timeline
}

fn look(r: &mut Registry, n: &Numbered<'_>) -> Look {
    Look { by: r.words.keep(&n.act.by.name), at: n.act.by.time, act: n.number }
}

/// The timeline of a subject, and the words it is written with.
fn timeline<'r>(r: &'r mut Registry, subject: &Subject) -> Option<(&'r mut Words, &'r mut Timeline)> {
    let timeline = match subject {
        Subject::Driver(id) => r.drivers.get_mut(id).map(|d| &mut d.facts),
        Subject::Vehicle(id) => r.vehicles.get_mut(id).map(|v| &mut v.facts),
        Subject::Operator(id) => r.operators.get_mut(id).map(|o| &mut o.facts),
    };
    Some((&mut r.words, timeline?))
}

fn name_in(r: &mut Registry, name: &str, subject: Subject) {
    r.index.names.insert((fold(name), subject));
}

fn name_out(r: &mut Registry, name: &str, subject: &Subject) {
    r.index.names.remove(&(fold(name), subject.clone()));
}

pub(super) fn operator_registered(r: &mut Registry, n: &Numbered<'_>, p: &h::OperatorRegistered) -> bool {
    let operator = Operator {
        cnpj: p.cnpj.clone(),
        name: p.name.clone(),
        trade_name: p.trade_name.clone(),
        contact: p.contact.clone(),
        registered_on: n.act.effective_on,
        facts: first_facts(r, n, &p.facts),
        documents: Vec::new(),
        suspensions: Vec::new(),
        revoked: None,
        notices: Vec::new(),
        acts: vec![n.number],
    };
    r.index.cnpj.insert(p.cnpj.clone(), p.id.clone());
    for name in std::iter::once(&p.name).chain(&p.trade_name) {
        name_in(r, name, Subject::Operator(p.id.clone()));
    }
    r.operators.insert(p.id.clone(), operator).is_none()
}

pub(super) fn driver_registered(r: &mut Registry, n: &Numbered<'_>, p: &h::DriverRegistered) -> bool {
    let driver = Driver {
        cpf: p.cpf.clone(),
        name: p.name.clone(),
        cnh: p.cnh.clone(),
        cnh_confirmed: p.cnh_confirmed.clone(),
        contact: p.contact.clone(),
        registered_on: n.act.effective_on,
        facts: first_facts(r, n, &p.facts),
        links: Vec::new(),
        vehicles: Vec::new(),
        documents: Vec::new(),
        credentials: Vec::new(),
        suspensions: Vec::new(),
        notices: Vec::new(),
        acts: vec![n.number],
    };
    r.index.cpf.insert(p.cpf.clone(), p.id.clone());
    r.index.applicants.insert(p.id.clone());
    name_in(r, &p.name, Subject::Driver(p.id.clone()));
    r.drivers.insert(p.id.clone(), driver).is_none()
}

pub(super) fn vehicle_registered(r: &mut Registry, n: &Numbered<'_>, p: &h::VehicleRegistered) -> bool {
    let vehicle = Vehicle {
        plate: p.plate.clone(),
        plate_shown: p.plate_shown.clone(),
        renavam: p.renavam.clone(),
        chassis: p.chassis.clone(),
        model: p.model.clone(),
        colour: p.colour.clone(),
        registered_on: n.act.effective_on,
        retired: None,
        facts: first_facts(r, n, &p.facts),
        assignments: Vec::new(),
        documents: Vec::new(),
        acts: vec![n.number],
    };
    r.index.plates.entry(p.plate.clone()).or_default().push(p.id.clone());
    r.vehicles.insert(p.id.clone(), vehicle).is_none()
}

pub(super) fn vehicle_retired(r: &mut Registry, n: &Numbered<'_>, p: &h::VehicleRetired) -> bool {
    let Some(v) = r.vehicles.get_mut(&p.vehicle) else { return false };
    v.retired = Some(p.last);
    let mut drivers = Vec::new();
    for a in v.assignments.iter_mut().filter(|a| a.last.is_none_or(|l| l > p.last)) {
        a.last = Some(p.last);
        drivers.push(a.driver.clone());
    }
    for d in drivers {
        touch(r, &Subject::Driver(d), n.number);
    }
    touch(r, &Subject::Vehicle(p.vehicle.clone()), n.number)
}

pub(super) fn record_corrected(r: &mut Registry, n: &Numbered<'_>, p: &h::RecordCorrected) -> bool {
    let before = match &p.subject {
        Subject::Driver(id) => r.drivers.get(id).map(|d| d.name.clone()),
        Subject::Operator(id) => r.operators.get(id).map(|o| o.name.clone()),
        Subject::Vehicle(_) => None,
    };
    if let (Some(before), Some(after)) = (&before, &p.name) {
        name_out(r, before, &p.subject);
        name_in(r, after, p.subject.clone());
    }
    let fields = match &p.subject {
        Subject::Driver(id) => r.drivers.get_mut(id).map(|d| (&mut d.name, &mut d.contact)),
        Subject::Operator(id) => r.operators.get_mut(id).map(|o| (&mut o.name, &mut o.contact)),
        Subject::Vehicle(_) => None,
    };
    if let Some((name, contact)) = fields {
        if let Some(right) = &p.name {
            name.clone_from(right);
        }
        if let Some(right) = &p.contact {
            contact.clone_from(right);
        }
    }
    touch(r, &p.subject, n.number)
}

pub(super) fn driver_linked(r: &mut Registry, n: &Numbered<'_>, p: &h::DriverLinked) -> bool {
    let Some(d) = r.drivers.get_mut(&p.driver) else { return false };
    d.links.push(Link { operator: p.operator.clone(), since: p.since, last: None });
    touch(r, &Subject::Driver(p.driver.clone()), n.number)
        && touch(r, &Subject::Operator(p.operator.clone()), n.number)
}

pub(super) fn link_ended(r: &mut Registry, n: &Numbered<'_>, p: &h::LinkEnded) -> bool {
    let Some(d) = r.drivers.get_mut(&p.driver) else { return false };
    let Some(link) = d.links.iter_mut().rev().find(|l| l.operator == p.operator && l.last.is_none()) else {
        return false;
    };
    link.last = Some(p.last);
    touch(r, &Subject::Driver(p.driver.clone()), n.number)
        && touch(r, &Subject::Operator(p.operator.clone()), n.number)
}

pub(super) fn vehicle_assigned(r: &mut Registry, n: &Numbered<'_>, p: &h::VehicleAssigned) -> bool {
    let (Some(d), Some(v)) = (r.drivers.get_mut(&p.driver), r.vehicles.get_mut(&p.vehicle)) else {
        return false;
    };
    v.assignments.push(Assignment {
        driver: p.driver.clone(),
        holding: p.holding.clone(),
        since: p.since,
        last: None,
    });
    d.vehicles.retain(|x| *x != p.vehicle);
    d.vehicles.push(p.vehicle.clone());
    touch(r, &Subject::Driver(p.driver.clone()), n.number)
        && touch(r, &Subject::Vehicle(p.vehicle.clone()), n.number)
}

pub(super) fn assignment_ended(r: &mut Registry, n: &Numbered<'_>, p: &h::AssignmentEnded) -> bool {
    let Some(v) = r.vehicles.get_mut(&p.vehicle) else { return false };
    let Some(a) = v.assignments.iter_mut().rev().find(|a| a.driver == p.driver && a.last.is_none()) else {
        return false;
    };
    a.last = Some(p.last);
    touch(r, &Subject::Driver(p.driver.clone()), n.number)
        && touch(r, &Subject::Vehicle(p.vehicle.clone()), n.number)
}

pub(super) fn document_received(r: &mut Registry, n: &Numbered<'_>, p: &h::DocumentReceived) -> bool {
    let document = Document {
        subject: p.subject.clone(),
        kind: r.words.keep(&p.kind),
        number: p.number.clone(),
        issued: p.issued,
        expires: p.expires,
        note: p.note.clone(),
        received: look(r, n),
        status: DocumentStatus::Received,
    };
    let documents = match &p.subject {
        Subject::Driver(id) => r.drivers.get_mut(id).map(|d| &mut d.documents),
        Subject::Vehicle(id) => r.vehicles.get_mut(id).map(|v| &mut v.documents),
        Subject::Operator(id) => r.operators.get_mut(id).map(|o| &mut o.documents),
    };
    let Some(documents) = documents else { return false };
    documents.push(p.id.clone());
    r.documents.insert(p.id.clone(), document);
    r.index.unread_documents.insert(p.id.clone());
    touch(r, &p.subject, n.number)
}

pub(super) fn document_accepted(r: &mut Registry, n: &Numbered<'_>, p: &h::DocumentAccepted) -> bool {
    let look = look(r, n);
    let Some(document) = r.documents.get_mut(&p.document) else { return false };
    document.status = DocumentStatus::Accepted(look);
    document.expires = p.expires.or(document.expires);
    let (kind, expires) = (document.kind.clone(), document.expires);
    r.index.unread_documents.remove(&p.document);
    // a newer paper of the same kind takes the place of the older one: only the newest can run out
    for id in documents_of(r, &p.subject) {
        if id != p.document && r.documents.get(&id).is_some_and(|d| d.kind == kind) {
            forget_expiry(r, &id);
        }
    }
    if let Some(last) = expires {
        r.index.document_expiries.entry(last).or_default().insert(p.document.clone());
    }
    if let Some((words, timeline)) = timeline(r, &p.subject) {
        let facts = p.facts.iter().map(|(fact, value)| (fact, Some(value)));
        say(words, timeline, n, p.since, Some(&p.document), facts);
    }
    touch(r, &p.subject, n.number)
}

fn documents_of(r: &Registry, subject: &Subject) -> Vec<DocumentId> {
    let documents = match subject {
        Subject::Driver(id) => r.drivers.get(id).map(|d| &d.documents),
        Subject::Vehicle(id) => r.vehicles.get(id).map(|v| &v.documents),
        Subject::Operator(id) => r.operators.get(id).map(|o| &o.documents),
    };
    documents.cloned().unwrap_or_default()
}

fn forget_expiry(r: &mut Registry, id: &DocumentId) {
    let Some(last) = r.documents.get(id).and_then(|d| d.expires) else { return };
    if let Some(of) = r.index.document_expiries.get_mut(&last) {
        of.remove(id);
        if of.is_empty() {
            r.index.document_expiries.remove(&last);
        }
    }
}

pub(super) fn document_rejected(r: &mut Registry, n: &Numbered<'_>, p: &h::DocumentRejected) -> bool {
    let look = look(r, n);
    let Some(document) = r.documents.get_mut(&p.document) else { return false };
    document.status = DocumentStatus::Rejected { look, reason: p.reason.clone() };
    r.index.unread_documents.remove(&p.document);
    touch(r, &p.subject, n.number)
}

pub(super) fn fact_recorded(r: &mut Registry, n: &Numbered<'_>, p: &h::FactRecorded) -> bool {
    if let Some((words, timeline)) = timeline(r, &p.subject) {
        say(words, timeline, n, p.since, None, std::iter::once((&p.fact, p.value.as_ref())));
    }
    touch(r, &p.subject, n.number)
}

pub(super) fn credential_granted(r: &mut Registry, n: &Numbered<'_>, p: &h::CredentialGranted) -> bool {
    let Some(d) = r.drivers.get_mut(&p.driver) else { return false };
    d.credentials.push(p.id.clone());
    let number = number(p.year, p.sequence);
    let counters = r.counters.entry(p.year).or_default();
    counters.credentials = counters.credentials.max(p.sequence);
    r.index.applicants.remove(&p.driver);
    r.index.credential_numbers.insert(number.clone(), p.id.clone());
    r.index.credential_codes.insert(p.code.clone(), p.id.clone());
    if let Some(last) = p.last {
        r.index.credential_expiries.entry(last).or_default().insert(p.id.clone());
    }
    let period = Period { first: p.first, last: p.last, act: n.number, confirmed: p.confirmed.clone() };
    let credential = Credential {
        title: p.title.clone(),
        driver: p.driver.clone(),
        number,
        code: p.code.clone(),
        periods: vec![period],
        revoked: None,
    };
    r.credentials.insert(p.id.clone(), credential);
    touch(r, &Subject::Driver(p.driver.clone()), n.number)
}

pub(super) fn credential_renewed(r: &mut Registry, n: &Numbered<'_>, p: &h::CredentialRenewed) -> bool {
    let Some(c) = r.credentials.get_mut(&p.credential) else { return false };
    let before = c.current().and_then(|x| x.last);
    c.periods.push(Period { first: p.first, last: p.last, act: n.number, confirmed: p.confirmed.clone() });
    if let Some(of) = before.and_then(|b| r.index.credential_expiries.get_mut(&b)) {
        of.remove(&p.credential);
    }
    if let Some(b) = before
        && r.index.credential_expiries.get(&b).is_some_and(std::collections::BTreeSet::is_empty)
    {
        r.index.credential_expiries.remove(&b);
    }
    if let Some(last) = p.last {
        r.index.credential_expiries.entry(last).or_default().insert(p.credential.clone());
    }
    touch(r, &Subject::Driver(p.driver.clone()), n.number)
}
