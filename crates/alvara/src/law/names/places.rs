//! Names about how many fit and who comes first: limits, queues, stands, and the lines of one notice.

use law::limit::{Ceiling, Source};
use law::stand::Usage;
use law::{Id, Law};

use super::{Name, choice, list, yes};

fn ceiling(c: &Ceiling) -> String {
    let source = |of: &Source| match of {
        Source::Parameter(p) => p.to_string(),
        Source::Quantity(q) => format!("`{q}`"),
        Source::Limit(l) => format!("limite {l}"),
    };
    match c {
        Ceiling::Steps { of, bands, .. } => format!("{} em {} faixas", source(of), bands.bands.len()),
        Ceiling::Number(n) => n.normalize().to_string(),
        Ceiling::Share { of, minus, times, by, .. } => {
            let of = source(of);
            let minus = minus.as_ref().map_or_else(String::new, |m| format!(" menos `{m}`"));
            format!("{of}{minus} × {} ÷ {}", times.normalize(), by.normalize())
        }
        Ceiling::Least(all) => {
            format!("o menor de {}", all.iter().map(ceiling).collect::<Vec<_>>().join(" e "))
        }
        Ceiling::Most(all) => {
            format!("o maior de {}", all.iter().map(ceiling).collect::<Vec<_>>().join(" e "))
        }
    }
}

pub(super) fn limits(law: &Law) -> Vec<Name> {
    law.limits
        .values()
        .map(|l| {
            let exempt: Vec<&Id> = l.exempt.iter().map(|x| &x.id).collect();
            let notes = [
                format!("conta: {}; por: {}", l.counts, l.per),
                format!("teto: {}", choice(law, &l.ceiling, ceiling)),
                format!("`quantidades`: {}", list(&l.quantities(law))),
                format!("quem passa: {}", choice(law, &l.excess, |e| e.keyword().into())),
                if exempt.is_empty() { String::new() } else { format!("`motivo`: {}", list(exempt)) },
            ];
            Name::new(&l.id, &l.says, notes)
        })
        .collect()
}

pub(super) fn queues(law: &Law) -> Vec<Name> {
    law.queues
        .values()
        .map(|q| {
            let mut notes = Vec::new();
            for c in q.order.all().into_iter().flatten() {
                notes.push(format!("critério {}: {} (fato {})", c.id, c.says, c.fact));
            }
            for b in &q.bypass {
                notes.push(format!("`fura` {}: {}", b.id, b.says));
            }
            if let Some(deadline) = q.offer.as_ref().and_then(|o| o.deadline.as_ref()) {
                notes.push(format!("prazo para responder: {deadline}"));
            }
            Name::new(&q.id, &q.says, notes)
        })
        .collect()
}

pub(super) fn stands(law: &Law) -> Vec<Name> {
    let usage = |u: &Usage| match u {
        Usage::Free => "livre".into(),
        Usage::Shared => "compartilhado".into(),
        Usage::Assigned => "designado".into(),
    };
    let capacity = |n: &Option<u32>| n.map_or_else(|| "por ato (`lotacao`)".into(), |n| n.to_string());
    law.stands
        .values()
        .map(|s| {
            let uses = choice(law, &s.usage, usage);
            let mut notes = vec![format!("uso: {uses}; lotação: {}", choice(law, &s.capacity, capacity))];
            for (word, offence) in [("acima dela", &s.excess), ("ponto alheio", &s.trespass)] {
                if let Some(o) = offence {
                    notes.push(format!("{word}: infração {}", choice(law, o, ToString::to_string)));
                }
            }
            notes.extend(s.quotas.iter().map(|q| format!("`cota` {}: {} ({})", q.id, q.capacity, q.says)));
            Name::new(&s.id, &s.says, notes)
        })
        .collect()
}

pub(super) fn notices(law: &Law) -> Vec<Name> {
    law.notices
        .values()
        .map(|n| {
            let mut notes = vec![format!("cada linha conta: {}", choice(law, &n.by_item, yes))];
            for (code, holds) in &n.each {
                notes.push(format!("{code} repetida conta cada vez: {}", choice(law, holds, yes)));
            }
            Name::new(&n.id, &n.says, notes)
        })
        .collect()
}
