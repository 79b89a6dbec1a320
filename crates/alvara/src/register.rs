//! A register as it was exported: read block by block, so that memory does not grow with the file, and handed to whoever
//! judges it.

pub mod rows;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Args;
use jiff::civil::Date;
use law::Law;
use law::plan::{Columns, ColumnsBuilder, Schema};
use sheet::{Dialect, Mapping, Reader, Record, Tally};

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
    /// has such columns.
    pub names: &'p [String],
}

/// What was read.
#[derive(Debug)]
pub struct Found {
    /// What was odd.
    pub notes: CellNotes,
    /// How many rows there were.
    pub tally: Tally,
}

/// Reads a register for a judge. What is found out about the file is told, unless the output is for machines.
///
/// # Errors
/// The file cannot be read, or the judge stops.
pub fn read(path: &Path, opening: &Opening, law: &Law, on: Date, judge: &mut dyn Judge) -> Result<Found> {
    let mapping = opening.mapping.as_deref().map(crate::audit::read_mapping).transpose()?;
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
    let mut work = Work {
        law,
        on,
        dialect: &dialect,
        mapping: mapping.as_ref(),
        quiet: opening.json,
        judge,
        begun: None,
        notes: CellNotes::default(),
        names: Vec::new(),
    };
    let bar = crate::audit::progress(size, opening.json);
    let mut reader = Reader::new(&dialect);
    let mut chunk = sample;
    loop {
        let mut fault = None;
        reader.feed(&chunk, &mut |record| {
            if fault.is_none() {
                fault = work.take(record).err();
            }
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        bar.inc(chunk.len() as u64);
        chunk.resize(CHUNK, 0);
        let n = file.read(&mut chunk).context("a leitura do arquivo parou no meio")?;
        chunk.truncate(n);
        if n == 0 {
            break;
        }
    }
    let mut fault = None;
    let tally = reader.finish(&mut |record| {
        if fault.is_none() {
            fault = work.take(record).err();
        }
    });
    if let Some(fault) = fault {
        return Err(fault);
    }
    bar.finish_and_clear();
    work.flush()?;
    if work.begun.is_none() {
        bail!("o arquivo não tem nenhuma linha depois do cabeçalho");
    }
    Ok(Found { notes: work.notes, tally })
}

/// What is being done: the columns once found, the block being filled.
struct Work<'w> {
    law: &'w Law,
    on: Date,
    dialect: &'w Dialect,
    mapping: Option<&'w Mapping>,
    quiet: bool,
    judge: &'w mut dyn Judge,
    begun: Option<(Sheet, ColumnsBuilder)>,
    notes: CellNotes,
    names: Vec<String>,
}

impl Work<'_> {
    fn take(&mut self, record: Record<'_>) -> Result<()> {
        match record {
            Record::Header(row) => self.begin(&row),
            Record::Bad(bad) => {
                let why = bad.fault.to_string();
                self.notes.bad_row(bad.line, &why);
                Ok(())
            }
            Record::Row(row) => {
                let Some((sheet, builder)) = &mut self.begun else {
                    bail!(
                        "a planilha não tem cabeçalho com nomes de colunas; diga as colunas num arquivo de mapeamento \
                         (--mapping)"
                    );
                };
                let mut cells = Vec::new();
                {
                    let mut texts = sheet.texts(&row);
                    sheet.read(row.line(), || texts.next().unwrap_or_default(), &mut self.notes, &mut cells);
                }
                sheet.names(&row, &mut self.names);
                for fault in builder.push(row.line(), &cells) {
                    self.notes.cell(row.line(), &fault.fact, &fault.kind.to_string(), true);
                }
                if builder.is_full() { self.flush() } else { Ok(()) }
            }
        }
    }

    fn begin(&mut self, header: &sheet::Row<'_>) -> Result<()> {
        let (sheet, told) = Sheet::of(self.law, header, self.dialect, self.mapping, self.on);
        if !self.quiet {
            told.iter().for_each(|t| say!("  {t}"));
        }
        let schema = Arc::new(Schema::of(self.law, sheet.facts().iter().map(AsRef::as_ref)));
        self.judge.begin(&sheet, &schema)?;
        self.begun = Some((sheet, ColumnsBuilder::new(schema)));
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        let Some((_, builder)) = &mut self.begun else { return Ok(()) };
        let block = builder.finish();
        if !block.is_empty() {
            self.judge.judge(&Page { block: &block, names: &self.names })?;
        }
        self.names.clear();
        Ok(())
    }
}
