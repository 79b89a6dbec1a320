//! One fact of somebody: entered, corrected or withdrawn, with what it rests on. Every earlier word stays.

use axum::extract::Path;
use law::value::date_pt;
use registry::Command;
use registry::command::RecordFact;
use registry::id::Subject;

use crate::context::{Answer, Cx};
use crate::documents::{subject_name, typed};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet, fact_field};
use crate::search::subject_href;
use crate::words::{Cite, capital, date_time_pt};

const NOWHERE: Fault =
    Fault::NotFound("A lei não conhece este dado para esta pessoa ou veículo. Volte à ficha.");

fn sheet(cx: &Cx, subject: &Subject, fact: &str) -> Result<Sheet, Fault> {
    let w = cx.office().read();
    let name = subject_name(&w.registry, subject).ok_or(NOWHERE)?;
    let known = w.law.fact(fact).filter(|f| f.derived.is_none()).ok_or(NOWHERE)?;
    let timeline = match subject {
        Subject::Driver(id) => w.registry.drivers.get(id).map(|d| &d.facts),
        Subject::Vehicle(id) => w.registry.vehicles.get(id).map(|v| &v.facts),
        Subject::Operator(id) => w.registry.operators.get(id).map(|o| &o.facts),
    }
    .ok_or(NOWHERE)?;
    let mut value = fact_field(known);
    if let Some(v) = timeline.on(fact, cx.today).and_then(|e| e.value.as_ref()) {
        value = value.value(typed(v));
    }
    let fields = vec![
        value.hint("em branco retira a anotação anterior"),
        Field::date("since", "Desde quando vale").value(date_pt(cx.today)).required(),
        Field::long("reason", "Em que se apoia")
            .required()
            .hint("documento, declaração, vistoria: o que permite conferir depois"),
    ];
    let title = format!("Anotar: {}", known.label);
    let words: Vec<String> = timeline
        .words(fact)
        .rev()
        .take(8)
        .map(|e| {
            let value = e
                .value
                .as_ref()
                .map_or_else(|| "retirado".to_string(), |v| known.in_words(&law::Value::from(v)));
            format!("{value}, desde {} · {} em {}", date_pt(e.since), e.said.by, date_time_pt(e.said.at))
        })
        .collect();
    let asks = w.law.requirements.values().filter(|r| {
        let mut used = false;
        r.demands.each_comparison(&mut |c| used |= c.fact.as_ref() == fact);
        used
    });
    let cites: Vec<Cite> = asks.flat_map(|r| r.base.iter()).map(|b| Cite::of(b)).collect();
    let back = subject_href(subject);
    let sheet =
        Sheet::new(cx, &title, &[("/cadastro", "Cadastro"), (&back, &name)], fields).lead(name.clone());
    let sheet = sheet.beside(
        "O que já foi dito",
        if words.is_empty() { vec!["Nada ainda.".into()] } else { words },
        cites,
    );
    Ok(sheet.submit(capital("registrar")))
}

fn parsed(subject: &str) -> Result<Subject, Fault> {
    Subject::parse(subject).map_err(|_| NOWHERE)
}

/// `GET /cadastro/{subject}/fatos/{fact}`
pub(crate) async fn form(cx: Cx, Path((subject, fact)): Path<(String, String)>) -> Answer {
    let subject = parsed(&subject)?;
    let sheet = sheet(&cx, &subject, &fact)?;
    cx.look(subject.role(), subject.as_str(), &sheet.title).await?;
    cx.show(sheet).await
}

/// `POST /cadastro/{subject}/fatos/{fact}`
pub(crate) async fn record(cx: Cx, Path((subject, fact)): Path<(String, String)>, entry: Entry) -> Answer {
    let subject = parsed(&subject)?;
    let law = cx.office().read().law.clone();
    let known = law.fact(&fact).cloned().ok_or(NOWHERE)?;
    let build = |r: &mut Reader<'_>| {
        let value = r.fact(&known);
        let since = r.day("since", "o dia desde o qual vale");
        let reason = r.text("reason");
        Some(Command::RecordFact(RecordFact { subject: subject.clone(), fact, value, since: since?, reason }))
    };
    let sheet = sheet(&cx, &subject, &known.id)?;
    cx.carry_out(sheet, &entry, build, |_| (subject_href(&subject), "registrado")).await
}
