//! The forms of a case: service, failed attempts, defence, decision, appeal, annulment.

use axum::extract::Path;
use brasil::lexml::line;
use law::value::date_pt;
use registry::Command;
use registry::Role::Inspector;
use registry::act::enforcement::ServedPaper;
use registry::command as c;
use registry::state::Notice;
use registry::vocabulary as v;

use super::NO_NOTICE;
use super::case::{defence_texts, parsed};
use super::computation::computed;
use super::service::{modes, next_paper, paper_key, paper_of};
use super::situation::situation;
use crate::context::{Answer, Cx};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::form::{Field, Reader, Sheet};
use crate::search::notice_href;

pub(super) fn notice(cx: &Cx, id: &str) -> Result<Notice, Fault> {
    let id = parsed(id)?;
    cx.office().read().registry.notices.get(&id).cloned().ok_or(NO_NOTICE)
}

pub(super) fn sheet(cx: &Cx, n: &Notice, title: &str, fields: Vec<Field>) -> Sheet {
    let href = notice_href(&n.drawn.id);
    let number = format!("Auto {}", n.number());
    let lead =
        format!("{number} · {} · {} {}", n.drawn.offender_name, line(&n.drawn.offence), n.drawn.conduct);
    let s = situation(&cx.office().read().law, n, cx.today);
    let mut lines = vec![s.words.clone()];
    if let Some(due) = s.due {
        lines.push(format!("Prazo até {} ({}).", date_pt(due), s.distance(cx.today)));
        if !s.counted.is_empty() {
            lines.push(s.counted.clone());
        }
    }
    Sheet::new(cx, title, &[("/autos", "Autos"), (&href, &number)], fields).lead(lead).beside(
        "Onde o caso está",
        lines,
        Vec::new(),
    )
}

pub(super) async fn shown(cx: &Cx, n: &Notice, sheet: Sheet) -> Answer {
    cx.look("auto", n.drawn.id.as_str(), &sheet.title).await?;
    cx.show(sheet).await
}

/// Back to the case, with the words of the door.
pub(super) fn back(n: &Notice) -> (String, &'static str) {
    (notice_href(&n.drawn.id), "registrado")
}

pub(super) fn day(name: &str, label: &str, cx: &Cx) -> Field {
    Field::date(name, label).value(date_pt(cx.today)).required()
}

// --- telling the person

fn paper_field(n: &Notice) -> Field {
    let of = |p: ServedPaper| (paper_key(p).to_string(), format!("Ciência {}", p.pt_br()));
    let papers = [ServedPaper::Notice, ServedPaper::Decision, ServedPaper::AppealDecision];
    // what was told already is not told again
    let open: Vec<_> = papers.into_iter().filter(|p| n.served(*p).is_none()).map(of).collect();
    Field::choice("paper", "De quê", open).value(next_paper(n).map(paper_key).unwrap_or_default()).required()
}

fn serve_sheet(cx: &Cx, n: &Notice) -> Sheet {
    let paper = next_paper(n).unwrap_or(ServedPaper::Notice);
    let ways = modes(&cx.office().read().law, n, paper);
    let inspector = cx.is(&[Inspector]);
    let mut lines = Vec::new();
    let mut cites = Vec::new();
    for w in &ways {
        let only = if w.id == v::REFUSAL && !inspector { "; só o fiscal certifica" } else { "" };
        lines.push(format!("{}: {}{only}", w.says, w.why));
        cites.extend(w.cites.iter().filter(|_| !w.open).cloned());
    }
    let offered = ways.iter().filter(|w| w.open && (w.id != v::REFUSAL || inspector));
    let fields = vec![
        paper_field(n),
        Field::choice(
            "mode",
            "Como a pessoa soube",
            offered.map(|w| (w.id.clone(), w.says.clone())).collect(),
        )
        .required(),
        day("on", "Dia em que soube", cx).hint("dd/mm/aaaa: entrega, assinatura do aviso ou publicação"),
        Field::text("proof", "Comprovante")
            .hint("número do aviso de recebimento, jornal e página, ou quem assinou"),
    ];
    sheet(cx, n, "Registrar ciência", fields).submit("Registrar ciência").beside(
        "Formas que a lei prevê",
        lines,
        cites,
    )
}

/// `GET /autos/{id}/ciencia`
pub(crate) async fn serve_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let n = notice(&cx, &id)?;
    shown(&cx, &n, serve_sheet(&cx, &n)).await
}

/// `POST /autos/{id}/ciencia`
pub(crate) async fn serve(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let n = notice(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let paper = paper_of(&r.demand("paper", "dizer de que a pessoa soube"));
        let mode = r.demand("mode", "dizer como a pessoa soube");
        let on = r.day("on", "o dia em que soube");
        Some(Command::Serve(c::Serve {
            notice: n.drawn.id.clone(),
            paper: paper?,
            mode,
            on: on?,
            proof: r.some("proof"),
        }))
    };
    cx.carry_out(serve_sheet(&cx, &n), &entry, build, |_| back(&n)).await
}

fn attempt_sheet(cx: &Cx, n: &Notice) -> Sheet {
    let ways = {
        let w = cx.office().read();
        w.law
            .services
            .values()
            .filter(|m| !m.last_resort && m.id.as_ref() != v::REFUSAL)
            .map(|m| (m.id.to_string(), m.says.clone()))
            .collect()
    };
    let fields = vec![
        paper_field(n),
        Field::choice("mode", "Como se tentou", ways).required(),
        day("on", "Dia da tentativa", cx),
        Field::long("note", "O que aconteceu")
            .required()
            .hint("por exemplo: mudou-se; ausente em três visitas; AR devolvido"),
        Field::yes_no("whereabouts_unknown", "O lugar em que a pessoa está é desconhecido?").required(),
    ];
    let lines = vec![
        "A tentativa registrada abre o caminho da comunicação por edital, quando a lei a prevê.".to_string(),
    ];
    sheet(cx, n, "Registrar tentativa sem êxito", fields).submit("Registrar tentativa").beside(
        "Para que serve",
        lines,
        Vec::new(),
    )
}

/// `GET /autos/{id}/tentativa`
pub(crate) async fn attempt_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let n = notice(&cx, &id)?;
    shown(&cx, &n, attempt_sheet(&cx, &n)).await
}

/// `POST /autos/{id}/tentativa`
pub(crate) async fn attempt(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let n = notice(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let paper = paper_of(&r.demand("paper", "dizer de que se tentou dar ciência"));
        let mode = r.demand("mode", "dizer como se tentou");
        let on = r.day("on", "o dia da tentativa");
        let unknown = r.yes("whereabouts_unknown").unwrap_or(false);
        Some(Command::RecordServiceAttempt(c::RecordServiceAttempt {
            notice: n.drawn.id.clone(),
            paper: paper?,
            mode,
            on: on?,
            note: r.text("note"),
            whereabouts_unknown: unknown,
        }))
    };
    cx.carry_out(attempt_sheet(&cx, &n), &entry, build, |_| back(&n)).await
}

// --- what comes in

fn incoming(cx: &Cx, n: &Notice, title: &str, what: &str) -> Sheet {
    let fields = vec![
        day("on", "Dia em que chegou", cx).hint("dd/mm/aaaa: o dia do protocolo, mesmo que registre depois"),
        Field::long("text", what).required(),
    ];
    let lines =
        vec!["O que chega fora do prazo também se registra: fica anotado como intempestivo.".to_string()];
    sheet(cx, n, title, fields).beside("Fora do prazo", lines, Vec::new())
}

/// `GET /autos/{id}/defesa`
pub(crate) async fn defence_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let n = notice(&cx, &id)?;
    shown(&cx, &n, incoming(&cx, &n, "Receber defesa", "O que diz a defesa")).await
}

/// `POST /autos/{id}/defesa`
pub(crate) async fn defence(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let n = notice(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let on = r.day("on", "o dia em que chegou");
        let text = r.demand("text", "o que diz a defesa");
        Some(Command::FileDefence(c::FileDefence { notice: n.drawn.id.clone(), on: on?, text }))
    };
    cx.carry_out(incoming(&cx, &n, "Receber defesa", "O que diz a defesa"), &entry, build, |_| back(&n)).await
}

/// `GET /autos/{id}/recurso`
pub(crate) async fn appeal_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let n = notice(&cx, &id)?;
    shown(&cx, &n, incoming(&cx, &n, "Receber recurso", "O que diz o recurso")).await
}

/// `POST /autos/{id}/recurso`
pub(crate) async fn appeal(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let n = notice(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let on = r.day("on", "o dia em que chegou");
        let text = r.demand("text", "o que diz o recurso");
        Some(Command::FileAppeal(c::FileAppeal { notice: n.drawn.id.clone(), on: on?, text }))
    };
    cx.carry_out(incoming(&cx, &n, "Receber recurso", "O que diz o recurso"), &entry, build, |_| back(&n))
        .await
}

// --- what is decided

fn decide_sheet(cx: &Cx, n: &Notice, defences: Vec<String>) -> Sheet {
    let options = vec![
        ("sim".to_string(), "Manter o auto e impor a penalidade da lei".to_string()),
        ("nao".to_string(), "Arquivar: o auto não procede".to_string()),
    ];
    let fields = vec![
        Field::choice("uphold", "Decisão", options).required(),
        Field::long("reasoning", "Fundamentos")
            .required()
            .hint("o que se apurou e por quê; a pessoa recebe este texto"),
    ];
    let preview = {
        let w = cx.office().read();
        computed(&w.registry, &w.law, n, cx.today)
    };
    let mut lines = vec![preview.words.clone()];
    lines.extend(preview.lines.iter().cloned());
    lines.extend(preview.readings.iter().map(|r| format!("Leitura usada: {r}")));
    let mut sheet = sheet(cx, n, "Decidir", fields).submit("Registrar decisão");
    if !defences.is_empty() {
        sheet = sheet.beside("O que diz a defesa", defences, Vec::new());
    }
    sheet.beside("Se mantido, a penalidade é", lines, preview.cites)
}

/// `GET /autos/{id}/decisao`
pub(crate) async fn decide_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let n = notice(&cx, &id)?;
    let defences = defence_texts(&cx, &n).await?;
    shown(&cx, &n, decide_sheet(&cx, &n, defences)).await
}

/// A choice that must be made; nothing is chosen beforehand.
fn chosen(r: &mut Reader<'_>, name: &str, what: &str) -> Option<bool> {
    let answer = r.yes(name);
    if answer.is_none() {
        r.wrong(name, format!("Falta escolher {what}."));
    }
    answer
}

/// `POST /autos/{id}/decisao`
pub(crate) async fn decide(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let n = notice(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let uphold = chosen(r, "uphold", "a decisão");
        let reasoning = r.demand("reasoning", "dizer os fundamentos");
        Some(Command::Decide(c::Decide { notice: n.drawn.id.clone(), uphold: uphold?, reasoning }))
    };
    let defences = defence_texts(&cx, &n).await?;
    cx.carry_out(decide_sheet(&cx, &n, defences), &entry, build, |_| back(&n)).await
}

fn judge_sheet(cx: &Cx, n: &Notice) -> Sheet {
    let options = vec![
        ("nao".to_string(), "Negar: a penalidade fica".to_string()),
        ("sim".to_string(), "Acolher: a penalidade cai".to_string()),
    ];
    let fields = vec![
        Field::choice("grant", "Julgamento", options).required(),
        Field::long("reasoning", "Fundamentos").required().hint("a pessoa recebe este texto"),
    ];
    let mut lines: Vec<String> = n
        .appeals
        .iter()
        .filter(|a| a.admitted)
        .map(|a| format!("Recebido em {}: {}", date_pt(a.on), a.text))
        .collect();
    if let Some(p) = &n.penalty {
        lines.push(format!("Penalidade imposta: {}", p.words));
    }
    sheet(cx, n, "Julgar recurso", fields).submit("Registrar julgamento").beside(
        "O recurso",
        lines,
        Vec::new(),
    )
}

/// `GET /autos/{id}/julgamento`
pub(crate) async fn judge_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let n = notice(&cx, &id)?;
    shown(&cx, &n, judge_sheet(&cx, &n)).await
}

/// `POST /autos/{id}/julgamento`
pub(crate) async fn judge(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let n = notice(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let grant = chosen(r, "grant", "o julgamento");
        let reasoning = r.demand("reasoning", "dizer os fundamentos");
        Some(Command::DecideAppeal(c::DecideAppeal { notice: n.drawn.id.clone(), grant: grant?, reasoning }))
    };
    cx.carry_out(judge_sheet(&cx, &n), &entry, build, |_| back(&n)).await
}

fn annul_sheet(cx: &Cx, n: &Notice) -> Sheet {
    let fields = vec![Field::long("reasoning", "Fundamentos da anulação").required()];
    let lines = vec![
        "O auto deixa de valer e não conta mais para reincidência.".to_string(),
        "Penalidades que se apoiaram nele são refeitas na hora; o que se pagou a mais aparece como valor a devolver.".to_string(),
    ];
    let mut sheet = sheet(cx, n, "Anular de ofício", fields).submit("Anular o auto").beside(
        "O que acontece",
        lines,
        Vec::new(),
    );
    sheet.grave = true;
    sheet
}

/// `GET /autos/{id}/anulacao`
pub(crate) async fn annul_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let n = notice(&cx, &id)?;
    shown(&cx, &n, annul_sheet(&cx, &n)).await
}

/// `POST /autos/{id}/anulacao`
pub(crate) async fn annul(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let n = notice(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let reasoning = r.demand("reasoning", "dizer os fundamentos");
        Some(Command::AnnulNotice(c::AnnulNotice { notice: n.drawn.id.clone(), reasoning }))
    };
    cx.carry_out(annul_sheet(&cx, &n), &entry, build, |_| back(&n)).await
}
