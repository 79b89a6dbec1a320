//! A sum paid in instalments, and interest by an index that is told month by month.

use brasil::calendar::{Counting, Roll, due};
use brasil::money::Brl;
use brasil::term::{MonthEnd, Term, Unit, add_months};
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::condition::Outcome;
use crate::grounds::Trace;
use crate::law::Span;
use crate::offence::Amount;
use crate::payment::{Paid, Payment, share};
use crate::penalty::TOO_GREAT;
use crate::value::date_pt;
use crate::{Choice, Condition, Facts, Id, Law, Value};

/// How a sum may be divided.
#[derive(Clone, Debug)]
pub struct Instalments {
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// What must be the case on the day it is agreed.
    pub when: Option<Condition>,
    /// How many there may be.
    pub most: Choice<u32>,
    /// The least that each may be.
    pub least: Option<Amount>,
    /// What is added to each, month after month from that of the agreement; nothing, when none.
    pub interest: Option<MonthlyInterest>,
}

/// Interest by calendar months: those after the month from which it runs, up to the last.
#[derive(Clone, Debug)]
pub struct MonthlyInterest {
    /// Per cent in each month.
    pub rate: MonthlyRate,
    /// Per cent in the last one, when it has its own.
    pub last: Choice<Option<Decimal>>,
}

/// How many per cent in a month.
#[derive(Clone, Debug)]
pub enum MonthlyRate {
    /// Always as many.
    Fixed(Choice<Decimal>),
    /// What the parameter is in that month; what it was in another month is none.
    Index(Id),
}

/// What is asked about one instalment.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The day on which it was agreed.
    pub agreed: Date,
    /// How many there are.
    pub count: u32,
    /// Which one, from 1.
    pub which: u32,
    /// The day on which that one is paid.
    pub paid: Date,
}

/// What is missing: the name and the words.
type Missing = (Id, String);

/// Calendar months from the month of one day to that of another.
fn months(from: Date, to: Date) -> i32 {
    let of = |d: Date| i32::from(d.year()) * 12 + i32::from(d.month());
    of(to) - of(from)
}

impl Law {
    /// Interest in per cent from the month of one day to that of another; the rates of the months add up.
    ///
    /// # Errors
    /// The first month for which the index is not told, and who can tell it.
    pub fn monthly_interest(
        &self,
        interest: &MonthlyInterest,
        from: Date,
        to: Date,
        trace: &mut Trace,
    ) -> Result<Decimal, Missing> {
        let count = months(from, to);
        if count <= 0 {
            return Ok(Decimal::ZERO);
        }
        let last = interest.last.on(self, from, trace).copied().flatten();
        match &interest.rate {
            MonthlyRate::Fixed(rate) => {
                let rate = rate.on(self, from, trace).copied().unwrap_or_default();
                let before = rate.saturating_mul(Decimal::from(count - 1));
                Ok(before.saturating_add(last.unwrap_or(rate)))
            }
            MonthlyRate::Index(id) => {
                let Some(parameter) = self.parameter(id) else {
                    return Err((id.clone(), format!("o índice {id} não foi declarado")));
                };
                let mut sum = last.unwrap_or_default();
                let indexed = if last.is_some() { count - 1 } else { count };
                for n in 1..=indexed {
                    let month = add_months(from.first_of_month(), n, MonthEnd::Clamp);
                    let Some(month) = month else { return Err((id.clone(), TOO_GREAT.into())) };
                    let told = parameter.on(month).filter(|v| {
                        // an index laid over for every date is an assumption for every month
                        v.since == Date::MIN || months(v.since, month) == 0
                    });
                    let rate = told.and_then(|v| match &v.value {
                        Value::Decimal(d) => Some(*d),
                        Value::Int(i) => Some(Decimal::from(*i)),
                        _ => None,
                    });
                    let Some(rate) = rate else { return Err((id.clone(), parameter.missing(month))) };
                    trace.used(id, &Value::Decimal(rate));
                    sum = sum.saturating_add(rate);
                }
                Ok(sum)
            }
        }
    }

    /// How many instalments a sum may be divided into on a day.
    ///
    /// # Errors
    /// The unit of the least sum that has no value, and who can tell it.
    fn most_instalments(
        &self,
        i: &Instalments,
        sum: Brl,
        on: Date,
        trace: &mut Trace,
    ) -> Result<u32, Missing> {
        let most = i.most.on(self, on, trace).copied().unwrap_or(1);
        let Some(least) = &i.least else { return Ok(most) };
        let each = self.money(least, on, trace).map_err(|why| (least.unit.clone(), why))?;
        // less than twice the least is paid at once
        let fit = sum.centavos().checked_div(each.centavos()).unwrap_or(i64::MAX).max(1);
        Ok(most.min(u32::try_from(fit).unwrap_or(u32::MAX)))
    }

    /// What one instalment of a sum made known on a day comes to. None when the dates are beyond the calendar, or its deadline does
    /// not run.
    #[must_use]
    pub fn instalment(
        &self,
        p: &Payment,
        sum: Brl,
        known: Date,
        asked: Asked,
        facts: &Facts,
    ) -> Option<Paid> {
        let mut trace = Trace::default();
        trace.cite(&p.base);
        let on = asked.agreed;
        let mut out = Paid { off: self.out_of_force(&p.base, p.span, on, &mut trace), ..Paid::default() };
        let Some(i) = p.instalments.as_ref().filter(|_| out.off.is_none()) else {
            if out.off.is_none() {
                out.refused = Some("a norma não divide este pagamento em parcelas".into());
            }
            out.grounds = trace.grounds();
            return Some(out);
        };
        out.off = self.out_of_force(&i.base, Span::default(), on, &mut trace);
        trace.cite(&i.base);
        if let Some(e) = i.when.as_ref().map(|w| w.evaluate(self, facts, on, &mut trace)) {
            match e.outcome {
                Outcome::Yes => {}
                Outcome::No => out.refused = Some(e.words(self, Outcome::No)),
                Outcome::Undetermined => out.missing = e.missing(),
            }
        }
        // what was overdue when it was divided is divided with what the delay had added
        let overdue = self.paid(p, sum, known, on, facts).filter(|whole| whole.late > 0);
        if let Some(whole) = &overdue {
            trace.stand_on(&whole.grounds);
            out.missing.extend(
                whole.missing.iter().filter(|m| !out.missing.contains(m)).cloned().collect::<Vec<_>>(),
            );
            out.lacks.clone_from(&whole.lacks);
        }
        let sum = overdue.and_then(|whole| whole.total).unwrap_or(sum);
        match self.most_instalments(i, sum, on, &mut trace) {
            Ok(most) => out.most = Some(most),
            Err((id, why)) => {
                out.missing.push(id);
                out.lacks = Some(why);
            }
        }
        if let Some(most) = out.most.filter(|m| asked.count > *m && out.refused.is_none()) {
            out.refused = Some(match most {
                1 => "a soma não chega a duas parcelas do mínimo: paga-se de uma vez".into(),
                most => format!("a soma se divide em até {most} parcelas"),
            });
        }
        if out.off.is_some() || out.refused.is_some() || !out.missing.is_empty() {
            out.grounds = trace.grounds();
            return Some(out);
        }
        // the last one takes what does not divide
        let (count, which) = (i64::from(asked.count.max(1)), i64::from(asked.which));
        let each = sum.centavos() / count;
        let part = if which == count { sum.centavos() - each * (count - 1) } else { each };
        let part = Brl::from_centavos(part);
        out.part = Some(part);
        let last_day = self.instalment_due(p, asked, &mut trace)?;
        out.due = Some(last_day);
        let rounding = self.rounding(asked.paid, &mut trace);
        if let Some(interest) = &i.interest {
            // paid early, it stops on the day of paying; late, what the delay adds is another thing
            match self.monthly_interest(interest, on, last_day.min(asked.paid), &mut trace) {
                Ok(percent) => out.interest = share(part, percent, rounding)?,
                Err((id, why)) => {
                    out.missing.push(id);
                    out.lacks = Some(why);
                }
            }
        }
        let owed = part.checked_add(out.interest)?;
        self.add_arrears(p, owed, last_day, asked.paid, &mut out, &mut trace)?;
        if out.missing.is_empty() {
            out.total = part.checked_add(out.penalty)?.checked_add(out.interest);
        }
        out.grounds = trace.grounds();
        Some(out)
    }

    /// The last day of an instalment: the first is due as the sum would be, the others on the same day of the months after.
    fn instalment_due(&self, p: &Payment, asked: Asked, trace: &mut Trace) -> Option<Date> {
        let deadline = self.deadlines.get(p.deadline.on(self, asked.agreed, trace)?)?;
        let first = self.due(deadline, asked.agreed)?;
        trace.stand_on(&first.grounds);
        if asked.which <= 1 {
            return Some(first.due.date);
        }
        let later = i32::try_from(asked.which - 1).ok()?;
        let nominal = add_months(first.due.nominal, later, MonthEnd::Clamp)?;
        let counting = Counting {
            roll: deadline.roll_for(None).on(self, asked.agreed, trace).copied().unwrap_or(Roll::None),
            month_end: MonthEnd::Clamp,
            includes_first_day: false,
            start_rolls: false,
        };
        Some(due(nominal, &Term::new(0, Unit::Day), &counting, self.calendar(nominal, trace))?.date)
    }
}

impl Paid {
    /// How an instalment was found, in Portuguese.
    #[must_use]
    pub fn instalment_words(&self) -> String {
        match (self.part, self.due) {
            (Some(part), Some(due)) => format!("parcela de {part}, que vence em {}", date_pt(due)),
            _ => String::new(),
        }
    }
}
