//! Stands: places where vehicles wait, how many fit, and who may use them.

use jiff::civil::Date;

use crate::condition::Outcome;
use crate::grounds::{Grounds, Trace};
use crate::law::Span;
use crate::{Choice, Id, Law};

/// A stand of the law.
#[derive(Clone, Debug)]
pub struct Stand {
    /// Its name: `ponto01`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Who may use it.
    pub usage: Choice<Usage>,
    /// How many vehicles fit; none when an act fixes it.
    pub capacity: Choice<Option<u32>>,
    /// The offence that stopping above the capacity is.
    pub excess: Option<Choice<Id>>,
    /// The offence that using a stand assigned to others is.
    pub trespass: Option<Choice<Id>>,
    /// Quotas of some vehicles inside the stand.
    pub quotas: Vec<Quota>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// Who may use a stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// Anyone, without number.
    Free,
    /// Anyone, up to the capacity.
    Shared,
    /// Only those assigned to it.
    Assigned,
}

/// How many of some vehicles fit inside a stand.
#[derive(Clone, Debug)]
pub struct Quota {
    /// Its name: `carreta`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// How many fit.
    pub capacity: u32,
    /// The offence that stopping above it is.
    pub excess: Option<Choice<Id>>,
}

/// Who wants to stop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arrival<'a> {
    /// How many vehicles are there (of the quota, when one is asked).
    pub occupied: u32,
    /// The quota the vehicle falls under.
    pub quota: Option<&'a Quota>,
    /// The stand to which it is assigned.
    pub assigned: Option<&'a str>,
    /// The capacity that an act fixed, for stands without a number in the law.
    pub by_act: Option<u32>,
}

/// Whether one more may stop.
#[derive(Clone, Debug)]
pub struct StopAnswer {
    /// Whether one more may.
    pub outcome: Outcome,
    /// How many fit in all.
    pub capacity: Option<u32>,
    /// How many more fit.
    pub free: Option<u32>,
    /// The offence of one more that stops, when it may not.
    pub offence: Option<Id>,
    /// In Portuguese.
    pub words: String,
    /// What it stands on.
    pub grounds: Grounds,
}

impl Law {
    /// Whether one more vehicle may stop at a stand.
    #[must_use]
    pub fn may_stop(&self, stand: &Stand, arrival: Arrival<'_>, on: Date) -> StopAnswer {
        let mut trace = Trace::default();
        trace.cite(&stand.base);
        let usage = stand.usage.on(self, on, &mut trace).copied().unwrap_or(Usage::Shared);
        let mut answer = StopAnswer {
            outcome: Outcome::Yes,
            capacity: None,
            free: None,
            offence: None,
            words: String::new(),
            grounds: Grounds::default(),
        };
        let elsewhere = arrival.assigned.is_some_and(|a| a != stand.id.as_ref());
        if usage == Usage::Assigned && (elsewhere || arrival.assigned.is_none()) {
            answer.outcome = if elsewhere { Outcome::No } else { Outcome::Undetermined };
            answer.words = "o ponto é de quem nele foi lotado".into();
            if elsewhere {
                answer.offence = stand.trespass.as_ref().and_then(|c| c.on(self, on, &mut trace)).cloned();
            }
            answer.grounds = trace.grounds();
            return answer;
        }
        if usage == Usage::Free && arrival.quota.is_none() {
            answer.words = "o ponto é livre".into();
            answer.grounds = trace.grounds();
            return answer;
        }
        let (capacity, excess) = match arrival.quota {
            Some(q) => {
                trace.cite(&q.base);
                (Some(q.capacity), q.excess.as_ref())
            }
            None => {
                let own = stand.capacity.on(self, on, &mut trace).copied().flatten();
                (own.or(arrival.by_act), stand.excess.as_ref())
            }
        };
        answer.capacity = capacity;
        answer.free = capacity.map(|c| c.saturating_sub(arrival.occupied));
        answer.outcome = match answer.free {
            None => Outcome::Undetermined,
            Some(0) => Outcome::No,
            Some(_) => Outcome::Yes,
        };
        if answer.outcome == Outcome::No {
            answer.offence = excess.and_then(|c| c.on(self, on, &mut trace)).cloned();
        }
        answer.words = match (capacity, answer.free) {
            (Some(c), Some(f)) => format!("{} de {c} ocupadas; cabem mais {f}", arrival.occupied),
            _ => "a lotação deste ponto depende de ato".into(),
        };
        answer.grounds = trace.grounds();
        answer
    }
}
