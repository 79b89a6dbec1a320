//! Fines in ranges: their yearly correction and the steps over earlier offences.

use indexmap::IndexMap;
use law::Id;
use law::bands::{Band, BandMode, Bands};
use law::indexing::{Indexing, Rounds};
use law::ladder::{Earlier, Ladder, SameLine, Step, StepBase, StepFine, StepMeasure};
use law::offence::{Amount, FineBands};
use rust_decimal::Decimal;

use super::{Book, insert, span};
use crate::table::{Node, Readings, Table};

/// A fine of a class: its amount or its least; its most, when it is a range; its bands, when it depends on how much of
/// something there was.
#[derive(Clone, Debug, Default)]
pub(super) struct Range {
    pub(super) least: Option<Amount>,
    pub(super) most: Option<Decimal>,
    pub(super) bands: Option<FineBands>,
}

/// `{ quantidade, unidade }`, `{ minimo, maximo, unidade }`, `{ por, modo, faixas, unidade }`, `{ por_cento, de, unidade }` (so
/// much of a sum that a fact tells) or `"nenhuma"`.
pub(super) fn fine(n: &Node<'_>) -> Option<Range> {
    if n.value.get_ref().is_str() {
        return n.word(&[("nenhuma", ())]).map(|()| Range::default());
    }
    let t = n.table()?;
    let fixed = t.get("quantidade").map(|n| n.decimal());
    let minimum = t.get("minimo").map(|n| n.decimal());
    let maximum = t.get("maximo").map(|n| n.decimal());
    let unit = t.id("unidade");
    let share = (t.get("por_cento").map(|n| n.decimal()), t.get("vezes").map(|n| n.decimal()));
    if let Some(of) = t.get("de") {
        let of = of.id();
        t.close();
        let rate = match share {
            (Some(percent), None) => percent?.checked_div(Decimal::ONE_HUNDRED)?,
            (None, Some(times)) => times?,
            _ => {
                t.fault("E015", "a multa sobre uma soma leva `por_cento` ou `vezes`, e só um", "escolha um");
                return None;
            }
        };
        let band = Band { up_to: None, rate };
        return Some(Range {
            least: Some(Amount { quantity: rate, unit: unit? }),
            most: None,
            bands: Some(FineBands { by: of?, bands: Bands { mode: BandMode::Marginal, bands: vec![band] } }),
        });
    }
    if t.get("faixas").is_some() {
        let by = t.id("por");
        let bands =
            super::bands::bands(&t, &|b, _| b.need("quantidade").and_then(|n| super::bands::positive(&n)));
        t.close();
        let bands = bands?;
        let least = bands.bands.iter().map(|b| b.rate).min()?;
        return Some(Range {
            least: Some(Amount { quantity: least, unit: unit? }),
            most: None,
            bands: Some(FineBands { by: by?, bands }),
        });
    }
    t.close();
    match (fixed, minimum, maximum) {
        (Some(q), None, None) => {
            Some(Range { least: Some(Amount { quantity: q?, unit: unit? }), ..Range::default() })
        }
        (None, Some(low), Some(high)) => {
            let (low, high) = (low?, high?);
            if high < low {
                t.fault("E019", "a faixa acaba antes de começar", format!("de {low} a {high}"));
                return None;
            }
            Some(Range {
                least: Some(Amount { quantity: low, unit: unit? }),
                most: Some(high),
                ..Range::default()
            })
        }
        _ => {
            t.fault(
                "E015",
                "a multa leva `quantidade`, ou `minimo` e `maximo`, ou `faixas`, ou `por_cento` e `de`",
                "escolha um",
            );
            None
        }
    }
}

pub(super) fn indexings(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, Indexing> {
    let mut out = IndexMap::new();
    for t in book.tables("correcao") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let (classes, parameters) = (t.ids("classes"), t.ids("parametros"));
        if classes.is_empty() && parameters.is_empty() {
            t.fault("E003", "a correção não diz o que sobe", "escreva `classes`, `parametros`, ou as duas");
        }
        let each = t.need("cada").and_then(|n| n.month_day());
        let first = t.need("primeira").and_then(|n| n.date());
        let index = t.id("indice");
        let rounds = t.choice_or("arredonda", readings, Rounds::EachYear, &|n| {
            n.word(&[("cada_ano", Rounds::EachYear), ("no_fim", Rounds::AtEnd)])
        });
        let first_from = t.choice_or("primeira_desde", readings, None, &|n: &Node<'_>| {
            if n.value.get_ref().is_str() { n.word(&[("inteira", None)]) } else { n.date().map(Some) }
        });
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Indexing {
                id: id?,
                base: base?,
                says: says?,
                classes,
                parameters,
                each: each?,
                first: first?,
                index: index?,
                rounds: rounds?,
                first_from: first_from?,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

fn earlier(t: &Table<'_>, readings: &Readings) -> Option<Earlier> {
    let count = t.get("quantas").map_or(Some(1), |n| n.small::<u32>());
    let same = t.choice_or("mesma", readings, SameLine::Line, &|n| {
        n.word(&[("infracao", SameLine::Line), ("qualquer", SameLine::Any)])
    });
    let step = t.get("degrau").and_then(|n| n.id());
    t.close();
    Some(Earlier { count: count?, same: same?, step })
}

/// A step. The name of the step that `anteriores` asks for is checked against the steps before it.
fn step(t: &Table<'_>, before: &[Step], readings: &Readings) -> Option<Step> {
    let id = t.id("id");
    let base = t.need("base").and_then(|n| n.ids());
    let says = t.text("diz");
    let holds = t.choice_or("vale", readings, true, &Node::boolean);
    let needs = t.get("anteriores").map(|n| {
        let inner = n.table()?;
        let e = earlier(&inner, readings)?;
        if let Some(s) = &e.step
            && !before.iter().any(|b| b.id == *s)
        {
            n.unknown("E018", "o degrau", s, &mut before.iter().map(|b| b.id.as_ref()));
            return None;
        }
        Some(e)
    });
    let times = t.get("vezes").map(|n| n.small::<u32>());
    let of = t.choice_or("de", readings, StepBase::Minimum, &|n| {
        n.word(&[("minimo", StepBase::Minimum), ("escolhido", StepBase::Chosen)])
    });
    let measures = t
        .tables("medidas")
        .iter()
        .filter_map(|m| {
            let offences = m.need("infracoes").and_then(|n| n.ids());
            let measures = m.need("medidas").and_then(|n| n.ids());
            let holds = m.choice_or("vale", readings, true, &Node::boolean);
            m.close();
            Some(StepMeasure { offences: offences?, measures: measures?, holds: holds? })
        })
        .collect();
    let process = t.get("processo").and_then(|n| n.id());
    t.close();
    let fine = match times {
        None => None,
        Some(times) => Some(StepFine { times: times?, of: of? }),
    };
    let needs = match needs {
        None => None,
        Some(n) => Some(n?),
    };
    Some(Step { id: id?, base: base?, says: says?, holds: holds?, needs, fine, measures, process })
}

pub(super) fn ladders(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, Ladder> {
    let mut out = IndexMap::new();
    for t in book.tables("escalada") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let classes = t.need("classes").and_then(|n| n.ids());
        let window = t.choice_or("janela", readings, None, &|n: &Node<'_>| match n.text()? {
            "sem_limite" => Some(None),
            _ => n.calendar_term().map(Some),
        });
        let requires_punished = t.choice_or("exige_punida", readings, false, &Node::boolean);
        t.need("degraus");
        let mut steps: Vec<Step> = Vec::new();
        for s in t.tables("degraus") {
            let read = step(&s, &steps, readings);
            steps.extend(read);
        }
        if steps.first().is_some_and(|s| s.needs.is_some() || s.fine.is_none()) {
            t.fault(
                "E015",
                "o primeiro degrau não depende de infração anterior e diz `vezes`",
                "comece pela primeira infração",
            );
        }
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Ladder {
                id: id?,
                base: base?,
                says: says?,
                classes: classes?,
                window: window?,
                requires_punished: requires_punished?,
                steps,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}
