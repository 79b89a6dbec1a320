//! A bill changes the law from its date on, nothing before it, and never the rulebook.

use jiff::civil::{Date, date};
use law::Law;
use rulebook::bill::{self, Bill, Does};
use rulebook::{Source, cases, diagnostic};
use serde_json::{Value as Json, json};

use crate::rulebooks::{leis, sources};

const TOWN: &str = "caraguatatuba-sp";

fn town() -> (Vec<Source>, Law) {
    let sources = sources(&leis().join(TOWN));
    let law = rulebook::read(TOWN, &sources).into_law(&sources).unwrap();
    (sources, law)
}

fn read(text: &str) -> Result<(Law, Bill), String> {
    let (mut sources, law) = town();
    let source = Source { name: "projeto.toml".into(), text: text.into() };
    let reading = bill::read(TOWN, &sources, &source);
    sources.push(source);
    let faults = diagnostic::draw(&reading.diagnostics, &sources, false);
    reading.bill.map(|b| (law, b)).ok_or(faults)
}

fn bill(text: &str) -> (Law, Bill) {
    read(&format!("[projeto]\nnome = \"Projeto de lei 12/2027 (fictício)\"\nvigencia = 2027-07-01\n{text}"))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

fn faults(text: &str) -> String {
    read(&format!("[projeto]\nnome = \"Projeto de lei 12/2027 (fictício)\"\nvigencia = 2027-07-01\n{text}"))
        .expect_err("the bill has a fault")
}

fn ask(bill: &Bill, before: &Law, question: &Json) -> Json {
    law::ask::ask(bill.governing(before, question), question).unwrap_or_else(|f| panic!("{f:?}"))
}

fn age(bill: &Bill, before: &Law, made: i64, on: Date) -> String {
    let question = json!({
        "tipo": "requisitos", "requisitos": ["veiculo.idade"], "em": on.to_string(),
        "fatos": { "veiculo.ano_fabricacao": made },
    });
    ask(bill, before, &question)["resposta"].as_str().unwrap().to_string()
}

const YOUNGER: &str = r#"
[[requisito]]
id = "veiculo.idade"
exige = { fato = "veiculo.idade", no_maximo = 8 }
"#;

#[test]
fn a_changed_number_holds_from_the_day_of_the_bill() {
    let (before, bill) = bill(YOUNGER);
    assert_eq!(age(&bill, &before, 2018, date(2027, 6, 30)), "sim");
    assert_eq!(age(&bill, &before, 2018, date(2027, 7, 1)), "nao");
    assert_eq!(age(&bill, &before, 2019, date(2027, 7, 1)), "sim");
    assert_eq!(bill.changes.len(), 1);
    assert_eq!(bill.changes[0].does, Does::Changes(vec!["exige".into()]));
    // what the bill does not say stays as it was
    assert_eq!(bill.law.requirements["veiculo.idade"].base, before.requirements["veiculo.idade"].base);
    let order = |law: &Law| law.requirements.keys().cloned().collect::<Vec<_>>();
    assert_eq!(order(&bill.law), order(&before));
}

#[test]
fn a_number_that_the_article_does_not_say_is_pointed_out_and_lets_the_bill_pass() {
    let (mut sources, _) = town();
    let head = "[projeto]\nnome = \"Projeto fictício\"\nvigencia = 2027-07-01\n";
    let source = Source { name: "projeto.toml".into(), text: format!("{head}{YOUNGER}") };
    let reading = bill::read(TOWN, &sources, &source);
    sources.push(source);
    assert!(reading.bill.is_some());
    let told = diagnostic::draw(&reading.diagnostics, &sources, false);
    assert!(told.contains("[E031] aviso") && told.contains("escreva também o [[dispositivo]]"), "{told}");
    assert_eq!(reading.diagnostics.len(), 1, "{told}");
    let article = "[[dispositivo]]\nid = \"art9.inc6\"\nnumeros = [\"8 anos\", \"7 lugares\"]\n";
    bill(&format!("{YOUNGER}\n{article}"));
    let text = format!("{head}{YOUNGER}\n{article}");
    let whole = Source { name: "projeto.toml".into(), text };
    assert!(bill::read(TOWN, &sources[..sources.len() - 1], &whole).diagnostics.is_empty());
}

#[test]
fn nothing_before_the_bill_changes_and_the_rulebook_never_does() {
    let (sources, untouched) = town();
    let (before, bill) = bill(&format!(
        "{YOUNGER}\n[[dispositivo]]\nid = \"art14\"\nrevoga = true\n\n[[decisao]]\nleitura = \"CAR-G20\"\nresposta = \"exclui\"\n"
    ));
    let case_sources = crate::rulebooks::sources(&leis().join(TOWN).join("casos"));
    let (cases, _) = cases::read(&case_sources);
    let (mut same, mut otherwise) = (0, 0);
    for case in &cases {
        let day = case.question().and_then(law::ask::governing_day);
        if day.is_some_and(|d| d >= bill.since) {
            continue;
        }
        let governing = bill.governing(&before, case.question().unwrap());
        assert_eq!(case.ask(governing).ok(), case.ask(&untouched).ok(), "{}", case.name);
        same += 1;
        otherwise += usize::from(case.ask(&bill.supposed).ok() != case.ask(&untouched).ok());
    }
    assert!(same > 100, "{same}");
    assert!(otherwise > 10, "the bill would have mattered: {otherwise}");
    let again = rulebook::read(TOWN, &sources).into_law(&sources).unwrap();
    assert_eq!(format!("{again:?}"), format!("{untouched:?}"));
}

#[test]
fn a_revoked_article_takes_its_items_with_it() {
    let (before, bill) = bill("[[dispositivo]]\nid = \"art9\"\nrevoga = true\n");
    let status = |on: &str| {
        let q = json!({ "tipo": "dispositivo", "dispositivo": "art9.inc6", "em": on });
        ask(&bill, &before, &q)["porque"].as_str().unwrap().to_string()
    };
    assert_eq!(status("2027-06-30"), "em vigor");
    assert_eq!(
        status("2027-07-01"),
        "revogado pelo Projeto de lei 12/2027 (fictício); vigorou até 30/06/2027"
    );
    let q = json!({ "tipo": "requisitos", "requisitos": ["veiculo.idade"], "em": "2027-07-01" });
    assert_eq!(ask(&bill, &before, &q)["fora_de_vigor"], json!(["veiculo.idade"]));
}

#[test]
fn a_new_requirement_a_new_wording_a_ruling_and_a_court_order_are_laid_over() {
    let (before, bill) = bill(
        r#"
[[fato]]
id = "veiculo.camera"
rotulo = "câmera de segurança no veículo"
tipo = "sim_ou_nao"

[[dispositivo]]
id = "art9.inc20"
diz = "Veículo com câmera de segurança."
tipo = "requisito"

[[requisito]]
id = "veiculo.camera"
base = ["art9.inc20"]
sujeito = "veiculo"
diz = "Câmera de segurança"
quando = ["cadastro"]
exige = { fato = "veiculo.camera", igual = true }
falha = "recusa"
remedio = "Instale a câmera."

[[dispositivo]]
id = "art9.inc6"
diz = "Veículo com até oito anos de fabricação."

[[decisao]]
leitura = "CAR-G20"
resposta = "exclui"

[[suspensao]]
dispositivo = "art9.inc8"
por = "processo fictício"

[[parametro]]
id = "VRM"
valores = [{ valor = "5.10" }]
"#,
    );
    let camera = |on: &str| {
        let q = json!({ "tipo": "requisitos", "requisitos": ["veiculo.camera"], "em": on, "fatos": { "veiculo.camera": false } });
        law::ask::ask(&bill.law, &q).unwrap()["resposta"].as_str().unwrap().to_string()
    };
    assert_eq!((camera("2027-06-30").as_str(), camera("2027-07-01").as_str()), ("sim", "nao"));
    assert!(!before.requirements.contains_key("veiculo.camera"));
    let wordings = &bill.law.provisions["art9.inc6"].wordings;
    assert_eq!(wordings[wordings.len() - 2].until, Some(date(2027, 6, 30)));
    assert_eq!(bill.law.answer("CAR-G20", date(2027, 7, 1)).as_deref(), Some("exclui"));
    assert_eq!(bill.law.answer("CAR-G20", date(2027, 6, 30)), before.answer("CAR-G20", date(2027, 6, 30)));
    assert!(!bill.law.status("art9.inc8", date(2027, 7, 1)).unwrap().works());
    assert!(bill.law.status("art9.inc8", date(2027, 6, 30)).unwrap().works());
    assert!(bill.law.parameters["VRM"].on(date(2027, 7, 1)).is_some());
    assert!(bill.law.parameters["VRM"].on(date(2027, 6, 30)).is_none_or(|v| v.since < bill.since));
}

#[test]
fn a_rule_that_ends_and_a_key_that_is_dropped() {
    let (_, bill) = bill(
        "[[requisito]]\nid = \"veiculo.idade\"\nrevoga = true\n\n[[infracao]]\ncodigo = \"art36\"\nretira = [\"medidas\"]\n",
    );
    assert_eq!(bill.law.requirements["veiculo.idade"].span.until, Some(date(2027, 6, 30)));
    assert_eq!(bill.changes[0].does, Does::Revokes);
    assert!(bill.law.offences["art36"].measures.is_empty());
}

#[test]
fn faults_are_told_where_they_stand_in_the_bill() {
    let wrong =
        faults("[[requisito]]\nid = \"veiculo.idade\"\nexige = { fato = \"veiculo.idad\", no_maximo = 8 }\n");
    assert!(wrong.contains("[E011]") && wrong.contains("projeto.toml:6:18"), "{wrong}");
    assert!(wrong.contains("você quis dizer “veiculo.idade”?"), "{wrong}");
    let missing = faults("[[requisito]]\nid = \"veiculo.idad\"\nrevoga = true\n");
    assert!(missing.contains("[E041]") && missing.contains("você quis dizer “veiculo.idade”?"), "{missing}");
    let early = faults("[[decisao]]\nleitura = \"CAR-G20\"\nresposta = \"exclui\"\ndesde = 2027-06-30\n");
    assert!(early.contains("[E042]") && early.contains("projeto.toml:7:9"), "{early}");
    let norm = faults("[norma]\ndias = \"uteis\"\n");
    assert!(norm.contains("[E040]"), "{norm}");
    let silent = faults("[[dispositivo]]\nid = \"art99\"\ndiz = \"Novo.\"\ntipo = \"dever\"\n");
    assert!(silent.contains("[E030]") && silent.contains("projeto.toml:5:6"), "{silent}");
    let nameless = read("[[dispositivo]]\nid = \"art9\"\nrevoga = true\n").expect_err("no [projeto]");
    assert!(nameless.contains("falta a tabela [projeto]"), "{nameless}");
    let old = read("[projeto]\nnome = \"x\"\nvigencia = 2019-01-01\n").expect_err("before the norm");
    assert!(old.contains("[E042]"), "{old}");
    let key = faults("[[requisito]]\nid = \"veiculo.idade\"\nexije = 1\n");
    assert!(key.contains("[E002]") && key.contains("projeto.toml:6:1"), "{key}");
}

#[test]
fn a_bill_empties_no_list_that_must_hold_something() {
    let told = faults("[[processo]]\nid = \"auto_de_infracao\"\netapas = []\n");
    assert!(told.contains("[E003]") && told.contains("a lista está vazia"), "{told}");
}

/// What a bill says beside `revoga`, or of a key that stays, would be lost in silence.
#[test]
fn a_bill_says_nothing_that_is_not_done() {
    let rule = "[[requisito]]\nid = \"veiculo.idade\"\n";
    for (keys, code, words) in [
        (
            "revoga = true\nexige = { fato = \"veiculo.idade\", no_maximo = 8 }\n",
            "E040",
            "“exige” se perderia",
        ),
        ("revoga = true\nretira = [\"aplica\"]\n", "E040", "“retira” se perderia"),
        ("revoga = false\n", "E017", "`revoga` só aceita true"),
        ("revoga = \"sim\"\n", "E017", "`revoga` só aceita true"),
        ("retira = [\"id\"]\n", "E040", "“id” se retira e se escreve"),
        ("retira = [\"base\"]\n", "E003", "falta a chave “base”"),
        ("retira = [\"numeros\"]\n", "E040", "a regra não tem a chave “numeros”"),
        ("retira = \"aplica\"\n", "E004", "esperava uma lista"),
    ] {
        let told = faults(&format!("{rule}{keys}"));
        assert!(told.contains(&format!("[{code}]")) && told.contains(words), "{told}");
    }
    let provision = faults("[[dispositivo]]\nid = \"art9.inc6\"\nrevoga = true\nnumeros = [\"8 anos\"]\n");
    assert!(provision.contains("“numeros” se perderia"), "{provision}");
}

/// The article of a rule that ends still says its numbers: there is nothing to warn of.
#[test]
fn a_revoked_rule_warns_of_no_number() {
    let (mut sources, _) = town();
    let head = "[projeto]\nnome = \"x\"\nvigencia = 2027-07-01\n";
    let text = format!("{head}[[requisito]]\nid = \"veiculo.idade\"\nrevoga = true\n");
    let reading = bill::read(TOWN, &sources, &Source { name: "projeto.toml".into(), text: text.clone() });
    sources.push(Source { name: "projeto.toml".into(), text });
    assert!(reading.bill.is_some());
    let told = diagnostic::draw(&reading.diagnostics, &sources, false);
    assert!(told.is_empty(), "{told}");
}

/// What makes no sense in a rulebook makes none in a bill.
#[test]
fn a_bill_makes_sense() {
    let fine = faults("[[parametro]]\nid = \"VRM\"\nvalores = [{ valor = \"-3.00\" }]\n");
    assert!(fine.contains("[E022]") && fine.contains("projeto.toml:6:22"), "{fine}");
    let dates = faults(
        "[[requisito]]\nid = \"veiculo.idade\"\nate = 2019-12-31\n[[feriado]]\nnome = \"F\"\ndia = \"07-09\"\ndesde = 2029-01-01\nate = 2028-01-01\n",
    );
    assert!(dates.contains("[E020]") && dates.contains("acaba antes de começar"), "{dates}");
    let rulings = "[[decisao]]\nleitura = \"CAR-G20\"\nresposta = \"exclui\"\n";
    let twice = faults(&format!("{rulings}{rulings}"));
    assert!(twice.contains("[E020]"), "{twice}");
    bill(rulings);
}
