//! What a command brings besides itself: the moment, the caller, and fresh identifiers.

use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

/// In which role somebody acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The desk: registers, receives and looks at documents.
    Clerk,
    /// The inspector: draws up notices, seizes.
    Inspector,
    /// The deciding authority: grants, suspends, decides.
    Authority,
    /// The board that decides appeals.
    AppealBoard,
    /// The manager: values, rulings, calendar, users.
    Manager,
    /// Nobody: what time alone demands.
    System,
}

impl Role {
    /// Every role with its stable name.
    pub const ALL: [(Role, &'static str); 6] = [
        (Role::Clerk, "balcao"),
        (Role::Inspector, "fiscal"),
        (Role::Authority, "autoridade"),
        (Role::AppealBoard, "junta"),
        (Role::Manager, "gestor"),
        (Role::System, "sistema"),
    ];

    /// The stable name, as stored in the ledger.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(r, _)| *r == self).map_or("sistema", |(_, n)| n)
    }

    /// Reads the stable name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, n)| *n == name).map(|(r, _)| *r)
    }

    /// The role in Portuguese.
    #[must_use]
    pub fn pt_br(self) -> &'static str {
        match self {
            Role::Clerk => "atendente do balcão",
            Role::Inspector => "fiscal",
            Role::Authority => "autoridade julgadora",
            Role::AppealBoard => "junta de recursos",
            Role::Manager => "gestor",
            Role::System => "sistema",
        }
    }
}

/// Who acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// Identifier of the user; goes to the envelope of the act.
    pub id: String,
    /// Name, as it is printed on papers; personal data, so it goes only to the payload.
    pub name: String,
    /// In which role.
    pub role: Role,
}

/// What a command brings besides itself.
#[derive(Clone, Debug)]
pub struct Context {
    /// The moment of recording: microseconds since 1970-01-01T00:00:00Z.
    pub at_micros: i64,
    /// The date of that moment in the municipality's zone.
    pub today: Date,
    /// The date and time of that moment in the municipality's zone.
    pub time: DateTime,
    /// Who acts.
    pub actor: Actor,
    /// Fresh texts for identifiers (UUIDv7 in simple form). A command uses at most [`Context::WANTED`].
    pub fresh: Vec<String>,
    /// Fresh random texts for verification codes, hard to guess (ten or more letters and digits).
    pub codes: Vec<String>,
}

impl Context {
    /// How many fresh texts a caller should bring: enough for any one command.
    pub const WANTED: usize = 4;

    /// The nth fresh text. When the caller brought too few, one is made from the moment and the place, which is unique enough
    /// within one writer and keeps this function total.
    pub(crate) fn fresh_text(&self, n: usize) -> String {
        self.fresh.get(n).cloned().unwrap_or_else(|| format!("{:x}-{n}", self.at_micros))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_is_read_back_from_its_name() {
        for (role, name) in Role::ALL {
            assert_eq!(Role::from_name(name), Some(role));
            assert_eq!(role.name(), name);
            assert!(!role.pt_br().is_empty());
        }
    }
}
