//! Facts: what the law asks about people, vehicles and companies.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::law::{Law, Span};
use crate::{Id, Name, Named, Value};

/// A fact that conditions may compare.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its name: `veiculo.ano_fabricacao`.
    pub id: Id,
    /// In Portuguese, ready to start an explanation: `ano de fabricação do veículo`.
    pub label: String,
    /// Its type.
    pub kind: FactType,
    /// Unit in words, singular and plural: `ano`, `anos`.
    pub unit: Option<(String, String)>,
    /// The document that proves it.
    pub document: Option<Id>,
    /// How it follows from another fact, when nobody enters it.
    pub derived: Option<Derived>,
    /// The least number that anybody can mean: a vehicle has one seat or more. What is below it is a slip of the keyboard, whatever
    /// the law says.
    pub least: Option<Value>,
    /// Names under which spreadsheets know it.
    pub columns: Vec<String>,
}

/// Type of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactType {
    /// Yes or no.
    Bool,
    /// Whole number.
    Int,
    /// Exact decimal.
    Decimal,
    /// Civil date.
    Date,
    /// Time of the day, in minutes since midnight.
    Hour,
    /// One of a closed list of symbols, each with its words.
    Enum(Vec<(Id, String)>),
    /// Free text; only its presence can be compared.
    Text,
}

impl FactType {
    /// The keyword of the type in a rulebook.
    #[must_use]
    pub fn keyword(&self) -> &'static str {
        match self {
            FactType::Bool => "sim ou não",
            FactType::Int => "inteiro",
            FactType::Decimal => "decimal",
            FactType::Date => "data",
            FactType::Hour => "hora",
            FactType::Enum(_) => "lista",
            FactType::Text => "texto",
        }
    }

    /// Whether a value is of this type.
    #[must_use]
    pub fn admits(&self, value: &Value) -> bool {
        match (self, value) {
            (FactType::Bool, Value::Bool(_))
            | (FactType::Int, Value::Int(_))
            | (FactType::Decimal, Value::Decimal(_) | Value::Int(_))
            | (FactType::Date, Value::Date(_))
            | (FactType::Text, Value::Text(_)) => true,
            (FactType::Hour, Value::Int(minutes)) => (0..24 * 60).contains(minutes),
            (FactType::Enum(symbols), Value::Text(t)) => symbols.iter().any(|(s, _)| s == t),
            _ => false,
        }
    }
}

/// The minutes since midnight of a time written `22:30` or `22:30:00`.
#[must_use]
pub fn minutes(text: &str) -> Option<i64> {
    let time: jiff::civil::Time = match text.len() {
        4 | 5 => format!("{text:0>5}:00").parse().ok()?,
        _ => text.parse().ok()?,
    };
    (time.second() == 0).then(|| i64::from(time.hour()) * 60 + i64::from(time.minute()))
}

/// How a fact follows from another and the date of the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Derived {
    /// Year of the question minus the year in another fact.
    CalendarYearsSince(Id),
    /// Year of one fact minus the year of another, whatever the date of the question.
    CalendarYearsBetween {
        /// The fact with the earlier year.
        since: Id,
        /// The fact with the later one.
        until: Id,
    },
    /// The last day of the part of the calendar year, of so many months, in which the day of another fact falls.
    PeriodEnd {
        /// The fact with the day.
        of: Id,
        /// How many months a part has: 1, 2, 3, 4, 6 or 12.
        months: i8,
    },
    /// The date of the question itself.
    QuestionDate,
}

impl Derived {
    /// The facts from which it follows: what somebody enters.
    #[must_use]
    pub fn bases(&self) -> Vec<&Id> {
        match self {
            Derived::CalendarYearsSince(from) => vec![from],
            Derived::CalendarYearsBetween { since, until } => vec![since, until],
            Derived::PeriodEnd { of, .. } => vec![of],
            Derived::QuestionDate => Vec::new(),
        }
    }

    /// What follows from other facts alone, whatever the date of the question.
    pub(crate) fn timeless(&self, value: &dyn Fn(&Id) -> Option<Value>) -> Option<Value> {
        match self {
            Derived::CalendarYearsBetween { since, until } => {
                let (first, last) = (year_of(&value(since)?)?, year_of(&value(until)?)?);
                last.checked_sub(first).map(Value::Int)
            }
            Derived::PeriodEnd { of, months } => match value(of)? {
                Value::Date(day) => period_end(day, *months).map(Value::Date),
                _ => None,
            },
            Derived::CalendarYearsSince(_) | Derived::QuestionDate => None,
        }
    }
}

/// A year told as such, or by a day.
fn year_of(value: &Value) -> Option<i64> {
    match value {
        Value::Int(year) => Some(*year),
        Value::Date(day) => Some(i64::from(day.year())),
        _ => None,
    }
}

fn period_end(day: Date, months: i8) -> Option<Date> {
    let part = (day.month() - 1).checked_div(months)?;
    Date::new(day.year(), part.checked_add(1)?.checked_mul(months)?, 1).ok().map(Date::last_of_month)
}

/// A value that a fact had in a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dated {
    /// First day.
    pub since: Date,
    /// Last day; none when only a later value ends it.
    pub until: Option<Date>,
    /// The value.
    pub value: Value,
}

/// The facts known of one subject. What is absent is unknown, never false.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    now: Named<Value>,
    /// Facts told with the days on which they held, in order of time.
    history: BTreeMap<Id, Vec<Dated>>,
}

impl Facts {
    /// No facts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a fact.
    pub fn set(&mut self, id: impl Into<Id>, value: Value) -> &mut Self {
        // by name, so that facts are told in one order however they came in
        self.now.insert_sorted(id.into(), value);
        self
    }

    /// Sets a fact with its history: each value holds from its first day to its last, or to the day before the next one.
    pub fn set_history(&mut self, id: impl Into<Id>, mut values: Vec<Dated>) -> &mut Self {
        values.sort_by_key(|v| v.since);
        self.history.insert(id.into(), values);
        self
    }

    /// The value of a fact told without a history, when known.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Value> {
        self.now.get(id)
    }

    /// The value of a fact on a date: that of its history, when it has one.
    #[must_use]
    pub fn on(&self, id: &str, date: Date) -> Option<&Value> {
        match self.history.get(id) {
            None => self.now.get(id),
            Some(values) => values
                .iter()
                .rfind(|v| v.since <= date)
                .filter(|v| v.until.is_none_or(|u| date <= u))
                .map(|v| &v.value),
        }
    }

    /// The same for a name that remembers where it was last told.
    pub(crate) fn told(&self, name: &Name, date: Date) -> Option<&Value> {
        if self.history.is_empty() { name.find_told(&self.now) } else { self.on(name, date) }
    }

    /// The first day after a date on which some fact changes.
    pub(crate) fn next_change(&self, date: Date) -> Option<Date> {
        let values = self.history.values().flatten();
        let days = values.flat_map(|v| Span { since: Some(v.since), until: v.until }.changes());
        days.filter(|d| *d > date).min()
    }

    /// Removes a fact.
    pub fn forget(&mut self, id: &str) {
        self.now.shift_remove(id);
        self.history.remove(id);
    }

    /// All facts told without a history, in order of name.
    pub fn iter(&self) -> impl Iterator<Item = (&Id, &Value)> {
        self.now.iter()
    }

    /// Takes over the facts of another subject (a driver with the vehicle he drives).
    pub fn extend(&mut self, other: &Facts) {
        for (id, value) in &other.now {
            self.now.insert_sorted(id.clone(), value.clone());
        }
        self.history.extend(other.history.iter().map(|(k, v)| (k.clone(), v.clone())));
    }
}

impl Law {
    /// The day that a fact tells on a date.
    pub(crate) fn told_day(&self, fact: &str, facts: &Facts, on: Date) -> Option<Date> {
        match self.fact(fact)?.value(facts, on)? {
            Value::Date(day) => Some(day),
            _ => None,
        }
    }

    /// A year told from which an age is counted, later than the one after the date: no car is made, nor called a model, so late.
    pub(crate) fn year_to_come(&self, facts: &Facts, on: Date) -> Option<(&Id, i64)> {
        let last = i64::from(on.year()).checked_add(1)?;
        self.facts.values().find_map(|fact| match &fact.derived {
            Some(Derived::CalendarYearsSince(from)) => match facts.on(from, on) {
                Some(Value::Int(year)) if *year > last => Some((from, *year)),
                _ => None,
            },
            _ => None,
        })
    }
}

impl Fact {
    /// The value of the fact on the date of the question, derived when it has to be.
    #[must_use]
    pub fn value(&self, facts: &Facts, on: Date) -> Option<Value> {
        match &self.derived {
            None => facts.on(&self.id, on).cloned(),
            Some(Derived::QuestionDate) => Some(Value::Date(on)),
            // an explicit value wins: a case may state the age itself
            Some(Derived::CalendarYearsSince(from)) => facts
                .on(&self.id, on)
                .cloned()
                .or_else(|| i64::from(on.year()).checked_sub(year_of(facts.on(from, on)?)?).map(Value::Int)),
            Some(follows) => facts
                .on(&self.id, on)
                .cloned()
                .or_else(|| follows.timeless(&|from| facts.on(from, on).cloned())),
        }
    }

    /// Why a value is none that the fact can have, in Portuguese: it is below the least that anybody can mean.
    #[must_use]
    pub fn too_little(&self, value: &Value) -> Option<String> {
        let least = self.least.as_ref()?;
        crate::condition::compare(value, least)?
            .is_lt()
            .then(|| format!("{value} não pode ser: no mínimo, {}", self.in_words(least)))
    }

    /// A value in words: symbols by their label, numbers with their unit.
    #[must_use]
    pub fn in_words(&self, value: &Value) -> String {
        match (&self.kind, value, &self.unit) {
            (FactType::Enum(symbols), Value::Text(t), _) => {
                symbols.iter().find(|(s, _)| s == t).map_or_else(|| t.to_string(), |(_, w)| w.clone())
            }
            (FactType::Hour, Value::Int(minutes), _) => format!("{:02}:{:02}", minutes / 60, minutes % 60),
            (_, Value::Int(n), Some((one, many))) => format!("{n} {}", if *n == 1 { one } else { many }),
            (_, v @ Value::Decimal(_), Some((_, many))) => format!("{v} {many}"),
            (_, v, _) => v.to_string(),
        }
    }
}
