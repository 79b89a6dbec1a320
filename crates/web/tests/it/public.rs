//! What anybody sees of a credential: five different answers, and nobody's CPF.

use axum::http::StatusCode;
use jiff::{Timestamp, ToSpan};
use registry::act::matters::CaseStep;
use registry::command as c;
use registry::id::Subject;
use registry::{Command, Role};

use crate::browser::Browser;
use crate::town::Town;

const CPF: [&str; 3] = ["529.982.247-25", "52998224725", "***.982.247-**"];

fn says_nothing_personal(text: &str) {
    for cpf in CPF {
        assert!(!text.contains(cpf), "o CPF não sai na página pública");
    }
    for private in ["Rua Fictícia, 10,", "90000-0000", "Ana Fictícia da Silva"] {
        assert!(!text.contains(private), "{private}");
    }
}

#[tokio::test]
async fn a_valid_credential_shows_plate_and_model_and_no_personal_number() {
    let town = Town::empty().await;
    let vai = town.operator("Vai Fictícia Ltda.", "11.222.333/0001-81").await;
    let ana = town.ready("Ana Fictícia da Silva", CPF[0], "FIC1A23", &vai, 2022).await;
    let code = town.grant(&ana).await;
    let mut b = Browser::new(&town);
    let page = b.get(&format!("/v/{code}")).await;
    assert_eq!(page.status, StatusCode::OK);
    for seen in [
        "data-status=\"vigente\"",
        "Credencial vigente até 30/06/2027",
        "FIC1A23",
        "Chevrolet Onix",
        "compare",
        "noindex",
        "localhost",
    ] {
        assert!(page.text.contains(seen), "{seen}");
    }
    says_nothing_personal(&page.text);
    // the same by plate in either pattern, and by the code as it is printed
    for typed in ["fic-1a23", "FIC 1A23", "FIC-1023", &format!("{}-{}", &code[..4], &code[4..])] {
        let page = b.fill("/verificar", &[("q", typed)]).await;
        assert_eq!(page.status, StatusCode::OK, "{typed}");
        assert!(page.text.contains("data-status=\"vigente\""), "{typed}");
        says_nothing_personal(&page.text);
    }
}

#[tokio::test]
async fn a_code_that_does_not_exist_is_another_answer() {
    let town = Town::empty().await;
    let mut b = Browser::new(&town);
    let page = b.get("/v/0000000000000000").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(page.text.contains("data-status=\"nenhuma\"") && page.text.contains("Não há credencial"));
    let page = b.fill("/verificar", &[("q", "XYZ9Z99")]).await;
    assert!(page.text.contains("data-status=\"nenhuma\""));
    let page = b.fill("/verificar", &[("q", "abc")]).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.text.contains("value=\"abc\""), "o que se digitou fica");
}

#[tokio::test]
async fn expired_suspended_and_revoked_are_told_apart() {
    let mut town = Town::empty().await;
    let vai = town.operator("Vai Fictícia Ltda.", "11.222.333/0001-81").await;
    let ana = town.ready("Ana Fictícia da Silva", CPF[0], "FIC1A23", &vai, 2022).await;
    let code = town.grant(&ana).await;
    let start: Timestamp = town.at;
    let suspend = c::SuspendPreventively {
        subject: Subject::Driver(ana.clone()),
        reason: "Apuração fictícia.".into(),
        case: None,
    };
    town.act(Role::Authority, Command::SuspendPreventively(suspend)).await;
    let page = Browser::new(&town).get(&format!("/v/{code}")).await;
    assert!(
        page.text.contains("data-status=\"suspensa\"")
            && page.text.contains("Credencial suspensa desde 30/11/2026")
    );
    says_nothing_personal(&page.text);

    town.at = start.checked_add((24 * 400).hours()).expect("a later day");
    let page = Browser::new(&town).get(&format!("/v/{code}")).await;
    assert!(
        page.text.contains("data-status=\"vencida\"")
            && page.text.contains("Credencial vencida desde 01/07/2027")
    );

    let open = c::OpenRevocation {
        subject: Subject::Driver(ana.clone()),
        reason: "Fato fictício.".into(),
        notice: None,
    };
    town.act(Role::Authority, Command::OpenRevocation(open)).await;
    let case = town.office.read().registry.cases.keys().next().cloned().expect("a process");
    let today = town.office.today(town.at);
    for step in [CaseStep::Served, CaseStep::Defence] {
        let step =
            c::TakeCaseStep { case: case.clone(), step, on: today, text: "Andamento fictício.".into() };
        town.act(Role::Authority, Command::TakeCaseStep(step)).await;
    }
    let decide = c::DecideCase { case: case.clone(), upheld: true, reasoning: "Razões fictícias.".into() };
    town.act(Role::Authority, Command::DecideCase(decide)).await;
    let told = c::TakeCaseStep {
        case: case.clone(),
        step: CaseStep::DecisionServed,
        on: today,
        text: "Ciente.".into(),
    };
    town.act(Role::Authority, Command::TakeCaseStep(told)).await;
    let appeal = c::TakeCaseStep {
        case: case.clone(),
        step: CaseStep::Appeal,
        on: today,
        text: "Recurso fictício.".into(),
    };
    town.act(Role::Clerk, Command::TakeCaseStep(appeal)).await;
    let refused = c::TakeCaseStep {
        case: case.clone(),
        step: CaseStep::AppealRefused,
        on: today,
        text: "Negado.".into(),
    };
    town.act(Role::AppealBoard, Command::TakeCaseStep(refused)).await;
    let revoke = c::Revoke { case, ordinance: "Portaria 1/2028".into(), published: today };
    town.act(Role::Authority, Command::Revoke(revoke)).await;
    let page = Browser::new(&town).get(&format!("/v/{code}")).await;
    assert!(
        page.text.contains("data-status=\"cassada\"") && page.text.contains("Credencial cassada em"),
        "{}",
        page.text
    );
    says_nothing_personal(&page.text);
}

#[tokio::test]
async fn many_tries_from_one_address_must_wait() {
    let town = Town::empty().await;
    let mut b = Browser::new(&town);
    let mut last = StatusCode::OK;
    for _ in 0..61 {
        last = b.get("/v/0000000000000000").await.status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(b.get("/manual").await.status, StatusCode::OK, "o resto continua aberto");
}
