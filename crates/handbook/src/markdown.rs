//! A handbook as Markdown.

use std::fmt::Write as _;

use brasil::lexml;
use law::Id;

use crate::page::{Block, Handbook, Table};

/// The whole handbook as one Markdown text.
#[must_use]
pub fn markdown(book: &Handbook) -> String {
    let mut out = format!("# {}\n\n", text(&book.title));
    for p in &book.intro {
        let _ = writeln!(out, "{}\n", text(p));
    }
    for c in &book.chapters {
        let _ = writeln!(out, "- [{}](#{})", text(&c.title), c.id);
    }
    for c in &book.chapters {
        let _ = writeln!(out, "\n<a id=\"{}\"></a>\n\n## {}\n", c.id, text(&c.title));
        c.blocks.iter().for_each(|b| block(&mut out, b));
    }
    out
}

fn block(out: &mut String, block: &Block) {
    // writing to a String cannot fail
    match block {
        Block::Heading(title, about) => {
            if let Some(id) = about {
                let _ = writeln!(out, "<a id=\"{id}\"></a>\n");
            }
            let _ = writeln!(out, "### {}\n", text(title));
        }
        Block::Text(p) => {
            let _ = writeln!(out, "{}\n", text(p));
        }
        Block::List { ordered, items } => {
            for (n, item) in items.iter().enumerate() {
                let mark = if *ordered { format!("{}.", n + 1) } else { "-".into() };
                let lead =
                    if item.lead.is_empty() { String::new() } else { format!("**{}** ", text(&item.lead)) };
                let _ = writeln!(out, "{mark} {lead}{}{}", text(&item.text), cites(&item.base));
                for note in &item.notes {
                    let _ = writeln!(out, "{:width$} - {}", "", text(note), width = mark.len());
                }
                for reading in &item.readings {
                    let _ =
                        writeln!(out, "{:width$} - Leitura usada: {}", "", text(reading), width = mark.len());
                }
            }
            out.push('\n');
        }
        Block::Table(t) => table(out, t),
    }
}

fn table(out: &mut String, t: &Table) {
    let _ = writeln!(out, "**{}**\n", text(&t.caption));
    let cites = t.cites();
    let base = if cites { " Base legal |" } else { "" };
    let _ = writeln!(out, "| {} |{base}", t.headers.join(" | "));
    let _ = writeln!(out, "|{}", "---|".repeat(t.headers.len() + usize::from(cites)));
    for row in &t.rows {
        let mut cells: Vec<String> = row.cells.iter().map(|c| text(c)).collect();
        if cites {
            cells.push(row.base.iter().map(|b| lexml::cite(b)).collect::<Vec<_>>().join("; "));
        }
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    out.push('\n');
}

fn cites(base: &[Id]) -> String {
    if base.is_empty() {
        return String::new();
    }
    let cited: Vec<String> = base.iter().map(|b| lexml::cite(b)).collect();
    format!(" ({})", cited.join("; "))
}

/// A text that Markdown takes for nothing but text.
fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#') {
            out.push('\\');
        }
        out.push(if c == '\n' { ' ' } else { c });
    }
    out
}
