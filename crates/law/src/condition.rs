//! Conditions: typed comparisons over facts, joined by all, any and not. Conditions are data, so that the reason of an answer
//! is the condition itself.

mod days;
mod turns;
mod words;

pub(crate) use self::days::WEEKDAY_YEARS;
pub use self::days::{WEEKDAYS, weekday};
pub(crate) use self::turns::Turn;
pub use self::words::list_or;
pub(crate) use self::words::words_of;
use brasil::term::{MonthEnd, Term, Unit, add_months};
use jiff::Span as JiffSpan;
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::fact::{Fact, FactType};
use crate::grounds::Trace;
use crate::{Facts, Id, Law, Name, Value, named};

/// A condition over the facts of a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Every one holds.
    All(Vec<Condition>),
    /// At least one holds.
    Any(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// A fact compared to a value.
    Compare(Comparison),
    /// The condition depends on how a gap is read.
    ByReading {
        /// The reading.
        reading: Name,
        /// One condition for each answer.
        options: Vec<(Id, Condition)>,
    },
}

/// One comparison: the atom of every reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The fact compared.
    pub fact: Name,
    /// How.
    pub comparator: Comparator,
    /// To what.
    pub operand: Operand,
}

/// How a fact is compared. Strict and inclusive are different words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    /// `igual`
    Equal,
    /// `diferente`
    NotEqual,
    /// `no_maximo`: number, inclusive
    AtMost,
    /// `no_minimo`: number, inclusive
    AtLeast,
    /// `menos_de`: number, strict
    LessThan,
    /// `mais_de`: number, strict
    MoreThan,
    /// `um_de`
    OneOf,
    /// `nenhum_de`
    NoneOf,
    /// `ate`: date, inclusive
    UpTo,
    /// `antes_de`: date, strict
    Before,
    /// `desde`: date, inclusive
    Since,
    /// `depois_de`: date, strict
    After,
    /// `vale_na_data`: a last day of validity that has not passed on the date of the question
    ValidOn,
    /// `decorrido_mais_de`: strictly more than a term has passed since a date
    ElapsedMoreThan,
    /// `decorrido_no_minimo`: at least a term has passed since a date
    ElapsedAtLeast,
    /// `decorrido_no_maximo`: the term since a date has not run out; its last day is included
    ElapsedAtMost,
    /// `dentro_do_prazo`: a deadline that runs from a date has not run out
    InTime,
    /// `dia_da_semana`: a date falls on one of these days of the week
    Weekday,
    /// `dia_util`: a date is a business day of the municipality
    BusinessDay,
    /// `feriado`: a date is a holiday of the municipality
    Holiday,
    /// `entre_dias`: a date falls in a season of the year
    Season,
    /// `informado`: the fact is known
    Known,
}

impl Comparator {
    /// Every comparator with its keyword in a rulebook.
    pub const ALL: [(&'static str, Comparator); 22] = [
        ("igual", Comparator::Equal),
        ("diferente", Comparator::NotEqual),
        ("no_maximo", Comparator::AtMost),
        ("no_minimo", Comparator::AtLeast),
        ("menos_de", Comparator::LessThan),
        ("mais_de", Comparator::MoreThan),
        ("um_de", Comparator::OneOf),
        ("nenhum_de", Comparator::NoneOf),
        ("ate", Comparator::UpTo),
        ("antes_de", Comparator::Before),
        ("desde", Comparator::Since),
        ("depois_de", Comparator::After),
        ("vale_na_data", Comparator::ValidOn),
        ("decorrido_mais_de", Comparator::ElapsedMoreThan),
        ("decorrido_no_minimo", Comparator::ElapsedAtLeast),
        ("decorrido_no_maximo", Comparator::ElapsedAtMost),
        ("dentro_do_prazo", Comparator::InTime),
        ("dia_da_semana", Comparator::Weekday),
        ("dia_util", Comparator::BusinessDay),
        ("feriado", Comparator::Holiday),
        ("entre_dias", Comparator::Season),
        ("informado", Comparator::Known),
    ];

    /// The keyword in a rulebook.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        Self::ALL.iter().find(|(_, c)| *c == self).map_or("", |(k, _)| k)
    }

    /// Whether the comparator makes sense for facts of a type.
    #[must_use]
    pub fn suits(self, kind: &FactType) -> bool {
        use Comparator as C;
        match self {
            C::Known => true,
            C::Equal | C::NotEqual => !matches!(kind, FactType::Text),
            C::OneOf | C::NoneOf => matches!(kind, FactType::Enum(_) | FactType::Int),
            C::AtMost | C::AtLeast | C::LessThan | C::MoreThan => {
                matches!(kind, FactType::Int | FactType::Decimal | FactType::Hour)
            }
            C::UpTo
            | C::Before
            | C::Since
            | C::After
            | C::ValidOn
            | C::ElapsedMoreThan
            | C::ElapsedAtLeast
            | C::ElapsedAtMost
            | C::InTime
            | C::Weekday
            | C::BusinessDay
            | C::Holiday
            | C::Season => matches!(kind, FactType::Date),
        }
    }
}

/// What a fact is compared to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A value written in the rulebook.
    Value(Value),
    /// A closed set of values.
    Set(Vec<Value>),
    /// A dated parameter.
    Parameter(Id),
    /// Another fact of the same subject.
    Fact(Id),
    /// So many times a number that another fact of the same subject tells.
    Multiple(Decimal, Id),
    /// From one day of the year, month first, to another, both included; past the end of the year when the second is the
    /// earlier one.
    Season((i8, i8), (i8, i8)),
    /// A term counted from the fact to the date of the question.
    Term(Term),
    /// A term counted from the fact to the date that another fact tells.
    TermTo(Term, Id),
    /// A deadline counted from the fact.
    Deadline(Id),
    /// A deadline counted from the fact, within which the date that another fact tells must fall.
    DeadlineTo(Id, Id),
    /// The last day of a deadline that runs from the law's first day.
    Window(Id),
    /// Nothing: the comparator says it all.
    None,
}

/// Yes, no, or undetermined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// It holds.
    Yes,
    /// It does not.
    No,
    /// It depends on something that is not known.
    Undetermined,
}

impl Outcome {
    /// From a plain truth value.
    #[must_use]
    pub fn from_bool(b: bool) -> Self {
        if b { Outcome::Yes } else { Outcome::No }
    }

    /// Kleene's *and*.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Outcome::No, _) | (_, Outcome::No) => Outcome::No,
            (Outcome::Yes, Outcome::Yes) => Outcome::Yes,
            _ => Outcome::Undetermined,
        }
    }

    /// Kleene's *or*.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.negate().and(other.negate()).negate()
    }

    /// Kleene's *not*.
    #[must_use]
    pub fn negate(self) -> Self {
        match self {
            Outcome::Yes => Outcome::No,
            Outcome::No => Outcome::Yes,
            Outcome::Undetermined => Outcome::Undetermined,
        }
    }

    /// `sim`, `nao`, `indeterminado`.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Outcome::Yes => "sim",
            Outcome::No => "nao",
            Outcome::Undetermined => "indeterminado",
        }
    }
}

/// What one comparison found. The words are made when somebody asks for them: most decisions are read by a program.
#[derive(Clone, Debug)]
pub struct Finding<'l> {
    /// The comparison made.
    pub comparison: &'l Comparison,
    /// Its fact as the law declares it.
    declared: Option<&'l Fact>,
    /// The value of its fact, when known.
    pub actual: Option<Value>,
    /// The value compared to, when it is one.
    pub limit: Option<Value>,
    /// Whether the comparison holds or, where it must not hold, whether it does not.
    pub outcome: Outcome,
    /// Whether the condition wants the comparison not to hold.
    pub negated: bool,
    /// The parameter that is missing, when that is why it is undetermined.
    pub missing_parameter: Option<&'l Id>,
    /// The date of the question.
    pub on: Date,
}

impl<'l> Finding<'l> {
    /// The fact compared.
    #[must_use]
    pub fn fact(&self) -> &'l Id {
        &self.comparison.fact
    }
}

/// What the comparisons of a condition found: one, in most conditions.
pub type Findings<'l> = smallvec::SmallVec<[Finding<'l>; 1]>;

/// The outcome of a condition with the comparisons that made it.
#[derive(Clone, Debug)]
pub struct Evaluation<'l> {
    /// The outcome.
    pub outcome: Outcome,
    /// Every comparison that counts, in the order of the rulebook.
    pub findings: Findings<'l>,
}

impl Evaluation<'_> {
    /// The facts that are missing, each once.
    #[must_use]
    pub fn missing(&self) -> Vec<Id> {
        let mut out: Vec<Id> = Vec::new();
        for f in self.findings.iter().filter(|f| f.outcome == Outcome::Undetermined) {
            let name = f.missing_parameter.unwrap_or(f.fact());
            if !out.contains(name) {
                out.push(name.clone());
            }
        }
        out
    }

    /// The findings of one outcome in words, each once.
    #[must_use]
    pub fn words(&self, law: &Law, outcome: Outcome) -> String {
        words_of(&self.findings, law, outcome)
    }
}

impl Condition {
    /// Evaluates the condition for the facts of one subject on a date. This is the specification: the executor over columns
    /// must give the same outcome.
    pub fn evaluate<'l>(
        &'l self,
        law: &'l Law,
        facts: &Facts,
        on: Date,
        trace: &mut Trace,
    ) -> Evaluation<'l> {
        let mut findings = Findings::new();
        let outcome = self.find(law, facts, on, trace, &mut findings);
        Evaluation { outcome, findings }
    }

    /// Evaluates the condition, adding what it finds to `found`.
    pub(crate) fn find<'l>(
        &'l self,
        law: &'l Law,
        facts: &Facts,
        on: Date,
        trace: &mut Trace,
        found: &mut Findings<'l>,
    ) -> Outcome {
        match self {
            Condition::All(parts) => {
                parts.iter().fold(Outcome::Yes, |all, p| all.and(p.find(law, facts, on, trace, found)))
            }
            Condition::Any(parts) => {
                // An alternative that was not needed is no reason: once one holds, only those that hold are kept.
                let begin = found.len();
                let mut outcome = Outcome::No;
                for p in parts {
                    let start = found.len();
                    let part = p.find(law, facts, on, trace, found);
                    match (outcome, part) {
                        (Outcome::Yes, Outcome::Yes) => {}
                        (_, Outcome::Yes) => drop(found.drain(begin..start)),
                        (Outcome::Yes, _) => found.truncate(start),
                        _ => {}
                    }
                    outcome = outcome.or(part);
                }
                outcome
            }
            Condition::Not(inner) => {
                let start = found.len();
                let outcome = inner.find(law, facts, on, trace, found).negate();
                for f in found.iter_mut().skip(start) {
                    f.outcome = f.outcome.negate();
                    f.negated = !f.negated;
                }
                outcome
            }
            Condition::ByReading { .. } => match self.as_read(law, on, trace) {
                Some(c) => c.find(law, facts, on, trace, found),
                None => Outcome::Undetermined,
            },
            Condition::Compare(c) => {
                let finding = c.find(law, facts, on, trace);
                let outcome = finding.outcome;
                found.push(finding);
                outcome
            }
        }
    }

    /// The condition that a reading picks on a date; one that hangs on no reading is itself.
    pub(crate) fn as_read(&self, law: &Law, on: Date, trace: &mut Trace) -> Option<&Condition> {
        let mut condition = self;
        while let Condition::ByReading { reading, options } = condition {
            let answer = reading.find(&law.readings)?.on(on);
            trace.read(reading, answer);
            condition = named::under(options, answer)?;
        }
        Some(condition)
    }

    /// Calls a function on every comparison, whatever the reading.
    pub fn each_comparison<'a>(&'a self, see: &mut dyn FnMut(&'a Comparison)) {
        match self {
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().for_each(|p| p.each_comparison(see));
            }
            Condition::Not(inner) => inner.each_comparison(see),
            Condition::ByReading { options, .. } => options.iter().for_each(|(_, c)| c.each_comparison(see)),
            Condition::Compare(c) => see(c),
        }
    }

    /// Calls a function on every reading the condition may use.
    pub fn each_reading<'a>(&'a self, see: &mut dyn FnMut(&'a Id)) {
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|p| p.each_reading(see)),
            Condition::Not(inner) => inner.each_reading(see),
            Condition::ByReading { reading, options } => {
                see(reading);
                options.iter().for_each(|(_, c)| c.each_reading(see));
            }
            Condition::Compare(_) => {}
        }
    }
}

/// A date moved by a term counted in calendar time. Business days never occur in conditions: the reader refuses them.
#[must_use]
pub fn shift(date: Date, term: Term, month_end: MonthEnd) -> Option<Date> {
    let amount = i64::from(term.amount);
    match term.unit {
        Unit::Month => add_months(date, i32::try_from(term.amount).ok()?, month_end),
        Unit::Year => add_months(date, i32::try_from(term.amount).ok()?.checked_mul(12)?, month_end),
        Unit::Day | Unit::BusinessDay | Unit::Hour => {
            let days = if term.unit == Unit::Hour { amount / 24 } else { amount };
            let span = JiffSpan::new().try_days(days).ok()?;
            date.checked_add(span).ok()
        }
    }
}

/// A date moved back by a term counted in calendar time.
#[must_use]
pub fn shift_back(date: Date, term: Term, month_end: MonthEnd) -> Option<Date> {
    let amount = i64::from(term.amount);
    match term.unit {
        Unit::Month => add_months(date, -i32::try_from(term.amount).ok()?, month_end),
        Unit::Year => add_months(date, i32::try_from(term.amount).ok()?.checked_mul(-12)?, month_end),
        Unit::Day | Unit::BusinessDay => back(date, amount),
        Unit::Hour => back(date, amount / 24),
    }
}

fn back(date: Date, days: i64) -> Option<Date> {
    date.checked_sub(JiffSpan::new().try_days(days).ok()?).ok()
}

impl Comparison {
    fn find<'l>(&'l self, law: &'l Law, facts: &Facts, on: Date, trace: &mut Trace) -> Finding<'l> {
        let Some(fact) = self.fact.find(&law.facts) else {
            return Finding {
                comparison: self,
                declared: None,
                actual: None,
                limit: None,
                outcome: Outcome::Undetermined,
                negated: false,
                missing_parameter: None,
                on,
            };
        };
        let actual = match fact.derived {
            None => facts.told(&self.fact, on).cloned(),
            Some(_) => fact.value(facts, on),
        };
        let (limit, missing_parameter) = self.limit(law, facts, on, trace);
        let outcome = match (&actual, self.comparator) {
            (known, Comparator::Known) => Outcome::from_bool(known.is_some()),
            (None, _) => Outcome::Undetermined,
            (Some(value), _) => match self.holds(law, value, limit.as_ref(), on, trace) {
                Some(b) => Outcome::from_bool(b),
                None => Outcome::Undetermined,
            },
        };
        // of two facts compared, the one that lacks is named
        let missing_parameter = match &self.operand {
            Operand::Fact(other)
            | Operand::Multiple(_, other)
            | Operand::TermTo(_, other)
            | Operand::DeadlineTo(_, other) => {
                Some(other).filter(|_| actual.is_some() && limit.is_none() && self.lacks(law, fact, other))
            }
            _ => missing_parameter,
        };
        Finding {
            comparison: self,
            declared: Some(fact),
            actual,
            limit,
            outcome,
            negated: false,
            missing_parameter,
            on,
        }
    }

    /// Whether a comparison between two facts can only be for want of the other one: both are declared, and of one kind.
    fn lacks(&self, law: &Law, fact: &Fact, other: &Id) -> bool {
        let number = |k: &FactType| matches!(k, FactType::Int | FactType::Decimal);
        let alike = |a: &FactType, b: &FactType| {
            *a != FactType::Text
                && (std::mem::discriminant(a) == std::mem::discriminant(b) || number(a) && number(b))
        };
        // only numbers have multiples
        let able = !matches!(self.operand, Operand::Multiple(..)) || number(&fact.kind);
        able && self.comparator != Comparator::Known
            && law.fact(other).is_some_and(|o| alike(&fact.kind, &o.kind))
    }

    /// The value compared to, when it is one; and the parameter that has none on the date.
    fn limit<'l>(
        &'l self,
        law: &Law,
        facts: &Facts,
        on: Date,
        trace: &mut Trace,
    ) -> (Option<Value>, Option<&'l Id>) {
        match &self.operand {
            Operand::Value(v) => (Some(v.clone()), None),
            Operand::Fact(id) => (law.fact(id).and_then(|f| f.value(facts, on)), None),
            Operand::Multiple(times, id) => {
                let number = law.fact(id).and_then(|f| f.value(facts, on));
                (number.and_then(|n| n.times(*times)), None)
            }
            Operand::Parameter(id) => match law.parameter(id).and_then(|p| p.on(on)) {
                Some(v) => {
                    trace.used(id, &v.value);
                    (Some(v.value.clone()), None)
                }
                None => (None, Some(id)),
            },
            Operand::Window(id) => (law.window_end(id, on, trace).map(Value::Date), None),
            Operand::TermTo(_, until) | Operand::DeadlineTo(_, until) => {
                (law.fact(until).and_then(|f| f.value(facts, on)), None)
            }
            Operand::Set(_)
            | Operand::Term(_)
            | Operand::Deadline(_)
            | Operand::Season(..)
            | Operand::None => (None, None),
        }
    }

    fn holds(
        &self,
        law: &Law,
        value: &Value,
        limit: Option<&Value>,
        on: Date,
        trace: &mut Trace,
    ) -> Option<bool> {
        use Comparator as C;
        // a term counted up to the day that another fact tells; an end beyond the calendar never comes
        if matches!(self.operand, Operand::TermTo(..)) {
            let (start, until) = (as_date(value)?, limit.and_then(as_date)?);
            let end = self.end(law, start, on, trace);
            return Some(match self.comparator {
                C::ElapsedMoreThan => end.is_some_and(|e| until > e),
                C::ElapsedAtLeast => end.is_some_and(|e| until >= e),
                // a date still to come has not begun to run
                _ => start <= until && end.is_none_or(|e| until <= e),
            });
        }
        Some(match self.comparator {
            C::Known => true,
            C::Equal => compare(value, limit?)?.is_eq(),
            C::NotEqual => compare(value, limit?)?.is_ne(),
            C::AtMost | C::UpTo => compare(value, limit?)?.is_le(),
            C::AtLeast | C::Since => compare(value, limit?)?.is_ge(),
            C::LessThan | C::Before => compare(value, limit?)?.is_lt(),
            C::MoreThan | C::After => compare(value, limit?)?.is_gt(),
            C::OneOf => self.set()?.contains(value),
            C::NoneOf => !self.set()?.contains(value),
            C::ValidOn => as_date(value)? >= on,
            C::ElapsedMoreThan => on > self.end(law, as_date(value)?, on, trace)?,
            C::ElapsedAtLeast => on >= self.end(law, as_date(value)?, on, trace)?,
            // a date still to come has not begun to run
            C::ElapsedAtMost => {
                let start = as_date(value)?;
                on <= self.end(law, start, on, trace)? && start <= on
            }
            C::InTime => {
                let start = as_date(value)?;
                if matches!(self.operand, Operand::DeadlineTo(..)) {
                    // a date still to come has not begun to run
                    let until = as_date(limit?)?;
                    return Some(start <= until && until <= self.due(law, start, trace)?);
                }
                on <= self.due(law, start, trace)? && start <= on
            }
            C::Weekday => {
                let day = as_date(value).filter(|d| WEEKDAY_YEARS.contains(&d.year()))?;
                self.set()?.contains(&Value::Text(weekday(day).into()))
            }
            C::BusinessDay => law.calendar(on, trace).is_business_day(as_date(value)?)?,
            C::Holiday => law.calendar(on, trace).day(as_date(value)?)?.is_holiday(),
            C::Season => self.in_season(as_date(value).filter(|d| WEEKDAY_YEARS.contains(&d.year()))?)?,
        })
    }

    /// Whether a date falls in the season of the comparison.
    pub(crate) fn in_season(&self, date: Date) -> Option<bool> {
        let Operand::Season(from, to) = &self.operand else { return None };
        let day = (date.month(), date.day());
        Some(if from <= to { *from <= day && day <= *to } else { *from <= day || day <= *to })
    }

    fn set(&self) -> Option<&[Value]> {
        match &self.operand {
            Operand::Set(values) => Some(values),
            _ => None,
        }
    }

    fn end(&self, law: &Law, start: Date, on: Date, trace: &mut Trace) -> Option<Date> {
        match &self.operand {
            Operand::Term(term) | Operand::TermTo(term, _) => shift(start, *term, law.month_end(on, trace)),
            _ => None,
        }
    }

    /// The last day of the deadline of the comparison, counted from a day.
    pub(crate) fn due(&self, law: &Law, start: Date, trace: &mut Trace) -> Option<Date> {
        let (Operand::Deadline(id) | Operand::DeadlineTo(id, _)) = &self.operand else { return None };
        let due = law.due(law.deadlines.get(id)?, start)?;
        trace.stand_on(&due.grounds);
        Some(due.due.date)
    }
}

fn as_date(value: &Value) -> Option<Date> {
    match value {
        Value::Date(d) => Some(*d),
        _ => None,
    }
}

/// Compares two values of one kind; whole numbers and decimals compare by worth.
pub(crate) fn compare(a: &Value, b: &Value) -> Option<std::cmp::Ordering> {
    match (a, b) {
        (Value::Bool(x), Value::Bool(y)) => Some(x.cmp(y)),
        (Value::Int(x), Value::Int(y)) => Some(x.cmp(y)),
        (Value::Date(x), Value::Date(y)) => Some(x.cmp(y)),
        (Value::Text(x), Value::Text(y)) => Some(x.cmp(y)),
        (Value::Decimal(x), Value::Decimal(y)) => Some(x.cmp(y)),
        (Value::Int(x), Value::Decimal(y)) => Some(Decimal::from(*x).cmp(y)),
        (Value::Decimal(x), Value::Int(y)) => Some(x.cmp(&Decimal::from(*y))),
        _ => None,
    }
}
