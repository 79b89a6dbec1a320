//! Who asks, when, and for which page: what every handler gets.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use jiff::Timestamp;
use jiff::civil::Date;
use office::{Look, Office, SignedIn};
use registry::{Actor, Role};

use crate::app::Site;
use crate::entry::Entry;
use crate::fault::Fault;
use crate::shell::{Crumb, Shell};
use crate::words::date_time_pt;

/// The context of one request.
#[derive(Clone)]
pub(crate) struct Cx {
    pub site: Arc<Site>,
    /// The moment of the request.
    pub at: Timestamp,
    /// The same in the municipality's civil time.
    pub time: jiff::civil::DateTime,
    /// Date of that moment there.
    pub today: Date,
    /// Who is signed in.
    pub who: Option<SignedIn>,
    /// Address of the browser.
    pub address: String,
    /// Path asked for.
    pub path: String,
    /// What stands after `?`.
    pub query: Entry,
    /// The secret of public forms, tied to this browser by a cookie.
    pub visitor: String,
}

impl Cx {
    pub fn office(&self) -> &Office {
        &self.site.app.office
    }

    /// Who is signed in.
    pub fn actor(&self) -> Result<&Actor, Fault> {
        self.who.as_ref().map(|w| &w.actor).ok_or(Fault::SignIn)
    }

    /// Whether somebody with one of these roles is signed in.
    pub fn is(&self, roles: &[Role]) -> bool {
        self.who.as_ref().is_some_and(|w| roles.contains(&w.actor.role))
    }

    /// The secret that a form on this page must send back.
    pub fn secret(&self) -> &str {
        self.who.as_ref().map_or(self.visitor.as_str(), |w| w.csrf.as_str())
    }

    /// The frame of a page.
    pub fn shell(&self, title: &str) -> Shell {
        Shell::of(self, title)
    }

    /// The frame of a page with the way that led to it.
    pub fn shell_at(&self, title: &str, crumbs: &[(&str, &str)]) -> Shell {
        let mut shell = Shell::of(self, title);
        shell.crumbs = crumbs.iter().map(|(href, label)| Crumb::new(*href, *label)).collect();
        shell
    }

    /// Records a look at a personal record; without the record of the look, nothing is shown.
    pub async fn look(&self, kind: &str, record: &str, reason: &str) -> Result<(), Fault> {
        let user = &self.actor()?.id;
        self.office().looked(Look { user, kind, record, reason }, self.at).await?;
        Ok(())
    }

    /// The moment of the request in words.
    pub fn time_words(&self) -> String {
        date_time_pt(self.time)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Cx {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Fault> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| Fault::internal("pedido sem contexto"))
    }
}

/// A page, or the fault that stands in its place.
pub(crate) type Answer = Result<Response, Fault>;

/// A template as a page.
pub(crate) fn page(template: &impl askama::Template) -> Answer {
    page_with(StatusCode::OK, template)
}

/// A template as a page with a status.
pub(crate) fn page_with(status: StatusCode, template: &impl askama::Template) -> Answer {
    Ok((status, axum::response::Html(template.render()?)).into_response())
}

/// Goes to another page after something was done. `done` is a key of [`crate::shell::done_words`].
pub(crate) fn go(to: &str, done: &str) -> Response {
    let sign = if to.contains('?') { '&' } else { '?' };
    let to = if done.is_empty() { to.to_string() } else { format!("{to}{sign}feito={done}") };
    Redirect::to(&to).into_response()
}

/// Adds a cookie to an answer.
pub(crate) fn with_cookie(mut response: Response, cookie: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(SET_COOKIE, value);
    }
    response
}
