//! CNH, the register number of a driver in the national base of drivers.

use std::fmt;

use crate::masks;

/// Whether a CNH number closes the public check-digit formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CnhCheck {
    /// It closes.
    Ok,
    /// It does not. Real numbers known to traffic offices are among these, so nobody may be turned away for it: the
    /// document is looked at, and an agent confirms with a written reason.
    Suspicious,
}

impl CnhCheck {
    /// What the reader is told, if anything.
    #[must_use]
    pub const fn warning(self) -> Option<&'static str> {
        match self {
            Self::Ok => None,
            Self::Suspicious => Some(
                "os dois últimos algarismos não conferem com a fórmula usual; confira o número de registro no documento",
            ),
        }
    }
}

/// The register number of a driver ("nº de registro"): eleven digits, leading zeros included. The number of the form
/// ("nº do espelho") and the RENACH number are others. Personal data: [`fmt::Debug`] hides most of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cnh(String);

/// Why a text cannot be a CNH number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CnhError {
    /// Nothing was written.
    #[error("falta o número de registro da CNH")]
    Empty,
    /// Something other than a digit, a hyphen or a space. A dot is refused too: the CNH has no dotted form, and a
    /// number typed with dots is most often a CPF.
    #[error("o número da CNH tem “{found}”; use só os 11 algarismos do campo “nº registro”")]
    Character {
        /// The first such character.
        found: char,
    },
    /// Not eleven digits.
    #[error(
        "o número de registro da CNH tem 11 algarismos e este tem {found} ({}); confira, e complete com zeros à esquerda se o documento os traz",
        masks::gap(*.found, 11)
    )]
    Length {
        /// How many digits there are.
        found: usize,
    },
    /// One digit over and over.
    #[error("um número de CNH não é um só algarismo repetido; confira no documento")]
    Repeated,
}

impl Cnh {
    /// Reads a register number. Only what cannot be one is an error; a number that fails the formula is read and
    /// answers [`CnhCheck::Suspicious`].
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, CnhError> {
        let digits = masks::without(text, |c| masks::is_dash(c) || masks::is_space(c));
        if digits.is_empty() {
            return Err(CnhError::Empty);
        }
        if let Some(found) = masks::first_non_digit(&digits) {
            return Err(CnhError::Character { found });
        }
        if digits.len() != 11 {
            return Err(CnhError::Length { found: digits.len() });
        }
        if masks::is_repeated(&digits) {
            return Err(CnhError::Repeated);
        }
        Ok(Self(digits))
    }

    /// Whether the check digits close.
    #[must_use]
    pub fn check(&self) -> CnhCheck {
        if self.0[9..] == check_digits(&self.0[..9]) { CnhCheck::Ok } else { CnhCheck::Suspicious }
    }

    /// The eleven digits: what is stored, compared and printed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `*******4734`, for those who need to recognise it and not to know it.
    #[must_use]
    pub fn masked(&self) -> String {
        format!("*******{}", &self.0[7..])
    }
}

/// The two check digits of the first nine. When the first remainder is 10, its digit is 0 and two are taken off the
/// second; a second that falls below zero goes once round the modulus.
fn check_digits(base: &str) -> String {
    let (first, discount) = match masks::weighted(base, (1..=9).rev()) % 11 {
        10 => (0, 2),
        rest => (rest, 0),
    };
    let second = (masks::weighted(base, 1..=9) % 11 + 11 - discount) % 11;
    format!("{}{}", masks::digit(first), if second == 10 { '0' } else { masks::digit(second) })
}

impl fmt::Debug for Cnh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cnh({})", self.masked())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors;
    use proptest::prelude::*;

    fn checks(text: &str) -> Option<CnhCheck> {
        Cnh::parse(text).ok().map(|cnh| cnh.check())
    }

    #[test]
    fn known_numbers() {
        for valid in [
            "09770304734",
            "58316794534",
            "00000000119",
            "12345678900",
            "95423737519",
            "98765432109",
            "83491088706",
            "66356853507",
            "10000002800",
            "10000028109",
            "10000001550",
            "097703047-34",
        ] {
            assert_eq!(checks(valid), Some(CnhCheck::Ok), "{valid}");
        }
        assert_eq!(checks("98765432100"), Some(CnhCheck::Suspicious));
        assert_eq!(Cnh::parse("22222222222"), Err(CnhError::Repeated));
        assert_eq!(Cnh::parse("977030473"), Err(CnhError::Length { found: 9 }));
        assert_eq!(Cnh::parse("459.911.677-05"), Err(CnhError::Character { found: '.' }));
        assert_eq!(Cnh::parse(" "), Err(CnhError::Empty));
    }

    /// Field fault BL-08: a number that fails the formula warns and does not block.
    #[test]
    fn the_formula_only_warns() {
        let cnh = Cnh::parse("12345678901").unwrap();
        assert_eq!(cnh.check(), CnhCheck::Suspicious);
        assert!(cnh.check().warning().unwrap().contains("confira"));
        assert_eq!(CnhCheck::Ok.warning(), None);
        assert_eq!(format!("{cnh:?}"), "Cnh(*******8901)");
    }

    /// Field fault BL-09: a second digit below zero goes round the modulus.
    #[test]
    fn the_second_digit_never_goes_negative() {
        for valid in ["07822048200", "07745744600", "00799953309"] {
            assert_eq!(checks(valid), Some(CnhCheck::Ok), "{valid}");
        }
    }

    /// The sources of the vectors disagree on hyphens and spaces; this crate takes them off.
    #[test]
    fn shared_vectors() {
        for row in vectors::shared_rows("data/vectors/cnh.csv") {
            let separators_in_dispute = row[4] == "NAO";
            let expected = row[1] == "valido" || separators_in_dispute;
            assert_eq!(checks(&row[0]) == Some(CnhCheck::Ok), expected, "{row:?}");
        }
    }

    proptest! {
        #[test]
        fn closes_and_comes_back(base in "[0-9]{9}") {
            let text = format!("{base}{}", check_digits(&base));
            prop_assume!(!masks::is_repeated(&text));
            let cnh = Cnh::parse(&text).unwrap();
            prop_assert_eq!(cnh.check(), CnhCheck::Ok);
            prop_assert_eq!(cnh.as_str(), text);
        }
    }
}
