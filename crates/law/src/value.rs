//! Values of facts, parameters and limits.

use std::fmt;

use brasil::money::decimal_pt;
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::Id;

/// What a fact, a parameter or the limit of a comparison is worth.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// Yes or no.
    Bool(bool),
    /// A whole number: years, seats, a year of manufacture.
    Int(i64),
    /// An exact decimal: an amount in reais, a measure.
    Decimal(Decimal),
    /// A civil date.
    Date(Date),
    /// A symbol of a closed list, or free text.
    Text(Id),
}

impl Value {
    /// A number so many times over; nothing of what is no number.
    #[must_use]
    pub fn times(&self, times: Decimal) -> Option<Value> {
        let number = match self {
            Value::Int(n) => Decimal::from(*n),
            Value::Decimal(d) => *d,
            Value::Bool(_) | Value::Date(_) | Value::Text(_) => return None,
        };
        number.checked_mul(times).map(|n| Value::Decimal(n.normalize()))
    }

    /// The value as plain data: dates and decimals become text, so that nothing is lost on the way.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Value::Bool(b) => (*b).into(),
            Value::Int(i) => (*i).into(),
            Value::Decimal(d) => d.to_string().into(),
            Value::Date(d) => d.to_string().into(),
            Value::Text(t) => t.as_ref().into(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(true) => f.write_str("sim"),
            Value::Bool(false) => f.write_str("não"),
            Value::Int(i) => write!(f, "{i}"),
            Value::Decimal(d) => f.write_str(&decimal_pt(*d)),
            Value::Date(d) => f.write_str(&date_pt(*d)),
            Value::Text(t) => f.write_str(t),
        }
    }
}

/// A date as it is written in Brazil: `30/11/2026`.
#[must_use]
pub fn date_pt(date: Date) -> String {
    let two = |n: u16| [n / 10 % 10, n % 10];
    let Ok(year) = u16::try_from(date.year()) else {
        return format!("{:02}/{:02}/{:04}", date.day(), date.month(), date.year());
    };
    let (day, month) = (date.day().unsigned_abs().into(), date.month().unsigned_abs().into());
    // most reasons name a date: digit by digit, without the machinery of formats
    let mut out = String::with_capacity(10);
    for (n, part) in [two(day), two(month), two(year / 100), two(year)].into_iter().enumerate() {
        if matches!(n, 1 | 2) {
            out.push('/');
        }
        out.extend(part.into_iter().map(|d| char::from(b'0' + d as u8)));
    }
    out
}

/// Days since 1970-01-01, the integer form of a date in a column.
#[must_use]
pub fn day_number(date: Date) -> i32 {
    // Howard Hinnant's civil-day arithmetic: no table, no loop.
    let (y, m, d) = (i32::from(date.year()), i32::from(date.month()), i32::from(date.day()));
    let y = if m <= 2 { y - 1 } else { y };
    let era = y.div_euclid(400);
    let yoe = y.rem_euclid(400);
    let doy = (153 * ((m + 9) % 12) + 2) / 5 + d - 1;
    let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    era * 146_097 + doe - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn dates_are_written_as_in_brazil() {
        assert_eq!(date_pt(date(2026, 11, 30)), "30/11/2026");
        assert_eq!(date_pt(date(988, 1, 2)), "02/01/0988");
        assert_eq!(date_pt(date(-44, 3, 15)), "15/03/-044");
    }

    #[test]
    fn day_numbers_count_from_1970() {
        assert_eq!(day_number(date(1970, 1, 1)), 0);
        assert_eq!(day_number(date(2000, 3, 1)), 11_017);
        assert_eq!(day_number(date(1969, 12, 31)), -1);
    }
}
