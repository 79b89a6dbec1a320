//! States and municipalities, by the codes of IBGE.

mod towns;
mod uf;

use std::fmt;

use crate::masks;
pub use towns::{Town, towns};
pub use uf::Uf;

/// The seven-digit IBGE code of a municipality, whose check digit closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ibge {
    code: u32,
    uf: Uf,
}

/// Codes that IBGE issued with a digit that the rule does not give; they are official all the same.
const ISSUED_AGAINST_THE_RULE: [u32; 9] =
    [2_201_919, 2_201_988, 2_202_251, 2_611_533, 3_117_836, 3_152_131, 4_305_871, 5_203_939, 5_203_962];

/// Why a text is not the code of a municipality.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IbgeError {
    /// Not seven digits.
    #[error("o código IBGE de município tem 7 algarismos e “{text}” não tem")]
    Form {
        /// What was written.
        text: String,
    },
    /// The first two digits name no state.
    #[error("o código IBGE {code} começa com {}, que não é código de estado", .code / 100_000)]
    State {
        /// The code.
        code: u32,
    },
    /// The check digit does not close.
    #[error("o último algarismo do código IBGE {code} não confere com os outros")]
    CheckDigit {
        /// The code.
        code: u32,
    },
}

impl Ibge {
    /// Takes a code given as a number.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn new(code: u32) -> Result<Self, IbgeError> {
        if !(1_000_000..=9_999_999).contains(&code) {
            return Err(IbgeError::Form { text: code.to_string() });
        }
        let uf = Uf::from_code(code / 100_000).ok_or(IbgeError::State { code })?;
        if code % 10 == check_digit(code / 10) || ISSUED_AGAINST_THE_RULE.contains(&code) {
            Ok(Self { code, uf })
        } else {
            Err(IbgeError::CheckDigit { code })
        }
    }

    /// Reads seven digits.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, IbgeError> {
        let text = text.trim();
        let form = || IbgeError::Form { text: text.to_owned() };
        if text.len() != 7 || masks::first_non_digit(text).is_some() {
            return Err(form());
        }
        Self::new(text.parse().map_err(|_| form())?)
    }

    /// The code as a number.
    #[must_use]
    pub const fn code(self) -> u32 {
        self.code
    }

    /// The state it lies in.
    #[must_use]
    pub const fn uf(self) -> Uf {
        self.uf
    }
}

/// Modulus 10 over the first six digits, weights 1 and 2 from the left, the digits of each product added up.
fn check_digit(six: u32) -> u32 {
    let sum: u32 = six
        .to_string()
        .bytes()
        .zip([1, 2].into_iter().cycle())
        .map(|(byte, weight)| masks::value(byte) * weight)
        .map(|product| product / 10 + product % 10)
        .sum();
    (10 - sum % 10) % 10
}

impl fmt::Display for Ibge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:07}", self.code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors;

    #[test]
    fn the_five_towns() {
        for (code, uf) in [
            ("3510500", Uf::Sp),
            ("3549904", Uf::Sp),
            ("5102504", Uf::Mt),
            ("3137700", Uf::Mg),
            ("5106653", Uf::Mt),
        ] {
            let ibge = Ibge::parse(code).unwrap();
            assert_eq!((ibge.uf(), ibge.to_string().as_str()), (uf, code));
        }
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(Ibge::parse("355030"), Err(IbgeError::Form { text: "355030".to_owned() }));
        assert_eq!(Ibge::parse("+550308"), Err(IbgeError::Form { text: "+550308".to_owned() }));
        assert_eq!(Ibge::parse("1000007"), Err(IbgeError::State { code: 1_000_007 }));
        assert_eq!(Ibge::new(3_550_309), Err(IbgeError::CheckDigit { code: 3_550_309 }));
        assert!(Ibge::new(3_550_309).unwrap_err().to_string().contains("3550309"));
    }

    #[test]
    fn the_exceptions_are_exceptions() {
        for code in ISSUED_AGAINST_THE_RULE {
            assert_ne!(code % 10, check_digit(code / 10), "{code}");
            assert_eq!(Ibge::new(code).unwrap().code(), code);
        }
    }

    #[test]
    fn shared_vectors() {
        for row in vectors::shared_rows("data/vectors/codigo-ibge-municipio.csv") {
            assert_eq!(Ibge::parse(&row[0]).is_ok(), row[1] == "valido", "{row:?}");
        }
    }
}
