//! Payloads of acts about suspensions, complaints, processes, reports owed, orders, and the setting of the law.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::fact_value::FactValue;
use crate::id::{CaseId, ComplaintId, FilingId, NoticeId, OperatorId, OrderId, Subject, SuspensionId};

/// A suspension was ordered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspended {
    /// Identifier.
    pub id: SuspensionId,
    /// Who is suspended.
    pub subject: Subject,
    /// The measure of the rulebook.
    pub measure: String,
    /// Whether it is preventive, while facts are found out, and not a penalty.
    pub preventive: bool,
    /// First day.
    pub first: Date,
    /// Last day.
    pub last: Date,
    /// Reasons: gravity and history.
    pub reason: String,
    /// The notice that led to it.
    pub notice: Option<NoticeId>,
    /// The process in which it was ordered.
    pub case: Option<CaseId>,
}

/// A suspension was made longer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuspensionRenewed {
    /// The suspension.
    pub suspension: SuspensionId,
    /// Who is suspended.
    pub subject: Subject,
    /// New last day.
    pub last: Date,
    /// Reasons.
    pub reason: String,
}

/// A suspension was lifted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuspensionLifted {
    /// The suspension.
    pub suspension: SuspensionId,
    /// Who was suspended.
    pub subject: Subject,
    /// First day without it.
    pub free_from: Date,
    /// Reasons.
    pub reason: String,
}

/// A complaint was received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComplaintReceived {
    /// Identifier.
    pub id: ComplaintId,
    /// Against whom.
    pub subject: Subject,
    /// How it came: telephone, desk, e-mail.
    pub channel: String,
    /// What it says; personal data.
    pub text: String,
    /// Who complains, when known; personal data.
    pub complainant: Option<String>,
    /// Whether it is grave and founded.
    pub grave: bool,
}

/// What a process is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaseKind {
    /// To find out what happened, after a complaint.
    Inquiry,
    /// To end the title.
    Revocation,
}

impl CaseKind {
    /// In Portuguese.
    #[must_use]
    pub fn pt_br(self) -> &'static str {
        match self {
            CaseKind::Inquiry => "procedimento de apuração",
            CaseKind::Revocation => "processo de cassação",
        }
    }
}

/// A process was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseOpened {
    /// Identifier.
    pub id: CaseId,
    /// What it is for.
    pub kind: CaseKind,
    /// Year of the number.
    pub year: i16,
    /// Place in the year.
    pub sequence: u32,
    /// About whom.
    pub subject: Subject,
    /// Why.
    pub reason: String,
    /// The complaint that led to it.
    pub complaint: Option<ComplaintId>,
    /// The notice that led to it.
    pub notice: Option<NoticeId>,
}

/// A process was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseDecided {
    /// The process.
    pub case: CaseId,
    /// About whom.
    pub subject: Subject,
    /// Whether what it was opened for was found right: to revoke, or that the complaint holds.
    pub upheld: bool,
    /// Reasons.
    pub reasoning: String,
}

/// A step of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaseStep {
    /// The person was told of the process.
    Served,
    /// The person defended itself.
    Defence,
    /// The findings are complete.
    Findings,
    /// The person was told of the decision.
    DecisionServed,
    /// The person appealed.
    Appeal,
    /// The appeal was granted: the process ends.
    AppealGranted,
    /// The appeal was refused.
    AppealRefused,
}

impl CaseStep {
    /// The event of the rulebook's processes that it is.
    #[must_use]
    pub fn event(self) -> &'static str {
        use crate::vocabulary as v;
        match self {
            CaseStep::Served => v::SERVED,
            CaseStep::Defence => v::DEFENCE,
            CaseStep::Findings => v::FINDINGS,
            CaseStep::DecisionServed => v::DECISION_SERVED,
            CaseStep::Appeal => v::APPEAL,
            CaseStep::AppealGranted => v::CLOSED,
            CaseStep::AppealRefused => v::APPEAL_DECIDED,
        }
    }

    /// In Portuguese.
    #[must_use]
    pub fn pt_br(self) -> &'static str {
        match self {
            CaseStep::Served => "interessado comunicado da abertura",
            CaseStep::Defence => "defesa apresentada",
            CaseStep::Findings => "apuração concluída",
            CaseStep::DecisionServed => "interessado comunicado da decisão",
            CaseStep::Appeal => "recurso apresentado",
            CaseStep::AppealGranted => "recurso acolhido",
            CaseStep::AppealRefused => "recurso negado",
        }
    }
}

/// A step of a process was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseStepTaken {
    /// The process.
    pub case: CaseId,
    /// About whom.
    pub subject: Subject,
    /// The step.
    pub step: CaseStep,
    /// Day.
    pub on: Date,
    /// What was said or how it was done; personal data.
    pub text: String,
}

/// The title was revoked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revoked {
    /// The process.
    pub case: CaseId,
    /// Whose title.
    pub subject: Subject,
    /// Number of the published act.
    pub ordinance: String,
    /// Day of publication: the revocation counts from it.
    pub published: Date,
}

/// A report was handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilingReceived {
    /// Identifier.
    pub id: FilingId,
    /// Who owed it.
    pub operator: OperatorId,
    /// The report, by its name in the rulebook.
    pub filing: String,
    /// First day of the period it covers, or the day of the event or request.
    pub anchor: Date,
    /// Day it was handed in.
    pub filed_on: Date,
    /// Last day in time.
    pub due: Date,
    /// Whether it came after that day.
    pub late: bool,
    /// Plates it lists, canonical, in the order listed.
    pub plates: Vec<String>,
    /// Whether it says that nothing happened in the period.
    pub nil: bool,
    /// Remarks.
    pub note: Option<String>,
}

/// A report was not handed in, or late.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BreachMarked {
    /// Who owed it.
    pub operator: OperatorId,
    /// The report.
    pub filing: String,
    /// First day of its period, or the day of the event or request.
    pub anchor: Date,
    /// Last day in time.
    pub due: Date,
    /// The offence it is, when the law has one: the suggestion for a notice.
    pub offence: Option<String>,
}

/// An order was issued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderIssued {
    /// Identifier.
    pub id: OrderId,
    /// To whom.
    pub subject: Subject,
    /// What is ordered or asked.
    pub text: String,
    /// Last day to answer.
    pub due: Date,
    /// The report of the rulebook it asks for, when it is one.
    pub filing: Option<String>,
}

/// An order was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderAnswered {
    /// The order.
    pub order: OrderId,
    /// To whom it was.
    pub subject: Subject,
    /// Day of the answer.
    pub on: Date,
    /// Whether it came after the last day.
    pub late: bool,
    /// The answer, in words.
    pub text: String,
}

/// A value was set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParameterSet {
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

/// A gap of the law was ruled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingRuled {
    /// The reading.
    pub reading: String,
    /// The answer picked.
    pub answer: String,
    /// First day.
    pub since: Date,
    /// The act that rules.
    pub by: String,
}

/// A court kept a provision without effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvisionSuspended {
    /// The provision.
    pub provision: String,
    /// First day without effect.
    pub since: Date,
    /// The case.
    pub by: String,
}

/// A court's order fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvisionRestored {
    /// The provision.
    pub provision: String,
    /// Last day without effect.
    pub last: Date,
    /// The decision.
    pub by: String,
}

/// What kind of day was decreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClosureKind {
    /// A holiday.
    Holiday,
    /// A day on which the offices close.
    Closure,
    /// A day with shorter hours.
    HalfDay,
}

/// A day without office hours was decreed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosureDayAdded {
    /// The day.
    pub on: Date,
    /// What kind.
    pub kind: ClosureKind,
    /// Its name.
    pub name: String,
    /// The act that decrees it.
    pub source: String,
}
