//! What can keep a paper from being made.

use thiserror::Error;

/// Why a paper was not made. The text is for the person at the desk, in Portuguese, and carries no personal data.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PaperError {
    /// A field that this paper may not lack is empty.
    #[error("{paper} sem {field}: preencha este dado antes de emitir o documento")]
    Missing {
        /// The paper's name in Portuguese, such as "credencial".
        paper: &'static str,
        /// The field's name in Portuguese, such as "número".
        field: &'static str,
    },
    /// A short field, such as a number, is too long for the place it has on the paper.
    #[error(
        "{paper}: {field} tem mais de {limit} caracteres e não cabe no documento; confira se o dado está certo"
    )]
    TooLong {
        /// The paper's name in Portuguese.
        paper: &'static str,
        /// The field's name in Portuguese.
        field: &'static str,
        /// The most characters it may have.
        limit: usize,
    },
    /// A CPF was handed over without its mask; a credential is shown to strangers and never carries the whole number.
    #[error("a credencial recebeu um CPF sem máscara: use a forma ***.123.456-**")]
    UnmaskedCpf,
    /// The verification address is not a plain `http` or `https` address.
    #[error(
        "endereço de conferência inválido: {found}; use um endereço completo, como https://exemplo.gov.br/v/CODIGO"
    )]
    VerificationUrl {
        /// The address as it came.
        found: String,
    },
    /// The verification code has a character outside of Crockford's base32.
    #[error("código de conferência inválido: {found}; use só algarismos e letras, sem I, L, O e U")]
    VerificationCode {
        /// The code as it came.
        found: String,
    },
    /// The text does not fit into a QR code.
    #[error("o texto tem {length} bytes e não cabe em um código QR: encurte o endereço")]
    QrTooLong {
        /// Length of the text, in bytes.
        length: usize,
    },
    /// The moment of issue has no place on the civil calendar that PDF knows (years 0 to 9999).
    #[error("data de emissão fora do calendário: {year}")]
    IssuedAt {
        /// The year as it came.
        year: i16,
    },
    /// The embedded fonts or templates cannot be read: a fault of this program, not of the data.
    #[error("falha interna ao preparar os modelos de documento: {reason}")]
    Setup {
        /// What failed.
        reason: String,
    },
    /// The template could not be laid out with this data.
    #[error("o documento não pôde ser composto: {reason}")]
    Layout {
        /// The typesetter's diagnosis.
        reason: String,
    },
    /// The page was laid out but breaks PDF/A-2a or PDF/UA-1.
    #[error("o documento não cumpre PDF/A-2a e PDF/UA-1: {reason}")]
    Standard {
        /// The exporter's diagnosis.
        reason: String,
    },
}

/// Refuses a blank required field.
///
/// # Errors
/// [`PaperError::Missing`] when `value` is empty or only white space.
pub(crate) fn required(paper: &'static str, field: &'static str, value: &str) -> Result<(), PaperError> {
    if value.trim().is_empty() { Err(PaperError::Missing { paper, field }) } else { Ok(()) }
}

/// Refuses a blank required field and one longer than `limit` characters; for the few that stand in a fixed place, such
/// as a page's head. Names of people have no limit.
///
/// # Errors
/// [`PaperError::Missing`] or [`PaperError::TooLong`].
pub(crate) fn required_short(
    paper: &'static str,
    field: &'static str,
    value: &str,
    limit: usize,
) -> Result<(), PaperError> {
    required(paper, field, value)?;
    if value.chars().count() > limit { Err(PaperError::TooLong { paper, field, limit }) } else { Ok(()) }
}
