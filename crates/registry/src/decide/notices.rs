//! Drawing up a notice.

use brasil::cpf::Cpf;
use brasil::plate::Plate;
use law::condition::Outcome;
use law::grounds::Trace;
use law::value::date_pt;
use law::{Grounds, Id};

use super::documents::check_fact;
use super::penalties::occurrence_facts;
use super::stages::stage_awaiting;
use super::{Desk, Reasons, not_found, refuse, some_text};
use crate::act::enforcement::{self as e, Offender, SeenVehicle, ServedPaper};
use crate::act::{Act, ActKind};
use crate::command as c;
use crate::id::NoticeId;
use crate::refusal::{Reason, Refusal, Why};
use crate::state::fold;
use crate::vocabulary::{self as v, item};

/// The offender as it is kept, with the name that stands on the notice.
fn offender(desk: &Desk<'_>, of: &Offender, no: &mut Reasons) -> Option<(Offender, String)> {
    match of {
        Offender::Driver(id) => {
            let Some(d) = desk.reg.drivers.get(id) else {
                no.field(Why::NotFound, "offender", "o motorista não consta do cadastro");
                return None;
            };
            Some((of.clone(), d.name.clone()))
        }
        Offender::Operator(id) => {
            let Some(o) = desk.reg.operators.get(id) else {
                no.field(Why::NotFound, "offender", "a operadora não consta do cadastro");
                return None;
            };
            Some((of.clone(), o.name.clone()))
        }
        Offender::Person { name, document } => {
            let name = no.demand(name, "offender", "o nome completo do autuado")?;
            let document = some_text(document.as_ref()).map(|t| match Cpf::parse(&t) {
                Ok(cpf) => cpf.as_str().to_string(),
                Err(_) => t,
            });
            if document.as_ref().is_some_and(|d| desk.reg.index.cpf.contains_key(d)) {
                no.field(
                    Why::Duplicate,
                    "offender",
                    "há um motorista cadastrado com este CPF; escolha-o como autuado",
                );
            }
            Some((Offender::Person { name: name.clone(), document }, name))
        }
    }
}

fn seen_vehicle(desk: &Desk<'_>, c: &c::DrawNotice, no: &mut Reasons) -> Option<SeenVehicle> {
    let typed = some_text(c.plate.as_ref())?;
    let plate =
        no.take(Plate::parse(&typed).map_err(|e| Reason::new(Why::Invalid, e.to_string()).at("plate")))?;
    Some(desk.seen(&plate, c.fact_at.date(), c.vehicle_description.as_ref()))
}

impl Desk<'_> {
    /// A vehicle as seen, tied to the one in the register when there is one.
    pub(super) fn seen(
        &self,
        plate: &Plate,
        on: jiff::civil::Date,
        description: Option<&String>,
    ) -> SeenVehicle {
        let canonical = plate.canonical().as_str().to_string();
        let vehicle = self.reg.active_vehicle(&canonical, on).cloned();
        let known = vehicle.as_ref().and_then(|id| self.reg.vehicles.get(id)).map(|x| {
            [x.model.as_deref(), x.colour.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(", ")
        });
        let description = some_text(description).or_else(|| known.filter(|k| !k.is_empty()));
        SeenVehicle { plate: canonical, description, vehicle }
    }
}

/// Whether two notices are against the same offender. Of somebody without a document only the name tells.
fn same_offender(a: &Offender, b: &Offender) -> bool {
    match (a, b) {
        (Offender::Person { name: x, document: None }, Offender::Person { name: y, document: None }) => {
            fold(x) == fold(y)
        }
        _ => a.is(b),
    }
}

/// Which line applies: the one asked must not give way to another on the same fact.
fn check_line(desk: &Desk<'_>, c: &c::DrawNotice, of: &Offender, facts: &law::Facts, no: &mut Reasons) {
    let on = c.fact_at.date();
    let Some(offence) = desk.law.offences.get(c.offence.as_str()) else {
        no.field(Why::NotFound, "offence", format!("a norma não tem a infração {}", c.offence));
        return;
    };
    let mut trace = Trace::default();
    if let Some(why) = desk.law.no_basis(offence, Some(of.role()), facts, on, &mut trace) {
        no.say(Reason::new(Why::Law, why).at("offence").on(&trace.grounds().provisions));
        return;
    }
    // other notices on the same fact compete too
    let same_fact = desk.reg.notices.values().filter(|n| {
        n.annulled.is_none() && n.drawn.fact_at == c.fact_at && same_offender(&n.drawn.offender, of)
    });
    let mut codes: Vec<Id> = vec![c.offence.as_str().into()];
    for n in same_fact {
        if n.drawn.offence == c.offence {
            let text = format!("este fato já foi autuado, com a mesma linha, no auto {}", n.number());
            no.field(Why::Duplicate, "offence", text);
        }
        codes.push(n.drawn.offence.as_str().into());
    }
    codes.extend(c.also_considered.iter().map(|code| Id::from(code.as_str())));
    let answer = desk.law.concurring(&codes, facts, on);
    let Some(mine) = answer.candidates.first() else { return };
    let why = mine.why.clone().unwrap_or_default();
    match mine.outcome {
        Outcome::Yes => {}
        Outcome::No => no.say(Reason::new(Why::Law, why).at("offence").on(&answer.grounds.provisions)),
        Outcome::Undetermined => no.say(
            Reason::new(Why::Undetermined, why)
                .at("facts")
                .on(&answer.grounds.provisions)
                .lacking(&mine.missing),
        ),
    }
}

/// The field of the form that supplies an item of the paper.
fn field_of(item: &str) -> &'static str {
    match item {
        item::OFFENDER => "offender",
        item::VEHICLE => "plate",
        item::PLACE => "place",
        item::FACT => "description",
        item::PROVISION => "offence",
        _ => "confirmation",
    }
}

pub(super) fn draw(desk: &Desk<'_>, c: &c::DrawNotice) -> Result<Vec<Act>, Refusal> {
    let Some(process) = desk.law.processes.get(v::NOTICE) else {
        return refuse(Why::Law, "offence", "a norma não prevê auto de infração");
    };
    let today = desk.today();
    let on = c.fact_at.date();
    let mut no = Reasons::default();
    if c.fact_at > desk.cx.time {
        no.field(Why::Time, "fact_at", "o fato não pode ser posterior à lavratura; confira o dia e a hora");
    }
    let of = offender(desk, &c.offender, &mut no);
    let vehicle = seen_vehicle(desk, c, &mut no);
    for (fact, value) in &c.facts {
        no.take(check_fact(desk.law, fact, value, None, today));
    }
    let Some((of, offender_name)) = of else { return Err(no.refusal()) };
    let facts = occurrence_facts(desk.reg, desk.law, &of, vehicle.is_some(), &c.facts, on);
    check_line(desk, c, &of, &facts, &mut no);
    if c.signed && c.refusal_certified {
        no.field(Why::Invalid, "refusal_certified", "quem assinou não recusou; marque só uma das duas");
    }
    let place = c.place.trim().to_string();
    let description = c.description.trim().to_string();
    let body = desk.law.norm.body.clone();
    let offence = desk.law.offences.get(c.offence.as_str());
    let provisions = offence
        .map(|o| Grounds { provisions: o.base.clone(), ..Grounds::default() }.cited())
        .unwrap_or_default();
    let deadline = stage_awaiting(process, v::DEFENCE)
        .and_then(|s| desk.law.stage_deadline(s, today, &mut law::grounds::Trace::default()));
    let defence_term = deadline
        .and_then(|d| {
            let from = d.from.on(desk.law, today, &mut law::grounds::Trace::default())?;
            Some(format!("{}, a contar da {from}", desk.law.due(d, today)?.term))
        })
        .unwrap_or_default();

    let present: Vec<Id> = [
        (item::BODY, !body.trim().is_empty()),
        (item::OFFENDER, !offender_name.is_empty()),
        (item::VEHICLE, vehicle.is_some()),
        (item::PLACE, !place.is_empty()),
        (item::FACT, !description.is_empty()),
        (item::PROVISION, !provisions.is_empty()),
        (item::DEFENCE_TERM, !defence_term.is_empty()),
        (item::INSPECTOR, !desk.cx.actor.name.trim().is_empty()),
        (item::SIGNATURE, c.signed),
    ]
    .into_iter()
    .filter(|(_, there)| *there)
    .map(|(name, _)| Id::from(name))
    .collect();
    let mut lacking = Vec::new();
    if let Some(content) = desk.law.contents.get(v::NOTICE) {
        let complete = desk.law.completeness(content, &present, &facts, today);
        let excused = !complete.fatal && some_text(c.confirmation.as_ref()).is_some();
        for missing in &complete.missing {
            lacking.push(missing.to_string());
            if let Some(i) = content.items.iter().find(|i| i.id == *missing)
                && !excused
            {
                no.say(
                    Reason::new(Why::Missing, format!("falta ao auto: {}", i.says))
                        .at(field_of(missing))
                        .on(&i.base),
                );
            }
        }
    }
    let mode = match (c.signed, c.refusal_certified) {
        (true, _) => Some(v::IN_PERSON),
        (_, true) => Some(v::REFUSAL),
        _ => None,
    };
    let service = mode.and_then(|m| desk.law.services.get(m));
    if mode.is_some() && service.is_none() {
        no.field(Why::Law, "signed", "a norma não prevê esta forma de ciência; registre-a depois");
    }
    let code = desk.cx.codes.first().map(|t| t.trim().to_string()).filter(|t| !t.is_empty());
    match &code {
        None => no.say(Reason::new(Why::Missing, "falta o código de verificação; tente de novo")),
        Some(code) if desk.reg.index.notice_codes.contains_key(code) => {
            no.say(Reason::new(
                Why::Duplicate,
                "o código de verificação sorteado já foi usado; tente de novo",
            ));
        }
        Some(_) => {}
    }
    no.refuse()?;
    let Some(offence) = offence else { return Err(not_found("a infração", "offence")) };

    let year = today.year();
    let id = NoticeId::fresh(&desk.cx.fresh_text(0));
    let payload = e::NoticeDrawn {
        id: id.clone(),
        year,
        sequence: desk.reg.counters(year).notices.saturating_add(1),
        code: code.unwrap_or_default(),
        process: process.id.to_string(),
        offence: offence.code.to_string(),
        conduct: offence.says.clone(),
        offender: of,
        offender_name,
        vehicle,
        fact_at: c.fact_at,
        drawn_at: desk.cx.time,
        place,
        description,
        provisions,
        defence_term,
        issuing_body: body,
        inspector: desk.cx.actor.name.clone(),
        facts: c.facts.clone(),
        refusal_certified: c.refusal_certified,
        lacking,
        measures: offence.measures.iter().map(ToString::to_string).collect(),
    };
    let mut acts = desk.act_today(ActKind::NoticeDrawn(Box::new(payload)), &offence.base);
    if let Some(service) = service {
        let served = e::Served {
            notice: id,
            paper: ServedPaper::Notice,
            mode: service.id.to_string(),
            on: today,
            proof: c
                .refusal_certified
                .then(|| format!("recusa certificada pelo fiscal em {}", date_pt(today))),
            ends: false,
        };
        acts.push(desk.act(ActKind::Served(served), today, &service.base));
    }
    Ok(acts)
}
