//! The chassis number (VIN), ABNT NBR 6066.

use std::fmt;

use crate::masks;

/// Whether a chassis number has the form of today's vehicles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VinCheck {
    /// Seventeen characters.
    Ok,
    /// Fewer: a vehicle from before the standard, a remarked chassis, or a slip. The document is looked at.
    Suspicious,
}

impl VinCheck {
    /// What the reader is told, if anything.
    #[must_use]
    pub const fn warning(self) -> Option<&'static str> {
        match self {
            Self::Ok => None,
            Self::Suspicious => Some("o chassi tem menos de 17 caracteres; confira no documento do veículo"),
        }
    }
}

/// A chassis number. The check digit of North America is not compulsory in Brazil, and is not looked at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vin(String);

/// Why a text cannot be a chassis number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VinError {
    /// Nothing was written.
    #[error("falta o número do chassi")]
    Empty,
    /// Something that is neither a plain letter nor a digit.
    #[error("o chassi tem “{found}”, que não é letra de A a Z nem algarismo")]
    Character {
        /// The first such character.
        found: char,
    },
    /// A letter that chassis numbers avoid because it looks like a digit.
    #[error("o chassi não usa a letra {found}; confira se não é o algarismo {instead}")]
    Ambiguous {
        /// I, O or Q.
        found: char,
        /// The digit it looks like.
        instead: char,
    },
    /// More than seventeen characters, or fewer than five.
    #[error("o chassi tem 17 caracteres e este tem {found} ({})", masks::gap(*.found, 17))]
    Length {
        /// How many there are.
        found: usize,
    },
}

impl Vin {
    /// Reads a chassis number. A short one is read and answers [`VinCheck::Suspicious`].
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, VinError> {
        let vin = masks::without(text, masks::is_mask);
        if vin.is_empty() {
            return Err(VinError::Empty);
        }
        for found in vin.chars() {
            match found {
                'I' => return Err(VinError::Ambiguous { found, instead: '1' }),
                'O' | 'Q' => return Err(VinError::Ambiguous { found, instead: '0' }),
                _ if !found.is_ascii_alphanumeric() => return Err(VinError::Character { found }),
                _ => {}
            }
        }
        if (5..=17).contains(&vin.len()) { Ok(Self(vin)) } else { Err(VinError::Length { found: vin.len() }) }
    }

    /// Whether it has the form of today's vehicles.
    #[must_use]
    pub fn check(&self) -> VinCheck {
        if self.0.len() == 17 { VinCheck::Ok } else { VinCheck::Suspicious }
    }

    /// The characters, in capitals.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Vin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numbers() {
        for valid in ["1HGCM82633A004352", "9bwzzz377vt004251"] {
            assert_eq!(Vin::parse(valid).unwrap().check(), VinCheck::Ok);
        }
        assert_eq!(Vin::parse("1HGCM8263IA004352"), Err(VinError::Ambiguous { found: 'I', instead: '1' }));
        let old = Vin::parse("BH123456").unwrap();
        assert_eq!(old.check(), VinCheck::Suspicious);
        assert!(old.check().warning().is_some());
        assert_eq!(Vin::parse("1HGCM82633A0043521"), Err(VinError::Length { found: 18 }));
        assert_eq!(Vin::parse("1HGÇM"), Err(VinError::Character { found: 'Ç' }));
        assert_eq!(Vin::parse(""), Err(VinError::Empty));
        assert_eq!(Vin::parse("9bwzzz377vt004251").unwrap().to_string(), "9BWZZZ377VT004251");
    }
}
