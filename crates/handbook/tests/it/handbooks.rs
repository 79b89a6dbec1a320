use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use handbook::{Block, Handbook, markdown, page};
use jiff::civil::date;
use law::Law;
use rulebook::Source;

fn laws() -> Vec<Law> {
    let leis = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../leis");
    let mut out = Vec::new();
    for entry in fs::read_dir(leis).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.join("norma.toml").is_file() {
            continue;
        }
        let files = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path());
        let sources: Vec<Source> = files
            .filter(|p| p.extension().is_some_and(|x| x == "toml"))
            .map(|p| Source { name: p.display().to_string(), text: fs::read_to_string(&p).unwrap() })
            .collect();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        out.push(rulebook::read(&name, &sources).into_law(&sources).unwrap());
    }
    assert!(out.len() >= 5);
    out
}

/// Tags close in the order in which they open.
fn well_formed(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in html.split('<').skip(1) {
        let tag = part.split(['>', ' ', '\n']).next().unwrap();
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "near {}", &part[..part.len().min(60)]);
        } else if !["!DOCTYPE", "meta"].contains(&tag) {
            open.push(tag);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn every_law_is_a_page_that_closes_its_tags_and_whose_links_lead_somewhere() {
    for law in laws() {
        let html = page(&Handbook::of(&law, date(2026, 11, 30), 2026));
        well_formed(&html);
        let anchors: Vec<&str> = html.split(" id=\"").skip(1).filter_map(|p| p.split('"').next()).collect();
        let known: BTreeSet<&str> = anchors.iter().copied().collect();
        assert_eq!(anchors.len(), known.len(), "{}: two anchors of one name", law.norm.name);
        for link in html.split("href=\"#").skip(1).filter_map(|p| p.split('"').next()) {
            assert!(known.contains(link), "{}: {link} is nowhere", law.norm.name);
        }
        assert!(html.contains("<html lang=\"pt-BR\">") && !html.contains("http"), "it stands alone");
        assert_eq!(html.matches("<h1>").count(), 1);
    }
}

#[test]
fn every_provision_and_every_offence_in_force_is_there() {
    for law in laws() {
        let text = markdown(&Handbook::of(&law, date(2026, 11, 30), 2026));
        for p in law.provisions.keys() {
            assert!(text.contains(&format!("<a id=\"{p}\"></a>")), "{}: {p}", law.norm.name);
        }
        assert!(text.contains("## Calendário de 2026"), "{}", law.norm.name);
        assert!(
            text.contains("| Código | O que não se pode fazer | Quem | Base legal |"),
            "{}",
            law.norm.name
        );
    }
}

/// A rule that has a name of the rulebook for words would show its underscores.
#[test]
fn no_rule_is_told_by_its_name() {
    for law in laws() {
        let book = Handbook::of(&law, date(2026, 11, 30), 2026);
        let mut told = Vec::new();
        for block in book.chapters.iter().flat_map(|c| &c.blocks) {
            match block {
                Block::Heading(t, _) | Block::Text(t) => told.push(t.clone()),
                Block::List { items, .. } => {
                    told.extend(
                        items.iter().flat_map(|i| [&i.lead, &i.text].into_iter().chain(&i.notes)).cloned(),
                    );
                }
                Block::Table(t) => told.extend(t.rows.iter().flat_map(|r| r.cells.iter().skip(1)).cloned()),
            }
        }
        assert!(told.len() > 100, "{}", law.norm.name);
        for words in told {
            assert!(!words.contains('_'), "{}: {words}", law.norm.name);
            assert!(!words.contains(".."), "{}: {words}", law.norm.name);
        }
    }
}

#[test]
fn a_value_that_nobody_entered_says_who_may() {
    let text =
        laws().iter().map(|l| markdown(&Handbook::of(l, date(2026, 11, 30), 2026))).collect::<String>();
    assert!(text.contains("valor não informado: quem pode informar é"));
}
