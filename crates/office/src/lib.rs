//! One municipality open for work: its law, its state in memory, its single writer, and the people who may enter.
//!
//! The office is the shell around the pure rooms. It brings what they may not have: the moment, fresh identifiers, the disk.
//! A command goes through it like this: take the writer's turn, decide on the state in memory, seal and append to the ledger on
//! disk, apply to the state, answer. What was answered is on the disk; a reader never waits for it.

mod accounts;
mod desk;
mod moment;
mod open;
mod random;

pub use accounts::{SESSION_HOURS, SignInError, SignedIn, UserFault};
pub use desk::{FormDraft, IssuedPaper, Look};
pub use moment::Moment;
pub use open::{Done, ExecuteError, Office, OpenError, Working};
pub use store::{Store, StoreError, User};
