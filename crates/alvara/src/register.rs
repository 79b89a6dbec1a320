//! A register as it was exported: read block by block, so that memory does not grow with the file, and handed to whoever
//! judges it.

mod pipeline;
pub mod rows;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use jiff::civil::Date;
use law::Law;
use law::plan::{Columns, Schema};
use sheet::{Dialect, Mapping, Reader, Record, Tally};

use pipeline::{Batch, Layout, Parsed, Pipeline};
use rows::{CellNotes, Sheet};

/// How much is read at a time.
const CHUNK: usize = 1 << 20;
/// How much of the file is looked at to find out how it is written.
const SAMPLE: usize = 1 << 16;

/// How a register is opened.
#[derive(Debug, Args)]
pub struct Opening {
    /// Arquivo que diz que coluna é cada fato, quando os nomes não bastam.
    #[arg(long, value_name = "TOML")]
    pub mapping: Option<PathBuf>,
    /// Resumo em JSON, para máquinas.
    #[arg(long)]
    pub json: bool,
}

/// Who judges a register.
pub trait Judge {
    /// The header is known.
    ///
    /// # Errors
    /// There is nothing to judge with these columns.
    fn begin(&mut self, sheet: &Sheet, schema: &Arc<Schema>) -> Result<()>;

    /// Whether the rows are to come with what names them, and those that could not be read with why.
    fn wants_names(&self) -> bool;

    /// A block is full, or it is the last one.
    ///
    /// # Errors
    /// What was found could not be written.
    fn judge(&mut self, page: &Page<'_>) -> Result<()>;
}

/// A block of rows, with what names each of them.
#[derive(Debug)]
pub struct Page<'p> {
    /// The facts.
    pub block: &'p Columns,
    /// The cells that tell which vehicle or person a row is about, as they were written; as many for each row as the sheet
    /// has such columns. Empty unless they are wanted.
    pub names: &'p [String],
    /// Rows among them that could not be read: line and why, in order. Empty unless they are wanted.
    pub bad: &'p [(u64, String)],
}

impl Page<'_> {
    /// The line of a row in the file.
    #[must_use]
    pub fn line(&self, row: usize) -> u64 {
        self.block.numbers().get(row).copied().unwrap_or_default()
    }

    /// The cells that name a row.
    #[must_use]
    pub fn naming(&self, row: usize) -> &[String] {
        let each = if self.block.is_empty() { 0 } else { self.names.len() / self.block.len() };
        self.names.get(row * each..(row + 1) * each).unwrap_or_default()
    }
}

/// What was read.
#[derive(Debug)]
pub struct Found {
    /// What was odd.
    pub notes: CellNotes,
    /// How many rows there were.
    pub tally: Tally,
    /// How long it took to read the file, to find rows and to read cells, without the judge.
    pub reading: Duration,
}

/// Reads a register for a judge. What is found out about the file is told, unless the output is for machines.
///
/// # Errors
/// The file cannot be read, or the judge stops.
pub fn read(path: &Path, opening: &Opening, law: &Law, on: Date, judge: &mut dyn Judge) -> Result<Found> {
    let mapping = opening.mapping.as_deref().map(read_mapping).transpose()?;
    let mut file = File::open(path).with_context(|| format!("não consegui abrir {}", path.display()))?;
    let size = file.metadata().map_or(0, |m| m.len());
    let mut sample = Vec::with_capacity(SAMPLE);
    Read::by_ref(&mut file)
        .take(SAMPLE as u64)
        .read_to_end(&mut sample)
        .context("não consegui ler o arquivo")?;
    if sample.is_empty() {
        bail!("{} está vazio", path.display());
    }
    let mut dialect = sheet::detect(&sample);
    if let Some(m) = &mapping {
        m.apply(&mut dialect);
    }
    if !opening.json {
        say!("{}", path.display());
        dialect.findings.iter().for_each(|f| say!("  {}", f.text));
    }
    std::thread::scope(|scope| {
        let work = Work {
            law,
            on,
            dialect: &dialect,
            mapping: mapping.as_ref(),
            quiet: opening.json,
            wants_names: judge.wants_names(),
            judge,
            judged: Duration::ZERO,
            layout: None,
            batch: Batch::default(),
            pipeline: Pipeline::start(scope),
            notes: CellNotes::default(),
        };
        work.whole(&mut file, sample, &progress(size, opening.json))
    })
}

/// What is being done: the columns once found, the rows being gathered, what was odd.
struct Work<'w> {
    law: &'w Law,
    on: Date,
    dialect: &'w Dialect,
    mapping: Option<&'w Mapping>,
    quiet: bool,
    wants_names: bool,
    judge: &'w mut dyn Judge,
    /// How long the judge took.
    judged: Duration,
    layout: Option<Layout>,
    batch: Batch,
    pipeline: Pipeline,
    notes: CellNotes,
}

impl Work<'_> {
    /// Reads and judges the whole file, of which the first bytes are in hand.
    fn whole(mut self, file: &mut File, sample: Vec<u8>, bar: &ProgressBar) -> Result<Found> {
        let started = Instant::now();
        let mut reader = Reader::new(self.dialect);
        let mut chunk = sample;
        let mut fault = None;
        while !chunk.is_empty() {
            reader.feed(&chunk, &mut |record| self.take_unless(&mut fault, record));
            if let Some(fault) = fault {
                return Err(fault);
            }
            bar.inc(chunk.len() as u64);
            chunk.resize(CHUNK, 0);
            let n = file.read(&mut chunk).context("a leitura do arquivo parou no meio")?;
            chunk.truncate(n);
        }
        let tally = reader.finish(&mut |record| self.take_unless(&mut fault, record));
        if let Some(fault) = fault {
            return Err(fault);
        }
        bar.finish_and_clear();
        self.send()?;
        while let Some(parsed) = self.pipeline.take(true)? {
            self.judge(parsed)?;
        }
        if self.layout.is_none() {
            bail!("o arquivo não tem nenhuma linha depois do cabeçalho");
        }
        Ok(Found { notes: self.notes, tally, reading: started.elapsed().saturating_sub(self.judged) })
    }

    /// Takes a record; after a fault the rest of the bytes in hand is passed over.
    fn take_unless(&mut self, fault: &mut Option<anyhow::Error>, record: Record<'_>) {
        if fault.is_none() {
            *fault = self.take(record).err();
        }
    }

    fn take(&mut self, record: Record<'_>) -> Result<()> {
        match record {
            Record::Header(row) => self.begin(&row),
            Record::Bad(bad) => {
                let why = bad.fault.to_string();
                self.notes.bad_row(bad.line, &why);
                if self.wants_names {
                    self.batch.bad.push((bad.line, why));
                }
                self.send_if_full()
            }
            Record::Row(row) => {
                let Some(layout) = &self.layout else {
                    bail!(
                        "a planilha não tem cabeçalho com nomes de colunas; diga as colunas num arquivo de mapeamento \
                         (--mapping)"
                    );
                };
                self.batch.push(row.line(), layout.sheet.texts(&row));
                if self.wants_names {
                    layout.sheet.names(&row, &mut self.batch.names);
                }
                self.send_if_full()
            }
        }
    }

    fn send_if_full(&mut self) -> Result<()> {
        // what stands before the header is not judged, and waits for it
        if self.batch.is_full() && self.layout.is_some() { self.send() } else { Ok(()) }
    }

    fn begin(&mut self, header: &sheet::Row<'_>) -> Result<()> {
        let (sheet, told) = Sheet::of(self.law, header, self.dialect, self.mapping, self.on);
        if !self.quiet {
            told.iter().for_each(|t| say!("  {t}"));
        }
        let schema = Arc::new(Schema::of(self.law, sheet.facts().iter().map(AsRef::as_ref)));
        self.judge.begin(&sheet, &schema).map_err(|fault| match told.as_slice() {
            [_, ..] if self.quiet => {
                // nobody has been told yet what was found of the columns, and it is why nothing can be judged
                let told: String = told.iter().map(|t| format!("\n  {t}")).collect();
                anyhow::anyhow!("{fault}; o que se achou das colunas:{told}")
            }
            _ => fault,
        })?;
        self.layout = Some(Layout { sheet: Arc::new(sheet), schema });
        Ok(())
    }

    /// Has the cells of the rows gathered read, and judges what was read before them.
    fn send(&mut self) -> Result<()> {
        let next = self.batch.next();
        let batch = std::mem::replace(&mut self.batch, next);
        if let Some(layout) = self.layout.as_ref().filter(|_| !batch.is_empty()) {
            self.pipeline.send(layout, batch)?;
        }
        while let Some(parsed) = self.pipeline.take(false)? {
            self.judge(parsed)?;
        }
        Ok(())
    }

    fn judge(&mut self, parsed: Parsed) -> Result<()> {
        let started = Instant::now();
        self.judge.judge(&Page { block: &parsed.block, names: &parsed.names, bad: &parsed.bad })?;
        self.judged += started.elapsed();
        self.notes.extend(parsed.notes);
        Ok(())
    }
}

/// A bar for long files.
fn progress(size: u64, quiet: bool) -> ProgressBar {
    // the bar goes to standard error, and hides itself when that is not a terminal
    if quiet || size < 4 << 20 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("  {bar:40} {percent}%  {bytes}/{total_bytes}  {eta}");
    ProgressBar::new(size).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// What a mapping file says.
fn read_mapping(path: &Path) -> Result<Mapping> {
    let source = crate::rulebooks::read_file(path)?;
    Mapping::parse(&source.text).map_err(|faults| {
        let lines: Vec<String> = faults
            .iter()
            .map(|f| format!("{}:{}:{}: {}", path.display(), f.line, f.column, f.what))
            .collect();
        anyhow::anyhow!("o arquivo de mapeamento tem erros:\n{}", lines.join("\n"))
    })
}
