//! What a form sent, as text. Decoded once, in the guard, which also checks its secret.

use std::collections::BTreeMap;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::fault::Fault;

/// The fields of a form or of an address, in the order sent.
#[derive(Clone, Default)]
pub(crate) struct Entry(Vec<(String, String)>);

impl Entry {
    /// Reads `application/x-www-form-urlencoded` text. Bytes that are not UTF-8 become the replacement character.
    pub fn decode(body: &[u8]) -> Self {
        let pairs = body.split(|b| *b == b'&').filter(|p| !p.is_empty()).map(|pair| {
            let at = pair.iter().position(|b| *b == b'=').unwrap_or(pair.len());
            let (name, value) = pair.split_at(at);
            (plain(name), plain(value.get(1..).unwrap_or_default()))
        });
        Self(pairs.collect())
    }

    /// The value of a field as typed; empty when it was not sent.
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(n, _)| n == name).map_or("", |(_, v)| v.as_str())
    }

    /// The fields worth keeping in a draft: all but the ones that belong to the page (their names begin with `_`).
    pub fn kept(&self) -> BTreeMap<String, String> {
        self.0.iter().filter(|(n, _)| !n.starts_with('_')).cloned().collect()
    }

    /// A field set from elsewhere: a draft, an address.
    pub fn set(&mut self, name: &str, value: &str) {
        self.0.retain(|(n, _)| n != name);
        self.0.push((name.to_string(), value.to_string()));
    }
}

/// Undoes percent and plus encoding.
fn plain(text: &[u8]) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        match first {
            b'+' => out.push(b' '),
            b'%' => {
                let hex = tail.get(..2).and_then(|h| std::str::from_utf8(h).ok());
                match hex.and_then(|h| u8::from_str_radix(h, 16).ok()) {
                    Some(byte) => {
                        out.push(byte);
                        rest = tail.get(2..).unwrap_or_default();
                    }
                    None => out.push(b'%'),
                }
            }
            other => out.push(*other),
        }
    }
    let text = String::from_utf8_lossy(&out);
    if text.chars().any(invisible) {
        text.chars().filter(|c| !invisible(*c)).collect()
    } else {
        text.into_owned()
    }
}

/// Whether nobody can have meant to type a character: control codes, spaces without width, and marks that turn the direction
/// of writing, which come along when one copies from a document, and with which one name can be made to look like another.
fn invisible(c: char) -> bool {
    match c {
        '\n' | '\r' | '\t' => false,
        '\u{ad}'
        | '\u{200b}'
        | '\u{200c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}' => true,
        other => other.is_control(),
    }
}

/// Writes a value so that it can stand in the query of an address.
pub(crate) fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for b in text.bytes() {
        if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'~') {
            out.push(char::from(b));
        } else {
            out.push_str(&format!("%{b:02X}"));
        }
    }
    out
}

impl<S: Send + Sync> FromRequestParts<S> for Entry {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Fault> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_comes_back_whole() {
        let e = Entry::decode("nome=Jo%C3%A3o+d%27%C3%81vila&placa=&x=100%&a=1&a=2&_csrf=s".as_bytes());
        assert_eq!(e.get("nome"), "João d'Ávila");
        assert_eq!(e.get("placa"), "");
        assert_eq!(e.get("x"), "100%");
        assert!(!e.kept().contains_key("_csrf"));
        assert_eq!(
            Entry::decode("nome=Jo%00%E2%80%8B%C3%A3o%E2%80%AE&texto=um%0D%0Adois".as_bytes()).get("nome"),
            "João"
        );
        assert_eq!(Entry::decode(b"texto=um%0D%0Adois").get("texto"), "um\r\ndois");
        assert_eq!(Entry::decode(format!("q={}", encoded("ã &=+%")).as_bytes()).get("q"), "ã &=+%");
    }
}
