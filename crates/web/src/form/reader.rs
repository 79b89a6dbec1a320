//! Reads typed values, noting every one that cannot be what its field asks for.

use std::str::FromStr;

use brasil::date::parse_date;
use jiff::civil::Date;
use law::Fact;
use law::fact::FactType;
use registry::FactValue;
use rust_decimal::Decimal;

use super::Problem;
use crate::entry::Entry;

/// Reads the fields of a form.
pub(crate) struct Reader<'a> {
    entry: &'a Entry,
    pub problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    pub fn new(entry: &'a Entry) -> Self {
        Self { entry, problems: Vec::new() }
    }

    /// Notes a problem of a field.
    pub fn wrong(&mut self, field: &str, text: impl Into<String>) {
        self.problems.push(Problem { field: Some(field.to_string()), text: text.into(), cites: Vec::new() });
    }

    /// A text as typed, without outer spaces.
    pub fn text(&self, name: &str) -> String {
        self.entry.get(name).trim().to_string()
    }

    /// A text that may be left out.
    pub fn some(&self, name: &str) -> Option<String> {
        Some(self.text(name)).filter(|t| !t.is_empty())
    }

    /// A text that must be there.
    pub fn demand(&mut self, name: &str, what: &str) -> String {
        let text = self.text(name);
        if text.is_empty() {
            self.wrong(name, format!("Falta {what}."));
        }
        text
    }

    /// A day that may be left out.
    pub fn some_day(&mut self, name: &str) -> Option<Date> {
        let text = self.some(name)?;
        match day(&text) {
            Ok(day) => Some(day),
            Err(why) => {
                self.wrong(name, why);
                None
            }
        }
    }

    /// A day that must be there.
    pub fn day(&mut self, name: &str, what: &str) -> Option<Date> {
        if self.text(name).is_empty() {
            self.wrong(name, format!("Falta {what}, como dd/mm/aaaa."));
            return None;
        }
        self.some_day(name)
    }

    /// Yes or no; nothing when not answered.
    pub fn yes(&self, name: &str) -> Option<bool> {
        match self.entry.get(name) {
            "sim" => Some(true),
            "nao" => Some(false),
            _ => None,
        }
    }

    /// The value of a fact; nothing when it was left out.
    pub fn fact(&mut self, fact: &Fact) -> Option<FactValue> {
        let name = format!("fato.{}", fact.id);
        let text = self.some(&name)?;
        match value(&text, &fact.kind) {
            Ok(value) => Some(value),
            Err(why) => {
                self.wrong(&name, why);
                None
            }
        }
    }
}

/// Reads a day, as people type it here, as a telephone's keypad lets them (`30112026`), or as a browser sends it.
fn day(text: &str) -> Result<Date, String> {
    let digits = text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit());
    let slashed = digits
        .then(|| [text.get(..2), text.get(2..4), text.get(4..)].map(Option::unwrap_or_default).join("/"));
    let text = slashed.as_deref().unwrap_or(text);
    parse_date(text).or_else(|e| {
        let sent = text.len() == "2026-11-30".len();
        let day = if sent { Date::from_str(text).ok() } else { None };
        day.ok_or_else(|| crate::words::capital(&e.to_string()))
    })
}

/// Reads a value of a type.
pub(crate) fn value(text: &str, kind: &FactType) -> Result<FactValue, String> {
    match kind {
        FactType::Bool => match text {
            "sim" => Ok(FactValue::Bool(true)),
            "nao" => Ok(FactValue::Bool(false)),
            _ => Err("Escolha sim ou não.".into()),
        },
        FactType::Int => {
            let digits: String = text.chars().filter(|c| *c != '.' && *c != ' ').collect();
            digits.parse().map(FactValue::Int).map_err(|_| format!("“{text}” não é um número inteiro."))
        }
        FactType::Decimal => decimal(text)
            .map(FactValue::Decimal)
            .ok_or_else(|| format!("“{text}” não é um número; escreva como 1.234,56.")),
        FactType::Date => day(text).map(FactValue::Date),
        FactType::Enum(symbols) => symbols
            .iter()
            .any(|(id, _)| id.as_ref() == text)
            .then(|| FactValue::Text(text.to_string()))
            .ok_or_else(|| "Escolha uma das opções da lista.".into()),
        FactType::Hour => law::fact::minutes(text)
            .map(FactValue::Int)
            .ok_or_else(|| format!("“{text}” não é uma hora; escreva como 22:30.")),
        FactType::Text => Ok(FactValue::Text(text.to_string())),
    }
}

/// A number as Brazilians write it. A lone dot is refused where it could be either mark.
pub(crate) fn decimal(text: &str) -> Option<Decimal> {
    let text = text.trim().trim_start_matches("R$").trim();
    let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    if !text.strip_prefix('-').unwrap_or(text).chars().all(number) {
        return None;
    }
    if let Some((whole, cents)) = text.split_once(',') {
        let whole: String = whole.chars().filter(|c| *c != '.').collect();
        return Decimal::from_str(&format!("{whole}.{cents}")).ok();
    }
    if text.contains('.') {
        return None;
    }
    Decimal::from_str(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn numbers_are_read_as_they_are_written_here() {
        assert_eq!(decimal("4,80"), Some(Decimal::new(480, 2)));
        assert_eq!(decimal("R$ 1.234,56"), Some(Decimal::new(123_456, 2)));
        assert_eq!(decimal("4.80"), None);
        assert_eq!(decimal("12"), Some(Decimal::from(12)));
        assert_eq!(decimal("-3,5"), Some(Decimal::new(-35, 1)));
        for not in ["1e2", "1E9,5", "NaN", "1_000", "0x10", "--1", "٤"] {
            assert_eq!(decimal(not), None, "{not}");
        }
    }

    #[test]
    fn every_wrong_field_is_noted() {
        let entry = Entry::decode(b"since=31/02/2026&name=&on=2026-11-30&until=2026-11-30T10:00");
        let mut r = Reader::new(&entry);
        assert_eq!(r.day("since", "o dia"), None);
        assert_eq!(r.demand("name", "o nome"), "");
        assert_eq!(r.day("on", "o dia"), Some(date(2026, 11, 30)));
        assert_eq!(r.some_day("until"), None, "um dia não tem hora");
        assert_eq!(day("30112026"), Ok(date(2026, 11, 30)));
        assert!(day("31022026").is_err());
        let fields: Vec<_> = r.problems.iter().filter_map(|p| p.field.clone()).collect();
        assert_eq!(fields, ["since", "name", "until"]);
    }
}
