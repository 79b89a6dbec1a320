//! Reads spreadsheets for the law.

/// Every row of a small CSV as text, the header first.
pub fn table(_bytes: &[u8]) -> Vec<Vec<String>> {
    Vec::new()
}
