//! What the files promise: the standards, the same bytes, the QR code, and what keeps a paper from being made.

use papers::{PaperError, Pdf};

use crate::{pdf, samples};

fn both() -> [Pdf; 2] {
    let at = samples::printed_at();
    [
        papers::credential(&samples::credential(), &at).unwrap(),
        papers::infraction_notice(&samples::infraction_notice(), &at).unwrap(),
    ]
}

#[test]
fn papers_are_archival_and_accessible() {
    for paper in both() {
        let file = String::from_utf8_lossy(&paper.bytes);
        assert!(file.starts_with("%PDF-1.7"));
        for promise in [
            "<pdfaid:part>2</pdfaid:part>",
            "<pdfaid:conformance>A</pdfaid:conformance>",
            "<pdfuaid:part>1</pdfuaid:part>",
            "<rdf:li>pt-BR</rdf:li>",
            "Município de Caraguatatuba</rdf:li>",
            "2026-11-13T10:05:00-03:00",
        ] {
            assert!(file.contains(promise), "{promise} not in the file");
        }
    }
}

#[test]
fn a_screen_reader_finds_headings_table_heads_lists_and_the_picture() {
    let [card, notice] = both();
    let tagged = |paper, wanted: &[&str]| {
        let Some(tags) = pdf::tags(paper) else { return };
        for tag in wanted {
            assert!(tags.lines().any(|line| line.trim_start().starts_with(tag)), "{tag} missing: {tags}");
        }
    };
    tagged(&card, &["H1", "Table", "THead", "TH", "TD", "Figure", "Link", "P "]);
    tagged(&notice, &["H1", "L ", "LI", "Figure", "Link", "P "]);
}

#[test]
fn the_same_paper_has_the_same_bytes() {
    let first = both();
    for _ in 0..3 {
        assert!(both() == first, "bytes differ");
    }
    let later = samples::printed_at().checked_add(jiff::Span::new().seconds(1)).unwrap();
    assert!(papers::credential(&samples::credential(), &later).unwrap() != first[0]);
}

#[test]
fn a_camera_reads_the_public_address() {
    let [card, notice] = both();
    for (paper, page) in [(card, 1), (notice, 2)] {
        if let Some(found) = pdf::qr_codes(&paper, page) {
            assert_eq!(found, [samples::verification().url]);
        }
    }
}

#[test]
fn a_notice_without_one_of_its_items_is_not_printed() {
    let at = samples::printed_at();
    let missing = |change: fn(&mut papers::InfractionNotice)| {
        let mut notice = samples::infraction_notice();
        change(&mut notice);
        match papers::infraction_notice(&notice, &at) {
            Err(PaperError::Missing { field, .. }) => field,
            other => panic!("{:?}", other.map(|pdf| pdf.bytes.len())),
        }
    };
    assert_eq!(missing(|n| n.letterhead.issuing_body.clear()), "órgão emissor");
    assert_eq!(missing(|n| n.offender.full_name = " ".into()), "nome completo do autuado");
    let blank =
        |n: &mut papers::InfractionNotice| n.vehicle = papers::NoticeVehicle::Absent { reason: "\n".into() };
    assert_eq!(missing(blank), "motivo da falta dos dados do veículo");
    assert_eq!(missing(|n| n.fact.place.clear()), "local do fato");
    assert_eq!(missing(|n| n.drafting.place.clear()), "local da lavratura");
    assert_eq!(missing(|n| n.conduct.clear()), "descrição do fato");
    assert_eq!(missing(|n| n.breach.provisions.clear()), "dispositivo legal violado");
    assert_eq!(missing(|n| n.defence.counted.clear()), "contagem do prazo de defesa");
    assert_eq!(missing(|n| n.inspector.registration.clear()), "matrícula do agente de fiscalização");
}

#[test]
fn refusals_say_what_is_wrong_and_what_to_do() {
    let at = samples::printed_at();
    let refusal = |change: fn(&mut papers::Credential)| {
        let mut card = samples::credential();
        change(&mut card);
        papers::credential(&card, &at).unwrap_err().to_string()
    };
    let refusals = [
        refusal(|c| c.number.clear()),
        refusal(|c| c.number = "9".repeat(31)),
        refusal(|c| c.cpf_masked = "123.982.247-00".into()),
        refusal(|c| c.verification.url = "cidade.example/v/1".into()),
        refusal(|c| c.verification.code = "7KQO".into()),
    ]
    .join("\n");
    insta::assert_snapshot!(refusals);
}
