//! Between an act and its row.

use ledger::{Act, Digest, Head};

use crate::StoreError;

/// The columns of `act`, in the order of the SQL texts.
pub(crate) type ActRow = (
    i64,
    i64,
    String,
    i64,
    i64,
    String,
    String,
    String,
    String,
    Option<Vec<u8>>,
    Option<Vec<u8>>,
    Vec<u8>,
    Vec<u8>,
    Vec<u8>,
);

/// The provisions in one column, one per line: no provision holds a line break (`ledger::seal` refuses it).
pub(crate) fn basis_text(basis: &[String]) -> String {
    basis.join("\n")
}

/// Reads a row that must be sound.
pub(crate) fn act(row: ActRow) -> Result<Act, StoreError> {
    let (act, sound) = act_as_stored(row);
    if sound { Ok(act) } else { Err(StoreError::Unreadable { what: "ato", key: act.number.to_string() }) }
}

/// Reads a row that somebody may have altered. A value of a form that is never written becomes one that cannot pass
/// verification, so that it is reported with the rest instead of stopping the reading; `false` then.
pub(crate) fn act_as_stored(row: ActRow) -> (Act, bool) {
    let (
        tenant,
        number,
        kind,
        version,
        recorded_at,
        effective_on,
        actor,
        role,
        basis,
        salt,
        payload,
        payload_digest,
        prev,
        hash,
    ) = row;
    let mut sound = true;
    let mut digest = |bytes: Vec<u8>| {
        Digest::try_from(bytes.as_slice()).unwrap_or_else(|_| {
            sound = false;
            Digest::ZERO
        })
    };
    let (payload_digest, prev, hash) = (digest(payload_digest), digest(prev), digest(hash));
    let salt = salt.map(|bytes| {
        bytes.try_into().unwrap_or_else(|_| {
            sound = false;
            [0; 32]
        })
    });
    let act = Act {
        tenant: u32::try_from(tenant).unwrap_or_else(|_| {
            sound = false;
            u32::MAX
        }),
        number: u64::try_from(number).unwrap_or_else(|_| {
            sound = false;
            0
        }),
        version: u32::try_from(version).unwrap_or_else(|_| {
            sound = false;
            u32::MAX
        }),
        kind,
        recorded_at,
        effective_on,
        actor,
        role,
        basis: if basis.is_empty() { Vec::new() } else { basis.split('\n').map(str::to_owned).collect() },
        salt,
        payload,
        payload_digest,
        prev,
        hash,
    };
    (act, sound)
}

/// Reads a municipality's position.
pub(crate) fn head(tenant: u32, (number, hash): (i64, Vec<u8>)) -> Result<Head, StoreError> {
    let unreadable = || StoreError::Unreadable { what: "posição do município", key: tenant.to_string() };
    Ok(Head {
        number: u64::try_from(number).map_err(|_| unreadable())?,
        hash: Digest::try_from(hash.as_slice()).map_err(|_| unreadable())?,
    })
}

/// A number for a `BIGINT` column.
pub(crate) fn column(what: &'static str, number: u64) -> Result<i64, StoreError> {
    i64::try_from(number).map_err(|_| StoreError::OutOfRange(what))
}
