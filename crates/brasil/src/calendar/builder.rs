//! Building a calendar from the norms that make it.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Span;
use jiff::civil::Date;

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
    kind: DayKind,
    name: Arc<str>,
    source: Arc<str>,
}

/// Gathers rules, then builds the calendar and tells every fault at once.
#[derive(Clone, Debug, Default)]
pub struct CalendarBuilder {
    rules: Vec<Rule>,
    removals: Vec<(Date, String)>,
    saturdays_work: bool,
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
        self.rules.push(Rule { when, kind, name: name.trim().into(), source: source.trim().into() });
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

    /// Whether Saturdays are business days, as in the labour custom that some laws mean. They are not, unless told.
    #[must_use]
    pub fn saturdays_work(mut self, work: bool) -> Self {
        self.saturdays_work = work;
        self
    }

    /// Builds the calendar.
    ///
    /// # Errors
    /// Every fault of every rule, not only the first.
    pub fn build(self) -> Result<Calendar, Vec<CalendarError>> {
        let saturdays_work = self.saturdays_work;
        let (marks, errors) = self.marks();
        if errors.is_empty() { Ok(Calendar::new(marks, saturdays_work)) } else { Err(errors) }
    }

    /// Builds from rules that are part of this program and that tests have proved free of faults.
    pub(super) fn build_known(self) -> Calendar {
        Calendar::new(self.marks().0, false)
    }

    fn marks(self) -> (BTreeMap<i32, Vec<Mark>>, Vec<CalendarError>) {
        let mut marks: BTreeMap<i32, Vec<Mark>> = BTreeMap::new();
        let mut errors = Vec::new();
        for rule in &self.rules {
            if rule.name.is_empty() || rule.source.is_empty() {
                errors.push(CalendarError::Unnamed);
                continue;
            }
            match rule.days() {
                Ok(days) => {
                    for day in days {
                        let mark =
                            Mark { kind: rule.kind, name: rule.name.clone(), source: rule.source.clone() };
                        marks.entry(day_number::of(day)).or_default().push(mark);
                    }
                }
                Err(error) => errors.push(error),
            }
        }
        for (date, name) in self.removals {
            errors.extend(remove(&mut marks, date, name));
        }
        (marks, errors)
    }
}

impl Rule {
    fn days(&self) -> Result<Vec<Date>, CalendarError> {
        let name = || self.name.to_string();
        match self.when {
            When::On(date) if (Calendar::FIRST_YEAR..=Calendar::LAST_YEAR).contains(&date.year()) => {
                Ok(vec![date])
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
                Ok(years.known().filter_map(|year| Date::new(year, month, day).ok()).collect())
            }
            When::Easter { offset, years } => {
                self.check(years)?;
                if !(-80..=240).contains(&offset) {
                    return Err(CalendarError::FarFromEaster { name: name(), offset });
                }
                let shift = Span::new().days(offset);
                Ok(years.known().filter_map(|year| easter(year)?.checked_add(shift).ok()).collect())
            }
        }
    }

    fn check(&self, years: Years) -> Result<(), CalendarError> {
        match (years.from, years.to) {
            (Some(from), Some(to)) if from > to => {
                Err(CalendarError::YearsBackwards { name: self.name.to_string(), from, to })
            }
            _ => Ok(()),
        }
    }
}

fn remove(marks: &mut BTreeMap<i32, Vec<Mark>>, date: Date, name: String) -> Option<CalendarError> {
    let on_date = marks.entry(day_number::of(date)).or_default();
    let before = on_date.len();
    on_date.retain(|mark| *mark.name != *name);
    if on_date.len() < before {
        return None;
    }
    let names: Vec<String> = on_date.iter().map(|mark| format!("“{}”", mark.name)).collect();
    let there = if names.is_empty() {
        "não há dia com nome nessa data".to_owned()
    } else {
        format!("há {}", names.join(", "))
    };
    Some(CalendarError::NothingToRemove { name, date, there })
}
