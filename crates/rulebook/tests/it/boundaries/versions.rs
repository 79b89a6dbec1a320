//! The day before and the day of each change of wording and of value.

use jiff::civil::Date;
use law::Law;
use serde_json::{Value as Json, json};

use super::book::{Answers, Book, day, text};
use super::{Tally, ask};

/// The day before and the day of each change of wording and of value.
pub fn compare(book: &Book, law: &Law, tally: &mut Tally) {
    let none = Answers::new();
    let starts = day(book.pick(&book.norm()["vigencia"], &none)).unwrap();
    let same = book.norm().get("texto_suposto").is_some_and(|v| book.pick(v, &none) == &json!(true));
    for p in book.of("dispositivo") {
        let whole = json!([{}]);
        let wordings: Vec<(Date, Option<Date>, &str)> = p
            .get("redacao")
            .unwrap_or(&whole)
            .as_array()
            .unwrap()
            .iter()
            .map(|w| {
                (w.get("desde").and_then(day).unwrap_or(starts), w.get("ate").and_then(day), text(w, "texto"))
            })
            .collect();
        let ends = wordings.iter().filter_map(|(_, until, _)| until.map(|u| u.tomorrow().unwrap()));
        for change in wordings.iter().map(|(since, _, _)| *since).chain(ends) {
            for on in [change.yesterday().unwrap(), change, change.tomorrow().unwrap()] {
                let now = wordings.iter().rev().find(|(s, u, _)| *s <= on && u.is_none_or(|u| on <= u));
                let expected = match now {
                    Some((_, _, "suposto igual")) if same => "suposto",
                    Some((_, _, "ausente" | "suposto igual")) => "texto_ausente",
                    Some(_) => "em_vigor",
                    None if on < wordings[0].0 => "ainda_nao",
                    None => "revogado",
                };
                let q = json!({ "tipo": "dispositivo", "dispositivo": p["id"], "em": on.to_string() });
                tally.compare("dispositivo", p, &q, &ask(law, &q), &[("situacao", json!(expected))]);
            }
        }
    }
    for p in book.of("parametro") {
        let values = p.get("valores").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        let found = |on: Date| {
            let now = |v: &&Json| {
                day(&v["desde"]).unwrap() <= on && v.get("ate").and_then(day).is_none_or(|u| on <= u)
            };
            values.iter().rev().find(now).map(|v| v["valor"].clone())
        };
        if values.is_empty() {
            let q = json!({ "tipo": "parametro", "parametro": p["id"], "em": starts.to_string() });
            let unknown = [("resposta", json!("indeterminado")), ("valor", Json::Null)];
            tally.compare("parametro", p, &q, &ask(law, &q), &unknown);
        }
        for v in values {
            let since = day(&v["desde"]).unwrap();
            let after = v.get("ate").and_then(day).map(|u| u.tomorrow().unwrap());
            for on in [Some(since), after].into_iter().flatten().flat_map(|d| [d.yesterday().unwrap(), d]) {
                let q = json!({ "tipo": "parametro", "parametro": p["id"], "em": on.to_string() });
                let expected = found(on).unwrap_or(Json::Null);
                tally.compare("parametro", p, &q, &ask(law, &q), &[("valor", expected)]);
            }
        }
    }
}
