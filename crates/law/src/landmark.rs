//! Landmarks of a norm (its publication, its approval), deadlines that run from them, and deadlines in hours.

use brasil::calendar::{Due, due_hours};
use brasil::term::{Term, Unit};
use jiff::Span as JiffSpan;
use jiff::civil::{Date, DateTime, Time};

use crate::deadline::{Deadline, DueDate};
use crate::grounds::{Grounds, Trace};
use crate::{Id, Law};

/// When a deadline in hours ends.
#[derive(Clone, Debug)]
pub struct DueMoment {
    /// The moment it runs from, on the municipality's clock.
    pub from: DateTime,
    /// The moment it ends.
    pub due: DateTime,
    /// The term.
    pub term: Term,
    /// What it stands on.
    pub grounds: Grounds,
}

impl Law {
    /// The day of a landmark of the norm.
    pub fn landmark(&self, id: &Id, trace: &mut Trace) -> Option<Date> {
        self.norm.landmarks.get(id)?.on(self, self.norm.since, trace).copied()
    }

    /// The landmark a deadline runs from, when the norm fixes it.
    pub fn landmark_of(&self, deadline: &Deadline, trace: &mut Trace) -> Option<Date> {
        let id = deadline.landmark.as_ref()?.on(self, self.norm.since, trace)?;
        self.landmark(id, trace)
    }

    /// When a deadline falls due that runs from a landmark of the norm.
    #[must_use]
    pub fn due_from_landmark(&self, deadline: &Deadline) -> Option<DueDate> {
        let mut trace = Trace::default();
        let from = self.landmark_of(deadline, &mut trace)?;
        let mut due = self.due(deadline, from)?;
        let mut grounds = trace.grounds();
        grounds.extend(&due.grounds);
        due.grounds = grounds;
        Some(due)
    }

    /// When a deadline in hours ends, from a moment on the municipality's clock. `None` for deadlines in other units.
    #[must_use]
    pub fn due_moment(&self, deadline: &Deadline, from: DateTime) -> Option<DueMoment> {
        let mut trace = Trace::default();
        if self.deadline_off(deadline, from.date(), &mut trace).is_some() {
            return None;
        }
        trace.cite(&deadline.base);
        let term = *deadline.term.on(self, from.date(), &mut trace)?;
        if term.unit != Unit::Hour {
            return None;
        }
        let business = deadline.business_hours.on(self, from.date(), &mut trace).copied().unwrap_or(false);
        let due = if business {
            self.business_hours(from, term.amount, &mut trace)?
        } else {
            due_hours(from, term.amount)?
        };
        Some(DueMoment { from, due, term, grounds: trace.grounds() })
    }

    /// Hours of which only those on business days count, all twenty-four of each.
    fn business_hours(&self, from: DateTime, hours: u32, trace: &mut Trace) -> Option<DateTime> {
        let calendar = self.calendar(from.date(), trace);
        let mut at = from;
        let mut left = i64::from(hours) * 3600;
        loop {
            let midnight = at.date().tomorrow().ok()?.to_datetime(Time::midnight());
            if calendar.is_business_day(at.date())? {
                let today = at.duration_until(midnight).as_secs();
                if left <= today {
                    return at.checked_add(JiffSpan::new().try_seconds(left).ok()?).ok();
                }
                left -= today;
            }
            at = midnight;
        }
    }
}

/// The day on which hours end whose first moment is not known, only its day.
pub(crate) fn days_of_hours(from: Date, hours: u32) -> Option<Due> {
    let days = i64::from(hours.div_ceil(24));
    let date = from.checked_add(JiffSpan::new().try_days(days).ok()?).ok()?;
    Some(Due { nominal: date, date, rolled: false, because: Vec::new() })
}
