//! Provisions: every device of the law, once, with its wordings in time.

use jiff::civil::Date;

use crate::Id;
use crate::law::Span;

/// The name that stands for every provision where a court's order names what it suspends.
pub const WHOLE_NORM: &str = "norma";

/// One provision of the law.
#[derive(Clone, Debug)]
pub struct Provision {
    /// Path in the law: `art9.inc6`, `anexo1.III-02`.
    pub id: Id,
    /// Our own one-line paraphrase.
    pub says: String,
    /// What it is: requirement, duty, penalty...
    pub kind: Id,
    /// Its wordings, in order of time.
    pub wordings: Vec<Wording>,
    /// Periods in which a court keeps it without effect.
    pub suspensions: Vec<Suspension>,
    /// Why no rule stands on it, when none does.
    pub no_rule: Option<NoRule>,
}

/// A wording and the days on which it governs.
#[derive(Clone, Debug)]
pub struct Wording {
    /// First day in force.
    pub since: Date,
    /// Last day in force.
    pub until: Option<Date>,
    /// The act that gave it, when not the original one.
    pub by: Option<Id>,
    /// The act that revoked it.
    pub revoked_by: Option<Id>,
    /// Whether the text is in our hands.
    pub text: TextStatus,
}

/// Whether the text of a wording is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStatus {
    /// It is in the consolidated text.
    Known,
    /// It is not there: what depends on it is undetermined.
    Absent,
    /// It is not there, but is taken to have said the same as the next one.
    AssumedSame,
}

/// A court's order that keeps a provision without effect.
#[derive(Clone, Debug)]
pub struct Suspension {
    /// First day without effect.
    pub since: Date,
    /// Last day without effect, when the order fell.
    pub until: Option<Date>,
    /// The case, in words.
    pub by: String,
}

/// Why a provision has no rule on it.
#[derive(Clone, Debug)]
pub struct NoRule {
    /// `declaratorio`, `definicao`, `titulo`, `discricionario`, `delegado`, `externo`, `orfao`.
    pub kind: Id,
    /// The reason, in Portuguese.
    pub why: String,
}

/// What a provision is worth on a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status<'a> {
    /// In force, with a known wording.
    InForce,
    /// In force with a wording that is not in our hands.
    TextAbsent,
    /// In force with a wording taken to be the same as the next one.
    TextAssumed,
    /// Not yet in force; the first day it will be.
    NotYet(Date),
    /// Revoked; last day it was in force, and by which act.
    Revoked(Date, Option<&'a str>),
    /// Kept without effect by a court since a day.
    Suspended(Date, &'a str),
}

impl Status<'_> {
    /// Whether rules on the provision work on that date.
    #[must_use]
    pub fn works(&self) -> bool {
        matches!(self, Status::InForce | Status::TextAbsent | Status::TextAssumed)
    }

    /// The status in Portuguese.
    #[must_use]
    pub fn pt_br(&self) -> String {
        use crate::value::date_pt;
        match self {
            Status::InForce => "em vigor".into(),
            Status::TextAbsent => "em vigor com redação que não consta do texto compilado".into(),
            Status::TextAssumed => "em vigor com redação suposta igual à atual".into(),
            Status::NotYet(since) => format!("só vigora desde {}", date_pt(*since)),
            Status::Revoked(last, Some(by)) => format!("revogado pelo {by}; vigorou até {}", date_pt(*last)),
            Status::Revoked(last, None) => format!("vigorou até {}", date_pt(*last)),
            Status::Suspended(since, by) => {
                format!("suspenso por decisão judicial desde {} ({by})", date_pt(*since))
            }
        }
    }
}

impl Provision {
    /// The days on which what it is worth changes.
    pub(crate) fn changes(&self) -> impl Iterator<Item = Date> {
        let wordings = self.wordings.iter().map(|w| Span { since: Some(w.since), until: w.until });
        let suspensions = self.suspensions.iter().map(|s| Span { since: Some(s.since), until: s.until });
        wordings.chain(suspensions).flat_map(|span| span.changes())
    }

    /// What the provision is worth on a date.
    #[must_use]
    pub fn status(&self, on: Date) -> Status<'_> {
        if let Some(s) = self.suspensions.iter().find(|s| s.since <= on && s.until.is_none_or(|u| on <= u)) {
            return Status::Suspended(s.since, &s.by);
        }
        match self.wordings.iter().rev().find(|w| w.since <= on) {
            None => match self.wordings.first() {
                Some(first) => Status::NotYet(first.since),
                None => Status::InForce,
            },
            Some(w) => match w.until {
                Some(last) if on > last => Status::Revoked(last, w.revoked_by.as_deref()),
                _ => match w.text {
                    TextStatus::Known => Status::InForce,
                    TextStatus::Absent => Status::TextAbsent,
                    TextStatus::AssumedSame => Status::TextAssumed,
                },
            },
        }
    }
}
