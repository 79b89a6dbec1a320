//! What the pages are made for: one office, a clock, and the address the public sees.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use jiff::Timestamp;
use office::Office;
use tokio::net::TcpListener;

use crate::assets::Assets;
use crate::brake::Brake;
use crate::law_pages::Guide;
use crate::once::Once;

/// Tells the moment. The binary passes the machine's clock, tests pass their own.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// One office open to browsers.
#[derive(Clone)]
pub struct App {
    /// The office.
    pub office: Arc<Office>,
    /// The moment of every request.
    pub clock: Clock,
    /// Address under which the public reaches the site, without a slash at the end: `https://mobilidade.cidade.sp.gov.br`. It is
    /// printed in QR codes; `https` turns on secure cookies and HSTS.
    pub public_url: String,
    /// How the public reaches the body in charge: address, telephone, hours. Printed on papers and public pages.
    pub contact: Option<String>,
    /// Who answers for personal data (Lei 13.709/2018, art. 41) and how to reach that person.
    pub data_officer: Option<String>,
    /// Whether a proxy that we trust stands before us; only then `X-Forwarded-For` is believed.
    pub behind_proxy: bool,
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").field("public_url", &self.public_url).finish_non_exhaustive()
    }
}

/// The municipality, its state and the body in charge, as every page names them.
pub(crate) struct Named {
    pub city: String,
    pub state: String,
    pub body: String,
}

/// What every handler shares.
pub(crate) struct Site {
    pub app: App,
    /// Read once: the frame of a page must not wait for the state again while its handler is reading it.
    pub named: Named,
    pub assets: Assets,
    pub brake: Brake,
    pub once: Once,
    pub guide: Guide,
    pub secure: bool,
}

impl Site {
    pub fn new(app: App) -> Self {
        let secure = app.public_url.starts_with("https://");
        let named = {
            let working = app.office.read();
            let n = &working.law.norm;
            Named { city: n.municipality.clone(), state: n.state.to_string(), body: n.body.clone() }
        };
        Self {
            app,
            named,
            assets: Assets::new(),
            brake: Brake::new(),
            once: Once::default(),
            guide: Guide::default(),
            secure,
        }
    }

    /// Name of the session cookie. The prefix binds it to this host and to https, so it can only be used there.
    pub fn session_cookie(&self) -> &'static str {
        if self.secure { "__Host-alvara" } else { "alvara" }
    }

    /// Name of the cookie that ties a public form to a browser.
    pub fn visitor_cookie(&self) -> &'static str {
        if self.secure { "__Host-alvara-visita" } else { "alvara-visita" }
    }

    /// A cookie that scripts cannot read and other sites cannot send.
    pub fn cookie(&self, name: &str, value: &str, seconds: i64) -> String {
        let secure = if self.secure { "; Secure" } else { "" };
        format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}")
    }
}

/// Serves pages until `shutdown` resolves; requests under way are finished.
///
/// # Errors
/// The listener fails.
pub async fn serve(
    listener: TcpListener,
    app: App,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let router: Router = crate::router(app);
    axum::serve(listener, router.into_make_service_with_connect_info::<SocketAddr>())
        .with_graceful_shutdown(shutdown)
        .await
}
