//! From when a transfer that is refused may be done: the first later day on which the same question is answered with yes.

use jiff::civil::Date;

use super::{Transfer, TransferQuestion, Wait};
use crate::condition::Outcome;
use crate::grounds::Trace;
use crate::{Facts, Law};

impl Law {
    /// The first day after a day on which a transfer may be done, if nothing changes but the calendar and what the law and the facts
    /// already tell of later days. It is asked again on each day on which it may come out otherwise.
    pub(super) fn transfer_from(
        &self,
        t: &Transfer,
        q: &TransferQuestion,
        facts: &Facts,
        on: Date,
        trace: &mut Trace,
    ) -> Option<Date> {
        /// What turns more often than this turns for ever: ten years of weekends, five hundred of seasons.
        const TURNS: usize = 1_024;
        let base = t.base.iter().map(AsRef::as_ref);
        let outlook = self.outlook(base, t.span, t.conditions(), self.readings.keys().collect());
        let mut day = on;
        for _ in 0..TURNS {
            let told = [outlook.next_change(day), facts.next_change(day)];
            let turns = t.conditions().filter_map(|c| c.turn(self, facts, day)).map(|turn| turn.day);
            let ends = self.first_days(t, q, facts, day);
            let ahead = told.into_iter().flatten().chain(turns).chain(ends);
            day = ahead.filter(|d| *d > day).min()?;
            let then = self.transfer_on(t, q, facts, day);
            // the day told hangs on how the law is read on each of these
            trace.read_as(then.trace.noted());
            if then.answer.outcome == Outcome::Yes {
                return Some(day);
            }
        }
        None
    }

    /// The days from which what has to be waited for no longer bars: times, the notice, papers told to be shown later.
    fn first_days(&self, t: &Transfer, q: &TransferQuestion, facts: &Facts, on: Date) -> Vec<Date> {
        let mut trace = Trace::default();
        let mut days: Vec<Date> = Vec::new();
        for w in &t.waits {
            let start = w.from.unnoted(self, on).and_then(|from| self.told_day(from, facts, on));
            days.extend(start.and_then(|start| self.free_from(w, start, on, &mut trace)));
        }
        let notice = t.notice.as_ref().and_then(|n| self.deadlines.get(n));
        days.extend(notice.and_then(|rule| self.due(rule, q.asked?)).map(|due| due.due.date));
        days.extend(t.late.iter().filter_map(|paper| self.told_day(&paper.shown, facts, on)));
        days
    }

    /// The first day that a time run from a day leaves free.
    pub(super) fn free_from(&self, w: &Wait, start: Date, on: Date, trace: &mut Trace) -> Option<Date> {
        let term = w.lasts.on(self, on, trace).copied()?;
        let end = self.forward(start, term, trace)?;
        let free = w.free_on_day.on(self, on, trace).copied().unwrap_or(true);
        Some(if free { end } else { end.tomorrow().unwrap_or(end) })
    }
}
