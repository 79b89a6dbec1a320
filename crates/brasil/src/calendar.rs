//! The days on which a town hall works, and the deadlines counted on them.
//!
//! Brazil has no single calendar of business days: national holidays come from federal laws, others from state and
//! municipal laws, and each town's decrees close, halve or reopen single days during the year. Bank calendars differ
//! (Carnival and Corpus Christi are bank holidays and, for a town, only what its own acts say). So a [`Calendar`] is
//! built from rules that each name their norm ([`CalendarBuilder`]), and answers in constant time from a rank and
//! select table over the days from 1970 to 2148.

mod builder;
mod day_number;
mod due;
mod easter;
mod marks;
mod national;
mod table;

use std::sync::Arc;

use jiff::civil::{Date, Weekday};

pub use builder::{CalendarBuilder, CalendarError, When, Years};
pub use due::{Counting, Due, Roll, due, due_hours, is_in_time};
pub use easter::easter;
use marks::Marks;
use table::{Service, Table};

/// What a rule makes of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DayKind {
    /// Ordinary service, said expressly: it opens a weekend day or a closure again, never a holiday.
    Working,
    /// A holiday by law ("feriado").
    Holiday,
    /// No service, by decree ("ponto facultativo sem expediente").
    Closure,
    /// Service closes early or opens late ("meio expediente"). It counts as a business day, yet a deadline that would
    /// end on it is extended (Lei 9.784/1999, art. 66, § 1º).
    HalfDay,
}

impl DayKind {
    /// The name a reader knows it by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Working => "expediente normal",
            Self::Holiday => "feriado",
            Self::Closure => "sem expediente",
            Self::HalfDay => "meio expediente",
        }
    }
}

/// What one rule says of one day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What becomes of the day.
    pub kind: DayKind,
    /// The name of the day ("Nossa Senhora Aparecida").
    pub name: Arc<str>,
    /// The norm it comes from ("Lei 6.802/1980").
    pub source: Arc<str>,
}

/// A day as the town hall lives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day<'a> {
    /// The date.
    pub date: Date,
    /// Saturday or Sunday.
    pub weekend: bool,
    /// It counts as a business day.
    pub business: bool,
    /// A deadline may end on it: a business day with full hours.
    pub full: bool,
    /// The rules that speak of it, in the order in which they were given.
    pub marks: &'a [Mark],
}

impl Day<'_> {
    /// Whether it is a holiday; a day off by decree is none.
    #[must_use]
    pub fn is_holiday(&self) -> bool {
        self.marks.iter().any(|mark| mark.kind == DayKind::Holiday)
    }

    /// Why a deadline cannot end on this day, as a reader would say it: "sábado", "Nossa Senhora Aparecida",
    /// "Quarta-feira de Cinzas (meio expediente)", "domingo (Proclamação da República)". Nothing for a full day.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        if self.full {
            return None;
        }
        let named =
            self.marks.iter().filter(|mark| mark.kind != DayKind::Working).map(|mark| match mark.kind {
                DayKind::HalfDay => format!("{} (meio expediente)", mark.name),
                _ => mark.name.to_string(),
            });
        let named = named.collect::<Vec<_>>().join("; ");
        if self.business || !self.weekend {
            return Some(named);
        }
        let weekday = if self.date.weekday() == Weekday::Saturday { "sábado" } else { "domingo" };
        Some(if named.is_empty() { weekday.to_owned() } else { format!("{weekday} ({named})") })
    }
}

/// A calendar of business days from [`Calendar::FIRST_YEAR`] to [`Calendar::LAST_YEAR`]. Cheap to clone.
///
/// Every question about a day outside of those years is answered with nothing: it is not known whether the town works.
#[derive(Clone, Debug)]
pub struct Calendar {
    marks: Arc<Marks>,
    saturdays_work: bool,
    table: Arc<Table>,
}

/// Two calendars are equal when they say the same of every day.
impl PartialEq for Calendar {
    fn eq(&self, other: &Self) -> bool {
        self.saturdays_work == other.saturdays_work
            && (Arc::ptr_eq(&self.marks, &other.marks) || self.marks == other.marks)
    }
}

impl Eq for Calendar {}

impl Calendar {
    /// The first year known.
    pub const FIRST_YEAR: i16 = 1970;
    /// The last year known. Their days are fewer than sixteen bits count, which keeps the tables of business days small.
    pub const LAST_YEAR: i16 = 2148;

    /// Weekends and the national holidays only, each from the year in which its law made it one.
    #[must_use]
    pub fn new_national() -> Self {
        CalendarBuilder::national().build_known()
    }

    /// The same calendar where Saturdays are business days, as in the labour custom that some laws mean.
    #[must_use]
    pub fn with_saturdays(&self) -> Self {
        Self::new(Arc::clone(&self.marks), true)
    }

    fn new(marks: Arc<Marks>, saturdays_work: bool) -> Self {
        let judge = |day: i32, marks: &[Mark]| {
            let has = |kind| marks.iter().any(|mark| mark.kind == kind);
            let saturday = day_number::is_weekend(day + 1);
            let rests = day_number::is_weekend(day) && !(saturdays_work && saturday);
            let open = has(DayKind::Working);
            if has(DayKind::Holiday) || !open && (rests || has(DayKind::Closure)) {
                Service::None
            } else if open || !has(DayKind::HalfDay) {
                Service::Full
            } else {
                Service::Part
            }
        };
        let week = [0, 1, 2, 3, 4, 5, 6].map(|day| judge(day, &[]));
        let single = marks.between(0, i32::MAX).map(|(day, marks)| (day, judge(day, marks)));
        let table = Table::new(week, single);
        Self { marks, saturdays_work, table: Arc::new(table) }
    }

    /// Everything known of a day.
    #[must_use]
    pub fn day(&self, date: Date) -> Option<Day<'_>> {
        let number = day_number::of(date);
        Some(Day {
            date,
            weekend: day_number::is_weekend(number),
            business: self.table.is_business(number)?,
            full: self.table.is_full(number)?,
            marks: self.marks.on(number),
        })
    }

    /// The named days of a year, in order: what a page prints as the town's calendar.
    pub fn named_days(&self, year: i16) -> impl Iterator<Item = (Date, &Mark)> {
        let span = Date::new(year, 1, 1)
            .and_then(|first| Ok((day_number::of(first), day_number::of(Date::new(year, 12, 31)?))))
            .unwrap_or((0, -1));
        self.marks
            .between(span.0, span.1)
            .filter_map(|(number, marks)| Some((day_number::date(number)?, marks)))
            .flat_map(|(date, marks)| marks.iter().map(move |mark| (date, mark)))
    }

    /// Whether the town works on this day, half days included.
    #[must_use]
    #[inline]
    pub fn is_business_day(&self, date: Date) -> Option<bool> {
        self.table.is_business(self.table.number(date)?)
    }

    /// Whether a deadline may end on this day: a business day with full hours.
    #[must_use]
    #[inline]
    pub fn is_full_day(&self, date: Date) -> Option<bool> {
        self.table.is_full(self.table.number(date)?)
    }

    /// The first business day after the date, which itself does not count.
    #[must_use]
    #[inline]
    pub fn next_business_day(&self, date: Date) -> Option<Date> {
        self.add_business_days(date, 1)
    }

    /// The last business day before the date, which itself does not count.
    #[must_use]
    #[inline]
    pub fn previous_business_day(&self, date: Date) -> Option<Date> {
        self.add_business_days(date, -1)
    }

    /// The date if it is a business day, otherwise the first one after it.
    #[must_use]
    pub fn business_day_on_or_after(&self, date: Date) -> Option<Date> {
        if self.is_business_day(date)? { Some(date) } else { self.next_business_day(date) }
    }

    /// The date if it is a business day, otherwise the last one before it.
    #[must_use]
    pub fn business_day_on_or_before(&self, date: Date) -> Option<Date> {
        if self.is_business_day(date)? { Some(date) } else { self.previous_business_day(date) }
    }

    /// The `days`-th business day after the date; the date itself never counts. Negative counts backwards, and zero
    /// is the date as it is.
    #[must_use]
    #[inline]
    pub fn add_business_days(&self, date: Date, days: i32) -> Option<Date> {
        if days > 0 {
            self.table.date_after(date, days)
        } else if days < 0 {
            self.table.date_ahead(date, days)
        } else {
            self.is_business_day(date).map(|_| date)
        }
    }

    /// The same as [`Calendar::add_business_days`] on days numbered from 1 January 1970, as the columns of a register hold them.
    #[must_use]
    #[inline]
    pub fn add_business_days_to_number(&self, day: i32, days: i32) -> Option<i32> {
        if days > 0 {
            self.table.number_at(self.table.through(day)?.wrapping_add(days).wrapping_sub(1))
        } else if days < 0 {
            self.table.number_at(self.table.before(day)?.wrapping_add(days))
        } else {
            self.table.is_business(day).map(|_| day)
        }
    }

    /// The n-th business day of a month, from 1; nothing when the month has fewer.
    #[must_use]
    #[inline]
    pub fn nth_business_day_of_month(&self, year: i16, month: i8, n: u32) -> Option<Date> {
        let first = Date::new(year, month, 1).ok()?;
        let before = self.table.before(self.table.number(first)?)?;
        let date = self.table.date_at(before.checked_add(i32::try_from(n).ok()?.checked_sub(1)?)?)?;
        (n > 0 && (date.year(), date.month()) == (year, month)).then_some(date)
    }

    /// How many business days lie after `from` up to and including `to`; negative when `to` is earlier. The reverse of
    /// [`Calendar::add_business_days`].
    #[must_use]
    #[inline]
    pub fn business_days_between(&self, from: Date, to: Date) -> Option<i32> {
        Some(self.table.through_date(to)? - self.table.through_date(from)?)
    }

    /// The same as [`Calendar::business_days_between`] on days numbered from 1 January 1970.
    #[must_use]
    #[inline]
    pub fn business_days_between_numbers(&self, from: i32, to: i32) -> Option<i32> {
        Some(self.table.through(to)? - self.table.through(from)?)
    }
}

#[cfg(test)]
mod tests;
