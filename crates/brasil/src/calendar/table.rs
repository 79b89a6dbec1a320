//! Rank and select over business days: how many lie before a day, and which is the k-th.
//!
//! Days are numbered from the first known one, so that either question costs one look into a table. The tables are kept in
//! sixteen bits, because what a look costs is how much of them the processor has at hand.

use std::sync::LazyLock;

use jiff::civil::Date;

use super::{Calendar, day_number};

const MONTHS: usize = (Calendar::LAST_YEAR - Calendar::FIRST_YEAR + 1) as usize * 12;
/// The days of the known years.
const DAYS: usize = 65_379;
/// As many as sixteen bits tell apart.
const ALL: usize = 1 << 16;
/// Room for the days of a month in a table by months.
const MONTH: usize = 32;

/// The known days, which are the same for every calendar.
static DATES: LazyLock<Vec<Date>> = LazyLock::new(|| {
    let first = Date::new(Calendar::FIRST_YEAR, 1, 1).ok();
    std::iter::successors(first, |day| day.tomorrow().ok()).take(DAYS).collect()
});

/// How the town works on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Service {
    /// It is no business day.
    None,
    /// A business day on which no deadline may end.
    Part,
    /// A business day with full hours.
    Full,
}

/// The business days of the known years. What columns ask lies in the table itself, not behind it: a look is one step.
#[derive(Debug)]
pub(super) struct Table {
    /// The number of the first day of each month.
    months: [u16; MONTHS],
    /// How many business days lie before each day, and before the one after them all.
    before: [u16; DAYS + 1],
    /// The number of each business day.
    numbers: [u16; ALL],
    /// How many business days lie up to and including each day of each month: a date finds its own without being numbered.
    through: Vec<u16>,
    /// The business days as dates.
    dates: Vec<Date>,
    /// What becomes of each day.
    days: Vec<Service>,
}

impl Table {
    /// From what becomes of the days of a week, beginning as the known years do, and what becomes of single days.
    pub(super) fn new(week: [Service; 7], single: impl Iterator<Item = (i32, Service)>) -> Self {
        let mut days = week.repeat(DAYS / week.len() + 1);
        days.truncate(DAYS);
        for (day, service) in single {
            if let Some(day) = days.get_mut(day.cast_unsigned() as usize) {
                *day = service;
            }
        }
        let mut table = Self {
            months: [0; MONTHS],
            before: [0; DAYS + 1],
            numbers: [0; ALL],
            through: vec![0; MONTHS * MONTH],
            dates: Vec::new(),
            days,
        };
        let dates = DATES.as_slice();
        let mut first = 0_u16;
        for month in &mut table.months {
            *month = first;
            first += u16::from(dates[usize::from(first)].days_in_month().cast_unsigned());
        }
        let mut count = 0;
        for (day, (service, before)) in (0..).zip(table.days.iter().zip(&mut table.before)) {
            *before = count;
            // what is written here on a day of rest, the next business day writes over
            table.numbers[usize::from(count)] = day;
            count += u16::from(*service != Service::None);
        }
        table.before[DAYS] = count;
        for (month, first) in table.through.chunks_exact_mut(MONTH).zip(table.months) {
            let days = table.before.iter().skip(usize::from(first) + 1);
            month.iter_mut().zip(days).for_each(|(through, before)| *through = *before);
        }
        let known = &table.numbers[..usize::from(count)];
        table.dates = known.iter().map(|day| dates[usize::from(*day)]).collect();
        table
    }

    /// The number of a day of the known years, or of the day before or after them.
    #[inline]
    pub(super) fn number(&self, date: Date) -> Option<i32> {
        match self.months.get(month(date).cast_unsigned() as usize) {
            Some(first) => Some(i32::from(*first).wrapping_add(date.day().into()).wrapping_sub(1)),
            None => self.edge(date),
        }
    }

    #[cold]
    fn edge(&self, date: Date) -> Option<i32> {
        let number = day_number::of(date);
        (number == -1 || i64::from(number) == DAYS as i64).then_some(number)
    }

    /// How the town works on a day.
    #[inline]
    fn service(&self, day: i32) -> Option<Service> {
        self.days.get(day.cast_unsigned() as usize).copied()
    }

    /// Whether this is a business day.
    #[inline]
    pub(super) fn is_business(&self, day: i32) -> Option<bool> {
        Some(self.service(day)? != Service::None)
    }

    /// Whether this is a business day with full hours.
    #[inline]
    pub(super) fn is_full(&self, day: i32) -> Option<bool> {
        Some(self.service(day)? == Service::Full)
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

    /// How many business days lie up to and including this date of the known years.
    #[inline]
    fn through_known(&self, date: Date) -> Option<i32> {
        let place = month(date).wrapping_mul(MONTH as i32).wrapping_add(date.day().into()).wrapping_sub(1);
        self.through.get(place.cast_unsigned() as usize).copied().map(i32::from)
    }

    /// The same; the day before the first known also has an answer.
    #[inline]
    pub(super) fn through_date(&self, date: Date) -> Option<i32> {
        self.through_known(date).or_else(|| self.through(self.edge(date)?))
    }

    /// The `days`-th business day after a date; `days` is above zero.
    #[inline]
    pub(super) fn date_after(&self, date: Date, days: i32) -> Option<Date> {
        match self.through_known(date) {
            // a count that leaves the table, or wraps around, is no place of it
            Some(through) => self.date_at(through.wrapping_add(days).wrapping_sub(1)),
            None => self.date_after_edge(date, days),
        }
    }

    #[cold]
    fn date_after_edge(&self, date: Date, days: i32) -> Option<Date> {
        self.date_at(self.through(self.edge(date)?)?.wrapping_add(days).wrapping_sub(1))
    }

    /// The business day that is so many before a date; `days` is below zero.
    pub(super) fn date_ahead(&self, date: Date, days: i32) -> Option<Date> {
        self.date_at(self.before(self.number(date)?)?.wrapping_add(days))
    }

    /// The number of the business day that has `place` others before it.
    #[inline]
    pub(super) fn number_at(&self, place: i32) -> Option<i32> {
        let known = (place.cast_unsigned() as usize) < self.dates.len();
        known.then(|| i32::from(self.numbers[usize::from(place as u16)]))
    }

    /// The date of the business day that has `place` others before it.
    #[inline]
    pub(super) fn date_at(&self, place: i32) -> Option<Date> {
        self.dates.get(place.cast_unsigned() as usize).copied()
    }
}

/// The place of a month among the known ones. Nothing here can overflow, and months outside come out beyond them all.
#[inline]
fn month(date: Date) -> i32 {
    const FIRST: i32 = Calendar::FIRST_YEAR as i32 * 12 + 1;
    i32::from(date.year()).wrapping_mul(12).wrapping_add(date.month().into()).wrapping_sub(FIRST)
}
