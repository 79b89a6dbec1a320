//! Every dependency has a row in `ARCHITECTURE.md`: its version, its licence, and why it is there.

use crate::metadata::{Metadata, Package};
use anyhow::Result;
use std::collections::BTreeMap;

/// One fault for each direct dependency whose row is absent or says another version or licence, and for each row
/// whose dependency is gone. `page` is the text of `ARCHITECTURE.md`.
pub fn check(metadata: &Metadata, page: &str) -> Result<Vec<String>> {
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in direct(metadata)? {
        let licence = package.licence.as_deref().unwrap_or("none");
        let row = format!("| `{}` | {} | {licence} |", package.name, package.version);
        rows.entry(package.name.clone()).or_default().push(row);
    }
    let mut faults = Vec::new();
    for row in rows.values().flatten() {
        if !page.lines().any(|line| line.starts_with(row.as_str())) {
            faults.push(format!("ARCHITECTURE.md has no row that begins `{row}`"));
        }
    }
    // a dependency's row is one that names a version; other tables may begin with a name in code too
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, name, version, ..] = cells.as_slice() else { continue };
        let name = name.trim_matches('`');
        if version.starts_with(|letter: char| letter.is_ascii_digit()) && !rows.contains_key(name) {
            faults.push(format!("ARCHITECTURE.md has a row for `{name}`, which no room depends on"));
        }
    }
    Ok(faults)
}

/// What a room of the workspace asks for itself, for the program, its tests or its build.
fn direct(metadata: &Metadata) -> Result<Vec<&Package>> {
    let mut ids: Vec<&str> = Vec::new();
    for room in metadata.rooms()? {
        ids.extend(room.edges.iter().map(|edge| edge.to.as_str()));
    }
    ids.retain(|id| !metadata.members.iter().any(|member| member == id));
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter().map(|id| metadata.package(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::metadata::tests::made_up;

    #[test]
    fn rows_and_dependencies_must_agree() {
        let edges = [("law", "jiff", "normal"), ("law", "insta", "dev"), ("jiff", "deep", "normal")];
        let metadata = made_up(&["law", "web"], &[&edges[..], &[("web", "law", "normal")]].concat());
        let none: Vec<String> = Vec::new();
        let good = "| crate | version |\n| `jiff` | 1.0.0 | MIT | time |\n| `insta` | 1.0.0 | MIT | tests |\n| `law` | pure |\n";
        assert_eq!(check(&metadata, good).expect("described"), none);
        let bad = "| `jiff` | 0.9.0 | MIT | time |\n| `insta` | 1.0.0 | MIT | tests |\n| `chrono` | 0.4.0 | MIT | time |\n";
        assert_eq!(
            check(&metadata, bad).expect("described"),
            [
                "ARCHITECTURE.md has no row that begins `| `jiff` | 1.0.0 | MIT |`",
                "ARCHITECTURE.md has a row for `chrono`, which no room depends on"
            ]
        );
    }
}
