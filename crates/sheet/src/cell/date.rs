//! Dates as registers write them, and the many ways they say that there is none.

use super::{Absence, Cell, CellRules, CellValue, Day, Reason};
use crate::dialect::DateOrder;
use crate::fold::fold;

const MONTHS: [&str; 12] = [
    "janeiro",
    "fevereiro",
    "marco",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
];

/// Reads an already trimmed, non-empty text as a date.
pub(super) fn parse<'a>(text: &str, rules: &CellRules) -> Cell<'a> {
    match split(text, rules) {
        Ok(Parts { year, month, day }) => {
            if is_zero_date(year, month, day) {
                return Cell::Missing(Absence::ZeroDate);
            }
            match Day::from_ymd(year, month, day) {
                None if !(1..=12).contains(&month) => Cell::Impossible(Reason::NoSuchMonth { month }),
                None => Cell::Impossible(Reason::NoSuchDay { year, month, day }),
                Some(found) if rules.is_plausible(found) => Cell::Value(CellValue::Date(found)),
                Some(found) => Cell::Impossible(Reason::ImplausibleDate {
                    found,
                    first: rules.first.0,
                    last: rules.last.0,
                }),
            }
        }
        Err(reason) => Cell::Impossible(reason),
    }
}

/// What spreadsheets and databases print where no date was ever typed: day zero and day one of the two spreadsheet
/// calendars, the all-zero date, and the least date of some databases. No driver or vehicle has any of them.
fn is_zero_date(year: i32, month: u32, day: u32) -> bool {
    matches!((year, month, day), (1899, 12, 30 | 31) | (1900, 1, 0 | 1) | (0, 0, 0) | (1, 1, 1))
}

struct Parts {
    year: i32,
    month: u32,
    day: u32,
}

fn split(text: &str, rules: &CellRules) -> Result<Parts, Reason> {
    let bytes = text.as_bytes();
    if let Some(parts) = iso(bytes) {
        return Ok(parts);
    }
    if let [d1, d2, b'/', m1, m2, b'/', year @ ..] = bytes
        && let (Some(first), Some(second)) = (digits(&[*d1, *d2]), digits(&[*m1, *m2]))
        && let Some(year) = digits(year).filter(|_| year.len() == 4)
    {
        let (day, month) = order(first, second, rules.date_order)?;
        return Ok(Parts {
            year: if (day, month, year % 100) == (0, 0, 0) { 0 } else { year as i32 },
            month,
            day,
        });
    }
    if bytes.len() == 8 && bytes.iter().all(u8::is_ascii_digit) {
        return eight_digits(bytes, rules);
    }
    let (first, rest) = number(bytes).ok_or(Reason::NotADate)?;
    let first_width = bytes.len() - rest.len();
    let Some((&separator @ (b'/' | b'-' | b'.'), rest)) = rest.split_first() else {
        return written_out(text, rules);
    };
    let Some((second, after_second)) = number(rest) else { return written_out(text, rules) };
    let second_width = rest.len() - after_second.len();
    let (year, rest) = match after_second.split_first() {
        Some((byte, tail)) if *byte == separator => number(tail)
            .map(|(year, rest)| (expand_year(year, tail.len() - rest.len(), rules), rest))
            .ok_or(Reason::NotADate)?,
        _ => return Err(Reason::NotADate),
    };
    let year = year.ok_or(Reason::NotADate)?;
    if first_width > 2 || second_width > 2 || !is_time_tail(rest) {
        return Err(Reason::NotADate);
    }
    let (day, month) = order(first, second, rules.date_order)?;
    // "00/00/00" has no century to find: it is the all-zero date
    let year = if day == 0 && month == 0 && year % 100 == 0 { 0 } else { year };
    Ok(Parts { year, month, day })
}

fn order(first: u32, second: u32, order: DateOrder) -> Result<(u32, u32), Reason> {
    match order {
        DateOrder::Mdy => Ok((second, first)),
        DateOrder::Dmy | DateOrder::Iso | DateOrder::Unknown => Ok((first, second)),
        DateOrder::Mixed if first == second || first > 12 => Ok((first, second)),
        DateOrder::Mixed if second > 12 => Ok((second, first)),
        DateOrder::Mixed => Err(Reason::DayOrMonthFirst),
    }
}

/// `2018-05-28`, `2018/05/28`, and either with a time behind it.
fn iso(bytes: &[u8]) -> Option<Parts> {
    if bytes.len() < 10 || !matches!(bytes[4], b'-' | b'/') || bytes[7] != bytes[4] {
        return None;
    }
    let year = digits(&bytes[0..4])?;
    let month = digits(&bytes[5..7])?;
    let day = digits(&bytes[8..10])?;
    is_time_tail(&bytes[10..]).then_some(Parts { year: year as i32, month, day })
}

/// `20180528` or `28052018`, when only one of the two readings is a plausible day.
fn eight_digits(bytes: &[u8], rules: &CellRules) -> Result<Parts, Reason> {
    let take = |range: std::ops::Range<usize>| digits(&bytes[range]).unwrap_or(0);
    let year_first = Parts { year: take(0..4) as i32, month: take(4..6), day: take(6..8) };
    let day_first = Parts { year: take(4..8) as i32, month: take(2..4), day: take(0..2) };
    let fits = |parts: &Parts| {
        is_zero_date(parts.year, parts.month, parts.day)
            || Day::from_ymd(parts.year, parts.month, parts.day).is_some_and(|day| rules.is_plausible(day))
    };
    match (fits(&year_first), fits(&day_first)) {
        (true, false) => Ok(year_first),
        (false, true) => Ok(day_first),
        (true, true) if take(0..8) == 0 => Ok(year_first),
        _ => Err(Reason::NotADate),
    }
}

/// `28/mai/18`, `28 de maio de 2018`, `28-maio-2018`.
fn written_out(text: &str, rules: &CellRules) -> Result<Parts, Reason> {
    let folded = fold(text);
    let mut words = folded.split([' ', '/']).filter(|word| !word.is_empty() && *word != "de");
    let (Some(day), Some(month), Some(year), None) = (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(Reason::NotADate);
    };
    let day = digits(day.as_bytes()).filter(|_| day.len() <= 2).ok_or(Reason::NotADate)?;
    let month = MONTHS
        .iter()
        .position(|name| *name == month || (month.len() == 3 && name.starts_with(month)))
        .ok_or(Reason::NotADate)?;
    let width = year.len();
    let year =
        digits(year.as_bytes()).and_then(|year| expand_year(year, width, rules)).ok_or(Reason::NotADate)?;
    Ok(Parts { year, month: month as u32 + 1, day })
}

/// A year of four digits as it stands; of two digits, the latest year with that ending that the column still allows:
/// in a column of births up to 2026, `47` is 1947 and `20` is 2020; in one of expiries up to 2046, `30` is 2030.
fn expand_year(year: u32, width: usize, rules: &CellRules) -> Option<i32> {
    let year = i32::try_from(year).ok()?;
    match width {
        4 => Some(year),
        2 => {
            let last = rules.last_year();
            Some(last - (last - year).rem_euclid(100))
        }
        _ => None,
    }
}

/// Up to eight digits at the start, and what follows them.
fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let width = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits(&bytes[..width]).map(|value| (value, &bytes[width..]))
}

fn digits(bytes: &[u8]) -> Option<u32> {
    if bytes.is_empty() || bytes.len() > 8 {
        return None;
    }
    let mut value = 0;
    for byte in bytes {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + u32::from(digit);
    }
    Some(value)
}

/// Nothing, or a time of day with whatever fraction and zone: the civil date written before it is what counts.
fn is_time_tail(bytes: &[u8]) -> bool {
    let Some((first, rest)) = bytes.split_first() else { return true };
    matches!(first, b' ' | b'T' | b't')
        && rest.iter().any(u8::is_ascii_digit)
        && rest.iter().all(|byte| byte.is_ascii_digit() || b":.,+- ZzhAaPpMm".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::{Date, date};

    fn rules(order: DateOrder) -> CellRules {
        CellRules { date_order: order, ..CellRules::new(date(1900, 1, 1)..=date(2046, 12, 31)) }
    }

    fn read(text: &str, order: DateOrder) -> Option<Date> {
        match parse(text, &rules(order)) {
            Cell::Value(CellValue::Date(day)) => day.civil(),
            _ => None,
        }
    }

    #[test]
    fn every_notation_of_one_day() {
        for text in [
            "2018-05-28",
            "2018/05/28",
            "2018-05-28 01:58:27.228285",
            "2018-05-28T23:59:59-03:00",
            "2018-05-28T02:00:00Z",
            "28/05/2018",
            "28/5/2018",
            "28/05/18",
            "28-05-2018",
            "28.05.2018",
            "28/05/2018 14:30",
            "28/05/2018 02:30:00 PM",
            "28/mai/18",
            "28/Mai/2018",
            "28 de maio de 2018",
            "28-maio-2018",
            "20180528",
            "28052018",
        ] {
            assert_eq!(read(text, DateOrder::Unknown), Some(date(2018, 5, 28)), "{text}");
        }
    }

    #[test]
    fn month_first_only_where_the_file_says_so() {
        assert_eq!(read("05/28/2018", DateOrder::Mdy), Some(date(2018, 5, 28)));
        assert_eq!(read("03/01/2023", DateOrder::Mdy), Some(date(2023, 3, 1)));
        assert_eq!(read("03/01/2023", DateOrder::Dmy), Some(date(2023, 1, 3)));
        assert_eq!(
            parse("05/28/2018", &rules(DateOrder::Dmy)),
            Cell::Impossible(Reason::NoSuchMonth { month: 28 })
        );
        assert_eq!(read("05/28/2018", DateOrder::Mixed), Some(date(2018, 5, 28)));
        assert_eq!(parse("03/01/2023", &rules(DateOrder::Mixed)), Cell::Impossible(Reason::DayOrMonthFirst));
        assert_eq!(read("03/03/2023", DateOrder::Mixed), Some(date(2023, 3, 3)));
    }

    #[test]
    fn zero_dates_are_absent() {
        for text in [
            "1899-12-30",
            "1899-12-31",
            "1900-01-00",
            "1900-01-01",
            "0000-00-00",
            "0001-01-01",
            "30/12/1899",
            "00/01/1900",
            "00/00/0000",
            "00/00/00",
            "00000000",
            "1899-12-30 00:00:00",
            "0000-00-00 00:00:00",
        ] {
            assert_eq!(parse(text, &rules(DateOrder::Dmy)), Cell::Missing(Absence::ZeroDate), "{text}");
        }
    }

    #[test]
    fn impossible_dates() {
        for text in ["2214-08-20", "2502-02-03", "1850-01-01"] {
            let Cell::Impossible(reason) = parse(text, &rules(DateOrder::Iso)) else { panic!("{text}") };
            assert!(reason.to_string().starts_with("data impossível"), "{reason}");
        }
        for text in ["31/02/2020", "2020-02-30", "29/02/2023", "00/05/2018"] {
            assert!(
                matches!(parse(text, &rules(DateOrder::Dmy)), Cell::Impossible(Reason::NoSuchDay { .. })),
                "{text}"
            );
        }
        for text in
            ["43248", "ontem", "28/05", "28/05/2018x", "28/05/018", "1/2/3/4", "280/5/2018", "12", "99999999"]
        {
            assert_eq!(parse(text, &rules(DateOrder::Dmy)), Cell::Impossible(Reason::NotADate), "{text}");
        }
    }

    #[test]
    fn two_digit_years_take_the_latest_century_that_the_column_allows() {
        let births = CellRules::new(date(1900, 1, 1)..=date(2026, 11, 30));
        let read = |text| match parse(text, &births) {
            Cell::Value(CellValue::Date(day)) => day.civil(),
            _ => None,
        };
        assert_eq!(read("01/02/47"), Some(date(1947, 2, 1)));
        assert_eq!(read("01/02/26"), Some(date(2026, 2, 1)));
        assert_eq!(read("01/02/27"), Some(date(1927, 2, 1)));
    }
}
