//! The date of Easter, on which Carnival, Good Friday and Corpus Christi depend.

use jiff::civil::Date;

/// Easter Sunday of a Gregorian year from 1583 on (the computus as given by Meeus, Jones and Butcher); nothing for
/// earlier years.
#[must_use]
pub fn easter(year: i16) -> Option<Date> {
    if year < 1583 {
        return None;
    }
    let y = i32::from(year);
    let golden = y % 19;
    let (century, year_of_century) = (y / 100, y % 100);
    // the solar correction skips leap days at centuries; the lunar one moves the moon 8 days in 25 centuries
    let lunar_correction = (century - (century + 8) / 25 + 1) / 3;
    let epact = (19 * golden + century - century / 4 - lunar_correction + 15) % 30;
    let to_sunday = (32 + 2 * (century % 4) + 2 * (year_of_century / 4) - epact - year_of_century % 4) % 7;
    let late_moon = (golden + 11 * epact + 22 * to_sunday) / 451;
    let sum = epact + to_sunday - 7 * late_moon + 114;
    Date::new(year, i8::try_from(sum / 31).ok()?, i8::try_from(sum % 31 + 1).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::ToSpan as _;
    use jiff::civil::date;

    #[test]
    fn known_easters_and_what_hangs_on_them() {
        // Easter, Carnival Tuesday, Good Friday, Corpus Christi
        for (sunday, carnival, friday, corpus) in [
            (date(2024, 3, 31), date(2024, 2, 13), date(2024, 3, 29), date(2024, 5, 30)),
            (date(2025, 4, 20), date(2025, 3, 4), date(2025, 4, 18), date(2025, 6, 19)),
            (date(2026, 4, 5), date(2026, 2, 17), date(2026, 4, 3), date(2026, 6, 4)),
            (date(2027, 3, 28), date(2027, 2, 9), date(2027, 3, 26), date(2027, 5, 27)),
            (date(2028, 4, 16), date(2028, 2, 29), date(2028, 4, 14), date(2028, 6, 15)),
            (date(2029, 4, 1), date(2029, 2, 13), date(2029, 3, 30), date(2029, 5, 31)),
            (date(2030, 4, 21), date(2030, 3, 5), date(2030, 4, 19), date(2030, 6, 20)),
            (date(2031, 4, 13), date(2031, 2, 25), date(2031, 4, 11), date(2031, 6, 12)),
        ] {
            assert_eq!(easter(sunday.year()), Some(sunday));
            assert_eq!(sunday - 47.days(), carnival);
            assert_eq!(sunday - 2.days(), friday);
            assert_eq!(sunday + 60.days(), corpus);
        }
        assert_eq!(easter(2000), Some(date(2000, 4, 23)));
        assert_eq!(easter(2038), Some(date(2038, 4, 25)));
        assert_eq!(easter(1500), None);
    }

    #[test]
    fn is_always_a_sunday_between_its_limits() {
        for year in 1583..=4000 {
            let sunday = easter(year).unwrap();
            assert_eq!(sunday.weekday(), jiff::civil::Weekday::Sunday, "{year}");
            assert!(sunday >= date(year, 3, 22) && sunday <= date(year, 4, 25), "{year}");
        }
    }
}
