//! The law as people read it, for staff and public alike: the handbook, and the law article by article, on any
//! date. Everything here is our own paraphrase; nothing is the text of the law.

mod browser;
mod handbook;

pub(crate) use browser::{index, provision, readings};
pub(crate) use handbook::{Guide, handbook};

use jiff::civil::Date;

use crate::context::Cx;

/// The date asked for in the address (`em=AAAA-MM-DD` or `dd/mm/aaaa`), or today. The second value tells a date that cannot be read.
fn asked_date(cx: &Cx) -> (Date, bool) {
    let text = cx.query.get("em").trim();
    if text.is_empty() {
        return (cx.today, false);
    }
    match text.parse::<Date>().ok().or_else(|| brasil::date::parse_date(text).ok()) {
        Some(day) => (day, false),
        None => (cx.today, true),
    }
}
