//! From the bytes of a record to text: the slow way, taken only by records that need it.

use super::fault::{Note, NoteKind};
use super::scan::Span;
use crate::mojibake;

/// Which bytes a record is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Charset {
    Utf8,
    Windows1252,
}

/// Copies a sound record into `text`, and behind it each cell with doubled quotation marks, the doubles made one.
pub(super) fn unescape(record: &str, quote: u8, cells: &mut [Span], text: &mut String) {
    text.clear();
    text.push_str(record);
    for span in cells.iter_mut().filter(|span| span.escaped) {
        let start = text.len();
        let mut raw = record.get(span.start as usize..span.end as usize).unwrap_or_default();
        while let Some(at) = raw.find(char::from(quote)) {
            // the scanner lets a quotation mark into a quoted cell only doubled
            text.push_str(&raw[..=at]);
            raw = raw.get(at + 2..).unwrap_or_default();
        }
        text.push_str(raw);
        *span = Span { start: start as u32, end: text.len() as u32, escaped: false };
    }
}

/// Writes the record's cells, decoded, one after the other into `text`, and moves `cells` there. Oddities go into
/// `notes`.
pub(super) fn record(
    bytes: &[u8],
    charset: Charset,
    quote: u8,
    repair: bool,
    cells: &mut [Span],
    text: &mut String,
    notes: &mut Vec<Note>,
) {
    text.clear();
    for (cell, span) in cells.iter_mut().enumerate() {
        let start = text.len();
        let mut raw = bytes.get(span.start as usize..span.end as usize).unwrap_or_default();
        let mut oddities = Oddities::default();
        if span.escaped {
            while let Some(at) = raw.iter().position(|byte| *byte == quote) {
                // the scanner lets a quotation mark into a quoted cell only doubled
                decode(&raw[..=at], charset, text, &mut oddities);
                raw = raw.get(at + 2..).unwrap_or_default();
            }
        }
        decode(raw, charset, text, &mut oddities);
        let mut note = |kind| notes.push(Note { cell, kind });
        if oddities.invalid {
            note(NoteKind::InvalidBytes);
        }
        if oddities.nul {
            note(NoteKind::NulBytes);
        }
        if oddities.lost {
            note(NoteKind::LostCharacter);
        }
        if mojibake::looks_broken(&text[start..]) {
            match mojibake::repair(&text[start..]) {
                Some(sound) if repair => {
                    text.truncate(start);
                    text.push_str(&sound);
                    note(NoteKind::RepairedText);
                }
                _ => note(NoteKind::BrokenText),
            }
        }
        // decoding at most triples the bytes, and a record is far shorter than a third of u32::MAX
        *span = Span { start: start as u32, end: text.len() as u32, escaped: false };
    }
}

#[derive(Default)]
struct Oddities {
    invalid: bool,
    nul: bool,
    lost: bool,
}

fn decode(bytes: &[u8], charset: Charset, text: &mut String, oddities: &mut Oddities) {
    match charset {
        Charset::Windows1252 => {
            for &byte in bytes {
                match mojibake::from_windows_1252(byte) {
                    Some('\0') => {
                        oddities.nul = true;
                        text.push('\u{fffd}');
                    }
                    Some(c) => text.push(c),
                    None => {
                        oddities.invalid = true;
                        text.push('\u{fffd}');
                    }
                }
            }
        }
        Charset::Utf8 => {
            for chunk in bytes.utf8_chunks() {
                let valid = chunk.valid();
                oddities.lost |= valid.contains('\u{fffd}');
                if valid.contains('\0') {
                    oddities.nul = true;
                    text.extend(valid.chars().map(|c| if c == '\0' { '\u{fffd}' } else { c }));
                } else {
                    text.push_str(valid);
                }
                if !chunk.invalid().is_empty() {
                    oddities.invalid = true;
                    text.push('\u{fffd}');
                }
            }
        }
    }
}
