//! What can go wrong. `Display` is English for logs, `pt_br()` is for the person who must do something.

use std::path::PathBuf;

use ledger::{Finding, SealError};

/// A failure of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database engine failed.
    #[error("the database failed")]
    Engine(#[from] sqlx::Error),
    /// A file could not be read or written.
    #[error("`{path}` could not be read or written")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is a SQLite database of another program.
    #[error("`{path}` is a SQLite database of another program")]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// The file is not a SQLite database.
    #[error("`{path}` is not a SQLite database")]
    NotSqlite {
        /// The file.
        path: PathBuf,
    },
    /// The file is on a network file system, where SQLite cannot protect it.
    #[error("`{path}` is on a network file system (`{kind}`)")]
    NetworkDisk {
        /// The file.
        path: PathBuf,
        /// The file system.
        kind: String,
    },
    /// The schema was made by a later version of the program.
    #[error("the schema has version {found}, this program knows {known}")]
    Newer {
        /// Version of the database.
        found: i64,
        /// Version of the program.
        known: i64,
    },
    /// A migration was applied with another text than the one this program has.
    #[error("migration {version} was applied with another text")]
    MigrationAltered {
        /// The migration.
        version: i64,
    },
    /// A stored row has a form that the program never writes.
    #[error("stored {what} `{key}` is not readable")]
    Unreadable {
        /// What it is.
        what: &'static str,
        /// Which one.
        key: String,
    },
    /// A key that must be unique is taken.
    #[error("{what} `{key}` exists already")]
    Taken {
        /// What it is.
        what: &'static str,
        /// Which one.
        key: String,
    },
    /// A number does not fit its column.
    #[error("`{0}` is out of the range of a signed 64-bit number")]
    OutOfRange(&'static str),
}

impl StoreError {
    /// What happened and what to do, in Portuguese.
    #[must_use]
    pub fn pt_br(&self) -> String {
        match self {
            Self::Engine(error) => format!(
                "O banco de dados falhou ({error}). Nada do que estava em andamento foi confirmado; tente de novo e, \
                 se persistir, verifique o disco ou o servidor."
            ),
            Self::Io { path, source } => format!(
                "Não foi possível ler ou gravar `{}` ({source}). Verifique se a pasta existe, as permissões e o \
                 espaço em disco.",
                path.display()
            ),
            Self::NotOurs { path } => format!(
                "`{}` é um banco de dados de outro programa. Ele não foi alterado. Indique outra pasta ou outro \
                 arquivo.",
                path.display()
            ),
            Self::NotSqlite { path } => format!(
                "`{}` não é um banco de dados SQLite. Ele não foi alterado. Indique outro arquivo ou restaure uma \
                 cópia de segurança.",
                path.display()
            ),
            Self::NetworkDisk { path, kind } => format!(
                "`{}` está em um disco de rede ({kind}), onde o SQLite não garante a integridade dos dados. Use um \
                 disco local ou o PostgreSQL.",
                path.display()
            ),
            Self::Newer { found, known } => format!(
                "Os dados foram gravados por uma versão mais nova do Alvará (esquema {found}; este programa conhece \
                 até o {known}). Atualize o programa."
            ),
            Self::MigrationAltered { version } => format!(
                "A migração {version} do banco de dados não é a mesma deste programa. Não continue: use a versão do \
                 programa que criou os dados ou restaure uma cópia de segurança."
            ),
            Self::Unreadable { what, key } => format!(
                "Um registro do banco de dados está ilegível ({what} `{key}`): foi alterado por fora do sistema. \
                 Execute `alvara ledger verify`."
            ),
            Self::Taken { what, key } => format!("Já existe: {what} `{key}`. Escolha outro identificador."),
            Self::OutOfRange(what) => format!("Número fora do intervalo aceito: {what}."),
        }
    }
}

/// Why acts were not appended. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Somebody else appended first: read the acts after the expected position, decide again, try again.
    #[error("the ledger is at act {head}, not where it was expected")]
    Conflict {
        /// Number of the last act.
        head: u64,
    },
    /// There is an act beyond the recorded head: the ledger was tampered with and takes no acts until looked at.
    #[error("act {number} is already there although the ledger's head is before it")]
    Occupied {
        /// The number that was to be used.
        number: u64,
    },
    /// A draft is not fit to be an act.
    #[error("a draft cannot be sealed")]
    Seal(#[from] SealError),
    /// The store failed. When it failed while committing, the acts may have been written: read the head again.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for AppendError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl AppendError {
    /// What happened and what to do, in Portuguese.
    #[must_use]
    pub fn pt_br(&self) -> String {
        match self {
            Self::Conflict { head } => format!(
                "Outro ato foi registrado ao mesmo tempo (o livro está no ato {head}). Nada foi gravado; confira e \
                 tente de novo."
            ),
            Self::Occupied { number } => format!(
                "O livro tem um ato {number} que não foi registrado pelo sistema. Nada foi gravado. Execute `alvara \
                 ledger verify` antes de continuar."
            ),
            Self::Seal(error) => format!("O ato não pode ser registrado: {error}."),
            Self::Store(error) => error.pt_br(),
        }
    }
}

/// Why a backup was not made or not restored. The destination was not touched.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The destination exists.
    #[error("`{path}` exists already")]
    Exists {
        /// The destination.
        path: PathBuf,
    },
    /// The file to restore from is an office at work, or was left by one: part of it is in another file.
    #[error("`{path}` has a write-ahead log beside it")]
    AtWork {
        /// The file.
        path: PathBuf,
    },
    /// The database to restore into holds data already.
    #[error("the database to restore into is not empty")]
    NotEmpty,
    /// The chain of a municipality in the backup is not sound.
    #[error("the chain of municipality {tenant} in the backup is not sound")]
    Broken {
        /// IBGE code.
        tenant: u32,
        /// What was found.
        findings: Vec<Finding>,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl BackupError {
    /// What happened and what to do, in Portuguese.
    #[must_use]
    pub fn pt_br(&self) -> String {
        match self {
            Self::Exists { path } => format!(
                "`{}` já existe e não será sobrescrito. Indique outro nome ou mova o arquivo.",
                path.display()
            ),
            Self::AtWork { path } => format!(
                "`{}` não é uma cópia de segurança: é o arquivo de um sistema em uso (há um arquivo `-wal` ao lado). \
                 Faça a cópia com `alvara backup`.",
                path.display()
            ),
            Self::NotEmpty => {
                "O banco de dados de destino já contém dados e não será sobrescrito. Indique um banco \
                               vazio."
                    .to_owned()
            }
            Self::Broken { tenant, findings } => {
                let list: Vec<String> = findings.iter().take(10).map(Finding::pt_br).collect();
                format!(
                    "A cópia não foi restaurada: o livro do município {tenant} foi adulterado.\n{}",
                    list.join("\n")
                )
            }
            Self::Store(error) => error.pt_br(),
        }
    }
}

/// Turns a violated unique key into [`StoreError::Taken`].
pub(crate) fn taken(what: &'static str, key: &str) -> impl FnOnce(sqlx::Error) -> StoreError {
    let key = key.to_owned();
    move |error| {
        if crate::engine::is_taken(&error) {
            StoreError::Taken { what, key }
        } else {
            StoreError::Engine(error)
        }
    }
}
