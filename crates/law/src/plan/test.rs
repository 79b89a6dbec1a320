//! Comparisons of columns: the leaves of a plan.

use std::sync::Arc;

use brasil::term::{MonthEnd, Term};

use super::ranges::{Order, Ranges};
use super::running::Running;

/// One comparison of a plan. Inputs are numbered as in the plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Test {
    /// The value of the first known input lies in its ranges. Unknown when no input is known.
    Within(Vec<Alternative>),
    /// Any of the inputs is known. Never undetermined.
    Present(Vec<usize>),
    /// The day in the first known input falls on one of these days of the week, one bit for each from Monday up.
    Weekday(Vec<usize>, u8),
    /// Two values of the row stand in a relation.
    Pair { left: Vec<Side>, right: Vec<Side>, order: Order },
    /// The second day falls within a deadline that runs from the first. Unknown when it does not run, unless the second is earlier.
    Running { from: Vec<usize>, until: Vec<usize>, deadline: Arc<Running> },
}

/// One input of a comparison, and what it lets through. A derived fact has two: the fact itself, when somebody states it, and
/// the fact from which it follows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Alternative {
    pub(super) input: usize,
    pub(super) holds: Ranges,
    /// Values for which the comparison can be told, when not all.
    pub(super) told: Option<Ranges>,
}

/// One input as a side of a comparison between two facts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Side {
    pub(super) input: usize,
    pub(super) view: View,
}

/// How the number in a column is read before it is compared to another column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum View {
    /// As it is, times a factor that brings both sides to one unit.
    Times(i64),
    /// A year: how many calendar years before this one, times a factor.
    YearsSince(i64, i64),
    /// A day: how many calendar years before this one, times a factor.
    YearsSinceDay(i64, i64),
    /// A day, moved on by a term.
    Shifted(Term, MonthEnd),
    /// A symbol: its rank among those of both sides.
    Rank(Arc<[i64]>),
}

impl Test {
    /// Whether two comparisons of two plans are the same, given which inputs are.
    pub(super) fn same(&self, other: &Test, input: &dyn Fn(usize, usize) -> bool) -> bool {
        let sides = |a: &[Side], b: &[Side]| {
            a.len() == b.len() && a.iter().zip(b).all(|(x, y)| input(x.input, y.input) && x.view == y.view)
        };
        match (self, other) {
            (Test::Within(a), Test::Within(b)) => {
                a.len() == b.len()
                    && a.iter()
                        .zip(b)
                        .all(|(x, y)| input(x.input, y.input) && x.holds == y.holds && x.told == y.told)
            }
            (Test::Present(a), Test::Present(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(x, y)| input(*x, *y))
            }
            (Test::Weekday(a, days), Test::Weekday(b, others)) => {
                days == others && a.len() == b.len() && a.iter().zip(b).all(|(x, y)| input(*x, *y))
            }
            (Test::Pair { left, right, order }, Test::Pair { left: l, right: r, order: o }) => {
                order == o && sides(left, l) && sides(right, r)
            }
            _ => false,
        }
    }
}
