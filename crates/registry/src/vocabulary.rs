//! Words that rulebooks and the register share: the names under which a rulebook speaks of what the register itself does or
//! knows. Each is used only where the law at hand has it; `docs/rulebook.md` lists them for authors of rulebooks.

/// The process of an infraction notice, and the content that the paper must have.
pub const NOTICE: &str = "auto_de_infracao";
/// The process of revocation, and the competence for it.
pub const REVOCATION: &str = "cassacao";
/// The process that a grave complaint opens.
pub const GRAVE_COMPLAINT: &str = "denuncia_grave";

/// Event: the notice is drawn up.
pub const DRAWN: &str = "lavratura";
/// Event: the person is told of a notice or a process.
pub const SERVED: &str = "ciencia";
/// Event: the person defends itself.
pub const DEFENCE: &str = "defesa";
/// Event: the authority decides.
pub const DECIDED: &str = "decisao";
/// Event: the person is told of the decision or the penalty.
pub const DECISION_SERVED: &str = "ciencia_decisao";
/// Event: the person appeals.
pub const APPEAL: &str = "recurso";
/// Event: the appeal is decided.
pub const APPEAL_DECIDED: &str = "decisao_recurso";
/// Event: the case is closed without a penalty.
pub const CLOSED: &str = "arquivamento";
/// Event: a complaint comes in.
pub const COMPLAINT: &str = "denuncia";
/// Event: a process is opened.
pub const OPENED: &str = "abertura";
/// Event: the findings are complete.
pub const FINDINGS: &str = "conclusao";
/// Event: the act that revokes is published.
pub const PUBLISHED: &str = "portaria";

/// The suspension as a penalty.
pub const SUSPENSION: &str = "suspensao";
/// The preventive suspension.
pub const PREVENTIVE: &str = "suspensao_preventiva";
/// The bill for towing and storage.
pub const RELEASE_BILL: &str = "liberacao";
/// The quantity of days in a bill.
pub const DAYS: &str = "dias";
/// The period to pay a fine.
pub const PAYMENT: &str = "pagamento";

/// The ways of being served that drawing up a notice can be by itself: in person, and the certified refusal.
pub const IN_PERSON: &str = "pessoal";
/// The refusal to sign, certified by the inspector.
pub const REFUSAL: &str = "recusa";

/// Items that the notice can show, in the words of the content of the notice.
pub mod item {
    /// The issuing body.
    pub const BODY: &str = "orgao_autuador";
    /// The offender's full name.
    pub const OFFENDER: &str = "nome_do_autuado";
    /// The vehicle.
    pub const VEHICLE: &str = "veiculo";
    /// Place and date.
    pub const PLACE: &str = "local_e_data";
    /// The fact and its circumstances.
    pub const FACT: &str = "fato";
    /// The provision breached.
    pub const PROVISION: &str = "dispositivo";
    /// The period for defence.
    pub const DEFENCE_TERM: &str = "prazo_de_defesa";
    /// The inspector.
    pub const INSPECTOR: &str = "fiscal";
    /// The vehicles that a report lists.
    pub const VEHICLES: &str = "veiculos";
    /// The signature.
    pub const SIGNATURE: &str = "assinatura";
}

/// Facts that the register knows by itself.
pub mod fact {
    /// How the driver holds the vehicle: `proprio`, `alugado`, `emprestado`.
    pub const HOLDING: &str = "veiculo.posse";
    /// Last day of the lease.
    pub const LEASE_END: &str = "veiculo.locacao.fim";
    /// How many drivers a vehicle has.
    pub const LEASE_DRIVERS: &str = "veiculo.locacao.motoristas";
    /// Whether the owner consents in writing.
    pub const OWNER_CONSENT: &str = "veiculo.consentimento_do_dono";
    /// Whether driver and vehicle are registered and meet the requirements.
    pub const REGULAR: &str = "ocorrencia.condutor_regular";
    /// The suspension in course on the day of the fact: `nenhuma`, `penalidade`, `preventiva`.
    pub const SUSPENDED: &str = "ocorrencia.suspensao";
    /// Whether there is a vehicle in the fact.
    pub const HAS_VEHICLE: &str = "ocorrencia.envolve_veiculo";
    /// The last acceptance of the operator's yearly proof.
    pub const YEARLY_PROOF: &str = "operadora.prova_anual.aceita_em";
}

/// The yearly proof among the filings.
pub const YEARLY_PROOF: &str = "prova_anual";
