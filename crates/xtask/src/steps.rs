//! Steps of a longer task: each is announced, timed and, at the end, summed up.

use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The steps done so far.
#[derive(Debug, Default)]
pub struct Steps {
    done: Vec<(String, Duration)>,
}

impl Steps {
    /// Runs one step; the first that fails ends the task, and its name is in the error.
    pub fn run(&mut self, name: &str, step: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("\n── {name}");
        let start = Instant::now();
        let result = step();
        let took = start.elapsed();
        println!("── {name}: {} after {}", if result.is_ok() { "ok" } else { "FAILED" }, seconds(took));
        self.done.push((name.to_owned(), took));
        result.with_context(|| format!("step `{name}`"))
    }

    /// One line per step, with its time.
    pub fn summary(&self) -> String {
        let wide = self.done.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let total = self.done.iter().map(|(_, took)| *took).sum();
        let mut text = String::new();
        for (name, took) in &self.done {
            text.push_str(&format!("  {name:wide$}  {:>8}\n", seconds(*took)));
        }
        text.push_str(&format!("  {:wide$}  {:>8}\n", "all", seconds(total)));
        text
    }
}

fn seconds(took: Duration) -> String {
    format!("{:.1} s", took.as_secs_f64())
}

/// Runs a command to its end, its output shown as it comes; anything but success is an error that names it.
pub fn succeed(command: &mut Command) -> Result<()> {
    let name = line(command);
    println!("$ {name}");
    let status =
        command.stdin(Stdio::null()).status().with_context(|| format!("`{name}` could not be started"))?;
    if !status.success() {
        bail!("`{name}` ended with {status}");
    }
    Ok(())
}

/// The command as one would type it.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_step_is_named_and_counted() {
        let mut steps = Steps::default();
        steps.run("good", || Ok(())).expect("good");
        let error = steps.run("bad", || bail!("the reason")).expect_err("bad");
        assert_eq!(format!("{error:#}"), "step `bad`: the reason");
        let summary = steps.summary();
        let names: Vec<&str> = summary.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(names, ["good", "bad", "all"]);
    }

    #[test]
    fn a_command_that_fails_or_is_absent_is_named() {
        assert!(succeed(Command::new("true").arg("x")).is_ok());
        let error = succeed(Command::new("false").arg("--now")).expect_err("fails").to_string();
        assert!(error.contains("`false --now` ended with"), "{error}");
        let error = succeed(&mut Command::new("no-such-program-here")).expect_err("absent").to_string();
        assert!(error.contains("could not be started"), "{error}");
    }
}
