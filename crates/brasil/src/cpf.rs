//! CPF, the number of a natural person in the federal register.

use std::fmt;
use std::str::FromStr;

use crate::masks;

/// A CPF whose check digits close: always eleven digits of text, leading zeros included. It is personal data, so it is
/// never printed by accident: [`fmt::Debug`] shows the mask, and there is no `Display`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cpf(String);

/// Why a text is not a CPF.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CpfError {
    /// Nothing was written.
    #[error("falta o CPF")]
    Empty,
    /// Something other than a digit.
    #[error("o CPF tem “{found}”, que não é algarismo; use só os 11 algarismos")]
    Character {
        /// The first such character.
        found: char,
    },
    /// Not eleven digits.
    #[error(
        "o CPF tem 11 algarismos e este tem {found} ({}); confira, e complete com zeros à esquerda se o documento os traz",
        masks::gap(*.found, 11)
    )]
    Length {
        /// How many digits there are.
        found: usize,
    },
    /// As long as a CNPJ.
    #[error("são 14 algarismos: isto parece um CNPJ; o CPF tem 11")]
    LooksLikeCnpj,
    /// One digit over and over.
    #[error("um CPF não é um só algarismo repetido; confira no documento")]
    Repeated,
    /// The check digits do not close.
    #[error("os dois últimos algarismos do CPF não conferem com os outros; confira cada um no documento")]
    CheckDigits,
}

impl Cpf {
    /// Reads a CPF, with or without its mask. Zeros are never supplied: ten digits are a number with one missing.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, CpfError> {
        let digits = masks::without(text, masks::is_mask);
        if digits.is_empty() {
            return Err(CpfError::Empty);
        }
        if let Some(found) = masks::first_non_digit(&digits) {
            return Err(CpfError::Character { found });
        }
        match digits.len() {
            11 => {}
            14 => return Err(CpfError::LooksLikeCnpj),
            found => return Err(CpfError::Length { found }),
        }
        if masks::is_repeated(&digits) {
            return Err(CpfError::Repeated);
        }
        if digits[9..] != check_digits(&digits[..9]) {
            return Err(CpfError::CheckDigits);
        }
        Ok(Self(digits))
    }

    /// The eleven digits: what is stored and compared.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `529.982.247-25`, for those who may see it.
    #[must_use]
    pub fn formatted(&self) -> String {
        let d = &self.0;
        format!("{}.{}.{}-{}", &d[..3], &d[3..6], &d[6..9], &d[9..])
    }

    /// `***.982.247-**`, the mask of the federal transparency portal: what the public sees.
    #[must_use]
    pub fn masked(&self) -> String {
        format!("***.{}.{}-**", &self.0[3..6], &self.0[6..9])
    }
}

/// The two check digits of the first nine: weights 10 to 2, then 11 to 2 over the ten, modulo 11.
fn check_digits(base: &str) -> String {
    let close = |text: &str| {
        let top = if text.len() == 9 { 10 } else { 11 };
        match masks::weighted(text, (2..=top).rev()) % 11 {
            0 | 1 => '0',
            rest => masks::digit(11 - rest),
        }
    };
    let first = close(base);
    let second = close(&format!("{base}{first}"));
    format!("{first}{second}")
}

impl fmt::Debug for Cpf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cpf({})", self.masked())
    }
}

impl FromStr for Cpf {
    type Err = CpfError;

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
            "52998224725",
            "111.444.777-35",
            "12345678909",
            "00000000191",
            "00000000272",
            "52601815906",
            "08301661305",
            " 996.030.824-30 ",
        ] {
            assert!(Cpf::parse(valid).is_ok(), "{valid}");
        }
        assert_eq!(Cpf::parse("52998224726"), Err(CpfError::CheckDigits));
        assert_eq!(Cpf::parse("1234567890"), Err(CpfError::Length { found: 10 }));
        assert_eq!(Cpf::parse(" .-"), Err(CpfError::Empty));
        assert_eq!(Cpf::parse("5299822472O"), Err(CpfError::Character { found: 'O' }));
        assert_eq!(Cpf::parse("04255791000144"), Err(CpfError::LooksLikeCnpj));
    }

    /// Field fault BL-07: the check digits of one repeated digit close, and it is no CPF.
    #[test]
    fn one_repeated_digit_is_refused() {
        for digit in '0'..='9' {
            let text: String = std::iter::repeat_n(digit, 11).collect();
            assert_eq!(Cpf::parse(&text), Err(CpfError::Repeated));
        }
        assert_eq!(Cpf::parse("111.111.111-11"), Err(CpfError::Repeated));
    }

    /// Field fault BL-06: leading zeros do not shift the mask.
    #[test]
    fn the_mask_stands_still() {
        let cpf = Cpf::parse("00123456797").unwrap();
        assert_eq!(cpf.masked(), "***.234.567-**");
        assert_eq!(cpf.as_str(), "00123456797");
        assert_eq!(cpf.formatted(), "001.234.567-97");
        assert_eq!(format!("{cpf:?}"), "Cpf(***.234.567-**)");
    }

    #[test]
    fn messages_help() {
        let message = Cpf::parse("1234567890").unwrap_err().to_string();
        assert!(
            message.contains("falta 1") && message.contains("complete com zeros à esquerda"),
            "{message}"
        );
    }

    #[test]
    fn shared_vectors() {
        for row in vectors::shared_rows("data/vectors/cpf.csv") {
            assert_eq!(Cpf::parse(&row[0]).is_ok(), row[1] == "valido", "{row:?}");
        }
    }

    proptest! {
        #[test]
        fn closes_and_comes_back(base in "[0-9]{9}") {
            prop_assume!(!masks::is_repeated(&base));
            let text = format!("{base}{}", check_digits(&base));
            let cpf = Cpf::parse(&text).unwrap();
            prop_assert_eq!(Cpf::parse(&cpf.formatted()), Ok(cpf.clone()));
            prop_assert_eq!(cpf.as_str(), text);
        }

        #[test]
        fn a_wrong_check_digit_is_noticed(base in "[0-9]{9}", place in 9_usize..11, shift in 1_u8..10) {
            prop_assume!(!masks::is_repeated(&base));
            let mut bytes = format!("{base}{}", check_digits(&base)).into_bytes();
            bytes[place] = b'0' + (bytes[place] - b'0' + shift) % 10;
            prop_assert_eq!(Cpf::parse(&String::from_utf8(bytes).unwrap()), Err(CpfError::CheckDigits));
        }

        #[test]
        fn any_text_gets_an_answer(text in "\\PC{0,30}") {
            prop_assert!(Cpf::parse(&text).map_or_else(|error| !error.to_string().is_empty(), |cpf| cpf.as_str().len() == 11));
        }
    }
}
