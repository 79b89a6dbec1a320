//! Documents, and the facts read from them.

use jiff::civil::Date;
use law::fact::Derived;
use law::value::date_pt;
use law::{Law, Value};

use super::{Desk, OLDEST_YEAR, Reasons, not_found, refuse, some_text};
use crate::act::holders::{self as h, FactValues};
use crate::act::{Act, ActKind};
use crate::command as c;
use crate::fact_value::FactValue;
use crate::id::DocumentId;
use crate::refusal::{Reason, Refusal, Why};
use crate::state::DocumentStatus;

/// The largest count that anybody means: seats, doors, days, drivers.
const LARGEST_COUNT: i64 = 9_999;

/// How many years ahead a day of the register may lie.
const YEARS_AHEAD: i16 = 100;

/// Whether nobody can have meant a day: a slip in the year.
fn slip(day: Date, today: Date) -> bool {
    day.year() < OLDEST_YEAR || day.year() > today.year().saturating_add(YEARS_AHEAD)
}

/// Whether a fact is a year, which the law shows by counting an age from it.
fn is_year(law: &Law, fact: &str) -> bool {
    law.facts
        .values()
        .any(|f| matches!(&f.derived, Some(Derived::CalendarYearsSince(from) | Derived::CalendarYearsBetween { since: from, .. }) if from.as_ref() == fact))
}

/// Why nobody can have meant a value, whatever the law says of it: the slips of a keyboard.
fn implausible(law: &Law, fact: &str, value: &FactValue, today: Date) -> Option<String> {
    match value {
        FactValue::Int(year) if is_year(law, fact) => {
            let (first, last) = (i64::from(OLDEST_YEAR), i64::from(today.year()).saturating_add(1));
            (!(first..=last).contains(year))
                .then(|| format!("o ano {year} não pode ser: de {first} a {last}"))
        }
        FactValue::Int(n) if *n < 0 => Some(format!("{n} não pode ser: o número é menor que zero")),
        FactValue::Int(n) if *n > LARGEST_COUNT => Some(format!("{n} é demais; confira o número")),
        FactValue::Decimal(d) if d.is_sign_negative() && !d.is_zero() => {
            Some(format!("{d} não pode ser: o número é menor que zero"))
        }
        FactValue::Date(day) if slip(*day, today) => {
            Some(format!("{} não pode ser; confira o ano", date_pt(*day)))
        }
        _ => None,
    }
}

/// Why a value cannot be that of a fact.
pub(super) fn check_fact(
    law: &Law,
    fact: &str,
    value: &FactValue,
    role: Option<&str>,
    today: Date,
) -> Result<(), Reason> {
    let no = |why, text: String| Err(Reason::new(why, text).at("facts").lacking(&[fact.into()]));
    let Some(known) = law.fact(fact) else {
        return no(Why::NotFound, format!("a norma não conhece o fato “{fact}”"));
    };
    if known.derived.is_some() {
        return no(Why::Invalid, format!("{} se calcula sozinho; não se informa", known.label));
    }
    if !known.kind.admits(&Value::from(value)) {
        return no(Why::Invalid, format!("{}: o valor deve ser {}", known.label, known.kind.keyword()));
    }
    if let Some(why) = implausible(law, fact, value, today).or_else(|| known.too_little(&Value::from(value)))
    {
        return no(Why::Invalid, format!("{}: {why}", known.label));
    }
    let of = fact.split('.').next().unwrap_or_default();
    if let Some(role) = role
        && ["condutor", "veiculo", "operadora"].contains(&of)
        && of != role
    {
        return no(Why::Invalid, format!("{} não é fato de {role}", known.label));
    }
    Ok(())
}

/// Checks every fact of a command.
pub(super) fn check_facts(desk: &Desk<'_>, facts: &FactValues, role: &str, no: &mut Reasons) {
    for (fact, value) in facts {
        no.take(check_fact(desk.law, fact, value, Some(role), desk.today()));
    }
}

pub(super) fn receive(desk: &Desk<'_>, c: &c::ReceiveDocument) -> Result<Vec<Act>, Refusal> {
    if !desk.knows(&c.subject) {
        return Err(not_found("de quem é o documento", "subject"));
    }
    let mut no = Reasons::default();
    match desk.law.documents.get(c.kind.as_str()) {
        None => no.field(Why::NotFound, "kind", format!("a norma não conhece o documento “{}”", c.kind)),
        Some(d) if d.subject.as_ref() != c.subject.role() => {
            no.field(Why::Invalid, "kind", format!("{} é documento de {}", d.says, d.subject));
        }
        Some(_) => {}
    }
    if let Some(issued) = c.issued {
        no.not_future(issued, desk.today(), "issued");
        if c.expires.is_some_and(|e| e < issued) {
            no.field(
                Why::Invalid,
                "expires",
                "o documento venceria antes de ser emitido; confira os dois dias",
            );
        }
    }
    if let Some(expires) = c.expires.filter(|e| slip(*e, desk.today())) {
        no.field(Why::Invalid, "expires", format!("{} não pode ser; confira o ano", date_pt(expires)));
    }
    no.refuse()?;
    let payload = h::DocumentReceived {
        id: DocumentId::fresh(&desk.cx.fresh_text(0)),
        subject: c.subject.clone(),
        kind: c.kind.clone(),
        number: some_text(c.number.as_ref()),
        issued: c.issued,
        expires: c.expires,
        note: some_text(c.note.as_ref()),
    };
    Ok(desk.act_today(ActKind::DocumentReceived(payload), &[]))
}

pub(super) fn accept(desk: &Desk<'_>, c: &c::AcceptDocument) -> Result<Vec<Act>, Refusal> {
    let Some(document) = desk.reg.documents.get(&c.document) else {
        return Err(not_found("o documento", "document"));
    };
    if document.status != DocumentStatus::Received {
        return refuse(
            Why::State,
            "document",
            format!("o documento já foi conferido: {}", document.status.pt_br()),
        );
    }
    let Some(kind) = desk.law.documents.get(&*document.kind) else {
        return refuse(
            Why::Law,
            "document",
            format!("a norma já não conhece o documento “{}”", document.kind),
        );
    };
    let mut no = Reasons::default();
    let mut facts = c.facts.clone();
    let mut expires = document.expires;
    if let Some(expiry) = &kind.expiry {
        match (facts.get(expiry.as_ref()), document.expires) {
            (None, Some(last)) => {
                facts.insert(expiry.to_string(), FactValue::Date(last));
            }
            (Some(FactValue::Date(read)), received) => {
                if received.is_some_and(|r| r != *read) {
                    no.field(
                        Why::Invalid,
                        "facts",
                        format!(
                            "a validade lida, {}, não é a que se anotou ao receber; confira no documento",
                            date_pt(*read)
                        ),
                    );
                }
                expires = Some(*read);
            }
            (Some(_), _) => {}
            (None, None) => no.field(Why::Missing, "facts", format!("falta a validade: {}", kind.says)),
        }
    }
    if let Some(last) = expires.filter(|e| *e < desk.today()) {
        no.field(
            Why::Time,
            "document",
            format!("o documento venceu em {}; recuse-o e peça o novo", date_pt(last)),
        );
    }
    for (fact, value) in &facts {
        if !kind.facts.iter().any(|f| f.as_ref() == fact) && kind.expiry.as_deref() != Some(fact) {
            no.say(
                Reason::new(Why::Invalid, format!("o fato “{fact}” não se lê em: {}", kind.says))
                    .at("facts")
                    .lacking(&[fact.as_str().into()]),
            );
        } else {
            no.take(check_fact(desk.law, fact, value, None, desk.today()));
        }
    }
    let since = c.since.unwrap_or(desk.today());
    no.not_future(since, desk.today(), "since");
    no.refuse()?;
    let payload = h::DocumentAccepted {
        document: c.document.clone(),
        subject: document.subject.clone(),
        facts,
        since,
        expires,
    };
    Ok(vec![desk.act(ActKind::DocumentAccepted(payload), since, &[])])
}

pub(super) fn reject(desk: &Desk<'_>, c: &c::RejectDocument) -> Result<Vec<Act>, Refusal> {
    let Some(document) = desk.reg.documents.get(&c.document) else {
        return Err(not_found("o documento", "document"));
    };
    let mut no = Reasons::default();
    if document.status != DocumentStatus::Received {
        no.field(
            Why::State,
            "document",
            format!("o documento já foi conferido: {}", document.status.pt_br()),
        );
    }
    let reason = no.demand(&c.reason, "reason", "o motivo da recusa, como se dirá ao interessado");
    no.refuse()?;
    let payload = h::DocumentRejected {
        document: c.document.clone(),
        subject: document.subject.clone(),
        reason: reason.unwrap_or_default(),
    };
    Ok(desk.act_today(ActKind::DocumentRejected(payload), &[]))
}

pub(super) fn record_fact(desk: &Desk<'_>, c: &c::RecordFact) -> Result<Vec<Act>, Refusal> {
    if !desk.knows(&c.subject) {
        return Err(not_found("de quem é o fato", "subject"));
    }
    let mut no = Reasons::default();
    match &c.value {
        Some(value) => {
            no.take(check_fact(desk.law, &c.fact, value, Some(c.subject.role()), desk.today()));
        }
        None if desk.law.fact(&c.fact).is_none() => {
            no.field(Why::NotFound, "fact", format!("a norma não conhece o fato “{}”", c.fact));
        }
        None => {}
    }
    no.not_future(c.since, desk.today(), "since");
    let reason = no.demand(&c.reason, "reason", "em que se apoia a anotação");
    no.refuse()?;
    let payload = h::FactRecorded {
        subject: c.subject.clone(),
        fact: c.fact.clone(),
        value: c.value.clone(),
        since: c.since,
        reason: reason.unwrap_or_default(),
    };
    Ok(vec![desk.act(ActKind::FactRecorded(payload), c.since, &[])])
}
