//! Where a rulebook's readings decide something: each `conforme`, with the rule it stands in and what each answer gives.
//!
//! It is found in the text as the author wrote it, so that nothing that hangs on a reading can be forgotten here.

use std::ops::Range;

use indexmap::IndexMap;
use law::Id;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::Source;
use crate::diagnostic::Faults;
use crate::table::Document;
use crate::tree;

/// One place where a reading decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Kind of the rule: `requisito`, `prazo`, `norma`...
    pub kind: String,
    /// Its name or code; empty for the norm, which has none.
    pub rule: String,
    /// The key that hangs on the reading: `quantidade`.
    pub key: String,
    /// Provisions that the rule, or the part of it in question, stands on.
    pub base: Vec<String>,
    /// What each answer gives, as the author wrote it.
    pub values: Vec<(String, String)>,
}

/// The uses of every reading, in the order of the files.
#[must_use]
pub fn uses(sources: &[Source]) -> IndexMap<Id, Vec<Use>> {
    let mut out = IndexMap::new();
    let faults = Faults::default();
    for (file, source) in sources.iter().enumerate() {
        let document = Document::parse(file, &source.text, &faults);
        for (kind, value) in document.root.get_ref() {
            let mut search = Search {
                text: &source.text,
                kind: kind.get_ref(),
                rule: "",
                base: Vec::new(),
                out: &mut out,
            };
            search.value(kind.get_ref(), value);
        }
    }
    out
}

struct Search<'a> {
    text: &'a str,
    kind: &'a str,
    rule: &'a str,
    base: Vec<String>,
    out: &'a mut IndexMap<Id, Vec<Use>>,
}

impl<'a> Search<'a> {
    fn value(&mut self, key: &str, value: &'a Spanned<DeValue<'a>>) {
        match value.get_ref() {
            DeValue::Table(t) => self.table(key, t),
            DeValue::Array(items) => items.iter().for_each(|i| self.value(key, i)),
            _ => {}
        }
    }

    fn table(&mut self, key: &str, table: &'a DeTable<'a>) {
        let (outer_rule, outer_base) = (self.rule, self.base.clone());
        let name = |key: &str| table.get(key).and_then(|v| v.get_ref().as_str());
        if self.rule.is_empty() {
            self.rule = name("id").or_else(|| name("codigo")).unwrap_or_default();
        }
        if let Some(base) = tree::texts(table, "base") {
            self.base = base.into_iter().map(str::to_string).collect();
        }
        if let Some(reading) = name("conforme") {
            let values = table
                .iter()
                .filter(|(k, _)| k.get_ref() != "conforme")
                .map(|(k, v)| (k.get_ref().to_string(), self.written(v.span())))
                .collect();
            let place = Use {
                kind: self.kind.to_string(),
                rule: self.rule.to_string(),
                key: key.to_string(),
                base: self.base.clone(),
                values,
            };
            self.out.entry(reading.into()).or_default().push(place);
        }
        for (inner, value) in table {
            // inside an answer the key is still the one that hangs on the reading
            let key = if name("conforme").is_some() { key } else { inner.get_ref() };
            self.value(key, value);
        }
        self.rule = outer_rule;
        self.base = outer_base;
    }

    fn written(&self, span: Range<usize>) -> String {
        self.text.get(span).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_use_is_told_with_its_rule_its_provision_and_what_each_answer_gives() {
        let text = r#"
[[prazo]]
id = "defesa"
base = ["art32"]
quantidade = { conforme = "X-1", curto = "10 dias", longo = "15  dias" }

[[processo]]
id = "sancao"
base = ["art30"]
[[processo.etapa]]
id = "recurso"
base = ["art33"]
quando = { todas = [{ conforme = "X-1", curto = { todas = [] }, longo = { nao = { todas = [] } } }] }
"#;
        let found = uses(&[Source { name: "x.toml".into(), text: text.into() }]);
        let places = &found["X-1"];
        assert_eq!(places.len(), 2);
        assert_eq!((places[0].kind.as_str(), places[0].rule.as_str()), ("prazo", "defesa"));
        assert_eq!(places[0].key, "quantidade");
        assert_eq!(places[0].values[1], ("longo".to_string(), "\"15 dias\"".to_string()));
        assert_eq!((places[1].rule.as_str(), places[1].base[0].as_str()), ("sancao", "art33"));
        assert_eq!(places[1].key, "todas");
    }
}
