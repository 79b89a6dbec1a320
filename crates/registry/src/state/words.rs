//! Texts that come again and again (names of facts, kinds of documents, who acted), kept once.

use std::collections::BTreeSet;

use crate::word::Word;

/// The texts kept so far. No part of what the state says: a state that was written and read back starts without any.
#[derive(Clone, Debug, Default)]
pub struct Words(BTreeSet<Word>);

impl PartialEq for Words {
    /// Always: two states that say the same are the same, whatever they share inside.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Words {}

impl Words {
    /// The one copy of a text.
    pub(crate) fn keep(&mut self, text: &str) -> Word {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let new = Word::from(text);
        self.0.insert(new.clone());
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_kept_once() {
        let mut words = Words::default();
        let first = words.keep("condutor.cnh.categoria");
        assert!(std::ptr::eq(first.as_ptr(), words.keep("condutor.cnh.categoria").as_ptr()));
    }
}
