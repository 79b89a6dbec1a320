//! Commands about infraction notices and seizures.

use jiff::civil::{Date, DateTime};

use crate::act::enforcement::{Offender, ServedPaper};
use crate::act::holders::FactValues;
use crate::id::{NoticeId, SeizureId};

/// Draw up a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawNotice {
    /// Code of the line breached.
    pub offence: String,
    /// Other lines considered for the same fact; the one that gives way is refused.
    pub also_considered: Vec<String>,
    /// Against whom.
    pub offender: Offender,
    /// Plate as typed, when there is a vehicle.
    pub plate: Option<String>,
    /// The vehicle as seen, when it is not in the register.
    pub vehicle_description: Option<String>,
    /// When the fact happened.
    pub fact_at: DateTime,
    /// Where.
    pub place: String,
    /// What happened, with its circumstances.
    pub description: String,
    /// Facts of the occurrence, by their names in the rulebook.
    pub facts: FactValues,
    /// Whether the offender was there and signed or took a copy: served in person on the day of drafting.
    pub signed: bool,
    /// Whether the offender was there and refused to sign, which the inspector certifies.
    pub refusal_certified: bool,
    /// Why the notice is drawn up although an item that the law demands is missing.
    pub confirmation: Option<String>,
}

/// Record that an attempt to serve failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordServiceAttempt {
    /// The notice.
    pub notice: NoticeId,
    /// Of what.
    pub paper: ServedPaper,
    /// The way tried, by its name in the rulebook.
    pub mode: String,
    /// Day.
    pub on: Date,
    /// What happened.
    pub note: String,
    /// Whether the whereabouts turned out to be unknown.
    pub whereabouts_unknown: bool,
}

/// Record that somebody was served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Serve {
    /// The notice.
    pub notice: NoticeId,
    /// Of what.
    pub paper: ServedPaper,
    /// The way, by its name in the rulebook.
    pub mode: String,
    /// Day on which the person knows: hand-over, signature of the receipt, publication.
    pub on: Date,
    /// Proof.
    pub proof: Option<String>,
}

/// File a defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDefence {
    /// The notice.
    pub notice: NoticeId,
    /// Day it came in.
    pub on: Date,
    /// What it says.
    pub text: String,
}

/// Decide a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decide {
    /// The notice.
    pub notice: NoticeId,
    /// Whether it is upheld: then the penalty of the law is imposed.
    pub uphold: bool,
    /// Reasons.
    pub reasoning: String,
}

/// File an appeal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileAppeal {
    /// The notice.
    pub notice: NoticeId,
    /// Day it came in.
    pub on: Date,
    /// What it says.
    pub text: String,
}

/// Decide an appeal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecideAppeal {
    /// The notice.
    pub notice: NoticeId,
    /// Whether it is granted: the penalty falls.
    pub grant: bool,
    /// Reasons.
    pub reasoning: String,
}

/// Annul a notice ex officio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnulNotice {
    /// The notice.
    pub notice: NoticeId,
    /// Reasons.
    pub reasoning: String,
}

/// Register a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterPayment {
    /// The notice.
    pub notice: NoticeId,
    /// Sum, in centavos.
    pub centavos: i64,
    /// Day.
    pub on: Date,
    /// Number of the slip or of the transfer.
    pub reference: String,
}

/// Register that a sum paid beyond what was due was given back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundPayment {
    /// The notice.
    pub notice: NoticeId,
    /// Sum given back, in centavos.
    pub centavos: i64,
    /// Day.
    pub on: Date,
    /// Number of the order of payment or of the transfer.
    pub reference: String,
}

/// Seize a vehicle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeizeVehicle {
    /// The measure of the rulebook.
    pub measure: String,
    /// Plate as typed.
    pub plate: String,
    /// The vehicle as seen.
    pub description: Option<String>,
    /// The notice it comes with.
    pub notice: Option<NoticeId>,
    /// When.
    pub at: DateTime,
    /// Where it was taken.
    pub place: String,
    /// Where it is kept.
    pub depot: String,
    /// Why.
    pub reason: String,
}

/// Record that a condition of release was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordReleaseCondition {
    /// The seizure.
    pub seizure: SeizureId,
    /// The condition, by its name in the rulebook.
    pub condition: String,
    /// Day.
    pub on: Date,
    /// Proof.
    pub proof: String,
}

/// Release a vehicle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReleaseVehicle {
    /// The seizure.
    pub seizure: SeizureId,
    /// Day.
    pub on: Date,
    /// Days of storage, as the depot counts them.
    pub storage_days: u32,
    /// To whom.
    pub received_by: String,
}
