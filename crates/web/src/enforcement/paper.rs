//! The infraction notice as a PDF: each copy made once, kept, and given again as the same bytes.

use axum::extract::Path;
use brasil::lexml::line;
use law::grounds::Trace;
use law::penalty::PenaltyKind;
use law::value::date_pt;
use papers::{
    Acknowledgement, Breach, Citation, Defence, DefenceDeadline, InfractionNotice, Inspector, Moment,
    NoticeCopy, NoticeVehicle, Offender, Penalty, Vehicle,
};
use registry::act::enforcement::{Offender as Who, ServedPaper};
use registry::queries::penalty_preview;
use registry::state::Notice;
use registry::vocabulary as v;

use super::NO_NOTICE;
use super::case::{offender_document, parsed};
use super::computation::computed;
use crate::context::{Answer, Cx};
use crate::fault::Fault;
use crate::papers_out::{letterhead, pdf, verification, zone};
use crate::words::capital;

/// `GET /autos/{id}/via/{copy}`
pub(crate) async fn file(cx: Cx, Path((id, copy)): Path<(String, String)>) -> Answer {
    let id = parsed(&id)?;
    let (copy, name) = match copy.as_str() {
        "1" => (NoticeCopy::Office, "1a-via"),
        "2" => (NoticeCopy::Offender, "2a-via"),
        _ => return Err(NO_NOTICE),
    };
    let inspectors = cx.office().users().await?;
    let registration = move |inspector: &str| {
        let user = inspectors.iter().find(|u| u.name == inspector);
        user.map_or_else(|| "conforme o registro de atos".to_string(), |u| u.login.clone())
    };
    let n = cx.office().read().registry.notices.get(&id).cloned().ok_or(NO_NOTICE)?;
    cx.look("auto", id.as_str(), &format!("auto {} em PDF, {name}", n.number())).await?;
    let key = format!("{}-{name}", n.drawn.code);
    let bytes = match cx.office().paper(&key).await? {
        Some(kept) => kept.bytes,
        None => {
            let paper = paper(&cx, &n, copy, registration(&n.drawn.inspector));
            let at = cx.at.to_zoned_datetime(zone(&cx)?);
            // typesetting is work for the processor, not for the loop that answers requests
            let made = tokio::task::spawn_blocking(move || papers::infraction_notice(&paper, &at)).await;
            let made = made.map_err(Fault::internal)?.map_err(Fault::internal)?;
            let act = n.acts.first().copied().unwrap_or_default();
            cx.office().issue_paper(&key, "auto", act, made.bytes, cx.at).await?
        }
    };
    Ok(pdf(bytes, &format!("auto-{}-{name}.pdf", n.number().replace('/', "-"))))
}

fn cited(law: &law::Law, ids: &[law::Id]) -> Vec<Citation> {
    let of = |id: &law::Id| Citation {
        provision: brasil::lexml::cite(id),
        says: law.provision(id).map(|p| p.says.clone()),
    };
    ids.iter().map(of).collect()
}

fn paper(cx: &Cx, n: &Notice, copy: NoticeCopy, registration: String) -> InfractionNotice {
    let letterhead = letterhead(cx);
    let mut verification = verification(cx, &n.drawn.code);
    verification.url = format!("{}/a/{}", cx.site.app.public_url, n.drawn.code);
    let w = cx.office().read();
    let (reg, law, d) = (&w.registry, w.law.as_ref(), &n.drawn);
    let offence = law.offences.get(d.offence.as_str());
    let class = offence
        .and_then(|o| law.class_of(o, d.fact_at.date(), &mut Trace::default()))
        .map(|c| c.label.clone());
    let booked = n.booked();
    let foreseen = penalty_preview(reg, law, n, booked);
    let steps = computed(reg, law, n, booked);
    let measures =
        d.measures.iter().filter_map(|m| law.measures.get(m.as_str())).map(|m| capital(&m.says)).collect();
    let seen = d.vehicle.as_ref();
    let registered = seen.and_then(|s| s.vehicle.as_ref()).and_then(|id| reg.vehicles.get(id));
    let vehicle = match seen {
        Some(s) => NoticeVehicle::Identified(Vehicle {
            plate: registered.map_or_else(|| s.plate.clone(), |x| x.plate_shown.clone()),
            model: s.description.clone().unwrap_or_else(|| "modelo não informado".into()),
            colour: None,
            year: None,
        }),
        None => NoticeVehicle::Absent { reason: "fato sem veículo".into() },
    };
    let driver = match &d.offender {
        Who::Driver(id) => reg.drivers.get(id),
        _ => None,
    };
    let address = match &d.offender {
        Who::Driver(_) => driver.and_then(|x| x.contact.address.clone()),
        Who::Operator(id) => reg.operators.get(id).and_then(|o| o.contact.address.clone()),
        Who::Person { .. } => None,
    };
    let credential = driver
        .and_then(|x| x.credentials.last())
        .and_then(|c| reg.credentials.get(c))
        .map(|c| c.number.clone());
    InfractionNotice {
        letterhead,
        title: "Auto de infração de transporte (AITP)".into(),
        number: n.number(),
        process: None,
        copy,
        offender: Offender {
            full_name: d.offender_name.clone(),
            role: match &d.offender {
                Who::Driver(_) => "condutor",
                Who::Operator(_) => "operadora",
                Who::Person { .. } => "pessoa fora do cadastro",
            }
            .into(),
            document: offender_document(reg, &d.offender),
            credential,
            address,
        },
        vehicle,
        fact: Moment { place: d.place.clone(), at: d.fact_at },
        drafting: Moment { place: drafted_at(n), at: d.drawn_at },
        conduct: d.conduct.clone(),
        circumstances: d.description.clone(),
        evidence: Vec::new(),
        breach: Breach {
            code: line(&d.offence),
            class,
            provisions: offence.map(|o| cited(law, &o.base)).unwrap_or_default(),
        },
        penalty: Penalty {
            kind: kind_words(&foreseen).into(),
            amount: foreseen.value.map(|x| x.to_string()),
            computation: steps.lines,
            grounds: cited(law, &foreseen.grounds.provisions),
            measures,
        },
        defence: defence(law, n),
        inspector: Inspector { name: d.inspector.clone(), role: "fiscal".into(), registration },
        acknowledgement: acknowledgement(n),
        acknowledgement_note: Some(
            "Assinar é tomar ciência, não é concordar. Quem recusa fica ciente no dia em que o fiscal certifica a recusa.".into(),
        ),
        verification,
    }
}

/// The penalty in a word or two; the sum and how it was reached stand apart.
fn kind_words(p: &law::penalty::Penalty) -> &'static str {
    match p.kind {
        _ if p.outcome == law::Outcome::No => "Nenhuma: a linha não tem base nesta data",
        PenaltyKind::Warning => "Advertência por escrito",
        PenaltyKind::Fine => "Multa",
        PenaltyKind::FineWithoutAmount => "Multa sem valor fixado na norma",
        PenaltyKind::Referral => "Encaminhamento a outra autoridade",
        PenaltyKind::None if p.revokes => "Cassação, ao fim de processo próprio",
        PenaltyKind::None => "Medida administrativa",
    }
}

/// Where the notice was drawn up: there, when the offender signed or refused at once; otherwise at the office.
fn drafted_at(n: &Notice) -> String {
    let d = &n.drawn;
    let there = n.services.iter().any(|s| s.paper == ServedPaper::Notice && s.on == d.drawn_at.date());
    if there && d.fact_at.date() == d.drawn_at.date() { d.place.clone() } else { d.issuing_body.clone() }
}

fn defence(law: &law::Law, n: &Notice) -> Defence {
    let process = law.processes.get(n.drawn.process.as_str());
    let stage =
        process.and_then(|p| p.stages.iter().find(|s| s.awaits.iter().any(|e| e.as_ref() == v::DEFENCE)));
    let served = n.served(ServedPaper::Notice);
    let rule = stage.and_then(|s| law.stage_deadline(s, served?, &mut Trace::default()));
    let due = rule.zip(served).and_then(|(r, on)| law.due(r, on));
    let judge = law.competences.get("julgar_defesa").map(|c| super::situation::who_words(&c.who));
    let (deadline, counted) = match due {
        Some(due) => (DefenceDeadline::Until(due.due.date), capital(&due.words())),
        None => (
            DefenceDeadline::AfterService(n.drawn.defence_term.clone()),
            "Conta-se do dia em que a pessoa é comunicada".into(),
        ),
    };
    Defence {
        deadline,
        counted,
        addressed_to: judge.unwrap_or_else(|| n.drawn.issuing_body.clone()),
        steps: vec![
            format!("Escreva o que tem a dizer e entregue em {}.", n.drawn.issuing_body),
            format!("Diga o número deste auto, {}, e junte cópia do que prova o que afirma.", n.number()),
            "Não se paga para apresentar defesa.".into(),
        ],
    }
}

fn acknowledgement(n: &Notice) -> Acknowledgement {
    let d = &n.drawn;
    if d.refusal_certified {
        return Acknowledgement::Refused { at: d.drawn_at, note: None };
    }
    let first = n.services.iter().find(|s| s.paper == ServedPaper::Notice);
    match first {
        Some(s) if s.mode == v::IN_PERSON && s.on == d.drawn_at.date() => {
            Acknowledgement::Signed { at: d.drawn_at }
        }
        Some(s) => Acknowledgement::Absent {
            reason: format!("ausente na lavratura; comunicado em {}", date_pt(s.on)),
        },
        None => Acknowledgement::Absent {
            reason: "ausente na lavratura; será comunicado pelas formas da lei".into(),
        },
    }
}
