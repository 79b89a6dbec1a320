//! Text that was read in the wrong encoding once, or several times: `JoÃ£o` for `João`.

/// How many wrong readings on top of each other are undone.
const MOST_PASSES: usize = 4;

/// The text with the wrong reading undone, or `None` when nothing in it looks broken.
///
/// Only sequences that no Portuguese word contains count as broken: a capital `Ã` or `Â` before another letter of a
/// word (`CONCEIÇÃO`) is left alone.
///
/// ```
/// assert_eq!(sheet::mojibake::repair("JoÃ£o").as_deref(), Some("João"));
/// assert_eq!(sheet::mojibake::repair("JOÃO"), None);
/// ```
#[must_use]
pub fn repair(text: &str) -> Option<String> {
    if !may_be_odd(text.as_bytes()) {
        return None;
    }
    let mut repaired = one_pass(text)?;
    for _ in 1..MOST_PASSES {
        match one_pass(&repaired) {
            Some(again) => repaired = again,
            None => break,
        }
    }
    Some(repaired)
}

/// Whether the text looks as if it had been read in the wrong encoding.
#[must_use]
pub fn looks_broken(text: &str) -> bool {
    may_be_odd(text.as_bytes()) && one_pass(text).is_some()
}

/// A cheap test that is false for nearly all sound text: whether one of the three letters that start every broken
/// sequence (Ã, Â, â) stands before a character outside ASCII, or a character was lost (U+FFFD).
pub(crate) fn may_be_odd(utf8: &[u8]) -> bool {
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
    let mut rest = utf8;
    // rows are mostly ASCII: eight such bytes are passed over at a time
    while let Some(&first) = rest.first() {
        if let Some((eight, after)) = rest.split_first_chunk::<8>()
            && u64::from_ne_bytes(*eight) & HIGH_BITS == 0
        {
            rest = after;
            continue;
        }
        match (first, rest) {
            (0xc3, [_, 0x82 | 0x83 | 0xa2, 0xc2..=0xff, ..]) | (0xef, [_, 0xbf, 0xbd, ..]) => return true,
            _ => rest = &rest[1..],
        }
    }
    false
}

fn one_pass(text: &str) -> Option<String> {
    let mut repaired = String::with_capacity(text.len());
    let mut certain = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(broken) = broken_sequence(rest) {
            certain |= broken.certain;
            repaired.push(broken.means);
            rest = &rest[broken.length..];
        } else {
            repaired.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    certain.then_some(repaired)
}

struct Broken {
    means: char,
    length: usize,
    /// Closing quotes and dashes do stand after a word in capitals that ends in `Ã`; alone they prove nothing.
    certain: bool,
}

fn broken_sequence(text: &str) -> Option<Broken> {
    let mut chars = text.chars();
    let lead = to_windows_1252(chars.next()?)?;
    let width = match lead {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        _ => return None,
    };
    let mut bytes = [lead, 0, 0];
    let mut punctuation = false;
    for byte in &mut bytes[1..width] {
        let c = chars.next()?;
        *byte = to_windows_1252(c).filter(|byte| (0x80..=0xbf).contains(byte))?;
        punctuation |= matches!(c, '–' | '—' | '‘' | '’' | '“' | '”' | '…' | '\u{a0}' | '»');
    }
    let means = std::str::from_utf8(&bytes[..width]).ok()?.chars().next()?;
    // what was typed is a character of the encoding, and so is every wrong reading of it
    let plausible = !means.is_ascii() && to_windows_1252(means).is_some();
    plausible.then(|| Broken {
        means,
        length: text.len() - chars.as_str().len(),
        certain: width == 3 || !punctuation,
    })
}

/// The characters of Windows-1252 between 0x80 and 0x9F; zero where the encoding has none.
const WINDOWS_1252: [u16; 32] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
    0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a,
    0x0153, 0, 0x017e, 0x0178,
];

/// The character of a Windows-1252 byte; `None` for the five bytes that the encoding leaves without one.
pub(crate) fn from_windows_1252(byte: u8) -> Option<char> {
    match byte {
        0x80..=0x9f => match WINDOWS_1252[usize::from(byte - 0x80)] {
            0 => None,
            code => char::from_u32(u32::from(code)),
        },
        _ => Some(char::from(byte)),
    }
}

/// The byte that a program reading Windows-1252 or Latin-1 would have shown as this character.
fn to_windows_1252(c: char) -> Option<u8> {
    let code = u32::from(c);
    if let Ok(byte) = u8::try_from(code) {
        return Some(byte);
    }
    let at = WINDOWS_1252.iter().position(|known| u32::from(*known) == code)?;
    u8::try_from(at).ok().map(|at| at + 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads UTF-8 as Windows-1252, the unassigned bytes as Latin-1 does.
    fn misread(text: &str) -> String {
        text.bytes().map(|byte| from_windows_1252(byte).unwrap_or(char::from(byte))).collect()
    }

    #[test]
    fn names_misread_once_or_more_come_back() {
        for sound in
            ["João", "Conceição", "Ângela Araújo", "PROTÁSIO ALVES", "Íris – nº 2º", "“Zé”", "São José à € 5"]
        {
            let once = misread(sound);
            assert!(looks_broken(&once), "{once}");
            assert_eq!(repair(&once).as_deref(), Some(sound));
            assert_eq!(repair(&misread(&once)).as_deref(), Some(sound));
        }
    }

    #[test]
    fn a_cell_that_is_broken_only_in_part_keeps_the_sound_part() {
        assert_eq!(repair("JoÃ£o da Conceição").as_deref(), Some("João da Conceição"));
    }

    #[test]
    fn sound_text_is_left_alone() {
        for sound in
            ["", "JOÃO", "MAÇÃ", "“MAÇÔ", "MAÇÃ – 1", "«MAÇû", "Âmbar", "Tânia", "â€", "CAFÉ”", "20 °C", "Ã"]
        {
            assert!(!looks_broken(sound), "{sound}");
            assert_eq!(repair(sound), None, "{sound}");
        }
    }
}
