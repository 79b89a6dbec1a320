//! Licences of the dependencies: everything that is linked or run in a build must be free to use in a public office.
//!
//! `deny.toml` holds the same list for those who have cargo-deny; a test keeps the two equal.

mod expression;

use crate::metadata::Metadata;
use anyhow::{Result, bail};
use std::collections::BTreeMap;

/// SPDX identifiers that are accepted, each permissive or, for MPL-2.0, bound to the file it stands in.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "OFL-1.1",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Checks every package of the build, and says how many stand under which licence.
pub fn run(metadata: &Metadata) -> Result<()> {
    let faults = check(metadata);
    if faults.is_empty() {
        println!("licences: {} packages, all allowed", metadata.packages.len());
        return Ok(());
    }
    bail!("{} package(s) with a licence that is not allowed\n  {}", faults.len(), faults.join("\n  "))
}

fn check(metadata: &Metadata) -> Vec<String> {
    let mut faults = BTreeMap::new();
    for package in metadata.packages.values() {
        let key = format!("{} {}", package.name, package.version);
        match &package.licence {
            None => {
                faults.insert(key, "declares no licence".to_owned());
            }
            Some(licence) => match expression::allowed(licence, ALLOWED) {
                Ok(true) => {}
                Ok(false) => {
                    faults.insert(key, format!("is under `{licence}`"));
                }
                Err(error) => {
                    faults.insert(
                        key,
                        format!("declares `{licence}`, which is no licence expression: {error}"),
                    );
                }
            },
        }
    }
    faults.into_iter().map(|(package, fault)| format!("{package} {fault}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::tests::made_up;

    #[test]
    fn a_licence_outside_the_list_is_named_with_its_package() {
        let mut metadata =
            made_up(&["law"], &[("law", "a", "normal"), ("a", "b", "normal"), ("a", "c", "normal")]);
        for (id, licence) in [("a", Some("AGPL-3.0-only OR MIT")), ("b", Some("GPL-3.0-only")), ("c", None)] {
            metadata.packages.get_mut(id).expect("there").licence = licence.map(str::to_owned);
        }
        assert_eq!(check(&metadata), ["b 1.0.0 is under `GPL-3.0-only`", "c 1.0.0 declares no licence"]);
        assert!(run(&metadata).is_err());
    }

    #[test]
    fn cargo_deny_gets_the_same_list() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deny.toml");
        let text = std::fs::read_to_string(file).expect("deny.toml stands at the root");
        let (_, rest) = text.split_once("\nallow = [").expect("a list of allowed licences");
        let (list, _) = rest.split_once(']').expect("the list ends");
        let mut names: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
        names.sort_unstable();
        assert_eq!(names, ALLOWED);
    }
}
