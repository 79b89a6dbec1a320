//! What lies on the desks: half-done forms, issued papers, and the book of who looked at whom.

use jiff::Timestamp;
use store::{Access, Paper, StoreError};

use crate::open::Office;
use crate::random;

pub use store::FormDraft;

/// A look at a personal record.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// Identifier of the user.
    pub user: &'a str,
    /// `condutor`, `veiculo`, `operadora`, `auto`.
    pub kind: &'a str,
    /// Identifier of the record, never a CPF or a name.
    pub record: &'a str,
    /// What for: the page or the export.
    pub reason: &'a str,
}

/// A paper that was handed out.
#[derive(Clone, Debug)]
pub struct IssuedPaper {
    /// Which paper.
    pub kind: String,
    /// The file as it was issued.
    pub bytes: Vec<u8>,
}

impl Office {
    /// Records a look at a personal record. Call it before the record is shown.
    ///
    /// # Errors
    /// The store failed; then the record must not be shown.
    pub async fn looked(&self, look: Look<'_>, at: Timestamp) -> Result<(), StoreError> {
        let id = random::identifier(at.as_microsecond()).unwrap_or_else(|_| at.as_microsecond().to_string());
        let access = Access {
            id,
            at: at.as_microsecond(),
            user: look.user.to_string(),
            subject_kind: look.kind.to_string(),
            subject_id: look.record.to_string(),
            reason: look.reason.to_string(),
        };
        self.store.record_accesses(self.tenant, std::slice::from_ref(&access)).await
    }

    /// Who looked at a record, newest first.
    ///
    /// # Errors
    /// The store failed.
    pub async fn looks_at(&self, kind: &str, record: &str, limit: u32) -> Result<Vec<Access>, StoreError> {
        self.store.accesses_to(self.tenant, kind, record, limit).await
    }

    /// Keeps a half-done form. An empty identifier makes a new one.
    ///
    /// # Errors
    /// The store failed.
    pub async fn save_draft(
        &self,
        id: &str,
        user: &str,
        form: &str,
        body: String,
        at: Timestamp,
    ) -> Result<String, StoreError> {
        let fresh =
            || random::identifier(at.as_microsecond()).unwrap_or_else(|_| at.as_microsecond().to_string());
        let id = if id.is_empty() { fresh() } else { id.to_string() };
        let draft = FormDraft {
            id: id.clone(),
            user: user.to_string(),
            form: form.to_string(),
            body,
            updated_at: at.as_microsecond(),
        };
        self.store.save_draft(self.tenant, &draft).await?;
        Ok(id)
    }

    /// A user's half-done form.
    ///
    /// # Errors
    /// The store failed.
    pub async fn draft(&self, user: &str, id: &str) -> Result<Option<FormDraft>, StoreError> {
        self.store.draft(self.tenant, user, id).await
    }

    /// A user's half-done forms.
    ///
    /// # Errors
    /// The store failed.
    pub async fn drafts(&self, user: &str) -> Result<Vec<FormDraft>, StoreError> {
        self.store.drafts(self.tenant, user).await
    }

    /// Throws a half-done form away.
    ///
    /// # Errors
    /// The store failed.
    pub async fn remove_draft(&self, user: &str, id: &str) -> Result<(), StoreError> {
        self.store.remove_draft(self.tenant, user, id).await.map(|_| ())
    }

    /// A paper as it was issued.
    ///
    /// # Errors
    /// The store failed.
    pub async fn paper(&self, code: &str) -> Result<Option<IssuedPaper>, StoreError> {
        let found = self.store.paper(self.tenant, code).await?;
        Ok(found.map(|p| IssuedPaper { kind: p.kind, bytes: p.bytes }))
    }

    /// Keeps a paper as it is issued. One that was issued already stays as it is, and is given back.
    ///
    /// # Errors
    /// The store failed.
    pub async fn issue_paper(
        &self,
        code: &str,
        kind: &str,
        act: u64,
        bytes: Vec<u8>,
        at: Timestamp,
    ) -> Result<Vec<u8>, StoreError> {
        let paper = Paper {
            code: code.to_string(),
            kind: kind.to_string(),
            act_number: act,
            bytes,
            issued_at: at.as_microsecond(),
        };
        match self.store.keep_paper(self.tenant, &paper).await {
            Ok(_) => Ok(paper.bytes),
            Err(StoreError::Taken { .. }) => {
                Ok(self.store.paper(self.tenant, code).await?.map_or(paper.bytes, |p| p.bytes))
            }
            Err(e) => Err(e),
        }
    }
}
