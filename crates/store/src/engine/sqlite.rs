//! SQLite: pragmas, the check that a file is ours, one writing connection and several reading ones.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _};

use super::{Db, code, disk, is_transient};
use crate::StoreError;

/// `Alvr`, in the file's header: how a file is known to be ours.
const APPLICATION_ID: i64 = 0x416c_7672;

/// How long a connection waits for another process that is writing.
const BUSY: Duration = Duration::from_secs(30);

/// Between two tries to open a file that is busy.
const PAUSE: Duration = Duration::from_millis(10);

/// How many reads go on at once.
const READERS: u32 = 4;

/// How a file's transactions are made safe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Journal {
    /// Write-ahead log beside the file: reads do not wait for writes. For an office at work.
    WriteAhead,
    /// Rollback journal, gone after each transaction: the file alone is everything. For copies.
    Rollback,
}

/// The connections to one file. A single connection writes, so that writers within the process queue up fairly
/// instead of contending for the file's lock.
#[derive(Debug, Clone)]
pub(crate) struct Pools {
    pub(crate) write: SqlitePool,
    pub(crate) read: SqlitePool,
}

impl Pools {
    pub(crate) async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }
}

/// Opens a file, making it when there is none.
///
/// SQLite does not wait its turn when the journal changes its mode or the last connection of another process cleans up:
/// it answers "busy" at once. So the opening is tried again, for as long as a writer would be waited for.
pub(crate) async fn open(path: &Path, journal: Journal) -> Result<Db, StoreError> {
    if let Some(kind) = disk::network_file_system(path) {
        return Err(StoreError::NetworkDisk { path: path.to_owned(), kind });
    }
    create_private(path)?;
    let started = Instant::now();
    loop {
        match connect(path, journal).await {
            Err(StoreError::Engine(error)) if is_transient(&error) && started.elapsed() < BUSY => {
                tokio::time::sleep(PAUSE).await;
            }
            done => return done,
        }
    }
}

async fn connect(path: &Path, journal: Journal) -> Result<Db, StoreError> {
    claim(path).await?;
    let options = SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(match journal {
            Journal::WriteAhead => SqliteJournalMode::Wal,
            Journal::Rollback => SqliteJournalMode::Delete,
        })
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY)
        // a long history is read in one statement: that it takes long is no news
        .disable_statement_logging()
        // without it INSERT OR REPLACE would remove a row behind the back of the trigger that forbids it
        .pragma("recursive_triggers", "ON")
        // an erased payload is overwritten in the file, not only unlinked
        .pragma("secure_delete", "ON");
    // a file does not hang up: a connection needs no trial before each use
    let pool = SqlitePoolOptions::new().test_before_acquire(false);
    let write = pool.clone().max_connections(1).connect_with(options.clone()).await?;
    let read = pool.max_connections(READERS).connect_with(options.pragma("query_only", "ON")).await?;
    Ok(Db::Sqlite(Pools { write, read }))
}

/// Makes an absent file readable by its owner only: it will hold personal data.
fn create_private(path: &Path) -> Result<(), StoreError> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(source) => Err(StoreError::Io { path: path.to_owned(), source }),
    }
}

/// Marks a new file as ours; refuses one of somebody else before anything in it is touched.
async fn claim(path: &Path) -> Result<(), StoreError> {
    let mut connection = SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(BUSY)
        .connect()
        .await
        .map_err(foreign(path))?;
    let claimed = claim_with(&mut connection, path).await;
    connection.close().await?;
    claimed
}

async fn claim_with(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    if is_ours(connection, path).await? {
        return Ok(());
    }
    // looked at again under the lock: another process may be claiming the same new file
    let mut tx = connection.begin_with("BEGIN IMMEDIATE").await.map_err(foreign(path))?;
    if !is_ours(&mut tx, path).await? {
        sqlx::raw_sql("PRAGMA application_id = 0x416c7672").execute(&mut *tx).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Whether the file is marked as ours; an empty one may still become so.
async fn is_ours(connection: &mut SqliteConnection, path: &Path) -> Result<bool, StoreError> {
    // one statement, one moment: the mark and the first table of another process come one after the other
    let (id, objects): (i64, i64) = sqlx::query_as(
        "SELECT application_id, (SELECT COUNT(*) FROM sqlite_schema) FROM pragma_application_id",
    )
    .fetch_one(connection)
    .await
    .map_err(foreign(path))?;
    match (id, objects) {
        (APPLICATION_ID, _) => Ok(true),
        (0, 0) => Ok(false),
        _ => Err(StoreError::NotOurs { path: path.to_owned() }),
    }
}

/// "File is not a database" said of the file.
fn foreign(path: &Path) -> impl Fn(sqlx::Error) -> StoreError {
    let path: PathBuf = path.to_owned();
    move |error| {
        if code(&error).is_some_and(|code| code == "26") {
            StoreError::NotSqlite { path: path.clone() }
        } else {
            StoreError::Engine(error)
        }
    }
}

/// Empties the write-ahead log into the file, so that erased bytes do not live on in it.
pub(crate) async fn empty_log(pools: &Pools) -> Result<(), StoreError> {
    sqlx::raw_sql("PRAGMA wal_checkpoint(TRUNCATE)").execute(&pools.write).await?;
    Ok(())
}
