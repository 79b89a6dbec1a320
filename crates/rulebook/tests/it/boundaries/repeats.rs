//! What earlier offences do to a new one: repetition by its windows, and ladders step by step.

use jiff::civil::{Date, date};
use law::Law;
use serde_json::{Value as Json, json};

use super::book::{Answers, Book, text};
use super::days::{shift, term};
use super::fines::Moment;
use super::offences::{Question, put};
use super::{ON, Tally, UNITS, name_of, supposing};

/// An earlier offence of the same person.
#[derive(Clone)]
pub struct Prior {
    pub code: String,
    pub fact: Date,
    pub booked: Date,
    pub punished: Option<Date>,
    pub penalty: Option<&'static str>,
    pub annulled: bool,
}

impl Prior {
    pub fn told(&self) -> Json {
        let mut told = json!({ "infracao": self.code, "fato": self.fact.to_string(), "autuada": self.booked.to_string() });
        if let Some(p) = self.punished {
            told["punida"] = json!(p.to_string());
        }
        if let Some(p) = self.penalty {
            told["penalidade"] = json!(p);
        }
        if self.annulled {
            told["anulada"] = json!(true);
        }
        told
    }
}

/// What one offence is, given those before it.
#[derive(Clone, Default)]
pub struct Assessed {
    pub kind: &'static str,
    pub times: i128,
    /// The fine in units, before corrections and factors.
    pub quantity: Option<i128>,
    /// Last day on which each rule that counted would still count; none without limit.
    pub ends: Vec<Option<Date>>,
    pub suspends: Option<(Json, String)>,
}

impl Book {
    pub fn offence(&self, code: &str, answers: &Answers) -> (&Json, &Json) {
        let o = self.of("infracao").iter().find(|o| text(o, "codigo") == code).unwrap();
        (o, self.class_of(o, answers))
    }

    pub fn class_of(&self, line: &Json, answers: &Answers) -> &Json {
        self.named("classe", self.pick(&line["classe"], answers))
    }

    /// Whether a class is punished at all under some answers, and with a fine.
    fn sent_away(&self, class: &Json, answers: &Answers) -> bool {
        class.get("encaminha").is_some_and(|v| self.pick(v, answers).is_object())
    }

    /// Kind, multiple and units of an offence by its class and its repetition.
    pub fn assess(&self, code: &str, moment: &Moment, history: &[Prior], answers: &Answers) -> Assessed {
        let (_, class) = self.offence(code, answers);
        let mut found = Assessed { times: 1, ..Assessed::default() };
        if self.sent_away(class, answers) {
            found.kind = "encaminhamento";
            return found;
        }
        let warns = self.flag(class, "adverte_primeiro", answers, false);
        let (mut only_warned, mut last) = (warns, None);
        for rule in self.of("reincidencia") {
            let classes = self.pick(&rule["classes"], answers).as_array().unwrap();
            let instead = rule["efeito"].get("multa_no_lugar_da_advertencia").is_some();
            if !classes.contains(&class["id"])
                || self.in_force(rule, moment.fact) != Some(true)
                || instead && !warns
            {
                continue;
            }
            let Some((quantity, end)) = self.repeated(rule, code, moment, history, answers) else { continue };
            found.ends.push(end);
            if instead {
                only_warned = false;
            }
            if let Some(times) = rule["efeito"].get("vezes") {
                found.times = i128::from(self.pick(times, answers).as_i64().unwrap());
                if self.word(&rule["efeito"], "de", answers, "base") == "ultima" {
                    // of a cheaper line, the last fine is no less than the class's own
                    last = quantity;
                }
            }
            if let Some(s) = rule["efeito"].get("suspende") {
                found.suspends = Some((s["dias"].clone(), self.word(s, "de", answers, "").to_string()));
            }
        }
        let fine = class.get("multa").map_or(&Json::Null, |v| self.pick(v, answers));
        if only_warned {
            found.kind = "advertencia";
        } else if !fine.is_object() {
            // the law wants a fine that some reading leaves without a sum: the first time is warned about
            let wanted = class.get("multa").is_some_and(|v| v.get("conforme").is_some());
            found.kind = match (wanted, found.ends.is_empty()) {
                (false, _) => "nenhuma",
                (true, true) => "advertencia",
                (true, false) => "multa_sem_valor",
            };
        } else {
            found.kind = "multa";
            let base = fine.get("quantidade").or_else(|| fine.get("minimo")).and_then(super::fines::wide);
            found.quantity = last.max(base).map(|q| q * found.times);
        }
        if found.kind != "multa" {
            found.times = if found.kind == "advertencia" { 1 } else { found.times };
        }
        found
    }

    /// The latest earlier offence that a rule of repetition counts: its fine in units, and the last day it counts.
    fn repeated(
        &self,
        rule: &Json,
        code: &str,
        moment: &Moment,
        history: &[Prior],
        answers: &Answers,
    ) -> Option<(Option<i128>, Option<Date>)> {
        let (_, class) = self.offence(code, answers);
        let mut found = None;
        for (i, p) in history.iter().enumerate().filter(|(_, p)| !p.annulled) {
            let (_, its_class) = self.offence(&p.code, answers);
            let same = match self.pick(&rule["mesma"], answers) {
                Json::String(s) if s == "infracao" => p.code == code,
                Json::String(s) if s == "classe" => its_class["id"] == class["id"],
                Json::String(_) => true,
                among => {
                    let among = among["entre"].as_array().unwrap();
                    among.contains(&json!(code)) && among.contains(&json!(p.code))
                }
            };
            let then = Moment { fact: p.fact, decided: p.punished, ..Moment::default() };
            let was = self.assess(&p.code, &then, &history[..i], answers);
            let kind = p.penalty.unwrap_or(was.kind);
            let punished = match text(rule, "anterior") {
                "multa" => kind == "multa",
                _ => !["nenhuma", "encaminhamento"].contains(&kind),
            };
            let reach = match self.word(rule, "alcanca", answers, "fato") {
                "decisao" => moment.decided.unwrap_or(moment.fact),
                _ => moment.fact,
            };
            let in_time =
                !self.flag(rule, "exige_punida", answers, true) || p.punished.is_some_and(|d| d < reach);
            if !same || !punished || !in_time {
                continue;
            }
            let from = match self.word(rule, "conta_de", answers, "") {
                "fato" => Some(p.fact),
                "punicao" => p.punished,
                _ => Some(p.booked),
            };
            let window = rule.get("janela").map_or("sem_limite", |w| self.pick(w, answers).as_str().unwrap());
            if window == "sem_limite" {
                found = Some((was.quantity, None));
                continue;
            }
            let (Some(from), (n, unit)) = (from, term(window)) else { continue };
            let cuts = self.cuts(answers);
            let counts = |on: Date| match self.word(rule, "sentido", answers, "frente") {
                "tras" => shift(on, -n, unit, cuts) <= from,
                _ => on <= shift(from, n, unit, cuts),
            };
            if counts(reach) {
                // counted back, a month end may reach some days more or fewer
                let mut end = shift(from, n, unit, cuts);
                while !counts(end) {
                    end = end.yesterday().unwrap();
                }
                while counts(end.tomorrow().unwrap()) {
                    end = end.tomorrow().unwrap();
                }
                found = Some((was.quantity, Some(end)));
            }
        }
        found
    }

    /// The ladder that reaches a class on a day.
    pub fn ladder(&self, class: &Json, on: Date) -> Option<&Json> {
        let reaches = |l: &&Json| l["classes"].as_array().unwrap().contains(&class["id"]);
        self.of("escalada").iter().find(|l| reaches(l) && self.in_force(l, on) == Some(true))
    }

    /// The steps of a ladder that an offence reaches, from the first up, and whether an earlier one counted for any.
    pub fn steps<'b>(
        &self,
        ladder: &'b Json,
        code: &str,
        on: Date,
        history: &[Prior],
        answers: &Answers,
    ) -> Vec<(&'b Json, bool)> {
        let mut reached = Vec::new();
        for step in ladder["degraus"].as_array().unwrap() {
            let Some(needs) = step.get("anteriores") else {
                reached.push((step, false));
                continue;
            };
            let mut order: Vec<&Prior> = history.iter().filter(|p| !p.annulled).collect();
            order.sort_by_key(|p| p.fact);
            let counts = |p: &&Prior| {
                let (_, class) = self.offence(&p.code, answers);
                let on_it = ladder["classes"].as_array().unwrap().contains(&class["id"]);
                let same = self.word(needs, "mesma", answers, "infracao") == "qualquer" || p.code == code;
                let punished =
                    !self.flag(ladder, "exige_punida", answers, false) || p.punished.is_some_and(|d| d <= on);
                let window =
                    ladder.get("janela").map_or("sem_limite", |w| self.pick(w, answers).as_str().unwrap());
                let near = window == "sem_limite" || {
                    let (n, unit) = term(window);
                    on <= shift(p.fact, n, unit, self.cuts(answers))
                };
                let before: Vec<Prior> = history.iter().filter(|e| e.fact < p.fact).cloned().collect();
                let high = needs.get("degrau").is_none_or(|d| {
                    self.steps(ladder, &p.code, p.fact, &before, answers).iter().any(|(s, _)| s["id"] == *d)
                });
                on_it && same && punished && near && high && p.fact < on
            };
            let many = i64::try_from(order.into_iter().filter(counts).count()).unwrap();
            let enough = needs.get("quantas").and_then(Json::as_i64).unwrap_or(1);
            if many >= enough && self.flag(step, "vale", answers, true) {
                reached.push((step, true));
            }
        }
        reached
    }
}

/// The windows of the rules that reach a class, under some answers.
fn windows(book: &Book, class: &Json, answers: &Answers) -> Vec<(i32, char)> {
    let reaches = |r: &&Json| book.pick(&r["classes"], answers).as_array().unwrap().contains(&class["id"]);
    let rules = book.of("reincidencia").iter().chain(book.of("escalada")).filter(reaches);
    let mut found: Vec<(i32, char)> = rules
        .filter_map(|r| r.get("janela"))
        .map(|w| book.pick(w, answers).as_str().unwrap())
        .filter(|w| *w != "sem_limite")
        .map(term)
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Lines to try before a line: itself, another of its class, and the first of every other class.
fn before<'b>(book: &'b Book, line: &Json) -> Vec<&'b Json> {
    let mut found: Vec<&Json> = Vec::new();
    for o in book.of("infracao").iter().filter(|o| book.in_force(o, date(2023, 1, 1)) == Some(true)) {
        let known = |x: &&Json| x["classe"] == o["classe"] && x["codigo"] != line["codigo"];
        let named =
            book.of("reincidencia").iter().any(|r| r["mesma"].to_string().contains(&o["codigo"].to_string()));
        if o["codigo"] == line["codigo"] || named || !found.iter().any(known) {
            found.push(o);
        }
    }
    found
}

/// Each line that opens a class, after one, two and three earlier offences on each side of every window.
pub fn compare(book: &Book, law: &Law, tally: &mut Tally) {
    for class in book.of("classe") {
        let plain = |o: &&Json| *book.pick(&o["classe"], &Answers::new()) == class["id"];
        let named = |o: &&Json| {
            book.of("reincidencia").iter().any(|r| r["mesma"].to_string().contains(&o["codigo"].to_string()))
        };
        let lines = book.of("infracao").iter().filter(plain);
        let Some(line) = lines.clone().find(named).or_else(|| lines.clone().next()) else { continue };
        let code = text(line, "codigo").to_string();
        let norm = ["meses", "unidade_em", "arredonda"].iter().filter_map(|k| book.norm().get(*k));
        let rules = book.of("reincidencia").iter().chain(book.of("escalada")).chain(book.of("correcao"));
        let parts: Vec<&Json> = rules.chain([class]).chain(norm).collect();
        for answers in book.readings_of(&parts) {
            let law = supposing(book, law, &answers, UNITS);
            let reaches =
                |r: &&Json| book.pick(&r["classes"], &answers).as_array().unwrap().contains(&class["id"]);
            let ladder = book.ladder(class, ON).map(|l| ("escalada", l));
            let rules = book.of("reincidencia").iter().filter(reaches).map(|r| ("reincidencia", r));
            let rules: Vec<_> = ladder.into_iter().chain(rules).collect();
            for (_, rule) in rules.iter().skip(1) {
                tally.asked.insert(("reincidencia", name_of(rule)));
            }
            let Some(first) = rules.first() else { continue };
            for q in histories(book, &code, line, class, &answers) {
                put(book, &law, &answers, &q, *first, tally);
            }
        }
    }
}

fn histories(book: &Book, code: &str, line: &Json, class: &Json, answers: &Answers) -> Vec<Question> {
    let mut out = Vec::new();
    let ask = |fact: Date, history: Vec<Prior>| Question {
        code: code.to_string(),
        moment: Moment { fact, decided: Some(shift(fact, 20, 'd', true)), ..Moment::default() },
        history,
        chosen: None,
    };
    let windows = windows(book, class, answers);
    // every month end in the readings by default, and one of them in the others
    let month_ends = [date(2023, 8, 31), date(2023, 1, 31), date(2024, 2, 29)];
    for booked in month_ends.into_iter().take(if answers.is_empty() { 3 } else { 1 }) {
        let fact = shift(booked, -2, 'd', true);
        let punished = shift(booked, 30, 'd', true);
        let mut days = vec![punished, punished.tomorrow().unwrap()];
        for (n, unit) in &windows {
            for from in [fact, booked, punished] {
                let end = shift(from, *n, *unit, book.cuts(answers));
                days.extend([end.yesterday().unwrap(), end, end.tomorrow().unwrap()]);
                // where the window must reach the decision, twenty days after the fact
                if book
                    .of("reincidencia")
                    .iter()
                    .any(|r| book.word(r, "alcanca", answers, "fato") == "decisao")
                {
                    days.extend([-21, -20, -19].map(|d| shift(end, d, 'd', true)));
                }
            }
        }
        days.sort();
        days.dedup();
        for earlier in before(book, line) {
            let same = earlier["codigo"] == line["codigo"];
            let all = [None, Some("multa"), Some("advertencia")];
            let penalties = if same && answers.is_empty() { &all[..] } else { &all[..1] };
            for penalty in penalties {
                let prior = Prior {
                    code: text(earlier, "codigo").into(),
                    fact,
                    booked,
                    punished: Some(punished),
                    penalty: *penalty,
                    annulled: false,
                };
                for d in &days {
                    out.push(ask(*d, vec![prior.clone()]));
                    if same && penalty.is_none() {
                        out.push(ask(*d, vec![Prior { punished: None, ..prior.clone() }]));
                        out.push(ask(*d, vec![Prior { annulled: true, ..prior.clone() }]));
                        // two and three of them, a month apart
                        let back = |n: i32| Prior {
                            fact: shift(fact, -n, 'm', true),
                            booked: shift(booked, -n, 'm', true),
                            punished: Some(shift(punished, -n, 'm', true)),
                            ..prior.clone()
                        };
                        out.push(ask(*d, vec![back(2), prior.clone()]));
                        out.push(ask(*d, vec![back(4), back(2), prior.clone()]));
                    }
                }
            }
        }
    }
    out
}
