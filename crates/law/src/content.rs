//! What a paper, a receipt, a report or an app must show; and the documents that prove facts.

use jiff::civil::Date;

use crate::condition::Outcome;
use crate::grounds::{Grounds, Trace};
use crate::law::{Span, Working};
use crate::{Choice, Condition, Facts, Id, Law};

/// A list of items that something must show.
#[derive(Clone, Debug)]
pub struct Content {
    /// Its name: `auto_de_infracao`, `recibo`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Whether a missing item is fatal, or can be cured.
    pub fatal: Choice<bool>,
    /// The offence that showing less is, when the law has one.
    pub offence: Option<Id>,
    /// The items.
    pub items: Vec<Item>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// One item.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its name.
    pub id: Id,
    /// Provision that demands it.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// When it is demanded; always, when none.
    pub when: Option<Condition>,
    /// Whether it is demanded, which may hang on a reading.
    pub demanded: Choice<bool>,
    /// The name that items share of which one is enough.
    pub one_of: Choice<Option<Id>>,
}

/// A document that proves facts.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its name: `cnh`.
    pub id: Id,
    /// In Portuguese: `Carteira Nacional de Habilitação (CNH)`.
    pub says: String,
    /// Whose it is: `condutor`, `veiculo`, `operadora`.
    pub subject: Id,
    /// Facts read from it.
    pub facts: Vec<Id>,
    /// The fact that tells until when it is good, when one does.
    pub expiry: Option<Id>,
}

/// What is missing.
#[derive(Clone, Debug)]
pub struct Completeness {
    /// Items that are demanded and not there.
    pub missing: Vec<Id>,
    /// Items not demanded on this occasion.
    pub waived: Vec<Id>,
    /// Whether what is missing voids the paper.
    pub fatal: bool,
    /// The provision that keeps the whole list out of force, and why in Portuguese: then nothing is demanded.
    pub off: Option<(Id, String)>,
    /// What the answer stands on.
    pub grounds: Grounds,
}

impl Law {
    /// What a paper, receipt or report lacks.
    #[must_use]
    pub fn completeness(&self, content: &Content, present: &[Id], facts: &Facts, on: Date) -> Completeness {
        let mut trace = Trace::default();
        trace.cite(&content.base);
        if let Some(off) = self.out_of_force(&content.base, content.span, on, &mut trace) {
            let waived = content.items.iter().map(|i| i.id.clone()).collect();
            let missing = Vec::new();
            return Completeness { missing, waived, fatal: false, off: Some(off), grounds: trace.grounds() };
        }
        let mut missing: Vec<Id> = Vec::new();
        let mut waived = Vec::new();
        let mut enough: Vec<Id> = Vec::new();
        for item in content.items.iter().filter(|i| present.contains(&i.id)) {
            enough.extend(item.one_of.on(self, on, &mut trace).cloned().flatten());
        }
        for item in &content.items {
            let works = !matches!(self.working(&item.base, Span::default(), on, &mut trace), Working::No(..));
            let demanded = works
                && item.demanded.on(self, on, &mut trace).copied().unwrap_or(true)
                && item
                    .when
                    .as_ref()
                    // an item that may not be demanded is not missed for want of a fact
                    .is_none_or(|w| w.evaluate(self, facts, on, &mut trace).outcome == Outcome::Yes);
            let other = || {
                let group = item.one_of.on(self, on, &mut Trace::default()).cloned().flatten();
                group.is_some_and(|g| enough.contains(&g))
            };
            if !demanded {
                waived.push(item.id.clone());
            } else if !present.contains(&item.id) && !other() {
                item.one_of.on(self, on, &mut trace);
                trace.cite(&item.base);
                missing.push(item.id.clone());
            }
        }
        let fatal = !missing.is_empty() && content.fatal.on(self, on, &mut trace).copied().unwrap_or(false);
        Completeness { missing, waived, fatal, off: None, grounds: trace.grounds() }
    }
}
