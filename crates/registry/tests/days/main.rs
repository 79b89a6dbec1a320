//! Days of a town under a real rulebook: commands go in, acts come out, and the state that they make is looked at.
//!
//! Every person, plate and number here is made up (fictício).

mod credentials;
mod ledger;
mod notices;
mod processes;
mod random;
mod register;
mod reports;
mod seizures;
mod settings;
mod town;
