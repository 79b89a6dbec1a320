//! Offences and what they cost: classes, lines, recidivism, precedence, measures.

use indexmap::IndexMap;
use law::concurrence::Concurrence;
use law::content::Item;
use law::measure::{Lasting, Measure};
use law::norm::DayCounting;
use law::offence::{
    AddedSuspension, Anchor, Class, Direction, Offence, PriorPenalty, Reach, Recidivism, Referral,
    RepeatEffect, Same, TimesOf,
};
use law::{Choice, Id};

use super::escalation::{Range, fine};
use super::licensing::item;
use super::{Book, insert, span};
use crate::condition::Names;
use crate::table::{Node, Readings};

/// `{ a = "agente de trânsito", por = "CTB, art. 231, VIII" }`.
fn referral(n: &Node<'_>) -> Option<Referral> {
    let t = n.table()?;
    let (to, by) = (t.text("a"), t.text("por"));
    t.close();
    Some(Referral { to: to?, by: by? })
}

/// What must be the same: a word, or `{ entre = [codes] }`.
fn same(n: &Node<'_>) -> Option<Same> {
    if n.value.get_ref().is_table() {
        let t = n.table()?;
        let codes = t.need("entre").and_then(|n| n.ids());
        t.close();
        return codes.map(Same::Among);
    }
    let word = n.word(&[("infracao", 0_u8), ("classe", 1), ("qualquer", 2)])?;
    Some(match word {
        0 => Same::Offence,
        1 => Same::Class,
        _ => Same::Any,
    })
}

pub(super) fn classes(book: &Book<'_>, names: &Names<'_>) -> IndexMap<Id, Class> {
    let readings = names.readings;
    let mut out = IndexMap::new();
    for t in book.tables("classe") {
        let id = t.id("id");
        let label = t.text("nome");
        let base = t.need("base").and_then(|n| n.ids());
        let warns_first = t.choice_or("adverte_primeiro", readings, false, &Node::boolean);
        let fine: Option<Choice<Range>> = t.choice_or("multa", readings, Range::default(), &fine);
        let revokes = t.choice_or("cassa", readings, false, &Node::boolean);
        let refers = t.choice_or("encaminha", readings, None, &|n: &Node<'_>| referral(n).map(Some));
        let factors = super::bands::factors(&t, names);
        let bounds = super::bands::bounds(&t, "piso", "teto");
        t.close();
        let built = (|| {
            let fine = fine?;
            Some(Class {
                id: id?,
                label: label?,
                base: base?,
                warns_first: warns_first?,
                maximum: fine.map(&|r| r.most),
                bands: fine.map(&|r| r.bands.clone()),
                fine: fine.map(&|r| r.least.clone()),
                factors: factors?,
                bounds: bounds?,
                revokes: revokes?,
                refers: refers?,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

pub(super) fn offences(book: &Book<'_>, names: &Names<'_>) -> IndexMap<Id, Offence> {
    let mut out = IndexMap::new();
    for t in book.tables("infracao") {
        let code = t.id("codigo");
        let base = t.need("base").and_then(|n| n.ids());
        let falls_with_duty = t.choice_or("cai_com_o_dever", names.readings, true, &Node::boolean);
        let who = t.need("quem").and_then(|n| n.choice(names.readings, &Node::ids));
        let says = t.text("diz");
        let keywords = t.ids("palavras").iter().map(ToString::to_string).collect();
        let class = t.need("classe").and_then(|n| n.choice(names.readings, &Node::id));
        let when = t.get("quando").map(|n| names.condition(&n));
        let residual = t.boolean("residual");
        let measures = t.ids("medidas");
        let factors = super::bands::factors(&t, names);
        let span = span(&t);
        t.close();
        let built = (|| {
            let who = who?;
            let mut everyone: Vec<Id> = who.all().into_iter().flatten().cloned().collect();
            everyone.sort();
            everyone.dedup();
            Some(Offence {
                code: code?,
                base: base?,
                falls_with_duty: falls_with_duty?,
                who: match &who {
                    Choice::Fixed(list) => list.clone(),
                    Choice::ByReading { .. } => everyone,
                },
                who_by: Some(who).filter(|w| matches!(w, Choice::ByReading { .. })),
                says: says?,
                keywords,
                class: class?,
                when: match when {
                    None => None,
                    Some(c) => Some(c?),
                },
                residual,
                measures,
                factors: factors?,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.code.clone(), x, &t);
        }
    }
    out
}

pub(super) fn recidivism(book: &Book<'_>, readings: &Readings) -> IndexMap<Id, Recidivism> {
    let mut out = IndexMap::new();
    for t in book.tables("reincidencia") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let classes = t.need("classes").and_then(|n| n.choice(readings, &Node::ids));
        let same = t.need("mesma").and_then(|n| n.choice(readings, &same));
        let direction = t.choice_or("sentido", readings, Direction::Forward, &|n: &Node<'_>| {
            n.word(&[("frente", Direction::Forward), ("tras", Direction::Backward)])
        });
        let reach = t.choice_or("alcanca", readings, Reach::Fact, &|n: &Node<'_>| {
            n.word(&[("fato", Reach::Fact), ("decisao", Reach::Decision)])
        });
        let window = t.choice_or("janela", readings, None, &|n: &Node<'_>| match n.text()? {
            "sem_limite" => Some(None),
            _ => n.calendar_term().map(Some),
        });
        let anchor = t.need("conta_de").and_then(|n| {
            n.choice(readings, &|n: &Node<'_>| {
                n.word(&[
                    ("autuacao", Anchor::Booked),
                    // the latest notice inside the window is the one that counts, so each new notice begins another
                    ("ultima_autuacao", Anchor::Booked),
                    ("fato", Anchor::Fact),
                    ("punicao", Anchor::Punished),
                ])
            })
        });
        let requires_punished = t.choice_or("exige_punida", readings, true, &Node::boolean);
        let prior = t.get("anterior").map_or(Some(PriorPenalty::Any), |n| {
            n.word(&[("qualquer", PriorPenalty::Any), ("multa", PriorPenalty::Fine)])
        });
        let effect = t.need("efeito").and_then(|n| n.table()).and_then(|e| {
            let fine = e.get("multa_no_lugar_da_advertencia").and_then(|n| n.boolean());
            let times = e.get("vezes").and_then(|n| n.choice(readings, &Node::small::<u32>));
            let of = e.choice_or("de", readings, TimesOf::Base, &|n| {
                n.word(&[("base", TimesOf::Base), ("ultima", TimesOf::Last)])
            });
            let suspends = match e.get("suspende") {
                None => Some(None),
                Some(n) => n.table().and_then(|s| {
                    let days = s.need("dias").and_then(|n| n.small::<u32>());
                    let whom = s.need("de").and_then(|n| n.choice(readings, &Node::id));
                    s.close();
                    Some(Some(AddedSuspension { days: days?, whom: whom? }))
                }),
            };
            let measures = e.ids("medidas");
            e.close();
            let suspends = suspends?;
            let of = of?;
            let effect = match (fine, times, &suspends) {
                (Some(true), None, _) => Some(RepeatEffect::FineInsteadOfWarning),
                (None, Some(factor), _) => Some(RepeatEffect::Times { factor, of }),
                (None, None, added) if added.is_some() || !measures.is_empty() => {
                    Some(RepeatEffect::Times { factor: Choice::Fixed(1), of })
                }
                _ => {
                    e.fault(
                        "E015",
                        "o efeito leva `multa_no_lugar_da_advertencia = true`, `vezes`, `medidas` ou `suspende`",
                        "escolha um",
                    );
                    None
                }
            };
            Some((effect?, suspends, measures))
        });
        let since = t.date("anteriores_desde");
        let (effect, suspends, measures) =
            effect.map_or((None, None, Vec::new()), |(e, s, m)| (Some(e), s, m));
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Recidivism {
                id: id?,
                base: base?,
                classes: classes?,
                same: same?,
                window: window?,
                anchor: anchor?,
                requires_punished: requires_punished?,
                prior: prior?,
                direction: direction?,
                reach: reach?,
                effect: effect?,
                measures,
                since,
                suspends,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

pub(super) fn concurrences(book: &Book<'_>, names: &Names<'_>) -> IndexMap<Id, Concurrence> {
    let readings = names.readings;
    let mut out = IndexMap::new();
    for t in book.tables("concurso") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let prevails = t.ids("prevalece");
        let yields = t.ids("cede");
        let residual = t.boolean("residual");
        let holds = t.choice_or("vale", readings, true, &Node::boolean);
        let except = t.get("salvo").map(|n| names.condition(&n));
        let span = span(&t);
        t.close();
        if !residual && (prevails.is_empty() || yields.is_empty()) {
            t.fault(
                "E003",
                "o concurso precisa de `prevalece` e `cede`, ou de `residual = true`",
                "diga qual linha cede a qual",
            );
        }
        let built = (|| {
            Some(Concurrence {
                id: id?,
                base: base?,
                says: says?,
                prevails,
                yields,
                residual,
                holds: holds?,
                except: match except {
                    None => None,
                    Some(e) => Some(e?),
                },
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}

pub(super) fn measures(book: &Book<'_>, names: &Names<'_>) -> IndexMap<Id, Measure> {
    let mut out = IndexMap::new();
    for t in book.tables("medida") {
        let id = t.id("id");
        let base = t.need("base").and_then(|n| n.ids());
        let says = t.text("diz");
        let max_days = t.choice_or("maximo_dias", names.readings, None, &|n: &Node<'_>| match n
            .value
            .get_ref()
            .is_str()
        {
            true => n.word(&[("sem_limite", None)]),
            false => n.small::<u32>().map(Some),
        });
        let credits = t.choice_or("abate", names.readings, Vec::new(), &Node::ids);
        let lasts =
            t.choice_or("dura", names.readings, Lasting::default(), &|n: &Node<'_>| match n.text()? {
                "sem_prazo" => Some(Lasting::UntilReleased),
                "do_ato" => Some(Lasting::ByAct),
                _ => n.day_term().map(Lasting::For),
            });
        let days = t.choice_or("dias", names.readings, DayCounting::Running, &|n: &Node<'_>| {
            n.word(&[("corridos", DayCounting::Running), ("uteis", DayCounting::Business)])
        });
        let starts_same_day = t.choice_or("comeca_no_dia", names.readings, false, &Node::boolean);
        let renewable = t.choice_or("renovavel", names.readings, false, &Node::boolean);
        let release: Vec<Item> = t.tables("libera").iter().filter_map(|i| item(i, names)).collect();
        let span = span(&t);
        t.close();
        let built = (|| {
            Some(Measure {
                id: id?,
                base: base?,
                says: says?,
                max_days: max_days?,
                credits: credits?,
                lasts: lasts?,
                days: days?,
                starts_same_day: starts_same_day?,
                renewable: renewable?,
                release,
                span,
            })
        })();
        if let Some(x) = built {
            insert(&mut out, x.id.clone(), x, &t);
        }
    }
    out
}
