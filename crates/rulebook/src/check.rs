//! Checks that cross the rulebook: every name used exists, every provision is covered, every gap that has an effect is used.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::hash::BuildHasher;
use std::ops::Range;

use brasil::term::Unit;
use indexmap::IndexMap;
use law::transition::CountsFrom;
use law::{Id, Law};
use rustc_hash::{FxHashMap, FxHashSet};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Faults, Severity, meant};
use crate::kinds::KINDS;
use crate::table::Document;
use crate::tree::{tables, text};

mod conditions;
mod cycles;
mod fact_types;
mod figures;
pub(crate) mod sense;
mod unused;
mod vocabulary;

pub(crate) fn check(law: &Law, documents: &[Document<'_>], faults: &Faults) {
    let c = Checker { law, documents, faults, places: OnceCell::new() };
    c.bases();
    c.names();
    c.chained_names();
    c.coverage();
    c.lengths();
    conditions::check(&c);
    fact_types::check(&c);
    unused::check(&c);
    cycles::check(&c);
    vocabulary::check(law, documents, faults);
    figures::check(law, documents, faults);
}

struct Checker<'a> {
    law: &'a Law,
    documents: &'a [Document<'a>],
    faults: &'a Faults,
    /// Where each rule stands, by its kind and name; found once, however many faults there are.
    places: OnceCell<FxHashMap<(&'a str, &'a str), Rule<'a>>>,
}

/// A rule as it is written: its file, its table and where that stands.
type Rule<'a> = (usize, &'a DeTable<'a>, Range<usize>);

fn id_key(kind: &str) -> &'static str {
    match kind {
        "infracao" => "codigo",
        _ => "id",
    }
}

impl Checker<'_> {
    fn report(
        &self,
        severity: Severity,
        code: &'static str,
        kind: &str,
        id: &str,
        word: &str,
        parts: (String, String, Option<String>),
    ) {
        let (file, span) = self.place(kind, id, word);
        let (message, label, help) = parts;
        let d = Diagnostic::error(code, file, span, message, label).help(help);
        self.faults.push(Diagnostic { severity, ..d });
    }

    /// Where a word stands in the table of a rule; the whole rule when it is not there as such.
    fn place(&self, kind: &str, id: &str, word: &str) -> (usize, Range<usize>) {
        let places = self.places.get_or_init(|| {
            let mut places = FxHashMap::default();
            for kind in KINDS {
                for rule in tables(self.documents, kind) {
                    if let Some(id) = text(rule.1, id_key(kind)) {
                        places.entry((kind, id)).or_insert(rule);
                    }
                }
            }
            places
        });
        places.get(&(kind, id)).map_or((0, 0..0), |(file, t, whole)| {
            (*file, find_in_table(t, word).unwrap_or_else(|| whole.clone()))
        })
    }

    fn missing(
        &self,
        kind: &str,
        id: &str,
        code: &'static str,
        what: &str,
        name: &str,
        names: &mut dyn Iterator<Item = &str>,
    ) {
        let near = meant(name, names);
        let parts = (format!("{what} “{name}” não existe"), format!("citado em {kind} {id}"), near);
        self.report(Severity::Error, code, kind, id, name, parts);
    }

    fn expect<T, S: BuildHasher>(
        &self,
        kind: &str,
        id: &str,
        what: &str,
        name: &str,
        table: &IndexMap<Id, T, S>,
    ) {
        if !table.contains_key(name) {
            self.missing(kind, id, "E018", what, name, &mut table.keys().map(AsRef::as_ref));
        }
    }

    fn bases(&self) {
        let law = self.law;
        let provision = |kind: &str, id: &str, base: &[Id]| {
            for b in base.iter().filter(|b| !law.provisions.contains_key(*b)) {
                self.missing(
                    kind,
                    id,
                    "E010",
                    "o dispositivo",
                    b,
                    &mut law.provisions.keys().map(AsRef::as_ref),
                );
            }
        };
        law.each_rule(&mut |kind, id, base| provision(kind, id, base));
        law.readings.values().for_each(|r| provision("leitura", &r.id, &r.base));
    }

    fn names(&self) {
        let law = self.law;
        for f in law.facts.values() {
            if let Some(d) = &f.document {
                self.expect("fato", &f.id, "o documento", d, &law.documents);
            }
            for from in f.derived.iter().flat_map(law::fact::Derived::bases) {
                self.expect("fato", &f.id, "o fato", from, &law.facts);
            }
        }
        for d in law.documents.values() {
            d.facts
                .iter()
                .chain(&d.expiry)
                .for_each(|f| self.expect("documento", &d.id, "o fato", f, &law.facts));
        }
        for r in law.requirements.values() {
            r.document.iter().for_each(|d| self.expect("requisito", &r.id, "o documento", d, &law.documents));
        }
        let subjects: BTreeSet<&str> = law.requirements.values().map(|r| r.subject.as_ref()).collect();
        for t in law.titles.values() {
            for s in t.demands.iter().filter(|s| !subjects.contains(s.as_ref())) {
                self.missing("titulo", &t.id, "E018", "o sujeito", s, &mut subjects.iter().copied());
            }
            t.needs_link.iter().for_each(|f| self.expect("titulo", &t.id, "o fato", f, &law.facts));
        }
        for c in law.classes.values() {
            for amount in c.fine.all().into_iter().flatten() {
                self.expect("classe", &c.id, "o parâmetro", &amount.unit, &law.parameters);
            }
            c.bounds.units().for_each(|u| self.expect("classe", &c.id, "o parâmetro", u, &law.parameters));
            for b in c.bands.all().into_iter().flatten() {
                self.expect("classe", &c.id, "o fato", &b.by, &law.facts);
            }
        }
        for o in law.offences.values() {
            for class in o.class.all() {
                self.expect("infracao", &o.code, "a classe", class, &law.classes);
            }
            o.measures.iter().for_each(|m| self.expect("infracao", &o.code, "a medida", m, &law.measures));
        }
        for r in law.recidivism.values() {
            for class in r.classes.all().into_iter().flatten() {
                self.expect("reincidencia", &r.id, "a classe", class, &law.classes);
            }
            r.measures.iter().for_each(|m| self.expect("reincidencia", &r.id, "a medida", m, &law.measures));
        }
        for c in law.concurrences.values() {
            c.prevails
                .iter()
                .chain(&c.yields)
                .for_each(|o| self.expect("concurso", &c.id, "a infração", o, &law.offences));
        }
        for l in law.levies.values() {
            self.expect("taxa", &l.id, "o parâmetro", &l.price, &law.parameters);
        }
        for r in law.recidivism.values() {
            for s in r.same.all() {
                if let law::offence::Same::Among(codes) = s {
                    codes
                        .iter()
                        .for_each(|o| self.expect("reincidencia", &r.id, "a infração", o, &law.offences));
                }
            }
        }
        for t in law.titles.values() {
            for v in t.validity.all() {
                v.each_day(&mut |f| self.expect("titulo", &t.id, "o fato", f, &law.facts));
            }
        }
        for f in law.filings.values() {
            for due in f.due.all() {
                match due {
                    law::filing::DueRule::With(other) => {
                        self.expect("entrega", &f.id, "a entrega", other, &law.filings);
                    }
                    law::filing::DueRule::Deadline(d) => {
                        self.expect("entrega", &f.id, "o prazo", d, &law.deadlines);
                    }
                    _ => {}
                }
            }
            for late in f.late_offence.iter().flat_map(law::Choice::all) {
                self.expect("entrega", &f.id, "a infração", late, &law.offences);
            }
        }
        for f in law.filings.values() {
            f.content.iter().for_each(|c| self.expect("entrega", &f.id, "o conteúdo", c, &law.contents));
            f.offence.iter().for_each(|o| self.expect("entrega", &f.id, "a infração", o, &law.offences));
        }
        for c in law.contents.values() {
            c.offence.iter().for_each(|o| self.expect("conteudo", &c.id, "a infração", o, &law.offences));
        }
        for c in law.charges.values() {
            let bounds = c.bounds.units().chain(c.parts.iter().flat_map(|p| p.bounds.units()));
            for p in c.parts.iter().flat_map(|p| p.price.parameters()).chain(bounds) {
                self.expect("cobranca", &c.id, "o parâmetro", p, &law.parameters);
            }
        }
        self.frame_names();
        for p in law.processes.values() {
            for s in &p.stages {
                for d in s.deadline.all().into_iter().flatten() {
                    self.expect("processo", &p.id, "o prazo", d, &law.deadlines);
                }
            }
        }
    }

    /// Names in limits, queues, stands, notices, the lives of titles, and what runs from landmarks.
    fn frame_names(&self) {
        let law = self.law;
        for c in law.charges.values() {
            for pay in c.deadline.all() {
                if let law::charge::PayBy::Deadline(d) = pay {
                    self.expect("cobranca", &c.id, "o prazo", d, &law.deadlines);
                }
            }
            for (i, p) in c.parts.iter().enumerate() {
                let before: Vec<&str> = c.parts.iter().take(i).map(|p| p.id.as_ref()).collect();
                if let law::tariff::Pricing::Percent { of, .. } = &p.price {
                    for o in of.iter().filter(|o| !before.contains(&o.as_ref())) {
                        self.missing(
                            "cobranca",
                            &c.id,
                            "E018",
                            "antes desta, a parcela",
                            o,
                            &mut before.iter().copied(),
                        );
                    }
                }
            }
        }
        for d in law.deadlines.values() {
            if let Some((first, _)) = &d.chained {
                self.expect("prazo", &d.id, "o prazo", first, &law.deadlines);
            }
            for l in d.landmark.iter().flat_map(law::Choice::all) {
                self.expect("prazo", &d.id, "o marco", l, &law.norm.landmarks);
            }
        }
        for l in law.limits.values() {
            for c in l.ceiling.all() {
                c.each_source(&mut |of, _| match of {
                    law::limit::Source::Parameter(p) => {
                        self.expect("limite", &l.id, "o parâmetro", p, &law.parameters);
                    }
                    law::limit::Source::Limit(o) => self.expect("limite", &l.id, "o limite", o, &law.limits),
                    law::limit::Source::Quantity(_) => {}
                });
            }
        }
        for a in law.accounts.values() {
            for e in &a.entries {
                e.classes.iter().for_each(|c| self.expect("pontuacao", &a.id, "a classe", c, &law.classes));
                e.offences
                    .iter()
                    .for_each(|o| self.expect("pontuacao", &a.id, "a infração", o, &law.offences));
            }
            for t in &a.thresholds {
                t.measure.iter().for_each(|m| self.expect("pontuacao", &a.id, "a medida", m, &law.measures));
                t.process
                    .iter()
                    .for_each(|p| self.expect("pontuacao", &a.id, "o processo", p, &law.processes));
            }
        }
        for p in law.payments.values() {
            let deadlines = p.deadline.all().into_iter().chain(p.discounts.iter().flat_map(|d| &d.until));
            deadlines.for_each(|d| self.expect("pagamento", &p.id, "o prazo", d, &law.deadlines));
            let units = p.instalments.iter().filter_map(|i| i.least.as_ref()).map(|a| &a.unit);
            for id in p.indices().chain(units) {
                self.expect("pagamento", &p.id, "o parâmetro", id, &law.parameters);
            }
        }
        for m in law.measures.values() {
            for credited in m.credits.all().into_iter().flatten() {
                self.expect("medida", &m.id, "a medida", credited, &law.measures);
            }
        }
        for q in law.queues.values() {
            let deadline = q.offer.as_ref().and_then(|o| o.deadline.as_ref());
            deadline.iter().for_each(|d| self.expect("fila", &q.id, "o prazo", d, &law.deadlines));
        }
        for s in law.stands.values() {
            let quotas = s.quotas.iter().filter_map(|q| q.excess.as_ref());
            for o in s.excess.iter().chain(&s.trespass).chain(quotas).flat_map(law::Choice::all) {
                self.expect("ponto", &s.id, "a infração", o, &law.offences);
            }
        }
        for n in law.notices.values() {
            n.bounds.units().for_each(|u| self.expect("auto", &n.id, "o parâmetro", u, &law.parameters));
            n.each.iter().for_each(|(o, _)| self.expect("auto", &n.id, "a infração", o, &law.offences));
        }
        for t in law.titles.values() {
            for c in t.transitions.iter().flat_map(|x| x.counts_from.all()) {
                match c {
                    CountsFrom::Deadline(d) => self.expect("titulo", &t.id, "o prazo", d, &law.deadlines),
                    CountsFrom::Fact(f) => self.expect("titulo", &t.id, "o fato", f, &law.facts),
                    CountsFrom::Event => {}
                }
            }
        }
    }

    /// Names in corrections, ladders, calendars, transfers and caps.
    fn chained_names(&self) {
        let law = self.law;
        for i in law.indexings.values() {
            self.expect("correcao", &i.id, "o parâmetro", &i.index, &law.parameters);
            i.classes.iter().for_each(|c| self.expect("correcao", &i.id, "a classe", c, &law.classes));
            i.parameters
                .iter()
                .for_each(|p| self.expect("correcao", &i.id, "o parâmetro", p, &law.parameters));
        }
        for l in law.ladders.values() {
            l.classes.iter().for_each(|c| self.expect("escalada", &l.id, "a classe", c, &law.classes));
            for s in &l.steps {
                s.process
                    .iter()
                    .for_each(|p| self.expect("escalada", &l.id, "o processo", p, &law.processes));
                for m in &s.measures {
                    m.offences
                        .iter()
                        .for_each(|o| self.expect("escalada", &l.id, "a infração", o, &law.offences));
                    m.measures
                        .iter()
                        .for_each(|x| self.expect("escalada", &l.id, "a medida", x, &law.measures));
                }
            }
        }
        for w in law.windows.values() {
            w.facts().into_iter().for_each(|f| self.expect("calendario", &w.id, "o fato", f, &law.facts));
            w.offence.iter().for_each(|o| self.expect("calendario", &w.id, "a infração", o, &law.offences));
            if let law::window::WindowKind::Yearly(y) = &w.kind {
                y.excuse.iter().for_each(|d| self.expect("calendario", &w.id, "o prazo", d, &law.deadlines));
            }
        }
        for t in law.transfers.values() {
            t.dates().into_iter().for_each(|f| self.expect("transferencia", &t.id, "o fato", f, &law.facts));
            t.deadlines()
                .into_iter()
                .for_each(|d| self.expect("transferencia", &t.id, "o prazo", d, &law.deadlines));
        }
    }

    /// A measure never lasts longer than its own rule lets it, however the gaps are read.
    fn lengths(&self) {
        let law = self.law;
        let most = |m: &law::measure::Measure| {
            m.max_days.all().into_iter().try_fold(0, |most, days| days.map(|d| d.max(most)))
        };
        for m in law.measures.values() {
            let Some(most) = most(m) else { continue };
            for term in m.lasts.all().into_iter().filter_map(|l| l.term()) {
                if term.unit == Unit::Day && term.amount > most {
                    let message = format!("a medida {} dura mais do que pode", m.id);
                    let parts = (message, format!("{term}; `maximo_dias` é {most}"), None);
                    self.report(Severity::Error, "E022", "medida", &m.id, "dura", parts);
                }
            }
        }
        for a in law.accounts.values() {
            for t in &a.thresholds {
                let measure = t.measure.as_ref().and_then(|m| law.measures.get(m));
                let Some((m, most)) = measure.and_then(|m| Some((m, most(m)?))) else { continue };
                for days in t.days.all().into_iter().flatten().filter(|d| **d > most) {
                    let message =
                        format!("o limiar {} dá {days} dias de uma medida que dura até {most}", t.id);
                    let label = format!("`maximo_dias` de {} é {most}", m.id);
                    self.report(Severity::Error, "E022", "pontuacao", &a.id, &t.id, (message, label, None));
                }
            }
        }
    }

    fn coverage(&self) {
        let mut based: FxHashSet<Id> = FxHashSet::default();
        self.law.each_rule(&mut |_, _, base| based.extend(base.iter().cloned()));
        for p in self.law.provisions.values() {
            match (based.contains(&p.id), p.no_rule.is_some()) {
                (false, false) => {
                    let parts = (
                        format!("o dispositivo {} não tem regra nem diz por que não precisa", p.id),
                        "nada que vigora pode ficar calado".to_string(),
                        Some(
                            "cite-o na `base` de uma regra, ou escreva sem_regra = { tipo = ..., por = ... }"
                                .into(),
                        ),
                    );
                    self.report(Severity::Error, "E030", "dispositivo", &p.id, &p.id, parts);
                }
                (true, true) => {
                    let parts = (
                        format!(
                            "o dispositivo {} diz que não precisa de regra, mas há regra sobre ele",
                            p.id
                        ),
                        "uma das duas coisas sobra".to_string(),
                        None,
                    );
                    self.report(Severity::Warning, "A003", "dispositivo", &p.id, "sem_regra", parts);
                }
                _ => {}
            }
        }
    }
}

fn find_in_table(table: &DeTable<'_>, word: &str) -> Option<Range<usize>> {
    table
        .iter()
        .find_map(|(key, value)| if key.get_ref() == word { Some(key.span()) } else { find_in(value, word) })
}

fn find_in(value: &Spanned<DeValue<'_>>, word: &str) -> Option<Range<usize>> {
    match value.get_ref() {
        DeValue::String(s) if s == word => Some(value.span()),
        DeValue::Array(items) => items.iter().find_map(|i| find_in(i, word)),
        DeValue::Table(t) => find_in_table(t, word),
        _ => None,
    }
}
