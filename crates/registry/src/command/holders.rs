//! Commands about operators, drivers, vehicles, documents and credentials.

use jiff::civil::Date;

use crate::act::holders::{Contact, FactValues, Holding};
use crate::fact_value::FactValue;
use crate::id::{CredentialId, DocumentId, DriverId, OperatorId, Subject, VehicleId};

/// Register an operator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterOperator {
    /// CNPJ as typed.
    pub cnpj: String,
    /// Registered name.
    pub name: String,
    /// Name under which the public knows it.
    pub trade_name: Option<String>,
    /// How it is reached.
    pub contact: Contact,
    /// Facts known from the start, by their names in the rulebook.
    pub facts: FactValues,
}

/// Register a driver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterDriver {
    /// CPF as typed.
    pub cpf: String,
    /// Full name.
    pub name: String,
    /// Register number of the CNH as typed; may come later with the document.
    pub cnh: Option<String>,
    /// Why a number that fails the usual formula is right all the same: an agent looked at the document.
    pub cnh_confirmation: Option<String>,
    /// How the driver is reached.
    pub contact: Contact,
    /// Facts known from the start.
    pub facts: FactValues,
}

/// Register a vehicle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterVehicle {
    /// Plate as typed, in either pattern.
    pub plate: String,
    /// RENAVAM as typed.
    pub renavam: Option<String>,
    /// Chassis number as typed.
    pub chassis: Option<String>,
    /// Make and model.
    pub model: Option<String>,
    /// Colour.
    pub colour: Option<String>,
    /// Facts known from the start: year, seats…
    pub facts: FactValues,
}

/// Take a vehicle out of the register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetireVehicle {
    /// The vehicle.
    pub vehicle: VehicleId,
    /// Last day in the register.
    pub last: Date,
    /// Why.
    pub reason: String,
}

/// Correct a name or a contact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectRecord {
    /// Whose.
    pub subject: Subject,
    /// The right name.
    pub name: Option<String>,
    /// The right contact.
    pub contact: Option<Contact>,
    /// Why.
    pub reason: String,
}

/// Link a driver to an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkDriver {
    /// The driver.
    pub driver: DriverId,
    /// The operator.
    pub operator: OperatorId,
    /// First day.
    pub since: Date,
}

/// End a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndLink {
    /// The driver.
    pub driver: DriverId,
    /// The operator.
    pub operator: OperatorId,
    /// Last day.
    pub last: Date,
    /// Why.
    pub reason: String,
}

/// Assign a vehicle to a driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssignVehicle {
    /// The driver.
    pub driver: DriverId,
    /// The vehicle.
    pub vehicle: VehicleId,
    /// On what ground.
    pub holding: Holding,
    /// First day.
    pub since: Date,
}

/// End an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndAssignment {
    /// The driver.
    pub driver: DriverId,
    /// The vehicle.
    pub vehicle: VehicleId,
    /// Last day.
    pub last: Date,
    /// Why.
    pub reason: String,
}

/// Receive a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiveDocument {
    /// Whose.
    pub subject: Subject,
    /// Kind, by its name in the rulebook.
    pub kind: String,
    /// Its number.
    pub number: Option<String>,
    /// Day of issue.
    pub issued: Option<Date>,
    /// Last day it is good.
    pub expires: Option<Date>,
    /// Remarks.
    pub note: Option<String>,
}

/// Accept a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptDocument {
    /// The document.
    pub document: DocumentId,
    /// Facts read from it. Its expiry, when the rulebook names a fact for it, need not be repeated.
    pub facts: FactValues,
    /// Since when they count; the day of acceptance when not said.
    pub since: Option<Date>,
}

/// Reject a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectDocument {
    /// The document.
    pub document: DocumentId,
    /// Why, as the person is told.
    pub reason: String,
}

/// Enter or correct a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFact {
    /// About whom.
    pub subject: Subject,
    /// The fact, by its name in the rulebook.
    pub fact: String,
    /// The value; none withdraws it.
    pub value: Option<FactValue>,
    /// Since when it counts.
    pub since: Date,
    /// On what it rests.
    pub reason: String,
}

/// Grant a credential.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrantCredential {
    /// Holder.
    pub driver: DriverId,
    /// Last day, when the authority sets an earlier one than the law's.
    pub last: Option<Date>,
    /// Why a period that ends within thirty days is right.
    pub confirmation: Option<String>,
}

/// Renew a credential.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenewCredential {
    /// The credential.
    pub credential: CredentialId,
    /// Last day, when the authority sets an earlier one than the law's.
    pub last: Option<Date>,
    /// Why a period that ends within thirty days is right.
    pub confirmation: Option<String>,
}
