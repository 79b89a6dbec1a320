//! Backups of an office at work, and restoring them, from either engine to either engine.

use ledger::Finding;
use store::{
    Access, BackupError, FormDraft, NewSession, Paper, Store, StoreError, restore, restore_postgres,
};

use crate::engines::{OTHER, Place, TENANT, draft, drafts, drop_postgres, fresh_postgres, on_each, user};

/// Fills a store with something of everything.
async fn fill(store: &Store) {
    store.append(TENANT, 0, &drafts(20)).await.unwrap();
    store.append(OTHER, 0, &drafts(3)).await.unwrap();
    store.erase_payload(TENANT, 4).await.unwrap();
    store.create_user(TENANT, &user("a")).await.unwrap();
    let session = NewSession { token: b"token", user: "a", csrf: "x", created_at: 1, expires_at: 9 };
    store.begin_session(TENANT, session).await.unwrap();
    let access = Access {
        id: "1".into(),
        at: 1,
        user: "a".into(),
        subject_kind: "condutor".into(),
        subject_id: "c1".into(),
        reason: "ficha".into(),
    };
    store.record_accesses(TENANT, &[access]).await.unwrap();
    let form =
        FormDraft { id: "r".into(), user: "a".into(), form: "auto".into(), body: "{}".into(), updated_at: 1 };
    store.save_draft(TENANT, &form).await.unwrap();
    let paper =
        Paper { code: "A1".into(), kind: "auto".into(), act_number: 2, bytes: vec![0, 255], issued_at: 1 };
    store.keep_paper(TENANT, &paper).await.unwrap();
    store.set_setting(TENANT, "tema", "escuro").await.unwrap();
}

/// Compares everything that a backup carries.
async fn assert_same(one: &Store, other: &Store) {
    assert_eq!(one.tenants().await.unwrap(), other.tenants().await.unwrap());
    for tenant in one.tenants().await.unwrap() {
        assert_eq!(one.head(tenant).await.unwrap(), other.head(tenant).await.unwrap());
        assert_eq!(
            one.acts_after(tenant, 0, 1000).await.unwrap(),
            other.acts_after(tenant, 0, 1000).await.unwrap()
        );
        assert_eq!(one.users(tenant).await.unwrap(), other.users(tenant).await.unwrap());
        assert_eq!(one.settings(tenant).await.unwrap(), other.settings(tenant).await.unwrap());
        assert_eq!(one.drafts(tenant, "a").await.unwrap(), other.drafts(tenant, "a").await.unwrap());
        assert_eq!(one.paper(tenant, "A1").await.unwrap(), other.paper(tenant, "A1").await.unwrap());
        assert_eq!(
            one.accesses_by(tenant, "a", 9).await.unwrap(),
            other.accesses_by(tenant, "a", 9).await.unwrap()
        );
    }
}

#[tokio::test]
async fn a_backup_restores_everything_but_sessions() {
    on_each(async |fresh| {
        fill(&fresh.store).await;
        let file = fresh.folder.path().join("copia.sqlite3");
        let made = fresh.store.backup(&file).await.unwrap();
        assert!(made.is_intact());
        assert_eq!(made.reports.iter().map(|report| report.acts).collect::<Vec<_>>(), [20, 3]);
        assert_eq!(made.bytes, std::fs::metadata(&file).unwrap().len());
        let before = std::fs::read(&file).unwrap();

        let restored_file = fresh.folder.path().join("restaurado.sqlite3");
        let reports = restore(&file, &restored_file).await.unwrap();
        assert_eq!(reports[0].erased, [4]);
        let restored = Store::open_sqlite(&restored_file).await.unwrap();
        assert_same(&fresh.store, &restored).await;
        assert_eq!(restored.session(TENANT, b"token", 5).await.unwrap(), None);
        restored.append(TENANT, 20, &[draft(21)]).await.unwrap();
        assert!(restored.verify(TENANT, &[]).await.unwrap().is_intact());

        if let Some((url, name)) = fresh_postgres().await {
            let scratch = fresh.folder.path().join("passagem.sqlite3");
            restore_postgres(&file, &url, &scratch).await.unwrap();
            let moved = Store::open_postgres(&url).await.unwrap();
            assert_same(&fresh.store, &moved).await;
            assert!(matches!(restore_postgres(&file, &url, &scratch).await, Err(BackupError::NotEmpty)));
            moved.close().await;
            drop_postgres(&name).await;
        }
        assert_eq!(std::fs::read(&file).unwrap(), before, "the backup is left as it was");
        let mut left: Vec<String> = std::fs::read_dir(fresh.folder.path())
            .unwrap()
            .map(|file| file.unwrap().file_name().to_str().unwrap().to_owned())
            .filter(|name| name.contains("copia") || name.contains("partial") || name.contains("passagem"))
            .collect();
        left.sort();
        assert_eq!(left, ["copia.sqlite3"], "nothing is left beside the backup");
    })
    .await;
}

/// While a writer goes on appending, each backup holds a sound chain of some moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_backup_of_an_office_at_work_is_of_one_moment() {
    on_each(async |fresh| {
        fresh.store.append(TENANT, 0, &drafts(50)).await.unwrap();
        let store = fresh.store.clone();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let writer = tokio::spawn(async move {
            let (mut head, mut stopped) = (50, stopped);
            while stopped.try_recv().is_err() {
                head = store.append(TENANT, head, &[draft(head), draft(head + 1)]).await.unwrap()[1].number;
            }
            head
        });
        let mut last = 50;
        for n in 0..5 {
            let made = fresh.store.backup(&fresh.folder.path().join(format!("{n}.sqlite3"))).await.unwrap();
            assert!(made.is_intact(), "{:?}", made.reports);
            let number = made.reports[0].head.number;
            assert!(number >= last && number.is_multiple_of(2), "{number}");
            last = number;
        }
        stop.send(()).unwrap();
        assert!(writer.await.unwrap() >= last);
    })
    .await;
}

#[tokio::test]
async fn nothing_is_written_over() {
    on_each(async |fresh| {
        fill(&fresh.store).await;
        let file = fresh.folder.path().join("copia.sqlite3");
        assert!(fresh.store.backup(&file).await.unwrap().is_intact());
        let refused = fresh.store.backup(&file).await.unwrap_err();
        assert!(matches!(refused, BackupError::Exists { .. }), "{refused:?}");
        assert!(refused.pt_br().contains("não será sobrescrito"));
        let refused = restore(&file, &file).await.unwrap_err();
        assert!(matches!(refused, BackupError::Exists { .. }), "{refused:?}");
    })
    .await;
}

#[tokio::test]
async fn a_tampered_backup_is_made_with_a_warning_and_not_restored() {
    on_each(async |fresh| {
        fill(&fresh.store).await;
        fresh
            .place
            .tamper(
                "DROP TRIGGER act_is_not_changed; UPDATE act SET actor = 'jose' WHERE number = 7;",
                "DROP TRIGGER act_is_not_changed ON act; UPDATE act SET actor = 'jose' WHERE number = 7;",
            )
            .await;
        let file = fresh.folder.path().join("copia.sqlite3");
        let made = fresh.store.backup(&file).await.unwrap();
        assert_eq!(made.reports[0].findings, [Finding::EnvelopeChanged { number: 7 }]);
        let to = fresh.folder.path().join("restaurado.sqlite3");
        let refused = restore(&file, &to).await.unwrap_err();
        assert!(matches!(refused, BackupError::Broken { tenant: TENANT, .. }), "{refused:?}");
        assert!(refused.pt_br().contains("Ato 7"));
        assert!(!to.exists());
    })
    .await;
}

#[tokio::test]
async fn what_is_no_backup_is_not_restored() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("texto");
    std::fs::write(&text, "não é um banco de dados\n".repeat(200)).unwrap();
    let to = folder.path().join("restaurado.sqlite3");
    let refused = restore(&text, &to).await.unwrap_err();
    assert!(matches!(refused, BackupError::Store(StoreError::NotSqlite { .. })), "{refused:?}");
    let refused = restore(&folder.path().join("nada"), &to).await.unwrap_err();
    assert!(matches!(refused, BackupError::Store(StoreError::Io { .. })), "{refused:?}");
    on_each(async |fresh| {
        if let Place::Sqlite(path) = &fresh.place {
            fill(&fresh.store).await;
            let to = fresh.folder.path().join("restaurado.sqlite3");
            let refused = restore(path, &to).await.unwrap_err();
            assert!(matches!(refused, BackupError::AtWork { .. }), "{refused:?}");
            assert!(!to.exists());
        }
    })
    .await;
    assert!(!to.exists());
}
