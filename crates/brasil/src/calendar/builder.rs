//! Building a calendar from the norms that make it.

use std::sync::Arc;

use jiff::civil::Date;

use super::marks::Marks;
use super::{Calendar, DayKind, Mark, day_number, easter, national};

/// The years in which a yearly rule holds, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Years {
    /// The first year, or since always.
    pub from: Option<i16>,
    /// The last year, or still in force.
    pub to: Option<i16>,
}

impl Years {
    /// Every year.
    pub const ALL: Self = Self { from: None, to: None };

    /// From a year on.
    #[must_use]
    pub const fn from(year: i16) -> Self {
        Self { from: Some(year), to: None }
    }

    /// From one year through another.
    #[must_use]
    pub const fn between(from: i16, to: i16) -> Self {
        Self { from: Some(from), to: Some(to) }
    }

    fn known(self) -> std::ops::RangeInclusive<i16> {
        let from = self.from.unwrap_or(Calendar::FIRST_YEAR).max(Calendar::FIRST_YEAR);
        let to = self.to.unwrap_or(Calendar::LAST_YEAR).min(Calendar::LAST_YEAR);
        from..=to
    }
}

/// The days a rule speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// The same day of each year. 29 February is meant only in leap years.
    Yearly {
        /// 1 to 12.
        month: i8,
        /// 1 to 31.
        day: i8,
        /// In which years.
        years: Years,
    },
    /// So many days after Easter Sunday (negative: before). Carnival Tuesday is -47, Ash Wednesday -46, Corpus Christi
    /// 60.
    Easter {
        /// Days from Easter Sunday.
        offset: i16,
        /// In which years.
        years: Years,
    },
    /// One day.
    On(Date),
}

/// Why a calendar cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CalendarError {
    /// A day of the year that no year has.
    #[error("“{name}”: o dia {day:02}/{month:02} não existe")]
    NoSuchDay {
        /// The name of the day.
        name: String,
        /// The month given.
        month: i8,
        /// The day given.
        day: i8,
    },
    /// The first year comes after the last.
    #[error("“{name}”: o primeiro ano ({from}) vem depois do último ({to})")]
    YearsBackwards {
        /// The name of the day.
        name: String,
        /// The first year given.
        from: i16,
        /// The last year given.
        to: i16,
    },
    /// An Easter offset that leaves the year.
    #[error("“{name}”: {offset} dias a contar da Páscoa é longe demais; use de -80 a 240")]
    FarFromEaster {
        /// The name of the day.
        name: String,
        /// The offset given.
        offset: i16,
    },
    /// A date outside of the years the calendar covers.
    #[error("“{name}”: a data {} está fora dos anos do calendário (1970 a 2148)", .date.strftime("%d/%m/%Y"))]
    OutOfRange {
        /// The name of the day.
        name: String,
        /// The date given.
        date: Date,
    },
    /// A decree that takes away what is not there: a slip in the name or the date.
    #[error("nada a retirar em {}: nenhum dia chamado “{name}”; {there}", .date.strftime("%d/%m/%Y"))]
    NothingToRemove {
        /// The name given.
        name: String,
        /// The date given.
        date: Date,
        /// What the date does have, as a sentence.
        there: String,
    },
    /// A day without a name or without a norm: nobody could explain the deadline it moves.
    #[error("um dia do calendário precisa de nome e de fonte (a norma que o criou)")]
    Unnamed,
}

#[derive(Clone, Debug)]
struct Rule {
    when: When,
    says: Mark,
}

/// Gathers rules, then builds the calendar and tells every fault at once.
#[derive(Clone, Debug, Default)]
pub struct CalendarBuilder {
    rules: Vec<Rule>,
    removals: Vec<(Date, String)>,
}

impl CalendarBuilder {
    /// No holiday at all, only weekends.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// Begins with the national holidays.
    #[must_use]
    pub fn national() -> Self {
        national::add_to(Self::empty())
    }

    /// Adds a rule of any shape.
    #[must_use]
    pub fn rule(mut self, when: When, kind: DayKind, name: &str, source: &str) -> Self {
        let says = Mark { kind, name: name.trim().into(), source: source.trim().into() };
        self.rules.push(Rule { when, says });
        self
    }

    /// Adds a holiday on the same day of each year, by a state or municipal law.
    #[must_use]
    pub fn yearly(self, month: i8, day: i8, years: Years, name: &str, source: &str) -> Self {
        self.rule(When::Yearly { month, day, years }, DayKind::Holiday, name, source)
    }

    /// Adds a day that moves with Easter. Only where a norm of the place says so.
    #[must_use]
    pub fn easter(self, offset: i16, years: Years, kind: DayKind, name: &str, source: &str) -> Self {
        self.rule(When::Easter { offset, years }, kind, name, source)
    }

    /// Adds what a decree makes of one day.
    #[must_use]
    pub fn on(self, date: Date, kind: DayKind, name: &str, source: &str) -> Self {
        self.rule(When::On(date), kind, name, source)
    }

    /// Takes a named day off one date, as a decree does that moves a day of rest to another. The name must be the one
    /// the day has.
    #[must_use]
    pub fn removed(mut self, date: Date, name: &str) -> Self {
        self.removals.push((date, name.trim().to_owned()));
        self
    }

    /// Builds the calendar.
    ///
    /// # Errors
    /// Every fault of every rule, not only the first.
    pub fn build(self) -> Result<Calendar, Vec<CalendarError>> {
        let (marks, errors) = self.marks();
        if errors.is_empty() { Ok(Calendar::new(Arc::new(marks), false)) } else { Err(errors) }
    }

    /// Builds from rules that are part of this program and that tests have proved free of faults.
    pub(super) fn build_known(self) -> Calendar {
        Calendar::new(Arc::new(self.marks().0), false)
    }

    fn marks(self) -> (Marks, Vec<CalendarError>) {
        let mut named = Vec::new();
        let mut errors = Vec::new();
        for (place, rule) in self.rules.iter().enumerate() {
            if rule.says.name.is_empty() || rule.says.source.is_empty() {
                errors.push(CalendarError::Unnamed);
                continue;
            }
            match rule.days() {
                Ok(days) => named.extend(days.into_iter().map(|day| (day, place))),
                Err(error) => errors.push(error),
            }
        }
        let says: Vec<Mark> = self.rules.into_iter().map(|rule| rule.says).collect();
        for (date, name) in self.removals {
            errors.extend(remove(&mut named, &says, date, name));
        }
        (Marks::new(says, named), errors)
    }
}

impl Rule {
    /// The numbers of the days it speaks of.
    fn days(&self) -> Result<Vec<i32>, CalendarError> {
        let name = || self.says.name.to_string();
        match self.when {
            When::On(date) if (Calendar::FIRST_YEAR..=Calendar::LAST_YEAR).contains(&date.year()) => {
                Ok(vec![day_number::of(date)])
            }
            When::On(date) => Err(CalendarError::OutOfRange { name: name(), date }),
            When::Yearly { month, day, years } => {
                self.check(years)?;
                // a leap year has every day that any year has
                Date::new(2000, month, day).map_err(|_| CalendarError::NoSuchDay {
                    name: name(),
                    month,
                    day,
                })?;
                let days = years.known().filter_map(|year| Date::new(year, month, day).ok());
                Ok(days.map(day_number::of).collect())
            }
            When::Easter { offset, years } => {
                self.check(years)?;
                if !(-80..=240).contains(&offset) {
                    return Err(CalendarError::FarFromEaster { name: name(), offset });
                }
                let sundays = years.known().filter_map(easter);
                Ok(sundays.map(|sunday| day_number::of(sunday) + i32::from(offset)).collect())
            }
        }
    }

    fn check(&self, years: Years) -> Result<(), CalendarError> {
        match (years.from, years.to) {
            (Some(from), Some(to)) if from > to => {
                Err(CalendarError::YearsBackwards { name: self.says.name.to_string(), from, to })
            }
            _ => Ok(()),
        }
    }
}

fn remove(named: &mut Vec<(i32, usize)>, says: &[Mark], date: Date, name: String) -> Option<CalendarError> {
    let number = day_number::of(date);
    let named_so = |rule: &usize| says.get(*rule).is_some_and(|mark| *mark.name == *name);
    let before = named.len();
    named.retain(|(day, rule)| *day != number || !named_so(rule));
    if named.len() < before {
        return None;
    }
    let there = named.iter().filter(|(day, _)| *day == number).filter_map(|(_, rule)| says.get(*rule));
    let names: Vec<String> = there.map(|mark| format!("“{}”", mark.name)).collect();
    let there = if names.is_empty() {
        "não há dia com nome nessa data".to_owned()
    } else {
        format!("há {}", names.join(", "))
    };
    Some(CalendarError::NothingToRemove { name, date, there })
}
