//! Attempts: any command, with whoever is there, on any day.

use jiff::ToSpan;
use jiff::civil::{Date, date};
use proptest::prelude::*;
use registry::act::enforcement::{Offender, ServedPaper};
use registry::act::holders::Holding;
use registry::act::matters::{CaseStep, ClosureKind};
use registry::command as c;
use registry::id::{DriverId, NoticeId, OperatorId, Subject, VehicleId};
use registry::{ActKind, Command, FactValue, Role};

use crate::town::{Town, cpf, facts_of};

/// One thing that somebody tries: what, and four numbers that say with whom, when and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt {
    pub what: u8,
    pub a: u8,
    pub b: u8,
    pub c: u8,
    pub days: u8,
    pub wrong_role: bool,
}

pub(super) fn attempts() -> impl Strategy<Value = Vec<Attempt>> {
    let one = (0u8..80, any::<u8>(), any::<u8>(), any::<u8>(), 0u8..12, 0u8..20).prop_map(
        |(what, a, b, c, days, r)| Attempt {
            what,
            a,
            b,
            c,
            days: days.saturating_sub(6),
            wrong_role: r == 0,
        },
    );
    prop::collection::vec(one, 20..90)
}

pub(super) fn pick<T: Clone>(of: impl Iterator<Item = T>, n: u8) -> Option<T> {
    let all: Vec<T> = of.collect();
    all.get(usize::from(n) % all.len().max(1)).cloned()
}

const PLATES: [&str; 5] = ["AAA1A11", "aaa-1111", "BBB2B22", "FUM0B05", "não é placa"];
const CODES: [&str; 10] =
    ["I-01", "I-01", "I-04", "II-03", "III-01", "III-03", "IV-04", "V-02", "art36", "IX-99"];
const CNPJS: [&str; 3] = ["11.222.333/0001-81", "11444777000161", "00.000.000/0000-00"];

/// With whom an attempt is made.
pub(super) struct Parties {
    pub driver: Option<DriverId>,
    pub vehicle: Option<VehicleId>,
    pub operator: Option<OperatorId>,
    pub notice: Option<NoticeId>,
    pub subject: Option<Subject>,
}

pub(super) fn parties(town: &Town, t: Attempt) -> Parties {
    let driver = pick(town.reg.drivers.keys().cloned(), t.a);
    let operator = pick(town.reg.operators.keys().cloned(), t.b);
    let subject = if t.c.is_multiple_of(4) {
        operator.clone().map(Subject::Operator)
    } else {
        driver.clone().map(Subject::Driver)
    };
    Parties {
        vehicle: pick(town.reg.vehicles.keys().cloned(), t.b),
        notice: pick(town.reg.notices.keys().cloned(), t.a),
        driver,
        operator,
        subject,
    }
}

/// A day around today, sometimes in the future, sometimes at the ends of the calendar.
fn around(today: Date, n: u8) -> Date {
    match n {
        255 => Date::MAX,
        254 => Date::MIN,
        _ => today.checked_add((i64::from(n % 24) - 20).days()).expect("near today"),
    }
}

/// The papers that one attempt brings: they may be of somebody else, old, or say no.
pub(super) fn papers(town: &mut Town, t: Attempt, p: &Parties) {
    let today = town.today();
    let last = today.checked_add((i64::from(t.c) * 3 - 10).days()).expect("near today");
    let mut bring =
        |subject: &Option<Subject>, kind: &str, expires: Option<Date>, facts: &[(&str, FactValue)]| {
            let Some(subject) = subject.clone() else { return };
            let receive = c::ReceiveDocument {
                subject,
                kind: kind.into(),
                number: None,
                issued: None,
                expires,
                note: None,
            };
            let Ok(acts) = town.tell(Role::Clerk, &Command::ReceiveDocument(receive)) else { return };
            if let ActKind::DocumentReceived(d) = &acts[0].kind {
                let accept =
                    c::AcceptDocument { document: d.id.clone(), facts: facts_of(facts), since: None };
                let _ = town.tell(Role::Clerk, &Command::AcceptDocument(accept));
            }
        };
    let text = |t: &str| FactValue::Text(t.into());
    let yes = FactValue::Bool(t.c != 7);
    let d = p.driver.clone().map(Subject::Driver);
    bring(&d, "cnh", Some(last), &[("condutor.cnh.categoria", text("B")), ("condutor.cnh.ear", yes.clone())]);
    bring(
        &d,
        "certificado_curso",
        None,
        &[("condutor.curso.aprovado", yes.clone()), ("condutor.curso.emissor", text("cfc"))],
    );
    bring(
        &d,
        "certidao_antecedentes",
        None,
        &[("condutor.certidao.negativa", yes.clone()), ("condutor.certidao.emissao", FactValue::Date(today))],
    );
    bring(&d, "inscricao_inss", None, &[("condutor.inss.inscricao", text("mei"))]);
    bring(
        &d,
        "comprovante_residencia",
        None,
        &[("condutor.residencia.desde", FactValue::Date(date(2024, 1, 15)))],
    );
    let v = p.vehicle.clone().map(Subject::Vehicle);
    let made = FactValue::Int(2014 + i64::from(t.c % 12));
    bring(
        &v,
        "crlv",
        Some(last),
        &[
            ("veiculo.motorizado", yes),
            ("veiculo.ano_fabricacao", made),
            ("veiculo.lugares", FactValue::Int(5)),
        ],
    );
    bring(&v, "apolice_app", Some(last), &[]);
}

/// The command of an attempt, with the role that may give it; none when there is nobody to give it about.
pub(super) fn command(town: &Town, t: Attempt, p: &Parties) -> Option<(Role, Command)> {
    let today = town.today();
    let on = around(today, t.c);
    let reason = if t.c == 0 { String::new() } else { "razão fictícia".to_string() };
    Some(match t.what {
        0 => (
            Role::Clerk,
            Command::RegisterOperator(c::RegisterOperator {
                cnpj: CNPJS[usize::from(t.a) % CNPJS.len()].into(),
                name: "Operadora Fictícia".into(),
                ..Default::default()
            }),
        ),
        1 | 2 => (
            Role::Clerk,
            Command::RegisterDriver(c::RegisterDriver {
                cpf: cpf(100_000_000 + u32::from(t.a % 8)),
                name: format!("Pessoa {} Fictícia", t.a),
                ..Default::default()
            }),
        ),
        3 => (
            Role::Clerk,
            Command::RegisterVehicle(c::RegisterVehicle {
                plate: PLATES[usize::from(t.a) % PLATES.len()].into(),
                ..Default::default()
            }),
        ),
        4 => (
            Role::Clerk,
            Command::RetireVehicle(c::RetireVehicle { vehicle: p.vehicle.clone()?, last: on, reason }),
        ),
        5 | 6 => (
            Role::Clerk,
            Command::LinkDriver(c::LinkDriver {
                driver: p.driver.clone()?,
                operator: p.operator.clone()?,
                since: on,
            }),
        ),
        7 => (
            Role::Clerk,
            Command::EndLink(c::EndLink {
                driver: p.driver.clone()?,
                operator: p.operator.clone()?,
                last: on,
                reason,
            }),
        ),
        8 | 9 => {
            let holding = match t.c % 3 {
                0 => Holding::Own,
                1 => Holding::Rented { until: today.checked_add(i64::from(t.a).days()).ok()? },
                _ => Holding::Borrowed { consent: reason },
            };
            (
                Role::Clerk,
                Command::AssignVehicle(c::AssignVehicle {
                    driver: p.driver.clone()?,
                    vehicle: p.vehicle.clone()?,
                    holding,
                    since: on,
                }),
            )
        }
        10 => (
            Role::Clerk,
            Command::EndAssignment(c::EndAssignment {
                driver: p.driver.clone()?,
                vehicle: p.vehicle.clone()?,
                last: on,
                reason,
            }),
        ),
        11 => (
            Role::Clerk,
            Command::RecordFact(c::RecordFact {
                subject: p.subject.clone()?,
                fact: ["condutor.cnh.ear", "condutor.cnh.validade", "operadora.cnpj_regular", "fato.nenhum"]
                    [usize::from(t.a % 4)]
                .into(),
                value: if t.b.is_multiple_of(5) {
                    None
                } else {
                    Some(FactValue::Bool(t.b.is_multiple_of(2)))
                },
                since: on,
                reason,
            }),
        ),
        12..=15 => (
            Role::Clerk,
            Command::GrantCredential(c::GrantCredential {
                driver: p.driver.clone()?,
                last: (t.b.is_multiple_of(6)).then_some(on),
                confirmation: (t.c.is_multiple_of(2)).then(|| "confirmo".to_string()),
            }),
        ),
        16 => (
            Role::Clerk,
            Command::RenewCredential(c::RenewCredential {
                credential: pick(town.reg.credentials.keys().cloned(), t.a)?,
                last: None,
                confirmation: (t.c.is_multiple_of(2)).then(|| "confirmo".to_string()),
            }),
        ),
        17 => (
            Role::Authority,
            Command::Suspend(c::Suspend {
                subject: p.subject.clone()?,
                days: u32::from(t.a) % 100,
                told_on: on,
                reason,
                notice: None,
            }),
        ),
        18 => (
            Role::Authority,
            Command::SuspendPreventively(c::SuspendPreventively {
                subject: p.subject.clone()?,
                reason,
                case: None,
            }),
        ),
        19 => (
            Role::Authority,
            Command::RenewSuspension(c::RenewSuspension {
                suspension: pick(town.reg.suspensions.keys().cloned(), t.a)?,
                reason,
            }),
        ),
        20 => (
            Role::Authority,
            Command::LiftSuspension(c::LiftSuspension {
                suspension: pick(town.reg.suspensions.keys().cloned(), t.a)?,
                reason,
            }),
        ),
        21 => (
            Role::Authority,
            Command::OpenRevocation(c::OpenRevocation { subject: p.subject.clone()?, reason, notice: None }),
        ),
        22 => {
            let step = [
                CaseStep::Served,
                CaseStep::Defence,
                CaseStep::DecisionServed,
                CaseStep::Appeal,
                CaseStep::AppealRefused,
                CaseStep::AppealGranted,
            ][usize::from(t.b % 6)];
            let role = if t.b % 6 >= 4 { Role::AppealBoard } else { Role::Clerk };
            (
                role,
                Command::TakeCaseStep(c::TakeCaseStep {
                    case: pick(town.reg.cases.keys().cloned(), t.a)?,
                    step,
                    on,
                    text: reason,
                }),
            )
        }
        23 => (
            Role::Authority,
            Command::DecideCase(c::DecideCase {
                case: pick(town.reg.cases.keys().cloned(), t.a)?,
                upheld: t.b.is_multiple_of(2),
                reasoning: reason,
            }),
        ),
        24 => (
            Role::Authority,
            Command::Revoke(c::Revoke {
                case: pick(town.reg.cases.keys().cloned(), t.a)?,
                ordinance: reason,
                published: on,
            }),
        ),
        25 => (
            Role::Clerk,
            Command::ReceiveComplaint(c::ReceiveComplaint {
                subject: p.subject.clone()?,
                channel: "balcão".into(),
                text: reason,
                complainant: None,
                grave: t.a.is_multiple_of(2),
            }),
        ),
        26..=29 => {
            let offender = match t.c % 5 {
                0 => Offender::Person {
                    name: "Fulano Fictício".into(),
                    document: Some(cpf(222_222_000 + u32::from(t.a % 3))),
                },
                1 => Offender::Operator(p.operator.clone()?),
                _ => Offender::Driver(p.driver.clone()?),
            };
            let fact_at = around(today, t.c).at(8, i8::try_from(t.a % 60).ok()?, 0, 0);
            let command = c::DrawNotice {
                offence: CODES[usize::from(t.b) % CODES.len()].into(),
                also_considered: if t.a.is_multiple_of(4) { vec!["III-03".into()] } else { Vec::new() },
                offender,
                plate: (t.b.is_multiple_of(2)).then(|| PLATES[usize::from(t.a) % PLATES.len()].to_string()),
                vehicle_description: None,
                fact_at,
                place: "Rua Fictícia".into(),
                description: reason,
                facts: facts_of(&[("ocorrencia.viagem_sem_aplicativo", FactValue::Bool(true))]),
                signed: t.a.is_multiple_of(3),
                refusal_certified: t.a % 3 == 1,
                confirmation: None,
            };
            (Role::Inspector, Command::DrawNotice(Box::new(command)))
        }
        30 => (
            Role::Clerk,
            Command::RecordServiceAttempt(c::RecordServiceAttempt {
                notice: p.notice.clone()?,
                paper: paper(t.b),
                mode: "postal_ar".into(),
                on,
                note: reason,
                whereabouts_unknown: t.b.is_multiple_of(2),
            }),
        ),
        31 | 32 => (
            Role::Clerk,
            Command::Serve(c::Serve {
                notice: p.notice.clone()?,
                paper: paper(t.b),
                mode: ["pessoal", "postal_ar", "edital", "recusa", "pombo"][usize::from(t.b % 5)].into(),
                on,
                proof: None,
            }),
        ),
        33 | 34 => (
            Role::Clerk,
            Command::FileDefence(c::FileDefence { notice: p.notice.clone()?, on, text: reason }),
        ),
        35 | 36 => (
            Role::Authority,
            Command::Decide(c::Decide {
                notice: p.notice.clone()?,
                uphold: !t.b.is_multiple_of(5),
                reasoning: reason,
            }),
        ),
        37 => {
            (Role::Clerk, Command::FileAppeal(c::FileAppeal { notice: p.notice.clone()?, on, text: reason }))
        }
        38 => (
            Role::AppealBoard,
            Command::DecideAppeal(c::DecideAppeal {
                notice: p.notice.clone()?,
                grant: t.b.is_multiple_of(2),
                reasoning: reason,
            }),
        ),
        39 => (
            Role::Authority,
            Command::AnnulNotice(c::AnnulNotice { notice: p.notice.clone()?, reasoning: reason }),
        ),
        40 if t.a.is_multiple_of(3) => (
            Role::Manager,
            Command::RefundPayment(c::RefundPayment {
                notice: p.notice.clone()?,
                centavos: i64::from(t.b) * 50,
                on,
                reference: reason,
            }),
        ),
        40 => (
            Role::Clerk,
            Command::RegisterPayment(c::RegisterPayment {
                notice: p.notice.clone()?,
                centavos: i64::from(t.b) * 100,
                on,
                reference: reason,
            }),
        ),
        41 => match t.b % 3 {
            0 => (
                Role::Inspector,
                Command::SeizeVehicle(c::SeizeVehicle {
                    measure: "apreensao".into(),
                    plate: PLATES[usize::from(t.a) % PLATES.len()].into(),
                    description: None,
                    notice: None,
                    at: on.at(9, 0, 0, 0),
                    place: "Rua Fictícia".into(),
                    depot: "pátio fictício".into(),
                    reason,
                }),
            ),
            1 => (
                Role::Clerk,
                Command::RecordReleaseCondition(c::RecordReleaseCondition {
                    seizure: pick(town.reg.seizures.keys().cloned(), t.a)?,
                    condition: ["requerimento", "despesas_pagas", "cadastro_na_ett", "cadastro_na_semop"]
                        [usize::from(t.c % 4)]
                    .into(),
                    on: today,
                    proof: "comprovante fictício".into(),
                }),
            ),
            _ => (
                Role::Clerk,
                Command::ReleaseVehicle(c::ReleaseVehicle {
                    seizure: pick(town.reg.seizures.keys().cloned(), t.a)?,
                    on: today,
                    storage_days: u32::from(t.c),
                    received_by: reason,
                }),
            ),
        },
        42 => (
            Role::Clerk,
            Command::FileReport(c::FileReport {
                operator: p.operator.clone()?,
                filing: ["relacao_veiculos", "estatisticas", "prova_anual", "nenhuma"][usize::from(t.a % 4)]
                    .into(),
                anchor: around(today, t.c).checked_sub(1.months()).ok()?,
                plates: PLATES.iter().take(usize::from(t.b % 4)).map(ToString::to_string).collect(),
                expected: None,
                nil: t.b.is_multiple_of(4),
                note: None,
            }),
        ),
        43 => (
            Role::Inspector,
            Command::MarkBreach(c::MarkBreach {
                operator: p.operator.clone()?,
                filing: "relacao_veiculos".into(),
                anchor: today.checked_sub(i64::from(t.a % 90).days()).ok()?,
            }),
        ),
        44 => match t.b % 4 {
            0 => (
                Role::Manager,
                Command::SetParameter(c::SetParameter {
                    parameter: ["VRM", "TARIFA", "GUINCHO", "ESTADIA"][usize::from(t.a % 4)].into(),
                    value: FactValue::Int(i64::from(t.c % 9)),
                    since: date(2025, 1, 1),
                    until: None,
                    source: "decreto fictício".into(),
                }),
            ),
            1 => (
                Role::Authority,
                Command::RuleReading(c::RuleReading {
                    reading: "CAR-G04".into(),
                    answer: ["autuacao", "punicao", "nenhuma"][usize::from(t.a % 3)].into(),
                    since: on,
                    by: reason,
                }),
            ),
            2 => (
                Role::Manager,
                Command::SuspendProvision(c::SuspendProvision {
                    provision: ["anexo1.I-04", "art9.inc8", "art999"][usize::from(t.a % 3)].into(),
                    since: on,
                    by: reason,
                }),
            ),
            _ => (
                Role::Manager,
                Command::AddClosureDay(c::AddClosureDay {
                    on: today.checked_add(i64::from(t.a % 30).days()).ok()?,
                    kind: ClosureKind::Closure,
                    name: "dia fictício".into(),
                    source: reason,
                }),
            ),
        },
        _ => (Role::System, Command::Tick),
    })
}

fn paper(n: u8) -> ServedPaper {
    [ServedPaper::Notice, ServedPaper::Decision, ServedPaper::AppealDecision][usize::from(n % 3)]
}
