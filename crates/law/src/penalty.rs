//! What an offence costs, given what the offender did before.

use brasil::lexml::line;
use brasil::money::{Brl, Rounding};
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::condition::{Outcome, shift, shift_back};
use crate::factor::Bounds;
use crate::grounds::{Grounds, Trace};
use crate::law::Working;
use crate::norm::UnitDate;
use crate::offence::{
    Amount, Anchor, Class, Direction, Offence, PriorPenalty, Reach, Recidivism, Referral, RepeatEffect, Same,
    TimesOf,
};
use crate::value::date_pt;
use crate::{Facts, Id, Law, Value};

/// What is said of a sum that is more than can be reckoned.
pub(crate) const TOO_GREAT: &str = "o valor passa do que se pode calcular";

/// An earlier offence of the same offender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prior {
    /// Its code.
    pub code: Id,
    /// Day it was booked.
    pub booked: Date,
    /// Day of the fact, when other than the booking.
    pub fact: Option<Date>,
    /// Day its penalty was imposed.
    pub punished: Option<Date>,
    /// Whether the notice or the penalty was annulled: then it never counts.
    pub annulled: bool,
    /// With what it was punished, when known; otherwise it follows from the offences before it.
    pub penalty: Option<PenaltyKind>,
}

/// Kind of a penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PenaltyKind {
    /// Written warning.
    Warning,
    /// Fine.
    Fine,
    /// The law wants a fine but fixes no amount: nothing can be charged.
    FineWithoutAmount,
    /// No fine and no warning of its own: only measures or the end of the title.
    None,
    /// Another authority punishes it by another norm; nothing is due under this one.
    Referral,
}

impl PenaltyKind {
    /// The keyword in questions, answers and cases.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            PenaltyKind::Warning => "advertencia",
            PenaltyKind::Fine => "multa",
            PenaltyKind::FineWithoutAmount => "multa_sem_valor",
            PenaltyKind::None => "nenhuma",
            PenaltyKind::Referral => "encaminhamento",
        }
    }
}

/// The question.
#[derive(Clone, Debug)]
pub struct PenaltyQuestion<'a> {
    /// The code of the line.
    pub code: &'a str,
    /// Role of the offender, when it must be checked.
    pub offender: Option<&'a str>,
    /// Day of the fact.
    pub fact: Date,
    /// Day of the decision, for laws that convert units then.
    pub decided: Option<Date>,
    /// Earlier offences of the same offender, in any order.
    pub history: &'a [Prior],
    /// Facts of the occurrence.
    pub facts: &'a Facts,
    /// What the authority picked within the range of the class, for steps that let it.
    pub chosen: Option<Decimal>,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Penalty {
    /// Whether a notice may be issued at all under the line on that day.
    pub outcome: Outcome,
    /// Why not, or what is missing, in Portuguese.
    pub why_not: Option<String>,
    /// Kind of penalty.
    pub kind: PenaltyKind,
    /// Amount before multiplication.
    pub base: Option<Amount>,
    /// The factor applied: 1, or what recidivism says.
    pub times: u32,
    /// What the factors of the line and of its class multiply it by.
    pub factor: Decimal,
    /// The amount in units.
    pub amount: Option<Amount>,
    /// The amount in money.
    pub value: Option<Brl>,
    /// Parameters whose value is missing, with who can enter them.
    pub missing: Vec<(Id, String)>,
    /// The earlier offence that makes it a repetition.
    pub repeat_of: Option<RepeatOf>,
    /// Measures that come with it.
    pub measures: Vec<Id>,
    /// Whether it ends the title.
    pub revokes: bool,
    /// To whom the case is sent, when another authority punishes it.
    pub referral: Option<Referral>,
    /// The least and the most of the class on the day that fixes the value, when it is a range.
    pub range: Option<(Decimal, Option<Decimal>)>,
    /// The step of the ladder reached.
    pub step: Option<Id>,
    /// The process it opens.
    pub process: Option<Id>,
    /// What it stands on.
    pub grounds: Grounds,
}

/// The earlier offence that makes the new one a repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatOf {
    /// The rule of recidivism applied.
    pub rule: Id,
    /// Day the earlier one was booked.
    pub booked: Date,
    /// Day it was punished.
    pub punished: Option<Date>,
    /// Last day inside the window.
    pub window_end: Option<Date>,
    /// Days of suspension added, and whose.
    pub suspends: Option<(u32, Id)>,
    /// Measures added.
    pub measures: Vec<Id>,
}

impl Penalty {
    /// The penalty in Portuguese: `multa de 120 VRM (2 × 60), R$ 576,00`.
    #[must_use]
    pub fn words(&self, law: &Law) -> String {
        if let Some(why) = &self.why_not {
            return why.clone();
        }
        let mut text = match self.kind {
            PenaltyKind::Warning => "advertência por escrito".to_string(),
            PenaltyKind::None => String::new(),
            PenaltyKind::Referral => self.referral.as_ref().map_or_else(String::new, |r| {
                format!("encaminha-se a {} ({}); nenhuma multa por esta norma", r.to, r.by)
            }),
            PenaltyKind::FineWithoutAmount => "multa sem valor fixado na norma; nada a cobrar".to_string(),
            PenaltyKind::Fine => match (&self.amount, &self.base) {
                (Some(a), Some(b)) => {
                    let mut t = format!("multa de {} {}", Value::Decimal(a.quantity.normalize()), a.unit);
                    if self.times > 1 {
                        t.push_str(&format!(
                            " ({} × {})",
                            self.times,
                            Value::Decimal(b.quantity.normalize())
                        ));
                    }
                    if self.factor != Decimal::ONE {
                        t.push_str(&format!(
                            ", já multiplicada por {}",
                            Value::Decimal(self.factor.normalize())
                        ));
                    }
                    if let Some(v) = self.value {
                        t.push_str(&format!(", {v}"));
                    }
                    t
                }
                _ => "multa".to_string(),
            },
        };
        for (_, missing) in &self.missing {
            text.push_str(&format!("; {missing}"));
        }
        if let Some(r) = &self.repeat_of {
            text.push_str(&format!("; reincidência: autuação anterior em {}", date_pt(r.booked)));
            if let Some(p) = r.punished {
                text.push_str(&format!(", punida em {}", date_pt(p)));
            }
            if let Some(w) = r.window_end {
                text.push_str(&format!(", com janela até {}", date_pt(w)));
            }
        }
        if let Some((days, whom)) = self.repeat_of.as_ref().and_then(|r| r.suspends.as_ref()) {
            let unit = if *days == 1 { "dia" } else { "dias" };
            text.push_str(&format!("; suspensão de {days} {unit} ({whom})"));
        }
        for m in &self.measures {
            let label = law.measures.get(m).map_or(m.as_ref(), |m| m.says.as_str());
            if !text.is_empty() {
                text.push_str("; ");
            }
            text.push_str(label);
        }
        if self.revokes {
            text.push_str(if text.is_empty() { "cassação" } else { "; cassação" });
        }
        text
    }
}

/// The days of an offence that recidivism may look at.
#[derive(Clone, Copy)]
struct Moment {
    fact: Date,
    decided: Option<Date>,
}

/// What one offence was found to be, in the chain from the oldest to the newest.
struct Link {
    prior: Prior,
    kind: PenaltyKind,
    quantity: Option<Decimal>,
}

impl Law {
    /// What an offence costs.
    #[must_use]
    pub fn penalty(&self, q: &PenaltyQuestion<'_>) -> Penalty {
        let mut trace = Trace::default();
        let mut answer = Penalty {
            outcome: Outcome::Yes,
            why_not: None,
            kind: PenaltyKind::None,
            base: None,
            times: 1,
            factor: Decimal::ONE,
            amount: None,
            value: None,
            missing: Vec::new(),
            repeat_of: None,
            measures: Vec::new(),
            revokes: false,
            referral: None,
            range: None,
            step: None,
            process: None,
            grounds: Grounds::default(),
        };
        let Some(offence) = self.offences.get(q.code) else {
            answer.outcome = Outcome::No;
            answer.why_not = Some(format!("a norma não tem a infração {}", q.code));
            return answer;
        };
        if let Some(why) = self.no_basis(offence, q.offender, q.facts, q.fact, &mut trace) {
            answer.outcome = Outcome::No;
            answer.why_not = Some(why);
            answer.grounds = trace.grounds();
            return answer;
        }
        trace.cite(&offence.base);
        let line = offence.base.get(..1).unwrap_or_default();
        if let Working::TextAbsent(id) = self.working(line, offence.span, q.fact, &mut trace) {
            answer.outcome = Outcome::Undetermined;
            let why = format!("a redação de {} que vigorava nesta data não consta", brasil::lexml::cite(&id));
            answer.missing.push((id, why));
            answer.grounds = trace.grounds();
            return answer;
        }
        let Some(class) = self.class_of(offence, q.fact, &mut trace) else { return answer };
        if let Working::No(id, why) =
            self.working(&class.base, crate::law::Span::default(), q.fact, &mut trace)
        {
            answer.outcome = Outcome::No;
            answer.why_not = Some(format!("não há pena: {} {why}", brasil::lexml::cite(&id)));
            answer.grounds = trace.grounds();
            return answer;
        }

        if let Some(ladder) = self.ladder_of(&class.id, q.fact, &mut trace) {
            self.ladder_penalty(ladder, offence, class, q, &mut answer, &mut trace);
            answer.grounds = trace.grounds();
            return answer;
        }
        let chain = self.chain(q.history, &mut trace);
        let on = Moment { fact: q.fact, decided: q.decided };
        let (kind, base, times, amount, repeat) = self.assess(offence, class, on, &chain, &mut trace);
        if q.decided.is_none() && !chain.is_empty() && self.awaits_decision(class, q.fact, &mut trace) {
            answer.outcome = Outcome::Undetermined;
            answer.missing.push((
                "decisao".into(),
                "falta a data da decisão, até a qual se olha a reincidência".into(),
            ));
        }
        answer.kind = kind;
        answer.base = base;
        answer.times = times;
        answer.measures.clone_from(&offence.measures);
        for m in repeat.iter().flat_map(|r| &r.measures) {
            if !answer.measures.contains(m) {
                answer.measures.push(m.clone());
            }
        }
        answer.repeat_of = repeat;
        answer.revokes = class.revokes.on(self, q.fact, &mut trace).copied().unwrap_or(false);
        if kind == PenaltyKind::Referral {
            answer.referral = class.refers.on(self, q.fact, &mut trace).cloned().flatten();
            answer.grounds = trace.grounds();
            return answer;
        }
        let amount = self.banded(class, amount, q, &mut answer, &mut trace);
        let amount = self.raised(class, amount, q, &mut answer, &mut trace);
        let amount = self.multiplied(offence, class, amount, q, &mut answer, &mut trace);
        if let Some(amount) = amount.as_ref().filter(|_| answer.missing.is_empty()) {
            self.convert(amount, q, &mut answer, &mut trace);
        }
        answer.amount = amount;
        answer.grounds = trace.grounds();
        answer
    }

    /// Why no notice may be issued under a line on a day, if so.
    pub fn no_basis(
        &self,
        offence: &Offence,
        offender: Option<&str>,
        facts: &Facts,
        on: Date,
        trace: &mut Trace,
    ) -> Option<String> {
        let falls = offence.falls_with_duty.on(self, on, trace).copied().unwrap_or(true);
        let base = if falls { offence.base.as_slice() } else { offence.base.get(..1).unwrap_or_default() };
        if let Working::No(id, why) = self.working(base, offence.span, on, trace) {
            trace.cite(std::slice::from_ref(&id));
            return Some(format!("não há base legal: {} {why}", brasil::lexml::cite(&id)));
        }
        let by = offender.and(offence.who_by.as_ref()).and_then(|c| c.on(self, on, trace));
        let who = by.unwrap_or(&offence.who);
        if let Some(role) = offender
            && !who.iter().any(|w| w.as_ref() == role || w.as_ref() == "qualquer")
        {
            let who: Vec<&str> = who.iter().map(AsRef::as_ref).collect();
            trace.cite(&offence.base);
            return Some(format!("a linha {} alcança {}, não {role}", line(&offence.code), who.join(" e ")));
        }
        // The officer's choice of the line stands unless a known fact contradicts it.
        if let Some(when) = &offence.when {
            let e = when.evaluate(self, facts, on, trace);
            if e.outcome == Outcome::No {
                trace.cite(&offence.base);
                let against = e.findings.iter().filter(|f| f.outcome == Outcome::No);
                let words: Vec<String> = against.map(|f| f.words(self)).collect();
                if words.is_empty() {
                    return Some(format!(
                        "a linha {} não serve para o fato, pela leitura em vigor",
                        line(&offence.code)
                    ));
                }
                return Some(format!(
                    "a linha {} não serve para o fato: {}",
                    line(&offence.code),
                    words.join("; ")
                ));
            }
        }
        None
    }

    /// Whether an earlier offence counts as one at all: it was not annulled, and its line worked on the day of its fact. What
    /// was done before the law, or after its line was revoked, is no offence.
    pub(crate) fn is_prior(&self, prior: &Prior, trace: &mut Trace) -> bool {
        let Some(offence) = self.offences.get(&prior.code) else { return !prior.annulled };
        let fact = prior.fact.unwrap_or(prior.booked);
        let line = offence.base.get(..1).unwrap_or_default();
        let mut day = self.day(fact, trace);
        let working = self.working_that(&mut day, line, offence.span, &mut Trace::default());
        !prior.annulled && !matches!(working, Working::No(..))
    }

    /// The earlier offences in order, each with the penalty it had or must have had.
    fn chain(&self, history: &[Prior], trace: &mut Trace) -> Vec<Link> {
        let mut order: Vec<&Prior> = history.iter().filter(|p| self.is_prior(p, trace)).collect();
        order.sort_by_key(|p| p.booked);
        let mut chain: Vec<Link> = Vec::with_capacity(order.len());
        for prior in order {
            let assessed = self.offences.get(&prior.code).and_then(|o| {
                let on = Moment { fact: prior.fact.unwrap_or(prior.booked), decided: prior.punished };
                let class = self.class_of(o, on.fact, &mut Trace::default())?;
                Some(self.assess(o, class, on, &chain, &mut Trace::default()))
            });
            let (kind, quantity) = match (prior.penalty, assessed) {
                (Some(k), a) => (k, a.and_then(|a| a.3).map(|a| a.quantity)),
                (None, Some(a)) => (a.0, a.3.map(|a| a.quantity)),
                (None, None) => (PenaltyKind::None, None),
            };
            chain.push(Link { prior: prior.clone(), kind, quantity });
        }
        chain
    }

    /// Kind, class amount, factor, amount and what it repeats.
    #[allow(
        clippy::type_complexity,
        reason = "one private step; naming the five parts would only repeat Penalty"
    )]
    fn assess(
        &self,
        offence: &Offence,
        class: &Class,
        moment: Moment,
        chain: &[Link],
        trace: &mut Trace,
    ) -> (PenaltyKind, Option<Amount>, u32, Option<Amount>, Option<RepeatOf>) {
        trace.cite(&class.base);
        let on = moment.fact;
        if class.refers.on(self, on, trace).is_some_and(Option::is_some) {
            return (PenaltyKind::Referral, None, 1, None, None);
        }
        let warns_first = class.warns_first.on(self, on, trace).copied().unwrap_or(false);
        let mut warned_only = warns_first;
        let mut repeat = None;
        let mut times = 1;
        let mut of_last: Option<Decimal> = None;
        for rule in self.recidivism.values() {
            if !rule.span.contains(on)
                || !matches!(self.working(&rule.base, rule.span, on, trace), Working::Yes)
            {
                continue;
            }
            let relevant = match rule.effect {
                RepeatEffect::FineInsteadOfWarning => warns_first,
                RepeatEffect::Times { .. } => true,
            };
            if !relevant || !rule.classes.all().iter().any(|c| c.contains(&class.id)) {
                continue;
            }
            // a class that only some readings reach is told with the reading that decides
            if !rule.classes.on(self, on, &mut Trace::default()).is_some_and(|c| c.contains(&class.id)) {
                if self.repeated(rule, offence, moment, chain, &mut Trace::default()).is_some() {
                    rule.classes.on(self, on, trace);
                }
                continue;
            }
            let Some((link, window_end)) = self.repeated(rule, offence, moment, chain, trace) else {
                continue;
            };
            trace.cite(&rule.base);
            rule.classes.on(self, on, trace);
            match &rule.effect {
                RepeatEffect::FineInsteadOfWarning => warned_only = false,
                RepeatEffect::Times { factor, of } => {
                    times = factor.on(self, on, trace).copied().unwrap_or(1);
                    if of.on(self, on, trace) == Some(&TimesOf::Last) {
                        of_last = link.quantity;
                    }
                }
            }
            repeat = Some(RepeatOf {
                rule: rule.id.clone(),
                booked: link.prior.booked,
                punished: link.prior.punished,
                window_end,
                suspends: rule
                    .suspends
                    .as_ref()
                    .and_then(|s| Some((s.days, s.whom.on(self, on, trace)?.clone()))),
                measures: rule.measures.clone(),
            });
        }
        if warned_only {
            return (PenaltyKind::Warning, None, 1, None, repeat);
        }
        let Some(Some(base)) = class.fine.on(self, on, trace).cloned() else {
            let kind = if class.fine.all().iter().any(|f| f.is_some()) {
                // a line whose fine no act fixes is warned about; repeated, it wants a fine that nobody can charge
                if repeat.is_none() { PenaltyKind::Warning } else { PenaltyKind::FineWithoutAmount }
            } else {
                PenaltyKind::None
            };
            return (kind, None, 1, None, repeat);
        };
        // the last fine may have been of a cheaper line: repeating never costs less than this one's own
        let one = of_last.map_or(base.quantity, |last| last.max(base.quantity));
        let quantity = one.saturating_mul(Decimal::from(times));
        let amount = Amount { quantity, unit: base.unit.clone() };
        (PenaltyKind::Fine, Some(base), times, Some(amount), repeat)
    }

    /// The latest earlier offence that makes this one a repetition under a rule, with the end of its window.
    fn repeated<'c>(
        &self,
        rule: &Recidivism,
        offence: &Offence,
        moment: Moment,
        chain: &'c [Link],
        trace: &mut Trace,
    ) -> Option<(&'c Link, Option<Date>)> {
        let on = moment.fact;
        let mut found = None;
        for link in chain {
            let prior = &link.prior;
            let same = match rule.same.on(self, on, trace)? {
                Same::Offence => prior.code == offence.code,
                Same::Among(codes) => codes.contains(&prior.code) && codes.contains(&offence.code),
                Same::Class => self.offences.get(&prior.code).is_some_and(|o| {
                    let fact = prior.fact.unwrap_or(prior.booked);
                    o.class.on(self, fact, trace) == offence.class.on(self, on, trace)
                }),
                Same::Any => true,
            };
            let punished_as = match rule.prior {
                PriorPenalty::Any => !matches!(link.kind, PenaltyKind::None | PenaltyKind::Referral),
                PriorPenalty::Fine => link.kind == PenaltyKind::Fine,
            };
            let too_old = rule.since.is_some_and(|s| prior.fact.unwrap_or(prior.booked) < s);
            if !same || !punished_as || too_old {
                continue;
            }
            // Readings count as used only where an earlier offence makes them matter.
            let needs_punishment = rule.requires_punished.on(self, on, trace).copied().unwrap_or(true);
            let at = match rule.reach.on(self, on, trace) {
                Some(Reach::Decision) => moment.decided.unwrap_or(on),
                _ => on,
            };
            let earlier = if needs_punishment {
                prior.booked <= on && prior.punished.is_some_and(|p| p < at)
            } else {
                prior.booked < on
            };
            if !earlier {
                continue;
            }
            let anchor = match rule.anchor.on(self, on, trace) {
                Some(Anchor::Punished) => prior.punished,
                Some(Anchor::Fact) => prior.fact.or(Some(prior.booked)),
                _ => Some(prior.booked),
            };
            let window = rule.window.on(self, on, trace).copied().flatten();
            let (Some(anchor), Some(window)) = (anchor, window) else {
                if window.is_none() {
                    found = Some((link, None));
                }
                continue;
            };
            let month_end = self.month_end(on, trace);
            // Inclusive at both ends. Counting back from the new fact gives another day at month ends.
            if let Some(mut end) = shift(anchor, window, month_end) {
                if rule.direction.on(self, on, trace) == Some(&Direction::Backward) {
                    let reaches =
                        |d: Date| shift_back(d, window, month_end).is_some_and(|start| start <= anchor);
                    while !reaches(end) {
                        end = end.yesterday().ok()?;
                    }
                    while let Some(next) = end.tomorrow().ok().filter(|d| reaches(*d)) {
                        end = next;
                    }
                }
                if at <= end {
                    found = Some((link, Some(end)));
                }
            }
        }
        found
    }

    /// Whether recidivism of a class looks up to a decision that has not come yet.
    fn awaits_decision(&self, class: &Class, on: Date, trace: &mut Trace) -> bool {
        self.recidivism.values().any(|r| {
            r.classes.on(self, on, &mut Trace::default()).is_some_and(|c| c.contains(&class.id))
                && r.span.contains(on)
                && r.reach.on(self, on, trace) == Some(&Reach::Decision)
        })
    }

    pub(crate) fn convert(
        &self,
        amount: &Amount,
        q: &PenaltyQuestion<'_>,
        answer: &mut Penalty,
        trace: &mut Trace,
    ) {
        let Some(on) = self.unit_day(q.fact, q.decided, trace) else {
            answer.outcome = Outcome::Undetermined;
            answer
                .missing
                .push(("decisao".into(), "falta a data da decisão, que fixa o valor da unidade".into()));
            return;
        };
        match self.money(amount, on, trace) {
            Ok(value) => {
                let offence = self.offences.get(q.code);
                let bounds = offence.and_then(|o| self.class_of(o, q.fact, trace)).map(|c| &c.bounds);
                let none = Bounds::default();
                match self.bounded(value, bounds.unwrap_or(&none), on, trace) {
                    Ok(value) => answer.value = Some(value),
                    Err(missing) => {
                        answer.outcome = Outcome::Undetermined;
                        answer.missing.push(missing);
                    }
                }
            }
            Err(missing) => {
                answer.outcome = Outcome::Undetermined;
                let id = match self.worth(&amount.unit, on, &mut Trace::default()) {
                    // of a unit that an index raises, it may be the index that is missing
                    Err((id, _)) => id,
                    // the unit is known: it is what it multiplies that is too great
                    Ok(unit) if self.priced(amount, unit, on, &mut Trace::default()).is_none() => {
                        self.too_great(q, &mut Trace::default())
                    }
                    Ok(_) => amount.unit.clone(),
                };
                answer.missing.push((id, missing));
            }
        }
    }

    /// What makes a fine too great to be reckoned: the fact it is counted on, or the line itself.
    fn too_great(&self, q: &PenaltyQuestion<'_>, trace: &mut Trace) -> Id {
        let class = self.offences.get(q.code).and_then(|o| self.class_of(o, q.fact, trace));
        let bands = class.and_then(|c| c.bands.on(self, q.fact, trace)).and_then(Option::as_ref);
        bands.map_or_else(|| q.code.into(), |b| b.by.clone())
    }

    /// The amount of a class that depends on how much of something there was.
    pub(crate) fn banded(
        &self,
        class: &Class,
        amount: Option<Amount>,
        q: &PenaltyQuestion<'_>,
        answer: &mut Penalty,
        trace: &mut Trace,
    ) -> Option<Amount> {
        let (Some(found), Some(Some(bands))) = (&amount, class.bands.on(self, q.fact, trace)) else {
            return amount;
        };
        let known = match self.fact(&bands.by).and_then(|f| f.value(q.facts, q.fact)) {
            Some(Value::Int(n)) => Some(Decimal::from(n)),
            Some(Value::Decimal(d)) => Some(d),
            _ => None,
        };
        let label = || self.fact(&bands.by).map_or_else(|| bands.by.to_string(), |f| f.label.clone());
        let counted = match known {
            None => Err(format!("falta informar: {}", label())),
            // nobody owes less than nothing
            Some(k) if k < Decimal::ZERO => {
                Err(format!("{}: {} não pode ser, porque é menos que zero", label(), Value::Decimal(k)))
            }
            Some(k) => bands
                .bands
                .slices(k)
                .ok_or_else(|| format!("nenhuma faixa da multa alcança o que se informou em {}", bands.by))
                .and_then(|slices| {
                    let sum = slices.into_iter().try_fold(Decimal::ZERO, |sum, (many, rate)| {
                        sum.checked_add(many.checked_mul(*rate)?)
                    });
                    let total = sum.and_then(|s| Some((s, s.checked_mul(Decimal::from(answer.times))?)));
                    total.ok_or_else(|| format!("{}: {TOO_GREAT}", label()))
                }),
        };
        match counted {
            Ok((one, all)) => {
                answer.base = Some(Amount { quantity: one, unit: found.unit.clone() });
                Some(Amount { quantity: all, unit: found.unit.clone() })
            }
            Err(why) => {
                answer.outcome = Outcome::Undetermined;
                answer.missing.push((bands.by.clone(), why));
                answer.base = None;
                None
            }
        }
    }

    /// An amount with the factors of its line and of its class.
    pub(crate) fn multiplied(
        &self,
        offence: &Offence,
        class: &Class,
        amount: Option<Amount>,
        q: &PenaltyQuestion<'_>,
        answer: &mut Penalty,
        trace: &mut Trace,
    ) -> Option<Amount> {
        let amount = amount?;
        for factors in [&class.factors, &offence.factors] {
            match self.product(factors, q.facts, q.fact, trace) {
                Ok(times) => answer.factor = answer.factor.saturating_mul(times),
                Err(missing) => {
                    answer.outcome = Outcome::Undetermined;
                    for id in missing {
                        let label = self.fact(&id).map_or_else(|| id.to_string(), |f| f.label.clone());
                        answer.missing.push((id, format!("falta informar: {label}")));
                    }
                }
            }
        }
        let Some(quantity) = amount.quantity.checked_mul(answer.factor) else {
            answer.outcome = Outcome::Undetermined;
            answer.missing.push((self.too_great(q, trace), TOO_GREAT.into()));
            return None;
        };
        Some(Amount { quantity, unit: amount.unit })
    }

    /// The day whose unit value converts a fine; none when it is the decision's and there is none yet.
    pub(crate) fn unit_day(&self, fact: Date, decided: Option<Date>, trace: &mut Trace) -> Option<Date> {
        match self.norm.unit_date.on(self, fact, trace) {
            Some(UnitDate::Decision) => decided,
            _ => Some(fact),
        }
    }

    /// How an amount becomes centavos on a day.
    pub(crate) fn rounding(&self, on: Date, trace: &mut Trace) -> Rounding {
        self.norm.rounding.on(self, on, trace).copied().unwrap_or(Rounding::HalfUp)
    }

    /// An amount in money with the unit's value on a day, rounded once.
    ///
    /// # Errors
    /// Says which value is missing and who can enter it. A missing value refuses to charge; it never becomes zero.
    pub fn money(&self, amount: &Amount, on: Date, trace: &mut Trace) -> Result<Brl, String> {
        let Some(parameter) = self.parameter(&amount.unit) else {
            return Err(format!("a unidade {} não foi declarada", amount.unit));
        };
        for id in &parameter.base {
            if let Some(status @ crate::provision::Status::Suspended(..)) = self.status(id, on) {
                return Err(format!(
                    "nada se cobra em {}: {} {}",
                    parameter.id,
                    brasil::lexml::cite(id),
                    status.pt_br()
                ));
            }
        }
        let unit = self.worth(&amount.unit, on, trace).map_err(|(_, why)| why)?;
        self.priced(amount, unit, on, trace).ok_or_else(|| TOO_GREAT.to_string())
    }

    /// So many units of a value, in centavos; none when that is more than can be reckoned.
    fn priced(&self, amount: &Amount, unit: Decimal, on: Date, trace: &mut Trace) -> Option<Brl> {
        Brl::from_decimal(amount.quantity.checked_mul(unit)?, self.rounding(on, trace))
    }
}
