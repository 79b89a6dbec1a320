//! The holidays of the whole country, each with its law and the first year in which it was one.

use super::builder::{CalendarBuilder, When, Years};
use super::{Calendar, DayKind};

/// Fixed dates: month, day, first year, name, law.
const FIXED: [(i8, i8, i16, &str, &str); 9] = [
    (1, 1, Calendar::FIRST_YEAR, "Confraternização Universal", "Lei 662/1949, art. 1º"),
    (4, 21, Calendar::FIRST_YEAR, "Tiradentes", "Lei 1.266/1950; Lei 662/1949, art. 1º (Lei 10.607/2002)"),
    (5, 1, Calendar::FIRST_YEAR, "Dia do Trabalho", "Lei 662/1949, art. 1º"),
    (9, 7, Calendar::FIRST_YEAR, "Independência do Brasil", "Lei 662/1949, art. 1º"),
    (10, 12, 1980, "Nossa Senhora Aparecida", "Lei 6.802/1980"),
    // before that law a religious holiday of each municipality, and so a matter of its own calendar
    (11, 2, 2003, "Finados", "Lei 662/1949, art. 1º (Lei 10.607/2002)"),
    (11, 15, Calendar::FIRST_YEAR, "Proclamação da República", "Lei 662/1949, art. 1º"),
    (11, 20, 2024, "Dia Nacional de Zumbi e da Consciência Negra", "Lei 14.759/2023"),
    (12, 25, Calendar::FIRST_YEAR, "Natal", "Lei 662/1949, art. 1º"),
];

/// Adds the national holidays. Good Friday is, in law, one of the religious holidays of every municipality, and the
/// only one that the federal law itself names: it is off everywhere, so it belongs here. Carnival, Ash Wednesday and
/// Corpus Christi are not national holidays.
pub(super) fn add_to(mut builder: CalendarBuilder) -> CalendarBuilder {
    for (month, day, from, name, law) in FIXED {
        builder =
            builder.rule(When::Yearly { month, day, years: Years::from(from) }, DayKind::Holiday, name, law);
    }
    let good_friday = When::Easter { offset: -2, years: Years::ALL };
    builder.rule(good_friday, DayKind::Holiday, "Paixão de Cristo", "Lei 9.093/1995, art. 2º")
}
