//! Deadlines: when something is due, and how that was counted.

use brasil::calendar::{Calendar, Counting, Due, Roll, due};
use brasil::term::{Term, Unit};
use jiff::civil::Date;

use crate::grounds::{Grounds, Trace};
use crate::law::Span;
use crate::norm::DayCounting;
use crate::value::date_pt;
use crate::{Choice, Id, Law};

/// A deadline of the law.
#[derive(Clone, Debug)]
pub struct Deadline {
    /// Its name: `defesa`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese: `defesa do auto`.
    pub says: String,
    /// What it runs from, in Portuguese: `ciência da autuação`.
    pub from: Choice<String>,
    /// How long.
    pub term: Choice<Term>,
    /// Where a last day without office hours goes.
    pub roll: Choice<Roll>,
    /// The same by kind of party (`particular`, `autoridade`), where the law tells them apart.
    pub roll_by: Vec<(Id, Choice<Roll>)>,
    /// Whether the day of the event is the first one.
    pub includes_first: Choice<bool>,
    /// Whether it is counted back from the event that is to come: thirty days before the expiry.
    pub backwards: bool,
    /// Whether it is the earliest day for something, not the last.
    pub minimum: bool,
    /// Extensions that may be granted.
    pub extensions: Option<crate::extension::Extensions>,
    /// What it stands still for.
    pub pauses: Vec<crate::pause::Pause>,
    /// The landmark of the norm it runs from, when the norm itself fixes the day.
    pub landmark: Option<Choice<Id>>,
    /// The deadline at whose end it begins, and whether at the day by counting alone or at the one it moved to.
    pub chained: Option<(Id, crate::extension::Start)>,
    /// Whether hours only run on business days.
    pub business_hours: Choice<bool>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// When something is due.
#[derive(Clone, Debug)]
pub struct DueDate {
    /// Day it runs from.
    pub from: Date,
    /// The term counted.
    pub term: Term,
    /// Whether it was counted back.
    pub backwards: bool,
    /// How it was counted.
    pub due: Due,
    /// What it stands on.
    pub grounds: Grounds,
}

impl DueDate {
    /// How it was counted, in Portuguese.
    #[must_use]
    pub fn words(&self) -> String {
        let from = if self.backwards { "antes de" } else { "a contar de" };
        let mut text = format!("{} {from} {}", self.term, date_pt(self.from));
        if self.due.rolled {
            let why: Vec<String> =
                self.due.because.iter().map(|(d, name)| format!("{} {name}", date_pt(*d))).collect();
            text.push_str(&format!(
                "; o último dia, {}, passa para {} ({})",
                date_pt(self.due.nominal),
                date_pt(self.due.date),
                why.join(", ")
            ));
        }
        text
    }
}

/// The day so long before an event, moved as the counting says.
fn counted_back(event: Date, term: Term, counting: &Counting, calendar: &Calendar) -> Option<Due> {
    // when the day of the event is the first one, the last is a day nearer to it
    let amount = i32::try_from(term.amount).ok()?.checked_sub(i32::from(counting.includes_first_day))?;
    let nominal = match term.unit {
        Unit::BusinessDay => calendar.add_business_days(event, amount.checked_neg()?)?,
        Unit::Month | Unit::Year => crate::condition::shift_back(event, term, counting.month_end)?,
        Unit::Day | Unit::Hour => event.checked_sub(jiff::Span::new().try_days(amount).ok()?).ok()?,
    };
    due(nominal, &Term::new(0, Unit::Day), counting, calendar)
}

impl Law {
    /// When a deadline that runs from an event falls due. `None` when the rule does not work on that day or the date is beyond
    /// the calendar.
    #[must_use]
    pub fn due(&self, deadline: &Deadline, from: Date) -> Option<DueDate> {
        self.due_for(deadline, from, None, &[])
    }

    /// The same for a kind of party and after extensions granted.
    #[must_use]
    pub fn due_for(
        &self,
        deadline: &Deadline,
        from: Date,
        party: Option<&str>,
        granted: &[Term],
    ) -> Option<DueDate> {
        let mut trace = Trace::default();
        if self.deadline_off(deadline, from, &mut trace).is_some() {
            return None;
        }
        trace.cite(&deadline.base);
        let mut before = Grounds::default();
        let from = match &deadline.chained {
            None => from,
            Some((id, at)) => {
                let first =
                    self.due_for(self.deadlines.get(id).filter(|d| d.id != deadline.id)?, from, party, &[])?;
                before = first.grounds;
                if *at == crate::extension::Start::Rolled { first.due.date } else { first.due.nominal }
            }
        };
        let term = *deadline.term.on(self, from, &mut trace)?;
        let term = self.counted(term, from, &mut trace);
        let includes_first_day = deadline.includes_first.on(self, from, &mut trace).copied().unwrap_or(false);
        let roll = deadline.roll_for(party).on(self, from, &mut trace).copied().unwrap_or(Roll::None);
        let counting = Counting {
            roll,
            month_end: self.norm_month_end(term, from, &mut trace),
            includes_first_day,
            start_rolls: false,
        };
        let calendar = self.calendar(from, &mut trace);
        let due = match term.unit {
            // hours that only run on business days are as many business days; like all hours, they do not roll
            Unit::Hour if deadline.business_hours.on(self, from, &mut trace).copied().unwrap_or(false) => {
                let days = Term { amount: term.amount.div_ceil(24), unit: Unit::BusinessDay };
                due(
                    from,
                    &days,
                    &Counting { roll: Roll::None, includes_first_day: false, ..counting },
                    calendar,
                )?
            }
            Unit::Hour => crate::landmark::days_of_hours(from, term.amount)?,
            _ if deadline.backwards => counted_back(from, term, &counting, calendar)?,
            _ => due(from, &term, &counting, calendar)?,
        };
        let mut grounds = trace.grounds();
        grounds.extend(&before);
        let first = DueDate { from, term, backwards: deadline.backwards, due, grounds };
        match &deadline.extensions {
            Some(e) if !granted.is_empty() => self.extended(e, granted, first, roll),
            _ => Some(first),
        }
    }

    /// Why a deadline that runs from a day does not run: the provision that is out of force, and the reason in Portuguese. What
    /// began before the law is judged on the law's first day.
    pub fn deadline_off(&self, deadline: &Deadline, from: Date, trace: &mut Trace) -> Option<(Id, String)> {
        let day = from.max(self.start(from, trace));
        self.out_of_force(&deadline.base, deadline.span, day, trace)
    }

    /// A term with plain days read as running or business days.
    pub(crate) fn counted(&self, term: Term, on: Date, trace: &mut Trace) -> Term {
        if term.unit != Unit::Day {
            return term;
        }
        match self.norm.days.on(self, on, trace) {
            Some(DayCounting::Business) => Term { amount: term.amount, unit: Unit::BusinessDay },
            _ => term,
        }
    }

    fn norm_month_end(&self, term: Term, on: Date, trace: &mut Trace) -> brasil::term::MonthEnd {
        if matches!(term.unit, Unit::Month | Unit::Year) {
            self.month_end(on, trace)
        } else {
            brasil::term::MonthEnd::Clamp
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_day_before_the_calendar_is_no_day() {
        let back = |amount, unit| {
            let (counting, calendar) = (Counting::ADMINISTRATIVE, Calendar::new_national());
            counted_back(date(2025, 3, 31), Term::new(amount, unit), &counting, &calendar).map(|due| due.date)
        };
        // 1 March is a Saturday
        assert_eq!(back(30, Unit::Day), Some(date(2025, 3, 3)));
        for unit in [Unit::Day, Unit::Hour, Unit::BusinessDay, Unit::Month, Unit::Year] {
            assert_eq!(back(i32::MAX.unsigned_abs(), unit), None);
            assert_eq!(back(8_000_000, unit), None);
            assert_eq!(back(u32::MAX, unit), None);
        }
    }
}
