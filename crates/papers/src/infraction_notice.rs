//! The infraction notice (auto de infração).

use jiff::ZonedDateTime;
use jiff::civil::{Date, DateTime};
use serde_json::{Value, json};

use crate::error::{required, required_short};
use crate::parts::citations;
use crate::typeset::typeset;
use crate::world::Template;
use crate::{Citation, Letterhead, PaperError, Pdf, Vehicle, Verification, dates};

const PAPER: &str = "auto de infração";

/// An infraction notice with the eight items that Caraguatatuba's Decreto 1.297/2020, art. 27, requires; the numbers in
/// the fields' comments are that article's. Other municipalities ask for the same or for less.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InfractionNotice {
    /// Item I: who draws it up.
    pub letterhead: Letterhead,
    /// Name of the paper in this municipality, such as "Auto de infração de transporte (AITP)".
    pub title: String,
    /// Its number in the municipality's sequence.
    pub number: String,
    /// The administrative process it opened.
    pub process: Option<String>,
    /// Which copy this is.
    pub copy: NoticeCopy,
    /// Item II: who answers for it.
    pub offender: Offender,
    /// Item III: with which vehicle.
    pub vehicle: NoticeVehicle,
    /// Item IV: where and when the fact happened.
    pub fact: Moment,
    /// Item IV: where and when this paper was drawn up. A fact of 23:50 noted after midnight keeps its own day: each of
    /// the two moments is printed under its own name and neither is ever derived from the other.
    pub drafting: Moment,
    /// Item V: the fact, as the law describes it.
    pub conduct: String,
    /// Item V: the circumstances, as the inspector saw them; each line is a paragraph.
    pub circumstances: String,
    /// Item V: what was gathered as evidence, a line each.
    pub evidence: Vec<String>,
    /// Item VI: what was breached.
    pub breach: Breach,
    /// The penalty the law foresees and how it was reached.
    pub penalty: Penalty,
    /// Item VII: until when and how to defend oneself.
    pub defence: Defence,
    /// Item VIII: who drew it up.
    pub inspector: Inspector,
    /// How the person was told.
    pub acknowledgement: Acknowledgement,
    /// What signing or not signing means under this law, in one or two sentences (art. 29 and 30).
    pub acknowledgement_note: Option<String>,
    /// How to check it and follow the case.
    pub verification: Verification,
}

/// Which copy of a notice is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeCopy {
    /// First copy: stays in the case.
    Office,
    /// Second copy: for the person.
    Offender,
}

/// The person or company that a notice is against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offender {
    /// Full name or company name.
    pub full_name: String,
    /// The role, such as "condutor" or "operadora (ETT)".
    pub role: String,
    /// CPF or CNPJ as the municipality prints it on a notice, with its name in front.
    pub document: Option<String>,
    /// Credential or licence, where there is one.
    pub credential: Option<String>,
    /// Address for service.
    pub address: Option<String>,
}

/// The vehicle of a notice, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoticeVehicle {
    /// A vehicle that was identified.
    Identified(Vehicle),
    /// No vehicle, and why: the item must not look forgotten.
    Absent {
        /// Why there are no data, such as "infração da operadora, sem veículo".
        reason: String,
    },
}

/// A place and a civil moment there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// Where.
    pub place: String,
    /// When, on the municipality's clocks.
    pub at: DateTime,
}

/// What was breached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The code in the law's own table, such as `III-02`.
    pub code: String,
    /// The class, such as "média".
    pub class: Option<String>,
    /// The provisions: the table's line, the duty behind it.
    pub provisions: Vec<Citation>,
}

/// The penalty that a notice announces. It is foreseen, not imposed: that takes a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Penalty {
    /// Kind, such as "Multa" or "Advertência por escrito".
    pub kind: String,
    /// Amount as printed, such as `R$ 272,40`; none where the penalty is no money or its value is not known yet.
    pub amount: Option<String>,
    /// How it was reached, a step a line: class, units, unit value, recidivism. Also says why an amount is missing.
    pub computation: Vec<String>,
    /// The provisions it stands on.
    pub grounds: Vec<Citation>,
    /// Administrative measures taken at once, such as a seizure, a line each.
    pub measures: Vec<String>,
}

/// How the person can answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defence {
    /// Until when.
    pub deadline: DefenceDeadline,
    /// How the deadline was counted, or will be: start, unit, holidays, provision or reading it stands on.
    pub counted: String,
    /// Who decides.
    pub addressed_to: String,
    /// What to do, a step a line: where to hand it in, what to bring, what it costs.
    pub steps: Vec<String>,
}

/// The end of the time for a defence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DefenceDeadline {
    /// The last day, known because the person has been told already.
    Until(Date),
    /// A span that begins when the person is told, such as "15 dias corridos".
    AfterService(String),
}

/// The official who draws up a notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspector {
    /// Full name.
    pub name: String,
    /// Role, such as "agente de fiscalização".
    pub role: String,
    /// Registration number with the municipality.
    pub registration: String,
}

/// How the person came to know of the notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acknowledgement {
    /// To be signed by hand: a blank line for the signature and one for the inspector to certify a refusal.
    Open,
    /// Signed in the inspector's presence.
    Signed {
        /// When.
        at: DateTime,
    },
    /// The person did not want to sign; the inspector certifies it, which counts as being told (art. 30).
    Refused {
        /// When it was certified.
        at: DateTime,
        /// Witnesses or words, if any were noted.
        note: Option<String>,
    },
    /// Not present: to be told by post or by edict, and why.
    Absent {
        /// How the person will be told and why not in person.
        reason: String,
    },
}

impl Offender {
    fn data(&self) -> Result<Value, PaperError> {
        required(PAPER, "nome completo do autuado", &self.full_name)?;
        Ok(json!({
            "full_name": self.full_name, "role": self.role, "document": self.document,
            "credential": self.credential, "address": self.address,
        }))
    }
}

impl NoticeVehicle {
    fn data(&self) -> Result<Value, PaperError> {
        match self {
            NoticeVehicle::Identified(vehicle) => vehicle.data(PAPER),
            NoticeVehicle::Absent { reason } => {
                required(PAPER, "motivo da falta dos dados do veículo", reason)?;
                Ok(json!({ "absent": reason }))
            }
        }
    }
}

impl Moment {
    fn data(&self, field: &'static str) -> Result<Value, PaperError> {
        required(PAPER, field, &self.place)?;
        Ok(json!({ "place": self.place, "at": dates::day_and_hour(self.at) }))
    }
}

impl Breach {
    fn data(&self) -> Result<Value, PaperError> {
        required(PAPER, "código da infração", &self.code)?;
        if self.provisions.is_empty() {
            return Err(PaperError::Missing { paper: PAPER, field: "dispositivo legal violado" });
        }
        Ok(json!({ "code": self.code, "class": self.class, "provisions": citations(&self.provisions) }))
    }
}

impl Penalty {
    fn data(&self) -> Result<Value, PaperError> {
        required(PAPER, "penalidade prevista", &self.kind)?;
        Ok(json!({
            "kind": self.kind, "amount": self.amount, "computation": self.computation,
            "grounds": citations(&self.grounds), "measures": self.measures,
        }))
    }
}

impl Defence {
    fn data(&self) -> Result<Value, PaperError> {
        required(PAPER, "contagem do prazo de defesa", &self.counted)?;
        required(PAPER, "autoridade que julga a defesa", &self.addressed_to)?;
        let (until, after_service) = match &self.deadline {
            DefenceDeadline::Until(day) => (Some(dates::day(*day)), None),
            DefenceDeadline::AfterService(span) => {
                required(PAPER, "prazo de defesa", span)?;
                (None, Some(span))
            }
        };
        Ok(json!({
            "until": until, "after_service": after_service, "counted": self.counted,
            "addressed_to": self.addressed_to, "steps": self.steps,
        }))
    }
}

impl Inspector {
    fn data(&self) -> Result<Value, PaperError> {
        required(PAPER, "nome do agente de fiscalização", &self.name)?;
        required(PAPER, "matrícula do agente de fiscalização", &self.registration)?;
        Ok(json!({ "name": self.name, "role": self.role, "registration": self.registration }))
    }
}

impl Acknowledgement {
    fn data(&self) -> Value {
        match self {
            Acknowledgement::Open => json!({ "kind": "open" }),
            Acknowledgement::Signed { at } => json!({ "kind": "signed", "at": dates::day_and_hour(*at) }),
            Acknowledgement::Refused { at, note } => {
                json!({ "kind": "refused", "at": dates::day_and_hour(*at), "note": note })
            }
            Acknowledgement::Absent { reason } => json!({ "kind": "absent", "reason": reason }),
        }
    }
}

impl InfractionNotice {
    fn data(&self) -> Result<Value, PaperError> {
        required_short(PAPER, "título", &self.title, 80)?;
        required_short(PAPER, "número", &self.number, 30)?;
        required(PAPER, "descrição do fato", &self.conduct)?;
        let copy = match self.copy {
            NoticeCopy::Office => "1ª via: órgão autuador",
            NoticeCopy::Offender => "2ª via: autuado",
        };
        Ok(json!({
            "letterhead": self.letterhead.data(PAPER)?,
            "title": self.title,
            "number": self.number,
            "process": self.process,
            "copy": copy,
            "offender": self.offender.data()?,
            "vehicle": self.vehicle.data()?,
            "fact": self.fact.data("local do fato")?,
            "drafting": self.drafting.data("local da lavratura")?,
            "conduct": self.conduct,
            "circumstances": paragraphs(&self.circumstances),
            "evidence": self.evidence,
            "breach": self.breach.data()?,
            "penalty": self.penalty.data()?,
            "defence": self.defence.data()?,
            "inspector": self.inspector.data()?,
            "acknowledgement": self.acknowledgement.data(),
            "acknowledgement_note": self.acknowledgement_note,
        }))
    }
}

fn paragraphs(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// Prints an infraction notice. `at` is the moment of printing, in the municipality's time zone.
///
/// # Errors
/// [`PaperError::Missing`] for a blank item, [`PaperError::TooLong`] for a title or number that does not fit, the errors of its [`Verification`], and [`PaperError::Layout`] or
/// [`PaperError::Standard`] when the pages cannot be made.
pub fn infraction_notice(paper: &InfractionNotice, at: &ZonedDateTime) -> Result<Pdf, PaperError> {
    typeset(Template::InfractionNotice, paper.data()?, &paper.verification, at)
}
