//! The ledger, users, sessions and drafts on SQLite and PostgreSQL.
//!
//! One set of SQL texts (`sql/*.sql`, `$1` placeholders) serves both engines; only migrations, pragmas and connection
//! settings differ. Every table is keyed by the municipality (IBGE code) first. The clock and the random numbers are
//! the caller's: instants come in as microseconds since 1970-01-01T00:00:00Z, identifiers and tokens as text or bytes.
//!
//! A [`Store`] is cheap to clone; all clones share its connections.
//!
//! What is deliberately absent: what an act means. The store carries bytes and keeps their order; folding acts into a
//! state is the registry's work.

mod access;
mod acts;
mod attempts;
mod backup;
mod copy;
mod drafts;
mod engine;
mod error;
mod migrate;
mod papers;
mod sessions;
mod settings;
mod sql;
mod users;

use std::path::Path;

pub use access::Access;
pub use attempts::Attempt;
pub use backup::{Backup, restore, restore_postgres};
pub use drafts::FormDraft;
pub use error::{AppendError, BackupError, StoreError};
pub use papers::{Paper, PaperEntry};
pub use sessions::{NewSession, Session};
pub use sql::ALL as SQL_TEXTS;
pub use users::User;

use engine::{Db, postgres, sqlite};

/// Name of the SQLite file inside a data directory.
pub const SQLITE_FILE: &str = "alvara.sqlite3";

/// The open store of one or more municipalities.
#[derive(Debug, Clone)]
pub struct Store {
    db: Db,
}

impl Store {
    /// Opens the SQLite file at `path`, making it when there is none, and brings its schema up to date.
    ///
    /// Every commit is on the disk before it is acknowledged (write-ahead log, `synchronous=FULL`).
    ///
    /// # Errors
    /// [`StoreError::NotOurs`] or [`StoreError::NotSqlite`] for a file of somebody else, which is left untouched;
    /// [`StoreError::NetworkDisk`] for a file on a network file system; [`StoreError::Newer`] for a file of a later
    /// version of the program; [`StoreError::Engine`] when the engine fails.
    pub async fn open_sqlite(path: &Path) -> Result<Self, StoreError> {
        Self::ready(sqlite::open(path, sqlite::Journal::WriteAhead).await?).await
    }

    /// Opens a SQLite file that stays one file: no write-ahead log beside it. For copies that are being made.
    pub(crate) async fn open_sqlite_plain(path: &Path) -> Result<Self, StoreError> {
        Self::ready(sqlite::open(path, sqlite::Journal::Rollback).await?).await
    }

    /// Connects to the PostgreSQL database at `url` (`postgres://user:password@host/database`) and brings its schema
    /// up to date.
    ///
    /// # Errors
    /// [`StoreError::Newer`] for a database of a later version of the program; [`StoreError::Engine`] when the server
    /// cannot be reached or refuses.
    pub async fn open_postgres(url: &str) -> Result<Self, StoreError> {
        Self::ready(postgres::open(url).await?).await
    }

    async fn ready(db: Db) -> Result<Self, StoreError> {
        migrate::run(&db).await?;
        Ok(Self { db })
    }

    /// Closes all connections, waiting for statements that are running.
    pub async fn close(&self) {
        self.db.close().await;
    }
}
