//! What the rules of a calendar say of single days.

use super::Mark;

/// The named days, in order. Nearly all of them come from one yearly rule: such days share what it says.
#[derive(Debug)]
pub(super) struct Marks {
    /// Each named day, with where in `said` begins what is said of it, and how much that is.
    days: Vec<(i32, usize, usize)>,
    /// What each rule says, in the order of the rules; then what several say of one day.
    said: Vec<Mark>,
}

impl Marks {
    /// From what each rule says, and the days with the place of the rule that names them.
    pub(super) fn new(rules: Vec<Mark>, mut named: Vec<(i32, usize)>) -> Self {
        // of one day the rules speak in the order in which they were given
        named.sort();
        let mut marks = Self { days: Vec::with_capacity(named.len()), said: rules };
        for rules in named.chunk_by(|a, b| a.0 == b.0) {
            let [(day, first), rest @ ..] = rules else { continue };
            let first = if rest.is_empty() { *first } else { marks.together(rules) };
            marks.days.push((*day, first, rules.len()));
        }
        marks
    }

    /// Puts what several rules say side by side, and gives the place.
    fn together(&mut self, rules: &[(i32, usize)]) -> usize {
        let place = self.said.len();
        let said: Vec<Mark> = rules.iter().filter_map(|(_, rule)| self.said.get(*rule).cloned()).collect();
        self.said.extend(said);
        place
    }

    /// What is said of a day.
    pub(super) fn on(&self, day: i32) -> &[Mark] {
        self.between(day, day).next().map_or(&[], |(_, marks)| marks)
    }

    /// The named days from one day to another, both included.
    pub(super) fn between(&self, first: i32, last: i32) -> impl Iterator<Item = (i32, &[Mark])> {
        let from = self.days.partition_point(|(day, ..)| *day < first);
        let days = self.days.get(from..).unwrap_or_default();
        days.iter()
            .take_while(move |(day, ..)| *day <= last)
            .map(|(day, at, count)| (*day, self.said.get(*at..*at + *count).unwrap_or_default()))
    }
}

/// Equal when they say the same of every day.
impl PartialEq for Marks {
    fn eq(&self, other: &Self) -> bool {
        self.between(i32::MIN, i32::MAX).eq(other.between(i32::MIN, i32::MAX))
    }
}
