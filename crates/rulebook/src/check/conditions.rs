//! What conditions name: deadlines, and requirements. The tables are walked as they are written, so that no rule that holds a
//! condition can be forgotten.

use toml::de::DeValue;

use super::{Checker, id_key};
use crate::diagnostic::{Diagnostic, meant};
use crate::kinds::KINDS;
use crate::tree::{Value, each_table, tables, text, texts};

pub(super) fn check(c: &Checker<'_>) {
    for d in c.documents {
        for (kind, value) in d.root.get_ref() {
            if !KINDS.contains(&kind.get_ref().as_ref()) {
                continue;
            }
            each_table(value, &mut |t| {
                // what compares a fact is a condition
                if !t.contains_key("fato") {
                    return;
                }
                for (key, value) in t {
                    let named = match value.get_ref().as_table() {
                        Some(limit) => limit.get("prazo"),
                        None => (key.get_ref() == "dentro_do_prazo").then_some(value),
                    };
                    named.into_iter().for_each(|n| deadline(c, d.file, n));
                }
            });
        }
    }
    for kind in KINDS {
        for (file, table, _) in tables(c.documents, kind) {
            let rule = format!("{kind} {}", text(table, id_key(kind)).unwrap_or_default());
            let base = texts(table, "base").unwrap_or_default();
            table.iter().for_each(|(key, v)| requirements(c, (file, &rule), key.get_ref(), v, &base));
        }
    }
}

/// A condition needs a deadline that is there and runs forward.
fn deadline(c: &Checker<'_>, file: usize, value: &Value<'_>) {
    let Some(name) = value.get_ref().as_str() else { return };
    let d = match c.law.deadlines.get(name) {
        None => {
            let near = meant(name, &mut c.law.deadlines.keys().map(AsRef::as_ref));
            let message = format!("o prazo “{name}” não existe");
            Diagnostic::error("E018", file, value.span(), message, "citado nesta condição").help(near)
        }
        Some(d) if d.backwards => {
            let message = format!("o prazo {name} se conta para trás");
            let label = "a condição precisa de um que corra da data do fato para a frente";
            Diagnostic::error("E016", file, value.span(), message, label)
        }
        Some(_) => return,
    };
    c.faults.push(d);
}

/// A rule that takes over the condition of a requirement stands on its provisions too, in its own `base` or in that of the part
/// that takes it over: were one of them suspended, the requirement would fall and the rule go on.
fn requirements<'a>(c: &Checker<'_>, rule: (usize, &str), key: &str, value: &'a Value<'a>, base: &[&'a str]) {
    match value.get_ref() {
        DeValue::Array(items) => items.iter().for_each(|i| requirements(c, rule, key, i, base)),
        DeValue::Table(t) => {
            let own = texts(t, "base").unwrap_or_default();
            let base: Vec<&str> = base.iter().copied().chain(own).collect();
            t.iter().for_each(|(key, v)| requirements(c, rule, key.get_ref(), v, &base));
        }
        DeValue::String(name) if key == "requisito" => {
            let Some(named) = c.law.requirements.get(name.as_ref()) else { return };
            let lacking: Vec<&str> =
                named.base.iter().map(AsRef::as_ref).filter(|b| !base.contains(b)).collect();
            if lacking.is_empty() {
                return;
            }
            let (file, rule) = rule;
            let list = lacking.join(", ");
            let message =
                format!("{rule} usa a condição do requisito {name} sem se apoiar no que o sustenta");
            let label = format!("falta na `base`: {list}");
            let help = "suspenso ou revogado o dispositivo, cairia o requisito e não esta regra";
            c.faults.push(
                Diagnostic::error("E032", file, value.span(), message, label).help(Some(help.to_string())),
            );
        }
        _ => {}
    }
}
