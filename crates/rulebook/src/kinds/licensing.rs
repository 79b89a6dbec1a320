//! What must be had, held, filed, shown and paid: requirements, titles, filings, contents, charges.

use indexmap::IndexMap;
use law::charge::{Charge, PayBy};
use law::content::{Content, Item};
use law::eligibility::{Failure, Outlook, Requirement};
use law::filing::{DueRule, Filing, Period};
use law::title::{CoHolders, Title, Validity};
use law::{Choice, Condition, Id};

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
        let moments = t.some("quando").and_then(|n| n.ids()).unwrap_or_default();
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
                base: base?.into(),
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
                outlook: Outlook::default(),
            })
        })();
        if let Some(r) = built {
            insert(&mut out, r.id.clone(), r, &t);
        }
    }
    out
}

/// `{ menor_de = ["36 meses", "operadora.alvara.validade"] }` (the first to end of several), `{ fato = "..." }`, or
/// `{ casos = [{ quando, vale }], senao }`.
fn limited_validity(n: &Node<'_>, names: &Names<'_>) -> Option<Validity> {
    let t = n.table()?;
    let fact = t.get("fato").map(|n| n.id());
    let parts = t.some("menor_de").map(|n| n.list());
    let cases = t.some("casos").map(|n| n.list());
    let rest = t.get("senao").map(|n| validity(&n, names));
    if t.get("dia").is_some() {
        let day = super::deadline::year_day(&t);
        t.close();
        return day.map(Validity::DayOfYear);
    }
    t.close();
    match (fact, parts, cases, rest) {
        (Some(fact), None, None, None) => Some(Validity::Until(fact?)),
        (None, Some(parts), None, None) => earlier(n, &parts?, names),
        (None, None, Some(cases), rest) => {
            let cases = cases?;
            let read: Vec<(Condition, Validity)> =
                cases.iter().filter_map(|c| validity_case(&c.table()?, names)).collect();
            if read.len() != cases.len() {
                return None;
            }
            let rest = match rest {
                None => None,
                Some(r) => Some(Box::new(r?)),
            };
            Some(Validity::Cases(read, rest))
        }
        _ => {
            n.fault("E015", "a validade leva um só de `menor_de`, `fato`, `casos` e `dia`", "escolha um");
            None
        }
    }
}

fn validity_case(t: &Table<'_>, names: &Names<'_>) -> Option<(Condition, Validity)> {
    let when = t.need("quando").and_then(|n| names.condition(&n));
    let value = t.need("vale").and_then(|n| validity(&n, names));
    t.close();
    Some((when?, value?))
}

/// The first to end of several: each a word, a term, a fact that tells a day, or a table as above.
fn earlier(n: &Node<'_>, parts: &[Node<'_>], names: &Names<'_>) -> Option<Validity> {
    // what is no word and begins with no number names a fact
    let names_fact = |t: &str| {
        !["primeiro_vencimento", "sem_prazo", "fim_do_ano"].contains(&t)
            && !t.starts_with(|c: char| c.is_ascii_digit())
    };
    let one = |n: &Node<'_>| match n.value.get_ref().as_str() {
        Some(t) if names_fact(t) => {
            #[cfg(test)]
            n.faults.saw(n.value, crate::schema::Saw::Shared("validade"));
            n.id().map(Validity::Until)
        }
        _ => validity(n, names),
    };
    let all: Vec<Validity> = parts.iter().filter_map(one).collect();
    if all.len() != parts.len() {
        return None;
    }
    match all.as_slice() {
        [] | [_] => {
            n.fault(
                "E015",
                "a validade leva ao menos duas coisas em `menor_de`",
                "escreva duas, ou só uma sem `menor_de`",
            );
            None
        }
        [Validity::For(term), Validity::Until(fact)] => Some(Validity::Earlier(*term, fact.clone())),
        _ => Some(Validity::Least(all)),
    }
}

fn validity(n: &Node<'_>, names: &Names<'_>) -> Option<Validity> {
    #[cfg(test)]
    n.faults.saw(n.value, crate::schema::Saw::Shared("validade"));
    if n.value.get_ref().is_table() { limited_validity(n, names) } else { word_validity(n) }
}

fn word_validity(n: &Node<'_>) -> Option<Validity> {
    match n.text()? {
        "primeiro_vencimento" => Some(Validity::FirstExpiry),
        "sem_prazo" => Some(Validity::Unlimited),
        "fim_do_ano" => Some(Validity::YearEnd),
        _ => n.day_term().map(Validity::For),
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
        let validity =
            t.need("validade").and_then(|n| n.choice(readings, &|n: &Node<'_>| validity(n, names)));
        let together = t.get("cotitulares").map(|n| {
            let c = n.table()?;
            let most = c.need("maximo").and_then(|n| n.small::<u32>());
            let all = c.choice_or("atendem", readings, true, &|n: &Node<'_>| {
                n.word(&[("todos", true), ("um", false)])
            });
            c.close();
            Some(CoHolders { most: most?, all_meet: all? })
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
                co_holders: match together {
                    None => None,
                    Some(c) => Some(c?),
                },
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
        let nth = t.get("dia_util").map(|n| n.small::<u32>());
        let month = t.get("do_mes").map(|n| n.small::<i8>());
        let after = t.get("apos").map(|n| n.day_term());
        let deadline = t.get("prazo").map(|n| n.id());
        let with = t.get("com").map(|n| n.id());
        let named = super::deadline::named_day(&t);
        t.close();
        let named = named?;
        // a value that cannot be read is told where it stands, and is a way of being due all the same
        return match (nth, month, after, with, deadline, named) {
            (Some(n), None, None, None, None, None) => n.map(DueRule::BusinessDay),
            (Some(n), Some(m), None, None, None, None) => Some(DueRule::BusinessDayOf(m?, n?)),
            (None, None, None, None, None, Some(day)) => Some(DueRule::DayOfMonth(day)),
            (None, Some(m), None, None, None, Some(day)) => Some(DueRule::DayOfYear(m?, day)),
            (None, None, Some(term), None, None, None) => term.map(DueRule::After),
            (None, None, None, Some(other), None, None) => other.map(DueRule::With),
            (None, None, None, None, Some(deadline), None) => deadline.map(DueRule::Deadline),
            _ => {
                t.fault(
                    "E015",
                    "o vencimento leva `dia_util` ou `dia` (com `do_mes` ou não), `apos`, `prazo` ou `com`",
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
        // a day, a week and a fortnight are told by their last day, from which what is due runs
        let days = period.iter().flat_map(Choice::all).any(|p| matches!(p, Period::Days(_)));
        let runs = |d: &DueRule| d.runs_from_a_day() || matches!(d, DueRule::With(_) | DueRule::AsAsked);
        if days && due.iter().flat_map(Choice::all).any(|d| !runs(d)) {
            t.fault(
                "E015",
                "o que se entrega por dia, semana ou quinzena vence contado do último dia dela",
                "escreva vence = { apos = \"2 dias\" } ou outro que corra de um dia",
            );
        }
        // where a reading decides, a month of the year may go with its other answer
        let monthly = period.as_ref().is_some_and(|p| p.all().into_iter().all(|p| *p == Period::Month));
        let yearly = |d: &DueRule| matches!(d, DueRule::DayOfYear(..) | DueRule::BusinessDayOf(..));
        if monthly && due.iter().flat_map(Choice::all).any(yearly) {
            t.fault(
                "E015",
                "o que se entrega todo mês não vence num mês só do ano",
                "tire `do_mes`: o dia é o do mês seguinte ao período",
            );
        }
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
    let one_of = t.choice_or("basta_um", names.readings, None, &|n: &Node<'_>| {
        Some(n.id().filter(|i| i.as_ref() != "nao"))
    });
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
        one_of: one_of?,
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

pub(super) fn charges(book: &Book<'_>, names: &Names<'_>) -> IndexMap<Id, Charge> {
    let readings = names.readings;
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
            parts.extend(super::steps::part(&p, names));
        }
        let deadline = t.choice_or("vence", readings, PayBy::Unsaid, &|n: &Node<'_>| {
            let name = n.id()?;
            Some(if name.as_ref() == "no_ato" { PayBy::AtOnce } else { PayBy::Deadline(name) })
        });
        let bounds = super::bands::bounds(&t, "minimo", "maximo");
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
                bounds: bounds?,
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
