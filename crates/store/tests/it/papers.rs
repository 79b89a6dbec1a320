//! Issued papers are kept byte for byte.

use ledger::Digest;
use store::{Paper, StoreError};

use crate::engines::{TENANT, drafts, on_each};

fn paper(code: &str, act_number: u64) -> Paper {
    Paper {
        code: code.into(),
        kind: "credencial".into(),
        act_number,
        bytes: vec![0x25, 0x50, 0x44, 0x46, 0x00, 0xff],
        issued_at: 10,
    }
}

#[tokio::test]
async fn a_paper_comes_back_as_issued() {
    on_each(async |fresh| {
        let store = &fresh.store;
        store.append(TENANT, 0, &drafts(2)).await.unwrap();
        let digest = store.keep_paper(TENANT, &paper("A1", 2)).await.unwrap();
        assert_eq!(digest, Digest::of(&paper("A1", 2).bytes));
        assert_eq!(store.paper(TENANT, "A1").await.unwrap(), Some(paper("A1", 2)));
        assert_eq!(store.paper(TENANT, "A2").await.unwrap(), None);
        let listed = store.papers_of(TENANT, 2).await.unwrap();
        assert_eq!((listed.len(), listed[0].code.as_str(), listed[0].sha256), (1, "A1", digest));
        assert_eq!(store.papers_of(TENANT, 1).await.unwrap(), []);
        assert!(matches!(store.keep_paper(TENANT, &paper("A1", 1)).await, Err(StoreError::Taken { .. })));
        assert!(store.keep_paper(TENANT, &paper("A3", 9)).await.is_err(), "no paper without its act");
    })
    .await;
}

#[tokio::test]
async fn an_altered_paper_is_refused() {
    on_each(async |fresh| {
        fresh.store.append(TENANT, 0, &drafts(1)).await.unwrap();
        fresh.store.keep_paper(TENANT, &paper("A1", 1)).await.unwrap();
        fresh.place.tamper("UPDATE paper SET bytes = x'00'", "UPDATE paper SET bytes = '\\x00'").await;
        let refused = fresh.store.paper(TENANT, "A1").await.unwrap_err();
        assert!(refused.pt_br().contains("documento `A1`"), "{refused:?}");
    })
    .await;
}
