//! The places of a rulebook that can be changed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use brasil::term::{Term, Unit};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Change;
use super::edit::{Act, Edit, Step};
use super::words;
use crate::Source;
use crate::diagnostic::{Site, Typed};
use crate::table::Document;

/// Texts seen under one key of one kind of rule: what a text there may be taken for.
type Seen = BTreeMap<(String, String), BTreeSet<String>>;

pub(super) fn find(
    sources: &[Source],
    documents: &[Document<'_>],
    typed: &BTreeMap<Site, Typed>,
    since: &str,
) -> Vec<Change> {
    let mut seen = Seen::new();
    let mut facts = BTreeMap::new();
    for d in documents {
        for (kind, value) in d.root.get_ref() {
            gather(kind.get_ref(), kind.get_ref(), value, &mut seen);
            if kind.get_ref() == "fato" {
                fact_types(value, &mut facts);
            }
        }
    }
    let mut out = Vec::new();
    for (d, source) in documents.iter().zip(sources) {
        let mut w = Walk {
            file: d.file,
            text: &source.text,
            typed,
            seen: &seen,
            facts: &facts,
            since,
            out: &mut out,
        };
        for (kind, value) in d.root.get_ref() {
            w.kind(kind.get_ref(), value);
        }
    }
    out
}

fn gather(kind: &str, key: &str, value: &Spanned<DeValue<'_>>, seen: &mut Seen) {
    match value.get_ref() {
        DeValue::String(s) => {
            seen.entry((kind.into(), key.into())).or_default().insert(s.to_string());
        }
        DeValue::Array(items) => items.iter().for_each(|i| gather(kind, key, i, seen)),
        DeValue::Table(t) => {
            let hangs = t.contains_key("conforme");
            for (k, v) in t {
                // the values for the answers of a reading are values of the key itself
                let key = if hangs && k.get_ref() != "conforme" { key } else { k.get_ref().as_ref() };
                gather(kind, key, v, seen);
            }
        }
        _ => {}
    }
}

fn fact_types(value: &Spanned<DeValue<'_>>, facts: &mut BTreeMap<String, String>) {
    for t in
        value.get_ref().as_array().into_iter().flat_map(|a| a.iter()).filter_map(|i| i.get_ref().as_table())
    {
        let text = |k: &str| t.get(k).and_then(|v| v.get_ref().as_str()).map(str::to_string);
        facts.extend(text("id").zip(text("tipo")));
    }
}

struct Walk<'a> {
    file: usize,
    text: &'a str,
    typed: &'a BTreeMap<Site, Typed>,
    seen: &'a Seen,
    facts: &'a BTreeMap<String, String>,
    /// The first day of the norm.
    since: &'a str,
    out: &'a mut Vec<Change>,
}

/// Where the walk is.
#[derive(Clone)]
struct Here {
    kind: String,
    /// The nearest key that is not the name of an answer.
    key: String,
    path: Vec<Step>,
    place: String,
    /// Names by which cases are found: the rule, its provisions, readings and facts on the way.
    names: Vec<String>,
}

impl Here {
    fn at(&self, step: Step, key: Option<&str>) -> Here {
        let mut next = self.clone();
        match &step {
            Step::Key(k) => {
                next.place.push(' ');
                next.place.push_str(k);
            }
            Step::Item(_) => {}
        }
        next.path.push(step);
        if let Some(key) = key {
            next.key = key.into();
        }
        next
    }
}

impl Walk<'_> {
    fn kind(&mut self, kind: &str, value: &Spanned<DeValue<'_>>) {
        if kind == "alteracao" {
            return;
        }
        let here = Here {
            kind: kind.into(),
            key: kind.into(),
            path: vec![Step::Key(kind.into())],
            place: kind.into(),
            names: Vec::new(),
        };
        match value.get_ref() {
            DeValue::Table(t) => self.table(&here, t),
            DeValue::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    if let Some(t) = item.get_ref().as_table() {
                        self.table(&here.at(Step::Item(i), None), t);
                    }
                }
            }
            _ => {}
        }
    }

    fn table(&mut self, here: &Here, table: &DeTable<'_>) {
        let mut here = here.clone();
        for key in
            ["id", "codigo", "evento", "infracao", "nome", "conforme", "fato", "leitura", "dispositivo"]
        {
            if let Some(id) = table.get(key).and_then(|v| v.get_ref().as_str()) {
                here.names.push(id.into());
                if matches!(key, "id" | "codigo" | "evento" | "conforme" | "fato") || here.path.len() == 2 {
                    here.place.push(' ');
                    here.place.push_str(id);
                }
            }
        }
        for v in table.get("base").and_then(|v| v.get_ref().as_array()).into_iter().flat_map(|a| a.iter()) {
            here.names.extend(v.get_ref().as_str().map(str::to_string));
        }
        // a reading that has no effect is only a record of a doubt
        let idle = here.kind == "leitura"
            && table.get("efeito").is_some_and(|v| v.get_ref().as_bool() == Some(false));
        let hangs = table.contains_key("conforme");
        for (k, v) in table {
            let key: &str = k.get_ref();
            let option = hangs && key != "conforme";
            if idle || (!option && words::silent(&here.kind, key)) || (key == "rola" && nothing_rolls(table))
            {
                continue;
            }
            if always(v.get_ref()) {
                continue;
            }
            let mut next = here.at(Step::Key(key.into()), (!option).then_some(key));
            if option {
                let reading = table.get("conforme").and_then(|v| v.get_ref().as_str()).unwrap_or_default();
                next.names.push(format!("{reading}={key}"));
                next.names.push(key.into());
            }
            let compares = table.contains_key("fato") || matches!(key, "todas" | "alguma");
            if compares
                && !option
                && let Some(other) = words::comparator(key)
            {
                let joined = matches!(key, "todas" | "alguma");
                let many = v.get_ref().as_array().is_some_and(|a| a.len() > 1);
                if !joined || many {
                    self.push(&next, k.span(), key.into(), other.into(), Act::Rename(other.into()));
                }
            }
            if key == "nao"
                && let Some(inner) = v.get_ref().as_table()
            {
                let text = self.text.get(v.span()).unwrap_or_default().to_string();
                let whole = Edit { path: here.path.clone(), act: Act::Value(text.clone()) };
                if !inner.is_empty() {
                    self.change(&next, k.span(), format!("nao = {text}"), text, whole);
                }
            }
            let before = self.out.len();
            self.value(&next, v);
            let typed = self.typed.contains_key(&(self.file, v.span().start, v.span().end));
            // the values for the answers of a reading are each changed already
            let by_reading = v.get_ref().as_table().is_some_and(|t| t.contains_key("conforme"));
            let changed = self.out.len() > before;
            let whole = v.get_ref().is_str() || !changed || v.get_ref().is_table() && !by_reading;
            // what is not a value of its own is left out as a whole
            let nothing = v.get_ref().as_str() == Some("sem_prazo");
            if !typed && !option && whole && !nothing && !v.get_ref().is_array() && key != "nao" {
                let old = format!("{key} = {}", self.shown(v.span()));
                self.push(&next, k.span(), old, String::new(), Act::Remove);
            }
        }
    }

    fn value(&mut self, here: &Here, value: &Spanned<DeValue<'_>>) {
        let span = value.span();
        match value.get_ref() {
            DeValue::Table(t) => self.table(here, t),
            DeValue::Array(items) => self.list(here, items),
            DeValue::String(s) => {
                let quoted = |s: String| format!("\"{s}\"");
                let others = match self.typed.get(&(self.file, span.start, span.end)) {
                    // a report's day rolls: a day or a business day after an event is the same one
                    Some(Typed::Term) if here.key == "apos" && s == "1 dia útil" => {
                        vec!["2 dias úteis".into()]
                    }
                    Some(Typed::Term) => words::terms(s),
                    Some(Typed::Number) => words::numbers(s),
                    Some(Typed::Word(_)) if here.key == "tipo" => words::day_kinds(s),
                    Some(Typed::Word(_)) if here.key == "prefere" => words::preferences(s),
                    Some(Typed::Word(list)) => {
                        // two words that say the same
                        let twins = |w: &str| w.ends_with("autuacao") && s.ends_with("autuacao");
                        let pool: Vec<String> =
                            list.iter().filter(|w| *w == s.as_ref() || !twins(w)).cloned().collect();
                        if here.kind == "leitura" || list.len() < 4 {
                            pool.into_iter().filter(|w| w != s.as_ref()).collect()
                        } else {
                            next_after(pool.iter(), s).into_iter().collect()
                        }
                    }
                    _ => {
                        let days = words::days_of_year(s);
                        if days.is_empty() { self.taken_for(here, s).into_iter().collect() } else { days }
                    }
                };
                for new in others {
                    let text = quoted(new);
                    self.push(here, span.clone(), quoted(s.to_string()), text.clone(), Act::Value(text));
                }
            }
            DeValue::Integer(_) | DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Boolean(_) => {
                let old = self.text.get(span.clone()).unwrap_or_default().trim().to_string();
                let others = match value.get_ref() {
                    DeValue::Boolean(b) => vec![(!b).to_string()],
                    // nothing is in force before the norm is
                    DeValue::Datetime(_) if here.kind == "dispositivo" && here.key == "desde" => {
                        words::dates(&old).into_iter().filter(|d| d.as_str() >= self.since).collect()
                    }
                    DeValue::Datetime(_) => words::dates(&old),
                    _ => words::numbers(&old),
                };
                // these only take true
                let only = ["vale_na_data", "informado", "dia_util", "feriado", "data_da_pergunta"];
                if value.get_ref().is_bool() && only.contains(&here.key.as_str()) {
                    return;
                }
                for new in others {
                    self.push(here, span.clone(), old.clone(), new.clone(), Act::Value(new));
                }
            }
        }
    }

    fn list(&mut self, here: &Here, items: &toml::de::DeArray<'_>) {
        // the dates of wordings and values are changed one by one
        let dated = matches!(here.key.as_str(), "redacao" | "valores") && here.kind != "calendario";
        // what is checked always is checked at every moment
        let always = here.key == "quando" && items.iter().any(|i| i.get_ref().as_str() == Some("sempre"));
        for (i, item) in items.iter().enumerate() {
            if always && item.get_ref().as_str() != Some("sempre") {
                continue;
            }
            let next = here.at(Step::Item(i), None);
            if item.get_ref().is_table() || item.get_ref().is_array() {
                self.value(&next, item);
            } else if !item.get_ref().is_str() {
                self.value(&next, item);
                continue;
            }
            // tables under a header of their own are rules in themselves
            let inline = self.text.get(item.span()).is_some_and(|t| !t.starts_with("[["));
            if !dated && inline {
                let old = self.shown(item.span());
                self.push(&next, item.span(), old, String::new(), Act::Remove);
            }
        }
    }

    /// Another text that stands under the same key elsewhere; for facts, one of the same type.
    fn taken_for(&self, here: &Here, text: &str) -> Option<String> {
        if here.key == "fato" {
            let kind = self.facts.get(text)?;
            let alike: Vec<&String> = self.facts.iter().filter(|(_, k)| *k == kind).map(|(f, _)| f).collect();
            return next_after(alike.into_iter(), text);
        }
        let seen = self.seen.get(&(here.kind.clone(), here.key.clone()))?;
        next_after(seen.iter(), text)
    }

    /// A text on one line, cut when it is long.
    fn shown(&self, span: Range<usize>) -> String {
        let text = self.text.get(span).unwrap_or_default();
        let line: Vec<&str> = text.split_whitespace().collect();
        let line = line.join(" ");
        if line.chars().count() <= 60 { line } else { line.chars().take(59).chain(['…']).collect() }
    }

    fn push(&mut self, here: &Here, span: Range<usize>, old: String, new: String, act: Act) {
        let edit = Edit { path: here.path.clone(), act };
        self.change(here, span, old, new, edit);
    }

    fn change(&mut self, here: &Here, span: Range<usize>, old: String, new: String, edit: Edit) {
        let line = self.text.get(..span.start).map_or(0, |t| t.matches('\n').count() + 1);
        let (place, names) = (here.place.clone(), here.names.clone());
        self.out.push(Change { file: self.file, span, line, place, old, new, names, edit });
    }
}

/// A condition that holds whatever the facts and readings are.
fn always(value: &DeValue<'_>) -> bool {
    let Some(t) = value.as_table() else { return false };
    if let Some(parts) = t.get("todas").and_then(|v| v.get_ref().as_array()) {
        return parts.iter().all(|p| always(p.get_ref()));
    }
    t.contains_key("conforme") && t.iter().all(|(k, v)| k.get_ref() == "conforme" || always(v.get_ref()))
}

/// Hours, and a count of business days, have no last day that would roll.
fn nothing_rolls(table: &DeTable<'_>) -> bool {
    let counted = |v: &DeValue<'_>| {
        let term = v.as_str().and_then(|s| Term::parse(s).ok());
        term.is_some_and(|t| matches!(t.unit, Unit::BusinessDay | Unit::Hour))
    };
    let all = table.get("quantidade").is_some_and(|v| match v.get_ref() {
        DeValue::Table(t) => t.iter().all(|(k, v)| k.get_ref() == "conforme" || counted(v.get_ref())),
        one => counted(one),
    });
    all && !table.contains_key("prorrogacoes")
}

/// The one after in a list, from the end back to the beginning.
fn next_after<'w>(list: impl Iterator<Item = &'w String> + Clone, text: &str) -> Option<String> {
    let after = list.clone().skip_while(|w| *w != text).nth(1);
    after.or_else(|| list.into_iter().next()).filter(|w| *w != text).cloned()
}
