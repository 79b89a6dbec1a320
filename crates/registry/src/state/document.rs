//! Documents handed in.

use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

use crate::id::Subject;
use crate::word::Word;

/// Who looked at a document, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// Name.
    pub by: Word,
    /// When.
    pub at: DateTime,
    /// The act that came of it.
    pub act: u64,
}

/// What a document is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentStatus {
    /// Handed in; nobody has looked at it yet.
    Received,
    /// Looked at and accepted.
    Accepted(Look),
    /// Looked at and rejected.
    Rejected {
        /// Who and when.
        look: Look,
        /// Why, as the person was told.
        reason: String,
    },
}

impl DocumentStatus {
    /// In Portuguese.
    #[must_use]
    pub fn pt_br(&self) -> &'static str {
        match self {
            DocumentStatus::Received => "recebido, aguarda conferência",
            DocumentStatus::Accepted(_) => "aceito",
            DocumentStatus::Rejected { .. } => "recusado",
        }
    }
}

/// A document handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Whose.
    pub subject: Subject,
    /// Kind, by its name in the rulebook.
    pub kind: Word,
    /// Its number.
    pub number: Option<String>,
    /// Day of issue.
    pub issued: Option<Date>,
    /// Last day it is good.
    pub expires: Option<Date>,
    /// Remarks of the desk.
    pub note: Option<String>,
    /// Who received it, and when.
    pub received: Look,
    /// What it is worth.
    pub status: DocumentStatus,
}
