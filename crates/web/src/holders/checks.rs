//! The checklist of a subject, line by line, as a page shows it.

use jiff::civil::Date;
use law::Law;
use law::eligibility::LineStatus;
use law::value::date_pt;
use registry::Registry;
use registry::id::Subject;
use registry::queries::{Checklist, ChecklistLine, facts_table};

use crate::words::{Cite, capital};

/// One line of a checklist.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    pub class: &'static str,
    pub mark: &'static str,
    /// The mark for those who do not see it.
    pub spoken: &'static str,
    pub title: String,
    pub words: String,
    /// What to do, when something is to be done.
    pub remedy: String,
    /// The document behind it, in words.
    pub paper: String,
    /// Page of that document.
    pub paper_href: String,
    /// Where to hand in the document that is missing.
    pub receive: String,
    pub cites: Vec<Cite>,
    /// Gaps of the law that the answer used.
    pub readings: Vec<String>,
    pub until: String,
}

fn look(status: LineStatus) -> (&'static str, &'static str, &'static str) {
    match status {
        LineStatus::Met => ("ok", "✓", "atende"),
        LineStatus::Failed => ("bad", "✕", "não atende"),
        LineStatus::Undetermined => ("wait", "?", "falta informação"),
        LineStatus::NotApplicable => ("off", "–", "não se aplica"),
        LineStatus::Off => ("off", "–", "sem efeito nesta data"),
    }
}

/// The lines of a checklist, what fails first. `vehicle` is the one driven, whose documents prove the vehicle's lines.
pub(crate) fn checks(
    reg: &Registry,
    law: &Law,
    subject: &Subject,
    list: &Checklist,
    on: Date,
    receives: bool,
) -> Vec<Check> {
    let facts = reg.facts_of(law, subject, on);
    let vehicle = match subject {
        Subject::Driver(id) => reg.vehicle_of(id, on).cloned().map(Subject::Vehicle),
        Subject::Vehicle(_) | Subject::Operator(_) => None,
    };
    let mut lines: Vec<&ChecklistLine> = list.lines.iter().collect();
    lines.sort_by_key(|l| match l.status {
        LineStatus::Failed => 0,
        LineStatus::Undetermined => 1,
        LineStatus::Met => 2,
        LineStatus::NotApplicable => 3,
        LineStatus::Off => 4,
    });
    lines
        .into_iter()
        .map(|line| {
            let (class, mark, spoken) = look(line.status);
            let open = matches!(line.status, LineStatus::Failed | LineStatus::Undetermined);
            let requirement = law.requirements.get(&line.requirement);
            let mine = requirement.is_some_and(|r| r.subject.as_ref() == subject.role());
            let holder = if mine { Some(subject) } else { vehicle.as_ref() };
            let (paper, paper_href) = line.paper.as_ref().map_or_else(Default::default, paper_words);
            let receive = match (&line.paper, holder) {
                (Some(p), Some(holder)) if receives && open => {
                    format!("/cadastro/{}/documentos/{}", holder.as_str(), p.kind)
                }
                _ => String::new(),
            };
            let readings = requirement
                .filter(|_| !matches!(line.status, LineStatus::Off))
                .map(|r| law.requirement_line(r, &facts, on).grounds().readings_in_words(law))
                .unwrap_or_default();
            Check {
                class,
                mark,
                spoken,
                title: line.says.clone(),
                words: capital(&without_title(&line.says, &line.words)),
                remedy: if open { line.remedy.clone() } else { String::new() },
                paper,
                paper_href,
                receive,
                cites: Cite::all(&line.basis),
                readings,
                until: line.until.map(date_pt).unwrap_or_default(),
            }
        })
        .collect()
}

/// The words without the title they may begin with: nobody wants to read it twice.
fn without_title(title: &str, words: &str) -> String {
    let rest =
        words.split_once(": ").filter(|(head, _)| brasil::person::fold(head) == brasil::person::fold(title));
    rest.map_or(words, |(_, rest)| rest).to_string()
}

fn paper_words(p: &registry::queries::Paper) -> (String, String) {
    let Some(id) = &p.document else { return (format!("{}: nada entregue", p.says), String::new()) };
    let mut text = crate::shell::short(&p.says);
    if let Some(status) = p.status {
        text.push_str(&format!(", {status}"));
    }
    if let Some((by, at)) = &p.looked {
        text.push_str(&format!(" em {} por {by}", date_pt(at.date())));
    }
    (text, format!("/documentos/{id}"))
}

/// `11 de 13 atendidos`, of the lines that concern the subject.
pub(crate) fn summary(list: &Checklist) -> String {
    let concerns = |l: &&ChecklistLine| !matches!(l.status, LineStatus::NotApplicable | LineStatus::Off);
    let all = list.lines.iter().filter(concerns).count();
    let met = list.lines.iter().filter(|l| l.status == LineStatus::Met).count();
    format!("{met} de {all} atendidos")
}

/// One fact, as a page shows it.
#[derive(Clone, Debug)]
pub(crate) struct FactRow {
    pub label: String,
    pub value: String,
    pub since: String,
    pub by: String,
    pub href: String,
}

/// The facts that govern on a day.
pub(crate) fn facts(reg: &Registry, law: &Law, subject: &Subject, on: Date) -> Vec<FactRow> {
    facts_table(reg, law, subject, on)
        .into_iter()
        .map(|f| FactRow {
            label: capital(&f.label),
            value: f.value,
            since: date_pt(f.since),
            by: f.by.0.to_string(),
            href: format!("/cadastro/{}/fatos/{}", subject.as_str(), f.fact),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_not_said_twice() {
        assert_eq!(
            without_title("Idade do veículo", "idade do veículo: 11 anos; o limite é 10"),
            "11 anos; o limite é 10"
        );
        assert_eq!(without_title("CNH", "categoria da CNH: B"), "categoria da CNH: B");
    }
}
