//! Ties of a driver: operators and vehicles.

use axum::extract::Path;
use registry::Command;
use registry::act::holders::Holding;
use registry::command::{AssignVehicle, EndAssignment, EndLink, LinkDriver};
use registry::id::{DriverId, OperatorId, VehicleId};

use super::{NOWHERE, parsed};
use crate::context::{Answer, Cx};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet};
use law::value::date_pt;

fn name_of(cx: &Cx, id: &DriverId) -> Result<String, Fault> {
    cx.office().read().registry.drivers.get(id).map(|d| d.name.clone()).ok_or(NOWHERE)
}

fn sheet(cx: &Cx, id: &DriverId, title: &str, fields: Vec<Field>) -> Result<Sheet, Fault> {
    let name = name_of(cx, id)?;
    let back = format!("/condutores/{id}");
    Ok(Sheet::new(cx, title, &[("/cadastro", "Cadastro"), (&back, &name)], fields).lead(name.clone()))
}

fn link_sheet(cx: &Cx, id: &DriverId) -> Result<Sheet, Fault> {
    let operators = {
        let w = cx.office().read();
        let mut all: Vec<(String, String)> = w
            .registry
            .operators
            .iter()
            .map(|(id, o)| (id.to_string(), o.trade_name.clone().unwrap_or_else(|| o.name.clone())))
            .collect();
        all.sort_by_key(|(_, n)| brasil::person::fold(n));
        all
    };
    let fields = vec![
        Field::choice("operator", "Operadora", operators).required(),
        Field::date("since", "Desde quando").value(date_pt(cx.today)).required(),
    ];
    Ok(sheet(cx, id, "Vincular a uma operadora", fields)?.submit("Vincular"))
}

/// `GET /condutores/{id}/operadoras`
pub(crate) async fn link_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let id = parsed(&id)?;
    cx.show(link_sheet(&cx, &id)?).await
}

/// `POST /condutores/{id}/operadoras`
pub(crate) async fn link(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let driver = parsed(&id)?;
    let build = |r: &mut Reader<'_>| {
        let operator = OperatorId::parse(&r.text("operator"));
        if operator.is_err() {
            r.wrong("operator", "Escolha a operadora.");
        }
        let since = r.day("since", "o primeiro dia do vínculo");
        Some(Command::LinkDriver(LinkDriver {
            driver: driver.clone(),
            operator: operator.ok()?,
            since: since?,
        }))
    };
    cx.carry_out(link_sheet(&cx, &driver)?, &entry, build, |_| (format!("/condutores/{id}"), "vinculado"))
        .await
}

fn end_fields(cx: &Cx) -> Vec<Field> {
    vec![
        Field::date("last", "Último dia").value(date_pt(cx.today)).required(),
        Field::text("reason", "Motivo").required(),
    ]
}

fn unlink_sheet(cx: &Cx, id: &DriverId, operator: &str) -> Result<(Sheet, OperatorId), Fault> {
    let operator = OperatorId::parse(operator).map_err(|_| NOWHERE)?;
    let name = {
        let w = cx.office().read();
        w.registry.operators.get(&operator).map(|o| o.name.clone()).ok_or(NOWHERE)?
    };
    let mut sheet =
        sheet(cx, id, "Encerrar vínculo com a operadora", end_fields(cx))?.submit("Encerrar vínculo");
    sheet.lead = format!("{} · {name}", sheet.lead);
    Ok((sheet, operator))
}

/// `GET /condutores/{id}/operadoras/{operator}/encerrar`
pub(crate) async fn unlink_form(cx: Cx, Path((id, operator)): Path<(String, String)>) -> Answer {
    cx.show(unlink_sheet(&cx, &parsed(&id)?, &operator)?.0).await
}

/// `POST /condutores/{id}/operadoras/{operator}/encerrar`
pub(crate) async fn unlink(cx: Cx, Path((id, operator)): Path<(String, String)>, entry: Entry) -> Answer {
    let driver = parsed(&id)?;
    let (sheet, operator) = unlink_sheet(&cx, &driver, &operator)?;
    let build = |r: &mut Reader<'_>| {
        let last = r.day("last", "o último dia do vínculo");
        Some(Command::EndLink(EndLink {
            driver: driver.clone(),
            operator,
            last: last?,
            reason: r.text("reason"),
        }))
    };
    cx.carry_out(sheet, &entry, build, |_| (format!("/condutores/{id}"), "encerrado")).await
}

fn assign_sheet(cx: &Cx, id: &DriverId) -> Result<Sheet, Fault> {
    let holdings =
        [("proprio", "próprio"), ("alugado", "alugado"), ("emprestado", "emprestado, com anuência do dono")];
    let fields = vec![
        Field::text("vehicle", "Placa do veículo").required().hint("antiga ou Mercosul; com ou sem hífen"),
        Field::choice(
            "holding",
            "Como o motorista tem o veículo",
            holdings.iter().map(|(v, w)| ((*v).to_string(), (*w).to_string())).collect(),
        )
        .required(),
        Field::date("until", "Último dia da locação").hint("só para veículo alugado; dd/mm/aaaa"),
        Field::text("consent", "Anuência do dono")
            .hint("só para veículo emprestado: quem é o dono e de quando é o documento"),
        Field::date("since", "Desde quando").value(date_pt(cx.today)).required(),
    ];
    let sheet = sheet(cx, id, "Vincular veículo", fields)?.submit("Vincular");
    Ok(sheet.beside(
        "O veículo ainda não está no cadastro?",
        vec!["Cadastre-o primeiro, com a placa e o CRLV, e volte a esta página. “Salvar rascunho” guarda o que já digitou.".into()],
        Vec::new(),
    ))
}

/// `GET /condutores/{id}/veiculo`
pub(crate) async fn assign_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let mut sheet = assign_sheet(&cx, &parsed(&id)?)?;
    // a vehicle registered for this driver just now
    if let Ok(vehicle) = VehicleId::parse(cx.query.get("veiculo")) {
        let plate = cx.office().read().registry.vehicles.get(&vehicle).map(|v| v.plate_shown.clone());
        if let (Some(plate), Some(field)) = (plate, sheet.fields.iter_mut().find(|f| f.name == "vehicle")) {
            field.value = plate;
        }
    }
    cx.show(sheet).await
}

/// `POST /condutores/{id}/veiculo`
pub(crate) async fn assign(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let driver = parsed(&id)?;
    let vehicle = {
        let w = cx.office().read();
        brasil::plate::Plate::parse(entry.get("vehicle").trim())
            .map_err(|e| crate::words::capital(&e.to_string()))
            .and_then(|p| {
                w.registry.active_vehicle(p.canonical().as_str(), cx.today).cloned().ok_or_else(|| {
                    "Não há veículo com esta placa no cadastro. Confira a placa ou cadastre o veículo antes.".to_string()
                })
            })
    };
    let build = |r: &mut Reader<'_>| {
        let holding = match r.text("holding").as_str() {
            "proprio" => Some(Holding::Own),
            "alugado" => r.day("until", "o último dia da locação").map(|until| Holding::Rented { until }),
            "emprestado" => Some(Holding::Borrowed { consent: r.demand("consent", "a anuência do dono") }),
            _ => {
                r.wrong("holding", "Escolha como o motorista tem o veículo.");
                None
            }
        };
        let since = r.day("since", "o primeiro dia do vínculo");
        let vehicle = match vehicle {
            Ok(id) => Some(id),
            Err(why) => {
                r.wrong("vehicle", why);
                None
            }
        };
        Some(Command::AssignVehicle(AssignVehicle {
            driver: driver.clone(),
            vehicle: vehicle?,
            holding: holding?,
            since: since?,
        }))
    };
    cx.carry_out(assign_sheet(&cx, &driver)?, &entry, build, |_| (format!("/condutores/{id}"), "vinculado"))
        .await
}

fn unassign_sheet(cx: &Cx, id: &DriverId, vehicle: &str) -> Result<(Sheet, VehicleId), Fault> {
    let vehicle = VehicleId::parse(vehicle).map_err(|_| NOWHERE)?;
    let plate = {
        let w = cx.office().read();
        w.registry.vehicles.get(&vehicle).map(|v| v.plate_shown.clone()).ok_or(NOWHERE)?
    };
    let mut sheet =
        sheet(cx, id, "Encerrar vínculo com o veículo", end_fields(cx))?.submit("Encerrar vínculo");
    sheet.lead = format!("{} · placa {plate}", sheet.lead);
    Ok((sheet, vehicle))
}

/// `GET /condutores/{id}/veiculo/{vehicle}/encerrar`
pub(crate) async fn unassign_form(cx: Cx, Path((id, vehicle)): Path<(String, String)>) -> Answer {
    cx.show(unassign_sheet(&cx, &parsed(&id)?, &vehicle)?.0).await
}

/// `POST /condutores/{id}/veiculo/{vehicle}/encerrar`
pub(crate) async fn unassign(cx: Cx, Path((id, vehicle)): Path<(String, String)>, entry: Entry) -> Answer {
    let driver = parsed(&id)?;
    let (sheet, vehicle) = unassign_sheet(&cx, &driver, &vehicle)?;
    let build = |r: &mut Reader<'_>| {
        let last = r.day("last", "o último dia do vínculo");
        let reason = r.text("reason");
        Some(Command::EndAssignment(EndAssignment { driver: driver.clone(), vehicle, last: last?, reason }))
    };
    cx.carry_out(sheet, &entry, build, |_| (format!("/condutores/{id}"), "encerrado")).await
}
