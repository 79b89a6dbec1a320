//! Programs that tests need and cargo does not bring: a browser with its driver, PostgreSQL, a reader of PDF.

use std::path::{Path, PathBuf};

/// A program that some tests need.
#[derive(Debug, PartialEq, Eq)]
pub struct Tool {
    /// What it is, for a person.
    pub name: &'static str,
    /// Any one of these programs is enough.
    pub programs: &'static [&'static str],
    /// The package of Debian and Ubuntu that brings it.
    pub package: &'static str,
    /// The tests that cannot run without it.
    pub tests: &'static str,
}

/// Everything outside cargo that the tests use.
pub const TOOLS: &[Tool] = &[
    Tool {
        name: "Chromium",
        programs: &["chromium", "chromium-browser", "google-chrome"],
        package: "chromium",
        tests: "browser tests",
    },
    Tool {
        name: "ChromeDriver",
        programs: &["chromedriver"],
        package: "chromium-driver",
        tests: "browser tests",
    },
    Tool {
        name: "PostgreSQL",
        programs: &["initdb"],
        package: "postgresql",
        tests: "the store on PostgreSQL",
    },
    Tool { name: "Poppler", programs: &["pdftotext"], package: "poppler-utils", tests: "the text of papers" },
];

/// The tools that this machine lacks.
pub fn missing() -> Vec<&'static Tool> {
    let folders = folders();
    TOOLS
        .iter()
        .filter(|tool| !tool.programs.iter().any(|program| find(program, &folders).is_some()))
        .collect()
}

/// The full path of a program, in the search path or where Debian keeps PostgreSQL's.
pub fn path_of(program: &str) -> Option<PathBuf> {
    find(program, &folders())
}

fn find(program: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(program)).find(|path| path.is_file())
}

fn folders() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.extend(debian_postgres(Path::new("/usr/lib/postgresql")));
    folders
}

/// Debian keeps `initdb` and `postgres` out of the path, in one folder per major version; the newest comes first.
fn debian_postgres(root: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root).into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = entries
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    versions.sort_by(|a, b| b.cmp(a));
    versions.into_iter().map(|(_, folder)| folder).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_postgres_is_looked_at_first() {
        let root = std::env::temp_dir().join(format!("alvara-tools-{}", std::process::id()));
        for version in ["9", "15", "17", "common"] {
            std::fs::create_dir_all(root.join(version).join("bin")).expect("folder");
        }
        std::fs::write(root.join("15/bin/initdb"), "").expect("file");
        let folders = debian_postgres(&root);
        let found = find("initdb", &folders);
        std::fs::remove_dir_all(&root).expect("removed");
        assert_eq!(folders, [root.join("17/bin"), root.join("15/bin"), root.join("9/bin")]);
        assert_eq!(found, Some(root.join("15/bin/initdb")));
    }

    #[test]
    fn a_program_that_is_nowhere_is_not_found() {
        assert_eq!(path_of("no-such-program-here"), None);
        assert!(path_of("sh").is_some());
    }
}
