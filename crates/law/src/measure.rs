//! Measures: seizure, suspensions and what ends them.

use brasil::calendar::{Counting, Roll, due};
use brasil::term::{Term, Unit};
use jiff::Span;
use jiff::civil::Date;

use crate::condition::shift;
use crate::content::Item;
use crate::grounds::{Grounds, Trace};
use crate::law::{Span as InForce, Working};
use crate::norm::DayCounting;
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
    /// Longest it may last, in days; none when the law sets no limit.
    pub max_days: Choice<Option<u32>>,
    /// How long it lasts.
    pub lasts: Choice<Lasting>,
    /// How its days are counted.
    pub days: Choice<DayCounting>,
    /// Whether its first day is the day of the order.
    pub starts_same_day: Choice<bool>,
    /// Whether it may be renewed by a reasoned act.
    pub renewable: Choice<bool>,
    /// Measures whose days, already served, are taken off its own.
    pub credits: Choice<Vec<Id>>,
    /// What must be there before it ends.
    pub release: Vec<Item>,
    /// Days in force, besides the provisions'.
    pub span: InForce,
}

/// How long a measure lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lasting {
    /// A term of the law.
    For(Term),
    /// The days that the act fixes: without them it has no length.
    ByAct,
    /// Until what it waits for is there: it has no last day.
    #[default]
    UntilReleased,
}

impl Lasting {
    /// The term, when the law says one.
    #[must_use]
    pub fn term(self) -> Option<Term> {
        match self {
            Lasting::For(term) => Some(term),
            Lasting::ByAct | Lasting::UntilReleased => None,
        }
    }
}

/// First and last day of a measure.
#[derive(Clone, Debug)]
pub struct MeasureSpan {
    /// First day.
    pub first: Date,
    /// Last day; none when it lasts until what it waits for is there.
    pub last: Option<Date>,
    /// What it stands on.
    pub grounds: Grounds,
}

impl MeasureSpan {
    /// The last day, where one is needed.
    ///
    /// # Errors
    /// The measure has no last day.
    pub fn last_day(&self) -> Result<Date, MeasureFault> {
        self.last.ok_or(MeasureFault::NoLength)
    }
}

/// Days served under a measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Served {
    /// The measure.
    pub measure: Id,
    /// First day.
    pub first: Date,
    /// Last day.
    pub last: Date,
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
        if days == Some(0) {
            return Err(MeasureFault::NoLength);
        }
        // the reading counts as used only where it may refuse these days
        if let Some(days) = days
            && !m.max_days.every(&|max| max.is_none_or(|max| days <= max))
            && let Some(max) = m.max_days.on(self, ordered, &mut trace).copied().flatten()
            && days > max
        {
            return Err(MeasureFault::TooLong { days, max });
        }
        let same_day = m.starts_same_day.on(self, ordered, &mut trace).copied().unwrap_or(false);
        let first = if same_day { Some(ordered) } else { ordered.tomorrow().ok() };
        let first = first.ok_or(MeasureFault::OutOfRange)?;
        let lasts = match days {
            Some(n) => Lasting::For(Term { amount: n, unit: Unit::Day }),
            None => m.lasts.on(self, ordered, &mut trace).copied().unwrap_or_default(),
        };
        let term = match lasts {
            Lasting::For(term) if term.amount > 0 => term,
            // what has a longest length needs one
            Lasting::UntilReleased
                if m.max_days.on(self, ordered, &mut trace).copied().flatten().is_none() =>
            {
                return Ok(MeasureSpan { first, last: None, grounds: trace.grounds() });
            }
            _ => return Err(MeasureFault::NoLength),
        };
        let business = |t: Term, trace: &mut Trace| {
            t.unit == Unit::BusinessDay
                || t.unit == Unit::Day && m.days.on(self, ordered, trace) == Some(&DayCounting::Business)
        };
        let last = match term {
            t if business(t, &mut trace) => {
                let counting = Counting {
                    roll: Roll::None,
                    month_end: self.month_end(ordered, &mut trace),
                    includes_first_day: same_day,
                    start_rolls: false,
                };
                let term = Term { amount: t.amount, unit: Unit::BusinessDay };
                due(ordered, &term, &counting, self.calendar(ordered, &mut trace)).map(|d| d.date)
            }
            t if t.unit == Unit::Day => {
                Span::new().try_days(i64::from(t.amount) - 1).ok().and_then(|s| first.checked_add(s).ok())
            }
            term => shift(first, term, self.month_end(ordered, &mut trace)).and_then(|d| d.yesterday().ok()),
        };
        let last = last.ok_or(MeasureFault::OutOfRange)?;
        Ok(MeasureSpan { first, last: Some(last), grounds: trace.grounds() })
    }

    /// How many days already served under other measures are taken off a measure: of each, the days that it credits, both ends
    /// included, and a day that two of them cover once.
    pub fn credit(&self, m: &Measure, served: &[Served], on: Date, trace: &mut Trace) -> u32 {
        if served.is_empty() {
            return 0;
        }
        let Some(credits) = m.credits.on(self, on, trace) else { return 0 };
        let mut days: Vec<Date> = Vec::new();
        for s in served.iter().filter(|s| credits.contains(&s.measure)) {
            if let Some(rule) = self.measures.get(&s.measure) {
                trace.cite(&rule.base);
            }
            let mut day = Some(s.first);
            while let Some(d) = day.filter(|d| *d <= s.last) {
                days.push(d);
                day = d.tomorrow().ok();
            }
        }
        days.sort();
        days.dedup();
        u32::try_from(days.len()).unwrap_or(u32::MAX)
    }

    /// The span of a measure less the days already served; none when they cover it all. Nothing is taken off a measure
    /// without a last day.
    #[must_use]
    pub fn less(&self, span: &MeasureSpan, days: u32) -> Option<MeasureSpan> {
        let Some(last) = span.last else { return Some(span.clone()) };
        let last = Span::new().try_days(i64::from(days)).ok().and_then(|s| last.checked_sub(s).ok())?;
        (last >= span.first).then(|| MeasureSpan { last: Some(last), ..span.clone() })
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
