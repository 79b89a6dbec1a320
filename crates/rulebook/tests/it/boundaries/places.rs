//! Stands up to their capacity, and queues in their order.

use law::Law;
use serde_json::{Map, Value as Json, json};

use super::book::{Answers, Book, text};
use super::conditions::satisfying;
use super::{ON, Tally, UNITS, ask, supposing, word};

/// One place fewer than there are, none left, one too many.
pub fn stands(book: &Book, law: &Law, tally: &mut Tally) {
    for p in book.of("ponto") {
        for answers in book.readings_of(&[p]) {
            let law = supposing(book, law, &answers, UNITS);
            let usage = book.word(p, "uso", &answers, "");
            let by_act = p.get("lotacao").is_none_or(|l| book.pick(l, &answers) == "por_ato");
            let quotas = p.get("cotas").and_then(Json::as_array).into_iter().flatten();
            for part in [p].into_iter().chain(quotas) {
                let own = part["id"] == p["id"];
                let places =
                    if own && by_act { 7 } else { book.pick(&part["lotacao"], &answers).as_i64().unwrap() };
                for taken in [0, places - 1, places, places + 1] {
                    let mut q =
                        json!({ "tipo": "ponto", "ponto": p["id"], "em": ON.to_string(), "ocupados": taken });
                    if !own {
                        q["cota"] = part["id"].clone();
                    } else if by_act && usage != "livre" {
                        q["lotacao"] = json!(places);
                    }
                    if usage == "designado" {
                        assigned(book, &law, &answers, p, &q, (taken, places), tally);
                        continue;
                    }
                    let fits = usage == "livre" || taken < places;
                    let offence = part.get("excesso").map_or(Json::Null, |o| book.pick(o, &answers).clone());
                    let mut expected = vec![
                        ("resposta", word(Some(fits))),
                        ("infracao", if fits { Json::Null } else { offence }),
                    ];
                    if usage != "livre" {
                        expected.push(("lotacao", json!(places)));
                        expected.push(("livres", json!((places - taken).max(0))));
                    }
                    tally.compare("ponto", p, &json!([answers, q]), &ask(&law, &q), &expected);
                    if own && by_act && usage != "livre" {
                        q.as_object_mut().unwrap().remove("lotacao");
                        let unknown = [("resposta", word(None)), ("falta", json!(["lotacao"]))];
                        tally.compare("ponto", p, &json!([answers, q]), &ask(&law, &q), &unknown);
                    }
                }
            }
        }
    }
}

/// A stand of some only: who belongs there, who belongs elsewhere, and who nobody said.
fn assigned(
    book: &Book,
    law: &Law,
    answers: &Answers,
    p: &Json,
    q: &Json,
    (taken, places): (i64, i64),
    tally: &mut Tally,
) {
    let others = p.get("alheio").map_or(Json::Null, |o| book.pick(o, answers).clone());
    let excess = p.get("excesso").map_or(Json::Null, |o| book.pick(o, answers).clone());
    let elsewhere = book.of("ponto").iter().find(|o| o["id"] != p["id"]).map(|o| o["id"].clone());
    for at in [Some(p["id"].clone()), elsewhere] {
        let Some(at) = at else { continue };
        let mut q = q.clone();
        q["designado"] = at.clone();
        let (fits, offence) = match (at == p["id"], taken < places) {
            (false, _) => (false, others.clone()),
            (true, true) => (true, Json::Null),
            (true, false) => (false, excess.clone()),
        };
        let expected = [("resposta", word(Some(fits))), ("infracao", offence)];
        tally.compare("ponto", p, &json!([answers, q]), &ask(law, &q), &expected);
    }
    let unknown = [("resposta", word(None)), ("falta", json!(["designado"]))];
    tally.compare("ponto", p, &json!([answers, q]), &ask(law, q), &unknown);
}

/// Two who differ by one in one criterion and tie in those before it; and the offer that takes one out.
pub fn queues(book: &Book, law: &Law, tally: &mut Tally) {
    for f in book.of("fila") {
        for answers in book.readings_of(&[f]) {
            let law = supposing(book, law, &answers, UNITS);
            let meets = f.get("exige").map_or_else(Map::new, |c| satisfying(book, c, ON, &answers).unwrap());
            let order = f.get("ordem").map_or(&Json::Null, |o| book.pick(o, &answers));
            let order: Vec<&Json> = order
                .as_array()
                .into_iter()
                .flatten()
                .filter(|c| {
                    c.get("vale").is_none_or(|v| book.holds(v, &Map::new(), ON, &answers) == Some(true))
                })
                .collect();
            let value = |c: &Json, n: i64| match text(&book.facts[text(c, "fato")], "tipo") {
                "sim_ou_nao" => json!(n > 20),
                "data" => json!(format!("2020-01-{n:02}")),
                "decimal" => json!(format!("{n}.5")),
                _ => json!(n),
            };
            let facts = |than: usize, n: i64| {
                let mut facts = meets.clone();
                for (i, c) in order.iter().enumerate() {
                    // before the criterion they tie, after it the other has the better
                    let better = if text(c, "prefere") == "menor" { 10 } else { 21 };
                    let worse = if text(c, "prefere") == "menor" { 11 } else { 20 };
                    let n = match i.cmp(&than) {
                        std::cmp::Ordering::Less => better,
                        std::cmp::Ordering::Equal => {
                            if n == 0 {
                                better
                            } else {
                                worse
                            }
                        }
                        std::cmp::Ordering::Greater => {
                            if n == 0 {
                                worse
                            } else {
                                better
                            }
                        }
                    };
                    facts.insert(text(c, "fato").into(), value(c, n));
                }
                facts
            };
            let call = |places: usize, candidates: &Json, expected: &[(&str, Json)], tally: &mut Tally| {
                let q = json!({ "tipo": "fila", "fila": f["id"], "em": ON.to_string(), "vagas": places, "candidatos": candidates });
                tally.compare("fila", f, &json!([answers, q]), &ask(&law, &q), expected);
            };
            let put = |candidates: Json, expected: &[(&str, Json)], tally: &mut Tally| {
                call(1, &candidates, expected, tally);
            };
            let two = |first: &Map<String, Json>, second: &Map<String, Json>| json!([{ "nome": "B", "fatos": first }, { "nome": "A", "fatos": second }]);
            let called =
                |names: Json| [("resposta", word(Some(true))), ("escolhidos", names), ("falta", json!([]))];
            let lacking =
                |what: &str| [("resposta", word(None)), ("escolhidos", json!([])), ("falta", json!([what]))];
            for (i, c) in order.iter().enumerate() {
                // what comes after the criterion that decides is not asked, nor is a protocol
                let until = |n: i64, last: usize| {
                    let mut facts = facts(i, n);
                    let after = order.iter().skip(last).map(|c| text(c, "fato"));
                    after.filter(|fact| !meets.contains_key(*fact)).for_each(|fact| {
                        facts.remove(fact);
                    });
                    facts
                };
                call(1, &two(&until(1, i + 1), &until(0, i + 1)), &called(json!(["A"])), tally);
                if meets.contains_key(text(c, "fato")) {
                    continue;
                }
                // where they tie so far, this one is, and no other; unless there is a place for both, or for none
                for one in [until(1, i), until(1, i + 1)] {
                    let both = two(&one, &until(0, i));
                    call(1, &both, &lacking(text(c, "fato")), tally);
                    call(2, &both, &called(json!(["B", "A"])), tally);
                    call(0, &both, &called(json!([])), tally);
                }
            }
            if book.word(f, "empate", &answers, "protocolo") == "protocolo" {
                let equal = two(&facts(order.len(), 0), &facts(order.len(), 0));
                call(1, &equal, &lacking("protocolo"), tally);
                call(2, &equal, &called(json!(["B", "A"])), tally);
            }
            for i in 0..order.len() {
                let pair = json!([{ "nome": "B", "protocolo": 1, "fatos": facts(i, 1) }, { "nome": "A", "protocolo": 2, "fatos": facts(i, 0) }]);
                put(
                    pair,
                    &[
                        ("resposta", word(Some(true))),
                        ("posicoes", json!({ "A": 1, "B": 2 })),
                        ("escolhidos", json!(["A"])),
                    ],
                    tally,
                );
            }
            let same = facts(order.len(), 0);
            let pair = json!([{ "nome": "A", "protocolo": 2, "fatos": same }, { "nome": "B", "protocolo": 1, "fatos": same }]);
            if book.word(f, "empate", &answers, "protocolo") == "protocolo" {
                put(pair, &[("resposta", word(Some(true))), ("escolhidos", json!(["B"]))], tally);
            } else {
                put(
                    pair,
                    &[("resposta", word(None)), ("escolhidos", json!([])), ("empatados", json!(["A", "B"]))],
                    tally,
                );
            }
            // who passes ahead of the first in line, where he need not wait himself, and where he does
            for way in f.get("fura").and_then(Json::as_array).into_iter().flatten() {
                let must_wait = book.flag(way, "exige_fila", &answers, false);
                for waits in [false, true] {
                    let mut ahead = json!({ "nome": "C", "fura": way["id"], "fatos": meets });
                    if waits {
                        ahead =
                            json!({ "nome": "C", "fura": way["id"], "protocolo": 9, "fatos": facts(0, 1) });
                    }
                    let first = json!({ "nome": "A", "protocolo": 1, "fatos": same });
                    let passes = waits || !must_wait;
                    let chosen = json!([if passes { "C" } else { "A" }]);
                    put(json!([first, ahead]), &[("escolhidos", chosen)], tally);
                }
            }
            if let Some(out) =
                f.get("oferta").and_then(|o| o.get("sai_na")).and_then(|n| book.pick(n, &answers).as_i64())
            {
                for ignored in [out - 1, out, out + 1] {
                    let one =
                        json!([{ "nome": "A", "protocolo": 1, "sem_resposta": ignored, "fatos": same }]);
                    let gone = ignored >= out;
                    let names = |there: bool| if there { json!(["A"]) } else { json!([]) };
                    put(one, &[("fora", names(gone)), ("escolhidos", names(!gone))], tally);
                }
            }
        }
    }
}
