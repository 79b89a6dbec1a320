//! One form, one deed: a form that is sent twice (a double press, the back button, a line that dropped before the answer came)
//! is carried out once, and the second sending is led to where the first one went.
//!
//! A form carries a random mark, made when the page was. What is remembered is a digest of the whole sending, so that a form
//! taken up again with another word in it is another sending. The memory is this process's own: what the law itself forbids
//! to happen twice the registry refuses, however it comes.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderValue;
use sha2::{Digest, Sha256};

/// Sendings remembered; an office sends some thousands of forms a day.
const REMEMBERED: usize = 4096;

/// Where a sending led, once it is done. Whoever holds it is the one who carries it out; the others wait.
pub(crate) type Outcome = Arc<tokio::sync::Mutex<Option<HeaderValue>>>;

#[derive(Default)]
struct Memory {
    of: HashMap<[u8; 32], Outcome>,
    order: VecDeque<[u8; 32]>,
}

/// The sendings of this process.
#[derive(Default)]
pub(crate) struct Once(Mutex<Memory>);

impl Once {
    /// The outcome of a sending: of whom (the secret of the session), to which address, with which bytes.
    pub fn outcome(&self, secret: &str, path: &str, body: &[u8]) -> Outcome {
        let mut digest = Sha256::new();
        for part in [secret.as_bytes(), path.as_bytes(), body] {
            digest.update(part.len().to_le_bytes());
            digest.update(part);
        }
        let key: [u8; 32] = digest.finalize().into();
        let mut memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = memory.of.get(&key) {
            return Arc::clone(known);
        }
        if memory.order.len() >= REMEMBERED
            && let Some(oldest) = memory.order.pop_front()
        {
            memory.of.remove(&oldest);
        }
        let fresh = Outcome::default();
        memory.order.push_back(key);
        memory.of.insert(key, Arc::clone(&fresh));
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_sending_has_one_outcome_and_another_word_makes_another() {
        let once = Once::default();
        let first = once.outcome("s", "/autos/novo", b"_envio=1&place=a");
        assert!(Arc::ptr_eq(&first, &once.outcome("s", "/autos/novo", b"_envio=1&place=a")));
        assert!(!Arc::ptr_eq(&first, &once.outcome("s", "/autos/novo", b"_envio=1&place=b")));
        assert!(!Arc::ptr_eq(&first, &once.outcome("t", "/autos/novo", b"_envio=1&place=a")));
    }

    #[test]
    fn the_oldest_are_forgotten_so_that_a_flood_fills_nothing() {
        let once = Once::default();
        let first = once.outcome("s", "/", b"0");
        for n in 1..=REMEMBERED {
            once.outcome("s", "/", n.to_string().as_bytes());
        }
        assert!(!Arc::ptr_eq(&first, &once.outcome("s", "/", b"0")));
        assert_eq!(once.0.lock().unwrap_or_else(PoisonError::into_inner).of.len(), REMEMBERED);
    }
}
