//! No change of a rulebook goes unnoticed by the cases beside it, but for those declared to be none.

use rulebook::mutate::{self, Change, Equivalent, Notice};
use rulebook::{Source, cases};

use crate::rulebooks::{real, sources};

/// One change in so many is tried here; `alvara law mutate` tries all. A prime, so that it falls on every key in turn.
const STRIDE: usize = 61;

fn declared(dir: &std::path::Path) -> Vec<Equivalent> {
    let folder = dir.join("mutacao");
    let files = if folder.is_dir() { sources(&folder) } else { Vec::new() };
    files.iter().flat_map(|f| mutate::equivalents(f).unwrap()).collect()
}

#[test]
fn a_change_of_a_rulebook_is_noticed() {
    let mut unnoticed = String::new();
    for (name, dir) in real() {
        let sources = sources(&dir);
        let (cases, faults) = cases::read(&crate::rulebooks::sources(&dir.join("casos")));
        assert!(faults.is_empty(), "{name}: {faults:?}");
        let changes = mutate::changes(&name, &sources);
        assert!(changes.len() > 500, "{name}: only {} changes", changes.len());
        let declared = declared(&dir);
        for e in &declared {
            assert!(
                changes.iter().any(|c| c.declared(std::slice::from_ref(e))),
                "{name}: no such change: {e:?}"
            );
        }
        let tried: Vec<&Change> = changes.iter().step_by(STRIDE).collect();
        let notices = mutate::survey(&name, &sources, &cases, &tried).unwrap();
        println!("{name}: {} of {} changes tried", tried.len(), changes.len());
        for (c, n) in tried.iter().zip(&notices) {
            if *n == Notice::Nobody && !c.declared(&declared) {
                let file = &sources[c.file].name;
                unnoticed.push_str(&format!("{name}/{file}:{}  {}: {}\n", c.line, c.place, c.arrow()));
            }
        }
    }
    assert!(unnoticed.is_empty(), "no case notices these changes:\n{unnoticed}");
}

const BOOK: &str = r#"
[norma]
urn = "urn:lex:br;sao.paulo;cidade.ficticia:municipal:lei:2020-01-01;1"
titulo = "Lei 1/2020 (fictícia)"
municipio = 3510500
cidade = "Cidade Fictícia"
uf = "SP"
fuso = "America/Sao_Paulo"
servico = "aplicativo"
orgao = "Secretaria"
vigencia = 2020-01-01

[[dispositivo]]
id = "art1"
diz = "Até sete lugares, com vistoria de seis meses."
tipo = "requisito"

[[fato]]
id = "lugares"
rotulo = "lugares"
tipo = "inteiro"

[[fato]]
id = "vistoria"
rotulo = "vistoria"
tipo = "data"

[[requisito]]
id = "carro"
base = ["art1"]
sujeito = "veiculo"
diz = "Carro"
quando = ["cadastro"]
exige = { todas = [ { fato = "lugares", no_maximo = 7 }, { fato = "vistoria", decorrido_no_maximo = "6 meses" } ] }
falha = "recusa"
remedio = "Troque o carro."
"#;

const CASES: &str = r#"
[[caso]]
nome = "sete"
base = ["art1"]
pergunta = { tipo = "requisitos", requisitos = ["carro"], em = 2025-03-12, fatos = { lugares = 7, vistoria = 2025-03-12 } }
espera = { resposta = "sim" }
"#;

fn source(text: &str) -> Vec<Source> {
    vec![Source { name: "livro.toml".into(), text: text.into() }]
}

#[test]
fn changes_say_where_and_what_and_who_notices() {
    let book = source(BOOK);
    let (cases, faults) = cases::read(&source(CASES));
    assert!(faults.is_empty());
    let changes = mutate::changes("cidade-ficticia", &book);
    let all: Vec<&Change> = changes.iter().collect();
    let notices = mutate::survey("cidade-ficticia", &book, &cases, &all).unwrap();
    let of = |arrow: &str| {
        let i = changes
            .iter()
            .position(|c| c.arrow() == arrow)
            .unwrap_or_else(|| panic!("{arrow}: {changes:#?}"));
        (changes[i].line, &notices[i])
    };
    let noticed = Notice::Case("sete".into());
    assert_eq!(of("7 → 6"), (34, &noticed));
    assert_eq!(of("no_maximo → menos_de"), (34, &noticed));
    assert_eq!(of("7 → 8"), (34, &Notice::Nobody));
    assert_eq!(of("\"6 meses\" → \"5 meses\""), (34, &Notice::Nobody));
    assert_eq!(of("2020-01-01 → 2020-01-02").1, &Notice::Nobody);
    // what only a person reads is left alone
    assert!(changes.iter().all(|c| !c.place.ends_with("remedio") && !c.place.ends_with("titulo")));
    let again = mutate::survey("cidade-ficticia", &book, &cases, &all).unwrap();
    assert_eq!(again, notices, "each change was taken back");
}

#[test]
fn nothing_is_told_of_a_rulebook_whose_cases_fail() {
    let book = source(BOOK);
    let (cases, _) = cases::read(&source(&CASES.replace("\"sim\"", "\"nao\"")));
    let changes = mutate::changes("cidade-ficticia", &book);
    let all: Vec<&Change> = changes.iter().collect();
    assert_eq!(mutate::survey("cidade-ficticia", &book, &cases, &all), None);
}

#[test]
fn a_list_of_equivalents_is_read_and_says_what_it_lacks() {
    let text = "[[equivalente]]\nlugar = \"a\"\nmudanca = \"1 → 2\"\npor = \"nada depende disto\"\n";
    let read = mutate::equivalents(&source(text)[0]).unwrap();
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].change, "1 → 2");
    let wrong = mutate::equivalents(&source("[[equivalente]]\nlugar = \"a\"\n")[0]).unwrap_err();
    assert!(wrong.contains("`mudanca`"), "{wrong}");
    assert!(mutate::equivalents(&source("[[outro]]\nlugar = \"a\"\n")[0]).is_err());
}
