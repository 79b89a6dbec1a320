//! A fresh database per test, on each engine that is there. All contents are fictitious.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use ledger::Draft;
use sqlx::{AssertSqlSafe, Connection as _};
use store::{SQLITE_FILE, Store, User};
use tempfile::TempDir;

/// IBGE code of Caraguatatuba.
pub const TENANT: u32 = 3_510_500;
/// IBGE code of Porto Alegre.
pub const OTHER: u32 = 4_314_902;

/// A database that ends with its test.
pub struct Fresh {
    pub store: Store,
    pub place: Place,
    pub folder: TempDir,
}

/// Where a database is.
#[derive(Debug, Clone)]
pub enum Place {
    Sqlite(PathBuf),
    Postgres(String),
}

impl Place {
    /// As an argument of `store-writer`.
    pub fn argument(&self) -> String {
        match self {
            Self::Sqlite(path) => path.to_str().unwrap().to_owned(),
            Self::Postgres(url) => url.clone(),
        }
    }

    /// Opens it once more, as another process would.
    pub async fn open(&self) -> Store {
        match self {
            Self::Sqlite(path) => Store::open_sqlite(path).await.unwrap(),
            Self::Postgres(url) => Store::open_postgres(url).await.unwrap(),
        }
    }

    /// Runs SQL behind the store's back.
    pub async fn tamper(&self, sqlite: &'static str, postgres: &'static str) {
        match self {
            Self::Sqlite(path) => {
                let url = format!("sqlite://{}", path.display());
                let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
                sqlx::raw_sql(sqlite).execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
            Self::Postgres(url) => {
                let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
                sqlx::raw_sql(postgres).execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
        }
    }

    /// Tries SQL behind the store's back, with the triggers in place; `false` when it is refused.
    pub async fn try_sql(&self, text: &'static str) -> bool {
        match self {
            Self::Sqlite(path) => {
                let url = format!("sqlite://{}", path.display());
                let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
                sqlx::raw_sql(text).execute(&mut connection).await.is_ok()
            }
            Self::Postgres(url) => {
                let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
                sqlx::raw_sql(text).execute(&mut connection).await.is_ok()
            }
        }
    }
}

/// Runs a test on SQLite and, when there is a server, on PostgreSQL.
pub async fn on_each(test: impl AsyncFn(&Fresh)) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(SQLITE_FILE);
    let store = Store::open_sqlite(&path).await.unwrap();
    test(&Fresh { store, place: Place::Sqlite(path), folder }).await;
    let Some((url, name)) = fresh_postgres().await else {
        return;
    };
    let store = Store::open_postgres(&url).await.unwrap();
    let folder = TempDir::new().unwrap();
    let fresh = Fresh { store, place: Place::Postgres(url), folder };
    test(&fresh).await;
    fresh.store.close().await;
    drop_postgres(&name).await;
}

/// The server's URL, or a visible line that there is none.
pub fn server() -> Option<String> {
    let url = std::env::var("ALVARA_TEST_POSTGRES").ok().filter(|url| !url.is_empty());
    if url.is_none() {
        eprintln!("skipped: PostgreSQL (ALVARA_TEST_POSTGRES is not set)");
    }
    url
}

/// Makes an empty schema, which is a database of its own for whoever connects by its URL; gives URL and name.
pub async fn fresh_postgres() -> Option<(String, String)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let server = server()?;
    let name = format!("alvara_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let mut connection = sqlx::PgConnection::connect(&server).await.unwrap();
    let statements = format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name};");
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut connection).await.unwrap();
    let joint = if server.contains('?') { '&' } else { '?' };
    Some((format!("{server}{joint}options[search_path]={name}"), name))
}

/// Removes what [`fresh_postgres`] made.
pub async fn drop_postgres(name: &str) {
    let mut connection = sqlx::PgConnection::connect(&server().unwrap()).await.unwrap();
    let statement = format!("DROP SCHEMA {name} CASCADE");
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
}

/// A draft that differs with `n`.
pub fn draft(n: u64) -> Draft {
    let mut salt = [7; 32];
    salt[..8].copy_from_slice(&n.to_be_bytes());
    Draft {
        kind: "driver-registered".into(),
        version: 1,
        recorded_at: 1_796_000_000_000_000 + i64::try_from(n).unwrap(),
        effective_on: "2026-11-30".into(),
        actor: "maria".into(),
        role: "balcao".into(),
        basis: (0..n % 3).map(|article| format!("art{article}")).collect(),
        salt,
        payload: format!(r#"{{"nome":"Condutora nº {n} (fictícia)"}}"#).into_bytes(),
    }
}

/// So many drafts.
pub fn drafts(count: u64) -> Vec<Draft> {
    (1..=count).map(draft).collect()
}

/// A user.
pub fn user(id: &str) -> User {
    User {
        id: id.into(),
        login: format!("{id}.login"),
        name: "Maria Fictícia".into(),
        role: "balcao".into(),
        password_hash: "$argon2id$ficticio".into(),
        active: true,
        created_at: 1_796_000_000_000_000,
    }
}
