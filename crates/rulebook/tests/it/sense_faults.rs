//! Each fault of sense is told at its own line and column, with what was found, what was expected and the nearest right name.

use rulebook::{Severity, Source, cases, read};

use crate::faults::{GOOD, NORMA};

/// A fault as an author sees it: code, line and column from the first line of the rules, all its words.
type Told = (&'static str, usize, usize, String);

fn all(norm: &str, rules: &str) -> Vec<Told> {
    let first = norm.matches('\n').count();
    let sources = [Source { name: "lei.toml".into(), text: format!("{norm}{rules}") }];
    let reading = read("ficticia", &sources);
    assert_eq!(
        reading.law.is_none(),
        reading.diagnostics.iter().any(|d| d.severity == Severity::Error),
        "a rulebook with an error is not used, and one without is"
    );
    reading
        .diagnostics
        .iter()
        .filter(|d| d.code != "A004")
        .map(|d| {
            let (line, column) = d.line_column(&sources);
            let help = d.help.clone().unwrap_or_default();
            (d.code, line.saturating_sub(first), column, format!("{} | {} | {help}", d.message, d.label))
        })
        .collect()
}

/// The one fault with this code says these words at the place where `at` stands in the rules.
#[track_caller]
fn told(rules: &str, code: &str, at: &str, words: &[&str]) {
    told_in(NORMA, rules, code, at, words);
}

#[track_caller]
fn told_in(norm: &str, rules: &str, code: &str, at: &str, words: &[&str]) {
    let found = all(norm, rules);
    let text = format!("{norm}{rules}");
    let byte = text.rfind(at).unwrap_or_else(|| panic!("{at} is not there"));
    let before = &text[..byte];
    let line = (before.matches('\n').count() + 1).saturating_sub(norm.matches('\n').count());
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let here: Vec<&Told> = found.iter().filter(|t| (t.0, t.1, t.2) == (code, line, column)).collect();
    let [one] = here.as_slice() else { panic!("{code} at {line}:{column}: {found:#?}") };
    for w in words {
        assert!(one.3.contains(w), "{w}: {}", one.3);
    }
}

fn clean(rules: &str) {
    assert_eq!(all(NORMA, &format!("{GOOD}{rules}")), [], "{rules}");
}

const TERM: &str = "[[prazo]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"P\"\nconta_de = \"ato\"\nquantidade = \"5 dias\"\nrola = \"nao\"\n";
const PARAMETER: &str =
    "[[parametro]]\nid = \"VRM\"\nrotulo = \"VRM\"\nquem = \"Fazenda\"\nbase = [\"art1\"]\n";
const CLASS: &str = "[[classe]]\nid = \"A\"\nnome = \"a\"\nbase = [\"art1\"]\n";
const OFFENCES: &str = "[[infracao]]\ncodigo = \"I-1\"\nbase = [\"art1\"]\nquem = [\"condutor\"]\ndiz = \"um\"\nclasse = \"A\"\n\
    [[infracao]]\ncodigo = \"I-2\"\nbase = [\"art1\"]\nquem = [\"condutor\"]\ndiz = \"dois\"\nclasse = \"A\"\n";

#[test]
fn what_has_no_effect_or_none_that_can_be_meant_is_refused() {
    let hours = "[[prazo]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"P\"\nconta_de = \"ato\"\nrola = \"nao\"\nhoras_uteis = true\nquantidade = ";
    told(&format!("{GOOD}{hours}\"5 dias\"\n"), "E015", "true\nquantidade", &["só serve ao prazo em horas"]);
    clean(&format!("{hours}\"48 horas\"\n"));
    let baseless = TERM.replace("base = [\"art1\"]", "base = []");
    told(&format!("{GOOD}{baseless}"), "E003", "[]\ndiz", &["a lista está vazia"]);
    let today = "[[fato]]\nid = \"hoje\"\nrotulo = \"hoje\"\ntipo = \"data\"\nderiva = { data_da_pergunta = false }\n";
    told(&format!("{GOOD}{today}"), "E017", "false }", &["só aceita true", "sem `deriva`"]);
    let least = "[[fato]]\nid = \"veiculo.cor\"\nrotulo = \"cor\"\ntipo = \"texto\"\nminimo = 1\n";
    told(&format!("{GOOD}{least}"), "E016", "1\n", &["só um número tem mínimo"]);
    let stand =
        "[[ponto]]\nid = \"q\"\nbase = [\"art1\"]\ndiz = \"Q\"\nuso = \"compartilhado\"\nlotacao = 0\n";
    told(&format!("{GOOD}{stand}"), "E022", "0\n", &["um ponto sem lugar nenhum"]);
    let limit = "[[limite]]\nid = \"l\"\nbase = [\"art1\"]\ndiz = \"L\"\nconta = \"x\"\npor = \"municipio\"\nteto = { maior_de = [] }\n";
    told(&format!("{GOOD}{limit}"), "E003", "[] }", &["`maior_de` não traz nenhum teto"]);
    let charge = |sobre: &str| {
        format!(
            "{GOOD}[[cobranca]]\nid = \"c\"\nbase = [\"art1\"]\ndiz = \"C\"\nquem = \"operadora\"\nparcelas = [{{ id = \"p\", diz = \"P\", por_cento = {{ quanto = 2, da_quantidade = \"receita\"{sobre} }} }}]\n"
        )
    };
    told(&charge(", sobre = \"cheio\""), "E015", "\"cheio\"", &["só serve a uma percentagem de parcelas"]);
    assert!(all(NORMA, &charge("")).iter().all(|t| t.0 != "E015"));
    let easter = "[[feriado]]\nnome = \"N\"\ntipo = \"feriado\"\nfonte = \"lei\"\npascoa = 5000000\n";
    let told_easter = all(NORMA, &format!("{GOOD}{easter}"));
    assert_eq!(told_easter.iter().map(|t| t.0).collect::<Vec<_>>(), ["E019"], "{told_easter:#?}");
}

/// Interest follows an index or is fixed, of a sum in instalments as of one paid late.
#[test]
fn interest_is_of_one_kind() {
    let index = "[[parametro]]\nid = \"SELIC\"\nrotulo = \"SELIC\"\nquem = \"Fazenda\"\nbase = [\"art1\"]\nvalores = []\n";
    let payment = |part: &str| {
        format!(
            "{GOOD}{index}{TERM}[[pagamento]]\nid = \"m\"\nbase = [\"art1\"]\ndiz = \"M\"\nvence = \"p\"\n{part}\n"
        )
    };
    let divided =
        |more: &str| payment(&format!("parcelamento = {{ base = [\"art1\"], maximo = 6, {more} }}"));
    let late = |more: &str| payment(&format!("mora = {{ base = [\"art1\"], {more} }}"));
    let both = "juros_do_indice = \"SELIC\", juros_por_cento_ao_mes = 2";
    told(&divided(both), "E015", "{ base = [\"art1\"], maximo", &["seguem o índice ou são fixos"]);
    told(&late(both), "E015", "2 }", &["seguem o índice ou são fixos"]);
    for part in [divided("juros_no_ultimo_mes = 3"), late("juros_no_ultimo_mes = 3")] {
        told(&part, "E015", "3 }", &["`juros_no_ultimo_mes`"]);
    }
    for part in [divided("juros_do_indice = \"SELICA\""), late("juros_do_indice = \"SELICA\"")] {
        told(&part, "E018", "\"SELICA\"", &["o parâmetro “SELICA” não existe", "SELIC"]);
    }
    let unit = divided("minimo = { quantidade = 50, unidade = \"REAIS\" }");
    told(&unit, "E018", "\"REAIS\"", &["o parâmetro “REAIS” não existe"]);
    let sound = all(NORMA, &divided("juros_do_indice = \"SELIC\", juros_no_ultimo_mes = 3"));
    assert!(sound.iter().all(|t| t.0.starts_with('A')), "{sound:#?}");
}

/// A measure never lasts longer than its own rule lets it.
#[test]
fn no_threshold_gives_more_days_than_its_measure_lasts() {
    let rules = |days: u32, more: &str| {
        format!(
            "{GOOD}{CLASS}{OFFENCES}[[medida]]\nid = \"suspensao\"\nbase = [\"art1\"]\ndiz = \"S\"\nmaximo_dias = 30\n{more}\
             [[pontuacao]]\nid = \"pontos\"\nbase = [\"art1\"]\ndiz = \"P\"\njanela = \"12 meses\"\npontos = [{{ classes = [\"A\"], valem = 5 }}]\n\
             limiares = [{{ id = \"primeira\", base = [\"art1\"], diz = \"L\", pontos = 10, medida = \"suspensao\", dias = {days} }}]\n"
        )
    };
    told(&rules(300, ""), "E022", "\"primeira\"", &["dá 300 dias de uma medida que dura até 30"]);
    told(&rules(31, ""), "E022", "\"primeira\"", &["31 dias"]);
    assert!(all(NORMA, &rules(30, "")).iter().all(|t| t.0 != "E022"));
    told(&rules(30, "dura = \"60 dias\"\n"), "E022", "dura = \"60", &["dura mais do que pode", "60 dias"]);
    assert!(all(NORMA, &rules(30, "dura = \"30 dias\"\n")).iter().all(|t| t.0 != "E022"));
}

#[test]
fn the_town_exists() {
    let town = |from: &str, to: &str| NORMA.replace(from, to);
    told_in(&town("3510500", "3510501"), GOOD, "E022", "3510501", &["código do IBGE", "não confere"]);
    told_in(&town("3510500", "351050"), GOOD, "E022", "351050", &["7 algarismos"]);
    told_in(
        &town("uf = \"SP\"", "uf = \"MG\""),
        GOOD,
        "E022",
        "3510500",
        &["Município de SP", "`uf` diz MG"],
    );
    told_in(&town("uf = \"SP\"", "uf = \"SX\""), GOOD, "E022", "\"SX\"", &["“SX” não é a sigla"]);
    told_in(
        &town("America/Sao_Paulo", "America/SaoPaulo"),
        GOOD,
        "E022",
        "\"America/SaoPaulo\"",
        &["fuso", "“America/Sao_Paulo”?"],
    );
    told_in(&town("\"aplicativo\"", "\"aplicativos\""), GOOD, "E017", "\"aplicativos\"", &["“aplicativo”?"]);
}

#[test]
fn roles_subjects_and_moments_are_words_that_somebody_declared() {
    let subject = GOOD.replace("\"veiculo\"", "\"veicolo\"");
    told(&subject, "E018", "\"veicolo\"", &["o sujeito “veicolo” não existe", "“veiculo”?"]);
    let moment = format!("{GOOD}quando = [\"cadastro\", \"cadasto\"]\n");
    told(&moment, "E018", "\"cadasto\"", &["o momento “cadasto” não existe", "“cadastro”?"]);
    let offender = format!("{GOOD}{CLASS}{}", OFFENCES.replacen("[\"condutor\"]", "[\"condutro\"]", 1));
    told(&offender, "E018", "\"condutro\"", &["o papel “condutro” não existe", "“condutor”?"]);
    let holder = "[[titulo]]\nid = \"t\"\nbase = [\"art1\"]\ndiz = \"T\"\ntitular = \"condutora\"\nvalidade = \"sem_prazo\"\n";
    told(holder, "E018", "\"condutora\"", &["“condutor”?"]);
    let stage = "[[processo]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"P\"\netapas = [{ id = \"a\", base = [\"art1\"], diz = \"A\", quem = \"guardiao\", apos = [\"auto\"], espera = [\"fim\"] }]\n";
    told(stage, "A008", "\"guardiao\"", &["declare-o em `papeis` da [norma]"]);
    let norm = NORMA.replace(
        "orgao = \"Secretaria\"\n",
        "orgao = \"Secretaria\"\npapeis = { guardiao = \"o guardião\" }\nmomentos = { mutirao = \"no mutirão\" }\n",
    );
    assert_eq!(all(&norm, &format!("{GOOD}quando = [\"mutirao\"]\n{stage}")), []);
}

#[test]
fn numbers_that_make_no_sense_are_told() {
    let filing = |day: &str| {
        format!(
            "{GOOD}[[entrega]]\nid = \"e\"\nbase = [\"art1\"]\nquem = \"operadora\"\ndiz = \"E\"\nperiodo = \"mensal\"\nvence = {day}\nprivacidade = \"pessoal\"\n"
        )
    };
    told(&filing("{ dia_util = 40 }"), "E022", "40 }", &["dia útil", "de 1 a 23", "encontrei 40"]);
    told(&filing("{ dia_util = 0 }"), "E022", "0 }", &["de 1 a 23"]);
    told(&filing("{ dia_util = 5, do_mes = 13 }"), "E022", "13 }", &["este mês", "de 1 a 12"]);
    let saturdays = NORMA.replace("orgao = ", "sabado_util = true\norgao = ");
    assert_eq!(all(&saturdays, &filing("{ dia_util = 27 }")), []);
    let fine =
        |sum: &str| format!("{GOOD}{PARAMETER}{CLASS}multa = {{ quantidade = {sum}, unidade = \"VRM\" }}\n");
    told(&fine("-60"), "E022", "-60", &["“quantidade” não pode ser -60", "maior que zero"]);
    told(&fine("0"), "E022", "0, unidade", &["maior que zero"]);
    told(&fine("\"-1.5\""), "E022", "\"-1.5\"", &["maior que zero"]);
    let price = format!(
        "{GOOD}{PARAMETER}valores = [{{ desde = 2020-01-01, valor = \"-4.80\", fonte = \"ato\" }}]\n"
    );
    told(&price, "E022", "\"-4.80\"", &["de zero em diante"]);
    let limit = "[[limite]]\nid = \"l\"\nbase = [\"art1\"]\ndiz = \"L\"\nconta = \"licenças\"\npor = \"municipio\"\nteto = -1\n";
    told(&format!("{GOOD}{limit}"), "E022", "-1", &["“teto”"]);
    told(&TERM.replace("5 dias", "0 dias"), "E019", "\"0 dias\"", &["é zero"]);
}

#[test]
fn a_period_does_not_end_before_it_begins() {
    let rule = format!("{GOOD}desde = 2024-01-01\nate = 2023-12-31\n");
    told(&rule, "E020", "2023-12-31", &["acaba antes de começar", "2024-01-01"]);
    let value = format!(
        "{GOOD}{PARAMETER}valores = [{{ desde = 2024-01-01, ate = 2023-01-01, valor = 1, fonte = \"ato\" }}]\n"
    );
    told(&value, "E020", "2023-01-01", &["acaba antes"]);
    let order = format!(
        "{GOOD}[[suspensao]]\ndispositivo = \"art1\"\ndesde = 2024-05-01\nate = 2024-04-30\npor = \"processo fictício\"\n"
    );
    told(&order, "E020", "2024-04-30", &["acaba antes"]);
    let holiday = format!(
        "{GOOD}[[feriado]]\nnome = \"X\"\ndia = \"07-09\"\nfonte = \"lei\"\nde_ano = 2025\nate_ano = 2024\n"
    );
    told(&holiday, "E020", "2024", &["de 2025 a 2024"]);
}

#[test]
fn a_day_that_no_year_has_is_told_at_the_day() {
    let holiday = format!("{GOOD}[[feriado]]\nnome = \"Aniversário\"\ndia = \"02-31\"\nfonte = \"lei\"\n");
    told(&holiday, "E019", "\"02-31\"", &["dia do ano que não existe", "“02-31”"]);
    let far = format!("{GOOD}[[feriado]]\nnome = \"Longe\"\npascoa = 900\nfonte = \"lei\"\n");
    told(&far, "E021", "900", &["“Longe”", "longe demais"]);
    let late = format!("{GOOD}[[dia]]\nnome = \"Futuro\"\ndata = 2999-01-01\nfonte = \"lei\"\n");
    told(&late, "E021", "2999-01-01", &["1970 a 2148"]);
}

#[test]
fn circles_are_told() {
    let facts = NORMA.replace(
        "rotulo = \"ano de fabricação\"\ntipo = \"inteiro\"\n",
        "rotulo = \"ano de fabricação\"\ntipo = \"inteiro\"\nderiva = { anos_civis_desde = \"veiculo.anos\" }\n",
    );
    let found = all(&facts, GOOD);
    assert!(
        found.iter().any(|t| t.0 == "E023" && t.3.contains("veiculo.ano_fabricacao → veiculo.anos")),
        "{found:#?}"
    );

    let line = |id: &str, prevails: &str, yields: &str, more: &str| {
        format!(
            "[[concurso]]\nid = \"{id}\"\nbase = [\"art1\"]\ndiz = \"{id}\"\nprevalece = [\"{prevails}\"]\ncede = [\"{yields}\"]\n{more}"
        )
    };
    let lines = |more: &str| {
        format!("{GOOD}{CLASS}{OFFENCES}{}{}", line("um", "I-1", "I-2", more), line("dois", "I-2", "I-1", ""))
    };
    let found = all(NORMA, &lines(""));
    assert!(found.iter().any(|t| t.0 == "E023" && t.3.contains("I-2 cede a I-1 cede a I-2")), "{found:#?}");
    assert_eq!(found.iter().filter(|t| t.0 == "E023").count(), 1, "a circle is told once: {found:#?}");
    clean(&format!("{CLASS}{OFFENCES}{}", line("um", "I-1", "I-2", "")));
    assert_eq!(
        all(NORMA, &lines("salvo = { fato = \"veiculo.anos\", igual = 3 }\n")),
        [],
        "two sides of one coin"
    );

    let stage = |id: &str, after: &str, awaits: &str| {
        format!(
            "  {{ id = \"{id}\", base = [\"art1\"], diz = \"{id}\", quem = \"fiscal\", apos = [\"{after}\"], espera = [\"{awaits}\"] }},\n"
        )
    };
    let process = |stages: &str| {
        format!("[[processo]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"P\"\netapas = [\n{stages}]\n")
    };
    let sound =
        format!("{}{}", stage("primeira", "lavratura", "defesa"), stage("segunda", "defesa", "decisao"));
    clean(&process(&sound));
    let stuck =
        format!("{}{}", stage("primeira", "decisao", "defesa"), stage("segunda", "defesa", "decisao"));
    told(&format!("{GOOD}{}", process(&stuck)), "E023", "\"primeira\", base", &["nunca começa", "decisao"]);

    let limit = |id: &str, of: &str| {
        format!(
            "[[limite]]\nid = \"{id}\"\nbase = [\"art1\"]\ndiz = \"L\"\nconta = \"vagas\"\npor = \"municipio\"\nteto = {{ limite = \"{of}\", por_cento = 15 }}\n"
        )
    };
    let found = all(NORMA, &format!("{GOOD}{}{}", limit("a", "b"), limit("b", "a")));
    assert!(found.iter().any(|t| t.0 == "E023" && t.3.contains("a → b → a")), "{found:#?}");

    let filing = |id: &str, with: &str| {
        format!(
            "[[entrega]]\nid = \"{id}\"\nbase = [\"art1\"]\nquem = \"operadora\"\ndiz = \"E\"\nperiodo = \"mensal\"\nvence = {{ com = \"{with}\" }}\nprivacidade = \"pessoal\"\n"
        )
    };
    let found = all(NORMA, &format!("{GOOD}{}{}", filing("a", "b"), filing("b", "a")));
    assert!(found.iter().any(|t| t.0 == "E023" && t.3.contains("a → b → a")), "{found:#?}");
}

#[test]
fn events_and_states_that_differ_by_a_letter_are_warned_about() {
    let process = |after: &str, silence: &str| {
        format!(
            "{GOOD}[[processo]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"P\"\netapas = [\n  {{ id = \"a\", base = [\"art1\"], diz = \"A\", quem = \"autuado\", apos = [\"lavratura\"], espera = [\"defesa\", \"decurso\"], silencio = \"{silence}\" }},\n  {{ id = \"b\", base = [\"art1\"], diz = \"B\", quem = \"autoridade\", apos = [\"{after}\"], espera = [\"decisao\"] }},\n]\n"
        )
    };
    assert_eq!(all(NORMA, &process("defesa", "decurso")), []);
    told(&process("defeza", "decurso"), "A005", "\"defeza\"", &["nenhuma etapa espera", "“defesa”?"]);
    told(&process("defesa", "decurço"), "E018", "\"decurço\"", &["não espera o evento", "“decurso”?"]);
    let title = "[[titulo]]\nid = \"t\"\nbase = [\"art1\"]\ndiz = \"T\"\ntitular = \"condutor\"\nvalidade = \"sem_prazo\"\ntransicao = [\n  { base = [\"art1\"], diz = \"um\", de = \"pedida\", evento = \"e\", para = \"provisoria\" },\n  { base = [\"art1\"], diz = \"dois\", de = \"provisorio\", evento = \"f\", para = \"definitiva\" },\n]\n";
    told(&format!("{GOOD}{title}"), "A005", "\"provisorio\"", &["nenhum passo leva", "“provisoria”?"]);
}

#[test]
fn what_does_nothing_is_warned_about() {
    let same = format!(
        "{GOOD}{}",
        TERM.replace("\"5 dias\"", "{ conforme = \"X-1\", sim = \"5 dias\", nao = \"5 dias\" }")
    );
    let norm = NORMA.replace("efeito = false\n", "");
    told_in(&norm, &same, "A006", "\"X-1\"", &["o mesmo valor"]);
    let silent = all(&norm, GOOD);
    assert!(silent.iter().any(|t| t.0 == "A002" && t.3.contains("nenhuma regra a usa")), "{silent:#?}");
    let hangs = same.replace("nao = \"5 dias\"", "nao = \"6 dias\"");
    let spoken = all(NORMA, &hangs);
    assert!(spoken.iter().any(|t| t.0 == "A002" && t.3.contains("diz que não tem efeito")), "{spoken:#?}");
    told(&format!("{GOOD}{PARAMETER}"), "A007", "\"VRM\"\nrotulo", &["nenhuma regra usa o parâmetro VRM"]);
    let paper = "[[documento]]\nid = \"crlv\"\ndiz = \"CRLV\"\nde = \"veiculo\"\n";
    told(&format!("{GOOD}{paper}"), "A007", "\"crlv\"", &["o documento crlv"]);
    told(&format!("{GOOD}{CLASS}"), "A007", "\"A\"", &["a classe A"]);
}

#[test]
fn a_name_declared_twice_is_told_at_both_places() {
    let sources = [
        Source { name: "um.toml".into(), text: format!("{NORMA}{GOOD}") },
        Source { name: "dois.toml".into(), text: format!("\n{GOOD}") },
    ];
    let reading = read("ficticia", &sources);
    let [d] = reading.diagnostics.as_slice() else { panic!("{:#?}", reading.diagnostics) };
    assert_eq!((d.code, d.file, d.line_column(&sources)), ("E006", 1, (3, 6)));
    let first = d.also.as_ref().expect("the first place");
    assert_eq!((first.file, first.line_column(&sources).1), (0, 6));
    let drawn = rulebook::diagnostic::draw(&reading.diagnostics, &sources, false);
    assert!(drawn.contains("um.toml") && drawn.contains("dois.toml"), "{drawn}");
    assert!(drawn.contains("declarado antes aqui"), "{drawn}");
}

#[test]
fn a_part_named_twice_is_told_at_both_places() {
    let stage = "{ id = \"a\", base = [\"art1\"], diz = \"A\", quem = \"fiscal\", apos = [\"auto\"], espera = [\"fim\"] }";
    let process = format!(
        "{GOOD}[[processo]]\nid = \"p\"\nbase = [\"art1\"]\ndiz = \"P\"\netapas = [\n  {stage},\n  {stage},\n]\n"
    );
    told(&process, "E006", "\"a\", base", &["“a” já foi declarado nesta lista"]);
    let decision = "[[decisao]]\nleitura = \"X-1\"\nresposta = \"nao\"\ndesde = 2024-05-01\nato = \"Portaria fictícia\"\n";
    told(
        &format!("{GOOD}{decision}{decision}"),
        "E020",
        "2024-05-01",
        &["duas decisões sobre a leitura X-1"],
    );
}

#[test]
fn a_word_of_a_closed_list_is_one_of_it() {
    let filing = format!(
        "{GOOD}[[entrega]]\nid = \"e\"\nbase = [\"art1\"]\nquem = \"operadora\"\ndiz = \"E\"\nperiodo = \"mensal\"\nvence = \"fim_do_mes\"\nprivacidade = \"agregada\"\n"
    );
    told(&filing, "E017", "\"agregada\"", &["pessoal, publico", "“agregado”?"]);
}

#[test]
fn a_case_that_cannot_be_asked_is_told_at_the_case() {
    let law =
        read("ficticia", &[Source { name: "lei.toml".into(), text: format!("{NORMA}{GOOD}") }]).law.unwrap();
    let text = "# comentário\n[[caso]]\nnome = \"um\"\n[caso.pergunta]\ntipo = \"dispositivo\"\ndispositivo = \"art1\"\n[caso.espera]\nvigora = true\n";
    let sources = [Source { name: "casos.toml".into(), text: text.into() }];
    let (cases, _) = cases::read(&sources);
    let found = cases::check(&law, &cases);
    let [d] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((d.code, d.line_column(&sources)), ("E024", (2, 1)));
    assert!(d.label.contains("falta esta chave"), "{}", d.label);
}

#[test]
fn a_key_repeated_is_told_at_the_second() {
    told(
        &GOOD.replace("diz = \"Idade\"\n", "diz = \"Idade\"\ndiz = \"De novo\"\n"),
        "E001",
        "diz = \"De novo\"",
        &["chave repetida"],
    );
}

#[test]
fn a_wrong_type_says_what_was_expected_and_found() {
    told(
        &format!("{GOOD}quando = \"cadastro\"\n"),
        "E004",
        "\"cadastro\"",
        &["esperava uma lista", "encontrei texto"],
    );
    let text = GOOD.replace("diz = \"Idade\"", "diz = 7");
    told(&text, "E004", "7", &["esperava texto", "encontrei um número inteiro"]);
    told(
        &format!("{GOOD}desde = \"2024-01-01\"\n"),
        "E004",
        "\"2024-01-01\"",
        &["esperava uma data", "encontrei texto"],
    );
    let choice = TERM.replace(
        "\"5 dias\"",
        "{ conforme = \"X-1\", sim = \"5 dias\", nao = \"6 dias\", talvez = \"7 dias\" }",
    );
    told(&choice, "E013", "\"7 dias\"", &["na leitura X-1, a resposta “talvez” não existe"]);
}

#[test]
fn a_file_that_is_not_utf8_does_not_stop_the_others() {
    let sources = [
        Source::from_bytes(
            "latin1.toml",
            b"# comum\n[[dispositivo]]\nid = \"art2\"\ndiz = \"Inscri\xe7\xe3o\"\ntipo = \"dever\"\n",
        ),
        Source::from_bytes(
            "norma.toml",
            format!("\u{feff}{NORMA}{}", GOOD.replace("\"art1\"]", "\"art3\"]")).as_bytes(),
        ),
    ];
    let found: Vec<_> = read("ficticia", &sources)
        .diagnostics
        .iter()
        .map(|d| (d.code, d.file, d.line_column(&sources)))
        .collect();
    assert!(found.contains(&("E007", 0, (4, 14))), "{found:?}");
    let broken = read("ficticia", &[sources[0].clone(), Source::from_bytes("b.toml", b"[[nada]]\n")]);
    let codes: Vec<&str> = broken.diagnostics.iter().map(|d| d.code).collect();
    assert!(codes.contains(&"E007") && codes.contains(&"E005"), "{codes:?}");
}

#[test]
fn a_case_that_names_an_unknown_provision_is_told() {
    let law =
        read("ficticia", &[Source { name: "lei.toml".into(), text: format!("{NORMA}{GOOD}") }]).law.unwrap();
    let text = "[[caso]]\nnome = \"um\"\nbase = [\"art1\", \"art11\"]\n[caso.pergunta]\ntipo = \"dispositivo\"\ndispositivo = \"art1\"\nem = 2024-01-01\n[caso.espera]\nresposta = \"sim\"\n[[caso.variante]]\nnome = \"dois\"\nbase = [\"arte1\"]\n";
    let sources = [Source { name: "casos.toml".into(), text: text.into() }];
    let (cases, faults) = cases::read(&sources);
    assert!(faults.is_empty());
    let found: Vec<_> = cases::check(&law, &cases)
        .iter()
        .map(|d| (d.code, d.line_column(&sources), d.help.clone().unwrap_or_default()))
        .collect();
    let meant = "você quis dizer “art1”?".to_string();
    assert_eq!(found, [("E010", (3, 17), meant.clone()), ("E010", (12, 9), meant)]);
}

/// A list that must hold something, written empty, would drop the whole rule in silence.
#[test]
fn a_needed_list_holds_something() {
    let rule = |kind: &str, keys: &str| {
        let name = if kind == "infracao" { "codigo" } else { "id" };
        format!("{GOOD}[[{kind}]]\n{name} = \"x\"\nbase = [\"art1\"]\ndiz = \"X\"\n{keys}\n")
    };
    let title = "titular = \"condutor\"\nexige = []\nvalidade = ";
    let step = "\"sem_prazo\"\ntransicao = [{ base = [\"art1\"], diz = \"R\", de = [], evento = \"e\", para = \"b\" }]";
    let bar = "impede = \"x\"\ndura = \"2 anos\"\n";
    let again = "mesma = \"infracao\"\nconta_de = \"fato\"\nefeito = { vezes = 2 }\nclasses = []";
    for (rules, at) in [
        (rule("cobranca", "quem = \"c\"\nparcelas = []"), "[]"),
        (rule("processo", "etapas = []"), "[]"),
        (rule("conteudo", "itens = []"), "[]"),
        (rule("trava", &format!("{bar}sobre = [\"a\"]\ndepois_de = []")), "[]"),
        (rule("trava", &format!("{bar}depois_de = [\"a\"]\nsobre = []")), "[]"),
        (rule("infracao", "classe = \"A\"\nquem = []"), "[]"),
        (rule("reincidencia", again), "[]"),
        (
            rule(
                "pontuacao",
                "limiares = [{ id = \"l\", base = [\"art1\"], diz = \"L\", pontos = 2 }]\npontos = []",
            ),
            "[]",
        ),
        (rule("pontuacao", "pontos = [{ classes = [\"A\"], valem = 3 }]\nlimiares = []"), "[]"),
        (rule("titulo", &format!("{title}{step}")), "[], evento"),
        (rule("titulo", &format!("{title}{{ casos = [] }}")), "[] }"),
        (GOOD.replace("id = \"veiculo.idade\"", "id = \"veiculo.idade\"\nquando = []"), "[]\n"),
    ] {
        told(&rules, "E003", at, &["a lista está vazia"]);
    }
}

/// Where a fault stands is found once for all of them: many faults take no longer each than few. Looked for one by one, these take
/// minutes.
#[test]
fn forty_thousand_unused_facts_are_each_told_where_they_stand() {
    let facts: String = (0..40_000)
        .map(|i| format!("[[fato]]\nid = \"q.f{i}\"\nrotulo = \"x\"\ntipo = \"data\"\n"))
        .collect();
    let source = Source { name: "lei.toml".into(), text: format!("{NORMA}{GOOD}{facts}") };
    let began = std::time::Instant::now();
    let reading = read("ficticia", std::slice::from_ref(&source));
    let took = began.elapsed();
    let unused: Vec<&str> = reading
        .diagnostics
        .iter()
        .filter(|d| d.code == "A001")
        .filter_map(|d| source.text.get(d.span.clone()))
        .collect();
    let expected: Vec<String> = (0..40_000).map(|i| format!("\"q.f{i}\"")).collect();
    assert_eq!(unused, expected);
    assert!(took.as_secs() < 60, "{took:?}");
}

/// An old law is a law, and only what cannot be counted is told; past the calendar nothing ever begins.
#[test]
fn a_norm_begins_in_the_years_of_the_calendar() {
    let since = |day: &str| all(&NORMA.replace("vigencia = 2020-01-01", &format!("vigencia = {day}")), GOOD);
    let old = since("1950-01-01");
    assert!(matches!(old.as_slice(), [("A009", _, _, words)] if words.contains("antes de 1970")), "{old:?}");
    let late = since("2149-01-01");
    assert!(late.iter().any(|t| t.0 == "E022" && t.3.contains("depois de 2148")), "{late:?}");
    assert_eq!(since("1970-01-01"), []);
}
