//! A civil day as one integer.

use jiff::civil::Date;
use std::fmt;

/// A civil day in the Gregorian calendar, counted from 1970-01-01 (day 0).
///
/// The evaluator works on columns of integers, so a date read from a sheet stays an integer until somebody shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i32);

/// Days from 0000-03-01 to 1970-01-01.
const EPOCH_FROM_MARCH_ZERO: i32 = 719_468;
/// Days in 400 Gregorian years.
const ERA_DAYS: i32 = 146_097;

impl Day {
    /// The day so many days after 1970-01-01 (negative: before).
    #[must_use]
    pub const fn from_epoch_days(days: i32) -> Self {
        Self(days)
    }

    /// Days since 1970-01-01, negative before it.
    #[must_use]
    pub const fn epoch_days(self) -> i32 {
        self.0
    }

    /// The day of a year, month and day of the month; `None` when the calendar has no such day or the year is not in
    /// 0..=9999.
    #[must_use]
    pub const fn from_ymd(year: i32, month: u32, day: u32) -> Option<Self> {
        if year < 0 || year > 9999 || month < 1 || month > 12 || day < 1 || day > days_in_month(year, month) {
            return None;
        }
        // counting years from March puts the leap day last, so that no month needs a special case
        let shifted = if month <= 2 { year - 1 } else { year };
        let era = shifted.div_euclid(400);
        let year_of_era = shifted.rem_euclid(400);
        let month_from_march = (month as i32 + 9) % 12;
        let day_of_year = (153 * month_from_march + 2) / 5 + day as i32 - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Some(Self(era * ERA_DAYS + day_of_era - EPOCH_FROM_MARCH_ZERO))
    }

    /// The year, month (1 to 12) and day of the month.
    #[must_use]
    pub const fn ymd(self) -> (i32, u32, u32) {
        let days = self.0 as i64 + EPOCH_FROM_MARCH_ZERO as i64;
        let era = days.div_euclid(ERA_DAYS as i64);
        let day_of_era = days.rem_euclid(ERA_DAYS as i64);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
        (year as i32, month as u32, day as u32)
    }

    /// The same day as a `jiff` date; `None` when the year does not fit one.
    #[must_use]
    pub fn civil(self) -> Option<Date> {
        let (year, month, day) = self.ymd();
        Date::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
    }
}

impl fmt::Display for Day {
    /// As Brazil writes it, `28/05/2018`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.ymd();
        write!(f, "{day:02}/{month:02}/{year:04}")
    }
}

impl From<Date> for Day {
    fn from(date: Date) -> Self {
        let year = i32::from(date.year());
        let month = u32::from(date.month().unsigned_abs());
        let day = u32::from(date.day().unsigned_abs());
        // a jiff date always exists; only years before 0 have no day here, and those sort before everything
        Self::from_ymd(year, month, day).unwrap_or(Self(i32::MIN))
    }
}

const fn days_in_month(year: i32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn known_days() {
        assert_eq!(Day::from_ymd(1970, 1, 1).map(Day::epoch_days), Some(0));
        assert_eq!(Day::from_ymd(2000, 3, 1).map(Day::epoch_days), Some(11_017));
        assert_eq!(Day::from_ymd(1899, 12, 30).map(Day::epoch_days), Some(-25_569));
        assert_eq!(Day::from_ymd(2023, 2, 29), None);
        assert_eq!(Day::from_ymd(1900, 2, 29), None);
        assert!(Day::from_ymd(2000, 2, 29).is_some());
    }

    #[test]
    fn every_day_of_three_centuries_goes_there_and_back_and_agrees_with_jiff() {
        let mut civil = date(1850, 1, 1);
        let mut expected = Day::from(civil).epoch_days();
        while civil < date(2150, 1, 1) {
            let day = Day::from(civil);
            assert_eq!(day.epoch_days(), expected);
            assert_eq!(day.civil(), Some(civil));
            civil = civil.tomorrow().unwrap();
            expected += 1;
        }
    }
}
