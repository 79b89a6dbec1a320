//! Signed-in sessions. Only the SHA-256 digest of a token is stored: whoever reads the table cannot sign in with it.

use std::fmt;

use ledger::Digest;

use crate::engine::{reading, writing};
use crate::users::User;
use crate::{Store, StoreError, sql};

/// A session to begin. `Debug` leaves out the token and the CSRF token.
#[derive(Clone, Copy)]
pub struct NewSession<'a> {
    /// The secret token, as the browser will send it: at least 16 random bytes. Only its digest is kept.
    pub token: &'a [u8],
    /// Identifier of the user.
    pub user: &'a str,
    /// The secret that every form of the session must send back.
    pub csrf: &'a str,
    /// Now: microseconds since 1970-01-01T00:00:00Z.
    pub created_at: i64,
    /// When it ends by itself, in the same unit.
    pub expires_at: i64,
}

impl fmt::Debug for NewSession<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewSession").field("user", &self.user).finish_non_exhaustive()
    }
}

/// A live session. `Debug` leaves out the CSRF token.
#[derive(Clone, PartialEq, Eq)]
pub struct Session {
    /// Who is signed in, as of now.
    pub user: User,
    /// The secret that every form of the session must send back.
    pub csrf: String,
    /// When it began: microseconds since 1970-01-01T00:00:00Z.
    pub created_at: i64,
    /// When it was last used, as told to [`Store::touch_session`].
    pub last_seen: i64,
    /// When it ends by itself.
    pub expires_at: i64,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("user", &self.user)
            .field("created_at", &self.created_at)
            .field("last_seen", &self.last_seen)
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

type SessionRow = (String, i64, i64, i64, String, String, String, String, String, bool, i64);

impl Store {
    /// Begins a session.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when the token is in use; [`StoreError::Engine`] when there is no such user.
    pub async fn begin_session(&self, tenant: u32, session: NewSession<'_>) -> Result<(), StoreError> {
        let digest = Digest::of(session.token);
        writing!(&self.db, |pool| {
            sqlx::query(sql::SESSION_INSERT)
                .bind(i64::from(tenant))
                .bind(&digest.as_bytes()[..])
                .bind(session.user)
                .bind(session.csrf)
                .bind(session.created_at)
                .bind(session.created_at)
                .bind(session.expires_at)
                .execute(pool)
                .await
                .map_err(crate::error::taken("sessão", session.user))?;
        });
        Ok(())
    }

    /// The session of a token, if it has not ended at `now` and its user may sign in.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn session(&self, tenant: u32, token: &[u8], now: i64) -> Result<Option<Session>, StoreError> {
        let digest = Digest::of(token);
        let found: Option<SessionRow> = reading!(&self.db, |pool| {
            sqlx::query_as(sql::SESSION_FIND)
                .bind(i64::from(tenant))
                .bind(&digest.as_bytes()[..])
                .bind(now)
                .fetch_optional(pool)
                .await?
        });
        Ok(found.map(|row| {
            let (csrf, created_at, last_seen, expires_at, id, login, name, role, hash, active, since) = row;
            let user = User::from((id, login, name, role, hash, active, since));
            Session { user, csrf, created_at, last_seen, expires_at }
        }))
    }

    /// Notes that a session was used at `now` and puts off its end. `false` when it has ended: an ended session does
    /// not come back.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn touch_session(
        &self,
        tenant: u32,
        token: &[u8],
        now: i64,
        expires_at: i64,
    ) -> Result<bool, StoreError> {
        let digest = Digest::of(token);
        Ok(writing!(&self.db, |pool| {
            sqlx::query(sql::SESSION_TOUCH)
                .bind(i64::from(tenant))
                .bind(&digest.as_bytes()[..])
                .bind(now)
                .bind(expires_at)
                .execute(pool)
                .await?
                .rows_affected()
                > 0
        }))
    }

    /// Ends a session. `false` when there was none.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn end_session(&self, tenant: u32, token: &[u8]) -> Result<bool, StoreError> {
        let digest = Digest::of(token);
        Ok(writing!(&self.db, |pool| {
            sqlx::query(sql::SESSION_END)
                .bind(i64::from(tenant))
                .bind(&digest.as_bytes()[..])
                .execute(pool)
                .await?
                .rows_affected()
                > 0
        }))
    }

    /// Ends all sessions of a user; says how many.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn end_sessions_of(&self, tenant: u32, user: &str) -> Result<u64, StoreError> {
        Ok(writing!(&self.db, |pool| {
            sqlx::query(sql::SESSION_END_OF_USER)
                .bind(i64::from(tenant))
                .bind(user)
                .execute(pool)
                .await?
                .rows_affected()
        }))
    }

    /// Removes the sessions that have ended by `now`; says how many.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn remove_expired_sessions(&self, tenant: u32, now: i64) -> Result<u64, StoreError> {
        Ok(writing!(&self.db, |pool| {
            sqlx::query(sql::SESSION_END_EXPIRED)
                .bind(i64::from(tenant))
                .bind(now)
                .execute(pool)
                .await?
                .rows_affected()
        }))
    }
}
