//! How many a ceiling lets there be: one fewer, as many, one more; and the days on each side of a window.

use jiff::civil::{Date, date};
use law::Law;
use serde_json::{Map, Value as Json, json};

use super::book::{Answers, Book, number, text};
use super::days::{shift, term};
use super::fines::whole;
use super::{LATER, ON, Tally, ask, supposing, word};

const MILLION: i128 = 1_000_000;
/// How many inhabitants there are supposed to be, and how many from `LATER` on.
const INHABITANTS: [&str; 2] = ["6252", "7777"];

impl Book {
    /// What a ceiling is, or none when the question does not tell a quantity.
    fn ceiling(&self, limit: &Json, given: &Map<String, Json>, on: Date, answers: &Answers) -> Option<i128> {
        if let Some(least) = limit.get("minimo") {
            let mut have = number(given.get(text(least, "quantidade"))?)?;
            let less = self.word(least, "menos", answers, "nada");
            if less != "nada" {
                have -= number(given.get(less)?)?;
            }
            if have < number(&least["no_minimo"])? {
                return Some(0);
            }
        }
        self.part_of(self.pick(&limit["teto"], answers), limit, given, on, answers)
    }

    fn part_of(
        &self,
        top: &Json,
        limit: &Json,
        given: &Map<String, Json>,
        on: Date,
        answers: &Answers,
    ) -> Option<i128> {
        if let Some(plain) = number(top) {
            return Some(plain / MILLION);
        }
        if let Some(several) = top.get("menor_de").and_then(Json::as_array) {
            let each: Option<Vec<i128>> =
                several.iter().map(|t| self.part_of(t, limit, given, on, answers)).collect();
            return each?.into_iter().min();
        }
        if let Some(bands) = top.get("faixas").and_then(Json::as_array) {
            return self.banded(
                bands,
                top,
                number(&json!(INHABITANTS[usize::from(on >= LATER)]))?,
                limit,
                answers,
            );
        }
        let mut base = if let Some(name) = top.get("quantidade") {
            number(given.get(name.as_str()?)?)?
        } else if let Some(other) = top.get("limite") {
            let other = self.named("limite", other);
            self.part_of(self.pick(&other["teto"], answers), other, given, on, answers)? * MILLION
        } else {
            let day = if text(top, "valor_de") == "1_de_janeiro" { date(on.year(), 1, 1) } else { on };
            number(&json!(INHABITANTS[usize::from(day >= LATER)]))?
        };
        if let Some(less) = top.get("menos") {
            base -= number(given.get(less.as_str()?)?)?;
        }
        let of = |k: &str| top.get(k).and_then(number);
        let (num, den) = match (of("por_cento"), of("dividido_por"), of("vezes")) {
            (Some(p), _, _) => (base * p, 100 * MILLION * MILLION),
            (_, Some(d), _) => (base, d),
            (_, _, Some(v)) => (base * v, MILLION * MILLION),
            _ => (base, MILLION),
        };
        Some(whole(num, den, self.word(limit, "arredonda", answers, "para_baixo")))
    }

    /// A ceiling by bands of the inhabitants: a number for the band, or a share of each stretch.
    fn banded(
        &self,
        bands: &[Json],
        top: &Json,
        many: i128,
        limit: &Json,
        answers: &Answers,
    ) -> Option<i128> {
        let (mut num, mut den, mut before) = (0, 1, 0);
        for band in bands {
            let end = band.get("ate").and_then(number).unwrap_or(i128::MAX);
            if let Some(by) = band.get("dividido_por").and_then(number) {
                (num, den) = (num * by + (many.min(end) - before) * den, den * by);
            }
            before = end;
            if many <= end {
                let fixed = band.get("sao").and_then(number).filter(|_| text(top, "modo") == "fixa");
                let how = self.word(limit, "arredonda", answers, "para_baixo");
                return Some(fixed.map_or_else(|| whole(num, den, how), |n| n / MILLION));
            }
        }
        None
    }

    /// How many events count on a day.
    fn happened(&self, limit: &Json, events: &[Json], since: Date, on: Date, answers: &Answers) -> i128 {
        let day = |e: &Json, key: &str| e.get(key).and_then(super::book::day);
        let exempt = |e: &Json| {
            limit
                .get("isenta")
                .and_then(Json::as_array)
                .into_iter()
                .flatten()
                .any(|x| e.get("motivo") == Some(&x["id"]) && self.flag(x, "vale", answers, true))
        };
        let mut sum = 0;
        for e in events.iter().filter(|e| day(e, "em").unwrap() <= on && !exempt(e)) {
            if self.flag(limit, "so_definitivas", answers, false)
                && day(e, "definitiva").is_none_or(|d| d > on)
            {
                continue;
            }
            let which =
                if self.word(limit, "dia_de", answers, "fato") == "definitiva" { "definitiva" } else { "em" };
            let Some(d) = day(e, which).filter(|d| *d <= on) else { continue };
            let inside = match self.word(limit, "janela", answers, "sempre") {
                "sempre" => true,
                "ano_civil" => d.year() == on.year(),
                "periodo" => d >= since,
                // on the day that completes the term the event has stopped counting
                words => {
                    let (n, unit) = term(words);
                    on < shift(d, n, unit, self.cuts(answers))
                }
            };
            let items = e.get("itens").and_then(Json::as_i64).unwrap_or(1);
            let each = self.flag(limit, "conta_itens", answers, false);
            sum += if !inside {
                0
            } else if each {
                i128::from(items)
            } else {
                1
            };
        }
        sum
    }
}

fn int(n: i128) -> Json {
    json!(i64::try_from(n).unwrap())
}

fn put(
    law: &Law,
    answers: &Answers,
    limit: &Json,
    q: &Json,
    (ceiling, used, more): (i128, i128, i128),
    tally: &mut Tally,
    book: &Book,
) {
    let expected = [
        ("teto", int(ceiling)),
        ("usados", int(used)),
        ("resposta", word(Some(used + more <= ceiling))),
        ("livres", int((ceiling - used).max(0))),
        ("excedentes", int((used - ceiling).max(0))),
        ("passou", json!(used > ceiling)),
        ("excede", json!(book.word(limit, "excede", answers, "bloqueia"))),
    ];
    tally.compare("limite", limit, &json!([answers, q]), &ask(law, q), &expected);
}

pub fn compare(book: &Book, law: &Law, tally: &mut Tally) {
    for l in book.of("limite").iter().filter(|l| book.in_force(l, ON) == Some(true)) {
        let others = book
            .of("limite")
            .iter()
            .filter(|o| l["teto"].to_string().contains(&format!("\"limite\":{}", o["id"])));
        let month_ends = book.norm().get("meses");
        for answers in book.readings_of(&others.chain([l]).chain(month_ends).collect::<Vec<_>>()) {
            let law = supposing(book, law, &answers, INHABITANTS);
            by_quantity(book, &law, &answers, l, tally);
            if l.get("janela").is_some() {
                by_events(book, &law, &answers, l, tally);
            }
        }
    }
}

/// Names of the quantities that a ceiling reads.
fn quantities(book: &Book, v: &Json, answers: &Answers, into: &mut Vec<String>) {
    let v = book.pick(v, answers);
    match v {
        Json::Object(map) => {
            for (key, inner) in map {
                match (key.as_str(), inner) {
                    ("quantidade" | "menos", Json::String(name)) if name != "nada" => into.push(name.clone()),
                    ("limite", Json::String(_)) => {
                        quantities(book, &book.named("limite", inner)["teto"], answers, into);
                    }
                    _ => quantities(book, inner, answers, into),
                }
            }
        }
        Json::Array(list) => list.iter().for_each(|v| quantities(book, v, answers, into)),
        _ => {}
    }
}

fn by_quantity(book: &Book, law: &Law, answers: &Answers, l: &Json, tally: &mut Tally) {
    let mut names = Vec::new();
    quantities(book, &l["teto"], answers, &mut names);
    l.get("minimo").into_iter().for_each(|m| quantities(book, m, answers, &mut names));
    names.sort();
    names.dedup();
    let used_name = text(l, "usados");
    let used_name = if used_name.is_empty() { "usados" } else { used_name };
    names.retain(|n| n != used_name);
    let sizes: &[i64] = if names.is_empty() { &[0] } else { &[0, 1, 3, 4, 5, 19, 20, 21, 25, 199, 200, 206] };
    for on in [ON, LATER] {
        for (i, size) in sizes.iter().enumerate() {
            let mut given = Map::new();
            for (n, name) in names.iter().enumerate() {
                // what is taken away is never more than what there is
                given.insert(
                    name.clone(),
                    json!(if n == 0 && names.len() > 1 {
                        i64::try_from(i).unwrap() % 3.min(size + 1)
                    } else {
                        *size
                    }),
                );
            }
            // a share of how many there are: both are told, and only the other side of a fixed number is known
            let of_used = l["teto"].to_string().contains(&format!("\"{used_name}\""));
            let Some(ceiling) = book.ceiling(l, &given, on, answers).filter(|_| !of_used) else {
                panic!("{l}")
            };
            for used in [ceiling - 2, ceiling - 1, ceiling, ceiling + 1].into_iter().filter(|u| *u >= 0) {
                for more in [1, 2] {
                    let mut given = given.clone();
                    given.insert(used_name.into(), int(used));
                    let q = json!({ "tipo": "limite", "limite": l["id"], "em": on.to_string(), "quantidades": given, "mais": more });
                    put(law, answers, l, &q, (ceiling, used, i128::from(more)), tally, book);
                }
            }
            let mut names = names.iter().map(String::as_str).chain([used_name]).collect::<Vec<_>>();
            names.dedup();
            for lacks in names {
                let mut given = given.clone();
                given.insert(used_name.into(), json!(0));
                given.remove(lacks);
                let known = book.ceiling(l, &given, on, answers).is_some() && lacks != used_name;
                let q = json!({ "tipo": "limite", "limite": l["id"], "em": on.to_string(), "quantidades": given });
                let expected =
                    if known { vec![] } else { vec![("resposta", word(None)), ("falta", json!([lacks]))] };
                tally.compare("limite", l, &json!([answers, q]), &ask(law, &q), &expected);
            }
        }
    }
}

/// As many events as the ceiling allows, one of them on each side of every edge of the window.
fn by_events(book: &Book, law: &Law, answers: &Answers, l: &Json, tally: &mut Tally) {
    for on in [date(2024, 2, 29), ON, date(2025, 2, 28), date(2025, 3, 1)]
        .into_iter()
        .take(if answers.is_empty() { 4 } else { 2 })
    {
        let ceiling = book.ceiling(l, &Map::new(), on, answers).unwrap();
        let since = shift(on, -5, 'm', true);
        let mut edges = vec![date(on.year(), 1, 1), date(on.year() - 1, 12, 31), on, on.tomorrow().unwrap()];
        let year_ago = shift(on, -12, 'm', true);
        edges.extend(
            [since, year_ago].into_iter().flat_map(|d| [-2, -1, 0, 1, 2].map(|n| shift(d, n, 'd', true))),
        );
        let mut reasons = vec![None];
        reasons.extend(
            l.get("isenta").and_then(Json::as_array).into_iter().flatten().map(|x| Some(x["id"].clone())),
        );
        for edge in edges {
            for reason in &reasons {
                let settled = [
                    (1, Some(edge)),
                    (2, Some(edge.tomorrow().unwrap())),
                    (0, Some(on)),
                    (3, Some(on.tomorrow().unwrap())),
                    (1, None),
                ];
                // one way of being settled for each reason, and each way without a reason
                for (items, settled) in settled.into_iter().take(if reason.is_none() { 5 } else { 1 }) {
                    let mut one = json!({ "em": edge.to_string(), "itens": int(items) });
                    if let Some(d) = settled {
                        one["definitiva"] = json!(d.to_string());
                    }
                    if let Some(r) = reason {
                        one["motivo"] = r.clone();
                    }
                    let near = shift(on, -1, 'd', true).to_string();
                    let by_item = book.flag(l, "conta_itens", answers, false);
                    for many in [ceiling - 1, ceiling] {
                        let fact =
                            |items: i128| json!({ "em": near, "definitiva": near, "itens": int(items) });
                        // where items count, one fact with many; where facts do, many facts
                        let rest = many - if by_item { items } else { 1 };
                        let mut events = if by_item {
                            vec![fact(rest)]
                        } else {
                            vec![fact(1); usize::try_from(rest).unwrap()]
                        };
                        events.push(one.clone());
                        let used = book.happened(l, &events, since, on, answers);
                        let q = json!({ "tipo": "limite", "limite": l["id"], "em": on.to_string(), "de": since.to_string(), "eventos": events });
                        put(law, answers, l, &q, (ceiling, used, 1), tally, book);
                        if reason.is_none() {
                            free_again(book, law, answers, l, &q, (since, on, ceiling), tally);
                        }
                    }
                }
            }
        }
    }
}

/// The first day on which one more fits, looked for day by day.
fn free_again(
    book: &Book,
    law: &Law,
    answers: &Answers,
    l: &Json,
    q: &Json,
    (since, on, ceiling): (Date, Date, i128),
    tally: &mut Tally,
) {
    let events = q["eventos"].as_array().unwrap();
    let window = book.word(l, "janela", answers, "sempre");
    // what has not happened or is not settled may yet come to count
    let open = events
        .iter()
        .any(|e| ["em", "definitiva"].iter().filter_map(|k| super::book::day(e.get(*k)?)).any(|d| d > on));
    let lasts = |d: Date| book.happened(l, events, since, d, answers) + 1 > ceiling;
    if open || !lasts(on) {
        return;
    }
    let mut free = None;
    if !["sempre", "periodo"].contains(&window) {
        let mut d = on;
        while lasts(d) {
            d = d.tomorrow().unwrap();
        }
        free = Some(d.to_string());
    }
    tally.compare("limite", l, &json!([answers, q]), &ask(law, q), &[("possivel_desde", json!(free))]);
}
