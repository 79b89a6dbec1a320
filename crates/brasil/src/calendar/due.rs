//! Counting a deadline, and saying how it was counted.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

use super::Calendar;
use crate::term::{MonthEnd, Term, Unit, add_months};

/// Where a deadline goes when its last day is not a full working day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Roll {
    /// On to the next full working day (Lei 9.784/1999, art. 66, § 1º).
    Next,
    /// Back to the last full working day before.
    Previous,
    /// Nowhere: it ends on the day it falls on.
    None,
}

/// How a law counts. Each norm chooses for itself; Lei 9.784/1999 is federal and reaches a town only where its law
/// adopts it or says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counting {
    /// Where the last day goes when it is not a full working day.
    pub roll: Roll,
    /// What months and years do when the target month has no such day.
    pub month_end: MonthEnd,
    /// The day of the event is the first day counted. Brazilian law leaves it out unless it says otherwise (Código
    /// Civil, art. 132).
    pub includes_first_day: bool,
    /// The first day counted moves on to a full working day too, as in civil procedure (CPC, art. 224, §§ 1º e 3º).
    pub start_rolls: bool,
}

impl Counting {
    /// Lei 9.784/1999, art. 66: without the first day, with the last, extended when there is no full service.
    pub const ADMINISTRATIVE: Self =
        Self { roll: Roll::Next, month_end: MonthEnd::Clamp, includes_first_day: false, start_rolls: false };

    /// CPC, art. 224: as above, and counting starts on a full working day. Months end by the Código Civil.
    pub const JUDICIAL: Self =
        Self { roll: Roll::Next, month_end: MonthEnd::NextDay, includes_first_day: false, start_rolls: true };
}

/// When something is due, and how that came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The last day by counting alone.
    pub nominal: Date,
    /// The last day on which the act is in time, until 23:59:59 in the municipality's own time zone.
    pub date: Date,
    /// The last day moved.
    pub rolled: bool,
    /// The days that did not count or on which it could not end, in order, each with its name.
    pub because: Vec<(Date, String)>,
}

/// When a term that runs from the day of an event ends.
///
/// Nothing for a term of hours (see [`due_hours`]), and nothing when the count leaves the years the calendar knows.
/// A half day counts among business days, but a term does not end on one.
#[must_use]
pub fn due(anchor: Date, term: &Term, counting: &Counting, cal: &Calendar) -> Option<Due> {
    let mut because = Vec::new();
    let nominal = match term.unit {
        _ if term.amount == 0 => anchor,
        Unit::Hour => return None,
        Unit::BusinessDay => business_days(anchor, term.amount, counting, cal, &mut because)?,
        Unit::Day => {
            let first = first_day(anchor, counting, cal, &mut because)?;
            plus_days(first, i32::try_from(term.amount).ok()?.checked_sub(1)?)?
        }
        Unit::Month => months(anchor, term.amount, counting, cal, &mut because)?,
        Unit::Year => months(anchor, term.amount.checked_mul(12)?, counting, cal, &mut because)?,
    };
    let step = match counting.roll {
        Roll::Next => 1,
        Roll::Previous => -1,
        Roll::None => 0,
    };
    let mut date = nominal;
    while step != 0
        && let Some(reason) = cal.day(date)?.reason()
    {
        because.push((date, reason));
        date = plus_days(date, step)?;
    }
    because.sort_by_key(|(day, _)| *day);
    because.dedup_by_key(|(day, _)| *day);
    Some(Due { nominal, date, rolled: date != nominal, because })
}

/// When a term of hours ends, counted minute to minute on the local clock (Código Civil, art. 132, § 4º): hours do not
/// wait for business days. Nothing beyond the years that dates can hold.
#[must_use]
pub fn due_hours(from: DateTime, hours: u32) -> Option<DateTime> {
    from.checked_add(Span::new().try_hours(hours).ok()?).ok()
}

/// Whether something done at an instant was done by the end of a due date, on the clock of a place: normally the
/// municipality's own zone, never UTC. Half past eleven at night in Rio Branco is in time for Rio Branco.
#[must_use]
pub fn is_in_time(due: Date, done_at: Timestamp, zone: &TimeZone) -> bool {
    zone.to_datetime(done_at).date() <= due
}

/// The first day that counts.
fn first_day(
    anchor: Date,
    counting: &Counting,
    cal: &Calendar,
    because: &mut Vec<(Date, String)>,
) -> Option<Date> {
    let mut first = if counting.includes_first_day { anchor } else { plus_days(anchor, 1)? };
    while counting.start_rolls
        && let Some(reason) = cal.day(first)?.reason()
    {
        because.push((first, reason));
        first = plus_days(first, 1)?;
    }
    Some(first)
}

fn business_days(
    anchor: Date,
    amount: u32,
    counting: &Counting,
    cal: &Calendar,
    because: &mut Vec<(Date, String)>,
) -> Option<Date> {
    let first = first_day(anchor, counting, cal, because)?;
    let last = cal.add_business_days(plus_days(first, -1)?, i32::try_from(amount).ok()?)?;
    let mut day = first;
    while day < last {
        if !cal.is_business_day(day)? {
            because.push((day, cal.day(day)?.reason()?));
        }
        day = plus_days(day, 1)?;
    }
    Some(last)
}

/// Months run date to date from the day of the event. Where another day is the first to count, they fill whole months
/// from that day, and so end on the day before its date.
fn months(
    anchor: Date,
    amount: u32,
    counting: &Counting,
    cal: &Calendar,
    because: &mut Vec<(Date, String)>,
) -> Option<Date> {
    let amount = i32::try_from(amount).ok()?;
    let first = first_day(anchor, counting, cal, because)?;
    if first == plus_days(anchor, 1)? {
        return add_months(anchor, amount, counting.month_end);
    }
    plus_days(add_months(first, amount, MonthEnd::NextDay)?, -1)
}

fn plus_days(date: Date, days: i32) -> Option<Date> {
    date.checked_add(Span::new().try_days(days).ok()?).ok()
}
