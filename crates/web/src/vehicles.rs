//! Vehicles: their file, registering one, taking one out.

use askama::Template;
use axum::extract::Path;
use law::value::date_pt;
use registry::Command;
use registry::act::ActKind;
use registry::command::{RegisterVehicle, RetireVehicle};
use registry::id::{DriverId, Subject, VehicleId};
use registry::queries::checklist;

use crate::context::{Answer, Cx, page};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet};
use crate::holders::{Check, Event, FactRow, LookRow, checks, facts, looks, summary, timeline};
use crate::routes::{DESK_ROLES, RECEIVE_ROLES};
use crate::shell::Shell;

const NOWHERE: Fault =
    Fault::NotFound("Este veículo não está no cadastro. Procure pela placa, antiga ou Mercosul.");

struct TieRow {
    href: String,
    name: String,
    detail: String,
    current: bool,
}

struct Body {
    id: String,
    plate: String,
    active: bool,
    retired: String,
    rows: Vec<(&'static str, String)>,
    checks: Vec<Check>,
    summary: String,
    drivers: Vec<TieRow>,
    facts: Vec<FactRow>,
    documents: Vec<crate::documents::Row>,
    kinds: Vec<(String, String)>,
}

#[derive(Template)]
#[template(path = "vehicle.html")]
struct File {
    shell: Shell,
    b: Body,
    today: String,
    desk: bool,
    events: Vec<Event>,
    older: usize,
    looks: Vec<LookRow>,
}

fn parsed(id: &str) -> Result<VehicleId, Fault> {
    VehicleId::parse(id).map_err(|_| NOWHERE)
}

fn body(cx: &Cx, id: &VehicleId) -> Result<(Body, Vec<u64>), Fault> {
    let w = cx.office().read();
    let (reg, law) = (&w.registry, w.law.as_ref());
    let v = reg.vehicles.get(id).ok_or(NOWHERE)?;
    let subject = Subject::Vehicle(id.clone());
    let list = checklist(reg, law, &subject, cx.today);
    let mut rows = Vec::new();
    let known = [
        ("Modelo", v.model.clone()),
        ("Cor", v.colour.clone()),
        ("RENAVAM", v.renavam.clone()),
        ("Chassi", v.chassis.clone()),
        ("No cadastro desde", Some(date_pt(v.registered_on))),
    ];
    rows.extend(known.into_iter().filter_map(|(l, x)| Some((l, x?))));
    let drivers = v
        .assignments
        .iter()
        .rev()
        .map(|a| TieRow {
            href: format!("/condutores/{}", a.driver),
            name: reg.drivers.get(&a.driver).map(|d| d.name.clone()).unwrap_or_default(),
            detail: format!(
                "{} · {}",
                a.holding.pt_br(),
                match a.last {
                    Some(last) => format!("de {} a {}", date_pt(a.since), date_pt(last)),
                    None => format!("desde {}", date_pt(a.since)),
                }
            ),
            current: a.on(cx.today),
        })
        .collect();
    let kinds = law
        .documents
        .values()
        .filter(|k| k.subject.as_ref() == "veiculo" && cx.is(RECEIVE_ROLES))
        .map(|k| (format!("/cadastro/{id}/documentos/{}", k.id), k.says.clone()))
        .collect();
    let body = Body {
        id: id.to_string(),
        plate: v.plate_shown.clone(),
        active: v.active(cx.today),
        retired: v.retired.map(date_pt).unwrap_or_default(),
        rows,
        checks: checks(reg, law, &subject, &list, cx.today, cx.is(DESK_ROLES)),
        summary: summary(&list),
        drivers,
        facts: facts(reg, law, &subject, cx.today),
        documents: crate::documents::rows(reg, law, &v.documents),
        kinds,
    };
    Ok((body, v.acts.clone()))
}

/// `GET /veiculos/{id}`
pub(crate) async fn file(cx: Cx, Path(id): Path<String>) -> Answer {
    let id = parsed(&id)?;
    let (b, acts) = body(&cx, &id)?;
    cx.look("veiculo", id.as_str(), "ficha").await?;
    let (events, older) = timeline(&cx, &acts).await?;
    let looks = looks(&cx, "veiculo", id.as_str()).await?;
    let shell = cx.shell_at(&format!("Veículo {}", b.plate), &[("/cadastro", "Cadastro")]);
    page(&File { shell, b, today: date_pt(cx.today), desk: cx.is(DESK_ROLES), events, older, looks })
}

fn sheet(cx: &Cx) -> Sheet {
    let fields = vec![
        Field::text("plate", "Placa").required().hint("antiga ou Mercosul; com ou sem hífen"),
        Field::text("model", "Marca e modelo").hint("como o público o reconhece"),
        Field::text("colour", "Cor"),
        Field::text("renavam", "RENAVAM"),
        Field::text("chassis", "Chassi"),
    ];
    Sheet::new(cx, "Cadastrar veículo", &[("/cadastro", "Cadastro")], fields).submit("Cadastrar").beside(
        "O que virá depois",
        vec![
            "Ano, lugares e validades vêm dos documentos: receba o CRLV e os demais na ficha do veículo."
                .into(),
            "Para que alguém o dirija, vincule-o na ficha do motorista.".into(),
        ],
        Vec::new(),
    )
}

/// `GET /veiculos/novo`
pub(crate) async fn register_form(cx: Cx) -> Answer {
    cx.show(sheet(&cx)).await
}

/// `POST /veiculos/novo`
pub(crate) async fn register(cx: Cx, entry: Entry) -> Answer {
    let build = |r: &mut Reader<'_>| {
        Some(Command::RegisterVehicle(RegisterVehicle {
            plate: r.text("plate"),
            renavam: r.some("renavam"),
            chassis: r.some("chassis"),
            model: r.some("model"),
            colour: r.some("colour"),
            ..RegisterVehicle::default()
        }))
    };
    // the driver for whom the vehicle was registered, when the way came from there
    let driver = DriverId::parse(cx.query.get("para")).ok();
    cx.carry_out(sheet(&cx), &entry, build, |done| {
        let id = done.acts.iter().find_map(|(_, a)| match &a.kind {
            ActKind::VehicleRegistered(v) => Some(v.id.to_string()),
            _ => None,
        });
        let id = id.unwrap_or_default();
        match driver {
            Some(d) => (format!("/condutores/{d}/veiculo?veiculo={id}"), "cadastrado"),
            None => (format!("/veiculos/{id}"), "cadastrado"),
        }
    })
    .await
}

fn retire_sheet(cx: &Cx, id: &VehicleId) -> Result<Sheet, Fault> {
    let plate = cx.office().read().registry.vehicles.get(id).map(|v| v.plate_shown.clone()).ok_or(NOWHERE)?;
    let fields = vec![
        Field::date("last", "Último dia no cadastro").value(date_pt(cx.today)).required(),
        Field::text("reason", "Motivo").required().hint("venda, perda, fim do serviço"),
    ];
    let back = format!("/veiculos/{id}");
    let title = format!("Baixar o veículo {plate}");
    let mut sheet = Sheet::new(cx, &title, &[("/cadastro", "Cadastro"), (&back, &plate)], fields)
        .lead("A placa fica livre para outro cadastro. O histórico permanece.")
        .submit("Baixar veículo");
    sheet.grave = true;
    Ok(sheet)
}

/// `GET /veiculos/{id}/baixa`
pub(crate) async fn retire_form(cx: Cx, Path(id): Path<String>) -> Answer {
    cx.show(retire_sheet(&cx, &parsed(&id)?)?).await
}

/// `POST /veiculos/{id}/baixa`
pub(crate) async fn retire(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let vehicle = parsed(&id)?;
    let sheet = retire_sheet(&cx, &vehicle)?;
    let build = |r: &mut Reader<'_>| {
        let last = r.day("last", "o último dia no cadastro");
        Some(Command::RetireVehicle(RetireVehicle { vehicle, last: last?, reason: r.text("reason") }))
    };
    cx.carry_out(sheet, &entry, build, |_| (format!("/veiculos/{id}"), "baixado")).await
}
