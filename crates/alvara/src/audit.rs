//! `alvara law audit`: a whole register judged in one pass, block by block, so that memory does not grow with the file.

mod pipeline;
mod report;

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use jiff::civil::Date;
use law::Law;
use law::audit::Audit;
use law::plan::Schema;
use sheet::{Dialect, Mapping, Reader, Record, SafeCsv, Tally};

use crate::register::rows::{CellNotes, Sheet};
use crate::rulebooks::Shelf;
use pipeline::{Batch, Layout, Parsed, Pipeline};

/// How much is read at a time.
const CHUNK: usize = 1 << 20;
/// How much of the file is looked at to find out how it is written.
const SAMPLE: usize = 1 << 16;

/// Arguments of the audit.
#[derive(Debug, Args)]
pub struct AuditArgs {
    /// Nome do livro de regras.
    name: String,
    /// Planilha exportada em CSV, de condutores ou de veículos.
    file: PathBuf,
    /// Data em que a lei é aplicada (AAAA-MM-DD); sem ela, hoje.
    #[arg(long, value_name = "DATA", value_parser = crate::console::date)]
    on: Option<Date>,
    /// Resposta de uma leitura, para ver o que mudaria (CAR-G19=por_dia); pode repetir.
    #[arg(long, value_name = "LEITURA=RESPOSTA")]
    reading: Vec<String>,
    /// Arquivo que diz que coluna é cada fato, quando os nomes não bastam.
    #[arg(long, value_name = "TOML")]
    mapping: Option<PathBuf>,
    /// Grava o resultado de cada linha neste CSV.
    #[arg(long, value_name = "CSV")]
    out: Option<PathBuf>,
    /// Resumo em JSON, para máquinas.
    #[arg(long)]
    json: bool,
}

/// How long each part took.
#[derive(Debug, Default)]
pub struct Times {
    /// Reading the file, finding rows, reading cells.
    pub reading: Duration,
    /// Judging by the law.
    pub judging: Duration,
    /// Writing the verdicts.
    pub writing: Duration,
}

/// Runs the audit.
pub fn run(args: &AuditArgs, shelf: &Shelf) -> Result<ExitCode> {
    let law = read_as(&shelf.law(&args.name)?, &args.reading)?;
    let on = args.on.unwrap_or_else(crate::clock::today);
    let mapping = args.mapping.as_deref().map(read_mapping).transpose()?;
    let mut file =
        File::open(&args.file).with_context(|| format!("não consegui abrir {}", args.file.display()))?;
    let size = file.metadata().map_or(0, |m| m.len());

    let mut sample = Vec::with_capacity(SAMPLE);
    Read::by_ref(&mut file)
        .take(SAMPLE as u64)
        .read_to_end(&mut sample)
        .context("não consegui ler o arquivo")?;
    if sample.is_empty() {
        bail!("{} está vazio", args.file.display());
    }
    let mut dialect = sheet::detect(&sample);
    if let Some(m) = &mapping {
        m.apply(&mut dialect);
    }
    if !args.json {
        say!("{}", args.file.display());
        dialect.findings.iter().for_each(|f| say!("  {}", f.text));
    }

    let bar = progress(size, args.json);
    let (done, tally) = std::thread::scope(|scope| {
        let work = Work::new(&law, on, &dialect, mapping.as_ref(), args, Pipeline::start(scope))?;
        judge(work, &mut file, sample, Reader::new(&dialect), &bar)
    })?;
    let Some(audit) = &done.audit else { bail!("o arquivo não tem nenhuma linha depois do cabeçalho") };
    if args.json {
        say!("{:#}", report::json(&law, audit, &done.notes, tally, on, &done.times));
    } else {
        report::print(&law, audit, &done.notes, tally, on, &done.times);
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads and judges the whole file, of which the first bytes are in hand.
fn judge<'l>(
    mut work: Work<'l>,
    file: &mut File,
    sample: Vec<u8>,
    mut reader: Reader,
    bar: &ProgressBar,
) -> Result<(Done<'l>, Tally)> {
    let mut chunk = sample;
    loop {
        let started = Instant::now();
        let before = work.times.judging + work.times.writing;
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
        work.times.reading +=
            started.elapsed().saturating_sub(work.times.judging + work.times.writing - before);
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
    Ok((work.close()?, tally))
}

/// What came out of an audit.
struct Done<'l> {
    audit: Option<Audit<'l>>,
    notes: CellNotes,
    times: Times,
}

/// What is being done: the columns once found, the rows being gathered, the counts, the output.
struct Work<'l> {
    law: &'l Law,
    on: Date,
    dialect: &'l Dialect,
    mapping: Option<&'l Mapping>,
    quiet: bool,
    layout: Option<Layout>,
    batch: Batch,
    pipeline: Pipeline,
    audit: Option<Audit<'l>>,
    notes: CellNotes,
    out: Option<Output>,
    times: Times,
}

impl<'l> Work<'l> {
    fn new(
        law: &'l Law,
        on: Date,
        dialect: &'l Dialect,
        mapping: Option<&'l Mapping>,
        args: &AuditArgs,
        pipeline: Pipeline,
    ) -> Result<Self> {
        let out = match &args.out {
            None => None,
            Some(path) => Some(Output::create(path, &args.file)?),
        };
        Ok(Self {
            law,
            on,
            dialect,
            mapping,
            quiet: args.json,
            layout: None,
            batch: Batch::default(),
            pipeline,
            audit: None,
            notes: CellNotes::default(),
            out,
            times: Times::default(),
        })
    }

    fn take(&mut self, record: Record<'_>) -> Result<()> {
        match record {
            Record::Header(row) => self.begin(&row),
            Record::Bad(bad) => {
                self.notes.bad_row(bad.line, &bad.fault.to_string());
                Ok(())
            }
            Record::Row(row) => {
                let Some(layout) = &self.layout else {
                    bail!(
                        "a planilha não tem cabeçalho com nomes de colunas; diga as colunas num arquivo de mapeamento \
                         (--mapping)"
                    );
                };
                self.batch.push(row.line(), layout.sheet.texts(&row));
                if self.batch.is_full() { self.send() } else { Ok(()) }
            }
        }
    }

    fn begin(&mut self, header: &sheet::Row<'_>) -> Result<()> {
        let (sheet, told) = Sheet::of(self.law, header, self.dialect, self.mapping, self.on);
        if !self.quiet {
            told.iter().for_each(|t| say!("  {t}"));
        }
        let subjects = sheet.subjects(self.law);
        let schema = Arc::new(Schema::of(self.law, sheet.facts().iter().map(AsRef::as_ref)));
        let names: Vec<&str> = subjects.iter().map(AsRef::as_ref).collect();
        self.audit = Some(Audit::new(self.law, &names, self.on, None, Arc::clone(&schema))?);
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
        let Some(audit) = &mut self.audit else { return Ok(()) };
        let started = Instant::now();
        let block = parsed.block;
        let verdict = audit.add(&block);
        self.notes.extend(parsed.notes);
        self.times.judging += started.elapsed();
        if let Some(out) = &mut self.out {
            let started = Instant::now();
            for (at, row) in audit.rows(&block, &verdict).enumerate() {
                let facts = || block.facts(at);
                out.csv.row(report::row(self.law, audit, &row, facts));
            }
            out.write()?;
            self.times.writing += started.elapsed();
        }
        Ok(())
    }

    /// Judges what is left and puts the verdicts in their place.
    fn close(mut self) -> Result<Done<'l>> {
        let started = Instant::now();
        let before = self.times.judging + self.times.writing;
        self.send()?;
        while let Some(parsed) = self.pipeline.take(true)? {
            self.judge(parsed)?;
        }
        self.times.reading +=
            started.elapsed().saturating_sub(self.times.judging + self.times.writing - before);
        self.out.take().map_or(Ok(()), Output::close)?;
        Ok(Done { audit: self.audit, notes: self.notes, times: self.times })
    }
}

/// The verdicts being written. They stand beside the name asked for until they are whole, and never in the place of the register.
struct Output {
    csv: SafeCsv,
    file: tempfile::NamedTempFile,
    path: PathBuf,
}

impl Output {
    fn create(path: &Path, register: &Path) -> Result<Self> {
        let same = path.canonicalize().ok().zip(register.canonicalize().ok()).is_some_and(|(a, b)| a == b);
        if same {
            bail!("{} é a própria planilha auditada; escolha outro nome para o resultado", path.display());
        }
        if path.exists() && !path.is_file() {
            bail!("{} não é um arquivo comum; escolha outro nome para o resultado", path.display());
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::NamedTempFile::new_in(folder)
            .with_context(|| format!("não consegui gravar na pasta {}", folder.display()))?;
        let mut csv = SafeCsv::new();
        csv.row([
            "linha",
            "resultado, do que a planilha permite verificar",
            "artigos",
            "não atende",
            "indeterminado",
            "razões",
        ]);
        Ok(Self { csv, file, path: path.to_path_buf() })
    }

    fn write(&mut self) -> Result<()> {
        self.file.write_all(&self.csv.take()).context("não consegui gravar o resultado")
    }

    fn close(mut self) -> Result<()> {
        self.write()?;
        self.file.as_file().sync_all().context("não consegui gravar o resultado")?;
        self.file
            .persist(&self.path)
            .with_context(|| format!("não consegui gravar {}", self.path.display()))?;
        Ok(())
    }
}

/// The law with the readings asked for.
fn read_as(law: &Law, readings: &[String]) -> Result<Law> {
    let mut setting = law::setting::Setting::default();
    for text in readings {
        let Some((id, answer)) = text.split_once('=') else {
            bail!("“{text}” não diz uma leitura; escreva, por exemplo, CAR-G19=por_dia");
        };
        let ruling = law::reading::Ruling {
            answer: answer.into(),
            since: Date::MIN,
            by: "pedido na auditoria".into(),
        };
        setting.rulings.push((id.into(), ruling));
    }
    law.with(&setting).map_err(|faults| {
        anyhow::anyhow!(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    })
}

/// A bar for long files.
pub fn progress(size: u64, quiet: bool) -> ProgressBar {
    // the bar goes to standard error, and hides itself when that is not a terminal
    if quiet || size < 4 << 20 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("  {bar:40} {percent}%  {bytes}/{total_bytes}  {eta}");
    ProgressBar::new(size).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// What a mapping file says.
pub fn read_mapping(path: &Path) -> Result<Mapping> {
    let source = crate::rulebooks::read_file(path)?;
    Mapping::parse(&source.text).map_err(|faults| {
        let lines: Vec<String> = faults
            .iter()
            .map(|f| format!("{}:{}:{}: {}", path.display(), f.line, f.column, f.what))
            .collect();
        anyhow::anyhow!("o arquivo de mapeamento tem erros:\n{}", lines.join("\n"))
    })
}

/// Every row of a small CSV as text, the header first.
pub fn table(bytes: &[u8]) -> Vec<Vec<String>> {
    let dialect = sheet::detect(bytes);
    let mut rows = Vec::new();
    let mut reader = Reader::new(&dialect);
    let mut sink = |record: Record<'_>| match record {
        Record::Header(row) | Record::Row(row) => rows.push(row.iter().map(str::to_string).collect()),
        Record::Bad(_) => {}
    };
    reader.feed(bytes, &mut sink);
    reader.finish(&mut sink);
    rows
}
