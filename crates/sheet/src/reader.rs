//! Reading rows from chunks of bytes, with bounded memory, past whatever is broken.

mod decode;
mod fault;
mod scan;

pub use fault::{BadRow, Note, NoteKind, RowFault};
pub(crate) use scan::{Limits, Scan, Scanner, Span};

use crate::dialect::{Dialect, Encoding, LineEnding};
use crate::mojibake::may_be_odd;
use decode::Charset;

/// Bounds on one row; nothing larger is ever held in memory.
pub(crate) const LIMITS: Limits = Limits { bytes: 1 << 20, lines: 200 };
/// How much of a bad row is shown.
const SHOWN_BYTES: usize = 200;

/// A row of cells, borrowed from the reader.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    line: u64,
    text: &'a str,
    cells: &'a [Span],
    notes: &'a [Note],
}

impl<'a> Row<'a> {
    /// The line of the file where the row starts, counted from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.line
    }

    /// How many cells there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are no cells; a reader never gives such a row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The text of a cell, counted from 0; not trimmed.
    #[must_use]
    pub fn cell(&self, at: usize) -> Option<&'a str> {
        let span = self.cells.get(at)?;
        self.text.get(span.start as usize..span.end as usize)
    }

    /// All cells in order.
    pub fn iter(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let row = *self;
        (0..row.len()).map(move |at| row.cell(at).unwrap_or_default())
    }

    /// What was odd in the row.
    #[must_use]
    pub fn notes(&self) -> &'a [Note] {
        self.notes
    }
}

/// What the reader hands over.
#[derive(Debug, Clone, Copy)]
pub enum Record<'a> {
    /// The names of the columns; once, first, when the dialect has a header.
    Header(Row<'a>),
    /// A row.
    Row(Row<'a>),
    /// A line that is no row; the reading goes on after it.
    Bad(BadRow<'a>),
}

/// How many of what were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Lines of the file.
    pub lines: u64,
    /// Rows handed over, the header not counted.
    pub rows: u64,
    /// Bad rows handed over.
    pub bad: u64,
    /// Lines without any text, passed over.
    pub blank: u64,
    /// Rows with at least one note.
    pub noted: u64,
}

/// Reads rows from chunks of bytes pushed into it.
///
/// ```
/// use sheet::{Dialect, Reader, Record};
/// let mut plates = Vec::new();
/// let mut reader = Reader::new(&Dialect::default());
/// let mut sink = |record: Record<'_>| {
///     if let Record::Row(row) = record {
///         plates.extend(row.cell(0).map(str::to_owned));
///     }
/// };
/// reader.feed(b"placa;ano\r\nAAA0A", &mut sink);
/// reader.feed(b"00;2018\r\n", &mut sink);
/// let tally = reader.finish(&mut sink);
/// assert_eq!(plates, ["AAA0A00"]);
/// assert_eq!(tally.rows, 1);
/// ```
#[derive(Debug)]
pub struct Reader {
    scanner: Scanner,
    quote: u8,
    repair: bool,
    utf16: Option<Utf16>,
    pending: Vec<u8>,
    at_start: bool,
    /// Inside a line too long to be a row.
    skipping: bool,
    rest: Rest,
}

/// What turns records into rows, apart from the bytes they are read from.
#[derive(Debug)]
struct Rest {
    encoding: Encoding,
    encoding_open: bool,
    preamble_lines: u64,
    header_pending: bool,
    columns: Option<usize>,
    line: u64,
    cells: Vec<Span>,
    text: String,
    notes: Vec<Note>,
    tally: Tally,
}

impl Reader {
    /// A reader for a file written so.
    #[must_use]
    pub fn new(dialect: &Dialect) -> Self {
        let cr = dialect.line_ending == LineEnding::Cr;
        let utf16 = match dialect.encoding {
            Encoding::Utf16Le => Some(encoding_rs::UTF_16LE),
            Encoding::Utf16Be => Some(encoding_rs::UTF_16BE),
            _ => None,
        };
        Self {
            scanner: Scanner::new(dialect.delimiter, dialect.quote, cr, LIMITS),
            quote: dialect.quote,
            repair: false,
            utf16: utf16.map(|encoding| Utf16 { decoder: encoding.new_decoder_with_bom_removal() }),
            pending: Vec::new(),
            at_start: true,
            skipping: false,
            rest: Rest {
                encoding: dialect.encoding,
                encoding_open: dialect.encoding_supposed && dialect.encoding == Encoding::Utf8,
                preamble_lines: dialect.preamble_lines,
                header_pending: dialect.has_header,
                columns: None,
                line: 1,
                cells: Vec::new(),
                text: String::new(),
                notes: Vec::new(),
                tally: Tally::default(),
            },
        }
    }

    /// Undoes wrong readings such as `JoÃ£o` instead of only pointing at them.
    #[must_use]
    pub fn repairing_text(mut self) -> Self {
        self.repair = true;
        self
    }

    /// The encoding; where the first bytes of the file left it open, as decided since.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.rest.encoding
    }

    /// Takes the next bytes of the file and hands every record they complete to `sink`.
    pub fn feed(&mut self, chunk: &[u8], sink: &mut impl FnMut(Record<'_>)) {
        let before = self.pending.len();
        match &mut self.utf16 {
            Some(utf16) => utf16.decode(chunk, false, &mut self.pending),
            None => self.pending.extend_from_slice(chunk),
        }
        // a record ends at a line ending or at the limit: without either there is nothing new to find
        let news = self.pending.get(before..).unwrap_or_default();
        if self.pending.len() > LIMITS.bytes || self.scanner.has_newline(news) {
            self.drain(false, sink);
        }
    }

    /// Says that no bytes follow; hands over what is left.
    pub fn finish(mut self, sink: &mut impl FnMut(Record<'_>)) -> Tally {
        if let Some(utf16) = &mut self.utf16 {
            utf16.decode(&[], true, &mut self.pending);
        }
        self.drain(true, sink);
        let rest = self.rest;
        Tally { lines: rest.line - 1, ..rest.tally }
    }

    fn drain(&mut self, last: bool, sink: &mut impl FnMut(Record<'_>)) {
        let mut at = 0;
        if self.at_start {
            if self.pending.len() < 3 && !last {
                return;
            }
            self.at_start = false;
            if self.rest.encoding != Encoding::Windows1252 && self.pending.starts_with(b"\xef\xbb\xbf") {
                at = 3;
            }
        }
        while let Some(bytes) = self.pending.get(at..).filter(|bytes| !bytes.is_empty()) {
            if self.skipping {
                let Some((_, used)) = self.scanner.line_end(bytes) else {
                    at = self.pending.len();
                    break;
                };
                self.skipping = false;
                self.rest.line += 1;
                at += used;
                continue;
            }
            if self.rest.preamble_lines > 0 {
                match self.scanner.line_end(bytes) {
                    Some((_, used)) => at += used,
                    None if last || bytes.len() > LIMITS.bytes => {
                        self.skipping = true;
                        self.rest.preamble_lines -= 1;
                        continue;
                    }
                    None => break,
                }
                self.rest.preamble_lines -= 1;
                self.rest.line += 1;
                continue;
            }
            let fault = match self.scanner.record(bytes, last, &mut self.rest.cells) {
                Scan::Record { length, used, lines, nul } => {
                    let record = bytes.get(..length).unwrap_or_default();
                    match self.rest.accept(record, lines, nul, self.quote, self.repair, sink) {
                        Ok(()) => {
                            at += used;
                            self.rest.line += lines;
                            continue;
                        }
                        Err(fault) => fault,
                    }
                }
                Scan::NeedMore => break,
                Scan::Broken(breakage) => RowFault::of(breakage, LIMITS.bytes),
            };
            // only the first line is given up: an unclosed quotation mark must not swallow the rows after it
            let line_end = match self.scanner.line_end(bytes) {
                None if last => Some((bytes.len(), bytes.len())),
                None if bytes.len() <= LIMITS.bytes => break,
                found => found,
            };
            let (length, used) = line_end.unwrap_or((SHOWN_BYTES, 0));
            let raw = bytes.get(..length.min(SHOWN_BYTES)).unwrap_or(bytes);
            self.rest.tally.bad += 1;
            sink(Record::Bad(BadRow { line: self.rest.line, fault, raw }));
            if line_end.is_none() {
                self.skipping = true;
            } else {
                at += used;
                self.rest.line += 1;
            }
        }
        self.pending.drain(..at);
        if last && self.skipping {
            self.rest.line += 1;
        }
    }
}

impl Rest {
    /// Hands over one record as header or row, or says why it is none.
    fn accept(
        &mut self,
        bytes: &[u8],
        lines: u64,
        nul: bool,
        quote: u8,
        repair: bool,
        sink: &mut impl FnMut(Record<'_>),
    ) -> Result<(), RowFault> {
        if self.cells.iter().all(|cell| is_blank(bytes, *cell)) {
            self.tally.blank += lines;
            return Ok(());
        }
        self.notes.clear();
        let found = self.cells.len();
        let expected = *self.columns.get_or_insert(found);
        if found < expected {
            return Err(RowFault::TooFewCells { expected, found });
        }
        if found > expected {
            let (_, extra) = self.cells.split_at(expected);
            // a record of several lines with one cell too many is more likely two rows and a lost quotation mark
            if lines > 1 || !extra.iter().all(|cell| is_blank(bytes, *cell)) {
                return Err(RowFault::TooManyCells { expected, found });
            }
            self.cells.truncate(expected);
            self.notes.push(Note { cell: expected, kind: NoteKind::ExtraEmptyCells });
        }
        let text = self.decode(bytes, nul, quote, repair);
        let row =
            Row { line: self.line, text: text.unwrap_or(&self.text), cells: &self.cells, notes: &self.notes };
        if self.header_pending {
            self.header_pending = false;
            sink(Record::Header(row));
        } else {
            self.tally.rows += 1;
            self.tally.noted += u64::from(!row.notes.is_empty());
            sink(Record::Row(row));
        }
        Ok(())
    }

    /// The record as text where its bytes can stand as they are; otherwise `None`, and the text is in `self.text`.
    fn decode<'b>(&mut self, bytes: &'b [u8], nul: bool, quote: u8, repair: bool) -> Option<&'b str> {
        let valid = std::str::from_utf8(bytes).ok();
        let ascii = valid.is_some_and(str::is_ascii);
        if self.encoding_open && !ascii {
            self.encoding_open = false;
            if valid.is_none() {
                self.encoding = Encoding::Windows1252;
            }
        }
        let charset =
            if self.encoding == Encoding::Windows1252 { Charset::Windows1252 } else { Charset::Utf8 };
        let as_is = if charset == Charset::Utf8 || ascii {
            valid.filter(|text| !may_be_odd(text.as_bytes()))
        } else {
            None
        };
        if let Some(text) = as_is.filter(|_| !nul) {
            if !self.cells.iter().any(|cell| cell.escaped) {
                return Some(text);
            }
            decode::unescape(text, quote, &mut self.cells, &mut self.text);
            return None;
        }
        decode::record(bytes, charset, quote, repair, &mut self.cells, &mut self.text, &mut self.notes);
        None
    }
}

fn is_blank(bytes: &[u8], cell: Span) -> bool {
    bytes
        .get(cell.start as usize..cell.end as usize)
        .is_none_or(|cell| cell.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | 0x1a)))
}

struct Utf16 {
    decoder: encoding_rs::Decoder,
}

impl std::fmt::Debug for Utf16 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Utf16").field("encoding", &self.decoder.encoding().name()).finish()
    }
}

impl Utf16 {
    /// Appends the chunk as UTF-8; half a pair at the end waits for the next chunk, a broken one becomes U+FFFD.
    fn decode(&mut self, chunk: &[u8], last: bool, into: &mut Vec<u8>) {
        let room = self.decoder.max_utf8_buffer_length(chunk.len()).unwrap_or(chunk.len());
        let start = into.len();
        into.resize(start + room, 0);
        let (_, _, written, _) = self.decoder.decode_to_utf8(chunk, &mut into[start..], last);
        into.truncate(start + written);
    }
}
