//! Each way of tampering is found, and named for what it is.

use ledger::{Act, Digest, Draft, Finding, Head, seal, seal_all, verify};
use proptest::prelude::*;

use crate::chain::{TENANT, chain, draft};

fn findings(acts: &[Act]) -> Vec<Finding> {
    verify(TENANT, acts, &[]).findings
}

/// Recomputes an act's own hash, as a careful forger would.
fn reseal(act: &mut Act) {
    if let (Some(salt), Some(payload)) = (&act.salt, &act.payload) {
        act.payload_digest = Digest::of_payload(salt, payload);
    }
    act.hash = Digest::of(&act.envelope());
}

#[test]
fn a_sound_chain_verifies_empty_or_long() {
    let report = verify(TENANT, &[], &[]);
    assert!(report.is_intact());
    assert_eq!(report.head, Head::GENESIS);
    let acts = chain(40);
    let report =
        verify(TENANT, &acts, &[acts[9].head().checkpoint(TENANT), acts[39].head().checkpoint(TENANT)]);
    assert_eq!((report.acts, report.head), (40, acts[39].head()));
    assert_eq!(report.into_result(), Ok(acts[39].head()));
}

#[test]
fn a_changed_payload() {
    let mut acts = chain(9);
    acts[4].payload.as_mut().unwrap()[3] ^= 1;
    assert_eq!(findings(&acts), [Finding::PayloadChanged { number: 5 }]);
}

#[test]
fn a_changed_salt() {
    let mut acts = chain(9);
    acts[4].salt.as_mut().unwrap()[31] ^= 1;
    assert_eq!(findings(&acts), [Finding::PayloadChanged { number: 5 }]);
}

#[test]
fn any_changed_field_of_the_envelope() {
    let changes: [fn(&mut Act); 10] = [
        |act| act.kind.push('x'),
        |act| act.version += 1,
        |act| act.recorded_at -= 1,
        |act| act.effective_on = "2020-01-01".into(),
        |act| act.actor = "jose".into(),
        |act| act.role = "gestor".into(),
        |act| act.basis.push("art22".into()),
        |act| act.basis = vec!["art0art1".into()],
        |act| act.hash = Digest::of(b"x"),
        // one character moved from a field to the next: only the length prefix tells
        |act| {
            let last = act.actor.pop().unwrap();
            act.role.insert(0, last);
        },
    ];
    for (at, change) in changes.iter().enumerate() {
        let mut acts = chain(9);
        change(&mut acts[5]);
        let found = findings(&acts);
        assert!(found.contains(&Finding::EnvelopeChanged { number: 6 }), "change {at}: {found:?}");
    }
}

#[test]
fn a_forger_who_recomputes_one_hash_breaks_the_next_link() {
    let mut acts = chain(9);
    acts[4].payload = Some(b"{}".to_vec());
    reseal(&mut acts[4]);
    assert_eq!(findings(&acts), [Finding::BrokenLink { number: 6 }]);
}

#[test]
fn a_forger_who_recomputes_everything_is_found_by_a_checkpoint() {
    let honest = chain(9);
    let drafts =
        (1..=9).map(|n| Draft { actor: if n == 5 { "jose".into() } else { "maria".into() }, ..draft(n) });
    let forged = seal_all(TENANT, drafts, Head::GENESIS).unwrap();
    assert!(verify(TENANT, &forged, &[]).is_intact());
    let before = honest[3].head().checkpoint(TENANT);
    let after = honest[6].head().checkpoint(TENANT);
    assert_eq!(
        verify(TENANT, &forged, &[before, after]).findings,
        [Finding::Rewritten { number: 7, known: after.hash }]
    );
}

#[test]
fn a_removed_act() {
    let mut acts = chain(9);
    acts.remove(4);
    assert_eq!(findings(&acts), [Finding::Missing { first: 5, last: 5 }]);
    acts.drain(4..6);
    assert_eq!(findings(&acts), [Finding::Missing { first: 5, last: 7 }]);
    acts.remove(0);
    assert!(findings(&acts).contains(&Finding::Missing { first: 1, last: 1 }));
}

#[test]
fn a_removed_act_with_the_rest_renumbered() {
    let mut acts = chain(9);
    acts.remove(4);
    for act in &mut acts[4..] {
        act.number -= 1;
    }
    assert_eq!(
        findings(&acts),
        [Finding::Renumbered { first: 5, last: 8, by: 1 }, Finding::BrokenLink { number: 5 }]
    );
}

#[test]
fn an_inserted_act_under_a_taken_number() {
    let mut acts = chain(9);
    let forged = seal(TENANT, draft(77), acts[3].head()).unwrap();
    acts.insert(4, forged);
    assert_eq!(findings(&acts), [Finding::Repeated { number: 5 }]);
}

#[test]
fn an_inserted_act_with_the_rest_renumbered() {
    let mut acts = chain(9);
    let forged = seal(TENANT, draft(77), acts[3].head()).unwrap();
    acts.insert(4, forged);
    for act in &mut acts[5..] {
        act.number += 1;
    }
    assert_eq!(
        findings(&acts),
        [Finding::Renumbered { first: 6, last: 10, by: -1 }, Finding::BrokenLink { number: 6 }]
    );
}

#[test]
fn swapped_acts_near_and_far() {
    for (a, b) in [(4, 5), (2, 7), (0, 8)] {
        let mut acts = chain(9);
        acts.swap(a, b);
        (acts[a].number, acts[b].number) = (acts[b].number, acts[a].number);
        let (first, second) = (a as u64 + 1, b as u64 + 1);
        assert_eq!(findings(&acts), [Finding::Swapped { first, second }], "{a} {b}");
    }
}

#[test]
fn lines_out_of_order() {
    let mut acts = chain(9);
    acts.swap(4, 5);
    assert_eq!(findings(&acts), [Finding::OutOfOrder { number: 5, after: 6 }]);
}

#[test]
fn a_cut_tail_is_found_by_a_known_position() {
    let acts = chain(9);
    let known = acts[8].head().checkpoint(TENANT);
    assert_eq!(verify(TENANT, &acts[..6], &[known]).findings, [Finding::Truncated { expected: 9, found: 6 }]);
    assert_eq!(verify(TENANT, &[], &[known]).findings, [Finding::Truncated { expected: 9, found: 0 }]);
}

#[test]
fn acts_beyond_the_recorded_head() {
    let acts = chain(9);
    let mut report = verify(TENANT, &acts, &[]);
    report.compare_with_recorded(acts[8].head());
    assert!(report.is_intact());
    report.compare_with_recorded(acts[6].head());
    assert_eq!(report.findings, [Finding::BeyondHead { first: 8, head: 7 }]);
}

/// Numbers come from whoever wrote the export: the largest one must not make verification fall over.
#[test]
fn the_largest_number() {
    let mut acts = chain(3);
    acts[1].number = u64::MAX;
    acts[2].number = u64::MAX;
    let found = findings(&acts);
    assert!(found.contains(&Finding::Missing { first: 2, last: u64::MAX - 1 }), "{found:?}");
    assert!(found.contains(&Finding::Repeated { number: u64::MAX }), "{found:?}");
}

#[test]
fn an_act_or_a_checkpoint_of_another_municipality() {
    let mut acts = chain(3);
    let other = seal(4_314_902, draft(4), acts[2].head()).unwrap();
    let checkpoint = other.head().checkpoint(4_314_902);
    acts.push(other);
    assert_eq!(
        verify(TENANT, &acts, &[checkpoint]).findings,
        [
            Finding::ForeignCheckpoint { number: 4, tenant: 4_314_902 },
            Finding::ForeignAct { number: 4, tenant: 4_314_902 }
        ]
    );
}

#[test]
fn an_erased_payload_still_verifies_and_is_listed() {
    let mut acts = chain(9);
    acts[4].erase();
    let report = verify(TENANT, &acts, &[acts[8].head().checkpoint(TENANT)]);
    assert!(report.is_intact());
    assert_eq!(report.erased, [5]);
    acts[4].salt = Some([0; 32]);
    assert_eq!(findings(&acts), [Finding::HalfErased { number: 5 }]);
}

#[test]
fn every_finding_speaks_portuguese_and_names_its_act() {
    let digest = Digest::ZERO;
    let all = [
        Finding::PayloadChanged { number: 41 },
        Finding::HalfErased { number: 41 },
        Finding::EnvelopeChanged { number: 41 },
        Finding::Renumbered { first: 41, last: 41, by: 1 },
        Finding::Renumbered { first: 41, last: 43, by: -1 },
        Finding::Swapped { first: 41, second: 43 },
        Finding::Missing { first: 41, last: 41 },
        Finding::Missing { first: 41, last: 43 },
        Finding::Repeated { number: 41 },
        Finding::OutOfOrder { number: 41, after: 43 },
        Finding::BrokenLink { number: 41 },
        Finding::ForeignAct { number: 41, tenant: TENANT },
        Finding::Truncated { expected: 43, found: 40 },
        Finding::BeyondHead { first: 41, head: 40 },
        Finding::Rewritten { number: 41, known: digest },
        Finding::ForeignCheckpoint { number: 41, tenant: TENANT },
    ];
    for finding in all {
        let text = finding.pt_br();
        assert_eq!(finding.number(), 41);
        assert!(text.ends_with('.') && (text.contains("41") || text.contains("43")), "{text}");
        assert_ne!(text, finding.to_string());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// One flipped bit anywhere in anything that is stored breaks the chain, at that act or at the link after it.
    #[test]
    fn one_flipped_bit_is_found(length in 1_u64..20, at in any::<prop::sample::Index>(), field in 0..10_u8, bit in any::<prop::sample::Index>()) {
        let mut acts = chain(length);
        let at = at.index(acts.len());
        let known = acts[acts.len() - 1].head().checkpoint(TENANT);
        let flip = |bytes: &mut Vec<u8>| {
            let bit = bit.index(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
        };
        let flip_digest = |digest: &mut Digest| {
            let mut bytes = digest.as_bytes().to_vec();
            flip(&mut bytes);
            *digest = Digest::try_from(bytes.as_slice()).unwrap();
        };
        let flip_text = |text: &mut String| {
            // the lowest bit keeps ASCII text what it is: text
            let mut bytes = text.clone().into_bytes();
            let place = bit.index(bytes.len());
            bytes[place] ^= 1;
            *text = String::from_utf8(bytes).unwrap();
        };
        let act = &mut acts[at];
        match field {
            0 => flip_text(&mut act.kind),
            1 => act.version ^= 1 << bit.index(32),
            2 => act.recorded_at ^= 1 << bit.index(63),
            3 => flip_text(&mut act.effective_on),
            4 => flip_text(&mut act.actor),
            5 => flip(act.payload.as_mut().unwrap()),
            6 => flip_digest(&mut act.payload_digest),
            7 => flip_digest(&mut act.prev),
            8 => flip_digest(&mut act.hash),
            _ => {
                let mut salt = act.salt.unwrap().to_vec();
                flip(&mut salt);
                act.salt = Some(salt.try_into().unwrap());
            }
        }
        let number = act.number;
        let found = verify(TENANT, &acts, &[known]).findings;
        prop_assert!(found.iter().any(|f| f.number() == number || f.number() == number + 1), "{found:?}");
    }

    /// Any other order of the same acts, any act left out, is found.
    #[test]
    fn another_order_or_another_set_is_found(order in Just((0..12_usize).collect::<Vec<_>>()).prop_shuffle(), kept in 1..=12_usize) {
        let acts = chain(12);
        let known = acts[11].head().checkpoint(TENANT);
        let order = &order[..kept];
        let changed: Vec<Act> = order.iter().map(|at| acts[*at].clone()).collect();
        let sound = changed == acts;
        prop_assert_eq!(verify(TENANT, &changed, &[known]).is_intact(), sound);
    }

    /// Any set of erased payloads leaves the chain sound.
    #[test]
    fn erasing_any_payloads_keeps_the_chain(erased in proptest::collection::btree_set(1_u64..=15, 0..15)) {
        let mut acts = chain(15);
        for act in &mut acts {
            if erased.contains(&act.number) {
                act.erase();
            }
        }
        let report = verify(TENANT, &acts, &[]);
        prop_assert!(report.is_intact());
        prop_assert_eq!(report.erased, erased.into_iter().collect::<Vec<_>>());
    }
}
