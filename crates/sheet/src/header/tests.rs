use super::*;
use crate::cell::YearPart;

const SPECS: [ColumnSpec<'static>; 3] = [
    ColumnSpec { id: "veiculo.placa", names: &["placa", "placa do veículo"], kind: CellKind::Text },
    ColumnSpec {
        id: "veiculo.ano_fabricacao",
        names: &["ano de fabricação", "ano fabricação"],
        kind: CellKind::Year(YearPart::Make),
    },
    ColumnSpec {
        id: "veiculo.emplacamento",
        names: &["data do primeiro emplacamento", "data primeiro emplacamento"],
        kind: CellKind::Date,
    },
];

fn how(found: &HeaderMatch, spec: usize) -> Option<(usize, HowFound)> {
    found.columns.iter().find(|column| column.spec == spec).map(|column| (column.position, column.how))
}

#[test]
fn a_real_header() {
    let found = match_header(["", "placa", "data_primeiro_emplac", "ano_fabricacao", "GNV"], &SPECS, None);
    assert_eq!(how(&found, 0), Some((1, HowFound::Exact)));
    assert_eq!(how(&found, 1), Some((3, HowFound::Exact)));
    assert_eq!(how(&found, 2), Some((2, HowFound::Supposed(Nearness::Abbreviated))));
    let described = found.describe(&SPECS).join("\n");
    assert!(described.contains("suposto (nome abreviado); confira"), "{described}");
    assert!(described.contains("coluna 5, “GNV”: não usada"), "{described}");
    assert!(described.contains("coluna 1 sem nome: não usada"), "{described}");
}

#[test]
fn misspellings_are_supposed_and_missing_columns_named() {
    let found = match_header(["PLACAS", "Ano de fabrcação"], &SPECS, None);
    assert_eq!(how(&found, 0), Some((0, HowFound::Supposed(Nearness::Misspelt(1)))));
    assert_eq!(how(&found, 1), Some((1, HowFound::Supposed(Nearness::Misspelt(1)))));
    assert!(matches!(&found.remarks[..], [HeaderRemark::Missing { id, .. }] if id == "veiculo.emplacamento"));
}

#[test]
fn a_column_that_two_could_be_is_given_to_neither() {
    let found = match_header(["Placa", "PLACA ", "ano"], &SPECS, None);
    assert_eq!(how(&found, 0), None);
    assert!(
        found.remarks.contains(&HeaderRemark::Repeated { header: "Placa".into(), positions: vec![0, 1] })
    );
    assert!(found.remarks.iter().any(|remark| matches!(remark, HeaderRemark::Contested { .. })));
}

#[test]
fn the_mapping_overrides_and_its_faults_are_told() {
    let mapping = Mapping::parse(
        "[colunas]\n\"veiculo.placa\" = 2\n\"veiculo.ano_fabricacao\" = \"ANO  FAB.\"\n\"veiculo.emplacamento\" = \"dt emplac\"\n\"veiculo.plaça\" = 1\n",
    )
    .unwrap();
    let found = match_header(["Placa", "PLACA", "ano fab", "dt_emplacamento"], &SPECS, Some(&mapping));
    assert_eq!(how(&found, 0), Some((1, HowFound::Mapped)));
    assert_eq!(how(&found, 1), Some((2, HowFound::Mapped)));
    assert_eq!(how(&found, 2), None);
    let described = found.describe(&SPECS).join("\n");
    assert!(
        described.contains("“dt emplac”, que o arquivo não tem; seria “dt_emplacamento”?"),
        "{described}"
    );
    assert!(described.contains("cita “veiculo.plaça”"), "{described}");
    assert!(described.contains("seria “veiculo.placa”?"), "{described}");
}

#[test]
fn numbers_in_names_must_agree() {
    let specs = [ColumnSpec { id: "x", names: &["documento 1"], kind: CellKind::Text }];
    let found = match_header(["documento 2", "documento1"], &specs, None);
    assert_eq!(how(&found, 0), Some((1, HowFound::Supposed(Nearness::Misspelt(1)))));
}
