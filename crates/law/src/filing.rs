//! Filings: what somebody owes the municipality by a day, and what failing costs.

use brasil::term::Term;
use jiff::ToSpan;
use jiff::civil::Date;

use crate::grounds::{Grounds, Trace};
use crate::law::{Span, Working};
use crate::named_day::NamedDay;
use crate::{Choice, Id, Law};

/// A report, list or notice owed.
#[derive(Clone, Debug)]
pub struct Filing {
    /// Its name: `relacao_veiculos`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// Who owes it.
    pub who: Id,
    /// In Portuguese.
    pub says: String,
    /// The period it covers.
    pub period: Choice<Period>,
    /// When it is due.
    pub due: Choice<DueRule>,
    /// What it must contain.
    pub content: Option<Id>,
    /// The offence that missing it is, when the law has one.
    pub offence: Option<Id>,
    /// The offence that handing it in late is, when other than missing it.
    pub late_offence: Option<Choice<Id>>,
    /// Whether a period without activity must be reported too.
    pub nil_due: Choice<bool>,
    /// `agregado`, `pessoal`, `publico`.
    pub privacy: Choice<Id>,
    /// Who receives it: `municipio`, `condutor`.
    pub to: Choice<Vec<Id>>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// The period that a filing covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// One month.
    Month,
    /// Three months.
    Quarter,
    /// Two months.
    TwoMonths,
    /// Four months.
    FourMonths,
    /// Six months.
    Half,
    /// One year.
    Year,
    /// One day, one week or fifteen days: told by its last day.
    Days(u8),
    /// No period: something happened.
    Event,
    /// No period: somebody asked.
    Request,
}

impl Period {
    /// Every period with its keyword.
    pub const ALL: [(&'static str, Period); 11] = [
        ("mensal", Period::Month),
        ("bimestral", Period::TwoMonths),
        ("trimestral", Period::Quarter),
        ("quadrimestral", Period::FourMonths),
        ("semestral", Period::Half),
        ("anual", Period::Year),
        ("diaria", Period::Days(1)),
        ("semanal", Period::Days(7)),
        ("quinzenal", Period::Days(15)),
        ("evento", Period::Event),
        ("pedido", Period::Request),
    ];

    /// How many months it has.
    #[must_use]
    pub fn months(self) -> Option<i8> {
        match self {
            Period::Month => Some(1),
            Period::TwoMonths => Some(2),
            Period::Quarter => Some(3),
            Period::FourMonths => Some(4),
            Period::Half => Some(6),
            Period::Year => Some(12),
            Period::Days(_) | Period::Event | Period::Request => None,
        }
    }
}

/// When a filing is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DueRule {
    /// On the nth business day of the month after the period.
    BusinessDay(u32),
    /// On the nth business day of a month of the year: `(month, n)`.
    BusinessDayOf(i8, u32),
    /// On a named day of the month after the period.
    DayOfMonth(NamedDay),
    /// On a named day of a month of the year: the month, and the day.
    DayOfYear(i8, NamedDay),
    /// A term after the event, the request or the last acceptance.
    After(Term),
    /// On the same day as the event.
    SameDay,
    /// On the last day of the year.
    YearEnd,
    /// On the last day of the month after the period.
    MonthEnd,
    /// At the end of a deadline counted from the event, the request or the last acceptance.
    Deadline(Id),
    /// Together with another filing.
    With(Id),
    /// By the day that the request itself fixes.
    AsAsked,
}

impl DueRule {
    /// Whether it counts from the day of an event, a request or the last acceptance, and never from a period.
    #[must_use]
    pub fn runs_from_a_day(&self) -> bool {
        matches!(self, DueRule::After(_) | DueRule::SameDay | DueRule::Deadline(_))
    }
}

/// From what a filing's due date is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilingAnchor {
    /// The first day of the month of a period.
    PeriodStart(Date),
    /// The day of an event, a request or the last acceptance.
    Day(Date),
}

/// When a filing is due and how it stands.
#[derive(Clone, Debug)]
pub struct FilingDue {
    /// Last day in time.
    pub due: Date,
    /// How it stands on the day asked.
    pub standing: Standing,
    /// What it stands on.
    pub grounds: Grounds,
}

/// How a filing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Handed in by the last day.
    OnTime,
    /// Handed in after it.
    Late,
    /// Not handed in, and there is still time.
    Open,
    /// Not handed in, and the last day has passed.
    Missing,
}

impl Standing {
    /// The keyword in answers and cases.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Standing::OnTime => "no_prazo",
            Standing::Late => "atrasada",
            Standing::Open => "em_aberto",
            Standing::Missing => "omitida",
        }
    }

    /// How something due on a day stands, given when it was handed in and the day asked.
    #[must_use]
    pub fn of(due: Date, filed: Option<Date>, on: Option<Date>) -> Self {
        match (filed, on) {
            (Some(f), _) if f <= due => Standing::OnTime,
            (Some(_), _) => Standing::Late,
            (None, Some(on)) if on > due => Standing::Missing,
            (None, _) => Standing::Open,
        }
    }

    /// Whether the duty was breached.
    #[must_use]
    pub fn breached(self) -> bool {
        matches!(self, Standing::Late | Standing::Missing)
    }
}

impl Law {
    /// When a filing is due, and how it stands on a day given when it was handed in.
    /// `None` when its provisions do not work on the day it is due, the anchor does not suit the rule, or the date is beyond
    /// the calendar.
    #[must_use]
    pub fn filing_due(
        &self,
        filing: &Filing,
        anchor: FilingAnchor,
        filed: Option<Date>,
        on: Option<Date>,
    ) -> Option<FilingDue> {
        let mut trace = Trace::default();
        let due = self.filing_date(filing, anchor, &mut trace)?;
        if matches!(self.working(&filing.base, filing.span, due, &mut trace), Working::No(..)) {
            return None;
        }
        Some(FilingDue { due, standing: Standing::of(due, filed, on), grounds: trace.grounds() })
    }

    /// The last day in time of a filing, whether or not its provisions still work on that day.
    pub fn filing_date(&self, filing: &Filing, anchor: FilingAnchor, trace: &mut Trace) -> Option<Date> {
        trace.cite(&filing.base);
        let (FilingAnchor::PeriodStart(start) | FilingAnchor::Day(start)) = anchor;
        let period = *filing.period.on(self, start, trace)?;
        let rule = filing.due.on(self, start, trace)?;
        if rule.runs_from_a_day() && matches!(anchor, FilingAnchor::PeriodStart(_)) {
            return None;
        }
        Some(match rule {
            DueRule::BusinessDay(n) => {
                let months = i64::from(period.months()?);
                let next = start.first_of_month().checked_add(months.months()).ok()?;
                self.calendar(start, trace).nth_business_day_of_month(next.year(), next.month(), *n)?
            }
            DueRule::BusinessDayOf(month, n) => {
                self.calendar(start, trace).nth_business_day_of_month(start.year(), *month, *n)?
            }
            DueRule::DayOfMonth(named) => {
                let months = i64::from(period.months()?);
                let next = start.first_of_month().checked_add(months.months()).ok()?;
                self.named_day(*named, (next.year(), next.month()), start, trace)?
            }
            DueRule::DayOfYear(month, named) => {
                self.named_day(*named, (start.year(), *month), start, trace)?
            }
            DueRule::After(term) => {
                let counting = brasil::calendar::Counting {
                    roll: brasil::calendar::Roll::Next,
                    month_end: self.month_end(start, trace),
                    includes_first_day: false,
                    start_rolls: false,
                };
                let term = match term.unit {
                    brasil::term::Unit::Hour => Term::new(term.amount.div_ceil(24), brasil::term::Unit::Day),
                    _ => self.counted(*term, start, trace),
                };
                brasil::calendar::due(start, &term, &counting, self.calendar(start, trace))?.date
            }
            DueRule::Deadline(id) => {
                let due = self.due(self.deadlines.get(id)?, start)?;
                trace.stand_on(&due.grounds);
                due.due.date
            }
            DueRule::SameDay => start,
            // a year that runs from an acceptance ends with the next one
            DueRule::YearEnd => {
                let later = i16::from(matches!(anchor, FilingAnchor::Day(_)));
                Date::new(start.year().checked_add(later)?, 12, 31).ok()?
            }
            DueRule::MonthEnd => {
                let next = start.first_of_month().checked_add(i64::from(period.months()?).months()).ok()?;
                next.last_of_month()
            }
            DueRule::With(other) => {
                let other = self.filings.get(other).filter(|f| f.id != filing.id)?;
                // what goes with a report of a month goes with the report of the month in which it was asked for
                let months = other.period.on(self, start, trace)?.months();
                let anchor = match months {
                    Some(_) => FilingAnchor::PeriodStart(start.first_of_month()),
                    None => anchor,
                };
                let with = self.filing_due(other, anchor, None, None)?;
                trace.stand_on(&with.grounds);
                with.due
            }
            DueRule::AsAsked => return None,
        })
    }
}
