//! The same work in Python, run beside ours, where Python has what it takes.

use std::process::Command;

/// The numbers that a program printed, or why it could not be run. The interpreter is `ALVARA_PYTHON`, or `python3`.
pub fn numbers(program: &str, arguments: &[&str]) -> Result<Vec<f64>, String> {
    let python = std::env::var("ALVARA_PYTHON").unwrap_or_else(|_| "python3".to_string());
    let out = Command::new(&python)
        .args(["-c", program])
        .args(arguments)
        .output()
        .map_err(|e| format!("{python}: {e}"))?;
    if !out.status.success() {
        let why = String::from_utf8_lossy(&out.stderr);
        return Err(format!("{python}: {}", why.lines().last().unwrap_or("failed")));
    }
    let text = String::from_utf8_lossy(&out.stdout);
    text.split_whitespace().map(|n| n.parse().map_err(|e| format!("{python}: {e}"))).collect()
}
