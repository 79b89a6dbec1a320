//! An invented town office for tests and for looking at pages: the real rulebook, fictitious people, cars and companies.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::{Date, date};
use office::{Office, Store};
use registry::act::ActKind;
use registry::act::holders::{Contact, FactValues, Holding};
use registry::command as c;
use registry::id::{DocumentId, DriverId, OperatorId, Subject, VehicleId};
use registry::{Act, Actor, Command, FactValue, Role};
use rulebook::Source;

/// The moment of the tests: a Monday morning in Caraguatatuba.
pub const NOW: &str = "2026-11-30T12:00:00Z";
/// The password of every fictitious user.
pub const PASSWORD: &str = "senha ficticia 123";
/// Users: login, name, role.
pub const USERS: [(&str, &str, Role); 5] = [
    ("balcao", "Bruna Fictícia (balcão)", Role::Clerk),
    ("fiscal", "Fábio Fictício (fiscal)", Role::Inspector),
    ("autoridade", "Aurora Fictícia (autoridade)", Role::Authority),
    ("junta", "Jonas Fictício (junta)", Role::AppealBoard),
    ("gestor", "Gilda Fictícia (gestão)", Role::Manager),
];

pub struct Town {
    pub office: Arc<Office>,
    pub at: Timestamp,
    _folder: Option<tempfile::TempDir>,
}

fn sources() -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../leis/caraguatatuba-sp");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the rulebook's folder")
        .filter_map(Result::ok)
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|p| Source {
            name: p.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            text: std::fs::read_to_string(&p).expect("a rule file"),
        })
        .collect()
}

fn first<T>(acts: &[(u64, Act)], find: impl Fn(&ActKind) -> Option<T>) -> T {
    acts.iter().find_map(|(_, a)| find(&a.kind)).expect("the act that was asked for")
}

impl Town {
    /// An office with its users and nobody in the register.
    pub async fn empty() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut town = Self::at(&folder.path().join("alvara.db")).await;
        town._folder = Some(folder);
        town
    }

    /// The same, in a file.
    pub async fn at(file: &Path) -> Self {
        let sources = sources();
        let law =
            rulebook::read("caraguatatuba-sp", &sources).into_law(&sources).expect("a law without faults");
        let store = Store::open_sqlite(file).await.expect("a store");
        let office = Arc::new(Office::open(store, law).await.expect("an office"));
        let at: Timestamp = NOW.parse().expect("a moment");
        for (login, name, role) in USERS {
            office.create_user(login, name, role, PASSWORD, at).await.expect("a user");
        }
        Self { office, at, _folder: None }
    }

    /// Does something as somebody with a role.
    pub async fn act(&self, role: Role, command: Command) -> Vec<(u64, Act)> {
        let name = USERS.iter().find(|(_, _, r)| *r == role).map_or("Sistema", |(_, n, _)| n);
        let actor = Actor { id: format!("teste-{}", role.name()), name: (*name).to_string(), role };
        let done = self.office.execute(&actor, &command, self.at).await;
        // a refusal told with its reasons, so that a test that breaks says why
        let done = done.map_err(|e| match e {
            office::ExecuteError::Refused(r) => format!("recusado: {r}"),
            other => other.to_string(),
        });
        done.expect("the office does it").acts
    }

    pub async fn operator(&self, name: &str, cnpj: &str) -> OperatorId {
        let command = c::RegisterOperator {
            cnpj: cnpj.into(),
            name: name.into(),
            contact: Contact { email: Some("contato@operadora.example".into()), ..Contact::default() },
            ..c::RegisterOperator::default()
        };
        let acts = self.act(Role::Clerk, Command::RegisterOperator(command)).await;
        first(&acts, |k| match k {
            ActKind::OperatorRegistered(o) => Some(o.id.clone()),
            _ => None,
        })
    }

    pub async fn driver(&self, name: &str, cpf: &str) -> DriverId {
        let command = c::RegisterDriver {
            cpf: cpf.into(),
            name: name.into(),
            contact: Contact {
                address: Some("Rua Fictícia, 10, Centro, Caraguatatuba".into()),
                phone: Some("(12) 90000-0000".into()),
                email: None,
            },
            ..c::RegisterDriver::default()
        };
        let acts = self.act(Role::Clerk, Command::RegisterDriver(command)).await;
        first(&acts, |k| match k {
            ActKind::DriverRegistered(d) => Some(d.id.clone()),
            _ => None,
        })
    }

    pub async fn vehicle(&self, plate: &str, model: &str) -> VehicleId {
        let command = c::RegisterVehicle {
            plate: plate.into(),
            model: Some(model.into()),
            colour: Some("prata".into()),
            ..c::RegisterVehicle::default()
        };
        let acts = self.act(Role::Clerk, Command::RegisterVehicle(command)).await;
        first(&acts, |k| match k {
            ActKind::VehicleRegistered(v) => Some(v.id.clone()),
            _ => None,
        })
    }

    pub async fn receive(&self, subject: &Subject, kind: &str, expires: Option<Date>) -> DocumentId {
        let command = c::ReceiveDocument {
            subject: subject.clone(),
            kind: kind.into(),
            number: Some("0000".into()),
            issued: None,
            expires,
            note: None,
        };
        let acts = self.act(Role::Clerk, Command::ReceiveDocument(command)).await;
        first(&acts, |k| match k {
            ActKind::DocumentReceived(d) => Some(d.id.clone()),
            _ => None,
        })
    }

    pub async fn accept(
        &self,
        subject: &Subject,
        kind: &str,
        expires: Option<Date>,
        facts: &[(&str, FactValue)],
    ) {
        let document = self.receive(subject, kind, expires).await;
        let facts: FactValues = facts.iter().map(|(n, v)| ((*n).to_string(), v.clone())).collect();
        self.act(Role::Clerk, Command::AcceptDocument(c::AcceptDocument { document, facts, since: None }))
            .await;
    }

    /// The documents of a driver that meet the law, but for the vehicle.
    pub async fn driver_papers(&self, driver: &DriverId, cnh: Date) {
        let s = Subject::Driver(driver.clone());
        let text = |t: &str| FactValue::Text(t.into());
        self.accept(
            &s,
            "cnh",
            Some(cnh),
            &[("condutor.cnh.categoria", text("B")), ("condutor.cnh.ear", FactValue::Bool(true))],
        )
        .await;
        self.accept(
            &s,
            "certificado_curso",
            None,
            &[("condutor.curso.aprovado", FactValue::Bool(true)), ("condutor.curso.emissor", text("cfc"))],
        )
        .await;
        self.accept(
            &s,
            "certidao_antecedentes",
            None,
            &[
                ("condutor.certidao.negativa", FactValue::Bool(true)),
                ("condutor.certidao.emissao", FactValue::Date(date(2026, 11, 3))),
            ],
        )
        .await;
        self.accept(&s, "inscricao_inss", None, &[("condutor.inss.inscricao", text("mei"))]).await;
        self.accept(
            &s,
            "comprovante_residencia",
            None,
            &[("condutor.residencia.desde", FactValue::Date(date(2019, 3, 1)))],
        )
        .await;
    }

    /// The documents of a vehicle made in a year.
    pub async fn vehicle_papers(&self, vehicle: &VehicleId, year: i64, insured: Date) {
        let s = Subject::Vehicle(vehicle.clone());
        self.accept(
            &s,
            "crlv",
            Some(date(2027, 10, 31)),
            &[
                ("veiculo.motorizado", FactValue::Bool(true)),
                ("veiculo.ano_fabricacao", FactValue::Int(year)),
                ("veiculo.ano_modelo", FactValue::Int(year)),
                ("veiculo.lugares", FactValue::Int(5)),
            ],
        )
        .await;
        self.accept(&s, "apolice_app", Some(insured), &[]).await;
    }

    /// A driver with everything but the credential.
    pub async fn ready(
        &self,
        name: &str,
        cpf: &str,
        plate: &str,
        operator: &OperatorId,
        year: i64,
    ) -> DriverId {
        let driver = self.driver(name, cpf).await;
        let vehicle = self.vehicle(plate, "Chevrolet Onix (fictício)").await;
        let today = date(2026, 11, 30);
        let link = c::LinkDriver { driver: driver.clone(), operator: operator.clone(), since: today };
        self.act(Role::Clerk, Command::LinkDriver(link)).await;
        let tie = c::AssignVehicle {
            driver: driver.clone(),
            vehicle: vehicle.clone(),
            holding: Holding::Own,
            since: today,
        };
        self.act(Role::Clerk, Command::AssignVehicle(tie)).await;
        self.driver_papers(&driver, date(2029, 8, 3)).await;
        self.vehicle_papers(&vehicle, year, date(2027, 6, 30)).await;
        driver
    }

    /// Grants the credential; its code.
    pub async fn grant(&self, driver: &DriverId) -> String {
        let command = c::GrantCredential { driver: driver.clone(), last: None, confirmation: None };
        let acts = self.act(Role::Authority, Command::GrantCredential(command)).await;
        first(&acts, |k| match k {
            ActKind::CredentialGranted(g) => Some(g.code.clone()),
            _ => None,
        })
    }

    pub fn app(&self, public_url: &str) -> web::App {
        let at = self.at;
        web::App {
            office: Arc::clone(&self.office),
            clock: Arc::new(move || at),
            public_url: public_url.into(),
            contact: Some("Rua Fictícia, 100, Centro · (12) 0000-0000 (fictício)".into()),
            data_officer: Some("Encarregada Fictícia, dados@cidade.example".into()),
            behind_proxy: false,
        }
    }
}
