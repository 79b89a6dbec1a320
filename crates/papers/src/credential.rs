//! The credential a driver carries and shows.

use jiff::ZonedDateTime;
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::error::{required, required_short};
use crate::parts::citations;
use crate::typeset::typeset;
use crate::world::Template;
use crate::{Citation, Letterhead, PaperError, Pdf, Vehicle, Verification, dates};

const PAPER: &str = "credencial";

/// A driver's credential for a service, such as the proof of registration with the body in charge of transport that
/// Caraguatatuba's Decreto 1.297/2020, art. 14, VI, makes him show to the inspection.
///
/// One A4 page that folds across the middle. The half that faces the street has plate, number, term and QR code and
/// nothing about the person; the other half has the person. The paper never says that it is valid, because it may have
/// been suspended since: it says where to see what it is worth now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// Who issues it.
    pub letterhead: Letterhead,
    /// Its number in the municipality's sequence, such as `2026/000123`.
    pub number: String,
    /// The service it is for, such as "Transporte individual por aplicativo".
    pub service: String,
    /// The driver's full name.
    pub driver: String,
    /// The driver's CPF, masked: `***.123.456-**`.
    pub cpf_masked: String,
    /// The vehicles it covers. None is told in words.
    pub vehicles: Vec<Vehicle>,
    /// The operators (app companies) the driver is registered with.
    pub operators: Vec<String>,
    /// The day it was granted.
    pub issued_on: Date,
    /// Its last day, or none where the law sets no term.
    pub valid_until: Option<Date>,
    /// The provisions it stands on.
    pub grounds: Vec<Citation>,
    /// How to check it.
    pub verification: Verification,
}

impl Credential {
    fn data(&self) -> Result<Value, PaperError> {
        required_short(PAPER, "número", &self.number, 30)?;
        required(PAPER, "serviço", &self.service)?;
        required(PAPER, "nome do condutor", &self.driver)?;
        required_short(PAPER, "CPF mascarado", &self.cpf_masked, 20)?;
        if self.cpf_masked.chars().filter(char::is_ascii_digit).count() > 6 {
            return Err(PaperError::UnmaskedCpf);
        }
        let vehicles =
            self.vehicles.iter().map(|vehicle| vehicle.data(PAPER)).collect::<Result<Vec<_>, _>>()?;
        Ok(json!({
            "letterhead": self.letterhead.data(PAPER)?,
            "number": self.number,
            "service": self.service,
            "driver": self.driver,
            "cpf_masked": self.cpf_masked,
            "vehicles": vehicles,
            "operators": self.operators,
            "issued_on": dates::day(self.issued_on),
            "valid_until": self.valid_until.map(dates::day),
            "grounds": citations(&self.grounds),
        }))
    }
}

/// Prints a credential. `at` is the moment of printing, in the municipality's time zone.
///
/// # Errors
/// [`PaperError::Missing`] for a blank required field, [`PaperError::TooLong`] for a number or plate that does not fit, [`PaperError::UnmaskedCpf`], the errors of its
/// [`Verification`], and [`PaperError::Layout`] or [`PaperError::Standard`] when the page cannot be made.
pub fn credential(paper: &Credential, at: &ZonedDateTime) -> Result<Pdf, PaperError> {
    typeset(Template::Credential, paper.data()?, &paper.verification, at)
}
