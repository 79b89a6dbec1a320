//! Faults of a rulebook, and how they are drawn.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use ariadne::{CharSet, Config, IndexType, Label, Report, ReportKind};

use law::{Id, Names};
use rustc_hash::FxHashMap;

use crate::Source;

/// How bad a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The rulebook cannot be used.
    Error,
    /// It can, but an author should look.
    Warning,
}

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Its code: `E011`.
    pub code: &'static str,
    /// Index of the source.
    pub file: usize,
    /// Bytes of the source it is about.
    pub span: Range<usize>,
    /// What is wrong, in Portuguese.
    pub message: String,
    /// What was found or expected at the place, in Portuguese.
    pub label: String,
    /// What to do, in Portuguese.
    pub help: Option<String>,
    /// Another place that the fault is about, and what stands there.
    pub also: Option<Also>,
}

/// Another place of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Also {
    /// Index of the source.
    pub file: usize,
    /// Bytes of the source.
    pub span: Range<usize>,
    /// What stands there, in Portuguese.
    pub label: String,
}

impl Diagnostic {
    pub(crate) fn error(
        code: &'static str,
        file: usize,
        span: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        let (message, label) = (message.into(), label.into());
        Self { severity: Severity::Error, code, file, span, message, label, help: None, also: None }
    }

    pub(crate) fn warning(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    pub(crate) fn help(self, help: Option<String>) -> Self {
        Self { help, ..self }
    }

    /// Line and column of the place, from 1; columns count characters.
    #[must_use]
    pub fn line_column(&self, sources: &[Source]) -> (usize, usize) {
        place(sources, self.file, self.span.start)
    }
}

fn place(sources: &[Source], file: usize, start: usize) -> (usize, usize) {
    let text = sources.get(file).map_or("", |s| s.text.as_str());
    let before = text.get(..start.min(text.len())).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
    (line, column)
}

impl Also {
    /// Line and column of the place, from 1; columns count characters.
    #[must_use]
    pub fn line_column(&self, sources: &[Source]) -> (usize, usize) {
        place(sources, self.file, self.span.start)
    }
}

/// Asks whether the nearest right name was meant.
pub(crate) fn meant(found: &str, names: &mut dyn Iterator<Item = &str>) -> Option<String> {
    law::ask::nearest(found, names).map(|n| format!("você quis dizer “{n}”?"))
}

/// A file and bytes of it.
pub(crate) type Place = (usize, Range<usize>);

/// Collects faults while a rulebook is read.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    list: RefCell<Vec<Diagnostic>>,
    names: RefCell<Names>,
    /// Where each name of each kind was first declared.
    declared: RefCell<FxHashMap<(&'static str, Id), Place>>,
    /// What the reader asked of each value and table, for the schema of the format.
    #[cfg(test)]
    pub(crate) seen: RefCell<std::collections::HashMap<usize, Vec<crate::schema::Saw>>>,
    /// What each value was read as, where somebody wants to know.
    sites: Option<RefCell<BTreeMap<Site, Typed>>>,
}

/// A file, and where the bytes of a value begin and end in it.
pub(crate) type Site = (usize, usize, usize);

/// What a value was read as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    Flag,
    Number,
    Date,
    Term,
    /// One word of a closed list.
    Word(Vec<String>),
}

impl Faults {
    /// Also writes down what each value is read as.
    pub(crate) fn watching() -> Self {
        Self { sites: Some(RefCell::default()), ..Self::default() }
    }

    /// A name as the whole rulebook shares it.
    pub(crate) fn name(&self, text: &str) -> Id {
        self.names.borrow_mut().get(text)
    }

    pub(crate) fn note(&self, file: usize, span: &Range<usize>, typed: impl FnOnce() -> Typed) {
        if let Some(sites) = &self.sites {
            sites.borrow_mut().insert((file, span.start, span.end), typed());
        }
    }

    pub(crate) fn into_sites(self) -> BTreeMap<Site, Typed> {
        self.sites.map(RefCell::into_inner).unwrap_or_default()
    }

    pub(crate) fn push(&self, d: Diagnostic) {
        self.list.borrow_mut().push(d);
    }

    /// Notes where a name is declared; gives the earlier place when it is declared twice.
    pub(crate) fn declare(&self, kind: &'static str, id: &Id, place: &Place) -> Option<Also> {
        let mut declared = self.declared.borrow_mut();
        let first = declared.entry((kind, id.clone())).or_insert_with(|| place.clone()).clone();
        (first != *place).then(|| Also { file: first.0, span: first.1, label: "declarado antes aqui".into() })
    }

    /// Notes what the reader asked of a value or a table; both stay where they are while a rulebook is read.
    #[cfg(test)]
    pub(crate) fn saw<T>(&self, at: &T, what: crate::schema::Saw) {
        self.seen.borrow_mut().entry(std::ptr::from_ref(at).addr()).or_default().push(what);
    }

    pub(crate) fn none_fatal(&self) -> bool {
        self.list.borrow().iter().all(|d| d.severity == Severity::Warning)
    }

    pub(crate) fn into_list(self) -> Vec<Diagnostic> {
        self.list.into_inner()
    }
}

/// Draws faults with the lines they are about, like a good compiler.
#[must_use]
pub fn draw(diagnostics: &[Diagnostic], sources: &[Source], colour: bool) -> String {
    let mut out = Vec::new();
    // the lines of each file are found once, however many faults there are
    let mut files = ariadne::sources(sources.iter().map(|s| (s.name.clone(), s.text.clone())));
    let mut text = String::new();
    for d in diagnostics {
        let name = sources.get(d.file).map_or("?", |s| s.name.as_str()).to_string();
        let kind = match d.severity {
            Severity::Error => ReportKind::Error,
            Severity::Warning => ReportKind::Warning,
        };
        let config = Config::new()
            .with_color(colour)
            .with_char_set(if colour { CharSet::Unicode } else { CharSet::Ascii })
            .with_index_type(IndexType::Byte);
        let mut report = Report::build(kind, (name.clone(), d.span.clone()))
            .with_config(config)
            .with_code(d.code)
            .with_message(&d.message)
            .with_label(Label::new((name, d.span.clone())).with_message(&d.label));
        if let Some(also) = &d.also {
            let name = sources.get(also.file).map_or("?", |s| s.name.as_str()).to_string();
            report = report.with_label(Label::new((name, also.span.clone())).with_message(&also.label));
        }
        if let Some(help) = &d.help {
            report = report.with_help(help);
        }
        out.clear();
        if report.finish().write(&mut files, &mut out).is_ok() {
            // the frame speaks English; its few words are put into Portuguese, and nothing of the message is touched
            let drawn = String::from_utf8_lossy(&out);
            let drawn = drawn.replacen("Error:", "erro:", 1).replacen("Warning:", "aviso:", 1);
            text.push_str(&drawn.replace("Help:", "Ajuda:"));
        } else {
            let _ = writeln!(text, "{}: {} ({})", d.code, d.message, d.label);
        }
    }
    text
}
