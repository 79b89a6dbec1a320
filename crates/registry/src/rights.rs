//! Who may do what: one table, checked before anything else.
//!
//! Where the law itself names the office for an act (its competences), the law's word replaces the table's.

use law::Law;

use crate::act::matters::CaseStep;
use crate::command::Command;
use crate::context::Role;
use crate::refusal::{Reason, Refusal, Why};

use Role::{AppealBoard, Authority, Clerk, Inspector, Manager, System};

/// The roles that may give a command, and the competence of the rulebook that may say otherwise.
#[must_use]
pub fn rights(command: &Command) -> (&'static [Role], Option<&'static str>) {
    match command {
        // the desk
        Command::RegisterOperator(_)
        | Command::RegisterDriver(_)
        | Command::RegisterVehicle(_)
        | Command::RetireVehicle(_)
        | Command::CorrectRecord(_)
        | Command::LinkDriver(_)
        | Command::EndLink(_)
        | Command::AssignVehicle(_)
        | Command::EndAssignment(_)
        | Command::AcceptDocument(_)
        | Command::RejectDocument(_)
        | Command::RecordFact(_)
        | Command::FileReport(_)
        | Command::RegisterPayment(_) => (&[Clerk, Authority, Manager], None),
        Command::ReceiveDocument(_)
        | Command::AnswerOrder(_)
        | Command::FileDefence(_)
        | Command::FileAppeal(_)
        | Command::ReceiveComplaint(_)
        | Command::MarkBreach(_) => (&[Clerk, Inspector, Authority, Manager], None),
        Command::GrantCredential(_) | Command::RenewCredential(_) => {
            (&[Clerk, Authority], Some("credenciar"))
        }
        // the street
        Command::DrawNotice(_) => (&[Inspector], Some("lavrar_auto")),
        Command::SeizeVehicle(_) => (&[Inspector], Some("apreender")),
        Command::RecordServiceAttempt(_) | Command::Serve(_) | Command::RecordReleaseCondition(_) => {
            (&[Clerk, Inspector, Authority], None)
        }
        Command::ReleaseVehicle(_) => (&[Clerk, Authority], Some("liberar_veiculo")),
        Command::IssueOrder(_) => (&[Inspector, Authority, Manager], None),
        // the authority
        Command::Suspend(_) | Command::LiftSuspension(_) => (&[Authority], Some("fixar_suspensao")),
        Command::SuspendPreventively(_) | Command::RenewSuspension(_) => {
            (&[Authority], Some("suspender_preventivamente"))
        }
        Command::OpenRevocation(_) | Command::DecideCase(_) | Command::Revoke(_) => {
            (&[Authority], Some("cassar"))
        }
        Command::TakeCaseStep(c) => match c.step {
            CaseStep::AppealGranted | CaseStep::AppealRefused => (&[AppealBoard], Some("julgar_recurso")),
            _ => (&[Clerk, Inspector, Authority], None),
        },
        Command::Decide(_) => (&[Authority], Some("julgar_defesa")),
        Command::AnnulNotice(_) => (&[Authority], None),
        Command::RefundPayment(_) => (&[Authority, Manager], None),
        // the board
        Command::DecideAppeal(_) => (&[AppealBoard], Some("julgar_recurso")),
        // the setting of the law
        Command::SetParameter(_) | Command::AddClosureDay(_) => (&[Manager], None),
        Command::RuleReading(_) | Command::SuspendProvision(_) | Command::RestoreProvision(_) => {
            (&[Authority, Manager], None)
        }
        // time
        Command::Tick => (&[System, Manager], None),
    }
}

/// The roles that an office of the rulebook stands for.
#[must_use]
pub fn office(name: &str) -> Option<&'static [Role]> {
    Some(match name {
        "fiscal" => &[Inspector],
        "autoridade" => &[Authority],
        "jarit" | "junta" => &[AppealBoard],
        "orgao" => &[Clerk, Inspector, Authority, Manager],
        "gestor" => &[Manager],
        _ => return None,
    })
}

/// Refuses a command whose caller may not give it.
pub(crate) fn check(law: &Law, command: &Command, actor: Role) -> Result<(), Refusal> {
    let (table, competence) = rights(command);
    let rule = competence.and_then(|c| law.competences.get(c));
    let needed = rule.and_then(|r| office(&r.who)).unwrap_or(table);
    if needed.contains(&actor) {
        return Ok(());
    }
    let mut refusal = Refusal::role(actor, needed);
    if let (Some(rule), [reason]) = (rule, refusal.reasons.as_mut_slice()) {
        reason.basis.clone_from(&rule.base);
    }
    Err(refusal)
}

/// Refuses a text that must be there and is not.
pub(crate) fn demand(text: &str, field: &'static str, what: &str) -> Result<String, Reason> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Reason::new(Why::Missing, format!("falta {what}")).at(field));
    }
    Ok(text.to_string())
}
