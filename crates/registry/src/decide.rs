//! What a command comes to under the law: acts, or a refusal with every reason.

mod credentials;
mod documents;
mod holders;
mod notices;
mod payments;
mod penalties;
mod processes;
mod reports;
mod sanctions;
mod seizures;
mod settings;
mod stages;
mod ties;
mod time;

pub(crate) use penalties::{occurrence_facts, priors};
pub(crate) use processes::process_of;
pub(crate) use reports::anchor_of;
pub(crate) use stages::{case_step, notice_step};
pub(crate) use time::lapses;

use jiff::civil::Date;
use law::{Id, Law};

use crate::act::{Act, ActKind, By};
use crate::command::Command;
use crate::context::Context;
use crate::id::Subject;
use crate::refusal::{Reason, Refusal, Why};
use crate::rights;
use crate::state::Registry;

/// Decides a command. The law must already have the register's own setting laid over it (see [`crate::state::LaidOver`]).
///
/// # Errors
/// The refusal, with every reason found, in Portuguese, each with its field and its grounds.
pub fn decide(
    registry: &Registry,
    law: &Law,
    command: &Command,
    context: &Context,
) -> Result<Vec<Act>, Refusal> {
    rights::check(law, command, context.actor.role)?;
    let desk = Desk { reg: registry, law, cx: context };
    match command {
        Command::RegisterOperator(c) => holders::register_operator(&desk, c),
        Command::RegisterDriver(c) => holders::register_driver(&desk, c),
        Command::RegisterVehicle(c) => holders::register_vehicle(&desk, c),
        Command::RetireVehicle(c) => holders::retire_vehicle(&desk, c),
        Command::CorrectRecord(c) => holders::correct_record(&desk, c),
        Command::LinkDriver(c) => ties::link_driver(&desk, c),
        Command::EndLink(c) => ties::end_link(&desk, c),
        Command::AssignVehicle(c) => ties::assign_vehicle(&desk, c),
        Command::EndAssignment(c) => ties::end_assignment(&desk, c),
        Command::ReceiveDocument(c) => documents::receive(&desk, c),
        Command::AcceptDocument(c) => documents::accept(&desk, c),
        Command::RejectDocument(c) => documents::reject(&desk, c),
        Command::RecordFact(c) => documents::record_fact(&desk, c),
        Command::GrantCredential(c) => credentials::grant(&desk, c),
        Command::RenewCredential(c) => credentials::renew(&desk, c),
        Command::Suspend(c) => sanctions::suspend(&desk, c),
        Command::SuspendPreventively(c) => sanctions::suspend_preventively(&desk, c),
        Command::RenewSuspension(c) => sanctions::renew(&desk, c),
        Command::LiftSuspension(c) => sanctions::lift(&desk, c),
        Command::OpenRevocation(c) => processes::open_revocation(&desk, c),
        Command::TakeCaseStep(c) => processes::take_step(&desk, c),
        Command::DecideCase(c) => processes::decide_case(&desk, c),
        Command::Revoke(c) => processes::revoke(&desk, c),
        Command::ReceiveComplaint(c) => processes::receive_complaint(&desk, c),
        Command::DrawNotice(c) => notices::draw(&desk, c),
        Command::RecordServiceAttempt(c) => stages::service_attempt(&desk, c),
        Command::Serve(c) => stages::serve(&desk, c),
        Command::FileDefence(c) => stages::file_defence(&desk, c),
        Command::Decide(c) => stages::decide_notice(&desk, c),
        Command::FileAppeal(c) => stages::file_appeal(&desk, c),
        Command::DecideAppeal(c) => stages::decide_appeal(&desk, c),
        Command::AnnulNotice(c) => stages::annul(&desk, c),
        Command::RegisterPayment(c) => payments::register_payment(&desk, c),
        Command::RefundPayment(c) => payments::refund_payment(&desk, c),
        Command::SeizeVehicle(c) => seizures::seize(&desk, c),
        Command::RecordReleaseCondition(c) => seizures::condition_met(&desk, c),
        Command::ReleaseVehicle(c) => seizures::release(&desk, c),
        Command::FileReport(c) => reports::file(&desk, c),
        Command::MarkBreach(c) => reports::mark_breach(&desk, c),
        Command::IssueOrder(c) => reports::issue_order(&desk, c),
        Command::AnswerOrder(c) => reports::answer_order(&desk, c),
        Command::SetParameter(c) => settings::set_parameter(&desk, c),
        Command::RuleReading(c) => settings::rule_reading(&desk, c),
        Command::SuspendProvision(c) => settings::suspend_provision(&desk, c),
        Command::RestoreProvision(c) => settings::restore_provision(&desk, c),
        Command::AddClosureDay(c) => settings::add_closure_day(&desk, c),
        Command::Tick => Ok(time::tick(&desk)),
    }
}

/// The oldest year that a day of the register may have: older ones are slips of the keyboard.
const OLDEST_YEAR: i16 = 1900;

/// What a decision is made from.
pub(crate) struct Desk<'a> {
    pub reg: &'a Registry,
    pub law: &'a Law,
    pub cx: &'a Context,
}

impl Desk<'_> {
    /// Today in the municipality.
    pub fn today(&self) -> Date {
        self.cx.today
    }

    /// An act by the caller.
    pub fn act(&self, kind: ActKind, effective_on: Date, basis: &[Id]) -> Act {
        Act {
            by: By {
                actor: self.cx.actor.id.clone(),
                name: self.cx.actor.name.clone(),
                role: self.cx.actor.role,
                at_micros: self.cx.at_micros,
                time: self.cx.time,
            },
            effective_on,
            basis: basis.iter().map(ToString::to_string).collect(),
            kind,
        }
    }

    /// An act that counts from today.
    pub fn act_today(&self, kind: ActKind, basis: &[Id]) -> Vec<Act> {
        vec![self.act(kind, self.today(), basis)]
    }

    /// Whether a subject is in the register.
    pub fn knows(&self, subject: &Subject) -> bool {
        match subject {
            Subject::Driver(id) => self.reg.drivers.contains_key(id),
            Subject::Vehicle(id) => self.reg.vehicles.contains_key(id),
            Subject::Operator(id) => self.reg.operators.contains_key(id),
        }
    }
}

/// Reasons as they are found; a command is refused for all of them at once.
#[derive(Default)]
pub(crate) struct Reasons(Vec<Reason>);

impl Reasons {
    /// Adds one.
    pub fn say(&mut self, reason: Reason) {
        self.0.push(reason);
    }

    /// Adds one about a field.
    pub fn field(&mut self, why: Why, field: &'static str, text: impl Into<String>) {
        self.0.push(Reason::new(why, text).at(field));
    }

    /// Keeps the value, or notes why there is none.
    pub fn take<T>(&mut self, result: Result<T, Reason>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(reason) => {
                self.0.push(reason);
                None
            }
        }
    }

    /// A text that must be there.
    pub fn demand(&mut self, text: &str, field: &'static str, what: &str) -> Option<String> {
        self.take(rights::demand(text, field, what))
    }

    /// A day that must not be in the future, nor in a year that nobody meant.
    pub fn not_future(&mut self, day: Date, today: Date, field: &'static str) {
        let written = law::value::date_pt(day);
        if day > today {
            let text = format!("{written} ainda não chegou; hoje é {}", law::value::date_pt(today));
            self.field(Why::Time, field, text);
        } else if day.year() < OLDEST_YEAR {
            self.field(Why::Invalid, field, format!("{written} não pode ser; confira o ano"));
        }
    }

    /// The refusal, when there is any reason.
    pub fn refuse(self) -> Result<(), Refusal> {
        if self.0.is_empty() { Ok(()) } else { Err(Refusal { reasons: self.0 }) }
    }

    /// The refusal; with a last reason when no other was found, so that it is never empty.
    pub fn refusal(self) -> Refusal {
        if self.0.is_empty() {
            return Refusal::one(Reason::new(Why::Missing, "falta um dado do pedido"));
        }
        Refusal { reasons: self.0 }
    }
}

/// What the command names does not exist.
pub(crate) fn not_found(what: &str, field: &'static str) -> Refusal {
    Refusal::one(Reason::new(Why::NotFound, format!("{what} não consta do cadastro")).at(field))
}

/// One reason as a refusal.
pub(crate) fn refuse<T>(why: Why, field: &'static str, text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::one(Reason::new(why, text).at(field)))
}

/// A text without outer spaces; none when nothing is left.
pub(crate) fn some_text(text: Option<&String>) -> Option<String> {
    text.map(|t| t.trim().to_string()).filter(|t| !t.is_empty())
}
