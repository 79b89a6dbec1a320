//! `alvara law names`: every name of a rulebook, so that whoever writes a case needs nothing else.

mod course;
mod places;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::{Result, bail};
use brasil::lexml;
use law::fact::{Derived, Fact, FactType};
use law::filing::{DueRule, Period};
use law::value::date_pt;
use law::{Choice, Id, Law, Value};
use rust_decimal::Decimal;

use crate::console::wrap;
use crate::rulebooks::Shelf;

/// The names of one kind, with the key of a question in which they are written.
struct Section {
    kind: &'static str,
    key: &'static str,
    names: Vec<Name>,
}

/// One name: what a case writes, what it means, and what else a case must know of it.
struct Name {
    id: String,
    label: String,
    notes: Vec<String>,
}

impl Name {
    fn new(id: &Id, label: &str, notes: impl IntoIterator<Item = String>) -> Self {
        let notes = notes.into_iter().filter(|n| !n.is_empty()).collect();
        Self { id: id.to_string(), label: label.into(), notes }
    }
}

pub fn run(name: &str, kind: Option<&str>, shelf: &Shelf) -> Result<ExitCode> {
    let law = shelf.law(name)?;
    let sections = sections(&law);
    if let Some(wanted) = kind
        && !sections.iter().any(|s| s.kind == wanted)
    {
        let kinds: Vec<&str> = sections.iter().map(|s| s.kind).collect();
        bail!("não há nomes do tipo “{wanted}”; os tipos são {}", kinds.join(", "));
    }
    let mut text = String::new();
    for section in sections.iter().filter(|s| kind.is_none_or(|k| s.kind == k)) {
        let _ = writeln!(text, "[{}]  {} ({})\n", section.kind, section.key, section.names.len());
        section.names.iter().for_each(|n| write(&mut text, n));
        text.push('\n');
    }
    match io::stdout().write_all(text.as_bytes()) {
        // whoever reads only the first lines has seen what they wanted
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(e.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn write(text: &mut String, name: &Name) {
    let line = format!("  {:<38} {}", name.id, name.label);
    text.push_str(line.trim_end());
    text.push('\n');
    for note in &name.notes {
        text.push_str(&wrap(note, 110, "      "));
        text.push('\n');
    }
}

fn sections(law: &Law) -> Vec<Section> {
    let section = |kind, key, names| Section { kind, key, names };
    vec![
        section("sujeito", "em `sujeitos`", subjects(law)),
        section("momento", "em `momento`", moments(law)),
        section("autor", "em `autor`", offenders(law)),
        section("fato", "em `fatos`", law.facts.values().map(|f| fact(law, f)).collect()),
        section("documento", "o que prova os fatos", documents(law)),
        section("requisito", "em `requisitos`; volta em `atende`, `falha`...", requirements(law)),
        section("titulo", "em `titulo`", titles(law)),
        section("infracao", "em `infracao`, `infracoes` e `antecedentes`", offences(law)),
        section("classe", "a penalidade de cada infração", classes(law)),
        section("reincidencia", "o que muda quando se repete", recidivism(law)),
        section("escalada", "o que cada nova infração acarreta; volta em `degrau`", course::ladders(law)),
        section("correcao", "o que sobe as multas a cada ano", course::indexings(law)),
        section("concurso", "qual linha cede a qual", concurrences(law)),
        section("auto", "como se somam as linhas de um auto", places::notices(law)),
        section("prazo", "em `prazo`", deadlines(law)),
        section("entrega", "em `entrega`", filings(law)),
        section("conteudo", "em `conteudo`; os itens, em `tem`", contents(law)),
        section("medida", "em `medida`; o que libera, em `cumpridas`", measures(law)),
        section("processo", "em `processo`; os eventos, em `eventos`", processes(law)),
        section("notificacao", "em `modo`", services(law)),
        section("competencia", "em `ato`", competences(law)),
        section("cobranca", "em `cobranca`", charges(law)),
        section("taxa", "em `taxa`", course::levies(law)),
        section("trava", "em `trava`", course::bars(law)),
        section("pontuacao", "em `pontuacao`, na pergunta `pontos`", course::accounts(law)),
        section("pagamento", "em `pagamento`", course::payments(law)),
        section("limite", "em `limite`; o que se conta, em `quantidades`", places::limits(law)),
        section("fila", "em `fila`", places::queues(law)),
        section("ponto", "em `ponto`", places::stands(law)),
        section("calendario", "em `calendario`", course::windows(law)),
        section("transferencia", "em `transferencia`", course::transfers(law)),
        section("parametro", "em `parametro`, e em `parametros` do caso", parameters(law)),
        section("leitura", "em `leitura`, e em `leituras` do caso", readings(law)),
        section("dispositivo", "em `dispositivo`, e em `base` e `cita`", provisions(law)),
    ]
}

/// A value that may hang on a reading, in words.
fn choice<T>(law: &Law, choice: &Choice<T>, words: impl Fn(&T) -> String) -> String {
    told(law, choice, &words)
}

fn told<T>(law: &Law, choice: &Choice<T>, words: &dyn Fn(&T) -> String) -> String {
    match choice {
        Choice::Fixed(value) => words(value),
        Choice::ByReading { reading, options } => {
            let default = law.reading(reading).map(|r| &r.default);
            let each: Vec<String> = options
                .iter()
                .map(|(answer, value)| {
                    let mark = if Some(answer) == default { " (padrão)" } else { "" };
                    let value = told(law, value, words);
                    let value = if value.starts_with("conforme ") { format!("({value})") } else { value };
                    format!("{answer}{mark} = {value}")
                })
                .collect();
            format!("conforme {reading}: {}", each.join("; "))
        }
    }
}

fn yes(b: &bool) -> String {
    if *b { "sim".into() } else { "não".into() }
}

fn list<'a>(ids: impl IntoIterator<Item = &'a Id>) -> String {
    let mut out: Vec<&str> = Vec::new();
    for id in ids {
        if !out.contains(&id.as_ref()) {
            out.push(id);
        }
    }
    out.join(", ")
}

fn plain<'a>(ids: impl IntoIterator<Item = &'a Id>) -> Vec<Name> {
    let mut out: Vec<Name> = Vec::new();
    for id in ids {
        if !out.iter().any(|n| n.id == id.as_ref()) {
            out.push(Name::new(id, "", []));
        }
    }
    out
}

fn subjects(law: &Law) -> Vec<Name> {
    plain(law.requirements.values().map(|r| &r.subject))
}

fn moments(law: &Law) -> Vec<Name> {
    plain(law.requirements.values().flat_map(|r| &r.moments))
}

fn offenders(law: &Law) -> Vec<Name> {
    plain(law.offences.values().flat_map(|o| &o.who))
}

fn fact(law: &Law, f: &Fact) -> Name {
    let kind = match &f.kind {
        FactType::Enum(symbols) => {
            let each: Vec<String> = symbols.iter().map(|(s, words)| format!("\"{s}\" ({words})")).collect();
            format!("um de: {}", each.join(", "))
        }
        FactType::Bool => "true ou false".into(),
        FactType::Int => "número inteiro".into(),
        FactType::Decimal => "número, como \"1.6\"".into(),
        FactType::Date => "data, como 2025-07-15".into(),
        FactType::Text => "texto".into(),
        FactType::Hour => "hora do dia, como \"22:30\"".into(),
    };
    let derived = match &f.derived {
        None => String::new(),
        Some(Derived::QuestionDate) => "não se informa: é a data da pergunta".into(),
        Some(Derived::CalendarYearsSince(from)) => {
            format!("calcula-se: ano da pergunta menos o ano de {from}; se informado, vale o informado")
        }
        Some(Derived::CalendarYearsBetween { since, until }) => {
            format!("calcula-se: ano de {until} menos o de {since}; se informado, vale o informado")
        }
        Some(Derived::PeriodEnd { of, months }) => {
            let unit = if *months == 1 { "mês" } else { "meses" };
            format!(
                "calcula-se: fim do período de {months} {unit} em que cai {of}; se informado, vale o informado"
            )
        }
    };
    let document = f.document.as_ref().map_or_else(String::new, |d| {
        format!("prova: {}", law.documents.get(d).map_or(d.as_ref(), |d| d.says.as_str()))
    });
    let least = f.least.as_ref().map_or_else(String::new, |l| format!("no mínimo: {l}"));
    Name::new(&f.id, &f.label, [kind, least, derived, document])
}

fn documents(law: &Law) -> Vec<Name> {
    let notes = |d: &law::content::Document| {
        [
            format!("de: {}; prova: {}", d.subject, list(&d.facts)),
            d.expiry.as_ref().map_or_else(String::new, |e| format!("vence em: {e}")),
        ]
    };
    law.documents.values().map(|d| Name::new(&d.id, &d.says, notes(d))).collect()
}

fn requirements(law: &Law) -> Vec<Name> {
    let notes = |r: &law::eligibility::Requirement| {
        let mut facts: Vec<&Id> = Vec::new();
        for condition in r.applies.iter().chain([&r.demands]) {
            condition.each_comparison(&mut |c| facts.push(&c.fact));
        }
        [
            format!("sujeito: {}; momentos: {}", r.subject, list(&r.moments)),
            format!("pergunta por: {}", list(facts)),
        ]
    };
    law.requirements.values().map(|r| Name::new(&r.id, &r.says, notes(r))).collect()
}

fn titles(law: &Law) -> Vec<Name> {
    fn validity(v: &law::title::Validity) -> String {
        match v {
            law::title::Validity::FirstExpiry => "até o primeiro vencimento".into(),
            law::title::Validity::Unlimited => "sem prazo".into(),
            law::title::Validity::For(term) => term.to_string(),
            law::title::Validity::YearEnd => "até o fim do ano da concessão".into(),
            law::title::Validity::DayOfYear(d) => {
                let year = if d.later == 0 { "do ano da concessão" } else { "do ano seguinte" };
                format!("até {:02}/{:02} {year}", d.day, d.month)
            }
            law::title::Validity::Until(fact) => format!("até o dia de {fact}"),
            law::title::Validity::Earlier(term, fact) => {
                format!("{term}, ou até o dia de {fact}, se vier antes")
            }
            law::title::Validity::Least(all) => {
                let each: Vec<String> = all.iter().map(validity).collect();
                format!("o que acabar primeiro: {}", each.join("; "))
            }
            law::title::Validity::Cases(cases, rest) => {
                let each: Vec<String> =
                    cases.iter().map(|(_, v)| validity(v)).chain(rest.iter().map(|r| validity(r))).collect();
                format!("conforme o caso: {}", each.join("; "))
            }
        }
    }
    law.titles
        .values()
        .map(|t| {
            let demands = if t.demands.is_empty() { "nenhum".into() } else { list(&t.demands) };
            let mut notes = vec![
                format!("titular: {}; depende dos requisitos de: {demands}", t.holder),
                format!("validade: {}", choice(law, &t.validity, validity)),
            ];
            for step in &t.transitions {
                let to = choice(law, &step.to, ToString::to_string);
                notes.push(format!("de {} por `{}` a {to}: {}", list(&step.from), step.event, step.says));
            }
            Name::new(&t.id, &t.says, notes)
        })
        .collect()
}

fn offences(law: &Law) -> Vec<Name> {
    let notes = |o: &law::offence::Offence| {
        let mut facts: Vec<&Id> = Vec::new();
        if let Some(when) = &o.when {
            when.each_comparison(&mut |c| facts.push(&c.fact));
        }
        let on = if facts.is_empty() { String::new() } else { format!("depende de: {}", list(facts)) };
        let measures =
            if o.measures.is_empty() { String::new() } else { format!("medidas: {}", list(&o.measures)) };
        let class = choice(law, &o.class, ToString::to_string);
        [format!("classe {class}; autor: {}", list(&o.who)), on, measures]
    };
    law.offences.values().map(|o| Name::new(&o.code, &o.says, notes(o))).collect()
}

fn classes(law: &Law) -> Vec<Name> {
    let fine = |f: &Option<law::offence::Amount>| match f {
        Some(a) => format!("{} {}", a.quantity, a.unit),
        None => "nenhuma".into(),
    };
    // where a fact tells how much, the quantities are those of its bands
    let by_fact = |c: &law::offence::Class| {
        let unit = c.fine.all().into_iter().flatten().next().map(|a| a.unit.clone());
        let bands = |b: &Option<law::offence::FineBands>| match (b, &unit) {
            (Some(b), Some(unit)) => bands(law, b, unit),
            _ => choice(law, &c.fine, fine),
        };
        choice(law, &c.bands, bands)
    };
    law.classes
        .values()
        .map(|c| {
            let most = |m: &Option<rust_decimal::Decimal>| {
                m.map_or_else(|| "o mesmo".into(), |m| m.normalize().to_string())
            };
            let range = if c.maximum.all().iter().any(|m| m.is_some()) {
                format!("no máximo: {}", choice(law, &c.maximum, most))
            } else {
                String::new()
            };
            let sent = |r: &Option<law::offence::Referral>| {
                r.as_ref().map_or_else(|| "não".into(), |r| format!("a {} ({})", r.to, r.by))
            };
            let referral = if c.refers.all().iter().any(|r| r.is_some()) {
                format!("encaminha-se: {}", choice(law, &c.refers, sent))
            } else {
                String::new()
            };
            let notes = [
                format!("multa: {}", by_fact(c)),
                range,
                referral,
                format!("adverte primeiro: {}", choice(law, &c.warns_first, yes)),
                if c.revokes.every(&|r: &bool| !*r) {
                    String::new()
                } else {
                    format!("leva à cassação: {}", choice(law, &c.revokes, yes))
                },
            ];
            Name::new(&c.id, &c.label, notes)
        })
        .collect()
}

/// A fine that a fact measures: `até 10: 50 UFM; acima de 10: 100 UFM, conforme ...`; of a sum, so many times it or a share of it.
fn bands(law: &Law, fine: &law::offence::FineBands, unit: &Id) -> String {
    let one = Value::Decimal(Decimal::ONE);
    let real =
        law.parameter(unit).is_some_and(|p| !p.values.is_empty() && p.values.iter().all(|v| v.value == one));
    let flat = fine.bands.mode == law::bands::BandMode::Flat;
    let mut before: Option<Decimal> = None;
    let each: Vec<String> = fine
        .bands
        .bands
        .iter()
        .map(|b| {
            let reach = match (b.up_to, before) {
                (Some(to), _) => format!("até {}: ", to.normalize()),
                (None, Some(from)) => format!("acima de {}: ", from.normalize()),
                (None, None) => String::new(),
            };
            before = b.up_to;
            let rate = b.rate.normalize();
            let percent = rate.checked_mul(Decimal::ONE_HUNDRED).filter(|_| rate < Decimal::ONE);
            match (flat, real, percent) {
                (true, _, _) => format!("{reach}{rate} {unit}"),
                (false, true, Some(percent)) => format!("{reach}{}% de `{}`", percent.normalize(), fine.by),
                (false, true, None) => format!("{reach}{rate} × `{}`", fine.by),
                (false, false, _) => format!("{reach}{rate} {unit} × `{}`", fine.by),
            }
        })
        .collect();
    let by = if flat { format!(", conforme `{}`", fine.by) } else { String::new() };
    format!("{}{by}", each.join("; "))
}

fn recidivism(law: &Law) -> Vec<Name> {
    let notes = |r: &law::offence::Recidivism| {
        let length = |w: &Option<brasil::term::Term>| {
            w.map_or_else(|| "sem janela".into(), |w| format!("janela de {w}"))
        };
        let window = choice(law, &r.window, length);
        let classes = |c: &Vec<Id>| if c.is_empty() { "nenhuma".into() } else { list(c) };
        [window, format!("classes: {}", choice(law, &r.classes, classes))]
    };
    law.recidivism.values().map(|r| Name::new(&r.id, "", notes(r))).collect()
}

fn concurrences(law: &Law) -> Vec<Name> {
    let notes = |c: &law::concurrence::Concurrence| {
        let who = if c.residual {
            "toda linha residual cede a qualquer outra do mesmo autor".into()
        } else {
            format!("prevalece: {}; cede: {}", list(&c.prevails), list(&c.yields))
        };
        [who, format!("vale: {}", choice(law, &c.holds, yes))]
    };
    law.concurrences.values().map(|c| Name::new(&c.id, &c.says, notes(c))).collect()
}

fn deadlines(law: &Law) -> Vec<Name> {
    let notes = |d: &law::deadline::Deadline| {
        let from = choice(law, &d.from, Clone::clone);
        let kinds: Vec<&str> = d.parties().map(AsRef::as_ref).collect();
        let granted: Vec<String> =
            d.extensions.iter().flat_map(|e| &e.terms).map(ToString::to_string).collect();
        let landmark = d.landmark.as_ref().map_or_else(String::new, |l| {
            format!("corre do marco {}: `de` se dispensa", choice(law, l, ToString::to_string))
        });
        let way = if d.backwards { "antes de" } else { "a contar de" };
        [
            format!("{}, {way}: {from}", choice(law, &d.term, ToString::to_string)),
            landmark,
            if kinds.is_empty() { String::new() } else { format!("`parte`: {}", kinds.join(", ")) },
            if granted.is_empty() { String::new() } else { format!("`concedidas`: {}", granted.join(", ")) },
        ]
    };
    law.deadlines.values().map(|d| Name::new(&d.id, &d.says, notes(d))).collect()
}

fn filings(law: &Law) -> Vec<Name> {
    let period =
        |p: &Period| Period::ALL.iter().find(|(_, x)| x == p).map_or_else(String::new, |(w, _)| (*w).into());
    let due = |d: &DueRule| match d {
        DueRule::BusinessDay(n) => format!("{n}º dia útil do mês seguinte (pergunte por `competencia`)"),
        DueRule::BusinessDayOf(m, n) => format!("{n}º dia útil do mês {m:02} (pergunte por `competencia`)"),
        DueRule::DayOfMonth(d) => format!("dia {} do mês seguinte (pergunte por `competencia`)", d.day),
        DueRule::DayOfYear(m, d) => format!("{:02}/{m:02} (pergunte por `competencia`)", d.day),
        DueRule::After(term) => format!("{term} depois do dia em `de`"),
        DueRule::SameDay => "no próprio dia em `de`".into(),
        DueRule::YearEnd => "no último dia do ano".into(),
        DueRule::MonthEnd => "no último dia do mês seguinte (pergunte por `competencia`)".into(),
        DueRule::Deadline(deadline) => format!("no fim do prazo {deadline}, contado do dia em `de`"),
        DueRule::With(other) => format!("junto com {other}"),
        DueRule::AsAsked => "no dia que o pedido fixa (`fixado`)".into(),
    };
    law.filings
        .values()
        .map(|f| {
            let offence = f.offence.as_ref().map_or_else(
                || "a falta não tem infração própria".into(),
                |o| format!("a falta é a infração {o}"),
            );
            let notes = [
                format!("quem entrega: {}; período: {}", f.who, choice(law, &f.period, period)),
                format!("vence: {}", choice(law, &f.due, due)),
                format!("{offence}; devida sem movimento: {}", choice(law, &f.nil_due, yes)),
            ];
            Name::new(&f.id, &f.says, notes)
        })
        .collect()
}

fn items(law: &Law, items: &[law::content::Item]) -> Vec<String> {
    let notes = |i: &law::content::Item| {
        let mut facts: Vec<&Id> = Vec::new();
        if let Some(when) = &i.when {
            when.each_comparison(&mut |c| facts.push(&c.fact));
        }
        let on = if facts.is_empty() { String::new() } else { format!(" (depende de: {})", list(facts)) };
        let demanded = match &i.demanded {
            Choice::Fixed(true) => String::new(),
            other => format!(" (exigido: {})", choice(law, other, yes)),
        };
        format!("{}: {}{on}{demanded}", i.id, i.says)
    };
    items.iter().map(notes).collect()
}

fn contents(law: &Law) -> Vec<Name> {
    law.contents.values().map(|c| Name::new(&c.id, &c.says, items(law, &c.items))).collect()
}

fn measures(law: &Law) -> Vec<Name> {
    let notes = |m: &law::measure::Measure| {
        let limited = !m.max_days.every(&Option::is_none);
        let days = |d: &Option<u32>| d.map_or_else(|| "sem limite".into(), |d| format!("{d} dias"));
        let max =
            if limited { format!("no máximo: {}", choice(law, &m.max_days, days)) } else { String::new() };
        let term = |l: &law::measure::Lasting| match l {
            law::measure::Lasting::For(t) => t.to_string(),
            law::measure::Lasting::ByAct => "o que o ato fixa".into(),
            law::measure::Lasting::UntilReleased => "sem prazo".into(),
        };
        let lasts = format!("dura: {}", choice(law, &m.lasts, term));
        let mut notes = vec![max, lasts];
        notes.extend(items(law, &m.release));
        notes
    };
    law.measures.values().map(|m| Name::new(&m.id, &m.says, notes(m))).collect()
}

fn processes(law: &Law) -> Vec<Name> {
    let notes = |p: &law::process::Process| {
        let mut notes = vec![format!("eventos: {}", list(p.events()))];
        if let Some(cap) = &p.cap {
            let from = choice(law, &cap.from, ToString::to_string);
            notes.push(format!(
                "precisa acabar em {} de: {from}",
                choice(law, &cap.lasts, ToString::to_string)
            ));
        }
        for s in &p.stages {
            let named = |d: &Option<Id>| d.as_ref().map_or_else(|| "nenhum".into(), ToString::to_string);
            let due = if s.deadline.every(&Option::is_none) {
                String::new()
            } else {
                format!(", prazo {}", choice(law, &s.deadline, named))
            };
            notes.push(format!(
                "etapa {} ({}{due}): {}; de {} a {}",
                s.id,
                choice(law, &s.who, ToString::to_string),
                s.says,
                list(s.after.all().into_iter().flatten()),
                list(&s.awaits)
            ));
        }
        notes
    };
    law.processes.values().map(|p| Name::new(&p.id, &p.says, notes(p))).collect()
}

fn services(law: &Law) -> Vec<Name> {
    let notes = |s: &law::process::ServiceMode| {
        let last = if s.last_resort { "; só depois de tentativa frustrada ou lugar ignorado" } else { "" };
        [
            format!("conta de: {}{last}", s.counts_from),
            format!("inicia o recurso: {}", choice(law, &s.starts_appeal, yes)),
        ]
    };
    law.services.values().map(|s| Name::new(&s.id, &s.says, notes(s))).collect()
}

fn competences(law: &Law) -> Vec<Name> {
    let who = |c: &law::process::Competence| match &c.who_by {
        Some(by) => choice(law, by, ToString::to_string),
        None => c.who.to_string(),
    };
    law.competences.values().map(|c| Name::new(&c.id, &c.says, [format!("quem: {}", who(c))])).collect()
}

fn charges(law: &Law) -> Vec<Name> {
    let notes = |c: &law::charge::Charge| {
        let mut notes = vec![format!("quem paga: {}; devida: {}", c.who, choice(law, &c.due, yes))];
        for p in &c.parts {
            let per = p.per.as_ref().map_or_else(String::new, |q| format!(" × `quantidades.{q}`"));
            let factor = if p.factor.normalize().to_string() == "1" {
                String::new()
            } else {
                format!("{} × ", p.factor)
            };
            notes.push(format!("{}: {} = {factor}{}{per}", p.id, p.says, p.price));
        }
        notes
    };
    law.charges.values().map(|c| Name::new(&c.id, &c.says, notes(c))).collect()
}

fn parameters(law: &Law) -> Vec<Name> {
    let notes = |p: &law::parameter::Parameter| {
        let mut notes: Vec<String> = p
            .values
            .iter()
            .map(|v| {
                let until = v.until.map_or_else(|| " em diante".into(), |u| format!(" a {}", date_pt(u)));
                format!("{} de {}{until}", v.value, date_pt(v.since))
            })
            .collect();
        if notes.is_empty() {
            notes.push(format!("sem valor conhecido; quem pode informar: {}", p.who));
        }
        notes
    };
    law.parameters.values().map(|p| Name::new(&p.id, &p.label, notes(p))).collect()
}

fn readings(law: &Law) -> Vec<Name> {
    let notes = |r: &law::reading::Reading| {
        let mark = |id: &Id| if *id == r.default { " (padrão)" } else { "" };
        r.answers.iter().map(|(id, words)| format!("{id}{}: {words}", mark(id))).collect::<Vec<_>>()
    };
    law.readings.values().map(|r| Name::new(&r.id, &r.question, notes(r))).collect()
}

fn provisions(law: &Law) -> Vec<Name> {
    law.provisions.values().map(|p| Name::new(&p.id, &lexml::cite(&p.id), [p.says.clone()])).collect()
}
