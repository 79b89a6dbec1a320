//! Names that are not the same but may mean the same.

use crate::fold::fold;
use std::fmt;

/// How a name in a file is close to a known one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearness {
    /// The same words, some of them cut short: `data_primeiro_emplac`.
    Abbreviated,
    /// So many letters changed, added, dropped or swapped.
    Misspelt(usize),
}

impl fmt::Display for Nearness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Abbreviated => f.write_str("nome abreviado"),
            Self::Misspelt(1) => f.write_str("uma letra de diferença"),
            Self::Misspelt(letters) => write!(f, "{letters} letras de diferença"),
        }
    }
}

impl Nearness {
    /// How close two different folded names are; `None` when they are not.
    pub(super) fn between(header: &str, name: &str) -> Option<Self> {
        if header.is_empty() || header == name {
            return None;
        }
        // `documento 1` is not `documento 2`, however close
        if !header.bytes().filter(u8::is_ascii_digit).eq(name.bytes().filter(u8::is_ascii_digit)) {
            return None;
        }
        if is_abbreviation(header, name) {
            return Some(Self::Abbreviated);
        }
        let allowed = match name.chars().count() {
            0..=4 => 0,
            5..=8 => 1,
            _ => 2,
        };
        let distance = strsim::osa_distance(header, name);
        (1..=allowed).contains(&distance).then_some(Self::Misspelt(distance))
    }
}

/// The same number of words, each the beginning of the other's, in at least three letters unless whole.
fn is_abbreviation(header: &str, name: &str) -> bool {
    let words = || header.split(' ').zip(name.split(' '));
    header.split(' ').count() == name.split(' ').count()
        && words().all(|(short, long)| long.starts_with(short) && (short.len() >= 3 || short == long))
}

/// The candidate most like the name, if any is much like it.
pub(crate) fn nearest<'c>(name: &str, candidates: impl Iterator<Item = &'c str>) -> Option<String> {
    let folded = fold(name);
    candidates
        .map(|candidate| (strsim::jaro_winkler(&folded, &fold(candidate)), candidate))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate.to_owned())
}
