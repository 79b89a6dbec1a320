//! Payment: what is taken off a sum paid early, and what is added to one paid late.

use brasil::money::{Brl, Rounding};
use brasil::term::full_months;
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::condition::Outcome;
use crate::grounds::{Grounds, Trace};
use crate::instalment::{Instalments, MonthlyInterest, MonthlyRate};
use crate::law::Span;
use crate::{Choice, Condition, Facts, Id, Law};

/// How a sum is paid.
#[derive(Clone, Debug)]
pub struct Payment {
    /// Its name: `multa`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// The deadline, counted from the day the sum is made known.
    pub deadline: Choice<Id>,
    /// What is taken off; of several that apply, the greatest.
    pub discounts: Vec<Discount>,
    /// What is added after the deadline.
    pub arrears: Option<Arrears>,
    /// How it may be divided; it is paid at once, when none.
    pub instalments: Option<Instalments>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// A percentage taken off.
#[derive(Clone, Debug)]
pub struct Discount {
    /// Its name.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// The deadline up to whose last day it is had; any time, when none.
    pub until: Option<Id>,
    /// What must be the case.
    pub when: Option<Condition>,
    /// How many per cent.
    pub percent: Choice<Decimal>,
}

/// What is added to a sum paid late.
#[derive(Clone, Debug)]
pub struct Arrears {
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// A penalty in per cent, once or for each day.
    pub penalty: Choice<Decimal>,
    /// Whether the penalty is for each day of delay.
    pub daily: Choice<bool>,
    /// The most the penalty may be, in per cent.
    pub most: Choice<Option<Decimal>>,
    /// Interest in per cent, for each month.
    pub interest: Choice<Decimal>,
    /// How months of delay are counted.
    pub months: Choice<Months>,
    /// Interest by an index told month by month, in place of the fixed one.
    pub indexed: Option<MonthlyInterest>,
}

impl Payment {
    /// The parameters that tell interest month by month.
    pub fn indices(&self) -> impl Iterator<Item = &Id> {
        let late = self.arrears.iter().filter_map(|a| a.indexed.as_ref());
        let divided = self.instalments.iter().filter_map(|i| i.interest.as_ref());
        late.chain(divided).filter_map(|i| match &i.rate {
            MonthlyRate::Index(id) => Some(id),
            MonthlyRate::Fixed(_) => None,
        })
    }
}

/// How months of delay are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Months {
    /// A month begun counts whole.
    Begun,
    /// Only full months count.
    Full,
    /// Each day counts a thirtieth.
    Daily,
}

impl Months {
    /// Every way with its keyword.
    pub const ALL: [(&'static str, Months); 3] =
        [("mes_comecado", Months::Begun), ("mes_completo", Months::Full), ("por_dia", Months::Daily)];
}

/// A sum as it is paid on a day.
#[derive(Clone, Debug, Default)]
pub struct Paid {
    /// Last day without additions.
    pub due: Option<Date>,
    /// Days of delay.
    pub late: i64,
    /// Taken off.
    pub discount: Brl,
    /// The penalty for delay.
    pub penalty: Brl,
    /// The interest.
    pub interest: Brl,
    /// What is paid, when it is known.
    pub total: Option<Brl>,
    /// How many instalments it may be divided into, where one was asked about.
    pub most: Option<u32>,
    /// That instalment, before anything is added.
    pub part: Option<Brl>,
    /// Why it may not be paid so.
    pub refused: Option<String>,
    /// What is missing.
    pub missing: Vec<Id>,
    /// The value that is missing and who can tell it, in Portuguese.
    pub lacks: Option<String>,
    /// The provision that keeps it out of force, and why.
    pub off: Option<(Id, String)>,
    /// What it stands on.
    pub grounds: Grounds,
}

/// So many per cent of a sum.
pub(crate) fn share(of: Brl, percent: Decimal, rounding: Rounding) -> Option<Brl> {
    let share = of.to_decimal().checked_mul(percent)?.checked_div(Decimal::ONE_HUNDRED)?;
    Brl::from_decimal(share, rounding)
}

impl Law {
    /// What a sum made known on a day comes to when it is paid on another. None when the dates are beyond the calendar, or its
    /// deadline does not run.
    #[must_use]
    pub fn paid(&self, p: &Payment, sum: Brl, known: Date, paid: Date, facts: &Facts) -> Option<Paid> {
        let mut trace = Trace::default();
        let mut out = Paid { off: self.out_of_force(&p.base, p.span, known, &mut trace), ..Paid::default() };
        trace.cite(&p.base);
        if out.off.is_some() {
            out.grounds = trace.grounds();
            return Some(out);
        }
        let last = |id: &Id, trace: &mut Trace| {
            let due = self.due(self.deadlines.get(id)?, known)?;
            trace.stand_on(&due.grounds);
            Some(due.due.date)
        };
        let due = last(p.deadline.on(self, known, &mut trace)?, &mut trace)?;
        out.due = Some(due);
        let mut best: Option<(Decimal, &Discount)> = None;
        for d in &p.discounts {
            let in_time = match &d.until {
                None => true,
                Some(id) => last(id, &mut Trace::default()).is_some_and(|l| paid <= l),
            };
            if !in_time || self.out_of_force(&d.base, Span::default(), known, &mut trace).is_some() {
                continue;
            }
            let found = d.when.as_ref().map(|w| w.evaluate(self, facts, paid, &mut trace));
            match found.as_ref().map_or(Outcome::Yes, |e| e.outcome) {
                Outcome::No => continue,
                Outcome::Undetermined => {
                    out.missing.extend(found.map(|e| e.missing()).unwrap_or_default());
                    continue;
                }
                Outcome::Yes => {}
            }
            let percent = d.percent.on(self, known, &mut trace).copied().unwrap_or_default();
            if best.is_none_or(|(b, _)| percent > b) {
                best = Some((percent, d));
            }
        }
        let rounding = self.rounding(paid, &mut trace);
        if let Some((percent, d)) = best {
            trace.cite(&d.base);
            d.until.iter().for_each(|id| {
                last(id, &mut trace);
            });
            out.discount = share(sum, percent, rounding)?;
        }
        self.add_arrears(p, sum, due, paid, &mut out, &mut trace)?;
        out.missing.sort();
        out.missing.dedup();
        if out.missing.is_empty() {
            let more = sum.checked_add(out.penalty)?.checked_add(out.interest)?;
            out.total = Brl::from_decimal(more.to_decimal() - out.discount.to_decimal(), rounding);
        }
        out.grounds = trace.grounds();
        Some(out)
    }

    /// Adds to what is paid the penalty and the interest of a delay. None when they are more than can be reckoned.
    pub(crate) fn add_arrears(
        &self,
        p: &Payment,
        sum: Brl,
        due: Date,
        paid: Date,
        out: &mut Paid,
        trace: &mut Trace,
    ) -> Option<()> {
        let Some(a) = p.arrears.as_ref().filter(|_| paid > due) else { return Some(()) };
        out.late = due.until(paid).map_or(0, |s| i64::from(s.get_days()));
        trace.cite(&a.base);
        let (penalty, mut interest) = self.arrears(a, due, paid, out.late, trace);
        if let Some(index) = &a.indexed {
            match self.monthly_interest(index, due, paid, trace) {
                Ok(percent) => interest = percent,
                Err((id, why)) => {
                    out.missing.push(id);
                    out.lacks = Some(why);
                }
            }
        }
        let rounding = self.rounding(paid, trace);
        out.penalty = share(sum, penalty, rounding)?;
        out.interest = out.interest.checked_add(share(sum, interest, rounding)?)?;
        Some(())
    }

    /// The penalty and the interest of a delay, in per cent.
    fn arrears(
        &self,
        a: &Arrears,
        due: Date,
        paid: Date,
        late: i64,
        trace: &mut Trace,
    ) -> (Decimal, Decimal) {
        let days = Decimal::from(late);
        let mut penalty = a.penalty.on(self, due, trace).copied().unwrap_or_default();
        if a.daily.on(self, due, trace).copied().unwrap_or(false) {
            penalty = penalty.saturating_mul(days);
        }
        if let Some(most) = a.most.on(self, due, trace).copied().flatten() {
            penalty = penalty.min(most);
        }
        let rate = a.interest.on(self, due, trace).copied().unwrap_or_default();
        let month_end = self.month_end(due, &mut Trace::default());
        let full = Decimal::from(full_months(due, paid, month_end));
        let months = match a.months.on(self, due, trace) {
            Some(Months::Full) => full,
            Some(Months::Daily) => days / Decimal::from(30),
            _ => {
                let reached = brasil::term::add_months(due, full_months(due, paid, month_end), month_end);
                if reached.is_some_and(|d| d >= paid) { full } else { full + Decimal::ONE }
            }
        };
        (penalty, rate.saturating_mul(months))
    }
}
