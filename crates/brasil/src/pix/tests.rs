use super::*;
use crate::vectors;
use proptest::prelude::*;

/// A fictitious town's slip.
fn slip() -> StaticPix {
    StaticPix {
        key: "11222333000181".to_owned(),
        name: "Município de Teste".to_owned(),
        city: "Caraguatatuba".to_owned(),
        amount: Some(Brl::from_centavos(21_420)),
        txid: Some(TxId::from_number("DAM 2026/000123").unwrap()),
    }
}

#[test]
fn writes_the_known_code() {
    assert_eq!(
        slip().payload().unwrap(),
        "00020126360014br.gov.bcb.pix0114112223330001815204000053039865406214.205802BR5918MUNICIPIO DE TESTE\
         6013CARAGUATATUBA62170513DAM20260001236304A212"
    );
}

#[test]
fn reads_static_and_dynamic_codes() {
    let code = PixCode::parse(&slip().payload().unwrap()).unwrap();
    assert_eq!(code.key.as_deref(), Some("11222333000181"));
    assert_eq!(code.amount, Some(Brl::from_centavos(21_420)));
    assert_eq!((code.name.as_str(), code.city.as_str()), ("MUNICIPIO DE TESTE", "CARAGUATATUBA"));
    assert_eq!(code.txid.unwrap().as_str(), "DAM2026000123");
    let dynamic = PixCode::parse(
        "00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99520400005303986\
         5802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB",
    )
    .unwrap();
    assert_eq!((dynamic.key, dynamic.amount, dynamic.txid), (None, None, None));
    assert!(dynamic.url.unwrap().starts_with("pix.example.com/qr/"));
}

#[test]
fn broken_codes_are_told_apart() {
    let good = slip().payload().unwrap();
    assert_eq!(PixCode::parse(&good.replace("214.20", "114.20")), Err(PixError::Checksum));
    assert!(matches!(PixCode::parse(&good[..good.len() - 2]), Err(PixError::Malformed { .. })));
    assert!(matches!(PixCode::parse("€€"), Err(PixError::Malformed { position: 1 })));
    assert_eq!(PixCode::parse(""), Err(PixError::Field { id: "63".to_owned() }));
    // lengths that are no plain digits, and a length past the end
    assert!(PixCode::parse("00+101").is_err());
    assert!(PixCode::parse("0099").is_err());
}

/// Field fault BL-29: what some banks refuse is refused here, or mapped on request.
#[test]
fn transaction_ids_are_letters_and_digits() {
    assert_eq!(TxId::parse("AIT 2026/000123"), Err(PixError::TxIdCharacter { found: ' ' }));
    assert_eq!(TxId::from_number("AIT 2026/000123").unwrap().as_str(), "AIT2026000123");
    assert_eq!(TxId::parse(&"A".repeat(26)), Err(PixError::TxIdLength { found: 26 }));
    assert_eq!(TxId::parse(""), Err(PixError::TxIdLength { found: 0 }));
    assert!(TxId::parse("É1").is_err());
}

#[test]
fn refuses_what_does_not_fit() {
    let with = |change: fn(&mut StaticPix)| {
        let mut pix = slip();
        change(&mut pix);
        pix.payload()
    };
    let long = with(|pix| pix.city = "São José dos Campos".to_owned());
    assert_eq!(long, Err(PixError::Length { field: "a cidade do recebedor", found: 19, most: 15 }));
    assert!(matches!(with(|pix| pix.name = String::new()), Err(PixError::Length { found: 0, .. })));
    assert_eq!(with(|pix| pix.amount = Some(Brl::ZERO)), Err(PixError::Amount));
    assert!(matches!(with(|pix| pix.key = "chave€".to_owned()), Err(PixError::Character { found: '€', .. })));
    let open = with(|pix| {
        pix.amount = None;
        pix.txid = None;
    });
    let open = PixCode::parse(&open.unwrap()).unwrap();
    assert_eq!((open.amount, open.txid), (None, None));
}

#[test]
fn shared_vectors() {
    for row in vectors::shared_rows("data/vectors/pix-brcode.csv") {
        assert_eq!(PixCode::parse(&row[0]).is_ok(), row[1] == "valido", "{row:?}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read(centavos in 1_i64..99_999_999_999, txid in "[A-Za-z0-9]{1,25}", city in "[A-Z][A-Z ]{0,13}[A-Z]") {
        let txid = TxId::parse(&txid).unwrap();
        let pix = StaticPix { amount: Some(Brl::from_centavos(centavos)), txid: Some(txid.clone()), city: city.clone(), ..slip() };
        let code = PixCode::parse(&pix.payload().unwrap()).unwrap();
        prop_assert_eq!(code.amount, pix.amount);
        prop_assert_eq!(code.txid, Some(txid));
        prop_assert_eq!(code.city, city.split_whitespace().collect::<Vec<_>>().join(" "));
    }

    #[test]
    fn any_text_gets_an_answer(text in "(0[0-9]){0,3}\\PC{0,40}") {
        prop_assert!(PixCode::parse(&text).is_err());
    }
}
