//! Looking at a document: what it says is read into facts, or it is rejected with a reason.

use askama::Template;
use axum::extract::Path;
use axum::http::StatusCode;
use law::value::date_pt;
use registry::Command;
use registry::FactValue;
use registry::act::holders::FactValues;
use registry::command::{AcceptDocument, RejectDocument};
use registry::id::{DocumentId, Subject};
use registry::state::DocumentStatus;

use super::{NOWHERE, class, subject_name};
use crate::context::{Answer, Cx, page_with};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet, fact_field};
use crate::routes::DESK_ROLES;
use crate::search::subject_href;
use crate::shell::Shell;
use crate::words::{capital, date_time_pt};

struct Body {
    subject: Subject,
    says: String,
    name: String,
    class: &'static str,
    status: String,
    rows: Vec<(&'static str, String)>,
    open: bool,
}

#[derive(Template)]
#[template(path = "document.html")]
struct File {
    shell: Shell,
    b: Body,
    name_href: String,
    sheet: Sheet,
    reject: String,
    reason: String,
    reject_problem: String,
    decides: bool,
}

fn body(cx: &Cx, id: &DocumentId) -> Result<(Body, Sheet), Fault> {
    let w = cx.office().read();
    let d = w.registry.documents.get(id).ok_or(NOWHERE)?;
    let known = w.law.documents.get(&*d.kind);
    let says = known.map_or_else(|| d.kind.to_string(), |k| k.says.clone());
    let name = subject_name(&w.registry, &d.subject).unwrap_or_default();
    let mut rows = vec![("Recebido", format!("{} por {}", date_time_pt(d.received.at), d.received.by))];
    let mut say = |label, value: Option<String>| {
        if let Some(v) = value {
            rows.push((label, v));
        }
    };
    say("Número", d.number.clone());
    say("Emissão", d.issued.map(date_pt));
    say("Validade", d.expires.map(date_pt));
    say("Observações", d.note.clone());
    match &d.status {
        DocumentStatus::Received => {}
        DocumentStatus::Accepted(look) => {
            say("Conferido", Some(format!("{} por {}", date_time_pt(look.at), look.by)));
        }
        DocumentStatus::Rejected { look, reason } => {
            say("Recusado", Some(format!("{} por {}", date_time_pt(look.at), look.by)));
            say("Motivo", Some(reason.clone()));
        }
    }
    let mut fields: Vec<Field> = Vec::new();
    for fact in known.iter().flat_map(|k| &k.facts).filter_map(|f| w.law.fact(f)) {
        let mut field = fact_field(fact);
        let is_expiry = known.is_some_and(|k| k.expiry.as_ref() == Some(&fact.id));
        if let (true, Some(last)) = (is_expiry, d.expires) {
            field = field.value(date_pt(last));
        }
        fields.push(field.required());
    }
    fields.push(
        Field::date("since", "Desde quando contam")
            .hint("se não for hoje: o dia em que o fato começou; dd/mm/aaaa"),
    );
    let back = subject_href(&d.subject);
    let mut sheet = Sheet::new(cx, &says, &[("/cadastro", "Cadastro"), (&back, &name)], fields)
        .submit("Aceitar documento");
    sheet.action = format!("/documentos/{id}/aceitar");
    let b = Body {
        subject: d.subject.clone(),
        says,
        name,
        class: class(&d.status),
        status: capital(d.status.pt_br()),
        rows,
        open: d.status == DocumentStatus::Received,
    };
    Ok((b, sheet.at_once()))
}

async fn show(
    cx: &Cx,
    id: &DocumentId,
    sheet: Option<Sheet>,
    reason: &str,
    reject_problem: String,
) -> Answer {
    let (b, plain) = body(cx, id)?;
    let sheet = sheet.unwrap_or(plain);
    let kind = b.subject.role();
    cx.look(kind, b.subject.as_str(), &format!("documento: {}", b.says)).await?;
    let bad = !sheet.problems.is_empty() || !reject_problem.is_empty();
    let status = if bad { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let file = File {
        shell: sheet.shell.clone(),
        name_href: subject_href(&b.subject),
        reject: format!("/documentos/{id}/recusar"),
        reason: reason.to_string(),
        reject_problem,
        decides: b.open && cx.is(DESK_ROLES),
        b,
        sheet,
    };
    page_with(status, &file)
}

fn parsed(id: &str) -> Result<DocumentId, Fault> {
    DocumentId::parse(id).map_err(|_| NOWHERE)
}

/// `GET /documentos/{id}`
pub(crate) async fn file(cx: Cx, Path(id): Path<String>) -> Answer {
    show(&cx, &parsed(&id)?, None, "", String::new()).await
}

/// `POST /documentos/{id}/aceitar`
pub(crate) async fn accept(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let id = parsed(&id)?;
    let (b, mut sheet) = body(&cx, &id)?;
    sheet.fill(&entry);
    sheet.check_lengths(&entry);
    if !sheet.problems.is_empty() {
        return show(&cx, &id, Some(sheet), "", String::new()).await;
    }
    let (command, problems) = {
        let law = cx.office().read().law.clone();
        let kind =
            cx.office().read().registry.documents.get(&id).map(|d| d.kind.to_string()).unwrap_or_default();
        let mut r = Reader::new(&entry);
        let mut facts = FactValues::new();
        for fact in law.documents.get(kind.as_str()).iter().flat_map(|k| &k.facts).filter_map(|f| law.fact(f))
        {
            match r.fact(fact) {
                Some(value) => {
                    facts.insert(fact.id.to_string(), value);
                }
                // a document that does not show what it is there for is better rejected than half read
                None if entry.get(&format!("fato.{}", fact.id)).trim().is_empty() => {
                    r.wrong(&format!("fato.{}", fact.id), format!("Falta: {}.", fact.label));
                }
                None => {}
            }
        }
        let since = r.some_day("since");
        (Command::AcceptDocument(AcceptDocument { document: id.clone(), facts, since }), r.problems)
    };
    if !problems.is_empty() {
        for p in problems {
            sheet.problem(p);
        }
        return show(&cx, &id, Some(sheet), "", String::new()).await;
    }
    match cx.office().execute(cx.actor()?, &command, cx.at).await {
        Ok(_) => Ok(crate::context::go(&subject_href(&b.subject), "aceito")),
        Err(office::ExecuteError::Refused(refusal)) => {
            let law = cx.office().read().law.clone();
            sheet.refused(&refusal, &law);
            show(&cx, &id, Some(sheet), "", String::new()).await
        }
        Err(e) => cx.refused(sheet, e),
    }
}

/// `POST /documentos/{id}/recusar`
pub(crate) async fn reject(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let id = parsed(&id)?;
    let (b, sheet) = body(&cx, &id)?;
    let reason = entry.get("reason").trim().to_string();
    if let Some(long) = Field::long("reason", "Motivo").too_long(&reason) {
        return show(&cx, &id, None, &reason, long).await;
    }
    let command = Command::RejectDocument(RejectDocument { document: id.clone(), reason: reason.clone() });
    match cx.office().execute(cx.actor()?, &command, cx.at).await {
        Ok(_) => Ok(crate::context::go(&subject_href(&b.subject), "recusado")),
        Err(office::ExecuteError::Refused(refusal)) => {
            show(&cx, &id, None, &reason, capital(&refusal.pt_br())).await
        }
        Err(e) => cx.refused(sheet, e),
    }
}

/// The value of a fact as its field shows it.
pub(crate) fn typed(value: &FactValue) -> String {
    match value {
        FactValue::Bool(true) => "sim".into(),
        FactValue::Bool(false) => "nao".into(),
        FactValue::Int(i) => i.to_string(),
        FactValue::Decimal(d) => brasil::money::decimal_pt(*d),
        FactValue::Date(d) => date_pt(*d),
        FactValue::Text(t) => t.clone(),
    }
}
