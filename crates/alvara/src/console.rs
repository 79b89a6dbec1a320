//! How the command line speaks.

use std::io::{IsTerminal, Write as _};

use jiff::civil::Date;

/// Says something and goes on, whether or not anybody listens: a server does not stop because its terminal went away.
pub fn announce(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Whether colours may be used.
pub fn colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// `1 caso`, `2 casos`.
pub fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Wraps text at a width, with an indent.
pub fn wrap(text: &str, width: usize, indent: &str) -> String {
    let mut out = String::new();
    let mut line = String::from(indent);
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > width && line.trim() != "" {
            out.push_str(line.trim_end());
            out.push('\n');
            line = String::from(indent);
        }
        if line.trim() != "" {
            line.push(' ');
        }
        line.push_str(word);
    }
    out.push_str(line.trim_end());
    out
}

/// A date of an argument, as machines write it (2027-01-31) or as people do (31/01/2027).
pub fn date(text: &str) -> Result<Date, String> {
    let people = || {
        let mut parts = text.split('/');
        let (d, m, y) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() || y.len() != 4 {
            return None;
        }
        Date::new(y.parse().ok()?, m.parse().ok()?, d.parse().ok()?).ok()
    };
    // the parser of dates takes hours too, and there is no hour here
    let machine = if text.len() == 10 { text.parse().ok() } else { None };
    machine
        .or_else(people)
        .ok_or_else(|| "esta data não existe; escreva ano-mês-dia, como 2027-01-31".to_string())
}

/// An outcome as a person reads it.
pub fn outcome(outcome: law::Outcome) -> &'static str {
    match outcome {
        law::Outcome::Yes => "sim",
        law::Outcome::No => "não",
        law::Outcome::Undetermined => "indeterminado",
    }
}
