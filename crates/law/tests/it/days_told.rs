//! Until when a requirement stays met, and from when it will be: the days told are those that asking day by day finds.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::Date;
use law::fact::Dated;
use law::{Facts, Id, Law, Outcome};

use crate::two_executors::{Draw, dates, random_facts, the_law};

/// How far is looked day by day.
const DAYS: i32 = 500;

/// Some facts of another subject told as the later or the earlier value of this one.
fn changing(draw: &mut Draw, facts: &mut Facts, other: &Facts, on: Date) {
    for (id, later) in other.iter() {
        if draw.below(6) > 0 {
            continue;
        }
        let since = on.saturating_sub(2.years());
        let turn = on.saturating_add(draw.one(&[-40, -1, 0, 1, 30, 400]).days());
        let gap = draw.one(&[None, None, Some(1), Some(5)]);
        let until = gap.map(|days: i32| turn.saturating_sub(days.days()));
        let now = facts.get(id).cloned().map(|value| Dated { since, until, value });
        let end = draw.one(&[None, None, Some(turn.saturating_add(100.days()))]);
        let then = Dated { since: turn, until: end, value: later.clone() };
        facts.set_history(id.clone(), now.into_iter().chain([then]).collect());
    }
}

/// Whether each requirement is met on each day.
fn day_by_day<'l>(law: &'l Law, facts: &Facts, on: Date) -> BTreeMap<&'l Id, Vec<Outcome>> {
    let days: Vec<Date> = (0..=DAYS).map(|n| on.saturating_add(n.days())).collect();
    let each = law
        .requirements
        .values()
        .map(|r| (&r.id, days.iter().map(|d| law.requirement_line(r, facts, *d).status.outcome()).collect()));
    each.collect()
}

/// The days that some outcomes, from a day on, tell.
fn found(outcomes: &[Outcome], on: Date) -> (Option<Date>, Option<Date>) {
    let first = |met: bool| {
        let at = outcomes.iter().position(|o| (*o == Outcome::Yes) == met)?;
        Some(on.saturating_add(i32::try_from(at).expect("some days").days()))
    };
    match outcomes[0] {
        Outcome::Yes => (first(false).and_then(|d| d.yesterday().ok()), None),
        Outcome::No => (None, first(true)),
        Outcome::Undetermined => (None, None),
    }
}

#[test]
fn the_days_told_are_those_found_day_by_day() {
    let mut draw = Draw(0x853c_49e6_748f_ea9b);
    let law = the_law(&mut draw);
    let within = |day: Option<Date>, on: Date| day.filter(|d| *d < on.saturating_add(DAYS.days()));
    let (mut untils, mut froms, mut wholes) = (0, 0, 0);
    for on in dates() {
        for _ in 0..2 {
            let mut facts = random_facts(&mut draw, &law, on);
            let other = random_facts(&mut draw, &law, on);
            changing(&mut draw, &mut facts, &other, on);
            let outcomes = day_by_day(&law, &facts, on);
            for line in law.eligibility(&["veiculo"], &facts, on, None).lines {
                let r = line.requirement;
                let (until, from) = found(&outcomes[&r.id], on);
                let told = (within(line.until, on), within(line.from, on));
                assert_eq!(told, (within(until, on), within(from, on)), "{on} {r:#?}\n{facts:#?}");
                untils += usize::from(until.is_some());
                froms += usize::from(from.is_some());
            }
            // two at a time: when one begins, the other may have ended
            let names: Vec<&Id> = law.requirements.keys().collect();
            for _ in 0..200 {
                let pair = [draw.one(&names), draw.one(&names)];
                let whole = law.eligibility_by(&|r| pair.contains(&&r.id), &|_| true, &facts, on);
                let [a, b] = pair.map(|id| &outcomes[id]);
                let both: Vec<Outcome> = a.iter().zip(b).map(|(a, b)| a.and(*b)).collect();
                let (until, from) = found(&both, on);
                let told = (within(whole.until, on), within(whole.from, on));
                assert_eq!(told, (within(until, on), within(from, on)), "{on} {pair:?}\n{facts:#?}");
                wholes += usize::from(until.is_some() || from.is_some());
            }
        }
    }
    assert!(untils > 500 && froms > 150 && wholes > 400, "{untils} {froms} {wholes}");
}
