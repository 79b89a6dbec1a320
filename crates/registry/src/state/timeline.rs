//! Facts of a subject in time: every word on a fact is kept, with its document and who looked.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

use crate::fact_value::FactValue;
use crate::id::DocumentId;
use crate::word::{Word, shared};

/// Where words on facts come from: one act says one or many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Number of the act.
    pub act: u64,
    /// The document they were read from.
    pub document: Option<DocumentId>,
    /// Who entered them.
    pub by: Word,
    /// When they were entered.
    pub at: DateTime,
}

/// One word on a fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactEntry {
    /// The fact, by its name in the rulebook.
    pub fact: Word,
    /// The value; none when the earlier word was withdrawn.
    pub value: Option<FactValue>,
    /// Since when it counts.
    pub since: Date,
    /// Where it comes from.
    #[serde(with = "shared")]
    pub said: Arc<Said>,
}

/// The facts of a subject in time. Few enough to be looked through from the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timeline(Vec<FactEntry>);

impl Timeline {
    /// Adds words on facts. Acts come in order, so the last word is the last in the list.
    pub(crate) fn say(&mut self, entries: impl ExactSizeIterator<Item = FactEntry>) {
        self.0.reserve_exact(entries.len());
        self.0.extend(entries);
    }

    /// The word that governs a fact on a day: of those that count by then, the last one said. A later correction therefore
    /// overrides everything from its date on.
    #[must_use]
    pub fn on(&self, fact: &str, day: Date) -> Option<&FactEntry> {
        self.0.iter().rev().find(|e| &*e.fact == fact && e.since <= day)
    }

    /// Every word on a fact, in the order said.
    pub fn words(&self, fact: &str) -> impl DoubleEndedIterator<Item = &FactEntry> {
        self.0.iter().filter(move |e| &*e.fact == fact)
    }

    /// Every fact ever entered, with the word that governs it on a day, in the order of their names.
    pub fn all_on(&self, day: Date) -> impl Iterator<Item = (&str, &FactEntry)> {
        let mut governing = BTreeMap::new();
        for entry in self.0.iter().filter(|e| e.since <= day) {
            governing.insert(&*entry.fact, entry);
        }
        governing.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn entry(value: i64, since: Date, act: u64) -> FactEntry {
        let said = Said { act, document: None, by: "balcão".into(), at: date(2026, 1, 1).at(9, 0, 0, 0) };
        FactEntry {
            fact: "veiculo.ano_fabricacao".into(),
            value: Some(FactValue::Int(value)),
            since,
            said: Arc::new(said),
        }
    }

    #[test]
    fn a_correction_counts_from_its_date_and_the_earlier_word_stays() {
        let mut t = Timeline::default();
        t.say([entry(2015, date(2026, 1, 10), 1)].into_iter());
        t.say([entry(2016, date(2026, 1, 5), 2)].into_iter());
        assert_eq!(t.on("veiculo.ano_fabricacao", date(2026, 1, 4)), None);
        assert_eq!(t.on("veiculo.ano_fabricacao", date(2026, 1, 20)).map(|e| e.said.act), Some(2));
        assert_eq!(t.words("veiculo.ano_fabricacao").count(), 2);
    }
}
