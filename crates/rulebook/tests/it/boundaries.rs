//! Questions on each side of every limit of a rulebook, made from its own statement and answered twice: by the law, and by a naive
//! reading of the same tables (`reference`). The engine is never asked what to expect.

use std::collections::BTreeMap;

use jiff::civil::{Date, date};
use law::Law;
use serde_json::{Map, Value as Json, json};

use reference::{Answers, Book, day, number, shift, term, text};

mod reference;
mod rules;

/// What was asked, and what the two answers were where they differ.
#[derive(Default)]
struct Tally {
    compared: BTreeMap<&'static str, usize>,
    wrong: Vec<String>,
}

impl Tally {
    fn compare(&mut self, kind: &'static str, asked: &Json, answer: &Json, expected: &[(&str, Json)]) {
        *self.compared.entry(kind).or_default() += 1;
        for (key, want) in expected {
            let have = &answer[*key];
            let same = have == want || number(have).is_some_and(|h| Some(h) == number(want));
            if !same && self.wrong.len() < 40 {
                self.wrong.push(format!("{asked}\n    {key}: expected {want}, the law says {have}"));
            }
        }
    }
}

/// A law with some answers to readings and one value for every parameter.
fn supposing(law: &Law, answers: &Answers, value: &str) -> Law {
    let of = |v: String| law::Value::Decimal(v.parse().unwrap());
    let dated =
        |v| law::parameter::DatedValue { since: Date::MIN, until: None, value: v, source: "x".into() };
    let ruling = |a: &String| law::reading::Ruling {
        answer: a.as_str().into(),
        since: Date::MIN,
        by: "suposto".into(),
    };
    let setting = law::setting::Setting {
        rulings: answers.iter().map(|(r, a)| (r.as_str().into(), ruling(a))).collect(),
        constants: law.parameters.keys().map(|p| (p.clone(), dated(of(value.to_string())))).collect(),
        ..Default::default()
    };
    law.with(&setting).unwrap()
}

fn ask(law: &Law, question: &Json) -> Json {
    law::ask::ask(law, question).unwrap_or_else(|e| panic!("{question}: {e:?}"))
}

/// Every fact that a condition names, with the values on each side of what it is compared to.
fn sides(book: &Book, c: &Json, on: Date, into: &mut BTreeMap<String, Vec<Json>>) {
    match c {
        Json::Array(items) => items.iter().for_each(|i| sides(book, i, on, into)),
        Json::Object(map) => {
            if let Some(fact) = map.get("fato").and_then(Json::as_str)
                && let Some((word, want)) = map.iter().find(|(k, _)| *k != "fato")
            {
                side(book, fact, word, want, on, into);
            }
            map.values().for_each(|v| sides(book, v, on, into));
        }
        _ => {}
    }
}

fn side(book: &Book, fact: &str, word: &str, want: &Json, on: Date, into: &mut BTreeMap<String, Vec<Json>>) {
    let f = &book.facts[fact];
    let around = |d: Date| [d.yesterday().unwrap(), d, d.tomorrow().unwrap()].map(|d| json!(d.to_string()));
    let (name, values): (&str, Vec<Json>) = match (f.get("deriva"), text(f, "tipo")) {
        (Some(d), _) => {
            let Some(n) = want.as_i64() else { return };
            let year = i64::from(on.year()) - n;
            let from = text(d, "anos_civis_desde");
            let dated = text(&book.facts[from], "tipo") == "data";
            let value = |y: i64| if dated { json!(format!("{y}-12-31")) } else { json!(y) };
            (from, [year - 1, year, year + 1].map(value).to_vec())
        }
        (_, "sim_ou_nao") => (fact, vec![json!(true), json!(false)]),
        (_, "lista") => (fact, f["lista"].as_object().unwrap().keys().map(|k| json!(k)).collect()),
        (_, "data") if word.starts_with("decorrido") => {
            let (n, unit) = term(want.as_str().unwrap());
            (fact, around(shift(on, -n, unit, true)).to_vec())
        }
        (_, "data") => (fact, around(day(want).unwrap_or(on)).to_vec()),
        (_, "texto") => (fact, vec![json!("x")]),
        _ => {
            let numbers = match want {
                Json::Array(list) => list.iter().filter_map(Json::as_i64).collect(),
                one => vec![one.as_i64().unwrap_or(21)],
            };
            (
                fact,
                numbers
                    .into_iter()
                    .flat_map(|n| [n - 1, n, n + 1])
                    .filter(|n| *n >= 0)
                    .map(Json::from)
                    .collect(),
            )
        }
    };
    let slot = into.entry(name.to_string()).or_default();
    for v in values {
        if !slot.contains(&v) {
            slot.push(v);
        }
    }
}

/// Every combination when there are few, and otherwise a fixed scatter of them; then each with one fact missing.
fn tables(sides: &BTreeMap<String, Vec<Json>>) -> Vec<Map<String, Json>> {
    const MOST: usize = 48;
    let all: usize = sides.values().map(Vec::len).product();
    let mut out: Vec<Map<String, Json>> = Vec::new();
    for i in 0..all.min(MOST) {
        // a stride that shares no factor with the number of combinations visits distinct ones
        let mut place = if all <= MOST { i } else { i.wrapping_mul(7919) % all };
        let mut facts = Map::new();
        for (name, values) in sides {
            facts.insert(name.clone(), values[place % values.len()].clone());
            place /= values.len();
        }
        out.push(facts);
    }
    for (i, name) in sides.keys().enumerate() {
        let mut lacking = out[i % out.len()].clone();
        lacking.remove(name);
        out.push(lacking);
    }
    out
}

#[test]
fn every_limit_has_the_answer_of_a_naive_reading() {
    let mut wrong = String::new();
    for (name, dir) in crate::rulebooks::real() {
        let sources = crate::rulebooks::sources(&dir);
        let law = rulebook::read(&name, &sources).into_law(&sources).unwrap_or_else(|e| panic!("{e}"));
        let book = Book::open(&dir);
        let mut tally = Tally::default();
        rules::requirements(&book, &law, &mut tally);
        rules::offences(&book, &law, &mut tally);
        rules::windows(&book, &law, &mut tally);
        rules::deadlines(&book, &law, &mut tally);
        rules::ceilings(&book, &law, &mut tally);
        rules::versions(&book, &law, &mut tally);
        println!("{name}: generated and compared {:?}", tally.compared);
        for kind in ["requisito", "prazo", "dispositivo"] {
            assert!(tally.compared.get(kind).is_some_and(|n| *n > 20), "{name}: hardly any {kind} was asked");
        }
        tally.wrong.iter().for_each(|w| wrong.push_str(&format!("{name}: {w}\n")));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_naive_reading_knows_easter() {
    for (y, m, d) in [(2018, 4, 1), (2019, 4, 21), (2024, 3, 31), (2025, 4, 20), (2026, 4, 5), (2038, 4, 25)]
    {
        assert_eq!(Book::easter(y), date(y, m, d));
    }
}
