//! Civil dates as Brazilians write them. A civil date is a day on the wall, never an instant: it has no zone and does
//! not move when it is shown.

use jiff::civil::Date;

/// The months of the year, as they are written within a sentence.
pub const MONTHS: [&str; 12] = [
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
];

/// Why a text is not a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    /// Nothing was written.
    #[error("falta a data; escreva dia, mês e ano, por exemplo, 30/11/2026")]
    Empty,
    /// Not three numbers with slashes, nor the ISO form that browsers send.
    #[error("“{text}” não é uma data; escreva dia, mês e ano, por exemplo, 30/11/2026")]
    Form {
        /// What was written.
        text: String,
    },
    /// A year of two digits: nobody can know the century of an old licence.
    #[error("escreva o ano de “{text}” com quatro algarismos")]
    ShortYear {
        /// What was written.
        text: String,
    },
    /// No such day.
    #[error("o dia {text} não existe no calendário")]
    NoSuchDay {
        /// What was written.
        text: String,
    },
}

/// `30/11/2026`.
#[must_use]
pub fn date_pt(date: Date) -> String {
    format!("{:02}/{:02}/{:04}", date.day(), date.month(), date.year())
}

/// Reads `30/11/2026` (also `1/2/2026`, `30-11-2026`, `30.11.2026`) and the `2026-11-30` of machines and of date
/// fields. The day always comes first when the year comes last: 03/04 is the third of April.
///
/// # Errors
/// Says what is wrong; never guesses a century or an order.
pub fn parse_date(text: &str) -> Result<Date, DateError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(DateError::Empty);
    }
    let form = || DateError::Form { text: text.to_owned() };
    let mark = text
        .chars()
        .find(|c| !c.is_ascii_digit())
        .filter(|c| matches!(c, '/' | '-' | '.'))
        .ok_or_else(form)?;
    let parts: Vec<&str> = text.split(mark).collect();
    let [first, middle, last] = parts.as_slice() else { return Err(form()) };
    if parts.iter().any(|part| part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit())) {
        return Err(form());
    }
    let (day, month, year) = match (first.len(), middle.len(), last.len()) {
        (1 | 2, 1 | 2, 4) => (first, middle, last),
        (4, 2, 2) if mark == '-' => (last, middle, first),
        (1 | 2, 1 | 2, 2) => return Err(DateError::ShortYear { text: text.to_owned() }),
        _ => return Err(form()),
    };
    let number = |part: &str| part.parse::<i8>().map_err(|_| form());
    Date::new(year.parse().map_err(|_| form())?, number(month)?, number(day)?)
        .map_err(|_| DateError::NoSuchDay { text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    /// Field fault BL-18: a date is shown as it is, in every zone, for it has none.
    #[test]
    fn shows_the_day_itself() {
        assert_eq!(date_pt("2026-01-15".parse().unwrap()), "15/01/2026");
    }

    #[test]
    fn reads_what_people_and_browsers_write() {
        for text in ["30/11/2026", " 30-11-2026 ", "30.11.2026", "2026-11-30"] {
            assert_eq!(parse_date(text), Ok(date(2026, 11, 30)), "{text}");
        }
        assert_eq!(parse_date("3/4/2026"), Ok(date(2026, 4, 3)));
    }

    #[test]
    fn does_not_guess() {
        assert_eq!(parse_date(" "), Err(DateError::Empty));
        assert_eq!(parse_date("30/11/26"), Err(DateError::ShortYear { text: "30/11/26".to_owned() }));
        assert_eq!(parse_date("31/11/2026"), Err(DateError::NoSuchDay { text: "31/11/2026".to_owned() }));
        assert_eq!(parse_date("11/30/2026"), Err(DateError::NoSuchDay { text: "11/30/2026".to_owned() }));
        for text in [
            "amanhã",
            "30112026",
            "30/11",
            "30/11/2026/1",
            "30/11-2026",
            "2026/11/30",
            "-1/1/2026",
            "1//2026",
        ] {
            assert!(matches!(parse_date(text), Err(DateError::Form { .. })), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_shown_is_read(days in 0_i32..80_000) {
            let day = date(1930, 1, 1).checked_add(jiff::Span::new().days(days)).unwrap();
            prop_assert_eq!(parse_date(&date_pt(day)), Ok(day));
            prop_assert_eq!(parse_date(&day.to_string()), Ok(day));
        }
    }
}
