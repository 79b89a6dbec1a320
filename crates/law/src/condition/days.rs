//! Days of the week and of the year, as conditions name them.

use jiff::civil::Date;

use super::{Comparator, Condition, Outcome};
use crate::grounds::Trace;
use crate::named_day::in_month;
use crate::{Facts, Law};

impl Condition {
    /// What it comes to on a day for somebody of whom nothing is known: that a fact is not told rules nobody out. In some season
    /// or other, what comes round again with the calendar is not known either.
    pub(crate) fn for_somebody(&self, law: &Law, on: Date, some_season: bool) -> Outcome {
        use Comparator as C;
        let each = |parts: &[Condition]| {
            parts.iter().map(|p| p.for_somebody(law, on, some_season)).collect::<Vec<_>>()
        };
        match self {
            Condition::All(parts) => each(parts).into_iter().fold(Outcome::Yes, Outcome::and),
            Condition::Any(parts) => each(parts).into_iter().fold(Outcome::No, Outcome::or),
            Condition::Not(inner) => inner.for_somebody(law, on, some_season).negate(),
            Condition::ByReading { .. } => self
                .as_read(law, on, &mut Trace::default())
                .map_or(Outcome::Undetermined, |c| c.for_somebody(law, on, some_season)),
            Condition::Compare(c) => {
                let returns = matches!(c.comparator, C::Season | C::Weekday | C::BusinessDay | C::Holiday);
                let outcome = self.evaluate(law, &Facts::new(), on, &mut Trace::default()).outcome;
                // what nobody asked is not told yet
                let untold = c.comparator == C::Known && outcome == Outcome::No;
                if untold || returns && some_season { Outcome::Undetermined } else { outcome }
            }
        }
    }
}

/// The days of the week, as rulebooks name them and as they are read.
pub const WEEKDAYS: [(&str, &str); 7] = [
    ("segunda", "segunda-feira"),
    ("terca", "terça-feira"),
    ("quarta", "quarta-feira"),
    ("quinta", "quinta-feira"),
    ("sexta", "sexta-feira"),
    ("sabado", "sábado"),
    ("domingo", "domingo"),
];

/// The years of which a day of the week is told: others are slips of the pen.
pub(crate) const WEEKDAY_YEARS: std::ops::Range<i16> = 1900..2200;

/// The day of the week of a date, as rulebooks name it.
#[must_use]
pub fn weekday(date: Date) -> &'static str {
    let at = usize::try_from(date.weekday().to_monday_zero_offset()).unwrap_or_default();
    WEEKDAYS.get(at).map_or("", |w| w.0)
}

pub(super) fn weekday_pt(name: &str) -> &str {
    WEEKDAYS.iter().find(|w| w.0 == name).map_or(name, |w| w.1)
}

/// A season of the year in Portuguese: `em dezembro`, `em 25 de dezembro`, `de 15 de dezembro a 15 de janeiro`.
pub(super) fn season_pt(from: (i8, i8), to: (i8, i8)) -> String {
    let name = |month: i8| {
        let at = usize::try_from(month).ok().and_then(|m| m.checked_sub(1));
        at.and_then(|m| brasil::date::MONTHS.get(m)).copied().unwrap_or_default()
    };
    // a season until 28 February leaves the 29th of a leap year out: it is not the whole month
    let length = Date::new(2000, to.0, 1).map_or(31, Date::days_in_month);
    if from.0 == to.0 && from.1 == 1 && to.1 >= length {
        return format!("em {}", name(from.0));
    }
    let day = |(month, day): (i8, i8)| format!("{day}{} de {}", if day == 1 { "º" } else { "" }, name(month));
    if from == to {
        return format!("em {}", day(from));
    }
    format!("de {} a {}", day(from), day(to))
}

/// The first day on or after a date that is a day of the year, month first; the last of February stands for its 29th.
pub(super) fn next_day_of_year((month, day): (i8, i8), on: Date) -> Option<Date> {
    let in_year = |year: i16| in_month(year, month, day);
    in_year(on.year()).filter(|d| *d >= on).or_else(|| in_year(on.year().checked_add(1)?))
}
