//! The people who may come in, as the manager keeps them.

use axum::http::StatusCode;

use crate::browser::Browser;
use crate::town::{PASSWORD, Town};

async fn id_of(town: &Town, login: &str) -> String {
    let users = town.office.users().await.expect("users");
    users.into_iter().find(|u| u.login == login).expect("the user").id
}

#[tokio::test]
async fn who_left_is_switched_off_at_once_and_keeps_the_name_on_what_was_done() {
    let town = Town::empty().await;
    let mut clerk = Browser::of(&town, "balcao").await;
    let mut b = Browser::of(&town, "gestor").await;
    let path = format!("/gestao/usuarios/{}", id_of(&town, "balcao").await);
    assert!(b.get("/gestao/usuarios").await.text.contains(&path));
    let fields = [("name", "Bruna Fictícia (balcão)"), ("role", "balcao"), ("active", "nao")];
    let page = b.fill(&path, &fields).await;
    assert_eq!(page.location(), "/gestao/usuarios?feito=usuario-mudado", "{}", page.text);
    assert!(b.get("/gestao/usuarios").await.text.contains("Desligado"));
    assert_eq!(clerk.get("/hoje").await.status, StatusCode::SEE_OTHER, "a sessão aberta termina");
    let page = clerk.fill("/entrar", &[("login", "balcao"), ("senha", PASSWORD)]).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn another_role_counts_from_the_next_sign_in() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "gestor").await;
    let path = format!("/gestao/usuarios/{}", id_of(&town, "balcao").await);
    let fields = [("name", "Bruna Fictícia"), ("role", "fiscal"), ("active", "sim")];
    assert_eq!(b.fill(&path, &fields).await.status, StatusCode::SEE_OTHER);
    let mut clerk = Browser::of(&town, "balcao").await;
    assert_eq!(clerk.get("/autos/novo").await.status, StatusCode::OK);
    assert_eq!(clerk.get("/condutores/novo").await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn nobody_locks_the_office_by_taking_the_last_manager_away() {
    let town = Town::empty().await;
    let own = id_of(&town, "gestor").await;
    let mut b = Browser::of(&town, "gestor").await;
    let path = format!("/gestao/usuarios/{own}");
    for (role, active) in [("gestor", "nao"), ("balcao", "sim")] {
        let page = b.fill(&path, &[("name", "Gilda Fictícia"), ("role", role), ("active", active)]).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(page.text.contains("não pode tirar o próprio acesso"));
    }
    let no = town.office.change_user(&own, "Gilda Fictícia", registry::Role::Clerk, true).await;
    assert!(no.expect_err("the last one stays").to_string().contains("reste um gestor"));
    assert_eq!(b.get("/gestao").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_and_the_old_one_opens_nothing() {
    let town = Town::empty().await;
    let mut clerk = Browser::of(&town, "balcao").await;
    let mut b = Browser::of(&town, "gestor").await;
    let path = format!("/gestao/usuarios/{}/senha", id_of(&town, "balcao").await);
    let page = b.fill(&path, &[("password", "curta"), ("again", "curta")]).await;
    assert!(page.text.contains("ao menos 10 caracteres") && page.status == StatusCode::UNPROCESSABLE_ENTITY);
    let page = b.fill(&path, &[("password", "frase ficticia nova"), ("again", "outra ficticia")]).await;
    assert!(page.text.contains("não são iguais") && !page.text.contains("frase ficticia nova"));
    let fields = [("password", "frase ficticia nova"), ("again", "frase ficticia nova")];
    assert_eq!(b.fill(&path, &fields).await.location(), "/gestao/usuarios?feito=senha-dada");
    assert_eq!(clerk.get("/hoje").await.status, StatusCode::SEE_OTHER);
    for (password, status) in
        [(PASSWORD, StatusCode::UNPROCESSABLE_ENTITY), ("frase ficticia nova", StatusCode::SEE_OTHER)]
    {
        let page = clerk.fill("/entrar", &[("login", "balcao"), ("senha", password)]).await;
        assert_eq!(page.status, status);
    }
}

#[tokio::test]
async fn only_the_manager_keeps_users() {
    let town = Town::empty().await;
    let id = id_of(&town, "balcao").await;
    for login in ["balcao", "fiscal", "autoridade", "junta"] {
        let mut b = Browser::of(&town, login).await;
        for path in [format!("/gestao/usuarios/{id}"), format!("/gestao/usuarios/{id}/senha")] {
            assert_eq!(b.get(&path).await.status, StatusCode::FORBIDDEN, "{login} em {path}");
            let secret = b.get("/hoje").await.secret();
            let page = b.send(&path, &[("_csrf", &secret), ("password", "frase ficticia nova")]).await;
            assert_eq!(page.status, StatusCode::FORBIDDEN, "{login} em {path}");
        }
    }
}
