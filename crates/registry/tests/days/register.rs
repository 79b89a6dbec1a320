//! Registering, and the faults seen in the field.

use jiff::civil::date;
use registry::act::holders::Holding;
use registry::command as c;
use registry::id::Subject;
use registry::queries::{Hit, search};
use registry::refusal::Why;
use registry::{Command, FactValue, Role};

use crate::town::{Town, contact, cpf};

#[test]
fn somebody_is_registered_once_and_found_by_name_document_and_plate() {
    let mut town = Town::on(date(2026, 3, 2));
    let driver = town.driver();
    let again = c::RegisterDriver { cpf: cpf(100_000_001), name: "Outro".into(), ..Default::default() };
    assert!(town.no(Role::Clerk, Command::RegisterDriver(again)).has(Why::Duplicate));
    let vehicle = town.vehicle("ABC1D23");
    let found = |text: &str| search(&town.reg, text, 10);
    assert_eq!(found("jose ALVARES"), vec![Hit::Driver(driver.clone())]);
    assert_eq!(found(&cpf(100_000_001)), vec![Hit::Driver(driver)]);
    // both patterns of one plate are one vehicle
    assert_eq!(found("abc-1323"), vec![Hit::Vehicle(vehicle.clone())]);
    assert_eq!(found(" ABC 1D23 "), vec![Hit::Vehicle(vehicle)]);
    assert_eq!(found("ninguém"), Vec::new());
}

/// BL-08: a number that fails the usual formula is confirmed in writing, never blocked.
#[test]
fn a_suspicious_licence_number_needs_a_written_confirmation() {
    let mut town = Town::on(date(2026, 3, 2));
    let mut command = c::RegisterDriver {
        cpf: cpf(100_000_001),
        name: "Ana Fictícia".into(),
        cnh: Some("12345678901".into()),
        contact: contact(),
        ..Default::default()
    };
    let refusal = town.no(Role::Clerk, Command::RegisterDriver(command.clone()));
    assert!(refusal.has(Why::Unconfirmed) && refusal.about("cnh_confirmation").count() == 1, "{refusal}");
    command.cnh_confirmation = Some("conferi o número no documento original".into());
    town.ok(Role::Clerk, Command::RegisterDriver(command));
    let driver = town.reg.drivers.values().next().expect("registered");
    assert_eq!(driver.cnh_confirmed.as_deref(), Some("conferi o número no documento original"));
}

/// BL-11: the old number is completed on the left; a number made up by adding zeros is refused.
#[test]
fn a_short_renavam_is_completed_and_an_invented_one_is_refused() {
    let mut town = Town::on(date(2026, 3, 2));
    let with = |renavam: &str| {
        Command::RegisterVehicle(c::RegisterVehicle {
            plate: "BRA2E19".into(),
            renavam: Some(renavam.into()),
            ..Default::default()
        })
    };
    assert!(town.no(Role::Clerk, with("01234567890")).about("renavam").count() == 1);
    town.ok(Role::Clerk, with("123456789"));
    assert_eq!(town.reg.vehicles.values().next().and_then(|v| v.renavam.as_deref()), Some("00123456789"));
}

/// BL-12, BL-13: one plate, however it is typed; a letter of another alphabet is not one.
#[test]
fn a_plate_is_one_however_it_is_typed() {
    let mut town = Town::on(date(2026, 3, 2));
    town.vehicle("ABC1D23");
    let typed = |plate: &str| {
        Command::RegisterVehicle(c::RegisterVehicle { plate: plate.into(), ..Default::default() })
    };
    for plate in [" ABC1D23", "ABC 1D23", "ABC1D23\u{a0}", "abc-1d23", "ABC1323"] {
        assert!(town.no(Role::Clerk, typed(plate)).has(Why::Duplicate), "{plate}");
    }
    assert!(town.no(Role::Clerk, typed("\u{410}BC1D23")).has(Why::Invalid));
}

/// BL-14: a plate is taken only while its vehicle is in the register.
#[test]
fn a_plate_is_free_again_when_its_vehicle_leaves() {
    let mut town = Town::on(date(2025, 12, 31));
    let old = town.vehicle("QWE1R23");
    let last = town.today();
    let retire = c::RetireVehicle { vehicle: old.clone(), last, reason: "vendido".into() };
    town.ok(Role::Clerk, Command::RetireVehicle(retire));
    town.go(date(2026, 1, 5));
    let new = town.vehicle("QWE1R23");
    assert_ne!(old, new);
    assert_eq!(town.reg.active_vehicle("QWE1R23", town.today()), Some(&new));
    assert_eq!(town.reg.active_vehicle("QWE1R23", date(2025, 12, 31)), Some(&old));
}

#[test]
fn a_rented_vehicle_serves_one_driver() {
    let mut town = Town::on(date(2026, 3, 2));
    let (a, b) = (town.driver(), town.driver_named("Bia Fictícia", &cpf(100_000_002)));
    let v = town.vehicle("ABC1D23");
    town.assign(&a, &v, Holding::Rented { until: date(2026, 12, 31) });
    let command = c::AssignVehicle { driver: b, vehicle: v, holding: Holding::Own, since: town.today() };
    let refusal = town.no(Role::Clerk, Command::AssignVehicle(command));
    assert!(refusal.has(Why::Unmet), "{refusal}");
    assert!(refusal.pt_br().contains("art. 9º, § 2º"), "{refusal}");
}

#[test]
fn a_correction_is_an_act_and_counts_from_its_day() {
    let mut town = Town::on(date(2026, 3, 2));
    let v = town.vehicle("ABC1D23");
    town.vehicle_papers(&v, 2015);
    let s = Subject::Vehicle(v.clone());
    let right = c::RecordFact {
        subject: s.clone(),
        fact: "veiculo.ano_fabricacao".into(),
        value: Some(FactValue::Int(2016)),
        since: date(2026, 3, 1),
        reason: "erro de leitura do documento".into(),
    };
    town.ok(Role::Clerk, Command::RecordFact(right));
    let facts = town.reg.facts_of(&town.law, &s, town.today());
    assert_eq!(facts.get("veiculo.ano_fabricacao"), Some(&law::Value::Int(2016)));
    assert_eq!(town.reg.vehicles[&v].facts.words("veiculo.ano_fabricacao").count(), 2);
    // what the law computes is not entered
    let derived = c::RecordFact {
        subject: s,
        fact: "veiculo.idade".into(),
        value: Some(FactValue::Int(3)),
        since: date(2026, 3, 1),
        reason: "quero".into(),
    };
    assert!(town.no(Role::Clerk, Command::RecordFact(derived)).has(Why::Invalid));
}

#[test]
fn each_command_is_for_its_roles() {
    let mut town = Town::on(date(2026, 3, 2));
    let register = Command::RegisterDriver(c::RegisterDriver::default());
    assert!(town.no(Role::Inspector, register.clone()).has(Why::NotAllowed));
    // and one in the right role is told everything that is missing
    let refusal = town.no(Role::Clerk, register);
    assert!(!refusal.has(Why::NotAllowed));
    assert_eq!((refusal.about("cpf").count(), refusal.about("name").count()), (1, 1), "{refusal}");
}
