//! Two executors, one answer: on random rows, for many dates and readings, the plan over columns says of every requirement what
//! the row executor says. The row executor is the specification.

use std::sync::Arc;

use brasil::calendar::Roll;
use brasil::term::{MonthEnd, Term, Unit};
use jiff::civil::{Date, date};
use law::deadline::Deadline;
use law::eligibility::LineStatus;
use law::fact::Derived;
use law::parameter::{DatedValue, Parameter};
use law::plan::{Cell, Columns, ColumnsBuilder, Plan, Schema, rows};
use law::provision::{Provision, Suspension, TextStatus, Wording};
use law::reading::{Reading, Ruling};
use law::{Choice, Comparator as C, Condition, FactType, Facts, Id, Law, Operand, Outcome, Span, Value};

use crate::blank_law::{against, blank_law, compare, declare, one_of, require, since, symbols};

/// Random numbers, the same in every run.
pub struct Draw(pub u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).expect("below n")
    }

    pub fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

fn int(n: i64) -> Value {
    Value::Int(n)
}

fn decimal(text: &str) -> Value {
    Value::Decimal(text.parse().expect("a decimal"))
}

fn provision(id: &str, wordings: Vec<Wording>) -> (Id, Provision) {
    let provision = Provision {
        id: id.into(),
        says: "dispositivo fictício".into(),
        kind: "requisito".into(),
        wordings,
        suspensions: Vec::new(),
        no_rule: None,
    };
    (provision.id.clone(), provision)
}

fn wording(from: Date, until: Option<Date>, text: TextStatus) -> Wording {
    Wording { since: from, until, by: None, revoked_by: None, text }
}

fn reading(id: &str, answers: &[&str], rulings: Vec<Ruling>) -> (Id, Reading) {
    let reading = Reading {
        id: id.into(),
        base: Vec::new(),
        question: "?".into(),
        answers: answers.iter().map(|a| (Id::from(*a), (*a).to_string())).collect(),
        default: answers[0].into(),
        who: "SEMOP".into(),
        contested: false,
        why: None,
        has_effect: true,
        rulings,
    };
    (reading.id.clone(), reading)
}

fn deadline(id: &str, term: Term) -> (Id, Deadline) {
    let deadline = Deadline {
        id: id.into(),
        base: vec!["art1".into()],
        says: id.into(),
        from: Choice::Fixed("o dia".into()),
        term: Choice::Fixed(term),
        roll: Choice::Fixed(Roll::Next),
        roll_by: Vec::new(),
        includes_first: Choice::Fixed(false),
        backwards: false,
        minimum: false,
        extensions: None,
        pauses: Vec::new(),
        landmark: None,
        chained: None,
        business_hours: Choice::Fixed(false),
        span: Span::default(),
    };
    (deadline.id.clone(), deadline)
}

fn parameter(id: &str, values: Vec<DatedValue>) -> (Id, Parameter) {
    let parameter =
        Parameter { id: id.into(), label: id.into(), base: Vec::new(), who: "SEMOP".into(), values };
    (parameter.id.clone(), parameter)
}

fn facts_of_all_types(law: &mut Law) {
    let years = |from: &str| Some(Derived::CalendarYearsSince(from.into()));
    declare(law, "fabricacao", "ano de fabricação", FactType::Int, None);
    declare(law, "idade", "idade do veículo", FactType::Int, years("fabricacao"));
    declare(law, "primeira_placa", "primeira placa", FactType::Date, None);
    declare(law, "idade_placa", "anos desde a primeira placa", FactType::Int, years("primeira_placa"));
    declare(law, "idade_solta", "idade sem base", FactType::Int, years("ear"));
    declare(law, "lugares", "lugares", FactType::Int, None);
    declare(law, "passageiros", "passageiros", FactType::Int, None);
    declare(law, "peso", "peso", FactType::Decimal, None);
    declare(law, "carga", "carga", FactType::Decimal, None);
    declare(law, "nascimento", "nascimento", FactType::Date, None);
    declare(law, "validade", "validade da CNH", FactType::Date, None);
    let between = |since: &str, until: &str| {
        Some(Derived::CalendarYearsBetween { since: since.into(), until: until.into() })
    };
    let end = |of: &str, months| Some(Derived::PeriodEnd { of: of.into(), months });
    declare(
        law,
        "idade_na_placa",
        "idade no dia da placa",
        FactType::Int,
        between("fabricacao", "primeira_placa"),
    );
    declare(law, "entre_datas", "anos entre as datas", FactType::Int, between("primeira_placa", "validade"));
    declare(law, "fim_do_semestre", "fim do semestre", FactType::Date, end("validade", 6));
    declare(law, "fim_do_mes", "fim do mês", FactType::Date, end("primeira_placa", 1));
    declare(law, "ear", "EAR", FactType::Bool, None);
    declare(law, "seguro", "seguro", FactType::Bool, None);
    declare(law, "categoria", "categoria", symbols(&["A", "B", "C", "D", "E", "AB", "AC", "AD", "AE"]), None);
    declare(law, "exigida", "categoria exigida", symbols(&["AD", "D", "B", "Z"]), None);
    declare(law, "apelido", "apelido", FactType::Text, None);
    declare(law, "hora", "hora da corrida", FactType::Hour, None);
    declare(law, "hora_limite", "hora limite", FactType::Hour, None);
    declare(law, "hoje", "data da consulta", FactType::Date, Some(Derived::QuestionDate));
}

/// At least one comparison for every comparator on every type it suits, with every kind of operand.
fn comparisons() -> Vec<Condition> {
    let orders = [C::Equal, C::NotEqual, C::AtMost, C::AtLeast, C::LessThan, C::MoreThan];
    let of_dates = [C::Equal, C::NotEqual, C::UpTo, C::Before, C::Since, C::After];
    let fact = |id: &str| Operand::Fact(id.into());
    let mut out = Vec::new();
    for c in orders {
        out.push(against("idade", c, int(10)));
        out.push(against("fabricacao", c, int(2016)));
        out.push(against("idade_placa", c, int(5)));
        out.push(against("idade", c, decimal("7.5")));
        out.push(against("idade_solta", c, int(3)));
        out.push(against("idade_na_placa", c, int(5)));
        out.push(compare("entre_datas", c, fact("lugares")));
        out.push(against("lugares", c, int(7)));
        out.push(against("peso", c, decimal("3.5")));
        out.push(against("peso", c, decimal("3.50005")));
        out.push(against("peso", c, int(4)));
        out.push(compare("lugares", c, Operand::Parameter("teto".into())));
        out.push(compare("lugares", c, Operand::Parameter("sem_valor".into())));
        out.push(compare("lugares", c, fact("passageiros")));
        out.push(compare("lugares", c, fact("idade")));
        for (left, times, right) in [
            ("lugares", "2", "passageiros"),
            ("peso", "0.25", "lugares"),
            ("lugares", "1.5", "idade"),
            ("idade_placa", "0.05", "peso"),
            ("validade", "2", "primeira_placa"),
            ("categoria", "2", "exigida"),
            ("lugares", "2", "nao_declarado"),
        ] {
            let Value::Decimal(times) = decimal(times) else { unreachable!() };
            out.push(compare(left, c, Operand::Multiple(times, right.into())));
        }
        out.push(compare("idade", c, fact("idade_placa")));
        out.push(compare("peso", c, fact("carga")));
        out.push(compare("peso", c, fact("lugares")));
        out.push(compare("idade_placa", c, fact("carga")));
        // what cannot be compared is undetermined in both
        out.push(against("lugares", c, Value::Bool(true)));
        out.push(compare("lugares", c, fact("validade")));
        out.push(compare("lugares", c, fact("nao_declarado")));
    }
    for c in of_dates {
        out.push(against("validade", c, Value::Date(date(2024, 2, 29))));
        out.push(compare("validade", c, fact("primeira_placa")));
        out.push(compare("validade", c, fact("hoje")));
        out.push(compare("fim_do_semestre", c, fact("hoje")));
        out.push(compare("fim_do_mes", c, fact("fim_do_semestre")));
        out.push(compare("hoje", c, fact("validade")));
        out.push(compare("hoje", c, fact("hoje")));
        out.push(against("hoje", c, Value::Date(date(2024, 2, 29))));
        out.push(compare("hoje", c, Operand::Parameter("prazo".into())));
        out.push(compare("validade", c, Operand::Parameter("prazo".into())));
    }
    for c in [C::Equal, C::NotEqual] {
        for b in [true, false] {
            out.push(against("ear", c, Value::Bool(b)));
        }
        out.push(compare("ear", c, fact("seguro")));
        out.push(against("categoria", c, Value::Text("D".into())));
        out.push(against("categoria", c, Value::Text("fora da lista".into())));
        out.push(compare("categoria", c, fact("exigida")));
    }
    out.push(one_of("categoria", &["B", "C", "D", "E", "AB", "AC", "AD", "AE"]));
    out.push(one_of("categoria", &["A", "C", "E", "AD"]));
    out.push(one_of("categoria", &[]));
    for c in [C::OneOf, C::NoneOf] {
        let set = |values: &[i64]| Operand::Set(values.iter().map(|n| int(*n)).collect());
        out.push(compare("lugares", c, set(&[5, 7, 8, 9])));
        out.push(compare("idade", c, set(&[0, 1, 10])));
        out.push(compare("idade_placa", c, set(&[0, 5])));
        out.push(compare(
            "categoria",
            c,
            Operand::Set(vec![Value::Text("B".into()), Value::Text("AE".into())]),
        ));
    }
    for c in orders {
        out.push(against("hora", c, int(1_320)));
        out.push(compare("hora", c, fact("hora_limite")));
    }
    for day in ["validade", "hoje"] {
        let weekend = ["sabado", "domingo"].map(|d| Value::Text(d.into()));
        out.push(compare(day, C::Weekday, Operand::Set(weekend.to_vec())));
        out.push(compare(day, C::BusinessDay, Operand::None));
        out.push(compare(day, C::Holiday, Operand::None));
        out.push(compare(day, C::Season, Operand::Season((12, 15), (1, 15))));
        out.push(compare(day, C::Season, Operand::Season((2, 29), (6, 30))));
        // the whole year, and two halves that adjoin
        out.push(compare(day, C::Season, Operand::Season((1, 1), (12, 31))));
        let halves = [((1, 1), (6, 30)), ((7, 1), (12, 31))];
        let season = |(from, to)| compare(day, C::Season, Operand::Season(from, to));
        out.push(Condition::Any(halves.map(season).to_vec()));
        for deadline in ["um_ano", "dez_dias_uteis", "suspenso", "encurtado", "em_cadeia", "nao_declarado"] {
            out.push(compare(day, C::InTime, Operand::Deadline(deadline.into())));
        }
    }
    for deadline in ["um_ano", "dez_dias_uteis", "suspenso", "encurtado", "em_cadeia", "nao_declarado"] {
        for (from, until) in [
            ("validade", "primeira_placa"),
            ("validade", "hoje"),
            ("hoje", "validade"),
            ("hoje", "hoje"),
            ("validade", "nao_declarado"),
        ] {
            out.push(compare(from, C::InTime, Operand::DeadlineTo(deadline.into(), until.into())));
        }
    }
    for c in [C::ElapsedMoreThan, C::ElapsedAtLeast, C::ElapsedAtMost] {
        for until in ["primeira_placa", "hoje", "nao_declarado"] {
            let term = Term::new(6, Unit::Month);
            out.push(compare("validade", c, Operand::TermTo(term, until.into())));
        }
        out.push(compare("hoje", c, Operand::TermTo(Term::new(1, Unit::Year), "validade".into())));
    }
    out.push(compare("validade", C::ValidOn, Operand::None));
    out.push(compare("fim_do_semestre", C::ValidOn, Operand::None));
    out.push(since("fim_do_mes", C::ElapsedAtLeast, Term::new(1, Unit::Year)));
    out.push(compare("hoje", C::ValidOn, Operand::None));
    out.push(compare("lugares", C::ValidOn, Operand::None));
    let terms = [
        (6, Unit::Month),
        (1, Unit::Month),
        (1, Unit::Year),
        (21, Unit::Year),
        (90, Unit::Day),
        (48, Unit::Hour),
    ];
    for (amount, unit) in terms {
        for c in [C::ElapsedMoreThan, C::ElapsedAtLeast, C::ElapsedAtMost] {
            out.push(since("nascimento", c, Term::new(amount, unit)));
            out.push(since("validade", c, Term::new(amount, unit)));
        }
    }
    out.push(since("hoje", C::ElapsedAtMost, Term::new(1, Unit::Month)));
    out.push(since("lugares", C::ElapsedAtMost, Term::new(1, Unit::Month)));
    for id in [
        "idade",
        "idade_placa",
        "idade_solta",
        "fabricacao",
        "validade",
        "peso",
        "ear",
        "categoria",
        "apelido",
        "hoje",
    ] {
        out.push(compare(id, C::Known, Operand::None));
    }
    out.push(compare("nao_declarado", C::Known, Operand::None));
    out
}

fn random_condition(draw: &mut Draw, leaves: &[Condition], depth: usize) -> Condition {
    if depth == 0 || draw.below(4) == 0 {
        return draw.one(leaves);
    }
    let parts = |draw: &mut Draw| {
        let many = draw.below(4);
        (0..many).map(|_| random_condition(draw, leaves, depth - 1)).collect()
    };
    match draw.below(7) {
        0..=1 => Condition::All(parts(draw)),
        2..=4 => Condition::Any(parts(draw)),
        5 => Condition::Not(Box::new(random_condition(draw, leaves, depth - 1))),
        _ => {
            let names: &[&str] = if draw.below(3) == 0 { &["inclui"] } else { &["inclui", "exclui"] };
            let reading = draw.one(&["L1", "L2", "L3"]).into();
            let options =
                names.iter().map(|a| (Id::from(*a), random_condition(draw, leaves, depth - 1))).collect();
            Condition::ByReading { reading, options }
        }
    }
}

pub fn the_law(draw: &mut Draw) -> Law {
    let mut law = blank_law();
    facts_of_all_types(&mut law);
    let known = |since: Date, until| wording(since, until, TextStatus::Known);
    let start = date(2020, 7, 20);
    law.provisions = [
        provision("art1", vec![known(start, None)]),
        provision("art2", vec![known(start, Some(date(2024, 2, 28)))]),
        provision(
            "art3",
            vec![wording(start, Some(date(2023, 12, 31)), TextStatus::Absent), known(date(2024, 1, 1), None)],
        ),
        provision("art4", vec![wording(start, None, TextStatus::AssumedSame)]),
        provision("art5", vec![known(date(2025, 1, 1), None)]),
        provision("art6", vec![known(start, None)]),
        provision("art6.inc1", vec![known(start, None)]),
        provision("art7", vec![known(start, Some(date(2026, 6, 29)))]),
    ]
    .into_iter()
    .collect();
    let court = |since, until| Suspension { since, until, by: "processo fictício".into() };
    // an order on the article reaches its item
    law.provisions["art6"].suspensions = vec![
        court(date(2023, 12, 29), Some(date(2024, 1, 27))),
        court(date(2024, 2, 28), Some(date(2024, 2, 29))),
    ];
    law.provisions["art7"].suspensions = vec![court(date(2025, 8, 1), None)];
    law.readings = [
        reading("L1", &["inclui", "exclui"], Vec::new()),
        reading(
            "L2",
            &["inclui", "exclui"],
            vec![Ruling { answer: "exclui".into(), since: date(2024, 3, 1), by: "ato fictício".into() }],
        ),
    ]
    .into_iter()
    .collect();
    law.assumed_text = Some(Choice::ByReading {
        reading: "L2".into(),
        options: vec![("inclui".into(), Choice::Fixed(true)), ("exclui".into(), Choice::Fixed(false))],
    });
    law.norm.month_end = Choice::ByReading {
        reading: "L1".into(),
        options: vec![
            ("inclui".into(), Choice::Fixed(MonthEnd::Clamp)),
            ("exclui".into(), Choice::Fixed(MonthEnd::NextDay)),
        ],
    };
    let value = |since, until, value| DatedValue { since, until, value, source: "fictício".into() };
    law.parameters = [
        parameter(
            "teto",
            vec![
                value(start, Some(date(2023, 12, 31)), int(7)),
                value(date(2024, 2, 1), None, decimal("8.5")),
            ],
        ),
        parameter("prazo", vec![value(date(2024, 1, 1), None, Value::Date(date(2025, 8, 31)))]),
        parameter("sem_valor", Vec::new()),
    ]
    .into_iter()
    .collect();
    law.deadlines = [
        deadline("um_ano", Term::new(1, Unit::Year)),
        deadline("dez_dias_uteis", Term::new(10, Unit::BusinessDay)),
        deadline("suspenso", Term::new(1, Unit::Month)),
        deadline("encurtado", Term::new(30, Unit::Day)),
        deadline("em_cadeia", Term::new(20, Unit::Day)),
    ]
    .into();
    let deadlines = &mut law.deadlines;
    deadlines["suspenso"].base = vec!["art6.inc1".into()];
    // from 1 March 2024 on, five days by a ruling: the last day moves back
    deadlines["encurtado"].term = Choice::ByReading {
        reading: "L2".into(),
        options: vec![
            ("inclui".into(), Choice::Fixed(Term::new(30, Unit::Day))),
            ("exclui".into(), Choice::Fixed(Term::new(5, Unit::Day))),
        ],
    };
    deadlines["em_cadeia"].base = vec!["art7".into()];
    deadlines["em_cadeia"].chained = Some(("encurtado".into(), law::extension::Start::Rolled));
    let leaves = comparisons();
    for (n, leaf) in leaves.iter().enumerate() {
        require(&mut law, &format!("simples{n}"), "art1", None, leaf.clone());
    }
    let articles = ["art1", "art1", "art1", "art2", "art3", "art4", "art5", "artigo_que_nao_consta"];
    for n in 0..80 {
        let applies = (draw.below(2) == 0).then(|| random_condition(draw, &leaves, 2));
        let demands = random_condition(draw, &leaves, 3);
        require(&mut law, &format!("composto{n}"), draw.one(&articles), applies, demands);
    }
    if let Some(r) = law.requirements.get_mut("composto0") {
        r.span = Span { since: Some(date(2024, 1, 31)), until: Some(date(2024, 2, 29)) };
    }
    law.foresee();
    law
}

/// Days around a date that are the ends of months, of terms and of the calendar.
fn telling_day(draw: &mut Draw, on: Date) -> Date {
    use jiff::ToSpan;
    let back = draw.one(&[0, 1, 6, 12, 13, 21 * 12]);
    let near = on.saturating_sub(back.months());
    let near = if draw.below(3) == 0 { near.last_of_month() } else { near };
    match draw.below(12) {
        0 => Date::MAX,
        1 => Date::MIN,
        2 => near.saturating_sub(90.days()),
        3 => date(2024, 2, 29),
        4 => date(2025, 8, 31),
        _ => near.saturating_add(draw.one(&[-3, -2, -1, 0, 1, 2, 3]).days()),
    }
}

pub fn random_facts(draw: &mut Draw, law: &Law, on: Date) -> Facts {
    let mut facts = Facts::new();
    let year = i64::from(on.year());
    for (id, fact) in &law.facts {
        // an age that somebody states is rare, anything may be missing
        if fact.derived.is_some() && draw.below(5) > 0 || draw.below(5) == 0 {
            continue;
        }
        let value = match (&fact.kind, id.as_ref()) {
            (FactType::Int, "fabricacao") => {
                int(draw.one(&[2015, 2016, 2017, year - 11, year - 10, year - 9, year, year - 7]))
            }
            (FactType::Int, "lugares" | "passageiros") => {
                int(draw.one(&[5, 6, 7, 8, 9, 10, 300, -70_000, i64::MAX, i64::MIN, 1 << 33]))
            }
            (FactType::Int, _) => int(draw.one(&[0, 1, 3, 4, 5, 6, 9, 10, 11])),
            (FactType::Decimal, _) => {
                let texts =
                    ["3.5", "3.5000", "3.4999", "3.5001", "4", "4.0001", "-1", "7", "900719925474099.3"];
                if draw.below(6) == 0 { int(4) } else { decimal(draw.one(&texts)) }
            }
            (FactType::Bool, _) => Value::Bool(draw.below(2) == 0),
            (FactType::Date, _) => Value::Date(telling_day(draw, on)),
            (FactType::Enum(symbols), _) => Value::Text(draw.one(symbols).0),
            (FactType::Text, _) => Value::Text("Zé".into()),
            (FactType::Hour, _) => int(draw.one(&[0, 359, 360, 1_319, 1_320, 1_439])),
        };
        // nobody may set the date of the question
        if id.as_ref() != "hoje" {
            facts.set(id.clone(), value);
        }
    }
    facts
}

fn block_of(law: &Law, schema: &Arc<Schema>, subjects: &[Facts]) -> Columns {
    let mut builder = ColumnsBuilder::new(schema.clone());
    for (number, facts) in (1..).zip(subjects) {
        let cells: Vec<Cell> = schema
            .iter()
            .map(|(id, kind)| {
                facts.get(id).map_or(Cell::Unknown, |v| Cell::of(kind, v).expect("of the type"))
            })
            .collect();
        assert_eq!(builder.push(number, &cells), [], "{}", law.norm.name);
    }
    builder.finish()
}

pub fn dates() -> Vec<Date> {
    vec![
        date(2020, 7, 19),
        date(2021, 3, 31),
        date(2023, 12, 31),
        date(2024, 2, 28),
        date(2024, 2, 29),
        date(2024, 3, 1),
        date(2025, 8, 31),
        date(2027, 1, 1),
    ]
}

fn agree(law: &Law, on: Date, schema: &Arc<Schema>, subjects: &[Facts], seen: &mut [usize; 5]) {
    let plan = Plan::compile(law, &["veiculo"], on, None);
    let executor = plan.bind(schema);
    let block = block_of(law, schema, subjects);
    let verdict = executor.judge(&block);
    let mut missing = vec![vec![Vec::<Id>::new(); subjects.len()]; plan.requirements().len()];
    for (place, of_rows) in missing.iter_mut().enumerate() {
        executor.missing(&verdict, place, &mut |id, lacking| {
            for row in rows(lacking).filter(|r| !of_rows[*r].contains(id)).collect::<Vec<_>>() {
                of_rows[row].push(id.clone());
            }
        });
    }
    for (row, facts) in subjects.iter().enumerate() {
        assert_eq!(law.requirements.len(), plan.requirements().len());
        let mut whole = Outcome::Yes;
        for (place, r) in law.requirements.values().enumerate() {
            let line = law.requirement_line(r, facts, on);
            whole = whole.and(line.status.outcome());
            let status = verdict.status(place, row);
            assert_eq!(status, line.status, "{on}, row {row}, {r:#?}\n{facts:#?}\n{}", line.words(law));
            let mut expected = line.missing.clone();
            let mut found = std::mem::take(&mut missing[place][row]);
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "missing on {on}, row {row}, {r:#?}\n{facts:#?}");
            seen[match status {
                LineStatus::Met => 0,
                LineStatus::Failed => 1,
                LineStatus::Undetermined => 2,
                LineStatus::NotApplicable => 3,
                LineStatus::Off => 4,
            }] += 1;
        }
        assert_eq!(verdict.outcome(row), whole, "{on}, row {row}");
    }
}

#[test]
fn columns_and_rows_give_the_same_status_to_every_requirement() {
    let mut seen = [0; 5];
    for seed in [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03] {
        let mut draw = Draw(seed);
        let law = the_law(&mut draw);
        let every = Arc::new(Schema::of(&law, law.facts.keys().map(AsRef::as_ref)));
        assert_eq!(every.len(), law.facts.len() - 1, "the date of the question has no column");
        for on in dates() {
            for (l1, l2) in [("inclui", "inclui"), ("exclui", "exclui"), ("exclui", "inclui")] {
                let mut law = law.clone();
                law.readings["L1"].default = l1.into();
                law.readings["L2"].default = l2.into();
                let subjects: Vec<Facts> = (0..24).map(|_| random_facts(&mut draw, &law, on)).collect();
                agree(&law, on, &every, &subjects, &mut seen);
            }
        }
    }
    assert!(seen.iter().all(|n| *n > 1000), "every status occurs often: {seen:?}");
}

#[test]
fn a_fact_without_a_column_is_unknown_in_every_row() {
    let mut draw = Draw(0x2545_f491_4f6c_dd1d);
    let law = the_law(&mut draw);
    let mut seen = [0; 5];
    for _ in 0..6 {
        let on = draw.one(&dates());
        let held: Vec<Id> = law.facts.keys().filter(|_| draw.below(2) == 0).cloned().collect();
        let schema = Arc::new(Schema::of(&law, held.iter().map(AsRef::as_ref)));
        let subjects: Vec<Facts> = (0..64)
            .map(|_| {
                let mut facts = random_facts(&mut draw, &law, on);
                let absent: Vec<Id> =
                    facts.iter().map(|(f, _)| f.clone()).filter(|f| schema.position(f).is_none()).collect();
                absent.iter().for_each(|f| facts.forget(f));
                facts
            })
            .collect();
        agree(&law, on, &schema, &subjects, &mut seen);
    }
    assert!(seen[2] > seen[4], "with half of the columns much is undetermined: {seen:?}");
}

#[test]
fn a_comparison_that_occurs_twice_is_made_once() {
    let mut law = blank_law();
    facts_of_all_types(&mut law);
    let on = date(2026, 6, 30);
    require(&mut law, "a", "art1", None, against("fabricacao", C::AtLeast, int(2016)));
    let before = Plan::compile(&law, &["veiculo"], on, None);
    require(&mut law, "b", "art1", None, against("fabricacao", C::MoreThan, int(2015)));
    require(
        &mut law,
        "c",
        "art1",
        None,
        Condition::Not(Box::new(against("fabricacao", C::MoreThan, decimal("2015.3")))),
    );
    let after = Plan::compile(&law, &["veiculo"], on, None);
    assert_eq!(before.comparisons(), 1);
    assert_eq!(after.comparisons(), 1);
}

#[test]
fn a_block_longer_than_usual_and_an_empty_one_are_judged_alike() {
    let mut law = blank_law();
    facts_of_all_types(&mut law);
    require(&mut law, "a", "art1", None, against("lugares", C::AtMost, int(7)));
    let on = date(2026, 6, 30);
    let schema = Arc::new(Schema::of(&law, ["lugares"]));
    let plan = Plan::compile(&law, &["veiculo"], on, None);
    let mut builder = ColumnsBuilder::new(schema.clone());
    assert!(plan.bind(&schema).judge(&builder.finish()).is_empty());
    for n in 0..10_000_u64 {
        builder.push(n, &[if n % 3 == 0 { Cell::Int(8) } else { Cell::Int(7) }]);
    }
    let verdict = plan.bind(&schema).judge(&builder.finish());
    assert_eq!(verdict.len(), 10_000);
    assert_eq!(law::plan::count(verdict.no()), 3_334);
    assert_eq!(rows(verdict.no()).nth(1), Some(3));
    assert_eq!(law::plan::count(verdict.yes()), 6_666);
}
