//! Acts, state, and the two pure functions decide and apply
