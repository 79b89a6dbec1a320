//! One municipality open for work: its law, its state, its single writer
