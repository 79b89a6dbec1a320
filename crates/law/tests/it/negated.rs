//! What must not hold is explained as what must not hold, however deep the *not* stands.

use brasil::term::{Term, Unit};
use jiff::civil::{Date, date};
use law::grounds::Trace;
use law::{Comparator as C, Condition, FactType, Facts, Law, Operand, Outcome, Value};

use crate::blank_law::{against, blank_law, compare, declare, since};

const ON: Date = date(2025, 6, 2);

fn law() -> Law {
    let mut law = blank_law();
    declare(&mut law, "dia", "dia da corrida", FactType::Date, None);
    declare(&mut law, "idade", "idade", FactType::Int, None);
    declare(&mut law, "condenado", "motorista condenado", FactType::Bool, None);
    declare(&mut law, "nome", "nome", FactType::Text, None);
    law
}

fn not(c: Condition) -> Condition {
    Condition::Not(Box::new(c))
}

/// What a condition comes to and the words of what made it so.
fn told(c: &Condition, facts: &[(&str, Value)]) -> (Outcome, String) {
    let law = law();
    let mut known = Facts::new();
    for (id, value) in facts {
        known.set(*id, value.clone());
    }
    let e = c.evaluate(&law, &known, ON, &mut Trace::default());
    (e.outcome, e.words(&law, e.outcome))
}

fn season(from: (i8, i8), to: (i8, i8)) -> Condition {
    compare("dia", C::Season, Operand::Season(from, to))
}

#[test]
fn what_must_not_hold_is_told_as_what_must_not_hold() {
    let christmas = [("dia", Value::Date(date(2025, 12, 25)))];
    let old = [("idade", Value::Int(70))];
    let day = |c| compare("dia", c, Operand::None);
    let term = Operand::Term(Term::new(1, Unit::Year));
    let told_of = |c: Condition, facts: &[(&str, Value)], words: &str| {
        assert_eq!(told(&not(c.clone()), facts), (Outcome::No, words.to_string()));
        // and twice denied, as it stands
        let (outcome, again) = told(&not(not(c.clone())), facts);
        assert_eq!((outcome, &again), (Outcome::Yes, &told(&c, facts).1));
        assert_ne!(again, words);
    };
    told_of(day(C::Holiday), &christmas, "dia da corrida: 25/12/2025; não pode ser feriado");
    told_of(
        season((12, 25), (12, 25)),
        &christmas,
        "dia da corrida: 25/12/2025; não pode cair em 25 de dezembro",
    );
    told_of(season((12, 1), (12, 31)), &christmas, "dia da corrida: 25/12/2025; não pode cair em dezembro");
    told_of(against("idade", C::AtLeast, Value::Int(60)), &old, "idade: 70; deve ser menos de 60");
    told_of(against("idade", C::AtMost, Value::Int(80)), &old, "idade: 70; deve ser mais de 80");
    told_of(against("idade", C::Equal, Value::Int(70)), &old, "idade: 70; não pode ser 70");
    told_of(against("idade", C::NotEqual, Value::Int(7)), &old, "idade: 70; exigido: 7");
    told_of(day(C::ValidOn), &christmas, "dia da corrida: 25/12/2025; já deve ter passado");
    told_of(day(C::Known), &christmas, "dia da corrida: 25/12/2025; não pode ser informado");
    let crossed = [("dia", Value::Date(date(2025, 1, 1)))];
    let within = compare("dia", C::ElapsedAtMost, term);
    told_of(within, &crossed, "dia da corrida: 01/01/2025; não pode estar no prazo de 1 ano");
    let elapsed = since("dia", C::ElapsedAtLeast, Term::new(1, Unit::Month));
    told_of(elapsed, &crossed, "dia da corrida: 01/01/2025; deve ter passado menos de 1 mês");
}

#[test]
fn of_alternatives_that_must_not_hold_each_is_told_so() {
    let any = Condition::Any(vec![
        compare("dia", C::Holiday, Operand::None),
        against("idade", C::AtLeast, Value::Int(60)),
        not(against("condenado", C::Equal, Value::Bool(false))),
    ]);
    let facts = [
        ("dia", Value::Date(date(2025, 12, 25))),
        ("idade", Value::Int(70)),
        ("condenado", Value::Bool(false)),
    ];
    let words = "dia da corrida: 25/12/2025; não pode ser feriado; idade: 70; deve ser menos de 60";
    assert_eq!(told(&not(any.clone()), &facts), (Outcome::No, words.into()));
    // none of them holds: what is denied twice is told as it is demanded
    let facts = [
        ("dia", Value::Date(date(2025, 12, 24))),
        ("idade", Value::Int(30)),
        ("condenado", Value::Bool(false)),
    ];
    let words = "dia da corrida: 24/12/2025; não pode ser feriado; idade: 30; deve ser menos de 60; motorista condenado: \
                 não; exigido: não";
    assert_eq!(told(&not(any), &facts), (Outcome::Yes, words.into()));
    // a yes that must be no, a no that must be no
    let guilty = against("condenado", C::Equal, Value::Bool(true));
    let yes = [("condenado", Value::Bool(true))];
    assert_eq!(told(&not(guilty.clone()), &yes), (Outcome::No, "motorista condenado".into()));
    let no = [("condenado", Value::Bool(false))];
    assert_eq!(told(&not(guilty), &no), (Outcome::Yes, "motorista condenado: não; exigido: não".into()));
    // what nobody told is missing, unless that is what is wanted
    let unknown = not(compare("dia", C::Holiday, Operand::None));
    assert_eq!(told(&unknown, &[]), (Outcome::Undetermined, "falta informar: dia da corrida".into()));
    let known = not(compare("nome", C::Known, Operand::None));
    assert_eq!(told(&known, &[]), (Outcome::Yes, "nome: não informado".into()));
}

#[test]
fn a_season_is_told_with_the_days_that_it_has() {
    let words = |from, to| told(&season(from, to), &[("dia", Value::Date(date(2025, 9, 9)))]).1;
    for (from, to, season) in [
        ((12, 25), (12, 25), "em 25 de dezembro"),
        ((2, 1), (2, 29), "em fevereiro"),
        // the 29th of a leap year is outside it
        ((2, 1), (2, 28), "de 1º de fevereiro a 28 de fevereiro"),
        ((4, 1), (4, 30), "em abril"),
        ((12, 15), (1, 15), "de 15 de dezembro a 15 de janeiro"),
    ] {
        assert_eq!(words(from, to), format!("dia da corrida: 09/09/2025; deve cair {season}"));
    }
}
