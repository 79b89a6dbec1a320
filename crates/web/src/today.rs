//! The day's work: what waits, for whom, by when; what runs out; what was left half-done.

use askama::Template;
use axum::extract::Path;
use jiff::Timestamp;
use jiff::civil::Date;
use law::value::date_pt;
use registry::Registry;
use registry::Role::{self, AppealBoard, Authority, Clerk, Inspector};
use registry::id::{DriverId, Subject};
use registry::queries::{Alert, Day, Must, Pendency, Target, checklist, day};

use crate::context::{Answer, Cx, go, page};
use crate::documents::subject_name;
use crate::form::Draft;
use crate::routes::DESK_ROLES;
use crate::search::{notice_href, subject_href};
use crate::shell::Shell;
use crate::words::{capital, count_pt, date_time_pt, distance_pt, weekday_pt};

/// Lines of one list on this page; what is beyond is counted, not drawn.
const SHOWN: usize = 20;
/// Applicants whose checklist is looked at, to find those who are ready.
const LOOKED_AT: usize = 60;
/// Applicants shown.
const APPLICANTS: usize = 10;

struct Line {
    href: String,
    what: String,
    whom: String,
    must: String,
    due: String,
    distance: String,
    class: &'static str,
}

struct Expiring {
    href: String,
    what: String,
    whom: String,
    day: String,
    distance: String,
}

struct DraftRow {
    href: String,
    title: String,
    when: String,
    discard: String,
}

#[derive(Template)]
#[template(path = "today.html")]
struct Today {
    shell: Shell,
    date: String,
    numbers: Vec<(String, &'static str, &'static str)>,
    mine: Vec<Line>,
    mine_more: usize,
    others: Vec<Line>,
    others_more: usize,
    applicants: Vec<Line>,
    applicants_more: usize,
    documents: Vec<Expiring>,
    documents_more: usize,
    credentials: Vec<Expiring>,
    credentials_more: usize,
    drafts: Vec<DraftRow>,
    desk: bool,
}

/// `GET /hoje`
pub(crate) async fn start(cx: Cx) -> Answer {
    let role = cx.actor()?.role;
    let drafts = drafts(&cx).await?;
    let today = {
        let w = cx.office().read();
        let work = day(&w.registry, &w.law, cx.today);
        let (mine, others): (Vec<&Pendency>, Vec<&Pendency>) =
            work.pendencies.iter().partition(|p| is_mine(p, role));
        let line = |p: &&Pendency| line(&w.registry, p, cx.today);
        let applicants: Vec<Line> = w
            .registry
            .index
            .applicants
            .iter()
            .take(LOOKED_AT)
            .filter_map(|id| applicant(&w.registry, &w.law, id, cx.today))
            .collect();
        let applicants = ready_first(applicants);
        Today {
            shell: cx.shell("Hoje"),
            date: weekday_pt(cx.today),
            numbers: numbers(&work, cx.today),
            mine: mine.iter().take(SHOWN).map(line).collect(),
            mine_more: mine.len().saturating_sub(SHOWN),
            others: others.iter().take(SHOWN).map(line).collect(),
            others_more: others.len().saturating_sub(SHOWN),
            applicants_more: work.applicants.saturating_sub(applicants.len()),
            applicants,
            documents: expiring_documents(&w.registry, &w.law, &work, cx.today),
            documents_more: work.expiring_documents.len().saturating_sub(SHOWN),
            credentials: expiring_credentials(&w.registry, &work, cx.today),
            credentials_more: work.expiring_credentials.len().saturating_sub(SHOWN),
            drafts,
            desk: DESK_ROLES.contains(&role),
        }
    };
    page(&today)
}

/// Whether a pendency waits for somebody with this role.
fn is_mine(p: &Pendency, role: Role) -> bool {
    if p.must != Must::Municipality {
        return false;
    }
    match (&p.target, p.office.as_deref()) {
        (_, Some(office)) => registry::rights::office(office).is_some_and(|roles| roles.contains(&role)),
        (Target::Document(_), None) => DESK_ROLES.contains(&role),
        (_, None) => [Clerk, Inspector, Authority, AppealBoard].contains(&role),
    }
}

fn line(reg: &Registry, p: &Pendency, today: Date) -> Line {
    let (href, subject) = place(reg, &p.target);
    let must = match (&p.office, p.must) {
        (Some(office), Must::Municipality) => office_words(office),
        (None, Must::Municipality) if matches!(p.target, Target::Document(_)) => "Balcão".into(),
        (_, must) => capital(must.pt_br()),
    };
    Line {
        href,
        what: capital(&p.what),
        whom: subject
            .and_then(|s| subject_name(reg, &s))
            .or_else(|| seen(reg, &p.target))
            .unwrap_or_default(),
        must,
        due: p.due.map(date_pt).unwrap_or_default(),
        distance: p.due.map(|d| distance_pt(d, today)).unwrap_or_default(),
        class: match p.alert {
            Alert::Overdue | Alert::OneDay => "bad",
            Alert::FiveDays => "wait",
            Alert::None => "",
        },
    }
}

/// Whom or what a matter is about that may be outside the register: the name or the plate written on the paper.
fn seen(reg: &Registry, target: &Target) -> Option<String> {
    match target {
        Target::Notice(id) => reg.notices.get(id).map(|n| n.drawn.offender_name.clone()),
        Target::Seizure(id) => reg.seizures.get(id).map(|s| format!("placa {}", s.taken.vehicle.plate)),
        _ => None,
    }
}

/// An office of the law in words.
fn office_words(office: &str) -> String {
    match office {
        "fiscal" => "Fiscal".into(),
        "autoridade" => "Autoridade".into(),
        "jarit" | "junta" => "Junta de recursos".into(),
        "orgao" => "Qualquer servidor do órgão".into(),
        "autuado" => "Interessado".into(),
        "gestor" => "Gestor ou autoridade".into(),
        other => capital(other),
    }
}

/// The page of what a pendency is about, and about whom it is.
fn place(reg: &Registry, target: &Target) -> (String, Option<Subject>) {
    match target {
        Target::Document(id) => {
            (format!("/documentos/{id}"), reg.documents.get(id).map(|d| d.subject.clone()))
        }
        Target::Credential(id) => {
            let driver = reg.credentials.get(id).map(|c| Subject::Driver(c.driver.clone()));
            (driver.as_ref().map(subject_href).unwrap_or_default(), driver)
        }
        Target::Notice(id) => (notice_href(id), None),
        Target::Case(id) => (format!("/processos/{id}"), reg.cases.get(id).map(|c| c.subject.clone())),
        Target::Seizure(id) => (format!("/apreensoes/{id}"), None),
        Target::Suspension(id) => {
            let subject = reg.suspensions.get(id).map(|s| s.subject.clone());
            (subject.as_ref().map(subject_href).unwrap_or_default(), subject)
        }
        Target::Order(id) => {
            let subject = reg.orders.get(id).map(|o| o.subject.clone());
            (subject.as_ref().map(subject_href).unwrap_or_default(), subject)
        }
        Target::Filing(operator, _, _) => {
            let subject = Subject::Operator(operator.clone());
            (subject_href(&subject), Some(subject))
        }
    }
}

/// The applicants to show: those who may be granted a credential first.
fn ready_first(mut all: Vec<Line>) -> Vec<Line> {
    all.sort_by_key(|l| l.class != "ok");
    all.truncate(APPLICANTS);
    all
}

/// A driver without a credential: ready to be granted one, or what is missing.
fn applicant(reg: &Registry, law: &law::Law, id: &DriverId, today: Date) -> Option<Line> {
    let d = reg.drivers.get(id)?;
    let list = checklist(reg, law, &Subject::Driver(id.clone()), today);
    let ready = list.outcome == law::Outcome::Yes;
    let open = list.lines.iter().filter(|l| {
        matches!(l.status, law::eligibility::LineStatus::Failed | law::eligibility::LineStatus::Undetermined)
    });
    let names: Vec<String> = open.map(|l| l.says.clone()).collect();
    let what = if ready {
        "Tudo atendido: pode conceder".to_string()
    } else {
        let rest = names.len().saturating_sub(2);
        let first = names.iter().take(2).cloned().collect::<Vec<_>>().join("; ");
        if rest > 0 { format!("Falta: {first} e mais {rest}") } else { format!("Falta: {first}") }
    };
    Some(Line {
        href: format!("/condutores/{id}"),
        what: d.name.clone(),
        whom: what,
        must: if ready { "Balcão ou autoridade".into() } else { "Interessado".into() },
        due: String::new(),
        distance: String::new(),
        class: if ready { "ok" } else { "" },
    })
}

fn expiring_documents(reg: &Registry, law: &law::Law, work: &Day, today: Date) -> Vec<Expiring> {
    work.expiring_documents
        .iter()
        .take(SHOWN)
        .filter_map(|(id, last)| {
            let d = reg.documents.get(id)?;
            Some(Expiring {
                href: subject_href(&d.subject),
                what: law.documents.get(&*d.kind).map_or_else(|| d.kind.to_string(), |k| k.says.clone()),
                whom: subject_name(reg, &d.subject)?,
                day: date_pt(*last),
                distance: distance_pt(*last, today),
            })
        })
        .collect()
}

fn expiring_credentials(reg: &Registry, work: &Day, today: Date) -> Vec<Expiring> {
    work.expiring_credentials
        .iter()
        .take(SHOWN)
        .filter_map(|(id, last)| {
            let c = reg.credentials.get(id)?;
            Some(Expiring {
                href: format!("/condutores/{}", c.driver),
                what: format!("Credencial {}", c.number),
                whom: reg.drivers.get(&c.driver)?.name.clone(),
                day: date_pt(*last),
                distance: distance_pt(*last, today),
            })
        })
        .collect()
}

fn numbers(work: &Day, today: Date) -> Vec<(String, &'static str, &'static str)> {
    let of = |alert: Alert| work.pendencies.iter().filter(|p| p.alert == alert).count();
    let soon = |days: i32| {
        let near = |d: &Date| law::value::day_number(*d) - law::value::day_number(today) <= days;
        work.expiring_documents.iter().filter(|(_, d)| near(d)).count()
            + work.expiring_credentials.iter().filter(|(_, d)| near(d)).count()
    };
    let overdue = of(Alert::Overdue);
    let one = of(Alert::OneDay);
    let five = of(Alert::FiveDays);
    vec![
        (
            count_pt(overdue, "prazo", "prazos"),
            if overdue == 1 { "já passou" } else { "já passaram" },
            tint(overdue, "bad"),
        ),
        (count_pt(one, "prazo", "prazos"), "até amanhã", tint(one, "bad")),
        (count_pt(five, "prazo", "prazos"), "em até cinco dias", tint(five, "wait")),
        (count_pt(soon(30), "papel", "papéis"), "vencendo em trinta dias", ""),
        (count_pt(work.applicants, "motorista", "motoristas"), "sem credencial", ""),
    ]
}

fn tint(n: usize, class: &'static str) -> &'static str {
    if n == 0 { "" } else { class }
}

async fn drafts(cx: &Cx) -> Result<Vec<DraftRow>, crate::fault::Fault> {
    let all = cx.office().drafts(&cx.actor()?.id).await?;
    Ok(all
        .into_iter()
        .map(|d| DraftRow {
            href: crate::form::with_draft(&d.form, &d.id),
            title: Draft::read(&d.body).title,
            when: Timestamp::from_microsecond(d.updated_at)
                .map_or_else(|_| String::new(), |t| date_time_pt(cx.office().moment(t).time)),
            discard: format!("/rascunhos/{}/descartar", d.id),
        })
        .collect())
}

/// `POST /rascunhos/{id}/descartar`
pub(crate) async fn discard(cx: Cx, Path(id): Path<String>) -> Answer {
    cx.office().remove_draft(&cx.actor()?.id, &id).await?;
    Ok(go("/hoje", "descartado"))
}
