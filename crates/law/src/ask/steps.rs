//! Questions about a notice of several lines and about the life of a title.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::answers::Answer;
use super::input::Input;
use super::kinds::prior;
use crate::notice::NoticeQuestion;
use crate::{Id, Law};

pub(super) fn notice<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let codes = q.names("infracoes").unwrap_or_default();
    let offender = q.text("autor");
    let fact = q.required_date("fato");
    let decided = q.date("decidida");
    let history = q.each("antecedentes", |p| prior(law, p));
    let facts = q.facts("fatos");
    for c in codes.iter().filter(|c| !law.offences.contains_key(*c)) {
        q.unknown("infracoes", c, &mut law.offences.keys().map(AsRef::as_ref));
    }
    if codes.is_empty() {
        q.fault("infracoes", "diga ao menos uma infração".into(), None);
    }
    let n = law.notice(&NoticeQuestion {
        codes: &codes,
        offender: offender.as_deref(),
        fact: fact?,
        decided,
        history: &history,
        facts: &facts,
    });
    let lines: Vec<Json> = n
        .lines
        .iter()
        .map(|(code, p)| {
            json!({
                "infracao": code.as_ref(),
                "penalidade": p.kind.keyword(),
                "quantidade": p.amount.as_ref().map(|a| a.quantity.normalize().to_string()),
                "unidade": p.amount.as_ref().map(|a| a.unit.to_string()),
                "valor": p.value.map(|v| v.to_decimal().to_string()),
            })
        })
        .collect();
    let mut measures: Vec<&Id> = n.lines.iter().flat_map(|(_, p)| &p.measures).collect();
    measures.dedup();
    let known = n.open.is_empty() && n.missing.is_empty();
    let answer = match (known, n.lines.is_empty()) {
        (false, _) => "indeterminado",
        (true, true) => "nao",
        (true, false) => "sim",
    };
    let mut why: Vec<String> = n.lines.iter().map(|(c, p)| format!("{c}: {}", p.words(law))).collect();
    why.extend(n.dropped.iter().map(|(c, w)| format!("{c}: {w}")));
    Some(
        Answer::new()
            .set("resposta", answer)
            .names("aplica", n.lines.iter().map(|(c, _)| c))
            .set("linhas", lines)
            .names("cede", n.dropped.iter().map(|(c, _)| c))
            .names("indeterminadas", &n.open)
            .set("total", n.total.map(|t| t.to_decimal().to_string()))
            .set("itens", n.items)
            .names("medidas", measures)
            .names("falta", &n.missing)
            .grounds(law, &n.grounds, why.join("; ")),
    )
}

pub(super) fn transition<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let title = q.known("titulo", &law.titles);
    let state = q.required_text("estado");
    let event = q.required_text("evento");
    let on = q.required_date("em");
    let facts = q.facts("fatos");
    let (title, state, event, on) = (title?, state?, event?, on?);
    let states: BTreeSet<&str> = title.states().map(AsRef::as_ref).collect();
    if !states.contains(state.as_str()) {
        q.unknown("estado", &state, &mut states.iter().copied());
    }
    let events: BTreeSet<&str> = title.transitions.iter().map(|t| t.event.as_ref()).collect();
    if !events.contains(event.as_str()) {
        q.unknown("evento", &event, &mut events.iter().copied());
    }
    let s = law.step(title, &state, &event, &facts, on);
    Some(
        Answer::new()
            .set("resposta", s.outcome.keyword())
            .set("novo_estado", s.state.as_deref())
            .date("ate", s.until)
            .names("efeitos", &s.effects)
            .names("falta", &super::kinds::entered(law, s.missing.clone(), &facts, on))
            .grounds(law, &s.grounds, s.words.clone()),
    )
}
