//! Charges other than fines: release bills, fees, taxes.

use brasil::money::Brl;
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::grounds::{Grounds, Trace};
use crate::law::{Span, Working};
use crate::offence::Amount;
use crate::{Choice, Id, Law, Value};

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
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// One part: a quantity times a price.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name.
    pub id: Id,
    /// In Portuguese.
    pub says: String,
    /// The parameter that gives the price.
    pub price: Id,
    /// The quantity that multiplies it, given with the question; once, when none.
    pub per: Option<Id>,
    /// A fixed factor: 8 units for each driver.
    pub factor: Decimal,
}

/// A bill.
#[derive(Clone, Debug)]
pub struct Bill {
    /// Each part with its value.
    pub parts: Vec<(Id, Brl)>,
    /// The sum, when nothing is missing.
    pub total: Option<Brl>,
    /// What is missing: parameter or quantity, in words.
    pub missing: Vec<(Id, String)>,
    /// Why nothing may be charged, when the provisions do not work on the day.
    pub off: Option<String>,
    /// What it stands on.
    pub grounds: Grounds,
}

impl Law {
    /// What a charge amounts to on a day, given its quantities.
    #[must_use]
    pub fn bill(&self, charge: &Charge, quantities: &[(Id, Decimal)], on: Date) -> Bill {
        let mut trace = Trace::default();
        trace.cite(&charge.base);
        let mut bill = Bill {
            parts: Vec::new(),
            total: Some(Brl::ZERO),
            missing: Vec::new(),
            off: None,
            grounds: Grounds::default(),
        };
        if let Working::No(id, why) = self.working(&charge.base, charge.span, on, &mut trace) {
            bill.off = Some(format!("{} {why}", brasil::lexml::cite(&id)));
        } else if charge.due.on(self, on, &mut trace).copied().unwrap_or(true) {
            for part in &charge.parts {
                let quantity = match &part.per {
                    None => Some(Decimal::ONE),
                    Some(per) => quantities.iter().find(|(id, _)| id == per).map(|(_, q)| *q),
                };
                let Some(quantity) = quantity.and_then(|q| q.checked_mul(part.factor)) else {
                    let per = part.per.as_deref().unwrap_or_default();
                    bill.missing.push((per.into(), format!("falta a quantidade de {per}")));
                    continue;
                };
                if quantity.is_zero() {
                    bill.parts.push((part.id.clone(), Brl::ZERO));
                    continue;
                }
                match self.money(&Amount { quantity, unit: part.price.clone() }, on, &mut trace) {
                    Ok(value) => {
                        bill.total = bill.total.and_then(|t| t.checked_add(value));
                        bill.parts.push((part.id.clone(), value));
                    }
                    Err(why) => bill.missing.push((part.price.clone(), why)),
                }
            }
        }
        if !bill.missing.is_empty() {
            bill.total = None;
        }
        bill.grounds = trace.grounds();
        bill
    }

    /// The value of a parameter on a day, as a number.
    #[must_use]
    pub fn number(&self, parameter: &str, on: Date) -> Option<Decimal> {
        match &self.parameter(parameter)?.on(on)?.value {
            Value::Decimal(d) => Some(*d),
            Value::Int(i) => Some(Decimal::from(*i)),
            _ => None,
        }
    }
}
