//! The LexML names of municipalities and of their acts.

use jiff::civil::Date;

use crate::municipality::Uf;
use crate::person::fold;

/// Words that LexML leaves out of the names of places.
const LEFT_OUT: [&str; 8] = ["de", "do", "da", "dos", "das", "no", "na", "e"];

/// The LexML form of a place: small letters, no accents, dots for spaces, joining words left out. `São José dos Campos`
/// is `sao.jose.campos`.
#[must_use]
pub fn place(name: &str) -> String {
    let folded = fold(name);
    let words =
        folded.split([' ', '-', '\'', '’']).filter(|word| !word.is_empty() && !LEFT_OUT.contains(word));
    words.collect::<Vec<_>>().join(".")
}

/// The LexML URN of a municipal act, as `urn:lex:br;sao.paulo;caraguatatuba:municipal:decreto:2020-07-17;1297`. The kind
/// is LexML's own word: `lei`, `lei.complementar`, `decreto`.
#[must_use]
pub fn municipal_urn(uf: Uf, municipality: &str, kind: &str, date: Date, number: u32) -> String {
    format!("urn:lex:br;{};{}:municipal:{kind}:{date};{number}", place(uf.name()), place(municipality))
}
