//! Spanned TOML tables, read key by key: every wrong type, missing key and unknown key is reported where it stands.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use brasil::term::Unit;
use jiff::civil::Date;
use law::{Choice, Id, reading::Reading};
use rust_decimal::Decimal;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Faults, Place, Typed, meant};
#[cfg(test)]
use crate::schema::Saw;

/// A parsed file.
#[derive(Clone, Debug)]
pub(crate) struct Document<'s> {
    pub(crate) file: usize,
    pub(crate) root: Spanned<DeTable<'s>>,
}

impl<'s> Document<'s> {
    pub(crate) fn parse(file: usize, text: &'s str, faults: &Faults) -> Self {
        if let Some(at) = text.find(char::REPLACEMENT_CHARACTER) {
            let span = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
            let label = "há aqui um byte que não é UTF-8: salve o arquivo em UTF-8";
            faults.push(Diagnostic::error("E007", file, span, "o arquivo não está em UTF-8", label));
        }
        let (root, errors) = DeTable::parse_recoverable(text);
        for e in errors {
            let span = e.span().unwrap_or(0..0);
            let label = crate::syntax::in_portuguese(e.message());
            faults.push(Diagnostic::error("E001", file, span, "o arquivo não é TOML válido", label));
        }
        Self { file, root }
    }
}

/// A value in a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'a> {
    pub(crate) file: usize,
    pub(crate) value: &'a Spanned<DeValue<'a>>,
    pub(crate) faults: &'a Faults,
}

/// A table in a file, with the keys that were read.
#[derive(Debug)]
pub(crate) struct Table<'a> {
    file: usize,
    pub(crate) span: Range<usize>,
    entries: &'a DeTable<'a>,
    /// The keys asked for, some of them more than once.
    used: RefCell<Vec<&'static str>>,
    pub(crate) faults: &'a Faults,
}

/// The answers of every reading, for choices.
pub(crate) type Readings = law::Named<Reading>;

impl<'a> Node<'a> {
    pub(crate) fn span(&self) -> Range<usize> {
        self.value.span()
    }

    pub(crate) fn fault(&self, code: &'static str, message: impl Into<String>, label: impl Into<String>) {
        self.fault_with(code, message, label, None);
    }

    pub(crate) fn fault_with(
        &self,
        code: &'static str,
        message: impl Into<String>,
        label: impl Into<String>,
        help: Option<String>,
    ) {
        self.faults.push(Diagnostic::error(code, self.file, self.span(), message, label).help(help));
    }

    pub(crate) fn wrong(&self, expected: &str) {
        let found = kind_of(self.value.get_ref());
        self.fault("E004", "valor do tipo errado", format!("esperava {expected}, encontrei {found}"));
    }

    /// Reports a name that does not exist.
    pub(crate) fn unknown(
        &self,
        code: &'static str,
        what: &str,
        name: &str,
        names: &mut dyn Iterator<Item = &str>,
    ) {
        let near = meant(name, names);
        self.fault_with(code, format!("{what} “{name}” não existe"), "nome não declarado", near);
    }

    pub(crate) fn text(&self) -> Option<&'a str> {
        #[cfg(test)]
        self.faults.saw(self.value, Saw::Text);
        self.string()
    }

    fn string(&self) -> Option<&'a str> {
        let text = self.value.get_ref().as_str();
        if text.is_none() {
            self.wrong("texto");
        }
        text
    }

    pub(crate) fn id(&self) -> Option<Id> {
        let text = self.text()?;
        if text.trim().is_empty() || text.trim() != text {
            self.fault("E019", "nome vazio ou com espaços nas pontas", format!("encontrei “{text}”"));
            return None;
        }
        Some(self.faults.name(text))
    }

    /// Writes down what this value is read as, where somebody wants to know.
    pub(crate) fn read_as(&self, typed: impl FnOnce() -> Typed) {
        self.faults.note(self.file, &self.span(), typed);
    }

    pub(crate) fn boolean(&self) -> Option<bool> {
        #[cfg(test)]
        self.faults.saw(self.value, Saw::Bool);
        self.read_as(|| Typed::Flag);
        let b = self.value.get_ref().as_bool();
        if b.is_none() {
            self.wrong("true ou false");
        }
        b
    }

    pub(crate) fn integer(&self) -> Option<i64> {
        #[cfg(test)]
        self.faults.saw(self.value, Saw::Integer);
        self.read_as(|| Typed::Number);
        let found = self.value.get_ref().as_integer();
        let Some(found) = found else {
            self.wrong("um número inteiro");
            return None;
        };
        let n = i64::from_str_radix(&found.as_str().replace('_', ""), found.radix()).ok();
        if n.is_none() {
            self.fault("E019", "número grande demais", "não cabe");
        }
        n
    }

    /// A number that fits a smaller type.
    pub(crate) fn small<T: TryFrom<i64>>(&self) -> Option<T> {
        let n = self.integer()?;
        let small = T::try_from(n).ok();
        if small.is_none() {
            self.fault("E019", "número fora do que se aceita aqui", format!("encontrei {n}"));
        }
        small
    }

    /// An exact number, as number or as text; the point separates decimals.
    pub(crate) fn decimal(&self) -> Option<Decimal> {
        #[cfg(test)]
        self.faults.saw(self.value, Saw::Number);
        self.read_as(|| Typed::Number);
        let text = match self.value.get_ref() {
            DeValue::Integer(_) => self.integer()?.to_string(),
            DeValue::Float(f) => f.as_str().to_string(),
            DeValue::String(s) => s.to_string(),
            _ => {
                self.wrong("um número, como 40 ou \"3.57\"");
                return None;
            }
        };
        let d = text.replace('_', "").parse::<Decimal>().ok();
        if d.is_none() {
            self.fault(
                "E019",
                "número que não se pode ler",
                format!("encontrei “{text}”; escreva, por exemplo, \"3.57\""),
            );
        }
        d
    }

    pub(crate) fn date(&self) -> Option<Date> {
        #[cfg(test)]
        self.faults.saw(self.value, Saw::Date);
        self.read_as(|| Typed::Date);
        let date = crate::tree::date(self.value.get_ref());
        if date.is_none() {
            self.wrong("uma data, como 2020-07-24, sem aspas");
        }
        date
    }

    /// A day of every year, as `"01-01"`: its month and its day.
    pub(crate) fn month_day(&self) -> Option<(i8, i8)> {
        self.month_day_in(2001)
    }

    /// The same, the 29th of February included.
    pub(crate) fn leap_month_day(&self) -> Option<(i8, i8)> {
        self.month_day_in(2000)
    }

    fn month_day_in(&self, year: i16) -> Option<(i8, i8)> {
        let text = self.text()?;
        let read =
            text.split_once('-').and_then(|(m, d)| Some((m.parse::<i8>().ok()?, d.parse::<i8>().ok()?)));
        let sound = read.filter(|(m, d)| Date::new(year, *m, *d).is_ok());
        if sound.is_none() {
            let label = format!("encontrei “{text}”; escreva mês e dia, como \"07-09\" para 9 de julho");
            self.fault("E019", "dia do ano que não existe", label);
        }
        sound
    }

    pub(crate) fn list(&self) -> Option<Vec<Node<'a>>> {
        #[cfg(test)]
        self.faults.saw(self.value, Saw::List);
        let Some(items) = self.value.get_ref().as_array() else {
            self.wrong("uma lista");
            return None;
        };
        Some(items.iter().map(|value| Node { file: self.file, value, faults: self.faults }).collect())
    }

    /// Whether this is no empty list; tells it when it is.
    pub(crate) fn not_empty(&self) -> bool {
        let empty = self.value.get_ref().as_array().is_some_and(|a| a.is_empty());
        if empty {
            self.fault("E003", "a lista está vazia", "esta lista precisa de ao menos um item");
        }
        !empty
    }

    pub(crate) fn ids(&self) -> Option<Vec<Id>> {
        let items = self.list()?;
        let ids: Vec<Id> = items.iter().filter_map(Node::id).collect();
        (ids.len() == items.len()).then_some(ids)
    }

    pub(crate) fn table(&self) -> Option<Table<'a>> {
        #[cfg(test)]
        self.faults.saw(self.value, Saw::Table);
        let Some(entries) = self.value.get_ref().as_table() else {
            self.wrong("uma tabela");
            return None;
        };
        Some(Table::new(self.file, self.span(), entries, self.faults))
    }

    pub(crate) fn is_table_with(&self, key: &str) -> bool {
        self.value.get_ref().as_table().is_some_and(|t| t.contains_key(key))
    }

    /// A word out of a closed list.
    pub(crate) fn word<T: Copy>(&self, words: &[(&'static str, T)]) -> Option<T> {
        #[cfg(test)]
        self.faults.saw(self.value, Saw::Word(words.iter().map(|(w, _)| *w).collect()));
        let text = self.string()?;
        self.read_as(|| Typed::Word(words.iter().map(|(w, _)| (*w).to_string()).collect()));
        let found = words.iter().find(|(w, _)| *w == text).map(|(_, t)| *t);
        if found.is_none() {
            let all: Vec<&str> = words.iter().map(|(w, _)| *w).collect();
            let near = meant(text, &mut all.iter().copied());
            self.fault_with(
                "E017",
                format!("“{text}” não se aceita aqui"),
                format!("aceito: {}", all.join(", ")),
                near,
            );
        }
        found
    }

    pub(crate) fn term(&self) -> Option<brasil::term::Term> {
        self.read_as(|| Typed::Term);
        let text = self.text()?;
        let business = ["horas úteis", "horas uteis", "hora útil", "hora util"];
        if business.iter().any(|w| text.trim_end().to_lowercase().ends_with(w)) {
            self.fault(
                "E019",
                "horas úteis não são uma unidade",
                "num [[prazo]], escreva a duração em horas e `horas_uteis = true`; noutras regras, dias úteis",
            );
            return None;
        }
        match brasil::term::Term::parse(text) {
            Ok(t) => Some(t),
            Err(e) => {
                self.fault("E019", "duração que não se pode ler", e.to_string());
                None
            }
        }
    }

    /// A term for rules that count whole days, months or years: business days and parts of a day are refused.
    pub(crate) fn calendar_term(&self) -> Option<brasil::term::Term> {
        let term = self.day_term()?;
        if term.unit == Unit::BusinessDay {
            self.fault("E019", "aqui o tempo não se conta em dias úteis", "use dias, meses ou anos");
            return None;
        }
        Some(term)
    }

    /// A term for rules that count whole days, business days too: hours must make whole days.
    pub(crate) fn day_term(&self) -> Option<brasil::term::Term> {
        let term = self.term()?;
        if term.unit == Unit::Hour && term.amount % 24 != 0 {
            self.fault(
                "E019",
                "aqui o tempo se conta em dias inteiros",
                "só um [[prazo]] conta horas; escreva dias, ou horas que façam dias inteiros (24, 48...)",
            );
            return None;
        }
        Some(term)
    }

    /// A value that may hang on a reading: `{ conforme = "CAR-G08", corridos = ..., uteis = ... }`.
    pub(crate) fn choice<T>(
        &self,
        readings: &Readings,
        read: &dyn Fn(&Node<'a>) -> Option<T>,
    ) -> Option<Choice<T>> {
        #[cfg(test)]
        self.faults.saw(self.value, Saw::Choice);
        if !self.is_table_with("conforme") {
            return read(self).map(Choice::Fixed);
        }
        let (reading, options) = self.options(readings)?;
        let mut out = Vec::with_capacity(options.len());
        let count = options.len();
        for (answer, node) in options {
            // what an answer leads to may hang on another reading
            out.push((answer, node.choice(readings, read)?));
        }
        (out.len() == count).then_some(Choice::ByReading { reading, options: out })
    }

    /// Tells of a `conforme` that hangs, inside an answer of a reading, on that reading: the other answers never come to be.
    fn asks_again(&self, reading: &str) -> bool {
        let Some(entries) = self.value.get_ref().as_table() else { return false };
        let mut again = false;
        for (key, value) in entries {
            let inner = Node { file: self.file, value, faults: self.faults };
            let name = value.get_ref().as_table().and_then(|t| t.get("conforme"));
            let Some(name) = name.filter(|_| key.get_ref() != "conforme") else { continue };
            if name.get_ref().as_str() == Some(reading) {
                let message = format!("a leitura {reading} já foi respondida aqui");
                inner.fault("E013", message, "escreva só o que vale nesta resposta");
                again = true;
            } else {
                again |= inner.asks_again(reading);
            }
        }
        again
    }

    /// The answers of a `conforme` table, checked against the closed list of the reading.
    pub(crate) fn options(&self, readings: &Readings) -> Option<(Id, Vec<(Id, Node<'a>)>)> {
        let entries = self.value.get_ref().as_table()?;
        let node = |value| Node { file: self.file, value, faults: self.faults };
        let name_node = node(entries.get("conforme")?);
        let name = name_node.text()?;
        let Some(reading) = readings.get(name) else {
            name_node.unknown("E012", "a leitura", name, &mut readings.keys().map(AsRef::as_ref));
            return None;
        };
        let mut options = Vec::new();
        let mut sound = !self.asks_again(name);
        for (answer, _) in &reading.answers {
            match entries.get(answer.as_ref()) {
                Some(value) => options.push((answer.clone(), node(value))),
                None => {
                    sound = false;
                    self.fault(
                        "E013",
                        format!("falta dizer o que vale quando a leitura {name} é “{answer}”"),
                        "toda resposta da leitura precisa de um valor",
                    );
                }
            }
        }
        for (key, value) in entries {
            let key = key.get_ref().as_ref();
            if key != "conforme" && !reading.answers.iter().any(|(a, _)| a.as_ref() == key) {
                sound = false;
                node(value).unknown(
                    "E013",
                    &format!("na leitura {name}, a resposta"),
                    key,
                    &mut reading.answers.iter().map(|(a, _)| a.as_ref()),
                );
            }
        }
        sound.then(|| (reading.id.clone(), options))
    }
}

impl<'a> Table<'a> {
    pub(crate) fn new(file: usize, span: Range<usize>, entries: &'a DeTable<'a>, faults: &'a Faults) -> Self {
        Self { file, span, entries, used: RefCell::new(Vec::with_capacity(16)), faults }
    }

    pub(crate) fn fault(&self, code: &'static str, message: impl Into<String>, label: impl Into<String>) {
        self.faults.push(Diagnostic::error(code, self.file, self.span.clone(), message, label));
    }

    /// Where the name of this table stands.
    pub(crate) fn name_place(&self) -> Place {
        let name = ["id", "codigo"].iter().find_map(|k| self.entries.get(*k));
        (self.file, name.map_or_else(|| self.span.clone(), Spanned::span))
    }

    pub(crate) fn get(&self, key: &'static str) -> Option<Node<'a>> {
        #[cfg(test)]
        self.faults.saw(self.entries, Saw::Key(key));
        self.used.borrow_mut().push(key);
        self.entries.get(key).map(|value| Node { file: self.file, value, faults: self.faults })
    }

    pub(crate) fn need(&self, key: &'static str) -> Option<Node<'a>> {
        #[cfg(test)]
        self.faults.saw(self.entries, Saw::Needed(key));
        let node = self.some(key);
        if node.is_none() {
            self.fault("E003", format!("falta a chave “{key}”"), format!("esta tabela precisa de “{key}”"));
        }
        node
    }

    /// What is under a key, which holds something when it is there: an empty list would drop the rule in silence. Only as an
    /// answer of a reading may a list be empty, and where a rule has none of what it could have.
    pub(crate) fn some(&self, key: &'static str) -> Option<Node<'a>> {
        let node = self.get(key)?;
        node.not_empty();
        Some(node)
    }

    /// Whether a key that was asked for is there.
    pub(crate) fn has(&self, key: &'static str) -> bool {
        self.entries.contains_key(key)
    }

    /// Whether some key that is there was not asked for so far.
    pub(crate) fn has_unread(&self) -> bool {
        let used = self.used.borrow();
        self.entries.iter().any(|(key, _)| !used.contains(&key.get_ref().as_ref()))
    }

    pub(crate) fn text(&self, key: &'static str) -> Option<String> {
        self.need(key)?.text().map(str::to_string)
    }

    pub(crate) fn id(&self, key: &'static str) -> Option<Id> {
        self.need(key)?.id()
    }

    pub(crate) fn ids(&self, key: &'static str) -> Vec<Id> {
        self.get(key).and_then(|n| n.ids()).unwrap_or_default()
    }

    pub(crate) fn boolean(&self, key: &'static str) -> bool {
        self.get(key).and_then(|n| n.boolean()).unwrap_or(false)
    }

    pub(crate) fn date(&self, key: &'static str) -> Option<Date> {
        #[cfg(test)]
        self.faults.saw(self.entries, Saw::DateKey(key));
        self.get(key)?.date()
    }

    /// The tables of a list under a key.
    pub(crate) fn tables(&self, key: &'static str) -> Vec<Table<'a>> {
        let Some(node) = self.get(key) else { return Vec::new() };
        node.list().unwrap_or_default().iter().filter_map(Node::table).collect()
    }

    /// A choice with a default when the key is not there.
    pub(crate) fn choice_or<T>(
        &self,
        key: &'static str,
        readings: &Readings,
        default: T,
        read: &dyn Fn(&Node<'a>) -> Option<T>,
    ) -> Option<Choice<T>> {
        match self.get(key) {
            None => Some(Choice::Fixed(default)),
            Some(node) => node.choice(readings, read),
        }
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = (&'a str, Node<'a>)> {
        #[cfg(test)]
        self.faults.saw(self.entries, Saw::AnyKey);
        let (file, faults) = (self.file, self.faults);
        self.entries.iter().map(move |(k, value)| (k.get_ref().as_ref(), Node { file, value, faults }))
    }

    /// Reports keys that nobody read.
    pub(crate) fn close(&self) {
        let used = self.used.borrow();
        for (key, _) in self.entries {
            let name = key.get_ref().as_ref();
            if !used.contains(&name) {
                let known: BTreeSet<&str> = used.iter().copied().collect();
                let near = meant(name, &mut known.iter().copied());
                let known: Vec<&str> = known.into_iter().collect();
                let message = format!("a chave “{name}” não existe aqui");
                let label = format!("chaves aceitas: {}", known.join(", "));
                self.faults.push(Diagnostic::error("E002", self.file, key.span(), message, label).help(near));
            }
        }
    }
}

fn kind_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "texto",
        DeValue::Integer(_) => "um número inteiro",
        DeValue::Float(_) => "um número com decimais",
        DeValue::Boolean(_) => "true ou false",
        DeValue::Datetime(_) => "uma data ou hora",
        DeValue::Array(_) => "uma lista",
        DeValue::Table(_) => "uma tabela",
    }
}
