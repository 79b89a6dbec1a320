//! A moment, as it is counted in the municipality.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ZonedDateTime};

/// A moment in the municipality's own time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Microseconds since 1970-01-01T00:00:00Z.
    pub micros: i64,
    /// Date there.
    pub today: Date,
    /// Date and time there.
    pub time: DateTime,
}

impl Moment {
    /// The moment of an instant in a time zone.
    #[must_use]
    pub fn new(at: Timestamp, zone: &TimeZone) -> Self {
        let there: ZonedDateTime = at.to_zoned_datetime(zone.clone());
        Self { micros: at.as_microsecond(), today: there.date(), time: there.datetime() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn the_day_is_the_municipality_s_and_not_greenwich_s() {
        let zone = TimeZone::get("America/Sao_Paulo").unwrap();
        let late: Timestamp = "2026-02-01T01:30:00Z".parse().unwrap();
        let moment = Moment::new(late, &zone);
        assert_eq!(moment.today, date(2026, 1, 31));
        assert_eq!(moment.time, date(2026, 1, 31).at(22, 30, 0, 0));
    }
}
