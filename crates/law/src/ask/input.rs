//! Reads the keys of a question, collecting every fault.

use std::collections::BTreeSet;
use std::fmt;

use jiff::civil::{Date, DateTime};
use rust_decimal::Decimal;
use serde_json::Value as Json;

use crate::fact::{Dated, Fact, FactType};
use crate::{Facts, Id, Law, Value};

/// What is wrong with a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionFault {
    /// The key, as a path: `antecedentes[0].autuada`.
    pub path: String,
    /// What was found and what was expected, in Portuguese.
    pub says: String,
    /// The nearest right name.
    pub nearest: Option<String>,
}

impl fmt::Display for QuestionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.says)?;
        if let Some(n) = &self.nearest {
            write!(f, "; você quis dizer “{n}”?")?;
        }
        Ok(())
    }
}

/// One object of a question with its path, and the faults found so far.
#[derive(Debug)]
pub(super) struct Input<'a> {
    law: &'a Law,
    object: &'a Json,
    path: String,
    used: BTreeSet<&'static str>,
    faults: Vec<QuestionFault>,
}

impl<'a> Input<'a> {
    pub(super) fn new(law: &'a Law, object: &'a Json) -> Self {
        let mut input = Self { law, object, path: String::new(), used: BTreeSet::new(), faults: Vec::new() };
        if !object.is_object() {
            input.fault("", "a pergunta deve ser uma tabela de chaves e valores".into(), None);
        }
        input
    }

    fn key_path(&self, key: &str) -> String {
        match (self.path.is_empty(), key.is_empty()) {
            (true, true) => "pergunta".into(),
            (true, false) => key.into(),
            (false, true) => self.path.clone(),
            (false, false) => format!("{}.{key}", self.path),
        }
    }

    pub(super) fn fault(&mut self, key: &str, says: String, nearest: Option<String>) {
        let path = self.key_path(key);
        self.faults.push(QuestionFault { path, says, nearest });
    }

    /// Reports a name that does not exist, with the nearest that does.
    pub(super) fn unknown(&mut self, key: &str, found: &str, names: &mut dyn Iterator<Item = &str>) {
        let near = nearest(found, names);
        self.fault(key, format!("“{found}” não existe"), near);
    }

    pub(super) fn get(&mut self, key: &'static str) -> Option<&'a Json> {
        self.used.insert(key);
        self.object.get(key).filter(|v| !v.is_null())
    }

    fn wrong(&mut self, key: &str, found: &Json, expected: &str) {
        self.fault(key, format!("esperava {expected}, encontrei {}", shown(found)), None);
    }

    fn require<T>(&mut self, key: &'static str, value: Option<T>) -> Option<T> {
        if value.is_none() && self.object.get(key).is_none_or(Json::is_null) {
            self.fault(key, "falta esta chave".into(), None);
        }
        value
    }

    pub(super) fn text(&mut self, key: &'static str) -> Option<String> {
        match self.get(key)? {
            Json::String(s) => Some(s.clone()),
            other => {
                self.wrong(key, other, "texto");
                None
            }
        }
    }

    pub(super) fn required_text(&mut self, key: &'static str) -> Option<String> {
        let v = self.text(key);
        self.require(key, v)
    }

    pub(super) fn boolean(&mut self, key: &'static str) -> Option<bool> {
        match self.get(key)? {
            Json::Bool(b) => Some(*b),
            other => {
                self.wrong(key, other, "true ou false");
                None
            }
        }
    }

    pub(super) fn whole(&mut self, key: &'static str) -> Option<u32> {
        let found = self.get(key)?;
        let n = found.as_u64().and_then(|n| u32::try_from(n).ok());
        if n.is_none() {
            self.wrong(key, found, "um número inteiro, zero ou mais");
        }
        n
    }

    pub(super) fn decimal(&mut self, key: &'static str) -> Option<Decimal> {
        let found = self.get(key)?;
        let n = decimal(found).filter(|d| !d.is_sign_negative());
        if n.is_none() {
            self.wrong(key, found, "um número, zero ou mais");
        }
        n
    }

    pub(super) fn date(&mut self, key: &'static str) -> Option<Date> {
        let found = self.get(key)?;
        let date = found.as_str().and_then(|s| s.parse().ok());
        if date.is_none() {
            self.wrong(key, found, "uma data (2025-07-15)");
        }
        date
    }

    /// A date with its hour, on the municipality's clock; none for a plain date, which [`Self::date`] reads.
    pub(super) fn moment(&mut self, key: &'static str) -> Option<DateTime> {
        let text = self.get(key)?.as_str()?;
        if text.contains(['T', ' ']) { text.parse().ok() } else { None }
    }

    pub(super) fn required_date(&mut self, key: &'static str) -> Option<Date> {
        let v = self.date(key);
        self.require(key, v)
    }

    pub(super) fn names(&mut self, key: &'static str) -> Option<Vec<Id>> {
        match self.get(key)? {
            Json::String(s) => Some(vec![s.as_str().into()]),
            Json::Array(items) => {
                let mut out = Vec::with_capacity(items.len());
                for item in items {
                    match item {
                        Json::String(s) => out.push(s.as_str().into()),
                        other => self.wrong(key, other, "uma lista de textos"),
                    }
                }
                Some(out)
            }
            other => {
                self.wrong(key, other, "uma lista de textos");
                None
            }
        }
    }

    /// Dates of a list.
    pub(super) fn dates(&mut self, key: &'static str) -> Vec<Date> {
        let mut out = Vec::new();
        for text in self.names(key).unwrap_or_default() {
            match text.parse() {
                Ok(d) => out.push(d),
                Err(_) => {
                    self.fault(key, format!("esperava uma data (2025-07-15), encontrei “{text}”"), None);
                }
            }
        }
        out
    }

    /// The tables of a list, each read by a function with its own path and its own check of keys.
    pub(super) fn each<T>(
        &mut self,
        key: &'static str,
        read: impl Fn(&mut Input<'a>) -> Option<T>,
    ) -> Vec<T> {
        let mut out = Vec::new();
        match self.get(key) {
            None => {}
            Some(Json::Array(items)) => {
                for (i, item) in items.iter().enumerate() {
                    let path = format!("{}[{i}]", self.key_path(key));
                    let mut inner = Input {
                        law: self.law,
                        object: item,
                        path,
                        used: BTreeSet::new(),
                        faults: Vec::new(),
                    };
                    if item.is_object() {
                        out.extend(read(&mut inner));
                        inner.check_keys();
                    } else {
                        inner.fault("", "esperava uma tabela de chaves e valores".into(), None);
                    }
                    self.faults.append(&mut inner.faults);
                }
            }
            Some(other) => self.wrong(key, other, "uma lista de tabelas"),
        }
        out
    }

    /// A name of the rulebook, checked against the names that exist.
    pub(super) fn known<T, S: std::hash::BuildHasher>(
        &mut self,
        key: &'static str,
        table: &'a indexmap::IndexMap<Id, T, S>,
    ) -> Option<&'a T> {
        let name = self.required_text(key)?;
        let found = table.get(name.as_str());
        if found.is_none() {
            self.unknown(key, &name, &mut table.keys().map(AsRef::as_ref));
        }
        found
    }

    /// Facts with the types that the rulebook declares.
    pub(super) fn facts(&mut self, key: &'static str) -> Facts {
        let mut facts = Facts::new();
        let Some(found) = self.get(key) else { return facts };
        let Json::Object(entries) = found else {
            self.wrong(key, found, "uma tabela de fatos");
            return facts;
        };
        for (name, raw) in entries {
            let path = format!("{key}.{name}");
            let Some(fact) = self.law.fact(name) else {
                let law = self.law;
                self.unknown(&path, name, &mut law.facts.keys().map(AsRef::as_ref));
                continue;
            };
            if raw.is_null() {
                continue;
            }
            if let Json::Array(items) = raw {
                if let Some(history) = self.history(&path, fact, items) {
                    facts.set_history(fact.id.clone(), history);
                }
                continue;
            }
            match read_value(&fact.kind, raw) {
                Some(v) => {
                    if let Some(why) = fact.too_little(&v) {
                        self.fault(&path, why, None);
                    }
                    facts.set(fact.id.clone(), v);
                }
                None => self.wrong(&path, raw, &expected(&fact.kind)),
            }
        }
        facts
    }

    /// The values of a fact by date: `[{ desde, ate, valor }]`.
    fn history(&mut self, path: &str, fact: &Fact, items: &[Json]) -> Option<Vec<Dated>> {
        let kind = &fact.kind;
        let mut out: Vec<Dated> = Vec::with_capacity(items.len());
        let date = |v: &Json| v.as_str().and_then(|s| s.parse::<Date>().ok());
        for (i, item) in items.iter().enumerate() {
            let at = format!("{path}[{i}]");
            let Json::Object(entries) = item else {
                self.wrong(&at, item, "uma tabela com desde e valor");
                return None;
            };
            if let Some(extra) = entries.keys().find(|k| !["desde", "ate", "valor"].contains(&k.as_str())) {
                let near = nearest(extra, &mut ["desde", "ate", "valor"].into_iter());
                self.fault(
                    &format!("{at}.{extra}"),
                    "esta chave não faz parte de um valor com data".into(),
                    near,
                );
                return None;
            }
            let since = entries.get("desde").and_then(date);
            let until = entries.get("ate").map(&date);
            let value = entries.get("valor").and_then(|v| read_value(kind, v));
            let (Some(since), Some(value)) = (since, value) else {
                self.fault(&at, format!("leva `desde` (uma data) e `valor` ({})", expected(kind)), None);
                return None;
            };
            if let Some(why) = fact.too_little(&value) {
                self.fault(&format!("{at}.valor"), why, None);
                return None;
            }
            if until.is_some_and(|u| u.is_none_or(|u| u < since)) {
                self.fault(&format!("{at}.ate"), "esperava uma data, igual a desde ou depois".into(), None);
                return None;
            }
            let until = until.flatten();
            if out.last().is_some_and(|p| p.since >= since || p.until.is_some_and(|u| u >= since)) {
                self.fault(&at, "os valores estão fora de ordem ou se sobrepõem".into(), None);
                return None;
            }
            out.push(Dated { since, until, value });
        }
        Some(out)
    }

    /// Named quantities.
    pub(super) fn quantities(&mut self, key: &'static str) -> Vec<(Id, Decimal)> {
        let mut out = Vec::new();
        let Some(found) = self.get(key) else { return out };
        let Json::Object(entries) = found else {
            self.wrong(key, found, "uma tabela de quantidades");
            return out;
        };
        for (name, raw) in entries {
            match decimal(raw) {
                Some(d) if !d.is_sign_negative() => out.push((name.as_str().into(), d)),
                _ => self.wrong(&format!("{key}.{name}"), raw, "um número, zero ou mais"),
            }
        }
        out
    }

    fn check_keys(&mut self) {
        if let Json::Object(entries) = self.object {
            let extra: Vec<String> =
                entries.keys().filter(|k| !self.used.contains(k.as_str())).cloned().collect();
            for key in extra {
                let near = nearest(&key, &mut self.used.iter().copied());
                self.fault(&key, "esta chave não faz parte deste tipo de pergunta".into(), near);
            }
        }
    }

    /// The answer, or every fault.
    pub(super) fn finish(mut self, answer: Option<Json>) -> Result<Json, Vec<QuestionFault>> {
        if self.used.len() > 1 {
            self.check_keys();
        }
        match answer {
            Some(a) if self.faults.is_empty() => Ok(a),
            _ => Err(self.faults),
        }
    }
}

fn expected(kind: &FactType) -> String {
    match kind {
        FactType::Bool => "true ou false".into(),
        FactType::Int => "um número inteiro".into(),
        FactType::Decimal => "um número".into(),
        FactType::Date => "uma data (2025-07-15)".into(),
        FactType::Text => "texto".into(),
        FactType::Hour => "uma hora do dia, como \"22:30\"".into(),
        FactType::Enum(symbols) => {
            format!("um de: {}", symbols.iter().map(|(s, _)| s.as_ref()).collect::<Vec<_>>().join(", "))
        }
    }
}

/// Plain data as a value of a type.
#[must_use]
pub fn read_value(kind: &FactType, raw: &Json) -> Option<Value> {
    let value = match (kind, raw) {
        (FactType::Bool, Json::Bool(b)) => Value::Bool(*b),
        (FactType::Int, Json::Number(n)) => Value::Int(n.as_i64()?),
        (FactType::Decimal, raw) => Value::Decimal(decimal(raw)?),
        (FactType::Date, Json::String(s)) => Value::Date(s.parse().ok()?),
        (FactType::Hour, Json::String(s)) => Value::Int(crate::fact::minutes(s)?),
        (FactType::Enum(_) | FactType::Text, Json::String(s)) => Value::Text(s.as_str().into()),
        _ => return None,
    };
    kind.admits(&value).then_some(value)
}

/// A number written as a number or as text, exactly.
#[must_use]
pub fn decimal(raw: &Json) -> Option<Decimal> {
    match raw {
        // through its text, since a binary fraction would not be the number that was written
        Json::Number(n) => n.to_string().parse().ok(),
        Json::String(s) => s.trim().parse().ok(),
        _ => None,
    }
}

fn shown(raw: &Json) -> String {
    match raw {
        Json::String(s) => format!("o texto “{s}”"),
        Json::Bool(b) => format!("{b}"),
        Json::Number(n) => format!("o número {n}"),
        Json::Array(_) => "uma lista".into(),
        Json::Object(_) => "uma tabela".into(),
        Json::Null => "nada".into(),
    }
}

/// The name closest to one that does not exist, when one is close enough to be meant.
#[must_use]
pub fn nearest(found: &str, names: &mut dyn Iterator<Item = &str>) -> Option<String> {
    names
        .map(|n| (strsim::damerau_levenshtein(found, n), n))
        .filter(|(distance, n)| *distance <= found.len().max(n.len()).div_ceil(3))
        .min()
        .map(|(_, n)| n.to_string())
}
