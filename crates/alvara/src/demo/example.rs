//! Facts that meet, or fail, what a law demands: found in the law itself, so that the demonstration works under any rulebook.

use brasil::term::MonthEnd;
use jiff::civil::Date;
use jiff::{Span, ToSpan};
use law::condition::{Comparator, Comparison, Operand, shift};
use law::eligibility::{LineStatus, Requirement};
use law::fact::Derived;
use law::{Facts, Law, Value};
use registry::FactValue;
use registry::act::holders::FactValues;

/// Facts of a subject that meet every requirement that binds it on a day and stay so for some months.
pub fn good(law: &Law, subject: &str, on: Date, months: i32) -> FactValues {
    let mut facts = Facts::new();
    for r in law.requirements.values().filter(|r| r.subject.as_ref() == subject) {
        meet(law, r, on, months, &mut facts);
    }
    values(&facts)
}

/// The same facts with one requirement failing; which one it is comes with them.
pub fn failing<'l>(
    law: &'l Law,
    subject: &str,
    nth: usize,
    on: Date,
    good: &FactValues,
) -> Option<(&'l Requirement, FactValues)> {
    let binding: Vec<&Requirement> =
        law.requirements.values().filter(|r| r.subject.as_ref() == subject && r.applies.is_none()).collect();
    let r = *binding.get(nth.checked_rem(binding.len())?)?;
    let mut comparisons = Vec::new();
    r.demands.each_comparison(&mut |c| comparisons.push(c));
    for c in comparisons {
        let Some((fact, value)) = against(law, c, on) else { continue };
        let mut bad = good.clone();
        bad.insert(fact, value);
        let facts = facts(&bad);
        if law.requirement_line(r, &facts, on).status == LineStatus::Failed {
            return Some((r, bad));
        }
    }
    None
}

/// Facts in the form of the law.
pub fn facts(values: &FactValues) -> Facts {
    let mut out = Facts::new();
    for (id, v) in values {
        out.set(id.as_str(), v.into());
    }
    out
}

fn values(facts: &Facts) -> FactValues {
    facts.iter().map(|(id, v)| (id.to_string(), FactValue::from(v))).collect()
}

fn meet(law: &Law, r: &Requirement, on: Date, months: i32, facts: &mut Facts) {
    let mut comparisons = Vec::new();
    r.demands.each_comparison(&mut |c| comparisons.push(c));
    for c in comparisons {
        let Some((fact, value)) = towards(law, c, on, months) else { continue };
        if facts.get(&fact).is_none() {
            facts.set(fact.as_str(), value);
        }
    }
}

/// A value that satisfies a comparison, for the fact that somebody enters.
fn towards(law: &Law, c: &Comparison, on: Date, months: i32) -> Option<(String, Value)> {
    let fact = law.fact(&c.fact)?;
    let id = fact.id.to_string();
    if let Some(Derived::CalendarYearsSince(from)) = &fact.derived {
        let limit = match &c.operand {
            Operand::Value(Value::Int(n)) => *n,
            _ => 10,
        };
        let age = limit.min(4);
        let year = i64::from(on.year()) - age;
        let value = match law.fact(from)?.kind {
            law::FactType::Date => Value::Date(Date::new(i16::try_from(year).ok()?, 3, 10).ok()?),
            _ => Value::Int(year),
        };
        return Some((from.to_string(), value));
    }
    if fact.derived.is_some() {
        return None;
    }
    let value = match (c.comparator, &c.operand) {
        (Comparator::Equal | Comparator::AtLeast, Operand::Value(v)) => v.clone(),
        (Comparator::OneOf, Operand::Set(set)) => set.first()?.clone(),
        (Comparator::AtMost, Operand::Value(Value::Int(n))) => Value::Int((*n).min(5)),
        (Comparator::MoreThan, Operand::Value(Value::Int(n))) => Value::Int(n + 1),
        (Comparator::ValidOn, _) => Value::Date(later(on, months)?),
        (Comparator::ElapsedMoreThan | Comparator::ElapsedAtLeast, Operand::Term(_)) => {
            Value::Date(on.checked_sub(Span::new().years(4)).ok()?)
        }
        (Comparator::ElapsedAtMost, Operand::Term(t)) => {
            // a paper as old as lets it hold for the months asked, and no older than the term
            let end = later(on, months)?;
            let back = Span::new().months(months_of(*t)?);
            Value::Date(end.checked_sub(back).ok()?.min(on.checked_sub(3.days()).ok()?))
        }
        (Comparator::Known, _) => match fact.kind {
            law::FactType::Date => Value::Date(on),
            law::FactType::Bool => Value::Bool(true),
            law::FactType::Int => Value::Int(1),
            _ => return None,
        },
        _ => return None,
    };
    Some((id, value))
}

/// A value that breaks a comparison.
fn against(law: &Law, c: &Comparison, on: Date) -> Option<(String, FactValue)> {
    let fact = law.fact(&c.fact)?;
    if let Some(Derived::CalendarYearsSince(from)) = &fact.derived {
        let Operand::Value(Value::Int(limit)) = &c.operand else { return None };
        return Some((from.to_string(), FactValue::Int(i64::from(on.year()) - limit - 1)));
    }
    if fact.derived.is_some() {
        return None;
    }
    let value = match (c.comparator, &c.operand) {
        (Comparator::Equal, Operand::Value(Value::Bool(b))) => FactValue::Bool(!b),
        (Comparator::ValidOn, _) => FactValue::Date(on.checked_sub(12.days()).ok()?),
        (Comparator::ElapsedMoreThan | Comparator::ElapsedAtLeast, Operand::Term(t)) => {
            // one month short of the term
            let end = later(on, 1)?;
            FactValue::Date(end.checked_sub(Span::new().months(months_of(*t)?)).ok()?)
        }
        (Comparator::ElapsedAtMost, Operand::Term(t)) => {
            let gone = shift(Date::new(2000, 1, 1).ok()?, *t, MonthEnd::Clamp)?;
            let days = law::value::day_number(gone) - law::value::day_number(Date::new(2000, 1, 1).ok()?);
            FactValue::Date(on.checked_sub(Span::new().days(i64::from(days) + 40)).ok()?)
        }
        (Comparator::AtMost, Operand::Value(Value::Int(n))) => FactValue::Int(n + 1),
        (Comparator::AtLeast, Operand::Value(Value::Int(n))) => FactValue::Int(n - 1),
        _ => return None,
    };
    Some((fact.id.to_string(), value))
}

fn later(on: Date, months: i32) -> Option<Date> {
    on.checked_add(Span::new().months(months)).ok()
}

fn months_of(t: brasil::term::Term) -> Option<i32> {
    let n = i32::try_from(t.amount).ok()?;
    Some(match t.unit {
        brasil::term::Unit::Month => n,
        brasil::term::Unit::Year => n.checked_mul(12)?,
        _ => (n / 30).max(1),
    })
}
