use super::*;
use crate::municipality::Uf;
use crate::vectors;
use jiff::civil::date;

#[test]
fn reads_as_lawyers_do() {
    for (key, reading) in [
        ("art9.inc6", "art. 9º, VI"),
        ("art9.par1", "art. 9º, § 1º"),
        ("art9.par10.inc2", "art. 9º, § 10, II"),
        ("art22.unico", "art. 22, parágrafo único"),
        ("art8.unico.inc4.a", "art. 8º, parágrafo único, IV, a"),
        ("anexo1.III-02", "Anexo I, III-02"),
        ("anexo1.V", "Anexo I, V"),
        ("anexo.grupo2.01", "Anexo, grupo 2, 01"),
        ("preambulo", "preâmbulo"),
        ("preamble", "preâmbulo"),
        ("fecho", "fecho"),
        ("art1", "art. 1º"),
        ("art12", "art. 12"),
        ("art1-1", "art. 1º-A"),
        ("art1-27", "art. 1º-AA"),
        ("art1000", "art. 1.000"),
        ("art9.cpt", "art. 9º, caput"),
        ("art3.par2.inc3.ali5-1", "art. 3º, § 2º, III, e-A"),
        ("art3.par2.inc3.ali4.ite8", "art. 3º, § 2º, III, d, 8"),
        ("art15.al.p", "art. 15, p"),
        ("art26.paru.inc3", "art. 26, parágrafo único, III"),
        ("art24.ponto01", "art. 24, ponto 1"),
        ("art6.tab.jan", "art. 6º, tabela, janeiro"),
        ("art6.tab.mar", "art. 6º, tabela, março"),
        ("art5.issqn", "art. 5º, ISSQN"),
        ("art24.eventos", "art. 24, eventos"),
        ("art5.inc49", "art. 5º, XLIX"),
        ("art0", "art0"),
        ("", ""),
    ] {
        assert_eq!(cite(key), reading, "{key}");
    }
}

#[test]
fn has_the_lexml_name() {
    for (key, name) in [
        ("art9.inc6", Some("art9_cpt_inc6")),
        ("art9.cpt.inc6", Some("art9_cpt_inc6")),
        ("art22.unico", Some("art22_par1u")),
        ("art22.par1.inc2", Some("art22_par1_inc2")),
        ("art8.unico.inc4.a", Some("art8_par1u_inc4_ali1")),
        ("art15.al.p", Some("art15_cpt_ali16")),
        ("art3.par2.inc3.ali4.ite8", Some("art3_par2_inc3_ali4_ite8")),
        ("art1-27", Some("art1-27")),
        ("art3.par2.inc3.e-1", Some("art3_par2_inc3_ali5-1")),
        ("anexo1.III-02", None),
        ("art6.tab.jan", None),
        ("fecho", None),
        ("", None),
    ] {
        assert_eq!(fragment(key).as_deref(), name, "{key}");
    }
}

#[test]
fn numerals() {
    for (number, numeral) in
        [(1, "I"), (4, "IV"), (9, "IX"), (14, "XIV"), (40, "XL"), (1994, "MCMXCIV"), (3999, "MMMCMXCIX")]
    {
        assert_eq!(roman(number), numeral);
    }
    assert_eq!((roman(0), roman(4000)), ("0".to_owned(), "4000".to_owned()));
}

#[test]
fn acts_and_places() {
    assert_eq!(
        municipal_urn(Uf::Sp, "Caraguatatuba", "decreto", date(2020, 7, 17), 1297),
        "urn:lex:br;sao.paulo;caraguatatuba:municipal:decreto:2020-07-17;1297"
    );
    assert_eq!(place("São José dos Campos"), "sao.jose.campos");
    assert_eq!(place("Pontal do Araguaia"), "pontal.araguaia");
    assert_eq!(place("Cáceres"), "caceres");
    assert_eq!(place(Uf::Rj.name()), "rio.janeiro");
}

/// Every provision of the five laws reads in Portuguese, and each has a reading of its own.
#[test]
fn every_provision_of_the_laws_has_its_own_reading() {
    for law in ["caceres", "caraguatatuba", "lajinha", "pontal-do-araguaia", "sao-jose-dos-campos"] {
        let rows = vectors::shared_rows(&format!("spec/provisions/{law}.csv"));
        let mut seen = std::collections::BTreeMap::new();
        for key in rows.iter().filter_map(|row| row.get(1)) {
            let reading = cite(key);
            assert!(!reading.is_empty() && !reading.contains('_'), "{key}");
            let known =
                ["art. ", "Anexo", "preâmbulo", "fecho"].iter().any(|start| reading.starts_with(start));
            assert!(known, "{law} {key}: {reading}");
            let earlier = seen.insert(reading.clone(), key.clone());
            assert!(earlier.is_none_or(|earlier| earlier == *key), "{law} {key}: {reading}");
        }
    }
}
