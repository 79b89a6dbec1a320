//! The act itself: who made it, for whom, since when, and how it counts time.

use brasil::money::Rounding;
use brasil::term::MonthEnd;
use jiff::civil::Date;

use crate::{Choice, Id};

/// The norm a rulebook tells.
#[derive(Clone, Debug)]
pub struct Norm {
    /// Short name, as the folder: `caraguatatuba-sp`.
    pub name: Id,
    /// LexML URN of the act.
    pub urn: Id,
    /// Title in words, ours.
    pub title: String,
    /// The municipality's IBGE code.
    pub ibge: u32,
    /// Name of the municipality.
    pub municipality: String,
    /// Two letters of the state.
    pub state: Id,
    /// IANA time zone of the municipality.
    pub zone: String,
    /// The service regulated: `aplicativo`, `taxi`, `mototaxi`.
    pub service: Id,
    /// The body in charge.
    pub body: String,
    /// First day in force; the earliest one when a reading decides.
    pub since: Date,
    /// Last day in force, when the norm is temporary.
    pub until: Option<Date>,
    /// First day in force under each reading.
    pub starts: Choice<Date>,
    /// Amending acts with the first day of their effects.
    pub amendments: Vec<Amendment>,
    /// How a period of months that ends on a missing day ends.
    pub month_end: Choice<MonthEnd>,
    /// How plain days are counted.
    pub days: Choice<DayCounting>,
    /// Whether Saturday is a business day.
    pub saturday: Choice<bool>,
    /// How an amount is rounded to centavos, once, at the end.
    pub rounding: Choice<Rounding>,
    /// Whether units are converted with the value of the date of the fact or of the decision.
    pub unit_date: Choice<UnitDate>,
    /// Days of the norm from which its own deadlines run: `publicacao`, `promulgacao`.
    pub landmarks: indexmap::IndexMap<Id, Choice<Date>>,
    /// People and bodies that the rulebook names by words of its own, as they are read: `secao` is "a Seção Competente".
    pub roles: indexmap::IndexMap<Id, String>,
}

/// An act that amended the norm.
#[derive(Clone, Debug)]
pub struct Amendment {
    /// Its name: `decreto 1.301/2020`.
    pub name: Id,
    /// First day of its effects.
    pub since: Date,
    /// What it did, in our words.
    pub says: String,
}

/// How days are counted when the law does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayCounting {
    /// Every day counts.
    Running,
    /// Only business days count.
    Business,
}

/// The date whose unit value converts a fine to money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitDate {
    /// The day of the fact.
    Fact,
    /// The day of the decision that imposes it.
    Decision,
}
