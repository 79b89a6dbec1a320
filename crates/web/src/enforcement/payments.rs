//! The forms about the money of a notice: what is paid, and what is given back.

use axum::extract::Path;
use law::value::date_pt;
use registry::Command;
use registry::command as c;
use registry::state::Notice;
use rust_decimal::prelude::ToPrimitive;

use super::situation::reais;
use super::steps::{back, day, notice, sheet, shown};
use crate::context::{Answer, Cx};
use crate::entry::Entry;
use crate::form::{Field, Reader, Sheet};
use crate::words::Cite;

/// A sum as it is typed into a field: `1.234,56`.
fn typed(centavos: i64) -> String {
    reais(centavos).trim_start_matches("R$").trim().replace('\u{a0}', "")
}

fn pay_sheet(cx: &Cx, n: &Notice) -> Sheet {
    let left = n.balance().max(0);
    let fields = vec![
        Field::number("centavos", "Valor pago, em reais").value(typed(left)).required().hint("como 1.234,56"),
        day("on", "Dia do pagamento", cx),
        Field::text("reference", "Número da guia ou do comprovante").required(),
    ];
    let mut cites = Vec::new();
    let mut lines = vec![format!("Falta pagar {}.", reais(left))];
    if let Some(due) = registry::queries::pay_by(&cx.office().read().law, n) {
        lines.push(format!("Prazo até {}: {}.", date_pt(due.due.date), due.words()));
        cites = Cite::all(&due.grounds.provisions);
    }
    sheet(cx, n, "Registrar pagamento", fields).beside("O que falta", lines, cites)
}

/// `GET /autos/{id}/pagamento`
pub(crate) async fn pay_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let n = notice(&cx, &id)?;
    shown(&cx, &n, pay_sheet(&cx, &n)).await
}

/// A sum typed in reais, in centavos; none when it has fractions of a centavo or is not a sum.
pub(super) fn centavos(text: &str) -> Option<i64> {
    let hundred = crate::form::decimal(text)?.checked_mul(100.into())?;
    hundred.is_integer().then(|| hundred.to_i64()).flatten()
}

/// The sum of a field, with what is wrong with it noted.
fn sum(r: &mut Reader<'_>, what: &str) -> Option<i64> {
    let text = r.demand("centavos", what);
    let sum = centavos(&text);
    if sum.is_none() && !text.is_empty() {
        r.wrong("centavos", format!("“{text}” não é um valor em reais; escreva como 1.234,56."));
    }
    sum
}

/// `POST /autos/{id}/pagamento`
pub(crate) async fn pay(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let n = notice(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let sum = sum(r, "o valor pago");
        let on = r.day("on", "o dia do pagamento");
        let reference = r.demand("reference", "o número da guia ou do comprovante");
        Some(Command::RegisterPayment(c::RegisterPayment {
            notice: n.drawn.id.clone(),
            centavos: sum?,
            on: on?,
            reference,
        }))
    };
    cx.carry_out(pay_sheet(&cx, &n), &entry, build, |_| back(&n)).await
}

fn refund_sheet(cx: &Cx, n: &Notice) -> Sheet {
    let owed = n.balance().saturating_neg().max(0);
    let fields = vec![
        Field::number("centavos", "Valor devolvido, em reais")
            .value(typed(owed))
            .required()
            .hint("como 1.234,56"),
        day("on", "Dia da devolução", cx),
        Field::text("reference", "Número da ordem de pagamento ou da transferência").required(),
    ];
    let mut lines = vec![format!("Há {} a devolver.", reais(owed))];
    lines.extend(
        n.payments
            .iter()
            .filter(|p| p.centavos > 0)
            .map(|p| format!("Pago em {}: {} ({}).", date_pt(p.on), reais(p.centavos), p.reference)),
    );
    sheet(cx, n, "Registrar devolução", fields).beside("O que foi pago", lines, Vec::new())
}

/// `GET /autos/{id}/devolucao`
pub(crate) async fn refund_form(cx: Cx, Path(id): Path<String>) -> Answer {
    let n = notice(&cx, &id)?;
    shown(&cx, &n, refund_sheet(&cx, &n)).await
}

/// `POST /autos/{id}/devolucao`
pub(crate) async fn refund(cx: Cx, Path(id): Path<String>, entry: Entry) -> Answer {
    let n = notice(&cx, &id)?;
    let build = |r: &mut Reader<'_>| {
        let sum = sum(r, "o valor devolvido");
        let on = r.day("on", "o dia da devolução");
        let reference = r.demand("reference", "o número da ordem de pagamento ou da transferência");
        Some(Command::RefundPayment(c::RefundPayment {
            notice: n.drawn.id.clone(),
            centavos: sum?,
            on: on?,
            reference,
        }))
    };
    cx.carry_out(refund_sheet(&cx, &n), &entry, build, |_| back(&n)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_read_to_the_centavo() {
        assert_eq!(centavos("1.234,56"), Some(123_456));
        assert_eq!(centavos("288"), Some(28_800));
        assert_eq!(centavos("0,005"), None);
        assert_eq!(typed(57_600), "576,00");
    }
}
