//! What time alone demands: periods that run out, sums whose missing value became known.

use law::process::NextStep;

use super::Desk;
use super::penalties::penalty;
use super::stages::{notice_step, stage_awaiting};
use crate::act::enforcement::{PenaltyRecomputed, PenaltyTag, StageLapsed};
use crate::act::{Act, ActKind};
use crate::apply::take_notice_act;
use crate::refusal::Reason;
use crate::state::Notice;
use crate::vocabulary as v;

/// What time demands today of every open notice. One that cannot be dealt with does not stop the others: it stays, and
/// [`crate::queries::overdue_faults`] names it. Done twice, it does nothing the second time.
pub(super) fn tick(desk: &Desk<'_>) -> Vec<Act> {
    let mut acts = Vec::new();
    for notice in desk.reg.index.open_notices.iter().filter_map(|id| desk.reg.notices.get(id)) {
        if let Ok(lapsed) = lapses(desk, notice) {
            let mut after = notice.clone();
            for act in &lapsed {
                take_notice_act(&mut after, 0, act);
            }
            acts.extend(lapsed);
            acts.extend(value_known(desk, &after));
        }
    }
    acts
}

/// The periods of a notice that ran out up to today and are not recorded yet.
///
/// # Errors
/// Silence imposes a penalty that cannot be computed, because the law gives none to the fact.
pub(crate) fn lapses(desk: &Desk<'_>, notice: &Notice) -> Result<Vec<Act>, Reason> {
    let Some(NextStep { lapsed, .. }) = notice_step(desk.law, notice, desk.today()) else {
        return Ok(Vec::new());
    };
    let Some(process) = desk.law.processes.get(notice.drawn.process.as_str()) else { return Ok(Vec::new()) };
    let mut after = notice.clone();
    let mut acts = Vec::new();
    for event in lapsed {
        if after.events.iter().any(|e| e.event == event.id.as_ref()) || after.annulled.is_some() {
            continue;
        }
        let mut payload = StageLapsed {
            notice: notice.drawn.id.clone(),
            event: event.id.to_string(),
            on: event.on,
            penalty: None,
            ends: false,
        };
        let stage = process.stages.iter().find(|s| s.silence.as_ref() == Some(&event.id));
        let base = stage.map(|s| s.base.clone()).unwrap_or_default();
        let mut then = after.clone();
        take_notice_act(
            &mut then,
            0,
            &desk.act(ActKind::StageLapsed(Box::new(payload.clone())), event.on, &[]),
        );
        let next = notice_step(desk.law, &then, event.on).and_then(|s| s.stage);
        payload.ends = next.is_none();
        // without defence the law may go straight on to telling the penalty: then silence imposes it
        let was_defence = stage.is_some_and(|s| s.awaits.iter().any(|e| e.as_ref() == v::DEFENCE));
        let decided_next = stage_awaiting(process, v::DECIDED).map(|s| &s.id) == next.as_ref();
        if was_defence && after.decision.is_none() && !decided_next {
            payload.penalty = Some(penalty(desk, &after, event.on, true)?);
        }
        let act = desk.act(ActKind::StageLapsed(Box::new(payload)), event.on, &base);
        take_notice_act(&mut after, 0, &act);
        acts.push(act);
    }
    Ok(acts)
}

/// The sum of a fine whose unit value was missing, once it is known.
fn value_known(desk: &Desk<'_>, notice: &Notice) -> Option<Act> {
    let before = notice.penalty.as_ref().filter(|p| p.kind == PenaltyTag::Fine && p.centavos.is_none())?;
    let decided = notice.decision.as_ref()?.on;
    let after = penalty(desk, notice, decided, false).ok()?;
    let payload =
        PenaltyRecomputed { notice: notice.drawn.id.clone(), because: None, before: before.clone(), after };
    let base =
        desk.law.offences.get(notice.drawn.offence.as_str()).map(|o| o.base.clone()).unwrap_or_default();
    Some(desk.act(ActKind::PenaltyRecomputed(Box::new(payload)), desk.today(), &base))
}
