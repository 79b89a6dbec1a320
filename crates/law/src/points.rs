//! Points: each offence puts some on a person's account, and enough of them within a time lead to a measure.

use brasil::term::Term;
use jiff::civil::Date;

use crate::condition::shift;
use crate::grounds::{Grounds, Trace};
use crate::law::Span;
use crate::offence::Anchor;
use crate::penalty::Prior;
use crate::value::date_pt;
use crate::{Choice, Id, Law};

/// An account of points.
#[derive(Clone, Debug)]
pub struct Account {
    /// Its name: `pontos`.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// How many points each offence puts on it; of several entries that reach one, the first.
    pub entries: Vec<Entry>,
    /// How long the points of an offence count, last day included; none for ever.
    pub window: Choice<Option<Term>>,
    /// From which day of the offence they count.
    pub anchor: Choice<Anchor>,
    /// Whether an offence only counts once it is punished.
    pub requires_punished: Choice<bool>,
    /// Whether reaching a threshold clears the account.
    pub clears: Choice<bool>,
    /// What so many points lead to, in order of points.
    pub thresholds: Vec<Threshold>,
    /// Days in force, besides the provisions'.
    pub span: Span,
}

/// How many points some offences put.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Classes it reaches.
    pub classes: Vec<Id>,
    /// Lines it reaches.
    pub offences: Vec<Id>,
    /// How many.
    pub points: Choice<u32>,
}

/// What so many points lead to.
#[derive(Clone, Debug)]
pub struct Threshold {
    /// Its name.
    pub id: Id,
    /// Provisions it stands on.
    pub base: Vec<Id>,
    /// In Portuguese.
    pub says: String,
    /// How many points, at least.
    pub points: Choice<u32>,
    /// The measures that the account must have led to before; none, when any number will do.
    pub earlier: Option<EarlierMeasures>,
    /// The measure.
    pub measure: Option<Id>,
    /// How many days it lasts, when the threshold says it.
    pub days: Choice<Option<u32>>,
    /// The process it opens.
    pub process: Option<Id>,
}

/// So many measures within a time.
#[derive(Clone, Debug)]
pub struct EarlierMeasures {
    /// How many, at least.
    pub count: Choice<u32>,
    /// How long each counts, last day included; none for ever.
    pub window: Choice<Option<Term>>,
}

/// How an account stands on a day.
#[derive(Clone, Debug)]
pub struct Balance<'l> {
    /// The points that count.
    pub points: u32,
    /// The offences that count: code, day counted from, points, last day they count.
    pub counted: Vec<(Id, Date, u32, Option<Date>)>,
    /// The threshold reached.
    pub reached: Option<&'l Threshold>,
    /// The number of days of its measure.
    pub days: Option<u32>,
    /// Points to the next threshold.
    pub to_next: Option<u32>,
    /// The first day on which fewer points count, if nothing else happens.
    pub falls: Option<Date>,
    /// The provision that keeps the account out of force, and why.
    pub off: Option<(Id, String)>,
    /// What it stands on.
    pub grounds: Grounds,
}

impl Law {
    /// How an account stands on a day. `measures` are the days of the measures that it led to before, the last of which clears
    /// it where the account says so.
    #[must_use]
    pub fn balance<'l>(
        &'l self,
        account: &'l Account,
        history: &[Prior],
        measures: &[Date],
        on: Date,
    ) -> Balance<'l> {
        let mut trace = Trace::default();
        let mut b = Balance {
            points: 0,
            counted: Vec::new(),
            reached: None,
            days: None,
            to_next: None,
            falls: None,
            off: self.out_of_force(&account.base, account.span, on, &mut trace),
            grounds: Grounds::default(),
        };
        trace.cite(&account.base);
        if b.off.is_some() {
            b.grounds = trace.grounds();
            return b;
        }
        let cleared = measures.iter().copied().filter(|d| *d <= on).max();
        let cleared = cleared.filter(|_| account.clears.on(self, on, &mut trace).copied().unwrap_or(false));
        for prior in history {
            if !self.is_prior(prior, &mut trace) {
                continue;
            }
            let Some(offence) = self.offences.get(&prior.code) else { continue };
            let class = offence.class.on(self, prior.fact.unwrap_or(prior.booked), &mut trace);
            let entry = account
                .entries
                .iter()
                .find(|e| e.offences.contains(&prior.code) || class.is_some_and(|c| e.classes.contains(c)));
            let Some(points) = entry.and_then(|e| e.points.on(self, on, &mut trace)).copied() else {
                continue;
            };
            let must = account.requires_punished.on(self, on, &mut trace).copied().unwrap_or(false);
            if must && prior.punished.is_none_or(|d| d > on) {
                continue;
            }
            let day = match account.anchor.on(self, on, &mut trace) {
                Some(Anchor::Punished) => prior.punished,
                Some(Anchor::Booked) => Some(prior.booked),
                _ => prior.fact.or(Some(prior.booked)),
            };
            let Some(day) = day.filter(|d| *d <= on && cleared.is_none_or(|c| *d > c)) else { continue };
            let window = account.window.on(self, on, &mut trace).copied().flatten();
            let last = match window {
                None => None,
                Some(term) => match shift(day, term, self.month_end(on, &mut trace)) {
                    Some(last) if on <= last => Some(last),
                    _ => continue,
                },
            };
            b.points = b.points.saturating_add(points);
            b.counted.push((prior.code.clone(), day, points, last));
        }
        b.falls = b.counted.iter().filter_map(|c| c.3).min().and_then(|d| d.tomorrow().ok());
        for t in &account.thresholds {
            let needed = t.points.on(self, on, &mut trace).copied().unwrap_or(u32::MAX);
            if !self.led_before(t, measures, on, &mut trace) {
                continue;
            }
            if b.points >= needed {
                b.reached = Some(t);
                b.days = t.days.on(self, on, &mut trace).copied().flatten();
            } else if b.to_next.is_none() {
                b.to_next = Some(needed - b.points);
            }
        }
        if let Some(t) = b.reached {
            trace.cite(&t.base);
        }
        b.grounds = trace.grounds();
        b
    }

    /// Whether an account led to the earlier measures that a threshold wants.
    fn led_before(&self, t: &Threshold, measures: &[Date], on: Date, trace: &mut Trace) -> bool {
        let Some(earlier) = &t.earlier else { return true };
        let wanted = earlier.count.on(self, on, trace).copied().unwrap_or(u32::MAX);
        let window = earlier.window.on(self, on, trace).copied().flatten();
        let month_end = self.month_end(on, trace);
        let counts = |d: &&Date| {
            **d <= on && window.is_none_or(|w| shift(**d, w, month_end).is_some_and(|last| on <= last))
        };
        measures.iter().filter(counts).count() >= usize::try_from(wanted).unwrap_or(usize::MAX)
    }
}

impl Balance<'_> {
    /// The balance in Portuguese.
    #[must_use]
    pub fn words(&self) -> String {
        if let Some((id, why)) = &self.off {
            return format!("não há pontos: {} {why}", brasil::lexml::cite(id));
        }
        let each: Vec<String> =
            self.counted.iter().map(|(c, d, p, _)| format!("{c} de {}: {p}", date_pt(*d))).collect();
        let unit = if self.points == 1 { "ponto" } else { "pontos" };
        let mut text = format!("{} {unit}", self.points);
        if !each.is_empty() {
            text.push_str(&format!(" ({})", each.join("; ")));
        }
        match (self.reached, self.to_next) {
            (Some(t), _) => text.push_str(&format!("; {}", t.says)),
            (None, Some(n)) => text.push_str(&format!("; faltam {n} para o próximo limiar")),
            (None, None) => {}
        }
        text
    }
}
