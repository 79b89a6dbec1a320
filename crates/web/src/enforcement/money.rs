//! What a notice costs, what was paid, what is left.

use jiff::civil::Date;
use law::Law;
use law::value::date_pt;
use registry::queries::pay_by;
use registry::state::Notice;

use super::situation::{due_class, reais};
use crate::words::{distance_pt, weekday_pt};

/// The money of a notice.
pub(super) struct Money {
    pub due: String,
    pub paid: String,
    /// What was given back; empty when nothing was.
    pub given_back: String,
    pub balance: String,
    /// What the balance is: to pay, paid, to give back.
    pub label: &'static str,
    /// The sum that matters most now: what is left, or all of it once it is paid.
    pub first: String,
    pub pay_by: String,
    pub distance: String,
    pub counted: String,
    pub class: &'static str,
    /// Day, sum and number of each payment.
    pub payments: Vec<(String, String, String)>,
}

/// The money of a notice; none when it has none.
pub(super) fn money(law: &Law, n: &Notice, today: Date) -> Option<Money> {
    let due = n.penalty.as_ref().and_then(|p| p.centavos);
    if due.is_none() && n.payments.is_empty() {
        return None;
    }
    let balance = n.balance();
    let last = pay_by(law, n).filter(|_| balance > 0);
    let day = last.as_ref().map(|d| d.due.date);
    let total = |back: bool| {
        let of = n.payments.iter().filter(|p| (p.centavos < 0) == back);
        of.fold(0_i64, |sum, p| sum.saturating_add(p.centavos.saturating_abs()))
    };
    let (paid, given_back) = (total(false), total(true));
    Some(Money {
        due: due.map_or_else(|| "nada".into(), reais),
        paid: reais(paid),
        given_back: if given_back > 0 { reais(given_back) } else { String::new() },
        balance: reais(balance.abs()),
        first: reais(if balance == 0 { due.unwrap_or(0) } else { balance.abs() }),
        label: match balance {
            0 if due.is_none() => "Nada a pagar",
            0 => "Quitada",
            b if b < 0 => "A devolver",
            _ => "Falta pagar",
        },
        pay_by: day.map(weekday_pt).unwrap_or_default(),
        distance: day.map(|d| distance_pt(d, today)).unwrap_or_default(),
        counted: last.map(|d| d.words()).unwrap_or_default(),
        class: due_class(day, today),
        payments: n
            .payments
            .iter()
            .map(|p| {
                let sum = reais(p.centavos.saturating_abs());
                let sum = if p.centavos < 0 { format!("Devolvido {sum}") } else { sum };
                (date_pt(p.on), sum, p.reference.clone())
            })
            .collect(),
    })
}
