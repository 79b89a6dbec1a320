//! The facts of somebody on a day, as the law asks for them.

use jiff::civil::Date;
use law::{Facts, Law};

use super::Registry;
use crate::id::{DriverId, Subject, VehicleId};

impl Registry {
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
            }
            let links = self.drivers.get(id).map_or(0, |d| d.links_on(day));
            for title in law.titles.values() {
                if let Some(fact) = &title.needs_link {
                    facts.set(fact.clone(), law::Value::Int(i64::try_from(links).unwrap_or(i64::MAX)));
                }
            }
        }
        facts
    }
}
