//! Processes: inquiries into grave complaints, and revocations, step by step up to the published act.

use askama::Template;
use axum::extract::Path;
use law::Law;
use law::value::date_pt;
use registry::act::matters::{CaseKind, CaseStep};
use registry::command as c;
use registry::id::{CaseId, NoticeId};
use registry::queries::{Now, case_now};
use registry::state::Case;
use registry::vocabulary as v;
use registry::{ActKind, Command, Registry, Role};

use super::situation::{due_class, subject_words, who_words};
use super::trail::{Step, trail};
use super::{BOARD, DECIDE, SERVE};
use crate::context::{Answer, Cx, page};
use crate::drivers::Standing;
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet};
use crate::holders::{Event, LookRow, looks, timeline};
use crate::shell::Shell;
use crate::words::{Cite, capital, distance_pt, weekday_pt};

const NOWHERE: Fault = Fault::NotFound("Este processo não está no cadastro. Procure na lista de processos.");

/// The steps that are recorded by hand, by their names in an address.
const STEPS: &[(&str, CaseStep)] = &[
    ("ciencia", CaseStep::Served),
    ("defesa", CaseStep::Defence),
    ("conclusao", CaseStep::Findings),
    ("ciencia-da-decisao", CaseStep::DecisionServed),
    ("recurso", CaseStep::Appeal),
    ("recurso-acolhido", CaseStep::AppealGranted),
    ("recurso-negado", CaseStep::AppealRefused),
];

struct Row {
    href: String,
    number: String,
    kind: String,
    subject: String,
    standing: Standing,
    who: String,
    due: String,
    class: &'static str,
}

#[derive(Template)]
#[template(path = "enforcement/processes.html")]
struct List {
    shell: Shell,
    rows: Vec<Row>,
}

fn open(reg: &Registry, id: &CaseId) -> bool {
    reg.index.open_cases.contains(id)
}

fn now(reg: &Registry, law: &Law, id: &CaseId, c: &Case, cx: &Cx) -> Option<Now> {
    case_now(law, c, cx.today).filter(|n| open(reg, id) && n.stage.is_some())
}

fn standing(c: &Case, now: Option<&Now>) -> Standing {
    match (now, &c.decision) {
        (Some(n), _) => Standing { class: if n.overdue { "bad" } else { "wait" }, words: n.says.clone() },
        (None, _) if c.executed => Standing { class: "bad", words: "Encerrado: cassação publicada".into() },
        (None, Some(d)) if d.upheld => {
            Standing { class: "ok", words: format!("Encerrado: procedente, {}", date_pt(d.on)) }
        }
        (None, Some(d)) => Standing { class: "off", words: format!("Arquivado em {}", date_pt(d.on)) },
        (None, None) => Standing { class: "off", words: "Encerrado".into() },
    }
}

/// `GET /processos`
pub(crate) async fn list(cx: Cx) -> Answer {
    let rows = {
        let w = cx.office().read();
        let (reg, law) = (&w.registry, w.law.as_ref());
        let mut all: Vec<(&CaseId, &Case)> = reg.cases.iter().collect();
        all.sort_by_key(|(id, c)| (!open(reg, id), std::cmp::Reverse(c.opened_on)));
        let row = |(id, c): (&CaseId, &Case)| {
            let now = now(reg, law, id, c, &cx);
            let due = now.as_ref().and_then(|n| n.due);
            Row {
                href: format!("/processos/{id}"),
                number: c.number.clone(),
                kind: capital(c.kind.pt_br()),
                subject: subject_words(reg, &c.subject).0,
                standing: standing(c, now.as_ref()),
                who: now.as_ref().and_then(|n| n.who.as_deref()).map_or_else(|| "—".into(), who_words),
                due: due
                    .map_or_else(|| "—".into(), |d| format!("{} ({})", date_pt(d), distance_pt(d, cx.today))),
                class: due_class(due, cx.today),
            }
        };
        all.into_iter().take(200).map(row).collect()
    };
    page(&List { shell: cx.shell_at("Processos", &[("/autos", "Autos")]), rows })
}

struct Body {
    number: String,
    kind: String,
    standing: Standing,
    subject: String,
    subject_href: String,
    reason: String,
    opened: String,
    from: Vec<(String, String)>,
    trail: Vec<Step>,
    who: String,
    day: String,
    note: String,
    counted: String,
    class: &'static str,
    buttons: Vec<(String, String)>,
    decision: String,
    suspended: bool,
}

#[derive(Template)]
#[template(path = "enforcement/process.html")]
struct Page {
    shell: Shell,
    b: Body,
    events: Vec<Event>,
    older: usize,
    looks: Vec<LookRow>,
}

fn parsed(id: &str) -> Result<CaseId, Fault> {
    CaseId::parse(id).map_err(|_| NOWHERE)
}

/// Whether a role may record a step.
fn may_step(step: CaseStep, role: Role) -> bool {
    match step {
        CaseStep::AppealGranted | CaseStep::AppealRefused => BOARD.contains(&role),
        _ => SERVE.contains(&role),
    }
}

fn buttons(law: &Law, id: &CaseId, c: &Case, now: Option<&Now>, role: Role) -> Vec<(String, String)> {
    let process = law.processes.get(process_of(c.kind));
    let stage = now.and_then(|n| n.stage.as_ref()).and_then(|s| process?.stages.iter().find(|x| x.id == *s));
    let Some(stage) = stage else { return Vec::new() };
    let awaits = |event: &str| stage.awaits.iter().any(|e| e.as_ref() == event);
    let mut out = Vec::new();
    for (path, step) in STEPS {
        let event = if *step == CaseStep::AppealGranted { v::APPEAL_DECIDED } else { step.event() };
        if awaits(event) && may_step(*step, role) {
            out.push((format!("/processos/{id}/passos/{path}"), format!("Registrar: {}", step.pt_br())));
        }
    }
    if DECIDE.contains(&role) {
        let closes = awaits(v::CLOSED) && c.decision.is_none();
        if awaits(v::DECIDED) {
            out.push((format!("/processos/{id}/decisao"), "Decidir".into()));
        } else if closes {
            out.push((format!("/processos/{id}/decisao"), "Arquivar".into()));
        }
        if awaits(v::PUBLISHED) && c.kind == CaseKind::Revocation {
            out.push((format!("/processos/{id}/portaria"), "Registrar portaria de cassação".into()));
        }
    }
    out
}

fn process_of(kind: CaseKind) -> &'static str {
    match kind {
        CaseKind::Inquiry => v::GRAVE_COMPLAINT,
        CaseKind::Revocation => v::REVOCATION,
    }
}

fn body(cx: &Cx, reg: &Registry, law: &Law, id: &CaseId, c: &Case) -> Result<Body, Fault> {
    let role = cx.actor()?.role;
    let now = now(reg, law, id, c, cx);
    let (subject, subject_href) = subject_words(reg, &c.subject);
    let mut from = Vec::new();
    if let Some(n) = c.notice.as_ref().and_then(|n| reg.notices.get(n)) {
        from.push((format!("/autos/{}", n.drawn.id), format!("Auto {}", n.number())));
    }
    if let Some(d) = c.complaint.as_ref().and_then(|d| reg.complaints.get(d)) {
        from.push(("/denuncias".into(), format!("Denúncia de {}", date_pt(d.received_on))));
    }
    let due = now.as_ref().and_then(|n| n.due);
    let current = now.as_ref().and_then(|n| n.stage.as_deref()).unwrap_or_default().to_string();
    let process = law.processes.get(process_of(c.kind));
    Ok(Body {
        number: c.number.clone(),
        kind: capital(c.kind.pt_br()),
        standing: standing(c, now.as_ref()),
        subject,
        subject_href,
        reason: c.reason.clone(),
        opened: date_pt(c.opened_on),
        from,
        trail: process
            .map(|p| trail(law, p, &c.events, &current, now.is_none(), cx.today))
            .unwrap_or_default(),
        who: now.as_ref().and_then(|n| n.who.as_deref()).map(who_words).unwrap_or_default(),
        day: due.map(weekday_pt).unwrap_or_default(),
        note: due.map(|d| distance_pt(d, cx.today)).unwrap_or_default(),
        counted: now.as_ref().and_then(|n| n.counted.clone()).unwrap_or_default(),
        class: due_class(due, cx.today),
        buttons: buttons(law, id, c, now.as_ref(), role),
        decision: c
            .decision
            .as_ref()
            .map(|d| {
                format!(
                    "{} em {}: {}",
                    if d.upheld { "Procedente" } else { "Arquivado" },
                    date_pt(d.on),
                    d.reasoning
                )
            })
            .unwrap_or_default(),
        suspended: now.is_some_and(|n| n.suspended),
    })
}

/// `GET /processos/{id}`
pub(crate) async fn file(cx: Cx, Path(id): Path<String>) -> Answer {
    let id = parsed(&id)?;
    let (b, acts) = {
        let w = cx.office().read();
        let c = w.registry.cases.get(&id).ok_or(NOWHERE)?;
        (body(&cx, &w.registry, &w.law, &id, c)?, c.acts.clone())
    };
    cx.look("processo", id.as_str(), "processo").await?;
    let (events, older) = timeline(&cx, &acts).await?;
    let looks = looks(&cx, "processo", id.as_str()).await?;
    let shell =
        cx.shell_at(&format!("Processo {}", b.number), &[("/autos", "Autos"), ("/processos", "Processos")]);
    page(&Page { shell, b, events, older, looks })
}

fn of(cx: &Cx, id: &str) -> Result<(CaseId, Case, String), Fault> {
    let id = parsed(id)?;
    let w = cx.office().read();
    let c = w.registry.cases.get(&id).cloned().ok_or(NOWHERE)?;
    let name = subject_words(&w.registry, &c.subject).0;
    Ok((id, c, name))
}

fn sheet(cx: &Cx, id: &CaseId, c: &Case, name: &str, title: &str, fields: Vec<Field>) -> Sheet {
    let href = format!("/processos/{id}");
    let number = format!("Processo {}", c.number);
    Sheet::new(cx, title, &[("/processos", "Processos"), (&href, &number)], fields)
        .lead(format!("{number} · {} · {name}", c.kind.pt_br()))
}

fn step_of(name: &str) -> Result<CaseStep, Fault> {
    STEPS.iter().find(|(n, _)| *n == name).map(|(_, s)| *s).ok_or(NOWHERE)
}

fn step_sheet(cx: &Cx, id: &CaseId, c: &Case, name: &str, step: CaseStep) -> Sheet {
    let fields = vec![
        Field::date("on", "Dia").value(date_pt(cx.today)).required(),
        Field::long("text", "O que foi dito, ou como foi feito").required(),
    ];
    sheet(cx, id, c, name, &format!("Registrar: {}", step.pt_br()), fields)
}

/// `GET /processos/{id}/passos/{step}`
pub(crate) async fn step_form(cx: Cx, Path((id, step)): Path<(String, String)>) -> Answer {
    let step = step_of(&step)?;
    let (case, c, name) = of(&cx, &id)?;
    cx.look("processo", &id, step.pt_br()).await?;
    cx.show(step_sheet(&cx, &case, &c, &name, step)).await
}

/// `POST /processos/{id}/passos/{step}`
pub(crate) async fn step(cx: Cx, Path((id, step)): Path<(String, String)>, entry: Entry) -> Answer {
    let step = step_of(&step)?;
    let (case, c, name) = of(&cx, &id)?;
    let sheet = step_sheet(&cx, &case, &c, &name, step);
    let build = |r: &mut Reader<'_>| {
        let on = r.day("on", "o dia");
        let text = r.demand("text", "dizer o que foi dito ou como foi feito");
        Some(Command::TakeCaseStep(c::TakeCaseStep { case, step, on: on?, text }))
    };
    cx.carry_out(sheet, &entry, build, |_| (format!("/processos/{id}"), "registrado")).await
}

fn decide_sheet(cx: &Cx, id: &CaseId, c: &Case, name: &str) -> Sheet {
    let upheld = match c.kind {
        CaseKind::Inquiry => "Procedente: a denúncia se confirma",
        CaseKind::Revocation => "Procedente: cassar a atividade",
    };
    let options = vec![("sim".to_string(), upheld.to_string()), ("nao".to_string(), "Arquivar".to_string())];
    let fields = vec![
        Field::choice("upheld", "Decisão", options).required(),
        Field::long("reasoning", "Fundamentos").required(),
    ];
    let lines = match c.kind {
        CaseKind::Inquiry => {
            vec!["Confirmada, segue-se o que couber: lavrar auto ou abrir processo de cassação.".to_string()]
        }
        CaseKind::Revocation => {
            vec!["A cassação só produz efeito com a portaria publicada, depois de ouvido o interessado e julgado o recurso.".to_string()]
        }
    };
    sheet(cx, id, c, name, "Decidir processo", fields).submit("Registrar decisão").beside(
        "O que vem depois",
        lines,
        Vec::new(),
    )
}

/// `GET /processos/{id}/decisao`
pub(crate) async fn decide_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let (case, c, name) = of(&cx, &id)?;
    cx.look("processo", &id, "decidir").await?;
    cx.show(decide_sheet(&cx, &case, &c, &name)).await
}

/// `POST /processos/{id}/decisao`
pub(crate) async fn decide(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let (case, c, name) = of(&cx, &id)?;
    let sheet = decide_sheet(&cx, &case, &c, &name);
    let build = |r: &mut Reader<'_>| {
        let upheld = r.yes("upheld");
        if upheld.is_none() {
            r.wrong("upheld", "Falta escolher a decisão.");
        }
        let reasoning = r.demand("reasoning", "dizer os fundamentos");
        Some(Command::DecideCase(c::DecideCase { case, upheld: upheld?, reasoning }))
    };
    cx.carry_out(sheet, &entry, build, |_| (format!("/processos/{id}"), "registrado")).await
}

fn revoke_sheet(cx: &Cx, id: &CaseId, c: &Case, name: &str) -> Sheet {
    let fields = vec![
        Field::text("ordinance", "Número da portaria").required(),
        Field::date("published", "Dia da publicação").required(),
    ];
    let lines = vec!["A cassação vale da publicação e aparece na hora na página pública.".to_string()];
    let mut sheet = sheet(cx, id, c, name, "Registrar portaria de cassação", fields)
        .submit("Registrar cassação")
        .beside("O que acontece", lines, Vec::new());
    sheet.grave = true;
    sheet
}

/// `GET /processos/{id}/portaria`
pub(crate) async fn revoke_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let (case, c, name) = of(&cx, &id)?;
    cx.look("processo", &id, "portaria").await?;
    cx.show(revoke_sheet(&cx, &case, &c, &name)).await
}

/// `POST /processos/{id}/portaria`
pub(crate) async fn revoke(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let (case, c, name) = of(&cx, &id)?;
    let sheet = revoke_sheet(&cx, &case, &c, &name);
    let build = |r: &mut Reader<'_>| {
        let ordinance = r.demand("ordinance", "o número da portaria");
        let published = r.day("published", "o dia da publicação");
        Some(Command::Revoke(c::Revoke { case, ordinance, published: published? }))
    };
    cx.carry_out(sheet, &entry, build, |_| (format!("/processos/{id}"), "registrado")).await
}

// --- opening one

fn open_sheet(cx: &Cx, name: &str, href: &str) -> Sheet {
    let w = cx.office().read();
    let process = w.law.processes.get(v::REVOCATION);
    let notice = NoticeId::parse(cx.query.get("auto"))
        .ok()
        .and_then(|id| w.registry.notices.get(&id).map(|n| (id, n.number())));
    let mut fields = vec![Field::long("reason", "Motivo da abertura").required()];
    if let Some((id, number)) = notice {
        let option = vec![(id.to_string(), format!("Auto {number}"))];
        fields.push(Field::choice("notice", "Auto que levou a ele", option).value(id.to_string()));
    }
    let lines: Vec<String> = process.iter().flat_map(|p| &p.stages).map(|s| s.says.clone()).collect();
    Sheet::new(cx, "Abrir processo de cassação", &[("/processos", "Processos"), (href, name)], fields)
        .lead(name.to_string())
        .submit("Abrir processo")
        .beside("As etapas", lines, process.map(|p| Cite::all(&p.base)).unwrap_or_default())
}

/// `GET /cadastro/{subject}/cassar`
pub(crate) async fn open_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let (subject, name, href) = super::complaints::subject(&cx, &id)?;
    cx.look(subject.role(), &id, "abrir processo de cassação").await?;
    cx.show(open_sheet(&cx, &name, &href)).await
}

/// `POST /cadastro/{subject}/cassar`
pub(crate) async fn open_case(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let (subject, name, href) = super::complaints::subject(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let reason = r.demand("reason", "o motivo da abertura");
        let notice = NoticeId::parse(&r.text("notice")).ok();
        Some(Command::OpenRevocation(c::OpenRevocation { subject, reason, notice }))
    };
    cx.carry_out(open_sheet(&cx, &name, &href), &entry, build, |done| {
        let case = done.acts.iter().find_map(|(_, a)| match &a.kind {
            ActKind::CaseOpened(k) => Some(format!("/processos/{}", k.id)),
            _ => None,
        });
        (case.unwrap_or(href.clone()), "registrado")
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_one_name() {
        let mut names: Vec<&str> = STEPS.iter().map(|(n, _)| *n).collect();
        names.dedup();
        assert_eq!(names.len(), 7);
        assert!(step_of("defesa").is_ok_and(|s| s == CaseStep::Defence));
        assert!(step_of("outra").is_err());
    }
}
