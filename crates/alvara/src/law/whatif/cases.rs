//! What a bill does to the rulebook's own cases.

use law::Law;
use law::ask::governing_day;
use rulebook::bill::Bill;
use rulebook::cases::Case;
use rulebook::cases::change::{Again, KeyChange, again};
use serde_json::{Value as Json, json};

use super::super::ask::plain;
use crate::console::{count, wrap};

/// How many cases are shown to a person.
const SHOWN: usize = 12;

/// The cases, asked again.
pub struct Asked<'c> {
    total: usize,
    /// Cases of days before the bill: none of them may change.
    older: usize,
    older_changed: Vec<&'c str>,
    /// Cases of later days that change as they are dated.
    dated: Vec<(&'c str, Vec<KeyChange>)>,
    /// Cases that would have been answered otherwise, had the bill been in force on their day.
    supposed: Vec<(&'c str, Vec<KeyChange>)>,
    /// Cases that cannot be asked under the bill, and why.
    unanswerable: Vec<(&'c str, String)>,
}

/// Asks every case again: on its own day, and as if the bill had already been in force on that day.
pub fn compare<'c>(before: &Law, bill: &Bill, cases: &'c [Case]) -> Asked<'c> {
    let mut out = Asked {
        total: cases.len(),
        older: 0,
        older_changed: Vec::new(),
        dated: Vec::new(),
        supposed: Vec::new(),
        unanswerable: Vec::new(),
    };
    for case in cases {
        let Some(question) = case.question() else { continue };
        let name = case.name.as_str();
        let was = case.ask(before);
        let older = governing_day(question).is_none_or(|d| d < bill.since);
        out.older += usize::from(older);
        match again(&was, &case.ask(bill.governing(before, question))) {
            Again::Same => {}
            _ if older => out.older_changed.push(name),
            Again::Otherwise(keys) => out.dated.push((name, keys)),
            Again::Unanswerable(why) => out.unanswerable.push((name, why.join("; "))),
        }
        match again(&was, &case.ask(&bill.supposed)) {
            Again::Otherwise(keys) => out.supposed.push((name, keys)),
            Again::Unanswerable(why) if out.unanswerable.iter().all(|(n, _)| *n != name) => {
                out.unanswerable.push((name, why.join("; ")));
            }
            Again::Same | Again::Unanswerable(_) => {}
        }
    }
    out
}

impl Asked<'_> {
    pub fn print(&self, bill: &Bill) {
        say!("\nCasos do livro de regras: {}", self.total);
        say!(
            "  {} de antes do projeto: {}",
            self.older,
            match self.older_changed.as_slice() {
                [] => "todos respondem o mesmo".to_string(),
                changed => format!("MUDAM, e não deviam: {}", changed.join("; ")),
            }
        );
        let newer = self.total - self.older;
        if newer > 0 {
            say!("  {newer} de depois: {} outra coisa", verb(self.dated.len(), "responde", "respondem"));
            list(&self.dated);
        }
        say!(
            "  Se {} já valesse no dia de cada caso: {} outra coisa",
            bill.name,
            verb(self.supposed.len(), "responderia", "responderiam")
        );
        list(&self.supposed);
        if !self.unanswerable.is_empty() {
            let n = count(self.unanswerable.len(), "caso não se pode", "casos não se podem");
            say!("  {n} responder de novo:");
            for (name, why) in &self.unanswerable {
                say!("{}", wrap(&format!("· {name}: {why}"), 110, "    "));
            }
        }
    }

    pub fn json(&self) -> Json {
        let changed = |list: &[(&str, Vec<KeyChange>)]| -> Vec<Json> {
            let keys = |keys: &[KeyChange]| -> Vec<Json> {
                keys.iter().map(|k| json!({ "chave": k.key, "antes": k.before, "depois": k.after })).collect()
            };
            list.iter().map(|(name, k)| json!({ "caso": name, "muda": keys(k) })).collect()
        };
        let unanswerable: Vec<Json> =
            self.unanswerable.iter().map(|(name, why)| json!({ "caso": name, "porque": why })).collect();
        json!({
            "total": self.total, "anteriores": self.older, "anteriores_que_mudam": self.older_changed,
            "posteriores_que_mudam": changed(&self.dated), "se_ja_valesse": changed(&self.supposed),
            "sem_resposta": unanswerable,
        })
    }
}

fn verb(n: usize, one: &str, many: &str) -> String {
    match n {
        0 => format!("nenhum {one}"),
        1 => format!("1 caso {one}"),
        _ => format!("{n} casos {many}"),
    }
}

/// One key that changes; of a list, only what comes and goes.
fn change(k: &KeyChange) -> String {
    let (Json::Array(before), Json::Array(after)) = (&k.before, &k.after) else {
        return format!("{}: {} → {}", k.key, plain(&k.before), plain(&k.after));
    };
    let only = |these: &[Json], others: &[Json], verb: &str| {
        let names: Vec<String> = these.iter().filter(|t| !others.contains(t)).map(plain).collect();
        (!names.is_empty()).then(|| format!("{verb} {}", names.join(", ")))
    };
    let mut parts: Vec<String> =
        only(before, after, "sai").into_iter().chain(only(after, before, "entra")).collect();
    if parts.is_empty() {
        // the same ones, in another order or another number of times
        parts.push(format!("{} → {}", plain(&k.before), plain(&k.after)));
    }
    format!("{}: {}", k.key, parts.join(", "))
}

fn list(cases: &[(&str, Vec<KeyChange>)]) {
    for (name, keys) in cases.iter().take(SHOWN) {
        let changes: Vec<String> = keys.iter().take(3).map(change).collect();
        say!("{}", wrap(&format!("· {name}: {}", changes.join("; ")), 110, "    "));
    }
    if cases.len() > SHOWN {
        say!("    · e mais {} (todos com --json)", cases.len() - SHOWN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_tells_both_sides_even_when_one_is_empty() {
        let told = |before: Json, after: Json| change(&KeyChange { key: "contam".into(), before, after });
        assert_eq!(told(json!({ "O1": 3 }), json!({})), "contam: O1 3 → —");
        assert_eq!(told(Json::Null, json!({ "O1": 3 })), "contam: — → O1 3");
        assert_eq!(told(json!(["a", "b"]), json!(["b"])), "contam: sai a");
        // the same ones in another order, or once more
        assert_eq!(told(json!(["a", "b"]), json!(["b", "a"])), "contam: a, b → b, a");
        assert_eq!(told(json!(["a"]), json!(["a", "a"])), "contam: a → a, a");
    }
}
