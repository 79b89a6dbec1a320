//! Complaints, inquiries and revocation.

use law::process::Process;
use law::value::date_pt;

use super::stages::case_step;
use super::{Desk, Reasons, not_found, refuse, some_text};
use crate::act::matters::{self as m, CaseKind, CaseStep};
use crate::act::{Act, ActKind};
use crate::command as c;
use crate::id::{CaseId, ComplaintId, Subject};
use crate::refusal::{Reason, Refusal, Why};
use crate::state::Case;
use crate::vocabulary as v;

/// The process of the rulebook that a case follows.
pub(crate) fn process_of(kind: CaseKind) -> &'static str {
    match kind {
        CaseKind::Inquiry => v::GRAVE_COMPLAINT,
        CaseKind::Revocation => v::REVOCATION,
    }
}

fn process<'l>(desk: &Desk<'l>, kind: CaseKind) -> Result<&'l Process, Refusal> {
    desk.law
        .processes
        .get(process_of(kind))
        .ok_or_else(|| Refusal::one(Reason::new(Why::Law, format!("a norma não prevê {}", kind.pt_br()))))
}

fn next_case(desk: &Desk<'_>) -> (i16, u32) {
    let year = desk.today().year();
    (year, desk.reg.counters(year).cases.saturating_add(1))
}

pub(super) fn receive_complaint(desk: &Desk<'_>, c: &c::ReceiveComplaint) -> Result<Vec<Act>, Refusal> {
    if !desk.knows(&c.subject) {
        return Err(not_found("contra quem é a denúncia", "subject"));
    }
    let mut no = Reasons::default();
    let channel = no.demand(&c.channel, "channel", "como a denúncia chegou");
    let text = no.demand(&c.text, "text", "o que diz a denúncia");
    no.refuse()?;
    let text = text.unwrap_or_default();
    let id = ComplaintId::fresh(&desk.cx.fresh_text(0));
    let complaint = m::ComplaintReceived {
        id: id.clone(),
        subject: c.subject.clone(),
        channel: channel.unwrap_or_default(),
        text: text.clone(),
        complainant: some_text(c.complainant.as_ref()),
        grave: c.grave,
    };
    let Some(process) = desk.law.processes.get(v::GRAVE_COMPLAINT).filter(|_| c.grave) else {
        return Ok(desk.act_today(ActKind::ComplaintReceived(complaint), &[]));
    };
    let (year, sequence) = next_case(desk);
    let case = m::CaseOpened {
        id: CaseId::fresh(&desk.cx.fresh_text(1)),
        kind: CaseKind::Inquiry,
        year,
        sequence,
        subject: c.subject.clone(),
        reason: text,
        complaint: Some(id),
        notice: None,
    };
    Ok(vec![
        desk.act(ActKind::ComplaintReceived(complaint), desk.today(), &process.base),
        desk.act(ActKind::CaseOpened(case), desk.today(), &process.base),
    ])
}

pub(super) fn open_revocation(desk: &Desk<'_>, c: &c::OpenRevocation) -> Result<Vec<Act>, Refusal> {
    let process = process(desk, CaseKind::Revocation)?;
    if matches!(c.subject, Subject::Vehicle(_)) {
        return refuse(
            Why::Invalid,
            "subject",
            "cassa-se a atividade de motorista ou de operadora, não de um veículo",
        );
    }
    if !desk.knows(&c.subject) {
        return Err(not_found("quem se quer processar", "subject"));
    }
    let mut no = Reasons::default();
    if let Some(on) = desk.reg.revoked_on(&c.subject) {
        no.field(Why::State, "subject", format!("a atividade já está cassada desde {}", date_pt(on)));
    }
    let open = desk.reg.index.open_cases.iter().filter_map(|id| desk.reg.cases.get(id));
    if let Some(case) = open.into_iter().find(|k| k.kind == CaseKind::Revocation && k.subject == c.subject) {
        no.field(Why::Duplicate, "subject", format!("já corre o processo de cassação {}", case.number));
    }
    if c.notice.as_ref().is_some_and(|n| !desk.reg.notices.contains_key(n)) {
        no.field(Why::NotFound, "notice", "o auto não consta do cadastro");
    }
    let reason = no.demand(&c.reason, "reason", "o motivo da abertura");
    no.refuse()?;
    let (year, sequence) = next_case(desk);
    let payload = m::CaseOpened {
        id: CaseId::fresh(&desk.cx.fresh_text(0)),
        kind: CaseKind::Revocation,
        year,
        sequence,
        subject: c.subject.clone(),
        reason: reason.unwrap_or_default(),
        complaint: None,
        notice: c.notice.clone(),
    };
    Ok(desk.act_today(ActKind::CaseOpened(payload), &process.base))
}

fn case<'r>(desk: &Desk<'r>, id: &CaseId) -> Result<&'r Case, Refusal> {
    let Some(case) = desk.reg.cases.get(id) else { return Err(not_found("o processo", "case")) };
    if desk.reg.index.open_cases.contains(id) {
        Ok(case)
    } else {
        refuse(Why::State, "case", format!("o processo {} já terminou", case.number))
    }
}

/// Whether the law waits for an event at this point of a case; the refusal says for what it waits instead.
fn awaited(desk: &Desk<'_>, case: &Case, event: &str, on: jiff::civil::Date) -> Result<(), Reason> {
    let process = desk.law.processes.get(process_of(case.kind));
    let step = case_step(desk.law, case, on);
    let stage = process
        .zip(step.as_ref().and_then(|s| s.stage.clone()))
        .and_then(|(p, id)| p.stages.iter().find(|s| s.id == id));
    match stage {
        Some(stage) if stage.awaits.iter().any(|e| e.as_ref() == event) => Ok(()),
        Some(stage) => {
            let lapsed = step.map(|s| s.lapsed).unwrap_or_default();
            let ran_out = lapsed
                .last()
                .map(|e| format!("; o prazo anterior terminou na véspera de {}", date_pt(e.on)))
                .unwrap_or_default();
            Err(Reason::new(Why::State, format!("o processo está na etapa “{}”{ran_out}", stage.says))
                .at("case")
                .on(&stage.base))
        }
        None => Err(Reason::new(Why::State, "o processo não espera mais nada").at("case")),
    }
}

pub(super) fn take_step(desk: &Desk<'_>, c: &c::TakeCaseStep) -> Result<Vec<Act>, Refusal> {
    let process = process(desk, case(desk, &c.case)?.kind)?;
    let case = case(desk, &c.case)?;
    let mut no = Reasons::default();
    no.not_future(c.on, desk.today(), "on");
    let earliest = case.events.iter().map(|e| e.on).max().unwrap_or(case.opened_on);
    if c.on < earliest {
        no.field(Why::Time, "on", format!("o último ato do processo é de {}", date_pt(earliest)));
    }
    let event = match c.step {
        CaseStep::AppealGranted => v::APPEAL_DECIDED,
        step => step.event(),
    };
    no.take(awaited(desk, case, event, c.on));
    let text = no.demand(&c.text, "text", "o que foi dito, ou como foi feito");
    no.refuse()?;
    let payload = m::CaseStepTaken {
        case: c.case.clone(),
        subject: case.subject.clone(),
        step: c.step,
        on: c.on,
        text: text.unwrap_or_default(),
    };
    Ok(vec![desk.act(ActKind::CaseStepTaken(payload), c.on, &process.base)])
}

pub(super) fn decide_case(desk: &Desk<'_>, c: &c::DecideCase) -> Result<Vec<Act>, Refusal> {
    let case = case(desk, &c.case)?;
    let process = process(desk, case.kind)?;
    let mut no = Reasons::default();
    if case.decision.is_some() {
        no.field(Why::State, "case", "o processo já foi decidido");
    } else {
        // silence in a revocation leaves it to the published act, and the authority may still close it
        let event = if c.upheld { v::DECIDED } else { v::CLOSED };
        no.take(awaited(desk, case, event, desk.today()));
    }
    let reasoning = no.demand(&c.reasoning, "reasoning", "os fundamentos da decisão");
    no.refuse()?;
    let payload = m::CaseDecided {
        case: c.case.clone(),
        subject: case.subject.clone(),
        upheld: c.upheld,
        reasoning: reasoning.unwrap_or_default(),
    };
    Ok(desk.act_today(ActKind::CaseDecided(payload), &process.base))
}

pub(super) fn revoke(desk: &Desk<'_>, c: &c::Revoke) -> Result<Vec<Act>, Refusal> {
    let case = case(desk, &c.case)?;
    let process = process(desk, case.kind)?;
    let mut no = Reasons::default();
    if case.kind != CaseKind::Revocation {
        return refuse(Why::Invalid, "case", "só um processo de cassação leva à cassação; abra-o antes");
    }
    no.not_future(c.published, desk.today(), "published");
    no.take(awaited(desk, case, v::PUBLISHED, c.published));
    let ordinance = no.demand(&c.ordinance, "ordinance", "o número da portaria publicada");
    no.refuse()?;
    let payload = m::Revoked {
        case: c.case.clone(),
        subject: case.subject.clone(),
        ordinance: ordinance.unwrap_or_default(),
        published: c.published,
    };
    Ok(vec![desk.act(ActKind::Revoked(payload), c.published, &process.base)])
}
