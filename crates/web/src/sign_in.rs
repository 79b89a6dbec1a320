//! Coming and going.

use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::StatusCode;
use axum::http::header::COOKIE;
use axum::response::IntoResponse;
use office::SignInError;
use std::sync::Arc;

use crate::app::Site;
use crate::context::{Answer, Cx, go, page_with, with_cookie};
use crate::entry::Entry;
use crate::fault::Fault;
use crate::shell::Shell;

/// A session cookie lives as long as the office lets a session live.
const SECONDS: i64 = office::SESSION_HOURS * 3600;

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignIn {
    shell: Shell,
    login: String,
    back: String,
    problem: String,
}

fn sheet(cx: &Cx, status: StatusCode, login: &str, back: &str, problem: String) -> Answer {
    let shell = cx.shell("Entrar").hidden();
    page_with(status, &SignIn { shell, login: login.to_string(), back: back.to_string(), problem })
}

/// A page of our own to go back to; anything else could lead people away.
fn inside(back: &str) -> &str {
    let ours = back.starts_with('/') && !back.starts_with("//") && !back.contains(['\\', '\r', '\n']);
    if ours { back } else { "/hoje" }
}

/// `GET /entrar`
pub(crate) async fn form(cx: Cx) -> Answer {
    if cx.who.is_some() {
        return Ok(go("/hoje", ""));
    }
    let back = cx.query.get("de").to_string();
    sheet(&cx, StatusCode::OK, "", &back, String::new())
}

/// `POST /entrar`
pub(crate) async fn enter(State(site): State<Arc<Site>>, cx: Cx, entry: Entry) -> Answer {
    let login = entry.get("login");
    let back = entry.get("de");
    match cx.office().sign_in(login, entry.get("senha"), &cx.address, cx.at).await {
        Ok(token) => {
            Ok(with_cookie(go(inside(back), ""), &site.cookie(site.session_cookie(), &token, SECONDS)))
        }
        Err(SignInError::Wrong) => {
            let text = "Usuário ou senha não conferem. Confira as maiúsculas e tente de novo.".to_string();
            sheet(&cx, StatusCode::UNPROCESSABLE_ENTITY, login, back, text)
        }
        Err(SignInError::Throttled(minutes)) => {
            let text = format!(
                "Houve muitas tentativas sem sucesso. Espere {minutes} minutos e tente de novo; se não lembra a senha, peça \
                 uma nova ao gestor."
            );
            sheet(&cx, StatusCode::TOO_MANY_REQUESTS, login, back, text)
        }
        Err(e) => Err(Fault::internal(e)),
    }
}

/// `POST /sair`
pub(crate) async fn leave(State(site): State<Arc<Site>>, cx: Cx, headers: HeaderMap) -> Answer {
    let name = site.session_cookie();
    let all = headers.get_all(COOKIE).iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(';'));
    for (found, token) in all.filter_map(|p| p.trim().split_once('=')) {
        if found == name {
            cx.office().sign_out(token).await?;
        }
    }
    let response = axum::response::Redirect::to("/").into_response();
    Ok(with_cookie(response, &site.cookie(name, "", 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_led_away_after_signing_in() {
        assert_eq!(inside("/condutores/cnd_1"), "/condutores/cnd_1");
        for bad in ["", "//outro.invalid", "https://outro.invalid", "/\\outro.invalid", "hoje"] {
            assert_eq!(inside(bad), "/hoje", "{bad}");
        }
    }
}
