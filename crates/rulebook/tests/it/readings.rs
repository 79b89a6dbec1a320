//! What another answer of a reading would do, told by the rulebook's own cases.

use jiff::civil::{Date, date};
use law::reading::{Reading, Ruling};
use rulebook::cases::change::{Again, again, alternatives};
use rulebook::cases::{self, Case};
use rulebook::uses;

use crate::rulebooks::{leis, sources};

fn read(name: &str) -> (law::Law, Vec<Case>) {
    let rules = sources(&leis().join(name));
    let law = rulebook::read(name, &rules).into_law(&rules).unwrap();
    (law, cases::read(&sources(&leis().join(name).join("casos"))).0)
}

#[test]
fn another_answer_changes_the_cases_that_hang_on_it_and_those_alone() {
    let (law, cases) = read("lajinha-mg");
    let told = alternatives(&law, &cases, date(2026, 11, 30));
    assert_eq!(told.len(), law.readings.len());
    let mut changed = 0;
    for (reading, told) in law.readings.values().zip(&told) {
        assert_eq!(told.in_force, reading.default, "{}", reading.id);
        assert_eq!(told.others.len() + 1, reading.answers.len(), "{}", reading.id);
        changed += told.others.iter().filter(|o| !o.cases.is_empty()).count();
        assert!(
            reading.has_effect || told.others.iter().all(|o| o.cases.is_empty()),
            "{} has an effect",
            reading.id
        );
    }
    assert!(changed > 10, "{changed}");
}

#[test]
fn every_reading_with_an_effect_tells_where_it_decides() {
    for name in
        ["caceres-mt", "lajinha-mg", "caraguatatuba-sp", "pontal-do-araguaia-mt", "sao-jose-dos-campos-sp"]
    {
        let rules = sources(&leis().join(name));
        let law = rulebook::read(name, &rules).into_law(&rules).unwrap();
        let found = uses::uses(&rules);
        for r in law.readings.values().filter(|r| r.has_effect && r.answers.len() > 1) {
            let places = found.get(&r.id).unwrap_or_else(|| panic!("{name}: {} decides nowhere", r.id));
            for place in places {
                assert_eq!(place.values.len(), r.answers.len(), "{name}: {} in {}", r.id, place.rule);
                assert!(
                    !place.rule.is_empty() || place.kind == "norma",
                    "{name}: {} in {}",
                    r.id,
                    place.kind
                );
            }
        }
    }
}

/// Whoever reads an answer must be told every doubt it hangs on. All readings that an answer does not name are answered otherwise
/// at once, which must change nothing; only where it does, each is asked alone.
#[test]
fn an_answer_that_another_reading_changes_names_that_reading() {
    let mut silent = Vec::new();
    for name in
        ["caceres-mt", "lajinha-mg", "caraguatatuba-sp", "pontal-do-araguaia-mt", "sao-jose-dos-campos-sp"]
    {
        let (law, cases) = read(name);
        for case in &cases {
            let before = case.ask(&law);
            let Ok(answer) = &before else { panic!("{name}: {}: {before:?}", case.name) };
            let named: Vec<&str> =
                answer["leituras"].as_array().into_iter().flatten().filter_map(|r| r.as_str()).collect();
            let is_named = |id: &str| named.iter().any(|n| n.split('=').next() == Some(id));
            let free: Vec<&Reading> =
                law.readings.values().filter(|r| !case.assumes(&r.id) && !is_named(&r.id)).collect();
            let changes = |readings: &[&Reading], nth: usize| {
                let supposed = otherwise(&law, readings, nth);
                again(&before, &case.ask(&supposed)) != Again::Same
            };
            let most = free.iter().map(|r| r.answers.len()).max().unwrap_or(1);
            for nth in (0..most - 1).filter(|nth| changes(&free, *nth)) {
                let alone = free.iter().filter(|r| changes(&[r], nth));
                silent.extend(alone.map(|r| format!("{name}: {}: {}", r.id, case.name)));
            }
        }
    }
    assert!(silent.is_empty(), "{} answers:\n{}", silent.len(), silent.join("\n"));
}

/// The law with some readings answered by the n-th of their other answers; one that has none keeps its own.
fn otherwise(law: &law::Law, readings: &[&Reading], nth: usize) -> law::Law {
    let mut law = law.clone();
    for r in readings {
        let other = r.answers.iter().map(|(a, _)| a).filter(|a| **a != r.default).nth(nth);
        if let (Some(answer), Some(reading)) = (other, law.readings.get_mut(&r.id)) {
            reading.rulings = vec![Ruling { answer: answer.clone(), since: Date::MIN, by: "suposto".into() }];
        }
    }
    law
}
