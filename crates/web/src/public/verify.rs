//! The check of a credential, by its code or by the plate in front of one. Names are masked, no document number is in the
//! answer, and the reader is told to compare: a genuine code can be copied onto another car (a printed QR proves nothing alone).

use askama::Template;
use axum::extract::Path;
use axum::http::StatusCode;
use brasil::plate::Plate;
use law::value::date_pt;
use registry::queries::{PublicAnswer, PublicStatus, public_by_code, public_by_plate};

use crate::context::{Answer, Cx, page_with};
use crate::entry::Entry;
use crate::shell::Shell;

/// One answer, as the page shows it.
struct Card {
    class: &'static str,
    mark: &'static str,
    headline: String,
    advice: &'static str,
    keyword: &'static str,
    number: String,
    title: String,
    holder: String,
    plate: String,
    vehicle: String,
    operators: String,
}

#[derive(Template)]
#[template(path = "public/verify.html")]
struct Verify {
    shell: Shell,
    typed: String,
    problem: String,
    /// Whether somebody asked something.
    asked: bool,
    cards: Vec<Card>,
    host: String,
    at: String,
}

impl Verify {
    fn new(cx: &Cx, typed: &str) -> Self {
        let url = cx.site.app.public_url.as_str();
        Self {
            shell: cx.shell("Conferir credencial"),
            typed: typed.to_string(),
            problem: String::new(),
            asked: false,
            cards: Vec::new(),
            host: url.split_once("://").map_or(url, |(_, rest)| rest).to_string(),
            at: cx.time_words(),
        }
    }
}

/// `GET /verificar`
pub(crate) async fn ask(cx: Cx) -> Answer {
    page_with(StatusCode::OK, &Verify::new(&cx, ""))
}

/// `POST /verificar`: a code or a plate, told apart by their form.
pub(crate) async fn answer(cx: Cx, entry: Entry) -> Answer {
    let typed = entry.get("q").trim().to_string();
    let mut page = Verify::new(&cx, &typed);
    page.shell = page.shell.hidden();
    if typed.is_empty() {
        page.problem = "Digite a placa do carro ou o código impresso na credencial.".into();
        return page_with(StatusCode::UNPROCESSABLE_ENTITY, &page);
    }
    if let Ok(plate) = Plate::parse(&typed) {
        page.cards = cards(&cx, |w| public_by_plate(&w.registry, &w.law, &plate, cx.today));
        page.asked = true;
        return page_with(StatusCode::OK, &page);
    }
    let plain: String = typed.chars().filter(char::is_ascii_alphanumeric).collect();
    if plain.len() < 10 {
        page.problem = "Isto não é uma placa nem um código inteiro. A placa tem sete caracteres, como ABC1D23; o código, \
                        dezesseis, em grupos de quatro."
            .into();
        return page_with(StatusCode::UNPROCESSABLE_ENTITY, &page);
    }
    found_by_code(&cx, &plain, page)
}

/// `GET /v/{code}`: where the QR leads.
pub(crate) async fn by_code(cx: Cx, Path(code): Path<String>) -> Answer {
    let mut page = Verify::new(&cx, "");
    page.shell = page.shell.hidden();
    found_by_code(&cx, &code, page)
}

fn found_by_code(cx: &Cx, code: &str, mut page: Verify) -> Answer {
    // the longest code is 32 characters; longer ones are not worth a look
    let code: String = code.chars().take(40).collect();
    page.cards = cards(cx, |w| public_by_code(&w.registry, &w.law, &code, cx.today).into_iter().collect());
    page.asked = true;
    let status = if page.cards.is_empty() { StatusCode::NOT_FOUND } else { StatusCode::OK };
    page_with(status, &page)
}

fn cards(cx: &Cx, find: impl FnOnce(&office::Working) -> Vec<PublicAnswer>) -> Vec<Card> {
    let working = cx.office().read();
    find(&working)
        .into_iter()
        .map(|a| {
            let canonical = a.plate.as_deref().and_then(|p| Plate::parse(p).ok()).map(|p| p.canonical());
            let vehicle = canonical
                .and_then(|p| working.registry.active_vehicle(p.as_str(), cx.today))
                .and_then(|id| working.registry.vehicles.get(id));
            let words = vehicle.map(|v| {
                let parts = [v.model.clone(), v.colour.clone()];
                parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
            });
            card(a, words.unwrap_or_default())
        })
        .collect()
}

fn card(a: PublicAnswer, vehicle: String) -> Card {
    let (class, mark, headline, advice) = match &a.status {
        PublicStatus::Valid { until } => (
            "ok",
            "✓",
            until.map_or_else(
                || "Credencial vigente".into(),
                |d| format!("Credencial vigente até {}", date_pt(d)),
            ),
            "O motorista está autorizado hoje. Confira se é este o carro.",
        ),
        PublicStatus::Expired { since } => (
            "bad",
            "✕",
            format!("Credencial vencida desde {}", date_pt(*since)),
            "O prazo acabou e não há renovação registrada. O motorista não está autorizado hoje.",
        ),
        PublicStatus::Suspended { since, until } => (
            "bad",
            "✕",
            format!("Credencial suspensa desde {}", date_pt(*since)),
            if until.year() >= 9999 {
                "A suspensão não tem data de fim. O motorista não está autorizado hoje."
            } else {
                "A suspensão ainda está em curso. O motorista não está autorizado hoje."
            },
        ),
        PublicStatus::Revoked { since } => (
            "bad",
            "✕",
            format!("Credencial cassada em {}", date_pt(*since)),
            "A autorização acabou de vez. O motorista não está autorizado.",
        ),
        PublicStatus::Blocked => (
            "wait",
            "!",
            "Credencial bloqueada".to_string(),
            "O prazo não acabou, mas falta regularizar um requisito. O motorista não está autorizado hoje.",
        ),
        PublicStatus::None => {
            ("bad", "✕", "Não há credencial".to_string(), "Este motorista não tem autorização do Município.")
        }
    };
    let plate = a.plate.as_deref().map(|p| Plate::parse(p).map_or_else(|_| p.to_string(), |p| p.formatted()));
    Card {
        class,
        mark,
        headline,
        advice,
        keyword: a.status.keyword(),
        number: a.number,
        title: a.title,
        holder: a.holder,
        plate: plate.unwrap_or_default(),
        vehicle,
        operators: a.operators.join(", "),
    }
}
