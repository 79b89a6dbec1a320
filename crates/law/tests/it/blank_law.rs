//! A law with nothing in it, to which a test or a benchmark adds what it is about. Its municipality is fictitious.

use brasil::calendar::{Calendar, CalendarBuilder};
use brasil::money::Rounding;
use brasil::term::{MonthEnd, Term};
use jiff::civil::date;
use law::eligibility::{Failure, Outlook, Requirement};
use law::fact::Derived;
use law::norm::{DayCounting, Norm, UnitDate};
use law::{Choice, Comparator, Comparison, Condition, Fact, FactType, Id, Law, Named, Operand, Span, Value};

/// A law in force since 2020-07-20 without provisions, facts or rules.
pub fn blank_law() -> Law {
    Law {
        norm: Norm {
            name: "vila-ficticia-sp".into(),
            urn: "urn:lex:br;sao.paulo;vila.ficticia:municipal:decreto:2020-07-17;1".into(),
            title: "Decreto fictício".into(),
            ibge: 0,
            municipality: "Vila Fictícia".into(),
            state: "SP".into(),
            zone: "America/Sao_Paulo".into(),
            service: "aplicativo".into(),
            body: "Secretaria fictícia".into(),
            since: date(2020, 7, 20),
            until: None,
            starts: Choice::Fixed(date(2020, 7, 20)),
            amendments: Vec::new(),
            month_end: Choice::Fixed(MonthEnd::Clamp),
            days: Choice::Fixed(DayCounting::Running),
            saturday: Choice::Fixed(false),
            rounding: Choice::Fixed(Rounding::HalfUp),
            unit_date: Choice::Fixed(UnitDate::Fact),
            landmarks: [].into(),
            roles: [].into(),
        },
        provisions: Named::default(),
        readings: Named::default(),
        parameters: Named::default(),
        facts: Named::default(),
        documents: [].into(),
        requirements: [].into(),
        titles: [].into(),
        deadlines: [].into(),
        classes: [].into(),
        offences: [].into(),
        recidivism: [].into(),
        indexings: [].into(),
        ladders: [].into(),
        windows: [].into(),
        transfers: [].into(),
        concurrences: [].into(),
        measures: [].into(),
        processes: [].into(),
        services: [].into(),
        competences: [].into(),
        charges: [].into(),
        filings: [].into(),
        contents: [].into(),
        bars: [].into(),
        levies: [].into(),
        accounts: [].into(),
        payments: [].into(),
        limits: [].into(),
        queues: [].into(),
        stands: [].into(),
        notices: [].into(),
        holidays: CalendarBuilder::national(),
        days: Vec::new(),
        assumed_text: None,
        calendars: [Calendar::new_national(), Calendar::new_national()],
        spelling: law::spelling::Spelling::default(),
    }
}

/// Declares a fact.
pub fn declare(law: &mut Law, id: &str, label: &str, kind: FactType, derived: Option<Derived>) {
    let fact = Fact {
        id: id.into(),
        label: label.into(),
        kind,
        unit: None,
        document: None,
        derived,
        least: None,
        columns: Vec::new(),
    };
    law.facts.insert(fact.id.clone(), fact);
}

/// A closed list of symbols that are their own words.
pub fn symbols(names: &[&str]) -> FactType {
    FactType::Enum(names.iter().map(|n| (Id::from(*n), (*n).to_string())).collect())
}

/// Adds a requirement on one provision.
pub fn require(law: &mut Law, id: &str, base: &str, applies: Option<Condition>, demands: Condition) {
    let requirement = Requirement {
        id: id.into(),
        base: vec![base.into()].into(),
        subject: "veiculo".into(),
        says: format!("Exigência {id}"),
        moments: vec!["sempre".into()],
        span: Span::default(),
        applies,
        demands,
        document: None,
        failure: Failure::Refuse,
        remedy: "corrija".into(),
        outlook: Outlook::default(),
    };
    law.requirements.insert(requirement.id.clone(), requirement);
}

/// A comparison.
pub fn compare(fact: &str, comparator: Comparator, operand: Operand) -> Condition {
    Condition::Compare(Comparison { fact: fact.into(), comparator, operand })
}

/// A fact against a value.
pub fn against(fact: &str, comparator: Comparator, value: Value) -> Condition {
    compare(fact, comparator, Operand::Value(value))
}

/// A fact among symbols.
pub fn one_of(fact: &str, names: &[&str]) -> Condition {
    compare(fact, Comparator::OneOf, Operand::Set(names.iter().map(|n| Value::Text((*n).into())).collect()))
}

/// A term since a date.
pub fn since(fact: &str, comparator: Comparator, term: Term) -> Condition {
    compare(fact, comparator, Operand::Term(term))
}
