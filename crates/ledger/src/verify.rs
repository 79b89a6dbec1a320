//! Recomputing a chain and naming what does not fit.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Act, Checkpoint, Digest, Finding, Head};

/// How many altered acts are compared with each other to recognise exchanged places; beyond it they are still
/// reported, as altered.
const SUSPECTS: usize = 64;

/// The outcome of a verification.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Report {
    /// IBGE code of the municipality.
    pub tenant: u32,
    /// The last position of the chain.
    pub head: Head,
    /// How many acts were read.
    pub acts: u64,
    /// Numbers of the acts whose payload was erased. Not a fault, but each must be explained by an act that ordered
    /// the erasure.
    pub erased: Vec<u64>,
    /// The faults, by number. Empty when the chain is sound.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether nothing was found.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        self.findings.is_empty()
    }

    /// Compares with the last position that the ledger keeps beside its acts, read after the last act: acts beyond
    /// it were slipped in.
    pub fn compare_with_recorded(&mut self, recorded: Head) {
        if self.head.number > recorded.number {
            self.findings.push(Finding::BeyondHead { first: recorded.number + 1, head: recorded.number });
        }
    }

    /// The head of a sound chain, or what was found.
    ///
    /// # Errors
    /// The findings, when there is at least one.
    pub fn into_result(self) -> Result<Head, Vec<Finding>> {
        if self.findings.is_empty() { Ok(self.head) } else { Err(self.findings) }
    }
}

/// Verifies a whole chain, in the order given, against the positions known from elsewhere.
pub fn verify<'a>(tenant: u32, acts: impl IntoIterator<Item = &'a Act>, known: &[Checkpoint]) -> Report {
    let mut verifier = Verifier::new(tenant, known);
    for act in acts {
        verifier.see(act);
    }
    verifier.finish()
}

/// Verifies a chain act by act, in memory that does not grow with a sound chain.
#[derive(Debug)]
pub struct Verifier {
    tenant: u32,
    head: Head,
    /// Hashes seen under the head's number: more than one when an act was inserted.
    at_head: Vec<Digest>,
    acts: u64,
    erased: Vec<u64>,
    missing: Vec<(u64, u64)>,
    known: BTreeMap<u64, Vec<Digest>>,
    findings: Vec<Finding>,
    /// The last renumbering met: the next act probably has the same.
    last_shift: i64,
    suspects: Vec<Act>,
}

impl Verifier {
    /// Begins before the first act of a municipality. `known` are positions noted outside the database.
    #[must_use]
    pub fn new(tenant: u32, known: &[Checkpoint]) -> Self {
        let mut by_number: BTreeMap<u64, Vec<Digest>> = BTreeMap::new();
        let mut findings = Vec::new();
        for checkpoint in known {
            if checkpoint.tenant != tenant {
                let Checkpoint { tenant, number, .. } = *checkpoint;
                findings.push(Finding::ForeignCheckpoint { number, tenant });
            } else if checkpoint.number > 0 {
                by_number.entry(checkpoint.number).or_default().push(checkpoint.hash);
            }
        }
        Self {
            tenant,
            head: Head::GENESIS,
            at_head: vec![Digest::ZERO],
            acts: 0,
            erased: Vec::new(),
            missing: Vec::new(),
            known: by_number,
            findings,
            last_shift: 0,
            suspects: Vec::new(),
        }
    }

    /// Looks at the next act.
    pub fn see(&mut self, act: &Act) {
        self.acts += 1;
        if act.tenant != self.tenant {
            self.findings.push(Finding::ForeignAct { number: act.number, tenant: act.tenant });
            return;
        }
        self.check_payload(act);
        self.check_envelope(act);
        self.check_place(act);
        for hash in self.known.get(&act.number).into_iter().flatten() {
            if *hash != act.hash {
                self.findings.push(Finding::Rewritten { number: act.number, known: *hash });
            }
        }
    }

    fn check_payload(&mut self, act: &Act) {
        let number = act.number;
        match (&act.salt, &act.payload) {
            (Some(salt), Some(payload)) => {
                if Digest::of_payload(salt, payload) != act.payload_digest {
                    self.findings.push(Finding::PayloadChanged { number });
                }
            }
            (None, None) => self.erased.push(number),
            _ => self.findings.push(Finding::HalfErased { number }),
        }
    }

    fn check_envelope(&mut self, act: &Act) {
        if sealed_as(act, act.number) {
            return;
        }
        let shift = [self.last_shift, 1, -1]
            .into_iter()
            .find(|by| *by != 0 && act.number.checked_add_signed(*by).is_some_and(|n| sealed_as(act, n)));
        if let Some(by) = shift {
            self.last_shift = by;
            self.renumbered(act.number, by);
            return;
        }
        self.findings.push(Finding::EnvelopeChanged { number: act.number });
        if self.suspects.len() < SUSPECTS {
            self.suspects.push(Act { payload: None, salt: None, ..act.clone() });
        }
    }

    /// Notes a renumbered act, stretching the run it continues.
    fn renumbered(&mut self, number: u64, by: i64) {
        let run = self.findings.iter_mut().rev().find_map(|finding| match finding {
            Finding::Renumbered { last, by: same, .. }
                if *same == by && last.checked_add(1) == Some(number) =>
            {
                Some(last)
            }
            _ => None,
        });
        match run {
            Some(last) => *last = number,
            None => self.findings.push(Finding::Renumbered { first: number, last: number, by }),
        }
    }

    fn check_place(&mut self, act: &Act) {
        let (number, head) = (act.number, self.head.number);
        if number > head {
            if number == head + 1 {
                if !self.at_head.contains(&act.prev) {
                    self.findings.push(Finding::BrokenLink { number });
                }
            } else {
                self.missing.push((head + 1, number - 1));
            }
            self.head = act.head();
            self.at_head = vec![act.hash];
        } else if self.found_missing(number) {
            self.findings.push(Finding::OutOfOrder { number, after: head });
        } else {
            self.findings.push(Finding::Repeated { number });
            if number == head {
                self.at_head.push(act.hash);
            }
        }
    }

    /// Takes a number out of the missing ones; `false` when it was not missing.
    fn found_missing(&mut self, number: u64) -> bool {
        let Some(at) = self.missing.iter().position(|(first, last)| (*first..=*last).contains(&number))
        else {
            return false;
        };
        let (first, last) = self.missing.swap_remove(at);
        if first < number {
            self.missing.push((first, number - 1));
        }
        if number < last {
            self.missing.push((number + 1, last));
        }
        true
    }

    /// Ends: nothing comes after the last act seen.
    pub fn finish(mut self) -> Report {
        self.find_exchanged();
        self.findings.extend(self.missing.iter().map(|&(first, last)| Finding::Missing { first, last }));
        if let Some((&expected, _)) = self.known.last_key_value()
            && expected > self.head.number
        {
            self.findings.push(Finding::Truncated { expected, found: self.head.number });
        }
        self.findings.sort_by_key(Finding::number);
        Report {
            tenant: self.tenant,
            head: self.head,
            acts: self.acts,
            erased: self.erased,
            findings: self.findings,
        }
    }

    /// Says "exchanged" where two altered acts each verify under the other's number.
    fn find_exchanged(&mut self) {
        let mut moved: BTreeSet<(u64, u64)> = self
            .findings
            .iter()
            .filter_map(|finding| match *finding {
                Finding::Renumbered { first, last, by } if first == last => {
                    Some((first, first.saturating_add_signed(by)))
                }
                _ => None,
            })
            .collect();
        for act in &self.suspects {
            let others = self.suspects.iter().map(|other| other.number);
            moved.extend(others.filter(|n| *n != act.number && sealed_as(act, *n)).map(|n| (act.number, n)));
        }
        let pairs: Vec<(u64, u64)> =
            moved.iter().copied().filter(|&(a, b)| a < b && moved.contains(&(b, a))).collect();
        // the exchange explains these, and the links into and out of the two places
        let places: BTreeSet<u64> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        self.findings.retain(|finding| match *finding {
            Finding::EnvelopeChanged { number } => !places.contains(&number),
            Finding::Renumbered { first, last, .. } => first != last || !places.contains(&first),
            Finding::BrokenLink { number } => !places.contains(&number) && !places.contains(&(number - 1)),
            _ => true,
        });
        self.findings.extend(pairs.iter().map(|&(first, second)| Finding::Swapped { first, second }));
    }
}

/// Whether the act's stored hash is that of its envelope under this number.
fn sealed_as(act: &Act, number: u64) -> bool {
    Digest::of(&act.envelope_as(number)) == act.hash
}
