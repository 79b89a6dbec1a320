//! `alvara law`: everything about the law that needs no office.

mod ask;
mod check;
mod coverage;
mod handbook;
mod mutate;
mod names;
mod new;
mod readings;
mod schema;
mod show;
mod test;
mod whatif;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

use crate::rulebooks::Shelf;

/// Commands about rulebooks.
#[derive(Debug, Subcommand)]
pub enum LawCommand {
    /// Lê livros de regras e mostra todas as faltas de uma vez.
    Check {
        /// Pasta de um livro de regras, ou de vários; sem ela, os que houver.
        #[arg(value_name = "PASTA")]
        dir: Option<PathBuf>,
    },
    /// Mostra quantos dispositivos da norma têm regra ou razão para não ter.
    Coverage {
        /// Nome do livro de regras.
        #[arg(value_name = "NOME")]
        name: String,
        /// CSV com todos os dispositivos da norma, na coluna `provision`.
        #[arg(long, value_name = "CSV")]
        provisions: Option<PathBuf>,
    },
    /// Mostra a norma como uma pessoa a lê: dispositivos, redações, regras, leituras.
    Show {
        /// Nome do livro de regras.
        #[arg(value_name = "NOME")]
        name: String,
        /// Um dispositivo, como art9.inc6; sem ele, a norma toda.
        #[arg(value_name = "DISPOSITIVO")]
        provision: Option<String>,
        /// Data da pergunta (AAAA-MM-DD); sem ela, hoje.
        #[arg(long, value_name = "DATA", value_parser = crate::console::date)]
        on: Option<jiff::civil::Date>,
    },
    /// Executa os casos ao lado do livro de regras, ou os dos arquivos dados.
    Test {
        /// Nome do livro de regras; sem ele, todos.
        #[arg(value_name = "NOME")]
        name: Option<String>,
        /// Arquivos de casos.
        #[arg(value_name = "ARQUIVOS")]
        files: Vec<PathBuf>,
        /// Mostra também os casos certos.
        #[arg(long)]
        verbose: bool,
    },
    /// Responde a uma pergunta escrita num arquivo, com as razões.
    Ask {
        /// Nome do livro de regras.
        #[arg(value_name = "NOME")]
        name: String,
        /// Arquivo da pergunta, em TOML.
        #[arg(value_name = "PERGUNTA.toml")]
        file: PathBuf,
        /// Resposta em JSON, para máquinas.
        #[arg(long)]
        json: bool,
    },
    /// Mostra os nomes que um caso pode usar: fatos, requisitos, infrações, prazos e todo o resto.
    Names {
        /// Nome do livro de regras.
        #[arg(value_name = "NOME")]
        name: String,
        /// Um tipo de nome, como fato ou infracao; sem ele, todos.
        #[arg(value_name = "TIPO")]
        kind: Option<String>,
    },
    /// Mostra o formato dos livros de regras como JSON Schema, para editores.
    Schema,
    /// Muda o livro de regras, um valor de cada vez, e mostra as mudanças que nenhum caso percebe.
    Mutate {
        /// Nome do livro de regras.
        #[arg(value_name = "NOME")]
        name: String,
        /// Resultado em JSON, para máquinas.
        #[arg(long)]
        json: bool,
    },
    /// Começa o livro de regras de um Município, comentado, com um exemplo de cada tabela.
    New(new::NewArgs),
    /// Grava a lei como manual, em HTML e Markdown, para quem não é jurista.
    Handbook(handbook::HandbookArgs),
    /// Mostra cada leitura da norma: a pergunta, as respostas, a que vigora e o que mudaria com outra.
    Readings {
        /// Nome do livro de regras.
        #[arg(value_name = "NOME")]
        name: String,
        /// Data em que se quer saber qual resposta vigora (AAAA-MM-DD); sem ela, hoje.
        #[arg(long, value_name = "DATA", value_parser = crate::console::date)]
        on: Option<jiff::civil::Date>,
        /// Em JSON, para máquinas.
        #[arg(long)]
        json: bool,
    },
    /// Mostra o que um projeto de lei mudaria: quem ganha e quem perde no cadastro, e que casos respondem outra coisa.
    #[command(name = "whatif")]
    WhatIf(whatif::WhatIfArgs),
    /// Julga um cadastro inteiro, linha por linha, e resume.
    Audit(crate::audit::AuditArgs),
}

/// Runs a command.
pub fn run(command: &LawCommand, shelf: &Shelf) -> Result<ExitCode> {
    match command {
        LawCommand::Check { dir } => check::run(dir.as_deref(), shelf),
        LawCommand::Coverage { name, provisions } => coverage::run(name, provisions.as_deref(), shelf),
        LawCommand::Show { name, provision, on } => show::run(name, provision.as_deref(), *on, shelf),
        LawCommand::Test { name, files, verbose } => test::run(name.as_deref(), files, *verbose, shelf),
        LawCommand::Names { name, kind } => names::run(name, kind.as_deref(), shelf),
        LawCommand::Ask { name, file, json } => ask::run(name, file, *json, shelf),
        LawCommand::Schema => Ok(schema::run()),
        LawCommand::Mutate { name, json } => mutate::run(name, *json, shelf),
        LawCommand::Readings { name, on, json } => readings::run(name, *on, *json, shelf),
        LawCommand::New(args) => new::run(args),
        LawCommand::Handbook(args) => handbook::run(args, shelf),
        LawCommand::WhatIf(args) => whatif::run(args, shelf),
        LawCommand::Audit(args) => crate::audit::run(args, shelf),
    }
}
