//! The rooms of the house and the doors between them.
//!
//! A room knows those above it and never those below; the pure rooms do no input and output. Both are promises
//! that a careless line in a `Cargo.toml` breaks, so they are written here as tables and checked.

use crate::file_names;
use crate::metadata::{Metadata, Package};
use anyhow::{Result, bail};
use std::collections::{BTreeMap, VecDeque};

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
    ("sheet", Line::Pure, &["brasil"]),
    ("rulebook", Line::Pure, &["brasil", "law"]),
    ("registry", Line::Pure, &["brasil", "law"]),
    ("store", Line::Shell, &["ledger"]),
    ("papers", Line::Shell, &[]),
    ("office", Line::Shell, &["brasil", "law", "ledger", "registry", "rulebook", "store"]),
    ("web", Line::Shell, &["brasil", "law", "office", "papers", "registry"]),
    (
        "alvara",
        Line::Shell,
        &["brasil", "law", "ledger", "office", "papers", "registry", "rulebook", "sheet", "store", "web"],
    ),
    ("xtask", Line::Shell, &[]),
];

/// What no pure room may link, however deep in its tree: input and output, clocks of their own, chance.
const NOT_PURE: &[&str] =
    &["axum", "chrono", "getrandom", "hyper", "mio", "rand", "sqlx", "sqlx-core", "tokio"];

/// Checks the edges, the pure trees and the file names; every fault is in the error.
pub fn run(metadata: &Metadata) -> Result<()> {
    let mut faults = check(ROOMS, metadata)?;
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
    for (id, package) in &members {
        let Some((name, line, may)) = rooms.iter().find(|(name, _, _)| *name == package.name) else {
            faults.push(format!("crate `{}` is not in the table of crates/xtask/src/deps.rs", package.name));
            continue;
        };
        faults.extend(edge_faults(rooms, metadata, package, *line, may)?);
        if *line == Line::Pure {
            for path in impure_paths(metadata, id)? {
                faults.push(format!("pure crate `{name}` links {path}"));
            }
        }
    }
    for (name, _, _) in rooms {
        if !members.iter().any(|(_, package)| package.name == *name) {
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

/// The shortest way from a room to each forbidden package in its normal tree, as `a → b → c`.
///
/// Cargo resolves features for the whole workspace at once, so an optional dependency that only another room turns
/// on counts here as well. That is on purpose: one build links what all rooms together ask for.
fn impure_paths(metadata: &Metadata, start: &str) -> Result<Vec<String>> {
    let mut came_from: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    let mut found = Vec::new();
    while let Some(id) = queue.pop_front() {
        let package = metadata.package(id)?;
        if NOT_PURE.contains(&package.name.as_str()) {
            found.push(way(metadata, &came_from, id)?);
            continue;
        }
        for edge in package.edges.iter().filter(|edge| edge.normal) {
            let to = edge.to.as_str();
            if to != start && !came_from.contains_key(to) {
                came_from.insert(to, id);
                queue.push_back(to);
            }
        }
    }
    Ok(found)
}

fn way(metadata: &Metadata, came_from: &BTreeMap<&str, &str>, end: &str) -> Result<String> {
    let mut names = vec![metadata.package(end)?.name.as_str()];
    let mut at = end;
    while let Some(before) = came_from.get(at) {
        names.push(metadata.package(before)?.name.as_str());
        at = before;
    }
    names.reverse();
    Ok(names.join(" → "))
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
    fn the_way_to_a_forbidden_package_is_shown_for_each_room_above_it() {
        let faults = faults(&[
            ("law", "brasil", "normal"),
            ("brasil", "calendar", "normal"),
            ("calendar", "chrono", "normal"),
        ]);
        assert_eq!(
            faults,
            [
                "pure crate `brasil` links brasil → calendar → chrono",
                "pure crate `law` links law → brasil → calendar → chrono"
            ]
        );
    }

    #[test]
    fn what_only_tests_or_build_scripts_link_is_not_impure() {
        let none: Vec<String> = Vec::new();
        let edges =
            [("law", "proptest", "dev"), ("proptest", "rand", "normal"), ("brasil", "tokio", "build")];
        assert_eq!(faults(&edges), none);
    }

    #[test]
    fn tests_of_a_pure_room_may_know_pure_rooms_only() {
        let faults = faults(&[("brasil", "law", "dev"), ("law", "store", "dev"), ("web", "store", "dev")]);
        assert_eq!(faults, ["the tests of pure crate `law` depend on `store`, which is not pure"]);
    }

    #[test]
    fn a_circle_of_packages_ends() {
        let faults = faults(&[
            ("law", "a", "normal"),
            ("a", "b", "normal"),
            ("b", "a", "normal"),
            ("b", "rand", "normal"),
        ]);
        assert_eq!(faults, ["pure crate `law` links law → a → b → rand"]);
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
