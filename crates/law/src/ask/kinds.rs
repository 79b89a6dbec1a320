//! One function for each kind of question.

use jiff::civil::{Date, DateTime};
use rust_decimal::Decimal;
use serde_json::{Value as Json, json};

use super::answers::Answer;
use super::input::Input;
use crate::condition::Outcome;
use crate::eligibility::{Failure, LineStatus, Requirement};
use crate::filing::{DueRule, FilingAnchor, FilingDue, Period, Standing};
use crate::grounds::{Grounds, Trace};
use crate::law::Working;
use crate::penalty::{PenaltyKind, PenaltyQuestion, Prior};
use crate::process::Event;
use crate::provision::Status;
use crate::title::TitleHistory;
use crate::value::date_pt;
use crate::{Facts, Id, Law};

fn yes_no(b: bool) -> &'static str {
    Outcome::from_bool(b).keyword()
}

/// Names as somebody can enter them: what follows from another fact is asked for by that other fact.
pub(super) fn entered(law: &Law, names: Vec<Id>, facts: &Facts, on: Date) -> Vec<Id> {
    let mut out: Vec<Id> = Vec::new();
    for id in names {
        let bases = law.fact(&id).and_then(|f| f.derived.as_ref()).map(crate::fact::Derived::bases);
        let lacking = bases.into_iter().flatten().filter(|b| facts.on(b, on).is_none()).cloned();
        let mut asked: Vec<Id> = lacking.collect();
        if asked.is_empty() {
            asked.push(id);
        }
        for id in asked {
            if !out.contains(&id) {
                out.push(id);
            }
        }
    }
    out
}

pub(super) fn requirements<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let subjects = q.names("sujeitos").unwrap_or_default();
    let only = q.names("requisitos").unwrap_or_default();
    let on = q.required_date("em");
    let moment = q.text("momento");
    let facts = q.facts("fatos");
    for id in only.iter().filter(|id| !law.requirements.contains_key(*id)) {
        q.unknown("requisitos", id, &mut law.requirements.keys().map(AsRef::as_ref));
    }
    for s in subjects.iter().filter(|s| !law.requirements.values().any(|r| r.subject == **s)) {
        q.unknown("sujeitos", s, &mut law.requirements.values().map(|r| r.subject.as_ref()));
    }
    if let Some(m) = &moment
        && !law.requirements.values().any(|r| r.moments.iter().any(|x| x.as_ref() == m))
    {
        let names = law.requirements.values().flat_map(|r| r.moments.iter().map(AsRef::as_ref));
        q.unknown("momento", m, &mut names.collect::<Vec<_>>().into_iter());
    }
    if subjects.is_empty() && only.is_empty() {
        q.fault("sujeitos", "diga os sujeitos (condutor, veiculo, operadora) ou os requisitos".into(), None);
    }
    let on = on?;
    if let Some((id, year)) = law.year_to_come(&facts, on) {
        let last = i64::from(on.year()).saturating_add(1);
        q.fault(&format!("fatos.{id}"), format!("o ano {year} não pode ser: no máximo, {last}"), None);
        return None;
    }
    let asked = |r: &Requirement| {
        r.is_checked_at(moment.as_deref())
            && if only.is_empty() { subjects.contains(&r.subject) } else { only.contains(&r.id) }
    };
    let e = law.eligibility_by(&asked, &|_| true, &facts, on);
    let ids =
        |status: LineStatus| e.lines.iter().filter(move |l| l.status == status).map(|l| &l.requirement.id);
    let why: Vec<String> = e
        .lines
        .iter()
        .filter(|l| matches!(l.status, LineStatus::Failed | LineStatus::Undetermined))
        .map(|l| format!("{} ({})", l.words(law), l.grounds().cited()))
        .collect();
    let missing = entered(law, e.missing(), &facts, on);
    let failing = |how: Failure| {
        let failed =
            e.lines.iter().filter(move |l| l.status == LineStatus::Failed && l.requirement.failure == how);
        failed.map(|l| &l.requirement.id)
    };
    Some(
        Answer::new()
            .set("resposta", e.outcome.keyword())
            .names("atende", ids(LineStatus::Met))
            .names("falha", ids(LineStatus::Failed))
            .names("bloqueia", failing(Failure::Block))
            .names("avisa", failing(Failure::Warn))
            .names("falta", &missing)
            .names("nao_se_aplica", ids(LineStatus::NotApplicable))
            .names("fora_de_vigor", ids(LineStatus::Off))
            .names("indeterminado", ids(LineStatus::Undetermined))
            .date("valido_ate", e.until)
            .date("possivel_desde", e.from)
            .grounds(law, &e.grounds(), why.join("; ")),
    )
}

pub(super) fn prior<'a>(law: &'a Law, p: &mut Input<'a>) -> Option<Prior> {
    let offence = p.known("infracao", &law.offences);
    let booked = p.required_date("autuada");
    let fact = p.date("fato");
    let punished = p.date("punida");
    let annulled = p.boolean("anulada").unwrap_or(false);
    if let (Some(b), Some(x)) = (booked, punished)
        && x < b
    {
        p.fault("punida", format!("a punição, {}, é anterior à autuação, {}", date_pt(x), date_pt(b)), None);
    }
    let penalty = match p.text("penalidade").as_deref() {
        None => None,
        Some("advertencia") => Some(PenaltyKind::Warning),
        Some("multa") => Some(PenaltyKind::Fine),
        Some(other) => {
            p.unknown("penalidade", other, &mut ["advertencia", "multa"].into_iter());
            None
        }
    };
    Some(Prior { code: offence?.code.clone(), booked: booked?, fact, punished, annulled, penalty })
}

pub(super) fn penalty<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let offence = q.known("infracao", &law.offences);
    let offender = q.text("autor");
    let fact = q.required_date("fato");
    let decided = q.date("decidida");
    let history = q.each("antecedentes", |p| prior(law, p));
    let facts = q.facts("fatos");
    let chosen = q.decimal("valor_escolhido");
    let p = law.penalty(&PenaltyQuestion {
        code: &offence?.code,
        offender: offender.as_deref(),
        fact: fact?,
        decided,
        history: &history,
        facts: &facts,
        chosen,
    });
    let missing: Vec<Id> = p.missing.iter().map(|(id, _)| id.clone()).collect();
    Some(
        Answer::new()
            .set("resposta", p.outcome.keyword())
            .set("penalidade", if p.outcome == Outcome::No { "nenhuma" } else { p.kind.keyword() })
            .number(
                "quantidade",
                p.amount.as_ref().map(|a| a.quantity).or(p.referral.as_ref().map(|_| Decimal::ZERO)),
            )
            .set("unidade", p.amount.as_ref().map(|a| a.unit.to_string()))
            .set("vezes", p.times)
            .number("fator", Some(p.factor))
            .set("valor", p.value.map(|v| v.to_decimal().to_string()))
            .names("medidas", &p.measures)
            .set("cassa", p.revokes)
            .set("encaminha", p.referral.as_ref().map(|r| r.by.clone()))
            .set("encaminha_a", p.referral.as_ref().map(|r| r.to.clone()))
            .set("suspende_dias", p.repeat_of.as_ref().and_then(|r| r.suspends.as_ref()).map(|s| s.0))
            .set(
                "suspende_de",
                p.repeat_of.as_ref().and_then(|r| r.suspends.as_ref()).map(|s| s.1.to_string()),
            )
            .number("faixa_minima", p.range.map(|r| r.0))
            .number("faixa_maxima", p.range.and_then(|r| r.1))
            .set("degrau", p.step.as_deref())
            .set("processo", p.process.as_deref())
            .set("reincidente", p.repeat_of.is_some())
            .date("janela_ate", p.repeat_of.as_ref().and_then(|r| r.window_end))
            .names("falta", &missing)
            .grounds(law, &p.grounds, p.words(law)),
    )
}

pub(super) fn concurrence<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let codes = q.names("infracoes").unwrap_or_default();
    let fact = q.required_date("fato");
    let facts = q.facts("fatos");
    for c in codes.iter().filter(|c| !law.offences.contains_key(*c)) {
        q.unknown("infracoes", c, &mut law.offences.keys().map(AsRef::as_ref));
    }
    if codes.is_empty() {
        q.fault("infracoes", "diga ao menos uma infração".into(), None);
    }
    let c = law.concurring(&codes, &facts, fact?);
    let of = |o: Outcome| c.candidates.iter().filter(move |x| x.outcome == o).map(|x| &x.code);
    let mut missing: Vec<Id> = Vec::new();
    for m in c.candidates.iter().filter(|x| x.outcome == Outcome::Undetermined).flat_map(|x| &x.missing) {
        if !missing.contains(m) {
            missing.push(m.clone());
        }
    }
    let why: Vec<String> =
        c.candidates.iter().filter_map(|x| x.why.as_ref().map(|w| format!("{}: {w}", x.code))).collect();
    Some(
        Answer::new()
            .names("aplica", of(Outcome::Yes))
            .names("cede", of(Outcome::No))
            .names("indeterminadas", of(Outcome::Undetermined))
            .names("falta", &entered(law, missing, &facts, fact?))
            .grounds(law, &c.grounds, why.join("; ")),
    )
}

pub(super) fn deadline<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let deadline = q.known("prazo", &law.deadlines);
    let moment = q.moment("de");
    let from = q.date("de");
    let on = q.date("em");
    let (party, granted) = super::deadline::options(q, deadline);
    let stops = q.each("pausas", |s| super::deadline::stop(s, deadline));
    let deadline = deadline?;
    if let Some(moment) = moment
        && granted.is_empty()
        && stops.is_empty()
        && let Some(due) = law.due_moment(deadline, moment)
    {
        return Some(super::deadline::in_hours(law, deadline, &due, q.moment("em")));
    }
    let mut landmark = Trace::default();
    let from = from.or(moment.map(DateTime::date)).or_else(|| law.landmark_of(deadline, &mut landmark));
    let Some(from) = from else {
        q.fault("de", "falta esta chave: a norma não fixa de que dia este prazo corre".into(), None);
        return None;
    };
    if let Some(off) = super::deadline::off(law, deadline, from, on) {
        return Some(off);
    }
    let due = law
        .due_for(deadline, from, party.as_deref(), &granted)
        .and_then(|d| law.after_pauses(deadline, d, &stops, party.as_deref()));
    let Some((mut due, stopped)) = due else {
        q.fault("de", "a data passa do calendário conhecido".into(), None);
        return None;
    };
    let mut grounds = landmark.grounds();
    grounds.extend(&due.grounds);
    due.grounds = grounds;
    Some(super::deadline::running(law, deadline, &due, &stopped, on))
}

pub(super) fn filing<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let filing = q.known("entrega", &law.filings);
    let period = q.text("competencia");
    let from = q.date("de");
    let filed = q.date("entregue");
    let on = q.date("em");
    let nil = q.boolean("sem_movimento").unwrap_or(false);
    let fixed = q.date("fixado");
    // what counts from a day knows no period, whatever the reading in force on a day within it
    let by_day = |on: Date| {
        filing.and_then(|f| f.due.on(law, on, &mut Trace::default())).is_some_and(DueRule::runs_from_a_day)
    };
    let anchor = match (period, from) {
        (Some(_), Some(d)) if by_day(d) => FilingAnchor::Day(d),
        (Some(p), _) => {
            let start = format!("{p}-01").parse::<Date>().ok();
            if start.is_none() {
                q.fault("competencia", format!("esperava ano e mês (2025-01), encontrei “{p}”"), None);
            }
            let start = start?;
            if by_day(start) {
                let why = "esta entrega vence contada de um dia, o do fato, do pedido ou da última aceitação: \
                           diga-o em `de`, no lugar da competência";
                q.fault("de", why.into(), None);
                return None;
            }
            FilingAnchor::PeriodStart(start)
        }
        (None, Some(d)) => FilingAnchor::Day(d),
        (None, None) => {
            q.fault(
                "competencia",
                "diga a competência (2025-01) ou a data de que o prazo corre (de)".into(),
                None,
            );
            return None;
        }
    };
    let filing = filing?;
    let (FilingAnchor::PeriodStart(start) | FilingAnchor::Day(start)) = anchor;
    let mut trace = Trace::default();
    if nil && !filing.nil_due.on(law, start, &mut trace).copied().unwrap_or(true) {
        trace.cite(&filing.base);
        return Some(
            Answer::new()
                .date("vence", None)
                .set("situacao", "dispensada")
                .set("infracao", Json::Null)
                .grounds(law, &trace.grounds(), "sem movimento no período, a entrega não é devida"),
        );
    }
    let governs = fixed.or_else(|| law.filing_date(filing, anchor, &mut Trace::default())).unwrap_or(start);
    if let Working::No(id, why) = law.working(&filing.base, filing.span, governs, &mut trace) {
        trace.cite(&[id]);
        return Some(
            Answer::new()
                .date("vence", None)
                .set("situacao", "fora_de_vigor")
                .set("infracao", Json::Null)
                .grounds(law, &trace.grounds(), why),
        );
    }
    let rule = filing.due.on(law, start, &mut trace);
    let due = match (rule, fixed) {
        (Some(DueRule::AsAsked), Some(due)) => {
            trace.cite(&filing.base);
            let standing = Standing::of(due, filed, on);
            Some(FilingDue { due, standing, grounds: Grounds::default() })
        }
        (Some(DueRule::AsAsked), None) => {
            q.fault("fixado", "o próprio pedido fixa o prazo: diga até que dia".into(), None);
            return None;
        }
        _ => law.filing_due(filing, anchor, filed, on),
    };
    let Some(due) = due else {
        q.fault("entrega", "a regra desta entrega não se conta desta data".into(), None);
        return None;
    };
    let mut grounds = trace.grounds();
    grounds.extend(&due.grounds);
    let offence = match &filing.late_offence {
        Some(late) if due.standing == Standing::Late => {
            let mut read = Trace::default();
            let offence = late.on(law, start, &mut read).map(ToString::to_string);
            grounds.extend(&read.grounds());
            offence
        }
        _ => filing.offence.as_ref().filter(|_| due.standing.breached()).map(ToString::to_string),
    };
    // a line that has no legal basis on the day of the breach is no consequence of it
    let offence = offence.filter(|code| {
        law.offences
            .get(code.as_str())
            .is_some_and(|o| law.no_basis(o, None, &Facts::new(), due.due, &mut Trace::default()).is_none())
    });
    let mut read = Trace::default();
    let privacy = filing.privacy.on(law, start, &mut read).map(ToString::to_string);
    let to: Vec<Id> = filing.to.on(law, start, &mut read).cloned().unwrap_or_default();
    let period = filing.period.on(law, start, &mut read);
    let period = period.and_then(|p| Period::ALL.iter().find(|(_, known)| known == p)).map(|(word, _)| *word);
    grounds.extend(&read.grounds());
    let why = format!("{}: vence em {}", filing.says, date_pt(due.due));
    Some(
        Answer::new()
            .set("vence", due.due.to_string())
            .set("situacao", due.standing.keyword())
            .set("infracao", offence)
            .set("privacidade", privacy)
            .names("para", &to)
            .set("quem", filing.who.to_string())
            .set("periodo", period)
            .set("conteudo", filing.content.as_ref().map(ToString::to_string))
            .grounds(law, &grounds, why),
    )
}

pub(super) fn title<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let title = q.known("titulo", &law.titles);
    let on = q.required_date("em");
    let granted = q.date("concedido");
    let revoked = q.date("cassado");
    let suspensions = q.each("suspensoes", |s| {
        let first = s.required_date("desde");
        let last = s.date("ate");
        Some((first?, last))
    });
    let facts = q.facts("fatos");
    let holders = q.each("titulares", |h| Some((h.required_text("nome"), h.facts("fatos"))));
    let (title, on) = (title?, on?);
    let history = TitleHistory { granted, suspensions, revoked };
    if !holders.is_empty() {
        let named: Vec<(Id, Facts)> =
            holders.into_iter().filter_map(|(n, own)| Some((Id::from(n?), own))).collect();
        if title.co_holders.is_none() && named.len() > 1 {
            q.fault("titulares", format!("o título {} não se tem em conjunto", title.id), None);
        }
        return Some(super::holders::together(law, title, &history, &facts, &named, on));
    }
    let t = law.title_state(title, &history, &facts, on);
    Some(
        Answer::new()
            .set("titular", title.holder.to_string())
            .set("estado", t.state.keyword())
            .date("desde", t.since)
            .date("ate", t.until)
            .names("falha", &t.failing)
            .names("falta", &t.missing)
            .names("fora_de_vigor", &t.off)
            .set("titulares", json!({}))
            .grounds(law, &t.grounds, t.words.clone()),
    )
}

pub(super) fn measure<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let measure = q.known("medida", &law.measures);
    let ordered = q.date("ordem");
    let days = q.whole("dias");
    let done = q.names("cumpridas");
    let on = q.date("em");
    let facts = q.facts("fatos");
    let served = q.each("ja_cumpridas", |s| super::measures::served(law, s));
    let measure = measure?;
    if let Some(done) = done {
        for d in done.iter().filter(|d| !measure.release.iter().any(|i| i.id == **d)) {
            q.unknown("cumpridas", d, &mut measure.release.iter().map(|i| i.id.as_ref()));
        }
        let Some(on) = on else {
            q.fault("em", "falta esta chave".into(), None);
            return None;
        };
        let (missing, grounds) = law.release_lacks(measure, &done, &facts, on);
        let words: Vec<&str> =
            measure.release.iter().filter(|i| missing.contains(&i.id)).map(|i| i.says.as_str()).collect();
        let why =
            if missing.is_empty() { "nada falta".into() } else { format!("falta: {}", words.join("; ")) };
        return Some(
            Answer::new()
                .set("resposta", yes_no(missing.is_empty()))
                .names("falta", &missing)
                .grounds(law, &grounds, why),
        );
    }
    let Some(ordered) = ordered else {
        q.fault("ordem", "diga a data da ordem, ou o que foi cumprido (cumpridas)".into(), None);
        return None;
    };
    Some(match law.measure_span(measure, ordered, days) {
        Ok(span) => super::measures::less(law, measure, &span, &served, ordered),
        Err(fault) => super::measures::refused(law, measure, &fault, ordered),
    })
}

pub(super) fn charge<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let charge = q.known("cobranca", &law.charges);
    let on = q.required_date("em");
    let from = q.date("de");
    let available = q.date("disponivel");
    let quantities = q.quantities("quantidades");
    let facts = q.facts("fatos");
    let (charge, on) = (charge?, on?);
    let b = law.bill_with(charge, &quantities, &facts, crate::charge::BillDays { on, from, available });
    let parts: serde_json::Map<String, Json> =
        b.parts.iter().map(|(id, v)| (id.to_string(), v.to_decimal().to_string().into())).collect();
    let missing: Vec<Id> = b.missing.iter().map(|(id, _)| id.clone()).collect();
    let why: Vec<&str> = b.missing.iter().map(|(_, w)| w.as_str()).chain(b.off.as_deref()).collect();
    let answer = match (&b.off, b.total) {
        (Some(_), _) => "nao",
        (None, Some(_)) => "sim",
        (None, None) => "indeterminado",
    };
    Some(
        Answer::new()
            .set("resposta", answer)
            .set("total", b.total.map(|t| t.to_decimal().to_string()))
            .set("quem", charge.who.to_string())
            .set("parcelas", Json::Object(parts))
            .date("vence", b.due)
            .names("falta", &missing)
            .grounds(law, &b.grounds, why.join("; ")),
    )
}

pub(super) fn content<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let content = q.known("conteudo", &law.contents);
    let present = q.names("tem").unwrap_or_default();
    let on = q.required_date("em");
    let facts = q.facts("fatos");
    let (content, on) = (content?, on?);
    for p in present.iter().filter(|p| !content.items.iter().any(|i| i.id == **p)) {
        q.unknown("tem", p, &mut content.items.iter().map(|i| i.id.as_ref()));
    }
    let c = law.completeness(content, &present, &facts, on);
    let words: Vec<&str> =
        content.items.iter().filter(|i| c.missing.contains(&i.id)).map(|i| i.says.as_str()).collect();
    let offence = content.offence.as_ref().filter(|_| !c.missing.is_empty()).map(ToString::to_string);
    let why = match &c.off {
        Some((id, why)) => format!("nada se exige: {} {why}", brasil::lexml::cite(id)),
        None if words.is_empty() => "completo".into(),
        None => format!("falta: {}", words.join("; ")),
    };
    Some(
        Answer::new()
            .set("completo", c.missing.is_empty())
            .set("vigora", c.off.is_none())
            .names("falta", &c.missing)
            .names("dispensados", &c.waived)
            .set("fatal", c.fatal)
            .set("infracao", offence)
            .grounds(law, &c.grounds, why),
    )
}

pub(super) fn process<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let process = q.known("processo", &law.processes);
    let penalty = q.text("penalidade");
    let on = q.required_date("em");
    let facts = q.facts("fatos");
    let events = q.each("eventos", |e| {
        let id = e.required_text("evento");
        let on = e.required_date("em");
        Some(Event { id: id?.into(), on: on? })
    });
    let process = process?;
    let names = process.events();
    for e in events.iter().filter(|e| !names.contains(&&e.id)) {
        q.unknown("eventos", &e.id, &mut names.iter().copied().map(AsRef::as_ref));
    }
    let on = on?;
    if let Some(refused) = super::procedure::out_of_order(law, process, &events, on) {
        return Some(refused);
    }
    let n = law.next_step_with(process, &events, penalty.as_deref(), &facts, on);
    let (paced, more) = super::procedure::pace(law, process, &events, &n, &facts, on);
    let mut grounds = n.grounds.clone();
    grounds.extend(&more);
    let lapsed: Vec<Json> =
        n.lapsed.iter().map(|e| json!({ "evento": e.id.as_ref(), "em": e.on.to_string() })).collect();
    let says = n
        .stage
        .as_ref()
        .and_then(|id| process.stages.iter().find(|s| s.id == *id))
        .map_or("processo encerrado", |s| s.says.as_str());
    let early: Vec<String> = n.premature.iter().map(|e| format!("{} em {}", e.id, date_pt(e.on))).collect();
    let says = match early.as_slice() {
        [] => says.to_string(),
        early => format!("{says}: {} não conta, porque o prazo ainda corria", early.join(", ")),
    };
    let says = match &n.off {
        Some((id, why)) => format!("{says}: não corre, porque {} {why}", brasil::lexml::cite(id)),
        None => says,
    };
    Some(
        Answer::new()
            .set("etapa", n.stage.as_deref().unwrap_or("encerrado"))
            .set("quem", n.who.as_deref())
            .date("desde", n.since)
            .date("prazo", n.due)
            .set("vencido", n.overdue)
            .set("suspende", n.suspended)
            .set("decurso", lapsed)
            .set("contagem", n.counted.clone())
            .all(paced)
            .set("fora_de_ordem", Vec::<Json>::new())
            .names("fora_de_vigor", n.off.as_ref().map(|(id, _)| id))
            .grounds(law, &grounds, says),
    )
}

pub(super) fn service<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let mode = q.known("modo", &law.services);
    let on = q.required_date("em");
    let failed = q.whole("tentativas_frustradas").unwrap_or(0);
    let unknown = q.boolean("lugar_ignorado").unwrap_or(false);
    let (mode, on) = (mode?, on?);
    let mut trace = Trace::default();
    trace.cite(&mode.base);
    let off = law.out_of_force(&mode.base, mode.span, on, &mut trace);
    let result = match &off {
        Some((id, why)) => Err(format!("não cabe: {} {why}", brasil::lexml::cite(id))),
        None => law.may_serve(mode, failed as usize, unknown),
    };
    let why = match &result {
        Ok(()) => format!("{}; conta de: {}", mode.says, mode.counts_from),
        Err(why) => why.clone(),
    };
    let starts = mode.starts_appeal.on(law, on, &mut trace).copied().unwrap_or(true);
    Some(
        Answer::new()
            .set("resposta", yes_no(result.is_ok()))
            .date("ciencia", result.is_ok().then_some(on))
            .set("inicia_recurso", starts && result.is_ok())
            .set("vigora", off.is_none())
            .grounds(law, &trace.grounds(), why),
    )
}

pub(super) fn provision<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let provision = q.known("dispositivo", &law.provisions);
    let on = q.required_date("em");
    let (provision, on) = (provision?, on?);
    let mut trace = Trace::default();
    let start = law.start(on, &mut trace);
    let status = if on < start {
        Status::NotYet(start)
    } else {
        law.status_read(&provision.id, on, &mut trace).unwrap_or(Status::InForce)
    };
    let keyword = match status {
        Status::InForce => "em_vigor",
        Status::TextAbsent => "texto_ausente",
        Status::TextAssumed => "suposto",
        Status::NotYet(_) => "ainda_nao",
        Status::Revoked(..) => "revogado",
        Status::Suspended(..) => "suspenso",
    };
    let grounds = Grounds { provisions: vec![provision.id.clone()], ..trace.grounds() };
    Some(
        Answer::new()
            .set("situacao", keyword)
            .set("vigora", status.works())
            .set("diz", provision.says.as_str())
            .set("regras", law.rules_on(&provision.id))
            .grounds(law, &grounds, status.pt_br()),
    )
}

pub(super) fn competence<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let competence = q.known("ato", &law.competences);
    // without a day, the latest ruling governs
    let on = q.date("em").unwrap_or(Date::MAX);
    let competence = competence?;
    let mut trace = Trace::default();
    trace.cite(&competence.base);
    if let Some((id, why)) = law.out_of_force(&competence.base, competence.span, on, &mut trace) {
        let words = format!("ninguém, por esta norma: {} {why}", brasil::lexml::cite(&id));
        let answer = Answer::new().set("quem", Json::Null).set("vigora", false);
        return Some(answer.grounds(law, &trace.grounds(), words));
    }
    let by = competence.who_by.as_ref().and_then(|c| c.on(law, on, &mut trace));
    let who = by.unwrap_or(&competence.who).as_ref();
    let answer = Answer::new().set("quem", who).set("vigora", true);
    Some(answer.grounds(law, &trace.grounds(), competence.says.as_str()))
}

pub(super) fn parameter<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let parameter = q.known("parametro", &law.parameters);
    let on = q.required_date("em");
    let (parameter, on) = (parameter?, on?);
    let mut trace = Trace::default();
    trace.cite(&parameter.base);
    let value = law.worth(&parameter.id, on, &mut trace);
    let source = parameter.on(on).map_or_else(|| parameter.missing(on), |v| v.source.clone());
    let why = value.as_ref().map_or_else(|(_, why)| why.clone(), |_| source);
    Some(
        Answer::new()
            .set("resposta", if value.is_ok() { "sim" } else { "indeterminado" })
            .set("valor", value.ok().map(|v| v.to_string()))
            .grounds(law, &trace.grounds(), why),
    )
}

pub(super) fn reading<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let reading = q.known("leitura", &law.readings);
    let on = q.required_date("em");
    let (reading, on) = (reading?, on?);
    let answer = reading.on(on);
    let grounds = Grounds {
        provisions: reading.base.clone(),
        readings: vec![(reading.id.clone(), answer.clone())],
        ..Grounds::default()
    };
    Some(
        Answer::new()
            .set("resposta", answer.as_ref())
            .set("padrao", reading.default.as_ref())
            .set("pergunta", reading.question.as_str())
            .grounds(law, &grounds, reading.answer_in_words(answer)),
    )
}
