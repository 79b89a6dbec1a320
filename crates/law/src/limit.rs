//! Limits: how many there may be of something, how many there are, and since when one more fits.

use brasil::term::Term;
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::bands::Bands;
use crate::condition::{Outcome, shift};
use crate::grounds::{Grounds, Trace};
use crate::law::Span;
use crate::value::date_pt;
use crate::{Choice, Id, Law, Value};

/// A limit of the law.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Its name: `vagas`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// What is counted, in Portuguese: `licenças ativas`.
    pub counts: String,
    /// Within what: `municipio`, `pessoa`, `titulo`, `ponto`, `associacao`.
    pub per: Id,
    /// The most there may be.
    pub ceiling: Choice<Ceiling>,
    /// How a fraction of the ceiling becomes whole.
    pub rounding: Choice<Whole>,
    /// A quantity that must be reached before any is allowed at all.
    pub minimum: Option<Minimum>,
    /// The quantity, given with the question, that tells how many there are.
    pub used: Id,
    /// What passing the limit does.
    pub excess: Choice<Excess>,
    /// Which events count, when events are counted.
    pub window: Choice<Window>,
    /// Whether an event counts each of its items, or once.
    pub by_item: Choice<bool>,
    /// Whether an event counts only once it is final.
    pub only_final: Choice<bool>,
    /// Which day of an event places it in the window.
    pub day_of: Choice<EventDay>,
    /// Reasons for which an event does not count.
    pub exempt: Vec<Exemption>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// The most there may be of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ceiling {
    /// A number the law says.
    Number(Decimal),
    /// A share of something: `of × times ÷ by`, exactly.
    Share {
        /// Of what.
        of: Source,
        /// A quantity taken away before, given with the question.
        minus: Option<Id>,
        /// The value of the day of the question, or of the first day of its year.
        value_of: ValueDay,
        /// Multiplied by.
        times: Decimal,
        /// Divided by.
        by: Decimal,
    },
    /// So much by steps of something: each slice gives its own share, or the whole gives the share of its band.
    Steps {
        /// Of what.
        of: Source,
        /// The value of the day of the question, or of the first day of its year.
        value_of: ValueDay,
        /// The bands.
        bands: Bands<Give>,
    },
    /// The least of several.
    Least(Vec<Ceiling>),
    /// The most of several: never less than ten.
    Most(Vec<Ceiling>),
}

/// What a band gives of the quantity that falls in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Give {
    /// `times ÷ by` of it.
    Share {
        /// Multiplied by.
        times: Decimal,
        /// Divided by.
        by: Decimal,
    },
    /// A number, whatever the quantity.
    Number(Decimal),
}

/// Of what a share is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A dated parameter.
    Parameter(Id),
    /// A quantity given with the question.
    Quantity(Id),
    /// What another limit allows on that day.
    Limit(Id),
}

/// Of which day a parameter's value is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDay {
    /// The day of the question.
    Question,
    /// The first day of its year: a value published later serves from the next year on.
    YearStart,
}

/// How a fraction becomes whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// It is dropped.
    Down,
    /// To the nearest; a half goes up.
    Nearest,
    /// Any fraction counts as one.
    Up,
}

/// A quantity that must be reached before anything is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimum {
    /// The quantity, given with the question.
    pub quantity: Id,
    /// At least this.
    pub at_least: Decimal,
    /// A quantity taken away before, given with the question.
    pub minus: Choice<Option<Id>>,
}

/// What passing a limit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// One more is refused; nobody loses anything.
    Block,
    /// It is only pointed out.
    Warn,
    /// A process begins.
    Process,
}

impl Excess {
    /// Every effect with its keyword.
    pub const ALL: [(&'static str, Excess); 3] =
        [("bloqueia", Excess::Block), ("avisa", Excess::Warn), ("processo", Excess::Process)];

    /// The keyword in a rulebook and in answers.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        Self::ALL.iter().find(|(_, e)| *e == self).map_or("", |(k, _)| k)
    }
}

/// Which events count on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Those of its calendar year.
    CalendarYear,
    /// Those of the last months: an event stops counting on the day that closes its term.
    Rolling(Term),
    /// Those since the first day of the period given with the question.
    Period,
    /// All.
    Always,
}

/// Which day of an event places it in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventDay {
    /// The day it happened.
    Fact,
    /// The day it became final.
    Final,
}

/// A reason for which an event does not count.
#[derive(Clone, Debug)]
pub struct Exemption {
    /// Its name.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Whether it holds, which may hang on a reading.
    pub holds: Choice<bool>,
}

/// Something that happened and may count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The day.
    pub on: Date,
    /// How many items it has.
    pub items: u32,
    /// Why it may be exempt.
    pub reason: Option<Id>,
    /// The day it became final.
    pub settled: Option<Date>,
}

/// A question about a limit.
#[derive(Clone, Debug, Default)]
pub struct LimitQuestion {
    /// Quantities by name.
    pub quantities: Vec<(Id, Decimal)>,
    /// What happened, when events are counted.
    pub events: Option<Vec<Occurrence>>,
    /// First day of the period, for limits within one.
    pub period: Option<Date>,
    /// How many more are wanted; one, as a rule.
    pub more: Decimal,
}

/// How a limit stands.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Whether what is wanted fits.
    pub outcome: Outcome,
    /// The ceiling.
    pub ceiling: Option<Decimal>,
    /// How many there are.
    pub used: Option<Decimal>,
    /// First day on which one more fits, when only time is missing.
    pub from: Option<Date>,
    /// What passing it does.
    pub excess: Excess,
    /// Names of quantities or parameters that are missing.
    pub missing: Vec<Id>,
    /// In Portuguese.
    pub words: String,
    /// What it stands on.
    pub grounds: Grounds,
}

impl Standing {
    /// How many more fit.
    #[must_use]
    pub fn free(&self) -> Option<Decimal> {
        Some((self.ceiling? - self.used?).max(Decimal::ZERO))
    }

    /// How many there are above the limit.
    #[must_use]
    pub fn over(&self) -> Option<Decimal> {
        Some((self.used? - self.ceiling?).max(Decimal::ZERO))
    }
}

/// A quotient made whole, exactly: the remainder decides, never a rounded decimal.
#[must_use]
pub fn whole(dividend: Decimal, divisor: Decimal, how: Whole) -> Option<Decimal> {
    let rest = dividend.checked_rem(divisor)?;
    let floor = dividend.checked_sub(rest)?.checked_div(divisor)?;
    let up = match how {
        Whole::Down => false,
        Whole::Nearest => rest.checked_mul(Decimal::TWO)? >= divisor,
        Whole::Up => !rest.is_zero(),
    };
    Some(if up { floor + Decimal::ONE } else { floor }.normalize())
}

/// What a limit is measured with, and what was found missing.
struct Measuring<'a> {
    law: &'a Law,
    quantities: &'a [(Id, Decimal)],
    on: Date,
    missing: Vec<Id>,
}

impl Measuring<'_> {
    fn quantity(&mut self, id: &Id) -> Option<Decimal> {
        let found = self.quantities.iter().find(|(q, _)| q == id).map(|(_, d)| *d);
        if found.is_none() {
            self.miss(id);
        }
        found
    }

    fn miss(&mut self, id: &Id) {
        if !self.missing.contains(id) {
            self.missing.push(id.clone());
        }
    }

    fn ceiling(&mut self, ceiling: &Ceiling, how: Whole, depth: u8, trace: &mut Trace) -> Option<Decimal> {
        match ceiling {
            Ceiling::Number(n) => Some(*n),
            Ceiling::Steps { of, value_of, bands } => {
                let amount = self.source(of, *value_of, depth, trace)?;
                // one fraction over one divisor, so that nothing is rounded before the end
                let (mut over, mut under) = (Decimal::ZERO, Decimal::ONE);
                for (many, give) in bands.slices(amount)? {
                    let (times, by, many) = match give {
                        Give::Share { times, by } => (*times, *by, many),
                        Give::Number(n) => (*n, Decimal::ONE, Decimal::ONE),
                    };
                    let part = many.checked_mul(times)?;
                    over = over.checked_mul(by)?.checked_add(part.checked_mul(under)?)?;
                    under = under.checked_mul(by)?;
                }
                whole(over, under, how)
            }
            Ceiling::Least(list) | Ceiling::Most(list) => {
                let all: Vec<Option<Decimal>> =
                    list.iter().map(|c| self.ceiling(c, how, depth, trace)).collect();
                let all = all.into_iter().collect::<Option<Vec<_>>>()?.into_iter();
                if matches!(ceiling, Ceiling::Least(_)) { all.min() } else { all.max() }
            }
            Ceiling::Share { of, minus, value_of, times, by } => {
                let mut amount = self.source(of, *value_of, depth, trace)?;
                if let Some(q) = minus {
                    amount -= self.quantity(q)?;
                }
                whole(amount.checked_mul(*times)?, *by, how)
            }
        }
    }

    fn source(&mut self, of: &Source, value_of: ValueDay, depth: u8, trace: &mut Trace) -> Option<Decimal> {
        match of {
            Source::Quantity(q) => self.quantity(q),
            Source::Parameter(p) => {
                let day = match value_of {
                    ValueDay::Question => self.on,
                    ValueDay::YearStart => Date::new(self.on.year(), 1, 1).ok()?,
                };
                match self.law.worth(p, day, trace) {
                    Ok(n) => Some(n),
                    Err((lacks, _)) => {
                        self.miss(&lacks);
                        None
                    }
                }
            }
            Source::Limit(l) => self.other(l, depth, trace),
        }
    }

    /// What another limit allows. A chain of limits that never ends is no limit.
    fn other(&mut self, id: &Id, depth: u8, trace: &mut Trace) -> Option<Decimal> {
        let law = self.law;
        let limit = law.limits.get(id).filter(|_| depth < 8)?;
        trace.cite(&limit.base);
        let how = *limit.rounding.on(law, self.on, trace)?;
        let ceiling = limit.ceiling.on(law, self.on, trace)?;
        self.ceiling(ceiling, how, depth + 1, trace)
    }
}

impl Ceiling {
    /// Calls a function on every source, and on every quantity taken away.
    pub fn each_source<'c>(&'c self, see: &mut dyn FnMut(&'c Source, Option<&'c Id>)) {
        match self {
            Ceiling::Number(_) => {}
            Ceiling::Share { of, minus, .. } => see(of, minus.as_ref()),
            Ceiling::Steps { of, .. } => see(of, None),
            Ceiling::Least(list) | Ceiling::Most(list) => list.iter().for_each(|c| c.each_source(see)),
        }
    }
}

impl Limit {
    /// The quantities a question may give.
    #[must_use]
    pub fn quantities(&self, law: &Law) -> Vec<Id> {
        let mut out = vec![self.used.clone()];
        out.extend(self.minimum.iter().map(|m| m.quantity.clone()));
        out.extend(self.minimum.iter().flat_map(|m| m.minus.all()).flatten().cloned());
        for c in self.ceiling.all() {
            c.each_source(&mut |of, minus| {
                out.extend(minus.cloned());
                match of {
                    Source::Quantity(q) => out.push(q.clone()),
                    Source::Limit(l) => {
                        // one step is enough: no law takes a share of a share of a share
                        for inner in law.limits.get(l).into_iter().flat_map(|l| l.ceiling.all()) {
                            inner.each_source(&mut |of, minus| {
                                out.extend(minus.cloned());
                                if let Source::Quantity(q) = of {
                                    out.push(q.clone());
                                }
                            });
                        }
                    }
                    Source::Parameter(_) => {}
                }
            });
        }
        out
    }
}

impl Law {
    /// How a limit stands on a day.
    #[must_use]
    pub fn standing(&self, limit: &Limit, q: &LimitQuestion, on: Date) -> Standing {
        let mut trace = Trace::default();
        trace.cite(&limit.base);
        let mut m = Measuring { law: self, quantities: &q.quantities, on, missing: Vec::new() };
        let how = limit.rounding.on(self, on, &mut trace).copied().unwrap_or(Whole::Down);
        let mut ceiling =
            limit.ceiling.on(self, on, &mut trace).and_then(|c| m.ceiling(c, how, 0, &mut trace));
        let mut short = None;
        if let Some(minimum) = &limit.minimum {
            let less = minimum.minus.on(self, on, &mut trace).cloned().flatten();
            let whole = m.quantity(&minimum.quantity);
            let rest = match &less {
                None => whole,
                Some(q) => whole.zip(m.quantity(q)).map(|(n, out)| n - out),
            };
            match rest {
                None => ceiling = None,
                Some(n) if n < minimum.at_least => {
                    short = Some(format!(
                        "{} {}, menos que o mínimo de {}",
                        Value::Decimal(n),
                        minimum.quantity,
                        Value::Decimal(minimum.at_least)
                    ));
                    ceiling = Some(Decimal::ZERO);
                }
                Some(_) => {}
            }
        }
        let mut from = None;
        let used = match &q.events {
            Some(events) => {
                let counted = self.counted_events(limit, events, q.period, on, &mut trace);
                let total: u32 = counted.iter().map(|(_, n)| *n).sum();
                if let Some(c) = ceiling {
                    from = self.fits_from(limit, &counted, c, q.more, on);
                }
                Some(Decimal::from(total))
            }
            None => m.quantity(&limit.used),
        };
        let outcome = match (ceiling, used) {
            (Some(c), Some(u)) => Outcome::from_bool(u + q.more <= c),
            _ => Outcome::Undetermined,
        };
        let excess = limit.excess.on(self, on, &mut trace).copied().unwrap_or(Excess::Block);
        let mut words = match (ceiling, used) {
            (Some(c), Some(u)) => {
                format!("{}: {} de {}", limit.counts, Value::Decimal(u), Value::Decimal(c))
            }
            _ => format!("{}: falta {}", limit.counts, m.missing.join(", ")),
        };
        if let Some(short) = short {
            words.push_str(&format!("; {short}"));
        }
        let from = from.filter(|_| outcome == Outcome::No);
        if let Some(d) = from {
            words.push_str(&format!("; cabe mais um desde {}", date_pt(d)));
        }
        Standing { outcome, ceiling, used, from, excess, missing: m.missing, words, grounds: trace.grounds() }
    }

    /// The events that count on a day, each with its day and how much it counts, oldest first.
    fn counted_events(
        &self,
        limit: &Limit,
        events: &[Occurrence],
        period: Option<Date>,
        on: Date,
        trace: &mut Trace,
    ) -> Vec<(Date, u32)> {
        if events.is_empty() {
            return Vec::new();
        }
        let window = limit.window.on(self, on, trace).copied().unwrap_or(Window::Always);
        let only_final = limit.only_final.on(self, on, trace).copied().unwrap_or(false);
        let day_of = limit.day_of.on(self, on, trace).copied().unwrap_or(EventDay::Fact);
        let month_end = self.month_end(on, &mut Trace::default());
        let mut out = Vec::new();
        for e in events.iter().filter(|e| e.on <= on) {
            if only_final && e.settled.is_none_or(|d| d > on) {
                continue;
            }
            let exempt = e.reason.as_ref().and_then(|r| limit.exempt.iter().find(|x| x.id == *r));
            if let Some(x) = exempt
                && x.holds.on(self, on, trace).copied().unwrap_or(true)
            {
                trace.cite(&x.base);
                continue;
            }
            let Some(day) = (match day_of {
                EventDay::Fact => Some(e.on),
                EventDay::Final => e.settled,
            }) else {
                continue;
            };
            let inside = day <= on
                && match window {
                    Window::Always => true,
                    Window::CalendarYear => day.year() == on.year(),
                    Window::Period => period.is_none_or(|first| first <= day),
                    Window::Rolling(term) => shift(day, term, month_end).is_none_or(|end| on < end),
                };
            if inside {
                // of a single item it does not matter which way facts are counted
                let each = e.items != 1 && limit.by_item.on(self, on, trace).copied().unwrap_or(false);
                out.push((day, if each { e.items } else { 1 }));
            }
        }
        out.sort_by_key(|(day, _)| *day);
        out
    }

    /// First day on which the window lets go of enough events.
    fn fits_from(
        &self,
        limit: &Limit,
        counted: &[(Date, u32)],
        ceiling: Decimal,
        more: Decimal,
        on: Date,
    ) -> Option<Date> {
        if more > ceiling {
            return None;
        }
        match limit.window.on(self, on, &mut Trace::default())? {
            Window::Always | Window::Period => None,
            Window::CalendarYear => Date::new(on.year() + 1, 1, 1).ok(),
            Window::Rolling(term) => {
                let mut left: Decimal = counted.iter().map(|(_, n)| Decimal::from(*n)).sum();
                let month_end = self.month_end(on, &mut Trace::default());
                for (day, n) in counted {
                    if left + more <= ceiling {
                        break;
                    }
                    left -= Decimal::from(*n);
                    if left + more <= ceiling {
                        return shift(*day, *term, month_end);
                    }
                }
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(s: &str) -> Decimal {
        s.parse().unwrap()
    }

    #[test]
    fn a_share_is_made_whole_by_its_remainder() {
        // 643,603 inhabitants, one for each 1,563: 411.77
        assert_eq!(whole(d("643603"), d("1563"), Whole::Down), Some(d("411")));
        assert_eq!(whole(d("643603"), d("1563"), Whole::Nearest), Some(d("412")));
        // 0.5 % of 6,400 is 32 exactly, whatever the rounding
        for how in [Whole::Down, Whole::Nearest, Whole::Up] {
            assert_eq!(whole(d("6400") * d("0.5"), d("100"), how), Some(d("32")));
        }
        assert_eq!(whole(d("6399") * d("0.5"), d("100"), Whole::Down), Some(d("31")));
        assert_eq!(whole(d("6399") * d("0.5"), d("100"), Whole::Up), Some(d("32")));
        assert_eq!(whole(d("3"), d("2"), Whole::Nearest), Some(d("2")));
        assert_eq!(whole(d("1"), d("0"), Whole::Down), None);
    }
}
