//! From the cells of a row to the facts of the law.

use jiff::civil::Date;
use law::plan::Cell as FactCell;
use law::{FactType, Id, Law};
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
    position: usize,
    name: String,
}

/// The columns of a file that are read.
#[derive(Debug)]
pub struct Sheet {
    columns: Vec<Column>,
    /// Columns that name a row: position and header.
    names: Vec<(usize, String)>,
    /// What was found out about the columns, in Portuguese.
    told: Vec<String>,
}

/// Words in the header of a column that names the vehicle or the licence of a row. Names and documents of people are left
/// where they are: the result of an audit goes from hand to hand.
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
        let rules = CellRules::of(dialect, plausible(on));
        let mut columns: Vec<Column> = found
            .columns
            .iter()
            .filter_map(|c| {
                let fact = facts.get(c.spec)?;
                Some(Column {
                    fact: Some((fact.id.clone(), fact.kind.clone())),
                    choices: choices(&fact.kind),
                    part: if fact.id.contains("modelo") { YearPart::Model } else { YearPart::Make },
                    is_year: matches!(fact.kind, FactType::Int) && fact.id.contains(".ano"),
                    rules,
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
                    position,
                    name: name.to_string(),
                });
            }
        }
        let names = header
            .iter()
            .enumerate()
            .filter(|(_, name)| {
                let folded = sheet::fold(name);
                let mut words = folded.split(|c: char| !c.is_alphanumeric());
                words.clone().next().is_some_and(|first| NAMING.contains(&first))
                    || words.any(|w| w == "placa")
            })
            .map(|(position, name)| (position, name.trim().to_string()))
            .collect();
        (Self { columns, names, told: told.clone() }, told)
    }

    /// The headers of the columns that name a row.
    pub fn naming(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(_, header)| header.as_str())
    }

    /// What was found out about the columns, in Portuguese.
    pub fn told(&self) -> &[String] {
        &self.told
    }

    /// Adds the cells that name a row, as they were written.
    pub fn names(&self, row: &Row<'_>, to: &mut Vec<String>) {
        to.extend(self.names.iter().map(|(at, _)| row.cell(*at).unwrap_or_default().to_string()));
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
                let from = law.fact(&c.fact).and_then(|f| match &f.derived {
                    Some(law::fact::Derived::CalendarYearsSince(from)) => Some(from),
                    _ => None,
                });
                told |= facts.contains(&c.fact) || from.is_some_and(|f| facts.contains(f));
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
                    _ => fact_cell(&read),
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

/// Days that papers of drivers and vehicles can bear: nothing before the first registers, nothing that no paper reaches.
fn plausible(on: Date) -> std::ops::RangeInclusive<Date> {
    let last = Date::new(on.year().saturating_add(30), 12, 31).unwrap_or(Date::MAX);
    Date::new(1920, 1, 1).unwrap_or(Date::MIN)..=last
}
