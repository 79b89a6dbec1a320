//! Forms: described as data, drawn by one template, read by one reader.
//!
//! A form keeps what was typed, says what is wrong beside the field and in a summary with links, and can be saved half-done.
//! The names of fields are those of the command's struct, so that a refusal of the registry finds its field; a fact's field is
//! `fato.` and its name in the rulebook.

mod carry_out;
mod fact_field;
mod field;
mod reader;

pub(crate) use carry_out::Draft;
pub(crate) use fact_field::fact_field;
pub(crate) use field::{Field, Kind};
pub(crate) use reader::{Reader, decimal};

use askama::Template;
use axum::http::StatusCode;
use law::Law;
use registry::Refusal;
use registry::refusal::Why;

use crate::context::{Answer, Cx, page_with};
use crate::entry::{Entry, encoded};
use crate::shell::Shell;
use crate::words::Cite;

/// One thing that is wrong.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// The field it is about; none when it is about the whole.
    pub field: Option<String>,
    pub text: String,
    pub cites: Vec<Cite>,
}

impl Problem {
    /// The field's identifier in the page.
    pub fn anchor(&self) -> String {
        self.field.as_deref().map(field::id_of).unwrap_or_default()
    }
}

/// A paragraph of help at the side of a form.
#[derive(Clone, Debug)]
pub(crate) struct Aside {
    pub title: String,
    pub lines: Vec<String>,
    pub cites: Vec<Cite>,
}

/// A form.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub shell: Shell,
    pub title: String,
    pub lead: String,
    pub action: String,
    pub fields: Vec<Field>,
    pub submit: String,
    pub back: String,
    pub problems: Vec<Problem>,
    pub aside: Vec<Aside>,
    /// Whether it may be saved half-done. A form with a password or a single field may not.
    pub drafts: bool,
    /// Identifier of the draft it was taken from.
    pub draft: String,
    /// Whether what it does is grave: the button says so.
    pub grave: bool,
    /// Another page that belongs to this one: address and words.
    pub also: Option<(String, &'static str)>,
    /// Checklist shown under the form, when the refusal hangs on it.
    pub checks: Vec<crate::holders::Check>,
}

/// What an address says beforehand and a form must not lose when it comes back with a problem, or half-done: the notice, the
/// vehicle, for whom, since when.
const BEFOREHAND: [&str; 4] = ["auto", "desde", "para", "veiculo"];

/// The address of the page itself, with what it says beforehand.
fn action(cx: &Cx) -> String {
    let said =
        BEFOREHAND.iter().map(|name| (name, cx.query.get(name))).filter(|(_, value)| !value.is_empty());
    let said: Vec<String> = said.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    if said.is_empty() { cx.path.clone() } else { format!("{}?{}", cx.path, said.join("&")) }
}

/// The address of a form with its draft.
pub(crate) fn with_draft(form: &str, id: &str) -> String {
    let sign = if form.contains('?') { '&' } else { '?' };
    format!("{form}{sign}rascunho={}", encoded(id))
}

impl Sheet {
    /// A form at the address of the page itself.
    pub fn new(cx: &Cx, title: &str, crumbs: &[(&str, &str)], fields: Vec<Field>) -> Self {
        Self {
            shell: cx.shell_at(title, crumbs),
            title: title.to_string(),
            lead: String::new(),
            action: action(cx),
            fields,
            submit: "Registrar".into(),
            back: crumbs.last().map_or_else(|| "/hoje".into(), |(href, _)| (*href).to_string()),
            problems: Vec::new(),
            aside: Vec::new(),
            drafts: true,
            draft: String::new(),
            grave: false,
            also: None,
            checks: Vec::new(),
        }
    }

    pub fn lead(mut self, text: impl Into<String>) -> Self {
        self.lead = text.into();
        self
    }

    pub fn submit(mut self, text: impl Into<String>) -> Self {
        self.submit = text.into();
        self
    }

    pub fn beside(mut self, title: &str, lines: Vec<String>, cites: Vec<Cite>) -> Self {
        self.aside.push(Aside { title: title.to_string(), lines, cites });
        self
    }

    /// Another page that belongs to this one.
    pub fn also(mut self, href: String, words: &'static str) -> Self {
        self.also = Some((href, words));
        self
    }

    /// A form that is not kept half-done.
    pub fn at_once(mut self) -> Self {
        self.drafts = false;
        self
    }

    /// Puts typed values into the fields. Passwords are never sent back.
    pub fn fill(&mut self, entry: &Entry) {
        self.draft = entry.get("_rascunho").to_string();
        for field in &mut self.fields {
            if !matches!(field.kind, Kind::Password) {
                field.value = entry.get(&field.name).to_string();
            }
        }
    }

    /// Notes every text that is longer than its field takes.
    pub fn check_lengths(&mut self, entry: &Entry) {
        let long: Vec<Problem> = self
            .fields
            .iter()
            .filter_map(|f| Some((f.name.clone(), f.too_long(entry.get(&f.name))?)))
            .map(|(name, text)| Problem { field: Some(name), text, cites: Vec::new() })
            .collect();
        for problem in long {
            self.problem(problem);
        }
    }

    /// Notes a problem, beside its field when the form has it.
    pub fn problem(&mut self, problem: Problem) {
        if let Some(name) = &problem.field
            && let Some(field) = self.fields.iter_mut().find(|f| f.name == *name)
        {
            field.errors.push(problem.text.clone());
            self.problems.push(problem);
        } else {
            self.problems.push(Problem { field: None, ..problem });
        }
    }

    /// Notes the reasons of a refusal, each beside its field, with its articles.
    pub fn refused(&mut self, refusal: &Refusal, law: &Law) {
        for reason in &refusal.reasons {
            let field = match (reason.field, reason.missing.first()) {
                (Some("facts"), Some(fact)) => Some(format!("fato.{fact}")),
                (Some(name), _) => Some(name.to_string()),
                (None, _) => None,
            };
            let mut text = crate::words::capital(&reason.text);
            if matches!(reason.why, Why::Undetermined) && !reason.missing.is_empty() {
                let names: Vec<String> = reason
                    .missing
                    .iter()
                    .map(|id| law.fact(id).map_or_else(|| id.to_string(), |f| f.label.clone()))
                    .collect();
                if !names.iter().all(|n| text.contains(n.as_str())) {
                    text.push_str(&format!(" (falta saber: {})", names.join(", ")));
                }
            }
            self.problem(Problem { field, text, cites: Cite::all(&reason.basis) });
        }
    }

    /// The form as a page; with problems it says so in its status too.
    pub fn page(self) -> Answer {
        let status = if self.problems.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
        self.page_as(status)
    }

    /// The form as a page with a status.
    pub fn page_as(self, status: StatusCode) -> Answer {
        page_with(status, &SheetPage { shell: self.shell.clone(), sheet: self })
    }
}

#[derive(Template)]
#[template(path = "form.html")]
struct SheetPage {
    shell: Shell,
    sheet: Sheet,
}
