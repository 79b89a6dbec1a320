//! Tests of the law as a whole.

mod audit;
mod blank_law;
mod two_executors;
mod what_if;
