//! Titles: the last day on which they are good and the day after, and how long each step of their life lasts.

use jiff::civil::{Date, date};
use law::Law;
use serde_json::{Map, Value as Json, json};

use super::book::{Answers, Book, day, text};
use super::conditions::{satisfying, sides, tables};
use super::days::{shift, term};
use super::{ON, Tally, UNITS, ask, supposing, word};

const GRANTED: [Date; 4] = [date(2023, 8, 31), date(2024, 2, 29), date(2024, 3, 10), date(2024, 12, 31)];

impl Book {
    /// The requirements that block a title while they fail.
    fn blocking(&self, title: &Json, on: Date) -> Vec<&Json> {
        let subjects = title.get("exige").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        let blocks = |r: &&Json| {
            text(r, "falha") == "bloqueia"
                && subjects.contains(&r["sujeito"])
                && self.in_force(r, on) != Some(false)
        };
        self.of("requisito").iter().filter(blocks).collect()
    }

    /// Which of them fail or cannot be decided.
    fn blocked(&self, title: &Json, facts: &Map<String, Json>, on: Date, answers: &Answers) -> bool {
        self.blocking(title, on).iter().any(|r| {
            let applies = r.get("aplica").map_or(Some(true), |c| self.holds(c, facts, on, answers));
            applies != Some(false) && self.holds(&r["exige"], facts, on, answers) != Some(true)
        })
    }

    /// The last day on which a title is good; `Err` when a fact that tells it is missing, `Ok(None)` when nothing ends it.
    fn good_until(
        &self,
        title: &Json,
        way: &Json,
        granted: Date,
        facts: &Map<String, Json>,
        answers: &Answers,
    ) -> Result<Option<Date>, ()> {
        let way = self.pick(way, answers);
        if let Some(several) = way.get("menor_de").and_then(Json::as_array) {
            let mut least = None;
            for w in several {
                let end = self.good_until(title, w, granted, facts, answers)?;
                least = [least, end].into_iter().flatten().min();
            }
            return Ok(least);
        }
        if let Some(cases) = way.get("casos").and_then(Json::as_array) {
            for case in cases {
                match self.holds(&case["quando"], facts, granted, answers) {
                    Some(true) => return self.good_until(title, &case["vale"], granted, facts, answers),
                    Some(false) => {}
                    None => return Err(()),
                }
            }
            return self.good_until(title, &way["senao"], granted, facts, answers);
        }
        let fact = |name: &str| facts.get(name).and_then(day).map(Some).ok_or(());
        if let Some(name) = way.get("fato").and_then(Json::as_str) {
            return fact(name);
        }
        match way.as_str().unwrap() {
            "sem_prazo" => Ok(None),
            "fim_do_ano" => Ok(Some(date(granted.year(), 12, 31))),
            "primeiro_vencimento" => {
                // day by day while what was met goes on being met
                let mut d = granted.max(ON);
                if self.blocked(title, facts, d, answers) {
                    return Err(());
                }
                while !self.blocked(title, facts, d.tomorrow().unwrap(), answers) {
                    d = d.tomorrow().unwrap();
                    if d.year() > ON.year() + 2 {
                        return Ok(None);
                    }
                }
                Ok(Some(d))
            }
            name if self.facts.contains_key(name) => fact(name),
            words => {
                let (n, unit) = term(words);
                Ok(Some(shift(granted, n, unit, self.cuts(answers))))
            }
        }
    }
}

/// Facts with which nothing blocks a title on a day, when such are found.
fn unblocked(book: &Book, title: &Json, on: Date, answers: &Answers) -> Option<Map<String, Json>> {
    let rules: Vec<Json> = book
        .blocking(title, on)
        .iter()
        .map(|r| {
            let demands = r["exige"].clone();
            r.get("aplica").map_or(demands.clone(), |a| json!({ "alguma": [{ "nao": a }, demands] }))
        })
        .collect();
    let mut facts = satisfying(book, &json!({ "todas": rules }), on, answers)?;
    // a requirement that does not apply must be known not to
    for r in book.blocking(title, on) {
        if let Some(a) = r.get("aplica").filter(|a| book.holds(a, &facts, on, answers).is_none()) {
            facts.extend(satisfying(book, &json!({ "nao": a }), on, answers)?);
        }
    }
    (!book.blocked(title, &facts, on, answers)).then_some(facts)
}

pub fn validity(book: &Book, law: &Law, tally: &mut Tally) {
    for t in book.of("titulo") {
        let norm = ["meses"].iter().filter_map(|k| book.norm().get(*k));
        for answers in book.readings_of(&norm.chain([&t["validade"]]).collect::<Vec<_>>()) {
            let law = supposing(book, law, &answers, UNITS);
            let good = unblocked(book, t, ON, &answers);
            let mut named = std::collections::BTreeMap::new();
            sides(book, &t["validade"], ON, &mut named);
            for facts in [Some(Map::new()), good].into_iter().flatten() {
                for mut more in tables(&named) {
                    for name in t["validade"].to_string().split('"').filter(|n| book.facts.contains_key(*n)) {
                        if text(&book.facts[name], "tipo") == "data" {
                            more.insert(name.into(), json!(ON.to_string()));
                        }
                    }
                    let mut facts = facts.clone();
                    facts.extend(more);
                    for granted in GRANTED {
                        put(book, &law, &answers, t, granted, &facts, tally);
                    }
                }
            }
        }
    }
}

fn put(
    book: &Book,
    law: &Law,
    answers: &Answers,
    t: &Json,
    granted: Date,
    facts: &Map<String, Json>,
    tally: &mut Tally,
) {
    let Ok(end) = book.good_until(t, &t["validade"], granted, facts, answers) else { return };
    let days = end.map_or(vec![ON], |e| vec![e.yesterday().unwrap(), e, e.tomorrow().unwrap()]);
    for on in days.into_iter().chain([granted, granted.yesterday().unwrap()]) {
        let over = end.filter(|e| *e < on);
        let text_of = |d: Option<Date>| d.map_or(Json::Null, |d| json!(d.to_string()));
        let expected = if on < granted {
            vec![("estado", json!("nenhum"))]
        } else if let Some(end) = over {
            vec![
                ("estado", json!("vencido")),
                ("ate", text_of(Some(end))),
                ("desde", text_of(end.tomorrow().ok())),
            ]
        } else if book.blocked(t, facts, on, answers) {
            vec![("estado", json!("bloqueado")), ("ate", Json::Null)]
        } else {
            vec![("estado", json!("vigente")), ("ate", text_of(end)), ("desde", text_of(Some(granted)))]
        };
        let q = json!({ "tipo": "titulo", "titulo": t["id"], "em": on.to_string(), "concedido": granted.to_string(), "fatos": facts });
        tally.compare("titulo", t, &json!([answers, q]), &ask(law, &q), &expected);
        if on >= granted {
            suspended(law, answers, t, &q, on, tally);
        }
    }
}

/// The same title in a suspension that begins on the day, ends on it, or ended the day before; and revoked. What has expired is
/// not suspended.
fn suspended(law: &Law, answers: &Answers, t: &Json, q: &Json, on: Date, tally: &mut Tally) {
    let day = |n: i32| json!(shift(on, n, 'd', true).to_string());
    let mut put = |suspensions: Json, revoked: Option<Json>, expected: &[(&str, Json)]| {
        let mut q = q.clone();
        q["suspensoes"] = suspensions;
        if let Some(day) = revoked {
            q["cassado"] = day;
        }
        tally.compare("titulo", t, &json!([answers, q]), &ask(law, &q), expected);
    };
    let state = ask(law, q)["estado"].clone();
    for (first, last) in [(0, 9), (-9, 0)] {
        let mut expected = vec![("estado", json!("suspenso")), ("desde", day(first)), ("ate", day(last))];
        if state == "vencido" {
            expected = vec![("estado", state.clone())];
        }
        put(json!([{ "desde": day(first), "ate": day(last) }]), None, &expected);
    }
    put(json!([{ "desde": day(-9), "ate": day(-1) }]), None, &[("estado", state.clone())]);
    put(json!([{ "desde": day(1) }]), Some(day(1)), &[("estado", state)]);
    put(json!([{ "desde": day(0) }]), Some(day(0)), &[("estado", json!("cassado")), ("desde", day(0))]);
}

/// Each event in each state, with facts on each side of what each step compares to.
pub fn steps(book: &Book, law: &Law, tally: &mut Tally) {
    for t in book.of("titulo") {
        let steps = t.get("transicao").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        let mut asked: Vec<(Json, Json)> = Vec::new();
        for s in steps {
            let from = s["de"].as_array().map_or(vec![s["de"].clone()], Clone::clone);
            asked.extend(from.into_iter().map(|f| (f, s["evento"].clone())));
        }
        asked.dedup();
        for (state, event) in asked {
            let here = |s: &&Json| {
                s["evento"] == event
                    && (s["de"] == state || s["de"].as_array().is_some_and(|d| d.contains(&state)))
            };
            let here: Vec<&Json> = steps.iter().filter(here).collect();
            let deadlines = book
                .of("prazo")
                .iter()
                .filter(|d| here.iter().any(|s| s.to_string().contains(&format!("\"prazo\":{}", d["id"]))));
            let norm = ["meses", "dias", "sabado_util", "marcos"].iter().filter_map(|k| book.norm().get(*k));
            let parts: Vec<&Json> = here.iter().copied().chain(deadlines).chain(norm).collect();
            for answers in book.readings_of(&parts) {
                let law = supposing(book, law, &answers, UNITS);
                for on in [date(2024, 8, 31), date(2024, 12, 31), date(2025, 1, 1), ON] {
                    let mut found = std::collections::BTreeMap::new();
                    here.iter().for_each(|s| sides(book, s, on, &mut found));
                    for s in &here {
                        let counted =
                            s.get("conta_de").map(|c| book.pick(c, &answers)).and_then(|c| c.get("fato"));
                        if let Some(fact) = counted.and_then(Json::as_str) {
                            let days = [shift(on, -1, 'm', true), on].map(|d| json!(d.to_string()));
                            found.insert(fact.to_string(), days.to_vec());
                        }
                    }
                    for facts in tables(&found) {
                        let expected = step(book, &here, &facts, on, &answers);
                        let q = json!({ "tipo": "transicao", "titulo": t["id"], "estado": state, "evento": event, "em": on.to_string(), "fatos": facts });
                        tally.compare("transicao", t, &json!([answers, q]), &ask(&law, &q), &expected);
                    }
                }
            }
        }
    }
}

fn step(
    book: &Book,
    here: &[&Json],
    facts: &Map<String, Json>,
    on: Date,
    answers: &Answers,
) -> Vec<(&'static str, Json)> {
    for s in here.iter().filter(|s| book.in_force(s, on) != Some(false)) {
        match s.get("exige").map_or(Some(true), |c| book.holds(c, facts, on, answers)) {
            Some(false) => continue,
            None => return vec![("resposta", word(None)), ("novo_estado", Json::Null)],
            Some(true) => {}
        }
        let counted = s.get("conta_de").map_or(&Json::Null, |c| book.pick(c, answers));
        let from = match (counted.get("prazo"), counted.get("fato")) {
            (None, None) => on,
            (None, Some(fact)) => match facts.get(fact.as_str().unwrap()).and_then(day) {
                Some(d) => d,
                None => return vec![("resposta", word(None)), ("novo_estado", Json::Null)],
            },
            (Some(d), _) => {
                let d = book.named("prazo", d);
                let mark = &book.norm()["marcos"][book.pick(&d["marco"], answers).as_str().unwrap()];
                book.due(d, day(book.pick(mark, answers)).unwrap(), answers).1
            }
        };
        let lasts = s.get("dura").map_or(&Json::Null, |d| book.pick(d, answers));
        let until = match lasts.as_str() {
            Some("sem_prazo") => None,
            Some("fim_do_ano") => Some(date(from.year(), 12, 31)),
            Some(words) => {
                let (n, unit) = term(words);
                Some(shift(from, n, unit, book.cuts(answers)))
            }
            None => lasts.get("dia_util").map(|n| {
                let month = i8::try_from(lasts["do_mes"].as_i64().unwrap()).unwrap();
                book.nth_business_day(n.as_i64().unwrap(), from.year(), month, answers)
            }),
        };
        // a state whose last day had passed when it would begin is not entered
        if until.is_some_and(|u| u < from.max(on)) {
            continue;
        }
        let effects = s.get("efeitos").cloned().unwrap_or(json!([]));
        return vec![
            ("resposta", word(Some(true))),
            ("novo_estado", book.pick(&s["para"], answers).clone()),
            ("ate", until.map_or(Json::Null, |d| json!(d.to_string()))),
            ("efeitos", effects),
        ];
    }
    vec![("resposta", word(Some(false))), ("novo_estado", Json::Null)]
}
