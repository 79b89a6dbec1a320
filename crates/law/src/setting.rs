//! What a municipality adds to its rulebook from outside: rulings on readings, values of parameters, court orders, days off.
//!
//! A setting is laid over a law and gives another law; the first never changes. The office makes one from its acts, a case from
//! its own assumptions, a what-if from a bill.

use brasil::calendar::DayKind;
use jiff::civil::Date;

use crate::parameter::DatedValue;
use crate::provision::Suspension;
use crate::reading::Ruling;
use crate::{Id, Law};

/// Additions to a law.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// Rulings: reading and the answer picked.
    pub rulings: Vec<(Id, Ruling)>,
    /// Values: parameter and its dated value.
    pub values: Vec<(Id, DatedValue)>,
    /// Values for every date, which hide all that the rulebook knows of the parameter.
    pub constants: Vec<(Id, DatedValue)>,
    /// Court orders: provision and the period without effect.
    pub suspensions: Vec<(Id, Suspension)>,
    /// Days by decree, with their name.
    pub days: Vec<(Date, DayKind, String)>,
    /// Only weekends and national holidays, whatever the municipality's own calendar has.
    pub national_calendar: bool,
}

/// What is wrong with a setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingFault {
    /// The reading is not in the rulebook.
    #[error("a leitura {0} não existe neste livro de regras")]
    NoReading(Id),
    /// The answer is not in the closed list.
    #[error("a leitura {reading} não tem a resposta “{answer}”; respostas: {answers}")]
    NoAnswer {
        /// The reading.
        reading: Id,
        /// The answer given.
        answer: Id,
        /// The closed list.
        answers: String,
    },
    /// The parameter is not in the rulebook.
    #[error("o parâmetro {0} não existe neste livro de regras")]
    NoParameter(Id),
    /// A day by decree does not fit the calendar.
    #[error("calendário: {0}")]
    Calendar(String),
    /// The provision is not in the rulebook.
    #[error("o dispositivo {0} não existe neste livro de regras")]
    NoProvision(Id),
}

impl Setting {
    /// Whether it adds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Setting { rulings, values, constants, suspensions, days, national_calendar } = self;
        rulings.is_empty()
            && values.is_empty()
            && constants.is_empty()
            && suspensions.is_empty()
            && days.is_empty()
            && !national_calendar
    }
}

impl Law {
    /// The law with a setting laid over it. All faults are reported at once.
    ///
    /// # Errors
    /// Names that are not in the rulebook, answers outside the closed list.
    pub fn with(&self, setting: &Setting) -> Result<Law, Vec<SettingFault>> {
        let mut law = self.clone();
        let mut faults = Vec::new();
        for (id, ruling) in &setting.rulings {
            match law.readings.get_mut(id) {
                None => faults.push(SettingFault::NoReading(id.clone())),
                Some(reading) => {
                    if reading.answers.iter().any(|(a, _)| *a == ruling.answer) {
                        if ruling.since == Date::MIN {
                            // supposed for every date: it hides what was ruled
                            reading.rulings.clear();
                        }
                        reading.rulings.push(ruling.clone());
                        reading.rulings.sort_by_key(|r| r.since);
                    } else {
                        faults.push(SettingFault::NoAnswer {
                            reading: id.clone(),
                            answer: ruling.answer.clone(),
                            answers: reading
                                .answers
                                .iter()
                                .map(|(a, _)| a.as_ref())
                                .collect::<Vec<_>>()
                                .join(", "),
                        });
                    }
                }
            }
        }
        for (id, value) in &setting.constants {
            match law.parameters.get_mut(id) {
                None => faults.push(SettingFault::NoParameter(id.clone())),
                Some(parameter) => parameter.values = vec![value.clone()],
            }
        }
        for (id, value) in &setting.values {
            match law.parameters.get_mut(id) {
                None => faults.push(SettingFault::NoParameter(id.clone())),
                Some(parameter) => {
                    parameter.values.push(value.clone());
                    // stable: of two values since one day, the one laid over comes later and wins
                    parameter.values.sort_by_key(|v| v.since);
                }
            }
        }
        for (id, suspension) in &setting.suspensions {
            if id.as_ref() == crate::provision::WHOLE_NORM {
                law.provisions.values_mut().for_each(|p| p.suspensions.push(suspension.clone()));
                continue;
            }
            match law.provisions.get_mut(id) {
                None => faults.push(SettingFault::NoProvision(id.clone())),
                Some(provision) => provision.suspensions.push(suspension.clone()),
            }
        }
        law.days.extend(setting.days.iter().cloned());
        if setting.national_calendar {
            law.holidays = brasil::calendar::CalendarBuilder::national();
        }
        if (setting.national_calendar || !setting.days.is_empty())
            && let Err(wrong) = law.rebuild_calendar()
        {
            faults.extend(wrong.into_iter().map(|e| SettingFault::Calendar(e.to_string())));
        }
        law.foresee();
        if faults.is_empty() { Ok(law) } else { Err(faults) }
    }
}
