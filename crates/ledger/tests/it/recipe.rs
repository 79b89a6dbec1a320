//! The shell recipe of `docs/ledger.md` gives the same digests as this crate.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use ledger::write_line;

use crate::chain::chain;

/// The text of the first `sh` block of the document.
fn recipe() -> String {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ledger.md");
    let text = std::fs::read_to_string(document).unwrap();
    let (_, rest) = text.split_once("```sh\n").unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

#[test]
fn the_documented_recipe_recomputes_every_hash() {
    let tools = Command::new("sh")
        .args(["-c", "command -v jq && command -v xxd && command -v sha256sum"])
        .stdout(Stdio::null())
        .status();
    if !tools.is_ok_and(|status| status.success()) {
        eprintln!("skipped: jq, xxd or sha256sum is not installed");
        return;
    }
    let mut acts = chain(4);
    acts[2].erase();
    let mut shell = Command::new("sh")
        .args(["-c", &recipe()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = shell.stdin.take().unwrap();
    for act in &acts {
        writeln!(input, "{}", write_line(act)).unwrap();
    }
    drop(input);
    let output = shell.wait_with_output().unwrap();
    assert!(output.status.success());
    let expected: String = acts
        .iter()
        .map(|act| {
            let digest = if act.is_erased() { "erased".to_owned() } else { act.payload_digest.to_string() };
            format!("{} {digest} {}\n", act.number, act.hash)
        })
        .collect();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}
