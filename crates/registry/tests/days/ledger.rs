//! Acts as bytes.

use jiff::civil::date;
use registry::act::{ActError, decode, encode};
use registry::{Registry, apply, describe};

use crate::town::{Town, cpf};

#[test]
fn the_envelope_holds_no_personal_data_and_the_payload_is_whole() {
    let mut town = Town::on(date(2026, 3, 2));
    town.credentialed();
    for act in &town.acts {
        let bytes = encode(act).expect("written");
        let envelope =
            format!("{} {} {} {:?} {}", bytes.kind, bytes.actor, bytes.role, bytes.basis, bytes.effective_on);
        assert!(!envelope.contains("Fictício") && !envelope.contains(&cpf(100_000_001)), "{envelope}");
        assert_eq!(decode(&bytes).expect("read"), *act);
        assert_eq!(encode(act).expect("written again").payload, bytes.payload);
        let words = describe(act, &town.law);
        assert!(
            !words.is_empty() && !words.contains(&cpf(100_000_001)) && !words.contains("Álvares"),
            "{words}"
        );
    }
}

#[test]
fn what_cannot_be_read_says_why() {
    let mut town = Town::on(date(2026, 3, 2));
    town.driver();
    let good = encode(&town.acts[0]).expect("written");
    let mut unknown = good.clone();
    unknown.kind = "driver_cloned".into();
    assert!(matches!(decode(&unknown), Err(ActError::UnknownKind(k)) if k == "driver_cloned"));
    let mut newer = good.clone();
    newer.version = 2;
    assert!(matches!(decode(&newer), Err(ActError::UnknownVersion { version: 2, .. })));
    let mut broken = good.clone();
    broken.payload = b"{".to_vec();
    assert!(matches!(decode(&broken), Err(ActError::Payload { .. })));
    let mut role = good;
    role.role = "rei".into();
    assert!(matches!(decode(&role), Err(ActError::Role(_))));
}

#[test]
fn telling_the_acts_again_gives_the_same_state_and_a_snapshot_is_read_back() {
    let mut town = Town::on(date(2026, 3, 2));
    town.credentialed();
    assert_eq!(town.replayed().fingerprint(), town.reg.fingerprint());
    let snapshot: Registry = serde_json::from_str(&town.reg.fingerprint()).expect("a snapshot");
    assert_eq!(snapshot, town.reg);
    // acts that name what is not there are kept visible
    let mut other = Registry::new();
    apply(&mut other, 1, town.acts.last().expect("some"));
    assert_eq!(other.stray, vec![1]);
}
