//! Faults in limits, queues, stands, notices, the lives of titles, bills and landmarks are told where they stand.

use crate::faults::{GOOD, faults_of};

fn codes(rules: &str) -> Vec<(&'static str, String)> {
    faults_of(rules).into_iter().map(|(code, _, _, text)| (code, text)).collect()
}

fn told(rules: &str, code: &str, words: &str) {
    let found = codes(rules);
    assert!(found.iter().any(|(c, text)| *c == code && text.contains(words)), "{code} {words}: {found:#?}");
}

const LIMIT: &str = r#"[[limite]]
id = "vagas"
base = ["art1"]
diz = "Vagas"
conta = "licenças"
por = "municipio"
teto = { quantidade = "ativas", por_cento = 15 }
usados = "credenciadas"
"#;

#[test]
fn a_sound_limit_has_no_fault() {
    assert_eq!(codes(&format!("{GOOD}{LIMIT}")), []);
}

#[test]
fn a_ceiling_is_a_share_of_one_thing_in_one_way() {
    told(&LIMIT.replace("quantidade = \"ativas\", ", ""), "E015", "o teto é parte de uma coisa só");
    told(&LIMIT.replace("por_cento = 15", "por_cento = 15, vezes = 2"), "E015", "um só de `vezes`");
    told(&LIMIT.replace("por_cento = 15", "dividido_por = 0"), "E019", "não se divide por zero");
    told(
        &LIMIT.replace("quantidade = \"ativas\"", "parametro = \"POPULACAO\""),
        "E018",
        "“POPULACAO” não existe",
    );
    told(&LIMIT.replace("quantidade = \"ativas\"", "limite = \"vagaz\""), "E018", "você quis dizer “vagas”?");
}

#[test]
fn names_in_queues_stands_notices_and_titles_must_exist() {
    told(
        "[[fila]]\nid = \"f\"\nbase = [\"art1\"]\ndiz = \"F\"\nordem = [{ id = \"a\", base = [\"art1\"], diz = \"A\", fato = \"veiculo.anoz\", prefere = \"menor\" }]\noferta = { prazo = \"x\" }\n",
        "E011",
        "você quis dizer “veiculo.anos”?",
    );
    told(
        "[[ponto]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"P\"\nuso = \"livre\"\nexcesso = \"II-99\"\n",
        "E018",
        "“II-99” não existe",
    );
    told(
        "[[auto]]\nid = \"a\"\nbase = [\"art1\"]\ndiz = \"A\"\nrepetidas = [{ infracao = \"I-99\" }]\n",
        "E018",
        "“I-99” não existe",
    );
    told(
        "[[titulo]]\nid = \"t\"\nbase = [\"art1\"]\ndiz = \"T\"\ntitular = \"condutor\"\nvalidade = \"sem_prazo\"\n[[titulo.transicao]]\nde = \"a\"\npara = \"b\"\nevento = \"e\"\nbase = [\"art1\"]\ndiz = \"passo\"\ndura = \"1 ano\"\nconta_de = { prazo = \"x\" }\n",
        "E018",
        "o prazo “x” não existe",
    );
}

#[test]
fn a_percentage_is_of_a_part_that_comes_before_it() {
    let bill = "[[cobranca]]\nid = \"c\"\nbase = [\"art1\"]\ndiz = \"C\"\nquem = \"condutor\"\nparcelas = [{ id = \"i\", diz = \"I\", por_cento = { quanto = 18, de = [\"taxa\"] } }]\n";
    told(bill, "E018", "antes desta, a parcela “taxa” não existe");
    told(
        &bill.replace("por_cento", "preco = \"X\", por_cento"),
        "E015",
        "a parcela leva `preco`, `por_cento` ou `faixas_de_preco`",
    );
}

#[test]
fn a_deadline_runs_from_a_landmark_that_the_norm_has() {
    let deadline = "[[prazo]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"P\"\nconta_de = \"publicação\"\nmarco = \"publicacao\"\nquantidade = \"30 dias\"\nrola = \"nao\"\n";
    told(deadline, "E018", "o marco “publicacao” não existe");
}
