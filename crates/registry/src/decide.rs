//! What a command comes to under the law: acts, or a refusal with every reason.

use law::Law;

use crate::act::Act;
use crate::command::Command;
use crate::context::Context;
use crate::refusal::{Reason, Refusal, Why};
use crate::rights;
use crate::state::Registry;

/// Decides a command. The law must already have the register's own setting laid over it (see [`crate::state::LaidOver`]).
///
/// # Errors
/// The refusal, with every reason found, in Portuguese, each with its field and its grounds.
pub fn decide(
    registry: &Registry,
    law: &Law,
    command: &Command,
    context: &Context,
) -> Result<Vec<Act>, Refusal> {
    rights::check(law, command, context.actor.role)?;
    let _ = registry;
    Err(Refusal::one(Reason::new(Why::Law, "este pedido ainda não tem decisão")))
}
