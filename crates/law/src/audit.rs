//! Checking a whole register in one pass: who meets the law's requirements on a date, who does not, and by which article.
//!
//! An [`Audit`] is fed blocks of columns and keeps only counts, so that memory does not grow with the file. It judges what the
//! file can know at all: a requirement of whose demand no fact has a column is *not verifiable with this sheet*, is named
//! once, and stays out of every row's verdict. (Otherwise each row of a sheet of vehicles would be undetermined for want of
//! the driver's licence.) So *yes* means: yes, as far as this sheet can tell.
//!
//! Nothing here reads files: the caller makes cells of what it read, and numbers the rows as its reader will know them.

use std::fmt::Write as _;
use std::sync::Arc;

use brasil::lexml;
use indexmap::IndexMap;
use jiff::civil::Date;

use crate::eligibility::{Line, LineStatus, Requirement};
use crate::fact::Derived;
use crate::plan::{Columns, Plan, PlannedRequirement, Schema, Verdict, count, rows};
use crate::{Facts, Id, Law, Outcome};

/// How many near misses are listed by row, unless the caller says otherwise.
pub const NEAR_MISSES_LISTED: usize = 100;

/// A check of a register against the law of one date.
#[derive(Clone, Debug)]
pub struct Audit<'l> {
    law: &'l Law,
    schema: Arc<Schema>,
    plan: Plan,
    unverifiable: Vec<PlannedRequirement>,
    listed: usize,
    summary: Summary,
}

/// Why a register cannot be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditFault {
    /// No column of the sheet tells a fact that any requirement asks for: every row would pass unseen.
    #[error(
        "nenhuma coluna desta planilha corresponde a um fato que a lei exige; confira os nomes das colunas ou informe um \
         mapeamento"
    )]
    NothingVerifiable,
    /// No requirement for these subjects works on the date.
    #[error("nenhum requisito para estes sujeitos está em vigor nesta data")]
    NothingInForce,
}

/// The counts of an audit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Rows judged.
    pub rows: u64,
    /// Rows that meet every requirement that the sheet can verify.
    pub yes: u64,
    /// Rows that fail at least one.
    pub no: u64,
    /// Rows that fail none, but for which something is missing.
    pub undetermined: u64,
    /// Counts of each requirement judged, in the order of the rulebook.
    pub requirements: Vec<RequirementCount>,
    /// Rows stopped by each article, in the order of the rulebook.
    pub articles: IndexMap<Id, ArticleCount>,
    /// Rows that fail exactly one requirement and meet all others: the first of them, in order.
    pub near_misses: Vec<NearMiss>,
    /// Facts and parameters missing, with the rows that need and lack each.
    pub missing: IndexMap<Id, u64>,
}

/// The counts of one requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequirementCount {
    /// The requirement.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// Whether its provisions work on the date; the counts of one that is off are zero.
    pub works: bool,
    /// Rows that meet it.
    pub met: u64,
    /// Rows that fail it.
    pub failed: u64,
    /// Rows for which it cannot be told.
    pub undetermined: u64,
    /// Rows that it does not concern.
    pub not_applicable: u64,
    /// Rows of which it is the first failed requirement, in the order of the rulebook.
    pub first_failed: u64,
    /// Rows that fail it alone and meet all others.
    pub near_misses: u64,
}

/// The counts of one article.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArticleCount {
    /// Rows that fail a requirement that stands on it, each once.
    pub failed: u64,
    /// Rows of which the first failed requirement stands on it.
    pub first_failed: u64,
}

/// A row that one requirement keeps from meeting all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The number with which the row was pushed.
    pub row: u64,
    /// The requirement.
    pub requirement: Id,
}

/// The verdict on one row.
#[derive(Clone, Debug)]
pub struct RowVerdict<'a> {
    /// The number with which the row was pushed.
    pub row: u64,
    /// Yes, no or undetermined.
    pub outcome: Outcome,
    /// Requirements failed, in the order of the rulebook.
    pub failed: Vec<&'a PlannedRequirement>,
    /// Requirements that cannot be told.
    pub undetermined: Vec<&'a PlannedRequirement>,
}

/// One row in full, by the row executor.
#[derive(Clone, Debug)]
pub struct Explanation<'l> {
    /// Yes, no or undetermined, for the requirements that the sheet can verify.
    pub outcome: Outcome,
    /// One line for each of them, in the order of the rulebook.
    pub lines: Vec<Line<'l>>,
}

impl<'l> Audit<'l> {
    /// An audit of `subjects` by the law of a date, for a file with these columns. `moment` limits it to the requirements of
    /// one moment; none means all.
    ///
    /// # Errors
    /// Nothing to verify: a sheet or a date for which every row would pass unseen.
    pub fn new(
        law: &'l Law,
        subjects: &[&str],
        on: Date,
        moment: Option<&str>,
        schema: Arc<Schema>,
    ) -> Result<Self, AuditFault> {
        let (plan, mut unverifiable) = Plan::compile(law, subjects, on, moment).split(&schema);
        // what only time rules out is asked of nobody, and no column is missing for it
        unverifiable.retain(|r| law.requirements.get(&r.id).is_none_or(|r| law.concerns_somebody(r, on)));
        if !plan.requirements().iter().any(PlannedRequirement::works) {
            let nothing = unverifiable.is_empty();
            return Err(if nothing { AuditFault::NothingInForce } else { AuditFault::NothingVerifiable });
        }
        let requirements = plan.requirements().iter().map(RequirementCount::none).collect();
        let based = plan.requirements().iter().filter(|r| r.works()).flat_map(|r| &r.base);
        let articles = based.map(|a| (a.clone(), ArticleCount::default())).collect();
        let summary = Summary { requirements, articles, ..Summary::default() };
        Ok(Audit { law, schema, plan, unverifiable, listed: NEAR_MISSES_LISTED, summary })
    }

    /// The same audit, listing at most so many near misses by row.
    #[must_use]
    pub fn listing(mut self, near_misses: usize) -> Self {
        self.listed = near_misses;
        self
    }

    /// The plan it judges by: only requirements that the sheet can verify.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The requirements that this sheet cannot verify.
    pub fn unverifiable(&self) -> impl Iterator<Item = &'l Requirement> {
        let law = self.law;
        self.unverifiable.iter().filter_map(move |r| law.requirements.get(&r.id))
    }

    /// The requirements that this sheet cannot verify, in Portuguese, each with its article and what a column would have to
    /// tell.
    #[must_use]
    pub fn unverifiable_in_words(&self) -> Vec<String> {
        let line = |r: &PlannedRequirement| {
            let says = self.law.requirements.get(&r.id).map_or(r.id.as_ref(), |r| r.says.as_str());
            let lacking = labels(self.law, &self.lacking(r));
            format!("{says} ({}): não verificável com esta planilha; falta {lacking}", cited(&r.base))
        };
        self.unverifiable.iter().map(line).collect()
    }

    /// The base facts of a requirement's demand that no column tells.
    #[must_use]
    pub fn lacking(&self, r: &PlannedRequirement) -> Vec<Id> {
        let bases = |f: &Id| self.law.fact(f).and_then(|f| f.derived.as_ref()).map(Derived::bases);
        let follows = |f: &Id, from: &Id| bases(f).is_some_and(|b| b.contains(&from));
        let told = |f: &Id| {
            self.schema.position(f).is_some()
                || r.facts.iter().any(|d| follows(d, f) && self.schema.position(d).is_some())
        };
        // what follows from another fact is asked for by that other fact
        let entered = |f: &Id| bases(f).is_none_or(|b| b.is_empty());
        r.facts.iter().filter(|f| entered(f) && !told(f)).cloned().collect()
    }

    /// Judges a block and adds it to the counts. The verdict is handed back for whoever writes one line a row.
    pub fn add(&mut self, block: &Columns) -> Verdict {
        let executor = self.plan.bind(&self.schema);
        let verdict = executor.judge(block);
        let words = verdict.yes().len();
        let s = &mut self.summary;
        let (yes, no) = (count(verdict.yes()), count(verdict.no()));
        s.rows += verdict.len() as u64;
        s.yes += yes as u64;
        s.no += no as u64;
        s.undetermined += (verdict.len() - yes - no) as u64;

        let mut before = vec![0_u64; words];
        let mut missing: IndexMap<Id, Vec<u64>> = IndexMap::new();
        let mut stopped: IndexMap<Id, Vec<u64>> = IndexMap::new();
        for (place, r) in s.requirements.iter_mut().enumerate() {
            let failed = verdict.with(place, LineStatus::Failed);
            r.met += count(verdict.with(place, LineStatus::Met)) as u64;
            r.failed += count(failed) as u64;
            r.undetermined += count(verdict.with(place, LineStatus::Undetermined)) as u64;
            r.not_applicable += count(verdict.with(place, LineStatus::NotApplicable)) as u64;
            let first: u64 = failed.iter().zip(&before).map(|(f, b)| u64::from((f & !b).count_ones())).sum();
            r.first_failed += first;
            before.iter_mut().zip(failed).for_each(|(b, f)| *b |= f);
            for article in &r.base {
                if let Some(a) = s.articles.get_mut(article) {
                    a.first_failed += first;
                    let all = stopped.entry(article.clone()).or_insert_with(|| vec![0; words]);
                    all.iter_mut().zip(failed).for_each(|(a, f)| *a |= f);
                }
            }
            executor.missing(&verdict, place, &mut |id, lacking| {
                let all = missing.entry(id.clone()).or_insert_with(|| vec![0; words]);
                all.iter_mut().zip(lacking).for_each(|(a, l)| *a |= l);
            });
        }
        for (id, lacking) in missing {
            *s.missing.entry(id).or_default() += count(&lacking) as u64;
        }
        for (article, failed) in stopped {
            s.articles.entry(article).or_default().failed += count(&failed) as u64;
        }
        let near = verdict.near_misses();
        for (place, r) in s.requirements.iter_mut().enumerate() {
            let failed = verdict.with(place, LineStatus::Failed);
            r.near_misses +=
                near.iter().zip(failed).map(|(n, f)| u64::from((n & f).count_ones())).sum::<u64>();
        }
        for row in rows(&near).take(self.listed.saturating_sub(s.near_misses.len())) {
            let failing = (0..s.requirements.len()).find(|r| verdict.status(*r, row) == LineStatus::Failed);
            if let (Some(r), Some(number)) = (failing, block.numbers().get(row)) {
                s.near_misses.push(NearMiss { row: *number, requirement: s.requirements[r].id.clone() });
            }
        }
        verdict
    }

    /// The counts so far.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The verdict on each row of a block, in order.
    pub fn rows<'a>(
        &'a self,
        block: &'a Columns,
        verdict: &'a Verdict,
    ) -> impl Iterator<Item = RowVerdict<'a>> {
        block.numbers().iter().enumerate().map(move |(at, number)| {
            let with = |status| {
                let all = self.plan.requirements().iter().enumerate();
                all.filter(|(place, _)| verdict.status(*place, at) == status).map(|(_, r)| r).collect()
            };
            let outcome = verdict.outcome(at);
            // most rows of most registers are in order, and are not asked for reasons
            let (failed, undetermined) = if outcome == Outcome::Yes {
                (Vec::new(), Vec::new())
            } else {
                (with(LineStatus::Failed), with(LineStatus::Undetermined))
            };
            RowVerdict { row: *number, outcome, failed, undetermined }
        })
    }

    /// One row in full: every requirement that the sheet can verify, judged by the row executor on the same facts.
    #[must_use]
    pub fn explain(&self, facts: &Facts) -> Explanation<'l> {
        let bound = self.plan.requirements().iter().filter_map(|r| self.law.requirements.get(&r.id));
        let lines: Vec<Line<'l>> =
            bound.map(|r| self.law.requirement_line(r, facts, self.plan.on())).collect();
        let outcome = lines.iter().fold(Outcome::Yes, |all, l| {
            all.and(match l.status {
                LineStatus::Met | LineStatus::NotApplicable | LineStatus::Off => Outcome::Yes,
                LineStatus::Failed => Outcome::No,
                LineStatus::Undetermined => Outcome::Undetermined,
            })
        });
        Explanation { outcome, lines }
    }
}

impl RequirementCount {
    fn none(r: &PlannedRequirement) -> Self {
        RequirementCount {
            id: r.id.clone(),
            base: r.base.clone(),
            works: r.works(),
            met: 0,
            failed: 0,
            undetermined: 0,
            not_applicable: 0,
            first_failed: 0,
            near_misses: 0,
        }
    }
}

impl Explanation<'_> {
    /// The explanation in Portuguese: the outcome, then one line for each requirement, what fails first.
    #[must_use]
    pub fn in_words(&self, law: &Law) -> String {
        let mut out = match self.outcome {
            Outcome::Yes => "Atende a tudo o que esta planilha permite verificar.".to_string(),
            Outcome::No => "Não atende.".to_string(),
            Outcome::Undetermined => "Não é possível decidir: faltam dados.".to_string(),
        };
        let order = [
            (LineStatus::Failed, "não atende"),
            (LineStatus::Undetermined, "indeterminado"),
            (LineStatus::Met, "atende"),
            (LineStatus::NotApplicable, "não se aplica"),
            (LineStatus::Off, "sem efeito na data"),
        ];
        for (status, title) in order {
            for l in self.lines.iter().filter(|l| l.status == status) {
                let r = l.requirement;
                // writing to a String cannot fail
                let _ = write!(out, "\n- {} ({}): {title}", r.says, cited(&r.base));
                let words = l.words(law);
                if !words.is_empty() {
                    let _ = write!(out, "; {words}");
                }
                if status == LineStatus::Failed && !r.remedy.is_empty() {
                    let _ = write!(out, ". O que fazer: {}", r.remedy);
                }
            }
        }
        out
    }
}

fn cited(base: &[Id]) -> String {
    base.iter().map(|p| lexml::cite(p)).collect::<Vec<_>>().join("; ")
}

fn labels(law: &Law, facts: &[Id]) -> String {
    let label = |f: &Id| law.fact(f).map_or_else(|| f.to_string(), |f| f.label.clone());
    facts.iter().map(label).collect::<Vec<_>>().join(", ")
}
