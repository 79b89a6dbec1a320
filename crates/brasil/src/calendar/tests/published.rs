//! Our national calendar beside published ones, day by day, with every difference named.

use super::*;
use crate::vectors;
use std::collections::BTreeSet;

/// The dates of a list with one day on each line; other lines name the weekend.
fn listed(text: &str) -> BTreeSet<Date> {
    text.lines().filter_map(|line| line.trim().parse().ok()).collect()
}

fn is_weekend(day: Date) -> bool {
    day_number::is_weekend(day_number::of(day))
}

/// The days on which one side works and the other does not, over the years that the list covers.
fn differences(list: &BTreeSet<Date>, ours: &Calendar) -> (Vec<Date>, Vec<Date>) {
    let first = list.first().unwrap().first_of_year();
    let last = list.last().unwrap().last_of_year().min(date(2148, 12, 31));
    let days = first.series(jiff::Span::new().days(1)).take_while(|day| *day <= last);
    let weekdays: Vec<_> = days.filter(|day| !is_weekend(*day)).collect();
    let off_here = |day: &Date| ours.is_business_day(*day) == Some(false);
    let only_theirs = weekdays.iter().copied().filter(|day| list.contains(day) && !off_here(day)).collect();
    let only_ours = weekdays.iter().copied().filter(|day| !list.contains(day) && off_here(day)).collect();
    (only_theirs, only_ours)
}

/// Carnival Monday and Tuesday and Corpus Christi: days off at banks, no holidays of the country.
fn is_bank_only(day: Date) -> bool {
    let sunday = easter(day.year()).unwrap();
    matches!(day_number::of(day) - day_number::of(sunday), -48 | -47 | 60)
}

/// All Souls became a national holiday in 2003; before, each municipality made it one, and banks kept it.
fn is_early_all_souls(day: Date) -> bool {
    day.year() < 2003 && (day.month(), day.day()) == (11, 2)
}

#[test]
fn differs_from_the_bank_calendar_only_where_it_must() {
    let Some(text) = vectors::shared_text("data/calendars/ANBIMA.cal") else { return };
    let list = listed(&text);
    assert!(list.len() > 1_000);
    let (only_theirs, only_ours) = differences(&list, &Calendar::new_national());
    let unexplained: Vec<_> =
        only_theirs.iter().filter(|day| !is_bank_only(**day) && !is_early_all_souls(**day)).collect();
    assert_eq!(unexplained, Vec::<&Date>::new());
    assert_eq!(only_ours, Vec::<Date>::new());
    assert!(only_theirs.iter().any(|day| is_bank_only(*day)));
    assert!(only_theirs.contains(&date(2000, 11, 2)));
}

#[test]
fn differs_from_the_stock_exchange_only_where_it_must() {
    let Some(text) = vectors::shared_text("data/calendars/B3.cal") else { return };
    let (only_theirs, only_ours) = differences(&listed(&text), &Calendar::new_national());
    // the exchange also keeps São Paulo's own days (25 January, 9 July, 20 November before 2024) and the last
    // business days before Christmas and New Year, and closed for the opening of the World Cup of 2014
    let unexplained: Vec<_> = only_theirs
        .iter()
        .filter(|day| !is_bank_only(**day) && !is_early_all_souls(**day))
        .filter(|day| !matches!((day.month(), day.day()), (1, 25) | (7, 9) | (11, 20) | (12, 24 | 29..=31)))
        .filter(|day| **day != date(2014, 6, 12))
        .collect();
    assert_eq!(unexplained, Vec::<&Date>::new());
    assert_eq!(only_ours, Vec::<Date>::new());
}

/// The fixed days that the list has directly under the country, without a type (bank, optional, observance).
fn national_fixed(yaml: &str) -> BTreeSet<(i8, i8)> {
    let country = yaml.split_once("    days:\n").unwrap().1.split_once("    states:\n").unwrap().0;
    let mut days = BTreeSet::new();
    let mut current = None;
    for line in country.lines() {
        let key = line
            .strip_prefix("      ")
            .filter(|rest| !rest.starts_with(' '))
            .and_then(|rest| rest.strip_suffix(':'));
        if let Some(key) = key {
            current = key.split_once('-').and_then(|(m, d)| Some((m.parse().ok()?, d.parse().ok()?)));
            days.extend(current);
        } else if line.trim().starts_with("type:")
            && let Some(typed) = current
        {
            days.remove(&typed);
        }
    }
    days
}

#[test]
fn has_the_fixed_days_of_the_public_holiday_list() {
    let Some(yaml) = vectors::shared_text("data/calendars/date-holidays-BR.yaml") else { return };
    let ours: BTreeSet<_> = Calendar::new_national()
        .named_days(2026)
        .filter(|(_, mark)| &*mark.name != "Paixão de Cristo")
        .map(|(day, _)| (day.month(), day.day()))
        .collect();
    assert_eq!(ours, national_fixed(&yaml));
}
