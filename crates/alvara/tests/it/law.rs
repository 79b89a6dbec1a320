use std::fs;
use std::path::Path;

use super::{alvara, err, out};

#[test]
fn the_rulebooks_are_sound_and_their_cases_pass() {
    let check = alvara(&["law", "check"]);
    assert!(check.status.success(), "{}{}", out(&check), err(&check));
    let test = alvara(&["law", "test", "caraguatatuba-sp"]);
    assert!(test.status.success());
    let last = out(&test).lines().last().unwrap_or_default().to_string();
    assert!(last.ends_with(" passed, 0 failed"), "{last}");
}

#[test]
fn a_wrong_case_is_told_and_ends_with_one() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("errado.toml");
    let case = r#"
[[caso]]
nome = "multa média, valor errado de propósito"
parametros = { VRM = "4.80" }
pergunta = { tipo = "penalidade", infracao = "III-02", fato = 2025-03-10 }
espera = { valor = "1.00" }
"#;
    fs::write(&file, case).unwrap();
    let test = alvara(&["law", "test", "caraguatatuba-sp", file.to_str().unwrap()]);
    assert_eq!(test.status.code(), Some(1));
    let text = out(&test);
    assert!(text.contains("esperava “1.00”, veio “288.00”"), "{text}");
    assert!(text.ends_with("0 passed, 1 failed\n"), "{text}");
}

#[test]
fn every_provision_of_the_list_is_covered() {
    let list =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/provisions/caraguatatuba.csv");
    if !list.is_file() {
        println!("skipped: the list of provisions is not beside this project");
        return;
    }
    let cover = alvara(&["law", "coverage", "caraguatatuba-sp", "--provisions", list.to_str().unwrap()]);
    assert!(cover.status.success(), "{}", out(&cover));
    assert!(out(&cover).starts_with("caraguatatuba-sp: 184 de 184 dispositivos cobertos"), "{}", out(&cover));
}

#[test]
fn a_missing_provision_is_named_and_ends_with_one() {
    let dir = tempfile::tempdir().unwrap();
    let list = dir.path().join("lista.csv");
    fs::write(&list, "law,provision\nx,art9.inc6\nx,art99\n").unwrap();
    let cover = alvara(&["law", "coverage", "caraguatatuba-sp", "--provisions", list.to_str().unwrap()]);
    assert_eq!(cover.status.code(), Some(1));
    assert!(out(&cover).contains("FALTA      art. 99 (art99)"), "{}", out(&cover));
}

#[test]
fn the_law_is_shown_as_of_a_day() {
    let then = out(&alvara(&["law", "show", "caraguatatuba-sp", "art9.inc9", "--on", "2020-08-05"]));
    assert!(then.contains("situação: em vigor"), "{then}");
    let now = out(&alvara(&["law", "show", "caraguatatuba-sp", "art9.inc9", "--on", "2026-11-30"]));
    assert!(now.contains("revogado pelo decreto 1.333/2020; vigorou até 30/09/2020"), "{now}");
    let wrong = alvara(&["law", "show", "caraguatatuba-sp", "art999"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(err(&wrong).contains("a norma não tem o dispositivo “art999”"), "{}", err(&wrong));
}

#[test]
fn a_question_is_answered_with_its_grounds_for_people_and_for_machines() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("pergunta.toml");
    let question = "tipo = \"requisitos\"\nrequisitos = [\"veiculo.idade\"]\nem = 2026-11-30\nfatos = { \"veiculo.ano_fabricacao\" = 2015 }\n";
    fs::write(&file, question).unwrap();
    let path = file.to_str().unwrap();
    let people = out(&alvara(&["law", "ask", "caraguatatuba-sp", path]));
    assert!(people.contains("idade do veículo: 11 anos; o limite é 10 anos"), "{people}");
    assert!(people.contains("art. 9º, VI"), "{people}");
    let machine = alvara(&["law", "ask", "caraguatatuba-sp", path, "--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&machine.stdout).unwrap();
    assert_eq!(answer["resposta"], "nao");
    assert_eq!(answer["cita"][0], "art9.inc6");
    fs::write(&file, "tipo = \"requisito\"\n").unwrap();
    let wrong = alvara(&["law", "ask", "caraguatatuba-sp", path]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(err(&wrong).contains("você quis dizer “requisitos”?"), "{}", err(&wrong));
}

#[test]
fn a_register_is_audited_past_bad_rows_and_written_safely() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("frota.csv");
    let rows = "Placa;Ano Fabricação;Lotação;Validade do CRLV\r\nFIC0A01;2020;5;31/12/2027\r\nFIC0A02;2015;5;31/12/2027\r\n\
                FIC0A03;2020;9;30/12/1899\r\n=1+1;abc;5;31/02/2027\r\n";
    fs::write(&file, rows).unwrap();
    let verdicts = dir.path().join("saida.csv");
    let done = alvara(&[
        "law",
        "audit",
        "caraguatatuba-sp",
        file.to_str().unwrap(),
        "--on",
        "2026-11-30",
        "--json",
        "--out",
        verdicts.to_str().unwrap(),
    ]);
    assert!(done.status.success(), "{}", err(&done));
    let told: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!((&told["linhas"], &told["sim"], &told["nao"]), (&4.into(), &1.into(), &2.into()), "{told:#}");
    assert_eq!(told["indeterminado"], 1);
    assert_eq!(told["artigos"]["art9.inc6"], 2);
    let written = fs::read_to_string(&verdicts).unwrap();
    assert!(written.starts_with('\u{feff}'));
    assert!(written.contains("3;não;art. 9º, VI;Idade do veículo"), "{written}");
    assert!(written.lines().count() == 5, "{written}");
}

#[test]
fn the_schema_is_printed_as_it_is_kept() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rulebook.schema.json");
    let printed = alvara(&["law", "schema"]);
    assert!(printed.status.success());
    assert_eq!(out(&printed), fs::read_to_string(kept).unwrap());
}
