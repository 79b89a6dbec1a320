//! How an offender is told: the ways the law knows, what failed, what worked, and why a way is not open yet.

use law::Law;
use law::value::date_pt;
use registry::act::enforcement::ServedPaper;
use registry::state::Notice;

use crate::words::{Cite, capital};

/// A way of telling, and whether it is open now.
pub(super) struct Mode {
    pub id: String,
    pub says: String,
    pub open: bool,
    /// Why it is not open, or from which day the person counts as told.
    pub why: String,
    pub cites: Vec<Cite>,
}

/// That somebody was told.
pub(super) struct Told {
    pub what: String,
    pub how: String,
    pub on: String,
    pub proof: String,
}

/// An attempt that failed.
pub(super) struct Attempt {
    pub what: String,
    pub how: String,
    pub on: String,
    pub note: String,
}

/// What the offender must be told of next; none when nothing waits to be told.
pub(super) fn next_paper(n: &Notice) -> Option<ServedPaper> {
    if n.annulled.is_some() {
        return None;
    }
    if n.served(ServedPaper::Notice).is_none() {
        return Some(ServedPaper::Notice);
    }
    let judged = n.appeals.iter().any(|a| a.decision.is_some());
    if judged && n.served(ServedPaper::AppealDecision).is_none() {
        return Some(ServedPaper::AppealDecision);
    }
    let decided = n.decision.is_some() && n.served(ServedPaper::Decision).is_none();
    decided.then_some(ServedPaper::Decision)
}

/// The name of a paper in a form.
pub(super) fn paper_key(paper: ServedPaper) -> &'static str {
    match paper {
        ServedPaper::Notice => "auto",
        ServedPaper::Decision => "decisao",
        ServedPaper::AppealDecision => "recurso",
    }
}

/// The paper of a name.
pub(super) fn paper_of(key: &str) -> Option<ServedPaper> {
    [ServedPaper::Notice, ServedPaper::Decision, ServedPaper::AppealDecision]
        .into_iter()
        .find(|p| paper_key(*p) == key)
}

fn counts_from(from: &str) -> String {
    match from {
        "entrega" => "conta da entrega".into(),
        "assinatura_ar" => "conta da assinatura do aviso de recebimento".into(),
        "publicacao" => "conta da publicação".into(),
        "lavratura" => "conta da lavratura".into(),
        other => format!("conta de: {}", other.replace('_', " ")),
    }
}

/// The ways of telling of a paper, each open or not, and why.
pub(super) fn modes(law: &Law, n: &Notice, paper: ServedPaper) -> Vec<Mode> {
    let failed = n.failed_services.iter().filter(|f| f.paper == paper);
    let unknown = failed.clone().any(|f| f.whereabouts_unknown);
    let count = failed.count();
    law.services
        .values()
        .map(|m| {
            let may = law.may_serve(m, count, unknown);
            let why = match &may {
                Ok(()) => counts_from(&m.counts_from),
                Err(_) => "ainda não cabe: só depois de uma tentativa sem êxito, ou quando o lugar em que a pessoa está é \
                           desconhecido. Registre antes a tentativa."
                    .to_string(),
            };
            Mode { id: m.id.to_string(), says: m.says.clone(), open: may.is_ok(), why, cites: Cite::all(&m.base) }
        })
        .collect()
}

fn mode_words(law: &Law, id: &str) -> String {
    law.services.get(id).map_or_else(|| id.to_string(), |m| m.says.clone())
}

/// How and when the offender was told.
pub(super) fn told(law: &Law, n: &Notice) -> Vec<Told> {
    n.services
        .iter()
        .map(|s| Told {
            what: capital(&format!("ciência {}", s.paper.pt_br())),
            how: mode_words(law, &s.mode),
            on: date_pt(s.on),
            proof: s.proof.clone().unwrap_or_default(),
        })
        .collect()
}

/// What was tried in vain.
pub(super) fn attempts(law: &Law, n: &Notice) -> Vec<Attempt> {
    n.failed_services
        .iter()
        .map(|f| Attempt {
            what: capital(&format!("tentativa de ciência {}", f.paper.pt_br())),
            how: mode_words(law, &f.mode),
            on: date_pt(f.on),
            note: if f.whereabouts_unknown {
                format!("{} (lugar desconhecido)", f.note)
            } else {
                f.note.clone()
            },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paper_is_found_by_its_name() {
        for p in [ServedPaper::Notice, ServedPaper::Decision, ServedPaper::AppealDecision] {
            assert_eq!(paper_of(paper_key(p)), Some(p));
        }
        assert_eq!(paper_of("outro"), None);
    }
}
