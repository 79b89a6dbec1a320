//! The setting of the law by the municipality: values, decisions on gaps, court orders, days without office hours.

mod forms;

pub(crate) use forms::{
    add_day, day_form, parameter_form, reading_form, restore, restore_form, rule_reading, set_parameter,
    suspend, suspend_form,
};

use askama::Template;
use law::value::date_pt;
use registry::Role::Manager;

use crate::context::{Answer, Cx, page};
use crate::shell::Shell;
use crate::words::Cite;

struct ParameterRow {
    href: String,
    id: String,
    label: String,
    value: String,
    since: String,
    source: String,
    missing: String,
}

pub(super) struct ReadingRow {
    href: String,
    id: String,
    question: String,
    answer: String,
    ruled: String,
    contested: bool,
    open: bool,
    cites: Vec<Cite>,
}

struct OrderRow {
    cite: Cite,
    words: String,
    restore: String,
}

#[derive(Template)]
#[template(path = "management.html")]
struct Management {
    shell: Shell,
    manager: bool,
    parameters: Vec<ParameterRow>,
    readings: Vec<ReadingRow>,
    orders: Vec<OrderRow>,
    days: Vec<(String, String, &'static str)>,
}

/// `GET /gestao`
pub(crate) async fn index(cx: Cx) -> Answer {
    let (parameters, readings, orders, days) = {
        let w = cx.office().read();
        let (law, today) = (w.law.as_ref(), cx.today);
        let parameters = law
            .parameters
            .values()
            .map(|p| {
                let now = p.on(today);
                ParameterRow {
                    href: format!("/gestao/valores/{}", p.id),
                    id: p.id.to_string(),
                    label: p.label.clone(),
                    value: now.map(|v| v.value.to_string()).unwrap_or_default(),
                    since: now.map(|v| date_pt(v.since)).unwrap_or_default(),
                    source: now.map(|v| v.source.clone()).unwrap_or_default(),
                    missing: if now.is_none() { p.who.clone() } else { String::new() },
                }
            })
            .collect();
        let mut readings: Vec<ReadingRow> = law
            .readings
            .values()
            .filter(|r| r.answers.len() > 1)
            .map(|r| {
                let ruling = r.rulings.iter().rev().find(|x| x.since <= today);
                ReadingRow {
                    href: format!("/gestao/leituras/{}", r.id),
                    id: r.id.to_string(),
                    question: r.question.clone(),
                    answer: r.answer_in_words(r.on(today)).to_string(),
                    ruled: ruling
                        .map(|x| format!("{}, desde {}", x.by, date_pt(x.since)))
                        .unwrap_or_default(),
                    contested: r.contested,
                    open: ruling.is_none(),
                    cites: Cite::all(r.base.get(..r.base.len().min(3)).unwrap_or_default()),
                }
            })
            .collect();
        readings.sort_by_key(|r| (!(r.open && r.contested), !r.open));
        let orders = w
            .registry
            .laid_over
            .suspensions
            .iter()
            .map(|(s, until)| OrderRow {
                cite: Cite::of(&s.provision),
                words: match until {
                    Some(last) => {
                        format!("sem efeito de {} a {} · {}", date_pt(s.since), date_pt(*last), s.by)
                    }
                    None => format!("sem efeito desde {} · {}", date_pt(s.since), s.by),
                },
                restore: if until.is_none() {
                    format!("/gestao/dispositivos/{}/restabelecer", s.provision)
                } else {
                    String::new()
                },
            })
            .collect();
        let days = w
            .registry
            .laid_over
            .days
            .iter()
            .rev()
            .take(20)
            .map(|d| (date_pt(d.on), d.name.clone(), forms::kind_words(d.kind)))
            .collect();
        (parameters, readings, orders, days)
    };
    let shell = cx.shell("Gestão");
    page(&Management { shell, manager: cx.is(&[Manager]), parameters, readings, orders, days })
}
