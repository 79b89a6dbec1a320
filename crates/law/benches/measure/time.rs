//! How long something takes on a machine that is shared with others.
//!
//! The work is repeated in blocks shorter than the turns of the scheduler. The median block tells what it costs here and now; the
//! best block, what it costs undisturbed; processor time is the mean over all of it, without the turns of others.

use std::time::Instant;

/// Nanoseconds of one run.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// The median block.
    pub median: f64,
    /// The best block.
    pub best: f64,
    /// The mean by processor time, where the system tells it.
    pub processor: Option<f64>,
}

impl Cost {
    /// As a line of text, in another unit of so many nanoseconds.
    pub fn show(&self, nanoseconds: f64, unit: &str) -> String {
        let digits = if self.median / nanoseconds < 10.0 { 2 } else { 1 };
        let processor = self
            .processor
            .map_or_else(String::new, |p| format!(", {:.digits$} of processor time", p / nanoseconds));
        format!(
            "median {:.digits$} {unit}, best {:.digits$}{processor}",
            self.median / nanoseconds,
            self.best / nanoseconds
        )
    }

    /// Divided among so many.
    pub fn each(self, n: usize) -> Cost {
        let n = n as f64;
        Cost { median: self.median / n, best: self.best / n, processor: self.processor.map(|p| p / n) }
    }
}

/// Measures `run`, so many times in each of so many blocks, after one block that does not count.
pub fn cost(blocks: usize, runs: usize, mut run: impl FnMut()) -> Cost {
    (0..runs).for_each(|_| run());
    let before = processor_time();
    let mut times = Vec::with_capacity(blocks);
    for _ in 0..blocks {
        let start = Instant::now();
        (0..runs).for_each(|_| run());
        times.push(start.elapsed().as_secs_f64() * 1e9 / runs as f64);
    }
    let all = (blocks * runs) as f64;
    let processor = before.zip(processor_time()).map(|(before, after)| (after - before) / all);
    times.sort_by(f64::total_cmp);
    let at = |place: usize| times.get(place).copied().unwrap_or(f64::NAN);
    Cost { median: at(blocks / 2), best: at(0), processor }
}

/// Nanoseconds of this thread on a processor, where the system tells (Linux does).
pub fn processor_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok()
}

/// The state of the machine, to be read beside every figure.
pub fn machine() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').take(3).collect::<Vec<_>>().join(" ");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|l| l.strip_prefix("model name")).unwrap_or(": unknown processor");
    format!("{cores} cores {model}; load {load}").replace("\t", "").replace(" : ", ": ")
}
