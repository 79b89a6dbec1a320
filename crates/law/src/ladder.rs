//! Ladders: what each further offence of one person leads to, step by step.

use brasil::term::Term;
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::condition::{Outcome, shift};
use crate::grounds::Trace;
use crate::law::{Span, Working};
use crate::offence::{Amount, Class, Offence};
use crate::penalty::{Penalty, PenaltyKind, PenaltyQuestion, Prior, RepeatOf};
use crate::{Choice, Id, Law};

/// Steps over the earlier offences of one person.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// Its name: `multas`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Classes it reaches.
    pub classes: Vec<Id>,
    /// How long an earlier offence counts, from its fact, last day included; none for ever.
    pub window: Choice<Option<Term>>,
    /// Whether an earlier offence only counts when it was already punished on the day of the new fact.
    pub requires_punished: Choice<bool>,
    /// Steps, from the first offence up: the last whose demand is met is the one reached.
    pub steps: Vec<Step>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// A step of a ladder.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name: `dobrada`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Whether there is such a step, which may hang on a reading.
    pub holds: Choice<bool>,
    /// The earlier offences it needs; none for the first step.
    pub needs: Option<Earlier>,
    /// What it does to the fine; a step without it only adds to the fine of the steps below.
    pub fine: Option<StepFine>,
    /// Measures it brings to some lines.
    pub measures: Vec<StepMeasure>,
    /// The process it opens.
    pub process: Option<Id>,
}

/// The earlier offences a step needs.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// How many.
    pub count: u32,
    /// Which.
    pub same: Choice<SameLine>,
    /// The step they must have reached.
    pub step: Option<Id>,
}

/// Which earlier offences count for a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SameLine {
    /// Those of the same line.
    Line,
    /// Any line the ladder reaches.
    Any,
}

/// What a step does to the fine.
#[derive(Clone, Debug)]
pub struct StepFine {
    /// The factor.
    pub times: u32,
    /// What it multiplies.
    pub of: Choice<StepBase>,
}

/// What a step multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepBase {
    /// The least the class allows.
    Minimum,
    /// What the authority picks within the range, with reasons.
    Chosen,
}

/// Measures a step brings to some lines.
#[derive(Clone, Debug)]
pub struct StepMeasure {
    /// The lines.
    pub offences: Vec<Id>,
    /// The measures.
    pub measures: Vec<Id>,
    /// Whether they come, which may hang on a reading.
    pub holds: Choice<bool>,
}

/// Where an offence stands on a ladder.
#[derive(Clone, Debug)]
pub struct Rung<'a> {
    /// The ladder.
    pub ladder: &'a Ladder,
    /// The step reached.
    pub step: &'a Step,
    /// The step that says the fine.
    pub fine: &'a StepFine,
    /// What the fine multiplies.
    pub of: StepBase,
    /// Measures of the steps reached.
    pub measures: Vec<Id>,
    /// The process opened.
    pub process: Option<Id>,
    /// The latest earlier offence that counted, with the last day it counts.
    pub after: Option<(Prior, Option<Date>)>,
}

/// An earlier offence with the steps it reached.
struct Past<'a> {
    prior: &'a Prior,
    steps: Vec<Id>,
}

impl Law {
    /// The ladder that reaches a class on a day.
    pub fn ladder_of(&self, class: &str, on: Date, trace: &mut Trace) -> Option<&Ladder> {
        self.ladders.values().find(|l| {
            l.classes.iter().any(|c| c.as_ref() == class)
                && matches!(self.working(&l.base, l.span, on, trace), Working::Yes)
        })
    }

    /// Where a new offence stands on a ladder, given the earlier ones of the same person.
    #[must_use]
    pub fn rung<'a>(
        &'a self,
        ladder: &'a Ladder,
        offence: &Offence,
        on: Date,
        history: &[Prior],
        trace: &mut Trace,
    ) -> Option<Rung<'a>> {
        let fact_of = |p: &Prior| p.fact.unwrap_or(p.booked);
        let mut order: Vec<&Prior> = history.iter().filter(|p| self.is_prior(p, trace)).collect();
        order.sort_by_key(|p| fact_of(p));
        let mut past: Vec<Past<'_>> = Vec::with_capacity(order.len());
        for prior in order {
            let Some(earlier) = self.offences.get(&prior.code) else { continue };
            let class = earlier.class.on(self, fact_of(prior), trace);
            if !class.is_some_and(|c| ladder.classes.contains(c)) {
                continue;
            }
            let reached = self.climb(ladder, earlier, fact_of(prior), &past, &mut Trace::default());
            past.push(Past { prior, steps: reached.iter().map(|(s, _)| s.id.clone()).collect() });
        }
        let reached = self.climb(ladder, offence, on, &past, trace);
        let (step, _) = reached.last()?;
        let fine = reached.iter().rev().find_map(|(s, _)| s.fine.as_ref())?;
        let of = fine.of.on(self, on, trace).copied().unwrap_or(StepBase::Minimum);
        let mut measures = Vec::new();
        for (s, _) in &reached {
            for m in s.measures.iter().filter(|m| m.offences.contains(&offence.code)) {
                if m.holds.on(self, on, trace).copied().unwrap_or(true) {
                    measures.extend(m.measures.iter().cloned());
                }
            }
        }
        let process = reached.iter().rev().find_map(|(s, _)| s.process.clone());
        let after = reached.iter().rev().find_map(|(_, p)| p.clone());
        Some(Rung { ladder, step, fine, of, measures, process, after })
    }

    /// The steps reached, from the first up, each with the latest earlier offence that counted for it.
    #[allow(clippy::type_complexity, reason = "one private step; a name would only repeat the pair")]
    fn climb<'a>(
        &'a self,
        ladder: &'a Ladder,
        offence: &Offence,
        on: Date,
        past: &[Past<'_>],
        trace: &mut Trace,
    ) -> Vec<(&'a Step, Option<(Prior, Option<Date>)>)> {
        let mut reached = Vec::new();
        for step in &ladder.steps {
            let Some(needs) = &step.needs else {
                trace.cite(&step.base);
                reached.push((step, None));
                continue;
            };
            let mut counted = 0;
            let mut latest = None;
            for p in past {
                let prior = p.prior;
                let same = prior.code == offence.code
                    || needs.same.on(self, on, trace).copied() == Some(SameLine::Any);
                if !same || needs.step.as_ref().is_some_and(|s| !p.steps.contains(s)) {
                    continue;
                }
                let fact = prior.fact.unwrap_or(prior.booked);
                if fact >= on {
                    continue;
                }
                // Readings count as used only where an earlier offence makes them matter.
                if ladder.requires_punished.on(self, on, trace).copied().unwrap_or(false)
                    && prior.punished.is_none_or(|d| d > on)
                {
                    continue;
                }
                let end = match ladder.window.on(self, on, trace).copied().flatten() {
                    None => None,
                    Some(window) => {
                        let month_end = self.month_end(on, trace);
                        match shift(fact, window, month_end) {
                            Some(end) if on <= end => Some(end),
                            _ => continue,
                        }
                    }
                };
                counted += 1;
                latest = Some((prior.clone(), end));
            }
            if counted >= needs.count && step.holds.on(self, on, trace).copied().unwrap_or(true) {
                trace.cite(&step.base);
                reached.push((step, latest));
            }
        }
        reached
    }
}

/// Whether a sum the authority picked lies within the range of a class.
#[must_use]
pub fn within(chosen: Decimal, minimum: Decimal, maximum: Option<Decimal>) -> bool {
    chosen >= minimum && maximum.is_none_or(|m| chosen <= m)
}

impl Law {
    /// The penalty of an offence whose class stands on a ladder.
    pub(crate) fn ladder_penalty(
        &self,
        ladder: &Ladder,
        offence: &Offence,
        class: &Class,
        q: &PenaltyQuestion<'_>,
        answer: &mut Penalty,
        trace: &mut Trace,
    ) {
        trace.cite(&class.base);
        trace.cite(&ladder.base);
        answer.measures.clone_from(&offence.measures);
        answer.revokes = class.revokes.on(self, q.fact, trace).copied().unwrap_or(false);
        let Some(rung) = self.rung(ladder, offence, q.fact, q.history, trace) else { return };
        answer.step = Some(rung.step.id.clone());
        answer.process = rung.process;
        answer.measures.extend(rung.measures);
        answer.repeat_of = rung.after.map(|(prior, window_end)| RepeatOf {
            rule: ladder.id.clone(),
            booked: prior.booked,
            punished: prior.punished,
            window_end,
            suspends: None,
            measures: Vec::new(),
        });
        let Some(Some(least)) = class.fine.on(self, q.fact, trace).cloned() else { return };
        answer.kind = PenaltyKind::Fine;
        answer.times = rung.fine.times;
        let Some(range) = self.range(class, &least, q, answer, trace) else { return };
        answer.range = Some(range);
        let (minimum, maximum) = range;
        let base = match (rung.of, q.chosen) {
            (StepBase::Minimum, _) => minimum,
            (StepBase::Chosen, Some(c)) if within(c, minimum, maximum) => c,
            (StepBase::Chosen, chosen) => {
                let why = match chosen {
                    None => "falta o valor que a autoridade escolhe na faixa, com motivo",
                    Some(_) => "o valor escolhido está fora da faixa",
                };
                answer.outcome = Outcome::Undetermined;
                answer.missing.push(("valor_escolhido".into(), why.into()));
                return;
            }
        };
        let amount = Amount {
            quantity: base.saturating_mul(Decimal::from(rung.fine.times)),
            unit: least.unit.clone(),
        };
        answer.base = Some(Amount { quantity: base, unit: least.unit });
        let amount = self.banded(class, Some(amount), q, answer, trace);
        let amount = self.multiplied(offence, class, amount, q, answer, trace);
        if let Some(amount) = amount.as_ref().filter(|_| answer.missing.is_empty()) {
            self.convert(amount, q, answer, trace);
        }
        answer.amount = amount;
    }

    /// An amount with the yearly corrections of its class, which fall on what the class says before it is multiplied.
    pub(crate) fn raised(
        &self,
        class: &Class,
        amount: Option<Amount>,
        q: &PenaltyQuestion<'_>,
        answer: &mut Penalty,
        trace: &mut Trace,
    ) -> Option<Amount> {
        let (Some(amount), Some(base)) = (&amount, answer.base.clone()) else { return amount };
        if self.indexing_of(&class.id, q.fact, trace).is_none() {
            let most = class.maximum.on(self, q.fact, trace).copied().flatten();
            answer.range = most.map(|m| (base.quantity, Some(m)));
            return Some(amount.clone());
        }
        let Some((low, high)) = self.range(class, &base, q, answer, trace) else {
            return Some(amount.clone());
        };
        if high.is_some() {
            answer.range = Some((low, high));
        }
        answer.base = Some(Amount { quantity: low, unit: base.unit.clone() });
        Some(Amount { quantity: low.saturating_mul(Decimal::from(answer.times)), unit: base.unit })
    }

    /// The least and the most of a class on the day that fixes the value, with every yearly correction. Notes in the answer
    /// what is missing.
    pub(crate) fn range(
        &self,
        class: &Class,
        least: &Amount,
        q: &PenaltyQuestion<'_>,
        answer: &mut Penalty,
        trace: &mut Trace,
    ) -> Option<(Decimal, Option<Decimal>)> {
        let most = class.maximum.on(self, q.fact, trace).copied().flatten();
        let Some(indexing) = self.indexing_of(&class.id, q.fact, trace) else {
            return Some((least.quantity, most));
        };
        let Some(day) = self.unit_day(q.fact, q.decided, trace) else {
            answer.outcome = Outcome::Undetermined;
            answer
                .missing
                .push(("decisao".into(), "falta a data da decisão, que fixa o valor da multa".into()));
            return None;
        };
        let both = self.indexed(indexing, least.quantity, day, trace).and_then(|low| {
            let high = most.map(|m| self.indexed(indexing, m, day, trace)).transpose()?;
            Ok((low, high))
        });
        match both {
            Ok(range) => Some(range),
            Err(missing) => {
                answer.outcome = Outcome::Undetermined;
                answer.missing.push(missing);
                None
            }
        }
    }
}
