//! Parts of a deadline: where its last day goes, and the extensions it admits.

use brasil::calendar::Roll;
use law::extension::{Extensions, Mode, Start};
use law::named_day::{NamedDay, YearDay};
use law::pause::Pause;
use law::{Choice, Id};

use crate::table::{Node, Readings, Table};

fn roll(n: &Node<'_>) -> Option<Roll> {
    n.word(&[("seguinte", Roll::Next), ("anterior", Roll::Previous), ("nao", Roll::None)])
}

/// `dia` and `rola`: a day of a month. The outer none is a fault, the inner none a table without `dia`.
#[allow(clippy::option_option, reason = "a fault is not the same as a key that is not there")]
pub(super) fn named_day(t: &Table<'_>) -> Option<Option<NamedDay>> {
    let Some(day) = t.get("dia") else {
        // asked for, so that the editor knows it and a stray one is told
        if let Some(stray) = t.get("rola") {
            stray.fault("E015", "`rola` só acompanha `dia`", "tire esta chave");
            return None;
        }
        return Some(None);
    };
    let roll = t.need("rola").and_then(|n| roll(&n));
    let day = day.small::<i8>();
    Some(Some(NamedDay { day: day?, roll: roll? }))
}

/// `dia`, `do_mes` and `ano`: a day of the year of another day, or of the next.
pub(super) fn year_day(t: &Table<'_>) -> Option<YearDay> {
    let day = t.need("dia").and_then(|n| n.small::<i8>());
    let month = t.need("do_mes").and_then(|n| n.small::<i8>());
    let later = t.need("ano").and_then(|n| n.word(&[("mesmo", 0), ("seguinte", 1)]));
    Some(YearDay { month: month?, day: day?, later: later? })
}

/// The general rule, and the rule of each kind of party.
pub(super) type Rolls = (Choice<Roll>, Vec<(Id, Choice<Roll>)>);

/// `rola`: a word, a choice, or one of these for each kind of party, the first of which is the general one.
pub(super) fn rolls(t: &Table<'_>, readings: &Readings) -> Option<Rolls> {
    let node = t.need("rola")?;
    if !node.value.get_ref().is_table() || node.is_table_with("conforme") {
        return node.choice(readings, &roll).map(|c| (c, Vec::new()));
    }
    let parties = node.table()?;
    let mut by = Vec::new();
    for (kind, n) in parties.keys() {
        by.push((Id::from(kind), n.choice(readings, &roll)?));
    }
    let Some((_, general)) = by.first() else {
        parties.fault(
            "E003",
            "`rola` por parte não traz nenhuma parte",
            "escreva, por exemplo, particular = \"seguinte\"",
        );
        return None;
    };
    Some((general.clone(), by))
}

/// `prorrogacoes`, `modo` and `parte_de`. The outer none is a fault, the inner none a deadline that is not extended.
#[allow(clippy::option_option, reason = "a fault is not the same as a key that is not there")]
pub(super) fn extensions(t: &Table<'_>, readings: &Readings) -> Option<Option<Extensions>> {
    let terms = t.get("prorrogacoes").map(|n| {
        let items = n.list()?;
        let terms: Vec<_> = items.iter().filter_map(Node::term).collect();
        (terms.len() == items.len()).then_some(terms)
    });
    let mode = t.choice_or("modo", readings, Mode::Cumulative, &|n| {
        n.word(&[("somam", Mode::Cumulative), ("alternativas", Mode::Alternative)])
    });
    let starts = t.choice_or("parte_de", readings, Start::Nominal, &|n| n.word(&STARTS));
    match terms {
        None => Some(None),
        Some(terms) => Some(Some(Extensions { terms: terms?, mode: mode?, starts: starts? })),
    }
}

/// `pausas`: what the deadline stands still for.
pub(super) fn pauses(t: &Table<'_>) -> Option<Vec<Pause>> {
    let mut out: Vec<Pause> = Vec::new();
    let mut whole = true;
    for p in t.tables("pausas") {
        let id = p.id("id");
        let base = p.need("base").and_then(|n| n.ids());
        let says = p.text("diz");
        p.close();
        match (id, base, says) {
            (Some(id), Some(base), Some(says)) => out.push(Pause { id, base, says }),
            _ => whole = false,
        }
    }
    whole.then_some(out)
}

/// `depois_de` and `parte_de` of a deadline that begins where another ends. The rule must say at which end: the day by
/// counting alone, or the business day to which it moved.
#[allow(clippy::option_option, reason = "a fault is not the same as a key that is not there")]
pub(super) fn chained(t: &Table<'_>) -> Option<Option<(Id, Start)>> {
    let Some(node) = t.get("depois_de") else { return Some(None) };
    let at = t.need("parte_de").and_then(|n| n.word(&STARTS));
    Some(Some((node.id()?, at?)))
}

const STARTS: [(&str, Start); 2] = [("nominal", Start::Nominal), ("prorrogada", Start::Rolled)];
