//! How a reader checks that a paper is genuine and what it is worth today.

use serde_json::{Value, json};

use crate::PaperError;

/// The public check that is printed on a paper: a QR code, the same address in words, and a short code to type.
///
/// A copied paper carries a genuine QR code, so every paper also tells its reader to compare what the page shows with
/// what is in front of him, and to look at the site's name before believing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// The public page of this paper, complete: `https://host/v/CODE`. Its code must not be guessable.
    pub url: String,
    /// The code of the same page, in Crockford's base32; hyphens and spaces are ignored, it is printed in groups of four.
    pub code: String,
    /// Where to ask without internet, such as a telephone with its hours.
    pub by_phone: Option<String>,
}

impl Verification {
    /// What a template needs of it.
    ///
    /// # Errors
    /// [`PaperError::VerificationUrl`] or [`PaperError::VerificationCode`] when address or code are malformed.
    pub(crate) fn data(&self) -> Result<Value, PaperError> {
        let host =
            host_of(&self.url).ok_or_else(|| PaperError::VerificationUrl { found: self.url.clone() })?;
        Ok(json!({
            "url": self.url,
            "host": host,
            "code": grouped_code(&self.code)?,
            "by_phone": self.by_phone,
        }))
    }
}

/// A verification code as people read it: upper case, in groups of four, `7KQ2-M9XD-…`.
///
/// # Errors
/// [`PaperError::VerificationCode`] when it is empty, has more than 32 characters or has one outside of Crockford's
/// base32 (digits and letters without I, L, O, U); hyphens and spaces are passed over.
pub fn grouped_code(code: &str) -> Result<String, PaperError> {
    let plain: Vec<char> =
        code.chars().filter(|c| !matches!(c, '-' | ' ')).map(|c| c.to_ascii_uppercase()).collect();
    let known =
        |c: &char| c.is_ascii_digit() || (c.is_ascii_uppercase() && !matches!(c, 'I' | 'L' | 'O' | 'U'));
    if plain.is_empty() || plain.len() > 32 || !plain.iter().all(known) {
        return Err(PaperError::VerificationCode { found: code.to_owned() });
    }
    Ok(plain.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-"))
}

/// The site's name in a plain web address, with its port if it has one; `None` for anything that is no such address.
fn host_of(url: &str) -> Option<&str> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let host = rest.split(['/', '?', '#']).next()?;
    // a user name before the site's name would let the printed name lie
    let plain = url.len() <= 500 && url.chars().all(|c| c.is_ascii_graphic()) && !host.contains('@');
    (plain && !host.is_empty()).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_codes_by_four() {
        assert_eq!(grouped_code("7kq2m9xd4t").unwrap(), "7KQ2-M9XD-4T");
        assert_eq!(grouped_code("7KQ2-M9XD 4T").unwrap(), "7KQ2-M9XD-4T");
    }

    #[test]
    fn refuses_codes_that_could_be_misread() {
        for bad in ["", "--", "0123456789ABCDEFGHJKMNPQRSTVWXYZ0", "7KQO", "7KQI", "ação", "7KQ2<b>"] {
            assert_eq!(
                grouped_code(bad),
                Err(PaperError::VerificationCode { found: bad.to_owned() }),
                "{bad}"
            );
        }
    }

    #[test]
    fn finds_the_site_and_refuses_addresses_that_mislead() {
        assert_eq!(host_of("https://cidade.invalid/v/7KQ2"), Some("cidade.invalid"));
        assert_eq!(host_of("http://127.0.0.1:8080/v/7KQ2"), Some("127.0.0.1:8080"));
        for bad in [
            "",
            "cidade.invalid/v",
            "javascript:alert(1)",
            "https://",
            "https:///v",
            "https://a b/",
            "https://x@y/v",
        ] {
            assert_eq!(host_of(bad), None, "{bad}");
        }
    }
}
