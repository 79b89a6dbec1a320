//! Tasks of the house, started by `cargo xtask <task>`.
//!
//! `test` runs every check there is and prepares what the machine lacks; the others are checks among those, quick
//! enough to run on their own.

mod apt;
mod bench;
mod deps;
mod doctests;
mod documents;
mod file_names;
mod licences;
mod metadata;
mod postgres;
mod steps;
mod suite;
mod tools;

use anyhow::{Result, bail};
use std::process::ExitCode;

const HELP: &str = "\
Tasks of the house.

  cargo xtask test       every check and every test, in this order: formatting, dependencies between rooms,
                         licences, documents, clippy, tests, documentation tests, rulebooks, cases, coverage
                         of the law.
                         On Debian and Ubuntu, as root or with sudo, installs the missing packages first.
  cargo xtask deps       fails on an edge between crates that is not written down, on input and output below
                         the pure line, and on files named util, helpers, common
  cargo xtask licences   fails on a dependency whose licence is not allowed
  cargo xtask bench      builds the release binary and measures it from outside: opening, pages with ten thousand
                         drivers, memory, an audit of a million rows
  cargo xtask documents  fails on a dependency without its row in ARCHITECTURE.md and on a link that leads nowhere
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nfailed: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<()> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test"] => suite::run(),
        ["deps"] => deps::run(&metadata::read()?),
        ["licences" | "licenses"] => licences::run(&metadata::read()?),
        ["bench"] => bench::run(),
        ["documents"] => documents::run(&metadata::read()?),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        other => bail!("no task called `{}`; `cargo xtask help` lists them", other.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_unknown_task_is_named_in_the_error() {
        let error = super::run(&["tset".to_owned()]).expect_err("not a task").to_string();
        assert!(error.contains("`tset`"), "{error}");
    }
}
