//! On which days a condition may come out otherwise, because the calendar moves on.

use jiff::ToSpan;
use jiff::civil::Date;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::days::next_day_of_year;
use super::{Comparator, Comparison, Condition, Operand, as_date};
use crate::fact::Derived;
use crate::grounds::Trace;
use crate::{Facts, Id, Law, Value};

/// How a fact moves with the date of the question, while nothing else is told of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    Still,
    Yearly,
    Daily,
}

impl Condition {
    /// The first day after a day on which the condition may come out otherwise, if neither the law nor what was told changes.
    /// It need not: but on no day between does it.
    pub(crate) fn turn(&self, law: &Law, facts: &Facts, on: Date) -> Option<Date> {
        match self {
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().filter_map(|p| p.turn(law, facts, on)).min()
            }
            Condition::Not(inner) => inner.turn(law, facts, on),
            Condition::ByReading { options, .. } => {
                options.iter().filter_map(|(_, c)| c.turn(law, facts, on)).min()
            }
            Condition::Compare(c) => c.turn(law, facts, on),
        }
    }
}

impl Comparison {
    fn turn(&self, law: &Law, facts: &Facts, on: Date) -> Option<Date> {
        use Comparator as C;
        let fact = self.fact.find(&law.facts)?;
        let pace = pace_of(fact.derived.as_ref(), &self.fact, facts, on);
        let value = || fact.value(facts, on);
        let day = || value().as_ref().and_then(as_date);
        match self.comparator {
            C::Known => None,
            C::ValidOn | C::ElapsedMoreThan | C::ElapsedAtLeast | C::ElapsedAtMost | C::InTime => {
                let counted_to = match &self.operand {
                    Operand::TermTo(_, until) => self.pace(law, until, facts, on),
                    _ => Pace::Daily,
                };
                match (pace, counted_to) {
                    (Pace::Still, Pace::Daily) => after(on, around(self.last_day(law, day()?, on), day())),
                    (Pace::Still, _) => None,
                    // what is counted from the day of the question itself
                    _ => on.tomorrow().ok(),
                }
            }
            C::Weekday | C::BusinessDay | C::Holiday if pace == Pace::Daily => self.next_of_kind(law, on),
            C::Weekday | C::BusinessDay | C::Holiday => None,
            C::Season => match &self.operand {
                Operand::Season(from, to) if pace == Pace::Daily => {
                    // 29 February begins a day late where there is none
                    let begins = around(next_day_of_year(*from, on), None);
                    let ends = around(next_day_of_year(*to, on), None);
                    after(on, begins.chain(ends))
                }
                _ => None,
            },
            _ => {
                let other = match &self.operand {
                    Operand::Fact(id) | Operand::Multiple(_, id) => self.pace(law, id, facts, on),
                    _ => Pace::Still,
                };
                match (pace, other) {
                    (Pace::Still, Pace::Still) | (Pace::Daily, Pace::Daily) => None,
                    (Pace::Daily, _) => {
                        let limit = self.limit(law, facts, on, &mut Trace::default()).0;
                        after(on, around(limit.as_ref().and_then(as_date), None))
                    }
                    (_, Pace::Daily) => after(on, around(day(), None)),
                    (Pace::Yearly, Pace::Still) => {
                        let limit = self.limit(law, facts, on, &mut Trace::default()).0;
                        let age = number(&value()?)?;
                        let against = limit.iter().chain(self.set().into_iter().flatten());
                        against.filter_map(|l| self.new_year_at(on, number(l)?.checked_sub(age)?)).min()
                    }
                    // the limit grows as the age does
                    (Pace::Yearly, Pace::Yearly) if matches!(self.operand, Operand::Fact(_)) => None,
                    _ => Date::new(on.year().checked_add(1)?, 1, 1).ok(),
                }
            }
        }
    }

    /// The next first of January on which an age that lacks so many years to a limit comes to compare otherwise to it.
    fn new_year_at(&self, on: Date, lacking: Decimal) -> Option<Date> {
        use Comparator as C;
        let (at, past) = (lacking.ceil().to_i16()?, lacking.floor().to_i16()?.checked_add(1)?);
        let turns = match self.comparator {
            C::AtMost | C::MoreThan => [past, past],
            C::AtLeast | C::LessThan => [at, at],
            _ => [at, past],
        };
        let years = turns.into_iter().find(|y| *y > 0)?;
        Date::new(on.year().checked_add(years)?, 1, 1).ok()
    }

    /// The next day that is a holiday, or of what else is asked, when a day is not one; or no longer is.
    fn next_of_kind(&self, law: &Law, on: Date) -> Option<Date> {
        /// Longer than any stretch without a holiday.
        const YEAR: usize = 366;
        let is_one = |day: Date| self.holds(law, &Value::Date(day), None, on, &mut Trace::default());
        let today = is_one(on);
        on.series(1.day()).skip(1).take(YEAR).find(|day| is_one(*day) != today)
    }

    fn pace(&self, law: &Law, id: &Id, facts: &Facts, on: Date) -> Pace {
        law.fact(id).map_or(Pace::Still, |f| pace_of(f.derived.as_ref(), id, facts, on))
    }

    /// The last day of what is counted from a day.
    fn last_day(&self, law: &Law, start: Date, on: Date) -> Option<Date> {
        let trace = &mut Trace::default();
        match self.comparator {
            Comparator::ValidOn => Some(start),
            Comparator::InTime => self.due(law, start, trace),
            _ => self.end(law, start, on, trace),
        }
    }
}

fn pace_of(derived: Option<&Derived>, id: &Id, facts: &Facts, on: Date) -> Pace {
    match derived {
        Some(Derived::QuestionDate) => Pace::Daily,
        // an age that was told as such is not counted
        Some(Derived::CalendarYearsSince(_)) if facts.on(id, on).is_none() => Pace::Yearly,
        _ => Pace::Still,
    }
}

/// The days on which something may begin or end: a day, the one after it, and the one from which it is counted.
fn around(last: Option<Date>, first: Option<Date>) -> impl Iterator<Item = Date> {
    let next = last.and_then(|d| d.tomorrow().ok());
    first.into_iter().chain(last).chain(next)
}

fn after(on: Date, days: impl Iterator<Item = Date>) -> Option<Date> {
    days.filter(|d| *d > on).min()
}

fn number(value: &Value) -> Option<Decimal> {
    match value {
        Value::Int(n) => Some(Decimal::from(*n)),
        Value::Decimal(d) => Some(*d),
        _ => None,
    }
}

