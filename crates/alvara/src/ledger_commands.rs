//! `alvara ledger`, `backup`, `restore`: the chain read, verified, copied and brought back.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use jiff::Timestamp;
use ledger::Checkpoint;

use crate::console::count;
use crate::serve::open_store;

/// Commands about the ledger.
#[derive(Debug, Subcommand)]
pub enum LedgerCommand {
    /// Confere a cadeia de atos: acha ato mudado, tirado, posto ou trocado de lugar.
    Verify {
        /// Pasta dos dados, ou endereço postgres://…
        #[arg(long, value_name = "PASTA")]
        data: PathBuf,
        /// Pontos de conferência guardados fora daqui, um por linha.
        #[arg(long, value_name = "ARQUIVO")]
        known: Option<PathBuf>,
    },
    /// Mostra os atos, em ordem.
    Log {
        /// Pasta dos dados, ou endereço postgres://…
        #[arg(long, value_name = "PASTA")]
        data: PathBuf,
        /// Depois de que ato.
        #[arg(long, value_name = "NÚMERO", default_value_t = 0)]
        after: u64,
        /// Quantos, no máximo.
        #[arg(long, value_name = "QUANTOS", default_value_t = 100)]
        limit: u32,
        /// Mostra também o conteúdo, que tem dados pessoais.
        #[arg(long)]
        payload: bool,
    },
    /// Grava todos os atos, um por linha (JSON), para quem quiser conferir sem o banco.
    Export {
        /// Pasta dos dados, ou endereço postgres://…
        #[arg(long, value_name = "PASTA")]
        data: PathBuf,
        /// Arquivo de saída.
        #[arg(value_name = "ARQUIVO")]
        to: PathBuf,
    },
}

/// Runs a command.
pub async fn run(command: &LedgerCommand) -> Result<ExitCode> {
    match command {
        LedgerCommand::Verify { data, known } => verify(data, known.as_deref()).await,
        LedgerCommand::Log { data, after, limit, payload } => log(data, *after, *limit, *payload).await,
        LedgerCommand::Export { data, to } => export(data, to).await,
    }
}

async fn existing(data: &Path) -> Result<office::Store> {
    let text = data.to_string_lossy();
    if !text.starts_with("postgres") && !data.join(store::SQLITE_FILE).is_file() {
        bail!("{} não tem um livro de atos ({})", data.display(), store::SQLITE_FILE);
    }
    open_store(data).await
}

async fn verify(data: &Path, known: Option<&Path>) -> Result<ExitCode> {
    let store = existing(data).await?;
    let mut checkpoints = Vec::new();
    if let Some(path) = known {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("não consegui ler {}", path.display()))?;
        for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let c: Checkpoint =
                line.trim().parse().map_err(|e| anyhow::anyhow!("{}:{}: {e}", path.display(), i + 1))?;
            checkpoints.push(c);
        }
    }
    let mut intact = true;
    let tenants = store.tenants().await.map_err(|e| anyhow::anyhow!(e.pt_br()))?;
    if tenants.is_empty() {
        say!("o livro está vazio");
    }
    for tenant in tenants {
        let report = store.verify(tenant, &checkpoints).await.map_err(|e| anyhow::anyhow!(e.pt_br()))?;
        let checkpoint = Checkpoint { tenant, number: report.head.number, hash: report.head.hash };
        let count_of = usize::try_from(report.acts).unwrap_or(usize::MAX);
        if report.is_intact() {
            say!("{tenant}: cadeia íntegra, {}", count(count_of, "ato", "atos"));
            say!("  ponto de conferência: {checkpoint}");
        } else {
            intact = false;
            say!("{tenant}: CADEIA QUEBRADA");
            report.findings.iter().for_each(|f| say!("  {}", f.pt_br()));
        }
        if !report.erased.is_empty() {
            say!("  conteúdo apagado por ordem: {}", count(report.erased.len(), "ato", "atos"));
        }
    }
    Ok(if intact { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn log(data: &Path, after: u64, limit: u32, payload: bool) -> Result<ExitCode> {
    let store = existing(data).await?;
    for tenant in store.tenants().await.map_err(|e| anyhow::anyhow!(e.pt_br()))? {
        for act in store.acts_after(tenant, after, limit).await.map_err(|e| anyhow::anyhow!(e.pt_br()))? {
            let at = Timestamp::from_microsecond(act.recorded_at)
                .map_or_else(|_| "?".into(), |t| format!("{t:.0}"));
            say!(
                "{tenant} {:>7}  {at}  vale desde {}  {:<24} {} ({})  {}",
                act.number,
                act.effective_on,
                act.kind,
                act.actor,
                act.role,
                act.basis.join(", ")
            );
            if payload {
                match &act.payload {
                    Some(bytes) => say!("          {}", String::from_utf8_lossy(bytes)),
                    None => say!("          (conteúdo apagado)"),
                }
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn export(data: &Path, to: &Path) -> Result<ExitCode> {
    let store = existing(data).await?;
    let mut out = String::new();
    let mut n = 0;
    for tenant in store.tenants().await.map_err(|e| anyhow::anyhow!(e.pt_br()))? {
        store
            .replay(tenant, 0, |act| {
                out.push_str(&ledger::write_line(&act));
                out.push('\n');
                n += 1;
            })
            .await
            .map_err(|e| anyhow::anyhow!(e.pt_br()))?;
    }
    std::fs::write(to, out).with_context(|| format!("não consegui gravar {}", to.display()))?;
    say!("{} em {}", count(n, "ato gravado", "atos gravados"), to.display());
    Ok(ExitCode::SUCCESS)
}

/// `alvara backup`: a copy of an office at work, verified.
pub async fn backup(data: &Path, to: &Path) -> Result<ExitCode> {
    let store = existing(data).await?;
    let copy = store.backup(to).await.map_err(|e| anyhow::anyhow!(e.pt_br()))?;
    for r in &copy.reports {
        say!(
            "{}: {} copiados",
            r.tenant,
            count(usize::try_from(r.acts).unwrap_or(usize::MAX), "ato", "atos")
        );
        r.findings.iter().for_each(|f| say!("  {}", f.pt_br()));
    }
    say!("cópia em {} ({} bytes)", to.display(), copy.bytes);
    if copy.is_intact() {
        Ok(ExitCode::SUCCESS)
    } else {
        say!("a cadeia já estava quebrada no original; a cópia a traz como está");
        Ok(ExitCode::FAILURE)
    }
}

/// `alvara restore`: brings a copy back into an empty folder.
pub async fn restore(from: &Path, data: &Path) -> Result<ExitCode> {
    if !from.is_file() {
        bail!("{} não existe", from.display());
    }
    let text = data.to_string_lossy().into_owned();
    let reports = if text.starts_with("postgres") {
        let scratch = tempfile::tempdir().context("não consegui criar a pasta temporária")?;
        store::restore_postgres(from, &text, &scratch.path().join(store::SQLITE_FILE)).await
    } else {
        std::fs::create_dir_all(data)
            .with_context(|| format!("não consegui criar a pasta {}", data.display()))?;
        store::restore(from, &data.join(store::SQLITE_FILE)).await
    };
    for r in reports.map_err(|e| anyhow::anyhow!(e.pt_br()))? {
        say!(
            "{}: {} de volta, cadeia íntegra",
            r.tenant,
            count(usize::try_from(r.acts).unwrap_or(usize::MAX), "ato", "atos")
        );
    }
    Ok(ExitCode::SUCCESS)
}
