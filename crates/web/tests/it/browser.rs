//! A browser without a screen: it keeps cookies, fills forms and reads pages.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use tower::ServiceExt;

use crate::town::{PASSWORD, Town};

pub struct Browser {
    router: Router,
    cookies: Vec<(String, String)>,
}

pub struct Page {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
    pub bytes: Vec<u8>,
}

impl Page {
    /// Where it sends the browser.
    pub fn location(&self) -> &str {
        self.headers.get(LOCATION).and_then(|l| l.to_str().ok()).unwrap_or_default()
    }

    /// The secret of its first form.
    pub fn secret(&self) -> String {
        self.hidden("_csrf")
    }

    /// The mark of its form.
    pub fn mark(&self) -> String {
        self.hidden("_envio")
    }

    fn hidden(&self, name: &str) -> String {
        let rest = self.text.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap_or_default();
        rest.split('"').next().unwrap_or_default().to_string()
    }
}

fn encoded(text: &str) -> String {
    text.bytes().map(|b| format!("%{b:02X}")).collect()
}

impl Browser {
    pub fn new(town: &Town) -> Self {
        Self { router: web::router(town.app("http://localhost")), cookies: Vec::new() }
    }

    /// A browser in which somebody is signed in.
    pub async fn of(town: &Town, login: &str) -> Self {
        let mut browser = Self::new(town);
        let secret = browser.get("/entrar").await.secret();
        let page =
            browser.send("/entrar", &[("_csrf", &secret), ("login", login), ("senha", PASSWORD)]).await;
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{login} entra");
        browser
    }

    pub async fn request(&mut self, method: Method, path: &str, body: Option<String>) -> Page {
        let mut request = Request::builder().method(method).uri(path);
        if !self.cookies.is_empty() {
            let all: Vec<String> = self.cookies.iter().map(|(n, v)| format!("{n}={v}")).collect();
            request = request.header(COOKIE, all.join("; "));
        }
        if body.is_some() {
            request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        let request = request.body(body.map_or_else(Body::empty, Body::from)).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        for cookie in response.headers().get_all(SET_COOKIE).iter().filter_map(|v| v.to_str().ok()) {
            let pair = cookie.split(';').next().unwrap_or_default();
            let Some((name, value)) = pair.split_once('=') else { continue };
            self.cookies.retain(|(n, _)| n != name);
            if !value.is_empty() {
                self.cookies.push((name.to_string(), value.to_string()));
            }
        }
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.expect("a body").to_vec();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Page { status: parts.status, headers: parts.headers, text, bytes }
    }

    pub async fn get(&mut self, path: &str) -> Page {
        self.request(Method::GET, path, None).await
    }

    /// Sends a form as it is.
    pub async fn send(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let pairs: Vec<String> = fields.iter().map(|(n, v)| format!("{n}={}", encoded(v))).collect();
        self.request(Method::POST, path, Some(pairs.join("&"))).await
    }

    /// Opens a page with a form and sends it with its secret.
    pub async fn fill(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let secret = self.get(path).await.secret();
        let mut all = vec![("_csrf", secret.as_str())];
        all.extend_from_slice(fields);
        let action = path.split('?').next().unwrap_or(path);
        self.send(action, &all).await
    }
}
