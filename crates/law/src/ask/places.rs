//! Questions about how many fit: limits, queues, stands.

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde_json::{Map, Value as Json, json};

use super::answers::Answer;
use super::input::Input;
use crate::grounds::Trace;
use crate::law::{Span, Working};
use crate::limit::{LimitQuestion, Occurrence};
use crate::queue::Candidate;
use crate::stand::Arrival;
use crate::{Id, Law, Outcome};

/// The answer about a rule whose provisions do not work on a day: nothing is known, and why.
fn not_in_force(law: &Law, base: &[Id], span: Span, on: Date) -> Option<Json> {
    let mut trace = Trace::default();
    let Working::No(id, why) = law.working(base, span, on, &mut trace) else { return None };
    trace.cite(&[id]);
    let empty = ["teto", "usados", "livres", "excedentes", "passou", "lotacao", "infracao", "possivel_desde"];
    let mut answer = Answer::new().set("resposta", Outcome::Undetermined.keyword()).set("vigora", false);
    for key in empty {
        answer = answer.set(key, Json::Null);
    }
    for key in ["ordem", "escolhidos", "empatados", "fora", "falta"] {
        answer = answer.set(key, Json::Array(Vec::new()));
    }
    Some(answer.grounds(law, &trace.grounds(), why))
}

pub(super) fn limit<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let limit = q.known("limite", &law.limits);
    let on = q.required_date("em");
    let period = q.date("de");
    let more = q.whole("mais").unwrap_or(1);
    let mut quantities = q.quantities("quantidades");
    let counts_events = q.get("eventos").is_some();
    let events = q.each("eventos", |e| {
        let on = e.required_date("em");
        let items = e.whole("itens").unwrap_or(1);
        let reason = e.text("motivo");
        let settled = e.date("definitiva");
        if let (Some(l), Some(r)) = (limit, &reason)
            && !l.exempt.iter().any(|x| x.id.as_ref() == r)
        {
            e.unknown("motivo", r, &mut l.exempt.iter().map(|x| x.id.as_ref()));
        }
        Some(Occurrence { on: on?, items, reason: reason.map(|r| r.as_str().into()), settled })
    });
    let (limit, on) = (limit?, on?);
    let known = limit.quantities(law);
    for (name, _) in quantities.iter().filter(|(n, _)| !known.contains(n)) {
        q.unknown(&format!("quantidades.{name}"), name, &mut known.iter().map(AsRef::as_ref));
    }
    quantities.retain(|(n, _)| known.contains(n));
    if let Some(off) = not_in_force(law, &limit.base, limit.span, on) {
        return Some(off);
    }
    let s = law.standing(
        limit,
        &LimitQuestion {
            quantities,
            events: counts_events.then_some(events),
            period,
            more: Decimal::from(more),
        },
        on,
    );
    Some(
        Answer::new()
            .set("resposta", s.outcome.keyword())
            .set("vigora", true)
            .number("teto", s.ceiling)
            .number("usados", s.used)
            .number("livres", s.free())
            .number("excedentes", s.over())
            .set("passou", s.over().map(|o| !o.is_zero()))
            .set("excede", s.excess.keyword())
            .set("por", limit.per.to_string())
            .date("possivel_desde", s.from)
            .names("falta", &s.missing)
            .grounds(law, &s.grounds, s.words.clone()),
    )
}

pub(super) fn queue<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let queue = q.known("fila", &law.queues);
    let on = q.required_date("em");
    let places = q.whole("vagas");
    if places.is_none() && q.get("vagas").is_none() {
        q.fault("vagas", "falta esta chave".into(), None);
    }
    let candidates = q.each("candidatos", |c| {
        let name = c.required_text("nome");
        let protocol = c.whole("protocolo").map(u64::from);
        let bypass = c.text("fura");
        let unanswered = c.whole("sem_resposta").unwrap_or(0);
        let facts = c.facts("fatos");
        if let (Some(queue), Some(b)) = (queue, &bypass)
            && !queue.bypass.iter().any(|x| x.id.as_ref() == b)
        {
            c.unknown("fura", b, &mut queue.bypass.iter().map(|x| x.id.as_ref()));
        }
        let bypass = bypass.map(|b| b.as_str().into());
        Some(Candidate { name: name?.as_str().into(), protocol, bypass, unanswered, facts })
    });
    let (queue, on, places) = (queue?, on?, places?);
    if let Some(off) = not_in_force(law, &queue.base, queue.span, on) {
        return Some(off);
    }
    let r = law.rank(queue, &candidates, places as usize, on);
    let out: Map<String, Json> = r.out.iter().map(|(n, why)| (n.to_string(), why.as_str().into())).collect();
    let names = |list: &[Id]| list.join(", ");
    let why = match (r.missing.is_empty(), r.tied.is_empty()) {
        (false, _) => format!("falta: {}", names(&r.missing)),
        (true, false) => format!("empatam e se sorteiam: {}", names(&r.tied)),
        (true, true) => format!("na ordem: {}", names(&r.order)),
    };
    // a list is compared without its order, so the order is also told as places
    let ranks: Map<String, Json> =
        r.order.iter().enumerate().map(|(i, n)| (n.to_string(), (i + 1).into())).collect();
    Some(
        Answer::new()
            .set("resposta", r.outcome.keyword())
            .set("vigora", true)
            .names("ordem", &r.order)
            .set("posicoes", Json::Object(ranks))
            .names("escolhidos", &r.chosen)
            .names("empatados", &r.tied)
            .set("fora", r.out.iter().map(|(n, _)| n.as_ref().into()).collect::<Vec<Json>>())
            .set("fora_porque", Json::Object(out))
            .set("prazo", queue.offer.as_ref().and_then(|o| o.deadline.as_deref()))
            .names("falta", &r.missing)
            .grounds(law, &r.grounds, why),
    )
}

pub(super) fn stand<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let stand = q.known("ponto", &law.stands);
    let on = q.required_date("em");
    let occupied = q.whole("ocupados").unwrap_or(0);
    let quota = q.text("cota");
    let assigned = q.text("designado");
    let by_act = q.whole("lotacao");
    let (stand, on) = (stand?, on?);
    let quota = match &quota {
        None => None,
        Some(name) => {
            let found = stand.quotas.iter().find(|x| x.id.as_ref() == name);
            if found.is_none() {
                q.unknown("cota", name, &mut stand.quotas.iter().map(|x| x.id.as_ref()));
            }
            found
        }
    };
    if let Some(a) = &assigned
        && !law.stands.contains_key(a.as_str())
    {
        q.unknown("designado", a, &mut law.stands.keys().map(AsRef::as_ref));
    }
    if let Some(off) = not_in_force(law, &stand.base, stand.span, on) {
        return Some(off);
    }
    let a = law.may_stop(stand, Arrival { occupied, quota, assigned: assigned.as_deref(), by_act }, on);
    let mut missing: Vec<Json> = Vec::new();
    if a.outcome == Outcome::Undetermined {
        let mut trace = Trace::default();
        let usage = stand.usage.on(law, on, &mut trace);
        if usage == Some(&crate::stand::Usage::Assigned) && assigned.is_none() {
            missing.push(json!("designado"));
        }
        let fixed = stand.capacity.on(law, on, &mut trace).copied().flatten();
        if quota.is_none() && fixed.or(by_act).is_none() {
            missing.push(json!("lotacao"));
        }
    }
    Some(
        Answer::new()
            .set("resposta", a.outcome.keyword())
            .set("vigora", true)
            .set("lotacao", a.capacity)
            .set("livres", a.free)
            .set("infracao", a.offence.as_deref())
            .set("falta", missing)
            .grounds(law, &a.grounds, a.words.clone()),
    )
}
