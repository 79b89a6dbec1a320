//! Registering operators, drivers and vehicles.

use brasil::cnh::{Cnh, CnhCheck};
use brasil::cnpj::Cnpj;
use brasil::cpf::Cpf;
use brasil::plate::Plate;
use brasil::renavam::Renavam;
use brasil::vin::Vin;

use super::documents::check_facts;
use super::{Desk, Reasons, not_found, refuse, some_text};
use crate::act::holders as h;
use crate::act::{Act, ActKind};
use crate::command as c;
use crate::id::{DriverId, OperatorId, Subject, VehicleId};
use crate::refusal::{Reason, Refusal, Why};

fn contact(contact: &h::Contact) -> h::Contact {
    h::Contact {
        address: some_text(contact.address.as_ref()),
        phone: some_text(contact.phone.as_ref()),
        email: some_text(contact.email.as_ref()),
    }
}

/// Notes an e-mail address to which nothing could be sent.
fn check_contact(contact: &h::Contact, no: &mut Reasons) {
    let Some(email) = some_text(contact.email.as_ref()) else { return };
    let sent_to = email.split_once('@').is_some_and(|(who, host)| !who.is_empty() && host.contains('.'));
    if !sent_to || email.contains(char::is_whitespace) {
        no.field(
            Why::Invalid,
            "email",
            format!("“{email}” não é um e-mail; escreva como nome@exemplo.com.br"),
        );
    }
}

pub(super) fn register_operator(desk: &Desk<'_>, c: &c::RegisterOperator) -> Result<Vec<Act>, Refusal> {
    let mut no = Reasons::default();
    let cnpj = no.take(Cnpj::parse(&c.cnpj).map_err(|e| Reason::new(Why::Invalid, e.to_string()).at("cnpj")));
    if let Some(cnpj) = &cnpj
        && desk.reg.index.cnpj.contains_key(cnpj.as_str())
    {
        no.field(Why::Duplicate, "cnpj", "já há uma operadora cadastrada com este CNPJ");
    }
    let name = no.demand(&c.name, "name", "a razão social");
    check_contact(&c.contact, &mut no);
    check_facts(desk, &c.facts, "operadora", &mut no);
    let (Some(cnpj), Some(name)) = (cnpj, name) else { return Err(no.refusal()) };
    no.refuse()?;
    let payload = h::OperatorRegistered {
        id: OperatorId::fresh(&desk.cx.fresh_text(0)),
        cnpj: cnpj.as_str().to_string(),
        name,
        trade_name: some_text(c.trade_name.as_ref()),
        contact: contact(&c.contact),
        facts: c.facts.clone(),
    };
    Ok(desk.act_today(ActKind::OperatorRegistered(payload), &[]))
}

pub(super) fn register_driver(desk: &Desk<'_>, c: &c::RegisterDriver) -> Result<Vec<Act>, Refusal> {
    let mut no = Reasons::default();
    let cpf = no.take(Cpf::parse(&c.cpf).map_err(|e| Reason::new(Why::Invalid, e.to_string()).at("cpf")));
    if let Some(cpf) = &cpf
        && desk.reg.index.cpf.contains_key(cpf.as_str())
    {
        no.field(Why::Duplicate, "cpf", "já há um motorista cadastrado com este CPF; procure-o pelo CPF");
    }
    let name = no.demand(&c.name, "name", "o nome completo");
    let mut cnh_confirmed = None;
    let cnh = some_text(c.cnh.as_ref()).and_then(|t| {
        no.take(Cnh::parse(&t).map_err(|e| Reason::new(Why::Invalid, e.to_string()).at("cnh")))
    });
    if let Some(cnh) = &cnh {
        if desk.reg.drivers.values().any(|d| d.cnh.as_deref() == Some(cnh.as_str())) {
            no.field(
                Why::Duplicate,
                "cnh",
                "outro motorista já está cadastrado com este número de CNH; confira no documento",
            );
        }
        if let (CnhCheck::Suspicious, Some(warning)) = (cnh.check(), cnh.check().warning()) {
            cnh_confirmed = some_text(c.cnh_confirmation.as_ref());
            if cnh_confirmed.is_none() {
                no.field(
                    Why::Unconfirmed,
                    "cnh_confirmation",
                    format!(
                        "{warning}; se o documento traz mesmo este número, escreva quem o conferiu e como"
                    ),
                );
            }
        }
    }
    check_contact(&c.contact, &mut no);
    check_facts(desk, &c.facts, "condutor", &mut no);
    let (Some(cpf), Some(name)) = (cpf, name) else { return Err(no.refusal()) };
    no.refuse()?;
    let payload = h::DriverRegistered {
        id: DriverId::fresh(&desk.cx.fresh_text(0)),
        cpf: cpf.as_str().to_string(),
        name,
        cnh: cnh.map(|n| n.as_str().to_string()),
        cnh_confirmed,
        contact: contact(&c.contact),
        facts: c.facts.clone(),
    };
    Ok(desk.act_today(ActKind::DriverRegistered(payload), &[]))
}

pub(super) fn register_vehicle(desk: &Desk<'_>, c: &c::RegisterVehicle) -> Result<Vec<Act>, Refusal> {
    let mut no = Reasons::default();
    let plate =
        no.take(Plate::parse(&c.plate).map_err(|e| Reason::new(Why::Invalid, e.to_string()).at("plate")));
    if let Some(plate) = &plate
        && desk.reg.active_vehicle(plate.canonical().as_str(), desk.today()).is_some()
    {
        no.field(
            Why::Duplicate,
            "plate",
            format!(
                "a placa {} já é de um veículo ativo no cadastro; vincule-o ou dê baixa nele",
                plate.formatted()
            ),
        );
    }
    let renavam = some_text(c.renavam.as_ref()).and_then(|t| {
        no.take(Renavam::parse(&t).map_err(|e| Reason::new(Why::Invalid, e.to_string()).at("renavam")))
    });
    let chassis = some_text(c.chassis.as_ref()).and_then(|t| {
        no.take(Vin::parse(&t).map_err(|e| Reason::new(Why::Invalid, e.to_string()).at("chassis")))
    });
    check_facts(desk, &c.facts, "veiculo", &mut no);
    let Some(plate) = plate else { return Err(no.refusal()) };
    no.refuse()?;
    let payload = h::VehicleRegistered {
        id: VehicleId::fresh(&desk.cx.fresh_text(0)),
        plate: plate.canonical().as_str().to_string(),
        plate_shown: plate.as_str().to_string(),
        renavam: renavam.map(|r| r.as_str().to_string()),
        chassis: chassis.map(|v| v.as_str().to_string()),
        model: some_text(c.model.as_ref()),
        colour: some_text(c.colour.as_ref()),
        facts: c.facts.clone(),
    };
    Ok(desk.act_today(ActKind::VehicleRegistered(payload), &[]))
}

pub(super) fn retire_vehicle(desk: &Desk<'_>, c: &c::RetireVehicle) -> Result<Vec<Act>, Refusal> {
    let Some(vehicle) = desk.reg.vehicles.get(&c.vehicle) else {
        return Err(not_found("o veículo", "vehicle"));
    };
    let mut no = Reasons::default();
    if vehicle.retired.is_some() {
        no.field(Why::State, "vehicle", "o veículo já foi baixado");
    }
    no.not_future(c.last, desk.today(), "last");
    if c.last < vehicle.registered_on {
        no.field(Why::Time, "last", "a baixa não pode ser anterior ao cadastro do veículo");
    }
    let reason = no.demand(&c.reason, "reason", "o motivo da baixa");
    no.refuse()?;
    let payload =
        h::VehicleRetired { vehicle: c.vehicle.clone(), last: c.last, reason: reason.unwrap_or_default() };
    Ok(vec![desk.act(ActKind::VehicleRetired(payload), c.last, &[])])
}

pub(super) fn correct_record(desk: &Desk<'_>, c: &c::CorrectRecord) -> Result<Vec<Act>, Refusal> {
    if matches!(c.subject, Subject::Vehicle(_)) {
        return refuse(Why::Invalid, "subject", "veículo não tem nome nem contato a corrigir");
    }
    if !desk.knows(&c.subject) {
        return Err(not_found("quem se quer corrigir", "subject"));
    }
    let mut no = Reasons::default();
    let name = some_text(c.name.as_ref());
    if name.is_none() && c.contact.is_none() {
        no.field(Why::Missing, "name", "diga o que corrigir: o nome ou o contato");
    }
    if let Some(contact) = &c.contact {
        check_contact(contact, &mut no);
    }
    let reason = no.demand(&c.reason, "reason", "o motivo da correção");
    no.refuse()?;
    let payload = h::RecordCorrected {
        subject: c.subject.clone(),
        name,
        contact: c.contact.as_ref().map(contact),
        reason: reason.unwrap_or_default(),
    };
    Ok(desk.act_today(ActKind::RecordCorrected(payload), &[]))
}
