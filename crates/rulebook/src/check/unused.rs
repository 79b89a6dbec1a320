//! What is declared and does nothing: readings without effect, facts and values that no rule uses. All are warnings.

use law::transition::CountsFrom;
use law::{Id, Law};
use rustc_hash::FxHashSet;
use toml::de::{DeTable, DeValue};

use super::Checker;
use crate::cases::to_json;
use crate::diagnostic::{Diagnostic, Severity};
use crate::tree::{each_table, tables, text};

pub(super) fn check(c: &Checker<'_>) {
    readings(c);
    facts(c);
    names(c);
}

fn readings(c: &Checker<'_>) {
    let mut used: FxHashSet<&str> = FxHashSet::default();
    for d in c.documents {
        for (_, value) in d.root.get_ref() {
            each_table(value, &mut |t| {
                used.extend(text(t, "conforme"));
                if without_effect(t) {
                    let at = t.get("conforme").map(toml::Spanned::span).unwrap_or_default();
                    let message = "toda resposta da leitura dá o mesmo valor";
                    let label = "este `conforme` não muda nada";
                    c.faults.push(Diagnostic::error("A006", d.file, at, message, label).warning());
                }
            });
        }
    }
    for r in c.law.readings.values() {
        let parts = match (r.has_effect, used.contains(r.id.as_ref())) {
            (true, false) if r.answers.len() > 1 => (
                format!("a leitura {} diz que tem efeito, mas nenhuma regra a usa", r.id),
                "nenhum `conforme` a cita".to_string(),
                Some("use-a numa regra ou escreva efeito = false".into()),
            ),
            (false, true) if r.answers.len() > 1 => (
                format!("a leitura {} diz que não tem efeito, mas há regra que a usa", r.id),
                "um `conforme` a cita".to_string(),
                Some("tire efeito = false".into()),
            ),
            _ => continue,
        };
        c.report(Severity::Warning, "A002", "leitura", &r.id, &r.id, parts);
    }
}

/// Whether a value that hangs on a reading is the same whatever the answer.
fn without_effect(table: &DeTable<'_>) -> bool {
    if !table.contains_key("conforme") {
        return false;
    }
    let mut answers =
        table.iter().filter(|(k, _)| k.get_ref() != "conforme").map(|(_, v)| to_json(v.get_ref()));
    let first = answers.next();
    let mut rest = answers.peekable();
    rest.peek().is_some() && rest.all(|a| Some(&a) == first.as_ref())
}

fn facts(c: &Checker<'_>) {
    let law = c.law;
    let mut facts: FxHashSet<Id> = FxHashSet::default();
    let conditions = law
        .requirements
        .values()
        .flat_map(|r| [Some(&r.demands), r.applies.as_ref()])
        .chain(law.offences.values().map(|o| o.when.as_ref()))
        .chain(law.offences.values().flat_map(|o| &o.factors).map(|f| f.when.as_ref()))
        .chain(law.classes.values().flat_map(|c| &c.factors).map(|f| f.when.as_ref()))
        .chain(law.charges.values().flat_map(|c| &c.parts).flat_map(|p| &p.factors).map(|f| f.when.as_ref()))
        .chain(law.charges.values().flat_map(|c| &c.parts).map(|p| p.when.as_ref()))
        .chain(law.contents.values().flat_map(|c| &c.items).map(|i| i.when.as_ref()))
        .chain(law.measures.values().flat_map(|m| &m.release).map(|i| i.when.as_ref()))
        .chain(law.processes.values().flat_map(|p| &p.stages).map(|s| s.when.as_ref()))
        .chain(law.transfers.values().flat_map(|t| t.conditions().map(Some)));
    let conditions = conditions
        .chain(law.concurrences.values().map(|c| c.except.as_ref()))
        .chain(law.bars.values().map(|b| b.except.as_ref()))
        .chain(law.queues.values().map(|q| q.demands.as_ref()))
        .chain(law.payments.values().flat_map(|p| &p.discounts).map(|d| d.when.as_ref()))
        .chain(law.payments.values().flat_map(|p| &p.instalments).map(|i| i.when.as_ref()))
        .chain(law.titles.values().flat_map(|t| &t.transitions).map(|t| t.demands.as_ref()));
    for condition in conditions.flatten() {
        condition.each_comparison(&mut |c| used_facts(c, law, &mut facts));
    }
    let ranked = law.queues.values().flat_map(|q| q.order.all()).flatten().map(|c| c.fact.clone());
    facts.extend(ranked);
    facts.extend(law.titles.values().filter_map(|t| t.needs_link.clone()));
    let anchors = law.titles.values().flat_map(|t| &t.transitions).flat_map(|t| t.counts_from.all());
    facts.extend(anchors.filter_map(|c| match c {
        CountsFrom::Fact(f) => Some(f.clone()),
        _ => None,
    }));
    for v in law.titles.values().flat_map(|t| t.validity.all()) {
        v.each_day(&mut |f| {
            facts.insert(f.clone());
        });
        v.each_condition(&mut |c| c.each_comparison(&mut |c| used_facts(c, law, &mut facts)));
    }
    facts.extend(law.classes.values().flat_map(|c| c.bands.all()).flatten().map(|b| b.by.clone()));
    facts.extend(law.windows.values().flat_map(|w| w.facts().into_iter().cloned()));
    facts.extend(law.transfers.values().flat_map(|t| t.dates().into_iter().cloned()));
    facts.extend(law.documents.values().filter_map(|d| d.expiry.clone()));
    for f in law.facts.values().filter(|f| !facts.contains(&f.id)) {
        let parts =
            (format!("nenhuma regra usa o fato {}", f.id), "fato declarado e não usado".to_string(), None);
        c.report(Severity::Warning, "A001", "fato", &f.id, &f.id, parts);
    }
}

/// Values, papers and classes that no rule names.
fn names(c: &Checker<'_>) {
    const KINDS: [(&str, &str); 3] =
        [("parametro", "o parâmetro"), ("documento", "o documento"), ("classe", "a classe")];
    /// Keys whose texts are names of their own or words for people.
    const WORDS: [&str; 4] = ["id", "diz", "rotulo", "nome"];
    let mut named: FxHashSet<&str> = FxHashSet::default();
    for d in c.documents {
        for (_, value) in d.root.get_ref() {
            each_table(value, &mut |t| {
                for (key, value) in t {
                    if !WORDS.contains(&key.get_ref().as_ref()) {
                        words(value.get_ref(), &mut named);
                    }
                }
            });
        }
    }
    for (kind, what) in KINDS {
        for (_, table, _) in tables(c.documents, kind) {
            let Some(id) = text(table, "id").filter(|id| !named.contains(id)) else { continue };
            let parts = (format!("nenhuma regra usa {what} {id}"), "declarado e não usado".to_string(), None);
            c.report(Severity::Warning, "A007", kind, id, id, parts);
        }
    }
}

/// The texts of a value and of its lists; tables inside are seen on their own.
fn words<'a>(value: &'a DeValue<'a>, into: &mut FxHashSet<&'a str>) {
    match value {
        DeValue::String(s) => {
            into.insert(s);
        }
        DeValue::Array(items) => items.iter().for_each(|i| words(i.get_ref(), into)),
        _ => {}
    }
}

/// The facts a comparison needs, through derived ones to those somebody enters.
fn used_facts(c: &law::Comparison, law: &Law, facts: &mut FxHashSet<Id>) {
    facts.insert(Id::clone(&c.fact));
    if let law::Operand::Fact(other)
    | law::Operand::Multiple(_, other)
    | law::Operand::TermTo(_, other)
    | law::Operand::DeadlineTo(_, other) = &c.operand
    {
        facts.insert(other.clone());
    }
    let derived = law.fact(&c.fact).and_then(|f| f.derived.as_ref());
    facts.extend(derived.into_iter().flat_map(law::fact::Derived::bases).cloned());
}
