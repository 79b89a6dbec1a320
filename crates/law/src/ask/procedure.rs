//! Questions about calendars and transfers, and the keys that tell the pace of a process.

use serde_json::{Map, Value as Json, json};

use super::answers::Answer;
use super::input::Input;
use crate::grounds::{Grounds, Trace};
use crate::process::{Event, NextStep, Process};
use crate::transfer::TransferQuestion;
use crate::value::date_pt;
use crate::window::WindowQuestion;
use crate::{Facts, Law};

use jiff::civil::Date;

/// `teto_em`, `dias_alem`, `prazo_alem`, `teto_efeito`, `ultima_data_segura` and `preclusos` of a process, with their grounds.
pub(super) fn pace(
    law: &Law,
    process: &Process,
    events: &[Event],
    n: &NextStep,
    facts: &Facts,
    on: Date,
) -> ([(&'static str, Json); 6], Grounds) {
    let mut trace = Trace::default();
    let (timely, lost) = law.timely(process, events, &mut trace);
    let p = law.pace(process, &timely, n.due, n.stage.is_none(), facts, on, &mut trace);
    let latest: Map<String, Json> =
        p.latest.iter().map(|(stage, day)| (stage.to_string(), day.to_string().into())).collect();
    let lost: Vec<Json> =
        lost.iter().map(|e| json!({ "evento": e.id.as_ref(), "em": e.on.to_string() })).collect();
    let keys = [
        ("teto_em", p.cap.map(|d| d.to_string()).into()),
        ("dias_alem", p.days_over.into()),
        ("prazo_alem", p.due_over.into()),
        ("teto_efeito", p.effect.map(crate::pace::CapEffect::keyword).into()),
        ("ultima_data_segura", Json::Object(latest)),
        ("preclusos", Json::Array(lost)),
    ];
    (keys, trace.grounds())
}

/// The answer about a case whose events cannot have come in the order told; none when they can.
pub(super) fn out_of_order(law: &Law, process: &Process, events: &[Event], on: Date) -> Option<Json> {
    let wrong = law.out_of_order(process, events, on);
    let (first, after) = wrong.first()?;
    let words = format!(
        "a ordem dos eventos não fecha: {} em {} veio antes de {} em {}",
        first.id,
        date_pt(first.on),
        after.id,
        date_pt(after.on)
    );
    let list: Vec<Json> =
        wrong.iter().map(|(e, _)| json!({ "evento": e.id.as_ref(), "em": e.on.to_string() })).collect();
    let mut trace = Trace::default();
    trace.cite(&process.base);
    let none = ["quem", "desde", "prazo", "contagem", "teto_em", "teto_efeito", "vencido", "suspende"];
    let empty = ["decurso", "preclusos", "fora_de_vigor"];
    let answer = Answer::new().set("etapa", "indeterminada").set("fora_de_ordem", list);
    let answer = none.into_iter().fold(answer, |a, key| a.set(key, Json::Null));
    let answer = empty.into_iter().fold(answer, |a, key| a.set(key, Vec::<Json>::new()));
    let answer = answer.set("dias_alem", 0).set("prazo_alem", 0).set("ultima_data_segura", Map::new());
    Some(answer.grounds(law, &trace.grounds(), words))
}

pub(super) fn window<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let window = q.known("calendario", &law.windows);
    let on = q.required_date("em");
    let asked = WindowQuestion {
        granted: q.date("concedido"),
        done: q.date("renovado"),
        excuses: q.dates("escusas"),
    };
    let facts = q.facts("fatos");
    let a = law.window(window?, &asked, &facts, on?);
    Some(
        Answer::new()
            .set("resposta", a.outcome.keyword())
            .set("situacao", a.state.keyword())
            .date("abre", a.opens)
            .date("fecha", a.closes)
            .date("atrasado_desde", a.late_since)
            .date("escusado_ate", a.excused_until)
            .set("infracao", a.offence.as_deref())
            .date("proximo", a.next)
            .names("falta", &a.missing)
            .grounds(law, &a.grounds, a.words.clone()),
    )
}

pub(super) fn transfer<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let transfer = q.known("transferencia", &law.transfers);
    let on = q.required_date("em");
    let asked = TransferQuestion {
        asked: q.date("pedida"),
        claimants: q.names("candidatos").unwrap_or_default(),
        agreed: q.text("acordo").map(Into::into),
        joint: q.boolean("conjunta"),
    };
    let facts = q.facts("fatos");
    let (transfer, on) = (transfer?, on?);
    if let Some(agreed) = &asked.agreed
        && !transfer.receivers.iter().any(|r| r.id == *agreed)
    {
        q.unknown("acordo", agreed, &mut transfer.receivers.iter().map(|r| r.id.as_ref()));
    } else if let Some(agreed) = &asked.agreed
        && !asked.claimants.contains(agreed)
    {
        let why = format!(
            "só se indica quem pediu: ponha “{agreed}” em `candidatos`, ou indique um dos que ali estão"
        );
        q.fault("acordo", why, None);
    }
    let a = law.transfer(transfer, &asked, &facts, on);
    let locks: Vec<Json> = a
        .locks
        .iter()
        .map(|l| json!({ "trava": l.id.as_ref(), "prende": l.binds.as_ref(), "ate": l.until.to_string() }))
        .collect();
    Some(
        Answer::new()
            .set("resposta", a.outcome.keyword())
            .set("recebe", a.receiver.as_deref())
            .names("falta", &a.missing)
            .names("falha", &a.failing)
            .date("possivel_desde", a.possible_from)
            .date("pedido_ate", a.ask_until)
            .date("documento_ate", a.document_until)
            .set("travas", locks)
            .grounds(law, &a.grounds, a.words.clone()),
    )
}
