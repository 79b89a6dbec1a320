//! Faults that people who do this job have reported, each with its right answer, as far as the law decides it. The codes are
//! those of the list of faults of the field; `crates/brasil`, `crates/sheet` and `crates/registry` answer for the others.

use std::path::Path;

use brasil::calendar::is_in_time;
use jiff::civil::date;
use jiff::tz::TimeZone;
use law::Law;
use rulebook::{Source, cases::Case, cases::read_question};
use serde_json::{Value as Json, json};

use crate::rulebooks::sources;

/// A norm of a town that is not there, with one provision under which anything may be said.
const NORM: &str = r#"
[norma]
urn = "urn:lex:br;sao.paulo;cidade.ficticia:municipal:lei:2020-01-01;1"
titulo = "Lei 1/2020 (fictícia)"
municipio = 3510500
cidade = "Cidade Fictícia"
uf = "SP"
fuso = "America/Sao_Paulo"
servico = "aplicativo"
orgao = "Secretaria de Transportes"
vigencia = 2015-01-01

[[dispositivo]]
id = "art1"
diz = "Tudo o que esta lei fictícia diz."
tipo = "geral"
sem_regra = { tipo = "declaratorio", por = "sobra quando o teste não o usa" }
"#;

fn reading(rules: &str) -> rulebook::Reading {
    let source = Source { name: "norma.toml".into(), text: format!("{NORM}{rules}") };
    rulebook::read("cidade-ficticia", &[source])
}

fn book(rules: &str) -> Law {
    let source = Source { name: "norma.toml".into(), text: format!("{NORM}{rules}") };
    let sources = [source];
    rulebook::read("cidade-ficticia", &sources).into_law(&sources).unwrap_or_else(|e| panic!("{e}"))
}

fn caraguatatuba() -> Law {
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../leis/caraguatatuba-sp"));
    rulebook::read("caraguatatuba-sp", &sources).into_law(&sources).unwrap_or_else(|e| panic!("{e}"))
}

fn ask(law: &Law, question: &Json) -> Json {
    law::ask::ask(law, question).unwrap_or_else(|f| panic!("{question}: {f:?}"))
}

/// A question as a person writes it, with what it supposes.
fn case(text: &str) -> Case {
    read_question(&Source { name: "pergunta.toml".into(), text: text.into() })
        .unwrap_or_else(|f| panic!("{f:?}"))
}

#[track_caller]
fn expect(answer: &Json, keys: &[(&str, Json)]) {
    for (key, wanted) in keys {
        assert_eq!(answer.get(key), Some(wanted), "{key} in {answer:#}");
    }
}

const TEN_DAYS: &str = r#"
[[prazo]]
id = "resposta"
base = ["art1"]
diz = "resposta"
conta_de = "ciência"
quantidade = "10 dias"
rola = "seguinte"
"#;

/// BL-16: 20 November is a national holiday only from 2024.
#[test]
fn a_deadline_rolls_over_a_holiday_only_from_the_year_that_made_it_one() {
    let law = book(TEN_DAYS);
    let due = |from: &str| ask(&law, &json!({ "tipo": "prazo", "prazo": "resposta", "de": from }));
    expect(&due("2023-11-10"), &[("vence", json!("2023-11-20")), ("prorrogado", json!(false))]);
    let after = due("2024-11-10");
    expect(
        &after,
        &[("vence", json!("2024-11-21")), ("nominal", json!("2024-11-20")), ("prorrogado", json!(true))],
    );
    assert!(after["contagem"].as_str().unwrap().contains("Consciência Negra"), "{after:#}");

    // where the town had it as its own holiday before, it rolled there
    let own = book(&format!(
        "{TEN_DAYS}{}",
        r#"
[[feriado]]
nome = "Consciência Negra"
dia = "11-20"
ate_ano = 2023
fonte = "lei municipal fictícia"
"#
    ));
    let due = ask(&own, &json!({ "tipo": "prazo", "prazo": "resposta", "de": "2023-11-10" }));
    expect(&due, &[("vence", json!("2023-11-21"))]);
}

fn fine(until: &str, since: &str) -> String {
    format!(
        r#"
[[parametro]]
id = "UNIDADE"
rotulo = "unidade de valor"
quem = "Fazenda"
valores = [
  {{ desde = 2021-01-01, ate = {until}, valor = "4.00", fonte = "decreto fictício" }},
  {{ desde = {since}, valor = "4.50", fonte = "decreto fictício" }},
]

[[classe]]
id = "leve"
nome = "leve"
base = ["art1"]
multa = {{ quantidade = 10, unidade = "UNIDADE" }}

[[infracao]]
codigo = "1"
base = ["art1"]
quem = ["condutor"]
diz = "Conduta fictícia."
classe = "leve"
"#
    )
}

/// BL-20: an end is the last day in force, and a table that says two things of one day is refused.
#[test]
fn a_value_ends_on_its_last_day_and_two_values_for_one_day_are_refused() {
    let law = book(&fine("2022-03-31", "2022-04-01"));
    let value = |on: &str| ask(&law, &json!({ "tipo": "penalidade", "infracao": "1", "fato": on }));
    expect(&value("2022-03-31"), &[("valor", json!("40.00"))]);
    expect(&value("2022-04-01"), &[("valor", json!("45.00"))]);
    let missing = value("2020-12-31");
    expect(
        &missing,
        &[("resposta", json!("indeterminado")), ("valor", Json::Null), ("falta", json!(["UNIDADE"]))],
    );

    let ambiguous = reading(&fine("2022-04-01", "2022-04-01"));
    assert!(ambiguous.law.is_none());
    assert!(ambiguous.diagnostics.iter().any(|d| d.code == "E020"), "{:?}", ambiguous.diagnostics);
}

/// BL-20: the same for the wordings of a provision.
#[test]
fn two_wordings_for_one_day_are_refused() {
    let two = reading(
        r#"
[[dispositivo]]
id = "art2"
diz = "Prazo."
tipo = "geral"
redacao = [ { ate = 2022-04-01 }, { desde = 2022-04-01, por = "lei 2/2022" } ]
sem_regra = { tipo = "declaratorio", por = "só para este teste" }
"#,
    );
    assert!(two.law.is_none());
    assert_eq!(two.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["E020"]);
}

/// Law 1, art. 5: six years. Law 2: eight. Law 3 repeals law 2 and says nothing of art. 5.
const REPEALED_AMENDMENT: &str = r#"
[[dispositivo]]
id = "art5"
diz = "Idade máxima do veículo."
tipo = "requisito"
redacao = [
  { ate = 2021-12-31 },
  { desde = 2022-01-01, ate = 2024-06-30, por = "lei 2/2021", revogado_por = "lei 3/2024" },
  { desde = 2024-07-01, texto = "ausente" },
]

[[fato]]
id = "veiculo.idade"
rotulo = "idade do veículo"
tipo = "inteiro"

[[requisito]]
id = "veiculo.idade_de_seis"
base = ["art5"]
ate = 2021-12-31
sujeito = "veiculo"
diz = "Idade do veículo"
exige = { fato = "veiculo.idade", no_maximo = 6 }
remedio = "Troque o veículo."

[[requisito]]
id = "veiculo.idade_de_oito"
base = ["art5"]
desde = 2022-01-01
sujeito = "veiculo"
diz = "Idade do veículo"
exige = { fato = "veiculo.idade", no_maximo = 8 }
falha = "bloqueia"
remedio = "Troque o veículo."

[[titulo]]
id = "licenca"
base = ["art1"]
diz = "Licença"
titular = "condutor"
exige = ["veiculo"]
validade = "sem_prazo"

[[prazo]]
id = "troca"
base = ["art5"]
diz = "troca do veículo velho"
conta_de = "fim do ano"
quantidade = "30 dias"
rola = "nao"

[[competencia]]
id = "dispensar"
base = ["art5"]
diz = "Dispensar da idade"
quem = "prefeito"
"#;

/// BL-21: a repealed amendment does not bring the old wording back; until somebody says what holds, nothing is decided.
#[test]
fn a_repealed_amendment_revives_nothing() {
    let law = book(REPEALED_AMENDMENT);
    let check = |on: &str, age: i64| {
        let facts = json!({ "veiculo.idade": age });
        ask(&law, &json!({ "tipo": "requisitos", "sujeitos": ["veiculo"], "em": on, "fatos": facts }))
    };
    expect(&check("2021-12-31", 7), &[("resposta", json!("nao"))]);
    expect(&check("2022-01-01", 7), &[("resposta", json!("sim"))]);
    expect(&check("2024-06-30", 7), &[("resposta", json!("sim"))]);
    // neither six nor eight years: even a new car is not said to be in order
    for age in [1, 7, 20] {
        let answer = check("2024-07-01", age);
        expect(&answer, &[("resposta", json!("indeterminado")), ("falha", json!([]))]);
        expect(&answer, &[("indeterminado", json!(["veiculo.idade_de_oito"])), ("cita", json!(["art5"]))]);
        assert!(answer["porque"].as_str().unwrap().contains("não consta"), "{answer:#}");
    }
    let provision = ask(&law, &json!({ "tipo": "dispositivo", "dispositivo": "art5", "em": "2024-07-01" }));
    expect(&provision, &[("situacao", json!("texto_ausente"))]);
    // nor are the days, or whose business it is, those of a wording that is gone
    let due = |from: &str| ask(&law, &json!({ "tipo": "prazo", "prazo": "troca", "de": from }));
    expect(&due("2024-06-30"), &[("resposta", json!("sim")), ("vence", json!("2024-07-30"))]);
    expect(&due("2024-07-01"), &[("resposta", json!("indeterminado")), ("vence", json!(null))]);
    expect(&due("2024-07-01"), &[("cita", json!(["art5"])), ("minimo", json!(null))]);
    let who = |on: &str| ask(&law, &json!({ "tipo": "competencia", "ato": "dispensar", "em": on }));
    expect(&who("2024-06-30"), &[("quem", json!("prefeito"))]);
    expect(&who("2024-07-01"), &[("resposta", json!("indeterminado")), ("quem", json!(null))]);
    // and no licence is held to be good on the strength of it
    let title = ask(
        &law,
        &json!({ "tipo": "titulo", "titulo": "licenca", "concedido": "2023-01-01", "em": "2024-07-01",
                 "fatos": { "veiculo.idade": 1 } }),
    );
    expect(&title, &[("estado", json!("bloqueado")), ("falha", json!(["veiculo.idade_de_oito"]))]);
}

/// BL-22: eight business days are business days, and the last one lasts until midnight of the town.
#[test]
fn business_days_are_counted_as_such_until_the_midnight_of_the_town() {
    let law = book(&TEN_DAYS.replace("10 dias", "8 dias úteis"));
    let due =
        |on: &str| ask(&law, &json!({ "tipo": "prazo", "prazo": "resposta", "de": "2026-11-12", "em": on }));
    expect(&due("2026-11-25"), &[("vence", json!("2026-11-25")), ("vencido", json!(false))]);
    expect(&due("2026-11-26"), &[("vencido", json!(true))]);
    let zone = TimeZone::get(&law.norm.zone).unwrap();
    assert!(is_in_time(date(2026, 11, 25), "2026-11-25T23:59:59-03:00".parse().unwrap(), &zone));
    assert!(!is_in_time(date(2026, 11, 25), "2026-11-26T00:00:00-03:00".parse().unwrap(), &zone));
}

/// BL-23: "after 14 days" leaves day 14 free; the strict and the inclusive words differ by that day, and the count is told.
#[test]
fn after_fourteen_days_begins_on_the_fifteenth() {
    let law = book(
        r#"
[[fato]]
id = "evento"
rotulo = "dia do evento"
tipo = "data"

[[requisito]]
id = "sem_acrescimo"
base = ["art1"]
sujeito = "conta"
diz = "Pagamento sem acréscimo"
exige = { fato = "evento", decorrido_no_maximo = "14 dias" }
remedio = "Pague com o acréscimo."

[[requisito]]
id = "com_acrescimo"
base = ["art1"]
sujeito = "conta"
diz = "Pagamento com acréscimo"
exige = { fato = "evento", decorrido_mais_de = "14 dias" }
remedio = "Não há acréscimo a pagar."

[[prazo]]
id = "sem_acrescimo"
base = ["art1"]
diz = "pagamento sem acréscimo"
conta_de = "evento"
quantidade = "14 dias"
rola = "nao"
"#,
    );
    for (on, free, charged, late) in [
        ("2026-06-15", "sem_acrescimo", "com_acrescimo", false),
        ("2026-06-16", "com_acrescimo", "sem_acrescimo", true),
    ] {
        let facts = json!({ "evento": "2026-06-01" });
        let answer =
            ask(&law, &json!({ "tipo": "requisitos", "sujeitos": ["conta"], "em": on, "fatos": facts }));
        expect(&answer, &[("atende", json!([free])), ("falha", json!([charged]))]);
        let due =
            ask(&law, &json!({ "tipo": "prazo", "prazo": "sem_acrescimo", "de": "2026-06-01", "em": on }));
        expect(&due, &[("vence", json!("2026-06-15")), ("vencido", json!(late))]);
        expect(&due, &[("contagem", json!("14 dias a contar de 01/06/2026"))]);
    }
}

/// BL-24 and BL-25: a year runs date to date from the grant, whatever the day on which the question is asked, and a leap day
/// adds nothing.
#[test]
fn a_year_of_validity_runs_date_to_date_and_a_leap_day_adds_nothing() {
    let licence = |months: &str| {
        let text = format!(
            "{}{}",
            NORM.replace("vigencia", &format!("meses = \"{months}\"\nvigencia")),
            r#"
[[titulo]]
id = "licenca"
base = ["art1"]
diz = "Licença"
titular = "condutor"
exige = []
validade = "1 ano"
"#
        );
        let sources = [Source { name: "norma.toml".into(), text }];
        rulebook::read("cidade-ficticia", &sources).into_law(&sources).unwrap_or_else(|e| panic!("{e}"))
    };
    let state = |law: &Law, granted: &str, on: &str| {
        ask(law, &json!({ "tipo": "titulo", "titulo": "licenca", "concedido": granted, "em": on }))
    };
    let clamp = licence("para_baixo");
    for (granted, last, next) in [
        ("2024-02-29", "2025-02-28", "2025-03-01"),
        ("2024-03-15", "2025-03-15", "2025-03-16"),
        ("2025-03-10", "2026-03-10", "2026-03-11"),
    ] {
        for on in [granted, last] {
            expect(&state(&clamp, granted, on), &[("estado", json!("vigente")), ("ate", json!(last))]);
        }
        expect(&state(&clamp, granted, next), &[("estado", json!("vencido")), ("desde", json!(next))]);
    }
    // by the Civil Code a missing day passes to the next one
    let civil = licence("para_cima");
    expect(
        &state(&civil, "2024-02-29", "2025-03-01"),
        &[("estado", json!("vigente")), ("ate", json!("2025-03-01"))],
    );
}

/// BL-26: a credential with days left never shows as expired because of its operator: it stays in force while another
/// operator stands behind the driver, and is blocked, not expired, when none does.
#[test]
fn an_operator_that_stops_does_not_make_a_credential_expire() {
    let law = caraguatatuba();
    let state = |active: i64| {
        let facts = json!({
            "condutor.ett.cadastros_ativos": active, "condutor.cnh.categoria": "B", "condutor.cnh.ear": true,
            "condutor.cnh.validade": "2026-06-01", "condutor.curso.aprovado": true, "condutor.curso.emissor": "cfc",
            "condutor.certidao.negativa": true, "condutor.certidao.emissao": "2026-01-05",
            "condutor.inss.inscricao": "mei", "condutor.residencia.desde": "2020-01-15",
            "veiculo.app.validade": "2026-12-20", "veiculo.motorizado": true, "veiculo.ano_fabricacao": 2022,
            "veiculo.lugares": 5, "veiculo.crlv.validade": "2026-10-31", "veiculo.posse": "proprio",
        });
        let question = json!({ "tipo": "titulo", "titulo": "credencial", "concedido": "2026-02-02",
                               "em": "2026-05-05", "fatos": facts });
        ask(&law, &question)
    };
    expect(&state(1), &[("estado", json!("vigente")), ("ate", json!("2026-06-01"))]);
    expect(&state(0), &[("estado", json!("bloqueado")), ("falha", json!(["condutor.ett"]))]);
}

/// BL-57: what counts is the day of the fact; a notice drawn up after midnight changes neither the value nor the window.
#[test]
fn the_day_of_the_fact_decides_not_the_day_of_drafting() {
    let law = book(&fine("2026-11-12", "2026-11-13"));
    let value = |fact: &str| ask(&law, &json!({ "tipo": "penalidade", "infracao": "1", "fato": fact }));
    expect(&value("2026-11-12"), &[("valor", json!("40.00"))]);
    expect(&value("2026-11-13"), &[("valor", json!("45.00"))]);

    // the last day of the window of recidivism, by the day of the fact
    let repeated = |fact: &str| {
        case(&format!(
            r#"
parametros = {{ VRM = "4.80" }}
[pergunta]
tipo = "penalidade"
infracao = "III-02"
fato = {fact}
antecedentes = [{{ infracao = "III-02", autuada = 2026-05-12, punida = 2026-06-20 }}]
"#
        ))
        .ask(&caraguatatuba())
        .unwrap()
    };
    expect(&repeated("2026-11-12"), &[("vezes", json!(2)), ("janela_ate", json!("2026-11-12"))]);
    expect(&repeated("2026-11-13"), &[("vezes", json!(1))]);
}

/// BL-59: a notice must be served in thirty days of the fact or is void: the last day is known from the first, so that somebody
/// can be reminded, and the day after it the law itself says that the case is over.
#[test]
fn a_notice_not_served_in_time_is_void_by_itself_and_its_last_day_is_known() {
    let law = book(
        r#"
[[prazo]]
id = "notificar"
base = ["art1"]
diz = "notificar o autuado"
conta_de = "fato"
quantidade = "30 dias"
rola = "nao"

[[processo]]
id = "auto"
base = ["art1"]
diz = "Auto"
etapas = [
  { id = "notificar", base = ["art1"], diz = "Notificar", quem = "orgao", apos = ["fato"], espera = ["notificacao", "nulidade"], prazo = "notificar", silencio = "nulidade" },
  { id = "defesa", base = ["art1"], diz = "Defender-se", quem = "autuado", apos = ["notificacao"], espera = ["defesa", "nulidade"] },
]
"#,
    );
    let step = |on: &str| {
        let events = json!([{ "evento": "fato", "em": "2026-03-01" }]);
        ask(&law, &json!({ "tipo": "processo", "processo": "auto", "eventos": events, "em": on }))
    };
    // five days before, one day before, and on the last day
    for on in ["2026-03-01", "2026-03-26", "2026-03-30", "2026-03-31"] {
        let open = step(on);
        expect(
            &open,
            &[("etapa", json!("notificar")), ("prazo", json!("2026-03-31")), ("vencido", json!(false))],
        );
        expect(&open, &[("quem", json!("orgao")), ("decurso", json!([]))]);
    }
    let void = step("2026-04-01");
    expect(&void, &[("etapa", json!("encerrado"))]);
    expect(&void, &[("decurso", json!([{ "evento": "nulidade", "em": "2026-04-01" }]))]);
}
