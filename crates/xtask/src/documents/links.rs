//! Links between the documents of the house lead somewhere.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// One fault for each relative link in a Markdown file at the root or under `docs/` whose target does not exist.
pub fn check(root: &Path) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for page in pages(root)? {
        let text =
            std::fs::read_to_string(&page).with_context(|| format!("{} cannot be read", page.display()))?;
        let folder = page.parent().unwrap_or(root);
        for target in targets(&text) {
            if !folder.join(target).exists() {
                faults.push(format!("{} links to `{target}`, which does not exist", page.display()));
            }
        }
    }
    Ok(faults)
}

fn pages(root: &Path) -> Result<Vec<PathBuf>> {
    let mut pages = markdown(root)?;
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
        pages.extend(markdown(&folder)?);
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    pages.sort();
    Ok(pages)
}

fn markdown(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    Ok(paths.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect())
}

/// The files named by `[text](target)`, without fragments; addresses with a scheme and examples in code are left out.
fn targets(text: &str) -> Vec<&str> {
    let mut inside_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside_code = !inside_code;
        }
        if inside_code {
            continue;
        }
        for (_, rest) in line.match_indices("](").map(|(at, mark)| line.split_at(at + mark.len())) {
            let target = rest.split([')', '#', ' ']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains(':') {
                found.push(target);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_are_targets() {
        let text = "[a](docs/a.md) and [b](b.md#part)\n[c](https://example.org/c.md) [d](#here)\n```\n[e](e.md)\n```\n";
        assert_eq!(targets(text), ["docs/a.md", "b.md"]);
    }

    #[test]
    fn a_link_is_followed_from_its_own_page() {
        let root = std::env::temp_dir().join(format!("alvara-links-{}", std::process::id()));
        std::fs::create_dir_all(root.join("docs/adr")).expect("folder");
        std::fs::write(root.join("README.md"), "[good](docs/adr/one.md) [bad](one.md)").expect("file");
        std::fs::write(root.join("docs/adr/one.md"), "[up](../../README.md) [folder](../adr)").expect("file");
        let faults = check(&root).expect("readable");
        std::fs::remove_dir_all(&root).expect("removed");
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].contains("README.md links to `one.md`"), "{faults:?}");
    }
}
