//! The ledger as JSON lines: one act per line, readable by any tool, verifiable without a database.

use std::fmt::Write as _;

use crate::digest::{from_hex, to_hex};
use crate::json::{self, Value};
use crate::{Act, Checkpoint, Digest, Report, Verifier};

/// Why a line is not an exported act.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// The line is not one flat JSON object.
    #[error("byte {at}: expected {expected}")]
    Json {
        /// Position in the line, in bytes, from 0.
        at: usize,
        /// What was expected there.
        expected: &'static str,
    },
    /// A field is absent.
    #[error("the field `{0}` is absent")]
    Absent(&'static str),
    /// A field appears twice.
    #[error("the field `{0}` appears twice")]
    Twice(&'static str),
    /// A field that an act does not have.
    #[error("unknown field `{0}`")]
    Unknown(String),
    /// A field has a value that it cannot have.
    #[error("the field `{field}` must be {expected}")]
    Value {
        /// The field.
        field: &'static str,
        /// What it must be.
        expected: &'static str,
    },
    /// A fault in a file, at one of its lines.
    #[error("line {line}: {fault}")]
    Line {
        /// Line, from 1.
        line: usize,
        /// The fault.
        fault: Box<ExportError>,
    },
    /// The file holds no act.
    #[error("the export holds no act")]
    Empty,
}

impl ExportError {
    /// What is wrong, in Portuguese.
    #[must_use]
    pub fn pt_br(&self) -> String {
        match self {
            Self::Json { at, .. } => format!("não é um objeto JSON de um ato (erro no byte {at})"),
            Self::Absent(field) => format!("falta o campo `{field}`"),
            Self::Twice(field) => format!("o campo `{field}` aparece duas vezes"),
            Self::Unknown(field) => format!("o campo `{field}` não existe em um ato"),
            Self::Value { field, .. } => format!("o valor do campo `{field}` não é válido"),
            Self::Line { line, fault } => format!("Linha {line}: {}.", fault.pt_br()),
            Self::Empty => "O arquivo não contém nenhum ato.".to_owned(),
        }
    }
}

const FIELDS: [&str; 15] = [
    "tenant",
    "number",
    "kind",
    "version",
    "recorded_at",
    "effective_on",
    "actor",
    "role",
    "basis",
    "salt",
    "payload",
    "payload_hex",
    "payload_digest",
    "prev",
    "hash",
];

/// One act as one line of JSON, without the line break.
///
/// The payload is a JSON text that holds the stored bytes unchanged; a payload that is not UTF-8 (only an altered
/// one) goes out as `payload_hex`. Salt and digests are hexadecimal.
#[must_use]
pub fn write_line(act: &Act) -> String {
    let mut out = String::with_capacity(512);
    // INVARIANT: writing to a String cannot fail.
    let _ = write!(out, "{{\"tenant\":{},\"number\":{},\"kind\":", act.tenant, act.number);
    json::write_text(&mut out, &act.kind);
    let _ = write!(out, ",\"version\":{},\"recorded_at\":{}", act.version, act.recorded_at);
    for (field, text) in [("effective_on", &act.effective_on), ("actor", &act.actor), ("role", &act.role)] {
        let _ = write!(out, ",\"{field}\":");
        json::write_text(&mut out, text);
    }
    out.push_str(",\"basis\":[");
    for (at, provision) in act.basis.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        json::write_text(&mut out, provision);
    }
    out.push_str("],\"salt\":");
    match &act.salt {
        Some(salt) => json::write_text(&mut out, &to_hex(salt)),
        None => out.push_str("null"),
    }
    match (&act.payload, act.payload_text()) {
        (Some(_), Some(text)) => {
            out.push_str(",\"payload\":");
            json::write_text(&mut out, text);
        }
        (Some(bytes), None) => {
            out.push_str(",\"payload_hex\":");
            json::write_text(&mut out, &to_hex(bytes));
        }
        (None, _) => out.push_str(",\"payload\":null"),
    }
    let _ = write!(
        out,
        ",\"payload_digest\":\"{}\",\"prev\":\"{}\",\"hash\":\"{}\"}}",
        act.payload_digest, act.prev, act.hash
    );
    out
}

/// Reads one exported act. Fields may come in any order; none may be unknown, absent or doubled.
///
/// # Errors
/// [`ExportError`] saying what is wrong with the line.
pub fn read_line(line: &str) -> Result<Act, ExportError> {
    let fields =
        json::read_object(line).map_err(|stop| ExportError::Json { at: stop.at, expected: stop.expected })?;
    let mut found: [Option<Value>; FIELDS.len()] = Default::default();
    for (key, value) in fields {
        let Some(at) = FIELDS.iter().position(|field| *field == key) else {
            return Err(ExportError::Unknown(key));
        };
        if found[at].replace(value).is_some() {
            return Err(ExportError::Twice(FIELDS[at]));
        }
    }
    let mut fields = Fields(found);
    Ok(Act {
        tenant: fields.integer("tenant")?,
        number: fields.integer("number")?,
        kind: fields.text("kind")?,
        version: fields.integer("version")?,
        recorded_at: fields.integer("recorded_at")?,
        effective_on: fields.text("effective_on")?,
        actor: fields.text("actor")?,
        role: fields.text("role")?,
        basis: fields.list("basis")?,
        salt: fields.salt()?,
        payload: fields.payload()?,
        payload_digest: fields.digest("payload_digest")?,
        prev: fields.digest("prev")?,
        hash: fields.digest("hash")?,
    })
}

/// Verifies an export, line by line; empty lines are skipped. The municipality is that of the first act.
///
/// # Errors
/// [`ExportError::Line`] for the first line that is not an act, [`ExportError::Empty`] when there is none.
pub fn verify_export<'a>(
    lines: impl IntoIterator<Item = &'a str>,
    known: &[Checkpoint],
) -> Result<Report, ExportError> {
    let mut verifier = None;
    for (at, line) in lines.into_iter().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let act =
            read_line(line).map_err(|fault| ExportError::Line { line: at + 1, fault: Box::new(fault) })?;
        verifier.get_or_insert_with(|| Verifier::new(act.tenant, known)).see(&act);
    }
    verifier.map(Verifier::finish).ok_or(ExportError::Empty)
}

struct Fields([Option<Value>; FIELDS.len()]);

impl Fields {
    fn take(&mut self, field: &'static str) -> Option<Value> {
        FIELDS.iter().position(|name| *name == field).and_then(|at| self.0[at].take())
    }

    fn text(&mut self, field: &'static str) -> Result<String, ExportError> {
        match self.take(field) {
            Some(Value::Text(text)) => Ok(text),
            Some(_) => Err(ExportError::Value { field, expected: "a text" }),
            None => Err(ExportError::Absent(field)),
        }
    }

    fn integer<T: TryFrom<i128>>(&mut self, field: &'static str) -> Result<T, ExportError> {
        let expected = ExportError::Value { field, expected: "an integer within its range" };
        match self.take(field) {
            Some(Value::Integer(value)) => T::try_from(value).map_err(|_| expected),
            Some(_) => Err(expected),
            None => Err(ExportError::Absent(field)),
        }
    }

    fn list(&mut self, field: &'static str) -> Result<Vec<String>, ExportError> {
        match self.take(field) {
            Some(Value::List(items)) => Ok(items),
            Some(_) => Err(ExportError::Value { field, expected: "a list of texts" }),
            None => Err(ExportError::Absent(field)),
        }
    }

    fn digest(&mut self, field: &'static str) -> Result<Digest, ExportError> {
        self.text(field)?.parse().map_err(|_| ExportError::Value { field, expected: "64 hexadecimal digits" })
    }

    fn salt(&mut self) -> Result<Option<[u8; 32]>, ExportError> {
        let expected = ExportError::Value { field: "salt", expected: "64 hexadecimal digits or null" };
        match self.take("salt") {
            Some(Value::Null) => Ok(None),
            Some(Value::Text(text)) => {
                from_hex(&text).and_then(|bytes| bytes.try_into().ok()).map(Some).ok_or(expected)
            }
            Some(_) => Err(expected),
            None => Err(ExportError::Absent("salt")),
        }
    }

    fn payload(&mut self) -> Result<Option<Vec<u8>>, ExportError> {
        let wrong = |field, expected| Err(ExportError::Value { field, expected });
        match (self.take("payload"), self.take("payload_hex")) {
            (Some(Value::Text(text)), None) => Ok(Some(text.into_bytes())),
            (Some(Value::Null), None) => Ok(None),
            (None, Some(Value::Text(text))) => from_hex(&text)
                .map_or_else(|| wrong("payload_hex", "hexadecimal digits"), |bytes| Ok(Some(bytes))),
            (Some(_), Some(_)) => wrong("payload_hex", "absent when `payload` is present"),
            (Some(_), None) => wrong("payload", "a text or null"),
            (None, Some(_)) => wrong("payload_hex", "hexadecimal digits"),
            (None, None) => Err(ExportError::Absent("payload")),
        }
    }
}
