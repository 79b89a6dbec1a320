//! `alvara law test`: runs cases and ends with `N passed, N failed`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use rulebook::{Source, cases, diagnostic};

use crate::console;
use crate::rulebooks::{Shelf, read_file};

pub fn run(name: Option<&str>, files: &[PathBuf], verbose: bool, shelf: &Shelf) -> Result<ExitCode> {
    let mut files: Vec<PathBuf> = files.to_vec();
    let mut names = Vec::new();
    match name {
        // a path in the place of the name is a case file of the only rulebook
        Some(n) if Path::new(n).is_file() => {
            files.insert(0, n.into());
            names = shelf.names()?;
        }
        Some(n) => names.push(n.to_string()),
        None => names = shelf.names()?,
    }
    if !files.is_empty() && names.len() > 1 {
        anyhow::bail!("diga o nome do livro de regras antes dos arquivos; há {}", names.join(", "));
    }
    let (mut passed, mut failed) = (0usize, 0usize);
    for name in &names {
        let law = shelf.law(name)?;
        let sources: Vec<Source> = if files.is_empty() {
            shelf.cases(name)?
        } else {
            files.iter().map(|f| read_file(f)).collect::<Result<_>>()?
        };
        let (cases, faults) = cases::read(&sources);
        if !faults.is_empty() {
            say_part!("{}", diagnostic::draw(&faults, &sources, console::colour()));
            failed += faults.len();
        }
        for case in cases {
            let verdict = case.run(&law);
            if verdict.passed() {
                passed += 1;
                if verbose {
                    say!("certo   {name}: {}", case.name);
                }
                continue;
            }
            failed += 1;
            let file = sources.get(case.file).map_or("?", |s| s.name.as_str());
            let line = sources
                .get(case.file)
                .and_then(|s| s.text.get(..case.span.start))
                .map_or(0, |t| t.matches('\n').count() + 1);
            say!("ERRADO  {name}: {}  ({file}:{line})", case.name);
            for f in &verdict.failures {
                say!("        {f}");
            }
            if let Some(why) = verdict.answer.as_ref().and_then(|a| a.get("porque")).and_then(|p| p.as_str())
                && !why.is_empty()
            {
                say!("        a norma respondeu: {why}");
            }
        }
    }
    say!("{passed} passed, {failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
