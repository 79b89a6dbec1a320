//! Sums in plain words: prices, bands, factors, the least and the most.

use brasil::money::{Brl, Rounding};
use jiff::civil::Date;
use law::bands::{BandMode, Bands};
use law::charge::{Charge, Fraction, Part};
use law::factor::{Bounds, Factor};
use law::grounds::Trace;
use law::tariff::{Price, Pricing, Rate, ShareUnit};
use law::{Id, Law, Value};
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

/// A price in reais; what cannot be told in centavos stays as it was entered.
pub(crate) fn reais(value: &Value) -> String {
    match value {
        Value::Decimal(d) if d.normalize().scale() <= 2 => {
            Brl::from_decimal(*d, Rounding::Down).map_or_else(|| value.to_string(), |b| b.to_string())
        }
        _ => value.to_string(),
    }
}
