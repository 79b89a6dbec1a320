//! Faults of corrections, ladders, calendars, transfers, extensions and caps: each is told where it stands.

use crate::faults::{GOOD, faults_of};

const FINE: &str = r#"
[[parametro]]
id = "REAL"
rotulo = "real"
base = ["art1"]
quem = "ninguém"
valores = []

[[classe]]
id = "A"
nome = "leve"
base = ["art1"]
"#;

fn codes(rules: &str) -> Vec<(&'static str, String)> {
    faults_of(rules).into_iter().map(|(code, _, _, text)| (code, text)).collect()
}

/// Whether one fault has this code and says this.
fn tells(rules: &str, code: &str, words: &str) {
    let found = codes(rules);
    assert!(found.iter().any(|(c, t)| *c == code && t.contains(words)), "{code} {words}: {found:?}");
}

#[test]
fn a_range_says_its_least_and_its_most_in_order() {
    tells(
        &format!("{FINE}multa = {{ minimo = 20, maximo = 10, unidade = \"REAL\" }}\n"),
        "E019",
        "a faixa acaba",
    );
    tells(&format!("{FINE}multa = {{ minimo = 20, unidade = \"REAL\" }}\n"), "E015", "`minimo` e `maximo`");
    tells(
        &format!("{FINE}multa = {{ quantidade = 1, maximo = 2, unidade = \"REAL\" }}\n"),
        "E015",
        "`quantidade`",
    );
}

#[test]
fn a_correction_names_classes_index_and_a_day_of_the_year() {
    let correction = |classes: &str, each: &str, index: &str| {
        format!(
            "{FINE}multa = {{ quantidade = 1, unidade = \"REAL\" }}\n\n[[correcao]]\nid = \"c\"\nbase = [\"art1\"]\ndiz = \"sobe\"\n\
             classes = {classes}\ncada = \"{each}\"\nprimeira = 2021-01-01\nindice = \"{index}\"\n"
        )
    };
    tells(&correction("[\"B\"]", "01-01", "REAL"), "E018", "“B”");
    tells(&correction("[\"A\"]", "13-01", "REAL"), "E019", "dia do ano");
    tells(&correction("[\"A\"]", "01-01", "REIAL"), "E018", "“REAL”?");
    assert_eq!(codes(&format!("{GOOD}{}", correction("[\"A\"]", "01-01", "REAL"))), []);
}

#[test]
fn a_ladder_starts_at_the_first_offence_and_names_steps_that_come_before() {
    let ladder = |steps: &str| {
        format!(
            "{FINE}multa = {{ quantidade = 1, unidade = \"REAL\" }}\n\n[[escalada]]\nid = \"e\"\nbase = [\"art1\"]\ndiz = \"sobe\"\n\
             classes = [\"A\"]\ndegraus = [{steps}]\n"
        )
    };
    let first = "{ id = \"primeira\", base = [\"art1\"], diz = \"a\", vezes = 1 }";
    let second = |step: &str| {
        format!(
            "{{ id = \"segunda\", base = [\"art1\"], diz = \"b\", anteriores = {{ degrau = \"{step}\" }}, vezes = 2 }}"
        )
    };
    tells(&ladder(&second("primeira")), "E018", "o degrau “primeira” não existe");
    tells(&ladder(&format!("{first}, {}", second("segunda"))), "E018", "o degrau “segunda” não existe");
    tells(&ladder("{ id = \"x\", base = [\"art1\"], diz = \"a\" }"), "E015", "o primeiro degrau");
    assert_eq!(codes(&format!("{GOOD}{}", ladder(&format!("{first}, {}", second("primeira"))))), []);
}

#[test]
fn a_calendar_has_known_facts_and_months_of_the_year() {
    let calendar = |by: &str, months: &str| {
        format!(
            "[[calendario]]\nid = \"c\"\nbase = [\"art1\"]\ndiz = \"mês\"\npor = \"{by}\"\njanelas = [{months}]\n"
        )
    };
    let month = |value: u8, month: u8| format!("{{ base = [\"art1\"], valores = [{value}], mes = {month} }}");
    tells(&calendar("veiculo.ano", &month(0, 1)), "E018", "“veiculo.anos”?");
    tells(&calendar("veiculo.anos", &month(0, 13)), "E019", "mês fora do ano");
    let twice = |a, b| calendar("veiculo.anos", &format!("{}, {}", month(0, a), month(0, b)));
    tells(&twice(1, 1), "E006", "se sobrepõe");
    tells(&twice(2, 1), "E020", "fora de ordem");
    assert!(codes(&twice(1, 7)).iter().all(|(c, _)| *c == "A001"));
    tells(
        "[[calendario]]\nid = \"c\"\nbase = [\"art1\"]\ndiz = \"vez\"\na_cada = 0\ndesde_o_fato = \"veiculo.anos\"\n",
        "E019",
        "o passo",
    );
    assert!(codes(&calendar("veiculo.anos", &month(0, 1))).iter().all(|(c, _)| *c == "A001"));
}

#[test]
fn a_transfer_names_facts_and_deadlines_that_exist() {
    let transfer = "[[transferencia]]\nid = \"t\"\nbase = [\"art1\"]\ndiz = \"passa\"\n";
    tells(&format!("{transfer}antecedencia = \"quinze\"\n"), "E018", "o prazo “quinze”");
    tells(
        &format!(
            "{transfer}espera = [{{ id = \"e\", base = [\"art1\"], diz = \"espera\", de = \"nada\", dura = \"1 ano\" }}]\n"
        ),
        "E018",
        "o fato “nada”",
    );
    tells(&format!("{transfer}ordem = \"sorte\"\n"), "E017", "preferencia, acordo");
}

#[test]
fn a_deadline_rolls_by_word_reading_or_party() {
    let deadline = |roll: &str| {
        format!(
            "[[prazo]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"prazo\"\nconta_de = \"ato\"\nquantidade = \"5 dias\"\nrola = {roll}\n"
        )
    };
    tells(&deadline("{}"), "E003", "nenhuma parte");
    tells(&deadline("\"depois\""), "E017", "seguinte, anterior, nao");
    tells(&deadline("{ conforme = \"X-1\", sim = \"nao\" }"), "E013", "“nao”");
    let again = "{ conforme = \"X-1\", sim = \"nao\", nao = { conforme = \"X-1\", sim = \"nao\", nao = \"seguinte\" } }";
    tells(&deadline(again), "E013", "a leitura X-1 já foi respondida aqui");
    for good in [
        "\"nao\"",
        "{ particular = \"seguinte\", autoridade = \"nao\" }",
        "{ conforme = \"X-1\", sim = \"nao\", nao = \"seguinte\" }",
    ] {
        assert!(
            codes(&deadline(good)).iter().all(|(c, _)| ["A001", "A002"].contains(c)),
            "{good}: {:?}",
            codes(&deadline(good))
        );
    }
}

#[test]
fn a_fact_follows_from_others_in_one_way_and_from_the_right_types() {
    let fact = |kind: &str, derives: &str| {
        format!(
            "[[fato]]\nid = \"veiculo.segue\"\nrotulo = \"segue\"\ntipo = \"{kind}\"\nderiva = {{ {derives} }}\n\n\
             [[fato]]\nid = \"veiculo.vistoria\"\nrotulo = \"vistoria\"\ntipo = \"data\"\n"
        )
    };
    let year = "veiculo.ano_fabricacao";
    let between = format!("anos_civis_desde = \"{year}\", ate_a_data_de = \"veiculo.vistoria\"");
    tells(&fact("data", &between), "E016", "veiculo.segue não pode derivar assim");
    tells(
        &fact("inteiro", "anos_civis_desde = \"veiculo.vistoria\", ate_a_data_de = \"veiculo.visto\""),
        "E018",
        "veiculo.visto",
    );
    tells(
        &fact("inteiro", "fim_do = \"ano\", de = \"veiculo.vistoria\""),
        "E016",
        "o fim de um período é uma data",
    );
    tells(&fact("data", &format!("fim_do = \"ano\", de = \"{year}\"")), "E016", "segue de uma data");
    tells(&fact("data", "fim_do = \"semana\", de = \"veiculo.vistoria\""), "E017", "“semana”");
    tells(&fact("data", "data_da_pergunta = true, fim_do = \"ano\""), "E015", "um só modo");
    tells(&fact("data", "fim_do = \"ano\", de = \"veiculo.segue\""), "E023", "deriva de si mesmo");
    let today =
        "[[fato]]\nid = \"hoje\"\nrotulo = \"hoje\"\ntipo = \"data\"\nderiva = { data_da_pergunta = true }\n";
    let from_today = format!("{today}{}", fact("data", "fim_do = \"mes\", de = \"hoje\""));
    tells(&from_today, "E016", "veiculo.segue não pode derivar de hoje");
    let until_today = fact("inteiro", &format!("anos_civis_desde = \"{year}\", ate_a_data_de = \"hoje\""));
    tells(&format!("{today}{until_today}"), "E016", "`anos_civis_desde` sem `ate_a_data_de`");
    tells(
        &fact("inteiro", "anos_civis_desde = \"veiculo.anos\""),
        "E016",
        "escreva o fato que se informa: veiculo.ano_fabricacao",
    );
}

#[test]
fn a_condition_names_a_requirement_that_is_there_and_only_outside_requirements() {
    let line = |when: &str| {
        format!(
            "{FINE}multa = {{ quantidade = 1, unidade = \"REAL\" }}\n\n[[infracao]]\ncodigo = \"I\"\nbase = [\"art1\"]\n\
             quem = [\"condutor\"]\ndiz = \"i\"\nclasse = \"A\"\nquando = {{ nao = {{ requisito = \"{when}\" }} }}\n"
        )
    };
    assert_eq!(codes(&format!("{GOOD}{}", line("veiculo.idade"))), []);
    tells(&format!("{GOOD}{}", line("veiculo.idad")), "E018", "“veiculo.idade”?");
    tells(
        &format!("{GOOD}{}", GOOD_AGAIN.replace("CONDICAO", "{ requisito = \"veiculo.idade\" }")),
        "E015",
        "não se define por outro",
    );
}

const GOOD_AGAIN: &str = r#"
[[requisito]]
id = "veiculo.outro"
base = ["art1"]
sujeito = "veiculo"
diz = "outro"
quando = ["cadastro"]
exige = CONDICAO
falha = "recusa"
remedio = "outro"
"#;
