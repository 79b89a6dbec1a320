//! Money in centavos and numbers in Brazilian writing.
//!
//! Amounts are whole centavos; reference units, rates and factors are [`Decimal`]. A computation stays in decimals
//! and is rounded **once**, when it becomes money. There is no conversion from floating point and no division:
//! both lose centavos in silence.

use std::fmt;
use std::str::FromStr;

use rust_decimal::{Decimal, RoundingStrategy};

/// How a decimal amount becomes whole centavos. Directions look at the magnitude, so a credit and a debit of the same
/// size round alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To the nearest centavo, half a centavo away from zero: the everyday rule, and the one that reproduces the
    /// published chain of municipal reference units.
    HalfUp,
    /// To the nearest centavo, half a centavo to the even neighbour (ABNT NBR 5891).
    HalfEven,
    /// Fractions of a centavo are dropped.
    Down,
    /// Any fraction of a centavo becomes a whole one.
    Up,
}

impl Rounding {
    fn strategy(self) -> RoundingStrategy {
        match self {
            Self::HalfUp => RoundingStrategy::MidpointAwayFromZero,
            Self::HalfEven => RoundingStrategy::MidpointNearestEven,
            Self::Down => RoundingStrategy::ToZero,
            Self::Up => RoundingStrategy::AwayFromZero,
        }
    }
}

/// An amount in Brazilian reais, held as whole centavos. Negative amounts are debts the other way (refunds).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Brl(i64);

/// Why a text is not an amount of money.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Nothing was written.
    #[error("falta o valor; escreva, por exemplo, 1.234,56")]
    Empty,
    /// A character that does not belong in an amount.
    #[error("o valor “{text}” tem o caractere “{found}”, que não é número; escreva, por exemplo, 1.234,56")]
    Unexpected {
        /// What was written.
        text: String,
        /// The first character that does not belong.
        found: char,
    },
    /// Thousands separators in the wrong places, or more than one decimal mark.
    #[error(
        "não é possível saber quanto é “{text}”; escreva com vírgula nos centavos, por exemplo, 1.234,56"
    )]
    Grouping {
        /// What was written.
        text: String,
    },
    /// More than two decimal places: an amount of money ends at the centavo.
    #[error("o valor “{text}” tem mais de duas casas depois da vírgula; o menor valor é um centavo")]
    TooPrecise {
        /// What was written.
        text: String,
    },
    /// Larger than the type holds (about 92 quadrillion reais).
    #[error("o valor “{text}” é grande demais")]
    TooLarge {
        /// What was written.
        text: String,
    },
}

impl Brl {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// An amount from whole centavos: R$ 214,20 is `Brl::from_centavos(214_20)`.
    #[must_use]
    pub const fn from_centavos(centavos: i64) -> Self {
        Self(centavos)
    }

    /// The amount in whole centavos.
    #[must_use]
    pub const fn centavos(self) -> i64 {
        self.0
    }

    /// The sum, or nothing if it does not fit.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(sum) => Some(Self(sum)),
            None => None,
        }
    }

    /// The difference, or nothing if it does not fit.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(difference) => Some(Self(difference)),
            None => None,
        }
    }

    /// The amount a whole number of times ("em dobro" is `times(2)`), or nothing if it does not fit.
    #[must_use]
    pub const fn times(self, factor: i64) -> Option<Self> {
        match self.0.checked_mul(factor) {
            Some(product) => Some(Self(product)),
            None => None,
        }
    }

    /// The sum of many amounts, or nothing if it does not fit.
    #[must_use]
    pub fn sum(amounts: impl IntoIterator<Item = Self>) -> Option<Self> {
        amounts.into_iter().try_fold(Self::ZERO, Self::checked_add)
    }

    /// Rounds an amount in reais to centavos; nothing if it does not fit. This is the one rounding of a computation.
    #[must_use]
    pub fn from_decimal(reais: Decimal, rounding: Rounding) -> Option<Self> {
        let rounded = reais.round_dp_with_strategy(2, rounding.strategy());
        let centavos = rounded.checked_mul(Decimal::ONE_HUNDRED)?;
        i64::try_from(centavos.trunc()).ok().map(Self)
    }

    /// The amount in reais with exactly two decimal places.
    #[must_use]
    pub fn to_decimal(self) -> Decimal {
        Decimal::new(self.0, 2)
    }

    /// Reads an amount as people and files write it: `1.234,56`, `R$ 1.234,56`, `1234,5`, `-10,00`, and the machine
    /// form `1234.56`. A dot followed by exactly three digits separates thousands (`1.234` is one thousand two hundred
    /// and thirty-four), as everywhere in Brazil.
    ///
    /// # Errors
    /// Says what stands in the way; never guesses (`1.23,45`, `12.34.5` and `1,234.56` are refused).
    pub fn parse(text: &str) -> Result<Self, MoneyError> {
        let (negative, body) = strip_sign_and_symbol(text);
        if body.is_empty() {
            return Err(MoneyError::Empty);
        }
        if let Some(found) = body.chars().find(|c| !c.is_ascii_digit() && !matches!(c, '.' | ',')) {
            return Err(MoneyError::Unexpected { text: text.trim().to_owned(), found });
        }
        let (whole, fraction) = split_decimal(body, text)?;
        let centavos = to_centavos(&whole, fraction)
            .ok_or_else(|| MoneyError::TooLarge { text: text.trim().to_owned() })?;
        Ok(Self(if negative { -centavos } else { centavos }))
    }
}

/// Takes off spaces, `R$` and one minus sign, which may stand before or after the symbol.
fn strip_sign_and_symbol(text: &str) -> (bool, &str) {
    let body = text.trim();
    let (before, body) = match body.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, body),
    };
    let body = body.strip_prefix("R$").or_else(|| body.strip_prefix("r$")).unwrap_or(body).trim_start();
    match body.strip_prefix('-') {
        Some(rest) if !before => (true, rest.trim_start()),
        _ => (before, body),
    }
}

/// Splits into whole digits and at most two decimal digits, deciding what each mark means.
fn split_decimal<'a>(body: &'a str, text: &str) -> Result<(String, &'a str), MoneyError> {
    let grouping = || MoneyError::Grouping { text: text.trim().to_owned() };
    let (whole, fraction) = match (body.split_once(','), body.rsplit_once('.')) {
        (Some((whole, fraction)), _) => (whole, fraction),
        // without a comma, a single dot that cannot separate thousands is the machine's decimal mark
        (None, Some((whole, fraction))) if !whole.contains('.') && fraction.len() != 3 => (whole, fraction),
        _ => (body, "0"),
    };
    if whole.is_empty() || fraction.is_empty() || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return Err(grouping());
    }
    if fraction.len() > 2 {
        return Err(MoneyError::TooPrecise { text: text.trim().to_owned() });
    }
    let groups: Vec<&str> = whole.split('.').collect();
    let well_grouped = match groups.as_slice() {
        [_] => true,
        [first, rest @ ..] => (1..=3).contains(&first.len()) && rest.iter().all(|group| group.len() == 3),
        [] => false,
    };
    if well_grouped { Ok((groups.concat(), fraction)) } else { Err(grouping()) }
}

fn to_centavos(whole: &str, fraction: &str) -> Option<i64> {
    let reais: i64 = whole.parse().ok()?;
    let part: i64 = fraction.parse().ok()?;
    let part = if fraction.len() == 1 { part * 10 } else { part };
    reais.checked_mul(100)?.checked_add(part)
}

impl FromStr for Brl {
    type Err = MoneyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl fmt::Display for Brl {
    /// `R$ 1.234,56` with a no-break space after the symbol, so that an amount is never torn at the end of a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}R$\u{a0}{},{:02}", group_thousands(&(magnitude / 100).to_string()), magnitude % 100)
    }
}

/// Writes a number as Brazilians do, `1.234,56`, keeping the number of decimal places it came with.
#[must_use]
pub fn decimal_pt(number: Decimal) -> String {
    let text = number.abs().to_string();
    let sign = if number.is_sign_negative() && !number.is_zero() { "-" } else { "" };
    match text.split_once('.') {
        Some((whole, fraction)) => format!("{sign}{},{fraction}", group_thousands(whole)),
        None => format!("{sign}{}", group_thousands(&text)),
    }
}

fn group_thousands(digits: &str) -> String {
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            grouped.push('.');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn dec(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn reads_what_people_write() {
        for (text, centavos) in [
            ("1.234,56", 123_456),
            ("R$ 1.234,56", 123_456),
            ("R$\u{a0}1.234,56", 123_456),
            ("1234.56", 123_456),
            ("1234,5", 123_450),
            ("R$ 8.887,00", 888_700),
            ("1.234", 123_400),
            ("1.234.567", 123_456_700),
            ("0,01", 1),
            ("10", 1_000),
            ("-R$ 10,00", -1_000),
            ("R$ -10,00", -1_000),
        ] {
            assert_eq!(Brl::parse(text), Ok(Brl::from_centavos(centavos)), "{text}");
        }
    }

    #[test]
    fn refuses_to_guess() {
        for text in ["1.23,45", "12.34.5", "1,234.56", "1,2,3", ",50", "10,", "1..234", "--1", "1.2345.678"] {
            assert!(Brl::parse(text).is_err(), "{text}");
        }
        assert_eq!(Brl::parse(" "), Err(MoneyError::Empty));
        assert_eq!(Brl::parse("R$"), Err(MoneyError::Empty));
        assert!(matches!(Brl::parse("3 reais"), Err(MoneyError::Unexpected { found: ' ', .. })));
        assert!(matches!(Brl::parse("1,234"), Err(MoneyError::TooPrecise { .. })));
        assert!(matches!(Brl::parse("99999999999999999999"), Err(MoneyError::TooLarge { .. })));
        assert!(Brl::parse("x").unwrap_err().to_string().contains("não é número"));
    }

    #[test]
    fn prints_with_a_no_break_space() {
        assert_eq!(Brl::from_centavos(123_456).to_string(), "R$\u{a0}1.234,56");
        assert_eq!(Brl::from_centavos(5).to_string(), "R$\u{a0}0,05");
        assert_eq!(Brl::from_centavos(-100_000_000).to_string(), "-R$\u{a0}1.000.000,00");
        assert_eq!(Brl::from_centavos(i64::MIN).to_string(), "-R$\u{a0}92.233.720.368.547.758,08");
    }

    #[test]
    fn writes_decimals_with_their_own_scale() {
        assert_eq!(decimal_pt(dec("1234.56")), "1.234,56");
        assert_eq!(decimal_pt(dec("3.570")), "3,570");
        assert_eq!(decimal_pt(dec("1000000")), "1.000.000");
        assert_eq!(decimal_pt(dec("-0.5")), "-0,5");
        assert_eq!(decimal_pt(dec("-0.00")), "0,00");
    }

    #[test]
    fn rounds_once_in_the_named_way() {
        let cases = [
            (Rounding::HalfUp, "2.345", 235),
            (Rounding::HalfUp, "-2.345", -235),
            (Rounding::HalfEven, "2.345", 234),
            (Rounding::HalfEven, "2.355", 236),
            (Rounding::Down, "2.349", 234),
            (Rounding::Down, "-2.349", -234),
            (Rounding::Up, "2.341", 235),
            (Rounding::Up, "2.34", 234),
        ];
        for (rounding, reais, centavos) in cases {
            assert_eq!(
                Brl::from_decimal(dec(reais), rounding),
                Some(Brl::from_centavos(centavos)),
                "{reais}"
            );
        }
        assert_eq!(Brl::from_decimal(Decimal::MAX, Rounding::HalfUp), None);
    }

    /// The municipal unit of Caraguatatuba, corrected by the price index of each year, rounds half up at every step.
    #[test]
    fn follows_the_published_chain_of_a_reference_unit() {
        let mut unit = dec("3.57");
        for (index, published) in [("1.0477", 374), ("1.1108", 415), ("1.0646", 442), ("1.0414", 460)] {
            let next = Brl::from_decimal(unit * dec(index), Rounding::HalfUp).unwrap();
            assert_eq!(next, Brl::from_centavos(published));
            unit = next.to_decimal();
        }
        let sixty = Brl::from_decimal(dec("3.57") * dec("60"), Rounding::HalfUp).unwrap();
        assert_eq!(sixty.to_string(), "R$\u{a0}214,20");
    }

    #[test]
    fn arithmetic_never_wraps() {
        let most = Brl::from_centavos(i64::MAX);
        assert_eq!(most.checked_add(Brl::from_centavos(1)), None);
        assert_eq!(Brl::from_centavos(i64::MIN).checked_sub(Brl::from_centavos(1)), None);
        assert_eq!(most.times(2), None);
        assert_eq!(Brl::from_centavos(21_420).times(2), Some(Brl::from_centavos(42_840)));
        assert_eq!(Brl::sum([Brl::from_centavos(1), Brl::from_centavos(2)]), Some(Brl::from_centavos(3)));
        assert!(Brl::from_centavos(99) < Brl::from_centavos(100));
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(centavos in -9_000_000_000_000_000_i64..9_000_000_000_000_000) {
            let amount = Brl::from_centavos(centavos);
            prop_assert_eq!(Brl::parse(&amount.to_string()), Ok(amount));
            prop_assert_eq!(Brl::parse(&amount.to_decimal().to_string()), Ok(amount));
            prop_assert_eq!(Brl::from_decimal(amount.to_decimal(), Rounding::Down), Some(amount));
        }

        #[test]
        fn whatever_is_accepted_means_the_same_when_printed(text in "[-R$ 0-9.,x\u{a0}]{0,14}") {
            if let Ok(amount) = Brl::parse(&text) {
                prop_assert_eq!(Brl::parse(&amount.to_string()), Ok(amount));
            } else {
                prop_assert!(!Brl::parse(&text).unwrap_err().to_string().is_empty());
            }
        }
    }
}
