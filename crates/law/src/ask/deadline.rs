//! The keys of a question about a deadline that only some deadlines take.

use brasil::term::Term;
use jiff::civil::{Date, DateTime};
use serde_json::Value as Json;

use super::answers::Answer;
use super::input::Input;
use crate::deadline::Deadline;
use crate::grounds::Trace;
use crate::landmark::DueMoment;
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
    let answer = ["vence", "nominal", "prorrogado", "vencido"]
        .into_iter()
        .fold(Answer::new().set("resposta", "nao"), |a, key| a.set(key, Json::Null))
        .set("minimo", deadline.minimum)
        .set("contagem", Json::Null);
    Some(answer.grounds(law, &trace.grounds(), words))
}
