//! Orders and requests for information: issued with a last day, answered, or left without an answer.

use askama::Template;
use axum::extract::Path;
use law::value::date_pt;
use registry::Command;
use registry::command as c;
use registry::id::{OrderId, Subject};
use registry::state::Order;

use super::complaints::subject;
use super::situation::{due_class, subject_words};
use crate::context::{Answer, Cx, page};
use crate::drivers::Standing;
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet};
use crate::shell::Shell;
use crate::words::distance_pt;

const NOWHERE: Fault = Fault::NotFound("Esta ordem não está no cadastro. Procure na lista de ordens.");

struct Row {
    subject: String,
    subject_href: String,
    text: String,
    issued: String,
    due: String,
    class: &'static str,
    standing: Standing,
    answer: String,
    notice: String,
}

#[derive(Template)]
#[template(path = "enforcement/orders.html")]
struct List {
    shell: Shell,
    rows: Vec<Row>,
    answers: bool,
    draws: bool,
}

/// How an order stands, in words.
pub(super) fn standing(o: &Order, today: jiff::civil::Date) -> Standing {
    match &o.answer {
        Some((on, _)) if *on > o.due => {
            Standing { class: "wait", words: format!("Respondida fora do prazo, em {}", date_pt(*on)) }
        }
        Some((on, _)) => Standing { class: "ok", words: format!("Respondida em {}", date_pt(*on)) },
        None if o.due < today => Standing { class: "bad", words: "Sem resposta".into() },
        None => Standing { class: "wait", words: "Aguarda resposta".into() },
    }
}

/// `GET /ordens`
pub(crate) async fn list(cx: Cx) -> Answer {
    let rows = {
        let w = cx.office().read();
        let reg = &w.registry;
        let mut all: Vec<(&OrderId, &Order)> = reg.orders.iter().collect();
        all.sort_by_key(|(_, o)| (o.answer.is_some(), o.due));
        let row = |(id, o): (&OrderId, &Order)| {
            let (name, href) = subject_words(reg, &o.subject);
            let open = o.answer.is_none();
            let late = open && o.due < cx.today && !matches!(o.subject, Subject::Vehicle(_));
            Row {
                subject: name,
                subject_href: href,
                text: o.text.clone(),
                issued: date_pt(o.issued_on),
                due: format!(
                    "{}{}",
                    date_pt(o.due),
                    if open { format!(" ({})", distance_pt(o.due, cx.today)) } else { String::new() }
                ),
                class: if open { due_class(Some(o.due), cx.today) } else { "" },
                standing: standing(o, cx.today),
                answer: if open { format!("/ordens/{id}/resposta") } else { String::new() },
                notice: if late {
                    format!("/autos/novo?autuado={}", o.subject.as_str())
                } else {
                    String::new()
                },
            }
        };
        all.into_iter().take(200).map(row).collect()
    };
    let (answers, draws) = (cx.is(super::RECEIVE), cx.is(&[registry::Role::Inspector]));
    page(&List { shell: cx.shell_at("Ordens e pedidos", &[("/autos", "Autos")]), rows, answers, draws })
}

fn issue_sheet(cx: &Cx, who: &Subject, name: &str, href: &str) -> Sheet {
    let filings: Vec<(String, String)> = match who {
        Subject::Operator(_) => {
            cx.office().read().law.filings.values().map(|f| (f.id.to_string(), f.says.clone())).collect()
        }
        _ => Vec::new(),
    };
    let mut fields = vec![Field::long("text", "O que se ordena ou pergunta").required()];
    if !filings.is_empty() {
        fields.push(
            Field::choice("filing", "Entrega da lei que se pede", filings)
                .hint("se for uma, o prazo é o da lei"),
        );
    }
    fields.push(
        Field::date("due", "Último dia para responder")
            .hint("dd/mm/aaaa; em branco só quando a lei já fixa o prazo"),
    );
    let lines = vec![
        "A ordem fica na ficha, com o prazo e a resposta.".to_string(),
        "Quem não responde pode ser autuado: a lista de ordens oferece o auto.".to_string(),
    ];
    Sheet::new(cx, "Ordem ou pedido de informação", &[("/ordens", "Ordens e pedidos"), (href, name)], fields)
        .lead(name.to_string())
        .submit("Registrar ordem")
        .beside("O que acontece", lines, Vec::new())
}

/// `GET /cadastro/{subject}/ordenar`
pub(crate) async fn issue_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let (who, name, href) = subject(&cx, &id)?;
    cx.look(who.role(), &id, "ordem ou pedido").await?;
    cx.show(issue_sheet(&cx, &who, &name, &href)).await
}

/// `POST /cadastro/{subject}/ordenar`
pub(crate) async fn issue(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let (who, name, href) = subject(&cx, &id)?;
    let sheet = issue_sheet(&cx, &who, &name, &href);
    let build = |r: &mut Reader<'_>| {
        let text = r.demand("text", "o que se ordena ou pergunta");
        let due = r.some_day("due");
        Some(Command::IssueOrder(c::IssueOrder { subject: who, text, filing: r.some("filing"), due }))
    };
    cx.carry_out(sheet, &entry, build, |_| ("/ordens".into(), "registrado")).await
}

fn answer_sheet(cx: &Cx, id: &str) -> Result<(Sheet, OrderId, Subject), Fault> {
    let order = OrderId::parse(id).map_err(|_| NOWHERE)?;
    let w = cx.office().read();
    let o = w.registry.orders.get(&order).ok_or(NOWHERE)?;
    let (name, href) = subject_words(&w.registry, &o.subject);
    let fields = vec![
        Field::date("on", "Dia da resposta").value(date_pt(cx.today)).required(),
        Field::long("text", "O que responde").required(),
    ];
    let lines =
        vec![o.text.clone(), format!("Ordenado em {}; prazo até {}.", date_pt(o.issued_on), date_pt(o.due))];
    let sheet =
        Sheet::new(cx, "Registrar resposta", &[("/ordens", "Ordens e pedidos"), (&href, &name)], fields)
            .lead(name.clone())
            .beside("A ordem", lines, Vec::new());
    Ok((sheet, order, o.subject.clone()))
}

/// `GET /ordens/{id}/resposta`
pub(crate) async fn answer_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let (sheet, _, who) = answer_sheet(&cx, &id)?;
    cx.look(who.role(), who.as_str(), "resposta a ordem").await?;
    cx.show(sheet).await
}

/// `POST /ordens/{id}/resposta`
pub(crate) async fn answer(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let (sheet, order, _) = answer_sheet(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let on = r.day("on", "o dia da resposta");
        let text = r.demand("text", "o que responde");
        Some(Command::AnswerOrder(c::AnswerOrder { order, on: on?, text }))
    };
    cx.carry_out(sheet, &entry, build, |_| ("/ordens".into(), "registrado")).await
}
