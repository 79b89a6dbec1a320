//! PIS/PASEP, NIT and NIS: one number under several names, of a worker or of someone in a social programme.

use std::fmt;

use crate::masks;

/// A PIS number whose check digit closes: eleven digits. Personal data: [`fmt::Debug`] hides most of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pis(String);

/// Why a text is not a PIS number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PisError {
    /// Nothing was written.
    #[error("falta o número do PIS/PASEP/NIT")]
    Empty,
    /// Something other than a digit.
    #[error("o PIS/PASEP/NIT tem “{found}”, que não é algarismo")]
    Character {
        /// The first such character.
        found: char,
    },
    /// Not eleven digits.
    #[error("o PIS/PASEP/NIT tem 11 algarismos e este tem {found} ({})", masks::gap(*.found, 11))]
    Length {
        /// How many digits there are.
        found: usize,
    },
    /// One digit over and over.
    #[error("um PIS/PASEP/NIT não é um só algarismo repetido; confira no documento")]
    Repeated,
    /// The check digit does not close.
    #[error("o último algarismo do PIS/PASEP/NIT não confere com os outros; confira cada um no documento")]
    CheckDigit,
}

impl Pis {
    /// Reads a number, with or without its mask.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, PisError> {
        let digits = masks::without(text, masks::is_mask);
        if digits.is_empty() {
            return Err(PisError::Empty);
        }
        if let Some(found) = masks::first_non_digit(&digits) {
            return Err(PisError::Character { found });
        }
        if digits.len() != 11 {
            return Err(PisError::Length { found: digits.len() });
        }
        if masks::is_repeated(&digits) {
            return Err(PisError::Repeated);
        }
        if digits.ends_with(check_digit(&digits[..10])) {
            Ok(Self(digits))
        } else {
            Err(PisError::CheckDigit)
        }
    }

    /// The eleven digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `120.56012.90-3`.
    #[must_use]
    pub fn formatted(&self) -> String {
        let d = &self.0;
        format!("{}.{}.{}-{}", &d[..3], &d[3..8], &d[8..10], &d[10..])
    }
}

/// Weights 3, 2, 9 down to 2; eleven less the remainder, and 10 or 11 is written 0.
fn check_digit(base: &str) -> char {
    match 11 - masks::weighted(base, [3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11 {
        10 | 11 => '0',
        rest => masks::digit(rest),
    }
}

impl fmt::Debug for Pis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pis(*******{})", &self.0[7..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numbers() {
        for valid in ["12056012903", "170.64259.08-5", "12033638440", "86854912255"] {
            let pis = Pis::parse(valid).unwrap();
            assert_eq!(Pis::parse(&pis.formatted()), Ok(pis));
        }
        assert_eq!(Pis::parse("12056012904"), Err(PisError::CheckDigit));
        assert_eq!(Pis::parse("00000000000"), Err(PisError::Repeated));
        assert_eq!(Pis::parse("1205601290"), Err(PisError::Length { found: 10 }));
        assert_eq!(Pis::parse("1205601290X"), Err(PisError::Character { found: 'X' }));
        assert_eq!(Pis::parse(""), Err(PisError::Empty));
        assert_eq!(format!("{:?}", Pis::parse("12056012903").unwrap()), "Pis(*******2903)");
    }
}
