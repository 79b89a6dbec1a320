//! What one part of a bill costs: a price or a percentage, for the whole year or for what is left of it.

use std::fmt;

use brasil::money::Brl;
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::bands::Bands;
use crate::charge::{BillDays, Fraction, Part};
use crate::condition::Outcome;
use crate::grounds::Trace;
use crate::penalty::TOO_GREAT;
use crate::value::date_pt;
use crate::{Choice, Facts, Id, Law, Value};

/// What a part costs.
#[derive(Clone, Debug)]
pub enum Pricing {
    /// The value of a parameter.
    Price {
        /// The parameter.
        parameter: Choice<Id>,
        /// Of which day its value is taken.
        on: Choice<PriceDay>,
    },
    /// A percentage of other parts, or of a sum that the question tells.
    Percent {
        /// How many per cent.
        percent: Choice<Decimal>,
        /// Of which parts, all of them before this one.
        of: Vec<Id>,
        /// Of which sum in reais that the question tells: the month's revenue.
        of_sum: Option<Id>,
        /// Of what they were charged, or of their price for the whole year.
        over: Choice<Over>,
    },
    /// A price by bands of the quantity.
    Bands(Choice<Bands<Rate>>),
}

/// The price of a band.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The price of one.
    pub price: Price,
    /// How many times it: one price may go through several bands.
    pub times: Decimal,
}

/// A price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Price {
    /// The value of a parameter.
    Parameter(Id),
    /// A sum in reais that the law says.
    Sum(Decimal),
}

/// Of which day a price is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceDay {
    /// The day the bill becomes due.
    Due,
    /// The first day of its year.
    YearStart,
}

/// Of what a percentage is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Of what was charged.
    Charged,
    /// Of the full price, before any factor or share.
    Full,
}

/// The share of a year that is paid: from the expiry of what came before to 31 December.
#[derive(Clone, Debug)]
pub struct Proportion {
    /// By day or by month.
    pub by: Choice<ShareUnit>,
    /// Whether the day of the expiry is the first one counted.
    pub includes_first: Choice<bool>,
}

/// How a share of the year is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareUnit {
    /// Days left over the days of the year.
    Day,
    /// Months left over twelve; a month begun counts whole.
    Month,
}

/// What a part was found to cost.
#[derive(Clone, Copy, Debug)]
pub struct Valued {
    /// What is charged.
    pub charged: Brl,
    /// The price for the whole year, before any factor or share.
    pub full: Brl,
}

impl Pricing {
    /// Every parameter that may be the price.
    pub fn parameters(&self) -> Vec<&Id> {
        match self {
            Pricing::Price { parameter, .. } => parameter.all(),
            Pricing::Percent { .. } => Vec::new(),
            Pricing::Bands(bands) => bands
                .all()
                .into_iter()
                .flat_map(|b| &b.bands)
                .filter_map(|b| match &b.rate.price {
                    Price::Parameter(id) => Some(id),
                    Price::Sum(_) => None,
                })
                .collect(),
        }
    }
}

impl Pricing {
    /// The parts of which it is a percentage.
    #[must_use]
    pub fn bases(&self) -> &[Id] {
        match self {
            Pricing::Price { .. } | Pricing::Bands(_) => &[],
            Pricing::Percent { of, .. } => of,
        }
    }
}

impl fmt::Display for Pricing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |items: Vec<String>| items.join(" ou ");
        match self {
            Pricing::Price { parameter, .. } => {
                f.write_str(&list(parameter.all().iter().map(ToString::to_string).collect()))
            }
            Pricing::Bands(_) => f.write_str("preço por faixas"),
            Pricing::Percent { percent, of, of_sum, .. } => write!(
                f,
                "{}% de {}",
                list(percent.all().iter().map(|p| Value::Decimal(**p).to_string()).collect()),
                of.iter().chain(of_sum).map(AsRef::as_ref).collect::<Vec<&str>>().join(" + ")
            ),
        }
    }
}

/// What is missing: the name and the words.
type Missing = (Id, String);

impl Law {
    /// What one part of a bill costs, given the parts before it; nothing when it is not charged in this case.
    pub(crate) fn value_part(
        &self,
        part: &Part,
        quantities: &[(Id, Decimal)],
        facts: &Facts,
        days: BillDays,
        before: &[(Id, Valued)],
        trace: &mut Trace,
    ) -> Result<Option<Valued>, Missing> {
        let too_much = || (part.id.clone(), TOO_GREAT.to_string());
        let lacks = |facts: Vec<Id>| {
            let id = facts.into_iter().next().unwrap_or_else(|| part.id.clone());
            let label = self.fact(&id).map_or_else(|| id.to_string(), |f| f.label.clone());
            (id, format!("falta informar: {label}"))
        };
        if let Some(found) = part.when.as_ref().map(|w| w.evaluate(self, facts, days.on, trace)) {
            match found.outcome {
                Outcome::Yes => {}
                Outcome::No => return Ok(None),
                Outcome::Undetermined => return Err(lacks(found.missing())),
            }
        }
        let quantity = match &part.per {
            None => Decimal::ONE,
            Some(per) => match quantities.iter().find(|(id, _)| id == per) {
                Some((_, q)) => *q,
                None => return Err((per.clone(), format!("falta a quantidade de {per}"))),
            },
        };
        let fraction = part.fraction.on(self, days.on, trace).copied().unwrap_or(Fraction::Exact);
        let quantity = fraction.of(quantity);
        let scale = part.scale.on(self, days.on, trace).copied().unwrap_or(Decimal::ONE);
        let product = self.product(&part.factors, facts, days.on, trace).map_err(lacks)?;
        // bands multiply each slice of the quantity by its own price
        let times = if matches!(part.price, Pricing::Bands(_)) { Decimal::ONE } else { quantity };
        let factor = [part.factor, scale, product]
            .into_iter()
            .try_fold(times, Decimal::checked_mul)
            .ok_or_else(too_much)?;
        if factor.is_zero() {
            return Ok(Some(Valued { charged: Brl::ZERO, full: Brl::ZERO }));
        }
        let share = match &part.proportion {
            None => (Decimal::ONE, Decimal::ONE),
            Some(p) => self.share_of_year(p, days, trace)?,
        };
        let price = match &part.price {
            Pricing::Price { parameter, on } => {
                let day = match on.on(self, days.on, trace) {
                    Some(PriceDay::YearStart) => Date::new(days.on.year(), 1, 1).unwrap_or(days.on),
                    _ => days.on,
                };
                let id = parameter.on(self, days.on, trace).ok_or_else(too_much)?;
                self.price(id, day, trace)?
            }
            Pricing::Bands(bands) => {
                let bands = bands.on(self, days.on, trace).ok_or_else(too_much)?;
                let Some(slices) = bands.slices(quantity) else {
                    return Err((
                        part.id.clone(),
                        format!("nenhuma faixa alcança {}", Value::Decimal(quantity)),
                    ));
                };
                let mut sum = Decimal::ZERO;
                for (many, rate) in slices {
                    let price = match &rate.price {
                        Price::Sum(d) => *d,
                        Price::Parameter(id) => self.price(id, days.on, trace)?,
                    };
                    sum = many
                        .checked_mul(price)
                        .and_then(|p| p.checked_mul(rate.times))
                        .and_then(|p| sum.checked_add(p))
                        .ok_or_else(too_much)?;
                }
                sum
            }
            Pricing::Percent { percent, of, of_sum, over } => {
                let percent = percent.on(self, days.on, trace).copied().ok_or_else(too_much)?;
                let over = over.on(self, days.on, trace).copied().unwrap_or(Over::Charged);
                let mut base = match of_sum {
                    None => Decimal::ZERO,
                    Some(sum) => match quantities.iter().find(|(id, _)| id == sum) {
                        Some((_, q)) => *q,
                        None => return Err((sum.clone(), format!("falta a quantidade de {sum}"))),
                    },
                };
                for id in of {
                    let Some((_, v)) = before.iter().find(|(b, _)| b == id) else {
                        return Err((id.clone(), format!("falta o valor da parcela {id}")));
                    };
                    let sum = match over {
                        Over::Charged => v.charged.to_decimal(),
                        Over::Full => v.full.to_decimal(),
                    };
                    base = base.checked_add(sum).ok_or_else(too_much)?;
                }
                base.checked_mul(percent)
                    .and_then(|v| v.checked_div(Decimal::ONE_HUNDRED))
                    .ok_or_else(too_much)?
            }
        };
        let rounding = self.rounding(days.on, trace);
        let charged = price
            .checked_mul(factor)
            .and_then(|v| v.checked_mul(share.0))
            .and_then(|v| v.checked_div(share.1))
            .and_then(|v| Brl::from_decimal(v, rounding))
            .ok_or_else(too_much)?;
        let charged = self.bounded(charged, &part.bounds, days.on, trace)?;
        let full = Brl::from_decimal(price, rounding).ok_or_else(too_much)?;
        Ok(Some(Valued { charged, full }))
    }

    fn price(&self, id: &Id, day: Date, trace: &mut Trace) -> Result<Decimal, Missing> {
        self.worth(id, day, trace)
    }

    /// What is left of a year over the year: `(part, whole)`.
    fn share_of_year(
        &self,
        p: &Proportion,
        days: BillDays,
        trace: &mut Trace,
    ) -> Result<(Decimal, Decimal), Missing> {
        let Some(from) = days.from else {
            return Err(("de".into(), "falta a data de que a proporção corre (de)".into()));
        };
        let by = p.by.on(self, days.on, trace).copied().unwrap_or(ShareUnit::Day);
        let included = p.includes_first.on(self, days.on, trace).copied().unwrap_or(false);
        let beyond = || ("de".into(), format!("a data {} passa do calendário", date_pt(from)));
        let first = if included { from } else { from.tomorrow().map_err(|_| beyond())? };
        let left = |whole: i32, gone: i32| {
            // an expiry on the last day leaves nothing of its year
            let left = if first.year() == from.year() { whole - gone } else { 0 };
            (Decimal::from(left), Decimal::from(whole))
        };
        Ok(match by {
            ShareUnit::Day => left(i32::from(first.days_in_year()), i32::from(first.day_of_year()) - 1),
            ShareUnit::Month => left(12, i32::from(first.month()) - 1),
        })
    }
}
