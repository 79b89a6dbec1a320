//! When and to whom titles pass: windows of the calendar and transfers; also the cap of a process.

use indexmap::IndexMap;
use law::pace::{Cap, CapEffect, Preclusion};
use law::transfer::{AskWithin, Demand, LateDocument, LateEffect, Lock, Order, Receiver, Transfer, Wait};
use law::window::{FirstWindow, MonthOf, Opening, Turn, Window, WindowKind, Yearly};
use law::{Condition, Id};

use super::{Book, insert, span};
use crate::condition::Names;
use crate::table::{Node, Readings, Table};

fn turn(n: &Node<'_>) -> Option<Turn> {
    if n.value.get_ref().is_str() {
        return n.word(&[("dias_impares", Turn::OddDays)]);
    }
    let step = n.small::<u16>()?;
    if step == 0 {
        n.fault("E019", "o passo é de um dia ou mais", "escreva, por exemplo, 2 para dia sim, dia não");
        return None;
    }
    Some(Turn::Step(step))
}

/// The windows of the year: each a month, or from one day to another, with the values that fall in it. Without a fact that tells
/// them apart they are everybody's.
fn months(t: &Table<'_>, told_apart: bool) -> Option<Vec<MonthOf>> {
    let mut out: Vec<MonthOf> = Vec::new();
    for m in t.tables("janelas") {
        let base = m.need("base").and_then(|n| n.ids());
        let values = m.get("valores").map(|n| {
            let items = n.list()?;
            let values: Vec<i64> = items.iter().filter_map(Node::integer).collect();
            if items.is_empty() {
                n.fault("E003", "não há nenhum valor", "diga que valores do fato de `por` caem nesta janela");
            }
            (values.len() == items.len()).then_some(values)
        });
        if values.is_some() != told_apart {
            let (message, label) = if told_apart {
                ("falta a chave “valores”", "diga que valores do fato de `por` caem nesta janela")
            } else {
                ("`valores` sem `por`", "diga em `por` de que fato são, ou tire-os: a janela é de todos")
            };
            m.fault("E003", message, label);
        }
        let month = m.get("mes").map(|n| n.small::<i8>());
        let (from, to) = (m.get("de").map(|n| n.month_day()), m.get("ate").map(|n| n.leap_month_day()));
        m.close();
        let (from, to) = match (month, from, to) {
            (Some(month), None, None) => {
                let month = month?;
                if !(1..=12).contains(&month) {
                    m.fault("E019", "mês fora do ano", format!("encontrei {month}"));
                    return None;
                }
                ((month, 1), (month, 31))
            }
            (None, Some(from), Some(to)) => (from?, to?),
            _ => {
                m.fault("E015", "a janela leva `mes`, ou `de` e `ate`", "escolha um");
                return None;
            }
        };
        if to < from {
            m.fault("E020", "a janela acaba antes de começar", "as janelas são de um ano civil: faça duas");
        }
        let values = match values {
            None => Vec::new(),
            Some(values) => values?,
        };
        let window = MonthOf { base: base?, values, from, to };
        let shared = |o: &MonthOf| !told_apart || window.values.iter().any(|v| o.values.contains(v));
        if out.iter().any(|o| shared(o) && o.to >= window.from && window.to >= o.from) {
            m.fault("E006", "esta janela se sobrepõe a outra do mesmo valor", "cada dia cai numa janela só");
        } else if out.iter().any(|o| shared(o) && o.from > window.from) {
            m.fault(
                "E020",
                "as janelas do mesmo valor estão fora de ordem",
                "escreva primeiro a que vem antes",
            );
        }
        out.push(window);
    }
    if out.is_empty() {
        t.fault("E003", "não há nenhuma janela", "escreva ao menos uma em `janelas`");
    }
    Some(out)
}

pub(super) fn windows(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, Window> {
    let mut out = IndexMap::new();
    for t in book.tables("calendario") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let offence = t.get("infracao").and_then(|n| n.id());
        let by = t.get("por").map(|by| by.choice(readings, &Node::id));
        let kind = if t.get("janelas").is_some() {
            let months = months(&t, by.is_some());
            let first = t.choice_or("primeira", readings, FirstWindow::NextYear, &|n| {
                n.word(&[("ano_seguinte", FirstWindow::NextYear), ("mesmo_ano", FirstWindow::SameYear)])
            });
            let opens = t.choice_or("abre", readings, Opening::Month, &|n| {
                n.word(&[("no_mes", Opening::Month), ("em_janeiro", Opening::Year)])
            });
            let excuse = t.get("escusa").and_then(|n| n.id());
            (|| {
                Some(WindowKind::Yearly(Yearly {
                    by: match by {
                        None => None,
                        Some(by) => Some(by?),
                    },
                    months: months?,
                    first: first?,
                    opens: opens?,
                    excuse,
                }))
            })()
        } else {
            let rule = t.need("a_cada").and_then(|n| n.choice(readings, &turn));
            let anchor = t.id("desde_o_fato");
            (|| Some(WindowKind::Turns { rule: rule?, anchor: anchor? }))()
        };
        let span = span(&t);
        t.close();
        let built = (|| Some(Window { id: id?, base: base?, says: says?, kind: kind?, offence, span }))();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

/// Name, provisions and words that every part of a transfer has.
fn head(t: &Table<'_>) -> Option<(Id, Vec<Id>, String)> {
    let parts = (t.id("id"), t.need("base").and_then(|n| n.ids()), t.text("diz"));
    Some((parts.0?, parts.1?, parts.2?))
}

fn receiver(t: &Table<'_>, readings: &Readings) -> Option<Receiver> {
    let h = head(t);
    let admitted = t.choice_or("admitido", readings, true, &Node::boolean);
    t.close();
    let (id, base, says) = h?;
    Some(Receiver { id, base, says, admitted: admitted? })
}

fn demand(t: &Table<'_>, names: &Names<'_>) -> Option<Demand> {
    let h = head(t);
    let condition = t.need("exige").and_then(|n| names.condition(&n));
    t.close();
    let (id, base, says) = h?;
    Some(Demand { id, base, says, condition: condition? })
}

fn wait(t: &Table<'_>, names: &Names<'_>) -> Option<Wait> {
    let h = head(t);
    let from = t.need("de").and_then(|n| n.choice(names.readings, &Node::id));
    let lasts = t.need("dura").and_then(|n| n.choice(names.readings, &Node::day_term));
    let needed = t.boolean("indispensavel");
    let when: Option<Option<Condition>> = match t.get("quando") {
        None => Some(None),
        Some(n) => names.condition(&n).map(Some),
    };
    let free_on_day = t.choice_or("livre_no_dia", names.readings, true, &Node::boolean);
    t.close();
    let (id, base, says) = h?;
    Some(Wait { id, base, says, from: from?, lasts: lasts?, needed, when: when?, free_on_day: free_on_day? })
}

fn late(t: &Table<'_>, readings: &Readings) -> Option<LateDocument> {
    let shown = t.id("mostrado");
    let base = t.need("base").and_then(|n| n.ids());
    let says = t.text("diz");
    let deadline = t.id("prazo");
    let effect = t.choice_or("efeito", readings, LateEffect::Deny, &|n| {
        n.word(&[("nega", LateEffect::Deny), ("sana", LateEffect::Cure)])
    });
    t.close();
    Some(LateDocument { shown: shown?, base: base?, says: says?, deadline: deadline?, effect: effect? })
}

fn lock(t: &Table<'_>, readings: &Readings) -> Option<Lock> {
    let h = head(t);
    let binds = t.id("prende");
    let lasts = t.need("dura").and_then(|n| n.choice(readings, &Node::day_term));
    let holds = t.choice_or("vale", readings, true, &Node::boolean);
    let free_on_day = t.choice_or("livre_no_dia", readings, true, &Node::boolean);
    t.close();
    let (id, base, says) = h?;
    Some(Lock { id, base, says, binds: binds?, lasts: lasts?, holds: holds?, free_on_day: free_on_day? })
}

pub(super) fn transfers(book: &Book<'_>, names: &Names<'_>) -> IndexMap<Id, Transfer> {
    let readings = names.readings;
    let mut out = IndexMap::new();
    for t in book.tables("transferencia") {
        let h = head(&t);
        let holds = t.choice_or("vale", readings, true, &Node::boolean);
        let receivers = t.tables("recebe").iter().filter_map(|r| receiver(r, readings)).collect();
        let order = t.choice_or("ordem", readings, Order::Preference, &|n| {
            n.word(&[("preferencia", Order::Preference), ("acordo", Order::Agreement)])
        });
        let demands = t.tables("exige").iter().filter_map(|d| demand(d, names)).collect();
        let waits = t.tables("espera").iter().filter_map(|w| wait(w, names)).collect();
        let ask_within = t.get("pede_em").map(|n| {
            let w = n.table()?;
            let from = w.need("de").and_then(|n| n.choice(readings, &Node::id));
            let deadline = w.need("prazo").and_then(|n| {
                n.choice(readings, &|n: &Node<'_>| {
                    let id = n.id()?;
                    Some(Some(id).filter(|i| i.as_ref() != "sem_prazo"))
                })
            });
            w.close();
            Some(AskWithin { from: from?, deadline: deadline? })
        });
        let notice = t.get("antecedencia").and_then(|n| n.id());
        let late = t.tables("documento_tardio").iter().filter_map(|d| late(d, readings)).collect();
        let joint = t.boolean("conjunta");
        let locks = t.tables("travas").iter().filter_map(|l| lock(l, readings)).collect();
        let span = span(&t);
        t.close();
        let built = (|| {
            let (id, base, says) = h?;
            Some(Transfer {
                id,
                base,
                says,
                holds: holds?,
                receivers,
                order: order?,
                demands,
                waits,
                ask_within: match ask_within {
                    None => None,
                    Some(a) => Some(a?),
                },
                notice,
                late,
                joint,
                locks,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

/// `teto` of a process.
pub(super) fn cap(n: &Node<'_>, readings: &Readings) -> Option<Cap> {
    let t = n.table()?;
    let base = t.need("base").and_then(|n| n.ids());
    let lasts = t.need("prazo").and_then(|n| n.choice(readings, &Node::day_term));
    let from = t.need("de").and_then(|n| n.choice(readings, &Node::id));
    let effect = t.choice_or("efeito", readings, CapEffect::Warn, &|n| n.word(&CapEffect::ALL));
    t.close();
    Some(Cap { base: base?, lasts: lasts?, from: from?, effect: effect? })
}

/// `preclui` of a process: events that only count up to the day of another.
pub(super) fn preclusions(t: &Table<'_>) -> Vec<Preclusion> {
    let read = |p: &Table<'_>| {
        let parts = (p.need("base").and_then(|n| n.ids()), p.id("evento"), p.id("com"));
        p.close();
        Some(Preclusion { base: parts.0?, event: parts.1?, with: parts.2? })
    };
    t.tables("preclui").iter().filter_map(read).collect()
}
