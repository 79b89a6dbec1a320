//! Granting and renewing credentials.

use jiff::civil::Date;
use law::condition::shift;
use law::eligibility::{Failure, LineStatus};
use law::grounds::Trace;
use law::title::{Title, Validity};
use law::value::date_pt;
use law::{Facts, Law};

use super::{Desk, Reasons, not_found, refuse, some_text};
use crate::act::holders as h;
use crate::act::{Act, ActKind};
use crate::command as c;
use crate::context::Role;
use crate::id::{CredentialId, DriverId, Subject};
use crate::refusal::{Reason, Refusal, Why};
use crate::vocabulary as v;

/// The fewest days that a period lasts without somebody confirming that it is meant.
const SHORTEST_UNCONFIRMED: i32 = 30;

/// The title that drivers hold under a law, when it has one.
pub(crate) fn driver_title(law: &Law) -> Option<&Title> {
    law.titles.values().find(|t| t.holder.as_ref() == "condutor")
}

/// Every requirement that stands in the way of a title, each with its article; those that are only pointed out do not.
pub(crate) fn unmet(law: &Law, title: &Title, facts: &Facts, on: Date) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut link_said = false;
    for line in &law.title_check(title, facts, on).lines {
        let why = match line.status {
            LineStatus::Failed => Why::Unmet,
            LineStatus::Undetermined => Why::Undetermined,
            LineStatus::Met | LineStatus::NotApplicable | LineStatus::Off => continue,
        };
        let r = line.requirement;
        if r.failure == Failure::Warn {
            continue;
        }
        r.demands.each_comparison(&mut |cmp| link_said |= title.needs_link.as_ref() == Some(&cmp.fact));
        let words = line.words(law);
        let text = match why {
            Why::Undetermined => format!("{}: falta comprovar ({words}). {}", r.says, r.remedy),
            _ => format!("{}: {words}. {}", r.says, r.remedy),
        };
        reasons.push(Reason::new(why, text.trim()).on(&r.base).lacking(&line.missing));
    }
    if let Some(fact) = &title.needs_link
        && let Some(law::Value::Int(0)) = facts.get(fact)
        && !link_said
    {
        let text = "nenhuma operadora responde pelo motorista; vincule-o a uma";
        reasons.push(Reason::new(Why::Unmet, text).on(&title.base));
    }
    reasons
}

fn suspended(desk: &Desk<'_>, driver: &DriverId) -> Option<Reason> {
    let d = desk.reg.drivers.get(driver)?;
    let s = d.suspensions.iter().filter_map(|s| desk.reg.suspensions.get(s)).find(|s| s.on(desk.today()))?;
    let base = desk.law.measures.get(s.measure.as_str()).map(|m| m.base.clone()).unwrap_or_default();
    Some(
        Reason::new(
            Why::State,
            format!("a atividade está suspensa de {} a {}", date_pt(s.first), date_pt(s.last)),
        )
        .at("driver")
        .on(&base),
    )
}

/// Says when a period is wrong, or so short that somebody must confirm it.
fn check_period(
    no: &mut Reasons,
    first: Date,
    last: Option<Date>,
    confirmation: Option<&String>,
) -> Option<String> {
    let last = last?;
    if last < first {
        no.field(
            Why::Invalid,
            "last",
            format!("o fim, {}, é anterior ao início, {}; confira o ano", date_pt(last), date_pt(first)),
        );
        return None;
    }
    let days = law::value::day_number(last) - law::value::day_number(first);
    if days >= SHORTEST_UNCONFIRMED {
        return None;
    }
    let confirmed = some_text(confirmation);
    if confirmed.is_none() {
        no.field(
            Why::Unconfirmed,
            "confirmation",
            format!("a credencial terminaria logo, em {}; se é isso mesmo, escreva por quê", date_pt(last)),
        );
    }
    confirmed
}

fn earlier(no: &mut Reasons, asked: Option<Date>, lawful: Option<Date>) -> Option<Date> {
    match (asked, lawful) {
        (Some(a), Some(l)) if a > l => {
            no.field(Why::Law, "last", format!("a credencial só pode ir até {}", date_pt(l)));
            Some(l)
        }
        (Some(a), _) => Some(a),
        (None, l) => l,
    }
}

pub(super) fn grant(desk: &Desk<'_>, c: &c::GrantCredential) -> Result<Vec<Act>, Refusal> {
    let today = desk.today();
    let Some(driver) = desk.reg.drivers.get(&c.driver) else {
        return Err(not_found("o motorista", "driver"));
    };
    let Some(title) = driver_title(desk.law) else {
        return refuse(Why::Law, "driver", "a norma não prevê credencial de motorista");
    };
    let mut no = Reasons::default();
    for credential in driver.credentials.iter().filter_map(|id| desk.reg.credentials.get(id)) {
        if let Some(revoked) = &credential.revoked {
            // the law sets no way back but a new decision: the authority may take it, in writing
            let decided =
                desk.cx.actor.role == Role::Authority && some_text(c.confirmation.as_ref()).is_some();
            if !decided {
                let base = desk.law.measures.get(v::REVOCATION).map(|m| m.base.clone()).unwrap_or_default();
                let text = format!(
                    "a credencial foi cassada em {}; só nova decisão escrita da autoridade permite outra",
                    date_pt(revoked.on)
                );
                no.say(Reason::new(Why::State, text).at("driver").on(&base));
            }
        } else if credential.current().is_some_and(|p| p.last.is_none_or(|l| l >= today)) {
            no.field(
                Why::Duplicate,
                "driver",
                format!(
                    "o motorista já tem a credencial {}, em vigor; renove-a quando for o caso",
                    credential.number
                ),
            );
        }
    }
    if let Some(reason) = suspended(desk, &c.driver) {
        no.say(reason);
    }
    let facts = desk.reg.facts_of(desk.law, &Subject::Driver(c.driver.clone()), today);
    if title.demands.iter().any(|s| s.as_ref() == "veiculo")
        && desk.reg.vehicle_of(&c.driver, today).is_none()
    {
        no.field(Why::Missing, "driver", "o motorista não tem veículo vinculado; vincule um veículo antes");
    }
    let reasons = unmet(desk.law, title, &facts, today);
    let met = reasons.is_empty();
    for reason in reasons {
        no.say(reason);
    }
    let mut trace = Trace::default();
    trace.cite(&title.base);
    let lawful = desk.law.title_validity(title, &facts, today, &mut trace);
    let last = earlier(&mut no, c.last, lawful);
    // the length is only worth a question when the rest is in order
    let confirmed = if met { check_period(&mut no, today, last, c.confirmation.as_ref()) } else { None };
    let code = desk.cx.codes.first().map(|t| t.trim()).filter(|t| !t.is_empty());
    match code {
        None => no.say(Reason::new(Why::Missing, "falta o código de verificação; tente de novo")),
        Some(code) if desk.reg.index.credential_codes.contains_key(code) => {
            no.say(Reason::new(
                Why::Duplicate,
                "o código de verificação sorteado já foi usado; tente de novo",
            ));
        }
        Some(_) => {}
    }
    no.refuse()?;
    let year = today.year();
    let payload = h::CredentialGranted {
        id: CredentialId::fresh(&desk.cx.fresh_text(0)),
        title: title.id.to_string(),
        driver: c.driver.clone(),
        year,
        sequence: desk.reg.counters(year).credentials.saturating_add(1),
        code: code.unwrap_or_default().to_string(),
        first: today,
        last,
        confirmed,
    };
    Ok(desk.act_today(ActKind::CredentialGranted(payload), &trace.grounds().provisions))
}

pub(super) fn renew(desk: &Desk<'_>, c: &c::RenewCredential) -> Result<Vec<Act>, Refusal> {
    let today = desk.today();
    let Some(credential) = desk.reg.credentials.get(&c.credential) else {
        return Err(not_found("a credencial", "credential"));
    };
    let Some(title) = desk.law.titles.get(credential.title.as_str()) else {
        return refuse(Why::Law, "credential", "a norma já não prevê este título");
    };
    let mut no = Reasons::default();
    if let Some(revoked) = &credential.revoked {
        no.field(Why::State, "credential", format!("a credencial foi cassada em {}", date_pt(revoked.on)));
    }
    let Some(old) = credential.current().and_then(|p| p.last) else {
        return refuse(Why::State, "credential", "a credencial não vence; não há o que renovar");
    };
    if let Some(reason) = suspended(desk, &credential.driver) {
        no.say(reason);
    }
    let facts = desk.reg.facts_of(desk.law, &Subject::Driver(credential.driver.clone()), today);
    let reasons = unmet(desk.law, title, &facts, today);
    let met = reasons.is_empty();
    for reason in reasons {
        no.say(reason);
    }
    let mut trace = Trace::default();
    trace.cite(&title.base);
    // renewed in time, the new period follows the old one and nobody loses days; renewed late, it begins today
    let in_time = old >= today;
    let first = if in_time { old.tomorrow().unwrap_or(old) } else { today };
    let lawful = match title.validity.on(desk.law, today, &mut trace) {
        Some(Validity::For(term)) if in_time => shift(old, *term, desk.law.month_end(today, &mut trace)),
        _ => desk.law.title_validity(title, &facts, today, &mut trace),
    };
    let last = earlier(&mut no, c.last, lawful);
    let mut confirmed = None;
    if met {
        if in_time && last.is_some_and(|l| l <= old) {
            no.field(
                Why::Time,
                "credential",
                format!(
                    "nada mudou que a leve além de {}: renove antes o documento que vence primeiro",
                    date_pt(old)
                ),
            );
        } else {
            confirmed = check_period(&mut no, first, last, c.confirmation.as_ref());
        }
    }
    no.refuse()?;
    let payload = h::CredentialRenewed {
        credential: c.credential.clone(),
        driver: credential.driver.clone(),
        first,
        last,
        confirmed,
    };
    Ok(desk.act_today(ActKind::CredentialRenewed(payload), &trace.grounds().provisions))
}
