//! CNPJ, the number of a legal person in the federal register, alphanumeric since July 2026 (IN RFB 2.229/2024).

use std::fmt;
use std::str::FromStr;

use crate::masks;

/// A CNPJ whose check digits close: fourteen characters, capital letters and digits, the last two always digits.
///
/// Whether it names a head office or a branch cannot be told from it; that is a declared fact with a document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cnpj(String);

/// Why a text is not a CNPJ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CnpjError {
    /// Nothing was written.
    #[error("falta o CNPJ")]
    Empty,
    /// Something that is neither a plain letter nor a digit.
    #[error("o CNPJ tem “{found}”, que não é letra de A a Z nem algarismo")]
    Character {
        /// The first such character.
        found: char,
    },
    /// Not fourteen characters.
    #[error(
        "o CNPJ tem 14 caracteres e este tem {found} ({}); confira, e complete com zeros à esquerda se o documento os traz",
        masks::gap(*.found, 14)
    )]
    Length {
        /// How many letters and digits there are.
        found: usize,
    },
    /// As long as a CPF.
    #[error("são 11 algarismos: isto parece um CPF; o CNPJ tem 14 caracteres")]
    LooksLikeCpf,
    /// A letter where a check digit stands.
    #[error("os dois últimos caracteres do CNPJ são sempre algarismos, e há “{found}”")]
    LetterInCheckDigits {
        /// The letter.
        found: char,
    },
    /// One character over and over.
    #[error("um CNPJ não é um só caractere repetido; confira no cartão do CNPJ")]
    Repeated,
    /// The check digits do not close.
    #[error(
        "os dois últimos algarismos do CNPJ não conferem com os outros; confira cada um no cartão do CNPJ"
    )]
    CheckDigits,
}

impl Cnpj {
    /// Reads a CNPJ of either kind, with or without its mask, in capitals or not.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, CnpjError> {
        let text = masks::without(text, masks::is_mask);
        if text.is_empty() {
            return Err(CnpjError::Empty);
        }
        if let Some(found) = text.chars().find(|c| !c.is_ascii_alphanumeric()) {
            return Err(CnpjError::Character { found });
        }
        match text.len() {
            14 => {}
            11 if masks::first_non_digit(&text).is_none() => return Err(CnpjError::LooksLikeCpf),
            found => return Err(CnpjError::Length { found }),
        }
        if let Some(found) = masks::first_non_digit(&text[12..]) {
            return Err(CnpjError::LetterInCheckDigits { found });
        }
        if masks::is_repeated(&text) {
            return Err(CnpjError::Repeated);
        }
        if text[12..] != check_digits(&text[..12]) {
            return Err(CnpjError::CheckDigits);
        }
        Ok(Self(text))
    }

    /// The fourteen characters: what is stored and compared.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `12.ABC.345/01DE-35`.
    #[must_use]
    pub fn formatted(&self) -> String {
        let c = &self.0;
        format!("{}.{}.{}/{}-{}", &c[..2], &c[2..5], &c[5..8], &c[8..12], &c[12..])
    }
}

/// The two check digits of the first twelve characters: weights 2 to 9 from the right, over and over, modulo 11, each
/// character counting its ASCII code less 48.
fn check_digits(base: &str) -> String {
    let close = |text: &str| {
        let reversed: String = text.chars().rev().collect();
        match masks::weighted(&reversed, (2..=9).cycle()) % 11 {
            0 | 1 => '0',
            rest => masks::digit(11 - rest),
        }
    };
    let first = close(base);
    let second = close(&format!("{base}{first}"));
    format!("{first}{second}")
}

impl fmt::Display for Cnpj {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.formatted())
    }
}

impl FromStr for Cnpj {
    type Err = CnpjError;

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
        for valid in [
            "11222333000181",
            "11.444.777/0001-61",
            "00000000000191",
            "70602152564604",
            "54776378804641",
            "12ABC34501DE35",
            "12.abc.345/01de-35",
            "12ABC345000188",
            "ABCDEFGH000195",
            "0A0B0C0D000176",
            "ZZZZZZZZZZZZ62",
            "NKFTXIIJXWJ818",
            "HX146357977E11",
        ] {
            assert!(Cnpj::parse(valid).is_ok(), "{valid}");
        }
        assert_eq!(Cnpj::parse("11222333000182"), Err(CnpjError::CheckDigits));
        assert_eq!(Cnpj::parse("12ABC34501DE36"), Err(CnpjError::CheckDigits));
        assert_eq!(Cnpj::parse("11111111111111"), Err(CnpjError::Repeated));
        assert_eq!(Cnpj::parse("52998224725"), Err(CnpjError::LooksLikeCpf));
        assert_eq!(Cnpj::parse("12.ABC.345/01DE-35").unwrap().to_string(), "12.ABC.345/01DE-35");
    }

    /// Field fault BL-01: letters are never thrown away.
    #[test]
    fn stray_letters_are_not_dropped() {
        assert_eq!(Cnpj::parse("11.222.abc333/0001-81"), Err(CnpjError::Length { found: 17 }));
        assert_eq!(Cnpj::parse("11.222.333/0001-8l"), Err(CnpjError::LetterInCheckDigits { found: 'L' }));
    }

    /// Field fault BL-02: letters count their ASCII code less 48, not less 55.
    #[test]
    fn letters_have_the_official_values() {
        assert!(Cnpj::parse("12.ABC.345/01DE-35").is_ok());
        assert!(Cnpj::parse("TX0MOB1A000136").is_ok());
        assert!(Cnpj::parse("12.ABC.345/01DE-45").is_err());
        assert!(Cnpj::parse("TX0MOB1A000105").is_err());
    }

    /// Field fault BL-03: the check digits are digits.
    #[test]
    fn letters_in_the_check_digits_are_named() {
        let error = Cnpj::parse("12ABC34501DEAA").unwrap_err();
        assert_eq!(error, CnpjError::LetterInCheckDigits { found: 'A' });
        assert!(error.to_string().contains("são sempre algarismos"));
    }

    /// Field fault BL-04: running text with a mangled number is refused, and nothing breaks.
    #[test]
    fn gazette_text_does_not_break_it() {
        for text in
            ["Termo de permissão, CNPJ 11.222.333/00a1-81, fl. 3", "11.222.333/00a1-81", "€€€€€€€", "–"]
        {
            assert!(Cnpj::parse(text).is_err(), "{text}");
        }
    }

    /// Field fault BL-05: head office and branch are read alike, and nothing here tells them apart.
    #[test]
    fn branches_are_companies_like_others() {
        for text in ["12ABC34501DE35", "11222333000262"] {
            assert_eq!(Cnpj::parse(text).unwrap().as_str(), text);
        }
    }

    #[test]
    fn shared_vectors() {
        for row in vectors::shared_rows("data/vectors/cnpj.csv") {
            assert_eq!(Cnpj::parse(&row[0]).is_ok(), row[1] == "valido", "{row:?}");
        }
    }

    proptest! {
        #[test]
        fn closes_and_comes_back(base in "[0-9A-Z]{12}") {
            prop_assume!(!masks::is_repeated(&base));
            let cnpj = Cnpj::parse(&format!("{base}{}", check_digits(&base))).unwrap();
            prop_assert_eq!(Cnpj::parse(&cnpj.formatted().to_lowercase()), Ok(cnpj));
        }
    }
}
