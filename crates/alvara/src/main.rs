//! Alvará: one binary for the whole house.

/// Writes a line to standard output. When nobody listens any more (`| head`), the program ends quietly.
macro_rules! say {
    ($($part:tt)*) => { say_part!("{}\n", format_args!($($part)*)) };
}

/// Writes to standard output without ending the line.
macro_rules! say_part {
    ($($part:tt)*) => {{
        use std::io::Write as _;
        if write!(std::io::stdout().lock(), $($part)*).is_err() {
            std::process::exit(0);
        }
    }};
}

mod arguments;
mod audit;
mod clock;
mod console;
mod demo;
mod law;
mod ledger_commands;
mod register;
mod rulebooks;
mod serve;
mod users;
mod verdicts;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

/// What a page or a password took goes back to the machine: the system allocator kept the tens of megabytes that hashing
/// five passwords needs for as long as the office was open.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Software livre para o Município cuidar do transporte individual de passageiros.
#[derive(Debug, Parser)]
#[command(name = "alvara", version, about, max_term_width = 100)]
struct Cli {
    /// Pasta com os livros de regras; sem ela, `leis` se houver, ou os que vêm no programa.
    #[arg(long, global = true, value_name = "PASTA")]
    leis: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Abre a demonstração: um Município com um ano inventado, em uma pasta temporária.
    Demo(demo::DemoArgs),
    /// Abre o Município para o trabalho.
    Serve(serve::ServeArgs),
    /// A lei: conferir, mostrar, perguntar, testar, auditar um cadastro.
    #[command(subcommand)]
    Law(law::LawCommand),
    /// O livro de atos: conferir, ler, exportar.
    #[command(subcommand)]
    Ledger(ledger_commands::LedgerCommand),
    /// Usuários.
    #[command(subcommand)]
    User(users::UserCommand),
    /// Copia um Município em funcionamento para um arquivo.
    Backup {
        /// Pasta dos dados, ou endereço postgres://…
        #[arg(long, value_name = "PASTA")]
        data: PathBuf,
        /// Arquivo da cópia; não pode existir.
        #[arg(value_name = "ARQUIVO")]
        to: PathBuf,
    },
    /// Traz uma cópia de volta para uma pasta vazia.
    Restore {
        /// Arquivo da cópia.
        #[arg(value_name = "ARQUIVO")]
        from: PathBuf,
        /// Pasta dos dados, ou endereço postgres://… de um banco vazio.
        #[arg(long, value_name = "PASTA")]
        data: PathBuf,
    },
}

fn main() -> ExitCode {
    let cli = match arguments::read() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    match run(&cli) {
        Ok(code) => code,
        Err(e) => {
            eprintln!("erro: {}", arguments::causes(&e));
            ExitCode::from(2)
        }
    }
}

fn run(cli: &Cli) -> Result<ExitCode> {
    let shelf = rulebooks::Shelf::open(cli.leis.as_deref())?;
    if let Command::Law(command) = &cli.command {
        return law::run(command, &shelf);
    }
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_default_env().unwrap_or_else(|_| "warn".into()),
        )
        .with_writer(std::io::stderr)
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("não consegui começar")?;
    runtime.block_on(async {
        match &cli.command {
            Command::Demo(args) => demo::run(args, &shelf).await.map(|()| ExitCode::SUCCESS),
            Command::Serve(args) => serve::run(args, &shelf).await.map(|()| ExitCode::SUCCESS),
            Command::Ledger(command) => ledger_commands::run(command).await,
            Command::User(command) => users::run(command, &shelf).await.map(|()| ExitCode::SUCCESS),
            Command::Backup { data, to } => ledger_commands::backup(data, to).await,
            Command::Restore { from, data } => ledger_commands::restore(from, data).await,
            Command::Law(command) => law::run(command, &shelf),
        }
    })
}
