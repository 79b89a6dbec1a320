//! The way of a form: shown empty or from a draft, kept half-done, or handed to the office as a command.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use axum::response::Response;
use office::{Done, ExecuteError};
use registry::Command;

use super::{Problem, Reader, Sheet};
use crate::context::{Answer, Cx, go};
use crate::entry::Entry;
use crate::fault::Fault;

/// A half-done form as it is kept.
pub(crate) struct Draft {
    pub title: String,
    pub values: BTreeMap<String, String>,
}

impl Draft {
    fn write(&self) -> String {
        serde_json::json!({ "title": self.title, "values": self.values }).to_string()
    }

    /// Reads one; anything unreadable is an empty form.
    pub fn read(body: &str) -> Self {
        let json: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
        let text = |v: &serde_json::Value| v.as_str().unwrap_or_default().to_string();
        let values = json["values"].as_object().into_iter().flatten();
        Self { title: text(&json["title"]), values: values.map(|(k, v)| (k.clone(), text(v))).collect() }
    }
}

impl Cx {
    /// Shows a form, with what an earlier draft kept.
    pub async fn show(&self, mut sheet: Sheet) -> Answer {
        let id = self.query.get("rascunho");
        if !id.is_empty()
            && let Some(draft) = self.office().draft(&self.actor()?.id, id).await?
            && draft.form == sheet.action
        {
            let mut entry = Entry::default();
            for (name, value) in &Draft::read(&draft.body).values {
                entry.set(name, value);
            }
            entry.set("_rascunho", id);
            sheet.fill(&entry);
        }
        sheet.page()
    }

    /// Keeps a form half-done, when that is what was asked.
    pub async fn kept(&self, sheet: &Sheet, entry: &Entry) -> Result<Option<Response>, Fault> {
        if entry.get("_acao") != "rascunho" || !sheet.drafts {
            return Ok(None);
        }
        let body = Draft { title: sheet.title.clone(), values: entry.kept() }.write();
        let user = &self.actor()?.id;
        // a draft is only ever written over by the one who began it
        let id = match self.office().draft(user, entry.get("_rascunho")).await? {
            Some(d) => d.id,
            None => String::new(),
        };
        let id = self.office().save_draft(&id, user, &sheet.action, body, self.at).await?;
        Ok(Some(go(&super::with_draft(&sheet.action, &id), "rascunho")))
    }

    /// Hands a form to the office: `build` reads the fields into a command, `next` names the page that follows (address and key
    /// of the words). A refusal brings the form back, as it was typed, with every reason.
    pub async fn carry_out(
        &self,
        mut sheet: Sheet,
        entry: &Entry,
        build: impl FnOnce(&mut Reader<'_>) -> Option<Command>,
        next: impl FnOnce(&Done) -> (String, &'static str),
    ) -> Answer {
        sheet.fill(entry);
        sheet.check_lengths(entry);
        if !sheet.problems.is_empty() {
            return sheet.page();
        }
        if let Some(kept) = self.kept(&sheet, entry).await? {
            return Ok(kept);
        }
        let mut reader = Reader::new(entry);
        let command = build(&mut reader);
        let problems = reader.problems;
        let Some(command) = command.filter(|_| problems.is_empty()) else {
            for problem in problems {
                sheet.problem(problem);
            }
            return sheet.page_as(StatusCode::UNPROCESSABLE_ENTITY);
        };
        match self.office().execute(self.actor()?, &command, self.at).await {
            Ok(done) => {
                if !sheet.draft.is_empty() {
                    self.office().remove_draft(&self.actor()?.id, &sheet.draft).await?;
                }
                let (to, words) = next(&done);
                Ok(go(&to, if done.acts.is_empty() { "sem-mudanca" } else { words }))
            }
            Err(e) => self.refused(sheet, e),
        }
    }

    /// The form again, with what stood against it.
    pub fn refused(&self, mut sheet: Sheet, e: ExecuteError) -> Answer {
        match e {
            ExecuteError::Refused(refusal) => {
                let law = self.office().read().law.clone();
                sheet.refused(&refusal, &law);
                sheet.page_as(StatusCode::UNPROCESSABLE_ENTITY)
            }
            other => {
                tracing::error!(cause = %other, "o comando não foi gravado");
                let text = "Não consegui gravar agora. Nada foi registrado; o que você digitou está aqui. Tente de novo.";
                sheet.problem(Problem { field: None, text: text.into(), cites: Vec::new() });
                sheet.page_as(StatusCode::SERVICE_UNAVAILABLE)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_comes_back_as_it_was_kept() {
        let values = BTreeMap::from([("name".to_string(), "João “d'Ávila”".to_string())]);
        let body = Draft { title: "Cadastrar motorista".into(), values: values.clone() }.write();
        let read = Draft::read(&body);
        assert_eq!((read.title.as_str(), &read.values), ("Cadastrar motorista", &values));
        assert!(Draft::read("{").values.is_empty());
    }
}
