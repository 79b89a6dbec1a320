//! Dates as numbers, and the day from which a term has passed.

use brasil::term::{MonthEnd, Term};
use jiff::Span;
use jiff::civil::{Date, date};

use super::ranges::Ranges;
use crate::condition::{Comparator, WEEKDAY_YEARS, shift};
use crate::value::day_number;

/// The date of a day number, when the calendar knows it.
pub(super) fn date_of(day: i64) -> Option<Date> {
    date(1970, 1, 1).checked_add(Span::new().try_days(day).ok()?).ok()
}

/// Whether the day of the week of a day number is told: others are slips of the pen.
pub(super) fn told_weekday(day: i64) -> bool {
    WEEKDAY_YEARS.contains(&i16::try_from(year_of(day)).unwrap_or_default())
}

/// The day of the week of a day number, from Monday up. The first of January 1970 was a Thursday.
pub(super) fn weekday_of(day: i64) -> u8 {
    u8::try_from((day + 3).rem_euclid(7)).unwrap_or_default()
}

/// The days of the years in a set, as day numbers.
pub(super) fn days_of_years(years: &Ranges) -> Ranges {
    let (first, last) = (i64::from(Date::MIN.year()), i64::from(Date::MAX.year()));
    let day = |year: i64, month, d| {
        let year = i16::try_from(year).ok()?;
        Some(i64::from(day_number(Date::new(year, month, d).ok()?)))
    };
    Ranges::of(years.parts().iter().filter_map(|(lo, hi)| {
        let (lo, hi) = ((*lo).max(first), (*hi).min(last));
        if lo > hi { None } else { Some((day(lo, 1, 1)?, day(hi, 12, 31)?)) }
    }))
}

/// The calendar year of a day number, by the inverse of [`day_number`].
pub(super) fn year_of(day: i64) -> i64 {
    let days = day + 719_468;
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // years of this count begin in March
    let january_or_february = (5 * of_year + 2) / 153 >= 10;
    year_of_era + days.div_euclid(146_097) * 400 + i64::from(january_or_february)
}

/// Since which dates a term has passed on a day, as day numbers: those for which the comparator holds, and those for which
/// it can be told (a term that ends after the last day of the calendar is undetermined).
pub(super) fn elapsed(
    comparator: Comparator,
    term: Term,
    on: Date,
    month_end: MonthEnd,
) -> Option<(Ranges, Ranges)> {
    let ends = |day: i64| shift(date_of(day)?, term, month_end);
    // The end of a term never moves back when its beginning moves on, so each question has one boundary.
    let told = last_day_that(|d| ends(d).is_some());
    let over = last_day_that(|d| ends(d).is_some_and(|end| end < on));
    let reached = last_day_that(|d| ends(d).is_some_and(|end| end <= on));
    let holds = match comparator {
        Comparator::ElapsedMoreThan => up_to(over),
        Comparator::ElapsedAtLeast => up_to(reached),
        // a date still to come has not begun to run
        Comparator::ElapsedAtMost => {
            Ranges::of([(over.map_or(i64::MIN, |d| d + 1), i64::from(day_number(on)))])
        }
        _ => return None,
    };
    Some((holds, up_to(told)))
}

fn up_to(day: Option<i64>) -> Ranges {
    day.map_or_else(|| Ranges::of([]), Ranges::to)
}

/// The last day for which something is true that is true up to some day and false afterwards.
pub(super) fn last_day_that(holds: impl Fn(i64) -> bool) -> Option<i64> {
    let (mut yes, mut no) = (i64::from(day_number(Date::MIN)) - 1, i64::from(day_number(Date::MAX)) + 1);
    let never = yes;
    while no - yes > 1 {
        let middle = yes + (no - yes) / 2;
        if holds(middle) {
            yes = middle;
        } else {
            no = middle;
        }
    }
    (yes > never).then_some(yes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use brasil::term::Unit;
    use proptest::prelude::*;

    #[test]
    fn the_first_and_last_days_of_the_calendar_are_numbers_too() {
        for d in [Date::MIN, Date::MAX, date(2024, 2, 29), date(2026, 1, 1), date(1900, 3, 1)] {
            assert_eq!(date_of(i64::from(day_number(d))), Some(d));
            assert_eq!(year_of(i64::from(day_number(d))), i64::from(d.year()), "{d}");
        }
        assert_eq!(date_of(i64::from(day_number(Date::MAX)) + 1), None);
    }

    #[test]
    fn a_term_that_leaves_the_calendar_cannot_be_told() {
        let (holds, told) = elapsed(
            Comparator::ElapsedAtMost,
            Term::new(12, Unit::Month),
            date(2026, 6, 30),
            MonthEnd::Clamp,
        )
        .expect("a comparator of terms");
        assert_eq!(told, Ranges::to(i64::from(day_number(date(9998, 12, 31)))));
        assert_eq!(
            holds,
            Ranges::of([(
                i64::from(day_number(date(2025, 6, 30))),
                i64::from(day_number(date(2026, 6, 30)))
            )])
        );
    }

    proptest! {
        /// The boundary found for a term gives the same answer as adding the term to each date around it.
        #[test]
        fn the_boundary_is_where_adding_the_term_says(
            on in -10_000_i64..40_000, apart in -5_i64..800, amount in 0_u32..27, unit in 0..4_u8, next_day: bool,
        ) {
            let unit = [Unit::Day, Unit::Month, Unit::Year, Unit::Hour][usize::from(unit)];
            let month_end = if next_day { MonthEnd::NextDay } else { MonthEnd::Clamp };
            let term = Term::new(amount, unit);
            let on = date_of(on).expect("in the calendar");
            let start = i64::from(day_number(on)) - apart;
            let end = shift(date_of(start).expect("in the calendar"), term, month_end).expect("in the calendar");
            for (comparator, expected) in [
                (Comparator::ElapsedMoreThan, on > end),
                (Comparator::ElapsedAtLeast, on >= end),
                (Comparator::ElapsedAtMost, on <= end && apart >= 0),
            ] {
                let (holds, told) = elapsed(comparator, term, on, month_end).expect("a comparator of terms");
                let has = |r: &Ranges| r.parts().iter().any(|(lo, hi)| (*lo..=*hi).contains(&start));
                prop_assert!(has(&told));
                prop_assert_eq!(has(&holds), expected);
            }
        }
    }
}
