//! `alvara law audit`: a whole register judged in one pass.

mod report;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use jiff::civil::Date;
use law::Law;
use law::audit::Audit;
use law::plan::Schema;
use sheet::{Reader, Record};

use crate::register::rows::Sheet;
use crate::register::{self, Judge, Opening, Page};
use crate::rulebooks::Shelf;
use crate::verdicts::Verdicts;

/// Arguments of the audit.
#[derive(Debug, Args)]
pub struct AuditArgs {
    /// Nome do livro de regras.
    #[arg(value_name = "NOME")]
    name: String,
    /// Planilha exportada em CSV, de condutores ou de veículos.
    #[arg(value_name = "PLANILHA.csv")]
    file: PathBuf,
    /// Data em que a lei é aplicada (AAAA-MM-DD); sem ela, hoje.
    #[arg(long, value_name = "DATA", value_parser = crate::console::date)]
    on: Option<Date>,
    /// Resposta de uma leitura, para ver o que mudaria (CAR-G19=por_dia); pode repetir.
    #[arg(long, value_name = "LEITURA=RESPOSTA")]
    reading: Vec<String>,
    /// Grava o resultado de cada linha neste CSV.
    #[arg(long, value_name = "CSV")]
    out: Option<PathBuf>,
    #[command(flatten)]
    opening: Opening,
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
    let inputs = [("a própria planilha auditada", args.file.as_path())];
    let out = args.out.as_deref().map(|out| Verdicts::create(out, &inputs, shelf)).transpose()?;
    let law = read_as(&shelf.law(&args.name)?, &args.reading)?;
    let on = args.on.unwrap_or_else(crate::clock::today);
    let mut auditor =
        Auditor { law: &law, on, audit: None, out, told: Vec::new(), naming: 0, times: Times::default() };
    let found = register::read(&args.file, &args.opening, &law, on, &mut auditor)?;
    auditor.out.take().map_or(Ok(()), Verdicts::close)?;
    let Auditor { audit: Some(audit), mut times, told, .. } = auditor else {
        bail!("o arquivo não tem nenhuma linha depois do cabeçalho");
    };
    times.reading = found.reading;
    if args.opening.json {
        say!("{:#}", report::json(&law, &audit, &told, &found, on, &times));
    } else {
        report::print(&law, &audit, &found, on, &times);
    }
    Ok(ExitCode::SUCCESS)
}

/// Judges blocks of rows, and writes the verdicts where they are wanted.
struct Auditor<'l> {
    law: &'l Law,
    on: Date,
    audit: Option<Audit<'l>>,
    out: Option<Verdicts>,
    /// What was found out about the columns, in Portuguese.
    told: Vec<String>,
    /// How many columns name a row.
    naming: usize,
    times: Times,
}

impl Judge for Auditor<'_> {
    fn begin(&mut self, sheet: &Sheet, schema: &Arc<Schema>) -> Result<()> {
        let subjects = sheet.subjects(self.law);
        let names: Vec<&str> = subjects.iter().map(AsRef::as_ref).collect();
        self.audit = Some(Audit::new(self.law, &names, self.on, None, Arc::clone(schema))?);
        self.told = sheet.told().to_vec();
        self.naming = sheet.naming().count();
        if let Some(out) = &mut self.out {
            out.csv.row(report::header(sheet));
        }
        Ok(())
    }

    fn wants_names(&self) -> bool {
        self.out.is_some()
    }

    fn judge(&mut self, page: &Page<'_>) -> Result<()> {
        let Some(audit) = &mut self.audit else { return Ok(()) };
        let started = Instant::now();
        let verdict = audit.add(page.block);
        self.times.judging += started.elapsed();
        if let Some(out) = &mut self.out {
            let started = Instant::now();
            let mut bad = page.bad.iter().peekable();
            for (at, row) in audit.rows(page.block, &verdict).enumerate() {
                while let Some((line, why)) = bad.next_if(|(line, _)| *line < row.row) {
                    out.csv.row(report::unreadable(*line, self.naming, why));
                }
                let verdict = report::row(self.law, audit, &row, || page.block.facts(at));
                out.csv.row(report::line(row.row, page.naming(at), verdict));
            }
            for (line, why) in bad {
                out.csv.row(report::unreadable(*line, self.naming, why));
            }
            out.write()?;
            self.times.writing += started.elapsed();
        }
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
