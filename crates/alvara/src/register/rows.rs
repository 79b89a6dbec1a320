//! From the cells of a row to the facts of the law.

use brasil::cpf::Cpf;
use jiff::civil::Date;
use law::plan::Cell as FactCell;
use law::{Fact, FactType, Id, Law};
use sheet::{
    Absence, Cell, CellKind, CellRules, CellValue, Choices, ColumnSpec, Dialect, HeaderRemark, Mapping, Row,
    YearPart,
};

/// Counts by name, in order of name.
pub type Counts = std::collections::BTreeMap<String, u64>;

/// How many odd cells and bad rows are listed one by one.
const LISTED: usize = 20;

/// What was odd in the cells and rows.
#[derive(Debug, Default)]
pub struct CellNotes {
    /// Odd cells: column and why, with how many.
    pub cells: Counts,
    /// The first ones, by line.
    pub listed: Vec<String>,
    /// Rows that could not be read: why, with how many.
    pub rows: Counts,
    /// The first ones, by line.
    pub listed_rows: Vec<String>,
}

impl CellNotes {
    /// Notes a cell that was taken as unknown.
    pub fn cell(&mut self, line: u64, column: &str, why: &str, list: bool) {
        *self.cells.entry(format!("{column}: {why}")).or_default() += 1;
        if list && self.listed.len() < LISTED {
            self.listed.push(format!("linha {line}, {column}: {why}"));
        }
    }

    /// Adds what was odd in cells further down.
    pub fn extend(&mut self, later: CellNotes) {
        for (why, count) in later.cells {
            *self.cells.entry(why).or_default() += count;
        }
        self.listed.extend(later.listed);
        self.listed.truncate(LISTED);
    }

    /// Notes a row that could not be read.
    pub fn bad_row(&mut self, line: u64, why: &str) {
        *self.rows.entry(why.to_string()).or_default() += 1;
        if self.listed_rows.len() < LISTED {
            self.listed_rows.push(format!("linha {line}: {why}"));
        }
    }
}

/// A column of the file.
#[derive(Debug)]
struct Column {
    /// The fact it tells; none for a column of dates that the law does not ask for, which is only looked at.
    fact: Option<(Id, FactType)>,
    /// Of a list, the words under which registers write its symbols.
    choices: Choices,
    part: YearPart,
    is_year: bool,
    rules: CellRules,
    /// The fact, when there is a number below which nobody can mean it.
    least: Option<Fact>,
    position: usize,
    name: String,
}

/// The columns of a file that are read.
#[derive(Debug)]
pub struct Sheet {
    columns: Vec<Column>,
    /// Columns that name a row: position, header, how much of them is shown.
    names: Vec<(usize, String, Shown)>,
    /// What was found out about the columns, in Portuguese.
    told: Vec<String>,
}

/// Words in the header of a column that names the vehicle or the licence of a row. Where there is one, names and documents of
/// people are left where they are: the result of an audit goes from hand to hand.
const NAMING: [&str; 11] = [
    "placa",
    "prefixo",
    "alvara",
    "permissao",
    "credencial",
    "licenca",
    "matricula",
    "inscricao",
    "registro",
    "codigo",
    "protocolo",
];

/// How much of a cell that names a row is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// All of it, unless it is the CPF of somebody.
    Whole,
    /// As a public page shows a person's name.
    Name,
    /// As papers show a CPF that others may read.
    Cpf,
}

/// Whether a column names the row, and how much of it is shown. Without a plate or a number of the licence, a row is known by
/// the person it is about.
fn naming(header: &str, people: bool) -> Option<Shown> {
    let folded = sheet::fold(header);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let first = words.first()?;
    let is = |word: &str| words.contains(&word);
    if people {
        return match *first {
            _ if is("cpf") => Some(Shown::Cpf),
            "nome" if !is("mae") && !is("pai") => Some(Shown::Name),
            _ => None,
        };
    }
    let of_a_person = is("cpf") || is("cnh") || is("rg") || is("nome");
    (is("placa") || (NAMING.contains(first) && !of_a_person)).then_some(Shown::Whole)
}

/// Whether a column is called by the very name of what names a row: `Placa`, `Nº da permissão`, `Placa do veículo`.
fn is_naming(header: &str) -> bool {
    const BESIDES: [&str; 11] =
        ["n", "nº", "no", "num", "numero", "de", "do", "da", "veiculo", "carro", "moto"];
    let folded = sheet::fold(header);
    let mut words =
        folded.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty() && !BESIDES.contains(w));
    matches!((words.next(), words.next()), (Some(word), None) if NAMING.contains(&word))
}

impl Shown {
    fn of(self, cell: &str) -> String {
        match (self, Cpf::parse(cell)) {
            (Shown::Name, _) => brasil::person::mask_name(cell),
            (_, Ok(cpf)) => cpf.masked(),
            (Shown::Whole, Err(_)) => cell.to_string(),
            (Shown::Cpf, Err(_)) if cell.trim().is_empty() => String::new(),
            (Shown::Cpf, Err(_)) => "***.***.***-**".into(),
        }
    }
}

impl Sheet {
    /// Finds the columns in the header. Also says, in Portuguese, what was found, supposed, left over.
    pub fn of(
        law: &Law,
        header: &Row<'_>,
        dialect: &Dialect,
        mapping: Option<&Mapping>,
        on: Date,
    ) -> (Self, Vec<String>) {
        let facts: Vec<_> = law.facts.values().filter(|f| f.derived.is_none()).collect();
        let names: Vec<Vec<&str>> = facts
            .iter()
            .map(|f| f.columns.iter().map(String::as_str).chain([f.id.as_ref(), f.label.as_str()]).collect())
            .collect();
        let specs: Vec<ColumnSpec<'_>> = facts
            .iter()
            .zip(&names)
            .map(|(f, names)| ColumnSpec { id: &f.id, names, kind: CellKind::Text })
            .collect();
        let found = sheet::match_header(header.iter(), &specs, mapping);
        let rules = CellRules::of(dialect, plausible(on, 30));
        // no car is made, nor called a model, later than the next year
        let rules_of_years = CellRules::of(dialect, plausible(on, 1));
        let mut columns: Vec<Column> = found
            .columns
            .iter()
            .filter_map(|c| {
                let fact = facts.get(c.spec)?;
                let is_year = matches!(fact.kind, FactType::Int) && fact.id.contains(".ano");
                Some(Column {
                    fact: Some((fact.id.clone(), fact.kind.clone())),
                    choices: choices(&fact.kind),
                    part: if fact.id.contains("modelo") { YearPart::Model } else { YearPart::Make },
                    is_year,
                    rules: if is_year { rules_of_years } else { rules },
                    least: fact.least.is_some().then(|| Fact::clone(fact)),
                    position: c.position,
                    name: c.header.clone(),
                })
            })
            .collect();
        let mut told = found_in_words(&found, &specs);
        for (position, name) in header.iter().enumerate() {
            let folded = sheet::fold(name);
            let dated = ["data", "validade", "vencimento", "emissao"].iter().any(|w| folded.contains(w));
            if dated && !columns.iter().any(|c| c.position == position) {
                told.push(format!(
                    "coluna {}, “{name}”: a lei não pergunta por ela; confiro só as datas",
                    position + 1
                ));
                columns.push(Column {
                    fact: None,
                    choices: Choices::default(),
                    part: YearPart::Make,
                    is_year: false,
                    rules,
                    least: None,
                    position,
                    name: name.to_string(),
                });
            }
        }
        let telling = |at: usize| columns.iter().any(|c| c.position == at && c.fact.is_some());
        let named = |shown: &dyn Fn(usize, &str) -> Option<Shown>| {
            let columns = header.iter().enumerate();
            let names: Vec<(usize, String, Shown)> = columns
                .filter_map(|(at, name)| Some((at, name.trim().to_string(), shown(at, name)?)))
                .collect();
            Some(names).filter(|n| !n.is_empty())
        };
        // a column called by the very name of a plate or of a number first; what only speaks of one may tell a fact of the row
        let names = named(&|_, name| is_naming(name).then_some(Shown::Whole))
            .or_else(|| named(&|at, name| naming(name, false).filter(|_| !telling(at))))
            .or_else(|| named(&|_, name| naming(name, true)))
            .unwrap_or_default();
        (Self { columns, names, told: told.clone() }, told)
    }

    /// The headers of the columns that name a row.
    pub fn naming(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(_, header, _)| header.as_str())
    }

    /// What was found out about the columns, in Portuguese.
    pub fn told(&self) -> &[String] {
        &self.told
    }

    /// Adds the cells that name a row, as they were written; what is a person's own is masked.
    pub fn names(&self, row: &Row<'_>, to: &mut Vec<String>) {
        to.extend(self.names.iter().map(|(at, _, shown)| shown.of(row.cell(*at).unwrap_or_default())));
    }

    /// The facts told, in the order of [`Sheet::cells`].
    pub fn facts(&self) -> Vec<Id> {
        self.columns.iter().filter_map(|c| c.fact.as_ref()).map(|(id, _)| id.clone()).collect()
    }

    /// The subjects whose requirements the file can say something about.
    pub fn subjects(&self, law: &Law) -> Vec<Id> {
        let facts = self.facts();
        let mut out: Vec<Id> = Vec::new();
        for r in law.requirements.values() {
            let mut told = false;
            r.demands.each_comparison(&mut |c| {
                let derived = law.fact(&c.fact).and_then(|f| f.derived.as_ref());
                let bases = derived.map(law::fact::Derived::bases).unwrap_or_default();
                told |= facts.contains(&c.fact) || bases.into_iter().any(|f| facts.contains(f));
            });
            if told && !out.contains(&r.subject) {
                out.push(r.subject.clone());
            }
        }
        out
    }

    /// The texts of a row that [`Sheet::read`] reads, in its order.
    pub fn texts<'t>(&self, row: &'t Row<'t>) -> impl Iterator<Item = &'t str> {
        self.columns.iter().map(|c| row.cell(c.position).unwrap_or_default())
    }

    /// Adds the facts of a row to `cells`. What is absent or impossible is unknown, and noted; it is never guessed.
    pub fn read<'t>(
        &self,
        line: u64,
        mut text: impl FnMut() -> &'t str,
        notes: &mut CellNotes,
        cells: &mut Vec<FactCell>,
    ) {
        for c in &self.columns {
            let text = text();
            let read = c.read(text);
            match &read {
                // an empty cell says nothing odd
                Cell::Value(_) | Cell::Missing(Absence::Empty | Absence::Marker) => {}
                Cell::Missing(why) => notes.cell(line, &c.name, &why.to_string(), false),
                Cell::Impossible(why) => notes.cell(line, &c.name, &format!("{why} (“{text}”)"), true),
            }
            if c.fact.is_some() {
                cells.push(match (&c.fact, &read) {
                    (Some((_, FactType::Hour)), Cell::Value(_)) => {
                        let minutes = law::fact::minutes(text.trim());
                        if minutes.is_none() {
                            notes.cell(line, &c.name, &format!("não é uma hora (“{text}”)"), true);
                        }
                        minutes.map_or(FactCell::Unknown, FactCell::Int)
                    }
                    _ => {
                        let found = fact_cell(&read);
                        let why = c.least.as_ref().and_then(|f| f.too_little(&number(&found)?));
                        if let Some(why) = &why {
                            notes.cell(line, &c.name, why, true);
                        }
                        if why.is_some() { FactCell::Unknown } else { found }
                    }
                });
            }
        }
    }
}

/// What a person should see of the header: what was found, what is doubtful, what is left over. Facts that no column tells
/// are named by the requirements that cannot be verified, not here.
fn found_in_words(found: &sheet::HeaderMatch, specs: &[ColumnSpec<'_>]) -> Vec<String> {
    let doubtful = sheet::HeaderMatch {
        columns: found.columns.clone(),
        remarks: found
            .remarks
            .iter()
            .filter(|r| !matches!(r, HeaderRemark::Missing { .. } | HeaderRemark::Unmatched { .. }))
            .cloned()
            .collect(),
    };
    let mut told = doubtful.describe(specs);
    let unused: Vec<String> = found
        .remarks
        .iter()
        .filter_map(|r| match r {
            HeaderRemark::Unmatched { position, header } if header.trim().is_empty() => {
                Some(format!("coluna {} sem nome", position + 1))
            }
            HeaderRemark::Unmatched { header, .. } => Some(format!("“{header}”")),
            _ => None,
        })
        .collect();
    if !unused.is_empty() {
        told.push(format!("colunas que a lei não usa: {}", unused.join(", ")));
    }
    told
}

impl Column {
    fn read<'t>(&self, text: &'t str) -> Cell<'t> {
        let kind = match &self.fact {
            // hours are no kind of cell of their own: they are read as text, and told apart when they become facts
            None | Some((_, FactType::Date)) => CellKind::Date,
            Some((_, FactType::Bool)) => CellKind::Bool,
            Some((_, FactType::Int)) if self.is_year => CellKind::Year(self.part),
            Some((_, FactType::Int)) => CellKind::Integer,
            Some((_, FactType::Decimal)) => CellKind::Decimal,
            Some((_, FactType::Text | FactType::Hour)) => CellKind::Text,
            Some((_, FactType::Enum(_))) => CellKind::Enum(&self.choices),
        };
        sheet::parse_cell(kind, text, &self.rules)
    }
}

/// The number in a cell.
fn number(cell: &FactCell) -> Option<law::Value> {
    match cell {
        FactCell::Int(n) => Some(law::Value::Int(*n)),
        FactCell::Decimal(d) => Some(law::Value::Decimal(*d)),
        _ => None,
    }
}

fn fact_cell(cell: &Cell<'_>) -> FactCell {
    let Cell::Value(value) = cell else { return FactCell::Unknown };
    match value {
        CellValue::Text(_) => FactCell::Text,
        CellValue::Integer(n) => FactCell::Int(*n),
        CellValue::Year(y) => FactCell::Int(i64::from(*y)),
        CellValue::Decimal(d) => FactCell::Decimal(*d),
        CellValue::Money(centavos) => FactCell::Decimal(rust_decimal::Decimal::new(*centavos, 2)),
        CellValue::Date(day) => FactCell::Day(day.epoch_days()),
        CellValue::Bool(b) => FactCell::Bool(*b),
        CellValue::Choice(n) => FactCell::Symbol(*n),
    }
}

fn choices(kind: &FactType) -> Choices {
    let FactType::Enum(symbols) = kind else { return Choices::default() };
    Choices::new(symbols.iter().map(|(symbol, words)| [symbol.as_ref(), words.as_str()]))
}

/// Days that papers of drivers and vehicles can bear: nothing before the first registers, nothing so many years ahead that no paper
/// reaches it.
fn plausible(on: Date, ahead: i16) -> std::ops::RangeInclusive<Date> {
    let last = Date::new(on.year().saturating_add(ahead), 12, 31).unwrap_or(Date::MAX);
    Date::new(1920, 1, 1).unwrap_or(Date::MIN)..=last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_known_by_its_plate_or_number_and_by_a_person_only_without_them() {
        for header in ["PLACA", "Placa do veículo", "N. da placa", "Prefixo", "Alvará nº", "Matrícula"] {
            assert_eq!(naming(header, false), Some(Shown::Whole), "{header}");
            assert_eq!(naming(header, true), None, "{header}");
        }
        for header in ["Nome", "CPF", "CPF do condutor", "Registro CNH", "Marca", ""] {
            assert_eq!(naming(header, false), None, "{header}");
        }
        for header in ["PLACA", "Placa do veículo", "N. da placa", "Nº do Alvará", "Prefixo"] {
            assert!(is_naming(header), "{header}");
        }
        for header in ["Final da placa", "Data da primeira placa", "Tipo de placa", "Registro CNH", ""] {
            assert!(!is_naming(header), "{header}");
        }
        assert_eq!(naming("Nome do condutor", true), Some(Shown::Name));
        assert_eq!(naming("Nome da mãe", true), None);
        assert_eq!(naming("Nº CPF", true), Some(Shown::Cpf));
    }

    #[test]
    fn no_cpf_is_shown_whole() {
        assert_eq!(Shown::Cpf.of("111.444.777-35"), "***.444.777-**");
        assert_eq!(Shown::Cpf.of("111.444.777-36"), "***.***.***-**", "a misspelt one is somebody's too");
        assert_eq!(Shown::Cpf.of(" "), "");
        assert_eq!(Shown::Whole.of("11144477735"), "***.444.777-**", "wherever it stands");
        assert_eq!(Shown::Whole.of("FIC0A01"), "FIC0A01");
        assert_eq!(Shown::Name.of("Ana Fictícia da Silva"), "Ana F. da S.");
    }
}
