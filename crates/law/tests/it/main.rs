//! Tests of the law as a whole.

mod audit;
mod blank_law;
mod days_told;
mod negated;
mod two_executors;
mod what_if;
