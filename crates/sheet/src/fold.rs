//! Words compared as a person reads them: without accents, case or stray spaces.

use unicode_normalization::char::decompose_canonical;

/// The text in lower case, without accents (composed or not), with `_`, `-`, `.` and every run of white space as one
/// space, and none at the ends.
///
/// ```
/// assert_eq!(sheet::fold("  Data     Publicação_DOM\tExtrato "), "data publicacao dom extrato");
/// assert_eq!(sheet::fold("Joa\u{303}o"), sheet::fold("JOÃO"));
/// ```
#[must_use]
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut space = false;
    for c in text.chars() {
        if c.is_whitespace() || matches!(c, '_' | '-' | '.' | '\u{feff}') {
            space = true;
            continue;
        }
        if space && !folded.is_empty() {
            folded.push(' ');
        }
        space = false;
        if c.is_ascii() {
            folded.push(c.to_ascii_lowercase());
            continue;
        }
        decompose_canonical(c, |part| {
            if !is_mark(part) {
                folded.extend(part.to_lowercase().filter(|lower| !is_mark(*lower)));
            }
        });
    }
    folded
}

/// Whether a text folds to an already folded one; plain letters without building the folded text.
pub(crate) fn folds_to(text: &str, folded: &str) -> bool {
    if !text.is_ascii() {
        return fold(text) == folded;
    }
    let mut rest = folded.as_bytes();
    let (mut space, mut begun) = (false, false);
    for byte in text.bytes() {
        if matches!(byte, b'\t'..=b'\r' | b' ' | b'_' | b'-' | b'.') {
            space = true;
            continue;
        }
        if space && begun {
            let Some((b' ', after)) = rest.split_first() else { return false };
            rest = after;
        }
        (space, begun) = (false, true);
        match rest.split_first() {
            Some((first, after)) if *first == byte.to_ascii_lowercase() => rest = after,
            _ => return false,
        }
    }
    rest.is_empty()
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

#[cfg(test)]
mod tests {
    use super::{fold, folds_to};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn comparing_without_building_is_comparing(text in "[aAbBéÉ _.\\-\\t]{0,6}", other in "[aAbBé _.]{0,6}") {
            let other = fold(&other);
            prop_assert_eq!(folds_to(&text, &other), fold(&text) == other);
            prop_assert!(folds_to(&text, &fold(&text)));
        }
    }

    #[test]
    fn headers_written_in_many_ways_fold_to_one() {
        for text in [
            "Ano de Fabricação",
            "ANO_DE_FABRICACAO",
            "ano.de-fabricac\u{327}a\u{303}o",
            " ano  de\u{a0}fabricação ",
        ] {
            assert_eq!(fold(text), "ano de fabricacao");
        }
        assert_eq!(fold("\u{feff}placa"), "placa");
        assert_eq!(fold(" - "), "");
    }
}
