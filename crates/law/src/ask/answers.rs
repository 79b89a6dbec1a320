//! Writes answers as plain data.

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde_json::{Map, Value as Json, json};

use crate::grounds::Grounds;
use crate::{Id, Law};

/// An answer being written.
pub(super) struct Answer {
    map: Map<String, Json>,
}

impl Answer {
    pub(super) fn new() -> Self {
        Self { map: Map::new() }
    }

    /// An answer with these keys already in it.
    pub(super) fn with(map: Map<String, Json>) -> Self {
        Self { map }
    }

    pub(super) fn set(mut self, key: &str, value: impl Into<Json>) -> Self {
        self.map.insert(key.to_string(), value.into());
        self
    }

    pub(super) fn all<const N: usize>(self, keys: [(&'static str, Json); N]) -> Self {
        keys.into_iter().fold(self, |answer, (key, value)| answer.set(key, value))
    }

    pub(super) fn date(self, key: &str, date: Option<Date>) -> Self {
        self.set(key, date.map(|d| d.to_string()))
    }

    pub(super) fn names<'n>(self, key: &str, names: impl IntoIterator<Item = &'n Id>) -> Self {
        let list: Vec<Json> = names.into_iter().map(|n| n.as_ref().into()).collect();
        self.set(key, list)
    }

    pub(super) fn number(self, key: &str, n: Option<Decimal>) -> Self {
        self.set(key, n.map(|n| n.normalize().to_string()))
    }

    /// Closes the answer with its grounds.
    pub(super) fn grounds(self, law: &Law, grounds: &Grounds, why: impl Into<String>) -> Json {
        let readings: Vec<Json> = grounds.readings.iter().map(|(id, a)| format!("{id}={a}").into()).collect();
        let values: Map<String, Json> =
            grounds.parameters.iter().map(|(id, v)| (id.to_string(), v.to_json())).collect();
        let mut out = self.set("porque", why.into()).names("cita", &grounds.provisions).map;
        out.insert("fundamento".into(), grounds.cited().into());
        out.insert("leituras".into(), Json::Array(readings));
        out.insert("leituras_explicadas".into(), json!(grounds.readings_in_words(law)));
        out.insert("valores".into(), Json::Object(values));
        Json::Object(out)
    }
}
