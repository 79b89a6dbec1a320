//! The keys of a question about a deadline that only some deadlines take.

use brasil::term::Term;
use jiff::civil::{Date, DateTime};
use serde_json::Value as Json;

use super::answers::Answer;
use super::input::Input;
use crate::deadline::{Deadline, DueDate};
use crate::grounds::Trace;
use crate::landmark::DueMoment;
use crate::pause::{Stop, Stopped};
use crate::provision::Status;
use crate::value::date_pt;
use crate::{Id, Law};

/// The kind of party (`parte`) and the extensions granted (`concedidas`), checked against what the rule admits.
pub(super) fn options<'a>(q: &mut Input<'a>, deadline: Option<&'a Deadline>) -> (Option<String>, Vec<Term>) {
    let party = q.text("parte");
    let granted = q.names("concedidas").unwrap_or_default();
    let Some(deadline) = deadline else { return (party, Vec::new()) };
    if let Some(p) = &party
        && !deadline.parties().any(|known| known.as_ref() == p)
    {
        q.unknown("parte", p, &mut deadline.parties().map(AsRef::as_ref));
    }
    let admitted = deadline.extensions.as_ref().map(|e| e.terms.as_slice()).unwrap_or_default();
    let mut terms = Vec::with_capacity(granted.len());
    for text in granted {
        match Term::parse(&text) {
            Ok(term) if admitted.contains(&term) => terms.push(term),
            Ok(_) => {
                let list: Vec<String> = admitted.iter().map(ToString::to_string).collect();
                let says = if list.is_empty() {
                    format!("o prazo {} não se prorroga", deadline.id)
                } else {
                    format!("“{text}” não é prorrogação deste prazo; cabem: {}", list.join(", "))
                };
                q.fault("concedidas", says, None);
            }
            Err(e) => q.fault("concedidas", e.to_string(), None),
        }
    }
    (party, terms)
}

/// The times in which the deadline stood still (`pausas`).
pub(super) fn stop<'a>(s: &mut Input<'a>, deadline: Option<&'a Deadline>) -> Option<Stop> {
    let pause = s.required_text("pausa");
    let since = s.required_date("desde");
    let until = s.date("ate");
    if let (Some(a), Some(b)) = (since, until)
        && b < a
    {
        s.fault("ate", format!("o fim da pausa, {}, é anterior ao começo, {}", date_pt(b), date_pt(a)), None);
    }
    let (pause, deadline) = (pause?, deadline?);
    if !deadline.pauses.iter().any(|p| p.id.as_ref() == pause) {
        s.unknown("pausa", &pause, &mut deadline.pauses.iter().map(|p| p.id.as_ref()));
    }
    Some(Stop { pause: pause.into(), since: since?, until })
}

/// The answer about a deadline with the times in which it stood still: without a last day while it stands.
pub(super) fn running(
    law: &Law,
    deadline: &Deadline,
    due: &DueDate,
    stopped: &Stopped,
    on: Option<Date>,
) -> Json {
    let pause = |id: &Id| deadline.pauses.iter().find(|p| p.id == *id);
    let mut words = due.words();
    if stopped.days > 0 {
        words.push_str(&format!("; esteve parado por {}", days_pt(stopped.days)));
    }
    if let Some((id, since)) = &stopped.open {
        let says = pause(id).map_or("", |p| p.says.as_str());
        words.push_str(&format!("; parado desde {} ({says}): ainda não tem último dia", date_pt(*since)));
    }
    let running = stopped.open.is_none();
    Answer::new()
        .set("resposta", "sim")
        .date("vence", running.then_some(due.due.date))
        .date("nominal", running.then_some(due.due.nominal))
        .set("prorrogado", running.then_some(due.due.rolled))
        .set("vencido", on.map(|d| running && d > due.due.date))
        .set("minimo", deadline.minimum)
        .set("parado", stopped.open.as_ref().map(|(id, _)| id.to_string()))
        .set("dias_parado", stopped.days)
        .set("contagem", words.as_str())
        .grounds(law, &due.grounds, words.as_str())
}

fn days_pt(n: i64) -> String {
    if n == 1 { "1 dia".into() } else { format!("{n} dias") }
}

/// The answer about a deadline in hours, which ends at a moment.
pub(super) fn in_hours(law: &Law, deadline: &Deadline, due: &DueMoment, now: Option<DateTime>) -> Json {
    let at = |m: DateTime| format!("{} às {:02}:{:02}", date_pt(m.date()), m.hour(), m.minute());
    let words = format!("{} a contar de {}: {}", due.term, at(due.from), at(due.due));
    Answer::new()
        .set("resposta", "sim")
        .set("vence", due.due.to_string())
        .set("nominal", due.due.to_string())
        .set("prorrogado", false)
        .set("vencido", now.map(|n| n > due.due))
        .set("minimo", deadline.minimum)
        .set("parado", Json::Null)
        .set("dias_parado", 0)
        .set("contagem", words.as_str())
        .grounds(law, &due.grounds, words.as_str())
}

/// The answer about a deadline that does not run: it was not in force on the day it would run from, or a court holds it back
/// on the day asked. None when it runs.
pub(super) fn off(law: &Law, deadline: &Deadline, from: Date, on: Option<Date>) -> Option<Json> {
    let mut trace = Trace::default();
    let held = |d: Date| {
        let suspended = |id: &Id| match law.status(id, d) {
            Some(s @ Status::Suspended(..)) => Some((id.clone(), s.pt_br())),
            _ => None,
        };
        deadline.base.iter().find_map(suspended)
    };
    let (id, why) = law.deadline_off(deadline, from, &mut trace).or_else(|| on.and_then(held))?;
    trace.cite(std::slice::from_ref(&id));
    let words = format!("o prazo não corre: {} {why}", brasil::lexml::cite(&id));
    let answer = ["vence", "nominal", "prorrogado", "vencido", "parado", "dias_parado"]
        .into_iter()
        .fold(Answer::new().set("resposta", "nao"), |a, key| a.set(key, Json::Null))
        .set("minimo", deadline.minimum)
        .set("contagem", Json::Null);
    Some(answer.grounds(law, &trace.grounds(), words))
}
