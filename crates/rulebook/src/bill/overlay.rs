//! Lays the tables of a bill over those of a rulebook, before anything is decoded: the decoders see one rulebook.
//!
//! What comes from the bill keeps its place in the bill's file; what a changed rule keeps of the old one takes the place of
//! the bill's table. So a fault of the result always points into the bill.

use std::ops::Range;

use jiff::ToSpan;
use jiff::civil::Date;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};
use toml::value::Datetime;

use super::{Change, Does};
use crate::diagnostic::{Faults, meant};
use crate::kinds::KINDS;
use crate::table::{Document, Node};
use crate::tree;

/// Kinds of rule whose own dates change their answers; the others end with a provision only.
const DATED: [&str; 18] = [
    "requisito",
    "infracao",
    "reincidencia",
    "correcao",
    "escalada",
    "medida",
    "cobranca",
    "entrega",
    "trava",
    "taxa",
    "limite",
    "fila",
    "ponto",
    "auto",
    "calendario",
    "transferencia",
    "pontuacao",
    "pagamento",
];

/// Kinds whose tables have no name: each is one more.
const UNNAMED: [&str; 5] = ["decisao", "suspensao", "feriado", "dia", "alteracao"];

/// How a bill is laid over a rulebook.
pub(super) struct Overlay<'f> {
    pub(super) name: &'f str,
    pub(super) since: Date,
    /// First day of the norm.
    pub(super) force: Date,
    pub(super) faults: &'f Faults,
}

impl Overlay<'_> {
    /// The documents of the rulebook without what the bill changes, and the bill with it.
    pub(super) fn lay<'a>(
        &self,
        mut documents: Vec<Document<'a>>,
        bill: &Document<'a>,
    ) -> (Vec<Document<'a>>, Vec<Change>) {
        let mut changes = Vec::new();
        let mut root = DeTable::new();
        for (key, value) in bill.root.get_ref() {
            let kind = key.get_ref().as_ref();
            let node = Node { file: bill.file, value, faults: self.faults };
            if kind == "projeto" {
                continue;
            }
            if kind == "norma" {
                let what = "escreva dispositivos, regras, decisões e suspensões";
                node.fault("E040", "um projeto não muda a [norma]", what);
                continue;
            }
            let items = value.get_ref().as_array().filter(|_| KINDS.contains(&kind));
            let Some(items) = items else {
                // a kind that does not exist, or a table where a list stands: the decoders say so
                root.insert(key.clone(), value.clone());
                continue;
            };
            let mut laid = DeArray::new();
            for item in items {
                let Some(table) = item.get_ref().as_table() else {
                    laid.push(item.clone());
                    continue;
                };
                let one = One { overlay: self, file: bill.file, kind, item, span: item.span() };
                one.lay(table, &mut documents, &mut laid, &mut changes);
            }
            root.insert(key.clone(), Spanned::new(value.span(), DeValue::Array(laid)));
        }
        documents.push(Document { file: bill.file, root: Spanned::new(bill.root.span(), root) });
        (documents, changes)
    }

    fn eve(&self) -> Date {
        self.since.checked_sub(1.day()).unwrap_or(self.since)
    }
}

/// One table of a bill.
struct One<'o, 'a> {
    overlay: &'o Overlay<'o>,
    file: usize,
    kind: &'o str,
    item: &'o Spanned<DeValue<'a>>,
    span: Range<usize>,
}

impl<'a> One<'_, 'a> {
    fn fault(
        &self,
        code: &'static str,
        message: impl Into<String>,
        label: impl Into<String>,
        help: Option<String>,
    ) {
        let node = Node { file: self.file, value: self.item, faults: self.overlay.faults };
        node.fault_with(code, message, label, help);
    }

    fn lay(
        &self,
        own: &DeTable<'a>,
        documents: &mut [Document<'a>],
        laid: &mut DeArray<'a>,
        changes: &mut Vec<Change>,
    ) {
        if UNNAMED.contains(&self.kind) {
            let (table, id) = self.dated(own);
            changes.push(Change { kind: self.kind.into(), id, does: Does::Adds });
            laid.push(self.spanned(DeValue::Table(table)));
            return;
        }
        let id_key = if self.kind == "infracao" { "codigo" } else { "id" };
        let Some(id) = own.get(id_key).and_then(|v| v.get_ref().as_str()) else {
            laid.push(self.item.clone());
            return;
        };
        let revokes = self.revokes(own, id_key);
        let old = take(documents, self.kind, id_key, id);
        let does = match (&old, revokes) {
            (None, true) => {
                let mut names = names(documents, self.kind, id_key).into_iter();
                let near = meant(id, &mut names);
                let label = "não há o que revogar";
                self.fault("E041", format!("{} “{id}” não existe neste livro", self.kind), label, near);
                return;
            }
            (Some(_), true) => Does::Revokes,
            (None, false) => Does::Adds,
            (Some(_), false) => {
                let keys = own.keys().map(|k| k.get_ref().to_string());
                Does::Changes(keys.filter(|k| k != id_key).collect())
            }
        };
        changes.push(Change { kind: self.kind.into(), id: id.into(), does });
        if self.kind == "dispositivo" {
            if revokes {
                self.revoke_inner(id, documents, laid);
            }
            laid.push(self.spanned(DeValue::Table(self.provision(old, own, revokes))));
            return;
        }
        let table = match old {
            None => self.new_rule(own),
            Some(old) => self.changed(old, own, revokes),
        };
        laid.push(self.spanned(DeValue::Table(table)));
    }

    /// Whether the table only ends its rule. What else it says would be dropped in silence.
    fn revokes(&self, own: &DeTable<'a>, id_key: &str) -> bool {
        let Some(value) = own.get("revoga") else { return false };
        if value.get_ref().as_bool() != Some(true) {
            let node = Node { file: self.file, value, faults: self.overlay.faults };
            node.fault("E017", "`revoga` só aceita true", "sem a chave, nada se revoga");
            return false;
        }
        for (key, value) in own.iter().filter(|(k, _)| ![id_key, "revoga"].contains(&k.get_ref().as_ref())) {
            let node = Node { file: self.file, value, faults: self.overlay.faults };
            let message = format!("a regra se revoga e “{}” se perderia", key.get_ref());
            node.fault("E040", message, "ou se revoga a regra, ou se muda: escolha um");
        }
        true
    }

    /// A ruling, a court's order, a holiday: since the bill's date, unless it says a later one.
    fn dated(&self, own: &DeTable<'a>) -> (DeTable<'a>, String) {
        let mut table = own.clone();
        let about = ["leitura", "dispositivo", "nome"];
        let about =
            about.iter().find_map(|k| own.get(*k)?.get_ref().as_str()).unwrap_or_default().to_string();
        let key = match self.kind {
            "dia" => "data",
            "feriado" => return (table, about),
            _ => "desde",
        };
        if own.contains_key(key) {
            self.not_before(own, key);
        } else if key == "desde" {
            self.set(&mut table, key, date(self.overlay.since));
        }
        if self.kind == "decisao" && !own.contains_key("ato") {
            self.set(&mut table, "ato", text(self.overlay.name));
        }
        (table, about)
    }

    /// A date that the bill writes itself may not reach back behind it.
    fn not_before(&self, own: &DeTable<'a>, key: &str) {
        let Some(value) = own.get(key) else { return };
        if let Some(day) = tree::date(value.get_ref())
            && day < self.overlay.since
        {
            let node = Node { file: self.file, value, faults: self.overlay.faults };
            let label = format!("o projeto vale desde {}", law::value::date_pt(self.overlay.since));
            node.fault("E042", "antes da vigência do projeto nada muda", label);
        }
    }

    fn new_rule(&self, own: &DeTable<'a>) -> DeTable<'a> {
        let mut table = own.clone();
        if own.contains_key("desde") {
            self.not_before(own, "desde");
        } else if DATED.contains(&self.kind) {
            self.set(&mut table, "desde", date(self.overlay.since));
        }
        if self.kind == "parametro" {
            self.values(own, None, &mut table);
        }
        table
    }

    fn changed(&self, old: DeTable<'a>, own: &DeTable<'a>, revokes: bool) -> DeTable<'a> {
        if self.kind == "leitura" {
            let help = Some("para outra resposta, escreva [[decisao]]".into());
            self.fault("E040", "esta leitura já existe no livro", "um projeto não muda a dúvida", help);
        }
        let mut table = DeTable::new();
        for (key, value) in old {
            table.insert(Spanned::new(self.span.clone(), key.into_inner()), respan(&value, &self.span));
        }
        if revokes {
            if !DATED.contains(&self.kind) {
                let help = Some("revogue o dispositivo em que a regra se apoia".into());
                self.fault(
                    "E041",
                    format!("{} não se revoga sozinho", self.kind),
                    "este tipo não tem fim",
                    help,
                );
            }
            let eve = self.overlay.eve();
            if table.get("desde").and_then(|v| tree::date(v.get_ref())).is_some_and(|d| d > eve) {
                table.remove("desde");
            }
            self.set(&mut table, "ate", date(eve));
            return table;
        }
        if let Some(value) = own.get("retira") {
            let node = Node { file: self.file, value, faults: self.overlay.faults };
            for key in node.ids().unwrap_or_default() {
                if own.contains_key(key.as_ref()) {
                    node.fault("E040", format!("“{key}” se retira e se escreve"), "esta chave fica na regra");
                } else if table.remove(key.as_ref()).is_none() {
                    node.fault("E040", format!("a regra não tem a chave “{key}”"), "não há o que retirar");
                }
            }
        }
        for (key, value) in own.iter().filter(|(k, _)| !["retira", "revoga"].contains(&k.get_ref().as_ref()))
        {
            match key.get_ref().as_ref() {
                "desde" => {
                    let node = Node { file: self.file, value, faults: self.overlay.faults };
                    let label = "a mudança vale desde a `vigencia` de [projeto]";
                    node.fault("E040", "a regra mudada não leva `desde`", label);
                }
                "valores" if self.kind == "parametro" => {}
                name => {
                    table.remove(name);
                    table.insert(key.clone(), value.clone());
                }
            }
        }
        if self.kind == "parametro" {
            let before = table.remove("valores");
            self.values(own, before, &mut table);
        }
        table
    }

    /// The values of a parameter: the old ones up to the eve of the first new one, then the new ones.
    fn values(&self, own: &DeTable<'a>, old: Option<Spanned<DeValue<'a>>>, table: &mut DeTable<'a>) {
        let mut fresh = Vec::new();
        let items = own.get("valores").and_then(|v| v.get_ref().as_array());
        for item in items.into_iter().flat_map(|a| a.iter()) {
            let mut item = item.clone();
            if let DeValue::Table(t) = item.get_mut() {
                self.not_before(t, "desde");
                if !t.contains_key("desde") {
                    self.set(t, "desde", date(self.overlay.since));
                }
                if !t.contains_key("fonte") {
                    self.set(t, "fonte", text(self.overlay.name));
                }
            }
            fresh.push(item);
        }
        let first =
            fresh.iter().filter_map(|i| tree::date(i.get_ref().as_table()?.get("desde")?.get_ref())).min();
        let mut all = DeArray::new();
        let old = old.map(Spanned::into_inner);
        if let Some(DeValue::Array(items)) = old {
            for item in items {
                let begins = item.get_ref().as_table().and_then(|t| t.get("desde"));
                let begins = begins.and_then(|v| tree::date(v.get_ref()));
                if begins.zip(first).is_none_or(|(begins, first)| begins < first) {
                    all.push(item);
                }
            }
            if let (Some(first), Some(DeValue::Table(last))) = (first, all.last_mut().map(Spanned::get_mut)) {
                self.close(last, "ate", first);
            }
        }
        fresh.into_iter().for_each(|i| all.push(i));
        if !all.is_empty() {
            self.set(table, "valores", DeValue::Array(all));
        }
    }

    /// Ends a dated table on the eve of a day, when it would go on.
    fn close(&self, table: &mut DeTable<'a>, key: &str, day: Date) {
        let Ok(eve) = day.checked_sub(1.day()) else { return };
        if table.get(key).and_then(|v| tree::date(v.get_ref())).is_none_or(|u| u > eve) {
            table.remove("revogado_por");
            self.set(table, key, date(eve));
        }
    }

    /// A provision with one wording more, or with its last one ended.
    fn provision(&self, old: Option<DeTable<'a>>, own: &DeTable<'a>, revokes: bool) -> DeTable<'a> {
        if let Some(value) = own.get("redacao") {
            let node = Node { file: self.file, value, faults: self.overlay.faults };
            let label = "a redação nova vale desde a `vigencia` de [projeto]";
            node.fault("E040", "num projeto o dispositivo não leva `redacao`", label);
        }
        let mut wordings = DeArray::new();
        let mut table = DeTable::new();
        if let Some(mut old) = old {
            let written = old.remove("redacao").map(Spanned::into_inner);
            let written = match written {
                Some(DeValue::Array(items)) => items,
                _ => DeArray::from_iter([self.spanned(DeValue::Table(DeTable::new()))]),
            };
            for w in written {
                let w = respan(&w, &self.span);
                let DeValue::Table(t) = w.get_ref() else { continue };
                let begins =
                    t.get("desde").and_then(|v| tree::date(v.get_ref())).unwrap_or(self.overlay.force);
                if begins < self.overlay.since {
                    wordings.push(w);
                }
            }
            // earlier ones end where the next begins
            if let Some(DeValue::Table(last)) = wordings.last_mut().map(Spanned::get_mut) {
                self.close(last, "ate", self.overlay.since);
            }
            for (key, value) in old {
                table.insert(Spanned::new(self.span.clone(), key.into_inner()), respan(&value, &self.span));
            }
        }
        let entry = |this: &Self, keys: [(&str, DeValue<'a>); 2]| {
            let mut t = DeTable::new();
            keys.into_iter().for_each(|(k, v)| this.set(&mut t, k, v));
            t
        };
        if revokes {
            let by = text(self.overlay.name);
            match wordings.last_mut().map(Spanned::get_mut) {
                Some(DeValue::Table(last)) => self.set(last, "revogado_por", by),
                _ => {
                    let eve = self.overlay.eve();
                    let mut t = entry(self, [("desde", date(eve)), ("ate", date(eve))]);
                    self.set(&mut t, "revogado_por", by);
                    wordings.push(self.spanned(DeValue::Table(t)));
                }
            }
        } else {
            let t = entry(self, [("desde", date(self.overlay.since)), ("por", text(self.overlay.name))]);
            wordings.push(self.spanned(DeValue::Table(t)));
            for (key, value) in own {
                table.remove(key.get_ref().as_ref());
                table.insert(key.clone(), value.clone());
            }
        }
        table.remove("revoga");
        self.set(&mut table, "redacao", DeValue::Array(wordings));
        table
    }

    /// The paragraphs and items of a revoked article go with it.
    fn revoke_inner(&self, id: &str, documents: &mut [Document<'a>], laid: &mut DeArray<'a>) {
        let under = format!("{id}.");
        let inner: Vec<String> = names(documents, "dispositivo", "id")
            .iter()
            .filter(|n| n.starts_with(&under))
            .map(|n| (*n).into())
            .collect();
        for name in inner {
            if let Some(old) = take(documents, "dispositivo", "id", &name) {
                laid.push(self.spanned(DeValue::Table(self.provision(Some(old), &DeTable::new(), true))));
            }
        }
    }

    fn spanned(&self, value: DeValue<'a>) -> Spanned<DeValue<'a>> {
        Spanned::new(self.span.clone(), value)
    }

    fn set(&self, table: &mut DeTable<'a>, key: &str, value: DeValue<'a>) {
        table.remove(key);
        table.insert(Spanned::new(self.span.clone(), key.to_string().into()), self.spanned(value));
    }
}

fn respan<'a>(value: &Spanned<DeValue<'a>>, span: &Range<usize>) -> Spanned<DeValue<'a>> {
    let inner = match value.get_ref() {
        DeValue::Array(items) => DeValue::Array(items.iter().map(|i| respan(i, span)).collect()),
        DeValue::Table(t) => {
            let mut out = DeTable::new();
            for (k, v) in t {
                out.insert(Spanned::new(span.clone(), k.get_ref().clone()), respan(v, span));
            }
            DeValue::Table(out)
        }
        plain => plain.clone(),
    };
    Spanned::new(span.clone(), inner)
}

/// Takes a rule out of the files.
fn take<'a>(documents: &mut [Document<'a>], kind: &str, id_key: &str, id: &str) -> Option<DeTable<'a>> {
    for d in documents {
        let Some(DeValue::Array(items)) = d.root.get_mut().get_mut(kind).map(Spanned::get_mut) else {
            continue;
        };
        let named = |v: &Spanned<DeValue<'_>>| {
            let table = v.get_ref().as_table();
            table.and_then(|t| t.get(id_key)).and_then(|v| v.get_ref().as_str()) == Some(id)
        };
        let Some(at) = items.iter().position(named) else { continue };
        let mut found = None;
        let mut rest = DeArray::new();
        for (i, item) in std::mem::replace(items, DeArray::new()).into_iter().enumerate() {
            if i == at { found = Some(item.into_inner()) } else { rest.push(item) }
        }
        *items = rest;
        if let Some(DeValue::Table(t)) = found {
            return Some(t);
        }
    }
    None
}

fn names<'d>(documents: &'d [Document<'_>], kind: &str, id_key: &str) -> Vec<&'d str> {
    let lists = documents.iter().filter_map(|d| d.root.get_ref().get(kind)?.get_ref().as_array());
    let tables = lists.flat_map(|a| a.iter()).filter_map(|i| i.get_ref().as_table());
    tables.filter_map(|t| t.get(id_key)?.get_ref().as_str()).collect()
}

fn text<'a>(text: &str) -> DeValue<'a> {
    DeValue::String(text.to_string().into())
}

/// A date as TOML holds it.
fn date<'a>(day: Date) -> DeValue<'a> {
    let part = |n: i8| u8::try_from(n).unwrap_or(1);
    let date = toml::value::Date {
        year: u16::try_from(day.year()).unwrap_or(1),
        month: part(day.month()),
        day: part(day.day()),
    };
    DeValue::Datetime(Datetime { date: Some(date), time: None, offset: None })
}
