//! Deadlines over columns: since which days one has begun and not run out on a date, and its last day for each row.

use std::hash::{Hash, Hasher};

use jiff::civil::Date;

use super::ranges::Ranges;
use super::threshold::{date_of, last_day_that};
use crate::deadline::Deadline;
use crate::law::Span;
use crate::value::day_number;
use crate::{Id, Law};

/// A deadline with the law by which it runs: where each row has its own two days, what depends on the law is asked row by row.
#[derive(Debug)]
pub(super) struct Running {
    law: Law,
    id: Id,
}

impl Running {
    pub(super) fn new(law: &Law, id: &Id) -> Self {
        Running { law: law.clone(), id: id.clone() }
    }

    /// The last day, counted from a day.
    pub(super) fn due(&self, from: Date) -> Option<Date> {
        Some(self.law.due(self.law.deadlines.get(&self.id)?, from)?.due.date)
    }
}

impl PartialEq for Running {
    /// Of one plan: those of two laws are never taken for one.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Running {}

impl Hash for Running {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// The days from which the deadline of a comparison has begun and not run out on a date, and the days of which that can be
/// told. While the law stays the same, the last day of a deadline never moves back when the first moves on, so that each
/// question has one boundary; from the day on which something changes (a wording, a court's order, a ruling on a reading) each
/// day is asked for itself.
pub(super) fn in_time(law: &Law, id: &Id, on: Date) -> (Ranges, Ranges) {
    let due = |day: i64| {
        let rule = law.deadlines.get(id)?;
        Some(law.due(rule, date_of(day)?)?.due.date)
    };
    let number = |d: Date| i64::from(day_number(d));
    let today = number(on);
    let changes = law.deadlines.get(id).map(|d| changes(law, d)).unwrap_or_default();
    let (first, last) = (changes.iter().min(), changes.iter().max());
    let end = i64::from(day_number(Date::MAX));
    // up to this day a deadline begins and ends under the law as it was before the first change
    let settled = match first {
        None => end,
        Some(first) => last_day_that(|d| d < number(*first) && due(d).is_none_or(|last| last < *first))
            .unwrap_or(i64::MIN),
    };
    let after = last.map_or(settled, |d| number(*d).max(today).max(settled));
    let from = |d: Option<i64>| d.map_or(i64::MIN, |d| d + 1);
    let unknown = last_day_that(|d| d <= settled && due(d).is_none());
    let over = last_day_that(|d| d <= settled.min(today - 1) && due(d).is_none_or(|last| last < on));
    let mut told = vec![(from(unknown), settled)];
    let mut holds = vec![(from(over), settled.min(today))];
    if first.is_none() {
        if due(today).is_none() {
            return (Ranges::of([]), Ranges::of([]));
        }
        let unknown = last_day_that(|d| d < today && due(d).is_none());
        // a beginning so late that its end is beyond the calendar
        let reached = last_day_that(|d| d <= today || due(d).is_some()).unwrap_or(end);
        return (Ranges::of(holds), Ranges::of([(from(unknown), reached)]));
    }
    for day in settled + 1..=after {
        let Some(last) = due(day) else { continue };
        told.push((day, day));
        if day <= today && last >= on {
            holds.push((day, day));
        }
    }
    if let Some(reached) = last_day_that(|d| d <= after || due(d).is_some()).filter(|d| *d > after) {
        told.push((after + 1, reached));
    }
    (Ranges::of(holds), Ranges::of(told))
}

/// The days on which something may change in how a deadline counts, or whether it runs at all.
fn changes(law: &Law, deadline: &Deadline) -> Vec<Date> {
    let mut chain = vec![deadline];
    while let Some((before, _)) = chain.last().and_then(|d| d.chained.as_ref()) {
        match law.deadlines.get(before) {
            // a circle is refused when the rulebook is read
            Some(next) if chain.iter().all(|d| d.id != next.id) => chain.push(next),
            _ => break,
        }
    }
    let above = |id: &Id, base: &Id| {
        base == id || base.strip_prefix(id.as_ref()).is_some_and(|rest| rest.starts_with('.'))
    };
    let stands = |id: &Id| chain.iter().any(|d| d.base.iter().any(|b| above(id, b)));
    let mut days: Vec<Date> = Vec::new();
    for p in law.provisions.values().filter(|p| stands(&p.id)) {
        days.extend(p.changes());
    }
    days.extend(chain.iter().flat_map(|d| d.span.changes()));
    days.extend(Span { since: None, until: law.norm.until }.changes());
    days.extend(law.readings.values().flat_map(|r| r.rulings.iter().map(|r| r.since)));
    // a deadline that begins before the law counts by its first day
    let start = law.norm.starts.all().into_iter().min().copied().unwrap_or(law.norm.since);
    days.retain(|d| *d > start);
    // where readings give the law several first days, each changes what is in force
    let starts = law.norm.starts.all();
    if starts.len() > 1 {
        days.extend(starts.into_iter().copied());
    }
    days
}
