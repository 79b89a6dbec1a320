//! Faults in bars, yearly fees, referrals, added suspensions, windows and filings that go with others are told where they stand.

use crate::faults::{GOOD, faults_of};

fn codes(rules: &str) -> Vec<(&'static str, String)> {
    faults_of(rules).into_iter().map(|(code, _, _, text)| (code, text)).collect()
}

fn told(rules: &str, code: &str, words: &str) {
    let found = codes(rules);
    assert!(found.iter().any(|(c, text)| *c == code && text.contains(words)), "{code} {words}: {found:#?}");
}

const BAR: &str = r#"[[trava]]
id = "revogacao"
base = ["art1"]
diz = "Revogado"
depois_de = ["revogacao"]
sobre = ["empresa"]
impede = "voltar"
dura = "60 meses"
fim = "livre_no_dia"
"#;

const LEVY: &str = r#"[[parametro]]
id = "UNIDADE"
rotulo = "unidade"
base = ["art1"]
quem = "Fazenda"
[[taxa]]
id = "taxa"
base = ["art1"]
diz = "Taxa"
paga = "operadora"
preco = "UNIDADE"
por_pessoa = 8
conta_em = "01-01"
vence = { do_mes = 1, dia_util = 15 }
primeiro_ano = 2021
"#;

#[test]
fn a_sound_bar_and_a_sound_fee_have_no_fault() {
    assert_eq!(codes(&format!("{GOOD}{BAR}{LEVY}")), []);
}

#[test]
fn a_bar_says_how_it_ends_and_how_long_it_lasts() {
    told(&BAR.replace("livre_no_dia", "livre"), "E017", "impedido_no_dia, livre_no_dia");
    told(&BAR.replace("60 meses", "60 mezes"), "E019", "duração que não se pode ler");
    told(&BAR.replace("sobre = [\"empresa\"]\n", ""), "E003", "falta a chave “sobre”");
    told(&BAR.replace("\"art1\"", "\"art9\""), "E010", "“art9” não existe");
}

#[test]
fn a_fee_says_the_day_it_counts_and_a_known_price() {
    told(&LEVY.replace("01-01", "13-01"), "E019", "dia do ano que não existe");
    told(&LEVY.replace("preco = \"UNIDADE\"", "preco = \"UNIDADES\""), "E018", "você quis dizer “UNIDADE”?");
    told(&LEVY.replace(", dia_util = 15", ""), "E015", "`dia_util` ou `dia`");
    told(&LEVY.replace("dia_util = 15", "dia = 15"), "E003", "falta a chave “rola”");
    told(&LEVY.replace("dia_util = 15", "dia = 32, rola = \"nao\""), "E022", "não existe este dia do mês");
    told(
        &LEVY.replace("dia_util = 15", "dia_util = 15, rola = \"nao\""),
        "E015",
        "`rola` só acompanha `dia`",
    );
    told(&format!("{LEVY}ingresso = \"amanha\"\n"), "E017", "no_pedido_proporcional");
}

#[test]
fn a_referral_says_to_whom_and_by_what() {
    let class = "[[classe]]\nid = \"c\"\nnome = \"c\"\nbase = [\"art1\"]\nencaminha = { a = \"agente\" }\n";
    told(class, "E003", "falta a chave “por”");
}

#[test]
fn recidivism_names_known_lines_and_whose_suspension_it_adds() {
    let rule = "[[reincidencia]]\nid = \"r\"\nbase = [\"art1\"]\nclasses = [\"c\"]\nmesma = { entre = [\"X-1\"] }\nconta_de = \"ultima_autuacao\"\nefeito = { vezes = 2, suspende = { dias = 1, de = \"condutor\" } }\n";
    told(rule, "E018", "a infração “X-1” não existe");
    told(&rule.replace(", de = \"condutor\"", ""), "E003", "falta a chave “de”");
    told(
        &rule.replace("vezes = 2, suspende = { dias = 1, de = \"condutor\" }", ""),
        "E015",
        "`vezes`, `medidas` ou `suspende`",
    );
}

#[test]
fn a_window_is_a_deadline_compared_to_a_date() {
    let rule = GOOD.replace("no_maximo = 10", "no_maximo = { prazo = \"p\" }");
    told(&rule, "E016", "o fim de um prazo é uma data");
    let dated = "[[fato]]\nid = \"pedido\"\nrotulo = \"pedido\"\ntipo = \"data\"\n";
    let rule =
        GOOD.replace("fato = \"veiculo.anos\", no_maximo = 10", "fato = \"pedido\", ate = { prazo = \"p\" }");
    told(&format!("{dated}{rule}"), "E018", "o prazo “p” não existe");
}

#[test]
fn a_filing_goes_with_one_that_exists_and_a_title_ends_with_a_known_fact() {
    let filing = "[[entrega]]\nid = \"e\"\nbase = [\"art1\"]\nquem = \"operadora\"\ndiz = \"E\"\nperiodo = \"pedido\"\nvence = { com = \"f\" }\nprivacidade = \"publico\"\n";
    told(filing, "E018", "a entrega “f” não existe");
    let title = "[[titulo]]\nid = \"t\"\nbase = [\"art1\"]\ndiz = \"T\"\ntitular = \"operadora\"\nvalidade = { menor_de = [\"36 meses\", \"fim\"] }\n";
    told(title, "E018", "o fato “fim” não existe");
    told(&title.replace("[\"36 meses\", \"fim\"]", "[\"36 meses\"]"), "E015", "a validade leva");
}
