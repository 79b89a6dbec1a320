//! How a file is written: encoding, separators, the order of dates; and how it was found out, told in Portuguese.

mod convention;
mod detect;
mod encoding;
mod layout;

pub use detect::{Preview, detect, preview};

use std::fmt;

/// The encoding of a file's characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8 (RFC 3629); plain ASCII is read as this.
    Utf8,
    /// UTF-8 with a byte order mark, as spreadsheets save it.
    Utf8Bom,
    /// Windows-1252, the encoding of Brazilian Windows programs; covers ISO-8859-1.
    Windows1252,
    /// UTF-16, low byte first ("Unicode text" of spreadsheets).
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 => "UTF-8",
            Self::Utf8Bom => "UTF-8 com marca de ordem de bytes",
            Self::Windows1252 => "Windows-1252",
            Self::Utf16Le => "UTF-16 LE",
            Self::Utf16Be => "UTF-16 BE",
        })
    }
}

/// The order of day, month and year in a file's dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DateOrder {
    /// Only dates such as `2018-05-28` were seen. Others, if they come, are read day first.
    Iso,
    /// Day first, proved by a day above 12.
    Dmy,
    /// Month first, proved by a day above 12 in second place and none in first place.
    Mdy,
    /// Nothing proves an order. Read day first, as Brazil writes.
    Unknown,
    /// Both orders are proved in one file: a date that can be read in two ways is not read at all.
    Mixed,
}

impl fmt::Display for DateOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Iso => "ano-mês-dia",
            Self::Dmy => "dia/mês/ano",
            Self::Mdy => "mês/dia/ano",
            Self::Unknown => "dia/mês/ano (suposto)",
            Self::Mixed => "misturadas",
        })
    }
}

/// What ends a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LineEnding {
    /// Line feed.
    Lf,
    /// Carriage return and line feed.
    CrLf,
    /// Carriage return alone, as old Macintosh programs write.
    Cr,
    /// Lines end in more than one way.
    Mixed,
}

impl fmt::Display for LineEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lf => "LF",
            Self::CrLf => "CR LF",
            Self::Cr => "CR",
            Self::Mixed => "misturados",
        })
    }
}

/// What a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Aspect {
    /// The encoding.
    Encoding,
    /// The separator of cells.
    Delimiter,
    /// The quotation mark.
    Quote,
    /// Whether there is a header and in which line.
    Header,
    /// The decimal mark.
    DecimalMark,
    /// The order of dates.
    DateOrder,
    /// The line ending.
    LineEnding,
}

/// One thing found out about a file, to be shown to the person who brought it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What it is about.
    pub aspect: Aspect,
    /// In Portuguese: what was found and from what, such as "codificação: Windows-1252 (encontrado o byte 0x96…)".
    pub text: String,
    /// The file does not prove it; the person should look.
    pub supposed: bool,
}

/// How a file is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialect {
    /// The encoding.
    pub encoding: Encoding,
    /// The sample had only ASCII: the reader decides at the first character outside it.
    pub encoding_supposed: bool,
    /// The separator: `,`, `;`, tab or `|`.
    pub delimiter: u8,
    /// The quotation mark.
    pub quote: u8,
    /// Lines before the header (or the first row), such as a title or `sep=;`.
    pub preamble_lines: u64,
    /// The first row after the preamble names the columns.
    pub has_header: bool,
    /// A lone comma between digits is the decimal mark.
    pub decimal_comma: bool,
    /// The order of dates.
    pub date_order: DateOrder,
    /// What ends a line.
    pub line_ending: LineEnding,
    /// How each of these was found out.
    pub findings: Vec<Finding>,
}

impl Default for Dialect {
    /// What a Brazilian spreadsheet program saves today: UTF-8, `;`, decimal comma, header.
    fn default() -> Self {
        Self {
            encoding: Encoding::Utf8,
            encoding_supposed: true,
            delimiter: b';',
            quote: b'"',
            preamble_lines: 0,
            has_header: true,
            decimal_comma: true,
            date_order: DateOrder::Unknown,
            line_ending: LineEnding::CrLf,
            findings: Vec::new(),
        }
    }
}

impl Dialect {
    /// Replaces what was found about one aspect by what a person said.
    pub(crate) fn told(&mut self, aspect: Aspect, text: String) {
        self.findings.retain(|finding| finding.aspect != aspect);
        self.findings.push(Finding { aspect, text, supposed: false });
    }
}

/// The separator's name in Portuguese.
#[must_use]
pub fn delimiter_name(delimiter: u8) -> &'static str {
    match delimiter {
        b',' => "vírgula (,)",
        b';' => "ponto e vírgula (;)",
        b'\t' => "tabulação",
        b'|' => "barra vertical (|)",
        _ => "outro caractere",
    }
}
