mod building;
mod deadlines;
mod published;

use super::*;
use crate::term::{MonthEnd, Term};
use jiff::civil::date;
use std::sync::LazyLock;

static NATIONAL: LazyLock<Calendar> = LazyLock::new(Calendar::new_national);

/// Cáceres/MT as its own acts of 2026 have it.
fn caceres() -> Calendar {
    CalendarBuilder::national()
        .yearly(11, 20, Years::between(2003, 2023), "Consciência Negra", "Lei MT 7.879/2002")
        .yearly(6, 25, Years::ALL, "Padre Geraldo José dos Santos", "lei municipal")
        .yearly(8, 25, Years::ALL, "Padroeiro de Cáceres", "lei municipal")
        .yearly(10, 6, Years::ALL, "Aniversário de Cáceres", "lei municipal")
        .on(date(2026, 2, 16), DayKind::Closure, "Carnaval", "decreto municipal")
        .on(date(2026, 2, 17), DayKind::Closure, "Carnaval", "decreto municipal")
        .on(date(2026, 2, 18), DayKind::HalfDay, "Quarta-feira de Cinzas", "decreto municipal")
        .on(date(2026, 6, 4), DayKind::Closure, "Corpus Christi", "decreto municipal")
        .on(date(2026, 6, 5), DayKind::Closure, "Corpus Christi (ponte)", "decreto municipal")
        .on(date(2026, 10, 28), DayKind::Closure, "Dia do Servidor Público", "decreto municipal")
        .build()
        .unwrap()
}

/// Caraguatatuba/SP: the state's holiday, its patron saint and its anniversary.
fn caraguatatuba() -> Calendar {
    CalendarBuilder::national()
        .yearly(7, 9, Years::from(1997), "Revolução Constitucionalista", "Lei SP 9.497/1997")
        .yearly(4, 20, Years::ALL, "Aniversário de Caraguatatuba", "lei municipal")
        .yearly(6, 13, Years::ALL, "Santo Antônio", "lei municipal")
        .build()
        .unwrap()
}

fn term(text: &str) -> Term {
    Term::parse(text).unwrap()
}

#[test]
fn knows_its_own_years_only() {
    let national = Calendar::new_national();
    assert_eq!(national.is_business_day(date(1969, 12, 31)), None);
    assert_eq!(national.is_business_day(date(1970, 1, 1)), Some(false));
    assert_eq!(national.is_business_day(date(1970, 1, 2)), Some(true));
    assert_eq!(national.is_business_day(date(2148, 12, 31)), Some(true));
    assert_eq!(national.is_business_day(date(2149, 1, 1)), None);
    assert_eq!(national.next_business_day(date(2148, 12, 31)), None);
    assert_eq!(national.previous_business_day(date(1970, 1, 2)), None);
    assert_eq!(national.previous_business_day(date(1970, 1, 5)), Some(date(1970, 1, 2)));
    assert_eq!(national.add_business_days(date(2026, 1, 1), i32::MAX), None);
    assert_eq!(national.add_business_days(date(2026, 1, 1), i32::MIN), None);
    assert_eq!(national.business_days_between(date(2148, 12, 30), date(2148, 12, 31)), Some(1));
    assert!(national.day(date(2200, 1, 1)).is_none());
    assert_eq!(national.named_days(2026).count(), 10);
    assert_eq!(national.named_days(2023).count(), 9);
    assert_eq!(national.named_days(i16::MAX).count(), 0);
}

#[test]
fn equal_rules_make_equal_calendars() {
    assert_eq!(*NATIONAL, Calendar::new_national());
    assert_eq!(*NATIONAL, NATIONAL.clone());
    assert_ne!(*NATIONAL, caceres());
}

#[test]
fn a_date_is_answered_like_its_number() {
    let caceres = caceres();
    let last = day_number::of(date(2148, 12, 31));
    // one day beyond the known years at either end, and one more of which nothing is known
    for number in -2..=last + 2 {
        let day = day_number::date(number).unwrap();
        for n in [i32::MIN, -45_000, -300, -2, -1, 0, 1, 2, 300, 45_000, i32::MAX] {
            let end = caceres.add_business_days(day, n);
            let same = caceres.add_business_days_to_number(number, n);
            assert_eq!(end.map(day_number::of), same, "{day} {n:+}");
        }
        let other = date(2026, 7, 17);
        let count = caceres.business_days_between(other, day);
        assert_eq!(count, caceres.business_days_between_numbers(day_number::of(other), number), "{day}");
    }
}

#[test]
fn saturdays_may_be_business_days() {
    let (closed, open) = (caceres(), caceres().with_saturdays());
    assert_eq!(open.next_business_day(date(2026, 7, 17)), Some(date(2026, 7, 18)));
    assert_eq!(open.next_business_day(date(2026, 7, 18)), Some(date(2026, 7, 20)));
    assert_eq!(open.is_full_day(date(2026, 7, 18)), Some(true));
    // a holiday on a Saturday remains one
    assert_eq!(open.is_business_day(date(2026, 8, 25)), Some(false));
    assert_eq!(open.is_business_day(date(2027, 9, 25)), Some(true));
    assert_eq!(open.is_business_day(date(2027, 12, 25)), Some(false));
    assert_eq!(closed.business_days_between(date(2026, 7, 3), date(2026, 7, 31)), Some(20));
    assert_eq!(open.business_days_between(date(2026, 7, 3), date(2026, 7, 31)), Some(24));
    assert_ne!(closed, open);
    assert_eq!(open, caceres().with_saturdays());
}

#[test]
fn several_rules_on_one_day_are_told_in_their_order() {
    let day = date(2026, 12, 25);
    let calendar = CalendarBuilder::national()
        .on(day, DayKind::Closure, "Ponto facultativo", "decreto")
        .yearly(12, 25, Years::between(2026, 2027), "Padroeiro", "lei municipal")
        .build()
        .unwrap();
    let told = |day| calendar.day(day).unwrap().marks.iter().map(|m| m.name.to_string()).collect::<Vec<_>>();
    assert_eq!(told(day), ["Natal", "Ponto facultativo", "Padroeiro"]);
    assert_eq!(told(date(2027, 12, 25)), ["Natal", "Padroeiro"]);
    assert_eq!(told(date(2028, 12, 25)), ["Natal"]);
    assert!(told(date(2026, 12, 24)).is_empty());
    let named: Vec<Date> = calendar.named_days(2026).map(|(day, _)| day).collect();
    assert_eq!(named.len(), 12);
    assert!(named.is_sorted());
}

#[test]
fn steps_over_days_without_service() {
    let national = Calendar::new_national();
    assert_eq!(national.next_business_day(date(2026, 4, 2)), Some(date(2026, 4, 6)));
    assert_eq!(national.next_business_day(date(2026, 4, 3)), Some(date(2026, 4, 6)));
    assert_eq!(national.business_day_on_or_after(date(2026, 4, 2)), Some(date(2026, 4, 2)));
    assert_eq!(national.business_day_on_or_after(date(2026, 4, 3)), Some(date(2026, 4, 6)));
    assert_eq!(national.business_day_on_or_before(date(2026, 4, 5)), Some(date(2026, 4, 2)));
    assert_eq!(national.add_business_days(date(2026, 4, 6), -1), Some(date(2026, 4, 2)));
    assert_eq!(national.add_business_days(date(2026, 4, 4), 0), Some(date(2026, 4, 4)));
}

#[test]
fn names_the_nth_business_day_of_a_month() {
    let caceres = caceres();
    assert_eq!(caceres.nth_business_day_of_month(2026, 10, 10), Some(date(2026, 10, 16)));
    assert_eq!(caceres.nth_business_day_of_month(2026, 12, 10), Some(date(2026, 12, 14)));
    assert_eq!(caceres.nth_business_day_of_month(2026, 1, 15), Some(date(2026, 1, 22)));
    assert_eq!(caceres.nth_business_day_of_month(2027, 1, 15), Some(date(2027, 1, 22)));
    assert_eq!(caceres.nth_business_day_of_month(2026, 1, 22), None);
    assert_eq!(caceres.nth_business_day_of_month(2026, 1, 0), None);
    assert_eq!(caceres.nth_business_day_of_month(2026, 13, 1), None);
    assert_eq!(caceres.nth_business_day_of_month(1970, 1, 0), None);
}

#[test]
fn the_table_agrees_with_walking() {
    let calendar = caceres();
    let first = date(2025, 11, 1);
    let days: Vec<_> = first.series(jiff::Span::new().days(1)).take(500).collect();
    let open: Vec<_> = days.iter().copied().filter(|day| calendar.is_business_day(*day).unwrap()).collect();
    for (start, day) in days.iter().enumerate().take(300).step_by(7) {
        let later: Vec<_> = open.iter().filter(|other| *other > day).collect();
        for n in [1, 2, 5, 60] {
            let expected = *later[n - 1];
            let n = i32::try_from(n).unwrap();
            assert_eq!(calendar.add_business_days(*day, n), Some(expected), "{day} + {n}");
            assert_eq!(calendar.business_days_between(*day, expected), Some(n));
            assert_eq!(
                calendar.business_days_between(expected, *day),
                Some(-n),
                "counting back from day {start}"
            );
        }
    }
}

proptest::proptest! {
    #[test]
    fn adding_and_counting_are_each_others_reverse(offset in 0_i32..60_000, n in 1_i32..2_000) {
        let national = &*NATIONAL;
        let start = day_number::date(offset).unwrap();
        if let Some(end) = national.add_business_days(start, n) {
            proptest::prop_assert_eq!(national.is_business_day(end), Some(true));
            proptest::prop_assert_eq!(national.business_days_between(start, end), Some(n));
        } else {
            proptest::prop_assert!(start.year() > 2140);
        }
    }
}
