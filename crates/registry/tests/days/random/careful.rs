//! What a careful office would do next: without it, random commands seldom get anywhere.

use registry::act::enforcement::{Offender, ServedPaper};
use registry::act::holders::Holding;
use registry::act::matters::CaseStep;
use registry::command as c;
use registry::queries::{case_now, notice_now};
use registry::{Command, Role};

use super::attempt::{Attempt, Parties, papers, pick};
use crate::town::{Town, defend, draw, serve, uphold};

/// The next right thing in the case of a notice: what a careful office would do.
pub(super) fn advance_notice(town: &Town, t: Attempt) -> Option<(Role, Command)> {
    let today = town.today();
    let open = town.reg.notices.values().filter(|n| n.ended.is_none()).map(|n| n.drawn.id.clone());
    let notice = pick(open, t.a)?;
    let now = notice_now(&town.law, &town.reg.notices[&notice], today)?;
    let text = || "texto fictício".to_string();
    Some(match now.stage.as_deref()? {
        "comunicacao_do_auto" => (Role::Clerk, serve(&notice, ServedPaper::Notice, today)),
        "defesa" => (Role::Clerk, defend(&notice, today)),
        "julgamento" if t.b.is_multiple_of(6) => {
            (Role::Authority, Command::Decide(c::Decide { notice, uphold: false, reasoning: text() }))
        }
        "julgamento" => (Role::Authority, uphold(&notice)),
        "comunicacao_da_penalidade" => (Role::Clerk, serve(&notice, ServedPaper::Decision, today)),
        "recurso" => (Role::Clerk, Command::FileAppeal(c::FileAppeal { notice, on: today, text: text() })),
        "julgamento_do_recurso" => {
            let command = c::DecideAppeal { notice, grant: t.b.is_multiple_of(2), reasoning: text() };
            (Role::AppealBoard, Command::DecideAppeal(command))
        }
        other => panic!("a stage that the office does not know: {other}"),
    })
}

/// The next right thing in a process of revocation.
pub(super) fn advance_case(town: &Town, t: Attempt) -> Option<(Role, Command)> {
    let today = town.today();
    let case = pick(town.reg.index.open_cases.iter().cloned(), t.a)?;
    let now = case_now(&town.law, &town.reg.cases[&case], today)?;
    let text = || "texto fictício".to_string();
    let step =
        |step| Command::TakeCaseStep(c::TakeCaseStep { case: case.clone(), step, on: today, text: text() });
    Some(match now.stage.as_deref()? {
        "comunicacao_da_abertura" => (Role::Clerk, step(CaseStep::Served)),
        "defesa" => (Role::Clerk, step(CaseStep::Defence)),
        "apuracao" => (Role::Clerk, step(CaseStep::Findings)),
        "comunicacao_da_decisao" => (Role::Clerk, step(CaseStep::DecisionServed)),
        "recurso" => (Role::Clerk, step(CaseStep::Appeal)),
        "julgamento_do_recurso" if t.b.is_multiple_of(4) => {
            (Role::AppealBoard, step(CaseStep::AppealGranted))
        }
        "julgamento_do_recurso" => (Role::AppealBoard, step(CaseStep::AppealRefused)),
        "portaria" => {
            let command = c::Revoke { case: case.clone(), ordinance: text(), published: today };
            (Role::Authority, Command::Revoke(command))
        }
        _ => {
            let command =
                c::DecideCase { case: case.clone(), upheld: !t.b.is_multiple_of(5), reasoning: text() };
            (Role::Authority, Command::DecideCase(command))
        }
    })
}

/// A driver brought into order, as far as that is possible: linked, with a car and papers that are good for some weeks.
pub(super) fn bring_into_order(town: &mut Town, t: Attempt, p: &Parties) -> Option<(Role, Command)> {
    let (driver, operator, since) = (p.driver.clone()?, p.operator.clone()?, town.today());
    let _ = town
        .tell(Role::Clerk, &Command::LinkDriver(c::LinkDriver { driver: driver.clone(), operator, since }));
    let vehicle = match town.reg.vehicle_of(&driver, since) {
        Some(v) => v.clone(),
        None => {
            let vehicle = p.vehicle.clone()?;
            let command = c::AssignVehicle {
                driver: driver.clone(),
                vehicle: vehicle.clone(),
                holding: Holding::Own,
                since,
            };
            town.tell(Role::Clerk, &Command::AssignVehicle(command)).ok()?;
            vehicle
        }
    };
    let mine = Parties {
        vehicle: Some(vehicle),
        driver: Some(driver.clone()),
        operator: None,
        notice: None,
        subject: None,
    };
    papers(town, Attempt { c: t.c.clamp(30, 60) / 12 * 12 + 8, ..t }, &mine);
    let held = town.reg.drivers[&driver].credentials.last().cloned();
    let confirmation = Some("confirmo".to_string());
    Some(match held {
        Some(credential) if t.b.is_multiple_of(2) => (
            Role::Clerk,
            Command::RenewCredential(c::RenewCredential { credential, last: None, confirmation }),
        ),
        _ => (Role::Clerk, Command::GrantCredential(c::GrantCredential { driver, last: None, confirmation })),
    })
}

/// A step towards giving a seized vehicle back.
pub(super) fn towards_release(town: &Town, t: Attempt) -> Option<(Role, Command)> {
    let seizure = pick(town.reg.index.open_seizures.iter().cloned(), t.a)?;
    let on = town.today();
    let met = town.reg.seizures[&seizure].conditions.len();
    let wanted = ["requerimento", "despesas_pagas", "cadastro_na_ett", "cadastro_na_semop"];
    let done = |w: &&&str| town.reg.seizures[&seizure].conditions.iter().any(|x| x.condition == **w);
    Some(match wanted.iter().find(|w| !done(w)) {
        Some(condition) if met < 4 => {
            let proof = "comprovante fictício".to_string();
            let command =
                c::RecordReleaseCondition { seizure, condition: (*condition).to_string(), on, proof };
            (Role::Clerk, Command::RecordReleaseCondition(command))
        }
        _ => {
            let command =
                c::ReleaseVehicle { seizure, on, storage_days: 2, received_by: "dona fictícia".into() };
            (Role::Clerk, Command::ReleaseVehicle(command))
        }
    })
}

/// The same fact again: the ladder of repetition is only climbed by insisting.
pub(super) fn again(town: &Town, t: Attempt) -> Option<(Role, Command)> {
    let driver = town.reg.drivers.keys().next().cloned()?;
    let mut command = draw(town.now, Offender::Driver(driver), ["I-01", "II-03"][usize::from(t.b % 2)], &[]);
    command.fact_at = town.today().at(7, i8::try_from(t.c % 60).ok()?, 0, 0);
    command.signed = true;
    Some((Role::Inspector, Command::DrawNotice(Box::new(command))))
}
