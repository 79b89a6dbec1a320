//! `alvara law mutate`: changes a rulebook one value at a time and tells which changes no case notices.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use rulebook::mutate::{self, Change, Equivalent, Notice};
use rulebook::{Source, cases};
use serde_json::json;

use crate::rulebooks::Shelf;

pub fn run(name: &str, as_json: bool, shelf: &Shelf) -> Result<ExitCode> {
    shelf.law(name)?;
    let sources = shelf.rules(name)?;
    let (cases, faults) = cases::read(&shelf.cases(name)?);
    if !faults.is_empty() {
        bail!("os casos de {name} têm erros; veja-os com `alvara law check`");
    }
    let mut declared: Vec<Equivalent> = Vec::new();
    for file in shelf.equivalents(name)? {
        declared.extend(mutate::equivalents(&file).map_err(anyhow::Error::msg)?);
    }
    let changes = mutate::changes(name, &sources);
    let all: Vec<&Change> = changes.iter().collect();
    let notices = mutate::survey(name, &sources, &cases, &all)
        .with_context(|| format!("há caso de {name} que já falha; veja-o com `alvara law test {name}`"))?;
    let unnoticed: Vec<&Change> = changes
        .iter()
        .zip(&notices)
        .filter(|(c, n)| **n == Notice::Nobody && !c.declared(&declared))
        .map(|(c, _)| c)
        .collect();
    let idle: Vec<&Equivalent> = mutate::idle(&declared, &changes, &notices);
    if as_json {
        let list: Vec<_> = unnoticed
            .iter()
            .map(|c| json!({ "file": file(&sources, c), "line": c.line, "place": c.place, "old": c.old, "new": c.new }))
            .collect();
        let idle: Vec<_> = idle.iter().map(|e| json!({ "place": e.place, "change": e.change })).collect();
        let whole = json!({
            "changed": changes.len(),
            "noticed": changes.len() - unnoticed.len(),
            "unnoticed": list,
            "declared_in_vain": idle,
        });
        say!("{whole:#}");
    } else {
        for c in &unnoticed {
            say!("{}:{}  {}: {}", file(&sources, c), c.line, c.place, c.arrow());
        }
        for e in &idle {
            say!("declarada à toa, pois um caso a percebe ou ela não existe: {}: {}", e.place, e.change);
        }
        let n = unnoticed.len();
        say!("{} changed, {} noticed, {n} unnoticed", changes.len(), changes.len() - n);
    }
    Ok(if unnoticed.is_empty() && idle.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn file<'s>(sources: &'s [Source], change: &Change) -> &'s str {
    sources.get(change.file).map_or("?", |s| s.name.as_str())
}
