//! A datum that may depend on how a gap of the law is read.

use crate::grounds::Trace;
use crate::named::{find, under};
use crate::reading::Reading;
use crate::{Id, Law, Named};
use jiff::civil::Date;

/// Either one value, or one value for each answer of a reading. What an answer leads to may hang on another reading in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice<T> {
    /// The law says it.
    Fixed(T),
    /// The law leaves a gap; `options` holds what follows from each answer of the reading.
    ByReading {
        /// The reading that decides.
        reading: Id,
        /// What follows from each answer.
        options: Vec<(Id, Choice<T>)>,
    },
}

impl<T> Choice<T> {
    /// The value in force on a date, noting in the trace the readings that were used.
    pub fn on<'a>(&'a self, law: &Law, date: Date, trace: &mut Trace) -> Option<&'a T> {
        match self {
            Choice::Fixed(value) => Some(value),
            Choice::ByReading { reading, options } => {
                let answer = find(&law.readings, reading)?.on(date);
                trace.read(reading, answer);
                under(options, answer)?.on(law, date, trace)
            }
        }
    }

    /// The value in force on a date, where the answer does not depend on it.
    pub fn unnoted(&self, law: &Law, date: Date) -> Option<&T> {
        match self {
            Choice::Fixed(value) => Some(value),
            Choice::ByReading { reading, options } => {
                under(options, find(&law.readings, reading)?.on(date))?.unnoted(law, date)
            }
        }
    }

    /// The value that governs while nobody has decided any of its readings.
    pub fn by_default(&self, readings: &Named<Reading>) -> Option<&T> {
        match self {
            Choice::Fixed(value) => Some(value),
            Choice::ByReading { reading, options } => {
                under(options, &find(readings, reading)?.default)?.by_default(readings)
            }
        }
    }

    /// Another choice on the same readings.
    #[must_use]
    pub fn map<U>(&self, part: &dyn Fn(&T) -> U) -> Choice<U> {
        match self {
            Choice::Fixed(value) => Choice::Fixed(part(value)),
            Choice::ByReading { reading, options } => Choice::ByReading {
                reading: reading.clone(),
                options: options.iter().map(|(answer, inner)| (answer.clone(), inner.map(part))).collect(),
            },
        }
    }

    /// Whether something holds whatever the readings.
    pub fn every(&self, holds: &dyn Fn(&T) -> bool) -> bool {
        match self {
            Choice::Fixed(value) => holds(value),
            Choice::ByReading { options, .. } => options.iter().all(|(_, inner)| inner.every(holds)),
        }
    }

    /// The readings that decide, whatever they say.
    pub fn readings(&self) -> Vec<&Id> {
        match self {
            Choice::Fixed(_) => Vec::new(),
            Choice::ByReading { reading, options } => {
                [reading].into_iter().chain(options.iter().flat_map(|(_, inner)| inner.readings())).collect()
            }
        }
    }

    /// Every value this may take, for checks that must hold under each reading.
    pub fn all(&self) -> Vec<&T> {
        match self {
            Choice::Fixed(value) => vec![value],
            Choice::ByReading { options, .. } => options.iter().flat_map(|(_, inner)| inner.all()).collect(),
        }
    }
}
