//! What the municipality laid over its rulebook by its own acts.

use brasil::calendar::DayKind;
use law::parameter::DatedValue;
use law::provision::Suspension;
use law::reading::Ruling;
use law::setting::Setting;
use serde::{Deserialize, Serialize};

use crate::act::matters::{ClosureDayAdded, ClosureKind, ParameterSet, ProvisionSuspended, ReadingRuled};

/// Values, rulings, court orders and days, in the order in which they were laid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaidOver {
    /// Values.
    pub values: Vec<ParameterSet>,
    /// Rulings.
    pub rulings: Vec<ReadingRuled>,
    /// Court orders, each with its last day once it fell.
    pub suspensions: Vec<(ProvisionSuspended, Option<jiff::civil::Date>)>,
    /// Days by decree.
    pub days: Vec<ClosureDayAdded>,
}

impl LaidOver {
    /// The same as a setting of the law.
    #[must_use]
    pub fn setting(&self) -> Setting {
        Setting {
            rulings: self
                .rulings
                .iter()
                .map(|r| {
                    let ruling =
                        Ruling { answer: r.answer.as_str().into(), since: r.since, by: r.by.clone() };
                    (r.reading.as_str().into(), ruling)
                })
                .collect(),
            values: self
                .values
                .iter()
                .map(|v| {
                    let value = DatedValue {
                        since: v.since,
                        until: v.until,
                        value: (&v.value).into(),
                        source: v.source.clone(),
                    };
                    (v.parameter.as_str().into(), value)
                })
                .collect(),
            suspensions: self
                .suspensions
                .iter()
                .map(|(s, until)| {
                    (
                        s.provision.as_str().into(),
                        Suspension { since: s.since, until: *until, by: s.by.clone() },
                    )
                })
                .collect(),
            days: self
                .days
                .iter()
                .map(|d| {
                    let kind = match d.kind {
                        ClosureKind::Holiday => DayKind::Holiday,
                        ClosureKind::Closure => DayKind::Closure,
                        ClosureKind::HalfDay => DayKind::HalfDay,
                    };
                    (d.on, kind, d.name.clone())
                })
                .collect(),
            ..Setting::default()
        }
    }
}
