//! Credentials, suspensions, revocations.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::id::{CaseId, DriverId, NoticeId, Subject};

/// One period of a credential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// First day.
    pub first: Date,
    /// Last day; none when without limit.
    pub last: Option<Date>,
    /// The act that gave it.
    pub act: u64,
    /// Written reason for a period that ends within thirty days.
    pub confirmed: Option<String>,
}

/// How a title ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revocation {
    /// First day without it: the day of publication.
    pub on: Date,
    /// Number of the published act.
    pub ordinance: String,
    /// The process.
    pub case: CaseId,
}

/// A credential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credential {
    /// Title of the rulebook it is.
    pub title: String,
    /// Holder.
    pub driver: DriverId,
    /// Number as printed: `2026/000123`.
    pub number: String,
    /// Verification code.
    pub code: String,
    /// Its periods, in order.
    pub periods: Vec<Period>,
    /// How it ended, when it was revoked.
    pub revoked: Option<Revocation>,
}

impl Credential {
    /// The last period given.
    #[must_use]
    pub fn current(&self) -> Option<&Period> {
        self.periods.last()
    }

    /// First day of the first period.
    #[must_use]
    pub fn granted(&self) -> Option<Date> {
        self.periods.first().map(|p| p.first)
    }

    /// Whether some period holds on a day.
    #[must_use]
    pub fn covers(&self, day: Date) -> bool {
        self.periods.iter().any(|p| p.first <= day && p.last.is_none_or(|l| day <= l))
    }
}

/// A suspension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspension {
    /// Who is suspended.
    pub subject: Subject,
    /// The measure of the rulebook.
    pub measure: String,
    /// Whether it is preventive.
    pub preventive: bool,
    /// First day.
    pub first: Date,
    /// Last day.
    pub last: Date,
    /// Reasons.
    pub reason: String,
    /// The notice that led to it.
    pub notice: Option<NoticeId>,
    /// The process in which it was ordered.
    pub case: Option<CaseId>,
    /// First day free of it, when it was lifted early.
    pub free_from: Option<Date>,
}

impl Suspension {
    /// Whether it holds on a day.
    #[must_use]
    pub fn on(&self, day: Date) -> bool {
        self.first <= day && day <= self.last && self.free_from.is_none_or(|f| day < f)
    }
}
