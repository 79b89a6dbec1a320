//! Facts of many subjects as columns of narrow numbers, in blocks.

use std::sync::Arc;

use indexmap::IndexMap;
use jiff::civil::Date;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::kernel::Lanes;
use super::threshold::date_of;
use crate::fact::{Derived, FactType};
use crate::value::day_number;
use crate::{Facts, Id, Law, Value};

/// Rows of a full block: its columns stay in the processor's cache while a plan runs over them.
pub const BLOCK_ROWS: usize = 4096;

/// Decimals are held exactly in units of `10^-4`; see [`CellFaultKind::Precision`].
pub const DECIMAL_PLACES: u32 = 4;

/// The facts that a file can know, with their types: its columns, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    columns: IndexMap<Id, FactType>,
    /// The columns of facts that follow from other columns of the row, by their place.
    follows: Vec<(usize, Derived)>,
}

impl Schema {
    /// Columns for these facts of a law. Names that the law does not declare, repeated names and the date of the question get
    /// no column; ask [`Schema::position`] for the place of each. What follows from these facts alone gets a column after them,
    /// which fills itself.
    #[must_use]
    pub fn of<'a>(law: &Law, facts: impl IntoIterator<Item = &'a str>) -> Self {
        let known = facts.into_iter().filter_map(|id| law.fact(id));
        let held = known.filter(|f| f.derived != Some(Derived::QuestionDate));
        let mut columns: IndexMap<Id, FactType> = held.map(|f| (f.id.clone(), f.kind.clone())).collect();
        let told: Vec<Id> = columns.keys().cloned().collect();
        let mut follows = Vec::new();
        for fact in law.facts.values() {
            let Some(derived) = &fact.derived else { continue };
            let timeless = !matches!(derived, Derived::QuestionDate | Derived::CalendarYearsSince(_));
            if timeless && derived.bases().into_iter().all(|b| told.contains(b)) {
                let (place, _) = columns.insert_full(fact.id.clone(), fact.kind.clone());
                follows.push((place, derived.clone()));
            }
        }
        Schema { columns, follows }
    }

    /// The number of a column that follows from others of the row, where nobody stated it.
    fn following(&self, place: usize, cells: &[Cell]) -> Option<i64> {
        let (_, derived) = self.follows.iter().find(|(p, _)| *p == place)?;
        let value = derived.timeless(&|fact| {
            let (at, _, kind) = self.columns.get_full(fact)?;
            value_of(kind, cells.get(at)?.number(kind).ok()??)
        })?;
        let (_, kind) = self.columns.get_index(place)?;
        Cell::of(kind, &value)?.number(kind).ok()?
    }

    /// The place of a fact's column.
    #[must_use]
    pub fn position(&self, fact: &str) -> Option<usize> {
        self.columns.get_index_of(fact)
    }

    /// The columns in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Id, &FactType)> {
        self.columns.iter()
    }

    /// How many columns.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    pub(super) fn column(&self, fact: &Id, kind: &FactType) -> Option<usize> {
        let (place, _, held) = self.columns.get_full(fact)?;
        (held == kind).then_some(place)
    }
}

/// What stands in one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing, or nothing that could be read: unknown, never false.
    Unknown,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// An exact decimal.
    Decimal(Decimal),
    /// A civil date.
    Date(Date),
    /// A civil date, as days since 1970-01-01.
    Day(i32),
    /// A symbol, by its place in the closed list of the fact.
    Symbol(usize),
    /// Free text, of which only the presence counts.
    Text,
}

/// Why a cell was taken as unknown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fact}: {kind}")]
pub struct CellFault {
    /// The fact of the column.
    pub fact: Id,
    /// What is wrong.
    pub kind: CellFaultKind,
}

/// What is wrong with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CellFaultKind {
    /// It is not of the type of the fact, or not in its closed list.
    #[error("o valor não é do tipo deste fato")]
    Type,
    /// It has more than four decimal places or more than fourteen digits before them.
    #[error("o valor tem mais de quatro casas decimais ou é grande demais")]
    Precision,
}

impl Cell {
    /// The cell of a value, when the value is of the type.
    #[must_use]
    pub fn of(kind: &FactType, value: &Value) -> Option<Cell> {
        if !kind.admits(value) {
            return None;
        }
        Some(match (kind, value) {
            (FactType::Enum(symbols), Value::Text(t)) => {
                Cell::Symbol(symbols.iter().position(|(s, _)| s == t)?)
            }
            (_, Value::Bool(b)) => Cell::Bool(*b),
            (_, Value::Int(n)) => Cell::Int(*n),
            (_, Value::Decimal(d)) => Cell::Decimal(*d),
            (_, Value::Date(d)) => Cell::Date(*d),
            (_, Value::Text(_)) => Cell::Text,
        })
    }

    fn number(&self, kind: &FactType) -> Result<Option<i64>, CellFaultKind> {
        let scaled = |d: Decimal| {
            let scaled =
                d.checked_mul(Decimal::from(10_i64.pow(DECIMAL_PLACES))).ok_or(CellFaultKind::Precision)?;
            let exact = if scaled.fract().is_zero() { scaled.to_i64() } else { None };
            exact.map(Some).ok_or(CellFaultKind::Precision)
        };
        match (*self, kind) {
            (Cell::Unknown, _) => Ok(None),
            (Cell::Bool(b), FactType::Bool) => Ok(Some(i64::from(b))),
            (Cell::Int(n), FactType::Int | FactType::Hour) => Ok(Some(n)),
            (Cell::Int(n), FactType::Decimal) => scaled(Decimal::from(n)),
            (Cell::Decimal(d), FactType::Decimal) => scaled(d),
            (Cell::Date(d), FactType::Date) => Ok(Some(i64::from(day_number(d)))),
            (Cell::Day(n), FactType::Date) => Ok(Some(i64::from(n))),
            (Cell::Symbol(n), FactType::Enum(symbols)) if n < symbols.len() => {
                i64::try_from(n).map(Some).map_err(|_| CellFaultKind::Type)
            }
            (Cell::Text, FactType::Text) => Ok(Some(0)),
            _ => Err(CellFaultKind::Type),
        }
    }
}

/// A block of rows, column by column. Values are held as offsets from the least of the block, in the narrowest lanes that
/// hold them, with a bit for each row that has one.
#[derive(Clone, Debug)]
pub struct Columns {
    pub(super) schema: Arc<Schema>,
    pub(super) numbers: Vec<u64>,
    /// A bit for each row; the bits beyond the last row are not set.
    pub(super) live: Vec<u64>,
    pub(super) columns: Vec<Column>,
}

#[derive(Clone, Debug)]
pub(super) struct Column {
    /// What an offset of zero stands for.
    pub(super) base: i64,
    /// Offsets, padded to whole words of 64 rows.
    pub(super) lanes: Lanes,
    pub(super) known: Vec<u64>,
}

impl Column {
    /// The number in a row, when it is known.
    pub(super) fn number(&self, row: usize) -> Option<i64> {
        let known = self.known.get(row / 64)? >> (row % 64) & 1 == 1;
        known.then(|| self.base.wrapping_add_unsigned(self.lanes.offset(row)))
    }
}

impl Columns {
    /// How many rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The numbers that the rows were pushed with, in order.
    #[must_use]
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// The facts of one row, by its place in the block. Of free text only the presence was kept.
    #[must_use]
    pub fn facts(&self, row: usize) -> Facts {
        let mut facts = Facts::new();
        for ((id, kind), column) in self.schema.iter().zip(&self.columns) {
            if let Some(value) = column.number(row).and_then(|n| value_of(kind, n)) {
                facts.set(id.clone(), value);
            }
        }
        facts
    }
}

fn value_of(kind: &FactType, number: i64) -> Option<Value> {
    Some(match kind {
        FactType::Bool => Value::Bool(number != 0),
        FactType::Int | FactType::Hour => Value::Int(number),
        FactType::Decimal => Value::Decimal(Decimal::new(number, DECIMAL_PLACES).normalize()),
        FactType::Date => Value::Date(date_of(number)?),
        FactType::Enum(symbols) => Value::Text(symbols.get(usize::try_from(number).ok()?)?.0.clone()),
        FactType::Text => Value::Text("informado".into()),
    })
}

/// Builds blocks row by row.
#[derive(Clone, Debug)]
pub struct ColumnsBuilder {
    schema: Arc<Schema>,
    numbers: Vec<u64>,
    staged: Vec<Staged>,
}

#[derive(Clone, Debug)]
struct Staged {
    values: Vec<i64>,
    known: Vec<u64>,
    /// The word of `known` that is being filled.
    word: u64,
    least: i64,
    most: i64,
}

impl ColumnsBuilder {
    /// An empty block of these columns.
    #[must_use]
    pub fn new(schema: Arc<Schema>) -> Self {
        let staged = vec![Staged::new(); schema.len()];
        ColumnsBuilder { schema, numbers: Vec::with_capacity(BLOCK_ROWS), staged }
    }

    /// Whether the block has [`BLOCK_ROWS`] rows and should be finished.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.numbers.len() >= BLOCK_ROWS
    }

    /// Adds a row. `number` is the caller's: a line of the file. `cells` stand in the order of the schema; cells that are not
    /// given are unknown. A bad cell never stops the rest: it is taken as unknown and handed back.
    pub fn push(&mut self, number: u64, cells: &[Cell]) -> Vec<CellFault> {
        let row = self.numbers.len();
        self.numbers.push(number);
        let mut faults = Vec::new();
        let columns = self.staged.iter_mut().zip(self.schema.iter());
        for (place, (staged, (fact, kind))) in columns.enumerate() {
            let value = match cells.get(place) {
                None | Some(Cell::Unknown) => None,
                Some(cell) => cell.number(kind).unwrap_or_else(|kind| {
                    faults.push(CellFault { fact: fact.clone(), kind });
                    None
                }),
            };
            staged.push(row, value.or_else(|| self.schema.following(place, cells)));
        }
        faults
    }

    /// The block, leaving an empty one behind.
    pub fn finish(&mut self) -> Columns {
        let rows = self.numbers.len();
        let columns = self.staged.iter_mut().map(Staged::finish).collect();
        let mut live = vec![u64::MAX; rows.div_ceil(64)];
        if let Some(last) = live.last_mut()
            && !rows.is_multiple_of(64)
        {
            *last = (1 << (rows % 64)) - 1;
        }
        let numbers = std::mem::replace(&mut self.numbers, Vec::with_capacity(BLOCK_ROWS));
        Columns { schema: self.schema.clone(), numbers, live, columns }
    }
}

impl Staged {
    fn new() -> Self {
        let (values, known) = (Vec::with_capacity(BLOCK_ROWS), Vec::with_capacity(BLOCK_ROWS / 64));
        Staged { values, known, word: 0, least: i64::MAX, most: i64::MIN }
    }

    fn push(&mut self, row: usize, value: Option<i64>) {
        if let Some(value) = value {
            self.word |= 1 << (row % 64);
            self.least = self.least.min(value);
            self.most = self.most.max(value);
        }
        self.values.push(value.unwrap_or(0));
        if row % 64 == 63 {
            self.known.push(std::mem::take(&mut self.word));
        }
    }

    fn finish(&mut self) -> Column {
        if !self.values.len().is_multiple_of(64) {
            self.known.push(self.word);
        }
        // a column without a known value is all zeros
        let (base, most) = if self.least > self.most { (0, 0) } else { (self.least, self.most) };
        let span = most.wrapping_sub(base).cast_unsigned();
        let offsets = self.values.iter().map(|v| v.wrapping_sub(base).cast_unsigned());
        let lanes = Lanes::narrowest(span, offsets);
        let known = std::mem::take(&mut self.known);
        self.values.clear();
        (self.word, self.least, self.most) = (0, i64::MAX, i64::MIN);
        self.known.reserve(BLOCK_ROWS / 64);
        Column { base, lanes, known }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn schema(kinds: &[(&str, FactType)]) -> Arc<Schema> {
        let columns = kinds.iter().map(|(id, k)| (Id::from(*id), k.clone())).collect();
        Arc::new(Schema { columns, follows: Vec::new() })
    }

    #[test]
    fn what_goes_in_comes_out() {
        let symbols = FactType::Enum(vec![("B".into(), "B".into()), ("AD".into(), "A e D".into())]);
        let schema = schema(&[
            ("b", FactType::Bool),
            ("i", FactType::Int),
            ("d", FactType::Decimal),
            ("t", FactType::Date),
            ("e", symbols),
        ]);
        assert_eq!(
            Cell::Day(-1).number(&FactType::Date),
            Cell::Date(date(1969, 12, 31)).number(&FactType::Date)
        );
        let rows = [
            [
                Cell::Bool(true),
                Cell::Int(i64::MIN),
                Cell::Decimal(Decimal::new(123_456, 4)),
                Cell::Date(Date::MAX),
                Cell::Symbol(1),
            ],
            [Cell::Unknown; 5],
            [Cell::Bool(false), Cell::Int(i64::MAX), Cell::Int(-3), Cell::Date(Date::MIN), Cell::Symbol(0)],
        ];
        let mut builder = ColumnsBuilder::new(schema);
        for (number, row) in (10..).zip(&rows) {
            assert_eq!(builder.push(number, row), []);
        }
        let block = builder.finish();
        assert_eq!(block.numbers(), [10, 11, 12]);
        assert_eq!(block.live, [0b111]);
        let first = block.facts(0);
        assert_eq!(first.get("b"), Some(&Value::Bool(true)));
        assert_eq!(first.get("i"), Some(&Value::Int(i64::MIN)));
        assert_eq!(first.get("d"), Some(&Value::Decimal(Decimal::new(123_456, 4))));
        assert_eq!(first.get("t"), Some(&Value::Date(Date::MAX)));
        assert_eq!(first.get("e"), Some(&Value::Text("AD".into())));
        assert_eq!(block.facts(1), Facts::new());
        assert_eq!(block.facts(2).get("i"), Some(&Value::Int(i64::MAX)));
        assert_eq!(block.facts(2).get("d"), Some(&Value::Decimal(Decimal::from(-3))));
        assert!(builder.finish().is_empty());
    }

    #[test]
    fn a_bad_cell_is_unknown_and_handed_back() {
        let schema = schema(&[("i", FactType::Int), ("d", FactType::Decimal)]);
        let mut builder = ColumnsBuilder::new(schema);
        let faults = builder.push(2, &[Cell::Bool(true), Cell::Decimal(Decimal::new(1, 5))]);
        assert_eq!(
            faults.iter().map(|f| f.kind).collect::<Vec<_>>(),
            [CellFaultKind::Type, CellFaultKind::Precision]
        );
        assert_eq!(faults[1].to_string(), "d: o valor tem mais de quatro casas decimais ou é grande demais");
        assert_eq!(builder.push(3, &[Cell::Int(1)]), []);
        let block = builder.finish();
        assert_eq!(block.facts(0), Facts::new());
        assert_eq!(block.facts(1).get("i"), Some(&Value::Int(1)));
    }
}
