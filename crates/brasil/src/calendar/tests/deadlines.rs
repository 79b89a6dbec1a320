use super::*;
use crate::term::Unit;
use std::sync::LazyLock;

static CACERES: LazyLock<Calendar> = LazyLock::new(caceres);

fn ends(anchor: Date, text: &str, cal: &Calendar) -> Date {
    due(anchor, &term(text), &Counting::ADMINISTRATIVE, cal).unwrap().date
}

#[test]
fn vectors_of_three_towns() {
    let national = Calendar::new_national();
    assert_eq!(ends(date(2026, 10, 2), "10 dias", &national), date(2026, 10, 13));

    let caceres = caceres();
    assert_eq!(ends(date(2026, 10, 1), "5 dias", &caceres), date(2026, 10, 7));
    assert_eq!(ends(date(2026, 6, 10), "15 dias", &caceres), date(2026, 6, 26));
    assert_eq!(ends(date(2026, 11, 16), "10 dias úteis", &caceres), date(2026, 12, 1));

    let caraguatatuba = caraguatatuba();
    assert_eq!(ends(date(2026, 6, 24), "15 dias", &caraguatatuba), date(2026, 7, 10));
    assert_eq!(ends(date(2026, 5, 14), "30 dias", &caraguatatuba), date(2026, 6, 15));
    assert_eq!(ends(date(2026, 7, 6), "5 dias úteis", &caraguatatuba), date(2026, 7, 14));
}

/// Field fault BL-16: 20 November is a national holiday only from 2024.
#[test]
fn a_holiday_does_not_reach_back() {
    let national = Calendar::new_national();
    assert_eq!(ends(date(2023, 11, 10), "10 dias", &national), date(2023, 11, 20));
    let after = due(date(2024, 11, 10), &term("10 dias"), &Counting::ADMINISTRATIVE, &national).unwrap();
    assert_eq!(after.nominal, date(2024, 11, 20));
    assert_eq!(after.date, date(2024, 11, 21));
    assert!(after.rolled);
    let because = vec![(date(2024, 11, 20), "Dia Nacional de Zumbi e da Consciência Negra".to_owned())];
    assert_eq!(after.because, because);
    // where the state had it before, it does move
    assert_eq!(ends(date(2023, 11, 10), "10 dias", &caceres()), date(2023, 11, 21));
}

/// Field fault BL-22: business days are counted as such, and the reader is told which days did not count.
#[test]
fn business_days_tell_what_they_skipped() {
    let national = Calendar::new_national();
    let notice =
        due(date(2026, 11, 12), &term("8 dias úteis"), &Counting::ADMINISTRATIVE, &national).unwrap();
    assert_eq!(notice.date, date(2026, 11, 25));
    assert!(!notice.rolled);
    let because: Vec<_> =
        notice.because.iter().map(|(day, name)| (day.month(), day.day(), name.as_str())).collect();
    assert_eq!(
        because,
        [
            (11, 14, "sábado"),
            (11, 15, "domingo (Proclamação da República)"),
            (11, 20, "Dia Nacional de Zumbi e da Consciência Negra"),
            (11, 21, "sábado"),
            (11, 22, "domingo"),
        ]
    );
}

/// Field fault BL-23: "after 14 days" means that day 14 is still in time.
#[test]
fn the_last_day_is_in_time() {
    let still = Counting { roll: Roll::None, ..Counting::ADMINISTRATIVE };
    let end = due(date(2026, 6, 1), &term("14 dias"), &still, &Calendar::new_national()).unwrap();
    assert_eq!(end.date, date(2026, 6, 15));
    assert!(date(2026, 6, 15) <= end.date);
    assert!(date(2026, 6, 16) > end.date);
}

#[test]
fn a_half_day_counts_and_yet_nothing_ends_on_it() {
    let caceres = caceres();
    assert_eq!(caceres.is_business_day(date(2026, 2, 18)), Some(true));
    assert_eq!(caceres.is_full_day(date(2026, 2, 18)), Some(false));
    // Friday 13 plus one business day is Ash Wednesday, where service begins at 13h30
    let end = due(date(2026, 2, 13), &term("1 dia útil"), &Counting::ADMINISTRATIVE, &caceres).unwrap();
    assert_eq!((end.nominal, end.date), (date(2026, 2, 18), date(2026, 2, 19)));
    assert_eq!(
        end.because.last(),
        Some(&(date(2026, 2, 18), "Quarta-feira de Cinzas (meio expediente)".to_owned()))
    );
    assert_eq!(ends(date(2026, 2, 13), "2 dias úteis", &caceres), date(2026, 2, 19));
    // and backwards it lands before Carnival
    let back = Counting { roll: Roll::Previous, ..Counting::ADMINISTRATIVE };
    let end = due(date(2026, 2, 8), &term("10 dias"), &back, &caceres).unwrap();
    assert_eq!((end.nominal, end.date), (date(2026, 2, 18), date(2026, 2, 13)));
    assert_eq!(end.because.len(), 5);
    assert!(end.because.is_sorted_by_key(|(day, _)| *day));
}

#[test]
fn the_start_moves_only_where_the_law_says_so() {
    let national = Calendar::new_national();
    // notice on Friday 9 October 2026; Monday 12 is a holiday, so counting starts on Tuesday 13
    let friday = date(2026, 10, 9);
    let judicial = due(friday, &term("5 dias"), &Counting::JUDICIAL, &national).unwrap();
    assert_eq!((judicial.nominal, judicial.date), (date(2026, 10, 17), date(2026, 10, 19)));
    assert_eq!(judicial.because.first(), Some(&(date(2026, 10, 10), "sábado".to_owned())));
    assert_eq!(ends(friday, "5 dias", &national), date(2026, 10, 14));
    let judicial = due(friday, &term("5 dias úteis"), &Counting::JUDICIAL, &national).unwrap();
    assert_eq!(judicial.date, ends(friday, "5 dias úteis", &national));
    let month = due(friday, &term("1 mês"), &Counting::JUDICIAL, &national).unwrap();
    assert_eq!(month.date, date(2026, 11, 12));
}

#[test]
fn a_half_day_is_no_start_where_the_start_moves() {
    let caceres = caceres();
    let friday = date(2026, 2, 13);
    // Carnival is closed and Ash Wednesday opens late: day 1 is Thursday 19
    let judicial = due(friday, &term("2 dias úteis"), &Counting::JUDICIAL, &caceres).unwrap();
    assert_eq!((judicial.nominal, judicial.date), (date(2026, 2, 20), date(2026, 2, 20)));
    assert_eq!(judicial.because.len(), 5);
    let running = due(friday, &term("2 dias"), &Counting::JUDICIAL, &caceres).unwrap();
    assert_eq!(running.date, date(2026, 2, 20));
    assert_eq!(ends(friday, "2 dias úteis", &caceres), date(2026, 2, 19));
}

#[test]
fn counts_the_first_day_where_the_law_says_so() {
    let national = Calendar::new_national();
    let inclusive = Counting { includes_first_day: true, roll: Roll::None, ..Counting::ADMINISTRATIVE };
    let on = |day, text| due(day, &term(text), &inclusive, &national).unwrap().date;
    assert_eq!(on(date(2026, 6, 1), "1 dia"), date(2026, 6, 1));
    assert_eq!(on(date(2026, 6, 1), "30 dias"), date(2026, 6, 30));
    assert_eq!(on(date(2026, 3, 1), "1 mês"), date(2026, 3, 31));
    assert_eq!(on(date(2026, 3, 10), "1 ano"), date(2027, 3, 9));
    assert_eq!(on(date(2026, 6, 5), "1 dia útil"), date(2026, 6, 5));
    assert_eq!(on(date(2026, 6, 6), "1 dia útil"), date(2026, 6, 8));
}

#[test]
fn months_and_years_run_date_to_date() {
    let national = Calendar::new_national();
    assert_eq!(ends(date(2026, 1, 30), "1 mês", &national), date(2026, 3, 2));
    let clamped = due(date(2026, 1, 30), &term("1 mês"), &Counting::ADMINISTRATIVE, &national).unwrap();
    assert_eq!(clamped.nominal, date(2026, 2, 28));
    let civil = Counting { month_end: MonthEnd::NextDay, ..Counting::ADMINISTRATIVE };
    let next = due(date(2026, 1, 30), &term("1 mês"), &civil, &national).unwrap();
    assert_eq!((next.nominal, next.date), (date(2026, 3, 1), date(2026, 3, 2)));
    assert_eq!(ends(date(2025, 6, 10), "1 ano", &national), date(2026, 6, 10));
}

/// Field fault BL-30: the day ends at midnight of the municipality, not of Brasília or Greenwich.
#[test]
fn midnight_is_local() {
    let due = date(2026, 8, 28);
    let acre = jiff::tz::TimeZone::fixed(jiff::tz::offset(-5));
    let utc = jiff::tz::TimeZone::UTC;
    let paid: jiff::Timestamp = "2026-08-28T23:30:00-05:00".parse().unwrap();
    assert!(is_in_time(due, paid, &acre));
    assert!(!is_in_time(due, paid, &utc));
    let late: jiff::Timestamp = "2026-08-29T00:00:00-05:00".parse().unwrap();
    assert!(!is_in_time(due, late, &acre));
}

#[test]
fn hours_run_on_the_clock() {
    let friday = date(2026, 10, 9).at(17, 30, 0, 0);
    assert_eq!(due_hours(friday, 24), Some(date(2026, 10, 10).at(17, 30, 0, 0)));
    assert_eq!(due_hours(friday, u32::MAX), None);
    let national = Calendar::new_national();
    assert_eq!(due(date(2026, 10, 9), &term("24 horas"), &Counting::ADMINISTRATIVE, &national), None);
}

#[test]
fn what_cannot_be_known_is_not_answered() {
    let national = Calendar::new_national();
    let ask = |day, text| due(day, &term(text), &Counting::ADMINISTRATIVE, &national);
    assert_eq!(ask(date(2148, 12, 25), "10 dias"), None);
    assert_eq!(ask(date(1960, 1, 1), "10 dias"), None);
    assert_eq!(ask(date(2026, 1, 1), "4000000000 dias"), None);
    assert_eq!(ask(date(2026, 1, 1), "4000000000 anos"), None);
    assert_eq!(ask(date(2026, 1, 1), "4000000000 dias úteis"), None);
    // a term of nothing is due on the day itself, moved like any other
    let now =
        due(date(2026, 1, 1), &Term { amount: 0, ..term("1 dia") }, &Counting::ADMINISTRATIVE, &national);
    assert_eq!(now.unwrap().date, date(2026, 1, 2));
}

proptest::proptest! {
    /// Whatever the term and the way of counting, what is answered can be explained day by day.
    #[test]
    fn every_answer_explains_itself(
        offset in 0_i32..1_000,
        amount in 1_u32..90,
        unit in 0_usize..4,
        ways in proptest::prelude::any::<(bool, bool, bool)>(),
    ) {
        let anchor = date(2025, 6, 1).checked_add(jiff::Span::new().days(offset)).unwrap();
        let unit = [Unit::Day, Unit::BusinessDay, Unit::Month, Unit::Year][unit];
        let roll = if ways.0 { Roll::Next } else { Roll::Previous };
        let counting =
            Counting { roll, includes_first_day: ways.1, start_rolls: ways.2, ..Counting::ADMINISTRATIVE };
        let end = due(anchor, &Term { amount, unit }, &counting, &CACERES).unwrap();
        proptest::prop_assert_eq!(CACERES.is_full_day(end.date), Some(true));
        proptest::prop_assert_eq!(end.rolled, end.date != end.nominal);
        proptest::prop_assert_eq!(end.rolled && ways.0, end.date > end.nominal);
        for (day, reason) in &end.because {
            proptest::prop_assert_eq!(CACERES.day(*day).unwrap().reason(), Some(reason.clone()));
        }
        let longer = due(anchor, &Term { amount: amount + 1, unit }, &counting, &CACERES).unwrap();
        proptest::prop_assert!(longer.date >= end.date);
    }
}
