//! Prepares a Debian or Ubuntu machine: installs the packages of the tools it lacks.

use crate::steps::succeed;
use crate::tools::{self, Tool};
use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};

/// Installs what is missing where that is possible.
///
/// Where it is not (another system, no root and no sudo without a password), says what is missing and which tests
/// will print "skipped". With `CI` set nothing may be skipped, so there the same is an error.
pub fn prepare() -> Result<()> {
    let missing = tools::missing();
    if missing.is_empty() {
        println!("every tool is there");
        return Ok(());
    }
    if let Err(error) = install(&missing) {
        println!("{error:#}");
    }
    let missing = tools::missing();
    if missing.is_empty() {
        return Ok(());
    }
    if std::env::var_os("CI").is_some() {
        bail!("in CI no test may be skipped\n{}", report(&missing));
    }
    println!("{}", report(&missing));
    Ok(())
}

fn install(missing: &[&Tool]) -> Result<()> {
    tools::path_of("apt-get").context("this machine has no apt-get")?;
    let prefix = privilege().context("apt-get needs root, or sudo without a password")?;
    succeed(&mut apt_get(prefix, &["update"]))?;
    let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
    arguments.extend(missing.iter().map(|tool| tool.package));
    succeed(&mut apt_get(prefix, &arguments))
}

/// The words before `apt-get`: none for root, `sudo` where it asks for no password.
fn privilege() -> Option<&'static [&'static str]> {
    if is_root() {
        return Some(&[]);
    }
    let asks_nothing =
        Command::new("sudo").args(["-n", "true"]).stdin(Stdio::null()).stderr(Stdio::null()).status();
    asks_nothing.is_ok_and(|status| status.success()).then_some(&["sudo", "-n"])
}

/// Whether this program runs as root.
pub fn is_root() -> bool {
    let output = Command::new("id").arg("-u").stdin(Stdio::null()).output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn apt_get(prefix: &[&str], arguments: &[&str]) -> Command {
    // `env` sets the variable behind sudo too, which drops the caller's
    let mut words = prefix.to_vec();
    words.extend(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    words.extend(arguments);
    let mut command = Command::new(words[0]);
    command.args(&words[1..]);
    command
}

fn report(missing: &[&Tool]) -> String {
    let mut text = String::from("missing on this machine; the tests that need it print \"skipped\":");
    for tool in missing {
        text.push_str(&format!(
            "\n  {} (package {} on Debian and Ubuntu): {}",
            tool.name, tool.package, tool.tests
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_names_tool_package_and_tests() {
        let missing: Vec<&Tool> = tools::TOOLS.iter().filter(|tool| tool.name == "Poppler").collect();
        let text = report(&missing);
        assert!(
            text.contains("Poppler (package poppler-utils on Debian and Ubuntu): the text of papers"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn apt_runs_without_questions() {
        let command = apt_get(&["sudo", "-n"], &["install", "--yes", "postgresql"]);
        let arguments: Vec<_> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        assert_eq!(command.get_program(), "sudo");
        assert_eq!(
            arguments,
            ["-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes", "postgresql"]
        );
    }
}
