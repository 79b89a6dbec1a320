//! Rules in plain words, as they are read on a day.

mod rules;
mod sums;

use brasil::person::fold;
use brasil::term::{Term, Unit};
use jiff::civil::Date;
use law::bands::BandMode;
use law::condition::{Comparator, Operand};
use law::deadline::Deadline;
use law::eligibility::Requirement;
use law::fact::Derived;
use law::filing::{DueRule, Filing};
use law::grounds::Trace;
use law::offence::{Amount, Class, FineBands};
use law::{Choice, Comparison, Condition, FactType, Id, Law, Value};
use rust_decimal::Decimal;

pub use rules::rule;
pub(crate) use rules::{besides, filing_due, is_real, levied, measure, rule_on, stages, values, when};
pub(crate) use sums::{bounded, price, reais};

/// What a datum is on a day, whatever reading it hangs on.
pub(crate) fn on<'a, T>(choice: &'a Choice<T>, law: &Law, day: Date) -> Option<&'a T> {
    choice.on(law, day, &mut Trace::default())
}

/// Whom the law speaks of, in the words of its rulebook or of the format.
pub(crate) fn who(law: &Law, id: &str) -> String {
    if let Some(words) = law.norm.roles.get(id) {
        return words.clone();
    }
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
        "socio" => "sócio".into(),
        "associacao" => "associação".into(),
        "prefeito" => "Prefeito".into(),
        "prefeitura" => "Prefeitura".into(),
        "executivo" => "Executivo".into(),
        "secretario" => "Secretário".into(),
        "secretaria" => "Secretaria".into(),
        "fazenda" => "Fazenda municipal".into(),
        "procuradoria" => "Procuradoria do Município".into(),
        "agente_de_transito" => "agente de trânsito".into(),
        other => law.spelled(other),
    }
}

pub(crate) fn all_who(law: &Law, ids: &[Id]) -> String {
    law::condition::list_or(ids.iter().map(|w| who(law, w)))
}

/// A name of the rulebook as words: what has no label of its own is at least read without its underscores.
pub(crate) fn plain(id: &str) -> String {
    id.replace(['_', '.'], " ")
}

/// The condition that is read on a day, whatever readings it hangs on; none where no answer chooses one.
fn read<'c>(law: &Law, c: &'c Condition, day: Date) -> Option<&'c Condition> {
    match c {
        Condition::ByReading { reading, options } => {
            let answer = law.answer(reading, day)?;
            read(law, &options.iter().find(|(o, _)| *o == answer)?.1, day)
        }
        c => Some(c),
    }
}

/// What a condition is for everybody, when no fact can change it: a reading may settle it.
pub(crate) fn settled(law: &Law, c: &Condition, day: Date) -> Option<bool> {
    match read(law, c, day)? {
        Condition::All(list) => {
            let parts: Vec<_> = list.iter().map(|c| settled(law, c, day)).collect();
            if parts.contains(&Some(false)) {
                Some(false)
            } else {
                parts.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
            }
        }
        Condition::Any(list) => {
            let parts: Vec<_> = list.iter().map(|c| settled(law, c, day)).collect();
            if parts.contains(&Some(true)) {
                Some(true)
            } else {
                parts.into_iter().collect::<Option<Vec<_>>>().map(|_| false)
            }
        }
        Condition::Not(inner) => settled(law, inner, day).map(|b| !b),
        Condition::Compare(_) | Condition::ByReading { .. } => None,
    }
}

/// The parts of a condition that facts decide.
fn open<'c>(law: &Law, list: &'c [Condition], day: Date) -> Vec<&'c Condition> {
    list.iter().filter(|c| settled(law, c, day).is_none()).collect()
}

/// A condition, as it is read on a day; nothing when it is settled.
pub(crate) fn condition(law: &Law, c: &Condition, day: Date) -> String {
    told(law, c, day, true)
}

/// A condition that must hold, or the opposite of one that must not: who reads *not one of these* is told what must hold of each.
fn told(law: &Law, c: &Condition, day: Date, holds: bool) -> String {
    if settled(law, c, day).is_some() {
        return String::new();
    }
    if let Some(hours) = read(law, c, day).and_then(|c| hours(law, c, holds)) {
        return hours;
    }
    match (read(law, c, day), holds) {
        (Some(Condition::All(list)), true) | (Some(Condition::Any(list)), false) => {
            let parts = open(law, list, day).into_iter().map(|c| joined(law, c, day, holds));
            parts.collect::<Vec<_>>().join("; e ")
        }
        (Some(Condition::Any(list)), true) | (Some(Condition::All(list)), false) => {
            // what must hold together is told together
            let part = |c: &Condition| {
                let words = told(law, c, day, holds);
                let together = parts_joined(law, c, day, holds);
                if together.is_some_and(|l| l.len() > 1) { format!("({words})") } else { words }
            };
            one_of(open(law, list, day).into_iter().map(part))
        }
        (Some(Condition::Not(inner)), holds) => told(law, inner, day, !holds),
        (Some(Condition::Compare(c)), holds) => comparison(law, c, day, holds),
        (Some(Condition::ByReading { .. }) | None, _) => String::new(),
    }
}

/// Alternatives: each has a label and a colon of its own, so that a bare *or* would seem to stand between two values of the first.
fn one_of(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{}, ou {last}", rest.join(", ")),
    }
}

/// The parts of a condition that must hold together.
fn parts_joined<'c>(law: &Law, c: &'c Condition, day: Date, holds: bool) -> Option<Vec<&'c Condition>> {
    match (read(law, c, day)?, holds) {
        (Condition::All(list), true) | (Condition::Any(list), false) => Some(open(law, list, day)),
        (Condition::Not(inner), holds) => parts_joined(law, inner, day, !holds),
        _ => None,
    }
}

/// The parts of a condition of which one is enough.
fn alternatives<'c>(law: &Law, c: &'c Condition, day: Date, holds: bool) -> Option<Vec<&'c Condition>> {
    match (read(law, c, day)?, holds) {
        (Condition::Any(list), true) | (Condition::All(list), false) => Some(open(law, list, day)),
        (Condition::Not(inner), holds) => alternatives(law, inner, day, !holds),
        _ => None,
    }
}

/// A part of what must hold together, in words: alternatives are led in, so that no *or* reaches what stands before it.
fn joined(law: &Law, c: &Condition, day: Date, holds: bool) -> String {
    let words = told(law, c, day, holds);
    led_in(law, c, day, holds, words)
}

fn led_in(law: &Law, c: &Condition, day: Date, holds: bool, words: String) -> String {
    let several = alternatives(law, c, day, holds).is_some_and(|list| list.len() > 1);
    let one = read(law, c, day).and_then(|c| hours(law, c, holds)).is_some();
    if several && !one { format!("um destes: {words}") } else { words }
}

/// Two hours between which something falls, as the reader of rulebooks writes them down: `hora da corrida: das 22:00 às 06:00`.
fn hours(law: &Law, c: &Condition, holds: bool) -> Option<String> {
    let (Condition::All(parts) | Condition::Any(parts)) = c else { return None };
    let [Condition::Compare(from), Condition::Compare(to)] = parts.as_slice() else { return None };
    let fact = law.fact(&from.fact).filter(|f| f.kind == FactType::Hour && from.fact == to.fact)?;
    match (from.comparator, &from.operand, to.comparator, &to.operand) {
        (Comparator::AtLeast, Operand::Value(from), Comparator::LessThan, Operand::Value(to)) => {
            let outside = if holds { "" } else { "fora do horário " };
            Some(format!("{}: {outside}das {} às {}", fact.label, fact.in_words(from), fact.in_words(to)))
        }
        _ => None,
    }
}

/// What the first provision of a rule says, in our words.
pub(crate) fn paraphrase(law: &Law, base: &[Id]) -> String {
    base.first().and_then(|b| law.provision(b)).map(|p| p.says.clone()).unwrap_or_default()
}

/// What a requirement demands beyond its title: a bare yes or no would only say the title again.
pub(crate) fn demand(law: &Law, r: &Requirement, day: Date) -> String {
    match settled(law, &r.demands, day) {
        Some(true) => return "nada se exige, pela leitura que hoje vale".into(),
        Some(false) => return "não se admite, pela leitura que hoje vale".into(),
        None => {}
    }
    let title = fold(&r.says);
    let mut parts = Vec::new();
    parts_of(law, &r.demands, day, &mut parts);
    let alone = parts.len() == 1;
    let told = parts.into_iter().filter(|c| match yes_or_no(law, c, day) {
        None => true,
        Some(fact) => {
            let label = fold(&law.fact(fact).map_or_else(|| plain(fact), |f| f.label.clone()));
            !alone && !title.contains(&label) && !label.contains(&title)
        }
    });
    let told = told.map(|c| {
        let words = condition(law, c, day);
        // what is measured is often what the title names
        match words.split_once(": ") {
            Some((label, limit)) if fold(label) == title => (c, limit.to_string()),
            _ => (c, words),
        }
    });
    let told: Vec<_> = told.filter(|(_, words)| !words.is_empty()).collect();
    let several = told.len() > 1;
    let told =
        told.into_iter().map(|(c, words)| if several { led_in(law, c, day, true, words) } else { words });
    told.collect::<Vec<_>>().join("; e ")
}

/// The conditions that must all hold, as the law is read on a day.
fn parts_of<'c>(law: &Law, c: &'c Condition, day: Date, out: &mut Vec<&'c Condition>) {
    match read(law, c, day) {
        Some(Condition::All(list)) => {
            open(law, list, day).into_iter().for_each(|c| parts_of(law, c, day, out));
        }
        Some(Condition::Any(list)) if open(law, list, day).len() == 1 => {
            open(law, list, day).into_iter().for_each(|c| parts_of(law, c, day, out));
        }
        Some(c) => out.push(c),
        None => {}
    }
}

/// The fact of a condition that is answered with yes or no.
fn yes_or_no<'c>(law: &Law, c: &'c Condition, day: Date) -> Option<&'c Id> {
    match read(law, c, day)? {
        Condition::Not(inner) => yes_or_no(law, inner, day),
        Condition::Compare(Comparison {
            fact,
            comparator: Comparator::Equal,
            operand: Operand::Value(Value::Bool(_)),
        }) => Some(fact),
        _ => None,
    }
}

/// The readings that conditions hang on, in words.
pub(crate) fn readings_of<'c>(
    law: &Law,
    conditions: impl Iterator<Item = &'c Condition>,
    day: Date,
) -> Vec<String> {
    let mut trace = Trace::default();
    for c in conditions {
        c.each_reading(&mut |id| {
            if let Some(answer) = law.answer(id, day) {
                trace.read(id, &answer);
            }
        });
    }
    trace.grounds().readings_in_words(law)
}

fn flag(law: &Law, fact: &Id, wanted: bool) -> String {
    let label = law.fact(fact).map_or_else(|| plain(fact), |f| f.label.clone());
    if wanted { format!("{label}: sim") } else { format!("{label}: não") }
}

fn comparison(law: &Law, c: &Comparison, day: Date, holds: bool) -> String {
    if let (Comparator::Equal, Operand::Value(Value::Bool(b))) = (c.comparator, &c.operand) {
        return flag(law, &c.fact, *b == holds);
    }
    let Some(fact) = law.fact(&c.fact) else { return plain(&c.fact) };
    let last = match &c.operand {
        Operand::Window(id) => law.window_end(id, day, &mut Trace::default()).map(Value::Date),
        _ => None,
    };
    let value = match &c.operand {
        Operand::Value(v) => Some(v),
        Operand::Window(_) => last.as_ref(),
        Operand::Parameter(id) => law.parameter(id).and_then(|p| p.on(day)).map(|v| &v.value),
        _ => None,
    };
    // who reads a label with its colon has been told that it is demanded
    let demand = c.demand(law, fact, value, holds);
    // who is asked when a rule applies is not asked to tell anything
    if c.comparator == Comparator::Known {
        return format!("{}: {}", fact.label, if holds { "consta" } else { "não consta" });
    }
    let leads: &[&str] = match c.comparator {
        Comparator::Holiday | Comparator::BusinessDay | Comparator::Season => &["deve ser ", "deve cair "],
        _ => &["exigido: ", "aceito: "],
    };
    let bare = leads.iter().find_map(|lead| demand.strip_prefix(lead)).unwrap_or(&demand);
    // a day that the law's first day fixes is told with what it ends
    let ends = match &c.operand {
        Operand::Window(id) if last.is_some() => law.deadlines.get(id),
        _ => None,
    };
    let ends = ends.map_or_else(String::new, |d| format!(" (fim do prazo: {})", d.says));
    // of the day itself only the days are told
    if matches!(fact.derived, Some(Derived::QuestionDate))
        && let Some(days) = demand.strip_prefix("deve ser ").or_else(|| demand.strip_prefix("deve cair "))
    {
        return format!("{days}{ends}");
    }
    format!("{}: {bare}{ends}", fact.label)
}

/// A sum of a unit: `60 VRM (hoje R$ 288,00)`, or what is missing and who may tell.
pub(crate) fn amount(law: &Law, amount: &Amount, day: Date) -> String {
    let worth = law.parameter(&amount.unit).and_then(|p| p.on(day)).map(|v| &v.value);
    let money = law.money(amount, day, &mut Trace::default());
    let units = || in_units(law, amount.quantity, &amount.unit);
    match money {
        // the real itself
        Ok(value) if worth == Some(&Value::Decimal(Decimal::ONE)) => value.to_string(),
        Ok(value) => format!("{} (hoje {value})", units()),
        Err(_) => format!("{} ({})", units(), unknown(law, &amount.unit)),
    }
}

/// So many of a unit: `60 VRM`, `500 × tarifa do ônibus`.
pub(crate) fn in_units(law: &Law, quantity: Decimal, unit: &Id) -> String {
    let number = Value::Decimal(quantity.normalize());
    match short(law, unit) {
        Some(unit) => format!("{number} {unit}"),
        None => format!("{number} × {}", label(law, unit)),
    }
}

/// The short name of a unit, when its name is one: initials, and no word of its label.
pub(crate) fn short<'u>(law: &Law, unit: &'u Id) -> Option<&'u str> {
    let word = fold(unit);
    let in_label = fold(&label(law, unit)).split(|c: char| !c.is_alphanumeric()).any(|w| w == word);
    (!in_label && unit.chars().all(|c| c.is_ascii_uppercase())).then_some(unit.as_ref())
}

/// The label of a parameter.
pub(crate) fn label(law: &Law, parameter: &Id) -> String {
    law.parameter(parameter).map_or_else(|| plain(parameter), |p| p.label.clone())
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
        let sum = match on(&class.bands, law, day).cloned().flatten() {
            Some(bands) => by_fact(law, &bands, &a.unit, day),
            None => raised(law, class, a, maximum, day),
        };
        let sum =
            [sum, sums::bounded(law, &class.bounds, day), sums::factors(law, &class.factors, day)].concat();
        parts.push(if warns { format!("depois, multa de {sum}") } else { format!("multa de {sum}") });
    }
    if on(&class.revokes, law, day).copied().unwrap_or(false) {
        parts.push("perda da licença".into());
    }
    if let Some(r) = referral {
        parts.push(format!("vai para {} ({})", r.to, r.by));
    }
    if parts.is_empty() { "sem multa fixada".into() } else { parts.join("; ") }
}

/// A fine, or the least and the most of one, as the index that raises the class leaves it on a day.
fn raised(law: &Law, class: &Class, least: &Amount, most: Option<Decimal>, day: Date) -> String {
    let range = |least: Decimal, most: Option<Decimal>, unit: &Id| {
        let told = |quantity: Decimal| amount(law, &Amount { quantity, unit: unit.clone() }, day);
        most.map_or_else(|| told(least), |most| format!("{} até {}", told(least), told(most)))
    };
    let written = range(least.quantity, most, &least.unit);
    let mut trace = Trace::default();
    let Some(index) = law.indexing_of(&class.id, day, &mut trace) else { return written };
    let mut today = |sum: Decimal| law.indexed(index, sum, day, &mut trace);
    let raised = today(least.quantity).and_then(|low| Ok((low, most.map(&mut today).transpose()?)));
    match raised {
        Ok((low, high)) if (low, high) == (least.quantity, most) => written,
        Ok((low, high)) => {
            format!("{} ({written} na lei, com a correção até hoje)", range(low, high, &least.unit))
        }
        // who may tell the index is told where values are
        Err(_) => format!("{written}, antes da correção anual, cujo índice não foi informado"),
    }
}

/// A fine that depends on how much of something there was.
fn by_fact(law: &Law, fine: &FineBands, unit: &Id, day: Date) -> String {
    let of = law.fact(&fine.by).map_or_else(|| plain(&fine.by), |f| f.label.clone());
    // so much of a sum, and no band at all: a share of it, or a multiple
    if let [only] = fine.bands.bands.as_slice()
        && only.up_to.is_none()
        && fine.bands.mode != BandMode::Flat
        && law
            .parameter(unit)
            .and_then(|p| p.on(day))
            .is_some_and(|v| v.value == Value::Decimal(Decimal::ONE))
        && law.fact(&fine.by).is_some_and(|f| f.kind == FactType::Decimal)
    {
        let number = |d: Decimal| Value::Decimal(d.normalize()).to_string();
        return match only.rate.checked_mul(Decimal::ONE_HUNDRED).filter(|_| only.rate < Decimal::ONE) {
            Some(percent) => format!("{}% de: {of}", number(percent)),
            None => format!("{} vezes: {of}", number(only.rate)),
        };
    }
    let rate = |d: &Decimal| amount(law, &Amount { quantity: *d, unit: unit.clone() }, day);
    let how = if fine.bands.mode == BandMode::Flat { "conforme" } else { "por" };
    format!("{}, {how} {of}", sums::in_bands(&fine.bands, &rate))
}

/// How long a deadline is and from when it runs.
pub(crate) fn deadline(law: &Law, d: &Deadline, day: Date) -> String {
    let business = on(&d.business_hours, law, day).copied().unwrap_or(false);
    let told = |t: &Term| match t.unit {
        Unit::Hour if business && t.amount == 1 => format!("{t} útil"),
        Unit::Hour if business => format!("{t} úteis"),
        _ => t.to_string(),
    };
    let term = on(&d.term, law, day).map(told).unwrap_or_default();
    let from = on(&d.from, law, day).map(String::as_str).unwrap_or_default();
    // the earliest day, counted back, is where the time begins
    let (least, lead) = match (d.minimum, d.backwards) {
        (true, true) => ("a partir de ", " antes de"),
        (false, true) => ("", ", antes de"),
        (true, false) => ("no mínimo ", ", a contar de"),
        (false, false) => ("", ", a contar de"),
    };
    let from = if from.is_empty() { String::new() } else { format!("{lead}: {from}") };
    let more: Vec<String> = d.extensions.iter().flat_map(|e| &e.terms).map(told).collect();
    let more = if more.is_empty() {
        String::new()
    } else {
        format!("; pode prorrogar-se por {}", law::condition::list_or(more.into_iter()))
    };
    let pauses: String = d.pauses.iter().map(|p| format!("; parado {}", p.says)).collect();
    format!("{least}{term}{from}{more}{pauses}")
}

pub(crate) fn deadline_named(law: &Law, id: &Id, day: Date) -> String {
    law.deadlines.get(id).map(|d| deadline(law, d, day)).unwrap_or_default()
}

/// The readings that a deadline hangs on, in words.
pub(crate) fn deadline_readings(law: &Law, id: Option<&Id>, day: Date) -> Vec<String> {
    let mut trace = Trace::default();
    read_deadline(law, id, day, &mut trace);
    trace.grounds().readings_in_words(law)
}

/// The readings that the day of a filing hangs on, in words.
pub(crate) fn filing_readings(law: &Law, f: &Filing, day: Date) -> Vec<String> {
    let mut trace = Trace::default();
    if let Some(DueRule::Deadline(id)) = f.due.on(law, day, &mut trace) {
        read_deadline(law, Some(id), day, &mut trace);
    }
    trace.grounds().readings_in_words(law)
}

fn read_deadline(law: &Law, id: Option<&Id>, day: Date, trace: &mut Trace) {
    if let Some(d) = id.and_then(|id| law.deadlines.get(id)) {
        if d.term.on(law, day, trace).is_some_and(|t| t.unit == Unit::Hour) {
            d.business_hours.on(law, day, trace);
        }
        d.from.on(law, day, trace);
    }
}

/// The names of months.
pub(crate) fn month(number: i8) -> &'static str {
    usize::try_from(number - 1).ok().and_then(|n| brasil::date::MONTHS.get(n)).copied().unwrap_or("mês")
}

/// A day of the year, month first: `1º de janeiro`.
pub(crate) fn day_of((number, day): (i8, i8)) -> String {
    let first = if day == 1 { "º" } else { "" };
    format!("{day}{first} de {}", month(number))
}

/// Whether the rules on some provisions work on a day, or may: a wording that is not known does not silence them.
pub(crate) fn works(law: &Law, base: &[Id], span: law::Span, day: Date) -> bool {
    !matches!(law.working(base, span, day, &mut Trace::default()), law::Working::No(..))
}
