//! A municipality's settings: what is chosen at the office and is no act.

use crate::engine::{reading, writing};
use crate::{Store, StoreError, sql};

impl Store {
    /// Sets a value.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn set_setting(&self, tenant: u32, key: &str, value: &str) -> Result<(), StoreError> {
        writing!(&self.db, |pool| {
            sqlx::query(sql::SETTING_SET).bind(i64::from(tenant)).bind(key).bind(value).execute(pool).await?;
        });
        Ok(())
    }

    /// A value, if it was set.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn setting(&self, tenant: u32, key: &str) -> Result<Option<String>, StoreError> {
        Ok(reading!(&self.db, |pool| {
            sqlx::query_scalar(sql::SETTING_GET)
                .bind(i64::from(tenant))
                .bind(key)
                .fetch_optional(pool)
                .await?
        }))
    }

    /// All values, by key.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn settings(&self, tenant: u32) -> Result<Vec<(String, String)>, StoreError> {
        Ok(reading!(&self.db, |pool| {
            sqlx::query_as(sql::SETTING_LIST).bind(i64::from(tenant)).fetch_all(pool).await?
        }))
    }
}
