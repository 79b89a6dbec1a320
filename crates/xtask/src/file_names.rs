//! Names that say nothing about what a file holds.

use anyhow::{Context, Result};
use std::path::Path;

/// A drawer with such a label collects whatever has no better place, and everything ends up depending on it.
const DRAWERS: &[&str] = &["common", "helper", "helpers", "manager", "misc", "util", "utils"];

/// Every Rust file or folder under `folder` whose name is a drawer's, or `mod.rs`.
pub fn check(folder: &Path) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    walk(folder, &mut faults)?;
    faults.sort();
    Ok(faults)
}

fn walk(folder: &Path, faults: &mut Vec<String>) -> Result<()> {
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        let is_folder = entry.file_type()?.is_dir();
        if is_folder || path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
            if DRAWERS.contains(&name.as_str()) {
                faults.push(format!("{}: the name does not say what is inside", path.display()));
            } else if !is_folder && name == "mod" {
                faults.push(format!("{}: a module is `x.rs` beside its folder `x/`", path.display()));
            }
        }
        if is_folder {
            walk(&path, faults)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawers_and_mod_files_are_found_and_proper_names_pass() {
        let root = std::env::temp_dir().join(format!("alvara-file-names-{}", std::process::id()));
        std::fs::create_dir_all(root.join("law/src/common")).expect("folder");
        for file in ["law/src/lib.rs", "law/src/utils.rs", "law/src/common/mod.rs", "law/src/util.css"] {
            std::fs::write(root.join(file), "").expect("file");
        }
        let faults = check(&root).expect("readable");
        std::fs::remove_dir_all(&root).expect("removed");
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(faults[0].contains("common/mod.rs: a module"), "{faults:?}");
        assert!(faults[1].contains("common: the name"), "{faults:?}");
        assert!(faults[2].contains("utils.rs: the name"), "{faults:?}");
    }
}
