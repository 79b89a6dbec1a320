//! Registering a driver, and correcting the record.

use axum::extract::Path;
use registry::Command;
use registry::act::ActKind;
use registry::act::holders::Contact;
use registry::command::{CorrectRecord, RegisterDriver};
use registry::id::Subject;

use super::{NOWHERE, parsed};
use crate::context::{Answer, Cx};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet};
use crate::words::Cite;

/// The fields of a contact.
pub(crate) fn contact_fields() -> Vec<Field> {
    vec![
        Field::text("address", "Endereço para correspondência")
            .hint("rua, número, bairro, cidade e CEP: para lá vão as notificações"),
        Field::text("phone", "Telefone"),
        Field::text("email", "E-mail"),
    ]
}

/// A contact as typed.
pub(crate) fn contact(r: &Reader<'_>) -> Contact {
    Contact { address: r.some("address"), phone: r.some("phone"), email: r.some("email") }
}

fn sheet(cx: &Cx) -> Sheet {
    let mut fields = vec![
        Field::text("name", "Nome completo").required().hint("sem abreviar, como no documento"),
        Field::text("cpf", "CPF").required().hint("com ou sem pontos"),
        Field::text("cnh", "Número de registro da CNH")
            .hint("onze números; pode vir depois, com o documento"),
        Field::text("cnh_confirmation", "Motivo para aceitar o número da CNH")
            .hint("só se o número não fecha na conta usual e você conferiu no documento"),
        Field::heading("Contato"),
    ];
    fields.extend(contact_fields());
    let needs: Vec<String> = {
        let w = cx.office().read();
        let mine = w.law.documents.values().filter(|d| matches!(d.subject.as_ref(), "condutor" | "veiculo"));
        mine.map(|d| d.says.clone()).collect()
    };
    let mut lines = vec![
        "Depois do cadastro: vincule a uma operadora e a um veículo e receba os documentos.".to_string(),
    ];
    lines.extend(needs.into_iter().map(|n| format!("· {n}")));
    Sheet::new(cx, "Cadastrar motorista", &[("/cadastro", "Cadastro")], fields)
        .lead("Só o que identifica a pessoa. O que a lei exige é conferido depois, documento por documento.")
        .submit("Cadastrar")
        .beside("O que virá depois", lines, Vec::<Cite>::new())
}

/// `GET /condutores/novo`
pub(crate) async fn register_form(cx: Cx) -> Answer {
    cx.show(sheet(&cx)).await
}

/// `POST /condutores/novo`
pub(crate) async fn register(cx: Cx, entry: Entry) -> Answer {
    let build = |r: &mut Reader<'_>| {
        // what is missing or wrong is the registry's to say, all of it at once
        Some(Command::RegisterDriver(RegisterDriver {
            cpf: r.text("cpf"),
            name: r.text("name"),
            cnh: r.some("cnh"),
            cnh_confirmation: r.some("cnh_confirmation"),
            contact: contact(r),
            ..RegisterDriver::default()
        }))
    };
    cx.carry_out(sheet(&cx), &entry, build, |done| {
        let id = done.acts.iter().find_map(|(_, a)| match &a.kind {
            ActKind::DriverRegistered(d) => Some(d.id.to_string()),
            _ => None,
        });
        (format!("/condutores/{}", id.unwrap_or_default()), "cadastrado")
    })
    .await
}

fn correct_sheet(cx: &Cx, id: &str) -> Result<Sheet, Fault> {
    let driver = parsed(id)?;
    let d = cx.office().read().registry.drivers.get(&driver).cloned().ok_or(NOWHERE)?;
    let mut fields =
        vec![Field::text("name", "Nome completo").value(&d.name).required(), Field::heading("Contato")];
    let known = [d.contact.address, d.contact.phone, d.contact.email];
    fields.extend(contact_fields().into_iter().zip(known).map(|(f, v)| f.value(v.unwrap_or_default())));
    fields.push(
        Field::long("reason", "Motivo da correção")
            .required()
            .hint("o que estava errado e em que documento se apoia"),
    );
    let back = format!("/condutores/{id}");
    Ok(Sheet::new(cx, "Corrigir cadastro", &[("/cadastro", "Cadastro"), (&back, &d.name)], fields)
        .submit("Corrigir"))
}

/// `GET /condutores/{id}/corrigir`
pub(crate) async fn correct_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let sheet = correct_sheet(&cx, &id)?;
    cx.look("condutor", &id, "correção de cadastro").await?;
    cx.show(sheet).await
}

/// `POST /condutores/{id}/corrigir`
pub(crate) async fn correct(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let driver = parsed(&id)?;
    let known = cx.office().read().registry.drivers.get(&driver).cloned().ok_or(NOWHERE)?;
    let build = |r: &mut Reader<'_>| {
        let name = r.demand("name", "o nome completo");
        let contact = contact(r);
        Some(Command::CorrectRecord(CorrectRecord {
            subject: Subject::Driver(driver.clone()),
            name: Some(name).filter(|n| *n != known.name),
            contact: Some(contact).filter(|c| *c != known.contact),
            reason: r.text("reason"),
        }))
    };
    cx.carry_out(correct_sheet(&cx, &id)?, &entry, build, |_| (format!("/condutores/{id}"), "corrigido"))
        .await
}
