//! The papers as a reader meets them: their text, their standards, their QR code, and hostile data.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod hostile;
mod pdf;
mod samples;
mod standards;
mod text;
