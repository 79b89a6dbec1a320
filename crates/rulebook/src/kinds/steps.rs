//! The life of a title, and what one part of a bill costs.

use law::Id;
use law::bands::Bands;
use law::charge::{Fraction, Part};
use law::tariff::{Over, Price, PriceDay, Pricing, Proportion, Rate, ShareUnit};
use law::transition::{CountsFrom, Lasting, Transition};
use rust_decimal::Decimal;

use super::span;
use crate::condition::Names;
use crate::table::{Node, Readings, Table};

fn lasting(n: &Node<'_>) -> Option<Lasting> {
    if n.value.get_ref().is_table() {
        let t = n.table()?;
        if t.get("dia").is_some() {
            let day = super::deadline::year_day(&t);
            t.close();
            return day.map(Lasting::DayOfYear);
        }
        let nth = t.need("dia_util").and_then(|n| n.small::<u32>());
        let month = t.need("do_mes").and_then(|n| n.small::<i8>());
        t.close();
        return Some(Lasting::BusinessDayOf(month?, nth?));
    }
    match n.text()? {
        "fim_do_ano" => Some(Lasting::YearEnd),
        "sem_prazo" => Some(Lasting::Unlimited),
        _ => n.day_term().map(Lasting::For),
    }
}

fn counts_from(n: &Node<'_>) -> Option<CountsFrom> {
    if n.value.get_ref().is_table() {
        let t = n.table()?;
        let (deadline, fact) = (t.get("prazo"), t.get("fato"));
        t.close();
        return match (deadline, fact) {
            (Some(d), None) => d.id().map(CountsFrom::Deadline),
            (None, Some(f)) => f.id().map(CountsFrom::Fact),
            _ => {
                t.fault("E015", "conta-se de um prazo ou de um fato", "escreva `prazo` ou `fato`, um só");
                None
            }
        };
    }
    n.word(&[("evento", ())]).map(|()| CountsFrom::Event)
}

/// A name, or a list of names.
fn one_or_more(n: &Node<'_>) -> Option<Vec<Id>> {
    if n.value.get_ref().is_str() { n.id().map(|i| vec![i]) } else { n.ids() }
}

pub(super) fn transitions(t: &Table<'_>, names: &Names<'_>) -> Vec<Transition> {
    t.tables("transicao").iter().filter_map(|x| transition(x, names)).collect()
}

fn transition(t: &Table<'_>, names: &Names<'_>) -> Option<Transition> {
    let base = t.need("base").and_then(|n| n.ids());
    let says = t.text("diz");
    let from = t.need("de").and_then(|n| one_or_more(&n));
    let event = t.id("evento");
    let to = t.need("para").and_then(|n| n.choice(names.readings, &Node::id));
    let demands = t.get("exige").map(|n| names.condition(&n));
    let lasts = t.get("dura").map(|n| n.choice(names.readings, &lasting));
    let counts_from = t.choice_or("conta_de", names.readings, CountsFrom::Event, &counts_from);
    let effects = t.ids("efeitos");
    let span = span(t);
    t.close();
    Some(Transition {
        base: base?,
        says: says?,
        from: from?,
        event: event?,
        to: to?,
        demands: match demands {
            None => None,
            Some(d) => Some(d?),
        },
        lasts: match lasts {
            None => None,
            Some(l) => Some(l?),
        },
        counts_from: counts_from?,
        effects,
        span,
    })
}

/// `{ modo = "marginal", faixas = [{ ate = 10, preco = "KM" }, { preco = "KM", vezes = 2 }] }`: a parameter, or a sum in reais.
fn price_bands(n: &Node<'_>) -> Option<Bands<Rate>> {
    let t = n.table()?;
    let bands = super::bands::bands(&t, &|b, _| {
        let node = b.need("preco")?;
        let price = match node.value.get_ref().as_str() {
            Some(text) if text.parse::<Decimal>().is_err() => node.id().map(Price::Parameter),
            _ => super::bands::positive(&node).map(Price::Sum),
        };
        let times = b.get("vezes").map_or(Some(Decimal::ONE), |n| n.decimal());
        Some(Rate { price: price?, times: times? })
    });
    t.close();
    bands
}

/// `preco` with `preco_em`, or `por_cento = { quanto, de, sobre }`, whose `de` may be `da_quantidade` instead.
fn pricing(t: &Table<'_>, readings: &Readings) -> Option<Pricing> {
    let price = t.get("preco").map(|n| n.choice(readings, &Node::id));
    let on = t.choice_or("preco_em", readings, PriceDay::Due, &|n| {
        n.word(&[("devido", PriceDay::Due), ("1_de_janeiro", PriceDay::YearStart)])
    });
    let percent = t.get("por_cento").map(|n| {
        let p = n.table()?;
        let percent = p.need("quanto").and_then(|n| n.choice(readings, &Node::decimal));
        let (of, of_sum) = (p.some("de").map(|n| n.ids()), p.get("da_quantidade").map(|n| n.id()));
        if of.is_some() == of_sum.is_some() {
            p.fault(
                "E003",
                "não se diz de que é a percentagem",
                "escreva `de`, com as parcelas, ou `da_quantidade`, com a soma que a pergunta informa",
            );
        }
        if let Some(over) = p.get("sobre").filter(|_| of_sum.is_some()) {
            over.fault(
                "E015",
                "`sobre` só serve a uma percentagem de parcelas",
                "a soma que a pergunta informa é uma só: tire a chave",
            );
        }
        let over = p.choice_or("sobre", readings, Over::Charged, &|n| {
            n.word(&[("cobrado", Over::Charged), ("cheio", Over::Full)])
        });
        p.close();
        let (of, of_sum) = match (of, of_sum) {
            (Some(parts), None) => (parts?, None),
            (None, Some(sum)) => (Vec::new(), Some(sum?)),
            _ => return None,
        };
        Some(Pricing::Percent { percent: percent?, of, of_sum, over: over? })
    });
    let bands = t.get("faixas_de_preco").map(|n| n.choice(readings, &price_bands).map(Pricing::Bands));
    match (price, percent, bands) {
        (Some(p), None, None) => Some(Pricing::Price { parameter: p?, on: on? }),
        (None, Some(p), None) | (None, None, Some(p)) => p,
        _ => {
            t.fault(
                "E015",
                "a parcela leva `preco`, `por_cento` ou `faixas_de_preco`, e só um",
                "diga quanto custa",
            );
            None
        }
    }
}

pub(super) fn part(t: &Table<'_>, names: &Names<'_>) -> Option<Part> {
    let readings = names.readings;
    let id = t.id("id");
    let says = t.text("diz");
    let when = t.get("quando").map(|n| names.condition(&n));
    let price = pricing(t, readings);
    let per = t.get("por").and_then(|n| n.id());
    let factor = t.get("fator");
    let hangs = factor.as_ref().is_some_and(|n| n.is_table_with("conforme"));
    let (fixed, scale) = if hangs {
        (Some(Decimal::ONE), t.choice_or("fator", readings, Decimal::ONE, &Node::decimal))
    } else {
        (factor.map_or(Some(Decimal::ONE), |n| n.decimal()), Some(law::Choice::Fixed(Decimal::ONE)))
    };
    let proportion = t.get("proporcao").map(|n| {
        let p = n.table()?;
        let by = p.need("por").and_then(|n| {
            n.choice(readings, &|n: &Node<'_>| n.word(&[("dia", ShareUnit::Day), ("mes", ShareUnit::Month)]))
        });
        let until = p.need("ate").and_then(|n| n.word(&[("fim_do_ano", ())]));
        let includes_first = p.choice_or("inclui_primeiro", readings, false, &Node::boolean);
        p.close();
        until?;
        Some(Proportion { by: by?, includes_first: includes_first? })
    });
    let fraction = t.choice_or("fracao", readings, Fraction::Exact, &|n| n.word(&Fraction::ALL));
    let factors = super::bands::factors(t, names);
    let bounds = super::bands::bounds(t, "minimo", "maximo");
    if matches!(price, Some(Pricing::Bands(_))) && per.is_none() {
        t.fault("E003", "preço por faixas precisa de `por`", "diga de que quantidade são as faixas");
    }
    t.close();
    Some(Part {
        id: id?,
        says: says?,
        when: match when {
            None => None,
            Some(w) => Some(w?),
        },
        price: price?,
        per,
        factor: fixed?,
        scale: scale?,
        proportion: match proportion {
            None => None,
            Some(p) => Some(p?),
        },
        fraction: fraction?,
        factors: factors?,
        bounds: bounds?,
    })
}
