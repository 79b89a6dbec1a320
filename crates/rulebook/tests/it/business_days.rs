//! Deadlines in business days are looked up in tables. Here they are counted day by day, by every municipality's own calendar, with
//! half days and days without service by decree added.

use brasil::calendar::{Calendar, DayKind};
use jiff::civil::{Date, Weekday, date};
use law::setting::Setting;
use law::value::day_number;

use crate::rulebooks::{rulebooks, sources};

/// What the marks of a day and the day of the week say, without any table.
fn works(calendar: &Calendar, day: Date, saturdays: bool) -> bool {
    let told = calendar.day(day).unwrap();
    let has = |kind| told.marks.iter().any(|m| m.kind == kind);
    let rests = match day.weekday() {
        Weekday::Sunday => true,
        Weekday::Saturday => !saturdays,
        _ => false,
    };
    !has(DayKind::Holiday) && (has(DayKind::Working) || !rests && !has(DayKind::Closure))
}

fn agrees(name: &str, calendar: &Calendar, saturdays: bool) {
    let first = date(1990, 1, 1);
    let days: Vec<Date> =
        first.series(jiff::Span::new().days(1)).take_while(|d| *d <= date(2100, 12, 31)).collect();
    // the business days so far, and before each day how many
    let (mut open, mut before) = (Vec::new(), Vec::with_capacity(days.len()));
    for day in &days {
        before.push(open.len());
        if works(calendar, *day, saturdays) {
            open.push(*day);
        }
    }
    for (place, day) in days.iter().enumerate() {
        let business = open.get(before[place]) == Some(day);
        assert_eq!(calendar.is_business_day(*day), Some(business), "{name}: {day}");
        let full = business && !calendar.day(*day).unwrap().marks.iter().any(|m| m.kind == DayKind::HalfDay);
        assert_eq!(calendar.is_full_day(*day), Some(full), "{name}: {day}");
        let through = before[place] + usize::from(business);
        for n in [1, 5, 15, 261] {
            let n_th = open.get(through + n - 1).copied();
            let steps = i32::try_from(n).unwrap();
            if n_th.is_some() {
                assert_eq!(calendar.add_business_days(*day, steps), n_th, "{name}: {day} + {n}");
                let number = calendar.add_business_days_to_number(day_number(*day), steps);
                assert_eq!(number, n_th.map(day_number), "{name}: {day} + {n}");
            }
            let back = before[place].checked_sub(n).map(|at| open[at]);
            if back.is_some() {
                assert_eq!(calendar.add_business_days(*day, -steps), back, "{name}: {day} - {n}");
            }
        }
        let since_first = i32::try_from(through).unwrap() - i32::from(open.first() == Some(&first));
        assert_eq!(calendar.business_days_between(first, *day), Some(since_first), "{name}: until {day}");
        assert_eq!(
            calendar.business_days_between(*day, first),
            Some(-since_first),
            "{name}: back from {day}"
        );
    }
}

#[test]
fn tables_agree_with_counting_day_by_day() {
    let mut tried = 0;
    for (name, dir) in rulebooks() {
        let sources = sources(&dir);
        let law = rulebook::read(&name, &sources).into_law(&sources).unwrap_or_else(|e| panic!("{e}"));
        let decree = |day: Date, kind| (day, kind, "decreto fictício".to_string());
        let days = (1990..=2100).flat_map(|year| {
            let day = |month, day, kind| decree(date(year, month, day), kind);
            [
                day(2, 28, DayKind::HalfDay),
                day(3, 17, DayKind::Closure),
                day(12, 24, DayKind::HalfDay),
                day(12, 26, DayKind::Closure),
                day(12, 31, DayKind::Closure),
                // a weekend day, or a closure, opened again
                day(8, 15, DayKind::Working),
            ]
        });
        let setting = Setting { days: days.collect(), ..Setting::default() };
        let law = law.with(&setting).unwrap();
        for (calendar, saturdays) in law.calendars.iter().zip([false, true]) {
            agrees(&name, calendar, saturdays);
            tried += 1;
        }
    }
    assert!(tried >= 10, "five municipalities, each with Saturday closed and open");
}
