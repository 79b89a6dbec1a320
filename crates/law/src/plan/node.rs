//! The tree of a lowered condition.

use crate::{Id, Outcome};

/// A condition whose leaves are comparisons of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// The same for every row, with the parameter or fact that is missing when it is undetermined.
    Fixed(Outcome, Option<Id>),
    /// A comparison of the plan, by its number.
    Test {
        /// Its number.
        test: usize,
        /// The fact it compares, in the words of the rulebook.
        fact: Id,
        /// The fact it is compared to.
        other: Option<Other>,
    },
    /// Every one holds.
    All(Vec<Node>),
    /// At least one holds.
    Any(Vec<Node>),
    /// It does not hold.
    Not(Box<Node>),
}

/// The fact to which another is compared: what lacks when only it is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Other {
    /// The fact.
    pub(super) fact: Id,
    /// The comparison that tells whether the first is known; none when it always is.
    pub(super) own: Option<usize>,
    /// The comparison that tells whether the second is known.
    pub(super) its: usize,
}

impl Node {
    /// Whether two trees are the same, given which comparison of one plan is which of the other.
    pub(super) fn same(&self, other: &Node, counterpart: &dyn Fn(usize) -> Option<usize>) -> bool {
        match (self, other) {
            (Node::Fixed(a, _), Node::Fixed(b, _)) => a == b,
            (Node::Test { test: a, .. }, Node::Test { test: b, .. }) => counterpart(*a) == Some(*b),
            (Node::All(a), Node::All(b)) | (Node::Any(a), Node::Any(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.same(y, counterpart))
            }
            (Node::Not(a), Node::Not(b)) => a.same(b, counterpart),
            _ => false,
        }
    }
}
