//! Figures as a law states them: `"15 dias"`, `"60 VRM"`, `"0,5 %"`, `"R$ 500,00"`, `"15º dia útil"`, `"1º de janeiro"`,
//! `"janeiro"`, or a number alone.

use std::fmt;

use brasil::date::MONTHS;
use rust_decimal::Decimal;
use toml::de::DeValue;

use crate::table::Node;

/// The unit of a figure that is a month of the year.
pub(crate) const MONTH: &str = "mês do ano";
/// The unit of a figure that counts business days from the first of a month.
pub(crate) const NTH_BUSINESS_DAY: &str = "º dia útil";

/// One figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Figure {
    /// Its number.
    pub(crate) number: Decimal,
    /// The words that may stand for its unit; none when it is a number alone, which goes with any unit.
    pub(crate) units: Vec<String>,
}

impl Figure {
    pub(crate) fn new(number: Decimal, units: Vec<String>) -> Self {
        Self { number, units }
    }

    /// A month by its number.
    pub(crate) fn month(number: Decimal) -> Self {
        Self::new(number, vec![MONTH.into()])
    }

    /// A day of every year.
    pub(crate) fn day_of_year(month: i8, day: i8) -> Option<Self> {
        let name = MONTHS.get(usize::try_from(month).ok()?.checked_sub(1)?)?;
        Some(Self::new(day.into(), vec![format!("de {name}")]))
    }

    /// Reads a figure as a provision declares it.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(at) = MONTHS.iter().position(|m| *m == text) {
            return Some(Self::month(Decimal::from(at + 1)));
        }
        if let Some(sum) = text.strip_prefix("R$") {
            return Some(Self::new(number(sum.trim())?, vec!["R$".into()]));
        }
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(text.len());
        let (digits, rest) = text.split_at(end);
        let number = number(digits)?;
        let ordinal = rest.trim_start().strip_prefix(['º', 'ª']).map(str::trim);
        let unit = match ordinal {
            Some(unit) if unit.starts_with("de ") => unit.to_string(),
            Some(unit) => format!("º {unit}"),
            None => rest.trim().to_string(),
        };
        Some(Self::new(number, if unit.is_empty() { Vec::new() } else { vec![unit] }))
    }

    /// Whether both say the same. A number alone goes with any unit; a year is twelve months.
    pub(crate) fn agrees(&self, other: &Figure) -> bool {
        if self.units.is_empty() || other.units.is_empty() {
            return self.number == other.number;
        }
        let forms = |f: &Figure| f.units.iter().map(|u| canonical(f.number, u)).collect::<Vec<_>>();
        let theirs = forms(other);
        forms(self).iter().any(|f| theirs.contains(f))
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number.normalize().to_string().replace('.', ",");
        match self.units.last().map(String::as_str) {
            None => f.write_str(&number),
            Some("R$") => write!(f, "R$ {number}"),
            Some(MONTH) => {
                let at = usize::try_from(self.number.mantissa()).unwrap_or(0);
                f.write_str(at.checked_sub(1).and_then(|i| MONTHS.get(i)).unwrap_or(&MONTH))
            }
            Some(unit) if unit.starts_with('º') => write!(f, "{number}{unit}"),
            Some(unit) if unit.starts_with("de ") => {
                let first = if self.number == Decimal::ONE { "º" } else { "" };
                write!(f, "{number}{first} {unit}")
            }
            Some(unit) => write!(f, "{number} {unit}"),
        }
    }
}

/// One form for what may be written in several.
fn canonical(number: Decimal, unit: &str) -> (Decimal, String) {
    let unit = unit.to_lowercase();
    let (number, unit) = match unit.as_str() {
        "dia" | "dias" | "dia corrido" | "dias corridos" => (number, "dias"),
        "dia útil" | "dias úteis" => (number, "dias úteis"),
        "hora" | "horas" => (number, "horas"),
        "mês" | "meses" => (number, "meses"),
        "ano" | "anos" => (number * Decimal::from(12), "meses"),
        "por cento" => (number, "%"),
        "vez" => (number, "vezes"),
        other => (number, other),
    };
    (number.normalize(), unit.to_string())
}

/// A number as written in Portuguese: `1.563`, `0,5`, `500,00`; a point not followed by three digits separates decimals.
fn number(text: &str) -> Option<Decimal> {
    let plain = match text.split_once(',') {
        Some((whole, part)) => format!("{}.{part}", whole.replace('.', "")),
        None => {
            let mut groups = text.split('.');
            let first = groups.next()?;
            let mut rest = groups.peekable();
            let thousands = rest.peek().is_some()
                && (1..=3).contains(&first.len())
                && rest.clone().all(|g| g.len() == 3 && g.bytes().all(|b| b.is_ascii_digit()));
            if thousands { text.replace('.', "") } else { text.to_string() }
        }
    };
    plain.parse().ok()
}

/// Reads one item of `numeros`.
pub(crate) fn figure(node: &Node<'_>) -> Option<Figure> {
    if !matches!(node.value.get_ref(), DeValue::String(_)) {
        return node.decimal().map(|n| Figure::new(n, Vec::new()));
    }
    let text = node.text()?;
    let read = Figure::parse(text);
    if read.is_none() {
        node.fault(
            "E019",
            "número que não se pode ler",
            format!("encontrei “{text}”; escreva, por exemplo, \"15 dias\", \"60 VRM\" ou \"0,5 %\""),
        );
    }
    read
}

#[cfg(test)]
mod tests {
    use super::Figure;

    fn agree(a: &str, b: &str) -> bool {
        Figure::parse(a).unwrap().agrees(&Figure::parse(b).unwrap())
    }

    #[test]
    fn the_same_figure_may_be_written_in_several_ways() {
        for (a, b) in [
            ("15 dias", "15 dias corridos"),
            ("5 anos", "60 meses"),
            ("0,5 %", "0.5%"),
            ("0,5 %", "0,50 por cento"),
            ("1.563 habitantes", "1563"),
            ("R$ 1.234,50", "R$ 1234,5"),
            ("15º dia útil", "15ª dia útil"),
            ("janeiro", "janeiro"),
            ("7", "7 lugares"),
        ] {
            assert!(agree(a, b), "{a} {b}");
        }
    }

    #[test]
    fn another_number_or_another_unit_is_another_figure() {
        for (a, b) in [
            ("15 dias", "15 dias úteis"),
            ("15 dias", "16 dias"),
            ("5 anos", "5 meses"),
            ("60 VRM", "60 URM"),
            ("janeiro", "março"),
            ("1º de janeiro", "1º de março"),
            ("15º dia útil", "15 dias úteis"),
        ] {
            assert!(!agree(a, b), "{a} {b}");
        }
        assert_eq!(Figure::parse("quinze dias"), None);
    }

    #[test]
    fn a_figure_is_shown_as_it_is_written() {
        for text in
            ["15 dias", "0,5 %", "R$ 500", "15º dia útil", "1º de janeiro", "31 de março", "março", "7"]
        {
            assert_eq!(Figure::parse(text).unwrap().to_string(), text);
        }
    }
}
