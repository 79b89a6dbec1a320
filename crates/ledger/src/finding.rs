//! What verification finds, and what each finding means to a person.

use crate::Digest;

/// One fault of a chain. `Display` is English for logs; [`Finding::pt_br`] tells a person what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Finding {
    /// The stored payload is not the one that was sealed.
    #[error("act {number}: the payload does not match its digest")]
    PayloadChanged {
        /// The act.
        number: u64,
    },
    /// Salt and payload are erased together; here only one of them is gone.
    #[error("act {number}: only one of salt and payload is present")]
    HalfErased {
        /// The act.
        number: u64,
    },
    /// A field of the envelope, or the stored hash, is not what was sealed.
    #[error("act {number}: the envelope does not match its hash")]
    EnvelopeChanged {
        /// The act.
        number: u64,
    },
    /// Acts that verify under another number: they were renumbered, as after taking out or slipping in an act.
    #[error("acts {first} to {last}: sealed under numbers that differ by {by}")]
    Renumbered {
        /// First act, by the number it has now.
        first: u64,
        /// Last act, by the number it has now.
        last: u64,
        /// Sealed number minus present number.
        by: i64,
    },
    /// Two acts that exchanged their numbers.
    #[error("acts {first} and {second} exchanged their places")]
    Swapped {
        /// The lower number.
        first: u64,
        /// The higher number.
        second: u64,
    },
    /// Acts that are not there.
    #[error("acts {first} to {last} are missing")]
    Missing {
        /// First missing number.
        first: u64,
        /// Last missing number.
        last: u64,
    },
    /// A number that appears more than once.
    #[error("act {number} appears more than once")]
    Repeated {
        /// The act.
        number: u64,
    },
    /// An act that stands after a later one.
    #[error("act {number} stands after act {after}")]
    OutOfOrder {
        /// The act.
        number: u64,
        /// The later act that came before it.
        after: u64,
    },
    /// The act does not hold the hash of the one before it.
    #[error("act {number} is not linked to the act before it")]
    BrokenLink {
        /// The act whose `prev` is wrong.
        number: u64,
    },
    /// An act of another municipality.
    #[error("act {number} belongs to municipality {tenant}")]
    ForeignAct {
        /// The act.
        number: u64,
        /// IBGE code it carries.
        tenant: u32,
    },
    /// The chain ends before a known position.
    #[error("the chain ends at act {found}, but act {expected} is known to have existed")]
    Truncated {
        /// Number of the known position.
        expected: u64,
        /// Last act found.
        found: u64,
    },
    /// Acts beyond the position that the ledger itself says is its last.
    #[error("acts from {first} on stand beyond the recorded head {head}")]
    BeyondHead {
        /// First act beyond it.
        first: u64,
        /// The recorded head.
        head: u64,
    },
    /// The act at a known position is not the one that was there.
    #[error("act {number}: known hash {known} differs from the one found")]
    Rewritten {
        /// Number of the known position.
        number: u64,
        /// The hash that was noted.
        known: Digest,
    },
    /// A known position that belongs to another municipality and so proves nothing here.
    #[error("the checkpoint of act {number} belongs to municipality {tenant}")]
    ForeignCheckpoint {
        /// Number of the position.
        number: u64,
        /// IBGE code it carries.
        tenant: u32,
    },
}

impl Finding {
    /// The number at which a reader should look first.
    #[must_use]
    pub fn number(&self) -> u64 {
        match *self {
            Self::PayloadChanged { number }
            | Self::HalfErased { number }
            | Self::EnvelopeChanged { number }
            | Self::Repeated { number }
            | Self::OutOfOrder { number, .. }
            | Self::BrokenLink { number }
            | Self::ForeignAct { number, .. }
            | Self::Rewritten { number, .. }
            | Self::ForeignCheckpoint { number, .. } => number,
            Self::Renumbered { first, .. } | Self::Swapped { first, .. } | Self::Missing { first, .. } => {
                first
            }
            Self::BeyondHead { first, .. } => first,
            Self::Truncated { found, .. } => found.saturating_add(1),
        }
    }

    /// What was found and what it means, in Portuguese.
    #[must_use]
    pub fn pt_br(&self) -> String {
        match *self {
            Self::PayloadChanged { number } => format!(
                "Ato {number}: o conteúdo foi alterado depois de registrado (não confere com o resumo SHA-256)."
            ),
            Self::HalfErased { number } => format!(
                "Ato {number}: o conteúdo foi apagado pela metade. A eliminação regular apaga o conteúdo e o sal \
                 juntos; aqui só um deles falta."
            ),
            Self::EnvelopeChanged { number } => format!(
                "Ato {number}: os dados do registro (data, autor, fundamento ou outro campo do envelope) foram \
                 alterados depois de gravados."
            ),
            Self::Renumbered { first, last, by } if first == last => format!(
                "Ato {first}: foi registrado com o número {}. Algum ato foi retirado, inserido ou mudado de lugar.",
                shift(first, by)
            ),
            Self::Renumbered { first, last, by } => format!(
                "Atos {first} a {last}: foram registrados com os números {} a {}. Algum ato anterior foi \
                 retirado ou inserido e os seguintes foram renumerados.",
                shift(first, by),
                shift(last, by)
            ),
            Self::Swapped { first, second } => {
                format!("Atos {first} e {second}: foram trocados de lugar entre si.")
            }
            Self::Missing { first, last } if first == last => {
                format!("Ato {first}: não está no livro; foi retirado.")
            }
            Self::Missing { first, last } => {
                format!("Atos {first} a {last}: não estão no livro; foram retirados.")
            }
            Self::Repeated { number } => {
                format!("Ato {number}: há mais de um ato com este número; um deles foi inserido.")
            }
            Self::OutOfOrder { number, after } => {
                format!("Ato {number}: está fora de ordem, depois do ato {after}.")
            }
            Self::BrokenLink { number } => format!(
                "Ato {number}: não está encadeado ao anterior. O ato anterior foi trocado, ou um ato foi inserido \
                 ou retirado entre os dois."
            ),
            Self::ForeignAct { number, tenant } => {
                format!("Ato {number}: pertence a outro município (código IBGE {tenant}).")
            }
            Self::Truncated { expected, found } => format!(
                "O livro termina no ato {found}, mas sabe-se que o ato {expected} existiu: o fim do livro foi \
                 cortado."
            ),
            Self::BeyondHead { first, head } => format!(
                "Ato {first} e seguintes: estão além da última posição anotada pelo próprio livro (ato {head}); \
                 foram inseridos por fora do sistema."
            ),
            Self::Rewritten { number, .. } => format!(
                "Ato {number}: não é o mesmo que existia quando o ponto de conferência foi anotado. O livro foi \
                 reescrito até este ato."
            ),
            Self::ForeignCheckpoint { number, tenant } => format!(
                "O ponto de conferência do ato {number} é de outro município (código IBGE {tenant}); não serve \
                 para conferir este livro."
            ),
        }
    }
}

/// The number under which an act was sealed.
fn shift(number: u64, by: i64) -> u64 {
    number.saturating_add_signed(by)
}
