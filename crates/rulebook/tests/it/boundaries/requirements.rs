//! Requirements, with facts on each side of every limit they compare to.

use std::collections::BTreeMap;

use jiff::civil::Date;
use law::Law;
use serde_json::{Value as Json, json};

use super::book::{Answers, Book};
use super::conditions::{sides, tables};
use super::{ON, Tally, UNITS, ask, supposing, word};

/// The deadlines and the keys of the norm on which a condition may hang, besides its own readings.
pub fn hangs_on<'b>(book: &'b Book, c: &Json) -> Vec<&'b Json> {
    let named = |d: &&Json| c.to_string().contains(&format!("prazo\":{}", d["id"]));
    let deadlines: Vec<&Json> = book.of("prazo").iter().filter(named).collect();
    let norm = ["meses", "dias", "sabado_util", "vigencia"].iter().filter_map(|k| book.norm().get(*k));
    let dated = c.to_string().contains("decorrido") || !deadlines.is_empty();
    deadlines.into_iter().chain(norm.filter(|_| dated)).collect()
}

/// The days on which a rule is asked about: a late one, and those on each side of the deadlines that its conditions name.
fn days(book: &Book, rule: &Json) -> Vec<Date> {
    let named = |d: &&Json| rule.to_string().contains(&format!("{{\"prazo\":{}}}", d["id"]));
    let mut days = vec![ON];
    for d in book.of("prazo").iter().filter(named) {
        let due = book.due_from_start(&d["id"], &Answers::new());
        days.extend([due.yesterday().unwrap(), due, due.tomorrow().unwrap()]);
    }
    days
}

pub fn compare(book: &Book, law: &Law, tally: &mut Tally) {
    let nothing = json!({});
    for r in book.of("requisito").iter().filter(|r| book.in_force(r, ON) == Some(true)) {
        let (demands, applies) = (&r["exige"], r.get("aplica").unwrap_or(&nothing));
        let parts: Vec<&Json> = hangs_on(book, r).into_iter().chain([demands, applies]).collect();
        for answers in book.readings_of(&parts) {
            let law = supposing(book, law, &answers, UNITS);
            for on in days(book, r) {
                let mut found = BTreeMap::new();
                sides(book, demands, on, &mut found);
                sides(book, applies, on, &mut found);
                for facts in tables(&found) {
                    let applies = r.get("aplica").map_or(Some(true), |c| book.holds(c, &facts, on, &answers));
                    let met = book.holds(demands, &facts, on, &answers);
                    let expected = match applies {
                        Some(false) => Some(true),
                        Some(true) => met,
                        None => met.filter(|m| *m),
                    };
                    let q = json!({ "tipo": "requisitos", "requisitos": [r["id"]], "em": on.to_string(), "fatos": facts });
                    let asked = json!([answers, q]);
                    tally.compare("requisito", r, &asked, &ask(&law, &q), &[("resposta", word(expected))]);
                }
            }
        }
    }
}
