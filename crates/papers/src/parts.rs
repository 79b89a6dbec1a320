//! What several papers carry: who speaks, about which vehicle, on which grounds.

use serde_json::{Value, json};

use crate::PaperError;
use crate::error::required_short;

/// The head of every page: the municipality and the body that speaks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letterhead {
    /// The municipality's own name, without "Município de".
    pub municipality: String,
    /// The state's abbreviation, such as `SP`.
    pub state: String,
    /// The body that issues the paper, in full, with its abbreviation.
    pub issuing_body: String,
    /// Address, telephone and hours of the body, in one line; also where a defence is handed in.
    pub contact: Option<String>,
}

impl Letterhead {
    pub(crate) fn data(&self, paper: &'static str) -> Result<Value, PaperError> {
        required_short(paper, "nome do município", &self.municipality, 60)?;
        required_short(paper, "órgão emissor", &self.issuing_body, 140)?;
        Ok(json!({
            "municipality": self.municipality,
            "state": self.state,
            "issuing_body": self.issuing_body,
            "contact": self.contact,
        }))
    }
}

/// A vehicle as a person on the street recognises it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vehicle {
    /// The plate as it is to be printed, such as `ABC1D23`.
    pub plate: String,
    /// Make and model.
    pub model: String,
    /// Colour.
    pub colour: Option<String>,
    /// Year of make, where the paper needs it.
    pub year: Option<i16>,
}

impl Vehicle {
    pub(crate) fn data(&self, paper: &'static str) -> Result<Value, PaperError> {
        required_short(paper, "placa do veículo", &self.plate, 10)?;
        Ok(json!({
            "plate": self.plate,
            "model": self.model,
            "colour": self.colour,
            "year": self.year.map(|year| year.to_string()),
        }))
    }
}

/// A provision that a paper stands on, in the form the municipality cites it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    /// Norm and provision, such as "Decreto 1.297/2020, art. 14, XII".
    pub provision: String,
    /// What the provision says, in our own words.
    pub says: Option<String>,
}

impl Citation {
    pub(crate) fn data(&self) -> Value {
        json!({ "provision": self.provision, "says": self.says })
    }
}

pub(crate) fn citations(all: &[Citation]) -> Vec<Value> {
    all.iter().map(Citation::data).collect()
}
