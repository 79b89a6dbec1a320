//! Questions about bars and yearly fees.

use serde_json::{Map, Value as Json};

use super::answers::Answer;
use super::input::Input;
use crate::condition::Outcome;
use crate::levy::Link;
use crate::value::date_pt;
use crate::{Choice, Id, Law};

fn all(names: &Choice<Vec<Id>>) -> Vec<&Id> {
    names.all().into_iter().flatten().collect()
}

pub(super) fn bar<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let bar = q.known("trava", &law.bars);
    let began = q.required_date("evento");
    let on = q.date("em");
    let event = q.text("de");
    let who = q.text("quem");
    let facts = q.facts("fatos");
    let bar = bar?;
    for (key, name, names) in [("de", &event, all(&bar.after)), ("quem", &who, all(&bar.whom))] {
        if let Some(name) = name
            && !names.iter().any(|n| n.as_ref() == name)
        {
            q.unknown(key, name, &mut names.iter().map(AsRef::as_ref));
        }
    }
    let began = began?;
    let Some(b) =
        law.barred_given(bar, began, on.unwrap_or(began), (event.as_deref(), who.as_deref()), &facts)
    else {
        q.fault("evento", "a data passa do calendário conhecido".into(), None);
        return None;
    };
    Some(
        Answer::new()
            .set("resposta", Outcome::from_bool(b.barred).keyword())
            .date("ate", b.until)
            .date("livre_desde", b.free)
            .set("conta_de", b.runs_from.clone())
            .set("impede", bar.keeps_from.as_str())
            .grounds(law, &b.grounds, b.words.clone()),
    )
}

pub(super) fn levy<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let levy = q.known("taxa", &law.levies);
    let year = q.whole("ano").and_then(|y| i16::try_from(y).ok());
    let links = q.each("vinculos", |l| {
        let person = l.text("pessoa").map(Id::from);
        let payer = l.required_text("com").map(Id::from);
        let since = l.required_date("desde");
        let until = l.date("ate");
        let count = l.whole("quantas").unwrap_or(1);
        if person.is_some() && count != 1 {
            l.fault("quantas", "uma pessoa nomeada conta uma vez".into(), None);
        }
        Some(Link { person, payer: payer?, since: since?, until, count })
    });
    let Some(year) = year else {
        q.fault("ano", "diga o ano da taxa, como 2025".into(), None);
        return None;
    };
    let levy = levy?;
    let Some(l) = law.levied(levy, year, &links) else {
        q.fault("ano", "o ano passa do calendário conhecido".into(), None);
        return None;
    };
    let table = |read: &dyn Fn(&crate::levy::Owed) -> Json| -> Json {
        Json::Object(l.owed.iter().map(|(id, o)| (id.to_string(), read(o))).collect::<Map<_, _>>())
    };
    let total = l
        .owed
        .values()
        .filter(|o| !o.units.is_zero())
        .try_fold(brasil::money::Brl::ZERO, |sum, o| o.value.and_then(|v| sum.checked_add(v)));
    let missing: Vec<Id> = l.missing.iter().map(|(id, _)| id.clone()).collect();
    let outcome = match (l.collected, missing.is_empty()) {
        (false, _) => Outcome::No,
        (true, true) => Outcome::Yes,
        (true, false) => Outcome::Undetermined,
    };
    let why = match (l.collected, l.due, l.missing.first()) {
        (false, ..) => format!("{}: não se cobra em {year}", levy.says),
        (true, _, Some((_, missing))) => missing.clone(),
        (true, due, None) => {
            let due = due.map_or_else(|| "data além do calendário".into(), date_pt);
            format!("{}: conta-se em {}; vence em {due}", levy.says, date_pt(l.counted_on))
        }
    };
    Some(
        Answer::new()
            .set("resposta", outcome.keyword())
            .set("paga", levy.payer.as_ref())
            .date("vence", l.due)
            .set("contam", table(&|o| o.heads.into()))
            .set("ingressam", table(&|o| o.joining.into()))
            .set(
                "ingressos_vencem",
                table(&|o| o.joining_due.iter().map(ToString::to_string).collect::<Vec<_>>().into()),
            )
            .set("unidades", table(&|o| o.units.normalize().to_string().into()))
            .set("devem", table(&|o| o.value.map(|v| v.to_decimal().to_string()).into()))
            .set("total", if l.collected { total.map(|t| t.to_decimal().to_string()) } else { None })
            .names("falta", &missing)
            .grounds(law, &l.grounds, why),
    )
}
