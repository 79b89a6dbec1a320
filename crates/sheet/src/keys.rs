//! Whether a list has each of the keys it should have, once: as a set, never by counting lines.

use std::collections::{HashMap, HashSet};
use std::fmt;

/// Collects the keys of a list (plates, permit numbers) with their lines.
///
/// Keys are compared by their letters and digits in upper case: `aaa1a11` and `AAA-1A11` are one plate.
#[derive(Debug, Clone, Default)]
pub struct KeyCheck {
    first: HashMap<Box<str>, u64>,
    repeated: HashMap<Box<str>, Vec<u64>>,
}

/// What a list lacks or has too much of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyReport {
    /// Keys that stand in more than one line, with all their lines.
    pub repeated: Vec<(String, Vec<u64>)>,
    /// Keys that were expected and are not there.
    pub missing: Vec<String>,
    /// Keys that are there and were not expected, with the first line of each.
    pub unexpected: Vec<(String, u64)>,
}

impl KeyCheck {
    /// Notes a key in a line; an empty one is passed over.
    pub fn see(&mut self, key: &str, line: u64) {
        let key = normal(key);
        if key.is_empty() {
            return;
        }
        match self.first.get(key.as_str()) {
            None => {
                self.first.insert(key.into(), line);
            }
            Some(&first) => self.repeated.entry(key.into()).or_insert_with(|| vec![first]).push(line),
        }
    }

    /// The keys that stand in more than one line, in the order of their first lines.
    #[must_use]
    pub fn repeated(&self) -> Vec<(String, Vec<u64>)> {
        let mut repeated: Vec<_> =
            self.repeated.iter().map(|(key, lines)| (key.to_string(), lines.clone())).collect();
        repeated.sort_by(|a, b| (&a.1, &a.0).cmp(&(&b.1, &b.0)));
        repeated
    }

    /// Compares the list with the keys it should have.
    #[must_use]
    pub fn against<'k>(&self, expected: impl IntoIterator<Item = &'k str>) -> KeyReport {
        let mut wanted = HashSet::new();
        let mut missing = Vec::new();
        for key in expected {
            let key = normal(key);
            if wanted.insert(key.clone()) && !self.first.contains_key(key.as_str()) {
                missing.push(key);
            }
        }
        let mut unexpected: Vec<(String, u64)> = self
            .first
            .iter()
            .filter(|(key, _)| !wanted.contains(key.as_ref()))
            .map(|(key, line)| (key.to_string(), *line))
            .collect();
        unexpected.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        KeyReport { repeated: self.repeated(), missing, unexpected }
    }
}

impl KeyReport {
    /// Whether the list is exactly the set expected, each key once.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.repeated.is_empty() && self.missing.is_empty() && self.unexpected.is_empty()
    }
}

impl fmt::Display for KeyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        for (key, lines) in &self.repeated {
            let lines: Vec<String> = lines.iter().map(u64::to_string).collect();
            parts.push(format!("{key} repetida (linhas {})", lines.join(", ")));
        }
        parts.extend(self.missing.iter().map(|key| format!("{key} falta")));
        parts.extend(self.unexpected.iter().map(|(key, line)| format!("{key} não esperada (linha {line})")));
        f.write_str(&parts.join("; "))
    }
}

fn normal(key: &str) -> String {
    key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_plate_twice_and_another_missing_is_not_a_complete_list() {
        let mut keys = KeyCheck::default();
        keys.see("aaa1a11", 1);
        keys.see("AAA-1A11", 2);
        keys.see("  ", 3);
        let report = keys.against(["AAA1A11", "BBB2B22"]);
        assert!(!report.is_clean());
        assert_eq!(report.to_string(), "AAA1A11 repetida (linhas 1, 2); BBB2B22 falta");
    }

    #[test]
    fn the_same_set_is_clean_in_any_order_and_a_stranger_is_named() {
        let mut keys = KeyCheck::default();
        keys.see("bbb 2b22", 1);
        keys.see("AAA1A11", 2);
        assert!(keys.against(["AAA1A11", "BBB2B22"]).is_clean());
        assert_eq!(keys.against(["AAA1A11"]).unexpected, [("BBB2B22".to_owned(), 1)]);
    }
}
