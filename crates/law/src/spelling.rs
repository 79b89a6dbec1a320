//! How the law spells the words that its names are made of: names have no accents, and labels and provisions have.

use std::collections::HashMap;
use std::sync::OnceLock;

use brasil::person::fold;

use crate::Law;

/// The words of a law without accents, each with how it is written; nothing for one that is written in two ways. Made once, when
/// somebody first asks.
#[derive(Clone, Debug, Default)]
pub struct Spelling(OnceLock<HashMap<String, Option<String>>>);

impl Law {
    /// A name of the rulebook as words, spelled as the labels of the law spell them, and its other texts where no label has the
    /// word: `em_analise` is `em análise` where they write *análise* and never *analise*. A word that they write in two ways, or
    /// not at all, stays as it is.
    #[must_use]
    pub fn spelled(&self, name: &str) -> String {
        let table = self.spelling.0.get_or_init(|| self.spellings());
        let written = |w: &str| table.get(w).cloned().flatten().unwrap_or_else(|| w.to_string());
        name.split(['_', '.', ' ']).map(written).collect::<Vec<_>>().join(" ")
    }

    fn spellings(&self) -> HashMap<String, Option<String>> {
        let stages = self.processes.values().flat_map(|p| &p.stages).map(|s| &s.says);
        let steps = self.titles.values().flat_map(|t| &t.transitions).map(|t| &t.says);
        let parts = self.charges.values().flat_map(|c| &c.parts).map(|p| &p.says);
        let labels = self.facts.values().map(|f| &f.label).chain(self.deadlines.values().map(|d| &d.says));
        let mut table = words(labels.chain(stages).chain(steps).chain(parts));
        let provisions = self.provisions.values().map(|p| &p.says);
        let readings = self.readings.values();
        let readings = readings.flat_map(|r| r.answers.iter().map(|(_, a)| a).chain([&r.question]));
        let rules =
            self.requirements.values().map(|r| &r.says).chain(self.offences.values().map(|o| &o.says));
        for (word, written) in words(provisions.chain(readings).chain(rules)) {
            table.entry(word).or_insert(written);
        }
        table
    }
}

fn words<'t>(texts: impl Iterator<Item = &'t String>) -> HashMap<String, Option<String>> {
    let mut table: HashMap<String, Option<String>> = HashMap::new();
    for written in texts.flat_map(|t| t.split(|c: char| !c.is_alphanumeric())).filter(|w| !w.is_empty()) {
        let word = fold(written);
        if word.chars().count() != written.chars().count() {
            continue;
        }
        let written = written.to_lowercase();
        match table.get_mut(&word) {
            None => drop(table.insert(word, Some(written))),
            Some(known) => {
                if known.as_ref().is_some_and(|k| *k != written) {
                    *known = None;
                }
            }
        }
    }
    table
}
