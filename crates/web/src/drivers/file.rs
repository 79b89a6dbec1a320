//! The file of a driver.

use askama::Template;
use axum::extract::Path;
use law::value::date_pt;
use registry::id::{DriverId, Subject};
use registry::queries::{checklist, notice_now};

use super::{NOWHERE, Standing, masked, parsed, standing};
use crate::context::{Answer, Cx, page, page_with};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::holders::{Check, Event, FactRow, LookRow, checks, facts, looks, summary, timeline};
use crate::routes::{DESK_ROLES, GRANT_ROLES, RECEIVE_ROLES};
use crate::shell::Shell;
use crate::words::{distance_pt, weekday_pt};

struct TieRow {
    href: String,
    name: String,
    detail: String,
    end: String,
    current: bool,
}

struct CredentialRow {
    number: String,
    standing: Standing,
    periods: Vec<String>,
    paper: String,
    public: String,
    renew: String,
}

struct SuspensionRow {
    words: String,
    class: &'static str,
    reason: String,
}

struct Due {
    what: String,
    day: String,
    note: String,
    class: &'static str,
}

struct Body {
    id: String,
    name: String,
    standing: Standing,
    suspended: String,
    cpf: String,
    cnh: String,
    cnh_confirmed: String,
    contact: Vec<(&'static str, String)>,
    registered: String,
    checks: Vec<Check>,
    summary: String,
    ready: bool,
    has_credential: bool,
    operators: Vec<TieRow>,
    vehicles: Vec<TieRow>,
    credentials: Vec<CredentialRow>,
    suspensions: Vec<SuspensionRow>,
    dues: Vec<Due>,
    facts: Vec<FactRow>,
    documents: Vec<crate::documents::Row>,
    kinds: Vec<(String, String)>,
}

#[derive(Template)]
#[template(path = "driver.html")]
struct File {
    shell: Shell,
    b: Body,
    enforcement: String,
    today: String,
    desk: bool,
    /// Whether one may grant and renew.
    grants: bool,
    full_cpf: String,
    cpf_problem: String,
    events: Vec<Event>,
    older: usize,
    looks: Vec<LookRow>,
}

/// `GET /condutores/{id}`
pub(crate) async fn file(cx: Cx, Path(id): Path<String>) -> Answer {
    let id = parsed(&id)?;
    page(&read(&cx, &id, "ficha", String::new(), String::new()).await?)
}

/// `POST /condutores/{id}/cpf`: the whole CPF, for a written reason that is kept with the look.
pub(crate) async fn full_cpf(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let id = parsed(&id)?;
    let reason = entry.get("motivo").trim();
    if reason.chars().count() < 5 {
        let problem = "Escreva para que precisa do CPF inteiro. O motivo fica registrado.".to_string();
        let file = read(&cx, &id, "ficha", String::new(), problem).await?;
        return page_with(axum::http::StatusCode::UNPROCESSABLE_ENTITY, &file);
    }
    let cpf = {
        let w = cx.office().read();
        w.registry.drivers.get(&id).map(|d| d.cpf.clone()).ok_or(NOWHERE)?
    };
    let shown = brasil::cpf::Cpf::parse(&cpf).map_or(cpf, |c| c.formatted());
    let reason: String = reason.chars().take(200).collect();
    page(&read(&cx, &id, &format!("CPF inteiro: {reason}"), shown, String::new()).await?)
}

async fn read(
    cx: &Cx,
    id: &DriverId,
    reason: &str,
    full_cpf: String,
    cpf_problem: String,
) -> Result<File, Fault> {
    let desk = cx.is(DESK_ROLES);
    let (b, acts) = body(cx, id)?;
    let enforcement = crate::enforcement::section(cx, &Subject::Driver(id.clone()))?;
    cx.look("condutor", id.as_str(), reason).await?;
    let (events, older) = timeline(cx, &acts).await?;
    let looks = looks(cx, "condutor", id.as_str()).await?;
    let shell = cx.shell_at(&b.name, &[("/cadastro", "Cadastro")]);
    Ok(File {
        shell,
        enforcement,
        today: date_pt(cx.today),
        desk,
        grants: cx.is(GRANT_ROLES),
        full_cpf,
        cpf_problem,
        events,
        older,
        looks,
        b,
    })
}

/// That an operator may not work now. It is told apart from the driver's credential, which it does not change.
fn stopped(reg: &registry::Registry, operator: &registry::id::OperatorId, on: jiff::civil::Date) -> String {
    let standing = crate::operators::standing(reg, operator, on);
    if standing.class == "bad" {
        format!(" · a operadora está {}", standing.words.to_lowercase())
    } else {
        String::new()
    }
}

fn body(cx: &Cx, id: &DriverId) -> Result<(Body, Vec<u64>), Fault> {
    let w = cx.office().read();
    let (reg, law, today) = (&w.registry, w.law.as_ref(), cx.today);
    let d = reg.drivers.get(id).ok_or(NOWHERE)?;
    let subject = Subject::Driver(id.clone());
    let list = checklist(reg, law, &subject, today);
    let receives = cx.is(RECEIVE_ROLES);
    let operators = d
        .links
        .iter()
        .rev()
        .map(|l| TieRow {
            href: format!("/operadoras/{}", l.operator),
            name: reg.operators.get(&l.operator).map_or_else(
                || "operadora fora do cadastro".into(),
                |o| o.trade_name.clone().unwrap_or_else(|| o.name.clone()),
            ),
            detail: match l.last {
                Some(last) => format!("de {} a {}", date_pt(l.since), date_pt(last)),
                None => format!("desde {}{}", date_pt(l.since), stopped(reg, &l.operator, today)),
            },
            end: if l.last.is_none() {
                format!("/condutores/{id}/operadoras/{}/encerrar", l.operator)
            } else {
                String::new()
            },
            current: l.on(today),
        })
        .collect();
    let mut vehicles = Vec::new();
    for vehicle in d.vehicles.iter().rev() {
        let Some(v) = reg.vehicles.get(vehicle) else { continue };
        for a in v.assignments.iter().rev().filter(|a| a.driver == *id) {
            vehicles.push(TieRow {
                href: format!("/veiculos/{vehicle}"),
                name: v.plate_shown.clone(),
                detail: format!(
                    "{} · {} · {}",
                    v.model.clone().unwrap_or_else(|| "modelo não informado".into()),
                    a.holding.pt_br(),
                    match a.last {
                        Some(last) => format!("de {} a {}", date_pt(a.since), date_pt(last)),
                        None => format!("desde {}", date_pt(a.since)),
                    }
                ),
                end: if a.last.is_none() {
                    format!("/condutores/{id}/veiculo/{vehicle}/encerrar")
                } else {
                    String::new()
                },
                current: a.on(today) && v.active(today),
            });
        }
    }
    let credentials: Vec<CredentialRow> = d
        .credentials
        .iter()
        .rev()
        .filter_map(|c| Some((c, reg.credentials.get(c)?)))
        .map(|(cid, c)| CredentialRow {
            number: c.number.clone(),
            standing: super::credential_standing(reg, law, cid, today),
            periods: c
                .periods
                .iter()
                .map(|p| match p.last {
                    Some(last) => format!("{} a {}", date_pt(p.first), date_pt(last)),
                    None => format!("desde {}", date_pt(p.first)),
                })
                .collect(),
            paper: format!("/papel/{}.pdf", c.code),
            public: format!("/v/{}", c.code),
            renew: if c.revoked.is_none() { format!("/credenciais/{cid}/renovar") } else { String::new() },
        })
        .collect();
    let suspensions = d
        .suspensions
        .iter()
        .rev()
        .filter_map(|s| reg.suspensions.get(s))
        .map(|s| SuspensionRow {
            words: format!(
                "{} de {} a {}{}",
                if s.preventive { "Suspensão preventiva" } else { "Suspensão" },
                date_pt(s.first),
                date_pt(s.last),
                s.free_from.map_or_else(String::new, |f| format!(", levantada em {}", date_pt(f)))
            ),
            class: if s.on(today) { "bad" } else { "off" },
            reason: s.reason.clone(),
        })
        .collect();
    let mut dues = Vec::new();
    for n in d.notices.iter().rev().filter_map(|n| reg.notices.get(n)) {
        let now = notice_now(law, n, today);
        let waits =
            n.annulled.is_none() && n.ended.is_none() && now.as_ref().is_some_and(|x| x.stage.is_some());
        let due = now.as_ref().filter(|_| waits).and_then(|x| x.due);
        if let (Some(due), Some(now)) = (due, &now) {
            dues.push(Due {
                what: format!("{} · auto {}", now.says, n.number()),
                day: weekday_pt(due),
                note: format!("{}. {}", distance_pt(due, today), now.counted.clone().unwrap_or_default()),
                class: if due < today { "bad" } else { "" },
            });
        }
    }
    if let Some(until) = list.until.filter(|_| !d.credentials.is_empty()) {
        dues.push(Due {
            what: "Primeiro documento a vencer".into(),
            day: weekday_pt(until),
            note: distance_pt(until, today),
            class: if law::value::day_number(until) - law::value::day_number(today) <= 30 {
                "wait"
            } else {
                "calm"
            },
        });
    }
    let contact = [
        ("Endereço", d.contact.address.clone()),
        ("Telefone", d.contact.phone.clone()),
        ("E-mail", d.contact.email.clone()),
    ];
    let kinds = law
        .documents
        .values()
        .filter(|k| k.subject.as_ref() == "condutor" && cx.is(RECEIVE_ROLES))
        .map(|k| (format!("/cadastro/{id}/documentos/{}", k.id), k.says.clone()))
        .collect();
    let body = Body {
        id: id.to_string(),
        name: d.name.clone(),
        standing: standing(reg, law, id, today),
        suspended: reg.suspension_on(&subject, today).map(|s| date_pt(s.last)).unwrap_or_default(),
        cpf: masked(&d.cpf),
        cnh: d.cnh.clone().unwrap_or_default(),
        cnh_confirmed: d.cnh_confirmed.clone().unwrap_or_default(),
        contact: contact.into_iter().filter_map(|(l, v)| Some((l, v?))).collect(),
        registered: date_pt(d.registered_on),
        checks: checks(reg, law, &subject, &list, today, receives),
        summary: summary(&list),
        ready: list.outcome == law::Outcome::Yes,
        has_credential: credentials.iter().any(|c| !c.renew.is_empty()),
        operators,
        vehicles,
        credentials,
        suspensions,
        dues,
        facts: facts(reg, law, &subject, today),
        documents: crate::documents::rows(reg, law, &d.documents),
        kinds,
    };
    Ok((body, d.acts.clone()))
}
