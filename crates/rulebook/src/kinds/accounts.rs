//! Accounts of points, and how sums are paid.

use indexmap::IndexMap;
use law::instalment::{Instalments, MonthlyInterest, MonthlyRate};
use law::offence::Anchor;
use law::payment::{Arrears, Discount, Months, Payment};
use law::points::{Account, EarlierMeasures, Entry, Threshold};
use law::{Choice, Id};
use rust_decimal::Decimal;

use super::bands::positive;
use super::{Book, insert, span};
use crate::condition::Names;
use crate::table::{Node, Readings, Table};

fn entry(t: &Table<'_>, readings: &Readings) -> Option<Entry> {
    let (classes, offences) = (t.ids("classes"), t.ids("infracoes"));
    if classes.is_empty() && offences.is_empty() {
        t.fault(
            "E003",
            "não se diz que infrações dão estes pontos",
            "escreva `classes`, `infracoes`, ou as duas",
        );
    }
    let points = t.need("valem").and_then(|n| n.choice(readings, &Node::small::<u32>));
    t.close();
    Some(Entry { classes, offences, points: points? })
}

fn threshold(t: &Table<'_>, readings: &Readings) -> Option<Threshold> {
    let id = t.id("id");
    let base = t.need("base").and_then(|n| n.ids());
    let says = t.text("diz");
    let points = t.need("pontos").and_then(|n| n.choice(readings, &Node::small::<u32>));
    let earlier = t.get("anteriores").map(|n| {
        let e = n.table()?;
        let count = e.need("quantas").and_then(|n| n.choice(readings, &Node::small::<u32>));
        let window = e.choice_or("janela", readings, None, &|n: &Node<'_>| match n.text()? {
            "sem_limite" => Some(None),
            _ => n.calendar_term().map(Some),
        });
        e.close();
        Some(EarlierMeasures { count: count?, window: window? })
    });
    let measure = t.get("medida").map(|n| n.id());
    let days = t.choice_or("dias", readings, None, &|n: &Node<'_>| n.small::<u32>().map(Some));
    let process = t.get("processo").map(|n| n.id());
    if measure.is_none() && process.is_none() {
        t.fault("E003", "não se diz a que levam estes pontos", "escreva `medida`, `processo`, ou os dois");
    }
    t.close();
    Some(Threshold {
        id: id?,
        base: base?,
        says: says?,
        points: points?,
        earlier: match earlier {
            None => None,
            Some(e) => Some(e?),
        },
        measure: match measure {
            None => None,
            Some(m) => Some(m?),
        },
        days: days?,
        process: match process {
            None => None,
            Some(p) => Some(p?),
        },
    })
}

pub(super) fn accounts(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, Account> {
    let mut out = IndexMap::new();
    for t in book.tables("pontuacao") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        t.need("pontos");
        let entries: Vec<Entry> = t.tables("pontos").iter().filter_map(|e| entry(e, readings)).collect();
        let window = t.choice_or("janela", readings, None, &|n: &Node<'_>| match n.text()? {
            "sem_limite" => Some(None),
            _ => n.calendar_term().map(Some),
        });
        let anchor = t.choice_or("conta_de", readings, Anchor::Fact, &|n: &Node<'_>| {
            n.word(&[("fato", Anchor::Fact), ("autuacao", Anchor::Booked), ("punicao", Anchor::Punished)])
        });
        let requires_punished = t.choice_or("exige_punida", readings, false, &Node::boolean);
        let clears = t.choice_or("zera", readings, false, &Node::boolean);
        t.need("limiares");
        let thresholds: Vec<Threshold> =
            t.tables("limiares").iter().filter_map(|x| threshold(x, readings)).collect();
        let order: Vec<u32> =
            thresholds.iter().filter_map(|x| x.points.all().into_iter().max().copied()).collect();
        if !order.is_sorted() {
            t.fault("E020", "os limiares estão fora de ordem", "escreva primeiro o de menos pontos");
        }
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Account {
                id: id?,
                base: base?,
                says: says?,
                entries,
                window: window?,
                anchor: anchor?,
                requires_punished: requires_punished?,
                clears: clears?,
                thresholds,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

fn discount(t: &Table<'_>, names: &Names<'_>) -> Option<Discount> {
    let id = t.id("id");
    let base = t.need("base").and_then(|n| n.ids());
    let says = t.text("diz");
    let until = t.get("ate").map(|n| n.id());
    let when = t.get("quando").map(|n| names.condition(&n));
    let percent = t.need("por_cento").and_then(|n| n.choice(names.readings, &percent));
    t.close();
    Some(Discount {
        id: id?,
        base: base?,
        says: says?,
        until: match until {
            None => None,
            Some(u) => Some(u?),
        },
        when: match when {
            None => None,
            Some(w) => Some(w?),
        },
        percent: percent?,
    })
}

/// From zero to a hundred.
fn percent(n: &Node<'_>) -> Option<Decimal> {
    let d = positive(n)?;
    if d > Decimal::ONE_HUNDRED {
        n.fault("E019", "mais de cem por cento", format!("encontrei {d}"));
        return None;
    }
    Some(d)
}

fn arrears(n: &Node<'_>, readings: &Readings) -> Option<Arrears> {
    let t = n.table()?;
    let base = t.need("base").and_then(|n| n.ids());
    let penalty = t.choice_or("multa_por_cento", readings, Decimal::ZERO, &positive);
    let daily = t.choice_or("multa_por_dia", readings, false, &Node::boolean);
    let most = t.choice_or("multa_maxima", readings, None, &|n: &Node<'_>| positive(n).map(Some));
    let interest = t.choice_or("juros_por_cento_ao_mes", readings, Decimal::ZERO, &positive);
    let months: Option<Choice<Months>> =
        t.choice_or("juros_contam", readings, Months::Begun, &|n| n.word(&Months::ALL));
    let indexed = index(&t, readings);
    if matches!(indexed, Some(Some(_)))
        && let Some(n) = t.get("juros_contam").or_else(|| t.get("juros_por_cento_ao_mes"))
    {
        n.fault("E015", "os juros seguem o índice ou são fixos", "tire esta chave, ou `juros_do_indice`");
    }
    if let Some(n) = t.get("juros_no_ultimo_mes").filter(|_| !t.has("juros_do_indice")) {
        n.fault(
            "E015",
            "`juros_no_ultimo_mes` acompanha `juros_do_indice`",
            "diga de que índice, ou tire a chave",
        );
    }
    t.close();
    Some(Arrears {
        base: base?,
        penalty: penalty?,
        daily: daily?,
        most: most?,
        interest: interest?,
        months: months?,
        indexed: indexed?,
    })
}

/// `juros_do_indice` and `juros_no_ultimo_mes`. The outer none is a fault, the inner none a table without them.
#[allow(clippy::option_option, reason = "a fault is not the same as a key that is not there")]
fn index(t: &Table<'_>, readings: &Readings) -> Option<Option<MonthlyInterest>> {
    let last = t.choice_or("juros_no_ultimo_mes", readings, None, &|n: &Node<'_>| positive(n).map(Some));
    match t.get("juros_do_indice") {
        None => last.map(|_| None),
        Some(n) => Some(Some(MonthlyInterest { rate: MonthlyRate::Index(n.id()?), last: last? })),
    }
}

/// `parcelamento`: how a sum may be divided.
fn instalments(n: &Node<'_>, names: &Names<'_>) -> Option<Instalments> {
    let readings = names.readings;
    let t = n.table()?;
    let base = t.need("base").and_then(|n| n.ids());
    let most = t.need("maximo").and_then(|n| n.choice(readings, &Node::small::<u32>));
    let least = t.get("minimo").map(|n| super::bands::amount(&n));
    let when = t.get("quando").map(|n| names.condition(&n));
    let fixed = t.get("juros_por_cento_ao_mes").map(|n| n.choice(readings, &positive));
    let indexed = index(&t, readings);
    let last = t.choice_or("juros_no_ultimo_mes", readings, None, &|n: &Node<'_>| positive(n).map(Some));
    let has_last = t.get("juros_no_ultimo_mes");
    t.close();
    let interest = match (fixed, indexed?) {
        (Some(_), Some(_)) => {
            t.fault("E015", "os juros da parcela seguem o índice ou são fixos", "escolha um");
            return None;
        }
        (Some(rate), None) => Some(MonthlyInterest { rate: MonthlyRate::Fixed(rate?), last: last? }),
        (None, Some(indexed)) => Some(indexed),
        (None, None) => {
            if let Some(n) = has_last {
                n.fault("E015", "`juros_no_ultimo_mes` sem juros nos outros", "diga os juros de cada mês");
                return None;
            }
            None
        }
    };
    Some(Instalments {
        base: base?,
        when: match when {
            None => None,
            Some(w) => Some(w?),
        },
        most: most?,
        least: match least {
            None => None,
            Some(a) => Some(a?),
        },
        interest,
    })
}

pub(super) fn payments(book: &Book<'_>, names: &Names<'_>) -> IndexMap<Id, Payment> {
    let readings = names.readings;
    let mut out = IndexMap::new();
    for t in book.tables("pagamento") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let deadline = t.need("vence").and_then(|n| n.choice(readings, &Node::id));
        let discounts: Vec<Discount> =
            t.tables("descontos").iter().filter_map(|d| discount(d, names)).collect();
        let arrears = t.get("mora").map(|n| arrears(&n, readings));
        let instalments = t.get("parcelamento").map(|n| instalments(&n, names));
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Payment {
                id: id?,
                base: base?,
                says: says?,
                deadline: deadline?,
                discounts,
                arrears: match arrears {
                    None => None,
                    Some(a) => Some(a?),
                },
                instalments: match instalments {
                    None => None,
                    Some(i) => Some(i?),
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
