//! The one door: every request passes here before its handler.
//!
//! It finds out who asks, refuses a role that may not come ([`crate::routes::ROUTES`] says who may), checks the secret of every
//! form, and lays a page over every fault. The registry decides again on its own: a page only hides what one may not do.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::header::{CACHE_CONTROL, CONNECTION, COOKIE, HOST, LOCATION, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::Site;
use crate::context::{Cx, with_cookie};
use crate::entry::{Entry, encoded};
use crate::fault::Fault;
use crate::headers;
use crate::routes::{Who, rule};

/// Bytes that a form may have: a list of several thousand plates fits.
const FORM_LIMIT: usize = 512 * 1024;

/// How long a form may take to arrive: a slow line sends half a megabyte in less, and whoever trickles holds nothing up.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long the cookie of public forms lives, in seconds.
const VISIT: i64 = 6 * 60 * 60;

pub(crate) async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let secure = site.secure;
    let started = std::time::Instant::now();
    let method = request.method().clone();
    // the pattern, never the address: an address may tell whose record it is
    let route =
        request.extensions().get::<MatchedPath>().map_or("(nenhuma)".to_string(), |m| m.as_str().to_string());
    let posted = method == Method::POST;
    let mut response = admit(site, request, next, &route).await;
    // what was sent with a refused form was not read, and must not be taken for the next request
    if posted && response.status().is_client_error() {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    headers::lay_over(response.headers_mut(), secure);
    tracing::debug!(%method, route, status = response.status().as_u16(), micros = started.elapsed().as_micros() as u64, "pedido");
    response
}

async fn admit(site: Arc<Site>, request: Request, next: Next, route: &str) -> Response {
    let at = (site.app.clock)();
    let moment = site.app.office.moment(at);
    let cookies = Cookies::read(request.headers());
    let token = cookies.get(site.session_cookie()).map(ToString::to_string);
    let known = cookies.get(site.visitor_cookie()).filter(|v| v.len() == 32).map(ToString::to_string);
    let fresh = known.is_none();
    let mut cx = Cx {
        at,
        time: moment.time,
        today: moment.today,
        who: None,
        address: address(&site, &request),
        path: request.uri().path().to_string(),
        query: Entry::decode(request.uri().query().unwrap_or_default().as_bytes()),
        visitor: known.or_else(|| random_text().ok()).unwrap_or_default(),
        site: Arc::clone(&site),
    };
    if route.starts_with("/estatico/") {
        return match guarded(cx.clone(), request, next, route).await {
            Ok(response) => covered(&cx, response),
            Err(fault) => fault.page(&cx),
        };
    }
    if let Some(token) = token {
        match site.app.office.session(&token, at).await {
            Ok(who) => cx.who = who,
            Err(e) => return failed(&cx, &Fault::internal(e)),
        }
    }
    let response = match guarded(cx.clone(), request, next, route).await {
        Ok(response) => covered(&cx, response),
        Err(fault) => failed(&cx, &fault),
    };
    if fresh && cx.who.is_none() && response.headers().get(CACHE_CONTROL).is_none() {
        return with_cookie(response, &site.cookie(site.visitor_cookie(), &cx.visitor, VISIT));
    }
    response
}

async fn guarded(cx: Cx, request: Request, next: Next, route: &str) -> Result<Response, Fault> {
    let method = request.method().clone();
    if let Some(who) = rule(&method, route) {
        match who {
            Who::Public => {}
            Who::Braked if cx.site.brake.admits(&cx.address, cx.at) => {}
            Who::Braked => return Err(Fault::TooMany),
            Who::Staff => {
                cx.actor()?;
            }
            Who::Roles(roles) => {
                if !roles.contains(&cx.actor()?.role) {
                    return Err(Fault::Forbidden);
                }
            }
        }
    } else if route != "(nenhuma)" && method != Method::HEAD {
        // a route nobody wrote a rule for is closed
        return Err(Fault::Method);
    }
    let (mut parts, body) = request.into_parts();
    let mut sending = None;
    let body = if method == Method::POST {
        same_site(&parts.headers)?;
        let arriving = tokio::time::timeout(PATIENCE, to_bytes(body, FORM_LIMIT)).await;
        let bytes = arriving.map_err(|_| Fault::TooSlow)?.map_err(|_| Fault::TooLarge)?;
        let entry = Entry::decode(&bytes);
        if !same(entry.get("_csrf"), cx.secret()) {
            return Err(Fault::Secret);
        }
        if !entry.get("_envio").is_empty() {
            sending = Some(cx.site.once.outcome(cx.secret(), &cx.path, &bytes));
        }
        parts.extensions.insert(entry);
        Body::empty()
    } else {
        body
    };
    parts.extensions.insert(cx);
    // a task of its own: a panic in a handler ends there, and the person gets a page; and a browser that goes away does not
    // leave the deed half told
    let run = tokio::spawn(async move {
        let Some(sending) = sending else { return next.run(Request::from_parts(parts, body)).await };
        let mut outcome = sending.lock().await;
        if let Some(to) = outcome.as_ref() {
            return led_to(to.clone());
        }
        let response = next.run(Request::from_parts(parts, body)).await;
        if response.status() == StatusCode::SEE_OTHER {
            *outcome = response.headers().get(LOCATION).cloned();
        }
        response
    });
    run.await.map_err(|_| Fault::internal("uma página entrou em pânico"))
}

fn led_to(to: HeaderValue) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    response.headers_mut().insert(LOCATION, to);
    response
}

/// Whether two secrets are the same. The time taken does not tell where they differ.
fn same(given: &str, wanted: &str) -> bool {
    if wanted.is_empty() || given.len() != wanted.len() {
        return false;
    }
    given.bytes().zip(wanted.bytes()).fold(0_u8, |all, (a, b)| all | (a ^ b)) == 0
}

/// Refuses a form that the browser says comes from another site.
fn same_site(headers: &HeaderMap) -> Result<(), Fault> {
    if headers.get("sec-fetch-site").is_some_and(|v| v == "cross-site" || v == "same-site") {
        return Err(Fault::Secret);
    }
    let host = headers.get(HOST).and_then(|h| h.to_str().ok());
    let origin = headers.get(ORIGIN).and_then(|o| o.to_str().ok());
    if let (Some(host), Some(origin)) = (host, origin) {
        let from = origin.split_once("://").map_or(origin, |(_, rest)| rest);
        if from != host {
            return Err(Fault::Secret);
        }
    }
    Ok(())
}

/// The page over a fault that a handler or the router left.
fn covered(cx: &Cx, mut response: Response) -> Response {
    match response.extensions_mut().remove::<Fault>() {
        Some(fault) => failed(cx, &fault),
        None if response.status() == StatusCode::METHOD_NOT_ALLOWED => failed(cx, &Fault::Method),
        // only the router answers so: an address that is not text
        None if response.status() == StatusCode::BAD_REQUEST => failed(cx, &crate::routes::NOWHERE),
        None => response,
    }
}

fn failed(cx: &Cx, fault: &Fault) -> Response {
    if let Fault::Internal(cause) = fault {
        tracing::error!(cause, "falha ao responder");
    }
    if matches!(fault, Fault::SignIn) {
        let back = if cx.path == "/" { String::new() } else { format!("?de={}", encoded(&cx.path)) };
        if let Ok(to) = HeaderValue::from_str(&format!("/entrar{back}")) {
            return led_to(to);
        }
    }
    fault.page(cx)
}

fn address(site: &Site, request: &Request) -> String {
    if site.app.behind_proxy
        && let Some(list) = request.headers().get("x-forwarded-for").and_then(|v| v.to_str().ok())
        // the last one is the one our own proxy saw
        && let Some(last) = list.rsplit(',').next()
    {
        return last.trim().to_string();
    }
    let known = request.extensions().get::<ConnectInfo<SocketAddr>>();
    known.map_or_else(|| "local".to_string(), |c| c.0.ip().to_string())
}

/// 128 random bits as text.
pub(crate) fn random_text() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

struct Cookies(Vec<(String, String)>);

impl Cookies {
    fn read(headers: &HeaderMap) -> Self {
        let all = headers.get_all(COOKIE).iter().filter_map(|v| v.to_str().ok());
        let pairs = all.flat_map(|v| v.split(';')).filter_map(|p| p.trim().split_once('='));
        Self(pairs.map(|(n, v)| (n.to_string(), v.to_string())).collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_secret_passes() {
        assert!(same("abc", "abc"));
        assert!(!same("abd", "abc"));
        assert!(!same("ab", "abc"));
        assert!(!same("", ""));
    }

    #[test]
    fn a_form_from_another_site_is_refused() {
        let mut h = HeaderMap::new();
        h.insert(HOST, HeaderValue::from_static("cidade.invalid"));
        assert!(same_site(&h).is_ok());
        h.insert(ORIGIN, HeaderValue::from_static("https://cidade.invalid"));
        assert!(same_site(&h).is_ok());
        h.insert(ORIGIN, HeaderValue::from_static("https://outra.invalid"));
        assert!(same_site(&h).is_err());
        h.insert(ORIGIN, HeaderValue::from_static("null"));
        assert!(same_site(&h).is_err());
    }
}
