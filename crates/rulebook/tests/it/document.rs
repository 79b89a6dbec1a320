//! `docs/rulebook.md` teaches by example, and every example of it is true: its cases pass, its fragments are read.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use law::Law;
use law::condition::Comparator;
use rulebook::{Source, cases, diagnostic};

use crate::rulebooks::sources;

const FIRST_BOOK: &str = "# leis/cidade-ficticia/norma.toml";
/// The first line of a block of cases that run against another rulebook than the usual one.
const BOOK: &str = "# livro: ";
/// The first line of a bill, with the rulebook it is laid over.
const BILL: &str = "# projeto para: ";
const USUAL_BOOK: &str = "caraguatatuba-sp";

fn document() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rulebook.md")).unwrap()
}

fn rulebook_of(name: &str) -> Vec<Source> {
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../leis").join(name))
}

fn compiled(name: &str, sources: &[Source]) -> Law {
    rulebook::read(name, sources).into_law(sources).unwrap_or_else(|e| panic!("{e}"))
}

/// A TOML block of the document, named by the line where it stands and the heading above it.
struct Block {
    heading: String,
    source: Source,
}

impl Block {
    fn is_case(&self) -> bool {
        self.source.text.starts_with("[[caso]]") || self.source.text.starts_with(BOOK)
    }

    fn is_bill(&self) -> bool {
        self.source.text.starts_with(BILL)
    }

    /// Whether it is a whole rulebook, not a fragment of one.
    fn is_book(&self) -> bool {
        self.source.text.starts_with("# leis/")
    }

    /// The rulebook that its cases ask.
    fn book(&self) -> &str {
        let first = self.source.text.lines().next().unwrap_or_default();
        first.strip_prefix(BOOK).map_or(USUAL_BOOK, str::trim)
    }
}

/// Every law that some case asks: written out in the document, or kept in `leis/`.
fn laws(blocks: &[Block]) -> BTreeMap<&str, Law> {
    let mut out = BTreeMap::new();
    for name in blocks.iter().filter(|b| b.is_case()).map(Block::book) {
        out.entry(name).or_insert_with(|| {
            let written = format!("# leis/{name}/");
            match blocks.iter().find(|b| b.source.text.starts_with(&written)) {
                Some(book) => compiled(name, std::slice::from_ref(&book.source)),
                None => compiled(name, &rulebook_of(name)),
            }
        });
    }
    out
}

fn blocks(text: &str) -> Vec<Block> {
    let mut out = Vec::new();
    let mut heading = String::new();
    let mut open: Option<(usize, String)> = None;
    for (i, line) in text.lines().enumerate() {
        match &mut open {
            None if line == "```toml" => open = Some((i + 2, String::new())),
            None => {
                if let Some(h) = line.strip_prefix("### ").or_else(|| line.strip_prefix("## ")) {
                    heading = h.to_string();
                }
            }
            Some(_) if line == "```" => {
                let (first, text) = open.take().unwrap();
                let name = format!("docs/rulebook.md, bloco da linha {first}");
                out.push(Block { heading: heading.clone(), source: Source { name, text } });
            }
            Some((_, block)) => {
                block.push_str(line);
                block.push('\n');
            }
        }
    }
    assert!(open.is_none(), "a block of the document is not closed");
    out
}

fn section<'t>(text: &'t str, heading: &str) -> &'t str {
    let (_, rest) =
        text.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("{heading} is not there"));
    let end = rest.find("\n## ").into_iter().chain(rest.find("\n### ")).min();
    rest.get(..end.unwrap_or(rest.len())).unwrap()
}

fn read_cases(block: &Block) -> Vec<cases::Case> {
    let sources = std::slice::from_ref(&block.source);
    let (cases, faults) = cases::read(sources);
    assert!(faults.is_empty(), "{}", diagnostic::draw(&faults, sources, false));
    assert!(!cases.is_empty(), "{} has no case", block.source.name);
    cases
}

#[test]
fn every_case_of_the_document_passes() {
    let blocks = blocks(&document());
    let laws = laws(&blocks);
    let mut wrong = String::new();
    let mut count = 0;
    for block in blocks.iter().filter(|b| b.is_case()) {
        for case in read_cases(block) {
            count += 1;
            for f in case.run(&laws[block.book()]).failures {
                wrong.push_str(&format!("{}: {}: {f}\n", block.source.name, case.name));
            }
        }
    }
    assert!(count > 40, "only {count} cases were found");
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_first_rulebook_is_sound_and_its_case_passes_against_it() {
    let text = document();
    let blocks = blocks(&text);
    let at = blocks.iter().position(|b| b.source.text.starts_with(FIRST_BOOK)).unwrap();
    let [book, case] = blocks.get(at..at + 2).unwrap() else { panic!("the first case is not there") };
    let sources = std::slice::from_ref(&book.source);
    let reading = rulebook::read("cidade-ficticia", sources);
    assert!(reading.diagnostics.is_empty(), "{}", diagnostic::draw(&reading.diagnostics, sources, false));
    let law = reading.law.unwrap();
    let cases = read_cases(case);
    assert_eq!(cases.len(), 3);
    for case in cases {
        assert_eq!(case.run(&law).failures, Vec::<String>::new(), "{}", case.name);
    }
}

#[test]
fn every_whole_rulebook_of_the_document_is_sound() {
    let blocks = blocks(&document());
    let books: Vec<&Block> = blocks.iter().filter(|b| b.is_book()).collect();
    assert!(books.len() >= 2);
    for book in books {
        let sources = std::slice::from_ref(&book.source);
        let found: Vec<_> = rulebook::read("ficticia", sources).diagnostics;
        assert!(found.is_empty(), "{}", diagnostic::draw(&found, sources, false));
    }
}

/// A fragment is read together with a whole rulebook, so that the names it uses exist; it may say again what is there.
#[test]
fn every_fragment_of_the_document_is_read() {
    let mut wrong = String::new();
    let mut count = 0;
    for block in blocks(&document()).iter().filter(|b| !b.is_case() && !b.is_book() && !b.is_bill()) {
        count += 1;
        let mut sources = rulebook_of(USUAL_BOOK);
        sources.push(block.source.clone());
        let mut found = rulebook::read(USUAL_BOOK, &sources).diagnostics;
        found.retain(|d| d.code != "E006");
        wrong.push_str(&diagnostic::draw(&found, &sources, false));
    }
    assert!(count > 0);
    assert!(wrong.is_empty(), "{wrong}");
}

/// Every bill of the document is read without a fault, and changes something.
#[test]
fn every_bill_of_the_document_is_read() {
    let mut count = 0;
    for block in blocks(&document()).iter().filter(|b| b.is_bill()) {
        count += 1;
        let first = block.source.text.lines().next().unwrap();
        let name = first.strip_prefix(BILL).unwrap().trim();
        let mut sources = rulebook_of(name);
        let reading = rulebook::bill::read(name, &sources, &block.source);
        sources.push(block.source.clone());
        assert!(
            reading.diagnostics.is_empty(),
            "{}",
            diagnostic::draw(&reading.diagnostics, &sources, false)
        );
        assert!(!reading.bill.unwrap().changes.is_empty());
    }
    assert!(count > 0);
}

#[test]
fn every_kind_of_question_is_taught_with_a_case_and_every_key_of_its_answer() {
    let text = document();
    let blocks = blocks(&text);
    let laws = laws(&blocks);
    let common = section(&text, "### O que vem em toda resposta");
    for kind in law::ask::KINDS {
        let taught = section(&text, &format!("### {kind}"));
        let examples: Vec<&Block> = blocks.iter().filter(|b| b.is_case() && b.heading == kind).collect();
        assert!(!examples.is_empty(), "{kind} has no example");
        for block in examples {
            for case in read_cases(block) {
                let run = case.run(&laws[block.book()]);
                let answer = run.answer.unwrap_or_else(|| panic!("{}: {:?}", case.name, run.failures));
                for key in answer.as_object().unwrap().keys() {
                    let word = format!("`{key}`");
                    assert!(taught.contains(&word) || common.contains(&word), "{kind} does not teach {word}");
                }
            }
        }
    }
}

#[test]
fn every_comparator_is_taught() {
    let text = document();
    let table = section(&text, "## Condições");
    for (word, _) in Comparator::ALL {
        assert!(table.contains(&format!("| `{word}` |")), "{word} is not in the table of comparators");
    }
}

/// The codes of faults are those of the source: a new one must be taught, and one that is gone must go.
#[test]
fn every_code_of_fault_is_taught() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut code = String::new();
    let mut folders = vec![src];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                code.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    let text = document();
    let taught = section(&text, "## Erros e avisos");
    for letter in ['E', 'A'] {
        for n in 1..100 {
            let name = format!("{letter}{n:03}");
            let used = code.contains(&format!("\"{name}\""));
            assert_eq!(taught.contains(&format!("| {name} |")), used, "{name}: used in the source: {used}");
        }
    }
}
