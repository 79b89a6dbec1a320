//! The ledger on disk: append, read, verify, erase.

pub(crate) mod row;

use futures_util::TryStreamExt as _;
use ledger::{Act, Checkpoint, Digest, Draft, Head, Report, Verifier, seal_all};

use crate::engine::{Db, is_taken, is_transient, reading, sqlite, transaction, writing};
use crate::{AppendError, Store, StoreError, sql};
use row::{ActRow, column};

/// How often an append is tried when the engine gives way to another writer.
const ATTEMPTS: u32 = 5;

impl Store {
    /// Appends acts after position `expected_head`, all or none. When it returns, they are on the disk.
    ///
    /// Locks the municipality's row, so that one writer at a time passes, in however many processes.
    ///
    /// # Errors
    /// [`AppendError::Conflict`] when the ledger is not at `expected_head`; [`AppendError::Seal`] for a malformed
    /// draft; [`AppendError::Occupied`] when the place is taken by an act that this program did not append;
    /// [`AppendError::Store`] when the engine fails.
    pub async fn append(
        &self,
        tenant: u32,
        expected_head: u64,
        drafts: &[Draft],
    ) -> Result<Vec<Act>, AppendError> {
        let mut attempt = 1;
        loop {
            match self.append_once(tenant, expected_head, drafts).await {
                Err(AppendError::Store(StoreError::Engine(error)))
                    if attempt < ATTEMPTS && is_transient(&error) =>
                {
                    attempt += 1;
                }
                other => return other,
            }
        }
    }

    async fn append_once(
        &self,
        tenant: u32,
        expected_head: u64,
        drafts: &[Draft],
    ) -> Result<Vec<Act>, AppendError> {
        let acts = transaction!(&self.db, |tx| {
            let position = sqlx::query_as(sql::MUNICIPALITY_LOCK)
                .bind(i64::from(tenant))
                .bind(&Digest::ZERO.as_bytes()[..])
                .fetch_one(&mut *tx)
                .await?;
            let head = row::head(tenant, position)?;
            if head.number != expected_head {
                return Err(AppendError::Conflict { head: head.number });
            }
            let acts = seal_all(tenant, drafts.iter().cloned(), head)?;
            for act in &acts {
                sqlx::query(sql::ACT_INSERT)
                    .bind(i64::from(act.tenant))
                    .bind(column("number", act.number)?)
                    .bind(act.kind.as_str())
                    .bind(i64::from(act.version))
                    .bind(act.recorded_at)
                    .bind(act.effective_on.as_str())
                    .bind(act.actor.as_str())
                    .bind(act.role.as_str())
                    .bind(row::basis_text(&act.basis))
                    .bind(act.salt.as_ref().map(|salt| &salt[..]))
                    .bind(act.payload.as_deref())
                    .bind(&act.payload_digest.as_bytes()[..])
                    .bind(&act.prev.as_bytes()[..])
                    .bind(&act.hash.as_bytes()[..])
                    .execute(&mut *tx)
                    .await
                    .map_err(|error| occupied(error, act.number))?;
            }
            if let Some(last) = acts.last() {
                sqlx::query(sql::MUNICIPALITY_ADVANCE)
                    .bind(i64::from(tenant))
                    .bind(column("number", last.number)?)
                    .bind(&last.hash.as_bytes()[..])
                    .execute(&mut *tx)
                    .await?;
            }
            acts
        });
        Ok(acts)
    }

    /// The position of a municipality's ledger; [`Head::GENESIS`] when it has no act.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn head(&self, tenant: u32) -> Result<Head, StoreError> {
        let found = reading!(&self.db, |pool| {
            sqlx::query_as(sql::MUNICIPALITY_HEAD).bind(i64::from(tenant)).fetch_optional(pool).await?
        });
        found.map_or(Ok(Head::GENESIS), |position| row::head(tenant, position))
    }

    /// The municipalities that have a ledger, by IBGE code.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn tenants(&self) -> Result<Vec<u32>, StoreError> {
        let codes: Vec<i64> =
            reading!(&self.db, |pool| sqlx::query_scalar(sql::MUNICIPALITY_LIST).fetch_all(pool).await?);
        codes
            .into_iter()
            .map(|code| {
                u32::try_from(code)
                    .map_err(|_| StoreError::Unreadable { what: "município", key: code.to_string() })
            })
            .collect()
    }

    /// One act.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails or the row was altered into something unreadable.
    pub async fn act(&self, tenant: u32, number: u64) -> Result<Option<Act>, StoreError> {
        let number = column("number", number)?;
        let found: Option<ActRow> = reading!(&self.db, |pool| {
            sqlx::query_as(sql::ACT_BY_NUMBER)
                .bind(i64::from(tenant))
                .bind(number)
                .fetch_optional(pool)
                .await?
        });
        found.map(row::act).transpose()
    }

    /// At most `limit` acts after position `number`, in order.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails or a row was altered into something unreadable.
    pub async fn acts_after(&self, tenant: u32, number: u64, limit: u32) -> Result<Vec<Act>, StoreError> {
        let number = column("number", number)?;
        let rows: Vec<ActRow> = reading!(&self.db, |pool| {
            sqlx::query_as(sql::ACT_AFTER)
                .bind(i64::from(tenant))
                .bind(number)
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await?
        });
        rows.into_iter().map(row::act).collect()
    }

    /// Gives every act after position `number` to `visit`, in order, without holding them all in memory.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails or a row was altered into something unreadable.
    pub async fn replay(
        &self,
        tenant: u32,
        number: u64,
        mut visit: impl FnMut(Act) + Send,
    ) -> Result<(), StoreError> {
        let number = column("number", number)?;
        reading!(&self.db, |pool| {
            let mut rows =
                sqlx::query_as::<_, ActRow>(sql::ACT_REPLAY).bind(i64::from(tenant)).bind(number).fetch(pool);
            while let Some(found) = rows.try_next().await? {
                visit(row::act(found)?);
            }
        });
        Ok(())
    }

    /// Verifies a municipality's chain, against the recorded head and the positions `known` from elsewhere. Works on
    /// an office at work.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails. What is wrong with the chain is in the report, not an error.
    pub async fn verify(&self, tenant: u32, known: &[Checkpoint]) -> Result<Report, StoreError> {
        let mut known = known.to_vec();
        known.push(self.head(tenant).await?.checkpoint(tenant));
        let mut verifier = Verifier::new(tenant, &known);
        reading!(&self.db, |pool| {
            let mut rows = sqlx::query_as::<_, ActRow>(sql::ACT_REPLAY)
                .bind(i64::from(tenant))
                .bind(i64::MIN)
                .fetch(pool);
            while let Some(found) = rows.try_next().await? {
                verifier.see(&row::act_as_stored(found).0);
            }
        });
        let mut report = verifier.finish();
        report.compare_with_recorded(self.head(tenant).await?);
        Ok(report)
    }

    /// Erases the payload and the salt of an act, as the law on personal data may demand (Lei 13.709/2018, art. 18,
    /// VI); its digest stays and the chain still verifies. The caller appends the act that orders it. Backups made
    /// before still hold the payload. `false` when there is no such act.
    ///
    /// On SQLite the bytes are overwritten in the file; on PostgreSQL they are gone after the next vacuum.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn erase_payload(&self, tenant: u32, number: u64) -> Result<bool, StoreError> {
        let number = column("number", number)?;
        let changed = writing!(&self.db, |pool| {
            sqlx::query(sql::ACT_ERASE)
                .bind(i64::from(tenant))
                .bind(number)
                .execute(pool)
                .await?
                .rows_affected()
        });
        if let Db::Sqlite(pools) = &self.db {
            sqlite::empty_log(pools).await?;
        }
        Ok(changed > 0)
    }
}

/// The lock was held and the head was right, yet the number is taken.
fn occupied(error: sqlx::Error, number: u64) -> AppendError {
    if is_taken(&error) { AppendError::Occupied { number } } else { error.into() }
}
