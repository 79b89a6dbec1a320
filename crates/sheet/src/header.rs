//! Finding the columns a caller wants among the names a file gives them.

mod nearness;

pub use nearness::Nearness;
pub(crate) use nearness::nearest as nearest_name;

use crate::cell::CellKind;
use crate::fold::fold;
use crate::mapping::{ColumnRef, Mapping};
use crate::reader::Row;
use std::fmt;

/// A column that the caller wants.
#[derive(Debug, Clone, Copy)]
pub struct ColumnSpec<'a> {
    /// The identifier in the caller's model, such as `veiculo.ano_fabricacao`.
    pub id: &'a str,
    /// The names registers give it, best first; compared folded (see [`fold`]).
    pub names: &'a [&'a str],
    /// What its cells are.
    pub kind: CellKind<'a>,
}

/// How a column was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HowFound {
    /// A person said so in the mapping file.
    Mapped,
    /// By one of its known names.
    Exact,
    /// By something close to a known name: must be shown to the person.
    Supposed(Nearness),
}

/// A wanted column found in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundColumn {
    /// The position in the list of specifications.
    pub spec: usize,
    /// The position in the file's rows, from 0.
    pub position: usize,
    /// The name in the file.
    pub header: String,
    /// How it was found.
    pub how: HowFound,
}

/// Something about the header that a person should see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeaderRemark {
    /// No column of the file is this one.
    Missing {
        /// The wanted column.
        id: String,
        /// The first of its known names.
        name: String,
    },
    /// Two or more columns of the file could be this one, and none was taken.
    Contested {
        /// The wanted column.
        id: String,
        /// Their positions, from 0, and names.
        candidates: Vec<(usize, String)>,
    },
    /// A column that nobody asked for.
    Unmatched {
        /// Its position, from 0.
        position: usize,
        /// Its name.
        header: String,
    },
    /// The same name, folded, stands over several columns.
    Repeated {
        /// The name as first written.
        header: String,
        /// The positions, from 0.
        positions: Vec<usize>,
    },
    /// The mapping file names a column that the file does not have.
    MappedToNothing {
        /// The wanted column.
        id: String,
        /// What the mapping says.
        asked: String,
        /// The nearest name in the file.
        nearest: Option<String>,
    },
    /// The mapping file names a column that the caller does not know.
    UnknownId {
        /// The identifier in the mapping file.
        id: String,
        /// The nearest known identifier.
        nearest: Option<String>,
    },
}

/// The wanted columns found in a header, and what must be told about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HeaderMatch {
    /// The columns found, in the order of the specifications.
    pub columns: Vec<FoundColumn>,
    /// What a person should see.
    pub remarks: Vec<HeaderRemark>,
}

impl HeaderMatch {
    /// Where the wanted column number `spec` stands in the file's rows.
    #[must_use]
    pub fn position(&self, spec: usize) -> Option<usize> {
        self.columns.iter().find(|column| column.spec == spec).map(|column| column.position)
    }

    /// The cell of a row under the wanted column number `spec`.
    #[must_use]
    pub fn cell<'r>(&self, row: &Row<'r>, spec: usize) -> Option<&'r str> {
        row.cell(self.position(spec)?)
    }

    /// Everything that was supposed, is missing or is left over, one Portuguese line each.
    #[must_use]
    pub fn describe(&self, specs: &[ColumnSpec<'_>]) -> Vec<String> {
        let found = self.columns.iter().map(|column| {
            let id = specs.get(column.spec).map_or("", |spec| spec.id);
            let place = column.position + 1;
            let header = &column.header;
            match column.how {
                HowFound::Mapped => {
                    format!("{id}: coluna {place}, “{header}” (dito no arquivo de mapeamento)")
                }
                HowFound::Exact => format!("{id}: coluna {place}, “{header}”"),
                HowFound::Supposed(near) => {
                    format!("{id}: coluna {place}, “{header}” — suposto ({near}); confira")
                }
            }
        });
        found.chain(self.remarks.iter().map(ToString::to_string)).collect()
    }
}

impl fmt::Display for HeaderRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { id, name } => {
                write!(f, "{id}: nenhuma coluna encontrada (procurado “{name}” e variantes)")
            }
            Self::Contested { id, candidates } => {
                write!(f, "{id}: mais de uma coluna pode ser esta, e nenhuma foi usada:")?;
                for (position, header) in candidates {
                    write!(f, " {} “{header}”;", position + 1)?;
                }
                write!(f, " escolha no arquivo de mapeamento, pelo número da coluna")
            }
            Self::Unmatched { position, header } if header.trim().is_empty() => {
                write!(f, "coluna {} sem nome: não usada", position + 1)
            }
            Self::Unmatched { position, header } => {
                write!(f, "coluna {}, “{header}”: não usada", position + 1)
            }
            Self::Repeated { header, positions } => {
                write!(f, "o nome “{header}” aparece em mais de uma coluna:")?;
                for (at, position) in positions.iter().enumerate() {
                    write!(f, "{} {}", if at == 0 { "" } else { "," }, position + 1)?;
                }
                Ok(())
            }
            Self::MappedToNothing { id, asked, nearest } => {
                write!(f, "{id}: o mapeamento pede a coluna {asked}, que o arquivo não tem")?;
                did_you_mean(f, nearest.as_deref())
            }
            Self::UnknownId { id, nearest } => {
                write!(f, "o mapeamento cita “{id}”, que não é uma informação conhecida")?;
                did_you_mean(f, nearest.as_deref())
            }
        }
    }
}

fn did_you_mean(f: &mut fmt::Formatter<'_>, nearest: Option<&str>) -> fmt::Result {
    nearest.map_or(Ok(()), |nearest| write!(f, "; seria “{nearest}”?"))
}

/// Finds the wanted columns: first as the mapping says, then by their known names, then by names close to them. A
/// column that two could be is given to neither.
#[must_use]
pub fn match_header<'h>(
    header: impl IntoIterator<Item = &'h str>,
    specs: &[ColumnSpec<'_>],
    mapping: Option<&Mapping>,
) -> HeaderMatch {
    let names: Vec<&str> = header.into_iter().collect();
    let folded: Vec<String> = names.iter().map(|name| fold(name)).collect();
    let mut search = Search {
        names: &names,
        folded: &folded,
        specs,
        taken: vec![None; names.len()],
        settled: vec![false; specs.len()],
        remarks: Vec::new(),
    };
    search.repeated();
    if let Some(mapping) = mapping {
        search.mapped(mapping);
    }
    search.exact();
    search.near();
    search.finish()
}

struct Search<'s> {
    names: &'s [&'s str],
    folded: &'s [String],
    specs: &'s [ColumnSpec<'s>],
    /// For each column of the file, which wanted column it is.
    taken: Vec<Option<(usize, HowFound)>>,
    /// For each wanted column, whether it is found or has its remark.
    settled: Vec<bool>,
    remarks: Vec<HeaderRemark>,
}

impl Search<'_> {
    fn repeated(&mut self) {
        for (first, name) in self.folded.iter().enumerate() {
            if name.is_empty() || self.folded[..first].contains(name) {
                continue;
            }
            let positions: Vec<usize> = self.positions(name);
            if positions.len() > 1 {
                let header = self.names[first].to_owned();
                self.remarks.push(HeaderRemark::Repeated { header, positions });
            }
        }
    }

    fn positions(&self, folded: &str) -> Vec<usize> {
        (0..self.folded.len()).filter(|at| self.folded[*at] == folded).collect()
    }

    fn mapped(&mut self, mapping: &Mapping) {
        for (id, column) in mapping.columns() {
            let Some(spec) = self.specs.iter().position(|spec| spec.id == id) else {
                let nearest = nearness::nearest(id, self.specs.iter().map(|spec| spec.id));
                self.remarks.push(HeaderRemark::UnknownId { id: id.to_owned(), nearest });
                continue;
            };
            let (positions, asked) = match column {
                ColumnRef::Number(number) => {
                    let at = number.get() - 1;
                    (if at < self.names.len() { vec![at] } else { Vec::new() }, number.to_string())
                }
                ColumnRef::Name(name) => (self.positions(&fold(name)), format!("“{name}”")),
            };
            self.settled[spec] = true;
            match positions.as_slice() {
                [at] => self.taken[*at] = Some((spec, HowFound::Mapped)),
                [] => {
                    let nearest = match column {
                        ColumnRef::Name(name) => nearness::nearest(name, self.names.iter().copied()),
                        ColumnRef::Number(_) => None,
                    };
                    self.remarks.push(HeaderRemark::MappedToNothing { id: id.to_owned(), asked, nearest });
                }
                several => self.contested(spec, several),
            }
        }
    }

    fn contested(&mut self, spec: usize, positions: &[usize]) {
        let candidates = positions.iter().map(|at| (*at, self.names[*at].to_owned())).collect();
        let id = self.specs[spec].id.to_owned();
        self.settled[spec] = true;
        self.remarks.push(HeaderRemark::Contested { id, candidates });
    }

    fn exact(&mut self) {
        for spec in 0..self.specs.len() {
            if self.settled[spec] {
                continue;
            }
            let names: Vec<String> = self.specs[spec].names.iter().map(|name| fold(name)).collect();
            let positions: Vec<usize> = (0..self.folded.len())
                .filter(|at| self.taken[*at].is_none() && names.contains(&self.folded[*at]))
                .collect();
            match positions.as_slice() {
                [] => {}
                [at] => {
                    self.taken[*at] = Some((spec, HowFound::Exact));
                    self.settled[spec] = true;
                }
                several => self.contested(spec, several),
            }
        }
    }

    fn near(&mut self) {
        let mut pairs = Vec::new();
        for (spec, wanted) in self.specs.iter().enumerate().filter(|(spec, _)| !self.settled[*spec]) {
            for (at, header) in self.folded.iter().enumerate().filter(|(at, _)| self.taken[*at].is_none()) {
                let near =
                    wanted.names.iter().filter_map(|name| Nearness::between(header, &fold(name))).min();
                pairs.extend(near.map(|near| (spec, at, near)));
            }
        }
        for (spec, at, near) in &pairs {
            let rivals = pairs.iter().filter(|(other, place, _)| other == spec || place == at).count();
            if rivals == 1 {
                self.taken[*at] = Some((*spec, HowFound::Supposed(*near)));
                self.settled[*spec] = true;
            }
        }
        for spec in 0..self.specs.len() {
            let positions: Vec<usize> =
                pairs.iter().filter(|(other, ..)| *other == spec).map(|(_, at, _)| *at).collect();
            if !self.settled[spec] && !positions.is_empty() {
                self.contested(spec, &positions);
            }
        }
    }

    fn finish(mut self) -> HeaderMatch {
        for (spec, wanted) in self.specs.iter().enumerate().filter(|(spec, _)| !self.settled[*spec]) {
            debug_assert!(self.taken.iter().flatten().all(|(taken, _)| *taken != spec));
            let name = wanted.names.first().copied().unwrap_or(wanted.id).to_owned();
            self.remarks.push(HeaderRemark::Missing { id: wanted.id.to_owned(), name });
        }
        let mut columns = Vec::new();
        for (position, taken) in self.taken.iter().enumerate() {
            let header = self.names[position].to_owned();
            match *taken {
                Some((spec, how)) => columns.push(FoundColumn { spec, position, header, how }),
                None => self.remarks.push(HeaderRemark::Unmatched { position, header }),
            }
        }
        columns.sort_by_key(|column| column.spec);
        HeaderMatch { columns, remarks: self.remarks }
    }
}

#[cfg(test)]
mod tests;
