//! Faults in bands, factors, points, payments, hours of the day and chained deadlines are told where they stand.

use crate::faults::{GOOD, faults_of};

fn told(rules: &str, code: &str, words: &str) {
    let found = faults_of(&format!("{GOOD}{rules}"));
    assert!(
        found.iter().any(|(c, _, _, text)| *c == code && text.contains(words)),
        "{code} {words}: {found:#?}"
    );
}

const BILL: &str = r#"[[cobranca]]
id = "corrida"
base = ["art1"]
diz = "Corrida"
quem = "condutor"
parcelas = [{ id = "km", diz = "Km", por = "km", faixas_de_preco = { modo = "marginal", faixas = [{ ate = 10, preco = "3.00" }, { preco = "2.00" }] } }]
"#;

#[test]
fn bands_say_to_what_their_rate_applies_and_come_in_order() {
    told(&BILL.replace("modo = \"marginal\", ", ""), "E003", "falta a chave “modo”");
    told(&BILL.replace("marginal", "progressiva"), "E017", "“progressiva”");
    told(&BILL.replace("ate = 10, ", ""), "E003", "só a última faixa pode ficar sem `ate`");
    told(&BILL.replace("{ preco = \"2.00\" }", "{ ate = 5, preco = \"2.00\" }"), "E020", "fora de ordem");
    told(&BILL.replace("por = \"km\", ", ""), "E003", "preço por faixas precisa de `por`");
    told(&BILL.replace("\"2.00\"", "\"KM\""), "E018", "o parâmetro “KM”");
    told(&BILL.replace("por = \"km\"", "por = \"km\", preco = \"KM\""), "E015", "`faixas_de_preco`");
    told(
        &BILL.replace("quem =", "minimo = { quantidade = 1, unidade = \"REAIS\" }\nquem ="),
        "E018",
        "“REAIS”",
    );
}

#[test]
fn the_least_of_a_sum_is_not_more_than_the_most() {
    let bounds = "minimo = { quantidade = 9, unidade = \"REAL\" }\nmaximo = { quantidade = 3, unidade = \"REAL\" }\nquem =";
    told(&BILL.replace("quem =", bounds), "E020", "`minimo` passa de `maximo`");
}

#[test]
fn a_ceiling_by_bands_says_what_each_gives() {
    let limit = "[[limite]]\nid = \"v\"\nbase = [\"art1\"]\ndiz = \"V\"\nconta = \"x\"\npor = \"municipio\"\nteto = { quantidade = \"h\", modo = \"fixa\", faixas = [{ ate = 9, sao = 3 }, { sao = 4 }] }\n";
    told(&limit.replace("fixa", "marginal"), "E015", "`sao` não serve à faixa marginal");
    told(&limit.replace("{ sao = 4 }", "{ dividido_por = 2 }"), "E015", "a faixa fixa leva `sao`");
    told(&limit.replace("modo =", "menos = \"m\", modo ="), "E015", "se diz em cada faixa");
}

#[test]
fn hours_are_hours_and_two_of_them_make_a_window() {
    let fact = "[[fato]]\nid = \"corrida.hora\"\nrotulo = \"hora\"\ntipo = \"hora\"\n";
    let rule = |when: &str| {
        format!(
            "{fact}[[requisito]]\nid = \"h\"\nbase = [\"art1\"]\nsujeito = \"veiculo\"\ndiz = \"H\"\nremedio = \"x\"\nexige = {{ fato = \"corrida.hora\", {when} }}\n"
        )
    };
    told(&rule("entre_horas = [\"22:00\"]"), "E019", "entre horas são duas");
    told(&rule("entre_horas = [\"22:00\", \"22:00\"]"), "E019", "são a mesma");
    told(&rule("entre_horas = [\"22:00\", \"25:00\"]"), "E019", "hora que não se pode ler");
    told(&rule("vale_na_data = true"), "E016", "não serve para corrida.hora");
    told(&rule("no_minimo = \"07:00\", ate_a_data_de = \"corrida.hora\""), "E016", "“ate_a_data_de”");
}

const DEADLINE: &str = "[[prazo]]\nid = \"recurso\"\nbase = [\"art1\"]\ndiz = \"recurso\"\nconta_de = \"fim da defesa\"\nquantidade = \"10 dias\"\nrola = \"nao\"\n";

#[test]
fn a_chained_deadline_says_from_which_end_it_runs() {
    let chained = |of: &str| format!("{DEADLINE}depois_de = \"{of}\"\n");
    told(&chained("recurso"), "E003", "falta a chave “parte_de”");
    told(&format!("{}parte_de = \"nominal\"\n", chained("defesa")), "E018", "o prazo “defesa”");
    told(&format!("{}parte_de = \"nominal\"\n", chained("recurso")), "E023", "corre do próprio fim");
}

#[test]
fn hours_only_stand_where_they_are_counted() {
    told(&DEADLINE.replace("10 dias", "48 horas úteis"), "E019", "horas úteis não são uma unidade");
    let bar = "[[trava]]\nid = \"t\"\nbase = [\"art1\"]\ndiz = \"T\"\ndepois_de = [\"x\"]\nsobre = [\"condutor\"]\nimpede = \"voltar\"\ndura = \"36 horas\"\n";
    told(bar, "E019", "em dias inteiros");
}

#[test]
fn points_and_payments_name_what_exists() {
    let points = "[[pontuacao]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"P\"\npontos = [{ classes = [\"Z\"], valem = 3 }]\nlimiares = [{ id = \"a\", base = [\"art1\"], diz = \"A\", pontos = 20, medida = \"m\" }, { id = \"b\", base = [\"art1\"], diz = \"B\", pontos = 10, medida = \"m\" }]\n";
    told(points, "E020", "os limiares estão fora de ordem");
    let ordered = points.replace("pontos = 10", "pontos = 30");
    told(&ordered, "E018", "a classe “Z”");
    told(&ordered, "E018", "a medida “m”");
    let payment = "[[pagamento]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"P\"\nvence = \"v\"\ndescontos = [{ id = \"d\", base = [\"art1\"], diz = \"D\", por_cento = 120 }]\n";
    told(payment, "E019", "mais de cem por cento");
    told(&payment.replace("120", "20"), "E018", "o prazo “v”");
}
