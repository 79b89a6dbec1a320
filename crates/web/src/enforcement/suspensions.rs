//! Suspensions: as a penalty within the law's limit, preventive, made longer, lifted.

use axum::extract::Path;
use law::value::date_pt;
use registry::Command;
use registry::command as c;
use registry::id::{NoticeId, Subject, SuspensionId};
use registry::vocabulary as v;

use super::complaints::subject;
use crate::context::{Answer, Cx};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet};
use crate::search::subject_href;
use crate::words::{Cite, capital};

const NOWHERE: Fault =
    Fault::NotFound("Esta suspensão não está no cadastro. Abra a ficha de quem foi suspenso.");

/// The longest that a measure may last on a day, in days.
fn longest(law: &law::Law, m: &law::measure::Measure, today: jiff::civil::Date) -> Option<u32> {
    m.max_days.on(law, today, &mut law::grounds::Trace::default()).copied().flatten()
}

/// What the law says of a measure.
fn about(cx: &Cx, measure: &str) -> (Vec<String>, Vec<Cite>) {
    let w = cx.office().read();
    let Some(m) = w.law.measures.get(measure) else {
        return (vec!["A norma não prevê esta medida.".into()], Vec::new());
    };
    let mut lines = vec![capital(&m.says)];
    let max = longest(&w.law, m, cx.today);
    if let Some(max) = max {
        lines.push(format!("No máximo {max} dias."));
    }
    let lasts = m.lasts.on(&w.law, cx.today, &mut law::grounds::Trace::default()).and_then(|l| l.term());
    if let Some(term) = lasts {
        lines.push(format!("Dura {term}."));
    }
    if let Ok(span) = w.law.measure_span(m, cx.today, max.map(|_| 1)) {
        lines.push(format!("Ordenada hoje, começa em {}.", date_pt(span.first)));
        if let Some(last) = span.last.filter(|_| lasts.is_some()) {
            lines.push(format!("Vai até {}.", date_pt(last)));
        }
        lines.extend(
            span.grounds.readings_in_words(&w.law).into_iter().map(|r| format!("Leitura usada: {r}")),
        );
    }
    (lines, Cite::all(&m.base))
}

fn suspend_sheet(cx: &Cx, name: &str, href: &str) -> Sheet {
    let (lines, cites) = about(cx, v::SUSPENSION);
    let w = cx.office().read();
    let max = w.law.measures.get(v::SUSPENSION).and_then(|m| longest(&w.law, m, cx.today));
    let notice = NoticeId::parse(cx.query.get("auto"))
        .ok()
        .and_then(|id| w.registry.notices.get(&id).map(|n| (id, n.number())));
    let mut fields = vec![
        Field::number("days", "Dias")
            .required()
            .hint(max.map_or_else(String::new, |m| format!("de 1 a {m}"))),
        Field::date("told_on", "Dia em que a pessoa foi comunicada").value(date_pt(cx.today)).required(),
        Field::long("reason", "Gravidade e antecedentes").required().hint("o que justifica esta duração"),
    ];
    if let Some((id, number)) = notice {
        fields.push(
            Field::choice("notice", "Auto que levou a ela", vec![(id.to_string(), format!("Auto {number}"))])
                .value(id.to_string()),
        );
    }
    let mut sheet =
        Sheet::new(cx, "Suspender a atividade", &[("/cadastro", "Cadastro"), (href, name)], fields)
            .lead(name.to_string())
            .submit("Suspender")
            .beside("O que a lei diz", lines, cites);
    sheet.grave = true;
    sheet
}

/// `GET /cadastro/{subject}/suspender`
pub(crate) async fn suspend_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let (who, name, href) = subject(&cx, &id)?;
    cx.look(who.role(), &id, "suspender").await?;
    cx.show(suspend_sheet(&cx, &name, &href)).await
}

/// `POST /cadastro/{subject}/suspender`
pub(crate) async fn suspend(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let (who, name, href) = subject(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let text = r.demand("days", "quantos dias");
        let days: Option<u32> = text.parse().ok();
        if days.is_none() && !text.is_empty() {
            r.wrong("days", format!("“{text}” não é um número inteiro de dias."));
        }
        let told_on = r.day("told_on", "o dia em que a pessoa foi comunicada");
        let reason = r.demand("reason", "a gravidade e os antecedentes");
        let notice = NoticeId::parse(&r.text("notice")).ok();
        Some(Command::Suspend(c::Suspend { subject: who, days: days?, told_on: told_on?, reason, notice }))
    };
    cx.carry_out(suspend_sheet(&cx, &name, &href), &entry, build, |_| (href.clone(), "registrado")).await
}

fn preventive_sheet(cx: &Cx, who: &Subject, name: &str, href: &str) -> Sheet {
    let (lines, cites) = about(cx, v::PREVENTIVE);
    let w = cx.office().read();
    let cases: Vec<(String, String)> = w
        .registry
        .index
        .open_cases
        .iter()
        .filter_map(|id| Some((id, w.registry.cases.get(id)?)))
        .filter(|(_, k)| k.subject == *who)
        .map(|(id, k)| (id.to_string(), format!("Processo {}", k.number)))
        .collect();
    let mut fields =
        vec![Field::long("reason", "Motivo").required().hint("por que não se pode esperar a decisão")];
    if !cases.is_empty() {
        fields.push(Field::choice("case", "Processo em que é ordenada", cases));
    }
    let mut sheet =
        Sheet::new(cx, "Suspender preventivamente", &[("/cadastro", "Cadastro"), (href, name)], fields)
            .lead(name.to_string())
            .submit("Suspender preventivamente")
            .beside("O que a lei diz", lines, cites);
    sheet.grave = true;
    sheet
}

/// `GET /cadastro/{subject}/suspender-preventivamente`
pub(crate) async fn preventive_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let (who, name, href) = subject(&cx, &id)?;
    cx.look(who.role(), &id, "suspender preventivamente").await?;
    cx.show(preventive_sheet(&cx, &who, &name, &href)).await
}

/// `POST /cadastro/{subject}/suspender-preventivamente`
pub(crate) async fn preventive(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let (who, name, href) = subject(&cx, &id)?;
    let sheet = preventive_sheet(&cx, &who, &name, &href);
    let build = |r: &mut Reader<'_>| {
        let reason = r.demand("reason", "o motivo da suspensão");
        let case = registry::id::CaseId::parse(&r.text("case")).ok();
        Some(Command::SuspendPreventively(c::SuspendPreventively { subject: who, reason, case }))
    };
    cx.carry_out(sheet, &entry, build, |_| (href.clone(), "registrado")).await
}

// --- one that runs

struct Running {
    id: SuspensionId,
    subject: Subject,
    name: String,
    href: String,
    words: String,
    measure: String,
}

fn running(cx: &Cx, id: &str) -> Result<Running, Fault> {
    let id = SuspensionId::parse(id).map_err(|_| NOWHERE)?;
    let w = cx.office().read();
    let s = w.registry.suspensions.get(&id).ok_or(NOWHERE)?;
    let name = crate::documents::subject_name(&w.registry, &s.subject).ok_or(NOWHERE)?;
    let kind = if s.preventive { "Suspensão preventiva" } else { "Suspensão" };
    Ok(Running {
        words: format!("{kind} de {} a {}: {}", date_pt(s.first), date_pt(s.last), s.reason),
        subject: s.subject.clone(),
        href: subject_href(&s.subject),
        measure: s.measure.clone(),
        name,
        id,
    })
}

fn change(cx: &Cx, s: &Running, title: &str, submit: &str) -> Sheet {
    let (lines, cites) = about(cx, &s.measure);
    let fields = vec![Field::long("reason", "Motivo").required()];
    Sheet::new(cx, title, &[("/cadastro", "Cadastro"), (&s.href, &s.name)], fields)
        .lead(format!("{} · {}", s.name, s.words))
        .submit(submit)
        .beside("O que a lei diz", lines, cites)
}

/// `GET /suspensoes/{id}/prorrogar`
pub(crate) async fn renew_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let s = running(&cx, &id)?;
    cx.look(s.subject.role(), s.subject.as_str(), "prorrogar suspensão").await?;
    cx.show(change(&cx, &s, "Prorrogar suspensão", "Prorrogar")).await
}

/// `POST /suspensoes/{id}/prorrogar`
pub(crate) async fn renew(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let s = running(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let reason = r.demand("reason", "o motivo da prorrogação");
        Some(Command::RenewSuspension(c::RenewSuspension { suspension: s.id.clone(), reason }))
    };
    cx.carry_out(change(&cx, &s, "Prorrogar suspensão", "Prorrogar"), &entry, build, |_| {
        (s.href.clone(), "registrado")
    })
    .await
}

/// `GET /suspensoes/{id}/levantar`
pub(crate) async fn lift_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let s = running(&cx, &id)?;
    cx.look(s.subject.role(), s.subject.as_str(), "levantar suspensão").await?;
    cx.show(change(&cx, &s, "Levantar suspensão", "Levantar")).await
}

/// `POST /suspensoes/{id}/levantar`
pub(crate) async fn lift(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let s = running(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let reason = r.demand("reason", "o motivo de levantar a suspensão");
        Some(Command::LiftSuspension(c::LiftSuspension { suspension: s.id.clone(), reason }))
    };
    cx.carry_out(change(&cx, &s, "Levantar suspensão", "Levantar"), &entry, build, |_| {
        (s.href.clone(), "registrado")
    })
    .await
}
