//! From a paper's data to its bytes.

use jiff::ZonedDateTime;
use serde_json::{Value, json};
use typst::diag::SourceDiagnostic;
use typst::foundations::{Datetime, Smart};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};

use crate::letters::make_drawable;
use crate::world::{PaperWorld, Template, drawable};
use crate::{PaperError, Verification, dates, qr_svg};

/// Layout results of this many earlier papers are kept, to make the next one of the same kind faster.
const KEPT_LAYOUTS: usize = 8;

/// A finished paper: PDF/A-2a and PDF/UA-1. The same data and moment give the same bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pdf {
    /// The file.
    pub bytes: Vec<u8>,
}

/// Sets one paper: adds to `data` the verification and the moment of issue, which every paper carries.
pub(crate) fn typeset(
    template: Template,
    mut data: Value,
    verification: &Verification,
    at: &ZonedDateTime,
) -> Result<Pdf, PaperError> {
    let check = verification.data()?;
    data["verification"] = check.clone();
    data["issued_at"] = json!(dates::day_and_hour(at.datetime()));
    let marked = make_drawable(&mut data, &drawable()?);
    data["marked"] = json!(marked);
    // an address must lead where it says, so it goes in as it was checked: plain ASCII, no added places to break
    for exact in ["url", "host", "code"] {
        data["verification"][exact] = check[exact].clone();
    }

    let world = PaperWorld::new(template, data.to_string(), qr_svg(&verification.url)?)?;
    let document = typst::compile::<PagedDocument>(&world)
        .output
        .map_err(|faults| PaperError::Layout { reason: reasons(&faults) })?;
    let standards = PdfStandards::new(&[PdfStandard::A_2a, PdfStandard::Ua_1])
        .map_err(|fault| PaperError::Setup { reason: fault.message().to_string() })?;
    let options = PdfOptions {
        standards,
        timestamp: Some(timestamp(at)?),
        creator: Smart::Custom(Some("Alvará".to_owned())),
        ident: Smart::Custom(format!("{template:?} {}", verification.url)),
        ..PdfOptions::default()
    };
    let bytes = typst_pdf::pdf(&document, &options)
        .map_err(|faults| PaperError::Standard { reason: reasons(&faults) })?;
    typst::comemo::evict(KEPT_LAYOUTS);
    Ok(Pdf { bytes })
}

fn reasons(faults: &[SourceDiagnostic]) -> String {
    faults.iter().map(|fault| fault.message.as_str()).collect::<Vec<_>>().join("; ")
}

fn timestamp(at: &ZonedDateTime) -> Result<Timestamp, PaperError> {
    let outside = || PaperError::IssuedAt { year: at.year() };
    let part = |number: i8| u8::try_from(number).map_err(|_| outside());
    if at.year() < 0 {
        return Err(outside());
    }
    let moment = Datetime::from_ymd_hms(
        i32::from(at.year()),
        part(at.month())?,
        part(at.day())?,
        part(at.hour())?,
        part(at.minute())?,
        part(at.second())?,
    )
    .ok_or_else(outside)?;
    Timestamp::new_local(moment, at.offset().seconds() / 60).ok_or_else(outside)
}
