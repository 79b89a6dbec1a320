//! Names about what happens in time: steps over earlier offences, yearly corrections and fees, bars, calendars, transfers.

use law::bar::BarLength;
use law::window::{Turn, WindowKind};
use law::{Id, Law};

use super::{Name, choice, list, yes};

pub(super) fn ladders(law: &Law) -> Vec<Name> {
    law.ladders
        .values()
        .map(|l| {
            let mut notes = vec![format!("classes: {}", list(&l.classes))];
            notes.extend(l.steps.iter().map(|s| format!("degrau {}: {}", s.id, s.says)));
            Name::new(&l.id, &l.says, notes)
        })
        .collect()
}

pub(super) fn indexings(law: &Law) -> Vec<Name> {
    let notes = |i: &law::indexing::Indexing| [format!("classes: {}; índice: {}", list(&i.classes), i.index)];
    law.indexings.values().map(|i| Name::new(&i.id, &i.says, notes(i))).collect()
}

pub(super) fn levies(law: &Law) -> Vec<Name> {
    law.levies
        .values()
        .map(|l| {
            let (month, day) = l.counted_on;
            let notes = [
                format!("quem paga: {}; {} {} por pessoa", l.payer, l.each.normalize(), l.price),
                format!("conta-se em {day:02}/{month:02}"),
                format!("desde o ano: {}", choice(law, &l.first_year, ToString::to_string)),
            ];
            Name::new(&l.id, &l.says, notes)
        })
        .collect()
}

pub(super) fn bars(law: &Law) -> Vec<Name> {
    let length = |l: &BarLength| match l {
        BarLength::For(term) => term.to_string(),
        BarLength::Always => "sempre".into(),
        BarLength::None => "nenhuma".into(),
    };
    let names = |n: &Vec<Id>| list(n);
    law.bars
        .values()
        .map(|b| {
            let notes = [
                format!("`de`: {}; `quem`: {}", choice(law, &b.after, names), choice(law, &b.whom, names)),
                format!("impede: {}; dura: {}", b.keeps_from, choice(law, &b.lasts, length)),
                format!("conta de: {}", choice(law, &b.runs_from, Clone::clone)),
            ];
            Name::new(&b.id, &b.says, notes)
        })
        .collect()
}

pub(super) fn windows(law: &Law) -> Vec<Name> {
    let turn = |t: &Turn| match t {
        Turn::Step(n) => format!("a cada {n} dias"),
        Turn::OddDays => "nos dias ímpares".into(),
    };
    law.windows
        .values()
        .map(|w| {
            let mut notes = match &w.kind {
                WindowKind::Yearly(y) => {
                    let by = y.by.as_ref().map(|by| choice(law, by, ToString::to_string));
                    vec![by.map_or_else(
                        || "nas mesmas janelas para todos".into(),
                        |by| format!("na janela que depende de: {by}"),
                    )]
                }
                WindowKind::Turns { rule, anchor } => {
                    vec![format!("{}, desde {anchor}", choice(law, rule, turn))]
                }
            };
            notes.extend(w.offence.iter().map(|o| format!("fora da vez: infração {o}")));
            Name::new(&w.id, &w.says, notes)
        })
        .collect()
}

pub(super) fn accounts(law: &Law) -> Vec<Name> {
    law.accounts
        .values()
        .map(|a| {
            let notes = a.thresholds.iter().map(|t| {
                let earlier = t.earlier.as_ref().map_or_else(String::new, |e| {
                    let window = choice(law, &e.window, |w| {
                        w.map_or_else(|| "sem janela".into(), |w| format!("janela de {w}"))
                    });
                    let count = choice(law, &e.count, ToString::to_string);
                    format!(" (`medidas_anteriores`: ao menos {count}; {window})")
                });
                let points = choice(law, &t.points, ToString::to_string);
                format!("{}: {points} pontos: {}{earlier}", t.id, t.says)
            });
            Name::new(&a.id, &a.says, notes.collect::<Vec<_>>())
        })
        .collect()
}

pub(super) fn payments(law: &Law) -> Vec<Name> {
    law.payments
        .values()
        .map(|p| {
            let mut notes =
                vec![format!("vence no prazo: {}", choice(law, &p.deadline, ToString::to_string))];
            notes.extend(p.discounts.iter().map(|d| {
                let until = d.until.as_ref().map_or_else(String::new, |u| format!(" até o fim do prazo {u}"));
                format!("desconto {}: {}%{until}", d.id, choice(law, &d.percent, ToString::to_string))
            }));
            notes.extend(
                p.instalments
                    .iter()
                    .map(|i| format!("parcelas: até {}", choice(law, &i.most, ToString::to_string))),
            );
            Name::new(&p.id, &p.says, notes)
        })
        .collect()
}

pub(super) fn transfers(law: &Law) -> Vec<Name> {
    law.transfers
        .values()
        .map(|t| {
            let mut facts: Vec<&Id> = t.dates();
            for condition in t.conditions() {
                condition.each_comparison(&mut |c| facts.push(&c.fact));
            }
            let receivers: Vec<&Id> = t.receivers.iter().map(|r| &r.id).collect();
            let notes = [
                format!("admite-se: {}", choice(law, &t.holds, yes)),
                if receivers.is_empty() {
                    String::new()
                } else {
                    format!("`candidatos` e `acordo`: {}", list(receivers))
                },
                format!("pergunta por: {}", list(facts)),
            ];
            Name::new(&t.id, &t.says, notes)
        })
        .collect()
}
