//! A day of an invented office: the real law, fictitious people, a clock that a story sets, the site on a free port, a browser.

use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use office::{Office, Store};
use registry::act::ActKind;
use registry::act::holders::{Contact, FactValues, Holding};
use registry::command as c;
use registry::id::{DriverId, OperatorId, VehicleId};
use registry::{Actor, Command, FactValue, Role};
use rulebook::Source;
use tokio::runtime::Runtime;

use crate::browser::Browser;
use crate::webdriver::Session;

/// The password of every fictitious user.
const PASSWORD: &str = "senha ficticia 123";
/// Users: login, name, role.
const USERS: [(&str, &str, Role); 5] = [
    ("balcao", "Bruna Fictícia", Role::Clerk),
    ("fiscal", "Fábio Fictício", Role::Inspector),
    ("autoridade", "Aurora Fictícia", Role::Authority),
    ("junta", "Jonas Fictício", Role::AppealBoard),
    ("gestor", "Gilda Fictícia", Role::Manager),
];

/// Somebody with a credential: what a story needs to find the person again.
#[derive(Debug)]
pub struct Licensed {
    /// Path of the driver's file.
    pub file: String,
    /// Name of the driver in the register, for addresses.
    pub id: DriverId,
    pub vehicle: VehicleId,
    pub code: String,
}

/// A day of the office, with a browser open on its site.
pub struct Day {
    // first, so that it closes before the site it shows
    browser: Browser,
    office: Arc<Office>,
    clock: Arc<Mutex<Timestamp>>,
    run: Runtime,
    _folder: tempfile::TempDir,
}

impl Deref for Day {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}

fn sources() -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../leis/caraguatatuba-sp");
    let files = std::fs::read_dir(folder).expect("the folder of the rulebook");
    let mut files: Vec<_> = files.filter_map(Result::ok).map(|e| e.path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "toml"));
    files.sort();
    let source = |p: &std::path::PathBuf| Source {
        name: p.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        text: std::fs::read_to_string(p).expect("a file of the rulebook"),
    };
    files.iter().map(source).collect()
}

fn moment(text: &str) -> Timestamp {
    // civil time of the municipality, three hours behind
    format!("{}:00-03:00", text.replace(' ', "T")).parse().expect("a moment")
}

/// The facts of a table.
fn facts(table: &[(&str, FactValue)]) -> FactValues {
    table.iter().map(|(name, value)| ((*name).to_string(), value.clone())).collect()
}

impl Day {
    /// Opens the office at a moment (`2026-11-30 09:00`) with a browser on it. None, said aloud, where there is no browser.
    pub fn begin(story: &'static str, at: &str) -> Option<Self> {
        let session = match Session::open() {
            Ok(session) => session,
            Err(why) if std::env::var_os("CI").is_some() => panic!("{story}: {why}"),
            Err(why) => {
                println!("skipped: {story}: {why}");
                return None;
            }
        };
        let run = Runtime::new().expect("a runtime");
        let folder = tempfile::tempdir().expect("a folder");
        let clock = Arc::new(Mutex::new(moment(at)));
        let (office, base) = run.block_on(Self::open(&folder.path().join("alvara.db"), &clock));
        let browser = Browser::new(session, base, story);
        Some(Self { browser, office, clock, run, _folder: folder })
    }

    async fn open(file: &Path, clock: &Arc<Mutex<Timestamp>>) -> (Arc<Office>, String) {
        let sources = sources();
        let law =
            rulebook::read("caraguatatuba-sp", &sources).into_law(&sources).expect("a law without faults");
        let store = Store::open_sqlite(file).await.expect("a store");
        let office = Arc::new(Office::open(store, law).await.expect("an office"));
        let now = *clock.lock().unwrap_or_else(PoisonError::into_inner);
        for (login, name, role) in USERS {
            office.create_user(login, name, role, PASSWORD, now).await.expect("a user");
        }
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let clock = Arc::clone(clock);
        let app = web::App {
            office: Arc::clone(&office),
            clock: Arc::new(move || *clock.lock().unwrap_or_else(PoisonError::into_inner)),
            public_url: base.clone(),
            contact: Some("Praça Fictícia, 1, Centro (fictício)".into()),
            data_officer: Some("Encarregada Fictícia, dados@cidade.example".into()),
            behind_proxy: false,
        };
        tokio::spawn(web::serve(listener, app, std::future::pending()));
        (office, base)
    }

    fn now(&self) -> Timestamp {
        *self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets time pass until a moment of the municipality's clock. What falls due meanwhile falls due.
    pub fn it_is(&self, at: &str) {
        *self.clock.lock().unwrap_or_else(PoisonError::into_inner) = moment(at);
        self.run.block_on(self.office.tick(moment(at))).unwrap_or_else(|e| panic!("{at}: {e}"));
    }

    /// Signs in as one of the invented users.
    pub fn sign_in_as(&self, login: &str) {
        self.browser.sign_in_as(login, PASSWORD);
    }

    /// Does something without the pages, to set the scene.
    fn act(&self, role: Role, command: &Command) -> Vec<ActKind> {
        let name = USERS.iter().find(|(_, _, r)| *r == role).map_or("Sistema", |(_, name, _)| name);
        let actor = Actor { id: format!("cena-{}", role.name()), name: (*name).to_string(), role };
        match self.run.block_on(self.office.execute(&actor, command, self.now())) {
            Ok(done) => done.acts.into_iter().map(|(_, act)| act.kind).collect(),
            Err(e) => panic!("a cena não se arma: {e}"),
        }
    }

    fn today(&self) -> Date {
        self.office.today(self.now())
    }

    /// An operator in the register.
    pub fn operator(&self) -> OperatorId {
        let command = Command::RegisterOperator(c::RegisterOperator {
            cnpj: "11.222.333/0001-81".into(),
            name: "Leva Fictícia Tecnologia Ltda.".into(),
            trade_name: Some("Leva Fictícia".into()),
            contact: Contact { email: Some("contato@leva.example".into()), ..Contact::default() },
            ..c::RegisterOperator::default()
        });
        let acts = self.act(Role::Clerk, &command);
        let found = acts
            .into_iter()
            .find_map(|a| if let ActKind::OperatorRegistered(o) = a { Some(o.id) } else { None });
        found.expect("an operator")
    }

    /// Somebody with everything in order and a credential, as the desk would have left it.
    pub fn licensed(&self, name: &str, cpf: &str, plate: &str, operator: &OperatorId) -> Licensed {
        let today = self.today();
        let later = today.checked_add(3.years()).expect("a date");
        let text = |t: &str| FactValue::Text(t.into());
        let yes = FactValue::Bool(true);
        let driver = Command::RegisterDriver(c::RegisterDriver {
            cpf: cpf.into(),
            name: name.into(),
            contact: Contact {
                address: Some("Rua Fictícia, 10, Centro, Caraguatatuba".into()),
                ..Contact::default()
            },
            facts: facts(&[
                ("condutor.cnh.categoria", text("B")),
                ("condutor.cnh.ear", yes.clone()),
                ("condutor.cnh.validade", FactValue::Date(later)),
                ("condutor.curso.aprovado", yes.clone()),
                ("condutor.curso.emissor", text("cfc")),
                ("condutor.certidao.negativa", yes.clone()),
                ("condutor.certidao.emissao", FactValue::Date(today)),
                ("condutor.inss.inscricao", text("contribuinte_individual")),
                ("condutor.residencia.desde", FactValue::Date(Date::constant(2019, 3, 1))),
            ]),
            ..c::RegisterDriver::default()
        });
        let acts = self.act(Role::Clerk, &driver);
        let id = acts
            .into_iter()
            .find_map(|a| if let ActKind::DriverRegistered(d) = a { Some(d.id) } else { None });
        let id = id.expect("a driver");
        let vehicle = Command::RegisterVehicle(c::RegisterVehicle {
            plate: plate.into(),
            model: Some("Chevrolet Onix (fictício)".into()),
            colour: Some("prata".into()),
            facts: facts(&[
                ("veiculo.motorizado", yes),
                ("veiculo.ano_fabricacao", FactValue::Int(i64::from(today.year()) - 4)),
                ("veiculo.ano_modelo", FactValue::Int(i64::from(today.year()) - 4)),
                ("veiculo.lugares", FactValue::Int(5)),
                ("veiculo.crlv.validade", FactValue::Date(later)),
                ("veiculo.app.validade", FactValue::Date(later)),
            ]),
            ..c::RegisterVehicle::default()
        });
        let acts = self.act(Role::Clerk, &vehicle);
        let car = acts
            .into_iter()
            .find_map(|a| if let ActKind::VehicleRegistered(v) = a { Some(v.id) } else { None });
        let car = car.expect("a vehicle");
        let link = c::LinkDriver { driver: id.clone(), operator: operator.clone(), since: today };
        self.act(Role::Clerk, &Command::LinkDriver(link));
        let tie = c::AssignVehicle {
            driver: id.clone(),
            vehicle: car.clone(),
            holding: Holding::Own,
            since: today,
        };
        self.act(Role::Clerk, &Command::AssignVehicle(tie));
        let grant = c::GrantCredential { driver: id.clone(), last: None, confirmation: None };
        let acts = self.act(Role::Clerk, &Command::GrantCredential(grant));
        let code = acts
            .into_iter()
            .find_map(|a| if let ActKind::CredentialGranted(g) = a { Some(g.code) } else { None });
        Licensed { file: format!("/condutores/{id}"), id, vehicle: car, code: code.expect("a credential") }
    }

    /// The manager says what a VRM is worth: without it no fine has a sum.
    pub fn a_vrm_is_worth(&self, value: &str, since: &str) {
        self.sign_in_as("gestor");
        self.follow("Gestão");
        self.follow("VRM");
        self.fill("Valor (VRM)", value);
        self.fill("Desde quando", since);
        self.fill("De onde vem", "Decreto fictício 1/2025");
        self.press("Registrar valor");
        self.sees("Valor registrado.");
    }

    /// The inspector draws up a notice on the pages; the page of the case is open afterwards. Its path.
    pub fn draw_notice(&self, seen: &Seen<'_>) -> String {
        self.follow("Autos");
        self.go("/autos/novo");
        self.fill("Buscar no cadastro", seen.plate);
        self.press_beside("Buscar no cadastro", "Buscar");
        self.choose("Autuado", seen.who);
        self.fill("Dia do fato", seen.day);
        self.fill("Hora do fato", seen.hour);
        self.fill("Lugar do fato", "Avenida Fictícia, 200, Centro");
        self.fill("Buscar por palavras ou código", seen.words);
        self.press_beside("Buscar por palavras ou código", "Buscar");
        self.tick(seen.line);
        self.press("Conferir as linhas marcadas");
        self.fill("O que aconteceu", "Relato fictício do que o fiscal viu.");
        self.choose("O autuado, na lavratura", "Assinou ou recebeu a 2ª via");
        self.press("Lavrar o auto");
        self.sees("Registrado.");
        self.path()
    }

    /// The clerk receives the defence against a notice on a day.
    pub fn receive_defence(&self, case: &str, day: &str) {
        self.go(case);
        self.follow("Receber defesa");
        self.fill("Dia em que chegou", day);
        self.fill("O que diz a defesa", "Defesa fictícia: o fato não foi assim.");
        self.press("Registrar");
        self.sees("Registrado.");
    }

    /// The authority upholds a notice.
    pub fn uphold(&self, case: &str) {
        self.go(case);
        self.follow("Decidir");
        self.choose("Decisão", "Manter o auto");
        self.fill("Fundamentos", "Fundamentos fictícios: o relato do fiscal basta.");
        self.press("Registrar decisão");
        self.sees("Registrado.");
    }

    /// The pages of the whole story had nothing to complain of.
    pub fn ends(self) {
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "o console reclamou: {complaints:#?}");
    }
}

/// What an inspector saw.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    pub who: &'a str,
    pub plate: &'a str,
    /// Day and hour of the fact, as typed.
    pub day: &'a str,
    pub hour: &'a str,
    /// Words to look for in the law, and the code of the line.
    pub words: &'a str,
    pub line: &'a str,
}
