//! RENAVAM, the number of a vehicle in the national register.

use std::fmt;
use std::str::FromStr;

use crate::masks;

/// A RENAVAM whose check digit closes: always eleven digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Renavam(String);

/// Why a text is not a RENAVAM.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenavamError {
    /// Nothing was written.
    #[error("falta o RENAVAM")]
    Empty,
    /// Something other than a digit.
    #[error("o RENAVAM tem “{found}”, que não é algarismo")]
    Character {
        /// The first such character.
        found: char,
    },
    /// Neither eleven digits nor the nine of old documents.
    #[error(
        "o RENAVAM tem 11 algarismos (9 nos documentos antigos) e este tem {found}; complete com zeros à esquerda, nunca à direita"
    )]
    Length {
        /// How many digits there are.
        found: usize,
    },
    /// A zero was put on either side of an old number of nine digits.
    #[error("parece o RENAVAM antigo {old} com um zero de cada lado; complete só à esquerda: 00{old}")]
    PaddedBothSides {
        /// The nine digits.
        old: String,
    },
    /// One digit over and over.
    #[error("um RENAVAM não é um só algarismo repetido; confira no documento do veículo")]
    Repeated,
    /// The check digit does not close.
    #[error(
        "o último algarismo do RENAVAM não confere com os outros; confira cada um no documento do veículo"
    )]
    CheckDigit,
}

impl Renavam {
    /// Reads a RENAVAM. The nine digits of documents issued before 2013 are completed with zeros on the left.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, RenavamError> {
        let typed = masks::without(text, masks::is_mask);
        if typed.is_empty() {
            return Err(RenavamError::Empty);
        }
        if let Some(found) = masks::first_non_digit(&typed) {
            return Err(RenavamError::Character { found });
        }
        let digits = match typed.len() {
            11 => typed,
            9 => format!("00{typed}"),
            found => return Err(RenavamError::Length { found }),
        };
        if masks::is_repeated(&digits) {
            return Err(RenavamError::Repeated);
        }
        if closes(&digits) {
            return Ok(Self(digits));
        }
        let old = &digits[1..10];
        if digits.starts_with('0') && digits.ends_with('0') && closes(&format!("00{old}")) {
            return Err(RenavamError::PaddedBothSides { old: old.to_owned() });
        }
        Err(RenavamError::CheckDigit)
    }

    /// The eleven digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn closes(digits: &str) -> bool {
    digits.ends_with(check_digit(&digits[..10]))
}

/// The check digit of the first ten: weights 3, 2, 9 down to 2, ten times the sum modulo 11, and 10 is written 0.
fn check_digit(base: &str) -> char {
    match masks::weighted(base, [3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) * 10 % 11 {
        10 => '0',
        rest => masks::digit(rest),
    }
}

impl fmt::Display for Renavam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Renavam {
    type Err = RenavamError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors;
    use proptest::prelude::*;

    #[test]
    fn known_numbers() {
        for valid in ["86769597308", "00639884962", "14714459127", "32047659821", "00000000060"] {
            assert_eq!(Renavam::parse(valid).unwrap().to_string(), valid);
        }
        assert_eq!(Renavam::parse("12345678901"), Err(RenavamError::CheckDigit));
        assert_eq!(Renavam::parse("11111111111"), Err(RenavamError::Repeated));
        assert_eq!(Renavam::parse(""), Err(RenavamError::Empty));
        assert_eq!(Renavam::parse("1234567890a"), Err(RenavamError::Character { found: 'A' }));
    }

    /// Field fault BL-10: a remainder of ten is written 0.
    #[test]
    fn a_remainder_of_ten_is_zero() {
        assert!(Renavam::parse("17058862280").is_ok());
        assert_eq!(Renavam::parse("17058862281"), Err(RenavamError::CheckDigit));
    }

    /// Field fault BL-11: old numbers grow on the left only.
    #[test]
    fn old_numbers_grow_on_the_left() {
        assert_eq!(Renavam::parse("123456789").unwrap().as_str(), "00123456789");
        let error = Renavam::parse("01234567890").unwrap_err();
        assert_eq!(error, RenavamError::PaddedBothSides { old: "123456789".to_owned() });
        assert!(error.to_string().contains("complete só à esquerda"));
        let error = Renavam::parse("12345678").unwrap_err();
        assert!(error.to_string().contains("complete com zeros à esquerda"));
    }

    #[test]
    fn shared_vectors() {
        for row in vectors::shared_rows("data/vectors/renavam.csv") {
            assert_eq!(Renavam::parse(&row[0]).is_ok(), row[1] == "valido", "{row:?}");
        }
    }

    proptest! {
        #[test]
        fn closes_and_comes_back(base in "[0-9]{10}") {
            let text = format!("{base}{}", check_digit(&base));
            prop_assume!(!masks::is_repeated(&text));
            let renavam = Renavam::parse(&text).unwrap();
            prop_assert_eq!(renavam.as_str(), text);
        }
    }
}
