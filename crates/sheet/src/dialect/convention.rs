//! The conventions of a file's values: decimal mark and order of dates, from the cells of the sample.

use super::{Aspect, DateOrder, Finding};

/// Whether a lone comma is the decimal mark.
pub(super) fn decimal_comma<'a>(cells: impl Iterator<Item = &'a str>, delimiter: u8) -> (bool, Finding) {
    let (mut comma, mut dot) = (None, None);
    let (mut commas, mut dots) = (0_usize, 0_usize);
    for cell in cells {
        match decimal_mark(cell) {
            Some(',') => {
                commas += 1;
                comma = comma.or(Some(cell));
            }
            Some('.') => {
                dots += 1;
                dot = dot.or(Some(cell));
            }
            _ => {}
        }
    }
    let (value, supposed, why) = match (comma, dot) {
        (Some(example), None) => (true, false, format!("como em “{}”", example.trim())),
        (None, Some(example)) => (false, false, format!("como em “{}”", example.trim())),
        (Some(a), Some(b)) => {
            let why = format!("há “{}” e “{}”; cada número é lido pela sua forma", a.trim(), b.trim());
            (commas >= dots, true, why)
        }
        // a Brazilian spreadsheet separates cells with `;` because the comma is its decimal mark
        (None, None) => (delimiter == b';', true, "nenhum número com fração no começo do arquivo".to_owned()),
    };
    let name = if value { "vírgula" } else { "ponto" };
    let mark = if supposed { " — suposto" } else { "" };
    (
        value,
        Finding {
            aspect: Aspect::DecimalMark,
            text: format!("separador decimal: {name}{mark} ({why})"),
            supposed,
        },
    )
}

/// The mark that must be decimal: the last of two kinds, or a lone one that no thousands mark could be. A number such
/// as `1.234` proves nothing.
fn decimal_mark(cell: &str) -> Option<char> {
    let text = cell.trim();
    let text = text.strip_prefix("R$").unwrap_or(text).trim_start();
    let text = text.strip_prefix('-').unwrap_or(text);
    if !text.starts_with(|c: char| c.is_ascii_digit())
        || !text.ends_with(|c: char| c.is_ascii_digit())
        || !text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
    {
        return None;
    }
    let last = text.rfind(['.', ','])?;
    let mark = if text.as_bytes()[last] == b',' { ',' } else { '.' };
    let before = &text[..last];
    let after = text.len() - last - 1;
    let has_other = before.contains(if mark == ',' { '.' } else { ',' });
    // two marks of one kind are thousands or, with dots, dates and process numbers
    if before.contains(mark) {
        return None;
    }
    let could_be_thousands = after == 3 && (1..=3).contains(&before.len());
    (has_other || !could_be_thousands).then_some(mark)
}

/// The order of day, month and year.
pub(super) fn date_order<'a>(cells: impl Iterator<Item = &'a str>) -> (DateOrder, Finding) {
    let (mut iso, mut undecided, mut day_first, mut month_first) = (None, None, None, None);
    for cell in cells {
        let cell = cell.trim();
        let slot = match shape(cell) {
            Some(Shape::Iso) => &mut iso,
            Some(Shape::Undecided) => &mut undecided,
            Some(Shape::DayFirst) => &mut day_first,
            Some(Shape::MonthFirst) => &mut month_first,
            None => continue,
        };
        slot.get_or_insert(cell);
    }
    let (order, supposed, text) = match (day_first, month_first, undecided, iso) {
        (Some(day), Some(month), ..) => (
            DateOrder::Mixed,
            true,
            format!(
                "datas: o arquivo mistura dia/mês (“{day}”) e mês/dia (“{month}”); as que podem ser lidas dos \
                 dois modos não serão lidas"
            ),
        ),
        (Some(day), None, ..) => (DateOrder::Dmy, false, format!("datas: dia/mês/ano (como em “{day}”)")),
        (None, Some(month), ..) => {
            (DateOrder::Mdy, false, format!("datas: mês/dia/ano (como em “{month}”, e nenhuma ao contrário)"))
        }
        (None, None, Some(either), _) => (
            DateOrder::Unknown,
            true,
            format!(
                "datas: dia/mês/ano — suposto (nenhuma data do começo do arquivo prova a ordem; há “{either}”)"
            ),
        ),
        (None, None, None, Some(iso)) => {
            (DateOrder::Iso, false, format!("datas: ano-mês-dia (como em “{iso}”)"))
        }
        (None, None, None, None) => {
            (DateOrder::Unknown, true, "datas: nenhuma no começo do arquivo; suposto dia/mês/ano".to_owned())
        }
    };
    (order, Finding { aspect: Aspect::DateOrder, text, supposed })
}

enum Shape {
    Iso,
    DayFirst,
    MonthFirst,
    Undecided,
}

fn shape(cell: &str) -> Option<Shape> {
    let date = cell.split([' ', 'T']).next()?;
    let separator = ['/', '-', '.'].into_iter().find(|separator| date.matches(*separator).count() == 2)?;
    let mut parts = date.split(separator);
    let (a, b, c) = (parts.next()?, parts.next()?, parts.next()?);
    let number = |text: &str| {
        let digits = !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        if digits { text.parse::<u32>().ok() } else { None }
    };
    let (first, second) = (number(a)?, number(b)?);
    number(c)?;
    if a.len() == 4 && b.len() <= 2 && c.len() <= 2 {
        return Some(Shape::Iso);
    }
    // `01.22.780` is a process number: a year has two digits or four
    if a.len() > 2 || b.len() > 2 || !matches!(c.len(), 2 | 4) {
        return None;
    }
    match (first, second) {
        (13..=31, 1..=12) => Some(Shape::DayFirst),
        (1..=12, 13..=31) => Some(Shape::MonthFirst),
        (1..=12, 1..=12) => Some(Shape::Undecided),
        _ => None,
    }
}

pub(super) fn looks_like_value(cell: &str) -> bool {
    let cell = cell.trim();
    let digits = cell.bytes().filter(u8::is_ascii_digit).count();
    let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
    // numbers, dates, plates, CPF: at least as many digits as letters, and more than the 2 of "documento 2"
    digits > 0 && digits >= letters || shape(cell).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(cells: &[&str]) -> DateOrder {
        date_order(cells.iter().copied()).0
    }

    #[test]
    fn orders() {
        assert_eq!(order(&["2018-05-28", "x"]), DateOrder::Iso);
        assert_eq!(order(&["03/01/2023", "2018-05-28"]), DateOrder::Unknown);
        assert_eq!(order(&["03/01/2023", "28/05/2018 10:00"]), DateOrder::Dmy);
        assert_eq!(order(&["03/01/2023", "05/28/2018"]), DateOrder::Mdy);
        assert_eq!(order(&["28/05/2018", "05/28/2018"]), DateOrder::Mixed);
        assert_eq!(order(&["01.22.780", "12.345.678/0001-95", "5.14.3"]), DateOrder::Unknown);
        assert_eq!(order(&[]), DateOrder::Unknown);
    }

    #[test]
    fn decimal_marks() {
        let comma = |cells: &[&str]| {
            let (value, finding) = decimal_comma(cells.iter().copied(), b'|');
            (value, finding.supposed)
        };
        assert_eq!(comma(&["R$ 8.887,00"]), (true, false));
        assert_eq!(comma(&["8887.00", "1.234"]), (false, false));
        assert_eq!(comma(&["12,5"]), (true, false));
        assert_eq!(comma(&["1.234"]), (false, true));
        assert_eq!(comma(&["12,5", "1,5", "1.5"]), (true, true));
        assert!(decimal_comma([].into_iter(), b';').0);
    }
}
