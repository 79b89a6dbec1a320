//! The chain of acts: bytes, digests, verification, without any database.
//!
//! An [`Act`] is an administrative fact that happened. Acts are only ever appended; each one carries the hash of
//! the act before it, so that a changed, removed, inserted or swapped act is found by recomputing the chain. This
//! crate does no input or output, reads no clock and draws no random number: instants and salts come in with the
//! [`Draft`].
//!
//! # Byte layout (version 1)
//!
//! Everything that is hashed can be rebuilt with `sha256sum`; `docs/ledger.md` has the shell recipe.
//!
//! **Payload digest**: `SHA-256(salt ‖ payload)`, where `salt` is 32 raw bytes and `payload` is the payload exactly
//! as stored (UTF-8 JSON text; never re-serialised). The salt stops anybody from guessing an erased payload out of
//! its digest. Salt and payload are erased together; the digest stays.
//!
//! **Hash of the act**: `SHA-256(envelope)`. The envelope is a text in UTF-8: the fields below, in this order, each
//! written as a *netstring*, that is `<length in bytes, decimal>:<bytes>,`. A length before each field makes it
//! impossible to move a character from one field to the next without changing the envelope.
//!
//! | # | field | written as |
//! |---|---|---|
//! | 1 | domain tag | the text `alvara/act/1` |
//! | 2 | `tenant` | IBGE code of the municipality, decimal |
//! | 3 | `number` | decimal; the first act of a municipality is 1 |
//! | 4 | `kind` | text |
//! | 5 | `version` | decimal: version of the payload's form for this kind |
//! | 6 | `recorded_at` | decimal, microseconds since 1970-01-01T00:00:00Z; `-` before it when negative |
//! | 7 | `effective_on` | ISO 8601 date, `YYYY-MM-DD` |
//! | 8 | `actor` | text |
//! | 9 | `role` | text |
//! | 10 | count of `basis` | decimal |
//! | 11… | each provision of `basis` | text, one netstring each |
//! | | `payload_digest` | 64 lower-case hexadecimal digits |
//! | | `prev` | 64 lower-case hexadecimal digits: hash of act `number - 1`, or 64 zeros for act 1 |
//!
//! Decimals have no leading zeros, no sign `+` and no separators.
//!
//! # Example
//!
//! ```
//! use ledger::{seal, verify, Draft, Head};
//!
//! let draft = Draft {
//!     kind: "driver-registered".into(),
//!     version: 1,
//!     recorded_at: 1_796_000_000_000_000,
//!     effective_on: "2026-11-30".into(),
//!     actor: "maria".into(),
//!     role: "balcao".into(),
//!     basis: vec!["art9".into()],
//!     salt: [7; 32],
//!     payload: r#"{"nome":"Fulano (fictício)"}"#.into(),
//! };
//! let act = seal(3_510_500, draft, Head::GENESIS)?;
//! let report = verify(3_510_500, [&act], &[]);
//! assert!(report.is_intact());
//! assert_eq!(report.head, act.head());
//! # Ok::<(), ledger::SealError>(())
//! ```

mod act;
mod checkpoint;
mod digest;
mod export;
mod finding;
mod json;
mod seal;
mod verify;

pub use act::{Act, Draft, Head};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use digest::{Digest, DigestError};
pub use export::{ExportError, read_line, verify_export, write_line};
pub use finding::Finding;
pub use seal::{SealError, seal, seal_all};
pub use verify::{Report, Verifier, verify};
