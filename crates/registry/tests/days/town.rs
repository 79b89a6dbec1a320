//! A town in which tests live: its law, its register, its clock.

use std::path::Path;
use std::sync::LazyLock;

use jiff::civil::{Date, DateTime};
use law::Law;
use registry::act::enforcement::Offender;
use registry::act::holders::{Contact, FactValues, Holding};
use registry::act::{decode, encode};
use registry::command as c;
use registry::id::{DocumentId, DriverId, NoticeId, OperatorId, Subject, VehicleId};
use registry::{Act, ActKind, Actor, Command, Context, FactValue, Refusal, Registry, Role, apply, decide};

static LAW: LazyLock<Law> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../leis/caraguatatuba-sp");
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .expect("the rulebook is part of the repository")
        .map(|e| e.expect("a readable folder").path())
        .filter(|p| p.extension().is_some_and(|x| x == "toml"))
        .collect();
    names.sort();
    let sources: Vec<rulebook::Source> = names
        .iter()
        .map(|p| rulebook::Source {
            name: p.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default(),
            text: std::fs::read_to_string(p).expect("a readable file"),
        })
        .collect();
    rulebook::read("caraguatatuba-sp", &sources).into_law(&sources).expect("a sound rulebook")
});

/// A town.
pub struct Town {
    pub law: Law,
    pub reg: Registry,
    pub acts: Vec<Act>,
    pub now: DateTime,
    fresh: u64,
}

impl Town {
    /// A town that opens on a day.
    pub fn on(day: Date) -> Self {
        Self { law: LAW.clone(), reg: Registry::new(), acts: Vec::new(), now: day.at(10, 0, 0, 0), fresh: 0 }
    }

    /// Goes to a day.
    pub fn go(&mut self, day: Date) {
        self.now = day.at(10, 0, 0, 0);
    }

    pub fn today(&self) -> Date {
        self.now.date()
    }

    fn context(&mut self, role: Role) -> Context {
        let mut fresh = || {
            self.fresh += 1;
            format!("{:012x}", self.fresh)
        };
        let (ids, codes) = ((0..Context::WANTED).map(|_| fresh()).collect(), vec![format!("C{}", fresh())]);
        Context {
            at_micros: 1_700_000_000_000_000 + i64::try_from(self.fresh).expect("few"),
            today: self.today(),
            time: self.now,
            actor: Actor {
                id: format!("u-{}", role.name()),
                name: format!("{} (fictício)", role.pt_br()),
                role,
            },
            fresh: ids,
            codes,
        }
    }

    /// Gives a command in a role. What is decided is applied, through the bytes that a ledger would keep.
    pub fn tell(&mut self, role: Role, command: &Command) -> Result<Vec<Act>, Refusal> {
        let context = self.context(role);
        let acts = decide(&self.reg, &self.law, command, &context)?;
        let mut over = false;
        for act in &acts {
            let bytes = encode(act).expect("an act is always written");
            let read = decode(&bytes).expect("and read back");
            assert_eq!(read, *act);
            let number = self.reg.head + 1;
            apply(&mut self.reg, number, &read);
            self.acts.push(read);
            over |= matches!(
                act.kind,
                ActKind::ParameterSet(_)
                    | ActKind::ReadingRuled(_)
                    | ActKind::ProvisionSuspended(_)
                    | ActKind::ProvisionRestored(_)
                    | ActKind::ClosureDayAdded(_)
            );
        }
        if over {
            self.law =
                LAW.with(&self.reg.laid_over.setting()).expect("decide lets only sound settings through");
        }
        Ok(acts)
    }

    /// Gives a command that must be taken.
    pub fn ok(&mut self, role: Role, command: Command) -> Vec<Act> {
        match self.tell(role, &command) {
            Ok(acts) => acts,
            Err(refusal) => panic!("{command:?}\nwas refused: {refusal}"),
        }
    }

    /// Gives a command that must be refused.
    pub fn no(&mut self, role: Role, command: Command) -> Refusal {
        let before = self.reg.fingerprint();
        match self.tell(role, &command) {
            Ok(acts) => panic!("{command:?}\nwas taken: {acts:?}"),
            Err(refusal) => {
                assert!(!refusal.reasons.is_empty());
                assert_eq!(self.reg.fingerprint(), before, "a refusal changes nothing");
                refusal
            }
        }
    }

    /// The state that the acts so far give when told again from the start.
    pub fn replayed(&self) -> Registry {
        let mut again = Registry::new();
        for (number, act) in (1..).zip(&self.acts) {
            apply(&mut again, number, act);
        }
        again
    }

    pub fn operator(&mut self) -> OperatorId {
        let command = c::RegisterOperator {
            cnpj: "11.222.333/0001-81".into(),
            name: "Corre Bem Tecnologia Ltda. (fictícia)".into(),
            trade_name: Some("Corre Bem".into()),
            ..Default::default()
        };
        match &self.ok(Role::Clerk, Command::RegisterOperator(command))[0].kind {
            ActKind::OperatorRegistered(p) => p.id.clone(),
            other => panic!("{other:?}"),
        }
    }

    pub fn driver_named(&mut self, name: &str, cpf: &str) -> DriverId {
        let command = c::RegisterDriver { cpf: cpf.into(), name: name.into(), ..Default::default() };
        match &self.ok(Role::Clerk, Command::RegisterDriver(command))[0].kind {
            ActKind::DriverRegistered(p) => p.id.clone(),
            other => panic!("{other:?}"),
        }
    }

    pub fn driver(&mut self) -> DriverId {
        self.driver_named("José Álvares Fictício", &cpf(100_000_001))
    }

    pub fn vehicle(&mut self, plate: &str) -> VehicleId {
        let command = c::RegisterVehicle {
            plate: plate.into(),
            model: Some("Sedã fictício".into()),
            colour: Some("prata".into()),
            ..Default::default()
        };
        match &self.ok(Role::Clerk, Command::RegisterVehicle(command))[0].kind {
            ActKind::VehicleRegistered(p) => p.id.clone(),
            other => panic!("{other:?}"),
        }
    }

    pub fn link(&mut self, driver: &DriverId, operator: &OperatorId) {
        let since = self.today();
        let command = c::LinkDriver { driver: driver.clone(), operator: operator.clone(), since };
        self.ok(Role::Clerk, Command::LinkDriver(command));
    }

    pub fn assign(&mut self, driver: &DriverId, vehicle: &VehicleId, holding: Holding) {
        let since = self.today();
        let command = c::AssignVehicle { driver: driver.clone(), vehicle: vehicle.clone(), holding, since };
        self.ok(Role::Clerk, Command::AssignVehicle(command));
    }

    /// Receives and accepts a document.
    pub fn paper(
        &mut self,
        subject: &Subject,
        kind: &str,
        expires: Option<Date>,
        facts: &[(&str, FactValue)],
    ) -> DocumentId {
        let receive = c::ReceiveDocument {
            subject: subject.clone(),
            kind: kind.into(),
            number: None,
            issued: None,
            expires,
            note: None,
        };
        let id = match &self.ok(Role::Clerk, Command::ReceiveDocument(receive))[0].kind {
            ActKind::DocumentReceived(p) => p.id.clone(),
            other => panic!("{other:?}"),
        };
        let accept = c::AcceptDocument { document: id.clone(), facts: facts_of(facts), since: None };
        self.ok(Role::Clerk, Command::AcceptDocument(accept));
        id
    }

    /// The papers of a driver, all good until some years from now.
    pub fn driver_papers(&mut self, driver: &DriverId) {
        let s = Subject::Driver(driver.clone());
        let today = self.today();
        let far = Date::new(today.year() + 4, 6, 30).expect("a date");
        let yes = FactValue::Bool(true);
        let text = |t: &str| FactValue::Text(t.into());
        self.paper(
            &s,
            "cnh",
            Some(far),
            &[("condutor.cnh.categoria", text("B")), ("condutor.cnh.ear", yes.clone())],
        );
        self.paper(
            &s,
            "certificado_curso",
            None,
            &[("condutor.curso.aprovado", yes.clone()), ("condutor.curso.emissor", text("cfc"))],
        );
        self.paper(
            &s,
            "certidao_antecedentes",
            None,
            &[("condutor.certidao.negativa", yes), ("condutor.certidao.emissao", FactValue::Date(today))],
        );
        self.paper(&s, "inscricao_inss", None, &[("condutor.inss.inscricao", text("mei"))]);
        let since = Date::new(today.year() - 2, 1, 15).expect("a date");
        self.paper(
            &s,
            "comprovante_residencia",
            None,
            &[("condutor.residencia.desde", FactValue::Date(since))],
        );
    }

    /// The papers of a vehicle made in a year.
    pub fn vehicle_papers(&mut self, vehicle: &VehicleId, made: i64) {
        let s = Subject::Vehicle(vehicle.clone());
        let far = Date::new(self.today().year() + 1, 10, 31).expect("a date");
        self.paper(
            &s,
            "crlv",
            Some(far),
            &[
                ("veiculo.motorizado", FactValue::Bool(true)),
                ("veiculo.ano_fabricacao", FactValue::Int(made)),
                ("veiculo.lugares", FactValue::Int(5)),
            ],
        );
        self.paper(&s, "apolice_app", Some(far), &[]);
    }

    /// A driver with everything in order and a credential.
    pub fn credentialed(&mut self) -> (DriverId, VehicleId, OperatorId) {
        let (o, d, v) = (self.operator(), self.driver(), self.vehicle("FUM0B05"));
        self.link(&d, &o);
        self.assign(&d, &v, Holding::Own);
        self.driver_papers(&d);
        let made = i64::from(self.today().year()) - 3;
        self.vehicle_papers(&v, made);
        self.ok(Role::Clerk, grant(&d));
        (d, v, o)
    }

    /// Draws up a notice for a fact an hour ago.
    pub fn notice(&mut self, offender: Offender, code: &str, facts: &[(&str, FactValue)]) -> NoticeId {
        let command = draw(self.now, offender, code, facts);
        match &self.ok(Role::Inspector, Command::DrawNotice(Box::new(command)))[0].kind {
            ActKind::NoticeDrawn(p) => p.id.clone(),
            other => panic!("{other:?}"),
        }
    }

    /// Serves in person, defends the next day and decides on a day.
    pub fn punish(&mut self, notice: &NoticeId, decided: Date) {
        let day = self.today();
        self.ok(Role::Clerk, serve(notice, registry::act::enforcement::ServedPaper::Notice, day));
        let next = day.tomorrow().expect("a date");
        self.go(next);
        self.ok(Role::Clerk, defend(notice, next));
        self.go(decided);
        self.ok(Role::Authority, uphold(notice));
    }

    /// Sets the value of a unit for all of the years of a test.
    pub fn set_unit(&mut self, unit: &str, value: &str) {
        let command = c::SetParameter {
            parameter: unit.into(),
            value: FactValue::Decimal(value.parse().expect("a decimal")),
            since: Date::new(2020, 7, 20).expect("a date"),
            until: None,
            source: "decreto fictício".into(),
        };
        self.ok(Role::Manager, Command::SetParameter(command));
    }
}

/// A CPF with right check digits from nine digits.
pub fn cpf(nine: u32) -> String {
    let base: Vec<u32> = format!("{nine:09}").chars().filter_map(|c| c.to_digit(10)).collect();
    let digit = |digits: &[u32]| {
        let top = u32::try_from(digits.len()).expect("few") + 1;
        let sum: u32 = digits.iter().zip((2..=top).rev()).map(|(d, w)| d * w).sum();
        if sum % 11 < 2 { 0 } else { 11 - sum % 11 }
    };
    let mut all = base;
    all.push(digit(&all));
    all.push(digit(&all));
    all.iter().map(ToString::to_string).collect()
}

pub fn facts_of(facts: &[(&str, FactValue)]) -> FactValues {
    facts.iter().map(|(k, v)| ((*k).to_string(), v.clone())).collect()
}

pub fn grant(driver: &DriverId) -> Command {
    Command::GrantCredential(c::GrantCredential { driver: driver.clone(), last: None, confirmation: None })
}

pub fn draw(now: DateTime, offender: Offender, code: &str, facts: &[(&str, FactValue)]) -> c::DrawNotice {
    let fact_at = now.date().at(9, 0, 0, 0);
    c::DrawNotice {
        offence: code.into(),
        also_considered: Vec::new(),
        offender,
        plate: Some("FUM-0B05".into()),
        vehicle_description: None,
        fact_at,
        place: "Rua Fictícia, 100, Centro".into(),
        description: "Fato fictício, com as suas circunstâncias.".into(),
        facts: facts_of(facts),
        signed: false,
        refusal_certified: false,
        confirmation: None,
    }
}

pub fn serve(notice: &NoticeId, paper: registry::act::enforcement::ServedPaper, on: Date) -> Command {
    Command::Serve(c::Serve { notice: notice.clone(), paper, mode: "pessoal".into(), on, proof: None })
}

pub fn defend(notice: &NoticeId, on: Date) -> Command {
    Command::FileDefence(c::FileDefence { notice: notice.clone(), on, text: "defesa fictícia".into() })
}

pub fn uphold(notice: &NoticeId) -> Command {
    Command::Decide(c::Decide {
        notice: notice.clone(),
        uphold: true,
        reasoning: "fundamentos fictícios".into(),
    })
}

/// A contact, for commands that want one.
pub fn contact() -> Contact {
    Contact { address: Some("Rua Fictícia, 1".into()), phone: None, email: None }
}
