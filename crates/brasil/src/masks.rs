//! The punctuation people put into numbers, and the sums behind check digits.
//!
//! Only punctuation is ever taken off. A letter is never dropped to make a number fit: since July 2026 letters are
//! part of a CNPJ, and everywhere else they are a slip that its author must see.

/// Space of any kind (the no-break space of pasted text included).
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace()
}

/// A hyphen, or one of the dashes that word processors put in its place.
pub(crate) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
}

/// The marks of Brazilian masks: `.`, `/`, hyphen and space.
pub(crate) fn is_mask(c: char) -> bool {
    matches!(c, '.' | '/') || is_dash(c) || is_space(c)
}

/// The text without the characters that `drop` names, in capitals where they are ASCII letters.
pub(crate) fn without(text: &str, drop: impl Fn(char) -> bool) -> String {
    text.chars().filter(|c| !drop(*c)).map(|c| c.to_ascii_uppercase()).collect()
}

/// The first character that is not a digit from 0 to 9.
pub(crate) fn first_non_digit(text: &str) -> Option<char> {
    text.chars().find(|c| !c.is_ascii_digit())
}

/// One character over and over: such numbers close their check digits and are never issued.
pub(crate) fn is_repeated(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| chars.all(|c| c == first))
}

/// The value of a digit, or of a capital letter as the alphanumeric CNPJ counts it: its ASCII code less 48.
pub(crate) fn value(byte: u8) -> u32 {
    u32::from(byte.saturating_sub(b'0'))
}

/// The sum of each character's value times its weight.
pub(crate) fn weighted(text: &str, weights: impl IntoIterator<Item = u32>) -> u32 {
    text.bytes().zip(weights).map(|(byte, weight)| value(byte) * weight).sum()
}

/// A check digit as it is written.
pub(crate) fn digit(value: u32) -> char {
    char::from_digit(value, 10).unwrap_or('0')
}

/// Says how far a count is from what it should be: "falta 1", "faltam 3", "sobra 1", "sobram 2".
pub(crate) fn gap(found: usize, wanted: usize) -> String {
    let (verb, many) = if found < wanted { ("falta", wanted - found) } else { ("sobra", found - wanted) };
    format!("{verb}{} {many}", if many == 1 { "" } else { "m" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_off_punctuation_and_nothing_else() {
        assert_eq!(without(" 12.abc\u{a0}345/01–de-3 ", is_mask), "12ABC34501DE3");
        assert_eq!(without("é=_", is_mask), "é=_");
    }

    #[test]
    fn says_how_many() {
        assert_eq!(gap(10, 11), "falta 1");
        assert_eq!(gap(8, 11), "faltam 3");
        assert_eq!(gap(12, 11), "sobra 1");
        assert_eq!(gap(14, 11), "sobram 3");
    }

    #[test]
    fn repeated() {
        assert!(is_repeated("777") && !is_repeated("778") && !is_repeated(""));
    }
}
