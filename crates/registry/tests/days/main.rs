//! Days of a town under a real rulebook: commands go in, acts come out, and the state that they make is looked at.
//!
//! Every person, plate and number here is made up (fictício).

#![allow(
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test says what went wrong by panicking, and commands are made where they are given"
)]

mod credentials;
mod ledger;
mod notices;
mod processes;
mod random;
mod register;
mod reports;
mod seizures;
mod settings;
mod slips;
mod town;
