//! Who may do what, and forms that lose nothing.

use crate::day::{Day, Seen};

#[test]
fn nobody_does_the_work_of_another_role() {
    let Some(day) = Day::begin("papeis_separados", "2026-11-30 09:00") else { return };
    let operator = day.operator();
    let driver = day.licensed("Marina Alves Fictícia", "111.444.777-35", "FIC1A23", &operator);
    let grant = format!("/condutores/{}/credencial", driver.id);

    day.sign_in_as("fiscal");
    let seen = Seen {
        who: "Marina Alves Fictícia",
        plate: "FIC-1A23",
        day: "30/11/2026",
        hour: "08:10",
        words: "III-03",
        line: "III-03",
    };
    let case = day.draw_notice(&seen);
    day.go(&grant);
    day.sees("Seu perfil não pode abrir esta página");
    assert_eq!(day.post_anyway(&grant, "_acao=registrar&last=&confirmation="), 403);
    day.go(&driver.file);
    assert!(!day.offers("Conceder credencial") && !day.offers("Renovar credencial"));

    let decision = format!("{case}/decisao");
    day.sign_in_as("balcao");
    day.go(&case);
    assert!(!day.offers("Decidir"));
    day.go(&decision);
    day.sees("Seu perfil não pode abrir esta página");
    assert_eq!(day.post_anyway(&decision, "_acao=registrar&uphold=sim&reasoning=ficticio"), 403);

    day.sign_out();
    day.go(&driver.file);
    day.sees("Entrar");
    assert_eq!(day.path(), "/entrar");
    assert_eq!(
        day.post_anyway(&decision, "_acao=registrar&uphold=sim&reasoning=ficticio"),
        0,
        "quem não entrou é mandado entrar"
    );
    day.ends();
}

#[test]
fn a_form_keeps_what_was_typed_and_can_be_left_half_done() {
    let Some(day) = Day::begin("formularios", "2026-11-30 09:00") else { return };
    day.sign_in_as("balcao");
    day.follow("Cadastro");
    day.follow("Cadastrar veículo");
    day.fill("Placa", "FIC-12");
    day.fill("Marca e modelo", "Fiat Uno “Mille” & Cia (fictício)");
    day.press("Cadastrar");
    day.sees("Há um problema; nada foi registrado");
    let error = day.error_beside("Placa");
    assert!(error.to_lowercase().contains("placa"), "{error}");
    assert_eq!(day.value("Placa"), "FIC-12");
    assert_eq!(day.value("Marca e modelo"), "Fiat Uno “Mille” & Cia (fictício)");
    assert_eq!(day.ask("return document.activeElement.className;", &[]), "summary");
    assert_eq!(day.ask("return control('Placa').getAttribute('aria-invalid');", &[]), "true");
    // from the summary to the field, with the keyboard alone
    day.key(crate::browser::TAB);
    day.key(crate::browser::ENTER);
    let focused = "return new Promise(done => setTimeout(() => done(document.activeElement === control('Placa')), 60));";
    assert_eq!(day.ask(focused, &[]), true);

    day.follow("Cadastro");
    day.follow("Cadastrar motorista");
    day.fill("Nome completo", "Marina Alves Fictícia");
    day.fill("Telefone", "(12) 90000-0000");
    day.press("Salvar rascunho");
    day.sees("Rascunho salvo.");
    day.follow("Hoje");
    day.follow_in("Rascunhos", "Cadastrar motorista");
    assert_eq!(day.value("Nome completo"), "Marina Alves Fictícia");
    assert_eq!(day.value("Telefone"), "(12) 90000-0000");
    let address = day.ask("return location.pathname + location.search;", &[]);
    let address = address.as_str().unwrap_or_default().to_string();
    // a draft is its author's
    day.sign_in_as("autoridade");
    day.go(&address);
    assert_eq!(day.value("Nome completo"), "");
    day.sign_in_as("balcao");
    day.go(&address);
    day.fill("CPF", "111.444.777-35");
    day.press("Cadastrar");
    day.sees("Cadastro feito.");
    day.sees("Marina Alves Fictícia");
    day.follow("Hoje");
    day.does_not_see("Rascunhos");
    day.ends();
}
