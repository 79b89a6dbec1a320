//! Bands, factors and bounds: what several kinds of rule say of a sum or of a number.

use law::bands::{Band, BandMode, Bands};
use law::factor::{Bounds, Factor};
use law::offence::Amount;
use rust_decimal::Decimal;

use crate::condition::Names;
use crate::table::{Node, Table};

/// `modo` and `faixas` of a table: bands in order, each with `ate` but the last, which may have none.
pub(super) fn bands<T>(t: &Table<'_>, rate: &dyn Fn(&Table<'_>, BandMode) -> Option<T>) -> Option<Bands<T>> {
    let mode = t.need("modo").and_then(|n| n.word(&BandMode::ALL));
    let node = t.need("faixas")?;
    let mode = mode?;
    let mut out: Vec<Band<T>> = Vec::new();
    let items = node.list()?;
    let count = items.len();
    for (i, item) in items.iter().enumerate() {
        let b = item.table()?;
        let up_to = b.get("ate").map(|n| n.decimal());
        let rate = rate(&b, mode);
        b.close();
        let up_to = match up_to {
            None if i + 1 < count => {
                b.fault("E003", "só a última faixa pode ficar sem `ate`", "diga até quanto vai esta faixa");
                return None;
            }
            None => None,
            Some(u) => Some(u?),
        };
        let before = out.last().and_then(|b| b.up_to);
        if let (Some(before), Some(u)) = (before, up_to)
            && u <= before
        {
            b.fault("E020", "as faixas estão fora de ordem", format!("{u} não passa de {before}"));
            return None;
        }
        out.push(Band { up_to, rate: rate? });
    }
    if out.is_empty() {
        node.fault("E003", "não há nenhuma faixa", "escreva ao menos uma");
        return None;
    }
    Some(Bands { mode, bands: out })
}

/// `{ quantidade = 10, unidade = "REAL" }`.
pub(super) fn amount(n: &Node<'_>) -> Option<Amount> {
    let t = n.table()?;
    let quantity = t.need("quantidade").and_then(|n| n.decimal());
    let unit = t.id("unidade");
    t.close();
    Some(Amount { quantity: quantity?, unit: unit? })
}

/// The least and the most of a sum, under two keys.
pub(super) fn bounds(t: &Table<'_>, least: &'static str, most: &'static str) -> Option<Bounds> {
    let low = t.get(least).map(|n| amount(&n));
    let high = t.get(most).map(|n| amount(&n));
    if let (Some(Some(l)), Some(Some(h))) = (&low, &high)
        && l.unit == h.unit
        && l.quantity > h.quantity
    {
        let message = format!("`{least}` passa de `{most}`");
        t.fault("E020", message, format!("de {} a {}", l.quantity, h.quantity));
    }
    Some(Bounds {
        least: match low {
            None => None,
            Some(a) => Some(a?),
        },
        most: match high {
            None => None,
            Some(a) => Some(a?),
        },
    })
}

/// `fatores`: `[{ base, diz, quando, vezes }]`.
pub(super) fn factors(t: &Table<'_>, names: &Names<'_>) -> Option<Vec<Factor>> {
    let tables = t.tables("fatores");
    let count = tables.len();
    let out: Vec<Factor> = tables
        .iter()
        .filter_map(|f| {
            let base = f.need("base").and_then(|n| n.ids());
            let says = f.text("diz");
            let when = f.get("quando").map(|n| names.condition(&n));
            let times = f.need("vezes").and_then(|n| n.choice(names.readings, &positive));
            f.close();
            Some(Factor {
                base: base?,
                says: says?,
                when: match when {
                    None => None,
                    Some(c) => Some(c?),
                },
                times: times?,
            })
        })
        .collect();
    (out.len() == count).then_some(out)
}

/// A number, zero or more.
pub(super) fn positive(n: &Node<'_>) -> Option<Decimal> {
    let d = n.decimal()?;
    if d.is_sign_negative() && !d.is_zero() {
        n.fault("E019", "número negativo", "escreva zero ou mais");
        return None;
    }
    Some(d)
}
