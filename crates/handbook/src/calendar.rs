//! The due dates of a year.

use jiff::ToSpan;
use jiff::civil::Date;
use law::filing::{DueRule, FilingAnchor, Period};
use law::named_day::YearDay;
use law::title::Validity;
use law::transition::Lasting;
use law::value::date_pt;
use law::window::WindowKind;
use law::{Id, Law};

use crate::page::{Block, Chapter, Row, Table, capital, sentence};
use crate::words::{on, values, when, who, works};

struct Due {
    day: Date,
    what: String,
    whom: String,
    base: Vec<Id>,
}

/// The year's due dates, and its days without office hours.
pub(crate) fn chapter(law: &Law, day: Date, year: i16) -> Chapter {
    let mut due = Vec::new();
    filings(law, year, &mut due);
    for l in law.levies.values() {
        if let Some(date) = law.levied(l, year, &[]).filter(|l| l.collected).and_then(|l| l.due)
            && works(law, &l.base, l.span, date)
        {
            due.push(Due {
                day: date,
                what: sentence(&l.says),
                whom: who(law, &l.payer),
                base: l.base.clone(),
            });
        }
    }
    windows(law, day, year, &mut due);
    titles(law, year, &mut due);
    due.sort_by_key(|d| d.day);
    let rows: Vec<Row> = due
        .into_iter()
        .map(|d| Row { cells: vec![date_pt(d.day), d.what, capital(&d.whom)], base: d.base })
        .collect();
    let mut blocks = Vec::new();
    if !rows.is_empty() {
        let caption = format!("Datas de {year}");
        blocks.push(Block::Table(Table { caption, headers: vec!["Até", "O que fazer", "Quem"], rows }));
    }
    let calendar = law.calendar(day, &mut law::grounds::Trace::default());
    let rows: Vec<Row> = calendar
        .named_days(year)
        .map(|(date, mark)| Row {
            cells: vec![date_pt(date), capital(&mark.name), capital(&mark.source)],
            base: Vec::new(),
        })
        .collect();
    if !rows.is_empty() {
        let caption = format!("Feriados e dias sem expediente de {year}");
        blocks.push(Block::Table(Table { caption, headers: vec!["Dia", "Qual", "De onde vem"], rows }));
    }
    Chapter { id: "calendario", title: format!("Calendário de {year}"), blocks }
}

/// The days of the year on which titles end, whoever has them.
fn titles(law: &Law, year: i16, due: &mut Vec<Due>) {
    let Ok(last) = Date::new(year, 12, 31) else { return };
    for t in law.titles.values() {
        let mut days = Vec::new();
        if let Some(validity) = on(&t.validity, law, last) {
            ends(validity, last, &mut days);
        }
        let whole = days.into_iter().map(|d| (d, String::new(), &t.base));
        let states = t.transitions.iter().filter_map(|x| {
            let day = match on(x.lasts.as_ref()?, law, last)? {
                Lasting::YearEnd => last,
                Lasting::DayOfYear(d) => YearDay { later: 0, ..*d }.from(last)?,
                Lasting::BusinessDayOf(month, n) => law
                    .calendar(last, &mut law::grounds::Trace::default())
                    .nth_business_day_of_month(year, *month, *n)?,
                Lasting::For(_) | Lasting::Unlimited => return None,
            };
            Some((day, format!(", situação: {}", law.spelled(on(&x.to, law, last)?)), &x.base))
        });
        let mut found: Vec<(Date, String, &Vec<Id>)> = whole.chain(states).collect();
        found.sort();
        found.dedup_by(|a, b| (a.0, &a.1) == (b.0, &b.1));
        for (day, state, base) in found.into_iter().filter(|f| works(law, f.2, t.span, f.0)) {
            due.push(Due {
                day,
                what: format!("Fim da validade: {}{state}.", t.says),
                whom: who(law, &t.holder),
                base: base.clone(),
            });
        }
    }
}

/// The days of a year on which a validity ends by the calendar alone.
fn ends(validity: &Validity, last: Date, out: &mut Vec<Date>) {
    match validity {
        Validity::YearEnd => out.push(last),
        // whatever the year of the grant, it ends on this day of some year
        Validity::DayOfYear(d) => out.extend(YearDay { later: 0, ..*d }.from(last)),
        Validity::Least(all) => all.iter().for_each(|v| ends(v, last, out)),
        Validity::Cases(cases, rest) => {
            cases.iter().map(|(_, v)| v).chain(rest.as_deref()).for_each(|v| ends(v, last, out));
        }
        Validity::FirstExpiry
        | Validity::For(_)
        | Validity::Unlimited
        | Validity::Until(_)
        | Validity::Earlier(..) => {}
    }
}

/// Whether the period alone says when a filing is due: no event, request or acceptance has to be known.
fn follows_the_calendar(law: &Law, due: &DueRule, day: Date) -> bool {
    match due {
        DueRule::BusinessDay(_)
        | DueRule::BusinessDayOf(..)
        | DueRule::DayOfMonth(_)
        | DueRule::DayOfYear(..)
        | DueRule::MonthEnd
        | DueRule::YearEnd => true,
        DueRule::With(other) => {
            let other = law.filings.get(other).and_then(|f| on(&f.due, law, day));
            other.is_some_and(|d| !matches!(d, DueRule::With(_)) && follows_the_calendar(law, d, day))
        }
        DueRule::After(_) | DueRule::SameDay | DueRule::Deadline(_) | DueRule::AsAsked => false,
    }
}

fn filings(law: &Law, year: i16, due: &mut Vec<Due>) {
    let Ok(first) = Date::new(year, 1, 1) else { return };
    for f in law.filings.values() {
        // what is due in the year may be about the year before
        let period = on(&f.period, law, first).and_then(|p: &Period| p.months());
        let starts: Vec<Date> = match (period, on(&f.due, law, first)) {
            (Some(months), Some(due)) if follows_the_calendar(law, due, first) => {
                let step = i32::from(months).max(1);
                let all = (0..=24 / step)
                    .filter_map(|n| first.checked_sub(1.year()).ok()?.checked_add((n * step).months()).ok());
                all.collect()
            }
            (None, Some(DueRule::YearEnd | DueRule::BusinessDayOf(..) | DueRule::DayOfYear(..))) => {
                vec![first]
            }
            _ => continue,
        };
        let mut found: Vec<Date> = starts
            .into_iter()
            .filter_map(|s| {
                law.filing_date(f, FilingAnchor::PeriodStart(s), &mut law::grounds::Trace::default())
            })
            .filter(|d| d.year() == year && works(law, &f.base, f.span, *d))
            .collect();
        found.dedup();
        for date in found {
            due.push(Due {
                day: date,
                what: sentence(&f.says),
                whom: who(law, &f.who),
                base: f.base.clone(),
            });
        }
    }
}

fn windows(law: &Law, day: Date, year: i16, due: &mut Vec<Due>) {
    for w in law.windows.values() {
        let WindowKind::Yearly(y) = &w.kind else { continue };
        let by = y.by.as_ref().and_then(|by| on(by, law, day)).and_then(|f| law.fact(f));
        for m in &y.months {
            let Some((first, last)) = m.in_year(year) else { continue };
            if works(law, &w.base, w.span, first) {
                let during = when(m);
                let what = match by {
                    Some(f) => format!(
                        "{} {}: {} ({during}).",
                        sentence(&w.says),
                        capital(&f.label),
                        values(&m.values)
                    ),
                    None => format!("{} {}.", sentence(&w.says), capital(&during)),
                };
                due.push(Due {
                    day: last,
                    what,
                    whom: if by.is_some() { "quem tem o número".into() } else { "todos".into() },
                    base: m.base.clone(),
                });
            }
        }
    }
}
