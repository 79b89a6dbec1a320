//! What can go wrong with a request before the law has its word, and the page that says so.

use askama::Template;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::context::Cx;
use crate::shell::Shell;

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// Nothing is there; what the person can do.
    NotFound(&'static str),
    /// The way of asking does not suit the address.
    Method,
    /// The role may not come here.
    Forbidden,
    /// Nobody is signed in.
    SignIn,
    /// The form came without its secret, or from another site.
    Secret,
    /// The form is too large.
    TooLarge,
    /// The form did not arrive whole in time.
    TooSlow,
    /// Too many requests.
    TooMany,
    /// Our own failure; the person is told only that nothing was lost.
    Internal(String),
}

impl Fault {
    /// Our own failure. The cause goes to the log; it never holds personal data, since it speaks of the machine.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Self::Internal(cause.to_string())
    }

    pub fn status(&self) -> StatusCode {
        match self {
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Forbidden | Self::Secret => StatusCode::FORBIDDEN,
            Self::SignIn => StatusCode::UNAUTHORIZED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn words(&self) -> (&'static str, &'static str) {
        match self {
            Self::NotFound(what) => ("Não encontramos esta página", what),
            Self::Method => {
                ("Esta página não se abre assim", "Volte à página anterior e use o botão do formulário.")
            }
            Self::Forbidden => (
                "Seu perfil não pode abrir esta página",
                "Quem cuida dos perfis é o gestor. Se esta tarefa é sua, peça a ele que ajuste o seu.",
            ),
            Self::SignIn => ("Entre para continuar", "Sua sessão terminou ou ainda não começou."),
            Self::Secret => (
                "Não aceitamos este envio",
                "O formulário ficou aberto por tempo demais ou veio de outro lugar. Volte, recarregue a página e envie de \
                 novo. Nada foi registrado.",
            ),
            Self::TooLarge => (
                "O envio é grande demais",
                "Divida a lista ou encurte os textos e envie de novo. Nada foi registrado.",
            ),
            Self::TooSlow => (
                "O envio não chegou inteiro",
                "A conexão caiu ou está lenta demais. Volte, confira o que digitou e envie de novo. Nada foi registrado.",
            ),
            Self::TooMany => (
                "Muitas consultas seguidas",
                "Espere um minuto e tente de novo. O limite protege os dados de todos.",
            ),
            Self::Internal(_) => (
                "Algo falhou do nosso lado",
                "Nada do que estava registrado se perdeu. Tente de novo em instantes; se repetir, avise quem cuida do \
                 sistema e diga a hora.",
            ),
        }
    }

    /// The page that says it.
    pub fn page(&self, cx: &Cx) -> Response {
        let (title, what) = self.words();
        let page = FaultPage { shell: cx.shell(title).hidden(), title, what, at: cx.time_words() };
        let mut response = match page.render() {
            Ok(html) => axum::response::Html(html).into_response(),
            Err(_) => what.into_response(),
        };
        *response.status_mut() = self.status();
        response
    }
}

#[derive(Template)]
#[template(path = "fault.html")]
struct FaultPage {
    shell: Shell,
    title: &'static str,
    what: &'static str,
    at: String,
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        // the guard sees the mark and lays the page over it, with the masthead of whoever asked
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<office::StoreError> for Fault {
    fn from(e: office::StoreError) -> Self {
        Self::internal(e)
    }
}

impl From<askama::Error> for Fault {
    fn from(e: askama::Error) -> Self {
        Self::internal(e)
    }
}
