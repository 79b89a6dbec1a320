//! Complaints, processes, reports and orders.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::notice::CaseEvent;
use crate::act::matters::CaseKind;
use crate::id::{CaseId, ComplaintId, NoticeId, OperatorId, Subject};

/// A complaint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    /// Against whom.
    pub subject: Subject,
    /// How it came.
    pub channel: String,
    /// What it says.
    pub text: String,
    /// Who complains.
    pub complainant: Option<String>,
    /// Whether it is grave and founded.
    pub grave: bool,
    /// Day it came.
    pub received_on: Date,
    /// The process it led to.
    pub case: Option<CaseId>,
}

/// How a process was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseDecision {
    /// Whether what it was opened for was found right.
    pub upheld: bool,
    /// Day.
    pub on: Date,
    /// Reasons.
    pub reasoning: String,
}

/// An administrative process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// What it is for.
    pub kind: CaseKind,
    /// Number as printed.
    pub number: String,
    /// About whom.
    pub subject: Subject,
    /// Why.
    pub reason: String,
    /// The complaint that led to it.
    pub complaint: Option<ComplaintId>,
    /// The notice that led to it.
    pub notice: Option<NoticeId>,
    /// Day it was opened.
    pub opened_on: Date,
    /// What happened in it, in order.
    pub events: Vec<CaseEvent>,
    /// How it was decided.
    pub decision: Option<CaseDecision>,
    /// Whether its decision was carried out by a published act.
    pub executed: bool,
    /// Numbers of the acts that touched it.
    pub acts: Vec<u64>,
}

/// A report handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiledReport {
    /// Who owed it.
    pub operator: OperatorId,
    /// The report, by its name in the rulebook.
    pub filing: String,
    /// First day of its period, or the day of the event or request.
    pub anchor: Date,
    /// Day it was handed in.
    pub filed_on: Date,
    /// Last day in time.
    pub due: Date,
    /// Whether it came after that day.
    pub late: bool,
    /// Plates it lists, canonical.
    pub plates: Vec<String>,
    /// Whether it says that nothing happened.
    pub nil: bool,
    /// Remarks.
    pub note: Option<String>,
}

/// A report missing or late, as marked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breach {
    /// Who owed it.
    pub operator: OperatorId,
    /// The report.
    pub filing: String,
    /// First day of its period.
    pub anchor: Date,
    /// Last day in time.
    pub due: Date,
    /// The offence it is.
    pub offence: Option<String>,
    /// Day it was marked.
    pub marked_on: Date,
    /// The act.
    pub act: u64,
}

/// An order or a request for information.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// To whom.
    pub subject: Subject,
    /// What is ordered or asked.
    pub text: String,
    /// Day it was issued.
    pub issued_on: Date,
    /// Last day to answer.
    pub due: Date,
    /// The report of the rulebook it asks for.
    pub filing: Option<String>,
    /// Day of the answer, and what it says.
    pub answer: Option<(Date, String)>,
}
