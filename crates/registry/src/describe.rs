//! An act in words.

use crate::act::Act;

/// What happened, in Portuguese, without personal numbers.
#[must_use]
pub fn describe(act: &Act) -> String {
    act.kind.name().to_string()
}
