//! Closed lists and the ways in which registers write their members.

use crate::fold::{fold, folds_to};

/// A closed list, ready to be looked up a million times.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choices(Vec<Written>);

/// One way of writing a member.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Written {
    member: usize,
    word: String,
    folded: String,
}

impl Choices {
    /// A list of members, each with the ways in which it is written; they are compared folded (see [`fold`]).
    #[must_use]
    pub fn new<'w, W: IntoIterator<Item = &'w str>>(members: impl IntoIterator<Item = W>) -> Self {
        let written = |member, word: &str| Written { member, word: word.to_owned(), folded: fold(word) };
        let members = members.into_iter().enumerate();
        Self(members.flat_map(|(at, words)| words.into_iter().map(move |w| written(at, w))).collect())
    }

    /// The place of the member that a text means.
    #[must_use]
    pub fn position(&self, text: &str) -> Option<usize> {
        // nearly every register writes its words one way: the cheap comparison first
        let exact = self.0.iter().find(|w| w.word == text);
        exact.or_else(|| self.0.iter().find(|w| folds_to(text, &w.folded))).map(|w| w.member)
    }
}
