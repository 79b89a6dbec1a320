//! What follows from an act.
//!
//! Nothing here decides: an act is a fact, and the state takes it in. The functions are total; an act that names something that
//! is not there is noted in [`Registry::stray`].

mod enforcement;
mod holders;
mod matters;

pub(crate) use enforcement::take_notice_act;

use crate::act::{Act, ActKind};
use crate::id::Subject;
use crate::state::Registry;

/// An act with its number, as the functions of this module take it.
pub(crate) struct Numbered<'a> {
    pub number: u64,
    pub act: &'a Act,
}

/// Folds an act into the state. Cannot fail.
pub fn apply(registry: &mut Registry, number: u64, act: &Act) {
    registry.head = number;
    let n = Numbered { number, act };
    let known = match &act.kind {
        ActKind::OperatorRegistered(p) => holders::operator_registered(registry, &n, p),
        ActKind::DriverRegistered(p) => holders::driver_registered(registry, &n, p),
        ActKind::VehicleRegistered(p) => holders::vehicle_registered(registry, &n, p),
        ActKind::VehicleRetired(p) => holders::vehicle_retired(registry, &n, p),
        ActKind::RecordCorrected(p) => holders::record_corrected(registry, &n, p),
        ActKind::DriverLinked(p) => holders::driver_linked(registry, &n, p),
        ActKind::LinkEnded(p) => holders::link_ended(registry, &n, p),
        ActKind::VehicleAssigned(p) => holders::vehicle_assigned(registry, &n, p),
        ActKind::AssignmentEnded(p) => holders::assignment_ended(registry, &n, p),
        ActKind::DocumentReceived(p) => holders::document_received(registry, &n, p),
        ActKind::DocumentAccepted(p) => holders::document_accepted(registry, &n, p),
        ActKind::DocumentRejected(p) => holders::document_rejected(registry, &n, p),
        ActKind::FactRecorded(p) => holders::fact_recorded(registry, &n, p),
        ActKind::CredentialGranted(p) => holders::credential_granted(registry, &n, p),
        ActKind::CredentialRenewed(p) => holders::credential_renewed(registry, &n, p),
        ActKind::Suspended(p) => matters::suspended(registry, &n, p),
        ActKind::SuspensionRenewed(p) => matters::suspension_renewed(registry, &n, p),
        ActKind::SuspensionLifted(p) => matters::suspension_lifted(registry, &n, p),
        ActKind::ComplaintReceived(p) => matters::complaint_received(registry, &n, p),
        ActKind::CaseOpened(p) => matters::case_opened(registry, &n, p),
        ActKind::CaseStepTaken(p) => matters::case_step_taken(registry, &n, p),
        ActKind::CaseDecided(p) => matters::case_decided(registry, &n, p),
        ActKind::Revoked(p) => matters::revoked(registry, &n, p),
        ActKind::FilingReceived(p) => matters::filing_received(registry, &n, p),
        ActKind::BreachMarked(p) => matters::breach_marked(registry, &n, p),
        ActKind::OrderIssued(p) => matters::order_issued(registry, &n, p),
        ActKind::OrderAnswered(p) => matters::order_answered(registry, &n, p),
        ActKind::ParameterSet(p) => {
            registry.laid_over.values.push(p.clone());
            true
        }
        ActKind::ReadingRuled(p) => {
            registry.laid_over.rulings.push(p.clone());
            true
        }
        ActKind::ProvisionSuspended(p) => {
            registry.laid_over.suspensions.push((p.clone(), None));
            true
        }
        ActKind::ProvisionRestored(p) => matters::provision_restored(registry, p),
        ActKind::ClosureDayAdded(p) => {
            registry.laid_over.days.push(p.clone());
            true
        }
        ActKind::NoticeDrawn(p) => enforcement::notice_drawn(registry, &n, p),
        ActKind::ServiceFailed(p) => enforcement::notice_act(registry, &n, &p.notice),
        ActKind::Served(p) => enforcement::notice_act(registry, &n, &p.notice),
        ActKind::DefenceFiled(p) => enforcement::notice_act(registry, &n, &p.notice),
        ActKind::NoticeDecided(p) => enforcement::notice_act(registry, &n, &p.notice),
        ActKind::AppealFiled(p) => enforcement::notice_act(registry, &n, &p.notice),
        ActKind::AppealDecided(p) => enforcement::notice_act(registry, &n, &p.notice),
        ActKind::StageLapsed(p) => enforcement::notice_act(registry, &n, &p.notice),
        ActKind::NoticeAnnulled(p) => enforcement::notice_act(registry, &n, &p.notice),
        ActKind::PenaltyRecomputed(p) => enforcement::notice_act(registry, &n, &p.notice),
        ActKind::PaymentRegistered(p) => enforcement::notice_act(registry, &n, &p.notice),
        ActKind::PaymentRefunded(p) => enforcement::notice_act(registry, &n, &p.notice),
        ActKind::VehicleSeized(p) => enforcement::vehicle_seized(registry, &n, p),
        ActKind::ReleaseConditionMet(p) => enforcement::release_condition_met(registry, &n, p),
        ActKind::VehicleReleased(p) => enforcement::vehicle_released(registry, &n, p),
    };
    if !known {
        registry.stray.push(number);
    }
}

/// Notes that an act touched a subject. Returns whether the subject is known.
fn touch(registry: &mut Registry, subject: &Subject, number: u64) -> bool {
    let acts = match subject {
        Subject::Driver(id) => registry.drivers.get_mut(id).map(|d| &mut d.acts),
        Subject::Vehicle(id) => registry.vehicles.get_mut(id).map(|v| &mut v.acts),
        Subject::Operator(id) => registry.operators.get_mut(id).map(|o| &mut o.acts),
    };
    match acts {
        Some(acts) => {
            if acts.last() != Some(&number) {
                acts.push(number);
            }
            true
        }
        None => false,
    }
}
