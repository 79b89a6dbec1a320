//! The list of notices, by stage, by who must act, by deadline.

use askama::Template;
use brasil::lexml::line;
use registry::Role;
use registry::queries::{Alert, alert};
use registry::state::Notice;

use super::situation::{
    ANNULLED, CLOSED, Situation, TO_PAY, TO_REFUND, due_class, reais, situation, who_words,
};
use crate::context::{Answer, Cx, page};
use crate::search::notice_href;
use crate::shell::Shell;
use crate::words::count_pt;

/// Rows shown; more are not worth reading, a filter is.
const SHOWN: usize = 200;

struct Row {
    href: String,
    number: String,
    offender: String,
    offence: String,
    conduct: String,
    class: &'static str,
    stage: String,
    who: String,
    due: String,
    distance: String,
    due_class: &'static str,
    money: String,
    balance: String,
}

/// One value of a filter.
struct Pick {
    value: String,
    words: String,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "enforcement/list.html")]
struct List {
    shell: Shell,
    rows: Vec<Row>,
    total: String,
    left_out: usize,
    stages: Vec<Pick>,
    whos: Vec<Pick>,
    terms: Vec<Pick>,
    draws: bool,
}

fn money(n: &Notice) -> (String, String) {
    let due = n.penalty.as_ref().and_then(|p| p.centavos);
    let money = due.map_or_else(|| "—".into(), reais);
    let balance = match (due, n.balance()) {
        (_, b) if b < 0 => format!("devolver {}", reais(-b)),
        (Some(d), b) if b != d && b > 0 => format!("falta {}", reais(b)),
        (Some(_), 0) => "paga".into(),
        _ => String::new(),
    };
    (money, balance)
}

fn wanted(s: &Situation, stage: &str, who: &str, term: &str, today: jiff::civil::Date) -> bool {
    let open = s.key != CLOSED && s.key != ANNULLED;
    let stage_fits = match stage {
        "" => open,
        "todos" => true,
        key => s.key == key,
    };
    let term_fits = match term {
        "vencido" => alert(s.due, today) == Alert::Overdue,
        "amanha" => alert(s.due, today) == Alert::OneDay,
        "cinco" => matches!(alert(s.due, today), Alert::OneDay | Alert::FiveDays),
        _ => true,
    };
    stage_fits && term_fits && (who.is_empty() || s.who == who)
}

/// `GET /autos`
pub(crate) async fn list(cx: Cx) -> Answer {
    let (stage, who, term) = (cx.query.get("etapa"), cx.query.get("quem"), cx.query.get("prazo"));
    let today = cx.today;
    let option = |value: &str, words: &str, chosen: &str| Pick {
        value: value.to_string(),
        words: words.to_string(),
        chosen: value == chosen,
    };
    let list = {
        let w = cx.office().read();
        let (reg, law) = (&w.registry, w.law.as_ref());
        // what is over is only gone through when it is asked for
        let open_only = !matches!(stage, "todos" | CLOSED | ANNULLED);
        let all: Vec<&Notice> = if open_only {
            reg.index.open_notices.iter().filter_map(|id| reg.notices.get(id)).collect()
        } else {
            reg.notices.values().collect()
        };
        let mut found: Vec<(Situation, &Notice)> = all
            .into_iter()
            .map(|n| (situation(law, n, today), n))
            .filter(|(s, _)| wanted(s, stage, who, term, today))
            .collect();
        found.sort_by_key(|(s, n)| (s.due.unwrap_or(jiff::civil::Date::MAX), n.drawn.year, n.drawn.sequence));
        let total = found.len();
        let rows = found
            .iter()
            .take(SHOWN)
            .map(|(s, n)| {
                let (money, balance) = money(n);
                Row {
                    href: notice_href(&n.drawn.id),
                    number: n.number(),
                    offender: n.drawn.offender_name.clone(),
                    offence: line(&n.drawn.offence),
                    conduct: n.drawn.conduct.clone(),
                    class: s.class,
                    stage: s.words.clone(),
                    who: who_words(&s.who),
                    due: s.due_words(),
                    distance: s.distance(today),
                    due_class: due_class(s.due, today),
                    money,
                    balance,
                }
            })
            .collect();
        let mut stages = vec![option("", "Em aberto", stage)];
        let mut whos = vec![option("", "Qualquer um", who)];
        if let Some(p) = law.processes.get(registry::vocabulary::NOTICE) {
            for s in &p.stages {
                stages.push(option(&s.id, &s.says, stage));
                for one in s.who.all() {
                    if !whos.iter().any(|o| o.value == one.as_ref()) {
                        whos.push(option(one, &who_words(one), who));
                    }
                }
            }
        }
        stages.push(option(TO_PAY, "Multa a pagar", stage));
        stages.push(option(TO_REFUND, "Valor a devolver", stage));
        stages.push(option(CLOSED, "Encerrados", stage));
        stages.push(option(ANNULLED, "Anulados", stage));
        stages.push(option("todos", "Todos", stage));
        List {
            shell: cx.shell("Autos de infração"),
            rows,
            total: count_pt(total, "auto", "autos"),
            left_out: total.saturating_sub(SHOWN),
            stages,
            whos,
            terms: vec![
                option("", "Qualquer prazo", term),
                option("vencido", "Vencido", term),
                option("amanha", "Até amanhã", term),
                option("cinco", "Até cinco dias", term),
            ],
            draws: cx.is(&[Role::Inspector]),
        }
    };
    page(&list)
}
