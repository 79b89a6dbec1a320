//! Rules in plain words, as they are read on a day.

mod rules;

use jiff::civil::Date;
use law::condition::{Comparator, Operand};
use law::deadline::Deadline;
use law::grounds::Trace;
use law::offence::{Amount, Class};
use law::{Choice, Comparison, Condition, Id, Law, Value};

pub(crate) use rules::{price, rule, values};

/// What a datum is on a day, whatever reading it hangs on.
pub(crate) fn on<'a, T>(choice: &'a Choice<T>, law: &Law, day: Date) -> Option<&'a T> {
    choice.on(law, day, &mut Trace::default())
}

/// Whom the law speaks of.
pub(crate) fn who(id: &str) -> String {
    match id {
        "condutor" => "motorista".into(),
        "veiculo" => "veículo".into(),
        "operadora" => "operadora (empresa do aplicativo)".into(),
        "qualquer" => "qualquer pessoa".into(),
        "autuado" => "quem recebeu o auto".into(),
        "autoridade" => "autoridade que julga".into(),
        "jarit" | "junta" => "junta de recursos".into(),
        "orgao" => "órgão do Município".into(),
        "municipio" => "Município".into(),
        other => other.replace('_', " "),
    }
}

pub(crate) fn all_who(ids: &[Id]) -> String {
    law::condition::list_or(ids.iter().map(|w| who(w)))
}

/// A name of the rulebook as words: what has no label of its own is at least read without its underscores.
pub(crate) fn plain(id: &str) -> String {
    id.replace(['_', '.'], " ")
}

/// A condition, as it is read on a day.
pub(crate) fn condition(law: &Law, c: &Condition, day: Date) -> String {
    match c {
        Condition::All(list) => {
            let parts: Vec<String> =
                list.iter().map(|c| condition(law, c, day)).filter(|p| !p.is_empty()).collect();
            parts.join("; e ")
        }
        Condition::Any(list) => law::condition::list_or(list.iter().map(|c| condition(law, c, day))),
        Condition::Not(inner) => match inner.as_ref() {
            Condition::Compare(Comparison {
                fact,
                comparator: Comparator::Equal,
                operand: Operand::Value(Value::Bool(b)),
            }) => flag(law, fact, !b),
            inner => format!("não pode ser: {}", condition(law, inner, day)),
        },
        Condition::Compare(c) => comparison(law, c, day),
        Condition::ByReading { reading, options } => law
            .answer(reading, day)
            .and_then(|a| options.iter().find(|(o, _)| *o == a))
            .map(|(_, c)| condition(law, c, day))
            .unwrap_or_default(),
    }
}

fn flag(law: &Law, fact: &Id, wanted: bool) -> String {
    let label = law.fact(fact).map_or_else(|| plain(fact), |f| f.label.clone());
    if wanted { format!("{label}: sim") } else { format!("{label}: não") }
}

fn comparison(law: &Law, c: &Comparison, day: Date) -> String {
    if let (Comparator::Equal, Operand::Value(Value::Bool(b))) = (c.comparator, &c.operand) {
        return flag(law, &c.fact, *b);
    }
    let Some(fact) = law.fact(&c.fact) else { return plain(&c.fact) };
    let value = match &c.operand {
        Operand::Value(v) => Some(v),
        Operand::Parameter(id) => law.parameter(id).and_then(|p| p.on(day)).map(|v| &v.value),
        _ => None,
    };
    format!("{}: {}", fact.label, c.demand(law, fact, value))
}

/// A sum of a unit: `60 VRM, hoje R$ 288,00`, or what is missing and who may tell.
pub(crate) fn amount(law: &Law, amount: &Amount, day: Date) -> String {
    let units = format!("{} {}", Value::Decimal(amount.quantity.normalize()), plain(&amount.unit));
    let money = law.money(amount, day, &mut Trace::default());
    let real = law.parameter(&amount.unit).is_none();
    match money {
        Ok(value) if real => value.to_string(),
        Ok(value) => format!("{units} (hoje {value})"),
        Err(_) => format!("{units} ({})", unknown(law, &amount.unit)),
    }
}

/// What is said of a value that nobody entered.
pub(crate) fn unknown(law: &Law, parameter: &Id) -> String {
    let who = law.parameter(parameter).map(|p| p.who.as_str()).filter(|w| !w.is_empty());
    match who {
        Some(who) => format!("valor não informado: quem pode informar é {who}"),
        None => "valor não informado".into(),
    }
}

/// What a parameter is worth on a day.
pub(crate) fn value(law: &Law, parameter: &Id, day: Date) -> String {
    let known = law.parameter(parameter).and_then(|p| p.on(day));
    known.map_or_else(|| unknown(law, parameter), |v| v.value.to_string())
}

/// What a class costs.
pub(crate) fn penalty(law: &Law, class: &Class, day: Date) -> String {
    let warns = on(&class.warns_first, law, day).copied().unwrap_or(false);
    let fine = on(&class.fine, law, day).cloned().flatten();
    let maximum = on(&class.maximum, law, day).copied().flatten();
    let referral = on(&class.refers, law, day).cloned().flatten();
    let mut parts = Vec::new();
    if warns {
        parts.push("advertência na primeira vez".to_string());
    }
    if let Some(a) = &fine {
        let top = maximum.map(|m| amount(law, &Amount { quantity: m, unit: a.unit.clone() }, day));
        let least = amount(law, a, day);
        let sum = top.map_or_else(|| least.clone(), |top| format!("de {least} até {top}"));
        parts.push(if warns { format!("depois, multa: {sum}") } else { format!("multa: {sum}") });
    }
    if class.revokes {
        parts.push("perda da licença".into());
    }
    if let Some(r) = referral {
        parts.push(format!("vai para {} ({})", r.to, r.by));
    }
    if parts.is_empty() { "sem multa fixada".into() } else { parts.join("; ") }
}

/// How long a deadline is and from when it runs.
pub(crate) fn deadline(law: &Law, d: &Deadline, day: Date) -> String {
    let term = on(&d.term, law, day).map(ToString::to_string).unwrap_or_default();
    let from = on(&d.from, law, day).map(String::as_str).unwrap_or_default();
    let least = if d.minimum { "no mínimo " } else { "" };
    let from = if from.is_empty() { String::new() } else { format!(", a contar de: {from}") };
    format!("{least}{term}{from}")
}

pub(crate) fn deadline_named(law: &Law, id: &Id, day: Date) -> String {
    law.deadlines.get(id).map(|d| deadline(law, d, day)).unwrap_or_default()
}

/// The names of months.
pub(crate) fn month(number: i8) -> &'static str {
    usize::try_from(number - 1).ok().and_then(|n| brasil::date::MONTHS.get(n)).copied().unwrap_or("mês")
}

/// Whether the rules on some provisions work on a day, or may: a wording that is not known does not silence them.
pub(crate) fn works(law: &Law, base: &[Id], span: law::Span, day: Date) -> bool {
    !matches!(law.working(base, span, day, &mut Trace::default()), law::Working::No(..))
}
