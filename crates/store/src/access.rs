//! Every look at a personal record: who, when, which, why (Lei 13.709/2018, art. 37).

use crate::engine::{reading, transaction};
use crate::error::taken;
use crate::{Store, StoreError, sql};

/// One look at a personal record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// Identifier, given by the caller.
    pub id: String,
    /// When: microseconds since 1970-01-01T00:00:00Z.
    pub at: i64,
    /// Identifier of the user who looked.
    pub user: String,
    /// Kind of record, by its stable name.
    pub subject_kind: String,
    /// Which record: an internal identifier, never a CPF or a name.
    pub subject_id: String,
    /// What it was looked at for: the page or the export.
    pub reason: String,
}

type AccessRow = (String, i64, String, String, String, String);

impl From<AccessRow> for Access {
    fn from((id, at, user, subject_kind, subject_id, reason): AccessRow) -> Self {
        Self { id, at, user, subject_kind, subject_id, reason }
    }
}

impl Store {
    /// Records looks, all or none. Call it before the record is shown.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when an identifier exists; [`StoreError`] when the engine fails.
    pub async fn record_accesses(&self, tenant: u32, accesses: &[Access]) -> Result<(), StoreError> {
        if accesses.is_empty() {
            return Ok(());
        }
        transaction!(&self.db, |tx| {
            for access in accesses {
                sqlx::query(sql::ACCESS_INSERT)
                    .bind(i64::from(tenant))
                    .bind(access.id.as_str())
                    .bind(access.at)
                    .bind(access.user.as_str())
                    .bind(access.subject_kind.as_str())
                    .bind(access.subject_id.as_str())
                    .bind(access.reason.as_str())
                    .execute(&mut *tx)
                    .await
                    .map_err(taken("acesso", &access.id))?;
            }
        });
        Ok(())
    }

    /// The last `limit` looks at a record, latest first.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn accesses_to(
        &self,
        tenant: u32,
        subject_kind: &str,
        subject_id: &str,
        limit: u32,
    ) -> Result<Vec<Access>, StoreError> {
        let rows: Vec<AccessRow> = reading!(&self.db, |pool| {
            sqlx::query_as(sql::ACCESS_OF_SUBJECT)
                .bind(i64::from(tenant))
                .bind(subject_kind)
                .bind(subject_id)
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await?
        });
        Ok(rows.into_iter().map(Access::from).collect())
    }

    /// The last `limit` looks by a user, latest first.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn accesses_by(&self, tenant: u32, user: &str, limit: u32) -> Result<Vec<Access>, StoreError> {
        let rows: Vec<AccessRow> = reading!(&self.db, |pool| {
            sqlx::query_as(sql::ACCESS_OF_USER)
                .bind(i64::from(tenant))
                .bind(user)
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await?
        });
        Ok(rows.into_iter().map(Access::from).collect())
    }
}
