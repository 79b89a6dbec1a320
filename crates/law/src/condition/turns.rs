//! On which days a condition comes out otherwise, because the calendar moves on.

use brasil::term::MonthEnd;
use jiff::ToSpan;
use jiff::civil::Date;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::days::next_day_of_year;
use super::{Comparator, Comparison, Condition, Operand, as_date, shift};
use crate::fact::{Derived, Fact};
use crate::grounds::Trace;
use crate::{Facts, Id, Law, Value, named};

/// The first day on which something may come out otherwise. On no day before it does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Turn {
    /// The day.
    pub(crate) day: Date,
    /// Whether it may come out the same after all; what holds until a sure turn does not hold on its day.
    pub(crate) unsure: bool,
}

impl Turn {
    fn sure(day: Date) -> Self {
        Self { day, unsure: false }
    }

    fn unsure(day: Date) -> Self {
        Self { day, unsure: true }
    }
}

/// How a fact moves with the date of the question, while nothing else is told of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    Still,
    Yearly,
    Daily,
}

impl Condition {
    /// The first turn of the condition after a day, if neither the law nor what was told changes.
    pub(crate) fn turn(&self, law: &Law, facts: &Facts, on: Date) -> Option<Turn> {
        let first = |parts: &[Condition]| parts.iter().filter_map(|p| p.turn(law, facts, on)).min();
        match self {
            Condition::All(parts) => first(parts),
            // when one alternative ends, another may go on
            Condition::Any(parts) => first(parts).map(|t| Turn::unsure(t.day)),
            Condition::Not(inner) => inner.turn(law, facts, on).map(|t| Turn::unsure(t.day)),
            Condition::ByReading { reading, options } => {
                named::under(options, reading.find(&law.readings)?.on(on))?.turn(law, facts, on)
            }
            Condition::Compare(c) => c.turn(law, facts, on),
        }
    }
}

impl Comparison {
    /// Whether the calendar may turn it for some subject.
    pub(crate) fn turns_with_time(&self, law: &Law) -> bool {
        use Comparator as C;
        let moves = |id: &Id| {
            let derived = law.fact(id).and_then(|f| f.derived.as_ref());
            matches!(derived, Some(Derived::QuestionDate | Derived::CalendarYearsSince(_)))
        };
        let moved = match &self.operand {
            Operand::Fact(id)
            | Operand::Multiple(_, id)
            | Operand::TermTo(_, id)
            | Operand::DeadlineTo(_, id) => moves(id),
            Operand::Term(_) | Operand::Deadline(_) => true,
            _ => self.comparator == C::ValidOn,
        };
        moved || moves(&self.fact)
    }

    fn turn(&self, law: &Law, facts: &Facts, on: Date) -> Option<Turn> {
        use Comparator as C;
        let fact = self.fact.find(&law.facts)?;
        let pace = pace(fact, facts, on);
        match self.comparator {
            C::ValidOn | C::ElapsedMoreThan | C::ElapsedAtLeast | C::ElapsedAtMost | C::InTime => {
                let counted_to = match &self.operand {
                    Operand::TermTo(_, until) | Operand::DeadlineTo(_, until) => {
                        pace_of(law, until, facts, on)
                    }
                    _ => Pace::Daily,
                };
                match (pace, counted_to) {
                    (Pace::Still, Pace::Daily) => self.term_turn(law, self.told_day(fact, facts, on)?, on),
                    (Pace::Still, _) => None,
                    // what is counted from the day of the question itself
                    _ => on.tomorrow().ok().map(Turn::unsure),
                }
            }
            C::Weekday | C::BusinessDay | C::Holiday if pace == Pace::Daily => self.next_of_kind(law, on),
            C::Known | C::Weekday | C::BusinessDay | C::Holiday => None,
            C::Season => match &self.operand {
                Operand::Season(from, to) if pace == Pace::Daily => {
                    let [begins, last] = [from, to].map(|d| next_day_of_year(*d, on));
                    // 29 February begins a day late where there is none
                    let days = [begins, next(begins), next(last)];
                    days.into_iter().flatten().filter(|d| *d > on).min().map(Turn::unsure)
                }
                _ => None,
            },
            _ => {
                let other = match &self.operand {
                    Operand::Fact(id) | Operand::Multiple(_, id) => pace_of(law, id, facts, on),
                    _ => Pace::Still,
                };
                if pace == other {
                    // two ages grow alike, though not a multiple of one
                    let multiple = matches!(self.operand, Operand::Multiple(..));
                    return if multiple && other == Pace::Yearly { new_year(on) } else { None };
                }
                let value = || fact.value(facts, on);
                let limit = || self.limit(law, facts, on, &mut Trace::default()).0;
                match (pace, other) {
                    (Pace::Daily, _) => self.passes(as_date(&limit()?)?, on, false),
                    (_, Pace::Daily) => self.passes(as_date(&value()?)?, on, true),
                    (Pace::Yearly, Pace::Still) => {
                        let (age, limit) = (number(&value()?)?, limit());
                        let limits = limit.iter().chain(self.set().into_iter().flatten());
                        limits.filter_map(|l| self.new_year_at(on, number(l)?.checked_sub(age)?)).min()
                    }
                    _ => new_year(on),
                }
            }
        }
    }

    /// The day that its fact tells, found where the fact was last told.
    fn told_day(&self, fact: &Fact, facts: &Facts, on: Date) -> Option<Date> {
        match fact.derived {
            None => as_date(facts.told(&self.fact, on)?),
            Some(_) => as_date(&fact.value(facts, on)?),
        }
    }

    /// When a term that runs from a day turns.
    fn term_turn(&self, law: &Law, start: Date, on: Date) -> Option<Turn> {
        let last = match (self.comparator, &self.operand) {
            (Comparator::ValidOn, _) => Some(start),
            (_, Operand::Term(term) | Operand::TermTo(term, _)) => {
                shift(start, *term, law.norm.month_end.unnoted(law, on).copied().unwrap_or(MonthEnd::Clamp))
            }
            _ => self.due(law, start, &mut Trace::default()),
        };
        let days = match self.comparator {
            Comparator::ElapsedAtLeast => [None, last],
            Comparator::ElapsedAtMost | Comparator::InTime => [Some(start), next(last)],
            _ => [None, next(last)],
        };
        days.into_iter().flatten().filter(|d| *d > on).min().map(Turn::sure)
    }

    /// When the day of the question, told on the left or on the right of the comparison, comes to a day or passes it.
    fn passes(&self, day: Date, on: Date, on_the_right: bool) -> Option<Turn> {
        use Comparator as C;
        let (at, past) = (Some(day), next(Some(day)));
        let days = match (self.comparator, on_the_right) {
            (C::UpTo | C::After, false) | (C::Since | C::Before, true) => [past, None],
            (C::Before | C::Since, false) | (C::After | C::UpTo, true) => [at, None],
            _ => [at, past],
        };
        days.into_iter().flatten().filter(|d| *d > on).min().map(Turn::sure)
    }

    /// The next first of January on which an age that lacks so many years to a limit comes to compare otherwise to it.
    fn new_year_at(&self, on: Date, lacking: Decimal) -> Option<Turn> {
        use Comparator as C;
        let (at, past) = (lacking.ceil().to_i16()?, lacking.floor().to_i16()?.checked_add(1)?);
        let (years, turn): (_, fn(Date) -> Turn) = match self.comparator {
            C::AtMost | C::MoreThan => ([past, past], Turn::sure),
            C::AtLeast | C::LessThan => ([at, at], Turn::sure),
            _ => ([at, past], Turn::unsure),
        };
        let years = years.into_iter().find(|y| *y > 0)?;
        Date::new(on.year().checked_add(years)?, 1, 1).ok().map(turn)
    }

    /// The next day that is a holiday, or of what else is asked, when a day is not one; or no longer is.
    fn next_of_kind(&self, law: &Law, on: Date) -> Option<Turn> {
        /// Longer than any stretch without a holiday.
        const YEAR: usize = 366;
        let is_one = |day: Date| self.holds(law, &Value::Date(day), None, on, &mut Trace::default());
        let today = is_one(on);
        on.series(1.day()).skip(1).take(YEAR).find(|day| is_one(*day) != today).map(Turn::sure)
    }
}

fn pace(fact: &Fact, facts: &Facts, on: Date) -> Pace {
    match &fact.derived {
        Some(Derived::QuestionDate) => Pace::Daily,
        // an age that was told as such is not counted
        Some(Derived::CalendarYearsSince(_)) if facts.on(&fact.id, on).is_none() => Pace::Yearly,
        _ => Pace::Still,
    }
}

fn pace_of(law: &Law, id: &Id, facts: &Facts, on: Date) -> Pace {
    law.fact(id).map_or(Pace::Still, |fact| pace(fact, facts, on))
}

fn next(day: Option<Date>) -> Option<Date> {
    day?.tomorrow().ok()
}

fn new_year(on: Date) -> Option<Turn> {
    Date::new(on.year().checked_add(1)?, 1, 1).ok().map(Turn::unsure)
}

fn number(value: &Value) -> Option<Decimal> {
    match value {
        Value::Int(n) => Some(Decimal::from(*n)),
        Value::Decimal(d) => Some(*d),
        _ => None,
    }
}
