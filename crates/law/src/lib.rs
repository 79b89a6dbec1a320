//! The compiled rulebook and the questions it answers
