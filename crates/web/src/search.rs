//! Finding somebody, and the register at a glance. What is typed goes by POST, so that no CPF stands in an address.

use askama::Template;
use brasil::lexml::line;
use registry::Registry;
use registry::id::{NoticeId, Subject};
use registry::queries::{Hit, search};

use crate::context::{Answer, Cx, go, page};
use crate::drivers::{Standing, standing};
use crate::entry::Entry;
use crate::shell::Shell;
use crate::words::{count_pt, weekday_pt};

/// Results shown; more are not worth reading, a longer text is.
const LIMIT: usize = 50;

/// One result.
pub(crate) struct Found {
    pub href: String,
    pub kind: &'static str,
    pub name: String,
    pub detail: String,
    pub standing: Standing,
}

#[derive(Template)]
#[template(path = "search.html")]
struct Results {
    shell: Shell,
    typed: String,
    asked: bool,
    more: bool,
    found: Vec<Found>,
}

/// `GET /busca`
pub(crate) async fn empty(cx: Cx) -> Answer {
    let shell = cx.shell_at("Busca", &[("/cadastro", "Cadastro")]);
    page(&Results { shell, typed: String::new(), asked: false, more: false, found: Vec::new() })
}

/// `POST /busca`: one exact meaning leads straight to the record.
pub(crate) async fn results(cx: Cx, entry: Entry) -> Answer {
    let typed = entry.get("q").trim().to_string();
    if typed.is_empty() {
        return Ok(go("/busca", ""));
    }
    let (found, more) = {
        let working = cx.office().read();
        let hits = search(&working.registry, &typed, LIMIT + 1);
        let more = hits.len() > LIMIT;
        let found: Vec<Found> = hits
            .iter()
            .take(LIMIT)
            .filter_map(|h| describe(&working.registry, &working.law, h, cx.today))
            .collect();
        (found, more)
    };
    if let [only] = found.as_slice() {
        return Ok(go(&only.href, ""));
    }
    page(&Results {
        shell: cx.shell_at("Busca", &[("/cadastro", "Cadastro")]),
        typed,
        asked: true,
        more,
        found,
    })
}

fn describe(reg: &Registry, law: &law::Law, hit: &Hit, today: jiff::civil::Date) -> Option<Found> {
    Some(match hit {
        Hit::Driver(id) => {
            let d = reg.drivers.get(id)?;
            let plate =
                reg.vehicle_of(id, today).and_then(|v| reg.vehicles.get(v)).map(|v| v.plate_shown.clone());
            Found {
                href: format!("/condutores/{id}"),
                kind: "Motorista",
                name: d.name.clone(),
                detail: format!(
                    "CPF {} · {}",
                    crate::drivers::masked(&d.cpf),
                    plate.map_or_else(|| "sem veículo".into(), |p| format!("placa {p}"))
                ),
                standing: standing(reg, law, id, today),
            }
        }
        Hit::Operator(id) => {
            let o = reg.operators.get(id)?;
            Found {
                href: format!("/operadoras/{id}"),
                kind: "Operadora",
                name: o.trade_name.clone().unwrap_or_else(|| o.name.clone()),
                detail: o.name.clone(),
                standing: crate::operators::standing(reg, id, today),
            }
        }
        Hit::Vehicle(id) => {
            let v = reg.vehicles.get(id)?;
            Found {
                href: format!("/veiculos/{id}"),
                kind: "Veículo",
                name: v.plate_shown.clone(),
                detail: v.model.clone().unwrap_or_else(|| "modelo não informado".into()),
                standing: if v.active(today) {
                    Standing { class: "info", words: "No cadastro".into() }
                } else {
                    Standing { class: "off", words: "Baixado".into() }
                },
            }
        }
        Hit::Credential(id) => {
            let c = reg.credentials.get(id)?;
            let d = reg.drivers.get(&c.driver)?;
            Found {
                href: format!("/condutores/{}", c.driver),
                kind: "Credencial",
                name: c.number.clone(),
                detail: d.name.clone(),
                standing: crate::drivers::credential_standing(reg, law, id, today),
            }
        }
        Hit::Notice(id) => {
            let n = reg.notices.get(id)?;
            Found {
                href: notice_href(id),
                kind: "Auto",
                name: n.number(),
                detail: format!(
                    "linha {} · {}",
                    line(&n.drawn.offence),
                    law::value::date_pt(n.drawn.fact_at.date())
                ),
                standing: if n.annulled.is_some() {
                    Standing { class: "off", words: "Anulado".into() }
                } else if n.settled() {
                    Standing { class: "ok", words: "Encerrado".into() }
                } else {
                    Standing { class: "wait", words: "Em andamento".into() }
                },
            }
        }
    })
}

/// The page of a notice.
pub(crate) fn notice_href(id: &NoticeId) -> String {
    format!("/autos/{id}")
}

/// The page of a subject.
pub(crate) fn subject_href(subject: &Subject) -> String {
    match subject {
        Subject::Driver(id) => format!("/condutores/{id}"),
        Subject::Vehicle(id) => format!("/veiculos/{id}"),
        Subject::Operator(id) => format!("/operadoras/{id}"),
    }
}

#[derive(Template)]
#[template(path = "register.html")]
struct Register {
    shell: Shell,
    today: String,
    counts: Vec<(String, &'static str)>,
    recent: Vec<Found>,
    desk: bool,
}

/// `GET /cadastro`: what the register holds, and who came last.
pub(crate) async fn register(cx: Cx) -> Answer {
    let (counts, recent) = {
        let w = cx.office().read();
        let reg = &w.registry;
        let counts = vec![
            (count_pt(reg.drivers.len(), "motorista", "motoristas"), "no cadastro"),
            (count_pt(reg.index.applicants.len(), "motorista", "motoristas"), "ainda sem credencial"),
            (count_pt(reg.vehicles.len(), "veículo", "veículos"), "registrados até hoje"),
            (count_pt(reg.operators.len(), "operadora", "operadoras"), "no cadastro"),
        ];
        // identifiers sort by the moment they were made
        let recent = reg.drivers.keys().rev().take(15).map(|id| Hit::Driver(id.clone()));
        let recent = recent.filter_map(|h| describe(reg, &w.law, &h, cx.today)).collect();
        (counts, recent)
    };
    let desk = cx.is(crate::routes::DESK_ROLES);
    page(&Register { shell: cx.shell("Cadastro"), today: weekday_pt(cx.today), counts, recent, desk })
}
