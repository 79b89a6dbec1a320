//! Which crates have examples in their documentation that are tests.

use anyhow::{Context, Result};
use std::path::Path;

/// Whether any Rust file under `folder` has a documentation example that rustdoc would run.
///
/// Asked before `cargo test --doc`, which builds and links for every crate it is given, also for those without.
pub fn any(folder: &Path) -> Result<bool> {
    for entry in std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let path = entry?.path();
        let found = if path.is_dir() {
            any(&path)?
        } else {
            path.extension().is_some_and(|extension| extension == "rs")
                && in_text(&std::fs::read_to_string(&path)?)
        };
        if found {
            return Ok(true);
        }
    }
    Ok(false)
}

fn in_text(text: &str) -> bool {
    let mut inside = false;
    for line in text.lines().map(str::trim_start) {
        let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        let Some(fence) = comment.and_then(|comment| comment.trim().strip_prefix("```")) else { continue };
        let language = fence.split([',', ' ']).next().unwrap_or_default();
        if !inside && ["", "rust", "should_panic", "no_run", "compile_fail"].contains(&language) {
            return true;
        }
        inside = !inside;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::in_text;

    #[test]
    fn only_rust_examples_count() {
        assert!(in_text("//! ```\n//! assert!(true);\n//! ```\n"));
        assert!(in_text("    /// ```rust\n    /// x();\n    /// ```\n"));
        assert!(!in_text("/// ```text\n/// a drawing\n/// ```\nfn x() {}\n"));
        assert!(!in_text("/// ```toml\n/// a = 1\n/// ```\n/// ```ignore\n/// x\n/// ```\n"));
        assert!(!in_text("let fence = \"```\";\n"));
    }
}
