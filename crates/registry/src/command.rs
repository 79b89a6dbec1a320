//! Commands: what somebody asks for. Texts come as they were typed; `decide` reads them and says what is wrong beside the field.

mod enforcement;
mod holders;
mod matters;

pub use enforcement::*;
pub use holders::*;
pub use matters::*;

/// What somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Register an operator.
    RegisterOperator(RegisterOperator),
    /// Register a driver.
    RegisterDriver(RegisterDriver),
    /// Register a vehicle.
    RegisterVehicle(RegisterVehicle),
    /// Take a vehicle out of the register.
    RetireVehicle(RetireVehicle),
    /// Correct a name or a contact.
    CorrectRecord(CorrectRecord),
    /// Link a driver to an operator.
    LinkDriver(LinkDriver),
    /// End a link.
    EndLink(EndLink),
    /// Assign a vehicle to a driver.
    AssignVehicle(AssignVehicle),
    /// End an assignment.
    EndAssignment(EndAssignment),
    /// Receive a document.
    ReceiveDocument(ReceiveDocument),
    /// Accept a document that was received.
    AcceptDocument(AcceptDocument),
    /// Reject a document that was received.
    RejectDocument(RejectDocument),
    /// Enter or correct a fact.
    RecordFact(RecordFact),
    /// Grant a credential.
    GrantCredential(GrantCredential),
    /// Renew a credential.
    RenewCredential(RenewCredential),
    /// Suspend as a penalty.
    Suspend(Suspend),
    /// Suspend while facts are found out.
    SuspendPreventively(SuspendPreventively),
    /// Make a suspension longer.
    RenewSuspension(RenewSuspension),
    /// Lift a suspension.
    LiftSuspension(LiftSuspension),
    /// Open a process to revoke.
    OpenRevocation(OpenRevocation),
    /// Record a step of a process.
    TakeCaseStep(TakeCaseStep),
    /// Decide a process.
    DecideCase(DecideCase),
    /// Revoke, by the published act.
    Revoke(Revoke),
    /// Receive a complaint.
    ReceiveComplaint(ReceiveComplaint),
    /// Draw up a notice.
    DrawNotice(Box<DrawNotice>),
    /// Record that an attempt to serve failed.
    RecordServiceAttempt(RecordServiceAttempt),
    /// Record that somebody was served.
    Serve(Serve),
    /// File a defence.
    FileDefence(FileDefence),
    /// Decide a notice.
    Decide(Decide),
    /// File an appeal.
    FileAppeal(FileAppeal),
    /// Decide an appeal.
    DecideAppeal(DecideAppeal),
    /// Annul a notice ex officio.
    AnnulNotice(AnnulNotice),
    /// Register a payment.
    RegisterPayment(RegisterPayment),
    /// Register that a sum paid beyond what was due was given back.
    RefundPayment(RefundPayment),
    /// Seize a vehicle.
    SeizeVehicle(SeizeVehicle),
    /// Record that a condition of release was met.
    RecordReleaseCondition(RecordReleaseCondition),
    /// Release a vehicle.
    ReleaseVehicle(ReleaseVehicle),
    /// Hand in a report.
    FileReport(FileReport),
    /// Mark that a report is missing or was late.
    MarkBreach(MarkBreach),
    /// Issue an order or a request for information.
    IssueOrder(IssueOrder),
    /// Answer an order.
    AnswerOrder(AnswerOrder),
    /// Set a value.
    SetParameter(SetParameter),
    /// Rule a gap of the law.
    RuleReading(RuleReading),
    /// Record that a court keeps a provision without effect.
    SuspendProvision(SuspendProvision),
    /// Record that a court's order fell.
    RestoreProvision(RestoreProvision),
    /// Decree a day without office hours.
    AddClosureDay(AddClosureDay),
    /// Do what time alone demands: let periods run out. Safe to repeat.
    Tick,
}
