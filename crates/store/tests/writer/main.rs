//! Appends acts to a store until it is killed, printing the number of the last act of each acknowledged append.
//!
//! Usage: `store-writer <SQLite file or postgres:// URL> <IBGE code> <run>`. A tool of the test that kills it; all
//! contents are fictitious.

use std::io::Write as _;
use std::process::ExitCode;

use ledger::Draft;
use store::{AppendError, Store};

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [place, tenant, run] = arguments.as_slice() else {
        eprintln!("usage: store-writer <SQLite file or postgres:// URL> <IBGE code> <run>");
        return ExitCode::FAILURE;
    };
    let Ok(tenant) = tenant.parse() else {
        eprintln!("not an IBGE code: {tenant}");
        return ExitCode::FAILURE;
    };
    match write(place, tenant, run).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}

async fn write(place: &str, tenant: u32, run: &str) -> Result<(), AppendError> {
    let store = if place.starts_with("postgres://") {
        Store::open_postgres(place).await?
    } else {
        Store::open_sqlite(place.as_ref()).await?
    };
    let mut head = store.head(tenant).await?.number;
    let mut out = std::io::stdout();
    for batch in 0_u32.. {
        // appends of one, two and three acts: each must be found whole or not at all
        let size = batch % 3 + 1;
        let drafts: Vec<Draft> = (1..=size).map(|part| draft(run, batch, part, size)).collect();
        head = store.append(tenant, head, &drafts).await?.last().map_or(head, |act| act.number);
        let told = writeln!(out, "{head}").and_then(|()| out.flush());
        if told.is_err() {
            break;
        }
    }
    Ok(())
}

fn draft(run: &str, batch: u32, part: u32, size: u32) -> Draft {
    Draft {
        kind: "killed".into(),
        version: 1,
        recorded_at: i64::from(batch),
        effective_on: "2026-11-30".into(),
        actor: "maria".into(),
        role: "balcao".into(),
        basis: vec!["art9".into()],
        salt: [u8::try_from(batch % 251).unwrap_or(0); 32],
        payload: format!("{run} {batch} {part} {size}").into_bytes(),
    }
}
