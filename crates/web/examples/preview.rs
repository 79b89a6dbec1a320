//! Serves the pages over an invented register, to be looked at: `cargo run -p web --example preview -- [PORT]`.

#[path = "../tests/it/town.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod town;

use jiff::civil::date;
use registry::id::Subject;
use registry::{Command, Role, command as c};
use town::{PASSWORD, Town, USERS};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port: u16 = std::env::args().nth(1).map_or(Ok(8090), |p| p.parse())?;
    let town = Town::empty().await;
    let vai = town.operator("Vai Fictícia Tecnologia Ltda.", "11.222.333/0001-81").await;
    let ana = town.ready("Ana Fictícia da Silva", "529.982.247-25", "FIC1A23", &vai, 2022).await;
    let code = town.grant(&ana).await;
    let joao = town.ready("João Exemplo d'Ávila", "111.444.777-35", "FIC-2345", &vai, 2015).await;
    let maria = town.driver("Maria Aparecida Fictícia", "123.456.789-09").await;
    town.driver_papers(&maria, date(2026, 12, 20)).await;
    town.receive(&Subject::Driver(maria.clone()), "cadastro_ett", None).await;
    town.ready("Pedro Fictício Souza", "987.654.321-00", "FIC3C45", &vai, 2023).await;
    let suspend = c::SuspendPreventively {
        subject: Subject::Driver(joao.clone()),
        reason: "Denúncia fictícia em apuração.".into(),
        case: None,
    };
    let authority =
        registry::Actor { id: "previa".into(), name: "Aurora Fictícia".into(), role: Role::Authority };
    if let Err(e) = town.office.execute(&authority, &Command::SuspendPreventively(suspend), town.at).await {
        println!("suspensão preventiva: {e:?}");
    }
    println!("http://127.0.0.1:{port}/  código da credencial: {code}");
    println!("condutores: {ana} {joao} {maria}  operadora: {vai}");
    for (login, _, role) in USERS {
        println!("{login} ({}) · {PASSWORD}", role.pt_br());
    }
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    web::serve(listener, town.app(&format!("http://127.0.0.1:{port}")), std::future::pending()).await?;
    Ok(())
}
