//! The schema of the format is not written: it is made. What the reader asks of each table, while it reads every rulebook and
//! every example of the guide, is the shape; what the tables of the guide say of each key is its description. So a key that the
//! reader takes and nobody shows or teaches fails here, and schema, reader and guide cannot part.
//!
//! After a change of the format: `ALVARA_WRITE_SCHEMA=1 cargo nextest run -p rulebook schema`.

mod guide;
mod shape;
mod validator;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};
use toml::de::DeTable;

use crate::Source;
use crate::diagnostic::Faults;
use crate::kinds::{self, KINDS};
use crate::table::Document;
use guide::Guide;
use shape::Book;

/// What the reader asked of a value or of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Saw {
    Text,
    Word(Vec<&'static str>),
    Bool,
    Integer,
    Number,
    Date,
    List,
    Table,
    /// A value of the type of a fact.
    FactValue,
    /// A shape that may stand inside itself, by its name.
    Shared(&'static str),
    /// It may hang on a reading.
    Choice,
    Key(&'static str),
    Needed(&'static str),
    /// A key whose value is a date, there or not.
    DateKey(&'static str),
    /// Keys that the author names.
    AnyKey,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rulebook(folder: &Path) -> Vec<Source> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|x| x == "toml"));
    paths.sort();
    paths.iter().map(|p| Source::from_bytes(p.display().to_string(), &fs::read(p).unwrap())).collect()
}

/// Those of `leis/`, and the invented municipality whose law uses every way of saying a rule.
fn rulebooks() -> Vec<Vec<Source>> {
    let folders = ["leis", "crates/rulebook/tests/leis"]
        .into_iter()
        .flat_map(|f| fs::read_dir(root().join(f)).unwrap())
        .map(|e| e.unwrap().path());
    folders.filter(|f| f.join("norma.toml").is_file()).map(|f| rulebook(&f)).collect()
}

/// The rulebooks, those of the guide, its fragments on top of the one they are about, and what none of them shows.
fn corpus(guide: &Guide) -> Vec<Vec<Source>> {
    let mut out = rulebooks();
    let usual = rulebook(&root().join("leis/caraguatatuba-sp"));
    for block in &guide.blocks {
        let block = Source { name: "docs/rulebook.md".into(), text: block.clone() };
        if block.text.starts_with("# leis/") {
            out.push(vec![block]);
        } else if !["[[caso]]", "# livro: ", "# projeto para: "].iter().any(|w| block.text.starts_with(w)) {
            out.push(usual.iter().cloned().chain([block]).collect());
        }
    }
    out.push(vec![Source {
        name: "examples.toml".into(),
        text: include_str!("schema/examples.toml").into(),
    }]);
    out
}

fn read_all(guide: &Guide) -> Book {
    let mut book = Book::default();
    for sources in corpus(guide) {
        let faults = Faults::default();
        let documents: Vec<Document<'_>> =
            sources.iter().enumerate().map(|(i, s)| Document::parse(i, &s.text, &faults)).collect();
        kinds::decode("exemplo", &documents, &faults);
        let seen = faults.seen.borrow();
        for d in &documents {
            book.add(d.root.get_ref(), &seen);
        }
    }
    book
}

fn schema() -> Json {
    let guide = Guide::read(&fs::read_to_string(root().join("docs/rulebook.md")).unwrap());
    let book = read_all(&guide);
    let mut kinds = Map::new();
    for kind in KINDS {
        let shape = book.kinds.get(kind).unwrap_or_else(|| panic!("no rulebook shows a {kind}"));
        let table = shape.value(&guide, &[kind.to_string()]);
        let described = |table: Json| {
            let mut table = table;
            table["description"] = guide.kind(kind).into();
            table
        };
        let one = described(table);
        let form = if kind == "norma" { one } else { json!({ "type": "array", "items": one }) };
        kinds.insert(kind.to_string(), form);
    }
    let shared = |name: &str, path: &[&str]| {
        let path: Vec<String> = path.iter().map(ToString::to_string).collect();
        book.shared.get(name).unwrap_or_else(|| panic!("no rulebook shows a {name}")).value(&guide, &path)
    };
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Livro de regras",
        "description": "Um arquivo de um livro de regras do Alvará: a lei de um Município como dados. O guia é docs/rulebook.md.",
        "type": "object",
        "properties": kinds,
        "additionalProperties": false,
        "$defs": {
            // a condition may hang on a reading wherever it stands
            "condicao": { "anyOf": [
                shared("condicao", &["condicao"]),
                shape::choice(&json!({ "$ref": "#/$defs/condicao" })),
            ] },
            "valor": shared("valor", &["condicao", "valor"]),
            "teto": shared("teto", &["limite", "teto"]),
            "validade": shared("validade", &["titulo", "validade"]),
            "leitura_dentro": {
                "type": "object",
                "description": "a resposta depende, por sua vez, de outra leitura",
                "required": ["conforme"],
                "properties": { "conforme": { "$ref": "#/$defs/conforme" } },
            },
            "conforme": {
                "type": "string",
                "description": "o código da leitura; escreva, ao lado, um valor para cada resposta dela",
            },
        },
    })
}

/// Every key that the reader asks for has an example somewhere, so that its type is known, and a description in the guide.
#[test]
fn the_schema_is_what_the_reader_asks_and_the_guide_teaches() {
    let made = format!("{:#}\n", schema());
    let lines = |words: &str| made.lines().filter(|l| l.contains(words)).map(str::trim).collect::<Vec<_>>();
    let (unknown, untaught) = (lines(shape::UNKNOWN), lines(guide::UNTAUGHT));
    assert!(unknown.is_empty(), "no rulebook and no example shows what stands there: {unknown:#?}");
    assert!(untaught.is_empty(), "the guide has no row for these: {untaught:#?}");
    let path = root().join("docs/rulebook.schema.json");
    if std::env::var_os("ALVARA_WRITE_SCHEMA").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    let differs = made.lines().zip(kept.lines()).find(|(a, b)| a != b);
    assert!(
        made == kept,
        "docs/rulebook.schema.json is not what the reader reads: {differs:?}; run \
         `ALVARA_WRITE_SCHEMA=1 cargo nextest run -p rulebook schema`"
    );
}

#[test]
fn the_guide_teaches_no_key_that_the_reader_does_not_take() {
    let guide = Guide::read(&fs::read_to_string(root().join("docs/rulebook.md")).unwrap());
    let book = read_all(&guide);
    let takes = |path: &str| {
        let keys: Vec<&str> = path.split('.').collect();
        match keys.as_slice() {
            // a bill is no part of a rulebook: its head has a reader of its own
            ["condicao", "conforme"] | ["projeto", _] => true,
            ["limite", "teto", rest @ ..] if !rest.is_empty() => book.shared["teto"].has(rest),
            [name, rest @ ..] => {
                book.kinds.get(name).or_else(|| book.shared.get(name)).is_some_and(|s| s.has(rest))
            }
            [] => false,
        }
    };
    let stale: Vec<&str> = guide.taught().filter(|path| !takes(path)).collect();
    assert!(stale.is_empty(), "{stale:#?}");
}

#[test]
fn every_rulebook_validates_and_what_the_reader_refuses_does_not() {
    let schema: Json = serde_json::from_str(crate::SCHEMA).unwrap();
    let file = |text: &str| {
        let root = DeTable::parse(text).unwrap();
        crate::cases::to_json(&toml::de::DeValue::Table(root.get_ref().clone()))
    };
    for source in rulebooks().iter().flatten() {
        let faults = validator::faults(&schema, &file(&source.text));
        assert!(faults.is_empty(), "{}: {faults:#?}", source.name);
    }
    let first = |text: &str| validator::faults(&schema, &file(text)).first().cloned().unwrap_or_default();
    let requirement =
        "[[requisito]]\nid = \"a\"\nbase = [\"art1\"]\nsujeito = \"veiculo\"\ndiz = \"A\"\nremedio = \"x\"\n";
    assert_eq!(first(&format!("{requirement}exige = {{ todas = [] }}\n")), "");
    assert_eq!(first(requirement), "requisito.0: falta “exige”");
    assert_eq!(
        first(&format!("{requirement}exige = {{ todas = [] }}\nexije = 1\n")),
        "requisito.0: “exije” não existe"
    );
    for wrong in ["falha = \"recusar\"", "falha = 1", "desde = true", "quando = \"cadastro\""] {
        let fault = first(&format!("{requirement}exige = {{ todas = [] }}\n{wrong}\n"));
        assert!(fault.starts_with("requisito.0."), "{wrong}: {fault}");
    }
    assert_eq!(first("[[requisitos]]\nid = \"a\"\n"), ": “requisitos” não existe");
}
