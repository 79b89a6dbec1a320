//! Processes: the stages of a case, who acts in each, by when, and what silence means. Also how people are served and who may
//! do what.

use brasil::term::Term;
use jiff::civil::Date;

use crate::deadline::Deadline;
use crate::grounds::{Grounds, Trace};
use crate::law::Span;
use crate::{Choice, Condition, Facts, Id, Law, Outcome};

/// A process of the law.
#[derive(Clone, Debug)]
pub struct Process {
    /// Its name: `auto_de_infracao`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Its stages, in order.
    pub stages: Vec<Stage>,
    /// The time in which it must end.
    pub cap: Option<crate::pace::Cap>,
    /// Events that only count up to the day of another.
    pub preclusions: Vec<crate::pace::Preclusion>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

impl Process {
    /// Every event the process knows.
    #[must_use]
    pub fn events(&self) -> Vec<&Id> {
        let stages = self.stages.iter();
        let stages =
            stages.flat_map(|s| s.after.all().into_iter().flatten().chain(&s.awaits).chain(&s.silence));
        let cap = self.cap.iter().flat_map(|c| c.from.all());
        stages.chain(cap).chain(self.preclusions.iter().flat_map(|p| [&p.event, &p.with])).collect()
    }
}

/// A stage: it begins with an event and waits for one.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Its name: `defesa`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Who acts: `fiscal`, `autuado`, `autoridade`, `jarit`, `orgao`.
    pub who: Choice<Id>,
    /// When there is such a stage.
    pub when: Option<Condition>,
    /// Events of which any one begins it.
    pub after: Choice<Vec<Id>>,
    /// Whether it begins again with each of those events: thirty days more from the latest renewal, not from the first.
    pub renews: bool,
    /// Events of which any one ends it.
    pub awaits: Vec<Id>,
    /// The deadline for the person, when there is one.
    pub deadline: Choice<Option<Id>>,
    /// How long the authority may take before it is warned.
    pub alert: Choice<Option<Term>>,
    /// The event that the lapse of the deadline stands for.
    pub silence: Option<Id>,
    /// Whether that event is dated on the last day itself, so that what follows runs from it; on the day after, otherwise.
    pub silence_on_due: bool,
    /// Penalties whose effects the stage holds back.
    pub suspends: Choice<Vec<Id>>,
    /// Whether the stage exists, which may hang on a reading.
    pub exists: Choice<bool>,
}

impl Stage {
    /// The day on which it begins by some of the events that are known: the last of them where each renews it, else the first.
    fn begun(&self, by: &[Id], known: &[Event]) -> Option<Date> {
        let days = known.iter().filter(|e| by.contains(&e.id)).map(|e| e.on);
        if self.renews { days.max() } else { days.min() }
    }

    /// The day on which silence counts, given the last day of the deadline.
    fn lapse(&self, due: Date) -> Date {
        if self.silence_on_due { due } else { due.tomorrow().unwrap_or(due) }
    }
}

/// Something that happened in a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name: `ciencia`.
    pub id: Id,
    /// The day.
    pub on: Date,
}

/// What a case does next.
#[derive(Clone, Debug)]
pub struct NextStep {
    /// The stage reached; none when the process has ended.
    pub stage: Option<Id>,
    /// Who acts.
    pub who: Option<Id>,
    /// Since when.
    pub since: Option<Date>,
    /// Last day for who acts, or the day of the warning.
    pub due: Option<Date>,
    /// How the last day was counted.
    pub counted: Option<String>,
    /// Whether that day has passed.
    pub overdue: bool,
    /// Events that silence stood for, with their day.
    pub lapsed: Vec<Event>,
    /// Lapses told of a day on which the deadline had not run out: they do not count.
    pub premature: Vec<Event>,
    /// Whether the penalty's effects are held back at this point.
    pub suspended: bool,
    /// The provision out of force that keeps the case from moving, and why in Portuguese.
    pub off: Option<(Id, String)>,
    /// What it stands on.
    pub grounds: Grounds,
}

/// A way of serving a person.
#[derive(Clone, Debug)]
pub struct ServiceMode {
    /// Its name: `pessoal`, `postal_ar`, `edital`, `recusa`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// From which day the person knows: `entrega`, `assinatura_ar`, `publicacao`, `lavratura`.
    pub counts_from: String,
    /// Whether it only serves after other attempts failed or the whereabouts are unknown.
    pub last_resort: bool,
    /// Whether the appeal's clock runs from it.
    pub starts_appeal: Choice<bool>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// Who may do an act.
#[derive(Clone, Debug)]
pub struct Competence {
    /// The act: `julgar_defesa`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// The office: `autoridade`, `jarit`, `fiscal`, `orgao`; the one of the default, where a reading decides.
    pub who: Id,
    /// The office by reading.
    pub who_by: Option<Choice<Id>>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

impl Law {
    /// Where a case stands on a day, given its events and the penalty at stake.
    #[must_use]
    pub fn next_step(
        &self,
        process: &Process,
        events: &[Event],
        penalty: Option<&str>,
        on: Date,
    ) -> NextStep {
        self.next_step_with(process, events, penalty, &Facts::new(), on)
    }

    /// The same with the facts that tell which stages there are.
    #[must_use]
    pub fn next_step_with(
        &self,
        process: &Process,
        events: &[Event],
        penalty: Option<&str>,
        facts: &Facts,
        on: Date,
    ) -> NextStep {
        let mut trace = Trace::default();
        trace.cite(&process.base);
        let process_off = self.out_of_force(&process.base, process.span, on, &mut trace);
        let (events, _) = self.timely(process, events, &mut trace);
        let mut known: Vec<Event> = events.iter().filter(|e| e.on <= on).cloned().collect();
        let mut lapsed = Vec::new();
        let mut premature = Vec::new();
        let earliest = |known: &[Event], names: &[Id]| {
            known.iter().filter(|e| names.contains(&e.id)).map(|e| e.on).min()
        };
        for stage in &process.stages {
            let mut read = Trace::default();
            let Some(after) = stage.after.on(self, on, &mut read) else { continue };
            let since = stage.begun(after, &known);
            // a stage that begins otherwise under another reading is told with it, even when the case has left it behind
            if !stage.after.every(&|names| stage.begun(names, &known) == since) {
                trace.read_as(read.noted());
            }
            let Some(since) = since else { continue };
            if !self.stage_exists(stage, facts, on, &mut trace) {
                continue;
            }
            let mut chosen = Trace::default();
            let rule = self.stage_deadline(stage, since, &mut chosen);
            read.read_as(chosen.noted());
            let mut off = process_off
                .clone()
                .or_else(|| self.out_of_force(&stage.base, Span::default(), on, &mut read))
                .or_else(|| rule.and_then(|d| self.deadline_off(d, since, &mut read)))
                .or_else(|| rule.and_then(|d| self.out_of_force(&d.base, Span::default(), on, &mut read)));
            // a deadline that ran out while it was in force ran out
            let due = rule.and_then(|d| self.due(d, since));
            if process_off.is_none()
                && due.as_ref().is_some_and(|d| self.ran_out(rule, stage, d.due.date, on))
            {
                off = None;
            }
            // what silence would do hangs on the deadline, even where this reading gives none
            if stage.silence.is_some() {
                trace.read_as(chosen.noted());
            }
            if let (Some(due), Some(silence)) = (&due, &stage.silence) {
                // in time or late: so it is by the readings that made the last day
                if on > due.due.date || earliest(&known, &stage.awaits).is_some() {
                    trace.read_as(&due.grounds);
                }
                // where nothing came in time, what comes later does not stop the silence, and counts only for another stage: one
                // that the silence leads to, or one with time of its own; and nothing has lapsed while there is time left
                let lapse = stage.lapse(due.due.date);
                let elsewhere = |is: &dyn Fn(&Stage) -> bool| {
                    let mut rest = process.stages.iter().filter(|s| s.id != stage.id && is(s));
                    rest.any(|s| self.stage_exists(s, facts, on, &mut Trace::default()))
                };
                let told = known.clone();
                let answered = told
                    .iter()
                    .any(|e| stage.awaits.contains(&e.id) && e.id != *silence && e.on <= due.due.date);
                known.retain(|e| {
                    if !stage.awaits.contains(&e.id) {
                        return true;
                    }
                    if e.id == *silence {
                        let early = e.on < lapse && !elsewhere(&|s| s.silence.as_ref() == Some(silence));
                        if early {
                            premature.push(e.clone());
                        }
                        return !early;
                    }
                    let takes = |s: &Stage| {
                        s.silence.as_ref() == Some(&e.id)
                            || s.awaits.contains(&e.id)
                                && (self.follows(process, silence, s, on)
                                    || self.stage_end(s, &told, on).is_some_and(|last| e.on <= last))
                    };
                    answered || elsewhere(&takes)
                });
            }
            if earliest(&known, &stage.awaits).is_some() {
                continue;
            }
            trace.read_as(read.noted());
            if off.is_some() {
                trace.cite(&stage.base);
                trace.cite(&off.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>());
                return NextStep {
                    stage: Some(stage.id.clone()),
                    who: None,
                    since: Some(since),
                    due: None,
                    counted: None,
                    overdue: false,
                    lapsed,
                    premature,
                    suspended: false,
                    off,
                    grounds: trace.grounds(),
                };
            }
            if let (Some(due), Some(silence)) = (&due, &stage.silence)
                && on > due.due.date
            {
                let event = Event { id: silence.clone(), on: stage.lapse(due.due.date) };
                known.push(event.clone());
                lapsed.push(event);
                trace.cite(&stage.base);
                continue;
            }
            trace.cite(&stage.base);
            let suspends = stage.suspends.on(self, since, &mut trace);
            let suspended = penalty.is_some_and(|p| {
                suspends.is_some_and(|list| list.iter().any(|s| s.as_ref() == p || s.as_ref() == "qualquer"))
            });
            let (due_on, counted) = if let Some(d) = due {
                let counted = d.words();
                trace.stand_on(&d.grounds);
                (Some(d.due.date), Some(counted))
            } else {
                let alert = stage.alert.on(self, since, &mut trace).copied().flatten();
                (alert.and_then(|t| self.forward(since, t, &mut Trace::default())), None)
            };
            return NextStep {
                stage: Some(stage.id.clone()),
                who: stage.who.on(self, on, &mut trace).cloned(),
                since: Some(since),
                due: due_on,
                counted,
                overdue: due_on.is_some_and(|d| on > d),
                lapsed,
                premature,
                suspended,
                off: None,
                grounds: trace.grounds(),
            };
        }
        NextStep {
            stage: None,
            who: None,
            since: None,
            due: None,
            counted: None,
            overdue: false,
            lapsed,
            premature,
            suspended: false,
            off: None,
            grounds: trace.grounds(),
        }
    }

    /// Whether an event leads to a stage, at once or through others.
    fn follows(&self, process: &Process, event: &Id, stage: &Stage, on: Date) -> bool {
        let begins = |s: &Stage, by: &[Id]| {
            let after = s.after.on(self, on, &mut Trace::default());
            after.is_some_and(|names| names.iter().any(|n| by.contains(n)))
        };
        let mut reached = vec![event.clone()];
        let mut seen: Vec<&Id> = Vec::new();
        while let Some(next) = process.stages.iter().find(|s| !seen.contains(&&s.id) && begins(s, &reached)) {
            seen.push(&next.id);
            reached.extend(next.awaits.iter().chain(&next.silence).cloned());
        }
        seen.contains(&&stage.id)
    }

    /// The last day of a stage that has begun by some events.
    fn stage_end(&self, stage: &Stage, known: &[Event], on: Date) -> Option<Date> {
        let trace = &mut Trace::default();
        let since = stage.begun(stage.after.on(self, on, trace)?, known)?;
        Some(self.due(self.stage_deadline(stage, since, trace)?, since)?.due.date)
    }

    /// The deadline of a stage that began on a day.
    pub fn stage_deadline(&self, stage: &Stage, since: Date, trace: &mut Trace) -> Option<&Deadline> {
        self.deadlines.get(stage.deadline.on(self, since, trace)?.as_ref()?)
    }

    /// Whether a stage is one of this case: not one that a reading leaves out, nor one that its facts do.
    pub(crate) fn stage_exists(&self, stage: &Stage, facts: &Facts, on: Date, trace: &mut Trace) -> bool {
        stage.exists.on(self, on, trace).copied().unwrap_or(true)
            && stage.when.as_ref().is_none_or(|w| w.evaluate(self, facts, on, trace).outcome != Outcome::No)
    }

    /// Whether the deadline of a stage ran out while everything it stands on was in force.
    fn ran_out(&self, rule: Option<&Deadline>, stage: &Stage, last: Date, on: Date) -> bool {
        let works =
            |base: &[Id]| self.out_of_force(base, Span::default(), last, &mut Trace::default()).is_none();
        on > last && works(&stage.base) && rule.is_some_and(|r| works(&r.base))
    }

    /// The events told that cannot have come when they are told, each with one that comes before it by the stages of the
    /// process and is told as later. An event that several stages await needs only one of them to have begun.
    #[must_use]
    pub fn out_of_order(&self, process: &Process, events: &[Event], on: Date) -> Vec<(Event, Event)> {
        let mut trace = Trace::default();
        let first =
            |names: &[Id]| events.iter().filter(|e| names.contains(&e.id)).min_by_key(|e| e.on).cloned();
        // what opens the process: events that begin a stage and that no stage awaits
        let awaited =
            |id: &Id| process.stages.iter().any(|s| s.awaits.contains(id) || s.silence.as_ref() == Some(id));
        let mut openers: Vec<Id> = Vec::new();
        for stage in &process.stages {
            let begins = stage.after.on(self, on, &mut trace).into_iter().flatten();
            openers.extend(begins.filter(|id| !awaited(id)).cloned());
        }
        let opening = first(&openers);
        let mut wrong = Vec::new();
        for e in events.iter().filter(|e| !openers.contains(&e.id)) {
            if let Some(opening) = opening.as_ref().filter(|o| e.on < o.on) {
                wrong.push((e.clone(), opening.clone()));
                continue;
            }
            let mut begun = false;
            let mut later: Option<Event> = None;
            for stage in process.stages.iter().filter(|s| s.awaits.contains(&e.id)) {
                let Some(begins) = stage.after.on(self, on, &mut trace) else { continue };
                match first(begins) {
                    Some(start) if start.on > e.on => later = later.or(Some(start)),
                    _ => begun = true,
                }
            }
            if let Some(later) = later.filter(|_| !begun) {
                wrong.push((e.clone(), later));
            }
        }
        wrong
    }

    /// Whether a way of serving may be used, given what was tried. The error says why not, in Portuguese.
    ///
    /// # Errors
    /// A last resort without a failed attempt or unknown whereabouts.
    pub fn may_serve(
        &self,
        mode: &ServiceMode,
        failed_attempts: usize,
        whereabouts_unknown: bool,
    ) -> Result<(), String> {
        if mode.last_resort && failed_attempts == 0 && !whereabouts_unknown {
            return Err(format!(
                "{} só cabe quando as tentativas anteriores falharam ou o lugar é ignorado",
                mode.says
            ));
        }
        Ok(())
    }
}
