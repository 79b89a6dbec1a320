//! Every address, who may come there, and its handler: one table.
//!
//! A page that is not written here does not exist; one whose method is not written here is refused. Who may *do* what is the
//! registry's to say again (`registry::rights`): this table only decides who may open the page.

use std::sync::Arc;

use axum::Router;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use registry::Role::{self, Authority, Clerk, Inspector, Manager};
use tower_http::compression::CompressionLayer;

use crate::app::{App, Site};
use crate::fault::Fault;
use crate::{
    account, assets, credentials, documents, drivers, enforcement, facts, guard, law_pages, management,
    operators, papers_out, public, search, sign_in, today, vehicles,
};

/// Who may come to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// Anybody.
    Public,
    /// Anybody, so many times a minute.
    Braked,
    /// Whoever is signed in.
    Staff,
    /// Whoever is signed in with one of these roles.
    Roles(&'static [Role]),
}

/// One row: method, pattern, who may come.
pub(crate) type Row = (&'static str, &'static str, Who);

/// Writes addresses, rights and handlers side by side, and makes both the table and the router of them.
macro_rules! table {
    ($($method:ident $path:literal $who:expr => $handler:path;)+) => {
        /// Who may come where.
        pub(crate) const ROUTES: &[$crate::routes::Row] = &[$((stringify!($method), $path, $who)),+];

        /// The handlers.
        pub(crate) fn handlers() -> axum::Router<std::sync::Arc<$crate::app::Site>> {
            axum::Router::new()$(.route($path, axum::routing::$method($handler)))+
        }
    };
}
pub(crate) use table;

use Who::{Braked, Public, Roles, Staff};

/// The roles of the desk: those who register and receive.
pub(crate) const DESK_ROLES: &[Role] = &[Clerk, Authority, Manager];
const DESK: Who = Roles(DESK_ROLES);
/// Those who may grant and renew.
pub(crate) const GRANT_ROLES: &[Role] = &[Clerk, Authority];
const GRANT: Who = Roles(GRANT_ROLES);
/// Those who receive what comes in.
pub(crate) const RECEIVE_ROLES: &[Role] = &[Clerk, Inspector, Authority, Manager];
const RECEIVE: Who = Roles(RECEIVE_ROLES);
/// Those who may rule a gap of the law or record a court's order.
const RULE: Who = Roles(&[Authority, Manager]);
/// The manager.
const MANAGE: Who = Roles(&[Manager]);

table! {
    // the public
    get  "/" Public => public::landing;
    get  "/verificar" Public => public::ask;
    post "/verificar" Braked => public::answer;
    get  "/v/{code}" Braked => public::by_code;
    get  "/manual" Public => law_pages::handbook;
    get  "/lei" Public => law_pages::index;
    get  "/lei/{provision}" Public => law_pages::provision;
    get  "/leituras" Public => law_pages::readings;
    get  "/privacidade" Public => public::privacy;
    get  "/acessibilidade" Public => public::accessibility;
    get  "/estatico/{name}" Public => assets::file;
    // coming and going
    get  "/entrar" Public => sign_in::form;
    post "/entrar" Public => sign_in::enter;
    post "/sair" Staff => sign_in::leave;
    get  "/conta/senha" Staff => account::password_form;
    post "/conta/senha" Staff => account::change_password;
    // the day
    get  "/hoje" Staff => today::start;
    post "/rascunhos/{id}/descartar" Staff => today::discard;
    get  "/busca" Staff => search::empty;
    post "/busca" Staff => search::results;
    get  "/cadastro" Staff => search::register;
    // operators
    get  "/operadoras" Staff => operators::list;
    get  "/operadoras/nova" DESK => operators::register_form;
    post "/operadoras/nova" DESK => operators::register;
    get  "/operadoras/{id}" Staff => operators::file;
    get  "/operadoras/{id}/corrigir" DESK => operators::correct_form;
    post "/operadoras/{id}/corrigir" DESK => operators::correct;
    get  "/operadoras/{id}/entregas/{filing}" DESK => operators::filing_form;
    post "/operadoras/{id}/entregas/{filing}" DESK => operators::file_report;
    get  "/operadoras/{id}/descumprimentos/{filing}" RECEIVE => operators::breach_form;
    post "/operadoras/{id}/descumprimentos/{filing}" RECEIVE => operators::mark_breach;
    // drivers
    get  "/condutores/novo" DESK => drivers::register_form;
    post "/condutores/novo" DESK => drivers::register;
    get  "/condutores/{id}" Staff => drivers::file;
    post "/condutores/{id}/cpf" DESK => drivers::full_cpf;
    get  "/condutores/{id}/corrigir" DESK => drivers::correct_form;
    post "/condutores/{id}/corrigir" DESK => drivers::correct;
    get  "/condutores/{id}/operadoras" DESK => drivers::link_form;
    post "/condutores/{id}/operadoras" DESK => drivers::link;
    get  "/condutores/{id}/operadoras/{operator}/encerrar" DESK => drivers::unlink_form;
    post "/condutores/{id}/operadoras/{operator}/encerrar" DESK => drivers::unlink;
    get  "/condutores/{id}/veiculo" DESK => drivers::assign_form;
    post "/condutores/{id}/veiculo" DESK => drivers::assign;
    get  "/condutores/{id}/veiculo/{vehicle}/encerrar" DESK => drivers::unassign_form;
    post "/condutores/{id}/veiculo/{vehicle}/encerrar" DESK => drivers::unassign;
    get  "/condutores/{id}/credencial" GRANT => credentials::grant_form;
    post "/condutores/{id}/credencial" GRANT => credentials::grant;
    get  "/credenciais/{id}/renovar" GRANT => credentials::renew_form;
    post "/credenciais/{id}/renovar" GRANT => credentials::renew;
    // vehicles
    get  "/veiculos/novo" DESK => vehicles::register_form;
    post "/veiculos/novo" DESK => vehicles::register;
    get  "/veiculos/{id}" Staff => vehicles::file;
    get  "/veiculos/{id}/baixa" DESK => vehicles::retire_form;
    post "/veiculos/{id}/baixa" DESK => vehicles::retire;
    // documents and facts
    get  "/cadastro/{subject}/documentos/{kind}" RECEIVE => documents::receive_form;
    post "/cadastro/{subject}/documentos/{kind}" RECEIVE => documents::receive;
    get  "/documentos/{id}" Staff => documents::file;
    post "/documentos/{id}/aceitar" DESK => documents::accept;
    post "/documentos/{id}/recusar" DESK => documents::reject;
    get  "/cadastro/{subject}/fatos/{fact}" DESK => facts::form;
    post "/cadastro/{subject}/fatos/{fact}" DESK => facts::record;
    // papers
    get  "/papel/{file}" Staff => papers_out::file;
    // the setting of the law, and people
    get  "/gestao" RULE => management::index;
    get  "/gestao/valores/{id}" MANAGE => management::parameter_form;
    post "/gestao/valores/{id}" MANAGE => management::set_parameter;
    get  "/gestao/leituras/{id}" RULE => management::reading_form;
    post "/gestao/leituras/{id}" RULE => management::rule_reading;
    get  "/gestao/dispositivos/suspender" RULE => management::suspend_form;
    post "/gestao/dispositivos/suspender" RULE => management::suspend;
    get  "/gestao/dispositivos/{id}/restabelecer" RULE => management::restore_form;
    post "/gestao/dispositivos/{id}/restabelecer" RULE => management::restore;
    get  "/gestao/calendario" MANAGE => management::day_form;
    post "/gestao/calendario" MANAGE => management::add_day;
    get  "/gestao/usuarios" MANAGE => account::users;
    get  "/gestao/usuarios/novo" MANAGE => account::user_form;
    post "/gestao/usuarios/novo" MANAGE => account::create_user;
    get  "/gestao/usuarios/{id}" MANAGE => account::change_form;
    post "/gestao/usuarios/{id}" MANAGE => account::change_user;
    get  "/gestao/usuarios/{id}/senha" MANAGE => account::reset_form;
    post "/gestao/usuarios/{id}/senha" MANAGE => account::reset_password;
}

/// Who may come to a pattern with a method; none when nobody wrote it down.
pub(crate) fn rule(method: &Method, route: &str) -> Option<Who> {
    let method = match *method {
        Method::GET | Method::HEAD => "get",
        Method::POST => "post",
        _ => return None,
    };
    let mut rows = ROUTES.iter().chain(enforcement::ROUTES);
    rows.find(|(m, path, _)| *m == method && *path == route).map(|(_, _, who)| *who)
}

/// The pages of an office.
pub fn router(app: App) -> Router {
    let site = Arc::new(Site::new(app));
    handlers()
        .merge(enforcement::routes())
        .fallback(nowhere)
        .layer(from_fn_with_state(Arc::clone(&site), guard::guard))
        .layer(CompressionLayer::new())
        .with_state(site)
}

/// No page has this address.
pub(crate) const NOWHERE: Fault = Fault::NotFound(
    "O endereço pode ter sido digitado com erro, ou o que havia aqui mudou de lugar. Use o menu ou a busca.",
);

async fn nowhere() -> Fault {
    NOWHERE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_is_written_twice() {
        let mut rows: Vec<_> = ROUTES.iter().chain(enforcement::ROUTES).map(|(m, p, _)| (*m, *p)).collect();
        let all = rows.len();
        rows.sort_unstable();
        rows.dedup();
        assert_eq!(rows.len(), all);
    }

    #[test]
    fn every_form_that_changes_something_asks_who_you_are() {
        let open: Vec<_> = ROUTES
            .iter()
            .filter(|(m, _, w)| *m == "post" && matches!(w, Public | Braked))
            .map(|(_, p, _)| *p)
            .collect();
        assert_eq!(open, ["/verificar", "/entrar"]);
    }
}
