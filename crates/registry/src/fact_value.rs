//! Values of facts as acts keep them.

use jiff::civil::Date;
use law::Value;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// A value of a fact, in a form that is stored: the names of the variants are part of the ledger and never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactValue {
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// An exact decimal.
    Decimal(Decimal),
    /// A civil date.
    Date(Date),
    /// A symbol of a closed list, or free text.
    Text(String),
}

impl From<&FactValue> for Value {
    fn from(v: &FactValue) -> Self {
        match v {
            FactValue::Bool(b) => Value::Bool(*b),
            FactValue::Int(i) => Value::Int(*i),
            FactValue::Decimal(d) => Value::Decimal(*d),
            FactValue::Date(d) => Value::Date(*d),
            FactValue::Text(t) => Value::Text(t.as_str().into()),
        }
    }
}

impl From<&Value> for FactValue {
    fn from(v: &Value) -> Self {
        match v {
            Value::Bool(b) => FactValue::Bool(*b),
            Value::Int(i) => FactValue::Int(*i),
            Value::Decimal(d) => FactValue::Decimal(*d),
            Value::Date(d) => FactValue::Date(*d),
            Value::Text(t) => FactValue::Text(t.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_value_goes_to_the_law_and_comes_back_whole() {
        for v in [
            FactValue::Bool(true),
            FactValue::Int(-3),
            FactValue::Decimal(Decimal::new(480, 2)),
            FactValue::Date(date(2024, 2, 29)),
            FactValue::Text("AB".into()),
        ] {
            assert_eq!(FactValue::from(&Value::from(&v)), v);
            let json = serde_json::to_string(&v).expect("plain data");
            assert_eq!(serde_json::from_str::<FactValue>(&json).expect("the same data"), v);
        }
    }
}
