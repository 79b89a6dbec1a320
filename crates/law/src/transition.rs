//! The life of a title: from which state an event leads to which, under what conditions, and until when the new state lasts.

use brasil::term::Term;
use jiff::civil::Date;

use crate::condition::{Evaluation, Outcome};
use crate::grounds::{Grounds, Trace};
use crate::law::{Span, Working};
use crate::named_day::YearDay;
use crate::title::Title;
use crate::value::date_pt;
use crate::{Choice, Condition, Facts, Id, Law};

/// A step in the life of a title.
#[derive(Clone, Debug)]
pub struct Transition {
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// States it leaves.
    pub from: Vec<Id>,
    /// The event that moves it.
    pub event: Id,
    /// The state it enters.
    pub to: Choice<Id>,
    /// What it takes.
    pub demands: Option<Condition>,
    /// How long the new state lasts; no end, when none.
    pub lasts: Option<Choice<Lasting>>,
    /// From which day that is counted.
    pub counts_from: Choice<CountsFrom>,
    /// What else follows, by name: `vaga_a_lista`.
    pub effects: Vec<Id>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// How long a state lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    /// A term.
    For(Term),
    /// Until the last day of the year.
    YearEnd,
    /// Until the nth business day of a month of the year: `(month, n)`.
    BusinessDayOf(i8, u32),
    /// Until a day of the year.
    DayOfYear(YearDay),
    /// Without end.
    Unlimited,
}

/// From which day a state is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountsFrom {
    /// The day of the event.
    Event,
    /// The last day of a deadline that runs from a landmark of the norm.
    Deadline(Id),
    /// The day that a fact tells.
    Fact(Id),
}

/// What an event does to a title.
#[derive(Clone, Debug)]
pub struct Step {
    /// Whether it moves.
    pub outcome: Outcome,
    /// The new state, when it does.
    pub state: Option<Id>,
    /// Last day of the new state, when it has one.
    pub until: Option<Date>,
    /// What else follows.
    pub effects: Vec<Id>,
    /// Facts that are missing.
    pub missing: Vec<Id>,
    /// In Portuguese.
    pub words: String,
    /// What it stands on.
    pub grounds: Grounds,
}

impl Title {
    /// Every state that a transition leaves or enters.
    pub fn states(&self) -> impl Iterator<Item = &Id> {
        self.transitions.iter().flat_map(|t| t.from.iter().chain(t.to.all()))
    }
}

impl Law {
    /// What an event does to a title in a state. Of several steps on one event, the first whose conditions hold is taken; one whose
    /// state would end before it begins is not.
    #[must_use]
    pub fn step(&self, title: &Title, state: &str, event: &str, facts: &Facts, on: Date) -> Step {
        let mut trace = Trace::default();
        let mut answer = Step {
            outcome: Outcome::No,
            state: None,
            until: None,
            effects: Vec::new(),
            missing: Vec::new(),
            words: format!("não há passo de “{state}” por “{event}”"),
            grounds: Grounds::default(),
        };
        let mut refused: Vec<String> = Vec::new();
        for t in &title.transitions {
            if t.event.as_ref() != event || !t.from.iter().any(|f| f.as_ref() == state) {
                continue;
            }
            if let Working::No(id, why) = self.working(&t.base, t.span, on, &mut trace) {
                trace.cite(&[id]);
                refused.push(why);
                continue;
            }
            let evaluation = t.demands.as_ref().map(|d| d.evaluate(self, facts, on, &mut trace));
            match evaluation.as_ref().map_or(Outcome::Yes, |e| e.outcome) {
                Outcome::Yes => {
                    trace.cite(&t.base);
                    if let Some(CountsFrom::Fact(id)) = t.counts_from.on(self, on, &mut trace)
                        && self.told_day(id, facts, on).is_none()
                    {
                        answer.outcome = Outcome::Undetermined;
                        answer.missing.push(id.clone());
                        let label = self.fact(id).map_or_else(|| id.to_string(), |f| f.label.clone());
                        refused.push(format!("{}: falta informar: {label}", t.says));
                        break;
                    }
                    let (from, until) = self.lasting(t, facts, on, &mut trace).unzip();
                    let (from, until) = (from.map(|d| d.max(on)), until.flatten());
                    // what had passed when the state would begin leaves it no day
                    if let (Some(from), Some(until)) = (from, until)
                        && until < from
                    {
                        refused.push(format!(
                            "{}: acabaria em {}, antes de começar, em {}",
                            t.says,
                            date_pt(until),
                            date_pt(from)
                        ));
                        continue;
                    }
                    answer.outcome = Outcome::Yes;
                    answer.state = t.to.on(self, on, &mut trace).cloned();
                    answer.until = until;
                    answer.effects.clone_from(&t.effects);
                    answer.missing.clear();
                    answer.words = match answer.until {
                        Some(d) => format!("{}; até {}", t.says, date_pt(d)),
                        None => t.says.clone(),
                    };
                    answer.grounds = trace.grounds();
                    return answer;
                }
                Outcome::No => {
                    trace.cite(&t.base);
                    refused.push(self.step_words(&t.says, evaluation.as_ref(), Outcome::No));
                }
                Outcome::Undetermined => {
                    trace.cite(&t.base);
                    answer.outcome = Outcome::Undetermined;
                    for m in evaluation.as_ref().map(Evaluation::missing).unwrap_or_default() {
                        if !answer.missing.contains(&m) {
                            answer.missing.push(m);
                        }
                    }
                    refused.push(self.step_words(&t.says, evaluation.as_ref(), Outcome::Undetermined));
                    // a later step would only be taken if this one were refused
                    break;
                }
            }
        }
        if !refused.is_empty() {
            answer.words = refused.join("; ");
        }
        answer.grounds = trace.grounds();
        answer
    }

    fn step_words(&self, says: &str, e: Option<&Evaluation<'_>>, outcome: Outcome) -> String {
        let found = e.iter().flat_map(|e| &e.findings).filter(|f| f.outcome == outcome);
        let found: Vec<String> = found.map(|f| f.words(self)).collect();
        format!("{says}: {}", found.join("; "))
    }

    /// The day from which the new state is counted and its last one, when it has one.
    fn lasting(
        &self,
        t: &Transition,
        facts: &Facts,
        on: Date,
        trace: &mut Trace,
    ) -> Option<(Date, Option<Date>)> {
        let lasting = *t.lasts.as_ref()?.on(self, on, trace)?;
        let from = match t.counts_from.on(self, on, trace)? {
            CountsFrom::Event => on,
            CountsFrom::Fact(id) => self.told_day(id, facts, on)?,
            CountsFrom::Deadline(id) => {
                let due = self.due_from_landmark(self.deadlines.get(id)?)?;
                trace.stand_on(&due.grounds);
                due.due.date
            }
        };
        let until = match lasting {
            Lasting::For(term) => self.forward(from, term, trace),
            Lasting::YearEnd => Date::new(from.year(), 12, 31).ok(),
            Lasting::BusinessDayOf(month, n) => {
                self.calendar(on, trace).nth_business_day_of_month(from.year(), month, n)
            }
            Lasting::DayOfYear(day) => day.from(from),
            Lasting::Unlimited => None,
        };
        Some((from, until))
    }
}
