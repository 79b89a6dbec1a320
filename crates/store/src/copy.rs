//! Copying a whole store into an empty one, between any two engines, as of one moment.

use futures_util::TryStreamExt as _;
use sqlx::Row as _;

use crate::engine::{snapshot, transaction};
use crate::{Store, StoreError, sql};

/// What a column holds; all that the tables need.
#[derive(Debug, Clone, Copy)]
enum Column {
    Number,
    Text,
    Flag,
    Bytes,
}

/// A table to copy.
#[derive(Debug)]
struct Table {
    dump: &'static str,
    insert: &'static str,
    columns: &'static [Column],
}

use Column::{Bytes, Flag, Number, Text};

/// The tables, those first that others refer to. Sessions and attempts to sign in are left out: secrets and passing
/// things have no place in a backup.
const TABLES: [Table; 7] = [
    Table {
        dump: sql::DUMP_MUNICIPALITY,
        insert: sql::MUNICIPALITY_INSERT,
        columns: &[Number, Number, Bytes],
    },
    Table {
        dump: sql::DUMP_ACT,
        insert: sql::ACT_INSERT,
        columns: &[
            Number, Number, Text, Number, Number, Text, Text, Text, Text, Bytes, Bytes, Bytes, Bytes, Bytes,
        ],
    },
    Table {
        dump: sql::DUMP_OFFICE_USER,
        insert: sql::USER_INSERT,
        columns: &[Number, Text, Text, Text, Text, Text, Flag, Number],
    },
    Table {
        dump: sql::DUMP_ACCESS_LOG,
        insert: sql::ACCESS_INSERT,
        columns: &[Number, Text, Number, Text, Text, Text, Text],
    },
    Table {
        dump: sql::DUMP_FORM_DRAFT,
        insert: sql::FORM_DRAFT_INSERT,
        columns: &[Number, Text, Text, Text, Text, Number],
    },
    Table {
        dump: sql::DUMP_PAPER,
        insert: sql::PAPER_INSERT,
        columns: &[Number, Text, Text, Number, Bytes, Bytes, Number],
    },
    Table { dump: sql::DUMP_SETTING, insert: sql::SETTING_INSERT, columns: &[Number, Text, Text] },
];

/// Copies every row of `from` into `to`, in one transaction.
pub(crate) async fn everything(from: &Store, to: &Store) -> Result<(), StoreError> {
    snapshot!(&from.db, |source| {
        transaction!(&to.db, |target| {
            for table in &TABLES {
                let mut rows = sqlx::query(table.dump).fetch(&mut *source);
                while let Some(row) = rows.try_next().await? {
                    let mut insert = sqlx::query(table.insert);
                    for (at, column) in table.columns.iter().enumerate() {
                        insert = match column {
                            Number => insert.bind(row.try_get::<i64, _>(at)?),
                            Text => insert.bind(row.try_get::<String, _>(at)?),
                            Flag => insert.bind(row.try_get::<bool, _>(at)?),
                            Bytes => insert.bind(row.try_get::<Option<Vec<u8>>, _>(at)?),
                        };
                    }
                    insert.execute(&mut *target).await?;
                }
            }
        });
    });
    Ok(())
}

/// Whether the store holds nothing that a copy would bring.
pub(crate) async fn is_empty(store: &Store) -> Result<bool, StoreError> {
    snapshot!(&store.db, |source| {
        for table in &TABLES {
            if sqlx::query(table.dump).fetch_optional(&mut *source).await?.is_some() {
                return Ok(false);
            }
        }
    });
    Ok(true)
}
