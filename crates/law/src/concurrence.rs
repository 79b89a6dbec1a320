//! Several lines on one fact: which apply, which give way, and why.

use jiff::civil::Date;

use crate::condition::{Comparison, Operand, Outcome};
use crate::grounds::{Grounds, Trace};
use crate::law::Span;
use crate::{Choice, Condition, Facts, Id, Law};

/// A rule of precedence between lines.
#[derive(Clone, Debug)]
pub struct Concurrence {
    /// Its name.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// Why, in Portuguese.
    pub says: String,
    /// The lines that prevail. Empty with `residual`.
    pub prevails: Vec<Id>,
    /// The lines that give way when one that prevails is there.
    pub yields: Vec<Id>,
    /// Whether residual lines give way to any other line of the same offender.
    pub residual: bool,
    /// Whether the rule holds, which may hang on a reading.
    pub holds: Choice<bool>,
    /// Where it does not hold: a known fact that makes the lines punish different things.
    pub except: Option<Condition>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// One line found fit or unfit for the fact.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The code.
    pub code: Id,
    /// Whether it applies.
    pub outcome: Outcome,
    /// Why it gives way, or what is missing, in Portuguese.
    pub why: Option<String>,
    /// Facts missing to know.
    pub missing: Vec<Id>,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Concurring {
    /// Every line asked, in the order asked.
    pub candidates: Vec<Candidate>,
    /// What the answer stands on.
    pub grounds: Grounds,
}

impl Concurring {
    /// Codes of the lines that apply.
    #[must_use]
    pub fn applying(&self) -> Vec<Id> {
        self.candidates.iter().filter(|c| c.outcome == Outcome::Yes).map(|c| c.code.clone()).collect()
    }
}

/// Whether a fact is compared in a comparison, or compared to.
fn names(c: &Comparison, fact: &Id) -> bool {
    let to = match &c.operand {
        Operand::Fact(to)
        | Operand::Multiple(_, to)
        | Operand::TermTo(_, to)
        | Operand::DeadlineTo(_, to) => Some(to),
        _ => None,
    };
    to == Some(fact) || *c.fact == *fact
}

impl Law {
    /// Which of several lines apply to one fact on a day. Lines of different offenders do not compete; lines on different
    /// duties add up.
    #[must_use]
    pub fn concurring(&self, codes: &[Id], facts: &Facts, on: Date) -> Concurring {
        let mut trace = Trace::default();
        let mut candidates: Vec<Candidate> = Vec::new();
        for code in codes {
            if candidates.iter().any(|c| c.code == *code) {
                continue;
            }
            let mut c =
                Candidate { code: code.clone(), outcome: Outcome::Yes, why: None, missing: Vec::new() };
            match self.offences.get(code) {
                None => {
                    c.outcome = Outcome::No;
                    c.why = Some(format!("a norma não tem a infração {code}"));
                }
                Some(offence) => {
                    trace.cite(&offence.base);
                    if let Some(why) = self.no_basis(offence, None, facts, on, &mut trace) {
                        c.outcome = Outcome::No;
                        c.why = Some(why);
                    } else if let Some(when) = &offence.when {
                        let e = when.evaluate(self, facts, on, &mut trace);
                        if e.outcome == Outcome::Undetermined {
                            c.missing = e.missing();
                        }
                    }
                }
            }
            candidates.push(c);
        }
        self.settle(&mut candidates, facts, on, &mut trace);
        // A line whose fit is unknown is only a question while the fact that would tell it tells another one too.
        let standing: Vec<Id> =
            candidates.iter().filter(|c| c.outcome == Outcome::Yes).map(|c| c.code.clone()).collect();
        for c in &mut candidates {
            if c.outcome == Outcome::Yes
                && !c.missing.is_empty()
                && self.competes(&c.code, &c.missing, &standing, on)
            {
                c.outcome = Outcome::Undetermined;
                let labels: Vec<String> = c
                    .missing
                    .iter()
                    .map(|m| self.fact(m).map_or_else(|| m.to_string(), |f| f.label.clone()))
                    .collect();
                c.why = Some(format!("falta saber: {}", labels.join("; ")));
            } else if c.outcome == Outcome::Yes {
                c.missing.clear();
            }
        }
        Concurring { candidates, grounds: trace.grounds() }
    }

    /// Whether a fact that is missing to know the fit of a line decides the fit of another standing line in another way. Lines that
    /// no such fact tells apart are independent of each other, and each stands as it was written.
    fn competes(&self, code: &Id, missing: &[Id], standing: &[Id], on: Date) -> bool {
        let demanded = |code: &Id| {
            let mut out = Vec::new();
            if let Some(when) = self.offences.get(code).and_then(|o| o.when.as_ref()) {
                self.demanded(when, true, on, &mut out);
            }
            out
        };
        let mine = demanded(code);
        let apart = |(a, yes): &(&Comparison, bool), (b, also): &(&Comparison, bool)| {
            let shared = missing.iter().any(|m| names(a, m) && names(b, m));
            shared && (a, yes) != (b, also)
        };
        standing
            .iter()
            .filter(|s| *s != code)
            .any(|s| demanded(s).iter().any(|b| mine.iter().any(|a| apart(a, b))))
    }

    /// The comparisons of a condition as it is read on a day, each with whether it must hold or must not.
    fn demanded<'a>(
        &'a self,
        condition: &'a Condition,
        holds: bool,
        on: Date,
        out: &mut Vec<(&'a Comparison, bool)>,
    ) {
        match condition {
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().for_each(|p| self.demanded(p, holds, on, out));
            }
            Condition::Not(inner) => self.demanded(inner, !holds, on, out),
            Condition::ByReading { .. } => {
                if let Some(c) = condition.as_read(self, on, &mut Trace::default()) {
                    self.demanded(c, holds, on, out);
                }
            }
            Condition::Compare(c) => out.push((c, holds)),
        }
    }

    fn settle(&self, candidates: &mut [Candidate], facts: &Facts, on: Date, trace: &mut Trace) {
        for rule in self.concurrences.values() {
            if self.out_of_force(&rule.base, rule.span, on, &mut Trace::default()).is_some() {
                continue;
            }
            let standing = |candidates: &[Candidate], code: &Id| {
                candidates.iter().any(|c| c.code == *code && c.outcome == Outcome::Yes)
            };
            let losers: Vec<(usize, Id)> = candidates
                .iter()
                .enumerate()
                .filter(|(_, c)| c.outcome == Outcome::Yes)
                .filter_map(|(i, c)| {
                    let offence = self.offences.get(&c.code)?;
                    if rule.residual && offence.residual {
                        let winner = candidates.iter().find(|o| {
                            o.outcome == Outcome::Yes
                                && o.code != c.code
                                && self
                                    .offences
                                    .get(&o.code)
                                    .is_some_and(|x| !x.residual && x.who == offence.who)
                        })?;
                        return Some((i, winner.code.clone()));
                    }
                    if !rule.yields.contains(&c.code) {
                        return None;
                    }
                    rule.prevails
                        .iter()
                        .find(|p| **p != c.code && standing(candidates, p))
                        .map(|p| (i, p.clone()))
                })
                .collect();
            if losers.is_empty() || !rule.holds.on(self, on, trace).copied().unwrap_or(true) {
                continue;
            }
            if let Some(except) = &rule.except
                && except.evaluate(self, facts, on, trace).outcome == Outcome::Yes
            {
                continue;
            }
            trace.cite(&rule.base);
            for (i, winner) in losers {
                if let Some(c) = candidates.get_mut(i) {
                    c.outcome = Outcome::No;
                    c.why = Some(format!("cede a {winner}: {}", rule.says));
                }
            }
        }
    }
}
