//! Finding somebody by what people type: a name without accents, a document, a plate in either pattern, a number.

use brasil::cnpj::Cnpj;
use brasil::cpf::Cpf;
use brasil::plate::Plate;

use crate::id::{CredentialId, DriverId, NoticeId, OperatorId, Subject, VehicleId};
use crate::state::{Registry, fold, number};

/// Something found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hit {
    /// A driver.
    Driver(DriverId),
    /// An operator.
    Operator(OperatorId),
    /// A vehicle.
    Vehicle(VehicleId),
    /// A credential.
    Credential(CredentialId),
    /// A notice.
    Notice(NoticeId),
}

impl From<&Subject> for Hit {
    fn from(s: &Subject) -> Self {
        match s {
            Subject::Driver(id) => Hit::Driver(id.clone()),
            Subject::Vehicle(id) => Hit::Vehicle(id.clone()),
            Subject::Operator(id) => Hit::Operator(id.clone()),
        }
    }
}

/// Everything that a text may mean, exact meanings first, at most `limit`. Names match when every word typed begins a word of
/// the name, in any order.
#[must_use]
pub fn search(reg: &Registry, text: &str, limit: usize) -> Vec<Hit> {
    let text = text.trim();
    let mut hits: Vec<Hit> = Vec::new();
    let mut add = |hit: Hit| {
        if !hits.contains(&hit) && hits.len() < limit {
            hits.push(hit);
        }
    };
    if let Some(id) = Cpf::parse(text).ok().and_then(|c| reg.index.cpf.get(c.as_str())) {
        add(Hit::Driver(id.clone()));
    }
    if let Some(id) = Cnpj::parse(text).ok().and_then(|c| reg.index.cnpj.get(c.as_str())) {
        add(Hit::Operator(id.clone()));
    }
    if let Some(ids) = Plate::parse(text).ok().and_then(|p| reg.index.plates.get(p.canonical().as_str())) {
        for id in ids.iter().rev() {
            add(Hit::Vehicle(id.clone()));
        }
    }
    if let Some(printed) = printed_number(text) {
        if let Some(id) = reg.index.credential_numbers.get(&printed) {
            add(Hit::Credential(id.clone()));
        }
        if let Some(id) = reg.index.notice_numbers.get(&printed) {
            add(Hit::Notice(id.clone()));
        }
    }
    let folded = fold(text);
    let words: Vec<&str> = folded.split(' ').filter(|w| !w.is_empty()).collect();
    if !words.is_empty() && words.iter().any(|w| w.chars().any(char::is_alphabetic)) {
        for (name, subject) in &reg.index.names {
            if words.iter().all(|w| name.split(' ').any(|part| part.starts_with(w))) {
                add(subject.into());
            }
        }
    }
    hits
}

/// A number as printed, from `2026/123`, `2026/000123` or `2026-123`.
fn printed_number(text: &str) -> Option<String> {
    let (year, place) = text.split_once(['/', '-'])?;
    let year: i16 = year.trim().parse().ok().filter(|y| (1900..=9999).contains(y))?;
    let place: u32 = place.trim().parse().ok()?;
    Some(number(year, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_with_or_without_its_zeros() {
        assert_eq!(printed_number("2026/45").as_deref(), Some("2026/000045"));
        assert_eq!(printed_number("2026-000045").as_deref(), Some("2026/000045"));
        assert_eq!(printed_number("ABC-1234"), None);
    }
}
