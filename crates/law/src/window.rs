//! Windows of the calendar: a month of the year by an attribute (the last digit of a plate), and days by turns.

use jiff::civil::Date;

use crate::condition::Outcome;
use crate::grounds::{Grounds, Trace};
use crate::law::{Span, Working};
use crate::named_day::in_month;
use crate::value::date_pt;
use crate::{Choice, Facts, Id, Law, Value};

/// A calendar of the law.
#[derive(Clone, Debug)]
pub struct Window {
    /// Its name: `renovacao`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// What it orders.
    pub kind: WindowKind,
    /// The offence of missing it, or of acting on a day that is not one's own.
    pub offence: Option<Id>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// What a calendar orders.
#[derive(Clone, Debug)]
pub enum WindowKind {
    /// Once a year, in the month of an attribute.
    Yearly(Yearly),
    /// On days by turns.
    Turns {
        /// The rule of the turns.
        rule: Choice<Turn>,
        /// The fact that holds the first day allowed.
        anchor: Id,
    },
}

/// A yearly window by an attribute.
#[derive(Clone, Debug)]
pub struct Yearly {
    /// The fact whose value picks the month; none, when it is the same for everybody.
    pub by: Option<Choice<Id>>,
    /// Months and the values that fall in each.
    pub months: Vec<MonthOf>,
    /// Whether what was granted in a year has its first window in the next.
    pub first: Choice<FirstWindow>,
    /// From when it may be done.
    pub opens: Choice<Opening>,
    /// The deadline during which an excuse (a workshop's report) keeps the offence away.
    pub excuse: Option<Id>,
}

/// The values that fall in a window of the year: a month, or from one day to another of the same year.
#[derive(Clone, Debug)]
pub struct MonthOf {
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// The values; none, when it is everybody's.
    pub values: Vec<i64>,
    /// Its first day, month first.
    pub from: (i8, i8),
    /// Its last day, month first; the 29th of February is its last day in any year.
    pub to: (i8, i8),
}

/// The first window of what was just granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstWindow {
    /// The next year's.
    NextYear,
    /// The same year's, when its month is not over.
    SameYear,
}

/// From when a thing may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// From the first day of its month.
    Month,
    /// From the first day of the year.
    Year,
}

/// How turns go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Every so many days, from the anchor on.
    Step(u16),
    /// The odd days of each month.
    OddDays,
}

/// What is asked about a yearly window.
#[derive(Clone, Debug, Default)]
pub struct WindowQuestion {
    /// The day of the grant.
    pub granted: Option<Date>,
    /// The last day on which it was done.
    pub done: Option<Date>,
    /// Days of the excuses shown.
    pub excuses: Vec<Date>,
}

/// Where a day stands in a calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowState {
    /// The window has not opened.
    Early,
    /// It is open.
    Open,
    /// It closed without being used.
    Late,
    /// The day is one's own.
    OwnDay,
    /// The day is not one's own.
    OtherDay,
    /// It cannot be told.
    Unknown,
}

impl WindowState {
    /// The keyword in answers.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            WindowState::Early => "ainda_nao",
            WindowState::Open => "aberta",
            WindowState::Late => "atrasada",
            WindowState::OwnDay => "dia_da_vez",
            WindowState::OtherDay => "fora_da_vez",
            WindowState::Unknown => "indeterminada",
        }
    }
}

/// The answer.
#[derive(Clone, Debug)]
pub struct WindowAnswer {
    /// Whether it may be done on the day, late or not.
    pub outcome: Outcome,
    /// Where the day stands.
    pub state: WindowState,
    /// First day of the window in question.
    pub opens: Option<Date>,
    /// Last day of it.
    pub closes: Option<Date>,
    /// The first day of delay, when it is late.
    pub late_since: Option<Date>,
    /// The last day on which an excuse keeps the offence away.
    pub excused_until: Option<Date>,
    /// The offence on that day.
    pub offence: Option<Id>,
    /// The next day of one's turn, that day included.
    pub next: Option<Date>,
    /// Facts that are missing.
    pub missing: Vec<Id>,
    /// In Portuguese.
    pub words: String,
    /// What it stands on.
    pub grounds: Grounds,
}

impl MonthOf {
    /// Its first and its last day in a year.
    #[must_use]
    pub fn in_year(&self, year: i16) -> Option<(Date, Date)> {
        Some((in_month(year, self.from.0, self.from.1)?, in_month(year, self.to.0, self.to.1)?))
    }
}

impl Window {
    /// Calls a function on each list of provisions it stands on.
    pub fn each_base(&self, see: &mut dyn FnMut(&[Id])) {
        see(&self.base);
        if let WindowKind::Yearly(y) = &self.kind {
            y.months.iter().for_each(|m| see(&m.base));
        }
    }

    /// The facts it reads.
    pub fn facts(&self) -> Vec<&Id> {
        match &self.kind {
            WindowKind::Yearly(y) => y.by.iter().flat_map(Choice::all).collect(),
            WindowKind::Turns { anchor, .. } => vec![anchor],
        }
    }
}

impl Law {
    /// Where a day stands in a calendar.
    #[must_use]
    pub fn window(&self, window: &Window, q: &WindowQuestion, facts: &Facts, on: Date) -> WindowAnswer {
        let mut trace = Trace::default();
        let mut a = WindowAnswer {
            outcome: Outcome::Undetermined,
            state: WindowState::Unknown,
            opens: None,
            closes: None,
            late_since: None,
            excused_until: None,
            offence: None,
            next: None,
            missing: Vec::new(),
            words: String::new(),
            grounds: Grounds::default(),
        };
        match self.working(&window.base, window.span, on, &mut trace) {
            Working::Yes => {
                trace.cite(&window.base);
                match &window.kind {
                    WindowKind::Yearly(y) => self.yearly(window, y, q, facts, on, &mut a, &mut trace),
                    WindowKind::Turns { rule, anchor } => {
                        let rule = rule.on(self, on, &mut trace).copied();
                        self.turns(window, rule, anchor, facts, on, &mut a);
                    }
                }
            }
            Working::TextAbsent(id) => {
                trace.cite(&[id]);
                a.words = "o texto que vigorava nesse dia não está em nossas mãos".into();
            }
            Working::No(id, why) => {
                trace.cite(&[id]);
                a.outcome = Outcome::No;
                a.words = why;
            }
        }
        a.grounds = trace.grounds();
        a
    }

    fn turns(
        &self,
        window: &Window,
        rule: Option<Turn>,
        anchor: &Id,
        facts: &Facts,
        on: Date,
        a: &mut WindowAnswer,
    ) {
        let own = |day: Date, first: Option<Date>| match (rule, first) {
            (Some(Turn::OddDays), _) => Some(day.day() % 2 == 1),
            (Some(Turn::Step(step)), Some(first)) => {
                let apart = i64::from(first.until(day).map_or(0, |s| s.get_days()));
                Some(apart >= 0 && apart % i64::from(step.max(1)) == 0)
            }
            _ => None,
        };
        let first = self.told_day(anchor, facts, on);
        let Some(today) = own(on, first) else {
            a.missing.push(anchor.clone());
            a.words = format!("falta a data de que a vez se conta ({anchor})");
            return;
        };
        a.outcome = Outcome::from_bool(today);
        a.state = if today { WindowState::OwnDay } else { WindowState::OtherDay };
        a.next = if today {
            Some(on)
        } else {
            let start = first.filter(|f| *f > on).unwrap_or(on);
            let mut day = Some(start);
            while let Some(d) = day.filter(|d| own(*d, first) != Some(true)) {
                day = d.tomorrow().ok();
            }
            day
        };
        a.offence = window.offence.clone().filter(|_| !today);
        a.words = match (today, a.next) {
            (true, _) => format!("{} é dia da vez", date_pt(on)),
            (false, Some(n)) => format!("{} não é dia da vez; o próximo é {}", date_pt(on), date_pt(n)),
            (false, None) => format!("{} não é dia da vez", date_pt(on)),
        };
    }

    #[allow(clippy::too_many_arguments, reason = "one private step of the question above")]
    fn yearly(
        &self,
        window: &Window,
        y: &Yearly,
        q: &WindowQuestion,
        facts: &Facts,
        on: Date,
        a: &mut WindowAnswer,
        trace: &mut Trace,
    ) {
        let value = match &y.by {
            None => None,
            Some(by) => {
                let Some(by) = by.on(self, on, trace).cloned() else { return };
                let Some(Value::Int(value)) = self.fact(&by).and_then(|f| f.value(facts, on)) else {
                    a.missing.push(by.clone());
                    let label = self.fact(&by).map_or(by.as_ref(), |f| f.label.as_str());
                    a.words = format!("falta saber: {label}");
                    return;
                };
                Some(value)
            }
        };
        let own: Vec<&MonthOf> =
            y.months.iter().filter(|m| value.is_none_or(|v| m.values.contains(&v))).collect();
        let turns = i32::try_from(own.len()).unwrap_or(i32::MAX);
        if turns == 0 {
            a.outcome = Outcome::No;
            a.words = value.map_or_else(String::new, |v| format!("nenhum mês é o de {v}"));
            return;
        }
        // windows are numbered from the first of the year 0 on
        let first_of = |year: i16| i32::from(year) * turns;
        let days = |number: i32| {
            let year = i16::try_from(number.div_euclid(turns)).ok()?;
            let own = own.get(usize::try_from(number.rem_euclid(turns)).ok()?)?;
            let (first, last) = own.in_year(year)?;
            Some((first, last, *own))
        };
        // the window that a day falls in or comes after, or else the first of its year
        let reached = |day: Date| {
            let first = first_of(day.year());
            let mut begun = (first..first + turns).filter(|n| days(*n).is_some_and(|(from, ..)| from <= day));
            begun.next_back().unwrap_or(first)
        };
        // The window owed: the one after the last done, or the first after the grant, or the one reached.
        let number = match (q.done.filter(|d| *d <= on), q.granted.filter(|d| *d <= on)) {
            (Some(done), _) => reached(done) + 1,
            (None, Some(granted)) => {
                let first = first_of(granted.year());
                let next = first + turns;
                if y.first.on(self, on, trace) == Some(&FirstWindow::SameYear) {
                    (first..next).find(|n| days(*n).is_some_and(|(_, to, _)| granted <= to)).unwrap_or(next)
                } else {
                    next
                }
            }
            (None, None) => reached(on),
        };
        let Some((first, last, month)) = days(number) else { return };
        trace.cite(&month.base);
        let opens = match y.opens.on(self, on, trace) {
            Some(Opening::Year) => Date::new(first.year(), 1, 1).unwrap_or(first),
            _ => first,
        };
        a.opens = Some(opens);
        a.closes = Some(last);
        if on < opens {
            a.outcome = Outcome::No;
            a.state = WindowState::Early;
            a.words = format!("de {} a {}", date_pt(opens), date_pt(last));
        } else if on <= last {
            a.outcome = Outcome::Yes;
            a.state = WindowState::Open;
            a.words = format!("de {} a {}", date_pt(opens), date_pt(last));
        } else {
            a.outcome = Outcome::Yes;
            a.state = WindowState::Late;
            a.late_since = last.tomorrow().ok();
            a.words = format!("o tempo acabou em {}; está em atraso", date_pt(last));
            if let Some(deadline) = y.excuse.as_ref().and_then(|e| self.deadlines.get(e)) {
                for shown in q.excuses.iter().filter(|d| **d <= on) {
                    if let Some(due) = self.due(deadline, *shown) {
                        trace.stand_on(&due.grounds);
                        a.excused_until = a.excused_until.max(Some(due.due.date));
                    }
                }
            }
            match a.excused_until.filter(|e| on <= *e) {
                Some(e) => a.words.push_str(&format!(", sem multa até {}", date_pt(e))),
                None => a.offence.clone_from(&window.offence),
            }
        }
    }
}
