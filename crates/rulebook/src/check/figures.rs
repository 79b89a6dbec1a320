//! Figures: a rule may not use another number, term or sum than those that its provisions declare in `numeros`.
//!
//! The tables themselves are walked, not the compiled rules: every number of a rule is seen, with its place, whatever its kind.

use std::collections::BTreeMap;
use std::ops::Range;

use brasil::term::Term;
use jiff::civil::Date;
use law::{FactType, Law};
use rust_decimal::Decimal;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::id_key;
use crate::diagnostic::{Diagnostic, Faults};
use crate::figure::{Figure, NTH_BUSINESS_DAY};
use crate::table::Document;
use crate::tree::{date, number, tables, text, texts};

/// Kinds whose tables are not rules on provisions, or whose numbers come from other acts than the law's text.
const NOT_RULES: [&str; 10] = [
    "norma",
    "alteracao",
    "dispositivo",
    "leitura",
    "decisao",
    "suspensao",
    "parametro",
    "fato",
    "documento",
    "feriado",
];

/// Keys whose numbers the law does not state: names, dates, and when the office wants to be warned.
const NOT_STATED: [&str; 8] = ["id", "codigo", "base", "diz", "desde", "ate", "alerta", "primeiro_ano"];

/// Keys under which a text is a number.
const NUMERIC: [&str; 10] = [
    "por_cento",
    "quanto",
    "fator",
    "teto",
    "vezes",
    "dividido_por",
    "quantidade",
    "minimo",
    "maximo",
    "por_pessoa",
];

/// The days on which something says what it says; open ends are none.
type Days = (Option<Date>, Option<Date>);

fn overlap(a: Days, b: Days) -> bool {
    let before = |end: Option<Date>, start: Option<Date>| matches!((end, start), (Some(e), Some(s)) if e < s);
    !before(a.1, b.0) && !before(b.1, a.0)
}

/// What provisions and readings declare.
struct Declared<'a> {
    provisions: BTreeMap<&'a str, Vec<(Days, Vec<Figure>)>>,
    readings: BTreeMap<&'a str, Vec<Figure>>,
}

fn figures(table: &DeTable<'_>) -> Option<Vec<Figure>> {
    let list = table.get("numeros")?.get_ref().as_array()?;
    let read = |v: &Spanned<DeValue<'_>>| match v.get_ref() {
        DeValue::String(s) => Figure::parse(s),
        other => number(other).map(|n| Figure::new(n, Vec::new())),
    };
    Some(list.iter().filter_map(read).collect())
}

/// The day under a key.
fn day(table: &DeTable<'_>, key: &str) -> Option<Date> {
    table.get(key).and_then(|v| date(v.get_ref()))
}

impl<'a> Declared<'a> {
    fn of(law: &Law, documents: &'a [Document<'a>]) -> Self {
        let mut provisions = BTreeMap::new();
        for (_, table, _) in tables(documents, "dispositivo") {
            let Some(id) = text(table, "id") else { continue };
            let own = figures(table);
            let wordings = law.provisions.get(id).map_or(&[][..], |p| &p.wordings);
            let said: Vec<Option<Vec<Figure>>> = table
                .get("redacao")
                .and_then(|v| v.get_ref().as_array())
                .into_iter()
                .flat_map(|a| a.iter())
                .map(|w| w.get_ref().as_table().and_then(figures))
                .collect();
            let mut out: Vec<(Days, Vec<Figure>)> = Vec::new();
            for (i, w) in wordings.iter().enumerate() {
                let next = wordings.get(i + 1).and_then(|n| n.since.yesterday().ok());
                let own_words = said.get(i).cloned().flatten();
                out.extend(own_words.or_else(|| own.clone()).map(|f| ((Some(w.since), w.until.or(next)), f)));
            }
            if wordings.is_empty() {
                out.extend(own.map(|f| ((None, None), f)));
            }
            if !out.is_empty() {
                provisions.insert(id, out);
            }
        }
        let readings = tables(documents, "leitura")
            .filter_map(|(_, table, _)| Some((text(table, "id")?, figures(table)?)))
            .collect();
        Self { provisions, readings }
    }

    /// What these provisions state on these days, and whether none of them says. Where none has figures of its own, those of
    /// their paragraphs and items count.
    fn on(&self, base: &[&'a str], days: Days) -> (Vec<(&'a str, &Figure)>, bool) {
        let own = |p: &str| base.contains(&p);
        let part = |p: &str| base.iter().any(|b| p.strip_prefix(b).is_some_and(|rest| rest.starts_with('.')));
        let silent = !self.provisions.keys().any(|p| own(p));
        let here: Vec<_> =
            self.provisions.iter().filter(|(p, _)| if silent { part(p) } else { own(p) }).collect();
        let stated = here
            .iter()
            .flat_map(|(p, said)| said.iter().map(move |s| (**p, s)))
            .filter(|(_, (on, _))| overlap(*on, days))
            .flat_map(|(p, (_, figures))| figures.iter().map(move |f| (p, f)))
            .collect();
        (stated, here.is_empty())
    }
}

/// Where in a rule the walk is.
#[derive(Clone)]
struct Place<'a> {
    file: usize,
    /// The rule as a person names it: `prazo defesa`.
    rule: String,
    base: Vec<&'a str>,
    days: Days,
    /// The reading that the value hangs on.
    reading: Option<&'a str>,
}

struct Walk<'a> {
    law: &'a Law,
    declared: Declared<'a>,
    faults: &'a Faults,
    /// Rules already warned about.
    warned: Vec<String>,
}

/// Compares every figure of every rule with those that its provisions declare.
pub(super) fn check(law: &Law, documents: &[Document<'_>], faults: &Faults) {
    let mut walk = Walk { law, declared: Declared::of(law, documents), faults, warned: Vec::new() };
    for kind in crate::kinds::KINDS.iter().filter(|k| !NOT_RULES.contains(k)) {
        for (file, table, _) in tables(documents, kind) {
            let id = text(table, id_key(kind)).unwrap_or_default();
            let days = (day(table, "desde"), day(table, "ate"));
            let place = Place { file, rule: format!("{kind} {id}"), base: Vec::new(), days, reading: None };
            walk.table(table, "", table, &place);
        }
    }
}

impl<'a> Walk<'a> {
    fn table(&mut self, table: &'a DeTable<'a>, key: &str, outer: &'a DeTable<'a>, place: &Place<'a>) {
        let mut place = place.clone();
        if let Some(reading) = text(table, "conforme") {
            let default = self.law.readings.get(reading).map(|r| r.default.as_ref());
            for (answer, value) in table {
                // what an answer that is not the default would make of it stands in the reading's own words
                if default == Some(answer.get_ref().as_ref()) {
                    place.reading = Some(reading);
                    self.value(value, key, outer, &place);
                }
            }
            return;
        }
        if let Some(base) = texts(table, "base") {
            place.base = base;
        }
        self.days_of_year(table, &place);
        for (key, value) in table {
            let key = key.get_ref().as_ref();
            if !NOT_STATED.contains(&key) {
                self.value(value, key, table, &place);
            }
        }
    }

    /// The days of the year between which something is the case. Whole months are told as months or by their first and last days,
    /// as the provision writes them.
    fn days_of_year(&mut self, table: &'a DeTable<'a>, place: &Place<'a>) {
        let listed = table.get("entre_dias").and_then(|v| v.get_ref().as_array()).map(|a| a.iter().collect());
        let ends = listed.or_else(|| Some(vec![table.get("de")?, table.get("ate")?]));
        let Some([from, to]) = ends.as_deref() else { return };
        let read = |v: &Spanned<DeValue<'_>>| {
            let (month, day) = v.get_ref().as_str()?.split_once('-')?;
            Some((month.parse::<i8>().ok()?, day.parse::<i8>().ok()?))
        };
        let (Some((first, begins)), Some((last, ends))) = (read(from), read(to)) else { return };
        let length = Date::new(2001, last, 1).map_or(31, Date::days_in_month);
        let whole = begins == 1 && ends >= length;
        for ((month, day), at) in [((first, begins), from.span()), ((last, ends), to.span())] {
            let named = whole.then(|| Figure::month(month.into()));
            let ways: Vec<Figure> = named.into_iter().chain(Figure::day_of_year(month, day)).collect();
            self.compare(&ways, at, place);
        }
    }

    fn value(
        &mut self,
        value: &'a Spanned<DeValue<'a>>,
        key: &str,
        siblings: &'a DeTable<'a>,
        place: &Place<'a>,
    ) {
        match value.get_ref() {
            DeValue::Table(inner) => self.table(inner, key, siblings, place),
            DeValue::Array(items) => items.iter().for_each(|i| self.value(i, key, siblings, place)),
            leaf => {
                if let Some(figure) = self.figure(leaf, key, siblings) {
                    self.compare(&[figure], value.span(), place);
                }
            }
        }
    }

    /// The figure that a value of a rule is, if it is one. Nought and one of a thing are not figures: they say none and some.
    fn figure(&self, leaf: &DeValue<'_>, key: &str, siblings: &DeTable<'_>) -> Option<Figure> {
        let fact = text(siblings, "fato").and_then(|f| self.law.facts.get(f));
        if let DeValue::String(s) = leaf {
            if let Ok(term) = Term::parse(s) {
                let unit =
                    term.to_string().trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_string();
                return Some(Figure::new(term.amount.into(), vec![unit]));
            }
            if matches!(key, "conta_em" | "cada") {
                let (month, day) = s.split_once('-')?;
                return Figure::day_of_year(month.parse().ok()?, day.parse().ok()?);
            }
        }
        let number = number(leaf).or_else(|| {
            let numeric = NUMERIC.contains(&key) || fact.is_some_and(|f| f.kind == FactType::Decimal);
            leaf.as_str().filter(|_| numeric)?.parse().ok()
        })?;
        let few = number.is_zero() || number == Decimal::ONE;
        let of_fact = fact.and_then(|f| f.unit.clone()).map(|(one, many)| vec![one, many]);
        let timed = |u: &Vec<String>| u.iter().any(|u| matches!(u.as_str(), "anos" | "meses"));
        match key {
            "por_cento" | "quanto" => Some(vec!["%".into()]),
            "dia_util" => Some(vec![NTH_BUSINESS_DAY.into()]),
            // a day of a month is one figure, told at the day
            "do_mes" if siblings.contains_key("dia") => return None,
            "dia" if siblings.contains_key("do_mes") => {
                let month = siblings.get("do_mes").and_then(|m| crate::tree::number(m.get_ref()))?;
                return Figure::day_of_year(month.try_into().ok()?, number.try_into().ok()?);
            }
            "dia" => return Some(Figure::new(number, Vec::new())),
            "mes" | "do_mes" => return Some(Figure::month(number)),
            "maximo_dias" | "dias" | "a_cada" => Some(vec!["dias".into()]),
            "quantidade" | "minimo" | "maximo" => text(siblings, "unidade").map(|u| self.money(u)),
            "fator" | "por_pessoa" if !few => text(siblings, "preco").map(|u| self.money(u)),
            // so many times a fact is told in the units of the fact it is compared with
            "vezes" if fact.is_some() => None,
            "vezes" if !few => Some(vec!["vezes".into()]),
            _ => of_fact.filter(|u| !few || timed(u)),
        }
        .map_or_else(|| (!few).then(|| Figure::new(number, Vec::new())), |u| Some(Figure::new(number, u)))
    }

    /// The unit of a sum; a parameter that is always one is the real itself.
    fn money(&self, unit: &str) -> Vec<String> {
        let real = self.law.parameters.get(unit).is_some_and(|p| {
            !p.values.is_empty() && p.values.iter().all(|v| v.value == law::Value::Decimal(Decimal::ONE))
        });
        vec![if real { "R$".into() } else { unit.to_string() }]
    }

    /// Compares a number, told in any of several ways.
    fn compare(&mut self, ways: &[Figure], span: Range<usize>, place: &Place<'a>) {
        let Some(first) = ways.first() else { return };
        let (stated, silent) = self.declared.on(&place.base, place.days);
        let supplied = self.declared.readings.iter().filter(|(id, _)| {
            place.reading == Some(**id)
                || self
                    .law
                    .readings
                    .get(**id)
                    .is_some_and(|r| r.base.iter().any(|b| place.base.contains(&b.as_ref())))
        });
        if stated
            .iter()
            .map(|(_, f)| *f)
            .chain(supplied.flat_map(|(_, f)| f))
            .any(|f| ways.iter().any(|w| f.agrees(w)))
        {
            return;
        }
        let figure = ways.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ou ");
        let rule = &place.rule;
        let supply = match place.reading {
            Some(reading) => format!("escreva-o em `numeros` da leitura {reading}, se é ela que o supre"),
            None => "escreva-o em `numeros` da leitura sobre o dispositivo, se é ela que o supre".into(),
        };
        // a reading that declares what it supplies is as good as a provision
        let told = !silent || place.reading.is_some_and(|r| self.declared.readings.contains_key(r));
        let d = if told {
            let mut said: Vec<String> = stated.iter().map(|(p, f)| format!("{f} ({p})")).collect();
            said.dedup();
            let said = if said.is_empty() { "nenhum número".into() } else { said.join(", ") };
            let message = format!("{rule} usa um número que os seus dispositivos não trazem");
            let label = format!("encontrei {figure}; a `base` traz {said}");
            let help = format!("confira a lei: corrija a regra ou os `numeros` do dispositivo; {supply}");
            Diagnostic::error("E031", place.file, span, message, label).help(Some(help))
        } else {
            if self.warned.contains(rule) {
                return;
            }
            self.warned.push(rule.clone());
            let message =
                format!("{rule} usa números, e nenhum dispositivo da sua `base` declara os que traz");
            let label = format!("encontrei {figure}");
            let help = format!(
                "confira a lei e escreva `numeros = [\"{first}\"]` no dispositivo, se ele o traz; {supply}"
            );
            Diagnostic::error("A004", place.file, span, message, label).help(Some(help)).warning()
        };
        self.faults.push(d);
    }
}
