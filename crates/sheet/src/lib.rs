//! Spreadsheet exports: delimiter, encoding, headers, cells, found out and shown.
//!
//! The way of a file: [`detect`] looks at its first bytes and says how it is written; a [`Mapping`] may correct that;
//! a [`Reader`] takes the bytes in chunks and hands over header, rows and bad rows; [`match_header`] finds the columns
//! that the caller wants; [`parse_cell`] reads each cell as what it is, and says why when it cannot. [`SafeCsv`] writes
//! rows that a spreadsheet program opens without running anything.

mod cell;
mod dialect;
mod fold;
mod header;
mod keys;
mod mapping;
pub mod mojibake;
mod reader;
mod safe_csv;

pub use cell::{Absence, Cell, CellKind, CellRules, CellValue, Choices, Day, Reason, YearPart, parse_cell};
pub use dialect::{
    Aspect, DateOrder, Dialect, Encoding, Finding, LineEnding, Preview, delimiter_name, detect, preview,
};
pub use fold::fold;
pub use header::{ColumnSpec, FoundColumn, HeaderMatch, HeaderRemark, HowFound, Nearness, match_header};
pub use keys::{KeyCheck, KeyReport};
pub use mapping::{ColumnRef, Mapping, MappingFault};
pub use reader::{BadRow, Note, NoteKind, Reader, Record, Row, RowFault, Tally};
pub use safe_csv::SafeCsv;
