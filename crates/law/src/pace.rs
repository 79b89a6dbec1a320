//! The pace of a process: its overall cap, the latest date on which each stage may end and the rest still fit, and events that
//! come too late to count.

use std::collections::BTreeMap;

use brasil::term::{MonthEnd, Term, Unit};
use jiff::Span;
use jiff::civil::Date;

use crate::condition::shift;
use crate::grounds::Trace;
use crate::process::{Event, Process};
use crate::{Choice, Facts, Id, Law};

/// The time in which a whole process must end.
#[derive(Clone, Debug)]
pub struct Cap {
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// How long.
    pub lasts: Choice<Term>,
    /// The event it runs from.
    pub from: Choice<Id>,
    /// What passing it does.
    pub effect: Choice<CapEffect>,
}

/// What passing the cap of a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapEffect {
    /// Nothing by itself: it is pointed out.
    Warn,
    /// The process is void.
    Void,
}

impl CapEffect {
    /// Every effect with its keyword.
    pub const ALL: [(&'static str, CapEffect); 2] =
        [("alerta", CapEffect::Warn), ("nulidade", CapEffect::Void)];

    /// The keyword in a rulebook and in answers.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        if self == CapEffect::Warn { "alerta" } else { "nulidade" }
    }
}

/// An event that only counts up to the day of another.
#[derive(Clone, Debug)]
pub struct Preclusion {
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// The event.
    pub event: Id,
    /// The event after whose day it is lost.
    pub with: Id,
}

/// How a case stands against the cap of its process.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// The last day within the cap.
    pub cap: Option<Date>,
    /// Days past the cap: on the day asked, or on the day it ended.
    pub days_over: i64,
    /// Days by which the last day of the running stage passes the cap.
    pub due_over: i64,
    /// What passing it does, once passed.
    pub effect: Option<CapEffect>,
    /// For each stage still ahead of the event the cap runs from: the latest day on which it may end, so that the stages after
    /// it fit with all their days and none lost to service.
    pub latest: BTreeMap<Id, Date>,
}

impl Law {
    /// The events of a case that count, and those that came too late.
    pub fn timely(&self, process: &Process, events: &[Event], trace: &mut Trace) -> (Vec<Event>, Vec<Event>) {
        let late = |e: &Event| {
            process.preclusions.iter().find(|p| {
                p.event == e.id
                    && events.iter().filter(|x| x.id == p.with).map(|x| x.on).min().is_some_and(|d| e.on > d)
            })
        };
        let (mut good, mut lost) = (Vec::new(), Vec::new());
        for e in events {
            match late(e) {
                Some(p) => {
                    trace.cite(&p.base);
                    lost.push(e.clone());
                }
                None => good.push(e.clone()),
            }
        }
        (good, lost)
    }

    /// How a case stands against the cap of its process, given its events, the last day of the running stage, whether it has
    /// ended, and a day.
    #[allow(clippy::too_many_arguments, reason = "each is one thing the question knows")]
    pub fn pace(
        &self,
        process: &Process,
        events: &[Event],
        due: Option<Date>,
        ended: bool,
        facts: &Facts,
        on: Date,
        trace: &mut Trace,
    ) -> Pace {
        let mut pace = Pace::default();
        let Some(cap) = &process.cap else { return pace };
        let Some(from) = cap.from.on(self, on, trace).cloned() else { return pace };
        let Some(start) = events.iter().filter(|e| e.id == from && e.on <= on).map(|e| e.on).min() else {
            return pace;
        };
        trace.cite(&cap.base);
        let Some(lasts) = cap.lasts.on(self, start, trace).copied() else { return pace };
        let term = self.counted(lasts, start, trace);
        let Some(last) = self.forward(start, term, trace) else { return pace };
        pace.cap = Some(last);
        let end =
            if ended { events.iter().map(|e| e.on).filter(|d| *d <= on).max().unwrap_or(on) } else { on };
        pace.days_over = days(last, end).max(0);
        pace.due_over = due.map_or(0, |d| days(last, d).max(0));
        if pace.days_over > 0 {
            pace.effect = cap.effect.on(self, on, trace).copied();
        }
        let first = process.stages.iter().rposition(|s| s.awaits.contains(&from)).map_or(0, |i| i + 1);
        let mut latest = Some(last);
        for stage in process.stages.iter().skip(first).rev() {
            let Some(day) = latest else { break };
            if !self.stage_exists(stage, facts, on, trace) {
                continue;
            }
            pace.latest.insert(stage.id.clone(), day);
            if let Some(rule) = self.stage_deadline(stage, start, trace)
                && let Some(term) = rule.term.on(self, start, trace).copied()
            {
                latest = self.back(day, self.counted(term, start, trace), trace);
            }
        }
        pace
    }

    /// A day moved on by a term, in business days of the municipality where the term is in them.
    pub(crate) fn forward(&self, from: Date, term: Term, trace: &mut Trace) -> Option<Date> {
        if term.unit == Unit::BusinessDay {
            return self.calendar(from, trace).add_business_days(from, i32::try_from(term.amount).ok()?);
        }
        let month_end = if matches!(term.unit, Unit::Month | Unit::Year) {
            self.month_end(from, trace)
        } else {
            MonthEnd::Clamp
        };
        shift(from, term, month_end)
    }

    fn back(&self, from: Date, term: Term, trace: &mut Trace) -> Option<Date> {
        let amount = i32::try_from(term.amount).ok()?;
        match term.unit {
            Unit::BusinessDay => self.calendar(from, trace).add_business_days(from, amount.checked_neg()?),
            Unit::Day => from.checked_sub(Span::new().try_days(amount).ok()?).ok(),
            Unit::Hour => from.checked_sub(Span::new().try_days(amount / 24).ok()?).ok(),
            Unit::Month => from.checked_sub(Span::new().try_months(amount).ok()?).ok(),
            Unit::Year => from.checked_sub(Span::new().try_years(amount).ok()?).ok(),
        }
    }
}

/// Days from one date to another.
fn days(from: Date, to: Date) -> i64 {
    from.until(to).map_or(0, |s| i64::from(s.get_days()))
}
