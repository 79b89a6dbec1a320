//! The law as a whole, and how its parts are found.

use brasil::calendar::{Calendar, CalendarBuilder, CalendarError, DayKind};
use brasil::term::MonthEnd;
use indexmap::IndexMap;
use jiff::civil::Date;

use crate::charge::Charge;
use crate::choice::Choice;
use crate::concurrence::Concurrence;
use crate::content::{Content, Document};
use crate::deadline::Deadline;
use crate::eligibility::Requirement;
use crate::fact::Fact;
use crate::filing::Filing;
use crate::grounds::Trace;
use crate::measure::Measure;
use crate::named::find;
use crate::norm::Norm;
use crate::offence::{Class, Offence, Recidivism};
use crate::parameter::Parameter;
use crate::process::{Competence, Process, ServiceMode};
use crate::provision::{Provision, Status};
use crate::reading::Reading;
use crate::title::Title;
use crate::{Id, Named};

/// The first and last day on which a rule is in force, besides what its provisions say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// First day, when later than the provision's.
    pub since: Option<Date>,
    /// Last day, when earlier than the provision's.
    pub until: Option<Date>,
}

impl Span {
    /// Whether a date is inside.
    #[must_use]
    pub fn contains(&self, on: Date) -> bool {
        self.since.is_none_or(|s| s <= on) && self.until.is_none_or(|u| on <= u)
    }

    /// The days on which it turns: the first inside and the first after.
    pub(crate) fn changes(&self) -> impl Iterator<Item = Date> + use<> {
        self.since.into_iter().chain(self.until.and_then(|last| last.tomorrow().ok()))
    }
}

/// The compiled law of one municipality and service. Made by `rulebook`, never changed; see [`crate::setting`].
#[derive(Clone, Debug)]
pub struct Law {
    /// The act.
    pub norm: Norm,
    /// Provisions, in the order of the law.
    pub provisions: Named<Provision>,
    /// Gaps and how they are read.
    pub readings: Named<Reading>,
    /// Dated values.
    pub parameters: Named<Parameter>,
    /// Facts that conditions may compare.
    pub facts: Named<Fact>,
    /// Documents that prove facts.
    pub documents: IndexMap<Id, Document>,
    /// Requirements.
    pub requirements: IndexMap<Id, Requirement>,
    /// Titles.
    pub titles: IndexMap<Id, Title>,
    /// Deadlines.
    pub deadlines: IndexMap<Id, Deadline>,
    /// Classes of offences with their penalties.
    pub classes: IndexMap<Id, Class>,
    /// Offences.
    pub offences: IndexMap<Id, Offence>,
    /// What a repeated offence costs.
    pub recidivism: IndexMap<Id, Recidivism>,
    /// What raises fines written in money.
    pub indexings: IndexMap<Id, crate::indexing::Indexing>,
    /// What each further offence of one person leads to.
    pub ladders: IndexMap<Id, crate::ladder::Ladder>,
    /// Windows of the calendar: renewals by an attribute, alternate days.
    pub windows: IndexMap<Id, crate::window::Window>,
    /// How a title passes to another.
    pub transfers: IndexMap<Id, crate::transfer::Transfer>,
    /// Which of several lines on one fact applies.
    pub concurrences: IndexMap<Id, Concurrence>,
    /// Measures: seizure, suspensions.
    pub measures: IndexMap<Id, Measure>,
    /// Processes.
    pub processes: IndexMap<Id, Process>,
    /// How a person is served.
    pub services: IndexMap<Id, ServiceMode>,
    /// Who may do what.
    pub competences: IndexMap<Id, Competence>,
    /// Sums other than fines.
    pub charges: IndexMap<Id, Charge>,
    /// Reports owed.
    pub filings: IndexMap<Id, Filing>,
    /// What papers, receipts and apps must show.
    pub contents: IndexMap<Id, Content>,
    /// Who may not come back, and until when.
    pub bars: IndexMap<Id, crate::bar::Bar>,
    /// Yearly fees counted by heads.
    pub levies: IndexMap<Id, crate::levy::Levy>,
    /// How many there may be of something.
    pub limits: IndexMap<Id, crate::limit::Limit>,
    /// Who comes before whom.
    pub queues: IndexMap<Id, crate::queue::Queue>,
    /// Where vehicles wait.
    pub stands: IndexMap<Id, crate::stand::Stand>,
    /// Accounts of points.
    pub accounts: IndexMap<Id, crate::points::Account>,
    /// How sums are paid.
    pub payments: IndexMap<Id, crate::payment::Payment>,
    /// How the lines of one notice add up.
    pub notices: IndexMap<Id, crate::notice::NoticeRule>,
    /// Holidays of the municipality and its state, as a recipe for calendars.
    pub holidays: CalendarBuilder,
    /// Days by decree laid over by a setting.
    pub days: Vec<(Date, DayKind, String)>,
    /// Whether a wording that is not in our hands is taken to say the same as the next one.
    pub assumed_text: Option<Choice<bool>>,
    /// Business days, with Saturday closed and with Saturday open.
    pub calendars: [Calendar; 2],
    /// How its words are spelled.
    pub spelling: crate::spelling::Spelling,
}

/// Whether the rules on some provisions work on a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Working {
    /// They do.
    Yes,
    /// The wording of a provision is not in our hands: what depends on it is undetermined.
    TextAbsent(Id),
    /// They do not: which provision, and why in Portuguese.
    No(Id, String),
}

/// The same as [`Working`], told without words.
#[derive(Debug)]
pub(crate) enum Effect<'l> {
    Yes,
    TextAbsent(&'l Id),
    No(&'l Id, Status<'l>),
}

/// What the rules of one day share, so that each need not find it out again.
#[derive(Debug)]
pub(crate) struct Day<'l> {
    on: Date,
    /// The law's first day in force, as read on the day.
    start: Date,
    /// What the provision that was last looked at is a part of: most provisions are parts of the same one.
    above: Option<Above<'l>>,
}

/// What a provision is a part of, and the order of a court on that.
#[derive(Debug)]
struct Above<'l> {
    outer: &'l str,
    suspended: Option<Status<'l>>,
}

impl Above<'_> {
    /// Whether a provision is a part of this one, with none between.
    fn is_above(&self, id: &str) -> bool {
        id.strip_prefix(self.outer)
            .and_then(|rest| if self.outer.is_empty() { Some(rest) } else { rest.strip_prefix('.') })
            // what is left is a few letters: shorter to look at than to search
            .is_some_and(|rest| rest.bytes().all(|b| b != b'.'))
    }
}

impl Law {
    /// A provision by its key.
    #[must_use]
    pub fn provision(&self, id: &str) -> Option<&Provision> {
        self.provisions.get(id)
    }

    /// A fact by its name.
    #[must_use]
    pub fn fact(&self, id: &str) -> Option<&Fact> {
        self.facts.get(id)
    }

    /// A parameter by its name.
    #[must_use]
    pub fn parameter(&self, id: &str) -> Option<&Parameter> {
        self.parameters.get(id)
    }

    /// A reading by its code.
    #[must_use]
    pub fn reading(&self, id: &str) -> Option<&Reading> {
        self.readings.get(id)
    }

    /// The answer of a reading that governs on a date.
    #[must_use]
    pub fn answer(&self, reading: &str, on: Date) -> Option<Id> {
        Some(self.readings.get(reading)?.on(on).clone())
    }

    /// How months that end on a missing day end, on a date.
    pub fn month_end(&self, on: Date, trace: &mut Trace) -> MonthEnd {
        self.norm.month_end.on(self, on, trace).copied().unwrap_or(MonthEnd::Clamp)
    }

    /// The business days that count on a date.
    pub fn calendar(&self, on: Date, trace: &mut Trace) -> &Calendar {
        let saturday = self.norm.saturday.on(self, on, trace).copied().unwrap_or(false);
        let [closed, open] = &self.calendars;
        if saturday { open } else { closed }
    }

    /// The first day in force, as read on a date. The reading counts as used only where it may change the answer.
    pub fn start(&self, on: Date, trace: &mut Trace) -> Date {
        let starts = &self.norm.starts;
        let settled = starts.every(&|d| *d <= on);
        let start = if settled { starts.unnoted(self, on) } else { starts.on(self, on, trace) };
        start.copied().unwrap_or(self.norm.since)
    }

    /// The last day of a deadline that runs from the law's first day, as read on a date.
    pub fn window_end(&self, deadline: &str, on: Date, trace: &mut Trace) -> Option<Date> {
        let start = self.norm.starts.on(self, on, trace).copied()?;
        let due = self.due(self.deadlines.get(deadline)?, start)?;
        trace.stand_on(&due.grounds);
        Some(due.due.date)
    }

    /// What a provision is worth on a date. A court's order on an article reaches its paragraphs and items.
    #[must_use]
    pub fn status(&self, id: &str, on: Date) -> Option<Status<'_>> {
        let own = self.provisions.get(id)?.status(on);
        Some(if own.works() { self.suspended_above(id, on).unwrap_or(own) } else { own })
    }

    /// Whether a wording that is not in our hands is taken on a date to say the same as the next one.
    fn assumes(&self, on: Date, trace: &mut Trace) -> bool {
        self.assumed_text.as_ref().and_then(|c| c.on(self, on, trace)).copied().unwrap_or(true)
    }

    /// The same as [`Law::status`], by the reading that tells whether a wording not in our hands is assumed.
    #[must_use]
    pub fn status_read(&self, id: &str, on: Date, trace: &mut Trace) -> Option<Status<'_>> {
        Some(match self.status(id, on)? {
            Status::TextAssumed if !self.assumes(on, trace) => Status::TextAbsent,
            status => status,
        })
    }

    /// The order of a court on what a provision is a part of.
    fn suspended_above(&self, id: &str, on: Date) -> Option<Status<'_>> {
        let mut inner = id;
        while let Some((outer, _)) = inner.rsplit_once('.') {
            if let Some(s @ Status::Suspended(..)) = self.provisions.get(outer).map(|p| p.status(on)) {
                return Some(s);
            }
            inner = outer;
        }
        None
    }

    /// Whether rules on these provisions work on a date.
    pub fn working(&self, base: &[Id], span: Span, on: Date, trace: &mut Trace) -> Working {
        let mut day = self.day(on, trace);
        self.working_that(&mut day, base, span, trace)
    }

    /// The same where the day is one of many questions.
    pub(crate) fn working_that<'l>(
        &'l self,
        day: &mut Day<'l>,
        base: &'l [Id],
        span: Span,
        trace: &mut Trace,
    ) -> Working {
        let provisions = base.iter().map(|id| (id, find(&self.provisions, id)));
        match self.effect(day, provisions, span, trace) {
            Effect::Yes => Working::Yes,
            Effect::TextAbsent(id) => Working::TextAbsent(id.clone()),
            Effect::No(id, why) => Working::No(id.clone(), why.pt_br()),
        }
    }

    /// A day on which rules are asked whether they work. What its answers stand on is in the trace.
    pub(crate) fn day(&self, on: Date, trace: &mut Trace) -> Day<'_> {
        Day { on, start: self.start(on, trace), above: None }
    }

    /// Whether rules on these provisions work on a day.
    pub(crate) fn effect<'l>(
        &'l self,
        day: &mut Day<'l>,
        mut provisions: impl Iterator<Item = (&'l Id, Option<&'l Provision>)>,
        span: Span,
        trace: &mut Trace,
    ) -> Effect<'l> {
        let on = day.on;
        let outside = if on < day.start {
            Some(Status::NotYet(day.start))
        } else if let Some(u) = self.norm.until.filter(|u| on > *u) {
            Some(Status::Revoked(u, None))
        } else if let Some(s) = span.since.filter(|s| on < *s) {
            Some(Status::NotYet(s))
        } else {
            span.until.filter(|u| on > *u).map(|u| Status::Revoked(u, None))
        };
        if let Some(why) = outside {
            return Effect::No(provisions.next().map_or(&self.norm.name, |(id, _)| id), why);
        }
        let mut absent = None;
        for (id, provision) in provisions {
            let Some(provision) = provision else { continue };
            let mut status = provision.status(on);
            if status.works()
                && let Some(suspended) = self.suspended_in(day, id)
            {
                status = suspended;
            }
            match status {
                Status::InForce => {}
                Status::TextAssumed if self.assumes(on, trace) => {}
                Status::TextAbsent | Status::TextAssumed => absent = Some(id),
                other => return Effect::No(id, other),
            }
        }
        absent.map_or(Effect::Yes, Effect::TextAbsent)
    }

    /// The order of a court on what a provision is a part of.
    fn suspended_in<'l>(&'l self, day: &mut Day<'l>, id: &'l str) -> Option<Status<'l>> {
        if !day.above.as_ref().is_some_and(|a| a.is_above(id)) {
            let outer = id.rsplit_once('.').map_or("", |(outer, _)| outer);
            day.above = Some(Above { outer, suspended: self.suspended_above(id, day.on) });
        }
        day.above.as_ref().and_then(|a| a.suspended.clone())
    }

    /// Which provision keeps a rule from working on a date, and why in Portuguese; none when the rule works. A wording that is
    /// not in our hands stops nothing here.
    pub fn out_of_force(&self, base: &[Id], span: Span, on: Date, trace: &mut Trace) -> Option<(Id, String)> {
        match self.working(base, span, on, trace) {
            Working::No(id, why) => Some((id, why)),
            Working::Yes | Working::TextAbsent(_) => None,
        }
    }

    /// Builds the tables of business days from the recipe and the days laid over.
    ///
    /// # Errors
    /// Days outside the years of the calendar, or without a name.
    pub fn rebuild_calendar(&mut self) -> Result<(), Vec<CalendarError>> {
        let mut recipe = self.holidays.clone();
        for (date, kind, name) in &self.days {
            recipe = recipe.on(*date, *kind, name, "ato do Município");
        }
        let closed = recipe.build()?;
        self.calendars = [closed.clone(), closed.with_saturdays()];
        Ok(())
    }
}
