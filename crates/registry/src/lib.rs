//! The register of one municipality: what happened (acts), what is (state), what may happen (decide), what follows (apply).
//!
//! A pure crate: no input or output, no clock, no randomness. The law, the moment, the caller and every fresh identifier come in
//! with the command. [`decide`] answers a [`Command`] with acts or a [`Refusal`]; [`apply`] folds an act into the [`Registry`] and
//! cannot fail. The state is only ever the fold of the acts, so replaying them gives it again, byte for byte.
//!
//! No municipality's name and no article number stands in this code: what the law says comes from [`law::Law`].

pub mod act;
mod apply;
pub mod command;
pub mod context;
mod decide;
mod describe;
mod fact_value;
pub mod id;
pub mod queries;
pub mod refusal;
pub mod rights;
pub mod state;
pub mod vocabulary;
mod word;

pub use act::{Act, ActKind};
pub use apply::apply;
pub use command::Command;
pub use context::{Actor, Context, Role};
pub use decide::decide;
pub use describe::describe;
pub use fact_value::FactValue;
pub use refusal::{Reason, Refusal};
pub use state::Registry;
pub use word::Word;
