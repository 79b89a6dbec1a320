//! What would change if the law did: the verdicts that are kept are compared, and only what the change touches is run again.

use super::columns::{Columns, Schema};
use super::execute::{Executor, or, remaining, requirement};
use super::verdict::Verdict;
use super::{Plan, State};
use crate::Id;
use crate::eligibility::LineStatus;

/// Two plans over the same columns: the law as it is, and as it would be. A bill is compiled as a law of its own; neither
/// plan changes the other.
#[derive(Clone, Debug)]
pub struct WhatIf<'p> {
    before: &'p Plan,
    after: Executor<'p>,
    /// For each comparison of the plan after, the same one before.
    kept: Vec<Option<usize>>,
    changes: Vec<Change>,
    /// Places before of the requirements that stay as they are.
    unchanged: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Change {
    id: Id,
    before: Option<usize>,
    after: Option<usize>,
}

/// What a change does to a block of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Rows that did not meet everything and would.
    pub gained: Vec<u64>,
    /// Rows that met everything and would not: they would fail, or it could not be told.
    pub lost: Vec<u64>,
    /// Rows that would fail something and did not.
    pub refused: Vec<u64>,
    /// Each requirement that the change touches.
    pub requirements: Vec<RequirementEffect>,
}

/// What a change does to one requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequirementEffect {
    /// The requirement.
    pub id: Id,
    /// Rows that would fail it and did not.
    pub newly_failed: Vec<u64>,
    /// Rows that failed it and would not.
    pub no_longer_failed: Vec<u64>,
    /// Rows of which it could not be told and could before.
    pub newly_unknown: Vec<u64>,
}

impl<'p> WhatIf<'p> {
    /// Compares two plans over columns of one schema.
    #[must_use]
    pub fn new(before: &'p Plan, after: &'p Plan, schema: &Schema) -> Self {
        let same_inputs = |a: usize, b: usize| {
            after.inputs.get_index(a).is_some() && after.inputs.get_index(a) == before.inputs.get_index(b)
        };
        let counterpart = |t: usize| {
            let test = after.tests.get_index(t)?;
            before.tests.iter().position(|b| test.same(b, &same_inputs))
        };
        let kept: Vec<Option<usize>> = (0..after.tests.len()).map(counterpart).collect();
        let alike = |a: &State, b: &State| match (a, b) {
            (State::Judged { applies: x, demands: p }, State::Judged { applies: y, demands: q }) => {
                let of = |t: usize| kept.get(t).copied().flatten();
                let same_subjects = match (x, y) {
                    (None, None) => true,
                    (Some(x), Some(y)) => x.same(y, &of),
                    _ => false,
                };
                same_subjects && p.same(q, &of)
            }
            _ => a == b,
        };
        let place = |plan: &Plan, id: &Id| plan.requirements.iter().position(|r| r.id == *id);
        let (mut changes, mut unchanged) = (Vec::new(), Vec::new());
        for (at, r) in before.requirements.iter().enumerate() {
            match place(after, &r.id) {
                Some(then) if alike(&after.requirements[then].state, &r.state) => unchanged.push(at),
                then => changes.push(Change { id: r.id.clone(), before: Some(at), after: then }),
            }
        }
        for (then, r) in after.requirements.iter().enumerate() {
            if place(before, &r.id).is_none() {
                changes.push(Change { id: r.id.clone(), before: None, after: Some(then) });
            }
        }
        WhatIf { before, after: after.bind(schema), kept, changes, unchanged }
    }

    /// The requirements that differ between the two plans.
    pub fn touched(&self) -> impl Iterator<Item = &Id> {
        self.changes.iter().map(|c| &c.id)
    }

    /// What the change does to a block, given the verdict of the plan before on it.
    #[must_use]
    pub fn judge(&self, block: &Columns, verdict: &Verdict) -> Effect {
        debug_assert_eq!(verdict.comparisons.len(), self.before.tests.len() * 2 * block.live.len());
        let words = block.live.len();
        let (mut no, mut undetermined) = self.of_the_others(verdict);
        let fresh = self.fresh(block);
        let find = |t: usize| match self.kept.get(t) {
            Some(Some(before)) => verdict.comparison(*before),
            _ => fresh
                .iter()
                .find(|(n, _)| *n == t)
                .map_or((&[] as &[u64], &[] as &[u64]), |(_, f)| f.split_at(words)),
        };
        let mut now = vec![0; 4 * words];
        let mut requirements = Vec::with_capacity(self.changes.len());
        for change in &self.changes {
            let after = change.after.and_then(|at| self.after.plan.requirements.get(at));
            requirement(after.map_or(&State::Off, |r| &r.state), &block.live, &find, &mut now);
            let failed = &now[words..2 * words];
            or(&mut no, failed);
            or(&mut undetermined, &now[2 * words..3 * words]);
            let had = |status| change.before.map_or(&[] as &[u64], |at| verdict.with(at, status));
            let (had_failed, unknown) = (had(LineStatus::Failed), &now[2 * words..3 * words]);
            requirements.push(RequirementEffect {
                id: change.id.clone(),
                newly_failed: only(failed, had_failed),
                no_longer_failed: only(had_failed, failed),
                newly_unknown: only(unknown, had(LineStatus::Undetermined)),
            });
        }
        let mut effect = Effect {
            gained: Vec::with_capacity(words),
            lost: Vec::with_capacity(words),
            refused: Vec::with_capacity(words),
            requirements,
        };
        let yes = remaining(&block.live, &no, &undetermined);
        for (((yes, had), no), had_no) in yes.zip(&verdict.yes).zip(&no).zip(verdict.no()) {
            effect.gained.push(yes & !had);
            effect.lost.push(had & !yes);
            effect.refused.push(no & !had_no);
        }
        effect
    }

    /// The rows that fail, and those undetermined, by the requirements that stay as they are.
    fn of_the_others(&self, verdict: &Verdict) -> (Vec<u64>, Vec<u64>) {
        let (failed, undetermined) = (LineStatus::Failed, LineStatus::Undetermined);
        let replaced: Vec<usize> = self.changes.iter().filter_map(|c| c.before).collect();
        match replaced.as_slice() {
            [] => (verdict.failed.once.clone(), verdict.undetermined.once.clone()),
            // what one requirement adds is taken away without looking at the others
            [one] => (
                verdict.failed.without(verdict.with(*one, failed)),
                verdict.undetermined.without(verdict.with(*one, undetermined)),
            ),
            _ => {
                let (mut no, mut unsure) = (vec![0; verdict.live.len()], vec![0; verdict.live.len()]);
                for at in &self.unchanged {
                    or(&mut no, verdict.with(*at, failed));
                    or(&mut unsure, verdict.with(*at, undetermined));
                }
                (no, unsure)
            }
        }
    }

    /// The comparisons that the plan before did not make and that a touched requirement needs.
    fn fresh(&self, block: &Columns) -> Vec<(usize, Vec<u64>)> {
        let tests = self.after.plan.tests.iter().enumerate();
        let new = tests.filter(|(t, _)| self.kept.get(*t).is_none_or(Option::is_none));
        new.map(|(t, test)| {
            let mut found = vec![0; 2 * block.live.len()];
            let (yes, known) = found.split_at_mut(block.live.len());
            self.after.test(test, block, yes, known);
            (t, found)
        })
        .collect()
    }
}

/// The rows that are in the first and not in the second; a requirement that is not there has no words.
fn only(these: &[u64], others: &[u64]) -> Vec<u64> {
    let others = others.iter().copied().chain(std::iter::repeat(0));
    these.iter().zip(others).map(|(t, o)| t & !o).collect()
}
