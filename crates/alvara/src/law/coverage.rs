//! `alvara law coverage`: does every provision of the norm have a rule, or a reason for none?

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use law::coverage::Cover;

use crate::console::count;
use crate::rulebooks::Shelf;

pub fn run(name: &str, provisions: Option<&Path>, shelf: &Shelf) -> Result<ExitCode> {
    let law = shelf.law(name)?;
    let wanted: Vec<String> = match provisions {
        Some(path) => from_csv(path)?,
        None => law.provisions.keys().map(ToString::to_string).collect(),
    };
    let mut with_rules = 0;
    let mut reasoned = Vec::new();
    let mut missing = Vec::new();
    for id in &wanted {
        match law.cover(id) {
            Cover::Rules(_) => with_rules += 1,
            Cover::NoRule(why) => reasoned.push((id, why)),
            Cover::Bare => missing.push((id, "está no livro de regras, mas nada se apoia nele")),
            Cover::Absent => missing.push((id, "não está no livro de regras")),
        }
    }
    say!(
        "{name}: {} de {} cobertos ({} com regra, {} com razão para não ter)",
        with_rules + reasoned.len(),
        count(wanted.len(), "dispositivo", "dispositivos"),
        with_rules,
        reasoned.len()
    );
    for (id, why) in &reasoned {
        say!("  sem regra  {} ({id}): {why}", brasil::lexml::cite(id));
    }
    for (id, why) in &missing {
        say!("  FALTA      {} ({id}): {why}", brasil::lexml::cite(id));
    }
    let extra: Vec<&str> = law
        .provisions
        .keys()
        .filter(|k| !wanted.iter().any(|w| w.as_str() == k.as_ref()))
        .map(AsRef::as_ref)
        .collect();
    if !extra.is_empty() {
        say!("  no livro de regras e não na lista: {}", extra.join(", "));
    }
    Ok(if missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn from_csv(path: &Path) -> Result<Vec<String>> {
    let bytes = fs::read(path).with_context(|| format!("não consegui ler {}", path.display()))?;
    let rows = crate::audit::table(&bytes);
    let Some((header, rows)) = rows.split_first() else { bail!("{} está vazio", path.display()) };
    let Some(column) = header.iter().position(|h| h.trim() == "provision") else {
        bail!("{} não tem a coluna “provision”; tem {}", path.display(), header.join(", "));
    };
    Ok(rows
        .iter()
        .filter_map(|r| r.get(column))
        .map(|c| c.trim().to_string())
        .filter(|c| !c.is_empty())
        .collect())
}
