//! Runs a plan over blocks of columns.

use super::columns::{Column, Columns, Schema};
use super::node::Node;
use super::test::{Alternative, Side, Test, View};
use super::threshold::{date_of, told_weekday, weekday_of, year_of};
use super::verdict::Verdict;
use super::{Plan, State};
use crate::condition::shift;
use crate::value::day_number;
use crate::{Id, Outcome};

/// A plan joined to the columns of a file.
#[derive(Clone, Debug)]
pub struct Executor<'p> {
    pub(super) plan: &'p Plan,
    /// The column of each input of the plan, when the file has one.
    places: Vec<Option<usize>>,
}

/// The words of *yes* and *known* of a comparison.
pub(super) type Found<'a> = (&'a [u64], &'a [u64]);

impl<'p> Executor<'p> {
    pub(super) fn new(plan: &'p Plan, schema: &Schema) -> Self {
        let places = plan.inputs.iter().map(|(fact, kind)| schema.column(fact, kind)).collect();
        Executor { plan, places }
    }

    /// Judges a block. Its columns must be of the schema the plan was bound to; a column that is not there is unknown.
    #[must_use]
    pub fn judge(&self, block: &Columns) -> Verdict {
        let mut verdict = Verdict::default();
        self.judge_into(block, &mut verdict);
        verdict
    }

    /// Judges a block as [`Executor::judge`] does, into the memory of an earlier verdict.
    pub fn judge_into(&self, block: &Columns, verdict: &mut Verdict) {
        let words = block.live.len();
        verdict.rows = block.len();
        verdict.live.clone_from(&block.live);
        verdict.comparisons.resize(self.plan.tests.len() * 2 * words, 0);
        verdict.requirements.resize(self.plan.requirements.len() * 4 * words, 0);
        verdict.failed.clear(words);
        verdict.undetermined.clear(words);
        if words > 0 {
            for (test, found) in self.plan.tests.iter().zip(verdict.comparisons.chunks_exact_mut(2 * words)) {
                let (yes, known) = found.split_at_mut(words);
                self.test(test, block, yes, known);
            }
            let mut requirements = std::mem::take(&mut verdict.requirements);
            for (r, out) in self.plan.requirements.iter().zip(requirements.chunks_exact_mut(4 * words)) {
                requirement(&r.state, &block.live, &|t| verdict.comparison(t), out);
                verdict.failed.add(&out[words..2 * words]);
                verdict.undetermined.add(&out[2 * words..3 * words]);
            }
            verdict.requirements = requirements;
        }
        verdict.yes.clear();
        verdict.yes.extend(remaining(&block.live, &verdict.failed.once, &verdict.undetermined.once));
    }

    /// Tells for the undetermined rows of a requirement, by its place in the plan, which facts and parameters are missing:
    /// calls `see` with each and the rows that lack it. The same name may be seen more than once.
    pub fn missing(&self, verdict: &Verdict, place: usize, see: &mut dyn FnMut(&Id, &[u64])) {
        let undetermined = verdict.with(place, crate::eligibility::LineStatus::Undetermined);
        let Some(State::Judged { applies, demands }) = self.plan.requirements.get(place).map(|r| &r.state)
        else {
            return;
        };
        if undetermined.iter().all(|w| *w == 0) {
            return;
        }
        let find = |t| verdict.comparison(t);
        let mut of_demand = undetermined.to_vec();
        if let Some(applies) = applies {
            let (yes, _) = truth(applies, &verdict.live, &find);
            // whom it concerns comes first: while that is not known, what is missing is missing there
            let mut unsettled = undetermined.to_vec();
            for ((u, d), y) in unsettled.iter_mut().zip(&mut of_demand).zip(&yes) {
                *u &= !y;
                *d &= y;
            }
            missing_in(applies, &unsettled, &verdict.live, &find, see);
        }
        missing_in(demands, &of_demand, &verdict.live, &find, see);
    }

    fn column<'b>(&self, input: usize, block: &'b Columns) -> Option<&'b Column> {
        block.columns.get((*self.places.get(input)?)?)
    }

    /// Runs one comparison over a block: writes the words of the rows for which it holds, and for which it can be told.
    pub(super) fn test(&self, test: &Test, block: &Columns, yes: &mut [u64], known: &mut [u64]) {
        match test {
            Test::Within(alternatives) => {
                let mut there = alternatives.iter().filter_map(|a| Some((a, self.column(a.input, block)?)));
                let Some((first, column)) = there.next() else {
                    yes.fill(0);
                    known.fill(0);
                    return;
                };
                alternative(first, column, yes, known);
                let mut before = column;
                for (next, column) in there {
                    let (mut also, mut also_known) = (vec![0; yes.len()], vec![0; yes.len()]);
                    alternative(next, column, &mut also, &mut also_known);
                    // the fact itself, where it is stated, wins over the fact from which it follows
                    for at in 0..yes.len() {
                        yes[at] |= also[at] & !before.known[at];
                        known[at] |= also_known[at] & !before.known[at];
                    }
                    before = column;
                }
            }
            Test::Present(inputs) => {
                yes.fill(0);
                for column in inputs.iter().filter_map(|i| self.column(*i, block)) {
                    or(yes, &column.known);
                }
                known.copy_from_slice(&block.live);
            }
            Test::Weekday(inputs, days) => {
                yes.fill(0);
                known.fill(0);
                for row in 0..block.len() {
                    let day = inputs.iter().find_map(|i| self.column(*i, block)?.number(row));
                    if let Some(own) = day.filter(|d| told_weekday(*d)).map(weekday_of) {
                        known[row / 64] |= 1 << (row % 64);
                        yes[row / 64] |= u64::from(days >> own & 1) << (row % 64);
                    }
                }
            }
            Test::Pair { left, right, order } => {
                yes.fill(0);
                known.fill(0);
                for row in 0..block.len() {
                    if let (Some(l), Some(r)) = (self.side(left, block, row), self.side(right, block, row)) {
                        known[row / 64] |= 1 << (row % 64);
                        yes[row / 64] |= u64::from(order.holds(l.cmp(&r))) << (row % 64);
                    }
                }
            }
            Test::Running { from, until, deadline } => {
                yes.fill(0);
                known.fill(0);
                let number = |inputs: &[usize], row| {
                    inputs.iter().find_map(|i| date_of(self.column(*i, block)?.number(row)?))
                };
                for row in 0..block.len() {
                    let (Some(from), Some(until)) = (number(from, row), number(until, row)) else { continue };
                    let within =
                        if from > until { Some(false) } else { deadline.due(from).map(|d| until <= d) };
                    if let Some(within) = within {
                        known[row / 64] |= 1 << (row % 64);
                        yes[row / 64] |= u64::from(within) << (row % 64);
                    }
                }
            }
        }
    }

    /// The number of one side of a comparison between facts, from the first input that is known.
    fn side(&self, sides: &[Side], block: &Columns, row: usize) -> Option<i128> {
        sides.iter().find_map(|side| {
            let n = self.column(side.input, block)?.number(row)?;
            Some(match &side.view {
                View::Times(times) => i128::from(n) * i128::from(*times),
                View::YearsSince(year, times) => (i128::from(*year) - i128::from(n)) * i128::from(*times),
                View::YearsSinceDay(year, times) => i128::from(*year - year_of(n)) * i128::from(*times),
                // an end beyond the calendar never comes
                View::Shifted(term, month_end) => {
                    shift(date_of(n)?, *term, *month_end).map_or(i128::MAX, |end| i128::from(day_number(end)))
                }
                View::Rank(ranks) => i128::from(*ranks.get(usize::try_from(n).ok()?)?),
            })
        })
    }
}

fn alternative(a: &Alternative, column: &Column, yes: &mut [u64], known: &mut [u64]) {
    column.lanes.within(column.base, &a.holds, yes);
    known.copy_from_slice(&column.known);
    if let Some(told) = &a.told {
        let mut can = vec![0; known.len()];
        column.lanes.within(column.base, told, &mut can);
        and(known, &can);
    }
    and(yes, known);
}

/// The words of one requirement: *met*, *failed*, *undetermined*, *not applicable*.
pub(super) fn requirement<'v>(
    state: &State,
    live: &[u64],
    find: &dyn Fn(usize) -> Found<'v>,
    out: &mut [u64],
) {
    let words = live.len();
    let (met, rest) = out.split_at_mut(words);
    let (failed, rest) = rest.split_at_mut(words);
    let (undetermined, not_applicable) = rest.split_at_mut(words);
    match state {
        State::Off => [met, failed, undetermined, not_applicable].into_iter().for_each(|bits| bits.fill(0)),
        State::TextAbsent => {
            [met, failed, not_applicable].into_iter().for_each(|bits| bits.fill(0));
            undetermined.copy_from_slice(live);
        }
        // the common case in one pass over the words: most requirements are one comparison and bind everybody
        State::Judged { applies: None, demands: Node::Test { test, .. } } => {
            let (holds, known) = find(*test);
            not_applicable.fill(0);
            for at in 0..words.min(holds.len()).min(known.len()) {
                met[at] = holds[at];
                failed[at] = known[at] & !holds[at];
                undetermined[at] = live[at] & !known[at];
            }
        }
        State::Judged { applies, demands } => {
            evaluate(demands, live, find, met, failed);
            not_applicable.fill(0);
            if let Some(applies) = applies {
                let (concerned, not) = truth(applies, live, find);
                not_applicable.copy_from_slice(&not);
                // A demand that is met anyway does not depend on whom it concerns; one that is not met does.
                for at in 0..words {
                    met[at] &= !not[at];
                    failed[at] &= concerned[at];
                }
            }
            for at in 0..words {
                undetermined[at] = live[at] & !(met[at] | failed[at] | not_applicable[at]);
            }
        }
    }
}

fn truth<'v>(node: &Node, live: &[u64], find: &dyn Fn(usize) -> Found<'v>) -> (Vec<u64>, Vec<u64>) {
    let (mut yes, mut no) = (vec![0; live.len()], vec![0; live.len()]);
    evaluate(node, live, find, &mut yes, &mut no);
    (yes, no)
}

/// The rows for which a condition holds and those for which it does not; the rest is undetermined (Kleene's logic).
fn evaluate<'v>(
    node: &Node,
    live: &[u64],
    find: &dyn Fn(usize) -> Found<'v>,
    yes: &mut [u64],
    no: &mut [u64],
) {
    match node {
        Node::Fixed(outcome, _) => {
            yes.fill(0);
            no.fill(0);
            match outcome {
                Outcome::Yes => yes.copy_from_slice(live),
                Outcome::No => no.copy_from_slice(live),
                Outcome::Undetermined => {}
            }
        }
        Node::Test { test, .. } => {
            let (holds, known) = find(*test);
            yes.copy_from_slice(holds);
            no.copy_from_slice(known);
            for (n, y) in no.iter_mut().zip(holds) {
                *n &= !y;
            }
        }
        Node::Not(inner) => evaluate(inner, live, find, no, yes),
        Node::All(parts) => {
            yes.copy_from_slice(live);
            no.fill(0);
            join(parts, live, find, yes, no);
        }
        // at least one holds unless every one does not: the same join with its sides changed
        Node::Any(parts) => {
            yes.fill(0);
            no.copy_from_slice(live);
            for part in parts {
                let (y, n) = truth(part, live, find);
                or(yes, &y);
                and(no, &n);
            }
        }
    }
}

fn join<'v>(
    parts: &[Node],
    live: &[u64],
    find: &dyn Fn(usize) -> Found<'v>,
    yes: &mut [u64],
    no: &mut [u64],
) {
    for part in parts {
        if let Node::Test { test, .. } = part {
            // the common case, without a copy
            let (holds, known) = find(*test);
            for (((y, n), h), k) in yes.iter_mut().zip(no.iter_mut()).zip(holds).zip(known) {
                *y &= h;
                *n |= k & !h;
            }
        } else {
            let (y, n) = truth(part, live, find);
            and(yes, &y);
            or(no, &n);
        }
    }
}

/// What is missing in a condition that is undetermined in some rows, as the row executor tells it: an alternative that was
/// not needed is no reason.
fn missing_in<'v>(
    node: &Node,
    among: &[u64],
    live: &[u64],
    find: &dyn Fn(usize) -> Found<'v>,
    see: &mut dyn FnMut(&Id, &[u64]),
) {
    match node {
        Node::Fixed(Outcome::Undetermined, Some(id)) => see(id, among),
        Node::Fixed(..) => {}
        Node::Test { test, fact, other } => {
            let (_, known) = find(*test);
            let mut lacking: Vec<u64> = among.iter().zip(known).map(|(a, k)| a & !k).collect();
            if let Some(other) = other {
                let own = other.own.map_or(live, |o| find(o).0);
                let lacks: Vec<u64> =
                    lacking.iter().zip(own).zip(find(other.its).0).map(|((l, o), i)| l & o & !i).collect();
                if lacks.iter().any(|w| *w != 0) {
                    see(&other.fact, &lacks);
                }
                lacking.iter_mut().zip(&lacks).for_each(|(l, o)| *l &= !o);
            }
            if lacking.iter().any(|w| *w != 0) {
                see(fact, &lacking);
            }
        }
        Node::Not(inner) => missing_in(inner, among, live, find, see),
        Node::All(parts) => parts.iter().for_each(|p| missing_in(p, among, live, find, see)),
        Node::Any(parts) => {
            let (met, _) = truth(node, live, find);
            for p in parts {
                let (holds, _) = truth(p, live, find);
                let counts: Vec<u64> =
                    among.iter().zip(&met).zip(&holds).map(|((a, m), h)| a & (!m | h)).collect();
                missing_in(p, &counts, live, find, see);
            }
        }
    }
}

pub(super) fn remaining<'a>(
    live: &'a [u64],
    no: &'a [u64],
    undetermined: &'a [u64],
) -> impl Iterator<Item = u64> + 'a {
    live.iter().zip(no).zip(undetermined).map(|((l, n), u)| l & !n & !u)
}

pub(super) fn or(into: &mut [u64], other: &[u64]) {
    into.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

fn and(into: &mut [u64], other: &[u64]) {
    into.iter_mut().zip(other).for_each(|(a, b)| *a &= b);
}
