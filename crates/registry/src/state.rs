//! The state: what the acts so far add up to. It is only ever changed by [`crate::apply`].
//!
//! The whole is plain data in ordered maps, so that it is written the same way every time: see [`Registry::fingerprint`].

mod credential;
mod document;
mod facts;
mod holder;
mod index;
mod matter;
mod notice;
mod seizure;
mod setting;
mod timeline;
mod words;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use credential::{Credential, Period, Revocation, Suspension};
pub use document::{Document, DocumentStatus, Look};
pub use holder::{Assignment, Driver, Link, Operator, Vehicle};
pub use index::{Index, fold};
pub use matter::{Breach, Case, CaseDecision, Complaint, FiledReport, Order};
pub use notice::{Appeal, CaseEvent, Decision, FailedService, Notice, Payment, Service};
pub use seizure::{Condition, Release, Seizure};
pub use setting::LaidOver;
pub use timeline::{FactEntry, Said, Timeline};
pub use words::Words;

use crate::id::{
    CaseId, ComplaintId, CredentialId, DocumentId, DriverId, FilingId, NoticeId, OperatorId, OrderId,
    SeizureId, SuspensionId, VehicleId,
};

/// Numbers given out in one year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Credentials.
    pub credentials: u32,
    /// Notices.
    pub notices: u32,
    /// Seizures.
    pub seizures: u32,
    /// Processes.
    pub cases: u32,
}

/// The register of one municipality.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registry {
    /// Number of the last act applied.
    pub head: u64,
    /// Operators.
    pub operators: BTreeMap<OperatorId, Operator>,
    /// Drivers.
    pub drivers: BTreeMap<DriverId, Driver>,
    /// Vehicles.
    pub vehicles: BTreeMap<VehicleId, Vehicle>,
    /// Documents handed in.
    pub documents: BTreeMap<DocumentId, Document>,
    /// Credentials.
    pub credentials: BTreeMap<CredentialId, Credential>,
    /// Suspensions.
    pub suspensions: BTreeMap<SuspensionId, Suspension>,
    /// Complaints.
    pub complaints: BTreeMap<ComplaintId, Complaint>,
    /// Processes.
    pub cases: BTreeMap<CaseId, Case>,
    /// Infraction notices.
    pub notices: BTreeMap<NoticeId, Notice>,
    /// Seizures.
    pub seizures: BTreeMap<SeizureId, Seizure>,
    /// Reports handed in.
    pub filings: BTreeMap<FilingId, FiledReport>,
    /// Reports missing or late, as marked.
    pub breaches: Vec<Breach>,
    /// Orders and requests for information.
    pub orders: BTreeMap<OrderId, Order>,
    /// What the municipality laid over its rulebook.
    pub laid_over: LaidOver,
    /// Numbers given out, by year.
    pub counters: BTreeMap<i16, Counters>,
    /// Numbers of acts that named something that is not in the register. `decide` never makes one; a ledger that was tampered
    /// with may hold some, and they are kept visible here.
    pub stray: Vec<u64>,
    /// Ways to find things.
    pub index: Index,
    /// Texts that many records share.
    #[serde(skip)]
    pub words: Words,
}

impl Registry {
    /// An empty register.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The whole state as canonical JSON: two states are the same if and only if these texts are.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        // every map is ordered and every key is text, so this cannot fail; the message keeps a failure visible
        serde_json::to_string(self).unwrap_or_else(|e| format!("estado ilegível: {e}"))
    }

    /// The counters of a year.
    #[must_use]
    pub fn counters(&self, year: i16) -> Counters {
        self.counters.get(&year).copied().unwrap_or_default()
    }
}

/// A number as printed: year and place in the year.
pub(crate) fn number(year: i16, sequence: u32) -> String {
    format!("{year}/{sequence:06}")
}
