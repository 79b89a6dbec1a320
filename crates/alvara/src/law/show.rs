//! `alvara law show`: the law as a person reads it.

use std::process::ExitCode;

use anyhow::{Result, bail};
use brasil::lexml;
use jiff::civil::Date;
use law::provision::Provision;
use law::value::date_pt;
use law::{Law, reading::Reading};

use crate::console::wrap;
use crate::rulebooks::Shelf;

pub fn run(name: &str, provision: Option<&str>, on: Option<Date>, shelf: &Shelf) -> Result<ExitCode> {
    let law = shelf.law(name)?;
    let on = on.unwrap_or_else(crate::clock::today);
    let Some(wanted) = provision else {
        head(&law, on);
        for p in law.provisions.values() {
            show(&law, p, on);
        }
        return Ok(ExitCode::SUCCESS);
    };
    let under = format!("{wanted}.");
    let found: Vec<&Provision> =
        law.provisions.values().filter(|p| p.id.as_ref() == wanted || p.id.starts_with(&under)).collect();
    if found.is_empty() {
        bail!(
            "a norma não tem o dispositivo “{wanted}”; escreva, por exemplo, art9.inc6, art22.unico ou anexo1.III-02"
        );
    }
    found.iter().for_each(|p| show(&law, p, on));
    Ok(ExitCode::SUCCESS)
}

fn head(law: &Law, on: Date) {
    say!("{}", law.norm.title);
    say!("{} · {}/{} · {}", law.norm.urn, law.norm.municipality, law.norm.state, law.norm.body);
    say!("Em vigor desde {}. Situação em {}.", date_pt(law.norm.since), date_pt(on));
    for a in &law.norm.amendments {
        say!("  alterado por {} desde {}: {}", a.name, date_pt(a.since), a.says);
    }
    say!("");
}

fn show(law: &Law, p: &Provision, on: Date) {
    say!("{}  [{}]", lexml::cite(&p.id), p.id);
    say!("{}", wrap(&p.says, 100, "  "));
    let status = if on < law.norm.since {
        format!("só vigora desde {}", date_pt(law.norm.since))
    } else {
        law.status(&p.id, on).map_or_else(String::new, |s| s.pt_br())
    };
    say!("  situação: {status}");
    if p.wordings.len() > 1 || p.wordings.iter().any(|w| w.until.is_some() || w.by.is_some()) {
        for w in &p.wordings {
            let until = w.until.map_or_else(String::new, |u| format!(" até {}", date_pt(u)));
            let by = w.by.as_deref().map_or_else(|| "redação original".into(), |b| format!("redação do {b}"));
            let revoked =
                w.revoked_by.as_deref().map_or_else(String::new, |r| format!(", revogado pelo {r}"));
            say!("  desde {}{until}: {by}{revoked}", date_pt(w.since));
        }
    }
    match &p.no_rule {
        Some(n) => say!("  sem regra ({}): {}", n.kind, n.why),
        None => {
            for rule in rules(law, &p.id) {
                say!("{}", wrap(&format!("· {rule}"), 100, "  "));
            }
        }
    }
    for r in law.readings.values().filter(|r| r.base.contains(&p.id)) {
        show_reading(r, on);
    }
    say!("");
}

/// The rules on a provision, in words.
fn rules(law: &Law, provision: &str) -> Vec<String> {
    law.rules_on(provision)
        .into_iter()
        .map(|rule| {
            let (kind, id) = rule.split_once(' ').unwrap_or((&rule, ""));
            let says = match kind {
                "requisito" => law.requirements.get(id).map(|r| r.says.clone()),
                "titulo" => law.titles.get(id).map(|r| r.says.clone()),
                "prazo" => law.deadlines.get(id).map(|r| r.says.clone()),
                "classe" => law.classes.get(id).map(|r| r.label.clone()),
                "infracao" => law.offences.get(id).map(|r| {
                    let classes: Vec<&str> = r.class.all().into_iter().map(AsRef::as_ref).collect();
                    format!("{} Classe {}.", r.says, classes.join(" ou "))
                }),
                "concurso" => law.concurrences.get(id).map(|r| r.says.clone()),
                "medida" => law.measures.get(id).map(|r| r.says.clone()),
                "processo" => law.processes.get(id).map(|r| r.says.clone()),
                "notificacao" => law.services.get(id).map(|r| r.says.clone()),
                "competencia" => law.competences.get(id).map(|r| r.says.clone()),
                "cobranca" => law.charges.get(id).map(|r| r.says.clone()),
                "entrega" => law.filings.get(id).map(|r| r.says.clone()),
                "conteudo" => law.contents.get(id).map(|r| r.says.clone()),
                "parametro" => law.parameters.get(id).map(|r| r.label.clone()),
                "correcao" => law.indexings.get(id).map(|r| r.says.clone()),
                "escalada" => law.ladders.get(id).map(|r| r.says.clone()),
                "calendario" => law.windows.get(id).map(|r| r.says.clone()),
                "transferencia" => law.transfers.get(id).map(|r| r.says.clone()),
                "trava" => law.bars.get(id).map(|r| r.says.clone()),
                "taxa" => law.levies.get(id).map(|r| r.says.clone()),
                "pontuacao" => law.accounts.get(id).map(|r| r.says.clone()),
                "pagamento" => law.payments.get(id).map(|r| r.says.clone()),
                "auto" => law.notices.get(id).map(|r| r.says.clone()),
                "limite" => law.limits.get(id).map(|r| r.says.clone()),
                "fila" => law.queues.get(id).map(|r| r.says.clone()),
                "ponto" => law.stands.get(id).map(|r| r.says.clone()),
                _ => None,
            };
            match says {
                Some(says) => format!("{kind} {id}: {says}"),
                None => rule,
            }
        })
        .collect()
}

fn show_reading(r: &Reading, on: Date) {
    say!("{}", wrap(&format!("? {} {}", r.id, r.question), 100, "  "));
    for (id, words) in &r.answers {
        let mark = if id == r.on(on) { "●" } else { "○" };
        let default = if *id == r.default { " (padrão)" } else { "" };
        say!("{}", wrap(&format!("{mark} {id}: {words}{default}"), 100, "      "));
    }
    for ruling in &r.rulings {
        say!("      decisão desde {}: {} ({})", date_pt(ruling.since), ruling.answer, ruling.by);
    }
    if r.contested {
        say!("      contestada: quem aplica deve conferir com a procuradoria; decide: {}", r.who);
    }
}
