//! The bank boleto (44 positions and the typed line of 47), read and checked. Issuing one needs a bank's registration
//! and is not done here.

use std::fmt;

use jiff::Span;
use jiff::civil::Date;

use crate::check_digits::{modulus_10, remainder_11};
use crate::masks;

/// A boleto whose check digits close: its 44 positions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Boleto(String);

/// Why a text is not a boleto.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoletoError {
    /// Something other than a digit or a separator.
    #[error("o boleto tem “{found}”, que não é algarismo")]
    Character {
        /// The first such character.
        found: char,
    },
    /// Neither 44 nor 47 digits.
    #[error("o código de barras do boleto tem 44 algarismos e a linha digitável tem 47; este tem {found}")]
    Length {
        /// How many digits there are.
        found: usize,
    },
    /// One of the first three fields of the line does not close.
    #[error(
        "o dígito verificador do {field}º campo da linha digitável não confere; digite esse campo de novo"
    )]
    Field {
        /// From 1 to 3.
        field: usize,
    },
    /// The general check digit does not close.
    #[error("o dígito verificador geral do boleto não confere; digite o código de novo")]
    General,
}

impl Boleto {
    /// Reads a bar code of 44 digits or a typed line of 47, with dots, hyphens and spaces or without.
    ///
    /// # Errors
    /// Says what is wrong, and in which field of the line.
    pub fn parse(text: &str) -> Result<Self, BoletoError> {
        let digits = masks::without(text, masks::is_mask);
        if let Some(found) = masks::first_non_digit(&digits) {
            return Err(BoletoError::Character { found });
        }
        let code = match digits.len() {
            44 => digits,
            47 => from_line(&digits)?,
            found => return Err(BoletoError::Length { found }),
        };
        let general = general_digit(&format!("{}{}", &code[..4], &code[5..]));
        if code[4..].starts_with(general) { Ok(Self(code)) } else { Err(BoletoError::General) }
    }

    /// The 44 digits that the bars carry.
    #[must_use]
    pub fn bar_code(&self) -> &str {
        &self.0
    }

    /// The 47 digits a person types, without separators.
    #[must_use]
    pub fn line(&self) -> String {
        let c = &self.0;
        let fields = [format!("{}{}", &c[..4], &c[19..24]), c[24..34].to_owned(), c[34..].to_owned()];
        let fields = fields.map(|field| format!("{field}{}", masks::digit(modulus_10(&field))));
        format!("{}{}", fields.concat(), &c[4..19])
    }

    /// The due-date factor: positions 6 to 9.
    #[must_use]
    pub fn factor(&self) -> &str {
        &self.0[5..9]
    }
}

fn from_line(line: &str) -> Result<String, BoletoError> {
    for (field, range) in [(1, 0..10), (2, 10..21), (3, 21..32)] {
        let whole = &line[range];
        let (digits, check) = whole.split_at(whole.len() - 1);
        if check != modulus_10(digits).to_string() {
            return Err(BoletoError::Field { field });
        }
    }
    Ok([&line[..4], &line[32..47], &line[4..9], &line[10..20], &line[21..31]].concat())
}

fn general_digit(digits: &str) -> char {
    match 11 - remainder_11(digits) {
        10 | 11 => '1',
        digit => masks::digit(digit),
    }
}

impl fmt::Display for Boleto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line())
    }
}

/// The four digits that stand for a due date: days since 7 October 1997, which reached 9999 on 21 February 2025 and
/// went back to 1000 the day after (and will again every 9,000 days). Nothing before 3 July 2000, the first day of
/// factor 1000.
#[must_use]
pub fn due_date_factor(due: Date) -> Option<u16> {
    let first = Date::new(2000, 7, 3).ok()?;
    let days = first.until(due).ok()?.get_days();
    u16::try_from(days.rem_euclid(9_000) + 1_000).ok().filter(|_| days >= 0)
}

/// The due date of a factor, the one nearest to a day at which it is read; nothing for 0000, which means none.
#[must_use]
pub fn due_date_of_factor(factor: u16, read_on: Date) -> Option<Date> {
    let first = Date::new(2000, 7, 3).ok()?;
    let offset = i32::from(factor.checked_sub(1_000)?);
    if offset >= 9_000 {
        return None;
    }
    let elapsed = first.until(read_on).ok()?.get_days();
    let cycle = (elapsed - offset + 4_500).div_euclid(9_000).max(0);
    first.checked_add(Span::new().try_days(cycle * 9_000 + offset).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors;
    use jiff::civil::date;
    use proptest::prelude::*;

    #[test]
    fn bars_and_line_agree() {
        let boleto = Boleto::parse("10494324200000321120055077222133347777777771").unwrap();
        assert_eq!(boleto.to_string(), "10490055057722213334877777777713432420000032112");
        assert_eq!(
            Boleto::parse("10490.05505 77222.133348 77777.777713 4 32420000032112"),
            Ok(boleto.clone())
        );
        assert_eq!(boleto.factor(), "3242");
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(Boleto::parse("1049x"), Err(BoletoError::Character { found: 'X' }));
        assert_eq!(Boleto::parse("1049"), Err(BoletoError::Length { found: 4 }));
        let second = "10490.05505 77222.133349 77777.777713 4 32420000032112";
        assert_eq!(Boleto::parse(second), Err(BoletoError::Field { field: 2 }));
        let general = "10495324200000321120055077222133347777777771";
        assert_eq!(Boleto::parse(general), Err(BoletoError::General));
    }

    /// Field fault BL-28: the factor goes round and stays at four digits.
    #[test]
    fn the_factor_goes_round() {
        assert_eq!(due_date_factor(date(2025, 2, 21)), Some(9_999));
        assert_eq!(due_date_factor(date(2025, 2, 22)), Some(1_000));
        assert_eq!(due_date_factor(date(2025, 2, 23)), Some(1_001));
        assert_eq!(due_date_factor(date(2000, 7, 2)), None);
        assert_eq!(due_date_of_factor(1_000, date(2026, 11, 30)), Some(date(2025, 2, 22)));
        assert_eq!(due_date_of_factor(9_999, date(2025, 3, 1)), Some(date(2025, 2, 21)));
        assert_eq!(due_date_of_factor(0, date(2026, 1, 1)), None);
        assert_eq!(due_date_of_factor(10_000, date(2026, 1, 1)), None);
    }

    #[test]
    fn shared_vectors() {
        for row in vectors::shared_rows("data/vectors/boleto-e-arrecadacao.csv") {
            if row[0].starts_with('1') {
                assert_eq!(Boleto::parse(&row[0]).is_ok(), row[1] == "valido", "{row:?}");
            }
        }
        for row in vectors::shared_rows("data/vectors/boleto-fator-vencimento.csv") {
            let factor = due_date_factor(row[0].parse().unwrap()).map(|factor| factor.to_string());
            assert_eq!(factor.as_ref(), Some(&row[1]), "{row:?}");
        }
    }

    proptest! {
        #[test]
        fn factors_come_back(days in 0_i32..30_000) {
            let due = date(2000, 7, 3).checked_add(Span::new().days(days)).unwrap();
            let factor = due_date_factor(due).unwrap();
            prop_assert_eq!(due_date_of_factor(factor, due), Some(due));
        }
    }
}
