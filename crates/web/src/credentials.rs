//! Granting and renewing a credential. A refusal shows every reason with its article and what to do, beside the checklist.

use axum::extract::Path;
use law::value::date_pt;
use registry::Command;
use registry::command::{GrantCredential, RenewCredential};
use registry::id::{CredentialId, DriverId, Subject};
use registry::queries::checklist;

use crate::context::{Answer, Cx};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet};
use crate::holders::{checks, summary};
use crate::words::Cite;

const NOWHERE: Fault =
    Fault::NotFound("Esta credencial não está no cadastro. Procure pelo número ou pelo motorista.");

fn fields() -> Vec<Field> {
    vec![
        Field::date("last", "Último dia").hint("em branco, vale o prazo da lei; dd/mm/aaaa"),
        Field::long("confirmation", "Motivo do prazo curto")
            .hint("só se a credencial terminar em menos de trinta dias"),
    ]
}

fn sheet(cx: &Cx, driver: &DriverId, title: &str, submit: &str) -> Result<Sheet, Fault> {
    let w = cx.office().read();
    let name = w.registry.drivers.get(driver).map(|d| d.name.clone()).ok_or(NOWHERE)?;
    let subject = Subject::Driver(driver.clone());
    let list = checklist(&w.registry, &w.law, &subject, cx.today);
    let back = format!("/condutores/{driver}");
    let mut sheet = Sheet::new(cx, title, &[("/cadastro", "Cadastro"), (&back, &name)], fields())
        .lead(format!("{name} · {}", summary(&list)))
        .submit(submit);
    let title = w.law.titles.values().find(|t| t.holder.as_ref() == "condutor");
    if let Some(title) = title {
        let mut lines = vec![title.says.clone()];
        if let Some(until) = list.until {
            lines.push(format!("Com os documentos de hoje, tudo fica atendido até {}.", date_pt(until)));
        }
        sheet = sheet.beside("O título", lines, Cite::all(&title.base));
    }
    let all = checks(&w.registry, &w.law, &subject, &list, cx.today, true);
    sheet.checks = all.into_iter().filter(|c| !c.remedy.is_empty()).collect();
    Ok(sheet)
}

fn grant_sheet(cx: &Cx, id: &str) -> Result<(Sheet, DriverId), Fault> {
    let driver = DriverId::parse(id).map_err(|_| NOWHERE)?;
    Ok((sheet(cx, &driver, "Conceder credencial", "Conceder")?, driver))
}

/// `GET /condutores/{id}/credencial`
pub(crate) async fn grant_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let (sheet, _) = grant_sheet(&cx, &id)?;
    cx.look("condutor", &id, "conceder credencial").await?;
    cx.show(sheet).await
}

/// `POST /condutores/{id}/credencial`
pub(crate) async fn grant(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let (sheet, driver) = grant_sheet(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let last = r.some_day("last");
        Some(Command::GrantCredential(GrantCredential { driver, last, confirmation: r.some("confirmation") }))
    };
    cx.carry_out(sheet, &entry, build, |_| (format!("/condutores/{id}"), "concedida")).await
}

fn renew_sheet(cx: &Cx, id: &str) -> Result<(Sheet, CredentialId, DriverId), Fault> {
    let credential = CredentialId::parse(id).map_err(|_| NOWHERE)?;
    let driver =
        cx.office().read().registry.credentials.get(&credential).map(|c| c.driver.clone()).ok_or(NOWHERE)?;
    Ok((sheet(cx, &driver, "Renovar credencial", "Renovar")?, credential, driver))
}

/// `GET /credenciais/{id}/renovar`
pub(crate) async fn renew_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let (sheet, _, driver) = renew_sheet(&cx, &id)?;
    cx.look("condutor", driver.as_str(), "renovar credencial").await?;
    cx.show(sheet).await
}

/// `POST /credenciais/{id}/renovar`
pub(crate) async fn renew(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let (sheet, credential, driver) = renew_sheet(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let last = r.some_day("last");
        Some(Command::RenewCredential(RenewCredential {
            credential,
            last,
            confirmation: r.some("confirmation"),
        }))
    };
    cx.carry_out(sheet, &entry, build, |_| (format!("/condutores/{driver}"), "renovada")).await
}
