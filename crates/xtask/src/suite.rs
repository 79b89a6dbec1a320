//! `cargo xtask test`: every check there is, from the cheapest to the dearest, ending at the first failure.

use crate::metadata::{self, Metadata, cargo};
use crate::postgres::{self, Cluster};
use crate::steps::{Steps, succeed};
use crate::{apt, deps, doctests, documents, licences};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs the suite and prints how long each step took.
pub fn run() -> Result<()> {
    let mut steps = Steps::default();
    let result = all(&mut steps);
    print!("\n{}", steps.summary());
    if result.is_ok() {
        println!("\nevery check passed");
    }
    result
}

fn all(steps: &mut Steps) -> Result<()> {
    let metadata = metadata::read()?;
    std::env::set_current_dir(&metadata.root).context("the workspace's folder cannot be entered")?;
    steps.run("formatting", || succeed(cargo().args(["fmt", "--all", "--check"])))?;
    steps.run("dependencies", || deps::run(&metadata))?;
    steps.run("licences", || licences::run(&metadata))?;
    steps.run("documents", || documents::run(&metadata))?;
    steps.run("clippy", || {
        let words = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
        succeed(cargo().args(words))
    })?;
    steps.run("machine", apt::prepare)?;
    steps.run("tests", tests)?;
    steps.run("documentation tests", || documentation_tests(&metadata))?;
    let alvara = metadata.target.join("debug/alvara");
    steps.run("program", build)?;
    steps.run("rulebooks", || succeed(Command::new(&alvara).args(["law", "check", "leis"])))?;
    steps.run("cases", || succeed(Command::new(&alvara).args(["law", "test"])))?;
    steps.run("coverage of the law", || coverage(&alvara, &metadata.root))
}

/// Unit, property, case, store, command-line and browser tests, on SQLite and, where there is one, on PostgreSQL.
fn tests() -> Result<()> {
    let nextest = cargo().args(["nextest", "--version"]).stdin(Stdio::null()).output();
    let mut command = cargo();
    if nextest.is_ok_and(|output| output.status.success()) {
        command.args(["nextest", "run", "--workspace", "--no-fail-fast"]);
    } else {
        println!("cargo-nextest is not installed; cargo test runs the same tests");
        command.args(["test", "--workspace", "--no-fail-fast", "--lib", "--bins", "--tests"]);
    }
    let given = std::env::var_os(postgres::VARIABLE).is_some();
    let cluster = if given { None } else { Cluster::start()? };
    match &cluster {
        Some(cluster) => {
            println!("{}={}", postgres::VARIABLE, cluster.url());
            command.env(postgres::VARIABLE, cluster.url());
        }
        None if given => println!("{} is set: the tests use that database", postgres::VARIABLE),
        None => println!("no PostgreSQL on this machine: its tests print \"skipped\""),
    }
    succeed(&mut command)
}

fn documentation_tests(metadata: &Metadata) -> Result<()> {
    let mut command = cargo();
    command.args(["test", "--doc"]);
    let mut crates = 0;
    for room in metadata.rooms()? {
        let source = metadata.root.join("crates").join(&room.name).join("src");
        if source.join("lib.rs").is_file() && doctests::any(&source)? {
            command.args(["--package", &room.name]);
            crates += 1;
        }
    }
    if crates == 0 {
        println!("no crate has an example in its documentation");
        return Ok(());
    }
    succeed(&mut command)
}

/// Builds the program with the features that the tests were built with, so that no dependency is built twice.
fn build() -> Result<()> {
    succeed(cargo().args(["build", "--workspace", "--bins", "--tests"]))
}

/// Every provision of a law must have rules on it or a reason for none. The lists of provisions are kept beside the
/// clone and not in it, so there is nothing to compare with where they are absent.
fn coverage(alvara: &Path, root: &Path) -> Result<()> {
    let lists = root.join("../shared/spec/provisions");
    let pairs = lists_and_rulebooks(&lists, &root.join("leis"))?;
    if pairs.is_empty() {
        println!("skipped: no list of provisions in {}", lists.display());
    }
    for (list, rulebook) in pairs {
        succeed(Command::new(alvara).args(["law", "coverage", &rulebook, "--provisions"]).arg(list))?;
    }
    Ok(())
}

/// `caraguatatuba.csv` goes with the rulebook `caraguatatuba-sp`; a list without a rulebook is a law not yet written.
fn lists_and_rulebooks(lists: &Path, rulebooks: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut pairs = Vec::new();
    if !lists.is_dir() {
        return Ok(pairs);
    }
    for rulebook in std::fs::read_dir(rulebooks).with_context(|| format!("{}", rulebooks.display()))? {
        let rulebook = rulebook?.file_name().to_string_lossy().into_owned();
        let Some((municipality, _state)) = rulebook.rsplit_once('-') else { continue };
        let list = lists.join(format!("{municipality}.csv"));
        if list.is_file() {
            pairs.push((list, rulebook));
        }
    }
    pairs.sort();
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_goes_with_the_rulebook_of_its_municipality() {
        let root = std::env::temp_dir().join(format!("alvara-suite-{}", std::process::id()));
        for folder in ["lists", "leis/porto-novo-rs", "leis/vila-velha-es"] {
            std::fs::create_dir_all(root.join(folder)).expect("folder");
        }
        std::fs::write(root.join("lists/porto-novo.csv"), "").expect("file");
        std::fs::write(root.join("lists/other.csv"), "").expect("file");
        let pairs = lists_and_rulebooks(&root.join("lists"), &root.join("leis")).expect("readable");
        let none = lists_and_rulebooks(&root.join("absent"), &root.join("leis")).expect("absent is no fault");
        std::fs::remove_dir_all(&root).expect("removed");
        assert_eq!(pairs, [(root.join("lists/porto-novo.csv"), "porto-novo-rs".to_owned())]);
        assert!(none.is_empty());
    }
}
