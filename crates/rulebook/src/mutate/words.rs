//! What a value may become: the least change that a careful reader could make by mistake.

use brasil::term::{Term, Unit};
use jiff::civil::Date;
use rust_decimal::Decimal;

/// A term one unit longer or shorter, or in the unit it is most easily taken for.
pub(super) fn terms(text: &str) -> Vec<String> {
    let Ok(t) = Term::parse(text) else { return Vec::new() };
    let mut out = vec![shown(t.amount + 1, t.unit)];
    if t.amount > 1 {
        out.push(shown(t.amount - 1, t.unit));
    }
    out.push(match t.unit {
        Unit::Hour => shown(t.amount.div_ceil(24), Unit::Day),
        Unit::Day => shown(t.amount, Unit::BusinessDay),
        Unit::BusinessDay => shown(t.amount, Unit::Day),
        Unit::Month => shown(t.amount * 30, Unit::Day),
        Unit::Year => shown(t.amount * 365, Unit::Day),
    });
    out
}

fn shown(amount: u32, unit: Unit) -> String {
    let one = amount == 1;
    let unit = match unit {
        Unit::Hour if one => "hora",
        Unit::Hour => "horas",
        Unit::Day if one => "dia",
        Unit::Day => "dias",
        Unit::BusinessDay if one => "dia útil",
        Unit::BusinessDay => "dias úteis",
        Unit::Month if one => "mês",
        Unit::Month => "meses",
        Unit::Year if one => "ano",
        Unit::Year => "anos",
    };
    format!("{amount} {unit}")
}

/// A number with its last digit one up and one down; never below zero.
pub(super) fn numbers(text: &str) -> Vec<String> {
    let Ok(n) = text.replace('_', "").parse::<Decimal>() else { return Vec::new() };
    let step = Decimal::new(1, n.scale());
    let mut out = vec![(n + step).to_string()];
    if n >= step || n.is_sign_negative() {
        out.push((n - step).to_string());
    }
    out
}

/// The day before and the day after.
pub(super) fn dates(text: &str) -> Vec<String> {
    let Ok(d) = text.parse::<Date>() else { return Vec::new() };
    [d.yesterday(), d.tomorrow()].into_iter().flatten().map(|d| d.to_string()).collect()
}

/// The days before and after a day of every year, as `"07-09"`.
pub(super) fn days_of_year(text: &str) -> Vec<String> {
    let day = text.len() == 5 && text.as_bytes().get(2) == Some(&b'-');
    let around = if day { dates(&format!("2001-{text}")) } else { Vec::new() };
    around.iter().filter_map(|d| d.split_once('-').map(|(_, md)| md.to_string())).collect()
}

/// Another kind of day; a holiday and a day off by decree count alike.
pub(super) fn day_kinds(word: &str) -> Vec<String> {
    let other = match word {
        "feriado" | "facultativo" => "meio_expediente",
        "meio_expediente" => "expediente",
        _ => "feriado",
    };
    vec![other.into()]
}

/// The other end first; of yes and no, yes is the greater.
pub(super) fn preferences(word: &str) -> Vec<String> {
    vec![if word == "menor" { "maior" } else { "menor" }.into()]
}

/// The comparator that differs in whether the limit itself is let in, or else the opposite one.
pub(super) fn comparator(word: &str) -> Option<&'static str> {
    Some(match word {
        "igual" => "diferente",
        "diferente" => "igual",
        "no_maximo" => "menos_de",
        "menos_de" => "no_maximo",
        "no_minimo" => "mais_de",
        "mais_de" => "no_minimo",
        "um_de" => "nenhum_de",
        "nenhum_de" => "um_de",
        "ate" => "antes_de",
        "antes_de" => "ate",
        "desde" => "depois_de",
        "depois_de" => "desde",
        "vale_na_data" => "informado",
        "feriado" => "dia_util",
        "dia_util" => "feriado",
        "decorrido_mais_de" => "decorrido_no_minimo",
        "decorrido_no_minimo" | "decorrido_no_maximo" => "decorrido_mais_de",
        "todas" => "alguma",
        "alguma" => "todas",
        _ => return None,
    })
}

/// Keys whose value only a person reads, or that name a thing; some only in a kind of rule.
pub(super) fn silent(kind: &str, key: &str) -> bool {
    match key {
        "id" | "codigo" | "nome" | "base" | "diz" | "rotulo" | "remedio" | "fonte" | "pergunta"
        | "porque" | "respostas" | "palavras" | "colunas" | "urn" | "titulo" | "cidade" | "uf" | "fuso"
        | "servico" | "orgao" | "municipio" | "numeros" | "contestada" | "conforme" => {
            kind != "titulo" || key != "titulo"
        }
        "quem" => kind == "parametro" || kind == "leitura",
        "tipo" => kind == "dispositivo" || kind == "fato",
        // which paper proves a fact and how a fact is said, too
        "sem_regra" | "revogado_por" | "documento" | "lista" => true,
        "por" => kind == "dispositivo" || kind == "suspensao",
        "efeito" => kind == "leitura",
        "unidade" | "minimo" => kind == "fato",
        "ato" => kind == "decisao",
        "desde" => kind == "alteracao",
        // prose about the day a count begins, and what is counted
        "conta_de" => kind == "prazo" || kind == "notificacao" || kind == "trava",
        "conta" => kind == "limite",
        "impede" => kind == "trava",
        "fatos" | "de" | "vence" => kind == "documento",
        _ => false,
    }
}
