//! Ways to find things. All of it follows from the rest of the state, and is kept so that a search over a large register is
//! answered at once.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::id::{
    CaseId, CredentialId, DocumentId, DriverId, NoticeId, OperatorId, OrderId, SeizureId, Subject, VehicleId,
};

/// Maps from what people type to what is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Index {
    /// Drivers by CPF.
    pub cpf: BTreeMap<String, DriverId>,
    /// Operators by CNPJ.
    pub cnpj: BTreeMap<String, OperatorId>,
    /// Every vehicle ever registered under a canonical plate, in order; at most one of them is active.
    pub plates: BTreeMap<String, Vec<VehicleId>>,
    /// Folded names of drivers and operators, with who bears them.
    pub names: BTreeSet<(String, Subject)>,
    /// Credentials by number as printed.
    pub credential_numbers: BTreeMap<String, CredentialId>,
    /// Credentials by verification code.
    pub credential_codes: BTreeMap<String, CredentialId>,
    /// Notices by number as printed.
    pub notice_numbers: BTreeMap<String, NoticeId>,
    /// Notices by verification code.
    pub notice_codes: BTreeMap<String, NoticeId>,
    /// Notices against unregistered people, by document.
    pub person_notices: BTreeMap<String, Vec<NoticeId>>,
    /// Accepted documents by their last day.
    pub document_expiries: BTreeMap<Date, BTreeSet<DocumentId>>,
    /// Credentials by the last day of their last period.
    pub credential_expiries: BTreeMap<Date, BTreeSet<CredentialId>>,
    /// Documents that nobody has looked at.
    pub unread_documents: BTreeSet<DocumentId>,
    /// Drivers without a credential.
    pub applicants: BTreeSet<DriverId>,
    /// Notices whose case is not closed.
    pub open_notices: BTreeSet<NoticeId>,
    /// Processes not decided or not carried out.
    pub open_cases: BTreeSet<CaseId>,
    /// Vehicles not released.
    pub open_seizures: BTreeSet<SeizureId>,
    /// Orders not answered.
    pub open_orders: BTreeSet<OrderId>,
}

/// A text without accents, in small letters, its words parted by one space: how names are compared.
#[must_use]
pub fn fold(text: &str) -> String {
    let plain: String = text
        .nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_accents_and_signs() {
        assert_eq!(fold("  João  d'Ávila-Gonçalves "), "joao d avila goncalves");
        assert_eq!(fold("JOAO"), fold("joão"));
    }
}
