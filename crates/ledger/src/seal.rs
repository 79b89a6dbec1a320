//! Giving a draft its number, its digest and its place in the chain.

use crate::{Act, Digest, Draft, Head};

/// Why a draft cannot enter the ledger. Each is a fault of the calling program, not of the person at the desk.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// A text that must say something is empty.
    #[error("the field `{0}` of the act is empty")]
    Empty(&'static str),
    /// The date is not `YYYY-MM-DD`.
    #[error("`{0}` is not an ISO 8601 date (expected YYYY-MM-DD)")]
    Date(String),
    /// The payload is not text in UTF-8.
    #[error("the payload is not UTF-8 text: first invalid byte at position {at}")]
    PayloadNotUtf8 {
        /// Position of the first invalid byte, from 0.
        at: usize,
    },
    /// A name holds a control character, or the payload a raw U+0000, which JSON has no place for.
    #[error("the field `{0}` of the act holds a control character")]
    Control(&'static str),
    /// The sequence has no number left.
    #[error("the ledger is full: there is no number after {0}")]
    Full(u64),
}

/// Seals a draft as the act after `head`.
///
/// # Errors
/// [`SealError`] when a required text is empty or holds a control character, the date is malformed, the payload is
/// not UTF-8 or holds U+0000, or the number would not fit a signed 64-bit column.
pub fn seal(tenant: u32, draft: Draft, head: Head) -> Result<Act, SealError> {
    check(&draft)?;
    let number = head
        .number
        .checked_add(1)
        .filter(|n| i64::try_from(*n).is_ok())
        .ok_or(SealError::Full(head.number))?;
    let mut act = Act {
        tenant,
        number,
        kind: draft.kind,
        version: draft.version,
        recorded_at: draft.recorded_at,
        effective_on: draft.effective_on,
        actor: draft.actor,
        role: draft.role,
        basis: draft.basis,
        payload_digest: Digest::of_payload(&draft.salt, &draft.payload),
        salt: Some(draft.salt),
        payload: Some(draft.payload),
        prev: head.hash,
        hash: Digest::ZERO,
    };
    act.hash = Digest::of(&act.envelope());
    Ok(act)
}

/// Seals several drafts, one after the other, as the acts after `head`.
///
/// # Errors
/// As [`seal`], for the first draft that cannot be sealed.
pub fn seal_all(
    tenant: u32,
    drafts: impl IntoIterator<Item = Draft>,
    head: Head,
) -> Result<Vec<Act>, SealError> {
    let mut head = head;
    drafts
        .into_iter()
        .map(|draft| {
            let act = seal(tenant, draft, head)?;
            head = act.head();
            Ok(act)
        })
        .collect()
}

fn check(draft: &Draft) -> Result<(), SealError> {
    let texts = [
        ("kind", &draft.kind),
        ("actor", &draft.actor),
        ("role", &draft.role),
        ("effective_on", &draft.effective_on),
    ];
    for (field, text) in texts {
        if text.is_empty() {
            return Err(SealError::Empty(field));
        }
        if text.contains(char::is_control) {
            return Err(SealError::Control(field));
        }
    }
    for provision in &draft.basis {
        if provision.is_empty() {
            return Err(SealError::Empty("basis"));
        }
        if provision.contains(char::is_control) {
            return Err(SealError::Control("basis"));
        }
    }
    if !is_iso_date(&draft.effective_on) {
        return Err(SealError::Date(draft.effective_on.clone()));
    }
    let payload = std::str::from_utf8(&draft.payload)
        .map_err(|error| SealError::PayloadNotUtf8 { at: error.valid_up_to() })?;
    if payload.contains('\0') {
        return Err(SealError::Control("payload"));
    }
    Ok(())
}

/// The form of a date and a day that its month can have; leap years are left to who has a calendar.
fn is_iso_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let form = bytes.len() == 10
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    let part = |range: std::ops::Range<usize>| text.get(range).and_then(|part| part.parse::<u8>().ok());
    form && matches!(part(5..7), Some(1..=12)) && matches!(part(8..10), Some(1..=31))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        Draft {
            kind: "driver-registered".into(),
            version: 1,
            recorded_at: 1_796_040_000_000_000,
            effective_on: "2026-11-30".into(),
            actor: "maria".into(),
            role: "balcao".into(),
            basis: vec!["art9.inc6".into(), "art10".into()],
            salt: [0x11; 32],
            payload: r#"{"nome":"João (fictício)"}"#.into(),
        }
    }

    /// Both values were computed with `printf` and `sha256sum`, outside this program. They may never change.
    #[test]
    fn the_layout_is_frozen() {
        let act = seal(3_510_500, draft(), Head::GENESIS).unwrap();
        assert_eq!(
            act.payload_digest.to_string(),
            "f55d1187abb414f3ed1be7e1aabd6b373270b4b3465f0cd1865db4486031e467"
        );
        assert_eq!(act.hash.to_string(), "ba044a4c7f165a7044453c3cd1fd7ddc3b0e294b9aa0cd2189ee56cb208d5f3d");
    }

    #[test]
    fn the_envelope_is_readable_text() {
        let act = seal(3_510_500, draft(), Head::GENESIS).unwrap();
        let text = String::from_utf8(act.envelope()).unwrap();
        assert!(text.starts_with(
            "12:alvara/act/1,7:3510500,1:1,17:driver-registered,1:1,16:1796040000000000,10:2026-11-30,\
             5:maria,6:balcao,1:2,9:art9.inc6,5:art10,64:"
        ));
    }

    #[test]
    fn refuses_what_a_database_or_a_reader_could_not_carry() {
        let refused = |change: fn(&mut Draft)| {
            let mut draft = draft();
            change(&mut draft);
            seal(3_510_500, draft, Head::GENESIS).unwrap_err()
        };
        assert_eq!(refused(|d| d.kind.clear()), SealError::Empty("kind"));
        assert_eq!(refused(|d| d.actor.push('\0')), SealError::Control("actor"));
        assert_eq!(refused(|d| d.basis.push("art1\nart2".into())), SealError::Control("basis"));
        assert_eq!(refused(|d| d.payload.push(0)), SealError::Control("payload"));
        assert_eq!(refused(|d| d.basis.push(String::new())), SealError::Empty("basis"));
        assert_eq!(refused(|d| d.payload = vec![b'"', 0xff]), SealError::PayloadNotUtf8 { at: 1 });
        for date in ["30/11/2026", "2026-13-01", "2026-00-01", "2026-11-32", "2026-1-1", "2026-11-3é"] {
            let mut draft = draft();
            draft.effective_on = date.into();
            assert_eq!(seal(3_510_500, draft, Head::GENESIS), Err(SealError::Date(date.into())));
        }
        let full = Head { number: i64::MAX as u64, hash: Digest::ZERO };
        assert_eq!(seal(3_510_500, draft(), full), Err(SealError::Full(full.number)));
    }

    #[test]
    fn debug_text_shows_no_personal_data() {
        let draft = draft();
        assert!(!format!("{draft:?}").contains("fict"));
        let act = seal(3_510_500, draft, Head::GENESIS).unwrap();
        assert!(!format!("{act:?}").contains("fict"));
        assert!(format!("{act:?}").contains("payload_bytes"));
    }
}
