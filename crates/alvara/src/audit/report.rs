//! What the audit tells: the summary for people and machines, and one line for each row.

use jiff::civil::Date;
use law::audit::{Audit, RowVerdict};
use law::eligibility::LineStatus;
use law::value::date_pt;
use law::{Facts, Law, Outcome};
use serde_json::{Value as Json, json};

use super::Times;
use crate::console::wrap;
use crate::register::Found;
use crate::register::rows::Sheet;

/// The header of the output: the line in the file, what names the row there, the verdict and why.
pub fn header(sheet: &Sheet) -> Vec<String> {
    let verdict = [
        "resultado, do que a planilha permite verificar",
        "artigos",
        "não atende",
        "indeterminado",
        "razões",
    ];
    let named = sheet.naming().map(str::to_string);
    std::iter::once("linha".to_string()).chain(named).chain(verdict.map(str::to_string)).collect()
}

/// One line of the output.
pub fn line(line: u64, names: &[String], verdict: [String; 5]) -> impl Iterator<Item = String> {
    std::iter::once(line.to_string()).chain(names.iter().cloned()).chain(verdict)
}

/// The line of a row that could not be read, and why; what names it could not be read either.
pub fn unreadable(number: u64, naming: usize, why: &str) -> impl Iterator<Item = String> {
    let empty = String::new;
    let verdict = ["ilegível".to_string(), empty(), empty(), empty(), why.to_string()];
    std::iter::once(number.to_string()).chain(std::iter::repeat_n(empty(), naming)).chain(verdict)
}

/// The verdict of a row: outcome, articles, requirements failed and unknown, reasons.
pub fn row(law: &Law, audit: &Audit<'_>, row: &RowVerdict<'_>, facts: impl Fn() -> Facts) -> [String; 5] {
    let name = |id: &law::Id| law.requirements.get(id).map_or_else(|| id.to_string(), |r| r.says.clone());
    let joined = |list: &[&law::plan::PlannedRequirement]| {
        list.iter().map(|r| name(&r.id)).collect::<Vec<_>>().join("; ")
    };
    let mut articles: Vec<String> = Vec::new();
    for a in row.failed.iter().chain(&row.undetermined).flat_map(|r| &r.base) {
        let cited = brasil::lexml::cite(a);
        if !articles.contains(&cited) {
            articles.push(cited);
        }
    }
    let reasons = if row.outcome == Outcome::Yes {
        String::new()
    } else {
        let explained = audit.explain(&facts());
        explained
            .lines
            .iter()
            .filter(|l| matches!(l.status, LineStatus::Failed | LineStatus::Undetermined))
            .map(|l| l.words(law))
            .collect::<Vec<_>>()
            .join("; ")
    };
    [
        word(row.outcome).to_string(),
        articles.join("; "),
        joined(&row.failed),
        joined(&row.undetermined),
        reasons,
    ]
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Yes => "sim",
        Outcome::No => "não",
        Outcome::Undetermined => "indeterminado",
    }
}

/// The summary for people.
pub fn print(law: &Law, audit: &Audit<'_>, found: &Found, on: Date, times: &Times) {
    let notes = &found.notes;
    let s = audit.summary();
    let share = |n: u64| if s.rows == 0 { 0.0 } else { n as f64 * 100.0 / s.rows as f64 };
    say!("\n{} em {}", law.norm.title, date_pt(on));
    say!("  {:>9}  linhas julgadas", s.rows);
    say!("  {:>9}  sim            {:>5.1} %", s.yes, share(s.yes));
    say!("  {:>9}  não            {:>5.1} %", s.no, share(s.no));
    say!("  {:>9}  indeterminado  {:>5.1} %", s.undetermined, share(s.undetermined));
    say!("  {:>9}  linhas que não se puderam ler", found.tally.bad);

    say!("\nPor requisito        não atende  só este  indeterm.   não se aplica");
    for r in &s.requirements {
        let says = law.requirements.get(&r.id).map_or(r.id.as_ref(), |x| x.says.as_str());
        let cited = r.base.iter().map(|b| brasil::lexml::cite(b)).collect::<Vec<_>>().join("; ");
        if r.works {
            say!(
                "  {:>26} {:>8} {:>10} {:>15}   {says} ({cited})",
                r.failed,
                r.near_misses,
                r.undetermined,
                r.not_applicable
            );
        } else {
            say!("  {:>26}                                      {says} ({cited}): fora de vigor", "—");
        }
    }
    say!("\nPor artigo");
    for (article, count) in s.articles.iter().filter(|(_, c)| c.failed > 0) {
        say!("  {:>9}  {}", count.failed, brasil::lexml::cite(article));
    }
    if !s.near_misses.is_empty() {
        let shown: Vec<String> = s.near_misses.iter().take(10).map(|n| n.row.to_string()).collect();
        say!("\nFalta um só requisito (primeiras linhas): {}", shown.join(", "));
    }
    if !s.missing.is_empty() {
        say!("\nO que falta para decidir");
        for (id, n) in &s.missing {
            let label = law.fact(id).map_or_else(|| id.to_string(), |f| f.label.clone());
            say!("  {n:>9}  {label}");
        }
    }
    let unverifiable = audit.unverifiable_in_words();
    if !unverifiable.is_empty() {
        say!("\nO que esta planilha não permite verificar");
        unverifiable.iter().for_each(|u| say!("{}", wrap(&format!("· {u}"), 110, "  ")));
    }
    if !notes.cells.is_empty() {
        say!("\nCélulas ausentes ou impossíveis (tomadas como desconhecidas, nunca supostas)");
        let mut cells: Vec<_> = notes.cells.iter().collect();
        cells.sort_by(|a, b| b.1.cmp(a.1));
        cells.iter().take(20).for_each(|(why, n)| say!("  {n:>9}  {why}"));
        notes.listed.iter().for_each(|l| say!("             {l}"));
    }
    if !notes.rows.is_empty() {
        say!("\nLinhas que não se puderam ler");
        notes.rows.iter().for_each(|(why, n)| say!("  {n:>9}  {why}"));
        notes.listed_rows.iter().for_each(|l| say!("             {l}"));
    }
    say!(
        "\nLeitura {:.2} s, julgamento {:.3} s, gravação {:.2} s",
        times.reading.as_secs_f64(),
        times.judging.as_secs_f64(),
        times.writing.as_secs_f64()
    );
}

/// The summary for machines.
pub fn json(law: &Law, audit: &Audit<'_>, told: &[String], found: &Found, on: Date, times: &Times) -> Json {
    let notes = &found.notes;
    let s = audit.summary();
    let requirements: Vec<Json> = s
        .requirements
        .iter()
        .map(|r| {
            json!({
                "requisito": r.id.as_ref(), "base": r.base.iter().map(AsRef::as_ref).collect::<Vec<_>>(),
                "em_vigor": r.works, "atende": r.met, "falha": r.failed, "indeterminado": r.undetermined,
                "nao_se_aplica": r.not_applicable, "so_este": r.near_misses,
            })
        })
        .collect();
    let articles: serde_json::Map<String, Json> =
        s.articles.iter().map(|(a, c)| (a.to_string(), c.failed.into())).collect();
    let missing: serde_json::Map<String, Json> =
        s.missing.iter().map(|(f, n)| (f.to_string(), (*n).into())).collect();
    json!({
        "norma": law.norm.urn.as_ref(), "em": on.to_string(),
        "linhas": s.rows, "sim": s.yes, "nao": s.no, "indeterminado": s.undetermined, "ilegiveis": found.tally.bad,
        "requisitos": requirements, "artigos": articles, "falta": missing,
        "quase": s.near_misses.iter().map(|n| json!({ "linha": n.row, "requisito": n.requirement.as_ref() })).collect::<Vec<_>>(),
        "nao_verificaveis": audit.unverifiable().map(|r| r.id.as_ref()).collect::<Vec<_>>(),
        "colunas": told, "celulas": notes.cells, "linhas_ruins": notes.rows,
        "segundos": {
            "leitura": times.reading.as_secs_f64(), "julgamento": times.judging.as_secs_f64(),
            "gravacao": times.writing.as_secs_f64(),
        },
    })
}
