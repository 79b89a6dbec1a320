//! Finding out the encoding from the first bytes.

use super::{Aspect, Encoding, Finding};
use crate::mojibake::from_windows_1252;
use std::borrow::Cow;

pub(super) struct Found {
    pub(super) encoding: Encoding,
    pub(super) supposed: bool,
    pub(super) finding: Finding,
}

pub(super) fn find(sample: &[u8]) -> Found {
    let (encoding, supposed, why) = decide(sample);
    let mark = if supposed { " — suposta" } else { "" };
    Found {
        encoding,
        supposed,
        finding: Finding {
            aspect: Aspect::Encoding,
            text: format!("codificação: {encoding}{mark} ({why})"),
            supposed,
        },
    }
}

fn decide(sample: &[u8]) -> (Encoding, bool, String) {
    if sample.starts_with(b"\xef\xbb\xbf") {
        return (Encoding::Utf8Bom, false, "o arquivo começa com os bytes EF BB BF".to_owned());
    }
    if sample.starts_with(b"\xff\xfe") {
        return (Encoding::Utf16Le, false, "o arquivo começa com os bytes FF FE".to_owned());
    }
    if sample.starts_with(b"\xfe\xff") {
        return (Encoding::Utf16Be, false, "o arquivo começa com os bytes FE FF".to_owned());
    }
    if let Some(encoding) = utf16_without_mark(sample) {
        return (encoding, true, "um byte nulo a cada dois bytes".to_owned());
    }
    let Some(first_high) = sample.iter().position(|byte| !byte.is_ascii()) else {
        return (Encoding::Utf8, true, "só há letras sem acento no começo do arquivo".to_owned());
    };
    let (sound, broken, first_broken) = utf8_sequences(sample);
    let Some(at) = first_broken else {
        return (Encoding::Utf8, false, format!("{sound} caracteres acentuados, todos válidos em UTF-8"));
    };
    if sound > broken {
        let why = format!("{sound} caracteres acentuados válidos; {broken} bytes inválidos serão apontados");
        return (Encoding::Utf8, true, why);
    }
    // a byte from 0x80 to 0x9F tells Windows-1252 from ISO-8859-1; without one the two read the same
    let telling = sample[first_high..]
        .iter()
        .position(|byte| (0x80..=0x9f).contains(byte))
        .map_or(at, |offset| first_high + offset);
    let byte = sample[telling];
    let shown = from_windows_1252(byte).map_or_else(|| "sem caractere".to_owned(), |c| format!("“{c}”"));
    let line = sample[..telling].iter().filter(|byte| **byte == b'\n').count() + 1;
    let why =
        format!("encontrado o byte 0x{byte:02X}, {shown}, na linha {line}; em UTF-8 ele não seria válido");
    (Encoding::Windows1252, false, why)
}

fn utf16_without_mark(sample: &[u8]) -> Option<Encoding> {
    let pairs = sample.len() / 2;
    if pairs < 4 {
        return None;
    }
    let nul = |offset: usize| sample.chunks_exact(2).filter(|pair| pair[offset] == 0).count();
    let (even, odd) = (nul(0), nul(1));
    // Portuguese text in UTF-16 has a zero in nearly every pair, always on the same side
    if odd * 10 > pairs * 7 && even * 10 < pairs {
        Some(Encoding::Utf16Le)
    } else if even * 10 > pairs * 7 && odd * 10 < pairs {
        Some(Encoding::Utf16Be)
    } else {
        None
    }
}

/// How many sound multi-byte characters, how many bytes that belong to none, and where the first of these is. A
/// character cut by the end of the sample counts as neither.
fn utf8_sequences(sample: &[u8]) -> (usize, usize, Option<usize>) {
    let (mut sound, mut broken, mut first_broken) = (0, 0, None);
    let mut at = 0;
    for chunk in sample.utf8_chunks() {
        sound += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        at += chunk.valid().len();
        let invalid = chunk.invalid();
        let cut_by_the_end = at + invalid.len() == sample.len() && is_cut_character(invalid);
        if !invalid.is_empty() && !cut_by_the_end {
            broken += invalid.len();
            first_broken = first_broken.or(Some(at));
        }
        at += invalid.len();
    }
    (sound, broken, first_broken)
}

fn is_cut_character(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

/// The sample as text, without its byte order mark.
pub(super) fn decode(sample: &[u8], encoding: Encoding) -> Cow<'_, str> {
    match encoding {
        Encoding::Utf8 | Encoding::Utf8Bom => {
            String::from_utf8_lossy(sample.strip_prefix(b"\xef\xbb\xbf").unwrap_or(sample))
        }
        Encoding::Windows1252 => sample
            .iter()
            .map(|byte| from_windows_1252(*byte).unwrap_or('\u{fffd}'))
            .collect::<String>()
            .into(),
        Encoding::Utf16Le => encoding_rs::UTF_16LE.decode_with_bom_removal(sample).0,
        Encoding::Utf16Be => encoding_rs::UTF_16BE.decode_with_bom_removal(sample).0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encode_utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn every_encoding_is_told_from_the_others() {
        let text = "placa;proprietário\nAAA0A00;José\n";
        assert_eq!(find(text.as_bytes()).encoding, Encoding::Utf8);
        assert_eq!(find(format!("\u{feff}{text}").as_bytes()).encoding, Encoding::Utf8Bom);
        assert_eq!(find(&encode_utf16(text, u16::to_le_bytes)).encoding, Encoding::Utf16Le);
        assert_eq!(find(&encode_utf16(text, u16::to_be_bytes)).encoding, Encoding::Utf16Be);
        assert_eq!(
            find(&encode_utf16(&format!("\u{feff}{text}"), u16::to_be_bytes)).encoding,
            Encoding::Utf16Be
        );
        let found = find(b"placa;propriet\xe1rio\nAAA0A00;Jos\xe9 \x96 filho\n");
        assert_eq!(found.encoding, Encoding::Windows1252);
        assert!(found.finding.text.contains("0x96, “–”, na linha 2"), "{}", found.finding.text);
    }

    #[test]
    fn ascii_is_supposed_only() {
        let found = find(b"placa;ano\n");
        assert_eq!(found.encoding, Encoding::Utf8);
        assert!(found.supposed && found.finding.supposed);
    }

    #[test]
    fn a_character_cut_by_the_end_of_the_sample_proves_nothing() {
        let text = "propriet\u{e1}rio;Jos\u{e9}".as_bytes();
        let found = find(&text[..text.len() - 1]);
        assert_eq!(found.encoding, Encoding::Utf8);
        assert!(!found.supposed);
    }

    #[test]
    fn one_bad_byte_in_a_sound_file_does_not_change_its_encoding() {
        let found = find(
            "João;José;\u{e1}\n".as_bytes().iter().copied().chain(*b"x\xe9y").collect::<Vec<_>>().as_slice(),
        );
        assert_eq!(found.encoding, Encoding::Utf8);
        assert!(found.supposed);
    }
}
