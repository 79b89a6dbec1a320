//! Bills: what the law would be if it changed on a date.
//!
//! A bill is a file with the same tables as a rulebook, under a `[projeto]` that names it and says since when it would be in
//! force. A table with the name of a rule that exists only tells what changes in it; any other is a new rule. The bill
//! compiles into a law of its own, and the day of a question decides which of the two answers it. So nothing before the
//! bill's date can change, and the rulebook is never touched.

mod overlay;

use jiff::civil::Date;
use law::ask::governing_day;
use law::{Id, Law};
use serde_json::Value as Json;
use toml::de::DeTable;

use crate::diagnostic::{Diagnostic, Faults, Severity};
use crate::table::{Document, Table};
use crate::{Source, check, kinds};
use overlay::Overlay;

/// A bill laid over a rulebook.
#[derive(Clone, Debug)]
pub struct Bill {
    /// Its name: `Projeto de lei 12/2027`.
    pub name: Id,
    /// First day on which it would be in force.
    pub since: Date,
    /// What it is about, in the analyst's words.
    pub says: Option<String>,
    /// What it does, in the order of the file.
    pub changes: Vec<Change>,
    /// The law as it would be from that day on. What it says about earlier days is nobody's law: see [`Bill::governing`].
    pub law: Law,
    /// The law as if the bill had been in force from the norm's first day: only for asking what it would have answered.
    pub supposed: Law,
}

/// One thing a bill does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Kind of table: `requisito`, `dispositivo`, `decisao`...
    pub kind: String,
    /// Name or code of what it is about.
    pub id: String,
    /// What it does to it.
    pub does: Does,
}

/// What a bill does to one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// Brings it.
    Adds,
    /// Changes these keys of it.
    Changes(Vec<String>),
    /// Ends it on the eve of the bill's date.
    Revokes,
}

/// What reading a bill gave.
#[derive(Debug)]
pub struct BillReading {
    /// The bill, when there is no error.
    pub bill: Option<Bill>,
    /// Faults; their file is an index into the sources of the rulebook, and after them the bill.
    pub diagnostics: Vec<Diagnostic>,
}

struct Head {
    name: Id,
    since: Date,
    says: Option<String>,
}

/// Reads a bill over the files of a rulebook. `name` is the name of the rulebook's folder. The faults of the rulebook
/// itself are told first, and alone.
#[must_use]
pub fn read(name: &str, sources: &[Source], bill: &Source) -> BillReading {
    let base = crate::read(name, sources);
    let Some(before) = base.law else {
        return BillReading { bill: None, diagnostics: base.diagnostics };
    };
    let faults = Faults::default();
    let written: Vec<_> = sources.iter().map(|s| DeTable::parse_recoverable(&s.text).0).collect();
    let document = Document::parse(sources.len(), &bill.text, &faults);
    let head = head(&document, &faults, before.norm.since);
    let mut bill = None;
    if let Some(head) = head
        && faults.none_fatal()
    {
        let compile = |since: Date| {
            let found = Faults::default();
            let documents = written.iter().enumerate().map(|(file, r)| Document { file, root: r.clone() });
            let overlay = Overlay { name: &head.name, since, force: before.norm.since, faults: &found };
            let (documents, changes) = overlay.lay(documents.collect(), &document);
            let law = kinds::decode(name, &documents, &found);
            // two rulings of one day are a fault of what is laid down, not of what is only supposed
            if since == head.since {
                check::sense::check(&documents, &found);
            }
            if let Some(law) = law.as_ref().filter(|_| found.none_fatal()) {
                check::check(law, &documents, &found);
            }
            found
                .into_list()
                .into_iter()
                .filter_map(|d| of_a_bill(d, document.file))
                // what is only supposed warns of nothing: a rule it revokes was never in force, and no article speaks for it
                .filter(|d| since == head.since || d.severity == Severity::Error)
                .for_each(|d| faults.push(d));
            let mut law = law?;
            in_the_order_of(&mut law, &before);
            Some((law, changes))
        };
        if let Some((law, changes)) = compile(head.since)
            && faults.none_fatal()
            && let Some((supposed, _)) = compile(before.norm.since)
        {
            let Head { name, since, says } = head;
            bill = Some(Bill { name, since, says, changes, law, supposed });
        }
    }
    let clean = faults.none_fatal();
    let mut diagnostics = faults.into_list();
    diagnostics.sort_by_key(|d| (d.file, d.span.start));
    BillReading { bill: bill.filter(|_| clean), diagnostics }
}

impl Bill {
    /// The law that answers a question: the one before, for a day before the bill's date or a question of no day of its own.
    #[must_use]
    pub fn governing<'l>(&'l self, before: &'l Law, question: &Json) -> &'l Law {
        match governing_day(question) {
            Some(day) if day >= self.since => &self.law,
            _ => before,
        }
    }

    /// The law in force on a day.
    #[must_use]
    pub fn on<'l>(&'l self, before: &'l Law, day: Date) -> &'l Law {
        if day >= self.since { &self.law } else { before }
    }
}

/// A fault of the law as it would be, as a bill's author should see it. What the rulebook only warned of is not the bill's.
/// A rule that uses another number than its article is, in a bill, most often the very change: it is pointed out.
fn of_a_bill(mut fault: Diagnostic, bill: usize) -> Option<Diagnostic> {
    if fault.code == "E031" {
        fault.severity = Severity::Warning;
        fault.help = Some(
            "se o projeto muda o artigo, escreva também o [[dispositivo]], com `diz` e `numeros` novos"
                .into(),
        );
    }
    (fault.severity == Severity::Error || fault.file == bill).then_some(fault)
}

/// Reads `[projeto]`.
fn head(document: &Document<'_>, faults: &Faults, force: Date) -> Option<Head> {
    let root = Table::new(document.file, 0..0, document.root.get_ref(), faults);
    let Some(t) = root.get("projeto").and_then(|n| n.table()) else {
        faults.push(Diagnostic {
            severity: Severity::Error,
            code: "E003",
            file: document.file,
            span: 0..0,
            message: "falta a tabela [projeto]".into(),
            label: "um projeto diz o seu nome e desde quando valeria".into(),
            also: None,
            help: Some("escreva [projeto], com nome = \"...\" e vigencia = 2027-01-01".into()),
        });
        return None;
    };
    let name = t.id("nome");
    let since = t.need("vigencia");
    let says = t.get("diz").and_then(|n| n.text()).map(str::to_string);
    t.close();
    let day = since.and_then(|n| n.date());
    if let (Some(node), Some(day)) = (since, day)
        && day <= force
    {
        node.fault(
            "E042",
            "o projeto valeria antes de a norma vigorar",
            format!("a norma vigora desde {}", law::value::date_pt(force)),
        );
    }
    Some(Head { name: name?, since: day?, says })
}

/// Puts changed rules back where they stood: a rulebook keeps the order of the law, and some answers follow it.
fn in_the_order_of(law: &mut Law, before: &Law) {
    macro_rules! each {
        ($($field:ident),*) => {
            $(law.$field.sort_by_cached_key(|id, _| before.$field.get_index_of(id).unwrap_or(usize::MAX));)*
        };
    }
    each!(
        provisions,
        readings,
        parameters,
        facts,
        documents,
        requirements,
        titles,
        deadlines,
        classes,
        offences,
        recidivism,
        indexings,
        ladders,
        windows,
        transfers,
        concurrences,
        measures,
        processes,
        services,
        competences,
        charges,
        filings,
        contents,
        bars,
        levies,
        limits,
        queues,
        stands,
        notices,
        accounts,
        payments
    );
}
