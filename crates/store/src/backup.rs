//! Backup of an office at work, and restoring one. A backup is one SQLite file, whatever the engine, so that it can be
//! opened, verified and moved from one engine to the other.

use std::fs::File;
use std::path::{Path, PathBuf};

use ledger::Report;

use crate::{BackupError, Store, StoreError, copy};

/// A backup that was made. It is made of a broken chain too: the copy is evidence then, and the report says so.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Backup {
    /// The verification of each municipality's chain, done on the copy.
    pub reports: Vec<Report>,
    /// Size of the file.
    pub bytes: u64,
}

impl Backup {
    /// Whether every chain in the backup is sound.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        self.reports.iter().all(Report::is_intact)
    }
}

impl Store {
    /// Copies the store, as of one moment, into a new SQLite file at `to`, while the office goes on working. The file
    /// appears under its name only once it is complete, verified and on the disk. It holds no sessions.
    ///
    /// # Errors
    /// [`BackupError::Exists`] when `to` exists; [`BackupError::Store`] when reading or writing fails.
    pub async fn backup(&self, to: &Path) -> Result<Backup, BackupError> {
        let partial = begin(to)?;
        let made = self.backup_into(&partial).await;
        finish(made, &partial, to)
    }

    async fn backup_into(&self, partial: &Path) -> Result<Backup, BackupError> {
        let target = Store::open_sqlite_plain(partial).await?;
        let copied = async {
            copy::everything(self, &target).await?;
            verify_all(&target).await
        };
        let reports = copied.await;
        target.close().await;
        let bytes = std::fs::metadata(partial).map_err(io(partial))?.len();
        Ok(Backup { reports: reports?, bytes })
    }
}

/// Restores a backup into a new SQLite file at `to`, which appears under its name only once it is complete, verified
/// and on the disk. The backup is left as it was.
///
/// # Errors
/// [`BackupError::Exists`] when `to` exists; [`BackupError::Broken`] when a chain in the backup is not sound;
/// [`BackupError::AtWork`] when `from` is no backup but an office's open file; [`BackupError::Store`] when it is not a
/// file of this program, or reading or writing fails.
pub async fn restore(from: &Path, to: &Path) -> Result<Vec<Report>, BackupError> {
    let partial = begin(to)?;
    let restored = async {
        let store = open_copy(from, &partial).await?;
        let reports = verify_sound(&store).await;
        store.close().await;
        reports
    };
    finish(restored.await, &partial, to)
}

/// Restores a backup into an empty PostgreSQL database, all or nothing. `scratch` is a path on a local disk for a
/// passing copy of the backup, so that the backup itself is left as it was.
///
/// # Errors
/// As [`restore`]; [`BackupError::NotEmpty`] when the database holds data.
pub async fn restore_postgres(from: &Path, url: &str, scratch: &Path) -> Result<Vec<Report>, BackupError> {
    let partial = begin(scratch)?;
    let restored = async {
        let store = open_copy(from, &partial).await?;
        let loaded = load(&store, url).await;
        store.close().await;
        loaded
    };
    let reports = restored.await;
    discard(&partial);
    reports
}

async fn load(backup: &Store, url: &str) -> Result<Vec<Report>, BackupError> {
    verify_sound(backup).await?;
    let target = Store::open_postgres(url).await?;
    if !copy::is_empty(&target).await? {
        return Err(BackupError::NotEmpty);
    }
    copy::everything(backup, &target).await?;
    let reports = verify_sound(&target).await;
    target.close().await;
    reports
}

/// Copies the backup's file and opens the copy, which brings an old one up to date.
async fn open_copy(from: &Path, partial: &Path) -> Result<Store, BackupError> {
    let log = beside(from, "-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return Err(BackupError::AtWork { path: from.to_owned() });
    }
    tokio::fs::copy(from, partial).await.map_err(io(from))?;
    Ok(Store::open_sqlite_plain(partial).await?)
}

async fn verify_all(store: &Store) -> Result<Vec<Report>, BackupError> {
    let mut reports = Vec::new();
    for tenant in store.tenants().await? {
        reports.push(store.verify(tenant, &[]).await?);
    }
    Ok(reports)
}

async fn verify_sound(store: &Store) -> Result<Vec<Report>, BackupError> {
    let reports = verify_all(store).await?;
    match reports.iter().find(|report| !report.is_intact()) {
        Some(report) => Err(BackupError::Broken { tenant: report.tenant, findings: report.findings.clone() }),
        None => Ok(reports),
    }
}

/// The path to write to before the file gets its name. What an interrupted run left there is removed.
fn begin(to: &Path) -> Result<PathBuf, BackupError> {
    if to.exists() {
        return Err(BackupError::Exists { path: to.to_owned() });
    }
    let partial = beside(to, ".partial");
    discard(&partial);
    Ok(partial)
}

/// Gives a finished file its name once its bytes are on the disk; removes a failed one.
fn finish<T>(made: Result<T, BackupError>, partial: &Path, to: &Path) -> Result<T, BackupError> {
    let named = made.and_then(|made| {
        let file = File::options().read(true).write(true).open(partial).map_err(io(partial))?;
        file.sync_all().map_err(io(partial))?;
        if to.exists() {
            return Err(BackupError::Exists { path: to.to_owned() });
        }
        std::fs::rename(partial, to).map_err(io(to))?;
        sync_folder(to)?;
        Ok(made)
    });
    if named.is_err() {
        discard(partial);
    }
    named
}

/// Makes the new name itself durable.
#[cfg(unix)]
fn sync_folder(file: &Path) -> Result<(), BackupError> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(io(folder))?;
    Ok(())
}

#[cfg(not(unix))]
fn sync_folder(_file: &Path) -> Result<(), BackupError> {
    Ok(())
}

/// Removes a file that has no name yet, with what SQLite leaves beside it; that there is none is fine.
fn discard(partial: &Path) {
    for leftover in ["", "-wal", "-shm", "-journal"] {
        let _ = std::fs::remove_file(beside(partial, leftover));
    }
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn io(path: &Path) -> impl FnOnce(std::io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| StoreError::Io { path, source }
}
