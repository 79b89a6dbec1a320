//! Complaints: the list, finding against whom, receiving one. A grave and founded one opens a process the same day.

use askama::Template;
use axum::extract::Path;
use law::value::date_pt;
use registry::command as c;
use registry::id::Subject;
use registry::queries::{Hit, search};
use registry::vocabulary as v;
use registry::{ActKind, Command};

use super::NO_SUBJECT;
use super::situation::subject_words;
use crate::context::{Answer, Cx, page};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet};
use crate::shell::Shell;
use crate::words::Cite;

struct Row {
    against: String,
    against_href: String,
    on: String,
    channel: String,
    text: String,
    grave: bool,
    case: (String, String),
}

/// Somebody found.
struct Found {
    href: String,
    name: String,
    kind: &'static str,
}

#[derive(Template)]
#[template(path = "enforcement/complaints.html")]
struct List {
    shell: Shell,
    rows: Vec<Row>,
    typed: String,
    asked: bool,
    found: Vec<Found>,
    receives: bool,
}

fn list_of(cx: &Cx, typed: String, asked: bool, found: Vec<Found>) -> List {
    let rows = {
        let w = cx.office().read();
        let reg = &w.registry;
        let mut all: Vec<_> = reg.complaints.values().collect();
        all.sort_by_key(|c| std::cmp::Reverse(c.received_on));
        let row = |c: &registry::state::Complaint| {
            let (against, against_href) = subject_words(reg, &c.subject);
            let case = c.case.as_ref().and_then(|id| Some((id, reg.cases.get(id)?)));
            Row {
                against,
                against_href,
                on: date_pt(c.received_on),
                channel: c.channel.clone(),
                text: c.text.clone(),
                grave: c.grave,
                case: case.map(|(id, k)| (format!("/processos/{id}"), k.number.clone())).unwrap_or_default(),
            }
        };
        all.into_iter().take(200).map(row).collect()
    };
    let receives = cx.is(super::RECEIVE);
    List { shell: cx.shell_at("Denúncias", &[("/autos", "Autos")]), rows, typed, asked, found, receives }
}

/// `GET /denuncias`
pub(crate) async fn list(cx: Cx) -> Answer {
    cx.look("denuncia", "lista", "denúncias").await?;
    page(&list_of(&cx, String::new(), false, Vec::new()))
}

/// `POST /denuncias`: against whom.
pub(crate) async fn find(cx: Cx, entry: Entry) -> Answer {
    let typed = entry.get("quem").trim().to_string();
    let found = {
        let w = cx.office().read();
        let reg = &w.registry;
        let of = |hit: Hit| {
            let (subject, kind) = match hit {
                Hit::Driver(id) => (Subject::Driver(id), "motorista"),
                Hit::Operator(id) => (Subject::Operator(id), "operadora"),
                Hit::Vehicle(id) => (Subject::Vehicle(id), "veículo"),
                Hit::Credential(id) => {
                    (Subject::Driver(reg.credentials.get(&id)?.driver.clone()), "motorista")
                }
                Hit::Notice(_) => return None,
            };
            let (name, _) = subject_words(reg, &subject);
            Some(Found { href: format!("/cadastro/{}/denunciar", subject.as_str()), name, kind })
        };
        search(reg, &typed, 12).into_iter().filter_map(of).collect()
    };
    cx.look("denuncia", "lista", "denúncias").await?;
    page(&list_of(&cx, typed, true, found))
}

/// The subject of an address, with its name and page.
pub(super) fn subject(cx: &Cx, id: &str) -> Result<(Subject, String, String), Fault> {
    let subject = Subject::parse(id).map_err(|_| NO_SUBJECT)?;
    let w = cx.office().read();
    let name = crate::documents::subject_name(&w.registry, &subject).ok_or(NO_SUBJECT)?;
    let href = crate::search::subject_href(&subject);
    Ok((subject, name, href))
}

fn sheet(cx: &Cx, name: &str, href: &str) -> Sheet {
    let w = cx.office().read();
    let process = w.law.processes.get(v::GRAVE_COMPLAINT);
    let grave = vec![
        ("sim".to_string(), "Grave e fundada".to_string()),
        ("nao".to_string(), "Outra reclamação: fica registrada na ficha".to_string()),
    ];
    let fields = vec![
        Field::text("channel", "Como chegou").required().hint("balcão, telefone, e-mail, ouvidoria"),
        Field::long("text", "O que diz").required(),
        Field::text("complainant", "Quem denuncia")
            .hint("pode ficar em branco: a denúncia anônima também se apura"),
        Field::choice("grave", "Gravidade", grave).required(),
    ];
    let mut lines = vec!["Os dados de quem denuncia não saem em papel nem em página pública.".to_string()];
    if let Some(p) = process {
        lines.push(format!("Sendo grave e fundada, abre-se de imediato um procedimento: {}.", p.says));
    }
    let cites = process.map(|p| Cite::all(&p.base)).unwrap_or_default();
    Sheet::new(cx, "Receber denúncia", &[("/denuncias", "Denúncias"), (href, name)], fields)
        .lead(format!("Contra {name}"))
        .submit("Registrar denúncia")
        .beside("O que acontece", lines, cites)
}

/// `GET /cadastro/{subject}/denunciar`
pub(crate) async fn form(cx: Cx, Path(id): Path<String>) -> Answer {
    let (subject, name, href) = subject(&cx, &id)?;
    cx.look(subject.role(), &id, "receber denúncia").await?;
    cx.show(sheet(&cx, &name, &href)).await
}

/// `POST /cadastro/{subject}/denunciar`
pub(crate) async fn receive(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let (subject, name, href) = subject(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let channel = r.demand("channel", "dizer como a denúncia chegou");
        let text = r.demand("text", "o que diz a denúncia");
        let grave = r.yes("grave");
        if grave.is_none() {
            r.wrong("grave", "Falta escolher a gravidade.");
        }
        let complainant = r.some("complainant");
        Some(Command::ReceiveComplaint(c::ReceiveComplaint {
            subject,
            channel,
            text,
            complainant,
            grave: grave?,
        }))
    };
    cx.carry_out(sheet(&cx, &name, &href), &entry, build, |done| {
        let case = done.acts.iter().find_map(|(_, a)| match &a.kind {
            ActKind::CaseOpened(k) => Some(format!("/processos/{}", k.id)),
            _ => None,
        });
        (case.unwrap_or(href.clone()), "registrado")
    })
    .await
}
