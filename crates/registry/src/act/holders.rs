//! Payloads of acts about operators, drivers, vehicles, documents and credentials.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::fact_value::FactValue;
use crate::id::{CredentialId, DocumentId, DriverId, OperatorId, Subject, VehicleId};

/// Values of facts by the name of the fact in the rulebook.
pub type FactValues = BTreeMap<String, FactValue>;

/// How somebody is reached. All of it is personal data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    /// Address for post.
    pub address: Option<String>,
    /// Telephone.
    pub phone: Option<String>,
    /// Electronic mail.
    pub email: Option<String>,
}

/// An operator was registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorRegistered {
    /// Its identifier.
    pub id: OperatorId,
    /// CNPJ, fourteen characters.
    pub cnpj: String,
    /// Registered name.
    pub name: String,
    /// Name under which the public knows it.
    pub trade_name: Option<String>,
    /// How it is reached.
    pub contact: Contact,
    /// Facts known from the start.
    pub facts: FactValues,
}

/// A driver was registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DriverRegistered {
    /// Identifier.
    pub id: DriverId,
    /// CPF, eleven digits.
    pub cpf: String,
    /// Full name.
    pub name: String,
    /// Register number of the CNH, eleven digits.
    pub cnh: Option<String>,
    /// Written reason for which a number that fails the usual formula was confirmed.
    pub cnh_confirmed: Option<String>,
    /// How the driver is reached.
    pub contact: Contact,
    /// Facts known from the start.
    pub facts: FactValues,
}

/// A vehicle was registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VehicleRegistered {
    /// Identifier.
    pub id: VehicleId,
    /// Plate in canonical form: one text for both patterns of the same plate.
    pub plate: String,
    /// Plate in the pattern that was shown.
    pub plate_shown: String,
    /// RENAVAM, eleven digits.
    pub renavam: Option<String>,
    /// Chassis number (VIN).
    pub chassis: Option<String>,
    /// Make and model.
    pub model: Option<String>,
    /// Colour.
    pub colour: Option<String>,
    /// Facts known from the start.
    pub facts: FactValues,
}

/// A vehicle left the register; its plate is free again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VehicleRetired {
    /// The vehicle.
    pub vehicle: VehicleId,
    /// Last day in the register.
    pub last: Date,
    /// Why.
    pub reason: String,
}

/// Name or contact was corrected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordCorrected {
    /// Whose.
    pub subject: Subject,
    /// The right name, when it changes.
    pub name: Option<String>,
    /// The right contact, when it changes.
    pub contact: Option<Contact>,
    /// Why.
    pub reason: String,
}

/// A driver was linked to an operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DriverLinked {
    /// The driver.
    pub driver: DriverId,
    /// The operator.
    pub operator: OperatorId,
    /// First day.
    pub since: Date,
}

/// A link ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkEnded {
    /// The driver.
    pub driver: DriverId,
    /// The operator.
    pub operator: OperatorId,
    /// Last day.
    pub last: Date,
    /// Why.
    pub reason: String,
}

/// On what ground a driver holds a vehicle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holding {
    /// It is the driver's.
    Own,
    /// It is rented; the last day of the lease.
    Rented {
        /// Last day of the lease.
        until: Date,
    },
    /// It is somebody else's, who consents in writing; where the consent is kept.
    Borrowed {
        /// The owner's written consent: who, on which day, or the document's number.
        consent: String,
    },
}

impl Holding {
    /// In Portuguese.
    #[must_use]
    pub fn pt_br(&self) -> String {
        match self {
            Holding::Own => "próprio".into(),
            Holding::Rented { until } => format!("alugado até {}", law::value::date_pt(*until)),
            Holding::Borrowed { .. } => "de terceiro, com anuência".into(),
        }
    }
}

/// A vehicle was assigned to a driver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VehicleAssigned {
    /// The driver.
    pub driver: DriverId,
    /// The vehicle.
    pub vehicle: VehicleId,
    /// On what ground.
    pub holding: Holding,
    /// First day.
    pub since: Date,
}

/// An assignment ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssignmentEnded {
    /// The driver.
    pub driver: DriverId,
    /// The vehicle.
    pub vehicle: VehicleId,
    /// Last day.
    pub last: Date,
    /// Why.
    pub reason: String,
}

/// A document was handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentReceived {
    /// Identifier.
    pub id: DocumentId,
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
    /// Remarks of the desk.
    pub note: Option<String>,
}

/// A document was accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentAccepted {
    /// The document.
    pub document: DocumentId,
    /// Whose.
    pub subject: Subject,
    /// Facts read from it.
    pub facts: FactValues,
    /// Since when they count.
    pub since: Date,
    /// Last day it is good, as read from it.
    pub expires: Option<Date>,
}

/// A document was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentRejected {
    /// The document.
    pub document: DocumentId,
    /// Whose.
    pub subject: Subject,
    /// Why, as the person is told.
    pub reason: String,
}

/// A fact was entered or corrected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactRecorded {
    /// About whom.
    pub subject: Subject,
    /// The fact, by its name in the rulebook.
    pub fact: String,
    /// The value; none when it turned out not to be known.
    pub value: Option<FactValue>,
    /// Since when it counts.
    pub since: Date,
    /// On what it rests.
    pub reason: String,
}

/// A credential was granted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CredentialGranted {
    /// Identifier.
    pub id: CredentialId,
    /// Title of the rulebook it is.
    pub title: String,
    /// Holder.
    pub driver: DriverId,
    /// Year of the number.
    pub year: i16,
    /// Place in the year.
    pub sequence: u32,
    /// Verification code, printed and looked up by the public.
    pub code: String,
    /// First day.
    pub first: Date,
    /// Last day; none when without limit.
    pub last: Option<Date>,
    /// Written reason for a period that ends within thirty days.
    pub confirmed: Option<String>,
}

/// A credential was renewed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CredentialRenewed {
    /// The credential.
    pub credential: CredentialId,
    /// Holder.
    pub driver: DriverId,
    /// First day of the new period.
    pub first: Date,
    /// Last day of the new period.
    pub last: Option<Date>,
    /// Written reason for a period that ends within thirty days.
    pub confirmed: Option<String>,
}
