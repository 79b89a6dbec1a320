//! The plan over columns: a register of one million fictitious records judged by twelve conditions with yes, no and unknown of
//! every one kept; a what-if that touches one condition; one explained decision; and, where Python has them, the same twelve
//! conditions in numpy and in Polars in the same run.

#[path = "measure/python.rs"]
mod python;
#[path = "measure/time.rs"]
mod time;

#[path = "../tests/it/blank_law.rs"]
#[allow(dead_code, reason = "the tests use all of it, the benchmark a part")]
mod blank_law;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use brasil::term::{Term, Unit};
use jiff::ToSpan;
use jiff::civil::{Date, date};
use law::fact::Derived;
use law::plan::{BLOCK_ROWS, Cell, Columns, ColumnsBuilder, Plan, Schema, Verdict, WhatIf, count};
use law::{Comparator as C, FactType, Facts, Law, Operand, Value};

use time::cost;

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

/// The same on nullable columns, so that Polars keeps the three values by itself.
const POLARS: &str = r"
import time, numpy as np, polars as pl
n = 1_000_000
r = np.random.default_rng(1)
def column():
    known = r.random(n) > 0.02
    return pl.Series(r.integers(0, 100, n, dtype=np.int32)).set(pl.Series(~known), None)
df = pl.DataFrame({f'c{i}': column() for i in range(12)})
each = [(pl.col(f'c{i}') >= 10).alias(f'y{i}') for i in range(12)]
def run():
    yes = df.select(each)
    return yes, yes.select(pl.all_horizontal(pl.all()))
run()
start = time.process_time_ns()
for _ in range(30):
    run()
print((time.process_time_ns() - start) / 30 / n)
";

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

    let (yes, no) = kept.iter().fold((0, 0), |(y, n), v| (y + count(v.yes()), n + count(v.no())));
    println!("{}", time::machine());
    println!("\n{RECORDS} records: {yes} yes, {no} no, {} undetermined", RECORDS - yes - no);

    println!("\ntwelve conditions over columns, each kept in three values (at most 7 ns a record)");
    let ours = cost(100, 1, || judge_all(black_box(&mut again))).each(RECORDS);
    let alone = undisturbed(200, blocks.len(), |n| executor.judge_into(&blocks[n], &mut again[n]));
    println!("  {}; undisturbed {:.2}", ours.show(1.0, "ns"), alone / RECORDS as f64);
    for (what, program) in [("numpy", NUMPY), ("Polars", POLARS)] {
        match python::numbers(program, &[]).as_deref() {
            Ok([theirs]) => {
                let mine = ours.processor.unwrap_or(ours.median);
                println!(
                    "  {what}, the same twelve: {theirs:.2} ns of processor time, {:.1} times ours",
                    theirs / mine
                );
            }
            Ok(_) => println!("  skipped: {what} beside it (it told something else)"),
            Err(why) => println!("  skipped: {what} beside it ({why})"),
        }
    }

    let (gained, lost) = what_if();
    println!("\nwhat-if of one condition, on all of them (at most 1 ms): {gained} gain, {lost} lose");
    let whole = cost(200, 1, || {
        black_box(what_if());
    });
    let change = WhatIf::new(&plan, &stricter, &schema);
    let alone = undisturbed(200, blocks.len(), |n| drop(black_box(change.judge(&blocks[n], &kept[n]))));
    println!("  {}; undisturbed {:.2}", whole.show(1e6, "ms"), alone / 1e6);

    println!("\none explained decision of twelve requirements without a rulebook around them (at most 5 µs)");
    let decision = cost(2_000, 20, || {
        black_box(law.eligibility(&["veiculo"], black_box(&in_order), ON, None));
    });
    println!("  {}", decision.show(1e3, "µs"));

    println!("\ncompiling the plan");
    let compiling = cost(500, 1, || {
        black_box(Plan::compile(&law, &["veiculo"], ON, None));
    });
    println!("  {}", compiling.show(1e3, "µs"));

    println!("\nbuilding the columns from cells");
    let mut state = 7;
    let rows: Vec<_> = (0..BLOCK_ROWS).map(|_| cells(&mut state)).collect();
    let mut builder = ColumnsBuilder::new(schema.clone());
    let building = cost(200, 1, || {
        rows.iter().zip(0..).for_each(|(row, number)| drop(builder.push(number, row)));
        black_box(builder.finish());
    });
    println!("  {} a record", building.each(BLOCK_ROWS).show(1.0, "ns"));
}
