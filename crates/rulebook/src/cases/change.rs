//! Which cases would be answered otherwise if a gap were read otherwise, or if the law changed.

use std::borrow::Cow;

use jiff::civil::Date;
use law::reading::Ruling;
use law::{Id, Law};
use serde_json::Value as Json;

use super::Case;

/// Keys of an answer that explain it; the others decide.
const EXPLAIN: [&str; 6] = ["porque", "cita", "fundamento", "leituras", "leituras_explicadas", "valores"];

/// An answer, or why a case cannot be asked.
pub type Answered = Result<Json, Vec<String>>;

/// One key of an answer that differs: its name, what it was, what it would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyChange {
    /// The key.
    pub key: String,
    /// What was answered.
    pub before: Json,
    /// What would be.
    pub after: Json,
}

/// How a case is answered again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Again {
    /// As before.
    Same,
    /// Otherwise, in these keys.
    Otherwise(Vec<KeyChange>),
    /// It cannot be asked any more; why, in Portuguese.
    Unanswerable(Vec<String>),
}

/// Compares two answers by the keys that decide.
#[must_use]
pub fn again(before: &Answered, after: &Answered) -> Again {
    match (before, after) {
        (_, Err(why)) if before.is_ok() => Again::Unanswerable(why.clone()),
        (Ok(before), Ok(after)) => {
            let keys = before.as_object().into_iter().chain(after.as_object()).flat_map(|m| m.keys());
            let mut changes: Vec<KeyChange> = Vec::new();
            for key in keys.filter(|k| !EXPLAIN.contains(&k.as_str())) {
                let of = |answer: &Json| answer.get(key).cloned().unwrap_or(Json::Null);
                let (was, is) = (of(before), of(after));
                if was != is && changes.iter().all(|c| c.key != *key) {
                    changes.push(KeyChange { key: key.clone(), before: was, after: is });
                }
            }
            if changes.is_empty() { Again::Same } else { Again::Otherwise(changes) }
        }
        _ => Again::Same,
    }
}

/// What another answer of a reading would do to the cases of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherAnswer {
    /// The answer.
    pub answer: Id,
    /// Cases that would be answered otherwise, by their place in the list.
    pub cases: Vec<usize>,
}

/// A reading as it is in force on a date, and what its other answers would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternatives {
    /// The answer in force.
    pub in_force: Id,
    /// The other ones, in the order of the rulebook.
    pub others: Vec<OtherAnswer>,
}

/// Asks every case again under each other answer of each reading; in the order of the readings. A case that itself says how
/// the gap is read keeps its answer.
#[must_use]
pub fn alternatives(law: &Law, cases: &[Case], on: Date) -> Vec<Alternatives> {
    let mut out: Vec<Alternatives> = law
        .readings
        .values()
        .map(|reading| {
            let in_force = reading.on(on).clone();
            let others = reading.answers.iter().map(|(a, _)| a.clone()).filter(|a| *a != in_force);
            let others = others.map(|answer| OtherAnswer { answer, cases: Vec::new() }).collect();
            Alternatives { in_force, others }
        })
        .collect();
    for (at, case) in cases.iter().enumerate() {
        let (Ok(mut supposed), Some(question)) = (case.law(law).map(Cow::into_owned), case.question()) else {
            continue;
        };
        let before = ask(&supposed, question);
        for (place, told) in out.iter_mut().enumerate().filter(|(_, a)| !a.others.is_empty()) {
            let Some((id, reading)) = supposed.readings.get_index_mut(place) else { continue };
            if case.assumes(id) {
                continue;
            }
            let kept = std::mem::take(&mut reading.rulings);
            for other in &mut told.others {
                if let Some((_, reading)) = supposed.readings.get_index_mut(place) {
                    let answer = other.answer.clone();
                    reading.rulings = vec![Ruling { answer, since: Date::MIN, by: "suposto".into() }];
                }
                if again(&before, &ask(&supposed, question)) != Again::Same {
                    other.cases.push(at);
                }
            }
            if let Some((_, reading)) = supposed.readings.get_index_mut(place) {
                reading.rulings = kept;
            }
        }
    }
    out
}

fn ask(law: &Law, question: &Json) -> Answered {
    law::ask::ask(law, question).map_err(|faults| faults.iter().map(ToString::to_string).collect())
}
