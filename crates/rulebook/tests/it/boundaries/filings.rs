//! Reports and yearly fees: the last day on which they are in time, the day after, and who was there on the day of counting.

use jiff::civil::{Date, date};
use law::Law;
use serde_json::{Value as Json, json};

use super::book::{Answers, Book, text};
use super::days::{shift, term};
use super::{Tally, UNITS, ask, supposing, word};

impl Book {
    /// The so many-th business day of a month.
    pub fn nth_business_day(&self, n: i64, year: i16, month: i8, answers: &Answers) -> Date {
        let before = date(year, month, 1).yesterday().unwrap();
        self.counted(before, i32::try_from(n).unwrap(), 'u', false, answers)
    }

    /// The last day of a report: of the period that begins in a month, or after a day.
    fn filed_by(&self, f: &Json, competence: Option<Date>, from: Date, answers: &Answers) -> Date {
        let months = match self.word(f, "periodo", answers, "") {
            "trimestral" => 3,
            "semestral" => 6,
            "anual" => 12,
            _ => 1,
        };
        let first = competence.unwrap_or(from);
        let after = shift(date(first.year(), first.month(), 1), months, 'm', true);
        let due = self.pick(&f["vence"], answers);
        match due.as_str() {
            Some("mesmo_dia") => return from,
            Some("fim_do_mes") => return shift(after, 1, 'm', true).yesterday().unwrap(),
            Some("fim_do_ano") if competence.is_some() => return date(first.year(), 12, 31),
            // of what counts from a day, the end of the next year
            Some("fim_do_ano") => return date(from.year() + 1, 12, 31),
            _ => {}
        }
        if let Some(n) = due.get("dia_util").and_then(Json::as_i64) {
            return match due.get("do_mes").and_then(Json::as_i64) {
                Some(m) => self.nth_business_day(n, first.year(), i8::try_from(m).unwrap(), answers),
                None => self.nth_business_day(n, after.year(), after.month(), answers),
            };
        }
        if let Some(deadline) = due.get("prazo") {
            return self.due(self.named("prazo", deadline), from, answers).1;
        }
        if let Some(other) = due.get("com") {
            return self.filed_by(self.named("entrega", other), competence, from, answers);
        }
        let (n, mut unit) = term(text(due, "apos"));
        if unit == 'd' && self.norm().get("dias").is_some_and(|v| self.pick(v, answers) == "uteis") {
            unit = 'u';
        }
        self.rolled(&json!({ "rola": "seguinte" }), self.counted(from, n, unit, false, answers), answers).1
    }
}

pub fn filings(book: &Book, law: &Law, tally: &mut Tally) {
    for f in book.of("entrega") {
        let named = |r: &&Json| f["vence"].to_string().contains(&r["id"].to_string());
        let others = book.of("prazo").iter().chain(book.of("entrega")).filter(named);
        let norm = ["meses", "dias", "sabado_util"].iter().filter_map(|k| book.norm().get(*k));
        for answers in book.readings_of(&others.chain(norm).chain([f]).collect::<Vec<_>>()) {
            let law = supposing(book, law, &answers, UNITS);
            let due = book.pick(&f["vence"], &answers);
            let words = due.as_str().unwrap_or_default();
            let by_day = due.get("apos").is_some() || due.get("prazo").is_some() || words == "mesmo_dia";
            for i in 0..if answers.is_empty() { 30_i32 } else { 6 } {
                let start = if by_day {
                    shift(date(2023, 12, 20), 3 * i, 'd', true)
                } else {
                    shift(date(2023, 11, 1), i % 15, 'm', true)
                };
                let mut q = json!({ "tipo": "entrega", "entrega": f["id"] });
                let last = if words == "do_pedido" {
                    q["fixado"] = json!(start.to_string());
                    q["de"] = json!(start.yesterday().unwrap().to_string());
                    start
                } else if by_day || words == "fim_do_ano" && i % 2 == 0 {
                    q["de"] = json!(start.to_string());
                    book.filed_by(f, None, start, &answers)
                } else {
                    q["competencia"] = json!(format!("{}-{:02}", start.year(), start.month()));
                    book.filed_by(f, Some(start), start, &answers)
                };
                put(book, &law, &answers, f, &q, last, tally);
            }
        }
    }
}

fn put(book: &Book, law: &Law, answers: &Answers, f: &Json, q: &Json, last: Date, tally: &mut Tally) {
    let next = last.tomorrow().unwrap();
    let punishes = |line: &Json| {
        let line = book.pick(line, answers);
        let o = book.of("infracao").iter().find(|o| o["codigo"] == *line)?;
        (book.in_force(o, last) != Some(false)).then(|| line.clone())
    };
    let omitted = f.get("infracao").and_then(punishes).unwrap_or(Json::Null);
    let late = f.get("infracao_do_atraso").or(f.get("infracao")).and_then(punishes).unwrap_or(Json::Null);
    for (key, day, state, offence) in [
        ("em", last, "em_aberto", Json::Null),
        ("em", next, "omitida", omitted),
        ("entregue", last, "no_prazo", Json::Null),
        ("entregue", next, "atrasada", late),
    ] {
        let mut q = q.clone();
        q[key] = json!(day.to_string());
        let mut expected =
            vec![("vence", json!(last.to_string())), ("situacao", json!(state)), ("infracao", offence)];
        if book.in_force(f, last) == Some(false) {
            expected = vec![("situacao", json!("fora_de_vigor"))];
        }
        tally.compare("entrega", f, &json!([answers, q]), &ask(law, &q), &expected);
    }
    let mut idle = q.clone();
    idle["sem_movimento"] = json!(true);
    let owed = book.flag(f, "sem_movimento", answers, true);
    let state = if owed { "em_aberto" } else { "dispensada" };
    tally.compare("entrega", f, &json!([answers, idle]), &ask(law, &idle), &[("situacao", json!(state))]);
}

/// The year before the first, the first; who came or left on each side of the day of counting.
pub fn yearly_fees(book: &Book, law: &Law, tally: &mut Tally) {
    for t in book.of("taxa") {
        let norm = ["sabado_util"].iter().filter_map(|k| book.norm().get(*k));
        for answers in book.readings_of(&norm.chain([t]).collect::<Vec<_>>()) {
            let law = supposing(book, law, &answers, UNITS);
            let first = book.pick(&t["primeiro_ano"], &answers).as_i64().unwrap();
            for year in [first - 1, first, 2024, 2025] {
                let at = format!("{year}-{}", text(t, "conta_em")).parse::<Date>().unwrap();
                for (since, until, counts) in [
                    (-1, None, true),
                    (0, None, true),
                    (-9, Some(-1), false),
                    (-9, Some(0), true),
                    (-9, Some(1), true),
                ] {
                    let mut link =
                        json!({ "com": "A", "desde": shift(at, since, 'd', true).to_string(), "quantas": 3 });
                    if let Some(n) = until {
                        link["ate"] = json!(shift(at, n, 'd', true).to_string());
                    }
                    let q = json!({ "tipo": "taxa", "taxa": t["id"], "ano": year, "vinculos": [link] });
                    let asked = json!([answers, q]);
                    if year < first {
                        tally.compare("taxa", t, &asked, &ask(&law, &q), &[("resposta", word(Some(false)))]);
                        continue;
                    }
                    let n = if counts { 3 } else { 0 };
                    let due = &t["vence"];
                    let due = book.nth_business_day(
                        due["dia_util"].as_i64().unwrap(),
                        at.year(),
                        i8::try_from(due["do_mes"].as_i64().unwrap()).unwrap(),
                        &answers,
                    );
                    let units = n * t["por_pessoa"].as_i64().unwrap();
                    let mut expected = vec![("resposta", word(Some(true))), ("contam", json!({ "A": n }))];
                    if counts {
                        expected.push(("vence", json!(due.to_string())));
                        let worth = book.worth(text(t, "preco"), at, &answers, None).unwrap();
                        let cents = super::fines::whole(
                            worth * i128::from(units),
                            super::fines::ONE / 100,
                            "meio_para_cima",
                        );
                        expected.push(("total", json!(format!("{}.{:02}", cents / 100, cents % 100))));
                    }
                    tally.compare("taxa", t, &asked, &ask(&law, &q), &expected);
                }
            }
        }
    }
}
