//! Parameters: dated values the law refers to without saying them.

use jiff::civil::Date;

use crate::{Id, Value};

/// A unit value, a fare, a population: dated, with its source, never guessed.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name: `VRM`.
    pub id: Id,
    /// In Portuguese: `Valor de Referência do Município`.
    pub label: String,
    /// Provisions that refer to it.
    pub base: Vec<Id>,
    /// Who can tell or enter a missing value.
    pub who: String,
    /// Known values, in order of time.
    pub values: Vec<DatedValue>,
}

/// A value and the days on which it holds.
#[derive(Clone, Debug)]
pub struct DatedValue {
    /// First day.
    pub since: Date,
    /// Last day; none while no later act changes it.
    pub until: Option<Date>,
    /// The value.
    pub value: Value,
    /// Where it comes from.
    pub source: String,
}

impl Parameter {
    /// The value that holds on a date, or none: a missing value refuses, it never becomes zero.
    #[must_use]
    pub fn on(&self, date: Date) -> Option<&DatedValue> {
        self.values.iter().rev().find(|v| v.since <= date && v.until.is_none_or(|u| date <= u))
    }

    /// Says that the value is missing and who can enter it.
    #[must_use]
    pub fn missing(&self, date: Date) -> String {
        format!(
            "falta o valor de {} ({}) em {}; quem pode informar: {}",
            self.id,
            self.label,
            crate::value::date_pt(date),
            self.who
        )
    }
}
