//! Whatever the bytes: nothing panics, good rows come out, and how the file was cut into chunks does not matter.

use proptest::prelude::*;
use sheet::{Dialect, Encoding, LineEnding, NoteKind, Reader, Record, RowFault, Tally, detect, preview};

#[derive(Debug, Clone, PartialEq, Eq)]
enum Seen {
    Header(u64, Vec<String>),
    Row(u64, Vec<String>, Vec<String>),
    Bad(u64, RowFault, Vec<u8>),
}

fn read<'c>(chunks: impl Iterator<Item = &'c [u8]>, dialect: &Dialect) -> (Vec<Seen>, Tally) {
    let mut seen = Vec::new();
    let mut reader = Reader::new(dialect);
    let mut sink = |record: Record<'_>| {
        seen.push(match record {
            Record::Header(row) => Seen::Header(row.line(), row.iter().map(str::to_owned).collect()),
            Record::Row(row) => Seen::Row(
                row.line(),
                row.iter().map(str::to_owned).collect(),
                row.notes().iter().map(ToString::to_string).collect(),
            ),
            Record::Bad(bad) => Seen::Bad(bad.line, bad.fault, bad.raw.to_vec()),
        });
    };
    for chunk in chunks {
        reader.feed(chunk, &mut sink);
    }
    let tally = reader.finish(&mut sink);
    (seen, tally)
}

fn whole(text: &[u8]) -> Vec<Seen> {
    read(std::iter::once(text), &Dialect::default()).0
}

fn rows(seen: &[Seen]) -> Vec<Vec<String>> {
    seen.iter()
        .filter_map(|seen| match seen {
            Seen::Row(_, cells, _) => Some(cells.clone()),
            _ => None,
        })
        .collect()
}

/// Bytes that look enough like a table to reach every corner of the reader.
fn table_like() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => Just(b";".to_vec()),
        3 => Just(b"\n".to_vec()),
        1 => Just(b"\r\n".to_vec()),
        1 => Just(b"\r".to_vec()),
        3 => Just(b"\"".to_vec()),
        1 => Just(b"\"\"".to_vec()),
        1 => Just(b"\0".to_vec()),
        1 => Just(b" ".to_vec()),
        2 => Just("ã".as_bytes().to_vec()),
        1 => Just("JoÃ£o".as_bytes().to_vec()),
        1 => Just(b"\xe9".to_vec()),
        3 => prop::collection::vec(b'a'..b'e', 1..4),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 0..80).prop_map(|pieces| pieces.concat())
}

fn dialect() -> impl Strategy<Value = Dialect> {
    let encoding = prop_oneof![
        Just(Encoding::Utf8),
        Just(Encoding::Utf8Bom),
        Just(Encoding::Windows1252),
        Just(Encoding::Utf16Le),
        Just(Encoding::Utf16Be)
    ];
    let ending = prop_oneof![Just(LineEnding::Lf), Just(LineEnding::Cr)];
    (encoding, ending, any::<bool>(), any::<bool>(), 0..3_u64).prop_map(
        |(encoding, line_ending, has_header, encoding_supposed, preamble_lines)| Dialect {
            encoding,
            line_ending,
            has_header,
            encoding_supposed,
            preamble_lines,
            ..Dialect::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn chunks_do_not_matter(bytes in table_like(), dialect in dialect(), sizes in prop::collection::vec(1..9_usize, 1..10)) {
        let expected = read(std::iter::once(bytes.as_slice()), &dialect);
        let mut rest = bytes.as_slice();
        let mut sizes = sizes.iter().cycle();
        let mut chunks = Vec::new();
        while !rest.is_empty() {
            let (chunk, after) = rest.split_at((*sizes.next().unwrap()).min(rest.len()));
            chunks.push(chunk);
            rest = after;
        }
        prop_assert_eq!(read(chunks.into_iter(), &dialect), expected);
    }

    #[test]
    fn any_bytes_are_detected_and_read(bytes in prop_oneof![table_like(), prop::collection::vec(any::<u8>(), 0..400)]) {
        let dialect = detect(&bytes);
        prop_assert_eq!(dialect.findings.len(), 7);
        let (seen, tally) = read(std::iter::once(bytes.as_slice()), &dialect);
        let counted = seen.iter().filter(|seen| !matches!(seen, Seen::Header(..))).count() as u64;
        prop_assert_eq!(tally.rows + tally.bad, counted);
        prop_assert!(preview(&bytes, &dialect, 5).rows.len() <= 5);
    }

    #[test]
    fn every_well_formed_row_comes_out(
        rows_in in prop::collection::vec(prop::collection::vec("[a-c\";\n ãÇ–]{1,6}x", 3), 1..20),
    ) {
        let quote = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
        let text: String = std::iter::once("a;b;c".to_owned())
            .chain(rows_in.iter().map(|row| row.iter().map(quote).collect::<Vec<_>>().join(";")))
            .collect::<Vec<_>>()
            .join("\r\n");
        prop_assert_eq!(rows(&whole(text.as_bytes())), rows_in);
    }

    #[test]
    fn bad_rows_never_stop_the_good_ones(
        good in prop::collection::vec(prop::collection::vec("[a-z0-9]{1,5}", 3), 1..20),
        bad in prop::collection::vec((0..20_usize, 0..6_usize), 0..10),
    ) {
        const BROKEN: [&[u8]; 6] =
            [b"x;\"unclosed;z", b"one;two", b"a;b;c;d", b"\"a\"b;c;d", b"\"abc", b"x;y;\"z \xff\0"];
        let mut lines: Vec<Vec<u8>> = vec![b"a;b;c".to_vec()];
        for (at, row) in good.iter().enumerate() {
            lines.extend(bad.iter().filter(|(place, _)| *place == at).map(|(_, kind)| BROKEN[*kind].to_vec()));
            lines.push(row.join(";").into_bytes());
        }
        let seen = whole(&lines.join(&b'\n'));
        prop_assert_eq!(rows(&seen), good);
        let bad_lines = lines.len() - 1 - rows(&seen).len();
        let reported = seen.iter().filter(|seen| matches!(seen, Seen::Bad(..))).count();
        prop_assert_eq!(reported, bad_lines);
    }
}

#[test]
fn each_bad_row_is_told_with_its_line() {
    let text = b"placa;ano;obs\nAAA0A00;2018;ok\nBBB0B00;2019\nCCC0C00;2020;a;b\nDDD0D00;\"2021;x\nEEE0E00;2022;\"fim\"\n";
    let seen = whole(text);
    let told: Vec<(u64, RowFault)> = seen
        .iter()
        .filter_map(|seen| match seen {
            Seen::Bad(line, fault, _) => Some((*line, *fault)),
            _ => None,
        })
        .collect();
    assert_eq!(
        told,
        [
            (3, RowFault::TooFewCells { expected: 3, found: 2 }),
            (4, RowFault::TooManyCells { expected: 3, found: 4 }),
            (5, RowFault::TextAfterQuote { cell: 2 }),
        ]
    );
    assert_eq!(rows(&seen).len(), 2);
    assert!(told[0].1.to_string().contains("tem 2 células, e o cabeçalho tem 3"));
}

#[test]
fn odd_cells_are_noted_and_the_row_is_kept() {
    let text = "placa;nome;obs\nA;JoÃ£o;x\nB;a\0b;y\nC;João;z;;\n";
    let dialect = Dialect { encoding_supposed: false, ..Dialect::default() };
    let mut notes = Vec::new();
    let mut names = Vec::new();
    let mut sink = |record: Record<'_>| {
        if let Record::Row(row) = record {
            names.extend(row.cell(1).map(str::to_owned));
            notes.extend(row.notes().iter().map(|note| (row.line(), note.kind)));
        }
    };
    let mut reader = Reader::new(&dialect).repairing_text();
    reader.feed(text.as_bytes(), &mut sink);
    reader.feed(b"D;Jos\xe9;w\n", &mut sink);
    let tally = reader.finish(&mut sink);
    assert_eq!(names, ["João", "a\u{fffd}b", "João", "Jos\u{fffd}"]);
    assert_eq!(
        notes,
        [
            (2, NoteKind::RepairedText),
            (3, NoteKind::NulBytes),
            (4, NoteKind::ExtraEmptyCells),
            (5, NoteKind::InvalidBytes)
        ]
    );
    assert_eq!((tally.rows, tally.bad, tally.noted), (4, 0, 4));
    let told = whole(text.as_bytes());
    assert_eq!(rows(&told)[0][1], "JoÃ£o", "nothing is repaired unasked");
}

#[test]
fn the_first_accent_settles_a_supposed_encoding() {
    let mut reader = Reader::new(&Dialect::default());
    let mut names = Vec::new();
    let mut sink = |record: Record<'_>| {
        if let Record::Row(row) = record {
            names.extend(row.cell(0).map(str::to_owned));
            assert!(row.notes().is_empty());
        }
    };
    reader.feed(b"nome;ano\nAna;1\nJos\xe9;2\n\x93Z\xe9\x94;3\n", &mut sink);
    assert_eq!(reader.encoding(), Encoding::Windows1252);
    reader.finish(&mut sink);
    assert_eq!(names, ["Ana", "José", "“Zé”"]);
}

#[test]
fn a_line_without_end_is_given_up_in_bounded_memory() {
    let mut reader = Reader::new(&Dialect::default());
    let (mut bad, mut good) = (0, 0);
    let mut sink = |record: Record<'_>| match record {
        Record::Bad(row) => {
            assert!(matches!(row.fault, RowFault::TooLong { .. }) && row.raw.len() <= 200);
            bad += 1;
        }
        Record::Row(row) => {
            assert_eq!(row.line(), 3);
            good += 1;
        }
        Record::Header(_) => {}
    };
    reader.feed(b"a;b\n", &mut sink);
    for _ in 0..40 {
        reader.feed(&[b'x'; 100_000], &mut sink);
    }
    reader.feed(b"\n1;2\n", &mut sink);
    let tally = reader.finish(&mut sink);
    assert_eq!((bad, good, tally.lines), (1, 1, 3));
}

#[test]
fn utf16_in_odd_chunks() {
    let text = "placa;nome\r\nAAA0A00;José \u{1f695}\r\n";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let dialect = detect(&bytes);
    assert_eq!(dialect.encoding, Encoding::Utf16Le);
    let (seen, _) = read(bytes.chunks(3), &dialect);
    assert_eq!(rows(&seen), [["AAA0A00", "José \u{1f695}"]]);
}
