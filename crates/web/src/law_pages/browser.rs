//! The law article by article: status and wordings on a date, the rules that stand on it, the gaps and how they are read.

use askama::Template;
use axum::extract::Path;
use jiff::civil::Date;
use law::Law;
use law::provision::{Provision, Status, TextStatus};
use law::value::date_pt;
use registry::Role::{Authority, Manager};

use super::asked_date;
use crate::context::{Answer, Cx, page};
use crate::fault::Fault;
use crate::shell::Shell;
use crate::words::{Cite, capital};

struct Row {
    href: String,
    label: String,
    says: String,
    class: &'static str,
    status: String,
    depth: usize,
}

#[derive(Template)]
#[template(path = "law.html")]
struct Index {
    shell: Shell,
    norm: String,
    urn: String,
    date: String,
    wrong_date: bool,
    typed: String,
    rows: Vec<Row>,
    amendments: Vec<(String, String, String)>,
}

/// The colour and the words of a status; nothing to say when it is plainly in force.
fn status_words(p: &Provision, on: Date) -> (&'static str, String) {
    match p.status(on) {
        Status::InForce => ("", String::new()),
        s @ (Status::TextAbsent | Status::TextAssumed) => ("wait", s.pt_br()),
        s @ Status::NotYet(_) => ("off", s.pt_br()),
        s @ (Status::Revoked(..) | Status::Suspended(..)) => ("bad", s.pt_br()),
    }
}

/// The date as a suffix of links, so that one stays on it.
fn suffix(cx: &Cx, on: Date) -> String {
    if on == cx.today { String::new() } else { format!("?em={on}") }
}

/// `GET /lei`
pub(crate) async fn index(cx: Cx) -> Answer {
    let law = cx.office().read().law.clone();
    let (on, wrong_date) = asked_date(&cx);
    let typed = cx.query.get("q").trim().to_string();
    let words: Vec<String> =
        brasil::person::fold(&typed).split(' ').filter(|w| !w.is_empty()).map(ToString::to_string).collect();
    let tail = suffix(&cx, on);
    let rows = law
        .provisions
        .values()
        .filter(|p| {
            let text = brasil::person::fold(&format!("{} {}", brasil::lexml::cite(&p.id), p.says));
            words.iter().all(|w| text.contains(w.as_str()))
        })
        .map(|p| {
            let (class, status) = status_words(p, on);
            Row {
                href: format!("/lei/{}{tail}", p.id),
                label: brasil::lexml::cite(&p.id),
                says: p.says.clone(),
                class,
                status,
                depth: p.id.matches('.').count(),
            }
        })
        .collect();
    let amendments =
        law.norm.amendments.iter().map(|a| (a.name.to_string(), date_pt(a.since), a.says.clone())).collect();
    page(&Index {
        shell: cx.shell("A lei"),
        norm: law.norm.title.clone(),
        urn: law.norm.urn.to_string(),
        date: date_pt(on),
        wrong_date,
        typed,
        rows,
        amendments,
    })
}

struct ReadingBlock {
    id: String,
    question: String,
    answers: Vec<(String, bool)>,
    note: String,
    decide: String,
    contested: bool,
}

#[derive(Template)]
#[template(path = "provision.html")]
struct ProvisionPage {
    shell: Shell,
    label: String,
    says: String,
    date: String,
    wrong_date: bool,
    class: &'static str,
    status: String,
    wordings: Vec<(String, String, &'static str)>,
    suspensions: Vec<String>,
    rules: Vec<(String, String)>,
    no_rule: String,
    readings: Vec<ReadingBlock>,
    before: Option<Cite>,
    after: Option<Cite>,
}

/// `GET /lei/{provision}`
pub(crate) async fn provision(cx: Cx, Path(id): Path<String>) -> Answer {
    let law = cx.office().read().law.clone();
    let (on, wrong_date) = asked_date(&cx);
    let place = law.provisions.get_index_of(id.as_str());
    let found = place.and_then(|i| law.provisions.get_index(i)).map(|(_, p)| p);
    let (Some(place), Some(p)) = (place, found) else {
        return Err(Fault::NotFound(
            "Esta lei não tem o dispositivo pedido. Procure-o na lista da página “A lei”.",
        ));
    };
    let tail = suffix(&cx, on);
    let near = |i: Option<usize>| {
        i.and_then(|i| law.provisions.get_index(i))
            .map(|(id, _)| Cite { href: format!("/lei/{id}{tail}"), label: brasil::lexml::cite(id) })
    };
    let (class, status) = match status_words(p, on) {
        ("", _) => ("ok", "em vigor".to_string()),
        other => other,
    };
    let mut shell = cx.shell_at(&capital(&brasil::lexml::cite(&p.id)), &[("/lei", "A lei")]);
    shell.hidden = false;
    page(&ProvisionPage {
        label: capital(&brasil::lexml::cite(&p.id)),
        shell,
        says: p.says.clone(),
        date: date_pt(on),
        wrong_date,
        class,
        status: capital(&status),
        wordings: p.wordings.iter().map(wording).collect(),
        suspensions: p
            .suspensions
            .iter()
            .map(|s| match s.until {
                Some(u) => format!("Sem efeito de {} a {}: {}", date_pt(s.since), date_pt(u), s.by),
                None => format!("Sem efeito desde {}: {}", date_pt(s.since), s.by),
            })
            .collect(),
        rules: law.rules_on(&p.id).iter().map(|r| rule_words(&law, r, on)).collect(),
        no_rule: p.no_rule.as_ref().map(|n| n.why.clone()).unwrap_or_default(),
        readings: law
            .readings
            .values()
            .filter(|r| r.base.contains(&p.id))
            .map(|r| reading_block(&cx, r, on))
            .collect(),
        before: near(place.checked_sub(1)),
        after: near(Some(place + 1)),
    })
}

fn wording(w: &law::provision::Wording) -> (String, String, &'static str) {
    let span = match w.until {
        Some(u) => format!("de {} a {}", date_pt(w.since), date_pt(u)),
        None => format!("desde {}", date_pt(w.since)),
    };
    let by = w.by.as_ref().map_or_else(|| "texto original".to_string(), |b| format!("redação do {b}"));
    let text = match w.text {
        TextStatus::Known => "",
        TextStatus::Absent => "texto fora do arquivo",
        TextStatus::AssumedSame => "texto suposto igual ao seguinte",
    };
    let revoked = w.revoked_by.as_ref().map(|r| format!("; revogado pelo {r}")).unwrap_or_default();
    (span, format!("{by}{revoked}"), text)
}

/// A rule in words: what it is, and what it says on a day.
fn rule_words(law: &Law, rule: &str, on: Date) -> (String, String) {
    let (kind, id) = rule.split_once(' ').unwrap_or((rule, ""));
    let says = handbook::rule(law, kind, id, on);
    let kind = match kind {
        "requisito" => "Requisito",
        "titulo" => "Título",
        "prazo" => "Prazo",
        "classe" => "Classe de infração",
        "infracao" => "Infração",
        "reincidencia" => "Reincidência",
        "escalada" => "Escalada",
        "correcao" => "Correção",
        "concurso" => "Concurso de infrações",
        "notificacao" => "Notificação",
        "competencia" => "Competência",
        "cobranca" => "Cobrança",
        "taxa" => "Taxa",
        "pagamento" => "Pagamento",
        "trava" => "Trava",
        "pontuacao" => "Pontuação",
        "limite" => "Limite",
        "fila" => "Fila",
        "ponto" => "Ponto",
        "calendario" => "Calendário",
        "transferencia" => "Transferência",
        "auto" => "Auto",
        "entrega" => "Entrega",
        "parametro" => "Valor",
        "medida" => "Medida",
        "processo" => "Processo",
        "conteudo" => "Conteúdo",
        other => other,
    };
    (kind.to_string(), says.unwrap_or_else(|| capital(&id.replace(['_', '-', '.'], " "))))
}

fn reading_block(cx: &Cx, r: &law::reading::Reading, on: Date) -> ReadingBlock {
    let now = r.on(on);
    let ruling = r.rulings.iter().rev().find(|x| x.since <= on);
    let note = match (ruling, &r.why) {
        (Some(x), _) => format!("Decidido por {}, desde {}.", x.by, date_pt(x.since)),
        (None, Some(why)) => format!("Padrão, enquanto o Município não decide: {why}."),
        (None, None) => "Padrão, enquanto o Município não decide.".to_string(),
    };
    let may = cx.is(&[Authority, Manager]) && r.answers.len() > 1;
    ReadingBlock {
        id: r.id.to_string(),
        question: r.question.clone(),
        answers: r.answers.iter().map(|(id, words)| (capital(words), id == now)).collect(),
        note,
        decide: if may { format!("/gestao/leituras/{}", r.id) } else { String::new() },
        contested: r.contested && ruling.is_none(),
    }
}

#[derive(Template)]
#[template(path = "readings.html")]
struct Readings {
    shell: Shell,
    date: String,
    readings: Vec<(ReadingBlock, Vec<Cite>)>,
}

/// `GET /leituras`
pub(crate) async fn readings(cx: Cx) -> Answer {
    let law = cx.office().read().law.clone();
    let (on, _) = asked_date(&cx);
    let readings = law
        .readings
        .values()
        .map(|r| {
            let cites = Cite::all(r.base.get(..r.base.len().min(4)).unwrap_or_default());
            (reading_block(&cx, r, on), cites)
        })
        .collect();
    page(&Readings {
        shell: cx.shell_at("Lacunas e leituras", &[("/lei", "A lei")]),
        date: date_pt(on),
        readings,
    })
}
