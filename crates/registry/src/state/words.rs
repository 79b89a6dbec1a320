//! Texts that come again and again (names of facts, kinds of documents, who acted), kept once.

use std::collections::BTreeSet;
use std::sync::Arc;

/// The texts kept so far. No part of what the state says: a state that was written and read back starts without any.
#[derive(Clone, Debug, Default)]
pub struct Words(BTreeSet<Arc<str>>);

impl PartialEq for Words {
    /// Always: two states that say the same are the same, whatever they share inside.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Words {}

impl Words {
    /// The one copy of a text.
    pub(crate) fn keep(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return Arc::clone(known);
        }
        let new: Arc<str> = text.into();
        self.0.insert(Arc::clone(&new));
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
        assert!(Arc::ptr_eq(&first, &words.keep("condutor.cnh.categoria")));
    }
}
