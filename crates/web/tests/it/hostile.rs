//! What people and programs send that no form meant: too long, invisible, twice, half.

use axum::http::{Method, StatusCode};

use crate::browser::Browser;
use crate::town::Town;

#[tokio::test]
async fn a_form_sent_twice_is_carried_out_once_and_leads_to_the_same_place() {
    let town = Town::empty().await;
    let ana = town.driver("Ana Fictícia", "529.982.247-25").await;
    let mut b = Browser::of(&town, "balcao").await;
    let path = format!("/cadastro/{ana}/denunciar");
    let form = b.get(&path).await;
    let (secret, mark) = (form.secret(), form.mark());
    assert_eq!(mark.len(), 32);
    let mut fields = vec![
        ("_csrf", secret.as_str()),
        ("_envio", mark.as_str()),
        ("text", "Dirigiu depressa (fictício)."),
        ("channel", "telefone"),
        ("grave", "nao"),
        ("_acao", "registrar"),
    ];
    let first = b.send(&path, &fields).await;
    assert_eq!(first.status, StatusCode::SEE_OTHER, "{}", first.text);
    let head = town.office.read().registry.head;
    let again = b.send(&path, &fields).await;
    assert_eq!((again.status, again.location()), (StatusCode::SEE_OTHER, first.location()));
    assert_eq!(town.office.read().registry.head, head, "nada se registrou de novo");
    fields[2].1 = "Dirigiu depressa e no passeio (fictício).";
    let other = b.send(&path, &fields).await;
    assert_eq!(other.status, StatusCode::SEE_OTHER);
    assert!(town.office.read().registry.head > head, "com outra palavra é outro envio");
}

#[tokio::test]
async fn invisible_characters_do_not_make_a_name() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "balcao").await;
    let page = b.fill("/condutores/novo", &[("name", "\u{200b}\u{202e}\0"), ("cpf", "529.982.247-25")]).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.text.contains("Falta o nome completo"));
    let page = b
        .fill(
            "/condutores/novo",
            &[("name", "Ana\u{200b} \u{202e}Fictícia"), ("cpf", "529.982.247-25\u{feff}")],
        )
        .await;
    assert_eq!(page.status, StatusCode::SEE_OTHER);
    let names: Vec<String> = town.office.read().registry.drivers.values().map(|d| d.name.clone()).collect();
    assert_eq!(names, ["Ana Fictícia"]);
}

#[tokio::test]
async fn a_text_that_does_not_fit_is_told_beside_its_field_and_stays() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "balcao").await;
    let long = "A".repeat(301);
    let page = b.fill("/condutores/novo", &[("name", &long), ("cpf", "529.982.247-25")]).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.text.contains("tem 301 caracteres; cabem 300") && page.text.contains(&long));
    assert!(town.office.read().registry.drivers.is_empty());
    let mut inspector = Browser::of(&town, "fiscal").await;
    let page = inspector.fill("/autos/novo", &[("place", &long), ("_acao", "registrar")]).await;
    assert!(page.text.contains("tem 301 caracteres; cabem 300"), "também ao lavrar");
}

#[tokio::test]
async fn an_address_that_is_not_text_gets_a_page_of_ours() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "balcao").await;
    let page = b.get("/condutores/%ff%fe").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(page.text.contains("Não encontramos esta página"));
}

#[tokio::test]
async fn a_refused_form_closes_its_connection_because_it_was_not_read() {
    let town = Town::empty().await;
    let mut b = Browser::new(&town);
    let page = b.request(Method::POST, "/verificar", Some("q=FIC1A23".into())).await;
    assert_eq!(page.status, StatusCode::FORBIDDEN);
    assert_eq!(page.headers.get("connection").and_then(|v| v.to_str().ok()), Some("close"));
}

#[tokio::test]
async fn who_may_not_receive_is_not_shown_the_form() {
    let town = Town::empty().await;
    let ana = town.driver("Ana Fictícia", "529.982.247-25").await;
    let vai = town.operator("Vai Fictícia Ltda.", "11.222.333/0001-81").await;
    let paths = [
        format!("/cadastro/{ana}/documentos/cnh"),
        format!("/operadoras/{vai}/descumprimentos/relacao_veiculos"),
    ];
    let mut board = Browser::of(&town, "junta").await;
    let mut inspector = Browser::of(&town, "fiscal").await;
    for path in &paths {
        assert_eq!(board.get(path).await.status, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(inspector.get(path).await.status, StatusCode::OK, "{path}");
    }
    let page = board.get(&format!("/condutores/{ana}")).await;
    assert!(!page.text.contains("Receber documento"), "nem lhe é oferecido");
}
