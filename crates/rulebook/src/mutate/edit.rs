//! One change made in the parsed files, and taken back.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Change;
use crate::table::Document;

/// A step from a table to what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Item(usize),
}

/// What is done at the end of a path.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// From the root of the file to the value that is replaced, renamed or left out.
    pub(super) path: Vec<Step>,
    pub(super) act: Act,
}

#[derive(Clone, Debug)]
pub(super) enum Act {
    /// Another value, as TOML.
    Value(String),
    /// The same value under another key.
    Rename(String),
    /// Left out of its table or list.
    Remove,
}

/// Makes a change. Gives what stood in the place of its parent, or nothing when the path leads nowhere.
pub(super) fn apply<'a>(documents: &mut [Document<'a>], change: &'a Change) -> Option<DeValue<'a>> {
    let (last, parents) = change.edit.path.split_last()?;
    let root = documents.get_mut(change.file)?.root.get_mut();
    let parent = descend(root, parents)?;
    let kept = parent.clone();
    let done = match (&change.edit.act, last) {
        (Act::Value(text), _) => slot(parent, last).and_then(|v| {
            *v.get_mut() = DeValue::parse(text).ok()?.into_inner();
            Some(())
        }),
        (Act::Rename(new), Step::Key(key)) => table(parent).and_then(|t| {
            let value = t.remove(key.as_str())?;
            let span = value.span();
            t.insert(Spanned::new(span, Cow::Borrowed(new.as_str())), value);
            Some(())
        }),
        (Act::Remove, Step::Key(key)) => table(parent).and_then(|t| t.remove(key.as_str()).map(|_| ())),
        (Act::Remove, Step::Item(i)) => match parent {
            DeValue::Array(items) if *i < items.len() => {
                *items = items.iter().enumerate().filter(|(j, _)| j != i).map(|(_, v)| v.clone()).collect();
                Some(())
            }
            _ => None,
        },
        (Act::Rename(_), Step::Item(_)) => None,
    };
    done.map(|()| kept)
}

/// Puts back what [`apply`] gave.
pub(super) fn restore<'a>(documents: &mut [Document<'a>], change: &Change, kept: DeValue<'a>) {
    let parents = change.edit.path.split_last().map_or(&[][..], |(_, p)| p);
    let parent = documents.get_mut(change.file).and_then(|d| descend(d.root.get_mut(), parents));
    if let Some(parent) = parent {
        *parent = kept;
    }
}

fn table<'v, 'a>(value: &'v mut DeValue<'a>) -> Option<&'v mut DeTable<'a>> {
    match value {
        DeValue::Table(t) => Some(t),
        _ => None,
    }
}

fn slot<'v, 'a>(value: &'v mut DeValue<'a>, step: &Step) -> Option<&'v mut Spanned<DeValue<'a>>> {
    match (value, step) {
        (DeValue::Table(t), Step::Key(k)) => t.get_mut(k.as_str()),
        (DeValue::Array(a), Step::Item(i)) => a.get_mut(*i),
        _ => None,
    }
}

fn descend<'v, 'a>(root: &'v mut DeTable<'a>, path: &[Step]) -> Option<&'v mut DeValue<'a>> {
    let (first, rest) = path.split_first()?;
    let Step::Key(key) = first else { return None };
    let mut value = root.get_mut(key.as_str())?.get_mut();
    for step in rest {
        value = slot(value, step)?.get_mut();
    }
    Some(value)
}
