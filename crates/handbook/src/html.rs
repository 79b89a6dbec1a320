//! A handbook as HTML: the body for a page that has a frame of its own, and a page that stands alone.

use std::fmt::Write as _;

use brasil::lexml;
use law::Id;

use crate::page::{Block, Handbook, Item, Table};

/// Where a provision is shown.
type Link<'l> = &'l dyn Fn(&Id) -> String;

/// What stands inside a page: the contents, then the chapters, from the second level of headings on.
#[must_use]
pub fn body(book: &Handbook, link: Link<'_>) -> String {
    let mut out = String::new();
    for p in &book.intro {
        let _ = writeln!(out, "<p class=\"intro\">{}</p>", text(p));
    }
    out.push_str("<nav class=\"toc\" aria-label=\"Neste guia\">\n");
    for c in &book.chapters {
        let _ = writeln!(out, "<a href=\"#{}\">{}</a>", c.id, text(&c.title));
    }
    out.push_str("</nav>\n");
    for c in &book.chapters {
        let _ = writeln!(
            out,
            "<section class=\"chapter\" aria-labelledby=\"{0}\">\n<h2 id=\"{0}\" class=\"part\">{1}</h2>",
            c.id,
            text(&c.title)
        );
        c.blocks.iter().for_each(|b| block(&mut out, b, link));
        out.push_str("</section>\n");
    }
    out
}

/// A page that needs no other file.
#[must_use]
pub fn page(book: &Handbook) -> String {
    // a provision without an anchor of its own would be a dead link
    let known: Vec<&Id> = book
        .chapters
        .iter()
        .flat_map(|c| &c.blocks)
        .filter_map(|b| match b {
            Block::Heading(_, Some(id)) => Some(id),
            _ => None,
        })
        .collect();
    let link = |id: &Id| if known.contains(&id) { format!("#{}", anchor(id)) } else { String::new() };
    let title = text(&book.title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"pt-BR\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#conteudo\">Ir para o conteúdo</a>\n\
         <main id=\"conteudo\">\n<h1>{title}</h1>\n{}</main>\n</body>\n</html>\n",
        body(book, &link)
    )
}

fn block(out: &mut String, block: &Block, link: Link<'_>) {
    // writing to a String cannot fail
    match block {
        Block::Heading(title, None) => {
            let _ = writeln!(out, "<h3>{}</h3>", text(title));
        }
        Block::Heading(title, Some(id)) => {
            // a provision that is shown on a page of its own is reached from here
            let href = link(id);
            let title = text(title);
            let title = if href.is_empty() || href.starts_with('#') {
                title
            } else {
                format!("<a href=\"{}\">{title}</a>", text(&href))
            };
            let _ = writeln!(out, "<h3 id=\"{}\">{title}</h3>", text(&anchor(id)));
        }
        Block::Text(p) => {
            let _ = writeln!(out, "<p>{}</p>", text(p));
        }
        Block::List { ordered, items } => {
            let (tag, class) = if *ordered { ("ol", "flow") } else { ("ul", "needs") };
            let _ = writeln!(out, "<{tag} class=\"{class}\">");
            items.iter().for_each(|i| item(out, i, link));
            let _ = writeln!(out, "</{tag}>");
        }
        Block::Table(t) => table(out, t, link),
    }
}

fn item(out: &mut String, item: &Item, link: Link<'_>) {
    let lead = if item.lead.is_empty() { String::new() } else { format!("<b>{}</b> ", text(&item.lead)) };
    let _ = write!(out, "<li><div><p>{lead}{}</p>", text(&item.text));
    for note in &item.notes {
        let _ = write!(out, "<p class=\"why\">{}</p>", text(note));
    }
    if !item.readings.is_empty() {
        out.push_str("<details class=\"readings\"><summary>Leitura usada</summary>");
        for reading in &item.readings {
            let _ = write!(out, "<p>{}</p>", text(reading));
        }
        out.push_str("</details>");
    }
    let _ = writeln!(out, "</div>{}</li>", cites(&item.base, link));
}

fn table(out: &mut String, t: &Table, link: Link<'_>) {
    // on a narrow screen the table scrolls in its own frame, which the keyboard can reach
    let caption = text(&t.caption);
    let _ = writeln!(
        out,
        "<div class=\"sheet\" role=\"region\" aria-label=\"{caption}\" tabindex=\"0\">\n<table>"
    );
    let _ = writeln!(out, "<caption>{caption}</caption>\n<thead><tr>");
    let cited = t.cites();
    for h in t.headers.iter().copied().chain(cited.then_some("Base legal")) {
        let _ = write!(out, "<th scope=\"col\">{}</th>", text(h));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &t.rows {
        out.push_str("<tr>");
        for (n, cell) in row.cells.iter().enumerate() {
            let label = t.headers.get(n).copied().unwrap_or_default();
            let cell = text(cell);
            let _ = match n {
                0 => write!(out, "<th scope=\"row\">{cell}</th>"),
                _ => write!(out, "<td data-label=\"{label}\">{cell}</td>"),
            };
        }
        if cited {
            let _ = write!(out, "<td data-label=\"Base legal\">{}</td>", cites(&row.base, link));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
}

fn cites(base: &[Id], link: Link<'_>) -> String {
    if base.is_empty() {
        return String::new();
    }
    let one = |id: &Id| {
        let cited = text(&lexml::cite(id));
        let href = link(id);
        if href.is_empty() {
            format!("<span class=\"cite\">{cited}</span>")
        } else {
            format!("<a class=\"cite\" href=\"{}\">{cited}</a>", text(&href))
        }
    };
    format!("<span class=\"cites\">{}</span>", base.iter().map(one).collect::<Vec<_>>().join(" "))
}

fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A provision's key as an anchor: no space stands in one.
fn anchor(id: &Id) -> String {
    id.replace(char::is_whitespace, "-")
}

const STYLE: &str = include_str!("handbook.css");
