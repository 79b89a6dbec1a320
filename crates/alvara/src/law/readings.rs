//! `alvara law readings`: every gap of a law, how it is read on a day, and what would change if it were read otherwise.

use std::process::ExitCode;

use anyhow::{Result, bail};
use brasil::lexml;
use indexmap::IndexMap;
use indicatif::ProgressBar;
use jiff::civil::Date;
use law::Id;
use law::reading::Reading;
use law::value::date_pt;
use rulebook::cases::change::{Alternatives, alternatives};
use rulebook::cases::{self, Case};
use rulebook::diagnostic;
use rulebook::uses::{Use, uses};
use serde_json::{Value as Json, json};

use crate::console::{self, count, wrap};
use crate::rulebooks::Shelf;

/// How many names of cases are shown to a person.
const NAMES: usize = 5;

pub fn run(name: &str, on: Option<Date>, json: bool, shelf: &Shelf) -> Result<ExitCode> {
    let law = shelf.law(name)?;
    let on = on.unwrap_or_else(crate::clock::today);
    let places = uses(&shelf.rules(name)?);
    let sources = shelf.cases(name)?;
    let (cases, faults) = cases::read(&sources);
    if !faults.is_empty() {
        bail!("os casos de “{name}” têm erros:\n{}", diagnostic::draw(&faults, &sources, console::colour()));
    }
    let waiting = if json { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    waiting.set_message(format!("{} para cada outra resposta", count(cases.len(), "caso", "casos")));
    waiting.enable_steady_tick(std::time::Duration::from_millis(200));
    let told = alternatives(&law, &cases, on);
    waiting.finish_and_clear();
    let book = Book { places: &places, cases: &cases, on };
    let readings = law.readings.values().zip(&told);
    if json {
        let list: Vec<Json> = readings.map(|(r, a)| book.json(r, a)).collect();
        say!("{:#}", json!({ "norma": law.norm.urn.as_ref(), "em": on.to_string(), "leituras": list }));
        return Ok(ExitCode::SUCCESS);
    }
    say!("{}", law.norm.title);
    let contested = law.readings.values().filter(|r| r.contested).count();
    let moving = told.iter().filter(|a| a.others.iter().any(|o| !o.cases.is_empty())).count();
    say!(
        "Situação em {}: {}, {}; {} de algum dos {}\n",
        date_pt(on),
        count(law.readings.len(), "leitura", "leituras"),
        count(contested, "contestada", "contestadas"),
        count(moving, "muda a resposta", "mudam a resposta"),
        count(cases.len(), "caso", "casos"),
    );
    readings.for_each(|(r, a)| book.print(r, a));
    Ok(ExitCode::SUCCESS)
}

struct Book<'a> {
    places: &'a IndexMap<Id, Vec<Use>>,
    cases: &'a [Case],
    on: Date,
}

impl Book<'_> {
    fn print(&self, r: &Reading, told: &Alternatives) {
        say!("{}", wrap(&format!("{}  {}", r.id, r.question), 100, ""));
        if !r.base.is_empty() {
            say!("  {}", cited(r.base.iter().map(AsRef::as_ref)));
        }
        let ruled = r.rulings.iter().rev().find(|x| x.since <= self.on);
        for (answer, words) in &r.answers {
            let mark = if *answer == told.in_force { "●" } else { "○" };
            let how = match (ruled, *answer == r.default) {
                (Some(x), _) if x.answer == *answer => {
                    format!(" (decisão: {}, desde {})", x.by, date_pt(x.since))
                }
                (_, true) => " (padrão)".into(),
                _ => String::new(),
            };
            say!("{}", wrap(&format!("{mark} {answer}: {words}{how}"), 100, "    "));
            if let Some(other) = told.others.iter().find(|o| o.answer == *answer) {
                let names: Vec<&str> = other
                    .cases
                    .iter()
                    .take(NAMES)
                    .filter_map(|i| self.cases.get(*i))
                    .map(|c| c.name.as_str())
                    .collect();
                let more = other.cases.len().saturating_sub(NAMES);
                let more = if more > 0 { format!("; e mais {more}") } else { String::new() };
                let text = match other.cases.len() {
                    0 => "nenhum caso responderia outra coisa".to_string(),
                    n => {
                        let verb = if n == 1 { "responderia" } else { "responderiam" };
                        format!(
                            "{} {verb} outra coisa: {}{more}",
                            count(n, "caso", "casos"),
                            names.join("; ")
                        )
                    }
                };
                say!("{}", wrap(&text, 100, "        "));
            }
        }
        for x in r.rulings.iter().filter(|x| x.since > self.on) {
            say!("    decisão que ainda não vale, desde {}: {} ({})", date_pt(x.since), x.answer, x.by);
        }
        match self.places.get(&r.id) {
            Some(places) => places.iter().for_each(|p| self.print_place(p)),
            None if r.has_effect => {}
            None => say!("    nenhuma regra depende dela"),
        }
        let who = if r.who.is_empty() { String::new() } else { format!("decide: {}", r.who) };
        let contested = if r.contested { "contestada" } else { "" };
        let foot =
            [contested, who.as_str()].into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join("; ");
        if !foot.is_empty() {
            say!("    {foot}");
        }
        say!("");
    }

    fn print_place(&self, p: &Use) {
        let base = cited(p.base.iter().map(String::as_str));
        let base = if base.is_empty() { base } else { format!(" ({base})") };
        let rule = if p.rule.is_empty() { p.kind.clone() } else { format!("{} {}", p.kind, p.rule) };
        say!("{}", wrap(&format!("muda {rule}, {}{base}", p.key), 100, "    "));
        let simple = p.values.iter().all(|(_, v)| !v.starts_with(['{', '[']) && v.chars().count() <= 40);
        if simple {
            let values: Vec<String> =
                p.values.iter().map(|(a, v)| format!("{a}: {}", v.trim_matches('"'))).collect();
            say!("{}", wrap(&values.join("; "), 100, "      "));
        }
    }

    fn json(&self, r: &Reading, told: &Alternatives) -> Json {
        let names = |list: &[usize]| -> Vec<&str> {
            list.iter().filter_map(|i| self.cases.get(*i)).map(|c| c.name.as_str()).collect()
        };
        let others: Vec<Json> = told
            .others
            .iter()
            .map(|o| json!({ "resposta": o.answer.as_ref(), "casos": names(&o.cases) }))
            .collect();
        let places = self.places.get(&r.id).map_or(&[] as &[Use], Vec::as_slice);
        let places: Vec<Json> = places
            .iter()
            .map(|p| {
                let values: serde_json::Map<String, Json> =
                    p.values.iter().map(|(a, v)| (a.clone(), v.as_str().into())).collect();
                json!({ "tipo": p.kind, "regra": p.rule, "chave": p.key, "base": p.base, "valores": values })
            })
            .collect();
        let rulings: Vec<Json> = r
            .rulings
            .iter()
            .map(|x| json!({ "resposta": x.answer.as_ref(), "desde": x.since.to_string(), "ato": x.by }))
            .collect();
        let answers: serde_json::Map<String, Json> =
            r.answers.iter().map(|(a, words)| (a.to_string(), words.as_str().into())).collect();
        json!({
            "id": r.id.as_ref(), "pergunta": r.question, "base": r.base.iter().map(AsRef::as_ref).collect::<Vec<&str>>(),
            "respostas": answers, "padrao": r.default.as_ref(), "vigora": told.in_force.as_ref(), "decisoes": rulings,
            "quem": r.who, "contestada": r.contested, "efeito": r.has_effect, "porque": r.why,
            "regras": places, "outras": others,
        })
    }
}

fn cited<'a>(base: impl Iterator<Item = &'a str>) -> String {
    base.map(lexml::cite).collect::<Vec<_>>().join("; ")
}
