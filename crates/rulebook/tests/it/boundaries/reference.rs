//! A second, naive reading of a rulebook: straight from its TOML, day by day, with none of the engine's code.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::civil::{Date, Weekday, date};
use rulebook::cases::to_json;
use serde_json::{Map, Value as Json, json};
use toml::de::DeTable;

pub type Answers = BTreeMap<String, String>;

/// A rulebook as plain tables.
pub struct Book {
    pub kinds: BTreeMap<String, Vec<Json>>,
    pub facts: BTreeMap<String, Json>,
    defaults: Answers,
}

pub fn text<'j>(v: &'j Json, key: &str) -> &'j str {
    v.get(key).and_then(Json::as_str).unwrap_or_default()
}

pub fn day(v: &Json) -> Option<Date> {
    v.as_str()?.parse().ok()
}

impl Book {
    pub fn open(dir: &Path) -> Self {
        let mut kinds: BTreeMap<String, Vec<Json>> = BTreeMap::new();
        for source in crate::rulebooks::sources(dir) {
            let table = DeTable::parse(&source.text).unwrap();
            for (kind, value) in table.get_ref() {
                let items = match to_json(value.get_ref()) {
                    Json::Array(items) => items,
                    one => vec![one],
                };
                kinds.entry(kind.get_ref().to_string()).or_default().extend(items);
            }
        }
        let of = |kind: &str| kinds.get(kind).cloned().unwrap_or_default();
        let facts = of("fato").into_iter().map(|f| (text(&f, "id").to_string(), f)).collect();
        let pair = |r: &Json| (text(r, "id").to_string(), text(r, "padrao").to_string());
        let defaults = of("leitura").iter().map(pair).collect();
        Self { kinds, facts, defaults }
    }

    pub fn of(&self, kind: &str) -> &[Json] {
        self.kinds.get(kind).map_or(&[], Vec::as_slice)
    }

    pub fn norm(&self) -> &Json {
        &self.of("norma")[0]
    }

    /// What a value is under some answers to readings.
    pub fn pick<'j>(&self, mut v: &'j Json, answers: &Answers) -> &'j Json {
        while let Some(reading) = v.get("conforme").and_then(Json::as_str) {
            let answer = answers.get(reading).unwrap_or_else(|| &self.defaults[reading]);
            v = &v[answer];
        }
        v
    }

    /// The default, and each reading named in some values answered another way, one at a time.
    pub fn readings_of(&self, values: &[&Json]) -> Vec<Answers> {
        let mut names = Vec::new();
        values.iter().for_each(|v| conforme(v, &mut names));
        names.sort();
        names.dedup();
        let mut out = vec![Answers::new()];
        for reading in self.of("leitura").iter().filter(|r| names.contains(&text(r, "id").to_string())) {
            for answer in reading["respostas"].as_object().unwrap().keys() {
                if answer != text(reading, "padrao") {
                    out.push(Answers::from([(text(reading, "id").to_string(), answer.clone())]));
                }
            }
        }
        out
    }
}

fn conforme(v: &Json, into: &mut Vec<String>) {
    match v {
        Json::Object(m) => {
            into.extend(m.get("conforme").and_then(Json::as_str).map(str::to_string));
            m.values().for_each(|v| conforme(v, into));
        }
        Json::Array(a) => a.iter().for_each(|v| conforme(v, into)),
        _ => {}
    }
}

// --- Dates

/// `(amount, unit)` of "15 dias úteis"; the unit by its first letters: h, d, u (business days), m, a.
pub fn term(words: &str) -> (i32, char) {
    let (n, unit) = words.split_once(' ').unwrap();
    let unit = if unit.contains("út") { 'u' } else { unit.chars().next().unwrap() };
    (n.parse().unwrap(), unit)
}

fn last_day(y: i16, m: i8) -> i8 {
    [31, 30, 29, 28].into_iter().find(|d| Date::new(y, m, *d).is_ok()).unwrap()
}

/// Day by day, or month by month with the day kept or cut to what the month has.
pub fn shift(from: Date, n: i32, unit: char, cut: bool) -> Date {
    let mut d = from;
    if unit == 'd' {
        (0..n.abs()).for_each(|_| d = if n > 0 { d.tomorrow().unwrap() } else { d.yesterday().unwrap() });
        return d;
    }
    let months = if unit == 'a' { n * 12 } else { n };
    let (mut y, mut m) = (from.year(), from.month());
    for _ in 0..months.abs() {
        m += if months > 0 { 1 } else { -1 };
        if m == 13 || m == 0 {
            y += if m == 13 { 1 } else { -1 };
            m = if m == 13 { 1 } else { 12 };
        }
    }
    if from.day() <= last_day(y, m) {
        date(y, m, from.day())
    } else if cut {
        date(y, m, last_day(y, m))
    } else {
        date(y, m, last_day(y, m)).tomorrow().unwrap()
    }
}

impl Book {
    /// Whether months end on the last day there is, and not on the next month's first.
    pub fn cuts(&self, answers: &Answers) -> bool {
        self.norm().get("meses").is_none_or(|m| self.pick(m, answers) == "para_baixo")
    }

    pub fn easter(year: i16) -> Date {
        // the first Sunday after the full moon of spring, by the table of golden numbers
        let golden = i32::from(year) % 19;
        let century = i32::from(year) / 100 + 1;
        let gap = 3 * century / 4 - 12;
        let moon = (11 * (golden + 1) + 20 + (8 * century + 5) / 25 - 5 - gap).rem_euclid(30);
        let moon = if (moon == 25 && golden + 1 > 11) || moon == 24 { moon + 1 } else { moon };
        let full = if 44 - moon < 21 { 44 - moon + 30 } else { 44 - moon };
        let mut d = shift(date(year, 3, 1), full - 1, 'd', true).tomorrow().unwrap();
        while d.weekday() != Weekday::Sunday {
            d = d.tomorrow().unwrap();
        }
        d
    }

    /// `(is a business day, a deadline may end on it)`.
    fn workday(&self, d: Date, answers: &Answers) -> (bool, bool) {
        const FIXED: [(i8, i8, i16); 9] = [
            (1, 1, 0),
            (4, 21, 0),
            (5, 1, 0),
            (9, 7, 0),
            (10, 12, 0),
            (11, 2, 0),
            (11, 15, 0),
            (11, 20, 2024),
            (12, 25, 0),
        ];
        let (y, md) = (d.year(), (d.month(), d.day()));
        let mut holiday = FIXED.iter().any(|(m, dd, from)| (*m, *dd) == md && y >= *from);
        let easter = Self::easter(y);
        holiday |= d == shift(easter, -2, 'd', true);
        let mut kinds = Vec::new();
        for f in self.of("feriado") {
            let year = |k: &str, or: i64| f.get(k).and_then(Json::as_i64).unwrap_or(or);
            let in_years = (year("de_ano", 0)..=year("ate_ano", 9999)).contains(&i64::from(y));
            let fixed = text(f, "dia") == format!("{:02}-{:02}", md.0, md.1);
            let moves = f.get("pascoa").and_then(Json::as_i64);
            let moves = moves.is_some_and(|n| shift(easter, i32::try_from(n).unwrap(), 'd', true) == d);
            if in_years && (fixed || moves) {
                kinds.push(text(f, "tipo"));
            }
        }
        kinds.extend(self.of("dia").iter().filter(|x| day(&x["data"]) == Some(d)).map(|x| text(x, "tipo")));
        holiday |= kinds.iter().any(|k| *k == "feriado" || k.is_empty());
        let saturday = self.norm().get("sabado_util").is_some_and(|s| self.pick(s, answers) == &json!(true));
        let rest = d.weekday() == Weekday::Sunday
            || d.weekday() == Weekday::Saturday && !saturday
            || kinds.contains(&"facultativo");
        let reopened = kinds.contains(&"expediente");
        let business = !holiday && (reopened || !rest);
        (business, business && (reopened || !kinds.contains(&"meio_expediente")))
    }

    /// The last day of a deadline: counted, and after it is rolled. None for what this reading does not count.
    pub fn due(&self, deadline: &Json, from: Date, answers: &Answers) -> Option<(Date, Date)> {
        let (n, mut unit) = term(self.pick(&deadline["quantidade"], answers).as_str()?);
        let first = deadline.get("inclui_primeiro").is_some_and(|v| self.pick(v, answers) == &json!(true));
        if unit == 'd' && self.norm().get("dias").is_some_and(|v| self.pick(v, answers) == "uteis") {
            unit = 'u';
        }
        let nominal = match unit {
            'h' => return None,
            'm' | 'a' if first => return None,
            'd' => shift(from, if first { n - 1 } else { n }, 'd', true),
            'u' => {
                let (mut d, mut left) = (from, n);
                if first && self.workday(d, answers).0 {
                    left -= 1;
                }
                while left > 0 {
                    d = d.tomorrow().ok()?;
                    left -= i32::from(self.workday(d, answers).0);
                }
                d
            }
            _ => shift(from, n, unit, self.cuts(answers)),
        };
        let roll = deadline.get("rola")?;
        let party = roll.as_object().filter(|m| !m.contains_key("conforme")).and_then(|m| m.values().next());
        let roll = self.pick(party.unwrap_or(roll), answers);
        let mut last = nominal;
        while roll != "nao" && !self.workday(last, answers).1 {
            last = if roll == "seguinte" { last.tomorrow().ok()? } else { last.yesterday().ok()? };
        }
        Some((nominal, last))
    }

    // --- Conditions: yes, no, or nothing when a fact is missing

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
        self.compare(c, facts, on, answers)
    }

    fn compare(&self, c: &Json, facts: &Map<String, Json>, on: Date, answers: &Answers) -> Option<bool> {
        let have = self.fact(text(c, "fato"), facts, on);
        let (word, want) = c.as_object().unwrap().iter().find(|(k, _)| *k != "fato").unwrap();
        if word == "informado" {
            return Some(have.is_some());
        }
        let have = have?;
        let want = match want.get("fato").and_then(Json::as_str) {
            Some(other) => self.fact(other, facts, on)?,
            None => want.clone(),
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
            Some(d) => {
                let from = facts.get(text(d, "anos_civis_desde"))?;
                let year = day(from).map_or_else(|| from.as_i64(), |d| Some(d.year().into()))?;
                Some((i64::from(on.year()) - year).into())
            }
            None => facts.get(id).cloned(),
        }
    }
}

/// A number in hundredths of hundredths, so that none is rounded.
pub fn number(v: &Json) -> Option<i128> {
    let text = match v {
        Json::Number(n) => n.to_string(),
        Json::String(s) => s.clone(),
        _ => return None,
    };
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let part = format!("{part:0<6}");
    format!("{whole}{part}").parse().ok()
}
