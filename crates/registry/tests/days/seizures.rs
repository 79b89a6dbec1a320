//! Seizures and their conditions of release.

use jiff::civil::date;
use registry::act::enforcement::Offender;
use registry::command as c;
use registry::refusal::Why;
use registry::{Command, Role};

use crate::town::Town;

#[test]
fn a_vehicle_is_released_when_every_condition_is_met_and_the_bill_is_known() {
    let mut town = Town::on(date(2026, 4, 13));
    let n = town.notice(Offender::Person { name: "Fulano Fictício".into(), document: None }, "art36", &[]);
    let seize = Command::SeizeVehicle(c::SeizeVehicle {
        measure: "apreensao".into(),
        plate: "fum 0b05".into(),
        description: Some("utilitário branco fictício".into()),
        notice: Some(n),
        at: date(2026, 4, 13).at(9, 30, 0, 0),
        place: "Avenida Fictícia".into(),
        depot: "pátio fictício".into(),
        reason: "transporte ilegal".into(),
    });
    town.ok(Role::Inspector, seize.clone());
    assert!(town.no(Role::Inspector, seize).has(Why::Duplicate));
    let id = town.reg.seizures.keys().next().cloned().expect("seized");
    let release = Command::ReleaseVehicle(c::ReleaseVehicle {
        seizure: id.clone(),
        on: date(2026, 4, 16),
        storage_days: 3,
        received_by: "proprietária fictícia".into(),
    });
    town.go(date(2026, 4, 16));
    let refusal = town.no(Role::Clerk, release.clone());
    assert_eq!(refusal.reasons.iter().filter(|r| r.why == Why::Unmet).count(), 4, "{refusal}");
    assert!(refusal.has(Why::Undetermined), "the prices of towing and storage are not known: {refusal}");
    town.set_unit("GUINCHO", "180.00");
    town.set_unit("ESTADIA", "25.00");
    for condition in ["requerimento", "despesas_pagas", "cadastro_na_ett", "cadastro_na_semop"] {
        let met = Command::RecordReleaseCondition(c::RecordReleaseCondition {
            seizure: id.clone(),
            condition: condition.into(),
            on: date(2026, 4, 16),
            proof: "comprovante fictício".into(),
        });
        town.ok(Role::Clerk, met.clone());
        assert!(town.no(Role::Clerk, met).has(Why::Duplicate));
    }
    town.ok(Role::Clerk, release.clone());
    assert_eq!(town.reg.seizures[&id].release.as_ref().and_then(|r| r.centavos), Some(25_500));
    assert!(town.no(Role::Clerk, release).has(Why::State));
}
