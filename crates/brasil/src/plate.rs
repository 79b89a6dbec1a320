//! Vehicle plates, of the old pattern (`ABC1234`) and of the Mercosul one (`ABC1C34`).

use std::fmt;
use std::str::FromStr;

use crate::masks;

mod list;

pub use list::{PlateList, compare};

/// The pattern of a plate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlateForm {
    /// Three letters and four digits.
    Old,
    /// Three letters, a digit, a letter, two digits.
    Mercosul,
}

/// A plate as it stands on a vehicle: seven capital letters and digits.
///
/// A vehicle that changes plates keeps its number with the fifth character turned from a digit into a letter (0 to 9
/// into A to J, Resolução CONTRAN 780/2019), so one car may appear under both. Compare and search on
/// [`Plate::canonical`]. A plate is unique only among licences in force at the same time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plate(String);

/// Why a text is not a plate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlateError {
    /// Nothing was written.
    #[error("falta a placa")]
    Empty,
    /// A letter of another alphabet that may look the same, or a letter with an accent.
    #[error(
        "a letra “{found}” da placa não é do alfabeto latino sem acento; digite a placa de novo, sem copiar e colar"
    )]
    NotLatin {
        /// The letter.
        found: char,
    },
    /// A character that is neither letter nor digit.
    #[error("a placa tem “{found}”, que não é letra nem algarismo")]
    Character {
        /// The character.
        found: char,
    },
    /// Not seven characters.
    #[error("a placa tem 7 letras e algarismos e esta tem {found} ({})", masks::gap(*.found, 7))]
    Length {
        /// How many there are.
        found: usize,
    },
    /// Letters and digits in the wrong places.
    #[error(
        "na {position}ª posição da placa vem {expected}, e há “{found}”; os padrões são ABC1234 e ABC1D23"
    )]
    Pattern {
        /// From 1.
        position: usize,
        /// "letra" or "algarismo".
        expected: &'static str,
        /// What stands there.
        found: char,
    },
}

impl Plate {
    /// Reads a plate. Hyphens, dots, slashes and spaces are taken off and letters become capitals.
    ///
    /// # Errors
    /// Says what is wrong and in which position.
    pub fn parse(text: &str) -> Result<Self, PlateError> {
        let plate = masks::without(text, masks::is_mask);
        if plate.is_empty() {
            return Err(PlateError::Empty);
        }
        if let Some(found) = plate.chars().find(|c| !c.is_ascii_alphanumeric()) {
            return Err(if found.is_alphabetic() {
                PlateError::NotLatin { found }
            } else {
                PlateError::Character { found }
            });
        }
        if plate.len() != 7 {
            return Err(PlateError::Length { found: plate.len() });
        }
        for (index, found) in plate.chars().enumerate() {
            let expected = match index {
                0..=2 if !found.is_ascii_alphabetic() => "letra",
                3 | 5 | 6 if !found.is_ascii_digit() => "algarismo",
                _ => continue,
            };
            return Err(PlateError::Pattern { position: index + 1, expected, found });
        }
        Ok(Self(plate))
    }

    /// The seven characters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The pattern it has.
    #[must_use]
    pub fn form(&self) -> PlateForm {
        if self.fifth().is_ascii_digit() { PlateForm::Old } else { PlateForm::Mercosul }
    }

    /// The plate under which the vehicle is compared and searched: the old pattern turned into the Mercosul one.
    #[must_use]
    pub fn canonical(&self) -> Self {
        match self.form() {
            PlateForm::Old => self.with_fifth(char::from(self.fifth() - b'0' + b'A')),
            PlateForm::Mercosul => self.clone(),
        }
    }

    /// The old pattern of the same vehicle, where there can have been one: the fifth character is A to J.
    #[must_use]
    pub fn old_form(&self) -> Option<Self> {
        match self.fifth() {
            letter @ b'A'..=b'J' => Some(self.with_fifth(char::from(letter - b'A' + b'0'))),
            b'0'..=b'9' => Some(self.clone()),
            _ => None,
        }
    }

    /// Both name the same vehicle, whatever the pattern.
    #[must_use]
    pub fn same_vehicle(&self, other: &Self) -> bool {
        self.canonical() == other.canonical()
    }

    /// As a reader writes it: `ABC-1234` in the old pattern, `ABC1C34` in the Mercosul one.
    #[must_use]
    pub fn formatted(&self) -> String {
        match self.form() {
            PlateForm::Old => format!("{}-{}", &self.0[..3], &self.0[3..]),
            PlateForm::Mercosul => self.0.clone(),
        }
    }

    /// The last digit, on which calendars of renewal and inspection depend.
    #[must_use]
    pub fn last_digit(&self) -> u8 {
        self.0.bytes().next_back().map_or(0, |byte| byte - b'0')
    }

    fn fifth(&self) -> u8 {
        self.0.as_bytes()[4]
    }

    fn with_fifth(&self, fifth: char) -> Self {
        Self(format!("{}{fifth}{}", &self.0[..4], &self.0[5..]))
    }
}

impl fmt::Display for Plate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.formatted())
    }
}

impl FromStr for Plate {
    type Err = PlateError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors;
    use proptest::prelude::*;

    fn plate(text: &str) -> Plate {
        Plate::parse(text).unwrap()
    }

    #[test]
    fn old_plates_have_a_mercosul_form() {
        for (old, mercosul) in [("ABC1234", "ABC1C34"), ("ABC4567", "ABC4F67"), ("ABC0000", "ABC0A00")] {
            assert_eq!(plate(old).canonical().as_str(), mercosul);
            assert_eq!(plate(mercosul).old_form(), Some(plate(old)));
            assert!(plate(old).same_vehicle(&plate(mercosul)));
        }
        assert_eq!(plate("ABC1D23").canonical(), plate("ABC1D23"));
        assert_eq!(plate("ABC1Z23").old_form(), None);
        assert_eq!(plate("abc1234").to_string(), "ABC-1234");
        assert_eq!(plate("abc1c34").to_string(), "ABC1C34");
        assert_eq!(plate("abc1c34").last_digit(), 4);
    }

    #[test]
    fn says_where_it_is_wrong() {
        assert_eq!(
            Plate::parse("ABC12D3"),
            Err(PlateError::Pattern { position: 6, expected: "algarismo", found: 'D' })
        );
        assert_eq!(
            Plate::parse("AB12345"),
            Err(PlateError::Pattern { position: 3, expected: "letra", found: '1' })
        );
        assert_eq!(Plate::parse("ABC123"), Err(PlateError::Length { found: 6 }));
        assert_eq!(Plate::parse("ABC1*34"), Err(PlateError::Character { found: '*' }));
        assert_eq!(Plate::parse(" - "), Err(PlateError::Empty));
        assert!(Plate::parse("ABC123").unwrap_err().to_string().contains("falta 1"));
    }

    /// Field fault BL-12: habits of typing do not make another plate.
    #[test]
    fn typed_by_habit() {
        for text in ["FUM-0B05", "fum0b05", " FUM 0B05 "] {
            assert_eq!(plate(text).as_str(), "FUM0B05");
        }
    }

    /// Field fault BL-13: spaces do not get around uniqueness, and a look-alike letter is refused.
    #[test]
    fn disguises() {
        for text in ["ABC1D23", " ABC1D23", "ABC 1D23", "ABC1D23\u{a0}"] {
            assert_eq!(plate(text).as_str(), "ABC1D23");
        }
        let error = Plate::parse("\u{410}BC1D23").unwrap_err();
        assert_eq!(error, PlateError::NotLatin { found: '\u{410}' });
        assert!(error.to_string().contains("não é do alfabeto latino"));
    }

    /// The sources of the vectors disagree on hyphens; this crate takes them off.
    #[test]
    fn shared_vectors() {
        for row in vectors::shared_rows("data/vectors/placa.csv") {
            let hyphen_in_dispute = row[4] == "NAO";
            let form = match Plate::parse(&row[0]).map(|plate| plate.form()) {
                Ok(PlateForm::Old) => "antiga",
                Ok(PlateForm::Mercosul) => "mercosul",
                Err(_) => "invalida",
            };
            assert!(form == row[1] || hyphen_in_dispute && form != "invalida", "{row:?}: {form}");
        }
        for row in vectors::shared_rows("data/vectors/placa-conversao-mercosul.csv") {
            let old = Plate::parse(&row[0]).ok().filter(|plate| plate.form() == PlateForm::Old);
            let converted = old.map(|plate| plate.canonical().as_str().to_owned());
            assert_eq!(converted.unwrap_or_else(|| "ERRO".to_owned()), row[1], "{row:?}");
        }
    }

    proptest! {
        #[test]
        fn forms_come_back(text in "[A-Z]{3}[0-9][0-9A-Z][0-9]{2}") {
            let plate = plate(&text);
            prop_assert_eq!(Plate::parse(&plate.formatted()), Ok(plate.clone()));
            prop_assert_eq!(plate.canonical().form(), PlateForm::Mercosul);
            if let Some(old) = plate.old_form() {
                prop_assert!(old.same_vehicle(&plate));
            }
        }

        #[test]
        fn any_text_gets_an_answer(text in "\\PC{0,12}") {
            prop_assert!(Plate::parse(&text).map_or_else(|error| !error.to_string().is_empty(), |plate| plate.as_str().len() == 7));
        }
    }
}
