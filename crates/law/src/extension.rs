//! Deadlines that an authority may extend by fixed steps.

use brasil::calendar::{Counting, Due, Roll, due};
use brasil::term::Term;
use jiff::civil::Date;

use crate::deadline::{Deadline, DueDate};
use crate::grounds::Trace;
use crate::{Choice, Id, Law};

/// The extensions a deadline admits.
#[derive(Clone, Debug)]
pub struct Extensions {
    /// The terms that may be granted, in the order of the law.
    pub terms: Vec<Term>,
    /// Whether they are counted one after another, or only one of them is granted.
    pub mode: Choice<Mode>,
    /// Where an extension starts, when the day before it was moved to a business day.
    pub starts: Choice<Start>,
}

/// How several extensions go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One after another.
    Cumulative,
    /// Only one: of several granted, the longest counts.
    Alternative,
}

/// Where an extension starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// From the day by counting alone.
    Nominal,
    /// From the day to which it was moved.
    Rolled,
}

impl Deadline {
    /// Where a last day without office hours goes for a kind of party; the general rule when the law tells none apart.
    #[must_use]
    pub fn roll_for(&self, party: Option<&str>) -> &Choice<Roll> {
        party
            .and_then(|p| self.roll_by.iter().find(|(kind, _)| kind.as_ref() == p))
            .map_or(&self.roll, |(_, roll)| roll)
    }

    /// The kinds of party the rule tells apart.
    pub fn parties(&self) -> impl Iterator<Item = &Id> {
        self.roll_by.iter().map(|(kind, _)| kind)
    }
}

impl Law {
    /// When a deadline falls due after the extensions granted, each counted without its own first day. Every step is counted;
    /// the answer carries the last one, with the grounds of all.
    #[must_use]
    pub fn extended(
        &self,
        extensions: &Extensions,
        granted: &[Term],
        first: DueDate,
        roll: Roll,
    ) -> Option<DueDate> {
        let on = first.from;
        let mut trace = Trace::default();
        let mode = extensions.mode.on(self, on, &mut trace).copied().unwrap_or(Mode::Cumulative);
        let start = extensions.starts.on(self, on, &mut trace).copied().unwrap_or(Start::Nominal);
        let month_end = self.month_end(on, &mut Trace::default());
        let counting = Counting { roll, month_end, includes_first_day: false, start_rolls: false };
        let calendar = self.calendar(on, &mut trace).clone();
        let from = |d: &Due| if start == Start::Rolled { d.date } else { d.nominal };
        let count = |from: Date, term: Term, trace: &mut Trace| {
            let term = self.counted(term, on, trace);
            due(from, &term, &counting, &calendar).map(|d| (term, d))
        };
        let mut last = first;
        match mode {
            Mode::Cumulative => {
                for term in granted {
                    let begin = from(&last.due);
                    let (term, due) = count(begin, *term, &mut trace)?;
                    last = DueDate { from: begin, term, backwards: false, due, grounds: last.grounds };
                }
            }
            Mode::Alternative => {
                let begin = from(&last.due);
                let mut longest: Option<(Term, Due)> = None;
                for term in granted {
                    let (term, due) = count(begin, *term, &mut trace)?;
                    if longest.as_ref().is_none_or(|(_, l)| due.nominal > l.nominal) {
                        longest = Some((term, due));
                    }
                }
                if let Some((term, due)) = longest {
                    last = DueDate { from: begin, term, backwards: false, due, grounds: last.grounds };
                }
            }
        }
        last.grounds.extend(&trace.grounds());
        Some(last)
    }
}
