//! Where the QR of a notice leads: that the notice exists and how it stands, without anybody's name or document.

use askama::Template;
use axum::extract::Path;
use brasil::lexml::line;

use super::situation::situation;
use crate::context::{Answer, Cx, page};
use crate::drivers::Standing;
use crate::fault::Fault;
use crate::shell::Shell;
use crate::words::date_time_pt;

const NOWHERE: Fault = Fault::NotFound(
    "Não há auto com este código. Confira as letras e os números impressos; se estiverem certos, o papel pode ser falso: fale \
     com o órgão.",
);

#[derive(Template)]
#[template(path = "enforcement/check.html")]
struct Check {
    shell: Shell,
    number: String,
    standing: Standing,
    rows: Vec<(&'static str, String)>,
}

/// `GET /a/{code}`
pub(crate) async fn by_code(cx: Cx, Path(code): Path<String>) -> Answer {
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).take(40).collect();
    let code = code.to_uppercase();
    let check = {
        let w = cx.office().read();
        let n = w
            .registry
            .index
            .notice_codes
            .get(&code)
            .and_then(|id| w.registry.notices.get(id))
            .ok_or(NOWHERE)?;
        let s = situation(&w.law, n, cx.today);
        let mut rows = vec![
            ("Fato", date_time_pt(n.drawn.fact_at)),
            ("Lavratura", date_time_pt(n.drawn.drawn_at)),
            ("Placa", n.drawn.vehicle.as_ref().map_or_else(|| "sem veículo".into(), |v| v.plate.clone())),
            ("Infração", format!("{} {}", line(&n.drawn.offence), n.drawn.conduct)),
        ];
        if s.due.is_some() {
            rows.push(("Prazo", format!("{} ({})", s.due_words(), s.distance(cx.today))));
        }
        let standing = Standing { class: s.class, words: s.words };
        Check { shell: cx.shell("Conferir auto").hidden(), number: n.number(), standing, rows }
    };
    page(&check)
}
