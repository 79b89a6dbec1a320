//! What would change if the law did: only what the change touches is run again, and the answer is that of a full run.

use std::sync::Arc;

use jiff::civil::{Date, date};
use law::plan::{Cell, Columns, ColumnsBuilder, Plan, Schema, WhatIf, count, rows};
use law::{Comparator as C, FactType, Law, Value};

use crate::blank_law::{against, blank_law, declare, require};

const ON: Date = date(2026, 6, 30);

fn base() -> Law {
    let mut law = blank_law();
    declare(&mut law, "ano", "ano de fabricação", FactType::Int, None);
    declare(&mut law, "lugares", "lotação", FactType::Int, None);
    declare(&mut law, "portas", "portas", FactType::Int, None);
    require(&mut law, "ano", "art9.inc6", None, against("ano", C::AtLeast, Value::Int(2016)));
    require(&mut law, "lugares", "art9.inc6", None, against("lugares", C::AtMost, Value::Int(7)));
    law
}

fn block(schema: &Arc<Schema>) -> Columns {
    let mut builder = ColumnsBuilder::new(schema.clone());
    let mut number = 0;
    for year in 2010..=2026 {
        for seats in [5, 7, 8] {
            let doors =
                if number % 4 == 0 { Cell::Unknown } else { Cell::Int(i64::from(2 + number % 2 * 2)) };
            builder.push(u64::from(number as u32), &[Cell::Int(year), Cell::Int(seats), doors]);
            number += 1;
        }
    }
    builder.finish()
}

/// Compares the answer to that of running the whole plan again.
fn same_as_running_all(before: &Law, after: &Law, touched: &[&str]) -> (usize, usize) {
    let schema = Arc::new(Schema::of(before, ["ano", "lugares", "portas"]));
    let block = block(&schema);
    let (b, a) =
        (Plan::compile(before, &["veiculo"], ON, None), Plan::compile(after, &["veiculo"], ON, None));
    let (kept, full) = (b.bind(&schema).judge(&block), a.bind(&schema).judge(&block));
    let what_if = WhatIf::new(&b, &a, &schema);
    assert_eq!(what_if.touched().map(AsRef::as_ref).collect::<Vec<_>>(), touched);
    let effect = what_if.judge(&block, &kept);
    for row in 0..block.len() {
        let is = |bits: &[u64]| rows(bits).any(|r| r == row);
        assert_eq!(is(&effect.gained), is(full.yes()) && !is(kept.yes()), "row {row}");
        assert_eq!(is(&effect.lost), !is(full.yes()) && is(kept.yes()), "row {row}");
        assert_eq!(is(&effect.refused), is(full.no()) && !is(kept.no()), "row {row}");
    }
    (count(&effect.gained), count(&effect.lost))
}

#[test]
fn a_stricter_age_limit_takes_away_and_a_milder_one_gives() {
    let law = base();
    for (year, expected) in [(2018, (0, 4)), (2013, (6, 0)), (2016, (0, 0))] {
        let mut bill = law.clone();
        bill.requirements["ano"].demands = against("ano", C::AtLeast, Value::Int(year));
        let touched: &[&str] = if year == 2016 { &[] } else { &["ano"] };
        assert_eq!(same_as_running_all(&law, &bill, touched), expected, "{year}");
    }
}

#[test]
fn requirements_come_and_go() {
    let law = base();
    let mut bill = law.clone();
    bill.requirements.shift_remove("lugares");
    require(&mut bill, "portas", "art9.inc6", None, against("portas", C::AtLeast, Value::Int(4)));
    let (gained, lost) = same_as_running_all(&law, &bill, &["lugares", "portas"]);
    assert!(gained > 0 && lost > 0, "{gained} {lost}");
    let (back, forth) = same_as_running_all(&bill, &law, &["portas", "lugares"]);
    assert_eq!((back, forth), (lost, gained), "what a bill gives, its repeal takes");
}

#[test]
fn effects_are_told_by_requirement() {
    let law = base();
    let mut bill = law.clone();
    bill.requirements["ano"].demands = against("ano", C::AtLeast, Value::Int(2018));
    let schema = Arc::new(Schema::of(&law, ["ano", "lugares"]));
    let block = {
        let mut builder = ColumnsBuilder::new(schema.clone());
        for (n, (year, seats)) in (0..).zip([(2016, 5), (2017, 9), (2018, 5), (2010, 5)]) {
            builder.push(n, &[Cell::Int(year), Cell::Int(seats)]);
        }
        builder.finish()
    };
    let (b, a) = (Plan::compile(&law, &["veiculo"], ON, None), Plan::compile(&bill, &["veiculo"], ON, None));
    let kept = b.bind(&schema).judge(&block);
    let effect = WhatIf::new(&b, &a, &schema).judge(&block, &kept);
    assert_eq!(rows(&effect.lost).collect::<Vec<_>>(), [0]);
    assert_eq!(effect.requirements.len(), 1);
    let touched = &effect.requirements[0];
    let counts =
        (count(&touched.newly_failed), count(&touched.no_longer_failed), count(&touched.newly_unknown));
    assert_eq!((touched.id.as_ref(), counts), ("ano", (2, 0, 0)));
}
