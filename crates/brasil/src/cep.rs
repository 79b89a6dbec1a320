//! CEP, the postal code.

use std::fmt;

use crate::masks;

/// A postal code of eight digits. It has no check digit; that a street has it is for the post office to say.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cep(String);

/// Why a text is not a postal code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CepError {
    /// Nothing was written.
    #[error("falta o CEP")]
    Empty,
    /// Something other than a digit.
    #[error("o CEP tem “{found}”, que não é algarismo")]
    Character {
        /// The first such character.
        found: char,
    },
    /// Not eight digits.
    #[error("o CEP tem 8 algarismos e este tem {found} ({})", masks::gap(*.found, 8))]
    Length {
        /// How many digits there are.
        found: usize,
    },
    /// 00000-000, which forms use for "none".
    #[error("00000-000 não é um CEP; deixe em branco se não sabe")]
    Zeros,
}

impl Cep {
    /// Reads a postal code, with or without its mask.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, CepError> {
        let digits = masks::without(text, masks::is_mask);
        if digits.is_empty() {
            return Err(CepError::Empty);
        }
        if let Some(found) = masks::first_non_digit(&digits) {
            return Err(CepError::Character { found });
        }
        if digits.len() != 8 {
            return Err(CepError::Length { found: digits.len() });
        }
        if digits.bytes().all(|byte| byte == b'0') { Err(CepError::Zeros) } else { Ok(Self(digits)) }
    }

    /// The eight digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `11660-001`.
    #[must_use]
    pub fn formatted(&self) -> String {
        format!("{}-{}", &self.0[..5], &self.0[5..])
    }
}

impl fmt::Display for Cep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.formatted())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes() {
        let cep = Cep::parse(" 11660-001 ").unwrap();
        assert_eq!((cep.as_str(), cep.to_string().as_str()), ("11660001", "11660-001"));
        assert_eq!(Cep::parse("11.660-001"), Ok(cep));
        assert_eq!(Cep::parse("1166000"), Err(CepError::Length { found: 7 }));
        assert_eq!(Cep::parse("1166000l"), Err(CepError::Character { found: 'L' }));
        assert_eq!(Cep::parse("00000-000"), Err(CepError::Zeros));
        assert_eq!(Cep::parse("  "), Err(CepError::Empty));
    }
}
