//! Commands about suspensions, complaints, processes, reports owed, orders, and the setting of the law.

use jiff::civil::Date;

use crate::act::matters::{CaseStep, ClosureKind};
use crate::fact_value::FactValue;
use crate::id::{CaseId, NoticeId, OperatorId, OrderId, Subject, SuspensionId};

/// Suspend as a penalty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspend {
    /// A driver or an operator.
    pub subject: Subject,
    /// For how many days.
    pub days: u32,
    /// Day the person was told; the suspension runs from the day that the law says.
    pub told_on: Date,
    /// Gravity of the conduct and history.
    pub reason: String,
    /// The notice that leads to it.
    pub notice: Option<NoticeId>,
}

/// Suspend while facts are found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuspendPreventively {
    /// A driver or an operator.
    pub subject: Subject,
    /// Why.
    pub reason: String,
    /// The process in which it is ordered.
    pub case: Option<CaseId>,
}

/// Make a suspension longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenewSuspension {
    /// The suspension.
    pub suspension: SuspensionId,
    /// Why.
    pub reason: String,
}

/// Lift a suspension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiftSuspension {
    /// The suspension.
    pub suspension: SuspensionId,
    /// Why.
    pub reason: String,
}

/// Open a process to revoke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRevocation {
    /// A driver or an operator.
    pub subject: Subject,
    /// Why.
    pub reason: String,
    /// The notice that leads to it.
    pub notice: Option<NoticeId>,
}

/// Decide a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecideCase {
    /// The process.
    pub case: CaseId,
    /// Whether what it was opened for is found right.
    pub upheld: bool,
    /// Reasons.
    pub reasoning: String,
}

/// Record a step of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeCaseStep {
    /// The process.
    pub case: CaseId,
    /// The step.
    pub step: CaseStep,
    /// Day.
    pub on: Date,
    /// What was said, or how it was done.
    pub text: String,
}

/// Revoke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revoke {
    /// The decided process.
    pub case: CaseId,
    /// Number of the published act.
    pub ordinance: String,
    /// Day of publication.
    pub published: Date,
}

/// Receive a complaint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiveComplaint {
    /// Against whom.
    pub subject: Subject,
    /// How it came.
    pub channel: String,
    /// What it says.
    pub text: String,
    /// Who complains.
    pub complainant: Option<String>,
    /// Whether it is grave and founded: then a process is opened the same day.
    pub grave: bool,
}

/// Hand in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    /// Who owes it.
    pub operator: OperatorId,
    /// The report, by its name in the rulebook.
    pub filing: String,
    /// First day of the period it covers, or the day of the event, of the request or of the last acceptance.
    pub anchor: Date,
    /// Plates listed, as typed, one an item, in the order of the lines.
    pub plates: Vec<String>,
    /// Plates that must be on it, when the office knows them; compared as sets.
    pub expected: Option<Vec<String>>,
    /// Whether it says that nothing happened in the period.
    pub nil: bool,
    /// Remarks.
    pub note: Option<String>,
}

/// Mark that a report is missing or was late.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkBreach {
    /// Who owed it.
    pub operator: OperatorId,
    /// The report.
    pub filing: String,
    /// First day of its period, or the day of the event.
    pub anchor: Date,
}

/// Issue an order or a request for information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueOrder {
    /// To whom.
    pub subject: Subject,
    /// What is ordered or asked.
    pub text: String,
    /// The report of the rulebook it asks for; its due rule then counts.
    pub filing: Option<String>,
    /// Last day to answer, when the law does not say.
    pub due: Option<Date>,
}

/// Answer an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerOrder {
    /// The order.
    pub order: OrderId,
    /// Day of the answer.
    pub on: Date,
    /// The answer.
    pub text: String,
}

/// Set a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetParameter {
    /// The parameter of the rulebook.
    pub parameter: String,
    /// Its value.
    pub value: FactValue,
    /// First day.
    pub since: Date,
    /// Last day, when it is known.
    pub until: Option<Date>,
    /// Where it comes from.
    pub source: String,
}

/// Rule a gap of the law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleReading {
    /// The reading.
    pub reading: String,
    /// The answer picked.
    pub answer: String,
    /// First day.
    pub since: Date,
    /// The act that rules.
    pub by: String,
}

/// Record that a court keeps a provision without effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuspendProvision {
    /// The provision.
    pub provision: String,
    /// First day without effect.
    pub since: Date,
    /// The case.
    pub by: String,
}

/// Record that a court's order fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoreProvision {
    /// The provision.
    pub provision: String,
    /// Last day without effect.
    pub last: Date,
    /// The decision.
    pub by: String,
}

/// Decree a day without office hours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddClosureDay {
    /// The day.
    pub on: Date,
    /// What kind.
    pub kind: ClosureKind,
    /// Its name.
    pub name: String,
    /// The act that decrees it.
    pub source: String,
}
