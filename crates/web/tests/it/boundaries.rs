//! The last day and the day after, worked out by hand from the text of the law, as the pages tell them.

use axum::http::StatusCode;
use jiff::civil::{Date, date};
use registry::command as c;
use registry::id::{DriverId, Subject};
use registry::{Command, FactValue, Role};
use rust_decimal::Decimal;

use crate::browser::{Browser, Page};
use crate::town::Town;

async fn street() -> (Town, DriverId) {
    let town = Town::empty().await;
    let vai = town.operator("Vai Fictícia Ltda.", "11.222.333/0001-81").await;
    let ana = town.ready("Ana Fictícia da Silva", "529.982.247-25", "FIC1A23", &vai, 2022).await;
    town.grant(&ana).await;
    for (parameter, cents) in [("VRM", 500), ("TARIFA", 500)] {
        let set = c::SetParameter {
            parameter: parameter.into(),
            value: FactValue::Decimal(Decimal::new(cents, 2)),
            since: date(2026, 1, 1),
            until: None,
            source: "valor fictício de teste".into(),
        };
        town.act(Role::Manager, Command::SetParameter(set)).await;
    }
    (town, ana)
}

fn at(town: &mut Town, day: Date) {
    town.at = format!("{day}T15:00:00Z").parse().expect("a moment");
}

fn pt(day: Date) -> String {
    format!("{:02}/{:02}/{:04}", day.day(), day.month(), day.year())
}

fn read(page: &Page) -> String {
    page.text.replace('\u{a0}', " ")
}

/// A notice signed by the driver on a day.
async fn signed(town: &Town, driver: &DriverId, day: Date) -> String {
    let mut b = Browser::of(town, "fiscal").await;
    let day = pt(day);
    let fields = [
        ("offender", driver.as_str()),
        ("fact_at", &day),
        ("fact_time", "0930"),
        ("place", "Av. Fictícia, 50, Centro"),
        ("plate", "FIC1A23"),
        ("linha.III-02", "sim"),
        ("description", "Pneu careca (fictício)."),
        ("told", "assinou"),
        ("_acao", "registrar"),
    ];
    let page = b.fill("/autos/novo", &fields).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
    page.location().split('?').next().unwrap_or_default().to_string()
}

/// Art. 27, VII leaves the period of the defence to the notice, fifteen days here. The day of the signature does not count; a
/// last day without office hours goes on to the next working day.
#[tokio::test]
async fn a_defence_on_the_last_day_is_in_time_and_on_the_next_it_is_late() {
    for (served, last) in [
        // 15 days later is a Tuesday, a Sunday, Christmas on a Friday
        (date(2026, 11, 30), date(2026, 12, 15)),
        (date(2026, 12, 5), date(2026, 12, 21)),
        (date(2026, 12, 10), date(2026, 12, 28)),
    ] {
        let (mut town, ana) = street().await;
        at(&mut town, served);
        let case = signed(&town, &ana, served).await;
        let mut clerk = Browser::of(&town, "balcao").await;
        let page = clerk.get(&case).await;
        assert!(page.text.contains(&pt(last)), "{} → {}", pt(served), pt(last));
        let next = last.tomorrow().expect("a day");
        at(&mut town, next);
        let mut clerk = Browser::of(&town, "balcao").await;
        let late = [("on", pt(next)), ("text", "Chegou depois (fictício).".into())];
        let late: Vec<(&str, &str)> = late.iter().map(|(n, v)| (*n, v.as_str())).collect();
        assert_eq!(clerk.fill(&format!("{case}/defesa"), &late).await.status, StatusCode::SEE_OTHER);
        let page = clerk.get(&case).await;
        assert!(page.text.contains(&format!("Defesa apresentada em {}, fora do prazo", pt(next))));
        let in_time = [("on", pt(last)), ("text", "Protocolada no último dia (fictício).".into())];
        let in_time: Vec<(&str, &str)> = in_time.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let page = clerk.fill(&format!("{case}/defesa"), &in_time).await;
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
        let page = clerk.get(&case).await;
        assert!(
            page.text.contains(&format!("Defesa apresentada em {}.<", pt(last))),
            "em dia, ainda que anotada depois"
        );
    }
}

/// Art. 9º, VI: up to ten years of making; art. 9º, VIII: living there for more than six months.
#[tokio::test]
async fn ten_years_are_ten_and_more_than_six_months_are_more() {
    let town = Town::empty().await;
    let vai = town.operator("Vai Fictícia Ltda.", "11.222.333/0001-81").await;
    // made in 2016 it is ten years old in 2026, made in 2015 it is eleven
    let ten = town.ready("Ana Fictícia", "529.982.247-25", "FIC1A23", &vai, 2016).await;
    let eleven = town.ready("João Fictício", "111.444.777-35", "FIC2B34", &vai, 2015).await;
    let mut b = Browser::of(&town, "balcao").await;
    let form = |d: &DriverId| format!("/condutores/{d}/credencial");
    let page = b.fill(&form(&eleven), &[]).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.text.contains("11 anos; o limite é 10"));
    // six months before 30/11/2026 is 30/05/2026: living there since that day is six months and not more
    for (since, granted) in [(date(2026, 5, 30), false), (date(2026, 5, 29), true)] {
        let fact = c::RecordFact {
            subject: Subject::Driver(ten.clone()),
            fact: "condutor.residencia.desde".into(),
            value: Some(FactValue::Date(since)),
            since: date(2026, 11, 30),
            reason: "conta de luz fictícia".into(),
        };
        town.act(Role::Clerk, Command::RecordFact(fact)).await;
        let page = b.fill(&form(&ten), &[]).await;
        assert_eq!(page.status == StatusCode::SEE_OTHER, granted, "desde {}: {}", pt(since), page.text);
    }
}

/// Art. 17, III: up to ninety days.
#[tokio::test]
async fn a_suspension_lasts_ninety_days_and_not_ninety_one() {
    let (mut town, ana) = street().await;
    at(&mut town, date(2026, 12, 1));
    let case = signed(&town, &ana, date(2026, 12, 1)).await;
    let mut clerk = Browser::of(&town, "balcao").await;
    let defence = [("on", "01/12/2026"), ("text", "Nada a opor (fictício).")];
    assert_eq!(clerk.fill(&format!("{case}/defesa"), &defence).await.status, StatusCode::SEE_OTHER);
    let mut authority = Browser::of(&town, "autoridade").await;
    let decision = [("uphold", "sim"), ("reasoning", "As fotos bastam (fictício).")];
    assert_eq!(authority.fill(&format!("{case}/decisao"), &decision).await.status, StatusCode::SEE_OTHER);
    let id = case.trim_start_matches("/autos/");
    let path = format!("/cadastro/{ana}/suspender?auto={id}");
    let form = authority.get(&path).await;
    assert!(form.text.contains("de 1 a 90"), "o limite está na página");
    assert!(
        form.text.contains(&format!("action=\"{path}\"")),
        "o auto não se perde quando o formulário volta"
    );
    let secret = form.secret();
    for (days, taken) in [("91", false), ("0", false), ("-1", false), ("90", true)] {
        let fields = [
            ("_csrf", secret.as_str()),
            ("days", days),
            ("told_on", "01/12/2026"),
            ("notice", id),
            ("reason", "Gravidade e antecedentes (fictício)."),
        ];
        let page = authority.send(&path, &fields).await;
        assert_eq!(page.status == StatusCode::SEE_OTHER, taken, "{days} dias: {}", page.text);
        assert!(taken || page.text.contains(&format!("value=\"{id}\" checked")), "o auto continua escolhido");
    }
    let length = {
        let w = town.office.read();
        let s = w.registry.suspensions.values().next().expect("a suspension");
        assert_eq!(w.registry.suspensions.len(), 1);
        law::value::day_number(s.last) - law::value::day_number(s.first) + 1
    };
    assert_eq!(length, 90, "do primeiro ao último dia");
}

/// Art. 36: five hundred fares, and the vehicle is taken; art. 19: a warning that is repeated becomes a fine.
#[tokio::test]
async fn illegal_transport_costs_five_hundred_fares_and_the_first_smoke_costs_a_warning() {
    let (mut town, ana) = street().await;
    at(&mut town, date(2026, 12, 1));
    let mut b = Browser::of(&town, "fiscal").await;
    let page = b.get("/autos/novo?autuado=pessoa&linha=art36").await;
    assert!(read(&page).contains("R$ 2.500,00"), "500 × 5,00, antes mesmo de lavrar");
    let page = b.get(&format!("/autos/novo?autuado={ana}&linha=I-01")).await;
    assert!(page.text.contains("Advertência por escrito") || page.text.contains("advertência por escrito"));
    let page = b.get(&format!("/autos/novo?autuado={ana}&linha=V-03")).await;
    assert!(read(&page).contains("R$ 675,00"), "135 × 5,00");
}
