//! The way of a case: its stages in order, with their days and how each last day was counted.

use jiff::civil::Date;
use law::Law;
use law::grounds::Trace;
use law::process::Process;
use law::value::date_pt;
use registry::state::CaseEvent;
use registry::vocabulary as v;

use super::situation::{event_words, who_words};
use crate::words::{Cite, capital, distance_pt};

/// One stage as a page shows it.
pub(super) struct Step {
    pub class: &'static str,
    pub mark: &'static str,
    /// The mark for those who do not see it.
    pub spoken: &'static str,
    pub title: String,
    /// Since when, until when, how it ended.
    pub when: String,
    /// How the last day was counted.
    pub counted: String,
    pub who: String,
    pub cites: Vec<Cite>,
}

fn first(events: &[CaseEvent], names: &[law::Id]) -> Option<(Date, String)> {
    let mine = events.iter().filter(|e| names.iter().any(|n| n.as_ref() == e.event));
    mine.min_by_key(|e| e.on).map(|e| (e.on, e.event.clone()))
}

/// The stages of a case that were gone through, the one it is at, and those that may come.
pub(super) fn trail(
    law: &Law,
    process: &Process,
    events: &[CaseEvent],
    current: &str,
    over: bool,
    today: Date,
) -> Vec<Step> {
    let mut steps = Vec::new();
    for stage in &process.stages {
        let after = stage.after.on(law, today, &mut law::grounds::Trace::default());
        let began = after.and_then(|names| first(events, names));
        let ended = first(events, &stage.awaits);
        let is_current = stage.id.as_ref() == current;
        // a stage that an earlier event closed before it began is not on this way
        let skipped = match (&began, &ended) {
            (Some((b, _)), Some((e, _))) => e < b,
            (None, Some(_)) => !is_current,
            (None, None) => over,
            (Some(_), None) => over && !is_current,
        };
        if skipped {
            continue;
        }
        let due = began.as_ref().and_then(|(since, _)| {
            law.due(law.stage_deadline(stage, *since, &mut Trace::default())?, *since)
        });
        let last = due.as_ref().map(|d| d.due.date);
        let silent =
            ended.is_none() && !is_current && stage.silence.is_some() && last.is_some_and(|d| d < today);
        // a stage may be cut short: what is annulled leaves nothing to tell, to defend or to appeal
        let open = [v::SERVED, v::DEFENCE, v::DECISION_SERVED, v::APPEAL];
        let waits = stage.awaits.iter().any(|e| open.contains(&e.as_ref()));
        let cut = waits && ended.as_ref().is_some_and(|(_, e)| *e == v::CLOSED);
        let (class, mark, spoken) = match (&ended, is_current) {
            (Some(_), _) if cut => ("off", "–", "interrompida"),
            (Some(_), _) => ("ok", "✓", "feito"),
            (None, true) => ("wait", "→", "etapa atual"),
            (None, false) if silent => ("ok", "✓", "prazo terminado"),
            (None, false) => ("off", "·", "ainda não"),
        };
        let when = match (&began, &ended) {
            (_, Some((on, _))) if cut => format!("Interrompida em {}: o auto caiu", date_pt(*on)),
            (_, Some((on, event))) => format!("{} em {}", capital(&event_words(event)), date_pt(*on)),
            (Some((on, _)), None) if is_current => match last {
                Some(last) => {
                    format!("Desde {}; até {} ({})", date_pt(*on), date_pt(last), distance_pt(last, today))
                }
                None => format!("Desde {}", date_pt(*on)),
            },
            (Some(_), None) if silent => "O prazo terminou em silêncio".into(),
            _ => String::new(),
        };
        steps.push(Step {
            class,
            mark,
            spoken,
            title: stage.says.clone(),
            when,
            counted: due
                .map(|d| format!("Prazo até {}: {}.", date_pt(d.due.date), d.words()))
                .unwrap_or_default(),
            who: stage.who.on(law, today, &mut Trace::default()).map(|w| who_words(w)).unwrap_or_default(),
            cites: Cite::all(&stage.base),
        });
    }
    steps
}
