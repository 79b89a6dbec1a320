//! Looks at personal records, half-done forms, settings.

use store::{Access, FormDraft, StoreError};

use crate::engines::{OTHER, TENANT, on_each, user};

fn access(id: &str, at: i64, user: &str, subject: &str) -> Access {
    Access {
        id: id.into(),
        at,
        user: user.into(),
        subject_kind: "condutor".into(),
        subject_id: subject.into(),
        reason: "ficha".into(),
    }
}

#[tokio::test]
async fn looks_are_listed_by_record_and_by_user_latest_first() {
    on_each(async |fresh| {
        let store = &fresh.store;
        let looks =
            [access("1", 10, "maria", "c1"), access("2", 20, "jose", "c1"), access("3", 30, "maria", "c2")];
        store.record_accesses(TENANT, &looks).await.unwrap();
        store.record_accesses(TENANT, &[]).await.unwrap();
        let ids = |found: Vec<Access>| found.into_iter().map(|access| access.id).collect::<Vec<_>>();
        assert_eq!(store.accesses_to(TENANT, "condutor", "c2", 10).await.unwrap(), [looks[2].clone()]);
        assert_eq!(ids(store.accesses_to(TENANT, "condutor", "c1", 10).await.unwrap()), ["2", "1"]);
        assert_eq!(ids(store.accesses_to(TENANT, "condutor", "c1", 1).await.unwrap()), ["2"]);
        assert_eq!(ids(store.accesses_to(TENANT, "veiculo", "c1", 9).await.unwrap()), [""; 0]);
        assert_eq!(ids(store.accesses_by(TENANT, "maria", 10).await.unwrap()), ["3", "1"]);
        assert_eq!(ids(store.accesses_by(OTHER, "maria", 10).await.unwrap()), [""; 0]);
        let again = [access("4", 40, "maria", "c1"), access("1", 50, "maria", "c1")];
        let refused = store.record_accesses(TENANT, &again).await.unwrap_err();
        assert!(matches!(&refused, StoreError::Taken { key, .. } if key == "1"), "{refused:?}");
        assert_eq!(store.accesses_by(TENANT, "maria", 10).await.unwrap().len(), 2, "all or none");
    })
    .await;
}

#[tokio::test]
async fn a_draft_belongs_to_its_user() {
    on_each(async |fresh| {
        let store = &fresh.store;
        store.create_user(TENANT, &user("a")).await.unwrap();
        store.create_user(TENANT, &user("b")).await.unwrap();
        let draft = FormDraft {
            id: "r1".into(),
            user: "a".into(),
            form: "auto".into(),
            body: r#"{"placa":"FIC1T10"}"#.into(),
            updated_at: 10,
        };
        store.save_draft(TENANT, &draft).await.unwrap();
        let later = FormDraft { body: "{}".into(), updated_at: 20, ..draft.clone() };
        store.save_draft(TENANT, &later).await.unwrap();
        let second = FormDraft { id: "r2".into(), updated_at: 30, ..draft.clone() };
        store.save_draft(TENANT, &second).await.unwrap();
        assert_eq!(store.draft(TENANT, "a", "r1").await.unwrap(), Some(later.clone()));
        assert_eq!(store.draft(TENANT, "b", "r1").await.unwrap(), None);
        let stolen = FormDraft { user: "b".into(), ..draft.clone() };
        assert!(matches!(store.save_draft(TENANT, &stolen).await, Err(StoreError::Taken { .. })));
        assert_eq!(store.drafts(TENANT, "a").await.unwrap(), [second, later]);
        assert!(!store.remove_draft(TENANT, "b", "r1").await.unwrap());
        assert!(store.remove_draft(TENANT, "a", "r1").await.unwrap());
        assert_eq!(store.drafts(TENANT, "a").await.unwrap().len(), 1);
        assert!(!format!("{draft:?}").contains("FIC1T10"));
    })
    .await;
}

#[tokio::test]
async fn settings_are_set_over() {
    on_each(async |fresh| {
        let store = &fresh.store;
        assert_eq!(store.setting(TENANT, "tema").await.unwrap(), None);
        store.set_setting(TENANT, "tema", "claro").await.unwrap();
        store.set_setting(TENANT, "tema", "escuro").await.unwrap();
        store.set_setting(TENANT, "brasao", "sim").await.unwrap();
        assert_eq!(store.setting(TENANT, "tema").await.unwrap().as_deref(), Some("escuro"));
        assert_eq!(store.setting(OTHER, "tema").await.unwrap(), None);
        assert_eq!(
            store.settings(TENANT).await.unwrap(),
            [("brasao".into(), "sim".into()), ("tema".into(), "escuro".into())]
        );
    })
    .await;
}
