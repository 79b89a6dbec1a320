//! The second executor: the requirements of one date, over columns.
//!
//! [`Plan::compile`] resolves for one date and the law's readings everything that does not depend on the row: which
//! requirements work, which reading governs, what a parameter is worth, in which year a vehicle of ten years was made, since
//! which day six months have passed. What is left is a small tree over comparisons of base facts with whole numbers, each
//! comparison once however often it occurs. [`Plan::bind`] joins it to the columns of a file, and [`Executor::judge`] judges
//! a block of rows with a few machine instructions a row, keeping *yes*, *no* and *undetermined* of every comparison.
//!
//! The row executor ([`Condition::evaluate`](crate::Condition::evaluate), [`Law::requirement_line`]) is the specification:
//! a test compares both on every kind of comparison. It also explains; the plan only decides.
//!
//! Comparisons that a rulebook's reader refuses ([`Comparator::suits`](crate::Comparator::suits)) on free text, or of a
//! decimal with a set, are undetermined here.

mod columns;
mod execute;
mod kernel;
mod lower;
mod node;
mod ranges;
mod running;
mod test;
mod threshold;
mod verdict;
mod what_if;

use indexmap::{IndexMap, IndexSet};
use jiff::civil::Date;

pub use columns::{
    BLOCK_ROWS, Cell, CellFault, CellFaultKind, Columns, ColumnsBuilder, DECIMAL_PLACES, Schema,
};
pub use execute::Executor;
pub use verdict::{Verdict, count, rows};
pub use what_if::{Effect, RequirementEffect, WhatIf};

use crate::eligibility::Requirement;
use crate::fact::FactType;
use crate::grounds::Trace;
use crate::law::Working;
use crate::{Id, Law};
use lower::Lowering;
use node::Node;
use test::Test;

/// The requirements that bind some subjects on one date, lowered to comparisons of columns.
#[derive(Clone, Debug)]
pub struct Plan {
    on: Date,
    /// Base facts that the comparisons read, with their types. Inputs are numbered by their place here.
    inputs: IndexMap<Id, FactType>,
    tests: IndexSet<Test>,
    requirements: Vec<PlannedRequirement>,
}

/// One requirement of a plan.
#[derive(Clone, Debug)]
pub struct PlannedRequirement {
    /// Its name: `veiculo.idade`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// How it is judged on the date of the plan.
    pub(crate) state: State,
    /// Base facts that its demand reads, each once: what a file must have to verify it.
    pub facts: Vec<Id>,
    /// Base facts that tell whom it concerns.
    pub(crate) scope: Vec<Id>,
}

/// How a requirement is judged on the date of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Its provisions do not work on the date.
    Off,
    /// The wording that governed is not in our hands: undetermined for everybody.
    TextAbsent,
    /// By its conditions.
    Judged {
        /// Whom it concerns.
        applies: Option<Node>,
        /// What it demands.
        demands: Node,
    },
}

impl PlannedRequirement {
    /// Whether its provisions work on the date of the plan.
    #[must_use]
    pub fn works(&self) -> bool {
        self.state != State::Off
    }
}

impl Plan {
    /// Lowers the requirements that bind `subjects` on a date, in the order of the rulebook: the same that
    /// [`Law::eligibility`] judges. `moment` limits them to those of one moment; none means all.
    #[must_use]
    pub fn compile(law: &Law, subjects: &[&str], on: Date, moment: Option<&str>) -> Plan {
        let mut lowering = Lowering::new(law, on);
        let bound = law
            .requirements
            .values()
            .filter(|r| subjects.contains(&r.subject.as_ref()) && r.is_checked_at(moment));
        let requirements = bound.map(|r| planned(&mut lowering, law, r, on)).collect();
        let (inputs, tests) = lowering.finish();
        Plan { on, inputs, tests, requirements }
    }

    /// The date of the plan.
    #[must_use]
    pub fn on(&self) -> Date {
        self.on
    }

    /// Its requirements, in the order of the rulebook.
    #[must_use]
    pub fn requirements(&self) -> &[PlannedRequirement] {
        &self.requirements
    }

    /// The base facts that its comparisons read, with their types.
    pub fn inputs(&self) -> impl Iterator<Item = (&Id, &FactType)> {
        self.inputs.iter()
    }

    /// How many different comparisons it makes.
    #[must_use]
    pub fn comparisons(&self) -> usize {
        self.tests.len()
    }

    /// Joins the plan to the columns of a file. A fact without a column is unknown in every row.
    #[must_use]
    pub fn bind(&self, schema: &Schema) -> Executor<'_> {
        Executor::new(self, schema)
    }

    /// Splits the plan by what a file can know: a plan of the requirements of whose demand at least one fact has a column (or
    /// that depend on no fact), and the others, in order.
    #[must_use]
    pub fn split(mut self, schema: &Schema) -> (Plan, Vec<PlannedRequirement>) {
        let (verifiable, others) = self.requirements.into_iter().partition(|r| {
            let told = |f: &Id| schema.position(f).is_some();
            // a sheet that tells whom a requirement concerns shows at least who is in question
            let concerns = !r.scope.is_empty() && r.scope.iter().all(told);
            !r.works() || r.facts.is_empty() || r.facts.iter().any(told) || concerns
        });
        self.requirements = verifiable;
        (self, others)
    }
}

fn planned(lowering: &mut Lowering<'_>, law: &Law, r: &Requirement, on: Date) -> PlannedRequirement {
    // what a requirement before this one read is no fact of this one
    lowering.take_reads();
    let (mut facts, mut scope) = (Vec::new(), Vec::new());
    let state = match law.working(&r.base, r.span, on, &mut Trace::default()) {
        Working::No(..) => State::Off,
        Working::TextAbsent(_) => State::TextAbsent,
        Working::Yes => {
            let demands = lowering.condition(&r.demands);
            facts = lowering.take_reads();
            let applies = r.applies.as_ref().map(|c| lowering.condition(c));
            scope = lowering.take_reads();
            State::Judged { applies, demands }
        }
    };
    PlannedRequirement { id: r.id.clone(), base: r.base.to_vec(), state, facts, scope }
}
