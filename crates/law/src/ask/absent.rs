//! Questions about a rule whose wording on their day is not in our hands: nobody can say what it demanded.
//!
//! Kinds of question that look at many rules at once (requirements, penalties, windows, transfers) judge each of them where they
//! stand; here are those that ask one rule by its name.

use serde_json::{Map, Value as Json};

use super::governing_day;
use crate::grounds::{Grounds, Trace};
use crate::law::{Span, Working};
use crate::value::date_pt;
use crate::{Id, Law};

/// The kinds that ask one rule: the key with its name, and the kind of rule.
const ASKED: [(&str, &str, &str); 17] = [
    ("prazo", "prazo", "prazo"),
    ("entrega", "entrega", "entrega"),
    ("titulo", "titulo", "titulo"),
    ("transicao", "titulo", "titulo"),
    ("medida", "medida", "medida"),
    ("cobranca", "cobranca", "cobranca"),
    ("taxa", "taxa", "taxa"),
    ("trava", "trava", "trava"),
    ("conteudo", "conteudo", "conteudo"),
    ("processo", "processo", "processo"),
    ("notificacao", "modo", "notificacao"),
    ("competencia", "ato", "competencia"),
    ("limite", "limite", "limite"),
    ("fila", "fila", "fila"),
    ("ponto", "ponto", "ponto"),
    ("pontos", "pontuacao", "pontuacao"),
    ("pagamento", "pagamento", "pagamento"),
];

/// The answer when the wording is absent, with the keys of the answer that the wordings known would give, all empty.
pub(super) fn instead(law: &Law, question: &Json, answer: Json) -> Json {
    let Some((id, grounds)) = absent(law, question) else { return answer };
    let day = governing_day(question).map(date_pt).unwrap_or_default();
    let why =
        format!("a redação que {} tinha em {day} não consta do texto compilado", brasil::lexml::cite(&id));
    let keys = match answer {
        Json::Object(map) => map.into_iter().map(|(key, _)| (key, Json::Null)).collect(),
        _ => Map::new(),
    };
    super::answers::Answer::with(keys).set("resposta", "indeterminado").grounds(law, &grounds, why)
}

/// The provision without a wording that the rule asked about stands on, and what says so.
fn absent(law: &Law, question: &Json) -> Option<(Id, Grounds)> {
    let text = |key: &str| question.get(key).and_then(Json::as_str);
    let asked = text("tipo")?;
    let (_, key, kind) = ASKED.iter().find(|(kind, ..)| *kind == asked)?;
    let (name, day) = (text(key)?, governing_day(question)?);
    let mut base: Option<Vec<Id>> = None;
    law.each_rule(&mut |k, id, on| {
        if base.is_none() && k == *kind && id.as_ref() == name {
            base = Some(on.to_vec());
        }
    });
    let mut trace = Trace::default();
    match law.working(&base?, Span::default(), day, &mut trace) {
        Working::TextAbsent(id) => {
            trace.cite(std::slice::from_ref(&id));
            Some((id, trace.grounds()))
        }
        Working::Yes | Working::No(..) => None,
    }
}
