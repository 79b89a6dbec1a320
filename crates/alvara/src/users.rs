//! `alvara user`: the first user, and the others when nobody can sign in.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use office::Office;
use registry::Role;

use crate::rulebooks::Shelf;
use crate::serve::open_store;

/// Commands about users.
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Cria um usuário; a senha é lida da entrada, nunca da linha de comando.
    Add {
        /// Livro de regras do Município.
        #[arg(long, value_name = "NOME", default_value = "caraguatatuba-sp")]
        law: String,
        /// Pasta dos dados, ou endereço postgres://…
        #[arg(long, value_name = "PASTA")]
        data: PathBuf,
        /// O que se digita para entrar.
        #[arg(long, value_name = "USUÁRIO")]
        login: String,
        /// Nome completo.
        #[arg(long, value_name = "NOME")]
        name: String,
        /// balcao, fiscal, autoridade, junta ou gestor.
        #[arg(long, value_name = "PAPEL")]
        role: String,
    },
    /// Mostra os usuários.
    List {
        /// Livro de regras do Município.
        #[arg(long, value_name = "NOME", default_value = "caraguatatuba-sp")]
        law: String,
        /// Pasta dos dados, ou endereço postgres://…
        #[arg(long, value_name = "PASTA")]
        data: PathBuf,
    },
}

/// Runs a command.
pub async fn run(command: &UserCommand, shelf: &Shelf) -> Result<()> {
    match command {
        UserCommand::Add { law, data, login, name, role } => {
            let known = Role::from_name(role).filter(|r| *r != Role::System);
            let Some(role) = known else {
                bail!("“{role}” não é um papel; os papéis são balcao, fiscal, autoridade, junta e gestor");
            };
            let office = Office::open(open_store(data).await?, shelf.law(law)?).await?;
            let password = password()?;
            office.create_user(login, name, role, &password, crate::clock::now()).await?;
            say!("usuário {login} criado: {}", role.pt_br());
        }
        UserCommand::List { law, data } => {
            let office = Office::open(open_store(data).await?, shelf.law(law)?).await?;
            for u in office.users().await? {
                let state = if u.active { "" } else { " (inativo)" };
                say!("{:<20} {:<12} {}{state}", u.login, u.role, u.name);
            }
        }
    }
    Ok(())
}

fn password() -> Result<String> {
    if std::io::stdin().is_terminal() {
        say_part!("Senha (aparece na tela; ao menos 10 caracteres): ");
        std::io::stdout().flush()?;
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).context("não consegui ler a senha")?;
    Ok(line.trim_end_matches(['\r', '\n']).to_string())
}
