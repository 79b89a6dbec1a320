//! An act as it stands in the ledger, and the position it leaves behind.

use std::fmt;

use crate::Digest;
use crate::checkpoint::Checkpoint;

/// Name of the envelope layout; part of every hash, so that no text hashed for another purpose can pass for an act.
const DOMAIN: &str = "alvara/act/1";

/// What is to be recorded, before it has a number.
///
/// `Debug` leaves out the payload and the salt: they are personal data and must not reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Draft {
    /// What happened, as a stable name (`driver-registered`).
    pub kind: String,
    /// Version of the payload's form for this kind. Old versions are upcast on reading, never rewritten.
    pub version: u32,
    /// When it was recorded: microseconds since 1970-01-01T00:00:00Z.
    pub recorded_at: i64,
    /// Since when it counts: ISO 8601 date. May differ from the day of recording (a retroactive correction).
    pub effective_on: String,
    /// Who did it: the identifier of the user or system.
    pub actor: String,
    /// In which role.
    pub role: String,
    /// The provisions the act stands on.
    pub basis: Vec<String>,
    /// 32 random bytes, fresh for each act, supplied by the caller.
    pub salt: [u8; 32],
    /// The payload as it will be stored: JSON text in UTF-8.
    pub payload: Vec<u8>,
}

impl fmt::Debug for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Draft")
            .field("kind", &self.kind)
            .field("version", &self.version)
            .field("recorded_at", &self.recorded_at)
            .field("effective_on", &self.effective_on)
            .field("actor", &self.actor)
            .field("role", &self.role)
            .field("basis", &self.basis)
            .field("payload_bytes", &self.payload.len())
            .finish_non_exhaustive()
    }
}

/// One act of a municipality's ledger.
///
/// The fields are open because verification must be able to hold an act that somebody altered. Only
/// [`seal`](crate::seal) makes a sound one. `Debug` leaves out the payload and the salt.
#[derive(Clone, PartialEq, Eq)]
pub struct Act {
    /// IBGE code of the municipality (7 digits).
    pub tenant: u32,
    /// Position in the municipality's sequence; the first is 1, with no gaps.
    pub number: u64,
    /// What happened, as a stable name.
    pub kind: String,
    /// Version of the payload's form for this kind.
    pub version: u32,
    /// When it was recorded: microseconds since 1970-01-01T00:00:00Z.
    pub recorded_at: i64,
    /// Since when it counts: ISO 8601 date.
    pub effective_on: String,
    /// Who did it.
    pub actor: String,
    /// In which role.
    pub role: String,
    /// The provisions the act stands on.
    pub basis: Vec<String>,
    /// The salt of the payload digest; `None` once the payload was erased.
    pub salt: Option<[u8; 32]>,
    /// The payload's stored bytes (JSON text in UTF-8); `None` once erased (Lei 13.709/2018, art. 16 and 18, VI).
    pub payload: Option<Vec<u8>>,
    /// SHA-256 of salt and payload; stays when they are erased.
    pub payload_digest: Digest,
    /// Hash of the act before; [`Digest::ZERO`] for act 1.
    pub prev: Digest,
    /// SHA-256 of the envelope.
    pub hash: Digest,
}

impl Act {
    /// The envelope: the exact text whose SHA-256 is the act's hash. The layout is in the crate's documentation.
    #[must_use]
    pub fn envelope(&self) -> Vec<u8> {
        self.envelope_as(self.number)
    }

    /// The envelope that this act would have under another number, to recognise an act that was moved.
    pub(crate) fn envelope_as(&self, number: u64) -> Vec<u8> {
        let mut envelope = Vec::with_capacity(320);
        let mut field = |bytes: &[u8]| {
            envelope.extend_from_slice(bytes.len().to_string().as_bytes());
            envelope.push(b':');
            envelope.extend_from_slice(bytes);
            envelope.push(b',');
        };
        field(DOMAIN.as_bytes());
        field(self.tenant.to_string().as_bytes());
        field(number.to_string().as_bytes());
        field(self.kind.as_bytes());
        field(self.version.to_string().as_bytes());
        field(self.recorded_at.to_string().as_bytes());
        field(self.effective_on.as_bytes());
        field(self.actor.as_bytes());
        field(self.role.as_bytes());
        field(self.basis.len().to_string().as_bytes());
        for provision in &self.basis {
            field(provision.as_bytes());
        }
        field(self.payload_digest.to_string().as_bytes());
        field(self.prev.to_string().as_bytes());
        envelope
    }

    /// The position after this act.
    #[must_use]
    pub fn head(&self) -> Head {
        Head { number: self.number, hash: self.hash }
    }

    /// The payload as text; `None` once erased or when the stored bytes are not UTF-8 (which `seal` never lets in).
    #[must_use]
    pub fn payload_text(&self) -> Option<&str> {
        self.payload.as_deref().and_then(|bytes| std::str::from_utf8(bytes).ok())
    }

    /// Erases salt and payload. The digest stays, so the chain still verifies.
    pub fn erase(&mut self) {
        self.salt = None;
        self.payload = None;
    }

    /// Whether salt and payload were erased.
    #[must_use]
    pub fn is_erased(&self) -> bool {
        self.salt.is_none() && self.payload.is_none()
    }
}

impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Act")
            .field("tenant", &self.tenant)
            .field("number", &self.number)
            .field("kind", &self.kind)
            .field("version", &self.version)
            .field("recorded_at", &self.recorded_at)
            .field("effective_on", &self.effective_on)
            .field("actor", &self.actor)
            .field("role", &self.role)
            .field("basis", &self.basis)
            .field("payload_bytes", &self.payload.as_ref().map(Vec::len))
            .field("payload_digest", &self.payload_digest)
            .field("prev", &self.prev)
            .field("hash", &self.hash)
            .finish_non_exhaustive()
    }
}

/// The position of a chain: the number and hash of its last act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// Number of the last act; 0 when there is none.
    pub number: u64,
    /// Hash of the last act; [`Digest::ZERO`] when there is none.
    pub hash: Digest,
}

impl Head {
    /// Before the first act.
    pub const GENESIS: Self = Self { number: 0, hash: Digest::ZERO };

    /// This position as a checkpoint of a municipality, to be printed and kept elsewhere.
    #[must_use]
    pub fn checkpoint(self, tenant: u32) -> Checkpoint {
        Checkpoint { tenant, number: self.number, hash: self.hash }
    }
}
