//! Every line of infraction, and what it costs the first time.

use std::collections::BTreeMap;

use jiff::civil::{Date, date};
use law::Law;
use serde_json::{Map, Value as Json, json};

use super::book::{Answers, Book, text};
use super::conditions::{sides, tables};
use super::days::shift;
use super::fines::{Missing, Moment, ONE, wide, written};
use super::repeats::Prior;
use super::requirements::hangs_on;
use super::{ON, Tally, UNITS, ask, supposing, supposing_but, word};

/// A question about one offence.
#[derive(Clone)]
pub struct Question {
    pub code: String,
    pub moment: Moment,
    pub history: Vec<Prior>,
    pub chosen: Option<String>,
}

impl Question {
    fn told(&self) -> Json {
        let m = &self.moment;
        let mut q = json!({ "tipo": "penalidade", "infracao": self.code, "fato": m.fact.to_string(), "fatos": m.facts });
        if let Some(d) = m.decided {
            q["decidida"] = json!(d.to_string());
        }
        if !self.history.is_empty() {
            q["antecedentes"] = self.history.iter().map(Prior::told).collect();
        }
        if let Some(c) = &self.chosen {
            q["valor_escolhido"] = json!(c);
        }
        q
    }
}

/// Asks the law, and compares with what the tables say.
pub fn put(
    book: &Book,
    law: &Law,
    answers: &Answers,
    q: &Question,
    (kind, rule): (&'static str, &Json),
    tally: &mut Tally,
) {
    let told = q.told();
    tally.compare(kind, rule, &json!([answers, told]), &ask(law, &told), &expected(book, q, answers));
}

fn expected(book: &Book, q: &Question, answers: &Answers) -> Vec<(&'static str, Json)> {
    let (line, class) = book.offence(&q.code, answers);
    let m = &q.moment;
    // who draws up the notice chose the line: what nobody told does not unsay it
    let serves = line.get("quando").and_then(|c| book.holds(c, &m.facts, m.fact, answers));
    if serves == Some(false) || book.in_force(line, m.fact) == Some(false) {
        return vec![("resposta", json!("nao")), ("penalidade", json!("nenhuma")), ("valor", Json::Null)];
    }
    let mut out = vec![("cassa", json!(book.flag(class, "cassa", answers, false)))];
    let money = match book.ladder(class, m.fact) {
        Some(ladder) => stepped(book, ladder, q, answers, &mut out),
        None => repeated(book, q, answers, &mut out),
    };
    match money {
        Ok(value) => {
            out.push(("resposta", word(Some(true))));
            let written = |c: i128| json!(format!("{}.{:02}", c / 100, c % 100));
            out.push(("valor", value.map_or(Json::Null, written)));
        }
        Err(missing) => {
            out.extend([("resposta", word(None)), ("valor", Json::Null)]);
            if missing != "fato" {
                out.push(("falta", json!([missing])));
            }
        }
    }
    out
}

type Expected = Vec<(&'static str, Json)>;

fn repeated(
    book: &Book,
    q: &Question,
    answers: &Answers,
    out: &mut Expected,
) -> Result<Option<i128>, Missing> {
    let (line, class) = book.offence(&q.code, answers);
    let m = &q.moment;
    let found = book.assess(&q.code, m, &q.history, answers);
    out.push(("penalidade", json!(found.kind)));
    out.push(("reincidente", json!(!found.ends.is_empty())));
    if found.ends.iter().all(|e| *e == found.ends[0]) {
        let end = found.ends.first().copied().flatten();
        out.push(("janela_ate", end.map_or(Json::Null, |d| json!(d.to_string()))));
    }
    let (days, whom) = found.suspends.clone().map_or((Json::Null, Json::Null), |(d, w)| (d, json!(w)));
    out.extend([("suspende_dias", days), ("suspende_de", whom)]);
    if let Some(to) =
        class.get("encaminha").map(|v| book.pick(v, answers)).filter(|_| found.kind == "encaminhamento")
    {
        out.extend([
            ("encaminha", to["por"].clone()),
            ("encaminha_a", to["a"].clone()),
            ("quantidade", json!(0)),
        ]);
    }
    if found.kind != "multa" {
        return Ok(None);
    }
    out.push(("vezes", json!(i64::try_from(found.times).unwrap())));
    let fine = book.pick(&class["multa"], answers);
    let fixed = fine.get("por").is_none() && !corrected(book, class);
    let (low, high) = book.range(class, m, answers)?;
    let base = if fixed { found.quantity.unwrap() } else { low * found.times };
    if let Some(high) = high {
        out.extend([("faixa_minima", written(low)), ("faixa_maxima", written(high))]);
    }
    let factor =
        book.factor(class, m, answers)? / 1_000_000_000 * (book.factor(line, m, answers)? / 1_000_000_000);
    out.push(("fator", written(factor)));
    let quantity = base / 1_000_000 * (factor / (ONE / 1_000_000));
    out.extend([("quantidade", written(quantity)), ("unidade", fine["unidade"].clone())]);
    book.centavos(class, quantity, m, answers).map(Some)
}

fn corrected(book: &Book, class: &Json) -> bool {
    book.of("correcao")
        .iter()
        .any(|c| c.get("classes").is_some_and(|l| l.as_array().unwrap().contains(&class["id"])))
}

fn stepped(
    book: &Book,
    ladder: &Json,
    q: &Question,
    answers: &Answers,
    out: &mut Expected,
) -> Result<Option<i128>, Missing> {
    let (_, class) = book.offence(&q.code, answers);
    let m = &q.moment;
    let steps = book.steps(ladder, &q.code, m.fact, &q.history, answers);
    let (last, _) = steps.last().unwrap();
    let (fine, _) = steps.iter().rev().find(|(s, _)| s.get("vezes").is_some()).unwrap();
    let process = steps.iter().rev().find_map(|(s, _)| s.get("processo"));
    let mut measures: Vec<Json> = offence_measures(book, &q.code);
    for brought in
        steps.iter().flat_map(|(s, _)| s.get("medidas").and_then(Json::as_array).into_iter().flatten())
    {
        if brought["infracoes"].as_array().unwrap().contains(&json!(q.code))
            && book.flag(brought, "vale", answers, true)
        {
            measures.extend(brought["medidas"].as_array().unwrap().clone());
        }
    }
    out.extend([
        ("penalidade", json!("multa")),
        ("degrau", last["id"].clone()),
        ("processo", process.cloned().unwrap_or(Json::Null)),
        ("medidas", json!(measures)),
        ("reincidente", json!(steps.iter().any(|(_, earlier)| *earlier))),
        ("vezes", fine["vezes"].clone()),
    ]);
    let (low, high) = book.range(class, m, answers)?;
    out.push(("faixa_minima", written(low)));
    out.push(("faixa_maxima", high.map_or(Json::Null, written)));
    let base = match book.word(fine, "de", answers, "minimo") {
        "minimo" => low,
        _ => {
            let chosen = q.chosen.as_ref().and_then(|c| wide(&json!(c)));
            chosen.filter(|c| low <= *c && high.is_none_or(|h| *c <= h)).ok_or("valor_escolhido")?
        }
    };
    let quantity = base * i128::from(fine["vezes"].as_i64().unwrap());
    out.push(("quantidade", written(quantity)));
    book.centavos(class, quantity, m, answers).map(Some)
}

fn offence_measures(book: &Book, code: &str) -> Vec<Json> {
    let (line, _) = book.offence(code, &Answers::new());
    line.get("medidas").and_then(Json::as_array).cloned().unwrap_or_default()
}

/// Each line, with facts on each side of what it compares to and of the bands and factors of its class.
pub fn compare(book: &Book, law: &Law, tally: &mut Tally) {
    for line in book.of("infracao").iter().filter(|o| book.in_force(o, ON) == Some(true)) {
        let norm = ["unidade_em", "arredonda"].iter().filter_map(|k| book.norm().get(*k));
        let reached = |c: &&Json| line["classe"].to_string().contains(&c["id"].to_string());
        let classes = book.of("classe").iter().filter(reached);
        let parts: Vec<&Json> = hangs_on(book, line)
            .into_iter()
            .chain([line])
            .chain(classes)
            .chain(norm)
            .chain(book.of("correcao"))
            .collect();
        for answers in book.readings_of(&parts) {
            let law = supposing(book, law, &answers, UNITS);
            let class = book.class_of(line, &answers);
            let mut found = BTreeMap::new();
            sides(book, line, ON, &mut found);
            sides(book, class, ON, &mut found);
            bands(class, &mut found);
            for facts in tables(&found) {
                for decided in [Some(shift(ON, 20, 'd', true)), None] {
                    let moment = Moment { fact: ON, decided, facts: facts.clone(), lacking: None };
                    let q =
                        Question { code: text(line, "codigo").into(), moment, history: vec![], chosen: None };
                    put(book, &law, &answers, &q, ("infracao", line), tally);
                }
            }
        }
    }
}

pub fn compare_corrections(book: &Book, law: &Law, tally: &mut Tally) {
    book.of("classe").iter().for_each(|class| corrections(book, law, class, tally));
}

/// The quantities on each side of the end of each band.
fn bands(class: &Json, into: &mut BTreeMap<String, Vec<Json>>) {
    let Some(by) = class.get("multa").and_then(|f| f.get("por")) else { return };
    let ends = class["multa"]["faixas"].as_array().unwrap().iter().filter_map(|b| b.get("ate")?.as_i64());
    let around = ends.flat_map(|n| [n - 1, n, n + 1]).map(Json::from).collect();
    into.insert(by.as_str().unwrap().into(), around);
}

/// The day before, the day of and the day after each yearly correction, with the sums that may be chosen and one index missing.
fn corrections(book: &Book, law: &Law, class: &Json, tally: &mut Tally) {
    let unit = class.get("multa").and_then(|f| f.get("unidade")).unwrap_or(&Json::Null);
    let lists = |c: &Json, key: &str, what: &Json| {
        c.get(key).and_then(Json::as_array).is_some_and(|l| l.contains(what))
    };
    let reaches = |c: &&Json| lists(c, "classes", &class["id"]) || lists(c, "parametros", unit);
    let Some(correction) = book.of("correcao").iter().find(reaches) else { return };
    let none = Answers::new();
    let line = book.of("infracao").iter().find(|o| book.class_of(o, &none)["id"] == class["id"]);
    let code = text(line.unwrap(), "codigo");
    let first: Date = super::book::day(&correction["primeira"]).unwrap();
    let norm = ["unidade_em", "arredonda"].iter().filter_map(|k| book.norm().get(*k));
    let parts: Vec<&Json> = norm.chain([correction, class]).chain(book.of("escalada")).collect();
    for answers in book.readings_of(&parts) {
        for lacking in [None, Some(first.year() + if first.year() < 2018 { 8 } else { 1 })]
            .into_iter()
            .take(if answers.is_empty() { 2 } else { 1 })
        {
            let law = supposing_but(book, law, &answers, UNITS, lacking);
            for year in first.year()..2026 {
                // every year in the readings by default; the first two, one after the index that lacks and the last in the others
                if !answers.is_empty() && ![first.year(), first.year() + 1, 2022, 2025].contains(&year) {
                    continue;
                }
                let on = date(year, first.month(), first.day());
                // the decision falls twenty days after the fact, where a reading takes the value of its day
                let apart: &[i32] = if answers.is_empty() { &[-1, 0, 1] } else { &[-21, -20, -1, 0] };
                for fact in apart.iter().map(|n| shift(on, *n, 'd', true)) {
                    let moment = Moment {
                        fact,
                        decided: Some(shift(fact, 20, 'd', true)),
                        facts: Map::new(),
                        lacking,
                    };
                    let mut chosen = vec![None];
                    if let Ok((low, Some(high))) = book.range(class, &moment, &answers) {
                        let cent = ONE / 100;
                        chosen.extend(
                            [low - cent, low, low + cent, high - cent, high, high + cent]
                                .map(|n| Some(written(n).as_str().unwrap().to_string())),
                        );
                    }
                    let other = book.of("infracao").iter().find(|o| {
                        o["codigo"] != json!(code) && book.ladder(book.class_of(o, &answers), fact).is_some()
                    });
                    for chosen in chosen {
                        let mut histories = vec![vec![]];
                        // an earlier offence of another line opens the choice, one of the same line the double
                        for before in [other.map(|o| text(o, "codigo")), Some(code)].into_iter().flatten() {
                            let day = shift(fact, -40, 'd', true);
                            histories.push(vec![Prior {
                                code: before.into(),
                                fact: day,
                                booked: day,
                                punished: Some(day),
                                penalty: None,
                                annulled: false,
                            }]);
                        }
                        for history in histories {
                            let q = Question {
                                code: code.into(),
                                moment: moment.clone(),
                                history,
                                chosen: chosen.clone(),
                            };
                            put(book, &law, &answers, &q, ("correcao", correction), tally);
                        }
                    }
                }
            }
        }
    }
}
