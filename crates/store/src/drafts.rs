//! Half-done forms, kept for the user who began them.

use std::fmt;

use crate::engine::{reading, writing};
use crate::{Store, StoreError, sql};

/// A half-done form. `Debug` leaves out the body, which may hold personal data.
#[derive(Clone, PartialEq, Eq)]
pub struct FormDraft {
    /// Identifier, given by the caller.
    pub id: String,
    /// Identifier of the user it belongs to.
    pub user: String,
    /// Which form, by its stable name.
    pub form: String,
    /// What was typed: JSON text.
    pub body: String,
    /// When it was last saved: microseconds since 1970-01-01T00:00:00Z.
    pub updated_at: i64,
}

impl fmt::Debug for FormDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FormDraft")
            .field("id", &self.id)
            .field("user", &self.user)
            .field("form", &self.form)
            .field("updated_at", &self.updated_at)
            .finish_non_exhaustive()
    }
}

type DraftRow = (String, String, String, String, i64);

impl From<DraftRow> for FormDraft {
    fn from((id, user, form, body, updated_at): DraftRow) -> Self {
        Self { id, user, form, body, updated_at }
    }
}

impl Store {
    /// Saves a draft, over the one with the same identifier.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when the identifier belongs to another user's draft; [`StoreError::Engine`] when there
    /// is no such user.
    pub async fn save_draft(&self, tenant: u32, draft: &FormDraft) -> Result<(), StoreError> {
        let saved = writing!(&self.db, |pool| {
            sqlx::query(sql::FORM_DRAFT_SAVE)
                .bind(i64::from(tenant))
                .bind(draft.id.as_str())
                .bind(draft.user.as_str())
                .bind(draft.form.as_str())
                .bind(draft.body.as_str())
                .bind(draft.updated_at)
                .execute(pool)
                .await?
                .rows_affected()
        });
        if saved == 0 {
            return Err(StoreError::Taken { what: "rascunho", key: draft.id.clone() });
        }
        Ok(())
    }

    /// A user's draft.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn draft(&self, tenant: u32, user: &str, id: &str) -> Result<Option<FormDraft>, StoreError> {
        let found: Option<DraftRow> = reading!(&self.db, |pool| {
            sqlx::query_as(sql::FORM_DRAFT_GET)
                .bind(i64::from(tenant))
                .bind(user)
                .bind(id)
                .fetch_optional(pool)
                .await?
        });
        Ok(found.map(FormDraft::from))
    }

    /// A user's drafts, last saved first.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn drafts(&self, tenant: u32, user: &str) -> Result<Vec<FormDraft>, StoreError> {
        let rows: Vec<DraftRow> = reading!(&self.db, |pool| {
            sqlx::query_as(sql::FORM_DRAFT_LIST).bind(i64::from(tenant)).bind(user).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(FormDraft::from).collect())
    }

    /// Removes a user's draft. `false` when there was none.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails.
    pub async fn remove_draft(&self, tenant: u32, user: &str, id: &str) -> Result<bool, StoreError> {
        Ok(writing!(&self.db, |pool| {
            sqlx::query(sql::FORM_DRAFT_DELETE)
                .bind(i64::from(tenant))
                .bind(user)
                .bind(id)
                .execute(pool)
                .await?
                .rows_affected()
                > 0
        }))
    }
}
