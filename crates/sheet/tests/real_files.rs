//! Two real exports, with all their dirt. The files are not part of the project: without them the tests say so.

use jiff::civil::date;
use sheet::{
    Absence, Cell, CellKind, CellRules, CellValue, ColumnSpec, Dialect, Encoding, HowFound, Reader, Reason,
    Record, Tally, YearPart, detect, match_header, parse_cell, preview,
};
use std::path::PathBuf;

fn register(name: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/br-registers").join(name);
    let bytes = std::fs::read(path).ok();
    if bytes.is_none() {
        println!("skipped: ../shared/data/br-registers/{name} is not here");
    }
    bytes
}

struct Sheet {
    header: Vec<String>,
    rows: Vec<(u64, Vec<String>)>,
    bad: Vec<String>,
    tally: Tally,
}

fn read(bytes: &[u8], dialect: &Dialect) -> Sheet {
    let (mut header, mut rows, mut bad) = (Vec::new(), Vec::new(), Vec::new());
    let mut reader = Reader::new(dialect);
    let mut sink = |record: Record<'_>| match record {
        Record::Header(row) => header = row.iter().map(str::to_owned).collect(),
        Record::Row(row) => rows.push((row.line(), row.iter().map(str::to_owned).collect())),
        Record::Bad(row) => bad.push(row.to_string()),
    };
    for chunk in bytes.chunks(4096) {
        reader.feed(chunk, &mut sink);
    }
    let tally = reader.finish(&mut sink);
    Sheet { header, rows, bad, tally }
}

#[test]
fn the_taxis_of_porto_alegre() {
    let Some(bytes) = register("poa-taxi-frota-2020-03-12.placas-trocadas.csv") else { return };
    let dialect = detect(&bytes[..bytes.len().min(64 * 1024)]);
    assert_eq!(dialect.encoding, Encoding::Utf8);
    assert_eq!(dialect.delimiter, b',');
    assert_eq!(dialect.date_order, sheet::DateOrder::Iso);
    assert!(dialect.has_header);
    let specs = [
        ColumnSpec { id: "placa", names: &["placa"], kind: CellKind::Text },
        ColumnSpec {
            id: "emplacamento",
            names: &["data do primeiro emplacamento", "data primeiro emplacamento"],
            kind: CellKind::Date,
        },
        ColumnSpec {
            id: "ano",
            names: &["ano de fabricação", "ano fabricação"],
            kind: CellKind::Year(YearPart::Make),
        },
        ColumnSpec {
            id: "extracao", names: &["data da extração", "data extração"], kind: CellKind::Date
        },
        ColumnSpec { id: "eletrico", names: &["elétrico"], kind: CellKind::Bool },
    ];
    let Sheet { header, rows, bad, tally } = read(&bytes, &dialect);
    assert_eq!(bad, [""; 0]);
    assert_eq!(rows.len(), 3677);
    assert_eq!((tally.rows, tally.bad, tally.noted, tally.lines), (3677, 0, 0, 3678));
    let found = match_header(header.iter().map(String::as_str), &specs, None);
    assert_eq!(found.columns.len(), specs.len(), "{:?}", found.remarks);
    assert!(matches!(found.columns[1].how, HowFound::Supposed(_)));
    let rules = CellRules::of(&dialect, date(1900, 1, 1)..=date(2046, 12, 31));
    let cell = |row: &'_ [String], spec: usize| -> String { row[found.position(spec).unwrap()].clone() };
    let (mut absent, mut impossible) = (0, Vec::new());
    for (line, row) in &rows {
        for (spec, wanted) in specs.iter().enumerate() {
            let text = cell(row, spec);
            match (wanted.id, parse_cell(wanted.kind, &text, &rules)) {
                ("emplacamento", Cell::Missing(Absence::ZeroDate)) => absent += 1,
                ("emplacamento", Cell::Impossible(reason)) => impossible.push((*line, reason)),
                (_, Cell::Value(_)) => {}
                (id, other) => panic!("line {line}, {id}: {other:?}"),
            }
        }
    }
    assert_eq!(absent, 99);
    let years: Vec<_> = impossible
        .iter()
        .map(|(line, reason)| match reason {
            Reason::ImplausibleDate { found, .. } => (*line, found.ymd().0),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(years, [(1271, 2214), (2207, 2502)]);
    assert_eq!(
        impossible[0].1.to_string(),
        "data impossível: 20/08/2214, fora do período plausível (01/01/1900 a 31/12/2046)"
    );
}

#[test]
fn the_contracts_of_belo_horizonte() {
    let Some(bytes) = register("bh-contratos-cp1252-nem-latin1-nem-utf8.csv") else { return };
    let dialect = detect(&bytes);
    assert_eq!(dialect.encoding, Encoding::Windows1252);
    assert!(dialect.findings[0].text.contains("0x96"), "{}", dialect.findings[0].text);
    assert_eq!(dialect.delimiter, b';');
    assert_eq!(dialect.date_order, sheet::DateOrder::Dmy);
    assert!(dialect.decimal_comma && dialect.has_header);
    let Sheet { header, rows, bad, .. } = read(&bytes, &dialect);
    assert_eq!(bad, [""; 0]);
    assert_eq!(header.len(), 13);
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1].1[1], "EMPRESA FICTICIA B, COM VÍRGULA E INFORMÁTICA EIRELI");
    assert!(rows[1].1[8].contains("2022 – PBH Ativos"), "{}", rows[1].1[8]);
    let specs = [
        ColumnSpec { id: "valor", names: &["valor do instrumento"], kind: CellKind::Money },
        ColumnSpec { id: "dom", names: &["data publicação DOM extrato"], kind: CellKind::Date },
        ColumnSpec { id: "assinatura", names: &["data assinatura"], kind: CellKind::Date },
    ];
    let found = match_header(header.iter().map(String::as_str), &specs, None);
    assert!(found.columns.iter().all(|column| column.how == HowFound::Exact));
    assert_eq!(found.position(1), Some(12));
    let rules = CellRules::of(&dialect, date(1900, 1, 1)..=date(2046, 12, 31));
    assert_eq!(parse_cell(CellKind::Money, &rows[0].1[11], &rules), Cell::Value(CellValue::Money(888_700)));
    let Cell::Value(CellValue::Date(day)) = parse_cell(CellKind::Date, &rows[0].1[0], &rules) else {
        panic!("{}", rows[0].1[0]);
    };
    assert_eq!(day.civil(), Some(date(2023, 1, 3)));
    let shown = preview(&bytes, &dialect, 10);
    assert_eq!(shown.rows.len(), 2);
    assert!(shown.remarks.is_empty(), "{:?}", shown.remarks);
}

#[test]
fn the_stands_of_porto_alegre() {
    let Some(bytes) = register("poa-pontos-de-taxi-contagem-2020-03.csv") else { return };
    let dialect = detect(&bytes);
    let Sheet { header, rows, bad, tally } = read(&bytes, &dialect);
    assert_eq!(bad, [""; 0]);
    assert_eq!(header, ["ponto", "taxis_registrados"]);
    assert_eq!(rows.len(), 151);
    assert_eq!(tally.bad, 0);
    assert!(rows.iter().any(|(_, row)| row[0] == "ASSIS BRASIL, 6464"));
}
