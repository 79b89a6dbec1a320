//! The law of one municipality, compiled, and the questions it answers.
//!
//! A [`Law`] is immutable data: provisions, facts, parameters, readings and the rules that stand on provisions. It is made by
//! the `rulebook` crate and asked through [`ask`] (any question, as plain data) or through the typed functions of the modules
//! below. Every answer carries its [`Grounds`]: the provisions, readings and values used.
//!
//! Nothing here does input or output, reads a clock or draws a number: the date of a question comes with the question.

pub mod ask;
pub mod audit;
pub mod bands;
pub mod bar;
pub mod charge;
pub mod choice;
pub mod concurrence;
pub mod condition;
pub mod content;
pub mod coverage;
pub mod deadline;
pub mod eligibility;
pub mod extension;
pub mod fact;
pub mod factor;
pub mod filing;
pub mod grounds;
pub mod indexing;
pub mod instalment;
pub mod ladder;
pub mod landmark;
mod law;
pub mod levy;
pub mod limit;
pub mod measure;
mod named;
pub mod named_day;
pub mod norm;
pub mod notice;
pub mod offence;
pub mod pace;
pub mod parameter;
pub mod pause;
pub mod payment;
pub mod penalty;
pub mod plan;
pub mod points;
pub mod process;
pub mod provision;
pub mod queue;
pub mod reading;
pub mod setting;
pub mod spelling;
pub mod stand;
pub mod tariff;
pub mod title;
pub mod transfer;
pub mod transition;
pub mod value;
pub mod window;
mod worth;

pub use choice::Choice;
pub use condition::{Comparator, Comparison, Condition, Operand, Outcome};
pub use fact::{Fact, FactType, Facts};
pub use grounds::Grounds;
pub use law::{Law, Span, Working};
pub use named::{Base, Id, Name, Named, Names};
pub use value::Value;
