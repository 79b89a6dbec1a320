//! Alvará: one binary for the whole house.

mod audit;
mod clock;
mod console;
mod law;
mod rulebooks;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    /// A lei: conferir, mostrar, perguntar, testar, auditar um cadastro.
    #[command(subcommand)]
    Law(law::LawCommand),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = rulebooks::Shelf::open(cli.leis.as_deref()).and_then(|shelf| match &cli.command {
        Command::Law(command) => law::run(command, &shelf),
    });
    match result {
        Ok(code) => code,
        Err(e) => {
            eprintln!("erro: {e:#}");
            ExitCode::from(2)
        }
    }
}
