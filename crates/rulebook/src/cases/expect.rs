//! Compares an answer with what a case expects.

use std::fmt;

use brasil::money::Brl;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde_json::{Map, Value as Json};

/// One key that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The key.
    pub key: String,
    /// What the case expects.
    pub expected: String,
    /// What the answer has.
    pub found: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: esperava {}, veio {}", self.key, self.expected, self.found)
    }
}

/// Lists of which the case may name a part: an answer stands on more than the case cares for.
const CONTAINED: [&str; 4] = ["cita", "leituras", "regras", "leituras_explicadas"];

pub(super) fn compare(expected: &Map<String, Json>, answer: &Json) -> Vec<Mismatch> {
    let mut out = Vec::new();
    for (key, want) in expected {
        let Some(have) = answer.get(key) else {
            let keys: Vec<&str> =
                answer.as_object().into_iter().flat_map(|m| m.keys().map(String::as_str)).collect();
            let near = law::ask::nearest(key, &mut keys.iter().copied());
            out.push(Mismatch {
                key: key.clone(),
                expected: shown(want),
                found: match near {
                    Some(n) => format!("uma resposta sem esta chave; você quis dizer “{n}”?"),
                    None => format!("uma resposta sem esta chave; há {}", keys.join(", ")),
                },
            });
            continue;
        };
        if !matches(key, want, have) {
            out.push(Mismatch { key: key.clone(), expected: shown(want), found: shown(have) });
        }
    }
    out
}

fn matches(key: &str, want: &Json, have: &Json) -> bool {
    match (want, have) {
        (Json::String(w), Json::Null) => w == "nenhum",
        (Json::String(w), Json::Array(h)) if h.is_empty() => w == "nenhum",
        (Json::Array(w), Json::Array(h)) if CONTAINED.contains(&key) => {
            w.iter().all(|x| h.iter().any(|y| same(x, y)))
        }
        (Json::Array(w), Json::Array(h)) => {
            w.len() == h.len()
                && w.iter().all(|x| h.iter().any(|y| same(x, y)))
                && h.iter().all(|y| w.iter().any(|x| same(x, y)))
        }
        (w, Json::Array(h)) if CONTAINED.contains(&key) => h.iter().any(|y| same(w, y)),
        (w, Json::Array(h)) => matches!(h.as_slice(), [only] if same(w, only)),
        (Json::Object(w), Json::Object(_)) => compare(w, have).is_empty(),
        (w, h) => same(w, h),
    }
}

/// Equal, or the same number written another way. An event stands for its name.
fn same(a: &Json, b: &Json) -> bool {
    if a == b {
        return true;
    }
    if let (Json::String(name), Some(Json::String(event))) = (a, b.get("evento")) {
        return name == event;
    }
    if let (Json::Object(w), Json::Object(_)) = (a, b) {
        return compare(w, b).is_empty();
    }
    if let (Json::String(want), Json::String(have)) = (a, b)
        && let Some(day) = day(want)
    {
        return have.parse().is_ok_and(|have: Date| have == day);
    }
    match (number(a), number(b)) {
        (Some(x), Some(y)) => x == y,
        _ => false,
    }
}

/// A date as people write it: `17/01/2025`.
fn day(text: &str) -> Option<Date> {
    let parts: Vec<&str> = text.split('/').collect();
    let [d, m, y] = parts.as_slice() else { return None };
    if d.len() > 2 || m.len() > 2 || y.len() != 4 {
        return None;
    }
    Date::new(y.parse().ok()?, m.parse().ok()?, d.parse().ok()?).ok()
}

fn number(v: &Json) -> Option<Decimal> {
    match v {
        Json::Number(n) => n.to_string().parse().ok(),
        // "576.00", "576,00", "1.234,56" and "R$ 576,00" are sums; a plain decimal may have more than two places
        Json::String(s) => s.trim().parse().ok().or_else(|| Brl::parse(s).ok().map(Brl::to_decimal)),
        _ => None,
    }
}

fn shown(v: &Json) -> String {
    match v {
        Json::String(s) => format!("“{s}”"),
        Json::Null => "nada".into(),
        Json::Array(a) if a.is_empty() => "uma lista vazia".into(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_date_may_be_written_as_people_do() {
        let answer = json!({ "vence": "2025-01-17" });
        let wrong = |vence: &str| compare(json!({ "vence": vence }).as_object().unwrap(), &answer).len();
        assert_eq!((wrong("17/01/2025"), wrong("2025-01-17")), (0, 0));
        assert_eq!((wrong("18/01/2025"), wrong("01/17/2025"), wrong("17/01/25")), (1, 1, 1));
    }
}
