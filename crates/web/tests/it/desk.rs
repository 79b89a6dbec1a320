//! The desk's day: registering, receiving, granting, and never losing what was typed.

use axum::http::StatusCode;
use registry::id::Subject;

use crate::browser::Browser;
use crate::town::Town;

#[tokio::test]
async fn what_was_typed_stays_and_each_error_stands_beside_its_field() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "balcao").await;
    let fields =
        [("name", "João d'Ávila <b>Fictício</b>"), ("cpf", "529.982.247-26"), ("phone", "(12) 90000-0000")];
    let page = b.fill("/condutores/novo", &fields).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    for seen in [
        "value=\"529.982.247-26\"",
        "href=\"#c-cpf\"",
        "id=\"c-cpf-e\"",
        "aria-invalid=\"true\"",
        "(12) 90000-0000",
    ] {
        assert!(page.text.contains(seen), "{seen}");
    }
    assert!(!page.text.contains("<b>Fictício"), "o que se digita é só texto");
    assert!(town.office.read().registry.drivers.is_empty());
}

#[tokio::test]
async fn a_form_is_saved_half_done_and_taken_up_again() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "balcao").await;
    let fields = [("name", "Maria Fictícia"), ("cpf", "111"), ("_acao", "rascunho")];
    let saved = b.fill("/condutores/novo", &fields).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER);
    let to = saved.location().to_string();
    let page = b.get(&to).await;
    assert!(page.text.contains("value=\"Maria Fictícia\"") && page.text.contains("Rascunho salvo"));
    assert!(b.get("/hoje").await.text.contains("Cadastrar motorista</b>"), "o rascunho espera em Hoje");
    let mut other = Browser::of(&town, "autoridade").await;
    assert!(!other.get(&to).await.text.contains("Maria Fictícia"), "o rascunho é de quem o começou");
    let id = to.split("rascunho=").nth(1).and_then(|r| r.split('&').next()).unwrap_or_default().to_string();
    let fields = [("name", "Maria Fictícia"), ("cpf", "123.456.789-09"), ("_rascunho", id.as_str())];
    let done = b.fill("/condutores/novo", &fields).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    assert!(!b.get("/hoje").await.text.contains("?rascunho="), "terminado, o rascunho some");
}

#[tokio::test]
async fn an_old_car_refuses_the_credential_with_its_article_and_the_right_one_gets_it() {
    let town = Town::empty().await;
    let vai = town.operator("Vai Fictícia Ltda.", "11.222.333/0001-81").await;
    let joao = town.ready("João Fictício", "111.444.777-35", "FIC2B34", &vai, 2015).await;
    let ana = town.ready("Ana Fictícia", "529.982.247-25", "FIC1A23", &vai, 2022).await;
    let mut b = Browser::of(&town, "balcao").await;
    let page = b
        .fill(&format!("/condutores/{joao}/credencial"), &[("last", ""), ("confirmation", "texto que fica")])
        .await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    for seen in ["11 anos; o limite é 10", "/lei/art9.inc6", "Troque o veículo", "texto que fica"] {
        assert!(page.text.contains(seen), "{seen}");
    }
    let page = b.fill(&format!("/condutores/{ana}/credencial"), &[]).await;
    assert_eq!(page.location(), format!("/condutores/{ana}?feito=concedida"));
    let page = b.get(page.location()).await;
    for seen in ["Credencial concedida.", "Vigente até 30/06/2027", "2026/000001", "***.982.247-**"] {
        assert!(page.text.contains(seen), "{seen}");
    }
}

#[tokio::test]
async fn the_file_masks_the_cpf_and_shows_it_only_for_a_written_reason() {
    let town = Town::empty().await;
    let ana = town.driver("Ana Fictícia", "529.982.247-25").await;
    let mut b = Browser::of(&town, "balcao").await;
    let path = format!("/condutores/{ana}");
    let page = b.get(&path).await;
    assert!(page.text.contains("***.982.247-**"));
    assert!(!page.text.contains("529.982.247-25") && !page.text.contains("52998224725"));
    let secret = page.secret();
    let page = b.send(&format!("{path}/cpf"), &[("_csrf", &secret), ("motivo", "")]).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!page.text.contains("529.982.247-25"));
    let page = b.send(&format!("{path}/cpf"), &[("_csrf", &secret), ("motivo", "conferir na Receita")]).await;
    assert!(page.text.contains("529.982.247-25"));
    let looks = town.office.looks_at("condutor", ana.as_str(), 10).await.expect("the book of looks");
    assert!(looks.iter().any(|l| l.reason == "CPF inteiro: conferir na Receita"));
    let mut inspector = Browser::of(&town, "fiscal").await;
    let page = inspector.get(&path).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(!page.text.contains("529.982.247-25") && page.text.contains("Quem consultou"));
}

#[tokio::test]
async fn search_finds_without_accents_by_any_mask_and_in_either_plate_pattern() {
    let town = Town::empty().await;
    let vai = town.operator("Vai Fictícia Ltda.", "11.222.333/0001-81").await;
    let joao = town.ready("João Fictício", "111.444.777-35", "FIC-2134", &vai, 2022).await;
    town.driver("Joa\u{303}o Composto", "123.456.789-09").await;
    let mut b = Browser::of(&town, "fiscal").await;
    let page = b.fill("/busca", &[("q", "JOAO")]).await;
    assert!(page.text.contains("João Fictício") && page.text.contains("Composto"));
    for cpf in ["11144477735", "111.444.777-35"] {
        assert_eq!(b.fill("/busca", &[("q", cpf)]).await.location(), format!("/condutores/{joao}"), "{cpf}");
    }
    for plate in ["FIC2134", "fic2b34", " FIC 2B34 "] {
        assert!(b.fill("/busca", &[("q", plate)]).await.location().starts_with("/veiculos/vei_"), "{plate}");
    }
    let page = b.fill("/busca", &[("q", "ninguém com este nome")]).await;
    assert!(page.text.contains("Nada encontrado"));
}

#[tokio::test]
async fn a_document_is_read_field_by_field_as_the_rulebook_says() {
    let town = Town::empty().await;
    let ana = town.driver("Ana Fictícia", "529.982.247-25").await;
    let mut b = Browser::of(&town, "balcao").await;
    let path = format!("/cadastro/{ana}/documentos/cnh");
    let page = b.fill(&path, &[("number", "123"), ("issued", "01/02/2025"), ("expires", "31/02/2029")]).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.text.contains("value=\"31/02/2029\"") && page.text.contains("id=\"c-expires-e\""));
    let page = b.fill(&path, &[("number", "123"), ("issued", "01/02/2025"), ("expires", "01/02/2029")]).await;
    let document = page.location().split('?').next().unwrap_or_default().to_string();
    let page = b.get(&document).await;
    for seen in ["Categoria da CNH", "name=\"fato.condutor.cnh.ear\"", "value=\"01/02/2029\""] {
        assert!(page.text.contains(seen), "{seen}");
    }
    let secret = page.secret();
    let accept = format!("{document}/aceitar");
    let some = [
        ("_csrf", secret.as_str()),
        ("fato.condutor.cnh.categoria", "B"),
        ("fato.condutor.cnh.validade", "01/02/2029"),
    ];
    let page = b.send(&accept, &some).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "falta dizer se há EAR");
    let mut all = some.to_vec();
    all.push(("fato.condutor.cnh.ear", "sim"));
    let page = b.send(&accept, &all).await;
    assert_eq!(page.location(), format!("/condutores/{ana}?feito=aceito"), "{}", page.text);
}

#[tokio::test]
async fn the_same_bytes_come_back_when_a_credential_is_printed_again() {
    let town = Town::empty().await;
    let vai = town.operator("Vai Fictícia Ltda.", "11.222.333/0001-81").await;
    let ana = town.ready("Ana Fictícia", "529.982.247-25", "FIC1A23", &vai, 2022).await;
    let code = town.grant(&ana).await;
    let mut b = Browser::of(&town, "balcao").await;
    let first = b.get(&format!("/papel/{code}.pdf")).await;
    assert_eq!(first.status, StatusCode::OK, "{}", first.text);
    assert!(first.bytes.starts_with(b"%PDF-"));
    let second = b.get(&format!("/papel/{code}.pdf")).await;
    assert_eq!(first.bytes, second.bytes);
    assert_eq!(Browser::new(&town).get(&format!("/papel/{code}.pdf")).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn an_operator_hands_in_its_list_and_a_wrong_plate_is_told() {
    let town = Town::empty().await;
    let vai = town.operator("Vai Fictícia Ltda.", "11.222.333/0001-81").await;
    let ana = town.ready("Ana Fictícia", "529.982.247-25", "FIC1A23", &vai, 2022).await;
    let mut b = Browser::of(&town, "balcao").await;
    assert_eq!(b.get(&format!("/operadoras/{vai}")).await.status, StatusCode::OK);
    let path = format!("/operadoras/{vai}/entregas/relacao_veiculos");
    let page =
        b.fill(&path, &[("anchor", "01/11/2026"), ("plates", "FIC1A23\nABC"), ("note", "protocolo 7")]).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.text.contains("FIC1A23\nABC") && page.text.contains("protocolo 7"));
    let subject = Subject::Driver(ana);
    assert_eq!(
        b.get(&format!("/cadastro/{}/fatos/condutor.cnh.ear", subject.as_str())).await.status,
        StatusCode::OK
    );
}
