//! Measures: seizure, suspensions and what ends them.

use brasil::term::Term;
use jiff::Span;
use jiff::civil::Date;

use crate::condition::shift;
use crate::content::Item;
use crate::grounds::{Grounds, Trace};
use crate::law::{Span as InForce, Working};
use crate::{Choice, Facts, Id, Law};

/// A measure the law allows.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Its name: `apreensao`, `suspensao_preventiva`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Longest it may last, in days.
    pub max_days: Option<u32>,
    /// How long it lasts when the law says.
    pub lasts: Option<Term>,
    /// Whether its first day is the day of the order.
    pub starts_same_day: Choice<bool>,
    /// Whether it may be renewed by a reasoned act.
    pub renewable: Choice<bool>,
    /// What must be there before it ends.
    pub release: Vec<Item>,
    /// Days in force, besides the provisions'.
    pub span: InForce,
}

/// First and last day of a measure.
#[derive(Clone, Debug)]
pub struct MeasureSpan {
    /// First day.
    pub first: Date,
    /// Last day.
    pub last: Date,
    /// What it stands on.
    pub grounds: Grounds,
}

/// Why a measure cannot last as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeasureFault {
    /// Longer than the law allows.
    #[error("{days} dias passam do limite de {max} dias")]
    TooLong {
        /// Days asked.
        days: u32,
        /// Longest allowed.
        max: u32,
    },
    /// Its provisions do not work on the day.
    #[error("a medida não tem efeito nesta data: {0}")]
    Off(String),
    /// No length was given and the law has none.
    #[error("falta dizer quantos dias dura")]
    NoLength,
    /// The dates are beyond the calendar.
    #[error("a data passa do calendário")]
    OutOfRange,
}

impl Law {
    /// First and last day of a measure ordered (or served) on a day. Measures never roll.
    ///
    /// # Errors
    /// Longer than the law allows, no length, or dates beyond the calendar.
    pub fn measure_span(
        &self,
        m: &Measure,
        ordered: Date,
        days: Option<u32>,
    ) -> Result<MeasureSpan, MeasureFault> {
        let mut trace = Trace::default();
        trace.cite(&m.base);
        if let Working::No(id, why) = self.working(&m.base, m.span, ordered, &mut trace) {
            return Err(MeasureFault::Off(format!("{} {why}", brasil::lexml::cite(&id))));
        }
        if let (Some(days), Some(max)) = (days, m.max_days)
            && days > max
        {
            return Err(MeasureFault::TooLong { days, max });
        }
        let same_day = m.starts_same_day.on(self, ordered, &mut trace).copied().unwrap_or(false);
        let first = if same_day { Some(ordered) } else { ordered.tomorrow().ok() };
        let first = first.ok_or(MeasureFault::OutOfRange)?;
        let last = match (days, m.lasts) {
            (Some(0), _) | (None, None) => return Err(MeasureFault::NoLength),
            (Some(days), _) => {
                Span::new().try_days(i64::from(days) - 1).ok().and_then(|s| first.checked_add(s).ok())
            }
            (None, Some(term)) => {
                shift(first, term, self.month_end(ordered, &mut trace)).and_then(|d| d.yesterday().ok())
            }
        };
        let last = last.ok_or(MeasureFault::OutOfRange)?;
        Ok(MeasureSpan { first, last, grounds: trace.grounds() })
    }

    /// What is still missing to end a measure.
    #[must_use]
    pub fn release_lacks(&self, m: &Measure, done: &[Id], facts: &Facts, on: Date) -> (Vec<Id>, Grounds) {
        let content = crate::content::Content {
            id: m.id.clone(),
            base: m.base.clone(),
            says: m.says.clone(),
            fatal: Choice::Fixed(false),
            offence: None,
            items: m.release.clone(),
            span: m.span,
        };
        let c = self.completeness(&content, done, facts, on);
        (c.missing, c.grounds)
    }
}
