//! The plan over columns: a register of one million fictitious records judged by twelve conditions with yes, no and unknown of
//! every one kept; a what-if that touches one condition; one explained decision; and, where Python has numpy, the same twelve
//! conditions in numpy in the same run.

#[path = "../tests/it/blank_law.rs"]
#[allow(dead_code, reason = "the tests use all of it, the benchmark a part")]
mod blank_law;

use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use brasil::term::{Term, Unit};
use criterion::{Criterion, Throughput};
use jiff::ToSpan;
use jiff::civil::{Date, date};
use law::fact::Derived;
use law::plan::{BLOCK_ROWS, Cell, Columns, ColumnsBuilder, Plan, Schema, Verdict, WhatIf, count};
use law::{Comparator as C, FactType, Facts, Law, Operand, Value};

use blank_law::{against, blank_law, compare, declare, one_of, require, since, symbols};

const RECORDS: usize = 1_000_000;
const ON: Date = date(2026, 6, 30);
const CATEGORIES: [&str; 9] = ["A", "B", "C", "D", "E", "AB", "AC", "AD", "AE"];

fn twelve_conditions() -> Law {
    let mut law = blank_law();
    let years = Some(Derived::CalendarYearsSince("ano".into()));
    for (id, kind, derived) in [
        ("nascimento", FactType::Date, None),
        ("categoria", symbols(&CATEGORIES), None),
        ("ear", FactType::Bool, None),
        ("primeira_cnh", FactType::Date, None),
        ("validade_cnh", FactType::Date, None),
        ("ano", FactType::Int, None),
        ("portas", FactType::Int, None),
        ("lugares", FactType::Int, None),
        ("seguro", FactType::Date, None),
        ("residencia", FactType::Date, None),
        ("pontos", FactType::Int, None),
        ("certidao", FactType::Date, None),
        ("idade", FactType::Int, years),
    ] {
        declare(&mut law, id, id, kind, derived);
    }
    let int = Value::Int;
    let valid = |fact| compare(fact, C::ValidOn, Operand::None);
    for (n, demands) in [
        since("nascimento", C::ElapsedAtLeast, Term::new(21, Unit::Year)),
        one_of("categoria", &CATEGORIES[1..]),
        against("ear", C::Equal, Value::Bool(true)),
        since("primeira_cnh", C::ElapsedAtLeast, Term::new(730, Unit::Day)),
        valid("validade_cnh"),
        against("idade", C::AtMost, int(10)),
        against("portas", C::AtLeast, int(4)),
        against("lugares", C::AtMost, int(7)),
        valid("seguro"),
        since("residencia", C::ElapsedAtLeast, Term::new(6, Unit::Month)),
        against("pontos", C::LessThan, int(20)),
        since("certidao", C::ElapsedAtMost, Term::new(90, Unit::Day)),
    ]
    .into_iter()
    .enumerate()
    {
        require(&mut law, &format!("r{n}"), "art9", None, demands);
    }
    law
}

/// Random cells, the same in every run; one in fifty is unknown.
fn cells(state: &mut u64) -> [Cell; 12] {
    let mut below = |n: i64| {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state % n.unsigned_abs()).cast_signed()
    };
    let mut near =
        |before: i64, after: i64| Cell::Date(ON.saturating_add((below(before + after) - before).days()));
    let dates = [
        near(60 * 365, -19 * 365),
        near(9_000, -400),
        near(100, 1_700),
        near(20, 345),
        near(3_000, -100),
        near(95, 0),
    ];
    let [birth, first, licence, insurance, home, certificate] = dates;
    let row = [
        birth,
        Cell::Symbol(usize::try_from(below(9)).unwrap_or(0)),
        Cell::Bool(below(20) > 0),
        first,
        licence,
        Cell::Int(2014 + below(13)),
        Cell::Int(if below(12) > 0 { 4 } else { 2 }),
        Cell::Int(5 + below(3) + below(10) / 9),
        insurance,
        home,
        Cell::Int(below(22)),
        certificate,
    ];
    row.map(|cell| if below(50) == 0 { Cell::Unknown } else { cell })
}

fn register(schema: &Arc<Schema>) -> Vec<Columns> {
    let mut builder = ColumnsBuilder::new(schema.clone());
    let mut blocks = Vec::new();
    let mut state = 0x9e37_79b9_7f4a_7c15;
    for number in 0..RECORDS as u64 {
        let faults = builder.push(number, &cells(&mut state));
        assert!(faults.is_empty());
        if builder.is_full() {
            blocks.push(builder.finish());
        }
    }
    blocks.push(builder.finish());
    blocks
}

/// Nanoseconds of this thread on a processor, where the system tells (Linux does): on a shared machine the clock on the wall
/// also counts the work of others.
fn processor_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok()
}

/// Nanoseconds of one run: the mean of many by processor time, or the best by the clock.
fn nanoseconds(runs: u32, mut run: impl FnMut()) -> f64 {
    run();
    let before = processor_time();
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64() * 1e9);
    }
    match (before, processor_time()) {
        (Some(before), Some(after)) => (after - before) / f64::from(runs),
        _ => best,
    }
}

/// Nanoseconds of one pass over all blocks, undisturbed: of each block the best of many passes. A pass reads and writes far more
/// than the caches near the processor hold, so no block is warm from the pass before.
fn undisturbed(passes: u32, blocks: usize, mut run: impl FnMut(usize)) -> f64 {
    let mut best = vec![f64::INFINITY; blocks];
    for _ in 0..passes {
        for (block, best) in best.iter_mut().enumerate() {
            let start = Instant::now();
            run(block);
            *best = best.min(start.elapsed().as_secs_f64() * 1e9);
        }
    }
    best.iter().sum()
}

/// The twelve comparisons on 32-bit columns with their masks of known values, and the conjunction, all kept.
const NUMPY: &str = r"
import time, numpy as np
n = 1_000_000
r = np.random.default_rng(1)
cols = [r.integers(0, 100, n, dtype=np.int32) for _ in range(12)]
known = [r.random(n) > 0.02 for _ in range(12)]
ok = np.zeros(256, dtype=bool); ok[10:] = True
def run():
    yes = []
    for i, c in enumerate(cols):
        hit = ok[c] if i == 1 else c >= 10
        yes.append(hit & known[i])
    every = yes[0]
    no = known[0] & ~yes[0]
    for y, k in zip(yes[1:], known[1:]):
        every = every & y
        no = no | (k & ~y)
    return every, no, yes
run()
start = time.thread_time_ns()
for _ in range(30):
    run()
print((time.thread_time_ns() - start) / 30 / n)
";

fn numpy() -> Result<f64, String> {
    let out = Command::new("python3").args(["-c", NUMPY]).output().map_err(|e| e.to_string())?;
    if !out.status.success() {
        let why = String::from_utf8_lossy(&out.stderr);
        return Err(why.lines().last().unwrap_or("python3 failed").to_string());
    }
    String::from_utf8_lossy(&out.stdout).trim().parse().map_err(|e| format!("{e}"))
}

fn main() {
    let law = twelve_conditions();
    let facts = law.facts.keys().filter(|f| f.as_ref() != "idade").map(AsRef::as_ref);
    let schema = Arc::new(Schema::of(&law, facts));
    let blocks = register(&schema);
    let plan = Plan::compile(&law, &["veiculo"], ON, None);
    assert_eq!(plan.comparisons(), 12);
    let executor = plan.bind(&schema);
    let judge_all = |into: &mut [Verdict]| {
        blocks.iter().zip(into).for_each(|(block, verdict)| executor.judge_into(block, verdict));
    };
    let mut kept = vec![Verdict::default(); blocks.len()];
    judge_all(&mut kept);
    let mut again = kept.clone();

    let mut bill = law.clone();
    if let Some(r) = bill.requirements.get_mut("r5") {
        r.demands = against("idade", C::AtMost, Value::Int(8));
    }
    let stricter = Plan::compile(&bill, &["veiculo"], ON, None);
    let what_if = || -> (usize, usize) {
        let w = WhatIf::new(&plan, &stricter, &schema);
        blocks.iter().zip(&kept).fold((0, 0), |(gained, lost), (block, verdict)| {
            let effect = w.judge(block, verdict);
            (gained + count(&effect.gained), lost + count(&effect.lost))
        })
    };
    // a row that is in order, so that every requirement is explained to the end
    let in_order: Option<Facts> =
        blocks.iter().zip(&kept).find_map(|(b, v)| law::plan::rows(v.yes()).next().map(|row| b.facts(row)));
    let Some(in_order) = in_order else { return eprintln!("no row in order: nothing to explain") };

    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    let mut group = criterion.benchmark_group("plan");
    group.throughput(Throughput::Elements(RECORDS as u64));
    group.bench_function("twelve conditions, 1,000,000 records", |b| {
        b.iter(|| judge_all(black_box(&mut again)));
    });
    group.bench_function("what-if of one condition, 1,000,000 records", |b| b.iter(|| black_box(what_if())));
    group.throughput(Throughput::Elements(1));
    group.bench_function("one explained decision", |b| {
        b.iter(|| black_box(law.eligibility(&["veiculo"], black_box(&in_order), ON, None)));
    });
    group.bench_function("compile", |b| b.iter(|| black_box(Plan::compile(&law, &["veiculo"], ON, None))));
    group.finish();

    let (yes, no) = kept.iter().fold((0, 0), |(y, n), v| (y + count(v.yes()), n + count(v.no())));
    let (gained, lost) = what_if();
    println!("records: {RECORDS}; yes {yes}, no {no}, undetermined {}", RECORDS - yes - no);
    let per_record = |ns: f64| ns / RECORDS as f64;
    let ours = per_record(nanoseconds(100, || judge_all(black_box(&mut again))));
    let alone =
        per_record(undisturbed(200, blocks.len(), |n| executor.judge_into(&blocks[n], &mut again[n])));
    println!(
        "plan over columns, twelve conditions kept in three values: {ours:.2} ns a record of processor time, {alone:.2} \
         undisturbed (at most 7)"
    );
    let ms = nanoseconds(200, || {
        black_box(what_if());
    }) / 1e6;
    let change = WhatIf::new(&plan, &stricter, &schema);
    let alone = undisturbed(200, blocks.len(), |n| drop(black_box(change.judge(&blocks[n], &kept[n])))) / 1e6;
    println!(
        "what-if of one condition: {ms:.3} ms of processor time, {alone:.3} undisturbed (at most 1); gained {gained}, lost \
         {lost}"
    );
    let us = nanoseconds(20_000, || {
        black_box(law.eligibility(&["veiculo"], black_box(&in_order), ON, None));
    }) / 1e3;
    println!("one explained decision of twelve conditions: {us:.2} µs (at most 5)");
    let mut state = 7;
    let rows: Vec<_> = (0..BLOCK_ROWS).map(|_| cells(&mut state)).collect();
    let mut builder = ColumnsBuilder::new(schema.clone());
    let building = nanoseconds(200, || {
        rows.iter().zip(0..).for_each(|(row, number)| drop(builder.push(number, row)));
        black_box(builder.finish());
    }) / BLOCK_ROWS as f64;
    println!("building the columns from cells: {building:.1} ns a record");
    match numpy() {
        Ok(theirs) => println!("numpy, the same twelve: {theirs:.2} ns a record; ratio {:.1}", theirs / ours),
        Err(why) => println!("skipped: numpy beside it ({why})"),
    }
}
