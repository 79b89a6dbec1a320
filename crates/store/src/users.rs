//! Who works in the office.

use std::fmt;

use crate::engine::{reading, transaction, writing};
use crate::error::taken;
use crate::{Store, StoreError, sql};

/// A user of the office. `Debug` leaves out the password hash.
#[derive(Clone, PartialEq, Eq)]
pub struct User {
    /// Identifier, given by the caller; never reused.
    pub id: String,
    /// What is typed to sign in; unique in the municipality. The caller decides on case.
    pub login: String,
    /// Name for people.
    pub name: String,
    /// Role, by its stable name.
    pub role: String,
    /// Password hash in PHC string form (Argon2id), made by the caller.
    pub password_hash: String,
    /// Whether the user may sign in. Users are never removed: the ledger names them.
    pub active: bool,
    /// When the user was created: microseconds since 1970-01-01T00:00:00Z.
    pub created_at: i64,
}

impl fmt::Debug for User {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("User")
            .field("id", &self.id)
            .field("login", &self.login)
            .field("role", &self.role)
            .field("active", &self.active)
            .finish_non_exhaustive()
    }
}

/// id, login, name, role, password hash, active, created at.
pub(crate) type UserRow = (String, String, String, String, String, bool, i64);

impl From<UserRow> for User {
    fn from((id, login, name, role, password_hash, active, created_at): UserRow) -> Self {
        Self { id, login, name, role, password_hash, active, created_at }
    }
}

impl Store {
    /// Creates a user.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when the identifier or the login exists in the municipality.
    pub async fn create_user(&self, tenant: u32, user: &User) -> Result<(), StoreError> {
        writing!(&self.db, |pool| {
            sqlx::query(sql::USER_INSERT)
                .bind(i64::from(tenant))
                .bind(user.id.as_str())
                .bind(user.login.as_str())
                .bind(user.name.as_str())
                .bind(user.role.as_str())
                .bind(user.password_hash.as_str())
                .bind(user.active)
                .bind(user.created_at)
                .execute(pool)
                .await
                .map_err(taken("usuário", &user.login))?;
        });
        Ok(())
    }

    /// A user by identifier.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn user(&self, tenant: u32, id: &str) -> Result<Option<User>, StoreError> {
        let found: Option<UserRow> = reading!(&self.db, |pool| {
            sqlx::query_as(sql::USER_BY_ID).bind(i64::from(tenant)).bind(id).fetch_optional(pool).await?
        });
        Ok(found.map(User::from))
    }

    /// A user by login.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn user_by_login(&self, tenant: u32, login: &str) -> Result<Option<User>, StoreError> {
        let found: Option<UserRow> = reading!(&self.db, |pool| {
            sqlx::query_as(sql::USER_BY_LOGIN)
                .bind(i64::from(tenant))
                .bind(login)
                .fetch_optional(pool)
                .await?
        });
        Ok(found.map(User::from))
    }

    /// All users of a municipality, by login.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn users(&self, tenant: u32) -> Result<Vec<User>, StoreError> {
        let rows: Vec<UserRow> = reading!(&self.db, |pool| {
            sqlx::query_as(sql::USER_LIST).bind(i64::from(tenant)).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(User::from).collect())
    }

    /// Changes a user's name, role and whether the user may sign in; ends the user's sessions, so that the change
    /// counts at once. `false` when there is no such user.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn change_user(
        &self,
        tenant: u32,
        id: &str,
        name: &str,
        role: &str,
        active: bool,
    ) -> Result<bool, StoreError> {
        Ok(transaction!(&self.db, |tx| {
            sqlx::query(sql::SESSION_END_OF_USER).bind(i64::from(tenant)).bind(id).execute(&mut *tx).await?;
            sqlx::query(sql::USER_UPDATE)
                .bind(i64::from(tenant))
                .bind(id)
                .bind(name)
                .bind(role)
                .bind(active)
                .execute(&mut *tx)
                .await?
                .rows_affected()
                > 0
        }))
    }

    /// Sets a user's password hash and ends the user's sessions. `false` when there is no such user.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn set_password(&self, tenant: u32, id: &str, password_hash: &str) -> Result<bool, StoreError> {
        Ok(transaction!(&self.db, |tx| {
            sqlx::query(sql::SESSION_END_OF_USER).bind(i64::from(tenant)).bind(id).execute(&mut *tx).await?;
            sqlx::query(sql::USER_PASSWORD)
                .bind(i64::from(tenant))
                .bind(id)
                .bind(password_hash)
                .execute(&mut *tx)
                .await?
                .rows_affected()
                > 0
        }))
    }
}
