//! Fines written in money that an index raises every year.

use brasil::money::{Brl, Rounding};
use brasil::term::{MonthEnd, full_months};
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::grounds::Trace;
use crate::law::{Span, Working};
use crate::penalty::TOO_GREAT;
use crate::value::date_pt;
use crate::{Choice, Id, Law, Value};

/// A yearly correction of the sums of some classes.
#[derive(Clone, Debug)]
pub struct Indexing {
    /// Its name: `correcao_das_multas`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Classes whose sums it raises.
    pub classes: Vec<Id>,
    /// Parameters whose values it raises.
    pub parameters: Vec<Id>,
    /// Month and day on which the sums rise.
    pub each: (i8, i8),
    /// The first day on which they rise.
    pub first: Date,
    /// The parameter that holds the index of each year, in percent. Only a value that begins in the year itself, on or before
    /// the day of correction, serves: the index of one year is never that of the next.
    pub index: Id,
    /// When the sum is rounded to centavos.
    pub rounds: Choice<Rounds>,
    /// The day since when the first correction counts in twelfths; none when it is whole.
    pub first_from: Choice<Option<Date>>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// When a corrected sum is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounds {
    /// After each correction: the next one falls on the rounded sum.
    EachYear,
    /// Only at the end.
    AtEnd,
}

/// What is missing to correct a sum: the parameter, and why in Portuguese.
pub type MissingIndex = (Id, String);

impl Law {
    /// The correction that reaches a class on a day.
    pub fn indexing_of(&self, class: &str, on: Date, trace: &mut Trace) -> Option<&Indexing> {
        self.indexings.values().find(|i| {
            i.classes.iter().any(|c| c.as_ref() == class)
                && matches!(self.working(&i.base, i.span, on, trace), Working::Yes)
        })
    }

    /// The correction that reaches a parameter on a day.
    pub fn correction_of(&self, parameter: &str, on: Date, trace: &mut Trace) -> Option<&Indexing> {
        self.indexings.values().find(|i| {
            i.parameters.iter().any(|p| p.as_ref() == parameter)
                && matches!(self.working(&i.base, i.span, on, trace), Working::Yes)
        })
    }

    /// A sum in reais with every correction up to a day.
    ///
    /// # Errors
    /// The first year without an index, and who can tell it.
    pub fn indexed(
        &self,
        indexing: &Indexing,
        sum: Decimal,
        on: Date,
        trace: &mut Trace,
    ) -> Result<Decimal, MissingIndex> {
        // before the first correction there is none
        let since = indexing.first.yesterday().unwrap_or(indexing.first);
        self.corrected(indexing, sum, since, on, trace)
    }

    /// A sum that was told for a day, with every correction after that day and up to another.
    ///
    /// # Errors
    /// The first year without an index, and who can tell it.
    pub fn corrected(
        &self,
        indexing: &Indexing,
        sum: Decimal,
        since: Date,
        on: Date,
        trace: &mut Trace,
    ) -> Result<Decimal, MissingIndex> {
        trace.cite(&indexing.base);
        let Some(parameter) = self.parameter(&indexing.index) else {
            return Err((indexing.index.clone(), format!("o índice {} não foi declarado", indexing.index)));
        };
        let mut sum = sum;
        let in_year = |year: i16| Date::new(year, indexing.each.0, indexing.each.1).ok();
        let mut day = if since < indexing.first {
            Some(indexing.first)
        } else {
            in_year(since.year()).filter(|d| *d > since).or_else(|| in_year(since.year().saturating_add(1)))
        };
        if day.is_none_or(|d| d > on) {
            return Ok(sum);
        }
        while let Some(at) = day.filter(|d| *d <= on) {
            let rate = parameter
                .on(at)
                // an index laid over for every date is an assumption for every year
                .filter(|v| v.since == Date::MIN || v.since.year() == at.year())
                .and_then(|v| match &v.value {
                    Value::Decimal(d) => Some(*d),
                    Value::Int(i) => Some(Decimal::from(*i)),
                    _ => None,
                });
            let Some(mut rate) = rate else {
                let why = format!("falta o índice de {}: {}", date_pt(at), parameter.missing(at));
                return Err((indexing.index.clone(), why));
            };
            trace.used(&indexing.index, &Value::Decimal(rate));
            if at == indexing.first
                && let Some(from) = indexing.first_from.on(self, on, trace).copied().flatten()
            {
                let months = full_months(from, at, MonthEnd::Clamp).clamp(0, 12);
                rate = rate.saturating_mul(Decimal::from(months)) / Decimal::from(12);
            }
            let times = (rate / Decimal::ONE_HUNDRED).checked_add(Decimal::ONE);
            sum = times
                .and_then(|t| sum.checked_mul(t))
                .ok_or_else(|| (indexing.index.clone(), TOO_GREAT.to_string()))?;
            if indexing.rounds.on(self, on, trace) != Some(&Rounds::AtEnd) {
                sum = rounded(sum, self.rounding(on, trace));
            }
            day = in_year(at.year().saturating_add(1));
        }
        Ok(rounded(sum, self.rounding(on, trace)))
    }
}

fn rounded(sum: Decimal, rounding: Rounding) -> Decimal {
    Brl::from_decimal(sum, rounding).map_or(sum, Brl::to_decimal)
}
