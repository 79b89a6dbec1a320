//! Facts: what the law asks about people, vehicles and companies.

use jiff::civil::Date;

use crate::{Id, Named, Value};

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
            (FactType::Enum(symbols), Value::Text(t)) => symbols.iter().any(|(s, _)| s == t),
            _ => false,
        }
    }
}

/// How a fact follows from another and the date of the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Derived {
    /// Year of the question minus the year in another fact.
    CalendarYearsSince(Id),
    /// The date of the question itself.
    QuestionDate,
}

/// The facts known of one subject. What is absent is unknown, never false.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(Named<Value>);

impl Facts {
    /// No facts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a fact.
    pub fn set(&mut self, id: impl Into<Id>, value: Value) -> &mut Self {
        // by name, so that facts are told in one order however they came in
        self.0.insert_sorted(id.into(), value);
        self
    }

    /// The value of a fact, when known.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Value> {
        self.0.get(id)
    }

    /// Removes a fact.
    pub fn forget(&mut self, id: &str) {
        self.0.shift_remove(id);
    }

    /// All facts, in order of name.
    pub fn iter(&self) -> impl Iterator<Item = (&Id, &Value)> {
        self.0.iter()
    }

    /// Takes over the facts of another subject (a driver with the vehicle he drives).
    pub fn extend(&mut self, other: &Facts) {
        for (id, value) in &other.0 {
            self.0.insert_sorted(id.clone(), value.clone());
        }
    }
}

impl Fact {
    /// The value of the fact on the date of the question, derived when it has to be.
    #[must_use]
    pub fn value(&self, facts: &Facts, on: Date) -> Option<Value> {
        match &self.derived {
            None => facts.get(&self.id).cloned(),
            Some(Derived::QuestionDate) => Some(Value::Date(on)),
            // an explicit value wins: a case may state the age itself
            Some(Derived::CalendarYearsSince(from)) => {
                facts.get(&self.id).cloned().or_else(|| match facts.get(from) {
                    Some(Value::Int(year)) => i64::from(on.year()).checked_sub(*year).map(Value::Int),
                    Some(Value::Date(d)) => Some(Value::Int(i64::from(on.year()) - i64::from(d.year()))),
                    _ => None,
                })
            }
        }
    }

    /// A value in words: symbols by their label, numbers with their unit.
    #[must_use]
    pub fn in_words(&self, value: &Value) -> String {
        match (&self.kind, value, &self.unit) {
            (FactType::Enum(symbols), Value::Text(t), _) => {
                symbols.iter().find(|(s, _)| s == t).map_or_else(|| t.to_string(), |(_, w)| w.clone())
            }
            (_, Value::Int(n), Some((one, many))) => format!("{n} {}", if *n == 1 { one } else { many }),
            (_, v @ Value::Decimal(_), Some((_, many))) => format!("{v} {many}"),
            (_, v, _) => v.to_string(),
        }
    }
}
