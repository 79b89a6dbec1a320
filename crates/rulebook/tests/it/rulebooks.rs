use std::fs;
use std::path::{Path, PathBuf};

use rulebook::{Source, cases, diagnostic};

pub(crate) fn leis() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../leis")
}

pub(crate) fn sources(dir: &Path) -> Vec<Source> {
    let mut paths: Vec<PathBuf> = fs::read_dir(dir)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|x| x == "toml"))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|p| Source {
            name: p.file_name().unwrap().to_string_lossy().into_owned(),
            text: fs::read_to_string(p).unwrap(),
        })
        .collect()
}

/// An invented municipality whose law uses every way of saying a rule.
fn invented() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/leis")
}

/// The rulebooks of real municipalities.
pub(crate) fn real() -> Vec<(String, PathBuf)> {
    rulebooks().into_iter().filter(|(_, dir)| dir.starts_with(leis())).collect()
}

pub(crate) fn rulebooks() -> Vec<(String, PathBuf)> {
    let mut out: Vec<(String, PathBuf)> = [leis(), invented()]
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|e| e.unwrap())
        // a folder without norma.toml is a rulebook in preparation
        .filter(|e| e.path().join("norma.toml").is_file())
        .map(|e| (e.file_name().to_string_lossy().into_owned(), e.path()))
        .collect();
    out.sort();
    out
}

#[test]
fn every_rulebook_is_read_without_a_fault() {
    let all = rulebooks();
    assert!(!all.is_empty());
    for (name, dir) in all {
        let sources = sources(&dir);
        let reading = rulebook::read(&name, &sources);
        assert!(
            reading.diagnostics.is_empty(),
            "{name}:\n{}",
            diagnostic::draw(&reading.diagnostics, &sources, false)
        );
    }
}

#[test]
fn every_case_has_its_right_answer() {
    let mut wrong = String::new();
    let mut count = 0;
    for (name, dir) in rulebooks() {
        let law_sources = sources(&dir);
        let law =
            rulebook::read(&name, &law_sources).into_law(&law_sources).unwrap_or_else(|e| panic!("{e}"));
        let case_sources = sources(&dir.join("casos"));
        let (cases, diagnostics) = cases::read(&case_sources);
        assert!(diagnostics.is_empty(), "{}", diagnostic::draw(&diagnostics, &case_sources, false));
        let unknown = cases::check(&law, &cases);
        assert!(unknown.is_empty(), "{}", diagnostic::draw(&unknown, &case_sources, false));
        for case in cases {
            count += 1;
            let verdict = case.run(&law);
            for f in verdict.failures {
                wrong.push_str(&format!("{name}: {}: {f}\n", case.name));
            }
        }
    }
    assert!(count > 0);
    assert!(wrong.is_empty(), "{wrong}");
}
