//! The list of operators, and the file of one.

use askama::Template;
use axum::extract::Path;
use brasil::lexml::line;
use law::filing::Standing as FilingStanding;
use law::value::date_pt;
use registry::id::{OperatorId, Subject};
use registry::queries::{Alert, Owed, alert, checklist, owed};

use super::{NOWHERE, parsed, standing};
use crate::context::{Answer, Cx, page};
use crate::drivers::Standing;
use crate::fault::Fault;
use crate::holders::{Check, Event, FactRow, LookRow, checks, facts, looks, summary, timeline};
use crate::routes::{DESK_ROLES, RECEIVE_ROLES};
use crate::shell::Shell;
use crate::words::{capital, distance_pt};

struct ListRow {
    href: String,
    name: String,
    cnpj: String,
    standing: Standing,
    proofs: String,
    filings: String,
    filings_class: &'static str,
}

#[derive(Template)]
#[template(path = "operators.html")]
struct List {
    shell: Shell,
    rows: Vec<ListRow>,
    desk: bool,
}

/// `GET /operadoras`
pub(crate) async fn list(cx: Cx) -> Answer {
    let mut rows: Vec<ListRow> = {
        let w = cx.office().read();
        let (reg, law) = (&w.registry, w.law.as_ref());
        reg.operators
            .iter()
            .map(|(id, o)| {
                let list = checklist(reg, law, &Subject::Operator(id.clone()), cx.today);
                let open = owed(reg, law, id, cx.today);
                let missing = open.iter().filter(|x| x.standing == FilingStanding::Missing).count();
                let soon = open
                    .iter()
                    .filter(|x| {
                        x.standing == FilingStanding::Open && alert(Some(x.due), cx.today) != Alert::None
                    })
                    .count();
                let (filings, filings_class) = match (missing, soon) {
                    (0, 0) => ("em dia".to_string(), "ok"),
                    (0, n) => (format!("{n} a vencer"), "wait"),
                    (1, _) => ("1 omitida".to_string(), "bad"),
                    (n, _) => (format!("{n} omitidas"), "bad"),
                };
                ListRow {
                    href: format!("/operadoras/{id}"),
                    name: o.trade_name.clone().unwrap_or_else(|| o.name.clone()),
                    cnpj: cnpj(&o.cnpj),
                    standing: standing(reg, id, cx.today),
                    proofs: summary(&list),
                    filings,
                    filings_class,
                }
            })
            .collect()
    };
    rows.sort_by_key(|r| brasil::person::fold(&r.name));
    page(&List { shell: cx.shell("Operadoras"), rows, desk: cx.is(DESK_ROLES) })
}

/// A CNPJ as it is read; it names a company, not a person.
fn cnpj(text: &str) -> String {
    brasil::cnpj::Cnpj::parse(text).map_or_else(|_| text.to_string(), |c| c.formatted())
}

/// One report of one period, as a page shows it.
struct FilingRow {
    says: String,
    period: String,
    due: String,
    class: &'static str,
    words: String,
    file: String,
    breach: String,
    offence: String,
}

struct Body {
    id: String,
    name: String,
    legal_name: String,
    cnpj: String,
    standing: Standing,
    contact: Vec<(&'static str, String)>,
    registered: String,
    drivers: usize,
    checks: Vec<Check>,
    summary: String,
    filings: Vec<FilingRow>,
    others: Vec<(String, String)>,
    facts: Vec<FactRow>,
    documents: Vec<crate::documents::Row>,
    kinds: Vec<(String, String)>,
}

#[derive(Template)]
#[template(path = "operator.html")]
struct File {
    shell: Shell,
    b: Body,
    enforcement: String,
    today: String,
    desk: bool,
    events: Vec<Event>,
    older: usize,
    looks: Vec<LookRow>,
}

fn filing_row(id: &OperatorId, o: &Owed, today: jiff::civil::Date, marks: bool) -> FilingRow {
    let (class, words) = match o.standing {
        FilingStanding::OnTime => {
            ("ok", format!("entregue em {}", o.filed_on.map(date_pt).unwrap_or_default()))
        }
        FilingStanding::Late => {
            ("bad", format!("entregue com atraso em {}", o.filed_on.map(date_pt).unwrap_or_default()))
        }
        FilingStanding::Open => (
            if alert(Some(o.due), today) == Alert::None { "info" } else { "wait" },
            distance_pt(o.due, today),
        ),
        FilingStanding::Missing => ("bad", "omitida".into()),
    };
    let open = matches!(o.standing, FilingStanding::Open | FilingStanding::Missing);
    let breached = o.standing.breached();
    FilingRow {
        says: o.says.clone(),
        period: date_pt(o.anchor),
        due: date_pt(o.due),
        class,
        words: if o.marked {
            format!("{}; descumprimento registrado", capital(&words))
        } else {
            capital(&words)
        },
        file: if open {
            format!("/operadoras/{id}/entregas/{}?desde={}", o.filing, o.anchor)
        } else {
            String::new()
        },
        breach: if breached && !o.marked && marks {
            format!("/operadoras/{id}/descumprimentos/{}?desde={}", o.filing, o.anchor)
        } else {
            String::new()
        },
        offence: o.offence.as_deref().map(line).unwrap_or_default(),
    }
}

fn body(cx: &Cx, id: &OperatorId) -> Result<(Body, Vec<u64>), Fault> {
    let w = cx.office().read();
    let (reg, law, today) = (&w.registry, w.law.as_ref(), cx.today);
    let o = reg.operators.get(id).ok_or(NOWHERE)?;
    let subject = Subject::Operator(id.clone());
    let list = checklist(reg, law, &subject, today);
    let owed = owed(reg, law, id, today);
    let mut filings: Vec<&Owed> = owed.iter().collect();
    filings.sort_by_key(|f| {
        let rank = match f.standing {
            FilingStanding::Missing => 0,
            FilingStanding::Open => 1,
            FilingStanding::Late => 2,
            FilingStanding::OnTime => 3,
        };
        (rank, f.due)
    });
    let others = law
        .filings
        .values()
        .filter(|f| f.who.as_ref() == "operadora" && !owed.iter().any(|x| x.filing == f.id))
        .map(|f| (format!("/operadoras/{id}/entregas/{}", f.id), f.says.clone()))
        .collect();
    let contact = [
        ("Endereço", o.contact.address.clone()),
        ("Telefone", o.contact.phone.clone()),
        ("E-mail", o.contact.email.clone()),
    ];
    let kinds = law
        .documents
        .values()
        .filter(|k| k.subject.as_ref() == "operadora" && cx.is(RECEIVE_ROLES))
        .map(|k| (format!("/cadastro/{id}/documentos/{}", k.id), k.says.clone()))
        .collect();
    let body = Body {
        id: id.to_string(),
        name: o.trade_name.clone().unwrap_or_else(|| o.name.clone()),
        legal_name: o.name.clone(),
        cnpj: cnpj(&o.cnpj),
        standing: standing(reg, id, today),
        contact: contact.into_iter().filter_map(|(l, v)| Some((l, v?))).collect(),
        registered: date_pt(o.registered_on),
        drivers: reg
            .drivers
            .values()
            .filter(|d| d.links.iter().any(|l| l.operator == *id && l.on(today)))
            .count(),
        checks: checks(reg, law, &subject, &list, today, cx.is(DESK_ROLES)),
        summary: summary(&list),
        filings: filings.into_iter().map(|f| filing_row(id, f, today, cx.is(RECEIVE_ROLES))).collect(),
        others,
        facts: facts(reg, law, &subject, today),
        documents: crate::documents::rows(reg, law, &o.documents),
        kinds,
    };
    Ok((body, o.acts.clone()))
}

/// `GET /operadoras/{id}`
pub(crate) async fn file(cx: Cx, Path(id): Path<String>) -> Answer {
    let id = parsed(&id)?;
    let (b, acts) = body(&cx, &id)?;
    let enforcement = crate::enforcement::section(&cx, &Subject::Operator(id.clone()))?;
    cx.look("operadora", id.as_str(), "ficha").await?;
    let (events, older) = timeline(&cx, &acts).await?;
    let looks = looks(&cx, "operadora", id.as_str()).await?;
    let shell = cx.shell_at(&b.name, &[("/operadoras", "Operadoras")]);
    page(&File {
        shell,
        enforcement,
        b,
        today: date_pt(cx.today),
        desk: cx.is(DESK_ROLES),
        events,
        older,
        looks,
    })
}
