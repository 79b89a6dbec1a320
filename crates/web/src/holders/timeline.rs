//! The acts that touched somebody, and who looked at the record.

use std::collections::HashMap;

use jiff::Timestamp;
use law::value::date_pt;
use registry::Act;
use registry::act::{ActBytes, ActKind, decode};

use crate::context::Cx;
use crate::fault::Fault;
use crate::words::{Cite, date_time_pt};

/// Acts shown at once; the rest on request.
const SHOWN: usize = 12;
/// Acts shown on request.
const ALL: usize = 400;
/// Looks shown.
const LOOKS: u32 = 8;

/// One act.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub number: u64,
    pub when: String,
    /// Since when it counts, when that is another day.
    pub effective: String,
    pub words: String,
    pub by: String,
    pub class: &'static str,
    pub cites: Vec<Cite>,
}

/// An act of the ledger; none when its payload was erased: what it said is gone on purpose.
pub(crate) async fn act(cx: &Cx, number: u64) -> Result<Option<Act>, Fault> {
    let office = cx.office();
    let Some(stored) = office.store().act(office.tenant(), number).await? else { return Ok(None) };
    let Some(payload) = stored.payload else { return Ok(None) };
    let bytes = ActBytes {
        kind: stored.kind,
        version: stored.version,
        recorded_at: stored.recorded_at,
        effective_on: stored.effective_on,
        actor: stored.actor,
        role: stored.role,
        basis: stored.basis,
        payload,
    };
    decode(&bytes).map(Some).map_err(Fault::internal)
}

/// The acts, newest first, and how many are left out.
pub(crate) async fn timeline(cx: &Cx, acts: &[u64]) -> Result<(Vec<Event>, usize), Fault> {
    let limit = if cx.query.get("historico") == "tudo" { ALL } else { SHOWN };
    let office = cx.office();
    let law = office.read().law.clone();
    let mut out = Vec::new();
    for number in acts.iter().rev().take(limit) {
        let Some(act) = act(cx, *number).await? else { continue };
        let basis: Vec<law::Id> = act.basis.iter().map(|b| b.as_str().into()).collect();
        out.push(Event {
            number: *number,
            when: date_time_pt(act.by.time),
            effective: if act.effective_on == act.by.time.date() {
                String::new()
            } else {
                date_pt(act.effective_on)
            },
            words: registry::describe(&act, &law),
            by: format!("{} ({})", act.by.name, act.by.role.pt_br()),
            class: class(&act.kind),
            cites: Cite::all(basis.get(..basis.len().min(4)).unwrap_or_default()),
        });
    }
    Ok((out, acts.len().saturating_sub(limit)))
}

fn class(kind: &ActKind) -> &'static str {
    match kind {
        ActKind::Suspended(_)
        | ActKind::SuspensionRenewed(_)
        | ActKind::Revoked(_)
        | ActKind::NoticeDrawn(_)
        | ActKind::DocumentRejected(_)
        | ActKind::VehicleSeized(_)
        | ActKind::BreachMarked(_) => "bad",
        ActKind::CredentialGranted(_) | ActKind::CredentialRenewed(_) | ActKind::SuspensionLifted(_) => "ok",
        _ => "",
    }
}

/// A look at the record.
#[derive(Clone, Debug)]
pub(crate) struct LookRow {
    pub who: String,
    pub when: String,
    pub what: String,
}

/// Who looked at a record, newest first.
pub(crate) async fn looks(cx: &Cx, kind: &str, record: &str) -> Result<Vec<LookRow>, Fault> {
    let office = cx.office();
    let names: HashMap<String, String> = office.users().await?.into_iter().map(|u| (u.id, u.name)).collect();
    let looks = office.looks_at(kind, record, LOOKS).await?;
    Ok(looks
        .into_iter()
        .map(|l| LookRow {
            who: names.get(&l.user).cloned().unwrap_or_else(|| "usuário desligado".into()),
            when: Timestamp::from_microsecond(l.at)
                .map_or_else(|_| String::new(), |t| date_time_pt(office.moment(t).time)),
            what: l.reason,
        })
        .collect())
}
