//! A position of a chain as text, to be printed, published or kept in a safe.

use std::fmt;
use std::str::FromStr;

use crate::{Digest, Head};

/// What was the last act of a municipality at some moment. Kept outside the database, it lets anybody find a chain
/// that was cut short or rewritten as a whole, which the chain alone cannot show.
///
/// Text form: `alvara 3510500 128 <64 hexadecimal digits>`, the digits in groups of eight. Reading ignores how the
/// digits are grouped and the case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checkpoint {
    /// IBGE code of the municipality.
    pub tenant: u32,
    /// Number of the last act; 0 when there was none.
    pub number: u64,
    /// Hash of the last act.
    pub hash: Digest,
}

impl Checkpoint {
    /// The position without the municipality.
    #[must_use]
    pub fn head(self) -> Head {
        Head { number: self.number, hash: self.hash }
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "alvara {} {}", self.tenant, self.number)?;
        let digits = self.hash.to_string();
        let mut rest = digits.as_str();
        while let Some((group, tail)) = rest.split_at_checked(8) {
            write!(f, " {group}")?;
            rest = tail;
        }
        Ok(())
    }
}

/// The text is not a checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a checkpoint: expected `alvara <IBGE code> <number> <64 hexadecimal digits>`")]
pub struct CheckpointError;

impl CheckpointError {
    /// What is wrong and what to do, in Portuguese.
    #[must_use]
    pub fn pt_br(self) -> String {
        "O texto não é um ponto de conferência. Esperado: `alvara <código IBGE> <número do ato> <64 dígitos \
         hexadecimais>`, como impresso por `alvara ledger verify`."
            .to_owned()
    }
}

impl FromStr for Checkpoint {
    type Err = CheckpointError;

    fn from_str(text: &str) -> Result<Self, CheckpointError> {
        let mut words = text.split_whitespace();
        if words.next() != Some("alvara") {
            return Err(CheckpointError);
        }
        let tenant = words.next().and_then(|word| word.parse().ok()).ok_or(CheckpointError)?;
        let number = words.next().and_then(|word| word.parse().ok()).ok_or(CheckpointError)?;
        let hash = words.collect::<String>().parse().map_err(|_| CheckpointError)?;
        Ok(Self { tenant, number, hash })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_it_prints() {
        let checkpoint = Head { number: 128, hash: Digest::of(b"x") }.checkpoint(3_510_500);
        let text = checkpoint.to_string();
        assert!(text.starts_with("alvara 3510500 128 2d711642 b726b044 "), "{text}");
        assert_eq!(text.parse(), Ok(checkpoint));
        assert_eq!(format!("\n  alvara 3510500 128\n{}", checkpoint.hash).parse(), Ok(checkpoint));
        assert_eq!(text.to_uppercase().replace("ALVARA", "alvara").parse(), Ok(checkpoint));
    }

    #[test]
    fn refuses_other_texts() {
        for wrong in ["", "alvara", "alvara 3510500 128", "alvara 3510500 x 00", "outra 3510500 1 00"] {
            assert_eq!(wrong.parse::<Checkpoint>(), Err(CheckpointError), "{wrong}");
        }
        assert!(CheckpointError.pt_br().contains("ponto de conferência"));
    }
}
