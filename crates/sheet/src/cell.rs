//! One cell, read as what its column is: a value, nothing, or something that cannot be.
//!
//! A cell that cannot be read is never replaced by a likely value: it comes back with the reason, in Portuguese, for
//! the list of what must be looked at by a person.

mod choices;
mod date;
mod day;
mod number;
mod reason;

pub use choices::Choices;
pub use day::Day;
pub use reason::Reason;

use crate::dialect::{DateOrder, Dialect};
use crate::fold::fold;
use crate::safe_csv::opens_as_formula;
use jiff::civil::Date;
use number::Number;
use rust_decimal::Decimal;
use std::fmt;
use std::ops::RangeInclusive;

/// What the cells of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellKind<'a> {
    /// Text, trimmed.
    Text,
    /// A whole number.
    Integer,
    /// A number with a fraction.
    Decimal,
    /// Money in reais, read as whole centavos.
    Money,
    /// A civil date.
    Date,
    /// A year; of a pair such as `2018/2019`, the part asked for.
    Year(YearPart),
    /// Yes or no.
    Bool,
    /// One of a closed list.
    Enum(&'a Choices),
}

/// Which year of a pair "year of make / year of model", as vehicle papers write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum YearPart {
    /// The year of make (*ano de fabricação*), the first of the pair.
    Make,
    /// The year of the model (*ano do modelo*), the second of the pair.
    Model,
}

/// A cell after reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell<'a> {
    /// There is nothing there.
    Missing(Absence),
    /// A value of the kind asked for.
    Value(CellValue<'a>),
    /// There is something that cannot be such a value; its text says why, in Portuguese.
    Impossible(Reason),
}

/// How a cell says that it has nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// Empty or white space.
    Empty,
    /// A word for nothing: `NULL`, `N/D`, `#N/D`, `-`.
    Marker,
    /// The zero of a spreadsheet's or database's calendar, `1899-12-30` and its like.
    ZeroDate,
    /// Year 0, or 1899 and 1900, the years of the zero dates.
    ZeroYear,
}

impl fmt::Display for Absence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "célula vazia",
            Self::Marker => "célula marcada como sem informação",
            Self::ZeroDate => "data ausente (a planilha traz a data zero do sistema de origem)",
            Self::ZeroYear => "ano ausente (a planilha traz o ano zero do sistema de origem)",
        })
    }
}

/// A value read from a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellValue<'a> {
    /// Text without white space around it.
    Text(&'a str),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Decimal(Decimal),
    /// Centavos of real.
    Money(i64),
    /// A civil day.
    Date(Day),
    /// A year.
    Year(i32),
    /// Yes or no.
    Bool(bool),
    /// The position in the list of choices.
    Choice(usize),
}

/// How the cells of a column are to be read: the conventions of the file and what is plausible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellRules {
    /// A lone comma is the decimal mark.
    pub decimal_comma: bool,
    /// The order of day and month.
    pub date_order: DateOrder,
    first: (Day, i32),
    last: (Day, i32),
}

impl CellRules {
    /// Rules with the Brazilian conventions and these plausible days, which also bound years.
    #[must_use]
    pub fn new(plausible: RangeInclusive<Date>) -> Self {
        let (first, last) = plausible.into_inner();
        Self {
            decimal_comma: true,
            date_order: DateOrder::Unknown,
            first: (first.into(), first.year().into()),
            last: (last.into(), last.year().into()),
        }
    }

    /// Rules with the conventions found in a file.
    #[must_use]
    pub fn of(dialect: &Dialect, plausible: RangeInclusive<Date>) -> Self {
        Self { decimal_comma: dialect.decimal_comma, date_order: dialect.date_order, ..Self::new(plausible) }
    }

    fn is_plausible(&self, day: Day) -> bool {
        self.first.0 <= day && day <= self.last.0
    }

    fn first_year(&self) -> i32 {
        self.first.1
    }

    fn last_year(&self) -> i32 {
        self.last.1
    }
}

/// Reads one cell as its column's kind.
#[must_use]
pub fn parse_cell<'a>(kind: CellKind<'_>, text: &'a str, rules: &CellRules) -> Cell<'a> {
    let text = trim(text);
    let Some(&first) = text.as_bytes().first() else {
        return Cell::Missing(Absence::Empty);
    };
    // a million rows have a dozen million cells: the rare cases are told by one byte
    if matches!(first, b'-' | b'#' | b'(' | b'N' | b'n' | 0xe2) {
        if is_marker(text) {
            return Cell::Missing(Absence::Marker);
        }
        if is_formula_error(text) {
            return Cell::Impossible(Reason::FormulaError);
        }
    }
    if !text.is_ascii() && text.contains('\u{fffd}') {
        return Cell::Impossible(Reason::Illegible);
    }
    match kind {
        CellKind::Text => Cell::Value(CellValue::Text(plain_text(text))),
        CellKind::Integer => match short_digits(text) {
            Some(value) => Cell::Value(CellValue::Integer(value)),
            None => number(text, rules, Number::integer, CellValue::Integer),
        },
        CellKind::Decimal => number(text, rules, Number::decimal, CellValue::Decimal),
        CellKind::Money => number(text, rules, Number::centavos, CellValue::Money),
        CellKind::Date => date::parse(text, rules),
        CellKind::Year(part) => year(text, part, rules),
        CellKind::Bool => boolean(text),
        CellKind::Enum(choices) => choice(text, choices),
    }
}

/// Nearly no cell has white space around it, and telling that takes two bytes.
fn trim(text: &str) -> &str {
    match text.as_bytes() {
        [only] if only.is_ascii_graphic() => text,
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}

/// A whole number in up to eighteen digits and nothing else.
fn short_digits(text: &str) -> Option<i64> {
    if text.is_empty() || text.len() > 18 {
        return None;
    }
    text.bytes()
        .try_fold(0_i64, |value, byte| byte.is_ascii_digit().then(|| value * 10 + i64::from(byte - b'0')))
}

fn number<'a, T>(
    text: &str,
    rules: &CellRules,
    take: impl Fn(Number) -> Result<T, Reason>,
    wrap: impl Fn(T) -> CellValue<'a>,
) -> Cell<'a> {
    match Number::parse(text, rules.decimal_comma).and_then(take) {
        Ok(value) => Cell::Value(wrap(value)),
        Err(reason) => Cell::Impossible(reason),
    }
}

/// An apostrophe before what could run as a formula is how exports (ours too, see [`crate::SafeCsv`]) keep it a text;
/// it is not part of the text.
fn plain_text(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if opens_as_formula(rest.trim_start_matches('\'')) => rest.trim_start(),
        _ => text,
    }
}

fn is_marker(text: &str) -> bool {
    const MARKERS: [&str; 11] = ["-", "--", "—", "–", "NULL", "(null)", "N/D", "N/A", "#N/D", "#N/A", "NaN"];
    text.len() <= 6 && MARKERS.iter().any(|marker| text.eq_ignore_ascii_case(marker)) && text != "Nan"
}

fn is_formula_error(text: &str) -> bool {
    const ERRORS: [&str; 11] = [
        "#valor!", "#value!", "#ref!", "#div/0!", "#nome?", "#name?", "#num!", "#nulo!", "#null!", "#erro!",
        "#error!",
    ];
    ERRORS.iter().any(|error| text.eq_ignore_ascii_case(error))
}

fn year<'a>(text: &str, part: YearPart, rules: &CellRules) -> Cell<'a> {
    let found = match four_digits(text) {
        Some(year) => Some(year),
        None => year_pair(text, part).or_else(|| {
            // programs that only know fractions write 2018.0; spreadsheets with a thousands mark, 2.018
            if text.len() < 5 {
                return (text.bytes().all(|byte| byte == b'0')).then_some(0);
            }
            Number::parse(text, rules.decimal_comma).and_then(Number::integer).ok()
        }),
    };
    match found {
        None => Cell::Impossible(Reason::NotAYear),
        Some(0 | 1899 | 1900) => Cell::Missing(Absence::ZeroYear),
        Some(year) => match i32::try_from(year) {
            Ok(fits) if (rules.first_year()..=rules.last_year()).contains(&fits) => {
                Cell::Value(CellValue::Year(fits))
            }
            _ => Cell::Impossible(Reason::ImplausibleYear {
                year,
                first: rules.first_year(),
                last: rules.last_year(),
            }),
        },
    }
}

fn four_digits(text: &str) -> Option<i64> {
    if text.len() == 4 { short_digits(text) } else { None }
}

/// `2018/2019`, `2018-2019`, `2018 / 2019`, `2018/19`.
fn year_pair(text: &str, part: YearPart) -> Option<i64> {
    let (make, model) = text.split_once(['/', '-'])?;
    let make = four_digits(make.trim_end())?;
    let model = model.trim_start();
    let model = match four_digits(model) {
        Some(year) => year,
        None if model.len() == 2 => {
            let short: i64 = model.parse().ok().filter(|year| (0..100).contains(year))?;
            // a model is of the year of make or near it, so the short form counts on from there
            make + (short - make % 100).rem_euclid(100)
        }
        None => return None,
    };
    Some(match part {
        YearPart::Make => make,
        YearPart::Model => model,
    })
}

fn boolean<'a>(text: &str) -> Cell<'a> {
    let value = match text {
        // the usual spellings first: folding costs an allocation
        "1" | "sim" | "Sim" | "SIM" | "S" | "s" | "x" | "X" | "true" => Some(true),
        "0" | "não" | "Não" | "NÃO" | "N" | "n" | "false" => Some(false),
        _ => match fold(text).as_str() {
            "sim" | "s" | "x" | "true" | "verdadeiro" => Some(true),
            "nao" | "n" | "false" | "falso" => Some(false),
            _ => None,
        },
    };
    value.map_or(Cell::Impossible(Reason::NotABool), |value| Cell::Value(CellValue::Bool(value)))
}

fn choice<'a>(text: &str, choices: &Choices) -> Cell<'a> {
    let position = choices.position(text);
    position.map_or(Cell::Impossible(Reason::NotInList), |at| Cell::Value(CellValue::Choice(at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn read(kind: CellKind<'_>, text: &'static str) -> Cell<'static> {
        parse_cell(kind, text, &CellRules::new(date(1900, 1, 1)..=date(2046, 12, 31)))
    }

    #[test]
    fn nothing_is_missing_in_every_kind() {
        for kind in [CellKind::Text, CellKind::Date, CellKind::Money, CellKind::Bool] {
            assert_eq!(read(kind, " \u{a0}\t"), Cell::Missing(Absence::Empty));
            for marker in ["-", "NULL", "null", "N/D", "#N/D", "nan"] {
                assert_eq!(read(kind, marker), Cell::Missing(Absence::Marker), "{marker}");
            }
            assert_eq!(read(kind, "#REF!"), Cell::Impossible(Reason::FormulaError));
            assert_eq!(read(kind, "Jo\u{fffd}o"), Cell::Impossible(Reason::Illegible));
        }
    }

    #[test]
    fn text_is_trimmed_and_loses_only_the_guard_against_formulas() {
        assert_eq!(read(CellKind::Text, "  João \n"), Cell::Value(CellValue::Text("João")));
        assert_eq!(read(CellKind::Text, "Nan"), Cell::Value(CellValue::Text("Nan")));
        assert_eq!(read(CellKind::Text, "'=1+1"), Cell::Value(CellValue::Text("=1+1")));
        assert_eq!(read(CellKind::Text, "'t Hart"), Cell::Value(CellValue::Text("'t Hart")));
        assert_eq!(
            read(CellKind::Text, "\u{a0}+55 51 0000-0000"),
            Cell::Value(CellValue::Text("+55 51 0000-0000"))
        );
    }

    #[test]
    fn years_alone_and_in_pairs() {
        let make = CellKind::Year(YearPart::Make);
        let model = CellKind::Year(YearPart::Model);
        assert_eq!(read(make, "2018"), Cell::Value(CellValue::Year(2018)));
        assert_eq!(read(make, "2018/2019"), Cell::Value(CellValue::Year(2018)));
        assert_eq!(read(model, "2018/2019"), Cell::Value(CellValue::Year(2019)));
        assert_eq!(read(model, "2018 / 19"), Cell::Value(CellValue::Year(2019)));
        assert_eq!(read(model, "1999/00"), Cell::Value(CellValue::Year(2000)));
        assert_eq!(read(make, "2018.0"), Cell::Value(CellValue::Year(2018)));
        assert_eq!(read(make, "2.018"), Cell::Value(CellValue::Year(2018)));
        assert_eq!(read(make, "0"), Cell::Missing(Absence::ZeroYear));
        assert_eq!(read(make, "1900"), Cell::Missing(Absence::ZeroYear));
        assert!(matches!(read(make, "2214"), Cell::Impossible(Reason::ImplausibleYear { year: 2214, .. })));
        assert!(matches!(read(make, "20188"), Cell::Impossible(Reason::ImplausibleYear { .. })));
        for text in ["18", "28/05/2018", "dois mil", "201", "18/19"] {
            assert_eq!(read(make, text), Cell::Impossible(Reason::NotAYear), "{text}");
        }
    }

    #[test]
    fn yes_and_no() {
        for text in ["sim", "SIM", "S", "s", "1", "x", "X", "true", "Verdadeiro"] {
            assert_eq!(read(CellKind::Bool, text), Cell::Value(CellValue::Bool(true)), "{text}");
        }
        for text in ["não", "NAO", "N", "0", "FALSE", "falso", "na\u{303}o"] {
            assert_eq!(read(CellKind::Bool, text), Cell::Value(CellValue::Bool(false)), "{text}");
        }
        assert_eq!(read(CellKind::Bool, "talvez"), Cell::Impossible(Reason::NotABool));
    }

    #[test]
    fn closed_lists() {
        let fuels =
            Choices::new([&["álcool/gasolina", "flex"][..], &["elétrico"]].map(|w| w.iter().copied()));
        assert_eq!(read(CellKind::Enum(&fuels), "ÁLCOOL/GASOLINA"), Cell::Value(CellValue::Choice(0)));
        assert_eq!(read(CellKind::Enum(&fuels), "eletrico"), Cell::Value(CellValue::Choice(1)));
        assert_eq!(read(CellKind::Enum(&fuels), "vapor"), Cell::Impossible(Reason::NotInList));
    }
}
