//! Points: one fewer than a threshold, as many, and the last day on which each offence counts.

use jiff::civil::{Date, date};
use law::Law;
use serde_json::{Value as Json, json};

use super::book::{Answers, Book, text};
use super::days::{shift, term};
use super::repeats::Prior;
use super::{Tally, UNITS, ask, supposing, word};

impl Book {
    fn points_of(&self, rule: &Json, code: &str, answers: &Answers) -> i64 {
        let (_, class) = self.offence(code, answers);
        let named = |p: &Json, key: &str, what: &Json| {
            p.get(key).and_then(Json::as_array).is_some_and(|l| l.contains(what))
        };
        let reaches = |p: &&Json| named(p, "classes", &class["id"]) || named(p, "infracoes", &json!(code));
        let found = rule["pontos"].as_array().unwrap().iter().find(reaches);
        found.map_or(0, |p| self.pick(&p["valem"], answers).as_i64().unwrap())
    }

    /// The last day on which an offence counts, and from which day it does.
    fn counts_until(&self, rule: &Json, p: &Prior, answers: &Answers) -> Option<(Date, Option<Date>)> {
        let from = match self.word(rule, "conta_de", answers, "fato") {
            "autuacao" => p.booked,
            "punicao" => p.punished?,
            _ => p.fact,
        };
        let window = rule.get("janela").map_or("sem_limite", |w| self.pick(w, answers).as_str().unwrap());
        let end = (window != "sem_limite").then(|| {
            let (n, unit) = term(window);
            shift(from, n, unit, self.cuts(answers))
        });
        Some((from, end))
    }
}

pub fn compare(book: &Book, law: &Law, tally: &mut Tally) {
    for rule in book.of("pontuacao") {
        let norm = ["meses"].iter().filter_map(|k| book.norm().get(*k));
        for answers in book.readings_of(&norm.chain([rule]).collect::<Vec<_>>()) {
            let law = supposing(book, law, &answers, UNITS);
            for booked in [date(2023, 8, 31), date(2024, 2, 29), date(2024, 3, 10)] {
                for codes in each_history(book, rule, &answers) {
                    let history: Vec<Prior> = codes
                        .iter()
                        .enumerate()
                        .map(|(i, code)| {
                            let booked = shift(booked, 10 * i32::try_from(i).unwrap(), 'd', true);
                            Prior {
                                code: code.clone(),
                                fact: shift(booked, -2, 'd', true),
                                booked,
                                punished: Some(shift(booked, 5, 'd', true)),
                                penalty: None,
                                annulled: false,
                            }
                        })
                        .collect();
                    let mut days = vec![shift(booked, 100, 'd', true)];
                    for (from, end) in history.iter().filter_map(|p| book.counts_until(rule, p, &answers)) {
                        days.extend([from.yesterday().unwrap(), from]);
                        days.extend(end.into_iter().flat_map(|e| [e, e.tomorrow().unwrap()]));
                    }
                    for on in days {
                        put(book, &law, &answers, rule, &history, on, tally);
                    }
                }
            }
        }
    }
}

/// As many of one line as reach each threshold, and one fewer.
fn each_history(book: &Book, rule: &Json, answers: &Answers) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    for o in book.of("infracao").iter().filter(|o| o.get("quando").is_none()) {
        let each = book.points_of(rule, text(o, "codigo"), answers);
        for t in rule["limiares"].as_array().unwrap().iter().filter(|_| each > 0) {
            let many = (book.pick(&t["pontos"], answers).as_i64().unwrap() + each - 1) / each;
            out.extend(
                [many - 1, many].map(|n| vec![text(o, "codigo").to_string(); usize::try_from(n).unwrap()]),
            );
        }
    }
    out
}

fn put(
    book: &Book,
    law: &Law,
    answers: &Answers,
    rule: &Json,
    history: &[Prior],
    on: Date,
    tally: &mut Tally,
) {
    let counts = |p: &&Prior| {
        let punished =
            !book.flag(rule, "exige_punida", answers, false) || p.punished.is_some_and(|d| d <= on);
        let inside = book
            .counts_until(rule, p, answers)
            .is_some_and(|(from, end)| from <= on && end.is_none_or(|e| on <= e));
        // what has not been booked is not known
        punished && inside && p.booked <= on
    };
    let points: i64 = history.iter().filter(counts).map(|p| book.points_of(rule, &p.code, answers)).sum();
    let needs = |t: &&Json| book.pick(&t["pontos"], answers).as_i64().unwrap();
    let thresholds = rule["limiares"].as_array().unwrap();
    let reached = thresholds.iter().rev().find(|t| needs(t) <= points);
    let next = thresholds.iter().find(|t| needs(t) > points).map(|t| needs(&t) - points);
    let of =
        |key: &str| reached.and_then(|t| t.get(key)).map_or(Json::Null, |v| book.pick(v, answers).clone());
    let expected = [
        ("resposta", word(Some(reached.is_some()))),
        ("pontos", json!(points)),
        ("limiar", of("id")),
        ("medida", of("medida")),
        ("dias", of("dias")),
        ("processo", of("processo")),
        ("faltam", json!(next)),
    ];
    let told: Vec<Json> = history.iter().map(Prior::told).collect();
    let q = json!({ "tipo": "pontos", "pontuacao": rule["id"], "em": on.to_string(), "antecedentes": told });
    tally.compare("pontuacao", rule, &json!([answers, q]), &ask(law, &q), &expected);
}
