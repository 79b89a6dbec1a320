use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use handbook::{Block, Handbook, Item, markdown, page};
use jiff::civil::date;
use law::norm::DayCounting;
use law::parameter::DatedValue;
use law::setting::Setting;
use law::{Choice, Law, Value};
use rulebook::Source;
use rust_decimal::Decimal;

fn laws() -> Vec<Law> {
    let out = laws_in("../../leis");
    assert!(out.len() >= 5);
    out
}

/// The laws that were invented so that every way of saying a rule has its use.
fn invented() -> Vec<Law> {
    laws_in("../rulebook/tests/leis")
}

fn laws_in(folder: &str) -> Vec<Law> {
    let leis = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut out = Vec::new();
    for entry in fs::read_dir(leis).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.join("norma.toml").is_file() {
            continue;
        }
        let files = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path());
        let sources: Vec<Source> = files
            .filter(|p| p.extension().is_some_and(|x| x == "toml"))
            .map(|p| Source { name: p.display().to_string(), text: fs::read_to_string(&p).unwrap() })
            .collect();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        out.push(rulebook::read(&name, &sources).into_law(&sources).unwrap());
    }
    out
}

/// Tags close in the order in which they open.
fn well_formed(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in html.split('<').skip(1) {
        let tag = part.split(['>', ' ', '\n']).next().unwrap();
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "near {}", &part[..part.len().min(60)]);
        } else if !["!DOCTYPE", "meta"].contains(&tag) {
            open.push(tag);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn every_law_is_a_page_that_closes_its_tags_and_whose_links_lead_somewhere() {
    for law in laws() {
        let html = page(&Handbook::of(&law, date(2026, 11, 30), 2026));
        well_formed(&html);
        let anchors: Vec<&str> = html.split(" id=\"").skip(1).filter_map(|p| p.split('"').next()).collect();
        let known: BTreeSet<&str> = anchors.iter().copied().collect();
        assert_eq!(anchors.len(), known.len(), "{}: two anchors of one name", law.norm.name);
        for link in html.split("href=\"#").skip(1).filter_map(|p| p.split('"').next()) {
            assert!(known.contains(link), "{}: {link} is nowhere", law.norm.name);
        }
        assert!(html.contains("<html lang=\"pt-BR\">") && !html.contains("http"), "it stands alone");
        assert_eq!(html.matches("<h1>").count(), 1);
    }
}

#[test]
fn every_provision_and_every_offence_in_force_is_there() {
    for law in laws() {
        let text = markdown(&Handbook::of(&law, date(2026, 11, 30), 2026));
        for p in law.provisions.keys() {
            assert!(text.contains(&format!("<a id=\"{p}\"></a>")), "{}: {p}", law.norm.name);
        }
        assert!(text.contains("## Calendário de 2026"), "{}", law.norm.name);
        assert!(
            text.contains("| Código | O que não se pode fazer | Quem | Base legal |"),
            "{}",
            law.norm.name
        );
    }
}

/// A rule that has a name of the rulebook for words would show its underscores.
#[test]
fn no_rule_is_told_by_its_name() {
    for law in laws() {
        let book = Handbook::of(&law, date(2026, 11, 30), 2026);
        let mut told = Vec::new();
        for block in book.chapters.iter().flat_map(|c| &c.blocks) {
            match block {
                Block::Heading(t, _) | Block::Text(t) => told.push(t.clone()),
                Block::List { items, .. } => {
                    told.extend(
                        items
                            .iter()
                            .flat_map(|i| [&i.lead, &i.text].into_iter().chain(&i.notes).chain(&i.readings))
                            .cloned(),
                    );
                }
                Block::Table(t) => told.extend(t.rows.iter().flat_map(|r| r.cells.iter().skip(1)).cloned()),
            }
        }
        assert!(told.len() > 100, "{}", law.norm.name);
        for words in told {
            assert!(!words.contains('_'), "{}: {words}", law.norm.name);
            assert!(!words.contains(".."), "{}: {words}", law.norm.name);
        }
    }
}

#[test]
fn a_value_that_nobody_entered_says_who_may() {
    let text =
        laws().iter().map(|l| markdown(&Handbook::of(l, date(2026, 11, 30), 2026))).collect::<String>();
    assert!(text.contains("valor não informado: quem pode informar é"));
}

/// The lines of a chapter's lists.
fn lines<'b>(book: &'b Handbook, chapter: &str) -> Vec<&'b Item> {
    let blocks = book.chapters.iter().filter(|c| c.id == chapter).flat_map(|c| &c.blocks);
    blocks
        .filter_map(|b| match b {
            Block::List { items, .. } => Some(items),
            _ => None,
        })
        .flatten()
        .collect()
}

#[test]
fn a_table_without_a_provision_has_no_column_for_provisions() {
    for law in laws() {
        let book = Handbook::of(&law, date(2026, 11, 30), 2026);
        let calendar = book.chapters.iter().find(|c| c.id == "calendario").unwrap();
        let holidays = calendar.blocks.iter().find_map(|b| match b {
            Block::Table(t) if t.caption.starts_with("Feriados") => Some(t),
            _ => None,
        });
        assert!(!holidays.unwrap().cites());
        let text = markdown(&book);
        assert!(text.contains("| Dia | Qual | De onde vem |\n|---|---|---|\n"), "{}", law.norm.name);
        let html = page(&book);
        let (_, table) = html.split_once("<caption>Feriados").unwrap();
        let (table, _) = table.split_once("</table>").unwrap();
        assert!(!table.contains("Base legal") && table.contains("<th scope=\"col\">De onde vem</th></tr>"));
        assert!(
            html.contains("<th scope=\"col\">Base legal</th>"),
            "where rows stand on the law, it says so"
        );
    }
}

/// What is answered with yes or no is said once.
#[test]
fn a_requirement_does_not_say_its_title_twice() {
    for law in laws() {
        let book = Handbook::of(&law, date(2026, 11, 30), 2026);
        let needs = lines(&book, "dirigir");
        assert!(needs.len() > 5, "{}", law.norm.name);
        for need in needs {
            let title = brasil::person::fold(need.lead.trim_end_matches('.'));
            for note in need.notes.iter().filter(|n| n.starts_with("Na prática:")) {
                let note = brasil::person::fold(note);
                assert!(!note.starts_with(&format!("na pratica: {title}: ")), "{}: {note}", law.norm.name);
                let bare =
                    ["sim", "nao"].map(|answer| [".", ";"].map(|end| format!("{title}: {answer}{end}")));
                assert!(!bare.iter().flatten().any(|b| note.contains(b)), "{}: {note}", law.norm.name);
                assert!(note != "na pratica: ." && !note.contains(": ;"), "{}: {note}", law.norm.name);
            }
        }
    }
}

/// The questions of the one who drives: what is needed and how it is proved, what is taken and what gives it back, who hears a
/// defence and until when, what must be told.
#[test]
fn the_guide_of_a_driver_is_whole() {
    let law = laws().into_iter().find(|l| l.norm.municipality == "Caraguatatuba").unwrap();
    let book = Handbook::of(&law, date(2026, 11, 30), 2026);
    let noted = |chapter: &str, words: &str| {
        lines(&book, chapter).iter().any(|i| i.notes.iter().any(|n| n.contains(words)))
    };
    assert!(noted("dirigir", "Prova-se com: ") && noted("dirigir", "Falta? "));
    assert!(lines(&book, "dirigir").iter().any(|i| i.readings.iter().any(|r| r.contains("CAR-G20"))));
    assert!(noted("medidas", "Acaba com: ") && noted("medidas", "No máximo "));
    assert!(noted("defesa", "Prazo: 15 dias"));
    assert!(lines(&book, "defesa").iter().any(|i| !i.readings.is_empty()));
    assert!(noted("entregas", "Deixar de entregar é a infração "));
    let text = markdown(&book);
    assert!(text.contains("60 VRM (valor não informado: quem pode informar é"), "no figure is made up");
    assert!(text.contains("| art. 36 |"), "an article that is its own code is read as it");
    let calendar = book.chapters.iter().find(|c| c.id == "calendario").unwrap();
    let dated = calendar.blocks.iter().any(
        |b| matches!(b, Block::Table(t) if t.rows.iter().any(|r| r.cells[1].starts_with("Prova anual"))),
    );
    assert!(!dated, "what runs from an event has no day in the calendar");
    assert!(text.contains("Valor de Referência do Município (VRM)"));
    let warned = lines(&book, "proibido").into_iter().filter(|i| i.text.contains("a advertência vira multa"));
    assert_eq!(warned.count(), 1, "classes that do not warn are not told of");
    let value = DatedValue {
        value: Value::Decimal(Decimal::new(480, 2)),
        since: date(2026, 1, 1),
        until: None,
        source: "Decreto fictício".into(),
    };
    let setting = Setting { values: vec![("VRM".into(), value)], ..Setting::default() };
    let text = markdown(&Handbook::of(&law.with(&setting).unwrap(), date(2026, 11, 30), 2026));
    assert!(text.contains("60 VRM (hoje R$\u{a0}288,00)"), "a unit is told in reais too");
}

/// Who acts and in what one pays, in the words of the rulebook: its names are for machines.
#[test]
fn people_and_units_are_called_as_the_law_calls_them() {
    let all: Vec<(String, String)> = laws()
        .iter()
        .map(|l| (l.norm.municipality.clone(), markdown(&Handbook::of(l, date(2026, 11, 30), 2026))))
        .collect();
    let of = |town: &str| &all.iter().find(|(t, _)| t == town).unwrap().1;
    assert!(of("Pontal do Araguaia").contains("Quem age: a Seção Competente."));
    assert!(of("Caraguatatuba").contains("multa de 500 × tarifa predominante do transporte coletivo"));
    assert!(of("São José dos Campos").contains("multa de R$\u{a0}77,24 até R$\u{a0}386,21"));
    for (town, text) in &all {
        for raw in ["REAL", "TARIFA", "associacao", "secretario", "fazenda.", " secao"] {
            assert!(!text.contains(raw), "{town}: {raw}");
        }
    }
}

#[test]
fn what_the_invented_laws_say_is_told_in_plain_words() {
    let texts: Vec<(String, String)> = invented()
        .iter()
        .map(|l| {
            let text = markdown(&Handbook::of(l, date(2025, 6, 30), 2025));
            (l.norm.municipality.clone(), text.replace('\u{a0}', " "))
        })
        .collect();
    let of = |town: &str| texts.iter().find(|(t, _)| t == town).unwrap().1.as_str();
    let sierra = of("Serra Fictícia");
    for words in [
        "só quando: hora da corrida: das 22:00 às 06:00, dia da corrida: domingo, dia da corrida: feriado, ou dia da \
         corrida: em dezembro",
        // what must not hold is told as what must
        "só quando: hora da corrida: fora do horário das 22:00 às 06:00; e dia da corrida: não se aceita domingo; e dia da \
         corrida: não pode ser feriado; e dia da corrida: não pode cair em dezembro",
        "minuto parado, por minutos: hoje R$ 0,50; a fração conta inteira",
        // in June a rule of the summer is still a rule
        "**Ar-condicionado.** De 15 de dezembro a 15 de janeiro, o carro leva ar-condicionado.",
        "Só quando: de 15 de dezembro a 15 de janeiro.",
        "| 31/03/2025 | Fim da validade: Permissão. |",
        "| 31/03/2025 | Fim da validade: Permissão, situação: definitiva. |",
        "multa de 1% de: receita da operadora no mês, em reais, no máximo R$ 50.000,00",
        "multa de 5 vezes: preço da corrida, em reais",
        "(contam as cometidas desde 01/01/2024): a multa é multiplicada por 2; apreensão do veículo",
        "até o dia 10 do mês seguinte (ou o dia útil seguinte)",
        "| 31/07/2025 | Vistoria. Final da placa: 1, 2, 3, 4 e 5 (em julho). |",
        "| 15/05/2025 | Recadastramento. De 1º de abril a 15 de maio. | Todos |",
        "Vale até 31 de março do ano seguinte.",
        "| a partir de 60 dias antes de: vencimento da permissão |",
        "30 dias, antes de: vencimento da permissão",
        "Depois do prazo: multa de 2%; juros de cada mês por “índice de juros do mês, em por cento”, e de 1% no mês do \
         pagamento. Em até 6 parcelas, de ao menos R$ 50,00, cada uma com juros de cada mês por “índice de juros do mês, em \
         por cento”, e de 1% no mês em que se paga a parcela, a partir do mês seguinte ao do acordo.",
        "cada uma com juros de 2% ao mês, a partir do mês seguinte ao do acordo; só quando: veículos da cooperativa: o limite é 20.",
        "20 pontos: Suspensão de trinta dias (se já houve 1 medida em 24 meses)",
        "Salvo: renunciou por doença: sim",
        "| Corrida de táxi. | Ao todo. | no mínimo R$ 12,00 |",
        "o mínimo é 5.000 vezes: veículos da cooperativa",
        "o maior entre 1 para cada 1.000 de: habitantes e 10",
    ] {
        assert!(sierra.contains(words), "{words}");
    }
    let port = of("Porto Fictício");
    for words in [
        "até 10: tarifa do quilômetro (",
        "); acima de 10: R$ 2,00 (cada trecho pelo seu valor), por km",
        "× 1,2 (noite); × 1,3 (domingo)",
        "até 10: 50 UFM (hoje R$ 200,00); até 30: 100 UFM",
        "Vale até o que acabar primeiro: por 1 ano, quando",
        "Se o prazo acabar sem resposta: vale como deferimento tácito, e passa-se a “Expedir o alvará”.",
        "Se o prazo acabar sem resposta: passa-se a “Julgar”.",
        // what is added late, on what is divided, and how hours are counted
        "Depois do prazo: multa de 2%; juros de 1% ao mês (o mês começado conta inteiro).",
        "| Devolução de objeto perdido. | 48 horas úteis, a contar de: aviso do passageiro |",
        "Alvarás ativos: no máximo o que dão as faixas de população: até 10.000: 1 para cada 500; até 50.000: 1 para cada 1.000; \
         acima de 50.000: 1 para cada 2.000 (cada trecho pelo seu valor).",
        "no máximo o que dão as faixas de população: até 20.000: 10; até 50.000: 25; acima de 50.000: 40 (o valor da faixa",
        "Só quando: serviço: não pode ser mototáxi.",
        "hora parada, por horas: hoje R$ 20,00; a fração conta inteira, no máximo R$ 50,00",
        "diária do pátio, por dias: hoje R$ 40,00; a fração até a metade conta meia, e a maior conta inteira",
        "tarifa do quilômetro (falta índice anual de preços, em por cento, com valor não informado: quem pode informar é \
         Secretaria da Fazenda)",
    ] {
        assert!(port.contains(words), "{words}");
    }
    let old = "Exige-se (veículo): Idade do táxi. O limite é 10 anos.";
    assert!(!port.contains(old), "a rule that has ended is not told");
}

/// What is told of a rule says what the rule says: until which day, of what, and which words an *or* reaches.
#[test]
fn a_rule_is_told_with_all_that_it_says() {
    let all = laws();
    let of = |town: &str| all.iter().find(|l| l.norm.municipality == town).unwrap();
    let text = |town: &str| markdown(&Handbook::of(of(town), date(2026, 11, 30), 2026));

    // a deadline that runs from the law's first day: its last day, and what ends then
    let lajinha = text("Lajinha");
    let told =
        "dia do pedido de cadastro: deve ser até 06/09/2022 (fim do prazo: cadastro de quem já trabalhava)";
    assert!(lajinha.contains(told));
    assert!(!lajinha.contains("deve ser até )") && !lajinha.contains("deve ser depois de."));
    let law = of("Lajinha");
    let mut demands = Vec::new();
    law.requirements.values().for_each(|r| {
        r.demands.each_comparison(&mut |c| {
            if matches!(c.operand, law::condition::Operand::Window(_)) {
                demands.push(c.demand(law, law.fact(&c.fact).unwrap(), None, true));
            }
        });
    });
    assert!(demands.contains(&"deve ser até cadastro de quem já trabalhava".to_string()), "{demands:?}");

    // what another limit allows, less what is taken from it
    let saojose = text("São José dos Campos");
    let limit = "Permissões em vigor: no máximo o que admite o limite “Táxis na cidade, pelo limite da lei”";
    assert!(saojose.contains(limit));
    assert!(saojose.contains(
        "Carros da frota: no máximo 10% de: sócios, menos já contados em outra associação; só a partir de 20: sócios"
    ));
    assert!(!saojose.contains("1 para cada 1 de"));

    // alternatives do not reach what must hold besides
    assert!(saojose.contains("adesivo nos lados ou atrás: sim; e um destes: (altura do adesivo"));
    let pontal = text("Pontal do Araguaia");
    assert!(pontal.contains("colete com faixa refletiva: sim; e um destes: (mototaxista sindicalizado: sim"));

    // names are spelled as the labels of the law spell them, and parts of a bill go by their own
    assert!(pontal.contains("(situação: provisória, por 6 meses)") && !pontal.contains("passa a "));
    assert!(pontal.contains("(situação: excluída)") && pontal.contains("(situação: em sucessão)"));
    assert!(pontal.contains("15% de: licenças ativas"), "what another limit counts goes by its words");
    assert!(pontal.contains("ISSQN sobre o alvará (18% de: "));
    assert!(all.iter().all(|l| !text(&l.norm.municipality).contains("### Decisao")));
}

/// What a councillor would stumble over: sums that are not those of the day, steps that the law as it is read does not admit, names
/// of the rulebook in the place of words.
#[test]
fn nothing_is_told_that_the_law_as_it_is_read_does_not_say() {
    let all = laws();
    let of = |town: &str| all.iter().find(|l| l.norm.municipality == town).unwrap();
    let text = |law: &Law| markdown(&Handbook::of(law, date(2026, 11, 30), 2026)).replace('\u{a0}', " ");

    // a fine that an index raises is not the one of the law
    let law = of("São José dos Campos");
    let told = text(law);
    assert!(told.contains(
        "multa de R$ 77,24 até R$ 386,21, antes da correção anual, cujo índice não foi informado. (art. 23; art. 22, II)"
    ));
    let index = |year: i16| {
        let value = DatedValue {
            value: Value::Decimal(Decimal::new(10, 0)),
            since: date(year, 1, 1),
            until: Some(date(year, 12, 31)),
            source: "portaria fictícia".into(),
        };
        ("INDICE_DIVIDAS".into(), value)
    };
    let setting = Setting { values: (2013..=2026).map(index).collect(), ..Setting::default() };
    let raised = text(&law.with(&setting).unwrap());
    // 77,24 × 1,1 fourteen times, to the centavo each year
    let sum = "multa de R$ 293,32 até R$ 1.466,62 (R$ 77,24 até R$ 386,21 na lei, com a correção até hoje)";
    assert!(raised.contains(sum), "{}", raised.lines().find(|l| l.contains("**Pena:**")).unwrap());

    // a measure that comes with a repeated offence; when there is such a stage; who is meant; in what law a part stands
    for words in [
        "Reincidência no mesmo inciso: a multa em dobro (e apreensão do veículo, em: XXI, XXII)",
        "Só quando: autuado presente à apreensão: não.",
        "### A troca de carro",
        "De quem: o carro emprestado. Vale por 30 dias.",
        "art. 6º, tabela, março",
        "deve ser mais de “ano de fabricação do carro que sai”",
        "Alvará de permissão. De quem: titular. Vale sem prazo próprio.",
        "no mínimo 24 horas, a contar de: notificação; pode prorrogar-se por 10 dias, 20 dias ou 30 dias",
        "Infração CLANDESTINO (qualquer pessoa): Transporta passageiros sem ter os títulos. Multa de R$ 1.544,85, antes da \
         correção anual, cujo índice não foi informado. Além da pena: apreensão do veículo.",
    ] {
        assert!(told.contains(words), "{words}");
    }

    let pontal = text(of("Pontal do Araguaia"));
    for words in [
        "Licença de mototáxi. De quem: motorista. Vale pelo tempo da situação em que está.",
        "Não se admite: transferência em vida: a lei só trata da morte",
        "categoria da moto no CRLV: aluguel, ou pedido de entrada, e não conferência anual: sim",
        "Só quando: depois de 09/07/2018.",
        "| 31/12/2026 | Fim da validade: licença de mototáxi, situação: definitiva. |",
        "- Credenciar mototáxis para carga. Quem: Prefeito.",
        "- Infração art. 19 (motorista): Prestar o serviço sem alvará.",
        "| art. 5º; art. 5º, ISSQN |",
        "Ponto 1, na Universitária, diante da autoescola: qualquer um pode usar, enquanto houver lugar; cabem 5 veículos; ",
    ] {
        assert!(pontal.contains(words), "{words}");
    }
    // of a title, a provision tells only the steps that stand on it
    let article = pontal.split("<a id=\"art2.par6\">").nth(1).unwrap().split("<a id=").next().unwrap();
    assert!(article.contains("O que muda: perda por não trabalhar, sem justificativa (situação: perdida)."));

    for law in &all {
        let told = text(law);
        let reading = |w: &str| law.readings.contains_key(w.trim_matches(|c: char| !c.is_alphanumeric()));
        for raw in ["decurso", "Infração art1", ".  ", "Ponto: ", "Real: 1,00", "sucessao", "tacito"] {
            let line = told.lines().find(|l| l.contains(raw));
            assert!(line.is_none(), "{}: {raw}: {line:?}", law.norm.municipality);
        }
        let (rules, _) = told.split_once("## As dúvidas da lei").unwrap();
        let code = rules.lines().filter(|l| !l.contains("Leitura usada")).find(|l| l.split(' ').any(reading));
        assert!(code.is_none(), "{}: {code:?}", law.norm.municipality);
    }
}

/// What only a fact that is not told would rule out is a requirement all the same.
#[test]
fn a_requirement_of_those_of_whom_something_is_told_is_listed() {
    let day = date(2025, 1, 1);
    for (town, titles) in [
        ("Caraguatatuba", vec!["Prova anual dos requisitos da empresa"]),
        (
            "São José dos Campos",
            vec!["Espera de dois anos de quem vendeu o seu alvará", "Espera de doze meses depois da baixa"],
        ),
    ] {
        let law = laws().into_iter().find(|l| l.norm.municipality == town).unwrap();
        let book = Handbook::of(&law, day, 2025);
        for title in titles {
            let listed = lines(&book, "dirigir").into_iter().find(|i| i.lead.trim_end_matches('.') == title);
            let scope = listed.and_then(|i| i.notes.iter().find(|n| n.starts_with("Só quando: ")));
            assert!(scope.is_some_and(|s| s.ends_with(": consta.")), "{town}: {title}: {scope:?}");
            let r = law.requirements.values().find(|r| r.says == title).unwrap();
            assert!(law.concerns_somebody(r, day), "{town}: {title}");
        }
    }
    // what the calendar rules out today is asked of nobody today, and is told for its season
    let sierra = invented().into_iter().find(|l| l.norm.municipality == "Serra Fictícia").unwrap();
    let summer = sierra.requirements.values().find(|r| r.says == "Ar-condicionado").unwrap();
    let june = date(2025, 6, 30);
    assert!(!sierra.concerns_somebody(summer, june) && sierra.concerns_in_some_season(summer, june));
}

/// Silence that grants is told as what it grants, and where nothing follows it, so is the end.
#[test]
fn silence_that_grants_says_so() {
    let mut law = invented().into_iter().find(|l| l.norm.municipality == "Porto Fictício").unwrap();
    for p in law.processes.values_mut() {
        p.stages.retain(|s| s.id.as_ref() != "expedir");
    }
    let text = markdown(&Handbook::of(&law, date(2025, 6, 30), 2025));
    let told = "Se o prazo acabar sem resposta: vale como deferimento tácito, e o processo acaba.";
    assert!(text.contains(told), "{:?}", text.lines().find(|l| l.contains("sem resposta")));

    let all = laws();
    let text = |town: &str| {
        let law = all.iter().find(|l| l.norm.municipality == town).unwrap();
        markdown(&Handbook::of(law, date(2026, 11, 30), 2026))
    };
    let ends = "Se o prazo acabar sem resposta: nenhuma outra etapa se abre, e o processo acaba.";
    assert!(text("Caraguatatuba").contains(ends));
    // the closing of the evidence is nobody's stage, and more comes after it
    let saojose = text("São José dos Campos");
    let seizure = saojose.split("### Apreensão do veículo").nth(1).unwrap();
    let defence = seizure.lines().find(|l| l.contains("sem resposta")).unwrap();
    assert!(defence.ends_with("nenhuma outra etapa se abre."), "{defence}");
}

/// Days and hours that only run when the town works say so, and by which reading.
#[test]
fn days_of_work_are_told_as_such() {
    let mut law = invented().into_iter().find(|l| l.norm.municipality == "Serra Fictícia").unwrap();
    for m in law.measures.values_mut() {
        m.max_days = Choice::Fixed(Some(30));
        m.days = Choice::Fixed(DayCounting::Business);
    }
    let book = Handbook::of(&law, date(2025, 6, 30), 2025);
    let notes: Vec<&String> = lines(&book, "medidas").into_iter().flat_map(|i| &i.notes).collect();
    assert!(notes.iter().any(|n| *n == "No máximo 30 dias úteis."), "{notes:?}");

    let law = laws().into_iter().find(|l| l.norm.municipality == "Pontal do Araguaia").unwrap();
    let book = Handbook::of(&law, date(2026, 11, 30), 2026);
    let wait = lines(&book, "defesa").into_iter().find(|i| i.lead.starts_with("Pagar antes da apreensão"));
    assert!(wait.unwrap().readings.iter().any(|r| r.contains("PON-P36-HORAS")));
}
