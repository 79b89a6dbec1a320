//! The way of a notice: service, defence, decision, appeal, annulment, payment.

use jiff::civil::Date;
use law::grounds::Trace;
use law::process::{Event, NextStep, Process, Stage};
use law::value::date_pt;
use law::{Id, Law};

use super::penalties::{penalty, recomputed};
use super::processes::process_of;
use super::time::lapses;
use super::{Desk, Reasons, not_found, refuse, some_text};
use crate::act::enforcement::{self as e, ServedPaper};
use crate::act::{Act, ActKind};
use crate::apply::take_notice_act;
use crate::command as c;
use crate::context::Role;
use crate::id::NoticeId;
use crate::refusal::{Reason, Refusal, Why};
use crate::state::{Case, CaseEvent, Notice};
use crate::vocabulary as v;

fn events(of: &[CaseEvent]) -> Vec<Event> {
    of.iter().map(|e| Event { id: e.event.as_str().into(), on: e.on }).collect()
}

/// Where the case of a notice stands on a day.
pub(crate) fn notice_step(law: &Law, notice: &Notice, on: Date) -> Option<NextStep> {
    let process = law.processes.get(notice.drawn.process.as_str())?;
    let revokes = notice.penalty.as_ref().is_some_and(|p| p.revokes)
        || law
            .offences
            .get(notice.drawn.offence.as_str())
            .and_then(|o| law.class_of(o, notice.drawn.fact_at.date(), &mut Trace::default()))
            .and_then(|c| c.revokes.on(law, notice.drawn.fact_at.date(), &mut Trace::default()))
            .is_some_and(|revokes| *revokes);
    Some(law.next_step(process, &events(&notice.events), revokes.then_some(v::REVOCATION), on))
}

/// Where a process stands on a day.
pub(crate) fn case_step(law: &Law, case: &Case, on: Date) -> Option<NextStep> {
    let id = process_of(case.kind);
    let process = law.processes.get(id)?;
    Some(law.next_step(process, &events(&case.events), Some(id), on))
}

/// The stage a step is at.
pub(super) fn stage_of<'l>(process: &'l Process, step: &NextStep) -> Option<&'l Stage> {
    let id = step.stage.as_ref()?;
    process.stages.iter().find(|s| s.id == *id)
}

/// A notice with what silence has already done to it, and the acts that record that.
pub(super) struct Standing<'l> {
    pub notice: Notice,
    pub acts: Vec<Act>,
    pub process: &'l Process,
}

impl Standing<'_> {
    fn add(&mut self, desk: &Desk<'_>, act: Act) {
        let next =
            desk.reg.head.saturating_add(1).saturating_add(u64::try_from(self.acts.len()).unwrap_or(0));
        take_notice_act(&mut self.notice, next, &act);
        self.acts.push(act);
    }

    /// Whether the law waits for an event on a day.
    fn awaits(&self, law: &Law, event: &str, on: Date) -> bool {
        notice_step(law, &self.notice, on)
            .and_then(|s| stage_of(self.process, &s))
            .is_some_and(|s| s.awaits.iter().any(|x| x.as_ref() == event))
    }

    /// Says at which stage the case is instead.
    fn elsewhere(&self, law: &Law, on: Date) -> Reason {
        match notice_step(law, &self.notice, on).and_then(|s| stage_of(self.process, &s).cloned()) {
            Some(stage) => Reason::new(Why::State, format!("o auto está na etapa “{}”", stage.says))
                .at("notice")
                .on(&stage.base),
            None => {
                Reason::new(Why::State, "o caso deste auto já terminou").at("notice").on(&self.process.base)
            }
        }
    }
}

/// The stage of a process that waits for an event.
pub(super) fn stage_awaiting<'l>(process: &'l Process, event: &str) -> Option<&'l Stage> {
    process.stages.iter().find(|s| s.awaits.iter().any(|x| x.as_ref() == event))
}

/// A notice as it stands today. What silence did up to now is recorded along with the command.
pub(super) fn standing<'l>(desk: &Desk<'l>, id: &NoticeId) -> Result<Standing<'l>, Refusal> {
    let Some(notice) = desk.reg.notices.get(id) else { return Err(not_found("o auto", "notice")) };
    let Some(process) = desk.law.processes.get(notice.drawn.process.as_str()) else {
        return refuse(Why::Law, "notice", "a norma já não prevê o processo deste auto");
    };
    let mut standing = Standing { notice: notice.clone(), acts: Vec::new(), process };
    for act in lapses(desk, notice).map_err(Refusal::one)? {
        standing.add(desk, act);
    }
    Ok(standing)
}

fn basis(stage: Option<&Stage>, process: &Process) -> Vec<Id> {
    stage.map_or_else(|| process.base.clone(), |s| s.base.clone())
}

/// The first day on which a paper can be served.
fn paper_from(notice: &Notice, paper: ServedPaper) -> Option<Date> {
    match paper {
        ServedPaper::Notice => Some(notice.booked()),
        ServedPaper::Decision => notice.decision.as_ref().map(|d| d.on),
        ServedPaper::AppealDecision => {
            notice.appeals.iter().filter_map(|a| a.decision.as_ref()).map(|d| d.0).max()
        }
    }
}

pub(super) fn service_attempt(desk: &Desk<'_>, c: &c::RecordServiceAttempt) -> Result<Vec<Act>, Refusal> {
    let mut s = standing(desk, &c.notice)?;
    let mut no = Reasons::default();
    let mode = desk.law.services.get(c.mode.as_str());
    if mode.is_none() {
        no.field(Why::NotFound, "mode", format!("a norma não prevê comunicar por “{}”", c.mode));
    }
    no.not_future(c.on, desk.today(), "on");
    match paper_from(&s.notice, c.paper) {
        Some(from) if c.on >= from => {}
        Some(from) => {
            no.field(Why::Time, "on", format!("antes de {} não havia o que comunicar", date_pt(from)));
        }
        None => no.field(Why::State, "paper", format!("ainda não há o que comunicar {}", c.paper.pt_br())),
    }
    if s.notice.served(c.paper).is_some() {
        no.field(Why::State, "notice", format!("o autuado já foi comunicado {}", c.paper.pt_br()));
    }
    let note = no.demand(&c.note, "note", "o que aconteceu na tentativa");
    no.refuse()?;
    let payload = e::ServiceFailed {
        notice: c.notice.clone(),
        paper: c.paper,
        mode: c.mode.clone(),
        on: c.on,
        note: note.unwrap_or_default(),
        whereabouts_unknown: c.whereabouts_unknown,
    };
    let base = mode.map(|m| m.base.clone()).unwrap_or_default();
    s.add(desk, desk.act(ActKind::ServiceFailed(payload), c.on, &base));
    Ok(s.acts)
}

pub(super) fn serve(desk: &Desk<'_>, c: &c::Serve) -> Result<Vec<Act>, Refusal> {
    let mut s = standing(desk, &c.notice)?;
    let mut no = Reasons::default();
    let mode = desk.law.services.get(c.mode.as_str());
    match mode {
        None => no.field(Why::NotFound, "mode", format!("a norma não prevê comunicar por “{}”", c.mode)),
        Some(mode) => {
            let failed = s.notice.failed_services.iter().filter(|f| f.paper == c.paper);
            let unknown = failed.clone().any(|f| f.whereabouts_unknown);
            let mut trace = law::grounds::Trace::default();
            if let Some((id, why)) = desk.law.out_of_force(&mode.base, mode.span, c.on, &mut trace) {
                let says = format!("este modo não cabe: {} {why}", brasil::lexml::cite(&id));
                no.say(Reason::new(Why::Law, says).at("mode").on(&mode.base));
            }
            if let Err(why) = desk.law.may_serve(mode, failed.count(), unknown) {
                no.say(Reason::new(Why::Law, why).at("mode").on(&mode.base));
            }
            if mode.id.as_ref() == v::REFUSAL && desk.cx.actor.role != Role::Inspector {
                no.say(
                    Reason::new(Why::NotAllowed, "só o fiscal certifica a recusa").at("mode").on(&mode.base),
                );
            }
        }
    }
    no.not_future(c.on, desk.today(), "on");
    if s.notice.served(c.paper).is_some() {
        no.field(Why::State, "notice", format!("o autuado já foi comunicado {}", c.paper.pt_br()));
    } else {
        match (paper_from(&s.notice, c.paper), c.paper) {
            (None, _) => {
                no.field(Why::State, "paper", format!("ainda não há o que comunicar {}", c.paper.pt_br()));
            }
            (Some(from), _) if c.on < from => {
                no.field(Why::Time, "on", format!("antes de {} não havia o que comunicar", date_pt(from)));
            }
            (Some(_), ServedPaper::AppealDecision) => {}
            (Some(_), paper) => {
                let event = if paper == ServedPaper::Notice { v::SERVED } else { v::DECISION_SERVED };
                if !s.awaits(desk.law, event, desk.today()) {
                    no.say(s.elsewhere(desk.law, desk.today()));
                }
            }
        }
    }
    no.refuse()?;
    let mut payload = e::Served {
        notice: c.notice.clone(),
        paper: c.paper,
        mode: c.mode.clone(),
        on: c.on,
        proof: some_text(c.proof.as_ref()),
        ends: false,
    };
    // whether anything is left is asked of the case as it will stand
    let mut after = s.notice.clone();
    take_notice_act(&mut after, 0, &desk.act(ActKind::Served(payload.clone()), c.on, &[]));
    payload.ends = notice_step(desk.law, &after, c.on).is_some_and(|n| n.stage.is_none());
    let base = mode.map(|m| m.base.clone()).unwrap_or_default();
    s.add(desk, desk.act(ActKind::Served(payload), c.on, &base));
    Ok(s.acts)
}

pub(super) fn file_defence(desk: &Desk<'_>, c: &c::FileDefence) -> Result<Vec<Act>, Refusal> {
    let Some(notice) = desk.reg.notices.get(&c.notice) else { return Err(not_found("o auto", "notice")) };
    let mut s = standing(desk, &c.notice)?;
    let mut no = Reasons::default();
    no.not_future(c.on, desk.today(), "on");
    let text = no.demand(&c.text, "text", "o que diz a defesa");
    if notice.annulled.is_some() {
        no.field(Why::State, "notice", "o auto já foi anulado");
    }
    let served = notice.served(ServedPaper::Notice);
    match served {
        None => no.field(
            Why::State,
            "notice",
            "o autuado ainda não foi comunicado do auto; registre antes a ciência, de que corre o prazo",
        ),
        Some(served) if c.on < served => {
            no.field(Why::Time, "on", format!("a ciência do auto é de {}", date_pt(served)));
        }
        Some(_) => {}
    }
    if notice.defences.iter().any(|(_, late)| !late) {
        no.field(Why::State, "notice", "a defesa já foi apresentada");
    }
    no.refuse()?;
    // asked of the case as it was that day, before silence spoke
    let before = Standing {
        notice: without_lapse(notice, v::DEFENCE, s.process),
        acts: Vec::new(),
        process: s.process,
    };
    let late = !before.awaits(desk.law, v::DEFENCE, c.on);
    if !late && s.notice.events.len() > notice.events.len() {
        // it came in time and is recorded late: silence never happened
        s = Standing { notice: notice.clone(), acts: Vec::new(), process: s.process };
    }
    let stage = stage_awaiting(s.process, v::DEFENCE);
    let silence = stage.and_then(|x| x.silence.as_deref());
    let undoes =
        silence.filter(|x| !late && notice.events.iter().any(|e| e.event == **x)).map(ToString::to_string);
    if undoes.is_some() && notice.served(ServedPaper::Decision).is_some() {
        let text = "o prazo foi dado por terminado e a penalidade já foi comunicada; se a defesa chegou a tempo, anule o auto";
        return refuse(Why::State, "notice", text);
    }
    let fell = undoes.is_some() && notice.penalty.is_some();
    let payload =
        e::DefenceFiled { notice: c.notice.clone(), on: c.on, late, text: text.unwrap_or_default(), undoes };
    let base = basis(stage, s.process);
    s.add(desk, desk.act(ActKind::DefenceFiled(payload), c.on, &base));
    if fell {
        s.acts.extend(recomputed(desk, notice, false));
    }
    Ok(s.acts)
}

/// A notice as if the silence that an event would have broken had not been recorded.
fn without_lapse(notice: &Notice, event: &str, process: &Process) -> Notice {
    let mut notice = notice.clone();
    if let Some(silence) = stage_awaiting(process, event).and_then(|s| s.silence.as_ref()) {
        notice.events.retain(|x| x.event != silence.as_ref());
    }
    notice
}

pub(super) fn decide_notice(desk: &Desk<'_>, c: &c::Decide) -> Result<Vec<Act>, Refusal> {
    let mut s = standing(desk, &c.notice)?;
    let today = desk.today();
    let mut no = Reasons::default();
    let stage = stage_awaiting(s.process, v::DECIDED);
    if !s.awaits(desk.law, v::DECIDED, today) {
        no.say(s.elsewhere(desk.law, today));
    }
    let reasoning = no.demand(&c.reasoning, "reasoning", "os fundamentos da decisão");
    let imposed = if c.uphold { no.take(penalty(desk, &s.notice, today, false)) } else { None };
    no.refuse()?;
    let mut base = basis(stage, s.process);
    if let Some(offence) = desk.law.offences.get(s.notice.drawn.offence.as_str()) {
        base.extend(offence.base.iter().cloned());
    }
    let payload = e::NoticeDecided {
        notice: c.notice.clone(),
        penalty: imposed,
        reasoning: reasoning.unwrap_or_default(),
    };
    s.add(desk, desk.act(ActKind::NoticeDecided(Box::new(payload)), today, &base));
    Ok(s.acts)
}

pub(super) fn file_appeal(desk: &Desk<'_>, c: &c::FileAppeal) -> Result<Vec<Act>, Refusal> {
    let mut s = standing(desk, &c.notice)?;
    let notice = &s.notice;
    let mut no = Reasons::default();
    no.not_future(c.on, desk.today(), "on");
    let text = no.demand(&c.text, "text", "o que diz o recurso");
    if notice.annulled.is_some() {
        no.field(Why::State, "notice", "o auto já foi anulado; não há do que recorrer");
    }
    if notice.appeals.iter().any(|a| a.admitted) {
        no.field(Why::State, "notice", "o recurso já foi apresentado");
    }
    let served = notice.served(ServedPaper::Decision);
    match (&notice.decision, served) {
        (None, _) => no.say(s.elsewhere(desk.law, desk.today())),
        (Some(_), None) => no.field(
            Why::State,
            "notice",
            "o autuado ainda não foi comunicado da decisão; registre antes a ciência, de que corre o prazo",
        ),
        (Some(_), Some(served)) if c.on < served => {
            no.field(Why::Time, "on", format!("a ciência da decisão é de {}", date_pt(served)));
        }
        (Some(_), Some(_)) => {}
    }
    no.refuse()?;
    let stage = stage_awaiting(s.process, v::APPEAL);
    let before = Standing {
        notice: without_lapse(notice, v::APPEAL, s.process),
        acts: Vec::new(),
        process: s.process,
    };
    let admitted = before.awaits(desk.law, v::APPEAL, c.on);
    let due = stage
        .and_then(|st| desk.law.due(desk.law.stage_deadline(st, served?, &mut Trace::default())?, served?))
        .map(|d| d.due.date);
    if admitted {
        // it came in time and is recorded late: silence never happened
        let original = desk.reg.notices.get(&c.notice).cloned();
        let lapse = stage.and_then(|st| st.silence.clone());
        let silent = |a: &Act| matches!(&a.kind, ActKind::StageLapsed(p) if lapse.as_deref() == Some(p.event.as_str()));
        if let (Some(original), true) = (original, s.acts.iter().any(silent)) {
            let keep: Vec<Act> = s.acts.iter().filter(|a| !silent(a)).cloned().collect();
            s = Standing { notice: original, acts: Vec::new(), process: s.process };
            for act in keep {
                s.add(desk, act);
            }
        }
    }
    let payload =
        e::AppealFiled { notice: c.notice.clone(), on: c.on, due, admitted, text: text.unwrap_or_default() };
    let base = basis(stage, s.process);
    s.add(desk, desk.act(ActKind::AppealFiled(payload), c.on, &base));
    Ok(s.acts)
}

pub(super) fn decide_appeal(desk: &Desk<'_>, c: &c::DecideAppeal) -> Result<Vec<Act>, Refusal> {
    let mut s = standing(desk, &c.notice)?;
    let today = desk.today();
    let mut no = Reasons::default();
    if !s.awaits(desk.law, v::APPEAL_DECIDED, today) {
        no.say(s.elsewhere(desk.law, today));
    }
    let reasoning = no.demand(&c.reasoning, "reasoning", "os fundamentos da decisão");
    no.refuse()?;
    let base = basis(stage_awaiting(s.process, v::APPEAL_DECIDED), s.process);
    let payload = e::AppealDecided {
        notice: c.notice.clone(),
        granted: c.grant,
        reasoning: reasoning.unwrap_or_default(),
    };
    s.add(desk, desk.act(ActKind::AppealDecided(payload), today, &base));
    if c.grant {
        s.acts.extend(recomputed(desk, &s.notice, true));
    }
    Ok(s.acts)
}

pub(super) fn annul(desk: &Desk<'_>, c: &c::AnnulNotice) -> Result<Vec<Act>, Refusal> {
    let Some(notice) = desk.reg.notices.get(&c.notice) else { return Err(not_found("o auto", "notice")) };
    let mut no = Reasons::default();
    if let Some((on, _)) = &notice.annulled {
        no.field(Why::State, "notice", format!("o auto já foi anulado em {}", date_pt(*on)));
    }
    let reasoning = no.demand(&c.reasoning, "reasoning", "os fundamentos da anulação");
    no.refuse()?;
    let base =
        desk.law.processes.get(notice.drawn.process.as_str()).map(|p| p.base.clone()).unwrap_or_default();
    let payload = e::NoticeAnnulled { notice: c.notice.clone(), reasoning: reasoning.unwrap_or_default() };
    let mut acts = desk.act_today(ActKind::NoticeAnnulled(payload), &base);
    acts.extend(recomputed(desk, notice, true));
    Ok(acts)
}
