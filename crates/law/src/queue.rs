//! Queues: who comes before whom, who is called, who has to be drawn, and who passes ahead.

use std::cmp::Ordering;

use jiff::civil::Date;

use crate::condition::Outcome;
use crate::grounds::{Grounds, Trace};
use crate::law::Span;
use crate::{Choice, Condition, Facts, Id, Law, Value};

/// A queue of the law.
#[derive(Clone, Debug)]
pub struct Queue {
    /// Its name: `espera`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Criteria, the first one first. Empty: only what breaks ties counts.
    pub order: Choice<Vec<Criterion>>,
    /// What breaks a tie.
    pub tie: Choice<Tie>,
    /// What a candidate must have to be in the queue.
    pub demands: Option<Condition>,
    /// How a place is offered to who is called.
    pub offer: Option<Offer>,
    /// Reasons to pass ahead of the queue.
    pub bypass: Vec<Bypass>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// One criterion.
#[derive(Clone, Debug)]
pub struct Criterion {
    /// Its name.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// The fact compared.
    pub fact: Id,
    /// Which value comes first.
    pub prefers: Preference,
    /// Whether it counts, where readings decide; no fact of a candidate has a say in it.
    pub holds: Option<Condition>,
}

/// Which value comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// The greater.
    Greater,
    /// The smaller, or the earlier.
    Smaller,
    /// Yes before no.
    Yes,
}

/// What breaks a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The lower protocol number.
    Protocol,
    /// A draw, which is held in public and never here.
    Draw,
}

/// How a place is offered.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The deadline to answer.
    pub deadline: Option<Id>,
    /// At which unanswered offer the candidate leaves the queue; never, when none.
    pub leaves_at: Choice<Option<u32>>,
}

/// A reason to pass ahead.
#[derive(Clone, Debug)]
pub struct Bypass {
    /// Its name: `herdeiro`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Whether it only serves who is in the queue, with a protocol.
    pub needs_entry: Choice<bool>,
}

/// Someone who waits.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The name by which the question calls him.
    pub name: Id,
    /// Number of the protocol.
    pub protocol: Option<u64>,
    /// The reason to pass ahead, when he has one.
    pub bypass: Option<Id>,
    /// Offers he left unanswered.
    pub unanswered: u32,
    /// What is known of him.
    pub facts: Facts,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// Whether it is known who is called; not, while a fact is missing or a draw decides the last places.
    pub outcome: Outcome,
    /// The candidates in order; those that are out are not in it.
    pub order: Vec<Id>,
    /// Who is called for the places there are.
    pub chosen: Vec<Id>,
    /// Among whom a draw decides the last places.
    pub tied: Vec<Id>,
    /// Who is not in the queue, and why.
    pub out: Vec<(Id, String)>,
    /// Facts that are missing.
    pub missing: Vec<Id>,
    /// What it stands on.
    pub grounds: Grounds,
}

impl Ranking {
    fn lack(&mut self, id: &Id) {
        if !self.missing.contains(id) {
            self.missing.push(id.clone());
        }
    }
}

/// Candidates whom nothing has told apart yet.
struct Group<'c> {
    equal: Vec<&'c Candidate>,
    /// Whether they are left as they are: what is not known of them has no say in who is called.
    settled: bool,
}

/// The group of which some are called and some are not.
fn divided<'g, 'c>(groups: &'g [Group<'c>], places: usize) -> Option<&'g Group<'c>> {
    let mut before = 0;
    groups.iter().find(|g| {
        let first = before;
        before += g.equal.len();
        first < places && places < before
    })
}

/// Tells apart those who were equal so far. No, when what is not known of one has a say in who is called.
fn split(
    groups: &mut Vec<Group<'_>>,
    places: usize,
    known: &dyn Fn(&Candidate) -> bool,
    compare: &dyn Fn(&Candidate, &Candidate) -> Ordering,
) -> bool {
    let unknown = |g: &Group<'_>| g.equal.len() > 1 && !g.equal.iter().all(|c| known(c));
    if divided(groups, places).is_some_and(unknown) {
        return false;
    }
    for mut g in std::mem::take(groups) {
        if g.settled || unknown(&g) {
            groups.push(Group { settled: true, ..g });
            continue;
        }
        g.equal.sort_by(|a, b| compare(a, b));
        let runs = g.equal.chunk_by(|a, b| compare(a, b) == Ordering::Equal);
        groups.extend(runs.map(|run| Group { equal: run.to_vec(), settled: false }));
    }
    true
}

impl Law {
    /// Puts candidates in order for a number of places.
    #[must_use]
    pub fn rank(&self, queue: &Queue, candidates: &[Candidate], places: usize, on: Date) -> Ranking {
        let mut trace = Trace::default();
        trace.cite(&queue.base);
        let mut answer = Ranking {
            outcome: Outcome::Yes,
            order: Vec::new(),
            chosen: Vec::new(),
            tied: Vec::new(),
            out: Vec::new(),
            missing: Vec::new(),
            grounds: Grounds::default(),
        };
        let mut first: Vec<&Candidate> = Vec::new();
        let mut waiting: Vec<&Candidate> = Vec::new();
        for c in candidates {
            match self.place_of(queue, c, on, &mut trace, &mut answer) {
                Place::First => first.push(c),
                Place::InLine => waiting.push(c),
                Place::Out(why) => answer.out.push((c.name.clone(), why)),
            }
        }
        let all = queue.order.on(self, on, &mut trace).map_or(&[][..], Vec::as_slice);
        let counts = |w: &Condition, trace: &mut Trace| {
            w.evaluate(self, &Facts::new(), on, trace).outcome == Outcome::Yes
        };
        let criteria: Vec<&Criterion> =
            all.iter().filter(|c| c.holds.as_ref().is_none_or(|w| counts(w, &mut trace))).collect();
        criteria.iter().for_each(|c| trace.cite(&c.base));
        let tie = queue.tie.on(self, on, &mut trace).copied().unwrap_or(Tie::Protocol);
        let ahead = first.len();
        let left = places.saturating_sub(ahead);
        let mut groups = vec![Group { equal: waiting, settled: false }];
        for c in &criteria {
            let known = |w: &Candidate| self.criterion_value(c, &w.facts, on).is_some();
            let before = |a: &Candidate, b: &Candidate| self.before(c, a, b, on);
            if !split(&mut groups, left, &known, &before) {
                answer.lack(&c.fact);
                break;
            }
        }
        let by_protocol = |a: &Candidate, b: &Candidate| a.protocol.cmp(&b.protocol);
        if tie == Tie::Protocol
            && answer.missing.is_empty()
            && !split(&mut groups, left, &|w| w.protocol.is_some(), &by_protocol)
        {
            answer.lack(&"protocolo".into());
        }
        if !answer.missing.is_empty() {
            answer.outcome = Outcome::Undetermined;
            answer.grounds = trace.grounds();
            return answer;
        }
        if let Some(tied) = divided(&groups, left) {
            answer.tied = tied.equal.iter().map(|w| w.name.clone()).collect();
            answer.outcome = Outcome::Undetermined;
        }
        let line: Vec<&Candidate> =
            first.into_iter().chain(groups.into_iter().flat_map(|g| g.equal)).collect();
        answer.order = line.iter().map(|c| c.name.clone()).collect();
        answer.chosen = line
            .iter()
            .take(places)
            .map(|c| c.name.clone())
            .filter(|name| !answer.tied.contains(name))
            .collect();
        answer.grounds = trace.grounds();
        answer
    }

    fn criterion_value(&self, c: &Criterion, facts: &Facts, on: Date) -> Option<Value> {
        self.fact(&c.fact)?.value(facts, on)
    }

    fn before(&self, c: &Criterion, a: &Candidate, b: &Candidate, on: Date) -> Ordering {
        let (x, y) = (self.criterion_value(c, &a.facts, on), self.criterion_value(c, &b.facts, on));
        match c.prefers {
            Preference::Smaller => x.cmp(&y),
            Preference::Greater | Preference::Yes => y.cmp(&x),
        }
    }

    fn place_of(
        &self,
        queue: &Queue,
        c: &Candidate,
        on: Date,
        trace: &mut Trace,
        answer: &mut Ranking,
    ) -> Place {
        let entered = c.protocol.is_some();
        if let Some(demands) = &queue.demands {
            let e = demands.evaluate(self, &c.facts, on, trace);
            match e.outcome {
                Outcome::Yes => {}
                Outcome::No => {
                    let words: Vec<String> = e.findings.iter().map(|f| f.words(self)).collect();
                    return Place::Out(words.join("; "));
                }
                Outcome::Undetermined => {
                    e.missing().iter().for_each(|m| answer.lack(m));
                }
            }
        }
        if let Some(b) = c.bypass.as_ref().and_then(|b| queue.bypass.iter().find(|x| x.id == *b)) {
            trace.cite(&b.base);
            let needs = b.needs_entry.on(self, on, trace).copied().unwrap_or(false);
            return if needs && !entered {
                Place::Out(format!("{}: só serve a quem está na fila", b.says))
            } else {
                Place::First
            };
        }
        if c.unanswered > 0
            && let Some(offer) = &queue.offer
            && let Some(at) = offer.leaves_at.on(self, on, trace).copied().flatten()
            && c.unanswered >= at
        {
            return Place::Out(format!("não respondeu a {} chamadas", c.unanswered));
        }
        Place::InLine
    }
}

enum Place {
    First,
    InLine,
    Out(String),
}
