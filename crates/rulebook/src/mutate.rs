//! Changes a rulebook one value at a time and tells which changes no case notices.
//!
//! What can be changed is told by the reader itself: it writes down what it reads each value as, so that a new kind of rule is
//! changed from the day it exists. Besides values, comparators lose or gain their own limit, joined conditions are joined the other
//! way, and members of lists and keys that are not values are left out, one at a time. What only a person reads is left alone.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::de::DeTable;

use crate::cases::Case;
use crate::diagnostic::{Faults, Site, Typed};
use crate::table::Document;
use crate::{Source, check, kinds};

mod edit;
mod order;
mod sites;
mod words;

use edit::Edit;
use order::Order;

/// One change of a rulebook.
#[derive(Clone, Debug)]
pub struct Change {
    /// Index of the source.
    pub file: usize,
    /// Bytes of the source that change.
    pub span: Range<usize>,
    /// Line of the place, from 1.
    pub line: usize,
    /// The rule and the keys that lead to the place: `requisito veiculo.idade exige no_maximo`.
    pub place: String,
    /// What the rulebook says.
    pub old: String,
    /// What the changed rulebook says; empty when something is left out.
    pub new: String,
    /// Names by which the cases most likely to notice are found.
    names: Vec<String>,
    edit: Edit,
}

/// Who noticed a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The reader refuses the changed rulebook, with this code.
    Reader(&'static str),
    /// The case of this name gets another answer.
    Case(String),
    /// Nobody.
    Nobody,
}

/// Every change of a rulebook, in order of file and place. A rulebook with faults has none.
#[must_use]
pub fn changes(name: &str, sources: &[Source]) -> Vec<Change> {
    let faults = Faults::watching();
    let documents = parse(sources, &faults);
    let law = kinds::decode(name, &documents, &faults);
    let Some(law) = law.filter(|_| faults.none_fatal()) else { return Vec::new() };
    let typed: BTreeMap<Site, Typed> = faults.into_sites();
    let mut out = sites::find(sources, &documents, &typed, &law.norm.since.to_string());
    out.sort_by(|a, b| (a.file, a.span.start, &a.new).cmp(&(b.file, b.span.start, &b.new)));
    out
}

/// A rulebook held open, to be changed in place and put back.
#[derive(Debug)]
struct Bench<'a> {
    name: &'a str,
    documents: Vec<Document<'a>>,
    cases: &'a [Case],
    order: &'a Order,
}

impl<'a> Bench<'a> {
    fn new(name: &'a str, sources: &'a [Source], cases: &'a [Case], order: &'a Order) -> Self {
        Self { name, documents: parse(sources, &Faults::default()), cases, order }
    }

    /// Makes a change, asks the cases until one fails, and takes the change back.
    fn notice(&mut self, change: &'a Change) -> Notice {
        let Some(kept) = edit::apply(&mut self.documents, change) else { return Notice::Nobody };
        let found = self.ask(change);
        edit::restore(&mut self.documents, change, kept);
        found
    }

    fn ask(&self, change: &Change) -> Notice {
        let faults = Faults::default();
        let law = kinds::decode(self.name, &self.documents, &faults).filter(|_| faults.none_fatal());
        let Some(law) = law else { return refused(faults) };
        if let Some(i) = self.order.first_failure(self.cases, &law, change) {
            return Notice::Case(self.cases.get(i).map_or_else(String::new, |c| c.name.clone()));
        }
        // names and coverage are only looked at when no case tells: it costs more than most cases
        check::sense::check(&self.documents, &faults);
        check::check(&law, &self.documents, &faults);
        if faults.none_fatal() { Notice::Nobody } else { refused(faults) }
    }
}

/// Who notices each of some changes, in their order, found by two threads. `None` when the rulebook has faults or a case fails as
/// it stands: then there is nothing to notice a change by.
#[must_use]
pub fn survey(name: &str, sources: &[Source], cases: &[Case], changes: &[&Change]) -> Option<Vec<Notice>> {
    let faults = Faults::default();
    let law = kinds::decode(name, &parse(sources, &faults), &faults).filter(|_| faults.none_fatal())?;
    let order = Order::new(cases, &law)?;
    let half = |first: usize| {
        let mut bench = Bench::new(name, sources, cases, &order);
        // every other one: the rules that cost most stand side by side
        changes.iter().skip(first).step_by(2).map(|c| bench.notice(c)).collect::<Vec<_>>()
    };
    let (even, odd) = std::thread::scope(|s| {
        let even = s.spawn(|| half(0));
        let odd = half(1);
        (even.join().ok(), odd)
    });
    let (mut even, mut odd) = (even?.into_iter(), odd.into_iter());
    Some((0..changes.len()).filter_map(|i| if i % 2 == 0 { even.next() } else { odd.next() }).collect())
}

fn parse<'s>(sources: &'s [Source], faults: &Faults) -> Vec<Document<'s>> {
    sources.iter().enumerate().map(|(i, s)| Document::parse(i, &s.text, faults)).collect()
}

fn refused(faults: Faults) -> Notice {
    Notice::Reader(faults.into_list().first().map_or("E003", |d| d.code))
}

/// A line of a list of changes that cannot matter: file, the line's text and the change, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equivalent {
    /// The place, as [`Change::place`] has it.
    pub place: String,
    /// The change: `old → new`.
    pub change: String,
    /// Why it cannot matter.
    pub why: String,
}

/// Reads a list of changes that cannot matter, as it stands beside a rulebook: `[[equivalente]]` with `lugar`, `mudanca` and
/// `por`.
///
/// # Errors
/// What is wrong with the file, in Portuguese.
pub fn equivalents(source: &Source) -> Result<Vec<Equivalent>, String> {
    let table = DeTable::parse(&source.text)
        .map_err(|e| format!("{}: {}", source.name, crate::syntax::in_portuguese(e.message())))?;
    let mut out = Vec::new();
    for (key, value) in table.get_ref() {
        let items = value.get_ref().as_array().filter(|_| key.get_ref() == "equivalente");
        let items = items.ok_or_else(|| format!("{}: só se aceita [[equivalente]]", source.name))?;
        for item in items {
            let text = |k: &str| {
                let found =
                    item.get_ref().as_table().and_then(|t| t.get(k)).and_then(|v| v.get_ref().as_str());
                found
                    .map(str::to_string)
                    .ok_or_else(|| format!("{}: todo equivalente diz `{k}`", source.name))
            };
            out.push(Equivalent { place: text("lugar")?, change: text("mudanca")?, why: text("por")? });
        }
    }
    Ok(out)
}

impl Change {
    /// `old → new`, as a list of changes that cannot matter names it.
    #[must_use]
    pub fn arrow(&self) -> String {
        let new = if self.new.is_empty() { "(fora)" } else { &self.new };
        format!("{} → {new}", self.old)
    }

    /// Whether a list of changes that cannot matter names this one.
    #[must_use]
    pub fn declared(&self, list: &[Equivalent]) -> bool {
        let arrow = self.arrow();
        list.iter().any(|e| e.place == self.place && e.change == arrow)
    }
}

/// What a list declares in vain: changes that do not exist, or that a case notices after all.
#[must_use]
pub fn idle<'e>(list: &'e [Equivalent], changes: &[Change], notices: &[Notice]) -> Vec<&'e Equivalent> {
    let silent: Vec<(&str, String)> = changes
        .iter()
        .zip(notices)
        .filter(|(_, n)| **n == Notice::Nobody)
        .map(|(c, _)| (c.place.as_str(), c.arrow()))
        .collect();
    list.iter().filter(|e| !silent.iter().any(|(p, a)| *p == e.place && *a == e.change)).collect()
}
