//! The forms with which the municipality sets its law.

use axum::extract::Path;
use law::value::date_pt;
use registry::act::matters::ClosureKind;
use registry::command::{AddClosureDay, RestoreProvision, RuleReading, SetParameter, SuspendProvision};
use registry::{Command, FactValue};

use crate::context::{Answer, Cx};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet, decimal};
use crate::words::Cite;

const NOWHERE: Fault =
    Fault::NotFound("Isto não está no livro de regras deste Município. Volte à página de gestão.");

fn parameter_sheet(cx: &Cx, id: &str) -> Result<Sheet, Fault> {
    let w = cx.office().read();
    let p = w.law.parameter(id).ok_or(NOWHERE)?;
    let fields = vec![
        Field::number("value", &format!("Valor ({})", p.id)).required().hint("em reais, com vírgula: 4,80"),
        Field::date("since", "Desde quando").required(),
        Field::date("until", "Até quando").hint("último dia, quando se sabe; dd/mm/aaaa"),
        Field::text("source", "De onde vem").required().hint("o ato que fixa o valor, com número e data"),
    ];
    let mut lines: Vec<String> = p
        .values
        .iter()
        .rev()
        .map(|v| {
            let until = v.until.map_or_else(|| "em diante".to_string(), |u| format!("a {}", date_pt(u)));
            format!("{}: de {} {until}. {}", v.value, date_pt(v.since), v.source)
        })
        .collect();
    if lines.is_empty() {
        lines.push(
            "Nenhum valor conhecido ainda. Sem ele, as contas que dependem dele não são feitas.".into(),
        );
    }
    let title = format!("Informar: {}", p.label);
    let sheet = Sheet::new(cx, &title, &[("/gestao", "Gestão")], fields)
        .lead(format!("Quem pode informar: {}.", p.who))
        .submit("Registrar valor");
    Ok(sheet.beside("Valores conhecidos", lines, Cite::all(&p.base)))
}

/// `GET /gestao/valores/{id}`
pub(crate) async fn parameter_form(cx: Cx, Path(id): Path<String>) -> Answer {
    cx.show(parameter_sheet(&cx, &id)?).await
}

/// `POST /gestao/valores/{id}`
pub(crate) async fn set_parameter(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let sheet = parameter_sheet(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let value = decimal(&r.text("value"));
        if value.is_none() {
            r.wrong("value", "Escreva o valor com vírgula nos centavos, como 4,80.");
        }
        let since = r.day("since", "o primeiro dia do valor");
        let until = r.some_day("until");
        Some(Command::SetParameter(SetParameter {
            parameter: id,
            value: FactValue::Decimal(value?),
            since: since?,
            until,
            source: r.text("source"),
        }))
    };
    cx.carry_out(sheet, &entry, build, |_| ("/gestao".into(), "valor")).await
}

fn reading_sheet(cx: &Cx, id: &str) -> Result<Sheet, Fault> {
    let w = cx.office().read();
    let r = w.law.reading(id).ok_or(NOWHERE)?;
    let answers = r.answers.iter().map(|(id, words)| (id.to_string(), words.clone())).collect();
    let fields = vec![
        Field::choice("answer", "Resposta", answers).value(r.on(cx.today).to_string()).required(),
        Field::date("since", "Desde quando").value(date_pt(cx.today)).required(),
        Field::text("by", "Ato que decide")
            .required()
            .hint("portaria, parecer ou despacho, com número e data"),
    ];
    let mut lines = vec![
        format!("Quem pode decidir: {}.", r.who),
        format!("Na falta de decisão: {}.", r.answer_in_words(&r.default)),
    ];
    if let Some(why) = &r.why {
        lines.push(format!("Por quê: {why}."));
    }
    lines.extend(
        r.rulings
            .iter()
            .map(|x| format!("{}, desde {}: {}", x.by, date_pt(x.since), r.answer_in_words(&x.answer))),
    );
    let title = format!("Decidir {}", r.id);
    let sheet = Sheet::new(cx, &title, &[("/gestao", "Gestão")], fields)
        .lead(r.question.clone())
        .submit("Registrar decisão");
    Ok(sheet.beside("A lacuna", lines, Cite::all(&r.base)))
}

/// `GET /gestao/leituras/{id}`
pub(crate) async fn reading_form(cx: Cx, Path(id): Path<String>) -> Answer {
    cx.show(reading_sheet(&cx, &id)?).await
}

/// `POST /gestao/leituras/{id}`
pub(crate) async fn rule_reading(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let sheet = reading_sheet(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let answer = r.demand("answer", "a resposta");
        let since = r.day("since", "o primeiro dia da decisão");
        Some(Command::RuleReading(RuleReading { reading: id, answer, since: since?, by: r.text("by") }))
    };
    cx.carry_out(sheet, &entry, build, |_| ("/gestao".into(), "leitura")).await
}

fn suspend_sheet(cx: &Cx) -> Sheet {
    let provisions = {
        let w = cx.office().read();
        let all = w.law.provisions.values();
        all.map(|p| (p.id.to_string(), format!("{}: {}", brasil::lexml::cite(&p.id), shortened(&p.says))))
            .collect()
    };
    let fields = vec![
        Field::choice("provision", "Dispositivo", provisions).required(),
        Field::date("since", "Sem efeito desde").required(),
        Field::text("by", "Processo e decisão").required().hint("número, vara ou tribunal, data"),
    ];
    let mut sheet = Sheet::new(cx, "Registrar ordem judicial", &[("/gestao", "Gestão")], fields)
        .lead("Enquanto a ordem valer, as regras que se apoiam no dispositivo não barram nem cobram.")
        .submit("Registrar ordem");
    sheet.grave = true;
    sheet
}

/// The beginning of a long text.
fn shortened(text: &str) -> String {
    if text.chars().count() <= 90 {
        return text.to_string();
    }
    let start: String = text.chars().take(88).collect();
    format!("{}…", start.trim_end())
}

/// `GET /gestao/dispositivos/suspender`
pub(crate) async fn suspend_form(cx: Cx) -> Answer {
    cx.show(suspend_sheet(&cx)).await
}

/// `POST /gestao/dispositivos/suspender`
pub(crate) async fn suspend(cx: Cx, entry: Entry) -> Answer {
    let build = |r: &mut Reader<'_>| {
        let provision = r.demand("provision", "o dispositivo");
        let since = r.day("since", "o primeiro dia sem efeito");
        Some(Command::SuspendProvision(SuspendProvision { provision, since: since?, by: r.text("by") }))
    };
    cx.carry_out(suspend_sheet(&cx), &entry, build, |_| ("/gestao".into(), "dispositivo")).await
}

fn restore_sheet(cx: &Cx, id: &str) -> Result<Sheet, Fault> {
    let w = cx.office().read();
    let p = w.law.provision(id).ok_or(NOWHERE)?;
    let fields = vec![
        Field::date("last", "Último dia sem efeito").required(),
        Field::text("by", "Decisão").required().hint("a que fez cair a ordem, com número e data"),
    ];
    let title = format!("Restabelecer {}", brasil::lexml::cite(id));
    Ok(Sheet::new(cx, &title, &[("/gestao", "Gestão")], fields).lead(p.says.clone()).submit("Restabelecer"))
}

/// `GET /gestao/dispositivos/{id}/restabelecer`
pub(crate) async fn restore_form(cx: Cx, Path(id): Path<String>) -> Answer {
    cx.show(restore_sheet(&cx, &id)?).await
}

/// `POST /gestao/dispositivos/{id}/restabelecer`
pub(crate) async fn restore(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let sheet = restore_sheet(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let last = r.day("last", "o último dia sem efeito");
        Some(Command::RestoreProvision(RestoreProvision { provision: id, last: last?, by: r.text("by") }))
    };
    cx.carry_out(sheet, &entry, build, |_| ("/gestao".into(), "dispositivo")).await
}

const KINDS: [(&str, ClosureKind); 3] = [
    ("feriado", ClosureKind::Holiday),
    ("facultativo", ClosureKind::Closure),
    ("meio", ClosureKind::HalfDay),
];

/// A kind of day in words.
pub(super) fn kind_words(kind: ClosureKind) -> &'static str {
    match kind {
        ClosureKind::Holiday => "feriado",
        ClosureKind::Closure => "ponto facultativo",
        ClosureKind::HalfDay => "meio expediente",
    }
}

fn day_sheet(cx: &Cx) -> Sheet {
    let kinds = KINDS.iter().map(|(v, k)| ((*v).to_string(), kind_words(*k).to_string())).collect();
    let fields = vec![
        Field::date("on", "Dia").required(),
        Field::choice("kind", "Tipo", kinds).required(),
        Field::text("name", "Nome").required().hint("como “Carnaval” ou “luto oficial”"),
        Field::text("source", "Ato que o decreta").required().hint("decreto ou portaria, com número"),
    ];
    Sheet::new(cx, "Dia sem expediente", &[("/gestao", "Gestão")], fields)
        .lead("Os prazos que terminam neste dia passam para o seguinte em que houver expediente, se a lei assim disser.")
        .submit("Registrar dia")
}

/// `GET /gestao/calendario`
pub(crate) async fn day_form(cx: Cx) -> Answer {
    cx.show(day_sheet(&cx)).await
}

/// `POST /gestao/calendario`
pub(crate) async fn add_day(cx: Cx, entry: Entry) -> Answer {
    let build = |r: &mut Reader<'_>| {
        let on = r.day("on", "o dia");
        let typed = r.text("kind");
        let kind = KINDS.iter().find(|(v, _)| *v == typed).map(|(_, k)| *k);
        if kind.is_none() {
            r.wrong("kind", "Escolha o tipo do dia.");
        }
        let (name, source) = (r.text("name"), r.text("source"));
        Some(Command::AddClosureDay(AddClosureDay { on: on?, kind: kind?, name, source }))
    };
    cx.carry_out(day_sheet(&cx), &entry, build, |_| ("/gestao".into(), "dia")).await
}
