use rulebook::{Source, diagnostic, read};

pub(crate) const NORMA: &str = r#"
[norma]
urn = "urn:lex:br;estado;cidade:municipal:lei:2020-01-01;1"
titulo = "Lei fictícia"
municipio = 3510500
cidade = "Cidade Fictícia"
uf = "SP"
fuso = "America/Sao_Paulo"
servico = "aplicativo"
orgao = "Secretaria"
vigencia = 2020-01-01

[[dispositivo]]
id = "art1"
diz = "Veículo com até dez anos."
tipo = "requisito"

[[fato]]
id = "veiculo.ano_fabricacao"
rotulo = "ano de fabricação"
tipo = "inteiro"

[[fato]]
id = "veiculo.anos"
rotulo = "idade do veículo"
tipo = "inteiro"
unidade = ["ano", "anos"]
deriva = { anos_civis_desde = "veiculo.ano_fabricacao" }

[[leitura]]
id = "X-1"
base = ["art1"]
pergunta = "Conta o ano?"
respostas = { sim = "conta", nao = "não conta" }
padrao = "sim"
quem = "Secretaria"
efeito = false
"#;

pub(crate) fn faults_of(rules: &str) -> Vec<(&'static str, usize, usize, String)> {
    let sources = [Source { name: "lei.toml".into(), text: format!("{NORMA}{rules}") }];
    let base = NORMA.matches('\n').count();
    let reading = read("ficticia", &sources);
    reading
        .diagnostics
        .iter()
        // figures have their own tests, with provisions that declare some
        .filter(|d| d.code != "A004")
        .map(|d| {
            let (line, column) = d.line_column(&sources);
            let help = d.help.clone().unwrap_or_default();
            (d.code, line.saturating_sub(base), column, format!("{} | {} | {help}", d.message, d.label))
        })
        .collect()
}

pub(crate) const GOOD: &str = r#"[[requisito]]
id = "veiculo.idade"
base = ["art1"]
sujeito = "veiculo"
diz = "Idade"
exige = { fato = "veiculo.anos", no_maximo = 10 }
remedio = "Troque o veículo."
"#;

#[test]
fn a_sound_rulebook_has_no_fault() {
    assert_eq!(faults_of(GOOD), []);
}

#[test]
fn all_faults_are_told_in_one_run_with_the_nearest_name() {
    let found = faults_of(
        r#"[[requisito]]
id = "veiculo.idade"
base = ["art1"]
sujeito = "veiculo"
diz = "Idade"
exige = { fato = "veiculo.ano", no_maximo = 10 }
remedio = "Troque."
[[requisito]]
id = "b"
base = "art1"
sujeito = "veiculo"
diz = "B"
exije = true
exige = { fato = "veiculo.anos", no_maximo = 10, no_minimo = 2 }
remedio = "x"
[[prazo]]
id = "p"
base = ["art1"]
diz = "prazo"
conta_de = "ciência"
quantidade = { conforme = "X-1", sim = "15 dia", nop = "10 dias" }
rola = "proximo"
"#,
    );
    let codes: Vec<&str> = found.iter().map(|f| f.0).collect();
    for code in ["E011", "E004", "E002", "E015", "E013", "E017"] {
        assert!(codes.contains(&code), "{code} not in {found:#?}");
    }
    let fact = found.iter().find(|f| f.0 == "E011").unwrap();
    assert_eq!((fact.1, fact.2), (6, 18));
    assert!(fact.3.contains("você quis dizer “veiculo.anos”?"), "{}", fact.3);
    let key = found.iter().find(|f| f.0 == "E002").unwrap();
    assert!(key.3.contains("você quis dizer “exige”?"), "{}", key.3);
}

#[test]
fn a_provision_without_rule_or_reason_is_a_fault() {
    let found = faults_of("");
    assert!(found.iter().any(|f| f.0 == "E030"), "{found:#?}");
}

#[test]
fn broken_toml_is_told_with_its_place() {
    let found = faults_of("[[requisito]\nid = \"a\n[prazo\nid = \n");
    let syntax: Vec<_> = found.iter().filter(|f| f.0 == "E001").collect();
    assert!(syntax.len() >= 2, "{found:#?}");
    assert_eq!(syntax.first().map(|f| f.1), Some(1));
    assert!(syntax.iter().all(|f| !f.3.contains("expected")), "{syntax:#?}");
}

#[test]
fn a_cited_provision_that_does_not_exist_is_shown_where_it_is_cited() {
    let rules = GOOD.replace("\"art1\"", "\"art2\"");
    let found = faults_of(&rules);
    let f = found.iter().find(|f| f.0 == "E010").unwrap();
    assert_eq!((f.1, f.2), (3, 9));
}

#[test]
fn faults_are_drawn_like_a_compiler_does() {
    let sources = [Source {
        name: "lei.toml".into(),
        text: format!("{NORMA}{}", GOOD.replace("veiculo.anos\"", "veiculo.anoz\"")),
    }];
    let reading = read("ficticia", &sources);
    let text = diagnostic::draw(&reading.diagnostics, &sources, false);
    assert!(text.contains("[E011] erro: o fato “veiculo.anoz” não existe"), "{text}");
    assert!(text.contains("lei.toml:"), "{text}");
    assert!(text.contains("você quis dizer “veiculo.anos”?"), "{text}");
}
