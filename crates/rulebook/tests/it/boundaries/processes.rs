//! Processes: the last day of each stage, and the day after, on which silence acts.

use jiff::civil::{Date, date};
use law::Law;
use serde_json::{Map, Value as Json, json};

use super::book::{Answers, Book, text};
use super::conditions::satisfying;
use super::days::{shift, term};
use super::{Tally, UNITS, ask, supposing};

impl Book {
    /// The stages of a process that there are under some answers, with facts that bring one of them.
    fn stages<'b>(
        &self,
        p: &'b Json,
        facts: &Map<String, Json>,
        on: Date,
        answers: &Answers,
    ) -> Vec<&'b Json> {
        let there = |s: &&Json| {
            self.flag(s, "vale", answers, true)
                && s.get("se").is_none_or(|c| self.holds(c, facts, on, answers) != Some(false))
        };
        p["etapas"].as_array().unwrap().iter().filter(there).collect()
    }

    /// Events that lead to one, the oldest first: what each stage on the way began with.
    fn path(&self, stages: &[&Json], event: &Json, answers: &Answers, seen: &mut Vec<Json>) -> Vec<Json> {
        let mut path = Vec::new();
        if seen.contains(event) {
            return path;
        }
        seen.push(event.clone());
        let waits =
            |s: &&&Json| s["espera"].as_array().unwrap().contains(event) && s.get("silencio") != Some(event);
        if let Some(before) = stages.iter().find(waits) {
            let begins = self.pick(&before["apos"], answers).as_array().unwrap();
            path = self.path(stages, &begins[0], answers, seen);
        }
        path.push(event.clone());
        path
    }
}

/// Events that lead to one, a day apart, so that it happens on a day; none where a silence would act by itself on the way.
fn events_to(book: &Book, stages: &[&Json], event: &Json, on: Date, answers: &Answers) -> Option<Vec<Json>> {
    let path = book.path(stages, event, answers, &mut Vec::new());
    // a silence further back would act by itself: only what people do leads here
    let by_silence = |e: &Json| stages.iter().any(|x| x.get("silencio") == Some(e));
    if path.iter().any(by_silence) {
        return None;
    }
    let far = i32::try_from(path.len()).unwrap() - 1;
    let days = (0..=far).map(|n| shift(on, n - far, 'd', true));
    let told = path.iter().zip(days).map(|(e, d)| json!({ "evento": e, "em": d.to_string() }));
    Some(told.collect())
}

/// The last day on which a whole process is in its time, and the next.
pub fn caps(book: &Book, law: &Law, tally: &mut Tally) {
    for p in book.of("processo").iter().filter(|p| p.get("teto").is_some()) {
        let cap = &p["teto"];
        let norm = ["meses", "dias", "sabado_util"].iter().filter_map(|k| book.norm().get(*k));
        for answers in book.readings_of(&norm.chain([cap]).collect::<Vec<_>>()) {
            let law = supposing(book, law, &answers, UNITS);
            let from = book.pick(&cap["de"], &answers);
            for i in 0..40 {
                let begun = shift(date(2024, 11, 20), i, 'd', true);
                let stages = book.stages(p, &Map::new(), begun, &answers);
                let Some(events) = events_to(book, &stages, from, begun, &answers) else { continue };
                let (n, mut unit) = term(book.pick(&cap["prazo"], &answers).as_str().unwrap());
                if unit == 'd' && book.norm().get("dias").is_some_and(|v| book.pick(v, &answers) == "uteis") {
                    unit = 'u';
                }
                let last = book.counted(begun, n, unit, false, &answers);
                let effect = cap.get("efeito").map_or(json!("alerta"), |e| book.pick(e, &answers).clone());
                for (over, effect) in [(0, Json::Null), (1, effect)] {
                    let on = shift(last, over, 'd', true);
                    let q = json!({ "tipo": "processo", "processo": p["id"], "em": on.to_string(), "eventos": events });
                    let answer = ask(&law, &q);
                    let mut expected = vec![("teto_em", json!(last.to_string()))];
                    // what a silence has ended by then runs no longer
                    if answer["etapa"] != "encerrado" {
                        expected.extend([("dias_alem", json!(over)), ("teto_efeito", effect)]);
                    }
                    tally.compare("processo", p, &json!([answers, q]), &answer, &expected);
                }
            }
        }
    }
}

/// What only counts up to the day of another event: on that day, and on the next.
pub fn preclusions(book: &Book, law: &Law, tally: &mut Tally) {
    for p in book.of("processo") {
        for lost in p.get("preclui").and_then(Json::as_array).into_iter().flatten() {
            for answers in book.readings_of(&[p]) {
                let law = supposing(book, law, &answers, UNITS);
                let with = date(2024, 12, 18);
                let stages = book.stages(p, &Map::new(), with, &answers);
                let Some(mut events) = events_to(book, &stages, &lost["com"], with, &answers) else {
                    continue;
                };
                for late in [0, 1] {
                    let told =
                        json!({ "evento": lost["evento"], "em": shift(with, late, 'd', true).to_string() });
                    events.push(told.clone());
                    let on = shift(with, 2, 'd', true);
                    let q = json!({ "tipo": "processo", "processo": p["id"], "em": on.to_string(), "eventos": events });
                    let precluded = if late == 0 { json!([]) } else { json!([told]) };
                    let expected = [("preclusos", precluded)];
                    tally.compare("processo", p, &json!([answers, q]), &ask(&law, &q), &expected);
                    events.pop();
                }
            }
        }
    }
}

pub fn compare(book: &Book, law: &Law, tally: &mut Tally) {
    for p in book.of("processo") {
        let alerts = |s: &Json| {
            s.get("alerta").is_some_and(|a| {
                a.as_object().is_none_or(|m| m.iter().any(|(k, v)| k != "conforme" && v != "nenhum"))
            })
        };
        let timed = |s: &Json| s.get("prazo").is_some() || alerts(s);
        if !p["etapas"].as_array().unwrap().iter().any(timed) {
            tally.left_out.insert(("processo", text(p, "id").into()), "no stage of it has a last day");
            continue;
        }
        let named = |d: &&Json| p.to_string().contains(&format!(":{}", d["id"]));
        let norm = ["meses", "dias", "sabado_util"].iter().filter_map(|k| book.norm().get(*k));
        let parts: Vec<&Json> = book.of("prazo").iter().filter(named).chain(norm).chain([p]).collect();
        for answers in book.readings_of(&parts) {
            let law = supposing(book, law, &answers, UNITS);
            for s in p["etapas"].as_array().unwrap() {
                let facts = match s.get("se") {
                    None => Some(Map::new()),
                    Some(c) => satisfying(book, c, super::ON, &answers),
                };
                let Some(facts) = facts.filter(|_| book.flag(s, "vale", &answers, true)) else { continue };
                for i in 0..if answers.is_empty() { 25 } else { 4 } {
                    stage(
                        book,
                        &law,
                        &answers,
                        (p, s),
                        &facts,
                        shift(date(2024, 12, 10), i, 'd', true),
                        tally,
                    );
                }
            }
        }
    }
}

fn stage(
    book: &Book,
    law: &Law,
    answers: &Answers,
    (p, s): (&Json, &Json),
    facts: &Map<String, Json>,
    begun: Date,
    tally: &mut Tally,
) {
    let stages = book.stages(p, facts, begun, answers);
    let begins = &book.pick(&s["apos"], answers).as_array().unwrap()[0];
    let Some(events) = events_to(book, &stages, begins, begun, answers) else { return };
    let deadline = s.get("prazo").map(|d| book.pick(d, answers)).filter(|d| *d != "nenhum");
    let last = match (deadline, s.get("alerta").map(|a| book.pick(a, answers).as_str().unwrap())) {
        (Some(d), _) => book.due(book.named("prazo", d), begun, answers).1,
        (None, Some(words)) if words != "nenhum" => {
            let (n, unit) = term(words);
            book.counted(begun, n, unit, false, answers)
        }
        _ => return,
    };
    for on in [last, last.tomorrow().unwrap()] {
        let q = json!({ "tipo": "processo", "processo": p["id"], "em": on.to_string(), "eventos": events, "fatos": facts });
        let answer = ask(law, &q);
        let late = on > last;
        let same_day = s.get("silencio_no_vencimento") == Some(&json!(true));
        // whatever the day it bears, silence acts when the last day is over
        let acts = s.get("silencio").filter(|_| late);
        let mut expected = Vec::new();
        match acts {
            Some(silence) => {
                let day = if same_day { last } else { last.tomorrow().unwrap() };
                expected.push(("decurso", json!([{ "evento": silence, "em": day.to_string() }])));
            }
            // the first stage that is open is told: this one, unless another began before it
            None if answer["etapa"] == s["id"] => expected.extend([
                ("prazo", json!(last.to_string())),
                ("vencido", json!(late)),
                ("desde", json!(begun.to_string())),
                ("quem", book.pick(&s["quem"], answers).clone()),
                ("decurso", json!([])),
            ]),
            None => expected.push(("decurso", json!([]))),
        }
        tally.compare("processo", p, &json!([answers, q]), &answer, &expected);
    }
}
