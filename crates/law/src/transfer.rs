//! Transfers: how a title, or a place in it, passes to another: by death, disability, sale, swap or loan.

use brasil::term::Term;
use jiff::civil::Date;

use crate::condition::Outcome;
use crate::grounds::{Grounds, Trace};
use crate::law::{Span, Working};
use crate::value::date_pt;
use crate::{Choice, Condition, Facts, Id, Law};

mod days;

/// A transfer of the law.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// Its name: `morte`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Whether it is allowed at all.
    pub holds: Choice<bool>,
    /// Who may receive, in order of preference; empty when anyone who meets the demands may.
    pub receivers: Vec<Receiver>,
    /// How one of several claimants is chosen.
    pub order: Choice<Order>,
    /// What it demands.
    pub demands: Vec<Demand>,
    /// Times that must have passed.
    pub waits: Vec<Wait>,
    /// Within what time it must be asked.
    pub ask_within: Option<AskWithin>,
    /// The deadline, run from the request, before which it has no effect.
    pub notice: Option<Id>,
    /// Documents that may be shown after the request.
    pub late: Vec<LateDocument>,
    /// Whether both sides must ask together.
    pub joint: bool,
    /// Locks that it starts.
    pub locks: Vec<Lock>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// Who may receive.
#[derive(Clone, Debug)]
pub struct Receiver {
    /// The quality: `conjuge`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Whether that quality may receive.
    pub admitted: Choice<bool>,
}

/// How one of several claimants is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first of the list; among several of one quality, whom the others name in writing.
    Preference,
    /// Whom all of them name in writing.
    Agreement,
}

/// Something a transfer demands.
#[derive(Clone, Debug)]
pub struct Demand {
    /// Its name.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// What must hold.
    pub condition: Condition,
}

/// A time that must have passed.
#[derive(Clone, Debug)]
pub struct Wait {
    /// Its name.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// The fact that holds the date it runs from. A wait from an event that never was does not bind, unless it is `needed`.
    pub from: Choice<Id>,
    /// How long.
    pub lasts: Choice<Term>,
    /// Whether the fact must be known: years of activity, against years since a transfer that may never have been.
    pub needed: bool,
    /// When the wait binds.
    pub when: Option<Condition>,
    /// Whether the day on which it completes is already free.
    pub free_on_day: Choice<bool>,
}

/// Within what time a transfer must be asked.
#[derive(Clone, Debug)]
pub struct AskWithin {
    /// The fact that holds the date it runs from.
    pub from: Choice<Id>,
    /// The deadline; none when a reading gives no limit.
    pub deadline: Choice<Option<Id>>,
}

/// A document that may be shown after the request.
#[derive(Clone, Debug)]
pub struct LateDocument {
    /// The fact that holds the date on which it was shown.
    pub shown: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// The deadline, run from the request.
    pub deadline: Id,
    /// What showing it late does.
    pub effect: Choice<LateEffect>,
}

/// What a document shown late does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LateEffect {
    /// The transfer is denied.
    Deny,
    /// The person is warned and may cure it.
    Cure,
}

/// A lock that a transfer starts on the day of its effect.
#[derive(Clone, Debug)]
pub struct Lock {
    /// Its name.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese: what it bars.
    pub says: String,
    /// Whom it binds: `vendedor`, `alvara`.
    pub binds: Id,
    /// How long.
    pub lasts: Choice<Term>,
    /// Whether it is started, which may hang on a reading.
    pub holds: Choice<bool>,
    /// Whether the day on which it completes is already free.
    pub free_on_day: Choice<bool>,
}

/// The question.
#[derive(Clone, Debug, Default)]
pub struct TransferQuestion {
    /// The day the request was filed, when it was.
    pub asked: Option<Date>,
    /// The qualities of those who claim, each as often as it claims.
    pub claimants: Vec<Id>,
    /// The one they agreed on in writing.
    pub agreed: Option<Id>,
    /// Whether both sides asked.
    pub joint: Option<bool>,
}

/// A lock running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockRun {
    /// Its name.
    pub id: Id,
    /// Whom it binds.
    pub binds: Id,
    /// The last day it bars.
    pub until: Date,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct TransferAnswer {
    /// Whether it may be done on the day.
    pub outcome: Outcome,
    /// Who receives.
    pub receiver: Option<Id>,
    /// What is missing: demands, facts, documents.
    pub missing: Vec<Id>,
    /// What refuses it.
    pub failing: Vec<Id>,
    /// Of a transfer that is refused, the first later day on which it may be done; of another, the day since which time allows it.
    pub possible_from: Option<Date>,
    /// Last day for the request.
    pub ask_until: Option<Date>,
    /// Last day for a document shown late.
    pub document_until: Option<Date>,
    /// Locks it starts.
    pub locks: Vec<LockRun>,
    /// In Portuguese.
    pub words: String,
    /// What it stands on.
    pub grounds: Grounds,
}

impl Transfer {
    /// Calls a function on each list of provisions it stands on.
    pub fn each_base(&self, see: &mut dyn FnMut(&[Id])) {
        see(&self.base);
        self.receivers.iter().for_each(|x| see(&x.base));
        self.demands.iter().for_each(|x| see(&x.base));
        self.waits.iter().for_each(|x| see(&x.base));
        self.late.iter().for_each(|x| see(&x.base));
        self.locks.iter().for_each(|x| see(&x.base));
    }

    /// The dates it reads as facts.
    pub fn dates(&self) -> Vec<&Id> {
        let mut out: Vec<&Id> = self.waits.iter().flat_map(|w| w.from.all()).collect();
        out.extend(self.ask_within.iter().flat_map(|a| a.from.all()));
        out.extend(self.late.iter().map(|l| &l.shown));
        out
    }

    /// The conditions it reads.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.demands.iter().map(|d| &d.condition).chain(self.waits.iter().filter_map(|w| w.when.as_ref()))
    }

    /// The deadlines it names.
    pub fn deadlines(&self) -> Vec<&Id> {
        let mut out: Vec<&Id> = self.late.iter().map(|l| &l.deadline).chain(&self.notice).collect();
        out.extend(self.ask_within.iter().flat_map(|a| a.deadline.all()).flatten());
        out
    }
}

/// What was found, on the way to an answer.
struct Finding {
    answer: TransferAnswer,
    reasons: Vec<String>,
    trace: Trace,
    /// Whether its provisions work on the day.
    works: bool,
}

impl Finding {
    fn refuse(&mut self, id: &str, why: String) {
        self.answer.outcome = self.answer.outcome.and(Outcome::No);
        self.answer.failing.push(id.into());
        self.reasons.push(why);
    }

    fn lack(&mut self, id: &str, why: String) {
        self.answer.outcome = self.answer.outcome.and(Outcome::Undetermined);
        if !self.answer.missing.iter().any(|m| m.as_ref() == id) {
            self.answer.missing.push(id.into());
        }
        self.reasons.push(why);
    }

    fn not_before(&mut self, day: Date) {
        self.answer.possible_from = self.answer.possible_from.max(Some(day));
    }
}

impl Law {
    /// Whether a transfer may be done on a day, who receives, what is missing and what it starts.
    #[must_use]
    pub fn transfer(&self, t: &Transfer, q: &TransferQuestion, facts: &Facts, on: Date) -> TransferAnswer {
        let mut f = self.transfer_on(t, q, facts, on);
        if f.answer.outcome == Outcome::No {
            f.answer.possible_from = self.transfer_from(t, q, facts, on, &mut f.trace);
        } else if f.works {
            self.lock(t, on, &mut f);
        }
        let mut answer = f.answer;
        answer.words = if f.reasons.is_empty() { t.says.clone() } else { f.reasons.join("; ") };
        answer.grounds = f.trace.grounds();
        answer
    }

    /// Whether it may be done on the day, without what follows on later ones.
    fn transfer_on(&self, t: &Transfer, q: &TransferQuestion, facts: &Facts, on: Date) -> Finding {
        let mut f = Finding {
            answer: TransferAnswer {
                outcome: Outcome::Yes,
                receiver: None,
                missing: Vec::new(),
                failing: Vec::new(),
                possible_from: None,
                ask_until: None,
                document_until: None,
                locks: Vec::new(),
                words: String::new(),
                grounds: Grounds::default(),
            },
            reasons: Vec::new(),
            trace: Trace::default(),
            works: false,
        };
        match self.working(&t.base, t.span, on, &mut f.trace) {
            Working::No(id, why) => {
                f.trace.cite(std::slice::from_ref(&id));
                f.refuse(&id, why);
            }
            Working::TextAbsent(id) => {
                f.lack(&id, "o texto que vigorava nesse dia não está em nossas mãos".into());
            }
            Working::Yes if !t.holds.on(self, on, &mut f.trace).copied().unwrap_or(true) => {
                f.trace.cite(&t.base);
                f.refuse(&t.id, "esta transferência não se admite".into());
            }
            Working::Yes => {
                f.works = true;
                f.trace.cite(&t.base);
                self.choose(t, q, on, &mut f);
                self.weigh(t, q, facts, on, &mut f);
                self.wait(t, q, facts, on, &mut f);
                self.documents(t, q, facts, on, &mut f);
            }
        }
        f
    }

    /// Who receives.
    fn choose(&self, t: &Transfer, q: &TransferQuestion, on: Date, f: &mut Finding) {
        if t.receivers.is_empty() || q.claimants.is_empty() {
            return;
        }
        let mut admitted: Vec<&Receiver> = Vec::new();
        // an agreement names one of those who asked; it makes nobody a claimant
        for r in t.receivers.iter().filter(|r| q.claimants.contains(&r.id)) {
            if r.admitted.on(self, on, &mut f.trace).copied().unwrap_or(true) {
                admitted.push(r);
            }
        }
        if admitted.is_empty() {
            let names: Vec<&str> = t.receivers.iter().map(|r| r.says.as_str()).collect();
            f.refuse("recebe", format!("quem pede não está entre os que recebem: {}", names.join(", ")));
            return;
        }
        let count = |id: &Id| q.claimants.iter().filter(|c| *c == id).count();
        let agreed = q.agreed.as_ref().and_then(|a| admitted.iter().find(|r| r.id == *a));
        let several = admitted.iter().map(|r| count(&r.id)).sum::<usize>() > 1;
        let order = if several { t.order.on(self, on, &mut f.trace).copied() } else { None };
        let chosen = match order {
            Some(Order::Agreement) => agreed.copied(),
            _ => {
                let first = admitted.first().copied();
                let tied = first.is_some_and(|r| count(&r.id) > 1);
                if tied { agreed.copied().filter(|a| first.is_some_and(|r| r.id == a.id)) } else { first }
            }
        };
        match chosen {
            Some(r) => {
                f.trace.cite(&r.base);
                f.answer.receiver = Some(r.id.clone());
            }
            None => f.lack("acordo", "há mais de um pretendente: falta que indiquem um, por escrito".into()),
        }
    }

    /// What it demands.
    fn weigh(&self, t: &Transfer, q: &TransferQuestion, facts: &Facts, on: Date, f: &mut Finding) {
        if t.joint && q.joint != Some(true) {
            let why = "os dois lados precisam pedir".to_string();
            if q.joint == Some(false) { f.refuse("conjunta", why) } else { f.lack("conjunta", why) }
        }
        for d in &t.demands {
            let e = d.condition.evaluate(self, facts, on, &mut f.trace);
            if e.outcome != Outcome::Yes {
                f.trace.cite(&d.base);
            }
            match e.outcome {
                Outcome::Yes => {}
                Outcome::No => f.refuse(&d.id, d.says.clone()),
                Outcome::Undetermined => {
                    let names = e.missing();
                    for name in &names {
                        f.lack(name, d.says.clone());
                    }
                    if names.is_empty() {
                        f.lack(&d.id, d.says.clone());
                    }
                }
            }
        }
    }

    /// Times that must have passed, the request's window, the notice.
    fn wait(&self, t: &Transfer, q: &TransferQuestion, facts: &Facts, on: Date, f: &mut Finding) {
        let date = |id: &Id| self.told_day(id, facts, on);
        for w in &t.waits {
            let Some(from) = w.from.on(self, on, &mut f.trace).cloned() else { continue };
            let Some(start) = date(&from) else {
                if w.needed {
                    f.trace.cite(&w.base);
                    f.lack(&from, w.says.clone());
                }
                continue;
            };
            if let Some(when) = &w.when {
                match when.evaluate(self, facts, on, &mut f.trace).outcome {
                    Outcome::Yes => {}
                    Outcome::No => continue,
                    Outcome::Undetermined => {
                        f.lack(&w.id, w.says.clone());
                        continue;
                    }
                }
            }
            let Some(first) = self.free_from(w, start, on, &mut f.trace) else { continue };
            f.trace.cite(&w.base);
            f.not_before(first);
            if on < first {
                f.refuse(&w.id, format!("{}: não antes de {}", w.says, date_pt(first)));
            }
        }
        if let Some(window) = &t.ask_within
            && let Some(Some(deadline)) = window.deadline.on(self, on, &mut f.trace).cloned()
            && let Some(rule) = self.deadlines.get(&deadline)
            && let Some(from) = window.from.on(self, on, &mut f.trace).cloned()
        {
            match date(&from).and_then(|d| self.due(rule, d)) {
                None => f.lack(&from, format!("falta a data de que corre o prazo do pedido ({from})")),
                Some(due) => {
                    f.trace.stand_on(&due.grounds);
                    f.answer.ask_until = Some(due.due.date);
                    if q.asked.unwrap_or(on) > due.due.date {
                        let why = format!("o pedido cabia até {}", date_pt(due.due.date));
                        f.refuse("pedido", why);
                    }
                }
            }
        }
        if let Some(rule) = t.notice.as_ref().and_then(|n| self.deadlines.get(n)) {
            match q.asked.and_then(|asked| self.due(rule, asked)) {
                None => f.lack("pedida", "falta a data do pedido, de que corre a antecedência".into()),
                Some(due) => {
                    f.trace.stand_on(&due.grounds);
                    f.not_before(due.due.date);
                    if on < due.due.date {
                        f.refuse("antecedencia", format!("só vale desde {}", date_pt(due.due.date)));
                    }
                }
            }
        }
    }

    /// Documents that may be shown after the request.
    fn documents(&self, t: &Transfer, q: &TransferQuestion, facts: &Facts, on: Date, f: &mut Finding) {
        for doc in &t.late {
            let Some(rule) = self.deadlines.get(&doc.deadline) else { continue };
            let shown = self.told_day(&doc.shown, facts, on).filter(|d| *d <= on);
            let due = q.asked.and_then(|asked| self.due(rule, asked));
            f.trace.cite(&doc.base);
            let Some(due) = due else {
                if shown.is_none() {
                    f.lack(&doc.shown, doc.says.clone());
                }
                continue;
            };
            f.trace.stand_on(&due.grounds);
            f.answer.document_until = Some(due.due.date);
            if shown.is_some_and(|s| s <= due.due.date) {
                continue;
            }
            if on <= due.due.date {
                f.lack(&doc.shown, format!("{}: até {}", doc.says, date_pt(due.due.date)));
                continue;
            }
            let late = format!("{}: cabia até {}", doc.says, date_pt(due.due.date));
            match (doc.effect.on(self, on, &mut f.trace), shown) {
                (Some(LateEffect::Cure), Some(_)) => {}
                (Some(LateEffect::Cure), None) => f.lack(&doc.shown, format!("{late}; avisa-se para sanar")),
                _ => f.refuse(&doc.shown, late),
            }
        }
        if f.answer.outcome == Outcome::No
            && f.answer.failing.iter().any(|x| t.late.iter().any(|d| d.shown == *x))
        {
            f.answer.receiver = None;
        }
    }

    /// What it starts on the day, when it may be done.
    fn lock(&self, t: &Transfer, on: Date, f: &mut Finding) {
        for l in &t.locks {
            if !l.holds.on(self, on, &mut f.trace).copied().unwrap_or(true) {
                continue;
            }
            let free = l.free_on_day.on(self, on, &mut f.trace).copied().unwrap_or(true);
            let Some(term) = l.lasts.on(self, on, &mut f.trace).copied() else { continue };
            let Some(end) = self.forward(on, term, &mut f.trace) else { continue };
            let until = if free { end.yesterday().unwrap_or(end) } else { end };
            f.trace.cite(&l.base);
            f.answer.locks.push(LockRun { id: l.id.clone(), binds: l.binds.clone(), until });
        }
    }
}
