//! Bringing the schema up to date: numbered SQL files per engine, applied in order, once, under a row lock.

use ledger::Digest;

use crate::engine::{Db, code, is_transient, transaction, writing};
use crate::{StoreError, sql};

/// One step of the schema. Once published, its text never changes.
struct Migration {
    version: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! migrations {
    ($($version:literal $name:literal,)*) => {
        &[$(Migration {
            version: $version,
            name: $name,
            sqlite: include_str!(concat!("../migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!("../migrations/postgres/", $name, ".sql")),
        },)*]
    };
}

const MIGRATIONS: &[Migration] = migrations! {
    1 "0001_ledger",
    2 "0002_users",
    3 "0003_records",
};

impl Migration {
    fn text(&self, db: &Db) -> &'static str {
        match db {
            Db::Sqlite(_) => self.sqlite,
            Db::Postgres(_) => self.postgres,
        }
    }
}

type Applied = (i64, String, String);

/// How often the bookkeeping table is tried: processes that start together on an empty database may collide, in the
/// catalogue of PostgreSQL or on SQLite's way from reading to writing.
const ATTEMPTS: u32 = 5;

/// Applies what is missing.
pub(crate) async fn run(db: &Db) -> Result<(), StoreError> {
    create_bookkeeping(db).await?;
    let applied: Vec<Applied> =
        writing!(db, |pool| sqlx::query_as(sql::SCHEMA_APPLIED).fetch_all(pool).await?);
    if pending(db, &applied)?.is_empty() {
        return Ok(());
    }
    transaction!(db, |tx| {
        sqlx::query(sql::SCHEMA_LOCK).execute(&mut *tx).await?;
        let applied: Vec<Applied> = sqlx::query_as(sql::SCHEMA_APPLIED).fetch_all(&mut *tx).await?;
        for migration in pending(db, &applied)? {
            let text = migration.text(db);
            sqlx::raw_sql(text).execute(&mut *tx).await?;
            sqlx::query(sql::SCHEMA_INSERT)
                .bind(migration.version)
                .bind(migration.name)
                .bind(Digest::of(text.as_bytes()).to_string())
                .execute(&mut *tx)
                .await?;
        }
    });
    Ok(())
}

async fn create_bookkeeping(db: &Db) -> Result<(), StoreError> {
    let mut attempt = 1;
    loop {
        let created = writing!(db, |pool| sqlx::raw_sql(sql::SCHEMA_CREATE).execute(pool).await.map(drop));
        match created {
            Ok(()) => return Ok(()),
            Err(error) if attempt < ATTEMPTS && (collided(&error) || is_transient(&error)) => attempt += 1,
            Err(error) => return Err(error.into()),
        }
    }
}

/// Another process made the table at the same moment: unique violation in the catalogue, duplicate table, or duplicate type of
/// the table's rows.
fn collided(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| matches!(code.as_ref(), "23505" | "42P07" | "42710"))
}

/// The migrations to apply, after checking those that were.
fn pending(db: &Db, applied: &[Applied]) -> Result<Vec<&'static Migration>, StoreError> {
    let known = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
    for (version, _, digest) in applied {
        let Some(migration) = MIGRATIONS.iter().find(|migration| migration.version == *version) else {
            return Err(StoreError::Newer { found: *version, known });
        };
        if Digest::of(migration.text(db).as_bytes()).to_string() != *digest {
            return Err(StoreError::MigrationAltered { version: *version });
        }
    }
    let is_applied = |version: i64| applied.iter().any(|(other, _, _)| *other == version);
    Ok(MIGRATIONS.iter().filter(|migration| !is_applied(migration.version)).collect())
}
