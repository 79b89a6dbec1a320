//! What must be had, held, filed, shown and paid: requirements, titles, filings, contents, charges.

use indexmap::IndexMap;
use law::charge::{Charge, PayBy};
use law::content::{Content, Item};
use law::eligibility::{Failure, Requirement};
use law::filing::{DueRule, Filing, Period};
use law::title::{Title, Validity};
use law::{Choice, Id};

use super::{Book, insert, span};
use crate::condition::Names;
use crate::table::{Node, Readings, Table};

pub(super) fn requirements(book: &Book<'_>, names: &Names<'_>) -> IndexMap<Id, Requirement> {
    let mut out = IndexMap::new();
    for t in book.tables("requisito") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let subject = t.id("sujeito");
        let says = t.text("diz");
        let moments = t.ids("quando");
        let span = span(&t);
        let applies = t.get("aplica").map(|n| names.condition(&n));
        let demands = t.need("exige").and_then(|n| names.condition(&n));
        let document = t.get("documento").and_then(|n| n.id());
        let failure = t.get("falha").map_or(Some(Failure::Refuse), |n| {
            n.word(&[("recusa", Failure::Refuse), ("bloqueia", Failure::Block), ("avisa", Failure::Warn)])
        });
        let remedy = t.text("remedio");
        t.close();
        let built = (|| {
            Some(Requirement {
                id: id?,
                base: base?,
                subject: subject?,
                says: says?,
                moments,
                span,
                applies: match applies {
                    None => None,
                    Some(c) => Some(c?),
                },
                demands: demands?,
                document,
                failure: failure?,
                remedy: remedy?,
            })
        })();
        if let Some(r) = built {
            insert(&mut out, r.id.clone(), r, &t);
        }
    }
    out
}

/// `{ menor_de = ["36 meses", "operadora.alvara.validade"] }` (a term and a fact), or `{ fato = "operadora.alvara.validade" }`.
fn limited_validity(n: &Node<'_>) -> Option<Validity> {
    let t = n.table()?;
    let fact = t.get("fato").and_then(|n| n.id());
    let parts = t.get("menor_de").and_then(|n| n.list());
    t.close();
    match (fact, parts.as_deref()) {
        (Some(fact), None) => Some(Validity::Until(fact)),
        (None, Some([term, fact])) => Some(Validity::Earlier(term.term()?, fact.id()?)),
        _ => {
            n.fault("E015", "a validade leva `menor_de = [duração, fato]` ou `fato`", "escolha um");
            None
        }
    }
}

fn word_validity(n: &Node<'_>) -> Option<Validity> {
    match n.text()? {
        "primeiro_vencimento" => Some(Validity::FirstExpiry),
        "sem_prazo" => Some(Validity::Unlimited),
        "fim_do_ano" => Some(Validity::YearEnd),
        _ => n.term().map(Validity::For),
    }
}

pub(super) fn titles(book: &Book<'_>, names: &Names<'_>) -> IndexMap<Id, Title> {
    let readings = names.readings;
    let mut out = IndexMap::new();
    for t in book.tables("titulo") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let holder = t.id("titular");
        let demands = t.ids("exige");
        let validity = t.need("validade").and_then(|n| {
            n.choice(readings, &|n: &Node<'_>| match n.value.get_ref() {
                v if v.is_table() => limited_validity(n),
                _ => word_validity(n),
            })
        });
        let needs_link = t.get("precisa_vinculo").and_then(|n| n.id());
        let transitions = super::steps::transitions(&t, names);
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Title {
                id: id?,
                base: base?,
                says: says?,
                holder: holder?,
                demands,
                validity: validity?,
                needs_link,
                transitions,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

fn due_rule(n: &Node<'_>) -> Option<DueRule> {
    if n.value.get_ref().is_table() {
        let t = n.table()?;
        let nth = t.get("dia_util").and_then(|n| n.small::<u32>());
        let month = t.get("do_mes").and_then(|n| n.small::<i8>());
        let after = t.get("apos").and_then(|n| n.term());
        let with = t.get("com").and_then(|n| n.id());
        t.close();
        return match (nth, month, after, with) {
            (Some(n), None, None, None) => Some(DueRule::BusinessDay(n)),
            (Some(n), Some(m), None, None) => Some(DueRule::BusinessDayOf(m, n)),
            (None, None, Some(term), None) => Some(DueRule::After(term)),
            (None, None, None, Some(other)) => Some(DueRule::With(other)),
            _ => {
                t.fault(
                    "E015",
                    "o vencimento leva `dia_util` (com `do_mes` ou não), `apos` ou `com`",
                    "escolha um",
                );
                None
            }
        };
    }
    let word = n.word(&[("mesmo_dia", 0_u8), ("fim_do_ano", 1), ("fim_do_mes", 2), ("do_pedido", 3)])?;
    Some(match word {
        0 => DueRule::SameDay,
        1 => DueRule::YearEnd,
        2 => DueRule::MonthEnd,
        _ => DueRule::AsAsked,
    })
}

pub(super) fn filings(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, Filing> {
    let mut out = IndexMap::new();
    for t in book.tables("entrega") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let who = t.id("quem");
        let says = t.text("diz");
        let period = t.need("periodo").and_then(|n| n.choice(readings, &|n: &Node<'_>| n.word(&Period::ALL)));
        let due = t.need("vence").and_then(|n| n.choice(readings, &due_rule));
        let content = t.get("conteudo").and_then(|n| n.id());
        let offence = t.get("infracao").and_then(|n| n.id());
        let nil_due = t.choice_or("sem_movimento", readings, true, &Node::boolean);
        let privacy = t.need("privacidade").and_then(|n| n.choice(readings, &Node::id));
        let to = t.choice_or("para", readings, vec!["municipio".into()], &Node::ids);
        let late = t.get("infracao_do_atraso").map(|n| n.choice(readings, &Node::id));
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Filing {
                id: id?,
                base: base?,
                who: who?,
                says: says?,
                period: period?,
                due: due?,
                content,
                offence,
                nil_due: nil_due?,
                privacy: privacy?,
                to: to?,
                late_offence: match late {
                    None => None,
                    Some(l) => Some(l?),
                },
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

/// An item of a list that something must show or have.
pub(super) fn item(t: &Table<'_>, names: &Names<'_>) -> Option<Item> {
    let id = t.id("id");
    let base = t.need("base").and_then(|n| n.ids());
    let says = t.text("diz");
    let when = t.get("quando").map(|n| names.condition(&n));
    let demanded = t.choice_or("exigido", names.readings, true, &Node::boolean);
    t.close();
    Some(Item {
        id: id?,
        base: base?,
        says: says?,
        when: match when {
            None => None,
            Some(c) => Some(c?),
        },
        demanded: demanded?,
    })
}

pub(super) fn contents(book: &Book<'_>, names: &Names<'_>) -> IndexMap<Id, Content> {
    let mut out = IndexMap::new();
    for t in book.tables("conteudo") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let fatal = t.choice_or("fatal", names.readings, false, &Node::boolean);
        let offence = t.get("infracao").and_then(|n| n.id());
        t.need("itens");
        let items: Vec<Item> = t.tables("itens").iter().filter_map(|i| item(i, names)).collect();
        let span = span(&t);
        t.close();
        let built =
            (|| Some(Content { id: id?, base: base?, says: says?, fatal: fatal?, offence, items, span }))();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

pub(super) fn charges(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, Charge> {
    let mut out = IndexMap::new();
    for t in book.tables("cobranca") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let who = t.id("quem");
        let due: Option<Choice<bool>> = t.choice_or("devida", readings, true, &Node::boolean);
        let mut parts = Vec::new();
        t.need("parcelas");
        for p in t.tables("parcelas") {
            parts.extend(super::steps::part(&p, readings));
        }
        let deadline = t.choice_or("vence", readings, PayBy::Unsaid, &|n: &Node<'_>| {
            let name = n.id()?;
            Some(if name.as_ref() == "no_ato" { PayBy::AtOnce } else { PayBy::Deadline(name) })
        });
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Charge {
                id: id?,
                base: base?,
                says: says?,
                who: who?,
                due: due?,
                parts,
                deadline: deadline?,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}
