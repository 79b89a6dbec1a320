//! An export carries every byte, and is verified without a database.

use ledger::{Act, ExportError, Finding, read_line, verify_export, write_line};
use proptest::prelude::*;

use crate::chain::{TENANT, chain};

fn export(acts: &[Act]) -> String {
    acts.iter().map(|act| write_line(act) + "\n").collect()
}

#[test]
fn an_export_verifies_and_shows_tampering() {
    let mut acts = chain(12);
    acts[3].erase();
    let known = acts[11].head().checkpoint(TENANT);
    let text = export(&acts);
    let report = verify_export(text.lines(), &[known]).unwrap();
    assert!(report.is_intact());
    assert_eq!((report.acts, report.tenant, report.erased), (12, TENANT, vec![4]));
    let tampered = text.replacen("Fulano nº 7", "Beltrano nº 7", 1);
    assert_eq!(
        verify_export(tampered.lines(), &[known]).unwrap().findings,
        [Finding::PayloadChanged { number: 7 }]
    );
    let cut: Vec<&str> = text.lines().take(9).collect();
    assert_eq!(
        verify_export(cut, &[known]).unwrap().findings,
        [Finding::Truncated { expected: 12, found: 9 }]
    );
}

#[test]
fn a_payload_that_is_not_text_is_carried_all_the_same() {
    let mut act = chain(1).remove(0);
    act.payload = Some(vec![0xff, 0x00]);
    let line = write_line(&act);
    assert!(line.contains(r#""payload_hex":"ff00""#));
    assert_eq!(read_line(&line), Ok(act));
}

#[test]
fn a_bad_line_is_named() {
    let line = write_line(&chain(1)[0]);
    let cases = [
        (line.replacen("\"number\":1", "\"number\":-1", 1), "number"),
        (line.replacen("\"kind\"", "\"kinds\"", 1), "kinds"),
        (line.replacen("\"number\":1,", "", 1), "number"),
        (line.replacen("\"number\":1,", "\"number\":1,\"number\":2,", 1), "number"),
        (line.replacen("\"prev\":\"0", "\"prev\":\"", 1), "prev"),
        (line.replacen("\"salt\":\"", "\"salt\":\"x", 1), "salt"),
    ];
    for (text, field) in cases {
        assert_ne!(text, line);
        let error = verify_export(["", text.as_str()], &[]).unwrap_err();
        assert!(error.pt_br().starts_with("Linha 2: ") && error.pt_br().contains(field), "{error}");
    }
    assert_eq!(verify_export(["", " "], &[]), Err(ExportError::Empty));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_act_reads_back_as_it_was(
        kind in "\\PC*", actor in any::<String>(), basis in proptest::collection::vec(any::<String>(), 0..4),
        number in any::<u64>(), recorded_at in any::<i64>(), version in any::<u32>(), tenant in any::<u32>(),
        salt in any::<Option<[u8; 32]>>(), payload in any::<Option<Vec<u8>>>(), hash in any::<[u8; 32]>(),
    ) {
        let act = Act {
            tenant, number, kind, version, recorded_at, actor, basis, salt, payload,
            effective_on: "2026-11-30".into(),
            role: "\u{1}\"\\/\u{7f}🚕".into(),
            payload_digest: hash.into(),
            prev: hash.into(),
            hash: hash.into(),
        };
        let line = write_line(&act);
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(read_line(&line), Ok(act));
    }

    #[test]
    fn no_line_makes_the_reader_fall(line in any::<String>(), cut in any::<prop::sample::Index>()) {
        prop_assert!(read_line(&line).is_err());
        let sound = write_line(&chain(1)[0]);
        let cut: String = sound.chars().take(cut.index(sound.chars().count())).collect();
        prop_assert!(read_line(&cut).is_err());
    }
}
