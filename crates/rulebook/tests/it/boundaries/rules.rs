//! The questions of each kind of rule, and what the naive reading expects of them.

use jiff::civil::{Date, date};
use law::Law;
use serde_json::{Map, Value as Json, json};

use super::reference::{Answers, Book, day, number, shift, term, text};
use super::{Tally, ask, sides, supposing, tables};

/// A day on which every wording of the rulebooks is the last one.
const ON: Date = date(2025, 3, 12);
/// What every unit is worth, with a fraction that must be rounded.
const UNIT: &str = "3.5735";

/// Whether what a rule stands on is in force as it stands today, by its last wording and by the rule's own dates.
fn in_force(book: &Book, rule: &Json) -> bool {
    let names = |p: &Json| rule["base"].as_array().unwrap().contains(&p["id"]);
    let ended = |p: &&Json| {
        p["redacao"]
            .as_array()
            .and_then(|w| w.last())
            .is_some_and(|w| w.get("ate").is_some() || text(w, "texto") == "ausente")
    };
    let own = rule.get("ate").and_then(day).is_none_or(|d| ON <= d);
    own && rule.get("desde").and_then(day).is_none_or(|d| ON >= d)
        && !book.of("dispositivo").iter().filter(|p| names(p)).any(|p| ended(&p))
}

/// Conditions that compare to a deadline or to a parameter are left to cases.
fn self_contained(c: &Json) -> bool {
    let words = c.to_string();
    !["{\"prazo\":", "{\"parametro\":", "dentro_do_prazo"].iter().any(|w| words.contains(w))
}

fn word(outcome: Option<bool>) -> Json {
    json!(match outcome {
        Some(true) => "sim",
        Some(false) => "nao",
        None => "indeterminado",
    })
}

pub fn requirements(book: &Book, law: &Law, tally: &mut Tally) {
    let nothing = json!({});
    for r in book.of("requisito").iter().filter(|r| in_force(book, r)) {
        let (demands, applies) = (&r["exige"], r.get("aplica").unwrap_or(&nothing));
        if !self_contained(demands) || !self_contained(applies) {
            continue;
        }
        for answers in book.readings_of(&[demands, applies]) {
            let law = supposing(law, &answers, UNIT);
            let mut found = std::collections::BTreeMap::new();
            sides(book, demands, ON, &mut found);
            sides(book, applies, ON, &mut found);
            for facts in tables(&found) {
                let applies = r.get("aplica").map_or(Some(true), |c| book.holds(c, &facts, ON, &answers));
                let met = book.holds(demands, &facts, ON, &answers);
                let expected = match applies {
                    Some(false) => Some(true),
                    Some(true) => met,
                    None => met.filter(|m| *m),
                };
                let q = json!({ "tipo": "requisitos", "requisitos": [r["id"]], "em": ON.to_string(), "fatos": facts });
                let asked = json!([answers, q]);
                tally.compare("requisito", &asked, &ask(&law, &q), &[("resposta", word(expected))]);
            }
        }
    }
}

/// The fine of the first offence, to the centavo, half a centavo up.
fn fine(book: &Book, class: &Json, answers: &Answers) -> Option<Vec<(&'static str, Json)>> {
    let flag = |k: &str| class.get(k).is_some_and(|v| book.pick(v, answers) == &json!(true));
    if flag("adverte_primeiro") {
        return Some(vec![("penalidade", json!("advertencia")), ("valor", Json::Null)]);
    }
    let amount = book.pick(class.get("multa")?, answers);
    let unit = amount.get("unidade")?;
    let quantity = amount.get("quantidade").or_else(|| amount.get("minimo"))?;
    // a price in units of 1 is not worth UNIT: fines written in reais are asked by cases
    let cents = number(quantity)? * number(&json!(UNIT))?;
    let rounded = (cents + 5_000_000_000) / 10_000_000_000;
    let value = format!("{}.{:02}", rounded / 100, rounded % 100);
    Some(vec![
        ("penalidade", json!("multa")),
        ("quantidade", quantity.clone()),
        ("unidade", unit.clone()),
        ("valor", json!(value)),
    ])
}

pub fn offences(book: &Book, law: &Law, tally: &mut Tally) {
    let always = json!({ "todas": [] });
    let stepped: Vec<&Json> = book.of("escalada").iter().chain(book.of("correcao")).collect();
    for o in book.of("infracao").iter().filter(|o| in_force(book, o)) {
        let class = book.of("classe").iter().find(|c| c["id"] == o["classe"]).unwrap();
        if stepped.iter().any(|s| s["classes"].as_array().is_some_and(|c| c.contains(&o["classe"]))) {
            continue;
        }
        let when = o.get("quando").unwrap_or(&always);
        if !self_contained(when) {
            continue;
        }
        for answers in book.readings_of(&[when, class]) {
            let law = supposing(law, &answers, UNIT);
            let mut found = std::collections::BTreeMap::new();
            sides(book, when, ON, &mut found);
            for facts in tables(&found) {
                // who draws up the notice chose the line: what nobody told does not unsay it
                let Some(serves) = book.holds(when, &facts, ON, &answers) else { continue };
                let Some(mut expected) = fine(book, class, &answers) else { continue };
                expected.push(("resposta", word(Some(serves))));
                expected.push(("cassa", json!(class.get("cassa") == Some(&json!(true)))));
                if !serves {
                    expected.retain(|(k, _)| *k == "resposta");
                }
                let decided = shift(ON, 20, 'd', true).to_string();
                let q = json!({ "tipo": "penalidade", "infracao": o["codigo"], "fato": ON.to_string(), "decidida": decided, "fatos": facts });
                tally.compare("infracao", &json!([answers, q]), &ask(&law, &q), &expected);
            }
        }
    }
}

/// The last day on which an earlier offence counts, and the day after.
pub fn windows(book: &Book, law: &Law, tally: &mut Tally) {
    let law = supposing(law, &Answers::new(), UNIT);
    let none = Answers::new();
    for r in book.of("reincidencia").iter().filter(|r| in_force(book, r)) {
        let Some(window) = r.get("janela").and_then(Json::as_str) else { continue };
        let backward = r.get("sentido").is_some_and(|v| book.pick(v, &none) == "tras");
        let classes = book.pick(&r["classes"], &none);
        let first = book.of("infracao").iter().find(|o| {
            classes.as_array().unwrap().contains(&o["classe"])
                && o.get("quando").is_none()
                && in_force(book, o)
        });
        let Some(o) = first else { continue };
        if book
            .of("reincidencia")
            .iter()
            .filter(|x| book.pick(&x["classes"], &none).as_array().unwrap().contains(&o["classe"]))
            .count()
            > 1
        {
            continue;
        }
        let (n, unit) = term(window);
        for prior in [date(2023, 1, 31), date(2023, 8, 31), date(2024, 2, 29), date(2024, 6, 15)] {
            let end = shift(prior, n, unit, book.cuts(&none));
            for fact in [end.yesterday().unwrap(), end, end.tomorrow().unwrap()] {
                let again =
                    if backward { shift(fact, -n, unit, book.cuts(&none)) <= prior } else { fact <= end };
                let prior_day = prior.to_string();
                let earlier = json!([{ "infracao": o["codigo"], "autuada": prior_day, "fato": prior_day, "punida": prior_day, "penalidade": "multa" }]);
                let decided = fact.to_string();
                let q = json!({ "tipo": "penalidade", "infracao": o["codigo"], "fato": fact.to_string(), "decidida": decided, "antecedentes": earlier });
                tally.compare("reincidencia", &q, &ask(&law, &q), &[("reincidente", json!(again))]);
            }
        }
    }
}

pub fn deadlines(book: &Book, law: &Law, tally: &mut Tally) {
    let norm = book.norm();
    let general: Vec<&Json> = ["meses", "dias", "sabado_util"].iter().filter_map(|k| norm.get(*k)).collect();
    for d in book.of("prazo").iter().filter(|d| d.get("marco").is_none()) {
        let own: Vec<&Json> =
            ["quantidade", "rola", "inclui_primeiro"].iter().filter_map(|k| d.get(*k)).collect();
        for answers in book.readings_of(&[own, general.clone()].concat()) {
            let law = supposing(law, &answers, UNIT);
            let mut from = date(2023, 12, 8);
            // day by day: some four months with New Year, Carnival, Easter and a leap day; one month in another reading
            for _ in 0..if answers.is_empty() { 130 } else { 31 } {
                if let Some((nominal, due)) = book.due(d, from, &answers) {
                    let q = json!({ "tipo": "prazo", "prazo": d["id"], "de": from.to_string() });
                    let expected =
                        [("vence", json!(due.to_string())), ("nominal", json!(nominal.to_string()))];
                    tally.compare("prazo", &json!([answers, q]), &ask(&law, &q), &expected);
                }
                from = from.tomorrow().unwrap();
            }
        }
    }
}

/// One fewer than the ceiling, the ceiling, one more.
pub fn ceilings(book: &Book, law: &Law, tally: &mut Tally) {
    const MILLION: i128 = 1_000_000;
    for l in book.of("limite").iter().filter(|l| in_force(book, l)) {
        if l.get("minimo").is_some() || l.get("janela").is_some_and(|w| w != "sempre") {
            continue;
        }
        let parts: Vec<&Json> = ["teto", "arredonda"].iter().filter_map(|k| l.get(*k)).collect();
        for answers in book.readings_of(&parts) {
            let law = supposing(law, &answers, "6252");
            for whole in [0_i128, 1, 19, 20, 25, 199, 200, 206, 1563, 6252] {
                let top = book.pick(&l["teto"], &answers);
                let mut quantities = Map::new();
                let parts = match top {
                    plain if number(plain).is_some() => (number(plain).unwrap(), MILLION),
                    share
                        if share.get("menos").is_none()
                            && share.get("limite").is_none()
                            && share.get("menor_de").is_none() =>
                    {
                        let base = if share.get("parametro").is_some() {
                            6252
                        } else {
                            quantities.insert(
                                text(share, "quantidade").into(),
                                json!(i64::try_from(whole).unwrap()),
                            );
                            whole
                        };
                        let of = |k: &str| share.get(k).and_then(number);
                        match (of("por_cento"), of("dividido_por"), of("vezes")) {
                            (Some(p), _, _) => (base * p, 100 * MILLION),
                            (_, Some(d), _) => (base * MILLION, d),
                            (_, _, Some(v)) => (base * v, MILLION),
                            _ => (base, 1),
                        }
                    }
                    _ => continue,
                };
                let (num, den) = parts;
                let ceiling = match l.get("arredonda").map(|v| book.pick(v, &answers)).and_then(Json::as_str)
                {
                    Some("para_cima") => (num + den - 1) / den,
                    Some("proximo") => (2 * num + den) / (2 * den),
                    _ => num / den,
                };
                let used_name = l.get("usados").and_then(Json::as_str).unwrap_or("usados");
                for used in [ceiling - 2, ceiling - 1, ceiling, ceiling + 1].into_iter().filter(|u| *u >= 0) {
                    let mut given = quantities.clone();
                    given.insert(used_name.into(), json!(i64::try_from(used).unwrap()));
                    let q = json!({ "tipo": "limite", "limite": l["id"], "em": ON.to_string(), "quantidades": given });
                    let expected = [
                        ("teto", json!(ceiling.to_string())),
                        ("resposta", word(Some(used < ceiling))),
                        ("passou", json!(used > ceiling)),
                    ];
                    tally.compare("limite", &json!([answers, q]), &ask(&law, &q), &expected);
                }
            }
        }
    }
}

/// The day before and the day of each change of wording and of value.
pub fn versions(book: &Book, law: &Law, tally: &mut Tally) {
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
                tally.compare("dispositivo", &q, &ask(law, &q), &[("situacao", json!(expected))]);
            }
        }
    }
    for p in book.of("parametro") {
        let values = p["valores"].as_array().unwrap();
        let found = |on: Date| {
            let now = |v: &&Json| {
                day(&v["desde"]).unwrap() <= on && v.get("ate").and_then(day).is_none_or(|u| on <= u)
            };
            values.iter().rev().find(now).map(|v| v["valor"].clone())
        };
        for v in values {
            let since = day(&v["desde"]).unwrap();
            let after = v.get("ate").and_then(day).map(|u| u.tomorrow().unwrap());
            for on in [Some(since), after].into_iter().flatten().flat_map(|d| [d.yesterday().unwrap(), d]) {
                let q = json!({ "tipo": "parametro", "parametro": p["id"], "em": on.to_string() });
                let expected = found(on).unwrap_or(Json::Null);
                tally.compare("parametro", &q, &ask(law, &q), &[("valor", expected)]);
            }
        }
    }
}
