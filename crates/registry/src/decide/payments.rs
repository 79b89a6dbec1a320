//! The money of a notice: what is paid, and what is given back.

use law::value::date_pt;

use super::{Desk, Reasons, not_found};
use crate::act::enforcement as e;
use crate::act::{Act, ActKind};
use crate::command as c;
use crate::refusal::{Refusal, Why};
use crate::state::Notice;

/// Refuses the number of a slip, a transfer or an order that stands on the notice already: money is written down once.
fn once(notice: &Notice, reference: Option<&str>, back: bool, no: &mut Reasons) {
    let Some(reference) = reference else { return };
    let known = notice.payments.iter().find(|p| p.reference == reference && (p.centavos < 0) == back);
    if let Some(p) = known {
        let text = format!(
            "o comprovante {reference} já está registrado neste auto, em {}; se é outro, distinga os números",
            date_pt(p.on)
        );
        no.field(Why::Duplicate, "reference", text);
    }
}

pub(super) fn register_payment(desk: &Desk<'_>, c: &c::RegisterPayment) -> Result<Vec<Act>, Refusal> {
    let Some(notice) = desk.reg.notices.get(&c.notice) else { return Err(not_found("o auto", "notice")) };
    let mut no = Reasons::default();
    no.not_future(c.on, desk.today(), "on");
    let reference = no.demand(&c.reference, "reference", "o número da guia ou do comprovante");
    if c.centavos <= 0 {
        no.field(Why::Invalid, "centavos", "o valor pago deve ser maior que zero");
    }
    once(notice, reference.as_deref(), false, &mut no);
    match notice.penalty.as_ref().and_then(|p| p.centavos) {
        None => no.field(Why::State, "notice", "este auto não tem multa a pagar"),
        Some(_) if c.centavos > notice.balance() => no.field(
            Why::Invalid,
            "centavos",
            format!(
                "falta pagar {}; confira o valor",
                brasil::money::Brl::from_centavos(notice.balance().max(0))
            ),
        ),
        Some(_) => {}
    }
    if notice.decision.as_ref().is_some_and(|d| c.on < d.on) {
        no.field(Why::Time, "on", "o pagamento não pode ser anterior à penalidade");
    }
    no.refuse()?;
    let payload = e::PaymentRegistered {
        notice: c.notice.clone(),
        centavos: c.centavos,
        on: c.on,
        reference: reference.unwrap_or_default(),
    };
    Ok(vec![desk.act(ActKind::PaymentRegistered(payload), c.on, &[])])
}

pub(super) fn refund_payment(desk: &Desk<'_>, c: &c::RefundPayment) -> Result<Vec<Act>, Refusal> {
    let Some(notice) = desk.reg.notices.get(&c.notice) else { return Err(not_found("o auto", "notice")) };
    let mut no = Reasons::default();
    no.not_future(c.on, desk.today(), "on");
    let reference =
        no.demand(&c.reference, "reference", "o número da ordem de pagamento ou da transferência");
    once(notice, reference.as_deref(), true, &mut no);
    if c.centavos <= 0 {
        no.field(Why::Invalid, "centavos", "o valor devolvido deve ser maior que zero");
    }
    let owed = notice.balance().saturating_neg();
    if owed <= 0 {
        no.field(Why::State, "notice", "não há valor a devolver neste auto");
    } else if c.centavos > owed {
        let text = format!("há {} a devolver; confira o valor", brasil::money::Brl::from_centavos(owed));
        no.field(Why::Invalid, "centavos", text);
    }
    if let Some(first) = notice.payments.iter().filter(|p| p.centavos > 0).map(|p| p.on).min()
        && c.on < first
    {
        let text = format!("o primeiro pagamento é de {}; nada se devolve antes", date_pt(first));
        no.field(Why::Time, "on", text);
    }
    no.refuse()?;
    let base =
        desk.law.processes.get(notice.drawn.process.as_str()).map(|p| p.base.clone()).unwrap_or_default();
    let payload = e::PaymentRefunded {
        notice: c.notice.clone(),
        centavos: c.centavos,
        on: c.on,
        reference: reference.unwrap_or_default(),
    };
    Ok(vec![desk.act(ActKind::PaymentRefunded(payload), c.on, &base)])
}
