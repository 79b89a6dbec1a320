//! Invented papers: every person, plate and number here is fictitious.

use jiff::ZonedDateTime;
use jiff::civil::date;
use papers::{
    Acknowledgement, Breach, Citation, Credential, Defence, DefenceDeadline, InfractionNotice, Inspector,
    Letterhead, Moment, NoticeCopy, NoticeVehicle, Offender, Penalty, Vehicle, Verification,
};

#[allow(clippy::unwrap_used, reason = "a constant")]
pub fn printed_at() -> ZonedDateTime {
    "2026-11-13T10:05:00-03:00[-03:00]".parse().unwrap()
}

pub fn letterhead() -> Letterhead {
    Letterhead {
        municipality: "Caraguatatuba".into(),
        state: "SP".into(),
        issuing_body: "Secretaria de Mobilidade Urbana e Proteção ao Cidadão (SEMOP)".into(),
        contact: Some(
            "Rua Fictícia, 100, Centro · (12) 0000-0000 · dias úteis, das 9h às 16h (fictício)".into(),
        ),
    }
}

pub fn verification() -> Verification {
    Verification {
        url: "https://mobilidade.cidade-ficticia.example/v/7KQ2M9XD4TBN0Z8W".into(),
        code: "7KQ2M9XD4TBN0Z8W".into(),
        by_phone: Some("ligue (12) 0000-0000 em dias úteis, das 9h às 16h (fictício).".into()),
    }
}

pub fn vehicle(plate: &str) -> Vehicle {
    Vehicle {
        plate: plate.into(),
        model: "Chevrolet Onix (fictício)".into(),
        colour: Some("prata".into()),
        year: Some(2021),
    }
}

fn citation(provision: &str, says: &str) -> Citation {
    Citation { provision: provision.into(), says: Some(says.into()) }
}

pub fn credential() -> Credential {
    Credential {
        letterhead: letterhead(),
        number: "2026/000123".into(),
        service: "Transporte individual por aplicativo".into(),
        driver: "Maria Aparecida Exemplo da Conceição (FICTÍCIA)".into(),
        cpf_masked: "***.982.247-**".into(),
        vehicles: vec![vehicle("FCT1O0I")],
        operators: vec!["Operadora Exemplo Ltda. (fictícia)".into(), "Corrida Modelo S.A. (fictícia)".into()],
        issued_on: date(2026, 11, 12),
        valid_until: Some(date(2027, 11, 11)),
        grounds: vec![
            citation(
                "Decreto 1.297/2020, art. 9º",
                "requisitos do motorista e do veículo, conferidos um a um.",
            ),
            citation(
                "Decreto 1.297/2020, art. 14, VI",
                "o comprovante é mostrado à fiscalização quando pedido.",
            ),
        ],
        verification: verification(),
    }
}

pub fn infraction_notice() -> InfractionNotice {
    InfractionNotice {
        letterhead: letterhead(),
        title: "Auto de infração de transporte (AITP)".into(),
        number: "2026/000045".into(),
        process: Some("2026/004512".into()),
        copy: NoticeCopy::Offender,
        offender: Offender {
            full_name: "João Batista Exemplo de Souza (FICTÍCIO)".into(),
            role: "condutor".into(),
            document: Some("CPF ***.982.247-**".into()),
            credential: Some("2026/000123".into()),
            address: Some("Avenida Imaginária, 1.200, Centro, Caraguatatuba/SP (fictício)".into()),
        },
        vehicle: NoticeVehicle::Identified(vehicle("FCT1O0I")),
        fact: Moment {
            place: "Avenida Fictícia da Praia, altura do nº 800, sentido Centro".into(),
            at: date(2026, 11, 12).at(23, 50, 0, 0),
        },
        drafting: Moment {
            place: "No mesmo local".into(),
            at: date(2026, 11, 13).at(0, 5, 0, 0),
        },
        conduct: "Veículo sem condições de funcionamento, conservação ou segurança.".into(),
        circumstances: "Farol dianteiro esquerdo apagado e pneu traseiro direito com a lona à mostra. O condutor \
            levava um passageiro, que desceu no local e seguiu em outro carro.\n\
            O condutor informou que percebera o farol na mesma noite e que iria à oficina no dia seguinte."
            .into(),
        evidence: vec![
            "2 fotografias do farol e do pneu, de 12/11/2026 às 23:52".into(),
            "Cópia da tela da corrida no aplicativo".into(),
        ],
        breach: Breach {
            code: "III-02".into(),
            class: Some("média".into()),
            provisions: vec![
                citation(
                    "Decreto 1.297/2020, anexo I, III-02",
                    "dirigir veículo sem condições de funcionamento, conservação ou segurança.",
                ),
                citation("Decreto 1.297/2020, art. 14, XII", "manter o veículo em bom estado, limpo e seguro."),
            ],
        },
        penalty: Penalty {
            kind: "Multa".into(),
            amount: Some("R$\u{a0}481,20".into()),
            computation: vec![
                "Infração média: 60 VRM.".into(),
                "VRM de 2026: R$\u{a0}4,01 (valor fictício).".into(),
                "60 × R$\u{a0}4,01 = R$\u{a0}240,60; em dobro por reincidência em 6 meses (auto 2026/000012) = \
                    R$\u{a0}481,20."
                    .into(),
            ],
            grounds: vec![citation("Decreto 1.297/2020, arts. 20 a 22", "valor em VRM, classe e dobro.")],
            measures: vec![],
        },
        defence: Defence {
            deadline: DefenceDeadline::Until(date(2026, 11, 30)),
            counted: "15 dias corridos desde a ciência em 13/11/2026, sem contar o primeiro dia; o fim caiu no sábado \
                28/11 e passou ao dia útil seguinte (prazo por analogia: leitura CAR-G33)."
                .into(),
            addressed_to: "Secretário de Mobilidade Urbana e Proteção ao Cidadão".into(),
            steps: vec![
                "Escreva o que aconteceu, com suas palavras, e junte as provas que tiver.".into(),
                "Entregue na SEMOP ou envie pela página de conferência deste auto. Não há taxa.".into(),
                "Não é preciso advogado.".into(),
            ],
        },
        inspector: Inspector {
            name: "Ana Fiscal Modelo (FICTÍCIA)".into(),
            role: "Agente de fiscalização de transportes".into(),
            registration: "00.000".into(),
        },
        acknowledgement: Acknowledgement::Open,
        acknowledgement_note: Some(
            "Assinar não é confessar, e não assinar não prejudica o autuado; a recusa certificada vale como ciência \
            (Decreto 1.297/2020, arts. 29 e 30)."
                .into(),
        ),
        verification: verification(),
    }
}

/// Text that would do harm if it were ever read as markup, and letters that the fonts lack.
pub const HOSTILE: &str =
    "#panic(1) $x^2$ \\ *forte* _grifo_ `c` <rótulo> @ref [a] {b} // fim /* ~ \"aspas\" 🚗 محمد 王";

/// A name without a space, longer than a line.
pub fn endless(length: usize) -> String {
    "Wolfeschlegelsteinhausenberger".chars().cycle().take(length).collect()
}

pub fn hostile_credential() -> Credential {
    let mut paper = credential();
    paper.letterhead.municipality = "#panic(1) $x^2$ *Fictício* 🚗".into();
    paper.letterhead.issuing_body = endless(140);
    paper.letterhead.contact = Some(HOSTILE.into());
    paper.number = endless(30);
    paper.service = HOSTILE.into();
    paper.driver = format!("{HOSTILE} {}", endless(200));
    paper.vehicles = vec![Vehicle {
        plate: "#panic($*".into(),
        model: endless(90),
        colour: Some(HOSTILE.into()),
        year: None,
    }];
    paper.operators = vec![HOSTILE.into(); 3];
    paper.grounds = vec![citation(HOSTILE, HOSTILE)];
    paper.verification.by_phone = Some(HOSTILE.into());
    paper
}

pub fn hostile_notice() -> InfractionNotice {
    let mut paper = infraction_notice();
    let hostile = || HOSTILE.to_owned();
    paper.letterhead.issuing_body = hostile();
    paper.title = "#panic(1) $x^2$ *Auto* _fictício_ 🚗".into();
    paper.number = endless(30);
    paper.process = Some(endless(90));
    paper.offender = Offender {
        full_name: format!("{HOSTILE} {}", endless(200)),
        role: hostile(),
        document: Some(endless(80)),
        credential: Some(hostile()),
        address: Some(hostile()),
    };
    paper.vehicle = NoticeVehicle::Absent { reason: hostile() };
    paper.fact.place = hostile();
    paper.conduct = hostile();
    paper.circumstances = format!("{HOSTILE}\n\n{}\n", "Palavra fictícia repetida. ".repeat(400));
    paper.evidence = vec![hostile()];
    paper.breach.code = hostile();
    paper.breach.provisions = vec![citation(HOSTILE, HOSTILE)];
    paper.penalty.amount = None;
    paper.penalty.computation = vec![hostile(), endless(300)];
    paper.penalty.measures = vec![hostile()];
    paper.defence.deadline = DefenceDeadline::AfterService(hostile());
    paper.defence.steps = vec![hostile()];
    paper.inspector.name = hostile();
    paper.acknowledgement =
        Acknowledgement::Refused { at: date(2026, 11, 13).at(0, 20, 0, 0), note: Some(hostile()) };
    paper.acknowledgement_note = Some(hostile());
    paper
}
