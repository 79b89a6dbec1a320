//! Sums in plain words: prices, bands, factors, the least and the most.

use brasil::money::{Brl, Rounding};
use jiff::civil::Date;
use law::bands::{BandMode, Bands};
use law::charge::{Charge, Fraction, Part};
use law::factor::{Bounds, Factor};
use law::grounds::Trace;
use law::instalment::{Instalments, MonthlyInterest, MonthlyRate};
use law::payment::{Arrears, Months};
use law::tariff::{Price, Pricing, Rate, ShareUnit};
use law::{Choice, Id, Law, Value};
use rust_decimal::Decimal;

use super::{amount, condition, label, on, unknown};

fn number(d: Decimal) -> String {
    Value::Decimal(d.normalize()).to_string()
}

/// What one part of a bill costs, and when.
pub(crate) fn price(law: &Law, bill: &Charge, part: &Part, day: Date) -> String {
    let scale = on(&part.scale, law, day).copied().unwrap_or(Decimal::ONE);
    let factor = part.factor.saturating_mul(scale);
    let times = if factor == Decimal::ONE { String::new() } else { format!("{} × ", number(factor)) };
    let per = part.per.as_ref().map_or_else(String::new, |p| format!(", por {}", law.spelled(p)));
    let mut words = match &part.price {
        Pricing::Price { parameter, .. } => {
            let Some(id) = on(parameter, law, day) else { return "sem preço na data".into() };
            let value = law.parameter(id).and_then(|p| p.on(day));
            // a unit that is worth one is counted, not multiplied
            let one = value.is_some_and(|v| v.value == Value::Decimal(Decimal::ONE));
            if let Some(counted) = part.per.as_ref().filter(|_| one) {
                format!("{times}o total de {}", law.spelled(counted))
            } else {
                format!("{times}{}{per}: {}", label(law, id), today(law, id, day))
            }
        }
        Pricing::Percent { percent, of, of_sum, .. } => {
            let percent = on(percent, law, day).map(|p| number(*p)).unwrap_or_default();
            let told = |id: &Id| bill.parts.iter().find(|p| p.id == *id).map(|p| p.says.clone());
            let of = of.iter().map(|id| told(id).unwrap_or_else(|| law.spelled(id)));
            let of: Vec<String> = of.chain(of_sum.iter().map(|sum| law.spelled(sum))).collect();
            format!("{percent}% de: {}", of.join(" e "))
        }
        Pricing::Bands(bands) => {
            let Some(bands) = on(bands, law, day) else { return "sem preço na data".into() };
            let rate = |r: &Rate| {
                let price = match &r.price {
                    Price::Sum(d) => reais(&Value::Decimal(*d)),
                    Price::Parameter(id) => format!("{} ({})", label(law, id), today(law, id, day)),
                };
                if r.times == Decimal::ONE { price } else { format!("{} × {price}", number(r.times)) }
            };
            format!("{times}{}{per}", in_bands(bands, &rate))
        }
    };
    if part.per.is_some() {
        words.push_str(match on(&part.fraction, law, day) {
            Some(Fraction::Whole) => "; a fração conta inteira",
            Some(Fraction::Half) => "; a fração até a metade conta meia, e a maior conta inteira",
            Some(Fraction::None) => "; a fração não conta",
            Some(Fraction::Exact) | None => "",
        });
    }
    if let Some(share) = &part.proportion {
        words.push_str(match on(&share.by, law, day) {
            Some(ShareUnit::Month) => "; só os meses que restam do ano, e o começado conta inteiro",
            Some(ShareUnit::Day) | None => "; só os dias que restam do ano",
        });
    }
    words.push_str(&bounded(law, &part.bounds, day));
    words.push_str(&factors(law, &part.factors, day));
    if let Some(when) = part.when.as_ref().map(|w| condition(law, w, day)).filter(|w| !w.is_empty()) {
        words.push_str(&format!("; só quando: {when}"));
    }
    words
}

/// What a price is worth on a day, with the corrections up to it: `hoje R$ 3,00`, or what is missing and who may tell.
fn today(law: &Law, id: &Id, day: Date) -> String {
    if law.parameter(id).and_then(|p| p.on(day)).is_none() {
        return unknown(law, id);
    }
    match law.worth(id, day, &mut Trace::default()) {
        Ok(worth) => format!("hoje {}", reais(&Value::Decimal(worth))),
        // of a price that an index raises, it is the index that is missing
        Err((missing, _)) => format!("falta {}, com {}", label(law, &missing), unknown(law, &missing)),
    }
}

/// Bands: `até 10: R$ 3,00; acima de 10: R$ 2,00 (cada trecho pelo seu valor)`.
pub(super) fn in_bands<T>(bands: &Bands<T>, rate: &dyn Fn(&T) -> String) -> String {
    if let [only] = bands.bands.as_slice()
        && only.up_to.is_none()
    {
        return rate(&only.rate);
    }
    let mut before: Option<Decimal> = None;
    let each: Vec<String> = bands
        .bands
        .iter()
        .map(|b| {
            let reach = match (b.up_to, before) {
                (Some(to), _) => format!("até {}", number(to)),
                (None, Some(from)) => format!("acima de {}", number(from)),
                (None, None) => String::new(),
            };
            before = b.up_to;
            format!("{reach}: {}", rate(&b.rate))
        })
        .collect();
    let how = match bands.mode {
        BandMode::Marginal => "cada trecho pelo seu valor",
        BandMode::Whole => "tudo pelo valor da faixa",
        BandMode::Flat => "o valor da faixa, de uma vez",
    };
    format!("{} ({how})", each.join("; "))
}

/// The least and the most of a sum, led by a comma; nothing when it has neither.
pub(crate) fn bounded(law: &Law, bounds: &Bounds, day: Date) -> String {
    let least = bounds.least.as_ref().map(|a| format!(", no mínimo {}", amount(law, a, day)));
    let most = bounds.most.as_ref().map(|a| format!(", no máximo {}", amount(law, a, day)));
    [least, most].into_iter().flatten().collect()
}

/// What multiplies a sum, led by a semicolon; nothing when nothing does.
pub(super) fn factors(law: &Law, factors: &[Factor], day: Date) -> String {
    let each: Vec<String> = factors
        .iter()
        .filter(|f| super::works(law, &f.base, law::Span::default(), day))
        .filter_map(|f| {
            let times = on(&f.times, law, day).filter(|t| **t != Decimal::ONE)?;
            Some(format!("× {} ({})", number(*times), f.says))
        })
        .collect();
    if each.is_empty() { String::new() } else { format!("; {}", each.join("; ")) }
}

/// What is added to a sum paid late: the penalty and the interest; nothing when nothing is.
pub(super) fn arrears(law: &Law, a: &Arrears, day: Date) -> String {
    let percent = |c: &Choice<Decimal>| on(c, law, day).copied().filter(|p| !p.is_zero());
    let penalty = percent(&a.penalty).map(|p| {
        let daily = on(&a.daily, law, day).copied().unwrap_or(false);
        let most = on(&a.most, law, day).copied().flatten();
        let most = most.map_or_else(String::new, |m| format!(", no máximo {}%", number(m)));
        format!("multa de {}%{}{most}", number(p), if daily { " por dia de atraso" } else { "" })
    });
    let interest = match &a.indexed {
        Some(index) => Some(monthly(law, index, "mês do pagamento", day)),
        None => percent(&a.interest).map(|p| {
            let months = match on(&a.months, law, day) {
                Some(Months::Full) => "só conta o mês completo",
                Some(Months::Daily) => "cada dia conta um trinta avos",
                Some(Months::Begun) | None => "o mês começado conta inteiro",
            };
            format!("juros de {}% ao mês ({months})", number(p))
        }),
    };
    penalty.into_iter().chain(interest).collect::<Vec<_>>().join("; ")
}

/// How a sum may be divided: into how many, of how much at least, with what interest, and when.
pub(super) fn instalments(law: &Law, i: &Instalments, day: Date) -> Option<String> {
    let most = on(&i.most, law, day)?;
    let least = i.least.as_ref().map(|a| format!(", de ao menos {}", amount(law, a, day)));
    let interest = i.interest.as_ref().map(|m| {
        let rate = monthly(law, m, "mês em que se paga a parcela", day);
        format!(", cada uma com {rate}, a partir do mês seguinte ao do acordo")
    });
    let when = i.when.as_ref().map(|w| condition(law, w, day)).filter(|w| !w.is_empty());
    let when = when.map(|w| format!("; só quando: {w}"));
    let more: String = [least, interest, when].into_iter().flatten().collect();
    Some(format!("Em até {most} {}{more}", if *most == 1 { "parcela" } else { "parcelas" }))
}

/// Interest that is reckoned by calendar months: `juros de cada mês por “SELIC”, e de 1% no mês do pagamento`.
fn monthly(law: &Law, m: &MonthlyInterest, paid_in: &str, day: Date) -> String {
    let rate = match &m.rate {
        MonthlyRate::Fixed(rate) => {
            format!("juros de {}% ao mês", on(rate, law, day).map(|r| number(*r)).unwrap_or_default())
        }
        MonthlyRate::Index(id) => format!("juros de cada mês por “{}”", label(law, id)),
    };
    let last = on(&m.last, law, day).copied().flatten();
    last.map_or_else(|| rate.clone(), |l| format!("{rate}, e de {}% no {paid_in}", number(l)))
}

/// A price in reais; what cannot be told in centavos stays as it was entered.
pub(crate) fn reais(value: &Value) -> String {
    match value {
        Value::Decimal(d) if d.normalize().scale() <= 2 => {
            Brl::from_decimal(*d, Rounding::Down).map_or_else(|| value.to_string(), |b| b.to_string())
        }
        _ => value.to_string(),
    }
}
