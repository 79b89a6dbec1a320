//! Issued papers, byte for byte: evidence is kept, never rendered again.

use std::fmt;

use ledger::Digest;

use crate::acts::row::column;
use crate::engine::{reading, writing};
use crate::error::taken;
use crate::{Store, StoreError, sql};

/// An issued paper. `Debug` leaves out the bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Paper {
    /// The code printed on it, by which anyone finds it.
    pub code: String,
    /// Which paper, by its stable name.
    pub kind: String,
    /// The act that it gives form to.
    pub act_number: u64,
    /// The file as issued.
    pub bytes: Vec<u8>,
    /// When it was issued: microseconds since 1970-01-01T00:00:00Z.
    pub issued_at: i64,
}

impl fmt::Debug for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paper")
            .field("code", &self.code)
            .field("kind", &self.kind)
            .field("act_number", &self.act_number)
            .field("bytes", &self.bytes.len())
            .field("issued_at", &self.issued_at)
            .finish()
    }
}

/// A paper in a list, without its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaperEntry {
    /// The code printed on it.
    pub code: String,
    /// Which paper.
    pub kind: String,
    /// The act that it gives form to.
    pub act_number: u64,
    /// SHA-256 of the file.
    pub sha256: Digest,
    /// When it was issued: microseconds since 1970-01-01T00:00:00Z.
    pub issued_at: i64,
}

impl Store {
    /// Keeps an issued paper and says its SHA-256.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when the code exists; [`StoreError::Engine`] when there is no such act.
    pub async fn keep_paper(&self, tenant: u32, paper: &Paper) -> Result<Digest, StoreError> {
        let sha256 = Digest::of(&paper.bytes);
        let act_number = column("act_number", paper.act_number)?;
        writing!(&self.db, |pool| {
            sqlx::query(sql::PAPER_INSERT)
                .bind(i64::from(tenant))
                .bind(paper.code.as_str())
                .bind(paper.kind.as_str())
                .bind(act_number)
                .bind(paper.bytes.as_slice())
                .bind(&sha256.as_bytes()[..])
                .bind(paper.issued_at)
                .execute(pool)
                .await
                .map_err(taken("documento", &paper.code))?;
        });
        Ok(sha256)
    }

    /// A paper by its code.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when the bytes no longer have the digest noted when it was issued;
    /// [`StoreError::Engine`] when the engine fails.
    pub async fn paper(&self, tenant: u32, code: &str) -> Result<Option<Paper>, StoreError> {
        type Row = (String, String, i64, Vec<u8>, Vec<u8>, i64);
        let found: Option<Row> = reading!(&self.db, |pool| {
            sqlx::query_as(sql::PAPER_GET).bind(i64::from(tenant)).bind(code).fetch_optional(pool).await?
        });
        let Some((code, kind, act_number, bytes, sha256, issued_at)) = found else {
            return Ok(None);
        };
        if Digest::of(&bytes).as_bytes()[..] != sha256[..] {
            return Err(StoreError::Unreadable { what: "documento", key: code });
        }
        let act_number = number(act_number, &code)?;
        Ok(Some(Paper { code, kind, act_number, bytes, issued_at }))
    }

    /// The papers of an act, in order of issue.
    ///
    /// # Errors
    /// [`StoreError`] when the engine fails or a row is not readable.
    pub async fn papers_of(&self, tenant: u32, act_number: u64) -> Result<Vec<PaperEntry>, StoreError> {
        type Row = (String, String, i64, Vec<u8>, i64);
        let act_number = column("act_number", act_number)?;
        let rows: Vec<Row> = reading!(&self.db, |pool| {
            sqlx::query_as(sql::PAPER_OF_ACT).bind(i64::from(tenant)).bind(act_number).fetch_all(pool).await?
        });
        rows.into_iter()
            .map(|(code, kind, act_number, sha256, issued_at)| {
                let act_number = number(act_number, &code)?;
                let sha256 = Digest::try_from(sha256.as_slice())
                    .map_err(|_| StoreError::Unreadable { what: "documento", key: code.clone() })?;
                Ok(PaperEntry { code, kind, act_number, sha256, issued_at })
            })
            .collect()
    }
}

fn number(stored: i64, code: &str) -> Result<u64, StoreError> {
    u64::try_from(stored).map_err(|_| StoreError::Unreadable { what: "documento", key: code.to_owned() })
}
