//! Operators: their list and file, registering and correcting one, the reports it owes.

mod file;
mod reports;

pub(crate) use file::{file, list};
pub(crate) use reports::{breach_form, file_report, filing_form, mark_breach};

use axum::extract::Path;
use jiff::civil::Date;
use registry::act::ActKind;
use registry::command::{CorrectRecord, RegisterOperator};
use registry::id::{OperatorId, Subject};
use registry::{Command, Registry};

use crate::context::{Answer, Cx};
use crate::drivers::Standing;
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet};

const NOWHERE: Fault =
    Fault::NotFound("Esta operadora não está no cadastro. Procure pelo nome ou pelo CNPJ.");

fn parsed(id: &str) -> Result<OperatorId, Fault> {
    OperatorId::parse(id).map_err(|_| NOWHERE)
}

/// How an operator stands.
pub(crate) fn standing(reg: &Registry, id: &OperatorId, on: Date) -> Standing {
    let Some(o) = reg.operators.get(id) else {
        return Standing { class: "off", words: "Fora do cadastro".into() };
    };
    if let Some(day) = o.revoked.filter(|d| *d <= on) {
        return Standing { class: "bad", words: format!("Cassada em {}", law::value::date_pt(day)) };
    }
    if let Some(s) = reg.suspension_on(&Subject::Operator(id.clone()), on) {
        return Standing { class: "bad", words: format!("Suspensa até {}", law::value::date_pt(s.last)) };
    }
    Standing { class: "info", words: "No cadastro".into() }
}

fn sheet(cx: &Cx) -> Sheet {
    let mut fields = vec![
        Field::text("name", "Razão social").required(),
        Field::text("trade_name", "Nome pelo qual o público a conhece"),
        Field::text("cnpj", "CNPJ").required().hint("com ou sem pontos; também o CNPJ com letras"),
        Field::heading("Contato"),
    ];
    fields.extend(crate::drivers::contact_fields());
    Sheet::new(cx, "Cadastrar operadora", &[("/operadoras", "Operadoras")], fields)
        .submit("Cadastrar")
        .beside(
            "O que virá depois",
            vec![
                "As provas que a lei pede da empresa são recebidas e conferidas na ficha dela, uma a uma."
                    .into(),
            ],
            Vec::new(),
        )
}

/// `GET /operadoras/nova`
pub(crate) async fn register_form(cx: Cx) -> Answer {
    cx.show(sheet(&cx)).await
}

/// `POST /operadoras/nova`
pub(crate) async fn register(cx: Cx, entry: Entry) -> Answer {
    let build = |r: &mut Reader<'_>| {
        Some(Command::RegisterOperator(RegisterOperator {
            cnpj: r.text("cnpj"),
            name: r.text("name"),
            trade_name: r.some("trade_name"),
            contact: crate::drivers::contact(r),
            ..RegisterOperator::default()
        }))
    };
    cx.carry_out(sheet(&cx), &entry, build, |done| {
        let id = done.acts.iter().find_map(|(_, a)| match &a.kind {
            ActKind::OperatorRegistered(o) => Some(o.id.to_string()),
            _ => None,
        });
        (format!("/operadoras/{}", id.unwrap_or_default()), "cadastrado")
    })
    .await
}

fn correct_sheet(cx: &Cx, id: &OperatorId) -> Result<Sheet, Fault> {
    let o = cx.office().read().registry.operators.get(id).cloned().ok_or(NOWHERE)?;
    let mut fields =
        vec![Field::text("name", "Razão social").value(&o.name).required(), Field::heading("Contato")];
    let known = [o.contact.address, o.contact.phone, o.contact.email];
    fields.extend(
        crate::drivers::contact_fields().into_iter().zip(known).map(|(f, v)| f.value(v.unwrap_or_default())),
    );
    fields.push(Field::long("reason", "Motivo da correção").required());
    let back = format!("/operadoras/{id}");
    Ok(Sheet::new(cx, "Corrigir cadastro", &[("/operadoras", "Operadoras"), (&back, &o.name)], fields)
        .submit("Corrigir"))
}

/// `GET /operadoras/{id}/corrigir`
pub(crate) async fn correct_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let sheet = correct_sheet(&cx, &parsed(&id)?)?;
    cx.look("operadora", &id, "correção de cadastro").await?;
    cx.show(sheet).await
}

/// `POST /operadoras/{id}/corrigir`
pub(crate) async fn correct(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let operator = parsed(&id)?;
    let sheet = correct_sheet(&cx, &operator)?;
    let known = cx.office().read().registry.operators.get(&operator).cloned().ok_or(NOWHERE)?;
    let build = |r: &mut Reader<'_>| {
        let name = r.demand("name", "a razão social");
        let contact = crate::drivers::contact(r);
        Some(Command::CorrectRecord(CorrectRecord {
            subject: Subject::Operator(operator),
            name: Some(name).filter(|n| *n != known.name),
            contact: Some(contact).filter(|c| *c != known.contact),
            reason: r.text("reason"),
        }))
    };
    cx.carry_out(sheet, &entry, build, |_| (format!("/operadoras/{id}"), "corrigido")).await
}
