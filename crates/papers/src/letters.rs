//! Text that the embedded fonts can draw.
//!
//! PDF/A and PDF/UA refuse a page with a glyph that its fonts lack, and one strange letter in a name must not keep a
//! notice from being printed. So what the fonts cannot draw is first taken apart (a letter with two accents, a full-width
//! or typographic form) and, where that does not help, shown as a mark, with a line on the paper that says so.

use serde_json::Value;
use unicode_normalization::UnicodeNormalization as _;

/// Stands where a character cannot be drawn. Every embedded font has it.
pub(crate) const MARK: char = '◊';

/// Longest run of letters and digits, and longest word with the punctuation inside it (an address, say), that are left
/// whole; longer ones get invisible places to break, or they would run off the paper.
const LONGEST_RUN: usize = 22;
const LONGEST_WORD: usize = 60;
/// Characters between two such places.
const STEP: usize = 8;

/// A place where a line may break, without width and without a letter.
const BREAK: char = '\u{200B}';

/// Rewrites every text inside `data` so that `drawable` characters suffice; keys stay as they are. Tells whether a
/// mark had to be put anywhere.
pub(crate) fn make_drawable(data: &mut Value, drawable: &dyn Fn(char) -> bool) -> bool {
    match data {
        Value::String(text) => {
            let (clean, marked) = drawable_text(text, drawable);
            *text = clean;
            marked
        }
        Value::Array(items) => {
            items.iter_mut().fold(false, |marked, item| make_drawable(item, drawable) | marked)
        }
        Value::Object(map) => {
            map.values_mut().fold(false, |marked, item| make_drawable(item, drawable) | marked)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn drawable_text(text: &str, drawable: &dyn Fn(char) -> bool) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let mut marked = false;
    let (mut run, mut word) = (0, 0);
    let mut push = |out: &mut String, c: char| {
        word = if c.is_whitespace() { 0 } else { word + 1 };
        run = if c.is_alphanumeric() { run + 1 } else { 0 };
        if run > LONGEST_RUN || word > LONGEST_WORD {
            out.push(BREAK);
            run = run.min(LONGEST_RUN + 1 - STEP);
            word = word.min(LONGEST_WORD + 1 - STEP);
        }
        out.push(c);
    };
    for c in text.nfc() {
        if c == '\n' {
            push(&mut out, c);
        } else if c.is_whitespace() && c != '\u{A0}' || c.is_control() {
            push(&mut out, ' ');
        } else if invisible(c) {
            // bidirectional and zero-width characters can make a name read as another one
        } else if drawable(c) {
            push(&mut out, c);
        } else {
            let parts: Vec<char> = std::iter::once(c).nfkd().filter(|&part| !invisible(part)).collect();
            if !parts.is_empty() && parts.iter().all(|&part| drawable(part)) {
                parts.into_iter().for_each(|part| push(&mut out, part));
            } else {
                // several lost characters in a row need no more than one mark
                if !out.trim_end_matches(BREAK).ends_with(MARK) {
                    push(&mut out, MARK);
                }
                marked = true;
            }
        }
    }
    (out, marked)
}

/// Characters without a shape: joiners, bidirectional controls, byte-order marks, variation selectors, tags.
fn invisible(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn latin(c: char) -> bool {
        c == MARK || (' '..'\u{180}').contains(&c) && !c.is_control() || ('\u{300}'..'\u{303}').contains(&c)
    }

    fn clean(text: &str) -> (String, bool) {
        drawable_text(text, &latin)
    }

    #[test]
    fn portuguese_passes_untouched() {
        let text = "São João d'Água, 1º, 2ª: #$\\*<_@`~[]";
        assert_eq!(clean(text), (text.to_owned(), false));
    }

    #[test]
    fn accents_are_put_together_or_taken_apart_as_the_font_needs() {
        assert_eq!(clean("Joa\u{303}o"), ("João".to_owned(), false));
        assert_eq!(
            clean("A\u{FF22}\u{1D402}"),
            ("ABC".to_owned(), false),
            "full-width and mathematical letters"
        );
        assert_eq!(clean("\u{1EA7}"), ("a\u{302}\u{300}".to_owned(), false));
    }

    #[test]
    fn what_no_font_draws_becomes_one_mark_and_is_told() {
        assert_eq!(clean("Ana 🚗🚗 محمد!"), ("Ana ◊ ◊!".to_owned(), true));
        assert_eq!(clean("\u{E000}\u{FFFF}"), ("◊".to_owned(), true));
    }

    #[test]
    fn hidden_characters_cannot_reverse_a_name() {
        assert_eq!(clean("ABC\u{202E}321\u{FEFF}\u{0}X"), ("ABC321 X".to_owned(), false));
    }

    #[test]
    fn endless_words_get_places_to_break() {
        for endless in ["x".repeat(100), ".".repeat(100)] {
            let (out, marked) = clean(&endless);
            assert!(out.split(BREAK).all(|piece| piece.len() <= LONGEST_WORD), "{out}");
            assert!(out.contains(BREAK));
            assert_eq!(out.replace(BREAK, ""), endless);
            assert!(!marked);
        }
    }

    #[test]
    fn addresses_that_a_reader_may_copy_stay_whole() {
        for whole in ["transporte.urbano@prefeitura.cidade-ficticia.example", "inconstitucionalidades"] {
            assert_eq!(clean(whole), (whole.to_owned(), false));
        }
    }

    #[test]
    fn reaches_every_text_and_no_key() {
        let mut data = json!({"é\u{FEFF}": ["🚗", {"a": "b\u{FEFF}", "n": 1, "z": null}]});
        assert!(make_drawable(&mut data, &latin));
        assert_eq!(data, json!({"é\u{FEFF}": ["◊", {"a": "b", "n": 1, "z": null}]}));
    }
}
