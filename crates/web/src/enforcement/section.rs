//! The part of a driver's or an operator's file that is about enforcement: notices, suspensions, processes, complaints, orders,
//! breaches, and what this role may begin.

use askama::Template;
use brasil::lexml::line;
use law::value::date_pt;
use registry::Registry;
use registry::Role::{self, Authority, Inspector};
use registry::id::Subject;

use super::situation::{reais, situation};
use super::{DECIDE, ORDER, RECEIVE};
use crate::context::Cx;
use crate::drivers::Standing;
use crate::fault::Fault;

struct NoticeRow {
    href: String,
    number: String,
    offence: String,
    class: &'static str,
    stage: String,
    due: String,
    money: String,
}

struct SuspensionRow {
    words: String,
    reason: String,
    class: &'static str,
    renew: String,
    lift: String,
}

struct Line {
    href: String,
    label: String,
    note: String,
    standing: Standing,
}

/// What an operator left undone, with the notice it suggests.
struct BreachRow {
    says: String,
    due: String,
    offence: String,
    notice: String,
}

#[derive(Template)]
#[template(path = "enforcement/section.html")]
struct Section {
    notices: Vec<NoticeRow>,
    suspensions: Vec<SuspensionRow>,
    processes: Vec<Line>,
    complaints: Vec<Line>,
    orders: Vec<Line>,
    breaches: Vec<BreachRow>,
    starts: Vec<(String, &'static str)>,
}

/// The section of a subject, as HTML to be put into its file.
pub(crate) fn section(cx: &Cx, subject: &Subject) -> Result<String, Fault> {
    let role = cx.actor()?.role;
    let w = cx.office().read();
    let (reg, law, today) = (&w.registry, w.law.as_ref(), cx.today);
    let (notices, suspensions) = match subject {
        Subject::Driver(id) => reg.drivers.get(id).map(|d| (d.notices.clone(), d.suspensions.clone())),
        Subject::Operator(id) => reg.operators.get(id).map(|o| (o.notices.clone(), o.suspensions.clone())),
        Subject::Vehicle(_) => None,
    }
    .unwrap_or_default();
    let notice = |n: &registry::state::Notice| {
        let s = situation(law, n, today);
        NoticeRow {
            href: crate::search::notice_href(&n.drawn.id),
            number: n.number(),
            offence: format!("{} · {}", line(&n.drawn.offence), n.drawn.conduct),
            class: s.class,
            stage: s.words.clone(),
            due: s.due_words(),
            money: n.penalty.as_ref().and_then(|p| p.centavos).map_or_else(|| "—".into(), reais),
        }
    };
    let may_suspend = DECIDE.contains(&role);
    let suspension = |id: &registry::id::SuspensionId| {
        let s = reg.suspensions.get(id)?;
        let running = s.on(today) || s.first > today && s.free_from.is_none();
        let renewable = running && s.preventive && may_suspend;
        let kind = if s.preventive { "Suspensão preventiva" } else { "Suspensão" };
        let lifted = s.free_from.map(|f| format!(", levantada em {}", date_pt(f))).unwrap_or_default();
        Some(SuspensionRow {
            words: format!("{kind} de {} a {}{lifted}", date_pt(s.first), date_pt(s.last)),
            reason: s.reason.clone(),
            class: if s.on(today) { "bad" } else { "off" },
            renew: if renewable { format!("/suspensoes/{id}/prorrogar") } else { String::new() },
            lift: if running && may_suspend { format!("/suspensoes/{id}/levantar") } else { String::new() },
        })
    };
    let html = Section {
        notices: notices.iter().rev().filter_map(|id| reg.notices.get(id)).map(notice).collect(),
        suspensions: suspensions.iter().rev().filter_map(suspension).collect(),
        processes: processes(reg, subject),
        complaints: complaints(reg, subject),
        orders: orders(reg, subject, cx),
        breaches: breaches(reg, law, subject, role),
        starts: starts(subject, role),
    };
    Ok(html.render()?)
}

fn processes(reg: &Registry, subject: &Subject) -> Vec<Line> {
    let mine = reg.cases.iter().filter(|(_, c)| c.subject == *subject);
    mine.map(|(id, c)| Line {
        href: format!("/processos/{id}"),
        label: format!("Processo {}", c.number),
        note: format!("{}, aberto em {}", c.kind.pt_br(), date_pt(c.opened_on)),
        standing: if reg.index.open_cases.contains(id) {
            Standing { class: "wait", words: "Em andamento".into() }
        } else {
            Standing { class: "off", words: "Encerrado".into() }
        },
    })
    .collect()
}

fn complaints(reg: &Registry, subject: &Subject) -> Vec<Line> {
    let mine = reg.complaints.values().filter(|c| c.subject == *subject);
    mine.map(|c| Line {
        href: "/denuncias".into(),
        label: format!("Denúncia de {}", date_pt(c.received_on)),
        note: c.channel.clone(),
        standing: if c.grave {
            Standing { class: "bad", words: "Grave".into() }
        } else {
            Standing { class: "info", words: "Registrada".into() }
        },
    })
    .collect()
}

fn orders(reg: &Registry, subject: &Subject, cx: &Cx) -> Vec<Line> {
    let mine = reg.orders.iter().filter(|(_, o)| o.subject == *subject);
    mine.map(|(id, o)| Line {
        href: if o.answer.is_none() { format!("/ordens/{id}/resposta") } else { "/ordens".into() },
        label: o.text.clone(),
        note: format!("prazo até {}", date_pt(o.due)),
        standing: super::orders::standing(o, cx.today),
    })
    .collect()
}

fn breaches(reg: &Registry, law: &law::Law, subject: &Subject, role: Role) -> Vec<BreachRow> {
    let Subject::Operator(operator) = subject else { return Vec::new() };
    let mine = reg.breaches.iter().filter(|b| b.operator == *operator);
    mine.map(|b| BreachRow {
        says: law.filings.get(b.filing.as_str()).map_or_else(|| b.filing.clone(), |f| f.says.clone()),
        due: date_pt(b.due),
        offence: b.offence.as_deref().map(line).unwrap_or_default(),
        notice: if role == Inspector {
            format!("/autos/novo?descumprimento={}", b.act)
        } else {
            String::new()
        },
    })
    .collect()
}

/// What a role may begin about somebody.
fn starts(subject: &Subject, role: Role) -> Vec<(String, &'static str)> {
    let id = subject.as_str();
    let mut out = Vec::new();
    if role == Inspector && !matches!(subject, Subject::Vehicle(_)) {
        out.push((format!("/autos/novo?autuado={id}"), "Lavrar auto"));
    }
    if RECEIVE.contains(&role) {
        out.push((format!("/cadastro/{id}/denunciar"), "Receber denúncia"));
    }
    if ORDER.contains(&role) {
        out.push((format!("/cadastro/{id}/ordenar"), "Ordem ou pedido de informação"));
    }
    if role == Authority && !matches!(subject, Subject::Vehicle(_)) {
        out.push((format!("/cadastro/{id}/suspender"), "Suspender"));
        out.push((format!("/cadastro/{id}/suspender-preventivamente"), "Suspender preventivamente"));
        out.push((format!("/cadastro/{id}/cassar"), "Abrir processo de cassação"));
    }
    out
}
