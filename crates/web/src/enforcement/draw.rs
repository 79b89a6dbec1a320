//! Drawing up a notice: the offender found by search, the lines of the law by words, what competes and why, the eight items.
//!
//! One form with several buttons, so that it works without JavaScript: each button brings the same page back with what was typed
//! and what was asked for, and only the last one hands the notice to the office.

mod lines;
mod offender;
mod reading;

pub(super) use self::reading::hour;

use std::collections::BTreeMap;

use askama::Template;
use axum::http::StatusCode;
use law::value::date_pt;
use office::ExecuteError;
use registry::id::NoticeId;
use registry::{ActKind, Command, Refusal};

use self::lines::{Lines, lines};
use self::offender::{Found, found};
use self::reading::read;
use crate::context::{Answer, Cx, go, page_with};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Draft as Kept, Field, Problem, Sheet, fact_field};
use crate::search::notice_href;
use crate::shell::Shell;

/// Name of the box of a line.
pub(super) fn tick(code: &str) -> String {
    format!("linha.{code}")
}

#[derive(Template)]
#[template(path = "enforcement/draw.html")]
struct Page {
    shell: Shell,
    sheet: Sheet,
    search_who: String,
    found: Vec<Found>,
    searched: bool,
    person: bool,
    search_line: String,
    lines: Lines,
    told: String,
}

impl Page {
    /// A line as it is read.
    #[allow(clippy::unused_self, reason = "the template calls it on the page")]
    fn line(&self, code: &str) -> String {
        brasil::lexml::line(code)
    }

    /// The errors of a part of the form that is not a plain field.
    fn errors(&self, name: &str) -> Vec<String> {
        self.sheet.fields.iter().filter(|f| f.name == name).flat_map(|f| f.errors.clone()).collect()
    }
}

/// The form's own fields. What is drawn by the template itself is here too, so that a problem finds its place.
fn fields(cx: &Cx, entry: &Entry, asked: &[law::Id]) -> Vec<Field> {
    let w = cx.office().read();
    let mut fields = vec![
        Field::text("offender", "Autuado").required(),
        Field::text("person_name", "Nome completo").hint("como no documento mostrado"),
        Field::text("person_document", "CPF ou outro documento")
            .hint("sem documento, a reincidência não pode ser conferida"),
        Field::date("fact_at", "Dia do fato")
            .required()
            .hint("dd/mm/aaaa: o dia do fato, não o da lavratura"),
        Field::number("fact_time", "Hora do fato").required().hint("como 14:05 ou 1405"),
        Field::text("place", "Lugar do fato").required().hint("rua, número ou referência, bairro"),
        Field::text("plate", "Placa").hint("em qualquer dos padrões; em branco se não há veículo no fato"),
        Field::text("vehicle_description", "Veículo como foi visto")
            .hint("marca, modelo, cor; em branco, vale o do cadastro"),
        Field::text("offence", "Linha da lei").required(),
        Field::long("description", "O que aconteceu")
            .required()
            .hint("o fato e as circunstâncias, como você viu"),
        Field::text("told", "Ciência do autuado").required(),
        Field::long("confirmation", "Motivo de lavrar assim mesmo")
            .hint("só se faltar ao auto um item que a lei pede"),
    ];
    // what is asked for, and what was answered before
    let answered = |f: &law::Fact| !entry.get(&format!("fato.{}", f.id)).is_empty();
    fields.extend(w.law.facts.values().filter(|f| asked.contains(&f.id) || answered(f)).map(fact_field));
    fields
}

/// Shows the form. `asked` are facts that a refusal found missing.
fn shown(cx: &Cx, entry: &Entry, problems: Vec<Problem>, refusal: Option<(&Refusal, &law::Law)>) -> Answer {
    let draft = read(cx, entry);
    let (lines, found) = {
        let w = cx.office().read();
        let found = found(&w.registry, entry, draft.on, draft.offender.as_ref());
        (lines(&w.registry, &w.law, cx, entry, &draft), found)
    };
    let mut asked = lines.missing.clone();
    let missing = refusal.into_iter().flat_map(|(r, _)| &r.reasons).flat_map(|r| &r.missing);
    for id in missing {
        if !asked.contains(id) {
            asked.push(id.clone());
        }
    }
    let mut sheet =
        Sheet::new(cx, "Lavrar auto de infração", &[("/autos", "Autos")], fields(cx, entry, &asked));
    sheet.fill(entry);
    // the way of a form kept half-done, whatever was asked in the address
    sheet.action = "/autos/novo".into();
    let failed = !problems.is_empty() || refusal.is_some();
    for p in problems {
        sheet.problem(p);
    }
    if let Some((refusal, law)) = refusal {
        sheet.refused(refusal, law);
    }
    let status = if failed { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    page_with(
        status,
        &Page {
            shell: sheet.shell.clone(),
            search_who: entry.get("busca_autuado").to_string(),
            searched: !entry.get("busca_autuado").trim().is_empty(),
            found,
            person: entry.get("offender") == "pessoa",
            search_line: entry.get("busca_linha").to_string(),
            told: entry.get("told").to_string(),
            lines,
            sheet,
        },
    )
}

/// What an address may fill in beforehand: the offender, a line, another notice on the same fact, a report not handed in.
fn beforehand(cx: &Cx) -> Entry {
    let mut entry = Entry::default();
    let w = cx.office().read();
    if !cx.query.get("autuado").is_empty() {
        entry.set("offender", cx.query.get("autuado"));
    }
    if !cx.query.get("linha").is_empty() {
        entry.set(&tick(cx.query.get("linha")), "sim");
    }
    let earlier = NoticeId::parse(cx.query.get("fato")).ok().and_then(|id| w.registry.notices.get(&id));
    if let Some(n) = earlier {
        use registry::act::enforcement::Offender;
        let d = &n.drawn;
        match &d.offender {
            Offender::Driver(id) => entry.set("offender", id.as_str()),
            Offender::Operator(id) => entry.set("offender", id.as_str()),
            Offender::Person { name, document } => {
                entry.set("offender", "pessoa");
                entry.set("person_name", name);
                entry.set("person_document", document.as_deref().unwrap_or_default());
            }
        }
        entry.set("fact_at", &date_pt(d.fact_at.date()));
        entry.set("fact_time", &format!("{:02}:{:02}", d.fact_at.hour(), d.fact_at.minute()));
        entry.set("place", &d.place);
        entry.set("description", &d.description);
        if let Some(v) = &d.vehicle {
            entry.set("plate", &v.plate);
            entry.set("vehicle_description", v.description.as_deref().unwrap_or_default());
        }
    }
    let breach = cx.query.get("descumprimento").parse::<u64>().ok();
    if let Some(b) = breach.and_then(|act| w.registry.breaches.iter().find(|b| b.act == act)) {
        let says = w.law.filings.get(b.filing.as_str()).map_or(b.filing.as_str(), |f| f.says.as_str());
        entry.set("offender", b.operator.as_str());
        if let Some(code) = &b.offence {
            entry.set(&tick(code), "sim");
        }
        entry.set("fact_at", &date_pt(b.due.tomorrow().unwrap_or(b.due)));
        entry.set("place", &w.law.norm.body);
        let text = format!(
            "Entrega “{says}”, referente a {}, devida até {}: não recebida até {}.",
            date_pt(b.anchor),
            date_pt(b.due),
            date_pt(b.marked_on)
        );
        entry.set("description", &text);
        entry.set("told", "ausente");
    }
    entry
}

/// `GET /autos/novo`
pub(crate) async fn form(cx: Cx) -> Answer {
    let mut entry = beforehand(&cx);
    let id = cx.query.get("rascunho");
    if !id.is_empty()
        && let Some(kept) = cx.office().draft(&cx.actor()?.id, id).await?
        && kept.form == "/autos/novo"
    {
        for (name, value) in &Kept::read(&kept.body).values {
            entry.set(name, value);
        }
        entry.set("_rascunho", id);
    }
    shown(&cx, &entry, Vec::new(), None)
}

/// `POST /autos/novo`
pub(crate) async fn submit(cx: Cx, mut entry: Entry) -> Answer {
    if entry.get("_acao") == "rascunho" {
        let mut sheet = Sheet::new(&cx, "Auto de infração por terminar", &[("/autos", "Autos")], Vec::new());
        sheet.action = "/autos/novo".into();
        if let Some(kept) = cx.kept(&sheet, &entry).await? {
            return Ok(kept);
        }
    }
    if entry.get("_acao") != "registrar" {
        // a plate that was searched is the plate of the fact until somebody says otherwise
        let searched = entry.get("busca_autuado").trim().to_string();
        if entry.get("plate").trim().is_empty() && brasil::plate::Plate::parse(&searched).is_ok() {
            entry.set("plate", &searched);
        }
        return shown(&cx, &entry, Vec::new(), None);
    }
    let (command, mut problems) = reading::command(&cx, &entry);
    for field in fields(&cx, &entry, &[]) {
        if let Some(text) = field.too_long(entry.get(&field.name)) {
            problems.push(Problem { field: Some(field.name), text, cites: Vec::new() });
        }
    }
    let Some(command) = command.filter(|_| problems.is_empty()) else {
        return shown(&cx, &entry, problems, None);
    };
    match cx.office().execute(cx.actor()?, &Command::DrawNotice(Box::new(command)), cx.at).await {
        Ok(done) => {
            let draft = entry.get("_rascunho");
            if !draft.is_empty() {
                cx.office().remove_draft(&cx.actor()?.id, draft).await?;
            }
            let drawn = done.acts.iter().find_map(|(_, a)| match &a.kind {
                ActKind::NoticeDrawn(n) => Some(notice_href(&n.id)),
                _ => None,
            });
            Ok(go(&drawn.unwrap_or_else(|| "/autos".into()), "registrado"))
        }
        Err(ExecuteError::Refused(mut refusal)) => {
            rename(&mut refusal);
            let law = cx.office().read().law.clone();
            shown(&cx, &entry, Vec::new(), Some((&refusal, &law)))
        }
        Err(other) => {
            tracing::error!(cause = %other, "o auto não foi gravado");
            let text = "Não consegui gravar agora. Nada foi registrado; o que você digitou está aqui. Tente de novo.";
            shown(&cx, &entry, vec![Problem { field: None, text: text.into(), cites: Vec::new() }], None)
        }
    }
}

/// The command's fields under the names this form gives them.
fn rename(refusal: &mut Refusal) {
    let names: BTreeMap<&str, &'static str> = [("signed", "told"), ("refusal_certified", "told")].into();
    for reason in &mut refusal.reasons {
        if let Some(name) = reason.field.and_then(|f| names.get(f)) {
            reason.field = Some(name);
        }
    }
}

/// Nothing of that kind is here.
pub(super) const NO_NOTICE: Fault =
    Fault::NotFound("Este auto não está no cadastro. Procure pelo número ou pelo autuado.");
