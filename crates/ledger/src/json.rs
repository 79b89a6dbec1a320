//! The little JSON (RFC 8259) that an exported act needs: one flat object of texts, integers, nulls and lists of
//! texts. Small on purpose, so that whoever verifies an export trusts no more code than this.

use std::fmt::Write as _;

/// A value of the flat object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    Integer(i128),
    Text(String),
    List(Vec<String>),
}

/// Where reading stopped (byte position, from 0) and what was expected there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unexpected {
    pub at: usize,
    pub expected: &'static str,
}

/// Writes a JSON text, quotes included.
pub(crate) fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for ch in text.chars() {
        match ch {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            ch if ch < ' ' || ch == '\u{7f}' => {
                // INVARIANT: writing to a String cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(ch));
            }
            ch => out.push(ch),
        }
    }
    out.push('"');
}

/// Reads one flat object that fills the whole text.
pub(crate) fn read_object(text: &str) -> Result<Vec<(String, Value)>, Unexpected> {
    let mut reader = Reader { text, at: 0 };
    let mut fields = Vec::new();
    reader.expect('{', "an object, beginning with {")?;
    if !reader.take('}') {
        loop {
            let key = reader.string("a key in quotes")?;
            reader.expect(':', "a colon")?;
            fields.push((key, reader.value()?));
            if reader.take('}') {
                break;
            }
            reader.expect(',', "a comma or }")?;
        }
    }
    reader.space();
    if reader.at < text.len() { Err(reader.unexpected("the end of the line")) } else { Ok(fields) }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn unexpected(&self, expected: &'static str) -> Unexpected {
        Unexpected { at: self.at, expected }
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
    }

    fn take(&mut self, ch: char) -> bool {
        self.space();
        let found = self.rest().starts_with(ch);
        if found {
            self.at += ch.len_utf8();
        }
        found
    }

    fn expect(&mut self, ch: char, expected: &'static str) -> Result<(), Unexpected> {
        if self.take(ch) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn value(&mut self) -> Result<Value, Unexpected> {
        self.space();
        match self.rest().chars().next() {
            Some('"') => self.string("a text").map(Value::Text),
            Some('[') => self.list(),
            Some('n') if self.rest().starts_with("null") => {
                self.at += 4;
                Ok(Value::Null)
            }
            Some('-' | '0'..='9') => self.integer(),
            _ => Err(self.unexpected("a text, an integer, null or a list of texts")),
        }
    }

    fn list(&mut self) -> Result<Value, Unexpected> {
        let mut items = Vec::new();
        self.expect('[', "a list")?;
        if self.take(']') {
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.string("a text")?);
            if self.take(']') {
                return Ok(Value::List(items));
            }
            self.expect(',', "a comma or ]")?;
        }
    }

    fn integer(&mut self) -> Result<Value, Unexpected> {
        let rest = self.rest();
        let end = rest.find(|ch: char| ch != '-' && !ch.is_ascii_digit()).unwrap_or(rest.len());
        let digits = rest.get(..end).unwrap_or_default();
        let plain = digits.strip_prefix('-').unwrap_or(digits);
        let canonical = plain == "0" && plain.len() == digits.len() || !plain.starts_with('0');
        match digits.parse() {
            Ok(value) if canonical => {
                self.at += end;
                Ok(Value::Integer(value))
            }
            _ => Err(self.unexpected("an integer without leading zeros")),
        }
    }

    fn string(&mut self, expected: &'static str) -> Result<String, Unexpected> {
        self.expect('"', expected)?;
        let mut out = String::new();
        loop {
            let Some(ch) = self.rest().chars().next() else {
                return Err(self.unexpected("the closing quote"));
            };
            match ch {
                '"' => {
                    self.at += 1;
                    return Ok(out);
                }
                '\\' => out.push(self.escape()?),
                ch if ch < ' ' => return Err(self.unexpected("no raw control character inside a text")),
                ch => {
                    self.at += ch.len_utf8();
                    out.push(ch);
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char, Unexpected> {
        const EXPECTED: &str = "a JSON escape";
        let letter = self.rest().chars().nth(1).ok_or(self.unexpected(EXPECTED))?;
        let plain = match letter {
            '"' | '\\' | '/' => letter,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let unit = self.unit()?;
                return match unit {
                    0xd800..=0xdbff => {
                        let low = self.unit()?;
                        let code = 0x1_0000 + ((unit - 0xd800) << 10) + low.wrapping_sub(0xdc00);
                        let pair = (0xdc00..=0xdfff).contains(&low).then(|| char::from_u32(code)).flatten();
                        pair.ok_or(self.unexpected("the second half of a surrogate pair"))
                    }
                    _ => char::from_u32(unit).ok_or(self.unexpected("a Unicode character")),
                };
            }
            _ => return Err(self.unexpected(EXPECTED)),
        };
        self.at += 2;
        Ok(plain)
    }

    /// One escaped UTF-16 unit: `\u` and four hexadecimal digits.
    fn unit(&mut self) -> Result<u32, Unexpected> {
        let digits = self.rest().strip_prefix("\\u").and_then(|rest| rest.get(..4));
        let unit = digits
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .ok_or(self.unexpected("\\u and four hexadecimal digits"))?;
        self.at += 6;
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_flat_object() {
        let read =
            read_object(r#" { "a" : -12 , "b":null,"c":["x","y"], "d":"\u00e1\ud83d\ude95\n" ,"e":[]} "#);
        assert_eq!(
            read.unwrap(),
            [
                ("a".into(), Value::Integer(-12)),
                ("b".into(), Value::Null),
                ("c".into(), Value::List(vec!["x".into(), "y".into()])),
                ("d".into(), Value::Text("á🚕\n".into())),
                ("e".into(), Value::List(vec![])),
            ]
        );
        assert_eq!(read_object("{}"), Ok(vec![]));
    }

    #[test]
    fn tells_where_it_stopped() {
        for (text, at) in [
            ("", 0),
            ("[1]", 0),
            ("{\"a\":1} x", 8),
            ("{\"a\":01}", 5),
            ("{\"a\":-}", 5),
            ("{\"a\":{}}", 5),
            ("{\"a\" 1}", 5),
            ("{\"a\":\"\\ud83d\"}", 12),
            ("{\"a\":\"\\x\"}", 6),
            ("{\"a\":\"é", 8),
            ("{\"a\":1.5}", 6),
        ] {
            assert_eq!(read_object(text).unwrap_err().at, at, "{text}");
        }
    }
}
