//! What follows from an act.

use crate::act::Act;
use crate::state::Registry;

/// Folds an act into the state. Cannot fail.
pub fn apply(registry: &mut Registry, number: u64, act: &Act) {
    let _ = act;
    registry.head = number;
}
