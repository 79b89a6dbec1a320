//! Civil days as whole numbers: 1 January 1970 is 0. Proleptic Gregorian, no clock, no zone.

use jiff::Span;
use jiff::civil::Date;

/// The number of a day. Years are taken from March so that the leap day is the last day of its year, and the months
/// before it have a fixed pattern of lengths: 153 days in every five.
pub(super) fn of(date: Date) -> i32 {
    let (year, month, day) = (i32::from(date.year()), i32::from(date.month()), i32::from(date.day()));
    let shifted_year = if month <= 2 { year - 1 } else { year };
    let shifted_month = (month + 9) % 12;
    let day_of_year = (153 * shifted_month + 2) / 5 + day - 1;
    let leap_days = shifted_year.div_euclid(4) - shifted_year.div_euclid(100) + shifted_year.div_euclid(400);
    // 719_468 days lie between 1 March of year 0 and 1 January 1970
    365 * shifted_year + leap_days + day_of_year - 719_468
}

/// The day with a number, or nothing outside the years that dates can hold.
pub(super) fn date(number: i32) -> Option<Date> {
    let epoch = Date::new(1970, 1, 1).ok()?;
    epoch.checked_add(Span::new().try_days(number).ok()?).ok()
}

/// Saturday or Sunday; day 0 was a Thursday.
pub(super) fn is_weekend(number: i32) -> bool {
    matches!(number.rem_euclid(7), 2 | 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::{Weekday, date as civil};
    use proptest::prelude::*;

    #[test]
    fn begins_in_1970() {
        assert_eq!(of(civil(1970, 1, 1)), 0);
        assert_eq!(of(civil(1969, 12, 31)), -1);
        assert_eq!(of(civil(2000, 3, 1)), 11_017);
        assert_eq!(of(civil(2149, 12, 31)), 65_743);
        assert_eq!(date(i32::MAX), None);
    }

    proptest! {
        #[test]
        fn numbers_and_dates_agree(number in -4_000_000_i32..2_900_000) {
            let day = date(number).unwrap();
            prop_assert_eq!(of(day), number);
            let weekend = matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday);
            prop_assert_eq!(is_weekend(number), weekend);
        }
    }
}
