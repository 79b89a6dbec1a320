//! Transfers on each side of each time that must have passed, of the request's last day and of a late paper's; and calendars of the
//! law on the first and the last day of a month, or by turns.

use std::collections::BTreeMap;

use jiff::civil::{Date, date};
use law::Law;
use serde_json::{Map, Value as Json, json};

use super::book::{Answers, Book, text};
use super::conditions::{satisfying, sides, tables};
use super::days::{shift, term};
use super::{ON, Tally, UNITS, ask, supposing, word};

fn list<'j>(rule: &'j Json, key: &str) -> &'j [Json] {
    rule.get(key).and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

/// A transfer that nothing refuses, with the facts it needs.
struct Granted {
    facts: Map<String, Json>,
    asked: Date,
    on: Date,
}

impl Book {
    /// The first free day of a time that must have passed.
    fn free_from(&self, wait: &Json, since: Date, answers: &Answers) -> Date {
        let (n, unit) = term(text(wait, "dura"));
        let full = shift(since, n, unit, self.cuts(answers));
        if self.flag(wait, "livre_no_dia", answers, true) { full } else { full.tomorrow().unwrap() }
    }

    fn asked_by(&self, t: &Json, answers: &Answers) -> Option<(String, &Json)> {
        let within = t.get("pede_em")?;
        let deadline = self.pick(&within["prazo"], answers);
        let fact = self.word(within, "de", answers, "").to_string();
        (deadline != "sem_prazo").then(|| (fact, self.named("prazo", deadline)))
    }

    fn granted(&self, t: &Json, answers: &Answers) -> Option<Granted> {
        let demands: Vec<&Json> = list(t, "exige").iter().map(|d| &d["exige"]).collect();
        let whens: Vec<&Json> = list(t, "espera").iter().filter_map(|w| w.get("quando")).collect();
        let mut facts = satisfying(self, &json!({ "todas": demands }), ON, answers)?;
        for w in whens {
            // where a reading leaves the wait out, it is asked as it is left out
            facts.extend(satisfying(self, w, ON, answers).unwrap_or_default());
        }
        for w in list(t, "espera") {
            facts.insert(self.word(w, "de", answers, "").into(), json!("2000-01-03"));
        }
        let asked = shift(ON, -30, 'd', true);
        if let Some((fact, _)) = self.asked_by(t, answers) {
            facts.insert(fact, json!(asked.to_string()));
        }
        for paper in list(t, "documento_tardio") {
            facts.insert(text(paper, "mostrado").into(), json!(asked.to_string()));
        }
        Some(Granted { facts, asked, on: ON })
    }
}

fn question(book: &Book, answers: &Answers, t: &Json, g: &Granted) -> Json {
    let admitted = list(t, "recebe").iter().find(|r| book.flag(r, "admitido", answers, true));
    let mut q = json!({
        "tipo": "transferencia", "transferencia": t["id"], "em": g.on.to_string(), "pedida": g.asked.to_string(),
        "conjunta": true, "fatos": g.facts,
    });
    if let Some(r) = admitted {
        q["candidatos"] = json!([r["id"]]);
    }
    q
}

fn put(
    book: &Book,
    law: &Law,
    answers: &Answers,
    t: &Json,
    g: &Granted,
    refused: Option<&str>,
    tally: &mut Tally,
) {
    let q = question(book, answers, t, g);
    let holds = book.flag(t, "vale", answers, true);
    let refused = if holds { refused.map(|r| json!(r)) } else { Some(t["id"].clone()) };
    let mut expected = vec![
        ("resposta", word(Some(refused.is_none()))),
        ("falha", json!(refused.clone().into_iter().collect::<Vec<_>>())),
    ];
    if refused.is_none() {
        let locks = list(t, "travas").iter().filter(|l| book.flag(l, "vale", answers, true)).map(|l| {
            let free = book.free_from(l, g.on, answers);
            json!({ "trava": l["id"], "prende": l["prende"], "ate": free.yesterday().unwrap().to_string() })
        });
        expected.push(("travas", locks.collect()));
    }
    tally.compare("transferencia", t, &json!([answers, q]), &ask(law, &q), &expected);
}

/// What may change in some year after the day asked about: a time that completes in it, a car too old on its first of January, a
/// fact that is put right and undone again, a paper shown, a notice that ends.
fn to_come(book: &Book, answers: &Answers, t: &Json, plain: &Granted) -> Vec<Granted> {
    let mut found = BTreeMap::new();
    list(t, "exige").iter().for_each(|d| sides(book, &d["exige"], ON, &mut found));
    list(t, "espera").iter().filter_map(|w| w.get("quando")).for_each(|c| sides(book, c, ON, &mut found));
    let told = |name: &String, value: &Json| {
        let mut facts = plain.facts.clone();
        facts.insert(name.clone(), value.clone());
        facts
    };
    let rows = found.iter().flat_map(|(name, values)| values.iter().map(|v| told(name, v)));
    let several = tables(&found).into_iter().step_by(3).take(2).map(|row| {
        let mut facts = plain.facts.clone();
        facts.extend(row);
        facts
    });
    let mut out = Vec::new();
    for (i, facts) in [plain.facts.clone()].into_iter().chain(rows).chain(several).enumerate() {
        let asked = if i % 2 == 0 { plain.asked } else { ON };
        for w in list(t, "espera") {
            let (n, unit) = term(text(w, "dura"));
            for days in [120, 320] {
                let mut facts = facts.clone();
                let since = shift(shift(ON, days, 'd', true), -n, unit, true);
                facts.insert(book.word(w, "de", answers, "").into(), json!(since.to_string()));
                out.push(Granted { facts, asked, on: ON });
            }
        }
        out.push(Granted { facts, asked, on: ON });
    }
    for (name, values) in &found {
        let Some(right) = plain.facts.get(name) else { continue };
        for wrong in values.iter().filter(|v| *v != right) {
            let mut facts = plain.facts.clone();
            let told = [(0, wrong), (100, right), (200, wrong)].map(|(days, v)| {
                let since = if days == 0 { date(2000, 1, 1) } else { shift(ON, days, 'd', true) };
                json!({ "desde": since.to_string(), "valor": v })
            });
            facts.insert(name.clone(), json!(told));
            out.push(Granted { facts, asked: plain.asked, on: ON });
        }
    }
    for paper in list(t, "documento_tardio") {
        for days in [10, 200] {
            let mut facts = plain.facts.clone();
            facts.insert(text(paper, "mostrado").into(), json!(shift(ON, days, 'd', true).to_string()));
            out.push(Granted { facts, asked: plain.asked, on: ON });
        }
    }
    out
}

/// From when it may be done, against the same question asked on each of the days to come.
pub fn days_to_come(book: &Book, law: &Law, tally: &mut Tally) {
    const DAYS: i32 = 400;
    for t in book.of("transferencia") {
        let norm = ["meses", "dias", "sabado_util"].iter().filter_map(|k| book.norm().get(*k));
        for (n, answers) in book.readings_of(&norm.chain([t]).collect::<Vec<_>>()).into_iter().enumerate() {
            let law = supposing(book, law, &answers, UNITS);
            let Some(plain) = book.granted(t, &answers) else { continue };
            // all of them as the law is read by default, and some under each other reading
            let every = if answers.is_empty() { 1 } else { 17 };
            for g in to_come(book, &answers, t, &plain).into_iter().skip(n % every).step_by(every) {
                let mut q = question(book, &answers, t, &g);
                let answer = ask(&law, &q);
                let told = answer["possivel_desde"].as_str().map(|d| d.parse::<Date>().unwrap());
                if answer["resposta"] != "nao" {
                    assert!(told.is_none_or(|d| d <= ON), "{q}: {told:?}");
                    continue;
                }
                let mut days = (1..=DAYS).map(|n| shift(ON, n, 'd', true));
                let first = days.find(|day| {
                    q["em"] = json!(day.to_string());
                    ask(&law, &q)["resposta"] == "sim"
                });
                let first = first.or(told.filter(|d| *d > shift(ON, DAYS, 'd', true)));
                q["em"] = json!(ON.to_string());
                let expected = [("possivel_desde", json!(first.map(|d| d.to_string())))];
                tally.compare("transferencia", t, &json!([answers, q]), &answer, &expected);
            }
        }
    }
}

pub fn transfers(book: &Book, law: &Law, tally: &mut Tally) {
    for t in book.of("transferencia") {
        let named = |d: &&Json| t.to_string().contains(&format!(":{}", d["id"]));
        let deadlines = book.of("prazo").iter().filter(named);
        let norm = ["meses", "dias", "sabado_util"].iter().filter_map(|k| book.norm().get(*k));
        for answers in book.readings_of(&deadlines.chain(norm).chain([t]).collect::<Vec<_>>()) {
            let law = supposing(book, law, &answers, UNITS);
            let Some(plain) = book.granted(t, &answers) else { continue };
            let ahead = t.get("antecedencia").map(|d| book.named("prazo", d));
            put(book, &law, &answers, t, &plain, None, tally);
            for w in list(t, "espera") {
                let waits =
                    w.get("quando").is_none_or(|c| book.holds(c, &plain.facts, ON, &answers) == Some(true));
                for since in [date(2020, 2, 29), date(2021, 8, 31), date(2022, 3, 10)] {
                    let first = book.free_from(w, since, &answers);
                    for on in [first.yesterday().unwrap(), first, first.tomorrow().unwrap()] {
                        let mut facts = plain.facts.clone();
                        let asked = shift(on, -30, 'd', true);
                        for name in book.asked_by(t, &answers).map(|(f, _)| f).into_iter().chain(
                            list(t, "documento_tardio").iter().map(|p| text(p, "mostrado").to_string()),
                        ) {
                            facts.insert(name, json!(asked.to_string()));
                        }
                        facts.insert(book.word(w, "de", &answers, "").into(), json!(since.to_string()));
                        let refused = (waits && on < first).then(|| text(w, "id"));
                        put(book, &law, &answers, t, &Granted { facts, asked, on }, refused, tally);
                    }
                }
            }
            for since in (0..30).map(|n| shift(date(2024, 10, 1), n, 'd', true)) {
                if let Some((fact, deadline)) = book.asked_by(t, &answers) {
                    let last = book.due(deadline, since, &answers).1;
                    for (asked, late) in [(last, false), (last.tomorrow().unwrap(), true)] {
                        let mut facts = plain.facts.clone();
                        facts.insert(fact.clone(), json!(since.to_string()));
                        list(t, "documento_tardio").iter().for_each(|p| {
                            facts.insert(text(p, "mostrado").into(), json!(asked.to_string()));
                        });
                        put(
                            book,
                            &law,
                            &answers,
                            t,
                            &Granted { facts, asked, on: ON },
                            late.then_some("pedido"),
                            tally,
                        );
                    }
                }
                if let Some(deadline) = ahead {
                    let first = book.due(deadline, since, &answers).1;
                    for (on, early) in [(first.yesterday().unwrap(), true), (first, false)] {
                        let facts = plain.facts.clone();
                        put(
                            book,
                            &law,
                            &answers,
                            t,
                            &Granted { facts, asked: since, on },
                            early.then_some("antecedencia"),
                            tally,
                        );
                    }
                }
            }
        }
    }
}

/// Yearly months and days by turns.
pub fn calendars(book: &Book, law: &Law, tally: &mut Tally) {
    for c in book.of("calendario") {
        let named = |d: &&Json| c.get("escusa") == Some(&d["id"]);
        let norm = ["meses", "dias", "sabado_util"].iter().filter_map(|k| book.norm().get(*k));
        let parts: Vec<&Json> = book.of("prazo").iter().filter(named).chain(norm).chain([c]).collect();
        for answers in book.readings_of(&parts) {
            let law = supposing(book, law, &answers, UNITS);
            if c.get("janelas").is_some() {
                yearly(book, &law, &answers, c, tally);
            } else {
                turns(book, &law, &answers, c, tally);
            }
        }
    }
}

fn turns(book: &Book, law: &Law, answers: &Answers, c: &Json, tally: &mut Tally) {
    let fact = text(c, "desde_o_fato");
    let each = book.pick(&c["a_cada"], answers);
    for first in [date(2024, 1, 30), date(2024, 2, 28), ON] {
        let own = |d: Date| match each.as_i64() {
            Some(n) => d >= first && i64::from(d.since(first).unwrap().get_days()) % n == 0,
            None => d.day() % 2 == 1,
        };
        for n in -2..40 {
            let on = shift(first, n, 'd', true);
            let mut next = if each.is_i64() { on.max(first) } else { on };
            while !own(next) {
                next = next.tomorrow().unwrap();
            }
            if !each.is_i64() && on < first {
                // nobody says what odd days are before the first
                continue;
            }
            let offence = if own(on) { Json::Null } else { c.get("infracao").cloned().unwrap_or(Json::Null) };
            let q = json!({ "tipo": "calendario", "calendario": c["id"], "em": on.to_string(), "fatos": { fact: first.to_string() } });
            let expected = [
                ("resposta", word(Some(own(on)))),
                ("situacao", json!(if own(on) { "dia_da_vez" } else { "fora_da_vez" })),
                ("proximo", json!(next.to_string())),
                ("infracao", offence),
            ];
            tally.compare("calendario", c, &json!([answers, q]), &ask(law, &q), &expected);
        }
    }
}

/// What was granted or done in 2024, and the window it leads to, on each side of its first and of its last day.
fn yearly(book: &Book, law: &Law, answers: &Answers, c: &Json, tally: &mut Tally) {
    let fact = book.pick(&c["por"], answers).as_str().unwrap();
    for w in list(c, "janelas") {
        let month = i8::try_from(w["mes"].as_i64().unwrap()).unwrap();
        let window = |year: i16| {
            (date(year, month, 1), shift(date(year, month, 1), 1, 'm', true).yesterday().unwrap())
        };
        let this = window(2024);
        let same = book.word(c, "primeira", answers, "ano_seguinte") == "mesmo_ano";
        let begun = |d: Date| window(if same && d <= window(d.year()).1 { d.year() } else { d.year() + 1 });
        let granted = [date(2024, 1, 1), this.0, this.1, this.1.tomorrow().unwrap()]
            .map(|d| ("concedido", d, begun(d)));
        let done = [this.0, date(2024, 12, 31)].map(|d| ("renovado", d, window(2025)));
        for (key, day, (first, last)) in granted.into_iter().chain(done) {
            let opens = if book.word(c, "abre", answers, "no_mes") == "em_janeiro" {
                date(first.year(), 1, 1)
            } else {
                first
            };
            for on in [opens.yesterday().unwrap(), opens, first, last, last.tomorrow().unwrap()]
                .into_iter()
                .filter(|on| *on >= day)
            {
                for value in w["valores"].as_array().unwrap() {
                    let mut q = json!({ "tipo": "calendario", "calendario": c["id"], "em": on.to_string(), "fatos": { fact: value } });
                    q[key] = json!(day.to_string());
                    let (state, answer) = if on < opens {
                        ("ainda_nao", false)
                    } else {
                        (if on <= last { "aberta" } else { "atrasada" }, true)
                    };
                    let late = on > last;
                    let line = c.get("infracao").cloned().unwrap_or(Json::Null);
                    let expected = [
                        ("situacao", json!(state)),
                        ("resposta", word(Some(answer))),
                        ("abre", json!(opens.to_string())),
                        ("fecha", json!(last.to_string())),
                        ("atrasado_desde", if late { json!(on.to_string()) } else { Json::Null }),
                        ("infracao", if late { line.clone() } else { Json::Null }),
                    ];
                    tally.compare("calendario", c, &json!([answers, q]), &ask(law, &q), &expected);
                    let Some(excuse) = c.get("escusa").filter(|_| late) else { continue };
                    let until = book.due(book.named("prazo", excuse), on, answers).1;
                    for (now, covered) in [(until, true), (until.tomorrow().unwrap(), false)] {
                        let mut q = q.clone();
                        q["em"] = json!(now.to_string());
                        q["escusas"] = json!([on.to_string()]);
                        let line = if covered { Json::Null } else { line.clone() };
                        let expected = [("escusado_ate", json!(until.to_string())), ("infracao", line)];
                        tally.compare("calendario", c, &json!([answers, q]), &ask(law, &q), &expected);
                    }
                }
            }
        }
    }
}
