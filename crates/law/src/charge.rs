//! Charges other than fines: release bills, fees, taxes.

use brasil::money::Brl;
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::factor::{Bounds, Factor};
use crate::grounds::{Grounds, Trace};
use crate::law::{Span, Working};
use crate::penalty::TOO_GREAT;
use crate::tariff::{Pricing, Proportion, Valued};
use crate::{Choice, Condition, Facts, Id, Law};

/// A bill made of parts.
#[derive(Clone, Debug)]
pub struct Charge {
    /// Its name: `liberacao`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Who pays.
    pub who: Id,
    /// Whether it is due at all, which may hang on a reading.
    pub due: Choice<bool>,
    /// Its parts.
    pub parts: Vec<Part>,
    /// The least and the most the whole bill may be.
    pub bounds: Bounds,
    /// By when it is paid.
    pub deadline: Choice<PayBy>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// By when a bill is paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PayBy {
    /// The rule does not say.
    Unsaid,
    /// On the day it becomes due: what it is for only comes after.
    AtOnce,
    /// By the end of a deadline that runs from the day it is made available.
    Deadline(Id),
}

/// One part: a quantity times a price.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name.
    pub id: Id,
    /// In Portuguese.
    pub says: String,
    /// When it is charged; always, when none.
    pub when: Option<Condition>,
    /// What it costs: a price, or a percentage of other parts.
    pub price: Pricing,
    /// The quantity that multiplies it, given with the question; once, when none.
    pub per: Option<Id>,
    /// A fixed factor: 8 units for each driver.
    pub factor: Decimal,
    /// A factor that hangs on a reading.
    pub scale: Choice<Decimal>,
    /// The share of the year that is paid; the whole, when none.
    pub proportion: Option<Proportion>,
    /// How a fraction of the quantity counts.
    pub fraction: Choice<Fraction>,
    /// What multiplies it in some cases.
    pub factors: Vec<Factor>,
    /// The least and the most it may be.
    pub bounds: Bounds,
}

/// How a fraction of a quantity counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fraction {
    /// As it is.
    Exact,
    /// Begun is whole.
    Whole,
    /// Up to a half is a half; more is whole.
    Half,
    /// Not at all.
    None,
}

impl Fraction {
    /// Every way with its keyword.
    pub const ALL: [(&'static str, Fraction); 4] = [
        ("exata", Fraction::Exact),
        ("inteira", Fraction::Whole),
        ("meia", Fraction::Half),
        ("desprezada", Fraction::None),
    ];

    /// The quantity as it counts.
    #[must_use]
    pub fn of(self, quantity: Decimal) -> Decimal {
        match self {
            Fraction::Exact => quantity,
            Fraction::Whole => quantity.ceil(),
            Fraction::Half => quantity.saturating_mul(Decimal::TWO).ceil() / Decimal::TWO,
            Fraction::None => quantity.floor(),
        }
    }
}

/// A bill.
#[derive(Clone, Debug)]
pub struct Bill {
    /// Each part with its value.
    pub parts: Vec<(Id, Brl)>,
    /// The sum, when nothing is missing.
    pub total: Option<Brl>,
    /// Last day to pay.
    pub due: Option<Date>,
    /// What is missing: parameter or quantity, in words.
    pub missing: Vec<(Id, String)>,
    /// Why nothing may be charged, when the provisions do not work on the day.
    pub off: Option<String>,
    /// What it stands on.
    pub grounds: Grounds,
}

/// The days a bill hangs on.
#[derive(Clone, Copy, Debug)]
pub struct BillDays {
    /// The day on which it becomes due.
    pub on: Date,
    /// The day from which a proportional part runs: the expiry of what came before.
    pub from: Option<Date>,
    /// The day on which it was made available, from which the time to pay runs.
    pub available: Option<Date>,
}

impl Law {
    /// What a charge amounts to on a day, given its quantities.
    #[must_use]
    pub fn bill(&self, charge: &Charge, quantities: &[(Id, Decimal)], on: Date) -> Bill {
        self.bill_for(charge, quantities, BillDays { on, from: None, available: None })
    }

    /// The same, when the bill hangs on other days too.
    #[must_use]
    pub fn bill_for(&self, charge: &Charge, quantities: &[(Id, Decimal)], days: BillDays) -> Bill {
        self.bill_with(charge, quantities, &Facts::new(), days)
    }

    /// The same with the facts that its factors depend on.
    #[must_use]
    pub fn bill_with(
        &self,
        charge: &Charge,
        quantities: &[(Id, Decimal)],
        facts: &Facts,
        days: BillDays,
    ) -> Bill {
        let mut trace = Trace::default();
        trace.cite(&charge.base);
        let mut bill = Bill {
            parts: Vec::new(),
            total: Some(Brl::ZERO),
            due: None,
            missing: Vec::new(),
            off: None,
            grounds: Grounds::default(),
        };
        if let Working::No(id, why) = self.working(&charge.base, charge.span, days.on, &mut trace) {
            bill.off = Some(format!("{} {why}", brasil::lexml::cite(&id)));
        } else if charge.due.on(self, days.on, &mut trace).copied().unwrap_or(true) {
            let mut valued: Vec<(Id, Valued)> = Vec::new();
            let mut failed: Vec<&Id> = Vec::new();
            for part in &charge.parts {
                // what lacks a value is told once, not again by each percentage taken of it
                if part.price.bases().iter().any(|b| failed.contains(&b)) {
                    failed.push(&part.id);
                    continue;
                }
                match self.value_part(part, quantities, facts, days, &valued, &mut trace) {
                    // of what is not charged in this case a percentage is nothing
                    Ok(None) => {
                        let nothing = Valued { charged: Brl::ZERO, full: Brl::ZERO };
                        valued.push((part.id.clone(), nothing));
                    }
                    Ok(Some(v)) => {
                        bill.total = bill.total.and_then(|t| t.checked_add(v.charged));
                        if bill.total.is_none() && bill.missing.is_empty() {
                            bill.missing.push((charge.id.clone(), TOO_GREAT.to_string()));
                        }
                        bill.parts.push((part.id.clone(), v.charged));
                        valued.push((part.id.clone(), v));
                    }
                    Err(missing) => {
                        failed.push(&part.id);
                        if !bill.missing.contains(&missing) {
                            bill.missing.push(missing);
                        }
                    }
                }
            }
            bill.due = match charge.deadline.on(self, days.on, &mut trace) {
                None | Some(PayBy::Unsaid) => None,
                Some(PayBy::AtOnce) => Some(days.on),
                Some(PayBy::Deadline(id)) => self.deadlines.get(id).and_then(|d| {
                    let due = self.due(d, days.available.unwrap_or(days.on))?;
                    trace.stand_on(&due.grounds);
                    Some(due.due.date)
                }),
            };
        }
        if !bill.missing.is_empty() {
            bill.total = None;
        }
        if let Some(total) = bill.total.filter(|t| *t > Brl::ZERO) {
            match self.bounded(total, &charge.bounds, days.on, &mut trace) {
                Ok(bounded) => bill.total = Some(bounded),
                Err(missing) => {
                    bill.total = None;
                    bill.missing.push(missing);
                }
            }
        }
        bill.grounds = trace.grounds();
        bill
    }
}
