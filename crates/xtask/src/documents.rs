//! The documents about the house agree with the house.

mod dependency_rows;
mod links;

use crate::metadata::Metadata;
use anyhow::{Context, Result, bail};

/// Checks the table of dependencies in `ARCHITECTURE.md` and the links of all documents; every fault is in the error.
pub fn run(metadata: &Metadata) -> Result<()> {
    let page = metadata.root.join("ARCHITECTURE.md");
    let page =
        std::fs::read_to_string(&page).with_context(|| format!("{} cannot be read", page.display()))?;
    let mut faults = dependency_rows::check(metadata, &page)?;
    faults.extend(links::check(&metadata.root)?);
    if faults.is_empty() {
        println!("documents: every dependency has its row, every link its target");
        return Ok(());
    }
    bail!("{} fault(s) in the documents\n  {}", faults.len(), faults.join("\n  "))
}
