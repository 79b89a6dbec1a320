//! The model of a handbook: chapters of headings, lists and tables, with the provisions that each line stands on.

use law::Id;

/// A handbook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handbook {
    /// Its title.
    pub title: String,
    /// What it is, in a few sentences.
    pub intro: Vec<String>,
    /// Its chapters, in order.
    pub chapters: Vec<Chapter>,
}

/// A chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Its anchor.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// What is in it.
    pub blocks: Vec<Block>,
}

/// A part of a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading below the chapter's. The provision it is about, when it is about one, is its anchor.
    Heading(String, Option<Id>),
    /// A paragraph.
    Text(String),
    /// A list; numbered when its order matters.
    List {
        /// Whether its order matters.
        ordered: bool,
        /// The lines.
        items: Vec<Item>,
    },
    /// A table.
    Table(Table),
}

/// A line of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// What it says first.
    pub lead: String,
    /// What it says then.
    pub text: String,
    /// What else there is to know, line by line.
    pub notes: Vec<String>,
    /// The readings of the law's gaps that it hangs on, in words.
    pub readings: Vec<String>,
    /// Provisions it stands on.
    pub base: Vec<Id>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// Its columns; one more follows for the provisions, where a row has some.
    pub headers: Vec<&'static str>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A row; its first cell names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// As many cells as the table has headers.
    pub cells: Vec<String>,
    /// Provisions it stands on.
    pub base: Vec<Id>,
}

impl Item {
    /// A line with what it stands on.
    #[must_use]
    pub fn new(lead: impl Into<String>, text: impl Into<String>, base: &[Id]) -> Self {
        Item { lead: lead.into(), text: text.into(), base: base.to_vec(), ..Item::default() }
    }

    /// The same with the readings it hangs on.
    #[must_use]
    pub fn read(mut self, readings: Vec<String>) -> Self {
        self.readings = readings;
        self
    }

    /// The same with one more thing to know, when there is something.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        let note = note.into();
        if !note.is_empty() {
            self.notes.push(note);
        }
        self
    }
}

impl Table {
    /// Whether some row stands on a provision.
    #[must_use]
    pub fn cites(&self) -> bool {
        self.rows.iter().any(|r| !r.base.is_empty())
    }
}

/// A list without order, unless it is empty.
pub(crate) fn list(items: Vec<Item>) -> Option<Block> {
    (!items.is_empty()).then_some(Block::List { ordered: false, items })
}

/// The first letter large.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

/// A sentence: the first letter large, a full stop at the end.
pub(crate) fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.is_empty() || text.ends_with(['.', '?', '!', ':']) { text } else { format!("{text}.") }
}
