//! The audit beside Polars: the same file read, and the same twelve columns computed, in turns.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Result, bail};

const TURNS: usize = 5;

/// Seconds by the clock and of processors.
#[derive(Debug, Clone, Copy)]
struct Spent {
    clock: f64,
    processors: f64,
}

/// Runs both in turns and tells the ratio of the medians. Without Python or Polars it says so and goes on. The interpreter is
/// `ALVARA_PYTHON`, or `python3`.
pub fn beside(binary: &Path, file: &Path, on: &str) -> Result<()> {
    let python = std::env::var("ALVARA_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let out =
            Command::new(&python).args(["-c", include_str!("twelve_columns.py")]).arg(file).arg(on).output();
        match out {
            Ok(out) if out.status.success() => theirs.push(told(&String::from_utf8_lossy(&out.stdout))?),
            Ok(out) => {
                let why = String::from_utf8_lossy(&out.stderr);
                println!(
                    "  skipped: Polars beside it ({python}: {})",
                    why.lines().last().unwrap_or("failed")
                );
                return Ok(());
            }
            Err(why) => {
                println!("  skipped: Polars beside it ({python}: {why})");
                return Ok(());
            }
        }
        ours.push(audit(binary, file, on)?);
    }
    let (ours, theirs) = (median(&ours), median(&theirs));
    println!("  the median of {TURNS} turns, each after the other:");
    println!(
        "    audit   {:.2} s by the clock, {:.2} s of processors, started and all",
        ours.clock, ours.processors
    );
    println!(
        "    Polars  {:.2} s by the clock, {:.2} s of processors, the interpreter already started",
        theirs.clock, theirs.processors
    );
    println!(
        "    ratio   {:.2} by the clock, {:.2} of processors (at most 1.3)",
        ours.clock / theirs.clock,
        ours.processors / theirs.processors
    );
    Ok(())
}

fn told(text: &str) -> Result<Spent> {
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [clock, processors] = numbers[..] else { bail!("Polars told something else: {text}") };
    Ok(Spent { clock, processors })
}

fn audit(binary: &Path, file: &Path, on: &str) -> Result<Spent> {
    let (before, started) = (children(), Instant::now());
    let done = Command::new(binary)
        .args(["law", "audit", "caraguatatuba-sp", "--on", on, "--json"])
        .arg(file)
        .stdout(Stdio::null())
        .status()?;
    if !done.success() {
        bail!("the audit failed");
    }
    Ok(Spent { clock: started.elapsed().as_secs_f64(), processors: children() - before })
}

/// Seconds of processors that ended children have used, where the system tells them (Linux does, in hundredths).
fn children() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // the name of the program is in brackets and may hold spaces; after it the state is field 3
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |field: usize| fields.get(field - 3).and_then(|t| t.parse::<f64>().ok()).unwrap_or(f64::NAN);
    (ticks(16) + ticks(17)) / 100.0
}

fn median(spent: &[Spent]) -> Spent {
    let of = |part: fn(&Spent) -> f64| {
        let mut all: Vec<f64> = spent.iter().map(part).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
    };
    Spent { clock: of(|s| s.clock), processors: of(|s| s.processors) }
}
