//! Offences, their classes, and what repeating one costs.

use brasil::term::Term;
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::bands::Bands;
use crate::factor::{Bounds, Factor};
use crate::grounds::Trace;
use crate::law::Span;
use crate::{Choice, Condition, Id, Law};

/// A line of the law that punishes a conduct.
#[derive(Clone, Debug)]
pub struct Offence {
    /// Its code: `III-02`.
    pub code: Id,
    /// Provisions it stands on: its own line first, then the duties breached.
    pub base: Vec<Id>,
    /// Whether the line falls with the duty it punishes.
    pub falls_with_duty: Choice<bool>,
    /// Who can commit it: `condutor`, `operadora`, `qualquer`.
    pub who: Vec<Id>,
    /// The same where a reading decides who answers; `who` then holds everyone it may be.
    pub who_by: Option<Choice<Vec<Id>>>,
    /// The conduct, in our words.
    pub says: String,
    /// Words under which an inspector looks for it.
    pub keywords: Vec<String>,
    /// Its class.
    pub class: Choice<Id>,
    /// When the line fits the fact.
    pub when: Option<Condition>,
    /// A line that only serves when no other fits.
    pub residual: bool,
    /// Measures that come with it.
    pub measures: Vec<Id>,
    /// What multiplies its fine in some cases.
    pub factors: Vec<Factor>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// A class of offences and its penalty.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name: `III`.
    pub id: Id,
    /// In Portuguese: `média`.
    pub label: String,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// Whether the first time is only warned.
    pub warns_first: Choice<bool>,
    /// The fine, when there is one.
    pub fine: Choice<Option<Amount>>,
    /// The most the fine may be, in the same unit, when the law gives a range; `fine` is then the least.
    pub maximum: Choice<Option<Decimal>>,
    /// The fine by bands of a fact, in the same unit; `fine` is then the least of them.
    pub bands: Choice<Option<FineBands>>,
    /// What multiplies it in some cases.
    pub factors: Vec<Factor>,
    /// The least and the most a fine of the class may be, after everything that multiplies it.
    pub bounds: Bounds,
    /// Whether it ends the title.
    pub revokes: Choice<bool>,
    /// To whom the case is sent, when the law leaves the penalty to another authority.
    pub refers: Choice<Option<Referral>>,
}

/// A fine that depends on how much of something there was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FineBands {
    /// The fact that tells how much.
    pub by: Id,
    /// How many units each band costs.
    pub bands: Bands<Decimal>,
}

/// A case that another authority punishes by another norm: no sum is due under this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referral {
    /// Who receives it: `agente de trânsito`.
    pub to: String,
    /// By what norm, in words: `CTB, art. 231, VIII`.
    pub by: String,
}

/// A quantity of a unit: `60 VRM`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amount {
    /// How many.
    pub quantity: Decimal,
    /// The parameter that gives the unit's value in reais.
    pub unit: Id,
}

/// What repeating an offence does.
#[derive(Clone, Debug)]
pub struct Recidivism {
    /// Its name: `art22`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// Classes it reaches.
    pub classes: Choice<Vec<Id>>,
    /// What must be the same in the earlier and the new offence.
    pub same: Choice<Same>,
    /// How far apart they may be; both ends included. None: without limit.
    pub window: Choice<Option<Term>>,
    /// The event of the earlier offence from which the window runs.
    pub anchor: Choice<Anchor>,
    /// From which end the window is counted; only month ends tell the two apart.
    pub direction: Choice<Direction>,
    /// The event of the new offence that the window must reach.
    pub reach: Choice<Reach>,
    /// Whether the earlier one must already be punished, on an earlier day than the new fact.
    pub requires_punished: Choice<bool>,
    /// With what the earlier one must have been punished.
    pub prior: PriorPenalty,
    /// What the repetition does to the fine.
    pub effect: RepeatEffect,
    /// Measures that the repetition adds.
    pub measures: Vec<Id>,
    /// The first day whose earlier offences count; any, when none.
    pub since: Option<Date>,
    /// The suspension that the repetition adds.
    pub suspends: Option<AddedSuspension>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

impl Recidivism {
    /// How far apart the two may be, as read on a date.
    #[must_use]
    pub fn window_on(&self, law: &Law, on: Date) -> Option<Term> {
        self.window.on(law, on, &mut Trace::default()).copied().flatten()
    }
}

/// Days of suspension that a repetition adds to the fine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedSuspension {
    /// How many days.
    pub days: u32,
    /// Who or what is suspended: `condutor`, `autorizacao`.
    pub whom: Choice<Id>,
}

/// From which end a window is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The earlier one plus the window reaches the new one.
    Forward,
    /// The new one minus the window reaches the earlier one.
    Backward,
}

/// The event of the new offence that a window must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The day of the new fact.
    Fact,
    /// The day the new fact is decided.
    Decision,
}

/// What must be the same for an offence to be a repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Same {
    /// The same code.
    Offence,
    /// The same class.
    Class,
    /// Any offence.
    Any,
    /// Both codes are in a closed list.
    Among(Vec<Id>),
}

/// The event from which the window of recidivism runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The day it was booked.
    Booked,
    /// The day of the fact.
    Fact,
    /// The day it was punished.
    Punished,
}

/// With what the earlier offence must have been punished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriorPenalty {
    /// With anything.
    Any,
    /// With a fine.
    Fine,
}

/// What a repetition does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepeatEffect {
    /// The warning becomes the fine of the class.
    FineInsteadOfWarning,
    /// The fine is multiplied.
    Times {
        /// By how much.
        factor: Choice<u32>,
        /// Of the class amount, or of the last fine.
        of: Choice<TimesOf>,
    },
}

/// What is multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimesOf {
    /// The amount of the class.
    Base,
    /// The last fine imposed.
    Last,
}

impl Law {
    /// The class of a line on a day.
    pub fn class_of(&self, offence: &Offence, on: Date, trace: &mut Trace) -> Option<&Class> {
        self.classes.get(offence.class.on(self, on, trace)?)
    }
}
