//! Seizing vehicles and giving them back.

use brasil::plate::Plate;
use law::Id;
use law::value::date_pt;
use rust_decimal::Decimal;

use super::{Desk, Reasons, not_found, refuse, some_text};
use crate::act::enforcement as e;
use crate::act::{Act, ActKind};
use crate::command as c;
use crate::id::SeizureId;
use crate::refusal::{Reason, Refusal, Why};
use crate::state::Seizure;
use crate::vocabulary as v;

pub(super) fn seize(desk: &Desk<'_>, c: &c::SeizeVehicle) -> Result<Vec<Act>, Refusal> {
    let Some(measure) = desk.law.measures.get(c.measure.as_str()) else {
        return refuse(Why::Law, "measure", format!("a norma não prevê a medida “{}”", c.measure));
    };
    let mut no = Reasons::default();
    let plate =
        no.take(Plate::parse(&c.plate).map_err(|x| Reason::new(Why::Invalid, x.to_string()).at("plate")));
    if c.at > desk.cx.time {
        no.field(Why::Time, "at", "a apreensão não pode estar no futuro; confira o dia e a hora");
    }
    let place = no.demand(&c.place, "place", "o lugar da apreensão");
    let depot = no.demand(&c.depot, "depot", "o pátio para onde o veículo foi levado");
    let reason = no.demand(&c.reason, "reason", "o motivo da apreensão");
    if let Some(id) = &c.notice {
        match desk.reg.notices.get(id) {
            None => no.field(Why::NotFound, "notice", "o auto não consta do cadastro"),
            Some(n) if !n.drawn.measures.contains(&c.measure) => no.say(
                Reason::new(
                    Why::Law,
                    format!("a linha {} não traz {}", brasil::lexml::line(&n.drawn.offence), measure.says),
                )
                .at("notice")
                .on(&measure.base),
            ),
            Some(_) => {}
        }
    }
    let Some(plate) = plate else { return Err(no.refusal()) };
    let seen = desk.seen(&plate, c.at.date(), c.description.as_ref());
    let mut open = desk.reg.index.open_seizures.iter().filter_map(|id| desk.reg.seizures.get(id));
    if let Some(s) = open.find(|s| s.taken.vehicle.plate == seen.plate) {
        no.field(Why::Duplicate, "plate", format!("o veículo já está apreendido, termo {}", s.number()));
    }
    no.refuse()?;
    let year = desk.today().year();
    let payload = e::VehicleSeized {
        id: SeizureId::fresh(&desk.cx.fresh_text(0)),
        year,
        sequence: desk.reg.counters(year).seizures.saturating_add(1),
        measure: measure.id.to_string(),
        vehicle: seen,
        notice: c.notice.clone(),
        at: c.at,
        place: place.unwrap_or_default(),
        depot: depot.unwrap_or_default(),
        reason: reason.unwrap_or_default(),
    };
    Ok(vec![desk.act(ActKind::VehicleSeized(payload), c.at.date(), &measure.base)])
}

fn open<'r>(desk: &Desk<'r>, id: &SeizureId) -> Result<&'r Seizure, Refusal> {
    let Some(s) = desk.reg.seizures.get(id) else { return Err(not_found("a apreensão", "seizure")) };
    match &s.release {
        Some(r) => refuse(Why::State, "seizure", format!("o veículo já foi liberado em {}", date_pt(r.on))),
        None => Ok(s),
    }
}

pub(super) fn condition_met(desk: &Desk<'_>, c: &c::RecordReleaseCondition) -> Result<Vec<Act>, Refusal> {
    let s = open(desk, &c.seizure)?;
    let mut no = Reasons::default();
    let item = desk
        .law
        .measures
        .get(s.taken.measure.as_str())
        .and_then(|m| m.release.iter().find(|i| i.id.as_ref() == c.condition));
    if item.is_none() {
        no.field(Why::NotFound, "condition", format!("a norma não pede a condição “{}”", c.condition));
    }
    if s.conditions.iter().any(|x| x.condition == c.condition) {
        no.field(Why::Duplicate, "condition", "esta condição já foi cumprida");
    }
    no.not_future(c.on, desk.today(), "on");
    if c.on < s.taken.at.date() {
        no.field(Why::Time, "on", "a condição não pode ser anterior à apreensão");
    }
    let proof = no.demand(&c.proof, "proof", "com que se comprova a condição");
    no.refuse()?;
    let payload = e::ReleaseConditionMet {
        seizure: c.seizure.clone(),
        condition: c.condition.clone(),
        on: c.on,
        proof: proof.unwrap_or_default(),
    };
    let base = item.map(|i| i.base.clone()).unwrap_or_default();
    Ok(vec![desk.act(ActKind::ReleaseConditionMet(payload), c.on, &base)])
}

/// What the register knows that may bear on a release: the vehicle's facts.
fn facts_of_release(desk: &Desk<'_>, s: &Seizure) -> law::Facts {
    s.taken
        .vehicle
        .vehicle
        .as_ref()
        .map(|id| desk.reg.facts_of(desk.law, &crate::id::Subject::Vehicle(id.clone()), desk.today()))
        .unwrap_or_default()
}

pub(super) fn release(desk: &Desk<'_>, c: &c::ReleaseVehicle) -> Result<Vec<Act>, Refusal> {
    let s = open(desk, &c.seizure)?;
    let Some(measure) = desk.law.measures.get(s.taken.measure.as_str()) else {
        return refuse(Why::Law, "seizure", "a norma já não prevê esta medida");
    };
    let mut no = Reasons::default();
    no.not_future(c.on, desk.today(), "on");
    if c.on < s.taken.at.date() {
        no.field(Why::Time, "on", "a liberação não pode ser anterior à apreensão");
    }
    let received_by = no.demand(&c.received_by, "received_by", "a quem o veículo foi entregue");
    let done: Vec<Id> =
        s.conditions.iter().filter(|x| x.on <= c.on).map(|x| x.condition.as_str().into()).collect();
    let facts = facts_of_release(desk, s);
    let (lacks, grounds) = desk.law.release_lacks(measure, &done, &facts, c.on);
    for id in &lacks {
        if let Some(i) = measure.release.iter().find(|i| i.id == *id) {
            no.say(
                Reason::new(Why::Unmet, format!("falta para liberar: {}", i.says)).at("seizure").on(&i.base),
            );
        }
    }
    let mut bill = Vec::new();
    let mut centavos = None;
    if let Some(charge) = desk.law.charges.get(v::RELEASE_BILL) {
        let quantities = [(Id::from(v::DAYS), Decimal::from(c.storage_days))];
        let answer = desk.law.bill(charge, &quantities, c.on);
        for (parameter, why) in &answer.missing {
            let reason = Reason::new(Why::Undetermined, why.clone()).at("storage_days").on(&charge.base);
            no.say(reason.lacking(std::slice::from_ref(parameter)));
        }
        centavos = answer.total.map(brasil::money::Brl::centavos);
        bill = answer
            .parts
            .iter()
            .map(|(part, value)| e::BilledPart { part: part.to_string(), centavos: value.centavos() })
            .collect();
    }
    no.refuse()?;
    let payload = e::VehicleReleased {
        seizure: c.seizure.clone(),
        on: c.on,
        received_by: some_text(received_by.as_ref()).unwrap_or_default(),
        bill,
        centavos,
    };
    Ok(vec![desk.act(ActKind::VehicleReleased(payload), c.on, &grounds.provisions)])
}
