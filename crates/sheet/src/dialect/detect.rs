//! All that can be found out from the first bytes of a file.

use super::{Dialect, Encoding, convention, encoding, layout};
use crate::reader::{Reader, Record};

/// Finds out how a file is written from its first bytes (64 KiB are plenty; fewer do). Never fails: what nothing proves
/// is supposed, and its finding says so.
#[must_use]
pub fn detect(sample: &[u8]) -> Dialect {
    let found = encoding::find(sample);
    let text = encoding::decode(sample, found.encoding);
    let (line_ending, line_ending_finding) = layout::line_ending(text.as_bytes());
    // a sample that ends in the middle of a line is most likely the start of a longer file: its last row is cut
    let whole = !text.contains(['\n', '\r']) || sample.len() < SURELY_WHOLE;
    let (quote, quote_finding) = layout::quote(&text);
    let (delimiter, delimiter_finding) = layout::delimiter(&text, quote, line_ending, whole);
    let rows = layout::split(&text, delimiter, quote, line_ending, whole);
    let header = layout::header(&rows);
    let skip = usize::from(header.has_header);
    let cells = || rows.rows.iter().skip(skip).flat_map(|(_, row)| row.iter().map(String::as_str));
    let (decimal_comma, decimal_finding) = convention::decimal_comma(cells(), delimiter);
    let (date_order, date_finding) = convention::date_order(cells());
    Dialect {
        encoding: found.encoding,
        encoding_supposed: found.supposed && found.encoding == Encoding::Utf8,
        delimiter,
        quote,
        preamble_lines: header.preamble_lines,
        has_header: header.has_header,
        decimal_comma,
        date_order,
        line_ending,
        findings: vec![
            found.finding,
            delimiter_finding,
            header.finding,
            decimal_finding,
            date_finding,
            quote_finding,
            line_ending_finding,
        ],
    }
}

/// Samples shorter than this are read as whole files: nobody cuts a sample so short.
const SURELY_WHOLE: usize = 4096;

/// The first rows of a file as they would be read, to be shown before anything is saved.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preview {
    /// The names of the columns, empty when there is no header.
    pub header: Vec<String>,
    /// The first rows.
    pub rows: Vec<Vec<String>>,
    /// What is wrong or odd in them, in Portuguese.
    pub remarks: Vec<String>,
}

/// Reads the first `rows` rows of a sample as this dialect says.
#[must_use]
pub fn preview(sample: &[u8], dialect: &Dialect, rows: usize) -> Preview {
    let mut preview = Preview::default();
    let mut reader = Reader::new(dialect);
    let mut sink = |record: Record<'_>| match record {
        Record::Header(row) => preview.header = row.iter().map(str::to_owned).collect(),
        Record::Row(row) if preview.rows.len() < rows => {
            preview.rows.push(row.iter().map(str::to_owned).collect());
            let line = row.line();
            preview.remarks.extend(row.notes().iter().map(|note| format!("linha {line}: {note}")));
        }
        Record::Bad(bad) if preview.rows.len() < rows => preview.remarks.push(bad.to_string()),
        Record::Row(_) | Record::Bad(_) => {}
    };
    // the last line of a sample may be cut, and a cut row is not a bad row
    reader.feed(sample, &mut sink);
    if sample.len() < SURELY_WHOLE {
        reader.finish(&mut sink);
    }
    preview
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{Aspect, DateOrder, LineEnding};

    #[test]
    fn a_brazilian_spreadsheet() {
        let dialect = detect("Placa;Valor;Data\r\nAAA0A00;1.234,56;28/05/2018\r\nBBB0B00;;\r\n".as_bytes());
        assert_eq!(dialect.delimiter, b';');
        assert_eq!(dialect.line_ending, LineEnding::CrLf);
        assert_eq!(dialect.date_order, DateOrder::Dmy);
        assert!(dialect.has_header && dialect.decimal_comma);
        assert_eq!(dialect.preamble_lines, 0);
        assert_eq!(dialect.findings.len(), 7);
    }

    #[test]
    fn commas_inside_texts_do_not_make_columns() {
        let text = "nome;endereco\nJosé;Rua A, 1, casa\nMaria;Rua B, 2\nAna;Rua C, 3, fundos, bl. 2\n";
        assert_eq!(detect(text.as_bytes()).delimiter, b';');
        let quoted = "nome,endereco\nJosé,\"Rua A; 1; casa\"\nMaria,\"Rua B; 2\"\n";
        assert_eq!(detect(quoted.as_bytes()).delimiter, b',');
        assert_eq!(detect("a\tb\n1\t2\n".as_bytes()).delimiter, b'\t');
        assert_eq!(detect("a|b\n1|2\n".as_bytes()).delimiter, b'|');
    }

    #[test]
    fn titles_above_the_header_are_not_rows() {
        let text = "Prefeitura Municipal\nRelação de veículos\n\nplaca;ano\nAAA0A00;2018\nBBB0B00;2019\nCCC0C00;2020\n";
        let dialect = detect(text.as_bytes());
        assert_eq!(dialect.preamble_lines, 3);
        let shown = preview(text.as_bytes(), &dialect, 2);
        assert_eq!(shown.header, ["placa", "ano"]);
        assert_eq!(shown.rows, [["AAA0A00", "2018"], ["BBB0B00", "2019"]]);
        assert!(shown.remarks.is_empty());
    }

    #[test]
    fn the_separator_said_in_the_first_line_is_believed() {
        let text = "sep=|\nplaca|ano\nAAA0A00|2018\n";
        let dialect = detect(text.as_bytes());
        assert_eq!((dialect.delimiter, dialect.preamble_lines), (b'|', 1));
    }

    #[test]
    fn a_file_without_header() {
        let dialect = detect(b"AAA0A00;2018\nBBB0B00;2019\n");
        assert!(!dialect.has_header);
        let finding = dialect.findings.iter().find(|finding| finding.aspect == Aspect::Header).unwrap();
        assert!(finding.text.contains("não há"), "{}", finding.text);
    }

    #[test]
    fn anything_at_all_has_a_dialect() {
        for sample in
            [&b""[..], b"\0", b"\xff\xfe", b"\n\n\n", b"\"", b"abc", b"\xef\xbb\xbf", b";;;;", b"\r"]
        {
            let dialect = detect(sample);
            assert_eq!(dialect.findings.len(), 7, "{sample:?}");
        }
    }

    #[test]
    fn cells_between_apostrophes() {
        let dialect = detect(b"'placa','obs'\n'AAA0A00','a,b'\n");
        assert_eq!((dialect.quote, dialect.delimiter), (b'\'', b','));
    }

    #[test]
    fn old_macintosh_lines() {
        let dialect = detect(b"placa;ano\rAAA0A00;2018\r");
        assert_eq!(dialect.line_ending, LineEnding::Cr);
        assert_eq!(preview(b"placa;ano\rAAA0A00;2018\r", &dialect, 9).rows, [["AAA0A00", "2018"]]);
    }
}
