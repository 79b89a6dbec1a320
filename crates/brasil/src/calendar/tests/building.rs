use super::*;

#[test]
fn a_decree_moves_a_day_of_rest() {
    let calendar = CalendarBuilder::national()
        .rule(
            When::Yearly { month: 10, day: 28, years: Years::ALL },
            DayKind::Closure,
            "Dia do Servidor Público",
            "lei municipal",
        )
        .removed(date(2025, 10, 28), "Dia do Servidor Público")
        .on(date(2025, 10, 27), DayKind::Closure, "Dia do Servidor Público", "Decreto 2.337/2025")
        .build()
        .unwrap();
    assert_eq!(calendar.is_business_day(date(2025, 10, 28)), Some(true));
    assert_eq!(calendar.is_business_day(date(2025, 10, 27)), Some(false));
    assert_eq!(calendar.is_business_day(date(2026, 10, 28)), Some(false));
    let moved = calendar.day(date(2025, 10, 27)).unwrap();
    assert_eq!(&*moved.marks[0].source, "Decreto 2.337/2025");
}

#[test]
fn of_several_marks_the_strongest_decides() {
    let day = date(2026, 6, 3);
    let with = |kinds: &[DayKind], day: Date| {
        let builder = kinds.iter().fold(CalendarBuilder::empty(), |builder, kind| {
            builder.on(day, *kind, "dia fictício", "decreto")
        });
        let calendar = builder.build().unwrap();
        (calendar.is_business_day(day).unwrap(), calendar.is_full_day(day).unwrap())
    };
    assert_eq!(with(&[], day), (true, true));
    assert_eq!(with(&[DayKind::HalfDay], day), (true, false));
    assert_eq!(with(&[DayKind::HalfDay, DayKind::Closure], day), (false, false));
    assert_eq!(with(&[DayKind::Closure, DayKind::Working], day), (true, true));
    assert_eq!(with(&[DayKind::Holiday, DayKind::Working], day), (false, false));
    let saturday = date(2026, 6, 6);
    assert_eq!(with(&[], saturday), (false, false));
    assert_eq!(with(&[DayKind::HalfDay], saturday), (false, false));
    assert_eq!(with(&[DayKind::Working], saturday), (true, true));
}

#[test]
fn every_day_off_has_a_reason() {
    let calendar = caceres();
    for day in date(2026, 1, 1).series(jiff::Span::new().days(1)).take(365) {
        let day = calendar.day(day).unwrap();
        assert_eq!(day.reason().is_none(), day.full, "{day:?}");
        assert!(day.reason().is_none_or(|reason| !reason.is_empty()), "{day:?}");
    }
    assert_eq!(DayKind::HalfDay.name(), "meio expediente");
}

#[test]
fn yearly_rules_hold_in_their_years() {
    let calendar = CalendarBuilder::empty()
        .yearly(6, 3, Years::between(2025, 2026), "dia fictício", "lei")
        .yearly(2, 29, Years::ALL, "dia bissexto fictício", "lei")
        .easter(60, Years::from(2026), DayKind::Holiday, "Corpus Christi", "lei municipal")
        .build()
        .unwrap();
    let off = |day| calendar.is_business_day(day) == Some(false);
    assert!(
        !off(date(2024, 6, 3)) && off(date(2025, 6, 3)) && off(date(2026, 6, 3)) && !off(date(2027, 6, 3))
    );
    assert!(off(date(2028, 2, 29)));
    assert!(!off(date(2025, 6, 19)) && off(date(2026, 6, 4)));
}

#[test]
fn tells_every_fault_at_once() {
    let faults = CalendarBuilder::national()
        .yearly(2, 30, Years::ALL, "dia impossível", "lei")
        .yearly(2, 3, Years::between(2026, 2025), "dia ao contrário", "lei")
        .easter(300, Years::ALL, DayKind::Closure, "longe", "decreto")
        .on(date(2200, 1, 1), DayKind::Closure, "futuro", "decreto")
        .on(date(2026, 1, 5), DayKind::Closure, "sem norma", " ")
        .removed(date(2026, 12, 25), "Natl")
        .removed(date(2026, 12, 24), "Véspera")
        .build()
        .unwrap_err();
    let told: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "“dia impossível”: o dia 30/02 não existe",
            "“dia ao contrário”: o primeiro ano (2026) vem depois do último (2025)",
            "“longe”: 300 dias a contar da Páscoa é longe demais; use de -80 a 240",
            "“futuro”: a data 01/01/2200 está fora dos anos do calendário (1970 a 2148)",
            "um dia do calendário precisa de nome e de fonte (a norma que o criou)",
            "nada a retirar em 25/12/2026: nenhum dia chamado “Natl”; há “Natal”",
            "nada a retirar em 24/12/2026: nenhum dia chamado “Véspera”; não há dia com nome nessa data",
        ]
    );
}

#[test]
fn the_national_rules_have_no_fault() {
    assert!(CalendarBuilder::national().build().is_ok());
}
