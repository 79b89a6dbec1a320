//! What another answer of a reading would do, told by the rulebook's own cases.

use jiff::civil::date;
use rulebook::cases::change::alternatives;
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
