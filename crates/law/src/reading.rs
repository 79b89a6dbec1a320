//! Readings: the gaps of the law, each a closed question with a default.

use jiff::civil::Date;

use crate::Id;

/// A gap, conflict or ambiguity, never filled in code.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Its code: `CAR-G20`.
    pub id: Id,
    /// Provisions where the gap is.
    pub base: Vec<Id>,
    /// The question, in Portuguese.
    pub question: String,
    /// Closed list of answers with what each means.
    pub answers: Vec<(Id, String)>,
    /// The answer until somebody rules.
    pub default: Id,
    /// Who may rule.
    pub who: String,
    /// Whether a careful lawyer may contest the default.
    pub contested: bool,
    /// Why this default.
    pub why: Option<String>,
    /// Whether any answer changes with it.
    pub has_effect: bool,
    /// Dated rulings, in order of time.
    pub rulings: Vec<Ruling>,
}

/// A municipality's dated ruling that picks an answer.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// The answer picked.
    pub answer: Id,
    /// First day on which it governs.
    pub since: Date,
    /// The act that rules.
    pub by: String,
}

impl Reading {
    /// The answer that governs on a date.
    #[must_use]
    pub fn on(&self, date: Date) -> &Id {
        self.rulings.iter().rev().find(|r| r.since <= date).map_or(&self.default, |r| &r.answer)
    }

    /// What an answer means, in Portuguese.
    #[must_use]
    pub fn answer_in_words<'a>(&'a self, answer: &'a str) -> &'a str {
        self.answers.iter().find(|(id, _)| id.as_ref() == answer).map_or(answer, |(_, words)| words)
    }
}
