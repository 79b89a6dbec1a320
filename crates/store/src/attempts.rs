//! Attempts to sign in, counted to slow down guessing.

use crate::engine::{reading, writing};
use crate::error::taken;
use crate::{Store, StoreError, sql};

/// One attempt to sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempt<'a> {
    /// Identifier, given by the caller.
    pub id: &'a str,
    /// The login that was typed, whether it exists or not.
    pub login: &'a str,
    /// The network address it came from.
    pub address: &'a str,
    /// When: microseconds since 1970-01-01T00:00:00Z.
    pub at: i64,
    /// Whether it succeeded.
    pub succeeded: bool,
}

impl Store {
    /// Records an attempt.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when the identifier exists; [`StoreError`] when the engine fails.
    pub async fn record_attempt(&self, tenant: u32, attempt: Attempt<'_>) -> Result<(), StoreError> {
        writing!(&self.db, |pool| {
            sqlx::query(sql::ATTEMPT_INSERT)
                .bind(i64::from(tenant))
                .bind(attempt.id)
                .bind(attempt.login)
                .bind(attempt.address)
                .bind(attempt.at)
                .bind(attempt.succeeded)
                .execute(pool)
                .await
                .map_err(taken("tentativa", attempt.id))?;
        });
        Ok(())
    }

    /// How many attempts with a login failed after `since` and after its last success.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn failures_of_login(&self, tenant: u32, login: &str, since: i64) -> Result<u64, StoreError> {
        let count: i64 = reading!(&self.db, |pool| {
            sqlx::query_scalar(sql::ATTEMPT_FAILURES_OF_LOGIN)
                .bind(i64::from(tenant))
                .bind(login)
                .bind(since)
                .fetch_one(pool)
                .await?
        });
        Ok(count.unsigned_abs())
    }

    /// How many attempts from an address failed after `since`. A success does not reset it: whoever has one password
    /// must not guess others for free.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn failures_of_address(
        &self,
        tenant: u32,
        address: &str,
        since: i64,
    ) -> Result<u64, StoreError> {
        let count: i64 = reading!(&self.db, |pool| {
            sqlx::query_scalar(sql::ATTEMPT_FAILURES_OF_ADDRESS)
                .bind(i64::from(tenant))
                .bind(address)
                .bind(since)
                .fetch_one(pool)
                .await?
        });
        Ok(count.unsigned_abs())
    }

    /// Removes attempts up to `until`, which throttling no longer looks at; says how many.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn forget_attempts(&self, tenant: u32, until: i64) -> Result<u64, StoreError> {
        Ok(writing!(&self.db, |pool| {
            sqlx::query(sql::ATTEMPT_FORGET)
                .bind(i64::from(tenant))
                .bind(until)
                .execute(pool)
                .await?
                .rows_affected()
        }))
    }
}
