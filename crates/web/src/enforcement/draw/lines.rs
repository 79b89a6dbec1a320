//! The lines of the law: found by words, ticked, and weighed against each other.

use brasil::lexml::line as written;
use law::grounds::Trace;
use law::{Facts, Id, Law, Outcome};
use registry::Registry;
use registry::queries::{competing, find_offences};

use super::super::computation::{Computed, computed};
use super::reading::{Draft, imagined};
use super::tick;
use crate::context::Cx;
use crate::entry::Entry;
use crate::words::Cite;

/// One line.
pub(super) struct Line {
    pub name: String,
    pub code: String,
    pub says: String,
    pub ticked: bool,
    /// Other words under which an inspector looks for it.
    pub words: String,
    pub cites: Vec<Cite>,
}

/// Lines of one class.
pub(super) struct Group {
    pub label: String,
    pub open: bool,
    pub lines: Vec<Line>,
}

/// What the law says of one ticked line on this fact.
pub(super) struct Verdict {
    pub code: String,
    pub says: String,
    pub class: &'static str,
    pub mark: &'static str,
    pub words: String,
}

/// Everything about the lines.
pub(super) struct Lines {
    pub ticked: Vec<Line>,
    pub groups: Vec<Group>,
    /// How many lines were found, in words; empty when nothing was searched.
    pub count: String,
    /// Lines that cannot reach this offender on that day.
    pub out_of_reach: usize,
    pub verdicts: Vec<Verdict>,
    pub cites: Vec<Cite>,
    /// Gaps of the law that the comparison used.
    pub readings: Vec<String>,
    /// Lines that apply, with whether each is the one of this notice.
    pub applying: Vec<(String, String, bool)>,
    /// Facts that are missing to know.
    pub missing: Vec<Id>,
    /// What the notice would cost if it were upheld today.
    pub preview: Option<Computed>,
}

fn line(law: &Law, code: &Id, ticked: bool) -> Option<Line> {
    let o = law.offences.get(code)?;
    Some(Line {
        name: tick(code),
        code: written(code),
        says: o.says.clone(),
        ticked,
        words: o.keywords.join(" "),
        cites: Cite::all(o.base.get(..1).unwrap_or_default()),
    })
}

/// How many lines a search found; those already ticked stand above and are counted too.
fn found_words(text: &str, open: usize, marked: usize) -> String {
    if text.is_empty() {
        return String::new();
    }
    let all = crate::words::count_pt(open + marked, "linha encontrada", "linhas encontradas");
    match (marked, open) {
        (0, _) => all,
        (1, 0) => format!("{all}, já marcada"),
        (_, 0) => format!("{all}, já marcadas"),
        (n, _) => format!("{all}, {}", crate::words::count_pt(n, "já marcada", "já marcadas")),
    }
}

/// The lines as the form shows them.
pub(super) fn lines(reg: &Registry, law: &Law, cx: &Cx, entry: &Entry, draft: &Draft) -> Lines {
    let text = entry.get("busca_linha").trim();
    let matching = find_offences(law, text);
    let role = draft.offender.as_ref().map(registry::act::enforcement::Offender::role);
    let nothing = Facts::new();
    let reaches = |code: &Id| {
        let mut trace = Trace::default();
        law.offences
            .get(code)
            .is_some_and(|o| law.no_basis(o, role, &nothing, draft.on, &mut trace).is_none())
    };
    let rest: Vec<&Id> = matching.iter().filter(|c| !draft.codes.contains(c)).collect();
    let open: Vec<&Id> = rest.iter().copied().filter(|c| reaches(c)).collect();
    let mut groups: Vec<Group> = Vec::new();
    for (id, class) in &law.classes {
        let is = |o: &law::offence::Offence| o.class.on(law, draft.on, &mut Trace::default()) == Some(id);
        let of = open.iter().filter(|c| law.offences.get(**c).is_some_and(is));
        let lines: Vec<Line> = of.filter_map(|c| line(law, c, false)).collect();
        if !lines.is_empty() {
            groups.push(Group { label: crate::words::capital(&class.label), open: !text.is_empty(), lines });
        }
    }
    let marked = matching.len() - rest.len();
    let mut out = Lines {
        ticked: draft.codes.iter().filter_map(|c| line(law, c, true)).collect(),
        count: found_words(text, open.len(), marked),
        out_of_reach: rest.len() - open.len(),
        groups,
        verdicts: Vec::new(),
        cites: Vec::new(),
        readings: Vec::new(),
        applying: Vec::new(),
        missing: Vec::new(),
        preview: None,
    };
    if let Some(offender) = draft.offender.as_ref().filter(|_| !draft.codes.is_empty()) {
        let answer = competing(reg, law, offender, draft.has_vehicle, &draft.codes, &draft.facts, draft.on);
        let applying = answer.applying();
        for c in &answer.candidates {
            let (class, mark, words) = match c.outcome {
                Outcome::Yes => ("ok", "✓", "aplica-se".to_string()),
                Outcome::No => ("off", "–", c.why.clone().unwrap_or_default()),
                Outcome::Undetermined => ("wait", "?", c.why.clone().unwrap_or_default()),
            };
            let says = law.offences.get(&c.code).map(|o| o.says.clone()).unwrap_or_default();
            for id in &c.missing {
                if !out.missing.contains(id) {
                    out.missing.push(id.clone());
                }
            }
            out.verdicts.push(Verdict { code: written(&c.code), says, class, mark, words });
        }
        out.cites = Cite::all(&answer.grounds.provisions);
        out.readings = answer.grounds.readings_in_words(law);
        let chosen = draft.chosen(&applying);
        for code in &applying {
            let says = law.offences.get(code).map(|o| o.says.clone()).unwrap_or_default();
            out.applying.push((code.to_string(), says, chosen.as_ref() == Some(code)));
        }
        if let Some(n) = chosen.and_then(|code| imagined(cx, draft, &code)) {
            out.preview = Some(computed(reg, law, &n, cx.today));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::found_words;

    #[test]
    fn a_line_that_is_ticked_is_found_too() {
        assert_eq!(found_words("pneu", 0, 1), "1 linha encontrada, já marcada");
        assert_eq!(found_words("pneu", 2, 1), "3 linhas encontradas, 1 já marcada");
        assert_eq!(found_words("nada", 0, 0), "0 linhas encontradas");
        assert_eq!(found_words("", 5, 0), "");
    }
}
