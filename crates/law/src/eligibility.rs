//! Requirements: what a driver, a vehicle or an operator must have, and whether a given one has it.

use std::borrow::Cow;

use jiff::civil::Date;

use crate::choice::Choice;
use crate::condition::{Condition, Evaluation, Findings, Operand, Outcome, Turn, words_of};
use crate::grounds::{Grounds, Trace};
use crate::law::{Day, Effect, Span};
use crate::provision::{Provision, Status};
use crate::{Base, Facts, Id, Law};

/// A requirement of the law.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// Its name: `veiculo.idade`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Base,
    /// Whom it binds: `condutor`, `veiculo`, `operadora`.
    pub subject: Id,
    /// In Portuguese, as a heading: `Idade do veículo`.
    pub says: String,
    /// When it is checked: `cadastro`, `virada do ano`, `sempre`...
    pub moments: Vec<Id>,
    /// Days in force, besides the provisions'.
    pub span: Span,
    /// Whom it concerns; the others are outside it.
    pub applies: Option<Condition>,
    /// What it demands.
    pub demands: Condition,
    /// The document that proves it.
    pub document: Option<Id>,
    /// What failing does.
    pub failure: Failure,
    /// What the person can do about it, in Portuguese.
    pub remedy: String,
    /// When it may come out otherwise.
    pub outlook: Outlook,
}

/// When a rule may come out otherwise for one and the same subject; see [`Law::foresee`].
#[derive(Clone, Debug, Default)]
pub struct Outlook {
    /// The days on which what it stands on in the law changes, in order.
    changes: Vec<Date>,
    /// Whether the calendar alone may turn what it compares.
    by_calendar: bool,
}

impl Outlook {
    /// The first day after a day on which the law changes.
    pub(crate) fn next_change(&self, day: Date) -> Option<Date> {
        self.changes.get(self.changes.partition_point(|d| *d <= day)).copied()
    }
}

impl Requirement {
    /// Whether it is checked at a moment; none means any.
    #[must_use]
    pub fn is_checked_at(&self, moment: Option<&str>) -> bool {
        moment.is_none_or(|m| self.moments.iter().any(|x| x.as_ref() == m || x.as_ref() == "sempre"))
    }
}

/// What failing a requirement does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The application is refused.
    Refuse,
    /// A title already granted is blocked until cured.
    Block,
    /// It is only pointed out.
    Warn,
}

/// What a requirement is worth for one subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStatus {
    /// Met.
    Met,
    /// Not met.
    Failed,
    /// Something is missing to know.
    Undetermined,
    /// It does not concern this subject.
    NotApplicable,
    /// The provision does not work on this date; why, in the line's words.
    Off,
}

impl LineStatus {
    /// What a line of this status does to the whole.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        match self {
            LineStatus::Met | LineStatus::NotApplicable | LineStatus::Off => Outcome::Yes,
            LineStatus::Failed => Outcome::No,
            LineStatus::Undetermined => Outcome::Undetermined,
        }
    }
}

/// One line of the checklist.
#[derive(Clone, Debug)]
pub struct Line<'l> {
    /// The requirement.
    pub requirement: &'l Requirement,
    /// Its status.
    pub status: LineStatus,
    /// The comparisons that made it.
    pub findings: Findings<'l>,
    /// Why nothing was compared, when nothing was.
    idle: Option<Status<'l>>,
    /// Facts or parameters that are missing.
    pub missing: Vec<Id>,
    /// Last day until which it certainly stays met, by what the law and the facts already tell.
    pub until: Option<Date>,
    /// First day on which it will be met.
    pub from: Option<Date>,
    /// Provisions it stands on: the requirement's own, or the one that does not work.
    base: Cow<'l, [Id]>,
    /// What else it stands on.
    more: Grounds,
    /// Whether the whole depends on it.
    decides: bool,
}

impl Line<'_> {
    /// What it stands on.
    #[must_use]
    pub fn grounds(&self) -> Grounds {
        let mut grounds = Grounds { provisions: self.base.to_vec(), ..Grounds::default() };
        grounds.extend(&self.more);
        grounds
    }

    /// The reason in Portuguese, made from the comparisons: `idade do veículo: 11 anos; o limite é 10 anos`.
    #[must_use]
    pub fn words(&self, law: &Law) -> String {
        match &self.idle {
            Some(Status::TextAbsent) => {
                "a redação que vigorava nesta data não consta do texto compilado".to_string()
            }
            Some(why) => why.pt_br(),
            None => words_of(&self.findings, law, self.compared()),
        }
    }

    /// What the comparisons that count came to: those that say why somebody is outside do not hold.
    fn compared(&self) -> Outcome {
        match self.status {
            LineStatus::NotApplicable => Outcome::No,
            status => status.outcome(),
        }
    }
}

/// Whether a subject meets what the law demands of it.
#[derive(Clone, Debug)]
pub struct Eligibility<'l> {
    /// Yes, no, or undetermined.
    pub outcome: Outcome,
    /// One line for each requirement that binds the subject, in the order of the rulebook.
    pub lines: Vec<Line<'l>>,
    /// Last day on which the whole stays met.
    pub until: Option<Date>,
    /// First day on which the whole will be met, when only time is missing.
    pub from: Option<Date>,
}

impl<'l> Eligibility<'l> {
    /// What the answer stands on: the grounds of the lines that decide, in the order of first use.
    #[must_use]
    pub fn grounds(&self) -> Grounds {
        let mut grounds = Grounds::default();
        for l in self.lines.iter().filter(|l| l.decides && l.status != LineStatus::Off) {
            grounds.cite(&l.base);
            grounds.extend(&l.more);
        }
        grounds
    }

    /// The lines with a status.
    pub fn with(&self, status: LineStatus) -> impl Iterator<Item = &Line<'l>> {
        self.lines.iter().filter(move |l| l.status == status)
    }

    /// Facts and parameters missing, each once.
    #[must_use]
    pub fn missing(&self) -> Vec<Id> {
        let mut out: Vec<Id> = Vec::new();
        for id in self.lines.iter().flat_map(|l| &l.missing) {
            if !out.contains(id) {
                out.push(id.clone());
            }
        }
        out
    }
}

impl Law {
    /// Whether a requirement may concern somebody on a day: one that only time rules out concerns nobody, and a fact that is not
    /// told rules nobody out.
    #[must_use]
    pub fn concerns_somebody(&self, r: &Requirement, on: Date) -> bool {
        r.applies.as_ref().is_none_or(|a| a.for_somebody(self, on, false) != Outcome::No)
    }

    /// Whether a requirement may concern somebody on a day, or would in another season of the year.
    #[must_use]
    pub fn concerns_in_some_season(&self, r: &Requirement, on: Date) -> bool {
        r.applies.as_ref().is_none_or(|a| a.for_somebody(self, on, true) != Outcome::No)
    }

    /// Whether someone with these facts meets the requirements of the given subjects on a date.
    ///
    /// `moment` limits the check to the requirements of one moment; none means all.
    #[must_use]
    pub fn eligibility(
        &self,
        subjects: &[&str],
        facts: &Facts,
        on: Date,
        moment: Option<&str>,
    ) -> Eligibility<'_> {
        let asked = |r: &Requirement| subjects.contains(&r.subject.as_ref()) && r.is_checked_at(moment);
        self.eligibility_by(&asked, &|_| true, facts, on)
    }

    /// The same for the requirements that are `asked`; only those that `count` decide.
    #[must_use]
    pub fn eligibility_by(
        &self,
        asked: &dyn Fn(&Requirement) -> bool,
        count: &dyn Fn(&Requirement) -> bool,
        facts: &Facts,
        on: Date,
    ) -> Eligibility<'_> {
        let mut lines = Vec::with_capacity(self.requirements.len());
        let mut trace = Trace::default();
        let mut day = self.day(on, &mut trace);
        for r in self.requirements.values().filter(|r| asked(r)) {
            lines.push(self.line(r, facts, on, &mut day, trace.clone()));
        }
        for line in &mut lines {
            let turn = || self.turn(line.requirement, facts, on, line.status);
            match line.status.outcome() {
                Outcome::Yes => line.until = turn().and_then(|d| d.yesterday().ok()),
                Outcome::No => line.from = turn(),
                Outcome::Undetermined => {}
            }
            line.decides = count(line.requirement);
        }
        let deciding = || lines.iter().filter(|l| l.decides);
        let outcome = deciding().fold(Outcome::Yes, |all, l| all.and(l.status.outcome()));
        let (until, from) = match outcome {
            Outcome::Yes => (deciding().filter_map(|l| l.until).min(), None),
            Outcome::No => (None, self.all_met(&deciding().collect::<Vec<_>>(), facts, on)),
            Outcome::Undetermined => (None, None),
        };
        Eligibility { outcome, lines, until, from }
    }

    /// What one requirement is worth for one subject on a date; not until when, nor from when.
    #[must_use]
    pub fn requirement_line<'l>(&'l self, r: &'l Requirement, facts: &Facts, on: Date) -> Line<'l> {
        let mut trace = Trace::default();
        let mut day = self.day(on, &mut trace);
        self.line(r, facts, on, &mut day, trace)
    }

    /// One requirement on a day of which what its rules share is known, and what that stands on is in the trace.
    fn line<'l>(
        &'l self,
        r: &'l Requirement,
        facts: &Facts,
        on: Date,
        day: &mut Day<'l>,
        mut trace: Trace,
    ) -> Line<'l> {
        let line = |status, e: Evaluation<'l>, trace: Trace| Line {
            requirement: r,
            status,
            missing: if status == LineStatus::Undetermined { e.missing() } else { Vec::new() },
            findings: e.findings,
            idle: None,
            until: None,
            from: None,
            base: Cow::Borrowed(&r.base),
            more: trace.grounds(),
            decides: true,
        };
        let nothing = || Evaluation { outcome: Outcome::Undetermined, findings: Findings::new() };
        match self.effect(day, r.base.find(&self.provisions), r.span, &mut trace) {
            Effect::No(id, why) => {
                let off = line(LineStatus::Off, nothing(), trace);
                return Line { idle: Some(why), base: Cow::Borrowed(std::slice::from_ref(id)), ..off };
            }
            Effect::TextAbsent(id) => {
                let absent = line(LineStatus::Undetermined, nothing(), trace);
                let base = Cow::Borrowed(std::slice::from_ref(id));
                return Line { idle: Some(Status::TextAbsent), base, ..absent };
            }
            Effect::Yes => {}
        }
        if let Some(applies) = &r.applies {
            let e = applies.evaluate(self, facts, on, &mut trace);
            match e.outcome {
                Outcome::Yes => {}
                Outcome::No => return line(LineStatus::NotApplicable, e, trace),
                Outcome::Undetermined => {
                    // A demand that is met anyway does not depend on whom it concerns.
                    let demand = r.demands.evaluate(self, facts, on, &mut trace);
                    if demand.outcome != Outcome::Yes {
                        return line(LineStatus::Undetermined, e, trace);
                    }
                }
            }
        }
        let Some(demands) = r.demands.as_read(self, on, &mut trace) else {
            return line(LineStatus::Undetermined, nothing(), trace);
        };
        let e = demands.evaluate(self, facts, on, &mut trace);
        let status = match e.outcome {
            Outcome::Yes => LineStatus::Met,
            Outcome::No => LineStatus::Failed,
            Outcome::Undetermined => LineStatus::Undetermined,
        };
        line(status, e, trace)
    }

    /// The first day after a day on which a requirement of some status is met, or no longer is, if nothing changes but the calendar
    /// and what the law and the facts already tell of later days. It is looked at on each day on which it may come out otherwise.
    fn turn(&self, r: &Requirement, facts: &Facts, on: Date, status: LineStatus) -> Option<Date> {
        /// What turns more often than this turns for ever: eleven years of days, two thousand of seasons.
        const TURNS: usize = 4_096;
        let met = status.outcome() == Outcome::Yes;
        let by_calendar = |c: &Condition, day| {
            if r.outlook.by_calendar { c.turn(self, facts, day) } else { None }
        };
        let mut day = on;
        for _ in 0..TURNS {
            let concerned = r.applies.as_ref().and_then(|c| by_calendar(c, day)).map(|t| t.day);
            let told = [r.outlook.next_change(day), facts.next_change(day), concerned];
            let otherwise = told.into_iter().flatten().min();
            let demanded = by_calendar(&r.demands, day);
            let alone = |t: &Turn| !t.unsure && otherwise.is_none_or(|d| t.day < d);
            // most of what is met ends so: no need to look
            if day == on && status == LineStatus::Met && demanded.as_ref().is_some_and(alone) {
                return demanded.map(|t| t.day);
            }
            day = demanded.map(|t| t.day).into_iter().chain(otherwise).min()?;
            if (self.requirement_line(r, facts, day).status.outcome() == Outcome::Yes) != met {
                return Some(day);
            }
        }
        None
    }

    /// The first day after a day on which those requirements that decide, not all met on the day, will be.
    pub(crate) fn met_again(&self, found: &Eligibility<'_>, facts: &Facts, on: Date) -> Option<Date> {
        let deciding: Vec<_> = found.lines.iter().filter(|l| l.decides).collect();
        self.all_met(&deciding, facts, on)
    }

    /// The first day after a day on which requirements that are not all met will be.
    fn all_met(&self, lines: &[&Line<'_>], facts: &Facts, on: Date) -> Option<Date> {
        /// Those that never hold together are given up.
        const ROUNDS: usize = 64;
        let mut day = on;
        for l in lines {
            day = match l.status.outcome() {
                Outcome::Yes => day,
                Outcome::No => day.max(l.from?),
                Outcome::Undetermined => day.max(self.turn(l.requirement, facts, on, l.status)?),
            };
        }
        for _ in 0..ROUNDS {
            // when the last of them begins, another may have ended
            let mut first = day;
            for l in lines {
                let status = self.requirement_line(l.requirement, facts, first).status;
                if status.outcome() != Outcome::Yes {
                    first = self.turn(l.requirement, facts, first, status)?;
                }
            }
            if first == day {
                return Some(day);
            }
            day = first;
        }
        None
    }

    /// Foresees when each requirement may come out otherwise. To be called on a law that was built or changed.
    pub fn foresee(&mut self) {
        let of = |r: &Requirement| {
            let conditions = r.applies.iter().chain([&r.demands]);
            self.outlook(r.base.iter().map(AsRef::as_ref), r.span, conditions, Vec::new())
        };
        let outlooks: Vec<_> = self.requirements.values().map(of).collect();
        for (r, outlook) in self.requirements.values_mut().zip(outlooks) {
            r.outlook = outlook;
        }
    }

    /// When a rule on some provisions, with some conditions and on some readings besides theirs, may come out otherwise.
    pub(crate) fn outlook<'l>(
        &'l self,
        base: impl Iterator<Item = &'l str>,
        span: Span,
        conditions: impl Iterator<Item = &'l Condition>,
        mut readings: Vec<&'l Id>,
    ) -> Outlook {
        let mut by_calendar = false;
        let mut days: Vec<Date> = self.norm.starts.all().into_iter().copied().collect();
        days.extend(span.changes());
        days.extend(Span { since: None, until: self.norm.until }.changes());
        for id in base {
            let mut inner = Some(id);
            while let Some(id) = inner {
                days.extend(self.provisions.get(id).into_iter().flat_map(Provision::changes));
                inner = id.rsplit_once('.').map(|(outer, _)| outer);
            }
        }
        readings.extend(self.norm.starts.readings());
        readings.extend(self.norm.month_end.readings());
        readings.extend(self.norm.saturday.readings());
        readings.extend(self.assumed_text.iter().flat_map(Choice::readings));
        for c in conditions {
            c.each_reading(&mut |reading| readings.push(reading));
            c.each_comparison(&mut |c| {
                by_calendar |= c.turns_with_time(self);
                if let Operand::Parameter(id) = &c.operand {
                    let values = self.parameter(id).into_iter().flat_map(|p| &p.values);
                    days.extend(values.flat_map(|v| Span { since: Some(v.since), until: v.until }.changes()));
                }
            });
        }
        let rulings = readings.into_iter().filter_map(|r| self.reading(r)).flat_map(|r| &r.rulings);
        days.extend(rulings.map(|r| r.since));
        days.sort_unstable();
        days.dedup();
        Outlook { changes: days, by_calendar }
    }
}
