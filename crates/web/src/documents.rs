//! Documents: received at the desk, looked at, accepted with the facts read from them, or rejected. Which documents there are and
//! what is read from each comes from the rulebook; nothing here knows a municipality.

mod review;

pub(crate) use review::{accept, file, reject, typed};

use axum::extract::Path;
use law::Law;
use law::value::date_pt;
use registry::act::ActKind;
use registry::command::ReceiveDocument;
use registry::id::{DocumentId, Subject};
use registry::state::DocumentStatus;
use registry::{Command, Registry};

use crate::context::{Answer, Cx};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet};
use crate::search::subject_href;

/// A document in a list.
pub(crate) struct Row {
    pub href: String,
    pub says: String,
    pub number: String,
    pub expires: String,
    pub class: &'static str,
    pub status: String,
}

/// The documents of somebody, newest first.
pub(crate) fn rows(reg: &Registry, law: &Law, ids: &[DocumentId]) -> Vec<Row> {
    ids.iter()
        .rev()
        .filter_map(|id| Some((id, reg.documents.get(id)?)))
        .map(|(id, d)| Row {
            href: format!("/documentos/{id}"),
            says: law.documents.get(&*d.kind).map_or_else(|| d.kind.to_string(), |k| k.says.clone()),
            number: d.number.clone().unwrap_or_default(),
            expires: d.expires.map(date_pt).unwrap_or_default(),
            class: class(&d.status),
            status: crate::words::capital(d.status.pt_br()),
        })
        .collect()
}

fn class(status: &DocumentStatus) -> &'static str {
    match status {
        DocumentStatus::Received => "wait",
        DocumentStatus::Accepted(_) => "ok",
        DocumentStatus::Rejected { .. } => "bad",
    }
}

const NOWHERE: Fault =
    Fault::NotFound("Este documento não está no cadastro. Volte à ficha e escolha-o na lista.");

/// The name of a subject in words.
pub(crate) fn subject_name(reg: &Registry, subject: &Subject) -> Option<String> {
    Some(match subject {
        Subject::Driver(id) => reg.drivers.get(id)?.name.clone(),
        Subject::Vehicle(id) => {
            let v = reg.vehicles.get(id)?;
            format!("Veículo {}", v.plate_shown)
        }
        Subject::Operator(id) => {
            let o = reg.operators.get(id)?;
            o.trade_name.clone().unwrap_or_else(|| o.name.clone())
        }
    })
}

fn receive_sheet(cx: &Cx, subject: &Subject, kind: &str) -> Result<Sheet, Fault> {
    let w = cx.office().read();
    let name = subject_name(&w.registry, subject).ok_or(NOWHERE)?;
    let known = w.law.documents.get(kind).filter(|k| k.subject.as_ref() == subject.role()).ok_or(NOWHERE)?;
    let proves: Vec<String> = w
        .law
        .requirements
        .values()
        .filter(|r| r.document.as_ref() == Some(&known.id))
        .map(|r| format!("· {}", r.says))
        .collect();
    let cites = w
        .law
        .requirements
        .values()
        .filter(|r| r.document.as_ref() == Some(&known.id))
        .flat_map(|r| r.base.iter())
        .map(|b| crate::words::Cite::of(b));
    let cites: Vec<_> = cites.collect();
    let expiry = match &known.expiry {
        Some(_) => Field::date("expires", "Validade").hint("último dia em que o documento vale; dd/mm/aaaa"),
        None => Field::date("expires", "Validade").hint("se o documento tiver; dd/mm/aaaa"),
    };
    let fields = vec![
        Field::text("number", "Número do documento"),
        Field::date("issued", "Emissão"),
        expiry,
        Field::long("note", "Observações do balcão"),
    ];
    let title = format!("Receber: {}", known.says);
    let back = subject_href(subject);
    let sheet =
        Sheet::new(cx, &title, &[("/cadastro", "Cadastro"), (&back, &name)], fields).lead(name.clone());
    let mut lines = proves;
    if !lines.is_empty() {
        lines.insert(0, "Este documento prova:".into());
    }
    lines.push("Receber não é aceitar: quem confere lê os dados e decide na página do documento.".into());
    Ok(sheet.submit("Receber documento").beside("Para que serve", lines, cites))
}

/// `GET /cadastro/{subject}/documentos/{kind}`
pub(crate) async fn receive_form(cx: Cx, Path((subject, kind)): Path<(String, String)>) -> Answer {
    let subject = Subject::parse(&subject).map_err(|_| NOWHERE)?;
    cx.show(receive_sheet(&cx, &subject, &kind)?).await
}

/// `POST /cadastro/{subject}/documentos/{kind}`
pub(crate) async fn receive(cx: Cx, Path((subject, kind)): Path<(String, String)>, entry: Entry) -> Answer {
    let subject = Subject::parse(&subject).map_err(|_| NOWHERE)?;
    let sheet = receive_sheet(&cx, &subject, &kind)?;
    let build = |r: &mut Reader<'_>| {
        Some(Command::ReceiveDocument(ReceiveDocument {
            subject: subject.clone(),
            kind,
            number: r.some("number"),
            issued: r.some_day("issued"),
            expires: r.some_day("expires"),
            note: r.some("note"),
        }))
    };
    // whoever may look at it goes on to do so
    let looks = cx.is(crate::routes::DESK_ROLES);
    let back = subject_href(&subject);
    cx.carry_out(sheet, &entry, build, |done| {
        let id = done.acts.iter().find_map(|(_, a)| match &a.kind {
            ActKind::DocumentReceived(d) => Some(d.id.to_string()),
            _ => None,
        });
        match id {
            Some(id) if looks => (format!("/documentos/{id}"), "recebido"),
            _ => (back, "recebido"),
        }
    })
    .await
}
