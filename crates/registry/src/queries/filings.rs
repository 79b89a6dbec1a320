//! What an operator owes, period by period.

use jiff::ToSpan;
use jiff::civil::Date;
use law::filing::{FilingAnchor, Standing};
use law::grounds::Trace;
use law::{Id, Law};

use crate::decide::anchor_of;
use crate::id::OperatorId;
use crate::state::Registry;
use crate::vocabulary as v;

/// How many past periods are looked at.
const LOOK_BACK: i64 = 3;

/// One report of one period.
#[derive(Clone, Debug)]
pub struct Owed {
    /// The report, by its name in the rulebook.
    pub filing: Id,
    /// In words.
    pub says: String,
    /// First day of its period, or the day it counts from.
    pub anchor: Date,
    /// Last day in time.
    pub due: Date,
    /// How it stands.
    pub standing: Standing,
    /// Day it was first handed in.
    pub filed_on: Option<Date>,
    /// Whether its breach was marked.
    pub marked: bool,
    /// The offence that missing it is.
    pub offence: Option<Id>,
}

/// What an operator owes on a day: for each report with a period, the last periods since it was registered.
#[must_use]
pub fn owed(reg: &Registry, law: &Law, operator: &OperatorId, on: Date) -> Vec<Owed> {
    let Some(o) = reg.operators.get(operator) else { return Vec::new() };
    let mut out = Vec::new();
    for filing in law.filings.values().filter(|f| f.who.as_ref() == "operadora") {
        let Some(months) = filing.period.on(law, on, &mut Trace::default()).and_then(|p| p.months()) else {
            continue;
        };
        let mut anchors: Vec<FilingAnchor> = Vec::new();
        match anchor_of(law, filing, on) {
            // a report that counts from its last acceptance, or from the registration when there was none
            FilingAnchor::Day(_) => {
                let accepted = o.facts.on(v::fact::YEARLY_PROOF, on).and_then(|e| match &e.value {
                    Some(crate::FactValue::Date(d)) => Some(*d),
                    _ => None,
                });
                anchors.push(FilingAnchor::Day(accepted.unwrap_or(o.registered_on)));
            }
            FilingAnchor::PeriodStart(this) => {
                for back in (0..=LOOK_BACK).rev() {
                    let Ok(start) = this.checked_sub((i64::from(months) * back).months()) else { continue };
                    // the period of registration is the first one owed, and a running one is not owed yet
                    if start >= o.registered_on.first_of_month() && (back > 0 || months == 12) {
                        anchors.push(FilingAnchor::PeriodStart(start));
                    }
                }
            }
        }
        for anchor in anchors {
            let (FilingAnchor::PeriodStart(day) | FilingAnchor::Day(day)) = anchor;
            let filed_on = reg
                .filings
                .values()
                .filter(|f| f.operator == *operator && f.filing == filing.id.as_ref() && f.anchor == day)
                .map(|f| f.filed_on)
                .min();
            let Some(due) = law.filing_due(filing, anchor, filed_on, Some(on)) else { continue };
            let marked = reg
                .breaches
                .iter()
                .any(|b| b.operator == *operator && b.filing == filing.id.as_ref() && b.anchor == day);
            out.push(Owed {
                filing: filing.id.clone(),
                says: filing.says.clone(),
                anchor: day,
                due: due.due,
                standing: due.standing,
                filed_on,
                marked,
                offence: filing.offence.clone(),
            });
        }
    }
    out
}
