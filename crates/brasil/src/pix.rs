//! Pix "copia e cola": the static BR Code, written and read (Banco Central, Manual de Padrões para Iniciação do Pix).
//!
//! A BR Code is a row of fields: two digits of identifier, two of length, the value, and a checksum at the end. The
//! length counts characters and the checksum covers bytes. A charge with due date, fine and interest is another thing
//! (dynamic, made by the municipality's bank): here the value is fixed, and an expired slip is issued again.

mod crc;
mod read;

use std::fmt::Write as _;

use crate::money::Brl;
use crate::person::plain;
pub use crc::crc16;
pub use read::PixCode;

/// The transaction id of a static code: 1 to 25 letters and digits. Banks differ in what else they let pass, so
/// nothing else is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TxId(String);

impl TxId {
    /// Takes an id that is already right.
    ///
    /// # Errors
    /// Names the first character that some bank would refuse, or the excess length.
    pub fn parse(text: &str) -> Result<Self, PixError> {
        if let Some(found) = text.chars().find(|c| !c.is_ascii_alphanumeric()) {
            return Err(PixError::TxIdCharacter { found });
        }
        if (1..=25).contains(&text.len()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(PixError::TxIdLength { found: text.len() })
        }
    }

    /// Makes an id of a document number, keeping its letters and digits: `AIT 2026/000123` becomes `AIT2026000123`.
    ///
    /// # Errors
    /// When nothing is left, or more than 25 characters.
    pub fn from_number(text: &str) -> Result<Self, PixError> {
        Self::parse(&text.chars().filter(char::is_ascii_alphanumeric).collect::<String>())
    }

    /// The id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a static code says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticPix {
    /// The receiver's Pix key, as registered.
    pub key: String,
    /// The receiver's name: at most 25 characters, written in capitals without accents.
    pub name: String,
    /// The receiver's city: at most 15 characters, written in capitals without accents.
    pub city: String,
    /// The amount; without one the payer types it.
    pub amount: Option<Brl>,
    /// The transaction id, which comes back in the bank's report.
    pub txid: Option<TxId>,
}

/// Why a BR Code cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PixError {
    /// A transaction id with a character that some banks refuse.
    #[error("o identificador do Pix tem “{found}”; use só letras sem acento e algarismos")]
    TxIdCharacter {
        /// The first such character.
        found: char,
    },
    /// A transaction id of no or of too many characters.
    #[error("o identificador do Pix tem de 1 a 25 letras e algarismos, e este tem {found}")]
    TxIdLength {
        /// How many it has.
        found: usize,
    },
    /// A text that does not fit its field.
    #[error("{field} tem {found} caracteres e cabem de 1 a {most}; abrevie")]
    Length {
        /// Which field, with its article.
        field: &'static str,
        /// How many it has.
        found: usize,
        /// How many fit.
        most: usize,
    },
    /// A character outside of plain printable ASCII.
    #[error("{field} tem “{found}”, que aplicativos de banco não leem")]
    Character {
        /// Which field, with its article.
        field: &'static str,
        /// The first such character.
        found: char,
    },
    /// No money, or less.
    #[error("o valor do Pix deve ser maior que zero")]
    Amount,
    /// The text is not a row of fields.
    #[error("o código Pix está incompleto ou cortado perto do caractere {position}; copie-o inteiro")]
    Malformed {
        /// From 1.
        position: usize,
    },
    /// The checksum does not close.
    #[error("o código Pix foi alterado ou copiado com erro: o verificador final não confere")]
    Checksum,
    /// A field is missing, appears twice, or has a value it may not have.
    #[error("o código Pix tem o campo {id} ausente, repetido ou com valor que não é aceito")]
    Field {
        /// The two digits of the field.
        id: String,
    },
}

impl StaticPix {
    /// Writes the code that a payer copies, or reads from the QR.
    ///
    /// # Errors
    /// Says which part does not fit.
    pub fn payload(&self) -> Result<String, PixError> {
        let key = self.key.trim();
        check_text("a chave Pix", key, 77)?;
        let name = plain(&self.name).to_uppercase();
        check_text("o nome do recebedor", &name, 25)?;
        let city = plain(&self.city).to_uppercase();
        check_text("a cidade do recebedor", &city, 15)?;
        let account = [field("00", "br.gov.bcb.pix"), field("01", key)].concat();
        let mut code =
            [field("00", "01"), field("26", &account), field("52", "0000"), field("53", "986")].concat();
        if let Some(amount) = self.amount {
            if amount <= Brl::ZERO {
                return Err(PixError::Amount);
            }
            code.push_str(&field("54", &amount.to_decimal().to_string()));
        }
        code.push_str(&field("58", "BR"));
        code.push_str(&field("59", &name));
        code.push_str(&field("60", &city));
        code.push_str(&field("62", &field("05", self.txid.as_ref().map_or("***", TxId::as_str))));
        code.push_str("6304");
        let checksum = crc16(code.as_bytes());
        // writing into a String cannot fail
        let _ = write!(code, "{checksum:04X}");
        Ok(code)
    }
}

fn field(id: &str, value: &str) -> String {
    format!("{id}{:02}{value}", value.chars().count())
}

fn check_text(field: &'static str, text: &str, most: usize) -> Result<(), PixError> {
    if let Some(found) = text.chars().find(|c| !matches!(c, ' '..='~')) {
        return Err(PixError::Character { field, found });
    }
    let found = text.len();
    if (1..=most).contains(&found) { Ok(()) } else { Err(PixError::Length { field, found, most }) }
}

#[cfg(test)]
mod tests;
