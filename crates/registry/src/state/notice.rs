//! Infraction notices and their cases.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::act::enforcement::{ImposedPenalty, NoticeDrawn, ServedPaper};
use crate::id::NoticeId;

/// Something that happened in a case, under the name the rulebook gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseEvent {
    /// Name of the event.
    pub event: String,
    /// Day.
    pub on: Date,
    /// The act.
    pub act: u64,
}

/// An attempt to serve that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedService {
    /// Of what.
    pub paper: ServedPaper,
    /// The way tried.
    pub mode: String,
    /// Day.
    pub on: Date,
    /// What happened.
    pub note: String,
    /// Whether the whereabouts turned out to be unknown.
    pub whereabouts_unknown: bool,
}

/// That somebody was served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Service {
    /// Of what.
    pub paper: ServedPaper,
    /// The way.
    pub mode: String,
    /// Day on which the person knows.
    pub on: Date,
    /// Proof.
    pub proof: Option<String>,
}

/// How a notice was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Day.
    pub on: Date,
    /// Whether it was upheld.
    pub upheld: bool,
    /// Whether nobody decided and silence imposed the penalty.
    pub by_default: bool,
    /// Reasons.
    pub reasoning: String,
}

/// An appeal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appeal {
    /// Day it came in.
    pub on: Date,
    /// Whether it was admitted.
    pub admitted: bool,
    /// What it says.
    pub text: String,
    /// Day of the decision, whether granted, and the reasons.
    pub decision: Option<(Date, bool, String)>,
}

/// A payment, or money given back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// Sum, in centavos; below zero when it was given back.
    pub centavos: i64,
    /// Day.
    pub on: Date,
    /// Number of the slip or of the transfer.
    pub reference: String,
}

/// An infraction notice and its case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// What stands on the notice; it never changes.
    pub drawn: NoticeDrawn,
    /// What happened in the case, in order.
    pub events: Vec<CaseEvent>,
    /// Attempts to serve that failed.
    pub failed_services: Vec<FailedService>,
    /// How and when the offender was served.
    pub services: Vec<Service>,
    /// Days of the defences, and whether each was late.
    pub defences: Vec<(Date, bool)>,
    /// How it was decided.
    pub decision: Option<Decision>,
    /// The penalty in force; none before the decision, or after it fell.
    pub penalty: Option<ImposedPenalty>,
    /// Appeals, admitted or not.
    pub appeals: Vec<Appeal>,
    /// Day it was annulled, and why: ex officio, by dismissal or by a granted appeal.
    pub annulled: Option<(Date, String)>,
    /// Penalties it had before they were computed anew, with the notice that fell.
    pub earlier_penalties: Vec<(Option<NoticeId>, ImposedPenalty)>,
    /// Day the case ended: nothing more is open to anybody but paying.
    pub ended: Option<Date>,
    /// Payments, and what was given back.
    pub payments: Vec<Payment>,
    /// Numbers of the acts that touched it.
    pub acts: Vec<u64>,
}

impl Notice {
    /// A notice as it is drawn up, before anything happens in its case.
    #[must_use]
    pub fn new(drawn: NoticeDrawn) -> Self {
        Self {
            drawn,
            events: Vec::new(),
            failed_services: Vec::new(),
            services: Vec::new(),
            defences: Vec::new(),
            decision: None,
            penalty: None,
            appeals: Vec::new(),
            annulled: None,
            earlier_penalties: Vec::new(),
            ended: None,
            payments: Vec::new(),
            acts: Vec::new(),
        }
    }

    /// Number as printed: `2026/000045`.
    #[must_use]
    pub fn number(&self) -> String {
        super::number(self.drawn.year, self.drawn.sequence)
    }

    /// Day on which it was drawn up.
    #[must_use]
    pub fn booked(&self) -> Date {
        self.drawn.drawn_at.date()
    }

    /// Day on which its penalty was imposed, while it stands.
    #[must_use]
    pub fn punished(&self) -> Option<Date> {
        self.penalty.as_ref().and(self.decision.as_ref()).filter(|d| d.upheld).map(|d| d.on)
    }

    /// Day on which the offender was served of a paper.
    #[must_use]
    pub fn served(&self, paper: ServedPaper) -> Option<Date> {
        self.services.iter().filter(|s| s.paper == paper).map(|s| s.on).min()
    }

    /// Whether nothing is left to do: annulled or ended, with nothing left to pay and nothing to give back.
    #[must_use]
    pub fn settled(&self) -> bool {
        (self.annulled.is_some() || self.ended.is_some()) && self.balance() == 0
    }

    /// What is still to pay, in centavos; below zero when more was paid than is due.
    #[must_use]
    pub fn balance(&self) -> i64 {
        let due = self.penalty.as_ref().and_then(|p| p.centavos).unwrap_or(0);
        self.payments.iter().fold(due, |left, p| left.saturating_sub(p.centavos))
    }
}
