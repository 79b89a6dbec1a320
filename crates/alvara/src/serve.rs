//! `alvara serve`: an office open to browsers.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use office::{Office, Store};
use registry::Role;
use tokio::net::TcpListener;

use crate::rulebooks::Shelf;

/// Where the office listens.
#[derive(Clone, Debug, Args)]
pub struct Address {
    /// Endereço em que atende; só esta máquina, se nada for dito.
    #[arg(long, value_name = "ENDEREÇO", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Porta; 0 escolhe uma livre.
    #[arg(long, value_name = "PORTA", default_value_t = 8080)]
    port: u16,
    /// Endereço pelo qual o público chega, impresso nos QR (https://mobilidade.cidade.sp.gov.br).
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Um proxy nosso está à frente e diz de onde vem cada pedido.
    #[arg(long)]
    behind_proxy: bool,
}

impl Address {
    /// Takes the address.
    pub async fn bind(&self) -> Result<TcpListener> {
        let at = SocketAddr::new(self.host, self.port);
        TcpListener::bind(at).await.with_context(|| {
            format!(
                "não consegui atender em {at}; outro programa pode estar na porta: escolha outra com --port"
            )
        })
    }

    /// The address as people type it.
    pub fn url(&self, listener: &TcpListener) -> Result<String> {
        Ok(match &self.public_url {
            Some(url) => url.trim_end_matches('/').to_string(),
            None => format!("http://{}", listener.local_addr()?),
        })
    }
}

/// Arguments of the server.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Livro de regras do Município.
    #[arg(long, value_name = "NOME", default_value = "caraguatatuba-sp")]
    law: String,
    /// Pasta dos dados (SQLite), ou endereço postgres://… de um banco.
    #[arg(long, value_name = "PASTA")]
    data: PathBuf,
    #[command(flatten)]
    address: Address,
}

/// Opens the store of a data folder, or of a PostgreSQL address.
pub async fn open_store(data: &Path) -> Result<Store> {
    let text = data.to_string_lossy();
    if text.starts_with("postgres://") || text.starts_with("postgresql://") {
        return Store::open_postgres(&text).await.map_err(|e| anyhow::anyhow!(e.pt_br()));
    }
    std::fs::create_dir_all(data)
        .with_context(|| format!("não consegui criar a pasta {}", data.display()))?;
    Store::open_sqlite(&data.join(store::SQLITE_FILE)).await.map_err(|e| anyhow::anyhow!(e.pt_br()))
}

/// Opens an office and serves it.
pub async fn run(args: &ServeArgs, shelf: &Shelf) -> Result<()> {
    let law = shelf.law(&args.law)?;
    let store = open_store(&args.data).await?;
    let office = Arc::new(Office::open(store, law).await?);
    let users = office.users().await?;
    if !users.iter().any(|u| u.active && u.role == Role::Manager.name()) {
        bail!(
            "ainda não há gestor nesta pasta; crie o primeiro com: alvara user add --data {} --login NOME --name \"Nome Completo\" \
             --role gestor",
            args.data.display()
        );
    }
    office.tick(crate::clock::now()).await?;
    let listener = args.address.bind().await?;
    let url = args.address.url(&listener)?;
    crate::console::announce(&format!("Alvará de {}: {url}", office.read().law.norm.municipality));
    serve(listener, office, &args.address, url).await
}

/// Serves until the program is told to stop. Once an hour, what time alone demands is done.
pub async fn serve(listener: TcpListener, office: Arc<Office>, address: &Address, url: String) -> Result<()> {
    let app = web::App {
        office: Arc::clone(&office),
        clock: Arc::new(crate::clock::now),
        public_url: url,
        contact: None,
        data_officer: None,
        behind_proxy: address.behind_proxy,
    };
    let hourly = tokio::spawn(async move {
        let mut every = tokio::time::interval(Duration::from_secs(3600));
        every.tick().await;
        loop {
            every.tick().await;
            if let Err(e) = office.tick(crate::clock::now()).await {
                tracing::error!("o trabalho da hora falhou: {e}");
            }
        }
    });
    let served = web::serve(listener, app, stopped()).await;
    hourly.abort();
    served.context("o servidor parou")
}

async fn stopped() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = term.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}
