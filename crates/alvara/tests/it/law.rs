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
    let (header, rows) = written.trim_start_matches('\u{feff}').split_once("\r\n").unwrap();
    assert!(header.starts_with("linha;Placa;resultado"), "{header}");
    assert!(rows.contains("3;FIC0A02;não;art. 9º, VI;Idade do veículo"), "{written}");
    assert!(rows.contains("5;'=1+1;") || rows.contains("5;\"'=1+1\";"), "no formula runs: {written}");
    assert!(written.lines().count() == 5, "{written}");
}

#[test]
fn a_vehicle_without_seats_is_noted_and_not_let_through() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("frota.csv");
    let rows = "Placa;Ano Fabricação;Lotação;Validade do CRLV\r\nFIC0A01;2020;0;31/12/2027\r\nFIC0A02;2020;1;31/12/2027\r\n";
    fs::write(&file, rows).unwrap();
    let done =
        alvara(&["law", "audit", "caraguatatuba-sp", file.to_str().unwrap(), "--on", "2026-11-30", "--json"]);
    assert!(done.status.success(), "{}", err(&done));
    let told: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!((&told["sim"], &told["indeterminado"]), (&1.into(), &1.into()), "{told:#}");
    assert!(told.to_string().contains("0 não pode ser: no mínimo, 1 lugar"), "{told:#}");
}

#[test]
fn the_verdicts_of_an_audit_name_each_row_and_leave_none_out() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("condutores.csv");
    let out_file = dir.path().join("saida.csv");
    let run = |rows: &str| {
        fs::write(&file, rows).unwrap();
        let (file, to) = (file.to_str().unwrap(), out_file.to_str().unwrap());
        let done =
            alvara(&["law", "audit", "caraguatatuba-sp", file, "--on", "2026-11-30", "--json", "--out", to]);
        assert!(done.status.success(), "{}", err(&done));
        let told: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
        (told, fs::read_to_string(&out_file).unwrap())
    };
    // fictitious people; the third row lacks a cell
    let (told, written) = run("Nome;CPF;Validade da CNH;Obs;Obs\r\n\
                               Ana Fictícia da Silva;111.444.777-35;31/12/2027;;\r\n\
                               Bia Fictícia;11144477735\r\n\
                               Caio Fictício;111.444.777-36;31/12/2020;;\r\n");
    let lines: Vec<&str> = written.trim_start_matches('\u{feff}').lines().collect();
    assert!(lines[0].starts_with("linha;Nome;CPF;resultado"), "{written}");
    assert!(lines[1].starts_with("2;Ana F. da S.;***.444.777-**;"), "{written}");
    assert!(lines[2].starts_with("3;;;ilegível;;;;"), "{written}");
    assert!(lines[2].len() > "3;;;ilegível;;;;".len(), "the reason is told: {written}");
    assert!(lines[3].starts_with("4;Caio F.;***.***.***-**;não;"), "{written}");
    assert_eq!(lines.len(), 4, "{written}");
    assert!(!written.contains("111") && !written.contains("Silva"), "{written}");
    assert_eq!(told["ilegiveis"], 1);
    let columns = told["colunas"].as_array().unwrap();
    let repeated = "o nome “Obs” aparece em mais de uma coluna: 4, 5";
    assert!(columns.iter().any(|c| c == repeated), "{told:#}");

    // nothing can be judged by a column that stands twice, and machines are told so too
    fs::write(&file, "Validade da CNH;Validade da CNH\r\n31/12/2027;31/12/2027\r\n").unwrap();
    let done = alvara(&["law", "audit", "caraguatatuba-sp", file.to_str().unwrap(), "--json"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(err(&done).contains("“Validade da CNH” aparece em mais de uma coluna: 1, 2"), "{}", err(&done));

    // with a number of the licence, people stay where they are
    let (_, written) = run("Nome;CPF;Alvará;Validade da CNH\r\n\
                            Ana Fictícia da Silva;111.444.777-35;0042/2026;31/12/2027\r\n");
    assert!(written.contains("linha;Alvará;resultado") && written.contains("\r\n2;0042/2026;"), "{written}");
    assert!(!written.contains("Ana") && !written.contains("444"), "{written}");
}

#[test]
fn the_schema_is_printed_as_it_is_kept() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rulebook.schema.json");
    let printed = alvara(&["law", "schema"]);
    assert!(printed.status.success());
    assert_eq!(out(&printed), fs::read_to_string(kept).unwrap());
}

#[test]
fn what_only_time_rules_out_is_not_said_to_be_unverifiable() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("frota.csv");
    fs::write(&file, "Placa;Ano Fabricação\r\nFIC0A01;2020\r\n").unwrap();
    let run = |on: &str| {
        let done =
            alvara(&["law", "audit", "caraguatatuba-sp", file.to_str().unwrap(), "--on", on, "--json"]);
        let told: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
        told["nao_verificaveis"].to_string()
    };
    assert!(run("2020-10-30").contains("veiculo.dpvat"), "{}", run("2020-10-30"));
    assert!(!run("2026-11-30").contains("veiculo.dpvat"), "{}", run("2026-11-30"));
}

#[test]
fn readings_are_listed_with_what_another_answer_would_change() {
    let text = out(&alvara(&["law", "readings", "caceres-mt", "--on", "30/11/2026"]));
    assert!(text.contains("Situação em 30/11/2026"), "{text}");
    let machine = alvara(&["law", "readings", "caceres-mt", "--json"]);
    let told: serde_json::Value = serde_json::from_slice(&machine.stdout).unwrap();
    let list = told["leituras"].as_array().unwrap();
    assert!(list.len() > 20);
    let moving = |r: &&serde_json::Value| {
        r["outras"].as_array().unwrap().iter().any(|o| !o["casos"].as_array().unwrap().is_empty())
    };
    assert!(list.iter().filter(moving).count() > 10);
    let deciding = list.iter().find(|r| !r["regras"].as_array().unwrap().is_empty()).unwrap();
    assert!(deciding["regras"][0]["valores"].is_object(), "{deciding:#}");
}

#[test]
fn a_bill_tells_who_loses_and_leaves_the_past_alone() {
    let dir = tempfile::tempdir().unwrap();
    let bill = dir.path().join("projeto.toml");
    let text = "[projeto]\nnome = \"Projeto fictício\"\nvigencia = 2027-07-01\n\n[[dispositivo]]\nid = \"art9.inc6\"\n\
                diz = \"Até oito anos.\"\nnumeros = [\"8 anos\", \"7 lugares\"]\n\n[[requisito]]\nid = \"veiculo.idade\"\n\
                exige = { fato = \"veiculo.idade\", no_maximo = 8 }\n";
    fs::write(&bill, text).unwrap();
    let register = dir.path().join("frota.csv");
    fs::write(&register, "Placa;Ano Fabricação\nFIC0A01;2020\nFIC0A02;2018\nFIC0A03;2010\nFIC0A04;2019\n")
        .unwrap();
    let changed = dir.path().join("mudam.csv");
    let (bill, register, out_file) =
        (bill.to_str().unwrap(), register.to_str().unwrap(), changed.to_str().unwrap());
    let run = |on: &str| {
        let asked = [
            "law",
            "whatif",
            "caraguatatuba-sp",
            bill,
            "--register",
            register,
            "--on",
            on,
            "--out",
            out_file,
            "--json",
        ];
        let done = alvara(&asked);
        assert!(done.status.success(), "{}", err(&done));
        serde_json::from_slice::<serde_json::Value>(&done.stdout).unwrap()
    };
    let after = run("2027-07-01");
    assert_eq!(after["cadastro"]["perdem"]["linhas"], 1, "{after:#}");
    let lost = &after["cadastro"]["artigos"]["art9.inc6"]["perdem"]["exemplos"][0];
    assert_eq!((&lost["linha"], &lost["nome"]), (&3.into(), &"FIC0A02".into()));
    assert_eq!(after["casos"]["anteriores_que_mudam"], serde_json::json!([]));
    assert!(after["casos"]["se_ja_valesse"].as_array().unwrap().len() > 3);
    let written = fs::read_to_string(&changed).unwrap();
    assert!(written.contains("3;FIC0A02;sim;não;art. 9º, VI;"), "{written}");
    let before = run("2027-06-30");
    assert_eq!(before["cadastro"]["perdem"]["linhas"], 0, "{before:#}");
    let people = out(&alvara(&["law", "whatif", "caraguatatuba-sp", bill, "--register", register]));
    assert!(
        people.contains("perdem: deixariam de atender") && people.contains("todos respondem o mesmo"),
        "{people}"
    );
    let wrong = alvara(&["law", "whatif", "caraguatatuba-sp", register]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(err(&wrong).contains("[E001]"), "{}", err(&wrong));
}

#[test]
fn a_bill_that_changes_nothing_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let bill = dir.path().join("projeto.toml");
    fs::write(&bill, "[projeto]\nnome = \"Projeto fictício\"\nvigencia = 2027-07-01\n").unwrap();
    let told = out(&alvara(&["law", "whatif", "caraguatatuba-sp", bill.to_str().unwrap()]));
    assert!(told.contains("Valeria desde 01/07/2027. Nada muda.\n"), "{told}");
    assert!(!told.contains("0 mudanças"), "{told}");
}

/// A multiple or a share of what a fact tells is no number of reais, and a threshold may want earlier measures.
#[test]
fn names_tell_what_a_fine_is_counted_by_and_what_a_threshold_wants() {
    let leis = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulebook/tests/leis");
    let names =
        |law: &str, kind: &str| out(&alvara(&["law", "names", law, kind, "--leis", leis.to_str().unwrap()]));
    let classes = names("serra-ficticia", "classe");
    for words in ["multa: 1% de `ocorrencia.receita`", "multa: 5 × `ocorrencia.preco`", "multa: 1500 REAL"] {
        assert!(classes.contains(words), "{classes}");
    }
    assert!(!classes.contains("5 REAL"), "{classes}");
    let classes = names("porto-ficticio", "classe");
    for words in [
        "multa: até 10: 50 UFM; até 30: 100 UFM; acima de 30: 200 UFM, conforme `ocorrencia.dias_de_atraso`",
        "leva à cassação: conforme POR-RECUSA-CASSA: nao (padrão) = não; sim = sim",
    ] {
        assert!(classes.contains(words), "{classes}");
    }
    let points = names("serra-ficticia", "pontuacao");
    let second =
        "segunda: 20 pontos: Suspensão de trinta dias (`medidas_anteriores`: ao menos 1; janela de 24 meses)";
    assert!(points.contains(second), "{points}");
}

/// Of several columns that speak of a plate, the one called by the very name is the row's.
#[test]
fn a_row_is_named_by_the_column_of_the_plate_itself() {
    let dir = tempfile::tempdir().unwrap();
    let (file, verdicts) = (dir.path().join("frota.csv"), dir.path().join("saida.csv"));
    let run = |rows: &str| {
        fs::write(&file, rows).unwrap();
        let (file, to) = (file.to_str().unwrap(), verdicts.to_str().unwrap());
        let done = alvara(&["law", "audit", "caraguatatuba-sp", file, "--on", "2026-11-30", "--out", to]);
        assert!(done.status.success(), "{}", err(&done));
        fs::read_to_string(&verdicts).unwrap()
    };
    let written = run("Final da placa;Data da placa;Placa;Ano Fabricação\r\n1;01/01/2020;FIC0A01;2020\r\n");
    assert!(written.contains("linha;Placa;resultado") && written.contains("\r\n2;FIC0A01;"), "{written}");
    // where no column has the very name, the one that speaks of it serves
    let written = run("Placa Mercosul;Ano Fabricação\r\nFIC0A01;2020\r\n");
    assert!(written.contains("linha;Placa Mercosul;resultado"), "{written}");
}

#[test]
fn a_new_rulebook_is_sound_and_its_cases_pass() {
    let dir = tempfile::tempdir().unwrap();
    let leis = dir.path().join("leis");
    let leis = leis.to_str().unwrap();
    let made = alvara(&["law", "new", "sao sebastiao/sp", "--dir", leis]);
    assert!(made.status.success(), "{}", err(&made));
    let norm = fs::read_to_string(dir.path().join("leis/sao-sebastiao-sp/norma.toml")).unwrap();
    assert!(norm.contains("urn:lex:br;sao.paulo;sao.sebastiao:municipal:lei:2020-01-01;1"), "{norm}");
    assert!(norm.contains("municipio = 3550704") && norm.contains("São Sebastião"), "{norm}");
    assert!(!norm.contains("{cidade}") && !norm.contains("{nome}"), "{norm}");
    let check = alvara(&["--leis", leis, "law", "check"]);
    assert!(check.status.success() && out(&check).contains("0 erros, 0 avisos"), "{}", out(&check));
    let test = alvara(&["--leis", leis, "law", "test"]);
    assert!(out(&test).ends_with(" passed, 0 failed\n") && test.status.success(), "{}", out(&test));
    let again = alvara(&["law", "new", "São Sebastião/SP", "--dir", leis]);
    assert_eq!(again.status.code(), Some(2));
    assert!(err(&again).contains("já existe"), "{}", err(&again));
    let unknown = alvara(&["law", "new", "Caragatatuba/SP", "--dir", leis]);
    assert!(err(&unknown).contains("você quis dizer “Caraguatatuba/SP”?"), "{}", err(&unknown));
    assert!(err(&unknown).contains("--ibge"), "{}", err(&unknown));
    let elsewhere = alvara(&["law", "new", "São Sebastião/RJ", "--ibge", "3550704", "--dir", leis]);
    assert!(err(&elsewhere).contains("São Paulo"), "{}", err(&elsewhere));
}

/// What an answer is made from is never written over: the bill, the register, or any file of a rulebook.
#[test]
fn no_result_is_written_over_what_it_comes_from() {
    let dir = tempfile::tempdir().unwrap();
    let leis = dir.path().join("leis");
    let shelf = leis.to_str().unwrap();
    assert!(alvara(&["law", "new", "São Sebastião/SP", "--dir", shelf]).status.success());
    let (norm, bill) = (leis.join("sao-sebastiao-sp/norma.toml"), dir.path().join("projeto.toml"));
    let register = dir.path().join("frota.csv");
    fs::write(&bill, "[projeto]\nnome = \"Projeto fictício\"\nvigencia = 2027-07-01\n").unwrap();
    fs::write(&register, "Placa;Ano Fabricação\r\nFIC0A01;2020\r\n").unwrap();
    let before = fs::read_to_string(&norm).unwrap();
    let text = |p: &Path| p.to_str().unwrap().to_string();
    let (csv, project) = (text(&register), text(&bill));
    let whatif = ["law", "whatif", "sao-sebastiao-sp", &project, "--register", &csv];
    let audit = ["law", "audit", "sao-sebastiao-sp", &csv];
    let handbook = ["law", "handbook", "sao-sebastiao-sp"];
    let inside = leis.join("novo/../sao-sebastiao-sp/casos/novo.csv");
    let beside = text(&leis.join("sao-sebastiao-sp/manual"));
    let refused = |command: &[&str], to: &str, why: &str| {
        let done = alvara(&[&["--leis", shelf], command, &["--out", to]].concat());
        assert_eq!(done.status.code(), Some(2), "{}", out(&done));
        assert!(err(&done).contains(why) && out(&done).is_empty(), "{}{}", out(&done), err(&done));
    };
    for to in [text(&norm), text(&inside)] {
        refused(&whatif, &to, "fica na pasta do livro de regras");
        refused(&audit, &to, "fica na pasta do livro de regras");
    }
    refused(&whatif, &project, "é o próprio projeto");
    refused(&whatif, &csv, "é o próprio cadastro comparado");
    refused(&audit, &csv, "é a própria planilha auditada");
    refused(&handbook, &beside, "fica na pasta do livro de regras");
    assert_eq!(fs::read_to_string(&norm).unwrap(), before);
    assert!(fs::read_to_string(&bill).unwrap().starts_with("[projeto]"));
    assert!(!Path::new(&beside).exists());
}
