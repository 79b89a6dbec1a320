//! Reads a rulebook (the law as data, in TOML) into a compiled [`law::Law`].
//!
//! A bad rulebook fails when it is read, and tells every fault at once: file, line, column, a code, what was found, what was
//! expected and the nearest right name, in Portuguese. Nothing here touches a disk: sources come in as text.
//!
//! ```text
//! text ─ toml ─► spanned tables ─ kinds/* ─► rules ─ check ─► Law
//!                     (one decoder per kind of rule; all report into one list)
//! ```

pub mod bill;
pub mod cases;
mod check;
mod condition;
pub mod diagnostic;
mod figure;
mod kinds;
pub mod mutate;
#[cfg(test)]
mod schema;
mod syntax;
mod table;
mod tree;
pub mod uses;

pub use diagnostic::{Diagnostic, Severity};

use law::Law;

/// The format as a JSON Schema (draft 2020-12), for editors: every key with what it means, in Portuguese.
///
/// It is made from what the reader asks of the rulebooks and from the tables of the guide; see `schema.rs`.
pub const SCHEMA: &str = include_str!("../../../docs/rulebook.schema.json");

/// One file of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its name, as shown in faults: `caraguatatuba-sp/infracoes.toml`.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Source {
    /// A file as it lies on the disk. Bytes that are not UTF-8 do not stop the others: they are told where they stand, as a
    /// fault of the file.
    #[must_use]
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        Self { name: name.into(), text: text.trim_start_matches('\u{feff}').to_string() }
    }
}

/// What reading a rulebook gave.
#[derive(Debug)]
pub struct Reading {
    /// The law, when there is no error.
    pub law: Option<Law>,
    /// Errors and warnings, in order of file and place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Reading {
    /// The law, or the errors drawn in plain text.
    ///
    /// # Errors
    /// Every error of the rulebook, ready to be shown.
    pub fn into_law(self, sources: &[Source]) -> Result<Law, String> {
        let Reading { law, diagnostics } = self;
        law.ok_or_else(|| diagnostic::draw(&diagnostics, sources, false))
    }
}

/// Reads the files of one rulebook. `name` is the name of its folder.
#[must_use]
pub fn read(name: &str, sources: &[Source]) -> Reading {
    let faults = diagnostic::Faults::default();
    let documents: Vec<table::Document<'_>> =
        sources.iter().enumerate().map(|(i, s)| table::Document::parse(i, &s.text, &faults)).collect();
    let law = kinds::decode(name, &documents, &faults);
    check::sense::check(&documents, &faults);
    if let Some(law) = &law
        && faults.none_fatal()
    {
        check::check(law, &documents, &faults);
    }
    let clean = faults.none_fatal();
    let mut diagnostics = faults.into_list();
    diagnostics.sort_by_key(|d| (d.file, d.span.start));
    Reading { law: law.filter(|_| clean), diagnostics }
}
