//! Values that have the right type and no sense: a fortieth business day, a negative fine, a town that IBGE does not know.
//!
//! These look at the tables as they are written, so that they are told together with the faults of form.

use std::collections::BTreeMap;
use std::ops::Range;

use brasil::calendar::Calendar;
use brasil::municipality::{Ibge, Uf};
use jiff::civil::Date;
use jiff::tz::TimeZoneDatabase;
use rust_decimal::Decimal;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Also, Diagnostic, Faults, meant};
use crate::kinds::KINDS;
use crate::table::Document;
use crate::tree::{Value, date, each_table, leaves, number, tables, text};

/// Numbers that must be more than nought.
const POSITIVE: [&str; 15] = [
    "quantidade",
    "maximo",
    "por_pessoa",
    "vezes",
    "dividido_por",
    "maximo_dias",
    "dias",
    "quantas",
    "sai_na",
    "a_cada",
    "por_cento",
    "quanto",
    "de_ano",
    "ate_ano",
    "primeiro_ano",
];

/// Numbers that may be nought and not less.
const NOT_NEGATIVE: [&str; 6] = ["teto", "lotacao", "minimo", "fator", "valor", "valores"];

const SERVICES: [&str; 4] = ["aplicativo", "taxi", "mototaxi", "varios"];

/// Checks every table, whatever its kind.
pub(crate) fn check(documents: &[Document<'_>], faults: &Faults) {
    for (file, norm, _) in tables(documents, "norma") {
        town(file, norm, faults);
        force(file, norm, faults);
    }
    decisions(documents, faults);
    // with Saturdays, a month has up to 27 business days
    let saturdays = tables(documents, "norma").any(|(_, n, _)| n.contains_key("sabado_util"));
    let last_business_day = if saturdays { 27 } else { 23 };
    for d in documents {
        for (kind, value) in d.root.get_ref() {
            if !KINDS.contains(&kind.get_ref().as_ref()) {
                continue;
            }
            each_table(value, &mut |t| {
                backwards(d.file, t, faults);
                numbers(d.file, t, last_business_day, faults);
                twins(d.file, t, faults);
            });
        }
    }
}

fn tell(faults: &Faults, file: usize, value: &Value<'_>, code: &'static str, message: String, label: String) {
    faults.push(Diagnostic::error(code, file, value.span(), message, label));
}

fn numbers(file: usize, table: &DeTable<'_>, last_business_day: i64, faults: &Faults) {
    // the number that a fact is compared with is the law's affair
    if table.contains_key("fato") {
        return;
    }
    for (key, value) in table {
        let key = key.get_ref().as_ref();
        let most = match key {
            "dia_util" => Some((last_business_day, "este dia útil do mês")),
            "do_mes" | "mes" => Some((12, "este mês")),
            "dia" => Some((31, "este dia do mês")),
            _ => None,
        };
        let least = if POSITIVE.contains(&key) {
            Some("maior que zero")
        } else if NOT_NEGATIVE.contains(&key) {
            Some("de zero em diante")
        } else {
            None
        };
        if most.is_none() && least.is_none() {
            continue;
        }
        for v in leaves(value) {
            let Some(n) = number(v.get_ref()).or_else(|| v.get_ref().as_str()?.parse().ok()) else {
                continue;
            };
            if let Some((most, what)) = most
                && (n < Decimal::ONE || n > Decimal::from(most))
            {
                let label = format!("esperava de 1 a {most}, encontrei {n}");
                tell(faults, file, v, "E022", format!("não existe {what}"), label);
            }
            if let Some(expected) = least
                && (n < Decimal::ZERO || n.is_zero() && POSITIVE.contains(&key))
            {
                let label = format!("esperava um número {expected}, encontrei {n}");
                tell(faults, file, v, "E022", format!("“{key}” não pode ser {n}"), label);
            }
        }
    }
}

/// Parts of one rule with one name: stages, items, steps.
fn twins(file: usize, table: &DeTable<'_>, faults: &Faults) {
    for (_, value) in table {
        let Some(items) = value.get_ref().as_array() else { continue };
        let mut seen: BTreeMap<&str, Range<usize>> = BTreeMap::new();
        for item in items.iter().filter_map(|i| i.get_ref().as_table()) {
            let (Some(at), Some(id)) = (item.get("id"), text(item, "id")) else { continue };
            if let Some(first) = seen.get(id) {
                let message = format!("“{id}” já foi declarado nesta lista");
                let mut d =
                    Diagnostic::error("E006", file, at.span(), message, "este nome repete um anterior");
                d.also = Some(Also { file, span: first.clone(), label: "declarado antes aqui".into() });
                faults.push(d);
            } else {
                seen.insert(id, at.span());
            }
        }
    }
}

/// Two decisions on one reading from one day: nobody could say which governs.
fn decisions(documents: &[Document<'_>], faults: &Faults) {
    let mut seen: BTreeMap<(&str, Date), Also> = BTreeMap::new();
    for (file, table, _) in tables(documents, "decisao") {
        let since = table.get("desde");
        let (Some(at), Some(reading)) = (since, text(table, "leitura")) else { continue };
        let Some(day) = date(at.get_ref()) else { continue };
        let here = Also { file, span: at.span(), label: "outra decisão, do mesmo dia".into() };
        if let Some(first) = seen.get(&(reading, day)) {
            let message = format!("há duas decisões sobre a leitura {reading} desde o mesmo dia");
            let mut d = Diagnostic::error("E020", file, at.span(), message, "só uma pode valer");
            d.also = Some(first.clone());
            faults.push(d);
        } else {
            seen.insert((reading, day), here);
        }
    }
}

/// A period whose end comes before its beginning, told at its end.
fn backwards(file: usize, table: &DeTable<'_>, faults: &Faults) {
    let ends = (table.get("desde"), table.get("ate"));
    if let (Some(since), Some(until)) = ends
        && let (Some(s), Some(u)) = (date(since.get_ref()), date(until.get_ref()))
        && u < s
    {
        let label = format!("começa em {s} e acaba em {u}; `ate` é o último dia em vigor");
        tell(faults, file, until, "E020", "acaba antes de começar".into(), label);
    }
    if let (Some(from), Some(to)) = (table.get("de_ano"), table.get("ate_ano"))
        && let (Some(f), Some(t)) = (number(from.get_ref()), number(to.get_ref()))
        && t < f
    {
        tell(faults, file, to, "E020", "acaba antes de começar".into(), format!("de {f} a {t}"));
    }
}

/// The first day of the norm, against the years whose days can be counted. An old law is a law all the same.
fn force(file: usize, norm: &DeTable<'_>, faults: &Faults) {
    for v in norm.get("vigencia").map(leaves).unwrap_or_default() {
        let Some(day) = date(v.get_ref()) else { continue };
        let (first, last) = (Calendar::FIRST_YEAR, Calendar::LAST_YEAR);
        let label = format!("o calendário vai de {first} a {last}");
        if day.year() > last {
            tell(faults, file, v, "E022", format!("não se contam dias depois de {last}"), label);
        } else if day.year() < first {
            let message = format!("prazos e dias úteis de antes de {first} não se podem contar");
            faults.push(Diagnostic::error("A009", file, v.span(), message, label).warning());
        }
    }
}

/// The town: its code closes and lies in its state, its clock exists, its service is one of those we know.
fn town(file: usize, norm: &DeTable<'_>, faults: &Faults) {
    let code = norm.get("municipio").and_then(|v| Some((v, number(v.get_ref())?)));
    let ibge = code.and_then(|(v, n)| {
        let read = u32::try_from(n.mantissa()).map_err(|_| String::from("não é um código"));
        match read.and_then(|n| Ibge::new(n).map_err(|e| e.to_string())) {
            Ok(ibge) => Some((v, ibge)),
            Err(e) => {
                tell(faults, file, v, "E022", "este código do IBGE não existe".into(), e);
                None
            }
        }
    });
    if let Some(v) = norm.get("uf")
        && let Some(state) = v.get_ref().as_str()
    {
        match Uf::from_abbreviation(state) {
            None => {
                let message = format!("“{state}” não é a sigla de um Estado");
                tell(faults, file, v, "E022", message, "esperava, por exemplo, \"SP\"".into());
            }
            Some(uf) => {
                if let Some((at, ibge)) = ibge.filter(|(_, i)| i.uf() != uf) {
                    let message =
                        format!("o código {} é de um Município de {}", ibge.code(), ibge.uf().abbreviation());
                    tell(faults, file, at, "E022", message, format!("`uf` diz {state}"));
                }
            }
        }
    }
    let zones = TimeZoneDatabase::bundled();
    if let Some(v) = norm.get("fuso")
        && let Some(zone) = text(norm, "fuso")
        && zones.get(zone).is_err()
    {
        let names: Vec<String> = zones.available().map(|n| n.to_string()).collect();
        let near = meant(zone, &mut names.iter().map(String::as_str));
        let label = "esperava um nome como \"America/Sao_Paulo\"";
        let message = format!("o fuso horário “{zone}” não existe");
        faults.push(Diagnostic::error("E022", file, v.span(), message, label).help(near));
    }
    if let Some(v) = norm.get("servico")
        && let DeValue::String(service) = v.get_ref()
        && !SERVICES.contains(&service.as_ref())
    {
        let near = meant(service, &mut SERVICES.iter().copied());
        let label = format!("aceito: {}", SERVICES.join(", "));
        let message = format!("“{service}” não se aceita aqui");
        faults.push(Diagnostic::error("E017", file, v.span(), message, label).help(near));
    }
}
