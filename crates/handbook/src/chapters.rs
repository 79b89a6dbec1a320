//! The chapters of a handbook.

use brasil::lexml;
use jiff::civil::Date;
use law::value::date_pt;
use law::{Id, Law};

use crate::page::{Block, Chapter, Item, Row, Table, capital, list, sentence};
use crate::words::{all_who, condition, deadline, deadline_named, on, penalty, price, rule, who, works};

/// A rule's name and the provisions it stands on.
type Standing = (Id, Vec<Id>);

fn chapter(id: &'static str, title: &str, blocks: Vec<Block>) -> Chapter {
    Chapter { id, title: title.into(), blocks }
}

/// What is demanded, by whom it binds.
pub(crate) fn requirements(law: &Law, day: Date) -> Chapter {
    let mut subjects: Vec<&Id> = Vec::new();
    law.requirements.values().for_each(|r| {
        if !subjects.contains(&&r.subject) {
            subjects.push(&r.subject);
        }
    });
    let mut blocks = Vec::new();
    for subject in subjects {
        let mine = law.requirements.values().filter(|r| {
            r.subject == *subject && works(law, &r.base, r.span, day) && law.concerns_somebody(r, day)
        });
        let items: Vec<Item> = mine
            .map(|r| {
                let paper = r.document.as_ref().and_then(|d| law.documents.get(d));
                let scope = r.applies.as_ref().map(|a| condition(law, a, day)).filter(|a| !a.is_empty());
                Item::new(sentence(&r.says), sentence(&condition(law, &r.demands, day)), &r.base)
                    .note(scope.map_or_else(String::new, |a| format!("Só se {a}.")))
                    .note(paper.map_or_else(String::new, |d| format!("Prova-se com: {}.", d.says)))
                    .note(if r.remedy.is_empty() { String::new() } else { format!("Falta? {}", r.remedy) })
            })
            .collect();
        if let Some(list) = list(items) {
            blocks.push(Block::Heading(format!("Para: {}", who(subject)), None));
            blocks.push(list);
        }
    }
    let titles = law.titles.values().filter(|t| works(law, &t.base, t.span, day));
    let titles: Vec<Item> =
        titles.filter_map(|t| Some(Item::new("", rule(law, "titulo", &t.id, day)?, &t.base))).collect();
    if let Some(list) = list(titles) {
        blocks.push(Block::Heading("A licença e quanto ela dura".into(), None));
        blocks.push(list);
    }
    chapter("requisitos", "O que preciso ter para trabalhar?", blocks)
}

/// What is forbidden and what it costs.
pub(crate) fn offences(law: &Law, day: Date) -> Chapter {
    let mut blocks = Vec::new();
    for c in law.classes.values() {
        let rows: Vec<Row> = law
            .offences
            .values()
            .filter(|o| o.class == c.id && works(law, o.base.get(..1).unwrap_or_default(), o.span, day))
            .map(|o| {
                let who = o.who_by.as_ref().and_then(|w| on(w, law, day)).unwrap_or(&o.who);
                let measures: Vec<String> =
                    o.measures.iter().filter_map(|m| law.measures.get(m)).map(|m| m.says.clone()).collect();
                let conduct = match measures.as_slice() {
                    [] => sentence(&o.says),
                    m => format!("{} Além da pena: {}.", sentence(&o.says), m.join("; ")),
                };
                Row { cells: vec![o.code.to_string(), conduct, capital(&all_who(who))], base: o.base.clone() }
            })
            .collect();
        if !rows.is_empty() {
            blocks.push(Block::Heading(capital(&c.label), None));
            blocks.push(Block::Text(format!("Pena: {}.", penalty(law, c, day))));
            let caption = format!("Infrações: {}", c.label);
            blocks.push(Block::Table(Table {
                caption,
                headers: vec!["Código", "O que não se pode fazer", "Quem"],
                rows,
            }));
        }
    }
    let mut more = |title: &str, kind: &str, found: Vec<(Id, Vec<Id>)>| {
        let items: Vec<Item> = found
            .into_iter()
            .filter_map(|(id, base)| Some(Item::new("", rule(law, kind, &id, day)?, &base)))
            .collect();
        if let Some(list) = list(items) {
            blocks.push(Block::Heading(title.into(), None));
            blocks.push(list);
        }
    };
    let repeats = law.recidivism.values().filter(|r| works(law, &r.base, r.span, day));
    more("Se repetir", "reincidencia", repeats.map(|r| (r.id.clone(), r.base.clone())).collect());
    let ladders = law.ladders.values().filter(|r| works(law, &r.base, r.span, day));
    more(
        "Infração depois de infração",
        "escalada",
        ladders.map(|r| (r.id.clone(), r.base.clone())).collect(),
    );
    let rises = law.indexings.values().filter(|r| works(law, &r.base, r.span, day));
    more("Correção das multas", "correcao", rises.map(|r| (r.id.clone(), r.base.clone())).collect());
    let measures = law.measures.values().filter(|r| works(law, &r.base, r.span, day));
    more(
        "Apreensão, suspensão e outras medidas",
        "medida",
        measures.map(|r| (r.id.clone(), r.base.clone())).collect(),
    );
    let bars = law.bars.values().filter(|r| works(law, &r.base, r.span, day));
    more(
        "Quem não pode voltar, e por quanto tempo",
        "trava",
        bars.map(|r| (r.id.clone(), r.base.clone())).collect(),
    );
    chapter("infracoes", "O que é proibido e quanto custa?", blocks)
}

/// Fees and prices.
pub(crate) fn money(law: &Law, day: Date) -> Chapter {
    let mut rows = Vec::new();
    for c in law.charges.values().filter(|c| works(law, &c.base, c.span, day)) {
        if !on(&c.due, law, day).copied().unwrap_or(true) {
            continue;
        }
        for p in &c.parts {
            rows.push(Row {
                cells: vec![sentence(&c.says), sentence(&p.says), price(law, p, day), capital(&who(&c.who))],
                base: c.base.clone(),
            });
        }
    }
    for l in law.levies.values().filter(|l| works(law, &l.base, l.span, day)) {
        let words = rule(law, "taxa", &l.id, day).unwrap_or_default();
        rows.push(Row {
            cells: vec![
                sentence(&l.says),
                words,
                crate::words::value(law, &l.price, day),
                capital(&who(&l.payer)),
            ],
            base: l.base.clone(),
        });
    }
    let mut blocks = Vec::new();
    if !rows.is_empty() {
        let headers = vec!["O que se paga", "Parcela", "Quanto", "Quem paga"];
        blocks.push(Block::Table(Table { caption: "Taxas e contas".into(), headers, rows }));
    }
    let rows: Vec<Row> = law
        .parameters
        .values()
        .map(|p| {
            let known = p.on(day);
            let value = crate::words::value(law, &p.id, day);
            let source =
                known.map_or_else(String::new, |v| format!("{}, desde {}", v.source, date_pt(v.since)));
            Row { cells: vec![sentence(&p.label), value, source], base: p.base.clone() }
        })
        .collect();
    if !rows.is_empty() {
        let caption = format!("Valores em {}", date_pt(day));
        blocks
            .push(Block::Table(Table { caption, headers: vec!["Valor", "Quanto é", "De onde vem"], rows }));
    }
    chapter("valores", "Quanto se paga?", blocks)
}

/// How cases go, within what time, and who decides.
pub(crate) fn procedure(law: &Law, day: Date) -> Chapter {
    let mut blocks = Vec::new();
    for p in law.processes.values().filter(|p| works(law, &p.base, p.span, day)) {
        let stages = p.stages.iter().filter(|s| on(&s.exists, law, day).copied().unwrap_or(true));
        let items: Vec<Item> = stages
            .map(|s| {
                let time = s.deadline.as_ref().map(|d| deadline_named(law, d, day)).unwrap_or_default();
                let time = if time.is_empty() { time } else { format!("Prazo: {time}.") };
                Item::new(sentence(&s.says), format!("Quem age: {}.", who(&s.who)), &s.base).note(time)
            })
            .collect();
        if !items.is_empty() {
            blocks.push(Block::Heading(capital(&p.says), None));
            blocks.push(Block::List { ordered: true, items });
            if let Some(lasts) = p.cap.as_ref().and_then(|c| on(&c.lasts, law, day)) {
                blocks.push(Block::Text(format!("O processo todo termina em até {lasts}.")));
            }
        }
    }
    let simple: [(&str, &str, Vec<Standing>); 4] = [
        (
            "Como o Município avisa",
            "notificacao",
            law.services.values().map(|s| (s.id.clone(), s.base.clone())).collect(),
        ),
        (
            "Quem decide o quê",
            "competencia",
            law.competences.values().map(|c| (c.id.clone(), c.base.clone())).collect(),
        ),
        (
            "Vagas, filas e limites",
            "limite",
            law.limits.values().map(|c| (c.id.clone(), c.base.clone())).collect(),
        ),
        (
            "Quem vem antes na fila",
            "fila",
            law.queues.values().map(|c| (c.id.clone(), c.base.clone())).collect(),
        ),
    ];
    for (title, kind, found) in simple {
        let lines = found.into_iter().filter(|(_, base)| works(law, base, law::Span::default(), day));
        let items: Vec<Item> =
            lines.filter_map(|(id, base)| Some(Item::new("", rule(law, kind, &id, day)?, &base))).collect();
        if let Some(list) = list(items) {
            blocks.push(Block::Heading(title.into(), None));
            blocks.push(list);
        }
    }
    let rows: Vec<Row> = law
        .deadlines
        .values()
        .filter(|d| works(law, &d.base, d.span, day))
        .map(|d| Row { cells: vec![sentence(&d.says), deadline(law, d, day)], base: d.base.clone() })
        .collect();
    if !rows.is_empty() {
        blocks.push(Block::Heading("Todos os prazos".into(), None));
        blocks.push(Block::Table(Table {
            caption: "Prazos".into(),
            headers: vec!["Para quê", "Quanto tempo"],
            rows,
        }));
    }
    chapter("defesa", "Como me defendo e como correm os processos?", blocks)
}

/// The law article by article.
pub(crate) fn articles(law: &Law, day: Date) -> Chapter {
    let mut blocks = Vec::new();
    for p in law.provisions.values() {
        let status = law.status(&p.id, day);
        let works = status.as_ref().is_none_or(law::provision::Status::works);
        blocks.push(Block::Heading(capital(&lexml::cite(&p.id)), Some(p.id.clone())));
        blocks.push(Block::Text(sentence(&p.says)));
        if let Some(s) = status.filter(|s| *s != law::provision::Status::InForce) {
            blocks.push(Block::Text(format!("Situação em {}: {}.", date_pt(day), s.pt_br())));
        }
        if !works {
            continue;
        }
        let mut items: Vec<Item> = law
            .rules_on(&p.id)
            .iter()
            .filter_map(|r| {
                let (kind, id) = r.split_once(' ')?;
                Some(Item::new("", rule(law, kind, id, day)?, &[]))
            })
            .collect();
        for r in law.readings.values().filter(|r| r.base.contains(&p.id)) {
            let answer = r.answer_in_words(r.on(day));
            items.push(Item::new(
                "Dúvida da lei.",
                format!("{} Lê-se: {}", r.question, sentence(answer)),
                &[],
            ));
        }
        blocks.extend(list(items));
    }
    chapter("artigos", "A lei, artigo por artigo", blocks)
}

/// The gaps of the law and how they are read.
pub(crate) fn readings(law: &Law, day: Date) -> Chapter {
    let items: Vec<Item> = law
        .readings
        .values()
        .map(|r| {
            let in_force = r.on(day);
            let ruled = r.rulings.iter().rev().find(|x| x.since <= day);
            let how = ruled.map_or_else(
                || "É o que vale até o Município decidir.".to_string(),
                |x| format!("Decidido por {}, desde {}.", x.by, date_pt(x.since)),
            );
            let others: Vec<&str> =
                r.answers.iter().filter(|(a, _)| a != in_force).map(|(_, words)| words.as_str()).collect();
            let others = if others.is_empty() {
                String::new()
            } else {
                format!("Outra leitura possível: {}.", others.join("; ou "))
            };
            Item::new(sentence(&r.question), sentence(r.answer_in_words(in_force)), &r.base)
                .note(how)
                .note(others)
                .note(if r.who.is_empty() { String::new() } else { format!("Quem pode decidir: {}.", r.who) })
        })
        .collect();
    let mut blocks = Vec::new();
    if let Some(list) = list(items) {
        blocks.push(Block::Text(
            "Onde a lei é omissa ou duvidosa, o Município escolhe uma leitura. Estas são as dúvidas e como cada uma se lê.".into(),
        ));
        blocks.push(list);
    }
    chapter("leituras", "As dúvidas da lei e como se leem", blocks)
}
