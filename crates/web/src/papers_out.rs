//! The credential as a PDF: made once for each period, kept, and given again as the same bytes.

use axum::extract::Path;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use jiff::civil::Date;
use law::FactType;
use papers::{Citation, Credential, Letterhead, Vehicle, Verification};
use registry::id::CredentialId;

use crate::context::{Answer, Cx};
use crate::drivers::masked;
use crate::fault::Fault;
use crate::public::service_words;

const NOWHERE: Fault =
    Fault::NotFound("Não há papel com este código. Abra a ficha do motorista e peça o PDF por lá.");

/// `GET /papel/{code}.pdf`
pub(crate) async fn file(cx: Cx, Path(name): Path<String>) -> Answer {
    let code = name.strip_suffix(".pdf").ok_or(NOWHERE)?;
    let (paper, key, act, driver, number) = credential(&cx, code)?;
    cx.look("condutor", &driver, &format!("credencial {number} em PDF")).await?;
    let bytes = match cx.office().paper(&key).await? {
        Some(kept) => kept.bytes,
        None => {
            let at = cx.at.to_zoned_datetime(zone(&cx)?);
            // typesetting is work for the processor, not for the loop that answers requests
            let made = tokio::task::spawn_blocking(move || papers::credential(&paper, &at)).await;
            let pdf = made.map_err(Fault::internal)?.map_err(Fault::internal)?;
            cx.office().issue_paper(&key, "credencial", act, pdf.bytes, cx.at).await?
        }
    };
    Ok(pdf(bytes, &format!("credencial-{}.pdf", number.replace('/', "-"))))
}

/// A PDF as an answer.
pub(crate) fn pdf(bytes: Vec<u8>, name: &str) -> Response {
    let headers = [
        (CONTENT_TYPE, "application/pdf".to_string()),
        (CONTENT_DISPOSITION, format!("inline; filename=\"{name}\"")),
    ];
    (headers, bytes).into_response()
}

/// The time zone of the municipality.
pub(crate) fn zone(cx: &Cx) -> Result<jiff::tz::TimeZone, Fault> {
    jiff::tz::TimeZone::get(&cx.office().read().law.norm.zone).map_err(Fault::internal)
}

/// The head of every paper.
pub(crate) fn letterhead(cx: &Cx) -> Letterhead {
    let w = cx.office().read();
    Letterhead {
        municipality: w.law.norm.municipality.clone(),
        state: w.law.norm.state.to_string(),
        issuing_body: w.law.norm.body.clone(),
        contact: cx.site.app.contact.clone(),
    }
}

/// How a paper is checked by whoever holds it.
pub(crate) fn verification(cx: &Cx, code: &str) -> Verification {
    Verification {
        url: format!("{}/v/{code}", cx.site.app.public_url),
        code: code.to_string(),
        by_phone: cx.site.app.contact.clone(),
    }
}

/// The paper of the period that holds today, or of the last one; the key it is kept under; the act that gave the period.
fn credential(cx: &Cx, code: &str) -> Result<(Credential, String, u64, String, String), Fault> {
    let head = letterhead(cx);
    let check = verification(cx, code);
    let w = cx.office().read();
    let (reg, law, today) = (&w.registry, w.law.as_ref(), cx.today);
    let id: &CredentialId = reg.index.credential_codes.get(code).ok_or(NOWHERE)?;
    let c = reg.credentials.get(id).ok_or(NOWHERE)?;
    let d = reg.drivers.get(&c.driver).ok_or(NOWHERE)?;
    let holds = |p: &&registry::state::Period| p.first <= today && p.last.is_none_or(|l| today <= l);
    let period = c.periods.iter().find(holds).or_else(|| c.current()).ok_or(NOWHERE)?;
    let title = law.titles.get(c.title.as_str());
    let vehicles = reg
        .vehicle_of(&c.driver, today)
        .and_then(|v| reg.vehicles.get(v))
        .map(|v| Vehicle {
            plate: v.plate_shown.clone(),
            model: v.model.clone().unwrap_or_else(|| "modelo não informado".into()),
            colour: v.colour.clone(),
            year: year(law, &v.facts, today),
        })
        .into_iter()
        .collect();
    let grounds = title
        .iter()
        .flat_map(|t| &t.base)
        .map(|b| Citation {
            provision: brasil::lexml::cite(b),
            says: law.provision(b).map(|p| p.says.clone()),
        })
        .collect();
    let paper = Credential {
        letterhead: head,
        number: c.number.clone(),
        service: service_words(&law.norm.service),
        driver: d.name.clone(),
        cpf_masked: masked(&d.cpf),
        vehicles,
        operators: d
            .links
            .iter()
            .filter(|l| l.on(today))
            .filter_map(|l| reg.operators.get(&l.operator))
            .map(|o| o.name.clone())
            .collect(),
        issued_on: period.first,
        valid_until: period.last,
        grounds,
        verification: check,
    };
    // what the paper shows besides its period may change (another car): then it is another paper
    let shows =
        format!("{}{}", paper.vehicles.first().map_or("", |v| v.plate.as_str()), paper.operators.join("|"));
    let key = format!("{code}-{}-{:08x}", period.act, fingerprint(&shows));
    Ok((paper, key, period.act, c.driver.to_string(), c.number.clone()))
}

/// A short number of a text, stable for ever (FNV-1a, 32 bits): papers are kept under it.
fn fingerprint(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |h: u32, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193))
}

/// The year of make, when the rulebook knows a whole number of a vehicle under a name that ends so.
fn year(law: &law::Law, facts: &registry::state::Timeline, on: Date) -> Option<i16> {
    let fact = law.facts.values().find(|f| f.id.ends_with(".ano_fabricacao") && f.kind == FactType::Int)?;
    match facts.on(&fact.id, on)?.value.as_ref()? {
        registry::FactValue::Int(year) => i16::try_from(*year).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_car_is_another_paper() {
        assert_ne!(fingerprint("FIC1A23"), fingerprint("FIC1A24"));
        assert_eq!(fingerprint(""), 0x811c_9dc5);
    }
}
