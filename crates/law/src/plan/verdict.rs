//! What a plan found in a block of rows: bits for every comparison, every requirement and the whole.

use crate::Outcome;
use crate::eligibility::LineStatus;

/// The verdict on one block of rows. Bit `n % 64` of word `n / 64` stands for row `n`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    pub(super) rows: usize,
    pub(super) live: Vec<u64>,
    /// For each comparison its *yes* words, then its *known* words. *Yes* is within *known*.
    pub(super) comparisons: Vec<u64>,
    /// For each requirement its words of *met*, *failed*, *undetermined*, *not applicable*; all empty when it is off.
    pub(super) requirements: Vec<u64>,
    pub(super) yes: Vec<u64>,
    pub(super) failed: Tally,
    pub(super) undetermined: Tally,
}

/// The rows that have something once, and more than once: what one requirement adds to the others can be taken away again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) once: Vec<u64>,
    pub(super) twice: Vec<u64>,
}

impl Tally {
    pub(super) fn clear(&mut self, words: usize) {
        for bits in [&mut self.once, &mut self.twice] {
            bits.clear();
            bits.resize(words, 0);
        }
    }

    pub(super) fn add(&mut self, bits: &[u64]) {
        for ((once, twice), b) in self.once.iter_mut().zip(&mut self.twice).zip(bits) {
            *twice |= *once & b;
            *once |= b;
        }
    }

    /// The rows that have it, were it not for one of those added.
    pub(super) fn without(&self, bits: &[u64]) -> Vec<u64> {
        self.once.iter().zip(&self.twice).zip(bits).map(|((once, twice), b)| twice | once & !b).collect()
    }
}

impl Verdict {
    /// How many rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The rows that meet everything demanded.
    #[must_use]
    pub fn yes(&self) -> &[u64] {
        &self.yes
    }

    /// The rows that fail something.
    #[must_use]
    pub fn no(&self) -> &[u64] {
        &self.failed.once
    }

    /// The rows that fail exactly one requirement, while all others are met or do not concern them.
    #[must_use]
    pub fn near_misses(&self) -> Vec<u64> {
        let failed = self.failed.once.iter().zip(&self.failed.twice);
        failed.zip(&self.undetermined.once).map(|((once, twice), u)| once & !twice & !u).collect()
    }

    /// The outcome of a row.
    #[must_use]
    pub fn outcome(&self, row: usize) -> Outcome {
        if bit(&self.yes, row) {
            Outcome::Yes
        } else if bit(&self.failed.once, row) {
            Outcome::No
        } else {
            Outcome::Undetermined
        }
    }

    /// The rows for which a comparison holds, and those for which it can be told. Comparisons are numbered in the order in
    /// which the requirements first make them.
    #[must_use]
    pub fn comparison(&self, number: usize) -> (&[u64], &[u64]) {
        let words = self.live.len();
        let at = number * 2 * words;
        self.comparisons
            .get(at..at + 2 * words)
            .unwrap_or_default()
            .split_at_checked(words)
            .unwrap_or_default()
    }

    /// The rows for which a requirement, by its place in the plan, has a status. A requirement that is off has all its rows
    /// in none of the four others.
    #[must_use]
    pub fn with(&self, requirement: usize, status: LineStatus) -> &[u64] {
        let place = match status {
            LineStatus::Met => 0,
            LineStatus::Failed => 1,
            LineStatus::Undetermined => 2,
            LineStatus::NotApplicable => 3,
            LineStatus::Off => return &[],
        };
        let words = self.live.len();
        let at = (requirement * 4 + place) * words;
        self.requirements.get(at..at + words).unwrap_or_default()
    }

    /// The status of a requirement, by its place in the plan, in a row.
    #[must_use]
    pub fn status(&self, requirement: usize, row: usize) -> LineStatus {
        [LineStatus::Met, LineStatus::Failed, LineStatus::Undetermined, LineStatus::NotApplicable]
            .into_iter()
            .find(|s| bit(self.with(requirement, *s), row))
            .unwrap_or(LineStatus::Off)
    }
}

fn bit(words: &[u64], row: usize) -> bool {
    words.get(row / 64).is_some_and(|w| w >> (row % 64) & 1 == 1)
}

/// How many rows are in a set of bits.
#[must_use]
pub fn count(bits: &[u64]) -> usize {
    // a block has few words, so the sum of bits fits by far
    bits.iter().map(|w| w.count_ones() as usize).sum()
}

/// The rows in a set of bits, in order.
pub fn rows(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(at, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let place = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (place < 64).then_some(at * 64 + place as usize)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_counted_and_listed() {
        let bits = [1 << 63 | 1, 0, 0b110];
        assert_eq!(count(&bits), 4);
        assert_eq!(rows(&bits).collect::<Vec<_>>(), [0, 63, 129, 130]);
        assert_eq!(rows(&[]).count(), 0);
    }
}
