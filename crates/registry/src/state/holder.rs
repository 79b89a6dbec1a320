//! Operators, drivers, vehicles, and what ties them.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::timeline::Timeline;
use crate::act::holders::{Contact, Holding};
use crate::id::{CredentialId, DocumentId, DriverId, NoticeId, OperatorId, SuspensionId, VehicleId};

/// An operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operator {
    /// CNPJ, fourteen characters.
    pub cnpj: String,
    /// Registered name.
    pub name: String,
    /// Name under which the public knows it.
    pub trade_name: Option<String>,
    /// How it is reached.
    pub contact: Contact,
    /// Day of registration.
    pub registered_on: Date,
    /// Its facts.
    pub facts: Timeline,
    /// Its documents.
    pub documents: Vec<DocumentId>,
    /// Its suspensions.
    pub suspensions: Vec<SuspensionId>,
    /// Day from which its activity is revoked.
    pub revoked: Option<Date>,
    /// Notices against it.
    pub notices: Vec<NoticeId>,
    /// Numbers of the acts that touched it.
    pub acts: Vec<u64>,
}

/// The tie between a driver and an operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The operator.
    pub operator: OperatorId,
    /// First day.
    pub since: Date,
    /// Last day; none while it lasts.
    pub last: Option<Date>,
}

impl Link {
    /// Whether it holds on a day.
    #[must_use]
    pub fn on(&self, day: Date) -> bool {
        self.since <= day && self.last.is_none_or(|l| day <= l)
    }
}

/// A driver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Driver {
    /// CPF, eleven digits.
    pub cpf: String,
    /// Full name.
    pub name: String,
    /// Register number of the CNH.
    pub cnh: Option<String>,
    /// Written reason for which a number that fails the usual formula was confirmed.
    pub cnh_confirmed: Option<String>,
    /// How the driver is reached.
    pub contact: Contact,
    /// Day of registration.
    pub registered_on: Date,
    /// The driver's facts.
    pub facts: Timeline,
    /// Ties to operators, in the order made.
    pub links: Vec<Link>,
    /// Vehicles ever assigned, in the order assigned.
    pub vehicles: Vec<VehicleId>,
    /// The driver's documents.
    pub documents: Vec<DocumentId>,
    /// Credentials, in the order granted.
    pub credentials: Vec<CredentialId>,
    /// Suspensions.
    pub suspensions: Vec<SuspensionId>,
    /// Notices against the driver.
    pub notices: Vec<NoticeId>,
    /// Numbers of the acts that touched the driver.
    pub acts: Vec<u64>,
}

impl Driver {
    /// How many operators stand behind the driver on a day.
    #[must_use]
    pub fn links_on(&self, day: Date) -> usize {
        self.links.iter().filter(|l| l.on(day)).count()
    }
}

/// A vehicle in the hands of a driver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignment {
    /// The driver.
    pub driver: DriverId,
    /// On what ground.
    pub holding: Holding,
    /// First day.
    pub since: Date,
    /// Last day; none while it lasts.
    pub last: Option<Date>,
}

impl Assignment {
    /// Whether it holds on a day. A lease ends the assignment with its last day.
    #[must_use]
    pub fn on(&self, day: Date) -> bool {
        let lease = match &self.holding {
            Holding::Rented { until } => day <= *until,
            Holding::Own | Holding::Borrowed { .. } => true,
        };
        self.since <= day && self.last.is_none_or(|l| day <= l) && lease
    }
}

/// A vehicle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vehicle {
    /// Plate in canonical form.
    pub plate: String,
    /// Plate in the pattern that was shown.
    pub plate_shown: String,
    /// RENAVAM.
    pub renavam: Option<String>,
    /// Chassis number.
    pub chassis: Option<String>,
    /// Make and model.
    pub model: Option<String>,
    /// Colour.
    pub colour: Option<String>,
    /// Day of registration.
    pub registered_on: Date,
    /// Last day in the register; none while it is there.
    pub retired: Option<Date>,
    /// Its facts.
    pub facts: Timeline,
    /// Who drives it, in the order assigned.
    pub assignments: Vec<Assignment>,
    /// Its documents.
    pub documents: Vec<DocumentId>,
    /// Numbers of the acts that touched it.
    pub acts: Vec<u64>,
}

impl Vehicle {
    /// Whether it is in the register on a day.
    #[must_use]
    pub fn active(&self, day: Date) -> bool {
        self.registered_on <= day && self.retired.is_none_or(|r| day <= r)
    }
}
