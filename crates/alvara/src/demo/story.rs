//! An invented year of an office, told through the same commands that people give, under whatever rulebook is open.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use jiff::civil::Date;
use jiff::{Span, Timestamp};
use law::Law;
use law::penalty::PenaltyQuestion;
use office::{ExecuteError, Office};
use registry::act::ActKind;
use registry::act::enforcement::{Offender, ServedPaper};
use registry::act::holders::{Contact, FactValues, Holding};
use registry::command as c;
use registry::id::{DriverId, NoticeId, OperatorId, Subject, VehicleId};
use registry::{Actor, Command, FactValue, Role};

use super::example;
use super::people::{self, Dice};

/// How many commands are recorded together while the register is filled.
const BATCH: usize = 600;

/// Tells the story.
pub struct Teller {
    office: Arc<Office>,
    now: Timestamp,
    dice: Dice,
}

struct Entered {
    driver: DriverId,
    vehicle: VehicleId,
    plate: String,
}

impl Teller {
    /// A teller for an office, ending now.
    pub fn new(office: Arc<Office>, now: Timestamp) -> Self {
        Self { office, now, dice: Dice::new(20_261_130) }
    }

    fn actor(role: Role) -> Actor {
        let name = match role {
            Role::Clerk => "Bruna Balcão Fictícia",
            Role::Inspector => "Fábio Fiscal Fictício",
            Role::Authority => "Aurora Autoridade Fictícia",
            Role::AppealBoard => "Jorge Junta Fictício",
            Role::Manager => "Gilda Gestora Fictícia",
            Role::System => "Sistema",
        };
        Actor { id: format!("demo-{}", role.name()), name: name.into(), role }
    }

    fn ago(&self, days: i64) -> Timestamp {
        self.now.checked_sub(Span::new().hours(days * 24)).unwrap_or(self.now)
    }

    fn day(&self, days_ago: i64) -> Date {
        self.office.today(self.ago(days_ago))
    }

    fn law(&self) -> Arc<Law> {
        Arc::clone(&self.office.read().law)
    }

    async fn tell(&self, role: Role, command: Command, at: Timestamp) -> Result<Vec<ActKind>> {
        let done = self.office.execute(&Self::actor(role), &command, at).await.map_err(told)?;
        Ok(done.acts.into_iter().map(|(_, a)| a.kind).collect())
    }

    /// Tells everything. `more` drivers without a story are added, to see how a large register feels.
    pub async fn tell_all(&mut self, more: u32) -> Result<()> {
        self.values().await?;
        let operators = self.operators().await?;
        let stories = self.drivers(&operators).await?;
        self.crowd(&operators, more).await?;
        self.reports(&operators).await?;
        self.enforcement(&stories).await
    }

    /// Values that the rulebook does not know for the days of the story; the source says that they are invented.
    async fn values(&self) -> Result<()> {
        let law = self.law();
        let first = Date::new(self.day(0).year() - 1, 1, 1)?;
        for p in law.parameters.values() {
            for year in [first.year(), self.day(0).year()] {
                let since = Date::new(year, 1, 1)?;
                if p.on(since).is_some() {
                    continue;
                }
                let value = match p.values.last().map(|v| &v.value) {
                    Some(law::Value::Decimal(d)) => (*d * rust_decimal::Decimal::new(108, 2)).round_dp(2),
                    _ => rust_decimal::Decimal::new(if p.id.len() % 2 == 0 { 2500 } else { 18_000 }, 2),
                };
                let command = Command::SetParameter(c::SetParameter {
                    parameter: p.id.to_string(),
                    value: FactValue::Decimal(value),
                    since,
                    until: Some(Date::new(year, 12, 31)?),
                    source: "valor fictício da demonstração".into(),
                });
                self.tell(Role::Manager, command, self.ago(420)).await?;
            }
        }
        Ok(())
    }

    async fn operators(&mut self) -> Result<Vec<OperatorId>> {
        let law = self.law();
        let mut out = Vec::new();
        for (i, (name, trade)) in [
            ("Vai Fictícia Tecnologia Ltda.", "Vai Fictícia"),
            ("Leva Exemplo Mobilidade S.A.", "Leva Exemplo"),
        ]
        .iter()
        .enumerate()
        {
            // the second one's papers are about to run out
            let months = if i == 0 { 19 } else { 14 };
            let register = Command::RegisterOperator(c::RegisterOperator {
                cnpj: people::cnpj(u32::try_from(i)? + 1),
                name: (*name).into(),
                trade_name: Some((*trade).into()),
                contact: Contact {
                    email: Some(format!("contato@operadora{}.example", i + 1)),
                    ..Contact::default()
                },
                facts: example::good(&law, "operadora", self.day(400), months),
            });
            let acts = self.tell(Role::Clerk, register, self.ago(400)).await?;
            out.extend(acts.iter().find_map(|a| match a {
                ActKind::OperatorRegistered(r) => Some(r.id.clone()),
                _ => None,
            }));
        }
        Ok(out)
    }

    fn registration(&mut self, n: u32, on: Date, months: i32) -> (c::RegisterDriver, c::RegisterVehicle) {
        let law = self.law();
        let name = people::name(&mut self.dice);
        let (model, colour) = people::car(&mut self.dice);
        let driver = c::RegisterDriver {
            cpf: people::cpf(n),
            name,
            cnh: None,
            cnh_confirmation: None,
            contact: Contact {
                address: Some(format!("Rua dos Exemplos Fictícios, {}", 10 + n)),
                phone: Some(format!("(12) 90000-{:04}", n % 10_000)),
                email: None,
            },
            facts: example::good(&law, "condutor", on, months),
        };
        let vehicle = c::RegisterVehicle {
            plate: people::plate(n),
            renavam: None,
            chassis: None,
            model: Some(model),
            colour: Some(colour),
            facts: example::good(&law, "veiculo", on, months),
        };
        (driver, vehicle)
    }

    async fn enter(
        &mut self,
        n: u32,
        operator: &OperatorId,
        days_ago: i64,
        months: i32,
        change: impl FnOnce(&Law, &mut FactValues, &mut FactValues),
    ) -> Result<Entered> {
        let law = self.law();
        let (mut driver, mut vehicle) = self.registration(n, self.day(days_ago), months);
        change(&law, &mut driver.facts, &mut vehicle.facts);
        let at = self.ago(days_ago);
        let plate = vehicle.plate.clone();
        let drv = self.tell(Role::Clerk, Command::RegisterDriver(driver), at).await?;
        let veh = self.tell(Role::Clerk, Command::RegisterVehicle(vehicle), at).await?;
        let driver = drv.iter().find_map(|a| match a {
            ActKind::DriverRegistered(d) => Some(d.id.clone()),
            _ => None,
        });
        let vehicle = veh.iter().find_map(|a| match a {
            ActKind::VehicleRegistered(v) => Some(v.id.clone()),
            _ => None,
        });
        let (Some(driver), Some(vehicle)) = (driver, vehicle) else {
            return Err(anyhow!("o cadastro não deu número"));
        };
        self.tie(&driver, &vehicle, operator, days_ago).await?;
        Ok(Entered { driver, vehicle, plate })
    }

    async fn tie(
        &self,
        driver: &DriverId,
        vehicle: &VehicleId,
        operator: &OperatorId,
        days_ago: i64,
    ) -> Result<()> {
        let (at, since) = (self.ago(days_ago), self.day(days_ago));
        let link = c::LinkDriver { driver: driver.clone(), operator: operator.clone(), since };
        self.tell(Role::Clerk, Command::LinkDriver(link), at).await?;
        let assign = c::AssignVehicle {
            driver: driver.clone(),
            vehicle: vehicle.clone(),
            holding: Holding::Own,
            since,
        };
        self.tell(Role::Clerk, Command::AssignVehicle(assign), at).await?;
        Ok(())
    }

    /// The papers that prove what is known of a subject: handed in, looked at, accepted.
    async fn papers(&self, subject: &Subject, days_ago: i64) -> Result<()> {
        let law = self.law();
        let (on, at) = (self.day(days_ago), self.ago(days_ago));
        let known = self.office.read().registry.facts_of(&law, subject, on);
        for (n, d) in law.documents.values().filter(|d| d.subject.as_ref() == subject.role()).enumerate() {
            let facts: FactValues = d
                .facts
                .iter()
                .filter_map(|f| Some((f.to_string(), FactValue::from(known.get(f)?))))
                .collect();
            if facts.is_empty() || facts.len() < d.facts.len() {
                continue;
            }
            let expires = d.expiry.as_ref().and_then(|f| match known.get(f) {
                Some(law::Value::Date(last)) => Some(*last),
                _ => None,
            });
            let receive = Command::ReceiveDocument(c::ReceiveDocument {
                subject: subject.clone(),
                kind: d.id.to_string(),
                number: Some(format!("FIC-{:04}", 100 * days_ago + i64::try_from(n)?)),
                issued: None,
                expires,
                note: None,
            });
            let acts = self.tell(Role::Clerk, receive, at).await?;
            for act in acts {
                if let ActKind::DocumentReceived(r) = act {
                    let accept = c::AcceptDocument { document: r.id, facts: facts.clone(), since: Some(on) };
                    self.tell(Role::Clerk, Command::AcceptDocument(accept), at).await?;
                }
            }
        }
        Ok(())
    }

    /// What the operators owed until last month, handed in; the second one still owes the last.
    async fn reports(&self, operators: &[OperatorId]) -> Result<()> {
        let law = self.law();
        for (i, operator) in operators.iter().enumerate() {
            let owed = registry::queries::owed(&self.office.read().registry, &law, operator, self.day(0));
            let skip = if i == 0 { 0 } else { 1 };
            let due: Vec<_> = owed.iter().filter(|o| o.filed_on.is_none()).collect();
            for o in due.iter().take(due.len().saturating_sub(skip)) {
                let Some(filing) = law.filings.get(&o.filing) else { continue };
                if filing.period.all().iter().all(|p| p.months() != Some(1)) {
                    continue;
                }
                let report = c::FileReport {
                    operator: operator.clone(),
                    filing: o.filing.to_string(),
                    anchor: o.anchor,
                    plates: (1..=4).map(people::plate).collect(),
                    expected: None,
                    nil: false,
                    note: Some("entrega fictícia".into()),
                };
                let days_late = law::value::day_number(self.day(0)) - law::value::day_number(o.due);
                let at = self.ago(i64::from(days_late.max(0)));
                // a report that the law takes no more is left owed, as it would be
                let _ =
                    self.office.execute(&Self::actor(Role::Clerk), &Command::FileReport(report), at).await;
            }
        }
        Ok(())
    }

    async fn grant(&self, driver: &DriverId, days_ago: i64) -> Result<()> {
        let grant = c::GrantCredential {
            driver: driver.clone(),
            last: None,
            confirmation: Some("documento que vence logo, conferido na demonstração".into()),
        };
        self.tell(Role::Clerk, Command::GrantCredential(grant), self.ago(days_ago)).await.map(|_| ())
    }

    /// Drivers with a story: in order, about to expire, expired, each with one requirement that fails, and without papers.
    async fn drivers(&mut self, operators: &[OperatorId]) -> Result<Vec<Entered>> {
        let operator = operators.first().ok_or_else(|| anyhow!("faltou operadora"))?.clone();
        let mut out = Vec::new();
        // in order since long; the first two will have notices, the third will be suspended
        for (n, days_ago) in [(1, 330), (2, 250), (3, 190), (4, 120)] {
            let e = self.enter(n, &operator, days_ago, 22, |_, _, _| {}).await?;
            self.papers(&Subject::Driver(e.driver.clone()), days_ago).await?;
            self.papers(&Subject::Vehicle(e.vehicle.clone()), days_ago).await?;
            self.grant(&e.driver, days_ago - 1).await?;
            out.push(e);
        }
        // a paper runs out within days
        let e = self.enter(5, &operator, 80, 3, |_, _, _| {}).await?;
        self.grant(&e.driver, 79).await?;
        out.push(e);
        // expired
        let e = self.enter(6, &operator, 200, 4, |_, _, _| {}).await?;
        self.grant(&e.driver, 199).await?;
        out.push(e);
        // each with one thing in the way
        for n in 0..6_u32 {
            let nth = usize::try_from(n)?;
            let on = self.day(10);
            let e = self
                .enter(7 + n, &operator, 10, 12, |law, driver, vehicle| {
                    let (subject, facts) =
                        if n % 2 == 0 { ("veiculo", vehicle) } else { ("condutor", driver) };
                    if let Some((_, bad)) = example::failing(law, subject, nth, on, facts) {
                        *facts = bad;
                    }
                })
                .await?;
            out.push(e);
        }
        // still without papers: the file says what is missing and who must bring it
        let e = self
            .enter(13, &operator, 3, 12, |_, driver, vehicle| {
                driver.clear();
                vehicle.clear();
            })
            .await?;
        out.push(e);
        Ok(out)
    }

    /// Drivers without a story.
    async fn crowd(&mut self, operators: &[OperatorId], more: u32) -> Result<()> {
        let clerk = Self::actor(Role::Clerk);
        let operator =
            operators.get(1).or(operators.first()).ok_or_else(|| anyhow!("faltou operadora"))?.clone();
        let (at, since) = (self.ago(60), self.day(60));
        let mut made = 0;
        while made < more {
            let count = (more - made).min(u32::try_from(BATCH)? / 2);
            let mut commands = Vec::new();
            for n in made..made + count {
                let (driver, vehicle) = self.registration(1_000 + n, since, 14);
                commands.push(Command::RegisterDriver(driver));
                commands.push(Command::RegisterVehicle(vehicle));
            }
            let done = self.office.execute_all(&clerk, &commands, at).await.map_err(told)?;
            let mut ties = Vec::new();
            let mut last: Option<DriverId> = None;
            for (_, act) in done.acts {
                match act.kind {
                    ActKind::DriverRegistered(d) => last = Some(d.id),
                    ActKind::VehicleRegistered(v) => {
                        let Some(driver) = last.take() else { continue };
                        ties.push(Command::LinkDriver(c::LinkDriver {
                            driver: driver.clone(),
                            operator: operator.clone(),
                            since,
                        }));
                        ties.push(Command::AssignVehicle(c::AssignVehicle {
                            driver: driver.clone(),
                            vehicle: v.id,
                            holding: Holding::Own,
                            since,
                        }));
                        ties.push(Command::GrantCredential(c::GrantCredential {
                            driver,
                            last: None,
                            confirmation: Some("demonstração".into()),
                        }));
                    }
                    _ => {}
                }
            }
            self.office.execute_all(&clerk, &ties, at).await.map_err(told)?;
            made += count;
        }
        Ok(())
    }

    /// Notices: one punished and repeated within the window, one that waits for service, a preventive suspension.
    async fn enforcement(&self, drivers: &[Entered]) -> Result<()> {
        let law = self.law();
        // a line that costs money the first time shows more than one that only warns
        let of_drivers = |o: &&law::offence::Offence| {
            o.who.iter().any(|w| w.as_ref() == "condutor") && o.when.is_none() && !o.residual
        };
        let costs = |o: &&law::offence::Offence| {
            let question = PenaltyQuestion {
                code: &o.code,
                offender: Some("condutor"),
                fact: self.day(150),
                decided: Some(self.day(150)),
                history: &[],
                facts: &law::Facts::new(),
                chosen: None,
            };
            law.penalty(&question).value.is_some()
        };
        let fined = law.offences.values().filter(of_drivers).find(costs);
        let fined = fined.or_else(|| law.offences.values().find(of_drivers));
        let (Some(offence), Some(first), Some(second)) = (fined, drivers.first(), drivers.get(1)) else {
            return Ok(());
        };
        let code = offence.code.to_string();
        let draw = |e: &Entered, days: i64, signed: bool| {
            let fact_at = self.office.moment(self.ago(days)).time;
            Command::DrawNotice(Box::new(c::DrawNotice {
                offence: code.clone(),
                also_considered: Vec::new(),
                offender: Offender::Driver(e.driver.clone()),
                plate: Some(e.plate.clone()),
                vehicle_description: None,
                fact_at,
                place: "Avenida dos Exemplos, altura do nº 100 (fictício)".into(),
                description: format!("{} Fato inventado para a demonstração.", offence.says),
                facts: FactValues::new(),
                signed,
                refusal_certified: false,
                confirmation: None,
            }))
        };
        let notice = |acts: &[ActKind]| -> Option<NoticeId> {
            acts.iter().find_map(|a| match a {
                ActKind::NoticeDrawn(n) => Some(n.id.clone()),
                _ => None,
            })
        };
        // punished five months ago, and again last week: the second one is a repetition
        let acts = self.tell(Role::Inspector, draw(first, 150, true), self.ago(150)).await?;
        if let Some(id) = notice(&acts) {
            let at = self.ago(144);
            let defence = c::FileDefence {
                notice: id.clone(),
                on: self.day(144),
                text: "Defesa fictícia: o fato não houve.".into(),
            };
            self.tell(Role::Clerk, Command::FileDefence(defence), at).await?;
            let decide = c::Decide {
                notice: id.clone(),
                uphold: true,
                reasoning: "As provas fictícias confirmam o fato.".into(),
            };
            self.tell(Role::Authority, Command::Decide(decide), self.ago(130)).await?;
            let served = c::Serve {
                notice: id,
                paper: ServedPaper::Decision,
                mode: law.services.keys().next().map(ToString::to_string).unwrap_or_default(),
                on: self.day(128),
                proof: Some("recibo fictício".into()),
            };
            self.tell(Role::Clerk, Command::Serve(served), self.ago(128)).await?;
        }
        self.tell(Role::Inspector, draw(first, 7, true), self.ago(7)).await?;
        // waits to be served
        self.tell(Role::Inspector, draw(second, 2, false), self.ago(2)).await?;
        // suspended while facts are found out
        if let Some(third) = drivers.get(2) {
            let subject = Subject::Driver(third.driver.clone());
            let complaint = c::ReceiveComplaint {
                subject: subject.clone(),
                channel: "telefone 156".into(),
                text: "Denúncia fictícia da demonstração.".into(),
                complainant: None,
                grave: true,
            };
            self.tell(Role::Clerk, Command::ReceiveComplaint(complaint), self.ago(5)).await?;
            let suspend = c::SuspendPreventively {
                subject,
                reason: "Apuração de denúncia grave (fictícia).".into(),
                case: None,
            };
            self.tell(Role::Authority, Command::SuspendPreventively(suspend), self.ago(4)).await?;
        }
        Ok(())
    }
}

fn told(e: ExecuteError) -> anyhow::Error {
    match e {
        ExecuteError::Refused(r) => {
            let reasons: Vec<String> = r.reasons.iter().map(registry::Reason::pt_br).collect();
            anyhow!("a demonstração foi recusada: {}", reasons.join("; "))
        }
        other => anyhow!(other),
    }
}
