//! The mapping file: what a person says about a file where it could not be found out, in TOML.
//!
//! ```toml
//! codificacao = "windows-1252"     # utf-8, utf-16le, utf-16be
//! delimitador = ";"                # , ; | tab
//! datas       = "dia/mês/ano"      # mês/dia/ano, ano-mês-dia
//! decimal     = "vírgula"          # ponto
//! cabecalho   = 3                  # a linha do cabeçalho; 0 quando não há
//!
//! [colunas]
//! "veiculo.ano_fabricacao" = "ANO FAB"
//! "veiculo.placa" = 4              # a quarta coluna
//! ```

use crate::dialect::{Aspect, DateOrder, Dialect, Encoding, delimiter_name};
use crate::fold::fold;
use crate::header::nearest_name;
use std::num::NonZeroUsize;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A column of the file, by name or by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnRef {
    /// Its name in the header, compared folded.
    Name(String),
    /// Its place, counted from 1.
    Number(NonZeroUsize),
}

/// What a person says about a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mapping {
    encoding: Option<Encoding>,
    delimiter: Option<u8>,
    date_order: Option<DateOrder>,
    decimal_comma: Option<bool>,
    header_line: Option<u64>,
    columns: Vec<(String, ColumnRef)>,
}

/// A fault of a mapping file; displays in Portuguese with its line and column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("linha {line}, coluna {column}: {what}")]
pub struct MappingFault {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// What was found and what was expected, in Portuguese.
    pub what: String,
}

const KEYS: [&str; 6] = ["codificacao", "delimitador", "datas", "decimal", "cabecalho", "colunas"];

impl Mapping {
    /// Reads a mapping file.
    ///
    /// # Errors
    /// Every fault of the file, in the order of its lines.
    pub fn parse(source: &str) -> Result<Self, Vec<MappingFault>> {
        let (table, errors) = DeTable::parse_recoverable(source);
        let mut faults = Faults { source, found: Vec::new() };
        for error in errors {
            // the parser speaks English; where it stumbled is what helps
            let what = match error.message() {
                "duplicate key" => "esta chave já foi dita; deixe uma só",
                _ => {
                    "não é TOML válido a partir daqui; escreva chave = valor, uma por linha, com os textos entre aspas"
                }
            };
            faults.add(error.span().unwrap_or(0..0), what.into());
        }
        let mut mapping = Self::default();
        if faults.found.is_empty() {
            for (key, value) in table.get_ref() {
                mapping.entry(key, value, &mut faults);
            }
        }
        if faults.found.is_empty() {
            return Ok(mapping);
        }
        faults.found.sort_by_key(|fault| (fault.line, fault.column));
        Err(faults.found)
    }

    fn entry(
        &mut self,
        key: &Spanned<impl AsRef<str>>,
        value: &Spanned<DeValue<'_>>,
        faults: &mut Faults<'_>,
    ) {
        let name = key.get_ref().as_ref();
        match name {
            "codificacao" => self.encoding = faults.word(value, &ENCODINGS),
            "delimitador" => self.delimiter = faults.word(value, &DELIMITERS),
            "datas" => self.date_order = faults.word(value, &DATE_ORDERS),
            "decimal" => self.decimal_comma = faults.word(value, &DECIMALS),
            "cabecalho" => match number(value) {
                Some(line) => self.header_line = u64::try_from(line).ok(),
                None => faults.kind(value, "o número da linha do cabeçalho (0 quando não há)"),
            },
            "colunas" => {
                let Some(table) = value.get_ref().as_table() else {
                    faults.kind(value, "uma tabela [colunas]");
                    return;
                };
                for (id, column) in table {
                    self.column(id.get_ref(), column, faults);
                }
            }
            _ => {
                let nearest = nearest_name(name, KEYS.into_iter());
                let hint = nearest.map_or_else(
                    || format!("; as conhecidas são {}", KEYS.join(", ")),
                    |nearest| format!("; seria “{nearest}”?"),
                );
                faults.add(key.span(), format!("chave desconhecida “{name}”{hint}"));
            }
        }
    }

    fn column(&mut self, id: &str, value: &Spanned<DeValue<'_>>, faults: &mut Faults<'_>) {
        // without quotation marks TOML reads `veiculo.placa` as a table in a table; it means the same here
        if let Some(inner) = value.get_ref().as_table() {
            for (part, value) in inner {
                self.column(&format!("{id}.{}", part.get_ref()), value, faults);
            }
            return;
        }
        let column = match value.get_ref().as_str() {
            Some(name) if !fold(name).is_empty() => Some(ColumnRef::Name(name.to_owned())),
            Some(_) => None,
            None => number(value).and_then(NonZeroUsize::new).map(ColumnRef::Number),
        };
        match column {
            Some(column) => self.columns.push((id.to_owned(), column)),
            None => faults.kind(value, "o nome da coluna entre aspas ou o seu número, a partir de 1"),
        }
    }

    /// The columns it names: the caller's identifier and the column of the file.
    pub fn columns(&self) -> impl Iterator<Item = (&str, &ColumnRef)> {
        self.columns.iter().map(|(id, column)| (id.as_str(), column))
    }

    /// Puts what it says in the place of what was found out.
    pub fn apply(&self, dialect: &mut Dialect) {
        let said = "dito no arquivo de mapeamento";
        if let Some(encoding) = self.encoding {
            dialect.encoding = encoding;
            dialect.encoding_supposed = false;
            dialect.told(Aspect::Encoding, format!("codificação: {encoding} ({said})"));
        }
        if let Some(delimiter) = self.delimiter {
            dialect.delimiter = delimiter;
            dialect.told(Aspect::Delimiter, format!("separador: {} ({said})", delimiter_name(delimiter)));
        }
        if let Some(order) = self.date_order {
            dialect.date_order = order;
            dialect.told(Aspect::DateOrder, format!("datas: {order} ({said})"));
        }
        if let Some(comma) = self.decimal_comma {
            dialect.decimal_comma = comma;
            let name = if comma { "vírgula" } else { "ponto" };
            dialect.told(Aspect::DecimalMark, format!("separador decimal: {name} ({said})"));
        }
        if let Some(line) = self.header_line {
            dialect.has_header = line > 0;
            dialect.preamble_lines = line.saturating_sub(1);
            let text = if line > 0 { format!("na linha {line}") } else { "não há".to_owned() };
            dialect.told(Aspect::Header, format!("cabeçalho: {text} ({said})"));
        }
    }
}

type Words<T> = [(&'static str, T)];

const ENCODINGS: [(&str, Encoding); 8] = [
    ("utf-8", Encoding::Utf8),
    ("windows-1252", Encoding::Windows1252),
    ("utf-16le", Encoding::Utf16Le),
    ("utf-16be", Encoding::Utf16Be),
    ("utf8", Encoding::Utf8),
    ("cp1252", Encoding::Windows1252),
    ("iso-8859-1", Encoding::Windows1252),
    ("latin1", Encoding::Windows1252),
];
const DELIMITERS: [(&str, u8); 8] = [
    (";", b';'),
    (",", b','),
    ("tab", b'\t'),
    ("|", b'|'),
    ("\t", b'\t'),
    ("ponto e vírgula", b';'),
    ("vírgula", b','),
    ("tabulação", b'\t'),
];
const DATE_ORDERS: [(&str, DateOrder); 3] =
    [("dia/mês/ano", DateOrder::Dmy), ("mês/dia/ano", DateOrder::Mdy), ("ano-mês-dia", DateOrder::Iso)];
const DECIMALS: [(&str, bool); 4] = [("vírgula", true), ("ponto", false), (",", true), (".", false)];

fn number(value: &Spanned<DeValue<'_>>) -> Option<usize> {
    let integer = value.get_ref().as_integer()?;
    usize::from_str_radix(integer.as_str(), integer.radix()).ok()
}

struct Faults<'s> {
    source: &'s str,
    found: Vec<MappingFault>,
}

impl Faults<'_> {
    fn add(&mut self, span: Range<usize>, what: String) {
        let before = self.source.get(..span.start).unwrap_or(self.source);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        self.found.push(MappingFault { line, column, what });
    }

    fn kind(&mut self, value: &Spanned<DeValue<'_>>, expected: &str) {
        let found = self.source.get(value.span()).unwrap_or_default().to_owned();
        self.add(value.span(), format!("esperado {expected}; encontrado {found}"));
    }

    fn word<T: Copy>(&mut self, value: &Spanned<DeValue<'_>>, words: &Words<T>) -> Option<T> {
        let found = value.get_ref().as_str().and_then(|text| {
            let lower = text.to_lowercase();
            let same = |word: &str| word == lower || (fold(word) == fold(text) && !fold(word).is_empty());
            words.iter().find(|(word, _)| same(word)).map(|(_, meaning)| *meaning)
        });
        if found.is_none() {
            let list = words
                .iter()
                .filter(|(word, _)| *word != "\t")
                .map(|(word, _)| format!("“{word}”"))
                .collect::<Vec<_>>()
                .join(", ");
            self.kind(value, &format!("um destes: {list}"));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::detect;

    #[test]
    fn a_full_mapping_overrides_all_that_was_found() {
        let mapping = Mapping::parse(
            "codificacao = \"Windows-1252\"\ndelimitador = \"tab\"\ndatas = \"Mês/Dia/Ano\"\ndecimal = \"ponto\"\n\
             cabecalho = 3\n[colunas]\n\"veiculo.placa\" = 4\nveiculo.ano = \"ANO FAB\"\n",
        )
        .unwrap();
        let mut dialect = detect("a;b\n1,5;28/05/2018\n".as_bytes());
        mapping.apply(&mut dialect);
        assert_eq!(dialect.encoding, Encoding::Windows1252);
        assert_eq!(dialect.delimiter, b'\t');
        assert_eq!(dialect.date_order, DateOrder::Mdy);
        assert!(!dialect.decimal_comma && dialect.has_header);
        assert_eq!(dialect.preamble_lines, 2);
        assert_eq!(dialect.findings.len(), 7);
        let said = dialect.findings.iter().filter(|finding| finding.text.contains("mapeamento")).count();
        assert_eq!(said, 5);
        let columns: Vec<_> = mapping.columns().collect();
        assert_eq!(columns.len(), 2);
        assert!(columns.contains(&("veiculo.ano", &ColumnRef::Name("ANO FAB".to_owned()))));
    }

    #[test]
    fn all_faults_at_once_with_their_places() {
        let faults = Mapping::parse(
            "codificacaoo = \"utf-8\"\n\"delimitador\" = \":\"\ndatas = 3\n[colunas]\n  \"a\" = 0\n  \"b\" = true\n",
        )
        .unwrap_err();
        let shown: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(faults.len(), 5, "{shown:?}");
        assert!(shown[1].starts_with("linha 2, coluna 17: esperado um destes"), "{shown:?}");
        assert!(shown[3].starts_with("linha 5, coluna 9: esperado o nome da coluna"), "{shown:?}");
    }

    #[test]
    fn unknown_keys_get_the_nearest_known_one() {
        let faults = Mapping::parse("codificacão = \"utf-8\"").unwrap_err();
        assert!(!faults.is_empty());
        let faults = Mapping::parse("delimitadr = \";\"").unwrap_err();
        assert_eq!(faults[0].what, "chave desconhecida “delimitadr”; seria “delimitador”?");
        for (wrong, line, told) in [
            ("[colunas\n= 3", 1, "não é TOML válido"),
            ("decimal = \"ponto\"\ndatas = dia/mês/ano\n", 2, "não é TOML válido"),
            ("cabecalho = 3\ncabecalho = 4\n", 2, "esta chave já foi dita"),
        ] {
            let faults = Mapping::parse(wrong).unwrap_err();
            assert!(faults[0].what.starts_with(told) && faults[0].line == line, "{faults:?}");
        }
        assert_eq!(Mapping::parse(""), Ok(Mapping::default()));
    }
}
