//! How long a million rows take: `cargo run --release -p sheet --example read_million [ROWS]`.
//!
//! The rows are invented (fictício), twelve columns, with accents, quotes, zero dates and here and there a bad row.

use sheet::{
    Cell, CellKind, CellRules, CellValue, Choices, ColumnSpec, HeaderMatch, Reader, Record, YearPart, detect,
    match_header, parse_cell,
};
use std::fmt::Write as _;
use std::time::Instant;

const CHUNK: usize = 64 * 1024;

fn main() {
    let rows: u32 = std::env::args().nth(1).and_then(|rows| rows.parse().ok()).unwrap_or(1_000_000);
    let file = invent(rows);
    let megabytes = file.len() as f64 / 1e6;
    println!("{rows} linhas, 12 colunas, {megabytes:.1} MB");

    let started = Clock::start();
    let dialect = detect(&file[..file.len().min(CHUNK)]);
    println!("detectar: {:?}", started.wall.elapsed());

    let started = Clock::start();
    let mut reader = Reader::new(&dialect);
    let mut bytes = 0;
    let mut sink = |record: Record<'_>| {
        if let Record::Row(row) = record {
            bytes += row.iter().map(str::len).sum::<usize>();
        }
    };
    for chunk in file.chunks(CHUNK) {
        reader.feed(chunk, &mut sink);
    }
    let tally = reader.finish(&mut sink);
    tell("só ler", &started, tally.rows, megabytes);

    let fuels = Choices::new([["ÁLCOOL/GASOLINA"], ["ELÉTRICO"]]);
    let specs = specs(&fuels);
    let started = Clock::start();
    let (mut values, mut missing, mut impossible, mut sum) = (0_u64, 0_u64, 0_u64, 0_i64);
    let mut reader = Reader::new(&dialect);
    let rules = CellRules::of(&dialect, jiff::civil::date(1900, 1, 1)..=jiff::civil::date(2046, 12, 31));
    let mut columns: Vec<(usize, CellKind<'_>)> = Vec::new();
    let mut sink = |record: Record<'_>| match record {
        Record::Header(row) => columns = plan(&match_header(row.iter(), &specs, None), &specs),
        Record::Row(row) => {
            for (position, kind) in &columns {
                match parse_cell(*kind, row.cell(*position).unwrap_or_default(), &rules) {
                    Cell::Value(value) => {
                        values += 1;
                        if let CellValue::Date(day) = value {
                            sum += i64::from(day.epoch_days());
                        }
                    }
                    Cell::Missing(_) => missing += 1,
                    Cell::Impossible(_) => impossible += 1,
                }
            }
        }
        Record::Bad(_) => {}
    };
    for chunk in file.chunks(CHUNK) {
        reader.feed(chunk, &mut sink);
    }
    let tally = reader.finish(&mut sink);
    tell("ler e interpretar", &started, tally.rows, megabytes);
    println!(
        "{values} valores, {missing} ausentes, {impossible} impossíveis, {} linhas ilegíveis ({sum}, {bytes})",
        tally.bad
    );
}

/// Time on the wall and, where the system tells it, of the processor: on a busy machine only the second is ours.
struct Clock {
    wall: Instant,
    processor: Option<f64>,
}

impl Clock {
    fn start() -> Self {
        Self { wall: Instant::now(), processor: processor_seconds() }
    }
}

fn processor_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

fn tell(what: &str, started: &Clock, rows: u64, megabytes: f64) {
    let wall = started.wall.elapsed().as_secs_f64();
    let processor = started.processor.zip(processor_seconds()).map_or(wall, |(before, after)| after - before);
    let (per_second, speed) = (rows as f64 / processor, megabytes / processor);
    println!(
        "{what}: {wall:.3} s no relógio, {processor:.3} s de processador: {per_second:.0} linhas/s, {speed:.0} MB/s"
    );
}

fn plan<'s>(found: &HeaderMatch, specs: &[ColumnSpec<'s>]) -> Vec<(usize, CellKind<'s>)> {
    found.columns.iter().map(|column| (column.position, specs[column.spec].kind)).collect()
}

fn specs(fuels: &Choices) -> [ColumnSpec<'_>; 12] {
    let column = |names, kind| ColumnSpec { id: "x", names, kind };
    [
        column(&["prefixo"], CellKind::Integer),
        column(&["placa"], CellKind::Text),
        column(&["proprietario"], CellKind::Text),
        column(&["cpf"], CellKind::Text),
        column(&["nascimento"], CellKind::Date),
        column(&["cnh validade"], CellKind::Date),
        column(&["ano"], CellKind::Year(YearPart::Make)),
        column(&["lugares"], CellKind::Integer),
        column(&["combustivel"], CellKind::Enum(fuels)),
        column(&["seguro"], CellKind::Money),
        column(&["ar condicionado"], CellKind::Bool),
        column(&["observacao"], CellKind::Text),
    ]
}

fn invent(rows: u32) -> Vec<u8> {
    let mut text = String::with_capacity(rows as usize * 140);
    text.push_str("prefixo;placa;proprietario;cpf;nascimento;cnh_validade;ano;lugares;combustivel;seguro;ar_condicionado;observacao\r\n");
    for row in 0..rows {
        let (day, month) = (row % 28 + 1, row / 28 % 12 + 1);
        let name = ["José Fictício", "Maria Ficticia", "Conceição de Souza Fictícia", "Ana Ficticia"]
            [row as usize % 4];
        let note = ["", "", "vistoria em dia", "\"ponto; \"\"central\"\"\""][row as usize / 4 % 4];
        let expiry = if row % 37 == 0 {
            "30/12/1899".to_owned()
        } else {
            format!("{day:02}/{month:02}/{}", 2020 + row % 12)
        };
        let fuel = if row % 9 == 0 { "ELÉTRICO" } else { "ÁLCOOL/GASOLINA" };
        // writing to a String cannot fail
        let _ = write!(
            text,
            "{row};FIC{}A{:02};{name};000.{:03}.{:03}-00;{day:02}/{month:02}/{};{expiry};{};{};{fuel};R$ {}.{:03},{:02};{};{note}",
            row % 10,
            row / 10 % 100,
            row / 1000 % 1000,
            row % 1000,
            1950 + row % 50,
            2005 + row % 20,
            5 + row % 3,
            1 + row % 9,
            row % 1000,
            row % 100,
            if row % 3 == 0 { "sim" } else { "não" },
        );
        text.push_str(if row % 5003 == 1 { ";sobra\r\n" } else { "\r\n" });
    }
    text.into_bytes()
}
