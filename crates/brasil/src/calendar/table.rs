//! Rank and select over business days: how many lie before a day, and which is the k-th.

use super::{Calendar, day_number};
use jiff::civil::Date;

/// Bits for the days, a running count for each word of 64 of them, and the business days in order.
#[derive(Debug)]
pub(super) struct Table {
    business: Vec<u64>,
    full: Vec<u64>,
    before_word: Vec<i32>,
    nth: Vec<i32>,
    days: i32,
}

impl Table {
    /// Asks `judge` of every day of the known years whether it is a business day, and whether with full hours.
    pub(super) fn new(judge: impl Fn(i32) -> (bool, bool)) -> Self {
        let days = Date::new(Calendar::LAST_YEAR, 12, 31).map_or(0, |last| day_number::of(last) + 1);
        let words = usize::try_from(days).unwrap_or_default() / 64 + 1;
        let mut table = Self {
            business: vec![0; words],
            full: vec![0; words],
            before_word: Vec::with_capacity(words),
            nth: Vec::new(),
            days,
        };
        let mut count = 0;
        for day in 0..days {
            let (word, bit) = split(day);
            if bit == 0 {
                table.before_word.push(count);
            }
            let (business, full) = judge(day);
            table.business[word] |= u64::from(business) << bit;
            table.full[word] |= u64::from(full) << bit;
            if business {
                table.nth.push(day);
                count += 1;
            }
        }
        // one entry more when the days fill their last word, so that the day after the last has a rank
        table.before_word.resize(words, count);
        table
    }

    fn known(&self, day: i32) -> Option<(usize, u32)> {
        (0..self.days).contains(&day).then(|| split(day))
    }

    /// Whether this is a business day.
    pub(super) fn is_business(&self, day: i32) -> Option<bool> {
        let (word, bit) = self.known(day)?;
        Some(self.business[word] >> bit & 1 == 1)
    }

    /// Whether this is a business day with full hours.
    pub(super) fn is_full(&self, day: i32) -> Option<bool> {
        let (word, bit) = self.known(day)?;
        Some(self.full[word] >> bit & 1 == 1)
    }

    /// How many business days lie before this one; the day after the last known also has an answer.
    pub(super) fn rank(&self, day: i32) -> Option<i32> {
        if !(0..=self.days).contains(&day) {
            return None;
        }
        let (word, bit) = split(day);
        let earlier = self.business[word] & ((1_u64 << bit) - 1);
        Some(self.before_word[word] + i32::try_from(earlier.count_ones()).ok()?)
    }

    /// The business day that has `index` others before it.
    pub(super) fn select(&self, index: i32) -> Option<i32> {
        self.nth.get(usize::try_from(index).ok()?).copied()
    }
}

/// The word and the bit of a day that is not negative.
fn split(day: i32) -> (usize, u32) {
    let day = day.unsigned_abs();
    (usize::try_from(day / 64).unwrap_or_default(), day % 64)
}
