//! One notice with several lines: which stand, what each costs, what they cost together, and how many they count as.

use brasil::money::Brl;
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::condition::Outcome;
use crate::factor::Bounds;
use crate::grounds::{Grounds, Trace};
use crate::law::Span;
use crate::penalty::{Penalty, PenaltyQuestion, Prior};
use crate::{Choice, Facts, Id, Law};

/// How the lines of one notice add up.
#[derive(Clone, Debug)]
pub struct NoticeRule {
    /// Its name.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// Where the sum is rounded to centavos.
    pub rounds: Choice<SumRounding>,
    /// Whether each line counts as one for counters, or the whole notice does.
    pub by_item: Choice<bool>,
    /// Lines that count once for each time they are written in one notice; the others count once.
    pub each: Vec<(Id, Choice<bool>)>,
    /// The least and the most the whole notice may cost.
    pub bounds: Bounds,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// Where a sum of fines is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumRounding {
    /// Each line; the sum follows.
    Line,
    /// Only the sum.
    Sum,
}

/// A question about a notice.
#[derive(Clone, Debug)]
pub struct NoticeQuestion<'a> {
    /// The lines written, in order; one may be there more than once.
    pub codes: &'a [Id],
    /// Role of the offender.
    pub offender: Option<&'a str>,
    /// Day of the fact.
    pub fact: Date,
    /// Day of the decision.
    pub decided: Option<Date>,
    /// Earlier offences of the same offender.
    pub history: &'a [Prior],
    /// Facts of the occurrence.
    pub facts: &'a Facts,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Notice {
    /// Lines that stand, each with its penalty.
    pub lines: Vec<(Id, Penalty)>,
    /// Lines that give way or do not fit, with the reason.
    pub dropped: Vec<(Id, String)>,
    /// Lines of which it is not known whether they stand.
    pub open: Vec<Id>,
    /// The sum, when every value is known.
    pub total: Option<Brl>,
    /// How many it counts as for counters.
    pub items: usize,
    /// What is missing to know.
    pub missing: Vec<Id>,
    /// What it stands on.
    pub grounds: Grounds,
}

impl Law {
    /// What the lines of one notice cost together.
    #[must_use]
    pub fn notice(&self, q: &NoticeQuestion<'_>) -> Notice {
        let mut trace = Trace::default();
        let on = q.fact;
        let works = |r: &&NoticeRule| self.out_of_force(&r.base, r.span, on, &mut Trace::default()).is_none();
        let rule = self.notices.values().find(works);
        let concurring = self.concurring(q.codes, q.facts, on);
        let mut out = Notice {
            lines: Vec::new(),
            dropped: Vec::new(),
            open: Vec::new(),
            total: None,
            items: 0,
            missing: Vec::new(),
            grounds: Grounds::default(),
        };
        let mut own = Grounds::default();
        for c in &concurring.candidates {
            match c.outcome {
                Outcome::No => out.dropped.push((c.code.clone(), c.why.clone().unwrap_or_default())),
                Outcome::Undetermined => {
                    out.open.push(c.code.clone());
                    out.missing.extend(
                        c.missing.iter().filter(|m| !out.missing.contains(m)).cloned().collect::<Vec<_>>(),
                    );
                }
                Outcome::Yes => {
                    for _ in 0..self.times_written(rule, &c.code, q.codes, on, &mut trace) {
                        let p = self.penalty(&PenaltyQuestion {
                            code: &c.code,
                            offender: q.offender,
                            fact: on,
                            decided: q.decided,
                            history: q.history,
                            facts: q.facts,
                            chosen: None,
                        });
                        own.extend(&p.grounds);
                        if p.outcome == Outcome::No {
                            out.dropped.push((c.code.clone(), p.why_not.clone().unwrap_or_default()));
                        } else {
                            out.missing.extend(p.missing.iter().map(|(id, _)| id.clone()));
                            out.lines.push((c.code.clone(), p));
                        }
                    }
                }
            }
        }
        out.missing.dedup();
        if let Some(rule) = rule {
            trace.cite(&rule.base);
        }
        if out.open.is_empty() && out.missing.is_empty() {
            out.total = self.sum_of(rule, &out.lines, q, &mut trace);
            if let (Some(rule), Some(total)) = (rule, out.total.filter(|t| *t > Brl::ZERO))
                && let Some(day) = self.unit_day(q.fact, q.decided, &mut trace)
            {
                match self.bounded(total, &rule.bounds, day, &mut trace) {
                    Ok(bounded) => out.total = Some(bounded),
                    Err((id, _)) => {
                        out.total = None;
                        out.missing.push(id);
                    }
                }
            }
        }
        let each = rule.is_none_or(|r| r.by_item.on(self, on, &mut trace).copied().unwrap_or(true));
        out.items = if each { out.lines.len() } else { out.lines.len().min(1) };
        let mut grounds = own;
        grounds.extend(&concurring.grounds);
        grounds.extend(&trace.grounds());
        out.grounds = grounds;
        out
    }

    /// How often a line of a notice counts.
    fn times_written(
        &self,
        rule: Option<&NoticeRule>,
        code: &Id,
        codes: &[Id],
        on: Date,
        trace: &mut Trace,
    ) -> usize {
        let written = codes.iter().filter(|c| *c == code).count();
        let each = rule.and_then(|r| r.each.iter().find(|(c, _)| c == code));
        match each {
            Some((_, holds)) if written > 1 && holds.on(self, on, trace).copied().unwrap_or(false) => written,
            _ => 1,
        }
    }

    fn sum_of(
        &self,
        rule: Option<&NoticeRule>,
        lines: &[(Id, Penalty)],
        q: &NoticeQuestion<'_>,
        trace: &mut Trace,
    ) -> Option<Brl> {
        let rounds =
            rule.and_then(|r| r.rounds.on(self, q.fact, trace)).copied().unwrap_or(SumRounding::Line);
        match rounds {
            SumRounding::Line => Brl::sum(lines.iter().filter_map(|(_, p)| p.value)),
            SumRounding::Sum => {
                let day = self.unit_day(q.fact, q.decided, trace)?;
                let mut sum = Decimal::ZERO;
                for (_, p) in lines {
                    let Some(amount) = &p.amount else { continue };
                    sum = sum.checked_add(amount.quantity.checked_mul(self.number(&amount.unit, day)?)?)?;
                }
                Brl::from_decimal(sum, self.rounding(q.fact, trace))
            }
        }
    }
}
