//! A rule whose number is not its provision's is told at the number.

use std::path::Path;

use rulebook::{Severity, Source, read};

use crate::faults::{GOOD, NORMA};
use crate::rulebooks::sources;

type Told = (&'static str, usize, usize, String);

fn told(provision: &str, rules: &str) -> Vec<Told> {
    let norm = NORMA.replace("tipo = \"requisito\"\n", &format!("tipo = \"requisito\"\n{provision}\n"));
    let base = norm.matches('\n').count();
    let sources = [Source { name: "lei.toml".into(), text: format!("{norm}{rules}") }];
    let found = read("ficticia", &sources).diagnostics;
    found
        .iter()
        .map(|d| {
            let (line, column) = d.line_column(&sources);
            (d.code, line.saturating_sub(base), column, format!("{} | {}", d.message, d.label))
        })
        .collect()
}

fn codes(provision: &str, rules: &str) -> Vec<&'static str> {
    told(provision, rules).iter().map(|t| t.0).collect()
}

fn term(amount: &str) -> String {
    format!(
        "{GOOD}[[prazo]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"P\"\nconta_de = \"ato\"\nquantidade = {amount}\nrola = \"nao\"\n"
    )
}

#[test]
fn a_rule_may_not_use_another_number_than_its_provision() {
    assert_eq!(told("numeros = [\"10 anos\"]", GOOD), []);
    assert_eq!(told("numeros = [10]", GOOD), [], "a number alone goes with any unit");
    let found = told("numeros = [\"11 anos\"]", GOOD);
    let [(code, line, column, words)] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((*code, *line, *column), ("E031", 6, 46));
    assert!(words.contains("encontrei 10 anos; a `base` traz 11 anos (art1)"), "{words}");
}

#[test]
fn the_unit_counts_too() {
    assert_eq!(codes("numeros = [\"10 anos\", \"15 dias\"]", &term("\"15 dias\"")), [] as [&str; 0]);
    assert_eq!(codes("numeros = [\"10 anos\", \"15 dias\"]", &term("\"15 dias úteis\"")), ["E031"]);
    assert_eq!(codes("numeros = [\"10 anos\", \"60 meses\"]", &term("\"5 anos\"")), [] as [&str; 0]);
    let fine = |sum: &str| {
        format!(
            "{GOOD}[[parametro]]\nid = \"VRM\"\nrotulo = \"VRM\"\nquem = \"Fazenda\"\n[[infracao]]\ncodigo = \"I\"\nbase = [\"art1\"]\nquem = [\"condutor\"]\ndiz = \"i\"\nclasse = \"A\"\n[[classe]]\nid = \"A\"\nnome = \"a\"\nbase = [\"art1\"]\nmulta = {{ quantidade = {sum}, unidade = \"VRM\" }}\n"
        )
    };
    assert_eq!(codes("numeros = [\"10 anos\", \"60 VRM\"]", &fine("60")), [] as [&str; 0]);
    assert_eq!(codes("numeros = [\"10 anos\", \"60 URM\"]", &fine("60")), ["E031"]);
    assert_eq!(codes("numeros = [\"10 anos\", \"60 VRM\"]", &fine("90")), ["E031"]);
}

#[test]
fn a_provision_that_says_it_has_no_number_gives_none() {
    assert_eq!(codes("numeros = []", GOOD), ["E031"]);
}

#[test]
fn a_number_that_no_provision_declares_is_a_warning() {
    let found = told("", GOOD);
    let [(code, line, _, words)] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((*code, *line), ("A004", 6));
    assert!(words.contains("requisito veiculo.idade usa números"), "{words}");
}

#[test]
fn the_wording_of_the_rules_days_governs() {
    let wordings = "redacao = [{ ate = 2020-12-31, numeros = [\"8 anos\"] }, { desde = 2021-01-01, numeros = [\"10 anos\"] }]";
    assert_eq!(codes(wordings, GOOD), [] as [&str; 0]);
    assert_eq!(codes(wordings, &format!("{GOOD}desde = 2021-01-01\n")), [] as [&str; 0]);
    assert_eq!(codes(wordings, &format!("{GOOD}ate = 2020-12-31\n")), ["E031"]);
}

#[test]
fn what_fills_a_gap_is_declared_by_the_reading_and_other_answers_are_free() {
    let hangs = term("{ conforme = \"X-1\", sim = \"15 dias\", nao = \"30 dias\" }");
    assert!(codes("numeros = [\"10 anos\"]", &hangs).contains(&"E031"));
    let with_reading = |figures: &str| {
        let norm = NORMA.replace("tipo = \"requisito\"\n", "tipo = \"requisito\"\nnumeros = [\"10 anos\"]\n");
        let norm = norm.replace("efeito = false\n", "");
        let norm = norm.replace("padrao = \"sim\"\n", &format!("padrao = \"sim\"\nnumeros = [{figures}]\n"));
        let source = Source { name: "lei.toml".into(), text: format!("{norm}{hangs}") };
        read("ficticia", &[source]).diagnostics.iter().map(|d| d.code).collect::<Vec<_>>()
    };
    assert_eq!(with_reading("\"15 dias\""), [] as [&str; 0]);
    assert_eq!(with_reading("\"30 dias\""), ["E031"], "the default answer is the one that is compared");
}

#[test]
fn a_figure_that_cannot_be_read_is_told() {
    let found = told("numeros = [\"dez anos\"]", GOOD);
    assert!(found.iter().any(|(c, _, _, w)| *c == "E019" && w.contains("“dez anos”")), "{found:#?}");
}

/// Every number of the five laws that a rule uses is declared: another number in a rule is refused.
#[test]
fn a_changed_number_of_a_real_rulebook_is_refused() {
    let leis = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../leis");
    for (name, from, to) in [
        (
            "caraguatatuba-sp",
            "mapa = { quantidade = 60, unidade = \"VRM\" }",
            "mapa = { quantidade = 90, unidade = \"VRM\" }",
        ),
        ("caceres-mt", "por_pessoa = 8", "por_pessoa = 9"),
        ("lajinha-mg", "quantidade = \"120 dias\"", "quantidade = \"120 dias úteis\""),
        ("pontal-do-araguaia-mt", "quantidade = \"48 horas\"", "quantidade = \"24 horas\""),
        ("sao-jose-dos-campos-sp", "dividido_por = 1563", "dividido_por = 1653"),
    ] {
        let mut sources = sources(&leis.join(name));
        assert_eq!(sources.iter().filter(|s| s.text.contains(from)).count(), 1, "{name}: {from}");
        sources.iter_mut().for_each(|s| s.text = s.text.replace(from, to));
        let reading = read(name, &sources);
        let errors: Vec<&str> =
            reading.diagnostics.iter().filter(|d| d.severity == Severity::Error).map(|d| d.code).collect();
        assert!(errors.contains(&"E031"), "{name}: {to}: {errors:?}");
        assert!(reading.law.is_none());
    }
}

#[test]
fn days_of_the_year_are_figures_and_whole_months_are_months() {
    let fact = "[[fato]]\nid = \"veiculo.dia\"\nrotulo = \"dia\"\ntipo = \"data\"\n";
    let season = |ends: &str| {
        format!(
            "{GOOD}{fact}[[requisito]]\nid = \"e\"\nbase = [\"art1\"]\nsujeito = \"veiculo\"\ndiz = \"E\"\nremedio = \"x\"\nexige = {{ fato = \"veiculo.dia\", entre_dias = [{ends}] }}\n"
        )
    };
    let (stays, month) = ("\"12-15\", \"01-15\"", "\"12-01\", \"12-31\"");
    let days = "numeros = [\"10 anos\", \"15 de dezembro\", \"15 de janeiro\"]";
    assert_eq!(codes(days, &season(stays)), [] as [&str; 0]);
    assert_eq!(codes("numeros = [\"10 anos\", \"15 de dezembro\"]", &season(stays)), ["E031"]);
    assert_eq!(codes("numeros = [\"10 anos\", \"dezembro\"]", &season(month)), [] as [&str; 0]);
    // whole months may be told by their first and last days
    let ends = "numeros = [\"10 anos\", \"1º de dezembro\", \"31 de dezembro\"]";
    assert_eq!(codes(ends, &season(month)), [] as [&str; 0]);
    assert_eq!(codes("numeros = [\"10 anos\", \"1º de dezembro\"]", &season(month)), ["E031"]);
    assert_eq!(codes(days, &season(month)), ["E031", "E031"]);
    let said = told(days, &season(month));
    assert!(said[0].3.contains("encontrei dezembro ou 1º de dezembro"), "{said:?}");
    let filing = |due: &str| {
        format!(
            "{GOOD}[[entrega]]\nid = \"l\"\nbase = [\"art1\"]\ndiz = \"L\"\nquem = \"operadora\"\nperiodo = \"anual\"\nvence = {{ {due}, rola = \"nao\" }}\nprivacidade = \"publico\"\n"
        )
    };
    assert_eq!(
        codes("numeros = [\"10 anos\", \"31 de março\"]", &filing("dia = 31, do_mes = 3")),
        [] as [&str; 0]
    );
    assert_eq!(codes("numeros = [\"10 anos\", \"31 de maio\"]", &filing("dia = 31, do_mes = 3")), ["E031"]);
    assert_eq!(codes("numeros = [\"10 anos\", 11]", &filing("dia = 12")), ["E031"]);
}
