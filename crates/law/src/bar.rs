//! Bars: after an event, somebody may not do something for a time: come back after a revocation, transfer a point again.

use brasil::term::Term;
use jiff::civil::Date;

use crate::condition::Outcome;
use crate::grounds::{Grounds, Trace};
use crate::law::{Span, Working};
use crate::value::date_pt;
use crate::{Choice, Condition, Facts, Id, Law};

/// A bar of the law.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Its name: `revogacao`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Events after which it holds: `revogacao`, `transferencia`.
    pub after: Choice<Vec<Id>>,
    /// Whom or what it reaches: `empresa`, `condutor`, `ponto`.
    pub whom: Choice<Vec<Id>>,
    /// What it keeps from being done, in Portuguese: `obter nova autorização`.
    pub keeps_from: String,
    /// From which day it runs, in Portuguese.
    pub runs_from: Choice<String>,
    /// How long.
    pub lasts: Choice<BarLength>,
    /// When it does not hold; a fact that is not known does not lift it.
    pub except: Option<Condition>,
    /// Whether the day on which the term is completed is still barred.
    pub last_day_barred: Choice<bool>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// How long a bar holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarLength {
    /// For a term from the event.
    For(Term),
    /// For ever.
    Always,
    /// Not at all, under this reading.
    None,
}

/// Whether somebody is barred on a day.
#[derive(Clone, Debug)]
pub struct Barred {
    /// Whether the bar holds on the day asked.
    pub barred: bool,
    /// Last day barred; none when it never ends or never began.
    pub until: Option<Date>,
    /// First free day, when there is one.
    pub free: Option<Date>,
    /// From which day it runs, in Portuguese.
    pub runs_from: String,
    /// Why, in Portuguese.
    pub words: String,
    /// What it stands on.
    pub grounds: Grounds,
}

impl Law {
    /// Whether a bar that an event began holds on a day. `event` and `who` narrow it to one event and one subject. `None` when
    /// the dates are beyond the calendar.
    #[must_use]
    pub fn barred(
        &self,
        bar: &Bar,
        began: Date,
        on: Date,
        event: Option<&str>,
        who: Option<&str>,
    ) -> Option<Barred> {
        self.barred_given(bar, began, on, (event, who), &Facts::new())
    }

    /// The same, with the facts that may lift it.
    #[must_use]
    pub fn barred_given(
        &self,
        bar: &Bar,
        began: Date,
        on: Date,
        (event, who): (Option<&str>, Option<&str>),
        facts: &Facts,
    ) -> Option<Barred> {
        let mut trace = Trace::default();
        trace.cite(&bar.base);
        let runs_from = bar.runs_from.on(self, began, &mut trace)?.clone();
        let free = |words: String, runs_from: String, trace: Trace| Barred {
            barred: false,
            until: None,
            free: None,
            runs_from,
            words,
            grounds: trace.grounds(),
        };
        if let Working::No(id, why) = self.working(&bar.base, bar.span, began, &mut trace) {
            trace.cite(&[id]);
            return Some(free(why, runs_from, trace));
        }
        let outside = |names: &Choice<Vec<Id>>, name: Option<&str>, trace: &mut Trace| {
            name.is_some_and(|n| {
                !names.on(self, began, trace).is_some_and(|all| all.iter().any(|x| x.as_ref() == n))
            })
        };
        if outside(&bar.after, event, &mut trace) || outside(&bar.whom, who, &mut trace) {
            return Some(free(format!("{}: não alcança este caso", bar.says), runs_from, trace));
        }
        if let Some(found) = bar.except.as_ref().map(|e| e.evaluate(self, facts, began, &mut trace))
            && found.outcome == Outcome::Yes
        {
            let why = found.words(self, Outcome::Yes);
            return Some(free(format!("{}: sem impedimento: {why}", bar.says), runs_from, trace));
        }
        let term = match bar.lasts.on(self, began, &mut trace)? {
            BarLength::None => return Some(free(format!("{}: sem impedimento", bar.says), runs_from, trace)),
            BarLength::Always => {
                let words = format!("impedido de {} sem prazo desde {}", bar.keeps_from, date_pt(began));
                return Some(Barred {
                    barred: began <= on,
                    until: None,
                    free: None,
                    runs_from,
                    words,
                    grounds: trace.grounds(),
                });
            }
            BarLength::For(term) => *term,
        };
        let complete = self.forward(began, term, &mut trace)?;
        let closed = bar.last_day_barred.on(self, began, &mut trace).copied().unwrap_or(true);
        let (until, first) = if closed {
            (complete, complete.tomorrow().ok()?)
        } else {
            (complete.yesterday().ok()?, complete)
        };
        let words =
            format!("impedido de {} até {}; livre desde {}", bar.keeps_from, date_pt(until), date_pt(first));
        Some(Barred {
            barred: began <= on && on <= until,
            until: Some(until),
            free: Some(first),
            runs_from,
            words,
            grounds: trace.grounds(),
        })
    }
}
