//! The law as a councillor or a driver reads it: one model, from which Markdown, a static page and the pages of an office are
//! written.
//!
//! Everything in it is made from the compiled law of one day. Nothing here opens a file.

mod calendar;
mod chapters;
mod html;
mod markdown;
mod page;
mod words;

pub use html::{body, page};
pub use markdown::markdown;
pub use page::{Block, Chapter, Handbook, Item, Row, Table};
pub use words::rule;

use jiff::civil::Date;
use law::Law;
use law::value::date_pt;

impl Handbook {
    /// The handbook of a law as it is in force on a day, with the due dates of a year.
    #[must_use]
    pub fn of(law: &Law, on: Date, year: i16) -> Self {
        let amended = law.norm.amendments.iter().filter(|a| a.since <= on).map(|a| a.name.to_string());
        let amended: Vec<String> = amended.collect();
        let mut intro = vec![format!(
            "O que a lei de {} ({}) pede, proíbe e garante, em palavras simples, como vale em {}. Quem aplica: {}.",
            law.norm.municipality,
            law.norm.state,
            date_pt(on),
            law.norm.body
        )];
        if !amended.is_empty() {
            intro.push(format!("Com as alterações de: {}.", amended.join("; ")));
        }
        intro.push(
            "Este guia explica a lei com outras palavras e não a substitui: em dúvida, vale o texto publicado.".into(),
        );
        let chapters = [
            chapters::requirements(law, on),
            chapters::offences(law, on),
            chapters::measures(law, on),
            chapters::procedure(law, on),
            chapters::filings(law, on),
            chapters::money(law, on),
            chapters::order(law, on),
            calendar::chapter(law, on, year),
            chapters::articles(law, on),
            chapters::readings(law, on),
        ];
        Handbook {
            title: law.norm.title.clone(),
            intro,
            chapters: chapters.into_iter().filter(|c| !c.blocks.is_empty()).collect(),
        }
    }
}
