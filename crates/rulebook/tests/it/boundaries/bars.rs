//! Who is barred until when, and how long a measure may last: the last day, the day after, one day more than the most.

use jiff::civil::{Date, date};
use law::Law;
use serde_json::{Value as Json, json};

use super::book::{Answers, Book};
use super::days::{shift, term};
use super::{Tally, UNITS, ask, supposing, word};

/// Month ends and a plain day.
const BEGUN: [Date; 4] = [date(2023, 8, 31), date(2024, 2, 29), date(2024, 12, 31), date(2025, 3, 10)];

fn with_norm<'b>(book: &'b Book, rule: &'b Json) -> Vec<&'b Json> {
    let norm = ["meses", "dias", "sabado_util"].iter().filter_map(|k| book.norm().get(*k));
    norm.chain([rule]).collect()
}

pub fn bars(book: &Book, law: &Law, tally: &mut Tally) {
    for bar in book.of("trava") {
        for answers in book.readings_of(&with_norm(book, bar)) {
            let law = supposing(book, law, &answers, UNITS);
            for began in BEGUN {
                let reached = |key: &str| book.pick(&bar[key], &answers).as_array().unwrap().clone();
                let (events, whom) = (reached("depois_de"), reached("sobre"));
                let lasts = book.word(bar, "dura", &answers, "");
                let last = match lasts {
                    "sempre" | "nenhuma" => None,
                    words => {
                        let (n, unit) = term(words);
                        let full = shift(began, n, unit, book.cuts(&answers));
                        let barred = book.word(bar, "fim", &answers, "impedido_no_dia") == "impedido_no_dia";
                        Some(if barred { full } else { full.yesterday().unwrap() })
                    }
                };
                let beside = |d: Date| [d.yesterday().unwrap(), d, d.tomorrow().unwrap()];
                for on in beside(began).into_iter().chain(last.into_iter().flat_map(beside)) {
                    for (event, who) in
                        [(&events[0], &whom[0]), (&events[0], &json!("outro")), (&json!("outro"), &whom[0])]
                    {
                        let outside = *event == "outro" || *who == "outro";
                        let barred =
                            !outside && lasts != "nenhuma" && began <= on && last.is_none_or(|l| on <= l);
                        let until = last.filter(|_| !outside);
                        let mut q = json!({ "tipo": "trava", "trava": bar["id"], "evento": began.to_string(), "em": on.to_string() });
                        if !outside {
                            q["de"] = event.clone();
                            q["quem"] = who.clone();
                        } else if let Some(other) = other_subject(book, bar, &answers) {
                            q["quem"] = other;
                        } else {
                            continue;
                        }
                        let day = |d: Option<Date>| d.map_or(Json::Null, |d| json!(d.to_string()));
                        let expected = [
                            ("resposta", word(Some(barred))),
                            ("ate", day(until)),
                            ("livre_desde", day(until.map(|d| d.tomorrow().unwrap()))),
                        ];
                        tally.compare("trava", bar, &json!([answers, q]), &ask(&law, &q), &expected);
                    }
                }
            }
        }
    }
}

/// A subject that the bar reaches in some reading and not in this one.
fn other_subject(book: &Book, bar: &Json, answers: &Answers) -> Option<Json> {
    let now = book.pick(&bar["sobre"], answers).as_array().unwrap().clone();
    let readings = bar["sobre"].as_object()?.iter().filter(|(k, _)| *k != "conforme");
    readings.flat_map(|(_, v)| v.as_array().unwrap()).find(|s| !now.contains(s)).cloned()
}

impl Book {
    /// First and last day of a measure; no last day where it lasts until it is released; none when it may not be so.
    fn lasts(
        &self,
        m: &Json,
        ordered: Date,
        days: Option<i32>,
        answers: &Answers,
    ) -> Option<(Date, Option<Date>)> {
        let most = m.get("maximo_dias").and_then(|v| self.pick(v, answers).as_i64());
        if days == Some(0) || days.zip(most).is_some_and(|(d, most)| i64::from(d) > most) {
            return None;
        }
        let same_day = self.flag(m, "comeca_no_dia", answers, false);
        let first = if same_day { ordered } else { ordered.tomorrow().unwrap() };
        let told = m.get("dura").map_or("sem_prazo", |v| self.pick(v, answers).as_str().unwrap());
        let (n, mut unit) = match (days, told) {
            (Some(n), _) => (n, 'd'),
            (None, "do_ato") => return None,
            (None, "sem_prazo") => return if most.is_some() { None } else { Some((first, None)) },
            (None, words) => term(words),
        };
        if unit == 'd' && self.word(m, "dias", answers, "corridos") == "uteis" {
            unit = 'u';
        }
        let last = match unit {
            'u' => self.counted(ordered, n, 'u', same_day, answers),
            'd' => shift(first, n - 1, 'd', true),
            _ => shift(first, n, unit, self.cuts(answers)).yesterday().unwrap(),
        };
        Some((first, Some(last)))
    }
}

pub fn measures(book: &Book, law: &Law, tally: &mut Tally) {
    for m in book.of("medida") {
        for answers in book.readings_of(&with_norm(book, m)) {
            let law = supposing(book, law, &answers, UNITS);
            let most = m.get("maximo_dias").and_then(|v| book.pick(v, &answers).as_i64());
            let most = most.map_or(90, |n| i32::try_from(n).unwrap());
            // three weeks with Easter in the readings by default
            let more = if answers.is_empty() { 20 } else { 2 };
            for ordered in BEGUN.into_iter().chain((0..more).map(|n| shift(date(2025, 4, 10), n, 'd', true)))
            {
                for days in [None, Some(0), Some(1), Some(most - 1), Some(most), Some(most + 1)] {
                    let mut q = json!({ "tipo": "medida", "medida": m["id"], "ordem": ordered.to_string() });
                    if let Some(n) = days {
                        q["dias"] = json!(n);
                    }
                    let found = book.lasts(m, ordered, days, &answers);
                    let day = |d: Option<Date>| d.map_or(Json::Null, |d| json!(d.to_string()));
                    let mut expected = vec![
                        ("resposta", word(Some(found.is_some()))),
                        ("ate", day(found.and_then(|f| f.1))),
                    ];
                    if let Some((first, _)) = found {
                        expected.push(("desde", day(Some(first))));
                        expected.push(("renovavel", json!(book.flag(m, "renovavel", &answers, false))));
                    }
                    tally.compare("medida", m, &json!([answers, q]), &ask(&law, &q), &expected);
                    credited(book, &law, &answers, m, &q, found, tally);
                }
            }
        }
    }
}

/// Days already served of a measure that is credited: one fewer than all, all of them, and of a measure that is not.
fn credited(
    book: &Book,
    law: &Law,
    answers: &Answers,
    m: &Json,
    q: &Json,
    span: Option<(Date, Option<Date>)>,
    tally: &mut Tally,
) {
    let Some((first, Some(last))) = span.filter(|_| m.get("abate").is_some()) else { return };
    let all = last.since(first).unwrap().get_days() + 1;
    let credits = book.pick(&m["abate"], answers).as_array().unwrap().clone();
    for other in book.of("medida").iter().filter(|o| o["id"] != m["id"]) {
        for served in [1, all - 1, all].into_iter().filter(|n| *n > 0) {
            let since = date(2023, 2, 1);
            let mut q = q.clone();
            q["ja_cumpridas"] = json!([{ "medida": other["id"], "desde": since.to_string(), "ate": shift(since, served - 1, 'd', true).to_string() }]);
            let off = if credits.contains(&other["id"]) { served } else { 0 };
            let until = shift(last, -off, 'd', true);
            let until = if off < all { json!(until.to_string()) } else { Json::Null };
            let expected = [("abatidos", json!(off)), ("ate", until), ("resposta", word(Some(true)))];
            tally.compare("medida", m, &json!([answers, q]), &ask(law, &q), &expected);
        }
    }
}
