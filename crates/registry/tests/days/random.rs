//! Random days: commands in any order, right and wrong, and what must hold after each of them.

mod attempt;
mod careful;
mod invariants;

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::date;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use registry::command as c;
use registry::queries::{day, owed, search};
use registry::{ActKind, Command, Role};

use self::attempt::{Attempt, attempts, command, papers, parties, pick};
use self::careful::{advance_case, advance_notice, again, bring_into_order, towards_release};
use self::invariants::{check_acts, check_state};
use crate::town::Town;

/// A town that lived through attempts, looked at after each.
fn lived(all: &[Attempt]) -> Town {
    let mut town = Town::on(date(2026, 1, 5));
    town.set_unit("VRM", "4.80");
    town.operator();
    town.driver();
    town.vehicle("FUM0B05");
    town.set_unit("GUINCHO", "180.00");
    town.set_unit("ESTADIA", "25.00");
    for t in all.iter().copied() {
        let later = town.today().checked_add(i64::from(t.days).days()).expect("near");
        town.go(later);
        let p = parties(&town, t);
        if t.a.is_multiple_of(5) {
            papers(&mut town, t, &p);
        }
        let tried = match t.what {
            46..=59 => advance_notice(&town, t),
            60..=64 => advance_case(&town, t),
            65..=68 => bring_into_order(&mut town, t, &p),
            69..=71 => towards_release(&town, t),
            72..=77 => again(&town, t),
            78 => {
                let document = pick(town.reg.index.unread_documents.iter().cloned(), t.a);
                document.map(|document| {
                    let reason = "ilegível".to_string();
                    (Role::Clerk, Command::RejectDocument(c::RejectDocument { document, reason }))
                })
            }
            79 => {
                let provision = ["anexo1.I-04", "art9.inc8"][usize::from(t.a % 2)].to_string();
                let command =
                    c::RestoreProvision { provision, last: town.today(), by: "acórdão fictício".into() };
                Some((Role::Manager, Command::RestoreProvision(command)))
            }
            _ => command(&town, t, &p),
        };
        let Some((right, command)) = tried else { continue };
        let role = if t.wrong_role { Role::ALL[usize::from(t.a) % Role::ALL.len()].0 } else { right };
        if let Ok(acts) = town.tell(role, &command) {
            check_acts(&town, &acts);
            check_state(&town);
        }
    }
    // time has passed since the last act, too
    check_state(&town);
    town
}

/// Random days prove nothing about what they never reach.
#[test]
fn random_days_reach_every_kind_of_act() {
    let mut runner = TestRunner::deterministic();
    let mut reached: BTreeMap<&str, usize> = BTreeMap::new();
    let mut doubled = 0;
    for _ in 0..80 {
        let all = attempts().new_tree(&mut runner).expect("a plain strategy").current();
        let town = lived(&all);
        for act in &town.acts {
            *reached.entry(act.kind.name()).or_default() += 1;
        }
        doubled +=
            town.reg.notices.values().filter(|n| n.penalty.as_ref().is_some_and(|p| p.times > 1)).count();
    }
    // corrections of names are not tried here; orders and refunds have tests of their own
    let apart = ["record_corrected", "order_issued", "order_answered", "payment_refunded"];
    let missed: Vec<&str> =
        ActKind::NAMES.iter().copied().filter(|n| !reached.contains_key(n) && !apart.contains(n)).collect();
    assert_eq!((missed, doubled > 0), (Vec::new(), true), "{reached:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_must_hold_holds_on_any_day(all in attempts()) {
        let town = lived(&all);
        for id in town.reg.operators.keys() {
            let _ = owed(&town.reg, &town.law, id, town.today());
        }
        let work = day(&town.reg, &town.law, town.today());
        prop_assert!(work.pendencies.windows(2).all(|w| w[0].alert <= w[1].alert));
        prop_assert!(search(&town.reg, "pessoa", 5).len() <= 5);
        prop_assert_eq!(town.replayed().fingerprint(), town.reg.fingerprint());
    }
}
