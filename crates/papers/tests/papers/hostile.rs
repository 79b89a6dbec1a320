//! Data that tries to be markup, that no font can draw, or that does not end.

use papers::PaperError;

use crate::{pdf, samples};

/// What remains readable of the hostile text: all of it but three pictures and foreign words.
const SHOWN: &str =
    "#panic(1) $x^2$ \\ *forte* _grifo_ `c` <rótulo> @ref [a] {b} // fim /* ~ \"aspas\" ◊ ◊ ◊";

#[test]
fn text_never_becomes_markup_in_a_credential() {
    let paper = papers::credential(&samples::hostile_credential(), &samples::printed_at()).unwrap();
    let Some(text) = pdf::flat_text(&paper) else { return };
    // service, driver, contact, operators, grounds
    assert!(text.matches(SHOWN).count() >= 6, "{text}");
    assert!(text.contains("O sinal ◊ está no lugar de caracteres"));
    assert!(text.contains("Município de #panic(1) $x^2$ *Fictício* ◊ – SP"));
    let letters: String = text.split_whitespace().collect();
    assert!(letters.contains(&samples::endless(200)), "a long name is printed whole");
}

#[test]
fn text_never_becomes_markup_in_a_notice() {
    let paper = papers::infraction_notice(&samples::hostile_notice(), &samples::printed_at()).unwrap();
    let Some(text) = pdf::flat_text(&paper) else { return };
    assert!(text.matches(SHOWN).count() >= 15, "{text}");
    assert_eq!(text.matches("repetida.").count(), 400, "long circumstances are printed whole");
    assert!(text.contains("página 4 de 4"));
}

#[test]
fn a_plain_paper_has_no_note_on_lost_letters() {
    let paper = papers::credential(&samples::credential(), &samples::printed_at()).unwrap();
    let Some(text) = pdf::flat_text(&paper) else { return };
    assert!(!text.contains('◊'));
}

#[test]
fn names_of_the_world_are_printed_as_they_are() {
    let at = samples::printed_at();
    for name in [
        "Zoë Müller-Łukasz (fictícia)",
        "Nguyễn Thị Hương (fictícia)",
        "Ελένη Фёдорова (fictícia)",
        "D’Ávila “Zé” – 1º",
    ] {
        let mut card = samples::credential();
        card.driver = name.into();
        let paper = papers::credential(&card, &at).unwrap();
        let Some(text) = pdf::flat_text(&paper) else { return };
        assert!(text.contains(name), "{name}: {text}");
    }
}

#[test]
fn control_characters_do_not_break_a_paper() {
    let mut card = samples::credential();
    card.driver = "Ana\0\u{7}\t\u{202E}aiM\u{FEFF}\u{E000}\u{FFFF} (fictícia)".into();
    let paper = papers::credential(&card, &samples::printed_at()).unwrap();
    let Some(text) = pdf::flat_text(&paper) else { return };
    assert!(text.contains("Ana aiM◊ (fictícia)"), "{text}");
}

#[test]
fn addresses_that_lead_elsewhere_are_refused() {
    for url in [
        "javascript:alert(1)",
        "https://cidade.example@outro.example/v/1",
        "https://cidade.example/v/1 2",
        "",
    ] {
        let mut card = samples::credential();
        card.verification.url = url.into();
        let refusal = papers::credential(&card, &samples::printed_at()).unwrap_err();
        assert_eq!(refusal, PaperError::VerificationUrl { found: url.into() });
    }
}
