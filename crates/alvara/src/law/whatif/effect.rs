//! What a bill does to a register: who gains, who loses, by which article.

use std::sync::Arc;

use anyhow::Result;
use brasil::lexml;
use indexmap::IndexMap;
use jiff::civil::Date;
use law::audit::AuditFault;
use law::plan::{Plan, Schema, WhatIf, count, rows};
use law::{Facts, Id, Law, Outcome};
use serde_json::{Value as Json, json};

use crate::console::{self, wrap};
use crate::register::rows::Sheet;
use crate::register::{Found, Judge, Page};
use crate::verdicts::Verdicts;

/// How many rows are told as examples of one thing.
const EXAMPLES: usize = 3;

/// Rows counted and the first of them.
#[derive(Debug, Default)]
struct Rows {
    count: usize,
    /// Line, what names it, why.
    examples: Vec<(u64, String, String)>,
}

/// What a bill does through one article.
#[derive(Debug, Default)]
struct OfArticle {
    /// Rows that would fail what stands on it and did not.
    lose: Rows,
    /// Rows of which it could not be told any more.
    unknown: Rows,
    /// Rows that failed and would not.
    gain: Rows,
}

/// Everything that changes in a register.
pub struct Effects<'l> {
    before: &'l Law,
    after: &'l Law,
    on: Date,
    plans: Option<(Plan, Plan, Arc<Schema>)>,
    /// Requirements that the bill touches and this sheet cannot verify.
    unverifiable: Vec<Id>,
    told: Vec<String>,
    rows: usize,
    gained: Rows,
    refused: Rows,
    unsure: Rows,
    articles: IndexMap<Id, OfArticle>,
    out: Option<Verdicts>,
}

impl<'l> Effects<'l> {
    pub fn new(before: &'l Law, after: &'l Law, on: Date, out: Option<Verdicts>) -> Self {
        Effects {
            before,
            after,
            on,
            plans: None,
            unverifiable: Vec::new(),
            told: Vec::new(),
            rows: 0,
            gained: Rows::default(),
            refused: Rows::default(),
            unsure: Rows::default(),
            articles: IndexMap::new(),
            out,
        }
    }

    /// Why a requirement stands as it does for a row, under a law.
    fn why(&self, law: &Law, requirement: &str, facts: &Facts) -> String {
        law.requirements
            .get(requirement)
            .map(|r| law.requirement_line(r, facts, self.on).words(law))
            .unwrap_or_default()
    }

    pub fn close(&mut self) -> Result<()> {
        self.out.take().map_or(Ok(()), Verdicts::close)
    }

    pub fn print(&self, bad: u64) {
        say!("\nCadastro em {}", law::value::date_pt(self.on));
        say!("  {:>9}  linhas julgadas", self.rows);
        if bad > 0 {
            say!("  {bad:>9}  linhas que não se puderam ler");
        }
        say!(
            "  {:>9}  ganham: passariam a atender a tudo o que a planilha permite verificar",
            self.gained.count
        );
        say!("  {:>9}  perdem: deixariam de atender", self.refused.count);
        say!("  {:>9}  ficariam sem resposta: faltaria saber algo", self.unsure.count);
        for (title, found) in
            [("ganham", &self.gained), ("perdem", &self.refused), ("sem resposta", &self.unsure)]
        {
            let lines: Vec<String> =
                found.examples.iter().map(|(l, name, _)| format!("{l}{}", named(name))).collect();
            if !lines.is_empty() {
                say!("  {title}, por exemplo: linhas {}", lines.join(", "));
            }
        }
        if !self.articles.is_empty() {
            say!("\nPor artigo");
        }
        for (article, of) in &self.articles {
            say!("  {}", lexml::cite(article));
            for (words, found) in [
                ("passam a não atender", &of.lose),
                ("ficam sem resposta", &of.unknown),
                ("deixam de falhar", &of.gain),
            ] {
                if found.count > 0 {
                    say!("  {:>9}  {words}", found.count);
                }
                for (line, name, why) in &found.examples {
                    say!("{}", wrap(&format!("linha {line}{}: {why}", named(name)), 110, "             "));
                }
            }
        }
        if !self.unverifiable.is_empty() {
            say!("\nO projeto muda o que esta planilha não permite verificar");
            for id in &self.unverifiable {
                let r = self.after.requirements.get(id).or_else(|| self.before.requirements.get(id));
                say!("  · {}", r.map_or(id.as_ref(), |r| r.says.as_str()));
            }
        }
    }

    pub fn json(&self, found: &Found) -> Json {
        let list = |r: &Rows| {
            let examples: Vec<Json> = r
                .examples
                .iter()
                .map(|(line, name, why)| json!({ "linha": line, "nome": name, "porque": why }))
                .collect();
            json!({ "linhas": r.count, "exemplos": examples })
        };
        let articles: serde_json::Map<String, Json> = self
            .articles
            .iter()
            .map(|(a, of)| {
                let told = json!({ "perdem": list(&of.lose), "sem_resposta": list(&of.unknown), "ganham": list(&of.gain) });
                (a.to_string(), told)
            })
            .collect();
        json!({
            "linhas": self.rows, "ilegiveis": found.tally.bad, "colunas": self.told,
            "celulas": found.notes.cells, "linhas_ruins": found.notes.rows,
            "ganham": list(&self.gained), "perdem": list(&self.refused), "sem_resposta": list(&self.unsure),
            "artigos": articles, "nao_verificaveis": self.unverifiable.iter().map(AsRef::as_ref).collect::<Vec<&str>>(),
        })
    }
}

impl Judge for Effects<'_> {
    fn begin(&mut self, sheet: &Sheet, schema: &Arc<Schema>) -> Result<()> {
        let mut subjects = sheet.subjects(self.after);
        subjects.extend(sheet.subjects(self.before));
        let names: Vec<&str> = subjects.iter().map(AsRef::as_ref).collect();
        let compile = |law: &Law| Plan::compile(law, &names, self.on, None);
        let whole = (compile(self.before), compile(self.after));
        let touched: Vec<Id> = WhatIf::new(&whole.0, &whole.1, schema).touched().cloned().collect();
        let (before, unseen_before) = whole.0.split(schema);
        let (after, unseen_after) = whole.1.split(schema);
        if before.requirements().is_empty() && after.requirements().is_empty() {
            return Err(AuditFault::NothingVerifiable.into());
        }
        for r in unseen_before.iter().chain(&unseen_after).filter(|r| touched.contains(&r.id)) {
            if !self.unverifiable.contains(&r.id) {
                self.unverifiable.push(r.id.clone());
            }
        }
        self.told = sheet.told().to_vec();
        if let Some(out) = &mut self.out {
            let tail = ["antes", "com o projeto", "artigos", "razões"];
            out.csv.row(std::iter::once("linha").chain(sheet.naming()).chain(tail));
        }
        self.plans = Some((before, after, Arc::clone(schema)));
        Ok(())
    }

    fn wants_names(&self) -> bool {
        true
    }

    fn judge(&mut self, page: &Page<'_>) -> Result<()> {
        let block = page.block;
        if block.is_empty() {
            return Ok(());
        }
        let Some((before, after, schema)) = self.plans.take() else { return Ok(()) };
        let verdict = before.bind(&schema).judge(block);
        let what_if = WhatIf::new(&before, &after, &schema);
        let effect = what_if.judge(block, &verdict);
        self.rows += block.len();
        let unsure: Vec<u64> = effect.lost.iter().zip(&effect.refused).map(|(l, r)| l & !r).collect();
        let no_reason = |_: usize| String::new();
        take(&mut self.gained, &effect.gained, page, &no_reason);
        take(&mut self.refused, &effect.refused, page, &no_reason);
        take(&mut self.unsure, &unsure, page, &no_reason);

        // rows are counted once for each article, however many requirements on it change
        let mut of_article: IndexMap<Id, [Vec<u64>; 3]> = IndexMap::new();
        let mut articles = std::mem::take(&mut self.articles);
        for r in &effect.requirements {
            let place =
                |plan: &Plan| plan.requirements().iter().find(|p| p.id == r.id).map(|p| p.base.clone());
            let base = place(&after).or_else(|| place(&before)).unwrap_or_default();
            for article in base {
                let all = of_article
                    .entry(article.clone())
                    .or_insert_with(|| [(); 3].map(|()| vec![0; unsure.len()]));
                let of = articles.entry(article).or_default();
                let sides = [
                    (&r.newly_failed, self.after),
                    (&r.newly_unknown, self.after),
                    (&r.no_longer_failed, self.before),
                ];
                let told = [&mut of.lose, &mut of.unknown, &mut of.gain];
                for (((bits, law), all), told) in sides.into_iter().zip(all).zip(told) {
                    let fresh: Vec<u64> = bits.iter().zip(all.iter()).map(|(b, a)| b & !a).collect();
                    take(told, &fresh, page, &|row| self.why(law, &r.id, &block.facts(row)));
                    all.iter_mut().zip(&fresh).for_each(|(a, f)| *a |= f);
                }
            }
        }
        self.articles = articles;

        if self.out.is_some() {
            let changed: Vec<u64> = effect
                .gained
                .iter()
                .zip(&effect.lost)
                .zip(&effect.refused)
                .map(|((g, l), r)| g | l | r)
                .collect();
            let mut lines = Vec::new();
            for row in rows(&changed) {
                let facts = block.facts(row);
                let mut cited: Vec<String> = Vec::new();
                let mut reasons: Vec<String> = Vec::new();
                for r in &effect.requirements {
                    let is = |bits: &[u64]| bits.get(row / 64).is_some_and(|w| w >> (row % 64) & 1 == 1);
                    let now = is(&r.newly_failed) || is(&r.newly_unknown);
                    if !now && !is(&r.no_longer_failed) {
                        continue;
                    }
                    let law = if now { self.after } else { self.before };
                    let base = law.requirements.get(&r.id).map(|r| &*r.base).unwrap_or_default();
                    cited.extend(base.iter().map(|a| lexml::cite(a)));
                    reasons.push(self.why(law, &r.id, &facts));
                }
                let is = |bits: &[u64]| bits.get(row / 64).is_some_and(|w| w >> (row % 64) & 1 == 1);
                let now = match (is(&effect.gained), is(&effect.refused)) {
                    (true, _) => Outcome::Yes,
                    (_, true) => Outcome::No,
                    _ => Outcome::Undetermined,
                };
                let mut line = vec![page.line(row).to_string()];
                line.extend(page.naming(row).iter().cloned());
                line.extend([
                    console::outcome(verdict.outcome(row)).to_string(),
                    console::outcome(now).to_string(),
                    cited.join("; "),
                    reasons.join("; "),
                ]);
                lines.push(line);
            }
            if let Some(out) = &mut self.out {
                lines.iter().for_each(|l| out.csv.row(l));
                out.write()?;
            }
        }
        self.plans = Some((before, after, schema));
        Ok(())
    }
}

/// What names a row, in one line.
fn name_of(page: &Page<'_>, row: usize) -> String {
    page.naming(row).iter().map(|c| c.trim()).filter(|c| !c.is_empty()).collect::<Vec<_>>().join(", ")
}

fn take(into: &mut Rows, bits: &[u64], page: &Page<'_>, why: &dyn Fn(usize) -> String) {
    into.count += count(bits);
    for row in rows(bits).take(EXAMPLES.saturating_sub(into.examples.len())) {
        into.examples.push((page.line(row), name_of(page, row), why(row)));
    }
}

fn named(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(" ({name})") }
}
