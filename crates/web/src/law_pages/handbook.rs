//! The guide: what do I need to drive, what is forbidden and what does it cost, how do I defend myself.

use askama::Template;
use jiff::civil::Date;
use law::grounds::Trace;
use law::offence::Amount;
use law::value::date_pt;
use law::{Facts, Id, Law, Outcome, Value};

use crate::context::{Answer, Cx, page};
use crate::shell::Shell;
use crate::words::{Cite, capital};

struct Need {
    title: String,
    says: String,
    remedy: String,
    paper: String,
    cites: Vec<Cite>,
    readings: Vec<String>,
}

struct Group {
    title: String,
    needs: Vec<Need>,
}

struct Line {
    code: String,
    says: String,
    who: String,
    cites: Vec<Cite>,
}

struct ClassBlock {
    label: String,
    price: String,
    note: String,
    cites: Vec<Cite>,
    lines: Vec<Line>,
}

struct Step {
    title: String,
    who: String,
    deadline: String,
    cites: Vec<Cite>,
    readings: Vec<String>,
}

struct Flow {
    title: String,
    steps: Vec<Step>,
}

struct Plain {
    title: String,
    says: String,
    cites: Vec<Cite>,
}

#[derive(Template)]
#[template(path = "handbook.html")]
struct Handbook {
    shell: Shell,
    norm: String,
    today: String,
    groups: Vec<Group>,
    classes: Vec<ClassBlock>,
    repeats: Vec<Plain>,
    measures: Vec<Plain>,
    flows: Vec<Flow>,
    services: Vec<Plain>,
    filings: Vec<Plain>,
}

/// `GET /manual`
pub(crate) async fn handbook(cx: Cx) -> Answer {
    let law = cx.office().read().law.clone();
    let on = cx.today;
    let guide = Handbook {
        shell: cx.shell("Guia do serviço"),
        norm: law.norm.title.clone(),
        today: date_pt(on),
        groups: groups(&law, on),
        classes: classes(&law, on),
        repeats: repeats(&law, on),
        measures: measures(&law, on),
        flows: flows(&law, on),
        services: services(&law, on),
        filings: filings(&law, on),
    };
    page(&guide)
}

/// Whether some provision of a rule works on a day.
fn works(law: &Law, base: &[Id], on: Date) -> bool {
    base.iter().all(|b| law.provision(b).is_none_or(|p| p.status(on).works()))
}

/// Whether a requirement may concern somebody on a day: one that only time rules out is not worth reading about.
fn concerns(law: &Law, r: &law::eligibility::Requirement, on: Date) -> bool {
    let nobody = Facts::new();
    r.applies
        .as_ref()
        .is_none_or(|a| a.evaluate(law, &nobody, on, &mut Trace::default()).outcome != Outcome::No)
}

/// What the first provision of a rule says, in our words.
fn first_says(law: &Law, base: &[Id]) -> String {
    base.first().and_then(|b| law.provision(b)).map(|p| p.says.clone()).unwrap_or_default()
}

/// Whom the law speaks of, in words.
pub(super) fn who_words(id: &str) -> String {
    match id {
        "condutor" => "motorista".into(),
        "veiculo" => "veículo".into(),
        "operadora" => "operadora".into(),
        "qualquer" => "qualquer pessoa".into(),
        "autuado" => "quem recebeu o auto".into(),
        "autoridade" => "autoridade que julga".into(),
        "jarit" | "junta" => "junta de recursos".into(),
        "orgao" => "órgão do Município".into(),
        other => other.replace('_', " "),
    }
}

fn groups(law: &Law, on: Date) -> Vec<Group> {
    let of = |subject: &str, title: &str| Group {
        title: title.to_string(),
        needs: law
            .requirements
            .values()
            .filter(|r| {
                r.subject.as_ref() == subject
                    && r.span.contains(on)
                    && works(law, &r.base, on)
                    && concerns(law, r, on)
            })
            .map(|r| {
                let mut trace = Trace::default();
                let mut readings: Vec<Id> = Vec::new();
                r.demands.each_reading(&mut |id| readings.push(id.clone()));
                for id in &readings {
                    if let Some(answer) = law.answer(id, on) {
                        trace.read(id, &answer);
                    }
                }
                Need {
                    title: r.says.clone(),
                    says: first_says(law, &r.base),
                    remedy: r.remedy.clone(),
                    paper: r
                        .document
                        .as_ref()
                        .and_then(|d| law.documents.get(d))
                        .map(|d| d.says.clone())
                        .unwrap_or_default(),
                    cites: Cite::all(&r.base),
                    readings: trace.grounds().readings_in_words(law),
                }
            })
            .collect(),
    };
    let all = [
        of("condutor", "De você, motorista"),
        of("veiculo", "Do veículo"),
        of("operadora", "Da operadora (empresa do aplicativo)"),
    ];
    all.into_iter().filter(|g| !g.needs.is_empty()).collect()
}

/// `60 VRM (R$ 288,00 hoje)`, or what is missing to know.
fn price(law: &Law, amount: &Amount, on: Date) -> String {
    let units = format!("{} {}", Value::Decimal(amount.quantity.normalize()), amount.unit);
    match law.money(amount, on, &mut Trace::default()) {
        Ok(value) => format!("{units}, hoje {value}"),
        Err(why) => format!("{units} ({why})"),
    }
}

fn classes(law: &Law, on: Date) -> Vec<ClassBlock> {
    let blocks = law.classes.values().map(|c| {
        let mut trace = Trace::default();
        let warns = c.warns_first.on(law, on, &mut trace).copied().unwrap_or(false);
        let fine = c.fine.on(law, on, &mut trace).cloned().flatten();
        let (price, note) = match (&fine, warns, c.revokes) {
            (_, _, true) => ("fim da autorização".to_string(), String::new()),
            (Some(a), true, _) => {
                ("advertência na primeira vez".into(), format!("Se repetir: {}.", price(law, a, on)))
            }
            (Some(a), false, _) => (price(law, a, on), String::new()),
            (None, true, _) => ("advertência".into(), String::new()),
            (None, false, _) => ("sem multa fixada".into(), String::new()),
        };
        let lines = law
            .offences
            .values()
            .filter(|o| o.class == c.id && o.span.contains(on))
            .filter(|o| o.base.first().and_then(|b| law.provision(b)).is_none_or(|p| p.status(on).works()))
            .map(|o| Line {
                code: brasil::lexml::line(&o.code),
                says: o.says.clone(),
                who: o.who.iter().map(|w| who_words(w)).collect::<Vec<_>>().join(" ou "),
                cites: Cite::all(o.base.get(..o.base.len().min(3)).unwrap_or_default()),
            })
            .collect();
        ClassBlock {
            label: capital(&c.label),
            price: capital(&price),
            note,
            cites: Cite::all(c.base.get(..c.base.len().min(2)).unwrap_or_default()),
            lines,
        }
    });
    blocks.filter(|b: &ClassBlock| !b.lines.is_empty()).collect()
}

fn repeats(law: &Law, on: Date) -> Vec<Plain> {
    law.recidivism
        .values()
        .filter(|r| {
            works(law, &r.base, on)
                && r.classes.on(law, on, &mut Trace::default()).is_some_and(|c| !c.is_empty())
        })
        .map(|r| Plain {
            title: r
                .window_on(law, on)
                .map_or_else(|| "Sem limite de tempo".into(), |w| format!("Em até {w}")),
            says: first_says(law, &r.base),
            cites: Cite::all(&r.base),
        })
        .collect()
}

fn measures(law: &Law, on: Date) -> Vec<Plain> {
    law.measures
        .values()
        .filter(|m| works(law, &m.base, on))
        .map(|m| {
            let release: Vec<&str> = m
                .release
                .iter()
                .filter(|i| i.demanded.on(law, on, &mut Trace::default()).copied().unwrap_or(true))
                .map(|i| i.says.as_str())
                .collect();
            let mut says = first_says(law, &m.base);
            if let Some(days) = m.max_days {
                says.push_str(&format!(" No máximo {days} dias."));
            }
            if !release.is_empty() {
                says.push_str(&format!(" Acaba com: {}.", release.join("; ").to_lowercase()));
            }
            Plain { title: capital(&m.says), says, cites: Cite::all(&m.base) }
        })
        .collect()
}

fn flows(law: &Law, on: Date) -> Vec<Flow> {
    law.processes
        .values()
        .map(|p| Flow {
            title: capital(&p.says),
            steps: p
                .stages
                .iter()
                .map(|s| {
                    let mut trace = Trace::default();
                    let deadline = s.deadline.as_ref().and_then(|d| law.deadlines.get(d)).map(|d| {
                        let term =
                            d.term.on(law, on, &mut trace).map(ToString::to_string).unwrap_or_default();
                        let from = d.from.on(law, on, &mut trace).map_or("", String::as_str);
                        format!("{term}, a contar de: {from}")
                    });
                    Step {
                        title: capital(&s.says),
                        who: capital(&who_words(&s.who)),
                        deadline: deadline.unwrap_or_default(),
                        cites: Cite::all(&s.base),
                        readings: trace.grounds().readings_in_words(law),
                    }
                })
                .collect(),
        })
        .collect()
}

fn services(law: &Law, on: Date) -> Vec<Plain> {
    law.services
        .values()
        .filter(|s| works(law, &s.base, on))
        .map(|s| Plain {
            title: capital(&s.says),
            says: if s.last_resort {
                "Só quando as outras formas falharam ou o lugar é ignorado.".into()
            } else {
                String::new()
            },
            cites: Cite::all(&s.base),
        })
        .collect()
}

fn filings(law: &Law, on: Date) -> Vec<Plain> {
    law.filings
        .values()
        .filter(|f| f.span.contains(on) && works(law, &f.base, on))
        .map(|f| {
            let offence = f
                .offence
                .as_ref()
                .map(|o| format!(" A falta é a infração {}.", brasil::lexml::line(o)))
                .unwrap_or_default();
            Plain {
                title: capital(&f.says),
                says: format!("Quem entrega: {}.{offence}", who_words(&f.who)),
                cites: Cite::all(&f.base),
            }
        })
        .collect()
}
