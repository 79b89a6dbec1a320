//! Bars after an event, and yearly fees counted by heads.

use indexmap::IndexMap;
use law::bar::{Bar, BarLength};
use law::levy::{Head, Joiner, Levy, LevyDue, LevyValue};
use law::{Choice, Id};

use super::deadline::named_day;
use super::{Book, insert, span};
use crate::condition::Names;
use crate::table::{Node, Readings};

pub(super) fn bars(book: &Book<'_>, names: &Names<'_>) -> IndexMap<Id, Bar> {
    let readings = names.readings;
    let mut out = IndexMap::new();
    for t in book.tables("trava") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let after = t.need("depois_de").and_then(|n| n.choice(readings, &Node::ids));
        let whom = t.need("sobre").and_then(|n| n.choice(readings, &Node::ids));
        let keeps_from = t.text("impede");
        let text = |n: &Node<'_>| n.text().map(str::to_string);
        let runs_from = t.choice_or("conta_de", readings, "o dia do fato que a inicia".to_string(), &text);
        let lasts = t.need("dura").and_then(|n| {
            n.choice(readings, &|n: &Node<'_>| match n.text()? {
                "sempre" => Some(BarLength::Always),
                "nenhuma" => Some(BarLength::None),
                _ => n.day_term().map(BarLength::For),
            })
        });
        let except = t.get("salvo").map(|n| names.condition(&n));
        let last_day_barred = t.choice_or("fim", readings, true, &|n: &Node<'_>| {
            n.word(&[("impedido_no_dia", true), ("livre_no_dia", false)])
        });
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Bar {
                id: id?,
                base: base?,
                says: says?,
                after: after?,
                whom: whom?,
                keeps_from: keeps_from?,
                runs_from: runs_from?,
                lasts: lasts?,
                except: match except {
                    None => None,
                    Some(e) => Some(e?),
                },
                last_day_barred: last_day_barred?,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

pub(super) fn levies(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, Levy> {
    let mut out = IndexMap::new();
    for t in book.tables("taxa") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let payer = t.id("paga");
        let price = t.id("preco");
        let each = t.need("por_pessoa").and_then(|n| n.decimal());
        let counted_on = t.need("conta_em").and_then(|n| n.month_day());
        let per = t.choice_or("em_dois", readings, Head::OncePerPerson, &|n: &Node<'_>| {
            n.word(&[("uma_vez", Head::OncePerPerson), ("em_cada", Head::OncePerLink)])
        });
        let joiners = t.choice_or("ingresso", readings, Joiner::NextYear, &|n: &Node<'_>| {
            n.word(&[
                ("ano_seguinte", Joiner::NextYear),
                ("no_pedido", Joiner::AtOnce),
                ("no_pedido_proporcional", Joiner::ProRata),
            ])
        });
        let due = t.need("vence").and_then(|n| n.table()).and_then(|v| {
            let nth = v.get("dia_util").map(|n| n.small::<u32>());
            let month = v.need("do_mes").and_then(|n| n.small::<i8>());
            let named = named_day(&v);
            v.close();
            match (nth, named?) {
                (Some(nth), None) => Some(LevyDue::BusinessDayOf(month?, nth?)),
                (None, Some(named)) => Some(LevyDue::DayOf(month?, named)),
                _ => {
                    v.fault("E015", "o vencimento leva `dia_util` ou `dia`, e só um", "escolha um");
                    None
                }
            }
        });
        let first_year: Option<Choice<i16>> =
            t.need("primeiro_ano").and_then(|n| n.choice(readings, &Node::small::<i16>));
        let valued = t.choice_or("unidade_em", readings, LevyValue::Assessed, &|n: &Node<'_>| {
            n.word(&[("lancamento", LevyValue::Assessed), ("vencimento", LevyValue::Due)])
        });
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Levy {
                id: id?,
                base: base?,
                says: says?,
                payer: payer?,
                price: price?,
                each: each?,
                counted_on: counted_on?,
                per: per?,
                joiners: joiners?,
                due: due?,
                first_year: first_year?,
                valued: valued?,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}
