//! The page of one notice: how it stands, its way, its penalty, its money, and what may be done now.

use askama::Template;
use axum::extract::Path;
use brasil::lexml::line;
use law::Law;
use law::grounds::Trace;
use law::value::date_pt;
use registry::Registry;
use registry::Role::{self, Authority, Inspector};
use registry::act::ActKind;
use registry::act::enforcement::{Offender, ServedPaper};
use registry::id::NoticeId;
use registry::state::Notice;

use super::computation::{Computed, computed, imposed};
use super::money::{Money, money};
use super::service::{Attempt, Mode, Told, attempts, modes, next_paper, told};
use super::situation::{Situation, due_class, situation, who_words};
use super::trail::{Step, trail};
use super::{BOARD, DECIDE, NO_NOTICE, PAY, RECEIVE, REFUND, SERVE};
use crate::context::{Answer, Cx, page};
use crate::drivers::Standing;
use crate::fault::Fault;
use crate::holders::{Event, LookRow, act, looks, timeline};
use crate::search::subject_href;
use crate::shell::Shell;
use crate::words::{Cite, capital, date_time_pt, weekday_pt};

/// Something that may be done now.
struct Button {
    href: String,
    label: &'static str,
}

/// What comes next.
struct Next {
    what: String,
    who: String,
    day: String,
    note: String,
    counted: String,
    class: &'static str,
}

/// A line with a link.
struct Tie {
    href: String,
    label: String,
    note: String,
}

/// What was said or decided in a case.
struct Said {
    what: String,
    /// In whose words.
    text: String,
}

struct Body {
    id: String,
    number: String,
    standing: Standing,
    offence: String,
    conduct: String,
    class: String,
    offender: String,
    offender_href: String,
    rows: Vec<(&'static str, String)>,
    description: String,
    facts: Vec<(String, String)>,
    lacking: Vec<String>,
    cites: Vec<Cite>,
    next: Option<Next>,
    buttons: Vec<Button>,
    more: Vec<Button>,
    trail: Vec<Step>,
    imposed: Option<Computed>,
    preview: Option<Computed>,
    earlier: Vec<String>,
    said: Vec<Said>,
    money: Option<Money>,
    told: Vec<Told>,
    attempts: Vec<Attempt>,
    modes: Vec<Mode>,
    serving: String,
    ties: Vec<Tie>,
    suspended: bool,
}

#[derive(Template)]
#[template(path = "enforcement/case.html")]
struct Page {
    shell: Shell,
    b: Body,
    events: Vec<Event>,
    older: usize,
    looks: Vec<LookRow>,
}

/// The notice of an address.
pub(super) fn parsed(id: &str) -> Result<NoticeId, Fault> {
    NoticeId::parse(id).map_err(|_| NO_NOTICE)
}

/// `GET /autos/{id}`
pub(crate) async fn file(cx: Cx, Path(id): Path<String>) -> Answer {
    let id = parsed(&id)?;
    let texts = defence_texts(&cx, &super::steps::notice(&cx, id.as_str())?).await?;
    let (b, acts) = {
        let w = cx.office().read();
        let n = w.registry.notices.get(&id).ok_or(NO_NOTICE)?;
        (body(&cx, &w.registry, &w.law, n, &texts)?, n.acts.clone())
    };
    cx.look("auto", id.as_str(), "auto").await?;
    let (events, older) = timeline(&cx, &acts).await?;
    let looks = looks(&cx, "auto", id.as_str()).await?;
    let shell = cx.shell_at(&format!("Auto {}", b.number), &[("/autos", "Autos")]);
    page(&Page { shell, b, events, older, looks })
}

fn body(cx: &Cx, reg: &Registry, law: &Law, n: &Notice, texts: &[String]) -> Result<Body, Fault> {
    let today = cx.today;
    let role = cx.actor()?.role;
    let s = situation(law, n, today);
    let offence = law.offences.get(n.drawn.offence.as_str());
    let class = offence.and_then(|o| law.class_of(o, n.drawn.fact_at.date(), &mut Trace::default()));
    let process = law.processes.get(n.drawn.process.as_str());
    let over = n.ended.is_some() || n.annulled.is_some();
    let trail = process.map(|p| trail(law, p, &n.events, &s.key, over, today)).unwrap_or_default();
    let (buttons, more) = buttons(law, n, &s, role);
    let imposed = imposed(reg, law, n);
    // what the law would give today: useful until somebody decides
    let preview = (n.decision.is_none() && n.annulled.is_none()).then(|| computed(reg, law, n, today));
    let paper = next_paper(n);
    Ok(Body {
        id: n.drawn.id.to_string(),
        number: n.number(),
        standing: Standing { class: s.class, words: s.words.clone() },
        offence: line(&n.drawn.offence),
        conduct: n.drawn.conduct.clone(),
        class: class.map(|c| c.label.clone()).unwrap_or_default(),
        offender: n.drawn.offender_name.clone(),
        offender_href: n.drawn.offender.subject().as_ref().map(subject_href).unwrap_or_default(),
        rows: rows(reg, n),
        description: n.drawn.description.clone(),
        facts: facts(law, n),
        lacking: lacking(law, n),
        cites: offence.map(|o| Cite::all(&o.base)).unwrap_or_default(),
        next: next(&s, today),
        buttons,
        more,
        trail,
        imposed,
        preview,
        earlier: earlier(reg, n),
        said: said(n, texts),
        money: money(law, n, today),
        told: told(law, n),
        attempts: attempts(law, n),
        modes: paper.map(|p| modes(law, n, p)).unwrap_or_default(),
        serving: paper.map(ServedPaper::pt_br).unwrap_or_default().to_string(),
        ties: ties(reg, n),
        suspended: s.suspended,
    })
}

fn next(s: &Situation, today: jiff::civil::Date) -> Option<Next> {
    if s.who.is_empty() {
        return None;
    }
    Some(Next {
        what: s.words.clone(),
        who: who_words(&s.who),
        day: s.due.map(weekday_pt).unwrap_or_default(),
        note: s.distance(today),
        counted: s.counted.clone(),
        class: due_class(s.due, today),
    })
}

/// A document as it may be shown: a CPF masked, a CNPJ whole, anything else hidden but for its end.
pub(super) fn document_words(text: &str) -> String {
    if let Ok(cpf) = brasil::cpf::Cpf::parse(text) {
        return format!("CPF {}", cpf.masked());
    }
    if let Ok(cnpj) = brasil::cnpj::Cnpj::parse(text) {
        return format!("CNPJ {}", cnpj.formatted());
    }
    let all: Vec<char> = text.chars().collect();
    let end: String = all.iter().skip(all.len().saturating_sub(3)).collect();
    format!("documento com final {end}")
}

/// The offender's document, from the register or from the notice.
pub(super) fn offender_document(reg: &Registry, of: &Offender) -> Option<String> {
    match of {
        Offender::Driver(id) => reg.drivers.get(id).map(|d| document_words(&d.cpf)),
        Offender::Operator(id) => reg.operators.get(id).map(|o| document_words(&o.cnpj)),
        Offender::Person { document, .. } => document.as_deref().map(document_words),
    }
}

fn rows(reg: &Registry, n: &Notice) -> Vec<(&'static str, String)> {
    let d = &n.drawn;
    let mut rows = vec![("Fato", date_time_pt(d.fact_at)), ("Lugar", d.place.clone())];
    if let Some(v) = &d.vehicle {
        let seen = v.description.as_ref().map(|t| format!(" · {t}")).unwrap_or_default();
        rows.push(("Veículo", format!("{}{seen}", v.plate)));
    } else {
        rows.push(("Veículo", "sem veículo no fato".into()));
    }
    if let Some(document) = offender_document(reg, &d.offender) {
        rows.push(("Documento do autuado", document));
    }
    rows.push(("Lavratura", date_time_pt(d.drawn_at)));
    rows.push(("Fiscal", d.inspector.clone()));
    rows.push(("Prazo de defesa", d.defence_term.clone()));
    rows.push(("Dispositivos", d.provisions.clone()));
    rows.push(("Código de conferência", d.code.clone()));
    rows
}

fn facts(law: &Law, n: &Notice) -> Vec<(String, String)> {
    let of = |(id, v): (&String, &registry::FactValue)| {
        let fact = law.fact(id);
        let label = fact.map_or_else(|| id.clone(), |f| capital(&f.label));
        let value = law::Value::from(v);
        (label, fact.map_or_else(|| value.to_string(), |f| f.in_words(&value)))
    };
    n.drawn.facts.iter().map(of).collect()
}

fn lacking(law: &Law, n: &Notice) -> Vec<String> {
    let content = law.contents.get(registry::vocabulary::NOTICE);
    let says = |id: &String| {
        let item = content.and_then(|c| c.items.iter().find(|i| i.id.as_ref() == id));
        item.map_or_else(|| id.clone(), |i| i.says.clone())
    };
    n.drawn.lacking.iter().map(says).collect()
}

fn earlier(reg: &Registry, n: &Notice) -> Vec<String> {
    n.earlier_penalties
        .iter()
        .map(|(because, p)| match because.as_ref().and_then(|id| reg.notices.get(id)) {
            Some(o) => format!("Antes: {}. Refeita porque o auto {} caiu.", p.words, o.number()),
            None => format!("Antes: {}. Refeita quando o valor que faltava foi registrado.", p.words),
        })
        .collect()
}

/// What the defences say, in the order they came. It stands in the ledger only: what was erased there is not shown.
pub(super) async fn defence_texts(cx: &Cx, n: &Notice) -> Result<Vec<String>, Fault> {
    let mut out = Vec::new();
    for number in n.acts.iter().filter(|_| !n.defences.is_empty()) {
        if let Some(act) = act(cx, *number).await?
            && let ActKind::DefenceFiled(p) = act.kind
        {
            out.push(p.text);
        }
    }
    Ok(out)
}

fn said(n: &Notice, texts: &[String]) -> Vec<Said> {
    let mut out = Vec::new();
    let mut say = |what: String, text: &str| out.push(Said { what, text: text.to_string() });
    for (i, (on, late)) in n.defences.iter().enumerate() {
        let what =
            format!("Defesa apresentada em {}{}", date_pt(*on), if *late { ", fora do prazo" } else { "" });
        say(what, texts.get(i).map_or("", String::as_str));
    }
    if let Some(d) = &n.decision {
        match (d.by_default, d.upheld) {
            (true, _) => say(
                format!(
                    "Em {}, o prazo de defesa terminou em silêncio e a penalidade foi imposta",
                    date_pt(d.on)
                ),
                "",
            ),
            (false, true) => say(format!("Mantido em {}", date_pt(d.on)), &d.reasoning),
            (false, false) => say(format!("Arquivado em {}", date_pt(d.on)), &d.reasoning),
        }
    }
    for a in &n.appeals {
        let admitted = if a.admitted { "" } else { ", fora do prazo: não conhecido" };
        say(format!("Recurso apresentado em {}{admitted}", date_pt(a.on)), &a.text);
        if let Some((on, granted, why)) = &a.decision {
            let what = if *granted { "acolhido" } else { "negado" };
            say(format!("Recurso {what} em {}", date_pt(*on)), why);
        }
    }
    let told = n.decision.as_ref().is_some_and(|d| !d.upheld) || n.appeals.iter().any(granted);
    if let Some((on, why)) = n.annulled.as_ref().filter(|_| !told) {
        say(format!("Anulado em {}", date_pt(*on)), why);
    }
    out
}

fn granted(a: &registry::state::Appeal) -> bool {
    a.decision.as_ref().is_some_and(|(_, granted, _)| *granted)
}

fn ties(reg: &Registry, n: &Notice) -> Vec<Tie> {
    let mut out = Vec::new();
    for s in reg.seizures.values().filter(|s| s.taken.notice.as_ref() == Some(&n.drawn.id)) {
        let note = s
            .release
            .as_ref()
            .map_or_else(|| "no pátio".into(), |r| format!("liberado em {}", date_pt(r.on)));
        out.push(Tie {
            href: format!("/apreensoes/{}", s.taken.id),
            label: format!("Apreensão {}", s.number()),
            note,
        });
    }
    for (id, c) in reg.cases.iter().filter(|(_, c)| c.notice.as_ref() == Some(&n.drawn.id)) {
        out.push(Tie {
            href: format!("/processos/{id}"),
            label: format!("Processo {}", c.number),
            note: c.kind.pt_br().into(),
        });
    }
    for o in super::computation::others(reg, &n.drawn.offender) {
        if o.drawn.id != n.drawn.id && o.drawn.fact_at == n.drawn.fact_at {
            out.push(Tie {
                href: format!("/autos/{}", o.drawn.id),
                label: format!("Auto {}", o.number()),
                note: format!("mesmo fato, linha {}", line(&o.drawn.offence)),
            });
        }
    }
    out
}

/// What this role may do now: what the stage waits for first, the rest apart.
fn buttons(law: &Law, n: &Notice, s: &Situation, role: Role) -> (Vec<Button>, Vec<Button>) {
    use registry::vocabulary as v;
    let id = &n.drawn.id;
    let may = |roles: &[Role]| roles.contains(&role);
    let button = |path: &str, label| Button { href: format!("/autos/{id}/{path}"), label };
    let process = law.processes.get(n.drawn.process.as_str());
    let stage = process.and_then(|p| p.stages.iter().find(|x| x.id.as_ref() == s.key));
    let awaits = |event: &str| stage.is_some_and(|x| x.awaits.iter().any(|e| e.as_ref() == event));
    let (mut now, mut more) = (Vec::new(), Vec::new());
    if next_paper(n).is_some() && may(SERVE) {
        now.push(button("ciencia", "Registrar ciência"));
        now.push(button("tentativa", "Registrar tentativa sem êxito"));
    }
    let defended = n.defences.iter().any(|(_, late)| !late);
    if may(RECEIVE) && n.annulled.is_none() && !defended && n.served(ServedPaper::Notice).is_some() {
        let to = if awaits(v::DEFENCE) { &mut now } else { &mut more };
        to.push(button("defesa", "Receber defesa"));
    }
    if awaits(v::DECIDED) && may(DECIDE) {
        now.push(button("decisao", "Decidir"));
    }
    let appealed = n.appeals.iter().any(|a| a.admitted);
    if may(RECEIVE) && n.annulled.is_none() && !appealed && n.served(ServedPaper::Decision).is_some() {
        let to = if awaits(v::APPEAL) { &mut now } else { &mut more };
        to.push(button("recurso", "Receber recurso"));
    }
    if awaits(v::APPEAL_DECIDED) && may(BOARD) {
        now.push(button("julgamento", "Julgar recurso"));
    }
    if n.balance() > 0 && may(PAY) {
        let to = if now.is_empty() { &mut now } else { &mut more };
        to.push(button("pagamento", "Registrar pagamento"));
    }
    if n.balance() < 0 && may(REFUND) {
        now.push(button("devolucao", "Registrar devolução"));
    }
    if may(&[Inspector]) {
        let seizes = n.drawn.measures.iter().any(|m| law.measures.contains_key(m.as_str()));
        if seizes && n.drawn.vehicle.is_some() && n.annulled.is_none() {
            more.push(Button { href: format!("/apreensoes/nova?auto={id}"), label: "Apreender o veículo" });
        }
        more.push(Button { href: format!("/autos/novo?fato={id}"), label: "Lavrar outro auto deste fato" });
    }
    if may(&[Authority]) && n.annulled.is_none() {
        if let Some(subject) = n.drawn.offender.subject().filter(|_| n.punished().is_some()) {
            let subject = subject.as_str();
            more.push(Button {
                href: format!("/cadastro/{subject}/suspender?auto={id}"),
                label: "Suspender a atividade",
            });
            more.push(Button {
                href: format!("/cadastro/{subject}/cassar?auto={id}"),
                label: "Abrir processo de cassação",
            });
        }
        more.push(button("anulacao", "Anular de ofício"));
    }
    (now, more)
}

#[cfg(test)]
mod tests {
    use super::document_words;

    #[test]
    fn a_document_shows_the_least_that_serves() {
        assert_eq!(document_words("52998224725"), "CPF ***.982.247-**");
        assert_eq!(document_words("RG 123456"), "documento com final 456");
    }
}
