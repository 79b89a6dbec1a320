//! The last day of each deadline: from every day of some months, chained, extended, paused, in hours.

use jiff::civil::{Date, DateTime, Time, date};
use law::Law;
use serde_json::{Value as Json, json};

use super::book::{Answers, Book, day, text};
use super::days::{shift, term};
use super::{Tally, UNITS, ask, name_of, supposing};

impl Book {
    /// The last day of a deadline: counted, and after it is rolled.
    pub fn due(&self, deadline: &Json, from: Date, answers: &Answers) -> (Date, Date) {
        let from = match deadline.get("depois_de") {
            None => from,
            Some(first) => self.part(self.due(self.named("prazo", first), from, answers), deadline, answers),
        };
        let quantity = self.pick(&deadline["quantidade"], answers).as_str().unwrap();
        let first = self.flag(deadline, "inclui_primeiro", answers, false);
        let (n, mut unit) = term(quantity);
        if unit == 'h' {
            // hours run to their minute, on whatever day: nothing rolls
            let business = self.flag(deadline, "horas_uteis", answers, false);
            let end = self.counted(from, (n + 23) / 24, if business { 'u' } else { 'd' }, false, answers);
            return (end, end);
        }
        if unit == 'd' && self.norm().get("dias").is_some_and(|v| self.pick(v, answers) == "uteis") {
            unit = 'u';
        }
        self.rolled(deadline, self.counted(from, n, unit, first, answers), answers)
    }

    /// The last day of a deadline that runs from the first day of the norm.
    pub fn due_from_start(&self, deadline: &Json, answers: &Answers) -> Date {
        let start = day(self.pick(&self.norm()["vigencia"], answers)).unwrap();
        self.due(self.named("prazo", deadline), start, answers).1
    }

    fn part(&self, (nominal, rolled): (Date, Date), deadline: &Json, answers: &Answers) -> Date {
        if self.word(deadline, "parte_de", answers, "nominal") == "prorrogada" { rolled } else { nominal }
    }

    /// So many units from a day, one by one.
    pub fn counted(&self, from: Date, n: i32, unit: char, first: bool, answers: &Answers) -> Date {
        match unit {
            'd' => shift(from, if first { n - 1 } else { n }, 'd', true),
            'u' => {
                let (mut d, mut left) = (from, n);
                if first && self.workday(d, answers).0 {
                    left -= 1;
                }
                while left > 0 {
                    d = d.tomorrow().unwrap();
                    left -= i32::from(self.workday(d, answers).0);
                }
                d
            }
            _ => {
                let end = shift(from, n, unit, self.cuts(answers));
                if first { end.yesterday().unwrap() } else { end }
            }
        }
    }

    /// A counted day, and the day on which the general rule of the deadline lets it end.
    pub fn rolled(&self, deadline: &Json, nominal: Date, answers: &Answers) -> (Date, Date) {
        let roll = &deadline["rola"];
        let party = roll.as_object().filter(|m| !m.contains_key("conforme")).and_then(|m| m.values().next());
        let roll = self.pick(party.unwrap_or(roll), answers);
        let mut last = nominal;
        while roll != "nao" && !self.workday(last, answers).1 {
            last = if roll == "seguinte" { last.tomorrow().unwrap() } else { last.yesterday().unwrap() };
        }
        (nominal, last)
    }

    /// The minute in which hours end, minute by minute; of business hours only the minutes of business days count.
    fn in_hours(&self, deadline: &Json, from: DateTime, answers: &Answers) -> DateTime {
        let (n, _) = term(self.pick(&deadline["quantidade"], answers).as_str().unwrap());
        let business = self.flag(deadline, "horas_uteis", answers, false);
        let (mut left, mut at) = (n * 60, i32::from(from.hour()) * 60 + i32::from(from.minute()));
        let mut day = from.date();
        let mut counts = !business || self.workday(day, answers).0;
        while left > 0 {
            left -= i32::from(counts);
            at += 1;
            if at == 24 * 60 {
                (day, at) = (day.tomorrow().unwrap(), 0);
                counts = !business || self.workday(day, answers).0;
            }
        }
        day.to_datetime(Time::new((at / 60) as i8, (at % 60) as i8, 0, 0).unwrap())
    }
}

fn put(
    (book, law): (&Book, &Law),
    answers: &Answers,
    d: &Json,
    mut q: Json,
    (nominal, due): (Date, Date),
    late: bool,
    tally: &mut Tally,
) {
    q["tipo"] = json!("prazo");
    q["prazo"] = d["id"].clone();
    let now = if late { due.tomorrow().unwrap() } else { due };
    q["em"] = json!(now.to_string());
    let from = q.get("de").and_then(day).unwrap_or(now);
    // in no force on the day it would run from, or stopped by a court on the day asked about
    let stopped = [from, now].iter().any(|day| book.in_force(d, *day) == Some(false));
    if stopped && !book.of("suspensao").is_empty() {
        let expected = [("resposta", json!("nao")), ("vence", Json::Null)];
        return tally.compare("prazo", d, &json!([answers, q]), &ask(law, &q), &expected);
    }
    let expected = [
        ("vence", json!(due.to_string())),
        ("nominal", json!(nominal.to_string())),
        ("prorrogado", json!(nominal != due)),
        ("vencido", json!(late)),
        ("minimo", json!(d.get("minimo") == Some(&json!(true)))),
    ];
    tally.compare("prazo", d, &json!([answers, q]), &ask(law, &q), &expected);
}

pub fn compare(book: &Book, law: &Law, tally: &mut Tally) {
    let norm = book.norm();
    let general = || ["meses", "dias", "sabado_util", "marcos"].iter().filter_map(|k| norm.get(*k));
    for d in book.of("prazo") {
        let first = d.get("depois_de").map(|f| book.named("prazo", f));
        for answers in book.readings_of(&general().chain([d]).chain(first).collect::<Vec<_>>()) {
            let law = supposing(book, law, &answers, UNITS);
            if let Some(mark) = d.get("marco") {
                let mark = &norm["marcos"][book.pick(mark, &answers).as_str().unwrap()];
                let due = book.due(d, day(book.pick(mark, &answers)).unwrap(), &answers);
                put((book, &law), &answers, d, json!({}), due, false, tally);
                put((book, &law), &answers, d, json!({}), due, true, tally);
                continue;
            }
            let mut from = date(2023, 12, 8);
            // day by day: some four months with New Year, Carnival, Easter and a leap day; one month in another reading
            for i in 0..if answers.is_empty() { 130 } else { 31 } {
                put(
                    (book, &law),
                    &answers,
                    d,
                    json!({ "de": from.to_string() }),
                    book.due(d, from, &answers),
                    i % 2 == 0,
                    tally,
                );
                extended(book, &law, &answers, d, from, tally);
                paused(book, &law, &answers, d, from, tally);
                hours(book, &law, &answers, d, from, tally);
                from = from.tomorrow().unwrap();
            }
        }
    }
}

/// Each extension, and each two, granted on the deadline.
fn extended(book: &Book, law: &Law, answers: &Answers, d: &Json, from: Date, tally: &mut Tally) {
    let Some(terms) = d.get("prorrogacoes").and_then(Json::as_array) else { return };
    let each = terms.iter().map(|t| vec![t]);
    let pairs = terms.windows(2).map(|p| p.iter().collect::<Vec<_>>());
    for granted in each.chain(pairs) {
        let starts = |due: (Date, Date)| book.part(due, d, answers);
        let mut due = book.due(d, from, answers);
        let add = |due: (Date, Date), words: &Json| {
            let (n, unit) = term(words.as_str().unwrap());
            let days = book.norm().get("dias").map_or("", |v| book.pick(v, answers).as_str().unwrap());
            let unit = if unit == 'd' && days == "uteis" { 'u' } else { unit };
            book.rolled(d, book.counted(starts(due), n, unit, false, answers), answers)
        };
        if book.word(d, "modo", answers, "somam") == "somam" {
            granted.iter().for_each(|t| due = add(due, t));
        } else {
            due = granted.iter().map(|t| add(due, t)).max().unwrap();
        }
        put(
            (book, law),
            answers,
            d,
            json!({ "de": from.to_string(), "concedidas": granted }),
            due,
            false,
            tally,
        );
    }
}

/// A pause that begins on the last day or the day after, one that ended, and one that did not.
fn paused(book: &Book, law: &Law, answers: &Answers, d: &Json, from: Date, tally: &mut Tally) {
    let Some(pause) = d.get("pausas").and_then(Json::as_array).map(|p| &p[0]["id"]) else { return };
    let (nominal, _) = book.due(d, from, answers);
    for (begins, counts) in
        [(shift(nominal, -40, 'd', true), true), (nominal, true), (nominal.tomorrow().unwrap(), false)]
    {
        let until = shift(begins, 31, 'd', true);
        let end = if counts { shift(nominal, 31, 'd', true) } else { nominal };
        let q = json!({ "de": from.to_string(), "pausas": [{ "pausa": pause, "desde": begins.to_string(), "ate": until.to_string() }] });
        put((book, law), answers, d, q, book.rolled(d, end, answers), false, tally);
        let open = json!({ "tipo": "prazo", "prazo": d["id"], "de": from.to_string(), "em": until.to_string(), "pausas": [{ "pausa": pause, "desde": begins.to_string() }] });
        let parado = if counts { pause.clone() } else { Json::Null };
        let vence = if counts { Json::Null } else { json!(nominal.to_string()) };
        tally.compare(
            "prazo",
            d,
            &open,
            &ask(law, &open),
            &[("parado", parado), ("vence", vence), ("vencido", json!(!counts))],
        );
    }
}

/// A deadline in hours from some minutes of a day, asked on its last minute and on the next.
fn hours(book: &Book, law: &Law, answers: &Answers, d: &Json, from: Date, tally: &mut Tally) {
    if !text(d, "quantidade").ends_with("horas") {
        return;
    }
    for (h, m) in [(0, 0), (9, 30), (23, 59)] {
        let from = from.to_datetime(Time::new(h, m, 0, 0).unwrap());
        let due = book.in_hours(d, from, answers);
        for (late, minutes) in [(false, 0), (true, 1)] {
            let now = due.checked_add(jiff::Span::new().minutes(minutes)).unwrap();
            let q = json!({ "tipo": "prazo", "prazo": name_of(d), "de": from.to_string(), "em": now.to_string() });
            let expected = [("vence", json!(due.to_string())), ("vencido", json!(late))];
            tally.compare("prazo", d, &json!([answers, q]), &ask(law, &q), &expected);
        }
    }
}
