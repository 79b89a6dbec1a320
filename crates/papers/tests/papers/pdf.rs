//! Looks into a PDF with the tools of poppler. Where they are not installed the test says so and checks nothing more.

use std::io::Write as _;
use std::process::{Command, Stdio};

use papers::Pdf;

/// The text of all pages as it lies on them, a form feed between pages; wide gaps and empty lines are evened out, for
/// releases of the tool measure them differently. `None` when `pdftotext` is not installed.
pub fn text(pdf: &Pdf) -> Option<String> {
    let text = run("pdftotext", &["-layout", "-enc", "UTF-8", "-", "-"], pdf)?;
    let text = String::from_utf8(text).unwrap();
    let lines = text.trim_end_matches('\u{c}').lines().map(even_gaps);
    let mut out = String::new();
    for line in lines {
        if !line.is_empty() || !out.ends_with("\n\n") {
            out += &line;
            out.push('\n');
        }
    }
    Some(out)
}

/// Columns stay apart by three blanks, however wide the gap.
fn even_gaps(line: &str) -> String {
    line.trim_end_matches(' ')
        .split("   ")
        .map(|part| part.trim_matches(' '))
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("   ")
}

/// The text in the order in which it is set and read aloud, with all white space made one blank, for finding sentences
/// that a line breaks.
pub fn flat_text(pdf: &Pdf) -> Option<String> {
    let text = run("pdftotext", &["-raw", "-enc", "UTF-8", "-", "-"], pdf)?;
    let text = String::from_utf8(text).unwrap().replace('\u{200B}', "");
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The QR codes that a camera finds on one page; `None` when `pdftoppm` is not installed.
pub fn qr_codes(pdf: &Pdf, page: usize) -> Option<Vec<String>> {
    let page = page.to_string();
    let picture = run("pdftoppm", &["-gray", "-r", "150", "-f", &page, "-l", &page, "-"], pdf)?;
    let (width, height, pixels) = greymap(&picture);
    let mut prepared =
        rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| pixels[y * width + x]);
    Some(
        prepared
            .detect_grids()
            .iter()
            .filter_map(|grid| grid.decode().ok())
            .map(|(_, content)| content)
            .collect(),
    )
}

/// Splits a binary PGM: `P5 width height 255` and one byte a pixel.
fn greymap(file: &[u8]) -> (usize, usize, &[u8]) {
    let mut rest = file;
    let mut word = || {
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap();
        let text = std::str::from_utf8(&rest[..end]).unwrap();
        rest = &rest[end + 1..];
        text
    };
    assert_eq!(word(), "P5");
    let (width, height) = (word().parse().unwrap(), word().parse().unwrap());
    assert_eq!(word(), "255");
    (width, height, rest)
}

fn run(tool: &str, arguments: &[&str], pdf: &Pdf) -> Option<Vec<u8>> {
    let child = Command::new(tool)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            println!("skipped: {tool} is not installed (poppler-utils)");
            return None;
        }
        Err(error) => panic!("{tool}: {error}"),
    };
    let mut input = child.stdin.take().unwrap();
    let bytes = pdf.bytes.clone();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
    Some(output.stdout)
}

/// The tags that a screen reader follows, in order; `None` when `pdfinfo` is not installed.
pub fn tags(pdf: &Pdf) -> Option<String> {
    run("pdfinfo", &["-struct", "-"], pdf).map(|tags| String::from_utf8_lossy(&tags).into_owned())
}
