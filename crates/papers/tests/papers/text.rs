//! The text of the papers, as `pdftotext` reads it.

use jiff::civil::date;
use papers::{Acknowledgement, DefenceDeadline, NoticeCopy, NoticeVehicle};

use crate::{pdf, samples};

#[test]
fn credential_reads_like_this() {
    let paper = papers::credential(&samples::credential(), &samples::printed_at()).unwrap();
    if let Some(text) = pdf::text(&paper) {
        insta::assert_snapshot!(text);
    }
}

#[test]
fn credential_of_many_vehicles_goes_on_under_the_same_head() {
    let mut card = samples::credential();
    card.vehicles = (1..=9).map(|n| samples::vehicle(&format!("FCT{n}O0{n}"))).collect();
    card.valid_until = None;
    let paper = papers::credential(&card, &samples::printed_at()).unwrap();
    if let Some(text) = pdf::text(&paper) {
        insta::assert_snapshot!(text);
    }
}

#[test]
fn infraction_notice_reads_like_this() {
    let paper = papers::infraction_notice(&samples::infraction_notice(), &samples::printed_at()).unwrap();
    if let Some(text) = pdf::text(&paper) {
        insta::assert_snapshot!(text);
    }
}

#[test]
fn notice_to_an_operator_that_refused_to_sign_reads_like_this() {
    let mut notice = samples::infraction_notice();
    notice.copy = NoticeCopy::Office;
    notice.offender.full_name = "Operadora Exemplo Ltda. (FICTÍCIA)".into();
    notice.offender.role = "operadora (ETT)".into();
    notice.offender.document = Some("CNPJ 00.000.000/0000-00".into());
    notice.offender.credential = None;
    notice.vehicle =
        NoticeVehicle::Absent { reason: "infração da operadora, que não envolve um veículo.".into() };
    notice.penalty.amount = None;
    notice.penalty.computation =
        vec!["O VRM de 2026 não está cadastrado: o valor sai depois, em outro papel.".into()];
    notice.penalty.measures = vec!["Recolhida a lista de veículos de outubro (fictícia).".into()];
    notice.defence.deadline = DefenceDeadline::AfterService("15 dias corridos".into());
    notice.acknowledgement = Acknowledgement::Refused {
        at: date(2026, 11, 13).at(0, 20, 0, 0),
        note: Some("Na presença de Pedro Testemunha (FICTÍCIO).".into()),
    };
    let paper = papers::infraction_notice(&notice, &samples::printed_at()).unwrap();
    if let Some(text) = pdf::text(&paper) {
        insta::assert_snapshot!(text);
    }
}

#[test]
fn a_fact_before_midnight_keeps_its_day_when_drafted_after_it() {
    let paper = papers::infraction_notice(&samples::infraction_notice(), &samples::printed_at()).unwrap();
    let Some(text) = pdf::flat_text(&paper) else { return };
    // once in the summary and once in item IV, never under another date
    assert_eq!(text.matches("12/11/2026 às 23:50").count(), 2, "{text}");
    assert_eq!(text.matches("13/11/2026 às 00:05").count(), 1, "{text}");
    assert!(!text.contains("13/11/2026 às 23:50") && !text.contains("12/11/2026 às 00:05"));
}

#[test]
fn every_page_of_a_notice_says_which_notice_and_which_page_it_is() {
    let paper = papers::infraction_notice(&samples::infraction_notice(), &samples::printed_at()).unwrap();
    let Some(text) = pdf::text(&paper) else { return };
    let pages: Vec<&str> = text.trim_end_matches('\u{c}').split('\u{c}').collect();
    assert_eq!(pages.len(), 2);
    for (number, page) in pages.iter().enumerate() {
        assert!(page.contains("Município de Caraguatatuba – SP"), "{page}");
        assert!(page.contains("Auto de infração nº 2026/000045"), "{page}");
        assert!(page.contains(&format!("2ª via: autuado · página {} de 2", number + 1)), "{page}");
    }
}

#[test]
fn the_eight_items_stand_in_their_order() {
    let paper = papers::infraction_notice(&samples::infraction_notice(), &samples::printed_at()).unwrap();
    let Some(text) = pdf::flat_text(&paper) else { return };
    let mut after = 0;
    for item in [
        "I Órgão autuador",
        "II Autuado",
        "III Veículo",
        "IV Local, dia e hora",
        "V Fato e circunstâncias",
        "VI Dispositivo violado",
        "VII Prazo e modo da defesa",
        "VIII Agente de fiscalização",
    ] {
        let place = text[after..].find(item);
        assert!(place.is_some(), "{item} missing after byte {after}: {text}");
        after += place.unwrap();
    }
}

#[test]
fn a_credential_never_claims_to_be_valid_and_tells_what_to_compare() {
    let paper = papers::credential(&samples::credential(), &samples::printed_at()).unwrap();
    let Some(text) = pdf::flat_text(&paper) else { return };
    assert!(text.contains(
        "Confira a situação agora em https://mobilidade.cidade-ficticia.example/v/7KQ2M9XD4TBN0Z8W"
    ));
    assert!(text.contains("compare a placa e o modelo com o carro à sua frente"));
    assert!(text.contains("Veja se a página aberta é de mobilidade.cidade-ficticia.example"));
    assert!(text.contains("7KQ2-M9XD-4TBN-0Z8W"));
    let lower = text.to_lowercase();
    for claim in ["vigente", "regular", "válida", "situação: "] {
        assert!(!lower.contains(claim), "{claim}");
    }
}

#[test]
fn a_company_whose_name_ends_in_a_full_stop_gets_no_second_one() {
    let mut card = samples::credential();
    card.operators = vec!["Operadora Fictícia Ltda.".into()];
    let paper = papers::credential(&card, &samples::printed_at()).unwrap();
    let Some(text) = pdf::flat_text(&paper) else { return };
    assert!(text.contains("Operadora Fictícia Ltda.") && !text.contains("Ltda.."), "{text}");
}
