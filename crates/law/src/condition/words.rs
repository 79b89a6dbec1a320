//! What a comparison found and what it demands, in Portuguese.

use rust_decimal::Decimal;

use super::days::{season_pt, weekday_pt};
use super::{Comparator, Comparison, Finding, Operand, Outcome};
use crate::fact::Fact;
use crate::value::date_pt;
use crate::{Law, Value};

impl Finding<'_> {
    /// The finding in Portuguese: `idade do veículo: 11 anos; o limite é 10 anos`.
    #[must_use]
    pub fn words(&self, law: &Law) -> String {
        let Some(fact) = self.declared else { return format!("fato não declarado: {}", self.fact()) };
        let c = self.comparison;
        let Some(value) = &self.actual else {
            return match (c.comparator, self.negated) {
                (Comparator::Known, true) => format!("{}: não informado", fact.label),
                _ => format!("falta informar: {}", fact.label),
            };
        };
        let what = fact.in_words(value);
        match (c.comparator, value, self.negated) {
            (Comparator::ValidOn, Value::Date(d), false) if *d < self.on => {
                format!("{}: venceu em {}", fact.label, date_pt(*d))
            }
            (Comparator::ValidOn, Value::Date(d), false) => {
                format!("{}: vale até {}", fact.label, date_pt(*d))
            }
            (Comparator::Equal, Value::Bool(true), _) => fact.label.clone(),
            (Comparator::Known, _, false) => format!("{}: {what}", fact.label),
            (_, _, negated) => {
                format!("{}: {what}; {}", fact.label, c.demand(law, fact, self.limit.as_ref(), !negated))
            }
        }
    }
}

impl Comparison {
    /// What is demanded, in Portuguese: `o limite é 10 anos`; where the comparison must not hold, the opposite: `deve ser mais de
    /// 10 anos`.
    #[must_use]
    pub fn demand(&self, law: &Law, fact: &Fact, limit: Option<&Value>, holds: bool) -> String {
        use Comparator as C;
        let to = || self.compared_to(law, fact, limit);
        let of = |lead: &str| format!("{lead} {}", to());
        match (self.comparator, holds) {
            (C::Equal, true) | (C::NotEqual, false) => of("exigido:"),
            (C::NotEqual, true) => of("não pode ser"),
            (C::Equal, false) => match &self.operand {
                Operand::Value(Value::Bool(b)) => format!("exigido: {}", Value::Bool(!b)),
                _ => of("não pode ser"),
            },
            (C::AtMost, true) | (C::MoreThan, false) => of("o limite é"),
            (C::AtLeast, true) | (C::LessThan, false) => of("o mínimo é"),
            (C::LessThan, true) | (C::AtLeast, false) => of("deve ser menos de"),
            (C::MoreThan, true) | (C::AtMost, false) => of("deve ser mais de"),
            (C::OneOf | C::Weekday, true) | (C::NoneOf, false) => of("aceito:"),
            (C::NoneOf, true) | (C::OneOf | C::Weekday, false) => of("não se aceita"),
            (C::UpTo, true) | (C::After, false) => of("deve ser até"),
            (C::Before, true) | (C::Since, false) => of("deve ser antes de"),
            (C::Since, true) | (C::Before, false) => of("deve ser desde"),
            (C::After, true) | (C::UpTo, false) => of("deve ser depois de"),
            (C::ValidOn, true) => "não pode ter passado".to_string(),
            (C::ValidOn, false) => "já deve ter passado".to_string(),
            (C::ElapsedMoreThan, true) => of("exigido: mais de"),
            (C::ElapsedMoreThan, false) => of("não pode ter passado mais de"),
            (C::ElapsedAtLeast, true) => of("exigido: ao menos"),
            (C::ElapsedAtLeast, false) => of("deve ter passado menos de"),
            (C::ElapsedAtMost, true) => of("vale por"),
            // a date still to come has not begun to run, so that it is not only what has run out that is accepted
            (C::ElapsedAtMost, false) => of("não pode estar no prazo de"),
            (C::InTime, true) => of("prazo:"),
            (C::InTime, false) => of("não pode estar no prazo:"),
            (C::BusinessDay, true) => "deve ser dia útil".to_string(),
            (C::BusinessDay, false) => "não pode ser dia útil".to_string(),
            (C::Holiday, true) => "deve ser feriado".to_string(),
            (C::Holiday, false) => "não pode ser feriado".to_string(),
            (C::Season, true) => of("deve cair"),
            (C::Season, false) => of("não pode cair"),
            (C::Known, true) => "deve ser informado".to_string(),
            (C::Known, false) => "não pode ser informado".to_string(),
        }
    }

    /// What a fact is compared to, in Portuguese.
    fn compared_to(&self, law: &Law, fact: &Fact, limit: Option<&Value>) -> String {
        match (&self.operand, limit) {
            (Operand::TermTo(t, until), day) => {
                let label = law.fact(until).map_or(until.as_ref(), |f| f.label.as_str());
                let day = day.map_or_else(String::new, |d| format!(", {d}"));
                format!("{t}, contados até {label}{day}")
            }
            (Operand::DeadlineTo(id, until), day) => {
                let says = law.deadlines.get(id).map_or(id.as_ref(), |d| d.says.as_str());
                let label = law.fact(until).map_or(until.as_ref(), |f| f.label.as_str());
                let day = day.map_or_else(String::new, |d| format!(", {d}"));
                format!("{says}, até {label}{day}")
            }
            (Operand::Deadline(id), _) | (Operand::Window(id), None) => {
                law.deadlines.get(id).map_or_else(|| id.to_string(), |d| d.says.clone())
            }
            (Operand::Set(values), _) if self.comparator == Comparator::Weekday => {
                list_or(values.iter().map(|v| weekday_pt(&v.to_string()).to_string()))
            }
            (_, Some(v)) => fact.in_words(v),
            (Operand::Parameter(id), None) => law
                .parameter(id)
                .map_or_else(|| id.to_string(), |p| format!("{} (sem valor na data)", p.label)),
            (Operand::Fact(id), None) => {
                law.fact(id).map_or_else(|| id.to_string(), |f| format!("“{}”", f.label))
            }
            (Operand::Multiple(times, id), None) => {
                let label = law.fact(id).map_or_else(|| id.to_string(), |f| f.label.clone());
                let percent = times.checked_mul(Decimal::ONE_HUNDRED).filter(|_| *times < Decimal::ONE);
                match percent {
                    Some(percent) => format!("{}% de: {label}", Value::Decimal(percent.normalize())),
                    None => format!("{} vezes: {label}", Value::Decimal(times.normalize())),
                }
            }
            (Operand::Season(from, to), _) => season_pt(*from, *to),
            (Operand::Set(values), _) => list_or(values.iter().map(|v| fact.in_words(v))),
            (Operand::Term(t), _) => t.to_string(),
            _ => String::new(),
        }
    }
}

/// The findings of one outcome in words, each once.
pub(crate) fn words_of(findings: &[Finding<'_>], law: &Law, outcome: Outcome) -> String {
    let mut words: Vec<String> = Vec::new();
    for f in findings.iter().filter(|f| f.outcome == outcome) {
        let told = f.words(law);
        if !words.contains(&told) {
            words.push(told);
        }
    }
    words.join("; ")
}

/// `B, C ou D`.
#[must_use]
pub fn list_or(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} ou {last}", rest.join(", ")),
    }
}
