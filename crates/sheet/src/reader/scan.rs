//! Splitting bytes into records and cells (RFC 4180), one record at a time.
//!
//! Works on bytes of any encoding that keeps ASCII in its place (UTF-8, Windows-1252). What it decides depends only on
//! the bytes, never on how they were cut into chunks.

/// Where a cell stands in its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The cell holds doubled quotation marks that stand for one.
    pub(crate) escaped: bool,
}

/// How far a record may go before it is given up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Bytes of one record.
    pub(crate) bytes: usize,
    /// Lines of one record.
    pub(crate) lines: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scan {
    /// A whole record: its bytes without the line ending, the bytes to pass over, and the lines it took.
    Record { length: usize, used: usize, lines: u64, nul: bool },
    /// The record goes on beyond the bytes at hand.
    NeedMore,
    /// The first line of the bytes is no record.
    Broken(Breakage),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Breakage {
    /// A quotation mark is opened and never closed; the cell, counted from 0.
    Unclosed { cell: usize },
    /// Text follows a closing quotation mark; the cell, counted from 0.
    Stray { cell: usize },
    /// More bytes than a record may have.
    TooLong,
}

const PLAIN: u8 = 0;
const DELIMITER: u8 = 1;
const NEWLINE: u8 = 2;
const NUL: u8 = 3;

/// What each byte means outside quotation marks.
#[derive(Debug, Clone)]
pub(crate) struct Scanner {
    class: [u8; 256],
    quote: u8,
    limits: Limits,
}

impl Scanner {
    pub(crate) fn new(delimiter: u8, quote: u8, cr_ends_lines: bool, limits: Limits) -> Self {
        let mut class = [PLAIN; 256];
        class[0] = NUL;
        class[usize::from(b'\n')] = NEWLINE;
        if cr_ends_lines {
            class[usize::from(b'\r')] = NEWLINE;
        }
        class[usize::from(delimiter)] = DELIMITER;
        Self { class, quote, limits }
    }

    fn class(&self, byte: u8) -> u8 {
        self.class[usize::from(byte)]
    }

    /// The end of the first line: its length and the bytes to pass over.
    pub(crate) fn line_end(&self, bytes: &[u8]) -> Option<(usize, usize)> {
        let at = bytes.iter().position(|byte| self.class(*byte) == NEWLINE)?;
        Some((without_cr(bytes, 0, at), at + 1))
    }

    pub(crate) fn has_newline(&self, bytes: &[u8]) -> bool {
        // from the end: a chunk of a sane file has a line ending near it
        bytes.iter().rev().any(|byte| self.class(*byte) == NEWLINE)
    }

    /// Reads the record at the start of `bytes`; `last` when no bytes follow. Its cells are left in `cells`.
    pub(crate) fn record(&self, bytes: &[u8], last: bool, cells: &mut Vec<Span>) -> Scan {
        cells.clear();
        let mut at = 0;
        let mut lines = 1;
        let mut nul = false;
        loop {
            if bytes.get(at) == Some(&self.quote) {
                match self.quoted(bytes, at, last, cells.len(), &mut lines, &mut nul) {
                    Quoted::Cell { span, next } => {
                        cells.push(span);
                        at = next;
                        match bytes.get(at) {
                            Some(&byte) if self.class(byte) == DELIMITER => at += 1,
                            Some(_) => return Scan::Record { length: at, used: at + 1, lines, nul },
                            None => return Scan::Record { length: at, used: at, lines, nul },
                        }
                    }
                    Quoted::CellBeforeCr { span, newline } => {
                        cells.push(span);
                        // the line feed is missing when the file ends after the carriage return
                        let used = bytes.len().min(newline + 1);
                        return Scan::Record { length: newline - 1, used, lines, nul };
                    }
                    Quoted::NeedMore if bytes.len() > self.limits.bytes => {
                        return Scan::Broken(Breakage::Unclosed { cell: cells.len() });
                    }
                    Quoted::NeedMore => return Scan::NeedMore,
                    Quoted::Broken(breakage) => return Scan::Broken(breakage),
                }
                continue;
            }
            let start = at;
            // the inner loop: one look at a table per byte
            let found = loop {
                let Some(&byte) = bytes.get(at) else { break None };
                match self.class(byte) {
                    PLAIN => at += 1,
                    NUL => {
                        nul = true;
                        at += 1;
                    }
                    other => break Some(other),
                }
            };
            if at > self.limits.bytes {
                return Scan::Broken(Breakage::TooLong);
            }
            match found {
                Some(DELIMITER) => {
                    cells.push(span(start, at, false));
                    at += 1;
                }
                Some(_) => {
                    let end = without_cr(bytes, start, at);
                    cells.push(span(start, end, false));
                    return Scan::Record { length: end, used: at + 1, lines, nul };
                }
                None if last => {
                    let end = without_cr(bytes, start, at);
                    cells.push(span(start, end, false));
                    return Scan::Record { length: end, used: at, lines, nul };
                }
                None => return Scan::NeedMore,
            }
        }
    }

    fn quoted(
        &self,
        bytes: &[u8],
        open: usize,
        last: bool,
        cell: usize,
        lines: &mut u64,
        nul: &mut bool,
    ) -> Quoted {
        let start = open + 1;
        let mut at = start;
        let mut escaped = false;
        loop {
            loop {
                match bytes.get(at) {
                    Some(&byte) if byte == self.quote => break,
                    Some(&byte) => match self.class(byte) {
                        NEWLINE => {
                            *lines += 1;
                            if *lines > self.limits.lines {
                                return Quoted::Broken(Breakage::Unclosed { cell });
                            }
                        }
                        NUL => *nul = true,
                        _ => {}
                    },
                    None if last => return Quoted::Broken(Breakage::Unclosed { cell }),
                    None => return Quoted::NeedMore,
                }
                at += 1;
            }
            if at > self.limits.bytes {
                return Quoted::Broken(Breakage::Unclosed { cell });
            }
            // at a quotation mark: the end of the cell, half of a doubled one, or out of place
            let close = at;
            if bytes.get(at + 1) == Some(&self.quote) {
                escaped = true;
                at += 2;
                continue;
            }
            let mut next = at + 1;
            while bytes.get(next) == Some(&b' ') {
                next += 1;
            }
            let found = span(start, close, escaped);
            return match bytes.get(next) {
                Some(&byte) if matches!(self.class(byte), DELIMITER | NEWLINE) => {
                    Quoted::Cell { span: found, next }
                }
                Some(b'\r') => match bytes.get(next + 1) {
                    Some(&byte) if self.class(byte) == NEWLINE => {
                        Quoted::CellBeforeCr { span: found, newline: next + 1 }
                    }
                    Some(_) => Quoted::Broken(Breakage::Stray { cell }),
                    None if last => Quoted::CellBeforeCr { span: found, newline: next + 1 },
                    None => Quoted::NeedMore,
                },
                Some(_) => Quoted::Broken(Breakage::Stray { cell }),
                None if last => Quoted::Cell { span: found, next },
                None => Quoted::NeedMore,
            };
        }
    }
}

enum Quoted {
    Cell { span: Span, next: usize },
    CellBeforeCr { span: Span, newline: usize },
    NeedMore,
    Broken(Breakage),
}

fn span(start: usize, end: usize, escaped: bool) -> Span {
    // the limit on a record's bytes keeps positions far below u32::MAX
    Span { start: start as u32, end: end as u32, escaped }
}

/// The end of a line that may have a carriage return before its line feed.
fn without_cr(bytes: &[u8], start: usize, end: usize) -> usize {
    if end > start && bytes.get(end - 1) == Some(&b'\r') { end - 1 } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { bytes: 1000, lines: 3 };

    fn cells(text: &str) -> (Scan, Vec<String>) {
        let mut spans = Vec::new();
        let scan = Scanner::new(b';', b'"', false, LIMITS).record(text.as_bytes(), true, &mut spans);
        (scan, spans.iter().map(|s| text[s.start as usize..s.end as usize].to_owned()).collect())
    }

    #[test]
    fn plain_and_quoted_cells() {
        let (scan, found) = cells("a;\"b;\nc\"  ;;\"\"\r\nnext");
        assert_eq!(found, ["a", "b;\nc", "", ""]);
        assert_eq!(scan, Scan::Record { length: 14, used: 16, lines: 2, nul: false });
        let (scan, found) = cells("15\" aro;x\r");
        assert_eq!(found, ["15\" aro", "x"]);
        assert_eq!(scan, Scan::Record { length: 9, used: 10, lines: 1, nul: false });
        let (scan, found) = cells("a;\"b\"\r");
        assert_eq!(found, ["a", "b"]);
        assert_eq!(scan, Scan::Record { length: 5, used: 6, lines: 1, nul: false });
        assert_eq!(cells("a;").1, ["a", ""]);
    }

    #[test]
    fn broken_quotes_are_named() {
        assert_eq!(cells("a;\"b;c\nd;e\n").0, Scan::Broken(Breakage::Unclosed { cell: 1 }));
        assert_eq!(cells("\"a\nb\nc\nd\n\"").0, Scan::Broken(Breakage::Unclosed { cell: 0 }));
        assert_eq!(cells("\"a\"b;c\n").0, Scan::Broken(Breakage::Stray { cell: 0 }));
    }

    #[test]
    fn an_undecided_end_waits_for_more() {
        let mut spans = Vec::new();
        let scanner = Scanner::new(b';', b'"', false, LIMITS);
        for text in ["", "a;b", "\"a", "\"a\"", "\"a\" ", "\"a\"\r", "a\r"] {
            assert_eq!(scanner.record(text.as_bytes(), false, &mut spans), Scan::NeedMore, "{text}");
        }
        assert_eq!(scanner.record(&[b'a'; 1001], false, &mut spans), Scan::Broken(Breakage::TooLong));
    }
}
