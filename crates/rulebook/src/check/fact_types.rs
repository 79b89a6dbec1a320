//! Facts that a rule names without a condition must be of a type with which the rule can count.

use law::fact::{Derived, FactType};
use law::window::WindowKind;
use law::{Fact, Id};

use super::Checker;
use crate::diagnostic::Severity;

pub(super) fn check(c: &Checker<'_>) {
    let law = c.law;
    for f in law.facts.values() {
        derivation(c, f);
        base(c, f);
    }
    for class in law.classes.values() {
        for b in class.bands.all().into_iter().flatten() {
            let number = |k: &FactType| matches!(k, FactType::Int | FactType::Decimal);
            expect(c, "classe", &class.id, &b.by, &number, "a multa se mede por um fato inteiro ou decimal");
        }
    }
    for w in law.windows.values() {
        let (kind, label) = match &w.kind {
            WindowKind::Yearly(_) => (FactType::Int, "o que escolhe a janela é um fato inteiro"),
            WindowKind::Turns { .. } => (FactType::Date, "a vez se conta de uma data"),
        };
        w.facts().into_iter().for_each(|f| expect(c, "calendario", &w.id, f, &|k| *k == kind, label));
    }
}

fn expect(c: &Checker<'_>, kind: &str, id: &str, fact: &Id, suits: &dyn Fn(&FactType) -> bool, label: &str) {
    if let Some(f) = c.law.fact(fact).filter(|f| !suits(&f.kind)) {
        let message = format!("o fato {fact} é do tipo {}", f.kind.keyword());
        c.report(Severity::Error, "E016", kind, id, fact, (message, label.to_string(), None));
    }
}

/// What a fact is derived from must be of a type from which it follows.
fn derivation(c: &Checker<'_>, f: &Fact) {
    let kind = |id: &Id| c.law.fact(id).map(|f| &f.kind);
    let year = |id: &Id| kind(id).is_none_or(|k| matches!(k, FactType::Int | FactType::Date));
    let (sound, needs) = match &f.derived {
        Some(Derived::CalendarYearsSince(from)) => (
            f.kind == FactType::Int && year(from),
            "anos se contam de um ano ou de uma data, e são um inteiro",
        ),
        Some(Derived::CalendarYearsBetween { since, until }) => (
            f.kind == FactType::Int && year(since) && year(until),
            "anos se contam de um ano ou de uma data, e são um inteiro",
        ),
        Some(Derived::PeriodEnd { of, .. }) => (
            f.kind == FactType::Date && kind(of).is_none_or(|k| *k == FactType::Date),
            "o fim de um período é uma data, e segue de uma data",
        ),
        Some(Derived::QuestionDate) => (f.kind == FactType::Date, "o dia da pergunta é uma data"),
        None => (true, ""),
    };
    if !sound {
        let parts = (format!("o fato {} não pode derivar assim", f.id), needs.to_string(), None);
        c.report(Severity::Error, "E016", "fato", &f.id, "deriva", parts);
    }
}

/// A fact follows from what somebody enters: from another derived one it would never be known.
fn base(c: &Checker<'_>, f: &Fact) {
    for from in f.derived.iter().flat_map(Derived::bases).filter(|from| **from != f.id) {
        let help = match c.law.fact(from).and_then(|b| b.derived.as_ref()) {
            None => continue,
            Some(Derived::QuestionDate) => {
                "os anos até o dia da pergunta são `anos_civis_desde` sem `ate_a_data_de`; o resto precisa de uma data que se informa"
                    .to_string()
            }
            Some(other) => {
                let told: Vec<&str> = other.bases().into_iter().map(AsRef::as_ref).collect();
                format!("escreva o fato que se informa: {}", told.join(" ou "))
            }
        };
        let message = format!("o fato {} não pode derivar de {from}", f.id);
        let label = format!("{from} também deriva, e ninguém o informa");
        c.report(Severity::Error, "E016", "fato", &f.id, from, (message, label, Some(help)));
    }
}
