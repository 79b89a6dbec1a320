//! As much of JSON Schema as the schema of the format uses.

use serde_json::Value as Json;

/// What of an instance its schema does not accept, with the path to it.
pub(super) fn faults(schema: &Json, instance: &Json) -> Vec<String> {
    let mut out = Vec::new();
    check(schema, schema, instance, "", &mut out);
    out
}

fn check(root: &Json, schema: &Json, instance: &Json, path: &str, out: &mut Vec<String>) {
    let Some(rules) = schema.as_object() else {
        if *schema == Json::Bool(false) {
            out.push(format!("{path}: não se aceita"));
        }
        return;
    };
    let inside = |key: &str| if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
    for (rule, wanted) in rules {
        match rule.as_str() {
            "$ref" => {
                let target = wanted.as_str().and_then(|r| root.pointer(r.trim_start_matches('#')));
                check(root, target.expect("a definition that is there"), instance, path, out);
            }
            "type" => {
                let types: Vec<&str> = match wanted {
                    Json::Array(list) => list.iter().filter_map(Json::as_str).collect(),
                    one => one.as_str().into_iter().collect(),
                };
                let found = match instance {
                    Json::String(_) => &["string"][..],
                    Json::Number(n) if n.is_i64() => &["integer", "number"],
                    Json::Number(_) => &["number"],
                    Json::Bool(_) => &["boolean"],
                    Json::Array(_) => &["array"],
                    Json::Object(_) => &["object"],
                    Json::Null => &["null"],
                };
                if !found.iter().any(|f| types.contains(f)) {
                    out.push(format!("{path}: esperava {}, encontrei {}", types.join(" ou "), found[0]));
                }
            }
            "enum" => {
                if !wanted.as_array().is_some_and(|w| w.contains(instance)) {
                    out.push(format!("{path}: {instance} não está na lista"));
                }
            }
            "anyOf" => {
                let fits = |s: &Json| {
                    let mut inner = Vec::new();
                    check(root, s, instance, path, &mut inner);
                    inner.is_empty()
                };
                if !wanted.as_array().is_some_and(|w| w.iter().any(fits)) {
                    out.push(format!("{path}: nenhuma das formas aceitas"));
                }
            }
            "items" => {
                for (i, item) in instance.as_array().into_iter().flatten().enumerate() {
                    check(root, wanted, item, &inside(&i.to_string()), out);
                }
            }
            "required" => {
                for key in wanted.as_array().into_iter().flatten().filter_map(Json::as_str) {
                    if instance.as_object().is_some_and(|o| !o.contains_key(key)) {
                        out.push(format!("{path}: falta “{key}”"));
                    }
                }
            }
            "properties" => {
                for (key, value) in instance.as_object().into_iter().flatten() {
                    if let Some(s) = wanted.get(key) {
                        check(root, s, value, &inside(key), out);
                    }
                }
            }
            "additionalProperties" => {
                let known = rules.get("properties").and_then(Json::as_object);
                for (key, value) in instance.as_object().into_iter().flatten() {
                    if known.is_some_and(|k| k.contains_key(key)) {
                        continue;
                    }
                    if *wanted == Json::Bool(false) {
                        out.push(format!("{path}: “{key}” não existe"));
                    } else {
                        check(root, wanted, value, &inside(key), out);
                    }
                }
            }
            "format" => {
                let text = instance.as_str().unwrap_or_default();
                if wanted == "date" && text.parse::<jiff::civil::Date>().is_err() {
                    out.push(format!("{path}: “{text}” não é uma data"));
                }
            }
            "description" | "title" | "$schema" | "$defs" => {}
            other => panic!("the validator does not know {other}"),
        }
    }
}
