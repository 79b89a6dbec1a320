//! The shape of a file: separator, quotation mark, lines before the header, and the header.

use super::convention::looks_like_value;
use super::{Aspect, Finding, LineEnding, delimiter_name};
use crate::reader::{LIMITS, Scan, Scanner, Span};
use std::collections::BTreeMap;

const DELIMITERS: [u8; 4] = [b';', b',', b'\t', b'|'];
/// Rows of the sample that are looked at; more do not change the answer.
const SAMPLE_ROWS: usize = 500;

/// The sample cut into rows of cells, with the line each starts in.
pub(super) struct Rows {
    pub(super) rows: Vec<(u64, Vec<String>)>,
}

pub(super) fn split(sample: &str, delimiter: u8, quote: u8, ending: LineEnding, whole: bool) -> Rows {
    let scanner = Scanner::new(delimiter, quote, ending == LineEnding::Cr, LIMITS);
    let mut cells: Vec<Span> = Vec::new();
    let mut rows = Vec::new();
    let mut rest = sample;
    let mut line = 1;
    let doubled = [char::from(quote); 2].iter().collect::<String>();
    while !rest.is_empty() && rows.len() < SAMPLE_ROWS {
        let bytes = rest.as_bytes();
        let (used, lines) = match scanner.record(bytes, whole, &mut cells) {
            Scan::Record { used, lines, .. } => {
                let row: Vec<String> = cells
                    .iter()
                    .map(|cell| {
                        let text = rest.get(cell.start as usize..cell.end as usize).unwrap_or_default();
                        if cell.escaped { text.replace(&doubled, &doubled[..1]) } else { text.to_owned() }
                    })
                    .collect();
                if row.iter().any(|cell| !cell.trim().is_empty()) {
                    rows.push((line, row));
                }
                (used, lines)
            }
            // the end of the sample cuts a row: it proves nothing
            Scan::NeedMore => break,
            Scan::Broken(_) => match scanner.line_end(bytes) {
                Some((_, used)) => (used, 1),
                None => break,
            },
        };
        line += lines;
        rest = rest.get(used..).unwrap_or_default();
    }
    Rows { rows }
}

impl Rows {
    /// The number of cells that most rows have (the larger one of a tie), and the share of rows that have it.
    pub(super) fn usual_width(&self) -> (usize, f64) {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for (_, row) in &self.rows {
            *counts.entry(row.len()).or_default() += 1;
        }
        let Some((width, rows)) = counts.into_iter().max_by_key(|(width, rows)| (*rows, *width)) else {
            return (0, 0.0);
        };
        (width, rows as f64 / self.rows.len() as f64)
    }
}

pub(super) fn line_ending(sample: &[u8]) -> (LineEnding, Finding) {
    let crlf = sample.windows(2).filter(|pair| pair == b"\r\n").count();
    let lf = sample.iter().filter(|byte| **byte == b'\n').count() - crlf;
    let cr = sample.iter().filter(|byte| **byte == b'\r').count() - crlf;
    let ending = match (crlf, lf, cr) {
        (0, 0, 1..) => LineEnding::Cr,
        (1.., 0, _) => LineEnding::CrLf,
        (0, ..) => LineEnding::Lf,
        _ => LineEnding::Mixed,
    };
    let text = format!("fim de linha: {ending}");
    (ending, Finding { aspect: Aspect::LineEnding, text, supposed: false })
}

/// The quotation mark: `"` unless the sample has none and cells between apostrophes.
pub(super) fn quote(sample: &str) -> (u8, Finding) {
    let between_apostrophes = |line: &str| {
        DELIMITERS.iter().any(|delimiter| {
            let mut cells = line.split(char::from(*delimiter)).peekable();
            cells.next();
            cells.peek().is_some()
                && line
                    .split(char::from(*delimiter))
                    .any(|cell| cell.len() >= 2 && cell.starts_with('\'') && cell.ends_with('\''))
        })
    };
    let apostrophe = !sample.contains('"')
        && sample.lines().take(SAMPLE_ROWS).filter(|line| between_apostrophes(line)).count() >= 2;
    if apostrophe {
        let text = "aspas: simples (') — supostas".to_owned();
        (b'\'', Finding { aspect: Aspect::Quote, text, supposed: true })
    } else {
        (b'"', Finding { aspect: Aspect::Quote, text: "aspas: duplas (\")".to_owned(), supposed: false })
    }
}

/// The separator that cuts the sample into the most even and the widest rows.
pub(super) fn delimiter(sample: &str, quote: u8, ending: LineEnding, whole: bool) -> (u8, Finding) {
    let found = |delimiter, text: String, supposed| {
        (delimiter, Finding { aspect: Aspect::Delimiter, text, supposed })
    };
    // the line with which some programs tell spreadsheets the separator
    let first_line = sample.lines().next().unwrap_or_default().trim_matches(['"', ' ']);
    if let Some(&[named]) = first_line.strip_prefix("sep=").map(str::as_bytes)
        && DELIMITERS.contains(&named)
    {
        let text = format!("separador: {} (dito na primeira linha, “sep=”)", delimiter_name(named));
        return found(named, text, false);
    }
    let mut best = (b';', 1, 0.0, 0.0);
    for candidate in DELIMITERS {
        let (width, share) = split(sample, candidate, quote, ending, whole).usual_width();
        // evenness counts more than width: a comma inside texts gives wide but uneven rows
        let score = share * share * (width.max(1) as f64).ln();
        if score > best.3 {
            best = (candidate, width, share, score);
        }
    }
    let (delimiter, width, share, _) = best;
    if width < 2 {
        let text = "separador: nenhum encontrado; o arquivo parece ter uma só coluna".to_owned();
        return found(delimiter, text, true);
    }
    let name = delimiter_name(delimiter);
    let percent = (share * 100.0).floor();
    let supposed = share < 0.8;
    let mark = if supposed { " — suposto" } else { "" };
    found(
        delimiter,
        format!("separador: {name}{mark} ({width} colunas em {percent}% das linhas vistas)"),
        supposed,
    )
}

/// `sep=;` cut at its own separator.
fn names_the_separator(row: &[String]) -> bool {
    row.len() == 2 && row[0] == "sep=" && row[1].is_empty()
}

pub(super) struct Header {
    pub(super) preamble_lines: u64,
    pub(super) has_header: bool,
    pub(super) finding: Finding,
}

/// The first row as wide as most; whether it names columns. A row names columns when none of its cells is a number, a
/// date, a plate or a document.
pub(super) fn header(rows: &Rows) -> Header {
    let (width, _) = rows.usual_width();
    let is_table = |row: &[String]| row.len() == width && !names_the_separator(row);
    let first = rows.rows.iter().position(|(_, row)| is_table(row)).unwrap_or(0);
    let Some((line, row)) = rows.rows.get(first) else {
        let text = "cabeçalho: o arquivo está vazio".to_owned();
        return Header {
            preamble_lines: 0,
            has_header: false,
            finding: Finding { aspect: Aspect::Header, text, supposed: true },
        };
    };
    let names = row.iter().filter(|cell| cell.chars().any(char::is_alphabetic)).count();
    let has_header = names * 2 > row.len() && !row.iter().any(|cell| looks_like_value(cell));
    let values_below =
        rows.rows.iter().skip(first + 1).any(|(_, row)| row.iter().any(|cell| looks_like_value(cell)));
    let supposed = has_header && !values_below;
    let mark = if supposed { " — suposto" } else { "" };
    let above = match line - 1 {
        0 => String::new(),
        1 => ", depois de 1 linha que não faz parte da tabela".to_owned(),
        n => format!(", depois de {n} linhas que não fazem parte da tabela"),
    };
    let text = if has_header {
        format!("cabeçalho: na linha {line}{mark}{above}")
    } else {
        format!("cabeçalho: não há (a linha {line} já traz dados){above}")
    };
    Header {
        preamble_lines: line - 1,
        has_header,
        finding: Finding { aspect: Aspect::Header, text, supposed: supposed || !has_header },
    }
}
