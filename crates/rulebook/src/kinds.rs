//! Decodes each kind of rule. One function per kind; the order is that of what may refer to what.

mod accounts;
mod bands;
mod bars;
mod deadline;
mod enforcement;
mod escalation;
mod frame;
mod licensing;
mod places;
mod procedure;
mod steps;
mod succession;

use indexmap::IndexMap;
use law::Span;
use law::{Id, Law};

use crate::condition::Names;
use crate::diagnostic::{Diagnostic, Faults, meant};
use crate::table::{Document, Readings, Table};

/// The kinds of table a rulebook may hold, in the order in which they are decoded.
pub(crate) const KINDS: [&str; 37] = [
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
    "dia",
    "requisito",
    "titulo",
    "prazo",
    "classe",
    "infracao",
    "reincidencia",
    "concurso",
    "medida",
    "processo",
    "notificacao",
    "competencia",
    "cobranca",
    "entrega",
    "conteudo",
    "trava",
    "taxa",
    "correcao",
    "escalada",
    "calendario",
    "transferencia",
    "limite",
    "fila",
    "ponto",
    "auto",
    "pontuacao",
    "pagamento",
];

/// All tables of one kind, in order.
pub(crate) struct Book<'a> {
    documents: &'a [Document<'a>],
    pub(crate) faults: &'a Faults,
}

impl<'a> Book<'a> {
    pub(crate) fn tables(&self, kind: &'static str) -> Vec<Table<'a>> {
        let mut out = Vec::new();
        for d in self.documents {
            let root = Table::new(d.file, 0..0, d.root.get_ref(), self.faults);
            if let Some(node) = root.get(kind) {
                if node.value.get_ref().is_table() {
                    out.extend(node.table());
                } else {
                    out.extend(node.list().unwrap_or_default().iter().filter_map(crate::table::Node::table));
                }
            }
        }
        out
    }

    fn check_kinds(&self) {
        for d in self.documents {
            for (key, _) in d.root.get_ref() {
                let name = key.get_ref().as_ref();
                if !KINDS.contains(&name) {
                    let near = meant(name, &mut KINDS.iter().copied());
                    let message = format!("“{name}” não é um tipo de regra");
                    let label = format!("tipos: {}", KINDS.join(", "));
                    self.faults
                        .push(Diagnostic::error("E005", d.file, key.span(), message, label).help(near));
                }
            }
        }
    }
}

/// Puts a rule in its table; two of one name are a fault.
pub(crate) fn insert<T, S: std::hash::BuildHasher>(
    into: &mut IndexMap<Id, T, S>,
    id: Id,
    item: T,
    table: &Table<'_>,
) {
    let place = table.name_place();
    let first = table.faults.declare(std::any::type_name::<T>(), &id, &place);
    if into.contains_key(&id) {
        let message = format!("“{id}” já foi declarado");
        let mut d = Diagnostic::error(
            "E006",
            place.0,
            place.1,
            message,
            "este nome repete um anterior do mesmo tipo",
        );
        d.also = first;
        table.faults.push(d);
    } else {
        into.insert(id, item);
    }
}

/// `desde` and `ate` of a rule.
pub(crate) fn span(table: &Table<'_>) -> Span {
    Span { since: table.date("desde"), until: table.date("ate") }
}

/// Decodes a whole rulebook. `None` only when it has no norm to stand on.
pub(crate) fn decode(name: &str, documents: &[Document<'_>], faults: &Faults) -> Option<Law> {
    let book = Book { documents, faults };
    book.check_kinds();
    let readings: Readings = frame::readings(&book);
    let norm = frame::norm(&book, name, &readings);
    let provisions = frame::provisions(&book, norm.as_ref().map(|n| n.0.since));
    let parameters = frame::parameters(&book);
    let facts = frame::facts(&book);
    let names = Names { facts: &facts, parameters: &parameters, readings: &readings, requirements: None };
    let documents = frame::documents(&book);
    let requirements = licensing::requirements(&book, &names);
    let names = Names { requirements: Some(&requirements), ..names };
    let titles = licensing::titles(&book, &names);
    let filings = licensing::filings(&book, &readings);
    let contents = licensing::contents(&book, &names);
    let bars = bars::bars(&book, &names);
    let levies = bars::levies(&book, &readings);
    let charges = licensing::charges(&book, &names);
    let classes = enforcement::classes(&book, &names);
    let offences = enforcement::offences(&book, &names);
    let recidivism = enforcement::recidivism(&book, &readings);
    let concurrences = enforcement::concurrences(&book, &names);
    let measures = enforcement::measures(&book, &names);
    let indexings = escalation::indexings(&book, &readings);
    let ladders = escalation::ladders(&book, &readings);
    let windows = succession::windows(&book, &readings);
    let transfers = succession::transfers(&book, &names);
    let deadlines = procedure::deadlines(&book, &readings);
    let processes = procedure::processes(&book, &names);
    let services = procedure::services(&book, &readings);
    let competences = procedure::competences(&book, &readings);
    let limits = places::limits(&book, &readings);
    let queues = places::queues(&book, &names);
    let stands = places::stands(&book, &readings);
    let notices = places::notices(&book, &readings);
    let accounts = accounts::accounts(&book, &readings);
    let payments = accounts::payments(&book, &names);
    let holidays = frame::holidays(&book);
    let calendars = frame::calendars(&book, &holidays)?;
    let (norm, assumed_text) = norm?;
    let mut law = Law {
        norm,
        provisions,
        readings,
        parameters,
        facts,
        documents,
        requirements,
        titles,
        deadlines,
        classes,
        offences,
        recidivism,
        indexings,
        ladders,
        windows,
        transfers,
        concurrences,
        measures,
        processes,
        services,
        competences,
        charges,
        filings,
        contents,
        bars,
        levies,
        accounts,
        payments,
        limits,
        queues,
        stands,
        notices,
        holidays,
        days: Vec::new(),
        assumed_text,
        calendars,
        spelling: law::spelling::Spelling::default(),
    };
    law.foresee();
    Some(law)
}
