//! Titles: what a licence is worth on a date, and until when.

use brasil::term::Term;
use jiff::civil::Date;

use crate::condition::Outcome;
use crate::eligibility::{Eligibility, Failure, LineStatus, Requirement};
use crate::grounds::{Grounds, Trace};
use crate::law::Span;
use crate::named_day::YearDay;
use crate::value::date_pt;
use crate::{Choice, Condition, Facts, Id, Law};

/// A licence of the law.
#[derive(Clone, Debug)]
pub struct Title {
    /// Its name: `credencial`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Who holds it.
    pub holder: Id,
    /// Subjects whose requirements it depends on.
    pub demands: Vec<Id>,
    /// Until when it is good.
    pub validity: Choice<Validity>,
    /// The fact that tells how many operators stand behind the holder, when it needs one.
    pub needs_link: Option<Id>,
    /// Whether several may hold it together.
    pub co_holders: Option<CoHolders>,
    /// The steps of its life.
    pub transitions: Vec<crate::transition::Transition>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// Until when a title is good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Validity {
    /// Until the first requirement that time ends.
    FirstExpiry,
    /// For a term from the grant.
    For(Term),
    /// For ever.
    Unlimited,
    /// Until the last day of the year of the grant.
    YearEnd,
    /// Until a day of the year of the grant, or of a later one; granted after that day, it is never good.
    DayOfYear(YearDay),
    /// Until the day that a fact tells: the act fixes it.
    Until(Id),
    /// For a term at most, or until the day that a fact tells, whichever ends first.
    Earlier(Term, Id),
    /// Until the first of several ends.
    Least(Vec<Validity>),
    /// By what is the case on the day of the grant: the first whose condition holds, or the rest.
    Cases(Vec<(Condition, Validity)>, Option<Box<Validity>>),
}

impl Validity {
    /// Calls a function on every fact that tells a day.
    pub fn each_day<'v>(&'v self, see: &mut dyn FnMut(&'v Id)) {
        match self {
            Validity::Until(f) | Validity::Earlier(_, f) => see(f),
            Validity::Least(all) => all.iter().for_each(|v| v.each_day(see)),
            Validity::Cases(cases, rest) => {
                cases.iter().for_each(|(_, v)| v.each_day(see));
                rest.iter().for_each(|v| v.each_day(see));
            }
            Validity::FirstExpiry
            | Validity::For(_)
            | Validity::Unlimited
            | Validity::YearEnd
            | Validity::DayOfYear(_) => {}
        }
    }

    /// Calls a function on every condition.
    pub fn each_condition<'v>(&'v self, see: &mut dyn FnMut(&'v Condition)) {
        match self {
            Validity::Least(all) => all.iter().for_each(|v| v.each_condition(see)),
            Validity::Cases(cases, rest) => {
                for (c, v) in cases {
                    see(c);
                    v.each_condition(see);
                }
                rest.iter().for_each(|v| v.each_condition(see));
            }
            _ => {}
        }
    }
}

/// Several who hold one title together.
#[derive(Clone, Debug)]
pub struct CoHolders {
    /// How many there may be.
    pub most: u32,
    /// Whether each of them must meet what the title demands; one is enough, otherwise.
    pub all_meet: Choice<bool>,
}

/// What happened to a title.
#[derive(Clone, Debug, Default)]
pub struct TitleHistory {
    /// Day it was granted.
    pub granted: Option<Date>,
    /// Suspensions: first and last day, last day open while none is set.
    pub suspensions: Vec<(Date, Option<Date>)>,
    /// Day its revocation took effect.
    pub revoked: Option<Date>,
}

impl TitleHistory {
    /// The first and the last day of the suspension in which a day falls; those that meet are one.
    fn suspended_on(&self, day: Date) -> Option<(Date, Option<Date>)> {
        let mut suspensions = self.suspensions.clone();
        suspensions.sort_by_key(|(first, _)| *first);
        let mut apart: Vec<(Date, Option<Date>)> = Vec::new();
        for (first, last) in suspensions {
            match apart.last_mut() {
                Some((_, until)) if until.is_none_or(|u| u.tomorrow().is_ok_and(|next| first <= next)) => {
                    *until = until.zip(last).map(|(a, b)| a.max(b));
                }
                _ => apart.push((first, last)),
            }
        }
        apart.into_iter().find(|(first, last)| *first <= day && last.is_none_or(|l| day <= l))
    }
}

/// What a title is worth on a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TitleState {
    /// Never granted.
    None,
    /// In force.
    Valid,
    /// Its time has run out.
    Expired,
    /// A requirement fails.
    Blocked,
    /// Suspended.
    Suspended,
    /// Revoked.
    Revoked,
    /// The provisions it stands on are not in force.
    Off,
    /// Something is missing to know until when it is good.
    Undetermined,
}

impl TitleState {
    /// The keyword in answers and cases.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            TitleState::None => "nenhum",
            TitleState::Valid => "vigente",
            TitleState::Expired => "vencido",
            TitleState::Blocked => "bloqueado",
            TitleState::Suspended => "suspenso",
            TitleState::Revoked => "cassado",
            TitleState::Off => "fora_de_vigor",
            TitleState::Undetermined => "indeterminado",
        }
    }
}

/// The answer.
#[derive(Clone, Debug)]
pub struct TitleAnswer {
    /// The state.
    pub state: TitleState,
    /// Since when it is in that state, when a date is known.
    pub since: Option<Date>,
    /// Last day it is good, when it is, or when it was; none when that day would come before the grant.
    pub until: Option<Date>,
    /// Why, in Portuguese.
    pub words: String,
    /// Requirements that fail.
    pub failing: Vec<Id>,
    /// The provision that keeps the title out of force, when one does.
    pub off: Option<Id>,
    /// Facts that are missing to know until when it is good.
    pub missing: Vec<Id>,
    /// What it stands on.
    pub grounds: Grounds,
}

impl Law {
    /// The last day a title granted on a day is good.
    #[must_use]
    pub fn title_validity(
        &self,
        title: &Title,
        facts: &Facts,
        granted: Date,
        trace: &mut Trace,
    ) -> Option<Date> {
        let validity = title.validity.on(self, granted, trace)?;
        self.last_day(validity, facts, granted, &|| self.title_standing(title, facts, granted).until, trace)
            .ok()?
    }

    /// The last day of a validity; `expiry` tells the first requirement that time ends.
    ///
    /// # Errors
    /// The facts that are missing to know which case applies.
    fn last_day(
        &self,
        v: &Validity,
        facts: &Facts,
        granted: Date,
        expiry: &dyn Fn() -> Option<Date>,
        trace: &mut Trace,
    ) -> Result<Option<Date>, Vec<Id>> {
        Ok(match v {
            Validity::FirstExpiry => expiry(),
            Validity::Least(all) => {
                let mut least: Option<Date> = None;
                for v in all {
                    let day = self.last_day(v, facts, granted, expiry, trace)?;
                    least = least.into_iter().chain(day).min();
                }
                least
            }
            Validity::Cases(cases, rest) => {
                for (when, v) in cases {
                    let e = when.evaluate(self, facts, granted, trace);
                    match e.outcome {
                        Outcome::Yes => return self.last_day(v, facts, granted, expiry, trace),
                        Outcome::No => {}
                        Outcome::Undetermined => return Err(e.missing()),
                    }
                }
                match rest {
                    Some(v) => self.last_day(v, facts, granted, expiry, trace)?,
                    None => None,
                }
            }
            other => self.fixed_validity(other, facts, granted, trace),
        })
    }

    /// The last day of a validity that does not depend on requirements.
    fn fixed_validity(&self, v: &Validity, facts: &Facts, granted: Date, trace: &mut Trace) -> Option<Date> {
        let told = |fact: &Id| self.told_day(fact, facts, granted);
        match v {
            Validity::Unlimited | Validity::FirstExpiry | Validity::Least(_) | Validity::Cases(..) => None,
            Validity::For(term) => self.forward(granted, *term, trace),
            Validity::YearEnd => Date::new(granted.year(), 12, 31).ok(),
            Validity::DayOfYear(day) => day.from(granted),
            Validity::Until(fact) => told(fact),
            Validity::Earlier(term, fact) => {
                let longest = self.forward(granted, *term, trace)?;
                Some(told(fact).map_or(longest, |d| d.min(longest)))
            }
        }
    }

    /// Whether a title may be granted on a day: whether the requirements behind it are met.
    #[must_use]
    pub fn title_check(&self, title: &Title, facts: &Facts, on: Date) -> Eligibility<'_> {
        // what is only pointed out stops nobody
        let stops = |r: &Requirement| r.failure != Failure::Warn;
        self.eligibility_by(&|r| title.demands.contains(&r.subject), &stops, facts, on)
    }

    /// Whether a granted title goes on on a day: whether those requirements behind it are met that must hold all its life. The
    /// others were looked at when it was granted.
    #[must_use]
    pub fn title_standing(&self, title: &Title, facts: &Facts, on: Date) -> Eligibility<'_> {
        let blocks = |r: &Requirement| r.failure == Failure::Block;
        self.eligibility_by(&|r| title.demands.contains(&r.subject), &blocks, facts, on)
    }

    /// The last day on which what stands behind a title was met, when it no longer is. What lapsed may have come back since: a paper
    /// was renewed, a court kept the requirement without effect.
    fn ended(&self, title: &Title, facts: &Facts, granted: Date, on: Date) -> Option<Date> {
        /// As often as a title is looked back upon: what comes and goes more often than that does so every few days.
        const RETURNS: usize = 1_000;
        let (mut day, mut last) = (granted, None);
        for _ in 0..RETURNS {
            let standing = self.title_standing(title, facts, day);
            let turn = if standing.outcome == Outcome::Yes {
                last = standing.until.filter(|d| *d < on).or(last);
                standing.until.and_then(|d| d.tomorrow().ok())
            } else {
                self.met_again(&standing, facts, day)
            };
            match turn.filter(|d| *d <= on) {
                Some(turn) => day = turn,
                None => break,
            }
        }
        last
    }

    /// What a title is worth on a day, with the facts of that day.
    #[must_use]
    pub fn title_state(&self, title: &Title, history: &TitleHistory, facts: &Facts, on: Date) -> TitleAnswer {
        let mut trace = Trace::default();
        trace.cite(&title.base);
        let mut answer = TitleAnswer {
            state: TitleState::None,
            since: None,
            until: None,
            words: "não há título concedido".into(),
            failing: Vec::new(),
            off: None,
            missing: Vec::new(),
            grounds: Grounds::default(),
        };
        if let Some((id, why)) = self.out_of_force(&title.base, title.span, on, &mut trace) {
            answer.state = TitleState::Off;
            answer.words = format!("o título não se exige nem vale: {} {why}", brasil::lexml::cite(&id));
            answer.off = Some(id);
            answer.grounds = trace.grounds();
            return answer;
        }
        let granted = history.granted.filter(|g| *g <= on);
        if let Some(revoked) = history.revoked.filter(|r| *r <= on) {
            answer.state = TitleState::Revoked;
            answer.since = Some(revoked);
            answer.words = format!("cassado em {}", date_pt(revoked));
            answer.grounds = trace.grounds();
            return answer;
        }
        let Some(granted) = granted else {
            answer.grounds = trace.grounds();
            return answer;
        };
        let suspended = history.suspended_on(on);
        let check = self.title_standing(title, facts, on);
        let expiry = || match check.outcome {
            Outcome::Yes => check.until,
            _ => self.ended(title, facts, granted, on),
        };
        let validity = title.validity.on(self, granted, &mut trace);
        let last = validity.map_or(Ok(None), |v| self.last_day(v, facts, granted, &expiry, &mut trace));
        answer.until = last.as_ref().ok().copied().flatten();
        if let Some(until) = answer.until.filter(|u| *u < granted) {
            answer.state = TitleState::Expired;
            answer.since = Some(granted);
            answer.until = None;
            answer.words = format!(
                "não chegou a valer: concedido em {}, acabaria em {}",
                date_pt(granted),
                date_pt(until)
            );
        } else if let Some(until) = answer.until.filter(|u| on > *u) {
            answer.state = TitleState::Expired;
            answer.since = until.tomorrow().ok();
            answer.words = format!("venceu em {}", date_pt(until));
        } else if let Some((first, last)) = suspended {
            answer.state = TitleState::Suspended;
            answer.since = Some(first);
            answer.until = last;
            answer.words = match last {
                Some(l) => format!("suspenso de {} a {}", date_pt(first), date_pt(l)),
                None => format!("suspenso desde {}", date_pt(first)),
            };
        } else if let Err(missing) = last {
            answer.state = TitleState::Undetermined;
            let label = |id: &Id| self.fact(id).map_or_else(|| id.to_string(), |f| f.label.clone());
            let labels: Vec<String> = missing.iter().map(label).collect();
            answer.words = format!("não se sabe até quando vale; falta informar: {}", labels.join("; "));
            answer.missing = missing;
        } else if check.outcome != Outcome::Yes {
            answer.state = TitleState::Blocked;
            let failing: Vec<_> = check
                .lines
                .iter()
                .filter(|l| matches!(l.status, LineStatus::Failed | LineStatus::Undetermined))
                .filter(|l| l.requirement.failure == Failure::Block)
                .collect();
            answer.words = failing.iter().map(|l| l.words(self)).collect::<Vec<_>>().join("; ");
            answer.failing = failing.iter().map(|l| l.requirement.id.clone()).collect();
            answer.until = None;
        } else {
            answer.state = TitleState::Valid;
            answer.since = Some(granted);
            answer.words = match answer.until {
                Some(u) => format!("vigente até {}", date_pt(u)),
                None => "vigente".into(),
            };
        }
        let mut grounds = trace.grounds();
        grounds.extend(&check.grounds());
        answer.grounds = grounds;
        answer
    }
}
