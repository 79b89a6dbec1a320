//! Questions on each side of every limit of a rulebook, made from its own statement and answered twice: by the law, and by a naive
//! reading of the same tables and of what `docs/rulebook.md` says that each key means. The engine is never asked what to expect.
//!
//! Every rule of a kind that has a limit is asked, or the test fails; those on which no question can stand are printed with the
//! reason. What is left to cases: the kinds without a number or a day of their own (`conteudo`, `concurso`, `auto`, `notificacao`,
//! `competencia`), the last safe dates of a `processo`, co-holders of a `titulo`, who joins a yearly `taxa` after the count, and of
//! `transferencia` which of several claimants receives.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::{Date, date};
use law::Law;
use law::parameter::DatedValue;
use law::setting::Setting;
use serde_json::{Value as Json, json};

use book::{Answers, Book, number};

mod bars;
mod book;
mod charges;
mod conditions;
mod days;
mod deadlines;
mod filings;
mod fines;
mod limits;
mod offences;
mod places;
mod points;
mod processes;
mod repeats;
mod requirements;
mod titles;
mod transfers;
mod versions;

/// A day on which every wording of the rulebooks is the last one.
const ON: Date = date(2025, 3, 12);
/// What every unit is worth, with a fraction that must be rounded, and what it is worth from `LATER` on.
const UNITS: [&str; 2] = ["3.5735", "4.4446"];
const LATER: Date = date(2025, 4, 1);

/// What was asked, and what the two answers were where they differ.
#[derive(Default)]
struct Tally {
    compared: BTreeMap<&'static str, usize>,
    asked: BTreeSet<(&'static str, String)>,
    /// Rules on which no question can stand, and why.
    left_out: BTreeMap<(&'static str, String), &'static str>,
    wrong: Vec<String>,
}

impl Tally {
    fn compare(
        &mut self,
        kind: &'static str,
        rule: &Json,
        asked: &Json,
        answer: &Json,
        expected: &[(&str, Json)],
    ) {
        *self.compared.entry(kind).or_default() += 1;
        self.asked.insert((kind, name_of(rule)));
        for (key, want) in expected {
            let have = &answer[*key];
            let same = have == want || number(have).is_some_and(|h| Some(h) == number(want));
            if !same && self.wrong.len() < 12 {
                self.wrong.push(format!("{asked}\n    {key}: expected {want}, the law says {have}"));
            }
        }
    }
}

fn name_of(rule: &Json) -> String {
    ["id", "codigo"].iter().find_map(|k| rule.get(*k)?.as_str()).unwrap().to_string()
}

/// The index of a year: another each year, and none in the year that lacks one.
fn index_of(year: i16, lacking: Option<i16>) -> Option<String> {
    (Some(year) != lacking).then(|| format!("{}.{:02}", 2 + year % 7, i32::from(year) * 37 % 100))
}

/// What a parameter is supposed to be worth: the currency is worth what it is, an index has a value a year, and the rest one value,
/// and another from `LATER` on.
fn supposing(book: &Book, law: &Law, answers: &Answers, values: [&str; 2]) -> Law {
    supposing_but(book, law, answers, values, None)
}

fn supposing_but(book: &Book, law: &Law, answers: &Answers, values: [&str; 2], lacking: Option<i16>) -> Law {
    let since = |since: Date, v: &str| DatedValue {
        since,
        until: None,
        value: law::Value::Decimal(v.parse().unwrap()),
        source: "x".into(),
    };
    let ruling = |a: &String| law::reading::Ruling {
        answer: a.as_str().into(),
        since: Date::MIN,
        by: "suposto".into(),
    };
    let mut setting = Setting {
        rulings: answers.iter().map(|(r, a)| (r.as_str().into(), ruling(a))).collect(),
        ..Setting::default()
    };
    for p in law.parameters.keys() {
        if book.is_index(p) {
            let years = (2011..2031).filter_map(|y| Some((y, index_of(y, lacking)?)));
            setting.constants.push((p.clone(), since(date(2010, 1, 1), "1")));
            setting.values.extend(years.map(|(y, v)| (p.clone(), since(date(y, 1, 1), &v))));
        } else if !book.is_known(p) {
            setting.constants.push((p.clone(), since(Date::MIN, values[0])));
            setting.values.push((p.clone(), since(LATER, values[1])));
        }
    }
    law.with(&setting).unwrap()
}

fn ask(law: &Law, question: &Json) -> Json {
    law::ask::ask(law, question).unwrap_or_else(|e| panic!("{question}: {e:?}"))
}

fn word(outcome: Option<bool>) -> Json {
    json!(match outcome {
        Some(true) => "sim",
        Some(false) => "nao",
        None => "indeterminado",
    })
}

type Generator = fn(&Book, &Law, &mut Tally);

/// Asks every rulebook, and demands that each rule of some kinds that is in force was asked, or says why not.
fn every_rule_of(kinds: &[&'static str], generators: &[Generator]) {
    let mut wrong = String::new();
    // an invented rulebook for what no real one of the house says; the other invented ones are read by their own cases only
    let read = |(name, dir): &(String, std::path::PathBuf)| {
        dir.starts_with(crate::rulebooks::leis()) || name == "porto-ficticio"
    };
    for (name, dir) in crate::rulebooks::rulebooks().into_iter().filter(read) {
        let sources = crate::rulebooks::sources(&dir);
        let law = rulebook::read(&name, &sources).into_law(&sources).unwrap_or_else(|e| panic!("{e}"));
        let book = Book::open(&dir);
        let mut tally = Tally::default();
        generators.iter().for_each(|g| g(&book, &law, &mut tally));
        println!("{name}: generated and compared {:?}", tally.compared);
        for kind in kinds {
            for rule in book.of(kind) {
                let key = (*kind, name_of(rule));
                let works = rule.get("base").is_none() || book.in_force(rule, ON) == Some(true);
                match tally.left_out.get(&key) {
                    _ if tally.asked.contains(&key) => {}
                    Some(why) => println!("{name}: {kind} {} not asked: {why}", key.1),
                    None if works => wrong.push_str(&format!("{name}: {kind} {} was never asked\n", key.1)),
                    None => {}
                }
            }
        }
        tally.wrong.iter().for_each(|w| wrong.push_str(&format!("{name}: {w}\n")));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_requirement_on_each_side_of_what_it_compares_to() {
    every_rule_of(&["requisito"], &[requirements::compare]);
}

#[test]
fn every_line_of_infraction_costs_what_its_class_says() {
    every_rule_of(&["infracao", "correcao"], &[offences::compare, offences::compare_corrections]);
}

#[test]
fn every_repetition_on_each_side_of_its_window() {
    every_rule_of(&["reincidencia", "escalada"], &[repeats::compare]);
}

#[test]
fn every_deadline_from_every_day_of_some_months() {
    every_rule_of(&["prazo"], &[deadlines::compare]);
}

#[test]
fn every_ceiling_on_each_side() {
    every_rule_of(&["limite"], &[limits::compare]);
}

#[test]
fn every_bar_and_measure_on_its_last_day_and_the_next() {
    every_rule_of(&["trava", "medida"], &[bars::bars, bars::measures]);
}

#[test]
fn every_report_and_yearly_fee_on_its_last_day_and_the_next() {
    every_rule_of(&["entrega", "taxa"], &[filings::filings, filings::yearly_fees]);
}

#[test]
fn every_stand_up_to_its_places_and_every_queue_in_its_order() {
    every_rule_of(&["ponto", "fila"], &[places::stands, places::queues]);
}

#[test]
fn every_charge_and_payment_to_the_centavo() {
    every_rule_of(&["cobranca", "pagamento"], &[charges::charges, charges::payments]);
}

#[test]
fn every_threshold_of_points_on_each_side() {
    every_rule_of(&["pontuacao"], &[points::compare]);
}

#[test]
fn every_stage_on_its_last_day_and_the_next() {
    every_rule_of(&["processo"], &[processes::compare, processes::caps, processes::preclusions]);
}

#[test]
fn every_transfer_and_calendar_on_each_side_of_its_days() {
    every_rule_of(&["transferencia", "calendario"], &[transfers::transfers, transfers::calendars]);
}

#[test]
fn every_transfer_from_the_first_day_on_which_it_may_be_done() {
    every_rule_of(&["transferencia"], &[transfers::days_to_come]);
}

#[test]
fn every_title_on_its_last_day_and_the_next() {
    every_rule_of(&["titulo"], &[titles::validity, titles::steps]);
}

#[test]
fn every_change_of_wording_and_of_value() {
    every_rule_of(&["dispositivo", "parametro"], &[versions::compare]);
}

#[test]
fn the_naive_reading_knows_easter() {
    for (y, m, d) in [(2018, 4, 1), (2019, 4, 21), (2024, 3, 31), (2025, 4, 20), (2026, 4, 5), (2038, 4, 25)]
    {
        assert_eq!(Book::easter(y), date(y, m, d));
    }
}
