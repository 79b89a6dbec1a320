//! Shared test vectors, read when they lie beside the project; without them a test says that it was skipped.

use std::path::Path;

/// The text of a file of the shared data, or nothing (and a visible line) when it is not there.
pub(crate) fn shared_text(path: &str) -> Option<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(path);
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(error) => {
            println!("skipped: ../shared/{path}: {error}");
            None
        }
    }
}

/// The rows of a shared CSV file as cells, without its header.
pub(crate) fn shared_rows(path: &str) -> Vec<Vec<String>> {
    shared_text(path).map_or_else(Vec::new, |text| text.lines().skip(1).map(cells).collect())
}

/// Splits one line: commas, and double quotes around cells that hold commas.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().unwrap().push(c),
        }
    }
    cells
}

#[test]
fn cells_may_hold_commas() {
    assert_eq!(cells("a,\"b,c\",,d"), ["a", "b,c", "", "d"]);
}
