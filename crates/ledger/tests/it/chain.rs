//! Chains to test with. All contents are fictitious.

use ledger::{Act, Draft, Head, seal_all};

/// IBGE code of Caraguatatuba.
pub const TENANT: u32 = 3_510_500;

/// A draft that differs with `n`.
pub fn draft(n: u64) -> Draft {
    let mut salt = [0; 32];
    salt[..8].copy_from_slice(&n.to_be_bytes());
    Draft {
        kind: ["driver-registered", "notice-drawn", "paid"][usize::try_from(n % 3).unwrap()].into(),
        version: 1,
        recorded_at: 1_796_000_000_000_000 + i64::try_from(n).unwrap(),
        effective_on: format!("2026-11-{:02}", n % 30 + 1),
        actor: "maria".into(),
        role: "balcao".into(),
        basis: (0..n % 4).map(|article| format!("art{article}")).collect(),
        salt,
        payload: format!(r#"{{"nome":"Fulano nº {n} (fictício)","linha":"a\nb"}}"#).into_bytes(),
    }
}

/// A sound chain of so many acts.
pub fn chain(length: u64) -> Vec<Act> {
    seal_all(TENANT, (1..=length).map(draft), Head::GENESIS).unwrap()
}
