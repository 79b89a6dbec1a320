//! Circles: a fact derived from itself, a limit that is a share of itself, a deadline that begins at its own end, two lines that yield to each other, stages that wait
//! for each other.

use std::collections::{BTreeMap, BTreeSet};

use law::concurrence::Concurrence;
use law::fact::Derived;
use law::filing::DueRule;
use law::limit::Source;
use law::process::Process;

use super::Checker;
use crate::diagnostic::Severity;

/// What each name leans on.
type Leans<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// The circle that a name closes, beginning and ending with it.
fn circle<'a>(leans: &Leans<'a>, from: &'a str) -> Option<Vec<&'a str>> {
    let mut seen = BTreeSet::new();
    let mut open = vec![vec![from]];
    while let Some(path) = open.pop() {
        for next in path.last().and_then(|l| leans.get(l)).into_iter().flatten() {
            let mut longer = path.clone();
            longer.push(next);
            if *next == from {
                return Some(longer);
            }
            if seen.insert(*next) {
                open.push(longer);
            }
        }
    }
    None
}

pub(super) fn check(c: &Checker<'_>) {
    let law = c.law;
    let mut facts = Leans::new();
    for f in law.facts.values() {
        for from in f.derived.iter().flat_map(Derived::bases) {
            facts.entry(&f.id).or_default().insert(from);
        }
    }
    told(c, "fato", "deriva", &facts, "o fato deriva de si mesmo");
    let mut limits = Leans::new();
    for l in law.limits.values() {
        for ceiling in l.ceiling.all() {
            ceiling.each_source(&mut |of, _| {
                if let Source::Limit(other) = of {
                    limits.entry(&l.id).or_default().insert(other);
                }
            });
        }
    }
    told(c, "limite", "teto", &limits, "o limite é parte de si mesmo");
    let mut deadlines = Leans::new();
    for d in law.deadlines.values() {
        if let Some((before, _)) = &d.chained {
            deadlines.entry(&d.id).or_default().insert(before);
        }
    }
    told(c, "prazo", "depois_de", &deadlines, "o prazo corre do próprio fim");
    let mut filings = Leans::new();
    for f in law.filings.values() {
        for due in f.due.all() {
            if let DueRule::With(other) = due {
                filings.entry(&f.id).or_default().insert(other);
            }
        }
    }
    told(c, "entrega", "vence", &filings, "a entrega vence junto com ela mesma");
    yields(c);
    law.processes.values().for_each(|p| stages(c, p));
}

/// Each circle is told once, at the first of its names.
fn told(c: &Checker<'_>, kind: &str, key: &str, leans: &Leans<'_>, says: &str) {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for from in leans.keys() {
        if known.contains(from) {
            continue;
        }
        if let Some(path) = circle(leans, from) {
            known.extend(&path);
            let parts = (format!("{says}: {from}"), path.join(" → "), Some("desfaça o círculo".into()));
            c.report(Severity::Error, "E023", kind, from, key, parts);
        }
    }
}

/// Lines of which each yields to the other, in rules that hold together by the answers that govern until somebody decides.
fn yields(c: &Checker<'_>) {
    let holds = |rule: &&Concurrence| rule.holds.by_default(&c.law.readings).copied().unwrap_or(false);
    // a rule with `salvo` and a later one the other way round are two sides of the same coin
    let plain = c.law.concurrences.values().filter(|r| r.except.is_none());
    let rules: Vec<&Concurrence> = plain.filter(holds).collect();
    let mut to = Leans::new();
    for rule in &rules {
        for loser in &rule.yields {
            to.entry(loser).or_default().extend(rule.prevails.iter().map(AsRef::as_ref));
        }
    }
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for rule in &rules {
        for loser in &rule.yields {
            if known.contains(loser.as_ref()) {
                continue;
            }
            if let Some(path) = circle(&to, loser) {
                known.extend(&path);
                let parts = (
                    format!("a infração {loser} cede, no fim, a si mesma"),
                    path.join(" cede a "),
                    Some("decida qual das linhas prevalece".into()),
                );
                c.report(Severity::Error, "E023", "concurso", &rule.id, loser, parts);
            }
        }
    }
}

/// Stages that no event from outside begins, however long one waits.
fn stages(c: &Checker<'_>, process: &Process) {
    let ends = |event: &str| process.stages.iter().any(|s| s.awaits.iter().any(|e| e.as_ref() == event));
    let mut begun: BTreeSet<&str> = BTreeSet::new();
    loop {
        let reached = |event: &str| {
            !ends(event)
                || process
                    .stages
                    .iter()
                    .any(|s| begun.contains(s.id.as_ref()) && s.awaits.iter().any(|e| e.as_ref() == event))
        };
        let next: Vec<&str> = process
            .stages
            .iter()
            .filter(|s| !begun.contains(s.id.as_ref()))
            .filter(|s| s.after.all().into_iter().flatten().any(|e| reached(e)))
            .map(|s| s.id.as_ref())
            .collect();
        if next.is_empty() {
            break;
        }
        begun.extend(next);
    }
    for s in process.stages.iter().filter(|s| !begun.contains(s.id.as_ref())) {
        let after: Vec<&str> = s.after.all().into_iter().flatten().map(AsRef::as_ref).collect();
        let parts = (
            format!("a etapa {} do processo {} nunca começa", s.id, process.id),
            format!("só começa com {}, que só vem de etapas que dependem dela", after.join(" ou ")),
            Some("uma etapa precisa começar com um evento de fora, como a lavratura do auto".into()),
        );
        c.report(Severity::Error, "E023", "processo", &process.id, &s.id, parts);
    }
}
