//! Words that stand for people, moments and events: they must be words of the format or of the rulebook, not slips of the pen.

use std::collections::BTreeSet;

use law::Law;
use toml::de::DeTable;

use crate::diagnostic::{Diagnostic, Faults, meant};
use crate::table::Document;
use crate::tree::{Value, tables, text, under};

/// People and things that every rulebook may name without declaring them.
const ROLES: [&str; 24] = [
    "condutor",
    "veiculo",
    "operadora",
    "titular",
    "auxiliar",
    "empresa",
    "socio",
    "qualquer",
    "municipio",
    "orgao",
    "fiscal",
    "autoridade",
    "junta",
    "jarit",
    "autuado",
    "prefeito",
    "prefeitura",
    "executivo",
    "secretario",
    "secretaria",
    "diretor",
    "fazenda",
    "procuradoria",
    "agente_de_transito",
];

/// Moments that every rulebook may name without declaring them.
const MOMENTS: [&str; 9] = [
    "sempre",
    "cadastro",
    "concessao",
    "renovacao",
    "transferencia",
    "troca",
    "anual",
    "prova_anual",
    "virada_do_ano",
];

/// How far a report tells of persons.
const PRIVACY: [&str; 4] = ["agregado", "agregado_com_chave", "pessoal", "publico"];

/// Where a role stands in a table of each kind.
const ROLE_AT: [(&str, &[&str]); 10] = [
    ("infracao", &["quem"]),
    ("entrega", &["quem"]),
    ("entrega", &["para"]),
    ("cobranca", &["quem"]),
    ("competencia", &["quem"]),
    ("taxa", &["paga"]),
    ("titulo", &["titular"]),
    ("trava", &["sobre"]),
    ("processo", &["etapas", "quem"]),
    ("reincidencia", &["efeito", "suspende", "de"]),
];

/// Checks roles, moments and the events that join stages and steps.
pub(super) fn check(law: &Law, documents: &[Document<'_>], faults: &Faults) {
    let declared = |key: &str| -> BTreeSet<&str> {
        tables(documents, "norma")
            .filter_map(|(_, n, _)| n.get(key)?.get_ref().as_table())
            .flat_map(|t| t.keys().map(|k| k.get_ref().as_ref()))
            .collect()
    };
    let mut roles = declared("papeis");
    roles.extend(ROLES);
    let mut subjects = roles.clone();
    // whom facts are about: `condutor.cnh.validade`
    subjects.extend(law.facts.keys().filter_map(|f| f.split_once('.').map(|(whose, _)| whose)));
    roles.extend(law.requirements.values().map(|r| r.subject.as_ref()));
    let mut moments = declared("momentos");
    moments.extend(MOMENTS);
    let unknown = |file: usize, value: &Value<'_>, what: &str, list: &str, known: &BTreeSet<&str>| {
        let Some(word) = value.get_ref().as_str() else { return };
        if !known.contains(word) {
            let near = law::ask::nearest(word, &mut known.iter().copied());
            let all: Vec<&str> = known.iter().copied().collect();
            let message = format!("{what} “{word}” não existe");
            let d = Diagnostic::error("E018", file, value.span(), message, format!("há {}", all.join(", ")));
            // a letter away from a known word is a slip; any other word may well be the law's own
            faults.push(match near {
                Some(near) if one_slip(word, &near) => d.help(Some(format!("você quis dizer “{near}”?"))),
                _ => {
                    let help = format!("se o nome está certo, declare-o em `{list}` da [norma]");
                    Diagnostic { code: "A008", ..d }.help(Some(help)).warning()
                }
            });
        }
    };
    for (kind, key) in [("requisito", "sujeito"), ("documento", "de")] {
        for (file, table, _) in tables(documents, kind) {
            under(table, &[key]).into_iter().for_each(|v| unknown(file, v, "o sujeito", "papeis", &subjects));
        }
    }
    for (kind, path) in ROLE_AT {
        for (file, table, _) in tables(documents, kind) {
            under(table, path).into_iter().for_each(|v| unknown(file, v, "o papel", "papeis", &roles));
        }
    }
    for (file, table, _) in tables(documents, "requisito") {
        under(table, &["quando"])
            .into_iter()
            .for_each(|v| unknown(file, v, "o momento", "momentos", &moments));
    }
    for (file, table, _) in tables(documents, "entrega") {
        for value in under(table, &["privacidade"]) {
            let Some(word) = value.get_ref().as_str().filter(|w| !PRIVACY.contains(w)) else { continue };
            let message = format!("“{word}” não se aceita aqui");
            let label = format!("aceito: {}", PRIVACY.join(", "));
            let near = meant(word, &mut PRIVACY.iter().copied());
            faults.push(Diagnostic::error("E017", file, value.span(), message, label).help(near));
        }
    }
    for (file, table, _) in tables(documents, "processo") {
        silences(file, table, faults);
        let awaited = words(table, &["etapas", "espera"]);
        slips(file, &under(table, &["etapas", "apos"]), &awaited, "nenhuma etapa espera este evento", faults);
        let mut known = awaited;
        known.extend(words(table, &["etapas", "apos"]));
        for key in ["evento", "com"] {
            slips(file, &under(table, &["preclui", key]), &known, "nenhuma etapa tem este evento", faults);
        }
    }
    for (file, table, _) in tables(documents, "titulo") {
        let entered = words(table, &["transicao", "para"]);
        slips(file, &under(table, &["transicao", "de"]), &entered, "nenhum passo leva a este estado", faults);
    }
}

fn words<'a>(table: &'a DeTable<'a>, path: &[&str]) -> BTreeSet<&'a str> {
    under(table, path).into_iter().filter_map(|v| v.get_ref().as_str()).collect()
}

/// What the silence of a stage counts as is one of the events that end it.
fn silences(file: usize, process: &DeTable<'_>, faults: &Faults) {
    for stage in under(process, &["etapas"]).into_iter().filter_map(|v| v.get_ref().as_table()) {
        let (Some(value), Some(word)) = (stage.get("silencio"), text(stage, "silencio")) else { continue };
        let awaited = words(stage, &["espera"]);
        if !awaited.contains(word) {
            let near = meant(word, &mut awaited.iter().copied());
            let message = format!("a etapa não espera o evento “{word}”");
            let label = "o silêncio precisa valer por um dos eventos de `espera`";
            faults.push(Diagnostic::error("E018", file, value.span(), message, label).help(near));
        }
    }
}

/// Words from outside are welcome; one that differs by a letter or two from a word from inside is likely a slip.
fn slips(file: usize, values: &[&Value<'_>], known: &BTreeSet<&str>, says: &str, faults: &Faults) {
    for value in values {
        let Some(word) = value.get_ref().as_str() else { continue };
        if known.contains(word) || word.chars().count() < 5 {
            continue;
        }
        let near = law::ask::nearest(word, &mut known.iter().copied())
            .filter(|n| word.starts_with(n.as_str()) || n.starts_with(word) || one_slip(word, n));
        if let Some(near) = near {
            let message = format!("{says}: “{word}”");
            let d = Diagnostic::error("A005", file, value.span(), message, "há um quase igual").warning();
            faults.push(d.help(Some(format!("você quis dizer “{near}”?"))));
        }
    }
}

/// Whether two words differ by one letter put in, left out or changed, or by two neighbours swapped.
fn one_slip(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let (a, b) = (a.get(start..).unwrap_or_default(), b.get(start..).unwrap_or_default());
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (a.get(..a.len() - end).unwrap_or_default(), b.get(..b.len() - end).unwrap_or_default());
    match (a, b) {
        ([w, x], [y, z]) => w == z && x == y,
        _ => a.len() <= 1 && b.len() <= 1,
    }
}
