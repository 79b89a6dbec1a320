//! The shapes of tables, gathered from what the reader asked of many of them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Map, Value as Json, json};
use toml::de::{DeTable, DeValue};

use super::Saw;
use super::guide::Guide;
use crate::kinds::KINDS;
use crate::tree::Value;

/// What marks a value of which nothing shows the type; no schema may keep it.
pub(super) const UNKNOWN: &str = "sem exemplo";

type Seen = HashMap<usize, Vec<Saw>>;

fn seen<'s, T>(all: &'s Seen, at: &T) -> &'s [Saw] {
    all.get(&std::ptr::from_ref(at).addr()).map_or(&[], Vec::as_slice)
}

/// The shapes that may stand inside themselves, by name.
type Shared = BTreeMap<&'static str, Shape>;

/// The shapes of every kind, and those that many of them use.
#[derive(Debug, Default)]
pub(super) struct Book {
    pub(super) kinds: BTreeMap<&'static str, Shape>,
    pub(super) shared: Shared,
}

impl Book {
    pub(super) fn add(&mut self, root: &DeTable<'_>, all: &Seen) {
        for kind in KINDS {
            let Some(value) = root.get(kind) else { continue };
            let shape = self.kinds.entry(kind).or_default();
            match value.get_ref() {
                DeValue::Array(items) => items.iter().for_each(|i| shape.add(i, all, &mut self.shared)),
                _ => shape.add(value, all, &mut self.shared),
            }
        }
    }
}

/// What a value may be.
#[derive(Debug, Default)]
pub(super) struct Shape {
    asked: Vec<Saw>,
    /// How many tables stood here.
    tables: usize,
    keys: BTreeMap<&'static str, Key>,
    items: Option<Box<Shape>>,
    /// What stands under keys that the author names.
    open: Option<Box<Shape>>,
}

#[derive(Debug, Default)]
struct Key {
    needed: usize,
    shape: Shape,
}

impl Shape {
    fn add(&mut self, value: &Value<'_>, all: &Seen, shared: &mut Shared) {
        let here = seen(all, value);
        let name = here.iter().find_map(|s| if let Saw::Shared(name) = s { Some(*name) } else { None });
        let Some(name) = name else {
            self.note(here.iter());
            return self.inner(value, all, shared);
        };
        // what hangs on a reading here is the place, not the shape that many places share
        self.note(here.iter().filter(|s| matches!(s, Saw::Shared(_) | Saw::Choice)));
        let mut whole = shared.remove(name).unwrap_or_default();
        whole.note(here.iter().filter(|s| !matches!(s, Saw::Shared(_) | Saw::Choice)));
        whole.inner(value, all, shared);
        if let Some(inside) = shared.remove(name) {
            whole.absorb(inside);
        }
        whole.asked.retain(|s| *s != Saw::Shared(name));
        shared.insert(name, whole);
    }

    fn note<'s>(&mut self, saws: impl Iterator<Item = &'s Saw>) {
        for saw in saws {
            if !self.asked.contains(saw) {
                self.asked.push(saw.clone());
            }
        }
    }

    fn inner(&mut self, value: &Value<'_>, all: &Seen, shared: &mut Shared) {
        match value.get_ref() {
            DeValue::Table(t) if t.contains_key("conforme") => {
                for (_, v) in t.iter().filter(|(k, _)| k.get_ref() != "conforme") {
                    self.add(v, all, shared);
                }
            }
            DeValue::Array(items) => {
                let shape = self.items.get_or_insert_default();
                items.iter().for_each(|i| shape.add(i, all, shared));
            }
            DeValue::Table(t) => self.fields(t, all, shared),
            _ => {}
        }
    }

    fn fields(&mut self, table: &DeTable<'_>, all: &Seen, shared: &mut Shared) {
        let asked = seen(all, table);
        self.tables += 1;
        let mut needed: BTreeSet<&'static str> = BTreeSet::new();
        for saw in asked {
            match saw {
                Saw::Key(k) => {
                    self.keys.entry(k).or_default();
                }
                Saw::Needed(k) => {
                    needed.insert(k);
                }
                Saw::DateKey(k) => self.keys.entry(k).or_default().shape.note([Saw::Date].iter()),
                _ => {}
            }
        }
        for k in needed {
            self.keys.entry(k).or_default().needed += 1;
        }
        for (key, value) in table {
            if let Some(key) = self.keys.get_mut(key.get_ref().as_ref()) {
                key.shape.add(value, all, shared);
            } else if asked.contains(&Saw::AnyKey) {
                self.open.get_or_insert_default().add(value, all, shared);
            }
        }
    }

    /// Takes over what another shape of the same thing gathered.
    fn absorb(&mut self, other: Shape) {
        self.note(other.asked.iter());
        self.tables += other.tables;
        for (name, key) in other.keys {
            let own = self.keys.entry(name).or_default();
            own.needed += key.needed;
            own.shape.absorb(key.shape);
        }
        if let Some(items) = other.items {
            self.items.get_or_insert_default().absorb(*items);
        }
        if let Some(open) = other.open {
            self.open.get_or_insert_default().absorb(*open);
        }
    }

    /// Whether the reader asks for what a path of keys leads to.
    pub(super) fn has(&self, path: &[&str]) -> bool {
        let Some((key, rest)) = path.split_first() else { return true };
        let here = [Some(self), self.items.as_deref()];
        here.into_iter().flatten().any(|s| s.keys.get(key).is_some_and(|k| k.shape.has(rest)))
    }

    /// The schema of a table of this shape.
    fn table(&self, guide: &Guide, path: &[String]) -> Json {
        let mut properties = Map::new();
        for (name, key) in &self.keys {
            let path: Vec<String> = path.iter().cloned().chain([name.to_string()]).collect();
            let mut schema = key.shape.value(guide, &path);
            if let Some(words) = guide.key(&path) {
                schema["description"] = words.into();
            }
            properties.insert(name.to_string(), schema);
        }
        let required: Vec<&str> =
            self.keys.iter().filter(|(_, k)| k.needed == self.tables).map(|(name, _)| *name).collect();
        let mut out = json!({ "type": "object", "properties": properties });
        if !required.is_empty() {
            out["required"] = required.into();
        }
        out["additionalProperties"] = match &self.open {
            Some(open) => open.value(guide, path),
            None => false.into(),
        };
        if properties_are_free(&out) {
            out.as_object_mut().map(|o| o.remove("properties"));
        }
        out
    }

    /// The schema of a value of this shape.
    pub(super) fn value(&self, guide: &Guide, path: &[String]) -> Json {
        let mut forms = self.forms(guide, path);
        if forms.is_empty() {
            // told by the test that makes the schema, all at once
            return json!({ UNKNOWN: path.join(".") });
        }
        let hangs = self.asked.contains(&Saw::Choice);
        let inner = if forms.len() == 1 { forms.remove(0) } else { json!({ "anyOf": forms }) };
        if !hangs {
            return inner;
        }
        let choice = nested(&inner);
        match inner {
            Json::Object(mut one) if one.contains_key("anyOf") => {
                if let Some(list) = one.get_mut("anyOf").and_then(Json::as_array_mut) {
                    list.push(choice);
                }
                one.into()
            }
            one => json!({ "anyOf": [one, choice] }),
        }
    }

    fn forms(&self, guide: &Guide, path: &[String]) -> Vec<Json> {
        let has = |saw: &Saw| self.asked.contains(saw);
        let mut words: Vec<&str> = Vec::new();
        for saw in &self.asked {
            if let Saw::Word(list) = saw {
                for word in list {
                    if !words.contains(word) {
                        words.push(word);
                    }
                }
            }
        }
        let mut out = Vec::new();
        for saw in &self.asked {
            if let Saw::Shared(name) = saw {
                out.push(json!({ "$ref": format!("#/$defs/{name}") }));
            }
        }
        if has(&Saw::FactValue) {
            out.push(json!({ "type": ["string", "number", "boolean"] }));
        } else {
            if has(&Saw::Text) {
                out.push(json!({ "type": "string" }));
            } else if !words.is_empty() {
                out.push(json!({ "enum": words }));
            }
            if has(&Saw::Date) {
                out.push(json!({ "type": "string", "format": "date" }));
            }
            if has(&Saw::Bool) {
                out.push(json!({ "type": "boolean" }));
            }
            if has(&Saw::Number) {
                out.push(json!({ "type": ["number", "string"] }));
            } else if has(&Saw::Integer) {
                out.push(json!({ "type": "integer" }));
            }
        }
        if has(&Saw::List) {
            let items = self.items.as_ref().filter(|i| !i.asked.is_empty());
            out.push(match items {
                Some(items) => json!({ "type": "array", "items": items.value(guide, path) }),
                None => json!({ "type": "array" }),
            });
        }
        if self.tables > 0 {
            out.push(self.table(guide, path));
        }
        out
    }
}

/// One value for each answer of a reading, or what hangs on another reading in turn.
fn nested(inner: &Json) -> Json {
    let mut forms = match inner.get("anyOf").and_then(Json::as_array) {
        Some(forms) => forms.clone(),
        None => vec![inner.clone()],
    };
    forms.push(json!({ "$ref": "#/$defs/leitura_dentro" }));
    choice(&json!({ "anyOf": forms }))
}

/// One value for each answer of a reading.
pub(super) fn choice(inner: &Json) -> Json {
    json!({
        "type": "object",
        "required": ["conforme"],
        "properties": { "conforme": { "$ref": "#/$defs/conforme" } },
        "additionalProperties": inner,
    })
}

fn properties_are_free(table: &Json) -> bool {
    table["properties"].as_object().is_some_and(Map::is_empty)
}
