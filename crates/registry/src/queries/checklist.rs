//! What a driver, a vehicle or an operator must have, line by line, with the document of each.

use jiff::civil::{Date, DateTime};
use law::eligibility::{Failure, LineStatus};
use law::{Id, Law, Outcome};

use crate::id::{DocumentId, Subject};
use crate::state::{DocumentStatus, Registry};
use crate::word::Word;

/// The document behind a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Kind, by its name in the rulebook.
    pub kind: Id,
    /// Kind in words.
    pub says: String,
    /// The newest one handed in.
    pub document: Option<DocumentId>,
    /// Its number.
    pub number: Option<String>,
    /// Last day it is good.
    pub expires: Option<Date>,
    /// What it is worth, in Portuguese; none when nothing was handed in.
    pub status: Option<&'static str>,
    /// Who looked at it, and when.
    pub looked: Option<(Word, DateTime)>,
}

/// One requirement.
#[derive(Clone, Debug)]
pub struct ChecklistLine {
    /// The requirement, by its name in the rulebook.
    pub requirement: Id,
    /// Its heading.
    pub says: String,
    /// What it is worth.
    pub status: LineStatus,
    /// Why, in Portuguese.
    pub words: String,
    /// Its provisions in reading form.
    pub cited: String,
    /// Its provisions by key.
    pub basis: Vec<Id>,
    /// What to do about it.
    pub remedy: String,
    /// What failing does.
    pub failure: Failure,
    /// The document that proves it.
    pub paper: Option<Paper>,
    /// Last day on which it stays met.
    pub until: Option<Date>,
    /// First day on which it will be met, when only time is missing.
    pub from: Option<Date>,
    /// Labels of the facts that are missing.
    pub missing: Vec<String>,
}

/// The whole list.
#[derive(Clone, Debug)]
pub struct Checklist {
    /// Whether all that the title hangs on is met.
    pub outcome: Outcome,
    /// One line for each requirement, in the order of the rulebook.
    pub lines: Vec<ChecklistLine>,
    /// Last day on which the whole stays met.
    pub until: Option<Date>,
}

/// What a subject must have on a day. A driver's list includes the vehicle driven.
#[must_use]
pub fn checklist(reg: &Registry, law: &Law, subject: &Subject, on: Date) -> Checklist {
    let facts = reg.facts_of(law, subject, on);
    let subjects: &[&str] = match subject {
        Subject::Driver(_) => &["condutor", "veiculo"],
        Subject::Vehicle(_) => &["veiculo"],
        Subject::Operator(_) => &["operadora"],
    };
    let answer = law.eligibility(subjects, &facts, on, None);
    let vehicle = match subject {
        Subject::Driver(id) => reg.vehicle_of(id, on).map(|v| Subject::Vehicle(v.clone())),
        Subject::Vehicle(_) | Subject::Operator(_) => None,
    };
    let mut outcome = Outcome::Yes;
    let mut lines = Vec::new();
    for line in answer.lines {
        let r = line.requirement;
        if r.failure != Failure::Warn {
            outcome = outcome.and(match line.status {
                LineStatus::Failed => Outcome::No,
                LineStatus::Undetermined => Outcome::Undetermined,
                LineStatus::Met | LineStatus::NotApplicable | LineStatus::Off => Outcome::Yes,
            });
        }
        let holder = if r.subject.as_ref() == subject.role() { Some(subject) } else { vehicle.as_ref() };
        let label = |id: &Id| law.fact(id).map_or_else(|| id.to_string(), |f| f.label.clone());
        let grounds = line.grounds();
        lines.push(ChecklistLine {
            requirement: r.id.clone(),
            says: r.says.clone(),
            status: line.status,
            words: line.words(law),
            cited: grounds.cited(),
            basis: grounds.provisions,
            remedy: r.remedy.clone(),
            failure: r.failure,
            paper: r.document.as_ref().and_then(|kind| paper(reg, law, holder, kind)),
            until: line.until,
            from: line.from,
            missing: line.missing.iter().map(label).collect(),
        });
    }
    Checklist { outcome, lines, until: answer.until }
}

/// The newest document of a kind of somebody; an accepted one before one still to be looked at.
fn paper(reg: &Registry, law: &Law, holder: Option<&Subject>, kind: &Id) -> Option<Paper> {
    let known = law.documents.get(kind)?;
    let ids: &[DocumentId] = match holder {
        Some(Subject::Driver(id)) => reg.drivers.get(id).map_or(&[], |d| d.documents.as_slice()),
        Some(Subject::Vehicle(id)) => reg.vehicles.get(id).map_or(&[], |v| v.documents.as_slice()),
        Some(Subject::Operator(id)) => reg.operators.get(id).map_or(&[], |o| o.documents.as_slice()),
        None => &[],
    };
    let mut of_kind = ids
        .iter()
        .rev()
        .filter_map(|id| Some((id, reg.documents.get(id)?)))
        .filter(|(_, d)| d.kind == *kind.as_ref());
    let newest = of_kind
        .clone()
        .find(|(_, d)| matches!(d.status, DocumentStatus::Accepted(_)))
        .or_else(|| of_kind.next());
    Some(Paper {
        kind: kind.clone(),
        says: known.says.clone(),
        document: newest.map(|(id, _)| id.clone()),
        number: newest.and_then(|(_, d)| d.number.clone()),
        expires: newest.and_then(|(_, d)| d.expires),
        status: newest.map(|(_, d)| d.status.pt_br()),
        looked: newest.and_then(|(_, d)| match &d.status {
            DocumentStatus::Accepted(look) | DocumentStatus::Rejected { look, .. } => {
                Some((look.by.clone(), look.at))
            }
            DocumentStatus::Received => None,
        }),
    })
}

/// One fact as the register knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactLine {
    /// The fact, by its name in the rulebook.
    pub fact: String,
    /// In Portuguese.
    pub label: String,
    /// The value in words.
    pub value: String,
    /// Since when it counts.
    pub since: Date,
    /// The document it was read from.
    pub document: Option<DocumentId>,
    /// Who entered it, and when.
    pub by: (Word, DateTime),
    /// The act.
    pub act: u64,
}

/// The facts entered about a subject that govern on a day.
#[must_use]
pub fn facts_table(reg: &Registry, law: &Law, subject: &Subject, on: Date) -> Vec<FactLine> {
    let timeline = match subject {
        Subject::Driver(id) => reg.drivers.get(id).map(|d| &d.facts),
        Subject::Vehicle(id) => reg.vehicles.get(id).map(|v| &v.facts),
        Subject::Operator(id) => reg.operators.get(id).map(|o| &o.facts),
    };
    timeline
        .into_iter()
        .flat_map(|t| t.all_on(on))
        .filter_map(|(fact, entry)| {
            let value = law::Value::from(entry.value.as_ref()?);
            let known = law.fact(fact);
            Some(FactLine {
                fact: fact.to_string(),
                label: known.map_or_else(|| fact.to_string(), |f| f.label.clone()),
                value: known.map_or_else(|| value.to_string(), |f| f.in_words(&value)),
                since: entry.since,
                document: entry.said.document.clone(),
                by: (entry.said.by.clone(), entry.said.at),
                act: entry.said.act,
            })
        })
        .collect()
}
