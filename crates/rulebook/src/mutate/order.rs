//! Which cases are asked first: those that name or cite the changed rule.

use std::collections::BTreeSet;

use law::Law;
use serde_json::Value as Json;

use super::Change;
use crate::cases::Case;

/// What each case names and cites.
#[derive(Debug)]
pub(super) struct Order {
    words: Vec<BTreeSet<String>>,
}

impl Order {
    /// `None` when a case fails as the rulebook stands.
    pub(super) fn new(cases: &[Case], law: &Law) -> Option<Self> {
        let mut words = Vec::with_capacity(cases.len());
        for case in cases {
            let verdict = case.run(law);
            if !verdict.passed() {
                return None;
            }
            let mut set = BTreeSet::new();
            case.assumed().for_each(|v| collect(v, &mut set));
            let answer = verdict.answer.unwrap_or_default();
            for key in ["cita", "leituras", "falha", "atende", "medidas", "infracao", "prazo", "regras"] {
                answer.get(key).into_iter().for_each(|v| collect(v, &mut set));
            }
            words.push(set);
        }
        Some(Self { words })
    }

    /// The first case that fails under a changed law.
    pub(super) fn first_failure(&self, cases: &[Case], law: &Law, change: &Change) -> Option<usize> {
        let mut ranked: Vec<(usize, usize)> = self
            .words
            .iter()
            .enumerate()
            .map(|(i, words)| (change.names.iter().filter(|n| words.contains(n.as_str())).count(), i))
            .collect();
        ranked.sort_by_key(|(score, i)| (std::cmp::Reverse(*score), *i));
        let fails = |i: &usize| cases.get(*i).is_some_and(|c| !c.run(law).passed());
        ranked.into_iter().map(|(_, i)| i).find(fails)
    }
}

/// Every word in plain data: keys, and texts with what stands before `=`.
fn collect(value: &Json, into: &mut BTreeSet<String>) {
    match value {
        Json::String(s) => {
            into.insert(s.clone());
            if let Some((before, _)) = s.split_once('=') {
                into.insert(before.to_string());
            }
        }
        Json::Array(items) => items.iter().for_each(|i| collect(i, into)),
        Json::Object(map) => {
            for (k, v) in map {
                into.insert(k.clone());
                collect(v, into);
            }
        }
        _ => {}
    }
}
