//! The day's work: what is pending, who must act, by when.

use jiff::ToSpan;
use jiff::civil::Date;
use law::Law;
use law::filing::Standing;
use law::value::{date_pt, day_number};

use super::enforcement::{case_now, notice_now, pay_by};
use super::filings::owed;
use crate::context::{Actor, Context, Role};
use crate::decide::{Desk, lapses};
use crate::id::{CaseId, CredentialId, DocumentId, NoticeId, OperatorId, OrderId, SeizureId, SuspensionId};
use crate::refusal::Reason;
use crate::state::Registry;

/// Who must act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Must {
    /// The municipality.
    Municipality,
    /// The person or company concerned.
    Interested,
    /// Somebody else.
    ThirdParty,
}

impl Must {
    /// In Portuguese.
    #[must_use]
    pub fn pt_br(self) -> &'static str {
        match self {
            Must::Municipality => "Município",
            Must::Interested => "interessado",
            Must::ThirdParty => "terceiro",
        }
    }
}

/// Who must act when the law names an office: its own, the person concerned, or somebody that is neither.
fn must_of(office: Option<&str>) -> Must {
    match office {
        Some("autuado") => Must::Interested,
        Some(name) if crate::rights::office(name).is_none() => Must::ThirdParty,
        _ => Must::Municipality,
    }
}

/// What a pendency is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A document.
    Document(DocumentId),
    /// A credential.
    Credential(CredentialId),
    /// A notice.
    Notice(NoticeId),
    /// A process.
    Case(CaseId),
    /// A seizure.
    Seizure(SeizureId),
    /// A suspension.
    Suspension(SuspensionId),
    /// An order.
    Order(OrderId),
    /// A report owed by an operator: its name, and the first day of its period.
    Filing(OperatorId, String, Date),
}

/// How near a last day is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alert {
    /// It has passed.
    Overdue,
    /// It is today or tomorrow.
    OneDay,
    /// It is within five days.
    FiveDays,
    /// There is time, or no last day.
    None,
}

/// How near a last day is: the warnings come five days and one day before.
#[must_use]
pub fn alert(due: Option<Date>, today: Date) -> Alert {
    let Some(due) = due else { return Alert::None };
    match day_number(due) - day_number(today) {
        d if d < 0 => Alert::Overdue,
        0 | 1 => Alert::OneDay,
        2..=5 => Alert::FiveDays,
        _ => Alert::None,
    }
}

/// Something that waits for somebody.
#[derive(Clone, Debug)]
pub struct Pendency {
    /// What it is about.
    pub target: Target,
    /// Who must act.
    pub must: Must,
    /// The office of the law that acts, when it names one: `autoridade`, `jarit`, `fiscal`.
    pub office: Option<String>,
    /// What is to be done, in Portuguese, without personal data.
    pub what: String,
    /// Last day.
    pub due: Option<Date>,
    /// How near it is.
    pub alert: Alert,
}

/// The day's work.
#[derive(Clone, Debug, Default)]
pub struct Day {
    /// What waits, the most urgent first.
    pub pendencies: Vec<Pendency>,
    /// Documents that run out within thirty days, with their last day.
    pub expiring_documents: Vec<(DocumentId, Date)>,
    /// Credentials that run out within thirty days, with their last day.
    pub expiring_credentials: Vec<(CredentialId, Date)>,
    /// How many drivers have no credential yet.
    pub applicants: usize,
}

/// Notices with which the daily routine cannot deal, each with the reason: they wait for somebody.
#[must_use]
pub fn overdue_faults(reg: &Registry, law: &Law, today: Date) -> Vec<(NoticeId, Reason)> {
    let cx = Context {
        at_micros: 0,
        today,
        time: today.at(0, 0, 0, 0),
        actor: Actor { id: String::new(), name: String::new(), role: Role::System },
        fresh: Vec::new(),
        codes: Vec::new(),
    };
    let desk = Desk { reg, law, cx: &cx };
    let open = reg.index.open_notices.iter().filter_map(|id| reg.notices.get(id));
    open.filter_map(|n| lapses(&desk, n).err().map(|reason| (n.drawn.id.clone(), reason))).collect()
}

/// The work of a day. Cost grows with what is open, not with the size of the register.
#[must_use]
pub fn day(reg: &Registry, law: &Law, today: Date) -> Day {
    let mut p: Vec<Pendency> = Vec::new();
    let mut add = |target, must, office: Option<&str>, what: String, due: Option<Date>| {
        p.push(Pendency {
            target,
            must,
            office: office.map(ToString::to_string),
            what,
            due,
            alert: alert(due, today),
        });
    };
    for id in &reg.index.unread_documents {
        let Some(d) = reg.documents.get(id) else { continue };
        let kind = law.documents.get(&*d.kind).map_or(&*d.kind, |k| k.says.as_str());
        add(Target::Document(id.clone()), Must::Municipality, None, format!("conferir: {kind}"), None);
    }
    for id in &reg.index.open_notices {
        let Some(n) = reg.notices.get(id) else { continue };
        let Some(now) = notice_now(law, n, today) else { continue };
        if now.stage.is_some() && n.ended.is_none() {
            let office = now.who.as_deref();
            let must = must_of(office);
            add(
                Target::Notice(id.clone()),
                must,
                office,
                format!("auto {}: {}", n.number(), now.says),
                now.due,
            );
        }
        let revokes = n.penalty.as_ref().is_some_and(|p| p.revokes);
        if revokes && reg.cases.values().all(|c| c.notice.as_ref() != Some(id)) {
            let what = format!("auto {}: abrir o processo de cassação", n.number());
            add(Target::Notice(id.clone()), Must::Municipality, Some("autoridade"), what, None);
        }
        if n.balance() > 0 {
            let due = pay_by(law, n).map(|d| d.due.date);
            add(
                Target::Notice(id.clone()),
                Must::Interested,
                None,
                format!("auto {}: pagar a multa", n.number()),
                due,
            );
        }
        if n.balance() < 0 {
            let what = format!("auto {}: devolver o que foi pago a mais", n.number());
            add(Target::Notice(id.clone()), Must::Municipality, Some("gestor"), what, None);
        }
    }
    for (id, reason) in overdue_faults(reg, law, today) {
        let number = reg.notices.get(&id).map(crate::state::Notice::number).unwrap_or_default();
        let what = format!("auto {number}: a rotina diária não pôde seguir: {}", reason.pt_br());
        add(Target::Notice(id), Must::Municipality, Some("autoridade"), what, Some(today));
    }
    for id in &reg.index.open_cases {
        let Some(c) = reg.cases.get(id) else { continue };
        let Some(now) = case_now(law, c, today) else { continue };
        let office = now.who.as_deref();
        let must = must_of(office);
        let what = format!("{} {}: {}", c.kind.pt_br(), c.number, now.says);
        add(Target::Case(id.clone()), must, office, what, now.due);
    }
    for id in &reg.index.open_seizures {
        let Some(s) = reg.seizures.get(id) else { continue };
        let what = format!("termo de apreensão {}: cumprir as condições de liberação", s.number());
        add(Target::Seizure(id.clone()), Must::Interested, None, what, None);
    }
    for id in &reg.index.open_orders {
        let Some(o) = reg.orders.get(id) else { continue };
        add(
            Target::Order(id.clone()),
            Must::Interested,
            None,
            "responder a ordem ou pedido".into(),
            Some(o.due),
        );
    }
    for (id, s) in &reg.suspensions {
        let soon = s.preventive && s.on(today) && alert(Some(s.last), today) != Alert::None;
        if soon {
            let what =
                format!("suspensão preventiva termina em {}: prorrogar, levantar ou julgar", date_pt(s.last));
            add(Target::Suspension(id.clone()), Must::Municipality, Some("autoridade"), what, Some(s.last));
        }
    }
    for id in reg.operators.keys() {
        for o in owed(reg, law, id, today) {
            let target = Target::Filing(id.clone(), o.filing.to_string(), o.anchor);
            match o.standing {
                Standing::Open => {
                    if alert(Some(o.due), today) != Alert::None {
                        add(target, Must::Interested, None, format!("entregar: {}", o.says), Some(o.due));
                    }
                }
                Standing::Missing | Standing::Late if !o.marked => {
                    let offence = o
                        .offence
                        .as_ref()
                        .map(|c| format!(" (linha {})", brasil::lexml::line(c)))
                        .unwrap_or_default();
                    let what = format!(
                        "{} {}{offence}",
                        if o.standing == Standing::Late { "atrasada:" } else { "omitida:" },
                        o.says
                    );
                    add(target, Must::Municipality, Some("fiscal"), what, Some(o.due));
                }
                Standing::OnTime | Standing::Late | Standing::Missing => {}
            }
        }
    }
    p.sort_by(|a, b| {
        (a.alert, a.due.unwrap_or(Date::MAX), &a.target).cmp(&(
            b.alert,
            b.due.unwrap_or(Date::MAX),
            &b.target,
        ))
    });
    let horizon = today.checked_add(30.days()).unwrap_or(Date::MAX);
    Day {
        pendencies: p,
        expiring_documents: within(&reg.index.document_expiries, today, horizon),
        expiring_credentials: within(&reg.index.credential_expiries, today, horizon),
        applicants: reg.index.applicants.len(),
    }
}

fn within<T: Clone + Ord>(
    by_day: &std::collections::BTreeMap<Date, std::collections::BTreeSet<T>>,
    from: Date,
    to: Date,
) -> Vec<(T, Date)> {
    by_day.range(from..=to).flat_map(|(day, ids)| ids.iter().map(|id| (id.clone(), *day))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn who_must_act_follows_the_office() {
        assert_eq!(must_of(Some("autuado")), Must::Interested);
        assert_eq!(must_of(Some("jarit")), Must::Municipality);
        assert_eq!(must_of(Some("fazenda")), Must::ThirdParty);
        assert_eq!(must_of(None), Must::Municipality);
    }

    #[test]
    fn warnings_come_five_days_and_one_day_before() {
        let today = date(2026, 3, 27);
        assert_eq!(alert(Some(date(2026, 4, 2)), today), Alert::None);
        assert_eq!(alert(Some(date(2026, 4, 1)), today), Alert::FiveDays);
        assert_eq!(alert(Some(date(2026, 3, 28)), today), Alert::OneDay);
        assert_eq!(alert(Some(date(2026, 3, 26)), today), Alert::Overdue);
        assert_eq!(alert(None, today), Alert::None);
    }
}
