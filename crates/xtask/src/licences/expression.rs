//! Licence expressions as cargo packages declare them: SPDX `OR`, `AND`, `WITH`, brackets, and the old slash for
//! `OR`. `AND` binds tighter than `OR`.

use anyhow::{Result, bail};

/// Whether a choice of licences exists in `text` that uses only the `list`ed ones.
pub fn allowed(text: &str, list: &[&str]) -> Result<bool> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut reader = Reader { words: spaced.split_whitespace().collect(), at: 0, list };
    let verdict = reader.choice()?;
    if let Some(word) = reader.peek() {
        bail!("`{word}` stands where nothing was expected");
    }
    Ok(verdict)
}

struct Reader<'a> {
    words: Vec<&'a str>,
    at: usize,
    list: &'a [&'a str],
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    fn take(&mut self, word: &str) -> bool {
        let there = self.peek() == Some(word);
        self.at += usize::from(there);
        there
    }

    fn choice(&mut self) -> Result<bool> {
        let mut verdict = self.all()?;
        while self.take("OR") {
            verdict |= self.all()?;
        }
        Ok(verdict)
    }

    fn all(&mut self) -> Result<bool> {
        let mut verdict = self.one()?;
        while self.take("AND") {
            verdict &= self.one()?;
        }
        Ok(verdict)
    }

    fn one(&mut self) -> Result<bool> {
        if self.take("(") {
            let verdict = self.choice()?;
            if !self.take(")") {
                bail!("a bracket is not closed");
            }
            return Ok(verdict);
        }
        let name = self.name()?;
        if !self.take("WITH") {
            return Ok(self.list.contains(&name));
        }
        let exception = self.name()?;
        Ok(self.list.contains(&format!("{name} WITH {exception}").as_str()))
    }

    fn name(&mut self) -> Result<&'a str> {
        match self.peek() {
            Some(word) if !["(", ")", "AND", "OR", "WITH"].contains(&word) => {
                self.at += 1;
                Ok(word)
            }
            Some(word) => bail!("`{word}` stands where a licence was expected"),
            None => bail!("it ends where a licence was expected"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::allowed;

    const LIST: &[&str] = &["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"];

    #[test]
    fn choices_and_sums_are_judged() {
        for (text, verdict) in [
            ("MIT", true),
            ("GPL-3.0-only", false),
            ("MIT OR GPL-3.0-only", true),
            ("MIT AND GPL-3.0-only", false),
            ("GPL-3.0-only OR MIT AND Unicode-3.0", true),
            ("(MIT OR GPL-3.0-only) AND Unicode-3.0", true),
            ("(MIT OR Apache-2.0) AND GPL-3.0-only", false),
            ("MIT/Apache-2.0", true),
            ("GPL-2.0 / MIT", true),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("MIT WITH Classpath-exception-2.0", false),
        ] {
            assert_eq!(allowed(text, LIST).expect("well formed"), verdict, "{text}");
        }
    }

    #[test]
    fn broken_expressions_say_where() {
        for (text, part) in [
            ("", "ends where"),
            ("MIT OR", "ends where"),
            ("(MIT", "not closed"),
            ("MIT Apache-2.0", "`Apache-2.0` stands where nothing"),
            ("AND MIT", "`AND` stands where a licence"),
            ("MIT)", "`)` stands where nothing"),
        ] {
            let error = allowed(text, LIST).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
