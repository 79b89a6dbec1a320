//! `alvara law ask`: one question, one answer with its reasons.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use rulebook::{cases, diagnostic};
use serde_json::Value as Json;

use crate::console::{self, wrap};
use crate::rulebooks::{Shelf, read_file};

pub fn run(name: &str, file: &Path, json: bool, shelf: &Shelf) -> Result<ExitCode> {
    let law = shelf.law(name)?;
    let source = read_file(file)?;
    let case = match cases::read_question(&source) {
        Ok(c) => c,
        Err(faults) => {
            eprint!("{}", diagnostic::draw(&faults, std::slice::from_ref(&source), console::colour()));
            return Ok(ExitCode::from(2));
        }
    };
    match case.ask(&law) {
        Err(faults) => {
            if json {
                say!("{:#}", serde_json::json!({ "erros": faults }));
            } else {
                for f in faults {
                    eprintln!("{f}");
                }
            }
            Ok(ExitCode::from(2))
        }
        Ok(answer) => {
            if json {
                say!("{answer:#}");
            } else {
                print(&answer);
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn print(answer: &Json) {
    let Some(map) = answer.as_object() else { return };
    let after = ["porque", "cita", "fundamento", "leituras", "leituras_explicadas", "valores"];
    for (key, value) in map.iter().filter(|(k, _)| !after.contains(&k.as_str())) {
        say!("{key:<18} {}", plain(value));
    }
    let text = |key: &str| map.get(key).and_then(Json::as_str).filter(|s| !s.is_empty());
    if let Some(why) = text("porque") {
        say!("\nPorque\n{}", wrap(why, 100, "  "));
    }
    if let Some(grounds) = text("fundamento") {
        say!("\nFundamento\n{}", wrap(grounds, 100, "  "));
    }
    let readings = map.get("leituras_explicadas").and_then(Json::as_array).filter(|l| !l.is_empty());
    if let Some(list) = readings {
        say!("\nLeituras usadas");
        list.iter().filter_map(Json::as_str).for_each(|r| say!("{}", wrap(r, 100, "  ")));
    }
    if let Some(values) = map.get("valores").and_then(Json::as_object).filter(|v| !v.is_empty()) {
        say!("\nValores usados");
        values.iter().for_each(|(k, v)| say!("  {k} = {}", plain(v)));
    }
}

/// A value of an answer as a person reads it.
pub fn plain(value: &Json) -> String {
    match value {
        Json::Null => "—".into(),
        Json::Bool(true) => "sim".into(),
        Json::Bool(false) => "não".into(),
        Json::String(s) => match s.parse::<jiff::civil::Date>() {
            Ok(d) => law::value::date_pt(d),
            Err(_) => s.clone(),
        },
        Json::Array(items) if items.is_empty() => "—".into(),
        Json::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        Json::Object(m) if m.is_empty() => "—".into(),
        Json::Object(m) => m.iter().map(|(k, v)| format!("{k} {}", plain(v))).collect::<Vec<_>>().join(", "),
        Json::Number(n) => n.to_string(),
    }
}
