//! What the files of drivers, vehicles and operators share: the checklist, the timeline of acts, the facts, who looked.

mod checks;
mod timeline;

pub(crate) use checks::{Check, FactRow, checks, facts, summary};
pub(crate) use timeline::{Event, LookRow, act, looks, timeline};
