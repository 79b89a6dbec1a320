//! Questions about points and about payment.

use brasil::money::Brl;
use serde_json::{Value as Json, json};

use super::answers::Answer;
use super::input::Input;
use super::kinds::prior;
use crate::Law;
use crate::instalment::Asked;
use crate::value::date_pt;

pub(super) fn points<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let account = q.known("pontuacao", &law.accounts);
    let on = q.required_date("em");
    let mut measures = q.dates("medidas_anteriores");
    measures.extend(q.date("zerada"));
    measures.sort();
    measures.dedup();
    let history = q.each("antecedentes", |p| prior(law, p));
    let b = law.balance(account?, &history, &measures, on?);
    let counted: Vec<Json> = b
        .counted
        .iter()
        .map(|(code, day, points, last)| {
            json!({
                "infracao": code.as_ref(),
                "de": day.to_string(),
                "pontos": points,
                "ate": last.map(|d| d.to_string()),
            })
        })
        .collect();
    let reached = b.reached;
    Some(
        Answer::new()
            .set("resposta", if reached.is_some() { "sim" } else { "nao" })
            .set("vigora", b.off.is_none())
            .set("pontos", b.points)
            .set("contam", counted)
            .set("limiar", reached.map(|t| t.id.to_string()))
            .set("medida", reached.and_then(|t| t.measure.as_deref()))
            .set("dias", b.days)
            .set("processo", reached.and_then(|t| t.process.as_deref()))
            .set("faltam", b.to_next)
            .date("caem_em", b.falls)
            .grounds(law, &b.grounds, b.words()),
    )
}

pub(super) fn payment<'a>(law: &'a Law, q: &mut Input<'a>) -> Option<Json> {
    let payment = q.known("pagamento", &law.payments);
    let sum = q.decimal("valor");
    if sum.is_none() {
        q.fault("valor", "diga quanto se paga, em reais".into(), None);
    }
    let known = q.required_date("disponivel");
    let paid = q.required_date("pago_em");
    let agreed = q.date("parcelado_em");
    let count = q.whole("parcelas");
    let which = q.whole("parcela");
    let facts = q.facts("fatos");
    let (payment, known, paid) = (payment?, known?, paid?);
    if paid < known {
        let says = format!("paga-se depois que a conta fica disponível, em {}", date_pt(known));
        q.fault("pago_em", says, None);
        return None;
    }
    let sum = Brl::from_decimal(sum?, law.rounding(known, &mut crate::grounds::Trace::default()))?;
    let asked = match (count, agreed, which) {
        (None, None, None) => None,
        (None, ..) => {
            q.fault("parcelas", "diga em quantas parcelas se divide".into(), None);
            return None;
        }
        (Some(0), ..) => {
            q.fault("parcelas", "esperava uma parcela ou mais".into(), None);
            return None;
        }
        (Some(count), agreed, which) => {
            let (agreed, which) = (agreed.unwrap_or(known), which.unwrap_or(1));
            if !(1..=count).contains(&which) {
                q.fault("parcela", format!("esperava de 1 a {count}, encontrei {which}"), None);
                return None;
            }
            if agreed < known || paid < agreed {
                let says = format!(
                    "parcela-se depois que a conta fica disponível, em {}, e antes de se pagar, em {}",
                    date_pt(known),
                    date_pt(paid)
                );
                q.fault("parcelado_em", says, None);
                return None;
            }
            Some(Asked { agreed, count, which, paid })
        }
    };
    let found = match asked {
        Some(asked) => law.instalment(payment, sum, known, asked, &facts),
        None => law.paid(payment, sum, known, paid, &facts),
    };
    let Some(p) = found else {
        q.fault("disponivel", "o prazo para pagar não corre desta data".into(), None);
        return None;
    };
    let (answer, words) = match (&p.off, p.total) {
        (Some((id, why)), _) => ("nao", format!("{} {why}", brasil::lexml::cite(id))),
        (None, _) if p.refused.is_some() => ("nao", p.refused.clone().unwrap_or_default()),
        (None, None) => {
            let label = |id: &crate::Id| law.fact(id).map_or_else(|| id.to_string(), |f| f.label.clone());
            let labels: Vec<String> = p.missing.iter().map(label).collect();
            let words = p.lacks.clone().unwrap_or_else(|| format!("falta informar: {}", labels.join("; ")));
            ("indeterminado", words)
        }
        (None, Some(t)) if p.part.is_some() && p.late == 0 => {
            ("sim", format!("{t}: {}", p.instalment_words()))
        }
        (None, Some(t)) if p.late > 0 => ("sim", format!("{t}, com {} dias de atraso", p.late)),
        (None, Some(t)) if p.discount > Brl::ZERO => ("sim", format!("{t}, com desconto de {}", p.discount)),
        (None, Some(t)) => ("sim", t.to_string()),
    };
    let reais = |b: Brl| b.to_decimal().to_string();
    Some(
        Answer::new()
            .set("resposta", answer)
            .date("vence", p.due)
            .set("atraso", p.late)
            .set("desconto", reais(p.discount))
            .set("multa", reais(p.penalty))
            .set("juros", reais(p.interest))
            .set("total", p.total.map(reais))
            .set("parcelas_ate", p.most)
            .set("parcela", p.part.map(reais))
            .names("falta", &p.missing)
            .grounds(law, &p.grounds, words),
    )
}
