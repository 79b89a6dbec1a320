//! What the municipality lays over its rulebook.

use law::Value;
use law::setting::Setting;
use rust_decimal::Decimal;

use super::{Desk, Reasons, refuse};
use crate::act::matters as m;
use crate::act::{Act, ActKind};
use crate::command as c;
use crate::fact_value::FactValue;
use crate::refusal::{Refusal, Why};
use crate::state::LaidOver;

/// Lays one thing more over the law, to hear from the law itself what is wrong with it.
fn try_over(desk: &Desk<'_>, setting: &Setting, field: &'static str, no: &mut Reasons) {
    if let Err(faults) = desk.law.with(setting) {
        for fault in faults {
            no.field(Why::Invalid, field, fault.to_string());
        }
    }
}

pub(super) fn set_parameter(desk: &Desk<'_>, c: &c::SetParameter) -> Result<Vec<Act>, Refusal> {
    let Some(parameter) = desk.law.parameter(&c.parameter) else {
        return refuse(
            Why::NotFound,
            "parameter",
            format!("a norma não conhece o parâmetro “{}”", c.parameter),
        );
    };
    let mut no = Reasons::default();
    let positive = match Value::from(&c.value) {
        Value::Decimal(d) => d > Decimal::ZERO,
        Value::Int(i) => i > 0,
        Value::Bool(_) | Value::Date(_) | Value::Text(_) => false,
    };
    if !positive {
        no.field(
            Why::Invalid,
            "value",
            format!("{}: o valor deve ser um número maior que zero", parameter.label),
        );
    }
    if c.until.is_some_and(|u| u < c.since) {
        no.field(Why::Invalid, "until", "o último dia é anterior ao primeiro; confira os dois");
    }
    let source = no.demand(&c.source, "source", "o ato de onde vem o valor");
    no.refuse()?;
    let value = match &c.value {
        FactValue::Int(i) => FactValue::Decimal(Decimal::from(*i)),
        other => other.clone(),
    };
    let payload = m::ParameterSet {
        parameter: c.parameter.clone(),
        value,
        since: c.since,
        until: c.until,
        source: source.unwrap_or_default(),
    };
    Ok(vec![desk.act(ActKind::ParameterSet(payload), c.since, &parameter.base)])
}

pub(super) fn rule_reading(desk: &Desk<'_>, c: &c::RuleReading) -> Result<Vec<Act>, Refusal> {
    let mut no = Reasons::default();
    let by = no.demand(&c.by, "by", "o ato que decide a leitura");
    let payload = m::ReadingRuled {
        reading: c.reading.clone(),
        answer: c.answer.clone(),
        since: c.since,
        by: by.unwrap_or_default(),
    };
    let over = LaidOver { rulings: vec![payload.clone()], ..LaidOver::default() };
    try_over(desk, &over.setting(), "answer", &mut no);
    no.refuse()?;
    let base = desk.law.reading(&c.reading).map(|r| r.base.clone()).unwrap_or_default();
    Ok(vec![desk.act(ActKind::ReadingRuled(payload), c.since, &base)])
}

pub(super) fn suspend_provision(desk: &Desk<'_>, c: &c::SuspendProvision) -> Result<Vec<Act>, Refusal> {
    let mut no = Reasons::default();
    let by = no.demand(&c.by, "by", "o processo em que se decidiu");
    let open =
        desk.reg.laid_over.suspensions.iter().any(|(s, until)| s.provision == c.provision && until.is_none());
    if open {
        no.field(Why::Duplicate, "provision", "o dispositivo já está suspenso por decisão judicial");
    }
    let payload =
        m::ProvisionSuspended { provision: c.provision.clone(), since: c.since, by: by.unwrap_or_default() };
    let over = LaidOver { suspensions: vec![(payload.clone(), None)], ..LaidOver::default() };
    try_over(desk, &over.setting(), "provision", &mut no);
    no.refuse()?;
    Ok(vec![desk.act(ActKind::ProvisionSuspended(payload), c.since, &[c.provision.as_str().into()])])
}

pub(super) fn restore_provision(desk: &Desk<'_>, c: &c::RestoreProvision) -> Result<Vec<Act>, Refusal> {
    let open = desk
        .reg
        .laid_over
        .suspensions
        .iter()
        .rev()
        .find(|(s, until)| s.provision == c.provision && until.is_none());
    let Some((suspension, _)) = open else {
        return refuse(
            Why::State,
            "provision",
            "este dispositivo não está suspenso por decisão registrada aqui",
        );
    };
    let mut no = Reasons::default();
    if c.last < suspension.since {
        no.field(Why::Time, "last", "a suspensão não pode acabar antes de começar");
    }
    let by = no.demand(&c.by, "by", "a decisão que a derrubou");
    no.refuse()?;
    let payload =
        m::ProvisionRestored { provision: c.provision.clone(), last: c.last, by: by.unwrap_or_default() };
    Ok(vec![desk.act(ActKind::ProvisionRestored(payload), c.last, &[c.provision.as_str().into()])])
}

pub(super) fn add_closure_day(desk: &Desk<'_>, c: &c::AddClosureDay) -> Result<Vec<Act>, Refusal> {
    let mut no = Reasons::default();
    let name = no.demand(&c.name, "name", "o nome do dia");
    let source = no.demand(&c.source, "source", "o ato que o decreta");
    if desk.reg.laid_over.days.iter().any(|d| d.on == c.on) {
        no.field(Why::Duplicate, "on", "este dia já foi decretado");
    }
    let payload = m::ClosureDayAdded {
        on: c.on,
        kind: c.kind,
        name: name.unwrap_or_default(),
        source: source.unwrap_or_default(),
    };
    let over = LaidOver { days: vec![payload.clone()], ..LaidOver::default() };
    try_over(desk, &over.setting(), "on", &mut no);
    if let [reason] = no.0.as_slice()
        && reason.why == Why::Invalid
    {
        return refuse(Why::Invalid, "on", format!("o calendário não aceita este dia: {}", reason.text));
    }
    no.refuse()?;
    Ok(vec![desk.act(ActKind::ClosureDayAdded(payload), c.on, &[])])
}
