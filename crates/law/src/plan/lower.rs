//! From conditions to comparisons of columns: what depends on the date and the law alone is worked out here, once.

use std::sync::Arc;

use brasil::term::{MonthEnd, Term};
use indexmap::{IndexMap, IndexSet};
use jiff::civil::{Date, date};
use rust_decimal::Decimal;

use super::columns::DECIMAL_PLACES;
use super::node::{Node, Other};
use super::ranges::{Order, Ranges};
use super::running::{Running, in_time};
use super::test::{Alternative, Side, Test, View};
use super::threshold::{days_of_years, elapsed};
use crate::condition::{WEEKDAY_YEARS, WEEKDAYS, compare, shift};
use crate::fact::{Derived, FactType};
use crate::grounds::Trace;
use crate::value::day_number;
use crate::{Comparator, Comparison, Condition, Fact, Facts, Id, Law, Operand, Outcome, Value};

/// Lowers conditions of one law on one date, collecting inputs and comparisons.
pub(super) struct Lowering<'a> {
    law: &'a Law,
    on: Date,
    month_end: MonthEnd,
    inputs: IndexMap<Id, FactType>,
    tests: IndexSet<Test>,
    reads: IndexSet<Id>,
    /// The deadlines that are counted row by row, each once.
    running: IndexMap<Id, Arc<Running>>,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(law: &'a Law, on: Date) -> Self {
        let month_end = law.month_end(on, &mut Trace::default());
        Lowering {
            law,
            on,
            month_end,
            inputs: IndexMap::new(),
            tests: IndexSet::new(),
            reads: IndexSet::new(),
            running: IndexMap::new(),
        }
    }

    /// The inputs and the comparisons collected.
    pub(super) fn finish(self) -> (IndexMap<Id, FactType>, IndexSet<Test>) {
        (self.inputs, self.tests)
    }

    /// The base facts read since this was last asked, each once.
    pub(super) fn take_reads(&mut self) -> Vec<Id> {
        std::mem::take(&mut self.reads).into_iter().collect()
    }

    /// A condition as a tree over comparisons.
    pub(super) fn condition(&mut self, c: &Condition) -> Node {
        match c {
            Condition::All(parts) => self.group(parts, Node::All),
            Condition::Any(parts) => self.group(parts, Node::Any),
            Condition::Not(inner) => Node::Not(Box::new(self.condition(inner))),
            Condition::ByReading { reading, options } => {
                let answer = self.law.answer(reading, self.on);
                match options.iter().find(|(a, _)| Some(a) == answer.as_ref()) {
                    Some((_, c)) => self.condition(c),
                    None => Node::Fixed(Outcome::Undetermined, None),
                }
            }
            Condition::Compare(c) => self.comparison(c),
        }
    }

    fn group(&mut self, parts: &[Condition], make: fn(Vec<Node>) -> Node) -> Node {
        match parts {
            // one part alone is itself, in outcome and in reasons
            [only] => self.condition(only),
            _ => make(parts.iter().map(|p| self.condition(p)).collect()),
        }
    }

    fn comparison(&mut self, c: &Comparison) -> Node {
        let undetermined = |missing: &Id| Node::Fixed(Outcome::Undetermined, Some(missing.clone()));
        let Some(fact) = self.law.fact(&c.fact) else { return undetermined(&c.fact) };
        self.note_reads(fact);
        let other = match &c.operand {
            Operand::Fact(id) | Operand::Multiple(_, id) => self.law.fact(id),
            _ => None,
        };
        if let Some(other) = other {
            self.note_reads(other);
        }
        if c.comparator == Comparator::Known && fact.derived != Some(Derived::QuestionDate) {
            let inputs = self.sources(fact).into_iter().map(|s| s.input).collect();
            return self.leaf(Test::Present(inputs), c);
        }
        if let (Comparator::Weekday, Operand::Set(days)) = (c.comparator, &c.operand)
            && fact.derived != Some(Derived::QuestionDate)
            && fact.kind == FactType::Date
        {
            let inputs = self.sources(fact).into_iter().map(|s| s.input).collect();
            let bits = WEEKDAYS
                .iter()
                .enumerate()
                .filter(|(_, (name, _))| days.contains(&Value::Text((*name).into())))
                .fold(0, |bits, (n, _)| bits | 1 << n);
            return self.leaf(Test::Weekday(inputs, bits), c);
        }
        if let Operand::TermTo(term, until) = &c.operand {
            return self.term_between(fact, *term, until, c);
        }
        if let Operand::DeadlineTo(deadline, until) = &c.operand {
            return self.deadline_between(fact, deadline, until, c);
        }
        if let Operand::Multiple(times, _) = &c.operand {
            let (Some(other), Some(order)) = (other, order_of(c.comparator)) else {
                return undetermined(&missing_of(self, c));
            };
            return match self.pair(fact, other, order, *times) {
                Some(test) => self.between(test, fact, other),
                None => undetermined(&missing_of(self, c)),
            };
        }
        let question = |f: &Fact| f.derived == Some(Derived::QuestionDate);
        let test = match (&c.operand, other) {
            (Operand::Fact(_), None) => None,
            (_, Some(other)) if question(fact) && !question(other) => {
                // the date of the question against a fact is that fact against the date
                let test = order_of(c.comparator)
                    .and_then(|o| self.against(other, o.mirrored(), &Value::Date(self.on)));
                return match test {
                    Some(test) => self.named(test, &other.id),
                    None => undetermined(&missing_of(self, c)),
                };
            }
            _ if question(fact) => {
                // no fact of the row is read, so the row executor answers for all rows
                let alone = Condition::Compare(c.clone());
                let e = alone.evaluate(self.law, &Facts::new(), self.on, &mut Trace::default());
                let undetermined = e.outcome == Outcome::Undetermined;
                return Node::Fixed(e.outcome, undetermined.then(|| missing_of(self, c)));
            }
            (_, Some(other)) if question(other) => {
                order_of(c.comparator).and_then(|o| self.against(fact, o, &Value::Date(self.on)))
            }
            (_, Some(other)) => {
                let test = order_of(c.comparator).and_then(|o| self.pair(fact, other, o, Decimal::ONE));
                return match test {
                    Some(test) => self.between(test, fact, other),
                    None => undetermined(&missing_of(self, c)),
                };
            }
            (Operand::Parameter(id), None) => match self.law.parameter(id).and_then(|p| p.on(self.on)) {
                Some(v) => order_of(c.comparator).and_then(|o| self.against(fact, o, &v.value)),
                None if reads_limit(c.comparator) => return undetermined(id),
                None => self.alone(fact, c),
            },
            (Operand::Window(id), None) => {
                let end = self.law.window_end(id, self.on, &mut Trace::default()).map(Value::Date);
                end.and_then(|v| order_of(c.comparator).and_then(|o| self.against(fact, o, &v)))
            }
            (Operand::Value(v), None) => match order_of(c.comparator) {
                Some(o) => self.against(fact, o, v),
                None => self.alone(fact, c),
            },
            _ => self.alone(fact, c),
        };
        match test {
            Some(test) => self.leaf(test, c),
            None => undetermined(&missing_of(self, c)),
        }
    }

    fn leaf(&mut self, test: Test, c: &Comparison) -> Node {
        self.named(test, &c.fact)
    }

    /// A comparison whose fact has a name.
    fn named(&mut self, test: Test, fact: &Id) -> Node {
        let (test, _) = self.tests.insert_full(test);
        Node::Test { test, fact: fact.clone(), other: None }
    }

    /// A comparison of one fact to another, of which either may lack.
    fn between(&mut self, test: Test, fact: &Fact, other: &Fact) -> Node {
        let (test, _) = self.tests.insert_full(test);
        let [own, its] = [fact, other].map(|f| {
            let inputs: Vec<usize> = self.sources(f).into_iter().map(|s| s.input).collect();
            // what no column tells is the date of the question
            (!inputs.is_empty()).then(|| self.tests.insert_full(Test::Present(inputs)).0)
        });
        let other = its.map(|its| Other { fact: other.id.clone(), own, its });
        Node::Test { test, fact: fact.id.clone(), other }
    }

    /// A fact against a value that is the same for every row.
    fn against(&mut self, fact: &Fact, order: Order, limit: &Value) -> Option<Test> {
        self.within(fact, |kind| Some((standing(kind, order, limit)?, None)))
    }

    /// A comparison whose comparator says it all, or has a set or a term beside it.
    fn alone(&mut self, fact: &Fact, c: &Comparison) -> Option<Test> {
        let (law, on, month_end) = (self.law, self.on, self.month_end);
        self.within(fact, |kind| match (c.comparator, &c.operand) {
            (Comparator::InTime, Operand::Deadline(id)) if *kind == FactType::Date => {
                let (holds, told) = in_time(law, id, on);
                Some((holds, Some(told)))
            }
            (Comparator::BusinessDay, _) if *kind == FactType::Date => {
                let calendar = law.calendar(on, &mut Trace::default());
                Some(days_that(|d| calendar.is_business_day(d)))
            }
            (Comparator::Holiday, _) if *kind == FactType::Date => {
                let calendar = law.calendar(on, &mut Trace::default());
                Some(days_that(|d| calendar.day(d).map(|day| day.is_holiday())))
            }
            (Comparator::Season, _) if *kind == FactType::Date => Some(days_that(|d| c.in_season(d))),
            (Comparator::OneOf, Operand::Set(values)) => Some((members(kind, values)?, None)),
            (Comparator::NoneOf, Operand::Set(values)) => Some((members(kind, values)?.complement(), None)),
            (Comparator::ValidOn, _) if *kind == FactType::Date => {
                Some((Ranges::from(i64::from(day_number(on))), None))
            }
            (comparator, Operand::Term(term)) if *kind == FactType::Date => {
                let (holds, told) = elapsed(comparator, *term, on, month_end)?;
                Some((holds, Some(told)))
            }
            _ => None,
        })
    }

    /// Joins what a comparison lets through of a fact, or of the fact from which it follows.
    fn within(
        &mut self,
        fact: &Fact,
        lets: impl Fn(&FactType) -> Option<(Ranges, Option<Ranges>)>,
    ) -> Option<Test> {
        let mut alternatives = Vec::new();
        for source in self.sources(fact) {
            let (holds, told) = lets(&source.kind)?;
            let holds = match source.from {
                From::Itself => holds,
                From::Year => holds.years_before(i64::from(self.on.year())),
                From::Day => days_of_years(&holds.years_before(i64::from(self.on.year()))),
            };
            // told for every day that a column can hold, but for the last years of the calendar
            let told = told.filter(|t| t.parts() != [(i64::MIN, i64::from(day_number(Date::MAX)))]);
            alternatives.push(Alternative { input: source.input, holds, told });
        }
        Some(Test::Within(alternatives))
    }

    /// One fact of the row against so many times another.
    fn pair(&mut self, left: &Fact, right: &Fact, order: Order, times: Decimal) -> Option<Test> {
        let (l, r) = (self.sources(left), self.sources(right));
        let ranks = symbol_ranks(&left.kind, &right.kind);
        let kinds = || l.iter().chain(&r).map(|s| class(&s.kind));
        let first = kinds().next()??;
        if kinds().any(|k| k != Some(first)) {
            return None;
        }
        if times != Decimal::ONE && first != NUMBER {
            return None;
        }
        // a multiple in whole numbers: so many of the one against so many of the other
        let times = times.normalize();
        let scales = [10_i64.checked_pow(times.scale())?, i64::try_from(times.mantissa()).ok()?];
        // whole numbers beside decimals are brought to the unit of the decimals
        let decimals = l.iter().chain(&r).any(|s| s.kind == FactType::Decimal);
        let year = i64::from(self.on.year());
        let side = |source: &Source, own: usize| {
            let unit = if decimals && source.kind == FactType::Int { 10_i64.pow(DECIMAL_PLACES) } else { 1 };
            let times = scales[own].checked_mul(unit)?;
            let view = match (source.from, &ranks) {
                (From::Year, _) => View::YearsSince(year, times),
                (From::Day, _) => View::YearsSinceDay(year, times),
                (From::Itself, Some(ranks)) => View::Rank(ranks[own].clone()),
                (From::Itself, None) => View::Times(times),
            };
            Some(Side { input: source.input, view })
        };
        let sides =
            |sources: &[Source], own| sources.iter().map(|s| side(s, own)).collect::<Option<Vec<_>>>();
        Some(Test::Pair { left: sides(&l, 0)?, right: sides(&r, 1)?, order })
    }

    /// A term from the day of one fact to the day of another.
    fn term_between(&mut self, fact: &Fact, term: Term, until: &Id, c: &Comparison) -> Node {
        let undetermined = |missing: &Id| Node::Fixed(Outcome::Undetermined, Some(missing.clone()));
        let Some(until) = self.law.fact(until) else { return undetermined(&c.fact) };
        if fact.kind != FactType::Date || until.kind != FactType::Date {
            return undetermined(&c.fact);
        }
        if fact.derived == Some(Derived::QuestionDate) {
            return self.term_from_question(term, until, c);
        }
        if until.derived == Some(Derived::QuestionDate) {
            let (on, month_end) = (self.on, self.month_end);
            let test = self.within(fact, |_| {
                // an end beyond the calendar never comes, so that every day can be told
                elapsed(c.comparator, term, on, month_end).map(|(holds, _)| (holds, None))
            });
            return match test {
                Some(test) => self.leaf(test, c),
                None => undetermined(&c.fact),
            };
        }
        self.note_reads(until);
        let end = View::Shifted(term, self.month_end);
        let orders: &[(View, Order)] = match c.comparator {
            Comparator::ElapsedMoreThan => &[(end, Order::Less)],
            Comparator::ElapsedAtLeast => &[(end, Order::AtMost)],
            // a date still to come has not begun to run
            _ => &[(end, Order::AtLeast), (View::Times(1), Order::AtMost)],
        };
        let mut nodes = Vec::with_capacity(orders.len());
        for (view, order) in orders {
            let side = |s: &Source, view: &View| Side { input: s.input, view: view.clone() };
            let left = self.sources(fact).iter().map(|s| side(s, view)).collect();
            let right = self.sources(until).iter().map(|s| side(s, &View::Times(1))).collect();
            let test = Test::Pair { left, right, order: *order };
            nodes.push(self.between(test, fact, until));
        }
        match nodes.len() {
            1 => nodes.remove(0),
            _ => Node::All(nodes),
        }
    }

    /// The last day of a deadline that runs from one fact, and the day of another.
    fn deadline_between(&mut self, fact: &Fact, deadline: &Id, until: &Id, c: &Comparison) -> Node {
        let undetermined = |missing: &Id| Node::Fixed(Outcome::Undetermined, Some(missing.clone()));
        let Some(until) = self.law.fact(until) else { return undetermined(&c.fact) };
        if fact.kind != FactType::Date || until.kind != FactType::Date {
            return undetermined(&c.fact);
        }
        let question = |f: &Fact| f.derived == Some(Derived::QuestionDate);
        match (question(fact), question(until)) {
            (true, true) => {
                let alone = Condition::Compare(c.clone());
                let e = alone.evaluate(self.law, &Facts::new(), self.on, &mut Trace::default());
                Node::Fixed(e.outcome, Some(Id::clone(&c.fact)))
            }
            (true, false) => {
                self.note_reads(until);
                let today = i64::from(day_number(self.on));
                let due = self.law.deadlines.get(deadline).and_then(|d| self.law.due(d, self.on));
                let end = due.map(|d| i64::from(day_number(d.due.date)));
                let holds = Ranges::of(end.map(|end| (today, end)));
                // of a day before this one it is told whether or not the deadline runs
                let told = end.is_none().then(|| Ranges::to(today - 1));
                match self.within(until, |_| Some((holds.clone(), told.clone()))) {
                    Some(test) => self.between(test, fact, until),
                    None => undetermined(&c.fact),
                }
            }
            (false, true) => {
                let (holds, told) = in_time(self.law, deadline, self.on);
                // of a day still to come it is told whether or not the deadline runs
                let later = (i64::from(day_number(self.on)) + 1, i64::MAX);
                let told = Ranges::of(told.parts().iter().copied().chain([later]));
                match self.within(fact, |_| Some((holds.clone(), Some(told.clone())))) {
                    Some(test) => self.leaf(test, c),
                    None => undetermined(&c.fact),
                }
            }
            (false, false) => {
                self.note_reads(until);
                let law = self.law;
                let running = self
                    .running
                    .entry(deadline.clone())
                    .or_insert_with(|| Arc::new(Running::new(law, deadline)));
                let deadline = Arc::clone(running);
                let [from, to] =
                    [fact, until].map(|f| self.sources(f).into_iter().map(|s| s.input).collect());
                self.between(Test::Running { from, until: to, deadline }, fact, until)
            }
        }
    }

    /// A term from the date of the question to the day of a fact.
    fn term_from_question(&mut self, term: Term, until: &Fact, c: &Comparison) -> Node {
        let fixed = |outcome| Node::Fixed(outcome, Some(Id::clone(&c.fact)));
        if until.derived == Some(Derived::QuestionDate) {
            let alone = Condition::Compare(c.clone());
            let e = alone.evaluate(self.law, &Facts::new(), self.on, &mut Trace::default());
            return fixed(e.outcome);
        }
        self.note_reads(until);
        let today = i64::from(day_number(self.on));
        let end = shift(self.on, term, self.month_end).map(|e| i64::from(day_number(e)));
        let holds = match (c.comparator, end) {
            (Comparator::ElapsedMoreThan, Some(end)) => Ranges::from(end + 1),
            (Comparator::ElapsedAtLeast, Some(end)) => Ranges::from(end),
            (Comparator::ElapsedMoreThan | Comparator::ElapsedAtLeast, None) => Ranges::of([]),
            (_, end) => Ranges::of([(today, end.unwrap_or(i64::MAX))]),
        };
        match self.within(until, |_| Some((holds.clone(), None))) {
            Some(test) => self.named(test, &until.id),
            None => fixed(Outcome::Undetermined),
        }
    }

    /// The columns that may tell a fact, in the order in which they win.
    fn sources(&mut self, fact: &Fact) -> Vec<Source> {
        let mut out = Vec::with_capacity(2);
        if fact.derived == Some(Derived::QuestionDate) {
            return out;
        }
        let (input, _) = self.inputs.insert_full(fact.id.clone(), fact.kind.clone());
        out.push(Source { input, kind: fact.kind.clone(), from: From::Itself });
        if let Some(Derived::CalendarYearsSince(from)) = &fact.derived
            && let Some(base) = self.law.fact(from)
        {
            let from = match base.kind {
                FactType::Int => From::Year,
                FactType::Date => From::Day,
                _ => return out,
            };
            let (input, _) = self.inputs.insert_full(base.id.clone(), base.kind.clone());
            out.push(Source { input, kind: FactType::Int, from });
        }
        out
    }

    fn note_reads(&mut self, fact: &Fact) {
        for source in self.sources(fact) {
            if let Some((id, _)) = self.inputs.get_index(source.input) {
                self.reads.insert(id.clone());
            }
        }
        // what fills itself is told by what it follows from
        self.reads.extend(fact.derived.iter().flat_map(Derived::bases).cloned());
    }
}

/// The days of which something holds, and those of which it can be told.
fn days_that(holds: impl Fn(Date) -> Option<bool>) -> (Ranges, Option<Ranges>) {
    let (mut chosen, mut known) = (Vec::new(), Vec::new());
    let mut day = Some(date(WEEKDAY_YEARS.start, 1, 1));
    while let Some(d) = day.filter(|d| WEEKDAY_YEARS.contains(&d.year())) {
        let number = i64::from(day_number(d));
        if let Some(yes) = holds(d) {
            known.push((number, number));
            chosen.extend(yes.then_some((number, number)));
        }
        day = d.tomorrow().ok();
    }
    (Ranges::of(chosen), Some(Ranges::of(known)))
}

/// A column that may tell a fact.
struct Source {
    input: usize,
    /// Type of the fact as this column tells it.
    kind: FactType,
    from: From,
}

/// How a fact follows from a column.
#[derive(Clone, Copy)]
enum From {
    /// It stands there.
    Itself,
    /// Calendar years since the year there.
    Year,
    /// Calendar years since the year of the day there.
    Day,
}

/// What the row executor names as missing in an undetermined comparison.
fn missing_of(lowering: &Lowering<'_>, c: &Comparison) -> Id {
    match &c.operand {
        Operand::Parameter(id) if lowering.law.parameter(id).and_then(|p| p.on(lowering.on)).is_none() => {
            id.clone()
        }
        _ => Id::clone(&c.fact),
    }
}

/// Whether a comparator compares to one value.
fn reads_limit(comparator: Comparator) -> bool {
    order_of(comparator).is_some()
}

fn order_of(comparator: Comparator) -> Option<Order> {
    use Comparator as C;
    Some(match comparator {
        C::Equal => Order::Equal,
        C::NotEqual => Order::NotEqual,
        C::AtMost | C::UpTo => Order::AtMost,
        C::AtLeast | C::Since => Order::AtLeast,
        C::LessThan | C::Before => Order::Less,
        C::MoreThan | C::After => Order::More,
        C::OneOf
        | C::NoneOf
        | C::ValidOn
        | C::ElapsedMoreThan
        | C::ElapsedAtLeast
        | C::ElapsedAtMost
        | C::InTime
        | C::Weekday
        | C::BusinessDay
        | C::Holiday
        | C::Season
        | C::Known => return None,
    })
}

/// The numbers of a column whose values stand to a limit in a relation; none when the two cannot be compared.
fn standing(kind: &FactType, order: Order, limit: &Value) -> Option<Ranges> {
    let number = || match limit {
        Value::Int(n) => Some(Decimal::from(*n)),
        Value::Decimal(d) => Some(*d),
        _ => None,
    };
    match kind {
        FactType::Int | FactType::Hour => Some(Ranges::standing(order, number()?, 0)),
        FactType::Decimal => Some(Ranges::standing(order, number()?, DECIMAL_PLACES)),
        FactType::Date => match limit {
            Value::Date(d) => Some(Ranges::standing(order, Decimal::from(day_number(*d)), 0)),
            _ => None,
        },
        FactType::Bool | FactType::Enum(_) => {
            let comparable = domain(kind).iter().all(|v| compare(v, limit).is_some());
            comparable.then(|| chosen(kind, |v| compare(v, limit).is_some_and(|o| order.holds(o))))
        }
        FactType::Text => None,
    }
}

/// The numbers of a column whose values are in a set.
fn members(kind: &FactType, values: &[Value]) -> Option<Ranges> {
    match kind {
        FactType::Bool | FactType::Enum(_) => Some(chosen(kind, |v| values.contains(v))),
        FactType::Int => Some(Ranges::of(values.iter().filter_map(|v| match v {
            Value::Int(n) => Some((*n, *n)),
            _ => None,
        }))),
        FactType::Date => Some(Ranges::of(values.iter().filter_map(|v| match v {
            Value::Date(d) => Some((i64::from(day_number(*d)), i64::from(day_number(*d)))),
            _ => None,
        }))),
        FactType::Decimal | FactType::Text | FactType::Hour => None,
    }
}

/// Every value of a closed type, in the order of its numbers.
fn domain(kind: &FactType) -> Vec<Value> {
    match kind {
        FactType::Bool => vec![Value::Bool(false), Value::Bool(true)],
        FactType::Enum(symbols) => symbols.iter().map(|(s, _)| Value::Text(s.clone())).collect(),
        _ => Vec::new(),
    }
}

fn chosen(kind: &FactType, choose: impl Fn(&Value) -> bool) -> Ranges {
    Ranges::of((0_i64..).zip(domain(kind)).filter(|(_, v)| choose(v)).map(|(n, _)| (n, n)))
}

/// The class of numbers.
const NUMBER: u8 = 1;

/// Which types can be compared to one another.
fn class(kind: &FactType) -> Option<u8> {
    match kind {
        FactType::Bool => Some(0),
        FactType::Int | FactType::Decimal => Some(NUMBER),
        FactType::Date => Some(2),
        FactType::Enum(_) => Some(3),
        FactType::Hour => Some(4),
        FactType::Text => None,
    }
}

/// For two closed lists, the rank of each symbol of each among all their symbols: symbols compare by name.
fn symbol_ranks(left: &FactType, right: &FactType) -> Option<[std::sync::Arc<[i64]>; 2]> {
    let (FactType::Enum(l), FactType::Enum(r)) = (left, right) else { return None };
    let all: std::collections::BTreeSet<&Id> = l.iter().chain(r).map(|(s, _)| s).collect();
    let rank: std::collections::BTreeMap<&Id, i64> = all.into_iter().zip(0..).collect();
    let ranks =
        |symbols: &[(Id, String)]| symbols.iter().map(|(s, _)| rank.get(s).copied().unwrap_or(0)).collect();
    Some([ranks(l), ranks(r)])
}
