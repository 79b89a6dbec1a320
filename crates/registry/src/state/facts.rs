//! The facts of somebody on a day, as the law asks for them.

use jiff::civil::Date;
use law::{Facts, Law, Value};

use super::{Registry, Suspension};
use crate::act::holders::Holding;
use crate::id::{DriverId, Subject, VehicleId};
use crate::vocabulary::fact as known;

impl Registry {
    /// The active vehicle under a canonical plate on a day.
    #[must_use]
    pub fn active_vehicle(&self, canonical: &str, day: Date) -> Option<&VehicleId> {
        let ids = self.index.plates.get(canonical)?;
        ids.iter().rev().find(|id| self.vehicles.get(id).is_some_and(|v| v.active(day)))
    }

    /// The suspension in course of a driver or an operator on a day; one imposed as a penalty before a preventive one.
    #[must_use]
    pub fn suspension_on(&self, subject: &Subject, day: Date) -> Option<&Suspension> {
        let ids = match subject {
            Subject::Driver(id) => &self.drivers.get(id)?.suspensions,
            Subject::Operator(id) => &self.operators.get(id)?.suspensions,
            Subject::Vehicle(_) => return None,
        };
        let on = ids.iter().filter_map(|id| self.suspensions.get(id)).filter(|s| s.on(day));
        on.min_by_key(|s| s.preventive)
    }

    /// Since when the activity of a driver or an operator is revoked. A driver with a later credential is not.
    #[must_use]
    pub fn revoked_on(&self, subject: &Subject) -> Option<Date> {
        match subject {
            Subject::Driver(id) => {
                let last = self.drivers.get(id)?.credentials.last()?;
                self.credentials.get(last)?.revoked.as_ref().map(|r| r.on)
            }
            Subject::Operator(id) => self.operators.get(id)?.revoked,
            Subject::Vehicle(_) => None,
        }
    }

    /// The vehicle a driver drives on a day; the last one assigned when there are several.
    #[must_use]
    pub fn vehicle_of(&self, driver: &DriverId, day: Date) -> Option<&VehicleId> {
        self.drivers.get(driver)?.vehicles.iter().rev().find(|id| {
            self.vehicles.get(id).is_some_and(|v| {
                v.active(day) && v.assignments.iter().any(|a| a.driver == *driver && a.on(day))
            })
        })
    }

    /// The facts of a subject on a day. A driver's include those of the vehicle driven and what the register itself knows.
    #[must_use]
    pub fn facts_of(&self, law: &Law, subject: &Subject, day: Date) -> Facts {
        let mut facts = Facts::new();
        let timeline = match subject {
            Subject::Driver(id) => self.drivers.get(id).map(|d| &d.facts),
            Subject::Vehicle(id) => self.vehicles.get(id).map(|v| &v.facts),
            Subject::Operator(id) => self.operators.get(id).map(|o| &o.facts),
        };
        for (fact, entry) in timeline.iter().flat_map(|t| t.all_on(day)) {
            if let Some(value) = &entry.value {
                facts.set(fact, value.into());
            }
        }
        if let Subject::Driver(id) = subject {
            if let Some(vehicle) = self.vehicle_of(id, day) {
                facts.extend(&self.facts_of(law, &Subject::Vehicle(vehicle.clone()), day));
                self.holding_facts(law, id, vehicle, day, &mut facts);
            }
            let links = self.drivers.get(id).map_or(0, |d| d.links_on(day));
            for title in law.titles.values() {
                if let Some(fact) = &title.needs_link {
                    facts.set(fact.clone(), Value::Int(i64::try_from(links).unwrap_or(i64::MAX)));
                }
            }
        }
        facts
    }

    /// What the assignment itself tells: how the vehicle is held, until when, by how many. A document that was accepted
    /// prevails.
    fn holding_facts(&self, law: &Law, driver: &DriverId, vehicle: &VehicleId, day: Date, facts: &mut Facts) {
        let Some(v) = self.vehicles.get(vehicle) else { return };
        let Some(mine) = v.assignments.iter().rev().find(|a| a.driver == *driver && a.on(day)) else {
            return;
        };
        let drivers = v.assignments.iter().filter(|a| a.on(day)).count();
        let mut know = |id: &str, value: Value| {
            if law.fact(id).is_some() && facts.get(id).is_none() {
                facts.set(id, value);
            }
        };
        know(known::LEASE_DRIVERS, Value::Int(i64::try_from(drivers).unwrap_or(i64::MAX)));
        match &mine.holding {
            Holding::Own => know(known::HOLDING, Value::Text("proprio".into())),
            Holding::Rented { until } => {
                know(known::HOLDING, Value::Text("alugado".into()));
                know(known::LEASE_END, Value::Date(*until));
            }
            Holding::Borrowed { .. } => {
                know(known::HOLDING, Value::Text("emprestado".into()));
                know(known::OWNER_CONSENT, Value::Bool(true));
            }
        }
    }
}
