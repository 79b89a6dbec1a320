//! A plain look at the tables of a rulebook, for checks that read across kinds and need no decoder.

use std::ops::Range;

use jiff::civil::Date;
use rust_decimal::Decimal;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::table::Document;

/// A value with its place.
pub(crate) type Value<'a> = Spanned<DeValue<'a>>;

/// Every table of a kind, with its file and its place.
pub(crate) fn tables<'a>(
    documents: &'a [Document<'a>],
    kind: &str,
) -> impl Iterator<Item = (usize, &'a DeTable<'a>, Range<usize>)> {
    documents.iter().filter_map(move |d| Some((d.file, d.root.get_ref().get(kind)?))).flat_map(|(file, v)| {
        let items: Vec<&Value<'_>> = match v.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            _ => vec![v],
        };
        items.into_iter().filter_map(move |i| Some((file, i.get_ref().as_table()?, i.span())))
    })
}

/// The text under a key.
pub(crate) fn text<'t>(table: &'t DeTable<'_>, key: &str) -> Option<&'t str> {
    table.get(key)?.get_ref().as_str()
}

/// The texts of a list under a key.
pub(crate) fn texts<'t>(table: &'t DeTable<'_>, key: &str) -> Option<Vec<&'t str>> {
    Some(table.get(key)?.get_ref().as_array()?.iter().filter_map(|v| v.get_ref().as_str()).collect())
}

/// A civil date.
pub(crate) fn date(value: &DeValue<'_>) -> Option<Date> {
    let d = value.as_datetime()?;
    let day = d.date.filter(|_| d.time.is_none() && d.offset.is_none())?;
    Date::new(i16::try_from(day.year).ok()?, i8::try_from(day.month).ok()?, i8::try_from(day.day).ok()?).ok()
}

/// A number that is written as one.
pub(crate) fn number(value: &DeValue<'_>) -> Option<Decimal> {
    match value {
        DeValue::Integer(i) => {
            i64::from_str_radix(&i.as_str().replace('_', ""), i.radix()).ok().map(Decimal::from)
        }
        DeValue::Float(f) => f.as_str().replace('_', "").parse().ok(),
        _ => None,
    }
}

/// The values at the end of a path of keys, through lists and through the answers of a reading.
pub(crate) fn under<'a>(table: &'a DeTable<'a>, path: &[&str]) -> Vec<&'a Value<'a>> {
    let Some((key, rest)) = path.split_first() else { return Vec::new() };
    let found = table.get(*key).map(leaves).unwrap_or_default();
    if rest.is_empty() {
        return found;
    }
    found.into_iter().filter_map(|v| v.get_ref().as_table()).flat_map(|t| under(t, rest)).collect()
}

/// A value, or those of its list, or those of the answers that it hangs on.
pub(crate) fn leaves<'a>(value: &'a Value<'a>) -> Vec<&'a Value<'a>> {
    match value.get_ref() {
        DeValue::Array(items) => items.iter().flat_map(leaves).collect(),
        DeValue::Table(t) if t.contains_key("conforme") => {
            t.iter().filter(|(k, _)| k.get_ref() != "conforme").flat_map(|(_, v)| leaves(v)).collect()
        }
        _ => vec![value],
    }
}

/// Calls a function on every table inside a value, itself included.
pub(crate) fn each_table<'a>(value: &'a Value<'a>, see: &mut dyn FnMut(&'a DeTable<'a>)) {
    match value.get_ref() {
        DeValue::Array(items) => items.iter().for_each(|i| each_table(i, see)),
        DeValue::Table(t) => {
            see(t);
            t.iter().for_each(|(_, v)| each_table(v, see));
        }
        _ => {}
    }
}
