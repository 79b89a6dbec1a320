//! Rank and select over business days: how many lie before a day, and which is the k-th.
//!
//! Days are numbered from the first known one, so that either question costs one look into a table. The tables are kept in
//! sixteen bits, because what a look costs is how much of them the processor has at hand.

use jiff::civil::Date;

use super::{Calendar, day_number};

const MONTHS: usize = (Calendar::LAST_YEAR - Calendar::FIRST_YEAR + 1) as usize * 12;

/// The business days of the known years.
#[derive(Debug)]
pub(super) struct Table {
    /// The number of the first day of each month, and of the one after them all.
    months: [i32; MONTHS + 1],
    /// How many business days lie before each day, and before the one after them all.
    before: Vec<u16>,
    /// How many days of rest lie before each business day: with its place among them, its number.
    rests: Vec<u16>,
    /// The business days as dates.
    dates: Vec<Date>,
    /// A bit for each day with full hours.
    full: Vec<u64>,
}

impl Table {
    /// Asks `judge` of every day of the known years, in order, whether it is a business day, and whether with full hours.
    pub(super) fn new(mut judge: impl FnMut(i32) -> (bool, bool)) -> Self {
        let business = MONTHS * 22;
        let mut table = Self {
            months: [0; MONTHS + 1],
            before: Vec::with_capacity(MONTHS * 31),
            rests: Vec::with_capacity(business),
            dates: Vec::with_capacity(business),
            full: vec![0; MONTHS * 31 / 64 + 1],
        };
        let years = Calendar::FIRST_YEAR..=Calendar::LAST_YEAR;
        let months = years.flat_map(|year| (1..=12).map(move |month| (year, month)));
        let (mut number, mut count) = (0, 0_u16);
        for (next, (year, month)) in (1..).zip(months) {
            for date in (1..=31).filter_map(|day| Date::new(year, month, day).ok()) {
                let (business, full) = judge(number);
                table.before.push(count);
                let (word, bit) = split(number);
                table.full[word] |= u64::from(full) << bit;
                if business {
                    table.rests.push(short(number - i32::from(count)));
                    table.dates.push(date);
                    count += 1;
                }
                number += 1;
            }
            table.months[next] = number;
        }
        table.before.push(count);
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

    /// The place among the business days of the `days`-th one after a day, or before it when `days` is negative.
    #[inline]
    fn place(&self, day: i32, days: i32) -> Option<usize> {
        let counted = if days > 0 { self.through(day)?.wrapping_sub(1) } else { self.before(day)? };
        // a count that leaves the table, or wraps around, is no place of it
        Some(counted.wrapping_add(days).cast_unsigned() as usize)
    }

    /// The number of the `days`-th business day after a day, or before it when `days` is negative.
    #[inline]
    pub(super) fn shifted(&self, day: i32, days: i32) -> Option<i32> {
        let place = self.place(day, days)?;
        // a place of the table is less than its days, which are few
        Some(i32::from(*self.rests.get(place)?).wrapping_add(i32::try_from(place).ok()?))
    }

    /// The same as a date.
    #[inline]
    pub(super) fn shifted_date(&self, day: i32, days: i32) -> Option<Date> {
        self.dates.get(self.place(day, days)?).copied()
    }

    /// The business day that has `index` others before it.
    pub(super) fn select(&self, index: i32) -> Option<Date> {
        self.dates.get(usize::try_from(index).ok()?).copied()
    }
}

/// A count of days within the known years, which are fewer than sixteen bits count.
fn short(count: i32) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// The word and the bit of a day.
fn split(day: i32) -> (usize, u32) {
    let day = day.cast_unsigned();
    (day as usize / 64, day % 64)
}
