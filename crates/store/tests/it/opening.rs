//! Opening files and databases: ours, somebody else's, of a later version, by many at once.

use std::path::Path;

use sqlx::Connection as _;
use store::{SQLITE_FILE, Store, StoreError};

use crate::engines::{TENANT, drafts, drop_postgres, fresh_postgres, on_each};

async fn refused(path: &Path) -> StoreError {
    Store::open_sqlite(path).await.map(drop).unwrap_err()
}

#[tokio::test]
async fn a_file_that_is_no_database_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(SQLITE_FILE);
    let text = "planilha;da;prefeitura\n".repeat(100);
    std::fs::write(&path, &text).unwrap();
    let error = refused(&path).await;
    assert!(matches!(error, StoreError::NotSqlite { .. }), "{error:?}");
    assert!(error.pt_br().contains("não é um banco de dados SQLite"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[tokio::test]
async fn a_database_of_another_program_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("outro.sqlite3");
    std::fs::write(&path, "").unwrap();
    let url = format!("sqlite://{}", path.display());
    let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
    sqlx::raw_sql("CREATE TABLE nota (id INTEGER)").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let before = std::fs::read(&path).unwrap();
    let error = refused(&path).await;
    assert!(matches!(error, StoreError::NotOurs { .. }), "{error:?}");
    assert!(error.pt_br().contains("outro programa"));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let error = refused(&folder.path().join("nada").join(SQLITE_FILE)).await;
    assert!(matches!(error, StoreError::Io { .. }), "{error:?}");
    assert!(error.pt_br().contains("pasta"));
}

#[tokio::test]
async fn an_empty_file_becomes_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(SQLITE_FILE);
    std::fs::write(&path, "").unwrap();
    let store = Store::open_sqlite(&path).await.unwrap();
    assert_eq!(store.append(TENANT, 0, &drafts(1)).await.unwrap().len(), 1);
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_file_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(SQLITE_FILE);
    Store::open_sqlite(&path).await.unwrap().append(TENANT, 0, &drafts(1)).await.unwrap();
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let mode = file.unwrap().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{mode:o}");
    }
}

#[tokio::test]
async fn a_schema_of_a_later_version_is_refused() {
    on_each(async |fresh| {
        let text = "INSERT INTO schema_version (version, name, sha256) VALUES (9999, '9999_depois', '')";
        fresh.place.tamper(text, text).await;
        let error = match &fresh.place {
            crate::engines::Place::Sqlite(path) => refused(path).await,
            crate::engines::Place::Postgres(url) => Store::open_postgres(url).await.map(drop).unwrap_err(),
        };
        assert!(matches!(error, StoreError::Newer { found: 9999, .. }), "{error:?}");
        assert!(error.pt_br().contains("Atualize"));
    })
    .await;
}

#[tokio::test]
async fn a_migration_with_another_text_is_refused() {
    on_each(async |fresh| {
        let text = "UPDATE schema_version SET sha256 = 'x' WHERE version = 2";
        fresh.place.tamper(text, text).await;
        let error = match &fresh.place {
            crate::engines::Place::Sqlite(path) => refused(path).await,
            crate::engines::Place::Postgres(url) => Store::open_postgres(url).await.map(drop).unwrap_err(),
        };
        assert!(matches!(error, StoreError::MigrationAltered { version: 2 }), "{error:?}");
    })
    .await;
}

/// Several processes starting together on an empty database make one schema.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_open_an_empty_database_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(SQLITE_FILE);
    let tasks: Vec<_> = (0..6)
        .map(|_| {
            let path = path.clone();
            tokio::spawn(async move { Store::open_sqlite(&path).await.map(drop) })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    let Some((url, name)) = fresh_postgres().await else {
        return;
    };
    let tasks: Vec<_> = (0..6)
        .map(|_| {
            let url = url.clone();
            tokio::spawn(async move { Store::open_postgres(&url).await.map(drop) })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert!(Store::open_postgres(&url).await.unwrap().tenants().await.unwrap().is_empty());
    drop_postgres(&name).await;
}
