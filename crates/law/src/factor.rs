//! Factors that multiply a sum when something is the case, and the least and most a sum may be.

use brasil::money::Brl;
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::condition::Outcome;
use crate::grounds::Trace;
use crate::law::Span;
use crate::offence::Amount;
use crate::{Choice, Condition, Facts, Id, Law};

/// A factor that multiplies.
#[derive(Clone, Debug)]
pub struct Factor {
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese: `corrida noturna`.
    pub says: String,
    /// When it multiplies; always, when none.
    pub when: Option<Condition>,
    /// By how much.
    pub times: Choice<Decimal>,
}

/// The least and the most a sum may be, each in a unit of value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// It is raised to this.
    pub least: Option<Amount>,
    /// It is cut to this.
    pub most: Option<Amount>,
}

impl Bounds {
    /// The units in which the bounds are told.
    pub fn units(&self) -> impl Iterator<Item = &Id> {
        self.least.iter().chain(&self.most).map(|a| &a.unit)
    }
}

impl Law {
    /// The product of the factors that apply on a day.
    ///
    /// # Errors
    /// The facts that are missing to know.
    pub fn product(
        &self,
        factors: &[Factor],
        facts: &Facts,
        on: Date,
        trace: &mut Trace,
    ) -> Result<Decimal, Vec<Id>> {
        let mut product = Decimal::ONE;
        let mut missing: Vec<Id> = Vec::new();
        for f in factors {
            if self.out_of_force(&f.base, Span::default(), on, trace).is_some() {
                continue;
            }
            let found = f.when.as_ref().map(|w| w.evaluate(self, facts, on, trace));
            match found.as_ref().map_or(Outcome::Yes, |e| e.outcome) {
                Outcome::No => {}
                Outcome::Undetermined => {
                    let lacks = found.map(|e| e.missing()).unwrap_or_default();
                    missing.extend(lacks.into_iter().filter(|m| !missing.contains(m)).collect::<Vec<_>>());
                }
                Outcome::Yes => {
                    trace.cite(&f.base);
                    let times = f.times.on(self, on, trace).copied().unwrap_or(Decimal::ONE);
                    product = product.saturating_mul(times);
                }
            }
        }
        if missing.is_empty() { Ok(product) } else { Err(missing) }
    }

    /// A sum raised to the least and cut to the most it may be on a day.
    ///
    /// # Errors
    /// The unit whose value is missing, and who can tell it.
    pub fn bounded(
        &self,
        sum: Brl,
        bounds: &Bounds,
        on: Date,
        trace: &mut Trace,
    ) -> Result<Brl, (Id, String)> {
        let mut sum = sum;
        if let Some(least) = &bounds.least {
            sum = sum.max(self.money(least, on, trace).map_err(|why| (least.unit.clone(), why))?);
        }
        if let Some(most) = &bounds.most {
            sum = sum.min(self.money(most, on, trace).map_err(|why| (most.unit.clone(), why))?);
        }
        Ok(sum)
    }
}
