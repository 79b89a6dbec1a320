//! What anybody may see without signing in: the front page, the check of a credential, and what we do with data.

mod verify;

pub(crate) use verify::{answer, ask, by_code};

use askama::Template;

use crate::context::{Answer, Cx, go, page};
use crate::shell::Shell;

#[derive(Template)]
#[template(path = "public/landing.html")]
struct Landing {
    shell: Shell,
    service: String,
    norm: String,
}

/// `GET /`
pub(crate) async fn landing(cx: Cx) -> Answer {
    if cx.who.is_some() {
        return Ok(go("/hoje", ""));
    }
    let (service, norm) = {
        let working = cx.office().read();
        (service_words(&working.law.norm.service), working.law.norm.title.clone())
    };
    page(&Landing { shell: cx.shell("Transporte individual de passageiros"), service, norm })
}

/// The service of a norm in words.
pub(crate) fn service_words(service: &str) -> String {
    match service {
        "aplicativo" => "Transporte individual por aplicativo".into(),
        "taxi" => "Táxi".into(),
        "mototaxi" => "Mototáxi".into(),
        "varios" => "Transporte individual de passageiros".into(),
        other => crate::words::capital(other),
    }
}

#[derive(Template)]
#[template(path = "public/privacy.html")]
struct Privacy {
    shell: Shell,
}

/// `GET /privacidade`
pub(crate) async fn privacy(cx: Cx) -> Answer {
    page(&Privacy { shell: cx.shell("Seus dados") })
}

#[derive(Template)]
#[template(path = "public/accessibility.html")]
struct Accessibility {
    shell: Shell,
}

/// `GET /acessibilidade`
pub(crate) async fn accessibility(cx: Cx) -> Answer {
    page(&Accessibility { shell: cx.shell("Acessibilidade") })
}
