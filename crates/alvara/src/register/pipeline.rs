//! Cells are read on every processor at once while one thread reads the file: reading a cell costs more than finding it.
//!
//! Rows go out in batches of one block and come back as columns, in their order. Only so many are under way at a time, so that memory
//! does not grow with the file.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;

use anyhow::{Context as _, Result};
use law::plan::{BLOCK_ROWS, Columns, ColumnsBuilder, Schema};

use super::rows::{CellNotes, Sheet};

/// The cells that are read of some rows, as text.
#[derive(Debug, Default)]
pub struct Batch {
    text: String,
    /// Where each cell ends in the text.
    ends: Vec<usize>,
    lines: Vec<u64>,
    /// What names each row, as it was written.
    pub names: Vec<String>,
    /// Rows that could not be read: line and why.
    pub bad: Vec<(u64, String)>,
}

impl Batch {
    /// Adds a row: its line in the file and the texts of its cells.
    pub fn push<'t>(&mut self, line: u64, cells: impl Iterator<Item = &'t str>) {
        self.lines.push(line);
        for cell in cells {
            self.text.push_str(cell);
            self.ends.push(self.text.len());
        }
    }

    /// An empty one, with room for as much.
    pub fn next(&self) -> Self {
        Self {
            text: String::with_capacity(self.text.len() * 9 / 8),
            ends: Vec::with_capacity(self.ends.len()),
            lines: Vec::with_capacity(self.lines.len()),
            names: Vec::with_capacity(self.names.len()),
            bad: Vec::new(),
        }
    }

    /// Whether it has the rows of a block, or as many that could not be read.
    pub fn is_full(&self) -> bool {
        self.lines.len().max(self.bad.len()) >= BLOCK_ROWS
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.bad.is_empty()
    }
}

/// A batch whose cells were read.
#[derive(Debug)]
pub struct Parsed {
    /// The facts of its rows.
    pub block: Columns,
    /// What was odd in its cells.
    pub notes: CellNotes,
    /// What names each row, as it was written.
    pub names: Vec<String>,
    /// Rows that could not be read: line and why.
    pub bad: Vec<(u64, String)>,
}

/// How cells are read: the columns of the file and the facts they tell.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The columns of the file.
    pub sheet: Arc<Sheet>,
    /// The facts they tell.
    pub schema: Arc<Schema>,
}

/// Threads that read cells.
#[derive(Debug)]
pub struct Pipeline {
    jobs: Sender<(u64, Layout, Batch)>,
    done: Receiver<(u64, Parsed)>,
    /// Batches that came back before an earlier one.
    early: BTreeMap<u64, Parsed>,
    sent: u64,
    taken: u64,
    most: u64,
}

impl Pipeline {
    /// Starts one thread for each processor; they end when the pipeline is dropped.
    pub fn start<'s>(scope: &'s Scope<'s, '_>) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let (jobs, waiting) = channel::<(u64, Layout, Batch)>();
        let (give, done) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let (waiting, give) = (Arc::clone(&waiting), give.clone());
            scope.spawn(move || {
                loop {
                    let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((number, layout, batch)) = job else { break };
                    if give.send((number, layout.read(batch))).is_err() {
                        break;
                    }
                }
            });
        }
        let most = u64::try_from(threads).unwrap_or(1) * 2;
        Self { jobs, done, early: BTreeMap::new(), sent: 0, taken: 0, most }
    }

    /// Sends a batch to be read.
    ///
    /// # Errors
    /// When no thread is left to read it.
    pub fn send(&mut self, layout: &Layout, batch: Batch) -> Result<()> {
        self.jobs.send((self.sent, layout.clone(), batch)).ok().context("a leitura das células parou")?;
        self.sent += 1;
        Ok(())
    }

    /// The next batch in order, when it must be waited for: too many are under way, or `all` are wanted.
    ///
    /// # Errors
    /// When no thread is left that could give it.
    pub fn take(&mut self, all: bool) -> Result<Option<Parsed>> {
        let under_way = self.sent - self.taken;
        if under_way == 0 || !(all || under_way >= self.most) {
            return Ok(None);
        }
        loop {
            if let Some(parsed) = self.early.remove(&self.taken) {
                self.taken += 1;
                return Ok(Some(parsed));
            }
            let (number, parsed) = self.done.recv().context("a leitura das células parou")?;
            self.early.insert(number, parsed);
        }
    }
}

impl Layout {
    fn read(&self, batch: Batch) -> Parsed {
        let mut notes = CellNotes::default();
        let mut builder = ColumnsBuilder::new(Arc::clone(&self.schema));
        let mut ends = batch.ends.iter();
        let mut start = 0;
        let mut cells = Vec::new();
        for line in &batch.lines {
            cells.clear();
            self.sheet.read(
                *line,
                || {
                    let end = ends.next().copied().unwrap_or(start);
                    batch.text.get(std::mem::replace(&mut start, end)..end).unwrap_or_default()
                },
                &mut notes,
                &mut cells,
            );
            for fault in builder.push(*line, &cells) {
                notes.cell(*line, &fault.fact, &fault.kind.to_string(), true);
            }
        }
        Parsed { block: builder.finish(), notes, names: batch.names, bad: batch.bad }
    }
}
