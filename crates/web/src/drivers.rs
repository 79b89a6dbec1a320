//! Drivers: their file, and the forms of the desk about them.

mod file;
mod forms;
mod ties;

pub(crate) use file::{file, full_cpf};
pub(crate) use forms::{contact, contact_fields, correct, correct_form, register, register_form};
pub(crate) use ties::{assign, assign_form, link, link_form, unassign, unassign_form, unlink, unlink_form};

use brasil::cpf::Cpf;
use jiff::civil::Date;
use law::Law;
use law::value::date_pt;
use registry::Registry;
use registry::id::{CredentialId, DriverId};
use registry::queries::{PublicStatus, status};

use crate::fault::Fault;

/// A state in words, with the colour that goes with it.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub class: &'static str,
    pub words: String,
}

/// A CPF as the public sees it. What cannot be read is hidden whole.
pub(crate) fn masked(cpf: &str) -> String {
    Cpf::parse(cpf).map_or_else(|_| "***.***.***-**".into(), |c| c.masked())
}

/// What a credential is worth today.
pub(crate) fn credential_standing(reg: &Registry, law: &Law, id: &CredentialId, on: Date) -> Standing {
    let (class, words) = match status(reg, law, id, on) {
        PublicStatus::Valid { until: Some(d) } => ("ok", format!("Vigente até {}", date_pt(d))),
        PublicStatus::Valid { until: None } => ("ok", "Vigente".into()),
        PublicStatus::Expired { since } => ("bad", format!("Vencida desde {}", date_pt(since))),
        PublicStatus::Suspended { since, until } => {
            ("bad", format!("Suspensa de {} a {}", date_pt(since), date_pt(until)))
        }
        PublicStatus::Revoked { since } => ("bad", format!("Cassada em {}", date_pt(since))),
        PublicStatus::Blocked => ("bad", "Bloqueada: falta um requisito".into()),
        PublicStatus::None => ("off", "Sem credencial".into()),
    };
    Standing { class, words }
}

/// How a driver stands today, by the last credential.
pub(crate) fn standing(reg: &Registry, law: &Law, id: &DriverId, on: Date) -> Standing {
    match reg.drivers.get(id).and_then(|d| d.credentials.last()) {
        Some(credential) => credential_standing(reg, law, credential, on),
        None => Standing { class: "off", words: "Sem credencial".into() },
    }
}

/// The identifier in an address.
fn parsed(id: &str) -> Result<DriverId, Fault> {
    DriverId::parse(id).map_err(|_| NOWHERE)
}

const NOWHERE: Fault =
    Fault::NotFound("Este motorista não está no cadastro. Procure pelo nome, pelo CPF ou pela placa.");
