//! A light brake on the public pages: so many requests a minute from one address. It stops somebody from trying codes in
//! bulk; the 80 random bits of a code do the rest.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

/// Requests that one address may make in a minute.
const PER_MINUTE: u32 = 60;
/// Addresses remembered; beyond that the memory starts afresh, so that a flood cannot fill it.
const ADDRESSES: usize = 10_000;

pub(crate) struct Brake {
    seen: Mutex<(i64, HashMap<String, u32>)>,
}

impl Brake {
    pub fn new() -> Self {
        Self { seen: Mutex::new((0, HashMap::new())) }
    }

    /// Counts a request; false when the address must wait for the next minute.
    pub fn admits(&self, address: &str, at: Timestamp) -> bool {
        let minute = at.as_second().div_euclid(60);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.0 != minute || seen.1.len() > ADDRESSES {
            *seen = (minute, HashMap::new());
        }
        let count = seen.1.entry(address.to_string()).or_insert(0);
        *count = count.saturating_add(1);
        *count <= PER_MINUTE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_waits_for_the_next_minute() {
        let brake = Brake::new();
        let at = Timestamp::from_second(1_800_000_000).expect("a moment");
        assert!((0..PER_MINUTE).all(|_| brake.admits("192.0.2.1", at)));
        assert!(!brake.admits("192.0.2.1", at));
        assert!(brake.admits("192.0.2.2", at));
        assert!(brake.admits("192.0.2.1", Timestamp::from_second(1_800_000_060).expect("a moment")));
    }
}
