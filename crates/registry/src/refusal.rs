//! *No* as a value: every reason at once, each with the field it is about, its grounds, and what is missing.

use std::fmt;

use law::Id;

use crate::context::Role;

/// What kind of no a reason is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// The role may not do it.
    NotAllowed,
    /// What the command names does not exist.
    NotFound,
    /// A text or a date cannot be what it should be.
    Invalid,
    /// Something was not said.
    Missing,
    /// It is there already.
    Duplicate,
    /// A requirement of the law is not met.
    Unmet,
    /// A fact or a value is missing to know whether the law allows it.
    Undetermined,
    /// It may be done, but only with a written reason.
    Unconfirmed,
    /// What it acts on is not in a state that admits it.
    State,
    /// The date is too early or too late.
    Time,
    /// The law has no rule for it, or its rule says no.
    Law,
}

/// One reason of a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The kind of no.
    pub why: Why,
    /// The field of the command it is about, by its name in the command's struct.
    pub field: Option<&'static str>,
    /// What is wrong and what to do, in Portuguese, without the citation.
    pub text: String,
    /// Provisions it stands on, by their keys in the rulebook.
    pub basis: Vec<Id>,
    /// Facts or parameters that are missing, by their names in the rulebook.
    pub missing: Vec<Id>,
}

impl Reason {
    /// A reason without field, grounds or missing names.
    pub(crate) fn new(why: Why, text: impl Into<String>) -> Self {
        Self { why, field: None, text: text.into(), basis: Vec::new(), missing: Vec::new() }
    }

    /// About a field.
    pub(crate) fn at(mut self, field: &'static str) -> Self {
        self.field = Some(field);
        self
    }

    /// On these provisions.
    pub(crate) fn on(mut self, basis: &[Id]) -> Self {
        self.basis = basis.to_vec();
        self
    }

    /// For want of these facts.
    pub(crate) fn lacking(mut self, missing: &[Id]) -> Self {
        self.missing = missing.to_vec();
        self
    }

    /// The sentence with its citation: `… (art. 9º, VI)`.
    #[must_use]
    pub fn pt_br(&self) -> String {
        if self.basis.is_empty() {
            return self.text.clone();
        }
        let cited: Vec<String> = self.basis.iter().map(cite).collect();
        format!("{} ({})", self.text, cited.join("; "))
    }
}

/// The reading form of a provision's key.
fn cite(id: &Id) -> String {
    law::Grounds { provisions: vec![id.clone()], ..law::Grounds::default() }.cited()
}

/// Why a command was refused. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Every reason found, in the order of the command's fields and the rulebook's requirements.
    pub reasons: Vec<Reason>,
}

impl Refusal {
    /// A refusal for one reason.
    pub(crate) fn one(reason: Reason) -> Self {
        Self { reasons: vec![reason] }
    }

    /// The role may not do it.
    pub(crate) fn role(actor: Role, needed: &[Role]) -> Self {
        let names: Vec<&str> = needed.iter().map(|r| r.pt_br()).collect();
        Self::one(Reason::new(
            Why::NotAllowed,
            format!("quem pode fazer isto: {}; você entrou como {}", names.join(", "), actor.pt_br()),
        ))
    }

    /// Whether some reason is of a kind.
    #[must_use]
    pub fn has(&self, why: Why) -> bool {
        self.reasons.iter().any(|r| r.why == why)
    }

    /// The reasons about a field.
    pub fn about<'a>(&'a self, field: &'a str) -> impl Iterator<Item = &'a Reason> {
        self.reasons.iter().filter(move |r| r.field == Some(field))
    }

    /// Every reason as a sentence, one a line.
    #[must_use]
    pub fn pt_br(&self) -> String {
        self.reasons.iter().map(Reason::pt_br).collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.pt_br())
    }
}

impl std::error::Error for Refusal {}
