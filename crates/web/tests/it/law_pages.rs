//! The law as everybody reads it.

use axum::http::StatusCode;

use crate::browser::Browser;
use crate::town::Town;

#[tokio::test]
async fn the_guide_answers_the_three_questions_with_articles() {
    let town = Town::empty().await;
    let page = Browser::new(&town).get("/manual").await;
    assert_eq!(page.status, StatusCode::OK);
    for seen in [
        "O que preciso para dirigir?",
        "quanto custa?",
        "Como me defendo?",
        "O que devo informar, e quando?",
        "Apreensão, suspensão e outras medidas",
        "/lei/art9.inc6",
        "III-02",
        "60 VRM",
        "15 dias",
        "Falta? ",
        "Prova-se com: ",
        "Acaba com: ",
        "Leitura usada",
    ] {
        assert!(page.text.contains(seen), "{seen}");
    }
    for anchor in ["dirigir", "proibido", "medidas", "defesa", "entregas", "calendario", "art9.inc6"] {
        assert!(page.text.contains(&format!(" id=\"{anchor}\"")), "{anchor}");
    }
    assert!(!page.text.contains(" style=") && !page.text.contains("<style"), "a política de conteúdo");
    assert!(page.text.contains("60 VRM (valor não informado"), "sem o valor do ano, nada de cifra inventada");
}

#[tokio::test]
async fn the_guide_is_that_of_the_day() {
    let mut town = Town::empty().await;
    assert!(Browser::new(&town).get("/manual").await.text.contains("como vale em 30/11/2026"));
    town.at = "2027-01-04T15:00:00Z".parse().expect("a moment");
    let page = Browser::new(&town).get("/manual").await;
    assert!(page.text.contains("como vale em 04/01/2027") && page.text.contains("Calendário de 2027"));
}

#[tokio::test]
async fn an_article_tells_its_rules_wordings_and_gaps_and_how_it_was_on_a_date() {
    let town = Town::empty().await;
    let mut b = Browser::new(&town);
    let page = b.get("/lei/art9.inc6").await;
    for seen in ["Art. 9º, VI", "Idade do veículo", "CAR-G20", "Em vigor"] {
        assert!(page.text.contains(seen), "{seen}");
    }
    let page = b.get("/lei/art9.inc9?em=2020-08-05").await;
    assert!(page.text.contains("05/08/2020") && page.text.contains("Em vigor"), "o autônomo vigorava então");
    let page = b.get("/lei/art9.inc9").await;
    assert!(page.text.contains("Revogado pelo"), "e hoje não");
    let page = b.get("/lei?q=idade+veiculo").await;
    assert_eq!(page.status, StatusCode::OK);
    let page = b.get("/lei/art9.inc6?em=31/02/2026").await;
    assert!(page.text.contains("Não entendi a data"));
    assert_eq!(b.get("/lei/art999").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_manager_sets_a_value_and_the_guide_counts_with_it() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "gestor").await;
    assert!(!b.get("/manual").await.text.contains("R$\u{a0}288,00"));
    let wrong = [("value", "4.80"), ("since", "01/01/2026"), ("until", ""), ("source", "Decreto fictício")];
    let page = b.fill("/gestao/valores/VRM", &wrong).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.text.contains("value=\"4.80\"") && page.text.contains("Decreto fictício"));
    let right =
        [("value", "4,80"), ("since", "01/01/2026"), ("until", "31/12/2026"), ("source", "Decreto fictício")];
    assert_eq!(b.fill("/gestao/valores/VRM", &right).await.location(), "/gestao?feito=valor");
    assert!(b.get("/manual").await.text.contains("R$\u{a0}288,00"));
}

#[tokio::test]
async fn a_ruling_changes_the_answer_in_force() {
    let town = Town::empty().await;
    let mut b = Browser::of(&town, "autoridade").await;
    let fields = [("answer", "exclui"), ("since", "30/11/2026"), ("by", "Portaria fictícia 1/2026")];
    assert_eq!(b.fill("/gestao/leituras/CAR-G20", &fields).await.location(), "/gestao?feito=leitura");
    assert!(b.get("/lei/art9.inc6").await.text.contains("Decidido por Portaria fictícia 1/2026"));
}
