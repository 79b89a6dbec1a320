//! Names of a rulebook, and how what bears them is found.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use indexmap::{Equivalent, IndexMap};
use rustc_hash::{FxBuildHasher, FxHashSet};

/// A name in a rulebook: a provision key, a fact, a reading, an offence code. Cheap to clone.
pub type Id = Arc<str>;

/// Parts of the law by their names, in the order of the act. One decision looks up dozens of names, which are the rulebook's own:
/// a fast hash serves, and nobody's input can make it slow.
pub type Named<T> = IndexMap<Id, T, FxBuildHasher>;

/// Keeps one text in memory for each name, so that two names are nearly always told to be one by where they are.
#[derive(Debug, Default)]
pub struct Names {
    known: FxHashSet<Id>,
}

impl Names {
    /// The name with this text.
    pub fn get(&mut self, text: &str) -> Id {
        if let Some(id) = self.known.get(text) {
            return id.clone();
        }
        let id = Id::from(text);
        self.known.insert(id.clone());
        id
    }
}

/// Whether two names are one. Nearly always they are one and the same text in memory.
#[inline]
pub(crate) fn same(a: &Id, b: &Id) -> bool {
    Arc::ptr_eq(a, b) || a == b
}

/// Where a name was last found. Only a hint, looked at first: a law asked again and again looks its own names up once.
#[derive(Default)]
struct Place(AtomicU32);

impl Clone for Place {
    fn clone(&self) -> Self {
        Self(AtomicU32::new(self.0.load(Ordering::Relaxed)))
    }
}

impl PartialEq for Place {
    /// What is only a hint makes no difference.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Place {}

impl Place {
    fn find<'n, T>(&self, among: &'n Named<T>, name: &Id) -> Option<&'n T> {
        let last = usize::try_from(self.0.load(Ordering::Relaxed)).unwrap_or(usize::MAX);
        if let Some((key, found)) = among.get_index(last)
            && same(key, name)
        {
            return Some(found);
        }
        let (place, _, found) = among.get_full(&Sought(name))?;
        self.0.store(u32::try_from(place).unwrap_or(u32::MAX), Ordering::Relaxed);
        Some(found)
    }
}

/// The name of another part of the law in a condition.
#[derive(Clone, PartialEq, Eq)]
pub struct Name {
    id: Id,
    /// Among the parts of the law.
    place: Place,
    /// Among what was told of a subject: registers tell much the same of each.
    told: Place,
}

impl Name {
    /// What bears the name.
    pub(crate) fn find<'n, T>(&self, among: &'n Named<T>) -> Option<&'n T> {
        self.place.find(among, &self.id)
    }

    /// What was told under the name.
    pub(crate) fn find_told<'n, T>(&self, told: &'n Named<T>) -> Option<&'n T> {
        self.told.find(told, &self.id)
    }
}

impl From<Id> for Name {
    fn from(id: Id) -> Self {
        Self { id, place: Place::default(), told: Place::default() }
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Id::from(text).into()
    }
}

impl Deref for Name {
    type Target = Id;

    fn deref(&self) -> &Id {
        &self.id
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id.fmt(f)
    }
}

/// The provisions that a requirement stands on.
#[derive(Clone, PartialEq, Eq)]
pub struct Base {
    ids: Vec<Id>,
    places: Vec<Place>,
}

impl Base {
    /// Each provision with what bears its name.
    pub(crate) fn find<'n, T>(
        &'n self,
        among: &'n Named<T>,
    ) -> impl Iterator<Item = (&'n Id, Option<&'n T>)> {
        self.ids.iter().zip(&self.places).map(|(id, place)| (id, place.find(among, id)))
    }
}

impl From<Vec<Id>> for Base {
    fn from(ids: Vec<Id>) -> Self {
        let places = ids.iter().map(|_| Place::default()).collect();
        Self { ids, places }
    }
}

impl Deref for Base {
    type Target = [Id];

    fn deref(&self) -> &[Id] {
        &self.ids
    }
}

impl fmt::Debug for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ids.fmt(f)
    }
}

/// A name as it is looked up: compared by where it is in memory before it is read.
struct Sought<'a>(&'a Id);

impl Hash for Sought<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Equivalent<Id> for Sought<'_> {
    fn equivalent(&self, key: &Id) -> bool {
        same(self.0, key)
    }
}

/// What bears a name that another part of the rulebook wrote.
pub(crate) fn find<'n, T>(among: &'n Named<T>, name: &Id) -> Option<&'n T> {
    among.get(&Sought(name))
}

/// What follows from one answer of a reading.
pub(crate) fn under<'o, T>(options: &'o [(Id, T)], answer: &Id) -> Option<&'o T> {
    options.iter().find(|(a, _)| same(a, answer)).map(|(_, what)| what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn among<const N: usize>(values: [(&str, u8); N]) -> Named<u8> {
        values.into_iter().map(|(name, value)| (Id::from(name), value)).collect()
    }

    #[test]
    fn a_name_is_found_wherever_it_moved() {
        let name = Name::from("b");
        assert_eq!(name.find(&among([("a", 1), ("b", 2)])), Some(&2));
        assert_eq!(name.find(&among([("b", 3), ("a", 1)])), Some(&3));
        assert_eq!(name.find(&among([("a", 1), ("c", 2)])), None);
        assert_eq!(name.find(&among([])), None);
        let base = Base::from(vec![Id::from("b"), Id::from("x")]);
        for map in [among([("b", 3), ("a", 1)]), among([("a", 1), ("b", 2)])] {
            let found: Vec<_> = base.find(&map).map(|(id, value)| (id.as_ref(), value.copied())).collect();
            assert_eq!(found, [("b", map.get("b").copied()), ("x", None)]);
        }
    }

    #[test]
    fn one_text_is_kept_for_each_name() {
        let mut names = Names::default();
        let first = names.get("veiculo.idade");
        assert!(Arc::ptr_eq(&first, &names.get("veiculo.idade")));
        assert!(!same(&first, &names.get("veiculo.cor")));
        assert!(same(&first, &Id::from("veiculo.idade")));
    }
}
