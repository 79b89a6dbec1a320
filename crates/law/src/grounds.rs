//! The grounds of an answer: what it stands on.

use brasil::lexml;

use crate::named::same;
use crate::{Id, Law, Value};

/// What an answer stands on, in the order in which it was used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grounds {
    /// Provisions applied.
    pub provisions: Vec<Id>,
    /// Readings used, with the answer each had.
    pub readings: Vec<(Id, Id)>,
    /// Parameters used, with their value on the date that governs.
    pub parameters: Vec<(Id, Value)>,
}

/// Collects grounds while a question is being answered. An answer stands on few things, so that looking through what was noted
/// costs less than any index of it.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    grounds: Grounds,
}

impl Trace {
    /// Notes that provisions were applied.
    pub fn cite(&mut self, provisions: &[Id]) {
        self.grounds.cite(provisions);
    }

    /// Notes that a gap was filled by an answer.
    pub fn read(&mut self, reading: &Id, answer: &Id) {
        if !self.grounds.readings.iter().any(|(r, _)| same(r, reading)) {
            self.grounds.readings.push((reading.clone(), answer.clone()));
        }
    }

    /// Notes the gaps that something else stands on, and how they were filled.
    pub fn read_as(&mut self, other: &Grounds) {
        other.readings.iter().for_each(|(reading, answer)| self.read(reading, answer));
    }

    /// Notes that the answer stands on what another one stands on: its provisions, and how gaps were filled.
    pub fn stand_on(&mut self, other: &Grounds) {
        self.cite(&other.provisions);
        self.read_as(other);
    }

    /// Notes that a dated value was used.
    pub fn used(&mut self, parameter: &Id, value: &Value) {
        if !self.grounds.parameters.iter().any(|(p, _)| same(p, parameter)) {
            self.grounds.parameters.push((parameter.clone(), value.clone()));
        }
    }

    /// The grounds collected so far.
    #[must_use]
    pub fn noted(&self) -> &Grounds {
        &self.grounds
    }

    /// The grounds collected.
    #[must_use]
    pub fn grounds(self) -> Grounds {
        self.grounds
    }
}

impl Grounds {
    /// The provisions in reading form: `art. 9º, VI; art. 22, parágrafo único`.
    #[must_use]
    pub fn cited(&self) -> String {
        self.provisions.iter().map(|p| lexml::cite(p)).collect::<Vec<_>>().join("; ")
    }

    /// The readings in words, each with the question it answers.
    #[must_use]
    pub fn readings_in_words(&self, law: &Law) -> Vec<String> {
        self.readings
            .iter()
            .filter_map(|(id, answer)| {
                let reading = law.reading(id)?;
                let kind = if *answer == reading.default { "padrão" } else { "decisão do Município" };
                Some(format!("{} {} ({id}, {kind})", reading.question, reading.answer_in_words(answer)))
            })
            .collect()
    }

    /// Adds provisions, each once.
    pub(crate) fn cite(&mut self, provisions: &[Id]) {
        for p in provisions {
            if !self.provisions.iter().any(|x| same(x, p)) {
                self.provisions.push(p.clone());
            }
        }
    }

    /// Merges other grounds into these, keeping the order of first use.
    pub fn extend(&mut self, other: &Grounds) {
        self.cite(&other.provisions);
        for r in &other.readings {
            if !self.readings.iter().any(|x| same(&x.0, &r.0) && x.1 == r.1) {
                self.readings.push(r.clone());
            }
        }
        for p in &other.parameters {
            if !self.parameters.contains(p) {
                self.parameters.push(p.clone());
            }
        }
    }
}
