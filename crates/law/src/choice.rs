//! A datum that may depend on how a gap of the law is read.

use crate::grounds::Trace;
use crate::{Id, Law};
use jiff::civil::Date;

/// Either one value, or one value for each answer of a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice<T> {
    /// The law says it.
    Fixed(T),
    /// The law leaves a gap; `options` holds what follows from each answer of the reading.
    ByReading {
        /// The reading that decides.
        reading: Id,
        /// What follows from each answer.
        options: Vec<(Id, T)>,
    },
}

impl<T> Choice<T> {
    /// The value in force on a date, noting in the trace the reading that was used.
    ///
    pub fn on<'a>(&'a self, law: &Law, date: Date, trace: &mut Trace) -> Option<&'a T> {
        match self {
            Choice::Fixed(value) => Some(value),
            Choice::ByReading { reading, options } => {
                let answer = law.reading(reading)?.on(date);
                trace.read(reading, answer);
                options.iter().find(|(a, _)| a == answer).map(|(_, v)| v)
            }
        }
    }

    /// The value in force on a date, where the answer does not depend on it.
    pub fn unnoted(&self, law: &Law, date: Date) -> Option<&T> {
        match self {
            Choice::Fixed(value) => Some(value),
            Choice::ByReading { reading, options } => {
                let answer = law.reading(reading)?.on(date);
                options.iter().find(|(a, _)| a == answer).map(|(_, v)| v)
            }
        }
    }

    /// Whether something holds whatever the reading.
    pub fn every(&self, holds: impl Fn(&T) -> bool) -> bool {
        match self {
            Choice::Fixed(value) => holds(value),
            Choice::ByReading { options, .. } => options.iter().all(|(_, value)| holds(value)),
        }
    }

    /// Every value this may take, for checks that must hold under each reading.
    pub fn all(&self) -> Vec<&T> {
        match self {
            Choice::Fixed(value) => vec![value],
            Choice::ByReading { options, .. } => options.iter().map(|(_, v)| v).collect(),
        }
    }
}
