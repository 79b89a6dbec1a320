//! Who a notice may be against, found by what the inspector types.

use jiff::civil::Date;
use registry::Registry;
use registry::act::enforcement::Offender;
use registry::id::DriverId;
use registry::queries::{Hit, search};

use super::super::case::document_words;
use crate::entry::Entry;

/// Results shown; more are not worth reading, a longer text is.
const LIMIT: usize = 12;

/// Somebody the notice may be against.
pub(super) struct Found {
    pub value: String,
    pub name: String,
    pub detail: String,
    pub chosen: bool,
}

fn describe(reg: &Registry, of: &Offender, on: Date, chosen: bool) -> Option<Found> {
    match of {
        Offender::Driver(id) => {
            let d = reg.drivers.get(id)?;
            let plate =
                reg.vehicle_of(id, on).and_then(|v| reg.vehicles.get(v)).map(|v| v.plate_shown.clone());
            let plate = plate.map_or_else(|| "sem veículo".into(), |p| format!("placa {p}"));
            let detail = format!("motorista · {} · {plate}", document_words(&d.cpf));
            Some(Found { value: id.to_string(), name: d.name.clone(), detail, chosen })
        }
        Offender::Operator(id) => {
            let o = reg.operators.get(id)?;
            let detail = format!("operadora · {}", document_words(&o.cnpj));
            Some(Found { value: id.to_string(), name: o.name.clone(), detail, chosen })
        }
        Offender::Person { .. } => None,
    }
}

/// The drivers who had a vehicle on a day.
fn drivers_of(reg: &Registry, vehicle: &registry::id::VehicleId, on: Date) -> Vec<DriverId> {
    let assignments = reg.vehicles.get(vehicle).map(|v| v.assignments.as_slice()).unwrap_or_default();
    assignments.iter().filter(|a| a.on(on)).map(|a| a.driver.clone()).collect()
}

/// Whoever fits the text typed, and whoever is chosen already.
pub(super) fn found(reg: &Registry, entry: &Entry, on: Date, chosen: Option<&Offender>) -> Vec<Found> {
    let mut all: Vec<Offender> = chosen.cloned().into_iter().collect();
    let mut add = |of: Offender| {
        if !all.contains(&of) {
            all.push(of);
        }
    };
    let text = entry.get("busca_autuado").trim();
    if !text.is_empty() {
        for hit in search(reg, text, LIMIT) {
            match hit {
                Hit::Driver(id) => add(Offender::Driver(id)),
                Hit::Operator(id) => add(Offender::Operator(id)),
                Hit::Vehicle(id) => {
                    drivers_of(reg, &id, on).into_iter().for_each(|d| add(Offender::Driver(d)));
                }
                Hit::Credential(id) => {
                    if let Some(c) = reg.credentials.get(&id) {
                        add(Offender::Driver(c.driver.clone()));
                    }
                }
                Hit::Notice(_) => {}
            }
        }
    }
    all.iter().filter_map(|of| describe(reg, of, on, chosen == Some(of))).collect()
}
