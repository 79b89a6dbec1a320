//! Tampering by SQL, behind the program's back: the database forbids it while its triggers stand, and verification
//! finds it when they were taken away.

use ledger::{Finding, Report};
use store::{AppendError, Store};

use crate::engines::{Fresh, TENANT, drafts, on_each};

const DROP_SQLITE: &str = "DROP TRIGGER act_is_not_changed; DROP TRIGGER act_is_not_removed;";
const DROP_POSTGRES: &str = "DROP TRIGGER act_is_not_changed ON act; DROP TRIGGER act_is_not_removed ON act;";

/// A ledger of nine acts whose triggers are gone.
async fn defenceless(fresh: &Fresh) {
    fresh.store.append(TENANT, 0, &drafts(9)).await.unwrap();
    fresh.place.tamper(DROP_SQLITE, DROP_POSTGRES).await;
}

async fn report(store: &Store) -> Report {
    store.verify(TENANT, &[]).await.unwrap()
}

#[tokio::test]
async fn the_database_forbids_changing_and_removing_acts() {
    on_each(async |fresh| {
        fresh.store.append(TENANT, 0, &drafts(3)).await.unwrap();
        for text in [
            "UPDATE act SET actor = 'jose'",
            "UPDATE act SET salt = NULL, payload = NULL, actor = 'jose' WHERE number = 2",
            "UPDATE act SET payload = NULL WHERE number = 2",
            "UPDATE act SET number = 4 WHERE number = 3",
            "DELETE FROM act WHERE number = 3",
        ] {
            assert!(!fresh.place.try_sql(text).await, "{text}");
        }
        assert!(report(&fresh.store).await.is_intact());
        assert!(fresh.place.try_sql("UPDATE act SET salt = NULL, payload = NULL WHERE number = 2").await);
        assert!(report(&fresh.store).await.is_intact());
    })
    .await;
}

#[tokio::test]
async fn a_changed_payload() {
    on_each(async |fresh| {
        defenceless(fresh).await;
        fresh
            .place
            .tamper(
                "UPDATE act SET payload = CAST('{\"nome\":\"Outra\"}' AS BLOB) WHERE number = 5",
                "UPDATE act SET payload = convert_to('{\"nome\":\"Outra\"}', 'UTF8') WHERE number = 5",
            )
            .await;
        assert_eq!(report(&fresh.store).await.findings, [Finding::PayloadChanged { number: 5 }]);
    })
    .await;
}

#[tokio::test]
async fn a_changed_envelope() {
    on_each(async |fresh| {
        defenceless(fresh).await;
        let text = "UPDATE act SET effective_on = '2020-01-01' WHERE number = 5";
        fresh.place.tamper(text, text).await;
        assert_eq!(report(&fresh.store).await.findings, [Finding::EnvelopeChanged { number: 5 }]);
    })
    .await;
}

#[tokio::test]
async fn a_value_of_an_impossible_form_is_a_finding_not_a_failure() {
    on_each(async |fresh| {
        defenceless(fresh).await;
        let text = "UPDATE act SET version = -1 WHERE number = 5";
        fresh.place.tamper(text, text).await;
        fresh
            .place
            .tamper(
                "UPDATE act SET hash = x'00' WHERE number = 7",
                "UPDATE act SET hash = '\\x00' WHERE number = 7",
            )
            .await;
        assert_eq!(
            report(&fresh.store).await.findings,
            [
                Finding::EnvelopeChanged { number: 5 },
                Finding::EnvelopeChanged { number: 7 },
                Finding::BrokenLink { number: 8 },
            ]
        );
        let unreadable = fresh.store.act(TENANT, 5).await.unwrap_err();
        assert!(unreadable.pt_br().contains("ato `5`"), "{unreadable:?}");
    })
    .await;
}

#[tokio::test]
async fn a_removed_act() {
    on_each(async |fresh| {
        defenceless(fresh).await;
        let text = "DELETE FROM act WHERE number = 5";
        fresh.place.tamper(text, text).await;
        assert_eq!(report(&fresh.store).await.findings, [Finding::Missing { first: 5, last: 5 }]);
    })
    .await;
}

#[tokio::test]
async fn a_removed_act_with_the_rest_renumbered() {
    on_each(async |fresh| {
        defenceless(fresh).await;
        let text = "DELETE FROM act WHERE number = 5;
            UPDATE act SET number = -number WHERE number > 5;
            UPDATE act SET number = -number - 1 WHERE number < 0;
            UPDATE municipality SET head_number = 8;";
        fresh.place.tamper(text, text).await;
        let findings = report(&fresh.store).await.findings;
        assert_eq!(
            findings,
            [Finding::Renumbered { first: 5, last: 8, by: 1 }, Finding::BrokenLink { number: 5 },]
        );
    })
    .await;
}

#[tokio::test]
async fn a_cut_tail() {
    on_each(async |fresh| {
        let noted = {
            fresh.store.append(TENANT, 0, &drafts(9)).await.unwrap();
            fresh.store.head(TENANT).await.unwrap().checkpoint(TENANT)
        };
        fresh.place.tamper(DROP_SQLITE, DROP_POSTGRES).await;
        let text = "DELETE FROM act WHERE number > 6";
        fresh.place.tamper(text, text).await;
        assert_eq!(report(&fresh.store).await.findings, [Finding::Truncated { expected: 9, found: 6 }]);
        // the forger sets the recorded head too: only the position noted elsewhere tells
        let text = "UPDATE municipality SET head_number = 6,
            head_hash = (SELECT hash FROM act WHERE number = 6)";
        fresh.place.tamper(text, text).await;
        assert!(report(&fresh.store).await.is_intact());
        let findings = fresh.store.verify(TENANT, &[noted]).await.unwrap().findings;
        assert_eq!(findings, [Finding::Truncated { expected: 9, found: 6 }]);
    })
    .await;
}

#[tokio::test]
async fn an_inserted_act_in_the_middle() {
    on_each(async |fresh| {
        defenceless(fresh).await;
        let text = "UPDATE act SET number = -number WHERE number > 4;
            UPDATE act SET number = -number + 1 WHERE number < 0;
            INSERT INTO act SELECT tenant, 5, kind, version, recorded_at, effective_on, 'jose', role, basis, salt,
                payload, payload_digest, (SELECT hash FROM act WHERE number = 4), hash
            FROM act WHERE number = 4;
            UPDATE municipality SET head_number = 10;";
        fresh.place.tamper(text, text).await;
        assert_eq!(
            report(&fresh.store).await.findings,
            [
                Finding::EnvelopeChanged { number: 5 },
                Finding::Renumbered { first: 6, last: 10, by: -1 },
            ]
        );
    })
    .await;
}

#[tokio::test]
async fn an_inserted_act_at_the_end_also_stops_appending() {
    on_each(async |fresh| {
        defenceless(fresh).await;
        let text =
            "INSERT INTO act SELECT tenant, 10, kind, version, recorded_at, effective_on, actor, role, basis,
                salt, payload, payload_digest, hash, hash
            FROM act WHERE number = 9";
        fresh.place.tamper(text, text).await;
        assert_eq!(
            report(&fresh.store).await.findings,
            [Finding::EnvelopeChanged { number: 10 }, Finding::BeyondHead { first: 10, head: 9 }]
        );
        let refused = fresh.store.append(TENANT, 9, &drafts(1)).await.unwrap_err();
        assert!(matches!(refused, AppendError::Occupied { number: 10 }), "{refused:?}");
        assert!(refused.pt_br().contains("ledger verify"));
    })
    .await;
}

#[tokio::test]
async fn swapped_acts() {
    on_each(async |fresh| {
        defenceless(fresh).await;
        let text = "UPDATE act SET number = -1 WHERE number = 3;
            UPDATE act SET number = 3 WHERE number = 7;
            UPDATE act SET number = 7 WHERE number = -1;";
        fresh.place.tamper(text, text).await;
        assert_eq!(report(&fresh.store).await.findings, [Finding::Swapped { first: 3, second: 7 }]);
    })
    .await;
}

#[tokio::test]
async fn swapped_payloads() {
    on_each(async |fresh| {
        defenceless(fresh).await;
        let text = "UPDATE act SET payload = (SELECT other.payload FROM act other WHERE other.number = 10 - act.number)
            WHERE number IN (3, 7)";
        fresh.place.tamper(text, text).await;
        let findings = report(&fresh.store).await.findings;
        assert!(findings.contains(&Finding::PayloadChanged { number: 3 }), "{findings:?}");
    })
    .await;
}

#[tokio::test]
async fn an_erased_payload_is_gone_and_the_chain_holds() {
    on_each(async |fresh| {
        let acts = fresh.store.append(TENANT, 0, &drafts(9)).await.unwrap();
        assert!(fresh.store.erase_payload(TENANT, 5).await.unwrap());
        assert!(!fresh.store.erase_payload(TENANT, 10).await.unwrap());
        let erased = fresh.store.act(TENANT, 5).await.unwrap().unwrap();
        assert!(erased.is_erased());
        assert_eq!((erased.payload_digest, erased.hash), (acts[4].payload_digest, acts[4].hash));
        let report = report(&fresh.store).await;
        assert!(report.is_intact());
        assert_eq!(report.erased, [5]);
        if let crate::engines::Place::Sqlite(path) = &fresh.place {
            for file in std::fs::read_dir(path.parent().unwrap()).unwrap() {
                let bytes = std::fs::read(file.unwrap().path()).unwrap();
                assert!(!contains(&bytes, "Condutora nº 5 (fictícia)".as_bytes()));
            }
            assert!(contains(&std::fs::read(path).unwrap(), "Condutora nº 6 (fictícia)".as_bytes()));
        }
    })
    .await;
}

fn contains(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}
