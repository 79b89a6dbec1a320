//! `alvara law whatif`: what a bill would do, to the register and to the rulebook's own cases.

mod cases;
mod effect;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use jiff::civil::Date;
use law::Law;
use law::value::date_pt;
use rulebook::bill::{self, Bill, Does};
use rulebook::{Source, diagnostic};
use serde_json::{Value as Json, json};

use crate::console::{self, count};
use crate::register::{self, Opening};
use crate::rulebooks::{Shelf, read_file};
use crate::verdicts::Verdicts;
use effect::Effects;

/// Arguments of the what-if.
#[derive(Debug, Args)]
pub struct WhatIfArgs {
    /// Nome do livro de regras.
    #[arg(value_name = "NOME")]
    name: String,
    /// O projeto: um TOML com `[projeto]` e só o que muda.
    #[arg(value_name = "PROJETO.toml")]
    bill: PathBuf,
    /// Cadastro exportado em CSV, de condutores ou de veículos: quem ganha e quem perde.
    #[arg(long, value_name = "CSV")]
    register: Option<PathBuf>,
    /// Data em que se compara (AAAA-MM-DD); sem ela, o primeiro dia do projeto, ou hoje se ele já vale.
    #[arg(long, value_name = "DATA", value_parser = crate::console::date)]
    on: Option<Date>,
    /// Grava neste CSV as linhas do cadastro que mudariam.
    #[arg(long, value_name = "CSV", requires = "register")]
    out: Option<PathBuf>,
    #[command(flatten)]
    opening: Opening,
}

/// Runs the what-if.
pub fn run(args: &WhatIfArgs, shelf: &Shelf) -> Result<ExitCode> {
    let register = args.register.iter().map(|r| ("o próprio cadastro comparado", r.as_path()));
    let inputs: Vec<_> = register.chain([("o próprio projeto", args.bill.as_path())]).collect();
    let out = args.out.as_deref().map(|out| Verdicts::create(out, &inputs, shelf)).transpose()?;
    let mut sources = shelf.rules(&args.name)?;
    let before = shelf.law(&args.name)?;
    let source = read_file(&args.bill)?;
    let reading = bill::read(&args.name, &sources, &source);
    sources.push(source);
    eprint!("{}", diagnostic::draw(&reading.diagnostics, &sources, console::colour()));
    let Some(bill) = reading.bill else {
        bail!("o projeto {} não se pode usar: corrija os erros acima", args.bill.display());
    };
    let on = args.on.unwrap_or_else(|| crate::clock::today().max(bill.since));
    let quiet = args.opening.json;
    if !quiet {
        head(&before, &bill);
    }
    let effects = match &args.register {
        None => None,
        Some(path) => {
            let after = bill.on(&before, on);
            let mut effects = Effects::new(&before, after, on, out);
            // the bill may ask for facts that the law before does not know: the columns are those of the law after
            let found = register::read(path, &args.opening, after, on, &mut effects)?;
            effects.close()?;
            if !quiet {
                if on < bill.since {
                    say!("\nEm {} o projeto ainda não vale: nada muda.", date_pt(on));
                }
                effects.print(found.tally.bad);
            }
            Some((effects, found))
        }
    };
    let asked = asked(&args.name, shelf)?;
    let told = cases::compare(&before, &bill, &asked);
    if quiet {
        let register = effects.as_ref().map_or(Json::Null, |(e, found)| e.json(found));
        say!(
            "{:#}",
            json!({
                "norma": before.norm.urn.as_ref(), "projeto": bill.name.as_ref(), "vigencia": bill.since.to_string(),
                "em": on.to_string(), "mudancas": changes(&bill), "cadastro": register, "casos": told.json(),
            })
        );
    } else {
        told.print(&bill);
    }
    Ok(ExitCode::SUCCESS)
}

fn asked(name: &str, shelf: &Shelf) -> Result<Vec<rulebook::cases::Case>> {
    let sources: Vec<Source> = shelf.cases(name)?;
    let (cases, faults) = rulebook::cases::read(&sources);
    if !faults.is_empty() {
        bail!("os casos de “{name}” têm erros:\n{}", diagnostic::draw(&faults, &sources, console::colour()));
    }
    Ok(cases)
}

fn head(before: &Law, bill: &Bill) {
    say!("{}, sobre: {}", bill.name, before.norm.title);
    if let Some(says) = &bill.says {
        say!("{}", console::wrap(says, 100, "  "));
    }
    let changes = match bill.changes.len() {
        0 => "Nada muda.".to_string(),
        n => format!("{}:", count(n, "mudança", "mudanças")),
    };
    say!("Valeria desde {}. {changes}", date_pt(bill.since));
    for c in &bill.changes {
        let about = match c.kind.as_str() {
            "dispositivo" => format!("dispositivo {} ({})", c.id, brasil::lexml::cite(&c.id)),
            kind => format!("{kind} {}", c.id),
        };
        match &c.does {
            Does::Adds => say!("  acrescenta  {about}"),
            Does::Changes(keys) => say!("  muda        {about}: {}", keys.join(", ")),
            Does::Revokes => say!("  revoga      {about}"),
        }
    }
}

fn changes(bill: &Bill) -> Vec<Json> {
    let one = |c: &bill::Change| {
        let (does, keys) = match &c.does {
            Does::Adds => ("acrescenta", &[] as &[String]),
            Does::Changes(keys) => ("muda", keys.as_slice()),
            Does::Revokes => ("revoga", &[] as &[String]),
        };
        json!({ "tipo": c.kind, "id": c.id, "faz": does, "chaves": keys })
    };
    bill.changes.iter().map(one).collect()
}
