//! The audit of a register: what it counts, what it leaves out and what it explains.

use std::sync::Arc;

use jiff::civil::{Date, date};
use law::audit::{Audit, AuditFault, NearMiss};
use law::eligibility::LineStatus;
use law::fact::Derived;
use law::plan::{Cell, ColumnsBuilder, Schema};
use law::{Comparator as C, Condition, FactType, Law, Operand, Outcome, Value};

use crate::blank_law::{against, blank_law, compare, declare, require};

const ON: Date = date(2026, 6, 30);

fn vehicles_and_drivers() -> Law {
    let mut law = blank_law();
    declare(&mut law, "veiculo.ano", "ano de fabricação do veículo", FactType::Int, None);
    let years = Some(Derived::CalendarYearsSince("veiculo.ano".into()));
    declare(&mut law, "veiculo.idade", "idade do veículo", FactType::Int, years);
    declare(&mut law, "veiculo.lugares", "lotação", FactType::Int, None);
    declare(&mut law, "veiculo.seguro", "validade do seguro", FactType::Date, None);
    declare(&mut law, "condutor.ear", "CNH com EAR", FactType::Bool, None);
    require(&mut law, "idade", "art9.inc6", None, against("veiculo.idade", C::AtMost, Value::Int(10)));
    require(&mut law, "lotacao", "art9.inc6", None, against("veiculo.lugares", C::AtMost, Value::Int(7)));
    require(&mut law, "seguro", "art9.inc7", None, compare("veiculo.seguro", C::ValidOn, Operand::None));
    require(&mut law, "ear", "art9.inc1", None, against("condutor.ear", C::Equal, Value::Bool(true)));
    law
}

fn row(year: i64, seats: i64, insured_until: Option<Date>) -> [Cell; 3] {
    [Cell::Int(year), Cell::Int(seats), insured_until.map_or(Cell::Unknown, Cell::Date)]
}

#[test]
fn a_sheet_of_vehicles_is_not_undetermined_for_want_of_the_drivers_licence() {
    let law = vehicles_and_drivers();
    let schema = Arc::new(Schema::of(&law, ["veiculo.ano", "veiculo.lugares", "veiculo.seguro"]));
    let mut audit = Audit::new(&law, &["veiculo"], ON, None, schema.clone()).unwrap();
    assert_eq!(audit.unverifiable().map(|r| r.id.as_ref()).collect::<Vec<_>>(), ["ear"]);
    assert_eq!(
        audit.unverifiable_in_words(),
        ["Exigência ear (art. 9º, I): não verificável com esta planilha; falta CNH com EAR"]
    );
    let good = Some(ON);
    let mut builder = ColumnsBuilder::new(schema);
    for (line, cells) in (2..).zip([
        row(2016, 7, good),                    // in order on the last day of everything
        row(2015, 7, good),                    // one year too old: near miss
        row(2015, 8, good),                    // two failures, one article
        row(2020, 9, None),                    // fails, and insurance unknown: no near miss
        row(2020, 5, None),                    // undetermined
        row(2020, 5, Some(date(2026, 6, 29))), // insurance ran out yesterday: near miss
    ]) {
        assert_eq!(builder.push(line, &cells), []);
        if line == 4 {
            // two blocks add up as one would
            audit.add(&builder.finish());
        }
    }
    let block = builder.finish();
    let verdict = audit.add(&block);
    let s = audit.summary();
    assert_eq!((s.rows, s.yes, s.no, s.undetermined), (6, 1, 4, 1));
    let counts = |id: &str| s.requirements.iter().find(|r| r.id.as_ref() == id).unwrap();
    assert_eq!((counts("idade").met, counts("idade").failed, counts("idade").near_misses), (4, 2, 1));
    assert_eq!((counts("lotacao").failed, counts("lotacao").first_failed), (2, 1));
    assert_eq!((counts("seguro").failed, counts("seguro").undetermined), (1, 2));
    let sixth = s.articles["art9.inc6"];
    assert_eq!(
        (sixth.failed, sixth.first_failed),
        (3, 3),
        "a row that fails twice under one article counts once"
    );
    let near = |row, r: &str| NearMiss { row, requirement: r.into() };
    assert_eq!(s.near_misses, [near(3, "idade"), near(7, "seguro")]);
    assert_eq!(s.missing.iter().map(|(f, n)| (f.as_ref(), *n)).collect::<Vec<_>>(), [("veiculo.seguro", 2)]);

    let rows: Vec<_> = audit.rows(&block, &verdict).collect();
    assert_eq!(rows.iter().map(|r| r.row).collect::<Vec<_>>(), [5, 6, 7]);
    assert_eq!(rows[0].outcome, Outcome::No);
    assert_eq!(rows[0].failed.iter().map(|r| r.id.as_ref()).collect::<Vec<_>>(), ["lotacao"]);
    assert_eq!(rows[0].undetermined.iter().map(|r| r.id.as_ref()).collect::<Vec<_>>(), ["seguro"]);

    let why = audit.explain(&block.facts(0));
    assert_eq!(why.outcome, Outcome::No);
    assert_eq!(
        why.in_words(&law),
        "Não atende.\n\
         - Exigência lotacao (art. 9º, VI): não atende; lotação: 9; o limite é 7. O que fazer: corrija\n\
         - Exigência seguro (art. 9º, VII): indeterminado; falta informar: validade do seguro\n\
         - Exigência idade (art. 9º, VI): atende; idade do veículo: 6; o limite é 10"
    );
}

#[test]
fn near_misses_are_counted_beyond_those_listed() {
    let law = vehicles_and_drivers();
    let schema = Arc::new(Schema::of(&law, ["veiculo.ano", "veiculo.lugares", "veiculo.seguro"]));
    let mut audit = Audit::new(&law, &["veiculo"], ON, None, schema.clone()).unwrap().listing(3);
    let mut builder = ColumnsBuilder::new(schema);
    for line in 0..200 {
        builder.push(line, &row(2010, 5, Some(ON)));
    }
    audit.add(&builder.finish());
    assert_eq!(audit.summary().near_misses.iter().map(|n| n.row).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(audit.summary().requirements[0].near_misses, 200);
}

#[test]
fn a_sheet_that_tells_nothing_is_refused_and_not_passed() {
    let law = vehicles_and_drivers();
    let nothing = Arc::new(Schema::of(&law, ["coluna.desconhecida"]));
    let fault = Audit::new(&law, &["veiculo"], ON, None, nothing.clone()).unwrap_err();
    assert_eq!(fault, AuditFault::NothingVerifiable);
    assert!(fault.to_string().starts_with("nenhuma coluna desta planilha"), "{fault}");
    let before = date(2020, 7, 19);
    let seats = Arc::new(Schema::of(&law, ["veiculo.lugares"]));
    assert_eq!(Audit::new(&law, &["veiculo"], before, None, seats).unwrap_err(), AuditFault::NothingInForce);
    assert_eq!(Audit::new(&law, &["operadora"], ON, None, nothing).unwrap_err(), AuditFault::NothingInForce);
}

/// A wait after a sale is for those who sold: a sheet that has no column for it has not verified it.
#[test]
fn what_binds_those_of_whom_a_fact_is_told_is_not_of_nobody() {
    let mut law = vehicles_and_drivers();
    declare(&mut law, "condutor.venda", "dia da venda", FactType::Date, None);
    let sold = compare("condutor.venda", C::Known, Operand::None);
    let never = Condition::Any(Vec::new());
    let valid = || compare("condutor.venda", C::ValidOn, Operand::None);
    require(&mut law, "espera", "art9.inc1", Some(sold), valid());
    require(&mut law, "nunca", "art9.inc1", Some(never), valid());
    let schema = Arc::new(Schema::of(&law, ["veiculo.ano", "veiculo.lugares", "veiculo.seguro"]));
    let audit = Audit::new(&law, &["veiculo"], ON, None, schema).unwrap();
    assert_eq!(audit.unverifiable().map(|r| r.id.as_ref()).collect::<Vec<_>>(), ["ear", "espera"]);
    assert_eq!(
        audit.unverifiable_in_words().last().unwrap(),
        "Exigência espera (art. 9º, I): não verificável com esta planilha; falta dia da venda"
    );
}

#[test]
fn an_age_stated_by_itself_makes_its_requirement_verifiable() {
    let law = vehicles_and_drivers();
    let schema = Arc::new(Schema::of(&law, ["veiculo.idade"]));
    let mut audit = Audit::new(&law, &["veiculo"], ON, None, schema.clone()).unwrap();
    let judged: Vec<_> = audit.plan().requirements().iter().map(|r| r.id.as_ref()).collect();
    assert_eq!(judged, ["idade"]);
    assert!(audit.lacking(&audit.plan().requirements()[0]).is_empty());
    let mut builder = ColumnsBuilder::new(schema);
    builder.push(2, &[Cell::Int(10)]);
    builder.push(3, &[Cell::Int(11)]);
    let verdict = audit.add(&builder.finish());
    assert_eq!([verdict.outcome(0), verdict.outcome(1)], [Outcome::Yes, Outcome::No]);
}

#[test]
fn whom_a_requirement_does_not_concern_is_counted_apart() {
    let mut law = vehicles_and_drivers();
    let big = against("veiculo.lugares", C::MoreThan, Value::Int(5));
    let insured: Condition = compare("veiculo.seguro", C::ValidOn, Operand::None);
    law.requirements.clear();
    require(&mut law, "seguro", "art9.inc7", Some(big), insured);
    let schema = Arc::new(Schema::of(&law, ["veiculo.ano", "veiculo.lugares", "veiculo.seguro"]));
    let mut audit = Audit::new(&law, &["veiculo"], ON, None, schema.clone()).unwrap();
    let mut builder = ColumnsBuilder::new(schema);
    builder.push(2, &row(2016, 5, None)); // small: not concerned
    builder.push(3, &[Cell::Int(2016), Cell::Unknown, Cell::Date(ON)]); // insured anyway
    builder.push(4, &[Cell::Int(2016), Cell::Unknown, Cell::Date(date(2020, 1, 1))]); // depends on the seats
    let verdict = audit.add(&builder.finish());
    let statuses: Vec<_> = (0..3).map(|row| verdict.status(0, row)).collect();
    assert_eq!(statuses, [LineStatus::NotApplicable, LineStatus::Met, LineStatus::Undetermined]);
    let missing: Vec<_> = audit.summary().missing.iter().map(|(f, n)| (f.as_ref(), *n)).collect();
    assert_eq!(missing, [("veiculo.lugares", 1)]);
}
