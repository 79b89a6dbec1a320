//! One rule of any kind in a sentence or two.

use brasil::calendar::Roll;
use brasil::person::fold;
use brasil::term::{Term, Unit};
use jiff::civil::Date;
use law::bar::BarLength;
use law::filing::{DueRule, Filing};
use law::grounds::Trace;
use law::ladder::Step;
use law::levy::{Levy, LevyDue};
use law::limit::{Ceiling, Give, Source};
use law::measure::Measure;
use law::named_day::YearDay;
use law::norm::DayCounting;
use law::offence::{Offence, RepeatEffect, Same};
use law::parameter::Parameter;
use law::process::{Process, Stage};
use law::queue::Tie;
use law::stand::Usage;
use law::title::Validity;
use law::transition::{Lasting, Transition};
use law::value::date_pt;
use law::window::{MonthOf, WindowKind};
use law::{Id, Law};

use super::sums::{arrears, in_bands, instalments};
use super::{
    all_who, condition, day_of, deadline, deadline_named, demand, in_units, label, month, on, penalty, plain,
    price, settled, unknown, who,
};
use crate::page::{capital, sentence};

/// A rule by its kind (the keyword of its table) and its name, in plain words as it is read on a day; nothing when it has nothing to
/// tell then.
#[must_use]
pub fn rule(law: &Law, kind: &str, id: &str, day: Date) -> Option<String> {
    if !in_time(law, kind, id, day) {
        return None;
    }
    let words = match kind {
        "requisito" => requirement(law, id, day)?,
        "titulo" => title(law, id, day, None)?,
        "prazo" => {
            let d = law.deadlines.get(id)?;
            format!("Prazo de {}: {}", d.says, deadline(law, d, day))
        }
        "classe" => {
            let c = law.classes.get(id)?;
            format!("Infração {}: {}", c.label, penalty(law, c, day))
        }
        "infracao" => {
            let o = law.offences.get(id)?;
            let class =
                law.class_of(o, day, &mut Trace::default()).map(|c| penalty(law, c, day)).unwrap_or_default();
            let who = o.who_by.as_ref().and_then(|w| on(w, law, day)).unwrap_or(&o.who);
            let lead = format!("Infração {} ({}):", brasil::lexml::line(id), all_who(law, who));
            spaced(&[lead, sentence(&o.says), sentence(&class), besides(law, o)])
        }
        "reincidencia" => repeat(law, id, day)?,
        "correcao" => {
            let i = law.indexings.get(id)?;
            format!("{} Todo ano, em {}, por: {}", sentence(&i.says), day_of(i.each), label(law, &i.index))
        }
        "escalada" => {
            let l = law.ladders.get(id)?;
            let steps = l.steps.iter().filter(|s| on(&s.holds, law, day).copied().unwrap_or(true));
            format!(
                "{} Passo a passo: {}",
                sentence(&l.says),
                steps.map(|s| step(law, s, day)).collect::<Vec<_>>().join("; ")
            )
        }
        "calendario" => window(law, id, day)?,
        "transferencia" => transfer(law, id, day)?,
        "concurso" => {
            let c = law.concurrences.get(id)?;
            if !on(&c.holds, law, day).copied().unwrap_or(true) {
                return None;
            }
            format!("Quando um fato cabe em mais de uma infração: {}", c.says)
        }
        "medida" => {
            let m = law.measures.get(id)?;
            let (lasts, ends) = measure(law, m, day);
            let ends = if ends.is_empty() { ends } else { format!("Acaba com: {ends}") };
            spaced(&[sentence(&m.says), sentence(&lasts), ends])
        }
        "processo" => {
            let p = law.processes.get(id)?;
            let mut steps: Vec<String> = stages(law, p, day).map(|s| s.says.clone()).collect();
            steps.dedup();
            let cap = p.cap.as_ref().and_then(|c| on(&c.lasts, law, day));
            let cap = cap.map_or_else(String::new, |t| format!(" Tudo em até {t}"));
            format!("{} Etapas: {}.{cap}", sentence(&p.says), steps.join("; "))
        }
        "notificacao" => {
            let s = law.services.get(id)?;
            let last = if s.last_resort { " Só quando as outras formas falharam." } else { "" };
            format!("Forma de avisar: {}.{last}", s.says)
        }
        "competencia" => {
            let c = law.competences.get(id)?;
            let by = c.who_by.as_ref().and_then(|b| on(b, law, day)).unwrap_or(&c.who);
            format!("{} Quem: {}", sentence(&c.says), who(law, by))
        }
        "cobranca" => {
            let c = law.charges.get(id)?;
            if !on(&c.due, law, day).copied().unwrap_or(true) {
                return None;
            }
            let parts: Vec<String> =
                c.parts.iter().map(|p| format!("{} ({})", p.says, price(law, c, p, day))).collect();
            let bounds = super::sums::bounded(law, &c.bounds, day);
            let bounds = bounds.strip_prefix(", ").map_or_else(String::new, |b| format!(". Ao todo: {b}"));
            format!(
                "{} Quem paga: {}. Parcelas: {}{bounds}",
                sentence(&c.says),
                who(law, &c.who),
                parts.join("; ")
            )
        }
        "entrega" => {
            let f = law.filings.get(id)?;
            format!(
                "{} Quem entrega: {}. Quando: {}",
                sentence(&f.says),
                who(law, &f.who),
                filing_due(law, f, day)
            )
        }
        "conteudo" => {
            let c = law.contents.get(id)?;
            let items = c.items.iter().filter(|i| on(&i.demanded, law, day).copied().unwrap_or(true));
            format!(
                "{} Deve trazer: {}",
                sentence(&c.says),
                items.map(|i| i.says.clone()).collect::<Vec<_>>().join("; ")
            )
        }
        "parametro" => {
            let p = law.parameters.get(id).filter(|p| !is_real(p))?;
            match p.on(day) {
                Some(v) => format!("{}: {} ({})", p.label, v.value, v.source),
                None => format!("{}: {}", p.label, unknown(law, &p.id)),
            }
        }
        "trava" => {
            let b = law.bars.get(id)?;
            let whom = on(&b.whom, law, day).map(|w| all_who(law, w)).unwrap_or_default();
            let how = match on(&b.lasts, law, day)? {
                BarLength::For(t) => format!("por {t}"),
                BarLength::Always => "para sempre".into(),
                BarLength::None => return None,
            };
            let except = b.except.as_ref().map(|e| condition(law, e, day)).filter(|e| !e.is_empty());
            let except = except.map_or_else(String::new, |e| format!(". Salvo: {e}"));
            format!("{} Impede {} de {} {how}{except}", sentence(&b.says), whom, b.keeps_from)
        }
        "taxa" => {
            let l = law.levies.get(id)?;
            format!("{} Quem paga: {}. {}", sentence(&l.says), who(law, &l.payer), levied(law, l))
        }
        "limite" => limit(law, id, day)?,
        "fila" => queue(law, id, day)?,
        "ponto" => {
            let s = law.stands.get(id)?;
            let usage = match on(&s.usage, law, day)? {
                Usage::Free => "qualquer um pode usar",
                Usage::Shared => "qualquer um pode usar, enquanto houver lugar",
                Usage::Assigned => "só quem foi designado pode usar",
            };
            let room = on(&s.capacity, law, day)
                .copied()
                .flatten()
                .map_or_else(String::new, |n| format!("; cabem {n} veículos"));
            let inside: String =
                s.quotas.iter().map(|q| format!("; {}: no máximo {}", q.says, q.capacity)).collect();
            format!("{}: {usage}{room}{inside}", s.says)
        }
        "pontuacao" => {
            let a = law.accounts.get(id)?;
            let steps: Vec<String> = a
                .thresholds
                .iter()
                .map(|t| {
                    let points =
                        on(&t.points, law, day).map_or_else(String::new, |n| format!("{n} pontos: "));
                    let before = t.earlier.as_ref().and_then(|e| {
                        let many = *on(&e.count, law, day)?;
                        let unit = if many == 1 { "medida" } else { "medidas" };
                        let within = on(&e.window, law, day).copied().flatten();
                        let within = within.map_or_else(String::new, |w| format!(" em {w}"));
                        Some(format!(" (se já houve {many} {unit}{within})"))
                    });
                    format!("{points}{}{}", t.says, before.unwrap_or_default())
                })
                .collect();
            let each: Vec<String> = a
                .entries
                .iter()
                .map(|e| {
                    let classes =
                        e.classes.iter().filter_map(|c| law.classes.get(c)).map(|c| c.label.clone());
                    let lines = e.offences.iter().map(|o| brasil::lexml::line(o).to_string());
                    let points = on(&e.points, law, day).copied().unwrap_or(0);
                    let unit = if points == 1 { "ponto" } else { "pontos" };
                    format!("{}, {points} {unit}", classes.chain(lines).collect::<Vec<_>>().join(" e "))
                })
                .collect();
            let window = on(&a.window, law, day).copied().flatten();
            let window = window.map_or_else(String::new, |w| format!(", contados por {w}"));
            format!(
                "{} Pontos de cada infração{window}: {}. O que trazem: {}",
                sentence(&a.says),
                each.join("; "),
                steps.join("; ")
            )
        }
        "pagamento" => {
            let p = law.payments.get(id)?;
            let time = on(&p.deadline, law, day).map(|d| deadline_named(law, d, day)).unwrap_or_default();
            let off: Vec<String> = p
                .discounts
                .iter()
                .map(|d| {
                    let percent =
                        on(&d.percent, law, day).map(|n| law::Value::Decimal(n.normalize()).to_string());
                    format!("{} ({}%)", d.says, percent.unwrap_or_default())
                })
                .collect();
            let off = if off.is_empty() { String::new() } else { format!(" Descontos: {}.", off.join("; ")) };
            let late = p.arrears.as_ref().map(|a| arrears(law, a, day)).filter(|a| !a.is_empty());
            let late = late.map_or_else(String::new, |a| format!(" Depois do prazo: {a}."));
            let divided = p.instalments.as_ref().and_then(|i| instalments(law, i, day));
            let divided = divided.map_or_else(String::new, |d| format!(" {d}."));
            format!("{} Prazo para pagar: {time}.{off}{late}{divided}", sentence(&p.says))
        }
        "auto" => {
            let n = law.notices.get(id)?;
            format!("Várias infrações num auto só. {}", sentence(&n.says))
        }
        _ => return None,
    };
    Some(sentence(&words))
}

/// The stages that a process may have, as the law is read on a day.
pub(crate) fn stages<'l>(law: &'l Law, p: &'l Process, day: Date) -> impl Iterator<Item = &'l Stage> {
    p.stages.iter().filter(move |s| {
        let possible = s.when.as_ref().and_then(|w| settled(law, w, day)) != Some(false);
        possible && on(&s.exists, law, day).copied().unwrap_or(true)
    })
}

/// A rule as one of its provisions tells it: of what has many parts, those that stand on it.
pub(crate) fn rule_on(law: &Law, kind: &str, id: &str, provision: &Id, day: Date) -> Option<String> {
    match kind {
        "titulo" if in_time(law, kind, id, day) => {
            title(law, id, day, Some(provision)).map(|words| sentence(&words))
        }
        _ => rule(law, kind, id, day),
    }
}

/// Whether a rule's own days include a day: of two wordings in two rules, only the one in force is told.
fn in_time(law: &Law, kind: &str, id: &str, day: Date) -> bool {
    let span = match kind {
        "requisito" => law.requirements.get(id).map(|r| r.span),
        "titulo" => law.titles.get(id).map(|r| r.span),
        "prazo" => law.deadlines.get(id).map(|r| r.span),
        "infracao" => law.offences.get(id).map(|r| r.span),
        "reincidencia" => law.recidivism.get(id).map(|r| r.span),
        "medida" => law.measures.get(id).map(|r| r.span),
        "cobranca" => law.charges.get(id).map(|r| r.span),
        "entrega" => law.filings.get(id).map(|r| r.span),
        "limite" => law.limits.get(id).map(|r| r.span),
        "taxa" => law.levies.get(id).map(|r| r.span),
        "trava" => law.bars.get(id).map(|r| r.span),
        "calendario" => law.windows.get(id).map(|r| r.span),
        "pontuacao" => law.accounts.get(id).map(|r| r.span),
        "pagamento" => law.payments.get(id).map(|r| r.span),
        _ => None,
    };
    span.is_none_or(|s| s.contains(day))
}

fn requirement(law: &Law, id: &str, day: Date) -> Option<String> {
    let r = law.requirements.get(id)?;
    if !law.concerns_in_some_season(r, day) {
        return None;
    }
    let scope = r.applies.as_ref().map(|a| condition(law, a, day)).filter(|a| !a.is_empty());
    let scope = scope.map_or_else(String::new, |a| format!("Só quando: {a}."));
    let words = spaced(&[sentence(&r.says), sentence(&demand(law, r, day)), scope]);
    Some(format!("Exige-se ({}): {words}", who(law, &r.subject)))
}

/// What comes with the fine of an offence: `Além da pena: apreensão do veículo.`
pub(crate) fn besides(law: &Law, o: &Offence) -> String {
    let measures: Vec<&str> =
        o.measures.iter().filter_map(|m| law.measures.get(m)).map(|m| m.says.as_str()).collect();
    if measures.is_empty() { String::new() } else { format!("Além da pena: {}.", measures.join("; ")) }
}

/// A yearly fee: how much for each person, counted when, due when.
pub(crate) fn levied(law: &Law, l: &Levy) -> String {
    let due = match l.due {
        LevyDue::BusinessDayOf(m, n) => format!("no {n}º dia útil de {}", month(m)),
        LevyDue::DayOf(m, named) => format!("em {}{}", day_of((m, named.day)), rolled(named.roll)),
    };
    let each = in_units(law, l.each, &l.price);
    format!("{each} por pessoa, contadas em {}; vence {due}", day_of(l.counted_on))
}

/// Sentences one after another; what has nothing to say leaves no gap.
fn spaced(sentences: &[String]) -> String {
    let told: Vec<&str> = sentences.iter().map(String::as_str).filter(|s| !s.is_empty()).collect();
    told.join(" ")
}

/// Whether a parameter is the real itself, which is no value that anybody looks up.
pub(crate) fn is_real(p: &Parameter) -> bool {
    fold(&p.label) == "real"
}

/// What a title is worth and what changes it; of one of its provisions, only the steps that stand on it.
fn title(law: &Law, id: &str, day: Date, provision: Option<&Id>) -> Option<String> {
    let t = law.titles.get(id)?;
    let steps = t.transitions.iter().filter(|x| x.span.contains(day));
    let steps = steps.filter(|x| provision.is_none_or(|p| x.base.contains(p)));
    // a step whose demands no fact can meet, as the law is read, is never taken
    let never = |x: &Transition| x.demands.as_ref().and_then(|d| settled(law, d, day)) == Some(false);
    let (barred, steps): (Vec<&Transition>, Vec<&Transition>) = steps.partition(|x| never(x));
    let barred: Vec<&str> = barred.into_iter().map(|x| x.says.as_str()).collect();
    let ends = |x: &Transition| {
        let lasts = x.lasts.as_ref().and_then(|l| on(l, law, day));
        lasts.is_some_and(|l| *l != Lasting::Unlimited)
    };
    let validity = match on(&t.validity, law, day)? {
        // what has no end of its own ends with the state that it is in
        Validity::Unlimited if t.transitions.iter().any(ends) => "pelo tempo da situação em que está".into(),
        other => validity(law, other, day),
    };
    let mut words = format!("{} De quem: {}. Vale {validity}.", sentence(&t.says), who(law, &t.holder));
    let steps: Vec<String> = steps
        .into_iter()
        .map(|x| {
            let to = on(&x.to, law, day).map(|s| law.spelled(s)).unwrap_or_default();
            let lasts =
                x.lasts.as_ref().and_then(|l| on(l, law, day)).map_or_else(String::new, |l| match l {
                    Lasting::For(t) => format!(", por {t}"),
                    Lasting::YearEnd => ", até 31 de dezembro".into(),
                    Lasting::DayOfYear(d) => format!(", até {}", year_day(*d)),
                    Lasting::BusinessDayOf(m, n) => format!(", até o {n}º dia útil de {}", month(*m)),
                    Lasting::Unlimited => String::new(),
                });
            format!("{} (situação: {to}{lasts})", x.says)
        })
        .collect();
    if !steps.is_empty() {
        words.push_str(&format!(" O que muda: {}.", steps.join("; ")));
    }
    if !barred.is_empty() {
        words.push_str(&format!(" Não se admite: {}.", barred.join("; ")));
    }
    Some(words)
}

/// Until when a title is good: `por 2 anos`, `até o que acabar primeiro: ...`.
fn validity(law: &Law, v: &Validity, day: Date) -> String {
    match v {
        Validity::FirstExpiry => "até vencer o primeiro requisito".to_string(),
        Validity::For(term) => format!("por {term}"),
        Validity::Unlimited => "sem prazo próprio".into(),
        Validity::YearEnd => "até 31 de dezembro".into(),
        Validity::DayOfYear(d) => format!("até {}", year_day(*d)),
        Validity::Until(_) => "até o dia que o próprio ato fixa".into(),
        Validity::Earlier(term, _) => format!("por {term}, ou até o dia que o ato fixa, se vier antes"),
        Validity::Least(all) => {
            let each: Vec<String> = all
                .iter()
                .map(|v| match v {
                    Validity::Until(fact) => {
                        format!("até {}", law.fact(fact).map_or_else(|| plain(fact), |f| f.label.clone()))
                    }
                    other => validity(law, other, day),
                })
                .collect();
            format!("até o que acabar primeiro: {}", each.join("; ou "))
        }
        Validity::Cases(cases, rest) => {
            let mut each: Vec<String> = cases
                .iter()
                .map(|(when, v)| format!("{}, quando {}", validity(law, v, day), condition(law, when, day)))
                .collect();
            each.extend(rest.iter().map(|v| format!("{}, nos demais casos", validity(law, v, day))));
            each.join("; ")
        }
    }
}

/// `31 de março do ano seguinte`.
fn year_day(d: YearDay) -> String {
    let year = if d.later == 0 { "do mesmo ano" } else { "do ano seguinte" };
    format!("{} {year}", day_of((d.month, d.day)))
}

/// Where a named day goes when the town does not work on it.
fn rolled(roll: Roll) -> &'static str {
    match roll {
        Roll::Next => " (ou o dia útil seguinte)",
        Roll::Previous => " (ou o dia útil anterior)",
        Roll::None => "",
    }
}

/// A step of a ladder with the measures that it brings: `a multa em dobro (e apreensão do veículo, em XXI e XXII)`.
fn step(law: &Law, s: &Step, day: Date) -> String {
    let brought = s.measures.iter().filter(|m| on(&m.holds, law, day).copied().unwrap_or(true));
    let brought: Vec<String> = brought
        .map(|m| {
            let measures: Vec<&str> =
                m.measures.iter().filter_map(|m| law.measures.get(m)).map(|m| m.says.as_str()).collect();
            let lines: Vec<String> = m.offences.iter().map(|o| brasil::lexml::line(o)).collect();
            format!(" (e {}, em: {})", measures.join("; "), lines.join(", "))
        })
        .collect();
    format!("{}{}", s.says, brought.concat())
}

fn repeat(law: &Law, id: &str, day: Date) -> Option<String> {
    let r = law.recidivism.get(id)?;
    let classes = on(&r.classes, law, day)?.iter().filter_map(|c| law.classes.get(c));
    // a fine in the place of a warning says nothing of classes that do not warn
    let warning = matches!(r.effect, RepeatEffect::FineInsteadOfWarning);
    let reached = classes.filter(|c| !warning || on(&c.warns_first, law, day).copied().unwrap_or(false));
    let reached: Vec<&str> = reached.map(|c| c.label.as_str()).collect();
    if reached.is_empty() {
        return None;
    }
    let same = match on(&r.same, law, day)? {
        Same::Offence => "a mesma infração",
        Same::Class => "uma infração do mesmo grupo",
        Same::Any => "qualquer infração",
        Same::Among(_) => "uma das infrações da lista",
    };
    let window = on(&r.window, law, day).copied().flatten();
    let window = window.map_or_else(String::new, |w| format!(" em até {w}"));
    let effect = match &r.effect {
        RepeatEffect::FineInsteadOfWarning => "a advertência vira multa".to_string(),
        RepeatEffect::Times { factor, .. } => {
            let times = on(factor, law, day).copied().unwrap_or(1);
            if times == 1 { String::new() } else { format!("a multa é multiplicada por {times}") }
        }
    };
    let added: Vec<&str> =
        r.measures.iter().filter_map(|m| law.measures.get(m)).map(|m| m.says.as_str()).collect();
    let effect =
        [effect, added.join(", ")].into_iter().filter(|e| !e.is_empty()).collect::<Vec<_>>().join("; ");
    let suspends =
        r.suspends.as_ref().map_or_else(String::new, |s| format!(", com suspensão de {}", days(s.days)));
    let since = r.since.map_or_else(String::new, |d| format!(" (contam as cometidas desde {})", date_pt(d)));
    Some(format!(
        "Quem repete {same}{window}{since}: {effect}{suspends}. Classes a que se aplica: {}",
        reached.join(", ")
    ))
}

fn window(law: &Law, id: &str, day: Date) -> Option<String> {
    let w = law.windows.get(id)?;
    let order = match &w.kind {
        WindowKind::Yearly(y) => {
            let of = |m: &MonthOf| {
                let values = values(&m.values);
                if values.is_empty() { when(m) } else { format!("{values} {}", when(m)) }
            };
            let months: Vec<String> = y.months.iter().map(of).collect();
            let by = y.by.as_ref().and_then(|by| on(by, law, day)).and_then(|f| law.fact(f));
            let by = by.map_or_else(String::new, |f| format!("por {}: ", f.label));
            format!("{by}{}", months.join("; "))
        }
        WindowKind::Turns { .. } => "em dias alternados".into(),
    };
    Some(format!("{} Quando: {order}", sentence(&w.says)))
}

/// When a window is: `em março`, `em 31 de março`, `de 10 de março a 30 de abril`.
pub(crate) fn when(m: &MonthOf) -> String {
    let whole = |month: i8| Date::new(2000, month, 1).map_or(31, Date::days_in_month);
    match (m.from, m.to) {
        ((first, 1), (last, day)) if first == last && day >= whole(last) => format!("em {}", month(first)),
        (from, to) if from == to => format!("em {}", day_of(from)),
        (from, to) => format!("de {} a {}", day_of(from), day_of(to)),
    }
}

/// `1 dia`, `2 dias`.
fn days(n: u32) -> String {
    if n == 1 { "1 dia".into() } else { format!("{n} dias") }
}

/// Values that fall in one month: `1 e 2`.
pub(crate) fn values(values: &[i64]) -> String {
    let words: Vec<String> = values.iter().map(ToString::to_string).collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} e {last}", rest.join(", ")),
    }
}

fn transfer(law: &Law, id: &str, day: Date) -> Option<String> {
    let t = law.transfers.get(id)?;
    if !on(&t.holds, law, day).copied().unwrap_or(true) {
        return Some(format!("{} Não se admite", sentence(&t.says)));
    }
    let mut words = sentence(&t.says);
    let says = |list: Vec<String>| list.join("; ");
    let receivers: Vec<String> = t
        .receivers
        .iter()
        .filter(|r| on(&r.admitted, law, day).copied().unwrap_or(true))
        .map(|r| r.says.clone())
        .collect();
    for (lead, list) in [
        ("Quem pode receber", receivers),
        ("Exige-se", t.demands.iter().map(|d| d.says.clone()).collect()),
        ("Espera", t.waits.iter().map(|w| lasting(law, &w.says, &w.lasts, day)).collect()),
        (
            "Depois fica travado",
            t.locks
                .iter()
                .filter(|l| on(&l.holds, law, day).copied().unwrap_or(true))
                .map(|l| lasting(law, &l.says, &l.lasts, day))
                .collect(),
        ),
    ] {
        if !list.is_empty() {
            words.push_str(&format!(" {lead}: {}.", says(list)));
        }
    }
    Some(words)
}

fn lasting(law: &Law, says: &str, lasts: &law::Choice<brasil::term::Term>, day: Date) -> String {
    on(lasts, law, day).map_or_else(|| says.to_string(), |t| format!("{says} ({t})"))
}

/// How long a measure lasts, when the law says, and what ends it.
pub(crate) fn measure(law: &Law, m: &Measure, day: Date) -> (String, String) {
    let max = on(&m.max_days, law, day).copied().flatten();
    let business = on(&m.days, law, day) == Some(&DayCounting::Business);
    let counted = |t: Term| match t.unit {
        Unit::Day if business => Term { unit: Unit::BusinessDay, ..t },
        _ => t,
    };
    let lasts = match (max, on(&m.lasts, law, day).and_then(|l| l.term())) {
        (Some(most), _) => format!("No máximo {}", counted(Term { amount: most, unit: Unit::Day })),
        (None, Some(term)) => format!("Dura {}", counted(term)),
        (None, None) => String::new(),
    };
    let release = m.release.iter().filter(|i| on(&i.demanded, law, day).copied().unwrap_or(true));
    (lasts, release.map(|i| i.says.as_str()).collect::<Vec<_>>().join("; "))
}

fn limit(law: &Law, id: &str, day: Date) -> Option<String> {
    let l = law.limits.get(id)?;
    let most = on(&l.ceiling, law, day).map(|c| ceiling(law, c)).unwrap_or_default();
    // below so many there is none
    let least = l.minimum.as_ref().map_or_else(String::new, |m| {
        let minus = on(&m.minus, law, day).and_then(Option::as_ref);
        let minus = minus.map_or_else(String::new, |q| format!(", menos {}", law.spelled(q)));
        let least = law::Value::Decimal(m.at_least.normalize());
        format!("; só a partir de {least}: {}{minus}", source(law, &Source::Quantity(m.quantity.clone())))
    });
    Some(format!("{} {}: no máximo {most}{least}", sentence(&l.says), capital(&l.counts)))
}

fn ceiling(law: &Law, c: &Ceiling) -> String {
    let number = |d: &rust_decimal::Decimal| law::Value::Decimal(d.normalize()).to_string();
    match c {
        Ceiling::Number(n) => number(n),
        Ceiling::Share { of, minus, times, by, .. } => {
            let less = minus.as_ref().map_or_else(String::new, |m| format!(", menos {}", law.spelled(m)));
            let of = format!("{}{less}", source(law, of));
            if times == by {
                of
            } else if by.normalize() == rust_decimal::Decimal::ONE_HUNDRED {
                format!("{}% de: {of}", number(times))
            } else {
                format!("{} para cada {} de: {of}", number(times), number(by))
            }
        }
        Ceiling::Least(list) => {
            let parts: Vec<String> = list.iter().map(|c| ceiling(law, c)).collect();
            format!("o menor entre {}", parts.join(" e "))
        }
        Ceiling::Most(list) => {
            let parts: Vec<String> = list.iter().map(|c| ceiling(law, c)).collect();
            format!("o maior entre {}", parts.join(" e "))
        }
        Ceiling::Steps { of, bands, .. } => {
            let give = |g: &Give| match g {
                Give::Share { times, by } => format!("{} para cada {}", number(times), number(by)),
                Give::Number(n) => number(n),
            };
            format!("o que dão as faixas de {}: {}", source(law, of), in_bands(bands, &give))
        }
    }
}

/// Of what a share is taken; what another limit allows is called by the name of that limit.
fn source(law: &Law, of: &Source) -> String {
    match of {
        Source::Parameter(p) => label(law, p),
        // what another limit counts goes by the words of that limit
        Source::Quantity(q) => {
            let counted = law.limits.values().find(|l| l.used == *q);
            counted.map_or_else(|| law.spelled(q), |l| l.counts.clone())
        }
        Source::Limit(l) => {
            let says = law.limits.get(l).map_or_else(|| plain(l), |l| l.says.clone());
            format!("o que admite o limite “{says}”")
        }
    }
}

fn queue(law: &Law, id: &str, day: Date) -> Option<String> {
    let q = law.queues.get(id)?;
    let order: Vec<String> = on(&q.order, law, day).into_iter().flatten().map(|c| c.says.clone()).collect();
    let tie = match on(&q.tie, law, day)? {
        Tie::Protocol => "o protocolo mais antigo",
        Tie::Draw => "sorteio público",
    };
    let order = if order.is_empty() { "por ordem de protocolo".to_string() } else { order.join("; depois ") };
    let mut words = format!("{} Quem vem antes: {order}. Desempate: {tie}.", sentence(&q.says));
    if let Some(d) = q.offer.as_ref().and_then(|o| o.deadline.as_ref()) {
        words.push_str(&format!(" Para responder à oferta: {}.", deadline_named(law, d, day)));
    }
    if !q.bypass.is_empty() {
        let ahead: Vec<String> = q.bypass.iter().map(|b| b.says.clone()).collect();
        words.push_str(&format!(" Passa à frente: {}", ahead.join("; ")));
    }
    Some(words)
}

/// When a filing is due.
pub(crate) fn filing_due(law: &Law, f: &Filing, day: Date) -> String {
    match on(&f.due, law, day) {
        Some(DueRule::BusinessDay(n)) => format!("até o {n}º dia útil do mês seguinte"),
        Some(DueRule::BusinessDayOf(m, n)) => format!("até o {n}º dia útil de {}", month(*m)),
        Some(DueRule::DayOfMonth(d)) => format!("até o dia {} do mês seguinte{}", d.day, rolled(d.roll)),
        Some(DueRule::DayOfYear(m, d)) => format!("até {}{}", day_of((*m, d.day)), rolled(d.roll)),
        Some(DueRule::After(t)) => format!("em até {t}"),
        Some(DueRule::SameDay) => "no mesmo dia".into(),
        Some(DueRule::YearEnd) => "até 31 de dezembro".into(),
        Some(DueRule::MonthEnd) => "até o fim do mês seguinte".into(),
        Some(DueRule::With(other)) => {
            let other = law.filings.get(other).map_or_else(|| plain(other), |f| f.says.clone());
            format!("junto com: {other}")
        }
        Some(DueRule::AsAsked) => "no dia que o pedido fixar".into(),
        Some(DueRule::Deadline(d)) => deadline_named(law, d, day),
        None => "quando a norma diz".into(),
    }
}
