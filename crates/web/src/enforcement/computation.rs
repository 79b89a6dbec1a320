//! How a penalty was reached, step by step, so that whoever reads it can do the sum again.

use brasil::lexml::line;
use jiff::ToSpan;
use law::grounds::Trace;
use law::offence::Same;
use law::penalty::{Penalty, PenaltyKind, PenaltyQuestion, Prior};
use law::value::date_pt;
use law::{Law, Value};
use registry::Registry;
use registry::act::enforcement::Offender;
use registry::queries::{history, penalty_preview};
use registry::state::Notice;

use super::situation::reais;
use crate::words::{Cite, capital};

/// A penalty as a page shows it.
pub(super) struct Computed {
    /// The penalty in one line.
    pub words: String,
    /// The sum, when there is one.
    pub money: String,
    /// The steps.
    pub lines: Vec<String>,
    pub cites: Vec<Cite>,
    /// Gaps of the law that were filled, each with its answer.
    pub readings: Vec<String>,
}

/// The penalty the law gives to a notice decided on a day, with its steps.
pub(super) fn computed(reg: &Registry, law: &Law, n: &Notice, decided: jiff::civil::Date) -> Computed {
    let p = penalty_preview(reg, law, n, decided);
    Computed {
        words: headline(law, &p),
        money: p.value.map(|v| v.to_string()).unwrap_or_default(),
        lines: lines(reg, law, n, &p),
        cites: Cite::all(&p.grounds.provisions),
        readings: p.grounds.readings_in_words(law),
    }
}

/// The penalty without the story of how it came to be, which the steps tell.
fn headline(law: &Law, p: &Penalty) -> String {
    if p.why_not.is_some() {
        return capital(&p.words(law));
    }
    let mut bare = p.clone();
    bare.repeat_of = None;
    bare.missing.clear();
    capital(&bare.words(law))
}

fn lines(reg: &Registry, law: &Law, n: &Notice, p: &Penalty) -> Vec<String> {
    if p.why_not.is_some() {
        return Vec::new();
    }
    let mut out = Vec::new();
    let offence = law.offences.get(n.drawn.offence.as_str());
    let class = offence
        .and_then(|o| law.class_of(o, n.drawn.fact_at.date(), &mut Trace::default()))
        .map_or("", |c| c.label.as_str());
    let what = match (&p.base, p.kind) {
        (Some(b), _) => {
            let unit = law.parameter(&b.unit).map(|p| format!(" ({})", p.label)).unwrap_or_default();
            format!("multa de {} {}{unit}", Value::Decimal(b.quantity.normalize()), b.unit)
        }
        (None, PenaltyKind::Warning) => "advertência por escrito, sem multa".into(),
        (None, PenaltyKind::FineWithoutAmount) => "multa sem valor fixado na norma; nada a cobrar".into(),
        (None, _) => "sem multa".into(),
    };
    out.push(format!("Linha {}, classe {class}: {what}.", line(&n.drawn.offence)));
    out.push(repetition(reg, law, n, p));
    if let (Some(amount), Some(value)) = (&p.amount, p.value) {
        let unit = p.grounds.parameters.iter().find(|(id, _)| *id == amount.unit).map(|(_, v)| price(v));
        let price = unit.map(|v| format!(" × {v} cada {}", amount.unit)).unwrap_or_default();
        out.push(format!("{}{price} = {value}.", Value::Decimal(amount.quantity.normalize())));
    }
    for (_, missing) in &p.missing {
        out.push(format!("{}. Enquanto isso, nada se cobra.", capital(missing)));
    }
    out.retain(|l| !l.is_empty());
    out
}

/// The value of a unit, with at least its centavos.
fn price(value: &Value) -> String {
    let mut number = match value {
        Value::Decimal(d) => *d,
        Value::Int(i) => rust_decimal::Decimal::from(*i),
        other => return other.to_string(),
    };
    if number.scale() < 2 {
        number.rescale(2);
    }
    format!("R$\u{a0}{}", brasil::money::decimal_pt(number))
}

fn times_words(times: u32) -> String {
    match times {
        0 | 1 => "Repetição".into(),
        2 => "Em dobro".into(),
        n => format!("Multiplicada por {n}"),
    }
}

fn repetition(reg: &Registry, law: &Law, n: &Notice, p: &Penalty) -> String {
    let others = others(reg, &n.drawn.offender);
    let number = |booked| {
        let found =
            others.iter().find(|o| o.drawn.id != n.drawn.id && o.booked() == booked && o.annulled.is_none());
        found.map(|o| format!(" (auto {})", o.number())).unwrap_or_default()
    };
    if let Some(r) = &p.repeat_of {
        let rule = law.recidivism.get(&r.rule);
        let what = match rule.and_then(|x| x.same.on(law, n.drawn.fact_at.date(), &mut Trace::default())) {
            Some(Same::Class) => "infração da mesma classe autuada",
            Some(Same::Any) => "infração anterior autuada",
            _ => "mesma infração autuada",
        };
        let mut text =
            format!("{}: {what} em {}{}", times_words(p.times), date_pt(r.booked), number(r.booked));
        if let Some(on) = r.punished {
            text.push_str(&format!(" e punida em {}", date_pt(on)));
        }
        if let Some(end) = r.window_end {
            let term = rule
                .and_then(|x| x.window_on(law, r.booked))
                .map_or_else(|| "o prazo vai".into(), |t| format!("os {t} vão"));
            text.push_str(&format!("; {term} até {}", date_pt(end)));
        }
        text.push('.');
        return text;
    }
    let priors = history(reg, n);
    let same: Vec<&Prior> = priors.iter().filter(|x| *x.code == *n.drawn.offence && !x.annulled).collect();
    let Some(last) = same.iter().filter(|x| x.booked <= n.booked()).max_by_key(|x| x.booked) else {
        return "Sem reincidência: nenhum outro auto desta pessoa na mesma linha.".into();
    };
    let of = number(last.booked);
    let fact = n.drawn.fact_at.date();
    match last.punished {
        None => format!(
            "Sem reincidência: o auto anterior da mesma linha{of}, de {}, ainda não tem penalidade imposta.",
            date_pt(last.booked)
        ),
        Some(on) if on >= fact => format!(
            "Sem reincidência: o auto anterior da mesma linha{of} só foi punido em {}, não antes deste fato.",
            date_pt(on)
        ),
        Some(_) => match window_end(law, n, last) {
            Some((term, end)) if end < fact => format!(
                "Sem reincidência: mesma infração autuada em {}{of}; os {term} terminaram em {}, antes deste fato.",
                date_pt(last.booked),
                date_pt(end)
            ),
            _ => format!(
                "Sem reincidência: o auto anterior da mesma linha{of}, de {}, não conta para esta penalidade.",
                date_pt(last.booked)
            ),
        },
    }
}

/// Until when an earlier offence counts: asked of the law for a fact on the day after it was punished.
fn window_end(law: &Law, n: &Notice, prior: &Prior) -> Option<(String, jiff::civil::Date)> {
    let fact = prior.punished?.checked_add(1.day()).ok()?;
    let answer = law.penalty(&PenaltyQuestion {
        code: &n.drawn.offence,
        offender: None,
        fact,
        decided: Some(fact),
        history: std::slice::from_ref(prior),
        facts: &law::Facts::new(),
        chosen: None,
    });
    let repeat = answer.repeat_of?;
    let term = law.recidivism.get(&repeat.rule)?.window_on(law, fact)?;
    Some((term.to_string(), repeat.window_end?))
}

/// Every notice against the same offender.
pub(super) fn others<'r>(reg: &'r Registry, of: &Offender) -> Vec<&'r Notice> {
    let ids: &[registry::id::NoticeId] = match of {
        Offender::Driver(id) => reg.drivers.get(id).map_or(&[], |d| d.notices.as_slice()),
        Offender::Operator(id) => reg.operators.get(id).map_or(&[], |o| o.notices.as_slice()),
        Offender::Person { document: Some(d), .. } => {
            reg.index.person_notices.get(d).map_or(&[], Vec::as_slice)
        }
        Offender::Person { document: None, .. } => &[],
    };
    ids.iter().filter_map(|id| reg.notices.get(id)).collect()
}

/// A penalty that was imposed, as it stands: its own words and sum, with the steps of the law when they still give the same.
pub(super) fn imposed(reg: &Registry, law: &Law, n: &Notice) -> Option<Computed> {
    let p = n.penalty.as_ref()?;
    let decided = n.decision.as_ref()?.on;
    let again = computed(reg, law, n, decided);
    let sum = p.centavos.map(reais).unwrap_or_default();
    let relied: Vec<String> = p
        .relied_on
        .iter()
        .filter_map(|id| reg.notices.get(id))
        .map(|o| {
            let punished = o.punished().map(|d| format!(", punido em {}", date_pt(d))).unwrap_or_default();
            format!("{}: auto {} de {}{punished}.", times_words(p.times), o.number(), date_pt(o.booked()))
        })
        .collect();
    let lines = if again.money == sum { again.lines } else { relied };
    let words = if again.money == sum { again.words } else { capital(&p.words) };
    Some(Computed { words, money: sum, lines, cites: again.cites, readings: again.readings })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::Decimal;

    #[test]
    fn a_unit_is_priced_to_the_centavo_at_least() {
        assert_eq!(price(&Value::Decimal(Decimal::from(5))), "R$\u{a0}5,00");
        assert_eq!(price(&Value::Decimal(Decimal::new(46_021, 4))), "R$\u{a0}4,6021");
        assert_eq!(
            (times_words(1), times_words(2), times_words(3)),
            ("Repetição".into(), "Em dobro".into(), "Multiplicada por 3".into())
        );
    }
}
