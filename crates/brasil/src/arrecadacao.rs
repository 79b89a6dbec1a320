//! The bar code of municipal collection slips (DAM): FEBRABAN, "Layout padrão de arrecadação", 44 positions and the
//! typed line of 48.
//!
//! Positions: 1 product `8`; 2 segment (`1` town halls); 3 what the value is and which modulus closes the code; 4 the
//! general check digit; 5–15 value in centavos; 16–19 the agreement with the bank; 20–44 free, of which the first eight
//! may be the due date. A new code must be approved by each bank before it is printed for payment.

use std::fmt;

use jiff::civil::Date;

use crate::check_digits::{modulus_10, remainder_11};
use crate::masks;
use crate::money::Brl;

/// The rule that closes a code, named by its third position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Modulus {
    /// Value identifiers 6 and 7.
    Ten,
    /// Value identifiers 8 and 9.
    Eleven,
}

impl Modulus {
    fn of_identifier(identifier: u8) -> Option<Self> {
        match identifier {
            b'6' | b'7' => Some(Self::Ten),
            b'8' | b'9' => Some(Self::Eleven),
            _ => None,
        }
    }

    fn digit(self, digits: &str) -> char {
        masks::digit(match self {
            Self::Ten => modulus_10(digits),
            Self::Eleven => match remainder_11(digits) {
                0 | 1 => 0,
                10 => 1,
                rest => 11 - rest,
            },
        })
    }
}

/// A collection code whose check digits close: its 44 positions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arrecadacao(String);

/// Why a text or a set of parts is not a collection code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArrecadacaoError {
    /// Nothing was written.
    #[error("falta o código de barras ou a linha digitável")]
    Empty,
    /// Something other than a digit; in a typed line only hyphens and spaces separate.
    #[error("o código tem “{found}”; use só algarismos (na linha digitável, também hífens e espaços)")]
    Character {
        /// The first such character.
        found: char,
    },
    /// Neither 44 nor 48 digits.
    #[error("o código de barras tem 44 algarismos e a linha digitável tem 48; este tem {found}")]
    Length {
        /// How many digits there are.
        found: usize,
    },
    /// It does not begin as a collection code does.
    #[error(
        "guias de arrecadação começam com 8, um segmento de 1 a 9 e um identificador de 6 a 9; esta começa com {start}"
    )]
    Product {
        /// The first three digits.
        start: String,
    },
    /// A block of the typed line does not close.
    #[error(
        "o dígito verificador do {block}º bloco da linha digitável não confere; digite esse bloco de novo"
    )]
    Block {
        /// From 1 to 4.
        block: usize,
    },
    /// The general check digit does not close.
    #[error("o dígito verificador geral (4ª posição) não confere; digite o código de novo")]
    General,
    /// A part has the wrong size.
    #[error("{part} deve ter {wanted} algarismos")]
    Part {
        /// Which part, with its article.
        part: &'static str,
        /// How many digits it needs.
        wanted: usize,
    },
    /// The value is not positive or has more than eleven digits of centavos.
    #[error("o valor da guia deve ficar entre R$ 0,01 e R$ 999.999.999,99")]
    Value,
}

impl Arrecadacao {
    /// Makes the code of a town hall's slip (segment 1) for a value in reais.
    ///
    /// `agreement` are the four digits that the bank knows the town by; `free` are 25 digits of the town's own, of
    /// which the first eight may be the due date as `AAAAMMDD`.
    ///
    /// # Errors
    /// Says which part does not fit.
    pub fn town_hall(
        modulus: Modulus,
        value: Brl,
        agreement: &str,
        free: &str,
    ) -> Result<Self, ArrecadacaoError> {
        let part = |text: &str, part, wanted| {
            let fits = text.len() == wanted && masks::first_non_digit(text).is_none();
            if fits { Ok(()) } else { Err(ArrecadacaoError::Part { part, wanted }) }
        };
        part(agreement, "o convênio", 4)?;
        part(free, "o campo livre", 25)?;
        if !(1..=99_999_999_999).contains(&value.centavos()) {
            return Err(ArrecadacaoError::Value);
        }
        let identifier = match modulus {
            Modulus::Ten => '6',
            Modulus::Eleven => '8',
        };
        let start = format!("81{identifier}");
        let rest = format!("{:011}{agreement}{free}", value.centavos());
        let general = modulus.digit(&format!("{start}{rest}"));
        Ok(Self(format!("{start}{general}{rest}")))
    }

    /// Reads a bar code of 44 digits or a typed line of 48.
    ///
    /// # Errors
    /// Says what is wrong, and in which block of the line.
    pub fn parse(text: &str) -> Result<Self, ArrecadacaoError> {
        let digits = masks::without(text, |c| masks::is_dash(c) || masks::is_space(c));
        if digits.is_empty() {
            return Err(ArrecadacaoError::Empty);
        }
        if let Some(found) = masks::first_non_digit(&digits) {
            return Err(ArrecadacaoError::Character { found });
        }
        if !matches!(digits.len(), 44 | 48) {
            return Err(ArrecadacaoError::Length { found: digits.len() });
        }
        let modulus = Self::modulus_of(&digits)?;
        let code = if digits.len() == 48 { without_block_digits(&digits, modulus)? } else { digits };
        let general = modulus.digit(&format!("{}{}", &code[..3], &code[4..]));
        if code[3..].starts_with(general) { Ok(Self(code)) } else { Err(ArrecadacaoError::General) }
    }

    fn modulus_of(digits: &str) -> Result<Modulus, ArrecadacaoError> {
        let bytes = digits.as_bytes();
        let known = bytes[0] == b'8' && bytes[1] != b'0';
        Modulus::of_identifier(bytes[2])
            .filter(|_| known)
            .ok_or_else(|| ArrecadacaoError::Product { start: digits[..3].to_owned() })
    }

    /// The 44 digits that the bars carry (interleaved 2 of 5).
    #[must_use]
    pub fn bar_code(&self) -> &str {
        &self.0
    }

    /// The line a person types: four blocks of eleven digits, each with its own check digit.
    #[must_use]
    pub fn line(&self) -> String {
        let modulus = Modulus::of_identifier(self.0.as_bytes()[2]).unwrap_or(Modulus::Ten);
        let blocks = [&self.0[..11], &self.0[11..22], &self.0[22..33], &self.0[33..]];
        blocks.map(|block| format!("{block}-{}", modulus.digit(block))).join(" ")
    }

    /// The amount to pay; nothing when the code carries a quantity of some unit instead (identifiers 7 and 9).
    #[must_use]
    pub fn value(&self) -> Option<Brl> {
        let in_reais = matches!(self.0.as_bytes()[2], b'6' | b'8');
        self.0[4..15].parse().ok().filter(|_| in_reais).map(Brl::from_centavos)
    }

    /// The agreement with the bank: positions 16 to 19.
    #[must_use]
    pub fn agreement(&self) -> &str {
        &self.0[15..19]
    }

    /// The free field: positions 20 to 44.
    #[must_use]
    pub fn free(&self) -> &str {
        &self.0[19..]
    }

    /// The due date, where the free field begins with one.
    #[must_use]
    pub fn due_date(&self) -> Option<Date> {
        let free = self.free();
        Date::new(free[..4].parse().ok()?, free[4..6].parse().ok()?, free[6..8].parse().ok()?)
            .ok()
            .filter(|date| (1997..=2149).contains(&date.year()))
    }
}

fn without_block_digits(line: &str, modulus: Modulus) -> Result<String, ArrecadacaoError> {
    let mut code = String::with_capacity(44);
    for block in 1..=4 {
        let whole = &line[(block - 1) * 12..block * 12];
        if !whole.ends_with(modulus.digit(&whole[..11])) {
            return Err(ArrecadacaoError::Block { block });
        }
        code.push_str(&whole[..11]);
    }
    Ok(code)
}

impl fmt::Display for Arrecadacao {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors;
    use jiff::civil::date;
    use proptest::prelude::*;

    const FREE: &str = "2026121500000000000012345";

    fn code(modulus: Modulus, centavos: i64, free: &str) -> Result<Arrecadacao, ArrecadacaoError> {
        Arrecadacao::town_hall(modulus, Brl::from_centavos(centavos), "3646", free)
    }

    #[test]
    fn known_lines() {
        let next_year = "2027013100000000000000001";
        for (modulus, centavos, free, line) in [
            (Modulus::Ten, 21_420, FREE, "81610000002-4 14203646202-6 61215000000-0 00000012345-5"),
            (Modulus::Eleven, 21_420, FREE, "81810000002-2 14203646202-2 61215000000-8 00000012345-5"),
            (Modulus::Ten, 123_456, next_year, "81670000012-7 34563646202-9 70131000000-8 00000000001-8"),
            (Modulus::Eleven, 123_456, next_year, "81850000012-7 34563646202-0 70131000000-1 00000000001-9"),
        ] {
            let made = code(modulus, centavos, free).unwrap();
            assert_eq!(made.line(), line);
            assert_eq!(Arrecadacao::parse(line), Ok(made.clone()));
            assert_eq!(Arrecadacao::parse(made.bar_code()), Ok(made));
        }
        let nines = code(Modulus::Ten, 99_999_999_999, "9999999999999999999999999").unwrap();
        assert_eq!(nines.to_string(), "81699999999-7 99993646999-1 99999999999-1 99999999999-1");
    }

    #[test]
    fn says_what_it_carries() {
        let slip = code(Modulus::Ten, 21_420, FREE).unwrap();
        assert_eq!(slip.value(), Some(Brl::from_centavos(21_420)));
        assert_eq!((slip.agreement(), slip.free()), ("3646", FREE));
        assert_eq!(slip.due_date(), Some(date(2026, 12, 15)));
        assert_eq!(code(Modulus::Ten, 1, "0000000000000000000000001").unwrap().due_date(), None);
    }

    #[test]
    fn real_slips_of_another_segment_close() {
        let line = "858200000015 669802701162 300012800189 672220251130";
        assert_eq!(Arrecadacao::parse(line).unwrap().value(), Some(Brl::from_centavos(16_698)));
    }

    #[test]
    fn says_what_is_wrong() {
        let parse = Arrecadacao::parse;
        assert_eq!(parse(""), Err(ArrecadacaoError::Empty));
        assert_eq!(parse("816.1"), Err(ArrecadacaoError::Character { found: '.' }));
        assert_eq!(parse("8161"), Err(ArrecadacaoError::Length { found: 4 }));
        assert_eq!(parse(&"1".repeat(44)), Err(ArrecadacaoError::Product { start: "111".to_owned() }));
        let typo = "81610000002-4 14203646202-6 61215000001-0 00000012345-5";
        assert_eq!(parse(typo), Err(ArrecadacaoError::Block { block: 3 }));
        let general = code(Modulus::Ten, 21_420, FREE).unwrap().bar_code().replacen("8161", "8162", 1);
        assert_eq!(parse(&general), Err(ArrecadacaoError::General));
        assert_eq!(code(Modulus::Ten, 0, FREE), Err(ArrecadacaoError::Value));
        assert_eq!(
            code(Modulus::Ten, 1, "1"),
            Err(ArrecadacaoError::Part { part: "o campo livre", wanted: 25 })
        );
    }

    #[test]
    fn shared_vectors() {
        for row in vectors::shared_rows("data/vectors/boleto-e-arrecadacao.csv") {
            if row[0].starts_with('8') {
                assert_eq!(Arrecadacao::parse(&row[0]).is_ok(), row[1] == "valido", "{row:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn lines_and_bars_come_back(centavos in 1_i64..100_000_000_000, free in "[0-9]{25}", ten in any::<bool>()) {
            let modulus = if ten { Modulus::Ten } else { Modulus::Eleven };
            let made = code(modulus, centavos, &free).unwrap();
            prop_assert_eq!(made.bar_code().len(), 44);
            prop_assert_eq!(Arrecadacao::parse(&made.line()), Ok(made.clone()));
            prop_assert_eq!(made.value(), Some(Brl::from_centavos(centavos)));
        }
    }
}
