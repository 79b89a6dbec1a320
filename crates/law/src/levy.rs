//! Yearly fees counted by heads: so many units for each driver registered on a day of the year, owed by the operator.

use brasil::money::Brl;
use indexmap::IndexMap;
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::grounds::{Grounds, Trace};
use crate::law::{Span, Working};
use crate::named_day::NamedDay;
use crate::offence::Amount;
use crate::{Choice, Id, Law};

/// A yearly fee of the law.
#[derive(Clone, Debug)]
pub struct Levy {
    /// Its name: `taxa_de_operacao`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Who pays: `operadora`.
    pub payer: Id,
    /// The parameter that gives the unit's value.
    pub price: Id,
    /// Units for each head.
    pub each: Decimal,
    /// Month and day of the year on which heads are counted and the fee is assessed.
    pub counted_on: (i8, i8),
    /// How somebody linked to two payers counts.
    pub per: Choice<Head>,
    /// When somebody who joins after the counting day pays first.
    pub joiners: Choice<Joiner>,
    /// On which day of the year it is due.
    pub due: LevyDue,
    /// First year in which it is collected.
    pub first_year: Choice<i16>,
    /// The day whose unit value converts it.
    pub valued: Choice<LevyValue>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// On which day of a year a levy is due: the month, and the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevyDue {
    /// So many business days into the month.
    BusinessDayOf(i8, u32),
    /// A named day of it.
    DayOf(i8, NamedDay),
}

/// How somebody linked to two payers counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// Once, to the payer of the oldest link in force.
    OncePerPerson,
    /// Once for each payer.
    OncePerLink,
}

/// When somebody who joins after the counting day pays first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joiner {
    /// On the next counting day, in full.
    NextYear,
    /// When joining, in full.
    AtOnce,
    /// When joining, by the months left in the year, that of joining included.
    ProRata,
}

/// The day whose unit value converts a levy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevyValue {
    /// The day of assessment.
    Assessed,
    /// The day on which it is due.
    Due,
}

/// A link between a person and a payer; several persons may stand in one line when each has that link alone.
#[derive(Clone, Debug)]
pub struct Link {
    /// The person, when it matters whether two links are of one person.
    pub person: Option<Id>,
    /// The payer.
    pub payer: Id,
    /// First day.
    pub since: Date,
    /// Last day.
    pub until: Option<Date>,
    /// How many persons the line stands for.
    pub count: u32,
}

/// What one payer owes.
#[derive(Clone, Debug, Default)]
pub struct Owed {
    /// Heads counted on the counting day.
    pub heads: u64,
    /// Heads that join in the year and pay at once.
    pub joining: u32,
    /// Until when each of those pays, in order: the day of joining, or the year's last day to pay when that is still ahead.
    pub joining_due: Vec<Date>,
    /// Units owed.
    pub units: Decimal,
    /// The sum, when the unit has a value.
    pub value: Option<Brl>,
}

/// The levy of one year.
#[derive(Clone, Debug)]
pub struct Levied {
    /// Whether it is collected that year.
    pub collected: bool,
    /// The day heads are counted.
    pub counted_on: Date,
    /// Last day to pay what was counted. When nobody was counted and somebody joins, the last day to pay for those who join.
    pub due: Option<Date>,
    /// What each payer owes, in the order of the links.
    pub owed: IndexMap<Id, Owed>,
    /// Values missing, in words.
    pub missing: Vec<(Id, String)>,
    /// What it stands on.
    pub grounds: Grounds,
}

impl Law {
    /// What each payer owes in a year, given the links. `None` when the day is beyond the calendar.
    #[must_use]
    pub fn levied(&self, levy: &Levy, year: i16, links: &[Link]) -> Option<Levied> {
        let mut trace = Trace::default();
        trace.cite(&levy.base);
        let counted_on = Date::new(year, levy.counted_on.0, levy.counted_on.1).ok()?;
        let due = match levy.due {
            LevyDue::BusinessDayOf(month, nth) => {
                self.calendar(counted_on, &mut trace).nth_business_day_of_month(year, month, nth)
            }
            LevyDue::DayOf(month, named) => self.named_day(named, (year, month), counted_on, &mut trace),
        };
        let first = levy.first_year.on(self, counted_on, &mut trace).copied();
        let mut out = Levied {
            collected: first.is_some_and(|f| year >= f),
            counted_on,
            due,
            owed: IndexMap::new(),
            missing: Vec::new(),
            grounds: Grounds::default(),
        };
        if !matches!(self.working(&levy.base, levy.span, counted_on, &mut trace), Working::Yes) {
            out.collected = false;
        }
        if !out.collected {
            out.due = None;
            out.grounds = trace.grounds();
            return Some(out);
        }
        let active = |l: &Link, on: Date| l.since <= on && l.until.is_none_or(|u| on <= u);
        let once = links.iter().any(|l| l.person.is_some())
            && levy.per.on(self, counted_on, &mut trace) == Some(&Head::OncePerPerson);
        let mut joiners = Trace::default();
        let joining = levy.joiners.on(self, counted_on, &mut joiners).copied().unwrap_or(Joiner::NextYear);
        let by_due = levy.valued.on(self, counted_on, &mut trace) == Some(&LevyValue::Due);
        // the units of each payer by the day whose unit value converts them
        let mut units: IndexMap<(Id, Date), Decimal> = IndexMap::new();
        for (at, link) in links.iter().enumerate() {
            let owed = out.owed.entry(link.payer.clone()).or_default();
            let others = |on: Date| {
                let same = links
                    .iter()
                    .enumerate()
                    .filter(move |(i, l)| *i != at && l.person.is_some() && l.person == link.person);
                same.filter(move |(_, l)| active(l, on))
            };
            let heads = Decimal::from(link.count);
            if active(link, counted_on) {
                // of two links since one day, the first told counts
                let older = |(i, l): (usize, &Link)| (l.since, i) < (link.since, at);
                if !(once && others(counted_on).any(older)) {
                    owed.heads += u64::from(link.count);
                    owed.units += levy.each * heads;
                    let day = due.filter(|_| by_due).unwrap_or(counted_on);
                    *units.entry((link.payer.clone(), day)).or_default() += levy.each * heads;
                }
            } else if link.since > counted_on && link.since.year() == year {
                trace.read_as(joiners.noted());
                // whoever was counted already, or joined elsewhere before, has paid
                let paid = once && {
                    let mut earlier = links.iter().enumerate().filter(|(i, l)| {
                        *i != at
                            && l.person.is_some()
                            && l.person == link.person
                            && (l.since, *i) < (link.since, at)
                    });
                    earlier.any(|(_, l)| active(l, counted_on) || l.since > counted_on)
                };
                let months = match joining {
                    Joiner::NextYear => None,
                    Joiner::AtOnce => Some(12),
                    Joiner::ProRata => Some(13 - i32::from(link.since.month())),
                };
                if let Some(months) = months.filter(|_| !paid) {
                    let of = levy.each * heads * Decimal::from(months) / Decimal::from(12);
                    let last = due.map_or(link.since, |d| d.max(link.since));
                    owed.joining += link.count;
                    owed.joining_due.push(last);
                    owed.joining_due.sort();
                    owed.units += of;
                    let day = if by_due { last } else { link.since };
                    *units.entry((link.payer.clone(), day)).or_default() += of;
                }
            }
        }
        for ((payer, day), quantity) in units {
            let Some(owed) = out.owed.get_mut(&payer) else { continue };
            match self.money(&Amount { quantity, unit: levy.price.clone() }, day, &mut trace) {
                Ok(value) => {
                    owed.value = owed.value.unwrap_or(Brl::ZERO).checked_add(value);
                }
                Err(why) => {
                    if out.missing.is_empty() {
                        out.missing.push((levy.price.clone(), why));
                    }
                }
            }
        }
        if !out.missing.is_empty() {
            out.owed.values_mut().for_each(|o| o.value = None);
        }
        if out.owed.values().all(|o| o.heads == 0) {
            let last = out.owed.values().filter_map(|o| o.joining_due.last()).max();
            out.due = last.copied().or(out.due);
        }
        out.grounds = trace.grounds();
        Some(out)
    }
}
