//! What the state answers to those who read it.
