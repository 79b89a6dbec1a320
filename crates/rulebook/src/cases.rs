//! Case files: facts in, right answer out, in words a lawyer can read; run by one command.

use std::borrow::Cow;
use std::ops::Range;

use brasil::calendar::DayKind;
use jiff::civil::Date;
use law::parameter::DatedValue;
use law::provision::Suspension;
use law::reading::Ruling;
use law::setting::Setting;
use law::{Law, Value};
use serde_json::{Map, Value as Json};
use toml::de::{DeTable, DeValue};

use crate::Source;
use crate::diagnostic::{Diagnostic, Faults, meant};
use crate::table::Document;

pub mod change;
mod expect;

pub use expect::Mismatch;

/// A case, or a variant of one.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name; a variant's is `case › variant`.
    pub name: String,
    /// Index of the source.
    pub file: usize,
    /// Where it stands.
    pub span: Range<usize>,
    /// The provisions that it says it proves, with their places.
    base: Vec<(String, Range<usize>)>,
    /// The whole case as plain data, a variant already laid over its parent.
    data: Map<String, Json>,
}

/// How a case went.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What differs from what was expected, or why the case could not be asked.
    pub failures: Vec<String>,
    /// The answer, when there is one.
    pub answer: Option<Json>,
}

impl Verdict {
    /// Whether the case passed.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

const KEYS: [&str; 11] = [
    "nome",
    "base",
    "parametros",
    "leituras",
    "dias",
    "calendario",
    "suspensos",
    "pergunta",
    "espera",
    "variante",
    "nota",
];

/// Reads case files. Faults of form are told like those of rulebooks.
#[must_use]
pub fn read(sources: &[Source]) -> (Vec<Case>, Vec<Diagnostic>) {
    let faults = Faults::default();
    let mut cases = Vec::new();
    for (i, source) in sources.iter().enumerate() {
        let document = Document::parse(i, &source.text, &faults);
        for (key, value) in document.root.get_ref() {
            let name = key.get_ref().as_ref();
            if name != "caso" {
                faults.push(fault(
                    i,
                    key.span(),
                    "E005",
                    format!("“{name}” não se aceita num arquivo de casos"),
                    "escreva [[caso]]",
                ));
                continue;
            }
            for item in value.get_ref().as_array().into_iter().flat_map(|a| a.iter()) {
                match item.get_ref().as_table() {
                    Some(t) => read_case(i, item.span(), t, &faults, &mut cases),
                    None => faults.push(fault(
                        i,
                        item.span(),
                        "E004",
                        "o caso deve ser uma tabela".into(),
                        "escreva [[caso]]",
                    )),
                }
            }
        }
    }
    (cases, faults.into_list())
}

fn fault(file: usize, span: Range<usize>, code: &'static str, message: String, label: &str) -> Diagnostic {
    Diagnostic::error(code, file, span, message, label)
}

fn read_case(file: usize, span: Range<usize>, table: &DeTable<'_>, faults: &Faults, cases: &mut Vec<Case>) {
    check_keys(file, table, faults);
    let mut data = to_map(table);
    let variants = data.remove("variante");
    let name = data.get("nome").and_then(Json::as_str).unwrap_or_default().to_string();
    if name.is_empty() {
        faults.push(fault(file, span.clone(), "E003", "falta o nome do caso".into(), "todo caso tem nome"));
    }
    let asks = data.contains_key("espera");
    if asks || variants.is_none() {
        cases.push(Case { name: name.clone(), file, span, base: base(table), data: data.clone() });
    }
    let spans = table.get("variante").and_then(|v| v.get_ref().as_array());
    if let (Some(Json::Array(list)), Some(spans)) = (variants, spans) {
        for (variant, place) in list.into_iter().zip(spans.iter()) {
            let own_base = place.get_ref().as_table().map(|t| {
                check_keys(file, t, faults);
                base(t)
            });
            let mut merged = Json::Object(data.clone());
            if variant.get("espera").is_some() {
                // a variant says what it expects; the parent's expectation is another answer
                merged.as_object_mut().map(|m| m.remove("espera"));
            }
            let own = variant.get("nome").and_then(Json::as_str).unwrap_or("variante").to_string();
            merge(&mut merged, variant);
            if let Json::Object(data) = merged {
                let base = own_base.unwrap_or_default();
                cases.push(Case { name: format!("{name} › {own}"), file, span: place.span(), base, data });
            }
        }
    }
}

fn base(table: &DeTable<'_>) -> Vec<(String, Range<usize>)> {
    let items = table.get("base").and_then(|v| v.get_ref().as_array());
    items
        .into_iter()
        .flat_map(|a| a.iter())
        .filter_map(|v| Some((v.get_ref().as_str()?.to_string(), v.span())))
        .collect()
}

/// What cases say of the law and the law does not have: provisions of their `base`, names in their questions. Whether an
/// answer is right is not asked here.
#[must_use]
pub fn check(law: &Law, cases: &[Case]) -> Vec<Diagnostic> {
    let unknown = |case: &Case, name: &str, place: &Range<usize>| {
        let near = meant(name, &mut law.provisions.keys().map(AsRef::as_ref));
        let message = format!("o dispositivo “{name}” não existe");
        Diagnostic::error("E010", case.file, place.clone(), message, "nome não declarado").help(near)
    };
    let unasked = cases.iter().filter_map(|c| {
        let faults = c.ask(law).err()?;
        let message = format!("o caso “{}” não se pode perguntar", c.name);
        Some(Diagnostic::error("E024", c.file, c.span.clone(), message, faults.join("; ")))
    });
    cases
        .iter()
        .flat_map(|c| c.base.iter().map(move |(name, place)| (c, name, place)))
        .filter(|(_, name, _)| !law.provisions.contains_key(name.as_str()))
        .map(|(c, name, place)| unknown(c, name, place))
        .chain(unasked)
        .collect()
}

fn check_keys(file: usize, table: &DeTable<'_>, faults: &Faults) {
    for (key, _) in table {
        let name = key.get_ref().as_ref();
        if !KEYS.contains(&name) {
            let near = meant(name, &mut KEYS.iter().copied());
            let mut d = fault(
                file,
                key.span(),
                "E002",
                format!("a chave “{name}” não existe num caso"),
                "chave desconhecida",
            );
            d.label = format!("chaves aceitas: {}", KEYS.join(", "));
            d.help = near;
            faults.push(d);
        }
    }
}

/// Tables key by key; lists and scalars replaced.
fn merge(into: &mut Json, over: Json) {
    match (into, over) {
        (Json::Object(a), Json::Object(b)) => {
            for (k, v) in b {
                merge(a.entry(k).or_insert(Json::Null), v);
            }
        }
        (slot, v) => *slot = v,
    }
}

fn to_map(table: &DeTable<'_>) -> Map<String, Json> {
    table.iter().map(|(k, v)| (k.get_ref().to_string(), to_json(v.get_ref()))).collect()
}

/// TOML as plain data; dates become text, numbers stay exact.
#[must_use]
pub fn to_json(value: &DeValue<'_>) -> Json {
    match value {
        DeValue::String(s) => s.as_ref().into(),
        DeValue::Boolean(b) => (*b).into(),
        DeValue::Integer(i) => i64::from_str_radix(&i.as_str().replace('_', ""), i.radix())
            .map_or_else(|_| i.as_str().into(), Json::from),
        // decimals keep the digits that were written
        DeValue::Float(f) => f.as_str().replace('_', "").into(),
        DeValue::Datetime(d) => d.to_string().into(),
        DeValue::Array(items) => items.iter().map(|i| to_json(i.get_ref())).collect(),
        DeValue::Table(t) => Json::Object(to_map(t)),
    }
}

/// Reads a question file for `alvara law ask`: one question in TOML, with the same keys as a case's `pergunta`; a case's
/// `parametros`, `leituras`, `dias` and `suspensos` may stand beside it under `pergunta`.
///
/// # Errors
/// The faults of the file.
pub fn read_question(source: &Source) -> Result<Case, Vec<Diagnostic>> {
    let faults = Faults::default();
    let document = Document::parse(0, &source.text, &faults);
    let mut data = to_map(document.root.get_ref());
    if !data.contains_key("pergunta") {
        let question = Json::Object(data);
        data = Map::new();
        data.insert("pergunta".into(), question);
    }
    let list = faults.into_list();
    if list.is_empty() {
        Ok(Case { name: source.name.clone(), file: 0, span: 0..0, base: Vec::new(), data })
    } else {
        Err(list)
    }
}

impl Case {
    /// What the case supposes and asks.
    pub(crate) fn assumed(&self) -> impl Iterator<Item = &Json> {
        let keys = ["base", "parametros", "leituras", "suspensos", "pergunta"];
        keys.into_iter().filter_map(|k| self.data.get(k))
    }

    /// The question, as plain data.
    #[must_use]
    pub fn question(&self) -> Option<&Json> {
        self.data.get("pergunta")
    }

    /// Whether the case itself says how a gap is read.
    #[must_use]
    pub fn assumes(&self, reading: &str) -> bool {
        self.data.get("leituras").is_some_and(|l| l.get(reading).is_some())
    }

    /// The law with the case's assumptions laid over it.
    ///
    /// # Errors
    /// Assumptions that name what the rulebook does not have, in Portuguese.
    pub fn law<'l>(&self, law: &'l Law) -> Result<Cow<'l, Law>, Vec<String>> {
        let (setting, mut wrong) = self.setting();
        if setting.is_empty() && wrong.is_empty() {
            return Ok(Cow::Borrowed(law));
        }
        match law.with(&setting) {
            Ok(law) if wrong.is_empty() => Ok(Cow::Owned(law)),
            Ok(_) => Err(wrong),
            Err(faults) => {
                wrong.extend(faults.iter().map(ToString::to_string));
                Err(wrong)
            }
        }
    }

    /// Lays the case's assumptions over the law and asks its question.
    ///
    /// # Errors
    /// Assumptions or questions that name what the rulebook does not have, in Portuguese.
    pub fn ask(&self, law: &Law) -> Result<Json, Vec<String>> {
        let law = self.law(law)?;
        let Some(question) = self.data.get("pergunta") else {
            return Err(vec!["falta a pergunta do caso".into()]);
        };
        law::ask::ask(&law, question).map_err(|f| f.iter().map(|f| format!("pergunta: {f}")).collect())
    }

    /// Runs the case against a law.
    #[must_use]
    pub fn run(&self, law: &Law) -> Verdict {
        let answer = match self.ask(law) {
            Ok(a) => a,
            Err(failures) => return Verdict { failures, answer: None },
        };
        let mut failures: Vec<String> = Vec::new();
        match self.data.get("espera").and_then(Json::as_object) {
            None => failures.push("o caso não diz o que espera".into()),
            Some(e) if e.is_empty() => failures.push("o caso não diz o que espera".into()),
            Some(expected) => {
                failures.extend(expect::compare(expected, &answer).iter().map(ToString::to_string));
            }
        }
        Verdict { failures, answer: Some(answer) }
    }

    fn setting(&self) -> (Setting, Vec<String>) {
        let mut s = Setting::default();
        let mut wrong = Vec::new();
        for (reading, answer) in self.entries("leituras", &mut wrong) {
            match answer.as_str() {
                Some(a) => s.rulings.push((
                    reading.as_str().into(),
                    Ruling { answer: a.into(), since: Date::MIN, by: "suposto no caso".into() },
                )),
                None => wrong.push(format!("leituras.{reading}: esperava o nome de uma resposta")),
            }
        }
        for (id, value) in self.entries("parametros", &mut wrong) {
            match value {
                Json::Array(list) => {
                    for v in list {
                        let since = v.get("desde").and_then(date);
                        let until = v.get("ate").and_then(date);
                        match (since, v.get("valor").and_then(law::ask::decimal)) {
                            (Some(since), Some(d)) => {
                                s.values.push((id.as_str().into(), dated(since, until, d)));
                            }
                            _ => wrong.push(format!("parametros.{id}: cada valor leva `desde` e `valor`")),
                        }
                    }
                }
                v => match law::ask::decimal(v) {
                    Some(d) => s.constants.push((id.as_str().into(), dated(Date::MIN, None, d))),
                    None => wrong.push(format!("parametros.{id}: esperava um número, como \"4.80\"")),
                },
            }
        }
        for v in self.list("suspensos", &mut wrong) {
            let id = v.get("dispositivo").and_then(Json::as_str);
            let since = v.get("desde").and_then(date);
            let by = v.get("por").and_then(Json::as_str).unwrap_or("suposto no caso").to_string();
            match (id, since) {
                (Some(id), Some(since)) => s
                    .suspensions
                    .push((id.into(), Suspension { since, until: v.get("ate").and_then(date), by })),
                _ => wrong.push("suspensos: cada um leva `dispositivo` e `desde`".into()),
            }
        }
        match self.data.get("calendario").map(|c| c.as_str()) {
            None | Some(Some("do_municipio")) => {}
            Some(Some("nacional")) => s.national_calendar = true,
            Some(_) => wrong.push("calendario: esperava nacional ou do_municipio".into()),
        }
        for v in self.list("dias", &mut wrong) {
            let on = v.get("data").and_then(date);
            let name = v.get("nome").and_then(Json::as_str).unwrap_or("dia suposto no caso").to_string();
            let kind = match v.get("tipo").and_then(Json::as_str) {
                Some("feriado") | None => Some(DayKind::Holiday),
                Some("facultativo") => Some(DayKind::Closure),
                Some("meio_expediente") => Some(DayKind::HalfDay),
                Some("expediente") => Some(DayKind::Working),
                Some(_) => None,
            };
            match (on, kind) {
                (Some(d), Some(k)) => s.days.push((d, k, name)),
                _ => wrong.push(
                    "dias: cada um leva `data` e `tipo` (feriado, facultativo, meio_expediente, expediente)"
                        .into(),
                ),
            }
        }
        (s, wrong)
    }

    fn entries(&self, key: &str, wrong: &mut Vec<String>) -> Vec<(&String, &Json)> {
        match self.data.get(key) {
            None | Some(Json::Null) => Vec::new(),
            Some(Json::Object(m)) => m.iter().collect(),
            Some(_) => {
                wrong.push(format!("{key}: esperava uma tabela"));
                Vec::new()
            }
        }
    }

    fn list(&self, key: &str, wrong: &mut Vec<String>) -> Vec<&Json> {
        match self.data.get(key) {
            None | Some(Json::Null) => Vec::new(),
            Some(Json::Array(a)) => a.iter().collect(),
            Some(_) => {
                wrong.push(format!("{key}: esperava uma lista de tabelas"));
                Vec::new()
            }
        }
    }
}

fn date(v: &Json) -> Option<Date> {
    v.as_str()?.parse().ok()
}

fn dated(since: Date, until: Option<Date>, d: rust_decimal::Decimal) -> DatedValue {
    DatedValue { since, until, value: Value::Decimal(d), source: "suposto no caso".into() }
}
