//! Fresh texts: identifiers, codes, tokens. The pure rooms get them as arguments.

use uuid::Builder;

/// The random source of the machine does not answer; nothing safe can be made.
#[derive(Debug, thiserror::Error)]
#[error("a fonte de números aleatórios da máquina não responde")]
pub struct NoRandom;

/// Random bytes.
///
/// # Errors
/// The machine has no random source.
pub fn bytes<const N: usize>() -> Result<[u8; N], NoRandom> {
    let mut out = [0; N];
    getrandom::fill(&mut out).map_err(|_| NoRandom)?;
    Ok(out)
}

/// An identifier that sorts by the moment it was made (UUID version 7, simple form).
///
/// # Errors
/// The machine has no random source.
pub fn identifier(micros: i64) -> Result<String, NoRandom> {
    let millis = u64::try_from(micros / 1000).unwrap_or(0);
    Ok(Builder::from_unix_timestamp_millis(millis, &bytes()?).into_uuid().simple().to_string())
}

/// Crockford's alphabet: no I, L, O, U, so that a code can be read aloud.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A verification code: 16 characters, 80 random bits.
///
/// # Errors
/// The machine has no random source.
pub fn code() -> Result<String, NoRandom> {
    let raw: [u8; 16] = bytes()?;
    Ok(raw.iter().filter_map(|b| ALPHABET.get(usize::from(b & 31))).map(|c| char::from(*c)).collect())
}

/// A secret token, as text: 256 random bits in hexadecimal.
///
/// # Errors
/// The machine has no random source.
pub fn token() -> Result<String, NoRandom> {
    let raw: [u8; 32] = bytes()?;
    Ok(raw.iter().map(|b| format!("{b:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_readable_and_do_not_repeat() {
        let (a, b) = (code().unwrap(), code().unwrap());
        assert_eq!(a.len(), 16);
        assert_ne!(a, b);
        assert!(a.bytes().all(|c| ALPHABET.contains(&c)));
    }

    #[test]
    fn identifiers_sort_by_moment() {
        assert!(identifier(1_000_000).unwrap() < identifier(2_000_000_000).unwrap());
    }
}
