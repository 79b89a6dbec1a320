//! A rulebook as plain tables: a second, naive reading of its TOML, with none of the engine's code.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::civil::Date;
use rulebook::cases::to_json;
use serde_json::{Value as Json, json};
use toml::de::DeTable;

pub type Answers = BTreeMap<String, String>;

/// A rulebook as plain tables.
pub struct Book {
    pub kinds: BTreeMap<String, Vec<Json>>,
    pub facts: BTreeMap<String, Json>,
    provisions: BTreeMap<String, Json>,
    defaults: Answers,
}

pub fn text<'j>(v: &'j Json, key: &str) -> &'j str {
    v.get(key).and_then(Json::as_str).unwrap_or_default()
}

pub fn day(v: &Json) -> Option<Date> {
    v.as_str()?.parse().ok()
}

impl Book {
    pub fn open(dir: &Path) -> Self {
        let mut kinds: BTreeMap<String, Vec<Json>> = BTreeMap::new();
        for source in crate::rulebooks::sources(dir) {
            let table = DeTable::parse(&source.text).unwrap();
            for (kind, value) in table.get_ref() {
                let items = match to_json(value.get_ref()) {
                    Json::Array(items) => items,
                    one => vec![one],
                };
                kinds.entry(kind.get_ref().to_string()).or_default().extend(items);
            }
        }
        let of = |kind: &str| kinds.get(kind).cloned().unwrap_or_default();
        let by_name = |kind| of(kind).into_iter().map(|f| (text(&f, "id").to_string(), f)).collect();
        let (facts, provisions) = (by_name("fato"), by_name("dispositivo"));
        let pair = |r: &Json| (text(r, "id").to_string(), text(r, "padrao").to_string());
        let defaults = of("leitura").iter().map(pair).collect();
        Self { kinds, facts, provisions, defaults }
    }

    pub fn of(&self, kind: &str) -> &[Json] {
        self.kinds.get(kind).map_or(&[], Vec::as_slice)
    }

    /// The rule of a kind with a name.
    pub fn named(&self, kind: &str, id: &Json) -> &Json {
        self.of(kind).iter().find(|r| r["id"] == *id).unwrap()
    }

    pub fn norm(&self) -> &Json {
        &self.of("norma")[0]
    }

    /// What a value is under some answers to readings.
    pub fn pick<'j>(&self, mut v: &'j Json, answers: &Answers) -> &'j Json {
        while let Some(reading) = v.get("conforme").and_then(Json::as_str) {
            let answer = answers.get(reading).unwrap_or_else(|| &self.defaults[reading]);
            v = &v[answer];
        }
        v
    }

    /// Whether what a rule stands on is in force on a day: its own dates, the wording of each provision, and no court's order.
    /// None when a wording of that day is missing.
    pub fn in_force(&self, rule: &Json, on: Date) -> Option<bool> {
        let none = Answers::new();
        let starts = day(self.pick(&self.norm()["vigencia"], &none)).unwrap();
        let within = |v: &Json, or: Date| {
            v.get("desde").and_then(day).unwrap_or(or) <= on
                && v.get("ate").and_then(day).is_none_or(|d| on <= d)
        };
        if on < starts
            || !within(rule, starts)
            || self.norm().get("ate").and_then(day).is_some_and(|d| d < on)
        {
            return Some(false);
        }
        let mut known = true;
        for id in rule["base"].as_array().unwrap() {
            // an article suspended takes its paragraphs and items with it
            let reaches = |s: &&Json| {
                format!("{}.", id.as_str().unwrap()).starts_with(&format!("{}.", text(s, "dispositivo")))
            };
            if self.of("suspensao").iter().filter(reaches).any(|s| within(s, starts)) {
                return Some(false);
            }
            let p = &self.provisions[id.as_str().unwrap()];
            let whole = json!([{}]);
            let wordings = p.get("redacao").unwrap_or(&whole).as_array().unwrap();
            match wordings.iter().rev().find(|w| within(w, starts)) {
                None => return Some(false),
                Some(w) => known &= text(w, "texto") != "ausente",
            }
        }
        known.then_some(true)
    }

    /// A yes or no of a rule, under some answers.
    pub fn flag(&self, rule: &Json, key: &str, answers: &Answers, or: bool) -> bool {
        rule.get(key).map_or(or, |v| self.pick(v, answers).as_bool().unwrap())
    }

    /// A word of a rule, under some answers.
    pub fn word<'j>(&self, rule: &'j Json, key: &str, answers: &Answers, or: &'j str) -> &'j str {
        rule.get(key).map_or(or, |v| self.pick(v, answers).as_str().unwrap())
    }

    /// The default, and each reading named in some values answered another way, one at a time.
    pub fn readings_of(&self, values: &[&Json]) -> Vec<Answers> {
        let mut names = Vec::new();
        values.iter().for_each(|v| conforme(v, &mut names));
        names.sort();
        names.dedup();
        let mut out = vec![Answers::new()];
        for reading in self.of("leitura").iter().filter(|r| names.contains(&text(r, "id").to_string())) {
            for answer in reading["respostas"].as_object().unwrap().keys() {
                if answer != text(reading, "padrao") {
                    out.push(Answers::from([(text(reading, "id").to_string(), answer.clone())]));
                }
            }
        }
        out
    }
}

fn conforme(v: &Json, into: &mut Vec<String>) {
    match v {
        Json::Object(m) => {
            into.extend(m.get("conforme").and_then(Json::as_str).map(str::to_string));
            m.values().for_each(|v| conforme(v, into));
        }
        Json::Array(a) => a.iter().for_each(|v| conforme(v, into)),
        _ => {}
    }
}

/// A number in hundredths of hundredths, so that none is rounded.
pub fn number(v: &Json) -> Option<i128> {
    let text = match v {
        Json::Number(n) => n.to_string(),
        Json::String(s) => s.clone(),
        _ => return None,
    };
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let part = format!("{part:0<6}");
    format!("{whole}{part}").parse().ok()
}
