//! Payloads of acts about infraction notices and seizures.

use jiff::civil::{Date, DateTime};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::holders::FactValues;
use crate::id::{DriverId, NoticeId, OperatorId, SeizureId, VehicleId};

/// Against whom a notice is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offender {
    /// A registered driver.
    Driver(DriverId),
    /// A registered operator.
    Operator(OperatorId),
    /// Somebody who is not in the register.
    Person {
        /// Full name; personal data.
        name: String,
        /// CPF (eleven digits), CNPJ (fourteen) or another document, as shown; personal data.
        document: Option<String>,
    },
}

impl Offender {
    /// The role in which the law may reach the offender: `condutor`, `operadora`, or `pessoa` for the unregistered.
    #[must_use]
    pub fn role(&self) -> &'static str {
        match self {
            Offender::Driver(_) => "condutor",
            Offender::Operator(_) => "operadora",
            Offender::Person { .. } => "pessoa",
        }
    }

    /// Whether two notices are against the same one. The unregistered are the same by document, never by name alone.
    #[must_use]
    pub fn is(&self, other: &Offender) -> bool {
        match (self, other) {
            (Offender::Person { document: Some(a), .. }, Offender::Person { document: Some(b), .. }) => {
                a == b
            }
            (Offender::Person { .. }, _) | (_, Offender::Person { .. }) => false,
            (a, b) => a == b,
        }
    }
}

/// The vehicle on a notice, as it was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenVehicle {
    /// Plate in canonical form.
    pub plate: String,
    /// Make, model, colour, as seen.
    pub description: Option<String>,
    /// The vehicle of the register with that plate, when there is one.
    pub vehicle: Option<VehicleId>,
}

/// A notice was drawn up. What is on it never changes afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoticeDrawn {
    /// Identifier.
    pub id: NoticeId,
    /// Year of the number.
    pub year: i16,
    /// Place in the year.
    pub sequence: u32,
    /// Verification code.
    pub code: String,
    /// The process of the rulebook it follows.
    pub process: String,
    /// Code of the line breached, as the law writes it.
    pub offence: String,
    /// The conduct, as the rulebook says it on that day.
    pub conduct: String,
    /// Against whom.
    pub offender: Offender,
    /// Name of the offender, as on the notice; personal data.
    pub offender_name: String,
    /// The vehicle.
    pub vehicle: Option<SeenVehicle>,
    /// When the fact happened.
    pub fact_at: DateTime,
    /// When the notice was drawn up.
    pub drawn_at: DateTime,
    /// Where the fact happened.
    pub place: String,
    /// What happened, with its circumstances.
    pub description: String,
    /// Provisions breached, in reading form.
    pub provisions: String,
    /// The period for defence, in words.
    pub defence_term: String,
    /// The issuing body.
    pub issuing_body: String,
    /// The inspector; personal data.
    pub inspector: String,
    /// Facts of the occurrence, by their names in the rulebook.
    pub facts: FactValues,
    /// Whether the offender was there and refused to sign, and the inspector certified it.
    pub refusal_certified: bool,
    /// Items of the paper that the law demands and that are missing; it does not void it by itself.
    pub lacking: Vec<String>,
    /// Measures that come with the line.
    pub measures: Vec<String>,
}

/// Of what somebody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServedPaper {
    /// The notice.
    Notice,
    /// The decision of the authority.
    Decision,
    /// The decision of the appeal.
    AppealDecision,
}

impl ServedPaper {
    /// In Portuguese, with its article.
    #[must_use]
    pub fn pt_br(self) -> &'static str {
        match self {
            ServedPaper::Notice => "da autuação",
            ServedPaper::Decision => "da decisão",
            ServedPaper::AppealDecision => "da decisão do recurso",
        }
    }
}

/// An attempt to serve failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceFailed {
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

/// Somebody was served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Served {
    /// The notice.
    pub notice: NoticeId,
    /// Of what.
    pub paper: ServedPaper,
    /// The way, by its name in the rulebook.
    pub mode: String,
    /// Day on which the person knows: periods run from it.
    pub on: Date,
    /// Proof: number of the receipt, newspaper and page.
    pub proof: Option<String>,
    /// Whether the case ends with it: nothing more is open to anybody.
    pub ends: bool,
}

/// A defence was filed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefenceFiled {
    /// The notice.
    pub notice: NoticeId,
    /// Day.
    pub on: Date,
    /// Whether it came after the last day.
    pub late: bool,
    /// What it says; personal data.
    pub text: String,
    /// The silence that was recorded before the defence, which had come in time: it and what it imposed are struck.
    pub undoes: Option<String>,
}

/// What a penalty is, when imposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PenaltyTag {
    /// Written warning.
    Warning,
    /// Fine.
    Fine,
    /// The law wants a fine but fixes no amount.
    FineWithoutAmount,
    /// Only measures.
    Nothing,
}

/// A penalty as it was computed on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImposedPenalty {
    /// Kind.
    pub kind: PenaltyTag,
    /// How many units.
    pub quantity: Option<Decimal>,
    /// The unit: a parameter of the rulebook.
    pub unit: Option<String>,
    /// The factor of recidivism: 1 when there is none.
    pub times: u32,
    /// In centavos; none for what has no amount.
    pub centavos: Option<i64>,
    /// Measures that come with it.
    pub measures: Vec<String>,
    /// Whether it ends the title.
    pub revokes: bool,
    /// The notices that make it a repetition.
    pub relied_on: Vec<NoticeId>,
    /// In Portuguese.
    pub words: String,
    /// Readings used: `ID=resposta`.
    pub readings: Vec<String>,
}

/// A notice was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoticeDecided {
    /// The notice.
    pub notice: NoticeId,
    /// The penalty imposed; none when the notice was dismissed.
    pub penalty: Option<ImposedPenalty>,
    /// Reasons.
    pub reasoning: String,
}

/// An appeal was filed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppealFiled {
    /// The notice.
    pub notice: NoticeId,
    /// Day.
    pub on: Date,
    /// Last day there was.
    pub due: Option<Date>,
    /// Whether it was admitted; a late one is recorded and not admitted.
    pub admitted: bool,
    /// What it says; personal data.
    pub text: String,
}

/// An appeal was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppealDecided {
    /// The notice.
    pub notice: NoticeId,
    /// Whether it was granted: the penalty falls.
    pub granted: bool,
    /// Reasons.
    pub reasoning: String,
}

/// A period of a case ran out in silence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageLapsed {
    /// The notice.
    pub notice: NoticeId,
    /// The event that silence stands for, by its name in the rulebook.
    pub event: String,
    /// Day after the last one.
    pub on: Date,
    /// The penalty that silence imposes, when the law lets it.
    pub penalty: Option<ImposedPenalty>,
    /// Whether the case ends with it.
    pub ends: bool,
}

/// A notice was annulled ex officio.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoticeAnnulled {
    /// The notice.
    pub notice: NoticeId,
    /// Reasons.
    pub reasoning: String,
}

/// A penalty was computed anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PenaltyRecomputed {
    /// The notice whose penalty changes.
    pub notice: NoticeId,
    /// The notice that fell; none when a value that was missing became known.
    pub because: Option<NoticeId>,
    /// What it was.
    pub before: ImposedPenalty,
    /// What it is.
    pub after: ImposedPenalty,
}

/// A payment was registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentRegistered {
    /// The notice.
    pub notice: NoticeId,
    /// Sum, in centavos.
    pub centavos: i64,
    /// Day.
    pub on: Date,
    /// Number of the slip or of the transfer.
    pub reference: String,
}

/// A sum paid beyond what was due was given back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentRefunded {
    /// The notice.
    pub notice: NoticeId,
    /// Sum given back, in centavos; above zero.
    pub centavos: i64,
    /// Day.
    pub on: Date,
    /// Number of the order of payment or of the transfer.
    pub reference: String,
}

/// A vehicle was seized.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VehicleSeized {
    /// Identifier.
    pub id: SeizureId,
    /// Year of the number.
    pub year: i16,
    /// Place in the year.
    pub sequence: u32,
    /// The measure of the rulebook.
    pub measure: String,
    /// The vehicle.
    pub vehicle: SeenVehicle,
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

/// A condition of release was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseConditionMet {
    /// The seizure.
    pub seizure: SeizureId,
    /// The condition, by its name in the rulebook.
    pub condition: String,
    /// Day.
    pub on: Date,
    /// Proof, in words.
    pub proof: String,
}

/// A part of a release bill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BilledPart {
    /// The part, by its name in the rulebook.
    pub part: String,
    /// In centavos.
    pub centavos: i64,
}

/// A seized vehicle was released.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VehicleReleased {
    /// The seizure.
    pub seizure: SeizureId,
    /// Day.
    pub on: Date,
    /// To whom; personal data.
    pub received_by: String,
    /// What was billed; empty when nothing is due.
    pub bill: Vec<BilledPart>,
    /// Sum of the bill, in centavos.
    pub centavos: Option<i64>,
}
