//! Days counted one by one: terms, month ends, Easter, business days.

use jiff::civil::{Date, Weekday, date};
use serde_json::{Value as Json, json};

use super::book::{Answers, Book, day, text};

/// `(amount, unit)` of "15 dias úteis"; the unit by its first letters: h, d, u (business days), m, a.
pub fn term(words: &str) -> (i32, char) {
    let (n, unit) = words.split_once(' ').unwrap();
    let unit = if unit.contains("út") { 'u' } else { unit.chars().next().unwrap() };
    (n.parse().unwrap(), unit)
}

pub fn last_day(y: i16, m: i8) -> i8 {
    [31, 30, 29, 28].into_iter().find(|d| Date::new(y, m, *d).is_ok()).unwrap()
}

/// Day by day, or month by month with the day kept or cut to what the month has.
pub fn shift(from: Date, n: i32, unit: char, cut: bool) -> Date {
    let mut d = from;
    if unit == 'd' {
        (0..n.abs()).for_each(|_| d = if n > 0 { d.tomorrow().unwrap() } else { d.yesterday().unwrap() });
        return d;
    }
    let months = if unit == 'a' { n * 12 } else { n };
    let (mut y, mut m) = (from.year(), from.month());
    for _ in 0..months.abs() {
        m += if months > 0 { 1 } else { -1 };
        if m == 13 || m == 0 {
            y += if m == 13 { 1 } else { -1 };
            m = if m == 13 { 1 } else { 12 };
        }
    }
    if from.day() <= last_day(y, m) {
        date(y, m, from.day())
    } else if cut {
        date(y, m, last_day(y, m))
    } else {
        date(y, m, last_day(y, m)).tomorrow().unwrap()
    }
}

impl Book {
    /// Whether months end on the last day there is, and not on the next month's first.
    pub fn cuts(&self, answers: &Answers) -> bool {
        self.norm().get("meses").is_none_or(|m| self.pick(m, answers) == "para_baixo")
    }

    pub fn easter(year: i16) -> Date {
        // the first Sunday after the full moon of spring, by the table of golden numbers
        let golden = i32::from(year) % 19;
        let century = i32::from(year) / 100 + 1;
        let gap = 3 * century / 4 - 12;
        let moon = (11 * (golden + 1) + 20 + (8 * century + 5) / 25 - 5 - gap).rem_euclid(30);
        let moon = if (moon == 25 && golden + 1 > 11) || moon == 24 { moon + 1 } else { moon };
        let full = if 44 - moon < 21 { 44 - moon + 30 } else { 44 - moon };
        let mut d = shift(date(year, 3, 1), full - 1, 'd', true).tomorrow().unwrap();
        while d.weekday() != Weekday::Sunday {
            d = d.tomorrow().unwrap();
        }
        d
    }

    /// `(is a business day, a deadline may end on it)`.
    pub fn workday(&self, d: Date, answers: &Answers) -> (bool, bool) {
        const FIXED: [(i8, i8, i16); 9] = [
            (1, 1, 0),
            (4, 21, 0),
            (5, 1, 0),
            (9, 7, 0),
            (10, 12, 0),
            (11, 2, 0),
            (11, 15, 0),
            (11, 20, 2024),
            (12, 25, 0),
        ];
        let (y, md) = (d.year(), (d.month(), d.day()));
        let mut holiday = FIXED.iter().any(|(m, dd, from)| (*m, *dd) == md && y >= *from);
        let easter = Self::easter(y);
        holiday |= d == shift(easter, -2, 'd', true);
        let mut kinds = Vec::new();
        for f in self.of("feriado") {
            let year = |k: &str, or: i64| f.get(k).and_then(Json::as_i64).unwrap_or(or);
            let in_years = (year("de_ano", 0)..=year("ate_ano", 9999)).contains(&i64::from(y));
            let fixed = text(f, "dia") == format!("{:02}-{:02}", md.0, md.1);
            let moves = f.get("pascoa").and_then(Json::as_i64);
            let moves = moves.is_some_and(|n| shift(easter, i32::try_from(n).unwrap(), 'd', true) == d);
            if in_years && (fixed || moves) {
                kinds.push(text(f, "tipo"));
            }
        }
        kinds.extend(self.of("dia").iter().filter(|x| day(&x["data"]) == Some(d)).map(|x| text(x, "tipo")));
        holiday |= kinds.iter().any(|k| *k == "feriado" || k.is_empty());
        let saturday = self.norm().get("sabado_util").is_some_and(|s| self.pick(s, answers) == &json!(true));
        let rest = d.weekday() == Weekday::Sunday
            || d.weekday() == Weekday::Saturday && !saturday
            || kinds.contains(&"facultativo");
        let reopened = kinds.contains(&"expediente");
        let business = !holiday && (reopened || !rest);
        (business, business && (reopened || !kinds.contains(&"meio_expediente")))
    }
}
