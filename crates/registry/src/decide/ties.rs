//! Tying drivers to operators and vehicles to drivers.

use jiff::civil::Date;
use law::value::date_pt;
use law::{Id, Law};

use super::{Desk, Reasons, not_found, refuse};
use crate::act::holders::{self as h, Holding};
use crate::act::{Act, ActKind};
use crate::command as c;
use crate::refusal::{Reason, Refusal, Why};
use crate::state::Assignment;
use crate::vocabulary::fact;

/// Provisions of the requirements that ask about a fact.
fn base_of_fact(law: &Law, fact: &str) -> Vec<Id> {
    for r in law.requirements.values() {
        let mut asks = false;
        r.demands.each_comparison(&mut |cmp| asks |= cmp.fact.as_ref() == fact);
        if asks {
            return r.base.to_vec();
        }
    }
    Vec::new()
}

pub(super) fn link_driver(desk: &Desk<'_>, c: &c::LinkDriver) -> Result<Vec<Act>, Refusal> {
    let Some(driver) = desk.reg.drivers.get(&c.driver) else {
        return Err(not_found("o motorista", "driver"));
    };
    let Some(operator) = desk.reg.operators.get(&c.operator) else {
        return Err(not_found("a operadora", "operator"));
    };
    let mut no = Reasons::default();
    no.not_future(c.since, desk.today(), "since");
    if let Some(on) = operator.revoked.filter(|on| *on <= desk.today()) {
        no.field(Why::State, "operator", format!("a operadora foi cassada em {}", date_pt(on)));
    }
    if driver.links.iter().any(|l| l.operator == c.operator && l.last.is_none_or(|last| last >= c.since)) {
        no.field(Why::Duplicate, "operator", "o motorista já está vinculado a esta operadora nesse período");
    }
    no.refuse()?;
    let payload = h::DriverLinked { driver: c.driver.clone(), operator: c.operator.clone(), since: c.since };
    Ok(vec![desk.act(ActKind::DriverLinked(payload), c.since, &[])])
}

pub(super) fn end_link(desk: &Desk<'_>, c: &c::EndLink) -> Result<Vec<Act>, Refusal> {
    let Some(driver) = desk.reg.drivers.get(&c.driver) else {
        return Err(not_found("o motorista", "driver"));
    };
    let Some(link) = driver.links.iter().rev().find(|l| l.operator == c.operator && l.last.is_none()) else {
        return refuse(Why::State, "operator", "o motorista não tem vínculo ativo com esta operadora");
    };
    let mut no = Reasons::default();
    no.not_future(c.last, desk.today(), "last");
    if c.last < link.since {
        no.field(Why::Time, "last", format!("o vínculo só começou em {}", date_pt(link.since)));
    }
    let reason = no.demand(&c.reason, "reason", "o motivo do fim do vínculo");
    no.refuse()?;
    let payload = h::LinkEnded {
        driver: c.driver.clone(),
        operator: c.operator.clone(),
        last: c.last,
        reason: reason.unwrap_or_default(),
    };
    Ok(vec![desk.act(ActKind::LinkEnded(payload), c.last, &[])])
}

/// Whether an assignment still holds on a day or later.
fn holds_from(a: &Assignment, since: Date) -> bool {
    let lease = match &a.holding {
        Holding::Rented { until } => *until >= since,
        Holding::Own | Holding::Borrowed { .. } => true,
    };
    lease && a.last.is_none_or(|l| l >= since)
}

pub(super) fn assign_vehicle(desk: &Desk<'_>, c: &c::AssignVehicle) -> Result<Vec<Act>, Refusal> {
    if !desk.reg.drivers.contains_key(&c.driver) {
        return Err(not_found("o motorista", "driver"));
    }
    let Some(vehicle) = desk.reg.vehicles.get(&c.vehicle) else {
        return Err(not_found("o veículo", "vehicle"));
    };
    let mut no = Reasons::default();
    no.not_future(c.since, desk.today(), "since");
    if vehicle.retired.is_some() {
        no.field(Why::State, "vehicle", "o veículo foi baixado do cadastro");
    }
    let others: Vec<&Assignment> = vehicle.assignments.iter().filter(|a| holds_from(a, c.since)).collect();
    if others.iter().any(|a| a.driver == c.driver) {
        no.field(
            Why::Duplicate,
            "vehicle",
            "o veículo já está com este motorista; encerre o vínculo atual antes de mudar",
        );
    }
    let rented_elsewhere =
        others.iter().any(|a| matches!(a.holding, Holding::Rented { .. }) && a.driver != c.driver);
    let rented = matches!(c.holding, Holding::Rented { .. });
    if rented_elsewhere || rented && others.iter().any(|a| a.driver != c.driver) {
        no.say(
            Reason::new(Why::Unmet, "veículo alugado serve a um só motorista, e este está com outro")
                .at("vehicle")
                .on(&base_of_fact(desk.law, fact::LEASE_DRIVERS)),
        );
    }
    match &c.holding {
        Holding::Rented { until } if *until < c.since || *until < desk.today() => {
            no.say(
                Reason::new(Why::Unmet, format!("o contrato de locação terminou em {}", date_pt(*until)))
                    .at("holding")
                    .on(&base_of_fact(desk.law, fact::LEASE_END)),
            );
        }
        Holding::Borrowed { consent } if consent.trim().is_empty() => {
            no.say(
                Reason::new(Why::Missing, "falta o consentimento escrito do dono do veículo")
                    .at("holding")
                    .on(&base_of_fact(desk.law, fact::OWNER_CONSENT)),
            );
        }
        Holding::Own | Holding::Rented { .. } | Holding::Borrowed { .. } => {}
    }
    no.refuse()?;
    let payload = h::VehicleAssigned {
        driver: c.driver.clone(),
        vehicle: c.vehicle.clone(),
        holding: c.holding.clone(),
        since: c.since,
    };
    Ok(vec![desk.act(ActKind::VehicleAssigned(payload), c.since, &[])])
}

pub(super) fn end_assignment(desk: &Desk<'_>, c: &c::EndAssignment) -> Result<Vec<Act>, Refusal> {
    let Some(vehicle) = desk.reg.vehicles.get(&c.vehicle) else {
        return Err(not_found("o veículo", "vehicle"));
    };
    let Some(a) = vehicle.assignments.iter().rev().find(|a| a.driver == c.driver && a.last.is_none()) else {
        return refuse(Why::State, "vehicle", "o veículo não está com este motorista");
    };
    let mut no = Reasons::default();
    no.not_future(c.last, desk.today(), "last");
    if c.last < a.since {
        no.field(Why::Time, "last", format!("o vínculo só começou em {}", date_pt(a.since)));
    }
    let reason = no.demand(&c.reason, "reason", "o motivo do fim do vínculo");
    no.refuse()?;
    let payload = h::AssignmentEnded {
        driver: c.driver.clone(),
        vehicle: c.vehicle.clone(),
        last: c.last,
        reason: reason.unwrap_or_default(),
    };
    Ok(vec![desk.act(ActKind::AssignmentEnded(payload), c.last, &[])])
}
