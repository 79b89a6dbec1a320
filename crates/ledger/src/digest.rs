//! A SHA-256 digest and its hexadecimal text.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// A SHA-256 digest (FIPS 180-4), 32 bytes. Displays as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// 32 zero bytes: what stands before the first act of a municipality.
    pub const ZERO: Self = Self([0; 32]);

    /// The digest of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The digest of a salted payload: SHA-256 of the 32 salt bytes followed by the stored payload bytes.
    #[must_use]
    pub fn of_payload(salt: &[u8; 32], payload: &[u8]) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(salt);
        hasher.update(payload);
        Self(hasher.finalize().into())
    }

    /// The 32 raw bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<[u8; 32]> for Digest {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl TryFrom<&[u8]> for Digest {
    type Error = DigestError;

    fn try_from(bytes: &[u8]) -> Result<Self, DigestError> {
        bytes.try_into().map(Self).map_err(|_| DigestError)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl FromStr for Digest {
    type Err = DigestError;

    fn from_str(text: &str) -> Result<Self, DigestError> {
        from_hex(text).and_then(|bytes| bytes.try_into().ok()).map(Self).ok_or(DigestError)
    }
}

/// The text or bytes are not a SHA-256 digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a SHA-256 digest: expected 32 bytes, or 64 hexadecimal digits")]
pub struct DigestError;

/// Lower-case hexadecimal of any bytes.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]])
        .map(char::from)
        .collect()
}

/// Bytes of a hexadecimal text of either case; `None` on an odd length or any other character.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let bytes = text.as_bytes();
    if !bytes.len().is_multiple_of(2) {
        return None;
    }
    bytes.chunks_exact(2).map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The one-block message of FIPS 180-4's examples.
    #[test]
    fn digests_the_standard_example() {
        assert_eq!(
            Digest::of(b"abc").to_string(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn reads_back_what_it_prints_and_refuses_the_rest() {
        let digest = Digest::of(b"x");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert_eq!(digest.to_string().to_uppercase().parse(), Ok(digest));
        for wrong in ["", "0", "zz", &"0".repeat(62), &"0".repeat(66), &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(wrong.parse::<Digest>(), Err(DigestError), "{wrong}");
        }
    }

    #[test]
    fn salts_before_the_payload() {
        let mut together = vec![3; 32];
        together.extend_from_slice(b"{}");
        assert_eq!(Digest::of_payload(&[3; 32], b"{}"), Digest::of(&together));
    }
}
