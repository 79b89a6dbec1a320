//! Where a case stands, what a notice costs and why, which of several lines applies.

use jiff::civil::Date;
use law::concurrence::Concurring;
use law::deadline::DueDate;
use law::penalty::{Penalty, PenaltyQuestion, Prior};
use law::process::NextStep;
use law::{Grounds, Id, Law};

use crate::act::enforcement::{Offender, ServedPaper};
use crate::act::holders::FactValues;
use crate::decide::{case_step, notice_step, occurrence_facts, priors, process_of};
use crate::state::{Case, Notice, Registry, fold};
use crate::vocabulary as v;

/// Where a case stands on a day.
#[derive(Clone, Debug)]
pub struct Now {
    /// The stage, by its name in the rulebook; none when the case has ended.
    pub stage: Option<Id>,
    /// The stage in words, or that the case has ended.
    pub says: String,
    /// Who acts: `fiscal`, `autuado`, `autoridade`, `jarit`, `orgao`.
    pub who: Option<Id>,
    /// Since when.
    pub since: Option<Date>,
    /// Last day for who acts, or the day of the warning.
    pub due: Option<Date>,
    /// How the last day was counted.
    pub counted: Option<String>,
    /// Whether that day has passed.
    pub overdue: bool,
    /// Whether the penalty's effects are held back.
    pub suspended: bool,
    /// Provisions in reading form.
    pub cited: String,
}

fn now(law: &Law, process: &str, step: NextStep) -> Now {
    let stage =
        step.stage.as_ref().and_then(|id| law.processes.get(process)?.stages.iter().find(|s| s.id == *id));
    Now {
        says: stage.map_or_else(|| "caso encerrado".into(), |s| s.says.clone()),
        stage: step.stage,
        who: step.who,
        since: step.since,
        due: step.due,
        counted: step.counted,
        overdue: step.overdue,
        suspended: step.suspended,
        cited: stage
            .map(|s| Grounds { provisions: s.base.clone(), ..Grounds::default() })
            .unwrap_or(step.grounds)
            .cited(),
    }
}

/// Where the case of a notice stands; none when the law no longer has its process.
#[must_use]
pub fn notice_now(law: &Law, notice: &Notice, on: Date) -> Option<Now> {
    let step = notice_step(law, notice, on)?;
    Some(now(law, &notice.drawn.process, step))
}

/// Where a process stands; none when the law no longer has it.
#[must_use]
pub fn case_now(law: &Law, case: &Case, on: Date) -> Option<Now> {
    let step = case_step(law, case, on)?;
    Some(now(law, process_of(case.kind), step))
}

/// The offender's other notices, as the law counts them.
#[must_use]
pub fn history(reg: &Registry, notice: &Notice) -> Vec<Prior> {
    priors(reg, notice)
}

/// The penalty the law would give to a notice decided on a day, with its reasons.
#[must_use]
pub fn penalty_preview(reg: &Registry, law: &Law, notice: &Notice, decided: Date) -> Penalty {
    let d = &notice.drawn;
    let on = d.fact_at.date();
    let facts = occurrence_facts(reg, law, &d.offender, d.vehicle.is_some(), &d.facts, on);
    law.penalty(&PenaltyQuestion {
        code: &d.offence,
        offender: Some(d.offender.role()),
        fact: on,
        decided: Some(decided),
        history: &priors(reg, notice),
        facts: &facts,
        chosen: None,
    })
}

/// Last day to pay a fine, counted from when the offender was told of it; none before that, or when the law fixes none.
#[must_use]
pub fn pay_by(law: &Law, notice: &Notice) -> Option<DueDate> {
    notice.penalty.as_ref()?.centavos?;
    law.due(law.deadlines.get(v::PAYMENT)?, notice.served(ServedPaper::Decision)?)
}

/// Which of several lines applies to a fact of an offender, and why the others give way.
#[must_use]
pub fn competing(
    reg: &Registry,
    law: &Law,
    offender: &Offender,
    has_vehicle: bool,
    codes: &[Id],
    facts: &FactValues,
    on: Date,
) -> Concurring {
    law.concurring(codes, &occurrence_facts(reg, law, offender, has_vehicle, facts, on), on)
}

/// Codes of the lines in whose code, conduct or keywords every word typed begins a word; in the order of the law.
#[must_use]
pub fn find_offences(law: &Law, text: &str) -> Vec<Id> {
    let folded = fold(text);
    let words: Vec<&str> = folded.split(' ').filter(|w| !w.is_empty()).collect();
    law.offences
        .values()
        .filter(|o| {
            let all = fold(&format!("{} {} {}", o.code, o.says, o.keywords.join(" ")));
            words.iter().all(|w| all.split(' ').any(|part| part.starts_with(w)))
        })
        .map(|o| o.code.clone())
        .collect()
}
