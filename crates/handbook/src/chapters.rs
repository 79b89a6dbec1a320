//! The chapters of a handbook.

use brasil::lexml;
use jiff::civil::Date;
use law::process::{Process, Stage};
use law::tariff::Pricing;
use law::value::date_pt;
use law::{Id, Law};

use crate::page::{Block, Chapter, Item, Row, Table, capital, list, sentence};
use crate::words::{
    all_who, besides, condition, deadline, deadline_named, deadline_readings, demand, filing_due,
    filing_readings, is_real, levied, measure, on, paraphrase, penalty, price, readings_of, reais, rule,
    rule_on, settled, short, stages, who, works,
};

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
            r.subject == *subject && works(law, &r.base, r.span, day) && law.concerns_in_some_season(r, day)
        });
        let items: Vec<Item> = mine
            .map(|r| {
                let paper = r.document.as_ref().and_then(|d| law.documents.get(d));
                let scope = r.applies.as_ref().map(|a| condition(law, a, day)).filter(|a| !a.is_empty());
                let says = paraphrase(law, &r.base);
                let demand = demand(law, r, day);
                let (says, demand) = if says.is_empty() { (demand, says) } else { (says, demand) };
                let conditions = std::iter::once(&r.demands).chain(&r.applies);
                Item::new(sentence(&r.says), sentence(&says), &r.base)
                    .note(led("Na prática: ", &demand))
                    .note(led("Só quando: ", scope.as_deref().unwrap_or_default()))
                    .note(led("Prova-se com: ", paper.map_or("", |d| d.says.as_str())))
                    .note(led(
                        "Falta? ",
                        if settled(law, &r.demands, day) == Some(true) { "" } else { &r.remedy },
                    ))
                    .read(readings_of(law, conditions, day))
            })
            .collect();
        if let Some(list) = list(items) {
            blocks.push(Block::Heading(capital(&who(law, subject)), None));
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
    chapter("dirigir", "O que preciso para dirigir?", blocks)
}

/// What is forbidden and what it costs.
pub(crate) fn offences(law: &Law, day: Date) -> Chapter {
    let mut blocks = Vec::new();
    for c in law.classes.values() {
        let rows: Vec<Row> = law
            .offences
            .values()
            .filter(|o| on(&o.class, law, day) == Some(&c.id))
            .filter(|o| works(law, o.base.get(..1).unwrap_or_default(), o.span, day))
            .map(|o| {
                let who = o.who_by.as_ref().and_then(|w| on(w, law, day)).unwrap_or(&o.who);
                let conduct = format!("{} {}", sentence(&o.says), besides(law, o));
                Row {
                    cells: vec![lexml::line(&o.code), conduct.trim_end().into(), capital(&all_who(law, who))],
                    base: o.base.clone(),
                }
            })
            .collect();
        if !rows.is_empty() {
            blocks.push(Block::Heading(capital(&c.label), None));
            let cost = Item::new("Pena:", format!("{}.", penalty(law, c, day)), &c.base);
            blocks.push(Block::List { ordered: false, items: vec![cost] });
            let caption = format!("Infrações: {}", c.label);
            blocks.push(Block::Table(Table {
                caption,
                headers: vec!["Código", "O que não se pode fazer", "Quem"],
                rows,
            }));
        }
    }
    let repeats = law.recidivism.values().filter(|r| works(law, &r.base, r.span, day));
    let repeats = repeats.map(|r| (r.id.clone(), r.base.clone())).collect();
    let ladders = law.ladders.values().filter(|r| works(law, &r.base, r.span, day));
    let ladders = ladders.map(|r| (r.id.clone(), r.base.clone())).collect();
    let rises = law.indexings.values().filter(|r| works(law, &r.base, r.span, day));
    let rises = rises.map(|r| (r.id.clone(), r.base.clone())).collect();
    let points = law.accounts.values().filter(|r| works(law, &r.base, r.span, day));
    let points = points.map(|r| (r.id.clone(), r.base.clone())).collect();
    let more: [(&str, &str, Vec<Standing>); 4] = [
        ("Se repetir", "reincidencia", repeats),
        ("Infração depois de infração", "escalada", ladders),
        ("Correção das multas", "correcao", rises),
        ("Pontos que se somam", "pontuacao", points),
    ];
    for (title, kind, found) in more {
        blocks.extend(told(law, title, kind, &found, day));
    }
    chapter("proibido", "O que é proibido e quanto custa?", blocks)
}

/// What is taken or stopped, until when, and who may not come back.
pub(crate) fn measures(law: &Law, day: Date) -> Chapter {
    let mine = law.measures.values().filter(|m| works(law, &m.base, m.span, day));
    let items: Vec<Item> = mine
        .map(|m| {
            let (lasts, ends) = measure(law, m, day);
            let says = paraphrase(law, &m.base);
            Item::new(sentence(&m.says), sentence(&says), &m.base)
                .note(sentence(&lasts))
                .note(led("Acaba com: ", &ends))
        })
        .collect();
    let mut blocks: Vec<Block> = list(items).into_iter().collect();
    let bars = law.bars.values().filter(|r| works(law, &r.base, r.span, day));
    let bars: Vec<Standing> = bars.map(|r| (r.id.clone(), r.base.clone())).collect();
    blocks.extend(told(law, "Quem não pode voltar, e por quanto tempo", "trava", &bars, day));
    chapter("medidas", "Apreensão, suspensão e outras medidas", blocks)
}

/// What must be reported, by whom and by when.
pub(crate) fn filings(law: &Law, day: Date) -> Chapter {
    let mine = law.filings.values().filter(|f| works(law, &f.base, f.span, day));
    let items: Vec<Item> = mine
        .map(|f| {
            let late = f.late_offence.as_ref().and_then(|o| on(o, law, day));
            let missing = f.offence.as_ref().map(|o| lexml::line(o)).unwrap_or_default();
            Item::new(
                sentence(&f.says),
                format!("Quem entrega: {}. Quando: {}.", who(law, &f.who), filing_due(law, f, day)),
                &f.base,
            )
            .note(led("Deixar de entregar é a infração ", &missing))
            .note(led(
                "Entregar depois do prazo é a infração ",
                &late.map(|o| lexml::line(o)).unwrap_or_default(),
            ))
            .read(filing_readings(law, f, day))
        })
        .collect();
    chapter("entregas", "O que devo informar, e quando?", list(items).into_iter().collect())
}

/// A heading and the rules of one kind in plain words; nothing when none has anything to tell.
fn told(law: &Law, title: &str, kind: &str, found: &[Standing], day: Date) -> Vec<Block> {
    let items: Vec<Item> =
        found.iter().filter_map(|(id, base)| Some(Item::new("", rule(law, kind, id, day)?, base))).collect();
    list(items).map_or_else(Vec::new, |list| vec![Block::Heading(title.into(), None), list])
}

/// A sentence with what leads to it; nothing when there is nothing to say.
fn led(lead: &str, words: &str) -> String {
    if words.is_empty() { String::new() } else { sentence(&format!("{lead}{words}")) }
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
                cells: vec![
                    sentence(&c.says),
                    sentence(&p.says),
                    price(law, c, p, day),
                    capital(&who(law, &c.who)),
                ],
                base: c.base.clone(),
            });
        }
    }
    for c in law.charges.values().filter(|c| works(law, &c.base, c.span, day)) {
        let bounds = crate::words::bounded(law, &c.bounds, day);
        if let Some(bounds) = bounds.strip_prefix(", ") {
            rows.push(Row {
                cells: vec![sentence(&c.says), "Ao todo.".into(), bounds.into(), capital(&who(law, &c.who))],
                base: c.base.clone(),
            });
        }
    }
    for l in law.levies.values().filter(|l| works(law, &l.base, l.span, day)) {
        rows.push(Row {
            cells: vec![
                sentence(&l.says),
                sentence(&levied(law, l)),
                match law.parameter(&l.price).and_then(|p| p.on(day)) {
                    Some(v) => reais(&v.value),
                    None => crate::words::value(law, &l.price, day),
                },
                capital(&who(law, &l.payer)),
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
        .filter(|p| !is_real(p))
        .map(|p| {
            let known = p.on(day);
            let value = crate::words::value(law, &p.id, day);
            let source =
                known.map_or_else(String::new, |v| format!("{}, desde {}", v.source, date_pt(v.since)));
            let prices = |of: &law::charge::Part| match &of.price {
                Pricing::Price { parameter, .. } => on(parameter, law, day) == Some(&p.id),
                _ => false,
            };
            let unit = law
                .classes
                .values()
                .any(|c| on(&c.fine, law, day).and_then(Option::as_ref).is_some_and(|a| a.unit == p.id));
            let money = unit || law.charges.values().flat_map(|c| &c.parts).any(prices);
            let value = known.filter(|_| money).map_or(value, |v| reais(&v.value));
            // a unit that fines are counted in is known by its short name
            let label = match short(law, &p.id).filter(|_| unit) {
                Some(unit) => format!("{} ({unit})", p.label),
                None => p.label.clone(),
            };
            Row { cells: vec![sentence(&label), value, source], base: p.base.clone() }
        })
        .collect();
    if !rows.is_empty() {
        let caption = format!("Valores em {}", date_pt(day));
        blocks
            .push(Block::Table(Table { caption, headers: vec!["Valor", "Quanto é", "De onde vem"], rows }));
    }
    let payments = law.payments.values().filter(|r| works(law, &r.base, r.span, day));
    let payments: Vec<Standing> = payments.map(|r| (r.id.clone(), r.base.clone())).collect();
    blocks.extend(told(law, "Pagar antes ou depois", "pagamento", &payments, day));
    chapter("valores", "Quanto se paga?", blocks)
}

/// How cases go, within what time, and who decides.
pub(crate) fn procedure(law: &Law, day: Date) -> Chapter {
    let mut blocks = Vec::new();
    for p in law.processes.values().filter(|p| works(law, &p.base, p.span, day)) {
        let mut items: Vec<Item> = stages(law, p, day)
            .map(|s| {
                let case = s.when.as_ref().map(|w| condition(law, w, day)).unwrap_or_default();
                let rule = on(&s.deadline, law, day).and_then(Option::as_ref);
                let time = rule.map(|d| deadline_named(law, d, day)).unwrap_or_default();
                let by = on(&s.who, law, day).map(|w| who(law, w)).unwrap_or_default();
                let time = if time.is_empty() { time } else { format!("Prazo: {time}.") };
                Item::new(sentence(&s.says), format!("Quem age: {by}."), &s.base)
                    .note(led("Só quando: ", &case))
                    .note(time)
                    .note(led(
                        "Se o prazo acabar sem resposta: ",
                        &s.silence.as_ref().map(|e| lapse(law, p, s, e, day)).unwrap_or_default(),
                    ))
                    .read(deadline_readings(law, rule, day))
            })
            .collect();
        // what may be done again and again is told once
        items.dedup_by(|a, b| (&a.lead, &a.text, &a.notes) == (&b.lead, &b.text, &b.notes));
        if !items.is_empty() {
            blocks.push(Block::Heading(capital(&p.says), None));
            blocks.push(Block::List { ordered: true, items });
            if let Some(lasts) = p.cap.as_ref().and_then(|c| on(&c.lasts, law, day)) {
                blocks.push(Block::Text(format!("O processo todo termina em até {lasts}.")));
            }
        }
    }
    let mut services: Vec<Standing> = law.services.values().map(|s| (s.id.clone(), s.base.clone())).collect();
    services.retain(|(_, base)| works(law, base, law::Span::default(), day));
    blocks.extend(told(law, "Como o Município avisa", "notificacao", &services, day));
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
    chapter("defesa", "Como me defendo?", blocks)
}

/// What a deadline that runs out stands for: the event, in words, and the stages that it opens, or that there is none left.
fn lapse(law: &Law, p: &Process, s: &Stage, event: &Id, day: Date) -> String {
    let opens = |s: &&Stage| on(&s.after, law, day).is_some_and(|after| after.contains(event));
    let mut next: Vec<String> = stages(law, p, day).filter(opens).map(|s| format!("“{}”", s.says)).collect();
    next.dedup();
    // what is called a lapse only says again that the time ran out; of what silence does, laws seldom spell the name
    let words = law.spelled(event).replace("tacit", "tácit");
    let means =
        if words.split(' ').next() == Some("decurso") { None } else { Some(format!("vale como {words}")) };
    let ends = next.is_empty() && is_last(law, p, s, event, day);
    let then = match (next.as_slice(), ends) {
        ([], true) if means.is_some() => "o processo acaba".into(),
        ([], true) => "nenhuma outra etapa se abre, e o processo acaba".into(),
        ([], false) => "nenhuma outra etapa se abre".into(),
        _ => format!("passa-se a {}", next.join(" e ")),
    };
    means.map_or(then.clone(), |means| format!("{means}, e {then}"))
}

/// Whether no other stage may be open, or begin, when an event ends this one: none that began with what had to happen before, and
/// none that begins with what no stage awaits.
fn is_last(law: &Law, p: &Process, s: &Stage, event: &Id, day: Date) -> bool {
    let all: Vec<&Stage> = stages(law, p, day).collect();
    let after = |s: &Stage| on(&s.after, law, day).cloned().unwrap_or_default();
    let mut before = after(s);
    let mut next = 0;
    while let Some(earlier) = before.get(next).cloned() {
        let ended = all.iter().filter(|t| t.id != s.id && t.awaits.contains(&earlier));
        for begun in ended.flat_map(|t| after(t)) {
            if !before.contains(&begun) {
                before.push(begun);
            }
        }
        next += 1;
    }
    let unasked = |e: &Id| !all.iter().any(|t| t.awaits.contains(e));
    let may_begin = |t: &Stage| after(t).iter().any(|e| before.contains(e) || unasked(e));
    let has_ended = |t: &Stage| t.awaits.iter().any(|e| e == event || before.contains(e));
    all.iter().all(|t| t.id == s.id || !may_begin(t) || has_ended(t))
}

/// Who decides, how many fit, who comes first.
pub(crate) fn order(law: &Law, day: Date) -> Chapter {
    let simple: [(&str, &str, Vec<Standing>); 4] = [
        (
            "Quem decide o quê",
            "competencia",
            law.competences.values().map(|c| (c.id.clone(), c.base.clone())).collect(),
        ),
        ("Vagas e limites", "limite", law.limits.values().map(|c| (c.id.clone(), c.base.clone())).collect()),
        (
            "Quem vem antes na fila",
            "fila",
            law.queues.values().map(|c| (c.id.clone(), c.base.clone())).collect(),
        ),
        ("Pontos", "ponto", law.stands.values().map(|c| (c.id.clone(), c.base.clone())).collect()),
    ];
    let mut blocks = Vec::new();
    for (title, kind, mut found) in simple {
        found.retain(|(_, base)| works(law, base, law::Span::default(), day));
        blocks.extend(told(law, title, kind, &found, day));
    }
    chapter("quem-decide", "Quem decide, quantos cabem e quem vem antes?", blocks)
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
                Some(Item::new("", rule_on(law, kind, id, &p.id, day)?, &[]))
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
