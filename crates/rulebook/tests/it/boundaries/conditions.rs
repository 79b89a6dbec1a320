//! Conditions: the values on each side of what a fact is compared to, and whether they hold.

use std::collections::BTreeMap;

use jiff::civil::{Date, date};
use serde_json::{Map, Value as Json, json};

use super::book::{Answers, Book, day, number, text};
use super::days::{last_day, shift, term};
use super::fines::ONE;

/// Every fact that a condition names, with the values on each side of what it is compared to.
pub fn sides(book: &Book, c: &Json, on: Date, into: &mut BTreeMap<String, Vec<Json>>) {
    match c {
        Json::Array(items) => items.iter().for_each(|i| sides(book, i, on, into)),
        Json::Object(map) => {
            if let Some(fact) = map.get("fato").and_then(Json::as_str)
                && let Some((word, want)) =
                    map.iter().find(|(k, _)| !["fato", "ate_a_data_de"].contains(&k.as_str()))
            {
                if let Some(until) = map.get("ate_a_data_de").and_then(Json::as_str) {
                    put(into, until, vec![json!(shift(on, -1, 'm', true).to_string())]);
                }
                side(book, fact, word, want, on, into);
            }
            let named = book.requirement(c);
            named.into_iter().for_each(|r| sides(book, r, on, into));
            map.values().for_each(|v| sides(book, v, on, into));
        }
        _ => {}
    }
}

fn side(book: &Book, fact: &str, word: &str, want: &Json, on: Date, into: &mut BTreeMap<String, Vec<Json>>) {
    let f = &book.facts[fact];
    let around = |d: Date| [d.yesterday().unwrap(), d, d.tomorrow().unwrap()].map(|d| json!(d.to_string()));
    let (name, values): (&str, Vec<Json>) = match (f.get("deriva"), text(f, "tipo")) {
        (Some(d), _) => {
            let Some(n) = want.as_i64() else { return };
            let year = i64::from(on.year()) - n;
            let from = text(d, "anos_civis_desde");
            let dated = text(&book.facts[from], "tipo") == "data";
            let value = |y: i64| if dated { json!(format!("{y}-12-31")) } else { json!(y) };
            (from, [year - 1, year, year + 1].map(value).to_vec())
        }
        (_, "sim_ou_nao") => (fact, vec![json!(true), json!(false)]),
        (_, "lista") => (fact, f["lista"].as_object().unwrap().keys().map(|k| json!(k)).collect()),
        (_, "data") if word.starts_with("decorrido") => {
            let (n, unit) = term(want.as_str().unwrap());
            (fact, around(shift(on, -n, unit, true)).to_vec())
        }
        (_, "data") if word == "dentro_do_prazo" => {
            // the first day from which the deadline reaches the day asked about, and the days beside it
            let d = book.named("prazo", want);
            let mut from = on;
            while book.due(d, from, &Answers::new()).1 >= on {
                from = from.yesterday().unwrap();
            }
            (fact, around(from.tomorrow().unwrap()).to_vec())
        }
        (_, "data") if word == "dia_da_semana" => {
            (fact, (0..7).map(|n| json!(shift(on, n, 'd', true).to_string())).collect())
        }
        (_, "data") if word == "dia_util" => {
            (fact, (0..14).map(|n| json!(shift(date(2024, 12, 20), n, 'd', true).to_string())).collect())
        }
        (_, "data") if want.get("prazo").is_some() => {
            (fact, around(book.due_from_start(&want["prazo"], &Answers::new())).to_vec())
        }
        (_, "data") => (fact, around(day(want).unwrap_or(on)).to_vec()),
        (_, "hora") => {
            let each = want.as_array().map_or(vec![want.clone()], Clone::clone);
            (fact, each.iter().flat_map(minutes_around).collect())
        }
        (_, "texto") => (fact, vec![json!("x")]),
        _ => {
            let numbers = match want {
                Json::Array(list) => list.iter().filter_map(Json::as_i64).collect(),
                one => match one.get("parametro").and_then(Json::as_str) {
                    Some(p) => {
                        let worth = book.worth(p, on, &Answers::new(), None).unwrap();
                        vec![i64::try_from(worth / ONE).unwrap()]
                    }
                    None => vec![one.as_i64().unwrap_or(21)],
                },
            };
            (
                fact,
                numbers
                    .into_iter()
                    .flat_map(|n| [n - 1, n, n + 1])
                    .filter(|n| *n >= 0)
                    .map(Json::from)
                    .collect(),
            )
        }
    };
    put(into, name, values);
}

/// The minute before, the minute of and the minute after an hour of the day.
fn minutes_around(hour: &Json) -> Vec<Json> {
    let (h, m) = hour.as_str().unwrap().split_once(':').unwrap();
    let at = h.parse::<i32>().unwrap() * 60 + m.parse::<i32>().unwrap();
    let around = [at - 1, at, at + 1].map(|t| t.rem_euclid(24 * 60));
    around.map(|t| json!(format!("{:02}:{:02}", t / 60, t % 60))).to_vec()
}

fn put(into: &mut BTreeMap<String, Vec<Json>>, name: &str, values: Vec<Json>) {
    let slot = into.entry(name.to_string()).or_default();
    for v in values {
        if !slot.contains(&v) {
            slot.push(v);
        }
    }
}

/// Every combination when there are few, and otherwise a fixed scatter of them; then each with one fact missing.
pub fn tables(sides: &BTreeMap<String, Vec<Json>>) -> Vec<Map<String, Json>> {
    const MOST: usize = 48;
    let all: usize = sides.values().map(Vec::len).product();
    let mut out: Vec<Map<String, Json>> = Vec::new();
    for i in 0..all.min(MOST) {
        // a stride that shares no factor with the number of combinations visits distinct ones
        let mut place = if all <= MOST { i } else { i.wrapping_mul(7919) % all };
        let mut facts = Map::new();
        for (name, values) in sides {
            facts.insert(name.clone(), values[place % values.len()].clone());
            place /= values.len();
        }
        out.push(facts);
    }
    for (i, name) in sides.keys().enumerate() {
        let mut lacking = out[i % out.len()].clone();
        lacking.remove(name);
        out.push(lacking);
    }
    out
}

impl Book {
    /// Yes, no, or nothing when a fact is missing.
    pub fn holds(&self, c: &Json, facts: &Map<String, Json>, on: Date, answers: &Answers) -> Option<bool> {
        let c = self.pick(c, answers);
        let each = |list: &Json| -> Vec<Option<bool>> {
            list.as_array().unwrap().iter().map(|i| self.holds(i, facts, on, answers)).collect()
        };
        if let Some(list) = c.get("todas") {
            let parts = each(list);
            let open = parts.contains(&None);
            return if parts.contains(&Some(false)) { Some(false) } else { (!open).then_some(true) };
        }
        if let Some(list) = c.get("alguma") {
            let parts = each(list);
            let open = parts.contains(&None);
            return if parts.contains(&Some(true)) { Some(true) } else { (!open).then_some(false) };
        }
        if let Some(inner) = c.get("nao") {
            return self.holds(inner, facts, on, answers).map(|b| !b);
        }
        if let Some(r) = self.requirement(c) {
            let applies = r.get("aplica").map_or(Some(true), |a| self.holds(a, facts, on, answers));
            return match (applies, self.holds(&r["exige"], facts, on, answers)) {
                (Some(false), _) | (_, Some(true)) => Some(true),
                (Some(true), Some(false)) => Some(false),
                _ => None,
            };
        }
        self.compare(c, facts, on, answers)
    }

    /// The requirement whose condition another rule names.
    pub fn requirement(&self, c: &Json) -> Option<&Json> {
        let name = c.get("requisito")?.as_str()?;
        self.of("requisito").iter().find(|r| text(r, "id") == name)
    }

    fn compare(&self, c: &Json, facts: &Map<String, Json>, on: Date, answers: &Answers) -> Option<bool> {
        let have = self.fact(text(c, "fato"), facts, on);
        let other = |k: &str| !["fato", "ate_a_data_de"].contains(&k);
        let (word, want) = c.as_object().unwrap().iter().find(|(k, _)| other(k)).unwrap();
        if word == "informado" {
            return Some(have.is_some());
        }
        let have = have?;
        let want = match want.get("fato").and_then(Json::as_str) {
            Some(other) => self.fact(other, facts, on)?,
            None if want.get("prazo").is_some() => {
                json!(self.due_from_start(&want["prazo"], answers).to_string())
            }
            None if want.get("parametro").is_some() => {
                super::fines::written(self.worth(text(want, "parametro"), on, answers, None).ok()?)
            }
            None => want.clone(),
        };
        match word.as_str() {
            "entre_horas" => {
                // hours of one length compare as they are written
                let (hour, from, to) = (have.as_str()?, want[0].as_str()?, want[1].as_str()?);
                let inside = if from < to { from <= hour && hour < to } else { from <= hour || hour < to };
                return Some(inside);
            }
            "dia_da_semana" => {
                const NAMES: [&str; 7] =
                    ["segunda", "terca", "quarta", "quinta", "sexta", "sabado", "domingo"];
                let weekday = day(&have)?.weekday().to_monday_zero_offset();
                return Some(want.as_array()?.contains(&json!(NAMES[usize::try_from(weekday).unwrap()])));
            }
            "dia_util" => return Some(self.workday(day(&have)?, answers).0),
            "dentro_do_prazo" => {
                let on = match c.get("ate_a_data_de").and_then(Json::as_str) {
                    Some(until) => day(&self.fact(until, facts, on)?)?,
                    None => on,
                };
                // what has not happened yet is within no deadline
                return Some(
                    day(&have)? <= on && on <= self.due(self.named("prazo", &want), day(&have)?, answers).1,
                );
            }
            _ => {}
        }
        let on = match c.get("ate_a_data_de").and_then(Json::as_str) {
            Some(until) => day(&self.fact(until, facts, on)?)?,
            None => on,
        };
        if let Some(list) = want.as_array() {
            return Some(list.contains(&have) == (word == "um_de"));
        }
        if word == "vale_na_data" {
            return Some(day(&have)? >= on);
        }
        if let Some(how) = word.strip_prefix("decorrido_") {
            let (n, unit) = term(want.as_str()?);
            let end = shift(day(&have)?, n, unit, self.cuts(answers));
            return Some(match how {
                "mais_de" => on > end,
                "no_minimo" => on >= end,
                // what has not happened yet has not elapsed
                _ => day(&have)? <= on && on <= end,
            });
        }
        let order = match (day(&have), day(&want)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ if have == want => std::cmp::Ordering::Equal,
            _ if text(&self.facts[text(c, "fato")], "tipo") == "hora" => have.as_str().cmp(&want.as_str()),
            _ => number(&have).partial_cmp(&number(&want))?,
        };
        Some(match word.as_str() {
            "igual" => have == want || number(&have).is_some() && order.is_eq(),
            "diferente" => have != want,
            "no_maximo" | "ate" => order.is_le(),
            "no_minimo" | "desde" => order.is_ge(),
            "menos_de" | "antes_de" => order.is_lt(),
            "mais_de" | "depois_de" => order.is_gt(),
            other => panic!("{other} is not read"),
        })
    }

    fn fact(&self, id: &str, facts: &Map<String, Json>, on: Date) -> Option<Json> {
        match self.facts[id].get("deriva") {
            Some(d) if d.get("data_da_pergunta").is_some() => Some(on.to_string().into()),
            Some(d) if d.get("fim_do").is_some() => {
                let from = day(facts.get(text(d, "de"))?)?;
                let parts = ["mes", "bimestre", "trimestre", "quadrimestre", "", "semestre"];
                let months = parts
                    .iter()
                    .position(|p| *p == text(d, "fim_do"))
                    .map_or(12, |n| i8::try_from(n + 1).unwrap());
                let month = (1..=12).find(|m| *m >= from.month() && m % months == 0).unwrap();
                Some(Date::new(from.year(), month, last_day(from.year(), month)).unwrap().to_string().into())
            }
            Some(d) => {
                let year = |fact: &str| -> Option<i64> {
                    let from = facts.get(fact)?;
                    day(from).map_or_else(|| from.as_i64(), |d| Some(d.year().into()))
                };
                let until = match d.get("ate_a_data_de").and_then(Json::as_str) {
                    Some(until) => year(until)?,
                    None => on.year().into(),
                };
                Some((until - year(text(d, "anos_civis_desde"))?).into())
            }
            None => facts.get(id).cloned(),
        }
    }
}

/// Facts with which a condition holds on a day, taken from the values on each side of what it compares to.
pub fn satisfying(book: &Book, c: &Json, on: Date, answers: &Answers) -> Option<Map<String, Json>> {
    let c = book.pick(c, answers);
    let holds = |facts: &Map<String, Json>| book.holds(c, facts, on, answers) == Some(true);
    if let Some(parts) = c.get("todas").and_then(Json::as_array) {
        let mut all = Map::new();
        for part in parts {
            if book.holds(part, &all, on, answers) != Some(true) {
                for (name, value) in satisfying(book, part, on, answers)? {
                    all.entry(name).or_insert(value);
                }
            }
        }
        if holds(&all) {
            return Some(all);
        }
    }
    let mut found = BTreeMap::new();
    sides(book, c, on, &mut found);
    tables(&found).into_iter().find(holds)
}
