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

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

#[cfg(test)]
mod tests {
    use super::fold;

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
