//! An act in words.

use brasil::lexml::{cite, line};
use brasil::money::Brl;
use law::Law;
use law::value::date_pt;

use crate::act::enforcement::ImposedPenalty;
use crate::act::{Act, ActKind};
use crate::id::Subject;
use crate::state::number;

fn reais(centavos: i64) -> String {
    Brl::from_centavos(centavos).to_string()
}

fn of(subject: &Subject) -> &'static str {
    match subject {
        Subject::Driver(_) => "do motorista",
        Subject::Vehicle(_) => "do veículo",
        Subject::Operator(_) => "da operadora",
    }
}

fn until(last: Option<jiff::civil::Date>) -> String {
    last.map_or_else(|| ", sem limite de validade".into(), |d| format!(", válida até {}", date_pt(d)))
}

fn penalty(p: Option<&ImposedPenalty>) -> String {
    p.map_or_else(String::new, |p| format!(": {}", p.words))
}

fn document(law: &Law, kind: &str) -> String {
    law.documents.get(kind).map_or_else(|| kind.to_string(), |d| d.says.clone())
}

fn way(law: &Law, mode: &str) -> String {
    law.services.get(mode).map_or_else(|| mode.to_string(), |m| in_the_middle(&m.says))
}

fn filing(law: &Law, id: &str) -> String {
    law.filings.get(id).map_or_else(|| id.to_string(), |f| f.says.clone())
}

/// A condition of release, wherever the law has it.
fn condition(law: &Law, id: &str) -> String {
    let of = law.measures.values().flat_map(|m| &m.release).find(|i| i.id.as_ref() == id);
    of.map_or_else(|| id.to_string(), |i| i.says.clone())
}

/// A sentence as it goes on inside another: initials keep their capitals.
fn in_the_middle(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => first.to_lowercase().chain(chars).collect(),
        _ => text.to_string(),
    }
}

/// What happened, in Portuguese, without personal numbers and without names of people. The law gives the words for what the act
/// names by an identifier of the rulebook; what it no longer knows is named as the act names it.
#[must_use]
pub fn describe(act: &Act, law: &Law) -> String {
    match &act.kind {
        ActKind::OperatorRegistered(p) => format!("Operadora cadastrada: {}", p.trade_name.as_ref().unwrap_or(&p.name)),
        ActKind::DriverRegistered(p) if p.cnh_confirmed.is_some() => {
            "Motorista cadastrado; o número da CNH, que não fecha na fórmula usual, foi conferido no documento".into()
        }
        ActKind::DriverRegistered(_) => "Motorista cadastrado".into(),
        ActKind::VehicleRegistered(_) => "Veículo cadastrado".into(),
        ActKind::VehicleRetired(p) => format!("Veículo baixado em {}: {}", date_pt(p.last), p.reason),
        ActKind::RecordCorrected(p) => format!("Dados {} corrigidos: {}", of(&p.subject), p.reason),
        ActKind::DriverLinked(p) => format!("Motorista vinculado à operadora desde {}", date_pt(p.since)),
        ActKind::LinkEnded(p) => format!("Vínculo com a operadora encerrado em {}: {}", date_pt(p.last), p.reason),
        ActKind::VehicleAssigned(p) => {
            format!("Veículo vinculado ao motorista desde {} ({})", date_pt(p.since), p.holding.pt_br())
        }
        ActKind::AssignmentEnded(p) => format!("Vínculo do veículo encerrado em {}: {}", date_pt(p.last), p.reason),
        ActKind::DocumentReceived(p) => {
            format!("Documento recebido ({}){}", document(law, &p.kind), p.expires.map(|d| format!(", vence em {}", date_pt(d))).unwrap_or_default())
        }
        ActKind::DocumentAccepted(p) => format!("Documento {} conferido e aceito", of(&p.subject)),
        ActKind::DocumentRejected(p) => format!("Documento {} recusado: {}", of(&p.subject), p.reason),
        ActKind::FactRecorded(p) => match &p.value {
            Some(value) => {
                let value = law::Value::from(value);
                let (label, value) = match law.fact(&p.fact) {
                    Some(f) => (f.label.as_str(), f.in_words(&value)),
                    None => (p.fact.as_str(), value.to_string()),
                };
                format!("Anotado: {label}: {value}, desde {} ({})", date_pt(p.since), p.reason)
            }
            None => {
                let label = law.fact(&p.fact).map_or(p.fact.as_str(), |f| f.label.as_str());
                format!("Anotação retirada: {label} ({})", p.reason)
            }
        },
        ActKind::CredentialGranted(p) => format!("Credencial {} concedida{}", number(p.year, p.sequence), until(p.last)),
        ActKind::CredentialRenewed(p) => format!("Credencial renovada desde {}{}", date_pt(p.first), until(p.last)),
        ActKind::Suspended(p) => format!(
            "{} de {} a {}: {}",
            if p.preventive { "Suspensão preventiva" } else { "Suspensão" },
            date_pt(p.first),
            date_pt(p.last),
            p.reason
        ),
        ActKind::SuspensionRenewed(p) => format!("Suspensão prorrogada até {}: {}", date_pt(p.last), p.reason),
        ActKind::SuspensionLifted(p) => format!("Suspensão levantada em {}: {}", date_pt(p.free_from), p.reason),
        ActKind::ComplaintReceived(p) => {
            format!("Denúncia recebida ({}){}", p.channel, if p.grave { ", grave e fundada" } else { "" })
        }
        ActKind::CaseOpened(p) => format!("Aberto o {} {}", p.kind.pt_br(), number(p.year, p.sequence)),
        ActKind::CaseStepTaken(p) => format!("Processo: {} em {}", p.step.pt_br(), date_pt(p.on)),
        ActKind::CaseDecided(p) => {
            format!("Processo {}", if p.upheld { "julgado procedente" } else { "arquivado" })
        }
        ActKind::Revoked(p) => format!("Atividade cassada pela {}, publicada em {}", p.ordinance, date_pt(p.published)),
        ActKind::NoticeDrawn(p) => format!(
            "Auto de infração {} lavrado: linha {}, fato de {}",
            number(p.year, p.sequence),
            line(&p.offence),
            date_pt(p.fact_at.date())
        ),
        ActKind::ServiceFailed(p) => format!("Tentativa de comunicar {} sem êxito ({})", p.paper.pt_br(), way(law, &p.mode)),
        ActKind::Served(p) => format!("Autuado ciente {} em {} ({})", p.paper.pt_br(), date_pt(p.on), way(law, &p.mode)),
        ActKind::DefenceFiled(p) => {
            format!("Defesa apresentada em {}{}", date_pt(p.on), if p.late { ", fora do prazo" } else { "" })
        }
        ActKind::NoticeDecided(p) => match &p.penalty {
            Some(imposed) => format!("Auto julgado procedente{}", penalty(Some(imposed))),
            None => "Auto julgado improcedente e arquivado".into(),
        },
        ActKind::AppealFiled(p) => format!(
            "Recurso apresentado em {}{}",
            date_pt(p.on),
            if p.admitted { "" } else { ", não conhecido por estar fora do prazo ou não caber" }
        ),
        ActKind::AppealDecided(p) => {
            if p.granted { "Recurso provido: a penalidade cai" } else { "Recurso negado" }.into()
        }
        ActKind::StageLapsed(p) => {
            format!("Prazo terminado sem manifestação, em {}{}", date_pt(p.on), penalty(p.penalty.as_ref()))
        }
        ActKind::NoticeAnnulled(_) => "Auto anulado de ofício".into(),
        ActKind::PenaltyRecomputed(p) => format!(
            "Penalidade recalculada {}: era {}; passa a {}",
            if p.because.is_some() { "porque um auto anterior caiu" } else { "porque se conheceu o valor da unidade" },
            p.before.words,
            p.after.words
        ),
        ActKind::PaymentRegistered(p) => format!("Pagamento de {} em {}", reais(p.centavos), date_pt(p.on)),
        ActKind::PaymentRefunded(p) => format!("Devolução de {} em {}", reais(p.centavos), date_pt(p.on)),
        ActKind::VehicleSeized(p) => format!("Veículo apreendido, termo {}", number(p.year, p.sequence)),
        ActKind::ReleaseConditionMet(p) => format!("Condição de liberação cumprida: {}", condition(law, &p.condition)),
        ActKind::VehicleReleased(p) => {
            format!("Veículo liberado{}", p.centavos.map(|c| format!("; despesas de {}", reais(c))).unwrap_or_default())
        }
        ActKind::FilingReceived(p) => format!(
            "Entrega recebida ({}, {}){}",
            filing(law, &p.filing),
            date_pt(p.anchor),
            if p.late { ", fora do prazo" } else { "" }
        ),
        ActKind::BreachMarked(p) => format!("Falta de entrega marcada ({}, vencia em {})", filing(law, &p.filing), date_pt(p.due)),
        ActKind::OrderIssued(p) => format!("Ordem ou pedido expedido, para cumprir até {}", date_pt(p.due)),
        ActKind::OrderAnswered(p) => {
            format!("Ordem ou pedido respondido{}", if p.late { ", fora do prazo" } else { "" })
        }
        ActKind::ParameterSet(p) => format!(
            "Valor informado: {}: {}, desde {} ({})",
            law.parameter(&p.parameter).map_or(p.parameter.as_str(), |x| x.label.as_str()),
            law::Value::from(&p.value),
            date_pt(p.since),
            p.source
        ),
        ActKind::ReadingRuled(p) => {
            let answer = law.reading(&p.reading).map_or(p.answer.as_str(), |r| r.answer_in_words(&p.answer));
            format!("Leitura {} decidida: {answer}, desde {} ({})", p.reading, date_pt(p.since), p.by)
        }
        ActKind::ProvisionSuspended(p) => {
            format!("Dispositivo {} suspenso por decisão judicial desde {} ({})", cite(&p.provision), date_pt(p.since), p.by)
        }
        ActKind::ProvisionRestored(p) => {
            format!("Dispositivo {} volta a valer depois de {} ({})", cite(&p.provision), date_pt(p.last), p.by)
        }
        ActKind::ClosureDayAdded(p) => format!("Dia sem expediente: {}, {} ({})", date_pt(p.on), p.name, p.source),
    }
}
