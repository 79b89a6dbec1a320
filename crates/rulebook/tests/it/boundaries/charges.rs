//! Charges: what is left of the year from each side of a month, fractions of a quantity, bands, least and most; then discounts and
//! arrears on the last day and after it.

use std::collections::BTreeMap;

use jiff::civil::{Date, date};
use law::Law;
use serde_json::{Map, Value as Json, json};

use super::book::{Answers, Book, number, text};
use super::conditions::{sides, tables};
use super::days::shift;
use super::fines::{ONE, whole, wide};
use super::{ON, Tally, UNITS, ask, supposing, word};

const PARTS: i128 = 1_000_000;

/// What one charge is asked with.
struct Case<'b> {
    charge: &'b Json,
    on: Date,
    since: Date,
    quantities: BTreeMap<String, &'b str>,
    facts: Map<String, Json>,
}

fn reais(cents: i128) -> Json {
    json!(format!("{}.{:02}", cents / 100, cents % 100))
}

impl Book {
    fn worth_of(&self, price: &Json, on: Date, answers: &Answers) -> Option<i128> {
        match price.as_str().filter(|p| p.parse::<f64>().is_err()) {
            Some(parameter) => self.worth(parameter, on, answers, None).ok(),
            None => wide(price),
        }
    }

    /// A quantity as its fraction counts.
    fn fraction(&self, part: &Json, quantity: &str, answers: &Answers) -> i128 {
        let n = number(&json!(quantity)).unwrap();
        let rest = n % PARTS;
        match self.word(part, "fracao", answers, "exata") {
            "inteira" if rest > 0 => n - rest + PARTS,
            "desprezada" => n - rest,
            "meia" if rest > 0 => n - rest + if rest * 2 <= PARTS { PARTS / 2 } else { PARTS },
            _ => n,
        }
    }

    /// Days or months that are left of the year, over those of the year.
    fn left_of_year(&self, part: &Json, since: Date, answers: &Answers) -> (i128, i128) {
        let Some(share) = part.get("proporcao") else { return (1, 1) };
        let first = if self.flag(share, "inclui_primeiro", answers, false) {
            since
        } else {
            since.tomorrow().unwrap()
        };
        let this_year = first.year() == since.year();
        if self.word(share, "por", answers, "") == "mes" {
            // a month begun counts whole
            return (if this_year { 13 - i128::from(first.month()) } else { 0 }, 12);
        }
        let (mut left, mut all, mut d) = (0, 0, date(since.year(), 1, 1));
        while d.year() == since.year() {
            all += 1;
            left += i128::from(d >= first);
            d = d.tomorrow().unwrap();
        }
        (left, all)
    }

    /// Each part of a charge in parts of `ONE`: what is charged, and the price of the whole year.
    fn parts(&self, case: &Case, answers: &Answers) -> Option<Vec<(String, i128, i128)>> {
        let mut out: Vec<(String, i128, i128)> = Vec::new();
        let how = self.word(self.norm(), "arredonda", answers, "meio_para_cima");
        for part in case.charge["parcelas"].as_array().unwrap() {
            let on = match self.word(part, "preco_em", answers, "devido") {
                "1_de_janeiro" => date(case.on.year(), 1, 1),
                _ => case.on,
            };
            let quantity =
                part.get("por").map(|q| self.fraction(part, case.quantities[q.as_str().unwrap()], answers));
            let mut full = if let Some(share) = part.get("por_cento") {
                let of = share["de"].as_array().unwrap();
                let cheap = self.word(share, "sobre", answers, "cobrado") == "cobrado";
                let sum: i128 = out
                    .iter()
                    .filter(|(id, ..)| of.contains(&json!(id)))
                    .map(|(_, due, full)| if cheap { *due } else { *full })
                    .sum();
                sum / 100 * number(self.pick(&share["quanto"], answers))? / PARTS
            } else if let Some(bands) = part.get("faixas_de_preco") {
                self.priced(self.pick(bands, answers), quantity?, on, answers)?
            } else {
                let price = self.worth_of(self.pick(&part["preco"], answers), on, answers)?;
                price / PARTS * quantity.unwrap_or(PARTS)
            };
            if let Some(factor) = part.get("fator") {
                full = full / PARTS * number(self.pick(factor, answers))?;
            }
            for f in part.get("fatores").and_then(Json::as_array).into_iter().flatten() {
                let happens =
                    f.get("quando").map_or(Some(true), |c| self.holds(c, &case.facts, case.on, answers));
                if happens? {
                    full = full / PARTS * number(self.pick(&f["vezes"], answers))?;
                }
            }
            let (left, all) = self.left_of_year(part, case.since, answers);
            let mut due = whole(full * left, all * (ONE / 100), how);
            due = self.cut(part, due, on, answers)?;
            out.push((text(part, "id").into(), due * (ONE / 100), full));
        }
        Some(out)
    }

    fn priced(&self, bands: &Json, quantity: i128, on: Date, answers: &Answers) -> Option<i128> {
        let (mut sum, mut before) = (0, 0);
        for band in bands["faixas"].as_array().unwrap() {
            let times = band.get("vezes").map_or(Some(PARTS), number)?;
            let price = self.worth_of(&band["preco"], on, answers)? / PARTS * times;
            let end = band.get("ate").and_then(number).unwrap_or(i128::MAX);
            sum += price / PARTS * (quantity.min(end) - before);
            before = end;
            if quantity <= end {
                return Some(match text(bands, "modo") {
                    "marginal" => sum,
                    "inteira" => price / PARTS * quantity,
                    _ => price,
                });
            }
        }
        None
    }

    /// A sum in centavos cut to the least and the most of a charge or of a part of it.
    fn cut(&self, rule: &Json, cents: i128, on: Date, answers: &Answers) -> Option<i128> {
        let bound = |b: &Json| {
            let worth = self.worth(text(b, "unidade"), on, answers, None).ok()?;
            Some(whole(worth / PARTS * number(&b["quantidade"])?, ONE / 100, "meio_para_cima"))
        };
        let mut cents = cents;
        if let Some(least) = rule.get("minimo") {
            cents = cents.max(bound(least)?);
        }
        if let Some(most) = rule.get("maximo") {
            cents = cents.min(bound(most)?);
        }
        Some(cents)
    }
}

/// Amounts on each side of a whole and of a half, and of the end of each band.
fn amounts(charge: &Json, name: &str) -> Vec<&'static str> {
    let mut all = vec!["0", "1", "1.49", "1.5", "1.51", "2", "7"];
    if charge.to_string().contains("faixas") && !name.is_empty() {
        all.extend(["3", "4.99", "5", "5.01", "9.99", "10", "10.01", "20", "20.01", "25", "60"]);
    }
    all
}

pub fn charges(book: &Book, law: &Law, tally: &mut Tally) {
    for c in book.of("cobranca") {
        let norm = ["arredonda", "meses", "dias", "sabado_util"].iter().filter_map(|k| book.norm().get(*k));
        let deadlines = book
            .of("prazo")
            .iter()
            .filter(|d| c.get("vence").is_some_and(|v| v.to_string().contains(&d["id"].to_string())));
        for answers in book.readings_of(&norm.chain(deadlines).chain([c]).collect::<Vec<_>>()) {
            let law = supposing(book, law, &answers, UNITS);
            let names: Vec<&str> =
                c["parcelas"].as_array().unwrap().iter().filter_map(|p| p.get("por")?.as_str()).collect();
            let mut found = BTreeMap::new();
            sides(book, c, ON, &mut found);
            let begun =
                [(1, 1), (1, 31), (2, 28), (2, 29), (3, 1), (8, 31), (9, 1), (9, 15), (12, 30), (12, 31)];
            let sinces = begun.map(|(m, d)| date(2024, m, d)).into_iter().chain([date(2025, 2, 28)]);
            for since in sinces {
                for on in [date(2024, 7, 1), ON, date(2025, 4, 1)] {
                    for (i, amount) in amounts(c, names.first().unwrap_or(&"")).into_iter().enumerate() {
                        if names.is_empty() && i > 0 || !names.is_empty() && since != date(2024, 1, 1) {
                            continue;
                        }
                        for facts in tables(&found).into_iter().take(4 + 8 * usize::from(amount == "10.01")) {
                            let quantities = names.iter().map(|n| ((*n).to_string(), amount)).collect();
                            put(
                                book,
                                &law,
                                &answers,
                                &Case { charge: c, on, since, quantities, facts },
                                tally,
                            );
                        }
                    }
                }
                if names.is_empty() {
                    let case =
                        Case { charge: c, on: since, since, quantities: BTreeMap::new(), facts: Map::new() };
                    put(book, &law, &answers, &case, tally);
                }
            }
        }
    }
}

fn put(book: &Book, law: &Law, answers: &Answers, case: &Case, tally: &mut Tally) {
    let c = case.charge;
    let q = json!({
        "tipo": "cobranca", "cobranca": c["id"], "em": case.on.to_string(), "de": case.since.to_string(),
        "quantidades": case.quantities, "fatos": case.facts,
    });
    let mut expected = Vec::new();
    if !book.flag(c, "devida", answers, true) {
        expected.push(("total", json!(0)));
    } else if let Some(parts) = book.parts(case, answers) {
        let cents = |n: i128| n / (ONE / 100);
        let total = book.cut(c, parts.iter().map(|(_, due, _)| cents(*due)).sum(), case.on, answers).unwrap();
        expected.extend([("resposta", word(Some(true))), ("total", reais(total))]);
        let each: Map<String, Json> = parts.into_iter().map(|(id, due, _)| (id, reais(cents(due)))).collect();
        expected.push(("parcelas", Json::Object(each)));
    } else {
        expected.extend([("resposta", word(None)), ("total", Json::Null)]);
    }
    if let Some(due) =
        c.get("vence").map(|v| book.pick(v, answers)).filter(|_| book.flag(c, "devida", answers, true))
    {
        let last =
            if due == "no_ato" { case.on } else { book.due(book.named("prazo", due), case.on, answers).1 };
        expected.push(("vence", json!(last.to_string())));
    }
    tally.compare("cobranca", c, &json!([answers, q]), &ask(law, &q), &expected);
}

/// A sum paid on the last day, the day after, and on each side of a month of delay.
pub fn payments(book: &Book, law: &Law, tally: &mut Tally) {
    for p in book.of("pagamento") {
        let norm = ["arredonda", "meses", "dias", "sabado_util"].iter().filter_map(|k| book.norm().get(*k));
        for answers in book.readings_of(&norm.chain([p]).collect::<Vec<_>>()) {
            let law = supposing(book, law, &answers, UNITS);
            let mut found = BTreeMap::new();
            sides(book, p, ON, &mut found);
            for i in 0..40 {
                let ready = shift(date(2024, 12, 1), 3 * i, 'd', true);
                let due = |d: &Json| book.due(book.named("prazo", d), ready, &answers).1;
                let last = due(book.pick(&p["vence"], &answers));
                let month = shift(last, 1, 'm', true);
                let mut days = vec![ready, last, last.tomorrow().unwrap(), month, month.tomorrow().unwrap()];
                for d in p
                    .get("descontos")
                    .and_then(Json::as_array)
                    .into_iter()
                    .flatten()
                    .filter_map(|d| d.get("ate"))
                {
                    days.extend([due(d), due(d).tomorrow().unwrap()]);
                }
                for paid in days {
                    for facts in tables(&found) {
                        let q = json!({ "tipo": "pagamento", "pagamento": p["id"], "valor": "357.35", "disponivel": ready.to_string(), "pago_em": paid.to_string(), "fatos": facts });
                        let expected = paid_sum(book, p, &answers, (ready, last, paid), &facts);
                        tally.compare("pagamento", p, &json!([answers, q]), &ask(&law, &q), &expected);
                    }
                }
            }
        }
    }
}

fn paid_sum(
    book: &Book,
    p: &Json,
    answers: &Answers,
    (ready, last, paid): (Date, Date, Date),
    facts: &Map<String, Json>,
) -> Vec<(&'static str, Json)> {
    const SUM: i128 = 35_735;
    let share = |percent: i128| whole(SUM * percent, 100 * PARTS, "meio_para_cima");
    let percent =
        |rule: &Json, key: &str| rule.get(key).map_or(0, |v| number(book.pick(v, answers)).unwrap());
    let late = if paid > last { paid.since(last).unwrap().get_days() } else { 0 };
    let mut best = 0;
    let mut unknown = false;
    for d in p.get("descontos").and_then(Json::as_array).into_iter().flatten() {
        let until = d.get("ate").map(|a| book.due(book.named("prazo", a), ready, answers).1);
        let in_time = until.is_none_or(|u| paid <= u);
        match d.get("quando").map_or(Some(true), |c| book.holds(c, facts, paid, answers)).filter(|_| in_time)
        {
            Some(true) => best = best.max(percent(d, "por_cento")),
            _ => {
                unknown |=
                    in_time && d.get("quando").is_some_and(|c| book.holds(c, facts, paid, answers).is_none());
            }
        }
    }
    let mut out = vec![("vence", json!(last.to_string())), ("atraso", json!(late))];
    if unknown {
        out.push(("resposta", word(None)));
        return out;
    }
    let (mut fine, mut interest) = (0, 0);
    if let Some(m) = p.get("mora").filter(|_| late > 0) {
        let mut rate = percent(m, "multa_por_cento");
        if book.flag(m, "multa_por_dia", answers, false) {
            rate *= i128::from(late);
        }
        if m.get("multa_maxima").is_some() {
            rate = rate.min(percent(m, "multa_maxima"));
        }
        fine = share(rate);
        let months = (1..).find(|n| paid <= shift(last, *n, 'm', true)).unwrap();
        let begun = i128::from(months);
        let monthly = percent(m, "juros_por_cento_ao_mes");
        interest = match book.word(m, "juros_contam", answers, "mes_comecado") {
            "mes_completo" => share(monthly * (begun - i128::from(paid < shift(last, months, 'm', true)))),
            "por_dia" => whole(SUM * monthly * i128::from(late), 3000 * PARTS, "meio_para_cima"),
            _ => share(monthly * begun),
        };
    }
    let off = share(best);
    out.extend([
        ("desconto", reais(off)),
        ("multa", reais(fine)),
        ("juros", reais(interest)),
        ("total", reais(SUM - off + fine + interest)),
    ]);
    out
}
