//! `alvara law check`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use rulebook::{Severity, Source, cases, diagnostic};

use crate::console::{self, count};
use crate::rulebooks::{Shelf, read_folder};

pub fn run(dir: Option<&Path>, shelf: &Shelf) -> Result<ExitCode> {
    let mut books: Vec<(String, Vec<Source>, Vec<Source>)> = Vec::new();
    match dir {
        None => {
            for name in shelf.names()? {
                books.push((name.clone(), shelf.rules(&name)?, shelf.cases(&name)?));
            }
        }
        Some(dir) if !dir.is_dir() => bail!("{} não é uma pasta", dir.display()),
        Some(dir) => {
            let own = read_folder(dir)?;
            if own.is_empty() {
                let shelf = Shelf::Disk(dir.to_path_buf());
                for name in shelf.names()? {
                    books.push((name.clone(), shelf.rules(&name)?, shelf.cases(&name)?));
                }
            } else {
                let name = dir
                    .canonicalize()?
                    .file_name()
                    .map(|n| n.to_string_lossy().into_owned())
                    .unwrap_or_default();
                books.push((name, own, read_folder(&dir.join("casos"))?));
            }
        }
    }
    if books.is_empty() {
        bail!("não achei nenhum livro de regras");
    }
    let mut failed = false;
    for (name, sources, case_sources) in books {
        let reading = rulebook::read(&name, &sources);
        let (cases, mut case_faults) = cases::read(&case_sources);
        case_faults.extend(reading.law.iter().flat_map(|law| cases::check(law, &cases)));
        say_part!("{}", diagnostic::draw(&reading.diagnostics, &sources, console::colour()));
        say_part!("{}", diagnostic::draw(&case_faults, &case_sources, console::colour()));
        let all = reading.diagnostics.iter().chain(&case_faults);
        let errors = all.clone().filter(|d| d.severity == Severity::Error).count();
        let warnings = all.filter(|d| d.severity == Severity::Warning).count();
        failed |= errors > 0;
        match &reading.law {
            Some(law) => say!(
                "{name}: {}, {}, {}, {}; {}, {}",
                count(law.provisions.len(), "dispositivo", "dispositivos"),
                count(law.requirements.len(), "requisito", "requisitos"),
                count(law.offences.len(), "infração", "infrações"),
                count(cases.len(), "caso", "casos"),
                count(errors, "erro", "erros"),
                count(warnings, "aviso", "avisos"),
            ),
            None => {
                say!("{name}: {}, {}", count(errors, "erro", "erros"), count(warnings, "aviso", "avisos"));
            }
        }
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
