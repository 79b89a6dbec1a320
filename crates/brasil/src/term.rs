//! Spans of time as laws write them ("15 dias", "10 dias úteis", "6 meses") and the arithmetic of months and years.
//!
//! A span is one number and one unit. Counting it against a calendar of business days is [`crate::calendar`]'s work;
//! here is what depends on the civil calendar alone.

use std::fmt;
use std::str::FromStr;

use jiff::Span;
use jiff::civil::Date;

/// The unit of a span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Hours, counted minute to minute (Código Civil, art. 132, § 4º).
    Hour,
    /// Running days ("dias", "dias corridos").
    Day,
    /// Days with public service ("dias úteis").
    BusinessDay,
    /// Months, counted date to date.
    Month,
    /// Years, counted as twelve months.
    Year,
}

/// A span of time: an amount of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// How many units.
    pub amount: u32,
    /// Of what.
    pub unit: Unit,
}

/// Why a text is not a span of time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermError {
    /// Nothing was written.
    #[error("falta o prazo; escreva um número e uma unidade, por exemplo, 15 dias, 10 dias úteis ou 6 meses")]
    Empty,
    /// It does not begin with a whole number.
    #[error(
        "“{text}” não começa com um número inteiro; escreva, por exemplo, 15 dias, 10 dias úteis ou 6 meses"
    )]
    Amount {
        /// What was written.
        text: String,
    },
    /// A span of nothing is not a span.
    #[error("o prazo “{text}” é zero; escreva ao menos 1")]
    Zero {
        /// What was written.
        text: String,
    },
    /// A number without a unit.
    #[error("falta a unidade em “{text}”; as unidades são horas, dias, dias úteis, meses e anos")]
    NoUnit {
        /// What was written.
        text: String,
    },
    /// A unit that is not one of ours.
    #[error("“{unit}” não é unidade de prazo; as unidades são horas, dias, dias úteis, meses e anos")]
    UnknownUnit {
        /// The words after the number.
        unit: String,
    },
}

impl Term {
    /// A span of `amount` units.
    #[must_use]
    pub const fn new(amount: u32, unit: Unit) -> Self {
        Self { amount, unit }
    }

    /// Reads `15 dias`, `1 dia útil`, `10 dias úteis`, `6 meses`, `1 ano`, `24 horas`; also `30 dias corridos`.
    /// Capitals, missing accents and a singular for a plural are forgiven; anything else is refused.
    ///
    /// # Errors
    /// Says what was found and what was expected.
    pub fn parse(text: &str) -> Result<Self, TermError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(TermError::Empty);
        }
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let amount: u32 = number.parse().map_err(|_| TermError::Amount { text: text.to_owned() })?;
        if unit.trim().is_empty() {
            return Err(TermError::NoUnit { text: text.to_owned() });
        }
        if !unit.starts_with(char::is_whitespace) {
            // "1,5 mês", "2-3 dias": the number did not end where a whole number ends
            return Err(TermError::Amount { text: text.to_owned() });
        }
        let words = unit.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ");
        let unit = unit_of(&words).ok_or_else(|| TermError::UnknownUnit { unit: words.clone() })?;
        if amount == 0 {
            return Err(TermError::Zero { text: text.to_owned() });
        }
        Ok(Self { amount, unit })
    }
}

fn unit_of(words: &str) -> Option<Unit> {
    Some(match words {
        "hora" | "horas" => Unit::Hour,
        "dia" | "dias" | "dia corrido" | "dias corridos" => Unit::Day,
        "dia útil" | "dias úteis" | "dia util" | "dias uteis" => Unit::BusinessDay,
        "mês" | "mes" | "meses" => Unit::Month,
        "ano" | "anos" => Unit::Year,
        _ => return None,
    })
}

impl FromStr for Term {
    type Err = TermError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, many) = match self.unit {
            Unit::Hour => ("hora", "horas"),
            Unit::Day => ("dia", "dias"),
            Unit::BusinessDay => ("dia útil", "dias úteis"),
            Unit::Month => ("mês", "meses"),
            Unit::Year => ("ano", "anos"),
        };
        write!(f, "{} {}", self.amount, if self.amount == 1 { one } else { many })
    }
}

/// What a span of months does when the target month has no such day (31 January plus one month).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MonthEnd {
    /// It ends on the last day of the month (Lei 9.784/1999, art. 66, § 3º).
    Clamp,
    /// It ends on the day right after, the first of the next month (Código Civil, art. 132, § 3º).
    NextDay,
}

/// Adds months date to date (negative goes back), or nothing outside the years the calendar knows.
#[must_use]
pub fn add_months(date: Date, months: i32, month_end: MonthEnd) -> Option<Date> {
    let clamped = date.checked_add(Span::new().try_months(months).ok()?).ok()?;
    match month_end {
        MonthEnd::NextDay if clamped.day() != date.day() => clamped.tomorrow().ok(),
        MonthEnd::Clamp | MonthEnd::NextDay => Some(clamped),
    }
}

/// Adds years as twelve months each; see [`add_months`].
#[must_use]
pub fn add_years(date: Date, years: i32, month_end: MonthEnd) -> Option<Date> {
    add_months(date, years.checked_mul(12)?, month_end)
}

/// The difference between the calendar years of two dates, whatever the day: how laws count the age of a vehicle by
/// its year of manufacture. 31 December 2015 to 1 January 2026 is 11.
#[must_use]
pub fn years_between_calendar(from: Date, to: Date) -> i32 {
    i32::from(to.year()) - i32::from(from.year())
}

/// Whole months completed between two dates; negative when `to` is earlier. The month is complete on the day
/// [`add_months`] gives.
#[must_use]
pub fn full_months(from: Date, to: Date, month_end: MonthEnd) -> i32 {
    if to < from {
        return -full_months(to, from, month_end);
    }
    let apart = years_between_calendar(from, to) * 12 + i32::from(to.month()) - i32::from(from.month());
    // a 31st under `NextDay` completes its month on the 1st of the month after, hence up to two months' correction
    (0..=2)
        .map(|less| apart - less)
        .find(|&months| add_months(from, months, month_end).is_some_and(|complete| complete <= to))
        .unwrap_or(0)
}

/// Whole years completed between two dates: a person's age. Someone born on 29 February completes a year on 28
/// February under [`MonthEnd::Clamp`] and on 1 March under [`MonthEnd::NextDay`], the rule of the Código Civil.
#[must_use]
pub fn full_years(from: Date, to: Date, month_end: MonthEnd) -> i32 {
    full_months(from, to, month_end) / 12
}

/// How the last day of a validity is found from its first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PeriodEnd {
    /// Valid through the same date of the target month or year (15 March 2024 to 15 March 2025).
    SameDate,
    /// Valid for exactly so much time, so through the day before (15 March 2024 to 14 March 2025). The next period
    /// begins on the day after, and no day is counted twice.
    DayBefore,
}

/// The last valid day of a period that begins on `first`. Nothing for hours and business days, which need a clock or
/// a calendar, and outside the years the calendar knows.
#[must_use]
pub fn last_day(first: Date, term: &Term, end: PeriodEnd) -> Option<Date> {
    let amount = i32::try_from(term.amount).ok()?;
    let months = match term.unit {
        Unit::Hour | Unit::BusinessDay => return None,
        Unit::Day => {
            let same = first.checked_add(Span::new().try_days(amount).ok()?).ok()?;
            return if end == PeriodEnd::SameDate { Some(same) } else { same.yesterday().ok() };
        }
        Unit::Month => amount,
        Unit::Year => amount.checked_mul(12)?,
    };
    match end {
        PeriodEnd::SameDate => add_months(first, months, MonthEnd::Clamp),
        // the first day outside of the period is the one the Civil Code names, so a leap day loses nothing
        PeriodEnd::DayBefore => add_months(first, months, MonthEnd::NextDay)?.yesterday().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::ToSpan as _;
    use jiff::civil::date;
    use proptest::prelude::*;

    #[test]
    fn reads_the_spans_laws_use() {
        for (text, amount, unit) in [
            ("15 dias", 15, Unit::Day),
            ("1 dia", 1, Unit::Day),
            ("30 dias corridos", 30, Unit::Day),
            ("10 dias úteis", 10, Unit::BusinessDay),
            ("1 dia útil", 1, Unit::BusinessDay),
            ("10  Dias Uteis", 10, Unit::BusinessDay),
            ("6 meses", 6, Unit::Month),
            ("1 mês", 1, Unit::Month),
            ("1 ano", 1, Unit::Year),
            ("24 horas", 24, Unit::Hour),
        ] {
            assert_eq!(Term::parse(text), Ok(Term::new(amount, unit)), "{text}");
        }
    }

    #[test]
    fn says_what_was_expected() {
        assert_eq!(Term::parse(""), Err(TermError::Empty));
        for text in ["dias", "quinze dias", "1,5 mês", "-3 dias", "99999999999 dias", "15dias"] {
            assert_eq!(Term::parse(text), Err(TermError::Amount { text: text.to_owned() }), "{text}");
        }
        assert_eq!(Term::parse("15"), Err(TermError::NoUnit { text: "15".to_owned() }));
        assert_eq!(Term::parse("0 dias"), Err(TermError::Zero { text: "0 dias".to_owned() }));
        let unknown = Term::parse("2 semanas").unwrap_err();
        assert_eq!(
            unknown.to_string(),
            "“semanas” não é unidade de prazo; as unidades são horas, dias, dias úteis, meses e anos"
        );
    }

    #[test]
    fn a_missing_day_follows_the_chosen_law() {
        let end_of_january = date(2026, 1, 31);
        assert_eq!(add_months(end_of_january, 1, MonthEnd::Clamp), Some(date(2026, 2, 28)));
        assert_eq!(add_months(end_of_january, 1, MonthEnd::NextDay), Some(date(2026, 3, 1)));
        assert_eq!(add_months(date(2024, 2, 29), 12, MonthEnd::NextDay), Some(date(2025, 3, 1)));
        assert_eq!(add_years(date(2024, 2, 29), 1, MonthEnd::Clamp), Some(date(2025, 2, 28)));
        assert_eq!(add_months(date(2026, 8, 31), -6, MonthEnd::Clamp), Some(date(2026, 2, 28)));
        assert_eq!(add_months(date(9999, 12, 1), 1, MonthEnd::Clamp), None);
        assert_eq!(add_years(date(2026, 1, 1), i32::MAX, MonthEnd::Clamp), None);
        assert_eq!(add_months(date(2026, 1, 1), i32::MIN, MonthEnd::Clamp), None);
        assert_eq!(last_day(date(2026, 1, 1), &Term::new(u32::MAX, Unit::Day), PeriodEnd::SameDate), None);
        assert_eq!(
            last_day(date(2026, 1, 1), &Term::new(2_000_000_000, Unit::Day), PeriodEnd::SameDate),
            None
        );
    }

    #[test]
    fn ages() {
        assert_eq!(years_between_calendar(date(2015, 12, 31), date(2026, 1, 1)), 11);
        assert_eq!(full_years(date(2005, 5, 20), date(2026, 5, 19), MonthEnd::NextDay), 20);
        assert_eq!(full_years(date(2005, 5, 20), date(2026, 5, 20), MonthEnd::NextDay), 21);
        assert_eq!(full_years(date(2004, 2, 29), date(2025, 2, 28), MonthEnd::NextDay), 20);
        assert_eq!(full_years(date(2004, 2, 29), date(2025, 2, 28), MonthEnd::Clamp), 21);
        assert_eq!(full_years(date(2004, 2, 29), date(2025, 3, 1), MonthEnd::NextDay), 21);
        assert_eq!(full_months(date(2026, 1, 31), date(2026, 2, 28), MonthEnd::Clamp), 1);
        assert_eq!(full_months(date(2026, 1, 31), date(2026, 2, 28), MonthEnd::NextDay), 0);
        assert_eq!(full_years(date(2026, 1, 2), date(2025, 1, 2), MonthEnd::Clamp), -1);
    }

    /// Field faults BL-24 and BL-25: a renewal starts where the last period ended, and a leap day adds nothing.
    #[test]
    fn periods_of_validity() {
        let year = Term::new(1, Unit::Year);
        assert_eq!(last_day(date(2026, 3, 10), &year, PeriodEnd::DayBefore), Some(date(2027, 3, 9)));
        assert_eq!(last_day(date(2024, 2, 29), &year, PeriodEnd::DayBefore), Some(date(2025, 2, 28)));
        assert_eq!(last_day(date(2024, 3, 15), &year, PeriodEnd::DayBefore), Some(date(2025, 3, 14)));
        assert_eq!(last_day(date(2024, 2, 29), &year, PeriodEnd::SameDate), Some(date(2025, 2, 28)));
        assert_eq!(last_day(date(2024, 3, 15), &year, PeriodEnd::SameDate), Some(date(2025, 3, 15)));
        let thirty = Term::new(30, Unit::Day);
        assert_eq!(last_day(date(2026, 6, 1), &thirty, PeriodEnd::DayBefore), Some(date(2026, 6, 30)));
        assert_eq!(last_day(date(2026, 6, 1), &Term::new(5, Unit::BusinessDay), PeriodEnd::SameDate), None);
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(amount in 1_u32.., unit in 0_usize..5) {
            let unit = [Unit::Hour, Unit::Day, Unit::BusinessDay, Unit::Month, Unit::Year][unit];
            let term = Term::new(amount, unit);
            prop_assert_eq!(Term::parse(&term.to_string()), Ok(term));
        }

        #[test]
        fn added_months_are_full_months(days in 0_i64..40_000, months in 0_i32..600) {
            let start = date(1980, 1, 1).checked_add(days.days()).unwrap();
            for month_end in [MonthEnd::Clamp, MonthEnd::NextDay] {
                let end = add_months(start, months, month_end).unwrap();
                prop_assert_eq!(full_months(start, end, month_end), months);
                if months > 0 {
                    let eve = end.yesterday().unwrap();
                    prop_assert_eq!(full_months(start, eve, month_end), months - 1);
                }
            }
        }
    }
}
