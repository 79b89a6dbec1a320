//! Rank and select over business days: how many lie before a day, and which is the k-th.
//!
//! Days are numbered from the first known one, so that either question costs one look into a table. The tables are kept in
//! sixteen bits, because what a look costs is how much of them the processor has at hand.

use jiff::civil::Date;

use super::{Calendar, day_number};

const MONTHS: usize = (Calendar::LAST_YEAR - Calendar::FIRST_YEAR + 1) as usize * 12;
/// The days of the known years.
const DAYS: usize = 65_379;
/// What no business day has before it.
const NONE: u16 = u16::MAX;

/// The business days of the known years. What columns ask lies in the table itself, not behind it: a look is one step.
#[derive(Debug)]
pub(super) struct Table {
    /// The number of the first day of each month, and of the one after them all.
    months: [i32; MONTHS + 1],
    /// How many business days lie before each day, and before the one after them all.
    before: [u16; DAYS + 1],
    /// How many days of rest lie before each business day: with its place among them, its number. None beyond the last.
    rests: [u16; DAYS],
    /// The business days as dates.
    dates: Vec<Date>,
    /// A bit for each day with full hours.
    full: Vec<u64>,
}

impl Table {
    /// Asks `judge` of every day of the known years, in order, whether it is a business day, and whether with full hours.
    pub(super) fn new(mut judge: impl FnMut(i32) -> (bool, bool)) -> Self {
        let mut table = Self {
            months: [0; MONTHS + 1],
            before: [0; DAYS + 1],
            rests: [NONE; DAYS],
            dates: Vec::with_capacity(MONTHS * 22),
            full: vec![0; DAYS / 64 + 1],
        };
        let years = Calendar::FIRST_YEAR..=Calendar::LAST_YEAR;
        let months = years.flat_map(|year| (1..=12).map(move |month| (year, month)));
        let mut rests = table.rests.iter_mut();
        let (mut day, mut count) = (0_u16, 0_u16);
        for (next, (year, month)) in (1..).zip(months) {
            for date in (1..=31).filter_map(|day| Date::new(year, month, day).ok()) {
                let number = i32::from(day);
                let (business, full) = judge(number);
                table.before[usize::from(day)] = count;
                let (word, bit) = split(number);
                table.full[word] |= u64::from(full) << bit;
                if business && let Some(rest) = rests.next() {
                    *rest = day - count;
                    table.dates.push(date);
                    count += 1;
                }
                day += 1;
            }
            table.months[next] = i32::from(day);
        }
        table.before[DAYS] = count;
        table
    }

    /// The number of a day of the known years, or of the day before or after them.
    #[inline]
    pub(super) fn number(&self, date: Date) -> Option<i32> {
        // nothing here can overflow, and days outside come out beyond all months
        let years = i32::from(date.year()).wrapping_sub(Calendar::FIRST_YEAR.into());
        let month = years.wrapping_mul(12).wrapping_add(date.month().into()).wrapping_sub(1);
        let first = self.months[..MONTHS].get(month.cast_unsigned() as usize);
        match first {
            Some(first) => Some(first.wrapping_add(date.day().into()).wrapping_sub(1)),
            None => self.edge(date),
        }
    }

    #[cold]
    fn edge(&self, date: Date) -> Option<i32> {
        let number = day_number::of(date);
        (number == -1 || number == self.months[MONTHS]).then_some(number)
    }

    /// Whether this is a business day.
    #[inline]
    pub(super) fn is_business(&self, day: i32) -> Option<bool> {
        Some(self.before(day.checked_add(1)?)? > self.before(day)?)
    }

    /// Whether this is a business day with full hours.
    #[inline]
    pub(super) fn is_full(&self, day: i32) -> Option<bool> {
        let known = (0..self.months[MONTHS]).contains(&day);
        let (word, bit) = split(day);
        known.then(|| self.full.get(word).is_some_and(|w| w >> bit & 1 == 1))
    }

    /// How many business days lie before this day; the day after the last known also has an answer.
    #[inline]
    pub(super) fn before(&self, day: i32) -> Option<i32> {
        self.before.get(day.cast_unsigned() as usize).copied().map(i32::from)
    }

    /// How many business days lie up to and including this day; the day before the first known also has an answer.
    #[inline]
    pub(super) fn through(&self, day: i32) -> Option<i32> {
        self.before(day.wrapping_add(1))
    }

    /// How many business days lie before the `days`-th one after a day; `days` is above zero.
    #[inline]
    pub(super) fn place_after(&self, day: i32, days: i32) -> Option<i32> {
        // a count that leaves the table, or wraps around, is no place of it
        Some(self.through(day)?.wrapping_add(days).wrapping_sub(1))
    }

    /// How many business days lie before the one that is so many before a day; `days` is below zero.
    #[inline]
    pub(super) fn place_ahead(&self, day: i32, days: i32) -> Option<i32> {
        Some(self.before(day)?.wrapping_add(days))
    }

    /// The number of the business day that has `place` others before it.
    #[inline]
    pub(super) fn number_at(&self, place: i32) -> Option<i32> {
        let rests = *self.rests.get(place.cast_unsigned() as usize)?;
        (rests != NONE).then(|| i32::from(rests).wrapping_add(place))
    }

    /// The date of the business day that has `place` others before it.
    #[inline]
    pub(super) fn date_at(&self, place: i32) -> Option<Date> {
        self.dates.get(place.cast_unsigned() as usize).copied()
    }
}

/// The word and the bit of a day.
fn split(day: i32) -> (usize, u32) {
    let day = day.cast_unsigned();
    (day as usize / 64, day % 64)
}
