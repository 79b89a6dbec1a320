//! Questions that the law cannot answer as they are put: what is wrong, and what to say instead.

use law::Law;
use law::ask::ask;
use serde_json::{Value as Json, json};

use crate::rulebooks::{leis, sources};

fn law_of(name: &str) -> Law {
    let sources = sources(&leis().join(name));
    rulebook::read(name, &sources).into_law(&sources).unwrap_or_else(|e| panic!("{e}"))
}

fn fault(law: &Law, question: &Json) -> (String, String) {
    let faults = ask(law, question).unwrap_err();
    assert_eq!(faults.len(), 1, "{faults:?}");
    (faults[0].path.clone(), faults[0].says.clone())
}

/// What counts from the last acceptance has no month: asked by one, it would be counted from a day that nobody told.
#[test]
fn what_counts_from_a_day_is_not_asked_by_a_period() {
    let law = law_of("caraguatatuba-sp");
    let proof = json!({ "tipo": "entrega", "entrega": "prova_anual", "competencia": "2024-01" });
    let (path, message) = fault(&law, &proof);
    assert_eq!(path, "de");
    assert!(message.contains("última aceitação") && message.contains("no lugar da competência"), "{message}");
    let told = json!({ "tipo": "entrega", "entrega": "prova_anual", "de": "2024-01-10" });
    assert_eq!(ask(&law, &told).unwrap()["vence"], json!("2025-01-10"));
    // by the calendar year, the month does tell it
    let mut settled = law.clone();
    let reading = settled.readings.get_mut("CAR-G17").unwrap();
    reading.default = "ano_civil".into();
    assert_eq!(ask(&settled, &proof).unwrap()["vence"], json!("2024-12-31"));
}

/// An instalment is one of several, agreed between the day the sum is known and the day it is paid.
#[test]
fn an_instalment_is_one_of_those_agreed() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/leis/serra-ficticia");
    let sources = sources(&folder);
    let law = rulebook::read("serra-ficticia", &sources).into_law(&sources).unwrap_or_else(|e| panic!("{e}"));
    let question = |key: &str, value: Json| {
        let mut q = json!({ "tipo": "pagamento", "pagamento": "multa", "valor": "1000", "disponivel": "2023-03-10",
                            "pago_em": "2023-04-10", "parcelas": 3, "parcela": 1 });
        q[key] = value;
        q
    };
    for (key, value, at, words) in [
        ("parcela", json!(4), "parcela", "de 1 a 3"),
        ("parcela", json!(0), "parcela", "de 1 a 3"),
        ("parcelas", json!(0), "parcelas", "uma parcela ou mais"),
        ("parcelas", Json::Null, "parcelas", "em quantas parcelas"),
        ("parcelado_em", json!("2023-03-09"), "parcelado_em", "10/03/2023"),
        ("parcelado_em", json!("2023-04-11"), "parcelado_em", "10/04/2023"),
    ] {
        let (path, message) = fault(&law, &question(key, value));
        assert_eq!(path, at);
        assert!(message.contains(words), "{message}");
    }
    let undivided = ask(&law, &question("pagamento", json!("anuidade"))).unwrap();
    assert_eq!(undivided["resposta"], json!("indeterminado"), "{undivided}");
}

/// A vehicle without a seat is a slip of the keyboard, not one that fits.
#[test]
fn a_number_below_the_least_that_a_fact_can_be_is_refused() {
    let law = law_of("caraguatatuba-sp");
    let question = |seats: Json| {
        json!({ "tipo": "requisitos", "requisitos": ["veiculo.lugares"], "em": "2025-03-12",
                "fatos": { "veiculo.lugares": seats } })
    };
    for n in [0, -1] {
        let (path, message) = fault(&law, &question(json!(n)));
        assert_eq!(path, "fatos.veiculo.lugares");
        assert_eq!(message, format!("{n} não pode ser: no mínimo, 1 lugar"));
    }
    let (path, _) = fault(&law, &question(json!([{ "desde": "2025-01-01", "valor": 0 }])));
    assert_eq!(path, "fatos.veiculo.lugares[0].valor");
    assert_eq!(ask(&law, &question(json!(1))).unwrap()["resposta"], json!("sim"));
}

/// An agreement picks one of those who asked; it makes nobody a claimant.
#[test]
fn an_agreement_names_somebody_who_asked() {
    let law = law_of("sao-jose-dos-campos-sp");
    let question = |claimants: &[&str], agreed: &str| {
        json!({ "tipo": "transferencia", "transferencia": "morte", "em": "2025-03-12",
                "candidatos": claimants, "acordo": agreed })
    };
    for claimants in [&["herdeiro_necessario"][..], &[]] {
        let (path, message) = fault(&law, &question(claimants, "conjuge"));
        assert_eq!(path, "acordo");
        assert!(message.contains("só se indica quem pediu") && message.contains("“conjuge”"), "{message}");
    }
    let among = ask(&law, &question(&["herdeiro_necessario"], "herdeiro_necessario")).unwrap();
    assert_eq!(among["recebe"], json!("herdeiro_necessario"));
}

/// A car of a year to come would be the youngest of all: it is a slip of the keyboard.
#[test]
fn a_car_of_a_year_to_come_is_refused() {
    let law = law_of("caraguatatuba-sp");
    let of = |year: i64| json!({ "tipo": "requisitos", "requisitos": ["veiculo.idade"], "em": "2025-03-12", "fatos": { "veiculo.ano_fabricacao": year } });
    let (path, message) = fault(&law, &of(2060));
    assert_eq!(
        (path.as_str(), message.as_str()),
        ("fatos.veiculo.ano_fabricacao", "o ano 2060 não pode ser: no máximo, 2026")
    );
    assert_eq!(ask(&law, &of(2026)).unwrap()["resposta"], json!("sim"));
}

/// Where one co-holder is enough, what another lacks is no reason: only that they are too many is.
#[test]
fn one_co_holder_too_many_is_the_only_reason_where_one_is_enough() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/leis/porto-ficticio");
    let sources = sources(&folder);
    let mut law = rulebook::read("porto-ficticio", &sources).into_law(&sources).unwrap();
    law.titles["alvara"].co_holders.as_mut().unwrap().all_meet = law::Choice::Fixed(false);
    let holder =
        |name: &str, category: &str| json!({ "nome": name, "fatos": { "condutor.cnh.categoria": category } });
    let mut q = json!({
        "tipo": "titulo", "titulo": "alvara", "concedido": "2023-03-10", "em": "2024-05-06",
        "fatos": { "autorizacao.categoria": "comum", "condutor.nascimento": "1990-01-01", "pedido.data": "2023-03-01" },
        "titulares": [holder("Ana", "D"), holder("Beto", "B"), holder("Caio", "B")],
    });
    assert_eq!(ask(&law, &q).unwrap()["falha"], json!(["cotitulares"]));
    q["titulares"] = json!([holder("Ana", "D"), holder("Beto", "B")]);
    assert_eq!(ask(&law, &q).unwrap()["estado"], json!("vigente"));
    q["titulares"] = json!([holder("Ana", "B"), holder("Beto", "B"), holder("Caio", "B")]);
    assert_eq!(ask(&law, &q).unwrap()["falha"], json!(["cotitulares", "condutor.categoria"]));
}
