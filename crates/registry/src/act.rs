//! Acts: administrative facts that happened. The ledger stores them as bytes; [`ActKind`] gives each a stable name, a version and
//! a payload. Names and payload fields are part of the ledger: old versions are read for ever and never rewritten.

mod codec;
pub mod enforcement;
pub mod holders;
pub mod matters;

use jiff::civil::{Date, DateTime};

pub use codec::{ActBytes, ActError, decode, encode};
use enforcement as e;
use holders as h;
use matters as m;

use crate::context::Role;

/// Who made an act, and when it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct By {
    /// Identifier of the user.
    pub actor: String,
    /// Name; personal data, stored in the payload only.
    pub name: String,
    /// In which role.
    pub role: Role,
    /// Moment of recording, microseconds since 1970-01-01T00:00:00Z.
    pub at_micros: i64,
    /// The same moment in the municipality's zone.
    pub time: DateTime,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Who did it, and when it was recorded.
    pub by: By,
    /// Since when it counts; may differ from the day of recording.
    pub effective_on: Date,
    /// Provisions it stands on, by their keys in the rulebook.
    pub basis: Vec<String>,
    /// What happened.
    pub kind: ActKind,
}

/// Declares the kinds of acts once: variant, payload, stable name.
macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident($payload:ty) = $name:literal;)+) => {
        /// What happened, with its payload.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum ActKind {
            $($(#[$doc])* $variant($payload),)+
        }

        impl ActKind {
            /// Every stable name.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The stable name of the kind.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self { $(ActKind::$variant(_) => $name,)+ }
            }

            /// The version of the payload's form.
            #[must_use]
            pub fn version(&self) -> u32 {
                1
            }

            fn payload(&self) -> Result<serde_json::Value, serde_json::Error> {
                match self { $(ActKind::$variant(p) => serde_json::to_value(p),)+ }
            }

            fn read(name: &str, payload: serde_json::Value) -> Option<Result<Self, serde_json::Error>> {
                Some(match name {
                    $($name => serde_json::from_value(payload).map(ActKind::$variant),)+
                    _ => return None,
                })
            }
        }
    };
}

kinds! {
    /// An operator was registered.
    OperatorRegistered(h::OperatorRegistered) = "operator_registered";
    /// A driver was registered.
    DriverRegistered(h::DriverRegistered) = "driver_registered";
    /// A vehicle was registered.
    VehicleRegistered(h::VehicleRegistered) = "vehicle_registered";
    /// A vehicle left the register.
    VehicleRetired(h::VehicleRetired) = "vehicle_retired";
    /// Name or contact of somebody was corrected.
    RecordCorrected(h::RecordCorrected) = "record_corrected";
    /// A driver was linked to an operator.
    DriverLinked(h::DriverLinked) = "driver_linked";
    /// A link ended.
    LinkEnded(h::LinkEnded) = "link_ended";
    /// A vehicle was assigned to a driver.
    VehicleAssigned(h::VehicleAssigned) = "vehicle_assigned";
    /// An assignment ended.
    AssignmentEnded(h::AssignmentEnded) = "assignment_ended";
    /// A document was handed in.
    DocumentReceived(h::DocumentReceived) = "document_received";
    /// A document was looked at and accepted: its facts count.
    DocumentAccepted(h::DocumentAccepted) = "document_accepted";
    /// A document was looked at and rejected.
    DocumentRejected(h::DocumentRejected) = "document_rejected";
    /// A fact was entered or corrected without a document.
    FactRecorded(h::FactRecorded) = "fact_recorded";
    /// A credential was granted.
    CredentialGranted(h::CredentialGranted) = "credential_granted";
    /// A credential was renewed.
    CredentialRenewed(h::CredentialRenewed) = "credential_renewed";
    /// A suspension was ordered.
    Suspended(m::Suspended) = "suspended";
    /// A suspension was made longer.
    SuspensionRenewed(m::SuspensionRenewed) = "suspension_renewed";
    /// A suspension was lifted before its last day.
    SuspensionLifted(m::SuspensionLifted) = "suspension_lifted";
    /// A complaint was received.
    ComplaintReceived(m::ComplaintReceived) = "complaint_received";
    /// An administrative process was opened.
    CaseOpened(m::CaseOpened) = "case_opened";
    /// A step of an administrative process was taken.
    CaseStepTaken(m::CaseStepTaken) = "case_step_taken";
    /// An administrative process was decided.
    CaseDecided(m::CaseDecided) = "case_decided";
    /// The title was revoked by a published act.
    Revoked(m::Revoked) = "revoked";
    /// A notice was drawn up.
    NoticeDrawn(Box<e::NoticeDrawn>) = "notice_drawn";
    /// An attempt to serve somebody failed.
    ServiceFailed(e::ServiceFailed) = "service_failed";
    /// Somebody was served.
    Served(e::Served) = "served";
    /// A defence was filed.
    DefenceFiled(e::DefenceFiled) = "defence_filed";
    /// A notice was decided.
    NoticeDecided(Box<e::NoticeDecided>) = "notice_decided";
    /// An appeal was filed, admitted or not.
    AppealFiled(e::AppealFiled) = "appeal_filed";
    /// An appeal was decided.
    AppealDecided(e::AppealDecided) = "appeal_decided";
    /// A period of a case ran out in silence.
    StageLapsed(Box<e::StageLapsed>) = "stage_lapsed";
    /// A notice was annulled ex officio.
    NoticeAnnulled(e::NoticeAnnulled) = "notice_annulled";
    /// A penalty was computed anew because one that it relied on fell.
    PenaltyRecomputed(Box<e::PenaltyRecomputed>) = "penalty_recomputed";
    /// A payment was registered.
    PaymentRegistered(e::PaymentRegistered) = "payment_registered";
    /// A sum paid beyond what was due was given back.
    PaymentRefunded(e::PaymentRefunded) = "payment_refunded";
    /// A vehicle was seized.
    VehicleSeized(e::VehicleSeized) = "vehicle_seized";
    /// A condition of release was met.
    ReleaseConditionMet(e::ReleaseConditionMet) = "release_condition_met";
    /// A seized vehicle was released.
    VehicleReleased(e::VehicleReleased) = "vehicle_released";
    /// A report was handed in.
    FilingReceived(m::FilingReceived) = "filing_received";
    /// A report was not handed in, or late.
    BreachMarked(m::BreachMarked) = "breach_marked";
    /// An order or a request for information was issued.
    OrderIssued(m::OrderIssued) = "order_issued";
    /// An order was answered.
    OrderAnswered(m::OrderAnswered) = "order_answered";
    /// A value was set.
    ParameterSet(m::ParameterSet) = "parameter_set";
    /// A gap of the law was ruled.
    ReadingRuled(m::ReadingRuled) = "reading_ruled";
    /// A court kept a provision without effect.
    ProvisionSuspended(m::ProvisionSuspended) = "provision_suspended";
    /// A court's order fell.
    ProvisionRestored(m::ProvisionRestored) = "provision_restored";
    /// A day without office hours was decreed.
    ClosureDayAdded(m::ClosureDayAdded) = "closure_day_added";
}
