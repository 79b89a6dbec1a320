//! The SQL texts and the schemas: the same for both engines.

use std::collections::BTreeSet;
use std::path::Path;

use sqlx::{Connection as _, Executor as _, SqlSafeStr as _};
use store::SQL_TEXTS;

use crate::engines::{Place, on_each};

/// This stands in for compile-time checking: a text that one engine does not understand fails here.
#[tokio::test]
async fn every_text_is_prepared_on_both_engines() {
    on_each(async |fresh| {
        for (name, text) in SQL_TEXTS {
            let prepared = match &fresh.place {
                Place::Sqlite(path) => {
                    let url = format!("sqlite://{}", path.display());
                    let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
                    connection.prepare(text.into_sql_str()).await.map(drop)
                }
                Place::Postgres(url) => {
                    let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
                    connection.prepare(text.into_sql_str()).await.map(drop)
                }
            };
            assert!(prepared.is_ok(), "{name}: {prepared:?}");
        }
    })
    .await;
}

#[test]
fn every_file_of_sql_is_used() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sql");
    let list = |folder: &Path, prefix: &str| -> Vec<String> {
        std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|file| {
                file.unwrap().file_name().to_str().unwrap().strip_suffix(".sql").map(str::to_owned)
            })
            .map(|name| format!("{prefix}{name}"))
            .collect()
    };
    let files: BTreeSet<String> =
        list(&folder, "").into_iter().chain(list(&folder.join("dump"), "dump/")).collect();
    let texts: BTreeSet<String> = SQL_TEXTS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(files, texts);
}

/// The migrations of both engines have the same statements, but for the names of types and the trigger that keeps
/// acts as they are.
#[test]
fn both_schemas_are_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let names = |engine: &str| -> BTreeSet<String> {
        std::fs::read_dir(folder.join(engine))
            .unwrap()
            .map(|file| file.unwrap().file_name().to_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names("sqlite"), names("postgres"));
    for name in names("sqlite") {
        let statements = |engine: &str| -> Vec<String> {
            let text = std::fs::read_to_string(folder.join(engine).join(&name)).unwrap();
            let plain: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
            plain
                .join("\n")
                .split(";\n")
                .map(str::trim)
                .filter(|statement| {
                    statement.starts_with("CREATE TABLE") || statement.starts_with("CREATE INDEX")
                })
                .map(|statement| statement.replace(") STRICT", ")"))
                .map(|statement| {
                    let engine_types = [("BIGINT", "NUMBER"), ("INTEGER", "NUMBER"), ("BOOLEAN", "NUMBER")];
                    let bytes = [("BYTEA", "BYTES"), ("BLOB", "BYTES")];
                    engine_types
                        .iter()
                        .chain(&bytes)
                        .fold(statement, |text, (engine, common)| text.replace(engine, common))
                })
                .collect()
        };
        assert!(!statements("sqlite").is_empty());
        assert_eq!(statements("sqlite"), statements("postgres"), "{name}");
    }
}
