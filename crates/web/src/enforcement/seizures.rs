//! Seized vehicles: taking one, what the law asks before giving it back, what it costs.

use askama::Template;
use axum::extract::Path;
use law::measure::Measure;
use law::value::{date_pt, day_number};
use law::{Id, Law};
use registry::command as c;
use registry::id::{NoticeId, SeizureId, Subject};
use registry::state::Seizure;
use registry::vocabulary as v;
use registry::{ActKind, Command, Registry};
use rust_decimal::Decimal;

use super::draw_hour;
use super::situation::reais;
use super::{RELEASE, SERVE};
use crate::context::{Answer, Cx, page};
use crate::drivers::Standing;
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet};
use crate::holders::{Event, LookRow, looks, timeline};
use crate::shell::Shell;
use crate::words::{Cite, count_pt, date_time_pt};

const NOWHERE: Fault =
    Fault::NotFound("Esta apreensão não está no cadastro. Procure na lista de apreensões.");

struct Row {
    href: String,
    number: String,
    plate: String,
    seen: String,
    when: String,
    depot: String,
    standing: Standing,
}

#[derive(Template)]
#[template(path = "enforcement/seizures.html")]
struct List {
    shell: Shell,
    rows: Vec<Row>,
    inspector: bool,
}

fn standing(law: &Law, reg: &Registry, s: &Seizure, today: jiff::civil::Date) -> Standing {
    match &s.release {
        Some(r) => Standing { class: "ok", words: format!("Liberado em {}", date_pt(r.on)) },
        None => {
            let lacks = conditions(law, reg, s, today).iter().filter(|c| c.class == "bad").count();
            match lacks {
                0 => Standing { class: "wait", words: "Pronto para liberar".into() },
                n => Standing {
                    class: "bad",
                    words: format!("Apreendido; {}", count_pt(n, "condição falta", "condições faltam")),
                },
            }
        }
    }
}

/// `GET /apreensoes`
pub(crate) async fn list(cx: Cx) -> Answer {
    let rows = {
        let w = cx.office().read();
        let mut all: Vec<&Seizure> = w.registry.seizures.values().collect();
        all.sort_by_key(|s| (s.release.is_some(), std::cmp::Reverse((s.taken.year, s.taken.sequence))));
        let row = |s: &Seizure| Row {
            href: format!("/apreensoes/{}", s.taken.id),
            number: s.number(),
            plate: s.taken.vehicle.plate.clone(),
            seen: s.taken.vehicle.description.clone().unwrap_or_default(),
            when: date_pt(s.taken.at.date()),
            depot: s.taken.depot.clone(),
            standing: standing(&w.law, &w.registry, s, cx.today),
        };
        all.into_iter().take(200).map(row).collect()
    };
    let inspector = cx.is(&[registry::Role::Inspector]);
    page(&List { shell: cx.shell_at("Apreensões", &[("/autos", "Autos")]), rows, inspector })
}

/// A condition of release, as a page shows it.
struct Line {
    class: &'static str,
    mark: &'static str,
    spoken: &'static str,
    says: String,
    note: String,
    record: String,
    cites: Vec<Cite>,
}

fn facts(law: &Law, reg: &Registry, s: &Seizure, on: jiff::civil::Date) -> law::Facts {
    let vehicle = s.taken.vehicle.vehicle.clone().map(Subject::Vehicle);
    vehicle.map(|x| reg.facts_of(law, &x, on)).unwrap_or_default()
}

/// The conditions that the law asks for, each met or not.
fn conditions(law: &Law, reg: &Registry, s: &Seizure, on: jiff::civil::Date) -> Vec<Line> {
    let Some(measure) = law.measures.get(s.taken.measure.as_str()) else { return Vec::new() };
    let facts = facts(law, reg, s, on);
    let (asked, _) = law.release_lacks(measure, &[], &facts, on);
    let line = |i: &law::content::Item| {
        let met = s.conditions.iter().find(|c| c.condition == *i.id);
        if met.is_none() && !asked.contains(&i.id) {
            return None;
        }
        let (class, mark, spoken) =
            if met.is_some() { ("ok", "✓", "cumprida") } else { ("bad", "✕", "falta") };
        let open = met.is_none() && s.release.is_none();
        Some(Line {
            class,
            mark,
            spoken,
            says: i.says.clone(),
            note: met.map(|c| format!("{}, em {}", c.proof, date_pt(c.on))).unwrap_or_default(),
            record: if open {
                format!("/apreensoes/{}/condicoes/{}", s.taken.id, i.id)
            } else {
                String::new()
            },
            cites: Cite::all(&i.base),
        })
    };
    measure.release.iter().filter_map(line).collect()
}

/// A bill: its parts, its sum or what is missing, and where it stands in the law.
struct Bill {
    title: String,
    parts: Vec<(String, String)>,
    total: String,
    missing: Vec<String>,
    cites: Vec<Cite>,
}

fn part_words(law: &Law, id: &str) -> String {
    let parts = law.charges.get(v::RELEASE_BILL).map(|c| c.parts.as_slice()).unwrap_or_default();
    parts.iter().find(|p| p.id.as_ref() == id).map_or_else(|| id.to_string(), |p| p.says.clone())
}

/// Days from the seizure to a day, at least one.
fn stay(s: &Seizure, on: jiff::civil::Date) -> u32 {
    u32::try_from(day_number(on) - day_number(s.taken.at.date())).unwrap_or(0).max(1)
}

/// What a release on a day would cost.
fn bill(law: &Law, days: u32, on: jiff::civil::Date) -> Option<Bill> {
    let charge = law.charges.get(v::RELEASE_BILL)?;
    let answer = law.bill(charge, &[(Id::from(v::DAYS), Decimal::from(days))], on);
    Some(Bill {
        title: format!("{}, por {}", charge.says, count_pt(days as usize, "dia", "dias")),
        parts: answer.parts.iter().map(|(id, value)| (part_words(law, id), value.to_string())).collect(),
        total: answer.total.map(|t| t.to_string()).unwrap_or_default(),
        missing: answer.missing.iter().map(|(_, why)| crate::words::capital(why)).collect(),
        cites: Cite::all(&answer.grounds.provisions),
    })
}

struct Body {
    id: String,
    number: String,
    standing: Standing,
    rows: Vec<(&'static str, String)>,
    notice: (String, String),
    vehicle: String,
    conditions: Vec<Line>,
    bill: Option<Bill>,
    release: bool,
    records: bool,
    cites: Vec<Cite>,
}

#[derive(Template)]
#[template(path = "enforcement/seizure.html")]
struct Page {
    shell: Shell,
    b: Body,
    events: Vec<Event>,
    older: usize,
    looks: Vec<LookRow>,
}

fn parsed(id: &str) -> Result<SeizureId, Fault> {
    SeizureId::parse(id).map_err(|_| NOWHERE)
}

fn body(cx: &Cx, law: &Law, reg: &Registry, s: &Seizure) -> Body {
    let t = &s.taken;
    let measure = law.measures.get(t.measure.as_str());
    let mut rows = vec![
        ("Apreendido em", date_time_pt(t.at)),
        ("Onde", t.place.clone()),
        ("Pátio", t.depot.clone()),
        ("Motivo", t.reason.clone()),
    ];
    let bill = match &s.release {
        Some(r) => {
            rows.push(("Liberado em", date_pt(r.on)));
            rows.push(("Entregue a", r.received_by.clone()));
            let parts: Vec<(String, String)> =
                r.bill.iter().map(|p| (part_words(law, &p.part), reais(p.centavos))).collect();
            let total = r.centavos.map(reais).unwrap_or_default();
            let title = "Conta da liberação".into();
            (!parts.is_empty()).then(|| Bill { title, parts, total, missing: Vec::new(), cites: Vec::new() })
        }
        None => bill(law, stay(s, cx.today), cx.today),
    };
    let notice = t.notice.as_ref().and_then(|id| reg.notices.get(id));
    Body {
        id: t.id.to_string(),
        number: s.number(),
        standing: standing(law, reg, s, cx.today),
        rows,
        notice: notice.map(|n| (format!("/autos/{}", n.drawn.id), n.number())).unwrap_or_default(),
        vehicle: t.vehicle.vehicle.as_ref().map(|id| format!("/veiculos/{id}")).unwrap_or_default(),
        conditions: conditions(law, reg, s, cx.today),
        bill,
        release: s.release.is_none() && cx.is(RELEASE),
        records: cx.is(SERVE),
        cites: measure.map(|m| Cite::all(&m.base)).unwrap_or_default(),
    }
}

/// `GET /apreensoes/{id}`
pub(crate) async fn file(cx: Cx, Path(id): Path<String>) -> Answer {
    let id = parsed(&id)?;
    let (b, acts, plate) = {
        let w = cx.office().read();
        let s = w.registry.seizures.get(&id).ok_or(NOWHERE)?;
        (body(&cx, &w.law, &w.registry, s), s.acts.clone(), s.taken.vehicle.plate.clone())
    };
    cx.look("apreensao", id.as_str(), "apreensão").await?;
    let (events, older) = timeline(&cx, &acts).await?;
    let looks = looks(&cx, "apreensao", id.as_str()).await?;
    let shell = cx.shell_at(
        &format!("Apreensão {} · {plate}", b.number),
        &[("/autos", "Autos"), ("/apreensoes", "Apreensões")],
    );
    page(&Page { shell, b, events, older, looks })
}

/// The measures that an offence brings and that hold a vehicle.
fn taking(law: &Law) -> Vec<&Measure> {
    let used = |m: &&Measure| law.offences.values().any(|o| o.measures.contains(&m.id));
    law.measures.values().filter(used).collect()
}

fn seize_sheet(cx: &Cx) -> Sheet {
    let w = cx.office().read();
    let notice = NoticeId::parse(cx.query.get("auto")).ok().and_then(|id| w.registry.notices.get(&id));
    let measures = taking(&w.law);
    let cites = measures.iter().flat_map(|m| Cite::all(&m.base)).collect();
    let mut lines: Vec<String> = Vec::new();
    for m in &measures {
        let (asked, _) = w.law.release_lacks(m, &[], &law::Facts::new(), cx.today);
        lines.push(format!("Para liberar depois ({}):", m.says));
        lines.extend(m.release.iter().filter(|i| asked.contains(&i.id)).map(|i| i.says.clone()));
    }
    let options: Vec<(String, String)> =
        measures.iter().map(|m| (m.id.to_string(), crate::words::capital(&m.says))).collect();
    let only = options.first().filter(|_| options.len() == 1).map(|(id, _)| id.clone()).unwrap_or_default();
    let n = notice.map(|n| &n.drawn);
    let (day, hour, place) = n.map_or_else(
        || (date_pt(cx.today), String::new(), String::new()),
        |d| {
            (
                date_pt(d.fact_at.date()),
                format!("{:02}:{:02}", d.fact_at.hour(), d.fact_at.minute()),
                d.place.clone(),
            )
        },
    );
    let seen = n.and_then(|d| d.vehicle.as_ref());
    let fields = vec![
        Field::choice("measure", "Medida", options).value(only).required(),
        Field::text("notice", "Número do auto")
            .value(notice.map(registry::state::Notice::number).unwrap_or_default())
            .hint("como 2026/000012"),
        Field::text("plate", "Placa").value(seen.map(|s| s.plate.clone()).unwrap_or_default()).required(),
        Field::text("description", "Veículo como foi visto")
            .value(seen.and_then(|s| s.description.clone()).unwrap_or_default())
            .hint("marca, modelo, cor"),
        Field::date("at", "Dia da apreensão").value(day).required(),
        Field::text("hour", "Hora").value(hour).required().hint("como 14:05"),
        Field::text("place", "Onde foi apreendido").value(place).required(),
        Field::text("depot", "Pátio para onde foi levado").required(),
        Field::long("reason", "Motivo").value(n.map(|d| d.conduct.clone()).unwrap_or_default()).required(),
    ];
    Sheet::new(cx, "Apreender veículo", &[("/autos", "Autos"), ("/apreensoes", "Apreensões")], fields)
        .submit("Registrar apreensão")
        .beside("O que a lei pede para devolver", lines, cites)
}

/// `GET /apreensoes/nova`
pub(crate) async fn seize_form(cx: Cx) -> Answer {
    let sheet = seize_sheet(&cx);
    if let Ok(id) = NoticeId::parse(cx.query.get("auto")) {
        cx.look("auto", id.as_str(), "apreender o veículo").await?;
    }
    cx.show(sheet).await
}

/// `POST /apreensoes/nova`
pub(crate) async fn seize(cx: Cx, entry: Entry) -> Answer {
    let build = |r: &mut Reader<'_>| {
        let measure = r.demand("measure", "escolher a medida");
        let typed = r.text("notice");
        let notice = {
            let w = cx.office().read();
            let hits = registry::queries::search(&w.registry, &typed, 4);
            hits.into_iter().find_map(|h| match h {
                registry::queries::Hit::Notice(id) => Some(id),
                _ => None,
            })
        };
        if notice.is_none() && !typed.is_empty() {
            r.wrong("notice", format!("Não há auto com o número “{typed}”."));
        }
        let day = r.day("at", "o dia da apreensão");
        let text = r.demand("hour", "a hora da apreensão");
        let time = draw_hour(&text);
        if time.is_none() && !text.is_empty() {
            r.wrong("hour", format!("“{text}” não é uma hora; escreva como 14:05."));
        }
        let plate = r.demand("plate", "a placa");
        let place = r.demand("place", "o lugar da apreensão");
        let depot = r.demand("depot", "o pátio");
        let reason = r.demand("reason", "o motivo");
        let description = r.some("description");
        Some(Command::SeizeVehicle(c::SeizeVehicle {
            measure,
            plate,
            description,
            notice,
            at: day?.to_datetime(time?),
            place,
            depot,
            reason,
        }))
    };
    cx.carry_out(seize_sheet(&cx), &entry, build, |done| {
        let id = done.acts.iter().find_map(|(_, a)| match &a.kind {
            ActKind::VehicleSeized(s) => Some(s.id.to_string()),
            _ => None,
        });
        (id.map_or_else(|| "/apreensoes".into(), |id| format!("/apreensoes/{id}")), "registrado")
    })
    .await
}

fn of_seizure(cx: &Cx, id: &str) -> Result<Seizure, Fault> {
    let id = parsed(id)?;
    cx.office().read().registry.seizures.get(&id).cloned().ok_or(NOWHERE)
}

fn sheet(cx: &Cx, s: &Seizure, title: &str, fields: Vec<Field>) -> Sheet {
    let href = format!("/apreensoes/{}", s.taken.id);
    let name = format!("Apreensão {}", s.number());
    Sheet::new(cx, title, &[("/apreensoes", "Apreensões"), (&href, &name)], fields)
        .lead(format!("{name} · placa {}", s.taken.vehicle.plate))
}

fn condition_sheet(cx: &Cx, s: &Seizure, condition: &str) -> Result<Sheet, Fault> {
    let w = cx.office().read();
    let measure = w.law.measures.get(s.taken.measure.as_str()).ok_or(NOWHERE)?;
    let item = measure.release.iter().find(|i| i.id.as_ref() == condition).ok_or(NOWHERE)?;
    let fields = vec![
        Field::date("on", "Dia").value(date_pt(cx.today)).required(),
        Field::long("proof", "Com que se comprova").required().hint("documento, número, quem conferiu"),
    ];
    Ok(sheet(cx, s, "Condição cumprida", fields).beside(
        "A condição",
        vec![item.says.clone()],
        Cite::all(&item.base),
    ))
}

/// `GET /apreensoes/{id}/condicoes/{condition}`
pub(crate) async fn condition_form(cx: Cx, Path((id, condition)): Path<(String, String)>) -> Answer {
    let s = of_seizure(&cx, &id)?;
    let sheet = condition_sheet(&cx, &s, &condition)?;
    cx.look("apreensao", &id, "condição de liberação").await?;
    cx.show(sheet).await
}

/// `POST /apreensoes/{id}/condicoes/{condition}`
pub(crate) async fn condition(cx: Cx, Path((id, condition)): Path<(String, String)>, entry: Entry) -> Answer {
    let s = of_seizure(&cx, &id)?;
    let sheet = condition_sheet(&cx, &s, &condition)?;
    let build = |r: &mut Reader<'_>| {
        let on = r.day("on", "o dia");
        let proof = r.demand("proof", "dizer com que se comprova");
        let seizure = s.taken.id.clone();
        Some(Command::RecordReleaseCondition(c::RecordReleaseCondition {
            seizure,
            condition,
            on: on?,
            proof,
        }))
    };
    cx.carry_out(sheet, &entry, build, |_| (format!("/apreensoes/{id}"), "registrado")).await
}

fn release_sheet(cx: &Cx, s: &Seizure) -> Sheet {
    let w = cx.office().read();
    let days = stay(s, cx.today);
    let fields = vec![
        Field::date("on", "Dia da liberação").value(date_pt(cx.today)).required(),
        Field::number("storage_days", "Dias de pátio")
            .value(days.to_string())
            .required()
            .hint("como o pátio conta"),
        Field::text("received_by", "Entregue a").required().hint("nome completo e documento mostrado"),
    ];
    let lines: Vec<String> = conditions(&w.law, &w.registry, s, cx.today)
        .iter()
        .map(|l| format!("{} {}", l.mark, l.says) + if l.class == "bad" { " (falta)" } else { "" })
        .collect();
    let mut sheet = sheet(cx, s, "Liberar veículo", fields).submit("Registrar liberação").beside(
        "Condições",
        lines,
        Vec::new(),
    );
    if let Some(b) = bill(&w.law, days, cx.today) {
        let mut lines: Vec<String> = b.parts.iter().map(|(what, sum)| format!("{what}: {sum}")).collect();
        lines.extend(b.missing);
        if !b.total.is_empty() {
            lines.push(format!("Total: {}", b.total));
        }
        sheet = sheet.beside(&b.title, lines, b.cites);
    }
    sheet
}

/// `GET /apreensoes/{id}/liberar`
pub(crate) async fn release_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let s = of_seizure(&cx, &id)?;
    cx.look("apreensao", &id, "liberar veículo").await?;
    cx.show(release_sheet(&cx, &s)).await
}

/// `POST /apreensoes/{id}/liberar`
pub(crate) async fn release(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let s = of_seizure(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let on = r.day("on", "o dia da liberação");
        let text = r.demand("storage_days", "quantos dias o veículo ficou no pátio");
        let days: Option<u32> = text.parse().ok();
        if days.is_none() && !text.is_empty() {
            r.wrong("storage_days", format!("“{text}” não é um número inteiro de dias."));
        }
        let received_by = r.demand("received_by", "a quem o veículo foi entregue");
        let seizure = s.taken.id.clone();
        Some(Command::ReleaseVehicle(c::ReleaseVehicle {
            seizure,
            on: on?,
            storage_days: days?,
            received_by,
        }))
    };
    cx.carry_out(release_sheet(&cx, &s), &entry, build, |_| (format!("/apreensoes/{id}"), "registrado")).await
}
