//! `alvara law handbook`: the law as a page and a text that stand alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use handbook::Handbook;
use jiff::civil::Date;

use crate::rulebooks::Shelf;

/// Arguments of the handbook.
#[derive(Debug, Args)]
pub struct HandbookArgs {
    /// Nome do livro de regras.
    #[arg(value_name = "NOME")]
    name: String,
    /// Pasta em que se gravam os dois arquivos, NOME.html e NOME.md.
    #[arg(long, value_name = "PASTA", default_value = "manual")]
    out: PathBuf,
    /// Data em que a lei é lida (AAAA-MM-DD); sem ela, hoje.
    #[arg(long, value_name = "DATA", value_parser = crate::console::date)]
    on: Option<Date>,
    /// Ano do calendário; sem ele, o da data.
    #[arg(long, value_name = "ANO", value_parser = clap::value_parser!(i16).range(1990..=2100))]
    year: Option<i16>,
}

/// Writes a handbook.
pub fn run(args: &HandbookArgs, shelf: &Shelf) -> Result<ExitCode> {
    shelf.keep_out(&args.out)?;
    let law = shelf.law(&args.name)?;
    let on = args.on.unwrap_or_else(crate::clock::today);
    let book = Handbook::of(&law, on, args.year.unwrap_or(on.year()));
    fs::create_dir_all(&args.out)
        .with_context(|| format!("não consegui criar a pasta {}", args.out.display()))?;
    let write = |path: &Path, text: &str| {
        fs::write(path, text).with_context(|| format!("não consegui gravar {}", path.display()))?;
        say!("{}", path.display());
        anyhow::Ok(())
    };
    write(&args.out.join(format!("{}.html", args.name)), &handbook::page(&book))?;
    write(&args.out.join(format!("{}.md", args.name)), &handbook::markdown(&book))?;
    Ok(ExitCode::SUCCESS)
}
