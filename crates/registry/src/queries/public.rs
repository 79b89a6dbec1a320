//! What anybody may know of a credential: whether it is good, and since when it is not.

use brasil::plate::Plate;
use jiff::civil::Date;
use law::value::date_pt;
use law::{Law, Outcome};

use crate::id::{CredentialId, Subject};
use crate::state::{Credential, Registry};

/// What a credential is worth on a day. Each has its own words: a citizen must never take one for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PublicStatus {
    /// In force.
    Valid {
        /// Last day; none when without limit.
        until: Option<Date>,
    },
    /// Its time has run out.
    Expired {
        /// First day without it.
        since: Date,
    },
    /// Suspended.
    Suspended {
        /// First day.
        since: Date,
        /// Last day.
        until: Date,
    },
    /// Revoked.
    Revoked {
        /// First day without it.
        since: Date,
    },
    /// In its time, but a requirement that must hold all the while does not: it may not be used until that is cured.
    Blocked,
    /// There is none.
    None,
}

impl PublicStatus {
    /// In Portuguese.
    #[must_use]
    pub fn pt_br(&self) -> String {
        match self {
            PublicStatus::Valid { until: Some(d) } => format!("Credencial em vigor até {}", date_pt(*d)),
            PublicStatus::Valid { until: None } => "Credencial em vigor".into(),
            PublicStatus::Expired { since } => format!("Credencial vencida desde {}", date_pt(*since)),
            PublicStatus::Suspended { since, until } => {
                format!("Credencial suspensa desde {}, até {}", date_pt(*since), date_pt(*until))
            }
            PublicStatus::Revoked { since } => format!("Credencial cassada desde {}", date_pt(*since)),
            PublicStatus::Blocked => "Credencial bloqueada: falta regularizar um requisito".into(),
            PublicStatus::None => "Não há credencial".into(),
        }
    }

    /// Whether the holder may work.
    #[must_use]
    pub fn good(&self) -> bool {
        matches!(self, PublicStatus::Valid { .. })
    }

    /// A stable word for each answer, for styles and machines.
    #[must_use]
    pub fn keyword(&self) -> &'static str {
        match self {
            PublicStatus::Valid { .. } => "vigente",
            PublicStatus::Expired { .. } => "vencida",
            PublicStatus::Suspended { .. } => "suspensa",
            PublicStatus::Revoked { .. } => "cassada",
            PublicStatus::Blocked => "bloqueada",
            PublicStatus::None => "nenhuma",
        }
    }
}

/// What the public page says. No document number is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicAnswer {
    /// What it is worth.
    pub status: PublicStatus,
    /// Number as printed.
    pub number: String,
    /// The title in words.
    pub title: String,
    /// Name of the holder, masked.
    pub holder: String,
    /// Plate of the vehicle driven that day, in the pattern shown.
    pub plate: Option<String>,
    /// Names of the operators that stand behind the holder that day.
    pub operators: Vec<String>,
}

/// What a credential is worth on a day. The state of an operator does not change it.
#[must_use]
pub fn status(reg: &Registry, law: &Law, id: &CredentialId, on: Date) -> PublicStatus {
    let Some(c) = reg.credentials.get(id) else { return PublicStatus::None };
    if let Some(revoked) = c.revoked.as_ref().filter(|r| r.on <= on) {
        return PublicStatus::Revoked { since: revoked.on };
    }
    if c.granted().is_none_or(|g| g > on) {
        return PublicStatus::None;
    }
    let subject = Subject::Driver(c.driver.clone());
    if let Some(s) = reg.suspension_on(&subject, on) {
        return PublicStatus::Suspended {
            since: s.first,
            until: s.free_from.map_or(s.last, |f| f.min(s.last)),
        };
    }
    if !c.covers(on) {
        let ended = c.periods.iter().filter_map(|p| p.last).filter(|l| *l < on).max();
        let since = ended.and_then(|l| l.tomorrow().ok()).unwrap_or(on);
        return PublicStatus::Expired { since };
    }
    if blocked(reg, law, c, &subject, on) {
        return PublicStatus::Blocked;
    }
    // the last day of the run of periods that follow each other
    let mut until =
        c.periods.iter().find(|p| p.first <= on && p.last.is_none_or(|l| on <= l)).and_then(|p| p.last);
    while let Some(last) = until {
        match c
            .periods
            .iter()
            .find(|p| last.tomorrow().is_ok_and(|next| p.first <= next) && p.last.is_none_or(|l| l > last))
        {
            Some(next) => until = next.last,
            None => break,
        }
    }
    PublicStatus::Valid { until }
}

/// Whether a requirement that must hold all the while does not.
fn blocked(reg: &Registry, law: &Law, c: &Credential, subject: &Subject, on: Date) -> bool {
    let Some(title) = law.titles.get(c.title.as_str()) else { return false };
    let facts = reg.facts_of(law, subject, on);
    law.title_standing(title, &facts, on).outcome != Outcome::Yes
}

/// A name that somebody who knows the person recognises and nobody else learns: `Maria A. S.`
#[must_use]
pub fn mask_name(name: &str) -> String {
    let mut words = name.split_whitespace();
    let mut out = words.next().unwrap_or_default().to_string();
    for word in words {
        // particles say nothing by their initial
        if ["da", "de", "do", "das", "dos", "e"].contains(&word.to_lowercase().as_str()) {
            continue;
        }
        if let Some(initial) = word.chars().next() {
            out.push(' ');
            out.extend(initial.to_uppercase());
            out.push('.');
        }
    }
    out
}

fn answer(reg: &Registry, law: &Law, id: &CredentialId, on: Date) -> Option<PublicAnswer> {
    let c = reg.credentials.get(id)?;
    let driver = reg.drivers.get(&c.driver)?;
    let plate =
        reg.vehicle_of(&c.driver, on).and_then(|v| reg.vehicles.get(v)).map(|v| v.plate_shown.clone());
    let operators = driver
        .links
        .iter()
        .filter(|l| l.on(on))
        .filter_map(|l| reg.operators.get(&l.operator))
        .map(|o| o.trade_name.clone().unwrap_or_else(|| o.name.clone()))
        .collect();
    Some(PublicAnswer {
        status: status(reg, law, id, on),
        number: c.number.clone(),
        title: law.titles.get(c.title.as_str()).map_or_else(|| c.title.clone(), |t| t.says.clone()),
        holder: mask_name(&driver.name),
        plate,
        operators,
    })
}

/// What the public learns from a verification code. None: there is no such credential.
#[must_use]
pub fn public_by_code(reg: &Registry, law: &Law, code: &str, on: Date) -> Option<PublicAnswer> {
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    let id = reg.index.credential_codes.get(&code).or_else(|| {
        // codes are typed by hand: case and dashes do not matter
        reg.index.credential_codes.iter().find_map(|(known, id)| {
            let plain = known.chars().filter(char::is_ascii_alphanumeric);
            plain
                .map(|c| c.to_ascii_uppercase())
                .eq(code.chars().map(|c| c.to_ascii_uppercase()))
                .then_some(id)
        })
    })?;
    answer(reg, law, id, on)
}

/// What the public learns from a plate: one answer for each driver of the vehicle that holds or held a credential. Empty: none.
#[must_use]
pub fn public_by_plate(reg: &Registry, law: &Law, plate: &Plate, on: Date) -> Vec<PublicAnswer> {
    let Some(vehicle) =
        reg.active_vehicle(plate.canonical().as_str(), on).and_then(|id| reg.vehicles.get(id))
    else {
        return Vec::new();
    };
    let mut drivers: Vec<_> = vehicle.assignments.iter().filter(|a| a.on(on)).map(|a| &a.driver).collect();
    drivers.dedup();
    drivers
        .into_iter()
        .filter_map(|d| reg.drivers.get(d)?.credentials.last())
        .filter_map(|id| answer(reg, law, id, on))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_masked_name_keeps_the_first_and_the_initials() {
        assert_eq!(mask_name("Maria Aparecida da Silva"), "Maria A. S.");
        assert_eq!(mask_name("Élio"), "Élio");
        assert_eq!(mask_name(""), "");
    }

    #[test]
    fn each_answer_has_its_own_words() {
        let day = date(2026, 11, 30);
        let all = [
            PublicStatus::Valid { until: Some(day) },
            PublicStatus::Expired { since: day },
            PublicStatus::Suspended { since: day, until: day },
            PublicStatus::Revoked { since: day },
            PublicStatus::Blocked,
            PublicStatus::None,
        ];
        let words: std::collections::BTreeSet<String> = all.iter().map(PublicStatus::pt_br).collect();
        assert_eq!(words.len(), all.len());
        assert!(all.iter().filter(|s| s.good()).count() == 1);
    }
}
