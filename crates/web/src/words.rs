//! Small things as they are written in Brazil.

use jiff::civil::{Date, DateTime, Weekday};
use law::value::date_pt;

/// `30/11/2026 às 14h05`
pub(crate) fn date_time_pt(t: DateTime) -> String {
    format!("{} às {}h{:02}", date_pt(t.date()), t.hour(), t.minute())
}

/// `segunda, 30/11/2026`
pub(crate) fn weekday_pt(day: Date) -> String {
    let name = match day.weekday() {
        Weekday::Monday => "segunda",
        Weekday::Tuesday => "terça",
        Weekday::Wednesday => "quarta",
        Weekday::Thursday => "quinta",
        Weekday::Friday => "sexta",
        Weekday::Saturday => "sábado",
        Weekday::Sunday => "domingo",
    };
    format!("{name}, {}", date_pt(day))
}

/// How far a day is from today: `hoje`, `amanhã`, `faltam 5 dias`, `venceu há 3 dias`.
pub(crate) fn distance_pt(day: Date, today: Date) -> String {
    match law::value::day_number(day) - law::value::day_number(today) {
        0 => "hoje".into(),
        1 => "amanhã".into(),
        -1 => "venceu ontem".into(),
        n if n > 1 => format!("faltam {n} dias"),
        n => format!("venceu há {} dias", -n),
    }
}

/// Singular or plural.
pub(crate) fn count_pt(n: usize, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        brasil::money::decimal_pt(rust_decimal::Decimal::from(n)),
        if n == 1 { one } else { many }
    )
}

/// A text with a capital at the beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// A citation that leads to the page of its provision.
#[derive(Clone, Debug)]
pub(crate) struct Cite {
    pub href: String,
    pub label: String,
}

impl Cite {
    pub fn of(id: &str) -> Self {
        Self { href: format!("/lei/{id}"), label: brasil::lexml::cite(id) }
    }

    pub fn all(ids: &[law::Id]) -> Vec<Self> {
        ids.iter().map(|id| Self::of(id)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn days_are_told_as_people_tell_them() {
        let today = date(2026, 11, 30);
        assert_eq!(distance_pt(today, today), "hoje");
        assert_eq!(distance_pt(date(2026, 12, 1), today), "amanhã");
        assert_eq!(distance_pt(date(2026, 12, 10), today), "faltam 10 dias");
        assert_eq!(distance_pt(date(2026, 11, 27), today), "venceu há 3 dias");
        assert_eq!(weekday_pt(today), "segunda, 30/11/2026");
        assert_eq!(count_pt(10_000, "motorista", "motoristas"), "10.000 motoristas");
        assert_eq!(capital("ônibus"), "Ônibus");
    }
}
