//! Days already served under one measure and taken off another.

use jiff::civil::Date;
use serde_json::{Value as Json, json};

use super::answers::Answer;
use super::input::Input;
use crate::Law;
use crate::grounds::Trace;
use crate::measure::{Measure, MeasureSpan, Served};
use crate::value::date_pt;

pub(super) fn served<'a>(law: &'a Law, s: &mut Input<'a>) -> Option<Served> {
    let measure = s.known("medida", &law.measures);
    let first = s.required_date("desde");
    let last = s.required_date("ate");
    if let (Some(f), Some(l)) = (first, last)
        && l < f
    {
        s.fault("ate", format!("o último dia, {}, é anterior ao primeiro, {}", date_pt(l), date_pt(f)), None);
    }
    Some(Served { measure: measure?.id.clone(), first: first?, last: last? })
}

/// The answer about how long a measure lasts, less what was served before it.
pub(super) fn less(law: &Law, m: &Measure, span: &MeasureSpan, served: &[Served], on: Date) -> Json {
    let mut trace = Trace::default();
    let renewable = m.renewable.on(law, on, &mut trace).copied().unwrap_or(false);
    let days = law.credit(m, served, on, &mut trace);
    let mut grounds = span.grounds.clone();
    grounds.extend(&trace.grounds());
    let left = law.less(span, days);
    let words = match &left {
        Some(s) if days > 0 => {
            format!("de {} a {}, abatidos {days} dias já cumpridos", date_pt(s.first), date_pt(s.last))
        }
        Some(s) => format!("de {} a {}", date_pt(s.first), date_pt(s.last)),
        None => format!("nada resta: os {days} dias já cumpridos cobrem a medida inteira"),
    };
    Answer::new()
        .set("resposta", "sim")
        .date("desde", left.as_ref().map(|s| s.first))
        .date("ate", left.as_ref().map(|s| s.last))
        .set("renovavel", renewable)
        .set("abatidos", json!(days))
        .grounds(law, &grounds, words)
}
