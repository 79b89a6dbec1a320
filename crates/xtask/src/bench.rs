//! What the house costs: how fast the demonstration opens, a page answers, a register is audited, and in how much memory.
//!
//! Runs the release binary from outside, as a person would, on this machine. It prints what it measured and how; it asserts
//! nothing.

mod http;
mod polars;
mod rows;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::metadata::cargo;
use http::Browser;

const DRIVERS: u32 = 10_000;
const REQUESTS: usize = 300;
const AUDIT_ROWS: usize = 1_000_000;
/// The day whose law the audit applies.
const ON: &str = "2026-11-30";

/// Builds the binary and measures it.
pub fn run() -> Result<()> {
    let built = cargo().args(["build", "--release", "--package", "alvara"]).status()?;
    if !built.success() {
        bail!("the release build failed");
    }
    let binary = target_folder()?.join("release/alvara");
    let scratch = std::env::temp_dir().join(format!("alvara-bench-{}", std::process::id()));
    std::fs::create_dir_all(&scratch)?;
    let measured = measure(&binary, &scratch);
    std::fs::remove_dir_all(&scratch).ok();
    measured
}

fn measure(binary: &Path, scratch: &Path) -> Result<()> {
    println!("machine: {} cores; load {}", cores(), load());

    println!("\nopening the demonstration with a fresh data base, to the first page (5 runs)");
    let mut opened = Vec::new();
    for run in 0..5 {
        let office = Office::start(binary, &scratch.join(format!("fresh{run}")), 0)?;
        opened.push(office.opened);
        println!("  {:>7.0} ms   {:>5.1} MiB resident", millis(office.opened), office.resident_mib());
    }
    println!("  median {:.0} ms", millis(median(&mut opened)));

    println!("\nwith {DRIVERS} drivers more in the register");
    let data = scratch.join("many");
    let started = Instant::now();
    drop(Office::start(binary, &data, DRIVERS)?);
    println!("  filled in {:.1} s", started.elapsed().as_secs_f64());
    let office = Office::start(binary, &data, 0)?;
    println!(
        "  reopened (all acts replayed) in {:.0} ms, {:.1} MiB resident",
        millis(office.opened),
        office.resident_mib()
    );
    pages(&office)?;
    println!(
        "  after these pages: {:.1} MiB resident, {:.1} MiB at most",
        office.resident_mib(),
        office.peak_mib()
    );
    drop(office);

    println!("\nauditing {AUDIT_ROWS} generated rows");
    audit(binary, scratch)
}

fn pages(office: &Office) -> Result<()> {
    let mut browser = Browser::new(office.port)?;
    browser.sign_in("balcao", "demonstracao")?;
    let search = browser.post_search("Fictício")?;
    let driver = http::link(&search, "/condutores/").context("the search shows no driver")?;
    println!("  {REQUESTS} requests each, one after the other, on one connection:");
    // whoever has signed in is led from the landing page to the day's work
    let mut stranger = Browser::new(office.port)?;
    for (what, path, signed_in) in [
        ("public landing page", "/", false),
        ("the day's work", "/hoje", true),
        ("file of a driver", driver.as_str(), true),
        ("list of notices", "/autos", true),
        ("handbook of the law", "/manual", false),
    ] {
        let reader = if signed_in { &mut browser } else { &mut stranger };
        let mut times = Vec::with_capacity(REQUESTS);
        let mut bytes = 0;
        for _ in 0..REQUESTS {
            let started = Instant::now();
            let page = reader.get(path)?;
            times.push(started.elapsed());
            if page.status != 200 {
                bail!("{path} answered {}", page.status);
            }
            bytes = page.body.len();
        }
        line(what, &mut times, bytes);
    }
    let mut times = Vec::with_capacity(50);
    for _ in 0..50 {
        let started = Instant::now();
        browser.post_search("noemia quaresma")?;
        times.push(started.elapsed());
    }
    line("search by name (form and answer)", &mut times, 0);
    Ok(())
}

fn line(what: &str, times: &mut [Duration], bytes: usize) {
    let middle = median(times);
    let late = times.get(times.len() * 95 / 100).copied().unwrap_or_default();
    println!(
        "    {what:<34} median {:>6.2} ms   95 % {:>6.2} ms   {bytes} bytes",
        millis(middle),
        millis(late)
    );
}

fn audit(binary: &Path, scratch: &Path) -> Result<()> {
    let file = scratch.join("register.csv");
    let mut out = std::io::BufWriter::new(std::fs::File::create(&file)?);
    rows::write(&mut out, AUDIT_ROWS)?;
    out.flush()?;
    drop(out);
    let size = std::fs::metadata(&file)?.len();
    let started = Instant::now();
    let mut child = Command::new(binary)
        .args(["law", "audit", "caraguatatuba-sp", "--on", ON, "--json"])
        .arg(&file)
        .stdout(Stdio::piped())
        .spawn()?;
    let mut peak = 0.0_f64;
    while child.try_wait()?.is_none() {
        peak = peak.max(status_mib(child.id(), "VmHWM:"));
        std::thread::sleep(Duration::from_millis(10));
    }
    let wall = started.elapsed();
    let mut text = String::new();
    std::io::Read::read_to_string(child.stdout.as_mut().context("no output")?, &mut text)?;
    let told: serde_json::Value =
        serde_json::from_str(&text).context("the audit did not answer with JSON")?;
    let seconds = |part: &str| told["segundos"][part].as_f64().unwrap_or(f64::NAN);
    println!(
        "  {} rows, {:.0} MB: {:.2} s in all; reading {:.2} s, judging {:.3} s; {peak:.1} MiB at most",
        told["linhas"],
        size as f64 / 1e6,
        wall.as_secs_f64(),
        seconds("leitura"),
        seconds("julgamento"),
    );
    println!("  yes {}, no {}, undetermined {}", told["sim"], told["nao"], told["indeterminado"]);
    polars::beside(binary, &file, ON)
}

/// A running demonstration, stopped when dropped.
struct Office {
    child: Child,
    port: u16,
    opened: Duration,
}

impl Office {
    fn start(binary: &Path, data: &Path, drivers: u32) -> Result<Self> {
        let started = Instant::now();
        let mut child = Command::new(binary)
            .args(["demo", "--port", "0", "--drivers", &drivers.to_string(), "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .context("the binary does not start")?;
        let out = child.stdout.take().context("no output")?;
        let mut port = None;
        for line in BufReader::new(out).lines() {
            let line = line?;
            if let Some(address) = line.trim().strip_prefix("http://") {
                port = address.rsplit(':').next().and_then(|p| p.parse().ok());
                break;
            }
        }
        let port = port.context("the demonstration printed no address")?;
        let mut browser = Browser::new(port)?;
        let first = browser.get("/")?;
        let opened = started.elapsed();
        if first.status != 200 {
            bail!("the first page answered {}", first.status);
        }
        Ok(Self { child, port, opened })
    }

    fn resident_mib(&self) -> f64 {
        status_mib(self.child.id(), "VmRSS:")
    }

    fn peak_mib(&self) -> f64 {
        status_mib(self.child.id(), "VmHWM:")
    }
}

impl Drop for Office {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn status_mib(pid: u32, field: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let kib = status
        .lines()
        .find_map(|l| l.strip_prefix(field))
        .and_then(|l| l.trim().split(' ').next()?.parse::<f64>().ok());
    kib.unwrap_or(0.0) / 1024.0
}

fn target_folder() -> Result<PathBuf> {
    let out = cargo().args(["metadata", "--format-version", "1", "--no-deps"]).output()?;
    let told: serde_json::Value = serde_json::from_slice(&out.stdout)?;
    Ok(told["target_directory"].as_str().context("no target folder")?.into())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn load() -> String {
    std::fs::read_to_string("/proc/loadavg").unwrap_or_default().split(' ').next().unwrap_or("?").to_owned()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
