//! Reports owed, their breaches, and orders.

use std::collections::BTreeMap;

use brasil::plate::Plate;
use jiff::ToSpan;
use jiff::civil::Date;
use law::Law;
use law::eligibility::LineStatus;
use law::filing::{DueRule, Filing, FilingAnchor, FilingDue};
use law::grounds::Trace;
use law::value::date_pt;

use super::{Desk, Reasons, not_found, refuse, some_text};
use crate::act::holders::FactRecorded;
use crate::act::matters as m;
use crate::act::{Act, ActKind};
use crate::command as c;
use crate::fact_value::FactValue;
use crate::id::{FilingId, OrderId, Subject};
use crate::refusal::{Reason, Refusal, Why};
use crate::vocabulary as v;

/// The day a report's due date is found from: the first of the month for a report of a period of the calendar.
pub(crate) fn anchor_of(law: &Law, filing: &Filing, day: Date) -> FilingAnchor {
    let mut trace = Trace::default();
    let months = filing.period.on(law, day, &mut trace).and_then(|p| p.months());
    let by_calendar = matches!(
        filing.due.on(law, day, &mut trace),
        Some(
            DueRule::BusinessDay(_)
                | DueRule::BusinessDayOf(..)
                | DueRule::DayOfMonth(_)
                | DueRule::DayOfYear(..)
                | DueRule::YearEnd
        )
    );
    match months {
        Some(_) if by_calendar => FilingAnchor::PeriodStart(day.first_of_month()),
        _ => FilingAnchor::Day(day),
    }
}

fn day_of(anchor: FilingAnchor) -> Date {
    let (FilingAnchor::PeriodStart(day) | FilingAnchor::Day(day)) = anchor;
    day
}

/// Last day of the period of a report, when it covers one of the calendar.
fn period_end(law: &Law, filing: &Filing, anchor: FilingAnchor) -> Option<Date> {
    let FilingAnchor::PeriodStart(start) = anchor else { return None };
    let months = filing.period.on(law, start, &mut Trace::default())?.months()?;
    start.checked_add(i64::from(months).months()).ok()?.yesterday().ok()
}

fn owed<'l>(desk: &Desk<'l>, id: &str) -> Result<&'l Filing, Refusal> {
    match desk.law.filings.get(id) {
        None => refuse(Why::NotFound, "filing", format!("a norma não conhece a entrega “{id}”")),
        Some(f) if f.who.as_ref() != "operadora" => {
            refuse(Why::Invalid, "filing", format!("{}: quem entrega é {}", f.says, f.who))
        }
        Some(f) => Ok(f),
    }
}

fn due(
    desk: &Desk<'_>,
    filing: &Filing,
    anchor: FilingAnchor,
    filed: Option<Date>,
) -> Result<FilingDue, Refusal> {
    desk.law.filing_due(filing, anchor, filed, Some(desk.today())).ok_or_else(|| {
        Refusal::one(
            Reason::new(Why::Undetermined, "a norma não dá o vencimento desta entrega para esse dia")
                .at("anchor")
                .on(&filing.base),
        )
    })
}

/// Reads a list of plates as a set: repeated ones are named with their lines, expected ones that are absent too.
fn plates(c: &c::FileReport, no: &mut Reasons) -> Vec<String> {
    let mut lines: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut listed = Vec::new();
    for (i, typed) in c.plates.iter().enumerate() {
        match Plate::parse(typed) {
            Ok(plate) => {
                let canonical = plate.canonical().as_str().to_string();
                lines.entry(canonical.clone()).or_default().push(i.saturating_add(1));
                listed.push(canonical);
            }
            Err(e) => no.field(Why::Invalid, "plates", format!("linha {}: {e}", i.saturating_add(1))),
        }
    }
    for (plate, at) in lines.iter().filter(|(_, at)| at.len() > 1) {
        let at: Vec<String> = at.iter().map(ToString::to_string).collect();
        no.field(Why::Duplicate, "plates", format!("{plate} repetida (linhas {})", at.join(", ")));
    }
    for typed in c.expected.iter().flatten() {
        match Plate::parse(typed) {
            Ok(plate) if !lines.contains_key(plate.canonical().as_str()) => {
                no.field(Why::Missing, "plates", format!("falta {} na lista", plate.canonical().as_str()));
            }
            Ok(_) => {}
            Err(e) => no.field(Why::Invalid, "expected", e.to_string()),
        }
    }
    listed
}

pub(super) fn file(desk: &Desk<'_>, c: &c::FileReport) -> Result<Vec<Act>, Refusal> {
    if !desk.reg.operators.contains_key(&c.operator) {
        return Err(not_found("a operadora", "operator"));
    }
    let filing = owed(desk, &c.filing)?;
    let today = desk.today();
    let anchor = anchor_of(desk.law, filing, c.anchor);
    let due = due(desk, filing, anchor, Some(today))?;
    let note = some_text(c.note.as_ref());
    let mut no = Reasons::default();
    no.not_future(c.anchor, today, "anchor");
    if let Some(end) = period_end(desk.law, filing, anchor).filter(|end| *end >= today)
        && filing.content.is_some()
        && matches!(
            filing.due.on(desk.law, today, &mut Trace::default()),
            Some(DueRule::BusinessDay(_) | DueRule::DayOfMonth(_))
        )
    {
        no.field(Why::Time, "anchor", format!("o período só termina em {}", date_pt(end)));
    }
    let before = desk
        .reg
        .filings
        .values()
        .find(|f| f.operator == c.operator && f.filing == c.filing && f.anchor == day_of(anchor));
    if let Some(f) = before
        && note.is_none()
    {
        no.field(
            Why::Duplicate,
            "note",
            format!(
                "já entregue em {}; se é uma retificação, diga na observação o que muda",
                date_pt(f.filed_on)
            ),
        );
    }
    let listed = plates(c, &mut no);
    if c.nil && !listed.is_empty() {
        no.field(Why::Invalid, "nil", "a entrega diz que nada houve e traz placas; confira");
    }
    let lists_vehicles = filing
        .content
        .as_ref()
        .and_then(|id| desk.law.contents.get(id))
        .is_some_and(|k| k.items.iter().any(|i| i.id.as_ref() == v::item::VEHICLES));
    if lists_vehicles && listed.is_empty() && !c.nil && c.plates.is_empty() {
        no.field(Why::Missing, "plates", "a lista está vazia; se ninguém trabalhou no período, declare-o");
    }
    let yearly = c.filing == v::YEARLY_PROOF;
    let subject = Subject::Operator(c.operator.clone());
    if yearly {
        let facts = desk.reg.facts_of(desk.law, &subject, today);
        for line in desk.law.eligibility(&["operadora"], &facts, today, Some(v::YEARLY_PROOF)).lines {
            let why = match line.status {
                LineStatus::Failed => Why::Unmet,
                LineStatus::Undetermined => Why::Undetermined,
                LineStatus::Met | LineStatus::NotApplicable | LineStatus::Off => continue,
            };
            let r = line.requirement;
            if r.failure != law::eligibility::Failure::Warn {
                let text = format!("{}: {}", r.says, line.words(desk.law));
                no.say(Reason::new(why, text).at("filing").on(&r.base).lacking(&line.missing));
            }
        }
    }
    no.refuse()?;
    let payload = m::FilingReceived {
        id: FilingId::fresh(&desk.cx.fresh_text(0)),
        operator: c.operator.clone(),
        filing: c.filing.clone(),
        anchor: day_of(anchor),
        filed_on: today,
        due: due.due,
        late: due.standing.breached(),
        plates: listed,
        nil: c.nil,
        note,
    };
    let mut acts = desk.act_today(ActKind::FilingReceived(payload), &due.grounds.provisions);
    if yearly && desk.law.fact(v::fact::YEARLY_PROOF).is_some() {
        let fact = FactRecorded {
            subject,
            fact: v::fact::YEARLY_PROOF.to_string(),
            value: Some(FactValue::Date(today)),
            since: today,
            reason: "prova anual aceita".into(),
        };
        acts.push(desk.act(ActKind::FactRecorded(fact), today, &due.grounds.provisions));
    }
    Ok(acts)
}

pub(super) fn mark_breach(desk: &Desk<'_>, c: &c::MarkBreach) -> Result<Vec<Act>, Refusal> {
    if !desk.reg.operators.contains_key(&c.operator) {
        return Err(not_found("a operadora", "operator"));
    }
    let filing = owed(desk, &c.filing)?;
    let anchor = anchor_of(desk.law, filing, c.anchor);
    let day = day_of(anchor);
    let of = |operator: &crate::id::OperatorId, name: &str, at: Date| {
        *operator == c.operator && name == c.filing && at == day
    };
    let first =
        desk.reg.filings.values().filter(|f| of(&f.operator, &f.filing, f.anchor)).map(|f| f.filed_on).min();
    let due = due(desk, filing, anchor, first)?;
    let mut no = Reasons::default();
    if !due.standing.breached() {
        no.field(Why::State, "filing", format!("não há falta: o prazo é {}", date_pt(due.due)));
    }
    if desk.reg.breaches.iter().any(|b| of(&b.operator, &b.filing, b.anchor)) {
        no.field(Why::Duplicate, "filing", "esta falta já foi marcada");
    }
    no.refuse()?;
    let payload = m::BreachMarked {
        operator: c.operator.clone(),
        filing: c.filing.clone(),
        anchor: day,
        due: due.due,
        offence: filing.offence.as_ref().map(ToString::to_string),
    };
    Ok(desk.act_today(ActKind::BreachMarked(payload), &due.grounds.provisions))
}

pub(super) fn issue_order(desk: &Desk<'_>, c: &c::IssueOrder) -> Result<Vec<Act>, Refusal> {
    if !desk.knows(&c.subject) {
        return Err(not_found("a quem se dirige a ordem", "subject"));
    }
    let today = desk.today();
    let mut no = Reasons::default();
    let text = no.demand(&c.text, "text", "o que se ordena ou se pede");
    let mut base = Vec::new();
    let mut last = c.due;
    if let Some(id) = &c.filing {
        match desk.law.filings.get(id.as_str()) {
            None => no.field(Why::NotFound, "filing", format!("a norma não conhece a entrega “{id}”")),
            Some(f) if f.who.as_ref() != c.subject.role() => {
                no.field(Why::Invalid, "filing", format!("{}: quem entrega é {}", f.says, f.who));
            }
            Some(f) => {
                base.clone_from(&f.base);
                // where the law leaves the day to the request, it counts from the day the request sets
                let by_request =
                    matches!(f.due.on(desk.law, today, &mut Trace::default()), Some(DueRule::SameDay));
                let from = if by_request { c.due.unwrap_or(today) } else { today };
                if let Some(lawful) = desk.law.filing_due(f, FilingAnchor::Day(from), None, Some(today)) {
                    if c.due.is_some_and(|d| d < lawful.due) {
                        no.say(
                            Reason::new(Why::Law, format!("a norma dá prazo até {}", date_pt(lawful.due)))
                                .at("due")
                                .on(&f.base),
                        );
                    }
                    last = Some(c.due.unwrap_or(lawful.due));
                }
            }
        }
    }
    match last {
        None => no.field(Why::Missing, "due", "falta o último dia para cumprir"),
        Some(d) if d < today => no.field(Why::Time, "due", "o último dia para cumprir já passou"),
        Some(_) => {}
    }
    let Some(due) = last else { return Err(no.refusal()) };
    no.refuse()?;
    let payload = m::OrderIssued {
        id: OrderId::fresh(&desk.cx.fresh_text(0)),
        subject: c.subject.clone(),
        text: text.unwrap_or_default(),
        due,
        filing: c.filing.clone(),
    };
    Ok(desk.act_today(ActKind::OrderIssued(payload), &base))
}

pub(super) fn answer_order(desk: &Desk<'_>, c: &c::AnswerOrder) -> Result<Vec<Act>, Refusal> {
    let Some(order) = desk.reg.orders.get(&c.order) else { return Err(not_found("a ordem", "order")) };
    let mut no = Reasons::default();
    if order.answer.is_some() {
        no.field(Why::State, "order", "a ordem já foi respondida");
    }
    no.not_future(c.on, desk.today(), "on");
    if c.on < order.issued_on {
        no.field(Why::Time, "on", format!("a ordem é de {}", date_pt(order.issued_on)));
    }
    let text = no.demand(&c.text, "text", "a resposta");
    no.refuse()?;
    let payload = m::OrderAnswered {
        order: c.order.clone(),
        subject: order.subject.clone(),
        on: c.on,
        late: c.on > order.due,
        text: text.unwrap_or_default(),
    };
    Ok(vec![desk.act(ActKind::OrderAnswered(payload), c.on, &[])])
}
