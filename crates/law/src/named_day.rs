//! A day of a month that the law itself names: by the 10th, on 31 March.

use brasil::calendar::{Counting, Roll, due};
use brasil::term::{MonthEnd, Term, Unit};
use jiff::civil::Date;

use crate::Law;
use crate::grounds::Trace;

/// A day of a month, and where it goes when nothing may end on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedDay {
    /// Which day, 1 to 31; the last of the month, in a shorter one.
    pub day: i8,
    /// Where it goes when the town does not work on it.
    pub roll: Roll,
}

/// A day of the year, told from another day: 31 March of the year after the grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YearDay {
    /// The month, 1 to 12.
    pub month: i8,
    /// The day, 1 to 31; the last of the month, in a shorter one.
    pub day: i8,
    /// How many years after that of the day it is told from.
    pub later: i16,
}

/// The day of a month, or its last when it has fewer.
pub(crate) fn in_month(year: i16, month: i8, day: i8) -> Option<Date> {
    let first = Date::new(year, month, 1).ok()?;
    Date::new(year, month, day.clamp(1, first.days_in_month())).ok()
}

impl YearDay {
    /// The day, told from another.
    #[must_use]
    pub fn from(self, day: Date) -> Option<Date> {
        in_month(day.year().checked_add(self.later)?, self.month, self.day)
    }
}

impl Law {
    /// A named day in a month of a year, moved as its rule says by the calendar read on a date.
    #[must_use]
    pub fn named_day(
        &self,
        named: NamedDay,
        (year, month): (i16, i8),
        on: Date,
        trace: &mut Trace,
    ) -> Option<Date> {
        let day = in_month(year, month, named.day)?;
        let counting = Counting {
            roll: named.roll,
            month_end: MonthEnd::Clamp,
            includes_first_day: false,
            start_rolls: false,
        };
        Some(due(day, &Term::new(0, Unit::Day), &counting, self.calendar(on, trace))?.date)
    }
}
