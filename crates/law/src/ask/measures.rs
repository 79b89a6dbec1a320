//! Days already served under one measure and taken off another.

use jiff::civil::Date;
use serde_json::{Value as Json, json};

use super::answers::Answer;
use super::input::Input;
use crate::Law;
use crate::grounds::Trace;
use crate::measure::{Measure, MeasureFault, MeasureSpan, Served};
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
    let days = span.last.map_or(0, |_| law.credit(m, served, on, &mut trace));
    let mut grounds = span.grounds.clone();
    grounds.extend(&trace.grounds());
    let left = law.less(span, days);
    let words = match left.as_ref().map(|s| (s.first, s.last)) {
        Some((first, None)) => format!("desde {}, sem último dia fixado na norma", date_pt(first)),
        Some((first, Some(last))) if days > 0 => {
            format!("de {} a {}, abatidos {days} dias já cumpridos", date_pt(first), date_pt(last))
        }
        Some((first, Some(last))) => format!("de {} a {}", date_pt(first), date_pt(last)),
        None => format!("nada resta: os {days} dias já cumpridos cobrem a medida inteira"),
    };
    Answer::new()
        .set("resposta", "sim")
        .date("desde", left.as_ref().map(|s| s.first))
        .date("ate", left.as_ref().and_then(|s| s.last))
        .set("renovavel", renewable)
        .set("abatidos", json!(days))
        .grounds(law, &grounds, words)
}

/// The answer about a measure that cannot last as asked.
pub(super) fn refused(law: &Law, m: &Measure, fault: &MeasureFault, on: Date) -> Json {
    let mut trace = Trace::default();
    trace.cite(&m.base);
    let renewable = m.renewable.on(law, on, &mut trace).copied().unwrap_or(false);
    match fault {
        MeasureFault::TooLong { .. } => {
            m.max_days.on(law, on, &mut trace);
        }
        MeasureFault::NoLength => {
            m.lasts.on(law, on, &mut trace);
            m.max_days.on(law, on, &mut trace);
        }
        MeasureFault::Off(_) | MeasureFault::OutOfRange => {}
    }
    Answer::new()
        .set("resposta", "nao")
        .date("desde", None)
        .date("ate", None)
        .set("renovavel", renewable)
        .set("abatidos", 0)
        .grounds(law, &trace.grounds(), fault.to_string())
}
