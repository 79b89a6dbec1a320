//! What can be wrong with a row, said in Portuguese.

use super::scan::Breakage;
use std::fmt;

/// Why a line is no row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowFault {
    /// Fewer cells than the header has columns.
    TooFewCells {
        /// Columns of the header.
        expected: usize,
        /// Cells of the row.
        found: usize,
    },
    /// More cells than the header has columns, and not just empty ones at the end.
    TooManyCells {
        /// Columns of the header.
        expected: usize,
        /// Cells of the row.
        found: usize,
    },
    /// A quotation mark is opened and not closed, or closed so far on that it swallows other rows.
    UnclosedQuote {
        /// The cell, counted from 1.
        cell: usize,
    },
    /// Text after a closing quotation mark.
    TextAfterQuote {
        /// The cell, counted from 1.
        cell: usize,
    },
    /// A line too long to be a row of a register.
    TooLong {
        /// The most bytes a row may have.
        limit: usize,
    },
}

impl RowFault {
    pub(super) fn of(breakage: Breakage, limit: usize) -> Self {
        match breakage {
            Breakage::Unclosed { cell } => Self::UnclosedQuote { cell: cell + 1 },
            Breakage::Stray { cell } => Self::TextAfterQuote { cell: cell + 1 },
            Breakage::TooLong => Self::TooLong { limit },
        }
    }
}

impl fmt::Display for RowFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewCells { expected, found } => write!(
                f,
                "a linha tem {}, e o cabeçalho tem {expected}: faltam células ou há uma quebra de linha no meio",
                count(*found)
            ),
            Self::TooManyCells { expected, found } => write!(
                f,
                "a linha tem {}, e o cabeçalho tem {expected}: sobra um separador, talvez dentro de um texto sem aspas",
                count(*found)
            ),
            Self::UnclosedQuote { cell } => {
                write!(
                    f,
                    "aspas abertas na célula {cell} e não fechadas; as linhas seguintes foram lidas à parte"
                )
            }
            Self::TextAfterQuote { cell } => {
                write!(
                    f,
                    "texto depois de fechar as aspas na célula {cell}; aspas dentro de um texto devem ser dobradas (\"\")"
                )
            }
            Self::TooLong { limit } => {
                write!(f, "linha com mais de {limit} bytes; não parece linha de planilha")
            }
        }
    }
}

fn count(cells: usize) -> String {
    if cells == 1 { "1 célula".to_owned() } else { format!("{cells} células") }
}

/// A line that could not be read as a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadRow<'a> {
    /// Its line in the file, counted from 1.
    pub line: u64,
    /// What is wrong.
    pub fault: RowFault,
    /// Its bytes, at most the first 200, in the file's encoding (UTF-8 when the file is UTF-16). May hold personal
    /// data: show it to the person who brought the file, do not log it.
    pub raw: &'a [u8],
}

impl fmt::Display for BadRow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "linha {}: {}", self.line, self.fault)
    }
}

/// Something odd in a row that can be read all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note {
    /// The cell, counted from 0.
    pub cell: usize,
    /// What is odd.
    pub kind: NoteKind,
}

/// What is odd in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// Bytes that mean nothing in the file's encoding; each place reads as U+FFFD.
    InvalidBytes,
    /// Zero bytes; each reads as U+FFFD.
    NulBytes,
    /// The file itself holds U+FFFD: a character was lost before the file was written.
    LostCharacter,
    /// The text looks as if read in a wrong encoding (`JoÃ£o`); left as it is.
    BrokenText,
    /// As before, and repaired because the caller asked for it.
    RepairedText,
    /// Empty cells beyond the last column, from this one on; left out.
    ExtraEmptyCells,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = self.cell + 1;
        match self.kind {
            NoteKind::InvalidBytes => write!(f, "célula {cell}: bytes inválidos na codificação do arquivo"),
            NoteKind::NulBytes => write!(f, "célula {cell}: bytes nulos no meio do texto"),
            NoteKind::LostCharacter => {
                write!(f, "célula {cell}: um caractere já estava perdido quando o arquivo foi gravado")
            }
            NoteKind::BrokenText => write!(
                f,
                "célula {cell}: acentos trocados (texto lido antes na codificação errada); nada foi corrigido"
            ),
            NoteKind::RepairedText => write!(f, "célula {cell}: acentos trocados, corrigidos a pedido"),
            NoteKind::ExtraEmptyCells => write!(f, "células vazias depois da última coluna, desconsideradas"),
        }
    }
}
