//! Identifiers: private text newtypes with a short prefix, so that one kind is never taken for another.
//!
//! A copy shares the text with its original: the state names the same driver in many places.
//!
//! They are made from fresh text that the caller brings ([`crate::Context::fresh`]); nothing here draws chance.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::word::Word;

/// Why a text is not an identifier of a kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{text}” não é um identificador que começa por {prefix}_")]
pub struct IdError {
    /// The text given.
    pub text: String,
    /// The prefix expected.
    pub prefix: &'static str,
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Word);

        impl $name {
            /// The prefix of this kind.
            pub const PREFIX: &'static str = $prefix;

            /// Makes one from fresh text.
            pub(crate) fn fresh(text: &str) -> Self {
                Self(Word::from(format!("{}_{text}", $prefix).as_str()))
            }

            /// Reads one, as it stands in an address or a form.
            ///
            /// # Errors
            /// The text does not begin with the prefix of this kind, or has nothing after it.
            pub fn parse(text: &str) -> Result<Self, IdError> {
                match text.strip_prefix($prefix).and_then(|rest| rest.strip_prefix('_')) {
                    Some(rest) if !rest.is_empty() => Ok(Self(text.into())),
                    _ => Err(IdError { text: text.to_string(), prefix: $prefix }),
                }
            }

            /// The identifier as text, prefix included.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// An operator (a ride company, a cooperative, a central).
    OperatorId,
    "ope"
);
id!(
    /// A driver.
    DriverId,
    "cnd"
);
id!(
    /// A vehicle.
    VehicleId,
    "vei"
);
id!(
    /// A document handed in.
    DocumentId,
    "doc"
);
id!(
    /// A credential: the title a driver holds.
    CredentialId,
    "crd"
);
id!(
    /// A suspension, as a penalty or preventive.
    SuspensionId,
    "sus"
);
id!(
    /// An administrative process: revocation, inquiry into a complaint.
    CaseId,
    "prc"
);
id!(
    /// A complaint.
    ComplaintId,
    "den"
);
id!(
    /// An infraction notice.
    NoticeId,
    "aut"
);
id!(
    /// A seizure of a vehicle.
    SeizureId,
    "apr"
);
id!(
    /// A report handed in.
    FilingId,
    "ent"
);
id!(
    /// An order or a request for information.
    OrderId,
    "ord"
);

/// Whom a document, a fact, a complaint or an order is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A driver.
    Driver(DriverId),
    /// A vehicle.
    Vehicle(VehicleId),
    /// An operator.
    Operator(OperatorId),
}

impl Subject {
    /// The name of the subject in rulebooks: `condutor`, `veiculo`, `operadora`.
    #[must_use]
    pub fn role(&self) -> &'static str {
        match self {
            Subject::Driver(_) => "condutor",
            Subject::Vehicle(_) => "veiculo",
            Subject::Operator(_) => "operadora",
        }
    }

    /// The identifier as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Subject::Driver(id) => id.as_str(),
            Subject::Vehicle(id) => id.as_str(),
            Subject::Operator(id) => id.as_str(),
        }
    }

    /// Reads a subject from the identifier of a driver, a vehicle or an operator.
    ///
    /// # Errors
    /// The text is none of the three.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        if let Ok(id) = DriverId::parse(text) {
            return Ok(Subject::Driver(id));
        }
        if let Ok(id) = VehicleId::parse(text) {
            return Ok(Subject::Vehicle(id));
        }
        OperatorId::parse(text).map(Subject::Operator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_of_one_kind_is_never_read_as_another() {
        let driver = DriverId::fresh("0190");
        assert_eq!(driver.as_str(), "cnd_0190");
        assert_eq!(DriverId::parse("cnd_0190"), Ok(driver.clone()));
        assert!(VehicleId::parse("cnd_0190").is_err());
        assert!(DriverId::parse("cnd_").is_err());
        assert_eq!(Subject::parse("cnd_0190"), Ok(Subject::Driver(driver)));
    }
}
