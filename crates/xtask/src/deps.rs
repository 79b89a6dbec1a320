//! The rooms of the house and the doors between them.
//!
//! A room knows those above it and never those below; the pure rooms do no input and output. Both are promises
//! that a careless line in a `Cargo.toml` breaks, so they are written here as tables and checked.

use crate::file_names;
use crate::metadata::{Metadata, Package, cargo};
use anyhow::{Context, Result, bail};
use std::process::Stdio;

/// Where a room stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// No input and output, no clock, no random number, no async.
    Pure,
    /// May touch disk, network, clock and users.
    Shell,
}

/// One room: its name, its side of the line, and the rooms it may be built on.
type Room = (&'static str, Line, &'static [&'static str]);

/// Every crate of the workspace. A new crate, or a new edge, is a decision: it is written here in the same commit,
/// and `ARCHITECTURE.md` says why.
const ROOMS: &[Room] = &[
    ("brasil", Line::Pure, &[]),
    ("ledger", Line::Pure, &[]),
    ("law", Line::Pure, &["brasil"]),
    ("handbook", Line::Pure, &["brasil", "law"]),
    ("sheet", Line::Pure, &["brasil"]),
    ("rulebook", Line::Pure, &["brasil", "law"]),
    ("registry", Line::Pure, &["brasil", "law"]),
    ("store", Line::Shell, &["ledger"]),
    ("papers", Line::Shell, &[]),
    ("office", Line::Shell, &["brasil", "law", "ledger", "registry", "rulebook", "store"]),
    ("web", Line::Shell, &["brasil", "handbook", "law", "office", "papers", "registry"]),
    (
        "alvara",
        Line::Shell,
        &[
            "brasil", "handbook", "law", "ledger", "office", "papers", "registry", "rulebook", "sheet",
            "store", "web",
        ],
    ),
    ("xtask", Line::Shell, &[]),
];

/// What no pure room may link, however deep in its tree: input and output, clocks of their own, chance.
const NOT_PURE: &[&str] =
    &["axum", "chrono", "getrandom", "hyper", "mio", "rand", "sqlx", "sqlx-core", "tokio"];

/// Checks the edges, the pure trees and the file names; every fault is in the error.
pub fn run(metadata: &Metadata) -> Result<()> {
    let mut faults = check(ROOMS, metadata)?;
    for (name, _, _) in ROOMS.iter().filter(|(_, line, _)| *line == Line::Pure) {
        faults.extend(impure(name, &normal_tree(name)?)?);
    }
    faults.extend(file_names::check(&metadata.root.join("crates"))?);
    if faults.is_empty() {
        println!(
            "deps: {} rooms, every edge written down, nothing impure under the line",
            metadata.members.len()
        );
        return Ok(());
    }
    bail!("{} fault(s) in the shape of the house\n  {}", faults.len(), faults.join("\n  "))
}

fn check(rooms: &[Room], metadata: &Metadata) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let members = metadata.rooms()?;
    for package in &members {
        let Some((_, line, may)) = rooms.iter().find(|(name, _, _)| *name == package.name) else {
            faults.push(format!("crate `{}` is not in the table of crates/xtask/src/deps.rs", package.name));
            continue;
        };
        faults.extend(edge_faults(rooms, metadata, package, *line, may)?);
    }
    for (name, _, _) in rooms {
        if !members.iter().any(|package| package.name == *name) {
            faults.push(format!(
                "`{name}` is in the table of crates/xtask/src/deps.rs and not in the workspace"
            ));
        }
    }
    Ok(faults)
}

fn edge_faults(
    rooms: &[Room],
    metadata: &Metadata,
    package: &Package,
    line: Line,
    may: &[&str],
) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for edge in package.edges.iter().filter(|edge| metadata.members.contains(&edge.to)) {
        let to = &metadata.package(&edge.to)?.name;
        if edge.normal && !may.contains(&to.as_str()) {
            faults.push(format!(
                "`{}` depends on `{to}`, which is not written down; it may know: {}",
                package.name,
                if may.is_empty() { "no other room".to_owned() } else { may.join(", ") }
            ));
        }
        // tests of a pure room stay replayable too: they may look at other pure rooms only
        let to_shell = rooms.iter().any(|(name, side, _)| name == to && *side == Line::Shell);
        if edge.dev && line == Line::Pure && to_shell {
            faults.push(format!(
                "the tests of pure crate `{}` depend on `{to}`, which is not pure",
                package.name
            ));
        }
    }
    Ok(faults)
}

/// What a crate links, as `cargo tree` prints it: one package a line, its depth before its name.
///
/// `cargo metadata` cannot be asked: it lists optional dependencies that a feature only mentions, such as `rand`
/// under `rust_decimal`, as if they were linked.
fn normal_tree(name: &str) -> Result<String> {
    let output = cargo()
        .args(["tree", "--edges", "normal", "--prefix", "depth", "--package", name])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .context("cargo tree could not be started")?;
    if !output.status.success() {
        bail!("cargo tree failed for `{name}`");
    }
    String::from_utf8(output.stdout).context("cargo tree printed something else than text")
}

/// One fault for each forbidden package in the tree of a pure crate, with the way to it.
fn impure(name: &str, tree: &str) -> Result<Vec<String>> {
    let mut way: Vec<&str> = Vec::new();
    let mut faults = Vec::new();
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let end_of_depth = line.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(line.len());
        let depth: usize =
            line[..end_of_depth].parse().with_context(|| format!("no depth before `{line}`"))?;
        let package = line[end_of_depth..].split(' ').next().unwrap_or_default();
        way.truncate(depth);
        way.push(package);
        if NOT_PURE.contains(&package) {
            faults.push(format!("pure crate `{name}` links {}", way.join(" → ")));
        }
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::tests::made_up;

    const SMALL: &[Room] = &[
        ("brasil", Line::Pure, &[]),
        ("law", Line::Pure, &["brasil"]),
        ("store", Line::Shell, &[]),
        ("web", Line::Shell, &["law"]),
    ];
    const MEMBERS: &[&str] = &["brasil", "law", "store", "web"];

    fn faults(edges: &[(&str, &str, &str)]) -> Vec<String> {
        check(SMALL, &made_up(MEMBERS, edges)).expect("well formed")
    }

    #[test]
    fn written_edges_pass() {
        let none: Vec<String> = Vec::new();
        assert_eq!(
            faults(&[("law", "brasil", "normal"), ("web", "law", "normal"), ("web", "tokio", "normal")]),
            none
        );
    }

    #[test]
    fn an_edge_that_is_not_written_down_is_named() {
        let faults = faults(&[("web", "brasil", "normal"), ("brasil", "law", "normal")]);
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(
            faults[0].contains("`brasil` depends on `law`") && faults[0].contains("no other room"),
            "{faults:?}"
        );
        assert!(
            faults[1].contains("`web` depends on `brasil`") && faults[1].contains("may know: law"),
            "{faults:?}"
        );
    }

    #[test]
    fn the_way_to_a_forbidden_package_is_shown() {
        let tree = "0law v0.1.0 (/nowhere/law)\n1brasil v0.1.0 (/nowhere/brasil)\n2jiff v1.0.2\n2calendar v3.0.0\n\
                    3chrono v0.4.1\n4num-traits v0.2.0\n1serde v1.0.0\n2rand v0.9.0 (*)\n";
        assert_eq!(
            impure("law", tree).expect("well formed"),
            [
                "pure crate `law` links law → brasil → calendar → chrono",
                "pure crate `law` links law → serde → rand"
            ]
        );
    }

    #[test]
    fn a_package_is_judged_by_its_whole_name() {
        let none: Vec<String> = Vec::new();
        assert_eq!(
            impure("law", "0law v0.1.0\n1rand_distributions v1.0.0\n1ntokio v1.0.0\n").expect("tree"),
            none
        );
        assert!(impure("law", "warning: something else\n").is_err());
    }

    #[test]
    fn tests_of_a_pure_room_may_know_pure_rooms_only() {
        let faults = faults(&[("brasil", "law", "dev"), ("law", "store", "dev"), ("web", "store", "dev")]);
        assert_eq!(faults, ["the tests of pure crate `law` depend on `store`, which is not pure"]);
    }

    #[test]
    fn table_and_workspace_hold_the_same_rooms() {
        let faults = check(SMALL, &made_up(&["brasil", "law", "store", "extra"], &[])).expect("well formed");
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[0].contains("`extra` is not in the table"), "{faults:?}");
        assert!(faults[1].contains("`web` is in the table"), "{faults:?}");
    }

    #[test]
    fn the_real_table_goes_in_one_direction() {
        for (at, (name, line, may)) in ROOMS.iter().enumerate() {
            for other in *may {
                let above = ROOMS[..at].iter().find(|(above, _, _)| above == other);
                assert!(above.is_some(), "`{name}` may know `{other}`, which does not stand above it");
                let pure = above.is_some_and(|(_, side, _)| *side == Line::Pure);
                assert!(*line == Line::Shell || pure, "pure `{name}` may know `{other}`, which is not pure");
            }
        }
    }
}
