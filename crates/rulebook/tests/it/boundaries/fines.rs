//! What a class costs, to the centavo: ranges, bands of a fact, factors, yearly corrections, least and most.

use jiff::civil::{Date, date};
use serde_json::{Map, Value as Json, json};

use super::book::{Answers, Book, day, number, text};
use super::days::shift;
use super::{LATER, UNITS, index_of};

/// One unit, in the smallest part that is counted here.
pub const ONE: i128 = 1_000_000_000_000_000_000;

/// A number of a rulebook in parts of `ONE`.
pub fn wide(v: &Json) -> Option<i128> {
    Some(number(v)? * (ONE / 1_000_000))
}

/// Parts of `ONE` as a number is written.
pub fn written(n: i128) -> Json {
    let digits = format!("{}.{:018}", n / ONE, n % ONE);
    json!(digits.trim_end_matches('0').trim_end_matches('.'))
}

/// Whole parts of a quotient, by a word for rounding.
pub fn whole(num: i128, den: i128, how: &str) -> i128 {
    let (down, rest) = (num / den, num % den);
    let up = match how {
        "para_baixo" => false,
        "para_cima" => rest > 0,
        "meio_para_par" => 2 * rest > den || 2 * rest == den && down % 2 == 1,
        _ => 2 * rest >= den,
    };
    down + i128::from(up)
}

/// What is asked about one offence.
#[derive(Clone, Default)]
pub struct Moment {
    pub fact: Date,
    pub decided: Option<Date>,
    pub facts: Map<String, Json>,
    pub lacking: Option<i16>,
}

/// Why a sum is not known: the name of what is missing.
pub type Missing = String;

impl Book {
    pub fn is_index(&self, parameter: &str) -> bool {
        self.of("correcao").iter().any(|c| text(c, "indice") == parameter)
    }

    /// Whether what the rulebook knows of a parameter is left as it is: a currency, or a price that a correction raises.
    pub fn is_known(&self, parameter: &str) -> bool {
        let p = self.named("parametro", &json!(parameter));
        let values = p.get("valores").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        let currency = !values.is_empty() && values.iter().all(|v| number(&v["valor"]) == Some(1_000_000));
        currency || self.corrected(parameter).is_some()
    }

    fn corrected(&self, parameter: &str) -> Option<&Json> {
        self.of("correcao").iter().find(|c| {
            c.get("parametros").and_then(Json::as_array).is_some_and(|p| p.contains(&json!(parameter)))
        })
    }

    /// What a unit is worth on a day.
    pub fn worth(
        &self,
        parameter: &str,
        on: Date,
        answers: &Answers,
        lacking: Option<i16>,
    ) -> Result<i128, Missing> {
        if !self.is_known(parameter) {
            return Ok(wide(&json!(UNITS[usize::from(on >= LATER)])).unwrap());
        }
        let p = self.named("parametro", &json!(parameter));
        let found =
            p["valores"].as_array().unwrap().iter().rev().find(|v| {
                day(&v["desde"]).unwrap() <= on && v.get("ate").and_then(day).is_none_or(|u| on <= u)
            });
        let found = found.ok_or_else(|| parameter.to_string())?;
        let known = wide(&found["valor"]).unwrap();
        match self.corrected(parameter) {
            Some(c) => self.raised(c, known, day(&found["desde"]).unwrap(), on, answers, lacking),
            None => Ok(known),
        }
    }

    /// A sum with each yearly correction after a day and up to another.
    pub fn raised(
        &self,
        correction: &Json,
        sum: i128,
        after: Date,
        on: Date,
        answers: &Answers,
        lacking: Option<i16>,
    ) -> Result<i128, Missing> {
        let first = day(&correction["primeira"]).unwrap();
        let (m, d) = text(correction, "cada").split_once('-').unwrap();
        let (m, d): (i8, i8) = (m.parse().unwrap(), d.parse().unwrap());
        let how = self.word(self.norm(), "arredonda", answers, "meio_para_cima");
        let centavos = |sum: i128| whole(sum, ONE / 100, how) * (ONE / 100);
        let (mut sum, mut raised) = (sum, false);
        for year in first.year()..=on.year() {
            let at = date(year, m, d);
            if at < first || at <= after || at > on {
                continue;
            }
            let rate = index_of(year, lacking).ok_or_else(|| text(correction, "indice").to_string())?;
            let mut rate = number(&json!(rate)).unwrap();
            let since = correction.get("primeira_desde").map(|v| self.pick(v, answers));
            if let Some(since) = since.and_then(day).filter(|_| at == first) {
                let months = (0..=12).rev().find(|n| shift(since, *n, 'm', true) <= at).unwrap_or(0);
                rate = rate * i128::from(months) / 12;
            }
            sum += sum / 100_000_000 * rate + sum % 100_000_000 * rate / 100_000_000;
            raised = true;
            if self.word(correction, "arredonda", answers, "cada_ano") == "cada_ano" {
                sum = centavos(sum);
            }
        }
        Ok(if raised { centavos(sum) } else { sum })
    }

    /// The day whose values convert a fine; none when it is the decision's and there is none.
    pub fn unit_day(&self, moment: &Moment, answers: &Answers) -> Option<Date> {
        match self.word(self.norm(), "unidade_em", answers, "fato") {
            "decisao" => moment.decided,
            _ => Some(moment.fact),
        }
    }

    /// The least and the most of a class, corrected; a fixed fine has no most.
    pub fn range(
        &self,
        class: &Json,
        moment: &Moment,
        answers: &Answers,
    ) -> Result<(i128, Option<i128>), Missing> {
        let fine = self.pick(&class["multa"], answers);
        let least = match fine.get("por") {
            Some(by) => {
                self.of_bands(fine, moment.facts.get(by.as_str().unwrap()).ok_or(by.as_str().unwrap())?)
            }
            None => wide(fine.get("quantidade").or_else(|| fine.get("minimo")).unwrap()).unwrap(),
        };
        let most = fine.get("maximo").and_then(wide);
        let reaches = |c: &&Json| {
            c.get("classes").and_then(Json::as_array).is_some_and(|l| l.contains(&class["id"]))
                && self.in_force(c, moment.fact) == Some(true)
        };
        let Some(correction) = self.of("correcao").iter().find(reaches) else { return Ok((least, most)) };
        let on = self.unit_day(moment, answers).ok_or("decisao")?;
        let before = date(1900, 1, 1);
        let low = self.raised(correction, least, before, on, answers, moment.lacking)?;
        let high = most.map(|m| self.raised(correction, m, before, on, answers, moment.lacking));
        Ok((low, high.transpose()?))
    }

    /// Each stretch at its own price, all at the price of the band reached, or the band's price whatever the quantity.
    fn of_bands(&self, fine: &Json, quantity: &Json) -> i128 {
        let many = number(quantity).unwrap();
        let (mut sum, mut before) = (0, 0);
        for band in fine["faixas"].as_array().unwrap() {
            let price = wide(&band["quantidade"]).unwrap();
            let end = band.get("ate").and_then(number).unwrap_or(i128::MAX);
            sum += (many.min(end) - before) * price / 1_000_000;
            before = end;
            if many <= end {
                return match text(fine, "modo") {
                    "marginal" => sum,
                    "inteira" => many * price / 1_000_000,
                    _ => price,
                };
            }
        }
        panic!("no band reaches {quantity}")
    }

    /// What the factors that happen multiply a fine by.
    pub fn factor(&self, rule: &Json, moment: &Moment, answers: &Answers) -> Result<i128, Missing> {
        let mut product = ONE;
        for f in rule.get("fatores").and_then(Json::as_array).into_iter().flatten() {
            let happens = match f.get("quando") {
                None => Some(true),
                Some(c) => self.holds(c, &moment.facts, moment.fact, answers),
            };
            if happens.ok_or("fato")? {
                product = product / 1_000_000 * number(self.pick(&f["vezes"], answers)).unwrap();
            }
        }
        Ok(product)
    }

    /// A quantity of a unit in centavos, cut to the least and the most of its class.
    pub fn centavos(
        &self,
        class: &Json,
        quantity: i128,
        moment: &Moment,
        answers: &Answers,
    ) -> Result<i128, Missing> {
        let on = self.unit_day(moment, answers).ok_or("decisao")?;
        let how = self.word(self.norm(), "arredonda", answers, "meio_para_cima");
        let money = |quantity: i128, unit: &str| -> Result<i128, Missing> {
            let worth = self.worth(unit, on, answers, moment.lacking)? / (ONE / 1_000_000);
            Ok(whole(quantity * worth, ONE * 10_000, how))
        };
        let mut sum = money(quantity, text(self.pick(&class["multa"], answers), "unidade"))?;
        if let Some(least) = class.get("piso") {
            sum = sum.max(money(wide(&least["quantidade"]).unwrap(), text(least, "unidade"))?);
        }
        if let Some(most) = class.get("teto") {
            sum = sum.min(money(wide(&most["quantidade"]).unwrap(), text(most, "unidade"))?);
        }
        Ok(sum)
    }
}
