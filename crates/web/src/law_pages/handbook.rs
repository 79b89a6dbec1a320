//! The handbook of the law, inside the frame of the office.

use std::sync::{Arc, Mutex, PoisonError};

use askama::Template;
use handbook::Handbook;
use jiff::civil::Date;
use law::Law;

use crate::context::{Answer, Cx, page};
use crate::shell::Shell;

/// The guide as it was last written. It is the same for everybody until the law or the day changes.
#[derive(Default)]
pub(crate) struct Guide(Mutex<Option<Written>>);

struct Written {
    /// Held, so that no other law can come to stand in its place in memory.
    law: Arc<Law>,
    day: Date,
    body: Arc<str>,
}

impl Guide {
    /// The body of the handbook of a law on a day, with the due dates of that day's year.
    fn body(&self, law: &Arc<Law>, day: Date) -> Arc<str> {
        // who comes while it is being written waits for it instead of writing it once more
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(w) = last.as_ref().filter(|w| Arc::ptr_eq(&w.law, law) && w.day == day) {
            return Arc::clone(&w.body);
        }
        let body: Arc<str> =
            handbook::body(&Handbook::of(law, day, day.year()), &|id| format!("/lei/{id}")).into();
        *last = Some(Written { law: Arc::clone(law), day, body: Arc::clone(&body) });
        body
    }
}

#[derive(Template)]
#[template(path = "handbook.html")]
struct Page {
    shell: Shell,
    norm: String,
    body: Arc<str>,
}

/// `GET /manual`
pub(crate) async fn handbook(cx: Cx) -> Answer {
    let law = Arc::clone(&cx.office().read().law);
    page(&Page {
        shell: cx.shell("Guia do serviço"),
        norm: law.norm.title.clone(),
        body: cx.site.guide.body(&law, cx.today),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use jiff::civil::date;
    use rulebook::Source;

    use super::*;

    fn law() -> Law {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../leis/caraguatatuba-sp");
        let files = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
        let sources: Vec<Source> = files
            .filter(|p| p.extension().is_some_and(|x| x == "toml"))
            .map(|p| Source { name: p.display().to_string(), text: fs::read_to_string(&p).unwrap() })
            .collect();
        rulebook::read("caraguatatuba-sp", &sources).into_law(&sources).unwrap()
    }

    #[test]
    fn it_is_written_once_for_a_law_and_a_day() {
        let (guide, first) = (Guide::default(), Arc::new(law()));
        let day = date(2026, 11, 30);
        let body = guide.body(&first, day);
        assert!(body.contains("href=\"/lei/art9.inc6\""));
        assert!(Arc::ptr_eq(&body, &guide.body(&first, day)));
        let next = guide.body(&first, date(2026, 12, 1));
        assert!(next.contains("como vale em 01/12/2026") && !Arc::ptr_eq(&body, &next));
        let other = Arc::new(law());
        assert!(!Arc::ptr_eq(&next, &guide.body(&other, date(2026, 12, 1))), "another law, another guide");
    }
}
