//! The deadlines that conditions name. The tables are walked as they are written, so that no rule that holds a condition can be
//! forgotten.

use super::Checker;
use crate::diagnostic::{Diagnostic, meant};
use crate::kinds::KINDS;
use crate::tree::{Value, each_table};

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
