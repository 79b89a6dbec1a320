//! A list of plates against the one it should be: counting lines is not enough, for one vehicle may stand twice and
//! another be missing.

use std::collections::{BTreeMap, BTreeSet};

use super::Plate;

/// How a delivered list differs from the expected one. Plates are compared as vehicles, in their Mercosul form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlateList {
    /// Vehicles that stand on more than one line, with the numbers of the lines.
    pub repeated: Vec<(Plate, Vec<usize>)>,
    /// Vehicles that were expected and are not there.
    pub missing: Vec<Plate>,
    /// Vehicles that are there and were not expected, with their first line.
    pub unexpected: Vec<(Plate, usize)>,
}

impl PlateList {
    /// The list is what it should be.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.repeated.is_empty() && self.missing.is_empty() && self.unexpected.is_empty()
    }
}

/// Compares delivered plates, each with the number of its line, with the expected ones.
#[must_use]
pub fn compare<'a>(
    expected: impl IntoIterator<Item = &'a Plate>,
    delivered: impl IntoIterator<Item = (usize, &'a Plate)>,
) -> PlateList {
    let expected: BTreeSet<Plate> = expected.into_iter().map(Plate::canonical).collect();
    let mut lines: BTreeMap<Plate, Vec<usize>> = BTreeMap::new();
    for (line, plate) in delivered {
        lines.entry(plate.canonical()).or_default().push(line);
    }
    let missing = expected.iter().filter(|plate| !lines.contains_key(*plate)).cloned().collect();
    let unexpected = lines
        .iter()
        .filter(|(plate, _)| !expected.contains(*plate))
        .filter_map(|(plate, lines)| Some((plate.clone(), *lines.first()?)))
        .collect();
    let repeated = lines.into_iter().filter(|(_, lines)| lines.len() > 1).collect();
    PlateList { repeated, missing, unexpected }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plates(texts: &[&str]) -> Vec<Plate> {
        texts.iter().map(|text| Plate::parse(text).unwrap()).collect()
    }

    fn lines(plates: &[Plate]) -> impl Iterator<Item = (usize, &Plate)> {
        plates.iter().enumerate().map(|(index, plate)| (index + 1, plate))
    }

    /// Field fault BL-15: two lines for two vehicles, and yet one vehicle is missing.
    #[test]
    fn the_number_of_lines_proves_nothing() {
        let expected = plates(&["AAA1A11", "BBB2B22"]);
        let delivered = plates(&["aaa1a11", "AAA-1A11"]);
        let found = compare(&expected, lines(&delivered));
        assert_eq!(found.repeated, [(expected[0].clone(), vec![1, 2])]);
        assert_eq!(found.missing, [expected[1].clone()]);
        assert!(found.unexpected.is_empty() && !found.agrees());
    }

    #[test]
    fn an_old_plate_is_the_same_vehicle() {
        let expected = plates(&["ABC1C34"]);
        assert!(compare(&expected, lines(&plates(&["ABC-1234"]))).agrees());
        let other = plates(&["ABC-1234", "XYZ-0000"]);
        assert_eq!(compare(&expected, lines(&other)).unexpected, [(other[1].canonical(), 2)]);
    }
}
