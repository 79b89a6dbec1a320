//! Numbers as people and programs write them: `1.234,56`, `1234.56`, `R$ 8.887,00`, `(12,50)`.

use super::Reason;
use rust_decimal::Decimal;

/// A number before anybody decided what it is for: sign, digits, and how many of them stand after the decimal mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Number {
    negative: bool,
    digits: i128,
    scale: u32,
}

/// More digits than this do not fit a [`Decimal`]; no figure of a register comes near.
const MOST_DIGITS: usize = 28;

impl Number {
    pub(super) fn parse(text: &str, decimal_comma: bool) -> Result<Self, Reason> {
        let (negative, body) = strip_sign_and_currency(text)?;
        let bytes = body.as_bytes();
        if bytes.is_empty() {
            return Err(Reason::NotANumber);
        }
        let mark = decimal_mark(bytes, decimal_comma)?;
        let mut digits: i128 = 0;
        let mut scale = 0;
        let mut seen = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            match byte {
                b'0'..=b'9' => {
                    if seen > 0 || byte != b'0' {
                        seen += 1;
                    }
                    if seen > MOST_DIGITS {
                        return Err(Reason::NumberTooLong);
                    }
                    digits = digits * 10 + i128::from(byte - b'0');
                    if mark.is_some_and(|mark| at > mark) {
                        scale += 1;
                        // twenty-eight zeros after the mark are as unreal as twenty-eight digits
                        if scale as usize > MOST_DIGITS {
                            return Err(Reason::NumberTooLong);
                        }
                    }
                }
                b'.' | b',' => {}
                b'e' | b'E' if seen > 0 => return Err(Reason::ScientificNotation),
                _ => return Err(Reason::NotANumber),
            }
        }
        Ok(Self { negative, digits, scale })
    }

    pub(super) fn integer(self) -> Result<i64, Reason> {
        let scaled = self.rescaled(0).ok_or(Reason::NotWhole)?;
        i64::try_from(scaled).map_err(|_| Reason::NumberTooLong)
    }

    pub(super) fn centavos(self) -> Result<i64, Reason> {
        let scaled = self.rescaled(2).ok_or(Reason::FractionOfCentavo)?;
        i64::try_from(scaled).map_err(|_| Reason::NumberTooLong)
    }

    pub(super) fn decimal(self) -> Result<Decimal, Reason> {
        Decimal::try_from_i128_with_scale(self.signed(), self.scale).map_err(|_| Reason::NumberTooLong)
    }

    fn signed(self) -> i128 {
        if self.negative { -self.digits } else { self.digits }
    }

    /// The value times 10^`scale`, when that is a whole number.
    fn rescaled(self, scale: u32) -> Option<i128> {
        if self.scale <= scale {
            return self.signed().checked_mul(10_i128.checked_pow(scale - self.scale)?);
        }
        let divisor = 10_i128.checked_pow(self.scale - scale)?;
        (self.digits % divisor == 0).then(|| self.signed() / divisor)
    }
}

/// Takes off `R$`, a sign before or after it, and accounting parentheses.
fn strip_sign_and_currency(text: &str) -> Result<(bool, &str), Reason> {
    let mut body = text.trim();
    let mut negative = false;
    if let Some(inner) = body.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        negative = true;
        body = inner.trim();
    }
    let mut signed = negative;
    let mut currency = false;
    loop {
        let rest = if let Some(rest) = body.strip_prefix(['-', '\u{2212}']) {
            if signed {
                return Err(Reason::NotANumber);
            }
            signed = true;
            negative = true;
            rest
        } else if let Some(rest) = body.strip_prefix('+') {
            if signed {
                return Err(Reason::NotANumber);
            }
            signed = true;
            rest
        } else if let Some(rest) = body.strip_prefix("R$").or_else(|| body.strip_prefix("r$")) {
            if currency {
                return Err(Reason::NotANumber);
            }
            currency = true;
            rest
        } else {
            return Ok((negative, body));
        };
        body = rest.trim_start();
    }
}

/// Where the decimal mark stands, if there is one. With both marks the last is the decimal one; a lone mark before
/// exactly three digits is read as the file's convention says; any other lone mark is decimal. Thousands must stand in
/// threes, or the text is no number.
fn decimal_mark(bytes: &[u8], decimal_comma: bool) -> Result<Option<usize>, Reason> {
    let mut dots = 0;
    let mut commas = 0;
    let mut last = None;
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'.' => dots += 1,
            b',' => commas += 1,
            _ => continue,
        }
        last = Some(at);
    }
    let Some(last) = last else { return Ok(None) };
    let (same, other) = if bytes[last] == b'.' { (dots, commas) } else { (commas, dots) };
    let after = bytes.len() - last - 1;
    let decimal = match (same, other) {
        (1, 1..) => true,
        (1, 0) => {
            let could_be_thousands = after == 3 && (1..=3).contains(&last) && bytes[0] != b'0';
            !could_be_thousands || (bytes[last] == b',') == decimal_comma
        }
        (_, 0) => false,
        _ => return Err(Reason::NotANumber),
    };
    let whole = if decimal { &bytes[..last] } else { bytes };
    if decimal && (after == 0 || last == 0) {
        return Err(Reason::NotANumber);
    }
    let mut groups = whole.split(|byte| matches!(byte, b'.' | b','));
    let first = groups.next().unwrap_or_default();
    let mut grouped = false;
    for group in groups {
        grouped = true;
        if group.len() != 3 {
            return Err(Reason::NotANumber);
        }
    }
    if grouped && !(1..=3).contains(&first.len()) {
        return Err(Reason::NotANumber);
    }
    Ok(decimal.then_some(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn centavos(text: &str, decimal_comma: bool) -> Result<i64, Reason> {
        Number::parse(text, decimal_comma).and_then(Number::centavos)
    }

    #[test]
    fn money_in_both_notations() {
        for comma in [true, false] {
            assert_eq!(centavos("R$ 8.887,00", comma), Ok(888_700));
            assert_eq!(centavos("8887.00", comma), Ok(888_700));
            assert_eq!(centavos("R$8,887.00", comma), Ok(888_700));
            assert_eq!(centavos("1.234.567,8", comma), Ok(123_456_780));
            assert_eq!(centavos("-R$ 12,5", comma), Ok(-1_250));
            assert_eq!(centavos("R$ -12,5", comma), Ok(-1_250));
            assert_eq!(centavos("(12,50)", comma), Ok(-1_250));
            assert_eq!(centavos("12,5000", comma), Ok(1_250));
            assert_eq!(centavos("R$\u{a0}1.000.000", comma), Ok(100_000_000));
        }
    }

    #[test]
    fn a_lone_mark_before_three_digits_follows_the_file() {
        assert_eq!(centavos("1.234", true), Ok(123_400));
        assert_eq!(centavos("1.234", false), Err(Reason::FractionOfCentavo));
        assert_eq!(centavos("1,234", false), Ok(123_400));
        assert_eq!(centavos("1,234", true), Err(Reason::FractionOfCentavo));
        assert_eq!(Number::parse("0.125", true).and_then(Number::decimal), Ok(Decimal::new(125, 3)));
    }

    #[test]
    fn integers_from_programs_that_only_know_fractions() {
        assert_eq!(Number::parse("2018.0", false).and_then(Number::integer), Ok(2018));
        assert_eq!(Number::parse("7,5", true).and_then(Number::integer), Err(Reason::NotWhole));
        assert_eq!(Number::parse("007", true).and_then(Number::integer), Ok(7));
    }

    #[test]
    fn what_is_no_number() {
        for text in
            ["", "R$", "12a", "1.2.3", "1,2,3", "12..3", ".5", "5,", "--5", "+-5", "R$R$1", "1 2", "12.34,5"]
        {
            assert!(Number::parse(text, true).is_err(), "{text}");
        }
        assert_eq!(Number::parse("1,23457E+10", true), Err(Reason::ScientificNotation));
        assert_eq!(Number::parse(&"9".repeat(40), true), Err(Reason::NumberTooLong));
    }
}
