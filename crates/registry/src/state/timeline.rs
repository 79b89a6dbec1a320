//! Facts of a subject in time: every word on a fact is kept, with its document and who looked.

use std::collections::BTreeMap;

use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

use crate::fact_value::FactValue;
use crate::id::DocumentId;

/// One word on a fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactEntry {
    /// The value; none when the earlier word was withdrawn.
    pub value: Option<FactValue>,
    /// Since when it counts.
    pub since: Date,
    /// Number of the act that said it.
    pub act: u64,
    /// The document it was read from.
    pub document: Option<DocumentId>,
    /// Who entered it.
    pub by: String,
    /// When it was entered.
    pub at: DateTime,
}

/// The facts of a subject in time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timeline(BTreeMap<String, Vec<FactEntry>>);

impl Timeline {
    /// Adds a word on a fact. Acts come in order, so the last word is the last in the list.
    pub(crate) fn say(&mut self, fact: &str, entry: FactEntry) {
        self.0.entry(fact.to_string()).or_default().push(entry);
    }

    /// The word that governs a fact on a day: of those that count by then, the last one said. A later correction therefore
    /// overrides everything from its date on.
    #[must_use]
    pub fn on(&self, fact: &str, day: Date) -> Option<&FactEntry> {
        self.0.get(fact)?.iter().rev().find(|e| e.since <= day)
    }

    /// Every word on a fact, in the order said.
    #[must_use]
    pub fn words(&self, fact: &str) -> &[FactEntry] {
        self.0.get(fact).map_or(&[], Vec::as_slice)
    }

    /// Every fact ever entered, with the word that governs it on a day.
    pub fn all_on(&self, day: Date) -> impl Iterator<Item = (&str, &FactEntry)> {
        self.0.keys().filter_map(move |k| Some((k.as_str(), self.on(k, day)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn entry(value: i64, since: Date, act: u64) -> FactEntry {
        FactEntry {
            value: Some(FactValue::Int(value)),
            since,
            act,
            document: None,
            by: "balcão".into(),
            at: date(2026, 1, 1).at(9, 0, 0, 0),
        }
    }

    #[test]
    fn a_correction_counts_from_its_date_and_the_earlier_word_stays() {
        let mut t = Timeline::default();
        t.say("veiculo.ano_fabricacao", entry(2015, date(2026, 1, 10), 1));
        t.say("veiculo.ano_fabricacao", entry(2016, date(2026, 1, 5), 2));
        assert_eq!(t.on("veiculo.ano_fabricacao", date(2026, 1, 4)), None);
        assert_eq!(t.on("veiculo.ano_fabricacao", date(2026, 1, 20)).map(|e| e.act), Some(2));
        assert_eq!(t.words("veiculo.ano_fabricacao").len(), 2);
    }
}
