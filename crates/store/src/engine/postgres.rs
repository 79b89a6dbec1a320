//! PostgreSQL: connection settings.

use std::str::FromStr as _;

use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use super::Db;
use crate::StoreError;

/// How many connections one process holds.
const CONNECTIONS: u32 = 8;

/// Connects to a database.
pub(crate) async fn open(url: &str) -> Result<Db, StoreError> {
    let options = PgConnectOptions::from_str(url)?
        .application_name("alvara")
        .disable_statement_logging()
        // a server set to answer before the disk has the commit must not lose an acknowledged act
        .options([("synchronous_commit", "on")]);
    let pool = PgPoolOptions::new().max_connections(CONNECTIONS).connect_with(options).await?;
    Ok(Db::Postgres(pool))
}
