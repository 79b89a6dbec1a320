//! Deadlines that stand still while something else runs: a limitation period between the notice and the final decision.

use brasil::calendar::{Counting, Roll, due};
use brasil::term::{MonthEnd, Term, Unit};
use jiff::Span as JiffSpan;
use jiff::civil::Date;

use crate::deadline::{Deadline, DueDate};
use crate::grounds::Trace;
use crate::law::Span;
use crate::{Id, Law};

/// Something during which a deadline does not run.
#[derive(Clone, Debug)]
pub struct Pause {
    /// Its name: `processo`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// From when to when, in Portuguese: `da notificação à decisão final`.
    pub says: String,
}

/// A time in which a deadline stood still. The day on which it stopped is not counted, the day on which what stopped it ended is:
/// from the 1st to the 11th are ten days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The pause.
    pub pause: Id,
    /// The day on which it stopped.
    pub since: Date,
    /// The day on which it began to run again; none while it stands still.
    pub until: Option<Date>,
}

/// What pauses do to a deadline.
#[derive(Clone, Debug, Default)]
pub struct Stopped {
    /// Days by which the end moved: of the calendar, or business days when the deadline is counted in them.
    pub days: i64,
    /// The pause that has not ended, and since when: the deadline has no last day yet.
    pub open: Option<(Id, Date)>,
}

impl Law {
    /// A deadline as the times in which it stood still leave it. What stops only after the last day comes too late, a time covered
    /// twice counts once, and a pause that is not in force on its first day stops nothing. `None` beyond the calendar.
    #[must_use]
    pub fn after_pauses(
        &self,
        deadline: &Deadline,
        mut found: DueDate,
        stops: &[Stop],
        party: Option<&str>,
    ) -> Option<(DueDate, Stopped)> {
        let mut trace = Trace::default();
        let mut told = Stopped::default();
        let mut in_order: Vec<&Stop> = stops.iter().collect();
        in_order.sort_by_key(|s| s.since);
        let calendar = self.calendar(found.from, &mut trace).clone();
        let roll = deadline.roll_for(party).on(self, found.from, &mut trace).copied().unwrap_or(Roll::None);
        let counting =
            Counting { roll, month_end: MonthEnd::Clamp, includes_first_day: false, start_rolls: false };
        let mut covered = found.from;
        for stop in in_order {
            let Some(pause) = deadline.pauses.iter().find(|p| p.id == stop.pause) else { continue };
            if stop.since > found.due.date {
                break;
            }
            if self.out_of_force(&pause.base, Span::default(), stop.since, &mut trace).is_some() {
                continue;
            }
            trace.cite(&pause.base);
            let Some(until) = stop.until else {
                told.open = Some((pause.id.clone(), stop.since));
                break;
            };
            let since = stop.since.max(covered);
            if until <= since {
                continue;
            }
            covered = until;
            let (end, days) = if found.term.unit == Unit::BusinessDay {
                let days = calendar.business_days_between(since, until)?;
                (calendar.add_business_days(found.due.nominal, days)?, i64::from(days))
            } else {
                let days = i64::from(since.until(until).ok()?.get_days());
                (found.due.nominal.checked_add(JiffSpan::new().try_days(days).ok()?).ok()?, days)
            };
            told.days += days;
            found.due = due(end, &Term { amount: 0, unit: Unit::Day }, &counting, &calendar)?;
        }
        found.grounds.extend(&trace.grounds());
        Some((found, told))
    }
}
