//! Who may come in, where, and what protects every answer.

use axum::http::{Method, StatusCode};

use crate::browser::Browser;
use crate::town::{PASSWORD, Town};

#[tokio::test]
async fn nobody_comes_in_without_signing_in_and_everybody_goes_back_to_where_he_was() {
    let town = Town::empty().await;
    let mut b = Browser::new(&town);
    for path in ["/hoje", "/cadastro", "/operadoras", "/gestao", "/busca", "/condutores/novo", "/conta/senha"]
    {
        let page = b.get(path).await;
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{path}");
        assert!(page.location().starts_with("/entrar?de="), "{path} → {}", page.location());
    }
    let secret = b.get("/entrar?de=%2Foperadoras").await.secret();
    let fields =
        [("_csrf", secret.as_str()), ("login", "balcao"), ("senha", PASSWORD), ("de", "/operadoras")];
    assert_eq!(b.send("/entrar", &fields).await.location(), "/operadoras");
    assert_eq!(b.get("/operadoras").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_wrong_password_keeps_the_login_and_too_many_must_wait() {
    let town = Town::empty().await;
    let mut b = Browser::new(&town);
    for _ in 0..5 {
        let page = b.fill("/entrar", &[("login", "balcao"), ("senha", "errada errada")]).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(
            page.text.contains("Usuário ou senha não conferem") && page.text.contains("value=\"balcao\"")
        );
        assert!(!page.text.contains("errada errada"));
    }
    let page = b.fill("/entrar", &[("login", "balcao"), ("senha", PASSWORD)]).await;
    assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(page.text.contains("Espere 15 minutos"));
}

#[tokio::test]
async fn a_form_without_its_secret_is_refused_and_changes_nothing() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "balcao").await;
    for secret in ["", "0123456789abcdef0123456789abcdef"] {
        let fields = [("_csrf", secret), ("name", "Fulano Fictício"), ("cpf", "529.982.247-25")];
        let page = b.send("/condutores/novo", &fields).await;
        assert_eq!(page.status, StatusCode::FORBIDDEN);
        assert!(page.text.contains("Não aceitamos este envio"));
    }
    assert!(town.office.read().registry.drivers.is_empty());
    let page = b.send("/sair", &[]).await;
    assert_eq!(page.status, StatusCode::FORBIDDEN, "nem sair se faz de outro lugar");
}

#[tokio::test]
async fn each_role_is_kept_out_of_what_is_not_its_own() {
    let town = Town::empty().await;
    let closed: [(&str, &[&str]); 5] = [
        (
            "balcao",
            &[
                "/gestao",
                "/gestao/usuarios",
                "/gestao/usuarios/novo",
                "/gestao/valores/VRM",
                "/gestao/calendario",
            ],
        ),
        (
            "fiscal",
            &["/condutores/novo", "/veiculos/novo", "/operadoras/nova", "/gestao", "/gestao/usuarios"],
        ),
        ("autoridade", &["/gestao/usuarios", "/gestao/valores/VRM", "/gestao/calendario"]),
        ("junta", &["/condutores/novo", "/operadoras/nova", "/gestao"]),
        ("gestor", &["/condutores/cnd_1/credencial", "/credenciais/crd_1/renovar"]),
    ];
    for (login, paths) in closed {
        let mut b = Browser::of(&town, login).await;
        for path in paths {
            let page = b.get(path).await;
            assert_eq!(page.status, StatusCode::FORBIDDEN, "{login} em {path}");
            assert!(page.text.contains("Seu perfil não pode"), "{login} em {path}");
        }
        assert_eq!(b.get("/hoje").await.status, StatusCode::OK, "{login}");
    }
    let mut b = Browser::of(&town, "gestor").await;
    for path in [
        "/gestao",
        "/gestao/usuarios",
        "/gestao/valores/VRM",
        "/gestao/calendario",
        "/gestao/leituras/CAR-G20",
    ] {
        assert_eq!(b.get(path).await.status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_protect_it() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "balcao").await;
    for path in
        ["/", "/entrar", "/hoje", "/nada/aqui", "/v/0000000000000000", "/gestao", "/lei", "/estatico/x.css"]
    {
        let page = b.get(path).await;
        let header =
            |n: &str| page.headers.get(n).and_then(|v| v.to_str().ok()).unwrap_or_default().to_string();
        let policy = header("content-security-policy");
        assert!(
            policy.contains("default-src 'none'") && policy.contains("form-action 'self'"),
            "{path}: {policy}"
        );
        assert!(
            policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("referrer-policy"), "same-origin", "{path}");
        assert_eq!(header("cache-control"), "no-store", "{path}");
        assert!(header("permissions-policy").contains("geolocation=()"), "{path}");
        assert_eq!(header("strict-transport-security"), "", "só sob https");
    }
}

#[tokio::test]
async fn pages_hold_no_script_and_no_style_of_their_own() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "gestor").await;
    for path in
        ["/hoje", "/gestao", "/lei", "/manual", "/lei/art9.inc6", "/leituras", "/operadoras", "/cadastro"]
    {
        let page = b.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(
            !page.text.contains(" style=")
                && !page.text.contains("<style")
                && !page.text.contains(" onclick"),
            "{path}"
        );
        assert_eq!(page.text.matches("<script").count(), 1, "{path}");
    }
}

#[tokio::test]
async fn style_and_script_are_kept_for_a_year_under_their_own_names() {
    let town = Town::empty().await;
    let mut b = Browser::new(&town);
    let page = b.get("/").await;
    let name =
        page.text.split("href=\"/estatico/").nth(1).and_then(|r| r.split('"').next()).expect("a style sheet");
    let file = b.get(&format!("/estatico/{name}")).await;
    assert_eq!(file.status, StatusCode::OK);
    assert!(file.headers["cache-control"].to_str().expect("text").contains("immutable"));
}

#[tokio::test]
async fn a_method_that_is_not_written_down_is_refused() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "gestor").await;
    for method in [Method::PUT, Method::DELETE] {
        assert_eq!(b.request(method, "/hoje", None).await.status, StatusCode::METHOD_NOT_ALLOWED);
    }
}

#[tokio::test]
async fn a_password_is_changed_and_every_session_ends() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "junta").await;
    let bad = b
        .fill(
            "/conta/senha",
            &[("old", "não é esta"), ("new", "outra ficticia 9"), ("again", "outra ficticia 9")],
        )
        .await;
    assert_eq!(bad.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(bad.text.contains("senha atual não confere"));
    let fields = [("old", PASSWORD), ("new", "outra ficticia 9"), ("again", "outra ficticia 9")];
    assert_eq!(b.fill("/conta/senha", &fields).await.location(), "/entrar");
    assert_eq!(b.get("/hoje").await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn the_manager_makes_users_who_can_come_in() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "gestor").await;
    let path = "/gestao/usuarios/novo";
    let wrong =
        [("name", "Nova Fictícia"), ("login", "Nova Pessoa"), ("role", "balcao"), ("password", PASSWORD)];
    let page = b.fill(path, &wrong).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.text.contains("value=\"Nova Fictícia\"") && !page.text.contains(PASSWORD));
    let right = [("name", "Nova Fictícia"), ("login", "nova"), ("role", "balcao"), ("password", PASSWORD)];
    assert_eq!(b.fill(path, &right).await.location(), "/gestao/usuarios?feito=usuario");
    assert_eq!(Browser::of(&town, "nova").await.get("/hoje").await.status, StatusCode::OK);
}
