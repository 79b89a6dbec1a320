//! `alvara demo`: an office with an invented year behind it, open in a moment.

mod example;
mod people;
mod story;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use office::Office;
use registry::Role;

use crate::rulebooks::Shelf;
use crate::serve::{self, Address};

/// Arguments of the demonstration.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Livro de regras.
    #[arg(long, value_name = "NOME", default_value = "caraguatatuba-sp")]
    law: String,
    /// Pasta dos dados; sem ela, uma pasta temporária nova, apagada no fim.
    #[arg(long, value_name = "PASTA")]
    data: Option<PathBuf>,
    /// Cadastra mais tantos motoristas sem história, para ver um cadastro grande.
    #[arg(long, default_value_t = 0, value_name = "N")]
    drivers: u32,
    #[command(flatten)]
    address: Address,
}

/// The invented users: login, name, role. The password is the same for all and is printed.
pub const USERS: [(&str, &str, Role); 5] = [
    ("balcao", "Bruna Balcão Fictícia", Role::Clerk),
    ("fiscal", "Fábio Fiscal Fictício", Role::Inspector),
    ("autoridade", "Aurora Autoridade Fictícia", Role::Authority),
    ("junta", "Jorge Junta Fictício", Role::AppealBoard),
    ("gestor", "Gilda Gestora Fictícia", Role::Manager),
];

/// The password of every invented user.
pub const PASSWORD: &str = "demonstracao";

/// Opens the demonstration.
pub async fn run(args: &DemoArgs, shelf: &Shelf) -> Result<()> {
    let law = shelf.law(&args.law)?;
    let (dir, temporary) = match &args.data {
        Some(dir) => (dir.clone(), None),
        None => {
            let temporary = tempfile::Builder::new()
                .prefix("alvara-demo-")
                .tempdir()
                .context("não consegui criar a pasta temporária")?;
            (temporary.path().to_path_buf(), Some(temporary))
        }
    };
    let store = serve::open_store(&dir).await?;
    let office = Arc::new(Office::open(store, law).await?);
    let now = crate::clock::now();
    if office.users().await?.is_empty() {
        // side by side: hashing a password is slow on purpose
        let mut users = tokio::task::JoinSet::new();
        for (login, name, role) in USERS {
            let office = Arc::clone(&office);
            users.spawn(async move { office.create_user(login, name, role, PASSWORD, now).await });
        }
        while let Some(created) = users.join_next().await {
            created??;
        }
    }
    if office.read().registry.head == 0 {
        story::Teller::new(Arc::clone(&office), now).tell_all(args.drivers).await?;
    }
    office.tick(now).await?;
    let listener = args.address.bind().await?;
    let url = args.address.url(&listener)?;
    let mut banner =
        format!("Alvará, demonstração de {}: tudo aqui é fictício.\n\n", office.read().law.norm.municipality);
    banner.push_str(&format!("  {url}\n\n  usuário      senha          papel\n"));
    for (login, _, role) in USERS {
        banner.push_str(&format!("  {login:<12} {PASSWORD:<14} {}\n", role.pt_br()));
    }
    banner.push_str("\nPara parar: Ctrl+C.");
    crate::console::announce(&banner);
    let served = serve::serve(listener, office, &args.address, url).await;
    drop(temporary);
    served
}
