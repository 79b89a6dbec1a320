//! How a case runs: deadlines, processes, service, competences.

use indexmap::IndexMap;
use law::deadline::Deadline;
use law::process::{Competence, Process, ServiceMode, Stage};
use law::{Choice, Id};

use super::{Book, insert, span};
use crate::condition::Names;
use crate::table::{Node, Readings};

pub(super) fn deadlines(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, Deadline> {
    let mut out = IndexMap::new();
    for t in book.tables("prazo") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let from =
            t.need("conta_de").and_then(|n| n.choice(readings, &|n: &Node<'_>| n.text().map(str::to_string)));
        let term = t.need("quantidade").and_then(|n| n.choice(readings, &Node::term));
        let roll = super::deadline::rolls(&t, readings);
        let minimum = t.boolean("minimo");
        let backwards = t.boolean("para_tras");
        let extensions = super::deadline::extensions(&t, readings);
        let includes_first = t.choice_or("inclui_primeiro", readings, false, &Node::boolean);
        let landmark = t.get("marco").map(|n| n.choice(readings, &Node::id));
        let chained = super::deadline::chained(&t);
        let pauses = super::deadline::pauses(&t);
        let business_hours = t.choice_or("horas_uteis", readings, false, &Node::boolean);
        let hours = term.iter().flat_map(law::Choice::all).any(|t| t.unit == brasil::term::Unit::Hour);
        if term.is_some()
            && !hours
            && let Some(key) = t.get("horas_uteis")
        {
            key.fault(
                "E015",
                "`horas_uteis` só serve ao prazo em horas",
                "este se conta em dias, meses ou anos: tire a chave, ou escreva dias úteis",
            );
        }
        if backwards {
            let runs_on = landmark.is_some()
                || !matches!(extensions, Some(None))
                || !matches!(chained, Some(None))
                || pauses.as_ref().is_some_and(|p| !p.is_empty());
            if hours || runs_on {
                t.fault(
                    "E015",
                    "o prazo que se conta para trás não leva horas, `marco`, `depois_de`, `prorrogacoes` nem `pausas`",
                    "ele só diz quanto antes do fato algo cabe",
                );
            }
        }
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Deadline {
                id: id?,
                base: base?,
                says: says?,
                from: from?,
                term: term?,
                roll: roll.as_ref()?.0.clone(),
                roll_by: roll?.1,
                includes_first: includes_first?,
                backwards,
                minimum,
                extensions: extensions?,
                landmark: match landmark {
                    None => None,
                    Some(l) => Some(l?),
                },
                chained: chained?,
                pauses: pauses?,
                business_hours: business_hours?,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

pub(super) fn processes(book: &Book<'_>, names: &Names<'_>) -> IndexMap<Id, Process> {
    let readings = names.readings;
    let mut out = IndexMap::new();
    for t in book.tables("processo") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let mut stages = Vec::new();
        t.need("etapas");
        for s in t.tables("etapas") {
            let id = s.id("id");
            let base = s.need("base").and_then(|n| n.ids());
            let says = s.text("diz");
            let who = s.need("quem").and_then(|n| n.choice(readings, &Node::id));
            let after = s.need("apos").and_then(|n| n.choice(readings, &Node::ids));
            let awaits = s.need("espera").and_then(|n| n.ids());
            let deadline = s.choice_or("prazo", readings, None, &|n: &Node<'_>| match n.text()? {
                "nenhum" => Some(None),
                _ => n.id().map(Some),
            });
            let alert = s.choice_or("alerta", readings, None, &|n: &Node<'_>| match n.text()? {
                "nenhum" => Some(None),
                _ => n.day_term().map(Some),
            });
            let silence = s.get("silencio").and_then(|n| n.id());
            let silence_on_due = s.boolean("silencio_no_vencimento");
            let renews = s.boolean("renova");
            let suspends = s.choice_or("suspende", readings, Vec::new(), &Node::ids);
            let exists = s.choice_or("vale", readings, true, &Node::boolean);
            let when = match s.get("se") {
                None => Some(None),
                Some(n) => names.condition(&n).map(Some),
            };
            s.close();
            let stage = (|| {
                Some(Stage {
                    id: id?,
                    base: base?,
                    says: says?,
                    who: who?,
                    when: when?,
                    after: after?,
                    awaits: awaits?,
                    deadline: deadline?,
                    alert: alert?,
                    silence,
                    silence_on_due,
                    renews,
                    suspends: suspends?,
                    exists: exists?,
                })
            })();
            stages.extend(stage);
        }
        let cap = match t.get("teto") {
            None => Some(None),
            Some(n) => super::succession::cap(&n, readings).map(Some),
        };
        let preclusions = super::succession::preclusions(&t);
        let span = span(&t);
        t.close();
        let built =
            (|| Some(Process { id: id?, base: base?, says: says?, stages, cap: cap?, preclusions, span }))();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

pub(super) fn services(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, ServiceMode> {
    let mut out = IndexMap::new();
    for t in book.tables("notificacao") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let counts_from = t.text("conta_de");
        let last_resort = t.boolean("ultimo_recurso");
        let starts_appeal = t.choice_or("inicia_recurso", readings, true, &Node::boolean);
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(ServiceMode {
                id: id?,
                base: base?,
                says: says?,
                counts_from: counts_from?,
                last_resort,
                starts_appeal: starts_appeal?,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

pub(super) fn competences(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, Competence> {
    let mut out = IndexMap::new();
    for t in book.tables("competencia") {
        let (id, base, says) = (t.id("id"), t.need("base").and_then(|n| n.ids()), t.text("diz"));
        let by = t.need("quem").and_then(|n| n.choice(readings, &Node::id));
        let span = span(&t);
        t.close();
        let built = (|| {
            let by = by?;
            let who = by.by_default(readings)?.clone();
            let who_by = Some(by).filter(|c| matches!(c, Choice::ByReading { .. }));
            Some(Competence { id: id?, base: base?, says: says?, who, who_by, span })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}
