//! Requirements: what a driver, a vehicle or an operator must have, and whether a given one has it.

use std::borrow::Cow;

use jiff::civil::Date;

use crate::condition::{Condition, Evaluation, Findings, Outcome, words_of};
use crate::grounds::{Grounds, Trace};
use crate::law::{Day, Effect, Span};
use crate::provision::Status;
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
    /// Last day on which it stays met.
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
    /// Lines of a checklist as one answer; only those that `count` decide.
    #[must_use]
    pub fn of(mut lines: Vec<Line<'l>>, on: Date, count: impl Fn(&Line<'l>) -> bool) -> Self {
        lines.iter_mut().for_each(|l| l.decides = count(l));
        let deciding = || lines.iter().filter(|l| l.decides);
        let outcome = deciding().fold(Outcome::Yes, |all, l| all.and(l.status.outcome()));
        let until = if outcome == Outcome::Yes { deciding().filter_map(|l| l.until).min() } else { None };
        let from = if outcome == Outcome::No {
            let mut unmet = deciding().filter(|l| l.status == LineStatus::Failed);
            let first = unmet.try_fold(on, |first, l| l.from.map(|d| first.max(d)));
            // what is met today may end before that day comes
            first.filter(|first| deciding().all(|l| l.until.is_none_or(|until| until >= *first)))
        } else {
            None
        };
        Eligibility { outcome, lines, until, from }
    }

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
    /// Whether a requirement may concern somebody on a day: one that only time rules out concerns nobody.
    #[must_use]
    pub fn concerns_somebody(&self, r: &Requirement, on: Date) -> bool {
        let known = |a: &Condition| a.evaluate(self, &Facts::new(), on, &mut Trace::default()).outcome;
        r.applies.as_ref().is_none_or(|a| known(a) != Outcome::No)
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
        let mut lines = Vec::with_capacity(self.requirements.len());
        let mut trace = Trace::default();
        let mut day = self.day(on, &mut trace);
        for r in self.requirements.values() {
            if !subjects.contains(&r.subject.as_ref()) {
                continue;
            }
            if moment.is_some_and(|m| !r.moments.iter().any(|x| x.as_ref() == m || x.as_ref() == "sempre")) {
                continue;
            }
            lines.push(self.line(r, facts, on, &mut day, trace.clone()));
        }
        Eligibility::of(lines, on, |_| true)
    }

    /// One requirement for one subject on a date.
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
        // whom it concerns, where that turns with time
        let mut turning = None;
        if let Some(applies) = &r.applies {
            let e = applies.evaluate(self, facts, on, &mut trace);
            turning = Some(applies).filter(|_| self.turns_with_time(applies, &e, facts, on));
            match e.outcome {
                Outcome::Yes => {}
                Outcome::No => {
                    let turned = turning.and_then(|a| self.turning(r, Some(a), facts, on, false));
                    let until = turned.and_then(|d| d.yesterday().ok());
                    return Line { until, ..line(LineStatus::NotApplicable, e, trace) };
                }
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
        match e.outcome {
            Outcome::Yes => {
                let until = match turning {
                    Some(a) => self.turning(r, Some(a), facts, on, false).and_then(|d| d.yesterday().ok()),
                    None => self.met_until(r, self.lasts_until(demands, &e, facts, on), facts, on),
                };
                Line { until, ..line(LineStatus::Met, e, trace) }
            }
            Outcome::No => {
                let from = match turning {
                    Some(a) => self.turning(r, Some(a), facts, on, true),
                    None => self.met_from(r, self.begins_on(demands, &e, facts, on), facts, on).and_then(
                        |first| {
                            // when the last part begins, another may have ended
                            let then = r.demands.evaluate(self, facts, first, &mut Trace::default()).outcome;
                            if then == Outcome::Yes {
                                Some(first)
                            } else {
                                self.turning(r, None, facts, on, true)
                            }
                        },
                    ),
                };
                Line { from, ..line(LineStatus::Failed, e, trace) }
            }
            Outcome::Undetermined => line(LineStatus::Undetermined, e, trace),
        }
    }

    /// Whether whom a requirement concerns, as found on a day, turns by the calendar or by a change of facts already known.
    fn turns_with_time(&self, applies: &Condition, found: &Evaluation<'_>, facts: &Facts, on: Date) -> bool {
        let by_calendar = match found.outcome {
            Outcome::Yes => self.lasts_until(applies, found, facts, on),
            Outcome::No => self.begins_on(applies, found, facts, on),
            Outcome::Undetermined => return false,
        };
        by_calendar.is_some() || !facts.changes_after(on).is_empty()
    }

    /// The same as [`Condition::lasts_until`]. What was found of comparisons that must all hold has already looked their facts up.
    fn lasts_until(&self, c: &Condition, found: &Evaluation<'_>, facts: &Facts, on: Date) -> Option<Date> {
        if c.only_joins() {
            found.findings.iter().filter_map(|f| f.lasts_until(self)).min()
        } else {
            c.lasts_until(self, facts, on)
        }
    }

    /// The same as [`Condition::begins_on`], as cheaply.
    fn begins_on(&self, c: &Condition, found: &Evaluation<'_>, facts: &Facts, on: Date) -> Option<Date> {
        if c.only_joins() {
            let mut unmet = found.findings.iter().filter(|f| f.outcome != Outcome::Yes);
            unmet.try_fold(on, |first, f| Some(first.max(f.begins_on(self)?)))
        } else {
            c.begins_on(self, facts, on)
        }
    }

    /// The first day after a day on which a requirement that concerns only some is met, or fails, if nothing changes but the
    /// calendar and the facts whose change is already known: both whom it concerns and what it demands may turn with time.
    fn turning(
        &self,
        r: &Requirement,
        applies: Option<&Condition>,
        facts: &Facts,
        on: Date,
        met: bool,
    ) -> Option<Date> {
        /// What turns more often than this turns for ever, every season.
        const TURNS: usize = 16;
        let mut day = on;
        for _ in 0..TURNS {
            let turn = |c: &Condition| match c.evaluate(self, facts, day, &mut Trace::default()).outcome {
                Outcome::Yes => c.lasts_until(self, facts, day)?.tomorrow().ok(),
                Outcome::No => c.begins_on(self, facts, day),
                Outcome::Undetermined => None,
            };
            let known = facts.changes_after(day).first().copied();
            let next = [applies.and_then(turn), turn(&r.demands), known]
                .into_iter()
                .flatten()
                .filter(|d| *d > day)
                .min()?;
            let holds = |c: &Condition| c.evaluate(self, facts, next, &mut Trace::default()).outcome;
            let (concerned, demanded) = (applies.map_or(Outcome::Yes, holds), holds(&r.demands));
            let turned = if met {
                concerned == Outcome::No || demanded == Outcome::Yes
            } else {
                concerned == Outcome::Yes && demanded == Outcome::No
            };
            if turned {
                return Some(next);
            }
            day = next;
        }
        None
    }

    /// The last day on which a requirement met on a day, and by the calendar until another, stays met with every change of facts
    /// that is already known.
    fn met_until(&self, r: &Requirement, mut until: Option<Date>, facts: &Facts, on: Date) -> Option<Date> {
        for change in facts.changes_after(on) {
            if until.is_some_and(|u| u < change) {
                break;
            }
            if r.demands.evaluate(self, facts, change, &mut Trace::default()).outcome != Outcome::Yes {
                return change.yesterday().ok();
            }
            until = r.demands.lasts_until(self, facts, change);
        }
        until
    }

    /// The first day on which a requirement not met on a day, and by the calendar from another, will be met with every change of
    /// facts that is already known.
    fn met_from(&self, r: &Requirement, mut from: Option<Date>, facts: &Facts, on: Date) -> Option<Date> {
        for change in facts.changes_after(on) {
            if from.is_some_and(|f| f < change) {
                break;
            }
            from = if r.demands.evaluate(self, facts, change, &mut Trace::default()).outcome == Outcome::Yes {
                return Some(change);
            } else {
                r.demands.begins_on(self, facts, change)
            };
        }
        from
    }
}
