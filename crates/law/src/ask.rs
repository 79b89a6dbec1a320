//! Any question as plain data, any answer as plain data.
//!
//! This is the one door for case files, `alvara law ask` and machines. A question is an object with `tipo` and the keys of that
//! kind; the answer is an object with the keys of the kind, besides `cita` (provisions), `leituras` (readings used) and
//! `porque` (the reason in Portuguese). Keys and words are Portuguese, because their readers are; see `docs/rulebook.md`.

mod absent;
mod accounts;
mod answers;
mod bars;
mod deadline;
mod governs;
mod holders;
mod input;
mod kinds;
mod measures;
mod places;
mod procedure;
mod steps;

pub use governs::governing_day;
pub use input::{QuestionFault, decimal, nearest, read_value};

use serde_json::Value as Json;

use crate::Law;

/// The kinds of question, in the order in which `docs/rulebook.md` teaches them.
pub const KINDS: [&str; 26] = [
    "requisitos",
    "penalidade",
    "concurso",
    "prazo",
    "entrega",
    "titulo",
    "medida",
    "cobranca",
    "taxa",
    "trava",
    "conteudo",
    "processo",
    "notificacao",
    "dispositivo",
    "competencia",
    "parametro",
    "leitura",
    "limite",
    "fila",
    "ponto",
    "auto",
    "transicao",
    "calendario",
    "transferencia",
    "pontos",
    "pagamento",
];

/// Answers a question.
///
/// # Errors
/// Every fault of the question at once, in Portuguese, with the path of the key and the nearest right name: an unknown kind or
/// key, a missing one, a wrong type, a name that the rulebook does not have.
pub fn ask(law: &Law, question: &Json) -> Result<Json, Vec<QuestionFault>> {
    let mut q = input::Input::new(law, question);
    let answer = match q.required_text("tipo").as_deref() {
        None => None,
        Some("requisitos") => kinds::requirements(law, &mut q),
        Some("penalidade") => kinds::penalty(law, &mut q),
        Some("concurso") => kinds::concurrence(law, &mut q),
        Some("prazo") => kinds::deadline(law, &mut q),
        Some("entrega") => kinds::filing(law, &mut q),
        Some("titulo") => kinds::title(law, &mut q),
        Some("medida") => kinds::measure(law, &mut q),
        Some("taxa") => bars::levy(law, &mut q),
        Some("trava") => bars::bar(law, &mut q),
        Some("cobranca") => kinds::charge(law, &mut q),
        Some("conteudo") => kinds::content(law, &mut q),
        Some("processo") => kinds::process(law, &mut q),
        Some("notificacao") => kinds::service(law, &mut q),
        Some("dispositivo") => kinds::provision(law, &mut q),
        Some("competencia") => kinds::competence(law, &mut q),
        Some("parametro") => kinds::parameter(law, &mut q),
        Some("leitura") => kinds::reading(law, &mut q),
        Some("limite") => places::limit(law, &mut q),
        Some("fila") => places::queue(law, &mut q),
        Some("ponto") => places::stand(law, &mut q),
        Some("auto") => steps::notice(law, &mut q),
        Some("transicao") => steps::transition(law, &mut q),
        Some("calendario") => procedure::window(law, &mut q),
        Some("transferencia") => procedure::transfer(law, &mut q),
        Some("pontos") => accounts::points(law, &mut q),
        Some("pagamento") => accounts::payment(law, &mut q),
        Some(other) => {
            q.unknown("tipo", other, &mut KINDS.iter().copied());
            None
        }
    };
    q.finish(answer.map(|a| absent::instead(law, question, a)))
}
