//! Faults of a rulebook, and how they are drawn.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::ops::Range;

use ariadne::{CharSet, Config, IndexType, Label, Report, ReportKind};

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
}

impl Diagnostic {
    /// Line and column of the place, from 1; columns count characters.
    #[must_use]
    pub fn line_column(&self, sources: &[Source]) -> (usize, usize) {
        let text = sources.get(self.file).map_or("", |s| s.text.as_str());
        let before = text.get(..self.span.start.min(text.len())).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        (line, column)
    }
}

/// Asks whether the nearest right name was meant.
pub(crate) fn meant(found: &str, names: &mut dyn Iterator<Item = &str>) -> Option<String> {
    law::ask::nearest(found, names).map(|n| format!("você quis dizer “{n}”?"))
}

/// Collects faults while a rulebook is read.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    list: RefCell<Vec<Diagnostic>>,
}

impl Faults {
    pub(crate) fn push(&self, d: Diagnostic) {
        self.list.borrow_mut().push(d);
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
    let files: Vec<(String, String)> = sources.iter().map(|s| (s.name.clone(), s.text.clone())).collect();
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
        if let Some(help) = &d.help {
            report = report.with_help(help);
        }
        out.clear();
        if report.finish().write(ariadne::sources(files.clone()), &mut out).is_ok() {
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
