//! Seizures of vehicles.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::act::enforcement::{BilledPart, VehicleSeized};

/// A condition of release that was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// The condition, by its name in the rulebook.
    pub condition: String,
    /// Day.
    pub on: Date,
    /// Proof.
    pub proof: String,
}

/// How a vehicle was released.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// Day.
    pub on: Date,
    /// To whom.
    pub received_by: String,
    /// What was billed.
    pub bill: Vec<BilledPart>,
    /// Sum, in centavos.
    pub centavos: Option<i64>,
}

/// A seizure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seizure {
    /// What was recorded when the vehicle was taken.
    pub taken: VehicleSeized,
    /// Conditions met.
    pub conditions: Vec<Condition>,
    /// How it was released.
    pub release: Option<Release>,
    /// Numbers of the acts that touched it.
    pub acts: Vec<u64>,
}

impl Seizure {
    /// Number as printed.
    #[must_use]
    pub fn number(&self) -> String {
        super::number(self.taken.year, self.taken.sequence)
    }
}
