//! Dates and hours as Brazilian papers write them.

use jiff::civil::{Date, DateTime};

/// `12/11/2026`.
pub(crate) fn day(date: Date) -> String {
    format!("{:02}/{:02}/{:04}", date.day(), date.month(), date.year())
}

/// `12/11/2026 às 23:50`, 24-hour clock.
pub(crate) fn day_and_hour(moment: DateTime) -> String {
    format!("{} às {:02}:{:02}", day(moment.date()), moment.hour(), moment.minute())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn writes_day_month_year_and_a_24_hour_clock() {
        assert_eq!(day(date(2026, 1, 5)), "05/01/2026");
        assert_eq!(day_and_hour(date(2026, 11, 12).at(23, 50, 59, 0)), "12/11/2026 às 23:50");
        assert_eq!(day_and_hour(date(2026, 11, 13).at(0, 5, 0, 0)), "13/11/2026 às 00:05");
    }
}
