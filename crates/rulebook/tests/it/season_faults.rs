//! Faults in seasons, holidays, multiples of facts, named days, deadlines counted back, shares of sums, windows of the year and
//! measures that grow with those before are told where they stand.

use crate::faults::{GOOD, faults_of};

fn found(rules: &str) -> Vec<(&'static str, String)> {
    let all = faults_of(&format!("{GOOD}{rules}"));
    all.into_iter().map(|(code, _, _, text)| (code, text)).collect()
}

fn told(rules: &str, code: &str, words: &str) {
    let all = found(rules);
    assert!(all.iter().any(|(c, text)| *c == code && text.contains(words)), "{code} {words}: {all:#?}");
}

const FACTS: &str = "[[fato]]\nid = \"frota.carros\"\nrotulo = \"carros\"\ntipo = \"inteiro\"\n\
    [[fato]]\nid = \"frota.capital\"\nrotulo = \"capital\"\ntipo = \"decimal\"\n\
    [[fato]]\nid = \"frota.dia\"\nrotulo = \"dia\"\ntipo = \"data\"\n";

fn demand(condition: &str) -> String {
    format!(
        "{FACTS}[[requisito]]\nid = \"f\"\nbase = [\"art1\"]\nsujeito = \"frota\"\ndiz = \"F\"\nremedio = \"x\"\nexige = {{ {condition} }}\n"
    )
}

#[test]
fn a_season_has_two_days_of_the_year_and_belongs_to_a_date() {
    told(&demand("fato = \"frota.dia\", entre_dias = [\"12-15\"]"), "E019", "entre dias são dois");
    told(
        &demand("fato = \"frota.dia\", entre_dias = [\"12-15\", \"13-01\"]"),
        "E019",
        "dia do ano que não existe",
    );
    told(
        &demand("fato = \"frota.carros\", entre_dias = [\"12-15\", \"01-15\"]"),
        "E016",
        "não serve para frota.carros",
    );
    told(&demand("fato = \"frota.dia\", feriado = false"), "E017", "“feriado” só aceita true");
}

#[test]
fn a_multiple_is_of_a_number() {
    told(
        &demand("fato = \"frota.dia\", ate = { fato = \"frota.carros\", vezes = 2 }"),
        "E016",
        "só um número tem múltiplo",
    );
    told(
        &demand(
            "fato = \"frota.capital\", no_minimo = { fato = \"frota.carros\", vezes = 2, por_cento = 2 }",
        ),
        "E015",
        "ou `vezes` ou `por_cento`",
    );
    told(
        &demand("fato = \"frota.capital\", no_minimo = { fato = \"frota.carros\", vezes = 0 }"),
        "E019",
        "múltiplo",
    );
    // what is wrong with it is said, and nothing else
    for (times, why) in [
        ("vezes = 0", "maior que zero"),
        ("por_cento = 5000000000000", "grande demais"),
        ("vezes = \"0.00001\"", "quatro casas"),
    ] {
        let limit = format!("fato = \"frota.capital\", no_minimo = {{ fato = \"frota.carros\", {times} }}");
        let all = found(&demand(&limit));
        let said: Vec<&String> = all.iter().filter(|(c, _)| *c == "E019").map(|(_, t)| t).collect();
        assert!(said.len() == 1 && said[0].contains(why), "{all:#?}");
        assert_eq!(why == "maior que zero", said[0].contains("maior que zero"), "{said:?}");
    }
    // a whole number beside a decimal is compared by worth
    let mixed = found(&demand("fato = \"frota.capital\", no_minimo = { fato = \"frota.carros\" }"));
    assert!(mixed.iter().all(|(c, _)| c.starts_with('A')), "{mixed:#?}");
}

#[test]
fn a_list_of_values_is_not_empty() {
    told(&demand("fato = \"frota.carros\", um_de = []"), "E003", "a lista está vazia");
    told(&demand("fato = \"frota.dia\", dia_da_semana = []"), "E003", "a lista está vazia");
}

/// A deadline may have to be met on the day that another fact tells, as a term may.
#[test]
fn a_deadline_counts_to_the_day_of_another_fact() {
    let deadline = BACK.replace("para_tras = true\n", "");
    let other = "[[fato]]\nid = \"frota.feito\"\nrotulo = \"feito\"\ntipo = \"data\"\n";
    let to = |until: &str| {
        demand(&format!("fato = \"frota.dia\", dentro_do_prazo = \"renovacao\", ate_a_data_de = \"{until}\""))
    };
    let sound = found(&format!("{deadline}{other}{}", to("frota.feito")));
    assert!(sound.iter().all(|(c, t)| c.starts_with('A') && !t.contains("frota.feito")), "{sound:#?}");
    told(&format!("{deadline}{}", to("frota.carros")), "E016", "“ate_a_data_de” não serve aqui");
    told(&format!("{BACK}{other}{}", to("frota.feito")), "E016", "se conta para trás");
}

/// Suspended by a court, the requirement would fall and the rule that takes over its condition go on.
#[test]
fn a_rule_with_the_condition_of_a_requirement_stands_on_its_provisions() {
    let provision = "[[dispositivo]]\nid = \"art2\"\ndiz = \"dois\"\ntipo = \"requisito\"\n\
        [[dispositivo]]\nid = \"art3\"\ndiz = \"três\"\ntipo = \"penalidade\"\n";
    let rule = demand("fato = \"frota.carros\", no_maximo = 3").replace("[\"art1\"]", "[\"art1\", \"art2\"]");
    let class = "[[classe]]\nid = \"A\"\nnome = \"a\"\nbase = [\"art3\"]\n";
    let offence = |base: &str| {
        format!(
            "{provision}{rule}{class}[[infracao]]\ncodigo = \"1\"\nbase = [{base}]\nquem = [\"condutor\"]\ndiz = \"um\"\nclasse = \"A\"\nquando = {{ nao = {{ requisito = \"f\" }} }}\n"
        )
    };
    told(&offence("\"art3\""), "E032", "falta na `base`: art1, art2");
    told(&offence("\"art3\", \"art1\""), "E032", "falta na `base`: art2");
    let sound = found(&offence("\"art3\", \"art2\", \"art1\""));
    assert!(sound.iter().all(|(c, _)| *c != "E032"), "{sound:#?}");
    // the part of a rule that takes it over may stand on them itself
    let stage = |base: &str| {
        format!(
            "{provision}{rule}[[processo]]\nid = \"p\"\nbase = [\"art3\"]\ndiz = \"P\"\netapas = [{{ id = \"e\", base = [{base}], diz = \"E\", quem = \"orgao\", apos = [\"a\"], espera = [\"b\"], se = {{ requisito = \"f\" }} }}]\n"
        )
    };
    told(&stage("\"art3\""), "E032", "processo p usa a condição do requisito f");
    let sound = found(&stage("\"art1\", \"art2\""));
    assert!(sound.iter().all(|(c, _)| *c != "E032"), "{sound:#?}");
}

#[test]
fn an_unknown_comparator_is_told_once_where_it_stands() {
    let all = found(&demand("fato = \"frota.carros\", entre = [1, 2]"));
    assert!(all.iter().any(|(c, t)| *c == "E002" && t.contains("“entre”")), "{all:#?}");
    assert!(all.iter().all(|(c, _)| *c != "E015"), "{all:#?}");
    told(&demand("fato = \"frota.carros\""), "E015", "entre_horas");
}

const BACK: &str = "[[prazo]]\nid = \"renovacao\"\nbase = [\"art1\"]\ndiz = \"renovação\"\nconta_de = \"vencimento\"\nquantidade = \"30 dias\"\npara_tras = true\nrola = \"nao\"\n";

#[test]
fn a_deadline_counted_back_only_says_how_long_before() {
    told(&BACK.replace("30 dias", "48 horas"), "E015", "se conta para trás");
    told(&format!("{BACK}prorrogacoes = [\"5 dias\"]\n"), "E015", "se conta para trás");
    let within = demand("fato = \"frota.dia\", dentro_do_prazo = \"renovacao\"");
    told(&format!("{BACK}{within}"), "E016", "o prazo renovacao se conta para trás");
}

#[test]
fn a_deadline_in_a_condition_is_there_and_runs_forward_whatever_the_rule() {
    let rules = [
        "[[trava]]\nid = \"t\"\nbase = [\"art1\"]\ndiz = \"T\"\ndepois_de = [\"x\"]\nsobre = [\"condutor\"]\nimpede = \"voltar\"\ndura = \"36 dias\"\nsalvo = COND\n",
        "[[cobranca]]\nid = \"c\"\nbase = [\"art1\"]\ndiz = \"C\"\nquem = \"condutor\"\nparcelas = [{ id = \"p\", diz = \"P\", por = \"km\", preco = \"2.00\", quando = COND }]\n",
        "[[classe]]\nid = \"A\"\nnome = \"a\"\nbase = [\"art1\"]\nfatores = [{ base = [\"art1\"], diz = \"f\", vezes = 2, quando = { todas = [COND] } }]\n",
        "[[titulo]]\nid = \"t\"\nbase = [\"art1\"]\ndiz = \"T\"\ntitular = \"condutor\"\nvalidade = \"sem_prazo\"\nexige = []\ntransicao = [{ de = [\"a\"], evento = \"e\", para = \"b\", base = [\"art1\"], diz = \"R\", exige = COND }]\n",
        "[[processo]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"P\"\netapas = [{ id = \"e\", base = [\"art1\"], diz = \"E\", quem = \"orgao\", apos = [\"a\"], espera = [\"b\"], se = COND }]\n",
    ];
    for rule in rules {
        for limit in ["dentro_do_prazo = \"NOME\"", "ate = { prazo = \"NOME\" }"] {
            let named = |name: &str| {
                let cond = format!("{{ fato = \"frota.dia\", {} }}", limit.replace("NOME", name));
                format!("{FACTS}{BACK}{}", rule.replace("COND", &cond))
            };
            told(&named("renovacao"), "E016", "o prazo renovacao se conta para trás");
            told(&named("renovaçao"), "E018", "o prazo “renovaçao” não existe");
        }
    }
}

const FILING: &str = "[[entrega]]\nid = \"lista\"\nbase = [\"art1\"]\ndiz = \"Lista\"\nquem = \"operadora\"\nperiodo = \"mensal\"\nvence = { dia = 10, rola = \"nao\" }\nprivacidade = \"publico\"\n";

#[test]
fn a_named_day_says_where_it_goes_and_a_week_is_told_by_its_last_day() {
    told(&FILING.replace(", rola = \"nao\"", ""), "E003", "falta a chave “rola”");
    // what cannot be read is told alone: it is one way of being due all the same
    let unread = found(&FILING.replace("dia = 10, rola = \"nao\"", "apos = \"-2 dias\""));
    assert!(unread.iter().any(|(c, _)| *c == "E019"), "{unread:#?}");
    assert!(unread.iter().all(|(c, _)| *c != "E015"), "{unread:#?}");
    told(&FILING.replace("dia = 10", "dia = 0"), "E022", "não existe este dia do mês");
    told(&FILING.replace("dia = 10", "dia = 10, do_mes = 3"), "E015", "não vence num mês só do ano");
    told(&FILING.replace("mensal", "semanal"), "E015", "vence contado do último dia");
    told(&FILING.replace("dia = 10", "dia = 10, apos = \"2 dias\""), "E015", "`dia_util` ou `dia`");
}

#[test]
fn a_share_says_of_what() {
    let bill = |share: &str| {
        format!(
            "[[cobranca]]\nid = \"c\"\nbase = [\"art1\"]\ndiz = \"C\"\nquem = \"condutor\"\nparcelas = [{{ id = \"p\", diz = \"P\", por_cento = {{ {share} }} }}]\n"
        )
    };
    told(&bill("quanto = 2"), "E003", "não se diz de que é a percentagem");
    told(
        &bill("quanto = 2, de = [\"x\"], da_quantidade = \"receita\""),
        "E003",
        "não se diz de que é a percentagem",
    );
    let class = |fine: &str| {
        format!(
            "[[classe]]\nid = \"A\"\nnome = \"a\"\nbase = [\"art1\"]\nmulta = {{ {fine}, unidade = \"REAL\" }}\n"
        )
    };
    told(&class("de = \"frota.capital\""), "E015", "leva `por_cento` ou `vezes`");
    told(&class("por_cento = 1, de = \"frota.lucro\""), "E018", "“frota.lucro” não existe");
    let of_a_day = class("por_cento = 1, de = \"frota.dia\"");
    told(&format!("{FACTS}{of_a_day}"), "E016", "o fato frota.dia é do tipo data");
}

#[test]
fn windows_of_the_year_are_everybodys_or_have_values() {
    let calendar = |by: &str, window: &str| {
        format!(
            "{FACTS}[[calendario]]\nid = \"c\"\nbase = [\"art1\"]\ndiz = \"C\"\n{by}janelas = [{{ base = [\"art1\"], {window} }}]\n"
        )
    };
    told(&calendar("por = \"frota.carros\"\n", "mes = 3"), "E003", "falta a chave “valores”");
    told(&calendar("", "mes = 3, valores = [1]"), "E003", "`valores` sem `por`");
    told(&calendar("por = \"frota.carros\"\n", "mes = 3, valores = []"), "E003", "não há nenhum valor");
    told(&calendar("por = \"frota.dia\"\n", "mes = 3, valores = [1]"), "E016", "frota.dia é do tipo data");
    let none = calendar("", "mes = 3").replace("janelas = [{ base = [\"art1\"], mes = 3 }]", "janelas = []");
    told(&none, "E003", "não há nenhuma janela");
    told(&calendar("", "de = \"04-01\""), "E015", "a janela leva `mes`, ou `de` e `ate`");
    told(&calendar("", "de = \"04-01\", ate = \"03-01\""), "E020", "acaba antes de começar");
}

#[test]
fn earlier_measures_say_how_many() {
    let account = "[[pontuacao]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"P\"\npontos = [{ classes = [\"A\"], valem = 2 }]\nlimiares = [{ id = \"l\", base = [\"art1\"], diz = \"L\", pontos = 20, anteriores = { janela = \"24 meses\" } }]\n";
    told(account, "E003", "falta a chave “quantas”");
    told(account, "E003", "não se diz a que levam estes pontos");
    told(&account.replace("janela =", "quantas = 1, janela = \"5 dias úteis\", x ="), "E019", "dias úteis");
}
