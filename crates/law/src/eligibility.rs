//! Requirements: what a driver, a vehicle or an operator must have, and whether a given one has it.

use jiff::civil::Date;

use crate::condition::{Condition, Evaluation, Finding, Outcome};
use crate::grounds::{Grounds, Trace};
use crate::law::{Span, Working};
use crate::{Facts, Id, Law};

/// A requirement of the law.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// Its name: `veiculo.idade`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
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

/// One line of the checklist.
#[derive(Clone, Debug)]
pub struct Line {
    /// The requirement.
    pub requirement: Id,
    /// Its status.
    pub status: LineStatus,
    /// The comparisons that made it.
    pub findings: Vec<Finding>,
    /// The reason in Portuguese.
    pub words: String,
    /// Facts or parameters that are missing.
    pub missing: Vec<Id>,
    /// Last day on which it stays met.
    pub until: Option<Date>,
    /// First day on which it will be met.
    pub from: Option<Date>,
    /// What it stands on.
    pub grounds: Grounds,
}

/// Whether a subject meets what the law demands of it.
#[derive(Clone, Debug)]
pub struct Eligibility {
    /// Yes, no, or undetermined.
    pub outcome: Outcome,
    /// One line for each requirement that binds the subject, in the order of the rulebook.
    pub lines: Vec<Line>,
    /// Last day on which the whole stays met.
    pub until: Option<Date>,
    /// First day on which the whole will be met, when only time is missing.
    pub from: Option<Date>,
    /// What the answer stands on.
    pub grounds: Grounds,
}

impl Eligibility {
    /// The lines with a status.
    pub fn with(&self, status: LineStatus) -> impl Iterator<Item = &Line> {
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
    ) -> Eligibility {
        let mut lines = Vec::new();
        for r in self.requirements.values() {
            if !subjects.contains(&r.subject.as_ref()) {
                continue;
            }
            if moment.is_some_and(|m| !r.moments.iter().any(|x| x.as_ref() == m || x.as_ref() == "sempre")) {
                continue;
            }
            lines.push(self.requirement_line(r, facts, on));
        }
        self.sum_up(lines, on)
    }

    /// Lines of a checklist as one answer.
    #[must_use]
    pub fn sum_up(&self, lines: Vec<Line>, on: Date) -> Eligibility {
        let mut outcome = Outcome::Yes;
        let mut grounds = Grounds::default();
        for l in &lines {
            outcome = outcome.and(match l.status {
                LineStatus::Met | LineStatus::NotApplicable | LineStatus::Off => Outcome::Yes,
                LineStatus::Failed => Outcome::No,
                LineStatus::Undetermined => Outcome::Undetermined,
            });
            if l.status != LineStatus::Off {
                grounds.extend(&l.grounds);
            }
        }
        let until = if outcome == Outcome::Yes { lines.iter().filter_map(|l| l.until).min() } else { None };
        let from = if outcome == Outcome::No {
            let mut unmet = lines.iter().filter(|l| l.status == LineStatus::Failed);
            unmet.try_fold(on, |first, l| l.from.map(|d| first.max(d)))
        } else {
            None
        };
        Eligibility { outcome, lines, until, from, grounds }
    }

    /// One requirement for one subject on a date.
    #[must_use]
    pub fn requirement_line(&self, r: &Requirement, facts: &Facts, on: Date) -> Line {
        let mut trace = Trace::default();
        let line = |status, words: String, e: Evaluation, trace: Trace| Line {
            requirement: r.id.clone(),
            status,
            missing: if status == LineStatus::Undetermined { e.missing() } else { Vec::new() },
            findings: e.findings,
            words,
            until: None,
            from: None,
            grounds: trace.grounds(),
        };
        let nothing = || Evaluation { outcome: Outcome::Undetermined, findings: Vec::new() };
        match self.working(&r.base, r.span, on, &mut trace) {
            Working::No(id, why) => {
                trace.cite(&[id]);
                return line(LineStatus::Off, why, nothing(), trace);
            }
            Working::TextAbsent(id) => {
                trace.cite(&[id]);
                let words = "a redação que vigorava nesta data não consta do texto compilado".to_string();
                return line(LineStatus::Undetermined, words, nothing(), trace);
            }
            Working::Yes => {}
        }
        trace.cite(&r.base);
        if let Some(applies) = &r.applies {
            let e = applies.evaluate(self, facts, on, &mut trace);
            match e.outcome {
                Outcome::Yes => {}
                Outcome::No => return line(LineStatus::NotApplicable, words_of(&e, Outcome::No), e, trace),
                Outcome::Undetermined => {
                    // A demand that is met anyway does not depend on whom it concerns.
                    let demand = r.demands.evaluate(self, facts, on, &mut trace);
                    if demand.outcome != Outcome::Yes {
                        return line(LineStatus::Undetermined, words_of(&e, Outcome::Undetermined), e, trace);
                    }
                }
            }
        }
        let e = r.demands.evaluate(self, facts, on, &mut trace);
        let (status, words) = match e.outcome {
            Outcome::Yes => (LineStatus::Met, words_of(&e, Outcome::Yes)),
            Outcome::No => (LineStatus::Failed, words_of(&e, Outcome::No)),
            Outcome::Undetermined => (LineStatus::Undetermined, words_of(&e, Outcome::Undetermined)),
        };
        let mut l = line(status, words, e, trace);
        match status {
            LineStatus::Met => l.until = self.met_until(r, facts, on),
            LineStatus::Failed => l.from = self.met_from(r, facts, on),
            _ => {}
        }
        l
    }
}

impl Law {
    /// The last day on which a requirement met on a day stays met, with every change of facts that is already known.
    fn met_until(&self, r: &Requirement, facts: &Facts, on: Date) -> Option<Date> {
        let mut until = r.demands.lasts_until(self, facts, on);
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

    /// The first day on which a requirement not met on a day will be met, with every change of facts that is already known.
    fn met_from(&self, r: &Requirement, facts: &Facts, on: Date) -> Option<Date> {
        let mut from = r.demands.begins_on(self, facts, on);
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

/// The findings that made an outcome, in words, each once.
fn words_of(e: &Evaluation, outcome: Outcome) -> String {
    let mut words: Vec<&str> = Vec::new();
    for f in &e.findings {
        if f.outcome == outcome && !words.contains(&f.words.as_str()) {
            words.push(&f.words);
        }
    }
    words.join("; ")
}
