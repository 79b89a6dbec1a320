//! Acts to bytes and back.

use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

use super::{Act, ActKind, By};
use crate::context::Role;

/// An act as the ledger stores it. The envelope fields hold no personal data; the payload may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActBytes {
    /// Stable name of the kind.
    pub kind: String,
    /// Version of the payload's form.
    pub version: u32,
    /// Moment of recording, microseconds since 1970-01-01T00:00:00Z.
    pub recorded_at: i64,
    /// Since when it counts, ISO 8601.
    pub effective_on: String,
    /// Identifier of the user.
    pub actor: String,
    /// Stable name of the role.
    pub role: String,
    /// Provisions it stands on.
    pub basis: Vec<String>,
    /// The payload: JSON text in UTF-8.
    pub payload: Vec<u8>,
}

/// Why an act could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// The kind is not known: the ledger was written by a newer version.
    #[error("ato de espécie desconhecida: “{0}”; atualize o programa para ler este livro")]
    UnknownKind(String),
    /// The version of the payload is not known.
    #[error("ato “{kind}” na versão {version}, que este programa não conhece; atualize-o")]
    UnknownVersion {
        /// The kind.
        kind: String,
        /// The version found.
        version: u32,
    },
    /// The payload does not have the form of its kind.
    #[error("conteúdo do ato “{kind}” ilegível: {source}")]
    Payload {
        /// The kind.
        kind: String,
        /// What is wrong.
        #[source]
        source: serde_json::Error,
    },
    /// The date since when it counts is not a date.
    #[error("data de efeito ilegível: “{0}”")]
    EffectiveOn(String),
    /// The role is not known.
    #[error("papel desconhecido: “{0}”")]
    Role(String),
}

/// What surrounds the payload of the kind: what must be kept and must not stand in the envelope.
#[derive(Serialize, Deserialize)]
struct Wrapped {
    time: DateTime,
    name: String,
    data: serde_json::Value,
}

/// An act as bytes. The same act always gives the same bytes.
///
/// # Errors
/// The payload cannot be written as JSON, which no act made by `decide` does.
pub fn encode(act: &Act) -> Result<ActBytes, ActError> {
    let kind = act.kind.name();
    let fault = |source| ActError::Payload { kind: kind.to_string(), source };
    let wrapped =
        Wrapped { time: act.by.time, name: act.by.name.clone(), data: act.kind.payload().map_err(fault)? };
    Ok(ActBytes {
        kind: kind.to_string(),
        version: act.kind.version(),
        recorded_at: act.by.at_micros,
        effective_on: act.effective_on.to_string(),
        actor: act.by.actor.clone(),
        role: act.by.role.name().to_string(),
        basis: act.basis.clone(),
        payload: serde_json::to_vec(&wrapped).map_err(fault)?,
    })
}

/// Reads an act from bytes.
///
/// # Errors
/// An unknown kind, version or role, or a payload that does not have the form of its kind.
pub fn decode(bytes: &ActBytes) -> Result<Act, ActError> {
    if !ActKind::NAMES.contains(&bytes.kind.as_str()) {
        return Err(ActError::UnknownKind(bytes.kind.clone()));
    }
    if bytes.version != 1 {
        return Err(ActError::UnknownVersion { kind: bytes.kind.clone(), version: bytes.version });
    }
    let fault = |source| ActError::Payload { kind: bytes.kind.clone(), source };
    let wrapped: Wrapped = serde_json::from_slice(&bytes.payload).map_err(fault)?;
    let kind = ActKind::read(&bytes.kind, wrapped.data)
        .ok_or_else(|| ActError::UnknownKind(bytes.kind.clone()))?
        .map_err(fault)?;
    let effective_on: Date =
        bytes.effective_on.parse().map_err(|_| ActError::EffectiveOn(bytes.effective_on.clone()))?;
    let role = Role::from_name(&bytes.role).ok_or_else(|| ActError::Role(bytes.role.clone()))?;
    Ok(Act {
        by: By {
            actor: bytes.actor.clone(),
            name: wrapped.name,
            role,
            at_micros: bytes.recorded_at,
            time: wrapped.time,
        },
        effective_on,
        basis: bytes.basis.clone(),
        kind,
    })
}
