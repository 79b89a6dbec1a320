//! The frame: the norm, its provisions, readings, parameters, facts, documents and calendar.

use brasil::calendar::{Calendar, CalendarBuilder, CalendarError, DayKind, When, Years};
use brasil::money::Rounding;
use brasil::term::MonthEnd;
use indexmap::IndexMap;
use jiff::civil::Date;
use law::content::Document as ProofDocument;
use law::fact::{Derived, Fact, FactType};
use law::norm::{Amendment, DayCounting, Norm, UnitDate};
use law::parameter::{DatedValue, Parameter};
use law::provision::{NoRule, Provision, Suspension, TextStatus, Wording};
use law::reading::{Reading, Ruling};
use law::{Choice, Id, Named, Value};
use rust_decimal::Decimal;

use super::{Book, insert};
use crate::diagnostic::Typed;
use crate::table::{Node, Readings, Table};

const NO_RULE_KINDS: [(&str, ()); 8] = [
    ("declaratorio", ()),
    ("definicao", ()),
    ("titulo", ()),
    ("discricionario", ()),
    ("delegado", ()),
    ("externo", ()),
    ("orfao", ()),
    ("intraduzivel", ()),
];

pub(super) fn readings(book: &Book<'_>) -> Readings {
    let mut out = Readings::default();
    for t in book.tables("leitura") {
        let mut answers: Vec<(Id, String)> = Vec::new();
        if let Some(list) = t.need("respostas").and_then(|n| n.table()) {
            for (key, node) in list.keys() {
                answers.extend(node.text().map(|words| (node.faults.name(key), words.to_string())));
            }
        }
        let default_node = t.need("padrao");
        if let Some(node) = &default_node {
            node.read_as(|| Typed::Word(answers.iter().map(|(a, _)| a.to_string()).collect()));
        }
        let default = default_node.and_then(|n| n.id());
        if let (Some(node), Some(d)) = (default_node, &default)
            && !answers.iter().any(|(a, _)| a == d)
        {
            node.unknown("E013", "a resposta", d, &mut answers.iter().map(|(a, _)| a.as_ref()));
        }
        let reading = (|| {
            Some(Reading {
                id: t.id("id")?,
                base: t.ids("base"),
                question: t.text("pergunta")?,
                answers,
                default: default?,
                who: t.get("quem").and_then(|n| n.text()).unwrap_or_default().to_string(),
                contested: t.boolean("contestada"),
                why: t.get("porque").and_then(|n| n.text()).map(str::to_string),
                has_effect: t.get("efeito").is_none_or(|n| n.boolean().unwrap_or(true)),
                rulings: Vec::new(),
            })
        })();
        figures(&t);
        for key in ["quem", "contestada", "porque", "efeito", "base", "pergunta", "id"] {
            t.get(key);
        }
        t.close();
        if let Some(r) = reading {
            insert(&mut out, r.id.clone(), r, &t);
        }
    }
    for t in book.tables("decisao") {
        let name = t.need("leitura");
        let answer = t.need("resposta");
        let since = t.need("desde").and_then(|n| n.date());
        let by = t.text("ato");
        t.close();
        let (Some(name), Some(answer), Some(since), Some(by)) = (name, answer, since, by) else { continue };
        let (Some(id), Some(picked)) = (name.text(), answer.id()) else { continue };
        let known: Vec<Id> = out.keys().cloned().collect();
        match out.get_mut(id) {
            None => name.unknown("E012", "a leitura", id, &mut known.iter().map(AsRef::as_ref)),
            Some(r) if r.answers.iter().any(|(a, _)| *a == picked) => {
                answer.read_as(|| Typed::Word(r.answers.iter().map(|(a, _)| a.to_string()).collect()));
                r.rulings.push(Ruling { answer: picked, since, by });
                r.rulings.sort_by_key(|r| r.since);
            }
            Some(r) => {
                answer.unknown("E013", "a resposta", &picked, &mut r.answers.iter().map(|(a, _)| a.as_ref()));
            }
        }
    }
    out
}

pub(super) fn norm(book: &Book<'_>, name: &str, readings: &Readings) -> Option<(Norm, Option<Choice<bool>>)> {
    let tables = book.tables("norma");
    let Some(t) = tables.first() else {
        book.faults.push(crate::Diagnostic::error(
            "E003",
            0,
            0..0,
            "falta a tabela [norma]",
            "o livro de regras precisa dizer qual é a norma",
        ));
        return None;
    };
    for extra in tables.iter().skip(1) {
        extra.fault("E006", "há mais de uma tabela [norma]", "um livro de regras conta uma norma só");
    }
    let mut amendments = Vec::new();
    for a in book.tables("alteracao") {
        let parts = (a.id("nome"), a.need("desde").and_then(|n| n.date()), a.text("diz"));
        a.close();
        if let (Some(name), Some(since), Some(says)) = parts {
            amendments.push(Amendment { name, since, says });
        }
    }
    let month_end = t.choice_or("meses", readings, MonthEnd::Clamp, &|n| {
        n.word(&[("para_baixo", MonthEnd::Clamp), ("para_cima", MonthEnd::NextDay)])
    });
    let days = t.choice_or("dias", readings, DayCounting::Running, &|n| {
        n.word(&[("corridos", DayCounting::Running), ("uteis", DayCounting::Business)])
    });
    let saturday = t.choice_or("sabado_util", readings, false, &Node::boolean);
    let unit_date = t.choice_or("unidade_em", readings, UnitDate::Fact, &|n| {
        n.word(&[("fato", UnitDate::Fact), ("decisao", UnitDate::Decision)])
    });
    let assumed = t.get("texto_suposto").and_then(|n| n.choice(readings, &Node::boolean));
    let rounding = t.choice_or("arredonda", readings, Rounding::HalfUp, &|n| {
        n.word(&[
            ("meio_para_cima", Rounding::HalfUp),
            ("meio_para_par", Rounding::HalfEven),
            ("para_baixo", Rounding::Down),
            ("para_cima", Rounding::Up),
        ])
    });
    let mut landmarks = IndexMap::new();
    if let Some(list) = t.get("marcos").and_then(|n| n.table()) {
        for (name, n) in list.keys() {
            landmarks.extend(n.choice(readings, &Node::date).map(|d| (Id::from(name), d)));
        }
    }
    let urn = t.id("urn");
    let title = t.text("titulo");
    let ibge = t.need("municipio").and_then(|n| n.small::<u32>());
    let municipality = t.text("cidade");
    let state = t.id("uf");
    let zone = t.text("fuso");
    let service = t.id("servico");
    // whom and when the rulebook names besides the words of the format; `check::vocabulary` compares
    let [roles, _] = ["papeis", "momentos"].map(|key| {
        let table = t.get(key).and_then(|n| n.table());
        let words = table
            .iter()
            .flat_map(Table::keys)
            .filter_map(|(name, n)| Some((Id::from(name), n.text()?.to_string())));
        words.collect::<IndexMap<Id, String>>()
    });
    let body = t.text("orgao");
    let starts = t.need("vigencia").and_then(|n| n.choice(readings, &Node::date));
    let since = starts.as_ref().and_then(|s| s.all().into_iter().min().copied());
    let until = t.date("ate");
    if let (Some(s), Some(u)) = (since, until)
        && u < s
    {
        t.fault("E020", "a norma termina antes de começar", format!("vigência desde {s}, até {u}"));
    }
    t.close();
    Some((
        Norm {
            name: name.into(),
            urn: urn?,
            title: title?,
            ibge: ibge?,
            municipality: municipality?,
            state: state?,
            zone: zone?,
            service: service?,
            body: body?,
            since: since?,
            until,
            starts: starts?,
            amendments,
            month_end: month_end?,
            days: days?,
            saturday: saturday?,
            rounding: rounding?,
            unit_date: unit_date?,
            landmarks,
            roles,
        },
        assumed,
    ))
}

pub(super) fn provisions(book: &Book<'_>, force: Option<Date>) -> Named<Provision> {
    let mut out = Named::default();
    for t in book.tables("dispositivo") {
        let id = t.id("id");
        let says = t.text("diz");
        let kind = t.id("tipo");
        figures(&t);
        let wordings: Vec<Wording> = t.tables("redacao").iter().filter_map(|w| wording(w, force)).collect();
        for pair in wordings.windows(2) {
            if let [a, b] = pair
                && (b.since <= a.since || a.until.is_some_and(|u| u >= b.since))
            {
                t.fault(
                    "E020",
                    "as redações se sobrepõem ou estão fora de ordem",
                    format!("{} e {}", a.since, b.since),
                );
            }
        }
        let no_rule = t.get("sem_regra").and_then(|n| n.table()).and_then(|n| {
            let kind = n.need("tipo").and_then(|k| k.word(&NO_RULE_KINDS).and_then(|()| k.id()));
            let why = n.text("por");
            n.close();
            Some(NoRule { kind: kind?, why: why? })
        });
        t.close();
        if let (Some(id), Some(says), Some(kind)) = (id, says, kind) {
            let p = Provision { id: id.clone(), says, kind, wordings, suspensions: Vec::new(), no_rule };
            insert(&mut out, id, p, &t);
        }
    }
    for t in book.tables("suspensao") {
        let name = t.need("dispositivo");
        let since = t.need("desde").and_then(|n| n.date());
        let until = t.date("ate");
        let by = t.text("por");
        t.close();
        let (Some(name), Some(since), Some(by)) = (name, since, by) else { continue };
        let Some(id) = name.text() else { continue };
        let suspension = Suspension { since, until, by };
        if id == law::provision::WHOLE_NORM {
            out.values_mut().for_each(|p| p.suspensions.push(suspension.clone()));
            continue;
        }
        let known: Vec<Id> = out.keys().cloned().collect();
        match out.get_mut(id) {
            Some(p) => p.suspensions.push(suspension),
            None => name.unknown("E010", "o dispositivo", id, &mut known.iter().map(AsRef::as_ref)),
        }
    }
    out
}

/// `numeros`: what the check of figures compares is written as it should be.
fn figures(t: &Table<'_>) {
    for n in t.get("numeros").and_then(|n| n.list()).unwrap_or_default() {
        crate::figure::figure(&n);
    }
}

fn wording(w: &Table<'_>, force: Option<Date>) -> Option<Wording> {
    let since = w.date("desde").or(force);
    let until = w.date("ate");
    let by = w.get("por").and_then(|n| n.id());
    let revoked_by = w.get("revogado_por").and_then(|n| n.id());
    let text = w.get("texto").map_or(Some(TextStatus::Known), |n| {
        n.word(&[
            ("consta", TextStatus::Known),
            ("ausente", TextStatus::Absent),
            ("suposto igual", TextStatus::AssumedSame),
        ])
    });
    figures(w);
    w.close();
    let since = since?;
    // a first wording that begins with the law itself has no `desde` beside its `ate`
    if until.is_some_and(|u| u < since) && w.get("desde").is_none() {
        w.fault("E020", "a redação termina antes de começar", "`ate` é o último dia em vigor");
    }
    Some(Wording { since, until, by, revoked_by, text: text? })
}

pub(super) fn parameters(book: &Book<'_>) -> Named<Parameter> {
    let mut out = Named::default();
    for t in book.tables("parametro") {
        let id = t.id("id");
        let label = t.text("rotulo");
        let who = t.text("quem");
        let base = t.ids("base");
        let mut values: Vec<DatedValue> = Vec::new();
        for v in t.tables("valores") {
            let since = v.need("desde").and_then(|n| n.date());
            let until = v.date("ate");
            let value = v.need("valor").and_then(|n| n.decimal());
            let source = v.text("fonte");
            v.close();
            if let (Some(since), Some(value), Some(source)) = (since, value, source) {
                if values.last().is_some_and(|p| p.since >= since || p.until.is_some_and(|u| u >= since)) {
                    v.fault(
                        "E020",
                        "os valores se sobrepõem ou estão fora de ordem",
                        format!("desde {since}"),
                    );
                }
                values.push(DatedValue { since, until, value: Value::Decimal(value), source });
            }
        }
        t.close();
        if let (Some(id), Some(label), Some(who)) = (id, label, who) {
            insert(&mut out, id.clone(), Parameter { id, label, base, who, values }, &t);
        }
    }
    out
}

pub(super) fn facts(book: &Book<'_>) -> Named<Fact> {
    let mut out = Named::default();
    for t in book.tables("fato") {
        let id = t.id("id");
        let label = t.text("rotulo");
        let kind = t.need("tipo").and_then(|n| {
            n.word(&[
                ("sim_ou_nao", FactKind::Bool),
                ("inteiro", FactKind::Int),
                ("decimal", FactKind::Decimal),
                ("data", FactKind::Date),
                ("hora", FactKind::Hour),
                ("lista", FactKind::Enum),
                ("texto", FactKind::Text),
            ])
        });
        let symbols: Vec<(Id, String)> = t
            .get("lista")
            .and_then(|n| n.table())
            .map(|l| l.keys().filter_map(|(k, n)| Some((k.into(), n.text()?.to_string()))).collect())
            .unwrap_or_default();
        if matches!(kind, Some(FactKind::Enum)) && symbols.is_empty() {
            t.fault(
                "E003",
                "falta a lista de valores",
                "um fato do tipo lista precisa de lista = { SIMBOLO = \"em palavras\" }",
            );
        }
        let unit = t.get("unidade").and_then(|n| {
            let list = n.ids()?;
            match list.as_slice() {
                [one, many] => Some((one.to_string(), many.to_string())),
                _ => {
                    n.fault("E019", "a unidade tem singular e plural", "escreva [\"ano\", \"anos\"]");
                    None
                }
            }
        });
        let document = t.get("documento").and_then(|n| n.id());
        let least = t.get("minimo").and_then(|n| {
            let least = n.decimal()?;
            match kind {
                None => None,
                Some(FactKind::Decimal) => Some(Value::Decimal(least)),
                Some(FactKind::Int) => {
                    let whole = i64::try_from(least).ok().filter(|w| Decimal::from(*w) == least);
                    if whole.is_none() {
                        n.fault("E019", "número que não é inteiro", format!("encontrei {least}"));
                    }
                    whole.map(Value::Int)
                }
                Some(_) => {
                    n.fault("E016", "só um número tem mínimo", "o fato não é inteiro nem decimal");
                    None
                }
            }
        });
        let columns = t.ids("colunas").iter().map(ToString::to_string).collect();
        let derived = t.get("deriva").and_then(|n| n.table()).and_then(|d| {
            let derived = derivation(&d);
            d.close();
            derived
        });
        t.close();
        if let (Some(id), Some(label), Some(kind)) = (id, label, kind) {
            let kind = match kind {
                FactKind::Bool => FactType::Bool,
                FactKind::Int => FactType::Int,
                FactKind::Decimal => FactType::Decimal,
                FactKind::Date => FactType::Date,
                FactKind::Hour => FactType::Hour,
                FactKind::Enum => FactType::Enum(symbols),
                FactKind::Text => FactType::Text,
            };
            insert(
                &mut out,
                id.clone(),
                Fact { id, label, kind, unit, document, derived, least, columns },
                &t,
            );
        }
    }
    out
}

/// How a fact follows from others: each way begins with its own key.
fn derivation(d: &Table<'_>) -> Option<Derived> {
    let (years, end, today) = (d.get("anos_civis_desde"), d.get("fim_do"), d.get("data_da_pergunta"));
    match (years, end, today) {
        (Some(since), None, None) => {
            let since = since.id()?;
            Some(match d.get("ate_a_data_de") {
                Some(until) => Derived::CalendarYearsBetween { since, until: until.id()? },
                None => Derived::CalendarYearsSince(since),
            })
        }
        (None, Some(part), None) => {
            let of = d.id("de");
            let months = part.word(&[
                ("mes", 1),
                ("bimestre", 2),
                ("trimestre", 3),
                ("quadrimestre", 4),
                ("semestre", 6),
                ("ano", 12),
            ]);
            Some(Derived::PeriodEnd { of: of?, months: months? })
        }
        (None, None, Some(today)) => {
            if !today.boolean()? {
                let label = "o fato que não deriva se declara sem `deriva`";
                today.fault("E017", "“data_da_pergunta” só aceita true", label);
                return None;
            }
            Some(Derived::QuestionDate)
        }
        _ => {
            let label = "escolha um: anos_civis_desde, fim_do ou data_da_pergunta";
            d.fault("E015", "um fato deriva de um só modo", label);
            None
        }
    }
}

#[derive(Clone, Copy)]
enum FactKind {
    Bool,
    Int,
    Decimal,
    Date,
    Hour,
    Enum,
    Text,
}

pub(super) fn documents(book: &Book<'_>) -> IndexMap<Id, ProofDocument> {
    let mut out = IndexMap::new();
    for t in book.tables("documento") {
        let parts = (t.id("id"), t.text("diz"), t.id("de"));
        let facts = t.ids("fatos");
        let expiry = t.get("vence").and_then(|n| n.id());
        t.close();
        if let (Some(id), Some(says), Some(subject)) = parts {
            insert(&mut out, id.clone(), ProofDocument { id, says, subject, facts, expiry }, &t);
        }
    }
    out
}

fn day_kind(t: &Table<'_>) -> Option<DayKind> {
    t.get("tipo").map_or(Some(DayKind::Holiday), |n| {
        n.word(&[
            ("feriado", DayKind::Holiday),
            ("facultativo", DayKind::Closure),
            ("meio_expediente", DayKind::HalfDay),
            ("expediente", DayKind::Working),
        ])
    })
}

/// The recipe of the calendar.
pub(super) fn holidays(book: &Book<'_>) -> CalendarBuilder {
    let mut builder = CalendarBuilder::national();
    for t in book.tables("feriado") {
        let name = t.text("nome");
        let source = t.text("fonte");
        let kind = day_kind(&t);
        let years = Years {
            from: t.get("de_ano").and_then(|n| n.small::<i16>()),
            to: t.get("ate_ano").and_then(|n| n.small::<i16>()),
        };
        let day = t.get("dia").map(|n| n.month_day());
        let easter = t.get("pascoa").map(|n| n.small::<i16>());
        t.close();
        let when = match (day, easter) {
            (Some(Some((month, day))), None) => When::Yearly { month, day, years },
            // told where it stands
            (Some(None), None) | (None, Some(None)) => continue,
            (None, Some(Some(offset))) => When::Easter { offset, years },
            _ => {
                t.fault("E003", "o feriado precisa de `dia` ou de `pascoa`, e só de um", "diga quando cai");
                continue;
            }
        };
        if let (Some(name), Some(source), Some(kind)) = (name, source, kind) {
            builder = builder.rule(when, kind, &name, &source);
        }
    }
    for t in book.tables("dia") {
        let date = t.need("data").and_then(|n| n.date());
        let kind = day_kind(&t);
        let name = t.text("nome");
        let source = t.text("fonte");
        t.close();
        if let (Some(date), Some(kind), Some(name), Some(source)) = (date, kind, name, source) {
            builder = builder.on(date, kind, &name, &source);
        }
    }
    builder
}

pub(super) fn calendars(book: &Book<'_>, holidays: &CalendarBuilder) -> Option<[Calendar; 2]> {
    match holidays.clone().build() {
        Ok(closed) => {
            let open = closed.with_saturdays();
            Some([closed, open])
        }
        Err(faults) => {
            faults.iter().for_each(|f| calendar_fault(book, f));
            None
        }
    }
}

/// Tells what is wrong with a day of the calendar at that day.
fn calendar_fault(book: &Book<'_>, fault: &CalendarError) {
    let name = match fault {
        CalendarError::NoSuchDay { name, .. }
        | CalendarError::YearsBackwards { name, .. }
        | CalendarError::FarFromEaster { name, .. }
        | CalendarError::OutOfRange { name, .. }
        | CalendarError::NothingToRemove { name, .. } => name.as_str(),
        CalendarError::Unnamed => "",
    };
    let blank = |t: &Table<'_>, key: &'static str| {
        t.get(key).is_some_and(|n| n.value.get_ref().as_str().is_some_and(|s| s.trim().is_empty()))
    };
    let wrong = book.tables("feriado").into_iter().chain(book.tables("dia")).find(|t| match name {
        "" => blank(t, "nome") || blank(t, "fonte"),
        name => t.get("nome").is_some_and(|n| n.value.get_ref().as_str() == Some(name)),
    });
    match wrong {
        Some(t) => match ["data", "dia", "pascoa"].iter().find_map(|k| t.get(k)) {
            Some(n) => n.fault("E021", "o calendário não se pode montar", fault.to_string()),
            None => t.fault("E021", "o calendário não se pode montar", fault.to_string()),
        },
        None => book.faults.push(crate::Diagnostic::error(
            "E021",
            0,
            0..0,
            "o calendário não se pode montar",
            fault.to_string(),
        )),
    }
}
