//! The two engines behind one name, and the macros that write a body once for both.
//!
//! A body is expanded once per engine, so that each copy is concrete: no generic bounds, and typed errors stay.

pub(crate) mod disk;
pub(crate) mod postgres;
pub(crate) mod sqlite;

use std::borrow::Cow;

use sqlx::PgPool;

/// An open database.
#[derive(Debug, Clone)]
pub(crate) enum Db {
    /// One SQLite file.
    Sqlite(sqlite::Pools),
    /// A PostgreSQL database.
    Postgres(PgPool),
}

impl Db {
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(pools) => pools.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// Runs a body with a pool to read from.
macro_rules! reading {
    ($db:expr, |$pool:ident| $body:expr) => {
        match $db {
            $crate::engine::Db::Sqlite(pools) => {
                let $pool = &pools.read;
                $body
            }
            $crate::engine::Db::Postgres($pool) => $body,
        }
    };
}

/// Runs a body with a pool to write one statement to.
macro_rules! writing {
    ($db:expr, |$pool:ident| $body:expr) => {
        match $db {
            $crate::engine::Db::Sqlite(pools) => {
                let $pool = &pools.write;
                $body
            }
            $crate::engine::Db::Postgres($pool) => $body,
        }
    };
}

/// Runs a body within a writing transaction and commits it; leaving the body early rolls back.
macro_rules! transaction {
    ($db:expr, |$tx:ident| $body:expr) => {
        match $db {
            $crate::engine::Db::Sqlite(pools) => {
                let mut $tx = pools.write.begin_with("BEGIN IMMEDIATE").await?;
                let done = $body;
                $tx.commit().await?;
                done
            }
            $crate::engine::Db::Postgres(pool) => {
                let mut $tx = pool.begin().await?;
                let done = $body;
                $tx.commit().await?;
                done
            }
        }
    };
}

/// Runs a body within a reading transaction that sees one moment of the whole database.
macro_rules! snapshot {
    ($db:expr, |$tx:ident| $body:expr) => {
        match $db {
            $crate::engine::Db::Sqlite(pools) => {
                let mut $tx = pools.read.begin().await?;
                $body
            }
            $crate::engine::Db::Postgres(pool) => {
                let mut $tx = pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
                $body
            }
        }
    };
}

pub(crate) use {reading, snapshot, transaction, writing};

/// The engine's own code for an error: an SQLSTATE of PostgreSQL, an extended result code of SQLite.
pub(crate) fn code(error: &sqlx::Error) -> Option<Cow<'_, str>> {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code)
}

/// Whether the engine gave way to another writer: nothing was written, and trying again is right.
///
/// PostgreSQL: serialization failure, deadlock. SQLite: busy (also while recovering, or with an outdated snapshot).
pub(crate) fn is_transient(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| matches!(code.as_ref(), "40001" | "40P01" | "5" | "261" | "517"))
}

/// Whether a unique key was taken.
pub(crate) fn is_taken(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}
