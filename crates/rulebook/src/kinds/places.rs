//! How many fit and who comes first: limits, queues, stands; and how the lines of one notice add up.

use indexmap::IndexMap;
use law::bands::BandMode;
use law::limit::{
    Ceiling, EventDay, Excess, Exemption, Give, Limit, Minimum, Source, ValueDay, Whole, Window,
};
use law::notice::{NoticeRule, SumRounding};
use law::queue::{Bypass, Criterion, Offer, Preference, Queue, Tie};
use law::stand::{Quota, Stand, Usage};
use law::{Choice, Id};
use rust_decimal::Decimal;

use super::{Book, insert, span};
use crate::condition::Names;
use crate::table::{Node, Readings, Table};

/// A number, a share, or the least of several.
fn ceiling(n: &Node<'_>) -> Option<Ceiling> {
    #[cfg(test)]
    n.faults.saw(n.value, crate::schema::Saw::Shared("teto"));
    if !n.value.get_ref().is_table() {
        return n.decimal().map(Ceiling::Number);
    }
    let t = n.table()?;
    for key in ["menor_de", "maior_de"] {
        let Some(list) = t.get(key) else { continue };
        let items = list.list()?;
        let parts: Vec<Ceiling> = items.iter().filter_map(ceiling).collect();
        t.close();
        if items.is_empty() {
            list.fault("E003", format!("`{key}` não traz nenhum teto"), "escreva ao menos dois");
        }
        if parts.is_empty() || parts.len() != items.len() {
            return None;
        }
        return Some(if key == "menor_de" { Ceiling::Least(parts) } else { Ceiling::Most(parts) });
    }
    let sources = [
        t.get("parametro").and_then(|n| n.id()).map(Source::Parameter),
        t.get("quantidade").and_then(|n| n.id()).map(Source::Quantity),
        t.get("limite").and_then(|n| n.id()).map(Source::Limit),
    ];
    let minus = t.get("menos").and_then(|n| n.id());
    let value_of = t.get("valor_de").map_or(Some(ValueDay::Question), |n| {
        n.word(&[("dia", ValueDay::Question), ("1_de_janeiro", ValueDay::YearStart)])
    });
    let steps = t.get("faixas").is_some();
    let bands = if steps { super::bands::bands(&t, &give) } else { None };
    let times = t.get("vezes").map(|n| n.decimal());
    let by = t.get("dividido_por").map(|n| n.decimal());
    let percent = t.get("por_cento").map(|n| n.decimal());
    t.close();
    let mut sources = sources.into_iter().flatten();
    let (Some(of), None) = (sources.next(), sources.next()) else {
        t.fault(
            "E015",
            "o teto é parte de uma coisa só",
            "escreva um número, ou `parametro`, `quantidade`, `limite`, `menor_de` ou `maior_de`",
        );
        return None;
    };
    if steps {
        if minus.is_some() || times.is_some() || by.is_some() || percent.is_some() {
            t.fault("E015", "com `faixas`, a parte se diz em cada faixa", "deixe só `faixas` e `modo`");
            return None;
        }
        return Some(Ceiling::Steps { of, value_of: value_of?, bands: bands? });
    }
    let (times, by) = share(&t, times, by, percent)?;
    Some(Ceiling::Share { of, minus, value_of: value_of?, times, by })
}

/// What a band of a ceiling gives: `sao`, a number, or a share of what falls in it.
fn give(b: &Table<'_>, mode: BandMode) -> Option<Give> {
    if let Some(n) = b.get("sao") {
        let n = super::bands::positive(&n)?;
        if mode == BandMode::Marginal {
            b.fault("E015", "`sao` não serve à faixa marginal", "use modo = \"fixa\"");
            return None;
        }
        return Some(Give::Number(n));
    }
    let times = b.get("vezes").map(|n| n.decimal());
    let by = b.get("dividido_por").map(|n| n.decimal());
    let percent = b.get("por_cento").map(|n| n.decimal());
    if mode == BandMode::Flat {
        b.fault("E015", "a faixa fixa leva `sao`", "diga quantos são");
        return None;
    }
    let (times, by) = share(b, times, by, percent)?;
    Some(Give::Share { times, by })
}

type Read = Option<Option<Decimal>>;

/// `times ÷ by`, by one of three words.
fn share(t: &Table<'_>, times: Read, by: Read, percent: Read) -> Option<(Decimal, Decimal)> {
    let (times, by) = match (times, by, percent) {
        (None, None, None) => (Decimal::ONE, Decimal::ONE),
        (Some(v), None, None) => (v?, Decimal::ONE),
        (None, Some(d), None) => (Decimal::ONE, d?),
        (None, None, Some(p)) => (p?, Decimal::ONE_HUNDRED),
        _ => {
            t.fault("E015", "a parte leva um só de `vezes`, `dividido_por` e `por_cento`", "escolha um");
            return None;
        }
    };
    if by.is_zero() {
        t.fault("E019", "não se divide por zero", "`dividido_por` precisa de um número maior que zero");
        return None;
    }
    Some((times, by))
}

fn window(n: &Node<'_>) -> Option<Window> {
    match n.text()? {
        "ano_civil" => Some(Window::CalendarYear),
        "sempre" => Some(Window::Always),
        "periodo" => Some(Window::Period),
        _ => n.calendar_term().map(Window::Rolling),
    }
}

fn exemption(t: &Table<'_>, readings: &Readings) -> Option<Exemption> {
    let id = t.id("id");
    let base = t.need("base").and_then(|n| n.ids());
    let says = t.text("diz");
    let holds = t.choice_or("vale", readings, true, &Node::boolean);
    t.close();
    Some(Exemption { id: id?, base: base?, says: says?, holds: holds? })
}

pub(super) fn limits(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, Limit> {
    let mut out = IndexMap::new();
    for t in book.tables("limite") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let counts = t.text("conta");
        let per = t.id("por");
        let top = t.need("teto").and_then(|n| n.choice(readings, &ceiling));
        let rounding = t.choice_or("arredonda", readings, Whole::Down, &|n| {
            n.word(&[("para_baixo", Whole::Down), ("proximo", Whole::Nearest), ("para_cima", Whole::Up)])
        });
        let minimum = t.get("minimo").map(|n| {
            let m = n.table()?;
            let quantity = m.id("quantidade");
            let at_least = m.need("no_minimo").and_then(|n| n.decimal());
            let minus = m.choice_or("menos", readings, None, &|n: &Node<'_>| {
                let id = n.id()?;
                Some(Some(id).filter(|i| i.as_ref() != "nada"))
            });
            m.close();
            Some(Minimum { quantity: quantity?, at_least: at_least?, minus: minus? })
        });
        let used = t.get("usados").map_or_else(|| Some("usados".into()), |n| n.id());
        let excess = t.choice_or("excede", readings, Excess::Block, &|n| n.word(&Excess::ALL));
        let window = t.choice_or("janela", readings, Window::Always, &window);
        let by_item = t.choice_or("conta_itens", readings, false, &Node::boolean);
        let only_final = t.choice_or("so_definitivas", readings, false, &Node::boolean);
        let day_of = t.choice_or("dia_de", readings, EventDay::Fact, &|n| {
            n.word(&[("fato", EventDay::Fact), ("definitiva", EventDay::Final)])
        });
        let exempt = t.tables("isenta").iter().filter_map(|x| exemption(x, readings)).collect();
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Limit {
                id: id?,
                base: base?,
                says: says?,
                counts: counts?,
                per: per?,
                ceiling: top?,
                rounding: rounding?,
                minimum: match minimum {
                    None => None,
                    Some(m) => Some(m?),
                },
                used: used?,
                excess: excess?,
                window: window?,
                by_item: by_item?,
                only_final: only_final?,
                day_of: day_of?,
                exempt,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

fn criterion(t: &Table<'_>, names: &Names<'_>) -> Option<Criterion> {
    let id = t.id("id");
    let base = t.need("base").and_then(|n| n.ids());
    let says = t.text("diz");
    let fact = t.need("fato");
    let prefers = t.need("prefere").and_then(|n| {
        n.word(&[("maior", Preference::Greater), ("menor", Preference::Smaller), ("sim", Preference::Yes)])
    });
    let holds = match t.get("vale") {
        None => None,
        Some(n) => Some(names.condition(&n)?),
    };
    t.close();
    let fact = fact?;
    let name = fact.text()?;
    let Some(known) = names.facts.get(name) else {
        fact.unknown("E011", "o fato", name, &mut names.facts.keys().map(AsRef::as_ref));
        return None;
    };
    Some(Criterion { id: id?, base: base?, says: says?, fact: known.id.clone(), prefers: prefers?, holds })
}

pub(super) fn queues(book: &Book<'_>, names: &Names<'_>) -> IndexMap<Id, Queue> {
    let readings = names.readings;
    let mut out = IndexMap::new();
    for t in book.tables("fila") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let order = t.choice_or("ordem", readings, Vec::new(), &|n: &Node<'_>| {
            let items = n.list()?;
            let read: Vec<Criterion> = items.iter().filter_map(|i| criterion(&i.table()?, names)).collect();
            (read.len() == items.len()).then_some(read)
        });
        let tie = t.choice_or("empate", readings, Tie::Protocol, &|n| {
            n.word(&[("protocolo", Tie::Protocol), ("sorteio", Tie::Draw)])
        });
        let demands = t.get("exige").map(|n| names.condition(&n));
        let offer = t.get("oferta").map(|n| {
            let o = n.table()?;
            let deadline = o.get("prazo").and_then(|n| n.id());
            let leaves_at = o.choice_or("sai_na", readings, None, &|n| n.small::<u32>().map(Some));
            o.close();
            Some(Offer { deadline, leaves_at: leaves_at? })
        });
        let bypass = t
            .tables("fura")
            .iter()
            .filter_map(|b| {
                let id = b.id("id");
                let base = b.need("base").and_then(|n| n.ids());
                let says = b.text("diz");
                let needs_entry = b.choice_or("exige_fila", readings, false, &Node::boolean);
                b.close();
                Some(Bypass { id: id?, base: base?, says: says?, needs_entry: needs_entry? })
            })
            .collect();
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Queue {
                id: id?,
                base: base?,
                says: says?,
                order: order?,
                tie: tie?,
                demands: match demands {
                    None => None,
                    Some(d) => Some(d?),
                },
                offer: match offer {
                    None => None,
                    Some(o) => Some(o?),
                },
                bypass,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

/// The offence of stopping where one may not; the outer none is a fault.
#[allow(clippy::option_option, reason = "a fault is not the same as a key that is not there")]
fn offence(t: &Table<'_>, key: &'static str, readings: &Readings) -> Option<Option<Choice<Id>>> {
    match t.get(key) {
        None => Some(None),
        Some(n) => n.choice(readings, &Node::id).map(Some),
    }
}

pub(super) fn stands(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, Stand> {
    let mut out = IndexMap::new();
    for t in book.tables("ponto") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let usage = t.need("uso").and_then(|n| {
            n.choice(readings, &|n: &Node<'_>| {
                n.word(&[
                    ("livre", Usage::Free),
                    ("compartilhado", Usage::Shared),
                    ("designado", Usage::Assigned),
                ])
            })
        });
        let capacity = t.choice_or("lotacao", readings, None, &|n: &Node<'_>| {
            if n.value.get_ref().is_str() {
                return n.word(&[("por_ato", None)]);
            }
            let many = n.small::<u32>()?;
            if many == 0 {
                n.fault(
                    "E022",
                    "um ponto sem lugar nenhum não é ponto",
                    "esperava um lugar ou mais, ou \"por_ato\"",
                );
                return None;
            }
            Some(Some(many))
        });
        let excess = offence(&t, "excesso", readings);
        let trespass = offence(&t, "alheio", readings);
        let quotas = t
            .tables("cotas")
            .iter()
            .filter_map(|q| {
                let id = q.id("id");
                let base = q.need("base").and_then(|n| n.ids());
                let says = q.text("diz");
                let capacity = q.need("lotacao").and_then(|n| n.small::<u32>());
                let excess = offence(q, "excesso", readings);
                q.close();
                Some(Quota { id: id?, base: base?, says: says?, capacity: capacity?, excess: excess? })
            })
            .collect();
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Stand {
                id: id?,
                base: base?,
                says: says?,
                usage: usage?,
                capacity: capacity?,
                excess: excess?,
                trespass: trespass?,
                quotas,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

pub(super) fn notices(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, NoticeRule> {
    let mut out = IndexMap::new();
    for t in book.tables("auto") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let rounds = t.choice_or("arredonda_em", readings, SumRounding::Line, &|n| {
            n.word(&[("linha", SumRounding::Line), ("soma", SumRounding::Sum)])
        });
        let by_item = t.choice_or("conta_itens", readings, true, &Node::boolean);
        let each = t
            .tables("repetidas")
            .iter()
            .filter_map(|r| {
                let code = r.id("infracao");
                let holds = r.choice_or("contam", readings, true, &Node::boolean);
                r.close();
                Some((code?, holds?))
            })
            .collect();
        let bounds = super::bands::bounds(&t, "piso", "teto");
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(NoticeRule {
                id: id?,
                base: base?,
                says: says?,
                rounds: rounds?,
                by_item: by_item?,
                each,
                bounds: bounds?,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}
