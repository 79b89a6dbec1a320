//! Enforcement as it is done in a browser: a case from the notice to the appeal, the money on the boundary day of repetition and
//! the day after, seizures, processes, and who may do what.

use axum::http::{Method, StatusCode};
use jiff::civil::date;
use registry::command as c;
use registry::id::{DriverId, NoticeId, Subject};
use registry::{Command, FactValue, Role};
use rust_decimal::Decimal;

use crate::browser::{Browser, Page};
use crate::town::Town;

/// A driver with everything, and the values of the year in force.
async fn street() -> (Town, DriverId) {
    let town = Town::empty().await;
    let vai = town.operator("Vai Fictícia Tecnologia Ltda.", "11.222.333/0001-81").await;
    let ana = town.ready("Ana Fictícia da Silva", "529.982.247-25", "FIC1A23", &vai, 2022).await;
    town.grant(&ana).await;
    for (parameter, cents) in [("VRM", 500), ("GUINCHO", 20_000), ("ESTADIA", 3_000), ("TARIFA", 500)] {
        let value = FactValue::Decimal(Decimal::new(cents, 2));
        let since = date(2026, 1, 1);
        let source = "valor fictício de teste".to_string();
        let set = c::SetParameter { parameter: parameter.into(), value, since, until: None, source };
        town.act(Role::Manager, Command::SetParameter(set)).await;
    }
    (town, ana)
}

fn at(town: &mut Town, moment: &str) {
    town.at = moment.parse().expect("a moment");
}

/// The fields of a notice against a driver.
fn fields<'a>(driver: &'a str, day: &'a str, line: &'a str, told: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("offender", driver),
        ("fact_at", day),
        ("fact_time", "09:30"),
        ("place", "Av. Fictícia, 50, Centro"),
        ("plate", "FIC1A23"),
        (line, "sim"),
        ("description", "Pneu dianteiro careca, visto parado no ponto."),
        ("told", told),
        ("_acao", "registrar"),
    ]
}

/// Draws a notice today; where it is.
async fn draw(town: &Town, driver: &DriverId, day: &str) -> String {
    let mut b = Browser::of(town, "fiscal").await;
    let page = b.fill("/autos/novo", &fields(driver.as_str(), day, "linha.III-02", "assinou")).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", problems(&page));
    page.location().split('?').next().unwrap_or_default().to_string()
}

/// The text of a page, with plain spaces.
fn read(page: &Page) -> String {
    page.text.replace('\u{a0}', " ")
}

/// What a page says is wrong.
fn problems(page: &Page) -> String {
    let part = page.text.split("role=\"alert\"").nth(1).unwrap_or_default();
    part.split("</section>").next().unwrap_or_default().to_string()
}

async fn done(b: &mut Browser, path: &str, fields: &[(&str, &str)]) {
    let page = b.fill(path, fields).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{path}: {}", problems(&page));
}

#[tokio::test]
async fn a_case_goes_from_the_notice_to_the_appeal_and_the_money_is_right_on_the_boundary_day_and_the_day_after()
 {
    let (mut town, ana) = street().await;
    at(&mut town, "2026-12-01T15:00:00Z");
    let first = draw(&town, &ana, "01/12/2026").await;
    let mut clerk = Browser::of(&town, "balcao").await;
    let page = clerk.get(&first).await;
    assert!(page.text.contains("Defender-se"), "assinou: o prazo de defesa corre");
    assert!(page.text.contains("16/12/2026"), "quinze dias a contar da ciência");
    assert!(read(&page).contains("R$ 300,00"), "60 × 5,00, se for mantido");

    at(&mut town, "2026-12-10T15:00:00Z");
    let mut clerk = Browser::of(&town, "balcao").await;
    done(
        &mut clerk,
        &format!("{first}/defesa"),
        &[("on", "10/12/2026"), ("text", "O pneu era novo (fictício).")],
    )
    .await;
    let mut authority = Browser::of(&town, "autoridade").await;
    let form = authority.get(&format!("{first}/decisao")).await;
    assert!(
        read(&form).contains("R$ 300,00") && form.text.contains("Sem reincidência"),
        "a conta aparece antes de decidir"
    );
    done(
        &mut authority,
        &format!("{first}/decisao"),
        &[("uphold", "sim"), ("reasoning", "As fotos mostram o pneu gasto.")],
    )
    .await;
    at(&mut town, "2026-12-14T15:00:00Z");
    let mut clerk = Browser::of(&town, "balcao").await;
    let told =
        [("paper", "decisao"), ("mode", "postal_ar"), ("on", "14/12/2026"), ("proof", "AR fictício 123")];
    done(&mut clerk, &format!("{first}/ciencia"), &told).await;
    let page = clerk.get(&first).await;
    assert!(page.text.contains("13/01/2027"), "trinta dias para pagar, da comunicação");
    done(&mut clerk, &format!("{first}/recurso"), &[("on", "14/12/2026"), ("text", "Recorro (fictício).")])
        .await;
    let mut board = Browser::of(&town, "junta").await;
    done(&mut board, &format!("{first}/julgamento"), &[("grant", "nao"), ("reasoning", "Sem fato novo.")])
        .await;
    let mut clerk = Browser::of(&town, "balcao").await;
    done(
        &mut clerk,
        &format!("{first}/pagamento"),
        &[("centavos", "100,00"), ("on", "14/12/2026"), ("reference", "G1")],
    )
    .await;
    let page = clerk.get(&first).await;
    assert!(read(&page).contains("R$ 200,00") && page.text.contains("Falta pagar"));

    // six months after the booking is still within
    at(&mut town, "2027-06-01T15:00:00Z");
    let boundary = draw(&town, &ana, "01/06/2027").await;
    at(&mut town, "2027-06-02T15:00:00Z");
    let after = draw(&town, &ana, "02/06/2027").await;
    let mut authority = Browser::of(&town, "autoridade").await;
    let page = authority.get(&boundary).await;
    assert!(
        read(&page).contains("R$ 600,00")
            && page.text.contains("Em dobro: mesma infração autuada em 01/12/2026")
    );
    assert!(page.text.contains("e punida em 10/12/2026; os 6 meses vão até 01/06/2027"));
    let page = authority.get(&after).await;
    assert!(read(&page).contains("R$ 300,00") && !read(&page).contains("R$ 600,00"));
    assert!(page.text.contains("Sem reincidência"));

    // and the decision imposes what was shown
    let mut clerk = Browser::of(&town, "balcao").await;
    done(&mut clerk, &format!("{boundary}/defesa"), &[("on", "02/06/2027"), ("text", "Nego (fictício).")])
        .await;
    done(&mut authority, &format!("{boundary}/decisao"), &[("uphold", "sim"), ("reasoning", "Provado.")])
        .await;
    let page = authority.get(&boundary).await;
    assert!(page.text.contains("Penalidade imposta") && read(&page).contains("R$ 600,00"));

    // annulling the first makes the doubled one single again
    done(&mut authority, &format!("{first}/anulacao"), &[("reasoning", "Erro na placa.")]).await;
    let page = authority.get(&boundary).await;
    assert!(read(&page).contains("R$ 300,00") && page.text.contains("Refeita porque o auto"));
    assert!(authority.get(&first).await.text.contains("A devolver"));
}

#[tokio::test]
async fn a_fact_before_midnight_keeps_its_day_when_the_notice_is_drawn_after_it() {
    let (mut town, ana) = street().await;
    // 00:05 of 13/12 in the municipality
    at(&mut town, "2026-12-13T03:05:00Z");
    let mut b = Browser::of(&town, "fiscal").await;
    let mut all = fields(ana.as_str(), "12/12/2026", "linha.III-02", "ausente");
    all.retain(|(n, _)| *n != "fact_time");
    all.push(("fact_time", "23h50"));
    let page = b.fill("/autos/novo", &all).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", problems(&page));
    let href = page.location().split('?').next().unwrap_or_default().to_string();
    let page = b.get(&href).await;
    assert!(page.text.contains("12/12/2026 às 23h50"), "o fato");
    assert!(page.text.contains("13/12/2026 às 0h05"), "a lavratura");
    let id = NoticeId::parse(href.trim_start_matches("/autos/")).expect("an identifier");
    let drawn = town.office.read().registry.notices.get(&id).expect("the notice").drawn.clone();
    assert_eq!(drawn.fact_at, date(2026, 12, 12).at(23, 50, 0, 0));
    assert_eq!(drawn.drawn_at, date(2026, 12, 13).at(0, 5, 0, 0));

    // whoever holds the paper can check it, without learning who was fined
    let mut anybody = Browser::new(&town);
    let page = anybody.get(&format!("/a/{}", drawn.code)).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("FIC1A23") && page.text.contains("12/12/2026 às 23h50"));
    assert!(!page.text.contains("Ana Fictícia") && !page.text.contains("982.247"));
    assert_eq!(anybody.get("/a/AAAABBBBCCCCDDDD").await.status, StatusCode::NOT_FOUND);

    // the paper is kept: asked again, the same bytes
    let one = b.get(&format!("{href}/via/2")).await;
    assert_eq!(one.status, StatusCode::OK);
    assert!(one.bytes.starts_with(b"%PDF"));
    let two = b.get(&format!("{href}/via/2")).await;
    assert_eq!(one.bytes, two.bytes);
    assert_ne!(one.bytes, b.get(&format!("{href}/via/1")).await.bytes, "cada via diz qual é");
}

#[tokio::test]
async fn what_is_wrong_is_said_beside_the_field_and_nothing_typed_is_lost() {
    let (town, _) = street().await;
    let mut b = Browser::of(&town, "fiscal").await;
    let typed = [
        ("fact_at", "31/02/2026"),
        ("fact_time", "25:00"),
        ("place", "Praça Fictícia"),
        ("description", "Faltava o “adesivo” <da> operadora."),
        ("busca_linha", "pneu"),
        ("_acao", "registrar"),
    ];
    let page = b.fill("/autos/novo", &typed).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    let wrong = problems(&page);
    for anchor in ["#c-fact_at", "#c-fact_time", "#c-offender", "#c-offence", "#c-told"] {
        assert!(wrong.contains(anchor), "{anchor} em {wrong}");
    }
    for kept in ["31/02/2026", "25:00", "Praça Fictícia", "Faltava o “adesivo” &#60;da&#62; operadora."]
    {
        assert!(page.text.contains(kept), "{kept}");
    }
    assert!(page.text.contains("III-02"), "a busca de linhas também fica");
    assert!(town.office.read().registry.notices.is_empty());

    // half-done, it waits
    let mut half = typed.to_vec();
    half.retain(|(n, _)| *n != "_acao");
    half.push(("_acao", "rascunho"));
    half.push(("linha.III-02", "sim"));
    half.push(("linha.I-02", "sim"));
    let page = b.fill("/autos/novo", &half).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER);
    let page = b.get(page.location()).await;
    assert!(page.text.contains("Praça Fictícia"));
    for ticked in ["name=\"linha.III-02\" value=\"sim\" checked", "name=\"linha.I-02\" value=\"sim\" checked"]
    {
        assert!(page.text.contains(ticked), "{ticked}");
    }
}

#[tokio::test]
async fn lines_that_compete_are_weighed_and_only_the_fact_that_decides_is_asked() {
    let (town, ana) = street().await;
    let mut b = Browser::of(&town, "fiscal").await;
    let found = b.fill("/autos/novo", &[("busca_autuado", "fic-1a23"), ("_acao", "buscar_autuado")]).await;
    assert!(
        found.text.contains("Ana Fictícia da Silva") && found.text.contains("***.982.247-**"),
        "pela placa"
    );
    assert!(!found.text.contains("52998224725"), "o CPF nunca inteiro");
    let both = [
        ("offender", ana.as_str()),
        ("linha.I-02", "sim"),
        ("linha.III-02", "sim"),
        ("plate", "FIC1A23"),
        ("_acao", "conferir"),
    ];
    let page = b.fill("/autos/novo", &both).await;
    assert!(page.text.contains("falta saber: defeito achado no veículo"));
    assert!(page.text.contains("name=\"fato.ocorrencia.aspecto\""), "o fato que decide é perguntado");
    assert!(!page.text.contains("name=\"fato.ocorrencia.viagem_sem_aplicativo\""), "e nenhum outro");
    let mut said = both.to_vec();
    said.push(("fato.ocorrencia.aspecto", "mecanica"));
    let page = b.fill("/autos/novo", &said).await;
    assert!(page.text.contains("<b>III-02</b>: aplica-se"));
    assert!(page.text.contains("<b>I-02</b>: a linha I-02 não serve"));
    assert!(read(&page).contains("R$ 300,00"), "quanto custaria");
}

#[tokio::test]
async fn an_edict_comes_only_after_an_attempt_failed() {
    let (mut town, ana) = street().await;
    at(&mut town, "2026-12-01T15:00:00Z");
    let mut b = Browser::of(&town, "fiscal").await;
    let page = b.fill("/autos/novo", &fields(ana.as_str(), "01/12/2026", "linha.III-02", "ausente")).await;
    let href = page.location().split('?').next().unwrap_or_default().to_string();
    let mut clerk = Browser::of(&town, "balcao").await;
    let form = clerk.get(&format!("{href}/ciencia")).await;
    assert!(!form.text.contains("value=\"edital\"") && form.text.contains("ainda não cabe"));
    assert!(!form.text.contains("value=\"recusa\""), "só o fiscal certifica a recusa");
    let edict = [("paper", "auto"), ("mode", "edital"), ("on", "01/12/2026")];
    let page = clerk.fill(&format!("{href}/ciencia"), &edict).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    let tried = [
        ("paper", "auto"),
        ("mode", "postal_ar"),
        ("on", "01/12/2026"),
        ("note", "Mudou-se."),
        ("whereabouts_unknown", "nao"),
    ];
    done(&mut clerk, &format!("{href}/tentativa"), &tried).await;
    done(&mut clerk, &format!("{href}/ciencia"), &edict).await;
    assert!(clerk.get(&href).await.text.contains("Edital"));
}

#[tokio::test]
async fn a_seized_vehicle_leaves_only_when_every_condition_is_met_and_the_bill_is_the_law_s() {
    let (mut town, _) = street().await;
    at(&mut town, "2026-12-01T15:00:00Z");
    let mut b = Browser::of(&town, "fiscal").await;
    let person = [
        ("offender", "pessoa"),
        ("person_name", "Zeca Fictício"),
        ("person_document", "987.654.321-00"),
        ("fact_at", "01/12/2026"),
        ("fact_time", "10:00"),
        ("place", "Rodoviária"),
        ("plate", "FIC9Z99"),
        ("linha.art36", "sim"),
        ("fato.ocorrencia.viagem_sem_aplicativo", "sim"),
        ("description", "Levava dois passageiros por dinheiro."),
        ("told", "recusou"),
        ("_acao", "registrar"),
    ];
    let page = b.fill("/autos/novo", &person).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", problems(&page));
    let notice = page.location().split('?').next().unwrap_or_default().to_string();
    let page = b.get(&notice).await;
    assert!(read(&page).contains("R$ 2.500,00"), "quinhentas tarifas");
    let form = format!("/apreensoes/nova?auto={}", notice.trim_start_matches("/autos/"));
    let opened = b.get(&form).await;
    assert!(opened.text.contains("FIC9Z99") && opened.text.contains("Guincho e estadia pagos"));
    let number = {
        let w = town.office.read();
        w.registry.notices.values().next().map(registry::state::Notice::number).unwrap_or_default()
    };
    let seized = [
        ("measure", "apreensao"),
        ("notice", number.as_str()),
        ("plate", "FIC9Z99"),
        ("at", "01/12/2026"),
        ("hour", "10:20"),
        ("place", "Rodoviária"),
        ("depot", "Pátio Fictício"),
        ("reason", "Transporte ilegal."),
    ];
    let page = b.fill("/apreensoes/nova", &seized).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", problems(&page));
    let seizure = page.location().split('?').next().unwrap_or_default().to_string();

    at(&mut town, "2026-12-04T15:00:00Z");
    let mut clerk = Browser::of(&town, "balcao").await;
    let page = clerk.get(&seizure).await;
    assert!(read(&page).contains("R$ 200,00") && read(&page).contains("R$ 290,00"), "guincho e três diárias");
    let release = [("on", "04/12/2026"), ("storage_days", "3"), ("received_by", "Zeca Fictício")];
    let page = clerk.fill(&format!("{seizure}/liberar"), &release).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problems(&page).contains("falta para liberar") || problems(&page).contains("Falta para liberar"));
    assert!(page.text.contains("Zeca Fictício"), "o que se digitou fica");
    let page = clerk.get(&seizure).await;
    let begins = format!("{seizure}/condicoes/");
    let ids = page.text.split(&begins).skip(1).filter_map(|p| p.split('"').next());
    let asked: Vec<String> = ids.map(ToString::to_string).collect();
    assert!(asked.len() >= 3, "{asked:?}");
    for condition in asked {
        let proof = [("on", "04/12/2026"), ("proof", "documento fictício conferido")];
        done(&mut clerk, &format!("{seizure}/condicoes/{condition}"), &proof).await;
    }
    done(&mut clerk, &format!("{seizure}/liberar"), &release).await;
    assert!(clerk.get(&seizure).await.text.contains("Liberado em 04/12/2026"));
}

#[tokio::test]
async fn a_grave_complaint_opens_a_process_and_a_revocation_walks_its_steps() {
    let (mut town, ana) = street().await;
    at(&mut town, "2026-12-01T15:00:00Z");
    let mut clerk = Browser::of(&town, "balcao").await;
    let page = clerk.fill("/denuncias", &[("quem", "ana ficticia")]).await;
    assert!(page.text.contains(&format!("/cadastro/{ana}/denunciar")));
    let complaint =
        [("channel", "ouvidoria"), ("text", "Dirigia olhando o telefone (fictício)."), ("grave", "sim")];
    let page = clerk.fill(&format!("/cadastro/{ana}/denunciar"), &complaint).await;
    assert!(page.location().starts_with("/processos/prc_"), "{}", page.location());

    let mut authority = Browser::of(&town, "autoridade").await;
    let long = [("days", "91"), ("told_on", "01/12/2026"), ("reason", "Grave.")];
    let page = authority.fill(&format!("/cadastro/{ana}/suspender"), &long).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problems(&page).contains("91 dias passam do limite de 90 dias"));
    done(
        &mut authority,
        &format!("/cadastro/{ana}/suspender-preventivamente"),
        &[("reason", "Risco aos passageiros.")],
    )
    .await;
    let page = authority.get(&format!("/condutores/{ana}")).await;
    assert!(page.text.contains("Suspensão preventiva de 01/12/2026 a 30/12/2026"));
    let renew = page
        .text
        .split("/suspensoes/")
        .nth(1)
        .and_then(|t| t.split('/').next())
        .unwrap_or_default()
        .to_string();
    done(&mut authority, &format!("/suspensoes/{renew}/prorrogar"), &[("reason", "A apuração continua.")])
        .await;
    done(&mut authority, &format!("/suspensoes/{renew}/levantar"), &[("reason", "Nada se confirmou.")]).await;

    let page = authority
        .fill(&format!("/cadastro/{ana}/cassar"), &[("reason", "Trabalhou suspensa (fictício).")])
        .await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", problems(&page));
    let case = page.location().split('?').next().unwrap_or_default().to_string();
    done(
        &mut clerk,
        &format!("{case}/passos/ciencia"),
        &[("on", "01/12/2026"), ("text", "Entregue em mãos.")],
    )
    .await;
    let early = [("ordinance", "1/2026"), ("published", "01/12/2026")];
    let page = authority.fill(&format!("{case}/portaria"), &early).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "antes da defesa não há portaria");
    at(&mut town, "2026-12-20T15:00:00Z");
    let mut authority = Browser::of(&town, "autoridade").await;
    let page = authority.get(&case).await;
    assert!(page.text.contains("Publicar a portaria"), "o silêncio leva à portaria");
    done(
        &mut authority,
        &format!("{case}/portaria"),
        &[("ordinance", "1/2026"), ("published", "20/12/2026")],
    )
    .await;
    assert!(authority.get(&case).await.text.contains("cassação publicada"));
}

#[tokio::test]
async fn an_order_left_without_answer_and_a_report_not_handed_in_suggest_a_notice() {
    let (mut town, _) = street().await;
    let operator = town.office.read().registry.operators.keys().next().cloned().expect("an operator");
    let mut manager = Browser::of(&town, "gestor").await;
    let order = [("text", "Mande a lista de veículos de novembro."), ("due", "05/12/2026")];
    done(&mut manager, &format!("/cadastro/{operator}/ordenar"), &order).await;
    at(&mut town, "2026-12-20T15:00:00Z");
    let mut inspector = Browser::of(&town, "fiscal").await;
    let page = inspector.get("/ordens").await;
    assert!(
        page.text.contains("Sem resposta") && page.text.contains(&format!("/autos/novo?autuado={operator}"))
    );
    let filing = {
        let w = town.office.read();
        let owed = registry::queries::owed(&w.registry, &w.law, &operator, date(2026, 12, 20));
        owed.into_iter().find(|o| o.standing == law::filing::Standing::Missing && o.offence.is_some())
    };
    let filing = filing.expect("a report that is missing and has its line");
    let breach = c::MarkBreach {
        operator: operator.clone(),
        filing: filing.filing.to_string(),
        anchor: filing.anchor,
    };
    town.act(Role::Inspector, Command::MarkBreach(breach)).await;
    let act = town.office.read().registry.breaches.first().map(|b| b.act).expect("a breach");
    let page = inspector.get(&format!("/autos/novo?descumprimento={act}")).await;
    assert!(page.text.contains("não recebida até 20/12/2026"));
    let code = filing.offence.expect("a line");
    assert!(page.text.contains(&format!("name=\"linha.{code}\" value=\"sim\" checked")));
}

#[tokio::test]
async fn each_role_does_its_own_part_and_every_look_is_kept() {
    let (mut town, ana) = street().await;
    at(&mut town, "2026-12-01T15:00:00Z");
    let href = draw(&town, &ana, "01/12/2026").await;
    let closed = [
        (
            "balcao",
            vec![
                "/autos/novo".to_string(),
                format!("{href}/decisao"),
                format!("{href}/julgamento"),
                format!("{href}/anulacao"),
            ],
        ),
        (
            "fiscal",
            vec![
                format!("{href}/decisao"),
                format!("{href}/julgamento"),
                format!("{href}/pagamento"),
                format!("/cadastro/{ana}/suspender"),
            ],
        ),
        (
            "autoridade",
            vec!["/autos/novo".to_string(), format!("{href}/julgamento"), "/apreensoes/nova".to_string()],
        ),
        (
            "junta",
            vec![
                format!("{href}/decisao"),
                format!("{href}/ciencia"),
                format!("{href}/defesa"),
                "/autos/novo".to_string(),
            ],
        ),
        ("gestor", vec![format!("{href}/decisao"), format!("{href}/ciencia"), "/autos/novo".to_string()]),
    ];
    for (login, paths) in closed {
        let mut b = Browser::of(&town, login).await;
        for path in paths {
            assert_eq!(b.get(&path).await.status, StatusCode::FORBIDDEN, "{login} em {path}");
            let secret = b.get("/hoje").await.secret();
            let page = b.send(&path, &[("_csrf", &secret), ("uphold", "sim"), ("reasoning", "x")]).await;
            assert_eq!(page.status, StatusCode::FORBIDDEN, "{login} envia a {path}");
        }
    }
    let mut clerk = Browser::of(&town, "balcao").await;
    let page =
        clerk.request(Method::POST, &format!("{href}/defesa"), Some("on=01%2F12%2F2026&text=x".into())).await;
    assert_eq!(page.status, StatusCode::FORBIDDEN, "sem o segredo do formulário, nada");
    let first = clerk.get(&href).await;
    assert!(
        !first.text.contains("Decidir</a>") && !first.text.contains("/anulacao"),
        "só o que o perfil pode"
    );
    assert!(clerk.get(&href).await.text.contains("Bruna Fictícia"), "quem consultou aparece");
    let looks = town.office.looks_at("auto", href.trim_start_matches("/autos/"), 50).await.expect("looks");
    assert!(looks.len() >= 2);
    let driver = Subject::Driver(ana.clone());
    assert!(clerk.get(&format!("/condutores/{ana}")).await.text.contains(&href), "{}", driver.as_str());
    let page = clerk.get("/autos?quem=autuado").await;
    assert!(page.text.contains(&href) && page.text.contains("faltam 15 dias"));
    assert!(!clerk.get("/autos?prazo=vencido").await.text.contains(&href));
    assert_eq!(clerk.get("/autos/aut_inexistente").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_payment_sent_twice_counts_once_and_what_was_paid_on_a_notice_that_fell_is_given_back() {
    let (mut town, ana) = street().await;
    at(&mut town, "2026-12-01T15:00:00Z");
    let case = draw(&town, &ana, "01/12/2026").await;
    let mut clerk = Browser::of(&town, "balcao").await;
    let words = "O pneu era novo (fictício).\nTenho a nota.";
    done(&mut clerk, &format!("{case}/defesa"), &[("on", "01/12/2026"), ("text", words)]).await;
    assert!(clerk.get(&case).await.text.contains("Tenho a nota."), "o que a defesa diz se lê no caso");
    let mut authority = Browser::of(&town, "autoridade").await;
    let form = authority.get(&format!("{case}/decisao")).await;
    assert!(form.text.contains("Tenho a nota."), "e ao decidir");
    done(&mut authority, &format!("{case}/decisao"), &[("uphold", "sim"), ("reasoning", "As fotos bastam.")])
        .await;
    let pay = [("centavos", "300,00"), ("on", "01/12/2026"), ("reference", "G1")];
    for wrong in ["1e2", "300.00", "-1", "0"] {
        let page = clerk
            .fill(
                &format!("{case}/pagamento"),
                &[("centavos", wrong), ("on", "01/12/2026"), ("reference", "G1")],
            )
            .await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
    }
    done(&mut clerk, &format!("{case}/pagamento"), &pay).await;
    let page = clerk.fill(&format!("{case}/pagamento"), &pay).await;
    assert!(problems(&page).contains("comprovante G1 já está registrado"), "{}", problems(&page));

    done(&mut authority, &format!("{case}/anulacao"), &[("reasoning", "Vício na lavratura (fictício).")])
        .await;
    let page = authority.get(&case).await;
    assert!(read(&page).contains("a devolver R$ 300,00") && page.text.contains("Registrar devolução"));
    assert!(
        page.text.contains("Interrompida em 01/12/2026"),
        "o recurso que não houve não aparece como feito"
    );
    assert!(!clerk.get(&case).await.text.contains("Registrar devolução"), "o balcão não devolve");
    assert_eq!(clerk.get(&format!("{case}/devolucao")).await.status, StatusCode::FORBIDDEN);
    let mut manager = Browser::of(&town, "gestor").await;
    assert!(manager.get("/hoje").await.text.contains("devolver o que foi pago a mais"));
    assert!(manager.get("/autos?etapa=a-devolver").await.text.contains(&case));
    let refund = format!("{case}/devolucao");
    let page =
        manager.fill(&refund, &[("centavos", "300,01"), ("on", "01/12/2026"), ("reference", "OP 7")]).await;
    assert!(read(&page).contains("Há R$ 300,00 a devolver; confira") && page.text.contains("OP 7"));
    done(&mut manager, &refund, &[("centavos", "300,00"), ("on", "01/12/2026"), ("reference", "OP 7")]).await;
    let page = manager.get(&case).await;
    assert!(read(&page).contains("Devolvido R$ 300,00") && page.text.contains("Nada a pagar"));
    assert!(!manager.get("/autos?etapa=a-devolver").await.text.contains(&case));
    assert!(read(&page).contains("Devolução de R$ 300,00"), "e fica no histórico");
}

#[tokio::test]
async fn what_the_rulebook_calls_by_a_name_is_told_in_words() {
    let (mut town, ana) = street().await;
    at(&mut town, "2026-12-01T15:00:00Z");
    let mut inspector = Browser::of(&town, "fiscal").await;
    let mut illegal = fields("pessoa", "01/12/2026", "linha.art36", "assinou");
    illegal
        .extend([("person_name", "Clandestino Fictício"), ("fato.ocorrencia.viagem_sem_aplicativo", "sim")]);
    let page = inspector.fill("/autos/novo", &illegal).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", problems(&page));
    let page = inspector.get(page.location()).await;
    assert!(page.text.contains("linha art. 36") && page.text.contains("Linha <b>art. 36</b>"));
    assert!(!page.text.contains("<b>art36</b>") && !page.text.contains("linha art36"));
    assert!(inspector.get("/autos").await.text.contains("<b>art. 36</b>"));
    assert!(inspector.get("/manual").await.text.contains("art. 36</th>"));
    let case = draw(&town, &ana, "01/12/2026").await;
    let page = inspector.get(&case).await;
    assert!(page.text.contains("entrega em mãos") && !page.text.contains("(pessoal)"));
    let page = inspector.get(&format!("/condutores/{ana}")).await;
    assert!(page.text.contains("Documento recebido (") && !page.text.contains("(comprovante_residencia)"));
}

#[tokio::test]
async fn a_search_for_the_only_line_that_is_ticked_finds_it() {
    let (town, ana) = street().await;
    let mut b = Browser::of(&town, "fiscal").await;
    let mut form = fields(ana.as_str(), "30/11/2026", "linha.III-02", "assinou");
    form.retain(|(n, _)| *n != "_acao");
    form.extend([("busca_linha", "III-02"), ("_acao", "buscar_linha")]);
    let page = b.fill("/autos/novo", &form).await;
    assert!(page.text.contains("1 linha encontrada, já marcada"));
    assert!(!page.text.contains("0 linhas encontradas"));
}
